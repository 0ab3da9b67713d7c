#include "wend/domains/ride_domain.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <queue>

#include "wend/locomotion/landmarks.hpp"

namespace wend::domains {
namespace {

constexpr double at_rest = 1e-6;    ///< m/s
constexpr double on_a_step = 1e-6;  ///< seconds
constexpr locomotion::Step never = 1 << 20;

/// The landmark nearest to the goal's place that one can stand on.
std::optional<locomotion::Landmark> goal_landmark(const RideGround& ground, const RideGoal& goal) {
    const double height = ground.height_of(goal.at.layer);
    for (int ring = 0; ring <= 4; ++ring)
        for (int i = 0; i < (ring == 0 ? 1 : 16); ++i) {
            const Vec2 p =
                goal.at.position + unit_vector(i * std::numbers::pi / 8) * (goal.tolerance * ring / 4 * 0.95);
            const auto found =
                locomotion::landmark_at(ground.world(), ground.skills(), {p.x, p.y, height}, 0);
            if (found && ground.world().is_static(found.value().block)) return found.value();
        }
    return std::nullopt;
}

}  // namespace

RideDomain::RideDomain(std::shared_ptr<const Snapshot> world, std::shared_ptr<RideTable> table,
                       const RideStart& start, const RideGoal& goal, BodyId self)
    : world_(std::move(world)), table_(std::move(table)), self_(self), goal_(goal), heading_(start.heading) {
    find_start(start);
    find_goal();
    find_bounds();
}

void RideDomain::find_start(const RideStart& start) {
    const double steps = start.at.time / RideGround::step;
    begin_ = static_cast<Step>(std::lround(steps));
    const RideGround& ground = table_->ground();
    if (std::abs(steps - begin_) > on_a_step || begin_ >= ground.timing().horizon) return;
    earliest_ = begin_;
    if (start.key) {
        start_ = start.key;
        earliest_ = std::min(begin_, static_cast<Step>(State::of(*start.key).step));
        return;
    }
    const Vec2 p = start.at.position;
    const auto here =
        locomotion::landmark_at(ground.world(), ground.skills(), {p.x, p.y, ground.height_of(start.at.layer)},
                                begin_ * RideGround::step_ticks);
    if (!here) return start.speed > at_rest ? void() : step_inwards(start);
    if (start.speed > at_rest) return settle(start, here.value());
    State state;
    state.from = table_->add(here.value());
    state.step = begin_;
    start_ = state.key();
}

/// Who stands too near to an edge to prepare for anything first goes to the nearest place that is not.
void RideDomain::step_inwards(const RideStart& start) {
    constexpr double farthest = 0.8;  // metres
    const RideGround& ground = table_->ground();
    const double height = ground.height_of(start.at.layer);
    const Tick first = begin_ * RideGround::step_ticks;
    for (double away = 0.05; away <= farthest; away += 0.05)
        for (int i = 0; i < 16; ++i) {
            const Vec2 way = unit_vector(i * std::numbers::pi / 8) * away;
            const Vec2 p = start.at.position + way;
            const auto there =
                locomotion::landmark_at(ground.world(), ground.skills(), {p.x, p.y, height}, first);
            if (!there) continue;
            const auto steps = static_cast<Step>(
                std::ceil(2 * std::sqrt(away / ground.skills().acceleration) / RideGround::step));
            if (come_to_rest({there.value().block, there.value().local - way}, way, steps,
                             [](double u) { return u < 0.5 ? 2 * u * u : 1 - 2 * (1 - u) * (1 - u); }))
                return;
        }
}

/// Straight on and ever more slowly, for whole steps.
void RideDomain::settle(const RideStart& start, const locomotion::Landmark& here) {
    const RideGround& ground = table_->ground();
    const auto steps =
        static_cast<Step>(std::ceil(start.speed / (ground.skills().acceleration * RideGround::step)));
    const Vec2 way = unit_vector(start.heading) * (start.speed * steps * RideGround::step / 2);
    (void)come_to_rest(here, way, steps, [](double u) { return 2 * u - u * u; });
}

/// From the start, by a way over what carries it, of which `share` is done at a share of the time. False when
/// something is hit or the feet have no support.
bool RideDomain::come_to_rest(const locomotion::Landmark& here, Vec2 way, Step steps,
                              double (*share)(double)) {
    const RideGround& ground = table_->ground();
    if (begin_ + steps > ground.timing().horizon || steps > State::most_part) return false;
    const Tick first = begin_ * RideGround::step_ticks, ticks = steps * RideGround::step_ticks;
    locomotion::Move move{begin_, begin_ + steps, {}, 0, 0, 0, 0};
    for (Tick i = 0; i <= ticks; ++i) {
        const Vec2 off = way * share(static_cast<double>(i) / ticks);
        const Vec3 p = locomotion::place_of(ground.world(), here, first + i);
        move.path.push_back({p.x + off.x, p.y + off.y, p.z});
    }
    locomotion::BodyShape body = ground.skills().body;
    body.foot *= 0.9;  // it may stand as near to an edge as the crowd lets it
    if (locomotion::first_failure(ground.world(), body, first, move)) return false;
    settled_ = table_->add({here.block, here.local + way});
    settling_ = std::move(move.path);
    State state;
    state.kind = Kind::settling;
    state.from = settled_;
    state.step = begin_;
    start_ = state.key();
    return true;
}

void RideDomain::find_goal() {
    if (const auto landmark = goal_landmark(table_->ground(), goal_)) target_ = table_->add(*landmark);
}

std::optional<RideDomain::Key> RideDomain::goal() const noexcept {
    if (!target_) return std::nullopt;
    State state;
    state.kind = Kind::goal;
    return state.key();
}

/// Dijkstra from the goal over the least that each move can take.
void RideDomain::find_bounds() {
    const locomotion::EdgeTable& edges = table_->edges();
    const auto count = static_cast<Index>(edges.landmarks().size());
    to_goal_.assign(count, never);
    predecessors_.assign(count, {});
    for (Index p = 0; p < count; ++p)
        for (const Index q : edges.successors(p)) predecessors_[q].push_back(p);
    if (!target_) return;
    using Item = std::pair<Step, Index>;
    std::priority_queue<Item, std::vector<Item>, std::greater<>> open;
    open.push({to_goal_[*target_] = table_->stop_steps(), *target_});
    while (!open.empty()) {
        const auto [steps, q] = open.top();
        open.pop();
        if (steps > to_goal_[q]) continue;
        for (const Index p : predecessors_[q])
            for (std::size_t c = 0; c < edges.controllers().size(); ++c) {
                const Step least = edges.fewest_ever(c, p, q);
                if (least == 0 || steps + least >= to_goal_[p]) continue;
                to_goal_[p] = steps + least;
                open.push({to_goal_[p], p});
            }
    }
}

}  // namespace wend::domains
