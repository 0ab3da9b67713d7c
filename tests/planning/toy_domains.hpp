#pragma once

// Two small domains to plan with: a grid of cells that can be blocked, and the same grid with time, where
// blocks come and go at known moments. One metre a cell, one second a step.

#include <cmath>
#include <map>
#include <memory>
#include <set>

#include "wend/base/rng.hpp"
#include "wend/planning/chain.hpp"
#include "wend/search/grid.hpp"
#include "wend/search/interned.hpp"

namespace wend::test {

using domains::Place;
using planning::Aim;
using planning::Ends;
using planning::Problem;
using planning::Start;
using planning::View;
using search::Cost;
using search::StateId;

/// What both domains look at, and the log of what happened to it.
struct ToyWorld {
    search::Grid grid;
    std::set<std::pair<StateId, int>> busy;  ///< cells that are taken for one second
    int horizon = 60;                        ///< seconds; nothing arrives later
    ChangeLog log;
    std::uint64_t stamp = 0;

    ToyWorld(std::uint32_t width, std::uint32_t height) : grid(width, height) {}

    static std::shared_ptr<ToyWorld> random(std::uint64_t seed, std::uint32_t side, double blocked,
                                            double busy) {
        auto world = std::make_shared<ToyWorld>(side, side);
        Rng rng(seed);
        world->grid.fill([&](std::uint32_t, std::uint32_t) { return rng.uniform() < blocked; });
        for (std::uint32_t i = 0; i < side * side; ++i)
            for (int t = 1; t < world->horizon; ++t)
                if (rng.uniform() < busy) world->busy.insert({world->grid.state(i % side, i / side), t});
        return world;
    }
    [[nodiscard]] Vec2 centre(StateId cell) const { return {grid.x_of(cell) + 0.5, grid.y_of(cell) + 0.5}; }
    /// `no_state` outside and on blocked cells.
    [[nodiscard]] StateId cell_at(Vec2 p) const {
        if (p.x < 0 || p.y < 0 || p.x >= grid.width() || p.y >= grid.height()) return search::no_state;
        const StateId cell = grid.state(static_cast<std::uint32_t>(p.x), static_cast<std::uint32_t>(p.y));
        return grid.is_blocked(cell) ? search::no_state : cell;
    }
    void set_blocked(StateId cell, bool blocked) {
        grid.set_blocked(cell, blocked);
        note(cell);
    }
    void set_busy(StateId cell, int time, bool is_busy) {
        is_busy ? (void)busy.insert({cell, time}) : (void)busy.erase({cell, time});
        note(cell);
    }
    [[nodiscard]] View view(double now = 0) const { return {nullptr, &log, now}; }
    [[nodiscard]] Place place(std::uint32_t x, std::uint32_t y, double time = 0) const {
        return {0, {x + 0.5, y + 0.5}, time};
    }

  private:
    void note(StateId cell) {
        Change change;
        change.region.add(centre(cell));
        change.stamp = ++stamp;
        log.add(change);
    }
};

struct ToyGrid {
    static constexpr bool knows_time = false;
    std::shared_ptr<ToyWorld> world;

    [[nodiscard]] std::size_t state_count() const { return world->grid.state_count(); }
    template <class Visit>
    void successors(StateId state, Visit&& visit) const {
        world->grid.successors(state, visit);
    }
    template <class Visit>
    void predecessors(StateId state, Visit&& visit) const {
        world->grid.predecessors(state, visit);
    }
    [[nodiscard]] Cost lower_bound(StateId from, StateId to) const {
        return world->grid.lower_bound(from, to);
    }
    [[nodiscard]] Place place(StateId state) const { return {0, world->centre(state), 0}; }
};

class ToyGridFacet {
  public:
    using Domain = ToyGrid;
    explicit ToyGridFacet(std::shared_ptr<ToyWorld> world) : domain_{std::move(world)} {}

    [[nodiscard]] const Domain& domain() const { return domain_; }
    Ends begin(const Problem& problem, const View&) {
        return {domain_.world->cell_at(problem.start.at.position),
                domain_.world->cell_at(problem.goal.at.position)};
    }
    StateId start_state(const Start& start, std::vector<StateId>&) {
        return domain_.world->cell_at(start.at.position);
    }
    [[nodiscard]] Start start_at(StateId state) const { return {domain_.place(state)}; }
    [[nodiscard]] domains::Course course(std::span<const StateId> path) const {
        return planning::places_along(domain_, path);
    }
    bool observe(const View&, std::span<const Change> changes, std::vector<StateId>& affected) {
        const search::Grid& grid = domain_.world->grid;
        for (const Change& change : changes)
            grid.append_affected(grid.state(static_cast<std::uint32_t>(change.region.low.x),
                                            static_cast<std::uint32_t>(change.region.low.y)),
                                 affected);
        return true;
    }
    [[nodiscard]] double reach() const { return 2; }
    [[nodiscard]] Interval watched(const View&) const { return {}; }
    [[nodiscard]] std::size_t bytes() const { return sizeof(*this); }

  private:
    ToyGrid domain_;
};

/// Keys are time * 2^32 + cell; the goal, reached at any time, is a key of its own.
struct ToyTimeGrid {
    using Key = std::uint64_t;
    static constexpr Key goal_key = ~Key{0};
    static constexpr Cost wait_cost = 1000;

    std::shared_ptr<ToyWorld> world;
    StateId goal_cell = 0;

    static Key key(StateId cell, int time) { return std::uint64_t(static_cast<unsigned>(time)) << 32 | cell; }
    [[nodiscard]] StateId cell(Key key) const {
        return key == goal_key ? goal_cell : static_cast<StateId>(key);
    }
    static int time(Key key) { return static_cast<int>(key >> 32); }
    [[nodiscard]] bool is_free(StateId cell, int time) const {
        return !world->grid.is_blocked(cell) && !world->busy.contains({cell, time});
    }

    template <class Visit>
    void successors(Key from, Visit&& visit) const {
        if (from == goal_key || !is_free(cell(from), time(from))) return;
        if (cell(from) == goal_cell) visit(goal_key, Cost{1});
        const int next = time(from) + 1;
        if (next > world->horizon) return;
        const auto go = [&](StateId to, Cost cost) {
            if (is_free(to, next)) visit(key(to, next), cost);
        };
        go(cell(from), wait_cost);
        world->grid.successors(cell(from), go);
    }
    template <class Visit>
    void predecessors(Key to, Visit&& visit) const {
        if (to == goal_key) {
            for (int t = 0; t <= world->horizon; ++t)
                if (is_free(goal_cell, t)) visit(key(goal_cell, t), Cost{1});
            return;
        }
        const int before = time(to) - 1;
        if (before < 0 || !is_free(cell(to), time(to))) return;
        const auto come = [&](StateId from, Cost cost) {
            if (is_free(from, before)) visit(key(from, before), cost);
        };
        come(cell(to), wait_cost);
        world->grid.predecessors(cell(to), come);
    }
    [[nodiscard]] Cost lower_bound(Key from, Key to) const {
        return world->grid.lower_bound(cell(from), cell(to));
    }
};

class ToyTimeDomain : public search::Interned<ToyTimeGrid> {
  public:
    static constexpr bool knows_time = true;
    explicit ToyTimeDomain(const ToyTimeGrid& grid) : search::Interned<ToyTimeGrid>(grid), grid_(&grid) {}
    [[nodiscard]] Place place(StateId state) const {
        const auto at = key(state);
        const double time = at == ToyTimeGrid::goal_key ? 0 : ToyTimeGrid::time(at);
        return {0, grid_->world->centre(grid_->cell(at)), time};
    }

  private:
    const ToyTimeGrid* grid_;
};

class ToyTimeFacet {
  public:
    using Domain = ToyTimeDomain;
    explicit ToyTimeFacet(std::shared_ptr<ToyWorld> world)
        : grid_(std::make_unique<ToyTimeGrid>(ToyTimeGrid{std::move(world)})),
          domain_(std::make_unique<ToyTimeDomain>(*grid_)) {}

    [[nodiscard]] const Domain& domain() const { return *domain_; }
    Ends begin(const Problem& problem, const View&) {
        domain_->clear();
        const StateId goal = grid_->world->cell_at(problem.goal.at.position);
        std::vector<StateId> nothing_yet;
        if (goal == search::no_state) return {start_state(problem.start, nothing_yet), goal};
        grid_->goal_cell = goal;
        return {start_state(problem.start, nothing_yet), domain_->state(ToyTimeGrid::goal_key)};
    }
    StateId start_state(const Start& start, std::vector<StateId>&) {
        const StateId cell = grid_->world->cell_at(start.at.position);
        const int time = static_cast<int>(std::lround(start.at.time));
        if (cell == search::no_state || !grid_->is_free(cell, time)) return search::no_state;
        return domain_->state(ToyTimeGrid::key(cell, time));
    }
    [[nodiscard]] Start start_at(StateId state) const { return {domain_->place(state)}; }
    /// Without the goal, which is no place in time.
    [[nodiscard]] domains::Course course(std::span<const StateId> path) const {
        return planning::places_along(*domain_, path.first(path.size() - 1));
    }
    bool observe(const View&, std::span<const Change> changes, std::vector<StateId>& affected) {
        const search::Grid& grid = grid_->world->grid;
        std::vector<StateId> cells;
        for (const Change& change : changes)
            grid.append_affected(grid.state(static_cast<std::uint32_t>(change.region.low.x),
                                            static_cast<std::uint32_t>(change.region.low.y)),
                                 cells);
        for (const StateId cell : cells)
            for (int t = 0; t <= grid_->world->horizon; ++t)
                if (const StateId state = domain_->find(ToyTimeGrid::key(cell, t)); state != search::no_state)
                    affected.push_back(state);
        affected.push_back(domain_->state(ToyTimeGrid::goal_key));
        return true;
    }
    [[nodiscard]] double reach() const { return 2; }
    [[nodiscard]] Interval watched(const View&) const { return {}; }
    [[nodiscard]] std::size_t bytes() const { return sizeof(*this) + domain_->bytes(); }

  private:
    std::unique_ptr<ToyTimeGrid> grid_;
    std::unique_ptr<ToyTimeDomain> domain_;
};

static_assert(planning::Facet<ToyGridFacet> && planning::Facet<ToyTimeFacet>);

/// "grid" and "time" over one world.
inline planning::DomainSet toy_domains(const std::shared_ptr<ToyWorld>& world) {
    planning::DomainSet set;
    set.add("grid", [world](const planning::Traveller&, const planning::TaskSettings& settings) {
        return std::make_unique<planning::SearchTask<ToyGridFacet>>(ToyGridFacet(world), settings);
    });
    set.add("time", [world](const planning::Traveller&, const planning::TaskSettings& settings) {
        return std::make_unique<planning::SearchTask<ToyTimeFacet>>(ToyTimeFacet(world), settings);
    });
    return set;
}

}  // namespace wend::test
