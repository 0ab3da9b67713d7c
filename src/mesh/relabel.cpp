#include "mesh/relabel.hpp"

#include <algorithm>

#include "wend/geometry/predicates.hpp"

#include "mesh/walk.hpp"

namespace wend::mesh {

void Relabelling::begin(Change change, RegionId subject) {
    change_ = change;
    subject_ = subject;
    asked_ = none;
    scratch_.mark = arrays_.next_mark();
    scratch_.queue.clear();
    unknown_ = static_cast<std::size_t>(
        std::ranges::count_if(journal_.touched(), [&](TriangleIndex t) { return arrays_.is_triangle(t); }));
}

void Relabelling::everywhere() {
    begin(Change::nothing, {});
    seed([](TriangleIndex) { return Labels::empty; }, [](TriangleIndex) { return false; });
}

void Relabelling::after_bending() {
    begin(Change::nothing, {});
    seed([&](TriangleIndex t) { return arrays_.label(t); }, [](TriangleIndex) { return true; });
}

void Relabelling::after_removal(RegionId region, bool others_bent) {
    begin(Change::goes, region);
    if (!others_bent && is_all_touched()) {
        for (const TriangleIndex t : journal_.touched())
            if (arrays_.is_triangle(t) && has_subject(arrays_.label(t)))
                arrays_.set_label(t, labels_.without(arrays_.label(t), region));
        return;
    }
    seed([&](TriangleIndex t) { return labels_.without(arrays_.label(t), region); },
         [](TriangleIndex) { return true; });
}

/// No triangle with the subject lies beside the touched ones.
bool Relabelling::is_all_touched() noexcept {
    for (const TriangleIndex t : journal_.touched())
        for (std::uint32_t k = 0; k < 3 && arrays_.is_triangle(t); ++k) {
            const HalfEdge twin = arrays_.twin(Arrays::half_edge(t, k));
            if (twin != none && is_survivor(twin) && has_subject(arrays_.label(Arrays::triangle_of(twin))))
                return false;
        }
    return true;
}

void Relabelling::after_insertion(RegionId region, bool others_bent) {
    scratch_.ends.clear();
    for (SegmentIndex s = regions_[region.index].first_segment; s != none; s = segments_[s].next)
        scratch_.ends.push_back(arrays_.point(segments_[s].start));
    begin(Change::comes, region);
    find_box(scratch_.ends);
    if (!others_bent) keep_outside();
    seed_inside();
}

void Relabelling::after_change(RegionId region, std::span<const LatticePoint> ends) {
    begin(Change::changes, region);
    find_box(ends);
    seed_inside();
}

void Relabelling::find_box(std::span<const LatticePoint> ends) noexcept {
    low_ = {lattice_limit, lattice_limit};
    high_ = {-lattice_limit, -lattice_limit};
    for (const LatticePoint p : ends) {
        low_ = {std::min(low_.x, p.x - 1), std::min(low_.y, p.y - 1)};
        high_ = {std::max(high_.x, p.x + 1), std::max(high_.y, p.y + 1)};
    }
}

void Relabelling::keep_outside() {
    for (const TriangleIndex t : journal_.touched())
        if (arrays_.is_triangle(t) && reaches_out(t)) {
            arrays_.set_mark(t, scratch_.mark);
            --unknown_;
        }
}

void Relabelling::seed_inside() {
    seed([&](TriangleIndex t) { return arrays_.label(t); },
         [&](TriangleIndex t) { return is_known(t) || reaches_out(t); });
    const auto covered = [&](TriangleIndex t) {
        const Region& record = regions_[subject_.index];
        const Cover change{subject_, winding_around(t) - old_winding(t), record.area, record.role};
        return labels_.with(arrays_.label(t), {&change, 1});
    };
    seed(covered, [](TriangleIndex) { return true; });
}

template <class NewLabel, class IsSure>
void Relabelling::seed(NewLabel&& new_label, IsSure&& is_sure) {
    const std::size_t count = journal_.touched().size();
    // Edges without constraints first: nothing has to be looked up for them.
    for (const bool constrained : {false, true}) {
        for (std::size_t i = 0; i < count && unknown_ != 0; ++i) {
            const TriangleIndex t = journal_.touched()[i];
            for (std::uint32_t k = 0; k < 3 && arrays_.is_triangle(t) && !is_known(t); ++k) {
                const HalfEdge h = Arrays::half_edge(t, k), twin = arrays_.twin(h);
                if (twin == none)
                    set(t, Labels::empty);
                else if ((arrays_.uses(h) != none) == constrained && is_settled(twin) &&
                         is_sure(Arrays::triangle_of(twin)))
                    set(t, across(h, new_label(Arrays::triangle_of(twin))));
            }
            if (!scratch_.queue.empty()) spread();
        }
        cross_fences();
    }
}

bool Relabelling::is_survivor(HalfEdge h) const noexcept {
    return !journal_.is_touched(arrays_, Arrays::triangle_of(h));
}

/// On the left of h the label is the old one still, or the new one already.
bool Relabelling::is_settled(HalfEdge h) const noexcept {
    return is_survivor(h) || is_known(Arrays::triangle_of(h));
}

bool Relabelling::has_subject(LabelIndex label) noexcept {
    if (label != asked_) {
        asked_ = label;
        answer_ = labels_.has(label, subject_);
    }
    return answer_;
}

/// Whether an untouched triangle, next to a known one, may be inside what comes, goes or changes.
bool Relabelling::may_change(TriangleIndex neighbour, TriangleIndex known) noexcept {
    switch (change_) {
        case Change::comes:
            return has_subject(arrays_.label(known));
        case Change::goes:
            return has_subject(arrays_.label(neighbour));
        default:
            return change_ == Change::changes;
    }
}

void Relabelling::set(TriangleIndex t, LabelIndex label) {
    arrays_.set_label(t, label);
    arrays_.set_mark(t, scratch_.mark);
    --unknown_;
    scratch_.queue.push_back(t);
}

/// Over edges without constraints. The others are for later: most of what lies behind them gets its label
/// without them.
void Relabelling::spread() {
    auto& queue = scratch_.queue;
    while (!queue.empty()) {
        const TriangleIndex t = queue.back();
        queue.pop_back();
        for (std::uint32_t k = 0; k < 3; ++k) {
            const HalfEdge h = Arrays::half_edge(t, k), twin = arrays_.twin(h);
            if (twin == none || is_known(Arrays::triangle_of(twin))) continue;
            if (arrays_.uses(h) == none)
                enter(twin);
            else
                scratch_.fences.push_back(twin);
        }
    }
}

void Relabelling::cross_fences() {
    while (!scratch_.fences.empty()) {
        const HalfEdge h = scratch_.fences.back();
        scratch_.fences.pop_back();
        if (is_known(Arrays::triangle_of(h))) continue;
        enter(h);
        spread();
    }
}

/// From the known triangle on the right of h.
void Relabelling::enter(HalfEdge h) {
    const TriangleIndex t = Arrays::triangle_of(h), known = Arrays::triangle_of(arrays_.twin(h));
    const bool survives = is_survivor(h);
    if (survives && !may_change(t, known)) return;
    const LabelIndex label = across(h, arrays_.label(known));
    if (survives) {
        if (arrays_.label(t) == label) return;
        journal_.touch(arrays_, t);
        ++unknown_;
    }
    set(t, label);
}

LabelIndex Relabelling::across(HalfEdge h, LabelIndex right) {
    UseIndex use = arrays_.uses(h);
    if (use == none) return right;
    const LatticePoint from = arrays_.point(arrays_.origin(h)), to = arrays_.point(arrays_.target(h));
    scratch_.changes.clear();
    for (; use != none; use = segments_.next(use)) {
        const Segment& s = segments_[segments_.segment_of(use)];
        const LatticePoint a = arrays_.point(s.start), b = arrays_.point(s.end);
        const std::int64_t along =
            std::int64_t{b.x - a.x} * (to.x - from.x) + std::int64_t{b.y - a.y} * (to.y - from.y);
        const Region& region = regions_[s.region];
        scratch_.changes.push_back({regions_.id_of(s.region), along > 0 ? 1 : -1, region.area, region.role});
    }
    return labels_.with(right, scratch_.changes);
}

/// Not crossed by what comes or changes, and partly outside its box: so outside of it.
bool Relabelling::reaches_out(TriangleIndex t) const noexcept {
    for (std::uint32_t k = 0; k < 3; ++k) {
        const LatticePoint p = arrays_.point(arrays_.origin(Arrays::half_edge(t, k)));
        if (p.x < low_.x || p.y < low_.y || p.x > high_.x || p.y > high_.y) return true;
    }
    return false;
}

std::int32_t Relabelling::old_winding(TriangleIndex t) const noexcept {
    for (const Cover& cover : labels_.covers(arrays_.label(t)))
        if (cover.region == subject_) return cover.winding;
    return 0;
}

/// The subject's, where it is the same as before.
std::optional<std::int32_t> Relabelling::known_winding(TriangleIndex t) const noexcept {
    for (std::uint32_t k = 0; k < 3; ++k)
        if (arrays_.origin(Arrays::half_edge(t, k)) == 0) return 0;
    if (!reaches_out(t)) return std::nullopt;
    if (change_ == Change::comes) return 0;
    if (journal_.is_touched(arrays_, t)) return std::nullopt;
    return old_winding(t);
}

/// Counts what is met of the subject on a way out, towards a corner of the outer box.
std::int32_t Relabelling::winding_around(TriangleIndex t) {
    const LatticePoint corner = arrays_.point(0);
    std::int32_t winding = 0;
    for (std::uint32_t draw = 1;; draw = draw * 1664525u + 1013904223u) {
        if (const auto outside = known_winding(t)) return winding + *outside;
        HalfEdge h = Arrays::half_edge(t, (draw >> 24) % 3);
        while (side_of(arrays_.point(arrays_.origin(h)), arrays_.point(arrays_.target(h)), corner) >= 0)
            h = Arrays::next(h);
        for (const Cover& cover : labels_.covers(across(h, Labels::empty)))
            if (cover.region == subject_) winding += cover.winding;
        t = Arrays::triangle_of(arrays_.twin(h));
    }
}

}  // namespace wend::mesh
