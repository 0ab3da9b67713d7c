#pragma once

// The shortest path tree of a disc: Dijkstra's search from all sources at once over the roads of a Roadmap
// [COURSE §2.2.3]. A label is a path that arrives at the circle around a corner; a corner has several where
// something is in the way of a turn around it. Any place is answered by the labels of the corners that see
// its triangle, the least first, until one is found whose last turn and tangent are free.
//
// After an edit labels are forgotten whose corner, last road or first leg has gone, with all that came of
// them; the search goes on with what leads to where they were and with the roads that are new. Labels that
// better ones have overtaken are forgotten last.

#include <cstdint>
#include <limits>
#include <vector>

#include "wend/mesh/structures/map_source.hpp"

#include "mesh/road_moves.hpp"
#include "mesh/route.hpp"
#include "mesh/structures/mesh_line.hpp"

namespace wend::mesh {

/// Lattice units.
struct TreeLabel {
    Vec2 arrives;
    double angle = 0;
    double length = 0;
    std::uint32_t end = none;
    std::uint32_t parent = none;  ///< label before; none: the source
    std::uint32_t source = 0;
    Vec2 begins;                      ///< where the path leaves the source
    std::uint32_t next_there = none;  ///< of the same corner
    std::uint32_t first_child = none;
    std::uint32_t next_sibling = none;
    FreeSweep sweep;
    bool is_alive = true;
    bool is_confirmed = false;  ///< its first leg is there after an edit
};

/// A path that may be the shortest to some place.
struct TreeCandidate {
    double length = 0;
    std::uint32_t label = none;   ///< none: straight from the source
    std::uint32_t source = none;  ///< for straight ones
    Vec2 leaves;                  ///< of the last straight piece
    double turn = -1;             ///< before it; negative: yet to be found
};

class RoadTree {
  public:
    /// Anew, on roads that are up to date.
    void grow(const MeshView& view, const Roadmap::Roads& roads, const std::vector<MapSource>& sources,
              FloodScratch& flood);
    /// After an edit, by the news of the roads.
    void repair(const MeshView& view, const Roadmap::Roads& roads, const std::vector<MapSource>& sources,
                FloodScratch& flood);
    /// One more source, with what there is; the mesh is as it was.
    void add_source(const MeshView& view, const Roadmap::Roads& roads, const MapSource& source,
                    std::uint32_t index, FloodScratch& flood);

    /// The shortest path to a free place; label and source none: there is none.
    [[nodiscard]] TreeCandidate find(const MeshView& view, const Roadmap::Roads& roads, const Location& at,
                                     Vec2 p, FloodScratch& flood, std::vector<TreeCandidate>& scratch) const;
    /// What the places of a line are reached from straight on, where it is or may be the nearest: each as
    /// what lies beyond a part of the line. In metres.
    void list_sightings(const MeshView& view, const Roadmap::Roads& roads, const MeshLine& line,
                        FloodScratch& flood, std::vector<TreeCandidate>& scratch,
                        std::vector<MapSource>& list) const;
    /// From p to the source.
    void list_turns(const Roadmap::Roads& roads, const TreeCandidate& found, Vec2 p,
                    std::vector<Turn>& turns) const;

    [[nodiscard]] const std::vector<TreeLabel>& labels() const noexcept { return labels_; }
    [[nodiscard]] std::uint64_t work() const noexcept { return work_; }
    [[nodiscard]] std::size_t memory() const noexcept {
        return labels_.capacity() * sizeof(TreeLabel) + labels_at_.capacity() * sizeof(std::uint32_t);
    }

  private:
    struct Step {
        double length;
        double turn;
        std::uint32_t label;   ///< none: a leg of a source
        std::uint32_t target;  ///< road of the label's end, or leg
    };
    struct FirstLeg {
        Leg leg;
        Vec2 begins;
        std::uint32_t source;
        double length;  ///< with what is still to go from the source
    };
    /// A point, or a part of a straight exit that the disc can stand on.
    struct Goal {
        Vec2 from;
        Vec2 to;
        double before;
        std::uint32_t source;
        friend bool operator==(const Goal&, const Goal&) = default;
    };
    /// What is seen through a line from its other side.
    struct Slit {
        MeshLine line;
        MapOrigin origin;
        double before;
        std::uint32_t source;
        /// Straight on to the circle around a corner, or to a point (offset 0).
        struct Way {
            Vec2 begins;  ///< on the line
            Vec2 arrives;
            Vec2 direction;
            double length;  ///< with all that is before
        };
        [[nodiscard]] std::optional<Way> way_to(Vec2 center, double offset) const noexcept;
        [[nodiscard]] bool operator==(const Slit& other) const noexcept;
    };
    /// Something that places are reached from straight on.
    struct Seer {
        enum class Kind : std::uint8_t { label, goal, begin_of_goal, end_of_goal, slit };
        Kind kind;
        std::uint32_t index;
    };
    class Sights;

    void prepare(const Roadmap::Roads& roads);
    static void append_goals(const MeshView& view, double radius, const MapSource& source,
                             std::uint32_t index, std::vector<Goal>& goals, std::vector<Slit>& slits);
    void find_all_legs(const MeshView& view, const RoadMoves& moves, const DiscCheck& check,
                       const Roadmap::Roads& roads, std::size_t first_goal, std::size_t first_slit);
    void add_slit_legs(const DiscCheck& check, const Roadmap::Roads& roads, const Slit& slit);
    void find_legs(const MeshView& view, const RoadMoves& moves, const DiscCheck& check,
                   const Roadmap::Roads& roads, const Goal& goal);
    void push_leg(std::uint32_t leg);
    void spread(const RoadMoves& moves, const Roadmap::Roads& roads);
    void add_legs(const MeshView& view, const RoadMoves& moves, const Roadmap::Roads& roads, const Goal& goal,
                  Vec2 at);
    void add_square_legs(const DiscCheck& check, const Roadmap::Roads& roads, const Goal& goal);
    void push(const Step& step);
    template <class Wanted>
    void push_roads(const Roadmap::Roads& roads, std::uint32_t from, Wanted&& is_wanted);
    void bereave(std::uint32_t corner);
    void forget(std::uint32_t label);
    void unlink(std::uint32_t label);
    void forget_labels_at(std::uint32_t corner);
    void forget_lost_roads(const Roadmap::Roads& roads, std::uint32_t end);
    void confirm_legs();
    void settle(const RoadMoves& moves, const Roadmap::Roads& roads);
    void push_to_bereaved(const Roadmap::Roads& roads);
    [[nodiscard]] bool forget_overtaken(const RoadMoves& moves, const Roadmap::Roads& roads);
    [[nodiscard]] bool overtakes(const RoadMoves& moves, const Roadmap::Roads& roads, TreeLabel& better,
                                 const TreeLabel& worse) const;
    [[nodiscard]] bool make_label(const RoadMoves& moves, const Roadmap::Roads& roads, const Step& step);
    [[nodiscard]] bool is_dominated(const RoadMoves& moves, const Roadmap::Roads& roads, std::uint32_t end,
                                    double angle, double length);
    void offer_straight(Vec2 p, std::vector<TreeCandidate>& offers) const;
    [[nodiscard]] bool settle(const MeshView& view, const RoadMoves& moves, const Roadmap::Roads& roads,
                              TreeCandidate& candidate, TriangleIndex seed, Vec2 p, bool& is_free) const;

    std::vector<Goal> goals_;
    std::vector<Slit> slits_;
    std::vector<TreeLabel> labels_;
    std::vector<std::uint32_t> labels_at_;  ///< by corner
    std::vector<std::uint32_t> free_labels_;
    std::vector<std::uint32_t> made_;   ///< labels, by the last search
    std::vector<std::uint32_t> roots_;  ///< labels that begin at a source, and some that no longer do
    StampedSet bereaved_;               ///< corners that have lost labels, or are new
    std::vector<std::uint32_t> bereaved_list_;
    std::vector<FirstLeg> legs_;
    std::vector<Step> steps_;
    OpenList open_;
    LegScratch leg_scratch_;
    StampedSet all_ends_;
    std::size_t end_count_ = 0;  ///< in it
    std::uint64_t work_ = 0;
};

template <class Wanted>
void RoadTree::push_roads(const Roadmap::Roads& roads, std::uint32_t from, Wanted&& is_wanted) {
    const TreeLabel& label = labels_[from];
    const RoadCorner& corner = roads.corner(label.end);
    const std::vector<Road>& leaving = corner.ends[label.end & 1].roads;
    for (std::uint32_t i = 0; i < leaving.size(); ++i) {
        if (!is_wanted(leaving[i])) continue;
        const double turn =
            allowed_turn(corner, Roadmap::Roads::side_of(label.end), label.angle, leaving[i].angle);
        if (turn < 0) continue;
        push({label.length + roads.radius * turn + leaving[i].length, turn, from, i});
    }
}

}  // namespace wend::mesh
