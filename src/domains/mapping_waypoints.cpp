#include "wend/domains/mapping_waypoints.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace wend::domains {
namespace {

constexpr int tries = 4;  ///< to each side

/// Places by the distance that is left to walk; changes of layer take none.
class Stations {
  public:
    explicit Stations(const Course& course) : course_(course), left_(course.size()) {
        for (std::size_t i = course.size() - 1; i > 0; --i)
            left_[i - 1] = left_[i] + (course[i - 1].layer == course[i].layer
                                           ? distance(course[i - 1].position, course[i].position)
                                           : 0);
    }
    [[nodiscard]] double length() const noexcept { return left_.front(); }
    [[nodiscard]] Place at(double left) const {
        const auto after = std::lower_bound(left_.begin(), left_.end(), left, std::greater<>());
        if (after == left_.begin()) return course_.front();
        if (after == left_.end()) return course_.back();
        const auto next = static_cast<std::size_t>(after - left_.begin());
        const Place &from = course_[next - 1], &to = course_[next];
        if (from.layer != to.layer || left_[next - 1] == left_[next]) return to;
        const double share = (left_[next - 1] - left) / (left_[next - 1] - left_[next]);
        return {from.layer, lerp(from.position, to.position, share),
                from.time + (to.time - from.time) * share};
    }

  private:
    const Course& course_;
    std::vector<double> left_;  ///< metres, by place of the course
};

std::optional<Place> roomiest_near(const Stations& stations, double left, const WaypointOptions& options,
                                   const RoomAt& room_at) {
    std::optional<Place> best;
    double most = 0;
    for (int shift = 0; shift <= 2 * tries && most < options.room; ++shift) {
        // Outwards from the middle, so that of equals the most even one is kept.
        const int side = shift % 2 == 0 ? shift / 2 : -(shift + 1) / 2;
        const Place place = stations.at(left + options.slack * options.spacing * side / tries);
        const double room = std::min(options.room, room_at(place));
        if (room > most) best = place, most = room;
    }
    return best;
}

}  // namespace

Course waypoints_along(const Course& course, const WaypointOptions& options, const RoomAt& room_at) {
    if (course.empty()) return {};
    const Stations stations(course);
    const auto count = static_cast<int>(std::max(0.0, std::floor(stations.length() / options.spacing - 0.5)));
    Course waypoints;
    for (int i = count; i > 0; --i)
        if (const auto place = roomiest_near(stations, i * options.spacing, options, room_at))
            waypoints.push_back(*place);
    waypoints.push_back(course.back());
    return waypoints;
}

}  // namespace wend::domains
