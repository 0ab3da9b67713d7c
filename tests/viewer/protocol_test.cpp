#include <cmath>

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "wend/base/rng.hpp"
#include "wend/io/recording.hpp"
#include "wend/view/frame_encoder.hpp"

#include "crossing_world.hpp"
#include "support/effort.hpp"

namespace wend::view {
namespace {

/// What a reader must end up with, worked out from the frame alone.
std::vector<Track> expected_agents(const io::Frame& frame, std::size_t count) {
    std::vector<Track> tracks(count);
    for (const io::RecordedAgent& agent : frame.agents) tracks[agent.agent] = quantised(agent);
    return tracks;
}

/// Absent tracks keep an old place that means nothing.
void expect_same(const std::vector<Track>& expected, const std::vector<Track>& actual) {
    RC_ASSERT(expected.size() == actual.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        RC_ASSERT(expected[i].tag == actual[i].tag);
        if (expected[i].tag != 0) RC_ASSERT(expected[i] == actual[i]);
    }
}

io::Frame random_frame(std::uint32_t index, std::size_t agents, std::size_t obstacles) {
    io::Frame frame;
    frame.index = index;
    frame.time = index * 0.1;
    const auto coordinate =
        rc::gen::map(rc::gen::inRange(-200'000'000, 200'000'000), [](int v) { return v * 1e-3; });
    for (std::uint32_t i = 0; i < agents; ++i) {
        if (*rc::gen::inRange(0, 4) == 0) continue;
        frame.agents.push_back({i,
                                static_cast<std::uint32_t>(*rc::gen::inRange(0, 40)),
                                static_cast<io::AgentMode>(*rc::gen::inRange(1, 6)),
                                {*coordinate, *coordinate, *coordinate},
                                *coordinate * 1e-3});
    }
    for (std::uint32_t i = 0; i < obstacles; ++i)
        if (*rc::gen::inRange(0, 3) != 0)
            frame.obstacles.push_back({i, {{*coordinate, *coordinate}, *coordinate * 1e-3}});
    if (*rc::gen::inRange(0, 2) == 0) frame.events.push_back({"kind", "subject", "d\xC3\xA4tail"});
    return frame;
}

RC_GTEST_PROP(Protocol, AnyFramesArriveWhateverIsSkipped, ()) {
    const auto agents = static_cast<std::size_t>(*rc::gen::inRange(0, 300));
    FrameEncoder encoder(agents);
    FrameDecoder decoder;
    const int frames = *rc::gen::inRange(1, 12);
    for (int i = 0; i < frames; ++i) {
        const io::Frame frame = random_frame(static_cast<std::uint32_t>(i * 3), agents, 5);
        const FrameStats stats = FrameCounter().count(frame, {0.001, 77, i % 2 == 0});
        const auto read =
            decoder.decode(encoder.encode(frame, stats, frame.events, *rc::gen::inRange(0, 4) == 0));
        RC_ASSERT(read.has_value());
        RC_ASSERT(read->index == frame.index);
        RC_ASSERT(read->time == frame.time);
        RC_ASSERT(read->stats == stats);
        RC_ASSERT(read->events == frame.events);
        expect_same(expected_agents(frame, agents), read->agents);
        std::size_t present = 0;
        for (const Track& track : read->obstacles) present += track.tag != 0;
        RC_ASSERT(present == frame.obstacles.size());
        for (const io::RecordedObstacle& obstacle : frame.obstacles)
            RC_ASSERT(read->obstacles.at(obstacle.obstacle) == quantised(obstacle));
    }
}

TEST(Protocol, PositionsAreTrueToHalfAMillimetre) {
    test::CrossingWorld world;
    FrameEncoder encoder(world.agents().size());
    FrameDecoder decoder;
    for (int i = 0; i < 100; ++i, world.step()) {
        const auto read = decoder.decode(encoder.encode(world.frame(), {}, {}, false));
        ASSERT_TRUE(read);
        for (const io::RecordedAgent& agent : world.frame().agents) {
            EXPECT_NEAR(read->agents[agent.agent].x / 1000.0, agent.position.x, 0.00051);
            EXPECT_NEAR(read->agents[agent.agent].y / 1000.0, agent.position.y, 0.00051);
            EXPECT_NEAR(read->agents[agent.agent].angle / 10000.0, agent.heading, 0.000051);
        }
    }
}

TEST(Protocol, BrokenMessagesAreRefused) {
    test::CrossingWorld world;
    FrameEncoder encoder(world.agents().size());
    const Message whole = encoder.encode(world.frame(), {}, {}, true);
    world.step();
    const Message delta = encoder.encode(world.frame(), {}, {}, false);
    EXPECT_FALSE(FrameDecoder().decode(delta)) << "a difference from nothing";
    for (std::size_t size = 0; size < whole.size(); ++size)
        EXPECT_FALSE(FrameDecoder().decode(std::span(whole).first(size))) << "cut after " << size << " bytes";
    Message longer = whole;
    longer.push_back(0);
    EXPECT_FALSE(FrameDecoder().decode(longer));
    // Any change must be read without harm; sanitizers watch.
    Rng rng(7);
    for (int i = 0; i < test::rounds(2000, 200000); ++i) {
        Message changed = whole;
        for (int k = 0; k < 4; ++k)
            changed[rng.next() % changed.size()] = static_cast<std::uint8_t>(rng.next());
        (void)FrameDecoder().decode(changed);
    }
}

TEST(Protocol, TenThousandWalkersStayUnderTenMegabytesASecond) {
    test::CrossingWorld world(10000);
    FrameEncoder encoder(world.agents().size());
    std::size_t bytes = 0;
    for (int i = 0; i < 30; ++i, world.step())
        bytes += encoder.encode(world.frame(), {}, {}, i % 30 == 0).size();
    RecordProperty("bytes_per_second", static_cast<int>(bytes));
    EXPECT_LT(bytes, 10u << 20);
    EXPECT_LT(bytes, 2u << 20) << "about four bytes an agent and frame are expected";
}

TEST(Protocol, ChannelSamplesArriveWhole) {
    const ChannelSample sample{
        "tunnel", 12, 3, "a note", {{DrawingKind::polygon, 2, 3, {1, 2, 3, 4.5f}}, {}}};
    const Message message = channel_message(sample);
    EXPECT_EQ(read_channel_message(message), sample);
    for (std::size_t size = 0; size < message.size(); ++size)
        EXPECT_FALSE(read_channel_message(std::span(message).first(size)));
}

TEST(Protocol, PlansKeepTheirShapeWithFewPoints) {
    // Straight for ten seconds, a corner, straight again; a point every tick.
    std::vector<PublishedPoint> points;
    for (int i = 0; i <= 600; ++i)
        points.push_back({i / 30.0, i <= 300 ? Vec2{i * 0.04, 0} : Vec2{12, (i - 300) * 0.02}, 0});
    const ChannelSample sample = plan_sample(0, 1, points, AgentView{}, {});
    const std::vector<float>& line = sample.drawings.front().values;
    EXPECT_LE(line.size() / 4, 8u);
    for (const PublishedPoint& point : points) {
        double nearest = 1e9;
        for (std::size_t i = 4; i < line.size(); i += 4) {
            if (point.time < line[i - 1] - 1e-4 || point.time > line[i + 3] + 1e-4) continue;
            const double t = (point.time - line[i - 1]) / (line[i + 3] - line[i - 1]);
            nearest = std::min(nearest, distance(point.position, lerp({line[i - 4], line[i - 3]},
                                                                      {line[i], line[i + 1]}, t)));
        }
        EXPECT_LT(nearest, 0.011) << "at time " << point.time;
    }
}

}  // namespace
}  // namespace wend::view
