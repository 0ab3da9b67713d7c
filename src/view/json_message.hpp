#pragma once

#include <algorithm>

#include <nlohmann/json.hpp>

#include "wend/view/messages.hpp"

namespace wend::view {

/// A message whose content is JSON. A name that is not valid UTF-8 must not stop the picture.
inline Message json_message(MessageType type, const nlohmann::json& content) {
    const std::string text = content.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    Message message(text.size() + 1, static_cast<std::uint8_t>(type));
    std::copy(text.begin(), text.end(), message.begin() + 1);
    return message;
}

}  // namespace wend::view
