// A domain that nothing else knows of, plugged into a chain: squares of four by four cells, joined where a
// free cell of one touches a free cell of the other. docs/adding-a-domain.md tells the same story in words.

#include <gtest/gtest.h>

#include "wend/planning/planner.hpp"

#include "planning/toy_domains.hpp"
#include "support/effort.hpp"

namespace wend {
namespace {

using namespace test;

class Squares {
  public:
    static constexpr bool knows_time = false;
    static constexpr std::uint32_t size = 4;

    explicit Squares(std::shared_ptr<ToyWorld> world) : world_(std::move(world)) {}

    [[nodiscard]] std::uint32_t columns() const { return (world_->grid.width() + size - 1) / size; }
    [[nodiscard]] std::uint32_t rows() const { return (world_->grid.height() + size - 1) / size; }
    [[nodiscard]] std::size_t state_count() const { return std::size_t{columns()} * rows(); }
    template <class Visit>
    void successors(StateId state, Visit&& visit) const {
        const std::uint32_t x = state % columns(), y = state / columns();
        if (x > 0 && touch(state, state - 1)) visit(state - 1, step);
        if (x + 1 < columns() && touch(state, state + 1)) visit(state + 1, step);
        if (y > 0 && touch(state, state - columns())) visit(state - columns(), step);
        if (y + 1 < rows() && touch(state, state + columns())) visit(state + columns(), step);
    }
    template <class Visit>
    void predecessors(StateId state, Visit&& visit) const {
        successors(state, visit);
    }
    [[nodiscard]] Cost lower_bound(StateId from, StateId to) const {
        const auto apart = [](std::uint32_t a, std::uint32_t b) { return a < b ? b - a : a - b; };
        return step * (apart(from % columns(), to % columns()) + apart(from / columns(), to / columns()));
    }
    [[nodiscard]] Place place(StateId state) const {
        const auto middle = [](std::uint32_t at) { return (at + 0.5) * size; };
        return {0, {middle(state % columns()), middle(state / columns())}, 0};
    }
    [[nodiscard]] StateId at(Vec2 p) const {
        return static_cast<StateId>(p.y / size) * columns() + static_cast<StateId>(p.x / size);
    }

  private:
    static constexpr Cost step = 4;

    [[nodiscard]] bool is_in(StateId cell, StateId square) const {
        return at(world_->centre(cell)) == square;
    }
    /// Does any move of the grid lead from one to the other?
    [[nodiscard]] bool touch(StateId from, StateId to) const {
        const std::uint32_t x = from % columns() * size, y = from / columns() * size;
        bool found = false;
        for (std::uint32_t i = 0; i < size * size; ++i) {
            const std::uint32_t cx = x + i % size, cy = y + i / size;
            if (cx >= world_->grid.width() || cy >= world_->grid.height()) continue;
            world_->grid.successors(world_->grid.state(cx, cy),
                                    [&](StateId cell, Cost) { found |= is_in(cell, to); });
        }
        return found;
    }

    std::shared_ptr<ToyWorld> world_;
};

class SquaresFacet {
  public:
    using Domain = Squares;
    explicit SquaresFacet(std::shared_ptr<ToyWorld> world) : squares_(std::move(world)) {}

    [[nodiscard]] const Domain& domain() const { return squares_; }
    Ends begin(const Problem& problem, const View&) {
        return {squares_.at(problem.start.at.position), squares_.at(problem.goal.at.position)};
    }
    StateId start_state(const Start& start, std::vector<StateId>&) { return squares_.at(start.at.position); }
    [[nodiscard]] Start start_at(StateId state) const { return {squares_.place(state)}; }
    [[nodiscard]] domains::Course course(std::span<const StateId> path) const {
        return planning::places_along(squares_, path);
    }
    bool observe(const View&, std::span<const Change> changes, std::vector<StateId>& affected) {
        for (const Change& change : changes) {
            const StateId square = squares_.at(change.region.low);
            affected.push_back(square);
            squares_.successors(square, [&](StateId next, Cost) { affected.push_back(next); });
        }
        return false;  // one cell may join or part squares that are no neighbours now: begin anew
    }
    [[nodiscard]] double reach() const { return 2 * Squares::size; }
    [[nodiscard]] Interval watched(const View&) const { return {}; }
    [[nodiscard]] std::size_t bytes() const { return sizeof(*this); }

  private:
    Squares squares_;
};

static_assert(planning::Facet<SquaresFacet>);

TEST(ExtraDomain, PlugsIntoAnyChain) {
    int solved = 0;
    for (int i = 0; i < rounds(20, 300); ++i) {
        Rng rng(static_cast<std::uint64_t>(i));
        const auto world = ToyWorld::random(rng.next(), 24, 0.2, 0.03);
        world->grid.set_blocked(world->grid.state(1, 1), false);
        world->grid.set_blocked(world->grid.state(22, 22), false);
        planning::DomainSet domains = toy_domains(world);
        domains.add("squares", [world](const planning::Traveller&, const planning::TaskSettings& settings) {
            return std::make_unique<planning::SearchTask<SquaresFacet>>(SquaresFacet(world), settings);
        });
        const auto plan = [&](const std::vector<std::string>& names) {
            planning::Chain chain;
            for (const std::string& name : names) {
                planning::Stage stage;
                stage.domain = name;
                stage.settings.tunnel = {3, 8};
                stage.settings.widest = 20;
                chain.stages.push_back(stage);
            }
            EXPECT_TRUE(check(chain, domains).is_ok());
            planning::Planner planner(chain, domains, {});
            planner.set_start({world->place(1, 1)});
            planner.set_goal({world->place(22, 22)});
            for (int frame = 0; frame < 1000 && planner.has_work(); ++frame) {
                Budget budget = Budget::expansions(5000);
                planner.plan(world->view(), budget);
            }
            return planner.status();
        };
        const StatusCode plain = plan({"time"});
        EXPECT_EQ(plan({"squares", "time"}), plain) << "world " << i;
        EXPECT_EQ(plan({"squares", "grid", "time"}), plain) << "world " << i;
        solved += plain == StatusCode::ok;
    }
    EXPECT_GT(solved, 5);
}

}  // namespace
}  // namespace wend
