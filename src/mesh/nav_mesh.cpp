#include "wend/mesh/nav_mesh.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace wend::mesh {

namespace {

Status no_layer(std::uint32_t layer, std::size_t count) {
    return Status::invalid_input("layer " + std::to_string(layer) + ": there are " + std::to_string(count));
}

/// Half of what rounding may move a point by: a disc of that radius can be wherever a point can.
constexpr double hardly_any_radius = 1e-9;

}  // namespace

void NavMesh::Surface::note_edit() {
    connectivity.note_edit(mesh);
    for (Roadmap& roadmap : roadmaps) roadmap.note_edit(mesh);
    was_edited = true;
}

bool NavMesh::Surface::update(const std::vector<Prepared>& prepared, Budget& budget) {
    connectivity.update(mesh);
    const bool steps_aside = was_edited && is_moving;
    is_moving = std::exchange(was_edited, false);
    bool is_done = !steps_aside;
    for (Roadmap& roadmap : roadmaps) is_done = !steps_aside && roadmap.update(mesh, budget) && is_done;
    while (roadmaps.size() < prepared.size()) {
        roadmaps.emplace_back(mesh, prepared[roadmaps.size()].radius, budget);
        is_done = roadmaps.back().is_about(mesh) && is_done;
    }
    for (std::size_t i = 0; i < prepared.size() && is_done; ++i)
        if (prepared[i].how == Preparation::ways)
            is_done = roadmaps[i].tabulate(mesh, budget).code != StatusCode::out_of_budget;
    return is_done;
}

const Roadmap* NavMesh::Surface::roadmap(double radius) const noexcept {
    const double kept = std::max(radius, hardly_any_radius);
    const auto found = std::find_if(roadmaps.begin(), roadmaps.end(),
                                    [&](const Roadmap& roadmap) { return roadmap.radius() == kept; });
    return found == roadmaps.end() ? nullptr : &*found;
}

std::uint32_t NavMesh::add_layer(Triangulation mesh, double height) {
    Layer layer{height, Surface(std::move(mesh)), {}, {}, {}};
    for (std::size_t i = 0; i < copies_.size(); ++i)
        layer.copies.emplace_back(Triangulation(layer.surface.mesh));
    layers_.push_back(std::move(layer));
    ++version_;
    return static_cast<std::uint32_t>(layers_.size() - 1);
}

Result<std::uint32_t> NavMesh::add_portal(const PortalSpec& portal) {
    for (const std::uint32_t layer : {portal.layer_a, portal.layer_b})
        if (layer >= layers_.size()) return no_layer(layer, layers_.size());
    portals_.push_back(portal);
    ++version_;
    return static_cast<std::uint32_t>(portals_.size() - 1);
}

Result<std::uint32_t> NavMesh::add_link(const LinkSpec& link) {
    for (const std::uint32_t layer : {link.from.layer, link.to.layer})
        if (layer >= layers_.size()) return no_layer(layer, layers_.size());
    links_.push_back(link);
    ++version_;
    return static_cast<std::uint32_t>(links_.size() - 1);
}

Status NavMesh::set_open(std::uint32_t link, bool is_open) {
    if (link >= links_.size())
        return Status::invalid_input("link " + std::to_string(link) + ": there are " +
                                     std::to_string(links_.size()));
    constexpr double never = -std::numeric_limits<double>::infinity();
    links_[link].open.clear();
    if (!is_open) links_[link].open.push_back({never, never});
    ++version_;
    return Status::ok();
}

Status NavMesh::exclude(Surface& surface, const Polygon& polygon) {
    const auto inserted = surface.mesh.insert(polygon);
    if (inserted) surface.note_edit();
    return inserted.status();
}

Status NavMesh::add_area(std::uint32_t index, const Polygon& polygon, std::uint16_t type) {
    if (index >= layers_.size()) return no_layer(index, layers_.size());
    if (type == 0) return Status::invalid_input("area type 0: types start at 1");
    Layer& layer = layers_[index];
    if (layer.areas.empty()) {
        Settings settings = layer.surface.mesh.settings();
        settings.clearance = false;
        settings.floor_everywhere = true;
        auto created = Triangulation::create(layer.surface.mesh.bounds(), settings);
        if (!created) return created.status();
        layer.areas.push_back(std::move(created).value());
    }
    const auto inserted = layer.areas[0].insert(polygon, {RegionKind::area, type});
    if (!inserted) return inserted.status();
    layer.area_list.emplace_back(polygon, type);
    ++version_;
    for (std::size_t i = 0; i < copies_.size(); ++i) {
        if (type >= copies_[i].size() || !copies_[i][type]) continue;
        if (Status failed = exclude(layer.copies[i], polygon); !failed.is_ok()) return failed;
    }
    return Status::ok();
}

/// A copy of every layer in which areas of these types are walls. Regions of a copied mesh keep their ids.
Result<std::uint32_t> NavMesh::add_copy(std::vector<bool> walls) {
    for (Layer& layer : layers_) {
        layer.copies.emplace_back(Triangulation(layer.surface.mesh));
        for (const auto& [polygon, type] : layer.area_list)
            if (type < walls.size() && walls[type])
                if (Status failed = exclude(layer.copies.back(), polygon); !failed.is_ok()) return failed;
    }
    copies_.push_back(std::move(walls));
    return static_cast<std::uint32_t>(copies_.size() - 1);
}

Result<FilterIndex> NavMesh::add_filter(AreaFilter factors) {
    std::vector<bool> shut(factors.factors.size()), dear(factors.factors.size());
    for (std::size_t type = 1; type < shut.size(); ++type) {
        double& factor = factors.factors[type];
        if (!(factor >= 1))
            return Status::invalid_input("area factor " + std::to_string(factor) + ": at least 1 expected");
        shut[type] = !std::isfinite(factor);
        dear[type] = factor > 1;
        if (shut[type]) factor = 1;
    }
    Filter filter{std::move(factors), none, none};
    const auto any = [](const std::vector<bool>& flags) {
        return std::find(flags.begin(), flags.end(), true) != flags.end();
    };
    if (any(shut)) {
        const auto copy = add_copy(shut);
        if (!copy) return copy.status();
        filter.copy = copy.value();
    }
    if (dear != shut) {
        const auto detours = add_copy(dear);
        if (!detours) return detours.status();
        filter.detours = detours.value();
    }
    filters_.push_back(std::move(filter));
    ++version_;
    update();
    return static_cast<FilterIndex>(filters_.size() - 1);
}

Status NavMesh::prepare(double radius, Preparation how) {
    Budget unlimited = Budget::unlimited();
    return prepare(radius, how, unlimited);
}

Status NavMesh::prepare(double radius, Preparation how, Budget& budget) {
    if (!(radius >= 0) || !std::isfinite(radius))
        return Status::invalid_input("radius " + std::to_string(radius) + ": at least 0 expected");
    radius = std::max(radius, hardly_any_radius);
    for (const Layer& layer : layers_)
        if (!layer.surface.mesh.settings().clearance)
            return Status::invalid_input("roads can only be prepared on layers that keep clearance");
    const auto known = std::find_if(prepared_.begin(), prepared_.end(),
                                    [&](const Prepared& prepared) { return prepared.radius == radius; });
    if (known == prepared_.end())
        prepared_.push_back({radius, how});
    else
        known->how = how;
    update(budget);
    return Status::ok();
}

Result<RegionId> NavMesh::insert(std::uint32_t index, const Polygon& polygon) {
    if (index >= layers_.size()) return no_layer(index, layers_.size());
    Layer& layer = layers_[index];
    const auto inserted = layer.surface.mesh.insert(polygon);
    if (!inserted) return inserted;
    layer.surface.note_edit();
    for (Surface& copy : layer.copies) {
        const auto twin = copy.mesh.insert(polygon);
        if (!twin) return twin;
        copy.twins[inserted.value()] = twin.value();
        copy.note_edit();
    }
    ++version_;
    return inserted;
}

Status NavMesh::remove(std::uint32_t index, RegionId region) {
    if (index >= layers_.size()) return no_layer(index, layers_.size());
    Layer& layer = layers_[index];
    if (Status failed = layer.surface.mesh.remove(region); !failed.is_ok()) return failed;
    layer.surface.note_edit();
    for (Surface& copy : layer.copies) {
        const auto twin = copy.twins.find(region);
        const Status removed = copy.mesh.remove(twin == copy.twins.end() ? region : twin->second);
        if (!removed.is_ok()) return removed;
        if (twin != copy.twins.end()) copy.twins.erase(twin);
        copy.note_edit();
    }
    ++version_;
    return Status::ok();
}

Status NavMesh::move(std::uint32_t index, RegionId region, const Polygon& polygon) {
    if (index >= layers_.size()) return no_layer(index, layers_.size());
    Layer& layer = layers_[index];
    if (Status failed = layer.surface.mesh.move(region, polygon); !failed.is_ok()) return failed;
    layer.surface.note_edit();
    for (Surface& copy : layer.copies) {
        const auto twin = copy.twins.find(region);
        const Status moved = copy.mesh.move(twin == copy.twins.end() ? region : twin->second, polygon);
        if (!moved.is_ok()) return moved;
        copy.note_edit();
    }
    ++version_;
    return Status::ok();
}

void NavMesh::update() {
    Budget unlimited = Budget::unlimited();
    update(unlimited);
}

bool NavMesh::update(Budget& budget) {
    bool is_done = true;
    for (Layer& layer : layers_) {
        is_done = layer.surface.update(prepared_, budget) && is_done;
        for (Surface& copy : layer.copies) is_done = copy.update(prepared_, budget) && is_done;
    }
    return is_done;
}

const NavMesh::Surface& NavMesh::surface(std::uint32_t layer, FilterIndex filter) const {
    const std::uint32_t copy = filters_[filter].copy;
    return copy == none ? layers_[layer].surface : layers_[layer].copies[copy];
}

const Triangulation& NavMesh::layer(std::uint32_t layer, FilterIndex filter) const {
    return surface(layer, filter).mesh;
}

std::optional<AreaCosts> NavMesh::area_costs(std::uint32_t index, FilterIndex filter) const {
    if (layers_[index].areas.empty() || filters_[filter].detours == none) return std::nullopt;
    return AreaCosts(layers_[index].areas[0], filters_[filter].factors);
}

MeshPoint NavMesh::place(Vec3 point) const {
    MeshPoint best{point.xy(), 0};
    double least = std::numeric_limits<double>::infinity();
    for (std::uint32_t i = 0; i < layers_.size(); ++i) {
        const Triangulation& mesh = layers_[i].surface.mesh;
        const Location at = mesh.locate(point.xy());
        const bool has_floor = at.triangle != none && !mesh.is_blocked(at.triangle);
        const double off = std::abs(layers_[i].height - point.z);
        if (!has_floor || off >= least) continue;
        least = off;
        best.layer = i;
    }
    return best;
}

Vec3 NavMesh::lift(const MeshPoint& point) const {
    return {point.at.x, point.at.y, layers_[point.layer].height};
}

}  // namespace wend::mesh
