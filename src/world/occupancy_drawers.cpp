#include <algorithm>

#include "wend/world/occupancy.hpp"

#include "world/room_grid.hpp"
#include "world/stretch.hpp"

// The drawers: a hash table of chains through one array of entries, so that filing and clearing a body
// allocates nothing once the arrays have grown.

namespace wend {
namespace {

constexpr std::size_t fewest_drawers = 1024;

}  // namespace

void Occupancy::add_entry(Entry entry) {
    if (on_level_.empty()) on_level_.resize(cell_levels + 1);
    if (entries_.size() - free_entries_.size() >= drawers_.size()) grow();
    if (free_entries_.empty()) {
        free_entries_.push_back(static_cast<std::uint32_t>(entries_.size()));
        entries_.emplace_back();
    }
    const std::uint32_t at = free_entries_.back();
    free_entries_.pop_back();
    std::uint32_t& head = drawers_[entry.key & (drawers_.size() - 1)];
    entry.next = head;
    head = at + 1;
    ++on_level_[level_in(entry.key)];
    filed_[entry.body].push_back(at);
    entries_[at] = entry;
}

void Occupancy::remove_entry(std::uint32_t at) {
    const Entry& entry = entries_[at];
    std::uint32_t* link = &drawers_[entry.key & (drawers_.size() - 1)];
    while (*link != at + 1) link = &entries_[*link - 1].next;
    *link = entry.next;
    --on_level_[level_in(entry.key)];
    free_entries_.push_back(at);
}

void Occupancy::unfile(std::uint32_t slot) {
    for (const std::uint32_t at : filed_[slot]) remove_entry(at);
    filed_[slot].clear();
}

void Occupancy::grow() {
    drawers_.assign(std::max(fewest_drawers, drawers_.size() * 2), 0);
    for (const auto& of_body : filed_)
        for (const std::uint32_t at : of_body) {
            std::uint32_t& head = drawers_[entries_[at].key & (drawers_.size() - 1)];
            entries_[at].next = head;
            head = at + 1;
        }
}

std::size_t Occupancy::memory() const noexcept {
    constexpr auto bytes = [](const auto& array) { return array.capacity() * sizeof(array[0]); };
    std::size_t sum = bytes(paths_) + bytes(filed_) + bytes(agents_) + bytes(obstacles_) +
                      bytes(free_slots_) + bytes(entries_) + bytes(free_entries_) + bytes(drawers_) +
                      bytes(changed_) + bytes(is_changed_);
    for (const BodyPath& path : paths_) sum += bytes(path.pieces());
    for (const auto& of_body : filed_) sum += bytes(of_body);
    if (rooms_) sum += rooms_->memory();
    return sum;
}

}  // namespace wend
