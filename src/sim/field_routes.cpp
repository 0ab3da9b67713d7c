#include "sim/field_routes.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>

#include "wend/domains/annotation.hpp"
#include "wend/domains/field_ground.hpp"

namespace wend {
namespace {

constexpr double field_cell = 0.5;  ///< metres

bool is_inside(const Goal& goal, const RoutePoint& to) {
    if (goal.layer != to.layer) return false;
    if (const auto* disc = std::get_if<DiscRegion>(&goal.region))
        return distance(disc->center, to.position) <= disc->radius;
    return contains(std::get<Polygon>(goal.region), to.position);
}

/// Goals that many agents have.
std::vector<Goal> shared_goals(const Scene& scene) {
    std::vector<std::pair<Goal, std::uint64_t>> counted;
    const auto count = [&](const Goal& goal, std::uint64_t agents) {
        for (auto& [other, sum] : counted)
            if (other.layer == goal.layer && other.region == goal.region) {
                sum += agents;
                return;
            }
        counted.emplace_back(goal, agents);
    };
    for (const GroupSpec& group : scene.groups) count(group.goal, group.count);
    for (const AgentSpec& agent : scene.agents) count(agent.goal, 1);
    std::vector<Goal> shared;
    for (const auto& [goal, agents] : counted)
        if (agents >= FieldRoutes::many) shared.push_back(goal);
    return shared;
}

std::vector<Goal> goals_of_bound(const Scene& scene, const ConstraintSpec& spec) {
    std::vector<Goal> goals;
    for (const GroupSpec& group : scene.groups)
        if (domains::binds(spec, group.name, group.name)) goals.push_back(group.goal);
    for (const AgentSpec& agent : scene.agents)
        if (domains::binds(spec, agent.name, agent.group)) goals.push_back(agent.goal);
    return goals;
}

bool can_move(const Scene& scene, const ConstraintSpec& spec) {
    return std::any_of(scene.obstacles.begin(), scene.obstacles.end(), [&](const ObstacleSpec& obstacle) {
        return (obstacle.name == spec.of || obstacle.name == spec.other) &&
               (obstacle.motion.keyframes.size() > 1 || !(obstacle.present == Interval{}));
    });
}

struct ReadyField {
    domains::FieldGround ground;
    fields::GoalField field;
};

}  // namespace

struct FieldRoutes::State {
    /// A shared goal's number, or where a single goal is; the body; which look at the constraints.
    struct Key {
        std::size_t shared = ~std::size_t{0};
        std::uint32_t layer = 0;
        double x = 0, y = 0;
        double radius = 0;
        std::int64_t look = 0;
        auto operator<=>(const Key&) const = default;
    };

    Scene scene;
    Walls walls;
    std::vector<Goal> shared;
    std::vector<ConstraintSpec> constraints;
    std::vector<std::vector<Goal>> goals_of;  ///< by constraint: of those it is for; empty: it is for all
    std::vector<bool> moves;                  ///< by constraint
    bool constraints_move = false;
    std::map<BodyId, domains::ResolvedConstraint> cuts;
    std::mutex mutex;
    std::map<Key, std::shared_ptr<const ReadyField>> ready;

    explicit State(const Scene& s) : scene(s), walls(s), shared(shared_goals(s)) {
        for (const ConstraintSpec& spec : s.constraints) {
            constraints.push_back(spec);
            goals_of.push_back(goals_of_bound(s, spec));
            moves.push_back(can_move(s, spec));
            constraints_move |= moves.back();
        }
        scene.obstacles.clear();  // those that stand are cut out by `block`
        scene.agents.clear();
        scene.groups.clear();
    }

    [[nodiscard]] std::optional<std::size_t> shared_goal(const RoutePoint& to) const {
        for (std::size_t i = 0; i < shared.size(); ++i)
            if (is_inside(shared[i], to)) return i;
        return std::nullopt;
    }

    std::vector<ObstacleSpec> obstacles;  ///< of the scene, for annotations

    /// A router is told where to and not for whom: whoever goes to the goal of somebody that a constraint is
    /// for is bound by it.
    [[nodiscard]] std::vector<ConstraintSpec> constraints_for(const RoutePoint& to) const {
        std::vector<ConstraintSpec> bound;
        for (std::size_t i = 0; i < constraints.size(); ++i)
            if (binds_goal(i, to)) bound.push_back(constraints[i]);
        return bound;
    }
    [[nodiscard]] bool binds_goal(std::size_t i, const RoutePoint& to) const {
        const auto leads_there = [&](const Goal& goal) { return is_inside(goal, to); };
        return constraints[i].agents.empty() ||
               std::any_of(goals_of[i].begin(), goals_of[i].end(), leads_there);
    }

    [[nodiscard]] std::shared_ptr<const ReadyField> make(const RoutePoint& to,
                                                         std::optional<std::size_t> goal, double radius,
                                                         double time) const {
        Scene seen = scene;
        seen.obstacles = obstacles;
        auto resolved = domains::resolve(constraints_for(to), domains::annotated_world(seen, walls, time));
        for (const auto& [who, cut] : cuts) {
            resolved.push_back(cut);
            resolved.back().influence.shapes[0].margin = radius;
        }
        const auto multipliers = domains::MultiplierField::create(std::move(resolved));
        if (!multipliers) return nullptr;
        auto ground = domains::field_ground(scene, walls, multipliers.value(), {field_cell, radius, time});
        if (!ground) return nullptr;
        auto made = std::make_shared<ReadyField>(ReadyField{std::move(ground).value(), {}});
        std::vector<fields::FieldGoal> goals;
        const fields::FieldGrid& grid = made->ground.grid;
        if (goal) {
            for (fields::Cell cell = 0; cell < grid.cell_count(); ++cell)
                if (is_inside(shared[*goal],
                              {made->ground.frame.center(grid, cell), grid.layer_of(cell), false}))
                    goals.push_back({cell, 0});
        } else if (const fields::Cell cell = made->ground.frame.cell_at(grid, to.position, to.layer);
                   cell != fields::no_cell) {
            goals.push_back({cell, 0});
        }
        if (!made->field.begin(grid, goals).is_ok() || !made->field.advance(grid).is_ok()) return nullptr;
        return made;
    }

    [[nodiscard]] std::shared_ptr<const ReadyField> find(const RoutePoint& to, double radius, double time) {
        const auto goal = shared_goal(to);
        if (!goal && constraints_for(to).empty()) return nullptr;
        Key key;
        if (goal)
            key.shared = *goal;
        else
            key.layer = to.layer, key.x = to.position.x, key.y = to.position.y;
        key.radius = radius;
        key.look = constraints_move ? static_cast<std::int64_t>(time / renewal) : 0;
        const std::lock_guard lock(mutex);
        if (ready.size() > 64) ready.clear();
        auto& entry = ready[key];
        if (!entry)
            entry = make(to, goal, radius, constraints_move ? static_cast<double>(key.look) * renewal : 0);
        return entry;
    }
};

FieldRoutes::FieldRoutes(const Scene& scene) : state_(std::make_unique<State>(scene)) {
    state_->obstacles = scene.obstacles;
}
FieldRoutes::FieldRoutes(FieldRoutes&&) noexcept = default;
FieldRoutes& FieldRoutes::operator=(FieldRoutes&&) noexcept = default;
FieldRoutes::~FieldRoutes() = default;

bool FieldRoutes::is_used() const noexcept {
    return !state_->shared.empty() || !state_->constraints.empty();
}

bool FieldRoutes::has_constraints() const noexcept {
    return !state_->constraints.empty();
}

bool FieldRoutes::is_renewed(const RoutePoint& to, double before, double now) const {
    if (!state_->constraints_move || std::floor(before / renewal) == std::floor(now / renewal)) return false;
    for (std::size_t i = 0; i < state_->constraints.size(); ++i)
        if (state_->moves[i] && state_->binds_goal(i, to)) return true;
    return false;
}

void FieldRoutes::block(BodyId who, std::uint32_t layer, const Ring& outline) {
    if (!is_used()) return;
    state_->cuts[who] = {layer, {{{outline, {}, 0}}}, true, Preposition::in, 0};
    state_->ready.clear();
}

void FieldRoutes::unblock(BodyId who) {
    if (state_->cuts.erase(who) > 0) state_->ready.clear();
}

std::optional<std::vector<RoutePoint>> FieldRoutes::route(const RoutePoint& from, const RoutePoint& to,
                                                          double radius, double time) const {
    if (!is_used() || from.layer != to.layer) return std::nullopt;
    const auto ready = state_->find(to, radius, time);
    if (!ready) return std::nullopt;
    const fields::FieldGrid& grid = ready->ground.grid;
    const fields::Cell start = ready->ground.frame.cell_at(grid, from.position, from.layer);
    if (start == fields::no_cell || grid.is_blocked(start)) return std::nullopt;
    const auto corners = fields::corners_to_goal(grid, ready->field, start);
    if (corners.empty()) return std::nullopt;
    std::vector<RoutePoint> points{{from.position, from.layer, false}};
    for (std::size_t i = 1; i + 1 < corners.size(); ++i) {
        if (grid.layer_of(corners[i]) != from.layer) return std::nullopt;
        points.push_back({ready->ground.frame.center(grid, corners[i]), from.layer, false});
    }
    points.push_back(to);
    // The body has to fit all along; cells only promise that it does at their centres.
    Vec2 last = from.position;
    for (const RoutePoint& point : points) {
        if (!state_->walls.ground(from.layer).fits_along(last, point.position, radius)) return std::nullopt;
        last = point.position;
    }
    return points;
}

}  // namespace wend
