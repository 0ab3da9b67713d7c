#include "wend/view/html_export.hpp"

#include <algorithm>

#include "wend/base/output_file.hpp"
#include "wend/io/recording.hpp"

#include "view/html_stream.hpp"
#include "view/packed_text.hpp"
#include "view/page.hpp"

namespace wend::view {

HtmlExport::HtmlExport(std::unique_ptr<State> state) : state_(std::move(state)) {}
HtmlExport::HtmlExport(HtmlExport&&) noexcept = default;
HtmlExport& HtmlExport::operator=(HtmlExport&&) noexcept = default;
HtmlExport::~HtmlExport() = default;

Result<HtmlExport> HtmlExport::open(const std::filesystem::path& file, const Scene& scene,
                                    std::span<const AgentSpec> agents, Options options) {
    if (Status status = page_status(); !status.is_ok()) return status;
    if (Status status = check_target(file); !status.is_ok()) return status;
    return HtmlExport(std::make_unique<State>(file, scene, agents, options));
}

Status HtmlExport::append(const io::Frame& frame, const FrameCost& cost) {
    State& s = *state_;
    for (const io::RecordedIdentity& identity : frame.identities) s.add(identity_message(identity));
    s.add_edits(frame);
    const FrameStats stats = s.counter.count(frame, cost);
    const bool whole = s.frames % std::max(1u, s.options.frames_per_group) == 0;
    s.add(s.encoder.encode(frame, stats, frame.events, whole));
    s.add_goal_changes(frame);
    s.last_frame = frame.index;
    s.last_time = frame.time;
    ++s.frames;
    return s.room();
}

Status HtmlExport::append_plan(std::uint32_t agent, std::span<const PublishedPoint> points,
                               const AgentView& view) {
    State& s = *state_;
    if (agent >= s.agents)
        return Status::invalid_input("plan of agent " + std::to_string(agent) + ": there are only " +
                                     std::to_string(s.agents) + " agents");
    const ChannelSample sample = plan_sample(s.last_frame, agent, points, view, s.layers);
    return append_sample(sample);
}

Status HtmlExport::append_mesh(const mesh::NavMesh& mesh) {
    State& s = *state_;
    for (const ChannelSample& tile : s.mesh.update(mesh, s.last_frame, s.last_time))
        s.add(channel_message(tile));
    return s.room();
}

Status HtmlExport::append_budget(const BudgetSpec& budget) {
    state_->add_budget(state_->last_frame, budget);
    return state_->room();
}

Status HtmlExport::append_sample(const ChannelSample& sample) {
    if (state_->told.is_news(sample)) state_->add(channel_message(sample));
    return state_->room();
}

Status HtmlExport::append_poses(double time, std::span<const std::uint8_t> poses) {
    state_->add(poses_message(time, poses));
    return state_->room();
}

Status HtmlExport::close() {
    if (const std::string words = state_->planners.words(); !words.empty())
        state_->add(channel_message({"recorded", state_->last_frame, std::nullopt, words, {}}));
    const std::string_view text = page();
    const std::size_t mark = text.find(recording_mark);
    if (mark == std::string_view::npos)
        return {StatusCode::not_available, "the viewer's page has no place for a recording"};
    std::string html(text.substr(0, mark));
    html += "<script type=\"application/octet-stream\" id=\"recording\">";
    html += base64(deflated(state_->stream));
    html += "</script>";
    html += text.substr(mark + recording_mark.size());
    return write_file(state_->file, html);
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
