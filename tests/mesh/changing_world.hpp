#pragma once

// A world in which boxes come and go.

#include <algorithm>
#include <deque>
#include <vector>

#include <gtest/gtest.h>

#include "query_scenes.hpp"

namespace wend::test {

class ChangingWorld {
  public:
    ChangingWorld(Rng& rng, SceneKind kind) : rng_(rng), scene_(random_scene(rng, kind, 40, 40)) {
        mesh_.push_back(build_mesh(scene_));
    }

    [[nodiscard]] mesh::Triangulation& mesh() { return mesh_.back(); }
    [[nodiscard]] Vec2 draw() { return random_point(rng_, scene_); }

    /// A box comes or goes, in the mesh itself or in a copy that takes its place.
    void edit() {
        if (rng_.below(4) == 0) {
            mesh_.push_back(mesh_.back());
            if (mesh_.size() > 2) mesh_.pop_front();
        }
        if (!regions_.empty() && rng_.below(2) == 0) {
            const std::size_t k = rng_.below(regions_.size());
            ASSERT_TRUE(mesh().remove(regions_[k]).is_ok());
            regions_.erase(regions_.begin() + static_cast<std::ptrdiff_t>(k));
            return;
        }
        const Vec2 low = draw(), size{rng_.uniform(0.05, 2), rng_.uniform(0.05, 2)};
        const Box2& box = scene_.bounds;
        const Vec2 high{std::min(low.x + size.x, box.high.x), std::min(low.y + size.y, box.high.y)};
        const auto id = mesh().insert(Ring{low, {high.x, low.y}, high, {low.x, high.y}});
        ASSERT_TRUE(id);
        regions_.push_back(id.value());
    }

  private:
    Rng& rng_;
    QueryScene scene_;
    std::deque<mesh::Triangulation> mesh_;
    std::vector<mesh::RegionId> regions_;
};

}  // namespace wend::test
