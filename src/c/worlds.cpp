#include "wend/io/scene_file.hpp"

#include "c/definitions.hpp"

using namespace wend;

namespace {

std::vector<Polygon> polygons_of(const wend_polygons& given) {
    std::vector<Polygon> polygons;
    const wend_point* points = given.points;
    for (std::uint32_t i = 0; i < given.count; ++i) {
        polygons.push_back({c::ring_of(points, given.counts[i]), {}});
        points += given.counts[i];
    }
    return polygons;
}

nav::WorldDef options_of(const wend_world_def& given) {
    nav::WorldDef def;
    def.seed = given.seed;
    if (given.budget_seconds > 0) def.budget.seconds = given.budget_seconds;
    if (given.budget_expansions > 0) def.budget.expansions = given.budget_expansions;
    def.threads = given.threads;
    def.tasks = {given.host, given.workers, given.run_tasks};
    return def;
}

Status make(Result<nav::World> made, wend_world** world) {
    if (!made) return made.status();
    *world = new wend_world{std::move(made).value()};
    return Status::ok();
}

}  // namespace

wend_status wend_world_create(const wend_world_def* given, wend_world** world) {
    return c::with(world, [&] {
        *world = nullptr;
        wend_world_def def = wend_default_world_def();
        if (!c::take(given, def)) return c::wrong_size();
        for (const wend_polygons* polygons : {&def.walkable, &def.blocked})
            if (polygons->count > 0 && (!polygons->points || !polygons->counts))
                return Status::invalid_input("found polygons without points, expected both or neither");
        Scene scene = nav::empty_scene({def.low.x, def.low.y}, {def.high.x, def.high.y});
        scene.layers[0].walkable = polygons_of(def.walkable);
        scene.layers[0].blocked = polygons_of(def.blocked);
        nav::WorldDef options = options_of(def);
        options.time_step = def.time_step;
        return make(nav::World::create(scene, options), world);
    });
}

wend_status wend_world_load(const char* scene_file, const wend_world_def* given, wend_world** world) {
    return c::with(scene_file && world ? world : nullptr, [&] {
        *world = nullptr;
        wend_world_def def = wend_default_world_def();
        if (given && !c::take(given, def)) return c::wrong_size();
        const auto scene = io::load_scene(scene_file);
        if (!scene) return scene.status();
        return make(nav::World::create(scene.value(), options_of(def)), world);
    });
}

wend_status wend_world_save(wend_world* world, const uint8_t** bytes, uint64_t* size) {
    return c::with(bytes && size ? world : nullptr, [&] {
        *bytes = nullptr;
        *size = 0;
        auto saved = world->world.save();
        if (!saved) return saved.status();
        world->saved = std::move(saved).value();
        *bytes = reinterpret_cast<const uint8_t*>(world->saved.data());
        *size = world->saved.size();
        return Status::ok();
    });
}

wend_status wend_world_restore(const uint8_t* bytes, uint64_t size, const wend_world_def* given,
                               wend_world** world) {
    return c::with(bytes && world ? world : nullptr, [&] {
        *world = nullptr;
        wend_world_def def = wend_default_world_def();
        if (given && !c::take(given, def)) return c::wrong_size();
        const std::span saved(reinterpret_cast<const std::byte*>(bytes), static_cast<std::size_t>(size));
        return make(nav::World::restore(saved, options_of(def)), world);
    });
}

void wend_world_destroy(wend_world* world) {
    delete world;
}

wend_status wend_world_step(wend_world* world) {
    return c::with(world, [&] { return world->world.step(); });
}

wend_status wend_world_advance(wend_world* world, double seconds, uint32_t most, uint32_t* steps) {
    return c::with(world, [&] {
        const std::uint32_t made = world->world.advance(seconds, most);
        if (steps) *steps = made;
        return Status::ok();
    });
}

double wend_world_time(const wend_world* world) {
    return world ? world->world.time() : 0;
}

wend_status wend_world_set_budget(wend_world* world, double seconds, uint64_t expansions) {
    return c::with(world, [&] {
        BudgetSpec budget;
        if (seconds > 0) budget.seconds = seconds;
        if (expansions > 0) budget.expansions = expansions;
        world->world.set_budget(budget);
        return Status::ok();
    });
}

wend_status wend_world_prepare(wend_world* world, double radius) {
    return c::with(world, [&] { return world->world.prepare(radius); });
}
