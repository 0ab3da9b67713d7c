#include "wend/io/sqlite_trajectory.hpp"

#include <csignal>
#include <fstream>

#include <gtest/gtest.h>
#include <sqlite3.h>
#include <sys/resource.h>

#include "wend/io/recording_hash.hpp"

#include "busy_recording.hpp"
#include "support/data.hpp"
#include "support/effort.hpp"
#include "support/scratch.hpp"

namespace wend::io {
namespace {

namespace fs = std::filesystem;
using test::make_busy_recording;
using Rows = std::vector<std::vector<std::string>>;

/// Through SQLite alone, the way other tools read the file.
Rows query(const fs::path& file, const std::string& sql) {
    sqlite3* database = nullptr;
    EXPECT_EQ(sqlite3_open(file.c_str(), &database), SQLITE_OK);
    Rows rows;
    const auto collect = [](void* to, int count, char** values, char**) {
        static_cast<Rows*>(to)->emplace_back();
        for (int i = 0; i < count; ++i)
            static_cast<Rows*>(to)->back().emplace_back(values[i] ? values[i] : "NULL");
        return 0;
    };
    EXPECT_EQ(sqlite3_exec(database, sql.c_str(), collect, &rows, nullptr), SQLITE_OK)
        << sql << ": " << sqlite3_errmsg(database);
    sqlite3_close(database);
    return rows;
}

Status write(const fs::path& file, const Recording& recording, const Scene& scene) {
    auto writer = SqliteTrajectoryWriter::open(file, recording.header, scene);
    if (!writer) return writer.status();
    for (const Frame& frame : recording.frames)
        if (Status status = writer.value().append(frame); !status.is_ok()) return status;
    return writer.value().close();
}

TEST(SqliteTrajectory, ReadsBackWhatWasWritten) {
    const test::Scratch scratch;
    for (int seed = 0; seed < test::rounds(4, 50); ++seed) {
        const auto run = make_busy_recording(static_cast<std::uint64_t>(seed));
        ASSERT_TRUE(write(scratch / "a.sqlite", run.recording, run.scene).is_ok());
        const Result<Recording> back = read_recording(scratch / "a.sqlite");
        ASSERT_TRUE(back.is_ok()) << back.status().message;
        EXPECT_EQ(back.value().header.scene_name, run.recording.header.scene_name);
        EXPECT_EQ(back.value().header.seed, run.recording.header.seed);
        EXPECT_EQ(back.value().header.time_step, run.recording.header.time_step);
        EXPECT_EQ(back.value().frames, run.recording.frames);
        EXPECT_EQ(back.value().warning, "");
    }
    EXPECT_FALSE(fs::exists(scratch / "a.sqlite.partial"));
    EXPECT_FALSE(fs::exists(scratch / "a.sqlite.partial-journal"));
}

TEST(SqliteTrajectory, HasTheSchemaThatPedPyReads) {
    const test::Scratch scratch;
    auto run = test::make_walkers(3, {.count = 5, .frames = 40});
    run.recording.frames[7].agents.clear();
    const fs::path file = scratch / "run.sqlite";
    ASSERT_TRUE(write(file, run.recording, run.scene).is_ok());

    const Rows rows = query(file, "select frame, id, pos_x as x, pos_y as y from trajectory_data");
    ASSERT_EQ(rows.size(), 39u * 5);
    EXPECT_EQ(rows[6][0], "1");
    EXPECT_EQ(rows[6][1], "1");
    const RecordedAgent& agent = run.recording.frames[1].agents[1];
    EXPECT_NEAR(std::stod(rows[6][2]), agent.position.x, 1e-9);  // sqlite3_exec prints 15 digits

    EXPECT_EQ(query(file, "select value from metadata where key = 'version'"), Rows{{"2"}});
    EXPECT_DOUBLE_EQ(std::stod(query(file, "select value from metadata where key = 'fps'")[0][0]), 30);
    for (const auto& [key, sql] : {std::pair{"xmin", "min(pos_x)"}, std::pair{"xmax", "max(pos_x)"},
                                   std::pair{"ymin", "min(pos_y)"}, std::pair{"ymax", "max(pos_y)"}}) {
        const auto meta = query(file, std::string("select value from metadata where key='") + key + "'");
        const auto data = query(file, std::string("select ") + sql + " from trajectory_data");
        EXPECT_NEAR(std::stod(meta[0][0]), std::stod(data[0][0]), 1e-9);
    }
    EXPECT_EQ(query(file, "select wkt from geometry"), Rows{{"POLYGON((0 0,0 60,60 60,60 0,0 0))"}});
    EXPECT_EQ(query(file, "select count(*), count(distinct frame), min(frame), max(frame) from frame_data"),
              (Rows{{"40", "40", "0", "39"}}));
    EXPECT_EQ(query(file, "select distinct geometry_hash from frame_data"),
              query(file, "select hash from geometry"));
    EXPECT_EQ(query(file, "select name from pragma_table_info('trajectory_data')"),
              (Rows{{"frame"}, {"id"}, {"pos_x"}, {"pos_y"}, {"ori_x"}, {"ori_y"}, {"pos_z"}}));
    EXPECT_EQ(query(file, "select name from pragma_index_info('frame_id_idx')"), (Rows{{"frame"}, {"id"}}));
    EXPECT_EQ(query(file, "select \"unique\" from pragma_index_list('geometry')"), Rows{{"1"}});
    const Rows facing = query(file, "select ori_x, ori_y from trajectory_data where frame=1 and id=1");
    EXPECT_NEAR(std::stod(facing[0][0]), std::cos(agent.heading), 1e-9);
    EXPECT_NEAR(std::stod(facing[0][1]), std::sin(agent.heading), 1e-9);
    EXPECT_EQ(query(file, "pragma integrity_check"), Rows{{"ok"}});
}

TEST(SqliteTrajectory, GeometryFollowsStandingObstaclesOnly) {
    const test::Scratch scratch;
    auto run = test::make_walkers(4, {.count = 1, .frames = 50});
    const auto still = [](Vec2 at) { return Trajectory{{{0, {at, 0}}}, false}; };
    ObstacleSpec crate{"crate", 0, PolygonShape{{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}}, still({5, 5}), {},
                       0,       {}};
    run.scene.obstacles.push_back(crate);
    for (Frame& frame : run.recording.frames) {
        if (frame.index == 10)
            frame.identities = {{0, RecordedKind::obstacle, "crate", 0, crate.shape},
                                {1, RecordedKind::obstacle, "cart", 0, DiscShape{0.5}},
                                {2, RecordedKind::platform, "tram", 0, crate.shape}};
        if (frame.index < 10 || frame.index >= 40) continue;
        frame.obstacles = {{0, {{5, 5}, 0}}, {1, {{0.1 * frame.index, 9}, 0}}, {2, {{2, 2}, 0}}};
    }
    const fs::path file = scratch / "run.sqlite";
    ASSERT_TRUE(write(file, run.recording, run.scene).is_ok());
    EXPECT_EQ(query(file, "select count(*) from geometry"), Rows{{"2"}});
    const std::string with_crate = query(
        file, "select wkt from frame_data join geometry on hash = geometry_hash where frame = 10")[0][0];
    EXPECT_NE(with_crate.find("),("), std::string::npos) << "the crate is a hole: " << with_crate;
    EXPECT_EQ(query(file,
                    "select min(frame), max(frame), count(*) from frame_data where geometry_hash = "
                    "(select geometry_hash from frame_data where frame = 10)"),
              (Rows{{"10", "39", "30"}}));
}

TEST(SqliteTrajectory, ReadsDatabasesOfOtherPrograms) {
    const test::Scratch scratch;
    const fs::path file = scratch / "other.sqlite";
    query(file, R"(
        CREATE TABLE trajectory_data(frame INTEGER NOT NULL, id INTEGER NOT NULL, pos_x REAL NOT NULL,
            pos_y REAL NOT NULL, ori_x REAL NOT NULL, ori_y REAL NOT NULL);
        CREATE TABLE metadata(key TEXT NOT NULL UNIQUE PRIMARY KEY, value TEXT NOT NULL);
        CREATE TABLE geometry(hash INTEGER NOT NULL, wkt TEXT NOT NULL);
        CREATE TABLE frame_data(frame INTEGER NOT NULL, geometry_hash INTEGER NOT NULL);
        INSERT INTO metadata VALUES('version', 2), ('fps', 12.5);
        INSERT INTO geometry VALUES(1, 'POLYGON((0 0,1 0,1 1,0 0))');
        INSERT INTO frame_data VALUES(0, 1), (1, 1), (2, 1);
        INSERT INTO trajectory_data VALUES(2, 4, 1.5, 2.5, 0, 1), (0, 4, 1, 2, 1, 0), (0, 2, 3, 4, 1, 0);)");
    const Recording back = read_recording(file).value();
    ASSERT_EQ(back.frames.size(), 3u);
    EXPECT_EQ(back.warning, "");
    EXPECT_EQ(back.frames[0].agents.size(), 2u);
    EXPECT_EQ(back.frames[0].agents[0].agent, 2u);
    EXPECT_TRUE(back.frames[1].agents.empty());
    EXPECT_DOUBLE_EQ(back.frames[2].time, 0.16);
    EXPECT_NEAR(back.frames[2].agents[0].heading, 1.5707963, 1e-6);
}

TEST(SqliteTrajectory, SaysWhatIsWrongWithADatabase) {
    const test::Scratch scratch;
    const auto run = make_busy_recording(1, 20, 3);
    const auto damaged = [&](const std::string& sql) {
        const fs::path file = scratch / "damaged.sqlite";
        fs::remove(file);
        EXPECT_TRUE(write(file, run.recording, run.scene).is_ok());
        query(file, sql);
        const Result<Recording> back = read_recording(file);
        return back ? back.value().warning : back.status().message;
    };
    EXPECT_EQ(damaged("select 1"), "");
    EXPECT_NE(damaged("drop table frame_data").find("no table 'frame_data'"), std::string::npos);
    EXPECT_NE(damaged("update metadata set value=1 where key='version'").find("version '1'"),
              std::string::npos);
    EXPECT_NE(damaged("update metadata set value='x' where key='fps'").find("fps 'x'"), std::string::npos);
    EXPECT_NE(damaged("delete from frame_data where frame=7").find("which frame_data does not know"),
              std::string::npos);
    EXPECT_NE(damaged("insert into frame_data values(7, 0)").find("frame number 7"), std::string::npos);
    EXPECT_NE(damaged("update trajectory_data set id=-1 where frame=3").find("id -1"), std::string::npos);
    EXPECT_NE(damaged("delete from trajectory_data where frame=3").find("list different agents"),
              std::string::npos);
    EXPECT_NE(damaged("update wend_frame set state=x'00' where frame=3").find("wend_frame 3 is malformed"),
              std::string::npos);
    EXPECT_NE(damaged("drop table metadata; create view metadata as select 'version' as key, 2 as value")
                  .find("no table 'metadata'"),
              std::string::npos);
}

TEST(SqliteTrajectory, RefusesNumbersThatADatabaseCannotHold) {
    const test::Scratch scratch;
    auto run = make_busy_recording(1);
    run.recording.frames[5].agents[0].position.x = std::numeric_limits<double>::quiet_NaN();
    const Status status = write(scratch / "a.sqlite", run.recording, run.scene);
    EXPECT_EQ(status.code, StatusCode::invalid_input);
    EXPECT_NE(status.message.find("frame 5"), std::string::npos);
}

TEST(SqliteTrajectory, FullDiskIsAClearErrorAndKeepsCommittedFrames) {
    const test::Scratch scratch;
    const auto run = make_busy_recording(1, 300);
    std::signal(SIGXFSZ, SIG_IGN);
    rlimit old{};
    getrlimit(RLIMIT_FSIZE, &old);
    rlimit small = old;
    small.rlim_cur = 150'000;
    setrlimit(RLIMIT_FSIZE, &small);
    const Status status = write(scratch / "a.sqlite", run.recording, run.scene);
    setrlimit(RLIMIT_FSIZE, &old);
    EXPECT_EQ(status.code, StatusCode::io_error);
    EXPECT_NE(status.message.find("a.sqlite.partial"), std::string::npos) << status.message;
    EXPECT_FALSE(fs::exists(scratch / "a.sqlite"));
    const Result<Recording> kept = read_recording(scratch / "a.sqlite.partial");
    ASSERT_TRUE(kept.is_ok()) << kept.status().message;
    EXPECT_GT(kept.value().frames.size(), 20u);
    EXPECT_TRUE(
        std::equal(kept.value().frames.begin(), kept.value().frames.end(), run.recording.frames.begin()));
}

}  // namespace
}  // namespace wend::io
