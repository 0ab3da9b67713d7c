#pragma once

#include <gtest/gtest.h>

#include "wend/sim/simulation.hpp"
#include "wend/verify/verify.hpp"

namespace wend::test {

/// Runs the scene to its end; what the verifier says of it.
inline verify::Report verified_run(const Scene& scene, std::uint64_t seed = 1, unsigned threads = 1) {
    auto made = Simulation::create(scene, {seed, threads, {}});
    EXPECT_TRUE(made) << made.status().message;
    Simulation& simulation = made.value();
    verify::Verifier verifier(scene, simulation.agents());
    verifier.add(simulation.frame());
    while (!simulation.is_finished()) {
        simulation.step();
        verifier.add(simulation.frame());
    }
    return verifier.finish();
}

}  // namespace wend::test
