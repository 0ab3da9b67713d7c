// Walking and running by steps that the tables of `motion` choose, between places that keep their distance.

#include <algorithm>
#include <cmath>

#include "ground_controller.hpp"
#include "stepping.hpp"

namespace wend::locomotion {
namespace {

using motion::Gait;

constexpr double longest_walk = 5.5;  // seconds

class StepWalk final : public GroundController {
  public:
    StepWalk(const Skills& skills, Gait top, double entry)
        : GroundController(skills), top_(top), entry_(entry) {}

    [[nodiscard]] std::string_view name() const override { return top_ == Gait::walk ? "walk" : "run"; }
    [[nodiscard]] double ground_speed() const override {
        return top_ == Gait::walk ? skills().walk_speed : skills().run_speed;
    }
    [[nodiscard]] Step most_steps(const Timing& timing) const override {
        return static_cast<Step>(longest_walk / timing.seconds()) + 1;
    }
    [[nodiscard]] bool suits(const MoveQuery& q, std::optional<double> heading) const override {
        return !heading || is_entry(skills(), q, entry_, *heading);
    }

  private:
    [[nodiscard]] double shortest_way() const override { return 0.9; }
    [[nodiscard]] Step steps_for(double d, const Timing& timing) const override {
        return std::max(1, static_cast<Step>(std::ceil(least_seconds(d) / timing.seconds() - 1e-9)));
    }
    /// Walking from and to a walk; running also speeds up and slows down.
    [[nodiscard]] double least_seconds(double d) const noexcept {
        const double walked = d / (1.4 * longest_stretch);
        if (top_ == Gait::walk) return walked;
        // A step that speeds up and one that slows down: 0.88 m and 0.98 m in 51 ticks, then 1.05 m in 21.
        const double changed = 51 * tick_seconds,
                     run = (d - 1.86 * longest_stretch) / (3.0 * longest_stretch);
        return std::min(walked, changed + std::max(0.0, run));
    }

    [[nodiscard]] std::optional<Move> simulate(const MoveQuery& q, Vec2 way,
                                               const Samples& samples) const override {
        Vec2 first = way;
        motion::Hindrance hindrance;
        if (!samples.empty()) {
            const auto around = fit_cylinder(samples, way);
            if (!around) return std::nullopt;
            hindrance = motion::Cylinder{around->centre, cylinder_radius};
            first = corner_of(*around);
        }
        const motion::Configuration from{
            {0, 0, 0}, std::atan2(first.y, first.x) + entry_, Gait::walk, motion::Foot::left};
        auto steps = choose_steps(top_, from, way, hindrance, longest_walk);
        if (steps) steps = ended_at(*steps, way);
        if (!steps) return std::nullopt;
        const int ticks = q.timing.ticks;
        const Step count = (ticks_of(*steps) + ticks - 1) / ticks;
        steps = lasting(std::move(*steps), count * ticks);
        if (!steps || !is_alike(q, count)) return std::nullopt;
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

    Gait top_;
    double entry_;
};

}  // namespace

std::unique_ptr<Controller> make_step_walk(const Skills& skills, Gait top, double entry) {
    return std::make_unique<StepWalk>(skills, top, entry);
}

}  // namespace wend::locomotion
