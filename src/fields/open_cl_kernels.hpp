#pragma once

namespace wend::fields {

/// OpenCL C. `moves` has a bit for each of the eight moves, as in FieldGrid.
inline constexpr const char* kernel_source = R"CL(
#define UNREACHED 0xFFFFFFFFu
#define TILE 16
#define RIM 18
constant int step_x[8] = {1, 0, -1, 0, 1, -1, -1, 1};
constant int step_y[8] = {0, 1, 0, -1, 1, 1, -1, -1};

uint best_of(global const uint* cost, global const ushort* weight, uint moves, uint cell, uint width) {
    uint best = UNREACHED;
    const uint here = weight[cell];
    for (int m = 0; m < 8; ++m) {
        if ((moves >> m & 1u) == 0) continue;
        const uint next = cell + step_x[m] + step_y[m] * width;
        const uint c = cost[next];
        if (c != UNREACHED) best = min(best, add_sat(c, (m < 4 ? 70u : 99u) * (here + weight[next])));
    }
    return best;
}

// flags[0]: the least cost that anything got in this round.
kernel void whole_map(global const uint* from, global uint* to, global const ushort* weight,
                      global const uchar* moves, uint width, uint cells, global uint* flags) {
    const uint cell = get_global_id(0);
    if (cell >= cells) return;
    const uint old = from[cell];
    const uint best = min(old, best_of(from, weight, moves[cell], cell, width));
    to[cell] = best;
    if (best != old) atomic_min(&flags[0], best);
}

// Alg. 8 without predecessors: who has a cost that no neighbour explains, and is no goal, forgets it.
kernel void forget(global const uint* from, global uint* to, global const ushort* weight,
                   global const uchar* moves, global const uint* fixed, uint width, uint cells,
                   global uint* flags) {
    const uint cell = get_global_id(0);
    if (cell >= cells) return;
    const uint old = from[cell];
    to[cell] = old;
    if (old == UNREACHED || fixed[cell] <= old) return;
    if (best_of(from, weight, moves[cell], cell, width) <= old) return;
    to[cell] = UNREACHED;
    flags[0] = 0;
}

// One group for each tile of the list: its cells get better costs or, where it `forgets`, lose those that
// nothing explains, until it is at rest. Wakes the tiles beside those sides at which something changed.
kernel void tiles(global uint* cost, global const ushort* weight, global const uchar* moves,
                  global const uint* fixed, uint forgets, uint width, uint height, uint tiles_x, uint tiles_y,
                  global const uint* list, global uchar* awake, global uint* flags) {
    local uint around[RIM * RIM];
    local uint heavy[RIM * RIM];
    local int changed[3];
    const uint tile = list[get_group_id(0)];
    const uint layer_tiles = tiles_x * tiles_y;
    const uint layer = tile / layer_tiles;
    const int tx = tile % tiles_x, ty = tile % layer_tiles / tiles_x;
    const int lx = get_local_id(0) % TILE, ly = get_local_id(0) / TILE;
    const int x = tx * TILE + lx, y = ty * TILE + ly;
    const uint base = layer * height * width;
    for (int i = get_local_id(0); i < RIM * RIM; i += TILE * TILE) {
        const int gx = tx * TILE + i % RIM - 1, gy = ty * TILE + i / RIM - 1;
        const bool inside = gx >= 0 && gy >= 0 && gx < (int)width && gy < (int)height;
        around[i] = inside ? cost[base + gy * width + gx] : UNREACHED;
        heavy[i] = inside ? weight[base + gy * width + gx] : 0;
    }
    const bool exists = x < (int)width && y < (int)height;
    const uint cell = base + y * width + x;
    const uint legal = exists ? moves[cell] : 0;
    const int at = (ly + 1) * RIM + lx + 1;
    if (get_local_id(0) == 0) changed[0] = changed[1] = changed[2] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint before = around[at];
    const bool may_forget = forgets != 0 && exists && fixed[cell] > before;
    uint mine = before;
    for (int turn = 0;; ++turn) {
        uint best = forgets != 0 ? UNREACHED : mine;
        for (int m = 0; m < 8; ++m) {
            if ((legal >> m & 1u) == 0) continue;
            const int next = at + step_x[m] + step_y[m] * RIM;
            const uint c = around[next];
            if (c != UNREACHED) best = min(best, add_sat(c, (m < 4 ? 70u : 99u) * (heavy[at] + heavy[next])));
        }
        // Three flags in turn, so that one is cleared while nobody reads or sets it.
        if (get_local_id(0) == 0) changed[(turn + 1) % 3] = 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (forgets != 0) best = may_forget && best > mine ? UNREACHED : mine;
        if (best != mine) {
            mine = best;
            around[at] = best;
            changed[turn % 3] = 1;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (changed[turn % 3] == 0) break;
    }
    if (mine == before) return;
    cost[cell] = mine;
    atomic_min(&flags[0], mine);
    const int wx = lx == 0 ? -1 : lx == TILE - 1 ? 1 : 0, wy = ly == 0 ? -1 : ly == TILE - 1 ? 1 : 0;
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx) {
            if ((dx == 0 && dy == 0) || (dx != 0 && dx != wx) || (dy != 0 && dy != wy)) continue;
            const int nx = tx + dx, ny = ty + dy;
            if (nx >= 0 && ny >= 0 && nx < (int)tiles_x && ny < (int)tiles_y)
                awake[layer * layer_tiles + ny * tiles_x + nx] = 1;
        }
}
)CL";

}  // namespace wend::fields
