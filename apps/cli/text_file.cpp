#include "text_file.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>

#include <fmt/format.h>

namespace wend::cli {

Status write_text(const std::filesystem::path& file, const std::string& text) {
    std::filesystem::path partial = file;
    partial += ".partial";
    std::ofstream out(partial, std::ios::binary);
    out << text;
    out.close();
    if (!out)
        return Status::io_error(fmt::format("{}: cannot write: {}", file.string(), std::strerror(errno)));
    std::error_code failure;
    std::filesystem::rename(partial, file, failure);
    if (failure)
        return Status::io_error(fmt::format("{}: cannot write: {}", file.string(), failure.message()));
    return Status::ok();
}

}  // namespace wend::cli
