#pragma once

// States of a ride, packed into 64 bits.

#include <cstdint>

namespace wend::domains {

struct RideState {
    enum class Kind : std::uint8_t {
        standing,  ///< at rest on `from` at `step`
        leaving,   ///< it will leave for `to` at `step`, whether there is such a move is yet to be seen
        moving,    ///< `part` steps after it left for `to` at `step`; negative: it prepares to
        settling,  ///< `part` steps after the start, which was in motion: it comes to rest
        goal
    };
    static constexpr std::uint32_t landmarks = 4096, steps = 4096;
    static constexpr int least_part = -64, most_part = 191;
    /// Headings of who passes a landmark are told apart by sectors; one more is for who may go anywhere.
    static constexpr int sectors = 16, any_sector = sectors;

    Kind kind = Kind::standing;
    std::uint32_t from = 0, to = 0;
    std::uint32_t controller = 0;
    int step = 0;
    int part = 0;
    int sector = any_sector;  ///< of who is leaving

    [[nodiscard]] std::uint64_t key() const noexcept {
        std::uint64_t key = static_cast<std::uint64_t>(kind);
        key = key << 12 | from;
        key = key << 12 | to;
        key = key << 4 | controller;
        key = key << 12 | static_cast<std::uint64_t>(step);
        key = key << 8 | static_cast<std::uint64_t>(part - least_part);
        return key << 5 | static_cast<std::uint64_t>(sector);
    }
    [[nodiscard]] static RideState of(std::uint64_t key) noexcept {
        const auto take = [&key](int bits) {
            const std::uint64_t value = key & ((std::uint64_t{1} << bits) - 1);
            key >>= bits;
            return static_cast<std::uint32_t>(value);
        };
        RideState state;
        state.sector = static_cast<int>(take(5));
        state.part = static_cast<int>(take(8)) + least_part;
        state.step = static_cast<int>(take(12));
        state.controller = take(4);
        state.to = take(12);
        state.from = take(12);
        state.kind = static_cast<Kind>(take(3));
        return state;
    }
    friend bool operator==(const RideState&, const RideState&) = default;
};

}  // namespace wend::domains
