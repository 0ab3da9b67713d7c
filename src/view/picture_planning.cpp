// Plans, tunnels and published plans in a picture, as the page draws them (MD, Fig. 2).

#include <algorithm>
#include <array>
#include <numbers>

#include "view/picture_parts.hpp"

namespace wend::view {
namespace {

constexpr double plan_lift = 0.03;
constexpr double metres_a_second = 0.35;  // of a published plan's height
constexpr int tunnel_corners = 24;
constexpr std::array<double, 4> pixels_wide{9, 6.5, 4, 2};  // the finer the domain, the thinner its line

Colour domain_colour(std::uint8_t style) {
    constexpr std::array<std::uint32_t, 4> colours{0x0072B2, 0x009E73, 0xE69F00, 0xD55E00};
    return Colour::from(colours[style % colours.size()]);
}

Vec3 point_of(const Drawing& line, std::size_t i, double raise) {
    const float* p = &line.values[i * line.stride];
    return {p[0], p[1], p[2] + raise};
}

std::size_t point_count(const Drawing& line) {
    return line.stride >= 4 ? line.values.size() / line.stride : 0;
}

Polygon disc_at(Vec3 center, double radius) {
    Polygon disc;
    for (int i = 0; i < tunnel_corners; ++i)
        disc.outline.push_back(center.xy() + radius * unit_vector(2 * std::numbers::pi * i / tunnel_corners));
    return disc;
}

}  // namespace

void PictureParts::tunnel(const Drawing& line) {
    const double width = 2.0 * static_cast<double>(line.values.at(3));
    for (std::size_t i = 0; i < point_count(line); ++i) {
        const Vec3 at = point_of(line, i, plan_lift);
        flat(disc_at(at, width / 2), at.z, domain_colour(line.style), 0.13f);
        if (i > 0) stroke(point_of(line, i - 1, plan_lift), at, width, domain_colour(line.style), 0.13f);
    }
}

void PictureParts::course(const Drawing& line) {
    const double width = pixels_wide[line.style % pixels_wide.size()] * Raster::samples / viewpoint_.scale();
    const double raise = plan_lift + 0.02 * (line.style + 1);
    for (std::size_t i = 0; i < point_count(line); ++i) {
        const Vec3 at = point_of(line, i, raise);
        flat(disc_at(at, width / 2), at.z, domain_colour(line.style));
        if (i > 0) stroke(point_of(line, i - 1, raise), at, width, domain_colour(line.style), 1);
    }
}

/// A wall of time over the plan's way, its upper edge the tube, and a post for each full second.
void PictureParts::tube(const Drawing& line) {
    const double width = 3.0 * Raster::samples / viewpoint_.scale();
    const auto raised = [&](std::size_t i) {
        const double time = line.values[i * line.stride + 3] - line.values[3];
        return point_of(line, i, plan_lift + 0.1 + time * metres_a_second);
    };
    for (std::size_t i = 1; i < point_count(line); ++i) {
        const Vec3 a = raised(i - 1), b = raised(i);
        const Ring3 wall{point_of(line, i - 1, plan_lift), point_of(line, i, plan_lift), b, a};
        raster_.fill(viewpoint_, {&wall, 1}, domain_colour(3), 0.18f);
        const Ring3 edge{a, b, {b.x, b.y, b.z + width}, {a.x, a.y, a.z + width}};
        raster_.fill(viewpoint_, {&edge, 1}, domain_colour(3).times(0.85f));
    }
}

void PictureParts::planning(std::span<const ChannelSample> samples) {
    const auto each = [&](const std::string& channel, auto&& draw) {
        for (const ChannelSample& sample : samples)
            if (sample.channel == channel)
                for (const Drawing& drawing : sample.drawings) draw(drawing);
    };
    for (std::uint8_t style = 0; style < pixels_wide.size(); ++style) {
        raster_.begin_veil();
        each("tunnels", [&](const Drawing& drawing) {
            if (drawing.style == style && point_count(drawing) > 1) tunnel(drawing);
        });
        raster_.end_veil();
    }
    each("domain_plans", [&](const Drawing& drawing) { course(drawing); });
    each("plan", [&](const Drawing& drawing) {
        if (drawing.kind == DrawingKind::line) tube(drawing);
    });
}

}  // namespace wend::view
