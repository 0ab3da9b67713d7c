#include "sim/streams.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "wend/base/rng.hpp"

#include "sim/crowd.hpp"

namespace wend {
namespace {

constexpr double renewal_period = 0.5;  ///< seconds
constexpr double sample_step = 0.25;    ///< metres along a way
constexpr std::uint32_t stream_across = 4, stream_against = 2;  ///< passings that make a stream

std::uint64_t key_of(std::uint32_t layer, Vec2 p) noexcept {
    const auto part = [](double x) {
        return static_cast<std::uint64_t>(static_cast<std::int64_t>(std::floor(x / Streams::cell))) & 0xFFFFFFF;
    };
    return (static_cast<std::uint64_t>(layer) << 56 ^ part(p.x) << 28 ^ part(p.y)) + 1;
}

bool is_crossing(const Streams& streams, std::uint32_t layer, Vec2 p, double heading) {
    std::uint32_t count = 0;
    for (const double x : {-Streams::cell, 0.0, Streams::cell})
        for (const double y : {-Streams::cell, 0.0, Streams::cell})
            count += streams.across(layer, p + Vec2{x, y}, heading);
    return count >= stream_across;
}

}  // namespace

void Streams::grow() {
    constexpr std::size_t fewest = 1024;
    std::vector<Flow> old = std::move(flows_);
    flows_.assign(std::max(fewest, 2 * old.size()), {});
    for (const Flow& flow : old) {
        if (flow.key == 0) continue;
        std::size_t at = static_cast<std::size_t>(scatter(flow.key)) & (flows_.size() - 1);
        while (flows_[at].key != 0) at = (at + 1) & (flows_.size() - 1);
        flows_[at] = flow;
    }
}

void Streams::add(std::uint64_t key, double heading) {
    if (2 * used_ >= flows_.size()) grow();
    std::size_t at = static_cast<std::size_t>(scatter(key)) & (flows_.size() - 1);
    while (flows_[at].key != 0 && flows_[at].key != key) at = (at + 1) & (flows_.size() - 1);
    if (flows_[at].key == 0) {
        flows_[at].key = key;
        ++used_;
    }
    const double turns = heading / (2 * std::numbers::pi);
    const auto bin = static_cast<std::uint32_t>((turns - std::floor(turns)) * directions) % directions;
    ++flows_[at].passings[bin];
}

void Streams::sample(const Walker& walker) {
    const Route* route = walker.commitment.route.get();
    if (!walker.is_present() || walker.has_arrived || walker.is_paused || walker.is_aside || !route) return;
    const double end = std::min(route->length(), walker.walk.station + look_ahead * walker.spec.limits.max_speed);
    std::size_t leg = route->leg_at(walker.walk.station);
    std::uint64_t last = 0;
    for (double s = walker.walk.station; s < end; s += sample_step) {
        leg = route->leg_from(leg, s);
        const std::uint64_t key = key_of(route->points()[leg].layer, route->position_on(leg, s));
        if (key != last) add(key, route->heading(leg));
        last = key;
    }
}

void Streams::renew(const Crowd& crowd) {
    std::fill(flows_.begin(), flows_.end(), Flow{});
    used_ = 0;
    if (flows_.empty()) grow();
    for (const Walker& walker : crowd.walkers) sample(walker);
}

const Streams::Flow* Streams::find(std::uint32_t layer, Vec2 p) const noexcept {
    if (used_ == 0) return nullptr;
    const std::uint64_t key = key_of(layer, p);
    for (std::size_t at = static_cast<std::size_t>(scatter(key)) & (flows_.size() - 1); flows_[at].key != 0;
         at = (at + 1) & (flows_.size() - 1))
        if (flows_[at].key == key) return &flows_[at];
    return nullptr;
}

/// Of directions that lie from so many to so many bins off the heading, to either side.
std::uint32_t Streams::sum(const Flow& flow, double heading, std::uint32_t from, std::uint32_t to) const noexcept {
    const double turns = heading / (2 * std::numbers::pi);
    const auto own = static_cast<std::uint32_t>((turns - std::floor(turns)) * directions) % directions;
    std::uint32_t count = 0;
    for (std::uint32_t off = from; off <= to; ++off) {
        count += flow.passings[(own + off) % directions];
        if (2 * off != directions) count += flow.passings[(own + directions - off) % directions];
    }
    return count;
}

std::uint32_t Streams::across(std::uint32_t layer, Vec2 p, double heading) const noexcept {
    const Flow* flow = find(layer, p);
    return flow ? sum(*flow, heading, 4, 12) : 0;
}

std::uint32_t Streams::against(std::uint32_t layer, Vec2 p, double heading) const noexcept {
    const Flow* flow = find(layer, p);
    return flow ? sum(*flow, heading, 13, 16) : 0;
}

bool Streams::forbid_rest(std::uint32_t layer, Vec2 p, double heading) const noexcept {
    return against(layer, p, heading) >= stream_against || is_crossing(*this, layer, p, heading);
}

Crossing next_crossing(const Streams& streams, const Route& route, double station, double radius, double reach) {
    constexpr double step = 0.5, least_gap = 1.5, margin = 0.2;  // metres
    Crossing crossing;
    const double end = std::min(route.length(), station + 2 * reach);
    std::size_t leg = route.leg_at(station);
    double last = -1;
    for (double s = station; s < end; s += step) {
        leg = route.leg_from(leg, s);
        if (route.points()[leg].is_crossing) break;
        const bool is_crossed =
            is_crossing(streams, route.points()[leg].layer, route.position_on(leg, s), route.heading(leg));
        if (is_crossed) {
            if (last < 0) crossing.begin = s;
            last = s;
        } else if (last >= 0 && s - last > least_gap) {
            break;
        }
    }
    if (last < 0) return {};
    // Who stands before it, however close, is not in it.
    if (crossing.begin > station) crossing.begin = std::max(station + 1e-3, crossing.begin - radius - margin);
    crossing.end = last + step + radius + margin;
    // Where it reaches farther than a promise can, or as far as the way, to rest in it cannot be helped.
    const bool is_passable = crossing.end < end && crossing.end - crossing.begin < reach - 1;
    return is_passable ? crossing : Crossing{};
}

bool rests_in_a_stream(const Crowd& crowd, const Walker& walker, const std::vector<Tick>& ticks) {
    const Route* route = walker.commitment.route.get();
    if (!route || ticks.empty()) return false;
    const double heading = route->heading(route->leg_at(walker.walk.station));
    return crowd.streams.forbid_rest(ticks.back().layer, ticks.back().position, heading) &&
           !crowd.streams.forbid_rest(walker.place.layer, walker.place.position, heading);
}

void observe_streams(Crowd& crowd) {
    const auto period =
        static_cast<std::uint64_t>(std::max(1L, std::lround(renewal_period / crowd.scene.time_step)));
    if (crowd.frame % period == 0) crowd.streams.renew(crowd);
}

}  // namespace wend
