#pragma once

// Dijkstra over the gates of a NavMesh. Ways between gates on one layer are path queries; they are asked only
// when a way's straight length makes it the best candidate (lazy evaluation), so most never are.

#include <vector>

#include "wend/mesh/nav_mesh.hpp"

namespace wend::mesh {

class GateSearch {
  public:
    GateSearch(const NavMesh& mesh, const NavQuery& query, NavContext& context, Budget& budget, Path& path)
        : mesh_(mesh), query_(query), context_(context), budget_(budget), path_(path) {}

    void run();

  private:
    static constexpr std::uint32_t start_node = none;
    static constexpr std::uint32_t goal_node = none - 1;

    void walk_directly();
    /// The fast mode, and what is proven to be unreachable.
    bool is_answered_by_storeys();
    void gather_gates();
    void add_portal_gates(std::uint32_t index);
    [[nodiscard]] bool make_portal_gate(std::uint32_t index, double parameter, bool is_forward, Gate& gate);
    [[nodiscard]] bool find_footing(std::uint32_t layer, Vec2 wanted, Vec2& found);

    void push(std::uint32_t from, std::uint32_t to, double length, bool is_measured);
    void expand(std::uint32_t node, double length);
    [[nodiscard]] MeshPoint exit_of(std::uint32_t node) const;
    [[nodiscard]] MeshPoint entry_of(std::uint32_t node) const;
    /// Cost of the way on one layer; negative when there is none.
    double measure(const MeshPoint& from, const MeshPoint& to);
    [[nodiscard]] double opens_after(const Gate& gate, double length) const;
    void report_failure();
    void refine(std::vector<Gate>& route);
    void assemble(const std::vector<Gate>& route);
    void note_bound(bool is_on_one_layer);

    const NavMesh& mesh_;
    const NavQuery& query_;
    NavContext& context_;
    Budget& budget_;
    Path& path_;
    StatusCode failed_ = StatusCode::unreachable;
};

}  // namespace wend::mesh
