#pragma once

// What a clip is good for and what is wrong with it: the height of its floor, when its feet stand, whether
// its flights fall as fast as things fall.

#include <array>
#include <string>
#include <vector>

#include "wend/motion/clip.hpp"

namespace wend::motion {

inline constexpr double gravity = 9.81;

/// Height of the floor under a clip: the level at which slow feet are found most often, metres.
[[nodiscard]] double floor_height(const Clip& clip);
/// The clip moved so that its floor is at 0.
[[nodiscard]] Clip on_floor(const Clip& clip);

/// Limits of contact labels. A foot gets down where it is low and slow, and is up again where it is clearly
/// neither, so that noise does not make it flicker.
struct ContactLimits {
    double low = 0.06, high = 0.08;  ///< of the toe above the floor, metres
    double ankle_low = 0.15;         ///< an ankle as low as this counts as well
    double slow = 0.55, fast = 1.0;  ///< metres a second
    double shortest_gap = 0.04;      ///< seconds; shorter ones are closed
};
/// A stretch of frames that somebody has labelled by hand; it counts more than what was found.
struct ContactOverride {
    Foot foot = Foot::left;
    std::size_t first = 0, last = 0;
    bool is_down = true;
};
using Contacts = std::array<std::vector<std::uint8_t>, 2>;  ///< a flag a frame, left and right
/// Of a clip whose floor is at 0.
[[nodiscard]] Contacts label_contacts(const Clip& clip, const ContactLimits& limits = {},
                                      const std::vector<ContactOverride>& overrides = {});

/// One flight: both feet up, and the centre of mass on a parabola.
struct Flight {
    double begin = 0, end = 0;  ///< seconds, by the clip's own clock
    double fall = 0;            ///< acceleration downwards, metres a second squared
};
[[nodiscard]] std::vector<Flight> find_flights(const Clip& clip);
/// What the frame rate must be multiplied by so that flights fall at 9.81: 1, or 0.5 for files that say twice
/// the rate; 0 when the clip never flies.
[[nodiscard]] double rate_correction(const std::vector<Flight>& flights);

/// One step: from a foot's coming down to the other's.
struct FoundStep {
    std::size_t first = 0, last = 0;  ///< frames
    Foot stance = Foot::left;
    double duration = 0, length = 0, turn = 0, sideways = 0, speed = 0;
    bool has_flight = false;
};
[[nodiscard]] std::vector<FoundStep> find_steps(const Clip& clip, const Contacts& contacts);

struct Survey {
    std::string name;
    double seconds = 0, rate = 0, floor = 0, legs = 0;
    double median_speed = 0, turn = 0;  ///< metres a second; radians
    double fall = 0;                    ///< median over its flights; 0 without
    double lowest_hips = 0;             ///< as a share of the legs
    double slide = 0;                   ///< median of a plant's middle, metres
    std::vector<FoundStep> steps;
    std::vector<std::string> uses, faults;
};
[[nodiscard]] Survey survey(const Clip& clip);

}  // namespace wend::motion
