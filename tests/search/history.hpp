#pragma once

// Histories of a changing problem: made from a seed, played against a search, and cut down to the few events
// that matter when one of them goes wrong.

#include <algorithm>
#include <ostream>
#include <string>
#include <vector>

#include "wend/search/search.hpp"

#include "search/verdict.hpp"

namespace wend::test {

struct Event {
    enum class Kind : unsigned char {
        cost_up,
        cost_down,
        remove_edge,
        block,
        unblock,
        move_start,
        move_goal,
        inflate
    };
    Kind kind = Kind::cost_up;
    std::uint64_t what = 0;    ///< a state or an edge, modulo how many there are
    std::uint64_t amount = 0;  ///< of cost, or of inflation
    std::uint64_t slice = 0;   ///< expansions before the next event; none limits when 0

    friend std::ostream& operator<<(std::ostream& out, const Event& e) {
        static constexpr const char* names[] = {"cost_up", "cost_down",  "remove_edge", "block",
                                                "unblock", "move_start", "move_goal",   "inflate"};
        return out << names[static_cast<int>(e.kind)] << '(' << e.what << ", " << e.amount << ") slice "
                   << e.slice;
    }
};

struct History {
    std::uint64_t graph_seed = 0;
    std::vector<Event> events;

    static History random(std::uint64_t seed, std::size_t length) {
        Rng rng(seed);
        History history{rng.next(), {}};
        for (std::size_t i = 0; i < length; ++i) {
            const auto kind = static_cast<Event::Kind>(rng.below(8));
            history.events.push_back(
                {kind, rng.next() >> 8, rng.below(6), rng.below(3) == 0 ? 1 + rng.below(6) : 0});
        }
        return history;
    }
};

/// The two ends of a problem and the graph between them, as the events leave them.
struct Problem {
    Graph graph;
    StateId start = 0;
    StateId goal = 0;

    static Problem random(std::uint64_t seed) {
        Rng rng(seed);
        Graph graph = Graph::random(rng);
        const auto start = static_cast<StateId>(rng.below(graph.state_count()));
        const auto goal = static_cast<StateId>(rng.below(graph.state_count()));
        return {std::move(graph), start, goal};
    }
};

template <search::Direction direction>
class Player {
  public:
    Player(const History& history, const search::Options& options)
        : history_(history), problem_(Problem::random(history.graph_seed)), search_(context_, options) {}

    /// What went wrong, and at which event; empty when nothing did.
    std::string play() {
        search_.begin(problem_.graph, problem_.start, problem_.goal);
        for (std::size_t i = 0; i < history_.events.size(); ++i) {
            apply(history_.events[i]);
            const std::string fault = solve(history_.events[i].slice);
            if (!fault.empty()) return "event " + std::to_string(i) + ": " + fault;
        }
        return {};
    }

  private:
    std::string solve(std::uint64_t slice) {
        Budget budget = slice == 0 ? Budget::unlimited() : Budget::expansions(slice);
        std::string fault;
        const auto check = [&](const search::Plan& plan) {
            if (fault.empty()) fault = verdict(problem_.graph, plan, problem_.start, problem_.goal);
        };
        const search::Plan& plan = search_.solve(problem_.graph, budget, check);
        check(plan);
        if (plan.change_stamp != stamp_) fault += "; stamp";
        if (plan.ignored_bounds) fault += "; calls a consistent bound inconsistent";
        if (slice == 0 && !search_.is_finished()) fault += "; not finished";
        return fault;
    }

    void apply(const Event& event) {
        Graph& graph = problem_.graph;
        const auto state = static_cast<StateId>(event.what % graph.state_count());
        switch (event.kind) {
            case Event::Kind::block:
            case Event::Kind::unblock:
                graph.set_blocked(state, event.kind == Event::Kind::block);
                search_.change(graph, graph.around(state), ++stamp_);
                return;
            case Event::Kind::move_start:
                return search_.move_start(graph, problem_.start = state);
            case Event::Kind::move_goal:
                return search_.move_goal(graph, problem_.goal = state);
            case Event::Kind::inflate:
                return search_.set_inflation(search::Inflation(1 + static_cast<double>(event.amount) / 2));
            default:
                change_cost(event);
        }
    }

    void change_cost(const Event& event) {
        Graph& graph = problem_.graph;
        if (graph.edges().empty()) return;
        const std::size_t index = event.what % graph.edges().size();
        const Edge edge = graph.edges()[index];
        const Cost least = graph.least(edge.from, edge.to);
        Cost cost = infinite_cost;
        if (event.kind == Event::Kind::cost_up)
            cost = (edge.cost == infinite_cost ? least : edge.cost) + static_cast<Cost>(event.amount);
        else if (event.kind == Event::Kind::cost_down)
            cost = least;
        graph.set_cost(index, cost);
        const StateId ends[] = {edge.from, edge.to};
        search_.change(graph, ends, ++stamp_);
    }

    const History& history_;
    Problem problem_;
    search::Context context_;
    search::Search<Graph, direction> search_;
    std::uint64_t stamp_ = 0;
};

/// Removes ever smaller runs of events while the history still fails.
template <class Fails>
History shrink(History history, Fails&& fails) {
    for (std::size_t run = std::max<std::size_t>(history.events.size() / 2, 1);;
         run = std::max<std::size_t>(run / 2, 1)) {
        bool removed = false;
        for (std::size_t at = 0; at < history.events.size();) {
            History shorter = history;
            const auto first = shorter.events.begin() + static_cast<std::ptrdiff_t>(at);
            shorter.events.erase(
                first, first + static_cast<std::ptrdiff_t>(std::min(run, history.events.size() - at)));
            if (fails(shorter)) {
                history = std::move(shorter);
                removed = true;
            } else {
                at += run;
            }
        }
        if (run == 1 && !removed) return history;
    }
}

}  // namespace wend::test
