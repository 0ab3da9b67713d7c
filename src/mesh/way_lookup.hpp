#pragma once

// Shortest paths by a table of all ways between corners (road_table.hpp).
//
// Every pair of a leg from the start and one to the goal gives a lower bound of the paths that use it, by
// three additions. Pairs are looked at from the least bound on, their legs and turns checked, until no bound
// is less than the shortest path found: that is the shortest of all.
//
// A way that a path would have to turn back for at one of its legs is no path, but then some other is no
// longer: where leg and way cross before they touch the corner, a disc goes straight from one to the other.
// Where they do not cross, something is in the way of a turn, or the turn is around a pillar, the table does
// not know what is next best, and a search has to tell (road_search.hpp).

#include <vector>

#include "wend/base/budget.hpp"

#include "mesh/road_moves.hpp"
#include "mesh/road_table.hpp"
#include "mesh/route.hpp"

namespace wend::mesh {

struct WayScratch {
    /// A leg that a path may have at one of its ends.
    struct ValuedLeg {
        double value;  ///< infinite: it is blocked
        std::uint32_t end;
        bool is_open;  ///< known to be free
    };
    /// Of the pairs of a leg from the start, the one that is next to be looked at, or what is known of it.
    struct Row {
        double bound;
        std::uint32_t last;  ///< leg of that pair, or of the one before; none: of none yet
        bool is_pair;
    };
    std::vector<ValuedLeg> from_start;
    std::vector<ValuedLeg> from_goal;
    std::vector<Row> rows;  ///< by leg from the start
    StampedSet last_ends;   ///< from which a leg leads to the other end of the path
    LegScratch legs;
};

class WayLookup {
  public:
    struct End {
        Vec2 point;
        Location at;
    };

    WayLookup(const MeshView& view, const DiscCheck& check, const Roadmap::Roads& roads,
              const RoadTable& table, WayScratch& scratch, const End& start, const End& goal)
        : view_(view),
          moves_(check, roads),
          roads_(roads),
          table_(table),
          scratch_(scratch),
          start_(start),
          goal_(goal) {}

    /// Looks for a path at most `weight` times as long as the shortest. ok, out_of_budget, or in_progress
    /// when the table cannot tell. The disc does not see the goal from the start.
    StatusCode run(double weight, Budget& budget);

    [[nodiscard]] bool has_path() const noexcept { return best_first_ != none; }
    void draw(Path& path) const;
    /// No path is shorter. Lattice units.
    [[nodiscard]] double lower_bound() const noexcept { return lower_bound_; }

  private:
    using ValuedLeg = WayScratch::ValuedLeg;
    enum class Verdict : std::uint8_t { free, never, unknown };

    void find_legs();
    [[nodiscard]] std::span<const RoughLeg> legs(const End& from);
    void find_next(std::uint32_t row);
    [[nodiscard]] std::uint32_t least_row() const;
    [[nodiscard]] bool settles(std::uint32_t row);
    [[nodiscard]] bool is_open(const Leg& leg, const End& from, ValuedLeg& known) const;
    Verdict follow(const Leg& first, const Leg& last, double& length) const;
    [[nodiscard]] Leg leg(const End& from, std::uint32_t end) const noexcept {
        return moves_.leg(moves_.rough_leg(from.point, end));
    }
    [[nodiscard]] double rounding(double bound) const noexcept;

    const MeshView& view_;
    RoadMoves moves_;
    const Roadmap::Roads& roads_;
    const RoadTable& table_;
    WayScratch& scratch_;
    End start_;
    End goal_;
    double length_ = std::numeric_limits<double>::infinity();
    double lower_bound_ = 0;
    std::uint32_t best_first_ = none;  ///< ends of the shortest path's legs
    std::uint32_t best_last_ = none;
};

}  // namespace wend::mesh
