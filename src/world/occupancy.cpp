#include "wend/world/occupancy.hpp"

#include <algorithm>
#include <cmath>

#include "wend/geometry/interval_set.hpp"

#include "world/cell.hpp"
#include "world/room_grid.hpp"
#include "world/stretch.hpp"

namespace wend {

/// A box in space and a window in time that an answer depends on.
struct Occupancy::Question {
    std::uint32_t layer = 0;
    Box2 box;
    Interval window;
    std::uint32_t except = 0;  ///< slot to leave out
};

namespace {

bool is_before(const Conflict& a, const Conflict& b) noexcept {
    return a.time != b.time ? a.time < b.time : a.who < b.who;
}

/// Does the window touch [low, high] or any of its repetitions?
bool touches_lap(Interval window, double low, double high, double period) noexcept {
    if (window.high < low) return false;
    const double laps = std::max(0.0, std::ceil((window.low - high) / period));
    return low + laps * period <= window.high;
}

}  // namespace

bool Occupancy::is_candidate(const Entry& entry, const Question& question) const noexcept {
    if (entry.body == question.except) return false;
    if (entry.low <= question.window.high && question.window.low <= entry.high) return true;
    return (entry.piece & repeating) != 0 &&
           touches_lap(question.window, entry.low, entry.high, paths_[entry.body].period());
}

template <class Visit>
void Occupancy::visit_drawer(std::uint32_t key, const Question& question, Visit& visit) const {
    for (std::uint32_t at = drawers_[key & (drawers_.size() - 1)]; at != 0;) {
        const Entry& entry = entries_[at - 1];
        if (entry.key == key && is_candidate(entry, question))
            visit(paths_[entry.body], BodyPath::Part{entry.piece & ~repeating, entry.high});
        at = entry.next;
    }
}

/// Calls visit(path) once for everybody whose room touches the question's box.
template <class Visit>
void Occupancy::visit_rooms(const Question& question, Visit&& visit) const {
    const bool is_as_sorted = changed_.empty();
    if (rooms_)
        rooms_->visit(question.layer, question.box, [&](std::uint32_t slot) {
            if (slot != question.except && (is_as_sorted || !is_changed_[slot])) visit(paths_[slot]);
        });
    for (const std::uint32_t slot : changed_) {
        const BodyPath& path = paths_[slot];
        const bool is_there = slot != question.except && !path.is_empty() &&
                              (path.layer() == question.layer || path.other_layer() == question.layer);
        if (is_there && path.room().overlaps(question.box)) visit(path);
    }
}

/// Calls visit(path, part) for every stretch that may touch the question; one may come several times.
template <class Visit>
void Occupancy::visit_candidates(const Question& question, Visit&& visit) const {
    if (filing_ == Filing::rooms)
        return visit_rooms(question, [&](const BodyPath& path) { visit(path, BodyPath::Part{}); });
    if (drawers_.empty()) return;
    const std::int64_t first = slice_of(question.window.low);
    const std::int64_t last = std::min(slice_of(question.window.high), last_slice_);
    for (int level = 0; level < cell_levels; ++level) {
        if (on_level_[static_cast<std::size_t>(level)] == 0) continue;
        CellRange(question.box, level).for_each([&](std::int64_t x, std::int64_t y) {
            visit_drawer(drawer_key(question.layer, level, x, y, any_slice), question, visit);
            for (std::int64_t slice = first; slice <= last; ++slice)
                visit_drawer(drawer_key(question.layer, level, x, y, slice), question, visit);
        });
    }
    if (on_level_[cell_levels] > 0)
        visit_drawer(drawer_key(question.layer, cell_levels, 0, 0, any_slice), question, visit);
}

std::vector<Neighbour> Occupancy::within(std::uint32_t layer, Vec2 p, double distance, double time,
                                         BodyId except) const {
    std::vector<Neighbour> found;
    const Question question{layer, Box2::around(p, distance), {time, time}, slot_of(except)};
    visit_candidates(question, [&](const BodyPath& path, BodyPath::Part part) {
        const double away = path.distance_at(p, time, part);
        if (away <= distance) found.push_back({path.who(), away});
    });
    std::sort(found.begin(), found.end(), [](const Neighbour& a, const Neighbour& b) {
        return a.who != b.who ? a.who < b.who : a.distance < b.distance;
    });
    found.erase(std::unique(found.begin(), found.end(),
                            [](const Neighbour& a, const Neighbour& b) { return a.who == b.who; }),
                found.end());
    std::stable_sort(found.begin(), found.end(),
                     [](const Neighbour& a, const Neighbour& b) { return a.distance < b.distance; });
    return found;
}

std::optional<Conflict> Occupancy::first_conflict(std::uint32_t layer, const MovingDisc& disc,
                                                  BodyId except) const {
    std::optional<Conflict> first;
    const std::uint32_t left_out = slot_of(except);
    // Slice by slice, so that the boxes asked about are small and an early conflict ends the search.
    for (Interval rest = disc.span; !rest.is_empty();) {
        const std::int64_t slice = slice_of(rest.low);
        const Interval part{rest.low,
                            slice < last_slice_ ? std::min(rest.high, slice_end(slice)) : rest.high};
        Box2 box;
        box.add(disc.at(part.low));
        box.add(disc.at(part.high));
        const double reach = std::max(disc.radius_at(part.low), disc.radius_at(part.high));
        visit_candidates({layer, box.grown(reach), part, left_out},
                         [&](const BodyPath& path, BodyPath::Part stretch) {
                             const auto time = path.first_overlap(disc, stretch);
                             if (!time) return;
                             const Conflict found{*time, path.who()};
                             if (!first || is_before(found, *first)) first = found;
                         });
        if ((first && first->time < part.high) || part.high >= rest.high) break;
        rest.low = part.high;
    }
    return first;
}

void Occupancy::sort_rooms() {
    if (are_rooms_sorted_) return;
    // A copy of this occupancy may still use the old ones.
    if (!rooms_ || rooms_.use_count() > 1) rooms_ = std::make_shared<RoomGrid>();
    rooms_->sort(paths_);
    are_rooms_sorted_ = true;
    for (const std::uint32_t slot : changed_) is_changed_[slot] = 0;
    changed_.clear();
}

void Occupancy::collect(std::uint32_t layer, const Box2& box, Interval window, BodyId except,
                        std::vector<const BodyPath*>& found) const {
    const Question question{layer, box, window, slot_of(except)};
    if (are_rooms_sorted_ || filing_ == Filing::rooms)
        return visit_rooms(question, [&](const BodyPath& path) { found.push_back(&path); });
    const auto before = static_cast<std::ptrdiff_t>(found.size());
    visit_candidates(question, [&](const BodyPath& path, BodyPath::Part) { found.push_back(&path); });
    // All lie in one array, so that this is the order of slots.
    std::sort(found.begin() + before, found.end());
    found.erase(std::unique(found.begin() + before, found.end()), found.end());
}

std::vector<Interval> Occupancy::safe_intervals(std::uint32_t layer, Vec2 p, double radius, Interval window,
                                                BodyId except) const {
    std::vector<Interval> times;
    const MovingDisc disc{window, p, {}, radius, 0};
    visit_candidates(
        {layer, Box2::around(p, radius), window, slot_of(except)},
        [&](const BodyPath& path, BodyPath::Part part) { path.append_overlaps(disc, part, times); });
    join(times);
    complement(times, window);
    return times;
}

}  // namespace wend
