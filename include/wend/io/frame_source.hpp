#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "wend/base/status.hpp"
#include "wend/io/recording.hpp"

namespace wend::io {

/// A recording read frame by frame, so that its length does not have to fit in memory.
class FrameSource {
  public:
    virtual ~FrameSource() = default;
    [[nodiscard]] virtual const RecordingHeader& header() const noexcept = 0;
    /// The next frame into `frame`; false at the end, or where the file can no longer be trusted: then
    /// `warning` says so.
    virtual bool next(Frame& frame) = 0;
    /// Empty while all is well.
    [[nodiscard]] virtual const std::string& warning() const noexcept = 0;
    /// How bodies stood, as text of `motion/pose_stream.hpp`; known when the last frame was read, empty when
    /// there is none inside.
    [[nodiscard]] virtual std::string poses() const { return {}; }
    /// What the file itself gives no means to check, for people; empty while there is nothing of the kind.
    [[nodiscard]] virtual std::string unchecked() const { return {}; }
};

/// Opens a `.wend` or `.sqlite` recording, told apart by content, not by name.
[[nodiscard]] Result<std::unique_ptr<FrameSource>> open_recording(const std::filesystem::path& file);

/// The whole recording in memory; `warning` is set when the file could be read only in part.
[[nodiscard]] Result<Recording> read_recording(const std::filesystem::path& file);

/// Drains a source.
[[nodiscard]] Recording read_all(FrameSource& source);

}  // namespace wend::io
