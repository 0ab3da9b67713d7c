#pragma once

// Findings under way. What is seen again right after it was seen last goes on; what is seen after a pause is
// another finding.

#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "wend/geometry/vec.hpp"
#include "wend/verify/report.hpp"

namespace wend::verify {

/// Whom or what it is about, by number; `other` is an agent, obstacle or nothing, as the kind says.
struct Subject {
    FindingKind kind{};
    std::uint32_t who = 0;
    std::uint32_t other = 0;
    friend auto operator<=>(const Subject&, const Subject&) = default;
};

struct Episode {
    Subject subject;
    double begin = 0;
    double end = 0;
    Vec2 where;
    std::uint32_t layer = 0;
    double amount = 0;
};

class Episodes {
  public:
    explicit Episodes(std::size_t most_kept) : most_kept_(most_kept) {}

    void see(const Episode& sight);
    /// Ends what was not seen after `time`; called now and then, it keeps the number of open episodes small.
    void settle(double time);
    /// Ends all; those kept, by time.
    [[nodiscard]] const std::vector<Episode>& finish();

    [[nodiscard]] std::size_t count(FindingKind kind) const noexcept {
        return counts_[static_cast<std::size_t>(kind)];
    }
    [[nodiscard]] double worst(FindingKind kind) const noexcept {
        return worst_[static_cast<std::size_t>(kind)];
    }
    [[nodiscard]] std::size_t left_out() const noexcept { return left_out_; }

  private:
    static constexpr std::size_t kinds = static_cast<std::size_t>(FindingKind::bad_frame) + 1;
    static constexpr double pause = 1e-6;  ///< seconds

    void keep(const Episode& episode);

    std::size_t most_kept_;
    std::map<Subject, Episode> open_;
    std::vector<Episode> kept_;
    std::size_t left_out_ = 0;
    std::size_t counts_[kinds]{};
    double worst_[kinds]{};
};

}  // namespace wend::verify
