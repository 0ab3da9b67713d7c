#pragma once

// Where streams of different directions meet in corridors, they cross in turns. A crossing is ground that
// several will walk over in directions well apart (streams.hpp); it appears and goes with the streams. All
// who are in it at a time get along: they come from the same side, or leave to the same side, or keep to
// their lanes against each other. Whoever does not waits before it, in its lane, so that the way out stays
// free; the turn goes to whoever has waited longest when the crossing is empty, and to all who get along with
// it until somebody else has waited for long, or those inside get no further. So nobody ever meets in a
// crossing whom it cannot pass, and a crossing empties as long as there is room beyond it: reservation as at
// automated intersections (Dresner and Stone 2008), by streams and not by vehicles.

#include <cstdint>
#include <limits>
#include <optional>
#include <unordered_map>
#include <vector>

#include "wend/sim/route.hpp"

#include "sim/forecast/cell_grid.hpp"
#include "sim/people/claims.hpp"

namespace wend {

struct Crowd;
struct Walker;

/// Whose turn it is.
struct CrossingTurn {
    double began = 0;      ///< seconds; when the crossing was last empty
    double last_used = 0;  ///< seconds; forgotten when that is long ago
    bool is_busy = false;  ///< so many want to cross that they take turns
};

class Crossings {
  public:
    /// Ground that hangs together is one crossing; it keeps its number as long as some of it stays.
    void renew(const std::vector<StreamCell>& crossed, double now);

    [[nodiscard]] bool empty() const noexcept { return grounds_.empty(); }
    [[nodiscard]] std::optional<CrossingNumber> at(std::uint32_t layer, Vec2 p) const;
    /// The first crossing on the route within `ahead` metres from the station.
    [[nodiscard]] std::optional<CrossingWay> next_on(const Route& route, double station, double ahead) const;

    std::unordered_map<CrossingNumber, CrossingTurn> turns;

  private:
    static constexpr CrossingNumber none = 0xFFFFFFFFu;
    struct Ground {
        CrossingNumber crossing = none;  ///< that it belongs to
    };
    using Grounds = CellGrid<Ground>;
    struct Crossed {
        StreamCell cell;
        double time = 0;  ///< when streams crossed there last
    };
    void remember(const std::vector<StreamCell>& crossed, double now);
    [[nodiscard]] CrossingNumber number_of(const std::vector<StreamCell>& cells) const;

    std::vector<Crossed> crossed_;  ///< in order of the cells
    Grounds grounds_;
    CrossingNumber next_number_ = 0;
};

/// Looks at who is about to walk over a crossing and decides who may.
void give_turns(Crowd& crowd);

/// Station before which somebody on that route must wait for now; infinity when it need not.
[[nodiscard]] double stop_before_crossing(const Crowd& crowd, const Walker& walker, const Route& route,
                                          double station);

/// Would the walker be in the way of a stream if it stood there, where it is not its turn?
[[nodiscard]] bool blocks_crossing(const Crowd& crowd, const Walker& walker, std::uint32_t layer, Vec2 p);

}  // namespace wend
