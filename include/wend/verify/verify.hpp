#pragma once

// The independent check of a recording against its scene. It shares no code with what makes plans and moves
// agents: from the rest of wend it takes plain data only, and does its own geometry.
//
// Bodies move linearly from frame to frame and all tests are in continuous time: nothing has to be caught in
// the act by a frame. Obstacles and platforms move as the scene says, keyframes inside a frame included;
// recorded obstacles that the scene does not know move linearly from frame to frame. Against a turning
// polygon the contact is exact to 0.1 mm; a floor that includes a moving platform is looked at every
// millimetre of relative motion.
//
// Nothing in a frame is taken on trust: frames come without a gap at multiples of the time step, agents leave
// only for a reason, stand on the floor of their layer, face where they walk, and are off the ground only on
// links and portals. What could not be checked is listed in the report.
//
// Touching is no overlap: less than `contact_tolerance` is rounding. Speeds and accelerations are differences
// of recorded positions; an agent enters at rest. On a platform they are taken relative to it. Who is
// airborne need not stand on free ground and may change speed at will, on a link, but is no faster for it.

//
// What somebody did while the run went on stands in the recording as edits; the run is held to those as to
// the scene's events. Who is sent away, or is paused at the end, before it has arrived is not asked to
// arrive; a pause also excuses from the goal's window, and does not count as being stuck.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>

#include "wend/base/status.hpp"
#include "wend/io/recording.hpp"
#include "wend/verify/report.hpp"
#include "wend/world/scene.hpp"

namespace wend::verify {

struct Options {
    double contact_tolerance = 1e-7;  ///< metres
    double limit_tolerance = 1e-6;    ///< share of the limit
    double deadlock_seconds = 5;      ///< an agent that has made no progress for so long is jammed
    double least_progress = 0.5;      ///< metres nearer to its goal that are progress, ...
    double new_place = 2;             ///< ... and so are so many metres away, since it may go around
    std::size_t max_findings = 10'000;
    /// z of the ground, for scenes of 3D levels; without it heights there are not checked.
    std::function<double(std::uint32_t layer, Vec2 at)> floor = {};
};

/// Takes frames as they come, so that a long recording never has to be in memory.
class Verifier {
  public:
    /// `agents` in the numbering of the recording: the populated scene. The scene must outlive the verifier.
    /// Who enters by an edit of the recording comes after them.
    Verifier(const Scene& scene, std::span<const AgentSpec> agents, const Options& options = {});
    Verifier(Verifier&&) noexcept;
    Verifier& operator=(Verifier&&) noexcept;
    ~Verifier();

    void add(const io::Frame& frame);
    /// `warning` and `unchecked`, what the file gave no means to check, are the file reader's.
    [[nodiscard]] Report finish(const std::string& warning = "", const std::string& unchecked = "");

  private:
    struct State;
    std::unique_ptr<State> state_;
};

[[nodiscard]] Report verify(const Scene& scene, std::span<const AgentSpec> agents,
                            const io::Recording& recording, const Options& options = {});
/// Reads a `.wend` or `.sqlite` file as it goes.
[[nodiscard]] Result<Report> verify_file(const std::filesystem::path& file, const Scene& scene,
                                         std::span<const AgentSpec> agents, const Options& options = {});

}  // namespace wend::verify
