// How a path of the footstep lattice is walked, and how it can be left to come to rest.

#include <algorithm>
#include <array>
#include <cmath>

#include "wend/domains/footstep_domain.hpp"

namespace wend::domains {
namespace {

using Kind = FootstepState::Kind;

/// Collects plants; a foot's orientation is chosen when it lifts, from what is left of its interval.
class Tread {
  public:
    explicit Tread(FootstepPlan& plan) : plan_(plan) {}

    void put(const FootPlant& plant, double heading, FootTurns turns) {
        Open& open = open_[static_cast<std::size_t>(plant.side)];
        open = {plan_.plants.size(), heading, turns, true};
        plan_.plants.push_back(plant);
        choose(open);
    }
    /// The heading goes on by `turn` sixteenths while this foot bears.
    void bear(Side side, int turn) {
        Open& open = open_[static_cast<std::size_t>(side)];
        const int low = std::max(open.turns.low, 2 * turn - FootTurns::most_borne);
        const int high = std::min(open.turns.high, 2 * turn + FootTurns::most_borne);
        if (low > high) return;
        open.turns = {low, high};
        choose(open);
    }
    void lift(Side side, double time) {
        Open& open = open_[static_cast<std::size_t>(side)];
        if (open.is_down) plan_.plants[open.plant].up = time;
        open.is_down = false;
    }
    [[nodiscard]] const FootPlace& place(Side side) const {
        return plan_.plants[open_[static_cast<std::size_t>(side)].plant].place;
    }

  private:
    struct Open {
        std::size_t plant = 0;
        double heading = 0;
        FootTurns turns;
        bool is_down = false;
    };
    void choose(const Open& open) {
        const int turn = std::clamp(0, open.turns.low, open.turns.high);
        plan_.plants[open.plant].place.angle = open.heading + turn * FootTurns::unit;
    }
    FootstepPlan& plan_;
    std::array<Open, 2> open_;
};

}  // namespace

FootstepPlan FootstepDomain::plan(std::span<const Key> path) const {
    FootstepPlan made;
    std::vector<State> states;
    for (const Key key : path)
        if (const State s = State::of(key); !s.is_set()) states.push_back(s);
    if (states.empty()) return made;
    Tread tread(made);
    const auto plant = [&](const State& s, Vec2 at, double down) {
        return FootPlant{s.side, s.layer, {at, 0}, ground_->height(s.layer, at), down, FootPlant::ever};
    };
    const auto join = [&](const State& s) {
        FootstepPlan::Joint joint;
        joint.frame = made.walk.size() - 1;
        joint.is_at_rest = s.kind == Kind::standing || s.kind == Kind::start;
        joint.heading = heading_of(s);
        joint.speed = speed(s.key());
        joint.feet.twist = s.twist;
        joint.feet.side = s.side;
        joint.feet.support = tread.place(s.side);
        if (joint.is_at_rest) joint.feet.other = tread.place(other(s.side));
        made.joints.push_back(joint);
    };
    const State& first = states.front();
    const double begin = time(first.tick);
    if (first.kind == Kind::start || first.kind == Kind::standing) {
        State rear = first;
        rear.side = other(first.side);
        Vec2 at = origin_.feet.other ? origin_.feet.other->at : Vec2{};
        if (first.kind == Kind::standing) {
            const LatticeVector from_other = *table_->stance(first.heading, first.side, first.stance);
            rear.x -= from_other.x;
            rear.y -= from_other.y;
            at = foot(rear);
        }
        tread.put(plant(rear, at, begin), heading_of(first), {0, 0});
        if (first.kind == Kind::start) made.plants.back().place.angle = origin_.feet.other->angle;
    }
    tread.put(plant(first, foot(first), begin), heading_of(first), first.turns);
    made.walk.push_back(
        {begin, first.layer, mass(first), heading_of(first) + FootstepBody::twist * first.twist});
    join(first);
    for (std::size_t i = 1; i < states.size(); ++i) {
        const State &from = states[i - 1], &to = states[i];
        const auto way = motion(from, to);
        if (!way) return {};
        if (to.side != from.side && from.kind != Kind::start) {
            const int turn = (to.heading - from.heading + 24) % FootstepTable::headings - 8;
            tread.bear(from.side, turn);
            const double half = (way->begin + way->end()) / 2;
            tread.put(plant(to, foot(to), half), heading_of(to), to.turns);
            if (to.kind != Kind::standing) tread.lift(from.side, half);
        } else if (!way->stays) {
            tread.lift(other(to.side), way->end());
        }
        for (int f = 1; f <= way->frames; ++f)
            made.walk.push_back({way->time(f), way->layer, way->position(f), way->heading_at(f)});
        join(to);
    }
    return made;
}

std::optional<std::vector<FootstepDomain::Key>> FootstepDomain::stop(Key key, const Allows& allows) const {
    const State from = State::of(key);
    if (from.is_set() || from.kind == Kind::standing || from.kind == Kind::start) return std::vector<Key>{};
    struct Step {
        State to;
        Cost cost = 0;
    };
    const auto steps = [&](const State& s) {
        std::vector<Step> found;
        const auto take = [&](Key to, Cost cost) {
            if (!allows || allows(s.key(), to)) found.push_back({State::of(to), cost});
        };
        steps_from(s, true, EdgeSink(take));
        return found;
    };
    const auto rest_among = [](const std::vector<Step>& found) {
        const Step* best = nullptr;
        for (const Step& step : found)
            if (step.to.kind == Kind::standing && (!best || step.cost < best->cost)) best = &step;
        return best;
    };
    std::vector<Step> first = steps(from);
    if (const Step* rest = rest_among(first)) return std::vector<Key>{rest->to.key()};
    std::stable_sort(first.begin(), first.end(),
                     [](const Step& a, const Step& b) { return a.cost < b.cost; });
    for (const Step& step : first) {
        const std::vector<Step> second = steps(step.to);
        if (const Step* rest = rest_among(second)) return std::vector<Key>{step.to.key(), rest->to.key()};
    }
    return std::nullopt;
}

}  // namespace wend::domains
