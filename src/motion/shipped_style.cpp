#include "shipped_style.hpp"

#include <algorithm>
#include <cmath>

#include "wend/motion/rotation.hpp"

namespace wend::motion {
namespace {

constexpr double full_turn = 6.283185307179586;

struct CycleNumbers {
    double arm_swing, arm_bend, lean, twist, sway, shoulder;
};

Rotation arm_rotation(double side, double swing) noexcept {
    // From straight out to hanging, then ahead and back.
    return about_y(-swing) * about_x(-side * 1.40);
}

Cycle make_cycle(const CycleNumbers& numbers) {
    Cycle cycle;
    constexpr int frames = 32;
    for (int f = 0; f < frames; ++f) {
        const double phase = full_turn * f / frames;
        // The left foot is ahead at phase 0; the left arm is back then.
        const double stride = std::cos(phase);
        std::array<Rotation, part_count> pose;
        pose[index_of(Part::hips)] = about_z(-numbers.twist * stride) *
                                     about_x(numbers.sway * std::sin(phase)) * about_y(0.3 * numbers.lean);
        pose[index_of(Part::spine)] = about_z(0.9 * numbers.twist * stride) * about_y(0.4 * numbers.lean);
        pose[index_of(Part::chest)] = about_z(numbers.shoulder * stride) *
                                      about_x(-numbers.sway * std::sin(phase)) * about_y(0.3 * numbers.lean);
        pose[index_of(Part::neck)] = about_z(-0.8 * numbers.shoulder * stride) * about_y(-0.5 * numbers.lean);
        pose[index_of(Part::head)] = about_y(-0.3 * numbers.lean);
        for (const double side : {1.0, -1.0}) {
            const std::size_t arm = index_of(side > 0 ? Part::left_arm : Part::right_arm);
            const double swing = -side * numbers.arm_swing * stride;
            pose[arm] = arm_rotation(side, swing);
            const double bend =
                numbers.arm_bend + 0.4 * numbers.arm_swing * (1 + swing / (numbers.arm_swing + 1e-9)) / 2;
            pose[arm + 1] = about_z(-side * bend);
        }
        cycle.frames.push_back(pose);
    }
    return cycle;
}

constexpr int gesture_frames = 24;

double ramp(double u, double from, double to) noexcept {
    u = std::clamp((u - from) / (to - from), 0.0, 1.0);
    return u * u * (3 - 2 * u);
}
/// Up and down again between two shares.
double bell(double u, double from, double to) noexcept {
    const double v = std::clamp((u - from) / (to - from), 0.0, 1.0);
    return 16 * v * v * (1 - v) * (1 - v);
}

/// Above the hips, ahead; the face stays level.
void lean(std::array<Rotation, part_count>& pose, double angle) {
    const auto turn = [&pose](Part part, double by) {
        Rotation& rotation = pose[index_of(part)];
        rotation = about_y(by) * rotation;
    };
    turn(Part::spine, 0.7 * angle), turn(Part::chest, 0.3 * angle);
    turn(Part::neck, -0.5 * angle), turn(Part::head, -0.4 * angle);
}
void look(std::array<Rotation, part_count>& pose, double hips, double chest, double head) {
    pose[0] = about_z(hips) * pose[0];
    Rotation &upper = pose[index_of(Part::chest)], &neck = pose[index_of(Part::neck)];
    upper = about_z(chest) * upper, neck = about_z(head) * neck;
}

/// A gesture out of two cycles, one giving way to the other.
template <class Change>
Gesture between_cycles(const Cycle& from, const Cycle& to, double begin, double end, double phase_at_end,
                       Change&& change) {
    Cycle motion;
    std::array<Rotation, part_count> a, b;
    for (int f = 0; f < gesture_frames; ++f) {
        const double u = f / (gesture_frames - 1.0), phase = phase_at_end + 0.5 * (u - 1);
        sample(from, phase, a), sample(to, phase, b);
        auto& pose = motion.frames.emplace_back();
        blend(a, b, static_cast<float>(ramp(u, begin, end)), pose);
        change(pose, u);
    }
    return gesture_of(std::move(motion));
}

}  // namespace

BodyStyle make_shipped_style() {
    BodyStyle style{make_cycle({0.0, 0.12, 0.02, 0, 0, 0}),
                    make_cycle({0.38, 0.2, 0.06, 0.07, 0.04, 0.05}),
                    make_cycle({0.7, 1.35, 0.2, 0.12, 0.05, 0.12}),
                    {}};
    const auto& [stand, walk, run, none] = style;
    // Who sets out falls forward first, then the arms join in; who stops leans back against the last step.
    style.gestures[0] = between_cycles(stand, walk, 0.15, 0.8, 0,
                                       [](auto& pose, double u) { lean(pose, 0.17 * bell(u, 0, 0.9)); });
    style.gestures[1] = between_cycles(walk, stand, 0.25, 0.85, 0.25,
                                       [](auto& pose, double u) { lean(pose, -0.13 * bell(u, 0.1, 0.95)); });
    // The head turns first, then the chest; hips and feet follow with the heading.
    style.gestures[2] = between_cycles(stand, walk, 2, 3, 0, [](auto& pose, double u) {
        look(pose, 0.10 * bell(u, 0, 0.8), 0.16 * bell(u, 0, 0.75), 0.42 * bell(u, -0.15, 0.65));
        for (const double side : {1.0, -1.0}) {
            Rotation& arm = pose[index_of(side > 0 ? Part::left_arm : Part::right_arm)];
            arm = about_y(side * 0.25 * bell(u, 0, 0.9)) * arm;
        }
    });
    return style;
}

}  // namespace wend::motion
