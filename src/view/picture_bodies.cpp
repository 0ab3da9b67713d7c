// People as rods with round ends, lit from the south-east and above.

#include <array>
#include <cmath>
#include <numbers>

#include "view/picture_parts.hpp"

namespace wend::view {
namespace {

constexpr int sides = 8;
constexpr Vec3 light{0.42, -0.52, 0.74};
constexpr double shadow = 0.26;  // metres

Vec3 plus(Vec3 a, Vec3 b, double s) {
    return {a.x + b.x * s, a.y + b.y * s, a.z + b.z * s};
}
Vec3 cross(Vec3 a, Vec3 b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
double dot(Vec3 a, Vec3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
Vec3 direction(Vec3 a) {
    const double size = std::sqrt(dot(a, a));
    return size > 0 ? Vec3{a.x / size, a.y / size, a.z / size} : Vec3{0, 0, 1};
}

/// Somebody's own among a few, the same in every picture.
Colour chosen(std::uint32_t agent, std::uint32_t kind, std::span<const std::uint32_t> colours) {
    std::uint32_t value = (agent + 1) * 2654435761u ^ (kind + 1) * 40503u;
    value = (value ^ value >> 15) * 2246822519u;
    value = (value ^ value >> 13) * 3266489917u;
    return Colour::from(colours[(value ^ value >> 16) % colours.size()]);
}

Colour colour_of(Cloth cloth, std::uint32_t agent, Colour shirt) {
    static constexpr std::array<std::uint32_t, 4> trousers{0x2B3344, 0x3B3A3C, 0x4A4038, 0x5A5F68};
    static constexpr std::array<std::uint32_t, 4> skins{0xF0C8A8, 0xC68A5F, 0x9A6540, 0x6A432B};
    static constexpr std::array<std::uint32_t, 4> hairs{0x1D1512, 0x3A2618, 0x6B4626, 0x8D8984};
    switch (cloth) {
        case Cloth::shirt:
            return shirt;
        case Cloth::trousers:
            return chosen(agent, 1, trousers);
        case Cloth::skin:
            return chosen(agent, 2, skins);
        case Cloth::hair:
            return chosen(agent, 3, hairs);
        case Cloth::shoes:
            break;
    }
    return Colour::from(0x1B1B1D);
}

}  // namespace

void PictureParts::limb(const Limb& limb, Colour colour) {
    const Vec3 along = direction(plus(limb.to, limb.from, -1));
    const Vec3 a = direction(cross(along, std::abs(along.z) < 0.9 ? Vec3{0, 0, 1} : Vec3{1, 0, 0}));
    const Vec3 b = cross(along, a);
    const auto out = [&](double i) {
        const double angle = 2 * std::numbers::pi * i / sides;
        return plus({std::cos(angle) * a.x, std::cos(angle) * a.y, std::cos(angle) * a.z}, b,
                    std::sin(angle));
    };
    for (int i = 0; i < sides; ++i) {
        const Vec3 u = out(i), v = out(i + 1);
        const auto shade = static_cast<float>(0.76 + 0.26 * std::max(0.0, dot(out(i + 0.5), light)));
        const Ring3 side{plus(limb.from, u, limb.radius), plus(limb.from, v, limb.radius),
                         plus(limb.to, v, limb.radius), plus(limb.to, u, limb.radius)};
        raster_.fill(viewpoint_, {&side, 1}, colour.times(shade));
    }
    raster_.ball(viewpoint_, limb.from, limb.radius, colour);
    raster_.ball(viewpoint_, limb.to, limb.radius, colour);
}

void PictureParts::body(const PictureBody& body, double floor, Colour shirt) {
    if (body.limbs.empty()) return;
    Ring round;
    for (int i = 0; i < 3 * sides; ++i)
        round.push_back(body.limbs.front().from.xy() +
                        shadow * unit_vector(2 * std::numbers::pi * i / (3 * sides)));
    flat({round, {}}, floor + 0.02, Colour{}, 0.2f);
    for (const Limb& part : body.limbs) limb(part, colour_of(part.cloth, body.agent, shirt));
}

}  // namespace wend::view
