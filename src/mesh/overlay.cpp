#include "mesh/overlay.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <tuple>
#include <utility>

#include "wend/geometry/predicates.hpp"

namespace wend::mesh {

Overlay::Overlay(const std::vector<LatticePoint>& points, std::vector<Line> lines)
    : points_(points), lines_(std::move(lines)) {
    choose_cells();
    fill_cells();
}

/// About as many cells as lines, not smaller than a line is long.
void Overlay::choose_cells() {
    low_ = high_ = points_.front();
    double length = 0;
    for (const LatticePoint p : points_) {
        low_ = {std::min(low_.x, p.x), std::min(low_.y, p.y)};
        high_ = {std::max(high_.x, p.x), std::max(high_.y, p.y)};
    }
    for (const Line line : lines_)
        length += std::sqrt(static_cast<double>(squared_distance(points_[line.start], points_[line.end])));
    low_ = {low_.x - 2, low_.y - 2};
    high_ = {high_.x + 2, high_.y + 2};
    const double width = high_.x - low_.x, height = high_.y - low_.y;
    const double count = static_cast<double>(lines_.size());
    const double side =
        std::max({std::sqrt(width * height / count), (width + height) / count, length / count});
    while (static_cast<double>(std::int64_t{1} << shift_) < side) ++shift_;
    columns_ = static_cast<std::size_t>(column(high_.x)) + 1;
    first_.assign(columns_ * (static_cast<std::size_t>(row(high_.y)) + 1) + 1, 0);
}

/// All cells that have a lattice point within one unit of the line, in x and in y, and perhaps some more.
template <class Visit>
void Overlay::for_each_cell(Line line, Visit&& visit) const {
    LatticePoint a = points_[line.start], b = points_[line.end];
    if (a.y > b.y) std::swap(a, b);
    const std::int32_t left = std::min(a.x, b.x) - 1, right = std::max(a.x, b.x) + 1;
    const std::int32_t first_row = row(a.y - 1), last_row = row(b.y + 1);
    const bool is_short = last_row - first_row <= 1 || column(left) == column(right);
    for (std::int32_t r = first_row; r <= last_row; ++r) {
        std::int32_t from = left, to = right;
        if (!is_short) {
            const double slope = static_cast<double>(b.x - a.x) / (b.y - a.y);
            const std::int64_t bottom = (std::int64_t{r} << shift_) + low_.y;
            const double low = static_cast<double>(std::max<std::int64_t>(bottom - 1, a.y));
            const double high =
                static_cast<double>(std::min<std::int64_t>(bottom + (std::int64_t{1} << shift_) + 1, b.y));
            const double one = a.x + (low - a.y) * slope, other = a.x + (high - a.y) * slope;
            from = std::max(left, static_cast<std::int32_t>(std::min(one, other)) - 2);
            to = std::min(right, static_cast<std::int32_t>(std::max(one, other)) + 2);
        }
        for (std::int32_t c = column(from); c <= column(to); ++c)
            visit(static_cast<std::size_t>(r) * columns_ + static_cast<std::size_t>(c));
    }
}

void Overlay::fill_cells() {
    for (const Line line : lines_) for_each_cell(line, [&](std::size_t cell) { ++first_[cell]; });
    std::uint32_t sum = 0;
    for (std::uint32_t& first : first_) {
        pairs_ += std::size_t{first} * first / 2;
        first = sum += first;
    }
    if (is_crowded()) return;
    listed_.resize(sum);
    for (std::uint32_t k = static_cast<std::uint32_t>(lines_.size()); k-- > 0;)
        for_each_cell(lines_[k], [&](std::size_t cell) { listed_[--first_[cell]] = k; });
}

std::vector<LatticePoint> Overlay::crossings() const {
    std::vector<LatticePoint> found;
    for (std::size_t cell = 0; cell + 1 < first_.size(); ++cell) cross(cell, found);
    return found;
}

/// A crossing counts in the cell of the point that it is rounded to: both lines are listed there.
void Overlay::cross(std::size_t cell, std::vector<LatticePoint>& found) const {
    const auto lines = lines_in(cell);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const Line line = lines_[lines[i]];
        const LatticePoint a = points_[line.start], b = points_[line.end];
        for (const std::uint32_t k : lines.subspan(i + 1)) {
            const Line other = lines_[k];
            if (other.start == line.end || other.end == line.start) continue;
            const LatticePoint c = points_[other.start], d = points_[other.end];
            if (std::max(a.x, b.x) < std::min(c.x, d.x) || std::max(c.x, d.x) < std::min(a.x, b.x) ||
                std::max(a.y, b.y) < std::min(c.y, d.y) || std::max(c.y, d.y) < std::min(a.y, b.y))
                continue;
            if (meeting(a, b, c, d) != Meeting::crossing) continue;
            const LatticePoint p = rounded_crossing(a, b, c, d);
            if (cell_of(p) == cell) found.push_back(p);
        }
    }
}

void Overlay::find_stops(std::span<const VertexIndex> vertices) {
    for (std::size_t k = 0; k < vertices.size(); ++k) {
        const LatticePoint p = points_[k];
        if (p.x < low_.x || p.y < low_.y || p.x > high_.x || p.y > high_.y) continue;
        for (const std::uint32_t line : lines_in(cell_of(p))) {
            const auto [start, end] = lines_[line];
            const LatticePoint a = points_[start], b = points_[end];
            const std::int64_t reach = std::abs(std::int64_t{b.x} - a.x) + std::abs(std::int64_t{b.y} - a.y);
            if (std::abs(orientation(a, b, p)) > reach || vertices[k] == vertices[start] ||
                vertices[k] == vertices[end] || !meets_pixel(a, b, p))
                continue;
            stops_.push_back({line, vertices[k], dot(a, b, p)});
        }
    }
    std::ranges::sort(stops_, {}, [](const Stop& s) { return std::tuple(s.line, s.along, s.vertex); });
    stops_.erase(std::unique(stops_.begin(), stops_.end()), stops_.end());
    first_stop_.assign(lines_.size() + 1, 0);
    for (const Stop& stop : stops_) ++first_stop_[stop.line + 1];
    for (std::size_t k = 0; k < lines_.size(); ++k) first_stop_[k + 1] += first_stop_[k];
}

std::span<const VertexIndex> Overlay::route(std::uint32_t line, std::span<const VertexIndex> vertices) {
    route_.assign({vertices[lines_[line].start]});
    for (std::uint32_t k = first_stop_[line]; k < first_stop_[line + 1]; ++k)
        route_.push_back(stops_[k].vertex);
    route_.push_back(vertices[lines_[line].end]);
    return route_;
}

}  // namespace wend::mesh
