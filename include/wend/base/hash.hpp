#pragma once

#include <bit>
#include <cstdint>
#include <string_view>

#include "wend/base/rng.hpp"

namespace wend {

/// A 64-bit hash of a state, the same on every machine and for ever (a test fixes it). Not cryptographic.
class StateHash {
  public:
    constexpr void add(std::uint64_t word) noexcept { value_ = scatter(value_ ^ scatter(word + ++count_)); }
    /// -0 counts as 0 and every NaN as the same NaN, so that equal states hash equally.
    constexpr void add(double number) noexcept {
        if (number != number)
            add(std::uint64_t{0x7FF8000000000000u});
        else
            add(std::bit_cast<std::uint64_t>(number == 0.0 ? 0.0 : number));
    }
    constexpr void add(std::string_view text) noexcept {
        add(std::uint64_t{text.size()});
        for (const char c : text) add(std::uint64_t{static_cast<unsigned char>(c)});
    }
    [[nodiscard]] constexpr std::uint64_t value() const noexcept { return value_; }

  private:
    std::uint64_t value_ = 0;
    std::uint64_t count_ = 0;
};

}  // namespace wend
