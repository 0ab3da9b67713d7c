#include "mesh/medial_corridor.hpp"

#include <algorithm>
#include <cmath>

namespace wend::mesh {
namespace {

CorridorGate gate_at(const MedialAxis::Data& data, const MedialEdge& edge, const MedialCurve& curve, double t,
                     bool backward, double keep) {
    const Vec2 axis = curve.at(t);
    const double clearance = curve.clearance(t);
    const double share = clearance > keep ? 1 - keep / clearance : 0;
    const Vec2 left = data.nearest_on(backward ? edge.right : edge.left, axis);
    const Vec2 right = data.nearest_on(backward ? edge.left : edge.right, axis);
    return {axis, lerp(axis, left, share), lerp(axis, right, share)};
}

/// Parameters strictly between t0 and t1 at which the clearance passes through `keep`.
void add_passings(const MedialCurve& curve, double t0, double t1, double keep, std::vector<double>& at) {
    const double low = curve.narrowest(t0, t1);
    for (const double end : {t0, t1}) {
        if (end == low || (curve.clearance(end) > keep) == (curve.clearance(low) > keep)) continue;
        double below = low, above = end;
        for (int i = 0; i < 60; ++i) {
            const double middle = (below + above) / 2;
            (curve.clearance(middle) > keep ? above : below) = middle;
        }
        at.push_back(below);
    }
    if (low != t0 && low != t1) at.push_back(low);
}

bool same(Vec2 a, Vec2 b) {
    return squared_length(a - b) < 1e-18;
}

/// One funnel run between two fixed points; appends all but the first of its corners.
void funnel(Vec2 start, std::vector<CorridorGate> gates, Vec2 goal, std::vector<Vec2>& path) {
    gates.push_back({goal, goal, goal});
    Vec2 apex = start, left = start, right = start;
    std::size_t left_gate = 0, right_gate = 0;
    for (std::size_t i = 0; i < gates.size(); ++i) {
        const Vec2 new_left = gates[i].left, new_right = gates[i].right;
        if (cross(right - apex, new_right - apex) >= 0 || same(apex, right)) {
            if (same(apex, right) || cross(left - apex, new_right - apex) < 0 || same(apex, left)) {
                right = new_right;
                right_gate = i;
            } else {
                path.push_back(apex = left);
                right = left;
                i = right_gate = left_gate;
                continue;
            }
        }
        if (cross(left - apex, new_left - apex) <= 0 || same(apex, left)) {
            if (same(apex, left) || cross(right - apex, new_left - apex) > 0 || same(apex, right)) {
                left = new_left;
                left_gate = i;
            } else {
                path.push_back(apex = right);
                left = right;
                i = left_gate = right_gate;
                continue;
            }
        }
    }
    path.push_back(goal);
}

}  // namespace

std::vector<CorridorGate> corridor_along(const MedialAxis::Data& data, const std::vector<MedialStretch>& way,
                                         double keep, double tolerance) {
    std::vector<CorridorGate> gates;
    std::vector<double> at;
    for (const MedialStretch& stretch : way) {
        const MedialCurve& curve = data.curves[stretch.edge];
        const double widest = std::max(curve.clearance(stretch.t0), curve.clearance(stretch.t1));
        // An arc of radius r that turns by a is cut by r (1 - cos(a / 2)) at most.
        const double turn = 2 * std::acos(std::max(0.0, 1 - tolerance / std::max(widest, 2 * tolerance)));
        const double share = std::abs(stretch.t1 - stretch.t0);
        const int pieces = 1 + static_cast<int>(std::min(1e4, curve.turn() * share / turn));
        at.clear();
        for (int i = 0; i <= pieces; ++i) at.push_back(stretch.t0 + (stretch.t1 - stretch.t0) * i / pieces);
        add_passings(curve, stretch.t0, stretch.t1, keep, at);
        const bool backward = stretch.t1 < stretch.t0;
        if (backward)
            std::ranges::sort(at, std::greater<>{});
        else
            std::ranges::sort(at);
        for (const double t : at)
            gates.push_back(gate_at(data, data.edges[stretch.edge], curve, t, backward, keep));
    }
    return gates;
}

std::vector<Vec2> pulled_taut(Vec2 start, std::vector<CorridorGate> gates, Vec2 goal) {
    // The ends stand beside the axis, where the first and last gates lean over them: those are behind
    // already.
    const auto leans = [](const CorridorGate& gate, Vec2 p, double sign) {
        return !same(gate.left, gate.right) && sign * cross(gate.left - gate.right, p - gate.right) <= 1e-9;
    };
    while (!gates.empty() && leans(gates.back(), goal, -1)) gates.pop_back();
    const auto first =
        std::ranges::find_if_not(gates, [&](const CorridorGate& g) { return leans(g, start, 1); });
    gates.erase(gates.begin(), first);

    std::vector<Vec2> path{start};
    std::vector<CorridorGate> open;
    for (const CorridorGate& gate : gates) {
        if (!same(gate.left, gate.right)) {
            open.push_back(gate);
            continue;
        }
        funnel(path.back(), open, gate.axis, path);
        open.clear();
    }
    funnel(path.back(), open, goal, path);
    path.erase(std::unique(path.begin(), path.end(), same), path.end());
    if (path.size() == 1) path.push_back(goal);
    return path;
}

}  // namespace wend::mesh
