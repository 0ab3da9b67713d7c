#include <algorithm>
#include <cmath>
#include <optional>
#include <queue>
#include <string>
#include <tuple>

#include "mesh/medial_corridor.hpp"

namespace wend::mesh {
namespace {

/// Where a free point is taken to on the axis: straight away from its nearest wall, clearance rising all the
/// way.
struct Retraction {
    Vec2 foot;  ///< on the wall
    double clearance = 0;
    std::uint32_t edge = 0;
    double t = 0;
};

std::optional<Retraction> retract(const MedialAxis::Data& data, Vec2 p) {
    const WallIndex::Nearest near = data.index.nearest(p);
    if (!(near.distance > 0) || data.edges.size() == data.free_edges.size()) return std::nullopt;
    const MedialSite site = data.site_of(near.wall, p);
    if (!data.is_free(site, p)) return std::nullopt;
    Retraction result{near.point, near.distance, 0, 0};
    // Discs that touch the wall at the foot lie in each other, so "nothing else is nearer" holds up to the
    // axis and not beyond.
    const Vec2 direction = (p - near.point) / near.distance;
    const double slack = 1e-9 * (1 + length(p));
    const auto still_nearest = [&](double d) {
        return data.index.nearest(near.point + direction * d).distance >= d - slack;
    };
    double inside = near.distance, outside = near.distance;
    const double farthest = 2 * data.widest + near.distance;
    while (outside < farthest && still_nearest(outside)) {
        inside = outside;
        outside *= 2;
    }
    for (int i = 0; i < 60 && outside - inside > slack; ++i) {
        const double middle = (inside + outside) / 2;
        (still_nearest(middle) ? inside : outside) = middle;
    }
    const Vec2 axis = near.point + direction * inside;
    double best = std::numeric_limits<double>::infinity();
    const auto consider = [&](std::uint32_t edge) {
        const double t = data.curves[edge].parameter(axis);
        const double d = distance(axis, data.curves[edge].at(t));
        if (d < best) std::tie(best, result.edge, result.t) = std::tuple(d, edge, t);
    };
    for (const std::uint32_t edge : data.edges_of(site)) consider(edge);
    // A foot at the common end of walls in line has no edges of its own.
    if (best > 1e-4 * (1 + inside))
        for (std::uint32_t edge = 0; edge < data.edges.size(); ++edge)
            if (data.edges[edge].from != medial_end) consider(edge);
    return result;
}

/// Dijkstra with a straight-line bound (A*) over the vertices of the axis.
class Search {
  public:
    Search(const MedialAxis::Data& data, double radius, double preferred, const Retraction& start,
           const Retraction& goal)
        : data_(data),
          radius_(radius),
          preferred_(std::min(preferred, data.widest)),
          start_(start),
          goal_(goal),
          goal_point_(data.curves[goal.edge].at(goal.t)),
          cost_(data.vertices.size(), infinity),
          came_by_(data.vertices.size(), UINT32_MAX) {}

    /// The stretches of the way, or why there is none.
    StatusCode run(Budget& budget, std::vector<MedialStretch>& way) {
        if (start_.edge == goal_.edge) best_ = cost({start_.edge, start_.t, goal_.t});
        const MedialEdge& first = data_.edges[start_.edge];
        reach(first.from, cost({start_.edge, start_.t, 0}), start_.edge);
        reach(first.to, cost({start_.edge, start_.t, 1}), start_.edge);
        while (!open_.empty()) {
            const Entry entry = open_.top();
            if (entry.bound >= best_) break;
            open_.pop();
            if (entry.cost > cost_[entry.vertex]) continue;
            if (!budget.spend()) return StatusCode::out_of_budget;
            expand(entry.vertex);
        }
        if (best_ == infinity) return StatusCode::unreachable;
        collect(way);
        return StatusCode::ok;
    }

  private:
    static constexpr double infinity = std::numeric_limits<double>::infinity();
    struct Entry {
        double bound;
        double cost;
        std::uint32_t vertex;
        bool operator>(const Entry& o) const { return std::tie(bound, vertex) > std::tie(o.bound, o.vertex); }
    };

    /// Length, counted up to twice where it is narrower than preferred; by Simpson's rule over the stretch.
    [[nodiscard]] double cost(MedialStretch s) const {
        const MedialCurve& curve = data_.curves[s.edge];
        if (curve.clearance(curve.narrowest(s.t0, s.t1)) < radius_) return infinity;
        const auto shortfall = [&](double t) {
            return preferred_ > 0 ? std::max(0.0, 1 - curve.clearance(t) / preferred_) : 0;
        };
        const double mean = (shortfall(s.t0) + 4 * shortfall((s.t0 + s.t1) / 2) + shortfall(s.t1)) / 6;
        return curve.length(s.t0, s.t1) * (1 + mean);
    }

    void reach(std::uint32_t vertex, double new_cost, std::uint32_t edge) {
        if (!(new_cost < cost_[vertex])) return;
        cost_[vertex] = new_cost;
        came_by_[vertex] = edge;
        open_.push({new_cost + distance(data_.vertices[vertex].position, goal_point_), new_cost, vertex});
    }

    void expand(std::uint32_t vertex) {
        for (const std::uint32_t number : data_.edges_at[vertex]) {
            const MedialEdge& edge = data_.edges[number];
            const bool forward = edge.from == vertex;
            if (number == goal_.edge) {
                for (const double end : {0.0, 1.0}) {
                    if ((end == 0 ? edge.from : edge.to) != vertex) continue;
                    const double whole = cost_[vertex] + cost({number, end, goal_.t});
                    if (whole < best_) std::tie(best_, last_, last_end_) = std::tuple(whole, vertex, end);
                }
            }
            reach(forward ? edge.to : edge.from,
                  cost_[vertex] + cost({number, forward ? 0.0 : 1.0, forward ? 1.0 : 0.0}), number);
        }
    }

    void collect(std::vector<MedialStretch>& way) const {
        if (last_ == UINT32_MAX) {
            way.push_back({start_.edge, start_.t, goal_.t});
            return;
        }
        way.push_back({goal_.edge, last_end_, goal_.t});
        std::uint32_t vertex = last_;
        // The start's own edge may also be walked whole later on, so what it cost tells the two apart.
        while (!is_first(vertex)) {
            const std::uint32_t number = came_by_[vertex];
            const MedialEdge& edge = data_.edges[number];
            const bool forward = edge.to == vertex;
            way.push_back({number, forward ? 0.0 : 1.0, forward ? 1.0 : 0.0});
            vertex = forward ? edge.from : edge.to;
        }
        way.push_back({start_.edge, start_.t, data_.edges[start_.edge].to == vertex ? 1.0 : 0.0});
        std::ranges::reverse(way);
    }

    [[nodiscard]] bool is_first(std::uint32_t vertex) const {
        const MedialEdge& edge = data_.edges[start_.edge];
        return came_by_[vertex] == start_.edge &&
               ((edge.from == vertex && cost_[vertex] == cost({start_.edge, start_.t, 0})) ||
                (edge.to == vertex && cost_[vertex] == cost({start_.edge, start_.t, 1})));
    }

    const MedialAxis::Data& data_;
    double radius_, preferred_;
    Retraction start_, goal_;
    Vec2 goal_point_;
    std::vector<double> cost_;
    std::vector<std::uint32_t> came_by_;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open_;
    double best_ = infinity;
    std::uint32_t last_ = UINT32_MAX;
    double last_end_ = 0;
};

/// The point on the way to the axis from which on the corridor can be entered.
Vec2 entry_point(const MedialAxis::Data& data, const Retraction& retraction, Vec2 p, double keep) {
    const Vec2 axis = data.curves[retraction.edge].at(retraction.t);
    const double at_axis = data.curves[retraction.edge].clearance(retraction.t);
    if (retraction.clearance >= std::min(keep, at_axis)) return p;
    return lerp(retraction.foot, axis, std::min(1.0, keep / at_axis));
}

void measure(const WallIndex& walls, MedialPath& path) {
    path.length = 0;
    path.min_clearance = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i + 1 < path.points.size(); ++i) {
        const Vec2 a = path.points[i], b = path.points[i + 1];
        path.length += distance(a, b);
        path.min_clearance = walls.distance_to_segment(a, b, path.min_clearance);
    }
}

Status check(const MedialQuery& query) {
    const auto finite = [](Vec2 p) { return std::isfinite(p.x) && std::isfinite(p.y); };
    if (!finite(query.from) || !finite(query.to)) return Status::invalid_input("from and to must be finite");
    if (!(query.radius >= 0) || !std::isfinite(query.radius))
        return Status::invalid_input("radius: found " + std::to_string(query.radius) +
                                     ", expected 0 or more");
    if (!(query.preferred_clearance >= 0))
        return Status::invalid_input("preferred_clearance: found " +
                                     std::to_string(query.preferred_clearance) + ", expected 0 or more");
    if (!(query.tolerance > 0))
        return Status::invalid_input("tolerance: found " + std::to_string(query.tolerance) +
                                     ", expected more than 0");
    return Status::ok();
}

}  // namespace

std::optional<MedialFoot> MedialAxis::foot_of(Vec2 p) const {
    if (!std::isfinite(p.x) || !std::isfinite(p.y)) return std::nullopt;
    const auto at = retract(*data_, p);
    if (!at) return std::nullopt;
    return MedialFoot{at->edge, at->t, at->clearance};
}

MedialPath MedialAxis::find_path(const MedialQuery& query, Budget& budget) const {
    MedialPath path;
    path.status = check(query);
    if (!path.status.is_ok()) return path;
    const auto blocked = [&](const char* which) {
        path.status = {StatusCode::unreachable,
                       std::string(which) + " is blocked or closer to a wall than the radius"};
        return path;
    };
    const auto start = retract(*data_, query.from), goal = retract(*data_, query.to);
    if (!start || start->clearance < query.radius) return blocked("from");
    if (!goal || goal->clearance < query.radius) return blocked("to");

    std::vector<MedialStretch> way;
    const double preferred = std::max(query.preferred_clearance, query.radius);
    const StatusCode code = Search(*data_, query.radius, preferred, *start, *goal).run(budget, way);
    if (code != StatusCode::ok) {
        path.status = {code, code == StatusCode::unreachable
                                 ? "no way is wide enough for the radius"
                                 : "the budget was used up before a way was found"};
        return path;
    }
    path.bottleneck = std::numeric_limits<double>::infinity();
    for (const MedialStretch& s : way) {
        const MedialCurve& curve = data_->curves[s.edge];
        path.bottleneck = std::min(path.bottleneck, curve.clearance(curve.narrowest(s.t0, s.t1)));
    }

    // Cut corners come closer to walls by up to the tolerance; keeping off by that much more makes up for it.
    const double keep = preferred + query.tolerance;
    const std::vector<CorridorGate> gates = corridor_along(*data_, way, keep, query.tolerance);
    const Vec2 enter = entry_point(*data_, *start, query.from, keep);
    const Vec2 leave = entry_point(*data_, *goal, query.to, keep);
    path.points = {query.from};
    const std::vector<Vec2> taut = pulled_taut(enter, gates, leave);
    path.points.insert(path.points.end(), taut.begin(), taut.end());
    path.points.push_back(query.to);
    path.points.erase(std::unique(path.points.begin(), path.points.end()), path.points.end());
    if (path.points.size() == 1) path.points.push_back(query.to);
    measure(data_->index, path);
    return path;
}

}  // namespace wend::mesh
