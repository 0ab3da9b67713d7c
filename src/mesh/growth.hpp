#pragma once

#include <cstddef>
#include <vector>

namespace wend::mesh {

/// Before elements are added: grows by an eighth where std::vector would double, so that big meshes stay
/// small.
template <class T, class Allocator>
void make_room(std::vector<T, Allocator>& items, std::size_t count = 1) {
    if (items.size() + count > items.capacity()) items.reserve(items.size() + items.size() / 8 + 16 * count);
}

}  // namespace wend::mesh
