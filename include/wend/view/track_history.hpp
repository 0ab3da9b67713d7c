#pragma once

// Where things were in the last two frames that a reader has seen, and the next one told as the difference
// from going straight on. Both sides keep the same history, in wrapping integers, so they never drift apart.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "wend/view/messages.hpp"

namespace wend::io {
class ByteReader;
}

namespace wend::view {

/// The millimetre picture of one agent or obstacle; `tag` 0 is absent.
struct Track {
    std::int32_t x = 0;
    std::int32_t y = 0;
    std::int32_t z = 0;
    std::int32_t angle = 0;  ///< in units of 0.1 milliradian
    std::uint32_t tag = 0;   ///< agents: mode + 8 * layer; obstacles: 1
    friend bool operator==(const Track&, const Track&) = default;
};

/// Tracks against their prediction; the encoding and decoding side keep the same history.
class TrackHistory {
  public:
    void clear();
    void encode(std::span<const Track> tracks, Message& out);
    /// The reader has failed when the bytes are not what an encoder writes.
    void decode(io::ByteReader& in);
    [[nodiscard]] const std::vector<Track>& tracks() const noexcept { return last_; }

  private:
    [[nodiscard]] Track predicted(std::size_t i) const noexcept;
    void remember(std::size_t i, const Track& track) noexcept;

    std::vector<Track> last_;
    std::vector<Track> velocity_;
};

}  // namespace wend::view
