#include "view/raster.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace wend::view {

Viewpoint::Viewpoint(double elevation) : sine_(std::sin(elevation)), cosine_(std::cos(elevation)) {}

Vec3 Viewpoint::seen(Vec3 p) const {
    return {p.x, p.y * sine_ + p.z * cosine_, p.y * cosine_ - p.z * sine_};
}

void Viewpoint::fit(const Box2& box, double samples_wide, double samples_high) {
    const Vec2 size = box.high - box.low;
    scale_ = std::min(samples_wide / size.x, samples_high / size.y);
    const Vec2 center = (box.low + box.high) * 0.5;
    shift_ = {samples_wide / 2 - scale_ * center.x, samples_high / 2 + scale_ * center.y};
}

Vec3 Viewpoint::to_samples(Vec3 p) const {
    const Vec3 q = seen(p);
    return {scale_ * q.x + shift_.x, shift_.y - scale_ * q.y, q.z};
}

/// Distance as a function of the place in the picture.
struct Raster::Plane {
    double base, across, down;

    /// From three points that are not in line as seen; nothing when all are.
    static std::optional<Plane> through(const Ring3& ring) {
        const Vec3 a = ring[0];
        for (std::size_t i = 1; i + 1 < ring.size(); ++i) {
            const Vec2 u = ring[i].xy() - a.xy(), v = ring[i + 1].xy() - a.xy();
            const double area = cross(u, v);
            if (std::abs(area) < 1e-6) continue;
            const double du = ring[i].z - a.z, dv = ring[i + 1].z - a.z;
            const double across = (du * v.y - dv * u.y) / area, down = (dv * u.x - du * v.x) / area;
            return Plane{a.z - across * a.x - down * a.y, across, down};
        }
        return std::nullopt;
    }
    [[nodiscard]] float at(double x, double y) const {
        return static_cast<float>(base + across * x + down * y);
    }
};

Raster::Raster(std::uint32_t width, std::uint32_t height, Colour background)
    : width_(width),
      height_(height),
      columns_(static_cast<int>(width * samples)),
      rows_(static_cast<int>(height * samples)),
      colours_(std::size_t{width} * height * samples * samples, background),
      depths_(colours_.size(), std::numeric_limits<float>::infinity()) {}

void Raster::put(std::size_t at, float depth, Colour colour, float opacity) {
    if (depth > depths_[at]) return;
    if (opacity >= 1) {
        depths_[at] = depth;
        colours_[at] = colour;
        return;
    }
    if (!veil_.empty()) {
        if (veil_[at]) return;
        veil_[at] = true;
    }
    Colour& old = colours_[at];
    old = {old.red + (colour.red - old.red) * opacity, old.green + (colour.green - old.green) * opacity,
           old.blue + (colour.blue - old.blue) * opacity};
}

void Raster::begin_veil() {
    veil_.assign(colours_.size(), false);
}

void Raster::span_of(int row, double from, double to, const Plane& depth, Colour colour, float opacity) {
    const int first = std::max(0, static_cast<int>(std::ceil(std::clamp(from, -1.0, columns_ + 1.0) - 0.5)));
    const int last =
        std::min(columns_, static_cast<int>(std::ceil(std::clamp(to, -1.0, columns_ + 1.0) - 0.5)));
    const auto start = static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_);
    for (int x = first; x < last; ++x)
        put(start + static_cast<std::size_t>(x), depth.at(x + 0.5, row + 0.5), colour, opacity);
}

void Raster::fill(const Viewpoint& viewpoint, std::span<const Ring3> rings, Colour colour, float opacity) {
    std::vector<Ring3> seen(rings.begin(), rings.end());
    double top = rows_, bottom = 0;
    for (Ring3& ring : seen)
        for (Vec3& p : ring) {
            p = viewpoint.to_samples(p);
            top = std::min(top, p.y);
            bottom = std::max(bottom, p.y);
        }
    if (seen.empty() || seen.front().size() < 3) return;
    const auto depth = Plane::through(seen.front());
    if (!depth) return;
    std::vector<double> crossings;
    const int last = std::min(rows_ - 1, static_cast<int>(std::floor(bottom)));
    for (int row = std::max(0, static_cast<int>(std::floor(top))); row <= last; ++row) {
        const double y = row + 0.5;
        crossings.clear();
        for (const Ring3& ring : seen)
            for (std::size_t i = 0; i < ring.size(); ++i) {
                const Vec3 &a = ring[i], &b = ring[(i + 1) % ring.size()];
                if ((a.y > y) != (b.y > y)) crossings.push_back(a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x));
            }
        std::sort(crossings.begin(), crossings.end());
        for (std::size_t i = 0; i + 1 < crossings.size(); i += 2)
            span_of(row, crossings[i], crossings[i + 1], *depth, colour, opacity);
    }
}

void Raster::ball(const Viewpoint& viewpoint, Vec3 center, double radius, Colour colour) {
    const Vec3 middle = viewpoint.to_samples(center);
    const double reach = radius * viewpoint.scale();
    const int last = std::min(rows_ - 1, static_cast<int>(std::floor(middle.y + reach)));
    for (int row = std::max(0, static_cast<int>(std::floor(middle.y - reach))); row <= last; ++row) {
        const double off = (row + 0.5 - middle.y) / reach;
        if (std::abs(off) >= 1) continue;
        const double half = reach * std::sqrt(1 - off * off);
        // Lighter above than below, as daylight has it.
        const auto shade = static_cast<float>(0.92 - 0.14 * off);
        span_of(row, middle.x - half, middle.x + half, Plane{middle.z - radius, 0, 0}, colour.times(shade),
                1);
    }
}

std::vector<std::uint8_t> Raster::pixels() const {
    std::vector<std::uint8_t> out;
    out.reserve(std::size_t{width_} * height_ * 3);
    constexpr float share = 1.0f / (samples * samples);
    for (std::uint32_t y = 0; y < height_; ++y)
        for (std::uint32_t x = 0; x < width_; ++x) {
            Colour sum;
            for (std::uint32_t j = 0; j < samples; ++j)
                for (std::uint32_t i = 0; i < samples; ++i) {
                    const Colour& c =
                        colours_[(std::size_t{y} * samples + j) * width_ * samples + x * samples + i];
                    sum = {sum.red + c.red, sum.green + c.green, sum.blue + c.blue};
                }
            for (const float value : {sum.red, sum.green, sum.blue})
                out.push_back(static_cast<std::uint8_t>(std::clamp(std::lround(value * share), 0l, 255l)));
        }
    return out;
}

}  // namespace wend::view
