#include "wend/domains/ride_table.hpp"

#include <algorithm>
#include <cmath>

namespace wend::domains {

using locomotion::minus;
using locomotion::Tick;

namespace {

locomotion::Step whole_steps(Tick ticks) {
    return (ticks + RideGround::step_ticks - 1) / RideGround::step_ticks;
}

void append_without_first(std::vector<Vec3>& path, const std::vector<Vec3>& more) {
    path.insert(path.end(), more.begin() + 1, more.end());
}

}  // namespace

RideTable::Step RideTable::prepare_steps() const noexcept {
    return whole_steps(ground_->skills().stop_ticks() + ground_->skills().turning_ticks());
}

RideTable::Step RideTable::stop_steps() const noexcept {
    return whole_steps(ground_->skills().rest_ticks());
}

const RideLeg* RideTable::leg(Index from, Index to, std::size_t controller, Step depart) {
    const std::uint64_t key =
        ((std::uint64_t{from} << 12 | to) << 4 | controller) << 32 | static_cast<std::uint32_t>(depart);
    const auto [found, is_new] = legs_.try_emplace(key);
    if (!is_new) return found->second.get();
    if (const auto move = edges_.move(controller, from, to, depart))
        found->second = make_leg(from, to, *move);
    return found->second.get();
}

std::unique_ptr<RideLeg> RideTable::make_leg(Index from, Index to, const locomotion::Move& move) const {
    const int ticks = RideGround::step_ticks;
    const Step prepare = prepare_steps(), stop = stop_steps();
    const locomotion::Landmark &source = edges_.landmarks()[from], &target = edges_.landmarks()[to];
    auto leg = std::make_unique<RideLeg>();
    leg->depart = move.depart, leg->arrive = move.arrive;
    leg->source = source.block, leg->target = target.block;
    leg->heading_out = move.heading_out, leg->heading_in = move.heading_in;
    leg->path =
        locomotion::wait_path(ground_->world(), ground_->skills(), source, (move.depart - prepare) * ticks,
                              move.depart * ticks, {std::nullopt, move.heading_out});
    append_without_first(leg->path, move.path);
    append_without_first(
        leg->path, locomotion::wait_path(ground_->world(), ground_->skills(), target, move.arrive * ticks,
                                         (move.arrive + stop) * ticks, {move.heading_in, std::nullopt}));
    const bool flies = move.off < move.land;
    const Tick arrival = (prepare + move.arrive - move.depart) * ticks;
    leg->off = flies ? prepare * ticks + move.off : arrival;
    leg->land = flies ? prepare * ticks + move.land : arrival;
    leg->can_prepare =
        move.depart >= prepare && edges_.standing_until(from, move.depart - prepare) >= move.depart;
    leg->can_stop = move.arrive + stop <= edges_.timing().horizon &&
                    edges_.standing_until(to, move.arrive) >= move.arrive + stop;
    return is_within_limits(*leg) ? std::move(leg) : nullptr;
}

/// Speeds and their changes over what carries the body, tick by tick, as others will measure them.
bool RideTable::is_within_limits(const RideLeg& leg) const {
    const locomotion::MovingWorld& world = ground_->world();
    const AgentLimits& limits = ground_->limits();
    const Tick first = (leg.depart - prepare_steps()) * RideGround::step_ticks;
    double before = -1;
    for (Tick i = 0; i + 1 < static_cast<Tick>(leg.path.size()); ++i) {
        if (leg.is_airborne(i) || leg.is_airborne(i + 1)) {
            before = -1;
            continue;
        }
        const std::uint32_t block = leg.block_at(i);
        const auto at = [&](Tick index) {
            return minus(leg.path[static_cast<std::size_t>(index)], world.origin(block, first + index)).xy();
        };
        const double speed = distance(at(i), at(i + 1)) * locomotion::ticks_per_second;
        if (speed > limits.max_speed) return false;
        if (before >= 0 &&
            std::abs(speed - before) > limits.max_acceleration * locomotion::tick_seconds + 1e-9)
            return false;
        before = speed;
    }
    return true;
}

std::size_t RideTable::bytes() const noexcept {
    const std::size_t count = edges_.landmarks().size();
    std::size_t sum = sizeof(*this) + count * count * 3 * sizeof(std::uint64_t);
    for (const auto& [key, leg] : legs_)
        sum += 64 + (leg ? sizeof(RideLeg) + leg->path.size() * sizeof(Vec3) : 0);
    return sum;
}

}  // namespace wend::domains
