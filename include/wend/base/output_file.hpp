#pragma once

// Files that this program writes. Nothing is ever opened for writing under the name that was asked for: bytes
// go into another file of the same folder, which gets the name only when it is whole and on disk. So whatever
// happens there is the old file or the new one; and what is no regular file (a device, a pipe, a symbolic
// link) is refused, because renaming would replace it.

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "wend/base/status.hpp"

namespace wend {

/// `what`, the file and the system's reason, e.g. "cannot write 'F': No space left on device".
[[nodiscard]] Status system_error(const std::string& what, const std::filesystem::path& file, int error);

/// May this name be given to a new file? Only if there is nothing of that name, or a regular file that may be
/// written.
[[nodiscard]] Status check_target(const std::filesystem::path& target);

/// The whole file at once, under a name of its own until it is on disk; on failure nothing of it is left.
[[nodiscard]] Status write_file(const std::filesystem::path& target, std::string_view text);
[[nodiscard]] Status write_file(const std::filesystem::path& target, std::span<const std::uint8_t> bytes);
/// A new empty file beside the target, for another program to write; `ending` goes behind its name.
[[nodiscard]] Result<std::filesystem::path> reserve_name(const std::filesystem::path& target,
                                                         const std::string& ending = "");
/// Puts a file on disk and gives it the target's name, in a way that lasts through a power cut.
[[nodiscard]] Status move_into_place(const std::filesystem::path& written,
                                     const std::filesystem::path& target);

/// A file that grows: written as "F.partial", which outlives a process that is killed, and locked, so that no
/// two write the same.
class OutputFile {
  public:
    using Bytes = std::span<const std::uint8_t>;

    [[nodiscard]] static std::filesystem::path partial_name(const std::filesystem::path& target);
    /// Creates the partial file with its first bytes already inside: killed at any moment, there is either no
    /// file or one that begins with all of them. A partial file of an earlier run is replaced if it begins
    /// with the same `signature` bytes, or is empty; anything else of that name is not ours.
    static Result<OutputFile> create(const std::filesystem::path& target, Bytes first, std::size_t signature);
    OutputFile(OutputFile&& other) noexcept;
    OutputFile& operator=(OutputFile&& other) noexcept;
    ~OutputFile();

    /// All of the bytes or, on failure, none: the file is cut back to where it was.
    Status append(Bytes bytes);
    /// Puts the file on disk and gives it the target's name.
    Status finish();
    [[nodiscard]] std::uint64_t size() const noexcept { return size_; }

  private:
    OutputFile(std::filesystem::path target, int descriptor, std::uint64_t size);
    void close_descriptor() noexcept;

    std::filesystem::path target_;
    int descriptor_ = -1;  ///< holds the lock
    std::uint64_t size_ = 0;
};

}  // namespace wend
