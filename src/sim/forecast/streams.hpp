#pragma once

// Which way bodies will be going over each place within the next seconds: the heading part of the predicted
// density of MD section 4.1 (Sigma 2), kept for the whole crowd in cells that exist only where somebody will
// pass. Lanes (lanes.hpp) and crossings (crossings.hpp) are made of it.

#include <cstdint>
#include <vector>

#include "wend/sim/route.hpp"

#include "sim/forecast/cell_grid.hpp"

namespace wend {

struct Crowd;
struct Walker;

class Streams {
  public:
    /// Every frame: samples ways of those who are there and want to get on or wait; counts them now and then.
    void renew(Crowd& crowd);

    class Against;
    /// Where at least two go along each of two directions that lie well apart, in order of the cells.
    [[nodiscard]] std::vector<StreamCell> crossed() const;

  private:
    static constexpr std::uint32_t directions = 32;
    struct Flow {
        std::uint32_t passed = 0;  ///< a bit for each direction that somebody goes along
        std::uint32_t axes = 0;    ///< two bits for each: so many go along it, either way, three at most
    };
    using Flows = CellGrid<Flow>;
    struct Passing {
        StreamCell cell;
        std::uint32_t direction = 0;
    };
    struct Place {
        Vec2 position;
        std::uint32_t leg = 0;
    };
    static void sample(const Walker& walker, std::vector<Place>& places, std::vector<Passing>& passings);
    void sample_all(Crowd& crowd);
    void add(const Passing& passing);
    [[nodiscard]] static std::uint32_t direction_along(Vec2 way) noexcept;

    Flows flows_;
    std::vector<std::vector<Passing>> passings_;  ///< of so many walkers each, before they are counted
};

/// Asks of one place after another whether anybody comes the other way there, within about a fourth of a
/// right angle.
class Streams::Against {
  public:
    /// Of who goes that way.
    Against(const Streams& streams, Vec2 way) noexcept;
    [[nodiscard]] bool operator()(std::uint32_t layer, Vec2 p) {
        const Flow* flow = flow_at_(StreamCell::at(layer, p));
        return flow && (flow->passed & directions_) != 0;
    }

  private:
    Flows::Reader flow_at_;
    std::uint32_t directions_;  ///< a bit for each
};

/// Renews streams and crossings when their time has come.
void observe_streams(Crowd& crowd);

}  // namespace wend
