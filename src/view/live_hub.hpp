#pragma once

// Where the world's thread leaves the news and every connection picks up what it has not seen. Nothing here
// grows with a slow reader: of frames there is one compact history for whoever comes late, bounded in bytes,
// old events fall out, goals, plans and parts of the mesh are kept one each. A world that starts anew is a
// new epoch: whoever has seen another one begins again.

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "wend/io/recording.hpp"
#include "wend/view/frame_encoder.hpp"

#include "view/live_command.hpp"

namespace wend::view {

/// What of the run a late reader is still to be told before it follows the newest frames.
struct LiveHistory {
    std::uint64_t next = 1;   ///< number of the next frame
    std::uint64_t last = 0;   ///< number of the last one
    std::uint64_t event = 0;  ///< events up to then
};

struct LiveFrame {
    std::uint64_t number = 0;  ///< counts publications, so that a reader knows what it has seen
    io::Frame frame;
    FrameStats stats;
    std::size_t agents = 0;           ///< in all so far, present or not
    std::vector<std::uint8_t> poses;  ///< packed, of those whose bodies are known
};

/// How far a reader has come.
struct LiveCursor {
    std::uint64_t frame = 0;
    std::uint64_t identity = 0;
    std::uint64_t agent = 0;
    std::uint64_t event = 0;
    std::uint64_t sample = 0;
    std::uint64_t tile = 0;
    std::uint64_t insight = 0;
    std::uint64_t status = 0;
};

class LiveHub {
  public:
    /// How much of the run is kept for readers that come late.
    void keep_history(std::size_t bytes) { most_history_bytes_ = bytes; }
    /// Everything that was known is forgotten; `first` is what a reader is told first.
    void start_epoch(std::vector<Message> first, std::size_t agents, FloorHeight floor);
    /// The first messages of the epoch, if it is not the one that the reader has seen.
    [[nodiscard]] std::vector<Message> epoch_after(std::uint64_t& epoch) const;
    [[nodiscard]] LiveHistory history() const;
    /// The next frame of the history; null when the reader has had all. What was forgotten meanwhile is left
    /// out, and the first one after that is whole.
    [[nodiscard]] std::shared_ptr<const Message> next_of(LiveHistory& history) const;
    [[nodiscard]] FloorHeight floor() const;

    void publish(LiveFrame frame);
    /// Of the whole world; kept one for each channel and note, or one for each channel where `is_only`.
    void publish(const ChannelSample& sample, bool is_only = false);
    /// A part of the mesh, for those who want it.
    void publish_tile(ChannelSample tile);
    /// Somebody who was not in the scene.
    void publish_agent(std::uint32_t number, const AgentSpec& agent);
    void publish(const LiveStatus& status);
    /// Of the agents that somebody watches; replaces what was known of them.
    void publish_insight(std::vector<ChannelSample> samples);

    /// The next thing the reader has not seen, oldest kind first; empty when it has seen all. Frames are
    /// encoded by the reader's own encoder.
    [[nodiscard]] std::shared_ptr<const LiveFrame> newest_after(std::uint64_t number) const;
    [[nodiscard]] std::vector<Message> news_before_frame(LiveCursor& cursor, bool wants_mesh) const;
    /// Events since the reader's last frame, at most as many as are kept.
    [[nodiscard]] std::vector<io::RecordedEvent> events_after(std::uint64_t& event) const;

    /// What is known of those who are watched; null when the reader has seen it.
    [[nodiscard]] std::shared_ptr<const std::vector<ChannelSample>> insight_after(
        std::uint64_t& number) const;

  private:
    void remember(bool whole, std::shared_ptr<const Message> message);

    mutable std::mutex mutex_;
    std::uint64_t epoch_ = 0;
    std::vector<Message> first_;
    FloorHeight floor_;
    FrameEncoder history_encoder_{0};  ///< used by the world's thread only
    std::deque<std::pair<bool, std::shared_ptr<const Message>>>
        history_;  ///< whether it is whole, and the frame
    std::size_t history_bytes_ = 0;
    std::size_t most_history_bytes_ = 48u << 20;
    std::uint64_t since_whole_ = 0;
    std::shared_ptr<const LiveFrame> newest_;
    std::uint64_t frames_ = 0;
    std::vector<Message> identities_;
    std::deque<io::RecordedEvent> events_;
    std::uint64_t events_seen_ = 0;
    std::vector<Message> agents_;
    template <class Key>
    using Newest = std::map<Key, std::pair<std::uint64_t, ChannelSample>>;
    Newest<std::pair<std::string, std::string>> samples_;  ///< by channel and note
    std::uint64_t samples_seen_ = 0;
    Newest<std::uint32_t> tiles_;
    std::uint64_t tiles_seen_ = 0;
    std::shared_ptr<const std::vector<ChannelSample>> insight_;
    std::uint64_t insights_ = 0;
    LiveStatus status_;
    std::uint64_t status_version_ = 1;
};

}  // namespace wend::view
