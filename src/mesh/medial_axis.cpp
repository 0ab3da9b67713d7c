#include "wend/mesh/medial_axis.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "wend/geometry/predicates.hpp"

#include "mesh/medial_data.hpp"

namespace wend::mesh {
namespace {

std::string to_text(LatticePoint p) {
    std::string text = "(";
    return text.append(std::to_string(p.x)).append(", ").append(std::to_string(p.y)).append(")");
}

/// Whether two walls share more than a common end.
bool clash(const MedialWall& a, const MedialWall& b) {
    const auto inside = [](LatticePoint p, const MedialWall& wall) {
        return p != wall.from && p != wall.to && on_segment(wall.from, wall.to, p);
    };
    if (inside(a.from, b) || inside(a.to, b) || inside(b.from, a) || inside(b.to, a)) return true;
    if ((a.from == b.from && a.to == b.to) || (a.from == b.to && a.to == b.from)) return true;
    return meeting(a.from, a.to, b.from, b.to) == Meeting::crossing;
}

/// Sweeps by x, so that only walls whose spans overlap are compared.
Status check(std::span<const MedialWall> walls) {
    if (walls.empty()) return Status::invalid_input("no walls: the free space has no medial axis");
    std::vector<std::uint32_t> order(walls.size()), open;
    for (std::uint32_t i = 0; i < walls.size(); ++i) {
        order[i] = i;
        for (const LatticePoint p : {walls[i].from, walls[i].to})
            if (!in_lattice_range(p))
                return Status::invalid_input("wall " + std::to_string(i) + ": found " + to_text(p) +
                                             ", expected coordinates within " +
                                             std::to_string(lattice_limit));
    }
    const auto left = [&](std::uint32_t i) { return std::min(walls[i].from.x, walls[i].to.x); };
    const auto right = [&](std::uint32_t i) { return std::max(walls[i].from.x, walls[i].to.x); };
    std::ranges::stable_sort(order, {}, left);
    for (const std::uint32_t i : order) {
        std::erase_if(open, [&](std::uint32_t j) { return right(j) < left(i); });
        for (const std::uint32_t j : open)
            if (clash(walls[i], walls[j]))
                return Status::invalid_input("walls " + std::to_string(j) + " " + to_text(walls[j].from) +
                                             " to " + to_text(walls[j].to) + " and " + std::to_string(i) +
                                             " " + to_text(walls[i].from) + " to " + to_text(walls[i].to) +
                                             ": they cross or touch, expected common ends only");
        open.push_back(i);
    }
    return Status::ok();
}

/// Lists of members by group, flat: members of group g are [first[g], first[g + 1]).
template <class GroupsOf>
void group(std::size_t groups, std::size_t members, GroupsOf&& groups_of, std::vector<std::uint32_t>& first,
           std::vector<std::uint32_t>& list) {
    first.assign(groups + 1, 0);
    for (std::uint32_t m = 0; m < members; ++m)
        for (const std::uint32_t g : groups_of(m)) ++first[g + 1];
    for (std::size_t g = 0; g < groups; ++g) first[g + 1] += first[g];
    list.resize(first[groups]);
    std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
    for (std::uint32_t m = 0; m < members; ++m)
        for (const std::uint32_t g : groups_of(m)) list[next[g]++] = m;
}

/// One or two groups, without an allocation.
struct Pair {
    std::uint32_t a, b;
    [[nodiscard]] const std::uint32_t* begin() const { return &a; }
    [[nodiscard]] const std::uint32_t* end() const { return &a + (a == b ? 1 : 2); }
};

}  // namespace

std::uint32_t MedialAxis::Data::end_index(LatticePoint p) const {
    return static_cast<std::uint32_t>(std::ranges::lower_bound(ends, p) - ends.begin());
}

Vec2 MedialAxis::Data::nearest_on(MedialSite site, Vec2 p) const {
    return is_end(site) ? end_position(site) : nearest_point(index.from(site), index.to(site), p);
}

MedialSite MedialAxis::Data::site_of(std::uint32_t wall, Vec2 p) const {
    const double t = nearest_parameter(index.from(wall), index.to(wall), p);
    if (t > 0 && t < 1) return wall;
    return static_cast<MedialSite>(walls.size()) + end_index(t > 0 ? walls[wall].to : walls[wall].from);
}

bool MedialAxis::Data::is_free(MedialSite site, Vec2 p) const {
    if (!is_end(site)) {
        const bool left = cross(index.to(site) - index.from(site), p - index.from(site)) > 0;
        return left ? walls[site].free_left : walls[site].free_right;
    }
    // Turning clockwise from p about the end, the first wall met bounds the sector that p is in.
    const std::uint32_t end = site - static_cast<std::uint32_t>(walls.size());
    const Vec2 centre = end_position(site), towards = p - centre;
    const double own = std::atan2(towards.y, towards.x);
    double least = std::numeric_limits<double>::infinity();
    bool free = true;
    for (std::uint32_t k = walls_at_first[end]; k < walls_at_first[end + 1]; ++k) {
        const MedialWall& wall = walls[walls_at[k]];
        const bool leaves = wall.from == ends[end];
        if (wall.from == wall.to) return wall.free_left;
        const Vec2 away = lattice.metres(leaves ? wall.to : wall.from) - centre;
        double turn = own - std::atan2(away.y, away.x);
        if (turn < 0) turn += 2 * std::numbers::pi;
        if (turn < least) {
            least = turn;
            free = leaves ? wall.free_left : wall.free_right;
        }
    }
    return free;
}

MedialAxis::MedialAxis(std::unique_ptr<Data> data) : data_(std::move(data)) {}
MedialAxis::MedialAxis(MedialAxis&&) noexcept = default;
MedialAxis& MedialAxis::operator=(MedialAxis&&) noexcept = default;
MedialAxis::~MedialAxis() = default;

Result<MedialAxis> MedialAxis::create(std::span<const MedialWall> walls, Lattice lattice) {
    if (Status status = check(walls); !status.is_ok()) return status;
    auto data = std::make_unique<Data>();
    data->walls.assign(walls.begin(), walls.end());
    data->lattice = lattice;
    data->index = WallIndex(walls, lattice);
    for (const MedialWall& wall : walls) {
        data->ends.push_back(wall.from);
        data->ends.push_back(wall.to);
    }
    std::ranges::sort(data->ends);
    data->ends.erase(std::unique(data->ends.begin(), data->ends.end()), data->ends.end());
    group(
        data->ends.size(), walls.size(),
        [&](std::uint32_t i) {
            return Pair{data->end_index(walls[i].from), data->end_index(walls[i].to)};
        },
        data->walls_at_first, data->walls_at);
    build_medial_graph(*data);
    const std::vector<MedialEdge>& edges = data->edges;
    group(
        data->vertices.size(), edges.size(),
        [&](std::uint32_t i) {
            return Pair{edges[i].from, edges[i].to};
        },
        data->edges_at_first, data->edges_at);
    group(
        walls.size() + data->ends.size(), edges.size(),
        [&](std::uint32_t i) {
            return Pair{edges[i].left, edges[i].right};
        },
        data->edges_of_site_first, data->edges_of_site);
    return MedialAxis(std::move(data));
}

std::span<const MedialVertex> MedialAxis::vertices() const noexcept {
    return data_->vertices;
}
std::span<const MedialEdge> MedialAxis::edges() const noexcept {
    return data_->edges;
}
std::span<const std::uint32_t> MedialAxis::edges_at(std::uint32_t vertex) const noexcept {
    return std::span(data_->edges_at)
        .subspan(data_->edges_at_first[vertex],
                 data_->edges_at_first[vertex + 1] - data_->edges_at_first[vertex]);
}
Vec2 MedialAxis::point_on(std::uint32_t edge, double t) const noexcept {
    return data_->curves[edge].at(t);
}
double MedialAxis::clearance_on(std::uint32_t edge, double t) const noexcept {
    return data_->curves[edge].clearance(t);
}

double MedialAxis::clearance_at(Vec2 p) const noexcept {
    const WallIndex::Nearest near = data_->index.nearest(p);
    if (near.distance == 0) return 0;
    return data_->is_free(data_->site_of(near.wall, p), p) ? near.distance : 0;
}

}  // namespace wend::mesh
