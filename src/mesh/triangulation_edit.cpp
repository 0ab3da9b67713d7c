// The editing half of Triangulation: input is checked and put on the lattice here, so that an edit cannot
// fail once it has begun.

#include <algorithm>
#include <cstdio>
#include <string>

#include "mesh/editor.hpp"

namespace wend::mesh {
namespace {

/// What of a ring is on the inner side of x = limit or y = limit; winding numbers there stay what they are
/// (Sutherland and Hodgman 1974, "Reentrant polygon clipping").
template <class Depth>
Ring cut_off(const Ring& ring, Depth&& depth) {
    Ring kept;
    for (std::size_t k = 0; k < ring.size(); ++k) {
        const Vec2 from = ring[k], to = ring[(k + 1) % ring.size()];
        const double before = depth(from), after = depth(to);
        if (before >= 0) kept.push_back(from);
        if ((before < 0) != (after < 0)) kept.push_back(lerp(from, to, before / (before - after)));
    }
    return kept;
}

Ring clipped(const Ring& ring, const Box2& box) {
    Ring rest = cut_off(ring, [&](Vec2 p) { return p.x - box.low.x; });
    rest = cut_off(rest, [&](Vec2 p) { return box.high.x - p.x; });
    rest = cut_off(rest, [&](Vec2 p) { return p.y - box.low.y; });
    rest = cut_off(rest, [&](Vec2 p) { return box.high.y - p.y; });
    for (Vec2& p : rest) p = {std::clamp(p.x, box.low.x, box.high.x), std::clamp(p.y, box.low.y, box.high.y)};
    return rest;
}

class Import {
  public:
    Import(const Lattice& lattice, const Machinery& machinery) : lattice_(lattice), machinery_(machinery) {}

    Status add(const Ring& ring, bool reversed, LatticeRegion& region) const {
        if (ring.empty()) return Status::invalid_input("a ring has no points: expected at least one");
        bool is_over_the_edge = false;
        std::size_t first_outside = 0;
        for (std::size_t k = 0; k < ring.size(); ++k) {
            const Result<LatticePoint> snapped = lattice_.snap(ring[k]);
            if (!snapped) return snapped.status();
            if (is_over_the_edge || is_inside(snapped.value())) continue;
            is_over_the_edge = true;
            first_outside = k;
        }
        const Ring inside = is_over_the_edge ? clipped(ring, bounds()) : Ring{};
        if (is_over_the_edge && inside.empty()) return outside(first_outside, ring[first_outside]);
        return add_points(is_over_the_edge ? inside : ring, reversed, region);
    }

    Status add_points(const Ring& ring, bool reversed, LatticeRegion& region) const {
        std::vector<LatticePoint> points;
        points.reserve(ring.size());
        for (const Vec2 point : ring) {
            const Result<LatticePoint> snapped = lattice_.snap(point);
            if (!snapped) return snapped.status();
            if (points.empty() || points.back() != snapped.value()) points.push_back(snapped.value());
        }
        while (points.size() > 1 && points.front() == points.back()) points.pop_back();
        if (reversed) std::reverse(points.begin(), points.end());
        region.rings.push_back(std::move(points));
        return Status::ok();
    }

    Status add(const Polygon& polygon, LatticeRegion& region) const {
        if (Status status = add(polygon.outline, signed_area(polygon.outline) < 0, region); !status.is_ok())
            return status;
        for (const Ring& hole : polygon.holes) {
            if (!hole.empty() && clipped(hole, bounds()).empty()) continue;
            if (Status status = add(hole, signed_area(hole) > 0, region); !status.is_ok()) return status;
        }
        return Status::ok();
    }

  private:
    [[nodiscard]] Box2 bounds() const {
        return {lattice_.metres(machinery_.low), lattice_.metres(machinery_.high)};
    }
    [[nodiscard]] bool is_inside(LatticePoint p) const {
        const LatticePoint low = machinery_.low, high = machinery_.high;
        return low.x <= p.x && p.x <= high.x && low.y <= p.y && p.y <= high.y;
    }
    [[nodiscard]] Status outside(std::size_t index, Vec2 p) const {
        const Vec2 low = lattice_.metres(machinery_.low), high = lattice_.metres(machinery_.high);
        char text[240];
        std::snprintf(text, sizeof text,
                      "all of a ring is outside the mesh, like its point %zu, (%.9g, %.9g): expected some "
                      "between (%.9g, %.9g) and "
                      "(%.9g, %.9g)",
                      index, p.x, p.y, low.x, low.y, high.x, high.y);
        return Status::invalid_input(text);
    }

    const Lattice& lattice_;
    const Machinery& machinery_;
};

Status check_kind(const Settings& settings, RegionOptions options) {
    if (options.kind == RegionKind::area && settings.clearance)
        return Status::invalid_input(
            "an area region in a triangulation with clearance: expected one with Settings::clearance off");
    return Status::ok();
}

Status unknown(RegionId region) {
    return Status::invalid_input("region " + std::to_string(region.index) + " (generation " +
                                 std::to_string(region.generation) + ") is not in the mesh");
}

LatticeRegion empty_region(RegionOptions options) {
    return {static_cast<RingRole>(options.kind), options.area, {}};
}

}  // namespace

Result<RegionId> Triangulation::insert(const Ring& ring, RegionOptions options) {
    if (Status status = check_kind(settings_, options); !status.is_ok()) return status;
    LatticeRegion region = empty_region(options);
    Status status = Import(settings_.lattice, *machinery_).add(ring, false, region);
    if (!status.is_ok()) return status;
    const RegionId id = Editor(arrays_, *machinery_, settings_).insert(region);
    count_edit(true);
    return id;
}

Result<RegionId> Triangulation::insert(const Polygon& polygon, RegionOptions options) {
    if (Status status = check_kind(settings_, options); !status.is_ok()) return status;
    LatticeRegion region = empty_region(options);
    Status status = Import(settings_.lattice, *machinery_).add(polygon, region);
    if (!status.is_ok()) return status;
    const RegionId id = Editor(arrays_, *machinery_, settings_).insert(region);
    count_edit(true);
    return id;
}

Result<std::vector<RegionId>> Triangulation::insert_all(std::span<const Polygon> polygons,
                                                        RegionOptions options) {
    if (Status status = check_kind(settings_, options); !status.is_ok()) return status;
    std::vector<LatticeRegion> regions(polygons.size(), empty_region(options));
    const Import import(settings_.lattice, *machinery_);
    for (std::size_t k = 0; k < polygons.size(); ++k) {
        Status status = import.add(polygons[k], regions[k]);
        if (status.is_ok()) continue;
        status.message = "polygon " + std::to_string(k) + ": " + status.message;
        return status;
    }
    std::vector<RegionId> ids = Editor(arrays_, *machinery_, settings_).insert_all(regions);
    count_edit(false);
    return ids;
}

Status Triangulation::remove(RegionId region) {
    if (!contains(region)) return unknown(region);
    Editor(arrays_, *machinery_, settings_).remove(region);
    count_edit(true);
    return Status::ok();
}

Status Triangulation::move(RegionId region, const Polygon& polygon) {
    if (!contains(region)) return unknown(region);
    const Region& known = machinery_->regions[region.index];
    if (known.role == RingRole::walkable && settings_.clearance)
        return Status::invalid_input(
            "walkable regions of a mesh with clearance are merged: expected an "
            "obstacle or an area to move");
    LatticeRegion moved{known.role, known.area, {}};
    Status status = Import(settings_.lattice, *machinery_).add(polygon, moved);
    if (!status.is_ok()) return status;
    Editor(arrays_, *machinery_, settings_).move(region, moved);
    count_edit(true);
    return Status::ok();
}

}  // namespace wend::mesh
