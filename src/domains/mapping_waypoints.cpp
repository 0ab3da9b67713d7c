#include "wend/domains/mapping_waypoints.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace wend::domains {
namespace {

/// Places by the distance walked; crossings take none.
class Stations {
  public:
    Stations(const Course& course, std::span<const std::size_t> crossings) : course_(course) {
        double walked = 0;
        for (std::size_t i = 0; i < course.size(); ++i) {
            const bool is_walked = std::find(crossings.begin(), crossings.end(), i) == crossings.end();
            if (i > 0 && is_walked) walked += distance(course[i - 1].position, course[i].position);
            stations_.push_back(walked);
        }
    }
    [[nodiscard]] double length() const noexcept { return stations_.back(); }
    [[nodiscard]] Place at(double station) const {
        const auto after = std::upper_bound(stations_.begin(), stations_.end(), station);
        if (after == stations_.end()) return course_.back();
        const auto next = static_cast<std::size_t>(after - stations_.begin());
        if (next == 0) return course_.front();
        const Place &from = course_[next - 1], &to = course_[next];
        const double share = (station - stations_[next - 1]) / (stations_[next] - stations_[next - 1]);
        return {from.layer, lerp(from.position, to.position, share),
                from.time + (to.time - from.time) * share};
    }

  private:
    const Course& course_;
    std::vector<double> stations_;
};

constexpr int tries = 4;  ///< to each side

}  // namespace

Course waypoints_of(const MeshGraph& graph, const Course& course, std::span<const std::size_t> crossings,
                    const WaypointOptions& options, mesh::QueryContext& query) {
    if (course.size() < 2) return course;
    const Stations stations(course, crossings);
    const double length = stations.length(), radius = graph.options().radius;
    const double legs = std::max(1.0, std::round(length / options.spacing)), step = length / legs;
    Course waypoints{course.front()};
    for (double leg = 1; leg < legs; ++leg) {
        std::optional<Place> best;
        double most = 0;
        for (int shift = 0; shift <= 2 * tries; ++shift) {
            // Outwards from the middle, so that of equals the most even one is kept.
            const int side = shift % 2 == 0 ? shift / 2 : -(shift + 1) / 2;
            const Place place = stations.at((leg + options.slack * side / tries) * step);
            const mesh::Triangulation& floor = graph.floor(place.layer);
            const double room = clearance_at(floor, place.position, options.room + radius, query);
            if (room > most && is_free(floor, place.position, radius, query)) best = place, most = room;
        }
        if (best) waypoints.push_back(*best);
    }
    waypoints.push_back(course.back());
    return waypoints;
}

}  // namespace wend::domains
