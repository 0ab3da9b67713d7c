#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "wend/view/live_source.hpp"

#include "commands.hpp"
#include "scene_lookup.hpp"

namespace wend::cli {

/// The scenes that ship and those of one folder, for pages to choose from.
class ServedScenes final : public view::LiveSource {
  public:
    explicit ServedScenes(const ServeOptions& options) : options_(options) {}

    std::vector<view::SceneCard> scenes() override;
    Result<view::LiveSession> open(const view::SceneWish& wish) override;
    Status check(const std::string& text, std::uint64_t seed, std::string& words) override;
    [[nodiscard]] bool can_save() const override { return options_.edit; }
    Status save(const std::string& name, const std::string& text) override;

  private:
    [[nodiscard]] std::vector<std::filesystem::path> files() const;
    [[nodiscard]] Result<LoadedScene> loaded(const view::SceneWish& wish) const;

    const ServeOptions& options_;
    std::optional<std::vector<view::SceneCard>> cards_;  ///< as they were looked up last
};

}  // namespace wend::cli
