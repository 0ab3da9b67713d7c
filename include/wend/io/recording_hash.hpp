#pragma once

#include <cstdint>
#include <string>

#include "wend/base/hash.hpp"
#include "wend/io/recording.hpp"

namespace wend::io {

/// The state hash of a run: every frame's index, time, agents and obstacles, in order. The simulation adds
/// each frame as it is made, the verifier as it is read; the two agree when nothing was lost or changed.
/// Events, edits and identities are commentary and do not count.
class RecordingHash {
  public:
    void add(const Frame& frame) noexcept;
    [[nodiscard]] std::uint64_t value() const noexcept { return hash_.value(); }
    /// Sixteen hexadecimal digits, as reports show it.
    [[nodiscard]] std::string text() const;

  private:
    StateHash hash_;
};

}  // namespace wend::io
