#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "commands.hpp"
#include "scene_lookup.hpp"

namespace wend::cli {

int scenes(const ScenesOptions& options) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const auto& file : shipped_scenes()) {
        const auto loaded = load(file.string());
        if (!loaded) return report(loaded.status());
        list.push_back({{"name", file.stem().string()}, {"description", loaded.value().scene.description}});
    }
    if (options.json) {
        fmt::print("{}\n", nlohmann::ordered_json{{"scenes", list}}.dump(2));
        return done;
    }
    for (const auto& scene : list)
        fmt::print("{:<20} {}\n", scene["name"].get<std::string>(), scene["description"].get<std::string>());
    return done;
}

}  // namespace wend::cli
