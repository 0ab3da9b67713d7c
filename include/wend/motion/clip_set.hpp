#pragma once

// What a user's clips come to: steps as they were measured, and how the body moves above the legs. Baked on
// the user's machine from files that stay there; a file's name means nothing, only what is in it.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "wend/motion/steps.hpp"

namespace wend::motion {

/// A kind of step, and how well what was made of half of the clips describes those of the other half.
struct MeasuredKind {
    std::string name;
    std::size_t steps = 0;                        ///< found, mirrored ones not counted
    std::size_t held_out = 0;                     ///< of them judged by a set that they are no part of
    double covered = 0;                           ///< share of those within the warp of a baked step
    double length_error = 0, duration_error = 0;  ///< medians of what the nearest baked step, warped, misses
};

/// A kind of gesture, and how far what was made of half of the clips is from those of the other half.
struct MeasuredGesture {
    std::string name;
    std::size_t found = 0;
    std::size_t held_out = 0;  ///< of them judged by one that they are not
    double off = 0;            ///< degrees, mean over the trunk's parts
    double shipped_off = 0;    ///< the same of the gesture that ships
    bool is_used = false;      ///< since it is off by less
};

struct ClipSet {
    std::uint64_t content = 0;    ///< hash of all that it was made of
    std::vector<StepClip> steps;  ///< what clips do not have is as it ships
    BodyStyle style;
    std::vector<MeasuredKind> kinds;
    std::vector<MeasuredGesture> gestures;  ///< those that clips have
    std::vector<std::string> styles;        ///< cycles that come from clips: stand, walk, run
    std::size_t clips = 0;                  ///< that could be used
};

/// Clips as they were read, in any order, of any skeleton with two legs.
[[nodiscard]] Result<ClipSet> bake(std::span<const Clip> clips);
/// Of the clips' motion; names do not count, nor does order.
[[nodiscard]] std::uint64_t content_of(std::span<const Clip> clips);

[[nodiscard]] std::string to_text(const ClipSet& set);
/// The message of an error says where in the text, what was found and what was expected.
[[nodiscard]] Result<ClipSet> read_clip_set(std::string_view text);

/// The steps and the style of everybody from now on, instead of those that ship. To be called once, before
/// any controller or body is made.
void use(ClipSet set);
[[nodiscard]] const BodyStyle& style_in_use();

/// The steps that wend makes itself.
[[nodiscard]] std::vector<StepClip> shipped_steps();

}  // namespace wend::motion
