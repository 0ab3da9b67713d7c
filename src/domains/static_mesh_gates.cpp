#include "wend/domains/static_mesh_gates.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace wend::domains {
namespace {

/// How far from a portal a disc may have to stand: the edge that it crosses may be a wall.
double footing_reach(double radius) {
    return 1.5 * radius + 0.1;
}

/// A gate as the embedding sees it: its two or one pairs of extreme ends.
struct Span {
    std::uint32_t layer_a, layer_b;
    Vec2 first, second;  ///< from an end on a to the end on b, by which the plane must be shifted
    double cost;
};

std::vector<Span> spans_of(const mesh::NavMesh& mesh, std::span<const mesh::LinkSpec> more_links) {
    std::vector<Span> spans;
    for (const mesh::PortalSpec& portal : mesh.portals())
        spans.push_back({portal.layer_a, portal.layer_b, portal.b_from - portal.a_from,
                         portal.b_to - portal.a_to, portal.length});
    const auto add = [&](const mesh::LinkSpec& link) {
        const Vec2 shift = link.to.at - link.from.at;
        spans.push_back(
            {link.from.layer, link.to.layer, shift, shift, link.cost > 0 ? link.cost : length(shift)});
    };
    std::for_each(mesh.links().begin(), mesh.links().end(), add);
    std::for_each(more_links.begin(), more_links.end(), add);
    return spans;
}

/// The largest factor by which the span's displacement may be multiplied without exceeding its cost.
double factor_of(const Span& span, Vec2 offset_a, Vec2 offset_b) {
    const Vec2 shift = offset_b - offset_a;
    const double apart = std::max(length(span.first + shift), length(span.second + shift));
    return span.cost >= apart ? 1.0 : span.cost / apart;
}

/// The worst factor of all spans between the layer, if it were shifted by `offset`, and those placed.
double factor_with(const std::vector<Span>& spans, const std::vector<std::optional<Vec2>>& placed,
                   std::uint32_t layer, Vec2 offset) {
    double worst = 1;
    for (const Span& span : spans) {
        if (span.layer_a == layer && span.layer_b != layer && placed[span.layer_b])
            worst = std::min(worst, factor_of(span, offset, *placed[span.layer_b]));
        if (span.layer_b == layer && span.layer_a != layer && placed[span.layer_a])
            worst = std::min(worst, factor_of(span, *placed[span.layer_a], offset));
    }
    return worst;
}

}  // namespace

mesh::TriangleIndex free_triangle_at(const mesh::Triangulation& floor, Vec2 point) noexcept {
    using Mesh = mesh::Triangulation;
    const auto is_free = [&](mesh::HalfEdge h) { return !floor.is_blocked(Mesh::triangle_of(h)); };
    const mesh::Location at = floor.locate(point);
    if (at.triangle == mesh::none || !floor.is_blocked(at.triangle)) return at.triangle;
    if (at.on == mesh::Location::On::triangle) return mesh::none;
    const mesh::HalfEdge across = floor.twin(at.half_edge);
    if (at.on == mesh::Location::On::edge)
        return across != mesh::none && is_free(across) ? Mesh::triangle_of(across) : mesh::none;
    for (mesh::HalfEdge h = across; h != mesh::none && h != at.half_edge; h = floor.twin(h)) {
        h = Mesh::next(h);
        if (is_free(h)) return Mesh::triangle_of(h);
        if (h == at.half_edge) break;
    }
    return mesh::none;
}

LayerEmbedding::LayerEmbedding(const mesh::NavMesh& mesh, std::span<const mesh::LinkSpec> links) {
    const std::vector<Span> spans = spans_of(mesh, links);
    std::vector<std::optional<Vec2>> placed(mesh.layer_count());
    const auto place = [&](std::uint32_t layer) {
        Vec2 best{};
        double best_factor = factor_with(spans, placed, layer, best);
        const auto offer = [&](Vec2 offset) {
            const double factor = factor_with(spans, placed, layer, offset);
            if (factor > best_factor) best = offset, best_factor = factor;
        };
        for (const Span& span : spans) {
            const Vec2 mean = (span.first + span.second) / 2;
            if (span.layer_a == layer && placed[span.layer_b]) offer(*placed[span.layer_b] + mean);
            if (span.layer_b == layer && placed[span.layer_a]) offer(*placed[span.layer_a] - mean);
        }
        placed[layer] = best;
    };
    // Layers that touch a placed one come first; a layer that touches none starts a group of its own.
    for (std::uint32_t seed = 0; seed < placed.size(); ++seed) {
        if (placed[seed]) continue;
        place(seed);
        for (bool grown = true; grown;) {
            grown = false;
            for (const Span& span : spans) {
                if (placed[span.layer_a].has_value() == placed[span.layer_b].has_value()) continue;
                place(placed[span.layer_a] ? span.layer_b : span.layer_a);
                grown = true;
            }
        }
    }
    for (const std::optional<Vec2>& offset : placed) offsets_.push_back(*offset);
    for (const Span& span : spans)
        scale_ = std::min(scale_, factor_of(span, offsets_[span.layer_a], offsets_[span.layer_b]));
}

MeshGates::MeshGates(const mesh::NavMesh& mesh, std::span<const mesh::LinkSpec> links, double radius,
                     mesh::FilterIndex filter, std::uint32_t portal_samples, const LayerEmbedding& embedding)
    : mesh_(&mesh),
      links_(links),
      radius_(radius),
      filter_(filter),
      samples_(std::max(1u, portal_samples)),
      embedding_(&embedding) {
    gates_.resize(2 * (samples_ * mesh.portals().size() + mesh.links().size() + links.size()));
    for (std::size_t gate = 0; gate < gates_.size(); ++gate) gates_[gate] = make(gate);
}

void MeshGates::refresh(std::uint32_t layer) {
    for (std::size_t gate = 0; gate < gates_.size(); ++gate)
        if (gates_[gate].from.layer == layer || gates_[gate].to.layer == layer) gates_[gate] = make(gate);
}

MeshGates::Origin MeshGates::origin(std::size_t gate) const noexcept {
    const std::size_t number = gate / 2, portal_gates = samples_ * mesh_->portals().size();
    const bool is_portal = number < portal_gates;
    return {is_portal, is_portal ? number / samples_ : number - portal_gates, gate % 2 == 0};
}

/// As the mesh describes it; of infinite cost when the radius or the direction forbids it.
MeshGate MeshGates::raw(std::size_t gate) const {
    constexpr double shut = std::numeric_limits<double>::infinity();
    const Origin from = origin(gate);
    MeshGate made;
    if (from.is_portal) {
        const mesh::PortalSpec& portal = mesh_->portals()[from.index];
        const double width =
            std::min(distance(portal.a_from, portal.a_to), distance(portal.b_from, portal.b_to));
        const double margin = width > 0 ? std::min(0.5, radius_ / width) : 0.5;
        const double step = samples_ == 1 ? 0.5 : static_cast<double>(gate / 2 % samples_) / (samples_ - 1);
        const double parameter = margin + (1 - 2 * margin) * step;
        made.from = {lerp(portal.a_from, portal.a_to, parameter), portal.layer_a};
        made.to = {lerp(portal.b_from, portal.b_to, parameter), portal.layer_b};
        made.cost = width < 2 * radius_ ? shut : portal.length;
    } else {
        const mesh::LinkSpec& link = this->link(from.index);
        made.from = link.from;
        made.to = link.to;
        made.cost = link.cost > 0 ? link.cost : distance(link.from.at, link.to.at);
        if (radius_ > link.max_radius || (!from.is_forward && !link.two_way)) made.cost = shut;
    }
    if (!from.is_forward) std::swap(made.from, made.to);
    return made;
}

/// The detour by the footings is added to the cost, so the embedding's bound still holds for it.
MeshGate MeshGates::make(std::size_t gate) {
    MeshGate made = raw(gate);
    if (!std::isfinite(made.cost)) return made;
    mesh::TriangleIndex from = mesh::none, to = mesh::none;
    find_footing(made.from, made.cost, from);
    find_footing(made.to, made.cost, to);
    if (from == mesh::none || to == mesh::none) return made;
    made.from_triangle = from;
    made.to_triangle = to;
    made.cost = std::max(made.cost, embedding_->distance(made.from, made.to));
    return made;
}

void MeshGates::find_footing(mesh::MeshPoint& end, double& cost, mesh::TriangleIndex& triangle) {
    const mesh::Triangulation& floor = mesh_->layer(end.layer, filter_);
    const auto near = nearest_free_point(floor, end.at, radius_, query_, footing_reach(radius_));
    if (!near) return;
    cost += distance(*near, end.at);
    end.at = *near;
    triangle = free_triangle_at(floor, *near);
}

}  // namespace wend::domains
