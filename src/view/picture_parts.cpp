#include "view/picture_parts.hpp"

#include <array>
#include <cmath>
#include <map>
#include <numbers>

namespace wend::view {
namespace {

constexpr double wall_height = 1.0, obstacle_height = 1.2, platform_height = 0.04;
constexpr double lift = 0.02;  // what lies on a floor is drawn this far above it
constexpr int corners = 24;

Ring disc(Vec2 center, double radius) {
    Ring ring;
    for (int i = 0; i < corners; ++i)
        ring.push_back(center + radius * unit_vector(2 * std::numbers::pi * i / corners));
    return ring;
}

Ring3 raised(const Ring& ring, double z) {
    Ring3 out;
    for (const Vec2 p : ring) out.push_back({p.x, p.y, z});
    return out;
}

std::vector<Ring3> raised(const Polygon& polygon, double z) {
    std::vector<Ring3> out{raised(polygon.outline, z)};
    for (const Ring& hole : polygon.holes) out.push_back(raised(hole, z));
    return out;
}

/// Light from the south-east.
float shade_of(Vec2 outward) {
    const Vec2 n = normalized(outward);
    return static_cast<float>(0.85 + 0.2 * n.x - 0.1 * n.y);
}

/// The scene's own outline, where a layer does not say its floors.
std::vector<Polygon> floors_of(const Scene& scene, const Layer& layer) {
    if (!layer.walkable.empty()) return layer.walkable;
    return {{rectangle(scene.bounds), {}}};
}

}  // namespace

const PictureColours& picture_colours(bool dark) {
    static const std::array<PictureColours, 2> themes{{
        {Colour::from(0xE3E8ED), Colour::from(0xFBFCFD), Colour::from(0xA9B4BF), Colour::from(0x8B97A4),
         Colour::from(0x6A7581), Colour::from(0x4D5762), Colour::from(0xB9D4E6), Colour::from(0x11151A)},
        {Colour::from(0x12161C), Colour::from(0x262D37), Colour::from(0x46515F), Colour::from(0x77828F),
         Colour::from(0x515B67), Colour::from(0xB4BCC6), Colour::from(0x3E5A70), Colour::from(0xF2F5F8)},
    }};
    return themes[dark ? 1 : 0];
}

Colour group_colour(std::size_t group) {
    constexpr std::array<std::uint32_t, 8> palette{0x56B4E9, 0xE69F00, 0x009E73, 0xCC79A7,
                                                   0xD55E00, 0x0072B2, 0xF0E442, 0x666666};
    return Colour::from(palette[group % palette.size()]);
}

void PictureParts::flat(const Polygon& polygon, double z, Colour colour, float opacity) {
    raster_.fill(viewpoint_, raised(polygon, z), colour, opacity);
}

void PictureParts::prism(const Polygon& polygon, double z, double height, Colour top, Colour side) {
    const auto sides = [&](const Ring& ring, double turn) {
        for (std::size_t i = 0; i < ring.size(); ++i) {
            const Vec2 a = ring[i], b = ring[(i + 1) % ring.size()];
            const Ring3 quad{{a.x, a.y, z}, {b.x, b.y, z}, {b.x, b.y, z + height}, {a.x, a.y, z + height}};
            raster_.fill(viewpoint_, {&quad, 1}, side.times(shade_of(perpendicular(b - a) * -turn)));
        }
    };
    sides(polygon.outline, signed_area(polygon.outline) > 0 ? 1 : -1);
    for (const Ring& hole : polygon.holes) sides(hole, signed_area(hole) > 0 ? -1 : 1);
    flat(polygon, z + height, top);
}

void PictureParts::stroke(Vec3 from, Vec3 to, double width, Colour colour, float opacity) {
    const Vec2 side = perpendicular(normalized(to.xy() - from.xy())) * (width / 2);
    const Ring3 quad{{from.x + side.x, from.y + side.y, from.z},
                     {to.x + side.x, to.y + side.y, to.z},
                     {to.x - side.x, to.y - side.y, to.z},
                     {from.x - side.x, from.y - side.y, from.z}};
    raster_.fill(viewpoint_, {&quad, 1}, colour, opacity);
}

void PictureParts::outline(const Ring& ring, double z, double width, Colour colour, float opacity) {
    for (std::size_t i = 0; i < ring.size(); ++i) {
        const Vec2 a = ring[i], b = ring[(i + 1) % ring.size()];
        stroke({a.x, a.y, z}, {b.x, b.y, z}, width, colour, opacity);
    }
}

void PictureParts::ground(const Scene& scene, std::uint32_t number, bool is_upper) {
    std::map<std::string, std::size_t> kinds;
    for (const Area& area : scene.areas) kinds.emplace(area.type, kinds.size());
    const double edge = 1.5 * Raster::samples / viewpoint_.scale();
    const Layer& layer = scene.layers[number];
    for (const Polygon& floor : floors_of(scene, layer)) {
        flat(floor, layer.height, colours_.floor, is_upper ? 0.65f : 1.0f);
        outline(floor.outline, layer.height + lift / 2, edge, colours_.edge, 1);
        for (const Ring& hole : floor.holes) outline(hole, layer.height + lift / 2, edge, colours_.edge, 1);
    }
    for (const Area& area : scene.areas)
        if (area.layer == number)
            flat(area.polygon, layer.height + lift / 2, group_colour(kinds[area.type] + 2), 0.25f);
    for (const Gap& gap : scene.gaps)
        if (gap.layer == number) flat(gap.polygon, layer.height + lift / 2, colours_.platform, 0.8f);
    for (const Foothold& hold : scene.footholds)
        if (hold.layer == number) foothold(hold, layer.height);
    for (const Polygon& wall : layer.blocked)
        prism(wall, layer.height, wall_height, colours_.wall_top, colours_.wall_side);
}

/// Its sides, and its top as it slopes.
void PictureParts::foothold(const Foothold& hold, double floor) {
    const Ring& ring = hold.polygon.outline;
    Ring3 top;
    for (const Vec2 p : ring)
        top.push_back({p.x, p.y, floor + lift + hold.height + dot(hold.slope, p - ring.front())});
    for (std::size_t i = 0; i < ring.size(); ++i) {
        const std::size_t next = (i + 1) % ring.size();
        const Ring3 side{
            {ring[i].x, ring[i].y, floor}, {ring[next].x, ring[next].y, floor}, top[next], top[i]};
        raster_.fill(viewpoint_, {&side, 1}, colours_.wall_side);
    }
    raster_.fill(viewpoint_, {&top, 1}, colours_.floor);
}

void PictureParts::sole(Vec2 at, double angle, double z, Colour colour, float opacity) {
    constexpr double half_spine = 0.08, radius = 0.05;
    Ring ring;
    for (int i = 0; i < corners; ++i) {
        const double turn = angle + 2 * std::numbers::pi * (i + 0.5) / corners;
        const double end = std::cos(turn - angle) > 0 ? half_spine : -half_spine;
        ring.push_back(at + end * unit_vector(angle) + radius * unit_vector(turn));
    }
    flat({ring, {}}, z + lift, colour, opacity);
}

void PictureParts::thing(const io::RecordedIdentity& identity, const Pose& pose, double z) {
    const bool is_platform = identity.kind == io::RecordedKind::platform;
    const auto* round = std::get_if<DiscShape>(&identity.shape);
    Ring ring = round ? disc({}, round->radius) : std::get<PolygonShape>(identity.shape).outline;
    for (Vec2& p : ring) p = pose.position + rotated(p, pose.angle);
    prism({ring, {}}, z, is_platform ? platform_height : obstacle_height,
          is_platform ? colours_.platform : colours_.obstacle,
          is_platform ? colours_.edge : colours_.wall_side);
}

void PictureParts::goal(const Goal& goal, double z, Colour colour) {
    const double width = std::max(0.05, 2.0 * Raster::samples / viewpoint_.scale());
    if (const auto* round = std::get_if<DiscRegion>(&goal.region))
        outline(disc(round->center, round->radius), z + lift, width, colour, 0.9f);
    else
        outline(std::get<Polygon>(goal.region).outline, z + lift, width, colour, 0.9f);
}

void PictureParts::agent(const io::RecordedAgent& agent, const AgentLimits& limits, Colour colour) {
    const Vec2 at = agent.position.xy();
    const double z = agent.position.z, shoulders = limits.height * 0.76;
    flat({disc(at + Vec2{0.06, -0.06}, limits.radius * 1.12), {}}, z + lift, Colour{}, 0.22f);
    prism({disc(at, limits.radius), {}}, z, shoulders, colour.times(0.94f), colour.times(0.78f));
    const auto ahead = [&](double angle, double reach) {
        return at + unit_vector(agent.heading + angle) * (limits.radius * reach);
    };
    flat({{ahead(0, 0.98), ahead(1.42, 0.7), ahead(-1.42, 0.7)}, {}}, z + shoulders + lift,
         colour.times(0.2f));
    raster_.ball(viewpoint_, {at.x, at.y, z + shoulders + limits.height * 0.1},
                 std::min(limits.radius * 0.48, limits.height * 0.12), colour);
}

}  // namespace wend::view
