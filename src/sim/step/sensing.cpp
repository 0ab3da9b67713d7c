// What has changed since the last step, and whom it concerns.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "wend/sim/scene_mesh.hpp"

#include "sim/crowd.hpp"
#include "sim/people/way_news.hpp"
#include "sim/planners/planning.hpp"
#include "sim/planners/ways.hpp"
#include "sim/step/awareness.hpp"
#include "sim/step/standing.hpp"

namespace wend {
namespace {

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

/// Those who look for a way again, each in its own frames: all at once would take many times as long as a
/// frame may.
void try_again(Crowd& crowd) {
    constexpr double within = 0.3;  // seconds
    const auto period = static_cast<std::uint64_t>(std::max(1L, std::lround(within / crowd.scene.time_step)));
    for (Walker& walker : crowd.walkers) {
        if (!(walker.has_hope || walker.looks_again) || (crowd.frame + walker.number) % period != 0) continue;
        if (walker.looks_again) want_new_way(walker);
        walker.wants_route = true;
        walker.has_hope = walker.looks_again = false;
    }
}

/// How many edits of the mesh a frame has room for. What is left for the next frames every promise minds
/// already; only ways do not lead around it yet.
class MeshEdits {
  public:
    explicit MeshEdits(const Crowd& crowd) {
        const BudgetSpec& budget = crowd.budget;
        if (crowd.frame == crowd.first_frame) return;  // the scene as it begins
        if (budget.seconds) {
            const auto time = std::chrono::duration<double>(share * *budget.seconds);
            until_ = Budget::Clock::now() + std::chrono::duration_cast<Budget::Clock::duration>(time);
        } else if (budget.expansions) {
            left_ = std::max(least, *budget.expansions / expansions_of_one);
        } else {
            left_ = without_budget;
        }
    }
    /// One is always possible, so that all have their turn.
    [[nodiscard]] bool take() {
        const bool is_over = until_ && has_begun_ && Budget::Clock::now() > *until_;
        if (left_ == 0 || is_over) return false;
        has_begun_ = true;
        --left_;
        return true;
    }

  private:
    static constexpr double share = 0.2;  ///< of a frame's time
    static constexpr std::uint64_t least = 8, expansions_of_one = 64, without_budget = 64;
    std::optional<Budget::Clock::time_point> until_;
    std::uint64_t left_ = std::numeric_limits<std::uint64_t>::max();
    bool has_begun_ = false;
};

void keep_blocked(Crowd& crowd, const Body& body, const std::string& name, MeshEdits& edits) {
    if (const auto entry = crowd.standing.find(body.who); entry != crowd.standing.end()) {
        entry->second.is_there = true;
    } else if (edits.take()) {
        StandingBody& standing = crowd.standing[body.who];
        standing.is_there = true;
        block(crowd, standing, body, name);
    }
}

/// Keeps the mesh cut where something stands. A moving obstacle that comes to rest is cut out then.
void follow_those_who_stand(Crowd& crowd) {
    MeshEdits edits(crowd);
    for (auto& entry : crowd.standing) entry.second.is_there = false;
    crowd.world.obstacles().for_each([&](ObstacleId id, const ObstacleState& state) {
        const ObstacleSpec& spec = *state.spec;
        if (!is_standing(spec, crowd.world.time())) return;
        keep_blocked(crowd, {.who = id, .layer = spec.layer, .shape = spec.shape, .motion = spec.motion},
                     spec.name, edits);
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
                     walker.spec.name, edits);
    }
    for (auto entry = crowd.standing.begin(); entry != crowd.standing.end();) {
        if (entry->second.is_there || !edits.take()) {
            ++entry;
            continue;
        }
        unblock(crowd, entry->first, entry->second);
        entry = crowd.standing.erase(entry);
    }
}

/// Someone whose promise runs through what has changed must find out whether it still holds. Rooms are worked
/// out once, however much has changed.
class Doubts {
  public:
    explicit Doubts(Crowd& crowd) : crowd_(crowd) {}
    void add(const Change& change) {
        if (rooms_.empty()) find_rooms();
        for (Walker& walker : crowd_.walkers)
            if (walker.is_present() && walker.place.layer == change.layer &&
                change.region.overlaps(rooms_[walker.number]))
                walker.is_broken = true;
    }

  private:
    void find_rooms() {
        for (const Walker& walker : crowd_.walkers) {
            Box2& room = rooms_.emplace_back(bounds_of(walker.commitment));
            room.add(walker.place.position);
            room = room.grown(walker.spec.limits.radius);
        }
    }
    Crowd& crowd_;
    std::vector<Box2> rooms_;
};

/// Whoever stands where something known will appear had no reason to mind it when it stopped there.
void foresee_appearances(Crowd& crowd, Doubts& doubts) {
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
        doubts.add(change);
    });
}

void look_at(Crowd& crowd, const Change& change, Doubts& doubts) {
    switch (change.kind) {
        case ChangeKind::obstacle_moved:
            if (const auto cut = crowd.standing.find(change.who.obstacle); cut != crowd.standing.end()) {
                unblock(crowd, cut->first, cut->second);
                crowd.standing.erase(cut);
            }
            [[fallthrough]];
        case ChangeKind::obstacle_added:
        case ChangeKind::obstacle_observed:
            if (const ObstacleState* thing = crowd.world.obstacles().find(change.who.obstacle))
                expect_motion(crowd, *thing->spec);
            doubts.add(change);
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
            std::find(changed.begin(), changed.end(), walker.binding) != changed.end()) {
            want_new_way(walker);
            // Its promise may lead onto ground that it must not enter now.
            walker.is_broken =
                walker.is_broken || crowd.router.constraints().rules_for(walker.binding) != nullptr;
        }
}

/// Once the ground has changed it may change again: the most common sizes of bodies are prepared for.
void prepare_for_changes(Crowd& crowd) {
    if (crowd.frame == crowd.first_frame || crowd.is_prepared || crowd.standing.empty()) return;
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

bool is_standing(const ObstacleSpec& spec, double now) {
    const auto& keys = spec.motion.keyframes;
    return spec.knowledge == Knowledge::known && spec.present.contains(now) &&
           (keys.size() == 1 || (!spec.motion.loops && now >= keys.back().time));
}

void sense(Crowd& crowd) {
    Doubts doubts(crowd);
    const bool is_told = crowd.world.changes().visit_since(
        crowd.seen_stamp, [&](const Change& change) { look_at(crowd, change, doubts); });
    crowd.seen_stamp = crowd.world.version();
    if (!is_told) {
        for (Walker& walker : crowd.walkers) {
            walker.is_broken = true;
            if (const AgentState* state = crowd.world.agents().find(walker.id))
                take_new_goal(walker, *state->goal);
        }
    }
    foresee_appearances(crowd, doubts);
    follow_those_who_stand(crowd);
    try_again(crowd);
    follow_constraints(crowd);
    prepare_for_changes(crowd);
    Budget budget = preparation_budget(crowd.budget);
    crowd.router.update(budget);
    if (crowd.awareness) crowd.awareness->look_around(crowd);
}

}  // namespace wend
