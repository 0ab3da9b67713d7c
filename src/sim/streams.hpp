#pragma once

// Which way bodies will be going over each place within the next seconds: the heading part of the predicted density of
// MD section 4.1 (Sigma 2), kept for the whole crowd in cells that exist only where somebody will pass. Two rules of
// conduct rest on it.
//
// A *crossing* is ground where others will walk across one's own direction. Nobody may promise to come to rest there:
// a promise leads through it and ends beyond, or ends before it (steering.hpp). So a crossing empties by itself in
// bounded time, whoever waits stands outside, and those who follow each other closely pass as a platoon.
//
// *Lanes*: where others come the other way through a corridor, everybody keeps to one side of it (lanes.hpp).

#include <array>
#include <cstdint>
#include <vector>

#include "wend/geometry/vec.hpp"
#include "wend/sim/rollout.hpp"

namespace wend {

struct Crowd;
struct Walker;

class Streams {
  public:
    static constexpr double cell = 0.5;        ///< metres
    static constexpr double look_ahead = 16; ///< seconds

    /// Samples the way of everybody who is there and wants to get on, also of those who wait.
    void renew(const Crowd& crowd);

    /// Passings of bodies over the place whose direction differs from the heading by about a right angle.
    [[nodiscard]] std::uint32_t across(std::uint32_t layer, Vec2 p, double heading) const noexcept;
    /// The same of those who come the other way.
    [[nodiscard]] std::uint32_t against(std::uint32_t layer, Vec2 p, double heading) const noexcept;
    /// Would somebody of that heading who rests at p be in the way of a stream of another?
    [[nodiscard]] bool forbid_rest(std::uint32_t layer, Vec2 p, double heading) const noexcept;

  private:
    static constexpr std::uint32_t directions = 32;
    struct Flow {
        std::uint64_t key = 0;  ///< of the cell, plus one; 0: free
        std::array<std::uint16_t, directions> passings{};
    };
    void add(std::uint64_t key, double heading);
    void grow();
    [[nodiscard]] const Flow* find(std::uint32_t layer, Vec2 p) const noexcept;
    [[nodiscard]] std::uint32_t sum(const Flow& flow, double heading, std::uint32_t from,
                                    std::uint32_t to) const noexcept;
    void sample(const Walker& walker);

    std::vector<Flow> flows_;  ///< by hash of the cell; a power of two of them
    std::size_t used_ = 0;
};

/// A stretch of a route on which nobody may rest, by stations; begins at infinity where there is none.
struct Crossing {
    double begin = std::numeric_limits<double>::infinity();
    double end = std::numeric_limits<double>::infinity();

    [[nodiscard]] bool forbids_rest_at(double station) const noexcept { return station > begin && station < end; }
};

/// The next crossing on the route that can be walked through in one promise of that many metres.
[[nodiscard]] Crossing next_crossing(const Streams& streams, const Route& route, double station, double radius,
                                     double reach);

/// Would the walk of somebody who is in nobody's way now end in the way of a stream?
[[nodiscard]] bool rests_in_a_stream(const Crowd& crowd, const Walker& walker, const std::vector<Tick>& ticks);

/// Renews the streams when their time has come.
void observe_streams(Crowd& crowd);

}  // namespace wend
