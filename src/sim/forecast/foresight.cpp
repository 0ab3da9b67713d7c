#include "sim/forecast/foresight.hpp"

#include "sim/crowd.hpp"

namespace wend {
namespace {

constexpr double horizon = 12;       ///< seconds
constexpr double time_step = 0.2;    ///< seconds
constexpr double least_share = 0.4;  ///< slower is no pace any more
constexpr double share_step = 0.05;
constexpr double gap = 0.15;      ///< metres between two bodies that are not in each other's way
constexpr double head_on = -0.9;  ///< cosine between headings; pace is no help against who comes head-on

/// A walk along a route at a constant speed.
struct Stroll {
    const Route& route;
    double station = 0;
    double speed = 0;
    double radius = 0;
};

/// They cross or catch up with each other; where one arrives, that is the end of it.
bool will_meet(const Stroll& a, const Stroll& b) {
    for (double time = time_step; time <= horizon; time += time_step) {
        const double at_a = a.station + a.speed * time, at_b = b.station + b.speed * time;
        if (at_a > a.route.length() || at_b > b.route.length()) return false;
        const std::size_t leg_a = a.route.leg_at(at_a), leg_b = b.route.leg_at(at_b);
        const Vec2 apart = a.route.position_on(leg_a, at_a) - b.route.position_on(leg_b, at_b);
        const double reach = a.radius + b.radius + gap;
        if (squared_length(apart) > reach * reach || a.route.layer_at(at_a) != b.route.layer_at(at_b))
            continue;
        return dot(unit_vector(a.route.heading(leg_a)), unit_vector(b.route.heading(leg_b))) > head_on;
    }
    return false;
}

std::vector<Stroll> those_before(const Crowd& crowd, const Walker& walker) {
    std::vector<Stroll> others;
    for (const Walker& other : crowd.walkers) {
        if (other.number >= walker.number) break;
        if (!other.is_present() || other.has_arrived || other.is_aside || !other.commitment.route) continue;
        others.push_back({*other.commitment.route, other.walk.station,
                          other.pace_share * other.spec.limits.max_speed, other.spec.limits.radius});
    }
    return others;
}

}  // namespace

double foreseen_share(const Crowd& crowd, const Walker& walker, const Route& route, double station,
                      double pace) {
    if (!crowd.scene.prediction || crowd.numbers.size() > foresight_limit) return 1;
    const std::vector<Stroll> others = those_before(crowd, walker);
    double best = 1;
    std::size_t fewest = others.size() + 1;
    for (double share = 1; share > least_share && fewest > 0; share -= share_step) {
        const Stroll own{route, station, share * pace, walker.spec.limits.radius};
        std::size_t met = 0;
        for (const Stroll& other : others) met += will_meet(own, other) ? 1 : 0;
        if (met >= fewest) continue;
        fewest = met;
        best = share;
    }
    return best;
}

}  // namespace wend
