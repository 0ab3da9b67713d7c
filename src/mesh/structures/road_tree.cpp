#include "mesh/structures/road_tree.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "mesh/structures/free_parts.hpp"
#include "mesh/tangent.hpp"
#include "mesh/tangent_search.hpp"

namespace wend::mesh {

namespace {

struct LaterCandidate {
    bool operator()(const TreeCandidate& a, const TreeCandidate& b) const noexcept {
        if (a.length != b.length) return a.length > b.length;
        return a.label != b.label ? a.label > b.label : a.source > b.source;
    }
};

}  // namespace

void RoadTree::prepare(const Roadmap::Roads& roads) {
    steps_.clear();
    open_.clear();
    made_.clear();
    labels_at_.resize(roads.corners.size(), none);
    bereaved_.resize(roads.corners.size());
    bereaved_.clear();
    bereaved_list_.clear();
    all_ends_.resize(2 * roads.corners.size());
    for (; end_count_ < 2 * roads.corners.size(); ++end_count_) all_ends_.insert(end_count_);
}

void RoadTree::grow(const MeshView& view, const Roadmap::Roads& roads, const std::vector<MapSource>& sources,
                    FloodScratch& flood) {
    const DiscCheck check(view, flood);
    const RoadMoves moves(check, roads);
    labels_.clear();
    free_labels_.clear();
    roots_.clear();
    labels_at_.clear();
    legs_.clear();
    prepare(roads);
    goals_.clear();
    slits_.clear();
    for (std::uint32_t i = 0; i < sources.size(); ++i)
        append_goals(view, roads.radius, sources[i], i, goals_, slits_);
    find_all_legs(view, moves, check, roads, 0, 0);
    for (std::uint32_t i = 0; i < legs_.size(); ++i) push_leg(i);
    spread(moves, roads);
}

void RoadTree::spread(const RoadMoves& moves, const Roadmap::Roads& roads) {
    while (!open_.empty()) {
        const Step step = steps_[open_.top().id];
        open_.pop();
        ++work_;
        if (make_label(moves, roads, step)) push_roads(roads, made_.back(), [](const Road&) { return true; });
    }
}

void RoadTree::find_all_legs(const MeshView& view, const RoadMoves& moves, const DiscCheck& check,
                             const Roadmap::Roads& roads, std::size_t first_goal, std::size_t first_slit) {
    for (std::size_t i = first_goal; i < goals_.size(); ++i) find_legs(view, moves, check, roads, goals_[i]);
    for (std::size_t i = first_slit; i < slits_.size(); ++i) add_slit_legs(check, roads, slits_[i]);
}

void RoadTree::find_legs(const MeshView& view, const RoadMoves& moves, const DiscCheck& check,
                         const Roadmap::Roads& roads, const Goal& goal) {
    add_legs(view, moves, roads, goal, goal.from);
    if (goal.from == goal.to) return;
    add_legs(view, moves, roads, goal, goal.to);
    add_square_legs(check, roads, goal);
}

void RoadTree::push_leg(std::uint32_t leg) {
    push({legs_[leg].length, 0, none, leg});
}

void RoadTree::push(const Step& step) {
    open_.push(step.length, static_cast<std::uint32_t>(steps_.size()));
    steps_.push_back(step);
}

void RoadTree::append_goals(const MeshView& view, double radius, const MapSource& source, std::uint32_t index,
                            std::vector<Goal>& goals, std::vector<Slit>& slits) {
    const Vec2 from = view.to_lattice(source.from), to = view.to_lattice(source.to);
    const double before = source.length / view.unit();
    if (source.beyond) {
        const MapOrigin& far = *source.beyond;
        const MapOrigin origin{view.to_lattice(far.from), view.to_lattice(far.to), far.offset / view.unit(),
                               far.angle};
        slits.push_back({MeshLine::between(from, to), origin, before, index});
        return;
    }
    if (source.is_point()) {
        goals.push_back({from, from, before, index});
        return;
    }
    for (const EdgePart& part : free_parts(view, radius, from, to))
        goals.push_back({lerp(from, to, part.low), lerp(from, to, part.high), before, index});
}

void RoadTree::add_legs(const MeshView& view, const RoadMoves& moves, const Roadmap::Roads& roads,
                        const Goal& goal, Vec2 at) {
    const Location where = view.mesh().locate(view.to_metres(at));
    const TriangleIndex seed = view.free_triangle(where);
    if (seed == none || roads.corners.empty() || !moves.has_room(seed, at)) return;
    for (const RoughLeg& rough : moves.legs(view, where, at, all_ends_, leg_scratch_)) {
        const Leg leg = moves.leg(rough);
        if (!moves.is_free(leg, seed, at)) continue;
        legs_.push_back({leg, at, goal.source, goal.before + leg.length});
    }
}

/// From within a straight exit paths leave at right angles.
void RoadTree::add_square_legs(const DiscCheck& check, const Roadmap::Roads& roads, const Goal& goal) {
    const double span = distance(goal.from, goal.to);
    const Vec2 along = (goal.to - goal.from) / span;
    for (std::uint32_t end = 0; end < 2 * roads.corners.size(); ++end) {
        if (roads.corner(end).spoke == none) continue;
        const Approach& approach = roads.approaches[end];
        for (const int sign : {-1, +1}) {
            const Vec2 direction = perpendicular(along) * sign;
            const Vec2 arrives = approach.center - perpendicular(direction) * approach.offset;
            const double place = dot(arrives - goal.from, along);
            const double length = dot(arrives - goal.from, direction);
            if (place < 0 || place > span || length < 0) continue;
            if (!approach.is_pillar && !approach.is_taut(direction, 1)) continue;
            const Vec2 begins = goal.from + along * place;
            const TriangleIndex seed = Triangulation::triangle_of(roads.corner(end).spoke);
            if (!check.segment_is_free(seed, begins, arrives, roads.radius)) continue;
            legs_.push_back({{arrives, direction, length, end}, begins, goal.source, goal.before + length});
        }
    }
}

bool RoadTree::make_label(const RoadMoves& moves, const Roadmap::Roads& roads, const Step& step) {
    TreeLabel made;
    made.length = step.length;
    made.parent = step.label;
    if (step.label == none) {
        const FirstLeg& first = legs_[step.target];
        made.arrives = first.leg.arrives;
        made.angle = angle_of(first.leg.direction);
        made.end = first.leg.end;
        made.source = first.source;
        made.begins = first.begins;
    } else {
        const TreeLabel& before = labels_[step.label];
        const Road& road = roads.end(before.end).roads[step.target];
        made.arrives = road.arrives;
        made.angle = road.angle;
        made.end = road.to;
        made.source = before.source;
        made.begins = before.begins;
    }
    if (is_dominated(moves, roads, made.end, made.angle, made.length)) return false;
    if (step.label != none) {
        TreeLabel& before = labels_[step.label];
        if (!moves.may_turn(before.end, before.angle, before.arrives, step.turn, before.sweep)) return false;
    }
    std::uint32_t id = static_cast<std::uint32_t>(labels_.size());
    if (free_labels_.empty()) {
        labels_.emplace_back();
    } else {
        id = free_labels_.back();
        free_labels_.pop_back();
    }
    if (made.parent != none)
        made.next_sibling = std::exchange(labels_[made.parent].first_child, id);
    else
        roots_.push_back(id);
    made.next_there = std::exchange(labels_at_[made.end / 2], id);
    labels_[id] = made;
    made_.push_back(id);
    return true;
}

bool RoadTree::is_dominated(const RoadMoves& moves, const Roadmap::Roads& roads, std::uint32_t end,
                            double angle, double length) {
    TreeLabel worse;
    worse.end = end;
    worse.angle = angle;
    worse.length = length;
    for (std::uint32_t i = labels_at_[end / 2]; i != none; i = labels_[i].next_there)
        if (overtakes(moves, roads, labels_[i], worse)) return true;
    return false;
}

/// Another path to the corner gets to where this one arrives, along the circle, no later.
bool RoadTree::overtakes(const RoadMoves& moves, const Roadmap::Roads& roads, TreeLabel& better,
                         const TreeLabel& worse) const {
    const bool is_same_side = better.end == worse.end;
    const double saved = worse.length - better.length - (is_same_side ? 0 : late_tolerance);
    if (saved < 0) return false;
    const double turn = wrapped(worse.angle - better.angle + (is_same_side ? 0 : std::numbers::pi));
    if (roads.radius * std::abs(turn) > saved) return false;
    return roads.corners[worse.end / 2].is_roomy ||
           moves.surely_turns(better.end, better.angle, turn, better.sweep);
}

void RoadTree::offer_straight(Vec2 p, std::vector<TreeCandidate>& offers) const {
    for (const Goal& goal : goals_) {
        const bool is_point = goal.from == goal.to;
        const Vec2 nearest = is_point ? goal.from : nearest_point(goal.from, goal.to, p);
        offers.push_back({goal.before + distance(nearest, p), none, goal.source, nearest, 0});
        if (is_point) continue;
        for (const Vec2 tip : {goal.from, goal.to})
            if (!(tip == nearest))
                offers.push_back({goal.before + distance(tip, p), none, goal.source, tip, 0});
    }
    for (const Slit& slit : slits_)
        if (const auto way = slit.way_to(p, 0))
            offers.push_back({way->length, none, slit.source, way->begins, 0});
}

TreeCandidate RoadTree::find(const MeshView& view, const Roadmap::Roads& roads, const Location& at, Vec2 p,
                             FloodScratch& flood, std::vector<TreeCandidate>& scratch) const {
    const DiscCheck check(view, flood);
    const RoadMoves moves(check, roads);
    const TriangleIndex seed = view.free_triangle(at);
    scratch.clear();
    offer_straight(p, scratch);
    view.for_each_touching(at, [&](TriangleIndex t) {
        for (const std::uint32_t end : roads.watchers[t]) {
            const double squared = squared_length(roads.corner(end).center - p);
            const double rest = squared - roads.radius * roads.radius;
            if (rest < 0) continue;
            for (std::uint32_t i = labels_at_[end / 2]; i != none; i = labels_[i].next_there)
                if (labels_[i].end == end)
                    scratch.push_back({labels_[i].length + std::sqrt(rest), i, none, {}, -1});
        }
    });
    std::make_heap(scratch.begin(), scratch.end(), LaterCandidate{});
    while (!scratch.empty()) {
        std::pop_heap(scratch.begin(), scratch.end(), LaterCandidate{});
        TreeCandidate candidate = scratch.back();
        scratch.pop_back();
        bool is_free = false;
        if (!settle(view, moves, roads, candidate, seed, p, is_free)) {
            if (candidate.turn < 0) continue;
            scratch.push_back(candidate);
            std::push_heap(scratch.begin(), scratch.end(), LaterCandidate{});
        } else if (is_free) {
            return candidate;
        }
    }
    return {std::numeric_limits<double>::infinity(), none, none, {}, -1};
}

/// True when it is known whether the path is free; false when its length has only now been found, or, with no
/// turn, that there is none.
bool RoadTree::settle(const MeshView& view, const RoadMoves& moves, const Roadmap::Roads& roads,
                      TreeCandidate& candidate, TriangleIndex seed, Vec2 p, bool& is_free) const {
    if (candidate.label == none) {
        const TriangleIndex there = view.free_triangle(view.mesh().locate(view.to_metres(candidate.leaves)));
        is_free = there != none && moves.has_room(there, candidate.leaves) &&
                  moves.is_in_sight(seed, p, candidate.leaves);
        return true;
    }
    const TreeLabel& label = labels_[candidate.label];
    const RoadCorner& corner = roads.corner(label.end);
    const int side = Roadmap::Roads::side_of(label.end);
    if (candidate.turn < 0) {
        const Tangent last = tangent(corner.center, roads.radius * side, p, 0);
        candidate.turn =
            last.exists() ? allowed_turn(corner, side, label.angle, angle_of(last.direction)) : -1;
        candidate.length = label.length + roads.radius * candidate.turn + last.length;
        candidate.leaves = last.from;
        return false;
    }
    FreeSweep sweep = label.sweep;
    is_free = moves.may_turn(label.end, label.angle, label.arrives, candidate.turn, sweep) &&
              moves.is_free(moves.leg(moves.rough_leg(p, label.end ^ 1)), seed, p);
    return true;
}

void RoadTree::list_turns(const Roadmap::Roads& roads, const TreeCandidate& found, Vec2 p,
                          std::vector<Turn>& turns) const {
    turns.assign(1, {p, 0, none});
    Vec2 begins = found.leaves;
    for (std::uint32_t i = found.label; i != none; i = labels_[i].parent) {
        const RoadCorner& corner = roads.corner(labels_[i].end);
        turns.push_back({corner.center, -Roadmap::Roads::side_of(labels_[i].end), corner.spoke});
        begins = labels_[i].begins;
    }
    turns.push_back({begins, 0, none});
}

}  // namespace wend::mesh
