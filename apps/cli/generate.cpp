#include <fmt/format.h>

#include "wend/base/output_file.hpp"
#include "wend/io/scene_file.hpp"

#include "commands.hpp"
#include "scene_lookup.hpp"

namespace wend::cli {

int generate(const GenerateOptions& options) {
    GeneratorSpec spec = options.spec;
    spec.kind = scene_kind(options.kind).value();
    const auto scene = generate_scene(spec);
    if (!scene) return report(scene.status());
    const std::string text = io::write_scene(scene.value());
    if (options.out.empty()) {
        fmt::print("{}\n", text);
        return done;
    }
    const Status written = write_file(options.out, text + "\n");
    return written.is_ok() ? done : report(written);
}

}  // namespace wend::cli
