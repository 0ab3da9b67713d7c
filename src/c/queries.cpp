#include <algorithm>

#include "c/definitions.hpp"

using namespace wend;

namespace {

Status give(const std::optional<nav::Place>& found, wend_place* place) {
    *place = {};
    if (!found) return {StatusCode::unreachable, "there is no such place"};
    *place = {found->at.x, found->at.y, found->layer, 0};
    return Status::ok();
}

}  // namespace

wend_status wend_query_create(const wend_world* world, wend_query** query) {
    return c::with(world && query ? query : nullptr, [&] {
        *query = nullptr;
        *query = new wend_query{world->world.paths(), {}};
        return Status::ok();
    });
}

void wend_query_destroy(wend_query* query) {
    delete query;
}

wend_status wend_query_path(wend_query* query, const wend_path_def* given, wend_path_point* points,
                            uint32_t capacity, wend_path_info* info) {
    return c::with(query, [&] {
        if (info) *info = {};
        wend_path_def def = wend_default_path_def();
        if (!c::take(given, def)) return c::wrong_size();
        nav::PathDef question;
        question.from = c::place_of(def.from);
        question.to = c::place_of(def.to);
        question.radius = def.radius;
        question.snap = def.snap;
        question.shortest = def.is_fast == 0;
        query->paths.find(question, query->path);
        const nav::Path& path = query->path;
        if (!path.has_way()) return Status{path.status, "there is no path"};
        const std::size_t count = points ? std::min<std::size_t>(path.points.size(), capacity) : 0;
        for (std::size_t i = 0; i < count; ++i)
            points[i] = {path.points[i].x, path.points[i].y, path.points[i].z, path.layers[i], 0};
        if (info)
            *info = {path.length, path.lower_bound, static_cast<std::uint32_t>(path.points.size()),
                     path.proof == nav::Proof::shortest};
        return Status::ok();
    });
}

wend_status wend_query_nearest_free(wend_query* query, wend_place place, double radius, wend_place* found) {
    return c::with(query && found ? query : nullptr,
                   [&] { return give(query->paths.nearest_free(c::place_of(place), radius), found); });
}

wend_status wend_query_random_place(wend_query* query, double radius, uint64_t seed, wend_place* found) {
    return c::with(query && found ? query : nullptr,
                   [&] { return give(query->paths.random_place(radius, seed), found); });
}

int32_t wend_query_ray(wend_query* query, wend_place from, wend_point to, wend_point* end) {
    int32_t is_clear = 0;
    (void)c::with(query, [&] {
        const nav::Hit hit = query->paths.ray(c::place_of(from), {to.x, to.y});
        if (end) *end = {hit.point.x, hit.point.y};
        is_clear = hit.is_clear;
        return Status::ok();
    });
    return is_clear;
}

int32_t wend_query_in_sight(wend_query* query, wend_place from, wend_point to, double radius) {
    int32_t is_seen = 0;
    (void)c::with(query, [&] {
        is_seen = query->paths.in_sight(c::place_of(from), {to.x, to.y}, radius);
        return Status::ok();
    });
    return is_seen;
}
