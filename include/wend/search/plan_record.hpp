#pragma once

// What a search hands out, and the books that go with it: the last whole path, as long as its goal is the
// goal; what was spent since something happened to it; which change it has seen.

#include <algorithm>
#include <string_view>
#include <vector>

#include "wend/search/partial_path.hpp"
#include "wend/search/plan.hpp"

namespace wend::search {

class PlanRecord {
  public:
    [[nodiscard]] const Plan& plan() const noexcept { return plan_; }
    /// The last whole path, the start first; empty when there is none.
    [[nodiscard]] std::vector<StateId>& route() noexcept { return route_; }
    /// `plan()` is whole, and nothing changed since.
    [[nodiscard]] bool is_current() const noexcept { return is_current_; }

    void begin() noexcept {
        route_.clear();
        is_current_ = false;
        spent_ = spent_at_event_ = 0;
    }
    void spend(std::uint64_t expansions) noexcept { spent_ += expansions; }
    /// Since the last plan that was asked for.
    [[nodiscard]] std::uint64_t spent() const noexcept { return spent_ - spent_at_event_; }
    /// The first event after a plan starts a new count of expansions.
    void note_event(bool was_finished) noexcept {
        if (is_current_ || was_finished) spent_at_event_ = spent_;
        is_current_ = false;
    }
    void note_change(std::uint64_t stamp) noexcept { stamp_ = stamp; }

    /// The route is the plan.
    void publish(Cost cost, double bound, bool ignored_bounds) {
        set(StatusCode::ok, cost, bound, ignored_bounds);
        plan_.path.assign(route_.begin(), route_.end());
        plan_.reaches_goal = is_current_ = true;
    }
    /// There is no plan.
    void fail(StatusCode status, std::string_view reason, bool ignored_bounds) {
        set(status, infinite_cost, 0, ignored_bounds);
        plan_.path.clear();
        plan_.reaches_goal = false;
        plan_.reason = reason;
    }
    /// The budget ended: `write(path)` writes how far one would come, and returns what that costs.
    template <class Write>
    void publish_part(StateId goal, bool ignored_bounds, Write&& write) {
        set(StatusCode::out_of_budget, write(plan_.path), 0, ignored_bounds);
        plan_.reaches_goal = plan_.path.back() == goal;
    }

  private:
    void set(StatusCode status, Cost cost, double bound, bool ignored_bounds) noexcept {
        plan_.status = status;
        plan_.cost = cost;
        plan_.bound = bound;
        plan_.ignored_bounds = ignored_bounds;
        plan_.reason = {};
        plan_.expansions = spent();
        plan_.change_stamp = stamp_;
    }

    Plan plan_;
    std::vector<StateId> route_;
    std::uint64_t spent_ = 0;
    std::uint64_t spent_at_event_ = 0;
    std::uint64_t stamp_ = 0;
    bool is_current_ = false;
};

}  // namespace wend::search
