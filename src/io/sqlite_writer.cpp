#include <charconv>
#include <cmath>
#include <map>
#include <utility>

#include "wend/base/hash.hpp"
#include "wend/base/output_file.hpp"
#include "wend/io/recording_hash.hpp"
#include "wend/io/sqlite_trajectory.hpp"

#include "io/frame_codec.hpp"
#include "io/free_space.hpp"
#include "io/sqlite_database.hpp"

namespace wend::io {
namespace {

namespace fs = std::filesystem;

constexpr int frames_per_batch = 30;
constexpr std::size_t rows_per_batch = 50'000;
constexpr std::size_t database_signature = 16;  ///< bytes with which every SQLite database begins

constexpr const char* schema = R"(
CREATE TABLE trajectory_data(frame INTEGER NOT NULL, id INTEGER NOT NULL, pos_x REAL NOT NULL,
    pos_y REAL NOT NULL, ori_x REAL NOT NULL, ori_y REAL NOT NULL, pos_z REAL NOT NULL DEFAULT 0);
CREATE TABLE metadata(key TEXT NOT NULL UNIQUE PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE geometry(hash INTEGER NOT NULL, wkt TEXT NOT NULL);
CREATE UNIQUE INDEX geometry_hash ON geometry(hash);
CREATE TABLE frame_data(frame INTEGER NOT NULL, geometry_hash INTEGER NOT NULL);
CREATE INDEX frame_id_idx ON trajectory_data(frame, id);
CREATE TABLE wend_frame(frame INTEGER PRIMARY KEY, state BLOB NOT NULL);
)";

std::string number(double value) {
    std::array<char, 32> text;
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
    return {text.data(), end};
}

bool put(SqliteStatement& statement, std::string_view key, std::string_view value) {
    statement.bind(1, key);
    statement.bind(2, value);
    return statement.run();
}

constexpr const char* put_metadata = "INSERT OR REPLACE INTO metadata(key, value) VALUES(?, ?)";

bool put_bounds(SqliteStatement& statement, const Box2& box) {
    return put(statement, "xmin", number(box.low.x)) && put(statement, "xmax", number(box.high.x)) &&
           put(statement, "ymin", number(box.low.y)) && put(statement, "ymax", number(box.high.y));
}

bool put_header(SqliteDatabase& database, const RecordingHeader& header, const Box2& bounds) {
    SqliteStatement statement = database.prepare(put_metadata);
    const double frames_per_second = header.time_step > 0 ? 1 / header.time_step : 0;
    return put(statement, "version", "2") && put(statement, "fps", number(frames_per_second)) &&
           put_bounds(statement, bounds.is_empty() ? Box2{{0, 0}, {0, 0}} : bounds) &&
           put(statement, "wend_scene_name", header.scene_name) &&
           put(statement, "wend_scene", header.scene_json) &&
           put(statement, "wend_seed", std::to_string(header.seed)) &&
           put(statement, "wend_time_step", number(header.time_step)) &&
           put(statement, "wend_settings", header.settings_json);
}

/// The database with its tables and metadata, as the bytes of a file.
Result<Bytes> empty_database(const RecordingHeader& header, const Box2& bounds) {
    SqliteDatabase memory(":memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
    if (!memory.is_open() || !memory.execute(schema) || !put_header(memory, header, bounds))
        return Status::io_error("cannot make a trajectory database: " + memory.error());
    sqlite3_int64 size = 0;
    unsigned char* data = sqlite3_serialize(memory.get(), "main", &size, 0);
    if (!data) return Status{StatusCode::out_of_memory, "cannot make a trajectory database"};
    Bytes bytes(data, data + size);
    sqlite3_free(data);
    return bytes;
}

/// A journal left by a killed run belongs to the old partial file; SQLite would play it into the new one.
void remove_old_journal(const fs::path& partial) {
    std::error_code ignored;
    fs::path journal = partial;
    fs::remove(journal += "-journal", ignored);
}

bool is_finite(const Frame& frame) {
    for (const RecordedAgent& agent : frame.agents)
        if (!std::isfinite(agent.position.x + agent.position.y + agent.position.z + agent.heading))
            return false;
    return true;
}

/// What the standard tables have no room for; positions are left to them.
Bytes wend_state(const Frame& frame) {
    Frame rest = frame;
    for (RecordedAgent& agent : rest.agents) agent.position = {};
    Bytes bytes;
    ByteWriter out(bytes);
    FrameCodec().write(rest, out);
    return bytes;
}

}  // namespace

struct SqliteTrajectoryWriter::State {
    struct Known {
        RecordedIdentity identity;
        Pose pose;
        bool stands = false;
        std::uint32_t seen = 0;  ///< in how many frames
    };

    fs::path target;
    OutputFile file;  ///< keeps other runs out; closed after the database, whose own locks would go with it
    SqliteDatabase database;
    FreeSpace free_space;
    std::map<std::string, bool, std::less<>> stands_from_start;
    SqliteStatement put_row, put_frame, put_geometry, put_state, put_key;
    std::map<std::uint32_t, Known> obstacles;
    std::int64_t geometry_hash = 0;
    bool geometry_known = false;
    Box2 extent;
    int batch_frames = 0;
    std::size_t batch_rows = 0;
    std::uint64_t frames = 0;
    RecordingHash state_hash;
    Status failure;

    State(fs::path name, OutputFile created, SqliteDatabase opened, const Scene& scene)
        : target(std::move(name)), file(std::move(created)), database(std::move(opened)), free_space(scene) {
        for (const ObstacleSpec& obstacle : scene.obstacles) note_motion(obstacle);
        for (const TimedEvent& event : scene.events)
            if (const auto* appear = std::get_if<AppearEvent>(&event.what)) note_motion(appear->obstacle);
    }

    void note_motion(const ObstacleSpec& obstacle) {
        stands_from_start[obstacle.name] = obstacle.motion.keyframes.size() == 1;
    }

    bool prepare() {
        put_row = database.prepare("INSERT INTO trajectory_data VALUES(?, ?, ?, ?, ?, ?, ?)");
        put_frame = database.prepare("INSERT INTO frame_data VALUES(?, ?)");
        put_geometry = database.prepare("INSERT OR IGNORE INTO geometry VALUES(?, ?)");
        put_state = database.prepare("INSERT INTO wend_frame VALUES(?, ?)");
        put_key = database.prepare(put_metadata);
        return put_row.is_valid() && put_frame.is_valid() && put_geometry.is_valid() &&
               put_state.is_valid() && put_key.is_valid();
    }

    Status fail(const Frame* frame) {
        const std::string when = frame ? " at frame " + std::to_string(frame->index) : "";
        failure = Status::io_error("cannot write '" + OutputFile::partial_name(target).string() + "'" + when +
                                   ": " + database.error());
        if (sqlite3_get_autocommit(database.get()) == 0) database.execute("ROLLBACK");
        return failure;
    }

    /// True when what stands still is no longer what it was.
    bool follow_obstacles(const Frame& frame) {
        bool changed = !geometry_known;
        for (const RecordedIdentity& identity : frame.identities)
            obstacles[identity.obstacle].identity = identity;
        auto next = frame.obstacles.begin();
        for (auto& [id, known] : obstacles) {
            while (next != frame.obstacles.end() && next->obstacle < id) ++next;
            const bool present = next != frame.obstacles.end() && next->obstacle == id;
            const bool is_obstacle = known.identity.kind == RecordedKind::obstacle;
            const bool stands = present && is_obstacle && stands_now(known, next->pose);
            changed |= stands != known.stands || (stands && known.pose != next->pose);
            known.stands = stands;
            known.seen = present ? known.seen + 1 : 0;
            if (present) known.pose = next->pose;
        }
        return changed;
    }

    bool stands_now(const Known& known, const Pose& pose) const {
        if (known.seen > 0) return known.pose == pose;
        const auto found = stands_from_start.find(known.identity.name);
        return found != stands_from_start.end() && found->second;
    }

    bool write_geometry() {
        std::vector<StandingObstacle> standing;
        for (const auto& [id, known] : obstacles)
            if (known.stands)
                standing.push_back({known.identity.layer, placed_outline(known.identity.shape, known.pose)});
        const std::string wkt = free_space.wkt(standing);
        StateHash hash;
        hash.add(std::string_view(wkt));
        geometry_hash = static_cast<std::int64_t>(hash.value());
        geometry_known = true;
        put_geometry.bind(1, geometry_hash);
        put_geometry.bind(2, std::string_view(wkt));
        return put_geometry.run();
    }

    bool write_agents(const Frame& frame) {
        for (const RecordedAgent& agent : frame.agents) {
            const Vec2 facing = unit_vector(agent.heading);
            put_row.bind(1, std::int64_t{frame.index});
            put_row.bind(2, std::int64_t{agent.agent});
            put_row.bind(3, agent.position.x);
            put_row.bind(4, agent.position.y);
            put_row.bind(5, facing.x);
            put_row.bind(6, facing.y);
            put_row.bind(7, agent.position.z);
            if (!put_row.run()) return false;
            extent.add(agent.position.xy());
        }
        return true;
    }

    bool write_frame(const Frame& frame) {
        if (batch_frames == 0 && !database.execute("BEGIN")) return false;
        if (follow_obstacles(frame) && !write_geometry()) return false;
        put_frame.bind(1, std::int64_t{frame.index});
        put_frame.bind(2, geometry_hash);
        put_state.bind(1, std::int64_t{frame.index});
        put_state.bind(2, ByteView(wend_state(frame)));
        if (!put_frame.run() || !put_state.run() || !write_agents(frame)) return false;
        ++batch_frames;
        ++frames;
        state_hash.add(frame);
        batch_rows += frame.agents.size();
        return true;
    }

    /// What a database cut short, or changed afterwards, does not agree with.
    Status write_end() {
        const bool written = database.execute("BEGIN") &&
                             put(put_key, "wend_frames", std::to_string(frames)) &&
                             put(put_key, "wend_state_hash", state_hash.text()) && database.execute("COMMIT");
        return written ? Status::ok() : fail(nullptr);
    }

    Status commit() {
        if (!failure.is_ok() || batch_frames == 0) return failure;
        batch_frames = 0;
        batch_rows = 0;
        if (!extent.is_empty() && !put_bounds(put_key, extent)) return fail(nullptr);
        return database.execute("COMMIT") ? Status::ok() : fail(nullptr);
    }
};

Result<SqliteTrajectoryWriter> SqliteTrajectoryWriter::open(const fs::path& file,
                                                            const RecordingHeader& header,
                                                            const Scene& scene) {
    Result<Bytes> bytes = empty_database(header, scene.bounds);
    if (!bytes) return bytes.status();
    const fs::path partial = OutputFile::partial_name(file);
    Result<OutputFile> created = OutputFile::create(file, bytes.value(), database_signature);
    if (!created) return created.status();
    remove_old_journal(partial);
    SqliteDatabase database(partial.string(), SQLITE_OPEN_READWRITE);
    if (!database.is_open() || !database.execute("PRAGMA synchronous=NORMAL"))
        return Status::io_error("cannot open '" + partial.string() + "': " + database.error());
    auto state = std::make_unique<State>(file, std::move(created).value(), std::move(database), scene);
    if (!state->prepare()) return state->fail(nullptr);
    return SqliteTrajectoryWriter(std::move(state));
}

SqliteTrajectoryWriter::SqliteTrajectoryWriter(std::unique_ptr<State> state) : state_(std::move(state)) {}
SqliteTrajectoryWriter::SqliteTrajectoryWriter(SqliteTrajectoryWriter&&) noexcept = default;
SqliteTrajectoryWriter& SqliteTrajectoryWriter::operator=(SqliteTrajectoryWriter&&) noexcept = default;
SqliteTrajectoryWriter::~SqliteTrajectoryWriter() {
    if (state_) state_->commit();
}

Status SqliteTrajectoryWriter::append(const Frame& frame) {
    State& state = *state_;
    if (!state.failure.is_ok()) return state.failure;
    if (!is_in_order(frame) || !is_finite(frame))
        return state.failure = Status::invalid_input(
                   "frame " + std::to_string(frame.index) +
                   ": agents and obstacles must come by strictly rising number, with finite positions");
    if (!state.write_frame(frame)) return state.fail(&frame);
    const bool full = state.batch_frames >= frames_per_batch || state.batch_rows >= rows_per_batch;
    return full ? state.commit() : Status::ok();
}

Status SqliteTrajectoryWriter::flush() {
    return state_->commit();
}

Status SqliteTrajectoryWriter::close() {
    State& state = *state_;
    if (Status status = state.commit(); !status.is_ok()) return status;
    if (Status status = state.write_end(); !status.is_ok()) return status;
    for (SqliteStatement* statement :
         {&state.put_row, &state.put_frame, &state.put_geometry, &state.put_state, &state.put_key})
        *statement = {};
    state.database.close();
    if (Status status = state.file.finish(); !status.is_ok()) return state.failure = status;
    state.failure = Status::invalid_input("the recording is closed");
    return Status::ok();
}

}  // namespace wend::io
