#include "sim/planners/evasion.hpp"

#include <algorithm>
#include <cmath>

#include "wend/domains/density_cost.hpp"

#include "sim/crowd.hpp"
#include "sim/planners/ways.hpp"
#include "sim/promise/borrowed.hpp"
#include "sim/promise/detour.hpp"

namespace wend {
namespace {

constexpr double row_step = 2;     ///< metres from one row to the next
constexpr double offset_step = 1;  ///< metres from one place of a row to the next
constexpr int most_offset = 6;     ///< places to either side
constexpr int places = 2 * most_offset + 1;
constexpr double evasion_reach = 30;    ///< metres
constexpr double left_cost = 0.03;      ///< share of a metre's cost, for every metre to the left
constexpr double worth_turning = 0.92;  ///< of the route's own cost; nobody turns off for less

/// Metres that a step aside is longer than one straight on, rounded down.
constexpr double aslant = 0.236;

class Strip {
  public:
    Strip(const Crowd& crowd, const Walker& walker, const Snapshot& world, const Route& route, double station)
        : crowd_(crowd),
          walker_(walker),
          ground_(world.walls().ground(route.layer_at(station))),
          route_(route),
          station_(station),
          layer_(route.layer_at(station)),
          now_(world.time()) {
        const double ahead = std::min(evasion_reach, route.length() - station);
        rows_ = static_cast<std::size_t>(ahead / row_step);
        std::size_t leg = route.leg_at(station);
        const std::size_t first = leg;
        for (std::size_t row = 0; row <= rows_; ++row) {
            leg = route.leg_from(leg, station_at(row));
            const RoutePoint& from = route.points()[leg];
            lines_.push_back(line_at(leg, station_at(row)));
            if (from.layer != layer_ || from.is_crossing) rows_ = row;
        }
        is_straight_ = leg == first;
    }

    /// Offsets by row, the first and the last 0; empty when the route itself is as good. Walls are dear to
    /// ask: first they are left aside, and only what would be walked is tested, until nothing stands in its
    /// way.
    std::vector<int> best(Budget& budget) {
        if (rows_ < 3) return {};
        const double own = cost_of_route();
        if (is_lonely(own)) return {};
        for (std::size_t row = 0; row < rows_; ++row)
            if (!budget.spend()) return {};
        worth_it_ = worth_turning * own;
        steps_.assign(3 * rows_ * places, {});
        for (;;) {
            find_cheapest();
            if (!(nodes_[index(rows_, 0)].cost < worth_it_)) return {};
            std::vector<int> offsets(rows_ + 1);
            for (std::size_t row = rows_; row > 0; --row)
                offsets[row - 1] = nodes_[index(row, offsets[row])].from;
            if (close_walls(offsets)) return offsets;
        }
    }

    [[nodiscard]] double station_at(std::size_t row) const {
        return station_ + row_step * static_cast<double>(row);
    }
    [[nodiscard]] Vec2 place(std::size_t row, int offset) const {
        return lines_[row].middle + lines_[row].left * (offset * offset_step);
    }
    [[nodiscard]] std::uint32_t layer() const noexcept { return layer_; }

  private:
    struct Node {
        double cost = std::numeric_limits<double>::infinity();
        int from = 0;
    };
    /// Of a row's places.
    struct Line {
        Vec2 middle;  ///< on the route
        Vec2 left;    ///< across it
        std::size_t leg = 0;
    };
    [[nodiscard]] Line line_at(std::size_t leg, double station) const {
        // Of a leg all rows have one direction: sines are dear.
        const bool is_known = !lines_.empty() && lines_.back().leg == leg;
        const Vec2 left = is_known ? lines_.back().left : perpendicular(unit_vector(route_.heading(leg)));
        return {route_.position_on(leg, station), left, leg};
    }
    [[nodiscard]] static std::size_t index(std::size_t row, int offset) {
        return row * places + static_cast<std::size_t>(offset + most_offset);
    }

    /// From a place to one of the next row.
    struct Step {
        double cost = -1;  ///< negative: not known yet
        bool is_tested = false;
    };
    [[nodiscard]] Step& step(std::size_t row, int offset, int next) {
        return steps_[3 * index(row, offset) + static_cast<std::size_t>(next - offset + 1)];
    }
    /// As far to the side as leads there from the route and back to it.
    [[nodiscard]] int widest(std::size_t row) const {
        return std::min({most_offset, static_cast<int>(row), static_cast<int>(rows_ - row)});
    }
    /// No way from there back to the route and along it to its end costs less: nothing costs less than its
    /// length.
    [[nodiscard]] double least_from(std::size_t row, int offset) const {
        constexpr double rounding = 1e-9;
        if (!is_straight_) return distance(place(row, offset), place(rows_, 0)) - rounding;
        return row_step * static_cast<double>(rows_ - row) + aslant * std::abs(offset) - rounding;
    }

    [[nodiscard]] double step_cost(std::size_t row, int offset, int next) {
        Step& one = step(row, offset, next);
        if (one.cost < 0) one = {cost_between(row, offset, next), offset == 0 && next == 0};
        return one.cost;
    }

    /// Places that nothing worth it leads through are left out, and so is what the crowd costs there.
    void find_cheapest() {
        nodes_.assign((rows_ + 1) * places, {});
        nodes_[index(0, 0)].cost = 0;
        for (std::size_t row = 0; row < rows_; ++row) {
            const int here = widest(row), there = widest(row + 1);
            for (int offset = -here; offset <= here; ++offset) {
                const double before = nodes_[index(row, offset)].cost;
                if (!(before + least_from(row, offset) < worth_it_)) continue;
                for (int next = std::max(offset - 1, -there); next <= std::min(offset + 1, there); ++next) {
                    const double cost = before + step_cost(row, offset, next);
                    Node& node = nodes_[index(row + 1, next)];
                    if (cost < node.cost) node = {cost, offset};
                }
            }
        }
    }

    /// True when walls leave all of it free; what they do not is no step any more.
    bool close_walls(const std::vector<int>& offsets) {
        bool is_free = true;
        for (std::size_t row = 0; row < rows_; ++row) {
            Step& taken = step(row, offsets[row], offsets[row + 1]);
            if (!taken.is_tested && !is_walkable(row, offsets[row], offsets[row + 1])) {
                taken.cost = std::numeric_limits<double>::infinity();
                is_free = false;
            }
            taken.is_tested = true;
        }
        return is_free;
    }

    [[nodiscard]] bool is_walkable(std::size_t row, int offset, int next) const {
        return ground_.fits_along(place(row, offset), place(row + 1, next),
                                  walker_.spec.limits.radius + 2 * usual_wall_gap);
    }

    [[nodiscard]] double cost_between(std::size_t row, int offset, int next) const {
        const Vec2 from = place(row, offset), to = place(row + 1, next);
        const double metres = distance(from, to), speed = walker_.spec.limits.max_speed;
        if (metres <= 0) return 0;
        const double time = now_ + (static_cast<double>(row) + 0.5) * row_step / speed;
        const double crowd = crowd_.prediction.hindrance(layer_, lerp(from, to, 0.5), time,
                                                         (to - from) * (speed / metres), walker_.number);
        const double side = left_cost * std::max(0.0, 0.5 * (offset + next) * offset_step);
        return metres * (domains::DensityCost{}.factor(crowd) + side);
    }

    [[nodiscard]] double cost_of_route() const {
        double cost = 0;
        for (std::size_t row = 0; row < rows_; ++row) cost += cost_between(row, 0, 0);
        return cost;
    }
    /// Nobody is in the way of the route: no need to look beside it. Beside a straight one every way is
    /// longer by a step aside and one back.
    [[nodiscard]] bool is_lonely(double own) const {
        const double metres = row_step * static_cast<double>(rows_);
        return own < 1.02 * metres || (is_straight_ && worth_turning * own <= metres + 2 * aslant);
    }

    const Crowd& crowd_;
    const Walker& walker_;
    const Region& ground_;
    const Route& route_;
    double station_;
    std::uint32_t layer_;
    double now_;
    double worth_it_ = 0;  ///< what costs no less is not
    std::size_t rows_ = 0;
    bool is_straight_ = false;
    Borrowed<Line> lent_lines_;
    Borrowed<Step> lent_steps_;
    Borrowed<Node> lent_nodes_;
    std::vector<Line>& lines_ = *lent_lines_;  ///< by row
    std::vector<Step>& steps_ = *lent_steps_;
    std::vector<Node>& nodes_ = *lent_nodes_;
};

/// The route's own points from one row to the next.
void append_corners(std::vector<RoutePoint>& points, const Route& route, const Strip& strip,
                    std::size_t row) {
    const double from = strip.station_at(row), to = strip.station_at(row + 1);
    for (std::size_t i = route.leg_at(from) + 1; i < route.points().size() && route.station(i) < to; ++i)
        if (route.station(i) > from) points.push_back(route.points()[i]);
}

}  // namespace

std::vector<RoutePoint> evade(const Crowd& crowd, const Walker& walker, const Snapshot& world,
                              const Route& route, double station, Budget& budget) {
    Strip strip(crowd, walker, world, route, station);
    const std::vector<int> offsets = strip.best(budget);
    if (std::ranges::all_of(offsets, [](int offset) { return offset == 0; })) return {};
    std::vector<RoutePoint> points;
    for (std::size_t row = 0; row + 1 < offsets.size(); ++row) {
        points.push_back({strip.place(row, offsets[row]), strip.layer()});
        if (offsets[row] == 0 && offsets[row + 1] == 0) append_corners(points, route, strip, row);
    }
    const std::vector<RoutePoint> rest = route.remainder(strip.station_at(offsets.size() - 1));
    points.push_back(rest.front());
    const AgentLimits& limits = walker.spec.limits;
    points = rounded(points, {4 * limits.radius, 0.5 * limits.max_turn_rate * crowd.scene.time_step});
    if (!has_room(world.walls(), points, limits.radius)) return {};
    points.insert(points.end(), rest.begin() + 1, rest.end());
    return points;
}

}  // namespace wend
