#pragma once

// A* over the roads of a Roadmap. The start's tangents lead to corners that see its triangle, the goal's come
// from those that see the goal's; whether walls are in their way is found out when a search gets that far.
//
// As in the search without a map (tangent_search.hpp) labels are checked when they are taken from the open
// list, and the first complete path that is taken from it is the shortest if the goal's distance has weight
// 1. With a greater weight fewer labels are expanded, and the path is at most that much longer.

#include <cstdint>
#include <vector>

#include "wend/base/budget.hpp"
#include "wend/base/status.hpp"

#include "mesh/road_memory.hpp"
#include "mesh/road_moves.hpp"
#include "mesh/route.hpp"
#include "mesh/stamped.hpp"

namespace wend::mesh {

/// Where a path arrives at the circle around a corner. The first label is the start.
struct RoadLabel {
    Vec2 arrives;
    double angle;   ///< of the direction in which it arrives
    double length;  ///< of the path up to there
    std::uint32_t end;
    std::uint32_t parent;
    std::uint32_t next_there;  ///< another label of the same corner
    FreeSweep sweep;           ///< negative until it is asked for
    bool has_gained = false;   ///< may have been where paths became shorter (road_memory.hpp)
};

/// A road that leaves a label, or one of the start's legs, or the last one to the goal.
struct RoadStep {
    double length;  ///< of the path up to its end
    double turn;    ///< radians around the label's corner before, >= 0
    std::uint32_t label;
    std::uint32_t road;
    bool is_by_old_path = false;  ///< nothing shorter than what is known goes on from its end
};

struct RoadScratch {
    std::vector<Leg> first_legs;
    std::vector<TangentEdge::State> leg_states;
    std::vector<RoadLabel> labels;
    std::vector<RoadStep> steps;
    OpenList open;
    Stamped<std::uint32_t> labels_at;  ///< by corner: the label that was expanded there last
    StampedSet sees_goal;              ///< ends
    LegScratch legs;
};

class RoadSearch {
  public:
    RoadSearch(const MeshView& view, const DiscCheck& check, const Roadmap::Roads& roads,
               RoadScratch& scratch, const Location& start_at, const Location& goal_at, Vec2 start,
               Vec2 goal);

    /// Looks for a path shorter than `upper`: ok, unreachable or out_of_budget.
    StatusCode run(double weight, double upper, Budget& budget);

    /// The same with what is known of an older path, which may be joined: `memory` is kept by reference.
    StatusCode run(const RoadMemory& memory, Budget& budget);

    /// The disc can move straight to the goal.
    [[nodiscard]] bool is_in_sight() const noexcept { return is_in_sight_; }
    /// After ok.
    [[nodiscard]] double length() const noexcept { return length_; }
    void list_turns(std::vector<Turn>& turns) const;
    /// No path is shorter than this, or than `upper` where that is less.
    [[nodiscard]] double lower_bound() const noexcept { return lower_bound_; }

  private:
    void find_ends();
    void push(const RoadStep& step, double rest);
    void push_first_legs();
    void push_roads(std::uint32_t from);
    void push_goal(std::uint32_t from);
    [[nodiscard]] bool is_open(std::uint32_t leg);
    [[nodiscard]] bool make_label(const RoadStep& step);
    [[nodiscard]] bool gets_there(std::uint32_t own_end, double own_angle, FreeSweep& sweep,
                                  std::uint32_t end, double angle, double later) const;
    [[nodiscard]] bool is_dominated(std::uint32_t end, double angle, double length);
    [[nodiscard]] bool is_behind_old_path(std::uint32_t end, double angle, double length) const;
    [[nodiscard]] bool may_turn(RoadLabel& label, double turn) const;
    [[nodiscard]] bool arrives(const RoadStep& step);
    StatusCode search(Budget& budget);
    [[nodiscard]] bool is_pruned(std::uint32_t label) const;
    void join(std::uint32_t label);
    [[nodiscard]] const RestTurn* rest_turn_at(std::uint32_t end) const;

    static constexpr std::uint32_t to_goal = none;

    const MeshView& view_;
    RoadMoves moves_;
    const Roadmap::Roads& roads_;
    RoadScratch& scratch_;
    Vec2 start_;
    Vec2 goal_;
    TriangleIndex start_seed_;
    TriangleIndex goal_seed_;
    Location start_at_;
    Location goal_at_;
    bool is_in_sight_ = false;
    bool has_ends_ = false;
    double weight_ = 1;
    double upper_ = 0;
    double length_ = 0;
    double lower_bound_ = 0;
    std::uint32_t found_ = none;
    const RoadMemory* memory_ = nullptr;
    const RoadMemory* joins_memory_ = nullptr;
    const RestTurn* joins_ = nullptr;  ///< of the best path known, if it goes on along the old one
    double turn_limit_ = 0;            ///< of the label being expanded: roads beyond lead by the old path
};

}  // namespace wend::mesh
