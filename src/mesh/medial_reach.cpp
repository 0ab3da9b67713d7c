#include "mesh/medial_reach.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "wend/geometry/segment.hpp"

namespace wend::mesh {
namespace {

/// Metres by which roundings may make something nearer than it is.
constexpr double slack = 1e-6;

class Flood {
  public:
    Flood(const MedialAxis::Data& data, std::span<const MedialWall> added) : data_(data) {
        for (const MedialWall& wall : added)
            added_.push_back({data.lattice.metres(wall.from), data.lattice.metres(wall.to)});
    }

    std::vector<MedialSite> run(std::span<const MedialSite> begin) {
        for (const MedialSite site : begin) visit(site);
        const bool has_walls = data_.walls.size() > data_.free_walls.size();
        for (const Segment& wall : added_)
            if (has_walls) visit(data_.site_of(data_.index.nearest(wall.from).wall, wall.from));
        for (std::size_t i = 0; i < sites_.size(); ++i) {
            const MedialSite site = sites_[i];
            visit_neighbours(site);
            if (MedialAxis::Data::is_end(site))
                visit_walls_at(site);
            else
                visit_ends_of(site);
        }
        return std::move(sites_);
    }

  private:
    struct Segment {
        Vec2 from, to;
    };

    void visit(MedialSite site) {
        const auto at = std::ranges::lower_bound(seen_, site);
        if (at != seen_.end() && *at == site) return;
        seen_.insert(at, site);
        sites_.push_back(site);
    }

    void visit_neighbours(MedialSite site) {
        for (const std::uint32_t number : data_.edges_of(site)) {
            const MedialEdge& edge = data_.edges[number];
            const MedialSite other = edge.left == site ? edge.right : edge.left;
            if (!std::ranges::binary_search(seen_, other) && is_touched(number)) visit(other);
        }
    }
    void visit_ends_of(std::uint32_t wall) {
        for (const LatticePoint p : {data_.walls[wall].from, data_.walls[wall].to})
            if (const MedialSite end = data_.site_at(p); is_border_touched(wall, end)) visit(end);
    }
    void visit_walls_at(MedialSite end) {
        for (const std::uint32_t wall : data_.walls_at[MedialAxis::Data::end_of(end)])
            if (is_border_touched(wall, end)) visit(wall);
    }

    [[nodiscard]] double distance_to_added(Vec2 p) const {
        double least = std::numeric_limits<double>::infinity();
        for (const Segment& wall : added_)
            least = std::min(least, distance(p, nearest_point(wall.from, wall.to, p)));
        return least;
    }

    [[nodiscard]] bool is_touched(std::uint32_t edge) const {
        const auto room = [&](std::uint32_t vertex) {
            const MedialVertex& at = data_.vertices[vertex];
            return distance_to_added(at.position) - at.clearance;
        };
        const MedialEdge& ends = data_.edges[edge];
        const double least = std::min(room(ends.from), room(ends.to));
        // Neither distance changes by more than one goes along the edge.
        return least <= slack ||
               (least < ends.length + slack && is_touched(data_.curves[edge], 0, 1, most_halvings));
    }
    [[nodiscard]] bool is_touched(const MedialCurve& curve, double from, double to, int halvings) const {
        const double middle = (from + to) / 2;
        const double room = distance_to_added(curve.at(middle)) - curve.clearance(middle);
        if (room <= slack || halvings == 0) return true;
        const double reach = 2 * std::max(curve.length(from, middle), curve.length(middle, to));
        if (room > reach + slack) return false;
        return is_touched(curve, from, middle, halvings - 1) || is_touched(curve, middle, to, halvings - 1);
    }

    /// Of the line from a wall's end across the wall, as long as the end's cell: is some point of it nearer
    /// to what comes than to the end? The first one nearest to x is d^2 / 2 h along it, d from the end to x
    /// and h of that along the line.
    [[nodiscard]] bool is_border_touched(std::uint32_t wall, MedialSite end) const {
        const Vec2 at = data_.end_position(end), along = data_.index.to(wall) - data_.index.from(wall);
        if (along == Vec2{}) return false;
        double most = 0;
        for (const std::uint32_t edge : data_.edges_of(end))
            for (const std::uint32_t vertex : {data_.edges[edge].from, data_.edges[edge].to})
                most = std::max(most, data_.vertices[vertex].clearance);
        const Vec2 across = normalized(perpendicular(along));
        return most > 0 && std::ranges::any_of(added_, [&](const Segment& come) {
                   const double off = distance(at, nearest_point(come.from, come.to, at));
                   const double ahead =
                       std::max(std::abs(dot(come.from - at, across)), std::abs(dot(come.to - at, across)));
                   return off * off <= 2 * ahead * (most + slack) + slack;
               });
    }

    static constexpr int most_halvings = 6;

    const MedialAxis::Data& data_;
    std::vector<Segment> added_;
    std::vector<MedialSite> seen_;   ///< ascending
    std::vector<MedialSite> sites_;  ///< in the order in which they were reached
};

}  // namespace

std::vector<MedialSite> sites_reached(const MedialAxis::Data& data, std::span<const MedialWall> added,
                                      std::span<const MedialSite> begin) {
    return Flood(data, added).run(begin);
}

}  // namespace wend::mesh
