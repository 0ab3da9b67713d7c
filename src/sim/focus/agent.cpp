#include "sim/focus/agent.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "wend/domains/ride_ground.hpp"

#include "sim/coordination/yielding.hpp"
#include "sim/crowd.hpp"
#include "sim/focus/focus.hpp"
#include "sim/focus/smoothing.hpp"
#include "sim/ground/goals.hpp"
#include "sim/promise/neighbourhood.hpp"
#include "sim/promise/traffic.hpp"

namespace wend {
namespace {

constexpr double least_lead = 0.3, most_lead = 8;  ///< seconds
constexpr double most_lead_walking = 2;            ///< the same while it walks
constexpr std::uint64_t retry_frames = 3;          ///< after a promise was refused
constexpr double doubt_period = 0.5;               ///< seconds from one new beginning to the next
constexpr std::size_t most_tries = 12;             ///< promises that are looked at in one frame
constexpr int most_waypoints = 8;                  ///< passed from one new start to the next
constexpr double on_the_spot = 1e-6;
constexpr double a_little = 0.05;     ///< metres
constexpr double smoothed_ahead = 8;  ///< seconds
constexpr double crossed_all = std::numeric_limits<double>::infinity();
constexpr double approach_after = 1;   ///< seconds without a plan
constexpr double approach_room = 0.5;  ///< metres beside who stands on the goal

/// The largest disc around the target that lies in the goal region, about.
double tolerance_of(const Goal& goal, Vec2 target) {
    for (const double radius : {0.5, 0.35, 0.25, 0.17, 0.1}) {
        bool is_inside = true;
        for (int i = 0; i < 16; ++i)
            is_inside = is_inside &&
                        is_in_goal(goal, goal.layer, target + radius * unit_vector(i * 0.39269908169872414));
        if (is_inside) return radius;
    }
    return 0.05;
}

planning::Aim aim_of(const Walker& walker, double now) {
    planning::Aim aim;
    aim.at = {walker.target.layer, walker.target.position, 0};
    aim.tolerance = tolerance_of(walker.goal, walker.target.position);
    if (walker.goal.window && walker.goal.window->high > now) aim.window = walker.goal.window;
    return aim;
}

/// Somebody stands on this one's goal, and wants to be elsewhere itself; null when nobody does.
const Walker* stander_on_goal(Crowd& crowd, const Walker& walker) {
    const RoutePoint& target = walker.target;
    for (const Neighbour& near : crowd.world.occupancy().within(
             target.layer, target.position, walker.spec.limits.radius, crowd.world.time(), walker.id)) {
        const auto number = crowd.numbers.find(near.who.agent);
        if (number == crowd.numbers.end()) continue;
        const Walker& other = crowd.walkers[number->second];
        if (other.is_standing() && !other.has_arrived && !other.is_paused) return &other;
    }
    return nullptr;
}

/// Where the ticks would meet anybody or anything that is known.
std::optional<Meeting> meeting_on(const Crowd& crowd, const Walker& walker, std::span<const Tick> ticks,
                                  Neighbourhood& around) {
    const Walk walk{walker.id,
                    walker.spec.limits.radius,
                    walker.place,
                    ticks,
                    crowd.world.time(),
                    crowd.scene.time_step,
                    crowd.steering.standing_time};
    return first_meeting_within(around, walk, no_gap);
}

std::optional<Meeting> meeting_on(Crowd& crowd, const Walker& walker, std::span<const Tick> ticks) {
    Neighbourhood around(crowd.world.occupancy(), walker.place.layer, walker.id);
    return meeting_on(crowd, walker, ticks, around);
}

bool is_clear(Crowd& crowd, const Walker& walker, std::span<const Tick> ticks) {
    return !meeting_on(crowd, walker, ticks);
}

std::size_t frames_in(double seconds, double time_step) {
    return static_cast<std::size_t>(std::max(1L, std::lround(seconds / time_step)));
}

std::size_t horizon_ticks(const Scene& scene) {
    return static_cast<std::size_t>(scene.planner.horizon / scene.time_step);
}

}  // namespace

Footsteps footsteps_of(const Crowd& crowd, const Walker& walker) {
    Footsteps steps;
    steps.walls = &crowd.world.walls();
    steps.platforms = &crowd.world.platforms();
    steps.limits = &walker.spec.limits;
    steps.now = crowd.world.time();
    steps.time_step = crowd.scene.time_step;
    steps.here = {walker.walk, walker.place.position, walker.place.layer, walker.is_crossing,
                  walker.is_riding};
    const Commitment& promise = walker.commitment;
    if (!promise.is_done())
        steps.ticks.assign(promise.ticks.begin() + static_cast<std::ptrdiff_t>(promise.next),
                           promise.ticks.end());
    return steps;
}

Commitment braking_in_focus(const Crowd& crowd, const Walker& walker) {
    const Footsteps steps = footsteps_of(crowd, walker);
    for (std::size_t count = 0; count <= steps.ticks.size(); ++count)
        if (auto ticks = stopped_after(steps, count, crowd.steering.standing_time)) {
            Footsteps braked = steps;
            braked.ticks = std::move(*ticks);
            const auto route = route_along(braked);
            return {route, std::move(braked.ticks), 0, Commitment::left_plan};
        }
    return walker.commitment;
}

FocusAgent::FocusAgent(const planning::Chain& chain, const planning::DomainSet& domains, const Walker& walker,
                       const LiveConstraints& constraints, std::size_t frames_per_move, double time_step)
    : id_(walker.id),
      binding_(walker.binding),
      planner_(chain, domains,
               {walker.id, walker.spec.limits, planning::cruise_speed(chain, walker.spec.limits),
                &constraints.field(walker.binding)}),
      frames_per_move_(frames_per_move),
      start_period_(chain.stages.back().domain == "ride" ? frames_in(domains::RideGround::step, time_step)
                                                         : 1),
      walks_by_lattice_(chain.stages.back().domain == "space_time"),
      lead_(0) {
    if (chain.stages.back().domain == "footsteps")
        feet_ = std::make_unique<FocusFeet>(planner_, walker.spec.limits);
}

void FocusAgent::watch(bool is_watched) {
    if (trace_) trace_->clear();
    if (is_watched == (trace_ != nullptr)) return;
    trace_ = is_watched ? std::make_unique<planning::Trace>() : nullptr;
    if (trace_) trace_->keeps_searches = false;  // to be watched must change nothing
    planner_.set_trace(trace_.get());
}

void FocusAgent::prepare(Crowd& crowd, Walker& walker) {
    planning::Aim aim = aim_of(walker, crowd.world.time());
    aim.tolerance = std::max(aim.tolerance, approach(crowd, walker));
    if (feet_) {
        // Where exactly it ends is left to its feet.
        if (const auto* disc = std::get_if<DiscRegion>(&walker.goal.region)) {
            aim.at.position = disc->center;
            aim.tolerance = std::max(aim.tolerance, 0.95 * disc->radius);
        }
        return feet_->prepare(crowd, walker, aim);
    }
    planner_.set_goal(aim);
    choose_start(crowd, walker);
    doubt(crowd, walker);
}

/// Two who stand on each other's goals would wait for ever. Who has had no plan for a while because of it
/// goes near: that frees its own place, and whoever wants it can come.
double FocusAgent::approach(Crowd& crowd, const Walker& walker) {
    if (planner_.status() == StatusCode::ok && !is_approaching()) with_plan_ = crowd.frame;
    if ((crowd.frame + walker.number) % retry_frames != 0) return approach_;
    const bool has_waited = crowd.frame > with_plan_ + frames_in(approach_after, crowd.scene.time_step);
    const Walker* other = has_waited ? stander_on_goal(crowd, walker) : nullptr;
    if (!other) return approach_ = 0;
    const double beside = walker.spec.limits.radius + other->spec.limits.radius + approach_room;
    return approach_ = std::max(approach_, beside);
}

/// What others have promised is known for a few seconds; what they are thought to do after that is seldom
/// worth a new plan.
void FocusAgent::doubt(Crowd& crowd, const Walker& walker) {
    const std::uint64_t period = frames_in(doubt_period, crowd.scene.time_step);
    if (crowd.frame < doubted_ + period || (crowd.frame + walker.number) % retry_frames != 0) return;
    const StatusCode status = planner_.status();
    const bool is_refused = status == StatusCode::ok && refused_ != 0;
    bool begins_anew = status == StatusCode::unreachable || is_refused;
    if (walks_plan(walker)) {
        const auto left = std::span(planned_).subspan(std::min(walker.commitment.next, planned_.size()));
        const auto meeting = meeting_on(crowd, walker, left);
        const double soon = crowd.world.time() + crowd.scene.planner.horizon + 2;
        begins_anew = begins_anew || (meeting && meeting->time < soon);
    }
    if (!begins_anew) return;
    doubted_ = crowd.frame;
    if (walks_plan(walker)) start_from_promise(crowd, walker);
    planner_.begin_again_in_time();
}

/// The next state of the plan that the promise leads through, as ticks from now.
std::optional<std::size_t> FocusAgent::next_joint(const Walker& walker) const {
    const Commitment& promise = walker.commitment;
    if (!follows(walker)) return std::nullopt;
    for (std::size_t at = joint_offset_; at <= cut_; at += frames_per_move_) {
        if (at < promise.next || (at > 0 && promise.ticks[at - 1].is_crossing)) continue;
        return at - promise.next;
    }
    return std::nullopt;
}

/// Does it walk what its planner has planned last, with enough of it left?
bool FocusAgent::walks_plan(const Walker& walker) const {
    return follows(walker) && !walker.commitment.is_done() && walker.commitment.next <= cut_ &&
           version() == version_ && planner_.status() == StatusCode::ok;
}

void FocusAgent::choose_start(const Crowd& crowd, Walker& walker) {
    const double now = crowd.world.time();
    const std::uint64_t promise = walker.commitment.is_done() ? 0 : walker.promises + 1;
    const bool is_short =
        !planner_.reaches_goal() && planned_.size() < walker.commitment.next + horizon_ticks(crowd.scene) * 2;
    if (walks_plan(walker) && !is_short) return;
    const bool is_same = start_of_ == promise;
    if (is_same && start_time_ >= now - on_the_spot) return;
    const std::size_t least = frames_in(least_lead, crowd.scene.time_step);
    const std::size_t most = frames_in(promise == 0 ? most_lead : most_lead_walking, crowd.scene.time_step);
    if (!follows(walker) || promise == 0)
        lead_ = is_same ? std::min(2 * std::max(lead_, least), most) : least;
    start_of_ = promise;
    if (promise == 0) return start_standing(crowd, walker);
    return follows(walker) ? start_from_promise(crowd, walker) : start_from_walk(crowd, walker);
}

/// No fewer frames from now, at a time that its last domain can begin at.
std::size_t FocusAgent::in_step(const Crowd& crowd, std::size_t count) const noexcept {
    const std::size_t over = (crowd.frame + count) % start_period_;
    return over == 0 ? count : count + start_period_ - over;
}

/// From the next state that the promise leads through, or from where it ends.
void FocusAgent::start_from_promise(const Crowd& crowd, const Walker& walker) {
    Footsteps steps = footsteps_of(crowd, walker);
    const std::size_t count = in_step(crowd, next_joint(walker).value_or(steps.ticks.size()));
    steps.wait_until(count);
    const double time = crowd.time_at(crowd.frame + count);
    start_of_ = walker.promises + 1;
    for (int passed = 0; passed < most_waypoints; ++passed) planner_.advance(time);
    set_start(steps.after(count), time, walker);
}

/// From a little further on a promise that was not planned in space and time, which it keeps until then.
void FocusAgent::start_from_walk(const Crowd& crowd, Walker& walker) {
    Footsteps steps = footsteps_of(crowd, walker);
    std::size_t count = in_step(crowd, std::min(lead_, steps.ticks.size()));
    while (count < steps.ticks.size() && steps.after(count).is_crossing) count += start_period_;
    steps.wait_until(count);
    const double time = crowd.time_at(crowd.frame + count);
    walker.kept_until = time;
    set_start(steps.after(count), time, walker);
}

void FocusAgent::set_start(const Tick& at, double time, const Walker& walker) {
    start_time_ = time;
    planner_.set_start({{at.layer, at.position, time},
                        at.walk.heading,
                        std::min(at.walk.speed, walker.spec.limits.max_speed)});
}

/// A little later, so that the plan is ready by then; in step with the window, if there is one.
void FocusAgent::start_standing(const Crowd& crowd, const Walker& walker) {
    std::size_t lead = lead_;
    if (walker.goal.window && std::isfinite(walker.goal.window->high)) {
        const double middle = (walker.goal.window->low + walker.goal.window->high) / 2;
        const auto frames = static_cast<long>(std::lround(middle / crowd.scene.time_step) -
                                              static_cast<long>(crowd.frame + lead));
        const auto period = static_cast<long>(frames_per_move_);
        lead += static_cast<std::size_t>(((frames % period) + period) % period);
    }
    lead = in_step(crowd, lead);
    Footsteps steps = footsteps_of(crowd, walker);
    steps.ticks.clear();
    steps.wait_until(lead);
    set_start(steps.after(lead), crowd.time_at(crowd.frame + lead), walker);
}

std::uint64_t FocusAgent::version() const {
    std::uint64_t sum = 0;
    const std::size_t last = planner_.stage_count() - 1;
    for (std::size_t leg = 0; leg < planner_.leg_count(last); ++leg)
        sum = sum * 1315423911u + planner_.task(last, leg).status().plan_version + leg + 1;
    return sum;
}

bool FocusAgent::wants_promise(const Crowd& crowd, const Walker& walker) const {
    if (planner_.status() != StatusCode::ok) return false;
    if (crowd.frame < std::max(refused_, held_) + retry_frames && std::max(refused_, held_) != 0)
        return false;
    if (!follows(walker) || version() != version_ || walker.is_broken) return true;
    const std::size_t left = cut_ - std::min(cut_, walker.commitment.next);
    return left + frames_per_move_ <= horizon_ticks(crowd.scene) &&
           cut_ + frames_per_move_ <= planned_.size() + frames_per_move_ - 1;
}

/// What it has promised up to the plan's first state, and the whole plan from there.
std::optional<Footsteps> FocusAgent::way_ahead(const Crowd& crowd, const Walker& walker,
                                               Neighbourhood& around) {
    Footsteps steps = footsteps_of(crowd, walker);
    if (walks_plan(walker)) {
        const std::size_t next = std::min(walker.commitment.next, planned_.size());
        steps.ticks.assign(planned_.begin() + static_cast<std::ptrdiff_t>(next), planned_.end());
        while (joint_offset_ < next) joint_offset_ += frames_per_move_;
        joint_offset_ -= next;
        smoothed_ -= std::min(smoothed_, next);
        smoothen_ahead(crowd, walker, steps, around);
        return steps;
    }
    const std::vector<domains::WalkFrame> walk = planner_.walk();
    if (walk.empty()) return std::nullopt;
    const double ahead = (walk.front().time - crowd.world.time()) / crowd.scene.time_step;
    if (ahead < -0.5) return std::nullopt;
    const auto begin = static_cast<std::size_t>(std::lround(ahead));
    if (steps.ticks.size() > begin) steps.ticks.resize(begin);
    steps.wait_until(begin);
    if (distance(steps.after(begin).position, walk.front().position) > on_the_spot) return std::nullopt;
    steps.append(walk);
    joint_offset_ = smoothed_ = begin;
    smoothen_ahead(crowd, walker, steps, around);
    return steps;
}

/// A few seconds more of the plan, once what is smooth comes to its end. Who is bound by constraints keeps to
/// the ground that was searched for it.
void FocusAgent::smoothen_ahead(const Crowd& crowd, const Walker& walker, Footsteps& steps,
                                Neighbourhood& around) {
    if (binding_ != 0 || !walks_by_lattice_) return;
    const std::size_t ahead = frames_in(smoothed_ahead, crowd.scene.time_step);
    if (smoothed_ > joint_offset_ + ahead / 2 || smoothed_ >= steps.ticks.size()) return;
    const std::size_t last = std::min(smoothed_ + ahead, steps.ticks.size());
    smoothen(steps, {smoothed_, last, frames_per_move_}, walker.id, around);
    smoothed_ = last;
}

namespace {

/// That of the plan; one of its own for a promise that comes to rest beyond the plan's end.
std::shared_ptr<const Route> route_of(const Footsteps& steps, const std::shared_ptr<const Route>& planned,
                                      const std::vector<Tick>& promised) {
    if (!planned || promised.empty() || promised.back().walk.station <= planned->length()) return planned;
    Footsteps own = steps;
    own.ticks = promised;
    return route_along(own);
}

}  // namespace

FocusAgent::Outcome FocusAgent::promise(Crowd& crowd, Walker& walker) {
    const std::size_t old_offset = joint_offset_, old_smoothed = smoothed_;
    Neighbourhood around(crowd.world.occupancy(), walker.place.layer, walker.id);
    auto steps = way_ahead(crowd, walker, around);
    if (!steps) return Outcome::refused;
    const auto route = route_along(*steps);
    const double stop = route ? stop_before_passage(crowd, walker, *route, 0) : crossed_all;
    const std::size_t promised = walks_plan(walker) ? cut_ - std::min(cut_, walker.commitment.next) : 0;
    const std::size_t all = steps->ticks.size();
    const std::size_t horizon = horizon_ticks(crowd.scene);
    // What meets somebody on its way does so however far it is promised.
    std::size_t until = all + frames_per_move_;
    const auto near = std::span(steps->ticks).first(std::min(all, 2 * horizon));
    if (const auto meeting = meeting_on(crowd, walker, near, around)) {
        const double ticks = (meeting->time - crowd.world.time()) / crowd.scene.time_step;
        if (ticks <= static_cast<double>(near.size()))
            until = static_cast<std::size_t>(std::max(0.0, std::floor(ticks))) + 1;
    }
    std::vector<std::size_t> cuts;  // the longest within the horizon first, then ever longer ones
    for (std::size_t at = joint_offset_ + frames_per_move_; at < until; at += frames_per_move_)
        cuts.push_back(std::min(at, all));
    const auto beyond =
        std::find_if(cuts.begin(), cuts.end(), [&](std::size_t cut) { return cut > horizon; });
    std::reverse(cuts.begin(), beyond);
    std::size_t tries = most_tries;
    bool is_held = false;
    for (const std::size_t cut : cuts) {
        auto ticks = stopped_after(*steps, cut, crowd.steering.standing_time);
        if (!ticks) continue;
        if (tries-- == 0) break;  // in a few frames again, with what is known then
        Commitment commitment{route_of(*steps, route, *ticks), std::move(*ticks), 0, plan_ + 1};
        if (!may_promise(crowd, walker, commitment, stop)) {
            is_held = true;
            continue;
        }
        if (meeting_on(crowd, walker, commitment.ticks, around)) continue;
        if (promised > 0 && cut <= promised) {
            is_held = true;
            break;
        }
        cut_ = cut;
        version_ = version();
        planned_ = std::move(steps->ticks);
        lead_ = 0;
        ++plan_;
        take(crowd, walker, std::move(commitment));
        return Outcome::promised;
    }
    joint_offset_ = old_offset;
    smoothed_ = old_smoothed;
    return is_held ? Outcome::held : Outcome::refused;
}

/// Not into a passage that is not its to enter, and not into a way that it was asked to leave.
bool FocusAgent::may_promise(const Crowd& crowd, const Walker& walker, const Commitment& promise,
                             double stop) const {
    if (!promise.ticks.empty() && promise.ticks.back().walk.station > stop + a_little) return false;
    return !walker.request.is_alive(crowd.world.time()) || respects(walker.request, walker, promise);
}

/// As soon as that harms nobody.
bool FocusAgent::stop(Crowd& crowd, Walker& walker) {
    const std::uint64_t plan = walker.commitment.plan;
    if (walker.commitment.is_done() || plan == 0 || plan == Commitment::left_plan) return false;
    Commitment braked = braking_in_focus(crowd, walker);
    if (!is_clear(crowd, walker, braked.ticks)) return false;
    take(crowd, walker, std::move(braked));
    return true;
}

void FocusAgent::leave_plan(Walker& walker) {
    walker.commitment.plan = 0;
    walker.wants_route = true;
}

bool FocusAgent::commit(Crowd& crowd, Walker& walker) {
    if (feet_) {
        feet_->commit(crowd, walker);
        return false;
    }
    const bool is_own = walker.walks_in_time() || walker.commitment.is_done();
    const auto left = std::span(walker.commitment.ticks)
                          .subspan(std::min(walker.commitment.next, walker.commitment.ticks.size()));
    const bool is_broken = is_own && walker.is_broken && !is_clear(crowd, walker, left);
    if (is_own && !is_broken) walker.is_broken = false;
    const bool is_asked = walker.request.is_alive(crowd.world.time());
    if (walker.is_paused || (is_asked && walker.is_at_rest() && is_in_the_way(walker.request, walker))) {
        stop(crowd, walker);
    } else if (!walker.has_arrived && wants_promise(crowd, walker)) {
        const Outcome outcome = promise(crowd, walker);
        refused_ = outcome == Outcome::refused ? crowd.frame : 0;
        held_ = outcome == Outcome::held ? crowd.frame : 0;
    }
    if (walker.is_standing() && walker.walks_in_time()) leave_plan(walker);
    report(walker);
    if (!is_broken || !walker.is_broken || walker.commitment.is_done()) return false;
    take(crowd, walker, braking_in_focus(crowd, walker));
    crowd.recorder.note("plan_deviation", walker.spec.name, "brakes: its plan was cut off");
    return true;
}

void FocusAgent::report(Walker& walker) const {
    const StatusCode code = planner_.status();
    const char* message = code == StatusCode::ok            ? ""
                          : is_approaching()                ? "somebody stands on the goal"
                          : code == StatusCode::in_progress ? "still planning"
                                                            : "no way in space and time";
    walker.route_status = {code, message};
}

}  // namespace wend
