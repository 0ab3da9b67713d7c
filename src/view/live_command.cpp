#include "view/live_command.hpp"

#include <cmath>
#include <numbers>

#include <nlohmann/json.hpp>

#include "wend/check/budget_text.hpp"

#include "view/json_message.hpp"

namespace wend::view {
namespace {

using Json = nlohmann::json;

constexpr double most_coordinate = 1e6;  // metres
constexpr double least_speed = 0.01, most_speed = 100;
constexpr double least_radius = 0.05, most_radius = 100, most_agent_radius = 5;
constexpr std::size_t longest_name = 200, longest_ring = 1000;
constexpr std::size_t longest_text = 8u << 20;

/// Reads fields of one command; the first that is wrong is remembered.
class Fields {
  public:
    explicit Fields(const Json& json) : json_(json) {}

    double number(const char* name, double least, double most) {
        const auto found = json_.find(name);
        if (found == json_.end() || !found->is_number()) return complain(name, "a number"), 0;
        const double value = found->get<double>();
        if (!(value >= least && value <= most))
            complain(name, "a number from " + Json(least).dump() + " to " + Json(most).dump());
        return value;
    }
    std::uint32_t index(const char* name) {
        const auto found = json_.find(name);
        if (found == json_.end() || !found->is_number_unsigned() || found->get<std::uint64_t>() > 0xFFFFFFFFu)
            return complain(name, "a number of the list"), 0;
        return found->get<std::uint32_t>();
    }
    std::string text(const char* name, std::size_t longest = longest_name, const char* expected = "a name") {
        const auto found = json_.find(name);
        if (found == json_.end() || !found->is_string() || found->get_ref<const std::string&>().empty() ||
            found->get_ref<const std::string&>().size() > longest)
            return complain(name, expected), std::string();
        return found->get<std::string>();
    }
    std::string scene_text() { return text("text", longest_text, "the text of a scene file"); }
    [[nodiscard]] bool has(const char* name) const { return json_.contains(name); }
    std::uint64_t seed(const char* name) {
        const auto found = json_.find(name);
        if (found == json_.end() || !found->is_number_unsigned()) return complain(name, "a number"), 0;
        return found->get<std::uint64_t>();
    }
    Vec2 point(const char* name) {
        const auto found = json_.find(name);
        if (found == json_.end() || !found->is_array() || found->size() != 2 || !(*found)[0].is_number() ||
            !(*found)[1].is_number())
            return complain(name, "two numbers"), Vec2{};
        const Vec2 p{(*found)[0].get<double>(), (*found)[1].get<double>()};
        if (!(std::abs(p.x) <= most_coordinate && std::abs(p.y) <= most_coordinate))
            complain(name, "a place within 1000 km");
        return p;
    }
    Ring ring(const char* name) {
        const auto found = json_.find(name);
        Ring ring;
        if (found == json_.end() || !found->is_array() || found->size() < 3 || found->size() > longest_ring)
            return complain(name, "three points or more"), ring;
        for (const Json& corner : *found) {
            const bool is_point =
                corner.is_array() && corner.size() == 2 && corner[0].is_number() && corner[1].is_number();
            if (!is_point) return complain(name, "points of two numbers"), ring;
            const Vec2 p{corner[0].get<double>(), corner[1].get<double>()};
            if (!(std::abs(p.x) <= most_coordinate && std::abs(p.y) <= most_coordinate))
                complain(name, "places within 1000 km");
            ring.push_back(p);
        }
        return ring;
    }
    std::vector<std::string> names(const char* name) {
        const auto found = json_.find(name);
        std::vector<std::string> names;
        if (found == json_.end() || !found->is_array() || found->size() > longest_ring)
            return complain(name, "a list of names"), names;
        for (const Json& one : *found) {
            if (!one.is_string()) return complain(name, "a list of names"), names;
            names.push_back(one.get<std::string>());
        }
        return names;
    }
    bool flag(const char* name) {
        const auto found = json_.find(name);
        if (found == json_.end() || !found->is_boolean()) return complain(name, "true or false"), false;
        return found->get<bool>();
    }
    std::optional<bool> flag_if_there(const char* name) {
        return json_.contains(name) ? std::optional(flag(name)) : std::nullopt;
    }
    BudgetSpec budget(const char* name) {
        const Result<BudgetSpec> read = check::parse_budget(text(name));
        if (!read) complain(name, "a budget such as 10ms, 2000x, 10ms,2000x or none");
        return read ? read.value() : BudgetSpec{};
    }
    std::optional<std::uint32_t> index_or_null(const char* name) {
        const auto found = json_.find(name);
        if (found != json_.end() && found->is_null()) return std::nullopt;
        return index(name);
    }
    [[nodiscard]] const std::string& complaint() const { return complaint_; }
    void complain(const char* name, const std::string& expected) {
        if (complaint_.empty()) complaint_ = std::string("'") + name + "': expected " + expected;
    }

  private:
    const Json& json_;
    std::string complaint_;
};

AnnotationKind kind_of_ground(Fields& fields) {
    using enum AnnotationKind;
    if (!fields.has("kind")) return fields.has("polygon") ? polygon : sight;
    const std::string name = fields.text("kind");
    for (const auto& [known, kind] :
         {std::pair{"polygon", polygon}, std::pair{"front", front}, std::pair{"back", back},
          std::pair{"left", left}, std::pair{"right", right}, std::pair{"around", around},
          std::pair{"between", between}, std::pair{"walls", walls}, std::pair{"sight", sight}})
        if (name == known) return kind;
    fields.complain("kind", "polygon, front, back, left, right, around, between, walls or sight");
    return polygon;
}

/// Every kind of ground that a scene file knows.
ConstraintCommand constraint_command(Fields& fields) {
    ConstraintSpec made;
    made.name = fields.text("name");
    made.kind = kind_of_ground(fields);
    const bool is_polygon = made.kind == AnnotationKind::polygon,
               is_walls = made.kind == AnnotationKind::walls;
    if (is_polygon) made.polygon.outline = fields.ring("polygon");
    if (is_walls || (is_polygon && !fields.has("of")))
        made.layer = fields.index("layer");
    else
        made.of = fields.text("of");
    if (made.kind == AnnotationKind::between) made.other = fields.text("other");
    if (made.kind == AnnotationKind::sight) {
        made.range = fields.number("range", 0.1, most_radius);
        made.angle = fields.number("angle", 0.01, 2 * std::numbers::pi);
    } else if (!is_polygon && made.kind != AnnotationKind::between) {
        made.depth = fields.number("depth", 0.01, most_radius);
    }
    if (fields.has("agents")) made.agents = fields.names("agents");
    if (fields.has("hard")) made.hard = fields.flag("hard");
    if (made.hard) return {std::move(made)};
    made.weight = fields.number("weight", -100, 100);
    if (made.weight == 0) fields.complain("weight", "a number other than 0");
    if (fields.has("near") && fields.flag("near")) made.preposition = Preposition::near;
    return {std::move(made)};
}

ShowCommand show_command(Fields& fields) {
    ShowCommand show{fields.flag_if_there("mesh"), fields.flag_if_there("expanded"),
                     fields.flag_if_there("plans"), fields.flag_if_there("map")};
    if (!show.mesh && !show.expanded && !show.plans && !show.map)
        fields.complain("mesh", "true or false, for that, 'expanded', 'plans' or 'map'");
    return show;
}

OpenCommand open_command(Fields& fields) {
    OpenCommand open;
    if (fields.has("scene")) open.scene = fields.text("scene");
    if (fields.has("text")) open.text = fields.scene_text();
    if (fields.has("seed")) open.seed = fields.seed("seed");
    if (fields.has("budget")) open.budget = fields.budget("budget");
    return open;
}

std::optional<Command> command_of_scenes(const std::string& name, Fields& fields) {
    if (name == "open") return open_command(fields);
    if (name == "check") return CheckCommand{fields.scene_text()};
    if (name == "save") return SaveCommand{fields.text("name"), fields.scene_text()};
    if (name == "export") return ExportCommand{};
    return std::nullopt;
}

std::optional<Command> command_named(const std::string& name, Fields& fields) {
    if (name == "pause") return PauseCommand{true};
    if (name == "resume") return PauseCommand{false};
    if (name == "step") return StepCommand{};
    if (name == "speed") return SpeedCommand{fields.number("value", least_speed, most_speed)};
    if (name == "watch") return WatchCommand{fields.index_or_null("agent")};
    if (name == "drop")
        return DropCommand{fields.point("at"), fields.index("layer"),
                           fields.number("radius", least_radius, most_radius)};
    if (name == "move") return MoveCommand{fields.text("obstacle"), fields.point("at")};
    if (name == "delete") return DeleteCommand{fields.text("obstacle")};
    if (name == "goal") return GoalCommand{fields.text("target"), fields.point("at"), fields.index("layer")};
    if (name == "add_agent")
        return AddAgentCommand{fields.point("at"), fields.index("layer"),
                               fields.number("radius", least_radius, most_agent_radius), fields.point("goal"),
                               fields.index("goal_layer")};
    if (name == "remove_agent") return RemoveAgentCommand{fields.text("agent")};
    if (name == "pause_agent") return PauseAgentCommand{fields.text("agent"), true};
    if (name == "resume_agent") return PauseAgentCommand{fields.text("agent"), false};
    if (name == "budget") return BudgetCommand{fields.budget("value")};
    if (name == "constraint") return constraint_command(fields);
    if (name == "lift") return LiftCommand{fields.text("name")};
    if (name == "show") return show_command(fields);
    return command_of_scenes(name, fields);
}

}  // namespace

Result<Command> parse_command(std::string_view text) {
    const Json json = Json::parse(text, nullptr, false);
    if (!json.is_object()) return Status::invalid_input("a command is a JSON object");
    Fields fields(json);
    const std::string name = fields.text("do");
    if (!fields.complaint().empty()) return Status::invalid_input(fields.complaint());
    const std::optional<Command> command = command_named(name, fields);
    if (!command) return Status::invalid_input("unknown command '" + name + "'");
    if (!fields.complaint().empty()) return Status::invalid_input(name + ": " + fields.complaint());
    return *command;
}

Message status_message(const LiveStatus& status) {
    return json_message(MessageType::status, {{"paused", status.paused},
                                              {"speed", status.speed},
                                              {"finished", status.finished},
                                              {"waiting", status.waiting}});
}

Message notice_message(bool ok, std::string_view text, std::string_view about) {
    Json out{{"ok", ok}, {"text", text}};
    if (!about.empty()) out["about"] = about;
    return json_message(MessageType::notice, out);
}

}  // namespace wend::view
