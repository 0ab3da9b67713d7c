#include <bit>

#include "wend/view/messages.hpp"

#include "io/bytes.hpp"

namespace wend::view {

Message poses_message(double time, std::span<const std::uint8_t> poses) {
    Message message;
    message.reserve(9 + poses.size());
    io::ByteWriter out(message);
    out.byte(static_cast<std::uint8_t>(MessageType::poses));
    out.real(time);
    message.insert(message.end(), poses.begin(), poses.end());
    return message;
}

Message channel_message(const ChannelSample& sample) {
    Message message;
    io::ByteWriter out(message);
    out.byte(static_cast<std::uint8_t>(MessageType::channel));
    out.text(sample.channel);
    out.varint(sample.frame);
    out.varint(sample.agent ? std::uint64_t{*sample.agent} + 1 : 0);
    out.text(sample.note);
    out.varint(sample.drawings.size());
    for (const Drawing& drawing : sample.drawings) {
        out.byte(static_cast<std::uint8_t>(drawing.kind));
        out.byte(drawing.style);
        out.byte(drawing.stride);
        out.varint(drawing.values.size());
        for (const float value : drawing.values) out.fixed32(std::bit_cast<std::uint32_t>(value));
    }
    return message;
}

std::optional<ChannelSample> read_channel_message(std::span<const std::uint8_t> message) {
    io::ByteReader in(message);
    if (in.byte() != static_cast<std::uint8_t>(MessageType::channel)) return std::nullopt;
    ChannelSample sample;
    sample.channel = in.text();
    sample.frame = in.varint32();
    const std::uint64_t agent = in.varint();
    if (agent > 0) sample.agent = static_cast<std::uint32_t>(agent - 1);
    sample.note = in.text();
    sample.drawings.resize(in.count(4));
    for (Drawing& drawing : sample.drawings) {
        drawing.kind = static_cast<DrawingKind>(in.byte());
        drawing.style = in.byte();
        drawing.stride = in.byte();
        drawing.values.resize(in.count(4));
        for (float& value : drawing.values) value = std::bit_cast<float>(in.fixed32());
    }
    if (in.failed() || in.left() != 0) return std::nullopt;
    return sample;
}

}  // namespace wend::view
