#pragma once

// What the command line asks for, parsed; one function per command. Each returns the exit status: 0 done, 1
// the run failed what it promised, 2 bad input or usage (a message is on standard error), 128 and a signal's
// number when that ended the run early.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "wend/geometry/vec.hpp"
#include "wend/world/generate.hpp"
#include "wend/world/scene.hpp"

namespace wend::cli {

enum ExitStatus : int { done = 0, broken_promise = 1, bad_input = 2, interrupted = 128 };

/// What a run leaves behind; empty: not asked for.
struct OutputFiles {
    std::string record;
    std::string sqlite;
    std::string html;
    std::string png;
    std::string gltf;     ///< bodies, binary glTF
    std::string bvh;      ///< bodies, a folder of BVH files
    std::string poses;    ///< bodies, packed poses thirty times a second
    bool bodies = false;  ///< the same inside the recording
    std::string video;
    std::optional<double> at;  ///< seconds, of the picture; the end when unset
    std::string agent;         ///< whose plans the picture shows; empty: nobody's
    bool force = false;        ///< replace what is read-only or of another kind
};

struct RunOptions : OutputFiles {
    std::string scene;
    std::optional<double> seconds;  ///< instead of the scene's duration
    std::uint64_t seed = 1;
    std::uint32_t threads = 0;
    BudgetSpec budget;
    bool open_cl = false;  ///< goal fields on a device, where there is one
    bool json = false;
};
int run(const RunOptions& options);

struct ServeOptions : OutputFiles {
    std::string scene = "hello";
    std::string folder = ".";  ///< whose scenes are offered beside those that ship
    bool edit = false;         ///< whether pages may save scenes there
    bool paused = false;
    bool now = false;   ///< does not wait for the first page
    bool loop = false;  ///< starts again when the scene's time is over
    std::string address = "127.0.0.1";
    std::uint16_t port = 8080;
    std::uint64_t seed = 1;
    std::uint32_t threads = 0;
    BudgetSpec budget;
    bool open_cl = false;  ///< goal fields on a device, where there is one
};
int serve(const ServeOptions& options);

struct VerifyOptions {
    std::string recording;
    std::string scene;
    std::string poses;  ///< of the bodies in it; empty: they are not checked
    bool json = false;
};
int verify(const VerifyOptions& options);

struct CheckOptions {
    std::string scene;
    std::uint64_t seed = 1;
    bool json = false;
};
int check(const CheckOptions& options);

struct ScenesOptions {
    bool json = false;
};
int scenes(const ScenesOptions& options);

/// A scene of moving surfaces.
struct RideOptions {
    std::string scene;
    std::string html;
    std::string svg;
    std::string gltf;
    std::string record;
    bool json = false;
    bool no_culling = false;
    bool pursue = false;
};
int ride(const RideOptions& options);
/// Whether a scene is one of those: a shipped one by name, or a file with riders.
[[nodiscard]] bool is_ride(const std::string& scene);

struct GenerateOptions {
    std::string kind;
    GeneratorSpec spec;
    std::string out;  ///< empty: standard output
};
int generate(const GenerateOptions& options);

struct PlanOptions {
    std::string scene;
    Vec3 from;
    Vec3 to;
    bool has_height = false;  ///< the points name their layer by height
    double radius = 0.25;
    bool fast = false;
    std::vector<std::string> goals;  ///< of a shortest path map: x,y or x,y,x,y
    bool has_from = false;
    bool has_to = false;
    std::string chain = "tunnels";  ///< of domains: tunnels, waypoints, or none
    bool json = false;
    std::string svg;
};
int plan(const PlanOptions& options);
/// With goals: from everywhere to the nearest of them.
int plan_map(const PlanOptions& options);

struct GraphOptions {
    std::string scene;
    bool full =
        false;  ///< all pairs of corners that see each other, not only what shortest paths are made of
    double radius = 0;
    std::uint32_t layer = 0;
    double notch = 0.25;  ///< metres that notches of near-convex cells may be deep
    bool json = false;
    std::string svg;
    std::string csv;
};
int graph(const GraphOptions& options);

struct FieldOptions {
    std::string scene;
    std::vector<Vec2> to;    ///< goals, at least one
    std::vector<Vec2> from;  ///< whose ways are wanted
    double cell = 0.5;
    double radius = 0.25;
    double at = 0;         ///< seconds, when constraints and obstacles are looked at
    std::string agent;     ///< whose constraints count; empty: those that are for all
    bool open_cl = false;  ///< compute it on a device as well and compare
    bool quads = false;    ///< say what adaptive quads would need
    bool json = false;
    std::string svg;
};
int field(const FieldOptions& options);

struct ClipsOptions {
    std::string folder;  ///< empty: the clips that ship
    std::string bake;    ///< file to bake them into
    bool json = false;
};
int clips(const ClipsOptions& options);

struct MoveOptions {
    std::string controller = "walk";
    double distance = 8, bearing = 0;  ///< of the target, metres and radians
    double ditch = 1.2, rise = 0;      ///< width and height of the far side, metres
    double run_up = 4;                 ///< metres to the ditch
    double cylinder = 0;               ///< radius of one halfway, metres; 0: none
    double wait = 0;                   ///< seconds before leaving
    bool stops = false;
    bool json = false;
    std::string svg, gltf;
    std::string cache;  ///< folder of trained tables; empty: the user's cache
};
int move(const MoveOptions& options);

}  // namespace wend::cli
