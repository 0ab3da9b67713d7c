#include "mesh/storey_bound.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "wend/geometry/segment.hpp"

namespace wend::mesh {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr std::size_t most = 64;  ///< crossings whose ways to each other are measured

double distance_to_line(Vec2 p, Vec2 a, Vec2 b) {
    return distance(nearest_point(a, b, p), p);
}

}  // namespace

void StoreyBound::learn(const NavMesh& mesh) {
    if (version_ == mesh.version()) return;
    version_ = mesh.version();
    crossings_.clear();
    for (const PortalSpec& portal : mesh.portals()) {
        crossings_.push_back({portal.layer_a, portal.layer_b, portal.a_from, portal.a_to, portal.b_from,
                              portal.b_to, portal.length});
        crossings_.push_back({portal.layer_b, portal.layer_a, portal.b_from, portal.b_to, portal.a_from,
                              portal.a_to, portal.length});
    }
    for (const LinkSpec& link : mesh.links()) {
        const double cost = link.cost > 0 ? link.cost : distance(link.from.at, link.to.at);
        crossings_.push_back(
            {link.from.layer, link.to.layer, link.from.at, link.from.at, link.to.at, link.to.at, cost});
        if (link.two_way)
            crossings_.push_back(
                {link.to.layer, link.from.layer, link.to.at, link.to.at, link.from.at, link.from.at, cost});
    }
    measure();
}

void StoreyBound::measure() {
    const std::size_t count = crossings_.size();
    between_.clear();
    if (count > most) return;
    between_.assign(count * count, infinity);
    for (std::size_t i = 0; i < count; ++i) {
        const Crossing& first = crossings_[i];
        for (std::size_t k = 0; k < count; ++k) {
            const Crossing& next = crossings_[k];
            if (first.layer_to == next.layer_from)
                between_[i * count + k] =
                    first.cost + next.cost +
                    std::sqrt(squared_distance(first.far_from, first.far_to, next.near_from, next.near_to));
        }
        between_[i * count + i] = first.cost;
    }
    for (std::size_t middle = 0; middle < count; ++middle)
        for (std::size_t i = 0; i < count; ++i)
            for (std::size_t k = 0; k < count; ++k)
                between_[i * count + k] = std::min(
                    between_[i * count + k],
                    between_[i * count + middle] + between_[middle * count + k] - crossings_[middle].cost);
}

double StoreyBound::over_crossings(const MeshPoint& from, const MeshPoint& to) const {
    const std::size_t count = crossings_.size();
    double least = infinity;
    for (std::size_t k = 0; k < count; ++k) {
        const Crossing& last = crossings_[k];
        if (last.layer_to != to.layer) continue;
        const double arrive = distance_to_line(to.at, last.far_from, last.far_to);
        for (std::size_t i = 0; i < count && arrive < least; ++i) {
            const Crossing& first = crossings_[i];
            if (first.layer_from != from.layer) continue;
            const double way = between_.empty() ? std::min(first.cost, last.cost) : between_[i * count + k];
            if (arrive + way >= least) continue;
            least = std::min(least, arrive + way + distance_to_line(from.at, first.near_from, first.near_to));
        }
    }
    return least;
}

}  // namespace wend::mesh
