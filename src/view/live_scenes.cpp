// The part of the live loop that has to do with whole scenes: choosing, restarting, checking, saving.

#include <nlohmann/json.hpp>

#include "wend/check/budget_text.hpp"
#include "wend/io/scene_file.hpp"

#include "view/json_message.hpp"
#include "view/live_loop.hpp"
#include "view/session_scene.hpp"

namespace wend::view {
namespace {

using Json = nlohmann::json;

Status no_source() {
    return Status::invalid_input("this server shows one world and has no scenes to offer");
}

Json outline_of(const Ring& ring) {
    Json out = Json::array();
    for (const Vec2 p : ring)
        out.push_back(Json::array({std::round(p.x * 100) / 100, std::round(p.y * 100) / 100}));
    return out;
}

Json card_of(const SceneCard& card) {
    Json out{{"name", card.name},
             {"description", card.description},
             {"agents", card.agents},
             {"bounds", outline_of({card.bounds.low, card.bounds.high})},
             {"walls", Json::array()}};
    for (const Polygon& wall : card.walls) out["walls"].push_back(outline_of(wall.outline));
    return out;
}

}  // namespace

Message LiveLoop::shelf_message() {
    Json out{{"current", wish_.name},
             {"seed", wish_.seed},
             {"budget", check::budget_text(world_->budget())},
             {"can_save", options_.source->can_save()},
             {"text", text_},
             {"scenes", Json::array()}};
    for (const SceneCard& card : options_.source->scenes()) out["scenes"].push_back(card_of(card));
    return json_message(MessageType::shelf, out);
}

void LiveLoop::begin_epoch() {
    agents_told_ = world_->agents().size();
    budget_told_ = world_->budget();
    std::vector<Message> first{scene_message(scene_, world_->agents())};
    if (level_) first.push_back(level_message(*level_));
    if (options_.source) first.push_back(shelf_message());
    hub_.start_epoch(std::move(first), agents_told_, level_ ? level_->floor : FloorHeight{});
    hub_.publish(status_);
    hub_.publish(budget_sample(world_->frame().index, budget_told_), true);
    publish_frame();
}

Status LiveLoop::begin(LiveSession session) {
    session_ = std::move(session);
    world_ = session_.world.get();
    scene_ = session_.scene;
    text_ = session_.text;
    level_ = session_.level;
    insight_ = LiveInsight{};
    mesh_tiles_ = MeshTiles{};
    constraints_told_ = 0;
    counter_ = FrameCounter{};
    obstacle_numbers_.clear();
    identities_.clear();
    goals_.clear();
    next_goal_event_ = 0;
    dropped_ = added_ = 0;
    drops_.clear();
    status_.finished = false;
    steps_once_ = false;
    next_turn_ = std::chrono::steady_clock::now();
    begin_epoch();
    return Status::ok();
}

Status LiveLoop::open(const OpenCommand& command, std::string& done) {
    if (!options_.source) return no_source();
    SceneWish wish = wish_;
    if (!command.scene.empty() || !command.text.empty()) wish.text = command.text;
    if (!command.scene.empty()) wish.name = command.scene;
    if (command.seed) wish.seed = *command.seed;
    if (command.budget) wish.budget = *command.budget;
    auto session = options_.source->open(wish);
    if (!session) return session.status();
    wish_ = wish;
    // Whoever paused the run that was over, or another scene, meant that one.
    if (status_.finished || !command.scene.empty() || !command.text.empty()) status_.paused = options_.paused;
    done = "opened " + (session.value().name.empty() ? std::string("the scene") : session.value().name);
    return begin(std::move(session).value());
}

Status LiveLoop::carry_out_scene(const Command& command, std::string& done, std::string& about) {
    if (!options_.source) return no_source();
    if (const auto* wanted = std::get_if<OpenCommand>(&command)) {
        about = "open";
        return open(*wanted, done);
    }
    if (const auto* checked = std::get_if<CheckCommand>(&command)) {
        about = "check";
        return options_.source->check(checked->text, wish_.seed, done);
    }
    if (const auto* saved = std::get_if<SaveCommand>(&command)) {
        about = "save";
        done = "saved " + saved->name;
        return options_.source->save(saved->name, saved->text);
    }
    about = "export";
    auto text = exported();
    if (!text) return text.status();
    done = std::move(text).value();
    return Status::ok();
}

/// Read back, so that nobody gets a file that cannot be opened.
Result<std::string> LiveLoop::exported() const {
    std::string text = io::write_scene(scene_of_session(scene_, *world_, goals_, identities_));
    if (const auto read = io::parse_scene(text, "the session"); !read) return read.status();
    return text;
}

}  // namespace wend::view
