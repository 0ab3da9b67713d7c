// The density field against a recount: every body's way clipped to every polygon, over random histories of
// bodies that come, change their way and go, of edits and of passing time.

#include "wend/domains/density_field.hpp"

#include <map>

#include <gtest/gtest.h>

#include "wend/domains/density_cost.hpp"

#include "bodies.hpp"
#include "mesh_worlds.hpp"
#include "support/effort.hpp"

namespace wend::domains {
namespace {

using test::MeshWorldOptions;

/// The share of the segment inside a convex ring, by clipping with its sides.
double share_inside(const Ring& ring, Vec2 from, Vec2 to) {
    double low = 0, high = 1;
    for (std::size_t i = 0; i < ring.size(); ++i) {
        const Vec2 a = ring[i], side = ring[(i + 1) % ring.size()] - a;
        const double at_from = cross(side, from - a), at_to = cross(side, to - a);
        if (at_from < 0 && at_to < 0) return 0;
        if (at_from < 0) low = std::max(low, at_from / (at_from - at_to));
        if (at_to < 0) high = std::min(high, at_from / (at_from - at_to));
    }
    return std::max(0.0, high - low);
}

/// Persons in the polygon, on average over the slot: the way is cut where it bends, by asking where the body
/// is at many moments and at all its keyframes.
double recount(const DensityField& field, const Ring& outline, std::uint32_t layer, std::int64_t slot,
               const std::vector<Body>& bodies) {
    const double length = field.options().slot, begin = static_cast<double>(slot) * length;
    double sum = 0;
    for (const Body& body : bodies) {
        if (!body.is_on(layer)) continue;
        std::vector<double> moments{begin, begin + length};
        for (const double t : {body.present.low, body.present.high}) moments.push_back(t);
        const double first = body.motion.keyframes.front().time;
        const double period = body.motion.keyframes.back().time - first;
        for (const Keyframe& key : body.motion.keyframes)
            for (int turn = 0; turn < (body.motion.loops && period > 0 ? 400 : 1); ++turn)
                moments.push_back(key.time + turn * period);
        std::erase_if(moments, [&](double t) { return t < begin || t > begin + length; });
        std::sort(moments.begin(), moments.end());
        for (std::size_t i = 1; i < moments.size(); ++i) {
            const double low = moments[i - 1], high = moments[i];
            if (!(high > low) || !body.present.contains(0.5 * (low + high))) continue;
            // A loop jumps back at its end: ask just inside.
            const double slack = 1e-9 * (high - low);
            const Vec2 from = body.motion.at(low + slack).position,
                       to = body.motion.at(high - slack).position;
            sum += (high - low) / length * share_inside(outline, from, to);
        }
    }
    return sum;
}

/// The mesh keeps a few triangles beyond its bounds.
bool is_inside_bounds(const mesh::Triangulation& floor, mesh::TriangleIndex triangle) {
    const auto is_inside = [&](std::uint32_t corner) {
        const auto h = mesh::Triangulation::half_edge(triangle, corner);
        return floor.bounds().contains(floor.position(floor.vertex(h)));
    };
    return is_inside(0) && is_inside(1) && is_inside(2);
}

void expect_recount(const DensityField& field, const mesh::NavMesh& mesh, Rng& rng,
                    const std::map<BodyId, Body>& bodies) {
    std::vector<Body> all;
    for (const auto& [who, body] : bodies) all.push_back(body);
    for (std::uint32_t layer = 0; layer < mesh.layer_count(); ++layer) {
        const mesh::Triangulation& floor = mesh.layer(layer);
        const std::int64_t slot =
            field.first_slot() + static_cast<std::int64_t>(rng.below(field.options().slots));
        for (mesh::TriangleIndex triangle = 0; triangle < floor.triangle_bound(); ++triangle) {
            if (!floor.is_triangle(triangle) || !is_inside_bounds(floor, triangle)) continue;
            for (const DensityPolygon& polygon : field.polygons().inside(layer, triangle)) {
                const Ring outline = field.polygons().outline(polygon);
                const double area = std::max(1.0, std::abs(signed_area(outline)));
                ASSERT_NEAR(field.density(polygon, slot) * area, recount(field, outline, layer, slot, all),
                            2e-5)
                    << "layer " << layer << ", triangle " << triangle << ", slot " << slot;
            }
        }
        EXPECT_EQ(field.density({layer, 0, 0, 0}, field.end_slot()), 0);
    }
}

TEST(DensityField, EqualsARecountAfterAnyHistory) {
    const MeshWorldOptions world;
    for (int round = 0; round < test::rounds(25, 400); ++round) {
        Rng rng(static_cast<std::uint64_t>(100 + round));
        mesh::NavMesh mesh = test::random_mesh(rng, world);
        test::MeshEditor editor(mesh, world);
        DensityOptions options{.slot = rng.uniform(0.5, 3),
                               .slots = static_cast<std::uint32_t>(4 + rng.below(12))};
        if (rng.below(2) == 0) options.cell = rng.uniform(1.5, 6);
        double now = rng.uniform(0, 10);
        DensityField field(mesh, options, now);
        std::map<BodyId, Body> bodies;
        for (int step = 0; step < 14; ++step) {
            const auto choice = rng.below(6);
            if (choice == 0) {
                field.advance(now += rng.uniform(0, 4));
            } else if (choice == 1) {
                field.note_edit(editor.edit(rng));
            } else if (choice == 2 && !bodies.empty()) {
                EXPECT_TRUE(field.remove(bodies.begin()->first));
                bodies.erase(bodies.begin());
            } else {
                const Body body = test::random_body(rng, mesh, world.size, now);
                bodies[body.who] = body;
                field.set(body);
            }
            EXPECT_EQ(field.body_count(), bodies.size());
            if (step % 4 == 3) expect_recount(field, mesh, rng, bodies);
            if (HasFatalFailure()) FAIL() << "world " << round << ", step " << step;
        }
    }
}

/// What was added and taken away leaves no trace, exactly, and nothing that stays is told of.
TEST(DensityField, ForgetsExactlyAndTellsOnlyWhatDiffers) {
    Rng rng(3);
    const MeshWorldOptions world;
    const mesh::NavMesh mesh = test::random_mesh(rng, world);
    DensityField field(mesh);
    for (int i = 0; i < 50; ++i) {
        const Body body = test::random_body(rng, mesh, world.size, 0);
        field.set(body);
        const std::uint64_t stamp = field.stamp();
        field.set(body);
        EXPECT_EQ(field.stamp(), stamp);
        if (rng.below(2) == 0) field.remove(body.who);
    }
    for (std::uint32_t i = 0; i < 20; ++i) {
        field.remove(AgentId{i, 1});
        field.remove(ObstacleId{i, 1});
    }
    EXPECT_EQ(field.body_count(), 0u);
    for (std::uint32_t layer = 0; layer < mesh.layer_count(); ++layer)
        for (mesh::TriangleIndex t = 0; t < mesh.layer(layer).triangle_bound(); ++t)
            for (std::int64_t slot = 0; slot < field.end_slot(); ++slot)
                ASSERT_EQ(field.density({layer, t, 0, 0}, slot), 0);
}

TEST(DensityField, LeavesOutTheOneWhoAsks) {
    mesh::NavMesh mesh;
    mesh.add_layer(mesh::Triangulation::create({{0, 0}, {10, 10}}).value());
    DensityField field(mesh, {.slot = 1, .slots = 10});
    const AgentId me{0, 1}, other{1, 1};
    for (const AgentId who : {me, other})
        field.set(Body{.who = who, .shape = DiscShape{0.3}, .motion = {{{0, {{7, 3}, 0}}}, false}});
    EXPECT_NEAR(field.density_at(0, {7, 3}, 4.5), 2 / 50.0, 1e-9);
    EXPECT_NEAR(field.density_at(0, {7, 3}, 4.5, me), 1 / 50.0, 1e-9);
    EXPECT_EQ(field.density_at(0, {3, 7}, 4.5), 0);
    EXPECT_EQ(field.density_at(0, {7, 3}, 10.5), 0);
    field.advance(3);
    EXPECT_EQ(field.density_at(0, {7, 3}, 2.5), 0);
    EXPECT_NEAR(field.density_at(0, {7, 3}, 12.5), 2 / 50.0, 1e-9);
}

TEST(DensityField, CountsAreaWhenAsked) {
    mesh::NavMesh mesh;
    mesh.add_layer(mesh::Triangulation::create({{0, 0}, {10, 10}}).value());
    DensityField field(mesh, {.slots = 4, .measure = DensityMeasure::area});
    PolygonShape cart{{{-1, -0.5}, {1, -0.5}, {1, 0.5}, {-1, 0.5}}};
    field.set(Body{.who = ObstacleId{0, 1}, .shape = cart, .motion = {{{0, {{7, 3}, 0}}}, false}});
    EXPECT_NEAR(field.density_at(0, {7, 3}, 0), 2 / 50.0, 1e-6);
}

TEST(DensityCost, RisesFromOne) {
    const DensityCost cost;
    double last = 1;
    EXPECT_EQ(cost.factor(0), 1);
    for (double density = 0.01; density < 12; density += 0.01) {
        EXPECT_GT(cost.factor(density), last);
        last = cost.factor(density);
    }
    EXPECT_NEAR(DensityCost::speed_share(1), 0.79, 0.01);
    EXPECT_EQ((DensityCost{.weight = 0}.factor(3)), 1);
}

}  // namespace
}  // namespace wend::domains
