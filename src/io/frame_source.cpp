#include "wend/io/frame_source.hpp"

#include <array>
#include <cerrno>
#include <fstream>
#include <string_view>

#include "wend/base/output_file.hpp"
#include "wend/io/recording_file.hpp"
#include "wend/io/sqlite_trajectory.hpp"

namespace wend::io {

Result<std::unique_ptr<FrameSource>> open_recording(const std::filesystem::path& file) {
    std::error_code ignored;
    if (std::filesystem::is_directory(file, ignored)) return system_error("cannot read", file, EISDIR);
    errno = 0;
    auto stream = std::make_unique<std::ifstream>(file, std::ios::binary);
    if (!*stream) return system_error("cannot read", file, errno != 0 ? errno : EIO);
    std::array<char, 16> start{};
    stream->read(start.data(), start.size());
    if (std::string_view(start.data(), 15) == "SQLite format 3") return open_sqlite(file);
    stream->clear();
    stream->seekg(0);
    return open_wend(std::move(stream), file.string());
}

Recording read_all(FrameSource& source) {
    Recording recording;
    recording.header = source.header();
    for (Frame frame; source.next(frame);) recording.frames.push_back(std::move(frame));
    recording.warning = source.warning();
    return recording;
}

Result<Recording> read_recording(const std::filesystem::path& file) {
    auto source = open_recording(file);
    if (!source) return source.status();
    return read_all(*source.value());
}

}  // namespace wend::io
