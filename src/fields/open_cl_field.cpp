#include "wend/fields/open_cl_field.hpp"

#include <algorithm>

#include "fields/open_cl_device.hpp"

namespace wend::fields {
namespace {

constexpr std::uint32_t tile_side = 16;
constexpr std::size_t group_size = 256;

}  // namespace

struct OpenClField::Device {
    OpenClDevice cl;
    OpenClDevice::Buffer cost[2], weight, moves, fixed, list, awake, flags;
    std::vector<FieldCost> costs;
    std::vector<FieldGoal> goals;
    std::vector<std::uint8_t> is_awake;  ///< by tile
    DeviceEffort effort;
    std::uint32_t tiles_x = 0, tiles_y = 0;

    ~Device() {
        for (auto* buffer : {&cost[0], &cost[1], &weight, &moves, &fixed, &list, &awake, &flags})
            cl.release(*buffer);
    }

    void upload(const FieldGrid& grid) {
        cl.write(weight, grid.weights());
        cl.write(moves, grid.all_moves());
        tiles_x = (grid.width() + tile_side - 1) / tile_side;
        tiles_y = (grid.height() + tile_side - 1) / tile_side;
        is_awake.resize(std::size_t{tiles_x} * tiles_y * grid.layers());
    }
    void wake(const FieldGrid& grid, Cell cell) {
        const std::uint32_t x = grid.x_of(cell) / tile_side, y = grid.y_of(cell) / tile_side;
        is_awake[(std::size_t{grid.layer_of(cell)} * tiles_y + y) * tiles_x + x] = 1;
    }
    /// What the goals promise: their cost where the cell is free.
    void place_goals(const FieldGrid& grid) {
        for (const FieldGoal& goal : goals) {
            if (grid.is_blocked(goal.cell) || goal.cost >= costs[goal.cell]) continue;
            costs[goal.cell] = goal.cost;
            wake_around(grid, goal.cell);
        }
    }
    void wake_around(const FieldGrid& grid, Cell cell) {
        std::vector<Cell> near;
        grid.append_affected(cell, near);
        for (const Cell other : near) wake(grid, other);
    }

    /// Nothing that changed in this round can make an agent's way cheaper.
    [[nodiscard]] bool may_stop(FieldCost least_change, std::span<const Cell> agents) {
        if (least_change == unreached) return true;
        if (agents.empty()) return false;
        cl.read(cost[0], std::span(costs));
        FieldCost most = 0;
        for (const Cell agent : agents) most = std::max(most, costs[agent]);
        return most != unreached && most <= least_change;
    }
    [[nodiscard]] FieldCost read_flag() {
        FieldCost flag = unreached;
        cl.read(flags, std::span(&flag, 1));
        return flag;
    }
    void clear_flag() {
        const FieldCost none = unreached;
        cl.write(flags, std::span(&none, 1));
    }

    void run_whole_map(const FieldGrid& grid, std::span<const Cell> agents) {
        const auto cells = static_cast<std::uint32_t>(grid.cell_count());
        cl.reserve(cost[1], cells * sizeof(FieldCost));
        while (cl.status().is_ok()) {
            clear_flag();
            cl.run(OpenClDevice::whole_map, cells, group_size, cost[0], cost[1], weight, moves, grid.width(),
                   cells, flags);
            std::swap(cost[0], cost[1]);
            ++effort.rounds;
            effort.touched += cells;
            if (may_stop(read_flag(), agents)) return;
        }
    }

    void run_tiles(const FieldGrid& grid, std::span<const Cell> agents) {
        while (cl.status().is_ok()) {
            run_awake_tiles(grid, cost[0], false);
            if (may_stop(read_flag(), agents)) return;
        }
    }
    /// Each colour once; `promised` are the goals' costs, for tiles that forget.
    void run_awake_tiles(const FieldGrid& grid, const OpenClDevice::Buffer& promised, bool forgets) {
        clear_flag();
        std::vector<std::uint32_t> due;
        for (std::uint32_t colour = 0; colour < 4; ++colour) {
            take_due(colour, due);
            if (due.empty()) continue;
            cl.write(awake, std::span<const std::uint8_t>(is_awake));
            cl.write(list, std::span<const std::uint32_t>(due));
            cl.run(OpenClDevice::tiles, due.size() * group_size, group_size, cost[0], weight, moves, promised,
                   std::uint32_t{forgets}, grid.width(), grid.height(), tiles_x, tiles_y, list, awake, flags);
            cl.read(awake, std::span(is_awake));
            effort.touched += due.size() * group_size;
        }
        ++effort.rounds;
    }
    void take_due(std::uint32_t colour, std::vector<std::uint32_t>& due) {
        due.clear();
        for (std::uint32_t tile = 0; tile < is_awake.size(); ++tile) {
            const std::uint32_t x = tile % tiles_x, y = tile / tiles_x % tiles_y;
            if (is_awake[tile] == 0 || x % 2 + y % 2 * 2 != colour) continue;
            is_awake[tile] = 0;
            due.push_back(tile);
        }
    }

    /// Links are few: the processor relaxes them between two runs.
    [[nodiscard]] bool relax_links(const FieldGrid& grid) {
        bool changed = false;
        for (const FieldLink& link : grid.links()) {
            if (grid.is_blocked(link.from) || grid.is_blocked(link.to) || costs[link.to] == unreached)
                continue;
            if (costs[link.to] + link.cost >= costs[link.from]) continue;
            costs[link.from] = costs[link.to] + link.cost;
            wake_around(grid, link.from);
            changed = true;
        }
        return changed;
    }

    Status settle(const FieldGrid& grid, Kernel kernel, std::span<const Cell> agents) {
        if (grid.has_links()) agents = {};  // what a link makes cheaper shows only when all is at rest
        do {
            cl.write(cost[0], std::span<const FieldCost>(costs));
            if (kernel == Kernel::tiles)
                run_tiles(grid, agents);
            else
                run_whole_map(grid, agents);
            cl.read(cost[0], std::span(costs));
        } while (cl.status().is_ok() && relax_links(grid));
        for (const FieldCost found : costs)
            if (found != unreached && found >= unreached - 1 - 2 * grid.most_edge())
                return {StatusCode::not_available,
                        "goal field: a path costs more than 2^32 units; use smaller weights or fewer cells"};
        return cl.status();
    }

    /// Alg. 8: states that nothing explains forget their cost, and their tiles are woken.
    void forget_unexplained(const FieldGrid& grid, std::span<const Cell> changed, Kernel kernel) {
        std::vector<FieldCost> promised(grid.cell_count(), unreached);
        for (const FieldGoal& goal : goals)
            if (!grid.is_blocked(goal.cell)) promised[goal.cell] = std::min(promised[goal.cell], goal.cost);
        cl.write(fixed, std::span<const FieldCost>(promised));
        cl.write(cost[0], std::span<const FieldCost>(costs));
        if (kernel == Kernel::tiles) {
            for (const Cell cell : changed) wake_around(grid, cell);
            // The kernel knows no links: what one explained is forgotten.
            for (const FieldLink& link : grid.links()) wake(grid, link.from);
            const auto is_any_awake = [&] {
                return std::find(is_awake.begin(), is_awake.end(), 1) != is_awake.end();
            };
            while (cl.status().is_ok() && is_any_awake()) run_awake_tiles(grid, fixed, true);
        } else {
            forget_whole_map(grid);
        }
        const std::vector<FieldCost> old = costs;
        cl.read(cost[0], std::span(costs));
        for (Cell cell = 0; cell < grid.cell_count(); ++cell)
            if (old[cell] != costs[cell]) wake(grid, cell);
    }
    void forget_whole_map(const FieldGrid& grid) {
        const auto cells = static_cast<std::uint32_t>(grid.cell_count());
        cl.reserve(cost[1], cells * sizeof(FieldCost));
        FieldCost flag = 0;
        while (flag == 0 && cl.status().is_ok()) {
            clear_flag();
            cl.run(OpenClDevice::forget, cells, group_size, cost[0], cost[1], weight, moves, fixed,
                   grid.width(), cells, flags);
            std::swap(cost[0], cost[1]);
            ++effort.rounds;
            effort.touched += cells;
            flag = read_flag();
        }
    }
};

OpenClField::OpenClField(std::unique_ptr<Device> device) noexcept : device_(std::move(device)) {}
OpenClField::OpenClField(OpenClField&&) noexcept = default;
OpenClField& OpenClField::operator=(OpenClField&&) noexcept = default;
OpenClField::~OpenClField() = default;

Result<OpenClField> OpenClField::open() {
    auto device = std::make_unique<Device>();
    if (Status opened = device->cl.open(); !opened.is_ok()) return opened;
    return OpenClField(std::move(device));
}

const std::string& OpenClField::device() const noexcept {
    return device_->cl.name();
}
std::span<const FieldCost> OpenClField::costs() const noexcept {
    return device_->costs;
}
const DeviceEffort& OpenClField::effort() const noexcept {
    return device_->effort;
}

Status OpenClField::compute(const FieldGrid& grid, std::span<const FieldGoal> goals, Kernel kernel,
                            std::span<const Cell> agents) {
    GoalField check;  // for the same errors as on the CPU
    if (Status bad = check.begin(grid, goals); !bad.is_ok()) return bad;
    Device& device = *device_;
    device.effort = {};
    device.goals.assign(goals.begin(), goals.end());
    device.costs.assign(grid.cell_count(), unreached);
    device.upload(grid);
    std::fill(device.is_awake.begin(), device.is_awake.end(), std::uint8_t{0});
    device.place_goals(grid);
    return device.settle(grid, kernel, agents);
}

void OpenClField::resume(std::span<const FieldGoal> goals, std::span<const FieldCost> costs) {
    device_->goals.assign(goals.begin(), goals.end());
    device_->costs.assign(costs.begin(), costs.end());
}

Status OpenClField::repair(const FieldGrid& grid, std::span<const Cell> changed, Kernel kernel) {
    Device& device = *device_;
    if (device.costs.size() != grid.cell_count())
        return Status::invalid_input("OpenCL: found another grid, expected the one that was computed");
    device.effort = {};
    device.upload(grid);
    std::fill(device.is_awake.begin(), device.is_awake.end(), std::uint8_t{0});
    device.forget_unexplained(grid, changed, kernel);
    for (const Cell cell : changed) device.wake_around(grid, cell);
    device.place_goals(grid);
    return device.settle(grid, kernel, {});
}

}  // namespace wend::fields
