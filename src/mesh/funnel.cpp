// The funnel algorithm with radius. The funnel is kept as its apex and one tangent to each side, and the scan
// starts anew behind every vertex that becomes apex (Mononen's variant); sides are circles of the disc's
// radius instead of points. Directions of tangents from one circle compare like the directions of rays from
// one point. A tangent to a vertex that lies ahead of the next turn can be too strict for large radii; the
// caller checks the result and has the exact search to fall back on.

#include <limits>

#include "mesh/corridor.hpp"
#include "mesh/tangent.hpp"

namespace wend::mesh {

namespace {

struct FunnelSide {
    Turn turn;
    Vec2 direction;
    std::size_t portal = 0;
    bool is_set = false;
    Vec2 last{nowhere,
              nowhere};  ///< the vertex looked at last: every portal brings one that was there before

    static constexpr double nowhere = std::numeric_limits<double>::quiet_NaN();
};

class Funnel {
  public:
    Funnel(const MeshView& view, CorridorScratch& scratch, double radius)
        : view_(view), scratch_(scratch), radius_(radius) {}

    bool run(Vec2 start, Vec2 goal) {
        const std::size_t count = scratch_.portals.size();
        scratch_.turns.clear();
        set_apex({start, 0, none});
        // Every restart moves the apex along the corridor, at most twice per portal.
        std::size_t restarts = 2 * count + 4;
        for (std::size_t i = 0; i <= count; ++i) {
            const Turn left = i < count ? left_of(scratch_.portals[i]) : Turn{goal, 0, none};
            const Turn right = i < count ? right_of(scratch_.portals[i]) : Turn{goal, 0, none};
            bool is_narrow = false;
            const bool restarted =
                !add(right, i, right_, left_, +1, is_narrow) || !add(left, i, left_, right_, -1, is_narrow);
            if (is_narrow) return false;
            if (!restarted) continue;
            if (restarts-- == 0) return false;
            i = restart_;
        }
        scratch_.turns.push_back({goal, 0, none});
        return true;
    }

  private:
    Turn left_of(HalfEdge h) const { return {view_.origin(h), +1, h}; }
    Turn right_of(HalfEdge h) const { return {view_.target(h), -1, Triangulation::next(h)}; }

    void set_apex(const Turn& apex) {
        scratch_.turns.push_back(apex);
        left_ = right_ = {};
    }

    /// Narrows `own` side to `turn`; false when that closes the funnel and the other side became apex.
    bool add(const Turn& turn, std::size_t portal, FunnelSide& own, FunnelSide& other, int inward,
             bool& is_narrow) {
        const Turn& apex = scratch_.turns.back();
        if (apex.side != 0 && turn.center == apex.center) {
            own = {};
            return true;
        }
        if (turn.center == own.last) {  // nothing new, but the funnel may start anew behind it
            if (own.is_set && own.turn.center == turn.center) {
                own.turn = turn;
                own.portal = portal;
            }
            return true;
        }
        own.last = turn.center;
        const Tangent move = tangent(apex.center, radius_ * apex.side, turn.center, radius_ * turn.side);
        if (!move.exists()) {
            is_narrow = !(turn.center == apex.center);
            return true;
        }
        if (own.is_set && cross(own.direction, move.direction) * inward < 0) return true;
        if (other.is_set && cross(move.direction, other.direction) * inward < 0) {
            restart_ = other.portal;
            set_apex(Turn(other.turn));
            return false;
        }
        own = {turn, move.direction, portal, true, turn.center};
        return true;
    }

    const MeshView& view_;
    CorridorScratch& scratch_;
    double radius_;
    FunnelSide left_, right_;
    std::size_t restart_ = 0;
};

}  // namespace

bool pull_string(const MeshView& view, CorridorScratch& scratch, double radius, Vec2 start, Vec2 goal) {
    return Funnel(view, scratch, radius).run(start, goal);
}

}  // namespace wend::mesh
