#include "wend/check/scene_check.hpp"

#include "nav/ground_state.hpp"

namespace wend::nav {

Result<Ground> Ground::create(const Scene& scene, FloorHeight floor) try {
    using check::Checks;
    if (const auto problem = check::find_problem(scene, {Checks::sizes, Checks::values}))
        return Status::invalid_input(problem->path + ": " + problem->message);
    auto made = mesh_of(scene);
    if (!made) return made.status();
    Ground ground(std::unique_ptr<State>(new State{std::move(made).value(), std::move(floor)}));
    for (const ObstacleSpec& obstacle : scene.obstacles) {
        if (obstacle.motion.keyframes.size() > 1) continue;
        const Pose& pose = obstacle.motion.keyframes.front().pose;
        const auto cut = ground.insert(obstacle.layer, outline_of(obstacle.shape, pose));
        if (!cut)
            return Status{cut.status().code, "obstacle '" + obstacle.name + "': " + cut.status().message};
    }
    return ground;
} catch (const std::bad_alloc&) {
    return no_memory();
}

Ground::Ground(std::unique_ptr<State> state) : state_(std::move(state)) {}
Ground::Ground(Ground&&) noexcept = default;
Ground& Ground::operator=(Ground&&) noexcept = default;
Ground::~Ground() = default;

Result<PieceId> Ground::insert(std::uint32_t layer, const Polygon& polygon) try {
    const auto region = state_->ground.mesh.insert(layer, polygon);
    if (!region) return region.status();
    state_->ground.mesh.update();
    state_->pieces[state_->next] = {layer, region.value()};
    return PieceId{state_->next++};
} catch (const std::bad_alloc&) {
    return no_memory();
}

Status Ground::remove(PieceId piece) try {
    const auto found = state_->pieces.find(piece.value);
    if (found == state_->pieces.end()) return Status::invalid_input("there is no such piece on the ground");
    Status removed = state_->ground.mesh.remove(found->second.layer, found->second.region);
    state_->ground.mesh.update();
    state_->pieces.erase(found);
    return removed;
} catch (const std::bad_alloc&) {
    return no_memory();
}

Status Ground::prepare(double radius) try {
    return state_->ground.mesh.prepare(radius);
} catch (const std::bad_alloc&) {
    return no_memory();
}

std::size_t Ground::layer_count() const noexcept {
    return state_->ground.mesh.layer_count();
}

Place Ground::place(Vec3 point) const {
    if (!state_->floor) {
        const mesh::MeshPoint at = state_->ground.mesh.place(point);
        return {at.at, at.layer};
    }
    Place best{point.xy(), 0};
    double least = std::numeric_limits<double>::infinity();
    for (std::uint32_t layer = 0; layer < layer_count(); ++layer) {
        const mesh::Triangulation& mesh = state_->ground.mesh.layer(layer);
        const mesh::Location at = mesh.locate(point.xy());
        if (at.triangle == mesh::none || mesh.is_blocked(at.triangle)) continue;
        const double off = std::abs(state_->floor(layer, point.xy()) - point.z);
        if (off < least) least = off, best.layer = layer;
    }
    return best;
}

Vec3 Ground::lift(Place place) const {
    if (state_->floor) return {place.at.x, place.at.y, state_->floor(place.layer, place.at)};
    if (place.layer >= layer_count()) return {place.at.x, place.at.y, 0};
    return state_->ground.mesh.lift({place.at, place.layer});
}

}  // namespace wend::nav
