#include "mesh/road_table.hpp"

#include <cmath>
#include <limits>

#include "mesh/tangent.hpp"

namespace wend::mesh {

namespace {

constexpr float no_way = std::numeric_limits<float>::infinity();

}  // namespace

bool RoadTable::make(const MeshView& view, const Roadmap::Roads& roads, const RoadMoves& moves,
                     Budget& budget) {
    if (content_ != roads.content) {
        begin(roads, moves);
        arrivals_.make(view, roads);
    }
    for (; rows_made_ < ends_.size(); ++rows_made_) {
        if (!budget.spend()) return false;
        make_row(rows_made_);
    }
    draft_ = {};
    return true;
}

void RoadTable::begin(const Roadmap::Roads& roads, const RoadMoves& moves) {
    content_ = roads.content;
    rows_made_ = 0;
    ends_.clear();
    draft_ = {};
    for (std::uint32_t end = 0; end < 2 * roads.corners.size(); ++end) {
        const Approach& approach = roads.approaches[end];
        const int side = Roadmap::Roads::side_of(end);
        // Paths turn from the wall behind them to the one ahead, by half a turn at most.
        const Vec2 first = approach.behind * -side, last = approach.ahead * side;
        const double half = std::abs(turn_between(first, last)) / 2;
        const double angle = wrapped(angle_of(first) + side * half);
        ends_.push_back(approach.is_pillar ? Frame{} : Frame{unit_vector(angle), angle, approach.offset});
        draft_.first_road.push_back(static_cast<std::uint32_t>(draft_.roads.size()));
        for (const Road& road : roads.end(end).roads) draft_.roads.push_back({road, 0});
    }
    draft_.first_road.push_back(static_cast<std::uint32_t>(draft_.roads.size()));
    link(roads, moves);
    draft_.lengths.resize(draft_.roads.size());
    draft_.leaves.resize(draft_.roads.size());
    values_.assign(ends_.size() * ends_.size(), no_way);
    first_roads_.assign(ends_.size() * ends_.size(), no_road);
}

void RoadTable::link(const Roadmap::Roads& roads, const RoadMoves& moves) {
    for (DraftRoad& from : draft_.roads) {
        from.first_link = static_cast<std::uint32_t>(draft_.links.size());
        const std::uint32_t end = from.road.to;
        FreeSweep sweep;
        for (std::uint32_t i = draft_.first_road[end]; i < draft_.first_road[end + 1]; ++i) {
            const Road& road = draft_.roads[i].road;
            const double turn =
                allowed_turn(roads.corner(end), Roadmap::Roads::side_of(end), from.road.angle, road.angle);
            if (turn >= 0 && moves.may_turn(end, from.road.angle, from.road.arrives, turn, sweep))
                draft_.links.push_back({i, roads.radius * turn + road.length});
        }
    }
    draft_.roads.push_back({{}, static_cast<std::uint32_t>(draft_.links.size())});
}

/// Dijkstra's search over roads.
void RoadTable::make_row(std::uint32_t from) {
    draft_.open.clear();
    draft_.lengths.assign(draft_.lengths.size(), std::numeric_limits<double>::infinity());
    values_[from * ends_.size() + (from ^ 1)] = 0;
    const std::uint32_t first = draft_.first_road[from];
    for (std::uint32_t i = first; i < draft_.first_road[from + 1]; ++i) {
        const Road& road = draft_.roads[i].road;
        offer(i, turned(from, road.angle) + road.length, static_cast<std::uint16_t>(i - first));
    }
    while (!draft_.open.empty()) {
        const auto [length, id] = draft_.open.top();
        draft_.open.pop();
        if (length > draft_.lengths[id]) continue;
        arrive(from, id);
        for (std::uint32_t i = draft_.roads[id].first_link; i < draft_.roads[id + 1].first_link; ++i)
            offer(draft_.links[i].road, length + draft_.links[i].length, draft_.leaves[id]);
    }
}

void RoadTable::offer(std::uint32_t road, double length, std::uint16_t leaves) {
    if (length >= draft_.lengths[road]) return;
    draft_.lengths[road] = length;
    draft_.leaves[road] = leaves;
    draft_.open.push(length, road);
}

void RoadTable::arrive(std::uint32_t from, std::uint32_t id) {
    const Road& road = draft_.roads[id].road;
    const auto value = static_cast<float>(draft_.lengths[id] - turned(road.to, road.angle));
    const std::size_t place = from * ends_.size() + (road.to ^ 1);
    if (value >= values_[place]) return;
    values_[place] = value;
    first_roads_[place] = draft_.leaves[id];
}

/// How far along the circle a path has turned from the middle that goes in that direction.
double RoadTable::turned(std::uint32_t end, double angle) const noexcept {
    return ends_[end].offset * wrapped(angle - ends_[end].angle);
}

std::size_t RoadTable::memory() const noexcept {
    return ends_.capacity() * sizeof(Frame) + values_.capacity() * sizeof(float) +
           first_roads_.capacity() * sizeof(std::uint16_t) + arrivals_.memory() +
           draft_.first_road.capacity() * sizeof(std::uint32_t) +
           draft_.roads.capacity() * sizeof(DraftRoad) + draft_.links.capacity() * sizeof(Link) +
           draft_.lengths.capacity() * sizeof(double) + draft_.leaves.capacity() * sizeof(std::uint16_t);
}

}  // namespace wend::mesh
