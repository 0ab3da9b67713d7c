#include "wend/motion/settling.hpp"

#include <algorithm>
#include <cmath>

namespace wend::motion {
namespace {

constexpr float nothing_left = 1e-4f;

/// Axis times the tangent of a quarter of the angle.
Vec3 to_quarter(Rotation q) noexcept {
    if (q.w < 0) q = {-q.x, -q.y, -q.z, -q.w};
    const double scale = 1 / (1.0 + static_cast<double>(q.w));
    return {q.x * scale, q.y * scale, q.z * scale};
}
Rotation from_quarter(Vec3 v) noexcept {
    const double square = dot(v, v), scale = 1 / (1 + square);
    return {static_cast<float>(2 * v.x * scale), static_cast<float>(2 * v.y * scale),
            static_cast<float>(2 * v.z * scale), static_cast<float>((1 - square) * scale)};
}

void fade(Settling::Lane& offset, Settling::Lane& speed, float rate, float seconds, float share) noexcept {
    for (std::size_t i = 0; i < Settling::lanes; ++i) {
        const float j = speed[i] + offset[i] * rate;
        offset[i] = (offset[i] + j * seconds) * share;
        speed[i] = (speed[i] - j * rate * seconds) * share;
    }
}

float largest(const Settling::Lane& lane) noexcept {
    float most = 0;
    for (const float value : lane) most = std::max(most, std::fabs(value));
    return most;
}

}  // namespace

void Settling::resize(std::size_t bodies) {
    blocks_.resize((bodies + lanes - 1) / lanes);
}

void Settling::clear(std::size_t body) noexcept {
    Block& block = blocks_[body / lanes];
    const std::size_t lane = body % lanes;
    for (std::size_t part = 0; part < trunk_parts; ++part)
        for (std::size_t k = 0; k < 3; ++k) block.turns[part][k][lane] = block.speeds[part][k][lane] = 0;
    block.hips[lane] = block.hips_speed[lane] = 0;
}

void Settling::move(std::size_t from, std::size_t to) noexcept {
    const Block& source = blocks_[from / lanes];
    Block& target = blocks_[to / lanes];
    const std::size_t a = from % lanes, b = to % lanes;
    for (std::size_t part = 0; part < trunk_parts; ++part)
        for (std::size_t k = 0; k < 3; ++k) {
            target.turns[part][k][b] = source.turns[part][k][a];
            target.speeds[part][k][b] = source.speeds[part][k][a];
        }
    target.hips[b] = source.hips[a], target.hips_speed[b] = source.hips_speed[a];
    target.is_settled = target.is_settled && source.is_settled;
}

/// As it would have been seen: with what is left of changes before, some seconds later.
TrunkMoment Settling::shown(std::size_t body, TrunkMoment moment, double later) const noexcept {
    const Block& block = blocks_[body / lanes];
    const std::size_t lane = body % lanes;
    for (std::size_t part = 0; part < trunk_parts; ++part) {
        std::array<double, 3> left{};
        for (std::size_t k = 0; k < 3; ++k)
            left[k] = static_cast<double>(block.turns[part][k][lane]) +
                      later * static_cast<double>(block.speeds[part][k][lane]);
        moment.rotations[part] = from_quarter({left[0], left[1], left[2]}) * moment.rotations[part];
    }
    moment.hips +=
        static_cast<double>(block.hips[lane]) + later * static_cast<double>(block.hips_speed[lane]);
    return moment;
}

void Settling::change(std::size_t body, const std::array<TrunkMoment, 2>& old,
                      const std::array<TrunkMoment, 2>& next) noexcept {
    const TrunkMoment now = shown(body, old[0], 0), soon = shown(body, old[1], settling_moment);
    Block& block = blocks_[body / lanes];
    const std::size_t lane = body % lanes;
    for (std::size_t part = 0; part < trunk_parts; ++part) {
        const Vec3 a = to_quarter(now.rotations[part] * inverse(next[0].rotations[part]));
        const Vec3 b = to_quarter(soon.rotations[part] * inverse(next[1].rotations[part]));
        const std::array<double, 3> offset{a.x, a.y, a.z}, later{b.x, b.y, b.z};
        for (std::size_t k = 0; k < 3; ++k) {
            block.turns[part][k][lane] = static_cast<float>(offset[k]);
            block.speeds[part][k][lane] = static_cast<float>((later[k] - offset[k]) / settling_moment);
        }
    }
    block.hips[lane] = static_cast<float>(now.hips - next[0].hips);
    block.hips_speed[lane] =
        static_cast<float>((soon.hips - next[1].hips - now.hips + next[0].hips) / settling_moment);
    block.is_settled = false;
}

void Settling::go_on(double seconds, double half_life) noexcept {
    const double rate = 2 * 0.6931471805599453 / std::max(half_life, 1e-3);
    const auto r = static_cast<float>(rate), dt = static_cast<float>(seconds);
    const auto share = static_cast<float>(std::exp(-rate * seconds));
    for (Block& block : blocks_) {
        if (block.is_settled) continue;
        float left = 0;
        for (std::size_t part = 0; part < trunk_parts; ++part)
            for (std::size_t k = 0; k < 3; ++k) {
                fade(block.turns[part][k], block.speeds[part][k], r, dt, share);
                left = std::max({left, largest(block.turns[part][k]), largest(block.speeds[part][k])});
            }
        fade(block.hips, block.hips_speed, r, dt, share);
        left = std::max({left, largest(block.hips), largest(block.hips_speed)});
        if (left < nothing_left) block = {};
    }
}

const Settling::Block* Settling::block(std::size_t first) const noexcept {
    const Block& block = blocks_[first / lanes];
    return block.is_settled ? nullptr : &block;
}

}  // namespace wend::motion
