#include "wend/domains/crossing.hpp"

#include <algorithm>
#include <cmath>

namespace wend::domains {
namespace {

void add_both_ways(Crossing crossing, bool two_way, std::vector<Crossing>& all) {
    all.push_back(crossing);
    if (!two_way) return;
    std::swap(crossing.from_layer, crossing.to_layer);
    std::swap(crossing.from, crossing.to);
    all.push_back(std::move(crossing));
}

void add_portal(const Portal& portal, double radius, double spacing, std::vector<Crossing>& all) {
    const double width = std::min(distance(portal.a.from, portal.a.to), distance(portal.b.from, portal.b.to));
    const double room = width - 2 * radius;
    if (room < 0) return;
    const int gaps = static_cast<int>(std::ceil(room / spacing));
    for (int i = 0; i <= gaps; ++i) {
        const double along = radius + (gaps > 0 ? room * i / gaps : room / 2);
        const double share = along / width;
        Crossing crossing{portal.layer_a, portal.layer_b, lerp(portal.a.from, portal.a.to, share),
                          lerp(portal.b.from, portal.b.to, share)};
        crossing.length = crossing.effort = std::max(portal.length, distance(crossing.from, crossing.to));
        add_both_ways(std::move(crossing), true, all);
    }
}

void add_link(const Link& link, std::vector<Crossing>& all) {
    Crossing crossing{link.from_layer, link.to_layer, link.from, link.to};
    crossing.length = distance(link.from, link.to);
    crossing.effort = std::max(link.cost, crossing.length);
    crossing.is_jump = link.kind == LinkKind::jump || link.kind == LinkKind::drop;
    crossing.open = link.open;
    add_both_ways(std::move(crossing), link.two_way, all);
}

}  // namespace

bool Crossing::is_open_at(double time) const noexcept {
    return open.empty() ||
           std::any_of(open.begin(), open.end(), [time](Interval i) { return i.contains(time); });
}

std::vector<Crossing> crossings_of(const Scene& scene, double radius, double spacing) {
    std::vector<Crossing> all;
    for (const Portal& portal : scene.portals) add_portal(portal, radius, spacing, all);
    for (const Link& link : scene.links)
        if (radius <= link.max_radius) add_link(link, all);
    return all;
}

}  // namespace wend::domains
