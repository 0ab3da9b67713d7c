#include "wend/locomotion/landmarks.hpp"

#include <algorithm>
#include <cmath>

#include "wend/base/rng.hpp"

namespace wend::locomotion {
namespace {

/// Pushes a point of a ring away from edges that are nearer than `margin`; false when there is no such place.
bool retract(const Ring& ring, double margin, Vec2& p) {
    for (int round = 0; round < 8; ++round) {
        if (!contains(ring, p)) return false;
        if (boundary_distance(ring, p) >= margin) return true;
        for (std::size_t i = 0; i < ring.size(); ++i) {
            const Vec2 a = ring[i];
            const Vec2 b = ring[i + 1 < ring.size() ? i + 1 : 0];
            const double gap = distance(p, nearest_point(a, b, p));
            if (gap < margin) p += normalized(perpendicular(b - a)) * (margin - gap + 1e-6);
        }
    }
    return contains(ring, p) && boundary_distance(ring, p) >= margin;
}

/// Whether something that stands still on the block is always in the way there.
bool is_covered(const MovingWorld& world, const Skills& skills, const Landmark& landmark) {
    const Vec3 place = place_of(world, landmark, 0);
    const double room = skills.body.radius + skills.prepare_radius();
    for (std::uint32_t i = 0; i < world.blocks().size(); ++i) {
        if (i == landmark.block || !world.moves_alike(i, landmark.block, 0, world.last_tick())) continue;
        const Block& block = world.blocks()[i];
        const Vec3 r = minus(place, world.origin(i, 0));
        if (r.z + 0.05 >= block.top || r.z + skills.body.height <= block.bottom) continue;
        if (contains(block.outline, r.xy()) || boundary_distance(block.outline, r.xy()) < room) return true;
    }
    return false;
}

void sample_block(const MovingWorld& world, const Skills& skills, const SamplingOptions& options,
                  std::uint32_t index, std::vector<Landmark>& landmarks) {
    const Block& block = world.blocks()[index];
    const Box2& box = world.outline_box(index);
    Rng rng = Rng(options.seed).split(index);
    const std::size_t first = landmarks.size();
    const double area = (box.high.x - box.low.x) * (box.high.y - box.low.y);
    const int tries = 40 + static_cast<int>(40 * area / (options.spacing * options.spacing));
    for (int i = 0; i < tries; ++i) {
        Landmark candidate{index, {rng.uniform(box.low.x, box.high.x), rng.uniform(box.low.y, box.high.y)}};
        if (!retract(block.outline, landmark_margin(skills), candidate.local)) continue;
        const bool is_near = std::any_of(
            landmarks.begin() + static_cast<std::ptrdiff_t>(first), landmarks.end(),
            [&](const Landmark& other) { return distance(other.local, candidate.local) < options.spacing; });
        if (!is_near && !is_covered(world, skills, candidate)) landmarks.push_back(candidate);
    }
}

}  // namespace

double landmark_margin(const Skills& skills) {
    return skills.body.foot + skills.prepare_radius() + 0.05;
}

std::vector<Landmark> sample_landmarks(const MovingWorld& world, const Skills& skills,
                                       const SamplingOptions& options) {
    std::vector<Landmark> landmarks;
    for (std::uint32_t i = 0; i < world.blocks().size(); ++i)
        if (world.blocks()[i].carries) sample_block(world, skills, options, i, landmarks);
    return landmarks;
}

Result<Landmark> landmark_at(const MovingWorld& world, const Skills& skills, Vec3 point, Tick tick) {
    std::string text = std::to_string(point.x);
    text.append(", ").append(std::to_string(point.y)).append(", ").append(std::to_string(point.z));
    std::uint32_t best = static_cast<std::uint32_t>(world.blocks().size());
    double height = 0;
    for (std::uint32_t i = 0; i < world.blocks().size(); ++i) {
        const Block& block = world.blocks()[i];
        const Vec3 r = minus(point, world.origin(i, tick));
        const double top = world.origin(i, tick).z + block.top;
        if (!block.carries || r.z < block.top - 0.3 || !contains(block.outline, r.xy())) continue;
        if (best < world.blocks().size() && top <= height) continue;
        best = i;
        height = top;
    }
    if (best == world.blocks().size())
        return Status::invalid_input(text + ": found nothing that carries, expected a place on a block");
    const Landmark landmark{best, minus(point, world.origin(best, tick)).xy()};
    const double gap = boundary_distance(world.blocks()[best].outline, landmark.local);
    if (gap < landmark_margin(skills))
        return Status::invalid_input(text + ": found a place " + std::to_string(gap) +
                                     " m from the edge of '" + world.blocks()[best].name +
                                     "', expected at least " + std::to_string(landmark_margin(skills)));
    return landmark;
}

}  // namespace wend::locomotion
