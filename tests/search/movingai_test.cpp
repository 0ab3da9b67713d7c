// Ground truth: the optimal lengths of the MovingAI problems.

#include "support/movingai.hpp"

#include <gtest/gtest.h>

#include "wend/search/grid.hpp"
#include "wend/search/search.hpp"

#include "support/data.hpp"
#include "support/effort.hpp"

namespace wend::search {
namespace {

struct Map {
    const char* name;
    std::size_t stride;  ///< every how many problems are solved in a fast run; all in a long one

    friend std::ostream& operator<<(std::ostream& out, const Map& chosen) { return out << chosen.name; }
};

class MovingAi : public testing::TestWithParam<Map> {};

TEST_P(MovingAi, FindsTheKnownLengths) {
    WEND_NEEDS_DATA("movingai");
    const auto path = test::data_dir() / "movingai" / (std::string(GetParam().name) + ".map");
    const test::GridMap map = test::read_map(path);
    Grid grid(map.width, map.height);
    grid.fill([&](std::uint32_t x, std::uint32_t y) { return map.is_blocked(x, y); });
    const auto problems = test::read_problems(path.string() + ".scen");

    Context forward_memory, backward_memory;
    Search<Grid, Direction::forward> forward(forward_memory, a_star());
    Search<Grid, Direction::backward> backward(backward_memory, ad_star(1));
    const std::size_t stride = test::is_long_run() ? 1 : GetParam().stride;
    for (std::size_t i = 0; i < problems.size(); i += stride) {
        const auto finds = [&](auto& search) {
            Budget budget = Budget::unlimited();
            search.begin(grid, grid.state(problems[i].start_x, problems[i].start_y),
                         grid.state(problems[i].goal_x, problems[i].goal_y));
            const Plan& plan = search.solve(grid, budget);
            ASSERT_EQ(plan.status, StatusCode::ok) << "problem " << i;
            ASSERT_NEAR(plan.cost / static_cast<double>(grid.costs().straight), problems[i].length, 0.006)
                << "problem " << i;
        };
        const bool both = test::is_long_run(), even = i / stride % 2 == 0;
        if (both || even) finds(forward);
        if (both || !even) finds(backward);
        if (HasFatalFailure()) return;
    }
}

INSTANTIATE_TEST_SUITE_P(Search, MovingAi,
                         testing::Values(Map{"16room_000", 1}, Map{"AR0011SR", 1}, Map{"Aftershock", 1},
                                         Map{"Berlin_0_512", 1}, Map{"Boston_0_256", 1}, Map{"arena", 1},
                                         Map{"brc202d", 1}, Map{"den312d", 1}, Map{"ht_chantry", 1},
                                         Map{"maze512-32-0", 16}, Map{"maze512-8-0", 16}, Map{"ost003d", 1},
                                         Map{"random512-25-0", 1}),
                         [](const auto& chosen) {
                             std::string name = chosen.param.name;
                             for (char& c : name)
                                 if (c == '-') c = '_';
                             return name;
                         });

}  // namespace
}  // namespace wend::search
