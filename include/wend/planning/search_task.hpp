#pragma once

// The task of one facet: AD* in a tunnel (MD Appendix B, Alg. 1 and 2). An execution runs to the next plan
// and no farther, so that after each plan somebody else may be more important.
//
// Nothing that grows with the search is done outside the budget. Events are taken in at once, which is little
// work, and leave behind what has to be looked through (Digest): the states that a change touched, those that
// left or entered the tunnel, and all of them to be told to the search. That may take several frames; the
// search goes on when all of it is done.
//
// A task that forgets has two shapes. While it works it has an engine: a search, and a tunnel that knows its
// states. Settled, it has a plan and the region that the plan was found in, and nothing else.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>

#include "wend/planning/facet.hpp"
#include "wend/planning/task.hpp"
#include "wend/planning/task_settings.hpp"
#include "wend/search/search.hpp"

namespace wend::planning {

template <Facet F>
class SearchTask final : public Task {
  public:
    SearchTask(F facet, const TaskSettings& settings) : facet_(std::move(facet)), settings_(settings) {}

    void execute(const View& view, Budget& budget) override;
    void sense(const View& view) override;
    void age(const View& view) override;
    [[nodiscard]] std::vector<SeenRegion> concerns(const View& view) const override;
    bool hear(const Change& change, const View& view) override;
    [[nodiscard]] bool knows_time() const noexcept override { return Domain::knows_time; }
    [[nodiscard]] std::optional<Start> start_after(double time) const override;
    [[nodiscard]] std::optional<Start> end() const override;
    [[nodiscard]] std::vector<domains::WalkFrame> walk() const override {
        if constexpr (WalkableFacet<F>)
            if (!path_.empty()) return facet_.walk(path_);
        return {};
    }
    [[nodiscard]] domains::FootstepPlan footsteps(std::size_t states) const override {
        if constexpr (SteppingFacet<F>)
            if (!path_.empty()) return facet_.footsteps(path_, states);
        return {};
    }
    [[nodiscard]] double room(const domains::Place& place, double enough) const override {
        if constexpr (RoomyFacet<F>)
            return facet_.room(place, enough);
        else
            return enough;
    }
    [[nodiscard]] TaskPicture picture(std::size_t most_expanded) const override;
    [[nodiscard]] double branching() const override;
    [[nodiscard]] std::size_t bytes() const override;
    [[nodiscard]] const F& facet() const noexcept { return facet_; }
    [[nodiscard]] const Tunnel<typename F::Domain>& tunnel() const noexcept { return tunnel_; }
    /// Does it hold more than its plan?
    [[nodiscard]] bool has_search() const noexcept { return engine_ != nullptr; }

  private:
    using StateId = search::StateId;
    using Domain = typename F::Domain;
    static constexpr search::Direction direction = direction_of<F>();

    struct Engine {
        search::Context context;
        search::Search<Tunnel<Domain>, direction> search;
        explicit Engine(const search::Options& options) noexcept : search(context, options) {}
    };
    /// How far events have been worked through.
    struct Digest {
        bool is_pending = false;
        bool was_settled = false;
        StateId next = 0;           ///< state to look at for changes
        StateId end = 0;            ///< of those
        std::size_t newcomers = 0;  ///< of `changed_`, whose neighbours are to be looked at
        std::size_t newcomers_end = 0;
        std::size_t told = 0;  ///< of `changed_`
    };
    struct Run {
        bool has_found = false;
        std::uint64_t spent = 0;
    };

    // Events: search_task_events.hpp
    [[nodiscard]] bool begins_anew() const noexcept {
        return mail().goal || !problem_ || mail().changes_lost;
    }
    void take_events(const View& view);
    void begin(const View& view, std::uint32_t way = 0);
    void note_footings();
    void resume();
    void forget();
    void move_start();
    void walk_on_to(std::size_t step);
    void search_again(const View& view);
    void take_changes(const View& view);
    void take_ground(const View& view);
    void take_tunnel(const View& view);
    void take_blocked(const View& view);
    void follow_course(search::Inflation inflation);
    void begin_digest();
    [[nodiscard]] bool digest(Budget& budget);
    [[nodiscard]] bool look_for_touched(Budget& budget);
    [[nodiscard]] bool append_newcomers(Budget& budget);
    [[nodiscard]] bool tell_search(Budget& budget);
    void catch_up();
    [[nodiscard]] bool is_concerned() const;
    [[nodiscard]] bool is_intact() const;
    [[nodiscard]] bool may_have_changed(StateId state) const {
        if constexpr (ScanningFacet<F>)
            return facet_.touches(state);
        else
            return true;
    }

    // Search: search_task_solve.hpp
    void solve(const View& view, Budget& budget);
    [[nodiscard]] bool begins_another_way(const View& view);
    [[nodiscard]] Run run_search(Budget& budget);
    void take_plan(bool is_kept);
    [[nodiscard]] bool goes_on_without_plan(const Budget& budget);
    void improve_tunnel();
    void widen();
    [[nodiscard]] std::uint64_t patience_with_width() noexcept;
    [[nodiscard]] std::uint64_t doubt_left() const noexcept {
        return FloodingFacet<F> && doubt_at_ > 0 ? doubt_at_ - std::min(doubt_at_, fruitless_)
                                                 : ~std::uint64_t{0};
    }
    void forget_doubt();
    [[nodiscard]] bool has_no_way(Budget& budget);
    [[nodiscard]] std::uint64_t ambition_left() const noexcept {
        return settings_.ambition - std::min(settings_.ambition, improved_);
    }
    [[nodiscard]] std::uint64_t patience_left() const noexcept {
        if (settings_.patience == 0 || status_.has_plan) return ~std::uint64_t{0};
        const auto patience =
            static_cast<std::uint64_t>(std::ceil(trust_ * static_cast<double>(settings_.patience)));
        return patience - std::min(patience, fruitless_);
    }
    [[nodiscard]] bool is_standing() const noexcept { return is_standing_ && status_.has_plan; }
    [[nodiscard]] bool is_better(const search::Plan& plan) const noexcept {
        return !is_standing() || plan.bound <= status_.inflation;
    }
    void keep(const search::Plan& plan);
    void keep_whatever_leads_there(const search::Plan& plan);
    void fail(StatusCode code, std::string_view reason);
    /// The last state of the plan that is a place.
    [[nodiscard]] std::size_t last_step() const noexcept {
        return (Domain::knows_time ? std::min(path_.size(), course_.size()) : path_.size()) - 1;
    }

    F facet_;
    TaskSettings settings_;
    Tunnel<Domain> tunnel_;
    std::unique_ptr<Engine> engine_;

    static constexpr std::size_t most_remembered = 2000;
    std::unique_ptr<TaskPicture> remembered_;  ///< of the search it has forgotten, only if it is traced

    std::optional<Problem> problem_;
    std::optional<domains::Course> lower_;  ///< the course that the tunnel follows
    Ends ends_;
    std::vector<StateId> path_;
    std::vector<StateId> changed_;  ///< to be told to the search
    Digest digest_;
    double widening_ = 1;
    std::uint64_t fruitless_ = 0;   ///< expansions without a plan
    std::uint64_t widen_at_ = 0;    ///< when so many were
    std::uint64_t doubt_from_ = 0;  ///< fruitless expansions when the last event came
    std::uint64_t doubt_at_ = 0;    ///< and when it is time to ask whether there is a way; 0: never
    std::unique_ptr<domains::EndFloods> floods_;
    std::uint64_t improved_ = 0;  ///< expansions with a plan, since the last event
    std::uint64_t stamp_ = 0;     ///< of the newest change that was looked at
    std::uint32_t way_ = 0;       ///< of looking at the problem, for facets that have several
    bool can_search_ = false;
    bool is_standing_ = false;  ///< the plan is older than the search, and stands until that has a better one
};

template <Facet F>
void SearchTask<F>::execute(const View& view, Budget& budget) {
    const auto begun = is_traced_ ? Budget::Clock::now() : Budget::Clock::time_point{};
    if constexpr (requires { facet_.see(view); })
        if (can_search_) facet_.see(view);
    take_ground(view);
    if (begins_anew() || digest(budget)) take_events(view);
    if (digest(budget) && can_search_ && !status_.is_settled) solve(view, budget);
    if (settings_.forgets && !keeps_search_ && status_.is_settled && mail().is_empty()) {
        if (is_traced_) remembered_ = std::make_unique<TaskPicture>(picture(most_remembered));
        forget();
    }
    if (is_traced_) status_.seconds += std::chrono::duration<double>(Budget::Clock::now() - begun).count();
}

template <Facet F>
std::optional<Start> SearchTask<F>::start_after(double time) const {
    if (path_.empty()) return std::nullopt;
    for (std::size_t i = 0; i < last_step(); ++i) {
        const Start start = facet_.start_at(path_[i]);
        if (start.at.time >= time) return start;
    }
    return end();
}

template <Facet F>
std::optional<Start> SearchTask<F>::end() const {
    if (path_.empty()) return std::nullopt;
    return facet_.start_at(path_[last_step()]);
}

template <Facet F>
std::size_t SearchTask<F>::bytes() const {
    std::size_t sum = sizeof(*this) + facet_.bytes() - sizeof(F) + tunnel_.bytes() +
                      (course_.capacity() + (lower_ ? lower_->capacity() : 0)) * sizeof(domains::Place) +
                      (path_.capacity() + changed_.capacity()) * sizeof(StateId) +
                      (inbox_ ? sizeof(Inbox) + inbox_->bytes() : 0);
    if (floods_) sum += sizeof(*floods_) + floods_->bytes();
    if (engine_)
        sum += sizeof(Engine) + engine_->context.bytes() +
               engine_->search.plan().path.capacity() * sizeof(StateId);
    return sum;
}

template <Facet F>
TaskPicture SearchTask<F>::picture(std::size_t most_expanded) const {
    TaskPicture picture{tunnel_.width(), {}, 0, engine_ ? engine_->search.visited() : 0};
    if (most_expanded == 0) return picture;
    picture.asked = tunnel_.asked_count();
    const std::size_t stride = (picture.asked + most_expanded - 1) / most_expanded;
    std::size_t number = 0;
    tunnel_.for_each_asked([&](StateId state) {
        if (number++ % stride == 0) picture.expanded.push_back(facet_.domain().place(state));
    });
    if (picture.asked == 0 && remembered_) {
        picture.asked = remembered_->asked;
        picture.expanded = remembered_->expanded;
    }
    return picture;
}

template <Facet F>
double SearchTask<F>::branching() const {
    std::size_t moves = 0;
    std::vector<StateId> asked;  // asking for moves may make the list longer
    tunnel_.for_each_asked([&](StateId state) { asked.push_back(state); });
    for (const StateId state : asked)
        search::visit_along<direction>(facet_.domain(), state, [&](StateId next, search::Cost) {
            if (tunnel_.contains(next)) ++moves;
        });
    return asked.empty() ? 0 : static_cast<double>(moves) / static_cast<double>(asked.size());
}

}  // namespace wend::planning

#include "wend/planning/search_task_events.hpp"
#include "wend/planning/search_task_solve.hpp"
