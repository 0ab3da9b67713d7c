#include "wend/verify/report.hpp"

#include <gtest/gtest.h>

#include "wend/io/recording_file.hpp"
#include "wend/io/recording_hash.hpp"
#include "wend/io/sqlite_trajectory.hpp"

#include "faults.hpp"
#include "support/scratch.hpp"

namespace wend::verify {
namespace {

test::Walkers faulty_run() {
    auto run = test::make_walkers(1);
    test::plant_overlap(run, 20, 0, 1, {});
    return run;
}

template <class Writer>
void write(Writer writer, const io::Recording& recording) {
    for (const io::Frame& frame : recording.frames) ASSERT_TRUE(writer.append(frame).is_ok());
    ASSERT_TRUE(writer.close().is_ok());
}

TEST(Report, IsTheSameFromEitherFileAndFromMemory) {
    const test::Scratch scratch;
    const auto run = faulty_run();
    write(std::move(io::RecordingWriter::open(scratch / "a.wend", run.recording.header)).value(),
          run.recording);
    write(std::move(io::SqliteTrajectoryWriter::open(scratch / "a.sqlite", run.recording.header, run.scene))
              .value(),
          run.recording);
    const std::string memory = to_json(verify(run.scene, run.agents, run.recording));
    EXPECT_EQ(to_json(verify_file(scratch / "a.wend", run.scene, run.agents).value()), memory);
    EXPECT_EQ(to_json(verify_file(scratch / "a.sqlite", run.scene, run.agents).value()), memory);
    io::RecordingHash hash;
    for (const io::Frame& frame : run.recording.frames) hash.add(frame);
    EXPECT_NE(memory.find("\"state_hash\":\"" + hash.text() + "\""), std::string::npos) << memory;
}

TEST(Report, JsonBeginsWithThePromisedFields) {
    const std::string json = to_json(test::check(faulty_run()));
    EXPECT_EQ(json.rfind(R"({"agents":9,"arrived":8,"overlaps":1,"max_overlap_m":0.00)", 0), 0u) << json;
    for (const char* field :
         {"\"wall_crossings\":0,\"limit_violations\":", "\"missed_windows\":0,\"deadlocked\":0,",
          "\"passed\":false", "\"kind\":\"agent_overlap\",\"who\":\"walker0\",\"whom\":"})
        EXPECT_NE(json.find(field), std::string::npos) << field << " in " << json;
}

TEST(Report, TextShowsTheFirstFindings) {
    const std::string text = to_text(test::check(faulty_run()), 1);
    EXPECT_EQ(text.rfind("FAILED  60 frames", 0), 0u) << text;
    EXPECT_NE(text.find("overlaps           1, deepest 0.001 m"), std::string::npos) << text;
    EXPECT_NE(text.find("more\n"), std::string::npos) << text;
}

TEST(Report, AnIncompleteRecordingNeverPasses) {
    auto run = test::make_walkers(2);
    EXPECT_TRUE(test::check(run).passed);
    run.recording.warning = "cut off";
    EXPECT_FALSE(test::check(run).passed);
}

TEST(Report, KeepsCountingWhenItNoLongerKeepsFindings) {
    auto run = test::make_walkers(3);
    for (std::uint32_t f = 1; f < 60; f += 2) test::place(run, f, 1, test::position(run, f, 0));
    Options options;
    options.max_findings = 5;
    const Report few = verify(run.scene, run.agents, run.recording, options);
    const Report all = test::check(run);
    EXPECT_EQ(few.findings.size(), 5u);
    EXPECT_EQ(few.findings.size() + few.findings_left_out, all.findings.size());
    EXPECT_EQ(few.overlaps, all.overlaps);
    EXPECT_EQ(few.limit_violations, all.limit_violations);
}

}  // namespace
}  // namespace wend::verify
