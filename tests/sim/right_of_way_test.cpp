// Turns in narrow passages, seen from outside: who is in a corridor, and from which side.

#include <algorithm>

#include <gtest/gtest.h>

#include "wend/sim/simulation.hpp"

#include "random_world.hpp"

namespace wend {
namespace {

/// Two rooms and a corridor of that width, eight metres long, with so many on either side.
Scene corridor(double width, std::uint32_t east, std::uint32_t west) {
    Scene scene;
    scene.name = "corridor";
    scene.bounds = {{0, 0}, {30, 10}};
    scene.layers.resize(1);
    scene.duration = 200;
    scene.time_step = 0.1;
    test::add_wall(scene, 11, 8, 1, width);
    scene.groups.push_back(test::crossers("east", east, {1, 0.5}, {9, 9.5}, {25, 1}, {29, 9}));
    scene.groups.push_back(test::crossers("west", west, {21, 0.5}, {29, 9.5}, {1, 1}, {5, 9}));
    return scene;
}

struct Inside {
    int east = 0, west = 0;
};

/// Well inside the corridor, by group.
Inside inside(const Simulation& crowd) {
    Inside count;
    for (const auto& agent : crowd.frame().agents)
        if (agent.position.x > 11.8 && agent.position.x < 18.2)
            ++(crowd.agents()[agent.agent].group == "east" ? count.east : count.west);
    return count;
}

struct Course {
    int most_against = 0;  ///< of the weaker side, at once
    int turns = 0;         ///< times that the direction changed
    bool all_left = false;
};

Course run(const Scene& scene) {
    auto made = Simulation::create(scene, {3, 1, {}});
    EXPECT_TRUE(made) << made.status().message;
    Simulation& crowd = made.value();
    Course course;
    int last = 0;
    while (!crowd.is_finished()) {
        crowd.step();
        const Inside now = inside(crowd);
        course.most_against = std::max(course.most_against, std::min(now.east, now.west));
        const int direction = now.east > now.west ? 1 : now.west > now.east ? -1 : last;
        course.turns += last != 0 && direction != last ? 1 : 0;
        last = direction;
    }
    course.all_left = crowd.frame().agents.empty();
    return course;
}

TEST(RightOfWay, GroupsTakeTurnsInASingleFile) {
    const Course course = run(corridor(0.9, 12, 12));
    EXPECT_EQ(0, course.most_against);
    EXPECT_GE(course.turns, 1);
    EXPECT_TRUE(course.all_left);
}

TEST(RightOfWay, CrowdsTakeTurnsWhereTwoCouldPass) {
    const Course course = run(corridor(1.8, 25, 25));
    // The last few pass each other in lanes.
    EXPECT_LE(course.most_against, 5);
    EXPECT_GE(course.turns, 1);
    EXPECT_TRUE(course.all_left);
}

TEST(RightOfWay, TwoPassEachOtherWhereTheyCan) {
    const Course course = run(corridor(1.8, 1, 1));
    EXPECT_TRUE(course.all_left);
}

TEST(RightOfWay, ALargeTurnEndsWhenOthersHaveWaited) {
    const Course course = run(corridor(1.2, 40, 3));
    EXPECT_GE(course.turns, 2) << "three who wait must not wait for all forty";
    EXPECT_TRUE(course.all_left);
}

}  // namespace
}  // namespace wend
