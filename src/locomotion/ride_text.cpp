// The rides as data and as a picture.

#include <cmath>

#include <nlohmann/json.hpp>

#include "wend/locomotion/ride.hpp"

namespace wend::locomotion {
namespace {

using RideJson = nlohmann::ordered_json;

double rounded(double value) {
    return std::round(value * 1e6) / 1e6;
}

RideJson ride_json(const RideScene& scene, const RideRun& run, const Ride& ride) {
    RideJson path = RideJson::array();
    for (const Vec3 p : ride.path) path.push_back({rounded(p.x), rounded(p.y), rounded(p.z)});
    std::string support;
    for (const Support s : ride.support) support += s == Support::air ? 'a' : 'g';
    RideJson legs = RideJson::array();
    const auto controllers = controllers_of(scene);
    for (const PlannedMove& leg : ride.plan.moves)
        legs.push_back({{"controller", std::string(controllers[leg.controller]->name())},
                        {"from", leg.from},
                        {"to", leg.to},
                        {"wait_from", leg.arrived * run.timing.seconds()},
                        {"depart", leg.move.depart * run.timing.seconds()},
                        {"arrive", leg.move.arrive * run.timing.seconds()}});
    return {{"name", ride.name},
            {"status", std::string(to_string(ride.status))},
            {"from", ride.from},
            {"cost", ride.plan.price()},
            {"arrive", ride.plan.arrive * run.timing.seconds()},
            {"trajectories", ride.stats.trajectories},
            {"expanded", ride.stats.expanded},
            {"culled", ride.stats.culled},
            {"planning_seconds", ride.stats.seconds},
            {"heuristic_seconds", ride.stats.heuristic_seconds},
            {"legs", legs},
            {"support", support},
            {"path", path}};
}

}  // namespace

std::string rides_text(const RideScene& scene, const RideRun& run) {
    RideJson data{
        {"scene", scene.name}, {"ticks_per_second", ticks_per_second}, {"rides", RideJson::array()}};
    for (const Ride& ride : run.rides) data["rides"].push_back(ride_json(scene, run, ride));
    return data.dump() + "\n";
}

std::string ride_svg(const RideScene& scene, const RideRun& run) {
    Box2 box;
    std::string body;
    for (std::uint32_t i = 0; i < scene.blocks.size(); ++i) {
        const Vec3 o = run.world.origin(i, 0);
        std::string points;
        for (const Vec2 p : scene.blocks[i].outline) {
            points += std::to_string(o.x + p.x) + "," + std::to_string(-o.y - p.y) + " ";
            box.add(o.xy() + p);
        }
        body += "<polygon points=\"" + points + "\" fill=\"" + (run.world.is_static(i) ? "#ccc" : "#9bd") +
                "\" stroke=\"#555\" stroke-width=\"0.05\"/>\n";
    }
    for (const Ride& ride : run.rides) {
        std::string points;
        for (const Vec3 p : ride.path) {
            points += std::to_string(p.x) + "," + std::to_string(-p.y) + " ";
            box.add(p.xy());
        }
        body += "<polyline points=\"" + points + "\" fill=\"none\" stroke=\"#c22\" stroke-width=\"0.15\"/>\n";
    }
    for (const Landmark& l : run.landmarks) {
        const Vec3 p = place_of(run.world, l, 0);
        body += "<circle cx=\"" + std::to_string(p.x) + "\" cy=\"" + std::to_string(-p.y) +
                "\" r=\"0.15\" fill=\"#b80\"/>\n";
    }
    box = box.grown(1);
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"" + std::to_string(box.low.x) + " " +
           std::to_string(-box.high.y) + " " + std::to_string(box.high.x - box.low.x) + " " +
           std::to_string(box.high.y - box.low.y) + "\">\n" + body + "</svg>\n";
}

}  // namespace wend::locomotion
