#pragma once

#include <map>
#include <span>
#include <vector>

#include "wend/mesh/medial_axis.hpp"

#include "mesh/medial_curve.hpp"
#include "mesh/wall_index.hpp"

namespace wend::mesh {

/// All that a MedialAxis keeps, by number, positions in metres. Numbers that an edit frees are used again.
struct MedialAxis::Data {
    using Numbers = std::vector<std::uint32_t>;

    std::vector<MedialWall> walls;
    std::vector<bool> has_wall;  ///< by number of a wall
    Lattice lattice;
    WallIndex index;
    std::map<LatticePoint, std::uint32_t> end_numbers;
    std::vector<LatticePoint> ends;
    std::vector<Numbers> walls_at;  ///< by end; none: the number is free
    std::vector<MedialVertex> vertices;
    std::vector<Numbers> edges_at;  ///< by vertex; none: the number is free
    std::vector<MedialEdge> edges;
    std::vector<MedialCurve> curves;                   ///< of the edges
    std::vector<Numbers> edges_of_wall, edges_of_end;  ///< by site
    Numbers free_walls, free_ends, free_vertices, free_edges;
    double widest = 0;  ///< largest clearance on the axis

    [[nodiscard]] static bool is_end(MedialSite site) { return (site & medial_end) != 0; }
    [[nodiscard]] static std::uint32_t end_of(MedialSite site) { return site & ~medial_end; }
    [[nodiscard]] MedialSite site_at(LatticePoint end) const { return end_numbers.at(end) | medial_end; }
    [[nodiscard]] Vec2 end_position(MedialSite site) const { return lattice.metres(ends[end_of(site)]); }
    [[nodiscard]] Numbers& edges_of(MedialSite site) {
        return is_end(site) ? edges_of_end[end_of(site)] : edges_of_wall[site];
    }
    [[nodiscard]] const Numbers& edges_of(MedialSite site) const {
        return is_end(site) ? edges_of_end[end_of(site)] : edges_of_wall[site];
    }
    /// The point of a site nearest to p.
    [[nodiscard]] Vec2 nearest_on(MedialSite site, Vec2 p) const;
    /// Whether one may walk at p, whose nearest site is given and which is not on it.
    [[nodiscard]] bool is_free(MedialSite site, Vec2 p) const;
    /// The site on which a wall's nearest point to p lies.
    [[nodiscard]] MedialSite site_of(std::uint32_t wall, Vec2 p) const;

    /// Walls come and go with their ends; the axis is not touched. The first walls are in the index already.
    std::uint32_t note_wall(const MedialWall& wall);
    std::uint32_t add_wall(const MedialWall& wall);
    void remove_wall(std::uint32_t wall);

    std::uint32_t add_vertex(const MedialVertex& vertex);
    std::uint32_t add_edge(const MedialEdge& edge, const MedialCurve& curve);
    void remove_edge(std::uint32_t edge);

  private:
    std::uint32_t add_end(LatticePoint end);
};

/// invalid_input names walls that cross, touch or repeat.
[[nodiscard]] Status check_medial_walls(std::span<const MedialWall> walls);

/// A stretch between two cells of the Voronoi diagram of some walls.
struct VoronoiEdge {
    MedialSite left, right;
    std::uint32_t from, to;  ///< vertices, numbered from 0; medial_end: it goes on for ever
    Vec2 from_at, to_at;
};

/// The Voronoi diagram of the numbered walls, but for finite edges between a wall and its own end, in
/// an order that depends on the walls alone.
[[nodiscard]] std::vector<VoronoiEdge> voronoi_edges(const MedialAxis::Data& data,
                                                     std::span<const std::uint32_t> walls);

/// The medial edge of a finite stretch of the diagram, without its ends; false: not in free space. An edit
/// knows only of one of the sites that its surroundings are complete and asks about both.
[[nodiscard]] bool make_medial_edge(const MedialAxis::Data& data, const VoronoiEdge& stretch, bool asks_both,
                                    MedialEdge& edge, MedialCurve& curve);

/// Fills vertices, edges and curves from the Voronoi diagram of all walls.
void build_medial_graph(MedialAxis::Data& data);

}  // namespace wend::mesh
