#pragma once

// What every imported level must satisfy, found out from the result and from Recast's own voxels, without any
// of the code that made layers and contours.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "wend/level/level.hpp"

#include "level/voxels.hpp"

namespace wend::level::test {

inline double area_of(const Polygon& polygon) {
    double area = signed_area(polygon.outline);
    for (const Ring& hole : polygon.holes) area += signed_area(hole);
    return area;
}

inline double area_of(const Layer& layer) {
    double area = 0;
    for (const Polygon& polygon : layer.walkable) area += area_of(polygon);
    return area;
}

struct Edge {
    Vec2 from, to;
    std::size_t polygon;
};

inline std::vector<Edge> edges_of(const Layer& layer) {
    std::vector<Edge> edges;
    const auto add = [&](const Ring& ring, std::size_t polygon) {
        for (std::size_t i = 0; i < ring.size(); ++i)
            edges.push_back({ring[i], ring[(i + 1) % ring.size()], polygon});
    };
    for (std::size_t i = 0; i < layer.walkable.size(); ++i) {
        add(layer.walkable[i].outline, i);
        for (const Ring& hole : layer.walkable[i].holes) add(hole, i);
    }
    return edges;
}

inline int turn(Vec2 a, Vec2 b, Vec2 c) {
    const double value = cross(b - a, c - a);
    return std::abs(value) < 1e-9 ? 0 : value > 0 ? 1 : -1;
}

/// Edges of one layer meet in common corners only.
inline void expect_no_crossings(const Layer& layer) {
    const std::vector<Edge> edges = edges_of(layer);
    for (std::size_t i = 0; i < edges.size(); ++i)
        for (std::size_t j = i + 1; j < edges.size(); ++j) {
            const Edge &e = edges[i], &f = edges[j];
            if (std::max(e.from.x, e.to.x) < std::min(f.from.x, f.to.x) ||
                std::max(f.from.x, f.to.x) < std::min(e.from.x, e.to.x))
                continue;
            const int a = turn(e.from, e.to, f.from), b = turn(e.from, e.to, f.to);
            const int c = turn(f.from, f.to, e.from), d = turn(f.from, f.to, e.to);
            EXPECT_FALSE(a * b < 0 && c * d < 0)
                << layer.name << ": edges cross at " << e.from.x << ", " << e.from.y;
            const auto touches = [](Vec2 p, const Edge& g, int side) {
                return side == 0 && distance(p, g.from) > 1e-9 && distance(p, g.to) > 1e-9 &&
                       distance(p, nearest_point(g.from, g.to, p)) < 1e-9;
            };
            EXPECT_FALSE(touches(f.from, e, a) || touches(f.to, e, b) || touches(e.from, f, c) ||
                         touches(e.to, f, d))
                << layer.name << ": a corner lies on an edge at " << e.from.x << ", " << e.from.y;
        }
}

/// The polygon of the layer that has the segment as an edge, either way round.
inline std::size_t polygon_at(const Layer& layer, const Segment& segment) {
    for (const Edge& edge : edges_of(layer))
        if ((edge.from == segment.from && edge.to == segment.to) ||
            (edge.from == segment.to && edge.to == segment.from))
            return edge.polygon;
    ADD_FAILURE() << layer.name << ": no edge from " << segment.from.x << ", " << segment.from.y << " to "
                  << segment.to.x << ", " << segment.to.y;
    return 0;
}

/// For each polygon, layer by layer, a number that those connected by portals share.
inline std::vector<std::size_t> connected_polygons(const Level& level) {
    std::vector<std::size_t> first(1, 0);
    for (const Layer& layer : level.layers) first.push_back(first.back() + layer.walkable.size());
    std::vector<std::size_t> root(first.back());
    std::iota(root.begin(), root.end(), std::size_t{0});
    const auto find = [&](std::size_t i) {
        while (root[i] != i) i = root[i];
        return i;
    };
    for (const Portal& portal : level.portals) {
        const std::size_t a = first[portal.layer_a] + polygon_at(level.layers[portal.layer_a], portal.a);
        const std::size_t b = first[portal.layer_b] + polygon_at(level.layers[portal.layer_b], portal.b);
        root[find(a)] = find(b);
    }
    for (std::size_t i = 0; i < root.size(); ++i) root[i] = find(i);
    return root;
}

/// Areas of the pieces that polygons and portals connect, ascending.
inline std::vector<double> connected_areas(const Level& level) {
    const std::vector<std::size_t> connected = connected_polygons(level);
    std::map<std::size_t, double> area;
    std::size_t number = 0;
    for (const Layer& layer : level.layers)
        for (const Polygon& polygon : layer.walkable) area[connected[number++]] += area_of(polygon);
    std::vector<double> areas;
    for (const auto& [piece, value] : area) areas.push_back(value);
    std::ranges::sort(areas);
    return areas;
}

/// Areas of the pieces that Recast itself connects, ascending, without those under `least_area`.
inline std::vector<double> recast_areas(const Triangles& triangles, const LevelSource& source,
                                        double least_area) {
    const auto box = voxel_box(triangles, source, true);
    const auto voxels = voxelise(triangles, source, box.value());
    const rcCompactHeightfield& open = *voxels.value().open;
    std::vector<int> root(static_cast<std::size_t>(open.spanCount));
    std::iota(root.begin(), root.end(), 0);
    const auto find = [&](int i) {
        while (root[i] != i) i = root[i] = root[root[i]];
        return i;
    };
    for (int z = 0; z < open.height; ++z)
        for (int x = 0; x < open.width; ++x) {
            const rcCompactCell& cell = open.cells[x + z * open.width];
            for (int i = cell.index, end = cell.index + cell.count; i < end; ++i)
                for (int d = 0; d < 4; ++d) {
                    if (rcGetCon(open.spans[i], d) == RC_NOT_CONNECTED) continue;
                    const int column = x + rcGetDirOffsetX(d) + (z + rcGetDirOffsetY(d)) * open.width;
                    root[find(i)] = find(open.cells[column].index + rcGetCon(open.spans[i], d));
                }
        }
    std::map<int, double> area;
    for (int i = 0; i < open.spanCount; ++i) area[find(i)] += source.cell_size * source.cell_size;
    std::vector<double> areas;
    for (const auto& [piece, value] : area)
        if (value >= least_area) areas.push_back(value);
    std::ranges::sort(areas);
    return areas;
}

inline double total_perimeter(const Level& level) {
    double sum = 0;
    for (const Layer& layer : level.layers)
        for (const Edge& edge : edges_of(layer)) sum += distance(edge.from, edge.to);
    return sum;
}

/// Shape, portals, areas and connectivity; with tolerance 0 areas are exactly those of the voxels.
inline void expect_sound(const Triangles& triangles, const LevelSource& source, const ImportOptions& options,
                         const Level& level) {
    const double tolerance = options.contour_tolerance < 0 ? source.cell_size : options.contour_tolerance;
    double area = 0;
    for (const Layer& layer : level.layers) {
        expect_no_crossings(layer);
        area += area_of(layer);
        EXPECT_TRUE(layer.blocked.empty());
        for (const Polygon& polygon : layer.walkable) {
            EXPECT_GT(signed_area(polygon.outline), 0);
            for (const Ring& hole : polygon.holes) {
                EXPECT_LT(signed_area(hole), 0);
                for (const Vec2 p : hole) EXPECT_TRUE(contains(polygon.outline, p));
            }
        }
    }
    EXPECT_NEAR(area, level.statistics.walkable_area, 1e-6 + tolerance * total_perimeter(level));
    for (const Portal& portal : level.portals) {
        EXPECT_NE(portal.layer_a, portal.layer_b);
        EXPECT_EQ(portal.a, portal.b);
        EXPECT_EQ(portal.length, 0);
    }
    const std::vector<double> ours = connected_areas(level);
    EXPECT_EQ(ours.size(), level.statistics.floors);
    const std::vector<double> theirs = recast_areas(triangles, source, options.least_area);
    ASSERT_EQ(ours.size(), theirs.size());
    if (tolerance > 0) return;
    for (std::size_t i = 0; i < ours.size(); ++i) EXPECT_NEAR(ours[i], theirs[i], 1e-6);
}

}  // namespace wend::level::test
