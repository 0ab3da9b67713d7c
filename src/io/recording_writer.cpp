#include <utility>

#include "wend/base/output_file.hpp"
#include "wend/io/recording_file.hpp"
#include "wend/io/recording_hash.hpp"

#include "io/frame_codec.hpp"
#include "io/wend_blocks.hpp"

namespace wend::io {
namespace {

Bytes encoded(const RecordingHeader& header) {
    Bytes payload;
    ByteWriter out(payload);
    out.text(header.scene_name);
    out.text(header.scene_json);
    out.fixed64(header.seed);
    out.real(header.time_step);
    out.text(header.settings_json);
    return payload;
}

}  // namespace

struct RecordingWriter::State {
    OutputFile file;
    Options options;
    std::uint64_t chain;
    FrameCodec codec{};
    Bytes pending{};  ///< frames of the open block
    std::uint32_t pending_frames = 0;
    std::uint64_t frames = 0;
    RecordingHash hash{};
    Status failure{};

    Status write_block_now(BlockType type, ByteView payload) {
        Bytes block;
        std::uint64_t next = chain;
        write_block(type, payload, next, block);
        failure = file.append(block);
        if (failure.is_ok()) chain = next;
        return failure;
    }

    Status close_block() {
        if (pending_frames == 0 || !failure.is_ok()) return failure;
        Bytes payload;
        ByteWriter(payload).varint(pending_frames);
        payload.insert(payload.end(), pending.begin(), pending.end());
        pending.clear();
        pending_frames = 0;
        codec = {};
        return write_block_now(BlockType::frames, payload);
    }
};

Result<RecordingWriter> RecordingWriter::open(const std::filesystem::path& file,
                                              const RecordingHeader& header, Options options) {
    Bytes first(wend_signature.begin(), wend_signature.end());
    ByteWriter(first).fixed32(options.has_poses ? wend_version : version_without_poses);
    std::uint64_t chain = 0;
    write_block(BlockType::header, encoded(header), chain, first);
    Result<OutputFile> partial = OutputFile::create(file, first, wend_signature.size());
    if (!partial) return partial.status();
    return RecordingWriter(std::make_unique<State>(State{std::move(partial).value(), options, chain}));
}

RecordingWriter::RecordingWriter(std::unique_ptr<State> state) : state_(std::move(state)) {}
RecordingWriter::RecordingWriter(RecordingWriter&&) noexcept = default;
RecordingWriter& RecordingWriter::operator=(RecordingWriter&&) noexcept = default;
RecordingWriter::~RecordingWriter() {
    if (state_) state_->close_block();
}

Status RecordingWriter::append(const Frame& frame) {
    State& state = *state_;
    if (!state.failure.is_ok()) return state.failure;
    if (!is_in_order(frame))
        return state.failure =
                   Status::invalid_input("frame " + std::to_string(frame.index) +
                                         ": agents and obstacles must be recorded by strictly rising number");
    ByteWriter out(state.pending);
    state.codec.write(frame, out);
    state.hash.add(frame);
    ++state.pending_frames;
    ++state.frames;
    const bool full = state.pending_frames >= state.options.frames_per_block ||
                      state.pending.size() >= state.options.bytes_per_block;
    return full ? state.close_block() : Status::ok();
}

Status RecordingWriter::append_poses(std::string_view text) {
    State& state = *state_;
    if (!state.options.has_poses)
        return Status::invalid_input("poses: found some, expected none in a recording opened without");
    if (Status status = state.close_block(); !status.is_ok()) return status;
    for (std::size_t at = 0; at < text.size(); at += state.options.bytes_per_block) {
        const std::string_view part = text.substr(at, state.options.bytes_per_block);
        if (Status status = state.write_block_now(BlockType::poses, Bytes(part.begin(), part.end()));
            !status.is_ok())
            return status;
    }
    return Status::ok();
}

Status RecordingWriter::flush() {
    return state_->close_block();
}

Status RecordingWriter::close() {
    State& state = *state_;
    if (Status status = state.close_block(); !status.is_ok()) return status;
    Bytes end;
    ByteWriter out(end);
    out.varint(state.frames);
    out.fixed64(state.hash.value());
    if (Status status = state.write_block_now(BlockType::end, end); !status.is_ok()) return status;
    if (Status status = state.file.finish(); !status.is_ok()) return state.failure = status;
    state.failure = Status::invalid_input("the recording is closed");
    return Status::ok();
}

std::uint64_t RecordingWriter::bytes_written() const noexcept {
    return state_->file.size();
}

}  // namespace wend::io
