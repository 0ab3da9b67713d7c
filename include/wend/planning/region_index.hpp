#pragma once

// Who is concerned by a change: clients with the boxes of ground, and the times, that their plans depend on.
// Boxes are filed under the cells of a grid that they touch, wide ones under the cells of a coarser one, so a
// question costs what lies near the region asked about, however many clients there are elsewhere.

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "wend/planning/tunnel.hpp"

namespace wend::planning {

class RegionIndex {
  public:
    using Client = std::uint64_t;

    /// What concerns the client from now on, in place of what did before; nothing of it when empty.
    void set(Client client, std::span<const SeenRegion> regions);

    /// The clients that something on that ground, at those times, concerns: rising, each once.
    [[nodiscard]] std::vector<Client> concerned(std::uint32_t layer, const Box2& box, Interval times) const;

  private:
    static constexpr int levels = 6;  ///< of cells; the last one is a single cell

    struct Entry {
        Client client;
        SeenRegion region;
    };
    using Cell = std::uint64_t;

    [[nodiscard]] static int level_of(const Box2& box) noexcept;
    template <class Visit>
    static void for_each_cell(std::uint32_t layer, const Box2& box, int level, Visit&& visit);

    std::unordered_map<Cell, std::vector<Entry>> cells_;
    std::unordered_map<Client, std::vector<SeenRegion>> regions_;
    std::vector<std::size_t> on_level_ = std::vector<std::size_t>(levels);  ///< entries there
};

}  // namespace wend::planning
