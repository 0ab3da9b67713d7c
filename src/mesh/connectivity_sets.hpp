#pragma once

#include <cstdint>

#include "mesh/stamped.hpp"

namespace wend::mesh {

/// Disjoint sets of edges, emptied in constant time.
class EdgeSets {
  public:
    void resize(std::size_t size) { parents_.resize(size); }
    void clear() noexcept { parents_.clear(); }
    [[nodiscard]] std::uint32_t find(std::uint32_t edge) noexcept {
        if (!parents_.has(edge)) parents_.set(edge, edge);
        while (parents_[edge] != edge) {
            parents_[edge] = parents_[parents_[edge]];
            edge = parents_[edge];
        }
        return edge;
    }
    [[nodiscard]] bool knows(std::uint32_t edge) const noexcept { return parents_.has(edge); }
    /// The one with the smaller index stays.
    bool unite(std::uint32_t a, std::uint32_t b) noexcept {
        a = find(a);
        b = find(b);
        if (a == b) return false;
        parents_[a < b ? b : a] = a < b ? a : b;
        return true;
    }

  private:
    Stamped<std::uint32_t> parents_;
};

}  // namespace wend::mesh
