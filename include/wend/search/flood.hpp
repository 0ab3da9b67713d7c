#pragma once

#include <span>

#include "wend/search/kernel.hpp"

namespace wend::search {

/// Dijkstra's algorithm (COURSE 2.1.1): costs between one root and every state within a limit. Forward gives
/// costs from the root, backward costs to it. The limit may be raised later, and changed edges are repaired.
template <Domain D, Direction direction>
class Flood {
  public:
    explicit Flood(Workspace& workspace) noexcept : kernel_(workspace) {}

    void begin(const D& domain, StateId root) { kernel_.plant(domain, root, no_state); }

    /// Both ends of every changed edge have to be among the states.
    void change(const D& domain, std::span<const StateId> states) {
        kernel_.begin_round(domain);
        for (const StateId state : states) kernel_.reconsider(domain, state);
    }

    /// ok when every state that costs at most `limit` is settled; out_of_budget, and to be called again,
    /// else. invalid_input when edges changed untold.
    StatusCode solve(const D& domain, Budget& budget, Cost limit = max_path_cost - 1) {
        switch (kernel_.run(domain, budget, {.cost = limit})) {
            case Stop::out_of_budget:
                return StatusCode::out_of_budget;
            case Stop::contradiction:
                return StatusCode::invalid_input;
            default:
                return StatusCode::ok;
        }
    }

    /// Infinite when the state was not settled.
    [[nodiscard]] Cost cost(StateId state) const noexcept {
        return kernel_.nodes().is_visited(state) && kernel_.nodes()[state].is_consistent()
                   ? kernel_.nodes()[state].g
                   : infinite_cost;
    }
    /// The neighbour that the best way leads to next, towards the root.
    [[nodiscard]] StateId parent(StateId state) const noexcept {
        return kernel_.nodes().is_visited(state) ? kernel_.nodes()[state].parent : no_state;
    }
    [[nodiscard]] std::uint64_t expansions() const noexcept { return kernel_.expansions(); }

  private:
    Kernel<D, direction> kernel_;
};

}  // namespace wend::search
