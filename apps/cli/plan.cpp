#include <chrono>
#include <cmath>
#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "wend/base/output_file.hpp"
#include "wend/mesh/draw_svg.hpp"
#include "wend/mesh/proof.hpp"
#include "wend/nav/paths.hpp"
#include "wend/sim/scene_mesh.hpp"

#include "commands.hpp"
#include "plan_domains.hpp"
#include "scene_lookup.hpp"
#include "standing_obstacles.hpp"

namespace wend::cli {
namespace {

nlohmann::ordered_json to_json(const mesh::Path& path, const mesh::NavMesh& mesh, std::uint64_t expansions,
                               double microseconds) {
    nlohmann::ordered_json json{{"status", to_string(path.status)},
                                {"length_m", path.length},
                                {"cost", path.cost},
                                {"proven_shortest", path.is_proven_optimal()},
                                {"expansions", expansions},
                                {"microseconds", microseconds}};
    if (path.has_route())
        json["lower_bound_m"] =
            path.has_bound() ? nlohmann::ordered_json(path.lower_bound) : nlohmann::ordered_json("none");
    auto& points = json["points"] = nlohmann::ordered_json::array();
    const auto add = [&](Vec2 p, std::uint32_t layer) {
        const Vec3 lifted = mesh.lift({p, layer});
        points.push_back({lifted.x, lifted.y, lifted.z});
    };
    mesh::Path one_piece;
    for (const mesh::PathPiece& piece : path.pieces) {
        one_piece.pieces.assign(1, piece);
        for (const Vec2 corner : mesh::polyline(one_piece)) add(corner, piece.layer);
    }
    if (path.nearest_start) json["nearest_start"] = {path.nearest_start->x, path.nearest_start->y};
    if (path.nearest_goal) json["nearest_goal"] = {path.nearest_goal->x, path.nearest_goal->y};
    return json;
}

/// The length counts slopes where the ground has some; how good it is is known of the plan only.
void print_text(const mesh::Path& path, double on_slopes, double microseconds) {
    const std::string seen_from_above =
        on_slopes == path.length ? "" : fmt::format(" ({:.4f} m seen from above)", path.length);
    if (path.has_route())
        fmt::print("{}: {:.4f} m{} in {} pieces, {}, {:.0f} us\n", to_string(path.status), on_slopes,
                   seen_from_above, path.pieces.size(),
                   path.is_proven_optimal() ? "proven shortest"
                   : path.has_bound()       ? "not proven shortest"
                                            : "no bound",
                   microseconds);
    else
        fmt::print("{}: no way, {:.0f} us\n", to_string(path.status), microseconds);
    if (path.nearest_start)
        fmt::print("start does not fit; nearest {:.3f},{:.3f}\n", path.nearest_start->x,
                   path.nearest_start->y);
    if (path.nearest_goal)
        fmt::print("goal does not fit; nearest {:.3f},{:.3f}\n", path.nearest_goal->x, path.nearest_goal->y);
}

/// Metres of the path with the slopes that it leads over.
double length_on_slopes(const mesh::NavMesh& mesh, const mesh::NavQuery& query, const mesh::Path& path,
                        const nav::FloorHeight& floor) {
    if (!floor || !path.has_route()) return path.length;
    nav::PathDef question;
    question.from = {query.from.at, query.from.layer};
    question.to = {query.to.at, query.to.layer};
    question.radius = query.radius;
    question.snap = 0;
    question.shortest = query.mode == mesh::PathMode::shortest;
    return nav::Paths(mesh, query.filter, floor).find(question).length;
}

/// Through all domains, as somebody who stands at the start and looks at the goal.
Result<PlanAnswer> plan_in_time(const Scene& scene, const mesh::NavQuery& query, const std::string& chain) {
    constexpr std::uint64_t plenty = 1'000'000;
    PlanQuestion question;
    const Vec2 way = query.to.at - query.from.at;
    question.start = {{query.from.layer, query.from.at, 0}, std::atan2(way.y, way.x), 0};
    question.goal.at = {query.to.layer, query.to.at, 0};
    question.limits.radius = query.radius;
    question.chain.chain = chain == "waypoints" ? PlannerChain::waypoints : PlannerChain::tunnels;
    Budget budget = Budget::expansions(plenty);
    return plan_once(scene, question, budget);
}

}  // namespace

int plan(const PlanOptions& options) {
    if (!options.goals.empty()) return plan_map(options);
    const auto loaded = load(options.scene);
    if (!loaded) return report(loaded.status());
    auto made = mesh_of(loaded.value().scene);
    if (!made) return report(made.status());
    mesh::NavMesh& mesh = made.value().mesh;
    if (const Status cut = cut_standing_obstacles(loaded.value().scene, mesh); !cut.is_ok())
        return report(cut);

    mesh::NavQuery query;
    query.from = options.has_height ? mesh.place(options.from) : mesh::MeshPoint{options.from.xy(), 0};
    query.to = options.has_height ? mesh.place(options.to) : mesh::MeshPoint{options.to.xy(), 0};
    query.radius = options.radius;
    query.mode = options.fast ? mesh::PathMode::corridor : mesh::PathMode::shortest;
    query.filter = made.value().filter;
    mesh::NavContext context;
    mesh::Path path;
    Budget budget = Budget::unlimited();
    const auto began = std::chrono::steady_clock::now();
    mesh::find_proven_path(mesh, query, context, budget, path);
    const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - began;

    if (!options.svg.empty()) {
        const std::uint32_t layer = query.from.layer;
        const std::string drawing =
            mesh::draw_svg(mesh.layer(layer), {&path}, {900, true, layer, options.radius});
        if (const Status written = write_file(options.svg, drawing); !written.is_ok()) return report(written);
    }
    std::optional<PlanAnswer> answer;
    if (options.chain != "none" && path.has_route()) {
        auto planned = plan_in_time(loaded.value().scene, query, options.chain);
        if (!planned) return report(planned.status());
        answer = std::move(planned).value();
    }
    const double on_slopes = length_on_slopes(mesh, query, path, loaded.value().floor);
    if (options.json) {
        auto json = to_json(path, mesh, budget.spent(), took.count());
        json["length_on_slopes_m"] = on_slopes;
        if (answer) json["space_and_time"] = to_json(*answer);
        fmt::print("{}\n", json.dump(2));
    } else {
        print_text(path, on_slopes, took.count());
        if (answer) print_text(*answer);
    }
    if (path.status == StatusCode::invalid_input) return bad_input;
    return path.has_route() && (!answer || answer->status == StatusCode::ok) ? done : broken_promise;
}

}  // namespace wend::cli
