#include "wend/planning/course_index.hpp"

#include <algorithm>
#include <cmath>

namespace wend::planning {
namespace {

/// Pieces that one box at the bottom of the tree holds.
constexpr std::size_t leaf_size = 4;
/// Metres by which a merged piece may differ from the course.
constexpr double merge_tolerance = 1e-6;

double squared(double a) noexcept {
    return a * a;
}
double gap(double low, double high, double x) noexcept {
    return x < low ? low - x : x > high ? x - high : 0;
}

}  // namespace

struct CourseIndex::Best {
    Point at;
    std::uint32_t layer = 0;
    double squared_distance = std::numeric_limits<double>::infinity();
    Point nearest;
    double rest = 0;
};

CourseIndex::CourseIndex(const domains::Course& course, double metres_per_second)
    : metres_per_second_(metres_per_second), end_time_(course.empty() ? 0 : course.back().time) {
    for (std::size_t i = 1; i < course.size(); ++i) add(course[i - 1], course[i]);
    if (course.size() == 1) add(course[0], course[0]);
    if (pieces_.empty()) return;
    pieces_.shrink_to_fit();
    measure_rests();
    std::size_t leaves = 1;
    while (leaves * leaf_size < pieces_.size()) leaves *= 2;
    boxes_.resize(2 * leaves - 1);
    build(0, 0, leaves * leaf_size);
}

/// A change of layer is the two places it joins; there is nothing to be near to in between.
void CourseIndex::add(const domains::Place& from, const domains::Place& to) {
    if (from.layer == to.layer) return add(from.layer, point(from), point(to));
    add(from.layer, point(from), point(from));
    add(to.layer, point(to), point(to));
}

void CourseIndex::add(std::uint32_t layer, const Point& from, const Point& to) {
    if (!pieces_.empty() && pieces_.back().layer == layer) {
        Piece& last = pieces_.back();
        const double x = to.x - last.from.x, y = to.y - last.from.y, z = to.z - last.from.z;
        const double span = squared(x) + squared(y) + squared(z);
        const double way =
            (from.x - last.from.x) * x + (from.y - last.from.y) * y + (from.z - last.from.z) * z;
        const double share = span > 0 ? way / span : 0;
        const double off = squared(last.from.x + share * x - from.x) +
                           squared(last.from.y + share * y - from.y) +
                           squared(last.from.z + share * z - from.z);
        if (share >= 0 && share <= 1 && off <= squared(merge_tolerance)) {
            last.to = to;
            return;
        }
    }
    pieces_.push_back({from, to, layer, 0});
}

void CourseIndex::measure_rests() {
    double rest = 0;
    for (std::size_t i = pieces_.size(); i-- > 0;) {
        Piece& piece = pieces_[i];
        piece.rest = static_cast<float>(rest);
        rest += std::hypot(piece.to.x - piece.from.x, piece.to.y - piece.from.y);
    }
}

void CourseIndex::build(std::size_t node, std::size_t first, std::size_t last) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    Box box{{infinity, infinity, infinity}, {-infinity, -infinity, -infinity}};
    for (std::size_t i = first; i < std::min(last, pieces_.size()); ++i)
        for (const Point& p : {pieces_[i].from, pieces_[i].to}) {
            box.low = {std::min(box.low.x, p.x), std::min(box.low.y, p.y), std::min(box.low.z, p.z)};
            box.high = {std::max(box.high.x, p.x), std::max(box.high.y, p.y), std::max(box.high.z, p.z)};
        }
    boxes_[node] = box;
    if (last - first <= leaf_size) return;
    const std::size_t middle = (first + last) / 2;
    build(2 * node + 1, first, middle);
    build(2 * node + 2, middle, last);
}

Deviation CourseIndex::nearest(const domains::Place& place) const {
    Best best{point(place), place.layer, std::numeric_limits<double>::infinity(), {}, 0};
    if (!pieces_.empty()) search(0, 0, (boxes_.size() + 1) / 2 * leaf_size, best);
    if (!std::isfinite(best.squared_distance)) return {};
    const double off = std::hypot(best.nearest.x - best.at.x, best.nearest.y - best.at.y);
    if (metres_per_second_ <= 0) return {off, 0, best.rest, 0};
    const double there = best.nearest.z / metres_per_second_;
    return {off, std::abs(there - place.time), best.rest, end_time_ - std::min(there, place.time)};
}

void CourseIndex::search(std::size_t node, std::size_t first, std::size_t last, Best& best) const {
    if (first >= pieces_.size()) return;
    const auto bound = [&](std::size_t i) {
        const Box& box = boxes_[i];
        return squared(gap(box.low.x, box.high.x, best.at.x)) +
               squared(gap(box.low.y, box.high.y, best.at.y)) +
               squared(gap(box.low.z, box.high.z, best.at.z));
    };
    if (!(bound(node) < best.squared_distance)) return;
    if (last - first <= leaf_size) {
        for (std::size_t i = first; i < std::min(last, pieces_.size()); ++i) look_at(pieces_[i], best);
        return;
    }
    const std::size_t middle = (first + last) / 2;
    const bool right_first = middle < pieces_.size() && bound(2 * node + 2) < bound(2 * node + 1);
    if (right_first) search(2 * node + 2, middle, last, best);
    search(2 * node + 1, first, middle, best);
    if (!right_first) search(2 * node + 2, middle, last, best);
}

void CourseIndex::look_at(const Piece& piece, Best& best) const {
    if (piece.layer != best.layer) return;
    const Point way{piece.to.x - piece.from.x, piece.to.y - piece.from.y, piece.to.z - piece.from.z};
    const double span = squared(way.x) + squared(way.y) + squared(way.z);
    const double along = (best.at.x - piece.from.x) * way.x + (best.at.y - piece.from.y) * way.y +
                         (best.at.z - piece.from.z) * way.z;
    const double share = span > 0 ? std::clamp(along / span, 0.0, 1.0) : 0;
    const Point at{piece.from.x + share * way.x, piece.from.y + share * way.y, piece.from.z + share * way.z};
    const double distance = squared(at.x - best.at.x) + squared(at.y - best.at.y) + squared(at.z - best.at.z);
    if (!(distance < best.squared_distance)) return;
    best.squared_distance = distance;
    best.nearest = at;
    best.rest = piece.rest + (1 - share) * std::hypot(way.x, way.y);
}

}  // namespace wend::planning
