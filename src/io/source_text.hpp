#pragma once

// Text being read, and the one way in which every reader of this module says where it went wrong:
// "file:line:column: what was found, what was expected".

#include <cstddef>
#include <filesystem>
#include <new>
#include <string>
#include <string_view>

#include "wend/base/limits.hpp"
#include "wend/base/status.hpp"

#include "check/words.hpp"

namespace wend::io {

/// Thrown inside a reader and caught at its entry; never leaves the module.
struct ReadFailure {
    std::string message;
};

/// Runs `read` and turns a ReadFailure, or the want of memory, into a Status.
template <class Read>
auto guarded(Read&& read) -> Result<decltype(read())> {
    try {
        return read();
    } catch (const ReadFailure& failure) {
        return Status::invalid_input(failure.message);
    } catch (const std::bad_alloc&) {
        return Status{StatusCode::out_of_memory, "there is not enough memory for this input"};
    }
}

struct SourceText {
    std::string_view name;  ///< as messages show it
    std::string_view text;

    /// "name:line:column", both from 1; a column is one character of UTF-8.
    [[nodiscard]] std::string place(std::size_t offset) const;
    [[noreturn]] void fail(std::size_t offset, std::string_view message) const;
};

using check::in_quotes;

/// The whole file; io_error when it cannot be read, invalid_input when it is larger than `limit` bytes.
Result<std::string> read_file(const std::filesystem::path& path);

inline constexpr std::size_t largest_file = limits::file_bytes;

}  // namespace wend::io
