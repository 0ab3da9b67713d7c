#pragma once

#include <map>
#include <string>

#include "view/plan_log.hpp"

namespace wend::view {

/// What a reader was told last in each channel, so that nothing is told again that has not changed.
class SampleLog {
  public:
    /// True when the sample says something new; it is remembered then.
    bool is_news(const ChannelSample& sample);
    void forget();

  private:
    PlanLog plans_;
    std::map<std::pair<std::string, std::uint32_t>, ChannelSample> told_;
};

}  // namespace wend::view
