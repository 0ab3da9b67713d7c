#pragma once

// Everybody's whole room by the cells of one grid a layer, sorted anew by counting whenever a frame begins:
// who may be in a box is then answered from a few runs of memory, without a look at the bodies themselves.

#include <algorithm>
#include <cstdint>
#include <vector>

#include "wend/world/body_path.hpp"

namespace wend {

class RoomGrid {
  public:
    void sort(const std::vector<BodyPath>& paths);

    /// Calls visit(index into paths) once for everybody whose room overlaps the box, and for a few more.
    template <class Visit>
    void visit(std::uint32_t layer, const Box2& box, Visit&& visit) const {
        for (const WideRoom& room : wide_)
            if (room.layer == layer) visit(room.path);
        if (layer >= grids_.size() || grids_[layer].columns == 0) return;
        const Grid& grid = grids_[layer];
        const NarrowBox asked = narrowed(box);
        const Cells cells = grid.cells_of(asked);
        for (std::int32_t y = cells.low_y; y <= cells.high_y; ++y)
            for (std::int32_t x = cells.low_x; x <= cells.high_x; ++x) {
                const std::size_t cell = grid.index(x, y);
                for (std::uint32_t i = starts_[cell]; i < starts_[cell + 1]; ++i) {
                    const Room& room = rooms_[i];
                    // Told in the first of the cells that it shares with the question.
                    const bool is_first =
                        x == std::max(cells.low_x, room.low_x) && y == std::max(cells.low_y, room.low_y);
                    if (is_first && room.box.overlaps(asked)) visit(room.path);
                }
            }
    }

    [[nodiscard]] std::size_t memory() const noexcept;

  private:
    /// A box in half the memory, no smaller than it was.
    struct NarrowBox {
        float low_x = 0, low_y = 0, high_x = 0, high_y = 0;
        [[nodiscard]] bool overlaps(const NarrowBox& o) const noexcept {
            return low_x <= o.high_x && o.low_x <= high_x && low_y <= o.high_y && o.low_y <= high_y;
        }
    };
    struct Cells {
        std::int32_t low_x = 0, low_y = 0, high_x = 0, high_y = 0;
    };
    struct Grid {
        Box2 bounds;
        std::size_t bodies = 0;
        float origin_x = 0, origin_y = 0;
        float scale = 0;  ///< cells a metre
        std::int32_t columns = 0, rows = 0;
        std::size_t first = 0;  ///< of its cells

        /// Takes the next cells; returns the one after them.
        [[nodiscard]] std::size_t lay_out(std::size_t first_cell);
        [[nodiscard]] std::size_t index(std::int32_t x, std::int32_t y) const noexcept {
            return first + static_cast<std::size_t>(y * columns + x);
        }
        /// What lies beyond the grid counts to its edge.
        [[nodiscard]] Cells cells_of(const NarrowBox& box) const noexcept;
    };
    struct Room {
        NarrowBox box;
        std::int32_t low_x = 0, low_y = 0;  ///< its first cell
        std::uint32_t path = 0;
    };
    struct WideRoom {
        std::uint32_t layer = 0;
        std::uint32_t path = 0;
    };
    struct Found {
        NarrowBox box;
        std::uint32_t layer = 0;
        std::uint32_t path = 0;
    };

    [[nodiscard]] static NarrowBox narrowed(const Box2& box) noexcept;
    void find(const BodyPath& path, std::uint32_t index, std::uint32_t layer);
    template <class Visit>
    void for_each_cell(Visit&& visit) const;

    std::vector<Grid> grids_;            ///< by layer
    std::vector<Found> found_;           ///< in the order of paths
    std::vector<std::uint32_t> starts_;  ///< of every cell, among rooms_
    std::vector<Room> rooms_;            ///< by cell, once for every cell that they touch
    std::vector<WideRoom> wide_;         ///< too wide for a grid
};

}  // namespace wend
