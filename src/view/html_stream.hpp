#pragma once

// The messages that a page will hold, as they are collected.

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "wend/io/recording.hpp"
#include "wend/view/frame_encoder.hpp"
#include "wend/view/html_export.hpp"

#include "io/bytes.hpp"
#include "view/mesh_tiles.hpp"
#include "view/sample_log.hpp"

namespace wend::view {

/// What of the planners of those in focus is kept, and what is not.
struct PlannerRecord {
    std::set<std::uint32_t> kept;        ///< agents
    std::set<std::uint32_t> left_out;    ///< agents beyond those
    std::size_t expanded_bytes = 0;      ///< so far
    std::optional<double> expanded_end;  ///< when there was no more room for expanded states

    /// For the page; empty when nobody was in focus.
    [[nodiscard]] std::string words() const;
};

struct HtmlExport::State {
    std::filesystem::path file;
    Options options;
    std::vector<Layer> layers;
    double time_step;
    std::vector<TimedEvent> events;  // of goals, by time
    std::size_t next_event = 0;
    std::size_t agents = 0;
    FrameEncoder encoder;
    SampleLog told;
    PlannerRecord planners;
    MeshTiles mesh;
    std::optional<BudgetSpec> budget;
    FrameCounter counter;
    std::uint32_t last_frame = 0;
    double last_time = 0;
    std::uint32_t frames = 0;
    io::Bytes stream;

    State(const std::filesystem::path& target, const Scene& scene, std::span<const AgentSpec> specs,
          Options o)
        : file(target),
          options(o),
          layers(scene.layers),
          time_step(scene.time_step),
          agents(specs.size()),
          encoder(specs.size()) {
        for (const TimedEvent& event : scene.events)
            if (std::holds_alternative<GoalEvent>(event.what)) events.push_back(event);
        add(scene_message(scene, specs));
        if (!options.level) return;
        add(level_message(*options.level));
        encoder.set_floor(options.level->floor);
    }

    void add(const Message& message) {
        io::ByteWriter(stream).varint(message.size());
        stream.insert(stream.end(), message.begin(), message.end());
    }

    void add_goal_changes(const io::Frame& frame) {
        for (; next_event < events.size() && events[next_event].time <= frame.time; ++next_event)
            add(channel_message(
                goal_sample(frame.index, std::get<GoalEvent>(events[next_event].what), layers)));
    }

    void add_edits(const io::Frame& frame) {
        for (const io::RecordedEdit& edit : frame.edits) {
            const auto* enter = std::get_if<EnterEvent>(&edit.event.what);
            if (enter && edit.agent == agents) {
                add(agent_message(*edit.agent, enter->agent));
                encoder.set_agents(++agents);
            }
            if (const auto* goal = std::get_if<GoalEvent>(&edit.event.what))
                add(channel_message(goal_sample(frame.index, *goal, layers)));
            if (const auto* change = std::get_if<BudgetEvent>(&edit.event.what))
                add_budget(frame.index, change->budget);
        }
    }

    void add_budget(std::uint32_t frame, const BudgetSpec& now) {
        if (budget == now) return;
        budget = now;
        add(channel_message(budget_sample(frame, now)));
    }

    [[nodiscard]] Status room() const {
        if (stream.size() <= options.most_bytes) return Status::ok();
        return Status::invalid_input(file.string() +
                                     ": the recording is too long for one page: found more than " +
                                     std::to_string(options.most_bytes >> 20) + " MB after " +
                                     std::to_string(frames) + " frames; run it for a shorter time");
    }
};

}  // namespace wend::view
