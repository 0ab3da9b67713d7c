#pragma once

// Which frames there are and who is in them. Frames are numbered from 0 without a gap, each at its number
// times the scene's time step; an agent, once in the world, is in every frame until something takes it out,
// and does not come back.

#include <cstdint>
#include <vector>

#include "verify/episodes.hpp"
#include "verify/goals.hpp"

namespace wend::verify {

class Presence {
  public:
    explicit Presence(const Scene& scene) : time_step_(scene.time_step) {}

    void add_agent() { stays_.push_back(Stay::outside); }
    /// The frame's number and time, against the frame before it.
    void check_time(const io::Frame& frame, Episodes& findings);
    /// Who has vanished since `last`, and who has come back; `goals` knows who had reason to leave.
    void check_agents(const io::Frame& last, const io::Frame& frame, const Goals& goals, Episodes& findings);

  private:
    enum class Stay : std::uint8_t { outside, inside, gone };

    double time_step_;
    std::uint32_t next_index_ = 0;
    std::vector<Stay> stays_;       ///< by agent
    std::vector<bool> is_there_{};  ///< scratch
};

}  // namespace wend::verify
