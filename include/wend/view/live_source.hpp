#pragma once

// Where a live server gets its worlds from, when pages may choose, restart, check and save scenes.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "wend/base/status.hpp"
#include "wend/view/level_picture.hpp"
#include "wend/view/live_world.hpp"
#include "wend/world/scene.hpp"

namespace wend::view {

/// What a page asks for.
struct SceneWish {
    std::string name;  ///< of a scene that is offered
    std::string text;  ///< a scene file's text instead; empty: the one of that name
    std::uint64_t seed = 1;
    BudgetSpec budget;
};

struct LiveSession {
    std::string name;
    std::string text;  ///< of its scene file
    Scene scene;
    std::unique_ptr<LiveWorld> world;
    std::shared_ptr<const LevelPicture> level;  ///< null: the scene has no level
};

/// A scene that is offered, with enough of it for a small picture.
struct SceneCard {
    std::string name;
    std::string description;
    std::size_t agents = 0;
    Box2 bounds;
    std::vector<Polygon> walls;
};

/// Called by the thread that steps the world.
class LiveSource {
  public:
    virtual ~LiveSource() = default;
    [[nodiscard]] virtual std::vector<SceneCard> scenes() = 0;
    virtual Result<LiveSession> open(const SceneWish& wish) = 0;
    /// What is wrong with a scene file's text, or, where nothing is, what it has, in `words`.
    virtual Status check(const std::string& text, std::uint64_t seed, std::string& words) = 0;
    /// Whether `save` may be asked for at all.
    [[nodiscard]] virtual bool can_save() const = 0;
    virtual Status save(const std::string& name, const std::string& text) = 0;
};

}  // namespace wend::view
