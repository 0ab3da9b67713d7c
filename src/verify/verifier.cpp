#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <map>
#include <string>
#include <utility>

#include "wend/io/frame_source.hpp"
#include "wend/io/recording_hash.hpp"
#include "wend/verify/verify.hpp"

#include "verify/conduct.hpp"
#include "verify/contacts.hpp"
#include "verify/edits.hpp"
#include "verify/episodes.hpp"
#include "verify/feet.hpp"
#include "verify/floor.hpp"
#include "verify/forbidden.hpp"
#include "verify/goals.hpp"
#include "verify/legs.hpp"
#include "verify/limits.hpp"
#include "verify/obstacles.hpp"
#include "verify/posture.hpp"
#include "verify/presence.hpp"

namespace wend::verify {
namespace {

constexpr double start_tolerance = 1e-6;  ///< metres and seconds
constexpr std::size_t frames_between_settling = 32;

bool is_finite(const io::RecordedAgent& agent) {
    return std::isfinite(agent.position.x) && std::isfinite(agent.position.y) &&
           std::isfinite(agent.position.z) && std::isfinite(agent.heading);
}

bool is_finite(const io::RecordedObstacle& obstacle) {
    return std::isfinite(obstacle.pose.position.x) && std::isfinite(obstacle.pose.position.y) &&
           std::isfinite(obstacle.pose.angle);
}

/// By rising number, each once, whatever a recording in memory holds.
template <class Body>
void sort_by(std::vector<Body>& bodies, std::uint32_t Body::*number) {
    std::stable_sort(bodies.begin(), bodies.end(),
                     [number](const Body& a, const Body& b) { return a.*number < b.*number; });
    const auto last = std::unique(bodies.begin(), bodies.end(),
                                  [number](const Body& a, const Body& b) { return a.*number == b.*number; });
    bodies.erase(last, bodies.end());
}

bool is_body(const io::RecordedAgent& agent) {
    return agent.mode != io::AgentMode::absent;
}

}  // namespace

struct Verifier::State {
    const Scene& scene;
    std::deque<AgentSpec> agents{};  ///< the scene's and then those who entered by edits; none ever moves
    std::deque<TimedEvent> edits{};
    Options options;
    LegMaker leg_maker;
    Floor floor;
    Limits limits;
    Posture posture;
    Presence presence;
    Goals goals;
    Conduct conduct;
    Forbidden forbidden;
    Feet feet;
    Obstacles obstacles;
    ContactFinder contacts;
    Episodes findings;
    io::RecordingHash hash{};
    io::Frame last{};
    std::vector<bool> in_last{}, in_interval{}, seen{};  ///< by agent
    std::size_t frames = 0;
    double first_time = 0;
    std::vector<Leg> legs{}, parts{};
    std::vector<MovingShape> shapes{};

    State(const Scene& s, std::span<const AgentSpec> a, const Options& o)
        : scene(s),
          options(o),
          leg_maker(s),
          floor(s, o.contact_tolerance),
          limits(s, o.limit_tolerance),
          posture(s, o.floor),
          presence(s),
          goals(o),
          conduct(s),
          forbidden(s),
          feet(s),
          obstacles(s),
          contacts(o.contact_tolerance),
          findings(o.max_findings) {
        for (const AgentSpec& agent : a) add_agent(agent);
        for (const TimedEvent& event : scene.events) goals.apply(event);
    }

    void add_agent(const AgentSpec& agent) {
        goals.add_agent(agents.emplace_back(agent));
        conduct.add_agent(agent);
        forbidden.add_agent(agent);
        feet.add_agent(agent);
        floor.add_agent();
        limits.add_agent();
        presence.add_agent();
        posture.add_agent();
        for (std::vector<bool>* flags : {&in_last, &in_interval, &seen}) flags->push_back(false);
    }

    /// What somebody did before this frame is what the run had to deal with.
    void take_edits(const io::Frame& frame) {
        for (const io::RecordedEdit& edit : frame.edits) {
            const auto* enter = std::get_if<EnterEvent>(&edit.event.what);
            const bool is_next = !enter || edit.agent == agents.size();
            if (!is_next || !is_sound(edit.event, scene)) {
                findings.see({{FindingKind::bad_frame, frame.index, 0}, frame.time, frame.time, {}, 0, 0});
                continue;
            }
            if (enter) add_agent(enter->agent);
            goals.apply(edits.emplace_back(edit.event));
            obstacles.edit(edit.event);
            forbidden.apply(edit.event);
        }
    }

    void add(const io::Frame& frame) {
        hash.add(frame);
        take_edits(frame);
        io::Frame usable = checked(frame);
        if (frames > 0 && !(usable.time > last.time)) {
            findings.see({{FindingKind::bad_frame, usable.index, 0}, usable.time, usable.time, {}, 0, 0});
            return;
        }
        if (frames == 0) first_time = usable.time;
        presence.check_time(usable, findings);
        obstacles.check(frames > 0 ? &last : nullptr, usable, findings);
        forbidden.learn(usable);
        feet.follow(usable, findings);
        if (frames > 0) {
            check_lonely(usable);
            check_interval(last, usable);
        }
        presence.check_agents(last, usable, goals, findings);
        note_entries(usable);
        note_renamed(frame, usable);
        last = std::move(usable);
        if (++frames % frames_between_settling == 0) findings.settle(last.time - scene.time_step);
    }

    /// Who is sent away and called in again in one frame, by one name and where it can have walked to, is the
    /// same body with other limits: it goes on and does not begin at rest.
    void note_renamed(const io::Frame& frame, const io::Frame& now) {
        std::map<std::string, std::uint32_t> left;
        for (const io::RecordedEdit& edit : frame.edits) {
            if (const auto* leave = std::get_if<LeaveEvent>(&edit.event.what))
                for (const io::RecordedAgent& agent : last.agents)
                    if (agents[agent.agent].name == leave->target) left[leave->target] = agent.agent;
            const auto* enter = std::get_if<EnterEvent>(&edit.event.what);
            const auto old = enter ? left.find(enter->agent.name) : left.end();
            if (old == left.end() || !edit.agent || *edit.agent >= agents.size()) continue;
            const Vec2 from = place_of(last.agents, old->second), to = place_of(now.agents, *edit.agent);
            const double reach =
                std::max(agents[old->second].limits.max_speed, enter->agent.limits.max_speed) *
                scene.time_step;
            if (distance(from, to) <= reach * (1 + 1e-6)) limits.goes_on(*edit.agent);
        }
    }
    /// Nowhere when it is not among them.
    static Vec2 place_of(const std::vector<io::RecordedAgent>& among, std::uint32_t agent) {
        for (const io::RecordedAgent& one : among)
            if (one.agent == agent) return one.position.xy();
        return {std::numeric_limits<double>::infinity(), 0};
    }

    /// The frame without what cannot be reasoned about, each of which is a finding.
    io::Frame checked(const io::Frame& frame) {
        io::Frame usable = frame;
        if (!std::isfinite(usable.time)) usable.time = last.time;
        std::erase_if(usable.agents, [&](const io::RecordedAgent& agent) {
            const bool known = agent.agent < agents.size(), finite = is_finite(agent);
            if (!known || !finite)
                findings.see({{known ? FindingKind::bad_frame : FindingKind::unknown_agent,
                               known ? usable.index : agent.agent, 0},
                              usable.time,
                              usable.time,
                              finite ? agent.position.xy() : Vec2{},
                              agent.layer,
                              0});
            return !known || !finite || !is_body(agent);
        });
        sort_by(usable.agents, &io::RecordedAgent::agent);
        sort_by(usable.obstacles, &io::RecordedObstacle::obstacle);
        std::erase_if(usable.obstacles, [&](const io::RecordedObstacle& obstacle) {
            const bool finite = is_finite(obstacle);
            if (!finite)
                findings.see({{FindingKind::bad_frame, usable.index, 0}, usable.time, usable.time, {}, 0, 0});
            return !finite;
        });
        return usable;
    }

    void note_entries(const io::Frame& frame) {
        std::vector<bool> now(agents.size(), false);
        for (const io::RecordedAgent& agent : frame.agents) {
            now[agent.agent] = true;
            if (!in_last[agent.agent])
                posture.check_height(agent, agents[agent.agent], frame.time, leg_maker, findings);
            if (!seen[agent.agent]) check_start(agent, frame.time);
            seen[agent.agent] = true;
            if (const double late = goals.gone_for(agent.agent, frame.time); late > scene.time_step / 2)
                findings.see({{FindingKind::not_gone, agent.agent, 0},
                              frames > 0 ? last.time : frame.time,
                              frame.time,
                              agent.position.xy(),
                              agent.layer,
                              late});
        }
        for (std::uint32_t i = 0; i < agents.size(); ++i)
            if (!now[i]) {
                floor.forget(i);
                limits.forget(i);
            }
        in_last = std::move(now);
    }

    /// Who enters may have moved for one time step before it is first recorded.
    void check_start(const io::RecordedAgent& agent, double time) {
        const AgentSpec& spec = agents[agent.agent];
        const double off = distance(agent.position.xy(), spec.position);
        const double allowed = spec.limits.max_speed * scene.time_step + start_tolerance;
        const double early = spec.enters - time;
        if (off > allowed || agent.layer != spec.layer || early > start_tolerance)
            findings.see({{FindingKind::wrong_start, agent.agent, 0},
                          time,
                          time,
                          agent.position.xy(),
                          agent.layer,
                          off > allowed ? off : std::max(0.0, early)});
    }

    /// The moment of the last frame for those who are in no interval beside it.
    void check_lonely(const io::Frame& next) {
        std::vector<bool> stays(agents.size(), false);
        for (const io::RecordedAgent& agent : next.agents) stays[agent.agent] = true;
        for (const io::RecordedAgent& agent : last.agents)
            if (!in_interval[agent.agent] && !stays[agent.agent]) return check_interval(last, last);
    }

    void check_interval(const io::Frame& from, const io::Frame& to) {
        legs.clear();
        shapes.clear();
        std::vector<bool> both(agents.size(), false);
        std::vector<Move> turning;
        auto next = to.agents.begin();
        for (const io::RecordedAgent& agent : from.agents) {
            while (next != to.agents.end() && next->agent < agent.agent) ++next;
            if (next == to.agents.end() || next->agent != agent.agent) continue;
            both[agent.agent] = true;
            const Move move{&agents[agent.agent], &agent, &*next, from.time, to.time};
            follow(move);
            if (feet.has_feet(agent.agent)) turning.push_back(move);
        }
        if (&from != &to) in_interval = std::move(both);
        conduct.end_frame(legs, findings);
        forbidden.check(from, to, legs, findings);
        obstacles.between(from, to, shapes);
        if (!turning.empty()) split_bodies(turning);
        for (const BodyContact& contact : contacts.find(legs, shapes)) report(contact);
    }

    void follow(const Move& move) {
        const std::size_t first = legs.size();
        const std::optional<double> walked = leg_maker.make(move, legs);
        if (move.begin < move.end) {
            limits.check(move, walked, findings);
            posture.check(move, leg_maker, findings);
        }
        if (legs.size() - first > 1) floor.forget(move.from->agent);
        for (std::size_t i = first; i < legs.size(); ++i) {
            const Leg& leg = legs[i];
            if (i > first) floor.forget(leg.agent);
            goals.follow(leg);
            conduct.follow(leg, goals.pending(leg.agent, leg.end));
            const Contact wall = against_walls(move, leg);
            const auto time = [&leg](double s) { return leg.begin + s * (leg.end - leg.begin); };
            if (wall.found)
                findings.see({{FindingKind::wall_crossing, leg.agent, 0},
                              time(wall.begin),
                              time(wall.end),
                              leg.path.at(wall.at),
                              leg.layer,
                              wall.depth});
        }
    }

    /// Who has feet has shoulders too, and turns them.
    Contact against_walls(const Move& move, const Leg& leg) {
        if (!feet.has_feet(leg.agent)) return floor.check(leg, leg_maker);
        parts.clear();
        Feet::split(move, leg, parts);
        Contact contact;
        for (const Leg& part : parts) {
            floor.forget(leg.agent);
            contact.add(floor.check(part, leg_maker));
        }
        return contact;
    }

    /// Replaces the legs of those who have feet by those of their parts.
    void split_bodies(const std::vector<Move>& moves) {
        const std::size_t all = legs.size();
        std::vector<Leg> bodies;
        for (std::size_t i = 0; i < all; ++i) {
            const auto move =
                std::lower_bound(moves.begin(), moves.end(), legs[i].agent,
                                 [](const Move& m, std::uint32_t agent) { return m.from->agent < agent; });
            if (move == moves.end() || move->from->agent != legs[i].agent)
                bodies.push_back(legs[i]);
            else
                Feet::split(*move, legs[i], bodies);
        }
        legs = std::move(bodies);
    }

    void report(const BodyContact& contact) {
        const Leg& leg = legs[contact.leg];
        const auto kind = contact.with_obstacle ? FindingKind::obstacle_overlap : FindingKind::agent_overlap;
        const std::uint32_t other = contact.with_obstacle ? contact.other : legs[contact.other].agent;
        findings.see({{kind, leg.agent, other},
                      contact.begin,
                      contact.end,
                      leg.at(contact.at),
                      leg.layer,
                      contact.depth});
    }

    [[nodiscard]] std::string agent_name(std::uint32_t number) const {
        const bool named = number < agents.size() && !agents[number].name.empty();
        return named ? agents[number].name : "agent " + std::to_string(number);
    }

    [[nodiscard]] Finding named(const Episode& episode) const {
        const auto [kind, who, other] = episode.subject;
        Finding finding{kind,          {}, {}, episode.begin, episode.end, episode.where, episode.layer,
                        episode.amount};
        if (kind == FindingKind::obstacle_mismatch)
            finding.who = obstacles.name(who);
        else if (kind == FindingKind::bad_frame || kind == FindingKind::wrong_time)
            finding.who = "frame " + std::to_string(who);
        else
            finding.who = agent_name(who);
        if (kind == FindingKind::agent_overlap || kind == FindingKind::both_directions)
            finding.whom = agent_name(other);
        if (kind == FindingKind::forbidden_ground) finding.whom = forbidden.name(other);
        if (kind == FindingKind::obstacle_overlap) finding.whom = obstacles.name(other);
        return finding;
    }

    Report finish(const std::string& warning, const std::string& unchecked) {
        if (frames > 0) check_lonely({});
        goals.finish(frames > 0 ? last.time : 0, in_last, findings);
        Report report;
        report.scene = scene.name;
        report.frames = frames;
        report.seconds = frames > 0 ? last.time - first_time : 0;
        report.agents = agents.size();
        report.arrived = goals.arrived();
        report.excused = goals.excused();
        for (const Episode& episode : findings.finish()) report.findings.push_back(named(episode));
        report.findings_left_out = findings.left_out();
        count(report);
        report.measures = conduct.finish();
        report.measures.jammed = goals.jammed();
        for (const JammedShare& at : report.measures.jammed)
            report.measures.most_jammed = std::max(report.measures.most_jammed, at.share);
        report.state_hash = hash.text();
        report.warning = warning;
        report.unchecked = left_unchecked(unchecked);
        report.passed = judge(report);
        return report;
    }

    [[nodiscard]] std::vector<std::string> left_unchecked(const std::string& of_file) const {
        std::vector<std::string> all;
        if (!of_file.empty()) all.push_back(of_file);
        if (const double seconds = posture.seconds_airborne(); seconds > 0)
            all.push_back("ground and changes of speed on links and portals, " +
                          std::to_string(std::lround(seconds)) + " agent-seconds");
        if (posture.knows_no_heights())
            all.push_back("heights above the level's ground, which was not given");
        const auto absent = std::count(seen.begin(), seen.end(), false);
        if (absent > 0) all.push_back("agents that never entered, " + std::to_string(absent));
        return all;
    }

    void count(Report& report) const {
        using enum FindingKind;
        report.overlaps = findings.count(agent_overlap) + findings.count(obstacle_overlap);
        report.max_overlap = std::max(findings.worst(agent_overlap), findings.worst(obstacle_overlap));
        report.wall_crossings = findings.count(wall_crossing);
        report.limit_violations = findings.count(overspeed) + findings.count(acceleration) +
                                  findings.count(turn_rate) + findings.count(teleport);
        report.missed_goals = findings.count(missed_goal);
        report.missed_windows = findings.count(missed_window);
        report.deadlocked = findings.count(deadlocked);
        report.both_directions = findings.count(both_directions);
        report.forbidden_ground = findings.count(forbidden_ground);
        report.missteps =
            findings.count(bad_footing) + findings.count(bad_step) + findings.count(off_balance);
        report.inconsistencies =
            findings.count(wrong_start) + findings.count(not_gone) + findings.count(unknown_agent) +
            findings.count(obstacle_mismatch) + findings.count(vanished) + findings.count(came_back) +
            findings.count(wrong_time) + findings.count(wrong_height) + findings.count(wrong_heading) +
            findings.count(not_on_link) + findings.count(bad_frame);
    }

    [[nodiscard]] bool conduct_is_good(const Measures& measures) const {
        const Criteria& success = scene.success;
        return measures.last_arrival <= success.max_time &&
               static_cast<double>(measures.most_retreats) <= success.max_retreats &&
               measures.mean_deviation <= success.max_deviation && measures.mixing <= success.max_mixing;
    }

    [[nodiscard]] bool judge(const Report& report) const {
        const Criteria& success = scene.success;
        const auto needed = success.arrived_share * static_cast<double>(report.agents - report.excused);
        return report.warning.empty() && report.inconsistencies == 0 &&
               static_cast<double>(report.arrived) >= needed - 1e-9 &&
               (report.overlaps == 0 || report.max_overlap <= success.max_overlap) &&
               (success.wall_crossings || report.wall_crossings == 0) &&
               (success.limit_violations || report.limit_violations == 0) &&
               (success.missed_windows || report.missed_windows == 0) && report.both_directions == 0 &&
               report.forbidden_ground == 0 && report.missteps == 0 && conduct_is_good(report.measures);
    }
};

Verifier::Verifier(const Scene& scene, std::span<const AgentSpec> agents, const Options& options)
    : state_(std::make_unique<State>(scene, agents, options)) {}
Verifier::Verifier(Verifier&&) noexcept = default;
Verifier& Verifier::operator=(Verifier&&) noexcept = default;
Verifier::~Verifier() = default;

void Verifier::add(const io::Frame& frame) {
    state_->add(frame);
}

Report Verifier::finish(const std::string& warning, const std::string& unchecked) {
    return state_->finish(warning, unchecked);
}

Report verify(const Scene& scene, std::span<const AgentSpec> agents, const io::Recording& recording,
              const Options& options) {
    Verifier verifier(scene, agents, options);
    for (const io::Frame& frame : recording.frames) verifier.add(frame);
    return verifier.finish(recording.warning);
}

Result<Report> verify_file(const std::filesystem::path& file, const Scene& scene,
                           std::span<const AgentSpec> agents, const Options& options) {
    auto source = io::open_recording(file);
    if (!source) return source.status();
    Verifier verifier(scene, agents, options);
    for (io::Frame frame; source.value()->next(frame);) verifier.add(frame);
    return verifier.finish(source.value()->warning(), source.value()->unchecked());
}

}  // namespace wend::verify
