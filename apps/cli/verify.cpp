#include "wend/verify/verify.hpp"

#include <fmt/format.h>

#include "wend/io/frame_source.hpp"
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

    verify::Verifier verifier(loaded.value().scene, agents.value());
    io::Frame frame;
    while (source.value()->next(frame)) verifier.add(frame);
    const verify::Report verdict = verifier.finish(source.value()->warning(), source.value()->unchecked());
    fmt::print("{}", options.json ? verify::to_json(verdict) + "\n" : verify::to_text(verdict));
    return verdict.passed ? done : broken_promise;
}

}  // namespace wend::cli
