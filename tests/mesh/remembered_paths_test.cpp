// What a query context remembers of a mesh must not change any answer: one that has lived through all edits
// and queries agrees, to the last bit and the last expansion, with a new one.

#include <gtest/gtest.h>

#include "wend/mesh/query.hpp"

#include "changing_world.hpp"
#include "support/effort.hpp"

namespace wend::test {
namespace {

struct Answer {
    mesh::Path path;
    std::uint64_t spent = 0;
};

Answer ask(const mesh::Triangulation& mesh, const mesh::PathQuery& query, mesh::QueryContext& context,
           std::uint64_t limit, const mesh::Connectivity* connectivity) {
    Answer answer;
    Budget budget = limit == 0 ? Budget::unlimited() : Budget::expansions(limit);
    mesh::find_path(mesh, query, context, budget, answer.path, connectivity);
    answer.spent = budget.spent();
    return answer;
}

void expect_same(const Answer& a, const Answer& b) {
    EXPECT_EQ(a.path.status, b.path.status);
    EXPECT_EQ(a.path.length, b.path.length);
    EXPECT_EQ(a.path.lower_bound, b.path.lower_bound);
    EXPECT_EQ(a.spent, b.spent);
    ASSERT_EQ(a.path.pieces.size(), b.path.pieces.size());
    for (std::size_t i = 0; i < a.path.pieces.size(); ++i) {
        EXPECT_EQ(a.path.pieces[i].from, b.path.pieces[i].from);
        EXPECT_EQ(a.path.pieces[i].to, b.path.pieces[i].to);
        EXPECT_EQ(a.path.pieces[i].turn, b.path.pieces[i].turn);
    }
}

void live_through(SceneKind kind, std::uint64_t seed) {
    Rng rng(seed);
    ChangingWorld world(rng, kind);
    mesh::QueryContext old_context;
    const double radii[] = {0, rng.uniform(0.1, 0.8), 0.4};
    int found = 0;
    for (int round = 0; round < 60; ++round) {
        // Now and then more edits than a mesh keeps in mind.
        const int edits = rng.below(20) == 0 ? 70 : static_cast<int>(rng.below(4));
        for (int i = 0; i < edits; ++i) world.edit();
        const mesh::Connectivity connectivity(world.mesh());
        // Now and then more questions than it takes until parts that hang together are written down.
        const int questions = rng.below(10) == 0 ? 50 : 4;
        for (int i = 0; i < questions; ++i) {
            const auto mode = rng.below(3) == 0 ? mesh::PathMode::corridor : mesh::PathMode::shortest;
            const mesh::PathQuery query{world.draw(), world.draw(), radii[rng.below(3)], mode};
            const std::uint64_t limit = rng.below(3) == 0 ? 1 + rng.below(12) : 0;
            mesh::QueryContext new_context;
            const mesh::Connectivity* asked = rng.below(2) == 0 || questions > 4 ? &connectivity : nullptr;
            const Answer remembered = ask(world.mesh(), query, old_context, limit, asked);
            expect_same(remembered, ask(world.mesh(), query, new_context, limit, asked));
            if (::testing::Test::HasFailure()) FAIL() << "seed " << seed << ", round " << round;
            found += remembered.path.has_route();
        }
    }
    EXPECT_GT(found, 20);
}

TEST(RememberedPaths, AnswersDoNotDependOnThePast) {
    for (const SceneKind kind : {SceneKind::boxes, SceneKind::polygons, SceneKind::thin, SceneKind::pillars,
                                 SceneKind::mixed, SceneKind::jagged})
        for (int i = 0; i < rounds(3, 60); ++i) live_through(kind, 100 + static_cast<std::uint64_t>(i));
}

}  // namespace
}  // namespace wend::test
