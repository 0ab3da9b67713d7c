#pragma once

#include <string>
#include <string_view>

namespace wend::io {

/// The JSON path of a list's item, or of a field of it, as messages name it.
inline std::string item_path(std::string_view list, std::size_t index, std::string_view field = {}) {
    std::string path = "$." + std::string(list) + '[' + std::to_string(index) + ']';
    if (!field.empty()) path += '.' + std::string(field);
    return path;
}

}  // namespace wend::io
