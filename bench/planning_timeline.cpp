// Fig. 6 of MD 7.2, repeated: the time that each task of one agent takes in each frame, over a minute in a
// random world where obstacles appear on its way and vanish again, with t_max = 10 ms a frame.

#include <array>
#include <fstream>
#include <stdexcept>

#include <fmt/format.h>

#include "benchmark.hpp"
#include "planning_world.hpp"

namespace wend::bench {
namespace {

constexpr double frame_time = 1.0 / 30, t_max = 0.010, grace = 0.0005;
constexpr double event_period = 6, event_life = 4, event_ahead = 6;  // seconds, seconds, metres
constexpr std::size_t stages = 4;
constexpr std::array<const char*, stages> colours = {"#4477aa", "#66ccee", "#228833", "#ee6677"};

struct FrameSample {
    std::array<double, stages> seconds{};  ///< by stage
    double whole = 0;
    double processor = 0;  ///< seconds that the thread ran; the rest is other people's work
    bool has_event = false;
};

struct Minute {
    std::vector<FrameSample> frames;
    std::vector<double> leg_bytes;    ///< of the grid and space-time tasks
    std::vector<double> whole_bytes;  ///< of the planner
    std::uint32_t events = 0, turns = 0, frames_without_plan = 0;
};

/// Something appears on the agent's way, as far ahead as one would notice it.
std::optional<Vec2> place_ahead(const domains::Course& course) {
    double left = event_ahead;
    for (std::size_t i = 1; i < course.size(); ++i) {
        const double piece = distance(course[i - 1].position, course[i].position);
        if (piece >= left) return lerp(course[i - 1].position, course[i].position, left / piece);
        left -= piece;
    }
    return std::nullopt;
}

bool put_obstacle(World& world, const planning::Planner& planner, std::uint32_t number) {
    const std::optional<Vec2> at = place_ahead(planner.course());
    if (!at) return false;
    ObstacleSpec spec;
    spec.name = "surprise " + std::to_string(number);
    spec.shape = DiscShape{0.5};
    spec.motion.keyframes = {{world.time(), {*at, 0}}};
    spec.present = {world.time(), world.time() + event_life};
    world.add_obstacle(spec);
    return true;
}

void sample_bytes(const planning::Planner& planner, Minute& minute) {
    double sum = 0;
    std::size_t tasks = 0;
    for (std::size_t stage = 2; stage < stages; ++stage)
        for (std::size_t leg = 0; leg < planner.leg_count(stage); ++leg, ++tasks)
            sum += static_cast<double>(planner.task(stage, leg).bytes());
    if (tasks == 0) return;
    minute.leg_bytes.push_back(sum);
    minute.whole_bytes.push_back(static_cast<double>(planner.bytes()));
}

Minute live(double duration) {
    PlanningWorld world(0, WorldShape{.least_way = 80});
    const planning::Chain chain = planning::waypoint_chain();
    const auto planner = world.planner(chain);
    planning::Trace trace;
    trace.keeps_searches = false;
    planner->set_trace(&trace);
    const Vec2 ends[2] = {world.scene().agents[0].position,
                          std::get<DiscRegion>(world.scene().agents[0].goal.region).center};
    Minute minute;
    std::size_t bound_for = 1;
    double next_event = event_period;
    for (int i = 0; i * frame_time < duration; ++i) {
        const double now = i * frame_time;
        world.world().advance(now);
        FrameSample sample;
        if (now >= next_event) {
            sample.has_event = put_obstacle(world.world(), *planner, minute.events);
            minute.events += sample.has_event;
            next_event += event_period;
        }
        planner->advance(now);
        if (distance(planner->start().at.position, ends[bound_for]) < 0.4) {
            bound_for = 1 - bound_for;
            planner->set_goal({{0, ends[bound_for], now}, 0.4});
            ++minute.turns;
        }
        const planning::View view = world.view();
        trace.clear();
        const double ran_before = thread_seconds();
        sample.whole = seconds([&] {
            Budget budget = Budget::lasting(
                std::chrono::duration_cast<Budget::Clock::duration>(std::chrono::duration<double>(t_max)));
            planner->plan(view, budget);
        });
        sample.processor = thread_seconds() - ran_before;
        for (const planning::ExecutionRecord& one : trace.executions)
            sample.seconds[one.stage] += one.seconds;
        minute.frames_without_plan += planner->is_imminent_plan_invalid();
        minute.frames.push_back(sample);
        sample_bytes(*planner, minute);
    }
    return minute;
}

void draw(const Minute& minute, const std::string& file) {
    constexpr double width = 1200, height = 260, left = 50, top = 20, shown = 0.012;
    std::ofstream out(file);
    if (!out) throw std::runtime_error("cannot write " + file);
    const auto x = [&](std::size_t frame) {
        return left + width * static_cast<double>(frame) / static_cast<double>(minute.frames.size());
    };
    const auto y = [&](double seconds) { return top + height * (1 - std::min(1.0, seconds / shown)); };
    out << fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" "
        "font-family=\"sans-serif\" font-size=\"11\">\n<rect width=\"100%\" height=\"100%\" "
        "fill=\"white\"/>\n",
        left + width + 20, top + height + 60);
    for (std::size_t i = 0; i < minute.frames.size(); ++i) {
        const FrameSample& frame = minute.frames[i];
        if (frame.has_event)
            out << fmt::format(
                "<line x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"{1}\" y2=\"{2}\" stroke=\"#bbbbbb\" "
                "stroke-dasharray=\"3 3\"/>\n",
                x(i), top, top + height);
        double sum = 0;
        for (std::size_t stage = 0; stage < stages; ++stage) {
            if (frame.seconds[stage] < 1e-6) continue;
            out << fmt::format(
                "<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" "
                "fill=\"{}\"/>\n",
                x(i), y(sum + frame.seconds[stage]), x(i + 1) - x(i) + 0.2,
                y(sum) - y(sum + frame.seconds[stage]), colours[stage]);
            sum += frame.seconds[stage];
        }
    }
    out << fmt::format(
        "<line x1=\"{0}\" x2=\"{1}\" y1=\"{2:.1f}\" y2=\"{2:.1f}\" stroke=\"black\" "
        "stroke-dasharray=\"6 3\"/>\n<text x=\"{0}\" y=\"{3:.1f}\">t_max, 10 ms</text>\n",
        left, left + width, y(t_max), y(t_max) - 4);
    out << fmt::format("<line x1=\"{0}\" x2=\"{1}\" y1=\"{2}\" y2=\"{2}\" stroke=\"black\"/>\n", left,
                       left + width, top + height);
    for (int second = 0; second <= 60; second += 10)
        out << fmt::format("<text x=\"{:.1f}\" y=\"{}\">{} s</text>\n", left + width * second / 60.0,
                           top + height + 16, second);
    const std::array<const char*, stages> names = {"static mesh", "density mesh", "grid", "space-time"};
    for (std::size_t stage = 0; stage < stages; ++stage) {
        const double at = left + 130 * static_cast<double>(stage);
        out << fmt::format(
            "<rect x=\"{}\" y=\"{}\" width=\"12\" height=\"12\" fill=\"{}\"/><text x=\"{}\" "
            "y=\"{}\">{}</text>\n",
            at, top + height + 30, colours[stage], at + 18, top + height + 40, names[stage]);
    }
    out << fmt::format("<text x=\"{}\" y=\"{}\">dashed: an obstacle appears</text>\n</svg>\n", left + 560,
                       top + height + 40);
}

nlohmann::json run(const Options& options) {
    const Minute minute = live(options.quick ? 8 : 60);
    if (!options.svg.empty()) draw(minute, options.svg);
    double worst = 0, sum = 0, worst_processor = 0;
    std::size_t within = 0, within_processor = 0;
    std::array<double, stages> by_stage{};
    for (const FrameSample& frame : minute.frames) {
        worst = std::max(worst, frame.whole);
        sum += frame.whole;
        within += frame.whole <= t_max + grace;
        worst_processor = std::max(worst_processor, frame.processor);
        within_processor += frame.processor <= t_max + grace;
        for (std::size_t stage = 0; stage < stages; ++stage) by_stage[stage] += frame.seconds[stage];
    }
    const auto frames = static_cast<double>(minute.frames.size());
    const Spread legs = spread_of(minute.leg_bytes), whole = spread_of(minute.whole_bytes);
    return {{"frames", minute.frames.size()},
            {"t_max_ms", 1e3 * t_max},
            {"share_within_t_max_and_half_a_ms", static_cast<double>(within) / frames},
            {"worst_ms", 1e3 * worst},
            {"processor_time",
             {{"share_within_t_max_and_half_a_ms", static_cast<double>(within_processor) / frames},
              {"worst_ms", 1e3 * worst_processor}}},
            {"mean_ms", 1e3 * sum / frames},
            {"ms_a_frame",
             {{"static_mesh", 1e3 * by_stage[0] / frames},
              {"density_mesh", 1e3 * by_stage[1] / frames},
              {"grid", 1e3 * by_stage[2] / frames},
              {"space_time", 1e3 * by_stage[3] / frames}}},
            {"obstacles_that_appeared", minute.events},
            {"times_turned_round", minute.turns},
            {"frames_without_plan", minute.frames_without_plan},
            {"bytes_per_agent_of_leg_tasks", {{"median", legs.median}, {"90th", legs.high}}},
            {"bytes_per_agent", {{"median", whole.median}, {"90th", whole.high}}}};
}

const Benchmark registered{"timeline", "Fig. 6: time of each task in each frame of a minute, 10 ms a frame",
                           run};

}  // namespace
}  // namespace wend::bench
