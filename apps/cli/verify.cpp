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
    verify::BodyChecker watched;
    io::Frame frame;
    while (source.value()->next(frame)) {
        verifier.add(frame);
        if (!options.poses.empty()) watched.add(frame);
    }
    verify::BodyReport bodies;
    if (!options.poses.empty()) {
        const auto checked = watched.check(options.poses);
        if (!checked) return report(checked.status());
        bodies = checked.value();
    }
    const verify::Report verdict = verifier.finish(source.value()->warning(), source.value()->unchecked());
    const bool passed = verdict.passed && (options.poses.empty() || bodies.passed());
    if (options.json) {
        auto json = nlohmann::ordered_json::parse(verify::to_json(verdict));
        if (!options.poses.empty()) json["bodies"] = nlohmann::ordered_json::parse(verify::to_json(bodies));
        fmt::print("{}\n", options.poses.empty() ? verify::to_json(verdict) : json.dump(2));
    } else {
        fmt::print("{}{}", verify::to_text(verdict), options.poses.empty() ? "" : verify::to_text(bodies));
    }
    return passed ? done : broken_promise;
}

}  // namespace wend::cli
