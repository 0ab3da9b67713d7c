#include "peer_crowd.hpp"

#include <cmath>
#include <stdexcept>

#include <recastnavigation/DetourCrowd.h>

#include "detour_peer.hpp"

namespace wend::bench {
namespace {

struct FreeCrowd {
    void operator()(dtCrowd* crowd) const { dtFreeCrowd(crowd); }
};

std::vector<Ring> blocks_of(const Scene& scene) {
    std::vector<Ring> rings;
    for (const Polygon& polygon : scene.layers[0].blocked) rings.push_back(polygon.outline);
    return rings;
}

/// Fans of the convex walkable polygons, which may overlap.
level::Triangles floor_of(const Scene& scene) {
    std::vector<Ring> rings;
    for (const Polygon& polygon : scene.layers[0].walkable) rings.push_back(polygon.outline);
    if (rings.empty()) rings.push_back(rectangle(scene.bounds));
    level::Triangles floor;
    for (const Ring& ring : rings) {
        const auto first = static_cast<std::uint32_t>(floor.points.size());
        for (const Vec2 p : ring) floor.points.push_back({p.x, p.y, 0});
        for (std::uint32_t i = 1; i + 1 < ring.size(); ++i)
            floor.corners.push_back({first, first + i, first + i + 1});
    }
    return floor;
}

Box2 box_of(const GoalRegion& region) {
    if (const auto* polygon = std::get_if<Polygon>(&region)) return bounds_of(polygon->outline);
    const auto& disc = std::get<DiscRegion>(region);
    return Box2{disc.center, disc.center}.grown(disc.radius);
}

bool is_in(const GoalRegion& region, Vec2 p) {
    if (const auto* disc = std::get_if<DiscRegion>(&region)) return distance(disc->center, p) <= disc->radius;
    return contains(std::get<Polygon>(region), p);
}

dtCrowdAgentParams params_of(const AgentLimits& limits) {
    dtCrowdAgentParams params{};
    params.radius = static_cast<float>(limits.radius);
    params.height = static_cast<float>(limits.height);
    params.maxAcceleration = static_cast<float>(limits.max_acceleration);
    params.maxSpeed = static_cast<float>(limits.max_speed);
    params.collisionQueryRange = params.radius * 12;
    params.pathOptimizationRange = params.radius * 30;
    params.separationWeight = 2;
    params.updateFlags = DT_CROWD_ANTICIPATE_TURNS | DT_CROWD_OPTIMIZE_VIS | DT_CROWD_OPTIMIZE_TOPO |
                         DT_CROWD_OBSTACLE_AVOIDANCE | DT_CROWD_SEPARATION;
    params.obstacleAvoidanceType = 3;
    return params;
}

}  // namespace

struct CrowdPeer::Parts {
    const Scene& scene;
    const std::vector<AgentSpec>& agents;
    DetourPeer ground;
    std::unique_ptr<dtCrowd, FreeCrowd> crowd{dtAllocCrowd()};
    std::vector<int> handles;  ///< by agent; -1: not there
    std::vector<bool> arrived;
    std::uint32_t frame = 0;

    Parts(const Scene& s, const std::vector<AgentSpec>& a, const Ground& g)
        : scene(s),
          agents(a),
          ground(s.bounds, floor_of(s), blocks_of(s), g.radius, g.cell_size),
          handles(a.size(), -1),
          arrived(a.size()) {
        if (!crowd->init(static_cast<int>(a.size()), 0.6f, ground.native_mesh()))
            throw std::runtime_error("DetourCrowd: cannot be initialised");
        for (std::size_t i = 0; i < a.size(); ++i) add(i);
    }

    void add(std::size_t i) {
        const float at[] = {static_cast<float>(agents[i].position.x), 0,
                            static_cast<float>(agents[i].position.y)};
        const dtCrowdAgentParams params = params_of(agents[i].limits);
        handles[i] = crowd->addAgent(at, &params);
        const Box2 goal = box_of(agents[i].goal.region);
        // Spread over the goal region as agents of wend are, one after the other.
        const double share_x = 0.1 + 0.8 * static_cast<double>(i * 7 % 10) / 10;
        const double share_y = 0.1 + 0.8 * static_cast<double>(i * 3 % 10) / 10;
        const Vec2 aim{goal.low.x + share_x * (goal.high.x - goal.low.x),
                       goal.low.y + share_y * (goal.high.y - goal.low.y)};
        const auto& region = agents[i].goal.region;
        DetourPeer::Place place = is_in(region, aim) ? ground.place(aim) : DetourPeer::Place{};
        if (place.polygon == 0) place = ground.place((goal.low + goal.high) / 2.0);
        if (handles[i] >= 0 && place.polygon != 0)
            crowd->requestMoveTarget(handles[i], static_cast<dtPolyRef>(place.polygon), place.position);
    }

    [[nodiscard]] Vec2 position(std::size_t i) const {
        const float* p = crowd->getAgent(handles[i])->npos;
        return {p[0], p[2]};
    }
};

CrowdPeer::CrowdPeer(const Scene& scene, const std::vector<AgentSpec>& agents, Ground ground)
    : parts_(std::make_unique<Parts>(scene, agents, ground)) {}
CrowdPeer::~CrowdPeer() = default;

void CrowdPeer::step() {
    for (std::size_t i = 0; i < parts_->agents.size(); ++i)
        if (parts_->handles[i] >= 0 && parts_->arrived[i] && parts_->agents[i].goal.leaves) {
            parts_->crowd->removeAgent(parts_->handles[i]);
            parts_->handles[i] = -1;
        }
    parts_->crowd->update(static_cast<float>(parts_->scene.time_step), nullptr);
    ++parts_->frame;
    for (std::size_t i = 0; i < parts_->agents.size(); ++i)
        if (parts_->handles[i] >= 0 && is_in(parts_->agents[i].goal.region, parts_->position(i)))
            parts_->arrived[i] = true;
}

io::Frame CrowdPeer::frame() const {
    io::Frame frame;
    frame.index = parts_->frame;
    frame.time = parts_->frame * parts_->scene.time_step;
    for (std::uint32_t i = 0; i < parts_->agents.size(); ++i) {
        if (parts_->handles[i] < 0) continue;
        const Vec2 p = parts_->position(i);
        const float* v = parts_->crowd->getAgent(parts_->handles[i])->vel;
        frame.agents.push_back({i,
                                0,
                                parts_->arrived[i] ? io::AgentMode::arrived : io::AgentMode::walking,
                                {p.x, p.y, 0},
                                std::atan2(static_cast<double>(v[2]), static_cast<double>(v[0]))});
    }
    return frame;
}

bool CrowdPeer::is_finished() const {
    for (const bool arrived : parts_->arrived)
        if (!arrived) return false;
    return true;
}

}  // namespace wend::bench
