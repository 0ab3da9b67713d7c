#pragma once

// How messages name places in a scene and show what was found there.

#include <string>
#include <string_view>

#include "wend/geometry/vec.hpp"

namespace wend::check {

/// The JSON path of a list's item, or of a field of it, as messages name it.
inline std::string item_path(std::string_view list, std::size_t index, std::string_view field = {}) {
    std::string path = "$." + std::string(list) + '[' + std::to_string(index) + ']';
    if (!field.empty()) path += '.' + std::string(field);
    return path;
}

/// Shortest text that reads back as the same double.
[[nodiscard]] std::string number_text(double value);
/// "[x, y]"
[[nodiscard]] std::string point_text(Vec2 p);
/// Short enough for a message, in quotes.
[[nodiscard]] std::string in_quotes(std::string_view text);

}  // namespace wend::check
