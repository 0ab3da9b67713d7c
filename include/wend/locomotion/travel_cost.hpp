#pragma once

// Cost per second over configuration, time and controller [ST §3]. Waiting has one price everywhere; nothing
// may be cheaper per second than it, or culling by waits would lose optimality [ST §5.2]. Such a function is
// refused.

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "wend/locomotion/controller.hpp"

namespace wend::locomotion {

struct CostSample {
    Vec3 place;
    double seconds = 0;  ///< time of the world
    double speed = 0;    ///< over the surface that was left, metres a second
    std::string_view controller;
};

struct Region {
    Box2 box;
    double low = 0;  ///< heights of feet to which it applies
    double high = 0;
};

struct TravelCost {
    std::string name = "min time";
    double waiting = 1;  ///< per second
    /// Price per second of a controller at the least.
    std::map<std::string, double, std::less<>> least;
    double least_otherwise = 1;
    /// Price per second at a moment of a move; empty: the least one everywhere.
    std::function<double(const CostSample&)> rate;
    /// What a move on the ground between two places costs at least beyond its least rate, given its seconds
    /// and a speed that it never exceeds: what bounds know of `rate`. Must not fall with the seconds. Empty:
    /// nothing.
    std::function<double(Vec3 from, Vec3 to, double seconds, double top_speed)> detention;

    [[nodiscard]] double least_of(std::string_view controller) const;
};

[[nodiscard]] TravelCost minimum_time();
/// Waiting is free.
[[nodiscard]] TravelCost minimum_motion();
/// A second in one of the regions costs `factor` times as much.
[[nodiscard]] TravelCost avoid_regions(std::vector<Region> regions, double factor = 6);
/// Walking costs a quarter of running and jumping.
[[nodiscard]] TravelCost prefer_walking();
/// Metabolic power in watts per kilogram: 1.5 standing, walking and running by speed, jumping at full effort.
[[nodiscard]] TravelCost minimum_energy();

/// By name: `min-time`, `min-motion`, `avoid`, `prefer-walk`, `energy`.
[[nodiscard]] Result<TravelCost> cost_named(std::string_view name, const std::vector<Region>& regions);

[[nodiscard]] Status check_cost(const TravelCost& cost,
                                const std::vector<std::unique_ptr<Controller>>& controllers);

}  // namespace wend::locomotion
