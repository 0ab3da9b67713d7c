#pragma once

// Entries by whole-number keys, in buckets as wide as the cheapest edge (Denardo and Fox 1979). Whatever is
// relaxed from a bucket falls into a later one, so what a bucket holds when its turn comes is final, in any
// order; nothing is sorted and nothing looked at twice. The width is a power of two, so that a shift finds
// the bucket. Entries that begin anywhere (goals with costs of their own, the rim of a repair) wait sorted
// beside the ring of buckets until it comes round to them.

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace wend::fields {

class BucketQueue {
  public:
    using Key = std::uint32_t;
    using Entry = std::uint32_t;
    struct Seed {
        Key key = 0;
        Entry entry = 0;
    };

    /// For edges between these costs, least at least 1. Forgets all entries.
    void begin(Key least_edge, Key most_edge) {
        shift_ = static_cast<unsigned>(std::bit_width(least_edge)) - 1;
        const std::size_t ring = std::min(std::bit_ceil(std::size_t{most_edge >> shift_} + 2), most_buckets);
        if (buckets_.size() < ring) buckets_.resize(ring);
        for (auto& bucket : buckets_) bucket.clear();
        mask_ = static_cast<Key>(buckets_.size() - 1);
        seeds_.clear();
        far_.clear();
        used_seeds_ = in_ring_ = 0;
        current_ = 0;
    }

    [[nodiscard]] Key bucket_of(Key key) const noexcept { return key >> shift_; }
    /// Everything below this key is final.
    [[nodiscard]] Key horizon() const noexcept { return current_ << shift_; }

    void seed(std::vector<Seed>& seeds) {
        seeds_.swap(seeds);
        used_seeds_ = 0;
        std::sort(seeds_.begin(), seeds_.end(), [](const Seed& a, const Seed& b) { return a.key < b.key; });
        if (!seeds_.empty() && in_ring_ == 0) current_ = bucket_of(seeds_.front().key);
    }

    /// `key` is at least that of the next bucket.
    void push(Key key, Entry entry) {
        if (bucket_of(key) - current_ <= mask_) {
            buckets_[bucket_of(key) & mask_].push_back(entry);
            ++in_ring_;
            return;
        }
        far_.push_back({key, entry});
        std::push_heap(far_.begin(), far_.end(), comes_later);
    }

    /// Goes to the next bucket that holds something; false when nothing is left.
    bool find_bucket() {
        if (in_ring_ == 0) {
            if (used_seeds_ == seeds_.size() && far_.empty()) return false;
            Key next = ~Key{0};
            if (used_seeds_ < seeds_.size()) next = bucket_of(seeds_[used_seeds_].key);
            if (!far_.empty()) next = std::min(next, bucket_of(far_.front().key));
            current_ = std::max(current_, next);
        }
        while (buckets_[current_ & mask_].empty() && !seed_is_due() && !far_is_due()) ++current_;
        while (far_is_due()) {
            std::pop_heap(far_.begin(), far_.end(), comes_later);
            buckets_[current_ & mask_].push_back(far_.back().entry);
            far_.pop_back();
            ++in_ring_;
        }
        for (; seed_is_due(); ++used_seeds_) {
            buckets_[current_ & mask_].push_back(seeds_[used_seeds_].entry);
            ++in_ring_;
        }
        return true;
    }
    [[nodiscard]] Key current() const noexcept { return current_; }
    [[nodiscard]] const std::vector<Entry>& bucket() const noexcept { return buckets_[current_ & mask_]; }
    /// The current bucket is done.
    void pass_bucket() {
        auto& bucket = buckets_[current_ & mask_];
        in_ring_ -= bucket.size();
        bucket.clear();
        ++current_;
    }

    /// Takes all entries out.
    void drain(std::vector<Entry>& entries) {
        for (auto& bucket : buckets_) {
            entries.insert(entries.end(), bucket.begin(), bucket.end());
            bucket.clear();
        }
        for (; used_seeds_ < seeds_.size(); ++used_seeds_) entries.push_back(seeds_[used_seeds_].entry);
        for (const Seed& seed : far_) entries.push_back(seed.entry);
        far_.clear();
        in_ring_ = 0;
    }

    [[nodiscard]] std::size_t bytes() const noexcept {
        std::size_t sum = seeds_.capacity() * sizeof(Seed);
        for (const auto& bucket : buckets_) sum += bucket.capacity() * sizeof(Entry);
        return sum;
    }

  private:
    static constexpr std::size_t most_buckets = 1 << 14;  ///< what is farther away waits in a heap

    static bool comes_later(const Seed& a, const Seed& b) noexcept { return a.key > b.key; }
    [[nodiscard]] bool far_is_due() const noexcept {
        return !far_.empty() && bucket_of(far_.front().key) <= current_;
    }
    [[nodiscard]] bool seed_is_due() const noexcept {
        return used_seeds_ < seeds_.size() && bucket_of(seeds_[used_seeds_].key) <= current_;
    }

    std::vector<std::vector<Entry>> buckets_{1};
    std::vector<Seed> seeds_;
    std::vector<Seed> far_;  ///< a heap
    std::size_t used_seeds_ = 0;
    std::size_t in_ring_ = 0;
    Key current_ = 0;
    Key mask_ = 0;
    unsigned shift_ = 0;
};

}  // namespace wend::fields
