// What agents see, come upon and tell each other.

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <tuple>
#include <utility>

#include "wend/geometry/segment.hpp"
#include "wend/planning/knowledge.hpp"

namespace wend::planning {
namespace {

/// Outlines are rounded to the lattice, so what is seen of them is off by this much, metres.
constexpr double outline_slack = 0.003;

double distance_to_outline(const Ring& ring, Vec2 p) {
    return contains(ring, p) ? 0 : boundary_distance(ring, p);
}

Vec2 nearest_on_outline(const Ring& ring, Vec2 p) {
    Vec2 best = ring.front();
    for (std::size_t i = 0; i < ring.size(); ++i) {
        const Vec2 q = nearest_point(ring[i], ring[i + 1 < ring.size() ? i + 1 : 0], p);
        if (squared_length(q - p) < squared_length(best - p)) best = q;
    }
    return best;
}

/// Observers filed by cells as wide as the range that is asked about.
class ByPlace {
  public:
    ByPlace(std::span<const Observer> observers, double range) : cell_(std::max(range, 1e-3)) {
        for (std::uint32_t i = 0; i < observers.size(); ++i)
            filed_.push_back({cell_of(observers[i].at, 0, 0), i});
        std::ranges::sort(filed_);
    }
    template <class Visit>
    void around(const mesh::MeshPoint& at, Visit&& visit) const {
        for (int dy = -1; dy <= 1; ++dy) {
            auto entry = std::ranges::lower_bound(filed_, Entry{cell_of(at, -1, dy), 0});
            const Cell last = cell_of(at, 1, dy);
            for (; entry != filed_.end() && entry->first <= last; ++entry) visit(entry->second);
        }
    }

  private:
    using Cell = std::tuple<std::uint32_t, double, double>;
    using Entry = std::pair<Cell, std::uint32_t>;
    [[nodiscard]] Cell cell_of(const mesh::MeshPoint& at, int dx, int dy) const {
        return {at.layer, std::floor(at.at.y / cell_) + dy, std::floor(at.at.x / cell_) + dx};
    }
    double cell_;
    std::vector<Entry> filed_;
};

}  // namespace

bool Knowledge::is_in_view(const Observer& observer, Vec2 p) const {
    const Vec2 towards = p - observer.at.at;
    if (length(towards) > senses_.range) return false;
    if (senses_.field_of_view >= 2 * std::numbers::pi || length(towards) < observer.radius) return true;
    const double off =
        std::remainder(std::atan2(towards.y, towards.x) - observer.heading, 2 * std::numbers::pi);
    return std::abs(off) <= senses_.field_of_view / 2;
}

/// Some place where the view and the outline meet is near enough and ahead.
bool Knowledge::sees(const mesh::NavMesh& mesh, const Observer& observer, const Ring& view,
                     const WorldEvent& event) const {
    for (const Vec2 p : view)
        if (distance_to_outline(event.outline, p) <= outline_slack && is_in_view(observer, p)) return true;
    const auto is_visible = [&](Vec2 p) {
        if (!is_in_view(observer, p)) return false;
        if (contains(view, p)) return true;
        const mesh::RayHit hit = mesh::cast_ray(mesh.layer(observer.at.layer), observer.at.at, p);
        return distance(hit.point, p) <= outline_slack;
    };
    if (is_visible(nearest_on_outline(event.outline, observer.at.at))) return true;
    for (std::size_t i = 0; i < event.outline.size(); ++i) {
        const Vec2 a = event.outline[i], b = event.outline[i + 1 < event.outline.size() ? i + 1 : 0];
        if (is_visible(a) || is_visible(lerp(a, b, 0.5))) return true;
    }
    return false;
}

/// What the agent would see: something that it does not know to be there, or miss: something that it thinks
/// is there still.
bool Knowledge::is_a_difference(std::uint32_t agent, EventId id) const {
    if (knows(agent, id)) return false;
    const WorldEvent& event = events_[id];
    if (event.inserted) return undone_by_[id] == no_event;
    return event.undoes == no_event || knows(agent, event.undoes);
}

std::vector<EventId> Knowledge::perceived(const mesh::NavMesh& mesh, const Observer& observer) const {
    Ring view;
    bool has_view = false;
    std::vector<EventId> found;
    for (const EventId id : open_) {
        const WorldEvent& event = events_[id];
        if (event.layer != observer.at.layer || !is_a_difference(observer.agent, id)) continue;
        const double away = distance_to_outline(event.outline, observer.at.at);
        if (away > std::max(senses_.range, observer.radius + senses_.reach)) continue;
        bool is_met = away <= observer.radius + senses_.reach &&
                      mesh::cast_ray(mesh.layer(event.layer), observer.at.at,
                                     nearest_on_outline(event.outline, observer.at.at))
                              .distance >= away - outline_slack;
        if (!is_met && away <= senses_.range) {
            if (!has_view) view = mesh::visibility_polygon(mesh.layer(event.layer), observer.at.at);
            has_view = true;
            is_met = !view.empty() && sees(mesh, observer, view, event);
        }
        if (is_met) found.push_back(id);
    }
    return found;
}

std::size_t Knowledge::observe(const mesh::NavMesh& mesh, const Observer& observer) {
    std::size_t learnt = 0;
    for (const EventId event : perceived(mesh, observer)) learnt += learn(observer.agent, event);
    return learnt;
}

bool Knowledge::has_something_for(std::uint32_t teller, std::uint32_t listener) const {
    return teller < minds_.size() &&
           std::ranges::any_of(minds_[teller].known, [&](EventId e) { return !knows(listener, e); });
}

std::size_t Knowledge::tell(const mesh::NavMesh& mesh, std::span<const Observer> everybody, double now) {
    if (open_.empty()) return 0;
    const ByPlace by_place(everybody, senses_.telling_range);
    std::vector<std::pair<double, std::uint32_t>> near;  // metres, agent's place in `everybody`
    const auto listener_of = [&](const Observer& teller) -> std::optional<std::uint32_t> {
        near.clear();
        by_place.around(teller.at, [&](std::uint32_t i) {
            const double away = distance(everybody[i].at.at, teller.at.at);
            if (everybody[i].agent != teller.agent && away <= senses_.telling_range &&
                has_something_for(teller.agent, everybody[i].agent))
                near.emplace_back(away, i);
        });
        std::ranges::sort(near, [&](const auto& a, const auto& b) {
            return std::tuple(a.first, everybody[a.second].agent) <
                   std::tuple(b.first, everybody[b.second].agent);
        });
        const mesh::Triangulation& floor = mesh.layer(teller.at.layer);
        for (const auto& [away, i] : near)
            if (mesh::cast_ray(floor, teller.at.at, everybody[i].at.at).is_clear) return everybody[i].agent;
        return std::nullopt;
    };
    // Decided before anybody has told anything, so that a word goes no farther than one listener at a time.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> words;
    for (const Observer& teller : everybody) {
        Mind& own = mind(teller.agent);
        if (own.known.empty() || now < own.told_at + senses_.telling_period) continue;
        own.told_at = now;
        if (const auto listener = listener_of(teller)) words.emplace_back(teller.agent, *listener);
    }
    for (const auto& [teller, listener] : words)
        for (const EventId event : std::vector<EventId>(mind(teller).known)) learn(listener, event);
    return words.size();
}

double Knowledge::free_length(const Observer& observer, const mesh::Path& path) const {
    constexpr double step = 0.1;
    double free = path.length;
    for (EventId id = 0; id < events_.size(); ++id) {
        const WorldEvent& event = events_[id];
        if (!event.inserted || knows(observer.agent, id)) continue;
        const bool is_undone = undone_by_[id] != no_event;
        mesh::Path here = path;
        std::erase_if(here.pieces, [&](const mesh::PathPiece& p) { return p.layer != event.layer; });
        if (is_undone || !mesh::is_cut(here, event.outline, observer.radius + senses_.reach)) continue;
        double before = 0;
        for (const mesh::PathPiece& piece : path.pieces) {
            mesh::Path one;
            one.pieces.push_back(piece);
            for (double at = 0; piece.layer == event.layer && at < piece.length; at += step) {
                const Vec2 p = mesh::rest_of(one, at).pieces.front().from;
                if (distance_to_outline(event.outline, p) <= observer.radius + senses_.reach)
                    free = std::min(free, before + at);
            }
            before += piece.length;
        }
    }
    return free;
}

}  // namespace wend::planning
