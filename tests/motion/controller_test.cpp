// What controllers say is what they do: each answer is compared with the same errand done one decision at a
// time, tick for tick, and with an independent look at where feet and body were.

#include <cmath>

#include <gtest/gtest.h>

#include "wend/base/rng.hpp"
#include "wend/motion/controllers.hpp"
#include "wend/motion/steps.hpp"

#include "dead_reckoning.hpp"
#include "support/data.hpp"
#include "support/effort.hpp"

namespace wend::motion {
namespace {

const Tables& tables() {
    static const Tables* trained = [] {
        auto* made = new Tables;
        TableOptions options;
        options.cache = test::build_dir() / "motion-tables";
        EXPECT_TRUE(made->prepare(options).is_ok());
        return made;
    }();
    return *trained;
}

Errand random_errand(Rng& rng, Gait top) {
    Errand errand;
    errand.from.position = {rng.uniform(-50, 50), rng.uniform(-50, 50), 0};
    errand.from.heading = rng.uniform(-3.14, 3.14);
    errand.from.gait = static_cast<Gait>(rng.below(static_cast<std::uint64_t>(top) + 1));
    errand.from.stance = static_cast<Foot>(rng.below(2));
    errand.start = static_cast<double>(rng.below(6000)) * tick;
    const Vec2 way = unit_vector(rng.uniform(-3.14, 3.14)) * rng.uniform(2, 15);
    errand.to.position = {errand.from.position.x + way.x, errand.from.position.y + way.y, 0};
    errand.to.tolerance = 0.10;
    if (rng.below(2) == 0) errand.to.gait = Gait::stand;
    if (rng.below(4) == 0) errand.wait = static_cast<double>(rng.below(180)) * tick;
    return errand;
}

Errand random_jump(Rng& rng) {
    Errand errand = random_errand(rng, Gait::run);
    errand.wait = 0;
    Ditch ditch;
    ditch.direction = rng.uniform(-3.14, 3.14);
    const Vec2 across = unit_vector(ditch.direction), from = errand.from.position.xy();
    ditch.edge = from + across * rng.uniform(3, 10);
    ditch.width = rng.uniform(0.3, 1.6);
    ditch.rise = rng.uniform(-0.65, 0.45);
    errand.from.heading = ditch.direction + rng.uniform(-0.52, 0.52);
    const Vec2 to =
        ditch.edge + across * (ditch.width + rng.uniform(4, 8)) + perpendicular(across) * rng.uniform(-2, 2);
    errand.to.position = {to.x, to.y, ditch.rise};
    errand.hindrance = ditch;
    return errand;
}

/// Does the errand without knowing the answer: a tick at a time, deciding when a step is over.
void expect_done_as_said(const Controller& controller, const Errand& errand, const Forecast& said) {
    Configuration now = errand.from;
    double time = errand.start;
    std::size_t count = 0;
    while (count < said.steps.size()) {
        const auto step = controller.next(errand, now, time);
        ASSERT_TRUE(step);
        ASSERT_EQ(step->after, said.steps[count].after);
        ASSERT_EQ(position_in(*step, step->begin), now.position);
        const Vec3 end = position_in(*step, step->begin + step->duration);
        ASSERT_LT(distance(end.xy(), step->after.position.xy()), 1e-9);
        now = step->after;
        time = step->begin + step->duration;
        ++count;
    }
    ASSERT_EQ(now, said.at);
    ASSERT_EQ(time, said.arrival);
    ASSERT_TRUE(reckoning::is_as_reckoned(errand, said));
    if (said.code == StatusCode::ok) {
        ASSERT_LE(distance(now.position.xy(), errand.to.position.xy()), 0.10);
        ASSERT_FALSE(controller.next(errand, now, time));
        ASSERT_GE(time, errand.start + errand.wait - tick);
        ASSERT_LE(distance(errand.from.position.xy(), now.position.xy()),
                  controller.top_speed() * (time - errand.start) + 1.5);
    }
}

TEST(Controller, DoesWhatItSays) {
    const int count = test::rounds(2500, 5000);
    std::size_t arrived = 0, total = 0;
    for (const Gait top : {Gait::walk, Gait::run}) {
        const auto controller = make_controller(top, tables());
        Rng rng(static_cast<std::uint64_t>(top) + 100);
        for (int i = 0; i < count; ++i, ++total) {
            const Errand errand = random_errand(rng, top);
            const Forecast said = controller->forecast(errand);
            expect_done_as_said(*controller, errand, said);
            arrived += said.code == StatusCode::ok ? 1 : 0;
        }
    }
    EXPECT_GE(static_cast<double>(arrived), 0.99 * static_cast<double>(total));
}

TEST(Controller, GoesAroundCylindersWithoutTouching) {
    const auto controller = make_controller(Gait::run, tables());
    Rng rng(7);
    std::size_t arrived = 0;
    const int count = test::rounds(150, 2500);
    for (int i = 0; i < count;) {
        Errand errand = random_errand(rng, Gait::run);
        errand.wait = 0;
        const Vec2 from = errand.from.position.xy(), to = errand.to.position.xy();
        const Cylinder cylinder{lerp(from, to, rng.uniform(0.3, 0.7)), rng.uniform(0.3, 1.5)};
        if (distance(from, cylinder.centre) < cylinder.radius + 1.5 ||
            distance(to, cylinder.centre) < cylinder.radius + 0.6)
            continue;
        ++i;
        errand.hindrance = cylinder;
        const Forecast said = controller->forecast(errand);
        expect_done_as_said(*controller, errand, said);
        for (const StepTaken& step : said.steps)
            for (double t = step.begin; t <= step.begin + step.duration; t += 1.0 / 240)
                ASSERT_GE(distance(position_in(step, t).xy(), cylinder.centre),
                          cylinder.radius + body_radius);
        arrived += said.code == StatusCode::ok ? 1 : 0;
    }
    EXPECT_GE(static_cast<double>(arrived), 0.97 * count);
}

/// Every foot that stands is wholly on one side of the ditch, by the feet of the body and not by what the
/// controller checked.
void expect_no_foot_in(const Ditch& ditch, const Forecast& said) {
    const FootPlan feet = feet_of(said.steps);
    const Vec2 across = unit_vector(ditch.direction);
    for (std::size_t side = 0; side < 2; ++side)
        for (std::size_t p = 0; p < feet.plants[side].size(); ++p) {
            const Plant& plant = feet.plants[side][p];
            if (plant.down <= said.steps.front().begin) continue;
            const Vec2 ahead = unit_vector(plant.heading);
            const double heel = wend::dot(plant.ball.xy() - ahead * 0.2 - ditch.edge, across);
            const double toe = wend::dot(plant.ball.xy() + ahead * 0.08 - ditch.edge, across);
            const bool is_before = std::max(heel, toe) <= -0.049,
                       is_beyond = std::min(heel, toe) >= ditch.width + 0.049;
            ASSERT_TRUE(is_before || is_beyond);
            ASSERT_NEAR(plant.ball.z, is_before ? 0 : ditch.rise, 1e-9);
        }
}

TEST(Controller, LandsBeyondDitchesOrRefuses) {
    const auto controller = make_jump_controller(tables());
    Rng rng(11);
    std::size_t landed = 0;
    double possible = 0;
    const int count = test::rounds(5000, 5000);
    for (int i = 0; i < count; ++i) {
        const Errand errand = random_jump(rng);
        const Forecast said = controller->forecast(errand);
        expect_done_as_said(*controller, errand, said);
        // Refused before the first step: wider than any jump. Giving up later is a failure.
        possible += said.code == StatusCode::ok || !said.steps.empty() ? 1 : 0;
        for (const StepTaken& step : said.steps)
            ASSERT_LT(
                std::fabs(wend::dot(step.after.position.xy() - errand.from.position.xy(),
                                    perpendicular(unit_vector(std::get<Ditch>(errand.hindrance).direction)))),
                8);
        if (said.code == StatusCode::ok) {
            ++landed;
            expect_no_foot_in(std::get<Ditch>(errand.hindrance), said);
        }
        for (const StepTaken& step : said.steps) {
            if (step.rise_speed == 0) continue;
            // In the air it falls as things fall.
            const double t = step.begin + push + 0.05;
            const double bend =
                position_in(step, t - 0.02).z + position_in(step, t + 0.02).z - 2 * position_in(step, t).z;
            ASSERT_NEAR(bend / 0.0004, -9.81, 0.01);
            ASSERT_FALSE(support_in(step, t));
        }
    }
    EXPECT_GE(static_cast<double>(landed), 0.98 * possible);
    EXPECT_GE(possible, 0.9 * count);
}

TEST(Controller, WaitsAreUsedToTurnToWhatFollows) {
    const auto controller = make_controller(Gait::run, tables());
    Errand errand;
    errand.to.position = {-8, 0, 0};
    const Forecast at_once = controller->forecast(errand);
    errand.wait = 180 * tick;
    const Forecast later = controller->forecast(errand);
    ASSERT_EQ(at_once.code, StatusCode::ok);
    ASSERT_EQ(later.code, StatusCode::ok);
    EXPECT_LT(later.arrival - errand.wait, at_once.arrival - 1.5) << "it faces its target and has set out";
}

/// A wait as somebody could spend it who knows no values: steps at random that keep the same rules, written
/// down anew. Nothing when the time does not come out even.
std::optional<Configuration> random_wait(Rng& rng, const Errand& errand) {
    Configuration now = errand.from;
    long left = std::lround(errand.wait / tick);
    while (left > 0) {
        const auto clip = static_cast<std::uint16_t>(rng.below(step_library().size()));
        const StepClip& kind = step_library()[clip];
        if (kind.from != now.gait || kind.is_jump) continue;
        if (clip == 0 && kind.ticks >= left) return now;
        if (kind.ticks > left) {
            if (now.gait != Gait::stand) return std::nullopt;
            return now;
        }
        const auto step =
            take(clip, now, 0, rng.uniform(-most_warp_turn, most_warp_turn), rng.uniform(0.9, 1.1));
        const bool slows = kind.to < kind.from;
        const double before = distance(now.position.xy(), errand.from.position.xy());
        const double after = distance(step->after.position.xy(), errand.from.position.xy());
        if (!slows && after > std::max(0.6, before)) {
            if (now.gait != Gait::stand) return std::nullopt;
            continue;
        }
        if (const auto* ditch = std::get_if<Ditch>(&errand.hindrance)) {
            const Footing foot = footing(*ditch, step->after);
            if (foot.side > 0 || foot.margin < 0.05) return std::nullopt;
        }
        now = step->after;
        left -= kind.ticks;
    }
    return now;
}

/// How long the way takes that follows the best of many waits at random.
double best_of_random_waits(const Controller& controller, const Errand& errand, Rng& rng, int count) {
    double best = 1e9;
    for (int i = 0; i < count; ++i) {
        const auto ready = random_wait(rng, errand);
        if (!ready) continue;
        Errand rest = errand;
        rest.from = *ready;
        rest.wait = 0;
        const Forecast said = controller.forecast(rest);
        if (said.code == StatusCode::ok) best = std::min(best, said.arrival - errand.start);
    }
    return best;
}

struct WaitTally {
    int count = 0, refused = 0;
    double gained = 0, worst = 0;
};

/// Compared with the best of random waits: what comes behind a wait may not take longer.
WaitTally compare_waits(const Controller& controller, bool jumps, std::uint64_t seed, int count) {
    Rng rng(seed);
    WaitTally tally;
    for (int i = 0; i < count; ++i) {
        Errand errand = jumps ? random_jump(rng) : random_errand(rng, Gait::walk);
        errand.from.gait = static_cast<Gait>(rng.below(2));
        errand.wait = static_cast<double>(rng.below(150) + 40) * tick;
        const Forecast said = controller.forecast(errand);
        expect_done_as_said(controller, errand, said);
        const double best = best_of_random_waits(controller, errand, rng, 60);
        if (best > 1e8) continue;
        ++tally.count;
        if (said.code != StatusCode::ok) {
            ++tally.refused;
            continue;
        }
        const double gain = best - (said.arrival - errand.start - errand.wait);
        tally.gained += gain;
        tally.worst = std::min(tally.worst, gain);
    }
    return tally;
}

TEST(Controller, NoRandomWaitGetsReadyBetter) {
    const int count = test::rounds(60, 1000);
    for (const Gait top : {Gait::walk, Gait::run}) {
        const WaitTally tally = compare_waits(*make_controller(top, tables()), false,
                                              300 + static_cast<std::uint64_t>(top), count);
        EXPECT_EQ(tally.refused, 0);
        EXPECT_GT(tally.gained / tally.count, 0.1);
        EXPECT_GT(tally.worst, -0.6);
    }
    const WaitTally jumps = compare_waits(*make_jump_controller(tables()), true, 310, count);
    EXPECT_LE(jumps.refused, jumps.count / 50);
    EXPECT_GT(jumps.gained / jumps.count, 0.1);
    EXPECT_GT(jumps.worst, -1.0);
}

TEST(Controller, WhoWaitsStaysThere) {
    Rng rng(12);
    const auto runner = make_controller(Gait::run, tables()), jumper = make_jump_controller(tables());
    for (int i = 0; i < test::rounds(1500, 10000); ++i) {
        const bool jumps = i % 3 == 0;
        Errand errand = jumps ? random_jump(rng) : random_errand(rng, Gait::run);
        errand.wait = static_cast<double>(rng.below(600)) * tick;
        const Forecast said = (jumps ? jumper : runner)->forecast(errand);
        const double stop = errand.from.gait == Gait::run ? 1.6 : errand.from.gait == Gait::walk ? 0.65 : 0.6;
        for (const StepTaken& step : said.steps)
            for (double t = step.begin; t < std::min(step.begin + step.duration, errand.start + errand.wait);
                 t += tick)
                ASSERT_LT(distance(position_in(step, t).xy(), errand.from.position.xy()), stop + 0.05);
        if (said.code == StatusCode::ok) {
            ASSERT_GE(said.arrival, errand.start + errand.wait);
        }
        if (jumps && said.code == StatusCode::ok) expect_no_foot_in(std::get<Ditch>(errand.hindrance), said);
    }
}

TEST(Controller, TablesAreFixedPointsAndTheSameOnAnyThreads) {
    EXPECT_LT(tables().residual(test::is_long_run() ? 1 : 37), 0.01);
    EXPECT_LT(tables().bytes(), 4u << 20);
    TableOptions options;
    ReachTable one(Gait::walk, true), three(Gait::walk, true);
    options.training.threads = 1;
    options.training.most_sweeps = 4;
    ASSERT_TRUE(one.prepare(options).is_ok());
    options.training.threads = 3;
    ASSERT_TRUE(three.prepare(options).is_ok());
    EXPECT_EQ(one.table().values(), three.table().values());
    EXPECT_NE(ReachTable(Gait::run, true).key(), one.key());
    options.training.threads = 1;
    WaitTable alone(ReachSequel::axes()), together(ReachSequel::axes());
    ASSERT_TRUE(alone.prepare(ReachSequel(one), options).is_ok());
    options.training.threads = 3;
    ASSERT_TRUE(together.prepare(ReachSequel(one), options).is_ok());
    EXPECT_EQ(alone.table().values(), together.table().values());
}

}  // namespace
}  // namespace wend::motion
