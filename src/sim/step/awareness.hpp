#pragma once

// In scenes of `knowledge: seen_or_told`: who knows of which obstacles that came or went, and what the world
// looks like to those who do not know all of them (planning/knowledge.hpp). Ways are planned on the world
// that an agent knows. Promises are not: they respect whatever is there, so that nobody walks into what it
// did not know of, but comes to rest before it, and knows then.
//
// Looks and words are dealt out over frames: each agent looks around every `look_period` seconds, and only
// while there is something that it does not know. Of worlds other than the real one `most_worlds` are there
// at a time, each for all who know just the same; whoever wants a way in yet another one waits for its turn
// and keeps to the way it has.

#include <deque>
#include <map>
#include <span>
#include <vector>

#include "wend/planning/known_mesh.hpp"
#include "wend/sim/known_obstacle.hpp"

#include "sim/people/way_news.hpp"

namespace wend {

struct Crowd;

/// What agents know, and which of it stands for obstacles that are there.
struct AwarenessMemory {
    planning::KnowledgeMemory knowledge;
    /// Obstacles by their place among the world's, and that they came.
    std::vector<std::pair<std::uint32_t, planning::EventId>> standing;
};

class Awareness {
  public:
    static constexpr double look_period = 0.3, settle_period = 1;  ///< seconds
    static constexpr std::size_t most_worlds = 3;

    /// The ground before anything stood on it.
    explicit Awareness(mesh::NavMesh ground) : ground_(std::move(ground)) {}

    /// `is_known`: to everybody at once.
    void appeared(BodyId who, const GroundNews& news, bool is_known);
    void disappeared(BodyId who, const GroundNews& news, bool is_known);

    /// Agents see what they can, and tell others; whom it concerns hears of it. In the world as it is.
    void look_around(Crowd& crowd);
    /// The walker stands, and the obstacle keeps it from going on.
    void come_upon(Walker& walker, ObstacleId obstacle);

    /// Makes the worlds of those who want ways, in this order, as many as can be had at once. One thread.
    void show_worlds(const Crowd& crowd, std::span<const std::uint32_t> numbers);
    /// What the agent knows, given the ground as it is; null while that is not shown.
    [[nodiscard]] const mesh::NavMesh* ground_of(std::uint32_t number, const mesh::NavMesh& real) const;

    [[nodiscard]] std::vector<KnownObstacle> obstacles_known_to(std::uint32_t number) const;
    /// Of these walkers, whose numbers are their places in this list once it is recalled. What has moved or
    /// gone since the last step, and whoever stood like a pillar, is not where it was any more.
    [[nodiscard]] AwarenessMemory memory(const Crowd& crowd, std::span<const std::uint32_t> numbers) const;
    /// Cuts out of the ground what stands there.
    Status recall(AwarenessMemory memory, Crowd& crowd);
    [[nodiscard]] const planning::Knowledge& knowledge() const noexcept { return knowledge_; }

  private:
    [[nodiscard]] bool stands_still(const Crowd& crowd, BodyId who, planning::EventId came) const;
    void happened(planning::WorldEvent event, const GroundNews& news, bool is_known);
    void look(Crowd& crowd);
    void settle(const Crowd& crowd);
    void spread_news(Crowd& crowd);

    mesh::NavMesh ground_;
    planning::Knowledge knowledge_;
    std::map<planning::EventId, GroundNews> news_;  ///< that somebody may still hear
    std::map<BodyId, planning::EventId> standing_;
    std::vector<planning::EventId> real_;  ///< the world as it is
    std::deque<planning::KnownMesh> worlds_;
};

}  // namespace wend
