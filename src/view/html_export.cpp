#include "wend/view/html_export.hpp"

#include <algorithm>

#include "wend/view/frame_encoder.hpp"

#include "io/bytes.hpp"
#include "io/partial_file.hpp"
#include "view/mesh_tiles.hpp"
#include "view/packed_text.hpp"
#include "view/page.hpp"
#include "view/plan_log.hpp"

namespace wend::view {

struct HtmlExport::State {
    std::filesystem::path file;
    Options options;
    std::vector<Layer> layers;
    std::vector<TimedEvent> events;  // of goals, by time
    std::size_t next_event = 0;
    std::size_t agents = 0;
    FrameEncoder encoder;
    PlanLog plans;
    MeshTiles mesh;
    std::optional<BudgetSpec> budget;
    io::Frame before;
    std::uint32_t frames = 0;
    io::Bytes stream;

    State(const std::filesystem::path& target, const Scene& scene, std::span<const AgentSpec> specs,
          Options o)
        : file(target), options(o), layers(scene.layers), agents(specs.size()), encoder(specs.size()) {
        for (const TimedEvent& event : scene.events)
            if (std::holds_alternative<GoalEvent>(event.what)) events.push_back(event);
        add(scene_message(scene, specs));
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

HtmlExport::HtmlExport(std::unique_ptr<State> state) : state_(std::move(state)) {}
HtmlExport::HtmlExport(HtmlExport&&) noexcept = default;
HtmlExport& HtmlExport::operator=(HtmlExport&&) noexcept = default;
HtmlExport::~HtmlExport() = default;

Result<HtmlExport> HtmlExport::open(const std::filesystem::path& file, const Scene& scene,
                                    std::span<const AgentSpec> agents, Options options) {
    if (Status status = page_status(); !status.is_ok()) return status;
    return HtmlExport(std::make_unique<State>(file, scene, agents, options));
}

Status HtmlExport::append(const io::Frame& frame, const FrameCost& cost) {
    State& s = *state_;
    for (const io::RecordedIdentity& identity : frame.identities) s.add(identity_message(identity));
    s.add_edits(frame);
    const FrameStats stats = frame_stats(frame, s.frames > 0 ? &s.before : nullptr, cost);
    const bool whole = s.frames % std::max(1u, s.options.frames_per_group) == 0;
    s.add(s.encoder.encode(frame, stats, frame.events, whole));
    s.add_goal_changes(frame);
    s.before = frame;
    ++s.frames;
    return s.room();
}

Status HtmlExport::append_plan(std::uint32_t agent, std::span<const PublishedPoint> points,
                               const AgentView& view) {
    State& s = *state_;
    if (agent >= s.agents)
        return Status::invalid_input("plan of agent " + std::to_string(agent) + ": there are only " +
                                     std::to_string(s.agents) + " agents");
    const ChannelSample sample = plan_sample(s.before.index, agent, points, view, s.layers);
    if (s.plans.is_news(sample)) s.add(channel_message(sample));
    return s.room();
}

Status HtmlExport::append_mesh(const mesh::NavMesh& mesh) {
    State& s = *state_;
    for (const ChannelSample& tile : s.mesh.update(mesh, s.before.index, s.before.time))
        s.add(channel_message(tile));
    return s.room();
}

Status HtmlExport::append_budget(const BudgetSpec& budget) {
    state_->add_budget(state_->before.index, budget);
    return state_->room();
}

Status HtmlExport::append_sample(const ChannelSample& sample) {
    state_->add(channel_message(sample));
    return state_->room();
}

Status HtmlExport::close() {
    const std::string_view text = page();
    const std::size_t mark = text.find(recording_mark);
    if (mark == std::string_view::npos)
        return {StatusCode::not_available, "the viewer's page has no place for a recording"};
    std::string html(text.substr(0, mark));
    html += "<script type=\"application/octet-stream\" id=\"recording\">";
    html += base64(deflated(state_->stream));
    html += "</script>";
    html += text.substr(mark + recording_mark.size());

    const io::ByteView bytes(reinterpret_cast<const std::uint8_t*>(html.data()), html.size());
    auto file = io::PartialFile::create(state_->file, bytes);
    return file ? file.value().finish() : file.status();
}

Status export_html(const std::filesystem::path& file, const Scene& scene, std::span<const AgentSpec> agents,
                   std::span<const io::Frame> frames) {
    auto page = HtmlExport::open(file, scene, agents);
    if (!page) return page.status();
    for (const io::Frame& frame : frames)
        if (Status status = page.value().append(frame); !status.is_ok()) return status;
    return page.value().close();
}

}  // namespace wend::view
