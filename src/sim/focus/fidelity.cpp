#include "sim/focus/fidelity.hpp"

#include <algorithm>

#include "sim/crowd.hpp"
#include "sim/forecast/prediction.hpp"

namespace wend {
namespace {

constexpr double patience = 1;        ///< seconds of standing before something that moves
constexpr double window_length = 12;  ///< seconds
constexpr double window_rest = 8;     ///< seconds until the next one, after one that was of no use
constexpr std::size_t most_windows = 24;

bool asks_for_window(const Walker& walker, double now) {
    return walker.is_before_thing && walker.is_standing() && walker.waited > patience &&
           now >= walker.next_window && !walker.has_arrived && !walker.is_paused &&
           !walker.claim.is_waiting() && !walker.crossing.is_waiting();
}

/// Whoever still walks its plan goes on doing so; the window of one that found none is of no use.
void close_window(Walker& walker, double now) {
    const bool was_of_use = walker.window_was_of_use;
    walker.window_until = 0;
    walker.window_was_of_use = false;
    walker.next_window = was_of_use ? now : now + window_rest;
}

}  // namespace

void leave_plan(Walker& walker, double now, double time_step) {
    if (!walker.walks_in_time()) return;
    const std::size_t left =
        walker.commitment.ticks.size() - std::min(walker.commitment.next, walker.commitment.ticks.size());
    walker.commitment.plan = left == 0 ? 0 : Commitment::left_plan;
    if (left > 0 && !walker.is_in_focus)
        walker.window_until = std::max(walker.window_until, now + static_cast<double>(left) * time_step);
}

bool is_planned_in_time(const Walker& walker, double now) {
    return walker.is_in_focus || now < walker.window_until;
}

bool is_in_line(const Walker& walker, double queued_until, double now) {
    const CrossingClaim& claim = walker.crossing;
    const bool crosses = claim.way && claim.is_granted && walker.walk.station >= claim.way->begin;
    return !crosses && (queued_until > now || claim.is_in_turns);
}

bool gets_no_further(const Walker& walker, bool is_in_line, double now) {
    constexpr double enough = 0.8, enough_in_line = 15;  // seconds
    return walker.is_standing() && !walker.has_arrived && walker.commitment.route &&
           now - walker.anchored > (is_in_line ? enough_in_line : enough);
}

Depth deepest_domain(const Crowd& crowd, const Walker& walker) {
    const double now = crowd.world.time();
    if (walker.goes_by_feet) return Depth::footsteps;
    if (is_planned_in_time(walker, now)) return Depth::space_time;
    const bool waits_in_line = is_in_line(walker, walker.queued_until, now);
    if (walker.is_hindered && gets_no_further(walker, waits_in_line, now)) return Depth::grid;
    return is_among_many(crowd) ? Depth::density_mesh : Depth::static_mesh;
}

void keep_windows(Crowd& crowd) {
    const double now = crowd.world.time();
    std::size_t open = 0;
    for (Walker& walker : crowd.walkers) {
        if (walker.window_until == 0) continue;
        walker.window_was_of_use = walker.window_was_of_use || walker.walks_in_time();
        if (now >= walker.window_until || walker.has_arrived)
            close_window(walker, now);
        else
            ++open;
    }
    for (Walker& walker : crowd.walkers) {
        if (open >= most_windows) return;
        if (walker.is_in_focus || walker.window_until > 0 || !asks_for_window(walker, now)) continue;
        walker.window_until = now + window_length;
        ++open;
    }
}

}  // namespace wend
