#pragma once

// What must hold of any plan, whoever made it. An empty verdict is a good one.

#include <sstream>
#include <string>

#include "wend/search/plan.hpp"

#include "search/graph.hpp"

namespace wend::test {

inline std::string verdict(const Graph& graph, const search::Plan& plan, StateId start, StateId goal) {
    const Cost best = graph.oracle(start)[goal];
    std::ostringstream fault;
    const auto check = [&](bool holds, const char* what) {
        if (!holds) fault << what << "; ";
    };
    if (plan.status == StatusCode::unreachable) {
        check(best == infinite_cost, "unreachable, but the oracle found a way");
        check(plan.path.empty() && plan.cost == infinite_cost && !plan.has_bound() && !plan.reaches_goal,
              "looks like success");
    } else {
        check(!plan.path.empty() && plan.path.front() == start, "does not begin at the start");
        check(graph.path_cost(plan.path) == plan.cost, "edges do not sum to the cost");
        check(plan.reaches_goal == (!plan.path.empty() && plan.path.back() == goal),
              "is wrong about its end");
        if (plan.status == StatusCode::ok) {
            check(plan.reaches_goal, "does not end at the goal");
            check(plan.bound >= 1 && plan.cost >= best && plan.cost <= plan.bound * best, "breaks its bound");
        } else {
            check(plan.status == StatusCode::out_of_budget && !plan.has_bound(), "has a status out of place");
        }
    }
    std::string text = std::move(fault).str();
    if (!text.empty())
        text += "status " + std::string(to_string(plan.status)) + ", cost " + std::to_string(plan.cost) +
                ", bound " + std::to_string(plan.bound) + ", oracle " + std::to_string(best);
    return text;
}

}  // namespace wend::test
