#include "wend/verify/bodies.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <optional>
#include <sstream>

#include <nlohmann/json.hpp>

#include "verify/feet.hpp"
#include "verify/pose_file.hpp"
#include "verify/sweep.hpp"

namespace wend::verify {
namespace {

constexpr double low_foot = 0.024;        // metres: the ball of a foot that stands is 2 cm above the ground
constexpr double supporting_foot = 0.05;  // low enough to bear weight
constexpr double least_stand = 0.1;       // seconds
constexpr double rolls = 0.05;            // seconds after coming down and before lifting
constexpr double running = 1.6;           // metres a second: from there on people fly between steps

/// Where an agent was; nothing when it was not there or on something that moves.
std::optional<Vec3> place_at(const std::vector<BodyChecker::Sample>& track, double time, double* speed) {
    const auto after = std::upper_bound(track.begin(), track.end(), time + 1e-9,
                                        [](double t, const BodyChecker::Sample& s) { return t < s.time; });
    if (after == track.begin()) return std::nullopt;
    const auto& a = *(after - 1);
    if (!a.is_on_ground) return std::nullopt;
    *speed = 0;
    if (after == track.end()) return time < a.time + 1e-6 ? std::optional(a.place) : std::nullopt;
    if (!after->is_on_ground) return std::nullopt;
    const double w = (time - a.time) / (after->time - a.time);
    const Vec3 b = after->place;
    *speed = distance(a.place.xy(), b.xy()) / (after->time - a.time);
    return Vec3{a.place.x + w * (b.x - a.place.x), a.place.y + w * (b.y - a.place.y),
                a.place.z + w * (b.z - a.place.z)};
}

using Footprint = BodyChecker::Footprint;
using Footprints = BodyChecker::Footprints;

/// What bears a body's feet: the ground, or what the recording planted them on.
struct Bearing {
    std::array<double, 2> heights{};           ///< under each foot
    std::array<const Footprint*, 2> prints{};  ///< that they stand on; null: in the air, or nobody said
    double lowest = 0;
    bool is_told = false;
};

Bearing bearing_at(const Footprints* all, double time, double ground) {
    Bearing found{{ground, ground}, {}, ground, all != nullptr};
    if (!all) return found;
    found.lowest = 1e9;
    for (std::size_t side = 0; side < 2; ++side) {
        const auto& prints = (*all)[side];
        const auto next = std::upper_bound(prints.begin(), prints.end(), time,
                                           [](double t, const Footprint& print) { return t < print.down; });
        if (next != prints.end()) found.lowest = std::min(found.lowest, next->height);
        if (next == prints.begin()) continue;
        const Footprint& last = *(next - 1);
        found.heights[side] = last.height;
        found.lowest = std::min(found.lowest, last.height);
        if (time >= last.down + rolls && time <= last.up - rolls) found.prints[side] = &last;
    }
    if (found.lowest > 1e8) found.lowest = ground;
    return found;
}

/// The time that a foot has been low, and how far it got meanwhile.
struct Stand {
    bool is_low = false;
    double since = 0, last = 0;
    std::vector<Vec2> places;
};

struct Watched {
    std::array<Stand, 2> feet;
    double ran_at = -10;
};

class BodyJudge {
  public:
    explicit BodyJudge(const PoseFile& file)
        : balls_{file.joint("LeftToeBase"), file.joint("RightToeBase")} {}
    [[nodiscard]] bool has_feet() const noexcept { return balls_[0] >= 0 && balls_[1] >= 0; }

    void see(const SeenBody& body, const std::optional<Vec3>& ground, double speed,
             const Footprints* footprints) {
        ++report_.poses;
        Watched& watched = watched_[body.agent];
        if (!ground) {
            for (Stand& stand : watched.feet) finish(stand);
            return;
        }
        report_.farthest_from_agent =
            std::max(report_.farthest_from_agent, distance(body.joints[0].xy(), ground->xy()));
        const Bearing bears = bearing_at(footprints, body.time, ground->z);
        for (const Vec3 joint : body.joints) {
            ++joints_;
            report_.deepest = std::max(report_.deepest, bears.lowest - joint.z);
            below_ += joint.z < bears.lowest - 0.02 ? 1 : 0;
        }
        bool is_supported = false;
        for (std::size_t side = 0; side < 2; ++side) {
            const Vec3 ball = body.joints[static_cast<std::size_t>(balls_[side])];
            is_supported = is_supported || ball.z < bears.heights[side] + supporting_foot;
            const bool may_stand = !bears.is_told || bears.prints[side] != nullptr;
            follow(watched.feet[side], ball, may_stand && ball.z < bears.heights[side] + low_foot, body.time);
            if (bears.prints[side]) compare(ball, *bears.prints[side]);
        }
        if (speed > running) watched.ran_at = body.time;
        if (body.time - watched.ran_at < 0.5) return;
        ++walked_;
        unsupported_ += is_supported ? 0 : 1;
    }

    BodyReport report() {
        for (auto& [agent, watched] : watched_)
            for (Stand& stand : watched.feet) finish(stand);
        std::sort(slides_.begin(), slides_.end());
        const auto share = [&](double part) {
            return slides_.empty()
                       ? 0
                       : slides_[static_cast<std::size_t>(part * static_cast<double>(slides_.size() - 1))];
        };
        report_.stands = slides_.size();
        report_.slide_median = share(0.5), report_.slide_p99 = share(0.99), report_.slide_worst = share(1);
        report_.below_share =
            static_cast<double>(below_) / static_cast<double>(std::max<std::size_t>(1, joints_));
        report_.unsupported_share =
            static_cast<double>(unsupported_) / static_cast<double>(std::max<std::size_t>(1, walked_));
        return report_;
    }

  private:
    void follow(Stand& stand, Vec3 ball, bool is_low, double time) {
        if (!is_low) return finish(stand);
        if (!stand.is_low) stand = {true, time, time, {}};
        stand.last = time;
        stand.places.push_back(ball.xy());
    }
    void compare(Vec3 ball, const Footprint& print) {
        const double beside = segment_distance(ball.xy(), print.heel, print.toe) - sole_radius;
        ++report_.planted;
        report_.farthest_from_sole =
            std::max({report_.farthest_from_sole, beside, std::abs(ball.z - print.height) - low_foot});
    }
    void finish(Stand& stand) {
        if (stand.is_low && stand.last - stand.since >= least_stand) {
            // From the middle: what it gets to either side.
            const Vec2 middle = stand.places[stand.places.size() / 2];
            double far = 0;
            for (const Vec2 place : stand.places) far = std::max(far, distance(place, middle));
            slides_.push_back(far);
        }
        stand.is_low = false;
    }

    std::array<int, 2> balls_;
    std::map<std::uint32_t, Watched> watched_;
    std::vector<double> slides_;
    std::size_t joints_ = 0, below_ = 0, walked_ = 0, unsupported_ = 0;
    BodyReport report_;
};

}  // namespace

bool BodyReport::passed() const noexcept {
    return poses > 0 && slide_median <= 0.005 && slide_p99 <= 0.05 && deepest <= 0.10 &&
           below_share <= 0.005 && unsupported_share <= 0.01 && farthest_from_agent <= 0.01 &&
           farthest_from_sole <= 0.01;
}

BodyChecker::BodyChecker(const std::vector<AgentSpec>& agents) {
    for (std::uint32_t i = 0; i < agents.size(); ++i) numbers_.emplace(agents[i].name, i);
}

void BodyChecker::add_footprint(const io::RecordedEvent& event, std::uint32_t agent, double floor) {
    std::istringstream in(event.detail);
    std::string side;
    double time = 0;
    if (!(in >> side >> time) || (side != "left" && side != "right")) return;
    std::vector<Footprint>& prints = footprints_[agent][side == "right"];
    if (event.kind == "foot_up") {
        if (!prints.empty()) prints.back().up = time;
        return;
    }
    std::uint32_t layer = 0;
    Vec2 middle;
    double angle = 0, height = 0;
    if (!(in >> layer >> middle.x >> middle.y >> angle >> height)) return;
    const Vec2 spine = sole_spine * Vec2{std::cos(angle), std::sin(angle)};
    prints.push_back({time, 1e30, middle - spine, middle + spine, floor + height});
}

void BodyChecker::add(const io::Frame& frame) {
    for (const io::RecordedEvent& event : frame.events) {
        if (event.kind != "foot_down" && event.kind != "foot_up") continue;
        const auto number = numbers_.find(event.subject);
        if (number == numbers_.end()) continue;
        for (const io::RecordedAgent& agent : frame.agents)
            if (agent.agent == number->second) add_footprint(event, agent.agent, agent.position.z);
    }
    for (const io::RecordedAgent& agent : frame.agents)
        agents_[agent.agent].push_back(
            {frame.time, agent.position,
             agent.mode != io::AgentMode::airborne && agent.mode != io::AgentMode::riding});
}

Result<BodyReport> BodyChecker::check(const std::filesystem::path& poses) const {
    std::ifstream in(poses, std::ios::binary);
    if (!in) return Status::io_error("cannot read " + poses.string());
    std::ostringstream text;
    text << in.rdbuf();
    return check_text(std::move(text).str(), poses.string());
}

Result<BodyReport> BodyChecker::check_text(std::string poses, const std::string& name) const {
    auto file = PoseFile::parse(std::move(poses), name);
    if (!file) return file.status();
    BodyJudge judge(file.value());
    if (!judge.has_feet())
        return Status::invalid_input(name + ": found no LeftToeBase and RightToeBase among the joints");
    SeenBody body;
    while (file.value().next(body)) {
        const auto track = agents_.find(body.agent);
        if (track == agents_.end())
            return Status::invalid_input(name + ": found a pose of agent " + std::to_string(body.agent) +
                                         ", which the recording does not have");
        double speed = 0;
        const auto ground = place_at(track->second, body.time, &speed);
        const auto prints = footprints_.find(body.agent);
        judge.see(body, ground, speed, prints == footprints_.end() ? nullptr : &prints->second);
    }
    return judge.report();
}

std::string to_json(const BodyReport& r) {
    return nlohmann::ordered_json{{"passed", r.passed()},
                                  {"poses", r.poses},
                                  {"stands", r.stands},
                                  {"slide_median_m", r.slide_median},
                                  {"slide_p99_m", r.slide_p99},
                                  {"slide_worst_m", r.slide_worst},
                                  {"deepest_below_ground_m", r.deepest},
                                  {"joints_below_ground_share", r.below_share},
                                  {"unsupported_share", r.unsupported_share},
                                  {"hips_from_agent_m", r.farthest_from_agent},
                                  {"planted_feet", r.planted},
                                  {"planted_feet_from_soles_m", r.farthest_from_sole}}
        .dump(2);
}

std::string to_text(const BodyReport& r) {
    std::string text = r.passed() ? "bodies: passed\n" : "bodies: FAILED\n";
    const auto line = [&text](const char* what, double value, const char* unit) {
        text += std::string("  ") + what + " " + nlohmann::json(std::round(value * 1e4) / 1e4).dump() + unit +
                "\n";
    };
    line("poses", static_cast<double>(r.poses), "");
    line("stands of feet", static_cast<double>(r.stands), "");
    line("slide within one, median", 100 * r.slide_median, " cm");
    line("slide within one, 99 %", 100 * r.slide_p99, " cm");
    line("slide within one, worst", 100 * r.slide_worst, " cm");
    line("deepest joint below the ground", 100 * r.deepest, " cm");
    line("joints below the ground", 100 * r.below_share, " %");
    line("without a foot down at a walk", 100 * r.unsupported_share, " %");
    line("hips from the agent, farthest", 100 * r.farthest_from_agent, " cm");
    if (r.planted > 0) line("planted feet from their soles, farthest", 100 * r.farthest_from_sole, " cm");
    return text;
}

}  // namespace wend::verify
