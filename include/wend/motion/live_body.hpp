#pragma once

// A body whose trajectory becomes known as it goes: each frame tells where it is and what it has promised
// next.

#include <span>

#include "wend/motion/body.hpp"

namespace wend::motion {

class LiveBody {
  public:
    /// Where it is now, and where it will be, times rising. Times that do not rise from call to call begin
    /// anew.
    void update(const TrackPoint& now, std::span<const TrackPoint> ahead);
    /// As of the last update.
    void pose(const BodyStyle& style, Detail detail, Pose& out) const;

  private:
    std::vector<TrackPoint> past_;
    Track track_;
    FootPlan plan_;
};

}  // namespace wend::motion
