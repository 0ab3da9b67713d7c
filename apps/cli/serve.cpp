#include <fmt/format.h>

#include "wend/sim/simulation.hpp"
#include "wend/view/html_export.hpp"
#include "wend/view/live_server.hpp"
#include "wend/view/live_world.hpp"

#include "commands.hpp"
#include "scene_lookup.hpp"

namespace wend::cli {

int serve(const ServeOptions& options) {
    if (const Status page = view::page_status(); !page.is_ok()) return report(page);
    const auto loaded = load(options.scene);
    if (!loaded) return report(loaded.status());
    const Scene& scene = loaded.value().scene;
    auto simulation = Simulation::create(scene, {options.seed, options.threads, options.budget});
    if (!simulation) return report(simulation.status());
    const auto world = view::live_world(simulation.value());
    view::ServerOptions server;
    server.address = options.address;
    server.port = options.port;
    const Status served = view::serve(*world, scene, server, [](const std::string& url) {
        fmt::print("{}\nopen it in a browser; Ctrl-C ends it\n", url);
        std::fflush(stdout);
    });
    return served.is_ok() ? done : report(served);
}

}  // namespace wend::cli
