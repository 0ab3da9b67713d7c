#include "scene_lookup.hpp"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <fstream>
#include <optional>
#include <sstream>
#include <string_view>

#include <fmt/format.h>
#include <unistd.h>

#include "wend/base/limits.hpp"
#include "wend/io/scene_file.hpp"
#include "wend/level/level.hpp"
#include "wend/world/generate.hpp"

#include "commands.hpp"

namespace wend::cli {
namespace {

namespace fs = std::filesystem;

/// Beside the program when it stands in a build folder, in share/ when it is installed.
fs::path scenes_folder() {
    std::error_code ignored;
    const fs::path program = fs::read_symlink("/proc/self/exe", ignored);
    for (fs::path folder = program.parent_path(); folder.has_relative_path(); folder = folder.parent_path())
        for (const char* candidate : {"share/wend/scenes", "scenes"})
            if (fs::is_regular_file(folder / candidate / "hello.json", ignored)) return folder / candidate;
    return {};
}

Result<std::string> read_text(const fs::path& file) {
    std::error_code failure;
    if (!fs::is_regular_file(file, failure))
        return Status::invalid_input(fmt::format("{}: expected a regular file", file.string()));
    if (const auto size = fs::file_size(file, failure); failure || size > limits::file_bytes)
        return Status::invalid_input(
            fmt::format("{}: found {} bytes, expected at most {}", file.string(), size, limits::file_bytes));
    std::ifstream in(file, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    if (!in) return Status::io_error(fmt::format("{}: cannot be read", file.string()));
    return std::move(text).str();
}

template <class Number>
bool read_number(std::string_view text, Number& number) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc{} && end == text.data() + text.size();
}

/// "KIND-AGENTS-SEED", as generated scenes are called.
std::optional<GeneratorSpec> generated(std::string_view name) {
    for (const std::string_view kind : scene_kind_names()) {
        if (!name.starts_with(kind) || name.substr(kind.size(), 1) != "-") continue;
        const std::string_view numbers = name.substr(kind.size() + 1);
        const std::size_t dash = numbers.find('-');
        GeneratorSpec spec;
        spec.kind = scene_kind(kind).value();
        if (dash != std::string_view::npos && read_number(numbers.substr(0, dash), spec.agents) &&
            read_number(numbers.substr(dash + 1), spec.seed))
            return spec;
    }
    return std::nullopt;
}

Result<LoadedScene> make_scene(const GeneratorSpec& spec) {
    auto scene = generate_scene(spec);
    if (!scene) return scene.status();
    std::string text = io::write_scene(scene.value());
    fs::path file = scene.value().name + ".json";
    return LoadedScene{std::move(scene).value(), std::move(text), std::move(file), nullptr, {}};
}

std::shared_ptr<const view::LevelPicture> picture_of(level::Triangles triangles,
                                                     const level::HeightSampler& heights) {
    auto picture = std::make_shared<view::LevelPicture>();
    picture->points = std::move(triangles.points);
    picture->corners = std::move(triangles.corners);
    picture->floor = [heights](std::uint32_t layer, Vec2 at, double flat) {
        return layer < heights.layer_count() ? heights.at(layer, at).value_or(flat) : flat;
    };
    return picture;
}

/// A scene that names a 3D level gets its layers from it; agents and goals that do not fit there are found by
/// the run itself.
Status import_level_of(LoadedScene& loaded) {
    if (!loaded.scene.level) return Status::ok();
    const bool is_shown = isatty(STDERR_FILENO) != 0;
    level::ImportOptions options;
    if (is_shown)
        options.progress = [](std::string_view stage, double share) {
            fmt::print(stderr, "\r\033[K{:3.0f} % {}", share * 100, stage);
        };
    auto triangles = level::load_triangles(loaded.file.parent_path() / loaded.scene.level->file);
    if (!triangles) return triangles.status();
    const auto level = level::import_level(triangles.value(), *loaded.scene.level, options);
    if (is_shown) fmt::print(stderr, "\r\033[K");
    if (!level) return level.status();
    level.value().put_into(loaded.scene);
    loaded.floor = level.value().floor();
    loaded.level = picture_of(std::move(triangles).value(), level.value().heights);
    return Status::ok();
}

}  // namespace

std::vector<fs::path> shipped_scenes() {
    std::vector<fs::path> files;
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(scenes_folder(), ignored))
        if (entry.path().extension() == ".json") files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    return files;
}

Result<LoadedScene> load(const std::string& name) {
    fs::path file = name;
    std::error_code ignored;
    if (!fs::exists(file, ignored)) {
        const auto files = shipped_scenes();
        const auto named =
            std::find_if(files.begin(), files.end(), [&](const fs::path& f) { return f.stem() == name; });
        const auto spec = named == files.end() ? generated(name) : std::nullopt;
        if (spec) return make_scene(*spec);
        if (named == files.end())
            return Status::invalid_input(fmt::format(
                "{}: found neither a file nor a shipped scene of that name, which `wend scenes` lists, nor "
                "one to generate, such as arms-100-1",
                name));
        file = *named;
    }
    const Result<std::string> text = read_text(file);
    if (!text) return text.status();
    return load_text(text.value(), file.string(), file.parent_path());
}

Result<LoadedScene> load_text(const std::string& text, const std::string& name, const fs::path& folder) {
    auto scene = io::parse_scene(text, name, folder);
    if (!scene) return scene.status();
    LoadedScene loaded{std::move(scene).value(), text, folder / fs::path(name).filename(), nullptr, {}};
    if (const Status imported = import_level_of(loaded); !imported.is_ok()) return imported;
    return loaded;
}

std::vector<fs::path> files_of(const LoadedScene& loaded) {
    std::vector<fs::path> files{loaded.file};
    if (loaded.scene.level) files.push_back(loaded.file.parent_path() / loaded.scene.level->file);
    return files;
}

int report(const Status& failure) {
    fmt::print(stderr, "wend: {}\n", failure.message);
    return bad_input;
}

}  // namespace wend::cli
