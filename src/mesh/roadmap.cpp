#include "wend/mesh/roadmap.hpp"

#include <algorithm>

#include "mesh/roads.hpp"
#include "mesh/tangent_sweep.hpp"

namespace wend::mesh {

namespace {

/// Looks from corners and notes what they see.
class Surveyor {
  public:
    Surveyor(const Triangulation& mesh, Roadmap::Roads& roads)
        : view_(mesh), check_(view_, flood_), roads_(roads) {
        corners_.begin(mesh, roads.radius);
        seen_.resize(mesh.triangle_bound());
        roads.corner_of.resize(mesh.half_edge_bound(), none);
        roads.watchers.resize(mesh.triangle_bound());
    }

    /// Makes a corner of the sector that has the triangle of the spoke, if paths may bend around it and it is
    /// not there yet.
    void add_corner(HalfEdge spoke) {
        if (roads_.corner_of[spoke] != none) return;
        const VertexFan fan = corners_.fan(view_, spoke);
        if (fan.is_blunt) return;
        RoadCorner made;
        made.center = view_.origin(spoke);
        made.spoke = fan.kind == VertexFan::Kind::pillar ? spoke : fan.right_wall;
        made.is_pillar = fan.kind == VertexFan::Kind::pillar;
        if (!made.is_pillar) made.walls = {normalized(fan.right_along), normalized(fan.left_along)};
        const auto number = static_cast<std::uint32_t>(roads_.corners.size());
        for_each_spoke(made, [&](HalfEdge s) { roads_.corner_of[s] = number; });
        roads_.corners.push_back(std::move(made));
    }

    /// Finds the roads that leave an end.
    void survey(std::uint32_t end) {
        RoadCorner& corner = roads_.corners[end / 2];
        RoadEnd& from = corner.ends[end & 1];
        from = {};
        seen_.clear();
        const int side = Roadmap::Roads::side_of(end);
        Notes notes{*this, corner, side, from};
        for_each_spoke(corner, [&](HalfEdge spoke) {
            const HalfEdge right_end = Triangulation::next(spoke), left_end = Triangulation::previous(spoke);
            TangentSweep sweep(view_, corners_, roads_.radius, {corner.center, side, spoke, {}}, at_hand_,
                               notes);
            notes.see({Triangulation::triangle_of(spoke), none, none});
            sweep.offer_end(right_end);
            if (view_.mesh().is_wall(left_end)) sweep.offer_end(left_end);
            sweep.look_through(right_end);
        });
        for (const TriangleIndex t : from.sees) roads_.watchers[t].push_back(end);
        corner.farthest[end & 1] = farthest_of(corner, side);
    }

    /// Finds out what is in the way of turns.
    void look_for_room(RoadCorner& corner) {
        corner.is_roomy = corners_.is_roomy(view_, corner.spoke);
        corner.blocks.clear();
        if (!corner.is_roomy) check_.find_blocks(corner.spoke, roads_.radius, corner.blocks);
    }

  private:
    struct Notes {
        Surveyor& surveyor;
        const RoadCorner& corner;
        int side;
        RoadEnd& from;

        [[nodiscard]] bool keep(const ViewCone&) const noexcept { return true; }
        [[nodiscard]] bool wants(Vec2, double) const noexcept { return true; }
        void take(TangentEdge& edge) { surveyor.note_road(edge, from); }
        void see(const SeenTriangle& seen) { surveyor.note_triangle(seen.triangle, corner, side, from); }
    };

    /// From there tangents may be taut at the corner.
    void note_triangle(TriangleIndex t, const RoadCorner& corner, int side, RoadEnd& from) {
        if (!seen_.insert(t)) return;
        for (std::uint32_t i = 0; i < 3; ++i) {
            if (!may_be_taut(corner, side, view_.origin(Triangulation::half_edge(t, i)), roads_.radius))
                continue;
            from.sees.push_back(t);
            return;
        }
    }

    void note_road(const TangentEdge& edge, RoadEnd& from) {
        const Vec2 leaves = edge.arrives - edge.direction * edge.length;
        if (!check_.segment_is_free(Triangulation::triangle_of(edge.spoke), leaves, edge.arrives,
                                    roads_.radius))
            return;
        from.roads.push_back({edge.arrives, edge.length, angle_of(edge.direction),
                              Roadmap::Roads::end_of(roads_.corner_of[edge.spoke], edge.side)});
    }

    /// Paths leave to within half a turn from the direction that the wall behind them comes from.
    [[nodiscard]] static Vec2 farthest_of(const RoadCorner& corner, int side) {
        const Vec2 first = -corner.walls[side < 0];
        double most = -1;
        Vec2 farthest;
        for (const Road& road : corner.ends[side > 0].roads) {
            const Vec2 direction = unit_vector(road.angle);
            const double turn = turn_between(first, direction) * side;
            if (farthest == Vec2{} || turn > most) farthest = direction;
            most = std::max(most, turn);
        }
        return farthest;
    }

    /// Counter-clockwise.
    template <class Visit>
    void for_each_spoke(const RoadCorner& corner, Visit&& visit) const {
        HalfEdge spoke = corner.spoke;
        for (;;) {
            visit(spoke);
            if (view_.mesh().is_wall(Triangulation::previous(spoke))) return;
            spoke = view_.turn_left(spoke);
            if (spoke == corner.spoke) return;
        }
    }

    MeshView view_;
    FloodScratch flood_;
    DiscCheck check_;
    Roadmap::Roads& roads_;
    CornerCache corners_;
    StampedSet seen_;
    std::vector<ViewCone> at_hand_;
};

}  // namespace

Roadmap::Roadmap(const Triangulation& mesh, double radius) : roads_(std::make_unique<Roads>()) {
    roads_->radius = radius / mesh.settings().lattice.unit;
    roads_->content = mesh.content();
    Surveyor surveyor(mesh, *roads_);
    for (TriangleIndex t = 0; t < mesh.triangle_bound(); ++t) {
        if (!mesh.is_triangle(t) || mesh.is_blocked(t)) continue;
        for (std::uint32_t i = 0; i < 3; ++i) surveyor.add_corner(Triangulation::half_edge(t, i));
    }
    for (std::uint32_t c = 0; c < roads_->corners.size(); ++c) {
        surveyor.look_for_room(roads_->corners[c]);
        surveyor.survey(2 * c);
        surveyor.survey(2 * c + 1);
    }
}

Roadmap::Roadmap(const Roadmap& other) : roads_(std::make_unique<Roads>(*other.roads_)) {}
Roadmap::Roadmap(Roadmap&&) noexcept = default;
Roadmap& Roadmap::operator=(Roadmap other) noexcept {
    roads_ = std::move(other.roads_);
    return *this;
}
Roadmap::~Roadmap() = default;

bool Roadmap::is_about(const Triangulation& mesh) const noexcept {
    return roads_->content == mesh.content();
}

std::size_t Roadmap::memory() const noexcept {
    std::size_t bytes = sizeof(Roads) + roads_->corners.capacity() * sizeof(RoadCorner) +
                        roads_->corner_of.capacity() * sizeof(std::uint32_t) +
                        roads_->watchers.capacity() * sizeof(roads_->watchers[0]);
    for (const auto& list : roads_->watchers) bytes += list.capacity() * sizeof(std::uint32_t);
    for (const RoadCorner& corner : roads_->corners) {
        bytes += corner.blocks.capacity() * sizeof(ArcBlock);
        for (const RoadEnd& end : corner.ends)
            bytes += end.roads.capacity() * sizeof(Road) + end.sees.capacity() * sizeof(TriangleIndex);
    }
    return bytes;
}

}  // namespace wend::mesh
