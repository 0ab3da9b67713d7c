// The suite that all domains pass, for the two mesh domains: as they are, and seen through numbers that are
// given in the order of sight.

#include <gtest/gtest.h>

#include "wend/domains/density_mesh_domain.hpp"
#include "wend/domains/placed_states.hpp"

#include "bodies.hpp"
#include "conformance.hpp"
#include "mesh_worlds.hpp"
#include "support/effort.hpp"

namespace wend::domains {
namespace {

/// A problem in both domains of one random world.
struct MeshProblem {
    explicit MeshProblem(std::uint64_t seed)
        : rng(seed),
          mesh(test::random_mesh(rng, world)),
          field(mesh, {.slot = 1, .slots = 30}),
          ground(mesh, options()),
          crowded(mesh, field, {.graph = options(), .cost = {.weight = 3}}) {
        for (int i = 0; i < 12; ++i) field.set(test::random_body(rng, mesh, world.size, 0));
        const Place start = test::random_free_place(rng, mesh, options().radius, world);
        const Place goal = test::random_free_place(rng, mesh, options().radius, world);
        ends = ground.graph().begin(start, goal);
        crowded.begin(start, goal, {0, 1.3});
    }
    static MeshGraphOptions options() { return {.radius = 0.25, .part_length = 3, .most_parts = 2}; }

    const test::MeshWorldOptions world{};
    Rng rng;
    mesh::NavMesh mesh;
    DensityField field;
    StaticMeshDomain ground;
    DensityMeshDomain crowded;
    MeshGraph::Problem ends;
};

/// One of the domains, as the suite wants it.
template <auto member>
struct Subject {
    std::unique_ptr<MeshProblem> problem;
    [[nodiscard]] const auto& domain() const { return (*problem).*member; }
    [[nodiscard]] std::vector<StateId> seeds() const { return {problem->ends.start, problem->ends.goal}; }
};

/// The same by order of sight.
template <auto member>
class SeenSubject {
  public:
    using Domain = std::remove_cvref_t<decltype(std::declval<MeshProblem&>().*member)>;
    explicit SeenSubject(std::uint64_t seed)
        : problem_(std::make_unique<MeshProblem>(seed)), states_((*problem_).*member) {}
    [[nodiscard]] const auto& domain() const { return states_; }
    [[nodiscard]] std::vector<StateId> seeds() const {
        return {states_.state(problem_->ends.start), states_.state(problem_->ends.goal)};
    }

  private:
    std::unique_ptr<MeshProblem> problem_;
    PlacedStates<Domain> states_;
};

template <auto member>
void conform() {
    for (int round = 0; round < test::rounds(15, 300); ++round) {
        SCOPED_TRACE(testing::Message() << "world " << round);
        const auto seed = static_cast<std::uint64_t>(400 + round);
        const auto ends = MeshProblem(seed).ends;
        if (ends.start == search::no_state || ends.goal == search::no_state) continue;
        test::expect_conformance([&] { return Subject<member>{std::make_unique<MeshProblem>(seed)}; });
        test::expect_conformance([&] { return SeenSubject<member>(seed); });
    }
}

TEST(MeshConformance, StaticDomain) {
    conform<&MeshProblem::ground>();
}
TEST(MeshConformance, DensityDomain) {
    conform<&MeshProblem::crowded>();
}

}  // namespace
}  // namespace wend::domains
