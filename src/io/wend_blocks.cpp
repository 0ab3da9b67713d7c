#include "io/wend_blocks.hpp"

#include <algorithm>

#include "wend/base/rng.hpp"

namespace wend::io {
namespace {

/// Up to `size` bytes, in steps, so that a lying length costs no more memory than the file has bytes.
Bytes read_up_to(std::istream& in, std::size_t size) {
    constexpr std::size_t step = std::size_t{1} << 20;
    Bytes bytes;
    while (bytes.size() < size && in) {
        const std::size_t had = bytes.size();
        bytes.resize(had + std::min(step, size - had));
        in.read(reinterpret_cast<char*>(bytes.data() + had),
                static_cast<std::streamsize>(bytes.size() - had));
        bytes.resize(had + static_cast<std::size_t>(in.gcount()));
    }
    return bytes;
}

}  // namespace

std::uint64_t block_checksum(std::uint64_t previous, BlockType type, ByteView payload) noexcept {
    std::uint64_t sum = scatter(previous + static_cast<std::uint64_t>(type)) ^ payload.size();
    std::size_t at = 0;
    for (; at + 8 <= payload.size(); at += 8) {
        std::uint64_t word = 0;
        for (unsigned i = 0; i < 8; ++i) word |= std::uint64_t{payload[at + i]} << (8 * i);
        sum = scatter(sum ^ word);
    }
    std::uint64_t rest = 1;  // marks how many bytes are left
    for (; at < payload.size(); ++at) rest = rest << 8 | payload[at];
    return scatter(sum ^ rest);
}

void write_block(BlockType type, ByteView payload, std::uint64_t& chain, Bytes& out) {
    chain = block_checksum(chain, type, payload);
    ByteWriter writer(out);
    writer.byte(static_cast<std::uint8_t>(type));
    writer.fixed32(static_cast<std::uint32_t>(payload.size()));
    writer.fixed64(chain);
    out.insert(out.end(), payload.begin(), payload.end());
}

std::optional<Block> BlockReader::next(std::string& problem) {
    const Bytes head = read_up_to(in_, block_head_size);
    if (head.empty()) return std::nullopt;
    if (head.size() < block_head_size) {
        problem = "it is cut off in the head of a block";
        return std::nullopt;
    }
    ByteReader reader(head);
    Block block{static_cast<BlockType>(reader.byte()), {}};
    const std::uint32_t length = reader.fixed32();
    const std::uint64_t checksum = reader.fixed64();
    block.payload = read_up_to(in_, length);
    if (block.payload.size() < length) {
        problem = "it is cut off inside a block: " + std::to_string(length) + " bytes expected, " +
                  std::to_string(block.payload.size()) + " found";
        return std::nullopt;
    }
    chain_ = block_checksum(chain_, block.type, block.payload);
    if (chain_ != checksum) {
        problem = "a block does not match its checksum";
        return std::nullopt;
    }
    return block;
}

}  // namespace wend::io
