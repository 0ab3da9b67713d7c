#pragma once

// Which way bodies will be going over each place within the next seconds: the heading part of the predicted
// density of MD section 4.1 (Sigma 2), kept for the whole crowd in cells that exist only where somebody will
// pass. Lanes (lanes.hpp) and crossings (crossings.hpp) are made of it.

#include <array>
#include <cstdint>
#include <vector>

#include "wend/sim/route.hpp"

namespace wend {

struct Crowd;
struct Walker;

/// A square of ground on a layer, by its whole coordinates.
struct StreamCell {
    static constexpr double width = 0.5;  ///< metres
    std::uint32_t layer = 0;
    std::int32_t x = 0, y = 0;
    [[nodiscard]] static StreamCell at(std::uint32_t layer, Vec2 p) noexcept;
    /// Not 0.
    [[nodiscard]] std::uint64_t key() const noexcept;
    friend auto operator<=>(const StreamCell&, const StreamCell&) = default;
};

class Streams {
  public:
    /// Every frame: samples ways of those who are there and want to get on or wait; counts them now and then.
    void renew(Crowd& crowd);

    /// How many come the other way over this place, within about a fourth of a right angle.
    [[nodiscard]] std::uint32_t against(std::uint32_t layer, Vec2 p, double heading) const noexcept;
    /// Where at least two go along each of two directions that lie well apart, in order of the cells.
    [[nodiscard]] std::vector<StreamCell> crossed() const;

  private:
    static constexpr std::uint32_t directions = 32;
    struct Flow {
        std::uint64_t key = 0;  ///< 0: free
        StreamCell cell;
        std::array<std::uint16_t, directions> passings{};
    };
    struct Passing {
        StreamCell cell;
        std::uint32_t direction = 0;
    };
    static void sample(const Walker& walker, std::vector<RoutePoint>& places, std::vector<Passing>& passings);
    void sample_all(Crowd& crowd);
    void count(const std::vector<Passing>& passings);
    void add(const Passing& passing);
    void grow();
    [[nodiscard]] std::size_t slot_of(std::uint64_t key) const noexcept;
    [[nodiscard]] static std::uint32_t direction_of_heading(double heading) noexcept;

    std::vector<Flow> flows_;  ///< by hash of the cell; a power of two of them
    std::size_t used_ = 0;
    std::vector<std::vector<Passing>> passings_;  ///< of so many walkers each, before they are counted
};

/// Renews streams and crossings when their time has come.
void observe_streams(Crowd& crowd);

}  // namespace wend
