#include "mesh/medial_data.hpp"

#include <algorithm>

namespace wend::mesh {
namespace {

/// A number that is free, or the next one.
std::uint32_t take_number(std::vector<std::uint32_t>& free, std::size_t count) {
    if (free.empty()) return static_cast<std::uint32_t>(count);
    const std::uint32_t number = free.back();
    free.pop_back();
    return number;
}

template <class T>
void put_at(std::vector<T>& list, std::uint32_t number, const T& value) {
    if (number == list.size())
        list.push_back(value);
    else
        list[number] = value;
}

}  // namespace

std::uint32_t MedialAxis::Data::add_end(LatticePoint end) {
    const auto [entry, is_new] = end_numbers.try_emplace(end, 0);
    if (!is_new) return entry->second;
    const std::uint32_t number = entry->second = take_number(free_ends, ends.size());
    put_at(ends, number, end);
    put_at(walls_at, number, {});
    put_at(edges_of_end, number, {});
    return number;
}

std::uint32_t MedialAxis::Data::note_wall(const MedialWall& wall) {
    const std::uint32_t number = take_number(free_walls, walls.size());
    put_at(walls, number, wall);
    put_at(edges_of_wall, number, {});
    if (number == has_wall.size()) has_wall.push_back(true);
    has_wall[number] = true;
    const std::uint32_t from = add_end(wall.from), to = add_end(wall.to);
    walls_at[from].push_back(number);
    if (to != from) walls_at[to].push_back(number);
    return number;
}

std::uint32_t MedialAxis::Data::add_wall(const MedialWall& wall) {
    const std::uint32_t number = note_wall(wall);
    index.add(number, lattice.metres(wall.from), lattice.metres(wall.to));
    return number;
}

void MedialAxis::Data::remove_wall(std::uint32_t wall) {
    index.remove(wall);
    has_wall[wall] = false;
    free_walls.push_back(wall);
    for (const LatticePoint p : {walls[wall].from, walls[wall].to}) {
        const auto entry = end_numbers.find(p);
        if (entry == end_numbers.end()) continue;
        const std::uint32_t end = entry->second;
        std::erase(walls_at[end], wall);
        if (!walls_at[end].empty()) continue;
        end_numbers.erase(entry);
        free_ends.push_back(end);
    }
}

std::uint32_t MedialAxis::Data::add_vertex(const MedialVertex& vertex) {
    const std::uint32_t number = take_number(free_vertices, vertices.size());
    put_at(vertices, number, vertex);
    put_at(edges_at, number, {});
    widest = std::max(widest, vertex.clearance);
    return number;
}

std::uint32_t MedialAxis::Data::add_edge(const MedialEdge& edge, const MedialCurve& curve) {
    const std::uint32_t number = take_number(free_edges, edges.size());
    put_at(edges, number, edge);
    put_at(curves, number, curve);
    edges_at[edge.from].push_back(number);
    if (edge.to != edge.from) edges_at[edge.to].push_back(number);
    edges_of(edge.left).push_back(number);
    if (edge.right != edge.left) edges_of(edge.right).push_back(number);
    return number;
}

/// Vertices that it leaves without edges are the caller's to free.
void MedialAxis::Data::remove_edge(std::uint32_t number) {
    MedialEdge& edge = edges[number];
    std::erase(edges_at[edge.from], number);
    std::erase(edges_at[edge.to], number);
    std::erase(edges_of(edge.left), number);
    std::erase(edges_of(edge.right), number);
    edge.from = edge.to = medial_end;
    free_edges.push_back(number);
}

}  // namespace wend::mesh
