#pragma once

#include <limits>
#include <vector>

#include "wend/geometry/polygon.hpp"
#include "wend/mesh/triangulation.hpp"

namespace wend::mesh {

/// What a walker thinks of the kinds of ground: a factor, at least 1, on the length walked; infinity: never.
/// Types beyond the list, and type 0 (plain floor), have factor 1.
struct AreaFilter {
    std::vector<double> factors;

    static constexpr double never = std::numeric_limits<double>::infinity();
    [[nodiscard]] double factor(std::uint16_t type) const noexcept {
        return type != 0 && type < factors.size() ? factors[type] : 1;
    }
    [[nodiscard]] bool is_plain() const noexcept;
};

/// Weighs lengths by the areas they cross. Areas live in a Triangulation of their own (Settings::clearance
/// off).
class AreaCosts {
  public:
    AreaCosts(const Triangulation& areas, const AreaFilter& filter) : areas_(areas), filter_(filter) {}

    /// Length of the segment, every part multiplied by the factor of the area it is in.
    [[nodiscard]] double weigh(Vec2 from, Vec2 to) const;

  private:
    const Triangulation& areas_;
    const AreaFilter& filter_;
};

}  // namespace wend::mesh
