#include "wend/io/recording_hash.hpp"

namespace wend::io {

void RecordingHash::add(const Frame& frame) noexcept {
    hash_.add(std::uint64_t{frame.index});
    hash_.add(frame.time);
    hash_.add(std::uint64_t{frame.agents.size()});
    for (const RecordedAgent& agent : frame.agents) {
        hash_.add(std::uint64_t{agent.agent} << 32 | agent.layer);
        hash_.add(static_cast<std::uint64_t>(agent.mode));
        for (const double number : {agent.position.x, agent.position.y, agent.position.z, agent.heading})
            hash_.add(number);
    }
    hash_.add(std::uint64_t{frame.obstacles.size()});
    for (const RecordedObstacle& obstacle : frame.obstacles) {
        hash_.add(std::uint64_t{obstacle.obstacle});
        for (const double number : {obstacle.pose.position.x, obstacle.pose.position.y, obstacle.pose.angle})
            hash_.add(number);
    }
}

std::string RecordingHash::text() const {
    std::string digits(16, '0');
    for (std::size_t i = 0; i < 16; ++i) digits[15 - i] = "0123456789abcdef"[value() >> (4 * i) & 15];
    return digits;
}

}  // namespace wend::io
