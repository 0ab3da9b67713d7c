#include "planning/footstep_facet.hpp"

#include <algorithm>

namespace wend::planning {

const FootstepWorkshop::Kit& FootstepWorkshop::kit(const AgentLimits& limits) {
    const std::scoped_lock lock(making_);
    for (const Kit& kit : kits_)
        if (kit.limits == limits) return kit;
    domains::FootstepSettings settings;
    settings.frame = ground_.lattice.frame;
    settings.energy = ground_.lattice.energy;
    const auto soles = kits_.empty() ? std::make_shared<const domains::FootstepGround>(*ground_.scene)
                                     : kits_.front().ground;
    kits_.push_back({limits, soles, std::make_shared<const domains::FootstepTable>(limits, settings),
                     ground_.late_share, ground_.late_seconds});
    return kits_.back();
}

Ends FootstepFacet::begin(const Problem& problem, const View& view) {
    start_ = problem.start;
    const double begin = start_.at.time;
    const double expected = std::max(0.0, problem.goal.at.time - begin);
    domains::FootstepGoal goal{problem.goal.at, problem.goal.tolerance, {}, !problem.goal.is_waypoint};
    goal.window = problem.goal.window.value_or(
        Interval{begin, begin + expected * (1 + kit_->late_share) + kit_->late_seconds});
    const domains::FootstepStart from{
        start_.at, start_.heading, start_.speed,
        start_.feet.value_or(domains::feet_beside(start_.at.position, start_.heading))};
    steps_ =
        std::make_unique<domains::FootstepDomain>(view.world, kit_->ground, kit_->table, from, goal, self_);
    news_.skip();
    constrained_ = std::make_unique<Constrained>(*steps_, news_.field());
    states_ = std::make_unique<Domain>(*constrained_);
    if (!steps_->has_start()) return {};
    const search::StateId state = states_->state(steps_->start());
    return {state, states_->state(steps_->goal())};
}

/// The lattice hangs on the start's feet: another start has another one.
search::StateId FootstepFacet::start_state(const Start& start, std::vector<search::StateId>&) {
    return start == start_ ? states_->state(steps_->start()) : search::no_state;
}

Start FootstepFacet::start_at(search::StateId state) const {
    const auto key = states_->key(state);
    if (key == steps_->start()) return start_;
    return {states_->place(state), steps_->heading(key), steps_->speed(key), {}};
}

std::span<const search::StateId> FootstepFacet::placed(std::span<const search::StateId> path) const {
    std::size_t count = path.size();
    while (count > 0 && domains::FootstepState::of(states_->key(path[count - 1])).is_set()) --count;
    return path.first(count);
}

std::vector<domains::FootstepDomain::Key> FootstepFacet::keys(std::span<const search::StateId> path) const {
    std::vector<domains::FootstepDomain::Key> found;
    for (const search::StateId state : placed(path)) found.push_back(states_->key(state));
    return found;
}

domains::Course FootstepFacet::course(std::span<const search::StateId> path) const {
    return places_along(*states_, placed(path));
}

std::vector<domains::WalkFrame> FootstepFacet::walk(std::span<const search::StateId> path) const {
    return steps_->plan(keys(path)).walk;
}

domains::FootstepPlan FootstepFacet::footsteps(std::span<const search::StateId> path,
                                               std::size_t states) const {
    auto way = keys(path);
    way.resize(std::min(way.size(), states));
    if (way.empty()) return {};
    const auto stop =
        steps_->stop(way.back(), [this](auto from, auto to) { return constrained_->allows(from, to); });
    if (!stop) return {};
    way.insert(way.end(), stop->begin(), stop->end());
    return steps_->plan(way);
}

bool FootstepFacet::observe(const View& view, std::span<const Change> changes,
                            std::vector<search::StateId>&) {
    if (!news_.take(changed_)) return false;
    steps_->refresh(view.world);
    changes_.assign(changes.begin(), changes.end());
    return true;
}

bool FootstepFacet::touches(search::StateId state) const {
    if (constrained_->touches(changed_, states_->key(state), steps_->reach())) return true;
    return std::any_of(changes_.begin(), changes_.end(),
                       [&](const Change& change) { return steps_->touches(change, states_->key(state)); });
}

void FootstepFacet::forget(std::vector<search::StateId>& path) {
    states_->keep_only(path);
    changes_ = std::vector<Change>();
    changed_ = std::vector<domains::ChangedGround>();
}

std::size_t FootstepFacet::bytes() const noexcept {
    return sizeof(*this) + changes_.capacity() * sizeof(Change) + (steps_ ? steps_->bytes() : 0) +
           (states_ ? sizeof(*states_) + states_->bytes() : 0);
}

}  // namespace wend::planning
