#pragma once

// A scene of moving surfaces and those who cross it, as data: read from a file (`docs/trains.md`) or made
// by one of the generators.

#include <string>
#include <string_view>
#include <vector>

#include "wend/locomotion/landmarks.hpp"
#include "wend/locomotion/travel_cost.hpp"

namespace wend::locomotion {

struct Rider {
    std::string name;
    Vec3 start;
    Vec3 goal;
    double depart = 0;  ///< seconds
};

/// A target that goes its own way, for pursuit.
struct Target {
    std::uint64_t seed = 1;
    double speed = 1.2;
    Vec3 start;
};

struct RideScene {
    std::string name;
    std::string description;
    double horizon = 60;  ///< seconds that are known
    int step_ticks = 15;
    Skills skills;
    SamplingOptions landmarks;
    std::string cost = "min-time";
    bool walks = true;   ///< has the walking controller besides running and jumping
    bool steps = false;  ///< is walked by the steps of `motion`, which say what the skills are; else analytic
    std::vector<Region> regions;
    std::vector<Block> blocks;
    std::vector<Rider> riders;
    std::vector<Target> targets;
};

[[nodiscard]] Controllers controllers_of(const RideScene& scene);

/// Reads the scene; the message of an error says where, what was found and what was expected.
[[nodiscard]] Result<RideScene> parse_ride_scene(std::string_view text);
[[nodiscard]] std::string ride_scene_text(const RideScene& scene);

[[nodiscard]] RideScene train_yard(int version);          ///< 1 or 2: other timing of the trains
[[nodiscard]] RideScene step_yard(int version);           ///< 1 or 2: slower trains, crossed by real steps
[[nodiscard]] RideScene toll_booth(int version);          ///< 1 or 2: other speeds of the cars
[[nodiscard]] RideScene highway(std::string_view cost);   ///< by the cost's name
[[nodiscard]] RideScene platformer(std::uint64_t seed);   ///< with a target to pursue
[[nodiscard]] RideScene random_yard(std::uint64_t seed);  ///< tracks, trains and speeds at random

/// The shipped ones by name: train-yard-1, ..., pursuit.
[[nodiscard]] std::vector<RideScene> shipped_rides();

}  // namespace wend::locomotion
