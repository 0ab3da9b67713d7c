#pragma once

// Little-endian bytes, written and read with every length checked against what is there.

#include <bit>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace wend::io {

using Bytes = std::vector<std::uint8_t>;
using ByteView = std::span<const std::uint8_t>;

class ByteWriter {
  public:
    explicit ByteWriter(Bytes& out) : out_(out) {}

    void byte(std::uint8_t value) { out_.push_back(value); }
    /// The low `count` bytes of a word.
    void low_bytes(std::uint64_t word, unsigned count) {
        for (unsigned i = 0; i < count; ++i) out_.push_back(static_cast<std::uint8_t>(word >> (8 * i)));
    }
    void fixed32(std::uint32_t value) { low_bytes(value, 4); }
    void fixed64(std::uint64_t value) { low_bytes(value, 8); }
    void real(double value) { fixed64(std::bit_cast<std::uint64_t>(value)); }
    /// Seven bits a byte, lowest first.
    void varint(std::uint64_t value) {
        for (; value >= 0x80; value >>= 7) out_.push_back(static_cast<std::uint8_t>(value | 0x80));
        out_.push_back(static_cast<std::uint8_t>(value));
    }
    void text(std::string_view value) {
        varint(value.size());
        out_.insert(out_.end(), value.begin(), value.end());
    }

  private:
    Bytes& out_;
};

/// Past the end it yields zeros and remembers that it failed, so that a caller checks once.
class ByteReader {
  public:
    explicit ByteReader(ByteView bytes) : bytes_(bytes) {}

    [[nodiscard]] bool failed() const noexcept { return failed_; }
    [[nodiscard]] std::size_t left() const noexcept { return bytes_.size() - at_; }
    void fail() noexcept { failed_ = true; }

    std::uint8_t byte() {
        if (at_ >= bytes_.size()) return fail(), std::uint8_t{0};
        return bytes_[at_++];
    }
    std::uint64_t low_bytes(unsigned count) {
        if (left() < count) return fail(), 0;
        std::uint64_t word = 0;
        for (unsigned i = 0; i < count; ++i) word |= std::uint64_t{bytes_[at_++]} << (8 * i);
        return word;
    }
    std::uint32_t fixed32() { return static_cast<std::uint32_t>(low_bytes(4)); }
    std::uint64_t fixed64() { return low_bytes(8); }
    double real() { return std::bit_cast<double>(fixed64()); }
    std::uint64_t varint() {
        std::uint64_t value = 0;
        for (unsigned shift = 0; shift < 64; shift += 7) {
            const std::uint8_t next = byte();
            value |= std::uint64_t{next & 0x7Fu} << shift;
            if (next < 0x80) return value;
        }
        return fail(), 0;
    }
    std::uint32_t varint32() {
        const std::uint64_t value = varint();
        if (value > 0xFFFFFFFFu) return fail(), 0;
        return static_cast<std::uint32_t>(value);
    }
    /// A number of things that take at least `least_bytes` each: never more than there is room for.
    std::size_t count(std::size_t least_bytes) {
        const std::uint64_t value = varint();
        if (value > left() / least_bytes) return fail(), 0;
        return static_cast<std::size_t>(value);
    }
    std::string text() {
        const std::size_t size = count(1);
        std::string value(bytes_.begin() + static_cast<std::ptrdiff_t>(at_),
                          bytes_.begin() + static_cast<std::ptrdiff_t>(at_ + size));
        at_ += size;
        return value;
    }

  private:
    ByteView bytes_;
    std::size_t at_ = 0;
    bool failed_ = false;
};

}  // namespace wend::io
