#include "wend/verify/verify.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "wend/io/frame_source.hpp"
#include "wend/verify/bodies.hpp"
#include "wend/world/populate.hpp"

#include "commands.hpp"
#include "scene_lookup.hpp"

namespace wend::cli {

int verify(const VerifyOptions& options) {
    const auto loaded = load(options.scene);
    if (!loaded) return report(loaded.status());
    auto source = io::open_recording(options.recording);
    if (!source) return report(source.status());
    const auto agents = populate(loaded.value().scene, source.value()->header().seed);
    if (!agents) return report(agents.status());

    verify::Options how;
    how.floor = loaded.value().floor;
    verify::Verifier verifier(loaded.value().scene, agents.value(), how);
    verify::BodyChecker watched(agents.value());
    io::Frame frame;
    while (source.value()->next(frame)) {
        verifier.add(frame);
        watched.add(frame);
    }
    verify::BodyReport bodies;
    std::string inside = options.poses.empty() ? source.value()->poses() : std::string();
    const bool has_bodies = !options.poses.empty() || !inside.empty();
    if (has_bodies) {
        const auto checked = inside.empty() ? watched.check(options.poses)
                                            : watched.check_text(std::move(inside), options.recording);
        if (!checked) return report(checked.status());
        bodies = checked.value();
    }
    const verify::Report verdict = verifier.finish(source.value()->warning(), source.value()->unchecked());
    const bool passed = verdict.passed && (!has_bodies || bodies.passed());
    if (options.json) {
        auto json = nlohmann::ordered_json::parse(verify::to_json(verdict));
        if (has_bodies) json["bodies"] = nlohmann::ordered_json::parse(verify::to_json(bodies));
        fmt::print("{}\n", has_bodies ? json.dump(2) : verify::to_json(verdict));
    } else {
        fmt::print("{}{}", verify::to_text(verdict), has_bodies ? verify::to_text(bodies) : "");
    }
    return passed ? done : broken_promise;
}

}  // namespace wend::cli
