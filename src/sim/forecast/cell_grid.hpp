#pragma once

// Something for every cell of the ground on which anything goes on: tiles of cells that lie together in
// memory, found by a hash. Whoever asks about cells side by side seldom has to look for the tile.

#include <algorithm>
#include <array>
#include <compare>
#include <cstdint>
#include <utility>
#include <vector>

#include "wend/base/rng.hpp"
#include "wend/geometry/vec.hpp"

namespace wend {

/// A square of ground on a layer, by its whole coordinates.
struct StreamCell {
    static constexpr double width = 0.5;  ///< metres
    std::uint32_t layer = 0;
    std::int32_t x = 0, y = 0;
    [[nodiscard]] static StreamCell at(std::uint32_t layer, Vec2 p) noexcept {
        return {layer, whole(p.x / width), whole(p.y / width)};
    }
    friend auto operator<=>(const StreamCell&, const StreamCell&) = default;

  private:
    /// The next whole number below.
    [[nodiscard]] static std::int32_t whole(double x) noexcept {
        const auto cut = static_cast<std::int32_t>(x);
        return cut - (cut > x ? 1 : 0);
    }
};

template <class T>
class CellGrid {
    static constexpr int tile_bits = 4;
    static constexpr std::int32_t tile_cells = 1 << tile_bits;  ///< along an edge

    struct Tile {
        std::uint32_t layer = 0;
        std::int32_t x = 0, y = 0;  ///< of its first cell
        std::array<T, static_cast<std::size_t>(tile_cells* tile_cells)> cells{};
    };

  public:
    [[nodiscard]] bool empty() const noexcept { return tiles_.empty(); }
    /// Keeps its memory.
    void clear() {
        tiles_.clear();
        std::fill(buckets_.begin(), buckets_.end(), Bucket{});
    }
    /// Makes the tile where there is none.
    [[nodiscard]] T& operator[](const StreamCell& cell) {
        if (2 * tiles_.size() >= buckets_.size()) grow();
        Bucket& bucket = buckets_[bucket_of(tile_key(cell))];
        if (bucket.key == 0) {
            bucket = {tile_key(cell), static_cast<std::uint32_t>(tiles_.size())};
            tiles_.push_back({cell.layer, cell.x & ~(tile_cells - 1), cell.y & ~(tile_cells - 1), {}});
        }
        return tiles_[bucket.tile].cells[place_in_tile(cell)];
    }
    /// Calls visit(cell, value) for all cells of all tiles, in no particular order.
    template <class Visit>
    void for_each(Visit&& visit) const {
        for (const Tile& tile : tiles_)
            for (std::int32_t i = 0; i < tile_cells * tile_cells; ++i)
                visit(StreamCell{tile.layer, tile.x + i % tile_cells, tile.y + i / tile_cells},
                      tile.cells[static_cast<std::size_t>(i)]);
    }

    /// Answers one question after another, of one thread.
    class Reader {
      public:
        explicit Reader(const CellGrid& grid) : grid_(grid) {}
        /// Null where there is no tile.
        [[nodiscard]] const T* operator()(const StreamCell& cell) {
            const std::uint64_t key = tile_key(cell);
            if (key != key_) {
                key_ = key;
                tile_ = grid_.tile_of(key);
            }
            return tile_ ? &tile_->cells[place_in_tile(cell)] : nullptr;
        }

      private:
        const CellGrid& grid_;
        std::uint64_t key_ = 0;
        const Tile* tile_ = nullptr;
    };
    [[nodiscard]] Reader reader() const { return Reader(*this); }

  private:
    struct Bucket {
        std::uint64_t key = 0;  ///< 0: free
        std::uint32_t tile = 0;
    };

    /// Not 0.
    [[nodiscard]] static std::uint64_t tile_key(const StreamCell& cell) noexcept {
        const auto part = [](std::int32_t whole) {
            return static_cast<std::uint64_t>(whole >> tile_bits) & 0xFFFFFFF;
        };
        return (static_cast<std::uint64_t>(cell.layer) << 56 ^ part(cell.x) << 28 ^ part(cell.y)) + 1;
    }
    [[nodiscard]] static std::size_t place_in_tile(const StreamCell& cell) noexcept {
        return static_cast<std::size_t>((cell.y & (tile_cells - 1)) * tile_cells +
                                        (cell.x & (tile_cells - 1)));
    }
    [[nodiscard]] std::size_t bucket_of(std::uint64_t key) const noexcept {
        std::size_t at = static_cast<std::size_t>(scatter(key)) & (buckets_.size() - 1);
        while (buckets_[at].key != 0 && buckets_[at].key != key) at = (at + 1) & (buckets_.size() - 1);
        return at;
    }
    [[nodiscard]] const Tile* tile_of(std::uint64_t key) const noexcept {
        if (buckets_.empty()) return nullptr;
        const Bucket& bucket = buckets_[bucket_of(key)];
        return bucket.key == 0 ? nullptr : &tiles_[bucket.tile];
    }
    void grow() {
        constexpr std::size_t fewest = 64;
        const std::vector<Bucket> old = std::exchange(buckets_, {});
        buckets_.assign(std::max(fewest, 2 * old.size()), {});
        for (const Bucket& bucket : old)
            if (bucket.key != 0) buckets_[bucket_of(bucket.key)] = bucket;
    }

    std::vector<Tile> tiles_;
    std::vector<Bucket> buckets_;  ///< by hash of the tile; a power of two of them
};

}  // namespace wend
