#include "view/plan_log.hpp"

#include <algorithm>
#include <cmath>

namespace wend::view {
namespace {

constexpr std::size_t stride = 4;  // x, y, z, time
constexpr float tolerance = 0.05f;
constexpr float left_tolerance = 0.25f;  // metres

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

/// Metres of ground along a line of x, y, z, time.
float length_of(const std::vector<float>& line) {
    float length = 0;
    for (std::size_t i = stride; i + 1 < line.size(); i += stride)
        length += std::hypot(line[i] - line[i - stride], line[i + 1] - line[i - stride + 1]);
    return length;
}

/// The metres to the goal shrink by what was walked, and by nothing else.
bool shrinks_as_walked(const ChannelSample& told, const ChannelSample& now) {
    const auto left = [](const ChannelSample& sample) { return sample.drawings.back().values.front(); };
    const float walked = length_of(told.drawings.front().values) - length_of(now.drawings.front().values);
    return std::abs(left(told) - walked - left(now)) <= left_tolerance;
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
        goes_on_as(told->second.drawings.front().values, sample.drawings.front().values) &&
        shrinks_as_walked(told->second, sample))
        return false;
    told_.insert_or_assign(*sample.agent, sample);
    return true;
}

}  // namespace wend::view
