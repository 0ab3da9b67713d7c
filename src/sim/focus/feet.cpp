#include "sim/focus/feet.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "wend/sim/route.hpp"

#include "sim/crowd.hpp"

namespace wend {
namespace {

constexpr double instant = 1e-6;                   ///< seconds
constexpr double short_lead = 0.3, long_lead = 4;  ///< seconds
constexpr double doubt_time = 0.5;                 ///< seconds from one new beginning to the next
constexpr std::uint64_t refusal_frames = 3;        ///< after a promise was refused
constexpr std::size_t chunk = 6;                   ///< ticks that are asked about at once

std::size_t ticks_in(const Crowd& crowd, double seconds) {
    return static_cast<std::size_t>(std::max(0L, std::lround(seconds / crowd.scene.time_step)));
}

const char* name_of(domains::Side side) {
    return side == domains::Side::left ? "left" : "right";
}

MovingDisc moving(Vec2 from, Vec2 to, double begin, double end, double radius) {
    return {{begin, end}, from, (to - from) / (end - begin), radius, 0};
}

}  // namespace

FocusFeet::FocusFeet(planning::Planner& planner, const AgentLimits& limits)
    : planner_(planner), body_(limits.radius), outline_(std::make_shared<const Ring>(body_.outline())) {}

/// Before its first promise it stands with its feet side by side.
void FocusFeet::stand(const Crowd& crowd, const Walker& walker) {
    const double now = crowd.world.time();
    const domains::Feet feet = domains::feet_beside(walker.place.position, walker.walk.heading);
    for (const auto& [side, place] :
         {std::pair{domains::other(feet.side), *feet.other}, {feet.side, feet.support}})
        promised_.plants.push_back({side, walker.place.layer, place, 0, now, domains::FootPlant::ever});
    promised_.walk = {{now, walker.place.layer, walker.place.position, walker.walk.heading}};
    promised_.joints = {{0, feet, true, walker.walk.heading, 0}};
}

void FocusFeet::prepare(Crowd& crowd, const Walker& walker, const planning::Aim& aim) {
    if (promised_.is_empty()) stand(crowd, walker);
    planner_.set_goal(aim);
    if (is_doubtful(crowd, walker)) {
        doubted_ = crowd.frame;
        start_anew(crowd, walker);
        planner_.begin_again_in_time();
    } else {
        choose_start(crowd, walker);
    }
}

bool FocusFeet::follows(const Walker& walker) const noexcept {
    return plan_ != 0 && walker.commitment.plan == plan_ && version() == version_;
}

std::uint64_t FocusFeet::version() const {
    return planner_.task(planner_.stage_count() - 1).status().plan_version;
}

/// Does the plan meet anybody before long, or is there none?
bool FocusFeet::is_doubtful(Crowd& crowd, const Walker& walker) {
    if (crowd.frame < doubted_ + ticks_in(crowd, doubt_time) || (crowd.frame + walker.number) % 3 != 0)
        return false;
    const StatusCode status = planner_.status();
    if (status == StatusCode::unreachable || (status == StatusCode::ok && refused_ != 0)) return true;
    if (!follows(walker) || status != StatusCode::ok) return false;
    Plan rest;
    rest.walk = planner_.walk();
    if (rest.walk.empty() || rest.walk.back().time <= until_ + instant) return false;
    std::vector<Tick> ticks = ticks_of(crowd, walker, rest);
    ticks.resize(std::min(ticks.size(), ticks_in(crowd, crowd.scene.planner.horizon + 2)));
    return !is_clear(crowd, walker, ticks, 0);
}

void FocusFeet::choose_start(const Crowd& crowd, const Walker& walker) {
    const double now = crowd.world.time();
    if (follows(walker) && planner_.status() == StatusCode::ok && !walker.commitment.is_done()) return;
    if (start_of_ == walker.promises + 1 && start_time_ >= now - instant) return;
    start_anew(crowd, walker);
}

/// From the first of its states that it will pass soon; from where it comes to rest, later each time that the
/// plan was not ready by then.
void FocusFeet::start_anew(const Crowd& crowd, const Walker& walker) {
    const std::size_t least = std::max<std::size_t>(1, ticks_in(crowd, short_lead));
    const bool waits = walker.commitment.is_done();
    lead_ = waits && start_of_ == walker.promises + 1
                ? std::clamp(2 * lead_, least, ticks_in(crowd, long_lead))
                : least;
    const double soonest = crowd.time_at(crowd.frame + lead_);
    const auto joint_time = [&](const Plan::Joint& joint) { return promised_.walk[joint.frame].time; };
    const auto next = std::find_if(promised_.joints.begin(), promised_.joints.end(),
                                   [&](const Plan::Joint& j) { return joint_time(j) >= soonest - instant; });
    const Plan::Joint& joint = next == promised_.joints.end() ? promised_.joints.back() : *next;
    const domains::WalkFrame& at = promised_.walk[joint.frame];
    start_time_ = next == promised_.joints.end() ? soonest : at.time;
    start_of_ = walker.promises + 1;
    planner_.set_start({{at.layer, at.position, start_time_}, joint.heading, joint.speed, joint.feet});
}

bool FocusFeet::wants_promise(const Crowd& crowd, const Walker& walker) const {
    if (planner_.status() != StatusCode::ok) return false;
    if (refused_ != 0 && crowd.frame < refused_ + refusal_frames) return false;
    if (!follows(walker) || walker.is_broken) return true;
    const std::size_t all = planner_.task(planner_.stage_count() - 1).course().size();
    return states_ < all && until_ < crowd.world.time() + crowd.scene.planner.horizon / 2;
}

std::vector<Tick> FocusFeet::ticks_of(const Crowd& crowd, const Walker& walker, const Plan& plan) const {
    const double now = crowd.world.time(), step = crowd.scene.time_step;
    const Tick here{walker.walk, walker.place.position, walker.place.layer};
    std::vector<Tick> ticks;
    const auto last = [&]() -> const Tick& { return ticks.empty() ? here : ticks.back(); };
    const auto& promised = walker.commitment;
    for (std::size_t i = promised.next; i < promised.ticks.size(); ++i) {
        if (now + static_cast<double>(ticks.size() + 1) * step > plan.walk.front().time + instant) break;
        ticks.push_back(promised.ticks[i]);
    }
    while (now + static_cast<double>(ticks.size() + 1) * step < plan.walk.front().time + instant) {
        ticks.push_back(last());
        ticks.back().walk.speed = 0;
    }
    for (const domains::WalkFrame& at : plan.walk) {
        if (at.time < now + (static_cast<double>(ticks.size()) + 0.5) * step) continue;
        Tick tick;
        const double walked = distance(last().position, at.position);
        tick.position = at.position;
        tick.layer = at.layer;
        tick.walk = {last().walk.station + walked, walked / step, wrapped_angle(at.heading)};
        if (tick.walk.speed < 1e-9) tick.walk.speed = 0;
        ticks.push_back(tick);
    }
    return ticks;
}

/// Its parts against everybody, tick by tick where the whole disc does not have room.
bool FocusFeet::is_clear(Crowd& crowd, const Walker& walker, std::span<const Tick> ticks,
                         double standing) const {
    const Occupancy& others = crowd.world.occupancy();
    const double now = crowd.world.time(), step = crowd.scene.time_step;
    const std::uint32_t layer = walker.place.layer;
    const auto place = [&](std::size_t i) { return i == 0 ? walker.place.position : ticks[i - 1].position; };
    const auto heading = [&](std::size_t i) {
        return i == 0 ? walker.walk.heading : ticks[i - 1].walk.heading;
    };
    const auto time = [&](std::size_t i) { return now + static_cast<double>(i) * step; };
    const auto parts_are_free = [&](std::size_t from, std::size_t to, double begin, double end) {
        const auto a = body_.parts(place(from), heading(from)), b = body_.parts(place(to), heading(to));
        for (std::size_t part = 0; part < a.size(); ++part)
            if (!others.is_free(layer, moving(a[part], b[part], begin, end, body_.part_radius()), walker.id))
                return false;
        return true;
    };
    for (std::size_t from = 0; from < ticks.size(); from += chunk) {
        const std::size_t to = std::min(from + chunk, ticks.size());
        double off = 0;
        for (std::size_t i = from + 1; i < to; ++i)
            off = std::max(off, distance(place(i), lerp(place(from), place(to),
                                                        static_cast<double>(i - from) /
                                                            static_cast<double>(to - from))));
        if (others.is_free(layer, moving(place(from), place(to), time(from), time(to), body_.radius() + off),
                           walker.id))
            continue;
        for (std::size_t i = from; i < to; ++i)
            if (!parts_are_free(i, i + 1, time(i), time(i + 1))) return false;
    }
    const std::size_t end = ticks.size();
    return standing <= 0 || parts_are_free(end, end, time(end), time(end) + standing);
}

/// The longest that is free within the horizon.
bool FocusFeet::promise(Crowd& crowd, Walker& walker) {
    const domains::Course& course = planner_.task(planner_.stage_count() - 1).course();
    const double horizon = crowd.world.time() + crowd.scene.planner.horizon;
    std::size_t most = 0;
    while (most < course.size() && course[most].time <= horizon) ++most;
    // Who cannot keep its promise may have to stop sooner.
    const std::size_t least = follows(walker) && !walker.is_broken ? states_ : 0;
    std::size_t back = 1;
    for (std::size_t states = most; states > least && states <= most; states -= back, back *= 2)
        if (promise_until(crowd, walker, states)) return true;
    return false;
}

bool FocusFeet::promise_until(Crowd& crowd, Walker& walker, std::size_t states) {
    const double now = crowd.world.time(), standing = crowd.steering.standing_time;
    Plan plan = planner_.footsteps(states);
    if (plan.is_empty() || !plan.joints.back().is_at_rest) return false;
    if (plan.walk.back().time > now + standing) return false;
    if (!follows(walker) && plan.walk.front().time < now - instant) return false;
    std::vector<Tick> ticks = ticks_of(crowd, walker, plan);
    if (ticks.empty() || !is_clear(crowd, walker, ticks, standing)) return false;
    until_ = plan.walk[plan.joints[states - 1].frame].time;
    join(std::move(plan), now);
    version_ = version();
    states_ = states;
    take(crowd, walker, {nullptr, std::move(ticks), 0, ++plan_, outline_});
    return true;
}

void FocusFeet::join(Plan plan, double now) {
    const double seam = plan.walk.front().time;
    if (seam <= now + instant) {
        promised_ = std::move(plan);
        return;
    }
    const std::size_t standing = plan.joints.front().feet.other ? 2 : 1;
    Plan joined;
    for (domains::FootPlant& plant : promised_.plants) {
        if (plant.down > seam - instant || plant.up < now - 1) continue;
        // Feet that stand at the seam lift when the new plan says so.
        if (plant.up > seam + instant) {
            plant.up = domains::FootPlant::ever;
            for (std::size_t i = 0; i < standing; ++i)
                if (plan.plants[i].side == plant.side) plant.up = plan.plants[i].up;
        }
        joined.plants.push_back(plant);
    }
    joined.plants.insert(joined.plants.end(), plan.plants.begin() + static_cast<std::ptrdiff_t>(standing),
                         plan.plants.end());
    std::size_t joint = 0;
    for (std::size_t i = 0; i < promised_.walk.size(); ++i) {
        const bool is_kept = promised_.walk[i].time < seam - instant;
        if (is_kept) joined.walk.push_back(promised_.walk[i]);
        for (; joint < promised_.joints.size() && promised_.joints[joint].frame == i; ++joint)
            if (is_kept) joined.joints.push_back(promised_.joints[joint]);
    }
    for (domains::FootstepPlan::Joint next : plan.joints) {
        next.frame += joined.walk.size();
        joined.joints.push_back(next);
    }
    joined.walk.insert(joined.walk.end(), plan.walk.begin(), plan.walk.end());
    promised_ = std::move(joined);
}

void FocusFeet::commit(Crowd& crowd, Walker& walker) {
    if (promised_.is_empty()) stand(crowd, walker);
    note_feet(crowd, walker);
    if (walker.is_broken) {
        const auto left = std::span(walker.commitment.ticks)
                              .subspan(std::min(walker.commitment.next, walker.commitment.ticks.size()));
        walker.is_broken = !is_clear(crowd, walker, left, crowd.steering.standing_time);
    }
    if (!walker.is_paused && !walker.has_arrived && wants_promise(crowd, walker))
        refused_ = promise(crowd, walker) ? 0 : crowd.frame;
    const StatusCode code = planner_.status();
    walker.route_status = {code, code == StatusCode::ok            ? ""
                                 : code == StatusCode::in_progress ? "still planning"
                                                                   : "no way for its feet"};
    walker.wants_route = false;
}

void FocusFeet::note_feet(Crowd& crowd, const Walker& walker) {
    const double now = crowd.world.time();
    for (const domains::FootPlant& plant : promised_.plants)
        if (plant.down > noted_ && plant.down <= now)
            crowd.recorder.note(
                "foot_down", walker.spec.name,
                fmt::format("{} {} {} {} {} {} {}", name_of(plant.side), plant.down, plant.layer,
                            plant.place.at.x, plant.place.at.y, plant.place.angle, plant.height));
    for (const domains::FootPlant& plant : promised_.plants)
        if (plant.up > noted_ && plant.up <= now)
            crowd.recorder.note("foot_up", walker.spec.name,
                                fmt::format("{} {}", name_of(plant.side), plant.up));
    noted_ = now;
}

}  // namespace wend
