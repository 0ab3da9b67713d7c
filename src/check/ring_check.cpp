#include "check/ring_check.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>
#include <tuple>
#include <vector>

#include "wend/world/walls.hpp"

#include "check/words.hpp"

namespace wend::check {
namespace {

// Small rings are compared edge by edge; large ones by the sweep of Shamos and Hoey, "Geometric intersection
// problems" (FOCS 1976): the first two edges to meet are neighbours in the order along the sweep line before
// they do, so only neighbours need be compared. A ring may not touch itself at all, which is what makes the
// plain algorithm enough: before the first contact no two edges are in special position.

__extension__ typedef __int128 Wide;

struct GridPoint {
    std::int64_t x = 0;
    std::int64_t y = 0;
    friend auto operator<=>(const GridPoint&, const GridPoint&) = default;
};

int orientation(GridPoint a, GridPoint b, GridPoint c) {
    const Wide turn = Wide{b.x - a.x} * (c.y - a.y) - Wide{b.y - a.y} * (c.x - a.x);
    return turn > 0 ? 1 : turn < 0 ? -1 : 0;
}

struct Edge {
    GridPoint low;  // the lesser end, by x and then y
    GridPoint high;
    std::size_t index = 0;
};

bool is_on(const Edge& e, GridPoint p) {
    return e.low <= p && p <= e.high && std::min(e.low.y, e.high.y) <= p.y &&
           p.y <= std::max(e.low.y, e.high.y) && orientation(e.low, e.high, p) == 0;
}

bool meet(const Edge& a, const Edge& b) {
    const int a_low = orientation(b.low, b.high, a.low), a_high = orientation(b.low, b.high, a.high);
    const int b_low = orientation(a.low, a.high, b.low), b_high = orientation(a.low, a.high, b.high);
    if (a_low * a_high < 0 && b_low * b_high < 0) return true;
    return is_on(a, b.low) || is_on(a, b.high) || is_on(b, a.low) || is_on(b, a.high);
}

/// Neighbours may share their common point and no other.
bool meet_wrongly(const Edge& a, const Edge& b, std::size_t count) {
    if (a.index == b.index) return false;
    const bool follows = (a.index + 1) % count == b.index || (b.index + 1) % count == a.index;
    if (!follows) return meet(a, b);
    const bool a_starts = a.low == b.low || a.low == b.high;
    const GridPoint shared = a_starts ? a.low : a.high;
    const GridPoint end_a = a_starts ? a.high : a.low;
    const GridPoint end_b = b.low == shared ? b.high : b.low;
    return end_a == end_b || is_on(a, end_b) || is_on(b, end_a);
}

/// Lower on the sweep line where both edges are under it.
struct BelowOnSweep {
    bool operator()(const Edge* a, const Edge* b) const {
        if (a == b) return false;
        const bool a_is_later = b->low < a->low;
        const Edge* earlier = a_is_later ? b : a;
        const Edge* later = a_is_later ? a : b;
        int side = orientation(earlier->low, earlier->high, later->low);
        if (side == 0) side = orientation(earlier->low, earlier->high, later->high);
        if (side == 0) return a->index < b->index;
        return a_is_later ? side < 0 : side > 0;
    }
};

using Pair = std::pair<std::size_t, std::size_t>;

std::optional<Pair> wrong_pair(const Edge& a, const Edge& b, std::size_t count) {
    if (!meet_wrongly(a, b, count)) return std::nullopt;
    return std::minmax(a.index, b.index);
}

std::optional<Pair> first_contact_by_pairs(const std::vector<Edge>& edges) {
    for (std::size_t i = 0; i < edges.size(); ++i)
        for (std::size_t j = i + 1; j < edges.size(); ++j)
            if (const auto pair = wrong_pair(edges[i], edges[j], edges.size())) return pair;
    return std::nullopt;
}

std::optional<Pair> first_contact_by_sweep(const std::vector<Edge>& edges) {
    struct Event {
        GridPoint at;
        bool is_end;
        std::size_t edge;
    };
    std::vector<Event> events;
    events.reserve(2 * edges.size());
    for (const Edge& edge : edges) {
        events.push_back({edge.low, false, edge.index});
        events.push_back({edge.high, true, edge.index});
    }
    std::sort(events.begin(), events.end(), [](const Event& a, const Event& b) {
        return std::tie(a.at, a.is_end, a.edge) < std::tie(b.at, b.is_end, b.edge);
    });
    std::set<const Edge*, BelowOnSweep> under_line;
    std::vector<std::set<const Edge*, BelowOnSweep>::iterator> place(edges.size());
    for (const Event& event : events) {
        auto next = event.is_end ? under_line.erase(place[event.edge]) : under_line.end();
        if (!event.is_end) {
            const auto [here, is_new] = under_line.insert(&edges[event.edge]);
            place[event.edge] = here;
            next = std::next(here);
            if (here != under_line.begin())
                if (const auto pair = wrong_pair(**std::prev(here), **here, edges.size())) return pair;
            if (next != under_line.end())
                if (const auto pair = wrong_pair(**here, **next, edges.size())) return pair;
        } else if (next != under_line.begin() && next != under_line.end()) {
            if (const auto pair = wrong_pair(**std::prev(next), **next, edges.size())) return pair;
        }
    }
    return std::nullopt;
}

/// What knows in the logarithm of its corners whether a point is inside.
Region surrounded_by(const Ring& ring) {
    const bool turns_left = signed_area(ring) > 0;
    std::vector<Segment> walls;
    for (std::size_t i = 0, j = ring.size() - 1; i < ring.size(); j = i++)
        walls.push_back(turns_left ? Segment{ring[j], ring[i]} : Segment{ring[i], ring[j]});
    return Region(std::move(walls));
}

GridPoint on_grid(Vec2 p) {
    return {std::llround(p.x * 1e6), std::llround(p.y * 1e6)};
}

}  // namespace

std::optional<std::string> ring_problem(const Ring& ring) {
    if (ring.size() < 3) return "found " + std::to_string(ring.size()) + " points, expected at least 3";
    std::vector<Edge> edges;
    edges.reserve(ring.size());
    for (std::size_t i = 0; i < ring.size(); ++i) {
        const Vec2 p = ring[i];
        if (!(std::abs(p.x) <= largest_coordinate && std::abs(p.y) <= largest_coordinate))
            return "found the point " + point_text(p) + ", expected coordinates within +-" +
                   number_text(largest_coordinate) + " m";
        const GridPoint a = on_grid(p), b = on_grid(ring[(i + 1) % ring.size()]);
        if (a == b) {
            if (i + 1 == ring.size()) return "found the first point repeated at the end, expected it once";
            return "found " + point_text(p) + " twice in a row, expected distinct points";
        }
        edges.push_back({std::min(a, b), std::max(a, b), i});
    }
    constexpr std::size_t few = 24;
    if (const auto pair = ring.size() <= few ? first_contact_by_pairs(edges) : first_contact_by_sweep(edges))
        return "found edges that touch or cross, from " + point_text(ring[pair->first]) + " and from " +
               point_text(ring[pair->second]) + ", expected an outline that does not meet itself";
    if (std::abs(signed_area(ring)) <= smallest_area)
        return "found an area of " + number_text(std::abs(signed_area(ring))) + " m2, expected more than " +
               number_text(smallest_area);
    return std::nullopt;
}

std::optional<std::string> hole_problem(const Polygon& polygon) {
    constexpr std::size_t few_corners = 64;
    if (polygon.holes.empty()) return std::nullopt;
    const Box2 box = bounds_of(polygon.outline);
    const bool is_large = polygon.outline.size() > few_corners;
    const Region region = is_large ? surrounded_by(polygon.outline) : Region();
    const auto is_in = [&](Vec2 p) { return is_large ? region.contains(p) : contains(polygon.outline, p); };
    for (std::size_t i = 0; i < polygon.holes.size(); ++i)
        for (const Vec2 p : polygon.holes[i])
            if (!box.contains(p) || !is_in(p))
                return "hole " + std::to_string(i) + ": found the point " + point_text(p) +
                       " outside the outline, expected holes inside it";
    return std::nullopt;
}

std::optional<std::string> polygon_problem(const Polygon& polygon) {
    if (const auto problem = ring_problem(polygon.outline)) return problem;
    for (std::size_t i = 0; i < polygon.holes.size(); ++i)
        if (const auto problem = ring_problem(polygon.holes[i]))
            return "hole " + std::to_string(i) + ": " + *problem;
    return hole_problem(polygon);
}

}  // namespace wend::check
