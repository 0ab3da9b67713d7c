#include "sim/lanes.hpp"

#include <algorithm>
#include <cmath>

#include "sim/crowd.hpp"
#include "sim/ways.hpp"

namespace wend {
namespace {

constexpr double row_step = 1;        ///< metres from one look at the corridor to the next
constexpr double lane_ahead = 24;     ///< metres that are looked at
constexpr double widest = 9;          ///< metres; wider ground has room to pass anywhere
constexpr double between_lanes = 0.02; ///< metres
constexpr double steepest = 0.35;      ///< metres to the side on one metre of way
constexpr std::size_t reach_rows = 4; ///< rows before and behind those where others come

/// A place of the route and the room beside it, for the middle of a body.
struct Row {
    double station = 0;
    Vec2 place, right;
    double room_right = 0, room_left = 0;
    bool meets = false;  ///< others come the other way here
    double shift = 0;    ///< to the right

    [[nodiscard]] double width() const noexcept { return room_right + room_left; }
};

double room_beside(const Region& ground, Vec2 p, Vec2 direction, double radius) {
    constexpr double exactly = 0.05;
    double fits = 0, not_fits = widest;
    if (ground.fits_along(p, p + direction * widest, radius)) return widest;
    while (not_fits - fits > exactly) {
        const double half = (fits + not_fits) / 2;
        (ground.fits_along(p, p + direction * half, radius) ? fits : not_fits) = half;
    }
    return fits;
}

/// Do others come the other way, anywhere across the corridor?
bool is_met(const Crowd& crowd, const Row& row, std::uint32_t layer, double heading) {
    for (double off = -std::min(row.room_left, widest / 2); off <= std::min(row.room_right, widest / 2);
         off += Streams::cell)
        if (crowd.streams.against(layer, row.place + row.right * off, heading) > 0) return true;
    return false;
}

bool comes_anybody(const Crowd& crowd, const Route& route, double station, double end) {
    std::size_t leg = route.leg_at(station);
    for (double s = station; s < end; s += 2) {
        leg = route.leg_from(leg, s);
        const Vec2 place = route.position_on(leg, s), side = perpendicular(unit_vector(route.heading(leg)));
        for (double off = -4; off <= 4; off += Streams::cell)
            if (crowd.streams.against(route.points()[leg].layer, place + side * off, route.heading(leg)) > 0)
                return true;
    }
    return false;
}

std::vector<Row> rows_of(const Crowd& crowd, const Walker& walker, const Route& route, double station, double end) {
    std::vector<Row> rows;
    const std::uint32_t layer = route.layer_at(station);
    const Region& ground = crowd.world.walls().ground(layer);
    const double radius = walker.spec.limits.radius + usual_wall_gap;
    for (double s = station; s < end; s += row_step) {
        const std::size_t leg = route.leg_at(s);
        if (route.points()[leg].layer != layer || route.points()[leg].is_crossing) break;
        Row row;
        row.station = s;
        row.place = route.position_on(leg, s);
        row.right = perpendicular(unit_vector(route.heading(leg))) * -1.0;
        row.room_right = room_beside(ground, row.place, row.right, radius);
        row.room_left = room_beside(ground, row.place, row.right * -1.0, radius);
        row.meets = is_met(crowd, row, layer, route.heading(leg));
        rows.push_back(row);
    }
    return rows;
}

/// How far to the right the lane wants it.
double wanted_shift(const Row& row, double radius) {
    const double lane = row.width() / 2 - radius - between_lanes / 2;
    const bool is_corridor = row.width() < widest && lane >= 0;
    if (!row.meets || !is_corridor || row.room_right <= lane) return 0;
    const double beyond = (row.room_right - lane) / (row.width() - lane);
    return row.room_right - lane * (1 - beyond);
}

void spread(std::vector<Row>& rows) {
    std::vector<bool> meets(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i)
        for (std::size_t j = i > reach_rows ? i - reach_rows : 0; j < std::min(rows.size(), i + reach_rows + 1); ++j)
            if (rows[i].meets) meets[j] = true;
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i].meets = meets[i];
}

/// From one row to the next the shift changes by little; the first row cannot be shifted any more.
void ease(std::vector<Row>& rows) {
    rows.front().shift = 0;
    for (std::size_t i = 1; i < rows.size(); ++i)
        rows[i].shift = std::min(rows[i].shift, rows[i - 1].shift + steepest * row_step);
    for (std::size_t i = rows.size() - 1; i-- > 0;)
        rows[i].shift = std::min(rows[i].shift, rows[i + 1].shift + steepest * row_step);
}

}  // namespace

LaneWay way_in_lane(const Crowd& crowd, const Walker& walker, const Route& route, double station) {
    LaneWay way;
    const double end = std::min(route.length() - row_step, station + lane_ahead);
    if (end - station < 3 * row_step || !comes_anybody(crowd, route, station, end)) return way;
    std::vector<Row> rows = rows_of(crowd, walker, route, station, end);
    if (rows.size() < 4) return way;
    spread(rows);
    const double radius = walker.spec.limits.radius;
    double most = 0;
    for (Row& row : rows) {
        row.shift = wanted_shift(row, radius);
        most = std::max(most, row.shift);
        way.is_in_corridor =
            way.is_in_corridor || (row.meets && row.width() < widest && row.width() >= 2 * radius);
    }
    constexpr double worth_it = 0.1;
    if (most < worth_it) return way;
    // The way may end in the lane when the corridor goes on beyond what was looked at.
    const bool goes_on = route.length() > end + 2 * row_step && rows.back().shift > 0;
    if (!goes_on) rows.back().shift = 0;
    ease(rows);
    const std::uint32_t layer = route.layer_at(station);
    const Region& ground = crowd.world.walls().ground(layer);
    way.points.push_back({rows.front().place, layer});
    for (std::size_t i = 1; i < rows.size(); ++i) {
        const Vec2 to = rows[i].place + rows[i].right * rows[i].shift;
        if (!ground.fits_along(way.points.back().position, to, radius + usual_wall_gap)) {
            way.points.clear();
            return way;
        }
        way.points.push_back({to, layer});
    }
    const std::vector<RoutePoint> rest = route.remainder(rows.back().station);
    const std::size_t skip = 1;
    if (rest.size() > skip &&
        !rest[0].is_crossing && !ground.fits_along(way.points.back().position, rest[skip].position, radius + usual_wall_gap)) {
        way.points.clear();
        return way;
    }
    way.points.insert(way.points.end(), rest.begin() + skip, rest.end());
    return way;
}

}  // namespace wend
