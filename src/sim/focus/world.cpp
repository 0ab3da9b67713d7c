#include "sim/focus/world.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include "wend/domains/ride_ground.hpp"

namespace wend {
namespace {

constexpr double density_period = 1;  ///< seconds between two looks at what the crowd has promised

/// Expansions in a tunnel before it is widened: arrival times and platforms make plans of many steps.
constexpr std::uint64_t tunnel_patience = 1000;

constexpr const char* domain_names[] = {"static_mesh", "density_mesh", "grid",  "space_time",
                                        "footsteps",   "ride",         "hybrid"};

planning::Ground ground_of(const Scene& scene, const World& world, const Router& router,
                           std::span<const mesh::LinkSpec> ferries, const domains::DensityField& density) {
    planning::Ground ground;
    ground.scene = &scene;
    ground.walls = &world.walls();
    ground.mesh = &router.mesh();
    ground.filter = router.filter();
    ground.ferries = ferries;
    ground.density = &density;
    ground.lattice.frame = scene.time_step;
    ground.fovea = {scene.planner.fovea_angle, scene.planner.fovea_radius};
    return ground;
}

domains::DensityOptions density_options(mesh::FilterIndex filter) {
    domains::DensityOptions options;
    options.filter = filter;
    return options;
}

double widest_in_focus(const Scene& scene) {
    double widest = 0.1;
    for (const AgentSpec& agent : scene.agents) widest = std::max(widest, agent.limits.radius);
    for (const GroupSpec& group : scene.groups) widest = std::max(widest, group.limits.radius);
    return widest;
}

}  // namespace

namespace {

planning::Chain chain_named(const FocusSpec& focus) {
    switch (focus.chain) {
        case PlannerChain::waypoints:
            return planning::waypoint_chain(focus.spacing);
        case PlannerChain::footsteps:
            return planning::footstep_chain();
        case PlannerChain::rides:
            return planning::ride_chain();
        default:
            return planning::tunnel_chain();
    }
}

/// Up to the next waypoints of the mesh path: what comes through the way is past by then.
FocusSpec of_a_window() {
    FocusSpec window;
    window.stages = {{.domain = PlannerDomain::static_mesh},
                     {.domain = PlannerDomain::space_time,
                      .takes_waypoints = true,
                      .inflation = 2.5,
                      .spacing = 8,
                      .legs = 3}};
    return window;
}

void settle(planning::Stage& stage, double first) {
    stage.settings.search = search::ad_star(first);
    if (stage.domain != "space_time" && stage.domain != "footsteps" && stage.domain != "ride") return;
    stage.settings.is_watched_over = stage.domain != "footsteps";
    // The first plan is walked: in a crowd none lasts long enough to be worth improving.
    stage.settings.search.last = stage.settings.search.first;
    stage.settings.widen_after = tunnel_patience;
}

}  // namespace

planning::Chain chain_of(const FocusSpec& focus) {
    planning::Chain chain = chain_named(focus);
    if (focus.stages.empty()) {
        for (planning::Stage& stage : chain.stages) {
            const double first = stage.settings.search.first.value();
            const double wanted =
                &stage == &chain.stages.back() ? focus.inflation : std::min(first, focus.inflation);
            settle(stage, wanted);
        }
        return chain;
    }
    chain.stages.clear();
    for (const PlannerStage& spec : focus.stages) {
        planning::Stage stage;
        stage.domain = domain_names[static_cast<std::size_t>(spec.domain)];
        if (spec.takes_waypoints) stage.from_above = planning::Relation::waypoints;
        settle(stage, spec.inflation);
        stage.settings.tunnel = {spec.width, spec.lateness};
        stage.waypoint_spacing = spec.spacing;
        stage.legs = spec.legs;
        chain.stages.push_back(std::move(stage));
    }
    if (chain.stages.back().domain == "footsteps") planning::make_room_for_footsteps(chain);
    return chain;
}

namespace {

/// The chain is sound, and frames fall on what its last domain counts time by.
Status check_stages(const planning::Chain& chain, const planning::DomainSet& domains, double time_step) {
    if (Status status = planning::check(chain, domains); !status.is_ok()) return status;
    const double frames = domains::RideGround::step / time_step;
    const double ticks = time_step * locomotion::ticks_per_second;
    const bool is_even =
        std::abs(frames - std::round(frames)) < 1e-6 && std::abs(ticks - std::round(ticks)) < 1e-6;
    if (chain.stages.back().domain == "ride" && !is_even)
        return Status::invalid_input("time_step: found " + std::to_string(time_step) +
                                     " s, expected whole sixtieths of a second that make up half a second "
                                     "for a chain that ends in a ride");
    return Status::ok();
}

}  // namespace

Result<std::unique_ptr<FocusWorld>> FocusWorld::create(const Scene& scene, const World& world,
                                                       const Router& router) {
    std::unique_ptr<FocusWorld> made(new FocusWorld(scene, world, router));
    for (const planning::Chain& chain : made->chains_)
        if (Status status = check_stages(chain, made->domains_, scene.time_step); !status.is_ok())
            return status;
    return made;
}

FocusWorld::FocusWorld(const Scene& scene, const World& world, const Router& router)
    : router_(&router),
      ferries_(ferries_of(scene, world.walls(), widest_in_focus(scene))),
      density_(router.mesh(), density_options(router.filter())),
      domains_(planning::navigation_domains(ground_of(scene, world, router, ferries_, density_))),
      frames_per_move_(static_cast<std::size_t>(
          std::max(1L, std::lround(domains::LatticeSettings{}.step / scene.time_step)))),
      edits_seen_(router.edits().count()),
      frame_(scene.time_step) {
    for (const FocusSpec& focus : scene.planner.focus) chains_.push_back(chain_of(focus));
    chains_.push_back(chain_of(of_a_window()));
    for (const planning::Chain& chain : chains_)
        for (const planning::Stage& stage : chain.stages)
            asks_density_ = asks_density_ || stage.domain == "density_mesh";
}

/// What was cut out of the mesh, or put back, since the last look; ways through there are counted anew before
/// anybody else's are, because numbers of triangles that are gone may name others by now.
void FocusWorld::note_edits(World& world) {
    const domains::MeshEdits& edits = router_->edits();
    std::map<std::uint32_t, std::vector<mesh::TriangleIndex>> gone;  // by layer
    for (; edits_seen_ < edits.count(); ++edits_seen_) {
        const domains::MeshEdit* edit = edits.find(edits_seen_);
        if (!edit) continue;
        std::vector<mesh::TriangleIndex>& here = gone[edit->layer];
        here.insert(here.end(), edit->region.triangles_gone.begin(), edit->region.triangles_gone.end());
        world.note_ground_change(edit->who, edit->layer, edit->box, edits_seen_);
    }
    for (const auto& [layer, triangles] : gone) density_.note_edit(layer, triangles);
}

void FocusWorld::keep_up(World& world) {
    const double now = world.time();
    note_edits(world);
    if (asks_density_ && now >= next_look_) {
        next_look_ = now + density_period - 1e-9;
        density_.advance(now);
        note_changes(world);
    }
    for (std::size_t i = std::min(share_, waiting_.size()); i > 0; --i) {
        const AgentId id = waiting_.back();
        waiting_.pop_back();
        if (const AgentState* agent = world.agents().find(id))
            density_.set(body_of(id, *agent, now));
        else
            density_.remove(id);
    }
}

/// Who has promised something else since the last look; in a crowd that is nearly everybody, too many for one
/// frame.
void FocusWorld::note_changes(const World& world) {
    const Changes changes = world.changes().since(stamp_);
    stamp_ = world.changes().last_stamp();
    if (changes.overflowed)
        world.agents().for_each([&](AgentId id, const AgentState&) { waiting_.push_back(id); });
    for (const Change& change : changes.items)
        if (!change.who.agent.is_null()) waiting_.push_back(change.who.agent);
    std::sort(waiting_.begin(), waiting_.end(), std::greater<>());
    waiting_.erase(std::unique(waiting_.begin(), waiting_.end()), waiting_.end());
    const double frames = std::max(1.0, density_period / frame_);
    share_ = static_cast<std::size_t>(std::ceil(static_cast<double>(waiting_.size()) / frames));
}

}  // namespace wend
