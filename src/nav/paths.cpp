#include "wend/nav/paths.hpp"

#include <algorithm>
#include <cmath>

#include "wend/base/rng.hpp"
#include "wend/mesh/nav_mesh.hpp"
#include "wend/mesh/proof.hpp"
#include "wend/sim/scene_mesh.hpp"

#include "nav/ground_state.hpp"

namespace wend::nav {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

mesh::MeshPoint point_of(Place place) {
    return {place.at, place.layer};
}

double distance_between(Vec3 a, Vec3 b) {
    return std::hypot(a.x - b.x, a.y - b.y, a.z - b.z);
}

/// Metres between two looks at how the ground rises.
constexpr double stride = 0.5;

}  // namespace

struct Paths::State {
    const mesh::NavMesh& mesh;
    std::uint32_t filter;
    FloorHeight floor;
    mesh::NavContext context = {};
    mesh::Path found = {};
    mesh::Path piece = {};

    [[nodiscard]] bool has_layer(std::uint32_t layer) const { return layer < mesh.layer_count(); }
    [[nodiscard]] Vec3 lift(Vec2 at, std::uint32_t layer) const {
        return floor ? Vec3{at.x, at.y, floor(layer, at)} : mesh.lift({at, layer});
    }
    void ask(const PathDef& question);
    void add_point(Path& path, Vec2 at, std::uint32_t layer) const;
    void add_leg(Path& path, Vec2 to, std::uint32_t layer) const;
    void take(const PathDef& question, Path& path);
};

void Paths::State::ask(const PathDef& question) {
    found.clear();
    found.status = StatusCode::invalid_input;
    if (!has_layer(question.from.layer) || !has_layer(question.to.layer)) return;
    if (!(question.radius >= 0) || !std::isfinite(question.radius)) return;
    for (const Vec2 end : {question.from.at, question.to.at})
        if (!std::isfinite(end.x) || !std::isfinite(end.y)) return;
    Budget budget = Budget::unlimited();
    const mesh::NavQuery query{point_of(question.from),
                               point_of(question.to),
                               question.radius,
                               question.shortest ? mesh::PathMode::shortest : mesh::PathMode::corridor,
                               filter,
                               question.time,
                               question.speed,
                               question.snap};
    mesh::find_proven_path(mesh, query, context, budget, found);
}

void Paths::State::add_point(Path& path, Vec2 at, std::uint32_t layer) const {
    path.points.push_back(lift(at, layer));
    path.layers.push_back(layer);
}

/// A straight leg over the ground; a point wherever it rises or falls otherwise than before.
void Paths::State::add_leg(Path& path, Vec2 to, std::uint32_t layer) const {
    constexpr double even = 0.02;  // metres that a straight line may leave the ground by
    const Vec2 from = path.points.back().xy();
    const double across = wend::distance(from, to);
    const int steps = floor ? std::max(1, static_cast<int>(std::ceil(across / stride))) : 1;
    Vec3 last = path.points.back(), before = last;
    for (int i = 1; i <= steps; ++i) {
        const Vec3 next = lift(lerp(from, to, static_cast<double>(i) / steps), layer);
        path.length += distance_between(before, next);
        if (i > 1) {
            const double share =
                wend::distance(last.xy(), before.xy()) / wend::distance(last.xy(), next.xy());
            if (std::abs(last.z + share * (next.z - last.z) - before.z) > even) {
                path.points.push_back(before);
                path.layers.push_back(layer);
                last = before;
            }
        }
        before = next;
    }
    add_point(path, to, layer);
}

void Paths::State::take(const PathDef& question, Path& path) {
    path.points.clear();
    path.layers.clear();
    path.length = 0;
    path.status = found.status;
    path.lower_bound = found.lower_bound;
    path.proof = Proof::none;
    path.start_moved = path.goal_moved = false;
    if (!found.has_route() || found.pieces.empty()) {
        if (found.has_route()) add_point(path, question.from.at, question.from.layer);
        return;
    }
    add_point(path, found.pieces.front().from, found.pieces.front().layer);
    for (std::size_t i = 0; i < found.pieces.size(); ++i) {
        const mesh::PathPiece& part = found.pieces[i];
        if (part.kind == mesh::PieceKind::portal || part.kind == mesh::PieceKind::link) {
            const std::uint32_t next =
                i + 1 < found.pieces.size() ? found.pieces[i + 1].layer : question.to.layer;
            path.length += part.length;
            add_point(path, part.to, next);
            continue;
        }
        piece.pieces.assign(1, part);
        const std::vector<Vec2> corners = mesh::polyline(piece, question.tolerance);
        for (std::size_t k = 1; k < corners.size(); ++k) add_leg(path, corners[k], part.layer);
    }
    path.start_moved = path.points.front().xy() != question.from.at;
    path.goal_moved = path.points.back().xy() != question.to.at;
    const double rise = path.length - found.length;
    // Over arcs the corners lie a little outside; over slopes lengths in the plane say nothing.
    const bool is_flat = !floor || rise <= 1e-6 + 1e-3 * found.length;
    if (is_flat) path.length = found.length;
    if (!is_flat || !found.has_bound()) return;
    path.proof = found.is_proven_optimal() ? Proof::shortest : Proof::bounded;
}

Paths::Paths(const Ground& ground)
    : Paths(ground.state_->ground.mesh, ground.state_->ground.filter, ground.state_->floor) {}
Paths::Paths(const mesh::NavMesh& mesh, std::uint32_t filter, FloorHeight floor)
    : state_(new State{mesh, filter, std::move(floor)}) {}
Paths::Paths(Paths&&) noexcept = default;
Paths& Paths::operator=(Paths&&) noexcept = default;
Paths::~Paths() = default;

void Paths::find(const PathDef& question, Path& path) try {
    state_->ask(question);
    state_->take(question, path);
} catch (const std::bad_alloc&) {
    path.points.clear();
    path.layers.clear();
    path.status = StatusCode::out_of_memory;
}

Path Paths::find(const PathDef& question) {
    Path path;
    find(question, path);
    return path;
}

double Paths::distance(const PathDef& question) {
    Path path;
    find(question, path);
    return path.has_way() ? path.length : infinity;
}

std::vector<double> Paths::distances(const PathDef& question, std::span<const Place> goals) try {
    std::vector<double> metres;
    PathDef one = question;
    Path path;
    for (const Place& goal : goals) {
        one.to = goal;
        find(one, path);
        metres.push_back(path.has_way() ? path.length : infinity);
    }
    return metres;
} catch (const std::bad_alloc&) {
    return {};
}

/// Goals in the order of their straight distance, which no way undercuts: once the last of the best so far is
/// nearer than that, no other goal can be. Links and portals may be shortcuts; then all are asked about.
std::vector<Reached> Paths::nearest_goals(const PathDef& question, std::span<const Place> goals,
                                          std::size_t count) try {
    const auto straight = [&](std::uint32_t goal) {
        return wend::distance(question.from.at, goals[goal].at) - 2 * std::max(0.0, question.snap);
    };
    std::vector<std::uint32_t> order(goals.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        const double to_a = straight(a), to_b = straight(b);
        return to_a != to_b ? to_a < to_b : a < b;
    });
    const bool may_jump = !state_->mesh.links().empty() || !state_->mesh.portals().empty();
    std::vector<Reached> best;
    PathDef one = question;
    Path path;
    for (const std::uint32_t goal : order) {
        if (count == 0) break;
        if (!may_jump && best.size() == count && straight(goal) > best.back().distance) break;
        one.to = goals[goal];
        find(one, path);
        if (!path.has_way()) continue;
        const Reached reached{goal, path.length};
        const auto before = [](const Reached& a, const Reached& b) {
            return a.distance != b.distance ? a.distance < b.distance : a.goal < b.goal;
        };
        best.insert(std::upper_bound(best.begin(), best.end(), reached, before), reached);
        if (best.size() > count) best.pop_back();
    }
    return best;
} catch (const std::bad_alloc&) {
    return {};
}

bool Paths::is_free(Place place, double radius) try {
    return state_->has_layer(place.layer) && mesh::is_free(state_->mesh.layer(place.layer, state_->filter),
                                                           place.at, radius, state_->context.query);
} catch (const std::bad_alloc&) {
    return false;
}

std::optional<Place> Paths::nearest_free(Place place, double radius, double limit) try {
    if (!state_->has_layer(place.layer)) return std::nullopt;
    const auto free = mesh::nearest_free_point(state_->mesh.layer(place.layer, state_->filter), place.at,
                                               radius, state_->context.query, limit);
    return free ? std::optional(Place{*free, place.layer}) : std::nullopt;
} catch (const std::bad_alloc&) {
    return std::nullopt;
}

std::optional<Place> Paths::random_place(double radius, std::uint64_t seed) try {
    constexpr int tries = 4096;
    Rng rng(seed);
    std::vector<double> areas;
    double whole = 0;
    for (std::uint32_t i = 0; i < state_->mesh.layer_count(); ++i) {
        const Vec2 size = state_->mesh.layer(i).bounds().high - state_->mesh.layer(i).bounds().low;
        areas.push_back(whole += size.x * size.y);
    }
    for (int i = 0; i < tries && whole > 0; ++i) {
        const double at = rng.uniform(0, whole);
        const auto layer =
            static_cast<std::uint32_t>(std::upper_bound(areas.begin(), areas.end() - 1, at) - areas.begin());
        const Box2& box = state_->mesh.layer(layer).bounds();
        const double x = rng.uniform(box.low.x, box.high.x), y = rng.uniform(box.low.y, box.high.y);
        if (is_free({{x, y}, layer}, radius)) return Place{{x, y}, layer};
    }
    return std::nullopt;
} catch (const std::bad_alloc&) {
    return std::nullopt;
}

Hit Paths::ray(Place from, Vec2 to) try {
    if (!state_->has_layer(from.layer)) return {from.at, 0, false};
    const auto hit = mesh::cast_ray(state_->mesh.layer(from.layer, state_->filter), from.at, to);
    return {hit.point, hit.distance, hit.is_clear};
} catch (const std::bad_alloc&) {
    return {from.at, 0, false};
}

bool Paths::in_sight(Place from, Vec2 to, double radius) try {
    return state_->has_layer(from.layer) && mesh::is_in_sight(state_->mesh.layer(from.layer, state_->filter),
                                                              from.at, to, radius, state_->context.query);
} catch (const std::bad_alloc&) {
    return false;
}

Ring Paths::visible_from(Place place) try {
    if (!state_->has_layer(place.layer)) return {};
    return mesh::visibility_polygon(state_->mesh.layer(place.layer, state_->filter), place.at);
} catch (const std::bad_alloc&) {
    return {};
}

}  // namespace wend::nav
