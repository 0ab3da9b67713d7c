#include "mesh_parts.hpp"
#include "mesh_query.hpp"

namespace wend::bench {
namespace {

nlohmann::json run(const Options& options) {
    nlohmann::json out = nlohmann::json::object();
    measure_build(options, out);
    measure_edits(options, out);
    measure_growth(options, out);
    out.update(measure_mesh_queries(options));
    return out;
}

const Benchmark registered{"mesh", "building, editing and querying the mesh against CGAL and Detour", run};

}  // namespace
}  // namespace wend::bench
