#pragma once

#include <algorithm>

#include "wend/base/rng.hpp"
#include "wend/motion/track.hpp"

namespace wend::test {

/// An agent's trajectory at random: starts, stops, turns, walks and runs, thirty points a second.
inline motion::Track random_track(std::uint64_t seed, double seconds) {
    Rng rng(seed);
    std::vector<motion::TrackPoint> points;
    Vec2 at{rng.uniform(-50, 50), rng.uniform(-50, 50)};
    double heading = rng.uniform(-3, 3), speed = 0, wanted = 0, turn = 0, next = 0;
    for (int i = 0; i <= static_cast<int>(seconds * 30); ++i) {
        const double time = i / 30.0;
        if (time >= next) {
            wanted = rng.below(4) == 0 ? 0 : rng.uniform(0.3, rng.below(3) != 0 ? 1.8 : 3.6);
            turn = rng.uniform(-1, 1) * (rng.below(3) == 0 ? 1.5 : 0.3);
            next = time + rng.uniform(1, 4);
        }
        points.push_back({time, {at.x, at.y, 0}, heading, false, {}, 0});
        speed += std::clamp(wanted - speed, -2.5 / 30, 2.5 / 30);
        heading += turn / 30;
        at += unit_vector(heading) * (speed / 30);
    }
    return motion::Track(std::move(points));
}

}  // namespace wend::test
