#pragma once

// How the domains of an agent hang together (MD 5, Fig. 4), as plain data: a row of stages, each a domain by
// name and what it takes from the stage above it. Nothing here knows any domain; names are looked up in a
// DomainSet, to which whoever brings another domain adds it.

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "wend/base/ids.hpp"
#include "wend/planning/search_task.hpp"
#include "wend/world/scene.hpp"

namespace wend::domains {
class MultiplierField;
}

namespace wend::planning {

enum class Relation : std::uint8_t {
    tunnel,     ///< plans the same problem near the plan of the stage above (MD 6.3)
    waypoints,  ///< the plan above becomes a row of problems of their own (MD 6.2)
};

struct Stage {
    std::string domain;
    Relation from_above = Relation::tunnel;
    TaskSettings settings;
    /// What cannot be reached here cannot be reached below either: a proof here ends the matter.
    bool is_relaxation = false;
    double waypoint_spacing = 10;  ///< metres between waypoints, for that relation
    std::uint32_t legs = 5;        ///< how many problems between waypoints are worked on at once
};

struct Chain {
    std::vector<Stage> stages;  ///< the simplest domain first
    /// How often, for one goal, the stage above the waypoints is asked for another route.
    std::uint32_t other_routes = 3;
};

/// Who plans.
struct Traveller {
    AgentId id;
    AgentLimits limits;
    double cruise_speed = 1.2;  ///< m/s, for estimates of time
    /// What binds it, in all domains; null: nothing. It may change while nobody plans, and must outlive them.
    const domains::MultiplierField* constraints = nullptr;
};

class DomainSet {
  public:
    using Make = std::function<std::unique_ptr<Task>(const Traveller&, const TaskSettings&)>;

    /// Replaces what had that name.
    void add(std::string name, Make make) { makers_.insert_or_assign(std::move(name), std::move(make)); }
    /// Null when there is none of that name.
    [[nodiscard]] std::unique_ptr<Task> make(const std::string& name, const Traveller& who,
                                             const TaskSettings& settings) const;
    [[nodiscard]] bool contains(const std::string& name) const { return makers_.contains(name); }
    [[nodiscard]] std::vector<std::string> names() const;

  private:
    std::map<std::string, Make> makers_;
};

/// What is wrong with the chain, if anything: no stage, a domain that the set does not have, a width that is
/// not positive, waypoints on the first stage or twice.
[[nodiscard]] Status check(const Chain& chain, const DomainSet& domains);

}  // namespace wend::planning
