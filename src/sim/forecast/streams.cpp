#include "sim/forecast/streams.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>

#include "sim/crowd.hpp"

namespace wend {
namespace {

constexpr double streams_period = 0.5;   ///< seconds
constexpr double sampled_ahead = 24;     ///< seconds of way that are sampled
constexpr std::uint32_t stream = 3;      ///< passings along an axis that make a stream
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

/// The nearest of the directions, which lie around the circle from the x axis on.
std::uint32_t Streams::direction_along(Vec2 way) noexcept {
    static_assert(directions == 32);
    // Tangents of the angles half-way between those of half a right angle.
    constexpr double borders[] = {0.098491403357164, 0.303346683607342, 0.534511135950792, 0.820678790828660};
    const double x = std::abs(way.x), y = std::abs(way.y), less = std::min(x, y), more = std::max(x, y);
    std::uint32_t steps = 0;
    for (const double border : borders) steps += less >= border * more ? 1u : 0u;
    if (y > x) steps = directions / 4 - steps;
    if (way.x < 0) steps = directions / 2 - steps;
    return (way.y < 0 ? directions - steps : steps) % directions;
}

void Streams::add(const Passing& passing) {
    Flow& flow = flows_[passing.cell];
    flow.passed |= 1u << passing.direction;
    const std::uint32_t axis = 2 * (passing.direction % (directions / 2));
    flow.axes += (flow.axes >> axis & stream) == stream ? 0u : 1u << axis;
}

void Streams::sample(const Walker& walker, std::vector<Place>& places, std::vector<Passing>& passings) {
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
        places.push_back({route->position_on(leg, s), static_cast<std::uint32_t>(leg)});
    }
    const auto layer_of = [&](const Place& place) { return route->points()[place.leg].layer; };
    std::optional<StreamCell> last;
    for (std::size_t i = 0; i < places.size(); ++i) {
        const auto cell = StreamCell::at(layer_of(places[i]), places[i].position);
        if (cell == last) continue;
        last = cell;
        const Place& from = places[i - std::min(i, before)];
        const Place& to = places[std::min(i + beyond, places.size() - 1)];
        const Vec2 way = to.position - from.position;
        if (layer_of(from) != layer_of(to) || squared_length(way) <= 1e-6) continue;
        passings.push_back({cell, direction_along(way)});
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
        std::vector<Place> places;
        const std::size_t begin = due[part] * share_size;
        passings_[due[part]].clear();
        for (std::size_t i = begin; i < std::min(crowd.walkers.size(), begin + share_size); ++i)
            sample(crowd.walkers[i], places, passings_[due[part]]);
    });
}

void Streams::renew(Crowd& crowd) {
    sample_all(crowd);
    if (!is_time_to_count(crowd)) return;
    flows_.clear();
    for (const std::vector<Passing>& some : passings_)
        for (const Passing& passing : some) add(passing);
}

Streams::Against::Against(const Streams& streams, Vec2 way) noexcept : flow_at_(streams.flows_.reader()) {
    constexpr int aslant = 3;
    constexpr std::uint32_t all_of_them = (1u << (2 * aslant + 1)) - 1;
    const auto opposite = static_cast<int>(direction_along(way) + directions / 2);
    directions_ = std::rotl(all_of_them, opposite - aslant);
}

std::vector<StreamCell> Streams::crossed() const {
    constexpr int axes = directions / 2, apart = 5;
    std::vector<StreamCell> cells;
    flows_.for_each([&](const StreamCell& cell, const Flow& flow) {
        if (flow.axes == 0) return;
        std::uint16_t busy = 0;  // one bit for each axis
        for (int i = 0; i < axes; ++i)
            busy = static_cast<std::uint16_t>(busy | ((flow.axes >> 2 * i & stream) == stream) << i);
        // Axes so far apart on one side are farther apart on the other.
        bool is_crossed = false;
        for (int off = apart; off <= axes / 2; ++off)
            is_crossed = is_crossed || (busy & std::rotl(busy, off)) != 0;
        if (is_crossed) cells.push_back(cell);
    });
    std::sort(cells.begin(), cells.end());
    return cells;
}

void observe_streams(Crowd& crowd) {
    crowd.streams.renew(crowd);
    if (is_time_to_count(crowd)) crowd.crossings.renew(crowd.streams.crossed(), crowd.world.time());
}

}  // namespace wend
