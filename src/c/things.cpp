#include "c/definitions.hpp"

using namespace wend;

namespace {

template <class Id>
Status move_to(wend_world& world, Id id, const Pose& to, double seconds) {
    const auto from = world.world.pose(id);
    if (!from) return from.status();
    if (!(seconds > 0)) return Status::invalid_input("found no time to get there, expected more than 0 s");
    const double now = world.world.time();
    return world.world.set_trajectory(id, {{{now, from.value()}, {now + seconds, to}}, false});
}

}  // namespace

wend_status wend_obstacle_add(wend_world* world, const wend_obstacle_def* given, wend_obstacle_id* id) {
    return c::with(world && id ? world : nullptr, [&] {
        *id = {};
        wend_obstacle_def def = wend_default_obstacle_def();
        if (!c::take(given, def)) return c::wrong_size();
        if (def.point_count > 0 && !def.points)
            return Status::invalid_input("found an outline without points, expected them");
        nav::ObstacleDef obstacle;
        obstacle.shape = DiscShape{def.radius};
        if (def.point_count > 0) obstacle.shape = PolygonShape{c::ring_of(def.points, def.point_count)};
        obstacle.layer = def.layer;
        obstacle.pose = {{def.x, def.y}, def.angle};
        obstacle.user = def.user;
        const auto added = world->world.add_obstacle(obstacle);
        if (added) id->value = added.value().value;
        return added.status();
    });
}

wend_status wend_obstacle_remove(wend_world* world, wend_obstacle_id id) {
    return c::with(world, [&] { return world->world.remove(nav::ObstacleId{id.value}); });
}

wend_status wend_obstacle_set_pose(wend_world* world, wend_obstacle_id id, double x, double y, double angle) {
    return c::with(world, [&] { return world->world.set_pose(nav::ObstacleId{id.value}, {{x, y}, angle}); });
}

wend_status wend_obstacle_move_to(wend_world* world, wend_obstacle_id id, double x, double y, double angle,
                                  double seconds) {
    return c::with(world, [&] {
        return move_to(*world, nav::ObstacleId{id.value}, {{x, y}, angle}, seconds);
    });
}

wend_status wend_link_add(wend_world* world, wend_place from, wend_place to, int32_t two_way,
                          wend_link_id* id) {
    return c::with(world && id ? world : nullptr, [&] {
        *id = {};
        nav::LinkDef link;
        link.from = c::place_of(from);
        link.to = c::place_of(to);
        link.two_way = two_way != 0;
        const auto added = world->world.add_link(link);
        if (added) id->value = added.value().value;
        return added.status();
    });
}

wend_status wend_link_set_open(wend_world* world, wend_link_id id, int32_t is_open) {
    return c::with(world, [&] { return world->world.set_open({id.value}, is_open != 0); });
}
wend_status wend_link_remove(wend_world* world, wend_link_id id) {
    return c::with(world, [&] { return world->world.remove(nav::LinkId{id.value}); });
}

wend_status wend_area_add(wend_world* world, uint32_t layer, const wend_point* points, uint32_t count,
                          double weight, int32_t is_forbidden, wend_area_id* id) {
    return c::with(world && points && id ? world : nullptr, [&] {
        *id = {};
        nav::AreaDef area;
        area.layer = layer;
        area.polygon.outline = c::ring_of(points, count);
        area.weight = weight;
        area.is_forbidden = is_forbidden != 0;
        const auto added = world->world.add_area(area);
        if (added) id->value = added.value().value;
        return added.status();
    });
}
wend_status wend_area_remove(wend_world* world, wend_area_id id) {
    return c::with(world, [&] { return world->world.remove(nav::AreaId{id.value}); });
}

wend_status wend_platform_add(wend_world* world, uint32_t layer, const wend_point* points, uint32_t count,
                              double x, double y, double angle, wend_platform_id* id) {
    return c::with(world && points && id ? world : nullptr, [&] {
        *id = {};
        nav::PlatformDef platform;
        platform.layer = layer;
        platform.outline = c::ring_of(points, count);
        platform.pose = {{x, y}, angle};
        const auto added = world->world.add_platform(platform);
        if (added) id->value = added.value().value;
        return added.status();
    });
}
wend_status wend_platform_remove(wend_world* world, wend_platform_id id) {
    return c::with(world, [&] { return world->world.remove(nav::PlatformId{id.value}); });
}
wend_status wend_platform_move_to(wend_world* world, wend_platform_id id, double x, double y, double angle,
                                  double seconds) {
    return c::with(world, [&] {
        return move_to(*world, nav::PlatformId{id.value}, {{x, y}, angle}, seconds);
    });
}
