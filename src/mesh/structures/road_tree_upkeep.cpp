#include <algorithm>

#include "mesh/structures/road_tree.hpp"

namespace wend::mesh {

namespace {

bool has_road(const std::vector<Road>& roads, const Road& wanted) {
    return std::any_of(roads.begin(), roads.end(), [&](const Road& road) {
        return road.to == wanted.to && road.angle == wanted.angle && road.arrives == wanted.arrives;
    });
}

}  // namespace

void RoadTree::repair(const MeshView& view, const Roadmap::Roads& roads,
                      const std::vector<MapSource>& sources, FloodScratch& flood) {
    std::vector<Goal> goals;
    std::vector<Slit> slits;
    for (std::uint32_t i = 0; i < sources.size(); ++i)
        append_goals(view, roads.radius, sources[i], i, goals, slits);
    if (roads.news.is_all || goals != goals_ || slits != slits_) return grow(view, roads, sources, flood);
    const DiscCheck check(view, flood);
    const RoadMoves moves(check, roads);
    prepare(roads);
    for (const std::uint32_t corner : roads.news.corners) forget_labels_at(corner);
    for (const RoadNews::End& end : roads.news.ends) forget_lost_roads(roads, end.number);
    legs_.clear();
    find_all_legs(view, moves, check, roads, 0, 0);
    confirm_legs();
    push_to_bereaved(roads);
    for (const RoadNews::End& end : roads.news.ends)
        for (std::uint32_t id = labels_at_[end.number / 2]; id != none; id = labels_[id].next_there)
            if (labels_[id].end == end.number)
                push_roads(roads, id, [&](const Road& road) { return !has_road(end.before, road); });
    spread(moves, roads);
    settle(moves, roads);
}

void RoadTree::add_source(const MeshView& view, const Roadmap::Roads& roads, const MapSource& source,
                          std::uint32_t index, FloodScratch& flood) {
    const DiscCheck check(view, flood);
    const RoadMoves moves(check, roads);
    prepare(roads);
    const std::size_t goals = goals_.size(), slits = slits_.size();
    append_goals(view, roads.radius, source, index, goals_, slits_);
    const auto first = static_cast<std::uint32_t>(legs_.size());
    find_all_legs(view, moves, check, roads, goals, slits);
    for (std::uint32_t i = first; i < legs_.size(); ++i) push_leg(i);
    spread(moves, roads);
    settle(moves, roads);
}

/// Forgets labels that better ones have overtaken. What came of them may be what kept others away, which
/// have another try.
void RoadTree::settle(const RoadMoves& moves, const Roadmap::Roads& roads) {
    for (;;) {
        bereaved_.clear();
        bereaved_list_.clear();
        if (!forget_overtaken(moves, roads)) return;
        made_.clear();
        for (std::uint32_t i = 0; i < legs_.size(); ++i)
            if (bereaved_.has(legs_[i].leg.end / 2)) push_leg(i);
        push_to_bereaved(roads);
        spread(moves, roads);
    }
}

/// A road to an end leads, backwards, from the corner's other side to the other side of where it begins.
void RoadTree::push_to_bereaved(const Roadmap::Roads& roads) {
    for (const std::uint32_t corner : bereaved_list_)
        for (const std::uint32_t end : {2 * corner, 2 * corner + 1})
            for (const Road& back : roads.end(end ^ 1).roads) {
                const std::uint32_t from = back.to ^ 1;
                for (std::uint32_t id = labels_at_[from / 2]; id != none; id = labels_[id].next_there)
                    if (labels_[id].end == from)
                        push_roads(roads, id, [&](const Road& road) { return road.to == end; });
            }
}

void RoadTree::bereave(std::uint32_t corner) {
    if (bereaved_.insert(corner)) bereaved_list_.push_back(corner);
}

void RoadTree::forget_labels_at(std::uint32_t corner) {
    bereave(corner);
    while (labels_at_[corner] != none) {
        unlink(labels_at_[corner]);
        forget(labels_at_[corner]);
    }
}

/// From its parent's children.
void RoadTree::unlink(std::uint32_t id) {
    const TreeLabel& label = labels_[id];
    if (label.parent == none) return;
    std::uint32_t* link = &labels_[label.parent].first_child;
    while (*link != id) link = &labels_[*link].next_sibling;
    *link = label.next_sibling;
}

/// With all that came of it.
void RoadTree::forget(std::uint32_t id) {
    while (labels_[id].first_child != none) {
        const std::uint32_t child = labels_[id].first_child;
        labels_[id].first_child = labels_[child].next_sibling;
        forget(child);
    }
    const std::uint32_t corner = labels_[id].end / 2;
    bereave(corner);
    std::uint32_t* link = &labels_at_[corner];
    while (*link != id) link = &labels_[*link].next_there;
    *link = labels_[id].next_there;
    labels_[id] = {};
    labels_[id].is_alive = false;
    free_labels_.push_back(id);
}

/// What came from an end by roads that it no longer has.
void RoadTree::forget_lost_roads(const Roadmap::Roads& roads, std::uint32_t end) {
    const std::vector<Road>& leaving = roads.end(end).roads;
    for (std::uint32_t id = labels_at_[end / 2]; id != none; id = labels_[id].next_there) {
        if (labels_[id].end != end) continue;
        for (std::uint32_t child = labels_[id].first_child; child != none;) {
            const TreeLabel& made = labels_[child];
            const std::uint32_t next = made.next_sibling;
            if (!has_road(leaving, {made.arrives, 0, made.angle, made.end})) {
                unlink(child);
                forget(child);
            }
            child = next;
        }
    }
}

/// Labels that begin with a leg that there no longer is are forgotten; legs without a label are new.
void RoadTree::confirm_legs() {
    for (std::uint32_t i = 0; i < legs_.size(); ++i) {
        const FirstLeg& first = legs_[i];
        bool is_known = false;
        for (std::uint32_t id = labels_at_[first.leg.end / 2]; id != none; id = labels_[id].next_there) {
            TreeLabel& label = labels_[id];
            if (label.parent != none || label.end != first.leg.end || label.source != first.source ||
                !(label.arrives == first.leg.arrives) || label.length != first.length ||
                !(label.begins == first.begins))
                continue;
            label.is_confirmed = is_known = true;
        }
        if (!is_known) push_leg(i);
    }
    std::sort(roots_.begin(), roots_.end());
    roots_.erase(std::unique(roots_.begin(), roots_.end()), roots_.end());
    std::erase_if(roots_, [&](std::uint32_t id) {
        TreeLabel& label = labels_[id];
        if (!label.is_alive || label.parent != none) return true;
        const bool is_gone = !label.is_confirmed;
        label.is_confirmed = false;
        if (is_gone) forget(id);
        return is_gone;
    });
}

/// True when there were any.
bool RoadTree::forget_overtaken(const RoadMoves& moves, const Roadmap::Roads& roads) {
    bool has_forgotten = false;
    for (const std::uint32_t better : made_) {
        if (!labels_[better].is_alive) continue;
        for (std::uint32_t id = labels_at_[labels_[better].end / 2]; id != none;) {
            const bool is_worse = id != better && labels_[better].length < labels_[id].length &&
                                  overtakes(moves, roads, labels_[better], labels_[id]);
            if (!is_worse) {
                id = labels_[id].next_there;
                continue;
            }
            unlink(id);
            forget(id);
            has_forgotten = true;
            id = labels_at_[labels_[better].end / 2];  // others of the corner may have gone with it
        }
    }
    return has_forgotten;
}

}  // namespace wend::mesh
