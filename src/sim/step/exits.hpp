#pragma once

#include "wend/base/budget.hpp"

namespace wend {

struct Crowd;

/// Gives everybody whose goal has several places the nearest: to as many as there is time, but to one at
/// least.
void choose_exits(Crowd& crowd, const Budget& budget);

}  // namespace wend
