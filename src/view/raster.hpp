#pragma once

// A small software rasteriser: planar polygons with holes, seen from one direction without perspective,
// hidden by depth, smoothed by drawing several samples a pixel.

#include <cstdint>
#include <span>
#include <vector>

#include "wend/geometry/box.hpp"
#include "wend/geometry/polygon.hpp"
#include "wend/geometry/vec.hpp"

namespace wend::view {

struct Colour {
    float red = 0;
    float green = 0;
    float blue = 0;

    /// From 0xRRGGBB.
    static constexpr Colour from(std::uint32_t rgb) {
        return {static_cast<float>(rgb >> 16 & 255), static_cast<float>(rgb >> 8 & 255),
                static_cast<float>(rgb & 255)};
    }
    [[nodiscard]] constexpr Colour times(float shade) const {
        return {red * shade, green * shade, blue * shade};
    }
};

/// Looks from the south, down at `elevation` radians: x goes right, y goes up and away.
class Viewpoint {
  public:
    explicit Viewpoint(double elevation);
    /// x and y of the picture in metres, y up; z is the distance, larger is farther.
    [[nodiscard]] Vec3 seen(Vec3 p) const;
    /// Scales and shifts so that what was in `box` fills a picture of this many samples.
    void fit(const Box2& box, double samples_wide, double samples_high);
    [[nodiscard]] Vec3 to_samples(Vec3 p) const;
    [[nodiscard]] double scale() const { return scale_; }

  private:
    double sine_, cosine_;
    double scale_ = 1;
    Vec2 shift_;
};

using Ring3 = std::vector<Vec3>;

class Raster {
  public:
    Raster(std::uint32_t width, std::uint32_t height, Colour background);

    /// A flat polygon: outline, then holes; even-odd. Less than opaque leaves the depth as it was.
    void fill(const Viewpoint& viewpoint, std::span<const Ring3> rings, Colour colour, float opacity = 1);
    /// From here on what is less than opaque covers each sample at most once, until the next call: shapes
    /// that overlap look like one.
    void begin_veil();
    void end_veil() { veil_.clear(); }
    /// A ball seen from anywhere is a disc.
    void ball(const Viewpoint& viewpoint, Vec3 center, double radius, Colour colour);
    /// Red, green, blue of each pixel, rows from the top.
    [[nodiscard]] std::vector<std::uint8_t> pixels() const;
    [[nodiscard]] std::uint32_t width() const { return width_; }
    [[nodiscard]] std::uint32_t height() const { return height_; }

    static constexpr std::uint32_t samples = 3;  ///< a side of each pixel

  private:
    struct Plane;
    void span_of(int row, double from, double to, const Plane& depth, Colour colour, float opacity);
    void put(std::size_t at, float depth, Colour colour, float opacity);

    std::uint32_t width_, height_;
    int columns_, rows_;
    std::vector<Colour> colours_;
    std::vector<float> depths_;
    std::vector<bool> veil_;  ///< samples already covered; empty when it does not matter
};

}  // namespace wend::view
