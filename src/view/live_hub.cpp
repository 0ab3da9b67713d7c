#include "view/live_hub.hpp"

#include <algorithm>

namespace wend::view {
namespace {
constexpr std::size_t kept_events = 512;
}

void LiveHub::publish(LiveFrame frame) {
    std::vector<Message> identities;
    for (const io::RecordedIdentity& identity : frame.frame.identities)
        identities.push_back(identity_message(identity));
    const std::scoped_lock lock(mutex_);
    identities_.insert(identities_.end(), identities.begin(), identities.end());
    for (const io::RecordedEvent& event : frame.frame.events) events_.push_back(event);
    events_seen_ += frame.frame.events.size();
    while (events_.size() > kept_events) events_.pop_front();
    frame.number = ++frames_;
    newest_ = std::make_shared<const LiveFrame>(std::move(frame));
}

void LiveHub::publish(const ChannelSample& goal) {
    const std::scoped_lock lock(mutex_);
    goals_[goal.note] = {++goals_seen_, goal};
}

void LiveHub::publish(const LiveStatus& status) {
    const std::scoped_lock lock(mutex_);
    if (status == status_) return;
    status_ = status;
    ++status_version_;
}

std::shared_ptr<const LiveFrame> LiveHub::newest_after(std::uint64_t number) const {
    const std::scoped_lock lock(mutex_);
    return newest_ && newest_->number > number ? newest_ : nullptr;
}

std::vector<Message> LiveHub::news_before_frame(LiveCursor& cursor) const {
    const std::scoped_lock lock(mutex_);
    std::vector<Message> news(identities_.begin() + static_cast<std::ptrdiff_t>(cursor.identity),
                              identities_.end());
    cursor.identity = identities_.size();
    for (const auto& [target, goal] : goals_)
        if (goal.first > cursor.goal) news.push_back(channel_message(goal.second));
    cursor.goal = goals_seen_;
    if (cursor.status < status_version_) news.push_back(status_message(status_));
    cursor.status = status_version_;
    return news;
}

std::vector<io::RecordedEvent> LiveHub::events_after(std::uint64_t& event) const {
    const std::scoped_lock lock(mutex_);
    const std::uint64_t missed = std::min<std::uint64_t>(events_seen_ - event, events_.size());
    event = events_seen_;
    return {events_.end() - static_cast<std::ptrdiff_t>(missed), events_.end()};
}

}  // namespace wend::view
