// Ten pages that mean harm, each with ten thousand edits as fast as they can be sent, and one that does not:
// the world goes on meanwhile, every edit that was confirmed is done and recorded, and once the storm is over
// everything is as fast as before.

#include <atomic>
#include <chrono>
#include <cstdio>
#include <mutex>
#include <set>
#include <thread>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "wend/base/rng.hpp"
#include "wend/sim/simulation.hpp"
#include "wend/verify/verify.hpp"
#include "wend/view/html_export.hpp"
#include "wend/view/live_server.hpp"
#include "wend/view/messages.hpp"

#include "raw_client.hpp"

namespace wend::view {
namespace {

using test::RawClient;
using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr int villains = 10, edits_of_each = 10'000;
constexpr double normal_rate = 30;  ///< frames a second

Scene street() {
    Scene scene;
    scene.name = "street";
    scene.bounds = {{0, 0}, {40, 20}};
    scene.layers.resize(1);
    scene.duration = 1e6;
    scene.time_step = 1 / normal_rate;
    scene.budget.seconds = 0.005;
    for (int i = 0; i < 12; ++i) {
        AgentSpec agent;
        agent.name = "walker-" + std::to_string(i);
        agent.position = {2 + 0.1 * i, 1.5 + 1.4 * i};
        Goal back, forth;
        back.region = DiscRegion{{3, 1.5 + 1.4 * i}, 0.5};
        forth.region = DiscRegion{{37, 18 - 1.4 * i}, 0.5};
        forth.then = {back};
        forth.repeats = true;
        agent.goal = forth;
        scene.agents.push_back(agent);
    }
    return scene;
}

/// Anything that a page may ask for, sensible or not.
std::string some_edit(Rng& rng) {
    using nlohmann::json;
    const json at = {rng.uniform(-2, 42), rng.uniform(-2, 22)};
    const std::string dropped = "dropped-" + std::to_string(rng.below(1000));
    const std::string agent = rng.below(2) == 0 ? "walker-" + std::to_string(rng.below(12))
                                                : "guest-" + std::to_string(rng.below(2000));
    switch (rng.below(10)) {
        case 0:
            return json{{"do", "drop"}, {"at", at}, {"layer", 0}, {"radius", rng.uniform(0.1, 2)}}.dump();
        case 1:
            return json{{"do", "move"}, {"obstacle", dropped}, {"at", at}}.dump();
        case 2:
            return json{{"do", "delete"}, {"obstacle", dropped}}.dump();
        case 3:
            return json{{"do", "goal"}, {"target", agent}, {"at", at}, {"layer", 0}}.dump();
        case 4:
            return json{{"do", "add_agent"}, {"at", at},
                        {"layer", 0},        {"radius", rng.uniform(0.1, 0.5)},
                        {"goal", at},        {"goal_layer", 0}}
                .dump();
        case 5:
            return json{{"do", "remove_agent"}, {"agent", "guest-" + std::to_string(rng.below(2000))}}.dump();
        case 6:
            return json{{"do", rng.below(2) == 0 ? "pause_agent" : "resume_agent"}, {"agent", agent}}.dump();
        case 7:
            return json{{"do", "watch"}, {"agent", rng.below(3000)}}.dump();
        case 8:
            return json{{"do", "show"}, {"mesh", rng.below(2) == 0}}.dump();
        default:
            return R"({"do":"budget","value":"5ms"})";
    }
}

class Villain {
  public:
    Villain(std::uint16_t port, std::uint64_t seed) : client_(port), rng_(seed) {
        const std::string host = RawClient::own_host(port);
        EXPECT_EQ(client_.upgrade("/live", host, "http://" + host), "HTTP/1.1 101 Switching Protocols");
    }
    void rage() {
        for (int i = 0; i < edits_of_each; ++i) client_.send_frame(1, some_edit(rng_));
    }

  private:
    RawClient client_;
    Rng rng_;
};

/// Everything that the world says, on its thread.
struct Witness {
    std::mutex mutex;
    std::set<std::string> appeared, disappeared;
    std::uint32_t next_frame = 0;
    std::size_t edits = 0;
    bool is_gapless = true;

    void see(const io::Frame& frame) {
        const std::scoped_lock lock(mutex);
        is_gapless = is_gapless && frame.index == next_frame;
        next_frame = frame.index + 1;
        edits += frame.edits.size();
        for (const io::RecordedEdit& edit : frame.edits) {
            if (const auto* come = std::get_if<AppearEvent>(&edit.event.what))
                appeared.insert(come->obstacle.name);
            if (const auto* gone = std::get_if<DisappearEvent>(&edit.event.what))
                disappeared.insert(gone->obstacle);
        }
    }
};

/// An honest page: it asks, and reads until it is answered.
class Honest {
  public:
    explicit Honest(std::uint16_t port) : client_(port) {
        const std::string host = RawClient::own_host(port);
        EXPECT_EQ(client_.upgrade("/live", host, "http://" + host), "HTTP/1.1 101 Switching Protocols");
    }
    /// What the notice says that confirms it; empty when it was refused.
    std::string ask(const std::string& command) {
        client_.send_frame(1, command);
        for (;;) {
            const auto message = client_.next_message();
            if (!message) return {};
            if (static_cast<MessageType>(message->at(0)) != MessageType::notice) continue;
            const auto notice = nlohmann::json::parse(message->begin() + 1, message->end());
            return notice["ok"] ? notice["text"].get<std::string>() : std::string{};
        }
    }

  private:
    RawClient client_;
};

double rate_over(const LiveServer& server, Clock::duration time) {
    const auto began = Clock::now();
    const std::uint64_t before = server.steps();
    std::this_thread::sleep_for(time);
    return static_cast<double>(server.steps() - before) /
           std::chrono::duration<double>(Clock::now() - began).count();
}

TEST(Hostile, TenPagesWithTenThousandEditsEach) {
    if (!page_status().is_ok()) GTEST_SKIP() << page_status().message;
    const Scene scene = street();
    auto simulation = Simulation::create(scene, {1, 1, {}});
    ASSERT_TRUE(simulation) << simulation.status().message;
    verify::Verifier verifier(scene, simulation.value().agents());
    Witness witness;
    const auto world = live_world(simulation.value());
    ServerOptions options;
    options.port = 0;
    options.on_frame = [&](const io::Frame& frame) {
        witness.see(frame);
        verifier.add(frame);
    };
    auto server = LiveServer::start(*world, scene, options);
    ASSERT_TRUE(server.is_ok()) << server.status().message;
    const double rate_before = rate_over(server.value(), 1s);

    const auto storm_began = Clock::now();
    const std::uint64_t steps_before = server.value().steps();
    std::vector<std::thread> threads;
    std::atomic<int> raging = villains;
    for (int i = 0; i < villains; ++i)
        threads.emplace_back([&, i] {
            Villain(server.value().port(), static_cast<std::uint64_t>(i)).rage();
            --raging;
        });
    Honest honest(server.value().port());
    std::set<std::string> dropped;
    double slowest = 0;
    while (raging > 0) {
        const auto asked = Clock::now();
        const std::string done = honest.ask(R"({"do":"drop","at":[20,19.5],"layer":0,"radius":0.2})");
        slowest = std::max(slowest, std::chrono::duration<double>(Clock::now() - asked).count());
        if (done.starts_with("dropped ")) dropped.insert(done.substr(8));
        std::this_thread::sleep_for(20ms);
    }
    for (std::thread& thread : threads) thread.join();
    const double stormed = std::chrono::duration<double>(Clock::now() - storm_began).count();
    const double rate_meanwhile = static_cast<double>(server.value().steps() - steps_before) / stormed;
    std::this_thread::sleep_for(1s);
    const double rate_after = rate_over(server.value(), 1s);
    server.value().stop();

    std::printf(
        "%.1f frames a second before, %.1f for the %.1f s of the storm, %.1f a second after; %zu edits "
        "taken of %d; an honest page waited %.2f s at most\n",
        rate_before, rate_meanwhile, stormed, rate_after, witness.edits, villains * edits_of_each, slowest);
    EXPECT_GE(rate_after, 0.8 * rate_before);
    EXPECT_TRUE(witness.is_gapless);
    for (const std::string& name : dropped)
        EXPECT_TRUE(witness.appeared.contains(name)) << name << " was confirmed and is not recorded";
    EXPECT_FALSE(dropped.empty()) << "nobody else may use up what an honest page is allowed";
    const verify::Report report = verifier.finish();
    EXPECT_EQ(report.inconsistencies, 0u) << verify::to_text(report);
    EXPECT_EQ(report.wall_crossings, 0u) << verify::to_text(report);
    EXPECT_EQ(report.limit_violations, 0u) << verify::to_text(report);
}

}  // namespace
}  // namespace wend::view
