#include <chrono>
#include <fstream>
#include <set>
#include <thread>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "wend/view/frame_encoder.hpp"
#include "wend/view/html_export.hpp"
#include "wend/view/live_server.hpp"

#include "crossing_world.hpp"
#include "raw_client.hpp"
#include "view/command_queue.hpp"

namespace wend::view {
namespace {

using test::RawClient;
using namespace std::chrono_literals;

class Server : public testing::Test {
  protected:
    void SetUp() override {
        if (!page_status().is_ok()) GTEST_SKIP() << page_status().message;
    }
    void start(std::uint32_t agents = 0) {
        world_ = agents > 0 ? std::make_unique<test::CrossingWorld>(agents)
                            : std::make_unique<test::CrossingWorld>();
        options_.port = 0;
        auto server = LiveServer::start(*world_, world_->scene(), options_);
        ASSERT_TRUE(server.is_ok()) << server.status().message;
        server_.emplace(std::move(server).value());
    }
    [[nodiscard]] std::string host() const { return RawClient::own_host(server_->port()); }
    [[nodiscard]] RawClient client() const { return RawClient(server_->port()); }
    /// A reader that has been let in.
    [[nodiscard]] RawClient reader() const {
        RawClient reader = client();
        EXPECT_EQ(reader.upgrade("/live", host(), "http://" + host()), "HTTP/1.1 101 Switching Protocols");
        return reader;
    }
    /// The simulation goes on.
    void expect_alive() {
        const std::uint64_t before = server_->steps();
        for (int i = 0; i < 100 && server_->steps() < before + 3; ++i) std::this_thread::sleep_for(20ms);
        EXPECT_GE(server_->steps(), before + 3) << "the world has stopped";
    }
    void expect_clients(std::size_t count) {
        for (int i = 0; i < 250 && server_->clients() != count; ++i) std::this_thread::sleep_for(20ms);
        EXPECT_EQ(server_->clients(), count);
    }

    ServerOptions options_;
    std::unique_ptr<test::CrossingWorld> world_;
    std::optional<LiveServer> server_;
};

MessageType type_of(const Message& message) {
    return static_cast<MessageType>(message.at(0));
}
nlohmann::json json_of(const Message& message) {
    return nlohmann::json::parse(message.begin() + 1, message.end());
}
/// The next message of a kind, within a bounded number of others.
std::optional<Message> next_of(RawClient& reader, MessageType type) {
    for (int i = 0; i < 300; ++i) {
        auto message = reader.next_message();
        if (!message) return std::nullopt;
        if (type_of(*message) == type) return message;
    }
    return std::nullopt;
}

/// The next sample of a channel that is as wanted, within a bounded number of others.
template <class Wanted>
std::optional<ChannelSample> next_sample(RawClient& reader, const std::string& channel, Wanted&& wanted) {
    for (int i = 0; i < 100; ++i) {
        const auto message = next_of(reader, MessageType::channel);
        const auto sample = message ? read_channel_message(*message) : std::nullopt;
        if (!sample) return std::nullopt;
        if (sample->channel == channel && wanted(*sample)) return sample;
    }
    return std::nullopt;
}
std::optional<ChannelSample> next_sample(RawClient& reader, const std::string& channel) {
    return next_sample(reader, channel, [](const ChannelSample&) { return true; });
}

TEST_F(Server, GivesThePageAndNothingElse) {
    start();
    const std::string page = client().get("/", host());
    EXPECT_TRUE(page.starts_with("HTTP/1.1 200")) << page.substr(0, 200);
    EXPECT_NE(page.find("Content-Security-Policy"), std::string::npos);
    EXPECT_NE(page.find("<canvas"), std::string::npos);
    for (const char* target :
         {"/etc/passwd", "/../../../../etc/passwd", "//etc/passwd", "/%2e%2e/%2e%2e/etc/passwd",
          "/..\\..\\etc\\passwd", "/index.html/../../etc/passwd", "/live/../etc", "/.git/config",
          "/viewer.html", "*", "/index.html%00.js"}) {
        const std::string answer = client().get(target, host());
        EXPECT_TRUE(answer.starts_with("HTTP/1.1 404") || answer.starts_with("HTTP/1.1 400") ||
                    answer.empty())
            << target << ": " << answer.substr(0, 100);
        EXPECT_EQ(answer.find("root:"), std::string::npos) << target;
    }
    EXPECT_TRUE(client().get("/", host(), "POST").starts_with("HTTP/1.1 405"));
    EXPECT_TRUE(client().get("/live", host()).starts_with("HTTP/1.1 426"));
}

TEST_F(Server, OtherSitesMayNotLookIn) {
    start();
    for (const char* origin : {"http://evil.example", "null", "http://127.0.0.1:1", "file://"})
        EXPECT_TRUE(client().upgrade("/live", host(), origin).starts_with("HTTP/1.1 403")) << origin;
    EXPECT_TRUE(client().upgrade("/live", "evil.example", "http://evil.example").starts_with("HTTP/1.1 403"));
    EXPECT_TRUE(client().get("/", "evil.example").starts_with("HTTP/1.1 403"));
    EXPECT_TRUE(client().upgrade("/live", host(), "").starts_with("HTTP/1.1 101")) << "tools have no origin";
    EXPECT_TRUE(client().upgrade("/other", host(), "").starts_with("HTTP/1.1 404"));
}

TEST_F(Server, BeyondLoopbackItAsksForAKey) {
    options_.address = "0.0.0.0";
    start();
    const std::string url = server_->url();
    const std::string key = url.substr(url.find("?key="));
    EXPECT_EQ(key.size(), 5u + 32u) << url;
    for (const std::string target : {"/", "/?key=", "/?key=0123456789abcdef0123456789abcdef"})
        EXPECT_TRUE(client().get(target, host()).starts_with("HTTP/1.1 403")) << target;
    EXPECT_TRUE(client().upgrade("/live", host(), "").starts_with("HTTP/1.1 403"));
    EXPECT_TRUE(client().get("/" + key, "evil.example").starts_with("HTTP/1.1 403"));
    const std::string page = client().get("/" + key, host());
    EXPECT_TRUE(page.starts_with("HTTP/1.1 200")) << page.substr(0, 200);
    EXPECT_NE(page.find("HttpOnly; SameSite=Strict"), std::string::npos);
    EXPECT_TRUE(client().upgrade("/live" + key, host(), "").starts_with("HTTP/1.1 101"));
}

TEST(CommandQueue, NobodyFillsTheLineForOthersAndDeletionsGoFirst) {
    CommandQueue queue;
    std::size_t taken_in = 0;
    for (int i = 0; i < 10'000; ++i)
        for (std::uint64_t client = 1; client <= 10; ++client)
            taken_in += queue.add({client, DropCommand{}, {}}) ? 1 : 0;
    EXPECT_EQ(taken_in, 10 * CommandQueue::most_of_one);
    EXPECT_TRUE(queue.add({11, DeleteCommand{"drop"}, {}}));
    EXPECT_TRUE(queue.add({11, GoalCommand{}, {}}));
    const auto first = queue.take(11);
    ASSERT_EQ(first.size(), 12u);
    EXPECT_TRUE(std::holds_alternative<DeleteCommand>(first[0].command));
    std::set<std::uint64_t> served;
    for (const Request& request : first) served.insert(request.client);
    EXPECT_EQ(served.size(), 11u) << "each in turn";
    for (std::uint64_t client = 1; client <= 10; ++client) queue.forget(client);
    EXPECT_TRUE(queue.empty());
}

TEST_F(Server, SendsTheSceneThenFramesThatDecode) {
    start();
    RawClient page = reader();
    const auto scene = page.next_message();
    ASSERT_TRUE(scene);
    ASSERT_EQ(type_of(*scene), MessageType::scene);
    EXPECT_EQ(json_of(*scene)["agents"].size(), world_->agents().size());
    FrameDecoder decoder;
    double last = -1;
    for (int i = 0; i < 40; ++i) {
        const auto message = next_of(page, MessageType::frame);
        ASSERT_TRUE(message);
        const auto frame = decoder.decode(*message);
        ASSERT_TRUE(frame) << "frame " << i;
        EXPECT_GT(frame->time, last);
        EXPECT_EQ(frame->stats.present, world_->agents().size());
        last = frame->time;
    }
}

TEST_F(Server, EditsReachTheWorldAndItsFrames) {
    start();
    RawClient page = reader();
    page.send_frame(1, R"({"do":"watch","agent":0})");
    ASSERT_TRUE(next_sample(page, "plan")) << "the watched agent's plan";
    page.send_frame(1, R"({"do":"drop","at":[12,4.9],"layer":0,"radius":0.8})");
    auto identity = next_of(page, MessageType::identity);
    while (identity && json_of(*identity)["name"] != "dropped-1")
        identity = next_of(page, MessageType::identity);
    ASSERT_TRUE(identity);
    const auto plan = next_sample(page, "plan");
    ASSERT_TRUE(plan) << "the obstacle is in its way";
    EXPECT_EQ(plan->drawings.front().values.size(), 12u) << "around it: three points";
    page.send_frame(1, R"({"do":"delete","obstacle":"dropped-1"})");
    const auto straight = next_sample(page, "plan");
    ASSERT_TRUE(straight);
    EXPECT_EQ(straight->drawings.front().values.size(), 8u);
    page.send_frame(1, R"({"do":"delete","obstacle":"nobody"})");
    auto notice = next_of(page, MessageType::notice);
    while (notice && json_of(*notice)["ok"]) notice = next_of(page, MessageType::notice);
    ASSERT_TRUE(notice);
    EXPECT_NE(json_of(*notice)["text"].get<std::string>().find("nobody"), std::string::npos);
}

TEST_F(Server, AgentsComePauseAndGo) {
    start();
    RawClient page = reader();
    page.send_frame(1,
                    R"({"do":"add_agent","at":[2,14],"layer":0,"radius":0.4,"goal":[20,14],"goal_layer":0})");
    const auto agent = next_of(page, MessageType::agent);
    ASSERT_TRUE(agent);
    EXPECT_EQ(json_of(*agent)["number"], 19);
    EXPECT_EQ(json_of(*agent)["name"], "guest-1");
    EXPECT_EQ(json_of(*agent)["radius"], 0.4);
    page.send_frame(1, R"({"do":"watch","agent":19})");
    ASSERT_TRUE(next_sample(page, "plan")) << "its plan can be watched";
    page.send_frame(1, R"({"do":"pause_agent","agent":"guest-1"})");
    const auto is_paused = [](const ChannelSample& plan) { return plan.note.starts_with("paused"); };
    ASSERT_TRUE(next_sample(page, "plan", is_paused));
    page.send_frame(1, R"({"do":"resume_agent","agent":"guest-1"})");
    ASSERT_TRUE(next_sample(page, "plan", [&](const ChannelSample& plan) { return !is_paused(plan); }));
    page.send_frame(1, R"({"do":"remove_agent","agent":"guest-1"})");
    page.send_frame(1, R"({"do":"remove_agent","agent":"guest-1"})");
    auto notice = next_of(page, MessageType::notice);
    while (notice && json_of(*notice)["ok"]) notice = next_of(page, MessageType::notice);
    ASSERT_TRUE(notice) << "nobody can be sent away twice";

    RawClient late = reader();
    ASSERT_TRUE(next_of(late, MessageType::agent)) << "who comes later hears of the guest too";
    FrameDecoder decoder;
    bool is_gone = false;
    for (int i = 0; i < 300 && !is_gone; ++i) {
        const auto frame = decoder.decode(*next_of(late, MessageType::frame));
        ASSERT_TRUE(frame);
        // The history begins before the guest came.
        if (i == 0) {
            EXPECT_EQ(frame->index, 0u);
        }
        if (frame->agents.size() < 20) continue;
        ASSERT_EQ(frame->agents.size(), 20u);
        is_gone = frame->agents[19].tag == 0;
    }
    EXPECT_TRUE(is_gone) << "and sees that it goes";
}

TEST_F(Server, TheBudgetCanBeChanged) {
    start();
    RawClient page = reader();
    auto sample = next_sample(page, "budget");
    ASSERT_TRUE(sample);
    EXPECT_EQ(sample->note, "5ms");
    page.send_frame(1, R"({"do":"budget","value":"2ms,300x"})");
    sample = next_sample(page, "budget");
    ASSERT_TRUE(sample);
    EXPECT_EQ(sample->note, "2ms,300x");
    EXPECT_FLOAT_EQ(sample->drawings.front().values.front(), 2);
}

TEST_F(Server, TheMeshGoesToThoseWhoAskAndAnEditCostsOnlyItsPart) {
    start();
    RawClient page = reader();
    page.send_frame(1, R"({"do":"show","mesh":true})");
    std::set<std::uint32_t> parts;
    const auto first = next_sample(page, "mesh");
    ASSERT_TRUE(first);
    while (parts.insert(*next_sample(page, "mesh")->agent).second && parts.size() < 40) continue;
    page.send_frame(1, R"({"do":"drop","at":[12,8],"layer":0,"radius":0.5})");
    const auto part = next_sample(page, "mesh", [](const ChannelSample& sample) { return sample.frame > 0; });
    ASSERT_TRUE(part);
    EXPECT_EQ(part->drawings.front().values.size() % 8, 0u);

    RawClient other = reader();
    for (int i = 0; i < 10; ++i) {
        const auto message = next_of(other, MessageType::frame);
        ASSERT_TRUE(message);
    }
    other.send_frame(1, R"({"do":"show","mesh":true})");
    EXPECT_TRUE(next_sample(other, "mesh")) << "the parts that were told before are told to newcomers";
}

TEST_F(Server, PausesStepsAndGoesOn) {
    start();
    RawClient page = reader();
    page.send_frame(1, R"({"do":"pause"})");
    auto status = next_of(page, MessageType::status);
    while (status && !json_of(*status)["paused"]) status = next_of(page, MessageType::status);
    ASSERT_TRUE(status);
    std::this_thread::sleep_for(100ms);
    const std::uint64_t still = server_->steps();
    std::this_thread::sleep_for(200ms);
    EXPECT_EQ(server_->steps(), still);
    page.send_frame(1, R"({"do":"step"})");
    std::this_thread::sleep_for(200ms);
    EXPECT_EQ(server_->steps(), still + 1);
    page.send_frame(1, R"({"do":"resume"})");
    expect_alive();
}

TEST_F(Server, NonsenseIsAnsweredOrClosed) {
    start();
    for (const char* text :
         {"",
          "{",
          "[]",
          "null",
          R"({"do":7})",
          R"({"do":"format"})",
          R"({"do":"speed"})",
          R"({"do":"speed","value":-1})",
          R"({"do":"speed","value":1e999})",
          R"({"do":"drop","at":[1],"layer":0,"radius":1})",
          R"({"do":"drop","at":[1,2],"layer":99,"radius":1})",
          R"({"do":"drop","at":["a","b"],"layer":0,"radius":1})",
          R"({"do":"watch","agent":-1})",
          R"({"do":"watch","agent":4000000})",
          R"({"do":"goal","target":"","at":[1,1],"layer":0})",
          R"({"do":"add_agent","at":[2,14],"layer":0,"radius":0.4})",
          R"({"do":"add_agent","at":[2,14],"layer":0,"radius":-1,"goal":[3,3],"goal_layer":0})",
          R"({"do":"add_agent","at":[2,14],"layer":0,"radius":0.3,"goal":[3,3],"goal_layer":9})",
          R"({"do":"add_agent","at":[2,null],"layer":0,"radius":0.3,"goal":[3,3],"goal_layer":0})",
          R"({"do":"remove_agent","agent":"nobody"})",
          R"({"do":"remove_agent"})",
          R"({"do":"pause_agent","agent":""})",
          R"({"do":"pause_agent","agent":"nobody"})",
          R"({"do":"resume_agent","agent":[1]})",
          R"({"do":"budget","value":"fast"})",
          R"({"do":"budget","value":5})",
          R"({"do":"budget"})",
          R"({"do":"show"})",
          R"({"do":"show","mesh":"yes"})",
          "\xFF\xFE",
          R"({"do":"move","obstacle":"x","at":[1e300,0]})"}) {
        RawClient page = reader();
        page.send_frame(2, text);  // binary is read the same way
        const auto notice = next_of(page, MessageType::notice);
        ASSERT_TRUE(notice) << text;
        EXPECT_FALSE(json_of(*notice)["ok"]) << text;
    }
    const std::string deep(5000, '[');
    RawClient nested = reader();
    nested.send_frame(1, deep);
    EXPECT_TRUE(next_of(nested, MessageType::notice));
    RawClient oversized = reader();
    oversized.send_frame(1, std::string(100'000, 'x'));
    EXPECT_TRUE(oversized.is_closed_within(5));
    RawClient unmasked = reader();
    unmasked.send_bytes(std::string("\x81\x02{}", 4));
    EXPECT_TRUE(unmasked.is_closed_within(5));
    RawClient reserved = reader();
    reserved.send_bytes(std::string("\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF", 14));
    EXPECT_TRUE(reserved.is_closed_within(5));
    RawClient endless = client();
    endless.send_bytes("GET / HTTP/1.1\r\nX: " + std::string(100'000, 'a'));
    EXPECT_TRUE(endless.is_closed_within(5));
    RawClient noise = client();
    noise.send_bytes(std::string(1000, '\x01') + "\r\n\r\n");
    EXPECT_TRUE(noise.is_closed_within(5));
    expect_alive();
}

TEST_F(Server, AHundredClientsMayComeAndVanish) {
    start();
    for (int round = 0; round < 3; ++round) {
        std::vector<RawClient> clients;
        for (int i = 0; i < 100; ++i) {
            clients.push_back(client());
            if (i % 3 == 0) continue;  // says nothing at all
            clients.back().upgrade("/live", host(), "");
            if (i % 3 == 1) clients.back().send_frame(1, R"({"do":"watch","agent":1})");
        }
    }
    expect_clients(0);
    expect_alive();
    RawClient page = reader();
    EXPECT_TRUE(next_of(page, MessageType::frame));
}

/// Sanitizers keep freed memory for a while.
#ifdef __SANITIZE_ADDRESS__
constexpr std::size_t allowed_growth = 512u << 20;
#else
constexpr std::size_t allowed_growth = 16u << 20;
#endif

std::size_t resident_bytes() {
    std::size_t total = 0, resident = 0;
    std::ifstream("/proc/self/statm") >> total >> resident;
    return resident * 4096;
}

TEST_F(Server, SlowReadersGetFewerFramesAndCostNoMemory) {
    options_.speed = 20;
    options_.history_bytes = 1 << 20;  // it grows while the world runs, whoever reads or does not
    start(3000);
    std::vector<RawClient> sleepers;
    for (int i = 0; i < 20; ++i) sleepers.push_back(reader());
    std::this_thread::sleep_for(1s);
    const std::size_t before = resident_bytes();
    std::this_thread::sleep_for(3s);
    const std::size_t after = resident_bytes();
    EXPECT_LT(after, before + allowed_growth) << "nothing may pile up for those who do not read";
    expect_alive();

    // Whoever wakes up reads on, skips what is past, and every frame still decodes.
    RawClient& late = sleepers.front();
    FrameDecoder decoder;
    double time = 0;
    std::uint32_t skipped = 0, last = 0;
    for (int i = 0; i < 200 && time < static_cast<double>(server_->steps()) / 30 - 0.5; ++i) {
        const auto message = next_of(late, MessageType::frame);
        ASSERT_TRUE(message);
        const auto frame = decoder.decode(*message);
        ASSERT_TRUE(frame);
        if (i > 0) skipped += frame->index - last - 1;
        last = frame->index;
        time = frame->time;
    }
    EXPECT_GT(skipped, 0u);
}

TEST_F(Server, TheHistoryIsKeptOnceForAllWhoComeLate) {
    options_.speed = 20;
    start(3000);
    for (int i = 0; i < 500 && server_->steps() < 150; ++i) std::this_thread::sleep_for(20ms);
    RawClient first = reader();
    first.send_frame(1, R"({"do":"pause"})");
    for (auto status = next_of(first, MessageType::status); status && !json_of(*status)["paused"];)
        status = next_of(first, MessageType::status);
    const std::uint64_t steps = server_->steps();
    ASSERT_GE(steps, 150u);
    const std::size_t before = resident_bytes();
    std::vector<RawClient> late;
    for (int i = 0; i < 40; ++i) late.push_back(reader());
    std::this_thread::sleep_for(500ms);
    EXPECT_LT(resident_bytes(), before + allowed_growth) << "none of them has a copy of its own";

    // Every one of them has all of it, from the beginning, and then what is new.
    FrameDecoder decoder;
    for (std::uint32_t i = 0; i <= steps; ++i) {
        const auto message = next_of(late.back(), MessageType::frame);
        ASSERT_TRUE(message) << i;
        const auto frame = decoder.decode(*message);
        ASSERT_TRUE(frame) << i;
        EXPECT_EQ(frame->index, i);
    }
    first.send_frame(1, R"({"do":"step"})");
    const auto message = next_of(late.back(), MessageType::frame);
    ASSERT_TRUE(message);
    const auto frame = decoder.decode(*message);
    ASSERT_TRUE(frame);
    EXPECT_EQ(frame->index, steps + 1);
}

TEST_F(Server, ASecondServerOnThePortSaysSo) {
    start();
    test::CrossingWorld other;
    ServerOptions options;
    options.port = server_->port();
    const auto second = LiveServer::start(other, other.scene(), options);
    ASSERT_FALSE(second.is_ok());
    EXPECT_EQ(second.status().code, StatusCode::io_error);
    EXPECT_NE(second.status().message.find("in use"), std::string::npos) << second.status().message;
    EXPECT_NE(second.status().message.find(std::to_string(options.port)), std::string::npos);
    options.address = "nowhere";
    EXPECT_EQ(LiveServer::start(other, other.scene(), options).status().code, StatusCode::invalid_input);
    expect_alive();
}

TEST_F(Server, TooManyViewersAreTurnedAway) {
    options_.most_clients = 3;
    start();
    std::vector<RawClient> pages;
    for (int i = 0; i < 3; ++i) pages.push_back(reader());
    EXPECT_TRUE(client().get("/", host()).starts_with("HTTP/1.1 503"));
    pages.clear();
    expect_clients(0);
    EXPECT_TRUE(client().get("/", host()).starts_with("HTTP/1.1 200"));
}

}  // namespace
}  // namespace wend::view
