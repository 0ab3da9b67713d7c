#pragma once

#include <functional>
#include <optional>
#include <unordered_map>
#include <vector>

#include "wend/world/frame.hpp"
#include "wend/world/world.hpp"

#include "sim/people/walker.hpp"

namespace wend {

/// What a recorder has said so far; numbers of obstacles are in the order of the world's.
struct RecorderMemory {
    bool is_on = true;
    Frame frame;
    std::vector<RecordedEvent> events;
    std::vector<RecordedEdit> edits;
    std::vector<std::optional<std::uint32_t>> obstacle_numbers;
    std::vector<std::pair<std::string, std::uint32_t>> platform_numbers;
    std::uint32_t next_number = 0;
};

/// Makes the frame that shows the world as it is; remembers the numbers it gave to obstacles.
class Recorder {
  public:
    void note(std::string kind, std::string subject, std::string detail);
    void note(RecordedEdit edit) {
        if (is_on) edits_.push_back(std::move(edit));
    }
    void record(std::uint64_t index, const World& world, const Scene& scene,
                const std::vector<Walker>& walkers);
    [[nodiscard]] const Frame& frame() const noexcept { return frame_; }
    [[nodiscard]] RecorderMemory memory(const World& world) const;
    void recall(RecorderMemory memory, const World& world);
    bool is_on = true;  ///< off: nothing is noted, and the frame stays as it is
    /// z of the ground there; the layer's height when nothing is set.
    std::function<double(std::uint32_t layer, Vec2 place)> floor;

  private:
    void record_agents(const World& world, const Scene& scene, const std::vector<Walker>& walkers);
    void record_obstacles(const World& world);
    void number_platforms(const Platforms& platforms);
    void forget_those_gone(const World& world);

    Frame frame_;
    std::vector<RecordedEvent> events_;  ///< since the last frame
    std::vector<RecordedEdit> edits_;
    std::unordered_map<ObstacleId, std::uint32_t> obstacle_numbers_;
    std::vector<std::pair<std::string, std::uint32_t>> platform_numbers_;  ///< by name, in the world's order
    std::uint32_t next_number_ = 0;
};

/// What a walker is doing, in one word.
[[nodiscard]] AgentMode mode_of(const Walker& walker, const World& world);

}  // namespace wend
