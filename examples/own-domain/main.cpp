// A search over states of the program's own: a jug of three and one of five litres, and four litres are
// wanted.

#include <algorithm>
#include <cstdio>

#include "wend/search/search.hpp"

using wend::search::Cost;
using wend::search::StateId;

namespace {

/// State 6 * small + large: what is in the jugs. Moves and their reversals are found by trying all pairs.
struct Jugs {
    static constexpr int small_size = 3, large_size = 5;
    static constexpr StateId count = (small_size + 1) * (large_size + 1);

    static bool leads(StateId from, StateId to) {
        const int small = static_cast<int>(from) / 6, large = static_cast<int>(from) % 6;
        const int over = std::min(small, large_size - large), back = std::min(large, small_size - small);
        const int next[][2] = {{0, large},
                               {small, 0},
                               {small_size, large},
                               {small, large_size},
                               {small - over, large + over},
                               {small + back, large - back}};
        return from != to && std::any_of(std::begin(next), std::end(next), [&](const int(&n)[2]) {
                   return static_cast<StateId>(6 * n[0] + n[1]) == to;
               });
    }
    void successors(StateId from, auto&& visit) const {
        for (StateId to = 0; to < count; ++to)
            if (leads(from, to)) visit(to, Cost{1});
    }
    void predecessors(StateId to, auto&& visit) const {
        for (StateId from = 0; from < count; ++from)
            if (leads(from, to)) visit(from, Cost{1});
    }
    [[nodiscard]] Cost lower_bound(StateId a, StateId b) const { return a == b ? 0 : 1; }
    [[nodiscard]] std::size_t state_count() const { return count; }
};

}  // namespace

int main() {
    const Jugs jugs;
    wend::search::Context context;
    wend::search::Search<Jugs, wend::search::Direction::forward> search(context, wend::search::a_star());
    search.begin(jugs, 0, 4);  // from empty jugs to four litres in the large one and none in the small
    wend::Budget budget = wend::Budget::expansions(1000);
    const wend::search::Plan& plan = search.solve(jugs, budget);
    for (const StateId state : plan.path)
        std::printf("small %d, large %d\n", static_cast<int>(state) / 6, static_cast<int>(state) % 6);
    std::printf("%s: %zu pourings\n", std::string(to_string(plan.status)).c_str(), plan.path.size() - 1);
    return plan.status == wend::StatusCode::ok && plan.path.size() == 8 ? 0 : 1;
}
