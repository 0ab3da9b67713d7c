#pragma once

// Checks the bodies of a recording from a file of poses, by what can be seen: where feet are low they have to
// stay where they are, nothing may be under the ground, somebody who walks has a foot on it, and hips are
// above the recorded place. Feet that the recording plants one by one have to stand on their soles' places.
// Shares no code with what makes poses; the file says itself what its skeleton is.

#include <array>
#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "wend/base/status.hpp"
#include "wend/io/recording.hpp"

namespace wend::verify {

struct BodyReport {
    std::size_t poses = 0;
    std::size_t stands = 0;   ///< times that a foot was low for at least a tenth of a second
    double slide_median = 0;  ///< metres, of those
    double slide_p99 = 0;
    double slide_worst = 0;
    double deepest = 0;              ///< of a joint below the ground, metres
    double below_share = 0;          ///< of the joints, more than 2 cm
    double unsupported_share = 0;    ///< of the poses of those who walk slower than people run
    double farthest_from_agent = 0;  ///< of the hips, in the plane, metres
    std::size_t planted = 0;         ///< feet in a pose that the recording says stand
    double farthest_from_sole = 0;   ///< of the balls of those, metres beside the sole's place or above it
    [[nodiscard]] bool passed() const noexcept;
};

class BodyChecker {
  public:
    BodyChecker() = default;
    /// Agents by number, to know whose feet are spoken of.
    explicit BodyChecker(const std::vector<AgentSpec>& agents);
    /// Frames of the recording, in order.
    void add(const io::Frame& frame);
    /// All of them against a file of poses; an error when it is none.
    [[nodiscard]] Result<BodyReport> check(const std::filesystem::path& poses) const;
    /// The same for poses that were inside the recording.
    [[nodiscard]] Result<BodyReport> check_text(std::string poses, const std::string& name) const;
    struct Sample {
        double time = 0;
        Vec3 place;
        bool is_on_ground = true;  ///< and what it stands on stands still
    };
    /// A sole where the recording planted it.
    struct Footprint {
        double down = 0, up = 1e30;
        Vec2 heel, toe;  ///< ends of its spine
        double height = 0;
    };
    using Footprints = std::array<std::vector<Footprint>, 2>;  ///< left and right, by time

  private:
    void add_footprint(const io::RecordedEvent& event, std::uint32_t agent, double floor);

    std::map<std::uint32_t, std::vector<Sample>> agents_;
    std::map<std::string, std::uint32_t> numbers_;
    std::map<std::uint32_t, Footprints> footprints_;  ///< of agents that have any
};

[[nodiscard]] std::string to_text(const BodyReport& report);
[[nodiscard]] std::string to_json(const BodyReport& report);

}  // namespace wend::verify
