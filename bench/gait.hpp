#pragma once

// How steadily bodies walk, read off a recording: stops, reversals, swings and jerk.

#include <cstdint>
#include <vector>

#include <nlohmann/json.hpp>

#include "wend/io/recording.hpp"

namespace wend::bench {

class Gait {
  public:
    explicit Gait(double time_step) : dt_(time_step) {}

    /// Another run: whoever has a number now has not been seen before.
    void begin_run() { bodies_.clear(); }
    /// The next frame. Who has arrived is not watched any more.
    void add(const io::Frame& frame);
    /// Of one agent's minute on its way; jerk in m/s^3, its mean over time.
    [[nodiscard]] nlohmann::json to_json() const;

  private:
    struct Body {
        std::uint32_t known = 0;  ///< frames in a row
        Vec2 place, velocity, acceleration;
        Vec2 direction;
        double moved_for = 0, since_reversal = 0;  ///< seconds
        double turned = 0;                         ///< radians to one side, since it turned to the other
        int side = 0;                              ///< of the last turn that counts
    };
    void follow(Body& body, Vec2 place);
    void follow_heading(Body& body, Vec2 direction);

    double dt_;
    std::vector<Body> bodies_;
    double seconds_ = 0, jerk_seconds_ = 0, jerk_ = 0;
    std::uint64_t stops_ = 0, reversals_ = 0, swings_ = 0;
};

}  // namespace wend::bench
