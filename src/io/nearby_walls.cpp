#include "io/nearby_walls.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace wend::io {
namespace {

/// A raster over the bounds in which boxes are marked; then tells in constant time whether a box meets a
/// mark.
class Marks {
  public:
    explicit Marks(const Box2& bounds) : low_(bounds.low), step_((bounds.high - bounds.low) / side) {}

    void add(const Box2& box) {
        const Cells cells = cells_of(box);
        for (std::size_t y = cells.low_y; y <= cells.high_y; ++y)
            for (std::size_t x = cells.low_x; x <= cells.high_x; ++x) sums_[index(x + 1, y + 1)] = 1;
    }
    /// Turns the marks into sums over everything lower in x and y.
    void finish() {
        for (std::size_t y = 1; y <= side; ++y)
            for (std::size_t x = 1; x <= side; ++x)
                sums_[index(x, y)] +=
                    sums_[index(x - 1, y)] + sums_[index(x, y - 1)] - sums_[index(x - 1, y - 1)];
    }
    [[nodiscard]] bool meets(const Box2& box) const {
        const Cells c = cells_of(box);
        return sums_[index(c.high_x + 1, c.high_y + 1)] + sums_[index(c.low_x, c.low_y)] !=
               sums_[index(c.low_x, c.high_y + 1)] + sums_[index(c.high_x + 1, c.low_y)];
    }

  private:
    static constexpr std::size_t side = 512;
    struct Cells {
        std::size_t low_x, low_y, high_x, high_y;
    };
    static std::size_t index(std::size_t x, std::size_t y) { return y * (side + 1) + x; }
    static std::size_t cell(double offset, double step) {
        return static_cast<std::size_t>(std::clamp(offset / step, 0.0, double{side - 1}));
    }
    [[nodiscard]] Cells cells_of(const Box2& box) const {
        return {cell(box.low.x - low_.x, step_.x), cell(box.low.y - low_.y, step_.y),
                cell(box.high.x - low_.x, step_.x), cell(box.high.y - low_.y, step_.y)};
    }

    Vec2 low_;
    Vec2 step_;
    std::vector<std::uint32_t> sums_ = std::vector<std::uint32_t>((side + 1) * (side + 1));
};

Box2 box_of(const GoalRegion& region) {
    if (const auto* polygon = std::get_if<Polygon>(&region)) return bounds_of(polygon->outline);
    const auto& disc = std::get<DiscRegion>(region);
    Box2 box;
    box.add(disc.center);
    return box.grown(disc.radius);
}

Marks places_of_interest(const Scene& scene) {
    Marks marks(scene.bounds);
    const auto add_goals = [&marks](const Goal& goal, double radius) {
        marks.add(box_of(goal.region).grown(radius));
        for (const auto* more : {&goal.then, &goal.others})
            for (const Goal& next : *more) marks.add(box_of(next.region).grown(radius));
    };
    const auto add = [&](const AgentSpec& agent) {
        Box2 body;
        body.add(agent.position);
        marks.add(body.grown(agent.limits.radius));
        add_goals(agent.goal, agent.limits.radius);
    };
    for (const AgentSpec& agent : scene.agents) add(agent);
    for (const GroupSpec& group : scene.groups) add_goals(group.goal, group.limits.radius);
    for (const TimedEvent& event : scene.events) {
        if (const auto* goal = std::get_if<GoalEvent>(&event.what)) add_goals(goal->goal, 0);
        if (const auto* enter = std::get_if<EnterEvent>(&event.what)) add(enter->agent);
    }
    marks.finish();
    return marks;
}

std::vector<Polygon> those_near(const std::vector<Polygon>& polygons, const Marks& marks) {
    std::vector<Polygon> near;
    for (const Polygon& polygon : polygons)
        if (marks.meets(bounds_of(polygon.outline))) near.push_back(polygon);
    return near;
}

}  // namespace

Walls nearby_walls(const Scene& scene) {
    const Marks marks = places_of_interest(scene);
    Scene near;
    near.bounds = scene.bounds;
    for (const Layer& layer : scene.layers) {
        near.layers.push_back(
            {layer.name, layer.height, those_near(layer.walkable, marks), those_near(layer.blocked, marks)});
        // No walkable polygon at all would mean that everything is.
        auto& walkable = near.layers.back().walkable;
        if (walkable.empty() && !layer.walkable.empty()) walkable.push_back(layer.walkable.front());
    }
    return Walls(near);
}

}  // namespace wend::io
