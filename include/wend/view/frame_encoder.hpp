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
#include "wend/sim/simulation.hpp"
#include "wend/view/messages.hpp"
#include "wend/view/track_history.hpp"

namespace wend::view {

/// Numbers for the charts, part of every frame.
struct FrameStats {
    std::uint32_t present = 0;
    std::uint32_t arrived = 0;
    std::uint32_t standing = 0;
    float mean_speed = 0;  ///< of those present in this frame and the one before, m/s
    float cost_ms = 0;
    std::uint64_t expansions = 0;
    bool over_budget = false;
    friend bool operator==(const FrameStats&, const FrameStats&) = default;
};

class FrameEncoder {
  public:
    explicit FrameEncoder(std::size_t agents) : agent_count_(agents) {}

    /// From now on there are so many, after who has entered since.
    void set_agents(std::size_t agents) noexcept { agent_count_ = agents; }

    /// `whole` makes a frame that can be read without any before it.
    [[nodiscard]] Message encode(const io::Frame& frame, const FrameStats& stats,
                                 std::span<const io::RecordedEvent> events, bool whole);

  private:
    std::size_t agent_count_;
    TrackHistory agents_;
    TrackHistory obstacles_;
    std::vector<Track> tracks_;
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

/// Counts and the mean speed of a frame; `before` may be null.
[[nodiscard]] FrameStats frame_stats(const io::Frame& frame, const io::Frame* before, const FrameCost& cost);

[[nodiscard]] Track quantised(const io::RecordedAgent& agent) noexcept;
[[nodiscard]] Track quantised(const io::RecordedObstacle& obstacle) noexcept;

}  // namespace wend::view
