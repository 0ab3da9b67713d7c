// A set of baked clips as text.

#include "wend/motion/clip_set.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <stdexcept>

#include <nlohmann/json.hpp>

namespace wend::motion {
namespace {

using SetJson = nlohmann::ordered_json;

constexpr std::array<std::string_view, 3> gait_names{"stand", "walk", "run"};

SetJson cycle_json(const Cycle& cycle) {
    SetJson frames = SetJson::array();
    for (const auto& rotations : cycle.frames) {
        SetJson frame = SetJson::array();
        for (const Rotation r : rotations)
            for (const float part : {r.x, r.y, r.z, r.w}) frame.push_back(std::round(part * 1e5F) / 1e5);
        frames.push_back(std::move(frame));
    }
    return frames;
}

SetJson step_json(const StepClip& step) {
    return {{"name", step.name},
            {"from", gait_names[static_cast<std::size_t>(step.from)]},
            {"to", gait_names[static_cast<std::size_t>(step.to)]},
            {"ticks", step.ticks},
            {"length", step.length},
            {"side", step.side},
            {"turn", step.turn},
            {"jumps", step.is_jump}};
}

/// What is wrong with a text, and where.
class Wrong : public std::runtime_error {
  public:
    Wrong(const std::string& where, const std::string& what) : std::runtime_error(where + ": " + what) {}
};

const SetJson& member(const SetJson& object, const std::string& where, const char* name) {
    if (!object.is_object() || !object.contains(name))
        throw Wrong(where, std::string("found no '") + name + "', expected one");
    return object.at(name);
}

double number(const SetJson& object, const std::string& where, const char* name, double low, double high) {
    const SetJson& value = member(object, where, name);
    const double found = value.is_number() ? value.get<double>() : high + 1;
    if (!(found >= low && found <= high))
        throw Wrong(where + "." + name, "found " + value.dump() + ", expected a number from " +
                                            std::to_string(low) + " to " + std::to_string(high));
    return found;
}

Gait gait(const SetJson& object, const std::string& where, const char* name) {
    const SetJson& value = member(object, where, name);
    const auto found = std::find(gait_names.begin(), gait_names.end(),
                                 value.is_string() ? value.get<std::string>() : std::string());
    if (found == gait_names.end())
        throw Wrong(where + "." + name, "found " + value.dump() + ", expected stand, walk or run");
    return static_cast<Gait>(found - gait_names.begin());
}

/// Steps have names of those that ship, whose order everything counts on.
StepClip read_step(const SetJson& json, const StepClip& shipped, const std::string& where) {
    StepClip step = shipped;
    if (member(json, where, "name") != shipped.name)
        throw Wrong(where + ".name",
                    "found " + json["name"].dump() + ", expected \"" + std::string(shipped.name) + "\"");
    step.from = gait(json, where, "from"), step.to = gait(json, where, "to");
    if (step.from != shipped.from || step.to != shipped.to)
        throw Wrong(where, "found a step between other gaits than '" + std::string(shipped.name) + "' has");
    step.ticks = static_cast<int>(number(json, where, "ticks", 6, 240));
    step.length = number(json, where, "length", -5, 5);
    step.side = number(json, where, "side", -5, 5);
    step.turn = number(json, where, "turn", -3.2, 3.2);
    return step;
}

Cycle read_cycle(const SetJson& json, const std::string& where) {
    Cycle cycle;
    if (!json.is_array() || json.empty() || json.size() > 1000)
        throw Wrong(where, "found no list of 1 to 1000 frames, expected one");
    for (const SetJson& frame : json) {
        const std::string at = where + "[" + std::to_string(cycle.frames.size()) + "]";
        if (!frame.is_array() || frame.size() != 4 * part_count)
            throw Wrong(at, "found no list of " + std::to_string(4 * part_count) + " numbers, expected one");
        auto& rotations = cycle.frames.emplace_back();
        for (std::size_t i = 0; i < part_count; ++i) {
            std::array<float, 4> q{};
            for (std::size_t k = 0; k < 4; ++k)
                q[k] = frame[4 * i + k].is_number() ? frame[4 * i + k].get<float>() : 9.0F;
            const float size = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
            if (!(size > 0.98F && size < 1.02F))
                throw Wrong(at, "found numbers that are no rotation at " + std::to_string(4 * i));
            rotations[i] = normalized({q[0], q[1], q[2], q[3]});
        }
    }
    return cycle;
}

ClipSet read(const SetJson& json) {
    if (!json.is_object() || json.value("format", std::string()) != "wend clips" ||
        json.value("version", 0) != 2)
        throw Wrong("format", "found something else, expected \"wend clips\", version 2; bake them anew");
    ClipSet set;
    set.content = std::stoull(member(json, "set", "content").get<std::string>(), nullptr, 16);
    set.clips = static_cast<std::size_t>(number(json, "set", "clips", 1, 1e6));
    const std::vector<StepClip> shipped = shipped_steps();
    const SetJson& steps = member(json, "set", "steps");
    if (!steps.is_array() || steps.size() != shipped.size())
        throw Wrong("steps",
                    "found " + std::to_string(steps.size()) + ", expected " + std::to_string(shipped.size()));
    for (std::size_t i = 0; i < shipped.size(); ++i)
        set.steps.push_back(read_step(steps[i], shipped[i], "steps[" + std::to_string(i) + "]"));
    const SetJson& cycles = member(json, "set", "cycles");
    set.style.stand = read_cycle(member(cycles, "cycles", "stand"), "cycles.stand");
    set.style.walk = read_cycle(member(cycles, "cycles", "walk"), "cycles.walk");
    set.style.run = read_cycle(member(cycles, "cycles", "run"), "cycles.run");
    const SetJson& gestures = member(json, "set", "gestures");
    for (std::size_t i = 0; i < gesture_kinds; ++i) {
        const std::string name(gesture_names[i]);
        set.style.gestures[i] =
            gesture_of(read_cycle(member(gestures, "gestures", name.c_str()), "gestures." + name));
    }
    for (const SetJson& name : member(json, "set", "cycles_from_clips"))
        set.styles.push_back(name.get<std::string>());
    for (const SetJson& kind : member(json, "set", "measured"))
        set.kinds.push_back({member(kind, "measured", "name").get<std::string>(),
                             static_cast<std::size_t>(number(kind, "measured", "steps", 0, 1e9)),
                             static_cast<std::size_t>(number(kind, "measured", "held_out", 0, 1e9)),
                             number(kind, "measured", "covered", 0, 1),
                             number(kind, "measured", "length_error_m", 0, 1e9),
                             number(kind, "measured", "duration_error_s", 0, 1e9)});
    for (const SetJson& one : member(json, "set", "measured_gestures"))
        set.gestures.push_back(
            {member(one, "measured_gestures", "name").get<std::string>(),
             static_cast<std::size_t>(number(one, "measured_gestures", "found", 0, 1e9)),
             static_cast<std::size_t>(number(one, "measured_gestures", "held_out", 0, 1e9)),
             number(one, "measured_gestures", "off_degrees", 0, 180),
             number(one, "measured_gestures", "shipped_off_degrees", 0, 180),
             member(one, "measured_gestures", "used").get<bool>()});
    return set;
}

}  // namespace

std::string to_text(const ClipSet& set) {
    std::array<char, 17> content{};
    std::snprintf(content.data(), content.size(), "%016llx", static_cast<unsigned long long>(set.content));
    SetJson json{{"format", "wend clips"}, {"version", 2}, {"content", content.data()}, {"clips", set.clips}};
    json["steps"] = json["measured"] = SetJson::array();
    for (const StepClip& step : set.steps) json["steps"].push_back(step_json(step));
    for (const MeasuredKind& kind : set.kinds)
        json["measured"].push_back({{"name", kind.name},
                                    {"steps", kind.steps},
                                    {"held_out", kind.held_out},
                                    {"covered", kind.covered},
                                    {"length_error_m", kind.length_error},
                                    {"duration_error_s", kind.duration_error}});
    json["measured_gestures"] = SetJson::array();
    for (const MeasuredGesture& one : set.gestures)
        json["measured_gestures"].push_back({{"name", one.name},
                                             {"found", one.found},
                                             {"held_out", one.held_out},
                                             {"off_degrees", one.off},
                                             {"shipped_off_degrees", one.shipped_off},
                                             {"used", one.is_used}});
    json["cycles_from_clips"] = set.styles;
    json["cycles"] = {{"stand", cycle_json(set.style.stand)},
                      {"walk", cycle_json(set.style.walk)},
                      {"run", cycle_json(set.style.run)}};
    for (std::size_t i = 0; i < gesture_kinds; ++i)
        json["gestures"][std::string(gesture_names[i])] = cycle_json(set.style.gestures[i].left);
    return json.dump() + "\n";
}

Result<ClipSet> read_clip_set(std::string_view text) {
    try {
        return read(SetJson::parse(text));
    } catch (const Wrong& wrong) {
        return Status::invalid_input(wrong.what());
    } catch (const std::exception& error) {
        return Status::invalid_input(std::string("found no set of baked clips: ") + error.what());
    }
}

}  // namespace wend::motion
