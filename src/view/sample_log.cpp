#include "view/sample_log.hpp"

namespace wend::view {
namespace {

/// Channels that speak of one frame alone: the same words twice are two pieces of news.
bool is_of_one_frame(const std::string& channel) {
    return channel == "task_times" || channel == "planner_events";
}

}  // namespace

bool SampleLog::is_news(const ChannelSample& sample) {
    if (sample.channel == "plan") return plans_.is_news(sample);
    const bool is_empty = sample.note.empty() && sample.drawings.empty();
    const auto [told, is_first] = told_.try_emplace({sample.channel, sample.agent.value_or(0)}, sample);
    if (is_first) return true;
    const bool is_same = told->second.note == sample.note && told->second.drawings == sample.drawings;
    if (is_same && (is_empty || !is_of_one_frame(sample.channel))) return false;
    told->second = sample;
    return true;
}

void SampleLog::forget() {
    plans_.forget();
    told_.clear();
}

}  // namespace wend::view
