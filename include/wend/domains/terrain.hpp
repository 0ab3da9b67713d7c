#pragma once

// What a body can stand on in space and time: the ground, moving platforms, and both together where a
// platform docks. Shared by all agents of one radius.

#include <cstdint>
#include <memory>
#include <vector>

#include "wend/domains/crossing.hpp"
#include "wend/world/platforms.hpp"
#include "wend/world/walls.hpp"

namespace wend::domains {

class Terrain {
  public:
    /// Keeps what it needs of the scene; `frame` is the simulation's time step.
    Terrain(const Scene& scene, const Walls& walls, double radius, double frame = 1.0 / 30);

    [[nodiscard]] double radius() const noexcept { return radius_; }
    [[nodiscard]] const std::vector<Crossing>& crossings() const noexcept { return crossings_; }
    [[nodiscard]] const Platforms& platforms() const noexcept { return platforms_; }
    /// No point of any platform is faster, m/s.
    [[nodiscard]] double fastest_surface() const noexcept { return fastest_; }

    /// Metres of the way between two points that must be walked, whatever platforms do: all of it, or to
    /// where some platform passes and on from where another one does.
    [[nodiscard]] double least_walked(Vec2 a, Vec2 b) const noexcept;
    /// Does the disc stay on the platform alone on the way from a to b, in the platform's own frame? A little
    /// room is left at the edge, because bodies move linearly from frame to frame and platforms need not.
    [[nodiscard]] bool stays_on(std::size_t platform, Vec2 a, Vec2 b) const noexcept;
    /// Is there ground or a platform under all of a disc at a time? Solid walls are another matter.
    [[nodiscard]] bool carries(const Walls& walls, std::uint32_t layer, Vec2 center, double radius,
                               double time) const;

  private:
    struct Edges {
        std::uint32_t layer = 0;
        std::vector<Segment> walls;  ///< of the ground, near where platforms pass, solid walls excepted
    };
    [[nodiscard]] double margin_on(const PlatformSpec& platform) const noexcept;

    double radius_;
    double frame_;
    Platforms platforms_;
    std::vector<double> margins_;  ///< by platform
    std::vector<Box2> swept_;      ///< where each platform passes
    std::vector<Crossing> crossings_;
    std::vector<Edges> edges_;
    double fastest_ = 0;
};

}  // namespace wend::domains
