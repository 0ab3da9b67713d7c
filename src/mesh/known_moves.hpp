#pragma once

// Which tangents between two vertices a disc of one radius can follow, as far as paths of corridors have
// asked: different corridors share most of their tangents. A table that grows to a fixed size; who comes
// later takes the place.

#include <cstdint>
#include <vector>

#include "mesh/change_log.hpp"
#include "mesh/disc_check.hpp"
#include "mesh/tangent.hpp"

namespace wend::mesh {

class KnownMoves {
  public:
    void begin(const Triangulation& mesh, double radius) {
        if (changes_.catch_up(mesh) && radius_ == radius) return;
        radius_ = radius;
        slots_.clear();
        bits_ = 0;
        found_out_ = 0;
    }

    /// The disc can move along the tangent from vertex(from), turned around on one side, to vertex(to).
    [[nodiscard]] bool is_free(const MeshView& view, const DiscCheck& check, HalfEdge from, int from_side,
                               HalfEdge to, int to_side, const Tangent& move) {
        const std::uint32_t a = 2 * view.mesh().vertex(from) + (from_side > 0);
        const std::uint32_t b = 2 * view.mesh().vertex(to) + (to_side > 0);
        if (found_out_ >= slots_.size() && bits_ < most_bits) grow();
        Slot& slot = slot_of(a, b);
        const bool is_here = slot.from == a && slot.to == b;
        // All that matters is within a radius of the move, and its ends are in the box of any change there.
        if (!is_here ||
            !changes_.is_untouched(view.to_metres((move.from + move.to) / 2),
                                   (move.length / 2 + 2 * radius_) * view.unit(), slot.known_since)) {
            slot = {a, b, changes_.now(),
                    check.segment_is_free(Triangulation::triangle_of(to), move.from, move.to, radius_)};
            ++found_out_;
        }
        return slot.is_free;
    }

  private:
    static constexpr std::uint32_t least_bits = 8;
    static constexpr std::uint32_t most_bits = 14;
    struct Slot {
        std::uint32_t from = none;
        std::uint32_t to = none;
        std::uint32_t known_since = 0;
        bool is_free = false;
    };
    [[nodiscard]] Slot& slot_of(std::uint32_t from, std::uint32_t to) noexcept {
        return slots_[(from * 0x9e3779b1u ^ to * 0x85ebca77u) >> (32 - bits_)];
    }
    void grow() {
        bits_ = slots_.empty() ? least_bits : bits_ + 2;
        std::vector<Slot> old(std::size_t{1} << bits_);
        old.swap(slots_);
        for (const Slot& slot : old)
            if (slot.from != none) slot_of(slot.from, slot.to) = slot;
    }

    ChangeTracker changes_;
    double radius_ = -1;
    std::vector<Slot> slots_;
    std::uint32_t bits_ = 0;
    std::size_t found_out_ = 0;
};

}  // namespace wend::mesh
