#pragma once

// The multi-domain planner's part of `wend plan`.

#include <nlohmann/json.hpp>

#include "wend/sim/plan_once.hpp"

namespace wend::cli {

/// What one domain of a chain came to, all its legs together.
struct DomainResult {
    std::string domain;
    std::size_t legs = 0;
    StatusCode status = StatusCode::ok;  ///< of the first leg that is not ok
    double bound = 1;                    ///< the worst of its legs; 0: one has none
    double length = 0;                   ///< metres
    std::uint64_t expansions = 0;
    std::uint32_t widenings = 0;
};
[[nodiscard]] std::vector<DomainResult> results_by_domain(const planning::PlannerView& view);

[[nodiscard]] nlohmann::ordered_json to_json(const PlanAnswer& answer);
void print_text(const PlanAnswer& answer);

}  // namespace wend::cli
