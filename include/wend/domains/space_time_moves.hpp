#pragma once

// The moves of the space-time lattice (MD 4.1): in one step of time the heading changes by 0, 22.5, 45 or 90
// degrees either way and the speed by one level up, down or not at all, 7 x 3 = 21 moves.
//
// A move goes straight along the new heading. Its displacement is a whole number of lattice cells and depends
// on the new heading and on both speeds only, so that going back along a move is exact arithmetic. What
// rounding takes from the length the speed makes up for on the way: it runs linearly from the old speed to a
// middle speed and on to the new speed, within the limits on speed and acceleration.
//
//     speed  old \            / new        old and new: the speed of a level when cruising along its heading,
//                 \__________/             which is the length of the cruising displacement over the time
//                  middle
//
// Energy, J/kg, of a step of time t:
//     standing * t + walking * integral of speed^2 + 1/2 |change of the velocity vector|^2 + turning * |turn|
// With the defaults (Guy et al. 2010) the least energy a metre is at 1.33 m/s. Standing still is not free.

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "wend/geometry/vec.hpp"
#include "wend/search/cost.hpp"
#include "wend/world/scene.hpp"

namespace wend::domains {

struct Energy {
    double standing = 2.23;  ///< W/kg
    double walking = 1.26;   ///< J s/(kg m^2)
    double turning = 0.1;    ///< J/(kg rad)
    double jump_factor = 3;  ///< at least 1: how much dearer a flight is than walking as far in that time

    /// Least energy to get `metres` far in exactly so many seconds: at constant speed, by Jensen.
    [[nodiscard]] double least(double seconds, double metres) const noexcept {
        return standing * seconds + (seconds > 0 ? walking * metres * metres / seconds : 0);
    }
};

struct LatticeSettings {
    double step = 1.0;        ///< seconds of a move; rounded to whole frames
    double frame = 1.0 / 30;  ///< seconds of a frame of the simulation
    int cells = 6;            ///< that a step at full speed leads over; sets the size of a cell
    int levels = 2;           ///< speeds above 0, at most 6; more where the acceleration does not suffice
    Energy energy;
};

/// How the speed runs during a move: linearly to the middle and on.
struct Pace {
    double begin = 0, middle = 0, end = 0;  ///< m/s
    double duration = 0;

    [[nodiscard]] double travelled(double time) const noexcept;
    [[nodiscard]] double length() const noexcept { return travelled(duration); }
    /// Integral of the squared speed.
    [[nodiscard]] double squared() const noexcept;
    /// m/s^2, the larger of both halves.
    [[nodiscard]] double acceleration() const noexcept;
};

/// The pace that covers a length, if the limits allow it.
[[nodiscard]] std::optional<Pace> pace_over(double length, double begin, double end, double duration,
                                            const AgentLimits& limits) noexcept;

struct LatticeVector {
    int x = 0, y = 0;
    friend bool operator==(const LatticeVector&, const LatticeVector&) = default;
};

/// The table of moves of one kind of agent, shared by all of that kind.
class MoveTable {
  public:
    static constexpr int headings = 16;
    static constexpr std::array<int, 7> turns = {0, 1, -1, 2, -2, 4, -4};  ///< in units of 22.5 degrees
    static constexpr double cost_unit = 1e-3;                              ///< J/kg

    MoveTable(const AgentLimits& limits, const LatticeSettings& settings);

    [[nodiscard]] const AgentLimits& limits() const noexcept { return limits_; }
    [[nodiscard]] const LatticeSettings& settings() const noexcept { return settings_; }
    [[nodiscard]] double step() const noexcept { return step_; }
    [[nodiscard]] int frames() const noexcept { return frames_; }  ///< of a step
    [[nodiscard]] double cell() const noexcept { return cell_; }   ///< metres
    [[nodiscard]] int levels() const noexcept { return levels_; }  ///< the highest level
    [[nodiscard]] double top_speed() const noexcept { return top_; }
    /// The longest move, metres.
    [[nodiscard]] double longest() const noexcept { return top_ * step_; }

    [[nodiscard]] static double angle(int heading) noexcept { return heading * (3.141592653589793 / 8); }
    [[nodiscard]] static int wrap(int heading) noexcept { return heading & (headings - 1); }

    /// Speed of a level along a heading, m/s.
    [[nodiscard]] double speed(int heading, int level) const noexcept {
        return speeds_[index(heading & 3, level)];
    }
    /// Displacement of a move along `heading` from one level to another, at most one apart.
    [[nodiscard]] LatticeVector displacement(int heading, int from, int to) const noexcept {
        return turned(displacements_[index(heading & 3, from) * 3 + step_index(from, to)], heading / 4);
    }
    /// All displacements of moves, each once and without standing still. With each its opposite is one too.
    [[nodiscard]] const std::vector<LatticeVector>& reaches() const noexcept { return reaches_; }
    /// What the move costs; `infinite_cost` when the limits forbid it.
    [[nodiscard]] search::Cost cost(int heading_from, int turn_number, int from, int to) const noexcept {
        const int heading = wrap(heading_from + turns[static_cast<std::size_t>(turn_number)]);
        const std::size_t at = index(heading & 3, from) * 3 + step_index(from, to);
        return costs_[at * turns.size() + static_cast<std::size_t>(turn_number)];
    }

    /// The same for a move that begins with any speed: for a start between two levels.
    struct Free {
        LatticeVector displacement;
        Pace pace;
    };
    [[nodiscard]] std::optional<Free> from_speed(double speed, int heading, int to) const noexcept;

    [[nodiscard]] double length(LatticeVector v) const noexcept;
    /// Energy of a move as a whole number: rounded up, and one more, so that rounding never makes a lower
    /// bound too high.
    [[nodiscard]] search::Cost price(const Pace& pace, Vec2 velocity_before, Vec2 velocity_after,
                                     double turn) const noexcept;
    [[nodiscard]] search::Cost price_of(double energy) const noexcept;
    [[nodiscard]] search::Cost least_price(double seconds, double metres) const noexcept;
    [[nodiscard]] bool allows_turn(double angle) const noexcept;

    static LatticeVector turned(LatticeVector v, int quarters) noexcept;

  private:
    [[nodiscard]] std::size_t index(int heading, int level) const noexcept {
        return static_cast<std::size_t>(heading * (levels_ + 1) + level);
    }
    [[nodiscard]] static std::size_t step_index(int from, int to) noexcept {
        return static_cast<std::size_t>(to - from + 1);
    }
    void choose_cruising();
    void choose_ramps();
    void price_moves();
    void gather_reaches();
    [[nodiscard]] std::optional<LatticeVector> nearest(int heading, double begin, double end) const noexcept;

    AgentLimits limits_;
    LatticeSettings settings_;
    int frames_;
    double step_;
    int levels_;
    double top_;
    double cell_;
    std::vector<double> speeds_;                ///< [heading % 4][level]
    std::vector<LatticeVector> displacements_;  ///< [heading % 4][from][to - from + 1]
    std::vector<LatticeVector> reaches_;
    std::vector<search::Cost> costs_;  ///< [heading % 4][from][to - from + 1][turn]
};

}  // namespace wend::domains
