#pragma once

// Where bodies cannot pass each other, or not many: stretches of the medial axis of the free space
// (mesh/medial_axis.hpp) with less room to the walls than two bodies side by side need, or up to four and a
// half, and at least two mouths into wider ground. A bay or a crossing that is hardly wider than a body does
// not divide a passage: nobody could wait there without being in the way.
//
//      wide ground | mouth =====bay===== mouth | wide ground

#include <cstdint>
#include <limits>
#include <optional>
#include <unordered_map>
#include <vector>

#include "wend/mesh/nav_mesh.hpp"
#include "wend/sim/route.hpp"

#include "sim/people/claims.hpp"

namespace wend {

struct AxisGraph;
struct Narrow;
struct Passage {
    std::uint32_t layer = 0;
    std::vector<Vec2> mouths;
    std::vector<Vec2> outward;  ///< by mouth: the direction in which one comes out
    std::uint32_t few = 0;      ///< so many may go against each other, in lanes
};

class Passages {
  public:
    Passages() = default;
    /// For bodies of this radius.
    Passages(const mesh::NavMesh& ground, double radius);

    [[nodiscard]] bool empty() const noexcept { return passages_.empty(); }
    [[nodiscard]] const std::vector<Passage>& all() const noexcept { return passages_; }
    /// The passage that p is in.
    [[nodiscard]] std::optional<PassageIndex> at(std::uint32_t layer, Vec2 p) const;
    /// The first passage that the route goes through within `ahead` metres from the station.
    [[nodiscard]] std::optional<Transit> next_on(const Route& route, double station, double ahead) const;

  private:
    struct Place {
        Vec2 position;
        double room = 0;
        PassageIndex passage = 0;
    };
    [[nodiscard]] static std::uint64_t cell_key(std::uint32_t layer, std::int64_t x, std::int64_t y) noexcept;
    [[nodiscard]] std::uint32_t nearest_mouth(PassageIndex passage, Vec2 p) const;
    void add_layer(const mesh::Triangulation& ground, std::uint32_t layer, double radius);
    void add(std::uint32_t layer, const AxisGraph& graph, const Narrow& narrow, std::uint32_t few);

    std::vector<Passage> passages_;
    std::unordered_map<std::uint64_t, std::vector<Place>> cells_;
};

}  // namespace wend
