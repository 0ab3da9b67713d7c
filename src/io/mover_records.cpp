// Tables of what moves: obstacles, platforms, agents, groups, and where they go.

#include "io/scene_records.hpp"

namespace wend::io {
namespace {

void check_motion(JsonValue value, Trajectory& motion, SceneContext&) {
    const auto& frames = motion.keyframes;
    if (frames.empty()) value.fail("found no keyframes, expected at least one");
    for (std::size_t i = 1; i < frames.size(); ++i)
        if (frames[i].time <= frames[i - 1].time)
            value.fail("found keyframe " + std::to_string(i) + " at " + number_text(frames[i].time) +
                       " s after one at " + number_text(frames[i - 1].time) + " s, expected rising times");
    if (motion.loops && frames.size() < 2) value.fail("found a loop of one keyframe, expected at least two");
}

std::vector<Field<ObstacleSpec>> shape_rows() {
    return {
        computed<ObstacleSpec, double>(
            "radius", as::positive(), "m", "of a disc",
            [](const ObstacleSpec& o) { return std::get<DiscShape>(o.shape).radius; },
            [](ObstacleSpec& o, double radius) { o.shape = DiscShape{radius}; })
            .only_if([](const ObstacleSpec& o) { return std::holds_alternative<DiscShape>(o.shape); }),
        computed<ObstacleSpec, Ring>(
            "outline", as::ring(), "m", "of a polygon, around the obstacle's own origin",
            [](const ObstacleSpec& o) { return std::get<PolygonShape>(o.shape).outline; },
            [](ObstacleSpec& o, Ring outline) { o.shape = PolygonShape{std::move(outline)}; })
            .only_if([](const ObstacleSpec& o) { return std::holds_alternative<PolygonShape>(o.shape); })};
}

std::vector<Field<Goal>> region_rows() {
    const auto is_disc = [](const Goal& g) { return std::holds_alternative<DiscRegion>(g.region); };
    return {computed<Goal, Vec2>(
                "point", as::point(), "m", "its centre",
                [](const Goal& g) { return std::get<DiscRegion>(g.region).center; },
                [](Goal& g, Vec2 center) { g.region = DiscRegion{center}; })
                .only_if(is_disc),
            computed<Goal, double>(
                "radius", as::positive(), "m", "how near to the point the agent's centre must come",
                [](const Goal& g) { return std::get<DiscRegion>(g.region).radius; },
                [](Goal& g, double radius) { std::get<DiscRegion>(g.region).radius = radius; })
                .only_if(is_disc)
                .needs("point"),
            computed<Goal, Polygon>(
                "polygon", as::polygon(), "m", "the region that the agent's centre must come into",
                [](const Goal& g) { return std::get<Polygon>(g.region); },
                [](Goal& g, Polygon polygon) { g.region = std::move(polygon); })
                .only_if([=](const Goal& g) { return !is_disc(g); })};
}

std::vector<Field<AgentLimits>> limit_rows() {
    return {field("radius", &AgentLimits::radius, as::positive(), "m", "of the body"),
            field("height", &AgentLimits::height, as::positive(), "m", "of the body"),
            field("max_speed", &AgentLimits::max_speed, as::positive(), "m/s", "fastest walk"),
            field("max_acceleration", &AgentLimits::max_acceleration, as::positive(), "m/s2",
                  "quickest change of speed, up or down"),
            field("max_turn_rate", &AgentLimits::max_turn_rate, as::positive(), "rad/s",
                  "quickest change of heading")};
}

/// One alternative of a group's placement.
template <class Place>
Field<GroupSpec> placement_row(std::string name, const Codec<Place>& codec, std::string meaning) {
    return computed<GroupSpec, Place>(
               std::move(name), codec, "m", std::move(meaning),
               [](const GroupSpec& g) { return std::get<Place>(g.placement); },
               [](GroupSpec& g, Place place) { g.placement = place; })
        .only_if([](const GroupSpec& g) { return std::holds_alternative<Place>(g.placement); });
}

/// A codec for a type that holds the same as another.
template <class To, class From>
Codec<To> converted(const Codec<From>& codec, std::function<To(From)> there, std::function<From(To)> back) {
    return {codec.expected, codec.schema,
            [=](JsonValue value, SceneContext& context) { return there(codec.read(value, context)); },
            [=](JsonWriter& out, const To& value, const SceneContext& context) {
                codec.write(out, back(value), context);
            }};
}

std::vector<Field<GroupSpec>> placement_rows() {
    const Codec<RectanglePlacement> rectangle = converted<RectanglePlacement, Box2>(
        as::box(),
        [](Box2 b) {
            return RectanglePlacement{b.low, b.high};
        },
        [](RectanglePlacement p) {
            return Box2{p.low, p.high};
        });
    const Codec<LinePlacement> line = converted<LinePlacement, Segment>(
        as::segment(),
        [](Segment s) {
            return LinePlacement{s.from, s.to};
        },
        [](LinePlacement p) {
            return Segment{p.from, p.to};
        });
    return {placement_row("rectangle", rectangle, "somewhere in it, by the seed: low and high corner"),
            placement_row("disc", object_of(disc_record(), "a disc"), "somewhere in it, by the seed"),
            placement_row("line", line, "evenly along it, from its first point to its second")};
}

/// Where a goal is.
std::vector<Field<Goal>> goal_place_rows() {
    return rows<Goal>({{field("layer", &Goal::layer, as::layer(), "", "layer it is on")}, region_rows()});
}

/// Of one goal, without those that come after it.
std::vector<Field<Goal>> single_goal_rows() {
    return rows<Goal>(
        {goal_place_rows(),
         {computed<Goal, Interval>(
              "window", as::interval(), "s", "arrival no earlier and no later; without it, any time",
              [](const Goal& g) { return *g.window; }, [](Goal& g, Interval window) { g.window = window; })
              .only_if([](const Goal& g) { return g.window.has_value(); }),
          field("leaves", &Goal::leaves, as::flag(), "", "whether who has arrived leaves the world")}});
}

/// Only at the end of a chain can anybody leave, and a chain that repeats has no end.
void check_goals_in_turn(JsonValue value, Goal& goal, SceneContext&) {
    if (goal.repeats && goal.then.empty())
        value.fail("found `repeats` without `then`, expected further goals to go round");
    if (goal.repeats && !goal.others.empty())
        value.fail("found `or` in a chain that repeats, expected one place for each goal");
    const std::size_t count = goal.then.size();
    for (std::size_t i = 0; i <= count; ++i) {
        const Goal& one = i == 0 ? goal : goal.then[i - 1];
        const bool is_last = i == count && !goal.repeats;
        if (one.leaves && !is_last)
            value.fail("found `leaves` in a goal that others follow, expected it in the last one");
        if (one.window && goal.repeats) value.fail("found `window` in a chain that repeats, expected none");
    }
}

template <class T>
std::vector<Field<T>> tail_rows() {
    return {field("goal", &T::goal, object_of(goal_record(), "a goal"), "", "where to").required(),
            field("enters", &T::enters, as::not_negative(), "s", "when it comes into the world")};
}

}  // namespace

const Record<Keyframe>& keyframe_record() {
    static const Record<Keyframe> record(
        "keyframe", "where a moving thing is at a time",
        rows<Keyframe>(
            {{field("time", &Keyframe::time, as::number_in({}), "s", "when").required()},
             inlined(&Keyframe::pose,
                     std::vector<Field<Pose>>{
                         field("position", &Pose::position, as::point(), "m", "where").required(),
                         field("angle", &Pose::angle, as::number_in({}), "rad",
                               "rotation; interpolated as a number, so more than a turn can be said")})}));
    return record;
}

const Record<Trajectory>& motion_record() {
    static const Record<Trajectory> record = [] {
        Record<Trajectory> made(
            "motion", "a motion, straight from keyframe to keyframe",
            {field("keyframes", &Trajectory::keyframes,
                   list_of(object_of(keyframe_record(), "a keyframe"), "a list of keyframes"), "",
                   "at rising times; before the first it waits, after the last it stays")
                 .required(),
             field("loops", &Trajectory::loops, as::flag(), "",
                   "whether it starts again, with the period from first to last keyframe")});
        made.finish = check_motion;
        return made;
    }();
    return record;
}

const Record<ObstacleSpec>& obstacle_record() {
    static const Record<ObstacleSpec> record(
        "obstacle", "an obstacle, moving or not, known or only observed",
        rows<ObstacleSpec>(
            {{field("name", &ObstacleSpec::name, as::name(), "", "what events and messages call it"),
              field("layer", &ObstacleSpec::layer, as::layer(), "", "layer it is on")},
             shape_rows(),
             motion_rows(&ObstacleSpec::motion),
             {field("knowledge", &ObstacleSpec::knowledge, as::one_of<Knowledge>({"known", "observed"}), "",
                    "what agents know: its whole motion, or only where it is and how fast it moves"),
              field("uncertainty_growth", &ObstacleSpec::uncertainty_growth, as::not_negative(), "m/s",
                    "how fast the place of an observed one grows uncertain"),
              field("present", &ObstacleSpec::present, as::interval(), "s", "when it exists")}}),
        {{"radius", "outline"}, motion_choice});
    return record;
}

const Record<PlatformSpec>& platform_record() {
    static const Record<PlatformSpec> record(
        "platform", "a moving surface that carries whoever stands on it",
        rows<PlatformSpec>({{field("name", &PlatformSpec::name, as::name(), "", "what messages call it"),
                             field("layer", &PlatformSpec::layer, as::layer(), "", "layer it is on"),
                             field("outline", &PlatformSpec::outline, as::ring(), "m",
                                   "its edge, around the platform's own origin")
                                 .required()},
                            motion_rows(&PlatformSpec::motion)}),
        {motion_choice});
    return record;
}

const Record<DiscPlacement>& disc_record() {
    static const Record<DiscPlacement> record(
        "disc", "a disc",
        {field("center", &DiscPlacement::center, as::point(), "m", "its centre").required(),
         field("radius", &DiscPlacement::radius, as::positive(), "m", "its radius").required()});
    return record;
}

const Record<Goal>& goal_place_record() {
    static const Record<Goal> record("goal_place", "a place that would do instead of a goal's own",
                                     goal_place_rows(), {{"point", "polygon"}});
    return record;
}

const Record<Goal>& next_goal_record() {
    static const Record<Goal> record("next_goal", "where an agent goes after another goal",
                                     single_goal_rows(), {{"point", "polygon"}});
    return record;
}

const Record<Goal>& goal_record() {
    static const Record<Goal> record = [] {
        Record<Goal> made(
            "goal", "where an agent wants to be",
            rows<Goal>(
                {single_goal_rows(),
                 {field("or", &Goal::others,
                        list_of(object_of(goal_place_record(), "a place"), "a list of places"), "",
                        "places that would do as well: it goes to the one that the shortest way leads to"),
                  field("then", &Goal::then,
                        list_of(object_of(next_goal_record(), "a goal"), "a list of goals"), "",
                        "further goals, one after the other, each from when the one before is reached"),
                  field("repeats", &Goal::repeats, as::flag(), "",
                        "whether after the last of them the first one comes again, without end")}}),
            {{"point", "polygon"}});
        made.finish = check_goals_in_turn;
        return made;
    }();
    return record;
}

const Record<AgentSpec>& agent_record() {
    static const Record<AgentSpec> record(
        "agent", "one agent",
        rows<AgentSpec>(
            {{field("name", &AgentSpec::name, as::name(), "", "what events and messages call it"),
              field("group", &AgentSpec::group, as::name(), "",
                    "a group it belongs to, for events and statistics"),
              field("layer", &AgentSpec::layer, as::layer(), "", "layer it starts on"),
              field("position", &AgentSpec::position, as::point(), "m", "where it starts").required(),
              field("heading", &AgentSpec::heading, as::number_in({}), "rad", "where it looks at first")},
             inlined(&AgentSpec::limits, limit_rows()),
             tail_rows<AgentSpec>()}));
    return record;
}

const Record<GroupSpec>& group_record() {
    static const Record<GroupSpec> record(
        "group", "agents placed by the run's seed",
        rows<GroupSpec>(
            {{field("name", &GroupSpec::name, as::name(), "", "what events and messages call it"),
              field("count", &GroupSpec::count, as::whole_number(1, 1'000'000), "", "how many"),
              field("layer", &GroupSpec::layer, as::layer(), "", "layer they start on")},
             placement_rows(),
             {field("spacing", &GroupSpec::spacing, as::not_negative(), "m",
                    "least gap between two bodies, and between a body and a wall"),
              field("heading", &GroupSpec::heading, as::number_in({}), "rad", "where they look at first")},
             inlined(&GroupSpec::limits, limit_rows()),
             tail_rows<GroupSpec>(),
             {field("every", &GroupSpec::every, as::not_negative(), "s",
                    "time between one member's entry and the next")}}),
        {{"rectangle", "disc", "line"}});
    return record;
}

}  // namespace wend::io
