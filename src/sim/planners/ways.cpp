#include "sim/planners/ways.hpp"

#include <cmath>

#include "wend/mesh/path_place.hpp"

#include "sim/coordination/lanes.hpp"
#include "sim/people/way_news.hpp"
#include "sim/planners/evasion.hpp"

namespace wend {
namespace {

/// So that straight ticks across an arc do not reach into a wall.
constexpr double wall_gaps[] = {usual_wall_gap, least_wall_gap};

/// The part of a gap that an arc's chords may take.
constexpr double chord_share = 0.1;

/// How fast arcs around corners may be taken with that gap, so that a tick's chord, whose middle lies
/// length^2 / 8 radius inside the arc, stays clear of the corner.
double bend_speed(const Crowd& crowd, const Walker& walker, double gap) {
    const double chord = std::sqrt(8 * walker.spec.limits.radius * 0.9 * (1 - chord_share) * gap);
    return chord / crowd.scene.time_step;
}

/// The new way leads on from where the agent, braking from now, would come to rest; up to there it stays on
/// its old one.
Way joined(const Crowd& crowd, const Walker& walker, const std::vector<RoutePoint>& points, double brake,
           double bend_speed) {
    std::vector<RoutePoint> all;
    if (brake > 0) bend_speed = std::min(bend_speed, walker.commitment.route->bend_speed());
    if (brake > 0)
        for (const RoutePoint& point : walker.commitment.route->remainder(walker.walk.station)) {
            if (distance(point.position, walker.place.position) > brake) break;
            all.push_back(point);
        }
    all.insert(all.end(), points.begin(), points.end());
    auto route = std::make_shared<const Route>(all, walker.spec.limits, crowd.scene.time_step, bend_speed);
    return {std::move(route), {0, walker.walk.speed, walker.walk.heading}};
}

/// A way from the anchor. Where the mesh leaves less room than there is, the way begins beside it.
Router::Answer ask_router(const Crowd& crowd, const Walker& walker, const RoutePoint& anchor,
                          const RoutePoint& target, double gap, Budget& budget,
                          const Router::OldWay* old = nullptr) {
    const AgentLimits& limits = walker.spec.limits;
    const auto plan_from = [&](const RoutePoint& start) {
        return crowd.router.plan({start, target, limits.radius + gap, chord_share * gap, crowd.world.time(),
                                  limits.max_speed, crowd.ground_known_to(walker), walker.binding},
                                 old, budget);
    };
    Router::Answer answer = plan_from(anchor);
    if (!answer.points.empty() || !answer.nearest_start) return answer;
    const Vec2 beside = *answer.nearest_start;
    const Region& ground = crowd.world.walls().ground(anchor.layer);
    if (!ground.fits_along(anchor.position, beside, limits.radius)) return answer;
    Router::Answer detour = plan_from({beside, anchor.layer});
    if (detour.points.empty()) return answer;
    detour.points.insert(detour.points.begin(), anchor);
    return detour;
}

struct TurnOff {
    RoutePoint anchor;
    double brake = 0;  ///< metres to walk until then
};

/// Where the walker could come to rest at the soonest; nowhere on stairs and links, which lead through walls:
/// who stands on one goes on to its end first.
std::optional<TurnOff> where_to_turn_off(const Crowd& crowd, const Walker& walker) {
    if (walker.is_crossing && walker.commitment.route) return std::nullopt;
    const double brake = braking_distance(walker.walk.speed, walker.spec.limits, crowd.scene.time_step);
    if (brake <= 0) return TurnOff{walker.place, brake};
    const Route& old = *walker.commitment.route;
    const double station = std::min(walker.walk.station + brake, old.length());
    if (old.is_crossing(station)) return std::nullopt;
    return TurnOff{{old.position_at(station), old.layer_at(station)}, brake};
}

/// What is left of the way that was the shortest when the walker last looked for one.
std::optional<Router::OldWay> old_way(const Walker& walker, const RoutePoint& anchor, double gap) {
    if (!walker.shortest || gap != usual_wall_gap) return std::nullopt;
    const double walked = mesh::station_near(*walker.shortest, anchor.position, anchor.layer);
    Router::OldWay old{mesh::rest_of(*walker.shortest, walked), {}};
    for (const GroundNews& news : walker.news) old.events.push_back(news->event);
    return old;
}

/// By a link or a portal, which is no matter of room.
bool leads_away(const RoutePoint& from, const RoutePoint& to) {
    return from.is_crossing || from.layer != to.layer;
}

/// Appends the straight way to a place, or one that the router finds; false where there is none.
bool lead_on(const Crowd& crowd, const Walker& walker, const RoutePoint& next, std::vector<RoutePoint>& kept,
             Budget& budget) {
    const Region& ground = crowd.world.walls().ground(next.layer);
    if (ground.fits_along(kept.back().position, next.position, walker.spec.limits.radius)) {
        kept.push_back(next);
        return true;
    }
    const Router::Answer around = ask_router(crowd, walker, kept.back(), next, usual_wall_gap, budget);
    if (around.points.size() < 2) return false;
    kept.insert(kept.end(), around.points.begin() + 1, around.points.end());
    kept.back().is_crossing = next.is_crossing;
    kept.back().is_leap = next.is_leap;
    return true;
}

}  // namespace

std::vector<RoutePoint> walkable(const Crowd& crowd, const Walker& walker,
                                 const std::vector<RoutePoint>& points, Budget& budget) {
    std::vector<RoutePoint> kept{points.front()};
    for (std::size_t i = 1; i < points.size(); ++i) {
        const RoutePoint& next = points[i];
        const bool may_be_left_out = i + 1 < points.size() && !next.is_crossing;
        if (leads_away(kept.back(), next)) {
            kept.push_back(next);
            continue;
        }
        if (may_be_left_out &&
            !crowd.world.walls().ground(next.layer).fits(next.position, walker.spec.limits.radius))
            continue;
        // Places may just fit, where the router wants a gap: from there no way leads on, nor back.
        bool is_there = lead_on(crowd, walker, next, kept, budget);
        while (!is_there && !may_be_left_out && kept.size() > 1 && !leads_away(kept.end()[-2], kept.back())) {
            kept.pop_back();
            is_there = lead_on(crowd, walker, next, kept, budget);
        }
        if (!is_there && !may_be_left_out) return {};
    }
    return kept;
}

std::optional<Way> find_way(const Crowd& crowd, const Walker& walker, Budget& budget,
                            PlanningOutcome& outcome) {
    const auto turn_off = where_to_turn_off(crowd, walker);
    if (!turn_off || !crowd.ground_known_to(walker)) return std::nullopt;
    const auto& [anchor, brake] = *turn_off;
    for (const double gap : wall_gaps) {
        const auto old = old_way(walker, anchor, gap);
        const Router::Answer answer =
            ask_router(crowd, walker, anchor, walker.target, gap, budget, old ? &*old : nullptr);
        outcome.route_status = answer.status;
        outcome.is_pruned = answer.is_pruned;
        if (gap == usual_wall_gap) outcome.shortest = answer.shortest;
        if (!answer.points.empty())
            return joined(crowd, walker, answer.points, brake, bend_speed(crowd, walker, gap));
        if (budget.exhausted()) break;
    }
    outcome.was_cut_short = outcome.route_status->code == StatusCode::out_of_budget;
    return std::nullopt;
}

std::optional<Way> less_crowded_way(const Crowd& crowd, const Walker& walker, Budget& budget) {
    // Streams are looked for in the world as it is.
    if (crowd.ground_known_to(walker) != &crowd.router.mesh()) return std::nullopt;
    // Streets are compared by length and crowd: whom constraints bind has its way from a field that knows
    // them.
    if (!crowd.router.constraints().field(walker.binding).constraints().empty()) return std::nullopt;
    const auto turn_off = where_to_turn_off(crowd, walker);
    if (!turn_off) return std::nullopt;
    const Route& old = *walker.commitment.route;
    const double station = std::min(walker.walk.station + turn_off->brake, old.length());
    const double radius = walker.spec.limits.radius + usual_wall_gap;
    std::vector<RoutePoint> points = crowd.rerouting.find(crowd, walker, old, station, radius, budget);
    if (!points.empty()) points = walkable(crowd, walker, points, budget);
    if (points.empty()) return std::nullopt;
    return joined(crowd, walker, points, turn_off->brake, bend_speed(crowd, walker, usual_wall_gap));
}

std::optional<Way> way_on_its_side(const Crowd& crowd, const Walker& walker, PlanningOutcome& outcome) {
    const auto turn_off = where_to_turn_off(crowd, walker);
    if (!turn_off) return std::nullopt;
    const Route& old = *walker.commitment.route;
    const double station = std::min(walker.walk.station + turn_off->brake, old.length());
    const LaneWay lane = way_in_lane(crowd, walker, old, station);
    outcome.is_in_corridor = lane.is_in_corridor;
    outcome.mouth = lane.mouth;
    if (lane.points.empty()) return std::nullopt;
    return joined(crowd, walker, lane.points, turn_off->brake, old.bend_speed());
}

std::optional<Way> evasive_way(const Crowd& crowd, const Walker& walker, const Snapshot& world,
                               Budget& budget) {
    const auto turn_off = where_to_turn_off(crowd, walker);
    if (!turn_off) return std::nullopt;
    const Route& old = *walker.commitment.route;
    const double station = std::min(walker.walk.station + turn_off->brake, old.length());
    const std::vector<RoutePoint> points = evade(crowd, walker, world, old, station, budget);
    if (points.empty()) return std::nullopt;
    return joined(crowd, walker, points, turn_off->brake, old.bend_speed());
}

}  // namespace wend
