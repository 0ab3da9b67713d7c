#include <charconv>
#include <cmath>
#include <map>
#include <numbers>
#include <utility>

#include "wend/base/hash.hpp"
#include "wend/io/recording_hash.hpp"
#include "wend/io/sqlite_trajectory.hpp"

#include "io/frame_codec.hpp"
#include "io/sqlite_database.hpp"

namespace wend::io {
namespace {

constexpr std::int64_t largest_number = 0xFFFFFFFF;
constexpr int largest_value = 1 << 28;  ///< bytes of one text or blob
constexpr double same_heading = 1e-6;   ///< radians

/// Frames in order, with what the standard tables say of the agents and, where present, what wend adds.
class SqliteSource final : public FrameSource {
  public:
    SqliteSource(SqliteDatabase database, std::string name, Bytes memory)
        : memory_(std::move(memory)), database_(std::move(database)), name_(std::move(name)) {}

    /// A database of bytes in memory, which must outlive the connection.
    bool attach_memory() {
        const auto size = static_cast<sqlite3_int64>(memory_.size());
        return sqlite3_deserialize(database_.get(), "main", memory_.data(), size, size,
                                   SQLITE_DESERIALIZE_READONLY) == SQLITE_OK;
    }

    Status read_start() {
        sqlite3_limit(database_.get(), SQLITE_LIMIT_LENGTH, largest_value);
        database_.execute("PRAGMA trusted_schema=OFF; PRAGMA cell_size_check=ON");
        if (Status status = count_rows_allowed(); !status.is_ok()) return status;
        for (const char* table : {"trajectory_data", "metadata", "geometry", "frame_data"})
            if (!is_plain_table(table))
                return wrong("it has no table '" + std::string(table) +
                             "'; expected JuPedSim's trajectory schema, version 2");
        states_in_file_ = is_plain_table("wend_frame");
        if (Status status = read_metadata(); !status.is_ok()) return status;
        const bool has_height = database_.prepare("SELECT pos_z FROM trajectory_data LIMIT 0").is_valid();
        rows_ = database_.prepare(
            has_height
                ? "SELECT frame, id, pos_x, pos_y, ori_x, ori_y, pos_z FROM trajectory_data ORDER BY frame, "
                  "id"
                : "SELECT frame, id, pos_x, pos_y, ori_x, ori_y, 0 FROM trajectory_data ORDER BY frame, id");
        frames_ = database_.prepare("SELECT frame FROM frame_data ORDER BY frame");
        if (!rows_.is_valid() || !frames_.is_valid()) return wrong(database_.error());
        if (states_in_file_)
            states_ = database_.prepare("SELECT frame, state FROM wend_frame ORDER BY frame");
        step_row();
        step_state();
        return warning_.empty() ? Status::ok() : Status::invalid_input(warning_);
    }

    const RecordingHeader& header() const noexcept override { return header_; }
    const std::string& warning() const noexcept override { return warning_; }
    std::string unchecked() const override {
        return is_ours_ ? ""
                        : "whether the database is complete: another program's, without frame count and hash";
    }

    bool next(Frame& frame) override {
        if (!warning_.empty()) return false;
        const int result = frames_.step();
        if (result == SQLITE_DONE) return finish();
        if (result != SQLITE_ROW) return stop(database_.error());
        const std::int64_t index = frames_.integer(0);
        if (index < 0 || index > largest_number || (count_ > 0 && index <= last_))
            return stop("frame_data holds the frame number " + std::to_string(index) + " after " +
                        std::to_string(last_));
        frame = {};
        frame.index = static_cast<std::uint32_t>(index);
        frame.time = static_cast<double>(index) * header_.time_step;
        if (!take_agents(frame) || !take_state(frame)) return false;
        last_ = index;
        ++count_;
        hash_.add(frame);
        return true;
    }

  private:
    /// A row takes some bytes of the file; a database that yields more rows than bytes runs in circles.
    Status count_rows_allowed() {
        SqliteStatement pages = database_.prepare("PRAGMA page_count");
        SqliteStatement size = database_.prepare("PRAGMA page_size");
        if (!pages.is_valid() || !size.is_valid() || pages.step() != SQLITE_ROW || size.step() != SQLITE_ROW)
            return wrong(database_.error());
        size_ = rows_allowed_ = pages.integer(0) * size.integer(0);
        return Status::ok();
    }

    /// A view or virtual table could run any query that the file's author likes.
    [[nodiscard]] bool is_plain_table(std::string_view table) const {
        SqliteStatement query = database_.prepare(
            "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND rootpage > 0 AND name = ? "
            "AND sql LIKE 'CREATE TABLE%' AND sql NOT LIKE '% AS %' AND sql NOT LIKE '%GENERATED%'");
        if (!query.is_valid()) return false;
        query.bind(1, table);
        return query.step() == SQLITE_ROW;
    }

    Status read_metadata() {
        SqliteStatement query = database_.prepare("SELECT key, value FROM metadata");
        if (!query.is_valid()) return wrong(database_.error());
        std::map<std::string, std::string> values;
        int result;
        while ((result = query.step()) == SQLITE_ROW && values.size() < 1000)
            values[query.text(0)] = query.text(1);
        if (result != SQLITE_DONE && result != SQLITE_ROW) return wrong(database_.error());
        if (values["version"] != "2")
            return wrong("metadata says version '" + values["version"] + "'; expected 2");
        double frames_per_second = 0;
        const std::string& text = values["fps"];
        std::from_chars(text.data(), text.data() + text.size(), frames_per_second);
        if (!(frames_per_second > 0) || !std::isfinite(frames_per_second))
            return wrong("metadata says fps '" + text + "'; expected a number above 0");
        header_.time_step = 1 / frames_per_second;
        is_ours_ = states_in_file_ || values.contains("wend_time_step");
        const auto read = [&values](const char* key, auto& number) {
            const std::string& value = values[key];
            std::from_chars(value.data(), value.data() + value.size(), number);
        };
        read("wend_time_step", header_.time_step);
        read("wend_seed", header_.seed);
        header_.scene_name = values["wend_scene_name"];
        header_.scene_json = values["wend_scene"];
        header_.settings_json = values["wend_settings"];
        end_frames_ = values["wend_frames"];
        end_hash_ = values["wend_state_hash"];
        return Status::ok();
    }

    bool take_agents(Frame& frame) {
        while (has_row_ && rows_.integer(0) <= frame.index) {
            if (rows_.integer(0) < frame.index)
                return stop("trajectory_data speaks of frame " + std::to_string(rows_.integer(0)) +
                            ", which frame_data does not know");
            const std::int64_t id = rows_.integer(1);
            if (id < 0 || id > largest_number ||
                (!frame.agents.empty() && id <= std::int64_t{frame.agents.back().agent}))
                return stop("trajectory_data holds the id " + std::to_string(id) + " out of range or twice");
            RecordedAgent agent;
            agent.agent = static_cast<std::uint32_t>(id);
            agent.position = {rows_.real(2), rows_.real(3), rows_.real(6)};
            agent.heading = std::atan2(rows_.real(5), rows_.real(4));
            frame.agents.push_back(agent);
            if (!step_row()) return false;
        }
        return true;
    }

    bool take_state(Frame& frame) {
        while (has_state_ && states_.integer(0) < frame.index)
            if (!step_state()) return false;
        if (!states_in_file_) return true;
        if (!has_state_ || states_.integer(0) != frame.index)
            return stop("wend_frame does not know frame " + std::to_string(frame.index));
        Frame rest;
        ByteReader in(states_.blob(1));
        std::string problem;
        if (!FrameCodec().read(in, rest, problem) || rest.index != frame.index)
            return stop("wend_frame " + std::to_string(frame.index) + " is malformed");
        if (!(std::abs(rest.time - frame.time) <= 1e-6 * (1 + frame.time)))
            return stop("wend_frame has frame " + std::to_string(frame.index) + " at " +
                        std::to_string(rest.time) + " s, where the metadata has it at " +
                        std::to_string(frame.time) + " s");
        if (!merge(frame, rest)) return false;
        return step_state();
    }

    bool merge(Frame& frame, Frame& rest) {
        bool same = rest.agents.size() == frame.agents.size();
        for (std::size_t i = 0; same && i < rest.agents.size(); ++i) {
            same = rest.agents[i].agent == frame.agents[i].agent &&
                   std::abs(std::remainder(rest.agents[i].heading - frame.agents[i].heading,
                                           2 * std::numbers::pi)) < same_heading;
            rest.agents[i].position = frame.agents[i].position;
        }
        if (!same)
            return stop("frame " + std::to_string(frame.index) +
                        ": trajectory_data and wend_frame list different agents or headings");
        frame = std::move(rest);
        return true;
    }

    bool step_row() { return step(rows_, has_row_); }
    bool step_state() { return !states_.is_valid() || step(states_, has_state_); }

    bool step(SqliteStatement& statement, bool& has) {
        const int result = statement.step();
        has = result == SQLITE_ROW;
        if (has && --rows_allowed_ < 0) return stop("it yields more rows than it has bytes");
        return has || result == SQLITE_DONE || stop(database_.error());
    }

    bool finish() {
        if (has_row_)
            stop("trajectory_data speaks of frame " + std::to_string(rows_.integer(0)) +
                 ", which frame_data does not know");
        else if (has_state_)
            stop("wend_frame speaks of frame " + std::to_string(states_.integer(0)) +
                 ", which frame_data does not know");
        else if (is_ours_)
            check_end();
        if (warning_.empty()) check_size();
        return false;
    }

    /// SQLite reads as much as the database's first page speaks of and does not mind what follows.
    void check_size() {
        std::error_code failure;
        if (!memory_.empty() || std::filesystem::exists(name_ + "-wal", failure)) return;
        const auto found = static_cast<std::int64_t>(std::filesystem::file_size(name_, failure));
        if (!failure && found != size_)
            warning_ = "'" + name_ + "' has " + std::to_string(found) + " bytes; its database has " +
                       std::to_string(size_);
    }

    void check_end() {
        if (end_frames_.empty() || end_hash_.empty())
            stop("its closing entries are missing; the run was killed or its disk was full");
        else if (end_frames_ != std::to_string(count_) || end_hash_ != hash_.text())
            warning_ = "'" + name_ + "': frames or state hash differ from what its closing entries say";
        else if (!is_sound() || !has_its_geometries())
            warning_ = "'" + name_ +
                       "': its rows do not agree with its indices, or its geometries with their hashes";
    }

    /// Frames and ids come out of an index, other programs may read the rows themselves: both must say the
    /// same.
    [[nodiscard]] bool is_sound() const {
        SqliteStatement check = database_.prepare("PRAGMA integrity_check(1)");
        return check.is_valid() && check.step() == SQLITE_ROW && check.text(0) == "ok";
    }

    /// What verifying reads of the ground is in the scene; other programs read it here.
    [[nodiscard]] bool has_its_geometries() const {
        SqliteStatement geometries = database_.prepare("SELECT hash, wkt FROM geometry");
        SqliteStatement unknown = database_.prepare(
            "SELECT 1 FROM frame_data WHERE geometry_hash NOT IN (SELECT hash FROM geometry) LIMIT 1");
        if (!geometries.is_valid() || !unknown.is_valid() || unknown.step() != SQLITE_DONE) return false;
        int result;
        while ((result = geometries.step()) == SQLITE_ROW) {
            StateHash hash;
            hash.add(std::string_view(geometries.text(1)));
            if (static_cast<std::int64_t>(hash.value()) != geometries.integer(0)) return false;
        }
        return result == SQLITE_DONE;
    }

    bool stop(const std::string& problem) {
        has_row_ = has_state_ = false;
        warning_ = "'" + name_ + "' is incomplete: " + problem + "; " + std::to_string(count_) +
                   " frames could be read";
        return false;
    }

    [[nodiscard]] Status wrong(const std::string& problem) const {
        return Status::invalid_input("'" + name_ + "' is no trajectory database: " + problem);
    }

    Bytes memory_;
    SqliteDatabase database_;
    std::string name_;
    SqliteStatement rows_, frames_, states_;
    RecordingHeader header_;
    std::string warning_;
    std::int64_t size_ = 0;  ///< bytes that the database says it has
    std::int64_t rows_allowed_ = 0;
    std::int64_t last_ = 0;
    std::uint64_t count_ = 0;
    bool has_row_ = false;
    bool has_state_ = false;
    bool states_in_file_ = false;
    bool is_ours_ = false;  ///< written by wend: it must say how it ends
    std::string end_frames_, end_hash_;
    RecordingHash hash_;
};

Result<std::unique_ptr<FrameSource>> started(std::unique_ptr<SqliteSource> source) {
    if (Status status = source->read_start(); !status.is_ok()) return status;
    return std::unique_ptr<FrameSource>(std::move(source));
}

}  // namespace

Result<std::unique_ptr<FrameSource>> open_sqlite(const std::filesystem::path& file) {
    // Writable, because a killed run's journal is played back on opening; nothing else is written.
    SqliteDatabase database(file.string(), SQLITE_OPEN_READWRITE);
    if (!database.is_open())
        return Status::io_error("cannot open '" + file.string() + "': " + database.error());
    return started(std::make_unique<SqliteSource>(std::move(database), file.string(), Bytes{}));
}

Result<std::unique_ptr<FrameSource>> open_sqlite(std::span<const std::byte> bytes) {
    const auto* data = reinterpret_cast<const std::uint8_t*>(bytes.data());
    SqliteDatabase database(":memory:", SQLITE_OPEN_READWRITE);
    auto source =
        std::make_unique<SqliteSource>(std::move(database), "memory", Bytes(data, data + bytes.size()));
    if (!source->attach_memory()) return Status::invalid_input("'memory' is no database");
    return started(std::move(source));
}

}  // namespace wend::io
