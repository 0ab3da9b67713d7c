#pragma once

// Random worlds of a few landmarks, and an exhaustive answer for them that uses nothing of the planner:
// neither its table, nor its bounds, nor its order.

#include <limits>
#include <map>

#include "wend/base/rng.hpp"
#include "wend/locomotion/landmarks.hpp"
#include "wend/locomotion/planner.hpp"

namespace wend::locomotion::test {

struct SmallWorld {
    MovingWorld world;
    Skills skills;
    std::vector<std::unique_ptr<Controller>> controllers;
    Timing timing;
    std::vector<Landmark> landmarks;  ///< the first is the start, the second the goal
    TravelCost cost;
};

inline Ring small_rectangle(double x, double y) {
    return rectangle({{-x / 2, -y / 2}, {x / 2, y / 2}});
}

inline Motion random_motion(Rng& rng, Vec3 near, double top_speed) {
    Motion motion;
    double time = 0;
    Vec3 at{near.x + rng.uniform(-6, 6), near.y, near.z};
    const double along = rng.below(2) == 0 ? 1 : -1;
    for (int i = 0; i < 6; ++i) {
        motion.keys.push_back({time, at});
        const double duration = (60 + static_cast<double>(rng.below(240))) / 60;
        const double speed =
            rng.below(3) == 0 ? 0 : rng.uniform(0.3, top_speed) * (rng.below(3) == 0 ? -along : along);
        time += duration;
        at.x += speed * duration;
        if (rng.below(6) == 0) at.z += rng.uniform(-0.3, 0.3);
    }
    return motion;
}

inline TravelCost random_cost(Rng& rng) {
    switch (rng.below(5)) {
        case 0:
            return minimum_motion();
        case 1:
            return prefer_walking();
        case 2:
            return minimum_energy();
        case 3:
            return avoid_regions({{{{-3, 1}, {3, 8}}, -1, 2}}, 3);
        default:
            return minimum_time();
    }
}

/// Two platforms with moving ones between and beside them, and something that passes over them.
inline SmallWorld random_small_world(std::uint64_t seed, int most_landmarks = 8) {
    Rng rng(seed);
    std::vector<Block> blocks;
    const int rows = rng.below(4) == 0 ? 2 : 1;
    const double gap = rng.uniform(3.4, 4.4);
    blocks.push_back({"near", small_rectangle(8, 3), -1, 0, true, {{{0, {0, 0, 0}}}, false}});
    blocks.push_back({"far", small_rectangle(8, 3), -1, 0, true, {{{0, {0, gap * (rows + 1), 0}}}, false}});
    for (int i = 0; i < rows + static_cast<int>(rng.below(2)); ++i) {
        const double row = 1 + i % rows;
        Block block{"mover", small_rectangle(rng.uniform(3, 7), 2.4), -1, rng.uniform(-0.3, 0.4), true, {}};
        block.motion = random_motion(rng, {i >= rows ? 30.0 : 0.0, gap * row, 0}, rng.below(3) == 0 ? 14 : 3);
        blocks.push_back(std::move(block));
    }
    if (rng.below(2) == 0) {
        Block sweeper{"sweeper", small_rectangle(1, 2), 0.4, 2, false, {}};
        sweeper.motion = random_motion(rng, {0, rng.below(2) == 0 ? 0 : gap * (rows + 1), 0}, 5);
        for (auto& key : sweeper.motion.keys) key.position.z = 0;
        blocks.push_back(std::move(sweeper));
    }
    SmallWorld small{
        MovingWorld::make(std::move(blocks), 14).value(), {}, {}, {15, 48}, {}, random_cost(rng)};
    small.controllers = analytic_controllers(small.skills, rng.below(2) == 0);
    small.landmarks = {{0, {rng.uniform(-3, 3), 0}}, {1, {rng.uniform(-3, 3), 0}}};
    for (const Landmark& landmark : sample_landmarks(small.world, small.skills, {3.0, seed}))
        if (static_cast<int>(small.landmarks.size()) < most_landmarks) small.landmarks.push_back(landmark);
    return small;
}

inline constexpr TravelUnits never = std::numeric_limits<TravelUnits>::max();

/// Every departure of every move from every landmark at every step, in order of time.
class BruteForce {
  public:
    BruteForce(const SmallWorld& small, const EdgeTable& prices) : s_(small), prices_(prices) {}

    TravelUnits solve() {
        const std::size_t count = s_.landmarks.size();
        const Step prepare = (s_.skills.prepare_ticks() + s_.timing.ticks - 1) / s_.timing.ticks;
        const auto waiting =
            static_cast<TravelUnits>(std::llround(s_.cost.waiting * s_.timing.seconds() * units_per_cost));
        const std::size_t steps = static_cast<std::size_t>(s_.timing.horizon) + 1;
        ready_.assign(steps, std::vector<TravelUnits>(count, never));
        arrivals_.assign(steps, std::vector<std::map<double, TravelUnits>>(count));
        std::vector<TravelUnits> at_rest(count, never);
        for (Step t = 0; t < s_.timing.horizon; ++t)
            for (std::size_t p = 0; p < count; ++p) {
                if (p == 1) continue;
                TravelUnits& ready = ready_[static_cast<std::size_t>(t)][p];
                if (t > 0 && ready_[static_cast<std::size_t>(t) - 1][p] < never && is_free(p, t - 1))
                    ready = ready_[static_cast<std::size_t>(t) - 1][p] + waiting;
                if (t >= prepare && is_free(p, t - prepare, t)) {
                    TravelUnits begun = p == 0 && t == prepare ? 0 : never;
                    for (const auto& [heading, g] : arrivals_[static_cast<std::size_t>(t - prepare)][p])
                        begun = std::min(begun, g);
                    if (begun < never) ready = std::min(ready, begun + waiting * prepare);
                }
                leave_all(p, t, prepare);
            }
        return best_;
    }

  private:
    bool is_free(std::size_t p, Step step) {
        auto [found, is_new] = free_.try_emplace({p, step}, false);
        if (is_new) found->second = is_standing_free(s_.world, s_.skills, s_.timing, s_.landmarks[p], step);
        return found->second;
    }
    bool is_free(std::size_t p, Step from, Step to) {
        for (Step t = from; t < to; ++t)
            if (!is_free(p, t)) return false;
        return true;
    }
    void leave_all(std::size_t p, Step t, Step prepare) {
        const TravelUnits ready = ready_[static_cast<std::size_t>(t)][p];
        const auto& here = arrivals_[static_cast<std::size_t>(t)][p];
        if (ready == never && here.empty()) return;
        for (std::size_t q = 0; q < s_.landmarks.size(); ++q)
            for (std::size_t c = 0; c < s_.controllers.size() && q != p; ++c) {
                const auto move =
                    s_.controllers[c]->attempt({s_.world, s_.timing, s_.landmarks[p], s_.landmarks[q], t});
                if (!move) continue;
                TravelUnits g = ready;
                for (const auto& [heading, cost] : here)
                    if (lies_ahead(s_.world, heading, s_.landmarks[p], s_.landmarks[q],
                                   t * s_.timing.ticks) &&
                        can_follow(heading, *move))
                        g = std::min(g, cost);
                if (g == never) continue;
                g += price_of(prices_, s_.cost, c, static_cast<EdgeTable::Index>(p), *move).value();
                arrive(q, *move, g, prepare);
            }
    }
    void arrive(std::size_t q, const Move& move, TravelUnits g, Step prepare) {
        if (q == 1) {
            if (is_free(q, move.arrive, std::min(move.arrive + prepare, s_.timing.horizon)))
                best_ = std::min(best_, g);
            return;
        }
        auto [found, is_new] =
            arrivals_[static_cast<std::size_t>(move.arrive)][q].try_emplace(move.heading_in, g);
        if (!is_new) found->second = std::min(found->second, g);
    }

    const SmallWorld& s_;
    const EdgeTable& prices_;
    std::vector<std::vector<TravelUnits>> ready_;
    std::vector<std::vector<std::map<double, TravelUnits>>> arrivals_;
    std::map<std::pair<std::size_t, Step>, bool> free_;
    TravelUnits best_ = never;
};

}  // namespace wend::locomotion::test
