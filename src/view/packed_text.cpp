#include "view/packed_text.hpp"

#include <new>

#include <zlib.h>

namespace wend::view {

std::vector<std::uint8_t> deflated(std::span<const std::uint8_t> bytes) {
    uLongf size = compressBound(bytes.size());
    std::vector<std::uint8_t> out(size);
    // With room for the worst case only memory can fail.
    if (compress2(out.data(), &size, bytes.data(), bytes.size(), Z_DEFAULT_COMPRESSION) != Z_OK)
        throw std::bad_alloc();
    out.resize(size);
    return out;
}

std::string base64(std::span<const std::uint8_t> bytes) {
    constexpr char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    out.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const std::size_t left = bytes.size() - i;
        const std::uint32_t word = static_cast<std::uint32_t>(
            bytes[i] << 16 | (left > 1 ? bytes[i + 1] << 8 : 0) | (left > 2 ? bytes[i + 2] : 0));
        out += digits[word >> 18];
        out += digits[word >> 12 & 63];
        out += left > 1 ? digits[word >> 6 & 63] : '=';
        out += left > 2 ? digits[word & 63] : '=';
    }
    return out;
}

}  // namespace wend::view
