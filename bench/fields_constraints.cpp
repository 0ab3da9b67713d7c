// Constraints: what repairing a plan costs when a guard moves, against planning anew, and what highways save.

#include <algorithm>

#include "wend/base/rng.hpp"
#include "wend/domains/annotation.hpp"
#include "wend/domains/constrained.hpp"
#include "wend/domains/grid_domain.hpp"
#include "wend/domains/hybrid_domain.hpp"
#include "wend/search/search.hpp"
#include "wend/world/world.hpp"

#include "fields_parts.hpp"

namespace wend::bench {
namespace {

using domains::ChangedGround;
using domains::GridDomain;

/// Blocks of houses, 60 m a side; a guard walks a street and looks ahead.
Scene guarded_town(std::uint64_t seed) {
    Scene scene;
    scene.bounds = {{0, 0}, {60, 60}};
    scene.layers = {Layer{"ground", 0, {}, {}}};
    Rng rng(seed);
    for (int x = 0; x < 5; ++x)
        for (int y = 0; y < 5; ++y) {
            const Vec2 low{4 + 11.0 * x + rng.uniform(0, 2), 4 + 11.0 * y + rng.uniform(0, 2)};
            const Box2 box{low, low + Vec2{rng.uniform(3, 7), rng.uniform(3, 7)}};
            scene.layers[0].blocked.push_back({rectangle(box), {}});
        }
    return scene;
}

struct Town {
    Scene scene;
    World world;
    domains::AnnotatedWorld objects;
    GridDomain grid;

    explicit Town(std::uint64_t seed)
        : scene(guarded_town(seed)),
          world(scene),
          objects(domains::annotated_world(*world.snapshot())),
          grid(world.snapshot(), nullptr, {0, {1, 1}, 0}, settings()) {
        objects.objects.push_back({"guard", 0, {{2, 30}, 0}, DiscShape{0.25}, false});
    }
    static domains::GridSettings settings() {
        domains::GridSettings made;
        made.cell = 0.5;
        made.origin = {1, 1};
        return made;
    }
};

ConstraintSpec sight() {
    ConstraintSpec spec;
    spec.kind = AnnotationKind::sight;
    spec.of = "guard";
    spec.range = 10;
    spec.angle = 1.6;
    spec.weight = -10;
    return spec;
}

/// A guard walks straight between two places of the town; what it costs to follow, each step.
struct GuardSteps {
    std::vector<double> repair, anew, speedup;  ///< milliseconds, and their ratio
    std::size_t wrong = 0;
};

void measure_guard(std::uint64_t seed, int steps, GuardSteps& found) {
    Town town(seed);
    Rng rng(seed);
    const Vec2 begin{rng.uniform(2, 58), rng.uniform(2, 58)}, end{rng.uniform(2, 58), rng.uniform(2, 58)};
    const Vec2 ahead = normalized(end - begin);
    Pose& guard = town.objects.objects.back().pose;
    guard = {begin, std::atan2(ahead.y, ahead.x)};
    const ConstraintSpec spec = sight();
    auto field =
        domains::MultiplierField::create(domains::resolve(std::span(&spec, 1), town.objects)).value();
    using Dense = domains::Constrained<GridDomain>;
    const Dense dense(town.grid, field);
    const domains::PlacedStates<Dense> states(dense);
    const auto from = states.state(town.grid.free_cell_near({0, {2, 2}, 0}));
    const auto to = states.state(town.grid.free_cell_near({0, {58, 58}, 0}));
    search::Context context, fresh_context;
    search::Search<domains::PlacedStates<Dense>, search::Direction::backward> search(context,
                                                                                     search::ad_star(2.0));
    search.begin(states, from, to);
    Budget first = Budget::unlimited();
    (void)search.solve(states, first);
    for (int step = 1; step <= steps; ++step) {
        guard.position = begin + ahead * (0.5 * step);
        std::vector<ChangedGround> changed;
        std::uint32_t layer = 0;
        domains::Influence moved = domains::ground_of(spec, town.objects, layer);
        found.repair.push_back(
            1e3 * processor_seconds([&] {
                field.move(0, layer, std::move(moved), changed);
                std::vector<search::StateId> touched;
                domains::append_touched(
                    states, [&](GridDomain::Key key) { return dense.touches(changed, key, 0.8); }, touched);
                search.change(states, touched);
                Budget budget = Budget::unlimited();
                (void)search.solve(states, budget);
            }));
        search::Cost cost = 0;
        found.anew.push_back(
            1e3 * processor_seconds([&] {
                const domains::PlacedStates<Dense> again(dense);
                search::Search<domains::PlacedStates<Dense>, search::Direction::backward> restart(
                    fresh_context, search::ad_star(2.0));
                restart.begin(again, again.state(states.key(from)), again.state(states.key(to)));
                Budget budget = Budget::unlimited();
                cost = restart.solve(again, budget).cost;
            }));
        found.wrong += cost != search.plan().cost;
        found.speedup.push_back(found.anew.back() / found.repair.back());
    }
}

nlohmann::json measure_guards(std::uint64_t seed, int towns, int steps) {
    GuardSteps found;
    for (int i = 0; i < towns; ++i) measure_guard(seed + static_cast<std::uint64_t>(i), steps, found);
    std::vector<double> sorted = found.speedup;
    std::sort(sorted.begin(), sorted.end());
    return {{"steps", found.speedup.size()},
            {"repair_ms", spread_of(found.repair).median},
            {"restart_ms", spread_of(found.anew).median},
            {"speedup", spread_of(found.speedup).median},
            {"speedup_low", sorted[sorted.size() / 10]},
            {"wrong", found.wrong}};
}

template <class Domain>
std::pair<std::uint64_t, search::Cost> expansions(const Domain& domain, const GridDomain& grid,
                                                  double inflation) {
    const domains::PlacedStates<Domain> states(domain);
    search::Context context;
    search::Search<domains::PlacedStates<Domain>, search::Direction::backward> search(
        context, search::weighted_a_star(inflation));
    search.begin(states, states.state(grid.free_cell_near({0, {2, 2}, 0})),
                 states.state(grid.free_cell_near({0, {58, 58}, 0})));
    Budget budget = Budget::unlimited();
    const search::Plan& plan = search.solve(states, budget);
    return {budget.spent(), plan.cost};
}

nlohmann::json measure_highways(std::uint64_t seed, int worlds) {
    nlohmann::json json;
    for (const double inflation : {2.5, 1.5, 1.0}) {
        std::vector<double> saved, dearer;
        for (int i = 0; i < worlds; ++i) {
            Town town(seed + static_cast<std::uint64_t>(i));
            const ConstraintSpec spec = sight();
            const auto field =
                domains::MultiplierField::create(domains::resolve(std::span(&spec, 1), town.objects)).value();
            auto triangles = mesh::Triangulation::create(town.scene.bounds).value();
            for (const Polygon& block : town.scene.layers[0].blocked) (void)triangles.insert(block);
            const Vec2 ends[] = {{2, 2}, {58, 58}};
            const domains::HybridDomain roads(town.grid, triangles, 0, field.constraints(), ends);
            const auto dense =
                expansions(domains::Constrained<GridDomain>(town.grid, field), town.grid, inflation);
            const auto hybrid =
                expansions(domains::Constrained<domains::HybridDomain>(roads, field), town.grid, inflation);
            saved.push_back(static_cast<double>(dense.first) / static_cast<double>(hybrid.first));
            dearer.push_back(static_cast<double>(hybrid.second) / dense.second);
        }
        json.push_back({{"inflation", inflation},
                        {"dense_over_hybrid_expansions", spread_of(saved).median},
                        {"low", spread_of(saved).low},
                        {"hybrid_cost_over_dense", spread_of(dearer).median}});
    }
    return json;
}

}  // namespace

void add_constraints(const Options& options, nlohmann::json& result) {
    const std::uint64_t seed = 5000 + options.first;
    result["guard_moves"] = measure_guards(seed, options.quick ? 2 : 10, 40);
    result["highways"] = measure_highways(seed, options.quick ? 2 : 10);
}

}  // namespace wend::bench
