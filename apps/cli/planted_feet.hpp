#pragma once

#include <map>
#include <optional>
#include <span>
#include <vector>

#include "wend/motion/foot_plan.hpp"
#include "wend/motion/track.hpp"
#include "wend/world/frame.hpp"
#include "wend/world/scene.hpp"

namespace wend::cli {

/// Feet that were planned one by one, as the events of a run tell of them. Bodies set theirs exactly there,
/// and go up and down with the ground that holds them.
class PlantedFeet {
  public:
    /// Of frames in their order.
    void see(const Frame& frame, std::span<const AgentSpec> agents);
    /// Nothing for whoever has none.
    [[nodiscard]] std::optional<motion::FootPlan> plan_of(std::uint32_t agent) const;
    void raise(std::uint32_t agent, std::vector<motion::TrackPoint>& points) const;

  private:
    struct Planted {
        motion::FootPlan plan;
        std::vector<double> downs, heights;  ///< of all feet, by the time they come down
    };
    void put_down(Planted& feet, const std::string& text, double floor);
    static void lift(Planted& feet, const std::string& text);

    std::map<std::uint32_t, Planted> feet_;  ///< by agent number
};

}  // namespace wend::cli
