#pragma once

// The world of a ride: upright prisms that move along known trajectories [ST §3]. The top of a block may
// carry somebody, its volume is in everybody's way. Blocks are translated and never turned, so directions are
// the same on all of them.
//
// Time is whole ticks of 1/60 s, and between two ticks everything moves on straight lines; what is checked at
// planning time is therefore exactly what is executed. Decisions are taken at steps of a few ticks.

#include <cstdint>
#include <string>
#include <vector>

#include "wend/base/status.hpp"
#include "wend/geometry/box.hpp"
#include "wend/geometry/polygon.hpp"
#include "wend/geometry/vec.hpp"

namespace wend::locomotion {

using Tick = std::int32_t;
using Step = std::int32_t;
inline constexpr int ticks_per_second = 60;
inline constexpr double tick_seconds = 1.0 / ticks_per_second;

[[nodiscard]] constexpr Vec3 plus(Vec3 a, Vec3 b) noexcept {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
[[nodiscard]] constexpr Vec3 minus(Vec3 a, Vec3 b) noexcept {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}

struct MotionKey {
    double time = 0;  ///< seconds, a whole number of ticks
    Vec3 position;
};

/// Straight from key to key; at rest before the first and after the last, or repeated when looping, which
/// needs the same position at both ends.
struct Motion {
    std::vector<MotionKey> keys;
    bool loops = false;

    [[nodiscard]] Vec3 at(double time) const;
    [[nodiscard]] bool is_static() const noexcept;
};

struct Block {
    std::string name;
    Ring outline;  ///< about the block's origin, counter-clockwise, simple
    double bottom = 0;
    double top = 0;
    bool carries = true;  ///< one may stand on its top
    Motion motion;        ///< of the origin
};

/// An upright cylinder; `foot` is how far from an edge the centre has to stay to be supported.
struct BodyShape {
    double radius = 0.3;
    double height = 1.8;
    double foot = 0.1;
};

/// A body whose motion is known: what another character has promised. After its last tick it rides on
/// `block`.
struct PromisedBody {
    BodyShape shape;
    Tick from = 0;
    std::vector<Vec3> path;  ///< feet, one place for each tick
    std::uint32_t block = 0;
};

class MovingWorld {
  public:
    /// Blocks with sane outlines and keys; `horizon` seconds are known.
    static Result<MovingWorld> make(std::vector<Block> blocks, double horizon);

    [[nodiscard]] const std::vector<Block>& blocks() const noexcept { return blocks_; }
    [[nodiscard]] Tick last_tick() const noexcept { return last_tick_; }
    /// Origin of a block, clamped to the known time.
    [[nodiscard]] Vec3 origin(std::uint32_t block, Tick tick) const noexcept {
        const auto& row = origins_[block];
        if (row.size() == 1) return row[0];
        return row[static_cast<std::size_t>(tick < 0 ? 0 : tick > last_tick_ ? last_tick_ : tick)];
    }
    [[nodiscard]] bool is_static(std::uint32_t block) const noexcept { return origins_[block].size() == 1; }
    /// Metres a second over the tick that follows.
    [[nodiscard]] Vec3 velocity(std::uint32_t block, Tick tick) const noexcept;
    /// Both keep their distance from one tick to another.
    [[nodiscard]] bool moves_alike(std::uint32_t a, std::uint32_t b, Tick from, Tick to) const noexcept;
    /// Whether they keep their distance over some tick, over all of them.
    [[nodiscard]] bool is_ever_alike(std::uint32_t a, std::uint32_t b) const noexcept {
        return alike_[a * blocks_.size() + b] != Alike::never;
    }
    [[nodiscard]] bool is_always_alike(std::uint32_t a, std::uint32_t b) const noexcept {
        return alike_[a * blocks_.size() + b] == Alike::always;
    }
    [[nodiscard]] bool keeps_height(std::uint32_t block) const noexcept { return keeps_height_[block] != 0; }
    /// No less than how much a block's velocity changes between two ticks of a span, metres a second.
    [[nodiscard]] double velocity_change(std::uint32_t block, Tick from, Tick to) const noexcept;
    [[nodiscard]] double top_relative_speed(std::uint32_t a, std::uint32_t b) const noexcept {
        return top_speed_[a] + top_speed_[b];
    }
    /// What the origin of `other`, seen from `frame`, sweeps in all the known time.
    [[nodiscard]] Box2 relative_sweep(std::uint32_t frame, std::uint32_t other) const;
    [[nodiscard]] const Box2& outline_box(std::uint32_t block) const noexcept { return boxes_[block]; }

    void add_body(PromisedBody body) { bodies_.push_back(std::move(body)); }
    void clear_bodies() noexcept { bodies_.clear(); }
    [[nodiscard]] const std::vector<PromisedBody>& bodies() const noexcept { return bodies_; }
    [[nodiscard]] Vec3 body_at(const PromisedBody& body, Tick tick) const noexcept;

  private:
    std::vector<Block> blocks_;
    std::vector<Box2> boxes_;                 ///< of the outlines
    std::vector<std::vector<Vec3>> origins_;  ///< by tick; one entry for what stands still
    enum class Alike : std::uint8_t { never, sometimes, always };
    void relate();
    [[nodiscard]] Alike find_alike(std::uint32_t a, std::uint32_t b) const;

    std::vector<Alike> alike_;  ///< block by block
    std::vector<char> keeps_height_;
    std::vector<double> top_speed_;
    std::vector<std::vector<Tick>> turns_;  ///< ticks before which the velocity changes
    std::vector<PromisedBody> bodies_;
    Tick last_tick_ = 0;
};

}  // namespace wend::locomotion
