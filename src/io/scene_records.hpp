#pragma once

// The tables of a scene file: one record per kind of object, one row per field.

#include "wend/world/scene.hpp"

#include "io/geometry_codecs.hpp"
#include "io/record.hpp"

namespace wend::io {

/// The whole file.
[[nodiscard]] const Record<Scene>& scene_record();

// Geometry.
[[nodiscard]] const Record<Layer>& layer_record();
[[nodiscard]] const Record<Portal>& portal_record();
[[nodiscard]] const Record<Link>& link_record();
[[nodiscard]] const Record<Area>& area_record();
[[nodiscard]] const Record<Gap>& gap_record();
[[nodiscard]] const Record<Foothold>& foothold_record();
[[nodiscard]] const Record<LevelSource>& level_record();

// Things that move.
[[nodiscard]] const Record<Keyframe>& keyframe_record();
[[nodiscard]] const Record<Trajectory>& motion_record();
[[nodiscard]] const Record<ObstacleSpec>& obstacle_record();
[[nodiscard]] const Record<PlatformSpec>& platform_record();
[[nodiscard]] const Record<DiscPlacement>& disc_record();
[[nodiscard]] const Record<Goal>& goal_record();
[[nodiscard]] const Record<Goal>& goal_place_record();
[[nodiscard]] const Record<Goal>& next_goal_record();
[[nodiscard]] const Record<AgentSpec>& agent_record();
[[nodiscard]] const Record<GroupSpec>& group_record();

// Where to go, and where not.
[[nodiscard]] const Record<ConstraintSpec>& constraint_record();

// What happens, and what counts.
[[nodiscard]] const Record<MoveEvent>& move_record();
[[nodiscard]] const Record<GoalEvent>& goal_change_record();
[[nodiscard]] const Record<TimedEvent>& event_record();
[[nodiscard]] const Record<PlannerStage>& stage_record();
[[nodiscard]] const Record<FocusSpec>& focus_record();
[[nodiscard]] const Record<PlannerSpec>& planner_record();
[[nodiscard]] const Record<OneWay>& one_way_record();
[[nodiscard]] const Record<Gauges>& gauges_record();
[[nodiscard]] const Record<LineGauge>& line_gauge_record();
[[nodiscard]] const Record<AreaGauge>& area_gauge_record();
[[nodiscard]] const Record<Criteria>& success_record();

inline constexpr const char* default_layer_name = "ground";

/// "position" and "angle" for what stands still, or "motion" for what moves; belongs with motion_choice.
template <class T>
std::vector<Field<T>> motion_rows(Trajectory T::*motion);
inline const std::vector<std::string> motion_choice{"position", "motion"};

template <class T>
std::vector<Field<T>> motion_rows(Trajectory T::*motion) {
    const auto stands = [=](const T& object) {
        const auto& frames = (object.*motion).keyframes;
        return frames.empty() || (frames.size() == 1 && frames[0].time == 0 && !(object.*motion).loops);
    };
    const auto pose = [=](const T& object) {
        const auto& frames = (object.*motion).keyframes;
        return frames.empty() ? Pose{} : frames[0].pose;
    };
    return {computed<T, Vec2>(
                "position", as::point(), "m", "where it stands", [=](const T& o) { return pose(o).position; },
                [=](T& o, Vec2 at) {
                    (o.*motion).keyframes = {{0, {at, 0}}};
                })
                .only_if(stands),
            computed<T, double>(
                "angle", as::number_in({}), "rad", "its rotation, counter-clockwise",
                [=](const T& o) { return pose(o).angle; },
                [=](T& o, double angle) { (o.*motion).keyframes[0].pose.angle = angle; })
                .only_if(stands)
                .needs("position"),
            field("motion", motion, object_of(motion_record(), "a motion"), "", "how it moves")
                .only_if([=](const T& object) { return !stands(object); })};
}

}  // namespace wend::io
