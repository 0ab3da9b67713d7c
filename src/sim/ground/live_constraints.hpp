#pragma once

// The constraints of a running scene: which bind whom, and where their ground is now. Agents that the same
// constraints bind share one multiplier field, known by the number of their binding; 0 is that of nobody.
//
// Annotations follow what they are attached to, obstacles and agents alike, as the world is when it is looked
// at: every `renewal` seconds, and whenever a constraint comes or goes. Nothing changes between two looks, so
// that whoever asks within a frame, on whichever thread, hears the same.

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "wend/base/status.hpp"
#include "wend/domains/annotation.hpp"
#include "wend/world/scene.hpp"
#include "wend/world/snapshot.hpp"

namespace wend {

using BindingIndex = std::uint32_t;

class LiveConstraints {
  public:
    static constexpr double renewal = 0.5;  ///< seconds

    explicit LiveConstraints(const Scene& scene);

    [[nodiscard]] const std::vector<ConstraintSpec>& specs() const noexcept { return specs_; }
    /// Where they were found to be, in the same order.
    [[nodiscard]] const std::vector<domains::ResolvedConstraint>& ground() const noexcept { return ground_; }
    /// Rises when any of it changes.
    [[nodiscard]] std::uint64_t version() const noexcept { return version_; }

    /// A constraint that holds from now on, in place of the one of that name; or one that holds no longer.
    /// All agents have to be bound again. Invalid input changes nothing.
    Status set(const ConstraintSpec& spec, std::span<const AgentSpec> agents);
    Status lift(const std::string& name);

    /// What binds the agent. Fails where the weights together are too large.
    Result<BindingIndex> bind(const AgentSpec& agent);
    [[nodiscard]] const domains::MultiplierField& field(BindingIndex binding) const {
        return *bindings_[binding].field;
    }

    /// Ground that those bound like that must not enter; null where nothing says so.
    [[nodiscard]] const domains::MultiplierField* rules_for(BindingIndex binding) const {
        const domains::MultiplierField& rules = field(binding);
        return rules.is_hard() ? &rules : nullptr;
    }
    [[nodiscard]] bool is_due(double now) const noexcept {
        return is_news_ || (!specs_.empty() && now >= next_look_);
    }
    /// Looks where everything is; appends the bindings whose ground has changed. One thread, nobody asking.
    void look(const Snapshot& world, std::vector<BindingIndex>& changed);

  private:
    using Names = std::vector<std::string>;
    struct Binding {
        Names names;                                      ///< of constraints
        std::unique_ptr<domains::MultiplierField> field;  ///< stays where it is
    };
    [[nodiscard]] const ConstraintSpec* find(const std::string& name) const noexcept;
    [[nodiscard]] Names names_for(const AgentSpec& agent) const;
    [[nodiscard]] std::vector<domains::ResolvedConstraint> grounds_of(const Names& names) const;
    void take_specs();

    std::vector<ConstraintSpec> specs_;
    std::vector<domains::ResolvedConstraint> ground_;
    Names attached_to_;  ///< in order
    domains::AnnotatedWorld world_;
    std::vector<Binding> bindings_;
    std::uint64_t version_ = 0;
    bool is_news_ = false;  ///< since the last look
    double next_look_ = 0;
};

}  // namespace wend
