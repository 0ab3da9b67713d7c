#include "wend/planning/knowledge.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "wend/geometry/segment.hpp"

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

}  // namespace

Knowledge::Mind& Knowledge::mind(std::uint32_t agent) {
    if (agent >= minds_.size()) minds_.resize(agent + std::size_t{1});
    return minds_[agent];
}

EventId Knowledge::happened(WorldEvent event) {
    events_.push_back(std::move(event));
    announced_.push_back(false);
    return static_cast<EventId>(events_.size() - 1);
}

void Knowledge::announce(EventId event) {
    if (announced_[event]) return;
    for (Mind& mind : minds_) {
        const auto at = std::ranges::lower_bound(mind.known, event);
        if (at != mind.known.end() && *at == event)
            mind.known.erase(at);
        else
            mind.news.push_back(event);
    }
    announced_[event] = true;
}

bool Knowledge::knows(std::uint32_t agent, EventId event) const {
    if (announced_[event]) return true;
    return agent < minds_.size() && std::ranges::binary_search(minds_[agent].known, event);
}

bool Knowledge::learn(std::uint32_t agent, EventId event) {
    if (knows(agent, event)) return false;
    Mind& own = mind(agent);
    own.known.insert(std::ranges::lower_bound(own.known, event), event);
    own.news.push_back(event);
    return true;
}

std::vector<EventId> Knowledge::known_events(std::uint32_t agent) const {
    std::vector<EventId> known;
    for (EventId event = 0; event < events_.size(); ++event)
        if (knows(agent, event)) known.push_back(event);
    return known;
}

std::vector<EventId> Knowledge::take_news(std::uint32_t agent) {
    return agent < minds_.size() ? std::exchange(minds_[agent].news, {}) : std::vector<EventId>{};
}

std::vector<mesh::LayerEvent> Knowledge::layer_events(std::span<const EventId> ids) const {
    std::vector<mesh::LayerEvent> result;
    for (const EventId id : ids)
        result.push_back({events_[id].layer, {events_[id].outline, events_[id].inserted}});
    return result;
}

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

std::size_t Knowledge::observe(const mesh::NavMesh& mesh, const Observer& observer) {
    Ring view;
    bool has_view = false;
    std::size_t learnt = 0;
    for (EventId id = 0; id < events_.size(); ++id) {
        const WorldEvent& event = events_[id];
        if (event.layer != observer.at.layer || knows(observer.agent, id)) continue;
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
        learnt += is_met && learn(observer.agent, id);
    }
    return learnt;
}

bool Knowledge::has_something_for(std::uint32_t teller, std::uint32_t listener) const {
    return teller < minds_.size() &&
           std::ranges::any_of(minds_[teller].known, [&](EventId e) { return !knows(listener, e); });
}

std::size_t Knowledge::tell(const mesh::NavMesh& mesh, std::span<const Observer> everybody, double now) {
    // Decided before anybody has told anything, so that a word goes no farther than one listener at a time.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> words;
    for (const Observer& teller : everybody) {
        if (mind(teller.agent).known.empty() || now < mind(teller.agent).told_at + senses_.telling_period)
            continue;
        const Observer* nearest = nullptr;
        double least = senses_.telling_range;
        for (const Observer& listener : everybody) {
            if (listener.agent == teller.agent || listener.at.layer != teller.at.layer) continue;
            const double away = distance(listener.at.at, teller.at.at);
            if (away > least || (nearest != nullptr && away == least && listener.agent > nearest->agent))
                continue;
            if (!has_something_for(teller.agent, listener.agent)) continue;
            if (!mesh::cast_ray(mesh.layer(teller.at.layer), teller.at.at, listener.at.at).is_clear) continue;
            nearest = &listener;
            least = away;
        }
        if (nearest != nullptr) words.emplace_back(teller.agent, nearest->agent);
    }
    for (const auto& [teller, listener] : words) {
        mind(teller).told_at = now;
        for (const EventId event : std::vector<EventId>(mind(teller).known)) learn(listener, event);
    }
    return words.size();
}

double Knowledge::free_length(const Observer& observer, const mesh::Path& path) const {
    constexpr double step = 0.1;
    double free = path.length;
    for (EventId id = 0; id < events_.size(); ++id) {
        const WorldEvent& event = events_[id];
        if (!event.inserted || knows(observer.agent, id)) continue;
        const bool is_undone =
            std::ranges::any_of(events_, [&](const WorldEvent& e) { return e.undoes == id; });
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

std::size_t Knowledge::bytes(std::uint32_t agent) const noexcept {
    if (agent >= minds_.size()) return 0;
    return sizeof(Mind) + (minds_[agent].known.size() + minds_[agent].news.size()) * sizeof(EventId);
}

}  // namespace wend::planning
