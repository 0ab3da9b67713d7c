#pragma once

// What each agent knows of the obstacles that came and went. An agent learns of an event when it sees it,
// when somebody whom it sees tells it, or when it comes upon it; until then it keeps to the world it knows
// [DPA §VI leaves this open]. Stored are events and, for each agent, the numbers of those it knows: four
// bytes an event beyond those that everybody knows. Nobody has a mesh of its own; who needs a plan in the
// world as one agent knows it asks KnownMesh (known_mesh.hpp), of which there is one for all.
//
//     const EventId fall = knowledge.happened({.layer = 0, .outline = gap, .inserted = true});
//     knowledge.observe(mesh, eyes);                       // those who may see something, now and then
//     knowledge.tell(mesh, eyes, now);
//     for (EventId event : knowledge.take_news(agent)) ... // re-plan (mesh/replan.hpp)
//     knowledge.settle(agents);                            // what makes no difference any more is let go

#include <cstdint>
#include <span>
#include <vector>

#include "wend/base/status.hpp"
#include "wend/mesh/nav_mesh.hpp"

namespace wend::planning {

using EventId = std::uint32_t;  ///< in the order in which they happened
inline constexpr EventId no_event = UINT32_MAX;

/// An obstacle appeared, or one disappeared.
struct WorldEvent {
    std::uint32_t layer = 0;
    Ring outline;
    bool inserted = true;
    EventId undoes = no_event;   ///< of a deletion: the insertion that it takes back, if that was an event
    mesh::RegionId region = {};  ///< of a deletion of something that was there from the start: its region
};

struct Senses {
    double range = 30;                   ///< metres up to which an event is seen
    double field_of_view = 3.839724354;  ///< radians, 220 degrees; 2 pi and more: all around
    double telling_range = 5;            ///< metres
    double telling_period = 1;           ///< seconds between two tellings of one agent
    double reach = 0.5;                  ///< metres beyond the own radius at which an event is come upon
};

struct Observer {
    std::uint32_t agent = 0;
    mesh::MeshPoint at;
    double heading = 0;  ///< radians
    double radius = 0.25;
};

/// What of it cannot be told from the rest: to be kept, and recalled.
struct KnowledgeMemory {
    struct Mind {
        std::vector<EventId> known;  ///< ascending, without those that were announced
        double told_at = -1e300;
    };
    std::vector<WorldEvent> events;
    std::vector<bool> announced;  ///< by event
    std::vector<Mind> minds;      ///< by agent
};

class Knowledge {
  public:
    explicit Knowledge(Senses senses = {}) : senses_(senses) {}

    /// Nobody knows of it yet. Who learns that something has gone knows that it was there.
    EventId happened(WorldEvent event);
    /// Everybody does from now on, also those who come later.
    void announce(EventId event);
    /// Lets go of what all of these agents know, and of what came and went without making a difference to any
    /// of them: they, and those who come later, know it for nothing.
    void settle(std::span<const std::uint32_t> agents);
    [[nodiscard]] const WorldEvent& event(EventId id) const { return events_[id]; }
    [[nodiscard]] std::size_t event_count() const noexcept { return events_.size(); }

    /// Looks around in the world as it is, which the mesh shows: what is seen or come upon is known. Returns
    /// how many events are new to the agent.
    std::size_t observe(const mesh::NavMesh& mesh, const Observer& observer);
    /// The same for those who look at once and learn afterwards: what it would learn. What has gone before
    /// the agent knew of it is nothing to see. Safe from many threads while nobody learns anything.
    [[nodiscard]] std::vector<EventId> perceived(const mesh::NavMesh& mesh, const Observer& observer) const;
    /// Once a period each who knows something looks for the nearest one in range and sight who does not know
    /// all of it, and tells; ties by number. Returns how many told. Ends by itself: who told made somebody
    /// know more, and there is only so much to know.
    std::size_t tell(const mesh::NavMesh& mesh, std::span<const Observer> everybody, double now);
    /// The agent knows of it now; false when it did before.
    bool learn(std::uint32_t agent, EventId event);
    /// Is there an event that some agent may not know?
    [[nodiscard]] bool is_announced(EventId event) const { return announced_[event]; }
    [[nodiscard]] bool has_open_events() const noexcept { return !open_.empty(); }

    [[nodiscard]] bool knows(std::uint32_t agent, EventId event) const;
    /// Ascending.
    [[nodiscard]] std::vector<EventId> known_events(std::uint32_t agent) const;
    /// The world as the agent knows it: events that it knows and that nothing it knows has undone, ascending.
    [[nodiscard]] std::vector<EventId> world_of(std::uint32_t agent) const;
    /// The world as it is, in the same words.
    [[nodiscard]] std::vector<EventId> world() const;
    /// What it learnt since the last call: to re-plan with, all in one search.
    std::vector<EventId> take_news(std::uint32_t agent);
    /// Those who learnt something since the last call, ascending.
    std::vector<std::uint32_t> take_informed();
    [[nodiscard]] std::vector<mesh::LayerEvent> layer_events(std::span<const EventId> ids) const;
    /// Metres of the path that are free of obstacles which the agent does not know, but for its reach: it
    /// stops there, and has come upon what stopped it.
    [[nodiscard]] double free_length(const Observer& observer, const mesh::Path& path) const;

    /// Of these agents, who are called by their places in this list once it is recalled.
    [[nodiscard]] KnowledgeMemory memory(std::span<const std::uint32_t> agents) const;
    /// invalid_input for what no knowledge can have given.
    [[nodiscard]] static Result<Knowledge> recalled(KnowledgeMemory memory, Senses senses = {});

    [[nodiscard]] std::size_t bytes(std::uint32_t agent) const noexcept;
    [[nodiscard]] const Senses& senses() const noexcept { return senses_; }

  private:
    struct Mind {
        std::vector<EventId> known;  ///< ascending, without those that were announced
        std::vector<EventId> news;
        double told_at = -1e300;
    };
    [[nodiscard]] Mind& mind(std::uint32_t agent);
    void inform(std::uint32_t agent, EventId event);
    void retire(EventId event);
    [[nodiscard]] bool is_a_difference(std::uint32_t agent, EventId event) const;
    [[nodiscard]] bool sees(const mesh::NavMesh& mesh, const Observer& observer, const Ring& view,
                            const WorldEvent& event) const;
    [[nodiscard]] bool is_in_view(const Observer& observer, Vec2 p) const;
    [[nodiscard]] bool has_something_for(std::uint32_t teller, std::uint32_t listener) const;

    Senses senses_;
    std::vector<WorldEvent> events_;
    std::vector<EventId> undone_by_;  ///< by event
    std::vector<bool> announced_;     ///< by event
    std::vector<EventId> open_;       ///< those that are not, ascending
    std::vector<EventId> settled_;    ///< announced and not undone by what is: the world of all, ascending
    std::vector<Mind> minds_;         ///< by agent
    std::vector<std::uint32_t> informed_;  ///< agents, some of them more than once
};

}  // namespace wend::planning
