#include "world/room_grid.hpp"

#include <cmath>
#include <limits>

namespace wend {
namespace {

constexpr double least_cell = 4;    // metres
constexpr double widest_room = 32;  // metres; wider ones would be in too many cells

float rounded_down(double x) noexcept {
    const auto narrow = static_cast<float>(x);
    return narrow > x ? std::nextafter(narrow, -std::numeric_limits<float>::infinity()) : narrow;
}

}  // namespace

RoomGrid::NarrowBox RoomGrid::narrowed(const Box2& box) noexcept {
    return {rounded_down(box.low.x), rounded_down(box.low.y), -rounded_down(-box.high.x),
            -rounded_down(-box.high.y)};
}

std::size_t RoomGrid::Grid::lay_out(std::size_t first_cell) {
    first = first_cell;
    columns = rows = 0;
    if (bodies == 0) return first;
    const double width = bounds.high.x - bounds.low.x, height = bounds.high.y - bounds.low.y;
    // A few who are far apart must not make a grid of empty cells.
    double size = least_cell;
    while ((width / size + 1) * (height / size + 1) > 4 * static_cast<double>(bodies) + 64) size *= 2;
    columns = static_cast<std::int32_t>(width / size) + 1;
    rows = static_cast<std::int32_t>(height / size) + 1;
    origin_x = static_cast<float>(bounds.low.x);
    origin_y = static_cast<float>(bounds.low.y);
    scale = static_cast<float>(1 / size);
    return first + static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows);
}

RoomGrid::Cells RoomGrid::Grid::cells_of(const NarrowBox& box) const noexcept {
    const auto cell = [this](float along, std::int32_t count) {
        return static_cast<std::int32_t>(std::clamp(along * scale, 0.0f, static_cast<float>(count - 1)));
    };
    return {cell(box.low_x - origin_x, columns), cell(box.low_y - origin_y, rows),
            cell(box.high_x - origin_x, columns), cell(box.high_y - origin_y, rows)};
}

void RoomGrid::find(const BodyPath& path, std::uint32_t index, std::uint32_t layer) {
    const Box2& box = path.room();
    const double extent = std::max(box.high.x - box.low.x, box.high.y - box.low.y);
    if (!(extent <= widest_room)) {
        wide_.push_back({layer, index});
        return;
    }
    if (layer >= grids_.size()) grids_.resize(layer + 1);
    grids_[layer].bounds.add(box);
    ++grids_[layer].bodies;
    found_.push_back({narrowed(box), layer, index});
}

/// Calls visit(found, cells, index of the cell) for every cell that every room touches.
template <class Visit>
void RoomGrid::for_each_cell(Visit&& visit) const {
    for (const Found& found : found_) {
        const Grid& grid = grids_[found.layer];
        const Cells cells = grid.cells_of(found.box);
        for (std::int32_t y = cells.low_y; y <= cells.high_y; ++y)
            for (std::int32_t x = cells.low_x; x <= cells.high_x; ++x) visit(found, cells, grid.index(x, y));
    }
}

void RoomGrid::sort(const std::vector<BodyPath>& paths) {
    grids_.clear();
    found_.clear();
    wide_.clear();
    for (std::uint32_t i = 0; i < paths.size(); ++i) {
        const BodyPath& path = paths[i];
        if (path.is_empty() || path.room().is_empty()) continue;
        find(path, i, path.layer());
        if (path.other_layer() != path.layer()) find(path, i, path.other_layer());
    }
    std::size_t cells = 0;
    for (Grid& grid : grids_) cells = grid.lay_out(cells);
    // Counts, then sums of all before, then every room takes a place from the end of its cell's.
    starts_.assign(cells + 1, 0);
    for_each_cell([&](const Found&, const Cells&, std::size_t cell) { ++starts_[cell]; });
    std::uint32_t sum = 0;
    for (std::uint32_t& start : starts_) start = sum += start;
    rooms_.resize(sum);
    for_each_cell([&](const Found& found, const Cells& own, std::size_t cell) {
        rooms_[--starts_[cell]] = {found.box, own.low_x, own.low_y, found.path};
    });
}

std::size_t RoomGrid::memory() const noexcept {
    return grids_.capacity() * sizeof(Grid) + found_.capacity() * sizeof(Found) +
           starts_.capacity() * sizeof(std::uint32_t) + rooms_.capacity() * sizeof(Room) +
           wide_.capacity() * sizeof(WideRoom);
}

}  // namespace wend
