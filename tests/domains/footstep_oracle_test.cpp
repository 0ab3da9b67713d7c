// Footsteps by brute force: Dijkstra's search over everything that the table allows, with geometry, collision
// tests and the pendulum written once more and in another way. Costs must be equal to the last unit.

#include <algorithm>
#include <cmath>
#include <queue>
#include <unordered_map>

#include <gtest/gtest.h>

#include "domains/footstep_worlds.hpp"
#include "support/effort.hpp"

namespace wend::domains {
namespace {

using Kind = FootstepState::Kind;
using search::Cost;

double to_segment(Vec2 p, Vec2 a, Vec2 b) {
    const Vec2 ab = b - a;
    const double t = std::clamp(dot(p - a, ab) / dot(ab, ab), 0.0, 1.0);
    return length(p - (a + t * ab));
}
double between(Vec2 a, Vec2 b, Vec2 c, Vec2 d) {
    const auto turn = [](Vec2 p, Vec2 q, Vec2 r) { return cross(q - p, r - q); };
    if (turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0) return 0;
    return std::min({a == b ? length(c - a) : std::min(to_segment(c, a, b), to_segment(d, a, b)),
                     to_segment(a, c, d), to_segment(b, c, d)});
}
double to_ring(const Ring& ring, Vec2 a, Vec2 b) {
    double least = 1e9;
    for (std::size_t i = 0; i < ring.size(); ++i)
        least = std::min(least, between(a, b, ring[i], ring[(i + 1) % ring.size()]));
    return least;
}
bool encloses(const Ring& ring, Vec2 p) {
    bool inside = false;
    for (std::size_t i = 0, j = ring.size() - 1; i < ring.size(); j = i++)
        if ((ring[i].y > p.y) != (ring[j].y > p.y) &&
            p.x < (ring[j].x - ring[i].x) * (p.y - ring[i].y) / (ring[j].y - ring[i].y) + ring[i].x)
            inside = !inside;
    return inside;
}

class StepOracle {
  public:
    explicit StepOracle(const test::FootstepProblem& problem)
        : scene_(problem.scene),
          table_(*problem.table),
          start_(problem.start),
          goal_(problem.goal),
          bounds_(rectangle(problem.scene.bounds)) {}

    /// `infinite_cost` when there is no way.
    Cost best() {
        FootstepState s;
        s.kind = Kind::start;
        s.side = start_.feet.side;
        reach(s, 0);
        const int last = static_cast<int>(std::floor(goal_.window.high / table_.tick() + 1e-6));
        while (!open_.empty()) {
            const auto [cost, key] = open_.top();
            open_.pop();
            if (costs_[key] < cost) continue;
            s = FootstepState::of(key);
            if (s.tick * table_.tick() >= goal_.window.low - 1e-6 && s.tick <= last && is_there(s))
                return cost + 2;
            if (s.tick > last) continue;
            if (s.kind == Kind::start)
                set_off(s, cost);
            else
                step(s, cost);
        }
        return search::infinite_cost;
    }

  private:
    using Item = std::pair<Cost, std::uint64_t>;

    void reach(const FootstepState& s, Cost cost) {
        const auto [at, is_new] = costs_.try_emplace(s.key(), cost);
        if (!is_new && at->second <= cost) return;
        at->second = cost;
        open_.push({cost, s.key()});
    }
    [[nodiscard]] bool is_there(const FootstepState& s) const {
        const bool rests = s.kind == Kind::start || s.kind == Kind::standing;
        return (rests || !goal_.at_rest) && length(mass(s) - goal_.at.position) <= goal_.tolerance;
    }
    [[nodiscard]] Vec2 world(Vec2 own) const { return start_.feet.support.at + rotated(own, start_.heading); }
    [[nodiscard]] Vec2 foot(const FootstepState& s) const { return world(0.05 * Vec2{s.x * 1.0, s.y * 1.0}); }
    [[nodiscard]] double heading(const FootstepState& s) const {
        return start_.heading + s.heading * 2 * std::numbers::pi / 16;
    }
    [[nodiscard]] Vec2 mass(const FootstepState& s) const {
        if (s.kind == Kind::start) return start_.at.position;
        return foot(s) +
               rotated(table_.mass(s.heading, s.side, static_cast<Gait>(s.kind), s.stance), start_.heading);
    }

    /// The surface under a point: a stone, or -1 for the plain ground, or -2 for none.
    [[nodiscard]] int surface(Vec2 p) const {
        int best = -2;
        double high = -1e9;
        for (std::size_t i = 0; i < scene_.footholds.size(); ++i)
            if (encloses(scene_.footholds[i].polygon.outline, p) && scene_.footholds[i].height > high) {
                best = static_cast<int>(i);
                high = scene_.footholds[i].height;
            }
        if (best >= 0) return best;
        for (const Gap& gap : scene_.gaps)
            if (encloses(gap.polygon.outline, p)) return -2;
        return encloses(bounds_, p) ? -1 : -2;
    }
    [[nodiscard]] double height(Vec2 p) const {
        const int on = surface(p);
        return on >= 0 ? scene_.footholds[static_cast<std::size_t>(on)].height : 0;
    }
    [[nodiscard]] bool stands(Vec2 p, double angle) const {
        const Vec2 spine = 0.08 * Vec2{std::cos(angle), std::sin(angle)};
        const int on = surface(p);
        if (on == -2) return false;
        if (on >= 0)
            return to_ring(scene_.footholds[static_cast<std::size_t>(on)].polygon.outline, p - spine,
                           p + spine) >= 0.05;
        double room = to_ring(bounds_, p - spine, p + spine);
        for (const Gap& gap : scene_.gaps)
            room = std::min(room, to_ring(gap.polygon.outline, p - spine, p + spine));
        for (const Foothold& hold : scene_.footholds)
            room = std::min(room, to_ring(hold.polygon.outline, p - spine, p + spine));
        return room >= 0.05;
    }

    /// Least distance of two points that move linearly in the same time.
    static double nearest(Vec2 a, Vec2 b, Vec2 c, Vec2 d) {
        const Vec2 from = a - c, to = b - d;
        return from == to ? length(from) : to_segment({}, from, to);
    }
    /// How near movers come to somebody who goes from p to q in that time.
    [[nodiscard]] double to_movers(Vec2 p, Vec2 q, double begin, double end) const {
        double least = 1e9;
        for (const ObstacleSpec& mover : scene_.obstacles) {
            std::vector<double> times{begin, end};
            for (const Keyframe& key : mover.motion.keyframes)
                if (key.time > begin && key.time < end) times.push_back(key.time);
            std::sort(times.begin(), times.end());
            for (std::size_t i = 0; i + 1 < times.size(); ++i) {
                const auto at = [&](double t) { return p + (q - p) * ((t - begin) / (end - begin)); };
                least = std::min(least,
                                 nearest(at(times[i]), at(times[i + 1]), mover.motion.at(times[i]).position,
                                         mover.motion.at(times[i + 1]).position) -
                                     std::get<DiscShape>(mover.shape).radius);
            }
        }
        return least;
    }
    [[nodiscard]] bool is_cramped(const FootstepState& s) const {
        const Vec2 at = mass(s);
        const double t = s.tick * table_.tick(), wide = 0.25 + 0.12;
        return to_ring(bounds_, at, at) < wide || to_movers(at, at, t - 0.3, t + 0.3) < wide;
    }
    [[nodiscard]] bool is_free(std::span<const Vec2> way, double begin, double from, double turn) const {
        const double frame = table_.settings().frame;
        const double count = static_cast<double>(way.size() - 1);
        if (std::abs(turn) > table_.limits().max_turn_rate * count * frame) return false;
        for (std::size_t i = 0; i + 1 < way.size(); ++i)
            for (const double side : {-0.1, 0.0, 0.1}) {
                const auto part = [&](std::size_t at) {
                    const double angle = from + turn * static_cast<double>(at) / count;
                    return way[at] + side * Vec2{-std::sin(angle), std::cos(angle)};
                };
                const Vec2 p = part(i), q = part(i + 1);
                const double t = begin + static_cast<double>(i) * frame;
                if (!encloses(bounds_, p) || to_ring(bounds_, p, q) < 0.15) return false;
                if (to_movers(p, q, t, t + frame) < 0.15 - 1e-9) return false;
            }
        return true;
    }
    /// The pendulum by Runge and Kutta.
    [[nodiscard]] std::vector<Vec2> swing(const Pendulum& way) const {
        const int frames = static_cast<int>(std::lround(way.duration / table_.settings().frame));
        const int steps = 40 * frames;
        const double h = way.duration / steps, w2 = way.frequency * way.frequency;
        std::vector<Vec2> places{way.start};
        Vec2 x = way.start, v = way.velocity;
        for (int i = 0; i < steps; ++i) {
            const Vec2 p = 2 * i < steps ? way.first : way.second;
            const auto push = [&](Vec2 at) { return (at - p) * w2; };
            const Vec2 a1 = push(x), v2 = v + a1 * (h / 2), a2 = push(x + v * (h / 2));
            const Vec2 v3 = v + a2 * (h / 2), a3 = push(x + v2 * (h / 2)), v4 = v + a3 * h,
                       a4 = push(x + v3 * h);
            x += (v + 2 * v2 + 2 * v3 + v4) * (h / 6);
            v += (a1 + 2 * a2 + 2 * a3 + a4) * (h / 6);
            if ((i + 1) % 40 == 0) places.push_back(x);
        }
        return places;
    }

    void arrive(const FootstepState& from, FootstepState to, Cost cost, std::span<const Vec2> way) {
        const double begin = from.tick * table_.tick();
        const bool may_twist = is_cramped(to);
        for (to.twist = -1; to.twist <= 1; ++to.twist) {
            if (to.twist != 0 && !may_twist) continue;
            const double third = std::numbers::pi / 3, twist = third * (to.twist - from.twist);
            const double turn = std::remainder(heading(to) - heading(from), 2 * std::numbers::pi);
            if (!is_free(way, begin, heading(from) + third * from.twist, turn + twist)) continue;
            reach(to,
                  cost + static_cast<Cost>(100 * std::abs(to.twist - from.twist) + 50 * std::abs(to.twist)));
        }
    }

    void set_off(const FootstepState& s, Cost cost) {
        FootstepState to = s;
        to.tick += 2;
        arrive(s, to, cost + table_.stay_cost(),
               std::vector<Vec2>(static_cast<std::size_t>(2 * table_.frames() + 1), start_.at.position));
        for (const bool is_other : {false, true})
            for (const Gait gait : {Gait::poised, Gait::slow}) {
                const Vec2 support = is_other ? start_.feet.other->at : start_.feet.support.at;
                const Vec2 rear = is_other ? start_.feet.support.at : start_.feet.other->at;
                const auto own = [&](Vec2 p) { return rotated(p - support, -start_.heading); };
                to = s;
                to.side = is_other ? other(s.side) : s.side;
                const auto made = table_.set_off(0, to.side, own(start_.at.position), own(rear), gait);
                if (!made || !stands(support, start_.heading)) continue;
                const Vec2 cells = rotated(support - start_.feet.support.at, -start_.heading) / 0.05;
                to.x = static_cast<int>(std::lround(cells.x));
                to.y = static_cast<int>(std::lround(cells.y));
                to.kind = static_cast<Kind>(gait);
                to.tick += made->ticks;
                std::vector<Vec2> way = swing(made->way);
                for (Vec2& p : way) p = support + rotated(p, start_.heading);
                arrive(s, to, cost + made->cost, way);
            }
    }

    void step(const FootstepState& s, Cost cost) {
        for (const FootMove& move : table_.from(s.heading, s.side, static_cast<Gait>(s.kind), s.stance)) {
            FootstepState to = s;
            to.tick += move.ticks;
            to.kind = static_cast<Kind>(move.to);
            to.stance = move.stance_to;
            to.heading = (s.heading + move.turn + 16) % 16;
            Cost price = cost + move.cost;
            if (move.lands) {
                const int quarters = s.heading / 4;
                int x = move.step.x, y = move.step.y;
                for (int i = 0; i < quarters; ++i) std::tie(x, y) = std::pair{-y, x};
                to.x += x;
                to.y += y;
                to.side = other(s.side);
                if (!lands(s, to, move.turn)) continue;
                const double rise = height(foot(to)) - height(foot(s));
                if (std::abs(rise) > 0.3) continue;
                price += static_cast<Cost>(std::ceil(9.81 * std::max(0.0, rise) / 1e-3 - 1e-6));
            }
            std::vector<Vec2> way;
            if (!move.lands && move.from == move.to) {
                way.assign(static_cast<std::size_t>(move.ticks * table_.frames() + 1), mass(s));
            } else {
                way = swing(table_.pendulum(s.heading % 4, s.side, move));
                for (Vec2& p : way)
                    p = foot(s) + rotated(p, start_.heading + s.heading / 4 * std::numbers::pi / 2);
            }
            arrive(s, to, price, way);
        }
    }

    /// Sets the orientations that hold; false when none does, or hips forbid it.
    [[nodiscard]] bool lands(const FootstepState& s, FootstepState& to, int turn) const {
        bool leaves = false;
        for (int t = s.turns.low; t <= s.turns.high; ++t) leaves = leaves || std::abs(t - 2 * turn) <= 4;
        if (!leaves) return false;
        std::array<bool, 5> fits{};
        for (int t = -2; t <= 2; ++t)
            fits[static_cast<std::size_t>(t + 2)] =
                std::abs(t + 2 * turn) <= 4 && stands(foot(to), heading(to) + t * std::numbers::pi / 16);
        int best = -1, most = -1000;
        for (int low = 0; low < 5; ++low)
            for (int high = low; high < 5 && fits[static_cast<std::size_t>(high)]; ++high) {
                const int rank = 100 * (high - low) - std::abs(low + high - 4);
                if (rank > most) most = rank, best = 10 * low + high;
            }
        if (best < 0) return false;
        to.turns = {best / 10 - 2, best % 10 - 2};
        return true;
    }

    const Scene& scene_;
    const FootstepTable& table_;
    FootstepStart start_;
    FootstepGoal goal_;
    Ring bounds_;
    std::unordered_map<std::uint64_t, Cost> costs_;
    std::priority_queue<Item, std::vector<Item>, std::greater<>> open_;
};

/// Little ground, so that brute force comes to an end.
test::FootstepProblem ditch(Rng& rng) {
    test::FootstepProblem problem;
    Scene& scene = problem.scene;
    const double width = rng.uniform(0.3, 0.8), far = 0.6 + width, side = rng.uniform(0.5, 0.8);
    scene.bounds = {{0, 0}, {far + 0.6, side}};
    scene.layers = {Layer{"ground", 0, {}, {}}};
    scene.gaps = {{0, test::box_of({0.6, 0}, {far, side})}};
    for (double x = 0.6 + rng.uniform(0.15, 0.3); x < far; x += rng.uniform(0.3, 0.45))
        scene.footholds.push_back(
            {0,
             {test::stone_ring(rng, {x, side * rng.uniform(0.3, 0.7)}, rng.uniform(0.15, 0.2)), {}},
             rng.uniform(-0.1, 0.2),
             {}});
    if (rng.below(2) == 0) {
        ObstacleSpec obstacle;
        obstacle.name = "log";
        obstacle.shape = DiscShape{rng.uniform(0.1, 0.2)};
        const double x = rng.uniform(0.6, far), begin = rng.uniform(0, 4);
        obstacle.motion = {{{begin, {{x, -0.6}, 0}}, {begin + 2, {{x, side + 0.6}, 0}}}, false};
        scene.obstacles = {obstacle};
    }
    problem.start.at = {0, {0.3, side / 2}, 0};
    problem.start.heading = rng.uniform(-0.1, 0.1);
    problem.goal.at = {0, {far + 0.3, side / 2}, 0};
    problem.goal.window = {rng.below(3) == 0 ? 5.0 : 0.0, 6};
    problem.goal.tolerance = 0.2;
    return problem;
}

TEST(FootstepOracle, PlansAreTheBestThereAre) {
    const int worlds = test::rounds(3, 300);
    int solvable = 0;
    for (int i = 0; i < worlds; ++i) {
        Rng rng(static_cast<std::uint64_t>(i));
        test::FootstepProblem problem = ditch(rng);
        problem.prepare();
        const test::SolvedSteps solved = test::solve_steps(problem.domain());
        const Cost best = StepOracle(problem).best();
        EXPECT_EQ(solved.plan.status == StatusCode::ok, best < search::infinite_cost) << "ditch " << i;
        EXPECT_EQ(std::min(solved.plan.cost, search::infinite_cost), best) << "ditch " << i;
        solvable += best < search::infinite_cost;
    }
    EXPECT_GE(solvable, worlds / 4);
}

}  // namespace
}  // namespace wend::domains
