#pragma once

// Who belongs to a run: names, what callers call a walker, and numbers that can be given again.

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "wend/world/scene.hpp"

namespace wend {

class Roster {
  public:
    Roster() = default;
    /// That so many recorded numbers have been given.
    explicit Roster(std::uint32_t recorded) : next_recorded_(recorded) {}
    /// The number of a newcomer among the walkers: the first in line of those whose owners left in an earlier
    /// frame, or else `next`.
    [[nodiscard]] std::uint32_t take_number(std::uint64_t frame, std::uint32_t next);
    /// Its owner has left; until the next frame others may still speak of it by that number.
    void free_number(std::uint32_t number, std::uint64_t frame) { free_.push_back({frame, number}); }

    /// A recorded number for the walker of that number, who may have had another one before.
    std::uint32_t record(std::uint32_t number);
    /// The walker has, or had, that recorded number.
    void recall(std::uint32_t recorded, std::uint32_t number) { numbers_[recorded] = number; }
    /// Nobody has that recorded number any more.
    void forget(std::uint32_t recorded) { numbers_.erase(recorded); }
    [[nodiscard]] std::optional<std::uint32_t> find(std::uint32_t recorded) const;
    [[nodiscard]] std::uint32_t recorded_count() const noexcept { return next_recorded_; }

    void add_names(const AgentSpec& agent);
    void remove_names(const AgentSpec& agent);
    /// Somebody in the run, or a group, is called that.
    [[nodiscard]] bool has_name(const std::string& name) const { return names_.contains(name); }

  private:
    struct Free {
        std::uint64_t frame;
        std::uint32_t number;
    };
    std::deque<Free> free_;
    std::uint32_t next_recorded_ = 0;
    std::unordered_map<std::uint32_t, std::uint32_t> numbers_;  ///< by recorded number
    std::unordered_map<std::string, std::uint32_t> names_;      ///< how many have it, as a name or a group
};

}  // namespace wend
