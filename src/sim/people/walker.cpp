#include "sim/people/walker.hpp"

#include "sim/ground/goals.hpp"

namespace wend {

void take_goal(Walker& walker, const Goal& goal) {
    constexpr double to_spare = 1e-3;  // metres
    walker.goal = goal;
    walker.wants_exit = !goal.others.empty();
    walker.goal_box = bounds_of(goal.region).grown(to_spare);
}

}  // namespace wend
