// Questions to the space-time index against the same questions to a loop over everybody, in the same run: the
// same exact tests, the same answers, and how much sooner. A crowd of discs walks plans of a minute through a
// square whose size keeps the density at one agent per 25 square metres.

#include "wend/world/occupancy.hpp"

#include <algorithm>
#include <cmath>

#include "wend/base/rng.hpp"
#include "wend/geometry/interval_set.hpp"

#include "benchmark.hpp"

namespace wend::bench {
namespace {

struct Crowd {
    std::vector<std::shared_ptr<const Body>> bodies;
    double size = 0;
};

/// A plan of about a minute: legs of some seconds at walking speed, with pauses.
std::shared_ptr<const Body> walker(Rng& rng, std::uint32_t index, double size, double begin) {
    auto body = std::make_shared<Body>();
    body->who = AgentId{index, 1};
    body->shape = DiscShape{0.25};
    body->present.low = begin;
    Keyframe key{begin, {{rng.uniform(0, size), rng.uniform(0, size)}, 0}};
    while (key.time < begin + 60) {
        body->motion.keyframes.push_back(key);
        const double span = rng.uniform(1, 8);
        const Vec2 step = unit_vector(rng.uniform(0, 6.283185307179586)) * (rng.uniform(0.5, 1.5) * span);
        key.time += span;
        if (rng.below(6) != 0) key.pose.position += step;
    }
    return body;
}

Crowd make_crowd(std::uint32_t count) {
    Crowd crowd;
    crowd.size = std::sqrt(25.0 * count);
    Rng rng(count);
    for (std::uint32_t i = 0; i < count; ++i) crowd.bodies.push_back(walker(rng, i, crowd.size, 0));
    return crowd;
}

struct Query {
    Vec2 place;
    Vec2 velocity;
    double time = 0;
};

std::vector<Query> make_queries(const Crowd& crowd, std::size_t count) {
    Rng rng(7);
    std::vector<Query> queries(count);
    for (Query& query : queries) {
        query.place = {rng.uniform(0, crowd.size), rng.uniform(0, crowd.size)};
        query.velocity = unit_vector(rng.uniform(0, 6.283185307179586)) * 1.3;
        query.time = rng.uniform(0, 50);
    }
    return queries;
}

// The three questions, put to the index and to the loop.

std::vector<Neighbour> within(const Occupancy& index, const Query& q) {
    return index.within(0, q.place, 3, q.time);
}
std::vector<Neighbour> within(const std::vector<BodyPath>& paths, const Query& q) {
    std::vector<Neighbour> found;
    for (const BodyPath& path : paths) {
        const double away = path.distance_at(q.place, q.time);
        if (away <= 3) found.push_back({path.body().who, away});
    }
    std::sort(found.begin(), found.end(), [](const Neighbour& a, const Neighbour& b) {
        return a.distance != b.distance ? a.distance < b.distance : a.who < b.who;
    });
    return found;
}

MovingDisc walk(const Query& q) {
    return {{q.time, q.time + 2}, q.place, q.velocity, 0.25, 0};
}
std::optional<Conflict> first_conflict(const Occupancy& index, const Query& q) {
    return index.first_conflict(0, walk(q));
}
std::optional<Conflict> first_conflict(const std::vector<BodyPath>& paths, const Query& q) {
    std::optional<Conflict> first;
    for (const BodyPath& path : paths)
        if (const auto time = path.first_overlap(walk(q)); time && (!first || *time < first->time))
            first = Conflict{*time, path.body().who};
    return first;
}

Interval stay(const Query& q) {
    return {q.time, q.time + 10};
}
std::vector<Interval> safe_intervals(const Occupancy& index, const Query& q) {
    return index.safe_intervals(0, q.place, 0.25, stay(q));
}
std::vector<Interval> safe_intervals(const std::vector<BodyPath>& paths, const Query& q) {
    std::vector<Interval> times;
    for (const BodyPath& path : paths) path.append_overlaps({stay(q), q.place, {}, 0.25, 0}, times);
    join(times);
    complement(times, stay(q));
    return times;
}

struct Comparison {
    std::vector<double> index_us, loop_us, speedup;
    std::size_t mismatches = 0;
    [[nodiscard]] nlohmann::json to_json() const {
        return {{"index_us", bench::to_json(spread_of(index_us))},
                {"loop_us", bench::to_json(spread_of(loop_us))},
                {"speedup", spread_of(speedup).median},
                {"mismatches", mismatches}};
    }
};

/// Asks all questions of both in turns, a block at a time, so that whatever slows the machine slows both.
template <class Ask>
Comparison compare(const Occupancy& index, const std::vector<Query>& queries, Ask ask) {
    constexpr std::size_t block = 20;
    Comparison result;
    for (std::size_t first = 0; first + block <= queries.size(); first += block) {
        using Answer = decltype(ask(index, queries[0]));
        std::vector<Answer> fast(block), slow(block);
        const auto time = [&](const auto& whom, std::vector<Answer>& answers) {
            return 1e6 / block * processor_seconds([&] {
                       for (std::size_t i = 0; i < block; ++i) answers[i] = ask(whom, queries[first + i]);
                   });
        };
        result.index_us.push_back(time(index, fast));
        result.loop_us.push_back(time(index.paths(), slow));
        result.speedup.push_back(result.loop_us.back() / result.index_us.back());
        for (std::size_t i = 0; i < block; ++i) result.mismatches += !(fast[i] == slow[i]);
    }
    return result;
}

nlohmann::json measure(std::uint32_t count, std::size_t questions) {
    const Crowd crowd = make_crowd(count);
    const std::vector<Query> queries = make_queries(crowd, questions);
    Occupancy index;
    const double build = processor_seconds([&] {
        for (const auto& body : crowd.bodies) index.set(body);
    });
    // Everybody publishes again, as a crowd does all the time.
    Rng rng(3);
    std::vector<std::shared_ptr<const Body>> renewed;
    for (std::uint32_t i = 0; i < count; ++i) renewed.push_back(walker(rng, i, crowd.size, 1));
    const double republish = processor_seconds([&] {
        for (const auto& body : renewed) index.set(body);
    });
    const Comparison near =
        compare(index, queries, [](const auto& who, const Query& q) { return within(who, q); });
    const Comparison moving =
        compare(index, queries, [](const auto& who, const Query& q) { return first_conflict(who, q); });
    const Comparison standing =
        compare(index, queries, [](const auto& who, const Query& q) { return safe_intervals(who, q); });
    const auto least = [](const Comparison& c) { return spread_of(c.speedup).median; };
    return {{"bodies", count},
            {"within", near.to_json()},
            {"first_conflict", moving.to_json()},
            {"safe_intervals", standing.to_json()},
            {"speedup", std::min({least(near), least(moving), least(standing)})},
            {"mismatches", near.mismatches + moving.mismatches + standing.mismatches},
            {"build_us_per_body", 1e6 * build / count},
            {"republish_us_per_body", 1e6 * republish / count},
            {"bytes_per_body", static_cast<double>(index.memory()) / count}};
}

nlohmann::json run(const Options& options) {
    const std::size_t questions = options.quick ? 60 : 400;
    nlohmann::json result = measure(10'000, questions);
    const nlohmann::json ten_thousand = result;
    result["scaling"] = {measure(1'000, questions), ten_thousand};
    if (!options.quick) result["scaling"].push_back(measure(100'000, questions / 10));
    return result;
}

const Benchmark registered{"occupancy", "space-time index against a loop over everybody", run};

}  // namespace
}  // namespace wend::bench
