#include "wend/view/track_history.hpp"

#include <algorithm>
#include <array>

#include "io/bytes.hpp"

namespace wend::view {
namespace {

using Field = std::int32_t Track::*;
constexpr std::array<Field, 4> fields{&Track::x, &Track::y, &Track::z, &Track::angle};
constexpr std::uint8_t tag_changed = 1u << 4;
constexpr std::uint8_t run_of_predicted = 0x80;
constexpr std::size_t longest_run = 0x80;
/// A bound on what a hostile message can make a reader allocate.
constexpr std::uint64_t most_tracks = 10'000'000;

constexpr std::int32_t wrapped_sum(std::int32_t a, std::int32_t b) {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(a) + static_cast<std::uint32_t>(b));
}
constexpr std::int32_t wrapped_difference(std::int32_t a, std::int32_t b) {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(a) - static_cast<std::uint32_t>(b));
}
/// Small differences of either sign become small numbers: 0, -1, 1, -2 ... are 0, 1, 2, 3 ...
constexpr std::uint32_t folded(std::int32_t value) {
    return (static_cast<std::uint32_t>(value) << 1) ^ static_cast<std::uint32_t>(value >> 31);
}
constexpr std::int32_t unfolded(std::uint32_t value) {
    return static_cast<std::int32_t>((value >> 1) ^ (~(value & 1) + 1));
}

std::uint8_t changes(const Track& expected, const Track& actual) {
    std::uint8_t flags = expected.tag == actual.tag ? 0 : tag_changed;
    if (actual.tag == 0) return flags;
    for (std::size_t f = 0; f < fields.size(); ++f)
        if (expected.*fields[f] != actual.*fields[f]) flags |= static_cast<std::uint8_t>(1u << f);
    return flags;
}

void write_run(std::size_t length, io::ByteWriter& out) {
    for (; length > 0; length -= std::min(length, longest_run))
        out.byte(static_cast<std::uint8_t>(run_of_predicted | (std::min(length, longest_run) - 1)));
}

}  // namespace

void TrackHistory::clear() {
    last_.clear();
    velocity_.clear();
}

Track TrackHistory::predicted(std::size_t i) const noexcept {
    Track track = last_[i];
    for (const Field field : fields) track.*field = wrapped_sum(track.*field, velocity_[i].*field);
    return track;
}

void TrackHistory::remember(std::size_t i, const Track& track) noexcept {
    const bool goes_on = last_[i].tag != 0 && track.tag != 0;
    for (const Field field : fields)
        velocity_[i].*field = goes_on ? wrapped_difference(track.*field, last_[i].*field) : 0;
    const Track place = track.tag == 0 ? last_[i] : track;
    last_[i] = place;
    last_[i].tag = track.tag;
}

void TrackHistory::encode(std::span<const Track> tracks, Message& bytes) {
    io::ByteWriter out(bytes);
    out.varint(tracks.size());
    last_.resize(tracks.size());
    velocity_.resize(tracks.size());
    std::size_t run = 0;
    for (std::size_t i = 0; i < tracks.size(); ++i) {
        const Track expected = predicted(i);
        const std::uint8_t flags = changes(expected, tracks[i]);
        if (flags == 0) {
            ++run;
        } else {
            write_run(run, out);
            run = 0;
            out.byte(flags);
            if (flags & tag_changed) out.varint(tracks[i].tag);
            for (std::size_t f = 0; f < fields.size(); ++f)
                if (flags & (1u << f))
                    out.varint(folded(wrapped_difference(tracks[i].*fields[f], expected.*fields[f])));
        }
        remember(i, tracks[i]);
    }
    write_run(run, out);
}

void TrackHistory::decode(io::ByteReader& in) {
    const std::uint64_t count = in.varint();
    // A byte tells of at most `longest_run` tracks.
    if (count > most_tracks || count > (in.left() + 1) * longest_run) return in.fail();
    last_.resize(count);
    velocity_.resize(count);
    for (std::size_t i = 0; i < count && !in.failed();) {
        const std::uint8_t flags = in.byte();
        if (flags & run_of_predicted) {
            const std::size_t end = i + (flags & 0x7Fu) + 1;
            if (end > count) return in.fail();
            for (; i < end; ++i) remember(i, predicted(i));
            continue;
        }
        Track track = predicted(i);
        if (flags & tag_changed) track.tag = in.varint32();
        for (std::size_t f = 0; f < fields.size(); ++f)
            if (flags & (1u << f)) track.*fields[f] = wrapped_sum(track.*fields[f], unfolded(in.varint32()));
        remember(i++, track);
    }
}

}  // namespace wend::view
