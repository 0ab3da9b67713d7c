#include "mesh_parts.hpp"

namespace wend::bench {
namespace {

nlohmann::json run(const Options& options) {
    nlohmann::json out = nlohmann::json::object();
    measure_build(options, out);
    measure_edits(options, out);
    measure_growth(options, out);
    measure_connectivity(options, out);
    measure_roadmap(options, out);
    measure_medial_axis(options, out);
    return out;
}

const Benchmark registered{"mesh-edits", "building and editing the mesh against CGAL and Detour", run};

}  // namespace
}  // namespace wend::bench
