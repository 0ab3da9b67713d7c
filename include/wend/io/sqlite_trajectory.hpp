#pragma once

// JuPedSim's trajectory database, schema version 2, as PedPy and JuPedSim's own tools read it:
// trajectory_data, metadata, geometry and frame_data. What the schema has no room for (layer, mode, exact
// heading, obstacles, events) is in one more table, `wend_frame`, which those tools do not look at; with it a
// database is as complete as a `.wend` file. Databases of other programs are read without it.

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>

#include "wend/base/status.hpp"
#include "wend/io/frame_source.hpp"
#include "wend/io/recording.hpp"
#include "wend/world/scene.hpp"

namespace wend::io {

/// Writes `F.partial` beside the target, in transactions of some frames, and renames it when closed. Killed
/// or out of disk, it leaves a database that opens, with every committed frame (and SQLite's own rollback
/// journal beside it, which the next opening uses up).
///
/// The geometry is the free space of all layers less the obstacles that stand still; it gets a new row when
/// one of these appears, disappears or comes to rest elsewhere. Moving obstacles are in `wend_frame` only.
class SqliteTrajectoryWriter {
  public:
    static Result<SqliteTrajectoryWriter> open(const std::filesystem::path& file,
                                               const RecordingHeader& header, const Scene& scene);
    SqliteTrajectoryWriter(SqliteTrajectoryWriter&&) noexcept;
    SqliteTrajectoryWriter& operator=(SqliteTrajectoryWriter&&) noexcept;
    ~SqliteTrajectoryWriter();

    /// Positions must be finite: a database has no other numbers.
    Status append(const Frame& frame);
    /// Commits what is buffered now instead of at the batch's end.
    Status flush();
    Status close();

  private:
    struct State;
    explicit SqliteTrajectoryWriter(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

[[nodiscard]] Result<std::unique_ptr<FrameSource>> open_sqlite(const std::filesystem::path& file);
/// The database as bytes in memory.
[[nodiscard]] Result<std::unique_ptr<FrameSource>> open_sqlite(std::span<const std::byte> database);

}  // namespace wend::io
