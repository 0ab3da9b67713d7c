#pragma once

// All that shortest paths of one radius can be made of, found beforehand: which tangents a disc can follow
// from corner to corner, and which corners it can get to from where. Who prepares for the radii it will ask
// about gets answers to new questions several times sooner; answers are the same.
//
// After an edit only those corners are looked at anew that saw what changed. Of levels that seldom change all
// ways from corner to corner can be measured as well, so that nothing is left to search for.

#include <cstddef>
#include <memory>

#include "wend/base/budget.hpp"
#include "wend/base/status.hpp"
#include "wend/mesh/triangulation.hpp"

namespace wend::mesh {

class RoadTable;

class Roadmap {
  public:
    /// The radius (metres) must be positive and the mesh keep clearance. With radius 0 it is the reduced
    /// visibility graph of points (structures/visibility_graph.hpp), which queries do not use.
    Roadmap(const Triangulation& mesh, double radius);
    /// As much of it as the budget allows; update() goes on.
    Roadmap(const Triangulation& mesh, double radius, Budget& budget);
    Roadmap(const Roadmap& other);
    Roadmap(Roadmap&&) noexcept;
    Roadmap& operator=(Roadmap other) noexcept;
    ~Roadmap();

    /// To be told of every edit; what it changed is looked at anew in update().
    void note_edit(const Triangulation& mesh);
    void update(const Triangulation& mesh);
    /// The same within a budget: an expansion is a look from one side of a corner. False when it did not
    /// suffice; another call goes on.
    bool update(const Triangulation& mesh, Budget& budget);

    /// Measures all ways from corner to corner. It pays among rooms and corridors, of which it is soon made;
    /// in the open, where distances tell a search where to go, looking up takes as long as searching, and
    /// making it hundreds of milliseconds. It takes six bytes for each pair of sides of corners, of which
    /// there may be most_tabulated. An expansion is all ways from one. Edits make it out of date, as a whole;
    /// queries do without it then. out_of_budget: another call goes on.
    Status tabulate(const Triangulation& mesh, Budget& budget);
    static constexpr std::size_t most_tabulated = 1024;
    [[nodiscard]] bool is_tabulated() const noexcept;

    /// Metres.
    [[nodiscard]] double radius() const noexcept;
    /// It knows this mesh as it is now; queries do without it when it does not.
    [[nodiscard]] bool is_about(const Triangulation& mesh) const noexcept;
    [[nodiscard]] std::size_t road_count() const noexcept;
    [[nodiscard]] std::size_t memory() const noexcept;

    struct Roads;
    [[nodiscard]] const Roads& roads() const noexcept { return *roads_; }
    /// Null while it is not tabulated.
    [[nodiscard]] const RoadTable* table() const noexcept;

  private:
    Roadmap(double radius, double unit);

    double radius_;
    std::unique_ptr<Roads> roads_;
    std::unique_ptr<RoadTable> table_;
};

}  // namespace wend::mesh
