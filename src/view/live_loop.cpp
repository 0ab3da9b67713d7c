#include "view/live_loop.hpp"

#include <algorithm>

#include "wend/check/budget_text.hpp"
#include "wend/io/recording.hpp"
#include "wend/sim/route.hpp"

namespace wend::view {
namespace {

constexpr std::size_t changes_at_once = 16;
constexpr std::size_t most_dropped = 1000;                      ///< that are there at a time
constexpr std::uint32_t most_dropped_ever = 20 * most_dropped;  ///< recordings keep the names of all
constexpr std::uint32_t most_added = 10'000;
constexpr double goal_radius = 0.3;

Trajectory standing_at(Vec2 position, double angle) {
    return {{Keyframe{0, {position, angle}}}, false};
}

}  // namespace

LiveLoop::LiveLoop(LiveWorld& world, const Scene& scene, const ServerOptions& options, LiveHub& hub,
                   std::function<void()> on_news)
    : world_(&world),
      scene_(scene),
      wish_(options.wish),
      text_(options.text),
      level_(options.level),
      options_(options),
      hub_(hub),
      on_news_(std::move(on_news)) {
    status_.paused = options.paused;
    status_.speed = options.speed;
    status_.waiting = options.waits;
    has_guest_ = !options.waits;
}

LiveLoop::~LiveLoop() {
    stop();
}

void LiveLoop::start() {
    begin_epoch();
    thread_ = std::thread([this] { run(); });
}

void LiveLoop::stop() {
    {
        const std::scoped_lock lock(mutex_);
        stopping_ = true;
    }
    wake_.notify_all();
    if (thread_.joinable()) thread_.join();
}

bool LiveLoop::ask(std::uint64_t client, Command command, Reply reply) {
    {
        const std::scoped_lock lock(mutex_);
        if (!requests_.add({client, std::move(command), std::move(reply)})) return false;
    }
    wake_.notify_all();
    return true;
}

void LiveLoop::forget(std::uint64_t client) {
    {
        const std::scoped_lock lock(mutex_);
        gone_.push_back(client);
    }
    wake_.notify_all();
}

void LiveLoop::greet() {
    {
        const std::scoped_lock lock(mutex_);
        has_guest_ = true;
    }
    wake_.notify_all();
}

void LiveLoop::run() {
    next_turn_ = std::chrono::steady_clock::now();
    std::unique_lock lock(mutex_);
    while (!stopping_) {
        wait_for_turn(lock);
        if (stopping_) break;
        const std::vector<Request> requests = requests_.take(changes_at_once);
        std::vector<std::uint64_t> gone;
        gone.swap(gone_);
        for (const std::uint64_t client : gone) requests_.forget(client);
        const bool has_begun = has_guest_ && status_.waiting;
        if (has_guest_) status_.waiting = false;
        lock.unlock();
        if (has_begun) hub_.publish(status_);
        if (has_begun) next_turn_ = std::chrono::steady_clock::now();
        for (const Request& request : requests) answer(request);
        for (const std::uint64_t client : gone) insight_.forget(client);
        const bool is_due = std::chrono::steady_clock::now() >= next_turn_;
        if (steps_once_ || (!status_.paused && !status_.waiting && is_due)) step_world();
        lock.lock();
    }
}

void LiveLoop::wait_for_turn(std::unique_lock<std::mutex>& lock) {
    const auto is_asked = [this] {
        return stopping_ || !requests_.empty() || !gone_.empty() || (status_.waiting && has_guest_);
    };
    if (status_.paused || status_.waiting)
        wake_.wait(lock, is_asked);
    else
        wake_.wait_until(lock, next_turn_, is_asked);
}

void LiveLoop::step_world() {
    using namespace std::chrono;
    steps_once_ = false;
    // Whoever falls behind goes on from now: the past is not made up for.
    const auto pause =
        duration_cast<steady_clock::duration>(duration<double>(scene_.time_step / status_.speed));
    next_turn_ = std::max(next_turn_ + pause, steady_clock::now());
    const bool was_finished = world_->is_finished();
    insight_.follow(*world_);
    world_->step();
    ++steps_;
    status_.finished = world_->is_finished();
    if (status_.finished && !was_finished && options_.loops && options_.source) {
        std::string ignored;
        if (open({}, ignored).is_ok()) return;
    }
    if (status_.finished && !was_finished) status_.paused = true;
    hub_.publish(status_);
    publish_frame();
}

void LiveLoop::publish_frame() {
    const io::Frame& frame = world_->frame();
    for (const io::RecordedIdentity& identity : frame.identities) {
        obstacle_numbers_[identity.name] = identity.obstacle;
        identities_[identity.obstacle] = identity;
    }
    publish_newcomers();
    publish_mesh();
    LiveFrame live;
    live.frame = frame;
    live.agents = agents_told_;
    live.stats = counter_.count(frame, world_->cost());
    if (options_.poses) live.poses = options_.poses(*world_);
    publish_scene_goals();
    publish_next_goals();
    publish_constraints();
    hub_.publish(std::move(live));
    publish_insight();
    if (options_.on_frame) options_.on_frame(frame);
    on_news_();
}

void LiveLoop::publish_newcomers() {
    for (; agents_told_ < world_->agents().size(); ++agents_told_)
        hub_.publish_agent(static_cast<std::uint32_t>(agents_told_), world_->agents()[agents_told_]);
    if (world_->budget() == budget_told_) return;
    budget_told_ = world_->budget();
    hub_.publish(budget_sample(world_->frame().index, budget_told_), true);
}

void LiveLoop::publish_insight() {
    hub_.publish_insight(insight_.collect(*world_, scene_.layers, status_.paused));
}

void LiveLoop::publish_mesh() {
    if (!insight_.wants_mesh()) return;
    if (const mesh::NavMesh* mesh = world_->mesh())
        for (ChannelSample& tile : mesh_tiles_.update(*mesh, world_->frame().index, world_->frame().time))
            hub_.publish_tile(std::move(tile));
}

void LiveLoop::publish_scene_goals() {
    const io::Frame& frame = world_->frame();
    for (; next_goal_event_ < scene_.events.size() && scene_.events[next_goal_event_].time <= frame.time;
         ++next_goal_event_)
        if (const auto* goal = std::get_if<GoalEvent>(&scene_.events[next_goal_event_].what)) {
            goals_[goal->target] = goal->goal;
            hub_.publish(goal_sample(frame.index, *goal, scene_.layers));
        }
}

/// Of those who have several: the world itself gives them the next.
void LiveLoop::publish_next_goals() {
    const io::Frame& frame = world_->frame();
    for (const io::RecordedEdit& edit : frame.edits)
        if (const auto* goal = std::get_if<GoalEvent>(&edit.event.what)) {
            goals_[goal->target] = goal->goal;
            hub_.publish(goal_sample(frame.index, *goal, scene_.layers));
        }
}

void LiveLoop::publish_constraints() {
    const ConstraintsView constraints = world_->constraints();
    if (constraints.version == constraints_told_ || (constraints.specs.empty() && constraints_told_ == 0))
        return;
    constraints_told_ = constraints.version;
    hub_.publish(constraint_sample(world_->frame().index, constraints, scene_.layers), true);
}

void LiveLoop::answer(const Request& request) {
    std::string done, about;
    const Status status = carry_out(request.client, request.command, done, about);
    if (!status.is_ok())
        request.reply(false, status.message, about);
    else if (!done.empty())
        request.reply(true, status_.paused && about.empty() ? done + "; shown at the next step" : done,
                      about);
    hub_.publish(status_);
    on_news_();
}

Status LiveLoop::carry_out(std::uint64_t client, const Command& command, std::string& done,
                           std::string& about) {
    if (const auto* pause = std::get_if<PauseCommand>(&command)) {
        status_.paused = pause->paused;
        next_turn_ = std::chrono::steady_clock::now();
    } else if (std::get_if<StepCommand>(&command)) {
        status_.paused = true;
        steps_once_ = true;
    } else if (const auto* speed = std::get_if<SpeedCommand>(&command)) {
        status_.speed = speed->speed;
    } else if (const auto* watch = std::get_if<WatchCommand>(&command)) {
        if (watch->agent && *watch->agent >= world_->agents().size())
            return Status::invalid_input("watch: there is no agent " + std::to_string(*watch->agent));
        insight_.watch(client, watch->agent);
        publish_insight();
    } else if (const auto* drop_it = std::get_if<DropCommand>(&command)) {
        return drop(*drop_it, done);
    } else if (const auto* move_it = std::get_if<MoveCommand>(&command)) {
        done = "moved " + move_it->obstacle;
        return move(*move_it);
    } else if (const auto* gone = std::get_if<DeleteCommand>(&command)) {
        done = "removed " + gone->obstacle;
        return remove(gone->obstacle);
    } else if (const auto* goal = std::get_if<GoalCommand>(&command)) {
        done = "new goal for " + goal->target;
        return change_goal(*goal);
    } else if (const auto* agent = std::get_if<AddAgentCommand>(&command)) {
        return add_agent(*agent, done);
    } else if (const auto* leaver = std::get_if<RemoveAgentCommand>(&command)) {
        done = "sent away " + leaver->agent;
        return world_->apply({0, LeaveEvent{leaver->agent}});
    } else if (const auto* held = std::get_if<PauseAgentCommand>(&command)) {
        done = (held->paused ? "paused " : "resumed ") + held->agent;
        return held->paused ? world_->apply({0, PauseEvent{held->agent}})
                            : world_->apply({0, ResumeEvent{held->agent}});
    } else if (const auto* budget = std::get_if<BudgetCommand>(&command)) {
        return change_budget(*budget, done);
    } else if (const auto* rule = std::get_if<ConstraintCommand>(&command)) {
        done = "constraint " + rule->constraint.name;
        return world_->apply({0, ConstraintEvent{rule->constraint}});
    } else if (const auto* lift = std::get_if<LiftCommand>(&command)) {
        done = "lifted " + lift->constraint;
        return world_->apply({0, LiftEvent{lift->constraint}});
    } else if (const auto* show = std::get_if<ShowCommand>(&command)) {
        insight_.show(client, *show);
        publish_mesh();
        publish_insight();
    } else {
        return carry_out_scene(command, done, about);
    }
    return Status::ok();
}

Status LiveLoop::check_layer(std::uint32_t layer) const {
    if (layer < scene_.layers.size()) return Status::ok();
    return Status::invalid_input("layer " + std::to_string(layer) + ": there are only " +
                                 std::to_string(scene_.layers.size()));
}

Status LiveLoop::drop(const DropCommand& command, std::string& done) {
    if (Status status = check_layer(command.layer); !status.is_ok()) return status;
    if (drops_.size() >= most_dropped || dropped_ >= most_dropped_ever)
        return Status::invalid_input("no more than " + std::to_string(most_dropped) +
                                     " obstacles can be dropped at a time, nor " +
                                     std::to_string(most_dropped_ever) + " in one world");
    ObstacleSpec obstacle;
    std::uint32_t number = dropped_;
    do obstacle.name = "dropped-" + std::to_string(++number);
    while (obstacle_numbers_.contains(obstacle.name));
    obstacle.layer = command.layer;
    obstacle.shape = DiscShape{command.radius};
    obstacle.motion = standing_at(command.at, 0);
    done = "dropped " + obstacle.name;
    const std::string name = obstacle.name;
    Status status = world_->apply({0, AppearEvent{std::move(obstacle)}});
    if (!status.is_ok()) return status;
    dropped_ = number;
    drops_.insert(name);
    return status;
}

Status LiveLoop::remove(const std::string& obstacle) {
    Status status = world_->apply({0, DisappearEvent{obstacle}});
    if (status.is_ok()) drops_.erase(obstacle);
    return status;
}

Status LiveLoop::move(const MoveCommand& command) {
    // It keeps the way it is turned.
    double angle = 0;
    if (const auto known = obstacle_numbers_.find(command.obstacle); known != obstacle_numbers_.end())
        for (const io::RecordedObstacle& obstacle : world_->frame().obstacles)
            if (obstacle.obstacle == known->second) angle = obstacle.pose.angle;
    return world_->apply({0, MoveEvent{command.obstacle, standing_at(command.at, angle)}});
}

Status LiveLoop::add_agent(const AddAgentCommand& command, std::string& done) {
    for (const std::uint32_t layer : {command.layer, command.goal_layer})
        if (Status status = check_layer(layer); !status.is_ok()) return status;
    if (added_ >= most_added)
        return Status::invalid_input("no more than " + std::to_string(most_added) + " agents can be added");
    const auto is_taken = [this](const std::string& name) {
        return std::any_of(world_->agents().begin(), world_->agents().end(),
                           [&](const AgentSpec& agent) { return agent.name == name; });
    };
    AgentSpec agent;
    std::uint32_t number = added_;
    do agent.name = "guest-" + std::to_string(++number);
    while (is_taken(agent.name));
    agent.group = "guests";
    agent.layer = command.layer;
    agent.position = command.at;
    agent.heading = direction_of(command.goal - command.at);
    agent.limits.radius = command.radius;
    agent.goal = {command.goal_layer, DiscRegion{command.goal, goal_radius}, std::nullopt};
    done = "added " + agent.name;
    Status status = world_->apply({0, EnterEvent{std::move(agent)}});
    if (status.is_ok()) added_ = number;
    return status;
}

Status LiveLoop::change_budget(const BudgetCommand& command, std::string& done) {
    done = "budget " + check::budget_text(command.budget);
    return world_->apply({0, BudgetEvent{command.budget}});
}

Status LiveLoop::change_goal(const GoalCommand& command) {
    if (Status status = check_layer(command.layer); !status.is_ok()) return status;
    const GoalEvent event{command.target, {command.layer, DiscRegion{command.at, goal_radius}, std::nullopt}};
    Status status = world_->apply({0, event});
    if (!status.is_ok()) return status;
    goals_[command.target] = event.goal;
    hub_.publish(goal_sample(world_->frame().index, event, scene_.layers));
    return status;
}

}  // namespace wend::view
