#pragma once

// Another street: where the way ahead will be crowded, the cheapest way to the goal through the whole mesh
// when every metre costs what the crowd that is to be expected makes of it (MD section 4.1, Sigma 2;
// sim/forecast/prediction.hpp). What evasion.hpp does beside a route, this does for the route itself: a queue
// at one door sends those who have not joined it yet to the other door, as far as that is worth the walk.
//
// Nobody turns back for a small gain, so that a crowd does not swing from one way to the other: what each
// announces is counted by those who look after it.

#include <memory>
#include <vector>

#include "wend/base/budget.hpp"
#include "wend/sim/route.hpp"

namespace wend {

struct Crowd;
struct Walker;

class Rerouting {
  public:
    Rerouting();
    Rerouting(Rerouting&&) noexcept;
    Rerouting& operator=(Rerouting&&) noexcept;
    ~Rerouting();

    /// The points of a way from that station of the route to the walker's target that costs clearly less than
    /// the route from there; empty when there is none. One expansion an edge of the mesh that is looked at.
    /// Safe to call from several threads.
    [[nodiscard]] std::vector<RoutePoint> find(const Crowd& crowd, const Walker& walker, const Route& route,
                                               double station, double radius, Budget& budget) const;

  private:
    struct Scratches;
    std::unique_ptr<Scratches> scratches_;
};

}  // namespace wend
