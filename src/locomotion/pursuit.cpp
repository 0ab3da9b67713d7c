#include "wend/locomotion/pursuit.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "wend/base/rng.hpp"

namespace wend::locomotion {
namespace {

/// Walks, jumps and rests at random, with the same skills as its pursuer.
class WanderingTarget {
  public:
    WanderingTarget(EdgeTable& edges, EdgeTable::Index start, std::uint64_t seed)
        : edges_(edges), rng_(seed) {
        const Tick last = edges.timing().horizon * edges.timing().ticks;
        at_ = start;
        while (static_cast<Tick>(path_.size()) <= last) go_on();
    }
    [[nodiscard]] const std::vector<Vec3>& path() const noexcept { return path_; }
    /// The landmark that it stands on, or leaves, or will land on when the flight is half over.
    [[nodiscard]] EdgeTable::Index landmark(Tick tick) const {
        return landmarks_[static_cast<std::size_t>(tick)];
    }

  private:
    void go_on() {
        const int ticks = edges_.timing().ticks;
        const auto step = static_cast<Step>(path_.size()) / ticks;
        const auto& next = edges_.successors(at_);
        for (int i = 0; i < 8 && !next.empty() && rng_.below(3) > 0 && step < edges_.timing().horizon; ++i) {
            const EdgeTable::Index to = next[rng_.below(next.size())];
            const std::size_t controller = rng_.below(edges_.controllers().size());
            if (edges_.fewest_steps(controller, at_, to, step) == 0) continue;
            const auto move = edges_.move(controller, at_, to, step);
            if (!move) continue;
            for (std::size_t k = 0; k + 1 < move->path.size(); ++k) {
                path_.push_back(move->path[k]);
                landmarks_.push_back(2 * k < move->path.size() ? at_ : to);
            }
            at_ = to;
            break;
        }
        // Somebody who flees catches breath between two moves.
        const Step rest = 4 + static_cast<Step>(rng_.below(8));
        for (Tick i = 0; i < rest * ticks; ++i) {
            path_.push_back(
                place_of(edges_.world(), edges_.landmarks()[at_], static_cast<Tick>(path_.size())));
            landmarks_.push_back(at_);
        }
    }
    EdgeTable& edges_;
    Rng rng_;
    EdgeTable::Index at_ = 0;
    std::vector<Vec3> path_;
    std::vector<EdgeTable::Index> landmarks_;
};

/// Where the pursuer is bound to be.
struct Node {
    EdgeTable::Index landmark = 0;
    Step step = 0;
    std::optional<double> heading;
};

class Chase {
  public:
    Chase(EdgeTable& edges, const TravelCost& cost, const WanderingTarget& target, Node start,
          const PursuitOptions& options)
        : edges_(edges),
          cost_(cost),
          target_(target),
          options_(options),
          now_(start),
          allotted_(options.first_allotment) {
        report_.pursuer.push_back(place_of(edges.world(), edges.landmarks()[start.landmark], 0));
    }

    PursuitReport run() {
        const double step_seconds = edges_.timing().seconds();
        const auto last = std::min(edges_.timing().horizon - edges_.prepare_steps() - 1,
                                   static_cast<Step>(options_.seconds / step_seconds));
        Step step = 0;
        while (step < last && !report_.caught) {
            const Node from = committed_until(step + std::max(1, steps_of(allotted_)));
            if (from.step >= last) break;
            plan_from(from, step);
            const Step until = std::max(step + 1, from.step);
            advance(until);
            step = until;
        }
        report_.target.assign(target_.path().begin(),
                              target_.path().begin() + static_cast<std::ptrdiff_t>(report_.pursuer.size()));
        return std::move(report_);
    }

  private:
    [[nodiscard]] Step steps_of(double seconds) const {
        return static_cast<Step>(std::ceil(seconds / edges_.timing().seconds()));
    }

    /// The first landmark that is reached at or after a step, as things are planned; at rest on the last one
    /// when nothing is planned so far ahead.
    [[nodiscard]] Node committed_until(Step step) const {
        Node node = now_;
        for (const PlannedMove& leg : moves_) {
            if (node.step >= step) return node;
            node = {leg.to, leg.move.arrive, leg.move.heading_in};
        }
        if (node.step >= step) return node;
        // Whoever has stopped by then is at rest.
        if (step - node.step >= edges_.prepare_steps() && is_standing(node, step))
            return {node.landmark, step, {}};
        const Step rested = node.step + edges_.prepare_steps();
        return node.heading && is_standing(node, rested) ? Node{node.landmark, rested, {}}
                                                         : Node{node.landmark, std::max(step, node.step), {}};
    }
    [[nodiscard]] bool is_standing(const Node& node, Step until) const {
        return until <= edges_.timing().horizon && edges_.standing_until(node.landmark, node.step) >= until;
    }

    void plan_from(const Node& from, Step step) {
        const Tick tick = step * edges_.timing().ticks;
        const EdgeTable::Index goal = target_.landmark(tick);
        const auto began = std::chrono::steady_clock::now();
        SpaceTimePlanner planner(
            edges_, cost_, {from.landmark, goal, from.step, from.heading},
            {true, false});  // near targets need no bound that takes longer than the search
        Budget budget =
            options_.expansions_per_second > 0
                ? Budget::expansions(static_cast<std::uint64_t>(allotted_ * options_.expansions_per_second))
                : Budget::until(began + std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                                            std::chrono::duration<double>(allotted_)));
        const Status status = planner.run(budget);
        const double took =
            options_.expansions_per_second > 0
                ? static_cast<double>(budget.spent()) / options_.expansions_per_second
                : std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
        TravelPlan plan = planner.plan();
        const bool is_done = status.code != StatusCode::out_of_budget;
        report_.episodes.push_back(
            {tick * tick_seconds, allotted_, took, is_done && took <= allotted_, plan.moves.size()});
        // An unfinished search needed more than it got.
        allotted_ = std::max(options_.least_allotment, options_.margin * (is_done ? took : 2 * allotted_));
        // A partial way is taken only as far as one can stop at its end.
        while (!plan.moves.empty() && plan.status == StatusCode::partial &&
               edges_.standing_until(plan.moves.back().to, plan.moves.back().move.arrive) <
                   plan.moves.back().move.arrive + 4 * edges_.prepare_steps())
            plan.moves.pop_back();
        std::vector<PlannedMove> kept;
        for (const PlannedMove& leg : moves_)
            if (leg.move.arrive <= from.step) kept.push_back(leg);
        kept.insert(kept.end(), plan.moves.begin(), plan.moves.end());
        moves_ = std::move(kept);
    }

    /// Executes what is planned until a step at which the pursuer is on a landmark.
    void advance(Step until) {
        const int ticks = edges_.timing().ticks;
        TravelPlan done;
        done.request = {now_.landmark, now_.landmark, now_.step, now_.heading};
        while (!moves_.empty() && moves_.front().move.arrive <= until) {
            done.moves.push_back(std::move(moves_.front()));
            moves_.erase(moves_.begin());
        }
        WaitEnds ends{now_.heading, {}};
        for (PlannedMove& leg : done.moves) {
            ends.heading_out = leg.move.heading_out;
            if (now_.step < leg.move.depart)
                walk(wait_path(edges_.world(), edges_.skills(), edges_.landmarks()[now_.landmark],
                               now_.step * ticks, leg.move.depart * ticks, ends));
            walk(leg.move.path, leg.move.off, leg.move.land);
            now_ = {leg.to, leg.move.arrive, leg.move.heading_in};
            ends = {now_.heading, {}};
        }
        if (now_.step >= until) return;
        ends.heading_out.reset();
        walk(wait_path(edges_.world(), edges_.skills(), edges_.landmarks()[now_.landmark], now_.step * ticks,
                       until * ticks, ends));
        now_ = {now_.landmark, until, {}};
    }

    void walk(const std::vector<Vec3>& path, Tick off = 0, Tick land = 0) {
        for (Tick i = 1; i < static_cast<Tick>(path.size()) && !report_.caught; ++i) {
            report_.pursuer.push_back(path[static_cast<std::size_t>(i)]);
            report_.support.push_back(i > off && i <= land ? Support::air : Support::ground);
            const std::size_t tick = report_.pursuer.size() - 1;
            const Vec3 apart = minus(target_.path()[tick], report_.pursuer.back());
            if (length(apart.xy()) <= options_.catch_distance && std::abs(apart.z) < 1) {
                report_.caught = true;
                report_.caught_at = static_cast<double>(tick) * tick_seconds;
            }
        }
    }

    EdgeTable& edges_;
    const TravelCost& cost_;
    const WanderingTarget& target_;
    PursuitOptions options_;
    Node now_;
    double allotted_;
    std::vector<PlannedMove> moves_;  ///< from `now_` on
    PursuitReport report_;
};

}  // namespace

double PursuitReport::share_in_time() const {
    if (episodes.empty()) return 1;
    const auto count =
        std::count_if(episodes.begin(), episodes.end(), [](const Episode& e) { return e.in_time; });
    return static_cast<double>(count) / static_cast<double>(episodes.size());
}

Result<PursuitReport> pursue(const RideScene& scene, const PursuitOptions& options) {
    auto made = MovingWorld::make(scene.blocks, scene.horizon);
    if (!made) return made.status();
    const MovingWorld world = std::move(made).value();
    const auto cost = cost_named(scene.cost, scene.regions);
    if (!cost) return cost.status();
    if (scene.riders.empty() || scene.targets.empty())
        return Status::invalid_input("pursuit: expected a rider and a target");
    const auto controllers = controllers_of(scene);
    const Timing timing{scene.step_ticks, world.last_tick() / scene.step_ticks};
    EdgeTable edges(world, scene.skills, controllers, timing,
                    sample_landmarks(world, scene.skills, scene.landmarks));
    const auto start = landmark_at(world, scene.skills, scene.riders[0].start, 0);
    if (!start) return start.status();
    const auto target = landmark_at(world, scene.skills, scene.targets[0].start, 0);
    if (!target) return target.status();
    const auto from = edges.add(start.value());
    const auto to = edges.add(target.value());
    const WanderingTarget wanderer(edges, to, scene.targets[0].seed);
    return Chase(edges, cost.value(), wanderer, {from, 0, {}}, options).run();
}

}  // namespace wend::locomotion
