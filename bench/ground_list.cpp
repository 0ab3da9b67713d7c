#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "wend/io/movingai.hpp"

#include "box_world.hpp"
#include "ground.hpp"

namespace wend::bench {

namespace {

using std::filesystem::path;

/// The polygons of a mesh of the Polyanya format.
std::vector<Polygon> read_polygon_mesh(const path& file) {
    std::ifstream in(file);
    std::string header;
    int version = 0;
    std::size_t vertices = 0, polygons = 0;
    in >> header >> version >> vertices >> polygons;
    std::vector<Vec2> points(vertices);
    for (Vec2& p : points) {
        int neighbours = 0, ignored = 0;
        for (in >> p.x >> p.y >> neighbours; neighbours > 0; --neighbours) in >> ignored;
    }
    std::vector<Polygon> found(polygons);
    for (Polygon& polygon : found) {
        std::size_t count = 0, corner = 0;
        int ignored = 0;
        in >> count;
        for (std::size_t k = 0; k < count; ++k) {
            in >> corner;
            polygon.outline.push_back(points.at(corner));
        }
        for (std::size_t k = 0; k < count; ++k) in >> ignored;
    }
    if (!in || version != 2) throw std::runtime_error("not a polygon mesh: " + file.string());
    return found;
}

Ground polygon_ground(const path& file, Rng rng) {
    const std::vector<Polygon> floor = read_polygon_mesh(file);
    Box2 bounds;
    for (const Polygon& polygon : floor) bounds.add(bounds_of(polygon.outline));
    return flat_ground(bounds.grown(1), floor, {}, rng);
}

Ground map_ground(const path& file, Rng rng) {
    const auto map = io::load_map(file);
    if (!map) throw std::runtime_error(map.status().message);
    const Box2 bounds{{0, 0}, {double(map.value().width), double(map.value().height)}};
    return flat_ground(bounds, {}, io::trace_blocked(map.value(), 1), rng);
}

Ground box_ground(int boxes, std::uint64_t seed, Rng rng) {
    std::vector<Polygon> obstacles;
    const BoxWorld world = make_box_world(seed, 400, boxes);
    for (const Ring& box : world.boxes) obstacles.push_back({box, {}});
    return flat_ground(world.bounds, {}, std::move(obstacles), rng);
}

Ground file_level(const path& file, Rng rng) {
    auto triangles = level::load_triangles(file);
    if (!triangles) throw std::runtime_error(triangles.status().message);
    return level_ground(std::move(triangles).value(), 0.3, rng);
}

}  // namespace

std::vector<NamedGround> all_grounds(const Options& options, std::vector<std::string>& missing) {
    const std::uint64_t seed = options.seed;
    const Rng rng(seed);
    std::vector<NamedGround> grounds;
    for (const int boxes : {500, 2000, 5000})
        grounds.push_back({"boxes-" + std::to_string(boxes),
                           [=] { return box_ground(boxes, seed + static_cast<std::uint64_t>(boxes), rng); }});
    grounds.push_back({"office", [=] { return level_ground(make_office(rng.split(1)), 0.3, rng); }});
    const auto offer = [&](const char* folder, const char* name, Ground (*make)(const path&, Rng)) {
        const path file = path(options.data_dir) / folder / name;
        if (std::filesystem::exists(file))
            grounds.push_back({file.stem().string(), [=] { return make(file, rng); }});
        else
            missing.push_back(name);
    };
    for (const char* name : {"dungeon.obj", "nav_test.obj", "undulating.obj"})
        offer("levels", name, file_level);
    for (const char* name : {"arena.mesh", "arena-merged.mesh", "aurora.mesh", "aurora-merged.mesh"})
        offer("euclid", name, polygon_ground);
    for (const char* name : {"16room_000.map", "AR0011SR.map", "Berlin_0_512.map", "brc202d.map"})
        offer("movingai", name, map_ground);
    return grounds;
}

}  // namespace wend::bench
