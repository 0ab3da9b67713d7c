#pragma once

#include <cstdint>
#include <map>

#include "wend/view/messages.hpp"

namespace wend::view {

/// The newest plan that was told of each agent, so that a plan which merely gets shorter as it is walked is
/// not told again every frame.
class PlanLog {
  public:
    /// True when the sample says something new; it is remembered then.
    bool is_news(const ChannelSample& sample);
    void forget() { told_.clear(); }

  private:
    std::map<std::uint32_t, ChannelSample> told_;
};

}  // namespace wend::view
