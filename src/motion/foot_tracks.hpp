#pragma once

#include <array>
#include <vector>

#include "wend/motion/clip.hpp"

namespace wend::motion {

/// Where feet and the centre of mass are in each frame of a clip.
struct FootTracks {
    explicit FootTracks(const Clip& clip);
    /// Metres a second around a frame.
    [[nodiscard]] static double speed(const std::vector<Vec3>& track, std::size_t frame, double frame_time);

    std::array<std::vector<Vec3>, 2> ankle, toe;
    std::vector<Vec3> centre;
};

}  // namespace wend::motion
