#include "world/wall_cells.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <tuple>
#include <utility>

namespace wend {
namespace {

constexpr double side_step = 1e-6;
constexpr double join_distance = 1e-9;

/// The exact end points at 0 and 1, so that pieces of neighbouring edges meet.
Vec2 point_at(const Segment& edge, double share) {
    return share == 1 ? edge.to : lerp(edge.from, edge.to, share);
}

Box2 box_of(const Segment& edge) {
    Box2 box;
    box.add(edge.from);
    box.add(edge.to);
    return box;
}

/// On which side of an edge a point is: the same number whichever way round the edge is given.
double side_of(const Segment& edge, Vec2 p) {
    const bool is_turned = std::tie(edge.to.x, edge.to.y) < std::tie(edge.from.x, edge.from.y);
    const Vec2 a = is_turned ? edge.to : edge.from, b = is_turned ? edge.from : edge.to;
    return cross(b - a, p - a);
}

/// Does the edge come into the box? It may say so of one that passes within rounding.
bool comes_into(const Segment& edge, const Box2& box) {
    if (!box_of(edge).overlaps(box)) return false;
    const double s0 = side_of(edge, box.low), s1 = side_of(edge, {box.high.x, box.low.y});
    const double s2 = side_of(edge, {box.low.x, box.high.y}), s3 = side_of(edge, box.high);
    return std::min({s0, s1, s2, s3}) <= 0 && std::max({s0, s1, s2, s3}) >= 0;
}

/// The shares of the edge between which it is in the box.
std::pair<double, double> shares_in(const Segment& edge, const Box2& box) {
    double begin = 0, end = 1;
    const auto clip = [&](double from, double to, double low, double high) {
        if (from == to) {
            if (from < low || from > high) end = -1;
            return;
        }
        const double a = (low - from) / (to - from), b = (high - from) / (to - from);
        begin = std::max(begin, std::min(a, b));
        end = std::min(end, std::max(a, b));
    };
    clip(edge.from.x, edge.to.x, box.low.x, box.high.x);
    clip(edge.from.y, edge.to.y, box.low.y, box.high.y);
    return {begin, end};
}

}  // namespace

WallCells::WallCells(const Layer& layer, const Box2& bounds) {
    for (const Polygon& polygon : layer.walkable) add(polygon, false);
    if (layer.walkable.empty()) add({rectangle(bounds), {}}, false);
    for (const Polygon& polygon : layer.blocked) add(polygon, true);
}

void WallCells::add(const Polygon& polygon, bool is_blocked) {
    add(polygon.outline, {polygons_, false, is_blocked});
    for (const Ring& hole : polygon.holes) add(hole, {polygons_, true, is_blocked});
    ++polygons_;
}

void WallCells::add(const Ring& ring, RingRole role) {
    const auto number = static_cast<std::uint32_t>(roles_.size());
    roles_.push_back(role);
    for (std::size_t i = 0; i < ring.size(); ++i)
        edges_.push_back({{ring[i], ring[(i + 1) % ring.size()]}, number});
}

/// Far outside nothing surrounds anything.
WallCells::Cell WallCells::whole_plane() const {
    Cell cell;
    for (std::uint32_t i = 0; i < edges_.size(); ++i) {
        cell.edges.push_back(i);
        cell.box.add(edges_[i].segment.from);
        cell.box.add(edges_[i].segment.to);
    }
    for (std::uint32_t ring = 0; ring < roles_.size(); ++ring) cell.rings.push_back({ring, false, true});
    cell.box = cell.box.grown(1);
    return cell;
}

std::optional<Vec2> WallCells::pieces(const Emit& emit) {
    found_.clear();
    work_ = 0;
    std::vector<Cell> open;
    if (!edges_.empty()) open.push_back(whole_plane());
    while (!open.empty()) {
        Cell cell = std::move(open.back());
        open.pop_back();
        if (!simplify(cell)) continue;
        work_ += cell.edges.size();
        const Vec2 size = cell.box.high - cell.box.low;
        const bool is_small = cell.edges.size() <= few_edges || cell.depth >= deepest ||
                              std::max(size.x, size.y) < smallest_cell;
        if (is_small) work_ += cell.edges.size() * cell.edges.size();
        if (is_small)
            cut_up(cell);
        else
            split(cell, open);
        if (work_ > most_work) return cell.box.low;
    }
    join(emit);
    return std::nullopt;
}

bool WallCells::simplify(Cell& cell) const {
    std::vector<RingAt> kept;
    bool is_blocked = false;
    for (std::size_t i = 0; i < cell.rings.size();) {
        const RingRole polygon = roles_[cell.rings[i].ring];
        const std::size_t first = i;
        bool has_edges = false, in_outline = false, outline_has_edges = false, in_hole = false;
        for (; i < cell.rings.size() && roles_[cell.rings[i].ring].polygon == polygon.polygon; ++i) {
            const RingAt& at = cell.rings[i];
            has_edges |= at.has_edges;
            if (roles_[at.ring].is_hole) {
                in_hole |= !at.has_edges && at.is_inside;
            } else {
                in_outline = at.is_inside;
                outline_has_edges = at.has_edges;
            }
        }
        const bool is_elsewhere = in_hole || (!in_outline && !outline_has_edges);
        if (is_elsewhere) continue;
        if (!has_edges) {
            (polygon.is_blocked ? is_blocked : cell.is_walkable) = true;
            continue;
        }
        // Holes that lie elsewhere matter no more: a polygon may have very many.
        std::copy_if(cell.rings.begin() + static_cast<std::ptrdiff_t>(first),
                     cell.rings.begin() + static_cast<std::ptrdiff_t>(i), std::back_inserter(kept),
                     [this](const RingAt& at) { return at.has_edges || !roles_[at.ring].is_hole; });
    }
    if (is_blocked) return false;
    if (cell.is_walkable)
        std::erase_if(kept, [this](const RingAt& at) { return !roles_[at.ring].is_blocked; });
    std::size_t at = 0;
    std::erase_if(cell.edges, [&](std::uint32_t edge) {
        while (at < kept.size() && kept[at].ring < edges_[edge].ring) ++at;
        return at == kept.size() || kept[at].ring != edges_[edge].ring;
    });
    cell.rings = std::move(kept);
    return !cell.edges.empty();
}

/// Across the side that leaves fewer edges in both halves.
void WallCells::split(const Cell& cell, std::vector<Cell>& open) {
    // Off the middle, where it is unlikely that corners of the input lie.
    constexpr double share = 0.4987654321012345;
    const Vec2 cut = cell.box.low + share * (cell.box.high - cell.box.low);
    const Vec2 corner{cell.box.high.x, cell.box.low.y};
    const auto halves = [&](bool across_x) {
        Box2 low = cell.box, high = cell.box;
        (across_x ? low.high.x : low.high.y) = across_x ? cut.x : cut.y;
        (across_x ? high.low.x : high.low.y) = across_x ? cut.x : cut.y;
        return std::pair{child(cell, low, corner), child(cell, high, corner)};
    };
    auto by_x = halves(true), by_y = halves(false);
    work_ += 4 * cell.edges.size();
    const Vec2 size = cell.box.high - cell.box.low;
    const std::size_t x_count = by_x.first.edges.size() + by_x.second.edges.size();
    const std::size_t y_count = by_y.first.edges.size() + by_y.second.edges.size();
    const bool is_x =
        size.y < smallest_cell ||
        (size.x >= smallest_cell && (x_count < y_count || (x_count == y_count && size.x > size.y)));
    auto& chosen = is_x ? by_x : by_y;
    open.push_back(std::move(chosen.first));
    open.push_back(std::move(chosen.second));
}

WallCells::Cell WallCells::child(const Cell& cell, const Box2& box, Vec2 corner) const {
    Cell part;
    part.box = box;
    part.rings = cell.rings;
    part.is_walkable = cell.is_walkable;
    part.depth = cell.depth + 1;
    for (RingAt& at : part.rings) at.has_edges = false;
    const Vec2 new_corner{box.high.x, box.low.y};
    const Box2 near = box.grown(margin);
    std::size_t ring = 0;
    for (const std::uint32_t i : cell.edges) {
        while (part.rings[ring].ring != edges_[i].ring) ++ring;
        if (new_corner != corner && passes(edges_[i].segment, corner, new_corner))
            part.rings[ring].is_inside = !part.rings[ring].is_inside;
        if (!comes_into(edges_[i].segment, near)) continue;
        part.rings[ring].has_edges = true;
        part.edges.push_back(i);
    }
    return part;
}

/// Does the edge lie between the corner and p, on the way first up or down and then sideways? A point on an
/// edge counts as lying just above it, and on an upright one as lying to its left, in both parts of the way
/// alike.
bool WallCells::passes(const Segment& edge, Vec2 corner, Vec2 p) const {
    const Vec2 bend{corner.x, p.y};
    const Vec2 low = edge.from.y < edge.to.y ? edge.from : edge.to;
    const Vec2 high = edge.from.y < edge.to.y ? edge.to : edge.from;
    bool is_odd = false;
    if ((edge.from.x > corner.x) != (edge.to.x > corner.x))
        is_odd ^= (side_of(edge, corner) >= 0) != (side_of(edge, bend) >= 0);
    if ((low.y > p.y) != (high.y > p.y)) {
        const bool rises = (high.x > low.x);
        const auto is_left = [&](Vec2 q) {
            const double side = side_of(edge, q);
            if (high.x == low.x) return side > 0;
            return rises ? side >= 0 : side < 0;
        };
        is_odd ^= is_left(bend) != is_left(p);
    }
    return is_odd;
}

Cover WallCells::cover(const Cell& cell, Vec2 p) const {
    const Vec2 corner{cell.box.high.x, cell.box.low.y};
    Cover result;
    result.walkable = cell.is_walkable;
    std::size_t edge = 0;
    for (std::size_t i = 0; i < cell.rings.size();) {
        const RingRole polygon = roles_[cell.rings[i].ring];
        bool in_outline = false, in_hole = false;
        for (; i < cell.rings.size() && roles_[cell.rings[i].ring].polygon == polygon.polygon; ++i) {
            bool is_inside = cell.rings[i].is_inside;
            for (; edge < cell.edges.size() && edges_[cell.edges[edge]].ring == cell.rings[i].ring; ++edge)
                is_inside ^= passes(edges_[cell.edges[edge]].segment, corner, p);
            (roles_[cell.rings[i].ring].is_hole ? in_hole : in_outline) |= is_inside;
        }
        if (in_outline && !in_hole) (polygon.is_blocked ? result.blocked : result.walkable) = true;
    }
    return result;
}

void WallCells::cut_up(const Cell& cell) {
    std::vector<double> cuts;
    for (const std::uint32_t i : cell.edges) {
        if (work_ > most_work) return;
        const Segment& edge = edges_[i].segment;
        const auto [first, last] = shares_in(edge, cell.box);
        if (first > last) continue;
        find_cuts(cell, edge, cuts);
        std::size_t next =
            static_cast<std::size_t>(std::upper_bound(cuts.begin(), cuts.end(), first) - cuts.begin());
        double begin = first;
        bool begins_at_cut = next > 0 && cuts[next - 1] == first;
        for (; begin < last; ++next) {
            const bool ends_at_cut = next < cuts.size() && cuts[next] <= last;
            const double end = ends_at_cut ? cuts[next] : last;
            const Vec2 from = point_at(edge, begin), along = point_at(edge, end) - from;
            if (length(along) > 0) {
                const Vec2 off = perpendicular(normalized(along)) * side_step;
                const Vec2 middle = lerp(from, point_at(edge, end), 0.5);
                const Cover left = cover(cell, middle + off), right = cover(cell, middle - off);
                work_ += 2 * cell.edges.size();
                if (left != right) found_.push_back({i, begin, end, begins_at_cut, ends_at_cut, left, right});
            }
            begin = end;
            begins_at_cut = ends_at_cut;
        }
    }
}

/// Shares of the edge, from 0 to 1 and rising, where other edges of the cell meet it.
void WallCells::find_cuts(const Cell& cell, const Segment& edge, std::vector<double>& cuts) const {
    cuts.assign({0, 1});
    const Box2 box = box_of(edge).grown(join_distance);
    const auto add_end = [&](Vec2 p) {
        const double share = nearest_parameter(edge.from, edge.to, p);
        if (distance(p, point_at(edge, share)) <= join_distance) cuts.push_back(share);
    };
    for (const std::uint32_t i : cell.edges) {
        const Segment& other = edges_[i].segment;
        if (!box_of(other).overlaps(box)) continue;
        add_end(other.from);
        add_end(other.to);
        if (cross_properly(edge.from, edge.to, other.from, other.to)) {
            const Vec2 u = edge.to - edge.from, w = other.to - other.from;
            cuts.push_back(std::clamp(cross(other.from - edge.from, w) / cross(u, w), 0.0, 1.0));
        }
    }
    std::sort(cuts.begin(), cuts.end());
    cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
}

/// What cells have cut and nothing else is one piece again.
void WallCells::join(const Emit& emit) {
    std::sort(found_.begin(), found_.end(), [](const Piece& a, const Piece& b) {
        return std::tie(a.edge, a.begin) < std::tie(b.edge, b.begin);
    });
    for (std::size_t i = 0; i < found_.size();) {
        Piece piece = found_[i++];
        for (; i < found_.size() && found_[i].edge == piece.edge && !piece.ends_at_cut &&
               !found_[i].begins_at_cut && found_[i].begin - piece.end < join_distance &&
               found_[i].left == piece.left && found_[i].right == piece.right;
             ++i) {
            piece.end = found_[i].end;
            piece.ends_at_cut = found_[i].ends_at_cut;
        }
        const Segment& edge = edges_[piece.edge].segment;
        const Segment whole{point_at(edge, piece.begin), point_at(edge, piece.end)};
        if (distance(whole.from, whole.to) > join_distance) emit(whole, piece.left, piece.right);
    }
}

}  // namespace wend
