#pragma once

#include <optional>
#include <vector>

#include "wend/base/ids.hpp"
#include "wend/world/scene.hpp"

namespace wend {

/// The moving surfaces of a scene and what they do to those who stand on them. Platforms are few; a lookup
/// tests the box each one sweeps before its outline.
class Platforms {
  public:
    Platforms() = default;
    explicit Platforms(std::vector<PlatformSpec> specs);

    [[nodiscard]] std::size_t size() const noexcept { return specs_.size(); }
    [[nodiscard]] PlatformId id(std::size_t index) const noexcept {
        return {static_cast<std::uint32_t>(index), 1};
    }
    [[nodiscard]] const PlatformSpec& at(PlatformId id) const { return specs_[id.index]; }

    /// The platform under p at a time, null when there is none; the first of the scene's list where several
    /// overlap.
    [[nodiscard]] PlatformId under(std::uint32_t layer, Vec2 p, double time) const;
    /// Velocity of the surface at p just after `time`: translation and rotation, metres a second.
    [[nodiscard]] Vec2 surface_velocity(PlatformId id, Vec2 p, double time) const;
    /// Where somebody who stands at p at `from` is carried to by `to`.
    [[nodiscard]] Vec2 carry(PlatformId id, Vec2 p, double from, double to) const;

  private:
    std::vector<PlatformSpec> specs_;
    std::vector<Box2> swept_;
};

}  // namespace wend
