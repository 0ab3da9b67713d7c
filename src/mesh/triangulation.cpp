#include "wend/mesh/triangulation.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>

#include "mesh/frame.hpp"
#include "mesh/walk.hpp"

namespace wend::mesh {

std::uint64_t Triangulation::next_content() noexcept {
    static std::atomic<std::uint64_t> last{0};
    return ++last;
}
void Triangulation::count_edit(bool is_local) noexcept {
    Box2 changed;
    if (is_local) {
        LatticePoint low{lattice_limit, lattice_limit}, high{-lattice_limit, -lattice_limit};
        for (const TriangleIndex t : affected().triangles_new)
            for (std::uint32_t i = 0; i < 3; ++i) {
                const LatticePoint p = lattice_position(vertex(half_edge(t, i)));
                low = {std::min(low.x, p.x), std::min(low.y, p.y)};
                high = {std::max(high.x, p.x), std::max(high.y, p.y)};
            }
        if (!affected().triangles_new.empty())
            changed = Box2{settings_.lattice.metres(low), settings_.lattice.metres(high)}.grown(
                settings_.lattice.unit);
    } else {
        constexpr double everywhere = std::numeric_limits<double>::infinity();
        changed = {{-everywhere, -everywhere}, {everywhere, everywhere}};
    }
    machinery_->changes.add(content_, changed);
    ++version_;
    content_ = next_content();
}
bool Triangulation::remembers(std::uint64_t content) const noexcept {
    return machinery_->changes.reaches_back_to(content);
}
bool Triangulation::changes_since(std::uint64_t content, std::vector<Box2>& changed) const {
    return machinery_->changes.since(content, changed);
}

Result<Triangulation> Triangulation::create(const Box2& bounds, const Settings& settings) {
    if (!(settings.lattice.unit > 0)) return Status::invalid_input("lattice unit must be more than zero");
    const double reach = settings.lattice.reach() - frame_margin * settings.lattice.unit;
    if (bounds.is_empty() || !Box2{{-reach, -reach}, {reach, reach}}.contains(bounds.low) ||
        !Box2{{-reach, -reach}, {reach, reach}}.contains(bounds.high))
        return Status::invalid_input("mesh bounds must not be empty and must stay within " +
                                     std::to_string(reach) + " m of zero");
    const LatticePoint low = settings.lattice.nearest(bounds.low),
                       high = settings.lattice.nearest(bounds.high);
    if (low.x >= high.x || low.y >= high.y)
        return Status::invalid_input("mesh bounds are less than one lattice unit wide or high");
    const Box2 rounded{settings.lattice.metres(low), settings.lattice.metres(high)};
    Triangulation mesh(settings, rounded, std::make_unique<Machinery>(low, high, settings));
    lay_frame(mesh.arrays_, *mesh.machinery_, settings);
    return mesh;
}

Triangulation::Triangulation(const Settings& settings, const Box2& bounds,
                             std::unique_ptr<Machinery> machinery)
    : settings_(settings), bounds_(bounds), machinery_(std::move(machinery)) {}
Triangulation::Triangulation(const Triangulation& other)
    : settings_(other.settings_),
      bounds_(other.bounds_),
      version_(other.version_),
      content_(other.content_),
      arrays_(other.arrays_),
      machinery_(std::make_unique<Machinery>(*other.machinery_)) {}
Triangulation::Triangulation(Triangulation&&) noexcept = default;
Triangulation& Triangulation::operator=(Triangulation other) noexcept {
    settings_ = other.settings_;
    bounds_ = other.bounds_;
    version_ = other.version_;
    content_ = other.content_;
    arrays_ = std::move(other.arrays_);
    machinery_ = std::move(other.machinery_);
    return *this;
}
Triangulation::~Triangulation() = default;

const AffectedRegion& Triangulation::affected() const noexcept {
    return machinery_->journal.region();
}
bool Triangulation::contains(RegionId region) const noexcept {
    return region.index > ground_slot && machinery_->regions.contains(region);
}
std::size_t Triangulation::region_count() const noexcept {
    return machinery_->regions.count() - (ground_slot + 1);
}
std::uint16_t Triangulation::area_type(TriangleIndex t) const noexcept {
    return machinery_->labels.area(arrays_.label(t));
}
std::size_t Triangulation::memory() const noexcept {
    return arrays_.memory() + machinery_->memory();
}

Location Triangulation::locate(LatticePoint point, TriangleIndex hint) const noexcept {
    if (!is_triangle(hint)) hint = triangle_of(half_edge_from(machinery_->grid.near(point)));
    const auto [low, high] = std::pair{machinery_->low, machinery_->high};
    if (point.x < low.x || point.y < low.y || point.x > high.x || point.y > high.y) return {};
    return walk_to(arrays_, point, hint);
}

Location Triangulation::locate(Vec2 point, TriangleIndex hint) const noexcept {
    if (!bounds_.contains(point)) return {};
    constexpr double fineness = std::int64_t{1} << FinePoint::bits;
    const auto fine = [&](double x) { return std::llrint(x / settings_.lattice.unit * fineness); };
    if (!is_triangle(hint))
        hint = triangle_of(half_edge_from(machinery_->grid.near(settings_.lattice.nearest(point))));
    return walk_to(arrays_, FinePoint{fine(point.x), fine(point.y)}, hint);
}

std::vector<RegionId> Triangulation::regions_over(TriangleIndex t) const {
    std::vector<RegionId> found;
    for (const Cover& cover : machinery_->labels.covers(arrays_.label(t)))
        if (cover.region.index > ground_slot) found.push_back(cover.region);
    return found;
}

std::vector<RegionId> Triangulation::regions_along(HalfEdge h) const {
    std::vector<RegionId> found;
    for (UseIndex use = arrays_.uses(h); use != none; use = machinery_->segments.next(use)) {
        const std::uint32_t slot = machinery_->segments[machinery_->segments.segment_of(use)].region;
        if (slot > ground_slot) found.push_back(machinery_->regions.id_of(slot));
    }
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

}  // namespace wend::mesh
