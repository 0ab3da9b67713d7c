// Bodies and controllers: how far planted feet slide, what a pose costs, whether controllers arrive where and
// when they said.

#include <cmath>

#include "wend/base/rng.hpp"
#include "wend/motion/body.hpp"
#include "wend/motion/controllers.hpp"
#include "wend/motion/rotation.hpp"
#include "wend/motion/steps.hpp"

#include "benchmark.hpp"
#include "motion/dead_reckoning.hpp"
#include "motion/random_tracks.hpp"

namespace wend::bench {
namespace {

using namespace motion;

double seconds_since(double started) {
    return read_clock(CLOCK_MONOTONIC) - started;
}

nlohmann::json must(const char* name, double measured, double limit, bool holds) {
    return {{"name", name}, {"measured", measured}, {"limit", limit}, {"holds", holds}};
}

double share_of_sorted(const std::vector<double>& sorted, double share) {
    return sorted.empty() ? 0
                          : sorted[static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1))];
}

/// How far the toes' joint gets from where it came down, for every plant of a walk, and how far the root is
/// from the agent.
void measure_walk(const Body& body, std::vector<double>& slides, double& root_error) {
    motion::Pose pose;
    PlacedPose placed;
    for (std::size_t side = 0; side < 2; ++side) {
        const std::size_t toe = index_of(side == 0 ? Part::left_toe : Part::right_toe);
        for (const Plant& plant : body.plan().plants[side]) {
            Vec3 first;
            double far = 0;
            bool has_first = false;
            for (double t = plant.down; t <= std::min(plant.up, body.track().end()); t += 1.0 / 30) {
                body.pose_at(t, shipped_style(), Detail::full, pose);
                place(pose, placed);
                if (!has_first) first = placed.positions[toe], has_first = true;
                far = std::max(far, motion::length(minus(placed.positions[toe], first)));
                root_error = std::max(root_error, distance(pose.hips.xy(), body.track().position(t).xy()));
            }
            slides.push_back(far);
        }
    }
}

nlohmann::json bench_feet(const Options& options, nlohmann::json& musts) {
    std::vector<double> slides;
    double root_error = 0;
    const std::uint64_t walks = options.quick ? 50 : 1000;
    for (std::uint64_t i = 0; i < walks; ++i) {
        const Track track = test::random_track(900'000 + options.first + i, 60);
        measure_walk(Body(track), slides, root_error);
    }
    std::sort(slides.begin(), slides.end());
    const double median = 100 * share_of_sorted(slides, 0.5);
    musts.push_back(must("foot slide in a plant, median, cm", median, 0.5, median <= 0.5));
    musts.push_back(must("root from trajectory, worst, mm", 1000 * root_error, 1, root_error <= 1e-3));
    return {{"walks", walks},
            {"plants", slides.size()},
            {"slide_median_cm", median},
            {"slide_p99_cm", 100 * share_of_sorted(slides, 0.99)},
            {"slide_worst_cm", 100 * share_of_sorted(slides, 1)}};
}

nlohmann::json bench_cost(const Options& options, nlohmann::json& musts) {
    std::vector<Track> tracks;
    for (std::uint64_t i = 0; i < 1000; ++i) tracks.push_back(test::random_track(910'000 + i, 20));
    const double started = read_clock(CLOCK_MONOTONIC);
    const std::vector<Body> bodies(tracks.begin(), tracks.end());
    const double planning = seconds_since(started);
    std::vector<motion::Pose> poses(1000);
    std::vector<double> frame_ms;
    for (int f = 0; f < (options.quick ? 30 : 300); ++f) {
        const double begin = read_clock(CLOCK_MONOTONIC);
        pose_bodies(bodies, 2 + f / 30.0, shipped_style(), 2, poses);
        frame_ms.push_back(1e3 * seconds_since(begin));
    }
    std::sort(frame_ms.begin(), frame_ms.end());
    const double median = share_of_sorted(frame_ms, 0.5);
    musts.push_back(
        must("1,000 bodies, a frame on two threads, ms", median, 1000.0 / 30, median <= 1000.0 / 30));
    return {{"frame_median_ms", median},
            {"frame_worst_ms", frame_ms.back()},
            {"us_per_body_and_thread", 2 * median},
            {"feet_planned_us_per_body_second", planning * 1e6 / 1000 / 20}};
}

struct Tally {
    std::size_t count = 0, arrived = 0, impossible = 0, gave_up = 0, fell = 0, not_as_said = 0;
    std::vector<double> off;
};

/// No jump of the library, stretched as far as it may be, has room for both feet: a bound from the numbers of
/// the clips, by which a refusal is no failure.
bool is_beyond_any_jump(const Ditch& ditch) {
    for (const StepClip& clip : step_library()) {
        const double air = clip.duration() - 0.1;
        const double up = ditch.rise / air + 0.5 * 9.81 * air;
        const bool is_jumped =
            clip.is_jump && up <= 3.1 && up >= 0.3 && 9.81 * air - up <= 5.6 && 9.81 * air - up >= 0.3;
        // From 5 cm before the edge with the toe to 5 cm beyond it with the heel, 28 cm a foot, to the
        // centimetre.
        if (is_jumped && 1.1 * clip.length >= ditch.width + 0.10 + 0.28 + 0.01) return false;
    }
    return true;
}

bool steps_into(const Ditch& ditch, const Forecast& said) {
    for (const StepTaken& step : said.steps)
        if (footing(ditch, step.after).margin < least_footing) return true;
    return false;
}

/// Asks, does it one decision at a time, and compares; and reckons where the steps lead with code of its own.
void try_errand(const Controller& controller, const Errand& errand, Tally& tally) {
    const Forecast said = controller.forecast(errand);
    Configuration now = errand.from;
    double time = errand.start;
    for (std::size_t i = 0; i < said.steps.size(); ++i)
        if (const auto step = controller.next(errand, now, time))
            now = step->after, time = step->begin + step->duration;
    ++tally.count;
    if (!(now == said.at) || time != said.arrival || !motion::reckoning::is_as_reckoned(errand, said))
        ++tally.not_as_said;
    const auto* ditch = std::get_if<Ditch>(&errand.hindrance);
    if (ditch != nullptr && steps_into(*ditch, said)) ++tally.fell;
    if (said.code == StatusCode::ok) {
        ++tally.arrived;
        tally.off.push_back(distance(now.position.xy(), errand.to.position.xy()));
    } else if (ditch != nullptr && said.steps.empty() && is_beyond_any_jump(*ditch)) {
        ++tally.impossible;
    } else {
        ++tally.gave_up;
    }
}

Errand random_errand(Rng& rng, bool jumps) {
    Errand errand;
    errand.from.heading = rng.uniform(-3.14, 3.14);
    errand.from.gait = static_cast<Gait>(rng.below(3));
    const Vec2 way = unit_vector(rng.uniform(-3.14, 3.14)) * rng.uniform(2, 15);
    errand.to.position = {way.x, way.y, 0};
    if (rng.below(2) == 0) errand.to.gait = Gait::stand;
    if (!jumps) return errand;
    Ditch ditch{{}, rng.uniform(-3.14, 3.14), rng.uniform(0.3, 1.6), rng.uniform(-0.65, 0.45)};
    const Vec2 across = unit_vector(ditch.direction);
    ditch.edge = across * rng.uniform(3, 10);
    errand.from.heading = ditch.direction + rng.uniform(-0.52, 0.52);
    const Vec2 to =
        ditch.edge + across * (ditch.width + rng.uniform(4, 8)) + perpendicular(across) * rng.uniform(-2, 2);
    errand.to.position = {to.x, to.y, ditch.rise};
    errand.hindrance = ditch;
    return errand;
}

/// When a body looks within 10 degrees of where it goes; from every gait and foot, to both sides.
nlohmann::json bench_turns(const Controller& runner) {
    constexpr double degrees = 3.14159265358979323846 / 180;
    nlohmann::json out;
    for (const Gait gait : {Gait::stand, Gait::walk, Gait::run}) {
        for (const double angle : {90.0, 180.0}) {
            std::vector<double> times;
            for (int side = -1; side <= 1; side += 2)
                for (const Foot foot : {Foot::left, Foot::right})
                    for (double off = -8; off <= 8; off += 1) {
                        Errand errand;
                        errand.from.gait = gait, errand.from.stance = foot;
                        const Vec2 to = unit_vector(side * (angle + off) * degrees) * 15;
                        errand.to.position = {to.x, to.y, 0};
                        const Forecast said = runner.forecast(errand);
                        times.push_back(said.arrival);
                        for (const StepTaken& step : said.steps) {
                            const Vec2 way = to - step.after.position.xy();
                            if (std::abs(wrapped(std::atan2(way.y, way.x) - step.after.heading)) >
                                10 * degrees)
                                continue;
                            times.back() = step.begin + step.duration;
                            break;
                        }
                    }
            std::sort(times.begin(), times.end());
            const char* names[] = {"standing", "walking", "running"};
            double sum = 0;
            for (const double time : times) sum += time;
            out[names[static_cast<int>(gait)]][std::to_string(static_cast<int>(angle))] = {
                {"mean_s", sum / static_cast<double>(times.size())}, {"p95_s", share_of_sorted(times, 0.95)}};
        }
    }
    return out;
}

/// What a wait is good for: the way behind it, against the same way from where the wait began.
nlohmann::json bench_waits(const Controller& runner, Rng& rng, std::size_t count) {
    std::vector<double> saved;
    for (std::size_t i = 0; i < count; ++i) {
        Errand errand = random_errand(rng, false);
        errand.from.gait = Gait::stand;
        const double without = runner.forecast(errand).arrival;
        errand.wait = static_cast<double>(rng.below(180)) * tick;
        const Forecast said = runner.forecast(errand);
        if (said.code == StatusCode::ok) saved.push_back(without - (said.arrival - errand.wait));
    }
    std::sort(saved.begin(), saved.end());
    return {{"cases", saved.size()},
            {"saved_median_s", share_of_sorted(saved, 0.5)},
            {"saved_worst_s", share_of_sorted(saved, 0)},
            {"saved_best_s", share_of_sorted(saved, 1)}};
}

nlohmann::json tally_json(Tally& tally) {
    std::sort(tally.off.begin(), tally.off.end());
    return {{"cases", tally.count},
            {"arrived", tally.arrived},
            {"impossible_and_refused_at_once", tally.impossible},
            {"gave_up", tally.gave_up},
            {"fell", tally.fell},
            {"not_done_as_said", tally.not_as_said},
            {"off_median_m", share_of_sorted(tally.off, 0.5)},
            {"off_worst_m", share_of_sorted(tally.off, 1)}};
}

nlohmann::json bench_controllers(const Options& options, nlohmann::json& musts) {
    Tables tables;
    TableOptions how;
    if (options.quick) how.training.most_sweeps = 3;
    const double started = read_clock(CLOCK_MONOTONIC);
    (void)tables.prepare(how);
    const double training = seconds_since(started);
    const std::size_t count = options.quick ? 100 : 10'000;
    Tally run, jump;
    Rng rng(920'000 + options.first);
    const auto runner = make_controller(Gait::run, tables), jumper = make_jump_controller(tables);
    for (std::size_t i = 0; i < count; ++i) try_errand(*runner, random_errand(rng, false), run);
    for (std::size_t i = 0; i < count; ++i) try_errand(*jumper, random_errand(rng, true), jump);
    nlohmann::json out{{"training_s", training},
                       {"tables_mb", static_cast<double>(tables.bytes()) / 1e6},
                       {"bellman_residual_s", tables.residual(options.quick ? 101 : 11)},
                       {"turns", bench_turns(*runner)},
                       {"waits", bench_waits(*runner, rng, count)},
                       {"run", tally_json(run)},
                       {"jump", tally_json(jump)}};
    const double worst = share_of_sorted(run.off, 1);
    musts.push_back(must("arrival, worst, m", worst, 0.25, worst <= 0.25));
    const double arrived = static_cast<double>(run.arrived) / static_cast<double>(run.count);
    musts.push_back(must("errands without a ditch that arrive, share", arrived, 0.99, arrived >= 0.99));
    const auto not_as_said = static_cast<double>(run.not_as_said + jump.not_as_said);
    musts.push_back(must("not done as said, to the tick", not_as_said, 0, not_as_said == 0));
    // Giving up a ditch that could be jumped counts against it, as does a foot in the ditch.
    const double landed = (static_cast<double>(jump.arrived) - static_cast<double>(jump.fell)) /
                          static_cast<double>(jump.count - jump.impossible);
    musts.push_back(must("ditches landed, of those a jump can clear, share", landed, 0.98, landed >= 0.98));
    return out;
}

nlohmann::json run_motion(const Options& options) {
    nlohmann::json musts = nlohmann::json::array();
    nlohmann::json out;
    out["feet"] = bench_feet(options, musts);
    out["cost"] = bench_cost(options, musts);
    out["controllers"] = bench_controllers(options, musts);
    out["musts"] = musts;
    return out;
}

const Benchmark registered{"motion", "bodies whose feet stay, controllers that arrive as they said",
                           run_motion};

}  // namespace
}  // namespace wend::bench
