#include "mesh/labels.hpp"

#include <algorithm>

#include "wend/base/hash.hpp"

#include "mesh/growth.hpp"

namespace wend::mesh {

Labels::Labels(bool floor_everywhere) : floor_everywhere_(floor_everywhere), table_(16, none) {
    intern_draft();
}

LabelIndex Labels::with(LabelIndex label, std::span<const Cover> changes) {
    const auto old = covers(label);
    draft_.assign(old.begin(), old.end());
    for (const Cover& change : changes) {
        const auto place = std::lower_bound(draft_.begin(), draft_.end(), change.region,
                                            [](const Cover& c, RegionId id) { return c.region < id; });
        if (place == draft_.end() || place->region != change.region)
            draft_.insert(place, change);
        else
            place->winding += change.winding;
    }
    std::erase_if(draft_, [](const Cover& c) { return c.winding == 0; });
    return intern_draft();
}

LabelIndex Labels::without(LabelIndex label, RegionId region) {
    const auto old = covers(label);
    if (!has(label, region)) return label;
    draft_.assign(old.begin(), old.end());
    std::erase_if(draft_, [&](const Cover& c) { return c.region == region; });
    return intern_draft();
}

LabelIndex Labels::intern_draft() {
    StateHash hash;
    for (const Cover& c : draft_) {
        hash.add(std::uint64_t{c.region.generation} << 32 | c.region.index);
        hash.add(static_cast<std::uint64_t>(c.winding));
    }
    const std::size_t wrap = table_.size() - 1;
    std::size_t slot = hash.value() & wrap;
    for (; table_[slot] != none; slot = (slot + 1) & wrap) {
        const Label& label = labels_[table_[slot]];
        if (label.hash == hash.value() && std::ranges::equal(covers(table_[slot]), draft_))
            return table_[slot];
    }
    Label label{static_cast<std::uint32_t>(covers_.size()), static_cast<std::uint32_t>(draft_.size()),
                hash.value(), 0, false};
    bool framed = false, floor = floor_everywhere_, obstructed = false;
    for (const Cover& c : draft_) {
        framed |= c.role == RingRole::frame;
        floor |= c.role == RingRole::walkable;
        obstructed |= c.role == RingRole::obstacle;
        if (c.role == RingRole::area) label.area = std::max(label.area, c.area);
    }
    label.blocked = !framed || !floor || obstructed;
    for (const Cover& cover : draft_) {
        make_room(covers_);
        covers_.push_back(cover);
    }
    make_room(labels_);
    labels_.push_back(label);
    table_[slot] = static_cast<LabelIndex>(labels_.size() - 1);
    if (2 * labels_.size() > table_.size()) grow_table();
    return static_cast<LabelIndex>(labels_.size() - 1);
}

void Labels::grow_table() {
    const std::size_t size = 2 * table_.size();
    table_.assign(size, none);
    for (LabelIndex k = 0; k < labels_.size(); ++k) {
        std::size_t slot = labels_[k].hash & (size - 1);
        while (table_[slot] != none) slot = (slot + 1) & (size - 1);
        table_[slot] = k;
    }
}

void Labels::collect_garbage(Arrays& arrays) {
    Labels fresh(floor_everywhere_);
    std::vector<LabelIndex> renamed(labels_.size(), none);
    for (TriangleIndex t = 0; t < arrays.triangle_bound(); ++t) {
        if (!arrays.is_triangle(t)) continue;
        LabelIndex& name = renamed[arrays.label(t)];
        if (name == none) name = fresh.with(empty, covers(arrays.label(t)));
        arrays.set_label(t, name);
    }
    *this = std::move(fresh);
}

}  // namespace wend::mesh
