#include "sim/coordination/lanes.hpp"

#include <algorithm>
#include <cmath>

#include "sim/crowd.hpp"
#include "sim/ground/router.hpp"

namespace wend {
namespace {

constexpr double row_step = 1.5;                        ///< metres from one look at the corridor to the next
constexpr double lane_ahead = 24;                       ///< metres that are looked at
constexpr double widest = 9;                            ///< metres; wider ground has room to pass anywhere
constexpr double between_lanes = 0.02;                  ///< metres
constexpr double steepest = 0.5, steepest_in_line = 2;  ///< metres to the side on one metre of way
constexpr double mouth_depth = 3;      ///< metres before a mouth that are free for those who come out
constexpr double slow_walk = 0.3;      ///< m/s
constexpr std::size_t reach_rows = 3;  ///< rows before and behind those where others come

/// A place of the route and the room beside it, for the middle of a body.
struct Row {
    double station = 0;
    Vec2 place, right;
    double room_right = 0, room_left = 0;
    bool meets = false;  ///< others come the other way here
    double shift = 0;    ///< to the right

    [[nodiscard]] double width() const noexcept { return room_right + room_left; }
};

/// In whole steps: what is found must not depend on rounding. The slack that touching has, so has this.
double room_up_to_something(const Region& ground, Vec2 p, Vec2 direction, double radius, double most) {
    constexpr double step = 0.015;  // metres
    const double share = ground.free_share(p, p + direction * most, radius - contact_slack);
    return share >= 1 ? most : std::floor(share * most / step) * step;
}

/// Does one get from p to q both before and behind what stands between them? Not around a wall, nor by a door
/// beside it.
bool is_pillar_between(const Region& ground, Vec2 p, Vec2 q, Vec2 along, double radius) {
    constexpr double reach = 1.5;  // metres
    const auto is_free = [&](Vec2 off) {
        return ground.fits_along(p, p + off, radius) && ground.fits_along(p + off, q + off, radius) &&
               ground.fits_along(q + off, q, radius);
    };
    return is_free(along * reach) && is_free(along * -reach);
}

/// Up to the wall: a pillar that stands in a corridor does not make two of it.
double room_beside(const Region& ground, Vec2 p, Vec2 direction, double radius) {
    double room = 0;
    while (room < widest) {
        const Vec2 from = p + direction * room;
        room += room_up_to_something(ground, from, direction, radius, widest - room);
        double behind = 0;
        for (const double thick : {2.4 * radius, 3.6 * radius, 5.5 * radius})
            if (behind == 0 && room + thick < widest && ground.fits(p + direction * (room + thick), radius))
                behind = room + thick;
        const Vec2 last = p + direction * room;
        if (behind == 0 ||
            !is_pillar_between(ground, last, p + direction * behind, perpendicular(direction), radius))
            break;
        room = behind;
    }
    return std::min(room, widest);
}

/// Do others come the other way, anywhere within the width of a corridor?
bool is_met(const Crowd& crowd, const Row& row, std::uint32_t layer) {
    Streams::Against comes_against(crowd.streams, perpendicular(row.right));
    for (double off = -widest / 2; off <= widest / 2; off += 2 * StreamCell::width)
        if (comes_against(layer, row.place + row.right * off)) return true;
    return false;
}

/// Without the step away from a wall with which a way may begin: it leads nowhere, and turned around by it
/// somebody would meet himself.
double heading_of_way(const Route& route, std::size_t leg) {
    constexpr double step_aside = 0.05;  // metres
    const auto& points = route.points();
    const bool is_step =
        leg == 0 && points.size() > 2 && distance(points[0].position, points[1].position) < step_aside;
    return route.heading(is_step ? 1 : leg);
}

/// Without the room beside it.
Row place_at(const Crowd& crowd, const Route& route, std::size_t leg, double station) {
    const double heading = heading_of_way(route, leg);
    Row row;
    row.station = station;
    row.place = route.position_on(leg, station);
    row.right = perpendicular(unit_vector(heading)) * -1.0;
    row.meets = is_met(crowd, row, route.points()[leg].layer);
    return row;
}

void measure(const Crowd& crowd, const Walker& walker, std::uint32_t layer, Row& row) {
    const Region& ground = crowd.world.walls().ground(layer);
    const double radius = walker.spec.limits.radius + usual_wall_gap;
    row.room_right = room_beside(ground, row.place, row.right, radius);
    row.room_left = room_beside(ground, row.place, row.right * -1.0, radius);
}

std::vector<Row> rows_of(const Crowd& crowd, const Route& route, double station, double end) {
    std::vector<Row> rows;
    const std::uint32_t layer = route.layer_at(station);
    std::size_t leg = route.leg_at(station);
    rows.reserve(static_cast<std::size_t>(lane_ahead / row_step) + 1);
    for (double s = station; s < end; s += row_step) {
        leg = route.leg_from(leg, s);
        if (route.points()[leg].layer != layer || route.points()[leg].is_crossing) break;
        rows.push_back(place_at(crowd, route, leg, s));
    }
    return rows;
}

/// Metres to the left of the right wall that a lane has for the middle of a body; negative where there is
/// none.
double lane_width(const Row& row, double radius) {
    return row.width() < widest ? row.width() / 2 - radius - between_lanes / 2 : -1;
}

/// No room for two bodies beside each other in the lane.
bool is_single_file(double lane, double radius) {
    return lane >= 0 && lane < 2 * radius;
}

/// How far to the right the lane wants it.
double wanted_shift(const Row& row, double radius) {
    const double lane = lane_width(row, radius);
    if (!row.meets || lane < 0 || row.room_right <= lane) return 0;
    const double beyond = (row.room_right - lane) / (row.width() - lane);
    return row.room_right - lane * (1 - beyond);
}

/// Who meets others keeps to its lane all the way there, and for a while beyond; says how many rows that are.
std::size_t met_rows(std::vector<Row>& rows) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (rows[i].meets) count = std::min(i + 1 + reach_rows, rows.size());
    for (std::size_t i = 0; i < count; ++i) rows[i].meets = true;
    return count;
}

/// Open ground takes over the lanes of the corridors that begin and end there: across a crossing they go
/// straight on, and before a mouth everybody is on its side already.
void lead_over(std::vector<Row>& rows) {
    constexpr std::size_t longest = 8, before_mouth = 3;  // rows
    const auto is_open = [&](std::size_t i) { return rows[i].width() >= widest; };
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (!is_open(i)) continue;
        std::size_t end = i;
        while (end < rows.size() && is_open(end)) ++end;
        const bool is_between = i > 0 && end < rows.size() && end - i <= longest;
        const double from = i > 0 ? rows[i - 1].shift : 0, to = end < rows.size() ? rows[end].shift : 0;
        for (std::size_t k = i; k < end; ++k) {
            const double share = static_cast<double>(k - i + 1) / static_cast<double>(end - i + 1);
            const double wanted = is_between ? std::lerp(from, to, share) : end - k <= before_mouth ? to : 0;
            rows[k].shift = std::min(wanted, rows[k].room_right);
        }
        i = end;
    }
}

/// From one row to the next the shift changes by little; the first row cannot be shifted any more.
void ease(std::vector<Row>& rows, double slope) {
    rows.front().shift = 0;
    for (std::size_t i = 1; i < rows.size(); ++i)
        rows[i].shift = std::min(rows[i].shift, rows[i - 1].shift + slope * row_step);
    for (std::size_t i = rows.size() - 1; i-- > 0;)
        rows[i].shift = std::min(rows[i].shift, rows[i + 1].shift + slope * row_step);
}

/// Along the shifted rows as far as there is room, and on along the route from there; empty where it would
/// not get over.
std::vector<RoutePoint> led_over(const Crowd& crowd, const Walker& walker, const Route& route,
                                 const std::vector<Row>& rows, std::uint32_t layer) {
    constexpr std::size_t fewest = 2;
    const Region& ground = crowd.world.walls().ground(layer);
    const double radius = walker.spec.limits.radius + usual_wall_gap;
    std::vector<RoutePoint> points{{rows.front().place, layer}};
    for (std::size_t i = 1; i < rows.size(); ++i) {
        const Vec2 to = rows[i].place + rows[i].right * rows[i].shift;
        if (!ground.fits_along(points.back().position, to, radius)) break;
        points.push_back({to, layer});
    }
    for (; points.size() > fewest; points.pop_back()) {
        const std::vector<RoutePoint> rest = route.remainder(rows[points.size() - 1].station);
        if (rest.size() > 1 && !rest[0].is_crossing &&
            !ground.fits_along(points.back().position, rest[1].position, radius))
            continue;
        points.insert(points.end(), rest.begin() + 1, rest.end());
        return points;
    }
    return {};
}

}  // namespace

namespace {

/// Would a body stand in the way of those who come out?
bool is_in_way_out(const Mouth& mouth, Vec2 p, double radius) {
    const double before = dot(mouth.middle - p, mouth.ahead),
                 left = dot(p - mouth.middle, perpendicular(mouth.ahead));
    return before > 0 && before < mouth_depth && left > -0.8 * radius && left < mouth.half_width + radius;
}

}  // namespace

double stop_before_mouth(const Mouth& mouth, const Route& route, double station, double radius) {
    constexpr double step = 0.25;  // metres
    // Who stands there already goes on: to the side, or in.
    if (is_in_way_out(mouth, route.position_at(station), radius))
        return std::numeric_limits<double>::infinity();
    for (double s = station; s < std::min(route.length(), station + 2 * mouth_depth); s += step)
        if (is_in_way_out(mouth, route.position_at(s), radius)) return std::max(station, s - step);
    return std::numeric_limits<double>::infinity();
}

std::optional<LanePlace> place_in_lane(const Crowd& crowd, const Walker& walker, const Route& route,
                                       double station) {
    Row row = place_at(crowd, route, route.leg_at(station), station);
    if (!row.meets) return std::nullopt;
    measure(crowd, walker, route.layer_at(station), row);
    const double lane = lane_width(row, walker.spec.limits.radius);
    if (lane < 0) return std::nullopt;
    return LanePlace{row.right, row.room_right, row.room_right - lane, lane};
}

bool is_on_wrong_side(const Walker& walker, const LanePlace& place) {
    const double tolerance = is_single_file(place.lane, walker.spec.limits.radius) ? 0.02 : 0.15;  // metres
    return place.beside_lane > tolerance;
}

bool is_on_wrong_side(const Crowd& crowd, const Walker& walker, const Route& route, double station) {
    const auto place = place_in_lane(crowd, walker, route, station);
    return place && is_on_wrong_side(walker, *place);
}

LaneWay way_in_lane(const Crowd& crowd, const Walker& walker, const Route& route, double station) {
    LaneWay way;
    const double end = std::min(route.length() - row_step, station + lane_ahead);
    std::vector<Row> rows = rows_of(crowd, route, station, end);
    if (rows.size() < 3 || std::none_of(rows.begin(), rows.end(), [](const Row& row) { return row.meets; }))
        return way;
    const std::uint32_t layer = route.layer_at(station);
    const auto is_open = [&](std::size_t i) {
        measure(crowd, walker, layer, rows[i]);
        return rows[i].width() >= widest;
    };
    const std::size_t last = met_rows(rows) - 1;
    if (is_open(0) && is_open(last / 2) && is_open(last)) return way;
    for (Row& row : rows)
        if (row.meets && row.width() == 0) measure(crowd, walker, layer, row);
    const double radius = walker.spec.limits.radius;
    double most = 0;
    bool is_narrow = false;
    for (Row& row : rows) {
        row.shift = wanted_shift(row, radius);
        most = std::max(most, row.shift);
        const double lane = lane_width(row, radius);
        is_narrow = is_narrow || (row.meets && is_single_file(lane, radius));
        way.is_in_corridor =
            way.is_in_corridor || (row.meets && row.width() < widest && row.width() >= 2 * radius);
    }
    const auto first = std::find_if(
        rows.begin(), rows.end(), [&](const Row& row) { return row.meets && lane_width(row, radius) >= 0; });
    if (first != rows.begin() && first != rows.end() && first->station - station < 2 * mouth_depth)
        way.mouth = {first->place + first->right * ((first->room_right - first->room_left) / 2),
                     perpendicular(first->right), first->width() / 2 + radius};
    lead_over(rows);
    const double worth_it = is_narrow ? 0.01 : 0.1;  // metres
    if (most < worth_it) return way;
    // The way may end in the lane when the corridor goes on beyond what was looked at.
    const bool goes_on = route.length() > end + 2 * row_step && rows.back().shift > 0;
    if (!goes_on) rows.back().shift = 0;
    ease(rows, walker.walk.speed < slow_walk ? steepest_in_line : steepest);
    way.points = led_over(crowd, walker, route, rows, layer);
    return way;
}

}  // namespace wend
