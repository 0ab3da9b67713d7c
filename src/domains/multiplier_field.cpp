#include "wend/domains/multiplier_field.hpp"

#include <algorithm>
#include <cmath>

namespace wend::domains {
namespace {

constexpr double step_of_weight = 1.1;

}  // namespace

Result<MultiplierField> MultiplierField::create(std::vector<ResolvedConstraint> constraints) {
    MultiplierField field;
    double repelling = 0;
    for (const ResolvedConstraint& constraint : constraints) {
        if (constraint.hard) continue;
        if (!std::isfinite(constraint.weight) || constraint.weight == 0)
            return Status::invalid_input("constraint: found weight " + std::to_string(constraint.weight) +
                                         ", expected a finite number other than 0");
        (constraint.weight > 0 ? field.base_ : repelling) += std::abs(constraint.weight);
    }
    if (field.base_ > largest_weight || repelling > largest_weight)
        return Status::invalid_input("constraints: found weights of " + std::to_string(field.base_) +
                                     " and " + std::to_string(-repelling) +
                                     " in all, expected at most 100 each way");
    field.constraints_ = std::move(constraints);
    for (const ResolvedConstraint& constraint : field.constraints_)
        field.boxes_.push_back(constraint.influence.box().grown(field.reach(constraint)));
    return field;
}

double MultiplierField::reach(const ResolvedConstraint& constraint) const noexcept {
    return !constraint.hard && constraint.preposition == Preposition::near ? std::abs(constraint.weight) : 0;
}

double MultiplierField::weight_at(const ResolvedConstraint& constraint, Vec2 p) noexcept {
    if (constraint.preposition == Preposition::in)
        return constraint.influence.contains(p) ? constraint.weight : 0;
    const double range = std::abs(constraint.weight);
    return constraint.weight * std::max(0.0, (range - constraint.influence.distance(p)) / range);
}

double MultiplierField::factor(std::span<const std::size_t> active, Vec2 p) const noexcept {
    double exponent = base_;
    for (const std::size_t i : active) exponent -= weight_at(constraints_[i], p);
    return std::max(1.0, std::pow(step_of_weight, exponent));
}

double MultiplierField::at(std::uint32_t layer, Vec2 p) const noexcept {
    double exponent = base_;
    for (std::size_t i = 0; i < constraints_.size(); ++i)
        if (!constraints_[i].hard && constraints_[i].layer == layer && boxes_[i].contains(p))
            exponent -= weight_at(constraints_[i], p);
    return std::max(1.0, std::pow(step_of_weight, exponent));
}

double MultiplierField::mean(std::uint32_t layer, Vec2 a, Vec2 b) const {
    if (std::pair(b.x, b.y) < std::pair(a.x, a.y)) std::swap(a, b);
    Box2 way;
    way.add(a);
    way.add(b);
    std::vector<std::size_t> active;
    std::vector<double> cuts{0, 1};
    for (std::size_t i = 0; i < constraints_.size(); ++i) {
        const ResolvedConstraint& constraint = constraints_[i];
        if (constraint.hard || constraint.layer != layer || !boxes_[i].overlaps(way)) continue;
        active.push_back(i);
        if (constraint.preposition == Preposition::in) constraint.influence.append_cuts(a, b, cuts);
    }
    if (active.empty()) return std::max(1.0, std::pow(step_of_weight, base_));
    std::sort(cuts.begin(), cuts.end());
    double sum = 0;
    for (std::size_t i = 0; i + 1 < cuts.size(); ++i)
        if (cuts[i + 1] > cuts[i])
            sum +=
                (cuts[i + 1] - cuts[i]) * mean_of_piece(active, lerp(a, b, cuts[i]), lerp(a, b, cuts[i + 1]));
    return std::max(1.0, sum);
}

/// Of a piece that crosses no outline.
double MultiplierField::mean_of_piece(std::span<const std::size_t> active, Vec2 a, Vec2 b) const {
    const double span = distance(a, b);
    const Vec2 middle = (a + b) / 2;
    std::size_t changing = 0;
    for (const std::size_t i : active)
        if (constraints_[i].preposition == Preposition::near &&
            constraints_[i].influence.distance(middle) < reach(constraints_[i]) + span / 2)
            ++changing;
    if (changing == 0) return factor(active, middle);
    const double longest =
        2 * std::log1p(mean_error) / std::log(step_of_weight) / static_cast<double>(changing);
    const auto parts = static_cast<std::size_t>(std::ceil(span / longest));
    double sum = 0;
    for (std::size_t i = 0; i < parts; ++i)
        sum += factor(active, lerp(a, b, (static_cast<double>(i) + 0.5) / static_cast<double>(parts)));
    return parts == 0 ? factor(active, middle) : sum / static_cast<double>(parts);
}

bool MultiplierField::forbids(std::uint32_t layer, Vec2 a, Vec2 b) const {
    Box2 way;
    way.add(a);
    way.add(b);
    for (std::size_t i = 0; i < constraints_.size(); ++i)
        if (constraints_[i].hard && constraints_[i].layer == layer && boxes_[i].overlaps(way) &&
            constraints_[i].influence.touches(a, b))
            return true;
    return false;
}

bool MultiplierField::forbids(std::uint32_t layer, Vec2 p) const noexcept {
    for (std::size_t i = 0; i < constraints_.size(); ++i)
        if (constraints_[i].hard && constraints_[i].layer == layer && boxes_[i].contains(p) &&
            constraints_[i].influence.contains(p))
            return true;
    return false;
}

bool MultiplierField::is_hard() const noexcept {
    return std::any_of(constraints_.begin(), constraints_.end(),
                       [](const ResolvedConstraint& constraint) { return constraint.hard; });
}

void MultiplierField::move(std::size_t constraint, std::uint32_t layer, Influence influence,
                           std::vector<ChangedGround>& changed) {
    ResolvedConstraint& moved = constraints_[constraint];
    if (moved.layer == layer && moved.influence == influence) return;
    const std::size_t first = changed.size();
    if (!boxes_[constraint].is_empty()) changed.push_back({moved.layer, boxes_[constraint]});
    moved.layer = layer;
    moved.influence = std::move(influence);
    boxes_[constraint] = moved.influence.box().grown(reach(moved));
    if (!boxes_[constraint].is_empty()) changed.push_back({layer, boxes_[constraint]});
    changes_.insert(changes_.end(), changed.begin() + static_cast<std::ptrdiff_t>(first), changed.end());
    if (changes_.size() <= most_changes) return;
    const auto oldest = static_cast<std::ptrdiff_t>(changes_.size() - most_changes / 2);
    changes_.erase(changes_.begin(), changes_.begin() + oldest);
    forgotten_ += static_cast<std::uint64_t>(oldest);
}

Status MultiplierField::replace(std::vector<ResolvedConstraint> constraints) {
    auto made = create(std::move(constraints));
    if (!made) return made.status();
    const std::uint64_t next = version() + 1;
    *this = std::move(made).value();
    forgotten_ = next;
    return Status::ok();
}

bool MultiplierField::changed_since(std::uint64_t version, std::vector<ChangedGround>& changed) const {
    if (version < forgotten_) return false;
    const auto first = static_cast<std::ptrdiff_t>(version - forgotten_);
    changed.insert(changed.end(), changes_.begin() + first, changes_.end());
    return true;
}

}  // namespace wend::domains
