#pragma once

// What edits did to the mesh, for tasks that look at it when it is their turn: the region R of each edit, as
// the edit returned it, and the box of all that it may concern. The world's change log says when; its
// `ground_changed` carries the number of the edit.

#include <cstdint>
#include <deque>

#include "wend/mesh/nav_mesh.hpp"
#include "wend/world/body_id.hpp"

namespace wend::domains {

struct MeshEdit {
    BodyId who;  ///< came to stand there, or went
    std::uint32_t layer = 0;
    mesh::AffectedRegion region;
    Box2 box;  ///< of every place whose moves the edit may have changed
};

class MeshEdits {
  public:
    /// To be told after every single edit of a layer, before the next one.
    void note(const mesh::NavMesh& mesh, mesh::FilterIndex filter, std::uint32_t layer, BodyId who);

    /// Edits are numbered from 0 on, as they come.
    [[nodiscard]] std::uint64_t count() const noexcept { return first_ + kept_.size(); }
    /// Null for what is too long ago, or has yet to come.
    [[nodiscard]] const MeshEdit* find(std::uint64_t number) const noexcept {
        return number >= first_ && number < count() ? &kept_[number - first_] : nullptr;
    }

  private:
    static constexpr std::size_t most_kept = 512;
    std::uint64_t first_ = 0;
    std::deque<MeshEdit> kept_;
};

}  // namespace wend::domains
