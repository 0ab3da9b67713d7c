#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace wend::mesh {

/// An array that is emptied in constant time: an entry counts only if it carries the current generation.
template <class T>
class Stamped {
  public:
    void resize(std::size_t size) {
        if (size > entries_.size()) entries_.resize(size);
    }
    void clear() noexcept {
        if (++generation_ != 0) return;
        for (Entry& entry : entries_) entry.generation = 0;
        generation_ = 1;
    }
    [[nodiscard]] bool has(std::size_t i) const noexcept { return entries_[i].generation == generation_; }
    [[nodiscard]] T& operator[](std::size_t i) noexcept { return entries_[i].value; }
    [[nodiscard]] const T& operator[](std::size_t i) const noexcept { return entries_[i].value; }
    void set(std::size_t i, const T& value) noexcept { entries_[i] = {value, generation_}; }

  private:
    struct Entry {
        T value{};
        std::uint32_t generation = 0;
    };
    std::vector<Entry> entries_;
    std::uint32_t generation_ = 1;
};

/// A set of indices that is emptied in constant time.
class StampedSet {
  public:
    void resize(std::size_t size) {
        if (size > generations_.size()) generations_.resize(size, 0);
    }
    void clear() noexcept {
        if (++generation_ != 0) return;
        std::fill(generations_.begin(), generations_.end(), 0u);
        generation_ = 1;
    }
    [[nodiscard]] bool has(std::size_t i) const noexcept { return generations_[i] == generation_; }
    /// False when it was in already.
    bool insert(std::size_t i) noexcept {
        if (has(i)) return false;
        generations_[i] = generation_;
        return true;
    }

  private:
    std::vector<std::uint32_t> generations_;
    std::uint32_t generation_ = 1;
};

/// An open list of (priority, id), least first, ties by id: a total order, so results do not depend on the
/// heap's layout.
class OpenList {
  public:
    struct Entry {
        double priority;
        std::uint32_t id;
    };
    [[nodiscard]] static bool is_before(const Entry& a, const Entry& b) noexcept {
        return a.priority != b.priority ? a.priority < b.priority : a.id < b.id;
    }
    void clear() noexcept { heap_.clear(); }
    [[nodiscard]] bool empty() const noexcept { return heap_.empty(); }
    [[nodiscard]] const Entry& top() const noexcept { return heap_.front(); }
    void push(double priority, std::uint32_t id) {
        heap_.push_back({priority, id});
        std::push_heap(heap_.begin(), heap_.end(), Later{});
    }
    void pop() noexcept {
        std::pop_heap(heap_.begin(), heap_.end(), Later{});
        heap_.pop_back();
    }
    /// Takes the first and puts another one in, for less than the two cost.
    [[nodiscard]] Entry exchange(const Entry& entry) noexcept {
        const Entry first = heap_.front();
        std::size_t hole = 0;
        for (std::size_t child = 1; child < heap_.size(); child = 2 * hole + 1) {
            if (child + 1 < heap_.size() && is_before(heap_[child + 1], heap_[child])) ++child;
            if (!is_before(heap_[child], entry)) break;
            heap_[hole] = heap_[child];
            hole = child;
        }
        heap_[hole] = entry;
        return first;
    }

  private:
    struct Later {
        bool operator()(const Entry& a, const Entry& b) const noexcept { return is_before(b, a); }
    };
    std::vector<Entry> heap_;
};

}  // namespace wend::mesh
