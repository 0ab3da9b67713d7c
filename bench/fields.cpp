// Goal fields: ns for each reached cell against a plain bucket queue and a binary heap on maps of 512^2 to
// 8192^2 cells, repair against computing anew, what OpenCL's kernels have to do (counted), what adaptive
// quads save, and how many agents a field has to serve before it costs less than a search for each.

#include <filesystem>

#include "wend/base/rng.hpp"
#include "wend/fields/follow.hpp"
#include "wend/fields/open_cl_field.hpp"
#include "wend/fields/quads.hpp"
#include "wend/io/movingai.hpp"
#include "wend/search/grid.hpp"
#include "wend/search/search.hpp"

#include "benchmark.hpp"
#include "fields_parts.hpp"
#include "fields_peers.hpp"

namespace wend::bench {
namespace {

using fields::Cell;
using fields::FieldCost;
using fields::FieldGrid;
using fields::GoalField;

struct Ground {
    std::string name;
    FieldGrid grid;
    Cell goal = 0;
};

/// A map's cells enlarged by a whole factor; `terrains` kinds of ground in patches of eight cells.
Ground make_ground(const Options& options, const std::string& map, std::uint32_t factor,
                   std::uint32_t terrains, std::uint64_t seed) {
    auto loaded = io::load_map(std::filesystem::path(options.data_dir) / "movingai" / (map + ".map"));
    if (!loaded) throw std::runtime_error(loaded.status().message);
    const io::GridMap& cells = loaded.value();
    FieldGrid grid = FieldGrid::create(cells.width * factor, cells.height * factor).value();
    Rng rng(seed);
    std::vector<fields::Weight> patches((grid.width() / 8 + 1) * std::size_t{grid.height() / 8 + 1});
    for (auto& patch : patches) patch = static_cast<fields::Weight>(1 + rng.below(terrains));
    grid.fill([&](std::uint32_t x, std::uint32_t y, std::uint32_t) {
        return cells.is_blocked(x / factor, y / factor)
                   ? fields::blocked
                   : patches[y / 8 * std::size_t{grid.width() / 8 + 1} + x / 8];
    });
    // In the largest part of the map that a few tries find.
    Cell best = 0;
    std::size_t most = 0;
    for (int i = 0; i < 4; ++i) {
        Cell cell = static_cast<Cell>(rng.below(grid.cell_count()));
        while (grid.is_blocked(cell)) cell = static_cast<Cell>(rng.below(grid.cell_count()));
        GoalField field;
        const fields::FieldGoal goal{cell, 0};
        (void)field.begin(grid, std::span(&goal, 1));
        (void)field.advance(grid);
        if (field.effort().expanded > most) most = field.effort().expanded, best = cell;
    }
    return {map + " x" + std::to_string(factor) + (terrains > 1 ? ", five terrains" : ""), std::move(grid),
            best};
}

void compute(const FieldGrid& grid, Cell at, GoalField& field) {
    const fields::FieldGoal goal{at, 0};
    if (!field.begin(grid, std::span(&goal, 1)).is_ok() || !field.advance(grid).is_ok())
        throw std::runtime_error("a field failed");
}

struct Speed {
    nlohmann::json json;
    double against_buckets = 0;  ///< the plain bucket queue's time over ours
};

Speed measure_speed(const Ground& ground, int rounds) {
    std::vector<double> ours, buckets, heap;
    GoalField field;
    std::vector<FieldCost> plain, by_heap;
    compute(ground.grid, ground.goal, field);
    std::size_t reached = 0;
    for (const FieldCost cost : field.costs()) reached += cost != fields::unreached ? 1 : 0;
    const double scale = 1e9 / static_cast<double>(reached);
    std::size_t wrong = 0;
    for (int i = 0; i < rounds; ++i) {
        ours.push_back(scale * processor_seconds([&] { compute(ground.grid, ground.goal, field); }));
        buckets.push_back(scale *
                          processor_seconds([&] { plain_bucket_field(ground.grid, ground.goal, plain); }));
        if (i == 0 || ground.grid.cell_count() < 2'000'000)
            heap.push_back(scale *
                           processor_seconds([&] { binary_heap_field(ground.grid, ground.goal, by_heap); }));
        wrong += !std::equal(plain.begin(), plain.end(), field.costs().begin()) || plain != by_heap;
    }
    const auto worst = [](const std::vector<double>& sample) {
        return *std::max_element(sample.begin(), sample.end());
    };
    const double gain = spread_of(buckets).median / spread_of(ours).median;
    return {{{"map", ground.name},
             {"cells", ground.grid.cell_count()},
             {"reached", reached},
             {"ours_ns", spread_of(ours).median},
             {"ours_worst_ns", worst(ours)},
             {"plain_bucket_ns", spread_of(buckets).median},
             {"plain_bucket_worst_ns", worst(buckets)},
             {"binary_heap_ns", spread_of(heap).median},
             {"plain_bucket_over_ours", gain},
             {"bytes_a_cell", static_cast<double>(field.bytes() + ground.grid.bytes()) /
                                  static_cast<double>(ground.grid.cell_count())},
             {"wrong", wrong}},
            gain};
}

/// One per cent of the cells change: obstacles of 8 x 8 cells come and go, or one region closes. How many
/// costs that changes bounds what any repair can save: `costs_that_changed` is their share of the cells
/// reached.
nlohmann::json measure_repair(Ground ground, int rounds, bool scattered) {
    Rng rng(77);
    GoalField field, fresh;
    compute(ground.grid, ground.goal, field);
    std::vector<double> repair, anew, speedup, other;
    std::vector<FieldCost> costs;
    std::size_t wrong = 0;
    const auto side =
        static_cast<std::uint32_t>(std::sqrt(0.01 * static_cast<double>(ground.grid.cell_count())));
    for (int round = 0; round < rounds; ++round) {
        std::vector<std::pair<Cell, fields::Weight>> before;
        const std::uint32_t size = scattered ? 8 : side;
        const std::size_t boxes = scattered ? std::size_t{side} * side / 64 : 1;
        for (std::size_t b = 0; b < boxes; ++b) {
            const auto x0 = static_cast<std::uint32_t>(rng.below(ground.grid.width() - size));
            const auto y0 = static_cast<std::uint32_t>(rng.below(ground.grid.height() - size));
            for (std::uint32_t i = 0; i < size * size; ++i) {
                const Cell cell = ground.grid.cell(x0 + i % size, y0 + i / size);
                if (cell != ground.goal) before.emplace_back(cell, ground.grid.weight(cell));
            }
        }
        std::vector<Cell> changed;
        for (const auto& [cell, weight] : before) changed.push_back(cell);
        const auto apply_and_measure = [&] {
            costs.assign(field.costs().begin(), field.costs().end());
            repair.push_back(1e3 * processor_seconds([&] {
                                 field.repair(ground.grid, changed);
                                 (void)field.advance(ground.grid);
                             }));
            anew.push_back(1e3 * processor_seconds([&] { compute(ground.grid, ground.goal, fresh); }));
            speedup.push_back(anew.back() / repair.back());
            std::size_t reached = 0, differ = 0;
            for (Cell cell = 0; cell < costs.size(); ++cell) {
                reached += field.cost(cell) != fields::unreached ? 1 : 0;
                differ += field.cost(cell) != costs[cell] ? 1 : 0;
            }
            other.push_back(static_cast<double>(differ) /
                            static_cast<double>(std::max<std::size_t>(reached, 1)));
            wrong += !std::equal(field.costs().begin(), field.costs().end(), fresh.costs().begin());
        };
        for (const Cell cell : changed) ground.grid.set_weight(cell, fields::blocked);
        apply_and_measure();
        for (auto entry = before.rbegin(); entry != before.rend(); ++entry)
            ground.grid.set_weight(entry->first, entry->second);
        apply_and_measure();
    }
    return {{"map", ground.name},
            {"changes", scattered ? "scattered" : "one region"},
            {"repair_ms", spread_of(repair).median},
            {"anew_ms", spread_of(anew).median},
            {"speedup", spread_of(speedup).median},
            {"speedup_low", spread_of(speedup).low},
            {"costs_that_changed", spread_of(other).median},
            {"wrong", wrong}};
}

/// The field by both kernels, and repaired after a box of 8 x 8 cells has come.
nlohmann::json measure_open_cl(const Ground& ground, fields::OpenClField& device) {
    nlohmann::json json{{"map", ground.name}};
    GoalField field, changed_field;
    compute(ground.grid, ground.goal, field);
    const fields::FieldGoal goal{ground.goal, 0};
    const auto result = [&](double took, const GoalField& truth) -> nlohmann::json {
        return {{"rounds", device.effort().rounds},
                {"cells_touched", device.effort().touched},
                {"ms", 1e3 * took},
                {"equal", std::equal(truth.costs().begin(), truth.costs().end(), device.costs().begin())}};
    };
    FieldGrid changed_grid = ground.grid;
    std::vector<Cell> changed;
    for (std::uint32_t i = 0; i < 64; ++i)
        if (const Cell cell =
                changed_grid.cell(changed_grid.width() / 3 + i % 8, changed_grid.height() / 3 + i / 8);
            cell != ground.goal)
            changed.push_back(cell);
    for (const Cell cell : changed) changed_grid.set_weight(cell, fields::blocked);
    compute(changed_grid, ground.goal, changed_field);
    for (const auto kernel : {fields::Kernel::tiles, fields::Kernel::whole_map}) {
        nlohmann::json& own = json[kernel == fields::Kernel::tiles ? "tiles" : "whole_map"];
        const double took = seconds([&] { (void)device.compute(ground.grid, std::span(&goal, 1), kernel); });
        own = result(took, field);
        const double repaired = seconds([&] { (void)device.repair(changed_grid, changed, kernel); });
        own["repair"] = result(repaired, changed_field);
    }
    return json;
}

nlohmann::json measure_quads(const Ground& ground) {
    const fields::Quads quads = fields::Quads::create(ground.grid).value();
    fields::QuadField on_quads;
    const fields::FieldGoal goal{quads.leaf_at(ground.grid.x_of(ground.goal), ground.grid.y_of(ground.goal)),
                                 0};
    const double quad_ms = 1e3 * processor_seconds([&] {
                               (void)on_quads.begin(quads, std::span(&goal, 1));
                               (void)on_quads.advance(quads);
                           });
    GoalField field;
    const double grid_ms = 1e3 * processor_seconds([&] { compute(ground.grid, ground.goal, field); });
    std::size_t free = 0;
    double excess = 0;
    for (Cell cell = 0; cell < ground.grid.cell_count(); ++cell) {
        if (field.cost(cell) == fields::unreached || cell == ground.goal) continue;
        ++free;
        excess += static_cast<double>(
                      on_quads.cost(quads.leaf_at(ground.grid.x_of(cell), ground.grid.y_of(cell)))) /
                  field.cost(cell);
    }
    const double grid_bytes = static_cast<double>(ground.grid.bytes() + field.costs().size_bytes());
    const double quad_bytes = static_cast<double>(quads.bytes() + on_quads.costs().size_bytes());
    return {
        {"map", ground.name},
        {"cells", ground.grid.cell_count()},
        {"leaves", quads.leaf_count()},
        {"fewer", static_cast<double>(ground.grid.cell_count()) / static_cast<double>(quads.leaf_count())},
        {"grid_bytes", grid_bytes},
        {"quad_bytes", quad_bytes},
        {"smaller", grid_bytes / quad_bytes},
        {"grid_ms", grid_ms},
        {"quad_ms", quad_ms},
        {"mean_cost_over_grid", excess / static_cast<double>(free)}};
}

/// A* for each agent on the same cells, and the one field that serves them all.
nlohmann::json measure_agents(const Ground& ground, std::size_t agents) {
    search::Grid grid(ground.grid.width(), ground.grid.height());
    grid.fill(
        [&](std::uint32_t x, std::uint32_t y) { return ground.grid.is_blocked(ground.grid.cell(x, y)); });
    GoalField field;
    const double field_us = 1e6 * processor_seconds([&] { compute(ground.grid, ground.goal, field); });
    Rng rng(9);
    std::vector<double> each, ways;
    search::Context context;
    std::size_t corners = 0;
    while (each.size() < agents) {
        const Cell cell = static_cast<Cell>(rng.below(ground.grid.cell_count()));
        if (field.cost(cell) == fields::unreached) continue;
        search::Search<search::Grid, search::Direction::forward> search(context, search::a_star());
        each.push_back(1e6 * processor_seconds([&] {
                           search.begin(
                               grid, grid.state(ground.grid.x_of(cell), ground.grid.y_of(cell)),
                               grid.state(ground.grid.x_of(ground.goal), ground.grid.y_of(ground.goal)));
                           Budget budget = Budget::unlimited();
                           (void)search.solve(grid, budget);
                       }));
        ways.push_back(1e6 * processor_seconds([&] {
                           corners += fields::corners_to_goal(ground.grid, field, cell).size();
                       }));
    }
    const double a_star_us = spread_of(each).median, way_us = spread_of(ways).median;
    nlohmann::json served;
    for (const int crowd : {10, 100, 1000, 10'000})
        served[std::to_string(crowd)] = crowd * a_star_us / (field_us + crowd * way_us);
    return {{"map", ground.name},
            {"field_us", field_us},
            {"a_star_us", a_star_us},
            {"way_us", way_us},
            {"corners_of_a_way", static_cast<double>(corners) / static_cast<double>(agents)},
            {"agents_that_pay_for_a_field", field_us / std::max(a_star_us - way_us, 1e-3)},
            {"times_cheaper_than_searches_by_agents_served", served}};
}

nlohmann::json must(const std::string& name, double measured, double limit, bool holds) {
    return {{"name", name}, {"measured", measured}, {"limit", limit}, {"holds", holds}};
}

nlohmann::json run(const Options& options) {
    const std::uint64_t seed = 1000 + options.first;
    nlohmann::json result;
    std::vector<double> gains;
    const std::uint32_t largest = options.quick ? 1 : 16;
    for (const char* map : {"Berlin_0_512", "maze512-8-0", "random512-25-0", "AR0011SR"})
        for (std::uint32_t factor = 1; factor <= (std::string(map) == "Berlin_0_512" ? largest : 1);
             factor *= 2)
            for (const std::uint32_t terrains : {1u, 5u}) {
                const Ground ground = make_ground(options, map, factor, terrains, seed);
                const Speed speed = measure_speed(ground, factor > 4 ? 1 : options.quick ? 3 : 9);
                result["speed"].push_back(speed.json);
                gains.push_back(speed.against_buckets);
            }
    const Ground city = make_ground(options, "Berlin_0_512", 1, 1, seed);
    const std::uint32_t factor = options.quick ? 1 : 4;
    for (const bool scattered : {false, true})
        result["repair"].push_back(measure_repair(make_ground(options, "Berlin_0_512", factor, 1, seed),
                                                  options.quick ? 3 : 8, scattered));
    if (auto device = fields::OpenClField::open(); device) {
        result["open_cl"]["device"] = device.value().device();
        for (const char* map : {"Berlin_0_512", "AR0011SR", "maze512-8-0"})
            result["open_cl"]["maps"].push_back(
                measure_open_cl(make_ground(options, map, 1, 1, seed), device.value()));
    } else {
        result["open_cl"]["missing"] = device.status().message;
    }
    for (const char* map : {"Berlin_0_512", "Boston_0_256"})
        for (const std::uint32_t enlarged : {1u, factor})
            result["quads"].push_back(measure_quads(make_ground(options, map, enlarged, 1, seed)));
    result["agents"] = measure_agents(city, options.quick ? 20 : 100);
    add_constraints(options, result);
    const double least = *std::min_element(gains.begin(), gains.end());
    result["musts"] = {must("plain bucket queue's time over ours, worst map", least, 1.0, least >= 1.0)};
    return result;
}

const Benchmark registered{"fields", "goal fields against bucket queue and heap; quads, OpenCL, constraints",
                           run};

}  // namespace
}  // namespace wend::bench
