#include "mesh/cut_search.hpp"

#include <algorithm>
#include <cmath>

#include "wend/geometry/predicates.hpp"

namespace wend::mesh {

void CutSearch::run(const Journal& journal) {
    scratch_.candidates.clear();
    for (const TriangleIndex t : journal.touched()) {
        if (!arrays_.is_triangle(t) || arrays_.is_blocked(t)) continue;
        for (std::uint32_t k = 0; k < 3; ++k) {
            const HalfEdge h = Arrays::half_edge(t, k);
            if (arrays_.is_wall(h))
                search_from(h);
            else if (!journal.is_touched(arrays_, Arrays::triangle_of(arrays_.twin(h))))
                search_outwards(journal, arrays_.twin(h), disc_of(h));
        }
    }
}

void CutSearch::begin(HalfEdge wall) {
    wall_ = wall;
    from_ = point(arrays_.origin(wall));
    to_ = point(arrays_.target(wall));
    scratch_.passed.clear();
}

CutSearch::Place CutSearch::place_of(LatticePoint p) const noexcept {
    return {static_cast<double>(dot(from_, to_, p)), static_cast<double>(orientation(from_, to_, p))};
}

void CutSearch::search_from(HalfEdge wall) {
    const HalfEdge right = Arrays::next(wall), left = Arrays::previous(wall);
    if (arrays_.is_wall(right) && arrays_.is_wall(left)) return;
    begin(wall);
    const Place apex = place_of(point(arrays_.origin(left)));
    const double span = static_cast<double>(squared_distance(from_, to_));
    // An edge that falls from the only vertex passed can be passed at that end.
    scratch_.passed.push_back(apex);
    if (apex.along < span && !arrays_.is_wall(right))
        search_over(right, {span, 0.0}, apex, {std::max(0.0, apex.along), span});
    if (apex.along > 0 && !arrays_.is_wall(left))
        search_over(left, apex, {0.0, 0.0}, {0.0, std::min(span, apex.along)});
}

/// Goes on over an edge, no wall, that may be passed: ways at a right angle to the wall lead to it from these
/// feet, which are more than one. Seen from the wall, its right end is where it starts.
void CutSearch::search_over(HalfEdge edge, Place right, Place left, Feet feet) {
    auto& passed = scratch_.passed;
    auto& ways = scratch_.ways;
    const std::size_t before = passed.size();
    ways.clear();
    pass({edge, right, left, feet, before});
    while (!ways.empty()) {
        const Way way = ways.back();
        ways.pop_back();
        passed.resize(way.passed);
        if (may_pass(way.right, way.left, way.feet)) pass(way);
    }
    passed.resize(before);
}

/// Notes the vertex behind the edge, and the ways to both sides of it.
void CutSearch::pass(const Way& way) {
    const HalfEdge to_right = Arrays::next(arrays_.twin(way.edge)), to_left = Arrays::next(to_right);
    const VertexIndex apex = arrays_.origin(to_left);
    const Place place = place_of(point(apex));
    const auto [low, high] = way.feet;
    if (low < place.along && place.along < high && is_cut(apex, place))
        scratch_.candidates.push_back({apex, segments_.segment_of(arrays_.uses(wall_))});
    scratch_.passed.push_back(place);
    const std::size_t passed = scratch_.passed.size();
    if (place.along > low && !arrays_.is_wall(to_left))
        scratch_.ways.push_back({to_left, place, way.left, {low, std::min(high, place.along)}, passed});
    if (place.along < high && !arrays_.is_wall(to_right))
        scratch_.ways.push_back({to_right, way.right, place, {std::max(low, place.along), high}, passed});
}

/// Whether some foot has a way to the edge such that nothing passed is in the disc with that way as diameter.
/// The feet that one vertex shuts are an interval, so it shuts all of them if it shuts both ends.
bool CutSearch::may_pass(Place right, Place left, Feet feet) const noexcept {
    const double slope = (right.height - left.height) / (right.along - left.along);
    const double low = left.height + (feet.low - left.along) * slope;
    const double high = left.height + (feet.high - left.along) * slope;
    const auto shuts = [](Place w, double foot, double height) {
        const double off = w.along - foot;
        return off * off + w.height * w.height < w.height * height * (1 - 1e-12);
    };
    for (const Place w : scratch_.passed)
        if (shuts(w, feet.low, low) && shuts(w, feet.high, high)) return false;
    return true;
}

/// The disc between the source and its foot is empty, and the cut makes no acute angle with a wall at the
/// source: otherwise it would get shorter when its end moves along that wall.
bool CutSearch::is_cut(VertexIndex source, Place place) const noexcept {
    if (!needs_[source].is_genuine()) return false;
    const auto in_disc = [&](Place w) {
        const double off = w.along - place.along;
        return off * off + w.height * w.height < w.height * place.height;
    };
    if (std::ranges::any_of(scratch_.passed, in_disc)) return false;
    const std::int64_t source_height = orientation(from_, to_, point(source));
    const HalfEdge first = arrays_.half_edge_from(source);
    HalfEdge h = first;
    do {
        if (arrays_.is_wall(h) && orientation(from_, to_, point(arrays_.target(h))) < source_height)
            return false;
        h = arrays_.twin(Arrays::previous(h));
    } while (h != first);
    return true;
}

/// Looks for walls that are not at touched triangles. `entered` looks into an untouched triangle; behind it,
/// and the other edges on the way there, is a touched one, with this circumcircle.
void CutSearch::search_outwards(const Journal& journal, HalfEdge entered, const Circumdisc& disc) {
    auto& exits = scratch_.exits;
    auto& behind = scratch_.behind;
    const auto enter = [&](HalfEdge edge) {
        behind.push_back(edge);
        exits.push_back({Arrays::previous(edge), behind.size()});
        exits.push_back({Arrays::next(edge), behind.size()});
    };
    behind.clear();
    exits.clear();
    enter(entered);
    while (!exits.empty()) {
        const auto [edge, crossed] = exits.back();
        exits.pop_back();
        behind.resize(crossed);
        if (!leads_straight_on(edge)) continue;
        if (!disc.meets(point(arrays_.origin(edge)), point(arrays_.target(edge)))) continue;
        if (arrays_.is_wall(edge))
            search_from_outside(edge);
        else if (!journal.is_touched(arrays_, Arrays::triangle_of(arrays_.twin(edge))))
            enter(arrays_.twin(edge));
    }
}

/// Some of the edge is beyond the line of each that was crossed, as it is where a straight way leads through
/// all of them. The disc of a sliver is known so badly that all edges around a vertex may seem to meet it.
bool CutSearch::leads_straight_on(HalfEdge edge) const noexcept {
    const LatticePoint from = point(arrays_.origin(edge)), to = point(arrays_.target(edge));
    return std::ranges::all_of(scratch_.behind, [&](HalfEdge crossed) {
        const LatticePoint a = point(arrays_.origin(crossed)), b = point(arrays_.target(crossed));
        return orientation(a, b, from) > 0 || orientation(a, b, to) > 0;
    });
}

Circumdisc CutSearch::disc_of(HalfEdge h) const noexcept {
    return {point(arrays_.origin(h)), point(arrays_.target(h)), point(arrays_.apex(h))};
}

/// From such a wall over all the edges to the touched triangle, and on.
void CutSearch::search_from_outside(HalfEdge wall) {
    begin(wall);
    Place right{}, left{};
    Feet feet{0, static_cast<double>(squared_distance(from_, to_))};
    for (auto edge = scratch_.behind.rbegin(); edge != scratch_.behind.rend(); ++edge) {
        right = place_of(point(arrays_.origin(*edge)));
        left = place_of(point(arrays_.target(*edge)));
        feet = {std::max(feet.low, left.along), std::min(feet.high, right.along)};
        if (feet.low >= feet.high) return;
        scratch_.passed.insert(scratch_.passed.end(), {right, left});
        if (!may_pass(right, left, feet)) return;
    }
    search_over(scratch_.behind.front(), right, left, feet);
}

}  // namespace wend::mesh
