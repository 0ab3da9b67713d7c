#include <chrono>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "wend/base/output_file.hpp"
#include "wend/domains/annotation.hpp"
#include "wend/domains/field_ground.hpp"
#include "wend/fields/open_cl_field.hpp"
#include "wend/fields/quads.hpp"

#include "commands.hpp"
#include "field_drawing.hpp"
#include "scene_lookup.hpp"

namespace wend::cli {
namespace {

using fields::Cell;

Result<domains::MultiplierField> multipliers_of(const Scene& scene, const Walls& walls,
                                                const FieldOptions& options) {
    std::vector<ConstraintSpec> specs;
    std::string group;
    for (const AgentSpec& agent : scene.agents)
        if (agent.name == options.agent) group = agent.group;
    for (const ConstraintSpec& spec : scene.constraints)
        if (spec.of != options.agent && spec.other != options.agent &&
            domains::binds(spec, options.agent, group))
            specs.push_back(spec);
    return domains::MultiplierField::create(
        domains::resolve(specs, domains::annotated_world(scene, walls, options.at)));
}

/// The cell of a point that the user gave; fails where nobody fits.
Result<Cell> cell_of(const domains::FieldGround& ground, Vec2 place, std::uint32_t layer, const char* what) {
    const Cell cell = ground.frame.cell_at(ground.grid, place, layer);
    if (cell != fields::no_cell && !ground.grid.is_blocked(cell)) return cell;
    return Status::invalid_input(fmt::format(
        "{}: found {},{}, expected a place inside the bounds where a body fits", what, place.x, place.y));
}

/// The field of the first layer on quads, and what it costs from where ways begin. Quads know no links.
Result<nlohmann::ordered_json> on_quads(const domains::FieldGround& ground, const fields::GoalField& field,
                                        std::span<const Cell> starts) {
    const auto made = fields::Quads::create(ground.grid, 0);
    if (!made) return made.status();
    const fields::Quads& quads = made.value();
    const auto leaf_of = [&](Cell cell) {
        return quads.leaf_at(ground.grid.x_of(cell), ground.grid.y_of(cell));
    };
    std::vector<fields::FieldGoal> goals;
    for (const fields::FieldGoal& goal : field.goals()) goals.push_back({leaf_of(goal.cell), goal.cost});
    fields::QuadField costs;
    const auto began = std::chrono::steady_clock::now();
    Status done_so_far = costs.begin(quads, goals);
    if (done_so_far.is_ok()) done_so_far = costs.advance(quads);
    if (!done_so_far.is_ok()) return done_so_far;
    const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - began;
    nlohmann::ordered_json json{
        {"leaves", quads.leaf_count()}, {"bytes", quads.bytes()}, {"microseconds", took.count()}};
    auto& ways = json["cost_m"] = nlohmann::ordered_json::array();
    for (const Cell start : starts) {
        const fields::FieldCost cost = costs.cost(leaf_of(start));
        ways.push_back(cost == fields::unreached ? nlohmann::ordered_json()
                                                 : nlohmann::ordered_json(cost * ground.unit));
    }
    return json;
}

/// What OpenCL or quads make of the same ground, to be compared.
Result<nlohmann::ordered_json> other_ways(const domains::FieldGround& ground, const fields::GoalField& field,
                                          std::span<const Cell> starts, const FieldOptions& options) {
    auto json = nlohmann::ordered_json::object();
    if (options.open_cl) {
        auto device = fields::OpenClField::open();
        if (!device) return device.status();
        if (Status done = device.value().compute(ground.grid, field.goals(), fields::Kernel::tiles);
            !done.is_ok())
            return done;
        json["open_cl"] = {{"device", device.value().device()},
                           {"rounds", device.value().effort().rounds},
                           {"cells_touched", device.value().effort().touched},
                           {"equal", std::equal(field.costs().begin(), field.costs().end(),
                                                device.value().costs().begin())}};
    }
    if (options.quads) {
        auto quads = on_quads(ground, field, starts);
        if (!quads) return quads.status();
        json["quads"] = std::move(quads).value();
    }
    return json;
}

nlohmann::ordered_json way_json(const domains::FieldGround& ground, const fields::GoalField& field,
                                Cell from) {
    nlohmann::ordered_json json;
    if (field.cost(from) == fields::unreached) return {{"status", "unreachable"}};
    json["status"] = "ok";
    json["cost_m"] = field.cost(from) * ground.unit;
    auto& points = json["points"] = nlohmann::ordered_json::array();
    for (const Cell cell : fields::corners_to_goal(ground.grid, field, from)) {
        const Vec2 p = ground.frame.center(ground.grid, cell);
        points.push_back({p.x, p.y, ground.grid.layer_of(cell)});
    }
    return json;
}

void print_field(const nlohmann::ordered_json& json, const FieldOptions& options) {
    fmt::print("{} of {} cells reach a goal, {:.0f} us\n", json["reached"].get<std::uint64_t>(),
               json["cells"].get<std::uint64_t>(), json["microseconds"].get<double>());
    if (options.open_cl)
        fmt::print("OpenCL on {}: {} rounds, {} costs\n", json["open_cl"]["device"].get<std::string>(),
                   json["open_cl"]["rounds"].get<int>(),
                   json["open_cl"]["equal"].get<bool>() ? "the same" : "different");
    if (options.quads) {
        fmt::print("quads: {} leaves, {} bytes, {:.0f} us\n", json["quads"]["leaves"].get<std::size_t>(),
                   json["quads"]["bytes"].get<std::size_t>(), json["quads"]["microseconds"].get<double>());
        for (const auto& cost : json["quads"]["cost_m"])
            fmt::print("on quads: {}\n", cost.is_null() ? std::string("unreachable")
                                                        : fmt::format("{:.3f} m", cost.get<double>()));
    }
    for (const auto& way : json["ways"])
        fmt::print(
            "{}{}\n", way["status"].get<std::string>(),
            way.contains("cost_m") ? fmt::format(": {:.3f} m of walking", way["cost_m"].get<double>()) : "");
}

}  // namespace

int field(const FieldOptions& options) {
    const auto loaded = load(options.scene);
    if (!loaded) return report(loaded.status());
    const Scene& scene = loaded.value().scene;
    const Walls walls(scene);
    const auto multipliers = multipliers_of(scene, walls, options);
    if (!multipliers) return report(multipliers.status());
    auto made =
        domains::field_ground(scene, walls, multipliers.value(), {options.cell, options.radius, options.at});
    if (!made) return report(made.status());
    const domains::FieldGround& ground = made.value();

    std::vector<fields::FieldGoal> goals;
    for (const Vec2 to : options.to) {
        const auto cell = cell_of(ground, to, 0, "--to");
        if (!cell) return report(cell.status());
        goals.push_back({cell.value(), 0});
    }
    std::vector<Cell> starts;
    for (const Vec2 from : options.from) {
        const auto cell = cell_of(ground, from, 0, "--from");
        if (!cell) return report(cell.status());
        starts.push_back(cell.value());
    }
    fields::GoalField field;
    const auto began = std::chrono::steady_clock::now();
    Status done_so_far = field.begin(ground.grid, goals);
    if (done_so_far.is_ok()) done_so_far = field.advance(ground.grid);
    if (!done_so_far.is_ok()) return report(done_so_far);
    const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - began;

    auto others = other_ways(ground, field, starts, options);
    if (!others) return report(others.status());
    if (!options.svg.empty())
        if (const Status written = write_file(options.svg, draw_field(ground, field, starts));
            !written.is_ok())
            return report(written);
    nlohmann::ordered_json json{{"status", "ok"},
                                {"cells", ground.grid.cell_count()},
                                {"reached", field.effort().expanded},
                                {"base_weight", multipliers.value().base_weight()},
                                {"microseconds", took.count()}};
    json.update(others.value());
    auto& ways = json["ways"] = nlohmann::ordered_json::array();
    bool all_reach = true;
    for (const Cell start : starts) {
        ways.push_back(way_json(ground, field, start));
        all_reach = all_reach && field.cost(start) != fields::unreached;
    }
    if (options.json)
        fmt::print("{}\n", json.dump(2));
    else
        print_field(json, options);
    return all_reach ? done : broken_promise;
}

}  // namespace wend::cli
