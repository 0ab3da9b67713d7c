// What the channels that exist today carry.

#include <cmath>
#include <numbers>

#include "wend/check/budget_text.hpp"
#include "wend/view/messages.hpp"

#include "view/heights.hpp"

namespace wend::view {
namespace {

constexpr double simplification = 0.01;  // metres
constexpr int disc_corners = 32;

/// Would somebody who walks straight from a to b at even speed pass p on time?
bool is_implied(const PublishedPoint& a, const PublishedPoint& p, const PublishedPoint& b) {
    if (a.layer != p.layer || p.layer != b.layer || !(b.time > a.time)) return false;
    const Vec2 there = lerp(a.position, b.position, (p.time - a.time) / (b.time - a.time));
    return distance(there, p.position) <= simplification;
}

bool all_implied(std::span<const PublishedPoint> points, std::size_t from, std::size_t to) {
    for (std::size_t i = from + 1; i < to; ++i)
        if (!is_implied(points[from], points[i], points[to])) return false;
    return true;
}

/// Greedy, doubling then halving the step, so that long straight plans do not cost their square.
std::vector<std::size_t> kept_points(std::span<const PublishedPoint> points) {
    std::vector<std::size_t> kept;
    if (points.empty()) return kept;
    kept.push_back(0);
    for (std::size_t from = 0; from + 1 < points.size();) {
        std::size_t good = from + 1;
        for (std::size_t step = 2; from + step < points.size() && all_implied(points, from, from + step);
             step *= 2)
            good = from + step;
        for (std::size_t step = good - from; step > 0; step /= 2)
            if (good + step < points.size() && all_implied(points, from, good + step)) good += step;
        kept.push_back(good);
        from = good;
    }
    return kept;
}

}  // namespace

ChannelSample plan_sample(std::uint32_t frame, std::uint32_t agent, std::span<const PublishedPoint> points,
                          const AgentView& view, std::span<const Layer> layers) {
    ChannelSample sample{"plan", frame, agent, view.is_paused ? "paused; " : "", {}};
    sample.note += to_string(view.plan.code);
    if (!view.plan.message.empty()) sample.note += ": " + view.plan.message;
    Drawing line{DrawingKind::line, 0, 4, {}};
    for (const std::size_t i : kept_points(points)) {
        const PublishedPoint& point = points[i];
        for (const double value :
             {point.position.x, point.position.y, height_of(point.layer, layers), point.time})
            line.values.push_back(static_cast<float>(value));
    }
    sample.drawings.push_back(std::move(line));
    sample.drawings.push_back({DrawingKind::points, 0, 1, {static_cast<float>(view.plan_length)}});
    return sample;
}

ChannelSample goal_sample(std::uint32_t frame, const GoalEvent& event, std::span<const Layer> layers) {
    ChannelSample sample{"goal", frame, std::nullopt, event.target, {}};
    Drawing outline{DrawingKind::polygon, 0, 3, {}};
    const double z = height_of(event.goal.layer, layers);
    const auto add = [&](Vec2 p) {
        for (const double value : {p.x, p.y, z}) outline.values.push_back(static_cast<float>(value));
    };
    if (const auto* disc = std::get_if<DiscRegion>(&event.goal.region)) {
        for (int i = 0; i < disc_corners; ++i)
            add(disc->center + disc->radius * unit_vector(2 * std::numbers::pi * i / disc_corners));
    } else {
        for (const Vec2 p : std::get<Polygon>(event.goal.region).outline) add(p);
    }
    sample.drawings.push_back(std::move(outline));
    return sample;
}

ChannelSample constraint_sample(std::uint32_t frame, const ConstraintsView& constraints,
                                std::span<const Layer> layers) {
    ChannelSample sample{"constraints", frame, std::nullopt, "", {}};
    for (std::size_t i = 0; i < constraints.specs.size(); ++i) {
        const ConstraintSpec& spec = constraints.specs[i];
        if (!sample.note.empty()) sample.note += '\n';
        sample.note += spec.name;
        const domains::ResolvedConstraint& ground = constraints.ground[i];
        const auto z = static_cast<float>(height_of(ground.layer, layers));
        for (const domains::InfluenceShape& shape : ground.influence.shapes) {
            Drawing outline{
                DrawingKind::polygon, static_cast<std::uint8_t>(spec.hard ? 2 : spec.weight < 0), 4, {}};
            for (const Vec2 corner : shape.ring)
                for (const float value : {static_cast<float>(corner.x), static_cast<float>(corner.y), z,
                                          static_cast<float>(shape.margin)})
                    outline.values.push_back(value);
            sample.drawings.push_back(std::move(outline));
        }
    }
    return sample;
}

ChannelSample budget_sample(std::uint32_t frame, const BudgetSpec& budget) {
    const auto milliseconds = static_cast<float>(budget.seconds.value_or(0) * 1000);
    return {"budget",
            frame,
            std::nullopt,
            check::budget_text(budget),
            {{DrawingKind::points, 0, 1, {milliseconds}}}};
}

}  // namespace wend::view
