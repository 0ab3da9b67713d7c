#pragma once

// A state of the space-time lattice and its 64-bit key.

#include <cstdint>

namespace wend::domains {

struct SpaceTimeState {
    int x = 0, y = 0;           ///< cells of the carrier's lattice
    int tick = 0;               ///< steps of time since the start
    int heading = 0;            ///< sixteenths of a turn, from the carrier's axis
    int speed = 0;              ///< level
    std::uint32_t carrier = 0;  ///< 0: the ground; k + 1: platform k, whose lattice moves with it
    std::uint32_t layer = 0;
    friend bool operator==(const SpaceTimeState&, const SpaceTimeState&) = default;

    /// The start's own speed, which need not be a level; only the start has it.
    static constexpr int own_speed = 7;
    /// Not places but sets: the goal, and the goal at one tick.
    static constexpr std::uint32_t set_carrier = 127;
    static constexpr int last_tick = (1 << 12) - 2;
    static constexpr int farthest = (1 << 15) - 256;  ///< cells from the origin

    [[nodiscard]] constexpr std::uint64_t key() const noexcept {
        const auto field = [](int value) { return static_cast<std::uint64_t>(static_cast<unsigned>(value)); };
        return field(x + (1 << 15)) | field(y + (1 << 15)) << 16 | field(tick) << 32 | field(heading) << 44 |
               field(speed) << 48 | std::uint64_t{carrier} << 51 | std::uint64_t{layer} << 58;
    }
    static constexpr SpaceTimeState of(std::uint64_t key) noexcept {
        const auto field = [key](int shift, int bits) {
            return static_cast<int>(key >> shift & ((std::uint64_t{1} << bits) - 1));
        };
        return {field(0, 16) - (1 << 15),
                field(16, 16) - (1 << 15),
                field(32, 12),
                field(44, 4),
                field(48, 3),
                static_cast<std::uint32_t>(field(51, 7)),
                static_cast<std::uint32_t>(field(58, 6))};
    }

    [[nodiscard]] constexpr bool is_set() const noexcept { return carrier == set_carrier; }
    [[nodiscard]] constexpr bool is_goal() const noexcept { return is_set() && tick == 0; }
    static constexpr SpaceTimeState goal() noexcept { return arrival(-1); }
    static constexpr SpaceTimeState arrival(int tick) noexcept {
        SpaceTimeState state;
        state.tick = tick + 1;
        state.carrier = set_carrier;
        return state;
    }
    [[nodiscard]] constexpr int arrival_tick() const noexcept { return tick - 1; }
};

}  // namespace wend::domains
