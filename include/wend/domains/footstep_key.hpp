#pragma once

// A state of the footstep lattice and its 64-bit key.

#include <cstdint>

#include "wend/domains/footstep_ground.hpp"

namespace wend::domains {

struct FootstepState {
    /// What the state stands for: a gait of the table, the start on both feet wherever they are, or a set.
    enum class Kind : std::uint8_t { poised, slow, brisk, standing, start, set };

    int x = 0, y = 0;  ///< cells of the support foot
    int tick = 0;      ///< steps of time since the start
    int heading = 0;   ///< sixteenths of a turn, from the lattice's axis
    Side side = Side::left;
    Kind kind = Kind::set;
    int stance = 0;   ///< where the other foot is, of who stands
    FootTurns turns;  ///< of the support foot, from the heading
    int twist = 0;    ///< of the shoulders: 1 to the left, -1 to the right
    std::uint32_t layer = 0;
    friend bool operator==(const FootstepState&, const FootstepState&) = default;

    static constexpr int last_tick = (1 << 12) - 2;
    static constexpr int farthest = (1 << 12) - 64;  ///< cells from the origin
    static constexpr std::uint32_t most_layers = 32;

    [[nodiscard]] constexpr std::uint64_t key() const noexcept {
        const auto field = [](int value) { return static_cast<std::uint64_t>(static_cast<unsigned>(value)); };
        const int width = 2 * FootTurns::most + 1;
        const int span = (turns.low + FootTurns::most) * width + turns.high + FootTurns::most;
        return field(x + (1 << 12)) | field(y + (1 << 12)) << 13 | field(tick) << 26 | field(heading) << 38 |
               field(static_cast<int>(side)) << 42 | field(static_cast<int>(kind)) << 43 |
               field(stance) << 46 | field(span) << 50 | std::uint64_t{layer} << 55 | field(twist + 1) << 60;
    }
    static constexpr FootstepState of(std::uint64_t key) noexcept {
        const auto field = [key](int shift, int bits) {
            return static_cast<int>(key >> shift & ((std::uint64_t{1} << bits) - 1));
        };
        const int width = 2 * FootTurns::most + 1, span = field(50, 5);
        return {field(0, 13) - (1 << 12),
                field(13, 13) - (1 << 12),
                field(26, 12),
                field(38, 4),
                static_cast<Side>(field(42, 1)),
                static_cast<Kind>(field(43, 3)),
                field(46, 4),
                {span / width - FootTurns::most, span % width - FootTurns::most},
                field(60, 2) - 1,
                static_cast<std::uint32_t>(field(55, 5))};
    }

    [[nodiscard]] constexpr bool is_set() const noexcept { return kind == Kind::set; }
    [[nodiscard]] constexpr bool is_goal() const noexcept { return is_set() && tick == 0; }
    static constexpr FootstepState goal() noexcept { return arrival(-1); }
    static constexpr FootstepState arrival(int tick) noexcept {
        FootstepState state;
        state.tick = tick + 1;
        return state;
    }
    [[nodiscard]] constexpr int arrival_tick() const noexcept { return tick - 1; }
};

}  // namespace wend::domains
