#include "sim/ground/field_routes.hpp"

#include <map>

#include "wend/base/mutex.hpp"

#include "sim/ground/ready_field.hpp"

namespace wend {
namespace {

constexpr std::size_t most_cells = std::size_t{1} << 24;  ///< in all fields that are kept
constexpr std::size_t most_edits = 1024;                  ///< that are remembered

/// Goals that many agents have.
std::vector<Goal> shared_goals(const Scene& scene) {
    std::vector<std::pair<Goal, std::uint64_t>> counted;
    const auto count_one = [&](const Goal& goal, std::uint64_t agents) {
        for (auto& [other, sum] : counted)
            if (other.layer == goal.layer && other.region == goal.region) {
                sum += agents;
                return;
            }
        counted.emplace_back(goal, agents);
    };
    const auto count = [&](const Goal& goal, std::uint64_t agents) {
        count_one(goal, agents);
        for (const Goal& other : goal.others) count_one(other, agents);
        for (const Goal& next : goal.then) count_one(next, agents);
    };
    for (const GroupSpec& group : scene.groups) count(group.goal, group.count);
    for (const AgentSpec& agent : scene.agents) count(agent.goal, 1);
    std::vector<Goal> shared;
    for (const auto& [goal, agents] : counted)
        if (agents >= FieldRoutes::many) shared.push_back(goal);
    return shared;
}

}  // namespace

struct FieldRoutes::State {
    /// A shared goal's number, or where a single goal is; the body; what binds it.
    struct Key {
        std::size_t shared = ~std::size_t{0};
        std::uint32_t layer = 0;
        double x = 0, y = 0;
        double radius = 0;
        BindingIndex binding = 0;
        auto operator<=>(const Key&) const = default;
    };
    struct Entry {
        ReadyField field;
        std::uint64_t constraints = 0;  ///< version that it knows
        std::uint64_t edits = 0;
    };

    using Bodies = std::vector<domains::ResolvedConstraint>;

    Scene scene;
    std::optional<Walls> walls;
    std::vector<Goal> shared;
    std::map<BodyId, domains::ResolvedConstraint> standing;
    std::vector<domains::ChangedGround> edits;  ///< the last ones
    std::uint64_t forgotten_edits = 0;
    Mutex growing;                                          ///< of the next
    std::map<double, std::shared_ptr<const Bodies>> grown;  ///< by radius

    SharedMutex mutex;  ///< of what follows
    std::map<Key, Entry> entries;
    std::size_t cells = 0;
    std::optional<fields::OpenClField> device;

    explicit State(const Scene& s) : scene(s), shared(shared_goals(s)) {
        scene.obstacles.clear();  // those that stand are cut out by `block`
        scene.agents.clear();
        scene.groups.clear();
    }

    void note_edit(const domains::ResolvedConstraint& body) {
        grown.clear();
        edits.push_back({body.layer, body.influence.box()});
        if (edits.size() <= most_edits) return;
        forgotten_edits += edits.size();
        edits.clear();
    }
    [[nodiscard]] std::uint64_t edit_count() const noexcept { return forgotten_edits + edits.size(); }

    [[nodiscard]] Key key_of(const RoutePoint& to, double radius, BindingIndex binding) const {
        Key key;
        for (std::size_t i = 0; i < shared.size() && key.shared == Key{}.shared; ++i)
            if (is_inside(shared[i], to)) key.shared = i;
        if (key.shared == Key{}.shared) key.layer = to.layer, key.x = to.position.x, key.y = to.position.y;
        key.radius = radius;
        key.binding = binding;
        return key;
    }

    /// What stands, grown by the radius of who goes around it.
    [[nodiscard]] std::shared_ptr<const Bodies> bodies(double radius) {
        const std::lock_guard lock(growing);
        auto& known = grown[radius];
        if (known) return known;
        Bodies made;
        for (const auto& [who, body] : standing) {
            made.push_back(body);
            made.back().influence.shapes[0].margin = radius;
        }
        return known = std::make_shared<const Bodies>(std::move(made));
    }

    [[nodiscard]] bool is_current(const Entry& entry, const FieldSource& source) const {
        return entry.constraints == source.multipliers.version() && entry.edits == edit_count();
    }

    /// The field for that question, up to date and grown to the start; null where there is none. Under the
    /// lock.
    const Entry* prepare(const Key& key, const FieldSource& source, const RoutePoint& from,
                         const RoutePoint& to) {
        auto known = entries.find(key);
        if (known != entries.end() && !is_current(known->second, source) && !renew(known->second, source)) {
            cells -= known->second.field.cells();
            entries.erase(known);
            known = entries.end();
        }
        if (known == entries.end()) {
            const Goal* region = key.shared < shared.size() ? &shared[key.shared] : nullptr;
            auto made = ReadyField::create(source, key.radius, region, to);
            if (!made) return nullptr;
            if (cells > most_cells) entries.clear(), cells = 0;
            cells += made.value().cells();
            known =
                entries
                    .emplace(key, Entry{std::move(made).value(), source.multipliers.version(), edit_count()})
                    .first;
        }
        const fields::Cell start = known->second.field.start(source, from);
        if (start != fields::no_cell) known->second.field.grow(start, device ? &*device : nullptr);
        return &known->second;
    }

    /// False when what has changed is no longer known.
    bool renew(Entry& entry, const FieldSource& source) {
        std::vector<domains::ChangedGround> changed;
        if (!source.multipliers.changed_since(entry.constraints, changed)) return false;
        if (entry.edits < forgotten_edits) return false;
        const auto first = static_cast<std::ptrdiff_t>(entry.edits - forgotten_edits);
        changed.insert(changed.end(), edits.begin() + first, edits.end());
        entry.field.repair(source, changed);
        entry.constraints = source.multipliers.version();
        entry.edits = edit_count();
        return true;
    }
};

FieldRoutes::FieldRoutes(const Scene& scene) : state_(std::make_unique<State>(scene)) {}
FieldRoutes::FieldRoutes(FieldRoutes&&) noexcept = default;
FieldRoutes& FieldRoutes::operator=(FieldRoutes&&) noexcept = default;
FieldRoutes::~FieldRoutes() = default;

void FieldRoutes::set_walls(const Walls& walls) {
    state_->walls = walls;
}

bool FieldRoutes::has_walls() const noexcept {
    return state_->walls.has_value();
}

Status FieldRoutes::use_open_cl() {
    auto device = fields::OpenClField::open();
    if (!device) return device.status();
    state_->device.emplace(std::move(device).value());
    return Status::ok();
}

void FieldRoutes::block(BodyId who, std::uint32_t layer, const Ring& outline) {
    const domains::ResolvedConstraint body{layer, {{{outline, {}, 0}}}, true, Preposition::in, 0};
    state_->standing[who] = body;
    state_->note_edit(body);
}

void FieldRoutes::unblock(BodyId who) {
    const auto body = state_->standing.find(who);
    if (body == state_->standing.end()) return;
    state_->note_edit(body->second);
    state_->standing.erase(body);
}

std::optional<std::vector<RoutePoint>> FieldRoutes::route(const RoutePoint& from, const RoutePoint& to,
                                                          double radius, BindingIndex binding,
                                                          const LiveConstraints& constraints) const {
    State& state = *state_;
    const domains::MultiplierField& multipliers = constraints.field(binding);
    const bool is_bound = !multipliers.constraints().empty();
    if (!state.walls || (!is_bound && state.shared.empty())) return std::nullopt;
    const State::Key key = state.key_of(to, radius, binding);
    if (!is_bound && key.shared >= state.shared.size()) return std::nullopt;
    const auto bodies = state.bodies(radius);
    const FieldSource source{state.scene, *state.walls, multipliers, *bodies};
    std::shared_lock reading(state.mutex);
    auto known = state.entries.find(key);
    const auto start_of = [&] { return known->second.field.start(source, from); };
    if (known == state.entries.end() || !state.is_current(known->second, source) ||
        start_of() == fields::no_cell || !known->second.field.knows(start_of())) {
        reading.unlock();
        {
            const std::unique_lock writing(state.mutex);
            if (state.prepare(key, source, from, to) == nullptr) return std::nullopt;
        }
        reading.lock();
        known = state.entries.find(key);
        if (known == state.entries.end()) return std::nullopt;
    }
    const fields::Cell start = start_of();
    if (start == fields::no_cell || !known->second.field.knows(start)) return std::nullopt;
    auto points = known->second.field.way(source, start, from, to);
    // Nobody stays on forbidden ground because it has nowhere to go.
    if (points.empty() && multipliers.forbids(from.layer, from.position))
        points = known->second.field.way_off(start, from);
    if (points.empty()) return std::nullopt;
    return points;
}

}  // namespace wend
