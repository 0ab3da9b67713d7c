#pragma once

// What the command line asks for, parsed; one function per command. Each returns the exit status: 0 done, 1
// the run failed what it promised, 2 bad input or usage (a message is on standard error).

#include <cstdint>
#include <optional>
#include <string>

#include "wend/geometry/vec.hpp"
#include "wend/world/generate.hpp"
#include "wend/world/scene.hpp"

namespace wend::cli {

enum ExitStatus : int { done = 0, broken_promise = 1, bad_input = 2 };

/// What a run leaves behind; empty: not asked for.
struct OutputFiles {
    std::string record;
    std::string sqlite;
    std::string html;
    std::string png;
    std::optional<double> at;  ///< seconds, of the picture; the end when unset
    std::string agent;         ///< whose plans the picture shows; empty: nobody's
};

struct RunOptions : OutputFiles {
    std::string scene;
    std::optional<double> seconds;  ///< instead of the scene's duration
    std::uint64_t seed = 1;
    std::uint32_t threads = 0;
    BudgetSpec budget;
    bool json = false;
};
int run(const RunOptions& options);

struct ServeOptions : OutputFiles {
    std::string scene;
    std::string address = "127.0.0.1";
    std::uint16_t port = 8080;
    std::uint64_t seed = 1;
    std::uint32_t threads = 0;
    BudgetSpec budget;
};
int serve(const ServeOptions& options);

struct VerifyOptions {
    std::string recording;
    std::string scene;
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
    std::string chain = "tunnels";  ///< of domains: tunnels, waypoints, or none
    bool json = false;
    std::string svg;
};
int plan(const PlanOptions& options);

}  // namespace wend::cli
