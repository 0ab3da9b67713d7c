// Recordings that somebody has changed, in ways that leave a file whole and well-formed: each must be
// noticed, in both formats, and what nobody has changed must pass.

#include <fstream>
#include <functional>

#include <gtest/gtest.h>
#include <sqlite3.h>

#include "wend/io/recording_file.hpp"
#include "wend/io/sqlite_trajectory.hpp"

#include "faults.hpp"
#include "support/effort.hpp"
#include "support/scratch.hpp"

namespace wend::verify {
namespace {

namespace fs = std::filesystem;
using Frames = std::vector<io::Frame>;

constexpr double dt = 1.0 / 30;

/// Walkers whose goals are at the right end of a hall, a closed wall between two of them and theirs.
test::Walkers make_hall(std::uint64_t seed) {
    test::Walkers run = test::make_walkers(seed);
    for (std::uint32_t i = 0; i < run.agents.size(); ++i) {
        const Vec2 last = run.recording.frames.back().agents[i].position.xy();
        run.agents[i].goal.region = DiscRegion{last, 0.1};
    }
    run.scene.agents = run.agents;
    return run;
}

template <class Writer, class... More>
fs::path write(const fs::path& file, const test::Walkers& run, const More&... more) {
    auto writer = Writer::open(file, run.recording.header, more...);
    EXPECT_TRUE(writer.is_ok()) << writer.status().message;
    for (const io::Frame& frame : run.recording.frames) {
        const Status status = writer.value().append(frame);
        EXPECT_TRUE(status.is_ok()) << status.message;
    }
    EXPECT_TRUE(writer.value().close().is_ok());
    return file;
}

/// Written in both formats and read again.
std::vector<Report> reports_on(const test::Walkers& run) {
    const test::Scratch scratch;
    std::vector<Report> reports;
    for (const fs::path& file : {write<io::RecordingWriter>(scratch / "run.wend", run),
                                 write<io::SqliteTrajectoryWriter>(scratch / "run.sqlite", run, run.scene)}) {
        auto report = verify_file(file, run.scene, run.agents);
        EXPECT_TRUE(report.is_ok()) << report.status().message;
        if (report) reports.push_back(std::move(report).value());
    }
    return reports;
}

void expect_found(const test::Walkers& run, FindingKind kind) {
    for (const Report& report : reports_on(run)) {
        EXPECT_FALSE(report.passed) << to_text(report);
        // A database's reader may notice by itself that rows do not belong together.
        const bool is_found = !test::of_kind(report, kind).empty() || !report.warning.empty();
        EXPECT_TRUE(is_found) << to_string(kind) << "\n" << to_text(report);
    }
}

struct Mutation {
    const char* name;
    FindingKind kind;
    std::function<void(test::Walkers&, Rng&)> make;
};

void number_again(Frames& frames) {
    for (std::uint32_t i = 0; i < frames.size(); ++i) frames[i].index = i;
}

void keep_every(Frames& frames, std::size_t step) {
    Frames kept;
    for (std::size_t i = 0; i < frames.size(); i += step) kept.push_back(frames[i]);
    frames = std::move(kept);
}

std::uint32_t some_walker(const test::Walkers& run, Rng& rng) {
    return static_cast<std::uint32_t>(rng.below(run.agents.size()));
}

/// A wall across the way that one of them has walked.
void wall_off(test::Walkers& run, std::uint32_t agent) {
    const Vec2 from = run.agents[agent].position;
    const Vec2 to = run.recording.frames.back().agents[agent].position.xy();
    const Vec2 middle = lerp(from, to, 0.5), side = perpendicular(normalized(to - from));
    const Vec2 along = normalized(to - from) * 0.01;
    run.scene.layers[0].blocked.push_back({{middle - 8 * side - along, middle - 8 * side + along,
                                            middle + 8 * side + along, middle + 8 * side - along},
                                           {}});
}

/// Ten metres a second, where nobody is.
void add_far_platform(test::Walkers& run) {
    PlatformSpec platform{"train", 0, {{-2, -2}, {2, -2}, {2, 2}, {-2, 2}}, {}};
    platform.motion.keyframes = {{0, {{1000, 1000}, 0}}, {100, {{2000, 1000}, 0}}};
    run.scene.platforms.push_back(platform);
}

const std::vector<Mutation>& mutations() {
    using enum FindingKind;
    static const std::vector<Mutation> all{
        {"an agent vanishes and is at its goal in the end", came_back,
         [](test::Walkers& run, Rng& rng) {
             const auto who = some_walker(run, rng);
             for (std::uint32_t f = 5; f + 1 < run.recording.frames.size(); ++f)
                 std::erase_if(run.recording.frames[f].agents,
                               [who](const auto& a) { return a.agent == who; });
         }},
        {"an agent vanishes for good", vanished,
         [](test::Walkers& run, Rng& rng) {
             const auto who = some_walker(run, rng);
             const auto last = static_cast<std::uint32_t>(5 + rng.below(40));
             test::keep_only(run, who, 0, last);
         }},
        {"all are in the air, through a closed wall", not_on_link,
         [](test::Walkers& run, Rng& rng) {
             wall_off(run, some_walker(run, rng));
             for (io::Frame& frame : run.recording.frames)
                 for (auto& agent : frame.agents) agent.mode = io::AgentMode::airborne;
         }},
        {"in the air in every second frame", not_on_link,
         [](test::Walkers& run, Rng& rng) {
             wall_off(run, some_walker(run, rng));
             for (io::Frame& frame : run.recording.frames)
                 if (frame.index % 2 == 1)
                     for (auto& agent : frame.agents) agent.mode = io::AgentMode::airborne;
         }},
        {"in the air where a link is that is closed", not_on_link,
         [](test::Walkers& run, Rng& rng) {
             const auto who = some_walker(run, rng);
             wall_off(run, who);
             Link link;
             link.from = run.agents[who].position;
             link.to = run.recording.frames.back().agents[who].position.xy();
             link.open = {{1000, 2000}};
             run.scene.links.push_back(link);
             for (std::size_t f = 10; f < 50; ++f)
                 test::recorded(run, static_cast<std::uint32_t>(f), who).mode = io::AgentMode::airborne;
         }},
        {"in the air, while a platform passes far away", not_on_link,
         [](test::Walkers& run, Rng& rng) {
             const auto who = some_walker(run, rng);
             wall_off(run, who);
             add_far_platform(run);
             for (std::uint32_t f = 10; f < 30; ++f)
                 test::recorded(run, f, who).mode = io::AgentMode::airborne;
         }},
        {"in the air in every second frame, while a platform passes far away", not_on_link,
         [](test::Walkers& run, Rng& rng) {
             wall_off(run, some_walker(run, rng));
             add_far_platform(run);
             for (io::Frame& frame : run.recording.frames)
                 if (frame.index % 2 == 1)
                     for (auto& agent : frame.agents) agent.mode = io::AgentMode::airborne;
         }},
        {"too fast in the air, while a platform that is faster passes far away", overspeed,
         [](test::Walkers& run, Rng& rng) {
             const auto who = some_walker(run, rng);
             add_far_platform(run);
             double fastest = 0;
             for (std::uint32_t f = 10; f < 30; ++f) {
                 test::recorded(run, f, who).mode = io::AgentMode::airborne;
                 fastest = std::max(fastest, test::speed(run, f, who));
             }
             run.agents[who].limits.max_speed = run.scene.agents[who].limits.max_speed = fastest / 2;
         }},
        {"a frame is missing", wrong_time,
         [](test::Walkers& run, Rng& rng) {
             auto& frames = run.recording.frames;
             frames.erase(frames.begin() + static_cast<std::ptrdiff_t>(1 + rng.below(frames.size() - 2)));
         }},
        {"a frame is missing and all are numbered again", wrong_time,
         [](test::Walkers& run, Rng& rng) {
             auto& frames = run.recording.frames;
             frames.erase(frames.begin() + static_cast<std::ptrdiff_t>(1 + rng.below(frames.size() - 2)));
             number_again(frames);
         }},
        {"the beginning is missing", wrong_time,
         [](test::Walkers& run, Rng&) { run.recording.frames.erase(run.recording.frames.begin()); }},
        {"every tenth frame", wrong_time,
         [](test::Walkers& run, Rng&) { keep_every(run.recording.frames, 10); }},
        {"every tenth frame, numbered again", wrong_time,
         [](test::Walkers& run, Rng&) {
             keep_every(run.recording.frames, 10);
             number_again(run.recording.frames);
         }},
        {"slow motion", wrong_time,
         [](test::Walkers& run, Rng&) {
             run.recording.header.time_step *= 2;
             for (io::Frame& frame : run.recording.frames) frame.time *= 2;
         }},
        {"all headings 0", wrong_heading,
         [](test::Walkers& run, Rng&) {
             for (io::Frame& frame : run.recording.frames)
                 for (auto& agent : frame.agents) agent.heading = 0;
         }},
        {"50 m above the floor", wrong_height,
         [](test::Walkers& run, Rng&) {
             for (io::Frame& frame : run.recording.frames)
                 for (auto& agent : frame.agents) agent.position.z = 50;
         }},
        {"one leaps over the others", wrong_height,
         [](test::Walkers& run, Rng& rng) {
             test::recorded(run, static_cast<std::uint32_t>(rng.below(60)), some_walker(run, rng))
                 .position.z = 2;
         }},
    };
    return all;
}

TEST(Corruption, WhatNobodyChangedPasses) {
    for (std::uint64_t seed = 0; seed < 10; ++seed)
        for (const Report& report : reports_on(make_hall(seed))) {
            ASSERT_TRUE(report.passed) << to_text(report);
            ASSERT_TRUE(report.findings.empty()) << to_text(report);
            ASSERT_TRUE(report.unchecked.empty()) << to_text(report);
        }
}

TEST(Corruption, EveryMutationIsFoundInBothFormats) {
    for (const Mutation& mutation : mutations())
        for (int seed = 0; seed < test::rounds(4, 100); ++seed) {
            SCOPED_TRACE(std::string(mutation.name) + ", seed " + std::to_string(seed));
            Rng rng(static_cast<std::uint64_t>(seed));
            test::Walkers run = make_hall(100 + rng.next() % 1000);
            mutation.make(run, rng);
            expect_found(run, mutation.kind);
        }
}

/// A walker that has left through its goal, or was sent away, has a reason.
TEST(Corruption, WhoLeavesForAReasonHasNotVanished) {
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
        test::Walkers run = make_hall(seed);
        const Vec2 there = test::position(run, 30, 2);
        run.agents[2].goal.region = DiscRegion{there, 0.05};
        run.agents[2].goal.leaves = true;
        test::keep_only(run, 2, 0, 30);
        run.scene.events.push_back({40 * dt, LeaveEvent{"walker4"}});
        test::keep_only(run, 4, 0, 39);
        const Report report = test::check(run);
        EXPECT_TRUE(test::of_kind(report, FindingKind::vanished).empty()) << to_text(report);
        EXPECT_EQ(report.inconsistencies, 0u) << to_text(report);

        run.agents[2].goal.leaves = false;
        EXPECT_FALSE(test::of_kind(test::check(run), FindingKind::vanished).empty());
    }
}

/// A leap over a gap on a link that is there is none of the verifier's business.
TEST(Corruption, OnALinkOneMayBeInTheAir) {
    test::Walkers run = make_hall(3);
    Link link;
    link.from = run.agents[0].position;
    link.to = run.agents[0].position + Vec2{2, 0};
    run.scene.links.push_back(link);
    double x = 0, speed = 0;
    for (io::Frame& frame : run.recording.frames) {
        auto& agent = frame.agents[0];
        agent.position = {run.agents[0].position.x + x, run.agents[0].position.y, 0};
        agent.heading = run.agents[0].heading = 0;
        agent.mode = x > 0.5 && x < 1.5 ? io::AgentMode::airborne : io::AgentMode::walking;
        if (agent.mode == io::AgentMode::airborne) agent.position.z = 0.3;
        speed = std::min(speed + 0.5 * run.agents[0].limits.max_acceleration * dt, 0.9);
        x += speed * dt;
    }
    run.agents[0].goal.region = DiscRegion{run.recording.frames.back().agents[0].position.xy(), 0.1};
    const Report report = test::check(run);
    EXPECT_TRUE(report.passed) << to_text(report);
    EXPECT_EQ(report.unchecked.size(), 1u) << "changes of speed in the air cannot be checked";
}

Report read_again(const fs::path& file, const test::Walkers& run) {
    auto report = verify_file(file, run.scene, run.agents);
    if (report) return std::move(report).value();
    Report refused;
    refused.warning = report.status().message;
    return refused;
}

TEST(Corruption, BytesAfterTheEndAreNoticed) {
    const test::Scratch scratch;
    const test::Walkers run = make_hall(1);
    for (const fs::path& file : {write<io::RecordingWriter>(scratch / "run.wend", run),
                                 write<io::SqliteTrajectoryWriter>(scratch / "run.sqlite", run, run.scene)}) {
        ASSERT_TRUE(read_again(file, run).passed);
        std::ofstream(file, std::ios::binary | std::ios::app) << "more";
        const Report report = read_again(file, run);
        EXPECT_FALSE(report.passed);
        EXPECT_NE(report.warning, "") << file;
    }
}

TEST(Corruption, ADatabaseCutShortIsNoticedWhereverItIsCut) {
    const test::Scratch scratch;
    const test::Walkers run = make_hall(2);
    const fs::path whole = write<io::SqliteTrajectoryWriter>(scratch / "run.sqlite", run, run.scene);
    const auto size = fs::file_size(whole);
    Rng rng(5);
    for (int round = 0; round < test::rounds(40, 1000); ++round) {
        const fs::path file = scratch / "cut.sqlite";
        fs::copy_file(whole, file, fs::copy_options::overwrite_existing);
        const std::uint64_t left = round % 2 == 0 ? rng.below(size) : rng.below(size / 4096) * 4096;
        fs::resize_file(file, left);
        const Report report = read_again(file, run);
        ASSERT_FALSE(report.passed) << left;
        ASSERT_NE(report.warning, "") << left;
    }
}

TEST(Corruption, ADatabaseWithFewerRowsIsNoticed) {
    const test::Scratch scratch;
    const test::Walkers run = make_hall(4);
    for (const char* change :
         {"DELETE FROM trajectory_data WHERE frame >= 50; DELETE FROM frame_data WHERE frame >= 50;"
          "DELETE FROM wend_frame WHERE frame >= 50;",
          "DELETE FROM frame_data WHERE frame >= 50", "DELETE FROM wend_frame WHERE frame = 7",
          "DELETE FROM trajectory_data WHERE frame = 3 AND id = 2",
          "UPDATE trajectory_data SET pos_x = pos_x + 0.001 WHERE frame = 3 AND id = 2",
          "UPDATE trajectory_data SET ori_x = -ori_x WHERE frame = 3 AND id = 2",
          "UPDATE geometry SET wkt = 'POLYGON ((0 0, 1 0, 1 1, 0 0))'",
          "UPDATE frame_data SET geometry_hash = 7 WHERE frame = 9",
          "UPDATE metadata SET value = '0.5' WHERE key = 'wend_time_step'",
          "DELETE FROM metadata WHERE key = 'wend_state_hash'", "DROP TABLE wend_frame"}) {
        const fs::path file = write<io::SqliteTrajectoryWriter>(scratch / "run.sqlite", run, run.scene);
        sqlite3* database = nullptr;
        ASSERT_EQ(sqlite3_open(file.c_str(), &database), SQLITE_OK);
        ASSERT_EQ(sqlite3_exec(database, change, nullptr, nullptr, nullptr), SQLITE_OK) << change;
        sqlite3_close(database);
        const Report report = read_again(file, run);
        EXPECT_FALSE(report.passed) << change << "\n" << to_text(report);
    }
}

/// Some bytes of a database lie in no row: those may change, as long as what is read stays the same.
TEST(Corruption, BytesThatChangeAreNoticedOrMeanNothing) {
    const test::Scratch scratch;
    const test::Walkers run = make_hall(6);
    Rng rng(8);
    for (const fs::path& whole :
         {write<io::RecordingWriter>(scratch / "run.wend", run),
          write<io::SqliteTrajectoryWriter>(scratch / "run.sqlite", run, run.scene)}) {
        const std::string hash = read_again(whole, run).state_hash;
        std::ifstream in(whole, std::ios::binary);
        const std::string bytes(std::istreambuf_iterator<char>(in), {});
        for (int round = 0; round < test::rounds(100, 5000); ++round) {
            std::string changed = bytes;
            for (auto n = 1 + rng.below(3); n > 0; --n)
                changed[rng.below(changed.size())] ^= static_cast<char>(1u << rng.below(8));
            const fs::path file = scratch / ("changed" + whole.extension().string());
            std::ofstream(file, std::ios::binary) << changed;
            const Report report = read_again(file, run);
            EXPECT_TRUE(!report.passed || report.state_hash == hash) << round << " " << to_text(report);
            if (whole.extension() == ".wend") {
                EXPECT_FALSE(report.passed && changed != bytes) << round;
            }
        }
    }
}

}  // namespace
}  // namespace wend::verify
