// Contours by themselves: traced cells against counted cells, and what simplifying may and may not do.

#include <cmath>

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "level/contours.hpp"
#include "level/layering.hpp"

namespace wend::level {
namespace {

/// A flat floor of the cells that `filled` marks, row by row.
Floors flat_floor(int width, const std::vector<bool>& filled) {
    Floors floors;
    floors.width = width;
    floors.height = static_cast<int>(filled.size()) / width;
    std::vector<std::uint32_t> at(filled.size(), no_span);
    for (std::size_t i = 0; i < filled.size(); ++i) {
        floors.first.push_back(static_cast<std::uint32_t>(floors.spans.size()));
        if (!filled[i]) continue;
        at[i] = floors.first.back();
        const int column = static_cast<int>(i);
        floors.spans.push_back({column % width, column / width, 0, {no_span, no_span, no_span, no_span}});
    }
    floors.first.push_back(static_cast<std::uint32_t>(floors.spans.size()));
    for (Span& span : floors.spans)
        for (int d = 0; d < 4; ++d) {
            const int x = span.x + step_x[d], y = span.y + step_y[d];
            if (floors.has_column(x, y)) span.next[d] = at[floors.column(x, y)];
        }
    return floors;
}

double area_of(const std::vector<GridPoint>& ring) {
    double twice = 0;
    for (std::size_t i = 0; i < ring.size(); ++i) {
        const GridPoint p = ring[i], q = ring[(i + 1) % ring.size()];
        twice += static_cast<double>(p.x) * q.y - static_cast<double>(q.x) * p.y;
    }
    return twice / 2;
}

RC_GTEST_PROP(Contours, areas_of_traced_rings_count_the_cells, ()) {
    const int width = *rc::gen::inRange(1, 12), height = *rc::gen::inRange(1, 12);
    const auto filled = *rc::gen::container<std::vector<bool>>(static_cast<std::size_t>(width * height),
                                                               rc::gen::arbitrary<bool>());
    const Floors floors = flat_floor(width, filled);
    const std::vector<std::uint32_t> layer(floors.spans.size(), 0);
    const Contours contours = trace_contours(floors, layer);
    std::vector<std::uint32_t> piece;
    const std::uint32_t pieces = connected_pieces(floors, nullptr, piece);
    double sum = 0;
    std::uint32_t outlines = 0;
    for (const ContourRing& ring : contours.rings) {
        const double area = area_of(corners_of(contours, ring));
        outlines += area > 0;
        sum += area;
    }
    RC_ASSERT(sum == static_cast<double>(floors.spans.size()));
    RC_ASSERT(outlines == pieces);
}

// Any split of a floor into two layers: both sides of a seam stay the same polyline, so what one layer loses
// to straightening the other gains, and the total never changes while walls are left alone.
RC_GTEST_PROP(Contours, straightening_seams_keeps_the_total_area, ()) {
    const int width = *rc::gen::inRange(2, 14), height = *rc::gen::inRange(2, 14);
    const auto size = static_cast<std::size_t>(width * height);
    const auto filled = *rc::gen::container<std::vector<bool>>(
        size, rc::gen::map(rc::gen::inRange(0, 8), [](int i) { return i > 0; }));
    const Floors floors = flat_floor(width, filled);
    const int slope = *rc::gen::inRange(-3, 4), offset = *rc::gen::inRange(0, 14);
    const bool ragged = *rc::gen::arbitrary<bool>();
    std::vector<std::uint32_t> layer(floors.spans.size());
    for (std::size_t i = 0; i < layer.size(); ++i) {
        const Span& span = floors.spans[i];
        const int wobble = ragged ? (span.x * 7 + span.y * 3) % 3 : 0;
        layer[i] = span.y * 2 + slope * span.x + wobble > offset;
    }
    Contours contours = trace_contours(floors, layer);
    simplify(contours, 0, 4);
    double sum = 0;
    for (const ContourRing& ring : contours.rings) {
        const std::vector<GridPoint> corners = corners_of(contours, ring);
        RC_ASSERT(corners.size() >= 3u);
        RC_ASSERT(area_of(corners) != 0);
        sum += area_of(corners);
    }
    RC_ASSERT(sum == static_cast<double>(floors.spans.size()));
}

TEST(Contours, a_staircase_becomes_a_diagonal_within_the_tolerance) {
    constexpr int side = 40;
    std::vector<bool> filled(side * side);
    for (int y = 0; y < side; ++y)
        for (int x = 0; x < side; ++x) filled[static_cast<std::size_t>(y * side + x)] = x + y < side;
    const Floors floors = flat_floor(side, filled);
    Contours contours = trace_contours(floors, std::vector<std::uint32_t>(floors.spans.size(), 0));
    ASSERT_EQ(contours.rings.size(), 1u);
    EXPECT_GT(corners_of(contours, contours.rings[0]).size(), 2u * side - 2);
    Contours kept = contours;
    simplify(kept, 0.5, 4);
    EXPECT_EQ(corners_of(kept, kept.rings[0]).size(), corners_of(contours, contours.rings[0]).size());
    simplify(contours, 1, 4);
    EXPECT_LE(corners_of(contours, contours.rings[0]).size(), 5u);
}

TEST(Contours, a_closed_seam_is_shared_by_the_hole_and_what_fills_it) {
    const Floors floors = flat_floor(9, std::vector<bool>(81, true));
    std::vector<std::uint32_t> layer(floors.spans.size());
    for (std::size_t i = 0; i < layer.size(); ++i)
        layer[i] = std::abs(floors.spans[i].x - 4) + std::abs(floors.spans[i].y - 4) <= 2;
    Contours contours = trace_contours(floors, layer);
    ASSERT_EQ(contours.rings.size(), 3u);
    ASSERT_EQ(contours.chains.size(), 2u);
    simplify(contours, 1, 1);
    double hole = 0, filling = 0;
    for (const ContourRing& ring : contours.rings) {
        const double area = area_of(corners_of(contours, ring));
        (ring.layer == 1 ? filling : hole) += area;
    }
    EXPECT_GT(filling, 0);
    EXPECT_EQ(hole + filling, 81);
}

}  // namespace
}  // namespace wend::level
