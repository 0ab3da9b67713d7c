#include "wend/version.hpp"

#include "c/c_world.hpp"

namespace wend::c {
namespace {

/// Fixed, so that telling of want of memory needs none.
thread_local char last_error[512] = "";

}  // namespace

wend_status fail(wend_status status, const char* message) noexcept {
    std::size_t length = 0;
    for (; message[length] != '\0' && length + 1 < sizeof last_error; ++length)
        last_error[length] = message[length];
    last_error[length] = '\0';
    return status;
}

wend_status told(const Status& status) noexcept {
    static_assert(static_cast<int>(StatusCode::not_available) == WEND_NOT_AVAILABLE);
    static_assert(static_cast<int>(StatusCode::invalid_input) == WEND_INVALID_INPUT);
    const auto code = static_cast<wend_status>(status.code);
    return code == WEND_OK ? code : fail(code, status.message.c_str());
}

}  // namespace wend::c

using namespace wend;

uint32_t wend_version(void) {
    return WEND_VERSION_MAJOR * 10000 + WEND_VERSION_MINOR * 100 + WEND_VERSION_PATCH;
}
uint32_t wend_abi(void) {
    return WEND_ABI;
}
const char* wend_last_error(void) {
    return c::last_error;
}
const char* wend_status_name(wend_status status) {
    const bool is_known = status >= WEND_OK && status <= WEND_NOT_AVAILABLE;
    return is_known ? to_string(static_cast<StatusCode>(status)).data() : "unknown";
}

wend_world_def wend_default_world_def(void) {
    wend_world_def def = {};
    def.struct_size = sizeof def;
    def.high = {50, 50};
    def.seed = 1;
    def.time_step = 1.0 / 30;
    return def;
}
wend_agent_def wend_default_agent_def(void) {
    wend_agent_def def = {};
    def.struct_size = sizeof def;
    const AgentLimits limits;
    def.limits = {limits.radius, limits.height, limits.max_speed, limits.max_acceleration,
                  limits.max_turn_rate};
    return def;
}
wend_obstacle_def wend_default_obstacle_def(void) {
    wend_obstacle_def def = {};
    def.struct_size = sizeof def;
    def.radius = 0.5;
    return def;
}
wend_path_def wend_default_path_def(void) {
    wend_path_def def = {};
    def.struct_size = sizeof def;
    const nav::PathDef usual;
    def.radius = usual.radius;
    def.snap = usual.snap;
    return def;
}
