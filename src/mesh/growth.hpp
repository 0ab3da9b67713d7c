#pragma once

#include <cstddef>
#include <vector>

namespace wend::mesh {

/// Before an element is added: grows by an eighth where std::vector would double, so that big meshes stay
/// small.
template <class T>
void make_room(std::vector<T>& items) {
    if (items.size() == items.capacity()) items.reserve(items.size() + items.size() / 8 + 16);
}

}  // namespace wend::mesh
