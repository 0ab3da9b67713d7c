#pragma once

// The table of footsteps of one kind of agent (MD 7.4, Singh et al. 2011): about 35 from each state.
//
// A state is a moment: the mass passes over its support foot, at rest or at one of two speeds along the
// heading, or it rests between both feet. Speeds are quantised there, where the other foot is in the air and
// the next step is still free, and the support foot lies on a lattice. So a move is a whole number of cells
// and ticks, a turn, and the two poses of the mass it joins; back along it is exact arithmetic.
//
//     o-----o      a step: from over one foot to over the next, which comes down half way; or to rest between
//      \   /       both. Setting off: from rest to over the foot that came down last.
//       \ /
//     The pendulum between the two poses must have its foot points under the feet that bear
//     (footstep_pendulum.hpp), legs must reach, feet must neither cross nor touch.
//
// Of all that is possible a few of each kind are kept, well apart: the easiest first, then always the one
// farthest from those kept. Energy, J/kg, of a move of t seconds that takes the mass l metres:
//     standing * t + walking * l^2 / t + turning * |turn| + strain * (how far foot points are from feet)^2

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "wend/domains/footstep_body.hpp"
#include "wend/domains/footstep_pendulum.hpp"
#include "wend/domains/space_time_moves.hpp"

namespace wend::domains {

/// How the mass moves at the moment that a state stands for.
enum class Gait : std::uint8_t {
    poised,    ///< at rest over the support foot
    slow,      ///< over it, at low speed
    brisk,     ///< over it, at walking speed
    standing,  ///< at rest between both feet
};

struct FootstepSettings {
    double tick = 0.2;        ///< seconds; rounded to whole frames
    double frame = 1.0 / 30;  ///< seconds of a frame of the simulation
    double cell = 0.05;       ///< metres
    double rise = 0.3;        ///< metres that a step leads up or down at most
    Energy energy;
};

/// Seen from the support foot that it begins with, in the frame of the lattice.
struct FootMove {
    LatticeVector step;  ///< to the next support foot, cells; none when it only sets off or stands
    int turn = 0;        ///< of the heading, sixteenths
    int ticks = 0;
    Gait from = Gait::standing, to = Gait::standing;
    int stance_from = 0, stance_to = 0;  ///< of those that stand
    bool lands = false;                  ///< the other foot comes down and becomes the support
    search::Cost cost = 0;
    double deviation = 0;  ///< metres of the mass from uniform motion
};

class FootstepTable {
  public:
    static constexpr int headings = 16;
    static constexpr double body_height_share = 0.5;  ///< of the mass, of the body's height
    static constexpr double half_width = 0.06;        ///< metres from the mass to the foot it passes over

    FootstepTable(const AgentLimits& limits, const FootstepSettings& settings);

    [[nodiscard]] const AgentLimits& limits() const noexcept { return limits_; }
    [[nodiscard]] const FootstepSettings& settings() const noexcept { return settings_; }
    [[nodiscard]] FootstepBody body() const noexcept { return FootstepBody(limits_.radius); }
    [[nodiscard]] int frames() const noexcept { return frames_; }  ///< of a tick
    [[nodiscard]] double tick() const noexcept { return tick_; }
    [[nodiscard]] double speed(Gait gait) const noexcept;
    /// No move leads the mass faster on average, m/s.
    [[nodiscard]] double top_speed() const noexcept { return top_speed_; }
    [[nodiscard]] double longest() const noexcept { return longest_; }  ///< way of the mass in a move, metres
    [[nodiscard]] int most_ticks() const noexcept { return most_ticks_; }
    [[nodiscard]] double frequency() const noexcept { return frequency_; }
    /// Of the cheapest row of slow steps straight ahead.
    struct Stride {
        double speed = 1;           ///< m/s
        double joules_a_metre = 0;  ///< J/kg
    };
    [[nodiscard]] const Stride& careful() const noexcept { return careful_; }
    /// Moves of a state, on average over those that are not standing.
    [[nodiscard]] double branching() const noexcept;

    static constexpr double angle(int heading) noexcept { return heading * (3.141592653589793 / 8); }
    static constexpr int wrap(int heading) noexcept { return heading & (headings - 1); }

    /// Moves that begin so, and those that end so, as they are at heading modulo 4; `quarters` turns them.
    [[nodiscard]] std::span<const FootMove> from(int heading, Side side, Gait gait,
                                                 int stance) const noexcept {
        return forward_[index(heading, side, gait, stance)];
    }
    [[nodiscard]] std::span<const FootMove> into(int heading, Side side, Gait gait,
                                                 int stance) const noexcept {
        return backward_[index(heading, side, gait, stance)];
    }
    static LatticeVector turned(LatticeVector v, int heading) noexcept {
        return MoveTable::turned(v, heading >> 2);
    }
    static constexpr int stances = 16;
    /// From the other foot to the support foot of one who stands so, cells; none for numbers without one.
    [[nodiscard]] std::optional<LatticeVector> stance(int heading, Side side, int number) const noexcept;
    /// Feet side by side.
    [[nodiscard]] int rest_stance() const noexcept { return 0; }

    /// From the support foot to the mass, and its velocity, in the lattice's frame.
    [[nodiscard]] Vec2 mass(int heading, Side side, Gait gait, int stance) const noexcept;
    [[nodiscard]] Vec2 velocity(int heading, Gait gait) const noexcept;
    struct SetOff {
        int ticks = 0;
        Pendulum way;
        search::Cost cost = 0;
    };
    /// From rest between two feet to over the one at the origin; `mass` and `other_foot` are seen from it.
    [[nodiscard]] std::optional<SetOff> set_off(int heading, Side side, Vec2 mass, Vec2 other_foot,
                                                Gait to) const;
    [[nodiscard]] search::Cost stay_cost() const noexcept;
    [[nodiscard]] static int stay_ticks() noexcept;
    /// How the mass gets over a move that begins at this heading and support foot; from the foot.
    [[nodiscard]] Pendulum pendulum(int heading, Side side, const FootMove& move) const noexcept;

  private:
    struct Offer;
    [[nodiscard]] std::size_t index(int heading, Side side, Gait gait, int stance) const noexcept {
        const auto at = static_cast<std::size_t>((heading & 3) * 2 + static_cast<int>(side));
        const auto kind =
            static_cast<std::size_t>(gait == Gait::standing ? 3 + stance : static_cast<int>(gait));
        return at * (3 + stances) + kind;
    }
    void make_stances();
    void make_steps(int heading, Side side, Gait from, Gait to, int turn, int count);
    void make_standing(int heading, Side side, int stance);
    void find_stride();
    [[nodiscard]] std::vector<LatticeVector> candidates(int heading, Side side, Gait to, int turn) const;
    [[nodiscard]] std::optional<FootMove> easiest(int heading, Side side, FootMove move) const;
    [[nodiscard]] double strain(int heading, const FootMove& move, const Pendulum& way) const;
    [[nodiscard]] search::Cost price(const Pendulum& way, int turn, double strained) const noexcept;
    [[nodiscard]] bool keeps_limits(const Pendulum& way, int turn) const noexcept;
    [[nodiscard]] Vec2 metres(LatticeVector v) const noexcept {
        return settings_.cell * Vec2{static_cast<double>(v.x), static_cast<double>(v.y)};
    }
    [[nodiscard]] bool is_apart(int heading, Side side, LatticeVector step, int turn) const noexcept;
    void add(int heading, Side side, const FootMove& move);

    AgentLimits limits_;
    FootstepSettings settings_;
    int frames_;
    double tick_;
    double frequency_;
    double top_speed_ = 0, longest_ = 0;
    int most_ticks_ = 1;
    Stride careful_;
    std::vector<LatticeVector> stances_;  ///< [heading % 4][side][number]
    std::array<int, 8> stance_counts_{};
    std::vector<std::vector<FootMove>> forward_, backward_;
};

}  // namespace wend::domains
