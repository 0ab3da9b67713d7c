// What has changed since the last step, and whom it concerns.

#include <algorithm>
#include <chrono>
#include <limits>

#include "sim/box_clip.hpp"
#include "sim/crowd.hpp"
#include "sim/goals.hpp"
#include "sim/planning.hpp"

namespace wend {
namespace {

/// From now on it stays where it is.
bool is_standing(const ObstacleSpec& spec, double now) {
    const auto& keys = spec.motion.keyframes;
    return spec.knowledge == Knowledge::known && spec.present.contains(now) &&
           (keys.size() == 1 || (!spec.motion.loops && now >= keys.back().time));
}

bool passes_through(const Route& route, double station, std::uint32_t layer, const Box2& box) {
    for (std::size_t i = route.leg_at(station); i + 1 < route.points().size(); ++i) {
        if (route.points()[i].layer != layer) continue;
        if (part_in(box, route.points()[i].position, route.points()[i + 1].position)) return true;
    }
    return false;
}

/// Seconds after which one who is paused, and stands, is walked around like a pillar.
constexpr double pillar_time = 1;

/// Its way can be mended there, unless it is wrong for other reasons.
void cut_off(Walker& walker, const Box2& box) {
    if (!walker.wants_route) walker.cut = Box2{};
    if (walker.cut) walker.cut->add(box);
    walker.wants_route = true;
}

/// Somewhere else there may be a better way.
void want_anew(Walker& walker) {
    walker.wants_route = true;
    walker.cut.reset();
}

/// Of several places that would do, another may be the nearest now.
void ask_for_exit(Walker& walker) {
    walker.wants_exit = !walker.goal.others.empty() && !walker.has_arrived;
}

/// Someone whose way leads through what now stands there needs another.
void block(Crowd& crowd, const Body& body, const std::string& name) {
    const double now = crowd.world.time();
    const Status cut = crowd.router.block(body.who, body.layer, body.shape, body.motion.at(now));
    if (!cut.is_ok()) crowd.recorder.note("mesh_edit_failed", name, cut.message);
    const Box2 box = swept_box(body, {now, now});
    for (Walker& walker : crowd.walkers) {
        ask_for_exit(walker);
        const Route* route = walker.commitment.route.get();
        if (route &&
            passes_through(*route, walker.walk.station, body.layer, box.grown(walker.spec.limits.radius)))
            cut_off(walker, box);
    }
}

double distance_to(const Box2& box, Vec2 p) {
    const Vec2 nearest{std::clamp(p.x, box.low.x, box.high.x), std::clamp(p.y, box.low.y, box.high.y)};
    return distance(nearest, p);
}

/// Freed ground may shorten the way of anybody who could have gone over it.
void unblock(Crowd& crowd, BodyId who, const Box2& box) {
    crowd.router.unblock(who);
    for (Walker& walker : crowd.walkers) {
        ask_for_exit(walker);
        const Route* route = walker.commitment.route.get();
        const double left = route ? route->length() - walker.walk.station : 0;
        const double over_it =
            distance_to(box, walker.place.position) + distance_to(box, walker.target.position);
        if (!route || walker.place.layer != walker.target.layer || over_it < left - 1e-3) want_anew(walker);
    }
}

/// How many edits of the mesh a frame has room for. What is left for the next frames every promise minds
/// already; only ways do not lead around it yet.
class MeshEdits {
  public:
    explicit MeshEdits(const Crowd& crowd) {
        const BudgetSpec& budget = crowd.budget;
        if (crowd.frame == 0) return;  // the scene as it begins
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
    const double now = crowd.world.time();
    if (const auto entry = crowd.standing.find(body.who); entry != crowd.standing.end()) {
        entry->second.is_there = true;
    } else if (edits.take()) {
        crowd.standing[body.who] = {swept_box(body, {now, now}), true};
        block(crowd, body, name);
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
        unblock(crowd, entry->first, entry->second.box);
        entry = crowd.standing.erase(entry);
    }
}

void take_new_goal(Walker& walker, const Goal& goal) {
    take_goal(walker, goal);
    walker.has_arrived = false;
    walker.waited = 0;
    walker.wants_target = true;
    want_anew(walker);
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
                unblock(crowd, cut->first, cut->second.box);
                crowd.standing.erase(cut);
            }
            [[fallthrough]];
        case ChangeKind::obstacle_added:
        case ChangeKind::obstacle_observed:
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
            want_anew(walker);
            // Its promise may lead onto ground that it must not enter now.
            walker.is_broken = walker.is_broken || rules_for(crowd, walker) != nullptr;
        }
}

}  // namespace

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
    follow_constraints(crowd);
    crowd.router.update();
}

}  // namespace wend
