#pragma once

// What the search kernel is measured against, on the same maps, in the same run: a textbook A* and
// Boost.Graph's.

#include <cstdint>
#include <memory>
#include <vector>

#include "wend/search/grid.hpp"

namespace wend::bench {

/// A* as a good textbook writes it: flat arrays, a binary heap with lazy deletion, the octile heuristic, ties
/// towards the goal, a border of blocked cells instead of tests for the edge of the map.
class TextbookAStar {
  public:
    explicit TextbookAStar(const search::Grid& grid);

    /// The length in cells of a path at most `weight` times as long as the shortest; negative when there is
    /// none.
    double solve(std::uint32_t start_x, std::uint32_t start_y, std::uint32_t goal_x, std::uint32_t goal_y,
                 float weight = 1);
    [[nodiscard]] std::uint64_t expansions() const { return expansions_; }

  private:
    struct Entry {
        float f;
        float g;
        std::int32_t cell;
        bool operator<(const Entry& o) const { return f != o.f ? f > o.f : g < o.g; }
    };

    std::int32_t pitch_;
    std::vector<std::uint8_t> free_;
    std::vector<float> g_;
    std::vector<std::int32_t> parent_;
    std::vector<std::uint8_t> closed_;
    std::vector<std::uint32_t> stamp_;
    std::vector<Entry> heap_;
    std::uint32_t query_ = 0;
    std::uint64_t expansions_ = 0;
};

/// Boost.Graph's astar_search on a compressed-sparse-row graph of the free cells' moves. Its arrays are made
/// ready by `prepare`, outside of what is measured.
class BoostAStar {
  public:
    explicit BoostAStar(const search::Grid& grid);
    ~BoostAStar();

    void prepare();
    double solve(search::StateId start, search::StateId goal);
    [[nodiscard]] std::uint64_t expansions() const;

  private:
    struct Body;
    std::unique_ptr<Body> body_;
};

}  // namespace wend::bench
