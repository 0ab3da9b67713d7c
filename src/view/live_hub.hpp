#pragma once

// Where the world's thread leaves the news and every connection picks up what it has not seen. Nothing here
// grows with a slow reader: only the newest frame is kept, old events fall out, goals and plans are kept one
// each.

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "wend/view/frame_encoder.hpp"

#include "view/live_command.hpp"

namespace wend::view {

struct LiveFrame {
    std::uint64_t number = 0;  ///< counts publications, so that a reader knows what it has seen
    io::Frame frame;
    FrameStats stats;
    std::vector<ChannelSample> plans;  ///< of the agents that somebody watches, by agent
};

/// How far a reader has come.
struct LiveCursor {
    std::uint64_t frame = 0;
    std::uint64_t identity = 0;
    std::uint64_t event = 0;
    std::uint64_t goal = 0;
    std::uint64_t status = 0;
};

class LiveHub {
  public:
    void publish(LiveFrame frame);
    void publish(const ChannelSample& goal);
    void publish(const LiveStatus& status);

    /// The next thing the reader has not seen, oldest kind first; empty when it has seen all. Frames are
    /// encoded by the reader's own encoder.
    [[nodiscard]] std::shared_ptr<const LiveFrame> newest_after(std::uint64_t number) const;
    [[nodiscard]] std::vector<Message> news_before_frame(LiveCursor& cursor) const;
    /// Events since the reader's last frame, at most as many as are kept.
    [[nodiscard]] std::vector<io::RecordedEvent> events_after(std::uint64_t& event) const;

  private:
    mutable std::mutex mutex_;
    std::shared_ptr<const LiveFrame> newest_;
    std::uint64_t frames_ = 0;
    std::vector<Message> identities_;
    std::deque<io::RecordedEvent> events_;
    std::uint64_t events_seen_ = 0;
    std::map<std::string, std::pair<std::uint64_t, ChannelSample>> goals_;  ///< by target
    std::uint64_t goals_seen_ = 0;
    LiveStatus status_;
    std::uint64_t status_version_ = 1;
};

}  // namespace wend::view
