#include "sim/live_constraints.hpp"

#include <algorithm>

namespace wend {

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
        if (spec.of != agent.name && domains::binds(spec, agent.name, agent.group))
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
