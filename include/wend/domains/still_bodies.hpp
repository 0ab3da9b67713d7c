#pragma once

// The bodies around somebody as they stand at one moment, as plain shapes: the grid domain knows where things
// are and not where they go (MD 4.1).

#include <cstdint>
#include <vector>

#include "wend/domains/place.hpp"
#include "wend/geometry/box.hpp"
#include "wend/geometry/polygon.hpp"
#include "wend/world/snapshot.hpp"

namespace wend::domains {

/// A part of a layer whose freedom may have changed.
struct StillRegion {
    std::uint32_t layer = 0;
    Box2 box;
};

class StillBodies {
  public:
    /// Those within `sight` metres of `around`, at the snapshot's time.
    void gather(const Snapshot& world, const Place& around, double sight, BodyId except);

    /// Does a disc that moves straight from a to b overlap one of them?
    [[nodiscard]] bool block(std::uint32_t layer, Vec2 a, Vec2 b, double radius) const noexcept;
    [[nodiscard]] std::size_t size() const noexcept { return bodies_.size(); }
    [[nodiscard]] std::size_t bytes() const noexcept;
    /// Appends where the two differ.
    void append_differences(const StillBodies& other, std::vector<StillRegion>& regions) const;

  private:
    struct Body {
        BodyId who;
        std::uint32_t layer = 0;
        Box2 box;
        Vec2 center;
        double radius = 0;  ///< of a disc, or how far an outline's place is uncertain
        Ring outline;       ///< empty for a disc
        friend bool operator==(const Body&, const Body&) = default;
    };
    void add(const wend::Body& body, double time, std::uint32_t layer);

    std::vector<Body> bodies_;  ///< by layer and id
};

}  // namespace wend::domains
