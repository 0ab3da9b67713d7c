#include "sim/forecast/streams.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

#include "wend/base/rng.hpp"

#include "sim/crowd.hpp"

namespace wend {
namespace {

constexpr double streams_period = 0.5;   ///< seconds
constexpr double sampled_ahead = 24;     ///< seconds of way that are sampled
constexpr int stream = 3;                ///< passings along a direction that make a stream
constexpr std::size_t share_size = 256;  ///< walkers that are sampled together

std::uint64_t frames_between_renewals(const Crowd& crowd) {
    return static_cast<std::uint64_t>(std::max(1L, std::lround(streams_period / crowd.scene.time_step)));
}

std::size_t shares_of(const Crowd& crowd) {
    return (crowd.walkers.size() + share_size - 1) / share_size;
}

/// When the last share has been sampled, which in large crowds is some frames after whole seconds, at which
/// much else happens.
bool is_time_to_count(const Crowd& crowd) {
    const std::uint64_t turns = frames_between_renewals(crowd);
    const std::uint64_t last = std::clamp<std::uint64_t>(shares_of(crowd), 1, turns) - 1;
    return crowd.frame == 0 || crowd.frame % turns == last;
}

}  // namespace

StreamCell StreamCell::at(std::uint32_t layer, Vec2 p) noexcept {
    const auto whole = [](double metres) { return static_cast<std::int32_t>(std::floor(metres / width)); };
    return {layer, whole(p.x), whole(p.y)};
}

std::uint64_t StreamCell::key() const noexcept {
    const auto part = [](std::int32_t whole) { return static_cast<std::uint64_t>(whole) & 0xFFFFFFF; };
    return (static_cast<std::uint64_t>(layer) << 56 ^ part(x) << 28 ^ part(y)) + 1;
}

std::size_t Streams::slot_of(std::uint64_t key) const noexcept {
    std::size_t at = static_cast<std::size_t>(scatter(key)) & (flows_.size() - 1);
    while (flows_[at].key != 0 && flows_[at].key != key) at = (at + 1) & (flows_.size() - 1);
    return at;
}

void Streams::grow() {
    constexpr std::size_t fewest = 1024;
    const std::vector<Flow> old = std::exchange(flows_, {});
    flows_.assign(std::max(fewest, 2 * old.size()), {});
    for (const Flow& flow : old)
        if (flow.key != 0) flows_[slot_of(flow.key)] = flow;
}

std::uint32_t Streams::direction_of_heading(double heading) noexcept {
    const double turns = heading / (2 * std::numbers::pi) + 0.5 / directions;
    return static_cast<std::uint32_t>((turns - std::floor(turns)) * directions) % directions;
}

void Streams::add(const Passing& passing) {
    if (2 * used_ >= flows_.size()) grow();
    const std::uint64_t key = passing.cell.key();
    Flow& flow = flows_[slot_of(key)];
    if (flow.key == 0) {
        flow.key = key;
        flow.cell = passing.cell;
        ++used_;
    }
    ++flow.passings[passing.direction];
}

void Streams::sample(const Walker& walker, std::vector<RoutePoint>& places, std::vector<Passing>& passings) {
    const Route* route = walker.commitment.route.get();
    if (!walker.is_present() || walker.has_arrived || walker.is_paused || walker.is_aside || !route) return;
    const double reach = sampled_ahead * walker.spec.limits.max_speed;
    const double end = std::min(route->length(), walker.walk.station + reach);
    // Which way a stream goes shows over a few metres: single legs lead around pillars and over into lanes.
    constexpr std::size_t before = 6, beyond = 6;  // samples
    std::size_t leg = route->leg_at(walker.walk.station);
    places.clear();
    for (double s = walker.walk.station; s < end; s += StreamCell::width) {
        leg = route->leg_from(leg, s);
        places.push_back({route->position_on(leg, s), route->points()[leg].layer});
    }
    std::uint64_t last = 0;
    for (std::size_t i = 0; i < places.size(); ++i) {
        const auto cell = StreamCell::at(places[i].layer, places[i].position);
        if (cell.key() == last) continue;
        last = cell.key();
        const RoutePoint& from = places[i - std::min(i, before)];
        const RoutePoint& to = places[std::min(i + beyond, places.size() - 1)];
        if (from.layer == to.layer && squared_length(to.position - from.position) > 1e-6)
            passings.push_back({cell, direction_of_heading(direction_of(to.position - from.position))});
    }
}

/// Each share of the walkers has its own list. Of many shares only some have their turn in a frame, besides
/// those of newcomers. In parallel.
void Streams::sample_all(Crowd& crowd) {
    const std::uint64_t turns = frames_between_renewals(crowd);
    const std::size_t known = passings_.size();
    passings_.resize(shares_of(crowd));
    std::vector<std::size_t> due;
    for (std::size_t i = 0; i < passings_.size(); ++i)
        if (i % turns == crowd.frame % turns || i >= known) due.push_back(i);
    crowd.workers.for_each(static_cast<std::uint32_t>(due.size()), [&](std::uint32_t part) {
        std::vector<RoutePoint> places;
        const std::size_t begin = due[part] * share_size;
        passings_[due[part]].clear();
        for (std::size_t i = begin; i < std::min(crowd.walkers.size(), begin + share_size); ++i)
            sample(crowd.walkers[i], places, passings_[due[part]]);
    });
}

/// Cells lie scattered in memory: it is asked for both ends of them some time before they are needed.
void Streams::count(const std::vector<Passing>& passings) {
    constexpr std::size_t ahead = 12;
    for (std::size_t i = 0; i < passings.size(); ++i) {
        if (i + ahead < passings.size()) {
            const Passing& later = passings[i + ahead];
            const Flow& flow =
                flows_[static_cast<std::size_t>(scatter(later.cell.key())) & (flows_.size() - 1)];
            __builtin_prefetch(&flow.key, 1);
            __builtin_prefetch(&flow.passings[later.direction], 1);
        }
        add(passings[i]);
    }
}

void Streams::renew(Crowd& crowd) {
    sample_all(crowd);
    if (!is_time_to_count(crowd)) return;
    std::fill(flows_.begin(), flows_.end(), Flow{});
    used_ = 0;
    if (flows_.empty()) grow();
    for (const std::vector<Passing>& some : passings_) count(some);
}

std::uint32_t Streams::against(std::uint32_t layer, Vec2 p, double heading) const noexcept {
    if (used_ == 0) return 0;
    const Flow& flow = flows_[slot_of(StreamCell::at(layer, p).key())];
    if (flow.key == 0) return 0;
    constexpr std::uint32_t aslant = 3;
    const std::uint32_t first = direction_of_heading(heading) + directions / 2 - aslant;
    std::uint32_t count = 0;
    for (std::uint32_t i = 0; i <= 2 * aslant; ++i) count += flow.passings[(first + i) % directions];
    return count;
}

std::vector<StreamCell> Streams::crossed() const {
    constexpr std::uint32_t axes = directions / 2, apart = 5;
    std::vector<StreamCell> cells;
    for (const Flow& flow : flows_) {
        if (flow.key == 0) continue;
        std::uint16_t busy = 0;  // one bit for each axis
        for (std::uint32_t i = 0; i < axes; ++i)
            busy = static_cast<std::uint16_t>(busy | (flow.passings[i] + flow.passings[i + axes] >= stream)
                                                         << i);
        // Axes so far apart on one side are farther apart on the other.
        bool is_crossed = false;
        for (int off = apart; off <= static_cast<int>(axes / 2); ++off)
            is_crossed = is_crossed || (busy & std::rotl(busy, off)) != 0;
        if (is_crossed) cells.push_back(flow.cell);
    }
    std::sort(cells.begin(), cells.end());
    return cells;
}

void observe_streams(Crowd& crowd) {
    crowd.streams.renew(crowd);
    if (is_time_to_count(crowd)) crowd.crossings.renew(crowd.streams.crossed(), crowd.world.time());
}

}  // namespace wend
