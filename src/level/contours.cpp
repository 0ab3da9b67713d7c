#include "level/contours.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace wend::level {
namespace {

/// Directions in the order in which a counter-clockwise walk around one cell meets its edges: 3, 2, 1, 0.
constexpr int left_of(int direction) {
    return (direction + 3) % 4;
}
constexpr int right_of(int direction) {
    return (direction + 1) % 4;
}

/// An edge of the grid with the span `span` on its left, facing `direction`.
struct GridEdge {
    std::uint32_t span;
    int direction;
};

struct RingEdge {
    GridPoint start;
    int direction;
    std::uint32_t label;  ///< the layer behind it, or wall
};

bool is_corner(const std::vector<RingEdge>& ring, std::size_t i) {
    return ring[i].direction != ring[(i + ring.size() - 1) % ring.size()].direction;
}

class Tracer {
  public:
    Tracer(const Floors& floors, const std::vector<std::uint32_t>& layer) : floors_(floors), layer_(layer) {}

    Contours run() {
        connected_pieces(floors_, &layer_, piece_);
        trace_rings();
        find_junctions();
        for (std::size_t i = 0; i < edges_.size(); ++i) split_ring(i);
        return std::move(contours_);
    }

  private:
    [[nodiscard]] std::uint32_t label(GridEdge edge) const {
        const std::uint32_t next = floors_.spans[edge.span].next[edge.direction];
        return next == no_span ? wall : layer_[next];
    }
    [[nodiscard]] bool is_border(GridEdge edge) const { return label(edge) != layer_[edge.span]; }

    [[nodiscard]] GridPoint start_of(GridEdge edge) const {
        const Span& span = floors_.spans[edge.span];
        return {span.x + (edge.direction == 1 || edge.direction == 2), span.y + (edge.direction <= 1)};
    }

    /// Keeps to the same cell where it can, so that cells touching at a corner stay apart.
    [[nodiscard]] GridEdge following(GridEdge edge) const {
        const GridEdge around{edge.span, left_of(edge.direction)};
        if (is_border(around)) return around;
        const std::uint32_t ahead = floors_.spans[edge.span].next[around.direction];
        const GridEdge straight{ahead, edge.direction};
        if (is_border(straight)) return straight;
        return {floors_.spans[ahead].next[edge.direction], right_of(edge.direction)};
    }

    void trace_rings() {
        std::vector<std::array<bool, 4>> seen(floors_.spans.size(), std::array<bool, 4>{});
        for (std::uint32_t i = 0; i < floors_.spans.size(); ++i)
            for (int d = 0; d < 4; ++d) {
                if (seen[i][d] || !is_border({i, d})) continue;
                std::vector<RingEdge> ring;
                GridEdge edge{i, d};
                do {
                    seen[edge.span][edge.direction] = true;
                    ring.push_back({start_of(edge), edge.direction, label(edge)});
                    edge = following(edge);
                } while (edge.span != i || edge.direction != d);
                edges_.push_back(std::move(ring));
                contours_.rings.push_back({layer_[i], piece_[i], {}});
            }
    }

    /// Corners where a chain must end: where the label changes, and where rings of one layer touch.
    void find_junctions() {
        std::vector<std::pair<std::uint32_t, GridPoint>> visits;
        for (std::size_t r = 0; r < edges_.size(); ++r)
            for (std::size_t i = 0; i < edges_[r].size(); ++i) {
                const RingEdge& edge = edges_[r][i];
                visits.emplace_back(contours_.rings[r].layer, edge.start);
                if (edge.label != edges_[r][(i + edges_[r].size() - 1) % edges_[r].size()].label)
                    junctions_.push_back(edge.start);
            }
        std::ranges::sort(visits);
        for (std::size_t i = 1; i < visits.size(); ++i)
            if (visits[i] == visits[i - 1]) {
                touches_.push_back(visits[i]);
                junctions_.push_back(visits[i].second);
            }
        std::ranges::sort(junctions_);
    }

    [[nodiscard]] bool ends_chain(std::uint32_t layer, const std::vector<RingEdge>& ring,
                                  std::size_t i) const {
        const std::uint32_t before = ring[(i + ring.size() - 1) % ring.size()].label;
        const bool at_seam = before != wall || ring[i].label != wall;
        return (at_seam && std::ranges::binary_search(junctions_, ring[i].start)) ||
               std::ranges::binary_search(touches_, std::pair(layer, ring[i].start));
    }

    void split_ring(std::size_t r) {
        ContourRing& ring = contours_.rings[r];
        std::vector<RingEdge>& edges = edges_[r];
        std::vector<std::size_t> ends;
        for (std::size_t i = 0; i < edges.size(); ++i)
            if (ends_chain(ring.layer, edges, i)) ends.push_back(i);
        if (ends.empty()) ends.push_back(lowest_corner(edges));
        for (std::size_t k = 0; k < ends.size(); ++k) {
            const std::size_t begin = ends[k];
            std::size_t length = (ends[(k + 1) % ends.size()] + edges.size() - begin) % edges.size();
            if (length == 0) length = edges.size();
            ring.parts.push_back(chain_of(ring.layer, edges, begin, length));
        }
    }

    static std::size_t lowest_corner(const std::vector<RingEdge>& edges) {
        return static_cast<std::size_t>(std::ranges::min_element(edges, {}, &RingEdge::start) -
                                        edges.begin());
    }

    ContourRing::Part chain_of(std::uint32_t layer, const std::vector<RingEdge>& edges, std::size_t begin,
                               std::size_t length) {
        const auto at = [&](std::size_t i) -> const RingEdge& { return edges[(begin + i) % edges.size()]; };
        const std::uint32_t other = at(0).label;
        if (other != wall) {
            const auto known = seams_.find({layer, other, at(0).start, at(0).direction});
            if (known != seams_.end()) return {known->second, true};
        }
        Chain chain{layer, other, {at(0).start}};
        for (std::size_t i = 1; i < length; ++i)
            if (is_corner(edges, (begin + i) % edges.size())) chain.points.push_back(at(i).start);
        chain.points.push_back(at(length).start);
        const auto number = static_cast<std::uint32_t>(contours_.chains.size());
        // Seen from the other layer the chain begins with this one's last edge, turned round.
        if (other != wall)
            seams_[{other, layer, at(length).start, opposite(at(length - 1).direction)}] = number;
        contours_.chains.push_back(std::move(chain));
        return {number, false};
    }

    using SeamStart = std::tuple<std::uint32_t, std::uint32_t, GridPoint, int>;

    const Floors& floors_;
    const std::vector<std::uint32_t>& layer_;
    std::vector<std::uint32_t> piece_;
    std::vector<std::vector<RingEdge>> edges_;
    std::vector<GridPoint> junctions_;
    std::vector<std::pair<std::uint32_t, GridPoint>> touches_;
    std::map<SeamStart, std::uint32_t> seams_;
    Contours contours_;
};

}  // namespace

Contours trace_contours(const Floors& floors, const std::vector<std::uint32_t>& layer) {
    return Tracer(floors, layer).run();
}

std::vector<GridPoint> corners_of(const Contours& contours, const ContourRing& ring) {
    std::vector<GridPoint> corners;
    for (const ContourRing::Part& part : ring.parts) {
        const std::vector<GridPoint>& points = contours.chains[part.chain].points;
        for (std::size_t i = 0; i + 1 < points.size(); ++i)
            corners.push_back(part.reversed ? points[points.size() - 1 - i] : points[i]);
    }
    return corners;
}

}  // namespace wend::level
