// The format of ride scenes: one JSON object, keys as in `docs/trains.md`. Unknown keys are errors.

#include <set>

#include <nlohmann/json.hpp>

#include "wend/locomotion/ride_scene.hpp"

namespace wend::locomotion {
namespace {

using Json = nlohmann::ordered_json;

/// Thrown and caught in this file only.
struct Bad {
    std::string message;
};

[[noreturn]] void fail(const std::string& where, const std::string& what) {
    throw Bad{where + ": " + what};
}

void expect_keys(const Json& value, const std::string& where, const std::set<std::string>& known) {
    if (!value.is_object()) fail(where, std::string("found ") + value.type_name() + ", expected an object");
    for (const auto& [key, child] : value.items())
        if (!known.contains(key)) fail(where, "found unknown key '" + key + "'");
}

double number(const Json& value, const std::string& where) {
    if (!value.is_number()) fail(where, std::string("found ") + value.type_name() + ", expected a number");
    return value.get<double>();
}

std::vector<double> numbers(const Json& value, const std::string& where, std::size_t count) {
    if (!value.is_array() || value.size() != count)
        fail(where, "expected an array of " + std::to_string(count) + " numbers");
    std::vector<double> list;
    for (const Json& item : value) list.push_back(number(item, where));
    return list;
}

Vec3 point(const Json& value, const std::string& where) {
    const auto n = numbers(value, where, 3);
    return {n[0], n[1], n[2]};
}

const Json& required(const Json& object, const std::string& where, const char* key) {
    if (!object.contains(key)) fail(where, std::string("found no '") + key + "'");
    return object[key];
}

void read(const Json& object, const std::string& where, const char* key, double& target) {
    if (object.contains(key)) target = number(object[key], where + "." + key);
}
void read(const Json& object, const std::string& where, const char* key, bool& target) {
    if (!object.contains(key)) return;
    if (!object[key].is_boolean()) fail(where + "." + key, "expected true or false");
    target = object[key].get<bool>();
}
void read(const Json& object, const std::string& where, const char* key, std::string& target) {
    if (!object.contains(key)) return;
    if (!object[key].is_string()) fail(where + "." + key, "expected a string");
    target = object[key].get<std::string>();
}
template <class Whole>
void read_whole(const Json& object, const std::string& where, const char* key, Whole& target, Whole low,
                Whole high) {
    if (!object.contains(key)) return;
    if (!object[key].is_number_integer() || number(object[key], where) < static_cast<double>(low) ||
        number(object[key], where) > static_cast<double>(high))
        fail(where + "." + key,
             "expected a whole number from " + std::to_string(low) + " to " + std::to_string(high));
    target = object[key].get<Whole>();
}
template <class Visit>
void each(const Json& object, const std::string& where, const char* key, Visit&& visit) {
    if (!object.contains(key)) return;
    if (!object[key].is_array()) fail(where + "." + key, "expected an array");
    for (std::size_t i = 0; i < object[key].size(); ++i)
        visit(object[key][i], where + "." + key + "[" + std::to_string(i) + "]");
}

Block read_block(const Json& value, const std::string& where) {
    expect_keys(value, where, {"name", "outline", "bottom", "top", "carries", "loops", "motion"});
    Block block;
    read(value, where, "name", block.name);
    required(value, where, "outline");
    each(value, where, "outline", [&](const Json& item, const std::string& at) {
        const auto n = numbers(item, at, 2);
        block.outline.push_back({n[0], n[1]});
    });
    block.bottom = number(required(value, where, "bottom"), where + ".bottom");
    block.top = number(required(value, where, "top"), where + ".top");
    read(value, where, "carries", block.carries);
    read(value, where, "loops", block.motion.loops);
    required(value, where, "motion");
    each(value, where, "motion", [&](const Json& item, const std::string& at) {
        const auto n = numbers(item, at, 4);
        block.motion.keys.push_back({n[0], {n[1], n[2], n[3]}});
    });
    return block;
}

void read_skills(const Json& value, const std::string& where, Skills& s) {
    expect_keys(value, where,
                {"radius", "height", "walk_speed", "run_speed", "passing_speed", "acceleration", "jump_speed",
                 "landing_speed", "rise_speed", "reach"});
    read(value, where, "radius", s.body.radius);
    read(value, where, "height", s.body.height);
    read(value, where, "walk_speed", s.walk_speed);
    read(value, where, "run_speed", s.run_speed);
    read(value, where, "passing_speed", s.passing_speed);
    read(value, where, "acceleration", s.acceleration);
    read(value, where, "jump_speed", s.jump_speed);
    read(value, where, "landing_speed", s.landing_speed);
    read(value, where, "rise_speed", s.rise_speed);
    read(value, where, "reach", s.reach);
}

void read_people(const Json& value, RideScene& scene) {
    each(value, "scene", "riders", [&](const Json& item, const std::string& at) {
        expect_keys(item, at, {"name", "start", "goal", "depart"});
        Rider rider{"rider", point(required(item, at, "start"), at + ".start"),
                    point(required(item, at, "goal"), at + ".goal"), 0};
        read(item, at, "name", rider.name);
        read(item, at, "depart", rider.depart);
        scene.riders.push_back(rider);
    });
    each(value, "scene", "targets", [&](const Json& item, const std::string& at) {
        expect_keys(item, at, {"seed", "speed", "start"});
        Target target{1, 1.2, point(required(item, at, "start"), at + ".start")};
        read_whole<std::uint64_t>(item, at, "seed", target.seed, 0, 1u << 31);
        read(item, at, "speed", target.speed);
        scene.targets.push_back(target);
    });
    each(value, "scene", "regions", [&](const Json& item, const std::string& at) {
        expect_keys(item, at, {"box", "low", "high"});
        const auto n = numbers(required(item, at, "box"), at + ".box", 4);
        Region region{{{n[0], n[1]}, {n[2], n[3]}}, -1e9, 1e9};
        read(item, at, "low", region.low);
        read(item, at, "high", region.high);
        scene.regions.push_back(region);
    });
}

RideScene read_scene(const Json& value) {
    expect_keys(value, "scene",
                {"name", "description", "horizon", "step_ticks", "spacing", "seed", "cost", "walks",
                 "controllers", "skills", "blocks", "riders", "targets", "regions"});
    RideScene scene;
    read(value, "scene", "name", scene.name);
    read(value, "scene", "description", scene.description);
    read(value, "scene", "horizon", scene.horizon);
    read_whole<int>(value, "scene", "step_ticks", scene.step_ticks, 1, 15);
    read(value, "scene", "spacing", scene.landmarks.spacing);
    if (!(scene.landmarks.spacing >= 0.5)) fail("scene.spacing", "expected at least 0.5 m");
    read_whole<std::uint64_t>(value, "scene", "seed", scene.landmarks.seed, 0, 1u << 31);
    read(value, "scene", "cost", scene.cost);
    read(value, "scene", "walks", scene.walks);
    std::string controllers = "analytic";
    read(value, "scene", "controllers", controllers);
    if (controllers != "analytic" && controllers != "steps")
        fail("scene.controllers", "found '" + controllers + "', expected analytic or steps");
    scene.steps = controllers == "steps";
    if (value.contains("skills")) read_skills(value["skills"], "scene.skills", scene.skills);
    // Speeds are what the steps have, whatever is written.
    if (scene.steps) scene.skills = stepping_skills(scene.skills.body, scene.skills.reach);
    each(value, "scene", "blocks",
         [&](const Json& item, const std::string& at) { scene.blocks.push_back(read_block(item, at)); });
    read_people(value, scene);
    return scene;
}

Json block_json(const Block& block) {
    Json outline = Json::array();
    for (const Vec2 p : block.outline) outline.push_back({p.x, p.y});
    Json motion = Json::array();
    for (const MotionKey& key : block.motion.keys)
        motion.push_back({key.time, key.position.x, key.position.y, key.position.z});
    return {{"name", block.name}, {"outline", outline},       {"bottom", block.bottom},
            {"top", block.top},   {"carries", block.carries}, {"loops", block.motion.loops},
            {"motion", motion}};
}

Json point_json(Vec3 p) {
    return {p.x, p.y, p.z};
}

/// One line for each key, and for each item of a list of objects.
std::string lines_of(const Json& value) {
    std::string text = "{";
    for (const auto& [key, child] : value.items()) {
        text += (text.size() > 1 ? ",\n  \"" : "\n  \"") + key + "\": ";
        if (!child.is_array() || child.empty()) {
            text += child.dump();
            continue;
        }
        text += "[";
        for (std::size_t i = 0; i < child.size(); ++i)
            text += (i > 0 ? ",\n    " : "\n    ") + child[i].dump();
        text += "\n  ]";
    }
    return text + "\n}\n";
}

}  // namespace

Result<RideScene> parse_ride_scene(std::string_view text) {
    try {
        return read_scene(Json::parse(text));
    } catch (const Bad& bad) {
        return Status::invalid_input(bad.message);
    } catch (const Json::exception& error) {
        return Status::invalid_input(std::string("found no JSON: ") + error.what());
    }
}

std::string ride_scene_text(const RideScene& scene) {
    const Skills& s = scene.skills;
    Json value{{"name", scene.name},
               {"description", scene.description},
               {"horizon", scene.horizon},
               {"step_ticks", scene.step_ticks},
               {"spacing", scene.landmarks.spacing},
               {"seed", scene.landmarks.seed},
               {"cost", scene.cost},
               {"walks", scene.walks}};
    if (scene.steps) value["controllers"] = "steps";
    value["skills"] = {{"radius", s.body.radius},          {"height", s.body.height},
                       {"walk_speed", s.walk_speed},       {"run_speed", s.run_speed},
                       {"passing_speed", s.passing_speed}, {"acceleration", s.acceleration},
                       {"jump_speed", s.jump_speed},       {"landing_speed", s.landing_speed},
                       {"rise_speed", s.rise_speed},       {"reach", s.reach}};
    value["blocks"] = value["riders"] = value["targets"] = value["regions"] = Json::array();
    for (const Block& block : scene.blocks) value["blocks"].push_back(block_json(block));
    for (const Rider& rider : scene.riders)
        value["riders"].push_back({{"name", rider.name},
                                   {"start", point_json(rider.start)},
                                   {"goal", point_json(rider.goal)},
                                   {"depart", rider.depart}});
    for (const Target& target : scene.targets)
        value["targets"].push_back(
            {{"seed", target.seed}, {"speed", target.speed}, {"start", point_json(target.start)}});
    for (const Region& r : scene.regions)
        value["regions"].push_back({{"box", {r.box.low.x, r.box.low.y, r.box.high.x, r.box.high.y}},
                                    {"low", r.low},
                                    {"high", r.high}});
    return lines_of(value);
}

}  // namespace wend::locomotion
