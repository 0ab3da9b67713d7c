#include <fmt/format.h>

#include "wend/io/recording.hpp"
#include "wend/view/html_export.hpp"
#include "wend/view/live_server.hpp"

#include "commands.hpp"
#include "live_bodies.hpp"
#include "outputs.hpp"
#include "played_world.hpp"
#include "scene_lookup.hpp"
#include "served_scenes.hpp"
#include "sinks.hpp"

namespace wend::cli {
namespace {

view::ServerOptions server_options(const ServeOptions& options, const LoadedScene& loaded,
                                   view::LiveSource& source) {
    view::ServerOptions server;
    server.address = options.address;
    server.port = options.port;
    server.paused = options.paused;
    server.waits = !options.now;
    server.loops = options.loop;
    server.source = &source;
    server.wish = {options.scene, {}, options.seed, options.budget};
    server.text = loaded.text;
    server.level = loaded.level;
    return server;
}

}  // namespace

int serve(const ServeOptions& options) {
    if (const Status page = view::page_status(); !page.is_ok()) return report(page);
    const auto loaded = load(options.scene);
    if (!loaded) return report(loaded.status());
    if (Status status = check_outputs(outputs_of(options), files_of(loaded.value()), options.force);
        !status.is_ok())
        return report(status);
    const Scene& scene = loaded.value().scene;
    auto made = nav::World::create(scene, world_def(options, loaded.value()));
    if (!made) return report(made.status());
    PlayedWorld world(std::move(made).value());
    Simulation& simulation = world.simulation();
    const SimulationOptions made_with{options.seed, options.threads, options.budget, options.open_cl};
    auto sinks = Sinks::open(options, header_of(scene, loaded.value().text, made_with), scene,
                             simulation.agents(), loaded.value().level);
    if (!sinks) return report(sinks.status());
    if (!options.html.empty()) view::HtmlExport::watch(simulation);
    Status written;
    ServedScenes source(options);
    view::ServerOptions server = server_options(options, loaded.value(), source);
    LiveBodies bodies, elsewhere;
    server.poses = [&](const view::LiveWorld& shown) {
        return &shown == &world ? bodies.poses(shown) : elsewhere.poses(shown);
    };
    // Files are of the first run: a world that a page opens later has frames of its own.
    server.on_frame = [&](const io::Frame& frame) {
        if (!written.is_ok() || &frame != &simulation.frame()) return;
        written = sinks.value().append(simulation);
        if (!written.is_ok()) fmt::print(stderr, "wend: {}; nothing more is written\n", written.message);
    };
    const Status served = view::serve(world, scene, server, [&](const std::string& url) {
        fmt::print("{}\nopen it in a browser{}; Ctrl-C ends it\n", url,
                   options.now ? "" : ", which starts the run");
        std::fflush(stdout);
    });
    if (!served.is_ok()) return report(served);
    if (written.is_ok()) written = sinks.value().close();
    if (!written.is_ok()) return report(written);
    print_files(options, options.scene);
    return done;
}

}  // namespace wend::cli
