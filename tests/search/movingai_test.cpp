// Ground truth: the optimal lengths of the MovingAI problems.

#include "support/movingai.hpp"

#include <gtest/gtest.h>

#include "wend/search/flood.hpp"
#include "wend/search/grid.hpp"
#include "wend/search/search.hpp"

#include "support/data.hpp"
#include "support/effort.hpp"

namespace wend::search {
namespace {

/// A grid with better lower bounds: by the triangle inequality, from exact costs to a few cells far apart
/// (Goldberg and Harrelson 2005). In mazes, where the straight line says little, they make it possible to
/// solve every problem in a usual run.
class WithLandmarks {
  public:
    WithLandmarks(const Grid& grid, StateId first) : grid_(grid), costs_(count * grid.state_count()) {
        StateId landmark = first;
        std::vector<Cost> nearest(grid.state_count(), infinite_cost);
        for (std::size_t i = 0; i < count; ++i) {
            Workspace workspace;
            Flood<Grid, Direction::forward> flood(workspace);
            flood.begin(grid, landmark);
            Budget budget = Budget::unlimited();
            flood.solve(grid, budget);
            for (StateId state = 0; state < grid.state_count(); ++state) {
                costs_[count * state + i] = flood.cost(state);
                nearest[state] = std::min(nearest[state], flood.cost(state));
            }
            const auto reached = [](Cost cost) { return cost < infinite_cost ? cost : 0; };
            landmark = static_cast<StateId>(
                std::max_element(nearest.begin(), nearest.end(),
                                 [&](Cost a, Cost b) { return reached(a) < reached(b); }) -
                nearest.begin());
        }
    }
    [[nodiscard]] std::size_t state_count() const { return grid_.state_count(); }
    template <class Visit>
    void successors(StateId state, Visit&& visit) const {
        grid_.successors(state, visit);
    }
    template <class Visit>
    void predecessors(StateId state, Visit&& visit) const {
        grid_.predecessors(state, visit);
    }
    [[nodiscard]] Cost lower_bound(StateId from, StateId to) const {
        Cost best = grid_.lower_bound(from, to);
        const Cost* const a = &costs_[count * from];
        const Cost* const b = &costs_[count * to];
        for (std::size_t i = 0; i < count; ++i)
            best = std::max(best, a[i] < b[i] ? b[i] - a[i] : a[i] - b[i]);
        return best;
    }

  private:
    static constexpr std::size_t count = 16;
    const Grid& grid_;
    std::vector<Cost> costs_;  ///< of one state next to each other
};

struct Map {
    const char* name;
    bool is_maze = false;  ///< solved with landmarks; in a long run without them as well

    friend std::ostream& operator<<(std::ostream& out, const Map& chosen) { return out << chosen.name; }
};

class MovingAi : public testing::TestWithParam<Map> {
  protected:
    /// One problem forward, the next backward; all both ways in a long run.
    template <class D>
    void solve_all(const D& domain) {
        Context forward_memory, backward_memory;
        Search<D, Direction::forward> forward(forward_memory, a_star());
        Search<D, Direction::backward> backward(backward_memory, ad_star(1));
        for (std::size_t i = 0; i < problems_.size(); ++i) {
            const auto finds = [&](auto& search) {
                Budget budget = Budget::unlimited();
                search.begin(domain, grid_.state(problems_[i].start_x, problems_[i].start_y),
                             grid_.state(problems_[i].goal_x, problems_[i].goal_y));
                const Plan& plan = search.solve(domain, budget);
                ASSERT_EQ(plan.status, StatusCode::ok) << "problem " << i;
                ASSERT_NEAR(plan.cost / static_cast<double>(grid_.costs().straight), problems_[i].length,
                            0.006)
                    << "problem " << i;
            };
            if (test::is_long_run() || i % 2 == 0) finds(forward);
            if (test::is_long_run() || i % 2 != 0) finds(backward);
            if (HasFatalFailure()) return;
        }
    }

    Grid grid_{1, 1};
    std::vector<test::GridProblem> problems_;
};

TEST_P(MovingAi, FindsTheKnownLengths) {
    WEND_NEEDS_DATA("movingai");
    const auto path = test::data_dir() / "movingai" / (std::string(GetParam().name) + ".map");
    const test::GridMap map = test::read_map(path);
    grid_ = Grid(map.width, map.height);
    grid_.fill([&](std::uint32_t x, std::uint32_t y) { return map.is_blocked(x, y); });
    problems_ = test::read_problems(path.string() + ".scen");
    ASSERT_FALSE(problems_.empty());
    if (GetParam().is_maze)
        solve_all(WithLandmarks(grid_, grid_.state(problems_[0].start_x, problems_[0].start_y)));
    if (!GetParam().is_maze || test::is_long_run()) solve_all(grid_);
}

INSTANTIATE_TEST_SUITE_P(Search, MovingAi,
                         testing::Values(Map{"16room_000"}, Map{"AR0011SR"}, Map{"Aftershock"},
                                         Map{"Berlin_0_512"}, Map{"Boston_0_256"}, Map{"arena"},
                                         Map{"brc202d"}, Map{"den312d"}, Map{"ht_chantry"},
                                         Map{"maze512-32-0", true}, Map{"maze512-8-0", true}, Map{"ost003d"},
                                         Map{"random512-25-0"}),
                         [](const auto& chosen) {
                             std::string name = chosen.param.name;
                             for (char& c : name)
                                 if (c == '-') c = '_';
                             return name;
                         });

}  // namespace
}  // namespace wend::search
