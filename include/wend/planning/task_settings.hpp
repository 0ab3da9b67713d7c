#pragma once

// What a chain may say of a task.

#include <cstdint>

#include "wend/planning/tunnel.hpp"
#include "wend/search/options.hpp"

namespace wend::planning {

struct TaskSettings {
    search::Options search = search::ad_star(2.5, 0.5);
    TunnelWidth tunnel;
    /// Metres; a tunnel that would be wider is open, and its search the plain one, with nothing lost.
    double widest = 64;
    /// Expansions without a plan after which a tunnel counts as too narrow before it is exhausted; twice as
    /// many at twice the width, and so on. The search goes on with what it has, so nothing is lost by it. 0:
    /// only an exhausted tunnel is too narrow.
    std::uint64_t widen_after = 150;
    /// Expansions without a plan after which a task asks whether there is any way at all (FloodingFacet),
    /// with at most as many again, and once more whenever they have doubled; four times sooner if it looks at
    /// its problem in another way already. 0: it never does.
    std::uint64_t doubt_after = 2000;
    /// Open the tunnel once its best plan is found: in the end every plan is the best there is, at the price
    /// of plain searches.
    bool open_at_last = false;
    /// Expansions without a plan after which the task fails without proof, to be asked something easier; 0:
    /// it never does.
    std::uint64_t patience = 0;
    /// Expansions that improving a plan may take until something happens; then it stands as it is. Where the
    /// best plan is out of reach, this bounds the memory that looking for it takes.
    std::uint64_t ambition = ~std::uint64_t{0};
    /// Keep nothing but the plan once it is settled. What happens then makes the search begin again instead
    /// of being repaired, and the plan stands meanwhile if nothing is known against it: right for problems
    /// that are small, or searched from the start, where most of a repair is not worth its name.
    bool forgets = false;
    /// Whoever walks the plan looks after it, and says when it no longer holds: changes are not listened to.
    bool is_watched_over = false;
};

/// In a tunnel costs are repaired. A detour would have to be told both ends of every edge that comes and goes
/// with the tunnel, states included that nobody has met, and would need the memory of two trees.
[[nodiscard]] constexpr search::Options in_tunnel(search::Options options) noexcept {
    options.on_rise = search::OnRise::repair;
    return options;
}

}  // namespace wend::planning
