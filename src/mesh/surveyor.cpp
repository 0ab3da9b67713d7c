#include "mesh/surveyor.hpp"

#include <algorithm>
#include <numbers>
#include <utility>

namespace wend::mesh {

namespace {

/// Paths leave to within half a turn from the direction that the wall behind them comes from. Mirrored like
/// the wall.
Vec2 farthest_of(const std::vector<Road>& roads, Vec2 behind, int side) {
    const Vec2 first = -behind;
    double most = -1;
    Vec2 farthest;
    for (const Road& road : roads) {
        const Vec2 direction = unit_vector(road.angle) * side;
        double turn = turn_between(first, direction) * side;
        if (turn < -std::numbers::pi / 2) turn += 2 * std::numbers::pi;  // half a turn, rounded
        if (farthest == Vec2{} || turn > most) farthest = direction;
        most = std::max(most, turn);
    }
    return farthest;
}

}  // namespace

/// What a sweep finds.
struct Surveyor::Notes {
    Surveyor& surveyor;
    std::uint32_t end;
    RoadEnd& from;

    [[nodiscard]] bool keep(const ViewCone&) const noexcept { return true; }
    [[nodiscard]] bool wants(Vec2, double) const noexcept { return true; }
    void take(const TangentEdge& edge) { surveyor.note_road(edge, from); }
    void see(const SeenTriangle& seen) { surveyor.note_triangle(seen.triangle, end, from); }
};

Surveyor::Surveyor(const Triangulation& mesh, Roadmap::Roads& roads)
    : view_(mesh), roads_(roads), check_(view_, roads.scratch.flood) {
    corners_.begin(mesh, roads.radius);
    roads.scratch.seen.resize(mesh.triangle_bound());
    roads.corner_of.resize(mesh.half_edge_bound(), none);
    roads.watchers.resize(mesh.triangle_bound());
}

void Surveyor::forget_all() {
    const Triangulation& mesh = view_.mesh();
    roads_.corners.clear();
    roads_.approaches.clear();
    roads_.free_corners.clear();
    roads_.stale.clear();
    roads_.new_triangles.clear();
    roads_.news = {};
    roads_.corner_of.assign(mesh.half_edge_bound(), none);
    roads_.watchers.assign(mesh.triangle_bound(), {});
    for (TriangleIndex t = 0; t < mesh.triangle_bound(); ++t)
        if (mesh.is_triangle(t)) roads_.new_triangles.push_back(t);
}

void Surveyor::forget_changes() {
    const AffectedRegion& changed = view_.mesh().affected();
    for (const TriangleIndex t : changed.triangles_gone) drop_corners_at(t);
    for (const TriangleIndex t : changed.triangles_new) {
        drop_corners_at(t);
        for (std::uint32_t i = 0; i < 3; ++i)
            drop_corners_around(view_.mesh().vertex(Triangulation::half_edge(t, i)));
        roads_.new_triangles.push_back(t);
    }
    for (const TriangleIndex t : changed.triangles_new) make_stale_near(t);
}

bool Surveyor::survey_forgotten(Budget& budget) {
    const Triangulation& mesh = view_.mesh();
    for (const TriangleIndex t : roads_.new_triangles) {
        if (!mesh.is_triangle(t)) continue;
        for (std::uint32_t i = 0; i < 3; ++i)
            for_each_spoke_around(mesh.vertex(Triangulation::half_edge(t, i)),
                                  [&](HalfEdge spoke) { add_corner(spoke); });
    }
    roads_.new_triangles.clear();
    for (; !roads_.stale.empty(); roads_.stale.pop_back()) {
        const std::uint32_t end = roads_.stale.back();
        if (!roads_.corners[end / 2].ends[end & 1].is_stale) continue;
        if (!budget.spend()) return false;
        survey(end);
    }
    return true;
}

/// Makes a corner of the sector that has the triangle of the spoke, if paths may bend around it and it is not
/// there yet.
void Surveyor::add_corner(HalfEdge spoke) {
    if (roads_.corner_of[spoke] != none || view_.mesh().is_blocked(Triangulation::triangle_of(spoke))) return;
    const VertexFan fan = corners_.fan(view_, spoke);
    if (fan.is_blunt) return;
    std::uint32_t number = static_cast<std::uint32_t>(roads_.corners.size());
    if (roads_.free_corners.empty()) {
        roads_.corners.emplace_back();
        roads_.approaches.resize(2 * roads_.corners.size());
    } else {
        number = roads_.free_corners.back();
        roads_.free_corners.pop_back();
    }
    RoadCorner& made = roads_.corners[number];
    made.is_pillar = fan.kind == VertexFan::Kind::pillar;
    made.center = view_.origin(spoke);
    made.spoke = made.is_pillar ? spoke : fan.right_wall;
    const Vec2 right = normalized(fan.right_along), left = normalized(fan.left_along);
    const bool is_pillar = made.is_pillar;
    roads_.approaches[2 * number] = {made.center, -right, -left, {}, -roads_.radius, is_pillar, false};
    roads_.approaches[2 * number + 1] = {made.center, left, right, {}, roads_.radius, is_pillar, false};
    for_each_spoke(made, [&](HalfEdge s) { roads_.corner_of[s] = number; });
    look_for_room(made);
    make_stale(2 * number);
    make_stale(2 * number + 1);
}

void Surveyor::drop_corner(std::uint32_t number) {
    RoadCorner& corner = roads_.corners[number];
    if (corner.spoke == none) return;
    roads_.news.corners.push_back(number);
    forget_roads(2 * number);
    forget_roads(2 * number + 1);
    corner = {};
    roads_.free_corners.push_back(number);
}

/// The triangle is gone, or new in its place.
void Surveyor::drop_corners_at(TriangleIndex t) {
    make_watchers_stale(t);
    roads_.watchers[t].clear();
    for (std::uint32_t i = 0; i < 3; ++i) {
        std::uint32_t& corner = roads_.corner_of[Triangulation::half_edge(t, i)];
        if (corner != none) drop_corner(corner);
        corner = none;
    }
}

/// Whoever has a road to one of them sees a triangle there.
void Surveyor::drop_corners_around(VertexIndex v) {
    for_each_spoke_around(v, [&](HalfEdge spoke) {
        make_watchers_stale(Triangulation::triangle_of(spoke));
        std::uint32_t& corner = roads_.corner_of[spoke];
        if (corner != none) drop_corner(corner);
        corner = none;
    });
}

void Surveyor::make_stale(std::uint32_t end) {
    if (std::exchange(roads_.corners[end / 2].ends[end & 1].is_stale, true)) return;
    roads_.stale.push_back(end);
}

void Surveyor::make_watchers_stale(TriangleIndex t) {
    for (const std::uint32_t end : roads_.watchers[t]) make_stale(end);
}

/// All that sees a free triangle which is joined to t within two radii of it; corners there may have more or
/// less room.
void Surveyor::make_stale_near(TriangleIndex t) {
    const Triangulation& mesh = view_.mesh();
    SurveyScratch& scratch = roads_.scratch;
    if (mesh.is_blocked(t)) return;
    Box2 reach;
    for (std::uint32_t i = 0; i < 3; ++i) reach.add(view_.origin(Triangulation::half_edge(t, i)));
    const Vec2 margin{2 * roads_.radius, 2 * roads_.radius};
    reach = {reach.low - margin, reach.high + margin};
    scratch.seen.clear();
    scratch.seen.insert(t);
    scratch.stack.assign(1, t);
    while (!scratch.stack.empty()) {
        const TriangleIndex at = scratch.stack.back();
        scratch.stack.pop_back();
        make_watchers_stale(at);
        for (std::uint32_t i = 0; i < 3; ++i) {
            const HalfEdge h = Triangulation::half_edge(at, i);
            const std::uint32_t corner = roads_.corner_of[h];
            if (corner != none && reach.contains(roads_.corners[corner].center))
                look_for_room(roads_.corners[corner]);
            if (mesh.is_wall(h)) continue;
            Box2 edge;
            edge.add(view_.origin(h));
            edge.add(view_.target(h));
            const TriangleIndex beyond = Triangulation::triangle_of(mesh.twin(h));
            if (edge.overlaps(reach) && scratch.seen.insert(beyond)) scratch.stack.push_back(beyond);
        }
    }
}

void Surveyor::forget_roads(std::uint32_t end) {
    RoadEnd& from = roads_.corners[end / 2].ends[end & 1];
    for (const TriangleIndex t : from.sees) {
        std::vector<std::uint32_t>& watchers = roads_.watchers[t];
        const auto place = std::find(watchers.begin(), watchers.end(), end);
        if (place == watchers.end()) continue;  // the triangle is another one by now
        *place = watchers.back();
        watchers.pop_back();
    }
    from = {};
}

void Surveyor::look_for_room(RoadCorner& corner) {
    roads_.news.corners.push_back(static_cast<std::uint32_t>(&corner - roads_.corners.data()));
    corner.is_roomy = corners_.is_roomy(view_, corner.spoke);
    corner.blocks.clear();
    if (!corner.is_roomy && roads_.radius > 0) check_.find_blocks(corner.spoke, roads_.radius, corner.blocks);
}

void Surveyor::survey(std::uint32_t end) {
    std::vector<Road> before = std::move(roads_.corners[end / 2].ends[end & 1].roads);
    forget_roads(end);
    if (roads_.corner(end).spoke == none) return;
    roads_.news.ends.push_back({end, std::move(before)});
    RoadCorner& corner = roads_.corners[end / 2];
    RoadEnd& from = corner.ends[end & 1];
    const int side = Roadmap::Roads::side_of(end);
    roads_.scratch.seen.clear();
    Notes notes{*this, end, from};
    for_each_spoke(corner, [&](HalfEdge spoke) {
        const HalfEdge right_end = Triangulation::next(spoke), left_end = Triangulation::previous(spoke);
        TangentSweep sweep(view_, corners_, roads_.radius, {corner.center, side, spoke, {}},
                           roads_.scratch.at_hand, notes);
        note_triangle(Triangulation::triangle_of(spoke), end, from);
        sweep.offer_end(right_end);
        if (view_.mesh().is_wall(left_end)) sweep.offer_end(left_end);
        sweep.look_through(right_end);
    });
    from.roads.shrink_to_fit();
    from.sees.shrink_to_fit();
    for (const TriangleIndex t : from.sees) roads_.watchers[t].push_back(end);
    Approach& approach = roads_.approaches[end];
    approach.farthest = farthest_of(from.roads, approach.behind, side);
    approach.has_roads = !from.roads.empty();
}

void Surveyor::note_road(const TangentEdge& edge, RoadEnd& from) {
    const Vec2 leaves = edge.arrives - edge.direction * edge.length;
    const TriangleIndex seed = Triangulation::triangle_of(edge.spoke);
    // Points see what the sweep sees.
    if (roads_.radius > 0 && !check_.segment_is_free(seed, leaves, edge.arrives, roads_.radius)) return;
    from.roads.push_back({edge.arrives, edge.length, angle_of(edge.direction),
                          Roadmap::Roads::end_of(roads_.corner_of[edge.spoke], edge.side)});
}

/// If tangents from the end may lead there: backwards, they arrive at the corner's other end.
void Surveyor::note_triangle(TriangleIndex t, std::uint32_t end, RoadEnd& from) {
    if (!roads_.scratch.seen.insert(t)) return;
    const Approach& approach = roads_.approaches[end ^ 1];
    for (std::uint32_t i = 0; i < 3; ++i) {
        if (!approach.may_be_taut(view_.origin(Triangulation::half_edge(t, i)))) continue;
        from.sees.push_back(t);
        return;
    }
}

/// Of the corner's sector, counter-clockwise.
template <class Visit>
void Surveyor::for_each_spoke(const RoadCorner& corner, Visit&& visit) const {
    for (HalfEdge spoke = corner.spoke;;) {
        visit(spoke);
        if (view_.mesh().is_wall(Triangulation::previous(spoke))) return;
        spoke = view_.turn_left(spoke);
        if (spoke == corner.spoke) return;
    }
}

template <class Visit>
void Surveyor::for_each_spoke_around(VertexIndex v, Visit&& visit) const {
    const HalfEdge first = view_.first_spoke(view_.mesh().half_edge_from(v));
    HalfEdge spoke = first;
    do {
        visit(spoke);
        spoke = view_.turn_left(spoke);
    } while (spoke != none && spoke != first);
}

}  // namespace wend::mesh
