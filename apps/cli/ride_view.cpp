#include "ride_view.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <memory>

#include <fmt/format.h>

#include "wend/locomotion/ride_body.hpp"
#include "wend/motion/body.hpp"
#include "wend/motion/clip_set.hpp"
#include "wend/motion/pose_stream.hpp"
#include "wend/view/html_export.hpp"

namespace wend::cli {
namespace {

namespace loco = wend::locomotion;

constexpr int ticks_a_frame = 2;
constexpr loco::Tick after_the_end = 2 * loco::ticks_per_second;
constexpr int ticks_a_plan_point = 6;

Ring shifted(Ring ring, Vec3 by) {
    for (Vec2& p : ring) p += by.xy();
    return ring;
}

/// The scene as the viewer knows scenes, and which of its parts each block is.
class RidePicture {
  public:
    RidePicture(const loco::RideScene& scene, const loco::RideRun& run) : world_(run.world) {
        picture_.name = scene.name;
        picture_.description = scene.description;
        picture_.time_step = ticks_a_frame * loco::tick_seconds;
        for (std::uint32_t i = 0; i < blocks().size(); ++i)
            if (blocks()[i].carries) layers_.emplace(height_key(top(i)), 0);
        for (auto& [key, layer] : layers_) {
            layer = static_cast<std::uint32_t>(picture_.layers.size());
            const double height = static_cast<double>(key) / 1000;
            picture_.layers.push_back({fmt::format("{:.1f} m", height), height, {}, {}});
            // A layer without floors of its own would be as large as the scene.
            picture_.layers.back().walkable.push_back({{{0, 0}, {0.001, 0}, {0, 0.001}}, {}});
        }
        for (std::uint32_t i = 0; i < blocks().size(); ++i) add_block(i);
        for (const loco::Ride& ride : run.rides) {
            for (const Vec3 p : ride.path) picture_.bounds.add(p.xy());
            end_ = std::max(end_, ride.from + static_cast<loco::Tick>(ride.path.size()) + after_the_end);
        }
        picture_.bounds = picture_.bounds.grown(2);
        picture_.duration = end_ * loco::tick_seconds;
    }

    [[nodiscard]] const Scene& scene() const noexcept { return picture_; }
    [[nodiscard]] loco::Tick end() const noexcept { return end_; }
    [[nodiscard]] const std::vector<io::RecordedIdentity>& identities() const noexcept { return identities_; }
    [[nodiscard]] std::vector<io::RecordedObstacle> obstacles(loco::Tick tick) const {
        std::vector<io::RecordedObstacle> found;
        for (std::size_t i = 0; i < moving_.size(); ++i)
            found.push_back({static_cast<std::uint32_t>(i), {world_.origin(moving_[i], tick).xy(), 0}});
        return found;
    }
    /// Of every moving block its number, and its bottom and top above the floor of the layer that it belongs
    /// to.
    [[nodiscard]] std::vector<float> heights(loco::Tick tick) const {
        std::vector<float> values;
        for (std::size_t i = 0; i < moving_.size(); ++i) {
            const loco::Block& block = blocks()[moving_[i]];
            const double z = world_.origin(moving_[i], tick).z - picture_.layers[identities_[i].layer].height;
            for (const double value : {static_cast<double>(i), z + block.bottom, z + block.top})
                values.push_back(static_cast<float>(value));
        }
        return values;
    }
    [[nodiscard]] std::uint32_t layer_at(double height) const {
        const auto above = layers_.upper_bound(height_key(height + 0.01));
        return above == layers_.begin() ? 0 : std::prev(above)->second;
    }
    /// Number of a moving block, -1 of one that stands, and where the landmark is on it.
    [[nodiscard]] std::array<float, 4> spot(const loco::Landmark& landmark) const {
        const auto found = std::find(moving_.begin(), moving_.end(), landmark.block);
        const Vec3 at = loco::place_of(world_, landmark, 0);
        const bool moves = found != moving_.end();
        const Vec2 p = moves ? landmark.local : at.xy();
        return {moves ? static_cast<float>(found - moving_.begin()) : -1.0F, static_cast<float>(p.x),
                static_cast<float>(p.y), static_cast<float>(at.z)};
    }

  private:
    [[nodiscard]] const std::vector<loco::Block>& blocks() const noexcept { return world_.blocks(); }
    [[nodiscard]] double top(std::uint32_t i) const { return world_.origin(i, 0).z + blocks()[i].top; }
    [[nodiscard]] static long height_key(double height) { return std::lround(height * 1000); }

    void add_block(std::uint32_t i) {
        const loco::Block& block = blocks()[i];
        const std::uint32_t layer = layer_at(block.carries ? top(i) : world_.origin(i, 0).z + block.bottom);
        if (!world_.is_static(i)) {
            const auto kind = block.carries ? io::RecordedKind::platform : io::RecordedKind::obstacle;
            identities_.push_back({static_cast<std::uint32_t>(moving_.size()), kind, block.name, layer,
                                   PolygonShape{block.outline}});
            moving_.push_back(i);
            return;
        }
        const Polygon polygon{shifted(block.outline, world_.origin(i, 0)), {}};
        for (const Vec2 p : polygon.outline) picture_.bounds.add(p);
        auto& shapes = block.carries ? picture_.layers[layer].walkable : picture_.layers[layer].blocked;
        shapes.push_back(polygon);
    }

    const loco::MovingWorld& world_;
    Scene picture_;
    std::map<long, std::uint32_t> layers_;  ///< by height in millimetres
    std::vector<std::uint32_t> moving_;     ///< blocks, by number of the picture's obstacles
    std::vector<io::RecordedIdentity> identities_;
    loco::Tick end_ = 0;
};

std::vector<AgentSpec> agents_of(const loco::RideScene& scene) {
    std::vector<AgentSpec> agents;
    for (const loco::Rider& rider : scene.riders) {
        AgentSpec agent;
        agent.name = rider.name;
        agent.position = rider.start.xy();
        agent.limits.radius = scene.skills.body.radius;
        agent.limits.height = scene.skills.body.height;
        agent.limits.max_speed = scene.skills.run_speed;
        agent.goal.region = DiscRegion{rider.goal.xy(), 0.5};
        agents.push_back(agent);
    }
    return agents;
}

view::ChannelSample world_sample(std::string channel, std::uint8_t stride, std::vector<float> values) {
    return {
        std::move(channel), 0, std::nullopt, "", {{view::DrawingKind::points, 0, stride, std::move(values)}}};
}

/// Triples with a time in the middle, by that time.
std::vector<float> by_time(std::vector<std::array<float, 3>> triples) {
    std::stable_sort(triples.begin(), triples.end(),
                     [](const auto& a, const auto& b) { return a[1] < b[1]; });
    std::vector<float> values;
    for (const auto& triple : triples) values.insert(values.end(), triple.begin(), triple.end());
    return values;
}

std::vector<view::ChannelSample> world_samples(const RidePicture& picture, const loco::RideRun& run) {
    std::vector<float> spots;
    std::vector<std::array<float, 3>> gaps;
    for (std::size_t i = 0; i < run.landmarks.size(); ++i) {
        const auto spot = picture.spot(run.landmarks[i]);
        spots.insert(spots.end(), spot.begin(), spot.end());
        for (const loco::Step step : run.gaps[i])
            gaps.push_back({static_cast<float>(i), static_cast<float>(step * run.timing.seconds()), 0});
    }
    return {world_sample("landmarks", 4, std::move(spots)), world_sample("gap_markers", 3, by_time(gaps))};
}

view::ChannelSample sample_of(std::string channel, std::uint32_t rider, std::vector<float> values) {
    view::ChannelSample sample = world_sample(std::move(channel), 3, std::move(values));
    sample.agent = rider;
    return sample;
}

std::vector<view::ChannelSample> rider_samples(const loco::RideRun& run, std::uint32_t rider) {
    const loco::Ride& ride = run.rides[rider];
    std::vector<std::array<float, 3>> nodes;
    for (const loco::ExploredNode& node : ride.explored)
        nodes.push_back({static_cast<float>(node.landmark),
                         static_cast<float>(node.step * run.timing.seconds()),
                         static_cast<float>(node.fate)});
    std::vector<float> waits;
    for (const loco::PlannedMove& leg : ride.plan.moves)
        if (leg.arrived < leg.move.depart)
            waits.insert(waits.end(), {static_cast<float>(leg.from),
                                       static_cast<float>(leg.arrived * run.timing.seconds()),
                                       static_cast<float>(leg.move.depart * run.timing.seconds())});
    view::Drawing line{view::DrawingKind::line, 0, 4, {}};
    for (std::size_t i = 0; i < ride.path.size(); i += ticks_a_plan_point) {
        const Vec3 p = ride.path[i];
        const double time = (ride.from + static_cast<loco::Tick>(i)) * loco::tick_seconds;
        for (const double value : {p.x, p.y, p.z, time}) line.values.push_back(static_cast<float>(value));
    }
    const std::string note = fmt::format("{}, {} nodes expanded, {} culled", to_string(ride.status),
                                         ride.stats.expanded, ride.stats.culled);
    return {sample_of("ride_nodes", rider, by_time(std::move(nodes))),
            sample_of("waits", rider, std::move(waits)),
            {"plan", 0, rider, note, {line}}};
}

/// A rider's track as the recording knows agents.
class Recorded {
  public:
    Recorded(const loco::RideRun& run, std::uint32_t rider, loco::Tick end)
        : rider_(rider),
          ride_(run.rides[rider]),
          track_(loco::body_track(run.world, ride_, end)),
          body_(track_) {}

    [[nodiscard]] bool is_there(loco::Tick tick) const noexcept { return tick >= ride_.from; }
    [[nodiscard]] io::RecordedAgent at(loco::Tick tick, const RidePicture& picture) const {
        const auto& points = track_.points();
        const auto index = std::min(static_cast<std::size_t>(tick - ride_.from), points.size() - 1);
        const motion::TrackPoint& point = points[index];
        const bool is_carried = index > 0 && !(point.carrier == points[index - 1].carrier);
        io::RecordedAgent agent{rider_, picture.layer_at(point.position.z), io::AgentMode::walking,
                                point.position, point.heading};
        if (ride_.status != StatusCode::ok && ride_.path.size() <= 1) agent.mode = io::AgentMode::standing;
        if (is_carried) agent.mode = io::AgentMode::riding;
        if (index + 1 >= ride_.path.size() && ride_.status == StatusCode::ok)
            agent.mode = io::AgentMode::arrived;
        if (point.is_airborne) agent.mode = io::AgentMode::airborne;
        return agent;
    }
    void append_pose(loco::Tick tick, std::vector<std::uint8_t>& bytes) const {
        motion::Pose pose;
        body_.pose_at(tick * loco::tick_seconds, motion::style_in_use(), motion::Detail::full, pose);
        motion::append_pose(rider_, pose, bytes);
    }

  private:
    std::uint32_t rider_;
    const loco::Ride& ride_;
    motion::Track track_;
    motion::Body body_;
};

Status append_frames(view::HtmlExport& page, const RidePicture& picture, const loco::RideRun& run) {
    std::vector<std::unique_ptr<Recorded>> riders;  // bodies keep their tracks where they are
    for (std::uint32_t i = 0; i < run.rides.size(); ++i)
        riders.push_back(std::make_unique<Recorded>(run, i, picture.end()));
    std::vector<float> heights;  // as told last
    for (loco::Tick tick = 0; tick <= picture.end(); tick += ticks_a_frame) {
        io::Frame frame;
        frame.index = static_cast<std::uint32_t>(tick / ticks_a_frame);
        frame.time = tick * loco::tick_seconds;
        if (tick == 0) frame.identities = picture.identities();
        frame.obstacles = picture.obstacles(tick);
        std::vector<std::uint8_t> poses;
        for (const auto& rider : riders) {
            if (!rider->is_there(tick)) continue;
            frame.agents.push_back(rider->at(tick, picture));
            rider->append_pose(tick, poses);
        }
        Status status = page.append(frame);
        if (status.is_ok()) status = page.append_poses(frame.time, poses);
        if (std::vector<float> now = picture.heights(tick); status.is_ok() && now != heights) {
            heights = std::move(now);
            view::ChannelSample sample = world_sample("block_heights", 3, heights);
            sample.frame = frame.index;
            status = page.append_sample(sample);
        }
        if (!status.is_ok()) return status;
    }
    return Status::ok();
}

}  // namespace

Status write_ride_page(const std::string& file, const loco::RideScene& scene, const loco::RideRun& run) {
    const RidePicture picture(scene, run);
    const std::vector<AgentSpec> agents = agents_of(scene);
    auto opened = view::HtmlExport::open(file, picture.scene(), agents);
    if (!opened) return opened.status();
    view::HtmlExport& page = opened.value();
    std::vector<view::ChannelSample> samples = world_samples(picture, run);
    for (std::uint32_t rider = 0; rider < run.rides.size(); ++rider)
        for (view::ChannelSample& sample : rider_samples(run, rider)) samples.push_back(std::move(sample));
    for (const view::ChannelSample& sample : samples)
        if (const Status status = page.append_sample(sample); !status.is_ok()) return status;
    if (const Status status = append_frames(page, picture, run); !status.is_ok()) return status;
    return page.close();
}

}  // namespace wend::cli
