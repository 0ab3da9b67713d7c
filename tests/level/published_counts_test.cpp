// The stages of Recast with the settings of recast4j's published solo-mesh test, on our own reading of the
// files and our own voxelising call. Every published count must come out, but for one: of the detail mesh,
// which wend does not use, C++ Recast makes 811 vertices and 559 triangles for nav_test with WATERSHED in
// Debian's version and in the newest alike, where the Java port publishes 812 and 561. Neither is wrong:
// heights are whole cells, the error allowed is one cell, and for some samples the error is just that. How
// the last bit of a float is rounded decides whether they become vertices; allowing a millionth less makes
// 814 and 561.

#include <cmath>
#include <sstream>

#include <gtest/gtest.h>

#include "level/voxels.hpp"
#include "support/data.hpp"

namespace wend::level {
namespace {

constexpr int region_min = 8, region_merge = 20, corners_per_polygon = 6;
constexpr double radius = 0.6;
constexpr float edge_error = 1.3f;
constexpr double longest_edge = 12, sample_distance = 6, sample_error = 1;

struct Counts {
    int max_distance = 0, regions = 0, contours = 0, vertices = 0, polygons = 0, detail_meshes = 0,
        detail_vertices = 0, detail_triangles = 0;
    friend bool operator==(const Counts&, const Counts&) = default;
};

std::ostream& operator<<(std::ostream& out, const Counts& c) {
    return out << c.max_distance << ',' << c.regions << ',' << c.contours << ',' << c.vertices << ','
               << c.polygons << ',' << c.detail_meshes << ',' << c.detail_vertices << ','
               << c.detail_triangles;
}

void build_regions(const std::string& partition, RecastLog& log, rcCompactHeightfield& open) {
    const int smallest = region_min * region_min, merged = region_merge * region_merge;
    if (partition == "WATERSHED") {
        ASSERT_TRUE(rcBuildDistanceField(&log, open));
        ASSERT_TRUE(rcBuildRegions(&log, open, 0, smallest, merged));
    } else if (partition == "MONOTONE") {
        ASSERT_TRUE(rcBuildRegionsMonotone(&log, open, 0, smallest, merged));
    } else {
        ASSERT_EQ(partition, "LAYERS");
        ASSERT_TRUE(rcBuildLayerRegions(&log, open, 0, smallest));
    }
}

Counts run_stages(const Triangles& triangles, const std::string& partition, double allowed = sample_error) {
    LevelSource source;  // its defaults are the published settings
    source.cell_size = 0.3;
    source.cell_height = 0.2;
    source.step_height = 0.9;
    source.head_room = 2.0;
    const auto box = voxel_box(triangles, source, false);
    EXPECT_TRUE(box);
    const auto voxels = voxelise(triangles, source, box.value());
    EXPECT_TRUE(voxels) << voxels.status().message;
    rcCompactHeightfield& open = *voxels.value().open;
    RecastLog log;
    EXPECT_TRUE(rcErodeWalkableArea(&log, static_cast<int>(std::ceil(radius / source.cell_size)), open));
    build_regions(partition, log, open);

    const RecastPtr<rcContourSet, rcFreeContourSet> contours(rcAllocContourSet());
    EXPECT_TRUE(rcBuildContours(&log, open, edge_error, static_cast<int>(longest_edge / source.cell_size),
                                *contours));
    const RecastPtr<rcPolyMesh, rcFreePolyMesh> mesh(rcAllocPolyMesh());
    EXPECT_TRUE(rcBuildPolyMesh(&log, *contours, corners_per_polygon, *mesh));
    const RecastPtr<rcPolyMeshDetail, rcFreePolyMeshDetail> detail(rcAllocPolyMeshDetail());
    EXPECT_TRUE(rcBuildPolyMeshDetail(&log, *mesh, open,
                                      static_cast<float>(sample_distance * source.cell_size),
                                      static_cast<float>(allowed * source.cell_height), *detail));
    EXPECT_EQ(log.first_error(), "");
    return {open.maxDistance, open.maxRegions, contours->nconts, mesh->nverts,
            mesh->npolys,     detail->nmeshes, detail->nverts,   detail->ntris};
}

TEST(PublishedCounts, every_stage_gives_what_recast4j_documents) {
    WEND_NEEDS_DATA("levels");
    std::istringstream table(test::read_text(test::data_dir() / "levels" / "solo_mesh_build.csv"));
    std::string line;
    int rows = 0;
    while (std::getline(table, line)) {
        if (line.empty() || line.front() == '#' || line.starts_with("mesh,")) continue;
        std::istringstream row(line);
        std::string file, partition;
        std::getline(row, file, ',');
        std::getline(row, partition, ',');
        Counts published;
        char comma;
        row >> published.max_distance >> comma >> published.regions >> comma >> published.contours >> comma >>
            published.vertices >> comma >> published.polygons >> comma >> published.detail_meshes >> comma >>
            published.detail_vertices >> comma >> published.detail_triangles;
        ASSERT_TRUE(row) << line;
        const auto triangles = load_triangles(test::data_dir() / "levels" / file);
        ASSERT_TRUE(triangles) << triangles.status().message;
        if (file == "nav_test.obj" && partition == "WATERSHED") {
            const Counts stricter = run_stages(triangles.value(), partition, sample_error * (1 - 1e-6));
            EXPECT_GE(stricter.detail_vertices, published.detail_vertices);
            EXPECT_GE(stricter.detail_triangles, published.detail_triangles);
            --published.detail_vertices;
            published.detail_triangles -= 2;
        }
        EXPECT_EQ(run_stages(triangles.value(), partition), published) << file << ' ' << partition;
        ++rows;
    }
    EXPECT_EQ(rows, 6);
}

}  // namespace
}  // namespace wend::level
