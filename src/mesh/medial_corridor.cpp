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
class PointFunnel {
  public:
    PointFunnel(Vec2 start, std::vector<Vec2>& path)
        : apex_(start), left_{start, 0, -1}, right_{start, 0, 1}, path_(path) {}

    void run(const std::vector<CorridorGate>& gates, Vec2 goal) {
        for (std::size_t i = 0; i <= gates.size(); ++i) {
            const bool last = i == gates.size();
            if (!advance(right_, left_, last ? goal : gates[i].right, i))
                advance(left_, right_, last ? goal : gates[i].left, i);
        }
        path_.push_back(goal);
    }

  private:
    struct Side {
        Vec2 at;
        std::size_t gate;
        double inward;  ///< sign of a turn towards the other side
    };

    /// Narrows the funnel on one side. When that passes the other side, the other side's corner becomes the
    /// apex, `gate` goes back to it, and the answer is true.
    bool advance(Side& own, const Side& other, Vec2 next, std::size_t& gate) {
        const bool open = same(apex_, own.at) || same(apex_, other.at);
        if (!same(apex_, own.at) && own.inward * cross(own.at - apex_, next - apex_) < 0) return false;
        if (open || own.inward * cross(other.at - apex_, next - apex_) < 0) {
            own.at = next;
            own.gate = gate;
            return false;
        }
        path_.push_back(apex_ = other.at);
        own.at = other.at;
        own.gate = gate = other.gate;
        return true;
    }

    Vec2 apex_;
    Side left_, right_;
    std::vector<Vec2>& path_;
};

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
        PointFunnel(path.back(), path).run(open, gate.axis);
        open.clear();
    }
    PointFunnel(path.back(), path).run(open, goal);
    path.erase(std::unique(path.begin(), path.end(), same), path.end());
    if (path.size() == 1) path.push_back(goal);
    return path;
}

}  // namespace wend::mesh
