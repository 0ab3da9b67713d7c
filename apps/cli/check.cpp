#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "wend/world/populate.hpp"

#include "commands.hpp"
#include "scene_lookup.hpp"

namespace wend::cli {

int check(const CheckOptions& options) {
    const auto loaded = load(options.scene);
    if (!loaded) return report(loaded.status());
    const Scene& scene = loaded.value().scene;
    const auto agents = populate(scene, options.seed);
    if (!agents)
        return report({agents.status().code, loaded.value().file.string() + ": " + agents.status().message});
    const std::size_t count = agents.value().size();
    if (options.json)
        fmt::print("{}\n", nlohmann::ordered_json{{"valid", true},
                                                  {"name", scene.name},
                                                  {"layers", scene.layers.size()},
                                                  {"obstacles", scene.obstacles.size()},
                                                  {"agents", count}}
                               .dump(2));
    else
        fmt::print("{}: valid, {} layer(s), {} obstacle(s), {} agent(s), {} s\n",
                   loaded.value().file.string(), scene.layers.size(), scene.obstacles.size(), count,
                   scene.duration);
    return done;
}

}  // namespace wend::cli
