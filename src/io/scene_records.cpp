#include "io/scene_records.hpp"

namespace wend::io {
namespace {

/// One alternative of what an event does.
template <class What>
Field<TimedEvent> what_row(std::string name, const Codec<What>& codec, std::string meaning) {
    return computed<TimedEvent, What>(
               std::move(name), codec, "", std::move(meaning),
               [](const TimedEvent& e) { return std::get<What>(e.what); },
               [](TimedEvent& e, What what) { e.what = std::move(what); })
        .only_if([](const TimedEvent& e) { return std::holds_alternative<What>(e.what); });
}

/// An event that is just one value of another type.
template <class What, class Part>
Codec<What> holding(Part What::*part, const Codec<Part>& codec, std::string expected) {
    return {std::move(expected), codec.schema,
            [=](JsonValue value, SceneContext& context) {
                What made;
                made.*part = codec.read(value, context);
                return made;
            },
            [=](JsonWriter& out, const What& event, const SceneContext& context) {
                codec.write(out, event.*part, context);
            }};
}

/// One alternative that names whom it is about.
template <class What>
Field<TimedEvent> target_row(std::string name, std::string meaning) {
    return what_row(std::move(name), holding(&What::target, as::name(), "the name of an agent or a group"),
                    std::move(meaning));
}

Field<Scene> version_row() {
    Field<Scene> row;
    row.info = {"version", "of this format", "", "the number 1", R"({"const": 1})", true, {}};
    row.read = [](JsonValue value, Scene&, SceneContext&) {
        if (!value.is(JsonKind::number) || value.number() != 1) value.fail_expected("the number 1");
    };
    row.write = [](JsonWriter& out, const Scene&, const SceneContext&) { out.number(1); };
    return row;
}

/// Editors look there for what may be written; a scene does not keep it.
Field<Scene> schema_row() {
    Field<Scene> row;
    row.info = {"$schema",
                "where an editor finds the schema of this format",
                "",
                "a text",
                R"({"type": "string"})",
                false,
                {}};
    row.read = [](JsonValue value, Scene&, SceneContext&) {
        if (!value.is(JsonKind::string)) value.fail_expected("a text");
    };
    row.is_present = [](const Scene&) { return false; };
    row.write = [](JsonWriter& out, const Scene&, const SceneContext&) { out.string(""); };
    return row;
}

/// Layers are read first: from then on the context knows their names.
Field<Scene> layers_row() {
    Field<Scene> row =
        field("layers", &Scene::layers, list_of(object_of(layer_record(), "a layer"), "a list of layers"), "",
              "storeys; when there is none, one that is called \"ground\" and is all free");
    row.read = [read = row.read](JsonValue value, Scene& scene, SceneContext& context) {
        read(value, scene, context);
        if (scene.layers.empty()) value.fail_expected("at least one layer");
        context.layer_names.clear();
        for (const Layer& layer : scene.layers) context.layer_names.push_back(layer.name);
    };
    return row;
}

template <class T>
Field<Scene> list_row(std::string name, std::vector<T> Scene::*member, const Record<T>& record,
                      std::string meaning) {
    const std::string plural = "a list of " + name;
    return field(std::move(name), member, list_of(object_of(record, "an object"), plural), "",
                 std::move(meaning));
}

Field<Scene> bounds_row() {
    return field("bounds", &Scene::bounds, as::box(), "m",
                 "low and high corner of the world; when not given, the box around all that is walkable")
        .only_if([](const Scene& s) { return !s.bounds.is_empty(); });
}

Field<Scene> level_row() {
    return computed<Scene, LevelSource>(
               "level", object_of(level_record(), "a level"), "", "a 3D level to walk in",
               [](const Scene& s) { return *s.level; },
               [](Scene& s, LevelSource level) { s.level = std::move(level); })
        .only_if([](const Scene& s) { return s.level.has_value(); });
}

}  // namespace

const Record<MoveEvent>& move_record() {
    static const Record<MoveEvent> record(
        "move", "a new motion for an obstacle",
        rows<MoveEvent>({{field("obstacle", &MoveEvent::obstacle, as::name(), "", "its name").required()},
                         motion_rows(&MoveEvent::motion)}),
        {motion_choice});
    return record;
}

const Record<GoalEvent>& goal_change_record() {
    static const Record<GoalEvent> record(
        "goal_change", "a new goal",
        {field("target", &GoalEvent::target, as::name(), "", "name of an agent or a group").required(),
         field("goal", &GoalEvent::goal, object_of(goal_record(), "a goal"), "", "where to from now on")
             .required()});
    return record;
}

const Record<TimedEvent>& event_record() {
    static const Record<TimedEvent> record(
        "event", "something that happens at a time and is announced to nobody before",
        {field("time", &TimedEvent::time, as::not_negative(), "s", "when").required(),
         what_row("appear",
                  holding(&AppearEvent::obstacle, object_of(obstacle_record(), "an obstacle"), "an obstacle"),
                  "an obstacle that was not there"),
         what_row("disappear", holding(&DisappearEvent::obstacle, as::name(), "an obstacle's name"),
                  "name of an obstacle that goes away"),
         what_row("move", object_of(move_record(), "a move"), "an obstacle moves otherwise"),
         what_row("goal", object_of(goal_change_record(), "a change of goal"),
                  "somebody wants to go elsewhere"),
         what_row("enter", holding(&EnterEvent::agent, object_of(agent_record(), "an agent"), "an agent"),
                  "somebody comes in, as soon as nobody is or will be in that place; without `enters`"),
         target_row<LeaveEvent>("leave", "who goes out of the world"),
         target_row<PauseEvent>("pause",
                                "who stands still, from where it next comes to rest until it is resumed"),
         target_row<ResumeEvent>("resume", "who goes on after a pause"),
         what_row("budget", holding(&BudgetEvent::budget, as::budget(), as::budget().expected),
                  "what a frame may plan for from now on"),
         what_row("constraint",
                  holding(&ConstraintEvent::constraint, object_of(constraint_record(), "a constraint"),
                          "a constraint"),
                  "a constraint that holds from now on, in place of the one of that name if there is one"),
         what_row("lift", holding(&LiftEvent::target, as::name(), "a constraint's name"),
                  "name of a constraint that holds no longer")},
        {{"appear", "disappear", "move", "goal", "enter", "leave", "pause", "resume", "budget", "constraint",
          "lift"}});
    return record;
}

const Record<OneWay>& one_way_record() {
    static const Record<OneWay> record(
        "one_way", "ground that may be walked in one direction at a time",
        {field("layer", &OneWay::layer, as::layer(), "", "layer it lies on"),
         field("polygon", &OneWay::polygon, as::polygon(), "m", "where it is").required(),
         field("along", &OneWay::along, as::segment(), "m", "a line that has the two directions")
             .required()});
    return record;
}

const Record<LineGauge>& line_gauge_record() {
    static const Record<LineGauge> record(
        "line_gauge", "a line at which to count who crosses it, and how fast they follow each other",
        {field("name", &LineGauge::name, as::name(), "", "what the figures are called").required(),
         field("layer", &LineGauge::layer, as::layer(), "", "layer it lies on"),
         field("line", &LineGauge::line, as::segment(), "m", "from right to left, seen by who goes forth")
             .required()});
    return record;
}

const Record<AreaGauge>& area_gauge_record() {
    static const Record<AreaGauge> record(
        "area_gauge", "ground on which to measure how crowded it is",
        {field("name", &AreaGauge::name, as::name(), "", "what the figures are called").required(),
         field("layer", &AreaGauge::layer, as::layer(), "", "layer it lies on"),
         field("polygon", &AreaGauge::polygon, as::polygon(), "m", "where it is").required()});
    return record;
}

const Record<Gauges>& gauges_record() {
    static const Record<Gauges> record(
        "gauges", "where flow and density are measured",
        {field("lines", &Gauges::lines,
               list_of(object_of(line_gauge_record(), "an object"), "a list of lines"), "",
               "where flow is measured"),
         field("areas", &Gauges::areas,
               list_of(object_of(area_gauge_record(), "an object"), "a list of areas"), "",
               "where density is measured")});
    return record;
}

const Record<Criteria>& success_record() {
    const auto limit = as::number_in({0, Bound::inclusive, largest_number, true});
    static const Record<Criteria> record(
        "success", "what counts as success of a run",
        {field("arrived_share", &Criteria::arrived_share, as::number_in({0, Bound::inclusive, 1, false}), "",
               "least share of the agents that reach their goals"),
         field("max_overlap", &Criteria::max_overlap, as::not_negative(), "m",
               "most that two bodies may overlap"),
         field("wall_crossings", &Criteria::wall_crossings, as::flag(), "", "whether they are allowed"),
         field("limit_violations", &Criteria::limit_violations, as::flag(), "",
               "whether exceeding speed, acceleration or turn rate is allowed"),
         field("missed_windows", &Criteria::missed_windows, as::flag(), "",
               "whether arriving outside the window is allowed"),
         field("max_time", &Criteria::max_time, limit, "s", "when the last agent has arrived at the latest"),
         field("max_retreats", &Criteria::max_retreats, limit, "",
               "most times that an agent may get a metre farther from its goal than it was"),
         field("max_deviation", &Criteria::max_deviation, limit, "m",
               "most that agents may be off the straight line from start to goal, mean over all ways walked"),
         field("max_mixing", &Criteria::max_mixing, limit, "",
               "most members of other groups among those within 2 m, mean share"),
         field("one_way", &Criteria::one_way,
               list_of(object_of(one_way_record(), "an object"), "a list of one-way grounds"), "",
               "where all who move must move the same way")});
    return record;
}

const Record<Scene>& scene_record() {
    static const Record<Scene> record(
        "scene", "a scene",
        {schema_row(),
         version_row(),
         field("name", &Scene::name, as::name(), "", "a short name"),
         field("description", &Scene::description, as::text(), "", "what it is for"),
         field("duration", &Scene::duration, as::positive(), "s", "how long it runs at most"),
         field("time_step", &Scene::time_step, as::number_in({0, Bound::exclusive, 10, false}), "s",
               "from one frame to the next"),
         field("budget", &Scene::budget, as::budget(), "", "what planning may take per frame"),
         layers_row(),
         bounds_row(),
         level_row(),
         list_row("portals", &Scene::portals, portal_record(), "stairs and ramps between layers"),
         list_row("links", &Scene::links, link_record(), "jumps, drops, ladders and doors"),
         list_row("areas", &Scene::areas, area_record(), "kinds of ground"),
         list_row("gaps", &Scene::gaps, gap_record(), "ground that holds no foot"),
         list_row("footholds", &Scene::footholds, foothold_record(), "ground that holds a foot all the same"),
         list_row("obstacles", &Scene::obstacles, obstacle_record(), "what is in the way, moving or not"),
         list_row("platforms", &Scene::platforms, platform_record(), "what carries agents"),
         list_row("agents", &Scene::agents, agent_record(), "agents placed one by one"),
         list_row("groups", &Scene::groups, group_record(), "agents placed by the seed"),
         list_row("constraints", &Scene::constraints, constraint_record(),
                  "where agents should rather go, or must not"),
         list_row("events", &Scene::events, event_record(), "what happens while it runs, in any order"),
         field("planner", &Scene::planner, object_of(planner_record(), "an object"), "",
               "who is planned for by the multi-domain planner, and how"),
         field(
             "knowledge", &Scene::knowledge, as::one_of<News>({"everybody", "seen_or_told"}), "",
             "who plans with what has appeared or gone: everybody at once, or who has seen it, come upon it, "
             "or been told"),
         field("prediction", &Scene::prediction, as::flag(), "",
               "whether agents look for another street where theirs will be crowded, and a few adapt their "
               "pace to each other; more than 24 go around a crowd ahead without being asked"),
         field("gauges", &Scene::gauges, object_of(gauges_record(), "an object"), "",
               "where flow and density are measured"),
         field("success", &Scene::success, object_of(success_record(), "criteria"), "",
               "what counts as success")});
    return record;
}

}  // namespace wend::io
