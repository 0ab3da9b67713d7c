#include "planning/cell_facets.hpp"

namespace wend::planning {
namespace {

domains::SpaceTimeStart to_space_time(const Start& start) noexcept {
    return {start.at, start.heading, start.speed};
}

/// Has ground changed within reach of what was seen?
bool is_within_reach(std::span<const domains::ChangedGround> changed, const SeenRegion& seen, double reach) {
    return std::any_of(changed.begin(), changed.end(), [&](const domains::ChangedGround& ground) {
        return ground.layer == seen.layer && ground.box.grown(reach).overlaps(seen.box);
    });
}

}  // namespace

template <class Cells>
CellFacet<Cells>::CellFacet(const Ground& ground, const Traveller& who, Crossings crossings)
    : cell_(ground.grid_cell),
      sight_(ground.grid_sight),
      crossings_(std::move(crossings)),
      refresh_(ground.grid_refresh),
      mesh_(ground.mesh),
      filter_(ground.filter),
      news_(who.constraints) {
    settings_.cell = ground.grid_cell;
    settings_.radius = who.limits.radius;
    settings_.self = BodyId(who.id);
    settings_.sight = ground.grid_sight;
    for (const domains::Crossing& crossing : *crossings_)
        if (crossing.from_layer == crossing.to_layer)
            longest_link_ = std::max(longest_link_, distance(crossing.from, crossing.to));
}

template <class Cells>
Ends CellFacet<Cells>::begin(const Problem& problem, const View& view) {
    start_ = problem.start.at;
    goal_ = problem.goal.at;
    looked_ = view.now;
    grid_ = std::make_unique<domains::GridDomain>(view.world, crossings_, start_, settings_);
    make_domain();
    const auto state = [&](const domains::Place& place) {
        const auto cell = grid_->free_cell_near(place);
        return cell == domains::GridDomain::no_cell ? search::no_state : states_->state(cell);
    };
    const search::StateId from = state(start_);
    return {from, state(goal_)};
}

template <class Cells>
void CellFacet<Cells>::make_domain() {
    news_.skip();
    if constexpr (has_highways) {
        hybrid_ = std::make_unique<domains::HybridDomain>(*grid_);
        for (std::uint32_t layer = 0; layer < mesh_->layer_count(); ++layer) {
            std::vector<Vec2> ends;
            for (const domains::Place& end : {start_, goal_})
                if (end.layer == layer) ends.push_back(end.position);
            hybrid_->add_highways(
                mesh_->layer(layer, filter_), layer,
                news_.field() ? news_.field()->constraints() : std::span<const domains::ResolvedConstraint>(),
                ends);
        }
        constrained_ = std::make_unique<Constrained>(*hybrid_, news_.field());
    } else {
        constrained_ = std::make_unique<Constrained>(*grid_, news_.field());
    }
    states_ = std::make_unique<Domain>(*constrained_);
}

template <class Cells>
bool CellFacet<Cells>::has_blocked_highway() const {
    if constexpr (has_highways) {
        std::vector<domains::ChangedGround> moved;
        for (const domains::StillRegion& region : regions_)
            moved.push_back({region.layer, region.box.grown(settings_.radius)});
        return !hybrid_->ends_through(moved).empty();
    }
    return false;
}

template <class Cells>
search::StateId CellFacet<Cells>::start_state(const Start& start, std::vector<search::StateId>&) {
    start_ = start.at;
    const auto cell = grid_->free_cell_near(start_);
    return cell == domains::GridDomain::no_cell ? search::no_state : states_->state(cell);
}

template <class Cells>
domains::Course CellFacet<Cells>::course(std::span<const search::StateId> path) const {
    std::vector<domains::GridDomain::Key> cells;
    for (const search::StateId state : path) cells.push_back(states_->key(state));
    return domains::grid_course(*grid_, cells, start_, goal_, news_.field());
}

template <class Cells>
bool CellFacet<Cells>::observe(const View& view, std::span<const Change>, std::vector<search::StateId>&) {
    if (is_relaxed_ && is_stale(view)) return false;
    if (!is_relaxed_) looked_ = view.now;
    if (!news_.take(changed_)) return false;
    regions_.clear();
    grid_->refresh(view.world, start_, regions_);
    if constexpr (has_highways) ends_ = hybrid_->ends_through(changed_);
    return !has_blocked_highway();
}

template <class Cells>
bool CellFacet<Cells>::touches(search::StateId state) const {
    if (constrained_->touches(changed_, states_->key(state), longest_move())) return true;
    if (std::binary_search(ends_.begin(), ends_.end(), states_->key(state))) return true;
    return std::any_of(regions_.begin(), regions_.end(), [&](const domains::StillRegion& region) {
        return grid_->touches(region, states_->key(state));
    });
}

template <class Cells>
bool CellFacet<Cells>::concerns(const SeenRegion& seen) const {
    if (!ends_.empty() || is_within_reach(changed_, seen, longest_move())) return true;
    return std::any_of(regions_.begin(), regions_.end(), [&](const domains::StillRegion& region) {
        return region.layer == seen.layer && region.box.grown(grid_->reach()).overlaps(seen.box);
    });
}

template <class Cells>
void CellFacet<Cells>::forget(std::vector<search::StateId>& path) {
    states_->keep_only(path);
    regions_ = std::vector<domains::StillRegion>();
    changed_ = std::vector<domains::ChangedGround>();
}

template <class Cells>
bool CellFacet<Cells>::relax(std::uint32_t way) noexcept {
    if (way > 2 || (way == 2 && is_walled_in_)) return false;
    is_walled_in_ = false;
    is_relaxed_ = way > 0;
    settings_.cell = way == 0 ? cell_ : cell_ / 2;
    settings_.sight = way == 2 ? 0 : sight_;
    return true;
}

template <class Cells>
double CellFacet<Cells>::reach() const noexcept {
    return settings_.radius + 1.5 * settings_.cell;
}

template <class Cells>
std::size_t CellFacet<Cells>::bytes() const noexcept {
    return sizeof(*this) + regions_.capacity() * sizeof(domains::StillRegion) +
           (grid_ ? sizeof(*grid_) + grid_->bytes() : 0) +
           (states_ ? sizeof(*states_) + states_->bytes() : 0);
}

template class CellFacet<domains::GridDomain>;
template class CellFacet<domains::HybridDomain>;

SpaceTimeFacet::SpaceTimeFacet(const Ground& ground, const Traveller& who,
                               std::shared_ptr<const domains::Terrain> terrain,
                               std::shared_ptr<const domains::MoveTable> moves)
    : late_share_(ground.late_share),
      late_seconds_(ground.late_seconds),
      terrain_(std::move(terrain)),
      moves_(std::move(moves)),
      news_(who.constraints) {
    options_.self = BodyId(who.id);
    options_.fovea = ground.fovea;
}

Ends SpaceTimeFacet::begin(const Problem& problem, const View& view) {
    const double begin = problem.start.at.time;
    const double expected = std::max(0.0, problem.goal.at.time - begin);
    domains::SpaceTimeGoal goal{problem.goal.at, problem.goal.tolerance, {}, !problem.goal.is_waypoint};
    goal.window =
        problem.goal.window.value_or(Interval{begin, begin + expected * (1 + late_share_) + late_seconds_});
    space_time_ = std::make_unique<domains::SpaceTimeDomain>(view.world, terrain_, moves_,
                                                             to_space_time(problem.start), goal, options_);
    news_.skip();
    constrained_ = std::make_unique<Constrained>(*space_time_, news_.field());
    states_ = std::make_unique<Domain>(*constrained_);
    const search::StateId start = states_->state(space_time_->start());
    return {start, states_->state(space_time_->goal())};
}

search::StateId SpaceTimeFacet::start_state(const Start& start, std::vector<search::StateId>&) {
    const auto key = space_time_->state_of(to_space_time(start));
    return key ? states_->state(*key) : search::no_state;
}

Start SpaceTimeFacet::start_at(search::StateId state) const {
    const domains::SpaceTimeStart start = space_time_->start_at(states_->key(state));
    return {start.at, start.heading, start.speed};
}

std::span<const search::StateId> SpaceTimeFacet::placed(std::span<const search::StateId> path) const {
    std::size_t count = path.size();
    while (count > 0 && domains::SpaceTimeState::of(states_->key(path[count - 1])).carrier ==
                            domains::SpaceTimeState::set_carrier)
        --count;
    return path.first(count);
}

domains::Course SpaceTimeFacet::course(std::span<const search::StateId> path) const {
    return places_along(*states_, placed(path));
}

std::vector<domains::WalkFrame> SpaceTimeFacet::walk(std::span<const search::StateId> path) const {
    std::vector<domains::SpaceTimeDomain::Key> keys;
    for (const search::StateId state : placed(path)) keys.push_back(states_->key(state));
    return space_time_->walk(keys);
}

bool SpaceTimeFacet::observe(const View& view, std::span<const Change> changes,
                             std::vector<search::StateId>&) {
    if (!news_.take(changed_)) return false;
    space_time_->refresh(view.world);
    changes_.assign(changes.begin(), changes.end());
    return true;
}

bool SpaceTimeFacet::touches(search::StateId state) const {
    if (constrained_->touches(changed_, states_->key(state), space_time_->reach())) return true;
    return std::any_of(changes_.begin(), changes_.end(), [&](const Change& change) {
        return space_time_->touches(change, states_->key(state));
    });
}

void SpaceTimeFacet::forget(std::vector<search::StateId>& path) {
    states_->keep_only(path);
    changes_ = std::vector<Change>();
    changed_ = std::vector<domains::ChangedGround>();
}

std::size_t SpaceTimeFacet::bytes() const noexcept {
    return sizeof(*this) + changes_.capacity() * sizeof(Change) +
           (space_time_ ? sizeof(*space_time_) + space_time_->bytes() : 0) +
           (states_ ? sizeof(*states_) + states_->bytes() : 0);
}

}  // namespace wend::planning
