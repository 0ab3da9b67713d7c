#include "wend/geometry/predicates.hpp"

#include <algorithm>
#include <cstdlib>

namespace wend {
namespace {

__extension__ typedef __int128 Int128;

int sign(std::int64_t value) {
    return (value > 0) - (value < 0);
}

/// floor(numerator / denominator + 1/2), denominator > 0.
std::int32_t rounded_quotient(Int128 numerator, std::int64_t denominator) {
    const Int128 n = 2 * numerator + denominator;
    const Int128 d = Int128{2} * denominator;
    const Int128 q = n / d;
    return static_cast<std::int32_t>(n % d < 0 ? q - 1 : q);
}

LatticePoint rounded_between(LatticePoint a, LatticePoint b, std::int64_t numerator,
                             std::int64_t denominator) {
    return {a.x + rounded_quotient(Int128{b.x - a.x} * numerator, denominator),
            a.y + rounded_quotient(Int128{b.y - a.y} * numerator, denominator)};
}

/// Parameters of a segment's points inside a slab, as a shrinking interval of fractions whose ends may be
/// open.
class ParameterRange {
  public:
    /// Keeps from + t * step >= bound (or > bound when `strict`).
    void keep_at_least(std::int64_t from, std::int64_t step, std::int64_t bound, bool strict) {
        if (step == 0) {
            if (strict ? from <= bound : from < bound) empty_ = true;
        } else if (step > 0) {
            raise({bound - from, step, strict});
        } else {
            lower({from - bound, -step, strict});
        }
    }
    [[nodiscard]] bool is_empty() const {
        const std::int64_t gap = high_.numerator * low_.denominator - low_.numerator * high_.denominator;
        return empty_ || gap < 0 || (gap == 0 && (low_.open || high_.open));
    }

  private:
    struct End {
        std::int64_t numerator;
        std::int64_t denominator;
        bool open;
    };
    void raise(End end) {
        const std::int64_t gain = end.numerator * low_.denominator - low_.numerator * end.denominator;
        if (gain > 0 || (gain == 0 && end.open)) low_ = end;
    }
    void lower(End end) {
        const std::int64_t gain = high_.numerator * end.denominator - end.numerator * high_.denominator;
        if (gain > 0 || (gain == 0 && end.open)) high_ = end;
    }

    End low_{0, 1, false};
    End high_{1, 1, false};
    bool empty_ = false;
};

}  // namespace

Meeting meeting(LatticePoint a, LatticePoint b, LatticePoint c, LatticePoint d) noexcept {
    const int abc = sign(orientation(a, b, c)), abd = sign(orientation(a, b, d));
    const int cda = sign(orientation(c, d, a)), cdb = sign(orientation(c, d, b));
    if (abc * abd < 0 && cda * cdb < 0) return Meeting::crossing;
    const bool met = on_segment(a, b, c) || on_segment(a, b, d) || on_segment(c, d, a) || on_segment(c, d, b);
    if (!met) return Meeting::none;
    return abc == 0 && abd == 0 && cda == 0 && cdb == 0 ? Meeting::overlap : Meeting::touching;
}

LatticePoint rounded_crossing(LatticePoint a, LatticePoint b, LatticePoint c, LatticePoint d) noexcept {
    const std::int64_t to_a = orientation(c, d, a);
    const std::int64_t to_b = orientation(c, d, b);
    const std::int64_t span = to_a - to_b;
    return span > 0 ? rounded_between(a, b, to_a, span) : rounded_between(a, b, -to_a, -span);
}

LatticePoint rounded_foot(LatticePoint a, LatticePoint b, LatticePoint p) noexcept {
    const std::int64_t span = squared_distance(a, b);
    return rounded_between(a, b, std::clamp(dot(a, b, p), std::int64_t{0}, span), span);
}

bool meets_pixel(LatticePoint a, LatticePoint b, LatticePoint p) noexcept {
    const std::int64_t dx = std::int64_t{b.x} - a.x, dy = std::int64_t{b.y} - a.y;
    if (2 * std::abs(orientation(a, b, p)) > std::abs(dx) + std::abs(dy)) return false;
    // Everything doubled, so that the pixel's sides are integers: p - 1 <= x < p + 1.
    const std::int64_t x = 2 * (std::int64_t{a.x} - p.x), y = 2 * (std::int64_t{a.y} - p.y);
    ParameterRange range;
    range.keep_at_least(x, 2 * dx, -1, false);
    range.keep_at_least(-x, -2 * dx, -1, true);
    range.keep_at_least(y, 2 * dy, -1, false);
    range.keep_at_least(-y, -2 * dy, -1, true);
    return !range.is_empty();
}

}  // namespace wend
