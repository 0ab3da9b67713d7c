#pragma once

// How agents got from one frame to the next: straight legs. A change of layer makes two legs, one on either
// side of the portal or link that was taken.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "wend/io/recording.hpp"
#include "wend/world/scene.hpp"

#include "verify/sweep.hpp"

namespace wend::verify {

struct Leg {
    std::uint32_t agent = 0;
    std::uint32_t layer = 0;
    double begin = 0;
    double end = 0;
    Path path;
    double radius = 0;
    double low_z = 0;   ///< of the feet, over the leg
    double high_z = 0;  ///< of the head
    bool airborne = false;

    [[nodiscard]] Vec2 at(double time) const noexcept {
        return begin < end ? path.at((time - begin) / (end - begin)) : path.from;
    }
};

/// One agent in two successive frames.
struct Move {
    const AgentSpec* spec = nullptr;
    const io::RecordedAgent* from = nullptr;
    const io::RecordedAgent* to = nullptr;
    double begin = 0;
    double end = 0;
};

class LegMaker {
  public:
    explicit LegMaker(const Scene& scene) : scene_(scene) {}

    /// Appends the legs. Returns the metres walked, or nothing when no portal or link explains the change of
    /// layer.
    [[nodiscard]] std::optional<double> make(const Move& move, std::vector<Leg>& out) const;
    /// Is p on a portal's stairs, between its two segments, seen from this layer?
    [[nodiscard]] bool is_on_stairs(std::uint32_t layer, Vec2 p) const;

  private:
    [[nodiscard]] bool leads(std::uint32_t from_layer, Vec2 from, std::uint32_t to_layer, Vec2 to,
                             double reach) const;
    const Scene& scene_;
};

}  // namespace wend::verify
