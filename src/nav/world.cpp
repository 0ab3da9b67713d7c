#include "wend/nav/world.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>

#include "nav/world_state.hpp"

namespace wend::nav {
namespace {

/// Handles of different worlds of a process differ, until there have been so many.
std::atomic<std::uint32_t> world_count = 0;

std::uint16_t next_world() {
    return static_cast<std::uint16_t>(1 + world_count++ % 0xFFFF);
}

}  // namespace

void pass_over(std::uint16_t world) {
    std::uint32_t count = world_count;
    while (count < world && !world_count.compare_exchange_weak(count, world)) {
    }
}

Status stale(const char* what) {
    return Status::invalid_input(std::string("there is no such ") + what +
                                 " in this world: it has gone, is null, or is another world's");
}

Result<World> World::create(const Scene& scene, const WorldDef& def) try {
    Scene wanted = scene;
    if (!def.plays_scene) wanted.duration = std::numeric_limits<double>::infinity();
    if (def.time_step) wanted.time_step = *def.time_step;
    // Platforms are told apart by their names.
    for (std::size_t i = 0; i < wanted.platforms.size(); ++i)
        if (std::string& name = wanted.platforms[i].name; name.empty())
            name = "platform of the scene " + std::to_string(i);
    SimulationOptions options;
    options.seed = def.seed;
    options.threads = def.threads;
    options.budget = def.budget;
    options.floor = def.floor;
    options.tasks = def.tasks;
    options.open_cl = def.open_cl;
    options.forgets = !def.plays_scene;
    auto simulation = Simulation::create(wanted, options);
    if (!simulation) return simulation.status();
    World world(std::make_unique<State>(std::move(simulation).value(), def, next_world()));
    world.state_->adopt_scene();
    return world;
} catch (const std::bad_alloc&) {
    return no_memory();
}

World::World(std::unique_ptr<State> state) : state_(std::move(state)) {}
World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;
World::~World() = default;

Status World::State::stop() noexcept {
    is_stopped = true;
    agents.clear();
    groups.clear();
    obstacles.clear();
    links.clear();
    areas.clear();
    platforms.clear();
    return no_memory();
}

Status World::step() try {
    State& state = *state_;
    if (state.is_stopped) return no_memory();
    state.follow_callbacks();
    state.give_back();
    state.simulation.step();
    ++state.steps;
    state.read(true);
    return Status::ok();
} catch (const std::bad_alloc&) {
    return state_->stop();
}

std::uint32_t World::advance(double seconds, std::uint32_t most) try {
    if (!(seconds > 0)) return 0;
    double& left = state_->left_over;
    left += seconds;
    const double step_time = time_step();
    std::uint32_t steps = 0;
    std::vector<Event> events;
    for (; left >= step_time && steps < most; ++steps) {
        if (!step().is_ok()) return steps;
        left -= step_time;
        events.insert(events.end(), state_->events.begin(), state_->events.end());
    }
    if (left >= step_time) left = std::fmod(left, step_time);
    state_->events = std::move(events);
    return steps;
} catch (const std::bad_alloc&) {
    (void)state_->stop();
    return 0;
}

double World::time() const noexcept {
    return state_->simulation.time();
}
double World::time_step() const noexcept {
    return state_->simulation.time_step();
}
bool World::is_finished() const noexcept {
    return state_->simulation.is_finished();
}
void World::set_budget(const BudgetSpec& budget) try {
    (void)state_->simulation.apply({0, BudgetEvent{budget}});
} catch (const std::bad_alloc&) {
    (void)state_->stop();
}

std::size_t World::agent_count() const noexcept {
    return state_->agents.size();
}
std::span<const AgentId> World::agents() const noexcept {
    return state_->ids;
}
std::span<const Vec3> World::positions() const noexcept {
    return state_->bodies.positions;
}
std::span<const Vec2> World::velocities() const noexcept {
    return state_->bodies.velocities;
}
std::span<const double> World::headings() const noexcept {
    return state_->bodies.headings;
}
std::span<const Mode> World::modes() const noexcept {
    return state_->modes;
}
std::span<const Event> World::events() const noexcept {
    return state_->events;
}

void World::interpolate(std::vector<Vec3>& positions) const try {
    const double share = std::clamp(state_->left_over / time_step(), 0.0, 1.0);
    positions.resize(state_->ids.size());
    for (std::size_t row = 0; row < positions.size(); ++row) {
        const Vec3 a = state_->glances[State::slot_of(state_->ids[row])].before;
        const Vec3 b = state_->bodies.positions[row];
        positions[row] = {a.x + share * (b.x - a.x), a.y + share * (b.y - a.y), a.z + share * (b.z - a.z)};
    }
} catch (const std::bad_alloc&) {
    positions.clear();
}

Status World::prepare(double radius) try {
    if (state_->is_stopped) return no_memory();
    Status prepared = state_->simulation.prepare(radius);
    auto& radii = state_->prepared;
    if (prepared.is_ok() && std::find(radii.begin(), radii.end(), radius) == radii.end())
        radii.push_back(radius);
    return prepared;
} catch (const std::bad_alloc&) {
    return state_->stop();
}

Paths World::paths() const {
    return {state_->simulation.mesh(), state_->simulation.filter(), state_->def.floor};
}

void World::set_recording(bool is_on) {
    state_->simulation.set_recording(is_on);
}
const Frame& World::frame() const noexcept {
    return state_->simulation.frame();
}
Simulation& World::simulation() noexcept {
    return state_->simulation;
}

}  // namespace wend::nav
