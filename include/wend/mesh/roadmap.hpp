#pragma once

// All that shortest paths of one radius can be made of, found beforehand: which tangents a disc can follow
// from corner to corner, and which corners it can get to from where. Who prepares for the radii it will ask
// about gets answers to new questions several times sooner; answers are the same.
//
// After an edit only those corners are looked at anew that saw what changed.

#include <cstddef>
#include <memory>

#include "wend/base/budget.hpp"
#include "wend/mesh/triangulation.hpp"

namespace wend::mesh {

class Roadmap {
  public:
    /// The radius (metres) must be positive and the mesh keep clearance.
    Roadmap(const Triangulation& mesh, double radius);
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

    /// Metres.
    [[nodiscard]] double radius() const noexcept;
    /// It knows this mesh as it is now; queries do without it when it does not.
    [[nodiscard]] bool is_about(const Triangulation& mesh) const noexcept;
    [[nodiscard]] std::size_t road_count() const noexcept;
    [[nodiscard]] std::size_t memory() const noexcept;

    struct Roads;
    [[nodiscard]] const Roads& roads() const noexcept { return *roads_; }

  private:
    double radius_;
    std::unique_ptr<Roads> roads_;
};

}  // namespace wend::mesh
