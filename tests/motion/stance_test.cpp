// Steps from one stand to another: they end near it whatever it is, and no random steps are quicker by much.

#include <gtest/gtest.h>

#include "wend/base/rng.hpp"
#include "wend/motion/rotation.hpp"
#include "wend/motion/stance_table.hpp"
#include "wend/motion/steps.hpp"

#include "support/data.hpp"
#include "support/effort.hpp"

namespace wend::motion {
namespace {

const StanceTable& table() {
    static const StanceTable* made = [] {
        auto* stances = new StanceTable;
        TableOptions options;
        options.cache = test::build_dir() / "motion-tables";
        EXPECT_TRUE(stances->prepare(options).is_ok());
        return stances;
    }();
    return *made;
}

Configuration random_stand(Rng& rng, double room) {
    const Vec2 at = unit_vector(rng.uniform(-3.14, 3.14)) * rng.uniform(0, room);
    return {{at.x, at.y, 0}, rng.uniform(-3.14, 3.14), Gait::stand, Foot::left};
}

double seconds_of(const std::vector<StepTaken>& steps) {
    return steps.empty() ? 0 : steps.back().begin + steps.back().duration - steps.front().begin;
}

bool is_near(const Configuration& at, const Configuration& to) {
    return distance(at.position.xy(), to.position.xy()) <= 0.08 &&
           std::abs(wrapped(at.heading - to.heading)) <= 0.25;
}

TEST(Stance, StepsLeadThere) {
    Rng rng(5);
    for (int i = 0; i < test::rounds(300, 10000); ++i) {
        const Configuration from = random_stand(rng, 0.5), to = random_stand(rng, 0.5);
        auto steps = table().steps(from, to, 7, [](const StepTaken&) { return true; });
        ASSERT_TRUE(steps);
        if (steps->empty()) {
            EXPECT_TRUE(is_near(from, to));
            continue;
        }
        EXPECT_TRUE(is_near(steps->back().after, to));
        EXPECT_LT(seconds_of(*steps), 4.5);
        end_in(*steps, to);
        EXPECT_LT(distance(steps->back().after.position.xy(), to.position.xy()), 1e-9);
        for (std::size_t s = 1; s < steps->size(); ++s) {
            EXPECT_EQ((*steps)[s].before, (*steps)[s - 1].after);
        }
    }
}

/// The quickest of many walks at random that end as near as the table's do.
double quickest_by_chance(const Configuration& from, const Configuration& to, Rng& rng, int tries) {
    double quickest = 1e9;
    for (int i = 0; i < tries; ++i) {
        Configuration now = from;
        double time = 0;
        while (time < std::min(quickest, 4.0) && !is_near(now, to)) {
            const auto clip = static_cast<std::uint16_t>(rng.below(step_library().size()));
            const StepClip& kind = step_library()[clip];
            if (kind.from != Gait::stand || kind.to != Gait::stand || clip == 0) continue;
            const auto step =
                take(clip, now, time, rng.uniform(-most_warp_turn, most_warp_turn), rng.uniform(0.9, 1.1));
            now = step->after;
            time += step->duration;
        }
        if (is_near(now, to)) quickest = std::min(quickest, time);
    }
    return quickest;
}

TEST(Stance, NoStepsAtRandomAreMuchQuicker) {
    Rng rng(6);
    double lost = 0;
    int count = 0;
    for (int i = 0; i < test::rounds(40, 500); ++i) {
        const Configuration from = random_stand(rng, 0.45), to = random_stand(rng, 0.45);
        const auto steps = table().steps(from, to, 0, [](const StepTaken&) { return true; });
        ASSERT_TRUE(steps);
        const double quickest = quickest_by_chance(from, to, rng, 3000);
        if (quickest > 1e8) continue;
        ++count;
        lost += seconds_of(*steps) - quickest;
    }
    EXPECT_GT(count, 10);
    EXPECT_LT(lost / count, 0.25);
}

TEST(Stance, TableIsAFixedPoint) {
    EXPECT_LT(table().residual(), 0.01);
}

}  // namespace
}  // namespace wend::motion
