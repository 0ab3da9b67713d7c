#pragma once

// One frame as bytes. Bodies move almost linearly from frame to frame, so each number is stored as its
// distance in units of the last place from the linear continuation of the two frames before: few bytes,
// nothing lost. (The idea of predictive lossless coding of doubles: Ratanaworabhan, Ke and Burtscher 2006.)

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "wend/io/recording.hpp"

#include "io/bytes.hpp"

namespace wend::io {

/// The last two frames' numbers of one kind of body, by rising id; encoder and decoder keep the same.
template <std::size_t Count>
class Track {
  public:
    using Numbers = std::array<double, Count>;

    /// Who is in the frame now; numbers of those who stay are kept.
    void set_ids(std::span<const std::uint32_t> ids);
    [[nodiscard]] const std::vector<std::uint32_t>& ids() const noexcept { return ids_; }
    void write(std::size_t slot, const Numbers& numbers, ByteWriter& out);
    [[nodiscard]] Numbers read(std::size_t slot, ByteReader& in);

  private:
    struct History {
        Numbers last{};
        Numbers before{};
        std::uint8_t known = 0;
    };
    [[nodiscard]] static Numbers predict(const History& history);
    static void remember(History& history, const Numbers& numbers);

    std::vector<std::uint32_t> ids_;
    std::vector<History> history_;
};

/// What frames have in common with the one before. A fresh codec starts a block.
class FrameCodec {
  public:
    void write(const Frame& frame, ByteWriter& out);
    /// False, and `problem` set, when the bytes are no frame.
    [[nodiscard]] bool read(ByteReader& in, Frame& frame, std::string& problem);

  private:
    struct Standing {
        std::uint32_t layer;
        AgentMode mode;
        friend bool operator==(const Standing&, const Standing&) = default;
    };
    void write_agents(const Frame& frame, ByteWriter& out);
    void write_obstacles(const Frame& frame, ByteWriter& out);
    void read_agents(ByteReader& in, Frame& frame);
    void read_obstacles(ByteReader& in, Frame& frame);

    Track<4> agents_;  ///< x, y, z, heading
    Track<3> obstacles_;
    std::vector<Standing> standing_;
    std::uint32_t index_ = 0;
};

/// Identities and events, which name things and need no history.
void write_identities(const std::vector<RecordedIdentity>& identities, ByteWriter& out);
void write_events(const std::vector<RecordedEvent>& events, ByteWriter& out);
void read_identities(ByteReader& in, std::vector<RecordedIdentity>& identities);
void read_events(ByteReader& in, std::vector<RecordedEvent>& events);

void write_shape(const Shape& shape, ByteWriter& out);
[[nodiscard]] Shape read_shape(ByteReader& in);

/// Agents and obstacles by strictly rising number?
[[nodiscard]] bool is_in_order(const Frame& frame) noexcept;

}  // namespace wend::io
