#pragma once

// Bytes that say what they are of and are whole: a mark, a format, a hash, and what follows.

#include <string>

#include "wend/base/hash.hpp"
#include "wend/base/status.hpp"

#include "base/archive.hpp"

namespace wend::archive {

struct Seal {
    std::uint64_t mark = 0;  ///< eight letters
    std::uint32_t format = 1;
    const char* maker = "";  ///< what makes such bytes, for those who have others
};

[[nodiscard]] inline std::uint64_t hash_of(std::span<const std::byte> bytes) {
    StateHash hash;
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        word = word << 8 | std::to_integer<std::uint64_t>(bytes[i]);
        if (i % 8 == 7) hash.add(word);
    }
    hash.add(word);
    hash.add(std::uint64_t{bytes.size()});
    return hash.value();
}

[[nodiscard]] inline std::vector<std::byte> sealed(const Seal& seal, std::span<const std::byte> body) {
    Writer header;
    header(seal.mark, seal.format, hash_of(body));
    std::vector<std::byte> bytes = header.take();
    bytes.insert(bytes.end(), body.begin(), body.end());
    return bytes;
}

/// What follows the header, if that is right.
[[nodiscard]] inline Result<std::span<const std::byte>> opened(const Seal& seal,
                                                               std::span<const std::byte> bytes) {
    constexpr std::size_t header = 20;
    const auto wrong = [&](const std::string& found) {
        return Status::invalid_input("found " + found + ", expected what " + seal.maker + " made");
    };
    if (bytes.size() < header) return wrong("too few bytes");
    std::uint64_t mark = 0, hash = 0;
    std::uint32_t format = 0;
    Reader reader(bytes.first(header));
    reader(mark, format, hash);
    if (mark != seal.mark) return wrong("bytes of something else");
    if (format != seal.format)
        return Status{StatusCode::not_available,
                      "found format " + std::to_string(format) + ", expected " + std::to_string(seal.format)};
    const auto body = bytes.subspan(header);
    if (hash_of(body) != hash) return wrong("bytes that have been damaged");
    return body;
}

}  // namespace wend::archive
