#include "wend/world/generate.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>

#include "wend/base/rng.hpp"

namespace wend {
namespace {

using std::numbers::pi;

struct Range {
    const char* name;
    double value, low, high;
};

Status check_ranges(const GeneratorSpec& spec) {
    for (const Range& range :
         {Range{"agents", static_cast<double>(spec.agents), 2, 10000}, Range{"width", spec.width, 0.7, 50},
          Range{"length", spec.length, 2, 500}, Range{"arms", static_cast<double>(spec.arms), 1, 12},
          Range{"radius", spec.radius, 0.1, 1}, Range{"radius_spread", spec.radius_spread, 0, 0.5},
          Range{"speed", spec.speed, 0.3, 3}, Range{"speed_spread", spec.speed_spread, 0, 0.5},
          Range{"irregularity", spec.irregularity, 0, 0.6}, Range{"goal_radius", spec.goal_radius, 0.1, 10},
          Range{"duration", spec.duration, 1, 36000}})
        if (!(range.value >= range.low && range.value <= range.high))
            return Status::invalid_input(std::string(range.name) + ": found " + std::to_string(range.value) +
                                         ", expected a number from " + std::to_string(range.low) + " to " +
                                         std::to_string(range.high));
    if (spec.kind == SceneKind::arms && spec.arms < 2)
        return Status::invalid_input("arms: found " + std::to_string(spec.arms) + ", expected at least 2");
    return Status::ok();
}

Polygon box(Vec2 low, Vec2 high) {
    return {rectangle(Box2{low, high}), {}};
}

/// A strip of that width from one point to another.
Polygon strip(Vec2 from, Vec2 to, double width) {
    const Vec2 side = perpendicular(normalized(to - from)) * (width / 2);
    return {{from - side, to - side, to + side, from + side}, {}};
}

Polygon disc_around(Vec2 center, double radius) {
    constexpr int corners = 32;
    Ring ring;
    for (int i = 0; i < corners; ++i) ring.push_back(center + unit_vector(2 * pi * i / corners) * radius);
    return {std::move(ring), {}};
}

Goal goal_in(Polygon polygon, bool leaves = true) {
    Goal goal;
    goal.region = std::move(polygon);
    goal.leaves = leaves;
    return goal;
}

Goal goal_at(Vec2 center, double radius, bool leaves) {
    Goal goal;
    goal.region = DiscRegion{center, radius};
    goal.leaves = leaves;
    return goal;
}

/// Adds to one scene what all kinds are made of.
class Maker {
  public:
    explicit Maker(const GeneratorSpec& spec)
        : spec_(spec), rng_(Rng(spec.seed).split(static_cast<std::uint64_t>(spec.kind))) {
        scene_.name = std::string(scene_kind_names()[static_cast<std::size_t>(spec.kind)]) + "-" +
                      std::to_string(spec.agents) + "-" + std::to_string(spec.seed);
        scene_.duration = spec.duration;
        scene_.time_step = 0.1;
        scene_.layers.push_back({"ground", 0, {}, {}});
    }

    [[nodiscard]] const GeneratorSpec& spec() const noexcept { return spec_; }
    [[nodiscard]] Rng& rng() noexcept { return rng_; }
    void walkable(Polygon polygon) { scene_.layers[0].walkable.push_back(std::move(polygon)); }
    void blocked(Polygon polygon) { scene_.layers[0].blocked.push_back(std::move(polygon)); }
    [[nodiscard]] double widest() const noexcept { return spec_.radius * (1 + spec_.radius_spread); }

    [[nodiscard]] AgentLimits limits() {
        AgentLimits limits;
        limits.radius = spec_.radius * (1 + rng_.uniform(-spec_.radius_spread, spec_.radius_spread));
        limits.max_speed = spec_.speed * (1 + rng_.uniform(-spec_.speed_spread, spec_.speed_spread));
        return limits;
    }
    void agent(const std::string& name, Vec2 at, double heading, const AgentLimits& limits, Goal goal) {
        AgentSpec agent;
        agent.name = name;
        agent.position = at;
        agent.heading = heading;
        agent.limits = limits;
        agent.goal = std::move(goal);
        scene_.agents.push_back(std::move(agent));
    }
    /// Members in rows across the direction they look in, the first row at `front`, each a little off its
    /// place.
    void column(const std::string& name, std::uint32_t count, Vec2 front, double heading, double width,
                const Goal& goal) {
        const double pitch = 2 * widest() + 0.12;
        const auto files =
            static_cast<std::uint32_t>(std::max(1.0, std::floor((width - 2 * widest() - 0.1) / pitch) + 1));
        const Vec2 back = unit_vector(heading) * -1.0, side = perpendicular(unit_vector(heading));
        const double span = pitch * (files - 1);
        for (std::uint32_t i = 0; i < count; ++i) {
            const double across = files > 1 ? pitch * (i % files) - span / 2 : 0;
            const Vec2 jitter{rng_.uniform(-0.03, 0.03), rng_.uniform(-0.03, 0.03)};
            const double behind = pitch * 1.15 * static_cast<double>(i / files);
            agent(name + "/" + std::to_string(i), front + back * behind + side * across + jitter, heading,
                  limits(), goal);
        }
    }
    /// Metres that such a column is deep.
    [[nodiscard]] double depth(std::uint32_t count, double width) const {
        const double pitch = 2 * widest() + 0.12;
        const double files = std::max(1.0, std::floor((width - 2 * widest() - 0.1) / pitch) + 1);
        return std::ceil(count / files) * pitch * 1.15 + 1;
    }

    Scene finish(std::string description) {
        Box2 bounds;
        for (const Polygon& polygon : scene_.layers[0].walkable) bounds.add(bounds_of(polygon.outline));
        scene_.bounds = bounds.grown(1);
        scene_.description = std::move(description);
        return std::move(scene_);
    }

  private:
    GeneratorSpec spec_;
    Rng rng_;
    Scene scene_;
};

std::uint32_t share(std::uint32_t all, std::uint32_t parts, std::uint32_t index) {
    return all / parts + (index < all % parts ? 1 : 0);
}

/// Everybody walks through the middle into the arm that lies most nearly opposite.
Scene make_arms(Maker& maker) {
    const GeneratorSpec& spec = maker.spec();
    const std::uint32_t arms = spec.arms;
    std::vector<double> angles;
    for (std::uint32_t i = 0; i < arms; ++i)
        angles.push_back((i + maker.rng().uniform(-0.5, 0.5) * spec.irregularity) * 2 * pi / arms);
    const double hub = 0.5 * spec.width / std::sin(std::min(pi / 2, pi / arms));
    const double reach = hub + spec.length + maker.depth(share(spec.agents, arms, 0), spec.width) + 3;
    maker.walkable(disc_around({}, std::max(hub, 0.6 * spec.width)));
    for (const double angle : angles) maker.walkable(strip({}, unit_vector(angle) * reach, spec.width));
    for (std::uint32_t i = 0; i < arms; ++i) {
        const std::uint32_t to = (i + arms / 2) % arms;
        const Vec2 out = unit_vector(angles[to]);
        const Goal goal = goal_in(strip(out * (reach - 3), out * (reach - 0.4), spec.width - 0.02));
        maker.column("arm-" + std::to_string(i), share(spec.agents, arms, i),
                     unit_vector(angles[i]) * (hub + spec.length * 0.6), angles[i] + pi, spec.width, goal);
    }
    return maker.finish("Streams that meet where " + std::to_string(arms) + " arms cross.");
}

Scene make_counter_flow(Maker& maker) {
    const GeneratorSpec& spec = maker.spec();
    const double room = std::max(10.0, maker.depth(spec.agents / 2, 8) + 4), half = spec.length / 2;
    maker.walkable(box({-half - 0.01, -spec.width / 2}, {half + 0.01, spec.width / 2}));
    for (const double side : {-1.0, 1.0}) {
        const Vec2 a{side * half, -6}, b{side * (half + room), 6};
        maker.walkable(box({std::min(a.x, b.x), a.y}, {std::max(a.x, b.x), b.y}));
    }
    for (int i = 0; i < 2; ++i) {
        const double side = i == 0 ? -1 : 1;
        const double x = -side * (half + room);
        const Goal goal =
            goal_in(box({std::min(x, x + side * 2.5), -5.5}, {std::max(x, x + side * 2.5), 5.5}));
        maker.column(i == 0 ? "eastbound" : "westbound", share(spec.agents, 2, static_cast<std::uint32_t>(i)),
                     {side * (half + 2), 0}, i == 0 ? 0 : pi, 8, goal);
    }
    return maker.finish("Two groups against each other through one passage.");
}

Scene make_doors(Maker& maker) {
    const GeneratorSpec& spec = maker.spec();
    const double height = std::max(spec.arms * (spec.width + 3), 14.0);
    const double deep = std::max(spec.length, maker.depth(spec.agents, height - 2) + 4);
    maker.walkable(box({-deep, 0}, {0, height}));
    maker.walkable(box({0.3, 0}, {12, height}));
    for (std::uint32_t i = 0; i < spec.arms; ++i) {
        const double y = height * (i + 0.5) / spec.arms;
        maker.walkable(box({-0.01, y - spec.width / 2}, {0.31, y + spec.width / 2}));
    }
    const Goal goal = goal_in(box({8, 0.5}, {11.5, height - 0.5}));
    maker.column("crowd", spec.agents, {-3, height / 2}, 0, height - 2, goal);
    return maker.finish("From one room into the next through " + std::to_string(spec.arms) + " doors.");
}

Scene make_circles(Maker& maker) {
    const GeneratorSpec& spec = maker.spec();
    const double pitch = 2 * maker.widest() + 0.25;
    std::vector<double> rings;
    std::uint32_t placed = 0;
    for (double radius = std::max(4.0, spec.length / 2); placed < spec.agents; radius += pitch * 1.2) {
        rings.push_back(radius);
        placed += static_cast<std::uint32_t>(2 * pi * radius / (1.6 * pitch));
    }
    maker.walkable(disc_around({}, rings.back() + 4));
    std::uint32_t number = 0;
    for (const double radius : rings) {
        const auto room = static_cast<std::uint32_t>(2 * pi * radius / (1.6 * pitch));
        const std::uint32_t count = std::min(room, spec.agents - number);
        const double turn = maker.rng().uniform(0, 2 * pi);
        for (std::uint32_t i = 0; i < count; ++i, ++number) {
            const double angle = turn + 2 * pi * i / count;
            const Vec2 from = unit_vector(angle) * radius;
            maker.agent("ring/" + std::to_string(number), from, angle + pi, maker.limits(),
                        goal_at(from * -1.0, spec.radius, false));
        }
    }
    return maker.finish("Rings of agents who change places with those opposite.");
}

Scene make_many_to_one(Maker& maker) {
    const GeneratorSpec& spec = maker.spec();
    const double pitch = 2 * maker.widest() + 0.3, inner = std::max(5.0, spec.goal_radius + 4);
    std::uint32_t number = 0;
    double radius = inner;
    for (; number < spec.agents; radius += pitch * 1.2) {
        const auto room = static_cast<std::uint32_t>(2 * pi * radius / (1.3 * pitch));
        const std::uint32_t count = std::min(room, spec.agents - number);
        const double turn = maker.rng().uniform(0, 2 * pi);
        for (std::uint32_t i = 0; i < count; ++i, ++number) {
            const double angle = turn + 2 * pi * i / room;
            maker.agent("crowd/" + std::to_string(number), unit_vector(angle) * radius, angle + pi,
                        maker.limits(), goal_at({}, spec.goal_radius, false));
        }
    }
    maker.walkable(disc_around({}, radius + 4));
    return maker.finish("All bound for one place of " + std::to_string(spec.goal_radius) + " m.");
}

/// Rooms on both sides of a corridor, each with one door onto it; everybody goes to some other room.
Scene make_office(Maker& maker) {
    const GeneratorSpec& spec = maker.spec();
    const double corridor = std::max(2.0, spec.width), deep = 6, wide = 7, door = 1.2;
    const std::uint32_t rooms = std::max(2u, spec.arms);
    maker.walkable(box({0, -corridor / 2}, {rooms * wide, corridor / 2}));
    std::vector<Box2> boxes;
    for (std::uint32_t i = 0; i < 2 * rooms; ++i) {
        const double x = (i / 2) * wide, side = i % 2 == 0 ? 1 : -1;
        const double near = side * (corridor / 2 + 0.2), far = side * (corridor / 2 + 0.2 + deep);
        const Box2 room{{x + 0.1, std::min(near, far)}, {x + wide - 0.1, std::max(near, far)}};
        boxes.push_back(room);
        maker.walkable({rectangle(room), {}});
        const double at = x + maker.rng().uniform(1.2, wide - 1.2), wall = side * corridor / 2;
        maker.walkable(box({at - door / 2, std::min(wall - side * 0.01, near + side * 0.01)},
                           {at + door / 2, std::max(wall - side * 0.01, near + side * 0.01)}));
    }
    const double pitch = 2 * maker.widest() + 0.15;
    const auto columns = static_cast<std::uint32_t>((wide - 1.2) / pitch);
    std::vector<std::uint32_t> filled(boxes.size());
    for (std::uint32_t i = 0; i < spec.agents; ++i) {
        const std::uint32_t from = i % (2 * rooms);
        const auto to =
            static_cast<std::uint32_t>((from + 1 + maker.rng().next() % (2 * rooms - 1)) % (2 * rooms));
        const std::uint32_t place = filled[from]++;
        const Vec2 at =
            boxes[from].low + Vec2{0.6 + pitch * (place % columns), 0.6 + pitch * (place / columns)};
        Goal goal = goal_in({rectangle(boxes[to].grown(-0.5)), {}});
        maker.agent("clerk/" + std::to_string(i), at, 0, maker.limits(), std::move(goal));
    }
    return maker.finish("Everybody goes to another room of an office.");
}

Scene make_hallways(Maker& maker) {
    const GeneratorSpec& spec = maker.spec();
    const double reach = spec.length + maker.depth(share(spec.agents, 4, 0), spec.width) + 4;
    maker.walkable(box({-reach, -spec.width / 2}, {reach, spec.width / 2}));
    maker.walkable(box({-spec.width / 2, -reach}, {spec.width / 2, reach}));
    for (int i = 0; i < 4; ++i) {
        const Vec2 out = unit_vector(i * pi / 2), side = perpendicular(out);
        // Pillars stand clear of the middle, one to a stretch, where two can pass on either side.
        for (double at = spec.width / 2 + 3; spec.width >= 5 && at < spec.length * 0.5; at += 6) {
            const Vec2 center = out * at + side * maker.rng().uniform(-0.1, 0.1) * spec.width;
            maker.blocked(box(center - Vec2{0.2, 0.2}, center + Vec2{0.2, 0.2}));
        }
        const Vec2 to = out * -1.0;
        const Goal goal = goal_in(strip(to * (reach - 3), to * (reach - 0.4), spec.width - 0.02));
        maker.column("hall-" + std::to_string(i), share(spec.agents, 4, static_cast<std::uint32_t>(i)),
                     out * (spec.length * 0.7), i * pi / 2 + pi, spec.width, goal);
    }
    return maker.finish("Four hallways with pillars that cross each other.");
}

Scene make_following(Maker& maker) {
    const GeneratorSpec& spec = maker.spec();
    const double pitch = 2 * maker.widest() + 0.4, tail = pitch * spec.agents + 2;
    const double width = std::min(spec.width, 2.8 * spec.radius);
    maker.walkable(box({-tail, -width / 2}, {spec.length + 4, width / 2}));
    const Goal goal = goal_in(box({spec.length, -width / 2}, {spec.length + 3.5, width / 2}));
    for (std::uint32_t i = 0; i < spec.agents; ++i) {
        AgentLimits limits = maker.limits();
        if (i == 0) limits.max_speed = spec.speed / 2;
        maker.agent("file/" + std::to_string(i), {-1 - pitch * i, 0}, 0, limits, goal);
    }
    return maker.finish("A file behind somebody who walks at half the pace.");
}

}  // namespace

const std::vector<std::string_view>& scene_kind_names() {
    static const std::vector<std::string_view> names{"arms",        "counter-flow", "doors",    "circles",
                                                     "many-to-one", "office",       "hallways", "following"};
    return names;
}

std::optional<SceneKind> scene_kind(std::string_view name) {
    const auto& names = scene_kind_names();
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) return std::nullopt;
    return static_cast<SceneKind>(found - names.begin());
}

Result<Scene> generate_scene(const GeneratorSpec& spec) {
    if (const Status status = check_ranges(spec); !status.is_ok()) return status;
    constexpr std::array makers{make_arms,        make_counter_flow, make_doors,    make_circles,
                                make_many_to_one, make_office,       make_hallways, make_following};
    Maker maker(spec);
    return makers[static_cast<std::size_t>(spec.kind)](maker);
}

}  // namespace wend
