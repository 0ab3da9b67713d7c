#include "wend/locomotion/ride.hpp"

#include <fstream>
#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "wend/locomotion/pursuit.hpp"
#include "wend/verify/rides.hpp"

#include "support/effort.hpp"
#include "support/places.hpp"

namespace wend::locomotion {
namespace {

verify::RideReport verified(const RideScene& scene, const RideRun& run) {
    return verify::check_rides(ride_scene_text(scene), rides_text(scene, run)).value();
}

std::string first_of(const verify::RideReport& report) {
    return report.violations.empty() ? std::string() : report.violations.front();
}

TEST(Ride, ShippedScenesArriveAndVerify) {
    for (const RideScene& scene : shipped_rides()) {
        const auto run = run_rides(scene);
        ASSERT_TRUE(run) << scene.name << ": " << run.status().message;
        EXPECT_EQ(run.value().rides[0].status, StatusCode::ok) << scene.name;
        const auto report = verified(scene, run.value());
        EXPECT_TRUE(report.is_clean()) << scene.name << ": " << first_of(report);
        EXPECT_EQ(report.arrived, 1u) << scene.name;
    }
}

TEST(Ride, NeitherCullingNorTheTimedBoundChangesACost) {
    // 1041: a move that was foreseen to be late, from a surface where a wait ends soon.
    for (const std::uint64_t seed : {1041u, 1007u}) {
        const RideScene scene = random_yard(seed);
        const auto cost = [&](bool culling, bool timed) {
            return run_rides(scene, {culling, Budget::unlimited(), timed}).value().rides[0].plan.cost;
        };
        const TravelUnits plain = cost(false, false);
        EXPECT_EQ(cost(true, false), plain) << seed;
        EXPECT_EQ(cost(false, true), plain) << seed;
        EXPECT_EQ(cost(true, true), plain) << seed;
    }
}

TEST(Ride, ShippedFilesAreTheGenerators) {
    for (const RideScene& scene : shipped_rides()) {
        std::ifstream in(test::source_dir() / "scenes/rides" / (scene.name + ".json"));
        std::ostringstream text;
        text << in.rdbuf();
        EXPECT_EQ(text.str(), ride_scene_text(scene)) << scene.name;
        const auto read = parse_ride_scene(text.str());
        ASSERT_TRUE(read) << read.status().message;
        EXPECT_EQ(ride_scene_text(read.value()), text.str());
    }
}

TEST(Ride, RandomYardsVerify) {
    int arrived = 0;
    const int count = wend::test::rounds(8, 200);
    for (int seed = 1; seed <= count; ++seed) {
        const RideScene scene = random_yard(static_cast<std::uint64_t>(seed));
        const auto run = run_rides(scene);
        ASSERT_TRUE(run) << run.status().message;
        if (run.value().rides[0].status != StatusCode::ok) continue;
        const auto report = verified(scene, run.value());
        ASSERT_TRUE(report.is_clean()) << "seed " << seed << ": " << first_of(report);
        ++arrived;
    }
    EXPECT_GT(arrived, count / 4);
}

TEST(Ride, ExecutedEqualsPlannedTickForTick) {
    for (const RideScene& scene : {train_yard(1), toll_booth(2), step_yard(1)}) {
        const auto run = run_rides(scene).value();
        const auto controllers = controllers_of(scene);
        const EdgeTable edges(run.world, scene.skills, controllers, run.timing, run.landmarks);
        const Ride& ride = run.rides[0];
        // The rider's own promise is no obstacle to itself.
        const MovingWorld alone = MovingWorld::make(scene.blocks, scene.horizon).value();
        const EdgeTable own(alone, scene.skills, controllers, run.timing, run.landmarks);
        Follower follower(own, ride.plan);
        for (std::size_t i = 0; i < ride.path.size(); ++i)
            ASSERT_EQ(follower.at(ride.from + static_cast<Tick>(i)), ride.path[i])
                << scene.name << " tick " << i;
    }
}

TEST(Ride, NoSnapshotOfTheYardHasAWay) {
    for (const int version : {1, 2})
        for (double time = 0; time < 40; time += 1) {
            RideScene frozen = train_yard(version);
            for (Block& block : frozen.blocks) block.motion = {{{0, block.motion.at(time)}}, false};
            EXPECT_EQ(run_rides(frozen).value().rides[0].status, StatusCode::unreachable)
                << version << " " << time;
        }
}

TEST(Ride, ShortHorizonIsUnreachable) {
    RideScene scene = train_yard(1);
    scene.horizon = 8;
    EXPECT_EQ(run_rides(scene).value().rides[0].status, StatusCode::unreachable);
}

TEST(Ride, ManyAvoidEachOther) {
    RideScene scene = highway("min-time");
    scene.riders.push_back({"second", {-8, 0, 0.3}, {8, 16, 0.3}, 0});
    scene.riders.push_back({"back", {12, 16, 0.3}, {-12, 0, 0.3}, 0});
    const auto run = run_rides(scene);
    ASSERT_TRUE(run) << run.status().message;
    const auto report = verified(scene, run.value());
    EXPECT_TRUE(report.is_clean()) << first_of(report);
    EXPECT_GE(report.arrived, 2u);
}

TEST(Ride, PromiseReachesAStop) {
    const RideScene scene = train_yard(1);
    const MovingWorld world = MovingWorld::make(scene.blocks, scene.horizon).value();
    const auto run = run_rides(scene).value();
    const auto controllers = analytic_controllers(scene.skills, scene.walks);
    const EdgeTable edges(world, scene.skills, controllers, run.timing, run.landmarks);
    const auto& plan = run.rides[0].plan;
    for (const PlannedMove& leg : plan.moves) {
        // Asked for in the middle of a jump: covers the landing and the stop behind it.
        const Tick middle = (leg.move.depart + leg.move.arrive) / 2 * run.timing.ticks;
        const auto promise = promise_of(edges, plan, middle);
        ASSERT_TRUE(promise) << promise.status().message;
        EXPECT_GE(static_cast<Tick>(promise.value().path.size()),
                  leg.move.arrive * run.timing.ticks + scene.skills.stop_ticks());
    }
}

TEST(Ride, VerifierSeesWhatIsWrong) {
    const RideScene scene = train_yard(1);
    const auto run = run_rides(scene).value();
    const auto scene_text = ride_scene_text(scene);
    const auto blames = [&](auto&& spoil) {
        auto data = nlohmann::json::parse(rides_text(scene, run));
        spoil(data["rides"][0]);
        return !verify::check_rides(scene_text, data.dump()).value().is_clean();
    };
    EXPECT_FALSE(blames([](auto&) {}));
    EXPECT_TRUE(blames([](auto& ride) {
        for (auto& p : ride["path"]) p[2] = p[2].template get<double>() + 0.3;
    }));
    EXPECT_TRUE(blames([](auto& ride) {
        for (auto& p : ride["path"]) p[2] = p[2].template get<double>() - 0.3;
    }));
    EXPECT_TRUE(
        blames([](auto& ride) { ride["path"][30][0] = ride["path"][30][0].template get<double>() + 0.5; }));
    EXPECT_TRUE(blames([](auto& ride) { ride["from"] = ride["from"].template get<int>() + 60; }));
    EXPECT_TRUE(blames([](auto& ride) {
        ride["path"].erase(ride["path"].size() - 200);
        const auto support = ride["support"].template get<std::string>();
        ride["support"] = support.substr(1);
    }));
}

TEST(Ride, BadScenesAreErrors) {
    const auto message = [](const std::string& text) { return parse_ride_scene(text).status().message; };
    EXPECT_NE(message("{").find("no JSON"), std::string::npos);
    EXPECT_NE(message("{\"wheels\":1}").find("unknown key 'wheels'"), std::string::npos);
    EXPECT_NE(message("{\"horizon\":\"long\"}").find("expected a number"), std::string::npos);
    EXPECT_NE(message("{\"blocks\":[{\"name\":\"a\"}]}").find("found no 'outline'"), std::string::npos);
    RideScene scene = train_yard(1);
    scene.riders[0].goal = {100, 100, 0};
    EXPECT_NE(run_rides(scene).status().message.find("nothing that carries"), std::string::npos);
    scene = train_yard(1);
    scene.blocks[0].motion.keys[0].time = 0.01;
    EXPECT_NE(run_rides(scene).status().message.find("multiple of 1/60"), std::string::npos);
    scene = train_yard(1);
    scene.cost = "cheap";
    EXPECT_NE(run_rides(scene).status().message.find("expected min-time"), std::string::npos);
}

TEST(Pursuit, RepeatsExactlyByExpansions) {
    PursuitOptions options;
    options.expansions_per_second = 20000;
    const auto a = pursue(platformer(7), options).value();
    const auto b = pursue(platformer(7), options).value();
    EXPECT_GT(a.episodes.size(), 1u);
    EXPECT_EQ(a.pursuer, b.pursuer);
    EXPECT_GE(a.share_in_time(), 0.9);
}

TEST(Pursuit, CatchesMostTargets) {
    PursuitOptions options;
    options.expansions_per_second = 20000;
    int caught = 0;
    const int count = wend::test::rounds(6, 60);
    for (int seed = 1; seed <= count; ++seed) {
        const auto report = pursue(platformer(static_cast<std::uint64_t>(seed)), options);
        ASSERT_TRUE(report) << report.status().message;
        caught += report.value().caught;
    }
    EXPECT_GT(caught, count / 2);
}

}  // namespace
}  // namespace wend::locomotion
