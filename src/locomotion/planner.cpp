#include "wend/locomotion/planner.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <unordered_set>

#include "wend/base/rng.hpp"
#include "wend/search/open_list.hpp"

#include "refined_bound.hpp"
#include "timed_bound.hpp"

namespace wend::locomotion {
namespace {

using Clock = std::chrono::steady_clock;
using NodeId = search::StateId;

double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

enum class Kind : std::uint8_t { deferred, arrival, wait };

struct SearchNode {
    Kind kind = Kind::deferred;
    bool is_bounded = false;  ///< h is that of the refined bound, as of `stamp`
    bool is_foreseen = false;
    std::uint16_t controller = 0;
    EdgeTable::Index landmark = 0;
    NodeId parent = search::no_state;
    Step depart = 0;  ///< of the move that leads here
    Step step = 0;    ///< of arrival; the earliest one while deferred
    TravelUnits g = 0;
    TravelUnits h = 0;
    double heading = 0;
    std::uint64_t stamp = 0;
    std::vector<EdgeTable::Index> looked_at;
};

}  // namespace

std::optional<TravelUnits> price_of(const EdgeTable& edges, const TravelCost& cost, std::size_t controller,
                                    EdgeTable::Index from, const Move& move) {
    const std::string_view name = edges.controllers()[controller]->name();
    const double least = cost.least_of(name);
    const MovePrices prices(edges, cost);
    const TravelUnits at_least = prices.least[controller] * (move.arrive - move.depart);
    if (!cost.rate) return at_least;
    const std::uint32_t block = edges.landmarks()[from].block;
    double sum = 0;
    for (std::size_t i = 0; i + 1 < move.path.size(); ++i) {
        const Tick tick = move.depart * edges.timing().ticks + static_cast<Tick>(i);
        const Vec3 moved = minus(minus(move.path[i + 1], edges.world().origin(block, tick + 1)),
                                 minus(move.path[i], edges.world().origin(block, tick)));
        const double rate =
            cost.rate({move.path[i], tick * tick_seconds, length(moved.xy()) * ticks_per_second, name});
        if (!(rate >= least - 1e-9) || rate > 1e6) return std::nullopt;
        sum += rate;
    }
    return std::max(at_least, static_cast<TravelUnits>(std::llround(sum * tick_seconds * units_per_cost)));
}

struct SpaceTimePlanner::Search {
    Search(EdgeTable& table, TravelCost travel_cost, PlanRequest plan_request, PlanOptions plan_options);

    Status run(Budget& budget);
    [[nodiscard]] TravelPlan plan() const;

    // One pop of the open list; what it was is said by its kind.
    void take(NodeId id);
    void take_deferred(NodeId id);
    void take_arrival(NodeId id);
    void take_wait(NodeId id);

    void push(NodeId id);
    /// Least cost from a landmark to the goal, arriving at a step at the earliest, or being there then.
    [[nodiscard]] TravelUnits ahead(EdgeTable::Index p, Step earliest) const {
        return timed ? std::max(graph.to_goal(p), timed->from(p, earliest)) : graph.to_goal(p);
    }
    [[nodiscard]] TravelUnits ahead_at(EdgeTable::Index p, Step step) const {
        return timed ? std::max(graph.to_goal(p), timed->at(p, step)) : graph.to_goal(p);
    }
    NodeId make(SearchNode node);
    void leave(NodeId from, EdgeTable::Index p, Step depart, TravelUnits g, std::optional<double> heading);
    void wait(NodeId from, EdgeTable::Index p, Step step, TravelUnits g);
    void arrive(NodeId id, const Move& move);
    [[nodiscard]] Step next_departure(EdgeTable::Index p, Step step, Step ready);
    [[nodiscard]] TravelUnits excess(Step step, TravelUnits g) const { return g - prices.waiting * step; }
    [[nodiscard]] bool is_culled(EdgeTable::Index p, Step earliest, Step latest, TravelUnits g) const {
        return options.culling && p != request.goal &&
               waits.dominates(p, earliest, latest, excess(earliest, g));
    }
    /// A node turned out to be later and to cost more. What was ahead of it may have been a wait until then:
    /// only the sum of both still holds.
    static void move_on(SearchNode& node, TravelUnits g, Step step) {
        node.h = std::max<TravelUnits>(0, node.g + node.h - g);
        node.g = g;
        node.step = step;
    }
    /// False when the bound rose or is infinite, and the node went back or was dropped.
    bool is_up_to_date(NodeId id);
    /// The same for the controller's own bound on a move.
    bool is_foreseen(NodeId id);
    void note(const SearchNode& node, ExploredNode::Fate fate) {
        explored.push_back({node.landmark, node.step, fate});
    }

    EdgeTable& edges;
    TravelCost cost;
    PlanRequest request;
    PlanOptions options;
    Status failure = Status::ok();
    MovePrices prices;
    Clock::time_point began = Clock::now();
    StaticGraph graph;
    WaitBook waits;
    RefinedBound bound;
    std::optional<TimedBound> timed;
    std::vector<SearchNode> nodes;
    search::NodeStore store;
    search::OpenList open{store};
    std::unordered_set<std::uint64_t> closed;
    std::vector<std::vector<Step>> events;  ///< by landmark, when somebody asked
    std::vector<ExploredNode> explored;
    NodeId found = search::no_state;
    NodeId best = search::no_state;
    PlanStats stats;
    std::uint64_t simulated_before = 0;
    std::uint64_t evaluated_before = 0;
};

SpaceTimePlanner::Search::Search(EdgeTable& table, TravelCost travel_cost, PlanRequest plan_request,
                                 PlanOptions plan_options)
    : edges(table),
      cost(std::move(travel_cost)),
      request(plan_request),
      options(plan_options),
      failure(check_cost(cost, table.controllers())),
      prices(table, cost),
      graph(table, prices, request.goal),
      waits(table.landmarks().size(), table.prepare_steps(), table.timing().horizon),
      bound(graph, waits, prices.waiting, table.timing().horizon, request.goal),
      events(table.landmarks().size()) {
    if (options.timed_bound && failure.is_ok() && request.depart >= 0)
        timed.emplace(edges, prices, graph, request);
    stats.heuristic_seconds = seconds_since(began);
    simulated_before = edges.simulated();
    evaluated_before = edges.evaluated();
    if (failure.is_ok() && (request.depart < 0 || request.depart >= edges.timing().horizon))
        failure = Status::invalid_input("departure: found step " + std::to_string(request.depart) +
                                        ", expected one before the horizon " +
                                        std::to_string(edges.timing().horizon));
    if (!failure.is_ok() || ahead_at(request.start, request.depart) >= no_way) return;
    SearchNode node;
    node.kind = Kind::arrival;
    node.landmark = request.start;
    node.depart = node.step = request.depart;
    node.heading = request.heading.value_or(0);
    node.h = ahead_at(request.start, request.depart);
    const Step until = edges.standing_until(request.start, request.depart);
    if (until >= request.depart + edges.prepare_steps())
        waits.add(request.start, {request.depart, until, excess(request.depart, 0)});
    best = make(node);
    push(best);
}

NodeId SpaceTimePlanner::Search::make(SearchNode node) {
    const auto id = static_cast<NodeId>(nodes.size());
    nodes.push_back(std::move(node));
    store.ensure_state(id);
    store.touch(id);
    ++stats.generated;
    return id;
}

void SpaceTimePlanner::Search::push(NodeId id) {
    const SearchNode& node = nodes[id];
    open.put({static_cast<std::uint64_t>(node.g + node.h), static_cast<std::uint32_t>(node.step), id});
}

bool SpaceTimePlanner::Search::is_up_to_date(NodeId id) {
    if (!options.culling) return true;
    SearchNode& node = nodes[id];
    if (node.is_bounded && std::all_of(node.looked_at.begin(), node.looked_at.end(),
                                       [&](EdgeTable::Index q) { return waits.version(q) <= node.stamp; }))
        return true;
    const TravelUnits before = node.h;
    node.h = std::max(before, bound(node.landmark, node.step, excess(node.step, node.g), node.looked_at));
    node.is_bounded = true;
    node.stamp = waits.version();
    if (node.h == before) return true;
    if (node.h < no_way)
        push(id);
    else
        ++stats.culled;
    return false;
}

void SpaceTimePlanner::Search::leave(NodeId from, EdgeTable::Index p, Step depart, TravelUnits g,
                                     std::optional<double> heading) {
    const auto& places = edges.landmarks();
    for (const EdgeTable::Index q : edges.successors(p)) {
        if (graph.to_goal(q) >= no_way) continue;
        const MoveQuery query{edges.world(), edges.timing(), places[p], places[q], depart};
        for (std::size_t c = 0; c < edges.controllers().size(); ++c) {
            const Step steps = edges.fewest_steps(c, p, q, depart);
            if (steps == 0 || depart + steps > edges.timing().horizon) continue;
            if (!edges.controllers()[c]->suits(query, heading)) continue;
            const TravelUnits least = g + prices.of(c, p, q, steps);
            const Step latest = depart + edges.controllers()[c]->most_steps(edges.timing());
            if (is_culled(q, depart + steps, latest, least)) {
                ++stats.culled;
                continue;
            }
            SearchNode node;
            node.controller = static_cast<std::uint16_t>(c);
            node.landmark = q;
            node.parent = from;
            node.depart = depart;
            node.step = depart + steps;
            node.g = least;
            node.h = ahead(q, node.step);
            if (node.h < no_way) push(make(std::move(node)));
        }
    }
}

void SpaceTimePlanner::Search::wait(NodeId from, EdgeTable::Index p, Step step, TravelUnits g) {
    SearchNode node;
    node.kind = Kind::wait;
    node.landmark = p;
    node.parent = from;
    node.step = step;
    node.g = g;
    node.h = ahead_at(p, step);
    if (node.h < no_way) push(make(std::move(node)));
}

void SpaceTimePlanner::Search::take_deferred(NodeId id) {
    const SearchNode& node = nodes[id];
    const Step latest = node.depart + edges.controllers()[node.controller]->most_steps(edges.timing());
    if (is_culled(node.landmark, node.step, latest, node.g)) {
        ++stats.culled;
        return note(node, ExploredNode::Fate::culled);
    }
    if (!is_foreseen(id) || !is_up_to_date(id)) return;
    const SearchNode& source = nodes[nodes[id].parent];
    const auto move = edges.move(nodes[id].controller, source.landmark, nodes[id].landmark, nodes[id].depart);
    if (!move || (source.kind == Kind::arrival && !can_follow(edges.skills(), source.heading, *move))) return;
    arrive(id, *move);
}

bool SpaceTimePlanner::Search::is_foreseen(NodeId id) {
    SearchNode& node = nodes[id];
    if (node.is_foreseen) return true;
    const SearchNode& source = nodes[node.parent];
    const Step steps = edges.foreseen_steps(node.controller, source.landmark, node.landmark, node.depart);
    if (steps == 0 || node.depart + steps > edges.timing().horizon) return false;
    node.is_foreseen = true;
    if (node.depart + steps == node.step) return true;
    move_on(node, source.g + prices.of(node.controller, source.landmark, node.landmark, steps),
            node.depart + steps);
    node.h = std::max(node.h, ahead(node.landmark, node.step));
    if (node.h < no_way) push(id);
    return false;
}

void SpaceTimePlanner::Search::arrive(NodeId id, const Move& move) {
    SearchNode& node = nodes[id];
    const SearchNode& source = nodes[node.parent];
    const auto price = price_of(edges, cost, node.controller, source.landmark, move);
    if (!price) {
        failure = Status::invalid_input("cost '" + cost.name + "': found less for a second of " +
                                        std::string(edges.controllers()[node.controller]->name()) +
                                        " than the least that it promises");
        return;
    }
    node.kind = Kind::arrival;
    node.heading = move.heading_in;
    move_on(node, source.g + *price, move.arrive);
    node.h = std::max(node.h, ahead_at(node.landmark, node.step));
    if (node.h >= no_way) return;
    const Step until = edges.standing_until(node.landmark, node.step);
    const Step stop = std::min(node.step + edges.prepare_steps(), edges.timing().horizon);
    if (node.landmark == request.goal) {
        if (until >= stop) push(id);  // a plan ends with a stop that is free
        return;
    }
    if (is_culled(node.landmark, node.step, node.step, node.g)) {
        ++stats.culled;
        return note(node, ExploredNode::Fate::culled);
    }
    if (until >= node.step + edges.prepare_steps())
        waits.add(node.landmark, {node.step, until, excess(node.step, node.g)});
    push(id);
}

void SpaceTimePlanner::Search::take_arrival(NodeId id) {
    if (nodes[id].landmark == request.goal) {
        found = id;
        return;
    }
    if (is_culled(nodes[id].landmark, nodes[id].step, nodes[id].step, nodes[id].g)) {
        ++stats.culled;
        return note(nodes[id], ExploredNode::Fate::culled);
    }
    if (!is_up_to_date(id)) return;
    const SearchNode node = nodes[id];
    const bool is_passing = id != 0 || request.heading.has_value();
    const auto heading = is_passing ? std::bit_cast<std::uint64_t>(node.heading) : 1;
    if (!closed
             .insert(scatter(heading) ^
                     (std::uint64_t{node.landmark} << 32 | static_cast<std::uint32_t>(node.step)))
             .second)
        return;
    ++stats.expanded;
    note(node, ExploredNode::Fate::expanded);
    if (is_passing) leave(id, node.landmark, node.step, node.g, node.heading);
    const Step ready = node.step + edges.prepare_steps();
    if (ready < edges.timing().horizon && edges.standing_until(node.landmark, node.step) >= ready)
        wait(id, node.landmark, ready, node.g + prices.waiting * edges.prepare_steps());
}

/// Waiting times come from what happens: after a first while, only steps at which a move is possible that
/// could not as well have been made before, with the wait behind it.
Step SpaceTimePlanner::Search::next_departure(EdgeTable::Index p, Step step, Step ready) {
    if (!options.culling || cost.rate || step < ready + edges.prepare_steps()) return step;
    auto& next = events[p];
    const Step horizon = edges.timing().horizon;
    if (next.empty()) {
        next.assign(static_cast<std::size_t>(horizon) + 1, horizon);
        for (Step at = horizon - 1; at >= 0; --at) {
            bool is_event = false;
            for (const EdgeTable::Index q : edges.successors(p))
                for (std::size_t c = 0; c < edges.controllers().size() && !is_event; ++c)
                    is_event = edges.fewest_steps(c, p, q, at) > 0 &&
                               !(edges.is_settled(p, q) && !edges.has_gaps(q));
            next[static_cast<std::size_t>(at)] = is_event ? at : next[static_cast<std::size_t>(at) + 1];
        }
    }
    return next[static_cast<std::size_t>(std::min(step, horizon))];
}

void SpaceTimePlanner::Search::take_wait(NodeId id) {
    if (!is_up_to_date(id)) return;
    const SearchNode node = nodes[id];
    if (!closed
             .insert(scatter(2) ^
                     (std::uint64_t{node.landmark} << 32 | static_cast<std::uint32_t>(node.step)))
             .second)
        return;
    ++stats.expanded;
    note(node, ExploredNode::Fate::waited);
    leave(id, node.landmark, node.step, node.g, std::nullopt);
    const Step arrived = nodes[node.parent].step;
    const Step next = next_departure(node.landmark, node.step + 1, arrived + edges.prepare_steps());
    if (next < edges.timing().horizon && next <= edges.standing_until(node.landmark, node.step))
        wait(node.parent, node.landmark, next, node.g + prices.waiting * (next - node.step));
}

void SpaceTimePlanner::Search::take(NodeId id) {
    switch (nodes[id].kind) {
        case Kind::deferred:
            return take_deferred(id);
        case Kind::arrival:
            return take_arrival(id);
        case Kind::wait:
            return take_wait(id);
    }
}

Status SpaceTimePlanner::Search::run(Budget& budget) {
    if (!failure.is_ok()) return failure;
    const auto start = Clock::now();
    while (found == search::no_state && failure.is_ok() && !open.is_empty() && budget.spend()) {
        const NodeId id = open.top().state();
        open.pop();
        if (nodes[id].kind != Kind::deferred) best = id;
        take(id);
    }
    stats.seconds += seconds_since(start);
    stats.trajectories = edges.simulated() - simulated_before;
    stats.evaluated = edges.evaluated() - evaluated_before;
    if (!failure.is_ok()) return failure;
    if (found != search::no_state) return Status::ok();
    if (!open.is_empty()) return {StatusCode::out_of_budget, "the search is not finished"};
    return {StatusCode::unreachable, "no way to the goal within the horizon of " +
                                         std::to_string(edges.timing().horizon * edges.timing().seconds()) +
                                         " s"};
}

TravelPlan SpaceTimePlanner::Search::plan() const {
    TravelPlan plan;
    plan.request = request;
    plan.arrive = request.depart;
    plan.status = found != search::no_state ? StatusCode::ok
                  : open.is_empty()         ? StatusCode::unreachable
                                            : StatusCode::partial;
    NodeId id = found != search::no_state ? found : best;
    if (id == search::no_state || plan.status == StatusCode::unreachable) return plan;
    if (nodes[id].kind == Kind::wait) id = nodes[id].parent;
    plan.cost = nodes[id].g;
    plan.arrive = nodes[id].step;
    while (nodes[id].parent != search::no_state) {
        const SearchNode& node = nodes[id];
        const NodeId source = nodes[node.parent].kind == Kind::wait ? nodes[node.parent].parent : node.parent;
        const EdgeTable::Index from = nodes[source].landmark;
        plan.moves.push_back({from, node.landmark, node.controller, nodes[source].step,
                              edges.move(node.controller, from, node.landmark, node.depart).value()});
        id = source;
    }
    std::reverse(plan.moves.begin(), plan.moves.end());
    return plan;
}

SpaceTimePlanner::SpaceTimePlanner(EdgeTable& edges, TravelCost cost, PlanRequest request,
                                   PlanOptions options)
    : search_(std::make_unique<Search>(edges, std::move(cost), request, options)) {}
SpaceTimePlanner::~SpaceTimePlanner() = default;

Status SpaceTimePlanner::run(Budget& budget) {
    return search_->run(budget);
}
TravelPlan SpaceTimePlanner::plan() const {
    return search_->plan();
}
const PlanStats& SpaceTimePlanner::stats() const noexcept {
    return search_->stats;
}
const std::vector<ExploredNode>& SpaceTimePlanner::explored() const noexcept {
    return search_->explored;
}

}  // namespace wend::locomotion
