#pragma once

// The moves of one rider, complete with what comes before and after: the preparation of who stands and the
// stop of who arrives. What others do is no part of it.

#include <memory>
#include <unordered_map>
#include <vector>

#include "wend/domains/ride_ground.hpp"

namespace wend::domains {

/// A move between two landmarks, tick by tick, from the beginning of its preparation to the end of its stop.
struct RideLeg {
    locomotion::Step depart = 0, arrive = 0;
    std::vector<Vec3> path;
    locomotion::Tick off = 0, land = 0;    ///< in the air between these indices of the path
    std::uint32_t source = 0, target = 0;  ///< blocks
    double heading_out = 0, heading_in = 0;
    bool can_prepare = false, can_stop = false;  ///< standing is free for as long as that takes

    [[nodiscard]] bool is_airborne(locomotion::Tick index) const noexcept {
        return index > off && index < land;
    }
    /// What carries it at an index, or carried it last.
    [[nodiscard]] std::uint32_t block_at(locomotion::Tick index) const noexcept {
        return index < land ? source : target;
    }
};

class RideTable {
  public:
    using Index = locomotion::EdgeTable::Index;
    using Step = locomotion::Step;

    explicit RideTable(std::shared_ptr<const RideGround> ground)
        : ground_(std::move(ground)), edges_(ground_->edges()) {}

    [[nodiscard]] const RideGround& ground() const noexcept { return *ground_; }
    [[nodiscard]] locomotion::EdgeTable& edges() noexcept { return edges_; }
    [[nodiscard]] const locomotion::EdgeTable& edges() const noexcept { return edges_; }
    /// Starts and goals that may still be added before older ones have to go, and legs with them.
    [[nodiscard]] bool has_room() const noexcept {
        return edges_.landmarks().size() < ground_->edges().landmarks().size() + most_added;
    }
    Index add(const locomotion::Landmark& landmark) { return edges_.add(landmark); }

    /// Steps from rest to passing a landmark, and from passing it to rest.
    [[nodiscard]] Step prepare_steps() const noexcept;
    [[nodiscard]] Step stop_steps() const noexcept;
    /// Null when there is none within the body's limits.
    [[nodiscard]] const RideLeg* leg(Index from, Index to, std::size_t controller, Step depart);
    [[nodiscard]] std::size_t bytes() const noexcept;

  private:
    static constexpr std::size_t most_added = 60;

    [[nodiscard]] std::unique_ptr<RideLeg> make_leg(Index from, Index to, const locomotion::Move& move) const;
    [[nodiscard]] bool is_within_limits(const RideLeg& leg) const;

    std::shared_ptr<const RideGround> ground_;
    locomotion::EdgeTable edges_;
    std::unordered_map<std::uint64_t, std::unique_ptr<RideLeg>> legs_;
};

}  // namespace wend::domains
