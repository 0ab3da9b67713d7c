// Plans under constraints, checked against Dijkstra on the same graph, against a grid four times finer, and
// point by point with its own idea of who sees whom.

#include <map>
#include <queue>

#include <gtest/gtest.h>

#include "wend/domains/annotation.hpp"
#include "wend/domains/constrained.hpp"
#include "wend/domains/grid_domain.hpp"
#include "wend/domains/hybrid_domain.hpp"

#include "domains/space_time_worlds.hpp"

namespace wend::domains {
namespace {

using Dense = Constrained<GridDomain>;
using Hybrid = Constrained<HybridDomain>;

Polygon random_polygon(Rng& rng, double side) {
    const Vec2 at{rng.uniform(0, side), rng.uniform(0, side)};
    Ring ring;
    const std::size_t corners = 3 + rng.below(5);
    for (std::size_t i = 0; i < corners; ++i)
        ring.push_back(at + unit_vector(6.283185307 * static_cast<double>(i) / static_cast<double>(corners)) *
                                rng.uniform(0.5, 3));
    return {ring, {}};
}

std::vector<ConstraintSpec> random_constraints(Rng& rng, double side, bool with_hard) {
    std::vector<ConstraintSpec> specs(1 + rng.below(4));
    for (ConstraintSpec& spec : specs) {
        spec.polygon = random_polygon(rng, side);
        spec.weight = rng.uniform(1, 8) * (rng.below(2) == 0 ? 1 : -1);
        spec.preposition = rng.below(2) == 0 ? Preposition::in : Preposition::near;
        spec.hard = with_hard && rng.below(3) == 0;
    }
    return specs;
}

struct Room {
    test::SpaceTimeProblem problem;
    std::unique_ptr<GridDomain> grid;
    GridDomain::Key from = GridDomain::no_cell, to = GridDomain::no_cell;
    AnnotatedWorld objects;

    Room(Rng& rng, double side, double cell) : problem(test::room_problem(rng, side, side * 0.6, 0)) {
        problem.prepare({});
        objects = annotated_world(*problem.world->snapshot());
        remake(cell);
    }
    void remake(double cell) {
        GridSettings settings;
        settings.cell = cell;
        settings.origin = problem.start.at.position;
        settings.self = problem.self;
        grid = std::make_unique<GridDomain>(problem.world->snapshot(), nullptr, problem.start.at, settings);
        from = grid->free_cell_near(problem.start.at);
        to = grid->free_cell_near(problem.goal.at);
    }
};

/// From the goal; a domain's own edges and nothing else.
template <class K>
std::uint64_t dijkstra(const PlacedStates<K>& states, search::StateId start, search::StateId goal) {
    std::vector<std::uint64_t> costs;
    using QueueEntry = std::pair<std::uint64_t, search::StateId>;
    std::priority_queue<QueueEntry, std::vector<QueueEntry>, std::greater<>> open;
    const auto offer = [&](search::StateId state, std::uint64_t cost) {
        if (state >= costs.size()) costs.resize(state + 1000, ~std::uint64_t{0});
        if (cost < costs[state]) open.emplace(costs[state] = cost, state);
    };
    offer(goal, 0);
    while (!open.empty()) {
        const auto [cost, state] = open.top();
        open.pop();
        if (state == start) return cost;
        if (cost == costs[state])
            states.predecessors(state, [&, cost = cost](search::StateId before, search::Cost edge) {
                offer(before, cost + edge);
            });
    }
    return ~std::uint64_t{0};
}

template <class K>
search::Plan solve(const PlacedStates<K>& states, search::StateId from, search::StateId to,
                   search::Context& context, search::Options options) {
    search::Search<PlacedStates<K>, search::Direction::backward> search(context, options);
    search.begin(states, from, to);
    Budget budget = Budget::unlimited();
    return search.solve(states, budget);
}

TEST(MultiplierField, is_what_the_formula_says_and_never_below_one) {
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        Rng rng(seed);
        const auto specs = random_constraints(rng, 10, false);
        const auto field = MultiplierField::create(resolve(specs, {}));
        ASSERT_TRUE(field);
        for (int i = 0; i < 100; ++i) {
            const Vec2 p{rng.uniform(-2, 12), rng.uniform(-2, 12)};
            double exponent = 0, attractors = 0;
            for (const ConstraintSpec& spec : specs) {
                attractors += std::max(spec.weight, 0.0);
                const double away =
                    contains(spec.polygon, p) ? 0 : boundary_distance(spec.polygon.outline, p);
                const double w = std::abs(spec.weight);
                exponent -= spec.preposition == Preposition::in ? (away == 0 ? spec.weight : 0)
                                                                : spec.weight * std::max(0.0, (w - away) / w);
            }
            EXPECT_DOUBLE_EQ(field.value().base_weight(), attractors);
            const double truth = std::pow(1.1, attractors + exponent);
            EXPECT_GE(truth, 1 - 1e-12);  // the base weight is large enough by itself
            EXPECT_NEAR(field.value().at(0, p), std::max(1.0, truth), 1e-9 * truth);
        }
    }
}

TEST(MultiplierField, means_are_integrals) {
    for (std::uint64_t seed = 1; seed <= 150; ++seed) {
        Rng rng(seed);
        auto specs = random_constraints(rng, 10, false);
        const bool piecewise = seed % 2 == 0;
        if (piecewise)
            for (ConstraintSpec& spec : specs) spec.preposition = Preposition::in;
        const auto field = MultiplierField::create(resolve(specs, {})).value();
        const Vec2 a{rng.uniform(0, 10), rng.uniform(0, 10)}, b{rng.uniform(0, 10), rng.uniform(0, 10)};
        constexpr int samples = 60'000;
        double sum = 0;
        for (int i = 0; i < samples; ++i) sum += field.at(0, lerp(a, b, (i + 0.5) / samples));
        const double truth = sum / samples;
        EXPECT_NEAR(field.mean(0, a, b), truth,
                    truth * (piecewise ? 2e-4 : MultiplierField::mean_error + 2e-4))
            << "seed " << seed;
        EXPECT_EQ(field.mean(0, a, b), field.mean(0, b, a));
    }
}

TEST(MultiplierField, says_what_is_wrong_with_weights) {
    for (const double weight : {0.0, std::nan(""), std::numeric_limits<double>::infinity(), 101.0, -101.0}) {
        ConstraintSpec spec;
        spec.polygon = {{{0, 0}, {1, 0}, {0, 1}}, {}};
        spec.weight = weight;
        EXPECT_EQ(MultiplierField::create(resolve(std::span(&spec, 1), {})).status().code,
                  StatusCode::invalid_input)
            << weight;
    }
    // Attached to something that is not there: no influence, and no error.
    ConstraintSpec gone;
    gone.kind = AnnotationKind::sight;
    gone.of = "nobody";
    const auto field = MultiplierField::create(resolve(std::span(&gone, 1), {}));
    ASSERT_TRUE(field);
    EXPECT_DOUBLE_EQ(field.value().at(0, {1, 1}), 1.1);
    // Empty annotations too.
    gone.kind = AnnotationKind::polygon;
    EXPECT_DOUBLE_EQ(MultiplierField::create(resolve(std::span(&gone, 1), {})).value().at(0, {1, 1}), 1.1);
}

TEST(MultiplierField, remembers_what_has_changed) {
    ConstraintSpec spec;
    spec.polygon = {{{0, 0}, {1, 0}, {0, 1}}, {}};
    auto field = MultiplierField::create(resolve(std::span(&spec, 1), {})).value();
    std::vector<ChangedGround> changed, told;
    const std::uint64_t first = field.version();
    ASSERT_TRUE(field.changed_since(first, told));
    EXPECT_TRUE(told.empty());
    field.move(0, 0, {{{{{5, 5}, {6, 5}, {5, 6}}, {}, 0}}}, changed);
    const std::uint64_t second = field.version();
    field.move(0, 2, {{{{{8, 5}, {9, 5}, {8, 6}}, {}, 0}}}, changed);
    ASSERT_TRUE(field.changed_since(first, told));
    EXPECT_EQ(told.size(), changed.size());
    told.clear();
    ASSERT_TRUE(field.changed_since(second, told));
    ASSERT_EQ(told.size(), 2u);
    EXPECT_EQ(told[0].layer, 0u);
    EXPECT_EQ(told[1].layer, 2u);
    // Nothing is told of what was too long ago, or of other constraints altogether.
    for (int i = 0; i < 2000; ++i) field.move(0, 0, {{{{{0.001 * i, 0}, {1, 0}, {0, 1}}, {}, 0}}}, changed);
    EXPECT_FALSE(field.changed_since(first, told));
    const std::uint64_t last = field.version();
    EXPECT_TRUE(field.changed_since(last, told));
    ASSERT_TRUE(field.replace({}).is_ok());
    EXPECT_FALSE(field.changed_since(last, told));
    EXPECT_GT(field.version(), last);
    EXPECT_DOUBLE_EQ(field.at(0, {1, 1}), 1);
}

TEST(Annotation, sides_of_an_object_turn_with_it) {
    AnnotatedWorld world;
    world.objects.push_back({"house",
                             0,
                             {{10, 10}, 1.5707963267948966},
                             PolygonShape{{{-2, -1}, {2, -1}, {2, 1}, {-2, 1}}},
                             true});
    const auto is_in = [&](AnnotationKind kind, Vec2 p) {
        ConstraintSpec spec;
        spec.kind = kind;
        spec.of = "house";
        std::uint32_t layer = 9;
        const Influence ground = ground_of(spec, world, layer);
        EXPECT_EQ(layer, 0u);
        return ground.contains(p);
    };
    EXPECT_TRUE(is_in(AnnotationKind::front, {10, 13}));
    EXPECT_FALSE(is_in(AnnotationKind::front, {10, 7}));
    EXPECT_TRUE(is_in(AnnotationKind::back, {10, 7}));
    EXPECT_TRUE(is_in(AnnotationKind::left, {8, 10}));
    EXPECT_TRUE(is_in(AnnotationKind::right, {12, 10}));
    EXPECT_TRUE(is_in(AnnotationKind::around, {12.9, 10}));
    EXPECT_FALSE(is_in(AnnotationKind::around, {13.1, 10}));
}

TEST(Annotation, a_polygon_of_an_object_goes_where_it_goes) {
    AnnotatedWorld world;
    world.objects.push_back({"truck", 2, {{10, 10}, 1.5707963267948966}, DiscShape{1}, false});
    ConstraintSpec spec;
    spec.of = "truck";
    spec.polygon = {{{1, -2}, {9, -2}, {9, 2}, {1, 2}}, {{{4, -1}, {5, -1}, {5, 1}, {4, 1}}}};
    const auto is_in = [&](Vec2 p) {
        std::uint32_t layer = 0;
        const Influence ground = ground_of(spec, world, layer);
        return layer == 2 && ground.contains(p);
    };
    EXPECT_TRUE(is_in({10, 13}));
    EXPECT_FALSE(is_in({10, 14.5}));  // in the hole
    EXPECT_FALSE(is_in({13, 10}));
    world.objects[0].pose = {{30, 10}, 0};
    EXPECT_TRUE(is_in({33, 10}));
    EXPECT_FALSE(is_in({10, 13}));
    world.objects.clear();
    EXPECT_FALSE(is_in({33, 10}));
}

/// One ray against every wall: nothing in common with the sweep.
bool is_seen(Vec2 eye, double heading, double angle, double range, const std::vector<Segment>& walls,
             Vec2 p) {
    if (distance(eye, p) > range) return false;
    const double turn = std::remainder(std::atan2(p.y - eye.y, p.x - eye.x) - heading, 6.283185307179586);
    if (std::abs(turn) > angle / 2) return false;
    for (const Segment& wall : walls)
        if (cross_properly(eye, p, wall.from, wall.to)) return false;
    return true;
}

TEST(Annotation, sight_is_what_rays_see) {
    std::size_t seen = 0;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        Rng rng(seed);
        const Room room(rng, 10, 0.5);
        const Vec2 eye = room.problem.start.at.position;
        const double heading = rng.uniform(-3, 3),
                     angle = rng.below(2) == 0 ? 6.283185307179586 : rng.uniform(0.3, 5);
        const double range = rng.uniform(1, 9);
        const Influence ground{{{seen_from(eye, heading, angle, range, room.objects.walls[0]), {}, 0}}};
        for (int i = 0; i < 2000; ++i) {
            const Vec2 p{rng.uniform(0, 10), rng.uniform(0, 10)};
            const bool truth = is_seen(eye, heading, angle, range, room.objects.walls[0], p);
            seen += truth ? 1 : 0;
            if (truth) {
                EXPECT_TRUE(ground.distance(p) < 1e-5) << "seed " << seed << ": " << p.x << ", " << p.y;
            } else if (ground.contains(p) && ground.distance(p) == 0) {
                // Beyond the true arc by no more than its chords are.
                double margin = std::abs(distance(eye, p) - range) / range;
                margin = std::min(margin, boundary_distance(ground.shapes[0].ring, p));
                EXPECT_LT(margin, 0.005) << "seed " << seed << ": " << p.x << ", " << p.y;
            }
        }
    }
    EXPECT_GT(seen, 10'000u);
}

TEST(Constrained, plans_cost_what_dijkstra_finds_and_touch_no_forbidden_ground) {
    int planned = 0;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        Rng rng(seed);
        Room room(rng, 10, 0.5);
        const auto specs = random_constraints(rng, 10, true);
        const auto field = MultiplierField::create(resolve(specs, room.objects)).value();
        const Dense dense(*room.grid, field);
        const PlacedStates<Dense> states(dense);
        const search::StateId from = states.state(room.from), to = states.state(room.to);
        search::Context context;
        const search::Plan plan = solve(states, from, to, context, search::ad_star(2.5));
        const std::uint64_t truth = dijkstra(states, from, to);
        ASSERT_EQ(plan.status == StatusCode::ok, truth != ~std::uint64_t{0}) << "seed " << seed;
        if (plan.status != StatusCode::ok) continue;
        ++planned;
        ASSERT_EQ(plan.cost, truth) << "seed " << seed;
        // Who starts on forbidden ground leaves it; nobody enters it.
        const auto is_forbidden = [&](Vec2 p) {
            return std::any_of(specs.begin(), specs.end(), [&](const ConstraintSpec& spec) {
                return spec.hard && contains(spec.polygon, p);
            });
        };
        std::size_t first = 0;
        while (first < plan.path.size() && is_forbidden(states.place(plan.path[first]).position)) ++first;
        for (std::size_t i = first; i + 1 < plan.path.size(); ++i) {
            const Vec2 a = states.place(plan.path[i]).position, b = states.place(plan.path[i + 1]).position;
            for (int k = 0; k <= 50; ++k) ASSERT_FALSE(is_forbidden(lerp(a, b, k / 50.0))) << "seed " << seed;
        }
    }
    EXPECT_GT(planned, 25);
}

/// Whatever the inflation promises holds against a grid that is four times finer, on both graphs.
void expect_within_epsilon(bool with_hard) {
    // The grid itself costs up to 8 % (octile against straight) and, at walls and outlines, a cell or two.
    std::vector<double> excess;
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        Rng rng(seed);
        Room room(rng, 8, 0.4);
        const auto specs = random_constraints(rng, 8, with_hard);
        const auto field = MultiplierField::create(resolve(specs, room.objects)).value();
        // Blocks may stick out of the room.
        auto triangles = mesh::Triangulation::create(room.problem.scene.bounds.grown(2)).value();
        for (const Polygon& block : room.problem.scene.layers[0].blocked)
            ASSERT_TRUE(triangles.insert(block));
        const auto planned = [&](const auto& domain, double inflation) -> double {
            const PlacedStates states(domain);
            search::Context context;
            const search::Plan plan = solve(states, states.state(room.from), states.state(room.to), context,
                                            search::weighted_a_star(inflation));
            return plan.status == StatusCode::ok ? plan.cost : -1;
        };
        std::map<double, std::pair<double, double>> inflated;  // dense and hybrid
        const Dense dense(*room.grid, field);
        const Vec2 ends[] = {room.problem.start.at.position, room.problem.goal.at.position};
        const HybridDomain roads(*room.grid, triangles, 0, field.constraints(), ends);
        const Hybrid hybrid(roads, field);
        for (const double inflation : {1.0, 1.5, 2.5})
            inflated[inflation] = {planned(dense, inflation), planned(hybrid, inflation)};
        const Vec2 start = room.grid->place(room.from).position, goal = room.grid->place(room.to).position;
        room.problem.start.at.position = start;
        room.problem.goal.at.position = goal;
        room.remake(0.1);
        const Dense finer(*room.grid, field);
        const PlacedStates<Dense> states(finer);
        const auto truth = dijkstra(states, states.state(room.from), states.state(room.to));
        const double coarse = inflated[1].first, fine = static_cast<double>(truth);
        if (coarse < 0 || truth == 0 || truth == ~std::uint64_t{0}) continue;
        for (const auto& [inflation, costs] : inflated)
            if (inflation > 1) {
                EXPECT_LE(costs.first, inflation * fine) << "seed " << seed << ", dense";
                EXPECT_LE(costs.second, inflation * fine) << "seed " << seed << ", hybrid";
            }
        EXPECT_GE(coarse, fine * 0.985) << "seed " << seed;
        excess.push_back(coarse / fine);
        EXPECT_LE(coarse, fine * 1.5) << "seed " << seed;
    }
    ASSERT_GT(excess.size(), with_hard ? 20u : 30u);
    std::sort(excess.begin(), excess.end());
    EXPECT_LE(excess[excess.size() / 2], 1.05);
}

TEST(Constrained, plans_are_within_epsilon_of_a_four_times_finer_grid) {
    expect_within_epsilon(false);
}

TEST(Constrained, plans_around_forbidden_ground_are_within_epsilon_too) {
    expect_within_epsilon(true);
}

template <class Domain, class Touch>
void expect_repairs(Room& room, const Domain& domain, MultiplierField& field, Rng& rng, Touch&& touch) {
    const PlacedStates<Domain> states(domain);
    const search::StateId from = states.state(room.from), to = states.state(room.to);
    search::Context context;
    search::Search<PlacedStates<Domain>, search::Direction::backward> search(context, search::ad_star(2.0));
    search.begin(states, from, to);
    for (int step = 0; step < 10; ++step) {
        std::vector<ChangedGround> changed;
        Influence moved;
        if (rng.below(4) != 0) moved.shapes.push_back({random_polygon(rng, 10).outline, {}, 0});
        field.move(rng.below(field.constraints().size()), 0, moved, changed);
        std::vector<search::StateId> touched;
        touch(states, changed, touched);
        search.change(states, touched);
        Budget budget = Budget::unlimited();
        const search::Plan& plan = search.solve(states, budget);
        const PlacedStates<Domain> fresh(domain);
        const std::uint64_t truth = dijkstra(fresh, fresh.state(room.from), fresh.state(room.to));
        ASSERT_EQ(plan.status == StatusCode::ok, truth != ~std::uint64_t{0}) << "step " << step;
        if (plan.status == StatusCode::ok) {
            ASSERT_EQ(plan.cost, truth) << "step " << step;
        }
    }
}

TEST(Constrained, repairs_to_what_planning_anew_finds_when_constraints_move) {
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
        SCOPED_TRACE(seed);
        Rng rng(seed);
        Room room(rng, 10, 0.6);
        auto field =
            MultiplierField::create(resolve(random_constraints(rng, 10, true), room.objects)).value();
        const Dense dense(*room.grid, field);
        expect_repairs(room, dense, field, rng, [&](const auto& states, const auto& changed, auto& touched) {
            append_touched(
                states, [&](GridDomain::Key key) { return dense.touches(changed, key, 1.0); }, touched);
        });
        if (HasFatalFailure()) return;
    }
}

TEST(Hybrid, keeps_consistent_bounds_and_repairs_too) {
    int annotated = 0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        SCOPED_TRACE(seed);
        Rng rng(seed);
        Room room(rng, 10, 0.6);
        // Blocks may stick out of the room.
        auto triangles = mesh::Triangulation::create(room.problem.scene.bounds.grown(2)).value();
        for (const Polygon& block : room.problem.scene.layers[0].blocked)
            ASSERT_TRUE(triangles.insert(block));
        auto field =
            MultiplierField::create(resolve(random_constraints(rng, 10, true), room.objects)).value();
        const HybridDomain plain(*room.grid, triangles, 0);
        const HybridDomain roads(*room.grid, triangles, 0, field.constraints());
        EXPECT_FALSE(plain.highways().empty());
        annotated += roads.highways().size() > plain.highways().size() ? 1 : 0;
        const Hybrid hybrid(roads, field);
        expect_repairs(room, hybrid, field, rng, [&](const auto& states, const auto& changed, auto& touched) {
            const auto ends = roads.ends_through(changed);
            append_touched(
                states,
                [&](GridDomain::Key key) {
                    return hybrid.touches(changed, key, 1.0) ||
                           std::binary_search(ends.begin(), ends.end(), key);
                },
                touched);
        });
        if (HasFatalFailure()) return;
    }
    EXPECT_GT(annotated, 10);
}

}  // namespace
}  // namespace wend::domains
