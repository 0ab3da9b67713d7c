#pragma once

// The whole chain, from the static mesh to footsteps, for one agent in a world whose clock stands still.

#include <memory>
#include <stdexcept>

#include "wend/planning/navigation.hpp"
#include "wend/planning/planner.hpp"
#include "wend/sim/scene_mesh.hpp"

#include "domains/footstep_worlds.hpp"

namespace wend::test {

class FootstepPlanner {
  public:
    explicit FootstepPlanner(const FootstepProblem& problem) : problem_(problem) {
        auto made = mesh_of(problem.scene);
        if (!made) throw std::runtime_error(made.status().message);
        mesh_ = std::make_unique<SceneMesh>(std::move(made).value());
        planning::Ground ground;
        ground.scene = &problem.scene;
        ground.walls = &problem.world->walls();
        ground.mesh = &mesh_->mesh;
        ground.filter = mesh_->filter;
        domains_ = planning::navigation_domains(ground);
        chain_ = planning::footstep_chain();
        for (planning::Stage& stage : chain_.stages) stage.settings.search.last = stage.settings.search.first;
        planner_ = std::make_unique<planning::Planner>(
            chain_, domains_,
            planning::Traveller{problem.self, problem.scene.agents[0].limits,
                                planning::cruise_speed(chain_, problem.scene.agents[0].limits)});
        planner_->set_start({problem.start.at, problem.start.heading, 0});
        planning::Aim aim{problem.goal.at, problem.goal.tolerance};
        if (problem.goal.window.low > 0) aim.window = problem.goal.window;
        planner_->set_goal(aim);
    }

    /// Until there is a plan to the goal, or none can be found with so many expansions.
    bool plan(std::uint64_t most) {
        Budget budget = Budget::expansions(most);
        while (!planner_->reaches_goal() && planner_->has_work() && !budget.exhausted())
            planner_->plan(view(), budget, 1);
        return planner_->reaches_goal();
    }
    [[nodiscard]] const planning::Planner& planner() const noexcept { return *planner_; }
    /// Of the footsteps.
    [[nodiscard]] const planning::TaskStatus& status() const {
        return planner_->task(planner_->stage_count() - 1).status();
    }

  private:
    [[nodiscard]] planning::View view() const {
        return {problem_.world->snapshot(), &problem_.world->changes(), problem_.world->time()};
    }
    const FootstepProblem& problem_;
    std::unique_ptr<SceneMesh> mesh_;
    planning::DomainSet domains_;
    planning::Chain chain_;
    std::unique_ptr<planning::Planner> planner_;
};

}  // namespace wend::test
