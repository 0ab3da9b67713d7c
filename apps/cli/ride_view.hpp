#pragma once

#include <string>

#include "wend/locomotion/ride.hpp"

namespace wend::cli {

/// The run as a page of the viewer: blocks as platforms and obstacles, riders with their bodies, their plans,
/// and as overlays landmarks, gap markers, waits and what the searches have looked at.
[[nodiscard]] Status write_ride_page(const std::string& file, const locomotion::RideScene& scene,
                                     const locomotion::RideRun& run);

}  // namespace wend::cli
