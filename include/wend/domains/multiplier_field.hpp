#pragma once

// What constraints make of the cost of walking (COURSE 3.2.3): m(x) = max(1, 1.1 ^ (W0 - sum of W_c(x))), a
// factor on the length of every move.
//
// The base weight W0 is the sum of all attractors' weights: no point can be attracted by more than that, so
// m is at least 1 before max() says so, no attraction is cut off, and lower bounds on lengths remain lower
// bounds on costs. The paper's integral M(s, s') counts length twice when it is multiplied by c(s, s'); here
// a move costs its length times the *mean* of m along it (errata).
//
// The mean is exact where no `near` constraint reaches: the way is cut where it crosses a region's outline,
// and m is constant between cuts. Where `near` constraints reach, a piece is divided until midpoints err by
// less than a set share: each such W changes by at most 1 a metre, so m by at most a factor 1.1 ^ (k l / 2)
// over half a piece of length l within reach of k of them.

#include <span>
#include <string>
#include <vector>

#include "wend/base/status.hpp"
#include "wend/domains/influence.hpp"
#include "wend/world/constraint_spec.hpp"

namespace wend::domains {

/// A constraint whose annotation has been resolved to ground.
struct ResolvedConstraint {
    std::uint32_t layer = 0;
    Influence influence;
    bool hard = false;
    Preposition preposition = Preposition::in;
    double weight = 0;
    friend bool operator==(const ResolvedConstraint&, const ResolvedConstraint&) = default;
};

/// Ground whose costs may have changed.
struct ChangedGround {
    std::uint32_t layer = 0;
    Box2 box;
};

class MultiplierField {
  public:
    static constexpr double largest_weight = 100;
    static constexpr double mean_error = 0.005;  ///< of means within reach of `near` constraints

    /// Weights must be finite, not 0 unless hard, and at most 100 in sum on either side.
    [[nodiscard]] static Result<MultiplierField> create(std::vector<ResolvedConstraint> constraints);
    /// Of no constraints: 1 everywhere.
    MultiplierField() = default;

    [[nodiscard]] double base_weight() const noexcept { return base_; }
    [[nodiscard]] std::span<const ResolvedConstraint> constraints() const noexcept { return constraints_; }

    [[nodiscard]] double at(std::uint32_t layer, Vec2 p) const noexcept;
    /// Mean of the factor along a straight way; the same in both directions.
    [[nodiscard]] double mean(std::uint32_t layer, Vec2 a, Vec2 b) const;
    /// Does the way touch ground that must not be entered?
    [[nodiscard]] bool forbids(std::uint32_t layer, Vec2 a, Vec2 b) const;
    [[nodiscard]] bool forbids(std::uint32_t layer, Vec2 p) const noexcept;
    /// Is there a constraint that forbids ground?
    [[nodiscard]] bool is_hard() const noexcept;

    /// COURSE's Alg. 5, the part that knows regions: a constraint's annotation has moved, appeared or
    /// vanished (no shapes). Appends where costs were or are under its influence; nothing if it is the same.
    void move(std::size_t constraint, std::uint32_t layer, Influence influence,
              std::vector<ChangedGround>& changed);
    /// Other constraints altogether: everything has changed. What `create` refuses changes nothing.
    [[nodiscard]] Status replace(std::vector<ResolvedConstraint> constraints);

    /// Rises with every change.
    [[nodiscard]] std::uint64_t version() const noexcept { return forgotten_ + changes_.size(); }
    /// Appends the ground that has changed since that version; false when that is no longer known.
    [[nodiscard]] bool changed_since(std::uint64_t version, std::vector<ChangedGround>& changed) const;

  private:
    [[nodiscard]] double reach(const ResolvedConstraint& constraint) const noexcept;
    [[nodiscard]] static double weight_at(const ResolvedConstraint& constraint, Vec2 p) noexcept;
    [[nodiscard]] double mean_of_piece(std::span<const std::size_t> active, Vec2 a, Vec2 b) const;
    [[nodiscard]] double factor(std::span<const std::size_t> active, Vec2 p) const noexcept;

    std::vector<ResolvedConstraint> constraints_;
    std::vector<Box2> boxes_;  ///< within which each has influence
    double base_ = 0;
    static constexpr std::size_t most_changes = 1024;
    std::vector<ChangedGround> changes_;  ///< the last ones
    std::uint64_t forgotten_ = 0;         ///< how many there were before them
};

}  // namespace wend::domains
