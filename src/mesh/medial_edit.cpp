// Edits of a medial axis, as local as the axis itself [DPA §V, van Toll, Cook and Geraerts 2012].
//
// The cells of the Voronoi diagram that an edit changes belong to *affected* sites: walls that come, what
// borders on them then, what bordered on walls that went. A site's cell follows from its neighbours alone:
// from the foot of a point outside the cell one walks towards that point, and at the cell's border meets a
// neighbour that is nearer from there on. So the diagram of the affected sites and their neighbours has the
// affected cells exactly, and edges of the axis with an affected site on either hand are replaced by those of
// that small diagram. New neighbours of old sites are among the affected: cells shrink where walls come, and
// where walls go the gap is filled by what bordered on it.
//
// What borders on walls that come is found in the old axis, from cell to cell (medial_reach.hpp).

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <tuple>

#include "mesh/medial_data.hpp"
#include "mesh/medial_reach.hpp"

namespace wend::mesh {
namespace {

using Numbers = MedialAxis::Data::Numbers;

/// Metres within which vertices of the small diagram and of the axis are the same one.
constexpr double same_place = 1e-7;

void make_set(std::vector<std::uint32_t>& list) {
    std::ranges::sort(list);
    list.erase(std::unique(list.begin(), list.end()), list.end());
}
bool is_in(const std::vector<std::uint32_t>& set, std::uint32_t value) {
    return std::ranges::binary_search(set, value);
}

std::uint32_t find_wall(const MedialAxis::Data& data, const MedialWall& wall) {
    const auto entry = data.end_numbers.find(wall.from);
    if (entry == data.end_numbers.end()) return medial_end;
    for (const std::uint32_t number : data.walls_at[entry->second]) {
        const MedialWall& other = data.walls[number];
        if ((other.from == wall.from && other.to == wall.to) ||
            (other.from == wall.to && other.to == wall.from))
            return number;
    }
    return medial_end;
}

class MedialEditor {
  public:
    explicit MedialEditor(MedialAxis::Data& data) : data_(data) {}

    Status check(std::span<const MedialWall> removed, std::span<const MedialWall> added);
    void run(std::span<const MedialWall> added, MedialChange* change);

  private:
    struct OldEdge {
        MedialEdge edge;
        MedialCurve curve;
        bool can_return;  ///< both sites are still there
        bool has_returned;
    };

    void take_edges(MedialSite site, bool can_return);
    void take_removed_walls();
    void add_neighbours(MedialSite site, Numbers& sites) const;
    void take_sites_of(const Numbers& walls);
    [[nodiscard]] Numbers walls_of_sites(const Numbers& sites) const;
    void rebuild();
    std::uint32_t vertex_at(Vec2 p, MedialSite near);
    void place_edge(MedialEdge edge, const MedialCurve& curve);
    void free_lonely_vertices();
    void report(MedialChange& change);

    MedialAxis::Data& data_;
    Numbers gone_;      ///< numbers of walls to be removed
    Numbers affected_;  ///< sites
    std::vector<OldEdge> old_edges_;
    std::vector<std::pair<double, std::uint32_t>> touched_;  ///< vertices of old edges, by x
    Numbers placed_;                                         ///< edges that are new
};

Status MedialEditor::check(std::span<const MedialWall> removed, std::span<const MedialWall> added) {
    for (const MedialWall& wall : removed) {
        const std::uint32_t number = find_wall(data_, wall);
        if (number == medial_end)
            return Status::invalid_input("removed wall from (" + std::to_string(wall.from.x) + ", " +
                                         std::to_string(wall.from.y) +
                                         "): found none like it, expected a wall " + "of the axis");
        gone_.push_back(number);
    }
    make_set(gone_);
    std::vector<MedialWall> there(added.begin(), added.end());
    Box2 box;
    for (const MedialWall& wall : added)
        for (const LatticePoint p : {wall.from, wall.to}) {
            if (!data_.index.bounds().contains(data_.lattice.metres(p)))
                return Status::invalid_input("added wall at (" + std::to_string(p.x) + ", " +
                                             std::to_string(p.y) +
                                             "): expected a place within the bounds of the first walls");
            box.add(data_.lattice.metres(p));
        }
    if (added.empty()) return Status::ok();
    Numbers near;
    data_.index.for_each_near(box, [&](std::uint32_t wall) { near.push_back(wall); });
    make_set(near);
    for (const std::uint32_t wall : near)
        if (!is_in(gone_, wall)) there.push_back(data_.walls[wall]);
    return check_medial_walls(there);
}

/// Takes the edges of a site off the axis and notes what borders on it.
void MedialEditor::take_edges(MedialSite site, bool can_return) {
    for (const std::uint32_t number : Numbers(data_.edges_of(site))) {
        const MedialEdge& edge = data_.edges[number];
        old_edges_.push_back({edge, data_.curves[number], can_return, false});
        for (const std::uint32_t v : {edge.from, edge.to})
            touched_.emplace_back(data_.vertices[v].position.x, v);
        data_.remove_edge(number);
    }
}

void MedialEditor::add_neighbours(MedialSite site, Numbers& sites) const {
    for (const std::uint32_t number : data_.edges_of(site)) {
        sites.push_back(data_.edges[number].left);
        sites.push_back(data_.edges[number].right);
    }
}

/// What bordered on walls that go is affected, and so are their ends and other walls there.
void MedialEditor::take_removed_walls() {
    Numbers gone_sites;
    for (const std::uint32_t wall : gone_) {
        gone_sites.push_back(wall);
        for (const LatticePoint p : {data_.walls[wall].from, data_.walls[wall].to})
            gone_sites.push_back(data_.site_at(p));
    }
    make_set(gone_sites);
    for (const MedialSite site : gone_sites) add_neighbours(site, affected_);
    for (const MedialSite site : gone_sites) take_edges(site, false);
    std::vector<LatticePoint> ends;
    for (const std::uint32_t wall : gone_) {
        ends.insert(ends.end(), {data_.walls[wall].from, data_.walls[wall].to});
        data_.remove_wall(wall);
    }
    std::erase_if(affected_, [&](MedialSite site) { return is_in(gone_sites, site); });
    for (const LatticePoint p : ends) {
        const auto entry = data_.end_numbers.find(p);
        if (entry == data_.end_numbers.end()) continue;
        affected_.push_back(entry->second | medial_end);
        for (const std::uint32_t wall : data_.walls_at[entry->second]) affected_.push_back(wall);
    }
}

/// Of walls that have come: they, their ends and other walls there are affected.
void MedialEditor::take_sites_of(const Numbers& walls) {
    for (const std::uint32_t wall : walls) {
        affected_.push_back(wall);
        for (const LatticePoint p : {data_.walls[wall].from, data_.walls[wall].to}) {
            affected_.push_back(data_.site_at(p));
            for (const std::uint32_t other : data_.walls_at[data_.end_numbers.at(p)])
                affected_.push_back(other);
        }
    }
}

Numbers MedialEditor::walls_of_sites(const Numbers& sites) const {
    Numbers walls;
    for (const MedialSite site : sites)
        if (data_.is_end(site))
            walls.insert(walls.end(), data_.walls_at[data_.end_of(site)].begin(),
                         data_.walls_at[data_.end_of(site)].end());
        else
            walls.push_back(site);
    make_set(walls);
    return walls;
}

std::uint32_t MedialEditor::vertex_at(Vec2 p, MedialSite near) {
    auto at = std::ranges::lower_bound(touched_, std::pair(p.x - same_place, std::uint32_t{0}));
    std::uint32_t best = medial_end;
    double least = same_place;
    for (; at != touched_.end() && at->first <= p.x + same_place; ++at) {
        const double d = distance(data_.vertices[at->second].position, p);
        if (d <= least) std::tie(least, best) = std::tuple(d, at->second);
    }
    if (best != medial_end) return best;
    best = data_.add_vertex({p, distance(p, data_.nearest_on(near, p))});
    touched_.insert(std::ranges::lower_bound(touched_, std::pair(p.x, best)), {p.x, best});
    return best;
}

/// An edge that was there before comes back as it was.
void MedialEditor::place_edge(MedialEdge edge, const MedialCurve& curve) {
    for (OldEdge& old : old_edges_) {
        const MedialEdge& e = old.edge;
        const bool is_same =
            e.from == edge.from && e.to == edge.to && e.left == edge.left && e.right == edge.right;
        const bool is_turned =
            e.from == edge.to && e.to == edge.from && e.left == edge.right && e.right == edge.left;
        if (!old.can_return || old.has_returned || !(is_same || is_turned)) continue;
        old.has_returned = true;
        data_.add_edge(old.edge, old.curve);
        return;
    }
    placed_.push_back(data_.add_edge(edge, curve));
}

void MedialEditor::rebuild() {
    make_set(affected_);
    Numbers sites = affected_;
    for (const MedialSite site : affected_) add_neighbours(site, sites);
    make_set(sites);
    for (const MedialSite site : affected_) take_edges(site, true);
    std::ranges::sort(touched_);
    touched_.erase(std::unique(touched_.begin(), touched_.end()), touched_.end());
    MedialEdge edge;
    MedialCurve curve;
    for (const VoronoiEdge& stretch : voronoi_edges(data_, walls_of_sites(sites))) {
        if (stretch.from == medial_end || stretch.to == medial_end) continue;
        if (!is_in(affected_, stretch.left) && !is_in(affected_, stretch.right)) continue;
        if (!make_medial_edge(data_, stretch, true, edge, curve)) continue;
        edge.from = vertex_at(stretch.from_at, stretch.left);
        edge.to = vertex_at(stretch.to_at, stretch.left);
        place_edge(edge, curve);
    }
}

void MedialEditor::free_lonely_vertices() {
    bool was_widest = false;
    for (const auto& [x, v] : touched_) {
        if (!data_.edges_at[v].empty()) continue;
        was_widest |= data_.vertices[v].clearance >= data_.widest;
        data_.free_vertices.push_back(v);
    }
    if (!was_widest) return;
    data_.widest = 0;
    for (std::uint32_t v = 0; v < data_.vertices.size(); ++v)
        if (!data_.edges_at[v].empty()) data_.widest = std::max(data_.widest, data_.vertices[v].clearance);
}

void MedialEditor::report(MedialChange& change) {
    change = {};
    const auto note = [&](const MedialEdge& edge) {
        for (const std::uint32_t v : {edge.from, edge.to}) {
            change.vertices.push_back(v);
            change.box.add(data_.vertices[v].position);
        }
    };
    for (const OldEdge& old : old_edges_)
        if (!old.has_returned) {
            note(old.edge);
            change.gone.push_back({old.edge.from, old.edge.to, old.edge.length, old.edge.min_clearance});
        }
    for (const std::uint32_t number : placed_) note(data_.edges[number]);
    change.come = placed_;
    make_set(change.vertices);
    make_set(change.come);
}

void MedialEditor::run(std::span<const MedialWall> added, MedialChange* change) {
    take_removed_walls();
    make_set(affected_);
    if (!added.empty()) affected_ = sites_reached(data_, added, affected_);
    Numbers walls;
    for (const MedialWall& wall : added) walls.push_back(data_.add_wall(wall));
    take_sites_of(walls);
    rebuild();
    if (change != nullptr) report(*change);
    free_lonely_vertices();
}

}  // namespace

Status MedialAxis::edit(std::span<const MedialWall> removed, std::span<const MedialWall> added,
                        MedialChange* change) {
    MedialEditor editor(*data_);
    if (Status status = editor.check(removed, added); !status.is_ok()) return status;
    if (removed.size() == data_->walls.size() - data_->free_walls.size() && added.empty())
        return Status::invalid_input("all walls removed: the free space has no medial axis");
    editor.run(added, change);
    return Status::ok();
}

Status MedialAxis::follow(std::span<const MedialWall> walls, MedialChange* change) {
    std::vector<bool> stays(data_->walls.size(), false);
    std::vector<MedialWall> removed, added;
    for (const MedialWall& wall : walls) {
        const std::uint32_t number = find_wall(*data_, wall);
        const bool is_same = number != medial_end && [&] {
            const MedialWall& there = data_->walls[number];
            const bool is_turned = there.from != wall.from;
            return there.free_left == (is_turned ? wall.free_right : wall.free_left) &&
                   there.free_right == (is_turned ? wall.free_left : wall.free_right);
        }();
        if (is_same)
            stays[number] = true;
        else
            added.push_back(wall);
    }
    for (std::uint32_t i = 0; i < stays.size(); ++i)
        if (data_->has_wall[i] && !stays[i]) removed.push_back(data_->walls[i]);
    return edit(removed, added, change);
}

}  // namespace wend::mesh
