#pragma once

#include "wend/base/status.hpp"
#include "wend/view/html_export.hpp"

#include "body_tracks.hpp"

namespace wend::cli {

/// The bodies' joints into a page that replays the run: channel "pose", fifteen times a second, of the first
/// agents for whom there is room. `time_step` is that of the page's frames.
[[nodiscard]] Status append_poses(view::HtmlExport& page, const BodyTracks& bodies, double time_step);

}  // namespace wend::cli
