#include "outputs.hpp"

#include <fstream>

#include <fmt/format.h>

#include "wend/base/output_file.hpp"

namespace wend::cli {
namespace {

namespace fs = std::filesystem;

bool is_same(const fs::path& a, const fs::path& b) {
    std::error_code ignored;
    return fs::weakly_canonical(a, ignored) == fs::weakly_canonical(b, ignored) ||
           fs::equivalent(a, b, ignored);
}

/// Nothing is lost where there is no file or an empty one.
bool is_of_kind(const Output& output) {
    std::ifstream in(output.file, std::ios::binary);
    std::string found(output.start.size(), '\0');
    in.read(found.data(), static_cast<std::streamsize>(found.size()));
    found.resize(static_cast<std::size_t>(in.gcount()));
    return found.empty() || found == output.start;
}

Status check_alone(const Output& output, bool force) {
    std::error_code ignored;
    if (force && fs::is_regular_file(fs::symlink_status(output.file, ignored)))
        fs::permissions(output.file, fs::perms::owner_write, fs::perm_options::add, ignored);
    if (Status status = check_target(output.file); !status.is_ok())
        return {status.code, fmt::format("{}: {}", output.option, status.message)};
    if (force || is_of_kind(output)) return Status::ok();
    return Status::invalid_input(fmt::format(
        "{}: '{}' is there and is no file of this kind; --force replaces it", output.option, output.file));
}

}  // namespace

std::vector<Output> outputs_of(const OutputFiles& files) {
    std::vector<Output> all;
    const auto add = [&all](const char* option, const std::string& file, const char* start) {
        if (!file.empty()) all.push_back({option, file, start});
    };
    add("--record", files.record, "\x89WEND");
    add("--sqlite", files.sqlite, "SQLite format 3");
    add("--html", files.html, "<!");
    add("--png", files.png, "\x89PNG");
    add("--gltf", files.gltf, "glTF");
    add("--video", files.video, "");
    return all;
}

Status check_outputs(const std::vector<Output>& outputs, const std::vector<fs::path>& inputs, bool force) {
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        const Output& output = outputs[i];
        for (const fs::path& name : {fs::path(output.file), OutputFile::partial_name(output.file)}) {
            for (const fs::path& input : inputs)
                if (!input.empty() && is_same(name, input))
                    return Status::invalid_input(fmt::format("{}: '{}' is what is read; it stays as it is",
                                                             output.option, name.string()));
            for (std::size_t j = 0; j < outputs.size(); ++j)
                if (i != j && is_same(name, outputs[j].file))
                    return Status::invalid_input(fmt::format(
                        "{} and {}: both would write '{}'", output.option, outputs[j].option, name.string()));
        }
        if (Status status = check_alone(output, force); !status.is_ok()) return status;
    }
    return Status::ok();
}

}  // namespace wend::cli
