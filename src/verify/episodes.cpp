#include "verify/episodes.hpp"

#include <algorithm>

namespace wend::verify {

void Episodes::see(const Episode& sight) {
    const auto kind = static_cast<std::size_t>(sight.subject.kind);
    worst_[kind] = std::max(worst_[kind], sight.amount);
    const auto [at, is_new] = open_.try_emplace(sight.subject, sight);
    Episode& episode = at->second;
    if (is_new) {
        ++counts_[kind];
        return;
    }
    if (sight.begin > episode.end + pause) {
        keep(episode);
        episode = sight;
        ++counts_[kind];
        return;
    }
    episode.begin = std::min(episode.begin, sight.begin);
    episode.end = std::max(episode.end, sight.end);
    if (sight.amount <= episode.amount) return;
    episode.amount = sight.amount;
    episode.where = sight.where;
    episode.layer = sight.layer;
}

void Episodes::settle(double time) {
    for (auto at = open_.begin(); at != open_.end();) {
        if (at->second.end + pause < time) {
            keep(at->second);
            at = open_.erase(at);
        } else {
            ++at;
        }
    }
}

void Episodes::keep(const Episode& episode) {
    if (kept_.size() < most_kept_)
        kept_.push_back(episode);
    else
        ++left_out_;
}

const std::vector<Episode>& Episodes::finish() {
    for (const auto& [subject, episode] : open_) keep(episode);
    open_.clear();
    std::sort(kept_.begin(), kept_.end(), [](const Episode& a, const Episode& b) {
        return std::tie(a.begin, a.subject) < std::tie(b.begin, b.subject);
    });
    return kept_;
}

}  // namespace wend::verify
