#include "served_scenes.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "wend/base/output_file.hpp"
#include "wend/io/recording.hpp"
#include "wend/io/scene_file.hpp"
#include "wend/world/generate.hpp"
#include "wend/world/populate.hpp"

#include "played_world.hpp"

namespace wend::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_walls = 400;  // of a small picture

std::size_t people_of(const Scene& scene) {
    std::size_t count = scene.agents.size();
    for (const GroupSpec& group : scene.groups) count += group.count;
    return count;
}

view::SceneCard card_of(const std::string& name, const Scene& scene) {
    view::SceneCard card{name, scene.description, people_of(scene), scene.bounds, {}};
    for (const Layer& layer : scene.layers)
        for (const Polygon& wall : layer.blocked)
            if (card.walls.size() < most_walls) card.walls.push_back(wall);
    return card;
}

/// A file's name and nothing else: no folders, nothing hidden.
bool is_plain_name(const std::string& name) {
    return !name.empty() && name.size() <= 100 && name.front() != '.' && name.front() != '-' &&
           std::all_of(name.begin(), name.end(), [](char letter) {
               return std::isalnum(static_cast<unsigned char>(letter)) || letter == '-' || letter == '_' ||
                      letter == '.';
           });
}

}  // namespace

std::vector<fs::path> ServedScenes::files() const {
    std::vector<fs::path> found;
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(options_.folder, ignored))
        if (entry.path().extension() == ".json") found.push_back(entry.path());
    std::sort(found.begin(), found.end());
    for (const fs::path& shipped : shipped_scenes())
        if (std::none_of(found.begin(), found.end(),
                         [&](const fs::path& own) { return own.stem() == shipped.stem(); }))
            found.push_back(shipped);
    return found;
}

std::vector<view::SceneCard> ServedScenes::scenes() {
    if (cards_) return *cards_;
    cards_.emplace();
    // Files that are no scenes are not offered; nor is a level voxelised for a small picture of it.
    for (const fs::path& file : files())
        if (const auto scene = io::load_scene(file))
            cards_->push_back(card_of(file.stem().string(), scene.value()));
    for (const std::string_view kind : scene_kind_names()) {
        GeneratorSpec spec;
        spec.kind = scene_kind(kind).value();
        if (const auto scene = generate_scene(spec))
            cards_->push_back(card_of(scene.value().name, scene.value()));
    }
    return *cards_;
}

Result<LoadedScene> ServedScenes::loaded(const view::SceneWish& wish) const {
    if (!wish.text.empty()) return load_text(wish.text, "the scene", options_.folder);
    for (const fs::path& file : files())
        if (file.stem() == wish.name) return load(file.string());
    return load(wish.name);
}

Result<view::LiveSession> ServedScenes::open(const view::SceneWish& wish) {
    auto scene = loaded(wish);
    if (!scene) return scene.status();
    ServeOptions wanted = options_;
    wanted.seed = wish.seed;
    wanted.budget = wish.budget;
    auto world = nav::World::create(scene.value().scene, world_def(wanted, scene.value()));
    if (!world) return world.status();
    view::LiveSession session;
    session.name = scene.value().scene.name.empty() ? wish.name : scene.value().scene.name;
    session.text = scene.value().text;
    session.level = scene.value().level;
    session.world = std::make_unique<PlayedWorld>(std::move(world).value());
    session.scene = std::move(scene.value().scene);
    return session;
}

Status ServedScenes::check(const std::string& text, std::uint64_t seed, std::string& words) {
    const auto scene = load_text(text, "scene", options_.folder);
    if (!scene) return scene.status();
    const auto agents = populate(scene.value().scene, seed);
    if (!agents) return agents.status();
    words = fmt::format("valid: {} layer(s), {} obstacle(s), {} agent(s)", scene.value().scene.layers.size(),
                        scene.value().scene.obstacles.size(), agents.value().size());
    return Status::ok();
}

Status ServedScenes::save(const std::string& name, const std::string& text) {
    if (!options_.edit)
        return Status::invalid_input("nothing is saved here: the server was started without --edit");
    if (!is_plain_name(name))
        return Status::invalid_input("found the name '" + name +
                                     "', expected letters, digits, '-', '_' and '.' only");
    if (const auto scene = io::parse_scene(text, name, options_.folder); !scene) return scene.status();
    cards_.reset();
    return write_file(fs::path(options_.folder) / (name + ".json"), text);
}

}  // namespace wend::cli
