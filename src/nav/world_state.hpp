#pragma once

// What a World keeps beside its simulation: who has which id, and the columns that a host reads.

#include <map>
#include <vector>

#include "wend/nav/world.hpp"
#include "wend/sim/simulation.hpp"

#include "base/archive.hpp"
#include "nav/no_memory.hpp"
#include "nav/slots.hpp"

namespace wend::nav {

/// An agent whose body its host moves. Others see an obstacle of which they know no more than what they see.
struct Held {
    wend::ObstacleId obstacle;
    Place place;
    Vec2 velocity;
    double heading = 0;
    std::uint64_t step = 0;  ///< before which it was last moved
};

struct Agent {
    std::uint32_t number = 0;  ///< the simulation's
    AgentLimits limits;
    Goal goal;
    GroupId group;
    std::uint64_t user = 0;
    bool is_paused = false;
    std::optional<Held> held;
};

/// What of an agent every step looks at, by the slot of its id.
struct Glance {
    static constexpr std::uint32_t nowhere = 0xFFFFFFFFu;
    std::uint32_t row = nowhere;  ///< in the columns
    std::uint32_t promises = 0;
    std::uint8_t states = 0;
    bool has_entered = false;
    Vec3 before;  ///< where it was a step ago
};

struct Obstacle {
    wend::ObstacleId id;
    std::function<Pose(double time)> follow;  ///< empty in a world that was restored, until it is set again
    bool follows = false;
    Pose pose;
    bool is_observed = false;
    std::uint64_t user = 0;
};

struct LinkEntry {
    std::uint32_t index = 0;  ///< the simulation's
    LinkDef def;
};

struct AreaEntry {
    ConstraintSpec constraint;
};

struct Platform {
    std::string name;  ///< the simulation's
};

struct World::State {
    State(Simulation made, WorldDef def_, std::uint16_t number)
        : simulation(std::move(made)),
          def(std::move(def_)),
          agents(number),
          groups(number),
          obstacles(number),
          links(number),
          areas(number),
          platforms(number) {}

    Simulation simulation;
    WorldDef def;
    Slots<Agent, AgentHandle> agents;
    Slots<char, GroupHandle> groups;
    Slots<Obstacle, ObstacleHandle> obstacles;
    Slots<LinkEntry, LinkHandle> links;
    Slots<AreaEntry, AreaHandle> areas;
    Slots<Platform, PlatformHandle> platforms;
    std::vector<Glance> glances;
    std::vector<AgentId> held;  ///< in no order of meaning
    std::vector<ObstacleId> followers;
    std::vector<double> prepared;  ///< radii
    std::uint64_t steps = 0, named = 0;
    double left_over = 0;  ///< seconds that no step has been made for

    BodyTable bodies;
    std::vector<AgentId> ids;
    std::vector<Mode> modes;
    std::vector<Event> events;

    bool is_stopped = false;

    /// Memory has ended in the middle of a change: what is there is not to be relied on, and all ids are
    /// stale.
    Status stop() noexcept;
    [[nodiscard]] std::string next_name(const char* kind) { return kind + std::to_string(named++); }
    [[nodiscard]] static std::uint32_t slot_of(AgentId id) noexcept {
        return static_cast<std::uint32_t>(id.value & 0xFFFFFF);
    }
    [[nodiscard]] Glance& glance(AgentId id);
    [[nodiscard]] AgentSpec spec_of(const Agent& agent, Place place, double heading);

    /// Its place among the simulation's.
    [[nodiscard]] std::size_t place_of(const Platform& platform) const;
    [[nodiscard]] Result<std::uint32_t> put_link(const LinkDef& wanted);

    [[nodiscard]] Result<std::vector<std::byte>> save() const;
    Status recall(archive::Reader& reader);
    template <class Archive>
    void describe_names(Archive& archive);
    [[nodiscard]] bool is_sound() const;
    void adopt_scene();
    void follow_callbacks();
    void give_back();
    void read(bool is_step);
    void note_changes(AgentId id, const Agent& agent, std::size_t row, bool is_new);
    void add_held();
    void show_held(const Agent& agent, std::uint32_t row);
    void drop_row(std::uint32_t row);
    Status hold(AgentId id, Agent& agent, Place place, Vec2 velocity, double heading);
    void erase(AgentId id);
};

/// Worlds that are made from now on have other numbers than that.
void pass_over(std::uint16_t world);
[[nodiscard]] Status stale(const char* what);

}  // namespace wend::nav
