#pragma once

#include <cstdint>
#include <vector>

#include "wend/io/recording.hpp"
#include "wend/motion/track.hpp"

namespace wend::cli {

/// Which platforms carry whom, found out from frames in their order.
class Carriers {
  public:
    struct Carried {
        Vec2 carrier;        ///< moves as the platform does, from where the first ride began
        double heading = 0;  ///< turns as it does, radians
        Vec2 velocity;       ///< of the carrier, metres a second
        double turning = 0;
        bool is_on = false;
    };
    /// Platforms of a new frame.
    void see(const io::Frame& frame);
    /// Of an agent of the newest frame, once a frame.
    const Carried& follow(const io::Frame& frame, const io::RecordedAgent& agent);

  private:
    struct Ride : Carried {
        std::uint32_t platform = 0;
        Pose last;
        double time = 0;
    };
    [[nodiscard]] bool find_platform(const io::Frame& frame, Vec2 at, Ride& ride) const;

    std::vector<Ride> rides_;  ///< by agent number
    std::vector<io::RecordedIdentity> platforms_;
};

}  // namespace wend::cli
