// Thousands of long histories of mixed events: every plan, also those after half a repair, against the
// oracle.

#include "search/history.hpp"

#include <limits>
#include <sstream>

#include <gtest/gtest.h>

#include "support/effort.hpp"

namespace wend::test {
namespace {

template <search::Direction direction>
void survives(const search::Options& options, std::uint64_t seeds) {
    const auto fault_of = [&](const History& history) { return Player<direction>(history, options).play(); };
    for (int i = 0; i < rounds(2000, 40000); ++i) {
        const History history = History::random(seeds + static_cast<std::uint64_t>(i), 200);
        if (fault_of(history).empty()) continue;
        const History least = shrink(history, [&](const History& h) { return !fault_of(h).empty(); });
        std::ostringstream text;
        for (const Event& event : least.events) text << "\n  " << event;
        FAIL() << "history " << i << ", graph " << least.graph_seed << ": " << fault_of(least) << text.str();
    }
}

TEST(History, DStarLiteBackward) {
    survives<search::Direction::backward>(search::d_star_lite(), 1'000'000);
}
TEST(History, DStarLiteForward) {
    survives<search::Direction::forward>(search::d_star_lite(), 2'000'000);
}
TEST(History, AdStarBackward) {
    survives<search::Direction::backward>(search::ad_star(3, 0.5), 3'000'000);
}
TEST(History, AdStarForward) {
    survives<search::Direction::forward>(search::ad_star(2, 0.25), 4'000'000);
}
search::Options ad_star(double first, double step, double detour_share) {
    search::Options options = search::ad_star(first, step);
    options.restart.detour_share = detour_share;
    return options;
}
constexpr double never_restart = std::numeric_limits<double>::infinity();

TEST(History, AdStarThatNeverRestarts) {
    search::Options options = ad_star(4, 1, never_restart);
    options.inflate_when_broken = false;
    survives<search::Direction::backward>(options, 5'000'000);
}
TEST(History, AdStarThatNeverRestartsForward) {
    survives<search::Direction::forward>(ad_star(3, 0.5, never_restart), 6'000'000);
}
TEST(History, OptimalDetoursOnly) {
    survives<search::Direction::backward>(ad_star(1, 1, never_restart), 7'000'000);
    survives<search::Direction::forward>(ad_star(1, 1, never_restart), 8'000'000);
}
TEST(History, DetoursInAnEvenRace) {
    survives<search::Direction::backward>(ad_star(1, 1, 1), 9'000'000);
    survives<search::Direction::forward>(ad_star(2, 0.5, 4), 10'000'000);
}
TEST(History, AdStarThatOnlyRepairs) {
    search::Options options = search::ad_star(4, 1);
    options.on_rise = search::OnRise::repair;
    survives<search::Direction::backward>(options, 11'000'000);
}
TEST(History, AdStarThatAlwaysRestarts) {
    survives<search::Direction::backward>(ad_star(2, 0.5, 0), 12'000'000);
}

TEST(History, ShrinksToTheEventsThatMatter) {
    const History history = History::random(7, 100);
    const auto fails = [](const History& h) {
        return std::count_if(h.events.begin(), h.events.end(),
                             [](const Event& e) { return e.kind == Event::Kind::block; }) >= 2;
    };
    ASSERT_TRUE(fails(history));
    EXPECT_EQ(shrink(history, fails).events.size(), 2u);
}

}  // namespace
}  // namespace wend::test
