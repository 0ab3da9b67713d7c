#include <fstream>
#include <sstream>
#include <utility>

#include "wend/io/recording_file.hpp"
#include "wend/io/recording_hash.hpp"

#include "io/frame_codec.hpp"
#include "io/wend_blocks.hpp"

namespace wend::io {
namespace {

bool decode(ByteView payload, RecordingHeader& header) {
    ByteReader in(payload);
    header.scene_name = in.text();
    header.scene_json = in.text();
    header.seed = in.fixed64();
    header.time_step = in.real();
    header.settings_json = in.text();
    return !in.failed() && in.left() == 0;
}

class WendSource final : public FrameSource {
  public:
    WendSource(std::unique_ptr<std::istream> stream, std::string name)
        : stream_(std::move(stream)), name_(std::move(name)), blocks_(*stream_) {}

    Status read_start() {
        std::array<char, wend_signature.size() + 4> start{};
        stream_->read(start.data(), start.size());
        const auto got = static_cast<std::size_t>(stream_->gcount());
        const auto* bytes = reinterpret_cast<const std::uint8_t*>(start.data());
        if (got < wend_signature.size() || !std::equal(wend_signature.begin(), wend_signature.end(), bytes))
            return Status::invalid_input("'" + name_ + "' is no .wend recording: its signature is missing");
        const std::uint32_t version = ByteReader({bytes + wend_signature.size(), 4}).fixed32();
        if (got == start.size() && (version < oldest_wend_version || version > wend_version))
            return {StatusCode::not_available,
                    "'" + name_ + "' has recording format version " + std::to_string(version) +
                        "; this program reads versions " + std::to_string(oldest_wend_version) + " to " +
                        std::to_string(wend_version)};
        std::string problem = "it ends before its header block";
        const std::optional<Block> block = blocks_.next(problem);
        if (!block) return Status::invalid_input("'" + name_ + "' cannot be read: " + problem);
        if (block->type != BlockType::header || !decode(block->payload, header_))
            return Status::invalid_input("'" + name_ + "' cannot be read: its header block is malformed");
        return Status::ok();
    }

    const RecordingHeader& header() const noexcept override { return header_; }
    const std::string& warning() const noexcept override { return warning_; }
    std::string poses() const override { return poses_; }

    bool next(Frame& frame) override {
        while (at_ == frames_.size()) {
            if (ended_) return false;
            read_block();
        }
        frame = std::move(frames_[at_++]);
        hash_.add(frame);
        ++count_;
        return true;
    }

  private:
    void read_block() {
        frames_.clear();
        at_ = 0;
        std::string problem = "its closing block is missing; the run was killed or its disk was full";
        const std::optional<Block> block = blocks_.next(problem);
        if (!block) return stop(problem);
        if (block->type == BlockType::frames) return decode_frames(block->payload);
        if (block->type == BlockType::end) return check_end(block->payload);
        if (block->type == BlockType::poses) {
            poses_.append(block->payload.begin(), block->payload.end());
            return;
        }
        stop("a block is of the unknown type " + std::to_string(static_cast<int>(block->type)));
    }

    void decode_frames(ByteView payload) {
        ByteReader in(payload);
        const std::size_t count = in.count(1);
        FrameCodec codec;
        std::string problem;
        while (frames_.size() < count && !in.failed()) {
            Frame frame;
            if (!codec.read(in, frame, problem)) break;
            frames_.push_back(std::move(frame));
        }
        if (!in.failed() && in.left() == 0) return;
        frames_.clear();
        stop(problem.empty() ? "a block is malformed" : problem);
    }

    void check_end(ByteView payload) {
        ended_ = true;
        ByteReader in(payload);
        const std::uint64_t frames = in.varint(), hash = in.fixed64();
        if (in.failed() || frames != count_ || hash != hash_.value())
            warning_ = "'" + name_ + "': frames or state hash differ from what the closing block says";
        else if (stream_->peek() != std::istream::traits_type::eof())
            warning_ = "'" + name_ + "' goes on after its closing block; nothing of that was read";
    }

    void stop(const std::string& problem) {
        ended_ = true;
        warning_ = "'" + name_ + "' is incomplete: " + problem + "; " + std::to_string(count_) +
                   " frames could be read";
    }

    std::unique_ptr<std::istream> stream_;
    std::string name_;
    BlockReader blocks_;
    RecordingHeader header_;
    std::vector<Frame> frames_;  ///< of the current block
    std::size_t at_ = 0;
    std::uint64_t count_ = 0;
    RecordingHash hash_;
    bool ended_ = false;
    std::string warning_;
    std::string poses_;
};

}  // namespace

Result<std::unique_ptr<FrameSource>> open_wend(std::unique_ptr<std::istream> stream,
                                               const std::string& name) {
    auto source = std::make_unique<WendSource>(std::move(stream), name);
    if (Status status = source->read_start(); !status.is_ok()) return status;
    return std::unique_ptr<FrameSource>(std::move(source));
}

}  // namespace wend::io
