#include "wend/verify/bodies.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <optional>
#include <sstream>

#include <nlohmann/json.hpp>

#include "verify/pose_file.hpp"

namespace wend::verify {
namespace {

constexpr double low_foot = 0.024;        // metres: the ball of a foot that stands is 2 cm above the ground
constexpr double supporting_foot = 0.05;  // low enough to bear weight
constexpr double least_stand = 0.1;       // seconds
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

    void see(const SeenBody& body, const std::optional<Vec3>& ground, double speed) {
        ++report_.poses;
        Watched& watched = watched_[body.agent];
        if (!ground) {
            for (Stand& stand : watched.feet) finish(stand);
            return;
        }
        report_.farthest_from_agent =
            std::max(report_.farthest_from_agent, distance(body.joints[0].xy(), ground->xy()));
        for (const Vec3 joint : body.joints) {
            ++joints_;
            report_.deepest = std::max(report_.deepest, ground->z - joint.z);
            below_ += joint.z < ground->z - 0.02 ? 1 : 0;
        }
        bool is_supported = false;
        for (std::size_t side = 0; side < 2; ++side) {
            const Vec3 ball = body.joints[static_cast<std::size_t>(balls_[side])];
            is_supported = is_supported || ball.z < ground->z + supporting_foot;
            follow(watched.feet[side], ball, ball.z < ground->z + low_foot, body.time);
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
           below_share <= 0.005 && unsupported_share <= 0.01 && farthest_from_agent <= 0.01;
}

void BodyChecker::add(const io::Frame& frame) {
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
        judge.see(body, ground, speed);
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
                                  {"hips_from_agent_m", r.farthest_from_agent}}
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
    return text;
}

}  // namespace wend::verify
