// What a disc's tree has to do with lines that something is seen through: legs from what lies beyond one, and
// what the places of a line see.

#include <algorithm>
#include <cmath>
#include <numbers>

#include "mesh/structures/road_tree.hpp"
#include "mesh/tangent.hpp"

namespace wend::mesh {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace

bool RoadTree::Slit::operator==(const Slit& other) const noexcept {
    return line.from == other.line.from && line.along == other.line.along && line.span == other.line.span &&
           origin.from == other.origin.from && origin.to == other.origin.to &&
           origin.offset == other.origin.offset && origin.angle == other.origin.angle &&
           before == other.before && source == other.source;
}

std::optional<RoadTree::Slit::Way> RoadTree::Slit::way_to(Vec2 center, double offset) const noexcept {
    Tangent last;
    double turn = 0;
    if (origin.is_straight()) {
        const MeshLine exit = MeshLine::between(origin.from, origin.to);
        const Vec2 normal = perpendicular(exit.along);
        const double sign = dot(line.at(line.span / 2) - origin.from, normal) > 0 ? 1 : -1;
        last.direction = normal * sign;
        last.to = center - perpendicular(last.direction) * offset;
        last.length = dot(last.to - origin.from, last.direction);
        const double place = exit.place_of(last.to);
        if (place < 0 || place > exit.span) return std::nullopt;
        last.from = exit.at(place);
    } else {
        last = tangent(origin.from, origin.offset, center, offset);
        if (origin.offset != 0 && last.exists()) {
            turn = wrapped(wrapped(angle_of(last.direction) - origin.angle) * (origin.offset > 0 ? 1 : -1));
            if (turn < 0) turn = turn > -4 * turn_tolerance ? 0 : turn + 2 * std::numbers::pi;
        }
    }
    if (!last.exists()) return std::nullopt;
    const std::optional<double> place = line.crossing(last.from, last.to);
    if (!place || *place < -place_tolerance || *place > line.span + place_tolerance) return std::nullopt;
    return Way{line.at(std::clamp(*place, 0.0, line.span)), last.to, last.direction,
               before + std::abs(origin.offset) * turn + last.length};
}

void RoadTree::add_slit_legs(const DiscCheck& check, const Roadmap::Roads& roads, const Slit& slit) {
    for (std::uint32_t end = 0; end < 2 * roads.corners.size(); ++end) {
        if (roads.corner(end).spoke == none) continue;
        const Approach& approach = roads.approaches[end];
        const auto way = slit.way_to(approach.center, approach.offset);
        if (!way || (!approach.is_pillar && !approach.is_taut(way->direction, 1))) continue;
        const TriangleIndex seed = Triangulation::triangle_of(roads.corner(end).spoke);
        if (!check.segment_is_free(seed, way->begins, way->arrives, roads.radius)) continue;
        const double walked = distance(way->begins, way->arrives);
        legs_.push_back({{way->arrives, way->direction, walked, end}, way->begins, slit.source, way->length});
    }
}

/// Asks who is seen from the places of one line. A line is cut where what sees it may change: where tangents
/// to other corners, carried on, cross it.
class RoadTree::Sights {
  public:
    Sights(const RoadTree& tree, const MeshView& view, const Roadmap::Roads& roads, const MeshLine& line,
           FloodScratch& flood, std::vector<TreeCandidate>& scratch)
        : tree_(tree), view_(view), roads_(roads), line_(line), check_(view, flood), moves_(check_, roads) {
        for (int i = 0; i < cells; ++i) {
            const Vec2 p = line_.at(middle_of(i));
            nearest_[i] =
                tree_.find(view, roads, view.mesh().locate(view.to_metres(p)), p, flood, scratch).length;
        }
    }

    [[nodiscard]] std::vector<EdgePart> parts(const Seer& seer) {
        find_cuts(seer);
        std::vector<EdgePart> parts;
        Gap before{0, 0, Sight::far};
        for (std::size_t i = 0; i + 1 < cuts_.size(); ++i) {
            if (cuts_[i + 1] - cuts_[i] <= place_tolerance) continue;
            const Gap gap{cuts_[i], cuts_[i + 1], look(seer, cuts_[i], cuts_[i + 1])};
            if (gap.sight == Sight::free) {
                const bool goes_on = before.sight == Sight::free;
                if (!goes_on)
                    parts.push_back(
                        {before.sight == Sight::blocked ? border(seer, gap, before) : gap.low, 0});
                parts.back().high = gap.high;
            } else if (before.sight == Sight::free && gap.sight == Sight::blocked) {
                parts.back().high = border(seer, before, gap);
            }
            before = gap;
        }
        return parts;
    }

  private:
    enum class Sight { far, free, blocked };
    struct Gap {
        double low;
        double high;
        Sight sight;
        [[nodiscard]] double middle() const noexcept { return (low + high) / 2; }
    };
    static constexpr int cells = 16;

    [[nodiscard]] double middle_of(int cell) const noexcept { return line_.span * (cell + 0.5) / cells; }

    void cut(Vec2 through, Vec2 direction) {
        const double facing = cross(direction, line_.along);
        if (facing == 0) return;
        const double place = cross(direction, through - line_.from) / facing;
        if (place > 0 && place < line_.span) cuts_.push_back(place);
    }
    void find_cuts(const Seer& seer) {
        cuts_.clear();
        for (int i = 0; i <= cells; ++i) cuts_.push_back(line_.span * i / cells);
        if (seer.kind == Seer::Kind::label) {
            const TreeLabel& label = tree_.labels_[seer.index];
            cut(label.arrives, unit_vector(label.angle));
            for (const Road& road : roads_.end(label.end).roads) cut(road.arrives, moves_.direction(road));
        } else {
            const std::uint32_t source = seer.kind == Seer::Kind::slit ? tree_.slits_[seer.index].source
                                                                       : tree_.goals_[seer.index].source;
            for (const FirstLeg& first : tree_.legs_)
                if (first.source == source) cut(first.leg.arrives, first.leg.direction);
            if (seer.kind == Seer::Kind::slit) cut_beside(tree_.slits_[seer.index]);
            if (seer.kind == Seer::Kind::goal)
                cut_square(tree_.goals_[seer.index].from, tree_.goals_[seer.index].to);
        }
        std::sort(cuts_.begin(), cuts_.end());
    }

    /// Where what comes by the ends of a slit gets to.
    void cut_beside(const Slit& slit) {
        for (const Vec2 end : {slit.line.from, slit.line.at(slit.line.span)}) {
            if (slit.origin.is_straight())
                cut(end, perpendicular(slit.origin.to - slit.origin.from));
            else if (const Tangent by = tangent(slit.origin.from, slit.origin.offset, end, 0); by.exists())
                cut(end, by.direction);
        }
        cut_square(slit.origin.from, slit.origin.to);
    }
    /// Where what leaves the ends of a straight exit at right angles gets to.
    void cut_square(Vec2 from, Vec2 to) {
        if (from == to) return;
        cut(from, perpendicular(to - from));
        cut(to, perpendicular(to - from));
    }

    [[nodiscard]] TreeCandidate reach(const Seer& seer, Vec2 p) const {
        TreeCandidate found{infinity, none, none, {}, 0};
        if (seer.kind == Seer::Kind::label) {
            found.label = seer.index;
            found.turn = -1;
            bool is_free = false;
            (void)tree_.settle(view_, moves_, roads_, found, none, p, is_free);
            if (found.turn < 0) found.length = infinity;
            return found;
        }
        if (seer.kind == Seer::Kind::slit) {
            const Slit& slit = tree_.slits_[seer.index];
            if (const auto way = slit.way_to(p, 0)) found = {way->length, none, slit.source, way->begins, 0};
            return found;
        }
        const Goal& goal = tree_.goals_[seer.index];
        Vec2 at = seer.kind == Seer::Kind::end_of_goal ? goal.to : goal.from;
        if (seer.kind == Seer::Kind::goal && !(goal.from == goal.to)) {
            at = nearest_point(goal.from, goal.to, p);
            if (at == goal.from || at == goal.to) return found;
        }
        return {goal.before + distance(at, p), none, goal.source, at, 0};
    }
    [[nodiscard]] bool sees(const Seer& seer, double place) const {
        const Vec2 p = line_.at(place);
        TreeCandidate found = reach(seer, p);
        if (found.length == infinity) return false;
        const TriangleIndex seed = view_.free_triangle(view_.mesh().locate(view_.to_metres(p)));
        bool is_free = false;
        return seed != none && tree_.settle(view_, moves_, roads_, found, seed, p, is_free) && is_free;
    }
    /// Lengths grow by no more than the way along the line.
    [[nodiscard]] Sight look(const Seer& seer, double low, double high) const {
        const double middle = (low + high) / 2;
        const int cell = std::clamp(static_cast<int>(middle / line_.span * cells), 0, cells - 1);
        const double most = nearest_[cell] + std::abs(middle - middle_of(cell)) + (high - low);
        if (reach(seer, line_.at(middle)).length > most + place_tolerance) return Sight::far;
        return sees(seer, middle) ? Sight::free : Sight::blocked;
    }
    /// Between neighbours, where the sight ends: at the cut, unless something else is in the way.
    [[nodiscard]] double border(const Seer& seer, const Gap& free, const Gap& blocked) const {
        const double at_cut = free.low >= blocked.high ? free.low : free.high;
        double inside = free.middle(), outside = blocked.middle();
        const double beside = 1e-3;
        if (sees(seer, at_cut + (inside - at_cut) * beside) &&
            !sees(seer, at_cut + (outside - at_cut) * beside))
            return at_cut;
        for (int i = 0; i < 50; ++i) {
            const double half = (inside + outside) / 2;
            (sees(seer, half) ? inside : outside) = half;
        }
        return inside;
    }

    const RoadTree& tree_;
    const MeshView& view_;
    const Roadmap::Roads& roads_;
    const MeshLine& line_;
    DiscCheck check_;
    RoadMoves moves_;
    double nearest_[cells];
    std::vector<double> cuts_;
};

void RoadTree::list_sightings(const MeshView& view, const Roadmap::Roads& roads, const MeshLine& line,
                              FloodScratch& flood, std::vector<TreeCandidate>& scratch,
                              std::vector<MapSource>& list) const {
    Sights sights(*this, view, roads, line, flood, scratch);
    const auto add = [&](const Seer& seer, const MapOrigin& origin, double length, std::uint32_t source) {
        for (const EdgePart& part : sights.parts(seer))
            list.push_back({view.to_metres(line.at(part.low)), view.to_metres(line.at(part.high)),
                            length * view.unit(),
                            MapOrigin{view.to_metres(origin.from), view.to_metres(origin.to),
                                      origin.offset * view.unit(), origin.angle, source}});
    };
    using Kind = Seer::Kind;
    for (std::uint32_t i = 0; i < goals_.size(); ++i) {
        const Goal& goal = goals_[i];
        add({Kind::goal, i}, {goal.from, goal.to}, goal.before, goal.source);
        if (goal.from == goal.to) continue;
        add({Kind::begin_of_goal, i}, {goal.from, goal.from}, goal.before, goal.source);
        add({Kind::end_of_goal, i}, {goal.to, goal.to}, goal.before, goal.source);
    }
    for (std::uint32_t i = 0; i < slits_.size(); ++i)
        add({Kind::slit, i}, slits_[i].origin, slits_[i].before, slits_[i].source);
    std::vector<TriangleIndex> triangles;
    StampedSet seen;
    find_triangles_along(view, line, seen, triangles);
    seen.resize(std::max(labels_.size(), view.mesh().triangle_bound() + std::size_t{0}));
    seen.clear();
    for (const TriangleIndex t : triangles) {
        if (view.mesh().is_blocked(t)) continue;
        for (const std::uint32_t end : roads.watchers[t])
            for (std::uint32_t i = labels_at_[end / 2]; i != none; i = labels_[i].next_there) {
                if (labels_[i].end != end || !seen.insert(i)) continue;
                const Vec2 center = roads.corner(end).center;
                const double side = roads.radius * Roadmap::Roads::side_of(end);
                add({Kind::label, i}, {center, center, side, labels_[i].angle}, labels_[i].length,
                    labels_[i].source);
            }
    }
}

}  // namespace wend::mesh
