#pragma once

// Which bodies overlap? Candidates by sweep and prune: bodies sorted along the axis on which they are spread
// most, each compared with those whose boxes begin before its own ends.

#include <cstdint>
#include <span>
#include <vector>

#include "verify/legs.hpp"
#include "verify/timeline.hpp"

namespace wend::verify {

/// An obstacle over part of a frame interval.
struct MovingShape {
    std::uint32_t obstacle = 0;  ///< as the caller numbers them
    std::uint32_t layer = 0;
    const Shape* shape = nullptr;
    double extent = 0;
    Stretch motion;
};

struct BodyContact {
    std::uint32_t leg = 0;
    std::uint32_t other = 0;  ///< a leg, or an obstacle when `with_obstacle`
    bool with_obstacle = false;
    double begin = 0;
    double end = 0;
    double at = 0;
    double depth = 0;
};

class ContactFinder {
  public:
    explicit ContactFinder(double tolerance) : tolerance_(tolerance) {}

    /// All overlaps of legs with each other and with shapes. The result is valid until the next call.
    [[nodiscard]] std::span<const BodyContact> find(std::span<const Leg> legs,
                                                    std::span<const MovingShape> shapes);

  private:
    struct Item {
        double low, high;              ///< on the axis of the sweep
        double other_low, other_high;  ///< on the other
        std::uint32_t index;
        std::uint32_t layer;
        bool is_shape;
    };

    void collect(std::span<const Leg> legs, std::span<const MovingShape> shapes);
    void test(std::span<const Leg> legs, std::span<const MovingShape> shapes, const Item& a, const Item& b);
    void test_legs(std::span<const Leg> legs, std::uint32_t a, std::uint32_t b);
    void test_shape(const Leg& leg, std::uint32_t index, const MovingShape& shape);

    double tolerance_;
    std::vector<Item> items_;
    std::vector<BodyContact> found_;
};

/// A disc's leg against a moving shape, over the time they share; shares are of that time.
[[nodiscard]] Contact sweep_shape(const Leg& leg, const Shape& shape, const Stretch& motion,
                                  double tolerance);

}  // namespace wend::verify
