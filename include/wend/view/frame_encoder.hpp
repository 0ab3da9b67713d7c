#pragma once

// Frames for the page: positions to the millimetre, each coded as its difference from where the last two
// frames would take it, so that a walking agent costs about four bytes and a run of standing ones costs one.
// Ten thousand walking agents at 30 Hz make about 1 MB/s.
//
// The encoder remembers what its reader has seen: each reader has one of its own and may skip frames.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "wend/io/recording.hpp"
#include "wend/view/frame_stats.hpp"
#include "wend/view/level_picture.hpp"
#include "wend/view/messages.hpp"
#include "wend/view/track_history.hpp"

namespace wend::view {

class FrameEncoder {
  public:
    explicit FrameEncoder(std::size_t agents) : agent_count_(agents) {}

    /// From now on there are so many, after who has entered since.
    void set_agents(std::size_t agents) noexcept { agent_count_ = agents; }

    /// Feet are put on the ground of a level; unset: layers are flat.
    void set_floor(FloorHeight floor) { floor_ = std::move(floor); }

    /// `whole` makes a frame that can be read without any before it.
    [[nodiscard]] Message encode(const io::Frame& frame, const FrameStats& stats,
                                 std::span<const io::RecordedEvent> events, bool whole);

  private:
    std::size_t agent_count_;
    TrackHistory agents_;
    TrackHistory obstacles_;
    std::vector<Track> tracks_;
    FloorHeight floor_;
    bool started_ = false;
};

struct DecodedFrame {
    std::uint32_t index = 0;
    double time = 0;
    bool whole = false;
    FrameStats stats;
    std::vector<Track> agents;
    std::vector<Track> obstacles;
    std::vector<io::RecordedEvent> events;
};

/// The reading side, as the page has it too: for tools, and for the proof that nothing is lost.
class FrameDecoder {
  public:
    /// Nothing when the message is malformed, or needs a frame that was never seen.
    [[nodiscard]] std::optional<DecodedFrame> decode(std::span<const std::uint8_t> message);

  private:
    TrackHistory agents_;
    TrackHistory obstacles_;
    bool started_ = false;
};

[[nodiscard]] Track quantised(const io::RecordedAgent& agent) noexcept;
[[nodiscard]] Track quantised(const io::RecordedObstacle& obstacle) noexcept;

}  // namespace wend::view
