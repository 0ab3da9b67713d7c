#include "io/source_text.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <system_error>

namespace wend::io {
namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

bool starts_character(char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
}

}  // namespace

std::string SourceText::place(std::size_t offset) const {
    const std::string_view before = text.substr(0, std::min(offset, text.size()));
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    std::string_view row = before.substr(before.rfind('\n') + 1);
    if (line == 1 && row.starts_with(byte_order_mark)) row.remove_prefix(byte_order_mark.size());
    const auto column = 1 + std::count_if(row.begin(), row.end(), starts_character);
    return std::string(name) + ':' + std::to_string(line) + ':' + std::to_string(column);
}

void SourceText::fail(std::size_t offset, std::string_view message) const {
    throw ReadFailure{place(offset) + ": " + std::string(message)};
}

Result<std::string> read_file(const std::filesystem::path& path) {
    std::error_code error;
    const auto size = std::filesystem::file_size(path, error);
    if (error) return Status::io_error(path.string() + ": cannot read: " + error.message());
    if (size > largest_file)
        return Status::invalid_input(path.string() + ": found " + std::to_string(size) +
                                     " bytes, expected at most " + std::to_string(largest_file));
    std::ifstream in(path, std::ios::binary);
    std::string text(static_cast<std::size_t>(size), '\0');
    if (!in || !in.read(text.data(), static_cast<std::streamsize>(text.size())))
        return Status::io_error(path.string() + ": cannot read: " + std::strerror(errno));
    return text;
}

}  // namespace wend::io
