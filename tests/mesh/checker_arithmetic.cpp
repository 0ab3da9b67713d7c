#include "checker_arithmetic.hpp"

#include <vector>

namespace wend::mesh::test {
namespace {

struct Fraction {
    Wide n;
    Wide d;  ///< positive
};

bool less(Fraction a, Fraction b) {
    return a.n * b.d < b.n * a.d;
}

bool rounds_to(LatticePoint a, LatticePoint b, Fraction t, LatticePoint p) {
    return floor_half_up(Wide{a.x} * t.d + Wide{b.x - a.x} * t.n, t.d) == p.x &&
           floor_half_up(Wide{a.y} * t.d + Wide{b.y - a.y} * t.n, t.d) == p.y;
}

void add_cuts(std::int32_t from, std::int32_t to, std::int32_t centre, std::vector<Fraction>& cuts) {
    if (from == to) return;
    const std::int64_t span = std::int64_t{to} - from;
    for (const std::int64_t side : {2 * std::int64_t{centre} - 1, 2 * std::int64_t{centre} + 1}) {
        Fraction t{side - 2 * std::int64_t{from}, 2 * span};
        if (t.d < 0) t = {-t.n, -t.d};
        if (t.n > 0 && t.n < t.d) cuts.push_back(t);
    }
}

}  // namespace

bool visits_pixel(LatticePoint a, LatticePoint b, LatticePoint p) {
    const std::int64_t low_x = std::min(a.x, b.x), high_x = std::max(a.x, b.x);
    const std::int64_t low_y = std::min(a.y, b.y), high_y = std::max(a.y, b.y);
    if (p.x < low_x - 1 || p.x > high_x + 1 || p.y < low_y - 1 || p.y > high_y + 1) return false;
    std::vector<Fraction> cuts{{0, 1}, {1, 1}};
    add_cuts(a.x, b.x, p.x, cuts);
    add_cuts(a.y, b.y, p.y, cuts);
    std::sort(cuts.begin(), cuts.end(), less);
    for (std::size_t k = 0; k < cuts.size(); ++k) {
        if (rounds_to(a, b, cuts[k], p)) return true;
        if (k + 1 == cuts.size()) break;
        const Fraction middle{cuts[k].n * cuts[k + 1].d + cuts[k + 1].n * cuts[k].d,
                              2 * cuts[k].d * cuts[k + 1].d};
        if (rounds_to(a, b, middle, p)) return true;
    }
    return false;
}

}  // namespace wend::mesh::test
