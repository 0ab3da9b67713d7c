// The fields that a crowd follows: kept up to date they lead as new ones do, and what is walked costs what it
// has to.

#include "sim/ground/ready_field.hpp"

#include <algorithm>
#include <cstdio>
#include <queue>

#include <gtest/gtest.h>

#include "wend/base/rng.hpp"
#include "wend/world/walls.hpp"

#include "sim/halls.hpp"

namespace wend {
namespace {

using test::hall;

/// Fields that are kept up to date lead as new ones do, whatever has happened; on the processor without a
/// device.
void expect_leads_as_new(fields::OpenClField* device, std::uint64_t seeds) {
    int led = 0;
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        SCOPED_TRACE(seed);
        Rng rng(seed);
        Scene scene = hall({});
        scene.bounds = {{0, 0}, {16, 12}};
        const auto box = [&](double most) {
            const Vec2 low{rng.uniform(1, 14), rng.uniform(1, 10)};
            return Box2{low, low + Vec2{rng.uniform(0.3, most), rng.uniform(0.3, most)}};
        };
        for (int i = 0; i < 4; ++i) scene.layers[0].blocked.push_back({rectangle(box(3)), {}});
        const Walls walls(scene);
        std::vector<domains::ResolvedConstraint> rules;
        for (int i = 0; i < 4; ++i)
            rules.push_back({0, {{{rectangle(box(4)), {}, 0}}}, i == 0, Preposition::in, i % 2 ? 5.0 : -8.0});
        auto multipliers = domains::MultiplierField::create(rules).value();
        std::vector<domains::ResolvedConstraint> standing;
        const RoutePoint to{{15, 11}, 0};
        std::optional<ReadyField> kept;
        std::uint64_t seen = 0;
        for (int step = 0; step < 15; ++step) {
            std::vector<domains::ChangedGround> changed;
            if (step > 0 && rng.below(3) == 0) {
                const domains::ResolvedConstraint body{0, {{{rectangle(box(1)), {}, 0.25}}}, true, {}, 0};
                changed.push_back({0, body.influence.box()});
                standing.push_back(body);
            } else if (step > 0 && !standing.empty() && rng.below(3) == 0) {
                changed.push_back({0, standing.back().influence.box()});
                standing.pop_back();
            } else if (step > 0) {
                std::vector<domains::ChangedGround> moved;
                multipliers.move(rng.below(4), 0, {{{rectangle(box(4)), {}, 0}}}, moved);
            }
            const FieldSource source{scene, walls, multipliers, standing};
            if (!kept) {
                kept.emplace(ReadyField::create(source, 0.25, nullptr, to).value());
            } else {
                ASSERT_TRUE(multipliers.changed_since(seen, changed));
                kept->repair(source, changed);
            }
            seen = multipliers.version();
            ReadyField fresh = ReadyField::create(source, 0.25, nullptr, to).value();
            for (int i = 0; i < 8; ++i) {
                const RoutePoint from{{rng.uniform(0.3, 15.7), rng.uniform(0.3, 11.7)}, 0};
                const fields::Cell start = kept->start(source, from);
                ASSERT_EQ(start, fresh.start(source, from));
                if (start == fields::no_cell) continue;
                kept->grow(start, device);
                fresh.grow(start);
                const auto one = kept->way(source, start, from, to),
                           other = fresh.way(source, start, from, to);
                ASSERT_EQ(one.size(), other.size());
                for (std::size_t k = 0; k < one.size(); ++k) ASSERT_EQ(one[k].position, other[k].position);
                led += one.empty() ? 0 : 1;
            }
        }
    }
    EXPECT_GT(led, 33 * static_cast<int>(seeds));
}

TEST(ReadyField, repaired_leads_as_a_new_one_does) {
    expect_leads_as_new(nullptr, 12);
}

TEST(ReadyField, repaired_on_a_device_leads_as_a_new_one_does) {
    auto device = fields::OpenClField::open();
    if (!device) GTEST_SKIP() << device.status().message;
    expect_leads_as_new(&device.value(), 6);
}

/// Cells of a grid that know nothing of fields: moves to the eight neighbours cost what the multipliers say.
double fine_cost(const Scene& scene, const Walls& walls, const domains::MultiplierField& rules, double cell,
                 double radius, Vec2 from, Vec2 to) {
    const int columns = static_cast<int>(scene.bounds.high.x / cell),
              rows = static_cast<int>(scene.bounds.high.y / cell);
    const auto index = [&](Vec2 p) {
        return static_cast<int>(p.y / cell) * columns + static_cast<int>(p.x / cell);
    };
    const auto place = [&](int at) { return Vec2{(at % columns + 0.5) * cell, (at / columns + 0.5) * cell}; };
    std::vector<double> costs(static_cast<std::size_t>(columns * rows), 1e300);
    using Entry = std::pair<double, int>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
    open.emplace(costs[static_cast<std::size_t>(index(from))] = 0, index(from));
    while (!open.empty()) {
        const auto [cost, at] = open.top();
        open.pop();
        if (at == index(to)) return cost;
        if (cost > costs[static_cast<std::size_t>(at)]) continue;
        for (int dy = -1; dy <= 1; ++dy)
            for (int dx = -1; dx <= 1; ++dx) {
                const int x = at % columns + dx, y = at / columns + dy;
                if ((dx == 0 && dy == 0) || x < 0 || y < 0 || x >= columns || y >= rows) continue;
                const int next = y * columns + x;
                const Vec2 a = place(at), b = place(next);
                if (!walls.ground(0).fits_along(a, b, radius) || rules.forbids(0, a, b)) continue;
                const double through = cost + distance(a, b) * rules.mean(0, a, b);
                if (through >= costs[static_cast<std::size_t>(next)]) continue;
                open.emplace(costs[static_cast<std::size_t>(next)] = through, next);
            }
    }
    return 1e300;
}

/// What is really walked is measured, not what cells say: its integral over the multipliers, against the best
/// way on cells a quarter as wide, which find every gap and every edge of the ground.
TEST(ReadyField, ways_cost_what_the_best_on_a_four_times_finer_grid_does) {
    std::vector<double> ratios;
    for (std::uint64_t seed = 101; seed <= 130; ++seed) {
        SCOPED_TRACE(seed);
        Rng rng(seed);
        Scene scene = hall({});
        scene.bounds = {{0, 0}, {16, 12}};
        const auto box = [&](double most) {
            const Vec2 low{rng.uniform(1, 14), rng.uniform(1, 10)};
            return Box2{low, low + Vec2{rng.uniform(0.3, most), rng.uniform(0.3, most)}};
        };
        for (int i = 0; i < 3; ++i) scene.layers[0].blocked.push_back({rectangle(box(3)), {}});
        const Walls walls(scene);
        std::vector<domains::ResolvedConstraint> made;
        for (int i = 0; i < 3; ++i) {
            const double weight = rng.uniform(2, 9) * (rng.below(2) == 0 ? 1 : -1);
            made.push_back({0,
                            {{{rectangle(box(4)), {}, 0}}},
                            i == 0 && seed % 3 == 0,
                            rng.below(2) == 0 ? Preposition::in : Preposition::near,
                            weight});
        }
        const auto rules = domains::MultiplierField::create(made).value();
        const FieldSource source{scene, walls, rules, {}};
        const RoutePoint to{{15.0625, 11.0625}, 0};
        auto created = ReadyField::create(source, 0.25, nullptr, to);
        if (!created) continue;  // nobody fits where they would go
        ReadyField field = std::move(created).value();
        for (const Vec2 start : {Vec2{0.5625, 0.5625}, Vec2{0.5625, 8.0625}, Vec2{8.0625, 0.5625}}) {
            const double best = fine_cost(scene, walls, rules, 0.125, 0.25, start, to.position);
            const RoutePoint from{start, 0};
            if (best > 1e299 || rules.forbids(0, start)) continue;
            const fields::Cell cell = field.start(source, from);
            if (cell == fields::no_cell) continue;
            field.grow(cell);
            const auto way = field.way(source, cell, from, to);
            if (way.empty()) continue;
            double cost = 0;
            for (std::size_t i = 0; i + 1 < way.size(); ++i) {
                const Vec2 a = way[i].position, b = way[i + 1].position;
                cost += distance(a, b) * rules.mean(0, a, b);
                EXPECT_FALSE(rules.forbids(0, a, b));
            }
            ratios.push_back(cost / best);
        }
    }
    ASSERT_GT(ratios.size(), 50u);
    std::sort(ratios.begin(), ratios.end());
    std::printf("ways over the finer grid's best: median %.3f, nine tenths %.3f, worst %.3f\n",
                ratios[ratios.size() / 2], ratios[ratios.size() * 9 / 10], ratios.back());
    EXPECT_LE(ratios[ratios.size() / 2], 1.02);
    EXPECT_LE(ratios.back(), 1.25);
}

}  // namespace
}  // namespace wend
