// The .wend reader. An even first byte: the rest is a file. An odd one: the rest is cut into payloads, which
// get the right checksums, so that what lies behind them is reached as well. What was read must survive being
// written and read again.

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <sstream>

#include "wend/io/recording_file.hpp"
#include "wend/io/recording_hash.hpp"

#include "io/frame_codec.hpp"
#include "io/wend_blocks.hpp"

namespace {

using namespace wend::io;

std::string whole_file(ByteView payloads) {
    Bytes file(wend_signature.begin(), wend_signature.end());
    ByteWriter(file).fixed32(wend_version);
    std::uint64_t chain = 0;
    const Bytes header(3 + 2 * 8, 0);  // three empty texts, seed and time step
    write_block(BlockType::header, header, chain, file);
    while (payloads.size() > 2) {
        const auto type = payloads[0] % 8 == 0 ? BlockType::end : BlockType::frames;
        const std::size_t size = std::min<std::size_t>(payloads[1] * 4u, payloads.size() - 2);
        write_block(type, payloads.subspan(2, size), chain, file);
        payloads = payloads.subspan(2 + size);
    }
    return {file.begin(), file.end()};
}

std::string hash_of(const std::vector<Frame>& frames) {
    RecordingHash hash;
    for (const Frame& frame : frames) hash.add(frame);
    return hash.text();
}

void check_round_trip(const std::vector<Frame>& frames) {
    Bytes bytes;
    ByteWriter out(bytes);
    FrameCodec writer, reader;
    for (const Frame& frame : frames) {
        if (!is_in_order(frame)) std::abort();
        writer.write(frame, out);
    }
    ByteReader in(bytes);
    std::vector<Frame> again(frames.size());
    std::string problem;
    for (Frame& frame : again)
        if (!reader.read(in, frame, problem)) std::abort();
    if (in.left() != 0 || hash_of(frames) != hash_of(again)) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const ByteView rest(data + 1, size - 1);
    const std::string file = data[0] % 2 == 0 ? std::string(rest.begin(), rest.end()) : whole_file(rest);
    auto source = open_wend(std::make_unique<std::istringstream>(file), "fuzz");
    if (!source) return source.status().message.empty() ? std::abort(), 0 : 0;
    check_round_trip(read_all(*source.value()).frames);
    return 0;
}
