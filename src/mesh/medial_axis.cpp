#include "wend/mesh/medial_axis.hpp"

#include <cmath>
#include <numbers>

#include "mesh/medial_data.hpp"

namespace wend::mesh {

Vec2 MedialAxis::Data::nearest_on(MedialSite site, Vec2 p) const {
    return is_end(site) ? end_position(site) : nearest_point(index.from(site), index.to(site), p);
}

MedialSite MedialAxis::Data::site_of(std::uint32_t wall, Vec2 p) const {
    const double t = nearest_parameter(index.from(wall), index.to(wall), p);
    if (t > 0 && t < 1) return wall;
    return site_at(t > 0 ? walls[wall].to : walls[wall].from);
}

bool MedialAxis::Data::is_free(MedialSite site, Vec2 p) const {
    if (!is_end(site)) {
        const bool left = cross(index.to(site) - index.from(site), p - index.from(site)) > 0;
        return left ? walls[site].free_left : walls[site].free_right;
    }
    // Turning clockwise from p about the end, the first wall met bounds the sector that p is in.
    const std::uint32_t end = end_of(site);
    const Vec2 centre = end_position(site), towards = p - centre;
    const double own = std::atan2(towards.y, towards.x);
    double least = std::numeric_limits<double>::infinity();
    bool free = true;
    for (const std::uint32_t number : walls_at[end]) {
        const MedialWall& wall = walls[number];
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
    if (Status status = check_medial_walls(walls); !status.is_ok()) return status;
    auto data = std::make_unique<Data>();
    data->lattice = lattice;
    data->index = WallIndex(walls, lattice);
    for (const MedialWall& wall : walls) data->note_wall(wall);
    build_medial_graph(*data);
    return MedialAxis(std::move(data));
}

std::span<const MedialVertex> MedialAxis::vertices() const noexcept {
    return data_->vertices;
}
std::span<const MedialEdge> MedialAxis::edges() const noexcept {
    return data_->edges;
}
std::span<const std::uint32_t> MedialAxis::edges_at(std::uint32_t vertex) const noexcept {
    return data_->edges_at[vertex];
}
Vec2 MedialAxis::point_on(std::uint32_t edge, double t) const noexcept {
    return data_->curves[edge].at(t);
}
double MedialAxis::clearance_on(std::uint32_t edge, double t) const noexcept {
    return data_->curves[edge].clearance(t);
}

double MedialAxis::length_on(std::uint32_t edge, double t0, double t1) const noexcept {
    return data_->curves[edge].length(t0, t1);
}
double MedialAxis::least_clearance_on(std::uint32_t edge, double t0, double t1) const noexcept {
    const MedialCurve& curve = data_->curves[edge];
    return curve.clearance(curve.narrowest(t0, t1));
}

double MedialAxis::clearance_at(Vec2 p) const noexcept {
    const WallIndex::Nearest near = data_->index.nearest(p);
    if (near.distance == 0) return 0;
    return data_->is_free(data_->site_of(near.wall, p), p) ? near.distance : 0;
}

}  // namespace wend::mesh
