// Dynamically pruned A* against A* of the same kind and ties [DPA, Table I], on the medial axis and on the
// roadmap; edits of the axis against building it anew and against Detour's tile cache; and a burst of events
// in a crowd (dpa_burst.hpp).

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <stdexcept>

#include "wend/domains/medial_region.hpp"
#include "wend/io/movingai.hpp"
#include "wend/mesh/query.hpp"
#include "wend/mesh/replan.hpp"
#include "wend/search/replan.hpp"

#include "benchmark.hpp"
#include "city.hpp"
#include "dpa_burst.hpp"
#include "dpa_world.hpp"
#include "in_turn.hpp"
#include "mesh_parts.hpp"
#include "peer_tile_cache.hpp"

namespace wend::bench {
namespace {

using domains::MedialDomain;
using domains::MedialRegion;
using search::Replanner;

constexpr double walker = 0.7;  ///< metres, the paper's radius
constexpr std::array<const char*, 5> cell_names{"", "insertion_unaffected", "insertion_affected",
                                                "deletion_unaffected", "deletion_affected"};

/// What one scenario cost both.
struct Cell {
    std::uint64_t cases = 0, pruned = 0, plain = 0, path = 0, fallbacks = 0;
    double pruned_seconds = 0, plain_seconds = 0;

    [[nodiscard]] double improvement() const {
        return plain == 0 ? 0 : 100 * (1 - static_cast<double>(pruned) / static_cast<double>(plain));
    }
    [[nodiscard]] double ceiling() const {
        return plain == 0 ? 0 : 100 * (1 - static_cast<double>(path) / static_cast<double>(plain));
    }
    [[nodiscard]] nlohmann::json json() const {
        return {
            {"cases", cases},
            {"expansions_a_star", plain},
            {"expansions_dpa", pruned},
            {"improvement_expansions_percent", improvement()},
            {"improvement_time_percent", plain_seconds > 0 ? 100 * (1 - pruned_seconds / plain_seconds) : 0},
            {"ceiling_percent", ceiling()},
            {"fallbacks", fallbacks}};
    }
};
using Cells = std::array<Cell, 5>;

struct Pair {
    Vec2 from, to;
    search::RememberedPath axis_path;
    mesh::Path road_path;
};

std::vector<mesh::MedialWall> walls_along(const Ring& ring) {
    std::vector<mesh::MedialWall> walls;
    const Lattice lattice;
    for (std::size_t i = 0; i < ring.size(); ++i)
        walls.push_back(
            {lattice.nearest(ring[i]), lattice.nearest(ring[(i + 1) % ring.size()]), false, true});
    return walls;
}

/// A world of the table with everything that both graphs need.
class Table {
  public:
    Table(const Box2& bounds, std::vector<Polygon> obstacles, std::uint64_t seed)
        : bounds_(bounds),
          rng_(seed * 31 + 7),
          obstacles_(std::move(obstacles)),
          mesh_(floor(true)),
          axis_(build_axis()),
          roadmap_(mesh_, walker) {}

    [[nodiscard]] const mesh::MedialAxis& axis() const { return axis_; }

    /// An obstacle of 2 x 2 m comes and goes among so many pairs.
    void run_obstacle(int pairs, bool is_in_sight, Cells& axis_cells, Cells& road_cells, bool with_roads) {
        const Ring box = draw_box();
        std::vector<Pair> drawn = draw_pairs(box, pairs, is_in_sight, with_roads);
        const std::vector<mesh::MedialWall> walls = walls_along(box);
        mesh::MedialChange change;
        expect(axis_.edit({}, walls, &change));
        const mesh::RegionId region = mesh_.insert(box).value();
        follow_roads(with_roads);
        replan_all(drawn, change, {box, true}, axis_cells, road_cells, with_roads);
        expect(axis_.edit(walls, {}, &change));
        expect(mesh_.remove(region));
        follow_roads(with_roads);
        replan_all(drawn, change, {box, false}, axis_cells, road_cells, with_roads);
    }

  private:
    static void expect(const Status& status) {
        if (!status.is_ok()) throw std::runtime_error(status.message);
    }
    [[nodiscard]] mesh::Triangulation floor(bool has_clearance) const {
        mesh::Settings settings;
        settings.clearance = has_clearance;
        mesh::Triangulation mesh = mesh::Triangulation::create(bounds_, settings).value();
        for (const Polygon& polygon : obstacles_)
            if (!mesh.insert(polygon)) throw std::runtime_error("an obstacle was refused");
        return mesh;
    }
    [[nodiscard]] mesh::MedialAxis build_axis() const {
        // A mesh with clearance cuts walls into pieces.
        return mesh::MedialAxis::create(mesh::walls_of(floor(false))).value();
    }
    void follow_roads(bool with_roads) {
        roadmap_.note_edit(mesh_);
        if (with_roads) roadmap_.update(mesh_);
    }

    Vec2 draw_within(Vec2 low, Vec2 high) {
        const double x = rng_.uniform(low.x, high.x);
        return {x, rng_.uniform(low.y, high.y)};
    }
    /// Apart from everything that stands.
    Ring draw_box() {
        for (;;) {
            const Vec2 low = draw_within(bounds_.low + Vec2{1, 1}, bounds_.high - Vec2{3, 3});
            if (mesh::clearance_at(mesh_, low + Vec2{1, 1}, 3, context_) > 1.5)
                return rectangle(Box2{low, low + Vec2{2, 2}});
        }
    }
    Vec2 draw_free(const Ring& box) {
        for (;;) {
            const Vec2 p = draw_within(bounds_.low + Vec2{1, 1}, bounds_.high - Vec2{1, 1});
            if (axis_.clearance_at(p) > walker && !contains(box, p) && boundary_distance(box, p) > walker)
                return p;
        }
    }
    std::vector<Pair> draw_pairs(const Ring& box, int count, bool is_in_sight, bool with_roads) {
        std::vector<Pair> pairs;
        const Vec2 centre = (box[0] + box[2]) * 0.5;
        while (static_cast<int>(pairs.size()) < count) {
            Pair pair{draw_free(box), draw_free(box), {}, {}};
            if (is_in_sight && !mesh::cast_ray(mesh_, centre, pair.from).is_clear) continue;
            const MedialDomain domain(axis_, walker, pair.from, pair.to);
            Budget budget;
            plain_.begin(domain, MedialDomain::start(), MedialDomain::goal());
            pair.axis_path = plain_.solve(domain, budget).path;
            if (pair.axis_path.empty()) continue;
            if (with_roads)
                mesh::find_path(mesh_, {pair.from, pair.to, walker}, context_, budget, pair.road_path,
                                nullptr, &roadmap_);
            pairs.push_back(std::move(pair));
        }
        return pairs;
    }
    void replan_all(std::vector<Pair>& pairs, const mesh::MedialChange& change,
                    const mesh::ObstacleEvent& event, Cells& axis_cells, Cells& road_cells, bool with_roads) {
        for (Pair& pair : pairs) {
            replan_on_axis(pair, change, event.inserted, axis_cells);
            if (with_roads && pair.road_path.has_route()) replan_on_roads(pair, event, road_cells);
        }
    }
    void replan_on_axis(Pair& pair, const mesh::MedialChange& change, bool inserted, Cells& cells) {
        const MedialDomain domain(axis_, walker, pair.from, pair.to);
        Budget budget;
        const auto [pruned_time, plain_time] = seconds_in_turn(
            [&] {
                const MedialRegion region(domain, std::span(&change, 1), pair.axis_path);
                pruned_.begin(domain, pair.axis_path, region, {.inserted = inserted, .deleted = !inserted});
                pruned_.solve(domain, region, budget);
            },
            [&] {
                plain_.begin(domain, MedialDomain::start(), MedialDomain::goal());
                plain_.solve(domain, budget);
            });
        const search::Replan &found = pruned_.result(), &best = plain_.result();
        if (found.status != best.status || found.path.cost() != best.path.cost())
            throw std::runtime_error("a pruned plan is not optimal");
        if (found.status != StatusCode::ok) return;
        Cell& cell = cells[static_cast<std::size_t>(found.scenario)];
        ++cell.cases;
        cell.pruned += found.expansions;
        cell.plain += best.expansions;
        cell.path += best.path.states.size() - 1;
        cell.fallbacks += found.fell_back;
        cell.pruned_seconds += pruned_time;
        cell.plain_seconds += plain_time;
        pair.axis_path = best.path;
    }
    void replan_on_roads(Pair& pair, const mesh::ObstacleEvent& event, Cells& cells) {
        const mesh::PathQuery query{pair.from, pair.to, walker};
        mesh::ReplanReport report;
        Budget budget;
        std::uint64_t plain_expansions = 0;
        mesh::Path path, best;
        const auto [pruned_time, plain_time] = seconds_in_turn(
            [&] {
                report = mesh::replan_path(mesh_, query, pair.road_path, std::span(&event, 1), context_,
                                           budget, path, nullptr, &roadmap_);
            },
            [&] {
                const std::uint64_t before = budget.spent();
                mesh::find_path(mesh_, query, context_, budget, best, nullptr, &roadmap_);
                plain_expansions = budget.spent() - before;
            });
        if (!best.has_route()) return;
        if (std::abs(path.length - best.length) > 1e-4)
            throw std::runtime_error("a pruned path is not the shortest");
        Cell& cell = cells[static_cast<std::size_t>(report.scenario)];
        ++cell.cases;
        cell.pruned += report.expansions;
        cell.plain += plain_expansions;
        for (const mesh::PathPiece& piece : best.pieces) cell.path += piece.kind == mesh::PieceKind::arc;
        cell.fallbacks += report.fell_back;
        cell.pruned_seconds += pruned_time;
        cell.plain_seconds += plain_time;
        pair.road_path = best;
    }

    Box2 bounds_;
    Rng rng_;
    std::vector<Polygon> obstacles_;
    mesh::Triangulation mesh_;
    mesh::MedialAxis axis_;
    mesh::Roadmap roadmap_;
    mesh::QueryContext context_;
    Replanner<MedialDomain> pruned_, plain_;
};

void add_must(nlohmann::json& out, const std::string& name, double measured, double limit, bool holds) {
    out["musts"].push_back({{"name", name}, {"measured", measured}, {"limit", limit}, {"holds", holds}});
}

nlohmann::json cells_json(const Cells& cells) {
    nlohmann::json out;
    for (std::size_t i = 1; i < cells.size(); ++i) out[cell_names[i]] = cells[i].json();
    return out;
}

void note_musts(const PaperWorld& world, int sight, const Cells& cells, nlohmann::json& out) {
    const auto note = [&](std::size_t scenario, double paper) {
        const Cell& cell = cells[scenario];
        const double limit = std::min(paper, cell.ceiling());
        add_must(out, world.name + (sight ? " in sight " : " ") + cell_names[scenario], cell.improvement(),
                 limit, cell.cases > 0 && cell.improvement() >= limit);
    };
    note(2, world.paper[sight][0]);
    note(3, world.paper[sight][1]);
}

/// What the graph is like: ways that meet in its joints, metres between them, room to either side.
nlohmann::json shape_of(const mesh::MedialAxis& axis) {
    std::array<int, 5> degrees{};
    std::vector<double> lengths, clearances;
    for (std::uint32_t v = 0; v < axis.vertices().size(); ++v)
        if (axis.is_vertex(v)) ++degrees[std::min<std::size_t>(axis.edges_at(v).size(), 4)];
    for (std::uint32_t e = 0; e < axis.edges().size(); ++e) {
        if (!axis.is_edge(e)) continue;
        lengths.push_back(axis.edges()[e].length);
        clearances.push_back(axis.edges()[e].min_clearance);
    }
    return {{"vertices_by_degree",
             {{"1", degrees[1]}, {"2", degrees[2]}, {"3", degrees[3]}, {"4 and more", degrees[4]}}},
            {"edge_length_m", to_json(spread_of(lengths))},
            {"edge_clearance_m", to_json(spread_of(clearances))}};
}

/// So many obstacles, with ends anywhere and with starts that see the obstacle.
struct Extent {
    int obstacles = 0, pairs = 0;
    bool with_roads = false;
};

std::array<Cells, 2> measure_world(Table& table, const Extent& extent, nlohmann::json& own) {
    std::array<Cells, 2> axis_cells;
    const AxisSize size = size_of(table.axis());
    own["vertices"] = size.vertices;
    own["edges"] = size.edges;
    own["axis_vertices_with_bends"] = table.axis().vertices().size();
    own["shape"] = shape_of(table.axis());
    for (const std::size_t sight : {0, 1}) {
        Cells roads;
        for (int i = 0; i < extent.obstacles; ++i)
            table.run_obstacle(extent.pairs, sight == 1, axis_cells[sight], roads, extent.with_roads);
        const char* which = sight == 1 ? "in_sight" : "standard";
        own[which]["medial_axis"] = cells_json(axis_cells[sight]);
        if (extent.with_roads) own[which]["roadmap"] = cells_json(roads);
    }
    return axis_cells;
}

void measure_table(const Options& options, nlohmann::json& out) {
    const std::uint64_t seed = options.first == 0 ? 1001 : options.first;
    for (const PaperWorld& world : paper_worlds()) {
        if (options.quick && world.vertices > 300) continue;
        std::vector<Polygon> obstacles;
        for (const Ring& ring : make_paper_world(world, seed)) obstacles.push_back({ring, {}});
        Table table({{0, 0}, {world.side, world.side}}, std::move(obstacles), seed);
        nlohmann::json& own = out["table"][world.name];
        const Extent extent{options.quick ? 4 : std::min(world.obstacles, 60), options.quick ? 20 : 60,
                            world.vertices <= 1500};
        const std::array<Cells, 2> cells = measure_world(table, extent, own);
        own["paper_vertices"] = world.vertices;
        own["paper_edges"] = world.edges;
        for (const int sight : {0, 1}) note_musts(world, sight, cells[static_cast<std::size_t>(sight)], out);
    }
}

/// Worlds that the paper did not have: city blocks, and maps of games and rooms at two metres a cell.
void measure_other_worlds(const Options& options, nlohmann::json& out) {
    const Extent extent{options.quick ? 2 : 30, options.quick ? 10 : 60, true};
    const Scene city = make_city(options.quick ? 400 : 2500);
    Table blocks(city.bounds, city.layers[0].blocked, 5);
    measure_world(blocks, extent, out["table"]["city blocks"]);
    for (const std::string name : {"den312d", "arena"}) {
        const auto map = io::load_map(std::filesystem::path(options.data_dir) / "movingai" / (name + ".map"));
        if (!map) {
            out["table"][name] = map.status().message;
            continue;
        }
        constexpr double cell = 2;
        const Box2 bounds{{0, 0}, {cell * map.value().width, cell * map.value().height}};
        Table table(bounds, io::trace_blocked(map.value(), cell), 5);
        measure_world(table, extent, out["table"][name]);
    }
}

void measure_axis_edits(const Options& options, nlohmann::json& out) {
    const BoxWorld world = make_box_world(11, 200, 500);
    mesh::Settings settings;
    settings.clearance = false;
    mesh::Triangulation mesh = mesh::Triangulation::create(world.bounds, settings).value();
    for (const Ring& ring : world.boxes)
        if (!mesh.insert(ring)) throw std::runtime_error("a box was refused");
    mesh::MedialAxis axis = mesh::MedialAxis::create(mesh::walls_of(mesh)).value();
    TileCachePeer peer(world);
    Rng rng(17);
    std::vector<double> insertions, removals, rebuilds, tiles;
    for (int i = 0; i < (options.quick ? 10 : 200); ++i) {
        Vec2 low;
        do low = {rng.uniform(2, 196), rng.uniform(2, 196)};
        while (axis.clearance_at(low + Vec2{1, 1}) < 1.5);
        const Ring box = rectangle(Box2{low, low + Vec2{2, 2}});
        const std::vector<mesh::MedialWall> walls = walls_along(box);
        bool is_fine = true;
        insertions.push_back(1e6 * seconds([&] { is_fine = axis.edit({}, walls).is_ok(); }));
        removals.push_back(1e6 * seconds([&] { is_fine = is_fine && axis.edit(walls, {}).is_ok(); }));
        if (!is_fine) throw std::runtime_error("an edit of the axis failed");
        tiles.push_back(1e6 / 2 * seconds([&] { peer.insert_and_remove(box); }));
        if (i % 10 == 0)
            rebuilds.push_back(1e6 * seconds([&] { (void)mesh::MedialAxis::create(mesh::walls_of(mesh)); }));
    }
    nlohmann::json& own = out["medial_edits"];
    const double both = (spread_of(insertions).median + spread_of(removals).median) / 2;
    own["insertion_us"] = to_json(spread_of(insertions));
    own["removal_us"] = to_json(spread_of(removals));
    own["insertion_worst_us"] = *std::max_element(insertions.begin(), insertions.end());
    own["removal_worst_us"] = *std::max_element(removals.begin(), removals.end());
    own["rebuild_us"] = to_json(spread_of(rebuilds));
    own["tile_cache_us"] = to_json(spread_of(tiles));
    own["rebuild_over_edit"] = spread_of(rebuilds).median / both;
    own["tile_cache_over_edit"] = spread_of(tiles).median / both;
    own["aims"] = {{"rebuild_over_edit", 20}, {"tile_cache_over_edit", 10}};
}

nlohmann::json run(const Options& options) {
    using Part = std::pair<const char*, void (*)(const Options&, nlohmann::json&)>;
    nlohmann::json out;
    out["musts"] = nlohmann::json::array();
    for (const auto& [name, measure] : {Part{"table", measure_table}, Part{"worlds", measure_other_worlds},
                                        Part{"edits", measure_axis_edits}, Part{"burst", measure_burst}})
        if (options.only.empty() || options.only == name) measure(options, out);
    return out;
}

const Benchmark registered{"dpa", "dynamically pruned A* against A*, and edits of the medial axis", run};

}  // namespace
}  // namespace wend::bench
