#pragma once

// Labels, walls and clearance of what an edit touched.
//
// Triangles that the edit did not touch keep their label, unless they lie inside the region that came or
// went. So the touched triangles get theirs from untouched neighbours, across the segments on the edges
// between, and where an untouched neighbour then disagrees it is inside that region: the update runs on into
// it, and nowhere else.
//
// Where no other segment was bent there is less to do. A new triangle has the label of the one whose place it
// took; flips, and vertices that come and go, do that between triangles of one label, or of two that differ
// in the region alone. So labels are right already but for that region.

#include <optional>
#include <span>
#include <vector>

#include "mesh/journal.hpp"
#include "mesh/labels.hpp"
#include "mesh/regions.hpp"
#include "mesh/segments.hpp"

namespace wend::mesh {

struct RelabelScratch {
    std::vector<LatticePoint> ends;
    std::uint32_t mark = 0;
    std::vector<TriangleIndex> queue;
    std::vector<HalfEdge> fences;  ///< with constraints, known on the right
    std::vector<Cover> changes;
};

class Relabelling {
  public:
    Relabelling(Arrays& arrays, Journal& journal, const Segments& segments, const Regions& regions,
                Labels& labels, RelabelScratch& scratch)
        : arrays_(arrays),
          journal_(journal),
          segments_(segments),
          regions_(regions),
          labels_(labels),
          scratch_(scratch) {}

    /// After the region's segments came in, and perhaps `others_bent`.
    void after_insertion(RegionId region, bool others_bent);
    /// After they went; the region is no longer in any segment.
    void after_removal(RegionId region, bool others_bent);
    /// After segments of the region, with these ends, came and went.
    void after_change(RegionId region, std::span<const LatticePoint> ends);
    /// After constraints were bent, and no region came or went.
    void after_bending();
    /// After every triangle was touched.
    void everywhere();

  private:
    enum class Change : std::uint8_t { nothing, comes, goes, changes };
    void begin(Change change, RegionId subject);
    [[nodiscard]] bool may_change(TriangleIndex neighbour, TriangleIndex known) noexcept;
    [[nodiscard]] bool has_subject(LabelIndex label) noexcept;
    /// Labels the unknown touched triangles that have a neighbour which is sure, and all that follows from
    /// them.
    template <class NewLabel, class IsSure>
    void seed(NewLabel&& new_label, IsSure&& is_sure);
    /// The label on the left of h, given the one on its right.
    LabelIndex across(HalfEdge h, LabelIndex right);
    [[nodiscard]] bool is_known(TriangleIndex t) const noexcept { return arrays_.mark(t) == scratch_.mark; }
    [[nodiscard]] bool is_survivor(HalfEdge h) const noexcept;
    [[nodiscard]] bool is_settled(HalfEdge h) const noexcept;
    void set(TriangleIndex t, LabelIndex label);
    void spread();
    void cross_fences();
    void enter(HalfEdge h);
    [[nodiscard]] bool reaches_out(TriangleIndex t) const noexcept;
    [[nodiscard]] std::int32_t winding_around(TriangleIndex t);
    [[nodiscard]] std::optional<std::int32_t> known_winding(TriangleIndex t) const noexcept;
    [[nodiscard]] std::int32_t old_winding(TriangleIndex t) const noexcept;
    void find_box(std::span<const LatticePoint> ends) noexcept;
    void seed_inside();
    void keep_outside();
    [[nodiscard]] bool is_all_touched() noexcept;

    Arrays& arrays_;
    Journal& journal_;
    const Segments& segments_;
    const Regions& regions_;
    Labels& labels_;
    RelabelScratch& scratch_;
    std::size_t unknown_ = 0;  ///< touched triangles without a new label
    Change change_ = Change::nothing;
    LabelIndex asked_ = none;  ///< of which it is known whether it has the subject
    bool answer_ = false;
    RegionId subject_;         ///< the region that comes, goes or changes
    LatticePoint low_, high_;  ///< box around what comes or changes
};

}  // namespace wend::mesh
