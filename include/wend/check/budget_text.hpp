#pragma once

#include <string>
#include <string_view>

#include "wend/base/status.hpp"
#include "wend/world/scene.hpp"

namespace wend::check {

/// "10ms", "0.5s", "250us" of time, "2000x" expansions, both with a comma: "10ms,2000x"; "none": no limit.
/// The message of a failure names no place: the caller knows it.
Result<BudgetSpec> parse_budget(std::string_view text);
[[nodiscard]] std::string budget_text(const BudgetSpec& budget);

}  // namespace wend::check
