#include "domains/space_time_oracle.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <tuple>

namespace wend::test {
namespace {

using domains::Crossing;
using domains::LatticeVector;
using domains::MoveTable;
using search::Cost;

constexpr double pi = 3.141592653589793;

struct Node {
    int carrier = 0, layer = 0, x = 0, y = 0, heading = 0, speed = 0;
    auto operator<=>(const Node&) const = default;
};

class Oracle {
  public:
    explicit Oracle(const SpaceTimeProblem& problem)
        : problem_(problem),
          scene_(problem.scene),
          moves_(*problem.moves),
          radius_(problem.terrain->radius()) {
        for (const PlatformSpec& platform : scene_.platforms)
            angles_.push_back(problem.start.heading - pose_of(platform, problem.start.at.time).angle);
        for (const ObstacleSpec& obstacle : scene_.obstacles) {
            const Body body{{}, obstacle.layer, {}, obstacle.shape, obstacle.motion, obstacle.present, 0};
            paths_.emplace_back(std::make_shared<const Body>(body));
        }
    }

    Cost best() {
        const double begin = problem_.start.at.time, step = moves_.step();
        const int last = static_cast<int>(std::floor((problem_.goal.window.high - begin) / step + 1e-6));
        const int first = static_cast<int>(std::ceil((problem_.goal.window.low - begin) / step - 1e-6));
        layers_.assign(static_cast<std::size_t>(last) + 1, {});
        layers_[0][{0, static_cast<int>(problem_.start.at.layer), 0, 0, 0, 0}] = 0;
        Cost best = search::infinite_cost;
        for (tick_ = 0; tick_ <= last; ++tick_, known_.clear())
            for (const auto& [node, cost] : layers_[static_cast<std::size_t>(tick_)]) {
                if (tick_ >= first && is_goal(node)) best = std::min(best, cost + 2);
                expand(node, cost);
            }
        return best;
    }

  private:
    using Positions = std::vector<Vec2>;

    [[nodiscard]] static Pose pose_of(const PlatformSpec& platform, double time) {
        return platform.motion.at(time);
    }
    [[nodiscard]] double time(int tick) const { return problem_.start.at.time + tick * moves_.step(); }

    [[nodiscard]] Vec2 own(const Node& n) const {
        const double angle =
            n.carrier == 0 ? problem_.start.heading : angles_[static_cast<std::size_t>(n.carrier) - 1];
        const Vec2 cells{static_cast<double>(n.x), static_cast<double>(n.y)};
        const Vec2 origin = n.carrier == 0 ? problem_.start.at.position : Vec2{};
        return origin + rotated(moves_.cell() * cells, angle);
    }
    [[nodiscard]] Vec2 world(const Node& n, int tick) const {
        if (n.carrier == 0) return own(n);
        const Pose pose = pose_of(scene_.platforms[static_cast<std::size_t>(n.carrier) - 1], time(tick));
        return pose.position + rotated(own(n), pose.angle);
    }
    [[nodiscard]] double axis(int carrier, int tick) const {
        if (carrier == 0) return problem_.start.heading;
        const auto i = static_cast<std::size_t>(carrier) - 1;
        return angles_[i] + pose_of(scene_.platforms[i], time(tick)).angle;
    }
    [[nodiscard]] double angle(const Node& n, int tick) const {
        return axis(n.carrier, tick) + n.heading * pi / 8;
    }
    [[nodiscard]] LatticeVector cell_near(int carrier, Vec2 p, int tick) const {
        const Vec2 origin = world({carrier, 0, 0, 0, 0, 0}, tick);
        const Vec2 off = rotated(p - origin, -axis(carrier, tick)) / moves_.cell();
        return {static_cast<int>(std::lround(off.x)), static_cast<int>(std::lround(off.y))};
    }

    [[nodiscard]] bool is_ground(int layer, Vec2 p) const {
        const Layer& l = scene_.layers[static_cast<std::size_t>(layer)];
        const auto in = [p](const Polygon& polygon) { return contains(polygon, p); };
        const bool walkable = l.walkable.empty() ? scene_.bounds.contains(p)
                                                 : std::any_of(l.walkable.begin(), l.walkable.end(), in);
        return walkable && !std::any_of(l.blocked.begin(), l.blocked.end(), in);
    }
    [[nodiscard]] double wall_distance(int layer, Vec2 a, Vec2 b) const {
        double least = std::numeric_limits<double>::infinity();
        for (const Segment& w : problem_.world->walls().ground(static_cast<std::uint32_t>(layer)).walls())
            least = std::min(least, squared_distance(a, b, w.from, w.to));
        return std::sqrt(least);
    }
    [[nodiscard]] bool fits_ground(int layer, Vec2 a, Vec2 b) const {
        return is_ground(layer, a) && wall_distance(layer, a, b) >= radius_ - 1e-9;
    }
    [[nodiscard]] bool fits_platform(int carrier, Vec2 a, Vec2 b) const {
        const PlatformSpec& platform = scene_.platforms[static_cast<std::size_t>(carrier) - 1];
        const Ring& ring = platform.outline;
        const double room =
            radius_ + 1e-3 + problem_.terrain->fastest_surface() * moves_.settings().frame / 2;
        bool fits = contains(ring, a);
        for (std::size_t i = 0, j = ring.size() - 1; i < ring.size(); j = i++)
            fits = fits && squared_distance(a, b, ring[j], ring[i]) >= room * room;
        return fits;
    }
    [[nodiscard]] bool fits(const Node& n) const {
        return n.carrier == 0 ? fits_ground(n.layer, own(n), own(n))
                              : fits_platform(n.carrier, own(n), own(n));
    }

    [[nodiscard]] bool is_free(const Positions& at, double begin) const {
        const double frame = moves_.settings().frame;
        for (std::size_t i = 1; i < at.size(); ++i) {
            const double low = begin + static_cast<double>(i - 1) * frame,
                         high = begin + static_cast<double>(i) * frame;
            const MovingDisc disc{{low, high}, at[i - 1], (at[i] - at[i - 1]) / (high - low), radius_, 0};
            for (const BodyPath& path : paths_)
                if (path.first_overlap(disc)) return false;
        }
        return true;
    }
    [[nodiscard]] bool is_carried(int layer, const Positions& at, double begin) const {
        const double frame = moves_.settings().frame;
        const double reach =
            radius_ + (moves_.limits().max_speed + problem_.terrain->fastest_surface()) * frame / 2;
        for (std::size_t i = 0; i < at.size(); ++i) {
            const auto stands = [&](Vec2 p) {
                if (is_ground(layer, p)) return true;
                return std::any_of(
                    scene_.platforms.begin(), scene_.platforms.end(), [&](const PlatformSpec& s) {
                        const Pose pose = pose_of(s, begin + static_cast<double>(i) * frame);
                        const Vec2 q = rotated(p - pose.position, -pose.angle);
                        return contains(s.outline, q) || boundary_distance(s.outline, q) < 1e-6;
                    });
            };
            // The rim finely, what is inside well enough to notice a gap that opens.
            for (int ring = 0; ring <= 20; ++ring)
                for (int k = 0; k < (ring == 20 ? 360 : 24); ++k)
                    if (!stands(at[i] + reach * ring / 20.0 * unit_vector(k * pi / (ring == 20 ? 180 : 12))))
                        return false;
        }
        return true;
    }

    void offer(const Node& to, int tick, Cost cost) {
        if (tick >= static_cast<int>(layers_.size())) return;
        const double left = (static_cast<int>(layers_.size()) - 1 - tick) * moves_.step();
        const double speed = moves_.limits().max_speed + problem_.terrain->fastest_surface();
        if (distance(world(to, tick), problem_.goal.at.position) > speed * left + problem_.goal.tolerance + 2)
            return;
        auto& layer = layers_[static_cast<std::size_t>(tick)];
        const auto [at, is_new] = layer.try_emplace(to, cost);
        if (!is_new) at->second = std::min(at->second, cost);
    }

    void expand(const Node& n, Cost cost) {
        for (std::size_t t = 0; t < MoveTable::turns.size(); ++t)
            for (int speed = std::max(0, n.speed - 1); speed <= std::min(moves_.levels(), n.speed + 1);
                 ++speed) {
                walk(n, cost, static_cast<int>(t), speed);
                for (int carrier = 0; carrier <= static_cast<int>(scene_.platforms.size()); ++carrier)
                    if (carrier != n.carrier) transfer(n, cost, MoveTable::turns[t], speed, carrier);
            }
        leap(n, cost);
        cross(n, cost);
    }

    [[nodiscard]] Positions along(Vec2 a, Vec2 b, const domains::Pace& pace, int frames) const {
        Positions at;
        for (int f = 0; f <= frames; ++f) {
            const double share =
                distance(a, b) > 0 ? pace.travelled(f * moves_.settings().frame) / distance(a, b) : 0;
            at.push_back(lerp(a, b, std::clamp(share, 0.0, 1.0)));
        }
        return at;
    }

    void walk(const Node& n, Cost cost, int turn, int speed) {
        Node to = n;
        to.heading = MoveTable::wrap(n.heading + MoveTable::turns[static_cast<std::size_t>(turn)]);
        to.speed = speed;
        const LatticeVector step = moves_.displacement(to.heading, n.speed, speed);
        to.x += step.x;
        to.y += step.y;
        const Cost price = moves_.cost(n.heading, turn, n.speed, speed);
        if (price >= search::infinite_cost) return;
        // Headings that cruise at the same speed make the same way.
        Node way = n;
        way.heading &= 3;
        const auto [known, is_new] = known_.try_emplace({way, to.heading, speed}, false);
        if (is_new) known->second = can_walk(n, to, step);
        if (known->second) offer(to, tick_ + 1, cost + price);
    }

    [[nodiscard]] bool can_walk(const Node& n, const Node& to, LatticeVector step) const {
        const bool fits_all = n.carrier == 0 ? fits_ground(n.layer, own(n), own(to))
                                             : fits_platform(n.carrier, own(n), own(to));
        if (!fits_all) return false;
        const auto pace =
            domains::pace_over(moves_.length(step), moves_.speed(n.heading, n.speed),
                               moves_.speed(to.heading, to.speed), moves_.step(), moves_.limits());
        Positions at = along(own(n), own(to), *pace, moves_.frames());
        if (n.carrier != 0)
            for (std::size_t f = 0; f < at.size(); ++f) {
                const Pose pose = pose_of(scene_.platforms[static_cast<std::size_t>(n.carrier) - 1],
                                          time(tick_) + static_cast<double>(f) * moves_.settings().frame);
                at[f] = pose.position + rotated(at[f], pose.angle);
            }
        return is_free(at, time(tick_));
    }

    void transfer(const Node& n, Cost cost, int turn, int speed, int carrier) {
        const int heading = MoveTable::wrap(n.heading + turn);
        const LatticeVector step = moves_.displacement(heading, n.speed, speed);
        const Vec2 cells{static_cast<double>(step.x), static_cast<double>(step.y)};
        const Vec2 from = world(n, tick_);
        const Vec2 wanted = from + rotated(moves_.cell() * cells, axis(n.carrier, tick_));
        const LatticeVector cell = cell_near(carrier, wanted, tick_ + 1);
        const double aim = axis(n.carrier, tick_) + heading * pi / 8 - axis(carrier, tick_ + 1);
        const Node to{
            carrier, n.layer, cell.x, cell.y, MoveTable::wrap(static_cast<int>(std::lround(aim / (pi / 8)))),
            speed};
        if (!fits(n) || !fits(to)) return;
        const Vec2 end = world(to, tick_ + 1);
        const auto pace = domains::pace_over(distance(from, end), moves_.speed(n.heading, n.speed),
                                             moves_.speed(to.heading, speed), moves_.step(), moves_.limits());
        const double before = angle(n, tick_), turned = std::remainder(angle(to, tick_ + 1) - before, 2 * pi);
        if (!pace || std::abs(turned) > moves_.limits().max_turn_rate * moves_.step()) return;
        const Cost price = moves_.price(*pace, pace->begin * unit_vector(before),
                                        pace->end * unit_vector(before + turned), turned);
        const Positions at = along(from, end, *pace, moves_.frames());
        if (!is_free(at, time(tick_))) return;
        if (is_carried(n.layer, at, time(tick_)))
            offer(to, tick_ + 1, cost + price);
        else if (distance(from, end) <= problem_.options.gap_length)
            offer(to, tick_ + 1,
                  cost + static_cast<Cost>(std::ceil(price * moves_.settings().energy.jump_factor)));
    }

    void leap(const Node& n, Cost cost) {
        if (n.carrier != 0 || n.speed == 0) return;
        const LatticeVector step = moves_.displacement(n.heading, n.speed, n.speed);
        for (int ticks = 1; ticks * moves_.length(step) <= problem_.options.gap_length; ++ticks) {
            Node to = n;
            to.x += ticks * step.x;
            to.y += ticks * step.y;
            if (!fits(to) || fits_ground(n.layer, own(n), own(to))) continue;
            const double seconds = ticks * moves_.step(), metres = distance(own(n), own(to));
            const domains::Pace pace{metres / seconds, metres / seconds, metres / seconds, seconds};
            if (!is_free(along(own(n), own(to), pace, ticks * moves_.frames()), time(tick_))) continue;
            const auto& energy = moves_.settings().energy;
            offer(to, tick_ + ticks,
                  cost + moves_.price_of(energy.least(seconds, metres) * energy.jump_factor));
        }
    }

    [[nodiscard]] std::vector<LatticeVector> feet(int layer, Vec2 p) const {
        std::vector<std::tuple<double, int, int>> found;
        const LatticeVector middle = cell_near(0, p, 0);
        for (int y = -9; y <= 9; ++y)
            for (int x = -9; x <= 9; ++x) {
                const Node n{0, layer, middle.x + x, middle.y + y, 0, 0};
                if (distance(own(n), p) <= radius_ + 1.5 * moves_.cell() && fits(n))
                    found.push_back({distance(own(n), p), n.y, n.x});
            }
        std::sort(found.begin(), found.end());
        std::vector<LatticeVector> cells;
        for (std::size_t i = 0; i < std::min<std::size_t>(4, found.size()); ++i)
            cells.push_back({std::get<2>(found[i]), std::get<1>(found[i])});
        return cells;
    }

    using Feet = std::pair<std::vector<LatticeVector>, std::vector<LatticeVector>>;
    [[nodiscard]] const Feet& feet_of(const Crossing& c) {
        const auto [at, is_new] = feet_.try_emplace(&c);
        if (is_new)
            at->second = {feet(static_cast<int>(c.from_layer), c.from),
                          feet(static_cast<int>(c.to_layer), c.to)};
        return at->second;
    }

    void cross(const Node& n, Cost cost) {
        if (n.carrier != 0) return;
        for (const Crossing& c : problem_.terrain->crossings()) {
            if (static_cast<int>(c.from_layer) != n.layer || !c.is_open_at(time(tick_))) continue;
            const auto& [from, to] = feet_of(c);
            if (to.empty() || std::find(from.begin(), from.end(), LatticeVector{n.x, n.y}) == from.end())
                continue;
            const Vec2 way = c.to - c.from;
            const double aim = (std::atan2(way.y, way.x) - axis(0, 0)) / (pi / 8);
            const Node end{0,
                           static_cast<int>(c.to_layer),
                           to[0].x,
                           to[0].y,
                           MoveTable::wrap(static_cast<int>(std::lround(aim))),
                           0};
            const double turned = std::remainder((end.heading - n.heading) * pi / 8, 2 * pi);
            if (std::abs(turned) > pi / 8 + 1e-9) continue;
            const double metres = distance(own(n), c.from) + c.length + distance(c.to, own(end));
            const int ticks = std::max(
                1, static_cast<int>(std::ceil(metres / (moves_.limits().max_speed * moves_.step()) - 1e-9)));
            Positions at;
            const int frames = ticks * moves_.frames();
            for (int f = 0; f <= frames; ++f) at.push_back(over(c, own(n), own(end), metres * f / frames));
            if (!is_free(at, time(tick_))) continue;
            const auto& energy = moves_.settings().energy;
            const double effort = std::max(1.0, (metres - c.length + c.effort) / metres);
            const double speed = moves_.speed(n.heading, n.speed);
            offer(end, tick_ + ticks,
                  cost + moves_.price_of(energy.least(ticks * moves_.step(), metres) * effort *
                                             (c.is_jump ? energy.jump_factor : 1) +
                                         speed * speed / 2 + energy.turning * std::abs(turned)));
        }
    }
    [[nodiscard]] static Vec2 over(const Crossing& c, Vec2 a, Vec2 b, double along) {
        const double first = distance(a, c.from), last = distance(c.to, b);
        if (along < first) return lerp(a, c.from, along / first);
        if (along < first + c.length) return lerp(c.from, c.to, (along - first) / c.length);
        return last > 0 ? lerp(c.to, b, std::min(1.0, (along - first - c.length) / last)) : b;
    }

    [[nodiscard]] bool is_goal(const Node& n) {
        if (n.layer != static_cast<int>(problem_.goal.at.layer)) return false;
        if (problem_.goal.at_rest && n.speed != 0) return false;
        return distance(world(n, tick_), problem_.goal.at.position) <= problem_.goal.tolerance && fits(n);
    }

    const SpaceTimeProblem& problem_;
    const Scene& scene_;
    const MoveTable& moves_;
    double radius_;
    std::vector<double> angles_;
    std::vector<BodyPath> paths_;
    std::vector<std::map<Node, Cost>> layers_;
    int tick_ = 0;
    std::map<const Crossing*, Feet> feet_;
    std::map<std::tuple<Node, int, int>, bool> known_;  ///< of this tick's walks
};

}  // namespace

search::Cost best_cost(const SpaceTimeProblem& problem) {
    return Oracle(problem).best();
}

}  // namespace wend::test
