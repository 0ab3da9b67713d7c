#pragma once

// The `.wend` recording: a signature and version, then blocks, each with its length and a 64-bit checksum
// that is chained from block to block, so that a missing or reordered block is noticed as well as a changed
// one.
//
//   signature | header block | frames block ... | poses block ... | end block
//
// Frames carry exact doubles: the state hash can be computed again from the file and a 1 mm overlap is still
// one. A double is stored as its distance, in units of the last place, from a linear prediction out of the
// two frames before, in as few bytes as that takes. Every block starts afresh and can be decoded alone. How
// bodies stood is text of `motion/pose_stream.hpp`, which this module hands on as it is.

#include <cstdint>
#include <filesystem>
#include <istream>
#include <memory>
#include <string_view>

#include "wend/base/status.hpp"
#include "wend/io/frame_source.hpp"
#include "wend/io/recording.hpp"

namespace wend::io {

/// Writes `F.partial` beside the target `F`, block by block, and renames it to `F` when closed. Killed or out
/// of disk, it leaves the partial file, readable up to the last whole block, and an older `F` untouched.
class RecordingWriter {
  public:
    struct Options {
        std::uint32_t frames_per_block = 30;
        std::uint32_t bytes_per_block = 1u << 20;  ///< a block is closed once it is larger than this
        bool has_poses = false;                    ///< readers of older versions refuse such files
    };

    static Result<RecordingWriter> open(const std::filesystem::path& file, const RecordingHeader& header,
                                        Options options);
    static Result<RecordingWriter> open(const std::filesystem::path& file, const RecordingHeader& header) {
        return open(file, header, Options{});
    }
    RecordingWriter(RecordingWriter&&) noexcept;
    RecordingWriter& operator=(RecordingWriter&&) noexcept;
    ~RecordingWriter();

    /// Agents and obstacles must come by rising number. After a failure every call returns that failure.
    Status append(const Frame& frame);
    /// The next part of the poses, behind all frames; only when the options say that there are some.
    Status append_poses(std::string_view text);
    /// Writes out what is buffered now instead of at the block's end.
    Status flush();
    /// Ends the recording and gives it its name.
    Status close();
    [[nodiscard]] std::uint64_t bytes_written() const noexcept;

  private:
    struct State;
    explicit RecordingWriter(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

/// Reads a `.wend` stream up to the last good block. Fails only where there is no whole header.
[[nodiscard]] Result<std::unique_ptr<FrameSource>> open_wend(std::unique_ptr<std::istream> stream,
                                                             const std::string& name);

}  // namespace wend::io
