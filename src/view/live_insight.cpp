#include "view/live_insight.hpp"

#include <algorithm>

#include "wend/io/recording.hpp"
#include "wend/view/planner_samples.hpp"

namespace wend::view {
namespace {

constexpr std::size_t expanded_sent = 2000;                        // of each task
constexpr std::uint32_t expanded_period = 6, domains_period = 15;  // frames
constexpr std::size_t most_neighbours = 40;
/// Around so many agents at once: whoever asks after that sees only the one it has selected.
constexpr std::size_t most_centres = 16;

void remember(std::set<std::uint64_t>& clients, std::uint64_t client, std::optional<bool> wish) {
    if (!wish) return;
    if (*wish)
        clients.insert(client);
    else
        clients.erase(client);
}

/// Those nearest to the agent, or simply the first ones.
std::vector<std::uint32_t> neighbours(const io::Frame& frame, std::optional<std::uint32_t> agent) {
    std::vector<std::pair<double, std::uint32_t>> near;
    const auto self = std::find_if(frame.agents.begin(), frame.agents.end(),
                                   [&](const io::RecordedAgent& other) { return other.agent == agent; });
    for (const io::RecordedAgent& other : frame.agents) {
        const double off =
            self == frame.agents.end() ? 0 : squared_length(other.position.xy() - self->position.xy());
        near.push_back({off, other.agent});
    }
    const std::size_t count = std::min(near.size(), most_neighbours);
    std::partial_sort(near.begin(), near.begin() + static_cast<std::ptrdiff_t>(count), near.end());
    std::vector<std::uint32_t> agents;
    for (std::size_t i = 0; i < count; ++i) agents.push_back(near[i].second);
    return agents;
}

}  // namespace

void LiveInsight::watch(std::uint64_t client, std::optional<std::uint32_t> agent) {
    watched_.erase(client);
    if (agent) watched_[client] = *agent;
}

void LiveInsight::show(std::uint64_t client, const ShowCommand& wish) {
    remember(mesh_, client, wish.mesh);
    remember(expanded_, client, wish.expanded);
    remember(plans_, client, wish.plans);
    remember(map_, client, wish.map);
}

void LiveInsight::forget(std::uint64_t client) {
    watched_.erase(client);
    for (std::set<std::uint64_t>* clients : {&mesh_, &expanded_, &plans_, &map_}) clients->erase(client);
}

std::set<std::uint32_t> LiveInsight::watched_agents() const {
    std::set<std::uint32_t> agents;
    for (const auto& [client, agent] : watched_) agents.insert(agent);
    return agents;
}

void LiveInsight::follow(LiveWorld& world) {
    const std::set<std::uint32_t> agents = watched_agents();
    for (const std::uint32_t agent : agents)
        if (!followed_.contains(agent)) world.watch(agent, true);
    for (const std::uint32_t agent : followed_)
        if (!agents.contains(agent)) world.watch(agent, false);
    followed_ = agents;
}

/// Everybody who is watched, and those around for whoever wants to see them too.
void LiveInsight::append_plans(const LiveWorld& world, std::span<const Layer> layers,
                               std::vector<ChannelSample>& samples) const {
    std::set<std::optional<std::uint32_t>> centres;
    for (const std::uint64_t client : plans_) {
        const auto self = watched_.find(client);
        if (centres.size() < most_centres)
            centres.insert(self == watched_.end() ? std::nullopt : std::optional(self->second));
    }
    std::set<std::uint32_t> agents = watched_agents();
    for (const std::optional<std::uint32_t>& centre : centres) {
        const auto near = neighbours(world.frame(), centre);
        agents.insert(near.begin(), near.end());
    }
    for (const std::uint32_t agent : agents)
        samples.push_back(
            plan_sample(world.frame().index, agent, world.published(agent), world.view(agent), layers));
}

void LiveInsight::append_maps(const LiveWorld& world, std::span<const Layer> layers,
                              std::vector<ChannelSample>& samples) {
    if (map_.empty() || world.mesh() == nullptr) return;
    std::set<std::uint32_t> agents;
    for (const std::uint64_t client : map_)
        if (const auto watched = watched_.find(client); watched != watched_.end())
            agents.insert(watched->second);
    for (const std::uint32_t agent : agents)
        samples.push_back(distance_maps_.sample(world.frame().index, agent,
                                                world.agents()[agent].limits.radius, world.route(agent),
                                                *world.mesh(), layers));
}

namespace {

ChannelSample domains_at_work(const LiveWorld& world) {
    std::vector<int> domains(world.agents().size(), -1);
    for (const io::RecordedAgent& present : world.frame().agents)
        domains[present.agent] = world.view(present.agent).domain;
    return domain_sample(world.frame().index, domains);
}

}  // namespace

std::vector<ChannelSample> LiveInsight::collect(const LiveWorld& world, std::span<const Layer> layers,
                                                bool is_paused) {
    std::vector<ChannelSample> samples;
    append_plans(world, layers, samples);
    append_maps(world, layers, samples);
    const std::uint32_t frame = world.frame().index;
    if (is_paused || frame % domains_period == 0) samples.push_back(domains_at_work(world));
    const bool wants_expanded = !expanded_.empty() && (is_paused || frame % expanded_period == 0);
    for (const std::uint32_t agent : watched_agents()) {
        if (const auto known = world.known_obstacles(agent))
            samples.push_back(knowledge_sample(frame, agent, *known, layers));
        const std::optional<FocusView> view = world.inspect(agent, wants_expanded ? expanded_sent : 0);
        if (!view) {
            samples.push_back(route_sample(frame, agent, world.route(agent), layers));
            continue;
        }
        for (ChannelSample& sample : planner_samples(frame, agent, *view, layers))
            samples.push_back(std::move(sample));
        if (wants_expanded) samples.push_back(expanded_sample(frame, agent, *view, layers));
    }
    return samples;
}

bool is_wanted(const ChannelSample& sample, std::optional<std::uint32_t> watched, const ShowCommand& wish) {
    if (sample.channel == "domain_at_work") return true;
    if (sample.channel == "plan" && wish.plans.value_or(false)) return true;
    if (sample.channel == "expanded" && !wish.expanded.value_or(false)) return false;
    if (sample.channel == "map" && !wish.map.value_or(false)) return false;
    return sample.agent == watched;
}

}  // namespace wend::view
