#include "sim/streams.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "wend/base/rng.hpp"

#include "sim/crowd.hpp"

namespace wend {
namespace {

constexpr double renewal_period = 0.5;  ///< seconds
constexpr double look_ahead = 24;       ///< seconds of way that are sampled
constexpr std::uint32_t stream = 3;     ///< passings along a direction that make a stream

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

void Streams::add(const StreamCell& cell, double heading) {
    if (2 * used_ >= flows_.size()) grow();
    const std::uint64_t key = cell.key();
    Flow& flow = flows_[slot_of(key)];
    if (flow.key == 0) {
        flow.key = key;
        flow.cell = cell;
        ++used_;
    }
    ++flow.passings[direction_of_heading(heading)];
}

void Streams::sample(const Walker& walker) {
    const Route* route = walker.commitment.route.get();
    if (!walker.is_present() || walker.has_arrived || walker.is_paused || walker.is_aside || !route) return;
    const double reach = look_ahead * walker.spec.limits.max_speed;
    const double end = std::min(route->length(), walker.walk.station + reach);
    // Which way a stream goes shows over a few metres: single legs lead around pillars and over into lanes.
    constexpr std::size_t before = 6, beyond = 6;  // samples
    std::size_t leg = route->leg_at(walker.walk.station);
    places_.clear();
    for (double s = walker.walk.station; s < end; s += StreamCell::width) {
        leg = route->leg_from(leg, s);
        places_.push_back({route->position_on(leg, s), route->points()[leg].layer});
    }
    std::uint64_t last = 0;
    for (std::size_t i = 0; i < places_.size(); ++i) {
        const auto cell = StreamCell::at(places_[i].layer, places_[i].position);
        if (cell.key() == last) continue;
        last = cell.key();
        const RoutePoint& from = places_[i - std::min(i, before)];
        const RoutePoint& to = places_[std::min(i + beyond, places_.size() - 1)];
        if (from.layer == to.layer && squared_length(to.position - from.position) > 1e-6)
            add(cell, direction_of(to.position - from.position));
    }
}

void Streams::renew(const Crowd& crowd) {
    std::fill(flows_.begin(), flows_.end(), Flow{});
    used_ = 0;
    if (flows_.empty()) grow();
    for (const Walker& walker : crowd.walkers) sample(walker);
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
        std::array<std::uint32_t, axes> along{};
        for (std::uint32_t i = 0; i < directions; ++i) along[i % axes] += flow.passings[i];
        bool is_crossed = false;
        for (std::uint32_t a = 0; a < axes; ++a)
            for (std::uint32_t off = apart; off <= axes - apart; ++off)
                is_crossed = is_crossed || (along[a] >= stream && along[(a + off) % axes] >= stream);
        if (is_crossed) cells.push_back(flow.cell);
    }
    std::sort(cells.begin(), cells.end());
    return cells;
}

void observe_streams(Crowd& crowd) {
    const auto period =
        static_cast<std::uint64_t>(std::max(1L, std::lround(renewal_period / crowd.scene.time_step)));
    if (crowd.frame % period != 0) return;
    crowd.streams.renew(crowd);
    crowd.crossings.renew(crowd.streams.crossed(), crowd.world.time());
}

}  // namespace wend
