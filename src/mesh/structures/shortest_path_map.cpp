#include "wend/mesh/structures/shortest_path_map.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <string>
#include <tuple>

#include "wend/mesh/roadmap.hpp"

#include "mesh/scratch.hpp"
#include "mesh/structures/window_map.hpp"
#include "mesh/tangent.hpp"

namespace wend::mesh {

struct ShortestPathMap::Parts {
    double radius = 0;
    std::vector<MapSource> sources;
    WindowMap windows;               ///< of points
    std::optional<Roadmap> roadmap;  ///< of a disc
    RoadTree tree;
    FloodScratch flood;
    std::uint64_t content = 0;
};

namespace {

Status check_source(const Triangulation& mesh, const MapSource& source, std::size_t index) {
    const std::string name = "source " + std::to_string(index);
    for (const Vec2 end : {source.from, source.to})
        if (mesh.locate(end).triangle == none)
            return Status::invalid_input(name + ": (" + std::to_string(end.x) + ", " + std::to_string(end.y) +
                                         ") is outside of the mesh");
    if (!(source.length >= 0) || !std::isfinite(source.length))
        return Status::invalid_input(name + ": length " + std::to_string(source.length) +
                                     ", at least 0 expected");
    return Status::ok();
}

}  // namespace

Result<ShortestPathMap> ShortestPathMap::create(const Triangulation& mesh, double radius,
                                                std::vector<MapSource> sources) {
    if (!(radius >= 0) || !std::isfinite(radius))
        return Status::invalid_input("radius " + std::to_string(radius) + ": at least 0 expected");
    if (radius > 0 && !mesh.settings().clearance)
        return Status::invalid_input("a map for a disc needs a mesh that keeps clearance");
    if (sources.empty()) return Status::invalid_input("no sources: at least one expected");
    for (std::size_t i = 0; i < sources.size(); ++i)
        if (Status bad = check_source(mesh, sources[i], i); !bad.is_ok()) return bad;
    auto parts = std::make_unique<Parts>();
    parts->radius = radius;
    parts->sources = std::move(sources);
    ShortestPathMap map(std::move(parts));
    map.update(mesh);
    return map;
}

ShortestPathMap::ShortestPathMap(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
ShortestPathMap::ShortestPathMap(ShortestPathMap&&) noexcept = default;
ShortestPathMap& ShortestPathMap::operator=(ShortestPathMap&&) noexcept = default;
ShortestPathMap::~ShortestPathMap() = default;

void ShortestPathMap::note_edit(const Triangulation& mesh) {
    if (parts_->radius == 0)
        parts_->windows.note_edit(mesh);
    else
        parts_->roadmap->note_edit(mesh);
}

void ShortestPathMap::update(const Triangulation& mesh) {
    Parts& parts = *parts_;
    if (parts.radius == 0) {
        parts.windows.update(mesh, parts.sources);
        parts.content = mesh.content();
        return;
    }
    if (is_about(mesh)) return;
    if (parts.roadmap)
        parts.roadmap->update(mesh);
    else
        parts.roadmap.emplace(mesh, parts.radius);
    parts.tree.repair(MeshView(mesh), parts.roadmap->roads(), parts.sources, parts.flood);
    parts.content = mesh.content();
}

bool ShortestPathMap::is_about(const Triangulation& mesh) const noexcept {
    return parts_->content == mesh.content();
}

void ShortestPathMap::add_source(const Triangulation& mesh, const MapSource& source) {
    parts_->sources.push_back(source);
    const auto index = static_cast<std::uint32_t>(parts_->sources.size() - 1);
    if (!is_about(mesh)) update(mesh);
    if (parts_->radius == 0)
        parts_->windows.add_source(mesh, source, index);
    else
        parts_->tree.add_source(MeshView(mesh), parts_->roadmap->roads(), source, index, parts_->flood);
}

std::vector<MapSource> ShortestPathMap::seen_from(const Triangulation& mesh, Vec2 from, Vec2 to,
                                                  QueryContext& context) const {
    const Parts& parts = *parts_;
    const MeshView view(mesh);
    const MeshLine line = MeshLine::between(view.to_lattice(from), view.to_lattice(to));
    std::vector<MapSource> found;
    QueryContext::Scratch& scratch = context.scratch();
    if (!is_about(mesh)) return found;
    if (parts.radius > 0) {
        parts.tree.list_sightings(view, parts.roadmap->roads(), line, scratch.flood, scratch.tree_candidates,
                                  found);
        return found;
    }
    std::vector<WindowMap::Sighting> sightings;
    parts.windows.list_sightings(view, line, scratch.flood.seen, sightings);
    for (const auto& [id, part] : sightings) {
        const Generator& by = parts.windows.generator(id);
        const MapOrigin origin{view.to_metres(by.center), view.to_metres(by.center + by.along * by.span), 0,
                               0, by.source};
        found.push_back({view.to_metres(line.at(part.low)), view.to_metres(line.at(part.high)),
                         by.length * view.unit(), origin});
    }
    return found;
}

MapAnswer ShortestPathMap::find(const Triangulation& mesh, Vec2 place, QueryContext& context,
                                TriangleIndex hint) const {
    const Parts& parts = *parts_;
    const MeshView view(mesh);
    MapAnswer answer;
    const Location at = mesh.locate(place, hint);
    const Vec2 p = view.to_lattice(place);
    const TriangleIndex free = view.free_triangle(at);
    answer.status = StatusCode::invalid_input;
    if (free == none || !is_about(mesh)) return answer;
    QueryContext::Scratch& scratch = context.scratch();
    if (parts.radius > 0) {
        const Roadmap::Roads& roads = parts.roadmap->roads();
        if (!DiscCheck(view, scratch.flood).has_room(free, p, roads.radius)) return answer;
        answer.status = StatusCode::unreachable;
        const TreeCandidate found =
            parts.tree.find(view, roads, at, p, scratch.flood, scratch.tree_candidates);
        if (found.label == none && found.source == none) return answer;
        answer.generator = found.label;
        answer.source = found.label == none ? found.source : parts.tree.labels()[found.label].source;
        answer.distance = found.length * view.unit();
        answer.next = view.to_metres(found.leaves);
    } else {
        answer.status = StatusCode::unreachable;
        const WindowMap::Found found = parts.windows.find(view, at, p);
        if (found.generator == none) return answer;
        const Generator& by = parts.windows.generator(found.generator);
        answer.generator = found.generator;
        answer.source = by.source;
        answer.distance = found.length * view.unit();
        answer.next = view.to_metres(WindowMap::leaves_at(by, p));
    }
    answer.status = StatusCode::ok;
    return answer;
}

MapAnswer ShortestPathMap::find_path(const Triangulation& mesh, Vec2 place, QueryContext& context, Path& path,
                                     TriangleIndex hint) const {
    path.clear();
    const MapAnswer answer = find(mesh, place, context, hint);
    path.status = answer.status;
    if (answer.status != StatusCode::ok) return answer;
    const Parts& parts = *parts_;
    const MeshView view(mesh);
    const Vec2 p = view.to_lattice(place);
    if (parts.radius == 0) {
        Vec2 at = p;
        for (std::uint32_t i = answer.generator; i != none; i = parts.windows.generator(i).parent) {
            const Vec2 next = WindowMap::leaves_at(parts.windows.generator(i), at);
            append_straight(view, at, next, distance(at, next), path);
            at = next;
        }
    } else {
        QueryContext::Scratch& scratch = context.scratch();
        TreeCandidate found;
        found.label = answer.generator;
        found.leaves = view.to_lattice(answer.next);
        parts.tree.list_turns(parts.roadmap->roads(), found, p, scratch.turns);
        assemble(view, scratch.turns, parts.roadmap->roads().radius, path);
    }
    const MapSource& source = parts.sources[answer.source];
    path.length = source.beyond ? answer.distance : path.length + source.length;
    path.cost = path.lower_bound = path.length;
    return answer;
}

void ShortestPathMap::distances(const Triangulation& mesh, std::span<const Vec2> places,
                                QueryContext& context, std::span<double> metres) const {
    TriangleIndex hint = none;
    for (std::size_t i = 0; i < places.size() && i < metres.size(); ++i) {
        const Location at = mesh.locate(places[i], hint);
        hint = at.triangle;
        metres[i] = find(mesh, places[i], context, hint).distance;
    }
}

std::vector<TreeCorner> ShortestPathMap::tree(const Triangulation& mesh) const {
    const MeshView view(mesh);
    std::vector<TreeCorner> corners;
    std::vector<std::uint32_t> order, place;
    if (parts_->radius > 0) {
        const std::vector<TreeLabel>& labels = parts_->tree.labels();
        for (std::uint32_t i = 0; i < labels.size(); ++i)
            if (labels[i].is_alive) order.push_back(i);
        const auto depth = [&](std::uint32_t i) {
            int steps = 0;
            for (; labels[i].parent != none; i = labels[i].parent) ++steps;
            return steps;
        };
        std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
            if (labels[a].length != labels[b].length) return labels[a].length < labels[b].length;
            return std::tuple(depth(a), a) < std::tuple(depth(b), b);
        });
        place.resize(labels.size(), none);
        for (const std::uint32_t i : order) {
            place[i] = static_cast<std::uint32_t>(corners.size());
            corners.push_back({view.to_metres(parts_->roadmap->roads().corner(labels[i].end).center),
                               labels[i].length * view.unit(), labels[i].source,
                               labels[i].parent == none ? none : place[labels[i].parent],
                               -Roadmap::Roads::side_of(labels[i].end)});
        }
        return corners;
    }
    const WindowMap& windows = parts_->windows;
    place.resize(windows.generator_bound(), none);
    for (std::uint32_t i = 0; i < windows.generator_bound(); ++i)
        if (windows.generator(i).is_alive && windows.generator(i).vertex != none) order.push_back(i);
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        const double one = windows.generator(a).length, two = windows.generator(b).length;
        return one != two ? one < two : a < b;
    });
    for (const std::uint32_t i : order) {
        const Generator& corner = windows.generator(i);
        place[i] = static_cast<std::uint32_t>(corners.size());
        corners.push_back({view.to_metres(corner.center), corner.length * view.unit(), corner.source,
                           corner.parent == none ? none : place[corner.parent], 0});
    }
    return corners;
}

double ShortestPathMap::distance_by(const Triangulation& mesh, std::uint32_t generator, Vec2 place) const {
    const MeshView view(mesh);
    const Vec2 p = view.to_lattice(place);
    if (parts_->radius == 0)
        return WindowMap::length_to(parts_->windows.generator(generator), p) * view.unit();
    const TreeLabel& label = parts_->tree.labels()[generator];
    const Roadmap::Roads& roads = parts_->roadmap->roads();
    const int side = Roadmap::Roads::side_of(label.end);
    const Tangent last = tangent(roads.corner(label.end).center, roads.radius * side, p, 0);
    const double turn = allowed_turn(roads.corner(label.end), side, label.angle, angle_of(last.direction));
    if (!last.exists() || turn < 0) return std::numeric_limits<double>::infinity();
    return (label.length + roads.radius * turn + last.length) * view.unit();
}

double ShortestPathMap::radius() const noexcept {
    return parts_->radius;
}

const std::vector<MapSource>& ShortestPathMap::sources() const noexcept {
    return parts_->sources;
}

std::size_t ShortestPathMap::piece_count() const noexcept {
    return parts_->radius == 0 ? parts_->windows.window_count() : parts_->roadmap->road_count();
}

std::uint64_t ShortestPathMap::work() const noexcept {
    return parts_->radius == 0 ? parts_->windows.work() : parts_->tree.work();
}

std::size_t ShortestPathMap::memory() const noexcept {
    return sizeof(Parts) + (parts_->radius == 0 ? parts_->windows.memory()
                                                : parts_->roadmap->memory() + parts_->tree.memory());
}

}  // namespace wend::mesh
