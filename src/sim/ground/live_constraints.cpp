#include "sim/ground/live_constraints.hpp"

#include <algorithm>
#include <map>

namespace wend {
namespace {

/// Ground that must not be entered and moves is forbidden as far as it gets before the next look and before
/// whoever hears of that look has stopped: else one would walk onto ground that comes the other way.
constexpr double foresight = 1.25;     // seconds: a renewal, and a stop from a fast walk
constexpr double stride_ahead = 0.25;  // seconds between the places at which it is looked for

bool is_forbidden_and_moves(const ConstraintSpec& spec) {
    return spec.hard && !spec.of.empty();
}

/// Where things will be: as all know of known obstacles, else as if they went on as they do.
std::vector<domains::AnnotatedObject> moved_on(std::vector<domains::AnnotatedObject> objects,
                                               const Snapshot& world, double ahead) {
    std::map<std::string, Pose> later;
    world.obstacles().for_each([&](ObstacleId, const ObstacleState& obstacle) {
        if (!obstacle.spec->present.contains(world.time())) return;
        const double then = world.time() + (obstacle.spec->knowledge == Knowledge::known ? ahead : 0);
        Pose& pose = later[obstacle.spec->name] = obstacle.spec->motion.at(then);
        if (obstacle.seen) pose.position += obstacle.seen->velocity * ahead;
    });
    world.agents().for_each([&](AgentId, const AgentState& agent) {
        later[agent.spec->name] = {agent.motion.position + agent.motion.velocity * ahead,
                                   agent.motion.heading};
    });
    for (domains::AnnotatedObject& object : objects)
        if (const auto found = later.find(object.name); found != later.end()) object.pose = found->second;
    return objects;
}

/// Adds to the ground of such constraints where it will be.
void look_ahead(const Snapshot& world, std::span<const ConstraintSpec> specs,
                const domains::AnnotatedWorld& now, std::vector<domains::ResolvedConstraint>& ground) {
    if (std::none_of(specs.begin(), specs.end(), is_forbidden_and_moves)) return;
    for (int i = 1; i * stride_ahead <= foresight; ++i) {
        const domains::AnnotatedWorld then{moved_on(now.objects, world, i * stride_ahead), now.walls};
        for (std::size_t k = 0; k < specs.size(); ++k) {
            if (!is_forbidden_and_moves(specs[k])) continue;
            std::uint32_t layer = 0;
            const domains::Influence there = domains::ground_of(specs[k], then, layer);
            std::vector<domains::InfluenceShape>& known = ground[k].influence.shapes;
            if (known.empty() || there.shapes.empty() || layer != ground[k].layer) continue;
            if (there.shapes.back() != known.back())
                known.insert(known.end(), there.shapes.begin(), there.shapes.end());
        }
    }
}

}  // namespace

LiveConstraints::LiveConstraints(const Scene& scene) : specs_(scene.constraints) {
    bindings_.push_back({{}, std::make_unique<domains::MultiplierField>()});
    take_specs();
    is_news_ = !specs_.empty();
}

const ConstraintSpec* LiveConstraints::find(const std::string& name) const noexcept {
    const auto found = std::find_if(specs_.begin(), specs_.end(),
                                    [&](const ConstraintSpec& spec) { return spec.name == name; });
    return found == specs_.end() ? nullptr : &*found;
}

/// Nobody is bound by what is attached to itself.
auto LiveConstraints::names_for(const AgentSpec& agent) const -> Names {
    Names names;
    for (const ConstraintSpec& spec : specs_)
        if (spec.of != agent.name && spec.other != agent.name &&
            domains::binds(spec, agent.name, agent.group))
            names.push_back(spec.name);
    return names;
}

/// Of those that still hold.
std::vector<domains::ResolvedConstraint> LiveConstraints::grounds_of(const Names& names) const {
    std::vector<domains::ResolvedConstraint> grounds;
    for (const std::string& name : names)
        if (const ConstraintSpec* spec = find(name))
            grounds.push_back(ground_[static_cast<std::size_t>(spec - specs_.data())]);
    return grounds;
}

Result<BindingIndex> LiveConstraints::bind(const AgentSpec& agent) {
    const Names names = names_for(agent);
    for (BindingIndex i = 0; i < bindings_.size(); ++i)
        if (bindings_[i].names == names) return i;
    auto field = domains::MultiplierField::create(grounds_of(names));
    if (!field) return Status::invalid_input("agent \"" + agent.name + "\": " + field.status().message);
    bindings_.push_back({names, std::make_unique<domains::MultiplierField>(std::move(field).value())});
    return static_cast<BindingIndex>(bindings_.size() - 1);
}

/// After some have come or gone.
void LiveConstraints::take_specs() {
    attached_to_.clear();
    for (const ConstraintSpec& spec : specs_) {
        attached_to_.push_back(spec.of);
        attached_to_.push_back(spec.other);
    }
    std::sort(attached_to_.begin(), attached_to_.end());
    ground_ = domains::resolve(specs_, world_);
    for (Binding& binding : bindings_)
        if (!binding.field->replace(grounds_of(binding.names)).is_ok()) {  // it binds nobody any more
            binding.names.clear();
            (void)binding.field->replace({});
        }
    is_news_ = true;
    ++version_;
}

Status LiveConstraints::set(const ConstraintSpec& spec, std::span<const AgentSpec> agents) {
    std::vector<ConstraintSpec> before = specs_;
    if (const ConstraintSpec* known = find(spec.name))
        specs_[static_cast<std::size_t>(known - specs_.data())] = spec;
    else
        specs_.push_back(spec);
    ground_ = domains::resolve(specs_, world_);
    std::vector<Names> checked;
    for (const AgentSpec& agent : agents) {
        Names names = names_for(agent);
        if (std::find(checked.begin(), checked.end(), names) != checked.end()) continue;
        if (auto made = domains::MultiplierField::create(grounds_of(names)); !made) {
            specs_ = std::move(before);
            ground_ = domains::resolve(specs_, world_);
            return Status::invalid_input("constraint \"" + spec.name + "\", agent \"" + agent.name +
                                         "\": " + made.status().message);
        }
        checked.push_back(std::move(names));
    }
    take_specs();
    return Status::ok();
}

Status LiveConstraints::lift(const std::string& name) {
    const ConstraintSpec* known = find(name);
    if (known == nullptr)
        return Status::invalid_input("lift event: found no constraint named \"" + name + "\"");
    specs_.erase(specs_.begin() + (known - specs_.data()));
    take_specs();
    return Status::ok();
}

void LiveConstraints::look(const Snapshot& world, std::vector<BindingIndex>& changed) {
    next_look_ = world.time() + renewal - 1e-9;
    if (world_.walls.empty()) world_.walls = domains::wall_segments(world.walls());
    world_.objects = domains::annotated_objects(world, attached_to_);
    std::vector<domains::ResolvedConstraint> before = domains::resolve(specs_, world_);
    look_ahead(world, specs_, world_, before);
    before.swap(ground_);
    if (ground_ != before) ++version_;
    std::vector<domains::ChangedGround> moved;
    for (BindingIndex i = 0; i < bindings_.size(); ++i) {
        domains::MultiplierField& field = *bindings_[i].field;
        const std::uint64_t version = field.version();
        std::size_t place = 0;
        for (const domains::ResolvedConstraint& now : grounds_of(bindings_[i].names)) {
            moved.clear();
            field.move(place++, now.layer, now.influence, moved);
        }
        if (is_news_ || field.version() != version) changed.push_back(i);
    }
    is_news_ = false;
}

}  // namespace wend
