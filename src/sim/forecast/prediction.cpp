#include "sim/forecast/prediction.hpp"

#include <algorithm>
#include <cmath>

#include "sim/crowd.hpp"
#include "sim/forecast/foresight.hpp"

namespace wend {
namespace {

constexpr double sample_time = Prediction::slot / 2;  ///< seconds
constexpr double scale = 256;
constexpr double renewal_period = 1;  ///< seconds
constexpr double least_speed = 0.3;   ///< m/s; of whoever asks

std::int32_t whole(double x) {
    return static_cast<std::int32_t>(std::lround(x * scale));
}

/// Where a walker will be: along what it has promised, then along its route at its best pace. Asked about
/// later and later times.
class Outlook {
  public:
    Outlook(const Crowd& crowd, const Walker& walker)
        : walker_(walker),
          dt_(crowd.scene.time_step),
          leg_(walker.commitment.route ? walker.commitment.route->leg_at(walker.walk.station) : 0) {}

    [[nodiscard]] RoutePoint at(double ahead) {
        const Commitment& promise = walker_.commitment;
        const std::size_t left = promise.ticks.size() - promise.next;
        const auto tick = static_cast<std::size_t>(ahead / dt_);
        // The promise's braking at its end is for safety; who is not hindered will go on.
        const bool goes_on = promise.route && !walker_.has_arrived && !walker_.is_paused &&
                             !walker_.is_hindered && !walker_.is_aside;
        if (goes_on) return on_route(*promise.route, walker_.walk.station + ahead * pace());
        if (promise.is_done()) return walker_.place;
        const Tick& there = promise.ticks[promise.next + std::min(tick, left - 1)];
        if (tick < left || !promise.route || walker_.is_aside) return {there.position, there.layer};
        const double more = (ahead - static_cast<double>(left) * dt_) * pace();
        return on_route(*promise.route, there.walk.station + more);
    }

  private:
    [[nodiscard]] double pace() const noexcept { return walker_.spec.limits.max_speed; }
    [[nodiscard]] RoutePoint on_route(const Route& route, double station) {
        station = std::min(station, route.length());
        leg_ = route.leg_from(leg_, station);
        const auto& points = route.points();
        const bool is_crossing = points.size() > 1 && points[leg_].is_crossing;
        return {route.position_on(leg_, station), points[is_crossing ? leg_ + 1 : leg_].layer};
    }

    const Walker& walker_;
    double dt_;
    std::size_t leg_;  ///< of the route, that it had got to
};

}  // namespace

Prediction::Prediction(const Box2& bounds, std::uint32_t layers)
    : origin_(bounds.low),
      columns_(static_cast<std::uint32_t>((bounds.high.x - bounds.low.x) / cell) + 1),
      rows_(static_cast<std::uint32_t>((bounds.high.y - bounds.low.y) / cell) + 1),
      layers_(layers) {
    flows_.resize(std::size_t{columns_} * rows_ * layers_ * slots);
}

std::uint32_t Prediction::index_of(std::uint32_t layer, Vec2 p, double time) const noexcept {
    const double x = (p.x - origin_.x) / cell, y = (p.y - origin_.y) / cell, s = (time - begin_) / slot;
    if (!(x >= 0 && y >= 0 && s >= 0) || layer >= layers_) return nowhere;
    if (x >= columns_ || y >= rows_ || s >= slots) return nowhere;
    const auto column = static_cast<std::uint32_t>(x), row = static_cast<std::uint32_t>(y);
    return ((layer * rows_ + row) * columns_ + column) * slots + static_cast<std::uint32_t>(s);
}

Prediction::Flow& Prediction::Flow::operator+=(const Flow& other) noexcept {
    *this = {bodies + other.bodies, x + other.x, y + other.y, squares + other.squares};
    return *this;
}

Prediction::Flow& Prediction::Flow::operator-=(const Flow& other) noexcept {
    *this = {bodies - other.bodies, x - other.x, y - other.y, squares - other.squares};
    return *this;
}

void Prediction::sample(const Crowd& crowd, const Walker& walker, std::vector<Sample>& samples) const {
    Outlook outlook(crowd, walker);
    RoutePoint from = outlook.at(0);
    for (std::uint32_t i = 0; i < 2 * slots; ++i) {
        const RoutePoint to = outlook.at((i + 1) * sample_time);
        // Whoever has got to where it leaves the world is in nobody's way.
        const bool is_there = from.position == to.position &&
                              distance(to.position, walker.target.position) < Route::merge_distance;
        if (walker.goal.leaves && is_there) return;
        const std::uint32_t index =
            index_of(to.layer, lerp(from.position, to.position, 0.5), begin_ + (i + 0.5) * sample_time);
        const Vec2 velocity = (to.position - from.position) / sample_time;
        samples.push_back(
            {index, {whole(1), whole(velocity.x), whole(velocity.y), whole(squared_length(velocity))}});
        from = to;
    }
}

/// Sampled in parallel, added up in order: whoever comes next is asked for before its turn, since cells lie
/// scattered in memory.
void Prediction::renew(Crowd& crowd) {
    constexpr std::uint32_t share = 256;  // walkers that are sampled together
    begin_ = crowd.world.time();
    const auto count = static_cast<std::uint32_t>(crowd.walkers.size());
    parts_.resize(count);
    crowd.workers.for_each((count + share - 1) / share, [&](std::uint32_t part) {
        for (std::uint32_t i = part * share; i < std::min(count, (part + 1) * share); ++i) {
            parts_[i].clear();
            if (crowd.walkers[i].is_present()) sample(crowd, crowd.walkers[i], parts_[i]);
        }
    });
    std::fill(flows_.begin(), flows_.end(), Flow{});
    for (const std::vector<Sample>& samples : parts_) {
        for (const Sample& one : samples)
            if (one.index != nowhere) __builtin_prefetch(&flows_[one.index], 1);
        for (const Sample& one : samples)
            if (one.index != nowhere) flows_[one.index] += one.flow;
    }
}

double Prediction::hindrance(std::uint32_t layer, Vec2 p, double time, Vec2 velocity,
                             std::uint32_t except) const {
    const std::uint32_t index = index_of(layer, p, time);
    if (index == nowhere) return 0;
    Flow flow = flows_[index];
    if (flow.bodies <= 0) return 0;
    if (except < parts_.size()) {
        // Its own samples of this slot are two.
        const std::vector<Sample>& own = parts_[except];
        const std::size_t first = 2 * (index % slots);
        for (std::size_t i = first; i < std::min(first + 2, own.size()); ++i)
            if (own[i].index == index) flow -= own[i].flow;
    }
    if (flow.bodies <= 0) return 0;
    const double bodies = flow.bodies / scale, speed = std::max(least_speed, length(velocity));
    const double passing = flow.squares / scale - 2 * (velocity.x * flow.x + velocity.y * flow.y) / scale +
                           bodies * squared_length(velocity);
    // Root mean square of the relative speeds; a slot has two samples of everybody.
    const double relative = std::sqrt(std::max(0.0, passing / bodies)) / speed;
    return bodies / 2 / (cell * cell) * relative;
}

bool asks_for_prediction(const Crowd& crowd) {
    return crowd.scene.prediction || crowd.numbers.size() > foresight_limit;
}

bool is_among_many(const Crowd& crowd) {
    return !crowd.prediction.is_empty() && crowd.numbers.size() > foresight_limit;
}

void predict(Crowd& crowd) {
    if (!asks_for_prediction(crowd)) return;
    const auto period =
        static_cast<std::uint64_t>(std::max(1L, std::lround(renewal_period / crowd.scene.time_step)));
    if (crowd.prediction.is_empty())
        crowd.prediction =
            Prediction(crowd.scene.bounds, static_cast<std::uint32_t>(crowd.scene.layers.size()));
    if (crowd.frame % period == 0) crowd.prediction.renew(crowd);
}

}  // namespace wend
