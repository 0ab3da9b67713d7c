#pragma once

// The ground around somebody who stands in a jam: walls, and all others where they will stand once they have
// walked what they promised. A grid search finds a way between them; the caller checks it against the
// promises in continuous time. (MD section 4.1: a grid around the agent, here only where somebody is stuck.)

#include <cstdint>
#include <functional>
#include <vector>

#include "wend/base/budget.hpp"
#include "wend/world/snapshot.hpp"

#include "sim/people/walker.hpp"

namespace wend {

struct Crowd;

class Jam {
  public:
    /// Others for whom `gives_way` says yes can be asked to move: they cost a detour, and are not walls.
    Jam(const Crowd& crowd, const Walker& walker, const Snapshot& world,
        const std::function<bool(const Walker&)>& gives_way);

    struct Way {
        std::vector<Vec2> points;               ///< from the walker's place; empty when there is none
        std::vector<std::uint32_t> in_the_way;  ///< numbers of those who must give way first, nearest first
    };
    /// Where a way may end.
    enum class Places : std::uint8_t { free, taken_too };
    /// The cheapest way to a place that `is_goal` accepts, a free one or also one of somebody who gives way.
    /// One expansion a cell. `bound(p)` never says more than the metres from p to a goal.
    [[nodiscard]] Way find(const std::function<bool(Vec2)>& is_goal, const std::function<double(Vec2)>& bound,
                           Budget& budget, Places places = Places::free) const;
    /// A body can stand at p beside all walls and everybody who does not give way.
    [[nodiscard]] bool has_room(Vec2 p) const;
    /// The walker can go straight to p with hardly more room to anybody there than touching.
    [[nodiscard]] bool has_room_for_a_step(Vec2 p) const;
    /// Numbers of those who will stand nearer than `reach` and their own radius to the way.
    [[nodiscard]] std::vector<std::uint32_t> standing_beside(const std::vector<Vec2>& way,
                                                             double reach) const;
    [[nodiscard]] bool is_clear_along(Vec2 from, Vec2 to) const;

  private:
    struct Stander {
        Vec2 position;
        double reach = 0;  ///< from its centre to the walker's
        std::uint32_t number = 0;
        bool gives_way = false;
    };
    [[nodiscard]] const Stander* movable_at(Vec2 p) const;
    [[nodiscard]] std::vector<Vec2> pulled_tight(const std::vector<Vec2>& cells) const;

    const Region& ground_;
    const Snapshot& world_;
    Vec2 center_;
    std::uint32_t layer_;
    double radius_;
    double later_;  ///< seconds; when everybody stands
    std::vector<Stander> standers_;
    std::vector<ObstacleId> obstacles_;
};

/// Where the walker will stand when it has walked what it promised.
[[nodiscard]] RoutePoint resting_place(const Walker& walker);

}  // namespace wend
