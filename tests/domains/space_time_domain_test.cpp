#include "wend/domains/space_time_domain.hpp"

#include <gtest/gtest.h>

#include "domains/conformance.hpp"
#include "domains/space_time_worlds.hpp"
#include "support/effort.hpp"

namespace wend::domains {
namespace {

struct Seeded {
    std::shared_ptr<SpaceTimeDomain> keyed;
    std::shared_ptr<SpaceTimeStates> states;

    explicit Seeded(const test::SpaceTimeProblem& problem)
        : keyed(std::make_shared<SpaceTimeDomain>(problem.domain())),
          states(std::make_shared<SpaceTimeStates>(*keyed)) {}
    [[nodiscard]] const SpaceTimeStates& domain() const { return *states; }
    [[nodiscard]] std::vector<search::StateId> seeds() const {
        std::vector<search::StateId> seeds{states->state(keyed->start()), states->state(keyed->goal())};
        const test::Solved solved = test::solve(*keyed, 3, 3000);
        for (const std::uint64_t key : solved.keys) seeds.push_back(states->state(key));
        return seeds;
    }
};

void expect_promises(test::SpaceTimeProblem& problem, const LatticeSettings& lattice = {}) {
    problem.prepare(lattice);
    test::expect_conformance([&] { return Seeded(problem); }, {250, 150, 3});
}

TEST(SpaceTimeDomain, KeepsWhatDomainsPromise) {
    for (int round = 0; round < test::rounds(8, 200); ++round) {
        Rng rng(static_cast<std::uint64_t>(round));
        test::SpaceTimeProblem room = test::room_problem(rng, 9, 4, 5);
        room.goal.window = {3, 8};
        room.goal.at_rest = round % 2 == 0;
        if (round % 3 == 1) room.start.speed = rng.uniform(0, 1.4);
        expect_promises(room);
        if (HasFatalFailure()) FAIL() << "room " << round;
    }
}

TEST(SpaceTimeDomain, KeepsItsPromisesWithPlatforms) {
    for (int round = 0; round < test::rounds(4, 100); ++round) {
        Rng rng(static_cast<std::uint64_t>(round));
        test::SpaceTimeProblem ferry = test::ferry_problem(rng);
        expect_promises(ferry);
        if (HasFatalFailure()) FAIL() << "ferry " << round;
    }
}

TEST(SpaceTimeDomain, KeepsItsPromisesWithCrossingsAndLeaps) {
    for (int round = 0; round < test::rounds(4, 100); ++round) {
        Rng rng(static_cast<std::uint64_t>(round));
        test::SpaceTimeProblem ditch = test::ditch_problem(rng, round % 3);
        expect_promises(ditch);
        if (HasFatalFailure()) FAIL() << "ditch " << round;
    }
}

}  // namespace
}  // namespace wend::domains
