#include "wend/locomotion/moving_world.hpp"

#include <algorithm>
#include <cmath>

namespace wend::locomotion {
namespace {

Vec3 mix(Vec3 a, Vec3 b, double share) noexcept {
    return {a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share, a.z + (b.z - a.z) * share};
}

bool is_finite(Vec3 p) noexcept {
    return std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z);
}

bool is_whole_tick(double time) noexcept {
    const double ticks = time * ticks_per_second;
    return std::abs(ticks - std::round(ticks)) < 1e-6;
}

Status check_motion(const Block& block) {
    const std::string where = "block '" + block.name + "': ";
    const auto& keys = block.motion.keys;
    if (keys.empty()) return Status::invalid_input(where + "found no keyframe, expected at least one");
    for (std::size_t i = 0; i < keys.size(); ++i) {
        if (!std::isfinite(keys[i].time) || !is_finite(keys[i].position))
            return Status::invalid_input(where + "found a keyframe that is not finite");
        if (!is_whole_tick(keys[i].time))
            return Status::invalid_input(where + "found a keyframe at " + std::to_string(keys[i].time) +
                                         " s, expected a multiple of 1/60 s");
        if (i > 0 && !(keys[i].time > keys[i - 1].time))
            return Status::invalid_input(where + "found keyframe times that do not rise");
    }
    if (block.motion.loops && (keys.size() < 2 || !(keys.front().position == keys.back().position)))
        return Status::invalid_input(where + "loops, expected its last keyframe where its first one is");
    return Status::ok();
}

Status check_block(const Block& block) {
    const std::string where = "block '" + block.name + "': ";
    if (block.outline.size() < 3)
        return Status::invalid_input(where + "found an outline of " + std::to_string(block.outline.size()) +
                                     " points, expected at least 3");
    for (const Vec2 p : block.outline)
        if (!std::isfinite(p.x) || !std::isfinite(p.y))
            return Status::invalid_input(where + "found a corner that is not finite");
    if (!(signed_area(block.outline) > 0))
        return Status::invalid_input(where + "expected an outline that runs counter-clockwise");
    if (!(block.top > block.bottom))
        return Status::invalid_input(where + "found a top that is not above the bottom");
    return check_motion(block);
}

}  // namespace

bool Motion::is_static() const noexcept {
    return std::all_of(keys.begin(), keys.end(),
                       [&](const MotionKey& key) { return key.position == keys.front().position; });
}

Vec3 Motion::at(double time) const {
    const double first = keys.front().time;
    const double last = keys.back().time;
    if (loops && time > last) time = first + std::fmod(time - first, last - first);
    if (time <= first) return keys.front().position;
    if (time >= last) return keys.back().position;
    const auto next = std::upper_bound(keys.begin(), keys.end(), time,
                                       [](double t, const MotionKey& key) { return t < key.time; });
    const auto& a = *(next - 1);
    return mix(a.position, next->position, (time - a.time) / (next->time - a.time));
}

Result<MovingWorld> MovingWorld::make(std::vector<Block> blocks, double horizon) {
    if (!(horizon > 0) || horizon > 600)
        return Status::invalid_input("horizon: found " + std::to_string(horizon) +
                                     " s, expected more than 0 and at most 600");
    if (blocks.empty() || blocks.size() > 1000)
        return Status::invalid_input("blocks: found " + std::to_string(blocks.size()) +
                                     ", expected 1 to 1000");
    MovingWorld world;
    world.last_tick_ = static_cast<Tick>(std::ceil(horizon * ticks_per_second));
    for (Block& block : blocks) {
        if (const Status bad = check_block(block); !bad.is_ok()) return bad;
        world.boxes_.push_back(bounds_of(block.outline));
        auto& row = world.origins_.emplace_back();
        const Tick count = block.motion.is_static() ? 1 : world.last_tick_ + 1;
        for (Tick tick = 0; tick < count; ++tick) row.push_back(block.motion.at(tick * tick_seconds));
    }
    world.blocks_ = std::move(blocks);
    world.relate();
    return world;
}

void MovingWorld::relate() {
    const auto count = static_cast<std::uint32_t>(blocks_.size());
    for (std::uint32_t a = 0; a < count; ++a) {
        for (std::uint32_t b = 0; b < count; ++b)
            alike_.push_back(b < a ? alike_[b * count + a] : find_alike(a, b));
        bool is_level = true;
        double top = 0;
        auto& turns = turns_.emplace_back();
        Vec3 before = velocity(a, 0);
        for (Tick tick = 0; tick < last_tick_ && !is_static(a); ++tick) {
            const Vec3 now = velocity(a, tick);
            is_level = is_level && now.z == 0;
            top = std::max(top, length(now.xy()));
            if (length(now.xy() - before.xy()) > 1e-9) turns.push_back(tick);
            before = now;
        }
        keeps_height_.push_back(is_level);
        top_speed_.push_back(top);
    }
}

MovingWorld::Alike MovingWorld::find_alike(std::uint32_t a, std::uint32_t b) const {
    if (a == b || (is_static(a) && is_static(b))) return Alike::always;
    bool ever = false;
    bool always = true;
    for (Tick tick = 0; tick < last_tick_; ++tick) {
        const bool now = moves_alike(a, b, tick, tick + 1);
        ever = ever || now;
        always = always && now;
    }
    return always ? Alike::always : ever ? Alike::sometimes : Alike::never;
}

double MovingWorld::velocity_change(std::uint32_t block, Tick from, Tick to) const noexcept {
    const auto& turns = turns_[block];
    const auto first = std::upper_bound(turns.begin(), turns.end(), from);
    Box2 range;
    range.add(velocity(block, from).xy());
    for (auto at = first; at != turns.end() && *at <= to; ++at) range.add(velocity(block, *at).xy());
    return length(range.high - range.low);
}

Vec3 MovingWorld::velocity(std::uint32_t block, Tick tick) const noexcept {
    const Vec3 moved = minus(origin(block, tick + 1), origin(block, tick));
    return {moved.x * ticks_per_second, moved.y * ticks_per_second, moved.z * ticks_per_second};
}

bool MovingWorld::moves_alike(std::uint32_t a, std::uint32_t b, Tick from, Tick to) const noexcept {
    if (a == b || (is_static(a) && is_static(b))) return true;
    const Vec3 apart = minus(origin(b, from), origin(a, from));
    for (Tick tick = from + 1; tick <= to; ++tick) {
        const Vec3 now = minus(origin(b, tick), origin(a, tick));
        if (std::abs(now.x - apart.x) + std::abs(now.y - apart.y) + std::abs(now.z - apart.z) > 1e-6)
            return false;
    }
    return true;
}

Box2 MovingWorld::relative_sweep(std::uint32_t frame, std::uint32_t other) const {
    const Vec3 first = minus(origin(other, 0), origin(frame, 0));
    Box2 box{first.xy(), first.xy()};
    for (Tick tick = 1; tick <= last_tick_; ++tick) {
        const Vec3 p = minus(origin(other, tick), origin(frame, tick));
        box.add(p.xy());
    }
    return box;
}

Vec3 MovingWorld::body_at(const PromisedBody& body, Tick tick) const noexcept {
    const Tick end = body.from + static_cast<Tick>(body.path.size()) - 1;
    if (tick <= end) return body.path[static_cast<std::size_t>(std::max(0, tick - body.from))];
    return plus(body.path.back(), minus(origin(body.block, tick), origin(body.block, end)));
}

}  // namespace wend::locomotion
