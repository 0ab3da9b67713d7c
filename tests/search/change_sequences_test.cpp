// Ground truth: the optimal cost after every step of random cell changes, as another implementation found it
// from scratch. Its rule for corners agrees with ours wherever a path can go: both cells beside a diagonal
// step have to be free. Our searches only ever repair.

#include <sstream>

#include <gtest/gtest.h>

#include "wend/search/grid.hpp"
#include "wend/search/search.hpp"

#include "support/data.hpp"
#include "support/movingai.hpp"

namespace wend::search {
namespace {

struct CellChange {
    std::uint32_t x = 0, y = 0;
    bool blocked = false;
};

struct Step {
    long cost = 0;  ///< -1: unreachable
    std::vector<CellChange> changes;
};

struct Sequence {
    Grid grid{1, 1};
    StateId start = 0, goal = 0;
    std::vector<Step> steps;
};

constexpr StepCosts whole_thousands{1000, 1414};

Grid read_cells(const std::filesystem::path& path) {
    if (path.extension() == ".map") {
        const test::GridMap map = test::read_map(path);
        Grid grid(map.width, map.height, Connectivity::eight, whole_thousands);
        grid.fill([&](std::uint32_t x, std::uint32_t y) { return map.is_blocked(x, y); });
        return grid;
    }
    std::ifstream in(path);
    std::uint32_t width = 0, height = 0;
    std::string word;
    in >> word >> width >> height;
    while (word != "environment:") in >> word;
    Grid grid(width, height, Connectivity::eight, whole_thousands);
    grid.fill([&](std::uint32_t, std::uint32_t) {
        int cell = 0;
        in >> cell;
        return cell != 0;
    });
    EXPECT_TRUE(in) << path;
    return grid;
}

Step read_step(const std::string& line) {
    std::istringstream in(line);
    std::string number, other, cost;
    std::getline(in, number, ',');
    std::getline(in, other, ',');
    std::getline(in, cost, ',');
    Step step{std::stol(cost), {}};
    char colon = 0;
    int value = 0;
    for (CellChange change; in >> change.x >> colon >> change.y >> colon >> value;) {
        change.blocked = value != 0;
        step.changes.push_back(change);
    }
    return step;
}

Sequence read_sequence(const std::filesystem::path& cells, const std::filesystem::path& steps) {
    Sequence sequence{read_cells(cells), 0, 0, {}};
    std::ifstream in(steps);
    std::string line;
    std::getline(in, line);
    std::uint32_t x = 0, y = 0, goal_x = 0, goal_y = 0;
    EXPECT_EQ(
        std::sscanf(line.c_str() + line.find("; start ") + 8, "%u %u goal %u %u", &x, &y, &goal_x, &goal_y),
        4);
    sequence.start = sequence.grid.state(x, y);
    sequence.goal = sequence.grid.state(goal_x, goal_y);
    for (std::getline(in, line); std::getline(in, line);) sequence.steps.push_back(read_step(line));
    return sequence;
}

struct Source {
    const char* name;
    const char* cells;
    const char* steps;

    friend std::ostream& operator<<(std::ostream& out, const Source& chosen) { return out << chosen.name; }
};

class ChangeSequences : public testing::TestWithParam<Source> {
  protected:
    template <Direction direction>
    void repairs(const Options& options) {
        const auto folder = test::data_dir() / "adstar";
        Sequence sequence = read_sequence(folder / GetParam().cells, folder / GetParam().steps);
        ASSERT_GT(sequence.steps.size(), 40u);
        Context context;
        Search<Grid, direction> search(context, options);
        search.begin(sequence.grid, sequence.start, sequence.goal);
        for (std::size_t i = 0; i < sequence.steps.size(); ++i) {
            std::vector<StateId> affected;
            for (const auto& [x, y, blocked] : sequence.steps[i].changes) {
                sequence.grid.set_blocked(sequence.grid.state(x, y), blocked);
                sequence.grid.append_affected(sequence.grid.state(x, y), affected);
            }
            search.change(sequence.grid, affected, i);
            Budget budget = Budget::unlimited();
            const Plan& plan = search.solve(sequence.grid, budget);
            const long cost = plan.status == StatusCode::ok ? static_cast<long>(plan.cost) : -1;
            ASSERT_EQ(cost, sequence.steps[i].cost) << "step " << i;
            ASSERT_EQ(plan.status, cost < 0 ? StatusCode::unreachable : StatusCode::ok);
            ASSERT_EQ(plan.change_stamp, i);
        }
    }
};

TEST_P(ChangeSequences, DStarLite) {
    WEND_NEEDS_DATA("adstar");
    repairs<Direction::backward>(d_star_lite());
    repairs<Direction::forward>(d_star_lite());
}
TEST_P(ChangeSequences, AdStar) {
    WEND_NEEDS_DATA("adstar");
    repairs<Direction::backward>(ad_star(3));
    repairs<Direction::forward>(ad_star(2.5, 0.25));
}

INSTANTIATE_TEST_SUITE_P(Search, ChangeSequences,
                         testing::Values(Source{"den520d", "den520d.map", "den520d_40steps.csv"},
                                         Source{"env1", "nav2d_env1.cfg", "nav2d_env1_200steps.csv"},
                                         Source{"env2", "nav2d_env2.cfg", "nav2d_env2_100steps.csv"}),
                         [](const auto& chosen) { return chosen.param.name; });

}  // namespace
}  // namespace wend::search
