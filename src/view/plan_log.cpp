#include "view/plan_log.hpp"

#include <algorithm>
#include <cmath>

namespace wend::view {
namespace {

constexpr std::size_t stride = 4;  // x, y, z, time
constexpr float tolerance = 0.05f;

/// Is the point (x, y, z, time) on the line, at its time?
bool is_on_line(const std::vector<float>& line, const float* point) {
    for (std::size_t i = stride; i < line.size(); i += stride) {
        const float* a = &line[i - stride];
        const float* b = &line[i];
        if (point[3] < a[3] - tolerance || point[3] > b[3] + tolerance) continue;
        const float t = b[3] > a[3] ? std::clamp((point[3] - a[3]) / (b[3] - a[3]), 0.0f, 1.0f) : 0.0f;
        const auto off = [&](int k) { return std::abs(a[k] + (b[k] - a[k]) * t - point[k]); };
        if (off(0) <= tolerance && off(1) <= tolerance && off(2) <= tolerance) return true;
    }
    return false;
}

bool goes_on_as(const std::vector<float>& told, const std::vector<float>& now) {
    if (now.size() < stride || told.size() < stride) return now.empty() == told.empty();
    if (!std::equal(now.end() - stride, now.end(), told.end() - stride,
                    [](float a, float b) { return std::abs(a - b) <= tolerance; }))
        return false;
    for (std::size_t i = 0; i < now.size(); i += stride)
        if (!is_on_line(told, &now[i])) return now.size() == stride;
    return true;
}

}  // namespace

bool PlanLog::is_news(const ChannelSample& sample) {
    if (!sample.agent) return false;
    const auto told = told_.find(*sample.agent);
    if (told != told_.end() && told->second.note == sample.note &&
        goes_on_as(told->second.drawings.front().values, sample.drawings.front().values))
        return false;
    told_.insert_or_assign(*sample.agent, sample);
    return true;
}

}  // namespace wend::view
