#include "wend/planning/scheduler.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace wend::planning {
namespace {

using Clock = Budget::Clock;

/// Frames between two looks at what moves.
constexpr std::uint64_t ageing_period = 4;

RegionIndex::Client key_of(AgentId id) noexcept {
    return std::uint64_t{id.generation} << 32 | id.index;
}

Clock::duration seconds_of(double seconds) {
    return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

}  // namespace

Scheduler::Scheduler(const SchedulerSettings& settings)
    : settings_(settings),
      own_workers_(settings.workers ? nullptr : std::make_unique<Workers>(settings.threads)),
      workers_(settings.workers ? *settings.workers : *own_workers_) {}

void Scheduler::add(AgentId id, Planner& planner) {
    const auto at = std::lower_bound(clients_.begin(), clients_.end(), id,
                                     [](const Client& client, AgentId key) { return client.id < key; });
    clients_.insert(at, {id, &planner, frame_, false});
    planner.lose_track();  // it has heard of nothing while it was elsewhere
}

bool Scheduler::remove(AgentId id) {
    index_.set(key_of(id), {});
    return std::erase_if(clients_, [&](const Client& client) { return client.id == id; }) > 0;
}

Scheduler::Client* Scheduler::find(AgentId id) noexcept {
    const auto at = std::lower_bound(clients_.begin(), clients_.end(), id,
                                     [](const Client& client, AgentId key) { return client.id < key; });
    return at != clients_.end() && at->id == id ? &*at : nullptr;
}

void Scheduler::tell_changes(const View& view, FrameReport& report) {
    for (std::size_t i = frame_ % ageing_period; i < clients_.size(); i += ageing_period)
        clients_[i].planner->age(view);
    if (!view.changes) return;
    const auto tell = [&](const Change& change) {
        for (const RegionIndex::Client key : index_.concerned(change.layer, change.region, change.window)) {
            Client* client =
                find(AgentId{static_cast<std::uint32_t>(key), static_cast<std::uint32_t>(key >> 32)});
            const bool is_own =
                client && change.who == BodyId(client->id) && change.kind != ChangeKind::ground_changed;
            if (client && !is_own && client->planner->hear(change, view)) ++report.told;
        }
    };
    if (!view.changes->visit_since(stamp_, tell))
        for (Client& client : clients_) client.planner->lose_track();
    stamp_ = view.changes->last_stamp();
}

void Scheduler::keep_up_index(const View& view, std::span<const std::size_t> served) {
    if (!view.changes) return;
    for (const std::size_t i : served) {
        std::vector<SeenRegion> regions = clients_[i].planner->concerns(view);
        for (SeenRegion& region : regions) region.times.high = std::numeric_limits<double>::infinity();
        index_.set(key_of(clients_[i].id), regions);
    }
}

/// The hungry in the order of their turns.
std::vector<Scheduler::Part> Scheduler::line_up() {
    struct Place {
        Part part;
        bool is_urgent;
        double priority;
    };
    std::vector<Place> line;
    for (std::size_t i = 0; i < clients_.size(); ++i) {
        Client& client = clients_[i];
        const bool is_hungry = client.planner->has_work();
        if (is_hungry && !client.was_hungry) client.served = frame_;
        client.was_hungry = is_hungry;
        if (!is_hungry) continue;
        const bool is_urgent = client.planner->is_imminent_plan_invalid();
        line.push_back(
            {{i, is_urgent ? settings_.urgent_weight : 1.0}, is_urgent, client.planner->most_urgent()});
    }
    if (line.empty()) return {};
    const auto waits_longer = [&](const Place& a, const Place& b) {
        return std::pair(clients_[a.part.client].served, a.part.client) <
               std::pair(clients_[b.part.client].served, b.part.client);
    };
    std::iter_swap(line.begin(), std::min_element(line.begin(), line.end(), waits_longer));
    std::sort(line.begin() + 1, line.end(), [&](const Place& a, const Place& b) {
        if (a.is_urgent != b.is_urgent) return a.is_urgent;
        if (a.is_urgent && a.priority != b.priority) return a.priority < b.priority;
        return waits_longer(a, b);
    });
    std::vector<Part> parts;
    for (const Place& place : line) parts.push_back(place.part);
    return parts;
}

/// Parts by weight; as many agents as can have a turn worth having. The expansions add up to what there is.
void Scheduler::divide(std::vector<Part>& parts, const FrameBudget& left) const {
    std::size_t most = parts.size();
    if (left.expansions)
        most =
            std::min<std::size_t>(most, std::max<std::uint64_t>(1, *left.expansions / settings_.least_turn));
    if (left.seconds)
        most = std::min(most,
                        std::max<std::size_t>(1, static_cast<std::size_t>(*left.seconds * workers_.count() /
                                                                          settings_.least_seconds)));
    parts.resize(most);
    double weights = 0;
    for (const Part& part : parts) weights += part.weight;
    std::uint64_t expansions = left.expansions.value_or(0);
    for (Part& part : parts) {
        const double share = part.weight / weights;
        weights -= part.weight;
        if (left.expansions) {
            const bool is_last = &part == &parts.back();
            part.expansions =
                is_last ? expansions : static_cast<std::uint64_t>(static_cast<double>(expansions) * share);
            expansions -= *part.expansions;
        }
    }
    if (!left.seconds) return;
    double all = 0;
    for (const Part& part : parts) all += part.weight;
    for (Part& part : parts)
        part.seconds = std::min(*left.seconds, *left.seconds * workers_.count() * part.weight / all);
}

void Scheduler::run_parts(std::vector<Part>& parts, const View& view,
                          std::optional<Clock::time_point> deadline) {
    const auto run_one = [&](std::uint32_t i) {
        Part& part = parts[i];
        Budget budget = part.expansions ? Budget::expansions(*part.expansions) : Budget::unlimited();
        if (deadline) budget = budget.and_until(std::min(*deadline, Clock::now() + seconds_of(part.seconds)));
        clients_[part.client].planner->work(view, budget, settings_.max_tasks);
        part.spent = budget.spent();
    };
    workers_.for_each(static_cast<std::uint32_t>(parts.size()), run_one);
}

FrameReport Scheduler::run(const View& view, const FrameBudget& budget, const Commit& commit) {
    constexpr int most_rounds = 4;
    const auto begun = Clock::now();
    std::optional<Clock::time_point> deadline;
    if (budget.seconds) deadline = begun + seconds_of(*budget.seconds);
    FrameReport report;
    FrameBudget left = budget;
    std::vector<std::size_t> served;
    ++frame_;
    tell_changes(view, report);
    report.sensing_seconds = std::chrono::duration<double>(Clock::now() - begun).count();
    for (int round = 0; round < most_rounds; ++round) {
        if ((left.expansions && *left.expansions == 0) || (left.seconds && *left.seconds <= 0)) break;
        std::vector<Part> parts = line_up();
        if (round == 0) report.hungry = static_cast<std::uint32_t>(parts.size());
        if (parts.empty()) break;
        divide(parts, left);
        run_parts(parts, view, deadline);
        for (const Part& part : parts) {
            Client& client = clients_[part.client];
            const auto wait = static_cast<std::uint32_t>(frame_ - client.served);
            report.longest_wait = std::max(report.longest_wait, wait);
            client.served = frame_;
            report.expansions += part.spent;
            if (left.expansions) *left.expansions -= part.spent;
            served.push_back(part.client);
        }
        if (deadline) left.seconds = std::chrono::duration<double>(*deadline - Clock::now()).count();
    }
    std::sort(served.begin(), served.end());
    served.erase(std::unique(served.begin(), served.end()), served.end());
    report.served = static_cast<std::uint32_t>(served.size());
    keep_up_index(view, served);
    if (commit)
        for (const std::size_t i : served) commit(clients_[i].id, *clients_[i].planner);
    report.seconds = std::chrono::duration<double>(Clock::now() - begun).count();
    return report;
}

}  // namespace wend::planning
