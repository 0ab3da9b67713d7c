#pragma once

// The exact shortest path map of one layer: from every place the way to the nearest of several goals, for a
// disc of one radius ([COURSE §2.2.4]). Made once, it answers "how far, where to, which way" for any number
// of places, each in about a microsecond and the length of its path. Points are answered by windows over the
// triangulation, discs by the tree of tangents and arcs of a Roadmap.
//
// After an edit, note_edit() and update() find again what the edit changed: for points whatever came through
// the changed triangles, for discs the tangents that saw them and whatever came by those that have gone.
//
// Reading is const and safe from many threads, each with a QueryContext of its own.

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "wend/base/status.hpp"
#include "wend/mesh/path.hpp"
#include "wend/mesh/query_context.hpp"
#include "wend/mesh/structures/map_source.hpp"
#include "wend/mesh/triangulation.hpp"

namespace wend::mesh {

/// What the map says of a place.
struct MapAnswer {
    /// ok, unreachable, or invalid_input: no disc can stand there, or the map is not up to date.
    StatusCode status = StatusCode::unreachable;
    double distance = std::numeric_limits<double>::infinity();  ///< metres to the nearest source
    std::uint32_t source = none;                                ///< which one
    std::uint32_t generator = none;  ///< of the cell: paths from one cell all go by the same corner first
    Vec2 next;                       ///< where the first straight piece of the path leads
};

/// A corner of the shortest path tree.
struct TreeCorner {
    Vec2 at;
    double distance = 0;          ///< metres from there (for a disc: from where paths leave its circle) on
    std::uint32_t source = none;  ///< nearest
    std::uint32_t parent = none;  ///< in the list; none: straight to the source
    int side = 0;                 ///< of a disc: +1 turns left around it on the way to the source, -1 right
};

class ShortestPathMap {
  public:
    /// invalid_input: a negative radius, no source, a source outside of the bounds or, for a disc, a mesh
    /// without clearance. A source that is blocked counts once it is free.
    static Result<ShortestPathMap> create(const Triangulation& mesh, double radius,
                                          std::vector<MapSource> sources);
    ShortestPathMap(ShortestPathMap&&) noexcept;
    ShortestPathMap& operator=(ShortestPathMap&&) noexcept;
    ~ShortestPathMap();

    /// To be told of every edit; then update() before the next question.
    void note_edit(const Triangulation& mesh);
    void update(const Triangulation& mesh);
    [[nodiscard]] bool is_about(const Triangulation& mesh) const noexcept;
    /// One more source.
    void add_source(const Triangulation& mesh, const MapSource& source);

    /// What the places of a line are reached from straight on, wherever it may be the nearest: each as a
    /// source of which parts of the line are all that can be seen. For maps of what lies beyond the line.
    [[nodiscard]] std::vector<MapSource> seen_from(const Triangulation& mesh, Vec2 from, Vec2 to,
                                                   QueryContext& context) const;

    [[nodiscard]] MapAnswer find(const Triangulation& mesh, Vec2 place, QueryContext& context,
                                 TriangleIndex hint = none) const;
    /// From the place to its source. The path's status is the answer's; lower_bound equals its length.
    MapAnswer find_path(const Triangulation& mesh, Vec2 place, QueryContext& context, Path& path,
                        TriangleIndex hint = none) const;
    /// Distances of many places; infinity where there is no way.
    void distances(const Triangulation& mesh, std::span<const Vec2> places, QueryContext& context,
                   std::span<double> metres) const;
    /// The nearest source; none when unreachable.
    [[nodiscard]] std::uint32_t nearest_goal(const Triangulation& mesh, Vec2 place,
                                             QueryContext& context) const {
        return find(mesh, place, context).source;
    }

    /// The shortest path tree: every corner that some shortest path bends around, sources' side first.
    [[nodiscard]] std::vector<TreeCorner> tree(const Triangulation& mesh) const;
    /// Metres from a generator's sources to the place if the path goes by that generator, seen or not.
    [[nodiscard]] double distance_by(const Triangulation& mesh, std::uint32_t generator, Vec2 place) const;

    [[nodiscard]] double radius() const noexcept;
    [[nodiscard]] const std::vector<MapSource>& sources() const noexcept;
    /// Windows of points, tangents of a disc.
    [[nodiscard]] std::size_t piece_count() const noexcept;
    /// Pieces looked at so far, by all updates.
    [[nodiscard]] std::uint64_t work() const noexcept;
    [[nodiscard]] std::size_t memory() const noexcept;

  private:
    struct Parts;
    explicit ShortestPathMap(std::unique_ptr<Parts> parts);
    std::unique_ptr<Parts> parts_;
};

}  // namespace wend::mesh
