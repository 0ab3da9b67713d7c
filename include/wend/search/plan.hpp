#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "wend/base/status.hpp"
#include "wend/search/cost.hpp"

namespace wend::search {

/// What a search found, and how far it may be trusted.
struct Plan {
    /// ok: a whole path, at most `bound` times as dear as the best one.
    /// unreachable: proven, every state that could lead to the goal was looked at.
    /// out_of_budget: `path` leads from the start towards the goal, as far as is known; see `reaches_goal`.
    /// invalid_input: `reason` says what the domain did.
    /// in_progress: nothing was solved yet.
    StatusCode status = StatusCode::in_progress;
    std::vector<StateId> path;  ///< from the start, both ends included
    Cost cost = infinite_cost;  ///< of `path`
    double bound = 0;           ///< cost <= bound * best cost; 0 when there is no bound
    bool reaches_goal = false;
    bool ignored_bounds = false;     ///< the lower bounds contradicted themselves and were not used
    std::uint64_t expansions = 0;    ///< spent since the last plan that this search was asked for
    std::uint64_t change_stamp = 0;  ///< the last change that this plan has seen
    std::string_view reason = {};

    [[nodiscard]] bool has_bound() const noexcept { return bound > 0; }
};

}  // namespace wend::search
