// Starts, stops and turns on the spot, as a trajectory shows them.

#include <algorithm>
#include <cmath>

#include "wend/motion/gesture.hpp"
#include "wend/motion/rotation.hpp"

namespace wend::motion {
namespace {

constexpr double look = 0.05;            // seconds between two looks at a track
constexpr double standing_speed = 0.12;  // metres a second
constexpr double walking_speed = 0.7;
constexpr double longest_change = 1.2;                   // seconds from a stand to a walk
constexpr double turning_rate = 0.3;                     // radians a second
constexpr double least_turn = 0.35, longest_turn = 1.6;  // radians of one gesture
constexpr double shortest = 0.3;                         // seconds

class GestureFinder {
  public:
    GestureFinder(const Track& track, const FootPlan& feet) : track_(track), feet_(feet) {
        const auto looks = static_cast<std::size_t>((track.end() - track.begin()) / look) + 1;
        for (std::size_t i = 0; i < looks; ++i)
            speeds_.push_back(
                distance(track.local_position(time(i) + 0.1).xy(), track.local_position(time(i) - 0.1).xy()) /
                0.2);
    }

    std::vector<GestureTime> find() {
        for (std::size_t i = 0; i + 1 < speeds_.size(); ++i) {
            if (stands(i) && !stands(i + 1)) start_at(i);
            if (!stands(i) && stands(i + 1)) stop_at(i + 1);
        }
        find_turns();
        return in_order();
    }

  private:
    [[nodiscard]] double time(std::size_t i) const noexcept {
        return track_.begin() + look * static_cast<double>(i);
    }
    [[nodiscard]] bool stands(std::size_t i) const noexcept { return speeds_[i] < standing_speed; }

    void start_at(std::size_t from) {
        for (std::size_t i = from; i < speeds_.size() && time(i) < time(from) + longest_change; ++i)
            if (speeds_[i] >= walking_speed)
                return add(GestureKind::start, is_right_first(time(from)), time(from) - 0.1, time(i) + 0.3);
    }
    void stop_at(std::size_t to) {
        for (std::size_t i = to; i > 0 && time(i) > time(to) - longest_change; --i)
            if (speeds_[i] >= walking_speed)
                return add(GestureKind::stop, is_right_last(time(to) + 0.3), time(i) - 0.1, time(to) + 0.4);
    }

    void find_turns() {
        for (std::size_t i = 0; i + 1 < speeds_.size();) {
            std::size_t end = i;
            const double side = turn_of(i);
            while (end + 1 < speeds_.size() && stands(end) && stands(end + 1) && turn_of(end) * side > 0 &&
                   std::fabs(turn_of(end)) > turning_rate * look)
                ++end;
            if (end > i) add_turn(i, end);
            i = std::max(end, i + 1);
        }
    }
    [[nodiscard]] double turn_of(std::size_t i) const noexcept {
        return wrapped(track_.local_heading(time(i + 1)) - track_.local_heading(time(i)));
    }
    void add_turn(std::size_t first, std::size_t last) {
        double turn = 0;
        for (std::size_t i = first; i < last; ++i) turn += turn_of(i);
        if (std::fabs(turn) < least_turn) return;
        const double begin = time(first) - 0.1, seconds = time(last) + 0.2 - begin;
        const int parts = static_cast<int>(std::ceil(std::fabs(turn) / longest_turn));
        for (int i = 0; i < parts; ++i)
            add(GestureKind::turn, turn < 0, begin + seconds * i / parts, begin + seconds * (i + 1) / parts);
    }

    void add(GestureKind kind, bool is_right, double begin, double end) {
        found_.push_back({kind, is_right, begin, end});
    }

    /// Whose foot comes down first after a time.
    [[nodiscard]] bool is_right_first(double after) const noexcept {
        const auto first = [after](const std::vector<Plant>& plants) {
            for (const Plant& plant : plants)
                if (plant.down > after) return plant.down;
            return 1e300;
        };
        return first(feet_.plants[1]) < first(feet_.plants[0]);
    }
    [[nodiscard]] bool is_right_last(double before) const noexcept {
        const auto last = [before](const std::vector<Plant>& plants) {
            double down = plants.front().down;
            for (const Plant& plant : plants)
                if (plant.down <= before) down = plant.down;
            return down;
        };
        return last(feet_.plants[1]) > last(feet_.plants[0]);
    }

    std::vector<GestureTime> in_order() {
        std::sort(found_.begin(), found_.end(),
                  [](const GestureTime& a, const GestureTime& b) { return a.begin < b.begin; });
        std::vector<GestureTime> kept;
        for (GestureTime gesture : found_) {
            gesture.begin = std::max(gesture.begin, kept.empty() ? track_.begin() : kept.back().end);
            const bool is_in_air =
                std::any_of(feet_.flights.begin(), feet_.flights.end(), [&](const AirTime& flight) {
                    return flight.begin < gesture.end && gesture.begin < flight.end;
                });
            if (gesture.end - gesture.begin >= shortest && !is_in_air) kept.push_back(gesture);
        }
        return kept;
    }

    const Track& track_;
    const FootPlan& feet_;
    std::vector<double> speeds_;
    std::vector<GestureTime> found_;
};

double smooth(double u) noexcept {
    u = std::clamp(u, 0.0, 1.0);
    return u * u * (3 - 2 * u);
}

}  // namespace

Gesture gesture_of(Cycle left) {
    Gesture gesture{std::move(left), {}};
    for (const auto& frame : gesture.left.frames) {
        auto& mirror = gesture.right.frames.emplace_back();
        for (std::size_t i = 0; i < part_count; ++i)
            mirror[i] = mirrored_rotation(frame[index_of(mirrored(static_cast<Part>(i)))]);
    }
    return gesture;
}

std::vector<GestureTime> find_gestures(const Track& track, const FootPlan& feet) {
    if (track.is_empty() || feet.plants[0].empty() || feet.plants[1].empty()) return {};
    return GestureFinder(track, feet).find();
}

double gesture_weight(double share) noexcept {
    return smooth(share / 0.25) * smooth((1 - share) / 0.3);
}

}  // namespace wend::motion
