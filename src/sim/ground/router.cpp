#include "sim/ground/router.hpp"

#include <map>

#include <fmt/format.h>

#include "wend/base/spare.hpp"
#include "wend/sim/scene_mesh.hpp"

#include "sim/ground/field_routes.hpp"

namespace wend {
namespace {

Status status_of(const mesh::Path& path, double radius) {
    switch (path.status) {
        case StatusCode::ok:
            return Status::ok();
        case StatusCode::partial:
            return {path.status, "has a way, not proven to be the shortest"};
        case StatusCode::unreachable:
            return {path.status, fmt::format("no way for a body of radius {} m", radius)};
        case StatusCode::invalid_input:
            return {path.status, "stands, or wants to, too close to a wall"};
        default:
            return {path.status, "the frame's budget was too small to find a way"};
    }
}

/// One piece of a path after the other; a portal or link is a leg of its own.
std::vector<RoutePoint> points_of(const mesh::Path& path, const RoutePoint& to, double tolerance) {
    std::vector<RoutePoint> points;
    mesh::Path one_piece;
    for (const mesh::PathPiece& piece : path.pieces) {
        const bool is_leap = piece.kind == mesh::PieceKind::link;
        const bool is_crossing = is_leap || piece.kind == mesh::PieceKind::portal;
        one_piece.pieces.assign(1, piece);
        std::vector<Vec2> corners = mesh::polyline(one_piece, tolerance);
        if (!corners.empty()) corners.pop_back();
        for (const Vec2 corner : corners) points.push_back({corner, piece.layer, is_crossing, is_leap});
    }
    points.push_back(to);
    return points;
}

/// From where it is off forbidden ground, does the way stay off it?
bool keeps_off(const domains::MultiplierField& rules, const std::vector<RoutePoint>& points) {
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
        const RoutePoint &a = points[i], &b = points[i + 1];
        if (a.is_crossing || a.layer != b.layer || rules.forbids(a.layer, a.position)) continue;
        if (rules.forbids(a.layer, a.position, b.position)) return false;
    }
    return true;
}

}  // namespace

struct Router::State {
    struct Cut {
        std::uint32_t layer = 0;
        mesh::RegionId region;
    };
    struct Scratch {
        mesh::NavContext context;
        mesh::Path path;
    };

    SceneMesh ground;
    LiveConstraints constraints;
    domains::MeshEdits edits;
    FieldRoutes fields;
    SharedMaps maps;
    ExitMaps exits;
    std::map<BodyId, Cut> cuts;
    Spare<Scratch> scratch;
};

Result<Router> Router::create(const Scene& scene) {
    auto ground = mesh_of(scene);
    if (!ground) return ground.status();
    return Router(std::unique_ptr<State>(new State{
        std::move(ground).value(), LiveConstraints(scene), {}, FieldRoutes(scene), {}, {}, {}, {}}));
}

Status Router::use_open_cl() {
    return state_->fields.use_open_cl();
}

Status Router::block(BodyId who, std::uint32_t layer, const Shape& shape, const Pose& pose) {
    const auto region = state_->ground.mesh.insert(layer, outline_of(shape, pose));
    if (!region) return region.status();
    state_->edits.note(state_->ground.mesh, state_->ground.filter, layer, who);
    state_->maps.note_edit(state_->ground.mesh);
    state_->exits.note_edit(state_->ground.mesh);
    state_->cuts[who] = {layer, region.value()};
    state_->fields.block(who, layer, outline_of(shape, pose).outline);
    return Status::ok();
}

void Router::unblock(BodyId who) {
    const auto cut = state_->cuts.find(who);
    if (cut == state_->cuts.end()) return;
    state_->fields.unblock(who);
    state_->ground.mesh.remove(cut->second.layer, cut->second.region);
    state_->edits.note(state_->ground.mesh, state_->ground.filter, cut->second.layer, who);
    state_->maps.note_edit(state_->ground.mesh);
    state_->exits.note_edit(state_->ground.mesh);
    state_->cuts.erase(cut);
}

Result<std::uint32_t> Router::add_link(const mesh::LinkSpec& link) {
    return state_->ground.mesh.add_link(link);
}
Status Router::set_open(std::uint32_t link, bool is_open) {
    return state_->ground.mesh.set_open(link, is_open);
}

Status Router::prepare_for_queries(double radius) {
    return state_->ground.mesh.prepare(radius);
}

void Router::prepare(double radius) {
    const mesh::NavMesh& mesh = state_->ground.mesh;
    const bool is_plain = mesh.layer_count() == 1 && mesh.portals().empty() && mesh.links().empty() &&
                          state_->ground.filter == 0;
    if (!is_plain || !state_->constraints.specs().empty()) return;
    Budget none = Budget::expansions(0);
    state_->ground.mesh.prepare(radius, mesh::Preparation::roads, none);
}

void Router::update(Budget& budget) {
    state_->ground.mesh.update(budget);
}

void Router::expect(std::span<const RouteWish> wishes) {
    state_->maps.expect(state_->ground.mesh, state_->ground.filter, wishes);
}

bool Router::expect_exits(const Goal& goal, double radius, std::size_t asking) {
    return state_->exits.expect(state_->ground.mesh, state_->ground.filter, goal, radius, asking);
}

std::optional<std::size_t> Router::nearest_exit(const Walls& walls, const Goal& goal, double radius,
                                                const RoutePoint& from, Budget& budget) {
    return state_->exits.nearest(state_->ground.mesh, state_->ground.filter, walls, goal, radius, from,
                                 budget);
}

const mesh::NavMesh& Router::mesh() const noexcept {
    return state_->ground.mesh;
}

const domains::MeshEdits& Router::edits() const noexcept {
    return state_->edits;
}

mesh::FilterIndex Router::filter() const noexcept {
    return state_->ground.filter;
}

namespace {

Router::Answer answer_of(const mesh::Path& path, const Router::Query& query) {
    Router::Answer answer;
    answer.status = status_of(path, query.radius);
    answer.nearest_start = path.nearest_start;
    if (path.has_route()) answer.points = points_of(path, query.to, query.tolerance);
    if (path.status == StatusCode::ok && !path.pieces.empty())
        answer.shortest = std::make_shared<const mesh::Path>(path);
    return answer;
}

/// The mesh knows no multipliers: its way is none where it leads over forbidden ground, and never known to be
/// the best.
Router::Answer bound_by(const domains::MultiplierField& rules, Router::Answer answer) {
    answer.shortest.reset();
    if (answer.points.empty() || keeps_off(rules, answer.points)) return answer;
    Router::Answer none;
    none.status = {StatusCode::unreachable, "no way found that keeps off forbidden ground"};
    return none;
}

}  // namespace

Router::Answer Router::plan(const Query& query, const OldWay* old, Budget& budget) const {
    const auto loan = state_->scratch.borrow();
    State::Scratch& scratch = *loan;
    const domains::MultiplierField& rules = state_->constraints.field(query.binding);
    const bool is_bound = !rules.constraints().empty();
    const mesh::NavMesh& mesh = query.world ? *query.world : state_->ground.mesh;
    const bool is_as_it_is = &mesh == &state_->ground.mesh;
    // Maps know lengths and no multipliers.
    if (is_as_it_is && !is_bound &&
        state_->maps.find_path(mesh, query.from, {query.to, query.radius}, scratch.context.query,
                               scratch.path)) {
        budget.charge(1);
        return answer_of(scratch.path, query);
    }
    if (is_as_it_is) {
        if (auto points = state_->fields.route(query.from, query.to, query.radius, query.binding,
                                               state_->constraints)) {
            budget.charge(1);
            Answer answer;
            answer.points = *std::move(points);
            const bool is_there = answer.points.back().position == query.to.position;
            answer.status = {StatusCode::partial, is_there
                                                      ? "has a way along a goal field"
                                                      : "leaves forbidden ground; finds no way from there"};
            return answer;
        }
    }
    const mesh::NavQuery question{{query.from.position, query.from.layer},
                                  {query.to.position, query.to.layer},
                                  query.radius,
                                  mesh::PathMode::shortest,
                                  state_->ground.filter,
                                  query.time,
                                  query.speed};
    bool is_pruned = false;
    if (old && !is_bound)
        is_pruned =
            !mesh.replan(question, old->rest, old->events, scratch.context, budget, scratch.path).fell_back;
    else
        mesh.find_path(question, scratch.context, budget, scratch.path);
    Answer answer = answer_of(scratch.path, query);
    if (is_bound) return bound_by(rules, std::move(answer));
    answer.is_pruned = is_pruned && answer.shortest;
    return answer;
}

LiveConstraints& Router::constraints() noexcept {
    return state_->constraints;
}

const LiveConstraints& Router::constraints() const noexcept {
    return state_->constraints;
}

void Router::look(World& world, std::vector<BindingIndex>& changed) {
    if (!state_->fields.has_walls()) state_->fields.set_walls(world.walls());
    if (!state_->constraints.is_due(world.time())) return;
    state_->constraints.look(*world.snapshot(), changed);
}

Router::Router(std::unique_ptr<State> state) : state_(std::move(state)) {}
Router::Router(Router&&) noexcept = default;
Router& Router::operator=(Router&&) noexcept = default;
Router::~Router() = default;

}  // namespace wend
