#include "sim/focus/smoothing.hpp"

#include <algorithm>
#include <cmath>

#include "sim/promise/traffic.hpp"

namespace wend {
namespace {

constexpr std::size_t most_moves = 8;      ///< that one straight piece may replace
constexpr double gap_to_walls = 0.05;      ///< metres, for straight pieces: their corners are rounded
constexpr double gap_to_others = 0.02;     ///< metres
constexpr double longest_average = 1.0;    ///< seconds
constexpr double blend = 1.0;              ///< seconds from the speed it has to that of the smooth way
constexpr double off_piece = 0.002;        ///< metres
constexpr std::size_t longest_piece = 60;  ///< ticks
constexpr double slowest_look = 0.05;      ///< m/s; who is slower goes on looking where it looks
constexpr double share_of_limits = 0.999;

/// Is it an ordinary step on the ground of that layer?
bool is_plain(const Tick& tick, std::uint32_t layer) {
    return tick.layer == layer && !tick.is_crossing && !tick.is_riding;
}

/// A part of a walk that stays on one layer, without links and platforms.
class SmoothRun {
  public:
    SmoothRun(Footsteps& steps, const Stretch& run, AgentId self, Neighbourhood& around)
        : steps_(steps), run_(run), self_(self), layer_(steps.after(run.first).layer), around_(around) {
        for (std::size_t i = run.first; i <= run.last; ++i) found_.push_back(steps.after(i).position);
        walked_.push_back(0);
        for (std::size_t i = 1; i < found_.size(); ++i)
            walked_.push_back(walked_.back() + distance(found_[i - 1], found_[i]));
        before_ = run.first > 0
                      ? found_[0] - steps.after(run.first - 1).position
                      : unit_vector(steps.here.walk.heading) * steps.here.walk.speed * steps.time_step;
        after_ = run.last < steps.ticks.size() ? steps.after(run.last + 1).position - found_.back()
                                               : found_.back() - found_.end()[-2];
    }

    /// True when there is another way to walk it; then it has been put in place.
    bool run() {
        const auto meeting = first_meeting(found_);  // gathers everybody
        const std::vector<Vec2> pulled = pull_tight();
        const double most = longest_average / steps_.time_step / 2;
        for (auto reach = static_cast<std::size_t>(most); reach >= 2; reach /= 2) {
            std::vector<Vec2> smooth = averaged(pulled, reach);
            blend_ends(smooth);
            if (!keeps_limits(smooth)) continue;
            if (std::vector<Vec2> plain = in_pieces(smooth); keeps_limits(plain)) smooth = std::move(plain);
            if (!fits(smooth)) continue;
            const auto met = first_meeting(smooth);
            if (met && !(meeting && meeting->time <= met->time)) continue;
            put(smooth);
            return true;
        }
        return false;
    }

  private:
    [[nodiscard]] std::size_t last() const noexcept { return found_.size() - 1; }
    [[nodiscard]] double time(std::size_t i) const noexcept { return steps_.time(run_.first + i); }
    [[nodiscard]] double radius() const noexcept { return steps_.limits->radius; }

    [[nodiscard]] std::vector<Vec2> pull_tight() const {
        std::vector<Vec2> pulled = found_;
        for (std::size_t from = 0; from < last();) {
            const std::size_t to = end_of_straight(from);
            if (to > from + run_.move)
                for (std::size_t i = from + 1; i < to; ++i)
                    pulled[i] = lerp(found_[from], found_[to], share(from, to, i));
            from = to;
        }
        return pulled;
    }
    [[nodiscard]] std::size_t end_of_straight(std::size_t from) const {
        for (std::size_t moves = most_moves; moves > 1; --moves) {
            const std::size_t to = from + moves * run_.move;
            if (to <= last() && is_free(from, to)) return to;
        }
        return std::min(from + run_.move, last());
    }
    /// Of the way there, by then; who sets out or comes to a stop does so as planned.
    [[nodiscard]] double share(std::size_t from, std::size_t to, std::size_t at) const {
        const double all = walked_[to] - walked_[from];
        return all > 0 ? (walked_[at] - walked_[from]) / all : 0;
    }
    [[nodiscard]] bool is_free(std::size_t from, std::size_t to) const {
        const Vec2 a = found_[from], b = found_[to];
        if (!steps_.walls->ground(layer_).fits_along(a, b, radius() + gap_to_walls)) return false;
        for (std::size_t at = from; at < to; at += run_.move) {
            const std::size_t next = at + run_.move;
            const Interval span{time(at), time(next)};
            const Vec2 begin = lerp(a, b, share(from, to, at)), end = lerp(a, b, share(from, to, next));
            const MovingDisc disc{span, begin, (end - begin) / span.length(), radius() + gap_to_others, 0};
            if (around_.first_conflict(layer_, disc)) return false;
        }
        return true;
    }

    /// Over so many ticks either way, and fewer towards the ends.
    [[nodiscard]] static std::vector<Vec2> averaged(const std::vector<Vec2>& places, std::size_t reach) {
        std::vector<Vec2> sums{{}};
        for (const Vec2 place : places) sums.push_back(sums.back() + (place - places[0]));
        std::vector<Vec2> result = places;
        for (std::size_t i = 1; i + 1 < places.size(); ++i) {
            const std::size_t near = std::min({reach, i, places.size() - 1 - i});
            result[i] = places[0] + (sums[i + near + 1] - sums[i - near]) / static_cast<double>(2 * near + 1);
        }
        return result;
    }

    /// It begins with the speed that it comes with, and ends with that of what follows.
    void blend_ends(std::vector<Vec2>& smooth) const {
        const auto count = std::min(static_cast<std::size_t>(blend / steps_.time_step), last() / 2);
        if (count < 2) return;
        const Vec2 begin = before_ - (smooth[1] - smooth[0]);
        const Vec2 end = after_ - (smooth[last()] - smooth[last() - 1]);
        for (std::size_t i = 1; i < count; ++i) {
            const double left = 1 - static_cast<double>(i) / static_cast<double>(count);
            const double along = static_cast<double>(i) * left * left;
            smooth[i] += begin * along;
            smooth[last() - i] -= end * along;
        }
    }

    /// The same in few pieces of one velocity each: everybody who looks out for it looks at them one by one.
    [[nodiscard]] static std::vector<Vec2> in_pieces(std::vector<Vec2> smooth) {
        for (std::size_t from = 0; from + 1 < smooth.size();) {
            std::size_t to = from + 1;
            while (to + 1 < smooth.size() && to < from + longest_piece && is_straight(smooth, from, to + 1))
                ++to;
            for (std::size_t i = from + 1; i < to; ++i)
                smooth[i] = lerp(smooth[from], smooth[to],
                                 static_cast<double>(i - from) / static_cast<double>(to - from));
            from = to;
        }
        return smooth;
    }
    [[nodiscard]] static bool is_straight(const std::vector<Vec2>& places, std::size_t from, std::size_t to) {
        const Vec2 step = (places[to] - places[from]) / static_cast<double>(to - from);
        for (std::size_t i = from + 1; i < to; ++i)
            if (distance(places[i], places[from] + step * static_cast<double>(i - from)) > off_piece)
                return false;
        return true;
    }

    [[nodiscard]] bool keeps_limits(const std::vector<Vec2>& smooth) const {
        const double dt = steps_.time_step, most = steps_.limits->max_speed * dt;
        const double change = share_of_limits * steps_.limits->max_acceleration * dt * dt;
        double walked = length(before_);
        for (std::size_t i = 1; i < smooth.size(); ++i) {
            const double next = distance(smooth[i - 1], smooth[i]);
            if (next > most || std::abs(next - walked) > change) return false;
            walked = next;
        }
        return std::abs(length(after_) - walked) <= change;
    }
    [[nodiscard]] bool fits(const std::vector<Vec2>& smooth) const {
        return steps_.walls->ground(layer_).is_clear_along(smooth, radius());
    }

    [[nodiscard]] std::vector<Tick> ticks_at(const std::vector<Vec2>& places) const {
        std::vector<Tick> ticks;
        for (std::size_t i = 1; i < places.size(); ++i) {
            ticks.push_back(steps_.after(run_.first + i));
            ticks.back().position = places[i];
        }
        return ticks;
    }
    [[nodiscard]] std::optional<Meeting> first_meeting(const std::vector<Vec2>& places) {
        const std::vector<Tick> ticks = ticks_at(places);
        const Walk walk{self_, radius(), {places[0], layer_}, ticks, time(0), steps_.time_step, 0};
        return first_meeting_within(around_, walk, no_gap);
    }
    void put(const std::vector<Vec2>& smooth) {
        for (std::size_t i = 1; i < smooth.size(); ++i) steps_.ticks[run_.first + i - 1].position = smooth[i];
    }

    Footsteps& steps_;
    Stretch run_;
    AgentId self_;
    std::uint32_t layer_;
    Neighbourhood& around_;
    std::vector<Vec2> found_;
    std::vector<double> walked_;  ///< metres by then
    Vec2 before_, after_;         ///< metres of the tick before the first one, and of the one after the last
};

/// Stations, speeds and headings follow from the places.
void measure_anew(Footsteps& steps, const Stretch& stretch) {
    const double most_turn = share_of_limits * steps.limits->max_turn_rate * steps.time_step;
    double shift = 0;
    for (std::size_t i = stretch.first; i < steps.ticks.size(); ++i) {
        const Tick before = steps.after(i);
        Tick& tick = steps.ticks[i];
        if (tick.is_riding || before.is_riding) {
            tick.walk.station += shift;
            continue;
        }
        const Vec2 way = tick.position - before.position;
        const double walked = length(way), speed = walked / steps.time_step;
        double look = tick.walk.heading;
        if (i < stretch.last) look = speed > slowest_look ? direction_of(way) : before.walk.heading;
        const double turn = wrapped_angle(look - before.walk.heading);
        shift = before.walk.station + walked - tick.walk.station;
        tick.walk.station += shift;
        if (!tick.is_crossing) tick.walk.speed = speed > 1e-9 ? speed : 0;
        tick.walk.heading = wrapped_angle(before.walk.heading + std::clamp(turn, -most_turn, most_turn));
    }
}

}  // namespace

void smoothen(Footsteps& steps, const Stretch& stretch, AgentId self, Neighbourhood& around) {
    bool has_changed = false;
    for (std::size_t first = stretch.first; first < stretch.last;) {
        const std::uint32_t layer = steps.after(first).layer;
        std::size_t last = first;
        while (last < stretch.last && is_plain(steps.after(last + 1), layer)) ++last;
        // Onto a link or a platform it steps as it was planned to.
        const bool goes_on = last + 1 > steps.ticks.size() || is_plain(steps.after(last + 1), layer);
        if (!goes_on) last -= std::min(stretch.move, last - first);
        if (last >= first + 2 * stretch.move && is_plain(steps.after(first), layer))
            has_changed = SmoothRun(steps, {first, last, stretch.move}, self, around).run() || has_changed;
        first = std::max(last, first) + 1;
    }
    if (has_changed) measure_anew(steps, stretch);
}

}  // namespace wend
