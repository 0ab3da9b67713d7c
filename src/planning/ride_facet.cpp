#include "planning/ride_facet.hpp"

#include <cmath>

namespace wend::planning {
namespace {

constexpr double same_place = 1e-6;   // metres
constexpr double same_moment = 1e-6;  // seconds

}  // namespace

std::shared_ptr<const domains::RideGround> RideWorkshop::ground(const AgentLimits& limits) {
    const std::scoped_lock lock(making_);
    for (const Kit& kit : kits_)
        if (kit.limits == limits) return kit.ground;
    const auto made = domains::RideGround::make(*scene_, limits);
    kits_.push_back({limits, made ? made.value() : nullptr});
    return kits_.back().ground;
}

RideFacet::RideFacet(std::shared_ptr<const domains::RideGround> ground, double frame, const Traveller& who)
    : ground_(std::move(ground)), frame_(frame), self_(who.id), news_(who.constraints) {
    if (ground_) table_ = std::make_shared<domains::RideTable>(ground_);
}

std::optional<domains::RideDomain::Key> RideFacet::joint_at(const domains::Place& at) const {
    for (const Joint& joint : joints_)
        if (joint.at.layer == at.layer && distance(joint.at.position, at.position) < same_place &&
            std::abs(joint.at.time - at.time) < same_moment)
            return joint.key;
    return std::nullopt;
}

Ends RideFacet::begin(const Problem& problem, const View& view) {
    start_ = problem.start;
    if (!table_) return {};
    if (!table_->has_room()) {
        table_ = std::make_shared<domains::RideTable>(ground_);
        joints_.clear();
    }
    constexpr double endless = 1e9;
    const domains::RideGoal goal{problem.goal.at, problem.goal.tolerance,
                                 problem.goal.window.value_or(Interval{start_.at.time, endless})};
    ride_ = std::make_unique<domains::RideDomain>(
        view.world, table_, domains::RideStart{start_.at, start_.heading, start_.speed, joint_at(start_.at)},
        goal, self_);
    news_.skip();
    constrained_ = std::make_unique<Constrained>(*ride_, news_.field());
    states_ = std::make_unique<Domain>(*constrained_);
    Ends ends;
    if (const auto key = ride_->start()) ends.start = states_->state(*key);
    if (const auto key = ride_->goal()) ends.goal = states_->state(*key);
    return ends;
}

search::StateId RideFacet::start_state(const Start& start, std::vector<search::StateId>&) {
    if (start == start_ && ride_->start()) return states_->state(*ride_->start());
    return search::no_state;
}

Start RideFacet::start_at(search::StateId state) const {
    const auto key = states_->key(state);
    if (ride_->start() == key) return start_;
    return {states_->place(state), ride_->heading(key), ride_->speed(key), {}};
}

std::vector<domains::RideDomain::Key> RideFacet::keys(std::span<const search::StateId> path) const {
    std::vector<domains::RideDomain::Key> found;
    for (const search::StateId state : path)
        if (domains::RideState::of(states_->key(state)).kind != domains::RideState::Kind::goal)
            found.push_back(states_->key(state));
    return found;
}

domains::Course RideFacet::course(std::span<const search::StateId> path) const {
    domains::Course course;
    for (const auto key : keys(path)) course.push_back(ride_->place(key));
    return course;
}

std::vector<domains::WalkFrame> RideFacet::walk(std::span<const search::StateId> path) const {
    const auto way = keys(path);
    joints_.clear();
    for (const auto key : way)
        if (domains::RideState::of(key).kind != domains::RideState::Kind::settling)
            joints_.push_back({ride_->place(key), key});
    return ride_->walk(way, frame_);
}

bool RideFacet::observe(const View& view, std::span<const Change>, std::vector<search::StateId>&) {
    ride_->refresh(view.world);
    return false;
}

std::size_t RideFacet::bytes() const noexcept {
    return sizeof(*this) + (table_ ? table_->bytes() : 0) + (ride_ ? ride_->bytes() : 0) +
           (states_ ? sizeof(*states_) + states_->bytes() : 0) + joints_.capacity() * sizeof(Joint);
}

}  // namespace wend::planning
