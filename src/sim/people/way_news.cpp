#include "sim/people/way_news.hpp"

#include <algorithm>

#include "sim/ground/box_clip.hpp"
#include "sim/ground/goals.hpp"

namespace wend {
namespace {

/// So many news at once say no more than that everything has changed.
constexpr std::size_t most_news = 32;

bool passes_through(const Route& route, double station, std::uint32_t layer, const Box2& box) {
    for (std::size_t i = route.leg_at(station); i + 1 < route.points().size(); ++i) {
        if (route.points()[i].layer != layer) continue;
        if (part_in(box, route.points()[i].position, route.points()[i + 1].position)) return true;
    }
    return false;
}

/// Roughly: an arc lies within a radius of its ends.
bool passes_through(const mesh::Path& path, std::uint32_t layer, const Box2& box, double radius) {
    const Box2 around_arcs = box.grown(2 * radius);
    return std::ranges::any_of(path.pieces, [&](const mesh::PathPiece& piece) {
        return piece.layer == layer &&
               part_in(piece.kind == mesh::PieceKind::arc ? around_arcs : box, piece.from, piece.to);
    });
}

double distance_to(const Box2& box, Vec2 p) {
    const Vec2 nearest{std::clamp(p.x, box.low.x, box.high.x), std::clamp(p.y, box.low.y, box.high.y)};
    return distance(nearest, p);
}

/// No way over the box is shorter than that.
bool may_lead_over(const Walker& walker, const Box2& box) {
    const Route* route = walker.commitment.route.get();
    if (!route || walker.place.layer != walker.target.layer) return true;
    const double over_it = distance_to(box, walker.place.position) + distance_to(box, walker.target.position);
    return over_it < route->length() - walker.walk.station - 1e-3;
}

void note(Walker& walker, const GroundNews& news) {
    walker.news.push_back(news);
    if (walker.news.size() <= most_news) return;
    walker.news.clear();
    walker.shortest.reset();
}

}  // namespace

GroundNews news_of(std::uint32_t layer, Ring outline, bool inserted) {
    const Box2 box = bounds_of(outline);
    return std::make_shared<const GroundChange>(GroundChange{{layer, {std::move(outline), inserted}}, box});
}

void hear(Walker& walker, const GroundNews& news, const std::function<bool()>& sees_it) {
    // Of several places that would do, another may be the nearest now.
    walker.wants_exit = !walker.goal.others.empty() && !walker.has_arrived;
    const std::uint32_t layer = news->event.layer;
    bool wants_route = false;
    if (news->event.obstacle.inserted) {
        const double radius = walker.spec.limits.radius;
        const Box2 box = news->box.grown(radius);
        const Route* route = walker.commitment.route.get();
        wants_route = route && passes_through(*route, walker.walk.station, layer, box);
        const bool is_concerned =
            wants_route || (walker.shortest && passes_through(*walker.shortest, layer, box, radius));
        if (!is_concerned) return;
    } else {
        wants_route = may_lead_over(walker, news->box);
        if (!wants_route) return;
    }
    note(walker, news);
    if (walker.commitment.route || news->event.obstacle.inserted)
        walker.wants_route = walker.wants_route || wants_route;
    else
        walker.has_hope = true;
    walker.sees_news = walker.sees_news || sees_it();
}

void want_new_way(Walker& walker) {
    walker.wants_route = true;
    walker.shortest.reset();
    walker.news.clear();
}

void take_new_goal(Walker& walker, const Goal& goal) {
    take_goal(walker, goal);
    walker.has_arrived = walker.was_served = false;
    walker.waited = 0;
    walker.wants_target = true;
    want_new_way(walker);
}

}  // namespace wend
