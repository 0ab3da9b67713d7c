#pragma once

// How far a place is from a plan of another domain: MD 6.3's d(s, plan), asked once for every state that a
// search meets. Runs of the course that are straight and of one pace count as one piece, and the pieces, in
// the order of the course, carry a tree of boxes, so that a question looks at a few of them.

#include <cstdint>
#include <limits>
#include <vector>

#include "wend/domains/place.hpp"

namespace wend::planning {

/// MD's two-tuple: how far from the nearest point of the course, and how early or late for it. And how long
/// the rest of the course is from there.
struct Deviation {
    double space = std::numeric_limits<double>::infinity();  ///< metres
    double time = std::numeric_limits<double>::infinity();   ///< seconds
    double rest = std::numeric_limits<double>::infinity();   ///< metres along the course
    double rest_seconds = 0;  ///< until its end, from then or from the place's own time, whichever is longer
};

class CourseIndex {
  public:
    CourseIndex() = default;
    /// `metres_per_second`: what being early or late counts for when the nearest point is chosen; 0 when the
    /// times are estimates that do not count.
    explicit CourseIndex(const domains::Course& course, double metres_per_second = 0);

    /// Infinite on a layer that the course does not touch.
    [[nodiscard]] Deviation nearest(const domains::Place& place) const;
    [[nodiscard]] bool is_empty() const noexcept { return pieces_.empty(); }
    [[nodiscard]] std::size_t pieces() const noexcept { return pieces_.size(); }
    [[nodiscard]] std::size_t bytes() const noexcept {
        return pieces_.capacity() * sizeof(Piece) + boxes_.capacity() * sizeof(Box);
    }

  private:
    /// Space and time as one space: z is time in metres.
    struct Point {
        double x = 0, y = 0, z = 0;
    };
    struct Piece {
        Point from, to;
        std::uint32_t layer = 0;
        float rest = 0;  ///< metres of the course after `to`
    };
    struct Box {
        Point low, high;
    };
    struct Best;

    void add(const domains::Place& from, const domains::Place& to);
    void add(std::uint32_t layer, const Point& from, const Point& to);
    [[nodiscard]] Point point(const domains::Place& place) const noexcept {
        return {place.position.x, place.position.y, place.time * metres_per_second_};
    }
    void measure_rests();
    void build(std::size_t node, std::size_t first, std::size_t last);
    void search(std::size_t node, std::size_t first, std::size_t last, Best& best) const;
    void look_at(const Piece& piece, Best& best) const;

    std::vector<Piece> pieces_;
    std::vector<Box> boxes_;  ///< a binary tree over the pieces: the children of i are 2i + 1 and 2i + 2
    double metres_per_second_ = 0;
    double end_time_ = 0;
};

}  // namespace wend::planning
