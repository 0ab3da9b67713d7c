// The lattice without time: where a body can get to if nobody is in its way. Whatever the lattice holds in
// space and time lies above these places, so a goal that they do not lead to has no plan.

#include "wend/domains/space_time_domain.hpp"

namespace wend::domains {

/// Platforms carry bodies where no lattice of the ground leads, and leaps are not looked into.
EndFloods SpaceTimeDomain::end_floods(Key start) const {
    if (lattice_.carriers() > 1 || options_.gap_length > 0) return {};
    const State from = State::of(start);
    if (from.is_set()) return {};
    std::vector<EndFloods::Key> starts{place_state(from.layer, {from.x, from.y}).key()}, goals;
    if (from.speed == State::own_speed)
        for (int heading = 0; heading < MoveTable::headings; ++heading)
            for (int level = 0; level <= moves_->levels(); ++level) {
                const auto move = moves_->from_speed(origin_.speed, heading, level);
                if (!move) continue;
                const State to =
                    place_state(from.layer, {from.x + move->displacement.x, from.y + move->displacement.y});
                if (is_walkable(from, to)) starts.push_back(to.key());
            }
    for (const LatticeVector cell : goal_cells_) goals.push_back(place_state(goal_.at.layer, cell).key());
    return {starts, goals, true};
}

SpaceTimeState SpaceTimeDomain::place_state(std::uint32_t layer, LatticeVector cell) noexcept {
    State s;
    s.x = cell.x;
    s.y = cell.y;
    s.layer = layer;
    return s;
}

/// Is it on some way that can be walked in time?
bool SpaceTimeDomain::is_place(const State& s) const {
    if (std::abs(s.x) > State::farthest || std::abs(s.y) > State::farthest) return false;
    const Vec2 p = lattice_.own_point(0, s.x, s.y);
    const double most = goal_reach_ + moves_->limits().max_speed * last_tick_ * moves_->step() + 1e-3;
    return distance(p, origin_.at.position) + distance(p, goal_.at.position) <= most;
}

void SpaceTimeDomain::visit_places(Key key, search::Direction where, const EdgeSink& visit) const {
    const State s = State::of(key);
    for (const LatticeVector step : moves_->reaches()) {
        const State to = place_state(s.layer, {s.x + step.x, s.y + step.y});
        const bool is_forward = where == search::Direction::forward;
        if (is_place(to) && (is_forward ? is_walkable(s, to) : is_walkable(to, s))) visit(to, 0);
    }
    for (const Gate& gate : gates_)
        for (const Gate::Foot& foot : gate.feet) {
            const State from = place_state(gate.crossing->from_layer, foot.cell),
                        to = place_state(gate.crossing->to_layer, gate.landing);
            if (where == search::Direction::forward && from == s) visit(to, 0);
            if (where == search::Direction::backward && to == s) visit(from, 0);
        }
}

}  // namespace wend::domains
