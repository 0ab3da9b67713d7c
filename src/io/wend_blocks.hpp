#pragma once

// The block layer of a `.wend` file; see recording_file.hpp for the layout. All numbers are little-endian.
//
//   signature  8 bytes, of which the first is no text and the last two catch a text-mode copy
//   version    4 bytes
//   block      type 1 byte | length of the payload 4 bytes | checksum 8 bytes | payload

#include <array>
#include <cstdint>
#include <istream>
#include <optional>
#include <string>

#include "io/bytes.hpp"

namespace wend::io {

inline constexpr std::array<std::uint8_t, 8> wend_signature{0x89, 'W', 'E', 'N', 'D', 0x1A, '\r', '\n'};
inline constexpr std::uint32_t wend_version = 3;  ///< 2: frames may carry edits; 3: poses may be inside
inline constexpr std::uint32_t version_without_poses = 2;
inline constexpr std::uint32_t oldest_wend_version = 1;
inline constexpr std::size_t block_head_size = 13;

enum class BlockType : std::uint8_t { header = 1, frames = 2, end = 3, poses = 4 };

/// Of a block, given the checksum of the block before it (0 before the first).
[[nodiscard]] std::uint64_t block_checksum(std::uint64_t previous, BlockType type, ByteView payload) noexcept;

/// Appends a block to `out` and moves the chain on.
void write_block(BlockType type, ByteView payload, std::uint64_t& chain, Bytes& out);

struct Block {
    BlockType type{};
    Bytes payload;
};

/// Reads block after block. Nothing at the clean end of the stream; nothing and a `problem` where the stream
/// is cut off or changed.
class BlockReader {
  public:
    explicit BlockReader(std::istream& in) : in_(in) {}
    [[nodiscard]] std::optional<Block> next(std::string& problem);

  private:
    std::istream& in_;
    std::uint64_t chain_ = 0;
};

}  // namespace wend::io
