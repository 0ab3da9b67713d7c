#pragma once

// A file that is written beside its target and gets the target's name only when it is whole.

#include <cstdint>
#include <filesystem>

#include "wend/base/status.hpp"

#include "io/bytes.hpp"

namespace wend::io {

/// "run.wend" is written as "run.wend.partial", in the same folder, so that the renaming is atomic.
[[nodiscard]] std::filesystem::path partial_name(const std::filesystem::path& target);

/// `what`, the file and the system's reason, e.g. "cannot write 'F': No space left on device".
[[nodiscard]] Status system_error(const std::string& what, const std::filesystem::path& file, int error);

/// Makes the directory entry of a rename last through a power cut, then reports a failed rename.
[[nodiscard]] Status rename_into_place(const std::filesystem::path& partial,
                                       const std::filesystem::path& target);

class PartialFile {
  public:
    /// Creates the partial file with its first bytes already inside: killed at any moment, there is either no
    /// file or one that begins with all of them.
    static Result<PartialFile> create(const std::filesystem::path& target, ByteView first_bytes);
    PartialFile(PartialFile&& other) noexcept;
    PartialFile& operator=(PartialFile&& other) noexcept;
    ~PartialFile();

    /// All of the bytes or, on failure, none: the file is cut back to where it was.
    Status append(ByteView bytes);
    /// Puts the file on disk and gives it the target's name.
    Status finish();
    [[nodiscard]] std::uint64_t size() const noexcept { return size_; }

  private:
    PartialFile(std::filesystem::path target, int descriptor, std::uint64_t size);
    void close_descriptor() noexcept;

    std::filesystem::path target_;
    int descriptor_ = -1;
    std::uint64_t size_ = 0;
};

}  // namespace wend::io
