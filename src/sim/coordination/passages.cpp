#include "sim/coordination/passages.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "wend/mesh/medial_axis.hpp"

namespace wend {
namespace {

constexpr double sample_step = 0.15;     ///< metres along the axis
constexpr double room_to_spare = 0.02;   ///< metres to a wall beyond what the bodies need
constexpr double smallest_island = 3;    ///< metres of axis in wide ground that is more than a bay
constexpr double mouth_apart = 0.6;      ///< metres between two mouths that are not the same
constexpr double shortest_corridor = 3;  ///< metres; shorter ones are doors
constexpr double cell_width = 1;         ///< metres

enum class Room : std::uint8_t { none, narrow, wide };

struct AxisLink {
    std::uint32_t a = 0, b = 0;
    double length = 0;
};

}  // namespace

/// Narrow ground that leads from one piece of wide ground to another.
struct Narrow {
    std::vector<Vec2> mouths;
    std::vector<std::uint32_t> points;
};

/// The medial axis as a graph of points with the room around each.
struct AxisGraph {
    std::vector<Vec2> points;
    std::vector<double> clearance;
    std::vector<Room> room;
    std::vector<AxisLink> links;

    AxisGraph(const mesh::MedialAxis& axis, double enough) {
        for (const mesh::MedialVertex& vertex : axis.vertices()) add(vertex.position, vertex.clearance);
        for (std::uint32_t i = 0; i < axis.edges().size(); ++i) {
            const mesh::MedialEdge& edge = axis.edges()[i];
            const int pieces =
                edge.min_clearance >= enough ? 1 : std::max(1, static_cast<int>(edge.length / sample_step));
            std::uint32_t last = edge.from;
            for (int k = 1; k <= pieces; ++k) {
                const double t = static_cast<double>(k) / pieces;
                const std::uint32_t next =
                    k == pieces ? edge.to : add(axis.point_on(i, t), axis.clearance_on(i, t));
                links.push_back({last, next, edge.length / pieces});
                last = next;
            }
        }
    }

    void classify(double least, double enough) {
        room.clear();
        for (const double free : clearance)
            room.push_back(free < least ? Room::none : free < enough ? Room::narrow : Room::wide);
    }

  private:
    std::uint32_t add(Vec2 p, double free) {
        points.push_back(p);
        clearance.push_back(free);
        return static_cast<std::uint32_t>(points.size() - 1);
    }
};

namespace {

/// Which points hang together through links between points of one kind.
class Parts {
  public:
    Parts(const AxisGraph& graph, Room kind) : parent_(graph.points.size()), length_(graph.points.size(), 0) {
        std::iota(parent_.begin(), parent_.end(), 0u);
        for (const AxisLink& link : graph.links)
            if (graph.room[link.a] == kind && graph.room[link.b] == kind) {
                const std::uint32_t a = find(link.a), b = find(link.b);
                if (a != b) {
                    parent_[std::max(a, b)] = std::min(a, b);
                    length_[std::min(a, b)] += length_[std::max(a, b)];
                }
                length_[std::min(a, b)] += link.length;
            }
    }
    [[nodiscard]] std::uint32_t find(std::uint32_t i) {
        while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
        return i;
    }
    [[nodiscard]] double length(std::uint32_t part) const { return length_[part]; }

  private:
    std::vector<std::uint32_t> parent_;
    std::vector<double> length_;
};

void drop_islands(AxisGraph& graph) {
    Parts wide(graph, Room::wide);
    for (std::uint32_t i = 0; i < graph.points.size(); ++i)
        if (graph.room[i] == Room::wide && wide.length(wide.find(i)) < smallest_island)
            graph.room[i] = Room::narrow;
}

void add_mouth(std::vector<Vec2>& mouths, Vec2 p) {
    const auto is_near = [p](Vec2 q) { return distance(p, q) < mouth_apart; };
    if (std::none_of(mouths.begin(), mouths.end(), is_near)) mouths.push_back(p);
}

std::vector<Narrow> narrows_of(const AxisGraph& graph) {
    Parts parts(graph, Room::narrow);
    std::vector<std::uint32_t> index(graph.points.size(), 0);
    std::vector<Narrow> all;
    for (std::uint32_t i = 0; i < graph.points.size(); ++i) {
        if (graph.room[i] != Room::narrow) continue;
        std::uint32_t& number = index[parts.find(i)];
        if (number == 0) {
            all.emplace_back();
            number = static_cast<std::uint32_t>(all.size());
        }
        all[number - 1].points.push_back(i);
    }
    for (const AxisLink& link : graph.links) {
        const Room a = graph.room[link.a], b = graph.room[link.b];
        if (a == b || a == Room::none || b == Room::none) continue;
        const auto [inside, outside] =
            a == Room::narrow ? std::pair(link.a, link.b) : std::pair(link.b, link.a);
        add_mouth(all[index[parts.find(inside)] - 1].mouths, graph.points[outside]);
    }
    std::erase_if(all, [](const Narrow& narrow) { return narrow.mouths.size() < 2; });
    return all;
}

/// Metres between the mouths that are farthest apart.
double length_of(const Narrow& narrow) {
    double longest = 0;
    for (const Vec2 a : narrow.mouths)
        for (const Vec2 b : narrow.mouths) longest = std::max(longest, distance(a, b));
    return longest;
}

/// From the passage's last stretch to its mouth.
Vec2 outward_at(Vec2 mouth, const AxisGraph& graph, const Narrow& narrow) {
    constexpr double stretch = 1.5;  // metres
    Vec2 sum;
    double count = 0;
    for (const std::uint32_t i : narrow.points)
        if (distance(graph.points[i], mouth) < stretch) {
            sum = sum + graph.points[i];
            ++count;
        }
    const Vec2 way = count > 0 ? mouth - sum / count : Vec2{};
    return squared_length(way) > 0 ? normalized(way) : Vec2{};
}

/// Between one station where it is true and one where it is not, the place where it ends.
template <class Predicate>
double last_where(double yes, double no, const Predicate& is_true) {
    constexpr double exactly = 0.01;  // metres
    while (no - yes > exactly) {
        const double half_way = (yes + no) / 2;
        (is_true(half_way) ? yes : no) = half_way;
    }
    return no;
}

std::int64_t cell_of(double x) {
    return static_cast<std::int64_t>(std::floor(x / cell_width));
}

}  // namespace

Passages::Passages(const mesh::NavMesh& ground, double radius) {
    for (std::uint32_t layer = 0; layer < ground.layer_count(); ++layer)
        add_layer(ground.layer(layer), layer, radius);
}

void Passages::add_layer(const mesh::Triangulation& ground, std::uint32_t layer, double radius) {
    const auto walls = mesh::walls_of(ground);
    const auto axis = mesh::MedialAxis::create(walls);
    if (!axis) return;
    // By clearance in radii: how many may go against each other, in lanes. In fine steps, so that a mouth
    // lies where the passage ends and not far out in the wide ground beyond.
    struct Class {
        double clearance;
        std::uint32_t few;
        double least_length;
    };
    constexpr std::uint32_t lanes = 20;
    constexpr Class classes[] = {{2, 0, 0},
                                 {2.3, 0, 0},
                                 {2.6, 0, 0},
                                 {3, 0, 0},
                                 {3.4, 0, 0},
                                 {3.8, lanes, shortest_corridor},
                                 {4, lanes, shortest_corridor},
                                 {4.3, lanes, shortest_corridor},
                                 {4.6, lanes, shortest_corridor}};
    AxisGraph graph(axis.value(), 6 * radius + room_to_spare);
    std::vector<bool> is_taken(graph.points.size());
    for (const Class& one : classes) {
        graph.classify(radius, one.clearance * radius + room_to_spare);
        drop_islands(graph);
        // The ground before a narrower passage belongs to nobody.
        const auto touches = [&](std::uint32_t point) { return is_taken[point]; };
        std::vector<Narrow> found = narrows_of(graph);
        std::erase_if(found, [&](const Narrow& narrow) {
            return std::any_of(narrow.points.begin(), narrow.points.end(), touches) ||
                   length_of(narrow) < one.least_length;
        });
        for (const Narrow& narrow : found) {
            add(layer, graph, narrow, one.few);
            for (const std::uint32_t point : narrow.points) is_taken[point] = true;
        }
    }
}

void Passages::add(std::uint32_t layer, const AxisGraph& graph, const Narrow& narrow, std::uint32_t few) {
    const auto number = static_cast<PassageIndex>(passages_.size());
    passages_.push_back({layer, narrow.mouths, {}, few});
    for (const Vec2 mouth : narrow.mouths)
        passages_.back().outward.push_back(outward_at(mouth, graph, narrow));
    for (const std::uint32_t i : narrow.points) {
        const Place place{graph.points[i], graph.clearance[i], number};
        const Box2 box = Box2::around(place.position, place.room);
        for (std::int64_t x = cell_of(box.low.x); x <= cell_of(box.high.x); ++x)
            for (std::int64_t y = cell_of(box.low.y); y <= cell_of(box.high.y); ++y)
                cells_[cell_key(layer, x, y)].push_back(place);
    }
}

std::uint64_t Passages::cell_key(std::uint32_t layer, std::int64_t x, std::int64_t y) noexcept {
    return static_cast<std::uint64_t>(layer) << 56 ^ (static_cast<std::uint64_t>(x) & 0xFFFFFFF) << 28 ^
           (static_cast<std::uint64_t>(y) & 0xFFFFFFF);
}

std::optional<PassageIndex> Passages::at(std::uint32_t layer, Vec2 p) const {
    const auto cell = cells_.find(cell_key(layer, cell_of(p.x), cell_of(p.y)));
    if (cell == cells_.end()) return std::nullopt;
    for (const Place& place : cell->second)
        if (squared_length(place.position - p) <= place.room * place.room) return place.passage;
    return std::nullopt;
}

std::uint32_t Passages::nearest_mouth(PassageIndex passage, Vec2 p) const {
    const auto& mouths = passages_[passage].mouths;
    const auto nearest = std::min_element(mouths.begin(), mouths.end(), [p](Vec2 a, Vec2 b) {
        return squared_length(a - p) < squared_length(b - p);
    });
    return static_cast<std::uint32_t>(nearest - mouths.begin());
}

std::optional<Transit> Passages::next_on(const Route& route, double station, double ahead) const {
    constexpr double step = 0.2, longest = 100;  // metres
    if (passages_.empty() || route.empty()) return std::nullopt;
    const auto passage_at = [&](double s) { return at(route.layer_at(s), route.position_at(s)); };
    for (double s = station; s <= std::min(station + ahead, route.length()); s += step) {
        const auto passage = passage_at(s);
        if (!passage) continue;
        double end = s;
        while (end < route.length() && end < s + longest && passage_at(end) == passage) end += step;
        const bool ends_inside = end >= route.length();
        end = ends_inside ? route.length() : last_where(end - step, end, [&](double at_station) {
            return passage_at(at_station) == passage;
        });
        Transit transit{*passage, s, end, nearest_mouth(*passage, route.position_at(s)), s == station};
        const std::uint32_t exit = nearest_mouth(*passage, route.position_at(end));
        const std::size_t mouths = passages_[*passage].mouths.size();
        if (transit.is_inside && !ends_inside && mouths == 2) transit.entry = 1 - exit;
        if (transit.is_inside || ends_inside || exit != transit.entry) return transit;
        s = end;  // it only brushes past the mouth
    }
    return std::nullopt;
}

}  // namespace wend
