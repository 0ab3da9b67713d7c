#pragma once

// The open list of every search here: a 4-ary heap of 16-byte entries, four siblings to a cache line, ordered
// by key, then by second key, then by state, so that no two entries are ever equal and a plan does not depend
// on the heap's layout. Keys live in the entries, places in the nodes.
//
// In front of the root there is room for one entry that is less than all others: the best child of an
// expanded state is often the next to be expanded, and then neither goes through the heap.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "wend/base/cache_aligned.hpp"
#include "wend/search/node_store.hpp"

namespace wend::search {

/// Smaller is sooner. The second key puts under-consistent states before all others of the same key, so that
/// a search that stops at a key has repaired everything below it; then the over-consistent ones farthest from
/// the root, which are the nearest to the target.
struct OpenEntry {
    std::uint64_t key = ~std::uint64_t{0};
    std::uint64_t second_and_state = ~std::uint64_t{0};

    OpenEntry() = default;
    OpenEntry(std::uint64_t first, std::uint32_t second, StateId state) noexcept
        : key(first), second_and_state(std::uint64_t{second} << 32 | state) {}

    [[nodiscard]] StateId state() const noexcept { return static_cast<StateId>(second_and_state); }
    [[nodiscard]] std::uint32_t second() const noexcept {
        return static_cast<std::uint32_t>(second_and_state >> 32);
    }
    [[nodiscard]] bool is_under_consistent() const noexcept { return second_and_state >> 63 == 0; }

    static std::uint32_t second_of_over(Cost rhs) noexcept { return ~rhs; }
    static std::uint32_t second_of_under(Cost g) noexcept { return g; }

    friend bool operator<(const OpenEntry& a, const OpenEntry& b) noexcept {
        __extension__ using Wide = unsigned __int128;
        return (Wide{a.key} << 64 | a.second_and_state) < (Wide{b.key} << 64 | b.second_and_state);
    }
    friend bool operator==(const OpenEntry&, const OpenEntry&) = default;
};

class OpenList {
  public:
    /// Places are kept in these nodes.
    explicit OpenList(NodeStore& nodes) noexcept : nodes_(nodes) {}

    [[nodiscard]] bool is_empty() const noexcept { return end_ == root && !has_front_; }
    [[nodiscard]] std::size_t size() const noexcept { return end_ - root + has_front_; }
    [[nodiscard]] const OpenEntry& top() const noexcept { return entries_[has_front_ ? front : root]; }
    [[nodiscard]] std::size_t bytes() const noexcept { return entries_.capacity() * sizeof(OpenEntry); }

    void clear() noexcept {
        for_each([&](const OpenEntry& entry) { nodes_.leave_open(entry.state()); });
        for (std::size_t i = root; i < end_; ++i) entries_[i] = OpenEntry();
        end_ = root;
        has_front_ = false;
    }

    /// Inserts the entry, or replaces the one that its state has.
    void put(const OpenEntry& entry) {
        const Node& node = nodes_[entry.state()];
        if (!NodeStore::is_open(node)) return push(entry);
        const std::size_t place = NodeStore::place(node);
        if (place == front) {
            has_front_ = false;
            push(entry);
        } else if (has_front_ && entry < entries_[front]) {
            close_gap(place);
            push(entry);
        } else if (entry < entries_[place]) {
            rise(place, entry);
        } else {
            sink(place, entry);
        }
    }

    void remove(StateId state) noexcept {
        const std::size_t place = NodeStore::place(nodes_[state]);
        nodes_.leave_open(state);
        if (place == front)
            has_front_ = false;
        else
            close_gap(place);
    }

    void pop() noexcept { remove(top().state()); }

    /// In storage order, which depends only on the history of operations.
    template <class Visit>
    void for_each(Visit&& visit) const {
        if (has_front_) visit(entries_[front]);
        for (std::size_t i = root; i < end_; ++i) visit(entries_[i]);
    }

    /// Gives every entry the keys that `entry_of(state)` makes.
    template <class EntryOf>
    void rekey(EntryOf&& entry_of) {
        if (has_front_) {
            has_front_ = false;
            push_behind(entries_[front]);
        }
        for (std::size_t i = root; i < end_; ++i) entries_[i] = entry_of(entries_[i].state());
        if (end_ - root < 2) return;
        for (std::size_t i = parent(end_ - 1) + 1; i-- > root;) sink(i, entries_[i]);
    }

  private:
    static constexpr std::size_t arity = 4;
    /// Siblings start at multiples of four when the root is here.
    static constexpr std::size_t root = 3;
    static constexpr std::size_t front = 2;

    static constexpr std::size_t parent(std::size_t i) noexcept { return (i >> 2) + 2; }
    static constexpr std::size_t first_child(std::size_t i) noexcept { return 4 * i - 8; }

    void set(std::size_t i, const OpenEntry& entry) noexcept {
        entries_[i] = entry;
        nodes_.set_place(entry.state(), i);
    }

    void push(const OpenEntry& entry) {
        if (has_front_ ? !(entry < entries_[front]) : !(entry < entries_[root])) return push_behind(entry);
        if (has_front_) push_behind(entries_[front]);
        set(front, entry);
        has_front_ = true;
    }
    void push_behind(const OpenEntry entry) {
        if (end_ + arity >= entries_.size()) entries_.resize(2 * (end_ + arity));
        rise(end_++, entry);
    }

    /// Fills the place of a removed entry with the last one.
    void close_gap(std::size_t place) noexcept {
        const OpenEntry last = entries_[--end_];
        entries_[end_] = OpenEntry();
        if (place == end_) return;
        if (place != root && last < entries_[parent(place)])
            rise(place, last);
        else
            rise(sink_hole(place), last, place);
    }

    /// Entries beyond the end are greater than all others.
    [[nodiscard]] std::size_t least_of_four(std::size_t c) const noexcept {
        const OpenEntry* const e = entries_.data();
        const std::size_t left = c + (e[c + 1] < e[c]);
        const std::size_t right = c + 2 + (e[c + 3] < e[c + 2]);
        return e[right] < e[left] ? right : left;
    }

    /// Moves the hole at `hole` down to a leaf along the least children; returns where it ended. Right for an
    /// entry that comes from the bottom.
    std::size_t sink_hole(std::size_t hole) noexcept {
        for (std::size_t c = first_child(hole); c < end_; c = first_child(hole)) {
            const std::size_t least = least_of_four(c);
            set(hole, entries_[least]);
            hole = least;
        }
        return hole;
    }

    /// Moves an entry down from `i` to where it belongs. Right for one that hardly moves.
    void sink(std::size_t i, const OpenEntry entry) noexcept {
        for (std::size_t c = first_child(i); c < end_; c = first_child(i)) {
            const std::size_t least = least_of_four(c);
            if (!(entries_[least] < entry)) break;
            set(i, entries_[least]);
            i = least;
        }
        set(i, entry);
    }

    /// Moves the hole at `i` up to where the entry belongs, not above `top`, and fills it.
    void rise(std::size_t i, const OpenEntry entry, std::size_t top = root) noexcept {
        while (i != top && entry < entries_[parent(i)]) {
            set(i, entries_[parent(i)]);
            i = parent(i);
        }
        set(i, entry);
    }

    std::vector<OpenEntry, CacheAligned<OpenEntry>> entries_ =
        std::vector<OpenEntry, CacheAligned<OpenEntry>>(root + arity);
    NodeStore& nodes_;
    std::size_t end_ = root;
    bool has_front_ = false;
};

}  // namespace wend::search
