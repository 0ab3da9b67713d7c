#include <fmt/format.h>

#include "commands.hpp"
#include "scene_lookup.hpp"

namespace wend::cli {

int plan(const PlanOptions&) {
    return report(
        {StatusCode::not_available, "plan: path queries from the command line are not available yet"});
}

}  // namespace wend::cli
