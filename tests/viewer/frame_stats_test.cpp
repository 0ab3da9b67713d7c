#include "wend/view/frame_stats.hpp"

#include <gtest/gtest.h>

#include "wend/io/recording.hpp"
#include "wend/world/scene.hpp"

namespace wend::view {
namespace {

using io::AgentMode;

io::RecordedAgent agent(std::uint32_t number, AgentMode mode, double x = 0) {
    return {number, 0, mode, {x, 0, 0}, 0};
}

io::Frame frame(double time, std::vector<io::RecordedAgent> agents) {
    io::Frame made;
    made.time = time;
    made.agents = std::move(agents);
    return made;
}

TEST(FrameStats, WhoHasArrivedAndLeftCountsAsArrived) {
    FrameCounter counter;
    const auto arrived = [&](double time, std::vector<io::RecordedAgent> agents) {
        return counter.count(frame(time, std::move(agents)), {}).arrived;
    };
    EXPECT_EQ(arrived(0, {agent(0, AgentMode::walking), agent(1, AgentMode::walking),
                          agent(2, AgentMode::walking)}),
              0u);
    EXPECT_EQ(arrived(1, {agent(0, AgentMode::walking), agent(1, AgentMode::arrived),
                          agent(2, AgentMode::arrived)}),
              2u);
    EXPECT_EQ(arrived(2, {agent(0, AgentMode::arrived), agent(2, AgentMode::arrived)}), 3u);
    EXPECT_EQ(arrived(3, {agent(2, AgentMode::walking)}), 2u) << "one has been given another goal";
    EXPECT_EQ(arrived(4, {}), 2u) << "who is taken out on its way has not arrived";
}

TEST(FrameStats, SpeedIsThatOfThosePresentInBothFrames) {
    FrameCounter counter;
    const FrameStats first =
        counter.count(frame(0, {agent(1, AgentMode::walking), agent(3, AgentMode::standing)}), {});
    EXPECT_EQ(first.mean_speed, 0);
    EXPECT_EQ(first.standing, 1u);
    const FrameStats second =
        counter.count(frame(0.5, {agent(0, AgentMode::walking, 9), agent(1, AgentMode::walking, 1),
                                  agent(3, AgentMode::walking)}),
                      {});
    EXPECT_FLOAT_EQ(second.mean_speed, 1);
    EXPECT_EQ(second.present, 3u);
}

}  // namespace
}  // namespace wend::view
