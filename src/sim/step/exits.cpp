// Who is given which of the places that its goal has.

#include "sim/step/exits.hpp"

#include <algorithm>
#include <limits>
#include <span>
#include <tuple>

#include "sim/crowd.hpp"
#include "sim/ground/exit_maps.hpp"
#include "sim/people/way_news.hpp"

namespace wend {
namespace {

/// As it was given, with all its places.
const Goal& goal_of(const Crowd& crowd, const Walker& walker) {
    return *crowd.world.agents().find(walker.id)->goal;
}

void go_to(Walker& walker, const Goal& chosen) {
    walker.wants_exit = false;
    if (chosen.layer == walker.goal.layer && chosen.region == walker.goal.region) return;
    take_goal(walker, chosen);
    walker.wants_exit = false;
    walker.waited = 0;
    walker.wants_target = true;
    want_new_way(walker);
}

/// For those who have the same goal and radius.
void choose_alike(Crowd& crowd, std::span<Walker* const> asking, const Budget& budget,
                  std::uint64_t& searches) {
    const Goal& goal = goal_of(crowd, *asking.front());
    const double radius = asking.front()->spec.limits.radius;
    const bool has_map = crowd.router.expect_exits(goal, radius, asking.size());
    for (Walker* const walker : asking) {
        if (walker != asking.front() && budget.exhausted()) return;
        if (!has_map && searches < place_count(goal)) return;
        if (!has_map) searches -= place_count(goal);
        Budget one = budget;
        const auto place = crowd.router.nearest_exit(crowd.world.walls(), goal, radius, walker->place, one);
        if (place)
            go_to(*walker, with_place(goal_of(crowd, *walker), *place));
        else
            walker->wants_exit = false;
    }
}

}  // namespace

void choose_exits(Crowd& crowd, const Budget& budget) {
    std::vector<Walker*> asking;
    for (Walker& walker : crowd.walkers)
        if (walker.wants_exit && walker.is_present() && !walker.has_arrived) asking.push_back(&walker);
    if (asking.empty()) return;
    std::sort(asking.begin(), asking.end(), [&](const Walker* a, const Walker* b) {
        return std::tuple(a->spec.limits.radius, a->spec.group, a->number) <
               std::tuple(b->spec.limits.radius, b->spec.group, b->number);
    });
    // Single searches are not for free; who is left out is asked for in the next frames.
    constexpr std::uint64_t least_searches = 16, expansions_of_one = 64;
    std::uint64_t searches = crowd.budget.expansions
                                 ? std::max(least_searches, *crowd.budget.expansions / expansions_of_one)
                                 : std::numeric_limits<std::uint64_t>::max();
    for (auto first = asking.begin(); first != asking.end();) {
        const auto last = std::find_if(first, asking.end(), [&](const Walker* walker) {
            return walker->spec.limits.radius != (*first)->spec.limits.radius ||
                   !are_same_places(goal_of(crowd, *walker), goal_of(crowd, **first));
        });
        choose_alike(crowd, {first, last}, budget, searches);
        if (budget.exhausted()) return;
        first = last;
    }
}

}  // namespace wend
