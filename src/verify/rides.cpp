// Everything is sampled four times a tick from the files alone, with plain formulas: inside by winding,
// distance to edges, finite differences.

#include "wend/verify/rides.hpp"

#include <algorithm>
#include <cmath>

#include <nlohmann/json.hpp>

namespace wend::verify {
namespace {

using RideJson = nlohmann::json;

struct P3 {
    double x = 0, y = 0, z = 0;
};

struct Solid {
    std::string name;
    std::vector<std::pair<double, double>> corners;
    double bottom = 0, top = 0;
    bool carries = true, loops = false;
    std::vector<std::pair<double, P3>> keys;

    [[nodiscard]] P3 where(double t) const {
        if (loops && t > keys.back().first) {
            const double round = keys.back().first - keys.front().first;
            t -= round * std::ceil((t - keys.back().first) / round);
        }
        if (t <= keys.front().first) return keys.front().second;
        for (std::size_t i = 1; i < keys.size(); ++i) {
            if (t > keys[i].first) continue;
            const double w = (t - keys[i - 1].first) / (keys[i].first - keys[i - 1].first);
            const P3 a = keys[i - 1].second;
            const P3 b = keys[i].second;
            return {a.x + w * (b.x - a.x), a.y + w * (b.y - a.y), a.z + w * (b.z - a.z)};
        }
        return keys.back().second;
    }
    /// Positive inside: how deep; negative outside: how far.
    [[nodiscard]] double depth(double x, double y) const {
        double nearest = 1e18;
        bool inside = false;
        for (std::size_t i = 0, j = corners.size() - 1; i < corners.size(); j = i++) {
            const auto [ax, ay] = corners[j];
            const auto [bx, by] = corners[i];
            const double dx = bx - ax, dy = by - ay;
            const double w = std::clamp(((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy), 0.0, 1.0);
            nearest = std::min(nearest, std::hypot(x - ax - w * dx, y - ay - w * dy));
            if ((ay > y) != (by > y) && x < ax + (y - ay) / (by - ay) * dx) inside = !inside;
        }
        return inside ? nearest : -nearest;
    }
};

struct Track {
    std::string name;
    bool arrived = false;
    long from = 0;
    std::vector<P3> feet;
    std::string support;
    P3 start, goal;
};

struct RideLimits {
    double radius, height, ground_speed, landing_speed, rise_speed;
};

constexpr double per_second = 60;
constexpr double length_slack = 0.03;
constexpr double speed_slack = 0.25;

class RideChecker {
  public:
    RideChecker(const RideJson& scene, const RideJson& rides) {
        for (const auto& item : scene.at("blocks")) solids_.push_back(solid_of(item));
        const auto& s = scene.at("skills");
        limits_ = {s.at("radius"), s.at("height"),
                   std::max({s.at("run_speed").get<double>(), s.at("jump_speed").get<double>(),
                             s.at("landing_speed").get<double>()}),
                   s.at("landing_speed"), s.at("rise_speed")};
        for (const auto& item : rides.at("rides")) tracks_.push_back(track_of(item));
        for (std::size_t i = 0; i < tracks_.size() && i < scene.at("riders").size(); ++i) {
            tracks_[i].start = p3(scene.at("riders")[i].at("start"));
            tracks_[i].goal = p3(scene.at("riders")[i].at("goal"));
        }
    }

    RideReport report() {
        report_.rides = tracks_.size();
        for (const Track& track : tracks_) check(track);
        for (std::size_t i = 0; i < tracks_.size(); ++i)
            for (std::size_t j = i + 1; j < tracks_.size(); ++j) check_apart(tracks_[i], tracks_[j]);
        return report_;
    }

  private:
    static P3 p3(const RideJson& v) { return {v.at(0), v.at(1), v.at(2)}; }
    static Solid solid_of(const RideJson& v) {
        Solid solid{v.at("name"),
                    {},
                    v.at("bottom"),
                    v.at("top"),
                    v.value("carries", true),
                    v.value("loops", false),
                    {}};
        for (const auto& c : v.at("outline")) solid.corners.emplace_back(c.at(0), c.at(1));
        for (const auto& k : v.at("motion"))
            solid.keys.push_back({k.at(0).get<double>(), {k.at(1), k.at(2), k.at(3)}});
        return solid;
    }
    static Track track_of(const RideJson& v) {
        Track track{v.at("name"), v.at("status") == "ok", v.at("from"), {}, v.at("support"), {}, {}};
        for (const auto& p : v.at("path")) track.feet.push_back(p3(p));
        if (track.support.size() != track.feet.size() || track.feet.empty())
            throw std::runtime_error("ride '" + track.name + "': expected one support letter for each place");
        return track;
    }

    void blame(const Track& track, double tick, const std::string& what) {
        if (report_.violations.size() < 50)
            report_.violations.push_back(track.name + " at " + std::to_string(tick / per_second) +
                                         " s: " + what);
    }

    void check(const Track& track) {
        report_.arrived += track.arrived;
        report_.ticks += track.feet.size();
        check_ends(track);
        for (std::size_t i = 0; i < track.feet.size(); ++i) {
            const double tick = static_cast<double>(track.from) + static_cast<double>(i);
            const bool airborne = track.support[i] == 'a';
            const bool was_airborne = i > 0 && track.support[i - 1] == 'a';
            if (!airborne || !was_airborne) check_support(track, track.feet[i], tick);
            if (i + 1 == track.feet.size()) break;
            check_penetration(track, track.feet[i], track.feet[i + 1], tick);
            if (!airborne) check_ground_speed(track, i, tick);
            if (airborne) check_flight(track, i, tick);
        }
    }

    void check_ends(const Track& track) {
        const P3 first = track.feet.front();
        if (std::hypot(first.x - track.start.x, first.y - track.start.y, first.z - track.start.z) > 0.1)
            blame(track, static_cast<double>(track.from), "does not begin at its start");
        const double end = static_cast<double>(track.from) + static_cast<double>(track.feet.size() - 1);
        if (!track.arrived) return;
        // The goal is a place on a block as it is at time 0; it may have been carried away since.
        for (const Solid& s : solids_) {
            const P3 then = s.where(0), now = s.where(end / per_second);
            const P3 carried{track.goal.x + now.x - then.x, track.goal.y + now.y - then.y,
                             track.goal.z + now.z - then.z};
            const P3 last = track.feet.back();
            if (s.depth(track.goal.x - then.x, track.goal.y - then.y) > 0 &&
                std::hypot(last.x - carried.x, last.y - carried.y, last.z - carried.z) < 0.35)
                return;
        }
        blame(track, end, "says that it arrived, but is not at its goal");
    }

    [[nodiscard]] const Solid* under(P3 p, double tick) const {
        for (const Solid& s : solids_) {
            const P3 o = s.where(tick / per_second);
            if (s.carries && std::abs(p.z - o.z - s.top) < 0.06 && s.depth(p.x - o.x, p.y - o.y) > 0)
                return &s;
        }
        return nullptr;
    }
    void check_support(const Track& track, P3 p, double tick) {
        if (under(p, tick) == nullptr) blame(track, tick, "nothing under the feet");
    }

    void check_penetration(const Track& track, P3 a, P3 b, double tick) {
        for (int part = 0; part < 4; ++part) {
            const double w = part / 4.0;
            const P3 p{a.x + w * (b.x - a.x), a.y + w * (b.y - a.y), a.z + w * (b.z - a.z)};
            for (const Solid& s : solids_) {
                const P3 o = s.where((tick + w) / per_second);
                if (p.z - o.z > s.top - 0.06 || p.z - o.z + limits_.height < s.bottom) continue;
                const double deep = limits_.radius + s.depth(p.x - o.x, p.y - o.y);
                report_.deepest_penetration = std::max(report_.deepest_penetration, deep);
                if (deep > length_slack)
                    return blame(track, tick, "is " + std::to_string(deep) + " m inside '" + s.name + "'");
            }
        }
    }

    void check_ground_speed(const Track& track, std::size_t i, double tick) {
        const Solid* s = under(track.feet[i], tick);
        if (s == nullptr) return;
        const P3 before = s->where(tick / per_second), after = s->where((tick + 1) / per_second);
        const double speed = std::hypot(track.feet[i + 1].x - after.x - track.feet[i].x + before.x,
                                        track.feet[i + 1].y - after.y - track.feet[i].y + before.y) *
                             per_second;
        report_.top_ground_speed = std::max(report_.top_ground_speed, speed);
        if (speed > limits_.ground_speed + speed_slack)
            blame(track, tick, "moves at " + std::to_string(speed) + " m/s on '" + s->name + "'");
    }

    void check_flight(const Track& track, std::size_t i, double tick) {
        const double rise = (track.feet[i + 1].z - track.feet[i].z) * per_second;
        if (i > 0 && track.support[i - 1] == 'a') {
            const double before = (track.feet[i].z - track.feet[i - 1].z) * per_second;
            if (std::abs((rise - before) * per_second + 9.81) > 0.1)
                blame(track, tick, "does not fall as things do");
        } else {
            const Solid* s = under(track.feet[i], tick);
            const double lift =
                s ? (s->where((tick + 1) / per_second).z - s->where(tick / per_second).z) * per_second : 0;
            if (rise - lift > limits_.rise_speed + speed_slack) blame(track, tick, "takes off too fast");
        }
        if (track.support[i + 1] == 'a') return;
        const Solid* s = under(track.feet[i + 1], tick + 1);
        if (s == nullptr) return blame(track, tick + 1, "lands on nothing");
        const P3 before = s->where(tick / per_second), after = s->where((tick + 1) / per_second);
        const double speed = std::hypot(track.feet[i + 1].x - track.feet[i].x - after.x + before.x,
                                        track.feet[i + 1].y - track.feet[i].y - after.y + before.y) *
                             per_second;
        if (speed > limits_.landing_speed + speed_slack)
            blame(track, tick, "lands at " + std::to_string(speed) + " m/s");
    }

    [[nodiscard]] P3 place(const Track& track, long tick) const {
        const long last = track.from + static_cast<long>(track.feet.size()) - 1;
        if (tick <= last) return track.feet[static_cast<std::size_t>(std::max(0L, tick - track.from))];
        const Solid* s = under(track.feet.back(), static_cast<double>(last));
        if (s == nullptr) return track.feet.back();
        const P3 a = s->where(static_cast<double>(last) / per_second),
                 b = s->where(static_cast<double>(tick) / per_second);
        return {track.feet.back().x + b.x - a.x, track.feet.back().y + b.y - a.y,
                track.feet.back().z + b.z - a.z};
    }
    void check_apart(const Track& a, const Track& b) {
        const long end =
            std::max(a.from + static_cast<long>(a.feet.size()), b.from + static_cast<long>(b.feet.size()));
        for (long tick = std::max(a.from, b.from); tick < end; ++tick) {
            const P3 p = place(a, tick), q = place(b, tick);
            const double gap = std::hypot(p.x - q.x, p.y - q.y) - 2 * limits_.radius;
            if (std::abs(p.z - q.z) < limits_.height && gap < -length_slack)
                return blame(a, static_cast<double>(tick), "overlaps " + b.name);
        }
    }

    std::vector<Solid> solids_;
    std::vector<Track> tracks_;
    RideLimits limits_{};
    RideReport report_;
};

}  // namespace

Result<RideReport> check_rides(std::string_view scene_text, std::string_view rides_text) {
    try {
        return RideChecker(RideJson::parse(scene_text), RideJson::parse(rides_text)).report();
    } catch (const std::exception& error) {
        return Status::invalid_input(std::string("rides or their scene: ") + error.what());
    }
}

}  // namespace wend::verify
