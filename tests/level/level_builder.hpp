#pragma once

#include <algorithm>
#include <array>

#include "wend/level/triangles.hpp"

namespace wend::level::test {

/// Levels made of boxes and ramps, z up, for tests that know the answer.
class LevelBuilder {
  public:
    LevelBuilder& box(Vec3 low, Vec3 high) { return prism(low, high, {high.z, high.z, high.z, high.z}); }

    /// A box whose top goes from low.z + `start` to high.z along +x.
    LevelBuilder& ramp_x(Vec3 low, Vec3 high, double start = 0) {
        return prism(low, high, {low.z + start, high.z, high.z, low.z + start});
    }
    /// The same along +y.
    LevelBuilder& ramp_y(Vec3 low, Vec3 high, double start = 0) {
        return prism(low, high, {low.z + start, low.z + start, high.z, high.z});
    }

    /// Two triangles, counter-clockwise.
    LevelBuilder& quad(Vec3 a, Vec3 b, Vec3 c, Vec3 d) {
        const auto first = static_cast<std::uint32_t>(mesh_.points.size());
        mesh_.points.insert(mesh_.points.end(), {a, b, c, d});
        mesh_.corners.push_back({first, first + 1, first + 2});
        mesh_.corners.push_back({first, first + 2, first + 3});
        return *this;
    }

    /// Four walls without thickness, so that the rim is no ledge and no wall has a top to stand on.
    LevelBuilder& walls(Vec2 low, Vec2 high, double bottom, double top) {
        const std::array<Vec2, 4> corners{low, Vec2{high.x, low.y}, high, Vec2{low.x, high.y}};
        for (std::size_t i = 0; i < 4; ++i) {
            const Vec2 p = corners[i], q = corners[(i + 1) % 4];
            quad({p.x, p.y, bottom}, {q.x, q.y, bottom}, {q.x, q.y, top}, {p.x, p.y, top});
        }
        return *this;
    }

    [[nodiscard]] const Triangles& triangles() const { return mesh_; }

  private:
    /// `top` by corner: low low, high low, high high, low high.
    LevelBuilder& prism(Vec3 l, Vec3 h, std::array<double, 4> top) {
        const std::array<Vec3, 4> base{
            Vec3{l.x, l.y, l.z}, {h.x, l.y, l.z}, {h.x, h.y, l.z}, {l.x, h.y, l.z}};
        std::array<Vec3, 4> lid = base;
        for (std::size_t i = 0; i < 4; ++i) lid[i].z = top[i];
        quad(lid[0], lid[1], lid[2], lid[3]);
        // Voxels do not know an inside: ceilings close together keep anybody from standing in there.
        const int storeys = static_cast<int>(*std::ranges::max_element(top) - l.z) + 1;
        for (int i = 0; i < storeys; ++i) {
            std::array<Vec3, 4> ceiling = base;
            for (std::size_t k = 0; k < 4; ++k) ceiling[k].z += (lid[k].z - base[k].z) * i / storeys;
            quad(ceiling[3], ceiling[2], ceiling[1], ceiling[0]);
        }
        for (std::size_t i = 0; i < 4; ++i) {
            const std::size_t j = (i + 1) % 4;
            quad(base[i], base[j], lid[j], lid[i]);
        }
        return *this;
    }

    Triangles mesh_;
};

}  // namespace wend::level::test
