#pragma once

// Where steps lead, computed again from the numbers of the clips alone: ticks are counted as whole numbers
// and places summed as complex numbers, with nothing of the controllers' or the steps' own code.

#include <cmath>
#include <complex>

#include "wend/motion/steps.hpp"

namespace wend::motion::reckoning {

struct Reckoned {
    bool is_consistent = true;  ///< every step begins where and when the one before it ended
    std::complex<double> place;
    double heading = 0;
    long ticks = 0;
    double height = 0;
};

inline Reckoned dead_reckoning(const Errand& errand, const Forecast& said) {
    Reckoned r{true,
               {errand.from.position.x, errand.from.position.y},
               errand.from.heading,
               0,
               errand.from.position.z};
    const auto near = [](double a, double b) { return std::abs(a - b) < 1e-7; };
    for (const StepTaken& step : said.steps) {
        const StepClip& clip = step_library()[step.clip];
        const bool begins_here = near(step.before.position.x, r.place.real()) &&
                                 near(step.before.position.y, r.place.imag()) &&
                                 near(step.before.heading, r.heading) &&
                                 near(step.begin, errand.start + static_cast<double>(r.ticks) / 60);
        const bool is_warped_fairly = std::abs(step.turn - clip.turn) <= most_warp_turn + 1e-9 &&
                                      std::abs(step.stretch - 1) <= most_stretch + 1e-9;
        r.is_consistent = r.is_consistent && begins_here && is_warped_fairly && clip.from == step.before.gait;
        r.place += std::polar(step.stretch, r.heading + step.turn / 2) *
                   std::complex<double>(clip.length, clip.side);
        r.heading += step.turn;
        r.ticks += std::lround(step.duration * 60);
        if (step.rise_speed > 0) {
            const double air = static_cast<double>(clip.ticks) / 60 - 0.1;
            r.height += step.rise_speed * air - 0.5 * 9.81 * air * air;
        }
    }
    return r;
}

/// What was said is where dead reckoning leads, to the tick; and a body that walks it is there then.
inline bool is_as_reckoned(const Errand& errand, const Forecast& said) {
    const Reckoned r = dead_reckoning(errand, said);
    if (!r.is_consistent || std::lround((said.arrival - errand.start) * 60) != r.ticks) return false;
    if (std::abs(r.place - std::complex<double>(said.at.position.x, said.at.position.y)) > 1e-6) return false;
    if (said.steps.empty()) return true;
    const Track track = track_of(said.steps);
    const Vec3 end = track.position(errand.start + static_cast<double>(r.ticks) / 60);
    return std::abs(r.place - std::complex<double>(end.x, end.y)) < 1e-6 &&
           std::abs(end.z - said.at.position.z) < 1e-6;
}

}  // namespace wend::motion::reckoning
