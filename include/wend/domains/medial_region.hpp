#pragma once

// R of a few edits of the medial axis, for one who planned a path on it before them (search/replan.hpp).
//
// What gained are edges that came. Whoever uses some leaves the last of them at an exit, a vertex with edges
// of both kinds, and goes on by edges that were there before. From the exit X the goal was no nearer than
// [PG] - [PX] for every P of the old path, and edges that are gone lead from the cut part of that path to
// the exits around it. So after one edit R costs nearly as much as the old path did where it was cut, which
// says more than the straight distance does.
//
//     MedialRegion region(now, std::span(&change, 1), old_path);
//     planner.begin(now, old_path, region, {.inserted = true});

#include <span>
#include <vector>

#include "wend/domains/medial_domain.hpp"
#include "wend/search/replan_path.hpp"

namespace wend::domains {

class MedialRegion {
  public:
    using StateId = search::StateId;
    static constexpr std::size_t most_boxes = 32;  ///< more are joined

    /// Borrows the domain, which is of the axis after the edits. `old` was optimal before the first of them.
    MedialRegion(const MedialDomain& domain, std::span<const mesh::MedialChange> changes,
                 const search::RememberedPath& old);

    [[nodiscard]] bool contains(StateId state) const noexcept {
        return state < flags_.size() && flags_[state];
    }
    [[nodiscard]] search::Cost through(StateId state) const noexcept;

  private:
    struct Gain {
        Box2 box;
        double to_goal;
    };
    void flag(std::span<const mesh::MedialChange> changes);
    void add(const Box2& box);

    const MedialDomain* domain_;
    std::vector<bool> flags_;  ///< by state
    std::vector<Gain> gains_;
};

}  // namespace wend::domains
