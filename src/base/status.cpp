#include "wend/base/status.hpp"

namespace wend {

std::string_view to_string(StatusCode code) noexcept {
    switch (code) {
        case StatusCode::ok:
            return "ok";
        case StatusCode::partial:
            return "partial";
        case StatusCode::in_progress:
            return "in progress";
        case StatusCode::unreachable:
            return "unreachable";
        case StatusCode::out_of_budget:
            return "out of budget";
        case StatusCode::out_of_memory:
            return "out of memory";
        case StatusCode::invalid_input:
            return "invalid input";
        case StatusCode::io_error:
            return "io error";
        case StatusCode::not_available:
            return "not available";
    }
    return "unknown";
}

}  // namespace wend
