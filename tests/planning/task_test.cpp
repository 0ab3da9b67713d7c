#include <gtest/gtest.h>

#include "wend/planning/search_task.hpp"

#include "planning/toy_domains.hpp"
#include "support/effort.hpp"

namespace wend {
namespace {

using namespace test;
using planning::SearchTask;
using planning::Task;
using planning::TaskSettings;
using planning::TaskStatus;
using Course = domains::Course;

/// Executes until nothing is left to do; says so if that takes more turns than it ever may. `in_instants`:
/// with so little time that everything is interrupted everywhere.
void settle(Task& task, const View& view, std::uint64_t slice = 0, bool in_instants = false) {
    constexpr int watchdog = 20'000;
    int turns = 0;
    for (task.sense(view); task.has_work(); ++turns) {
        ASSERT_LT(turns, watchdog) << "the task never settles";
        if (in_instants) {
            Budget instant = Budget::lasting(std::chrono::microseconds(2));
            task.execute(view, instant);
            if (turns < watchdog / 2) continue;
        }
        Budget budget = slice == 0 ? Budget::unlimited() : Budget::expansions(slice);
        task.execute(view, budget);
        ASSERT_TRUE(slice == 0 || budget.spent() <= slice);
    }
}

template <class F>
TaskStatus from_scratch(const std::shared_ptr<ToyWorld>& world, const Start& start, const Aim& goal,
                        const TaskSettings& settings) {
    SearchTask<F> task(F(world), settings);
    task.inbox().start = start;
    task.inbox().goal = goal;
    settle(task, world->view());
    return task.status();
}

Place random_place(const ToyWorld& world, Rng& rng) {
    return world.place(static_cast<std::uint32_t>(rng.below(world.grid.width())),
                       static_cast<std::uint32_t>(rng.below(world.grid.height())));
}

/// Whenever the plain search finds a plan, the one in ever wider tunnels does, however bad the course is.
template <class F>
void widen(std::uint64_t seed, double busy, std::uint32_t& widenings, std::uint32_t& solved) {
    Rng rng(seed);
    const auto world = ToyWorld::random(rng.next(), 14, 0.28, busy);
    world->horizon = 30;
    const Start start{random_place(*world, rng)};
    const Aim goal{random_place(*world, rng)};
    TaskSettings settings;
    settings.tunnel = {0.75, 2};
    settings.widest = 12;
    const TaskStatus plain = from_scratch<F>(world, start, goal, settings);

    SearchTask<F> task(F(world), settings);
    task.inbox().start = start;
    task.inbox().goal = goal;
    task.inbox().tunnel =
        Course{random_place(*world, rng), random_place(*world, rng), random_place(*world, rng)};
    settle(task, world->view(), 1 + rng.below(50));
    EXPECT_EQ(plain.has_plan, task.status().has_plan) << "seed " << seed;
    EXPECT_EQ(plain.code, task.status().code) << "seed " << seed;
    EXPECT_GE(task.status().cost, plain.cost) << "seed " << seed;
    EXPECT_TRUE(task.status().bound == 0 || task.tunnel().is_open())
        << "a plan made in a tunnel has no bound";
    widenings += task.status().widenings;
    solved += plain.has_plan;
}

TEST(Task, WidenedTunnelsLoseNoPlanInTheGrid) {
    std::uint32_t widenings = 0, solved = 0;
    for (int i = 0; i < rounds(300, 5000); ++i)
        widen<ToyGridFacet>(static_cast<std::uint64_t>(i), 0, widenings, solved);
    EXPECT_GT(widenings, 100u);
    EXPECT_GT(solved, 50u);
}
TEST(Task, WidenedTunnelsLoseNoPlanInTime) {
    std::uint32_t widenings = 0, solved = 0;
    for (int i = 0; i < rounds(80, 1500); ++i)
        widen<ToyTimeFacet>(static_cast<std::uint64_t>(i), 0.15, widenings, solved);
    EXPECT_GT(widenings, 30u);
    EXPECT_GT(solved, 15u);
}

struct Habits {
    bool forgets = false;
    bool in_instants = false;
};

/// Events at random, with too little budget between most of them; given enough in the end, the plan costs
/// what a new task's does.
template <class F>
void live(std::uint64_t seed, double busy, const Habits& habits = {}) {
    Rng rng(seed);
    const auto world = ToyWorld::random(rng.next(), 12, 0.2, busy);
    world->horizon = 25;
    TaskSettings settings;
    settings.tunnel = {1, 3};
    settings.widest = 10;
    settings.open_at_last = true;
    settings.forgets = habits.forgets;
    Start start{random_place(*world, rng)};
    Aim goal{random_place(*world, rng)};
    SearchTask<F> task(F(world), settings);
    task.inbox().start = start;
    task.inbox().goal = goal;
    for (int step = 0; step < 25; ++step) {
        const auto cell = static_cast<StateId>(world->grid.state(static_cast<std::uint32_t>(rng.below(12)),
                                                                 static_cast<std::uint32_t>(rng.below(12))));
        switch (rng.below(6)) {
            case 0:
                start = {random_place(*world, rng)};
                if (F::Domain::knows_time) start.at.time = static_cast<double>(rng.below(5));
                task.inbox().start = start;
                break;
            case 1:
                task.inbox().goal = goal = {random_place(*world, rng)};
                break;
            case 2:
                task.inbox().tunnel = Course{random_place(*world, rng), random_place(*world, rng)};
                break;
            case 3:
                if (busy > 0) {
                    const auto time = static_cast<int>(rng.below(20));
                    world->set_busy(cell, time, rng.below(2) == 0);
                    break;
                }
                [[fallthrough]];
            default:
                world->set_blocked(cell, !world->grid.is_blocked(cell));
        }
        // One who is there already is not told to leave when the place is blocked under its feet.
        if (start.at.position == goal.at.position) task.inbox().goal = goal = {random_place(*world, rng)};
        if (start.at.position == goal.at.position) return;
        task.sense(world->view());
        Budget budget = Budget::expansions(rng.below(60));
        task.execute(world->view(), budget);
        if (rng.below(4) != 0) continue;
        settle(task, world->view(), 0, habits.in_instants);
        ASSERT_FALSE(habits.forgets && task.has_search()) << "seed " << seed << " step " << step;
        const TaskStatus fresh = from_scratch<F>(world, start, goal, settings);
        ASSERT_EQ(task.status().has_plan, fresh.has_plan) << "seed " << seed << " step " << step;
        ASSERT_EQ(task.status().cost, fresh.cost) << "seed " << seed << " step " << step;
        ASSERT_EQ(task.status().has_plan ? 1.0 : 0.0, task.status().bound)
            << "an open tunnel's last plan is the best";
    }
}

TEST(Task, HistoriesEndWhereAFreshTaskDoesInTheGrid) {
    for (int i = 0; i < rounds(150, 3000); ++i) live<ToyGridFacet>(static_cast<std::uint64_t>(i), 0);
}
TEST(Task, HistoriesEndWhereAFreshTaskDoesInTime) {
    for (int i = 0; i < rounds(50, 1000); ++i) live<ToyTimeFacet>(static_cast<std::uint64_t>(i), 0.1);
}

TEST(Task, ForgetfulHistoriesEndThereToo) {
    for (int i = 0; i < rounds(100, 2000); ++i) {
        live<ToyGridFacet>(static_cast<std::uint64_t>(i), 0, {.forgets = true});
        live<ToyTimeFacet>(static_cast<std::uint64_t>(i), 0.1, {.forgets = true});
    }
}
TEST(Task, HistoriesEndThereHoweverOftenTimeRunsOut) {
    for (int i = 0; i < rounds(40, 800); ++i) {
        live<ToyGridFacet>(static_cast<std::uint64_t>(i), 0, {.in_instants = true});
        live<ToyTimeFacet>(static_cast<std::uint64_t>(i), 0.1, {i % 2 == 0, true});
    }
}

TEST(Task, WhatIsForgottenIsThePlanNot) {
    const auto world = std::make_shared<ToyWorld>(60, 60);
    TaskSettings settings;
    SearchTask<ToyGridFacet> keeping(ToyGridFacet(world), settings);
    settings.forgets = true;
    SearchTask<ToyGridFacet> task(ToyGridFacet(world), settings);
    for (Task* one : {static_cast<Task*>(&keeping), static_cast<Task*>(&task)}) {
        one->inbox().start = Start{world->place(2, 2)};
        one->inbox().goal = Aim{world->place(40, 30)};
        settle(*one, world->view());
    }
    EXPECT_EQ(task.course(), keeping.course());
    EXPECT_LT(task.bytes() * 10, keeping.bytes());
    const std::uint64_t version = task.status().plan_version;
    task.inbox().start = Start{task.course()[5]};
    settle(task, world->view());
    EXPECT_FALSE(task.has_search()) << "who walks along the plan needs no other";
    EXPECT_EQ(task.status().plan_version, version);
    EXPECT_EQ(task.course().front().position, keeping.course()[5].position);

    // Beside the plan, where a search would have looked: the plan stands while a better one is looked for.
    world->set_blocked(world->cell_at(task.course()[20].position + Vec2{0, 1}), true);
    task.sense(world->view());
    Budget none = Budget::expansions(0);
    task.execute(world->view(), none);
    EXPECT_TRUE(task.has_work());
    EXPECT_TRUE(task.status().has_plan);
    settle(task, world->view());
    EXPECT_TRUE(task.status().has_plan);
    // On it: nothing is kept that is known to be wrong.
    const Vec2 taken = task.course()[20].position;
    world->set_blocked(world->cell_at(taken), true);
    task.sense(world->view());
    Budget still_none = Budget::expansions(0);
    task.execute(world->view(), still_none);
    for (const Place& place : task.course())
        EXPECT_TRUE(!task.status().has_plan || !(place.position == taken));
    settle(task, world->view());
    EXPECT_TRUE(task.status().has_plan);
}

/// Looking through what a change touched is paid for from a budget of expansions.
TEST(Task, EventsDoNotExceedABudgetOfExpansions) {
    const auto world = std::make_shared<ToyWorld>(60, 60);
    SearchTask<ToyGridFacet> task(ToyGridFacet(world), {});
    task.inbox().start = Start{world->place(2, 2)};
    task.inbox().goal = Aim{world->place(50, 50)};
    settle(task, world->view());
    const std::uint64_t searched = task.status().expansions;
    for (std::uint32_t i = 20; i < 40; ++i) world->set_blocked(world->grid.state(i, 60 - i), true);
    task.sense(world->view());
    std::uint64_t spent = 0;
    int turns = 0;
    for (; task.has_work(); ++turns) {
        ASSERT_LT(turns, 10'000);
        Budget budget = Budget::expansions(3);
        task.execute(world->view(), budget);
        ASSERT_LE(budget.spent(), 3u);
        spent += budget.spent();
    }
    EXPECT_TRUE(task.status().has_plan);
    EXPECT_GE(spent, task.status().expansions - searched + 20) << "both ends of what changed were told";
}

TEST(Task, ChangesElsewhereDoNotReachIt) {
    const auto world = std::make_shared<ToyWorld>(60, 60);
    SearchTask<ToyGridFacet> task(ToyGridFacet(world), {});
    task.inbox().start = Start{world->place(2, 2)};
    task.inbox().goal = Aim{world->place(12, 2)};
    settle(task, world->view());
    ASSERT_TRUE(task.status().has_plan);
    world->set_blocked(world->grid.state(50, 50), true);
    task.sense(world->view());
    EXPECT_FALSE(task.has_work());
    const std::uint64_t version = task.status().plan_version;
    world->set_blocked(world->grid.state(7, 2), true);
    task.sense(world->view());
    EXPECT_TRUE(task.has_work());
    settle(task, world->view());
    EXPECT_GT(task.status().plan_version, version);
    EXPECT_EQ(task.status().restarts, 1u) << "a change is repaired";
    EXPECT_EQ(task.status().repairs, 1u);
}

TEST(Task, SaysWhatIsWrongWithItsEnds) {
    const auto world = std::make_shared<ToyWorld>(10, 10);
    world->set_blocked(world->grid.state(5, 5), true);
    SearchTask<ToyGridFacet> task(ToyGridFacet(world), {});
    task.inbox().start = Start{world->place(1, 1)};
    task.inbox().goal = Aim{world->place(5, 5)};
    settle(task, world->view());
    EXPECT_EQ(task.status().code, StatusCode::invalid_input);
    EXPECT_EQ(task.status().reason, "the goal is not in the domain");
    EXPECT_TRUE(task.status().has_failed());
    EXPECT_TRUE(task.course().empty());
}

TEST(Task, AmbitionEndsWithAPlanThatStands) {
    const auto world = ToyWorld::random(3, 60, 0.25, 0);
    world->grid.set_blocked(world->grid.state(1, 1), false);
    world->grid.set_blocked(world->grid.state(58, 58), false);
    TaskSettings settings;
    settings.search = search::ad_star(4, 0.25);
    settings.ambition = 40;
    SearchTask<ToyGridFacet> task(ToyGridFacet(world), settings);
    task.inbox().start = Start{world->place(1, 1)};
    task.inbox().goal = Aim{world->place(58, 58)};
    settle(task, world->view());
    ASSERT_TRUE(task.status().has_plan);
    EXPECT_GT(task.status().inflation, 1.0) << "this world takes more than that";
    const std::uint64_t spent = task.status().expansions;
    Budget budget = Budget::unlimited();
    task.execute(world->view(), budget);
    EXPECT_EQ(task.status().expansions, spent) << "what is settled needs nothing";
    // Something happens on the way: there is something to gain again, and as much ambition as before.
    world->set_blocked(world->cell_at(task.course()[10].position), true);
    settle(task, world->view());
    EXPECT_TRUE(task.status().has_plan);
    EXPECT_GT(task.status().expansions, spent);
}

TEST(Task, PatienceEndsWithoutProof) {
    const auto world = std::make_shared<ToyWorld>(40, 40);
    for (std::uint32_t y = 0; y < 39; ++y) world->grid.set_blocked(world->grid.state(20, y), true);
    TaskSettings settings;
    settings.patience = 20;
    SearchTask<ToyGridFacet> task(ToyGridFacet(world), settings);
    task.inbox().start = Start{world->place(10, 10)};
    task.inbox().goal = Aim{world->place(30, 10)};
    settle(task, world->view(), 5);
    EXPECT_EQ(task.status().code, StatusCode::out_of_budget);
    EXPECT_LE(task.status().expansions, 25u);
}

}  // namespace
}  // namespace wend
