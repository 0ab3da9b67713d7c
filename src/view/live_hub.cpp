#include "view/live_hub.hpp"

#include <algorithm>

namespace wend::view {
namespace {
constexpr std::size_t kept_events = 512;
constexpr std::uint64_t history_group = 30;
}  // namespace

void LiveHub::start_epoch(std::vector<Message> first, std::size_t agents, FloorHeight floor) {
    history_encoder_ = FrameEncoder(agents);
    history_encoder_.set_floor(floor);
    since_whole_ = 0;
    const std::scoped_lock lock(mutex_);
    ++epoch_;
    first_ = std::move(first);
    floor_ = std::move(floor);
    history_.clear();
    history_bytes_ = 0;
    newest_ = nullptr;
    identities_.clear();
    agents_.clear();
    events_.clear();
    events_seen_ = 0;
    samples_.clear();
    tiles_.clear();
    insight_ = nullptr;
}

std::vector<Message> LiveHub::epoch_after(std::uint64_t& epoch) const {
    const std::scoped_lock lock(mutex_);
    if (epoch == epoch_) return {};
    epoch = epoch_;
    return first_;
}

FloorHeight LiveHub::floor() const {
    const std::scoped_lock lock(mutex_);
    return floor_;
}

LiveHistory LiveHub::history() const {
    const std::scoped_lock lock(mutex_);
    return {frames_ + 1 - history_.size(), frames_, events_seen_};
}

std::shared_ptr<const Message> LiveHub::next_of(LiveHistory& history) const {
    const std::scoped_lock lock(mutex_);
    const std::uint64_t oldest = frames_ + 1 - history_.size();
    history.next = std::max(history.next, oldest);
    if (history.next > history.last) return nullptr;
    return history_[history.next++ - oldest].second;
}

/// Frames fall out by whole groups, so that what is left can be read.
void LiveHub::remember(bool whole, std::shared_ptr<const Message> message) {
    history_bytes_ += message->size();
    history_.emplace_back(whole, std::move(message));
    const auto drop = [this] {
        history_bytes_ -= history_.front().second->size();
        history_.pop_front();
    };
    while (history_bytes_ > most_history_bytes_ && history_.size() > 2 * history_group) {
        drop();
        while (!history_.front().first) drop();
    }
}

void LiveHub::publish(LiveFrame frame) {
    std::vector<Message> identities;
    for (const io::RecordedIdentity& identity : frame.frame.identities)
        identities.push_back(identity_message(identity));
    history_encoder_.set_agents(frame.agents);
    const bool whole = since_whole_++ % history_group == 0;
    auto encoded = std::make_shared<const Message>(
        history_encoder_.encode(frame.frame, frame.stats, frame.frame.events, whole));
    const std::scoped_lock lock(mutex_);
    remember(whole, std::move(encoded));
    identities_.insert(identities_.end(), identities.begin(), identities.end());
    for (const io::RecordedEvent& event : frame.frame.events) events_.push_back(event);
    events_seen_ += frame.frame.events.size();
    while (events_.size() > kept_events) events_.pop_front();
    frame.number = ++frames_;
    newest_ = std::make_shared<const LiveFrame>(std::move(frame));
}

void LiveHub::publish(const ChannelSample& sample, bool is_only) {
    const std::scoped_lock lock(mutex_);
    samples_[{sample.channel, is_only ? std::string{} : sample.note}] = {++samples_seen_, sample};
}

void LiveHub::publish_tile(ChannelSample tile) {
    const std::scoped_lock lock(mutex_);
    tiles_[*tile.agent] = {++tiles_seen_, std::move(tile)};
}

void LiveHub::publish_agent(std::uint32_t number, const AgentSpec& agent) {
    Message message = agent_message(number, agent);
    const std::scoped_lock lock(mutex_);
    agents_.push_back(std::move(message));
}

void LiveHub::publish(const LiveStatus& status) {
    const std::scoped_lock lock(mutex_);
    if (status == status_) return;
    status_ = status;
    ++status_version_;
}

void LiveHub::publish_insight(std::vector<ChannelSample> samples) {
    auto insight = std::make_shared<const std::vector<ChannelSample>>(std::move(samples));
    const std::scoped_lock lock(mutex_);
    insight_ = std::move(insight);
    ++insights_;
}

std::shared_ptr<const std::vector<ChannelSample>> LiveHub::insight_after(std::uint64_t& number) const {
    const std::scoped_lock lock(mutex_);
    const bool is_new = insights_ > number;
    number = insights_;
    return is_new ? insight_ : nullptr;
}

std::shared_ptr<const LiveFrame> LiveHub::newest_after(std::uint64_t number) const {
    const std::scoped_lock lock(mutex_);
    return newest_ && newest_->number > number ? newest_ : nullptr;
}

std::vector<Message> LiveHub::news_before_frame(LiveCursor& cursor, bool wants_mesh) const {
    const std::scoped_lock lock(mutex_);
    std::vector<Message> news(identities_.begin() + static_cast<std::ptrdiff_t>(cursor.identity),
                              identities_.end());
    cursor.identity = identities_.size();
    news.insert(news.end(), agents_.begin() + static_cast<std::ptrdiff_t>(cursor.agent), agents_.end());
    cursor.agent = agents_.size();
    for (const auto& [key, sample] : samples_)
        if (sample.first > cursor.sample) news.push_back(channel_message(sample.second));
    cursor.sample = samples_seen_;
    if (wants_mesh) {
        for (const auto& [number, tile] : tiles_)
            if (tile.first > cursor.tile) news.push_back(channel_message(tile.second));
        cursor.tile = tiles_seen_;
    }
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
