#include "wend/io/scene_file.hpp"

#include <algorithm>

#include "wend/check/scene_check.hpp"

#include "io/scene_records.hpp"

namespace wend::io {
namespace {

/// What the file may leave out because the rest says it.
void complete(Scene& scene) {
    if (scene.layers.empty()) scene.layers.push_back({default_layer_name, 0, {}, {}});
    if (!scene.bounds.is_empty()) return;
    for (const Layer& layer : scene.layers)
        for (const Polygon& polygon : layer.walkable) scene.bounds.add(bounds_of(polygon.outline));
}

constexpr std::initializer_list<check::Checks> after_reading{check::Checks::sizes, check::Checks::names,
                                                             check::Checks::references, check::Checks::room};

Scene read_scene(SourceText source, const std::filesystem::path& folder) {
    const JsonDocument document(source);
    SceneContext context{folder, {default_layer_name}};
    Scene scene = scene_record().read(document.root(), context);
    complete(scene);
    // Numbers were held to their ranges as they were read.
    if (const auto problem = check::find_problem(scene, after_reading)) {
        const JsonValue nearest = document.nearest(problem->path);
        nearest.fail_about(problem->path, problem->message);
    }
    std::stable_sort(scene.events.begin(), scene.events.end(),
                     [](const TimedEvent& a, const TimedEvent& b) { return a.time < b.time; });
    return scene;
}

}  // namespace

Result<Scene> parse_scene(std::string_view text, std::string_view name, const std::filesystem::path& folder) {
    return guarded([&] { return read_scene({name, text}, folder); });
}

Result<std::vector<std::string>> find_problems(std::string_view text, std::string_view name,
                                               const std::filesystem::path& folder) {
    return guarded([&] {
        const JsonDocument document({name, text});
        SceneContext context{folder, {default_layer_name}};
        Scene scene = scene_record().read(document.root(), context);
        complete(scene);
        std::vector<std::string> problems;
        for (const check::SceneProblem& problem : check::find_problems(scene, after_reading)) try {
                document.nearest(problem.path).fail_about(problem.path, problem.message);
            } catch (const ReadFailure& failure) {
                problems.push_back(failure.message);
            }
        return problems;
    });
}

Result<Scene> load_scene(const std::filesystem::path& path) {
    const Result<std::string> text = read_file(path);
    if (!text) return text.status();
    return parse_scene(text.value(), path.string(), path.parent_path());
}

std::string write_scene(const Scene& scene) {
    SceneContext context;
    for (const Layer& layer : scene.layers) context.layer_names.push_back(layer.name);
    JsonWriter out;
    scene_record().write(out, scene, context);
    return std::move(out).take() + '\n';
}

}  // namespace wend::io
