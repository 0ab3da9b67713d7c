#pragma once

// Sigma 3 (MD 4.1): layered square cells, eight neighbours, a body with a radius, static walls exactly, and
// the present places of the obstacles and agents around. It knows nothing of speeds or of the future. Cells
// exist where somebody looks: there is no array of them (use it through PlacedStates).
//
// A move goes straight from centre to centre and exists if the disc fits all along it and, for a diagonal, on
// both cells beside it. Costs are its length in millimetres.
//
// Lower bound: the octile distance with the same whole-number costs. A straight move changes one coordinate
// by one and costs `straight`; a diagonal one changes both and costs `diagonal`, straight <= diagonal <= 2
// straight; so any move lowers straight * (w + h) - (2 straight - diagonal) * min(w, h) by at most its own
// cost. Crossings are priced no lower than the octile distance of the cells they join. So the bound is
// consistent in both directions, and zero at its goal, hence admissible.

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "wend/domains/crossing.hpp"
#include "wend/domains/end_floods.hpp"
#include "wend/domains/placed_states.hpp"
#include "wend/domains/still_bodies.hpp"
#include "wend/world/snapshot.hpp"

namespace wend::domains {

class MultiplierField;

struct GridSettings {
    double cell = 0.8;                                       ///< metres
    double radius = 0.25;                                    ///< of the body
    Vec2 origin;                                             ///< centre of cell (0, 0)
    BodyId self;                                             ///< who plans, and is not in its own way
    double sight = std::numeric_limits<double>::infinity();  ///< metres within which bodies count
};

class GridDomain {
  public:
    using Key = std::uint32_t;  ///< layer, y and x
    using Cost = search::Cost;
    static constexpr bool knows_time = false;
    static constexpr double cost_unit = 1e-3;  ///< metres
    static constexpr Key no_cell = ~Key{0};

    /// `agent`: the middle of what is seen. `crossings` may be null: there are none.
    GridDomain(std::shared_ptr<const Snapshot> world, std::shared_ptr<const std::vector<Crossing>> crossings,
               const Place& agent, const GridSettings& settings);

    /// Another world, another place of the agent. Appends where bodies stood or stand that make a difference;
    /// see `touches`.
    void refresh(std::shared_ptr<const Snapshot> world, const Place& agent,
                 std::vector<StillRegion>& regions);
    /// May a move from or to this cell have appeared or vanished?
    [[nodiscard]] bool touches(const StillRegion& region, Key key) const noexcept;
    /// Metres around a cell's centre within which a body can touch its moves.
    [[nodiscard]] double reach() const noexcept { return settings_.radius + 1.5 * settings_.cell; }

    [[nodiscard]] const GridSettings& settings() const noexcept { return settings_; }
    [[nodiscard]] Place place(Key key) const noexcept;
    /// The cell that the place is in; `no_cell` beyond some thousand cells from the origin.
    [[nodiscard]] Key cell_at(const Place& place) const noexcept;
    /// The same if the body fits on it, else the nearest cell on which it does, preferring those that it can
    /// get to in a straight line; `no_cell` when there is none within `most` cells.
    [[nodiscard]] Key free_cell_near(const Place& place, int most = 8) const;
    [[nodiscard]] bool is_free(Key key) const noexcept { return is_free(unpack(key), bodies_); }
    /// Does the body fit all the way along a straight line, as things stand?
    [[nodiscard]] bool sees(std::uint32_t layer, Vec2 from, Vec2 to) const noexcept {
        return sees(layer, from, to, bodies_);
    }

    // KeyedDomain
    template <class Visit>
    void successors(Key key, Visit&& visit) const {
        visit_moves(key, visit);
        if (joins_.empty() || !is_free(key)) return;
        for (const Join& join : joins_)
            if (join.from == key && is_free(join.to)) visit(join.to, join.cost);
    }
    template <class Visit>
    void predecessors(Key key, Visit&& visit) const {
        visit_moves(key, visit);
        if (joins_.empty() || !is_free(key)) return;
        for (const Join& join : joins_)
            if (join.to == key && is_free(join.from)) visit(join.from, join.cost);
    }
    [[nodiscard]] Cost lower_bound(Key from, Key to) const noexcept;

    /// A flood from the start, over all cells that walls leave, as if nobody stood around. The goal's side is
    /// what a search sees anyway.
    [[nodiscard]] static EndFloods end_floods(Key start, Key goal) {
        return {std::array<EndFloods::Key, 1>{start}, std::array<EndFloods::Key, 1>{goal}, false};
    }
    /// Spreads it by one cell, and says where.
    Place spread(EndFloods& floods) const;

    [[nodiscard]] std::size_t bytes() const noexcept;

  private:
    /// A crossing as an edge between two cells.
    struct Join {
        Key from = 0;
        Key to = 0;
        Cost cost = 0;
    };
    struct Cell {
        std::uint32_t layer = 0;
        int x = 0, y = 0;
    };
    static constexpr int side_bits = 13;
    static constexpr int half = 1 << (side_bits - 1);

    [[nodiscard]] static Cell unpack(Key key) noexcept;
    [[nodiscard]] static Key pack(const Cell& cell) noexcept;
    [[nodiscard]] Vec2 center(int x, int y) const noexcept {
        return settings_.origin + Vec2{x * settings_.cell, y * settings_.cell};
    }
    void join_cells();
    /// Which of the eight moves exist, a bit each; moves are symmetric.
    [[nodiscard]] unsigned legal_moves(const Cell& cell, const StillBodies& bodies) const noexcept;
    [[nodiscard]] bool is_free(const Cell& cell, const StillBodies& bodies) const noexcept;
    [[nodiscard]] bool sees(std::uint32_t layer, Vec2 from, Vec2 to,
                            const StillBodies& bodies) const noexcept;

    template <class Visit>
    void visit_moves(Key key, Visit&& visit) const {
        const Cell cell = unpack(key);
        const unsigned legal = legal_moves(cell, bodies_);
        for (unsigned move = 0; move < 8; ++move)
            if ((legal >> move & 1u) != 0)
                visit(pack({cell.layer, cell.x + step_x[move], cell.y + step_y[move]}),
                      move < 4 ? straight_ : diagonal_);
    }
    static constexpr int step_x[8] = {1, 0, -1, 0, 1, -1, -1, 1};
    static constexpr int step_y[8] = {0, 1, 0, -1, 1, 1, -1, -1};

    std::shared_ptr<const Snapshot> world_;
    std::shared_ptr<const std::vector<Crossing>> crossings_;
    GridSettings settings_;
    Cost straight_;
    Cost diagonal_;
    StillBodies bodies_;
    std::vector<Join> joins_;
};

using GridStates = PlacedStates<GridDomain>;

/// The course along a path of cells, from `start` to `goal` and pulled tight: every leg is free for the body
/// as things stand (crossings excepted), and no longer than the row of cells. Times are 0. Under constraints
/// no leg leads over ground that must not be entered, and none costs more than what it replaces.
[[nodiscard]] Course grid_course(const GridDomain& grid, std::span<const GridDomain::Key> cells,
                                 const Place& start, const Place& goal,
                                 const MultiplierField* constraints = nullptr);

}  // namespace wend::domains
