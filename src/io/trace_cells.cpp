#include <algorithm>
#include <array>
#include <unordered_map>

#include "wend/io/movingai.hpp"

namespace wend::io {
namespace {

// Every side between a blocked and a free cell is a unit edge with the blocked cell on its left, so that
// edges chain into counter-clockwise outlines and clockwise holes:
//
//        +<---+            directions: 0 right, 1 up, 2 left, 3 down
//        | ## ^            (up is the next row)
//        v ## |
//        +--->+
//
// Where two blocked cells touch only at a corner the walk turns left and stays with its own cell. A walk that
// comes back to a corner it has passed has closed a ring: it is cut off there, which leaves rings that never
// touch themselves.

constexpr std::array<std::int64_t, 4> step_x{1, 0, -1, 0};
constexpr std::array<std::int64_t, 4> step_y{0, 1, 0, -1};

struct Corner {
    std::int64_t x = 0;
    std::int64_t y = 0;
};

class CellTracer {
  public:
    CellTracer(const GridMap& map, double cell_size, Vec2 origin)
        : map_(map), cell_size_(cell_size), origin_(origin), stride_(std::size_t{map.width} + 1) {
        outgoing_.resize(stride_ * (std::size_t{map.height} + 1));
        part_of_.resize(map.blocked.size(), none);
    }

    std::vector<Polygon> trace() {
        label_parts();
        collect_edges();
        for (std::size_t corner = 0; corner < outgoing_.size(); ++corner)
            while (outgoing_[corner] != 0) walk_from(corner);
        return std::move(polygons_);
    }

  private:
    static constexpr std::uint32_t none = 0xFFFFFFFF;

    [[nodiscard]] bool is_blocked(std::int64_t column, std::int64_t row) const {
        return column >= 0 && row >= 0 && column < map_.width && row < map_.height &&
               map_.is_blocked(static_cast<std::uint32_t>(column), static_cast<std::uint32_t>(row));
    }
    [[nodiscard]] std::size_t cell_index(std::int64_t column, std::int64_t row) const {
        return static_cast<std::size_t>(row) * map_.width + static_cast<std::size_t>(column);
    }
    [[nodiscard]] std::size_t corner_index(Corner c) const {
        return static_cast<std::size_t>(c.y) * stride_ + static_cast<std::size_t>(c.x);
    }
    [[nodiscard]] Corner corner_at(std::size_t index) const {
        return {static_cast<std::int64_t>(index % stride_), static_cast<std::int64_t>(index / stride_)};
    }

    /// Numbers the sets of blocked cells that are joined by their sides.
    void label_parts() {
        std::vector<Corner> open;
        for (std::int64_t row = 0; row < map_.height; ++row)
            for (std::int64_t column = 0; column < map_.width; ++column) {
                if (!is_blocked(column, row) || part_of_[cell_index(column, row)] != none) continue;
                const auto part = static_cast<std::uint32_t>(polygons_.size());
                polygons_.emplace_back();
                part_of_[cell_index(column, row)] = part;
                open.push_back({column, row});
                while (!open.empty()) {
                    const Corner cell = open.back();
                    open.pop_back();
                    for (std::size_t d = 0; d < 4; ++d) {
                        const Corner next{cell.x + step_x[d], cell.y + step_y[d]};
                        if (!is_blocked(next.x, next.y) || part_of_[cell_index(next.x, next.y)] != none)
                            continue;
                        part_of_[cell_index(next.x, next.y)] = part;
                        open.push_back(next);
                    }
                }
            }
    }

    void collect_edges() {
        const auto add = [&](Corner from, std::size_t direction) {
            outgoing_[corner_index(from)] |= static_cast<std::uint8_t>(1U << direction);
        };
        for (std::int64_t y = 0; y < map_.height; ++y)
            for (std::int64_t x = 0; x < map_.width; ++x) {
                if (!is_blocked(x, y)) continue;
                if (!is_blocked(x, y - 1)) add({x, y}, 0);
                if (!is_blocked(x + 1, y)) add({x + 1, y}, 1);
                if (!is_blocked(x, y + 1)) add({x + 1, y + 1}, 2);
                if (!is_blocked(x - 1, y)) add({x, y + 1}, 3);
            }
    }

    [[nodiscard]] std::uint32_t part_left_of(Corner from, std::size_t direction) const {
        constexpr std::array<std::int64_t, 4> left_x{0, -1, -1, 0}, left_y{0, 0, -1, -1};
        return part_of_[cell_index(from.x + left_x[direction], from.y + left_y[direction])];
    }

    /// Walks until every corner passed belongs to a closed ring.
    void walk_from(std::size_t start) {
        path_.clear();
        passed_.clear();
        std::size_t corner = start;
        std::size_t direction = 0;
        while (!(outgoing_[corner] >> direction & 1U)) ++direction;
        const std::uint32_t part = part_left_of(corner_at(start), direction);
        while (true) {
            outgoing_[corner] &= static_cast<std::uint8_t>(~(1U << direction));
            passed_[corner] = path_.size();
            path_.push_back(corner);
            const Corner at = corner_at(corner);
            corner = corner_index({at.x + step_x[direction], at.y + step_y[direction]});
            if (const auto seen = passed_.find(corner); seen != passed_.end()) cut_ring(seen->second, part);
            if (path_.empty()) return;
            for (const std::size_t turn : {1U, 0U, 3U})
                if (outgoing_[corner] >> ((direction + turn) % 4) & 1U) {
                    direction = (direction + turn) % 4;
                    break;
                }
        }
    }

    void cut_ring(std::size_t first, std::uint32_t part) {
        Ring ring;
        double twice_area = 0;
        const std::size_t count = path_.size() - first;
        for (std::size_t i = 0; i < count; ++i) {
            const Corner before = corner_at(path_[first + (i + count - 1) % count]);
            const Corner here = corner_at(path_[first + i]);
            const Corner after = corner_at(path_[first + (i + 1) % count]);
            twice_area += static_cast<double>(here.x * after.y - here.y * after.x);
            const bool turns =
                (here.x - before.x) * (after.y - here.y) != (here.y - before.y) * (after.x - here.x);
            if (turns)
                ring.push_back(origin_ +
                               cell_size_ * Vec2{static_cast<double>(here.x), static_cast<double>(here.y)});
        }
        for (std::size_t i = first; i < path_.size(); ++i) passed_.erase(path_[i]);
        path_.resize(first);
        if (twice_area > 0)
            polygons_[part].outline = std::move(ring);
        else
            polygons_[part].holes.push_back(std::move(ring));
    }

    const GridMap& map_;
    double cell_size_;
    Vec2 origin_;
    std::size_t stride_;
    std::vector<std::uint8_t> outgoing_;  // by corner: bit d set, an edge leaves in direction d
    std::vector<std::uint32_t> part_of_;  // by cell
    std::vector<std::size_t> path_;
    std::unordered_map<std::size_t, std::size_t> passed_;  // corner: place in path_; only ever looked up
    std::vector<Polygon> polygons_;
};

}  // namespace

std::vector<Polygon> trace_blocked(const GridMap& map, double cell_size, Vec2 origin) {
    return CellTracer(map, cell_size, origin).trace();
}

}  // namespace wend::io
