#include "verify/area.hpp"

#include <cmath>

namespace wend::verify {

RingIndex::RingIndex(const Ring& ring) {
    for (const Vec2 p : ring) box_.add(p);
    if (ring.empty()) return;
    const auto rows = static_cast<std::size_t>(1 + std::sqrt(static_cast<double>(ring.size())) * 2);
    const double height = box_.high.y - box_.low.y;
    rows_per_metre_ = height > 0 ? static_cast<double>(rows) / height : 0;
    row_begin_.assign(rows + 1, 0);
    const auto each_edge = [&](auto&& visit) {
        for (std::size_t i = 0, j = ring.size() - 1; i < ring.size(); j = i++) {
            const std::size_t last = row_of(std::max(ring[i].y, ring[j].y));
            for (std::size_t row = row_of(std::min(ring[i].y, ring[j].y)); row <= last; ++row)
                visit(row, Edge{ring[j], ring[i]});
        }
    };
    each_edge([&](std::size_t row, const Edge&) { ++row_begin_[row + 1]; });
    for (std::size_t row = 0; row < rows; ++row) row_begin_[row + 1] += row_begin_[row];
    edges_.resize(row_begin_.back());
    std::vector<std::uint32_t> next(row_begin_.begin(), row_begin_.end() - 1);
    each_edge([&](std::size_t row, const Edge& edge) { edges_[next[row]++] = edge; });
}

std::size_t RingIndex::row_of(double y) const noexcept {
    const double row = std::floor((y - box_.low.y) * rows_per_metre_);
    return static_cast<std::size_t>(std::clamp(row, 0.0, static_cast<double>(row_begin_.size() - 2)));
}

bool RingIndex::contains(Vec2 p) const noexcept {
    if (!box_.contains(p)) return false;
    const std::size_t row = row_of(p.y);
    bool inside = false;
    for (std::uint32_t i = row_begin_[row]; i < row_begin_[row + 1]; ++i) {
        const auto& [a, b] = edges_[i];
        if ((a.y > p.y) != (b.y > p.y) && p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x))
            inside = !inside;
    }
    return inside;
}

Area::Area(const std::vector<Polygon>& polygons) {
    std::vector<Box2> boxes;
    for (const Polygon& polygon : polygons) {
        Part part{RingIndex(polygon.outline), {}};
        for (const Ring& hole : polygon.holes) part.holes.emplace_back(hole);
        boxes.push_back(part.outline.box());
        parts_.push_back(std::move(part));
    }
    boxes_ = BoxTree(std::move(boxes));
}

bool Area::contains(Vec2 p) const {
    bool found = false;
    boxes_.query({p, p}, [&](std::uint32_t i) {
        if (found || !parts_[i].outline.contains(p)) return;
        found = std::none_of(parts_[i].holes.begin(), parts_[i].holes.end(),
                             [p](const RingIndex& hole) { return hole.contains(p); });
    });
    return found;
}

}  // namespace wend::verify
