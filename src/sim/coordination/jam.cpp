#include "sim/coordination/jam.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <queue>

#include "sim/crowd.hpp"

namespace wend {
namespace {

constexpr double cell_size = 0.2;     ///< metres
constexpr int half_width = 20;        ///< cells from the middle to the edge
constexpr int most_expansions = 500;  ///< of one search: farther ways through a jam are no ways
constexpr int width = 2 * half_width + 1;
constexpr double step_wall_gap = 0.02;  ///< metres beyond touching
constexpr double step_body_gap = 0.02;  ///< the same between bodies
constexpr double push_cost = 1.5;       ///< metres of detour that asking somebody to move is worth

struct Cell {
    double cost = std::numeric_limits<double>::infinity();
    std::uint16_t from = 0;
    bool is_closed = false;
};

struct Open {
    double estimate;
    double cost;
    std::uint16_t cell;
    bool operator>(const Open& other) const {
        return std::tie(estimate, cell) > std::tie(other.estimate, other.cell);
    }
};

Vec2 offset_of(std::uint16_t cell) {
    return {cell_size * (cell % width - half_width), cell_size * (cell / width - half_width)};
}

double distance_to_leg(Vec2 p, Vec2 from, Vec2 to) {
    const Vec2 way = to - from;
    const double squared = squared_length(way);
    const double share = squared > 0 ? std::clamp(dot(p - from, way) / squared, 0.0, 1.0) : 0.0;
    return distance(from + way * share, p);
}

constexpr std::uint16_t middle = half_width * width + half_width;

}  // namespace

RoutePoint resting_place(const Walker& walker) {
    if (walker.commitment.is_done()) return walker.place;
    const Tick& last = walker.commitment.ticks.back();
    return {last.position, last.layer};
}

Jam::Jam(const Crowd& crowd, const Walker& walker, const Snapshot& world,
         const std::function<bool(const Walker&)>& gives_way)
    : ground_(world.walls().ground(walker.place.layer)),
      world_(world),
      center_(walker.place.position),
      layer_(walker.place.layer),
      radius_(walker.spec.limits.radius),
      later_(world.time() + crowd.steering.horizon + 1) {
    const double reach = cell_size * half_width * std::numbers::sqrt2;
    for (const Neighbour& other : world.occupancy().within(layer_, center_, reach, later_, walker.id)) {
        if (other.who.agent.is_null()) {
            obstacles_.push_back(other.who.obstacle);
            continue;
        }
        const Walker& stander = crowd.walkers[crowd.numbers.at(other.who.agent)];
        standers_.push_back({resting_place(stander).position,
                             radius_ + stander.spec.limits.radius + step_body_gap, stander.number,
                             gives_way(stander)});
    }
}

bool Jam::has_room(Vec2 p) const {
    for (const Stander& stander : standers_)
        if (!stander.gives_way && distance(stander.position, p) < stander.reach) return false;
    for (const ObstacleId id : obstacles_) {
        const ObstacleSpec& spec = *world_.obstacles().find(id)->spec;
        if (distance_to(spec.shape, spec.motion.at(later_), p) < radius_ + step_body_gap) return false;
    }
    return ground_.fits(p, radius_ + step_wall_gap);
}

bool Jam::has_room_for_a_step(Vec2 p) const {
    constexpr double hardly = 0.003;  // metres
    for (const Stander& stander : standers_)
        if (distance(stander.position, p) < stander.reach - step_body_gap + hardly) return false;
    return ground_.fits(p, radius_ + hardly) && ground_.fits_along(center_, p, radius_);
}

const Jam::Stander* Jam::movable_at(Vec2 p) const {
    for (const Stander& stander : standers_)
        if (stander.gives_way && distance(stander.position, p) < stander.reach) return &stander;
    return nullptr;
}

std::vector<std::uint32_t> Jam::standing_beside(const std::vector<Vec2>& way, double reach) const {
    std::vector<std::uint32_t> numbers;
    for (const Stander& stander : standers_)
        for (std::size_t i = 1; i < way.size(); ++i)
            if (distance_to_leg(stander.position, way[i - 1], way[i]) < stander.reach - radius_ + reach) {
                numbers.push_back(stander.number);
                break;
            }
    return numbers;
}

bool Jam::is_clear_along(Vec2 from, Vec2 to) const {
    for (const Stander& stander : standers_)
        if (distance_to_leg(stander.position, from, to) < stander.reach &&
            distance(from, stander.position) >= stander.reach)
            return false;
    return ground_.fits_along(from, to, radius_ + step_wall_gap);
}

Jam::Way Jam::find(const std::function<bool(Vec2)>& is_goal, const std::function<double(Vec2)>& bound,
                   Budget& budget, Places places) const {
    std::vector<Cell> cells(static_cast<std::size_t>(width) * width);
    std::priority_queue<Open, std::vector<Open>, std::greater<>> open;
    cells[middle].cost = 0;
    open.push({bound(center_), 0, middle});
    constexpr std::array<std::pair<int, int>, 8> steps{
        {{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 1}, {-1, 1}, {-1, -1}, {1, -1}}};
    for (int expansions = 0; !open.empty() && expansions < most_expansions;) {
        const std::uint16_t at = open.top().cell;
        open.pop();
        if (cells[at].is_closed) continue;
        if (!budget.spend()) return {};
        ++expansions;
        cells[at].is_closed = true;
        const Vec2 here = center_ + offset_of(at);
        const bool is_open = places == Places::taken_too || !movable_at(here);
        if (at != middle && is_open && is_goal(here)) {
            std::vector<Vec2> back{here};
            for (std::uint16_t cell = at; cell != middle; cell = cells[cell].from)
                back.push_back(center_ + offset_of(cells[cell].from));
            std::reverse(back.begin(), back.end());
            Way way;
            for (const Vec2 p : back)
                if (const Stander* other = movable_at(p);
                    other && std::find(way.in_the_way.begin(), way.in_the_way.end(), other->number) ==
                                 way.in_the_way.end())
                    way.in_the_way.push_back(other->number);
            way.points = way.in_the_way.empty() ? pulled_tight(back) : std::move(back);
            return way;
        }
        for (const auto& [dx, dy] : steps) {
            const int x = at % width + dx, y = at / width + dy;
            if (x < 0 || y < 0 || x >= width || y >= width) continue;
            const auto next = static_cast<std::uint16_t>(y * width + x);
            Cell& cell = cells[next];
            if (cell.is_closed) continue;
            const Vec2 there = center_ + offset_of(next);
            const bool is_new = std::isinf(cell.cost);
            if (is_new && !has_room(there)) {
                cell.is_closed = true;
                continue;
            }
            double cost = cells[at].cost + cell_size * (dx != 0 && dy != 0 ? std::numbers::sqrt2 : 1.0);
            const Stander* other = movable_at(there);
            if (other && movable_at(here) != other) cost += push_cost;
            if (cost >= cell.cost - 1e-12) continue;
            cell.cost = cost;
            cell.from = at;
            open.push({cost + bound(there), cost, next});
        }
    }
    return {};
}

std::vector<Vec2> Jam::pulled_tight(const std::vector<Vec2>& cells) const {
    std::vector<Vec2> tight{cells.front()};
    for (std::size_t at = 0; at + 1 < cells.size();) {
        std::size_t next = at + 1;
        for (std::size_t far = cells.size() - 1; far > at + 1; --far)
            if (is_clear_along(cells[at], cells[far])) {
                next = far;
                break;
            }
        if (next == at + 1 && !ground_.fits_along(cells[at], cells[next], radius_)) return {};
        tight.push_back(cells[next]);
        at = next;
    }
    return tight;
}

}  // namespace wend
