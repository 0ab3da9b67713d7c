#include "io/edit_codec.hpp"

#include "io/frame_codec.hpp"

namespace wend::io {
namespace {

void write(Vec2 p, ByteWriter& out) {
    out.real(p.x);
    out.real(p.y);
}

Vec2 read_point(ByteReader& in) {
    const double x = in.real();
    return {x, in.real()};
}

void write(const Interval& interval, ByteWriter& out) {
    out.real(interval.low);
    out.real(interval.high);
}

Interval read_interval(ByteReader& in) {
    const double low = in.real();
    return {low, in.real()};
}

void write(const Ring& ring, ByteWriter& out) {
    out.varint(ring.size());
    for (const Vec2 corner : ring) write(corner, out);
}

Ring read_ring(ByteReader& in) {
    Ring ring(in.count(16));
    for (Vec2& corner : ring) corner = read_point(in);
    return ring;
}

void write(const Polygon& polygon, ByteWriter& out) {
    write(polygon.outline, out);
    out.varint(polygon.holes.size());
    for (const Ring& hole : polygon.holes) write(hole, out);
}

Polygon read_polygon(ByteReader& in) {
    Polygon polygon{read_ring(in), {}};
    polygon.holes.resize(in.count(1));
    for (Ring& hole : polygon.holes) hole = read_ring(in);
    return polygon;
}

void write(const Trajectory& motion, ByteWriter& out) {
    out.byte(motion.loops);
    out.varint(motion.keyframes.size());
    for (const Keyframe& key : motion.keyframes) {
        out.real(key.time);
        write(key.pose.position, out);
        out.real(key.pose.angle);
    }
}

/// A motion without keyframes is nowhere at any time.
Trajectory read_motion(ByteReader& in) {
    Trajectory motion;
    motion.loops = in.byte() != 0;
    motion.keyframes.resize(in.count(32));
    for (Keyframe& key : motion.keyframes) {
        key.time = in.real();
        key.pose.position = read_point(in);
        key.pose.angle = in.real();
    }
    if (motion.keyframes.empty()) in.fail();
    return motion;
}

void write(const Goal& goal, ByteWriter& out) {
    out.varint(goal.layer);
    const auto* disc = std::get_if<DiscRegion>(&goal.region);
    out.byte(static_cast<std::uint8_t>((disc ? 0 : 1) | (goal.window ? 2 : 0) | (goal.leaves ? 4 : 0) |
                                       (goal.then.empty() ? 0 : 8) | (goal.repeats ? 16 : 0) |
                                       (goal.others.empty() ? 0 : 32)));
    if (disc) {
        write(disc->center, out);
        out.real(disc->radius);
    } else {
        write(std::get<Polygon>(goal.region), out);
    }
    if (goal.window) write(*goal.window, out);
    if (!goal.then.empty()) out.varint(goal.then.size());
    for (const Goal& next : goal.then) write(next, out);
    if (!goal.others.empty()) out.varint(goal.others.size());
    for (const Goal& other : goal.others) write(other, out);
}

Goal read_goal(ByteReader& in, bool may_have_more = true) {
    Goal goal;
    goal.layer = in.varint32();
    const std::uint8_t flags = in.byte();
    if (flags > (may_have_more ? 63 : 7)) in.fail();
    if (flags & 1) {
        goal.region = read_polygon(in);
    } else {
        const Vec2 center = read_point(in);
        goal.region = DiscRegion{center, in.real()};
    }
    if (flags & 2) goal.window = read_interval(in);
    goal.leaves = (flags & 4) != 0;
    if (flags & 8) goal.then.resize(in.count(12));
    for (Goal& next : goal.then) next = read_goal(in, false);
    goal.repeats = (flags & 16) != 0;
    if (flags & 32) goal.others.resize(in.count(12));
    for (Goal& other : goal.others) other = read_goal(in, false);
    return goal;
}

void write(const AgentSpec& agent, ByteWriter& out) {
    out.text(agent.name);
    out.text(agent.group);
    out.varint(agent.layer);
    write(agent.position, out);
    const AgentLimits& limits = agent.limits;
    for (const double number : {agent.heading, limits.radius, limits.height, limits.max_speed,
                                limits.max_acceleration, limits.max_turn_rate, agent.enters})
        out.real(number);
    write(agent.goal, out);
}

AgentSpec read_agent(ByteReader& in) {
    AgentSpec agent;
    agent.name = in.text();
    agent.group = in.text();
    agent.layer = in.varint32();
    agent.position = read_point(in);
    AgentLimits& limits = agent.limits;
    for (double* number : {&agent.heading, &limits.radius, &limits.height, &limits.max_speed,
                           &limits.max_acceleration, &limits.max_turn_rate, &agent.enters})
        *number = in.real();
    agent.goal = read_goal(in);
    return agent;
}

void write(const ObstacleSpec& obstacle, ByteWriter& out) {
    out.text(obstacle.name);
    out.varint(obstacle.layer);
    write_shape(obstacle.shape, out);
    write(obstacle.motion, out);
    out.byte(static_cast<std::uint8_t>(obstacle.knowledge));
    out.real(obstacle.uncertainty_growth);
    write(obstacle.present, out);
}

ObstacleSpec read_obstacle(ByteReader& in) {
    ObstacleSpec obstacle;
    obstacle.name = in.text();
    obstacle.layer = in.varint32();
    obstacle.shape = read_shape(in);
    obstacle.motion = read_motion(in);
    obstacle.knowledge = in.byte() == 0 ? Knowledge::known : Knowledge::observed;
    obstacle.uncertainty_growth = in.real();
    obstacle.present = read_interval(in);
    return obstacle;
}

void write(const BudgetSpec& budget, ByteWriter& out) {
    out.byte(static_cast<std::uint8_t>((budget.seconds ? 1 : 0) | (budget.expansions ? 2 : 0)));
    if (budget.seconds) out.real(*budget.seconds);
    if (budget.expansions) out.varint(*budget.expansions);
}

BudgetSpec read_budget(ByteReader& in) {
    BudgetSpec budget;
    const std::uint8_t flags = in.byte();
    if (flags > 7) in.fail();
    if (flags & 1) budget.seconds = in.real();
    if (flags & 2) budget.expansions = in.varint();
    return budget;
}

void write(const ConstraintSpec& constraint, ByteWriter& out) {
    out.text(constraint.name);
    out.byte(static_cast<std::uint8_t>(constraint.kind));
    out.byte(static_cast<std::uint8_t>((constraint.hard ? 1 : 0) |
                                       (constraint.preposition == Preposition::near ? 2 : 0)));
    out.varint(constraint.layer);
    write(constraint.polygon, out);
    out.text(constraint.of);
    out.text(constraint.other);
    for (const double number : {constraint.depth, constraint.range, constraint.angle, constraint.weight})
        out.real(number);
    out.varint(constraint.agents.size());
    for (const std::string& name : constraint.agents) out.text(name);
}

ConstraintSpec read_constraint(ByteReader& in) {
    ConstraintSpec constraint;
    constraint.name = in.text();
    const std::uint8_t kind = in.byte(), flags = in.byte();
    if (kind > static_cast<std::uint8_t>(AnnotationKind::sight) || flags > 3) in.fail();
    constraint.kind = static_cast<AnnotationKind>(kind);
    constraint.hard = (flags & 1) != 0;
    constraint.preposition = (flags & 2) != 0 ? Preposition::near : Preposition::in;
    constraint.layer = in.varint32();
    constraint.polygon = read_polygon(in);
    constraint.of = in.text();
    constraint.other = in.text();
    for (double* number : {&constraint.depth, &constraint.range, &constraint.angle, &constraint.weight})
        *number = in.real();
    constraint.agents.resize(in.count(1));
    for (std::string& name : constraint.agents) name = in.text();
    return constraint;
}

struct WriteEvent {
    ByteWriter& out;

    void operator()(const AppearEvent& event) const { write(event.obstacle, out); }
    void operator()(const DisappearEvent& event) const { out.text(event.obstacle); }
    void operator()(const MoveEvent& event) const {
        out.text(event.obstacle);
        write(event.motion, out);
    }
    void operator()(const GoalEvent& event) const {
        out.text(event.target);
        write(event.goal, out);
    }
    void operator()(const EnterEvent& event) const { write(event.agent, out); }
    void operator()(const BudgetEvent& event) const { write(event.budget, out); }
    void operator()(const ConstraintEvent& event) const { write(event.constraint, out); }
    void operator()(const auto& event) const { out.text(event.target); }
};

/// By the place of the event in the variant, which is part of the format.
void read_what(ByteReader& in, std::size_t kind, TimedEvent& event) {
    switch (kind) {
        case 0:
            event.what = AppearEvent{read_obstacle(in)};
            break;
        case 1:
            event.what = DisappearEvent{in.text()};
            break;
        case 2: {
            std::string name = in.text();
            event.what = MoveEvent{std::move(name), read_motion(in)};
            break;
        }
        case 3: {
            std::string target = in.text();
            event.what = GoalEvent{std::move(target), read_goal(in)};
            break;
        }
        case 4:
            event.what = EnterEvent{read_agent(in)};
            break;
        case 5:
            event.what = LeaveEvent{in.text()};
            break;
        case 6:
            event.what = PauseEvent{in.text()};
            break;
        case 7:
            event.what = ResumeEvent{in.text()};
            break;
        case 8:
            event.what = BudgetEvent{read_budget(in)};
            break;
        case 9:
            event.what = ConstraintEvent{read_constraint(in)};
            break;
        case 10:
            event.what = LiftEvent{in.text()};
            break;
        default:
            in.fail();
    }
}

}  // namespace

void write_edits(const std::vector<RecordedEdit>& edits, ByteWriter& out) {
    out.varint(edits.size());
    for (const RecordedEdit& edit : edits) {
        out.byte(static_cast<std::uint8_t>(edit.event.what.index()));
        out.real(edit.event.time);
        out.varint(edit.agent ? std::uint64_t{*edit.agent} + 1 : 0);
        std::visit(WriteEvent{out}, edit.event.what);
    }
}

void read_edits(ByteReader& in, std::vector<RecordedEdit>& edits) {
    const std::size_t count = in.count(11);
    for (std::size_t i = 0; i < count && !in.failed(); ++i) {
        RecordedEdit edit;
        const std::uint8_t kind = in.byte();
        edit.event.time = in.real();
        const std::uint64_t agent = in.varint();
        if (agent > 0x100000000u) in.fail();
        if (agent > 0) edit.agent = static_cast<std::uint32_t>(agent - 1);
        read_what(in, kind, edit.event);
        edits.push_back(std::move(edit));
    }
}

}  // namespace wend::io
