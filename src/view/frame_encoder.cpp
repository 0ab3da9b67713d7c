#include "wend/view/frame_encoder.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "wend/io/recording.hpp"

#include "io/bytes.hpp"

namespace wend::view {
namespace {

constexpr double units_per_metre = 1000;
constexpr double units_per_radian = 10000;
constexpr std::uint8_t whole_flag = 1;
constexpr std::uint8_t over_budget_flag = 2;
/// More obstacles than any world has; a bound for numbers that come from elsewhere.
constexpr std::uint32_t most_obstacles = 10'000'000;

/// Beyond 2147 km, or not a number: the nearest that can be said.
std::int32_t quantised(double value, double units) noexcept {
    constexpr double most = std::numeric_limits<std::int32_t>::max();
    const double scaled = value * units;
    if (!(std::abs(scaled) <= most)) return scaled > 0 ? static_cast<std::int32_t>(most) : 0;
    return static_cast<std::int32_t>(std::lround(scaled));
}

void write_stats(const FrameStats& stats, io::ByteWriter& out) {
    out.varint(stats.present);
    out.varint(stats.arrived);
    out.varint(stats.standing);
    out.fixed32(std::bit_cast<std::uint32_t>(stats.mean_speed));
    out.fixed32(std::bit_cast<std::uint32_t>(stats.cost_ms));
    out.varint(stats.expansions);
}

FrameStats read_stats(io::ByteReader& in, std::uint8_t flags) {
    FrameStats stats;
    stats.present = in.varint32();
    stats.arrived = in.varint32();
    stats.standing = in.varint32();
    stats.mean_speed = std::bit_cast<float>(in.fixed32());
    stats.cost_ms = std::bit_cast<float>(in.fixed32());
    stats.expansions = in.varint();
    stats.over_budget = (flags & over_budget_flag) != 0;
    return stats;
}

}  // namespace

Track quantised(const io::RecordedAgent& agent) noexcept {
    return {quantised(agent.position.x, units_per_metre), quantised(agent.position.y, units_per_metre),
            quantised(agent.position.z, units_per_metre), quantised(agent.heading, units_per_radian),
            static_cast<std::uint32_t>(agent.mode) + 8 * agent.layer};
}

Track quantised(const io::RecordedObstacle& obstacle) noexcept {
    return {quantised(obstacle.pose.position.x, units_per_metre),
            quantised(obstacle.pose.position.y, units_per_metre), 0,
            quantised(obstacle.pose.angle, units_per_radian), 1};
}

Message FrameEncoder::encode(const io::Frame& frame, const FrameStats& stats,
                             std::span<const io::RecordedEvent> events, bool whole) {
    whole = whole || !started_;
    started_ = true;
    if (whole) {
        agents_.clear();
        obstacles_.clear();
    }
    Message message;
    message.reserve(64 + frame.agents.size() * 4);
    io::ByteWriter out(message);
    out.byte(static_cast<std::uint8_t>(MessageType::frame));
    out.byte(
        static_cast<std::uint8_t>((whole ? whole_flag : 0) | (stats.over_budget ? over_budget_flag : 0)));
    out.varint(frame.index);
    out.real(frame.time);
    write_stats(stats, out);
    out.varint(events.size());
    for (const io::RecordedEvent& event : events) {
        out.text(event.kind);
        out.text(event.subject);
        out.text(event.detail);
    }

    tracks_.assign(agent_count_, Track{});
    for (const io::RecordedAgent& agent : frame.agents) {
        if (agent.agent >= agent_count_) continue;
        io::RecordedAgent told = agent;
        if (floor_ && agent.mode != io::AgentMode::airborne)
            told.position.z = floor_(agent.layer, agent.position.xy(), agent.position.z);
        tracks_[agent.agent] = quantised(told);
    }
    agents_.encode(tracks_, message);

    std::size_t count = obstacles_.tracks().size();
    for (const io::RecordedObstacle& obstacle : frame.obstacles)
        if (obstacle.obstacle < most_obstacles) count = std::max<std::size_t>(count, obstacle.obstacle + 1);
    tracks_.assign(count, Track{});
    for (const io::RecordedObstacle& obstacle : frame.obstacles)
        if (obstacle.obstacle < most_obstacles) tracks_[obstacle.obstacle] = quantised(obstacle);
    obstacles_.encode(tracks_, message);
    return message;
}

std::optional<DecodedFrame> FrameDecoder::decode(std::span<const std::uint8_t> message) {
    io::ByteReader in(message);
    if (in.byte() != static_cast<std::uint8_t>(MessageType::frame)) return std::nullopt;
    const std::uint8_t flags = in.byte();
    DecodedFrame frame;
    frame.whole = (flags & whole_flag) != 0;
    if (!frame.whole && !started_) return std::nullopt;
    frame.index = in.varint32();
    frame.time = in.real();
    frame.stats = read_stats(in, flags);
    frame.events.resize(in.count(3));
    for (io::RecordedEvent& event : frame.events) {
        event.kind = in.text();
        event.subject = in.text();
        event.detail = in.text();
    }
    if (frame.whole) {
        agents_.clear();
        obstacles_.clear();
    }
    agents_.decode(in);
    if (!in.failed()) obstacles_.decode(in);
    if (in.failed() || in.left() != 0) {
        started_ = false;
        return std::nullopt;
    }
    started_ = true;
    frame.agents = agents_.tracks();
    frame.obstacles = obstacles_.tracks();
    return frame;
}

}  // namespace wend::view
