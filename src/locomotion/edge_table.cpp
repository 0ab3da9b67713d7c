#include "wend/locomotion/edge_table.hpp"

#include <algorithm>
#include <cmath>

namespace wend::locomotion {

EdgeTable::EdgeTable(const MovingWorld& world, const Skills& skills, const Controllers& controllers,
                     Timing timing, std::vector<Landmark> landmarks)
    : world_(world),
      skills_(skills),
      controllers_(controllers),
      timing_(timing),
      prepare_steps_((skills.prepare_ticks() + timing.ticks - 1) / timing.ticks) {
    timing_.horizon = std::min(timing.horizon, world.last_tick() / timing.ticks);
    const auto count = static_cast<std::uint32_t>(world.blocks().size());
    sweeps_.resize(std::size_t{count} * count);
    for (std::uint32_t a = 0; a < count; ++a)
        for (std::uint32_t b = 0; b < count; ++b)
            if (!world.moves_alike(a, b, 0, world.last_tick())) {
                Box2 box = world.relative_sweep(a, b);
                box.low += world.outline_box(b).low;
                box.high += world.outline_box(b).high;
                sweeps_[a * count + b] = box;
            }
    capacity_ = landmarks.size() + 64;
    rows_.assign(controllers.size(), std::vector<Row>(capacity_ * capacity_));
    settled_.assign(capacity_ * capacity_, 0);
    for (const Landmark& landmark : landmarks) {
        landmarks_.push_back(landmark);
        put(static_cast<Index>(landmarks_.size() - 1));
    }
}

EdgeTable::Index EdgeTable::add(const Landmark& landmark) {
    for (Index i = 0; i < landmarks_.size(); ++i)
        if (landmarks_[i].block == landmark.block && distance(landmarks_[i].local, landmark.local) < 1e-9)
            return i;
    // Goals come and go during a pursuit: the oldest that was added makes room.
    if (landmarks_.size() == capacity_) {
        std::vector<Landmark> kept(landmarks_.begin(),
                                   landmarks_.begin() + static_cast<std::ptrdiff_t>(capacity_ - 64));
        const std::uint64_t simulated = simulated_;
        const std::uint64_t evaluated = evaluated_;
        EdgeTable fresh(world_, skills_, controllers_, timing_, std::move(kept));
        rows_ = std::move(fresh.rows_);
        successors_ = std::move(fresh.successors_);
        settled_ = std::move(fresh.settled_);
        standing_ = std::move(fresh.standing_);
        landmarks_ = std::move(fresh.landmarks_);
        known_.clear();
        simulated_ = simulated;
        evaluated_ = evaluated;
    }
    landmarks_.push_back(landmark);
    put(static_cast<Index>(landmarks_.size() - 1));
    return static_cast<Index>(landmarks_.size() - 1);
}

void EdgeTable::put(Index landmark) {
    successors_.emplace_back();
    find_standing(landmark);
    for (Index other = 0; other < landmark; ++other) {
        relate(landmark, other);
        relate(other, landmark);
    }
}

void EdgeTable::relate(Index from, Index to) {
    bool is_linked = false;
    for (std::size_t c = 0; c < controllers_.size(); ++c) {
        Row& row = rows_[c][from * capacity_ + to];
        row = row_of(*controllers_[c], from, to);
        is_linked = is_linked || row.steps > 0;
    }
    if (!is_linked) return;
    successors_[from].push_back(to);
    settled_[from * capacity_ + to] = find_settled(from, to);
}

EdgeTable::Row EdgeTable::row_of(const Controller& controller, Index from, Index to) const {
    Row row;
    const Landmark& a = landmarks_[from];
    const Landmark& b = landmarks_[to];
    MoveQuery query{world_, timing_, a, b, 0};
    const bool is_fixed = a.block == b.block || (world_.is_static(a.block) && world_.is_static(b.block));
    if (is_fixed) {
        row.steps = controller.fewest_steps(query);
        return row;
    }
    // Two blocks that never come near each other need no look at every step.
    const Box2& sweep = sweeps_[a.block * world_.blocks().size() + b.block];
    const double reach = skills_.jump_reach();
    if (!sweep.is_empty() && !sweep.overlaps(world_.outline_box(a.block).grown(reach))) return row;
    row.is_constant = false;
    row.steps = controller.fewest_ever(world_, timing_, a, b);
    return row;
}

Step EdgeTable::fewest_steps(std::size_t controller, Index from, Index to, Step depart) {
    Row& row = rows_[controller][from * capacity_ + to];
    if (row.is_constant || row.steps == 0) return depart + row.steps <= timing_.horizon ? row.steps : 0;
    if (row.by_step.empty()) row.by_step.assign(static_cast<std::size_t>(timing_.horizon) + 1, unknown);
    std::uint8_t& known = row.by_step[static_cast<std::size_t>(depart)];
    if (known == unknown)
        known = static_cast<std::uint8_t>(
            std::min<Step>(controllers_[controller]->fewest_steps(
                               {world_, timing_, landmarks_[from], landmarks_[to], depart}),
                           unknown - 1));
    return known;
}

/// Moves on one block, or between blocks at rest, that nothing which moves relative to them ever comes near.
bool EdgeTable::find_settled(Index from, Index to) const {
    const Landmark& a = landmarks_[from];
    const Landmark& b = landmarks_[to];
    if (!world_.bodies().empty()) return false;
    if (a.block != b.block && !(world_.is_static(a.block) && world_.is_static(b.block))) return false;
    const Vec2 shift = minus(world_.origin(b.block, 0), world_.origin(a.block, 0)).xy();
    Box2 box;
    box.add(a.local);
    box.add(b.local + shift);
    // A detour's corner is within this of the straight way, and the body around it.
    box = box.grown(2.2 + skills_.body.radius);
    const std::size_t count = world_.blocks().size();
    for (std::size_t other = 0; other < count; ++other) {
        const Box2& sweep = sweeps_[a.block * count + other];
        if (!sweep.is_empty() && sweep.overlaps(box)) return false;
    }
    return true;
}

void EdgeTable::find_standing(Index landmark) {
    const Landmark& place = landmarks_[landmark];
    const std::size_t count = world_.blocks().size();
    const Box2 room = Box2::around(place.local, skills_.body.radius + skills_.prepare_radius());
    bool is_ever_near = !world_.bodies().empty();
    for (std::size_t other = 0; other < count && !is_ever_near; ++other) {
        const Box2& sweep = sweeps_[place.block * count + other];
        is_ever_near = !sweep.is_empty() && sweep.overlaps(room);
    }
    standing_.emplace_back(static_cast<std::size_t>(timing_.horizon) + 1, timing_.horizon);
    auto& until = standing_.back();
    if (!is_ever_near && is_standing_free(world_, skills_, timing_, place, 0)) return;
    for (Step step = timing_.horizon - 1; step >= 0; --step)
        until[static_cast<std::size_t>(step)] = is_standing_free(world_, skills_, timing_, place, step)
                                                    ? until[static_cast<std::size_t>(step) + 1]
                                                    : step;
}

std::optional<Move> EdgeTable::shifted(const Move& move, Index from, Step depart) const {
    if (move.depart == depart) return move;
    Move result = move;
    result.depart = depart;
    result.arrive = move.arrive + depart - move.depart;
    if (result.arrive > timing_.horizon) return std::nullopt;
    const std::uint32_t block = landmarks_[from].block;
    for (std::size_t i = 0; i < move.path.size(); ++i) {
        const auto tick = static_cast<Tick>(i);
        result.path[i] = plus(move.path[i], minus(world_.origin(block, depart * timing_.ticks + tick),
                                                  world_.origin(block, move.depart * timing_.ticks + tick)));
    }
    return result;
}

EdgeTable::Known& EdgeTable::look_up(std::size_t controller, Index from, Index to, Step depart) {
    const std::uint64_t key =
        ((std::uint64_t{from} << 12 | to) << 4 | controller) << 32 | static_cast<std::uint32_t>(depart);
    auto [found, is_new] = known_.try_emplace(key);
    if (is_new)
        found->second.foreseen = controllers_[controller]->foreseen_steps(
            {world_, timing_, landmarks_[from], landmarks_[to], depart});
    return found->second;
}

Step EdgeTable::foreseen_steps(std::size_t controller, Index from, Index to, Step depart) {
    return look_up(controller, from, to, is_settled(from, to) ? 0 : depart).foreseen;
}

std::optional<Move> EdgeTable::move(std::size_t controller, Index from, Index to, Step depart) {
    const Step asked = is_settled(from, to) ? 0 : depart;
    Known& known = look_up(controller, from, to, asked);
    evaluated_ += known.foreseen > 0;
    if (known.foreseen > 0 && !known.is_simulated) {
        ++simulated_;
        known.is_simulated = true;
        known.move =
            controllers_[controller]->attempt({world_, timing_, landmarks_[from], landmarks_[to], asked});
    }
    if (!known.move) return std::nullopt;
    return shifted(*known.move, from, depart);
}

}  // namespace wend::locomotion
