#pragma once

// A body's way through space and time as uniform pieces, and exact questions to it. An Occupancy asks them of
// the few bodies near a question; a loop over all paths gives the same answers.

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "wend/geometry/motion.hpp"
#include "wend/world/body.hpp"

namespace wend {

class BodyPath {
  public:
    /// Uniform motion; start and angle are those at span.low.
    struct Piece {
        Interval span;
        Vec2 start;
        Vec2 velocity;
        double angle = 0;
        double spin = 0;
    };
    /// Pieces to look at: from number `first`, until one begins after `until`.
    struct Part {
        std::uint32_t first = 0;
        double until = std::numeric_limits<double>::infinity();
    };

    BodyPath() = default;
    /// The pieces are put into `memory`.
    explicit BodyPath(std::shared_ptr<const Body> body, std::vector<Piece> memory = {});

    [[nodiscard]] const Body& body() const noexcept { return *body_; }
    [[nodiscard]] const std::shared_ptr<const Body>& shared_body() const noexcept { return body_; }
    /// What it was made of, for others like it; it is empty then.
    [[nodiscard]] std::pair<std::shared_ptr<const Body>, std::vector<Piece>> take_apart() noexcept {
        return {std::move(body_), std::move(pieces_)};
    }
    [[nodiscard]] bool is_empty() const noexcept { return body_ == nullptr; }
    [[nodiscard]] BodyId who() const noexcept { return who_; }
    [[nodiscard]] std::uint32_t layer() const noexcept { return layer_; }
    /// The other layer that it counts on, or the same again.
    [[nodiscard]] std::uint32_t other_layer() const noexcept { return other_layer_; }
    [[nodiscard]] const std::vector<Piece>& pieces() const noexcept { return pieces_; }
    /// Pieces from loop_begin() on repeat every period() seconds; 0: none does.
    [[nodiscard]] double period() const noexcept { return period_; }
    [[nodiscard]] std::uint32_t loop_begin() const noexcept { return loop_begin_; }
    /// Everything it ever touches, with a little to spare.
    [[nodiscard]] const Box2& room() const noexcept { return room_; }
    /// A disc of one size that does not go in circles: its pieces say everything.
    [[nodiscard]] bool is_plain() const noexcept { return is_plain_; }
    /// How far the body reaches from its origin at a time, its uncertainty included.
    [[nodiscard]] double reach_at(double time) const noexcept {
        return growth_ > 0 ? reach_ + growth_ * std::max(0.0, time - present_.low) : reach_;
    }

    /// From p to the nearest point of the body, 0 inside it; infinite when it is not there.
    [[nodiscard]] double distance_at(Vec2 p, double time) const;
    [[nodiscard]] double distance_at(Vec2 p, double time, Part part) const;
    /// When the disc first overlaps the body.
    [[nodiscard]] std::optional<double> first_overlap(const MovingDisc& disc) const;
    [[nodiscard]] std::optional<double> first_overlap(const MovingDisc& disc, Part part) const;
    /// Appends all times of overlap, in no order.
    void append_overlaps(const MovingDisc& disc, std::vector<Interval>& times) const;
    void append_overlaps(const MovingDisc& disc, Part part, std::vector<Interval>& times) const;

  private:
    template <class Visit>
    void visit_pieces(Interval window, Part part, Visit&& visit) const;
    [[nodiscard]] MovingDisc disc_of(const Piece& piece, Interval span) const noexcept;
    void append_overlaps(const MovingDisc& disc, const Piece& piece, Interval span,
                         std::vector<Interval>& times) const;

    std::shared_ptr<const Body> body_;
    std::vector<Piece> pieces_;
    // What every question needs, without a look at the body itself.
    Box2 room_;
    BodyId who_;
    std::uint32_t layer_ = 0;
    std::uint32_t other_layer_ = 0;
    bool is_plain_ = false;
    Interval present_;
    double reach_ = 0;
    double growth_ = 0;
    double period_ = 0;
    std::uint32_t loop_begin_ = 0;
    const Ring* outline_ = nullptr;  ///< of a polygon; the body owns it
};

}  // namespace wend
