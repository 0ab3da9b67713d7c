// Tables of a scene's `planner` section: who is in focus, and the chain of domains that plans for them.

#include <numbers>

#include "io/scene_records.hpp"

namespace wend::io {
namespace {

/// The highest inflation that makes any sense: beyond it a search is greedy.
constexpr double highest_inflation = 1000;

Codec<double> inflation() {
    return as::number_in({1, Bound::inclusive, highest_inflation, false});
}

/// What no single field can see: where waypoints are taken, and that the last plan can be walked.
void check_chain(JsonValue value, FocusSpec& focus, SceneContext&) {
    const std::vector<PlannerStage>& stages = focus.stages;
    if (stages.empty()) return;
    std::size_t takers = 0;
    for (std::size_t i = 0; i < stages.size(); ++i) {
        if (!stages[i].takes_waypoints) continue;
        if (i == 0)
            value.fail("found a first stage that takes waypoints, expected one above it to give them");
        if (++takers > 1)
            value.fail("found stage " + std::to_string(i) +
                       " that takes waypoints after another did, expected waypoints once in a chain");
    }
    const auto is_walked = [](const PlannerStage& stage) {
        return stage.domain == PlannerDomain::space_time || stage.domain == PlannerDomain::footsteps ||
               stage.domain == PlannerDomain::ride;
    };
    if (!is_walked(stages.back()))
        value.fail(
            "found a chain that does not end in \"space_time\", \"footsteps\" or \"ride\", expected plans "
            "that "
            "can be walked");
    for (std::size_t i = 0; i + 1 < stages.size(); ++i)
        if (stages[i].domain == PlannerDomain::footsteps || stages[i].domain == PlannerDomain::ride)
            value.fail("found \"" +
                       std::string(stages[i].domain == PlannerDomain::ride ? "ride" : "footsteps") +
                       "\" as stage " + std::to_string(i) + ", expected it to be the last");
    if (stages.back().domain == PlannerDomain::footsteps && takers > 0)
        value.fail("found waypoints above \"footsteps\", expected tunnels: feet are planned to the goal");
}

Codec<std::vector<PlannerStage>> stages() {
    Codec<std::vector<PlannerStage>> codec =
        list_of(object_of(stage_record(), "a stage"), "a list of stages");
    codec.read = [read = codec.read](JsonValue value, SceneContext& context) {
        std::vector<PlannerStage> made = read(value, context);
        if (made.empty()) value.fail_expected("at least one stage");
        return made;
    };
    return codec;
}

}  // namespace

const Record<PlannerStage>& stage_record() {
    static const Record<PlannerStage> record(
        "stage", "one domain of a chain, and what it takes from the one above it",
        {field("domain", &PlannerStage::domain,
               as::one_of<PlannerDomain>(
                   {"static_mesh", "density_mesh", "grid", "space_time", "footsteps", "ride", "hybrid"}),
               "", "where it plans")
             .required(),
         field("takes_waypoints", &PlannerStage::takes_waypoints, as::flag(), "",
               "whether the plan above becomes a row of problems of their own, and not a tunnel"),
         field("inflation", &PlannerStage::inflation, inflation(), "",
               "of its first plan, which costs at most so many times the best; it falls to 1"),
         field("width", &PlannerStage::width, as::positive(), "m", "of its tunnel, at inflation 1"),
         field("lateness", &PlannerStage::lateness, as::positive(), "s",
               "how early or late in its tunnel, at inflation 1, where the domain knows time"),
         field("spacing", &PlannerStage::spacing, as::positive(), "m", "from one waypoint to the next"),
         field("legs", &PlannerStage::legs, as::whole_number(1, 100), "",
               "problems between waypoints that are worked on at once")});
    return record;
}

const Record<FocusSpec>& focus_record() {
    static const Record<FocusSpec> record = [] {
        Record<FocusSpec> made(
            "focus", "an agent or a group that the multi-domain planner plans for",
            {field("target", &FocusSpec::target, as::name(), "", "name of an agent or a group").required(),
             field("chain", &FocusSpec::chain,
                   as::one_of<PlannerChain>({"tunnels", "waypoints", "footsteps", "rides"}), "",
                   "tunnels through all four domains to the goal, or waypoints of the density mesh as "
                   "problems of their own for grid and space-time, or tunnels and then footsteps, or rides "
                   "over "
                   "platforms that pass, jumping from one to another")
                 .only_if([](const FocusSpec& f) { return f.stages.empty(); }),
             field("stages", &FocusSpec::stages, stages(), "",
                   "a chain spelled out, the simplest domain first; the last must be space_time, footsteps "
                   "or ride")
                 .only_if([](const FocusSpec& f) { return !f.stages.empty(); }),
             field("inflation", &FocusSpec::inflation, inflation(), "",
                   "of the first plan in space and time, which costs at most so many times the best")
                 .needs("chain"),
             field("spacing", &FocusSpec::spacing, as::positive(), "m", "from one waypoint to the next")
                 .needs("chain")},
            {{"chain", "stages"}});
        made.finish = check_chain;
        return made;
    }();
    return record;
}

const Record<PlannerSpec>& planner_record() {
    static const Record<PlannerSpec> record(
        "planner", "who is planned for by the multi-domain planner; all others are steered as a crowd",
        {field("focus", &PlannerSpec::focus, list_of(object_of(focus_record(), "an object"), "a list"), "",
               "agents and groups in focus"),
         field("share", &PlannerSpec::share, as::number_in({0, Bound::exclusive, 1, false}), "",
               "of a frame's budget that goes to them before the crowd plans"),
         field("horizon", &PlannerSpec::horizon, as::number_in({1, Bound::inclusive, 60, false}), "s",
               "how far ahead they promise to the others what they will do"),
         field("fovea_radius", &PlannerSpec::fovea_radius,
               as::number_in({0, Bound::exclusive, largest_number, true}), "m",
               "how far from where a plan in space and time begins others are looked out for"),
         field("fovea_angle", &PlannerSpec::fovea_angle,
               as::number_in({0, Bound::exclusive, std::numbers::pi, false}), "rad",
               "to either side of the heading there")});
    return record;
}

}  // namespace wend::io
