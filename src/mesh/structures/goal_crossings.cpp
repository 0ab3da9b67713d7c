// How the maps of a world's layers see each other through portals.
//
//        there:  c            here:           c'      A generator c that is seen from a part of the far line
//               / \                       ----|----   is laid out beyond the near line so that every place of
//           ---/---\---  far line            /|\      that part is as far from it as over there. Once on each
//                                           p   q     side of the line: a path may go on to either.

#include <algorithm>
#include <cmath>
#include <numbers>

#include "wend/mesh/query.hpp"
#include "wend/mesh/structures/goal_map.hpp"

#include "mesh/road_moves.hpp"
#include "mesh/structures/free_parts.hpp"
#include "mesh/tangent.hpp"

namespace wend::mesh {

namespace {

constexpr int cells = 32;              ///< of a line, to find where crossing it leads nearer
constexpr int probes = 9;              ///< of a line, to find where a disc stands
constexpr double same_length = 1e-11;  ///< metres
constexpr double same_place = 1e-9;
constexpr double least_gain = 1e-10;  ///< metres
constexpr double a_little = 1e-6;     ///< metres
constexpr int halvings = 7;           ///< of what is seen, to find whether it leads nearer
constexpr double apart = 1e-7;  ///< lattice units that a disc keeps from walls where it crosses: a rounding

/// A line as an axis: x along it, y to its left.
class Frame {
  public:
    Frame(Vec2 from, Vec2 to) : from_(from), along_((to - from) / distance(from, to)) {}
    [[nodiscard]] Vec2 local(Vec2 p) const { return {dot(p - from_, along_), cross(along_, p - from_)}; }
    [[nodiscard]] Vec2 global(Vec2 p) const { return from_ + along_ * p.x + perpendicular(along_) * p.y; }
    [[nodiscard]] double angle() const { return std::atan2(along_.y, along_.x); }

  private:
    Vec2 from_, along_;
};

bool is_near(Vec2 p, Vec2 q) {
    return distance(p, q) <= same_place;
}

bool has_same_origin(const MapSource& a, const MapSource& b) {
    if (std::abs(a.length - b.length) > same_length || a.beyond.has_value() != b.beyond.has_value())
        return false;
    return !a.beyond || (is_near(a.beyond->from, b.beyond->from) && is_near(a.beyond->to, b.beyond->to) &&
                         a.beyond->offset == b.beyond->offset &&
                         std::abs(wrapped(a.beyond->angle - b.beyond->angle)) <= 1e-9);
}

bool is_same(const MapSource& a, const MapSource& b) {
    return has_same_origin(a, b) && is_near(a.from, b.from) && is_near(a.to, b.to);
}

/// The one is the other, or a part of it.
bool is_part_of(const MapSource& a, const MapSource& b) {
    const auto is_on = [&](Vec2 p) {
        return is_near(b.from == b.to ? b.from : nearest_point(b.from, b.to, p), p);
    };
    return has_same_origin(a, b) && is_on(a.from) && is_on(a.to);
}

/// From a place of its line, as if nothing were between.
double length_to(const MapSource& source, Vec2 place) {
    if (!source.beyond) return source.length + distance(nearest_point(source.from, source.to, place), place);
    const MapOrigin& origin = *source.beyond;
    if (origin.offset == 0)
        return source.length + distance(nearest_point(origin.from, origin.to, place), place);
    const Tangent last = tangent(origin.from, origin.offset, place, 0);
    if (!last.exists()) return std::numeric_limits<double>::infinity();
    const double side = origin.offset > 0 ? 1 : -1;
    double turn = wrapped(wrapped(angle_of(last.direction) - origin.angle) * side);
    if (turn < 0) turn = turn > -4 * turn_tolerance ? 0 : turn + 2 * std::numbers::pi;
    return source.length + std::abs(origin.offset) * turn + last.length;
}

/// Is `gain`, which changes along the line by no more than twice the way, above a rounding anywhere?
template <class Gain>
bool gains_between(const Gain& gain, Vec2 from, Vec2 to, int depth) {
    const Vec2 middle = (from + to) / 2;
    const double here = gain(middle);
    if (here > least_gain) return true;
    if (depth == 0 || here <= -distance(from, to)) return false;
    return gains_between(gain, from, middle, depth - 1) || gains_between(gain, middle, to, depth - 1);
}

/// Its lines rounded as the walls are that they lie along, if that leaves them equally long.
PortalSpec on_lattice(const PortalSpec& portal, const Triangulation& a, const Triangulation& b) {
    const auto rounded = [](const Triangulation& mesh, Vec2 p) {
        const double unit = mesh.settings().lattice.unit;
        return Vec2{std::round(p.x / unit) * unit, std::round(p.y / unit) * unit};
    };
    PortalSpec moved = portal;
    for (Vec2* p : {&moved.a_from, &moved.a_to}) *p = rounded(a, *p);
    for (Vec2* p : {&moved.b_from, &moved.b_to}) *p = rounded(b, *p);
    const double one = distance(moved.a_from, moved.a_to), other = distance(moved.b_from, moved.b_to);
    return std::abs(one - other) <= same_place ? moved : portal;
}

/// In an order that does not depend on how they were found.
void sort_seen(std::vector<MapSource>& seen) {
    std::sort(seen.begin(), seen.end(), [](const MapSource& a, const MapSource& b) {
        if (std::abs(a.length - b.length) > same_length) return a.length < b.length;
        return distance(a.from, b.from) > same_place &&
               (a.from.x != b.from.x ? a.from.x < b.from.x : a.from.y < b.from.y);
    });
}

/// Lays out what is seen over there, in parts of which each has it on one side.
class LayOut {
  public:
    LayOut(const Frame& here, const Frame& there, double width, double cost, std::vector<MapSource>& found)
        : here_(here), there_(there), width_(width), cost_(cost), found_(found) {}

    void add(const MapSource& seen) {
        const double low = there_.local(seen.from).x, high = there_.local(seen.to).x;
        const MapOrigin& origin = *seen.beyond;
        const Vec2 from = there_.local(origin.from), to = there_.local(origin.to);
        const double length = seen.length + cost_;
        if (!origin.is_straight()) {
            if (origin.offset != 0 || std::abs(from.y) > same_place)
                add_part(low, high, origin, length);
            else if (from.x >= -same_place && from.x <= width_ + same_place)
                found_.push_back({on(from.x), on(from.x), length});
            return;
        }
        if (std::abs(from.y) <= same_place && std::abs(to.y) <= same_place) {
            const double first = std::max(low, std::min(from.x, to.x));
            const double last = std::min(high, std::max(from.x, to.x));
            if (first <= last) found_.push_back({on(first), on(last), length});
            return;
        }
        const double across = from.y - to.y;
        const double meets = across == 0 ? low : from.x + (to.x - from.x) * from.y / across;
        if (meets > low && meets < high) {
            if (from.y * to.y <= 0) found_.push_back({on(meets), on(meets), length});
            add_part(low, meets, origin, length);
            add_part(meets, high, origin, length);
        } else {
            add_part(low, high, origin, length);
        }
    }

  private:
    [[nodiscard]] Vec2 on(double place) const { return here_.global({place, 0}); }

    void add_part(double low, double high, const MapOrigin& origin, double length) {
        if (high - low <= same_place) return;
        for (const int side : {1, -1}) {
            const auto moved = [&](Vec2 p) {
                const Vec2 local = there_.local(p);
                return here_.global({local.x, local.y * side});
            };
            const double angle = wrapped(wrapped(origin.angle - there_.angle()) * side + here_.angle());
            found_.push_back({on(low), on(high), length,
                              MapOrigin{moved(origin.from), moved(origin.to), origin.offset * side, angle,
                                        origin.source}});
        }
    }

    const Frame& here_;
    const Frame& there_;
    double width_;
    double cost_;
    std::vector<MapSource>& found_;
};

}  // namespace

void GoalMap::list_ways(const NavMesh& mesh, std::vector<Hop>& hops, std::vector<Crossing>& crossings) const {
    hops.clear();
    crossings.clear();
    for (std::uint32_t i = 0; i < mesh.links().size(); ++i) {
        const LinkSpec& link = mesh.links()[i];
        if (radius_ > link.max_radius) continue;
        const double cost = link.cost > 0 ? link.cost : distance(link.from.at, link.to.at);
        hops.push_back({link.from, link.to, cost, PieceKind::link, i});
        if (link.two_way) hops.push_back({link.to, link.from, cost, PieceKind::link, i, -1, false});
    }
    QueryContext context;
    for (std::uint32_t i = 0; i < mesh.portals().size(); ++i) add_portal(mesh, i, context, hops, crossings);
}

void GoalMap::add_portal(const NavMesh& mesh, std::uint32_t index, QueryContext& context,
                         std::vector<Hop>& hops, std::vector<Crossing>& crossings) const {
    const PortalSpec portal = on_lattice(mesh.portals()[index], mesh.layer(mesh.portals()[index].layer_a),
                                         mesh.layer(mesh.portals()[index].layer_b));
    const double width = distance(portal.a_from, portal.a_to);
    if (std::abs(distance(portal.b_from, portal.b_to) - width) > same_place) {
        for (int k = 0; k < samples; ++k)
            for (const bool is_forward : {true, false})
                if (Hop hop; make_sample(mesh, index, (k + 0.5) / samples, is_forward, context, hop))
                    hops.push_back(hop);
        return;
    }
    if (width <= 0 || width < 2 * radius_) return;
    double beside = 0;
    const auto a = stand_at(mesh, portal.layer_a, portal.a_from, portal.a_to, context, beside);
    const auto b = stand_at(mesh, portal.layer_b, portal.b_from, portal.b_to, context, beside);
    const auto parts_of = [&](const Crossing::Side& side) {
        const MeshView view(mesh.layer(side.layer, filter_));
        const double radius = radius_ == 0 ? 0 : radius_ / view.unit() + apart;
        return free_parts(view, radius, view.to_lattice(side.from), view.to_lattice(side.to));
    };
    const double margin = radius_ / width;
    for (const EdgePart& one : parts_of(a))
        for (const EdgePart& other : parts_of(b)) {
            const double low = std::max({one.low, other.low, margin});
            // Where a disc just fits through, roundings leave less than nothing.
            const double most = std::min({one.high, other.high, 1 - margin}), high = std::max(low, most);
            if ((low - most) * width > same_place) continue;
            const auto part = [&](const Crossing::Side& side) {
                return Crossing::Side{side.layer, lerp(side.from, side.to, low),
                                      lerp(side.from, side.to, high)};
            };
            const Crossing::Side part_a = part(a), part_b = part(b);
            const double cost = portal.length + beside;
            for (const bool is_forward : {true, false}) {
                const auto& [here, there] = is_forward ? std::tie(part_a, part_b) : std::tie(part_b, part_a);
                const auto hop = [&](Vec2 from, Vec2 to) {
                    hops.push_back({{from, here.layer},
                                    {to, there.layer},
                                    cost,
                                    PieceKind::portal,
                                    index,
                                    -1,
                                    is_forward});
                };
                hop(here.from, there.from);
                if ((high - low) * width <= same_place) continue;
                hop(here.to, there.to);
                crossings.push_back({here, there, cost, index, false, {}});
            }
        }
}

/// The line itself, or one beside it where it lies along a wall.
GoalMap::Crossing::Side GoalMap::stand_at(const NavMesh& mesh, std::uint32_t layer, Vec2 from, Vec2 to,
                                          QueryContext& context, double& beside) const {
    const Triangulation& ground = mesh.layer(layer, filter_);
    const Vec2 normal = perpendicular((to - from) / distance(from, to));
    double off = 0;
    for (int i = 0; i < probes; ++i) {
        const Vec2 place = lerp(from, to, (i + 0.5) / probes);
        const auto footing = nearest_free_point(ground, place, radius_, context, 1.5 * radius_ + 0.1);
        if (!footing) continue;
        if (*footing == place) return {layer, from, to};
        const double away = dot(*footing - place, normal);
        if (off == 0 && distance(*footing, place + normal * away) <= 1e-6) off = away;
    }
    if (off != 0) off += std::copysign(2 * apart * ground.settings().lattice.unit, off);
    beside += std::abs(off);
    return {layer, from + normal * off, to + normal * off};
}

/// At the end of a crossing paths may bend, or get to another sector of a corner, so that it is taken also
/// where there is as short a way already; a little later, so that no two of them lead back and forth.
void GoalMap::offer_hop(const NavMesh& mesh, const Hop& hop, QueryContext& context, Offer& offer) const {
    const double length = ask(mesh, hop.to, context).distance + hop.cost;
    const MapAnswer before = ask(mesh, hop.from, context);
    offer.length = std::numeric_limits<double>::infinity();
    if (before.status == StatusCode::invalid_input || !(length < hop.length - 2 * least_gain)) return;
    if (length < before.distance - same_length)
        offer.length = length;
    else if (hop.kind == PieceKind::portal && length <= before.distance + least_gain)
        offer.length = length + least_gain;
}

/// The source is what is seen over the portal that the hop is at an end of.
bool GoalMap::is_over(std::uint32_t layer, std::uint32_t source, const Hop& hop) const {
    const std::size_t first = goals_.size() + hops_.size();
    const std::uint32_t origin = layers_[layer].origins[source];
    return hop.kind == PieceKind::portal && origin >= first && crossings_[origin - first].portal == hop.index;
}

void GoalMap::offer_crossing(const NavMesh& mesh, std::uint32_t index, QueryContext& context, Offer& offer) {
    Crossing& crossing = crossings_[index];
    double least = 0;
    const std::vector<bool> gains = find_gains(mesh, crossing, context, least);
    const bool has_gain = std::find(gains.begin(), gains.end(), true) != gains.end();
    offer.sources.clear();
    crossing.seen.clear();
    if (has_gain || crossing.is_taken) crossing.seen = see_over(mesh, crossing, context);
    const double width = distance(crossing.there.from, crossing.there.to);
    const Frame there(crossing.there.from, crossing.there.to);
    const auto origin = static_cast<std::uint32_t>(goals_.size() + hops_.size() + index);
    for (const MapSource& seen : crossing.seen) {
        const auto cell = [&](Vec2 p) {
            return std::clamp(static_cast<int>(there.local(p).x / width * cells), 0, cells - 1);
        };
        if (std::find(gains.begin() + cell(seen.from), gains.begin() + cell(seen.to) + 1, true) !=
            gains.begin() + cell(seen.to) + 1)
            keep_new(mesh, crossing, origin, seen, context, offer.sources);
    }
    offer.length = offer.sources.empty() ? std::numeric_limits<double>::infinity() : least;
}

std::vector<MapSource> GoalMap::see_over(const NavMesh& mesh, const Crossing& crossing,
                                         QueryContext& context) const {
    const Crossing::Side& there = crossing.there;
    std::vector<MapSource> seen =
        layers_[there.layer].map->seen_from(mesh.layer(there.layer, filter_), there.from, there.to, context);
    sort_seen(seen);
    return seen;
}

/// Nothing that came over the same line the other way straight on leads back over it.
void GoalMap::keep_new(const NavMesh& mesh, const Crossing& crossing, std::uint32_t origin,
                       const MapSource& seen, QueryContext& context, std::vector<SeenOver>& found) const {
    const Layer& there = layers_[crossing.there.layer];
    const std::uint32_t before = there.origins[seen.beyond->source];
    const bool is_behind_line =
        there.sources[seen.beyond->source].beyond &&
        distance(there.sources[seen.beyond->source].beyond->from, seen.beyond->from) == 0;
    if (is_behind_line && crossings_[before - goals_.size() - hops_.size()].portal == crossing.portal) return;
    std::vector<MapSource> laid_out;
    LayOut(Frame(crossing.here.from, crossing.here.to), Frame(crossing.there.from, crossing.there.to),
           distance(crossing.there.from, crossing.there.to), crossing.cost, laid_out)
        .add(seen);
    const Layer& here = layers_[crossing.here.layer];
    for (const MapSource& source : laid_out) {
        bool is_known = false;
        for (std::size_t i = 0; i < here.sources.size() && !is_known; ++i)
            is_known = here.origins[i] == origin && is_part_of(source, here.sources[i]);
        const auto gain = [&](Vec2 place) {
            return ask(mesh, {place, crossing.here.layer}, context).distance - length_to(source, place);
        };
        if (!is_known && gains_between(gain, source.from, source.to, halvings))
            found.push_back({source, there.goals[seen.beyond->source]});
    }
}

/// Lengths on both sides grow by no more than the way along the line.
std::vector<bool> GoalMap::find_gains(const NavMesh& mesh, const Crossing& crossing, QueryContext& context,
                                      double& least) const {
    least = std::numeric_limits<double>::infinity();
    std::vector<bool> gains(cells);
    const double width = distance(crossing.here.from, crossing.here.to) / cells;
    for (int i = 0; i < cells; ++i) {
        const double share = (i + 0.5) / cells;
        const auto length_at = [&](const Crossing::Side& side) {
            return ask(mesh, {lerp(side.from, side.to, share), side.layer}, context).distance;
        };
        const double beyond = length_at(crossing.there) + crossing.cost;
        gains[i] =
            beyond < std::numeric_limits<double>::infinity() && beyond - width < length_at(crossing.here);
        if (gains[i]) least = std::min(least, beyond);
    }
    return gains;
}

GoalMap::Hop GoalMap::crossing_at(const Crossing& crossing, Vec2 place) const {
    const Frame here(crossing.here.from, crossing.here.to), there(crossing.there.from, crossing.there.to);
    const double along = std::clamp(here.local(place).x, 0.0, distance(crossing.here.from, crossing.here.to));
    return {{here.global({along, 0}), crossing.here.layer},
            {there.global({along, 0}), crossing.there.layer},
            crossing.cost,
            PieceKind::portal,
            crossing.portal};
}

/// Where a path goes on after a crossing that it came to in the direction `ahead`, with so much still to go.
/// On the line itself the way on and the way back are equally long, and it may be a rounding inside of a
/// wall: a little beyond it neither is so.
MeshPoint GoalMap::beyond(const NavMesh& mesh, const Crossing& crossing, const MeshPoint& at, Vec2 ahead,
                          double rest, QueryContext& context) const {
    Hop over;
    over.kind = PieceKind::portal;
    over.index = crossing.portal;
    const auto leads_back = [&](const MapAnswer& answer) { return is_over(at.layer, answer.source, over); };
    const MapAnswer there = ask(mesh, at, context);
    if (there.status == StatusCode::ok && !leads_back(there)) return at;
    const Vec2 line = crossing.here.to - crossing.here.from, far = crossing.there.to - crossing.there.from;
    const Vec2 local{dot(ahead, line), cross(line, ahead)};
    for (const double side : {1.0, -1.0}) {
        const Vec2 on = far * local.x + perpendicular(far) * (local.y * side);
        const MeshPoint next{at.at + on * (a_little / length(on)), at.layer};
        const MapAnswer answer = ask(mesh, next, context);
        if (answer.status == StatusCode::ok && !leads_back(answer) &&
            std::abs(answer.distance + a_little - rest) < 20 * least_gain)
            return next;
    }
    return at;
}

/// Does every hop that was taken still begin as far from a goal, is everything still seen over the lines of
/// portals, and does nothing else lead nearer? As ways cost something, no lengths but the right ones agree
/// with each other.
bool GoalMap::are_ways_right(const NavMesh& mesh) const {
    std::vector<Hop> hops;
    std::vector<Crossing> crossings;
    list_ways(mesh, hops, crossings);
    if (hops.size() != hops_.size() || crossings.size() != crossings_.size()) return false;
    QueryContext context;
    const auto is_moved = [](const MeshPoint& a, const MeshPoint& b) {
        return !(a.at == b.at) || a.layer != b.layer;
    };
    for (std::size_t i = 0; i < hops.size(); ++i) {
        const Hop& hop = hops_[i];
        if (is_moved(hops[i].from, hop.from) || is_moved(hops[i].to, hop.to) || hops[i].cost != hop.cost)
            return false;
        const double length = ask(mesh, hop.to, context).distance + hop.cost;
        if (std::isfinite(hop.length) && !(std::abs(length - hop.length) <= 2 * least_gain)) return false;
        Offer offer;
        offer_hop(mesh, hop, context, offer);
        if (std::isfinite(offer.length)) return false;
    }
    for (std::size_t i = 0; i < crossings.size(); ++i) {
        const Crossing& crossing = crossings_[i];
        const auto is_other = [](const Crossing::Side& a, const Crossing::Side& b) {
            return a.layer != b.layer || !(a.from == b.from) || !(a.to == b.to);
        };
        if (is_other(crossings[i].here, crossing.here) || is_other(crossings[i].there, crossing.there))
            return false;
        if (!layers_[crossing.there.layer].map) continue;
        double least = 0;
        const std::vector<bool> gains = find_gains(mesh, crossing, context, least);
        const bool has_gain = std::find(gains.begin(), gains.end(), true) != gains.end();
        std::vector<MapSource> seen;
        if (has_gain || crossing.is_taken) seen = see_over(mesh, crossing, context);
        if (!std::equal(seen.begin(), seen.end(), crossing.seen.begin(), crossing.seen.end(), is_same))
            return false;
    }
    return true;
}

/// At a share of the part of its line that leaves room on both sides; the line may lie along a wall, then
/// where a disc can stand beside it. False where it is too narrow.
bool GoalMap::make_sample(const NavMesh& mesh, std::uint32_t index, double share, bool is_forward,
                          QueryContext& context, Hop& hop) const {
    const PortalSpec& portal = mesh.portals()[index];
    const double width = std::min(distance(portal.a_from, portal.a_to), distance(portal.b_from, portal.b_to));
    if (width <= 0 || width < 2 * radius_) return false;
    const double margin = radius_ / width, at = margin + (1 - 2 * margin) * share;
    hop = {{lerp(portal.a_from, portal.a_to, at), portal.layer_a},
           {lerp(portal.b_from, portal.b_to, at), portal.layer_b},
           portal.length,
           PieceKind::portal,
           index,
           share,
           is_forward};
    if (!is_forward) std::swap(hop.from, hop.to);
    for (MeshPoint* end : {&hop.from, &hop.to}) {
        const auto footing = nearest_free_point(mesh.layer(end->layer, filter_), end->at, radius_, context,
                                                1.5 * radius_ + 0.1);
        if (!footing) return false;
        hop.cost += distance(*footing, end->at);
        end->at = *footing;
    }
    return true;
}

}  // namespace wend::mesh
