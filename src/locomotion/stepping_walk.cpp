// Walking and running by steps that the tables of `motion` choose, between places that keep their distance.

#include <algorithm>
#include <cmath>

#include "adaptation.hpp"
#include "stepping.hpp"

namespace wend::locomotion {
namespace {

using motion::Gait;

constexpr double longest_walk = 5.5;  // seconds
constexpr double shortest_step_way = 0.9;

class StepWalk final : public Controller {
  public:
    StepWalk(const Skills& skills, Gait top, double entry) : skills_(skills), top_(top), entry_(entry) {}

    [[nodiscard]] std::string_view name() const override { return top_ == Gait::walk ? "walk" : "run"; }
    [[nodiscard]] double ground_speed() const override {
        return top_ == Gait::walk ? skills_.walk_speed : skills_.run_speed;
    }
    [[nodiscard]] Step most_steps(const Timing& timing) const override {
        return static_cast<Step>(longest_walk / timing.seconds()) + 1;
    }
    [[nodiscard]] Step fewest_steps(const MoveQuery& q) const override {
        if (!q.world.is_ever_alike(q.from.block, q.to.block)) return 0;
        const Tick start = q.depart * q.timing.ticks;
        const Vec3 apart = minus(place_of(q.world, q.to, start), place_of(q.world, q.from, start));
        const double d = length(apart.xy());
        if (d > skills_.reach || d < shortest_step_way || std::abs(apart.z) > 0.02) return 0;
        const auto steps =
            std::max(1, static_cast<Step>(std::ceil(least_seconds(d) / q.timing.seconds() - 1e-9)));
        const bool alike =
            q.world.moves_alike(q.from.block, q.to.block, start, start + steps * q.timing.ticks);
        return alike && q.depart + steps <= q.timing.horizon ? steps : 0;
    }
    [[nodiscard]] Step fewest_ever(const MovingWorld& world, const Timing& timing, const Landmark& from,
                                   const Landmark& to) const override {
        if (!world.is_ever_alike(from.block, to.block)) return 0;
        if (world.is_always_alike(from.block, to.block)) return fewest_steps({world, timing, from, to, 0});
        return Controller::fewest_ever(world, timing, from, to);
    }
    [[nodiscard]] bool suits(const MoveQuery& q, std::optional<double> heading) const override {
        return !heading || is_entry(skills_, q, entry_, *heading);
    }
    [[nodiscard]] std::optional<Move> attempt(const MoveQuery& q) const override {
        if (fewest_steps(q) == 0) return std::nullopt;
        const Tick start = q.depart * q.timing.ticks;
        const Vec2 way = place_of(q.world, q.to, start).xy() - place_of(q.world, q.from, start).xy();
        Samples samples = ray_samples(q, skills_.body, way);
        for (int tries = 0; tries < most_tries; ++tries) {
            auto move = simulate(q, way, samples);
            if (!move) return std::nullopt;
            const auto failure = first_failure(q.world, skills_.body, start, *move);
            if (!failure) return move;
            samples.push_back(
                minus(failure->place, q.world.origin(q.from.block, start + failure->index)).xy() -
                q.from.local);
        }
        return std::nullopt;
    }

  private:
    /// Walking from and to a walk; running also speeds up and slows down.
    [[nodiscard]] double least_seconds(double d) const noexcept {
        const double walked = d / (1.4 * longest_stretch);
        if (top_ == Gait::walk) return walked;
        // A step that speeds up and one that slows down: 0.88 m and 0.98 m in 51 ticks, then 1.05 m in 21.
        const double changed = 51 * tick_seconds,
                     run = (d - 1.86 * longest_stretch) / (3.0 * longest_stretch);
        return std::min(walked, changed + std::max(0.0, run));
    }

    [[nodiscard]] std::optional<Move> simulate(const MoveQuery& q, Vec2 way, const Samples& samples) const {
        Vec2 first = way;
        motion::Hindrance hindrance;
        if (!samples.empty()) {
            const auto around = fit_cylinder(samples, way);
            if (!around) return std::nullopt;
            hindrance = motion::Cylinder{around->centre, cylinder_radius};
            first = around->centre - around->outward * (cylinder_radius + skills_.body.radius + 0.1);
        }
        const motion::Configuration from{
            {0, 0, 0}, std::atan2(first.y, first.x) + entry_, Gait::walk, motion::Foot::left};
        auto steps = choose_steps(top_, from, way, hindrance, longest_walk);
        if (steps) steps = ended_at(*steps, way);
        if (!steps) return std::nullopt;
        const int ticks = q.timing.ticks;
        const Step count = (ticks_of(*steps) + ticks - 1) / ticks;
        steps = lasting(std::move(*steps), count * ticks);
        const Tick start = q.depart * ticks;
        if (!steps || q.depart + count > q.timing.horizon ||
            !q.world.moves_alike(q.from.block, q.to.block, start, start + count * ticks))
            return std::nullopt;
        return carried(q, count, *steps);
    }

    [[nodiscard]] Move carried(const MoveQuery& q, Step count, const Steps& steps) const {
        Move move{
            q.depart, q.depart + count, {}, 0, 0, steps.front().before.heading, steps.back().after.heading};
        append_path(steps, move.path);
        const Tick start = q.depart * q.timing.ticks;
        for (std::size_t i = 0; i < move.path.size(); ++i) {
            const Vec3 from = place_of(q.world, q.from, start + static_cast<Tick>(i));
            move.path[i] = {from.x + move.path[i].x, from.y + move.path[i].y, from.z};
        }
        move.path.push_back(place_of(q.world, q.to, start + count * q.timing.ticks));
        return move;
    }

    Skills skills_;
    Gait top_;
    double entry_;
};

}  // namespace

std::unique_ptr<Controller> make_step_walk(const Skills& skills, Gait top, double entry) {
    return std::make_unique<StepWalk>(skills, top, entry);
}

}  // namespace wend::locomotion
