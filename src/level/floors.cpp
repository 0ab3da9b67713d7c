#include "level/floors.hpp"

#include <cmath>

namespace wend::level {
namespace {

void keep_mutual_steps(Floors& floors) {
    std::vector<Span>& spans = floors.spans;
    std::vector<std::array<bool, 4>> one_way(spans.size(), std::array<bool, 4>{});
    for (std::uint32_t i = 0; i < spans.size(); ++i)
        for (int d = 0; d < 4; ++d) {
            const std::uint32_t next = spans[i].next[d];
            one_way[i][d] = next != no_span && spans[next].next[opposite(d)] != i;
        }
    for (std::uint32_t i = 0; i < spans.size(); ++i)
        for (int d = 0; d < 4; ++d)
            if (one_way[i][d]) spans[i].next[d] = no_span;
}

}  // namespace

Floors floors_of(const rcCompactHeightfield& open, const LevelSource& source) {
    Floors floors;
    floors.width = open.width;
    floors.height = open.height;
    floors.cell = source.cell_size;
    floors.cell_height = source.cell_height;
    // Recast's box lies on whole cells but is kept in floats; going back to whole numbers undoes the
    // rounding.
    floors.base = std::round(open.bmin[1] / source.cell_height) * source.cell_height;
    floors.origin = {std::round(open.bmin[0] / floors.cell) * floors.cell,
                     -(std::round(open.bmin[2] / floors.cell) + open.height) * floors.cell};

    // Recast's rows run along its z, which is -y: row r is ours number height - 1 - r.
    std::vector<std::uint32_t> renumbered(static_cast<std::size_t>(open.spanCount), no_span);
    for (int y = 0; y < open.height; ++y)
        for (int x = 0; x < open.width; ++x) {
            floors.first.push_back(static_cast<std::uint32_t>(floors.spans.size()));
            const rcCompactCell& cell = open.cells[x + (open.height - 1 - y) * open.width];
            for (int i = cell.index, end = cell.index + cell.count; i < end; ++i) {
                if (open.areas[i] == RC_NULL_AREA) continue;
                renumbered[i] = static_cast<std::uint32_t>(floors.spans.size());
                floors.spans.push_back({x, y, open.spans[i].y, {no_span, no_span, no_span, no_span}});
            }
        }
    floors.first.push_back(static_cast<std::uint32_t>(floors.spans.size()));

    for (int row = 0; row < open.height; ++row)
        for (int x = 0; x < open.width; ++x) {
            const rcCompactCell& cell = open.cells[x + row * open.width];
            for (int i = cell.index, end = cell.index + cell.count; i < end; ++i) {
                if (renumbered[i] == no_span) continue;
                for (int d = 0; d < 4; ++d) {
                    const int layer = rcGetCon(open.spans[i], d);
                    if (layer == RC_NOT_CONNECTED) continue;
                    const int column = x + rcGetDirOffsetX(d) + (row + rcGetDirOffsetY(d)) * open.width;
                    const int ours = d % 2 == 0 ? d : opposite(d);
                    floors.spans[renumbered[i]].next[ours] = renumbered[open.cells[column].index + layer];
                }
            }
        }
    keep_mutual_steps(floors);
    return floors;
}

Floors filtered(const Floors& floors, const std::vector<bool>& keep) {
    Floors result = floors;
    result.spans.clear();
    result.first.clear();
    std::vector<std::uint32_t> renumbered(floors.spans.size(), no_span);
    for (std::size_t column = 0; column + 1 < floors.first.size(); ++column) {
        result.first.push_back(static_cast<std::uint32_t>(result.spans.size()));
        for (std::uint32_t i = floors.first[column]; i < floors.first[column + 1]; ++i) {
            if (!keep[i]) continue;
            renumbered[i] = static_cast<std::uint32_t>(result.spans.size());
            result.spans.push_back(floors.spans[i]);
        }
    }
    result.first.push_back(static_cast<std::uint32_t>(result.spans.size()));
    for (Span& span : result.spans)
        for (std::uint32_t& next : span.next)
            if (next != no_span) next = renumbered[next];
    return result;
}

std::uint32_t connected_pieces(const Floors& floors, const std::vector<std::uint32_t>* group,
                               std::vector<std::uint32_t>& piece) {
    piece.assign(floors.spans.size(), no_span);
    std::uint32_t count = 0;
    std::vector<std::uint32_t> open;
    for (std::uint32_t seed = 0; seed < floors.spans.size(); ++seed) {
        if (piece[seed] != no_span) continue;
        open.assign(1, seed);
        piece[seed] = count;
        while (!open.empty()) {
            const std::uint32_t at = open.back();
            open.pop_back();
            for (const std::uint32_t next : floors.spans[at].next) {
                if (next == no_span || piece[next] != no_span) continue;
                if (group && (*group)[next] != (*group)[at]) continue;
                piece[next] = count;
                open.push_back(next);
            }
        }
        ++count;
    }
    return count;
}

}  // namespace wend::level
