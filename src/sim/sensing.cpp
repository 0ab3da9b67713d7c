// What has changed since the last step, and whom it concerns.

#include <algorithm>
#include <chrono>

#include "wend/sim/scene_mesh.hpp"

#include "sim/awareness.hpp"
#include "sim/crowd.hpp"
#include "sim/way_news.hpp"
#include "sim/ways.hpp"

namespace wend {
namespace {

/// From now on it stays where it is.
bool is_standing(const ObstacleSpec& spec, double now) {
    const auto& keys = spec.motion.keyframes;
    return spec.knowledge == Knowledge::known && spec.present.contains(now) &&
           (keys.size() == 1 || (!spec.motion.loops && now >= keys.back().time));
}

/// Seconds after which one who is paused, and stands, is walked around like a pillar.
constexpr double pillar_time = 1;

void cut_out(Crowd& crowd, const Body& body, const Pose& pose, const std::string& name) {
    const Status cut = crowd.router.block(body.who, body.layer, body.shape, pose);
    if (!cut.is_ok()) crowd.recorder.note("mesh_edit_failed", name, cut.message);
}

/// Who sees a place, among those who walk: symmetric to what the place sees. Looked up only when asked.
class Sight {
  public:
    Sight(const mesh::NavMesh& mesh, std::uint32_t layer, const Box2& box)
        : mesh_(mesh), layer_(layer), place_((box.low + box.high) * 0.5) {}
    [[nodiscard]] bool sees(const Walker& walker) {
        constexpr double range = 30;  // metres
        if (walker.place.layer != layer_ || distance(walker.place.position, place_) > range) return false;
        if (!view_) view_ = mesh::visibility_polygon(mesh_.layer(layer_), place_);
        return !view_->empty() && contains(*view_, walker.place.position);
    }

  private:
    const mesh::NavMesh& mesh_;
    std::uint32_t layer_;
    Vec2 place_;
    std::optional<Ring> view_;
};

/// Those whose ways it concerns hear of it at once, and those who see it first.
void tell_everybody(Crowd& crowd, const GroundNews& news, Sight& sight) {
    for (Walker& walker : crowd.walkers)
        if (walker.is_present()) hear(walker, news, [&] { return sight.sees(walker); });
}

/// Cuts it out of the ground. What was there from the beginning, and agents that stand, everybody knows.
void block(Crowd& crowd, StandingBody& standing, const Body& body, const std::string& name) {
    const double now = crowd.world.time();
    const Pose pose = body.motion.at(now);
    standing.news = news_of(body.layer, outline_of(body.shape, pose).outline, true);
    Sight sight(crowd.router.mesh(), body.layer, standing.news->box);
    if (crowd.awareness) {
        const bool is_known = crowd.frame == 0 || !body.who.agent.is_null();
        crowd.awareness->appeared(body.who, standing.news, is_known);
        if (!is_known) return cut_out(crowd, body, pose, name);
    }
    tell_everybody(crowd, standing.news, sight);
    cut_out(crowd, body, pose, name);
}

/// Freed ground may shorten the way of anybody who could have gone over it.
void unblock(Crowd& crowd, BodyId who, const StandingBody& standing) {
    crowd.router.unblock(who);
    const mesh::LayerEvent& event = standing.news->event;
    const GroundNews news = news_of(event.layer, event.obstacle.outline, false);
    if (crowd.awareness) {
        const bool is_known = !who.agent.is_null();
        crowd.awareness->disappeared(who, news, is_known);
        if (!is_known) return;
    }
    Sight sight(crowd.router.mesh(), event.layer, news->box);
    tell_everybody(crowd, news, sight);
}

void keep_blocked(Crowd& crowd, const Body& body, const std::string& name) {
    const auto [entry, is_new] = crowd.standing.try_emplace(body.who);
    entry->second.is_there = true;
    if (is_new) block(crowd, entry->second, body, name);
}

/// Keeps the mesh cut where something stands. A moving obstacle that comes to rest is cut out then.
void follow_those_who_stand(Crowd& crowd) {
    for (auto& entry : crowd.standing) entry.second.is_there = false;
    crowd.world.obstacles().for_each([&](ObstacleId id, const ObstacleState& state) {
        const ObstacleSpec& spec = *state.spec;
        if (!is_standing(spec, crowd.world.time())) return;
        keep_blocked(crowd, {.who = id, .layer = spec.layer, .shape = spec.shape, .motion = spec.motion},
                     spec.name);
    });
    for (const Walker& walker : crowd.walkers) {
        const bool stays = walker.is_paused && walker.commitment.is_done();
        if (!walker.is_present() || !stays || walker.waited < pillar_time) continue;
        keep_blocked(crowd,
                     {.who = walker.id,
                      .layer = walker.place.layer,
                      .shape = DiscShape{walker.spec.limits.radius},
                      .motion = {{{0, {walker.place.position, 0}}}, false},
                      .present = {}},
                     walker.spec.name);
    }
    for (auto entry = crowd.standing.begin(); entry != crowd.standing.end();) {
        if (entry->second.is_there) {
            ++entry;
            continue;
        }
        unblock(crowd, entry->first, entry->second);
        entry = crowd.standing.erase(entry);
    }
}

/// Someone whose promise runs through what has changed must find out whether it still holds.
void doubt_promises(Crowd& crowd, const Change& change) {
    for (Walker& walker : crowd.walkers) {
        if (!walker.is_present() || walker.place.layer != change.layer) continue;
        Box2 room = bounds_of(walker.commitment);
        room.add(walker.place.position);
        if (change.region.overlaps(room.grown(walker.spec.limits.radius))) walker.is_broken = true;
    }
}

/// Whoever stands where something known will appear had no reason to mind it when it stopped there.
void foresee_appearances(Crowd& crowd) {
    const double now = crowd.world.time(), ahead = crowd.steering.standing_time;
    crowd.world.obstacles().for_each([&](ObstacleId id, const ObstacleState& state) {
        const double begin = state.spec->present.low;
        const bool is_news =
            begin > now && begin <= now + ahead && begin > now + ahead - crowd.scene.time_step;
        if (!is_news || state.spec->knowledge != Knowledge::known) return;
        Change change;
        change.who = id;
        change.layer = state.spec->layer;
        change.region = swept_box(*state.body, {begin, begin + ahead});
        doubt_promises(crowd, change);
    });
}

void look_at(Crowd& crowd, const Change& change) {
    switch (change.kind) {
        case ChangeKind::obstacle_moved:
            if (const auto cut = crowd.standing.find(change.who.obstacle); cut != crowd.standing.end()) {
                unblock(crowd, cut->first, cut->second);
                crowd.standing.erase(cut);
            }
            [[fallthrough]];
        case ChangeKind::obstacle_added:
        case ChangeKind::obstacle_observed:
            doubt_promises(crowd, change);
            break;
        case ChangeKind::goal_changed:
            if (const AgentState* agent = crowd.world.agents().find(change.who.agent))
                take_new_goal(crowd.walkers[crowd.numbers.at(change.who.agent)], *agent->goal);
            break;
        default:
            break;
    }
}

/// Those bound by constraints that have moved, a guard's sight for one, look for a way again.
void follow_constraints(Crowd& crowd) {
    std::vector<BindingIndex> changed;
    crowd.router.look(crowd.world, changed);
    if (changed.empty()) return;
    for (Walker& walker : crowd.walkers)
        if (walker.is_present() && !walker.has_arrived &&
            std::find(changed.begin(), changed.end(), walker.binding) != changed.end())
            want_new_way(walker);
}

/// Once the ground has changed it may change again: the most common sizes of bodies are prepared for.
void prepare_for_changes(Crowd& crowd) {
    if (crowd.frame == 0 || crowd.is_prepared || crowd.standing.empty()) return;
    constexpr std::size_t most_sizes = 2;
    std::map<double, std::size_t> sizes;
    for (const Walker& walker : crowd.walkers)
        if (walker.is_present()) ++sizes[walker.spec.limits.radius];
    for (std::size_t i = 0; i < most_sizes && !sizes.empty(); ++i) {
        const auto most = std::max_element(sizes.begin(), sizes.end(),
                                           [](const auto& a, const auto& b) { return a.second < b.second; });
        crowd.router.prepare(most->first + usual_wall_gap);
        sizes.erase(most);
    }
    crowd.is_prepared = true;
}

/// What a frame may take for that: a tenth.
Budget preparation_budget(const BudgetSpec& frame) {
    Budget budget = Budget::unlimited();
    if (frame.seconds)
        budget =
            budget.and_until(Budget::Clock::now() + std::chrono::duration_cast<Budget::Clock::duration>(
                                                        std::chrono::duration<double>(*frame.seconds / 10)));
    if (frame.expansions) budget = budget.and_expansions(std::max<std::uint64_t>(*frame.expansions / 10, 1));
    return budget;
}

}  // namespace

void sense(Crowd& crowd) {
    const bool is_told = crowd.world.changes().visit_since(
        crowd.seen_stamp, [&](const Change& change) { look_at(crowd, change); });
    crowd.seen_stamp = crowd.world.version();
    if (!is_told) {
        for (Walker& walker : crowd.walkers) {
            walker.is_broken = true;
            if (const AgentState* state = crowd.world.agents().find(walker.id))
                take_new_goal(walker, *state->goal);
        }
    }
    foresee_appearances(crowd);
    follow_those_who_stand(crowd);
    follow_constraints(crowd);
    prepare_for_changes(crowd);
    Budget budget = preparation_budget(crowd.budget);
    crowd.router.update(budget);
    if (crowd.awareness) crowd.awareness->look_around(crowd);
}

}  // namespace wend
