#include "wend/view/picture.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <map>
#include <numeric>
#include <sstream>

#include "wend/base/output_file.hpp"
#include "wend/io/recording.hpp"

#include "view/picture_parts.hpp"
#include "view/png_file.hpp"

namespace wend::view {
namespace {

constexpr double head_room = 2.0;  // metres above the highest floor that belong to the picture
constexpr double margin = 0.03;    // of the picture, on every side
constexpr double trail_lift = 0.02, trail_width = 0.09;
constexpr double least_scale = 12;  // pixels a metre: below, discs say more than bodies
constexpr std::uint32_t least_side = 16, most_side = 8192;

}  // namespace

struct Picture::State {
    Scene scene;
    std::vector<AgentSpec> agents;
    std::vector<std::size_t> groups;  // of each agent
    std::map<std::string, std::size_t> group_numbers;
    PictureOptions options;
    std::map<std::uint32_t, io::RecordedIdentity> identities;
    std::deque<io::Frame> frames;
    std::vector<ChannelSample> planning;
    std::map<std::uint32_t, PictureBody> bodies;

    [[nodiscard]] double floor_of(std::uint32_t layer) const {
        return layer < scene.layers.size() ? scene.layers[layer].height : 0;
    }
    [[nodiscard]] Colour colour_of(std::uint32_t agent) const { return group_colour(groups[agent]); }

    /// The scene's bounds with some air above, as seen.
    [[nodiscard]] Box2 seen_box(const Viewpoint& viewpoint) const {
        double low = 0, high = 0;
        for (const Layer& layer : scene.layers) {
            low = std::min(low, layer.height);
            high = std::max(high, layer.height);
        }
        Box2 box;
        const auto [from, to] = scene.bounds;
        for (const double x : {from.x, to.x})
            for (const double y : {from.y, to.y})
                for (const double z : {low, high + head_room}) box.add(viewpoint.seen({x, y, z}).xy());
        const Vec2 size = box.high - box.low;
        return box.grown(margin * std::max({size.x, size.y, 1.0}));
    }

    void draw_trails(PictureParts& parts, std::uint32_t layer) const {
        for (std::size_t f = 1; f < frames.size(); ++f) {
            auto old = frames[f - 1].agents.begin();
            const auto end = frames[f - 1].agents.end();
            for (const io::RecordedAgent& now : frames[f].agents) {
                while (old != end && old->agent < now.agent) ++old;
                if (old == end || old->agent != now.agent || now.agent >= agents.size()) continue;
                if (old->layer != layer || now.layer != layer) continue;
                parts.stroke({old->position.x, old->position.y, old->position.z + trail_lift},
                             {now.position.x, now.position.y, now.position.z + trail_lift}, trail_width,
                             colour_of(now.agent), 0.8f);
            }
        }
    }

    /// Where feet came down while trails are drawn.
    void draw_soles(PictureParts& parts, std::uint32_t layer) const {
        for (const io::Frame& frame : frames)
            for (const io::RecordedEvent& event : frame.events) {
                if (event.kind != "foot_down") continue;
                std::istringstream in(event.detail);
                std::string side;
                double time = 0, angle = 0, height = 0;
                std::uint32_t on = 0;
                Vec2 at;
                in >> side >> time >> on >> at.x >> at.y >> angle >> height;
                const auto walker = std::find_if(agents.begin(), agents.end(), [&](const AgentSpec& agent) {
                    return agent.name == event.subject;
                });
                if (!in || on != layer || walker == agents.end()) continue;
                parts.sole(at, angle, floor_of(layer) + height,
                           colour_of(static_cast<std::uint32_t>(walker - agents.begin())), 0.9f);
            }
    }

    void draw_layer(PictureParts& parts, std::uint32_t layer) const {
        const io::Frame& now = frames.back();
        for (const io::RecordedObstacle& obstacle : now.obstacles) {
            const auto known = identities.find(obstacle.obstacle);
            if (known != identities.end() && known->second.layer == layer)
                parts.thing(known->second, obstacle.pose, floor_of(layer));
        }
        draw_trails(parts, layer);
        draw_soles(parts, layer);
        for (const io::RecordedAgent& agent : now.agents) {
            if (!options.goals || agent.agent >= agents.size()) continue;
            const Goal& goal = agents[agent.agent].goal;
            if (goal.layer == layer) parts.goal(goal, floor_of(layer), colour_of(agent.agent));
            for (const Goal& other : goal.others)
                if (other.layer == layer) parts.goal(other, floor_of(layer), colour_of(agent.agent));
        }
        for (const io::RecordedAgent& agent : now.agents)
            if (agent.agent < agents.size() && agent.layer == layer) draw_agent(parts, agent);
    }

    void draw_agent(PictureParts& parts, const io::RecordedAgent& agent) const {
        const auto body = bodies.find(agent.agent);
        if (body != bodies.end() && parts.pixels_per_metre() >= least_scale)
            parts.body(body->second, floor_of(agent.layer), colour_of(agent.agent));
        else
            parts.agent(agent, agents[agent.agent].limits, colour_of(agent.agent));
    }

    void draw(PictureParts& parts) const {
        std::vector<std::uint32_t> upwards(scene.layers.size());
        std::iota(upwards.begin(), upwards.end(), 0u);
        std::stable_sort(upwards.begin(), upwards.end(),
                         [&](auto a, auto b) { return floor_of(a) < floor_of(b); });
        for (const std::uint32_t layer : upwards) {
            parts.ground(scene, layer, layer != upwards.front());
            if (!frames.empty()) draw_layer(parts, layer);
        }
        parts.planning(planning);
    }

    void add_agent(const AgentSpec& agent) {
        agents.push_back(agent);
        groups.push_back(group_numbers.emplace(agent.group, group_numbers.size()).first->second);
    }

    void change_goal(const GoalEvent& change) {
        for (AgentSpec& agent : agents)
            if (agent.name == change.target || (!agent.group.empty() && agent.group == change.target))
                agent.goal = change.goal;
    }

    void follow_events(const io::Frame& frame) {
        for (const TimedEvent& event : scene.events)
            if (const auto* change = std::get_if<GoalEvent>(&event.what))
                if (event.time <= frame.time && event.time > last_time) change_goal(*change);
        for (const io::RecordedEdit& edit : frame.edits) {
            const auto* enter = std::get_if<EnterEvent>(&edit.event.what);
            if (enter && edit.agent == agents.size()) add_agent(enter->agent);
            if (const auto* change = std::get_if<GoalEvent>(&edit.event.what)) change_goal(*change);
        }
        last_time = frame.time;
    }
    double last_time = -1;
};

Picture::Picture(const Scene& scene, std::span<const AgentSpec> agents, const PictureOptions& options)
    : state_(std::make_unique<State>()) {
    state_->scene = scene;
    state_->options = options;
    for (const AgentSpec& agent : agents) state_->add_agent(agent);
}
Picture::Picture(Picture&&) noexcept = default;
Picture& Picture::operator=(Picture&&) noexcept = default;
Picture::~Picture() = default;

void Picture::add(const io::Frame& frame) {
    for (const io::RecordedIdentity& identity : frame.identities)
        state_->identities[identity.obstacle] = identity;
    state_->follow_events(frame);
    state_->bodies.clear();
    state_->frames.push_back(frame);
    while (state_->frames.front().time < frame.time - state_->options.trail_seconds)
        state_->frames.pop_front();
}

void Picture::show(std::vector<ChannelSample> samples) {
    state_->planning = std::move(samples);
}

void Picture::show_bodies(std::vector<PictureBody> bodies) {
    state_->bodies.clear();
    for (PictureBody& body : bodies) state_->bodies[body.agent] = std::move(body);
}

Result<Pixels> Picture::pixels() const {
    const PictureOptions& options = state_->options;
    Viewpoint viewpoint(options.elevation);
    const Box2 box = state_->seen_box(viewpoint);
    const Vec2 size = box.high - box.low;
    std::uint32_t height = options.height;
    if (height == 0)
        height = static_cast<std::uint32_t>(
            std::clamp(std::lround(options.width * std::min(4.0, size.y / size.x)) & ~1l, 16l, 8192l));
    for (const std::uint32_t side : {options.width, height})
        if (side < least_side || side > most_side)
            return Status::invalid_input("picture of " + std::to_string(options.width) + " x " +
                                         std::to_string(height) + " pixels: expected 16 to 8192 each way");
    const PictureColours& colours = picture_colours(options.dark);
    Raster raster(options.width, height, colours.background);
    viewpoint.fit(box, options.width * Raster::samples, height * Raster::samples);
    PictureParts parts(raster, viewpoint, colours);
    state_->draw(parts);
    return Pixels{options.width, height, raster.pixels()};
}

Status Picture::write(const std::filesystem::path& file) const {
    const auto drawn = pixels();
    if (!drawn) return drawn.status();
    const auto& [width, height, rgb] = drawn.value();
    return write_file(file, png_bytes(width, height, rgb));
}

}  // namespace wend::view
