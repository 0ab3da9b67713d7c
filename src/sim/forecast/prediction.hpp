#pragma once

// Who will be where, when, and which way they will be going: the density field of MD section 4.1 (Sigma 2),
// kept for a whole crowd. What everybody has published, and then their routes at their own pace, are sampled
// into cells of ground and slots of time. Beside the number of bodies each cell keeps the sums of their
// velocities and of the squares of these, so that it can tell how fast they pass somebody who walks through:
// a crowd that goes the same way is no hindrance, one that comes the other way is twice one that stands.
//
// The table is made anew once a second from whole numbers, in any order with the same result; planners only
// read it.

#include <cstdint>
#include <vector>

#include "wend/geometry/box.hpp"
#include "wend/geometry/vec.hpp"

namespace wend {

struct Crowd;
struct Walker;

class Prediction {
  public:
    static constexpr double cell = 2;           ///< metres
    static constexpr double slot = 2;           ///< seconds
    static constexpr std::uint32_t slots = 16;  ///< that are looked ahead

    Prediction() = default;
    Prediction(const Box2& bounds, std::uint32_t layers);

    /// Samples everybody who is there.
    void renew(Crowd& crowd);
    [[nodiscard]] bool is_empty() const noexcept { return flows_.empty(); }
    /// The last moment that it knows of.
    [[nodiscard]] double end() const noexcept { return begin_ + (slots - 0.5) * slot; }

    /// Bodies a square metre that somebody with this velocity will meet at p and `time`, weighed by how fast
    /// they pass him: 1 for those who stand, 2 for those who come the other way just as fast. Without the
    /// agent of that number.
    [[nodiscard]] double hindrance(std::uint32_t layer, Vec2 p, double time, Vec2 velocity,
                                   std::uint32_t except) const;

  private:
    /// In units of 1 / 256 half slots.
    struct Flow {
        std::int32_t bodies = 0;
        std::int32_t x = 0, y = 0;
        std::int32_t squares = 0;

        Flow& operator+=(const Flow& other) noexcept;
        Flow& operator-=(const Flow& other) noexcept;
    };
    /// Of one agent, for half a slot.
    struct Sample {
        std::uint32_t index = 0;
        Flow flow;
    };
    static constexpr std::uint32_t nowhere = 0xFFFFFFFFu;
    void sample(const Crowd& crowd, const Walker& walker, std::vector<Sample>& samples) const;
    [[nodiscard]] std::uint32_t index_of(std::uint32_t layer, Vec2 p, double time) const noexcept;

    Vec2 origin_;
    std::uint32_t columns_ = 0, rows_ = 0, layers_ = 0;
    double begin_ = 0;  ///< seconds; of the first slot
    std::vector<Flow> flows_;
    std::vector<std::vector<Sample>> parts_;  ///< by agent, two for each slot while it is there
};

/// Is the way ahead one through a crowd that has been predicted?
[[nodiscard]] bool is_among_many(const Crowd& crowd);
/// Do so many walk that it is worth predicting where there will be a crowd?
[[nodiscard]] bool asks_for_prediction(const Crowd& crowd);
/// Renews the prediction when its time has come, if the scene wants one.
void predict(Crowd& crowd);

}  // namespace wend
