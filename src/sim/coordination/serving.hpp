#pragma once

// A small place that many are bound for serves a few at a time. Who is not called yet waits outside a ring
// around it, and off a way out that leads from it through those who wait; who has been there goes out by that
// way, to ground behind the crowd, so that the place is free for whoever is nearest. Without this all walk in
// until those at the goal cannot get out of it and nobody else into it.

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "wend/sim/route.hpp"

namespace wend {

struct Crowd;
struct Walker;
struct Goal;

/// A goal that is too small for all who want to be there.
struct SharedGoal {
    std::uint32_t layer = 0;
    Vec2 center;
    double ring = 0;                     ///< metres from its centre at which those wait who are not called
    Vec2 out;                            ///< direction of the way out
    double out_length = 0;               ///< metres from the centre to where the crowd ends
    std::uint32_t places = 1;            ///< bodies that it has room for
    std::uint32_t left = 0;              ///< who have gone out so far
    std::vector<std::uint32_t> members;  ///< numbers of those who are bound for it or stand in it

    /// Would a body at p stand in the way of those who go out?
    [[nodiscard]] bool is_in_way_out(Vec2 p, double radius) const noexcept;
};

class SharedGoals {
  public:
    static constexpr std::uint32_t none = 0xFFFFFFFFu;
    /// Finds the places that are shared by more than they have room for, calls those whose turn it is and
    /// sends away those who have been there.
    void serve(Crowd& crowd);
    [[nodiscard]] const SharedGoal* of(const Walker& walker) const;

  private:
    void gather(Crowd& crowd);
    std::uint32_t index_of(const Goal& goal);

    std::vector<SharedGoal> goals_;
};

/// Station at which somebody on that route waits until it is called; infinity when it need not.
[[nodiscard]] double stop_before_goal(const Crowd& crowd, const Walker& walker, const Route& route,
                                      double station);
/// Must the walker, who waits, keep off p because it is on the way out of its goal?
[[nodiscard]] bool is_on_way_out(const Crowd& crowd, const Walker& walker, Vec2 p);

}  // namespace wend
