#include "io/frame_codec.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "io/edit_codec.hpp"

namespace wend::io {
namespace {

constexpr AgentMode last_mode = AgentMode::arrived;

/// Bit patterns of doubles in the order of the numbers, so that neighbours differ by one.
std::uint64_t ordered(double number) {
    const auto bits = std::bit_cast<std::uint64_t>(number);
    return bits >> 63 ? ~bits : bits | std::uint64_t{1} << 63;
}

double from_ordered(std::uint64_t key) {
    return std::bit_cast<double>(key >> 63 ? key & ~(std::uint64_t{1} << 63) : ~key);
}

/// Small differences of either sign to small words.
std::uint64_t zigzag(std::uint64_t difference) {
    return difference << 1 ^ (0 - (difference >> 63));
}

std::uint64_t from_zigzag(std::uint64_t word) {
    return word >> 1 ^ (0 - (word & 1));
}

unsigned bytes_of(std::uint64_t word) {
    return (static_cast<unsigned>(std::bit_width(word)) + 7) / 8;
}

void write_ids(std::span<const std::uint32_t> ids, ByteWriter& out) {
    out.varint(ids.size());
    std::uint32_t expected = 0;
    for (const std::uint32_t id : ids) {
        out.varint(id - expected);
        expected = id + 1;
    }
}

std::vector<std::uint32_t> read_ids(ByteReader& in) {
    std::vector<std::uint32_t> ids(in.count(1));
    std::uint64_t expected = 0;
    for (std::uint32_t& id : ids) {
        expected += in.varint32();
        if (expected > 0xFFFFFFFFu) return in.fail(), std::vector<std::uint32_t>{};
        id = static_cast<std::uint32_t>(expected++);
    }
    return ids;
}

template <class Bodies, class Id>
bool is_rising(const Bodies& bodies, Id id) {
    return std::adjacent_find(bodies.begin(), bodies.end(),
                              [id](const auto& a, const auto& b) { return a.*id >= b.*id; }) == bodies.end();
}

enum FrameFlag : std::uint8_t { new_agents = 1, new_standing = 2, new_obstacles = 4 };
/// What follows the bodies; version 1 knows only the first.
enum NoteFlag : std::uint8_t { has_words = 1, has_edits = 2 };

}  // namespace

template <std::size_t Count>
void Track<Count>::set_ids(std::span<const std::uint32_t> ids) {
    std::vector<History> kept(ids.size());
    for (std::size_t now = 0, then = 0; now < ids.size(); ++now) {
        while (then < ids_.size() && ids_[then] < ids[now]) ++then;
        if (then < ids_.size() && ids_[then] == ids[now]) kept[now] = history_[then];
    }
    ids_.assign(ids.begin(), ids.end());
    history_ = std::move(kept);
}

template <std::size_t Count>
auto Track<Count>::predict(const History& history) -> Numbers {
    if (history.known < 2) return history.last;
    Numbers guess;
    for (std::size_t i = 0; i < Count; ++i) {
        guess[i] = history.last[i] + (history.last[i] - history.before[i]);
        if (!std::isfinite(guess[i])) guess[i] = 0;  // which NaN arithmetic makes depends on the machine
    }
    return guess;
}

template <std::size_t Count>
void Track<Count>::remember(History& history, const Numbers& numbers) {
    history.before = history.last;
    history.last = numbers;
    if (history.known < 2) ++history.known;
}

template <std::size_t Count>
void Track<Count>::write(std::size_t slot, const Numbers& numbers, ByteWriter& out) {
    const Numbers guess = predict(history_[slot]);
    std::array<std::uint64_t, Count> words;
    std::uint64_t lengths = 0;
    for (std::size_t i = 0; i < Count; ++i) {
        words[i] = zigzag(ordered(numbers[i]) - ordered(guess[i]));
        lengths |= std::uint64_t{bytes_of(words[i])} << (4 * i);
    }
    out.low_bytes(lengths, (Count + 1) / 2);
    for (const std::uint64_t word : words) out.low_bytes(word, bytes_of(word));
    remember(history_[slot], numbers);
}

template <std::size_t Count>
auto Track<Count>::read(std::size_t slot, ByteReader& in) -> Numbers {
    const Numbers guess = predict(history_[slot]);
    const std::uint64_t lengths = in.low_bytes((Count + 1) / 2);
    Numbers numbers;
    for (std::size_t i = 0; i < Count; ++i) {
        const auto length = static_cast<unsigned>(lengths >> (4 * i) & 15);
        if (length > 8) in.fail();
        numbers[i] = from_ordered(ordered(guess[i]) + from_zigzag(in.low_bytes(std::min(length, 8u))));
    }
    remember(history_[slot], numbers);
    return numbers;
}

void FrameCodec::write(const Frame& frame, ByteWriter& out) {
    out.varint(zigzag(std::uint64_t{frame.index} - index_ - 1));
    out.real(frame.time);
    index_ = frame.index;
    write_agents(frame, out);
    write_obstacles(frame, out);
    const bool words = !frame.identities.empty() || !frame.events.empty();
    out.byte(static_cast<std::uint8_t>((words ? has_words : 0) | (frame.edits.empty() ? 0 : has_edits)));
    if (words) {
        write_identities(frame.identities, out);
        write_events(frame.events, out);
    }
    if (!frame.edits.empty()) write_edits(frame.edits, out);
}

bool FrameCodec::read(ByteReader& in, Frame& frame, std::string& problem) {
    frame.index = index_ = static_cast<std::uint32_t>(index_ + 1 + from_zigzag(in.varint()));
    frame.time = in.real();
    read_agents(in, frame);
    read_obstacles(in, frame);
    frame.identities.clear();
    frame.events.clear();
    frame.edits.clear();
    const std::uint8_t notes = in.byte();
    if (notes > (has_words | has_edits)) in.fail();
    if (notes & has_words) {
        read_identities(in, frame.identities);
        read_events(in, frame.events);
    }
    if (notes & has_edits) read_edits(in, frame.edits);
    if (in.failed()) problem = "frame " + std::to_string(frame.index) + " is malformed";
    return !in.failed();
}

void FrameCodec::write_agents(const Frame& frame, ByteWriter& out) {
    std::vector<std::uint32_t> ids;
    std::vector<Standing> standing;
    for (const RecordedAgent& agent : frame.agents) {
        ids.push_back(agent.agent);
        standing.push_back({agent.layer, agent.mode});
    }
    const bool other_ids = ids != agents_.ids(), other_standing = standing != standing_;
    out.byte(static_cast<std::uint8_t>((other_ids ? new_agents : 0) | (other_standing ? new_standing : 0)));
    if (other_ids) {
        write_ids(ids, out);
        agents_.set_ids(ids);
    }
    if (other_standing) {
        for (const Standing& s : standing) {
            out.byte(static_cast<std::uint8_t>(s.mode));
            out.varint(s.layer);
        }
        standing_ = std::move(standing);
    }
    for (std::size_t i = 0; i < frame.agents.size(); ++i) {
        const RecordedAgent& agent = frame.agents[i];
        agents_.write(i, {agent.position.x, agent.position.y, agent.position.z, agent.heading}, out);
    }
}

void FrameCodec::read_agents(ByteReader& in, Frame& frame) {
    const std::uint8_t flags = in.byte();
    if (flags & new_agents) agents_.set_ids(read_ids(in));
    const std::size_t count = agents_.ids().size();
    if (flags & new_standing) {
        standing_.resize(count);
        for (Standing& s : standing_) {
            const std::uint8_t mode = in.byte();
            if (mode > static_cast<std::uint8_t>(last_mode)) in.fail();
            s.mode = static_cast<AgentMode>(std::min(mode, static_cast<std::uint8_t>(last_mode)));
            s.layer = in.varint32();
        }
    }
    if (standing_.size() != count || in.left() / 2 < count) in.fail();
    frame.agents.clear();
    if (in.failed()) return;
    frame.agents.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        const auto [x, y, z, heading] = agents_.read(i, in);
        frame.agents[i] = {agents_.ids()[i], standing_[i].layer, standing_[i].mode, {x, y, z}, heading};
    }
}

void FrameCodec::write_obstacles(const Frame& frame, ByteWriter& out) {
    std::vector<std::uint32_t> ids;
    for (const RecordedObstacle& obstacle : frame.obstacles) ids.push_back(obstacle.obstacle);
    const bool other_ids = ids != obstacles_.ids();
    out.byte(other_ids ? new_obstacles : 0);
    if (other_ids) {
        write_ids(ids, out);
        obstacles_.set_ids(ids);
    }
    for (std::size_t i = 0; i < frame.obstacles.size(); ++i) {
        const Pose& pose = frame.obstacles[i].pose;
        obstacles_.write(i, {pose.position.x, pose.position.y, pose.angle}, out);
    }
}

void FrameCodec::read_obstacles(ByteReader& in, Frame& frame) {
    if (in.byte() & new_obstacles) obstacles_.set_ids(read_ids(in));
    const std::size_t count = obstacles_.ids().size();
    if (in.left() / 2 < count) in.fail();
    frame.obstacles.clear();
    if (in.failed()) return;
    frame.obstacles.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        const auto [x, y, angle] = obstacles_.read(i, in);
        frame.obstacles[i] = {obstacles_.ids()[i], {{x, y}, angle}};
    }
}

void write_shape(const Shape& shape, ByteWriter& out) {
    if (const auto* disc = std::get_if<DiscShape>(&shape)) {
        out.byte(0);
        out.real(disc->radius);
        return;
    }
    const Ring& outline = std::get<PolygonShape>(shape).outline;
    out.byte(1);
    out.varint(outline.size());
    for (const Vec2 corner : outline) {
        out.real(corner.x);
        out.real(corner.y);
    }
}

Shape read_shape(ByteReader& in) {
    if (in.byte() == 0) return DiscShape{in.real()};
    PolygonShape polygon;
    polygon.outline.resize(in.count(16));
    for (Vec2& corner : polygon.outline) {
        corner.x = in.real();
        corner.y = in.real();
    }
    return polygon;
}

void write_identities(const std::vector<RecordedIdentity>& identities, ByteWriter& out) {
    out.varint(identities.size());
    for (const RecordedIdentity& identity : identities) {
        out.varint(identity.obstacle);
        out.byte(static_cast<std::uint8_t>(identity.kind));
        out.text(identity.name);
        out.varint(identity.layer);
        write_shape(identity.shape, out);
    }
}

void read_identities(ByteReader& in, std::vector<RecordedIdentity>& identities) {
    identities.resize(in.count(6));
    for (RecordedIdentity& identity : identities) {
        identity.obstacle = in.varint32();
        identity.kind = in.byte() == 0 ? RecordedKind::obstacle : RecordedKind::platform;
        identity.name = in.text();
        identity.layer = in.varint32();
        identity.shape = read_shape(in);
    }
}

void write_events(const std::vector<RecordedEvent>& events, ByteWriter& out) {
    out.varint(events.size());
    for (const RecordedEvent& event : events) {
        out.text(event.kind);
        out.text(event.subject);
        out.text(event.detail);
    }
}

void read_events(ByteReader& in, std::vector<RecordedEvent>& events) {
    events.resize(in.count(3));
    for (RecordedEvent& event : events) {
        event.kind = in.text();
        event.subject = in.text();
        event.detail = in.text();
    }
}

bool is_in_order(const Frame& frame) noexcept {
    return is_rising(frame.agents, &RecordedAgent::agent) &&
           is_rising(frame.obstacles, &RecordedObstacle::obstacle);
}

}  // namespace wend::io
