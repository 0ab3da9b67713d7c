#pragma once

// The open list of every search here: a 4-ary heap of 16-byte entries, four siblings to a cache line, ordered
// by key, then by second key, then by state, so that no two different entries are ever equal and a plan does
// not depend on the heap's layout.
//
// Entries are not moved when a state's key changes: a new one is pushed, and the old one, which no longer
// agrees with its node, is dropped when it surfaces or when the list would have to grow. Decrease, increase
// and removal therefore cost at most one push and no index has to be kept up to date in the nodes, which is
// where an indexed heap spends most of its time (`wend-bench search_heap` measures both). At most half of a
// grown list is stale.

#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>
#include <vector>

#include "wend/search/cost.hpp"

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
    [[nodiscard]] bool is_empty() const noexcept { return end_ == root; }
    [[nodiscard]] std::size_t size() const noexcept { return end_ - root; }
    [[nodiscard]] bool is_full() const noexcept { return end_ + arity >= entries_.size(); }
    [[nodiscard]] const OpenEntry& top() const noexcept { return entries_[root]; }
    [[nodiscard]] std::size_t bytes() const noexcept { return entries_.capacity() * sizeof(OpenEntry); }

    void clear() noexcept {
        for (std::size_t i = root; i < end_; ++i) entries_[i] = OpenEntry();
        end_ = root;
    }

    /// Room for at least `count` more; entries beyond the end are greater than all others.
    void grow(std::size_t count) {
        const std::size_t wanted = end_ + arity + count;
        if (wanted > entries_.size()) entries_.resize(wanted);
    }

    /// There must be room: not `is_full()`.
    void push(const OpenEntry& entry) noexcept { sift_up(end_++, entry); }

    void pop() noexcept {
        const OpenEntry last = entries_[--end_];
        entries_[end_] = OpenEntry();
        if (end_ != root) sift_up(sink_hole(root), last);
    }

    /// Visits every entry in storage order, which depends only on the history of operations.
    template <class Visit>
    void for_each(Visit&& visit) const {
        for (std::size_t i = root; i < end_; ++i) visit(entries_[i]);
    }

    /// Keeps the entries for which `keep(entry)` is true, with the changes it makes to them.
    template <class Keep>
    void rebuild(Keep&& keep) {
        std::size_t kept = root;
        for (std::size_t i = root; i < end_; ++i) {
            OpenEntry entry = entries_[i];
            if (keep(entry)) entries_[kept++] = entry;
        }
        for (std::size_t i = kept; i < end_; ++i) entries_[i] = OpenEntry();
        end_ = kept;
        if (size() < 2) return;
        for (std::size_t i = parent(end_ - 1) + 1; i-- > root;) {
            const OpenEntry entry = entries_[i];
            sift_up(sink_hole(i), entry, i);
        }
    }

  private:
    static constexpr std::size_t arity = 4;
    /// Siblings start at multiples of four when the root is here.
    static constexpr std::size_t root = 3;

    static constexpr std::size_t parent(std::size_t i) noexcept { return (i >> 2) + 2; }
    static constexpr std::size_t first_child(std::size_t i) noexcept { return 4 * i - 8; }

    /// Moves the hole at `hole` down to a leaf along the least children; returns where it ended.
    std::size_t sink_hole(std::size_t hole) noexcept {
        OpenEntry* const e = entries_.data();
        for (std::size_t c = first_child(hole); c < end_; c = first_child(hole)) {
            const std::size_t left = c + (e[c + 1] < e[c]);
            const std::size_t right = c + 2 + (e[c + 3] < e[c + 2]);
            const std::size_t least = e[right] < e[left] ? right : left;
            e[hole] = e[least];
            hole = least;
        }
        return hole;
    }

    void sift_up(std::size_t i, const OpenEntry entry, std::size_t top = root) noexcept {
        OpenEntry* const e = entries_.data();
        while (i != top && entry < e[parent(i)]) {
            e[i] = e[parent(i)];
            i = parent(i);
        }
        e[i] = entry;
    }

    template <class T>
    struct LineAllocator {
        using value_type = T;
        LineAllocator() = default;
        template <class U>
        explicit LineAllocator(const LineAllocator<U>&) noexcept {}
        T* allocate(std::size_t n) {
            return static_cast<T*>(::operator new (n * sizeof(T), std::align_val_t{64}));
        }
        void deallocate(T* p, std::size_t) noexcept { ::operator delete (p, std::align_val_t{64}); }
        friend bool operator==(const LineAllocator&, const LineAllocator&) { return true; }
    };

    std::vector<OpenEntry, LineAllocator<OpenEntry>> entries_ =
        std::vector<OpenEntry, LineAllocator<OpenEntry>>(root + arity);
    std::size_t end_ = root;
};

}  // namespace wend::search
