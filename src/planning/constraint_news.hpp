#pragma once

// How facets hear that constraints have moved, of which the world's change log says nothing.

#include <vector>

#include "wend/domains/multiplier_field.hpp"

namespace wend::planning {

/// What the constraints on an agent have changed since a facet looked last.
class ConstraintNews {
  public:
    explicit ConstraintNews(const domains::MultiplierField* field) noexcept : field_(field) { skip(); }

    [[nodiscard]] const domains::MultiplierField* field() const noexcept { return field_; }
    [[nodiscard]] bool has_any() const noexcept { return field_ && field_->version() != seen_; }
    void skip() noexcept { seen_ = field_ ? field_->version() : 0; }
    /// False when there are too many to be told.
    [[nodiscard]] bool take(std::vector<domains::ChangedGround>& changed) {
        changed.clear();
        const bool is_known = !field_ || field_->changed_since(seen_, changed);
        skip();
        return is_known;
    }

  private:
    const domains::MultiplierField* field_;
    std::uint64_t seen_ = 0;
};

}  // namespace wend::planning
