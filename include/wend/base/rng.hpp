#pragma once

#include <cstdint>

namespace wend {

/// SplitMix64's finaliser (Steele, Lea and Flood 2014): a bijection that scatters every input bit.
[[nodiscard]] constexpr std::uint64_t scatter(std::uint64_t x) noexcept {
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return x ^ (x >> 31);
}

/// A seeded generator (SplitMix64) whose stream is fixed for ever by a test. `split` derives an independent
/// stream by key without advancing this one, so who draws first does not change what others draw.
class Rng {
  public:
    explicit constexpr Rng(std::uint64_t seed) noexcept : state_(scatter(seed + golden)) {}

    [[nodiscard]] constexpr Rng split(std::uint64_t key) const noexcept {
        return Rng(state_ ^ scatter(key + golden));
    }

    constexpr std::uint64_t next() noexcept { return scatter(state_ += golden); }

    /// Uniform in [0, bound), bound > 0, without modulo bias.
    constexpr std::uint64_t below(std::uint64_t bound) noexcept {
        const std::uint64_t reject_under = (0 - bound) % bound;
        for (;;) {
            const std::uint64_t draw = next();
            if (draw >= reject_under) return draw % bound;
        }
    }
    /// Uniform in [0, 1), 53 bits.
    constexpr double uniform() noexcept { return static_cast<double>(next() >> 11) * 0x1.0p-53; }
    constexpr double uniform(double low, double high) noexcept { return low + (high - low) * uniform(); }

  private:
    static constexpr std::uint64_t golden = 0x9E3779B97F4A7C15u;
    std::uint64_t state_;
};

}  // namespace wend
