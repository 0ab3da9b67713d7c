#include "wend/mesh/query.hpp"

#include <algorithm>
#include <cmath>

#include "mesh/only_way.hpp"
#include "mesh/scratch.hpp"
#include "mesh/weighted_string.hpp"

namespace wend::mesh {

namespace {

class PathFinder {
  public:
    PathFinder(const Triangulation& mesh, const PathQuery& query, QueryContext::Scratch& scratch,
               Budget& budget, Path& path)
        : view_(mesh),
          check_(view_, scratch.flood),
          query_(query),
          scratch_(scratch),
          budget_(budget),
          path_(path),
          radius_(query.radius / view_.unit()),
          start_(view_.to_lattice(query.from)),
          goal_(view_.to_lattice(query.to)),
          start_at_(mesh.locate(query.from, query.from_hint)),
          goal_at_(mesh.locate(query.to, query.to_hint)) {}

    [[nodiscard]] bool is_free(const Location& at, Vec2 point) const {
        const TriangleIndex free = view_.free_triangle(at);
        if (free == none) return false;
        return radius_ == 0 || check_.has_room(free, point, radius_);
    }
    [[nodiscard]] bool start_is_free() const { return is_free(start_at_, start_); }
    [[nodiscard]] bool goal_is_free() const { return is_free(goal_at_, goal_); }

    /// A start or goal on a vertex may belong to parts that do not touch otherwise; the search finds out.
    [[nodiscard]] bool may_connect(const Connectivity& connectivity) const {
        if (start_at_.on == Location::On::vertex || goal_at_.on == Location::On::vertex) return true;
        return connectivity.may_connect(view_.mesh(), view_.free_triangle(start_at_),
                                        view_.free_triangle(goal_at_), query_.radius, scratch_.connectivity);
    }

    /// Looks for the corridor with few expansions: most are found sooner than the connectivity is asked about
    /// them by one who has not asked often. What comes to nothing is not charged, so that the budget does not
    /// depend on what was asked before.
    [[nodiscard]] bool finds_corridor_soon() {
        const double least = query_.radius - view_.unit();
        if (query_.areas != nullptr || scratch_.connectivity.memo.knows(view_.mesh(), least)) return false;
        Budget some = budget_.and_expansions(quick_search);
        const std::uint64_t before = some.spent();
        has_corridor_ = search_corridor(some) == StatusCode::ok;
        if (has_corridor_ && (is_fast() || is_limited())) budget_.charge(some.spent() - before);
        return has_corridor_;
    }

    /// By the map: fast queries are content with a path that is little longer than the shortest, others with
    /// limits find it first.
    void run_on(const Roadmap& roadmap, const Connectivity* connectivity) {
        RoadSearch search(view_, check_, roadmap.roads(), scratch_.roads, start_at_, goal_at_, start_, goal_);
        if (!search.is_in_sight()) {
            if (roadmap.table() != nullptr && looks_up(roadmap.roads(), *roadmap.table())) return;
            if (connectivity != nullptr && !may_connect(*connectivity)) return;
        }
        path_.status = search.run(is_fast() || is_limited() ? fast_weight : 1, no_limit, budget_);
        if (path_.status != StatusCode::ok) return;
        search.list_turns(scratch_.turns);
        double bound = search.lower_bound();
        if (!is_fast() && bound < search.length()) {
            const StatusCode found = search.run(1, search.length(), budget_);
            if (found == StatusCode::ok) search.list_turns(scratch_.turns);
            if (found == StatusCode::out_of_budget) path_.status = StatusCode::partial;
            bound = std::max(bound, search.lower_bound());
        }
        assemble(view_, scratch_.turns, radius_, path_);
        note_bound(bound);
    }

    void run() {
        if (query_.areas != nullptr) {
            weighted();
            return;
        }
        if (is_fast()) {
            path_.status = corridor();
            if (path_.status == StatusCode::in_progress)
                go_around();
            else if (path_.status == StatusCode::ok)
                bound_string();
            return;
        }
        if (is_limited())
            improve_corridor();
        else
            look_for_shortest();
    }

    bool follow(std::span<const HalfEdge> corridor) {
        scratch_.corridor.portals.assign(corridor.begin(), corridor.end());
        path_.status = taut_string() == StatusCode::ok ? StatusCode::ok : StatusCode::unreachable;
        return path_.has_route();
    }

  private:
    [[nodiscard]] bool is_fast() const { return query_.mode == PathMode::corridor; }

    /// By the table; false when it cannot tell.
    [[nodiscard]] bool looks_up(const Roadmap::Roads& roads, const RoadTable& table) {
        WayLookup lookup(view_, check_, roads, table, scratch_.ways, {start_, start_at_}, {goal_, goal_at_});
        path_.status = lookup.run(is_fast() ? fast_weight : 1, budget_);
        if (path_.status == StatusCode::in_progress) return false;
        if (!lookup.has_path()) return true;
        if (path_.status == StatusCode::out_of_budget) path_.status = StatusCode::partial;
        lookup.draw(path_);
        note_bound(lookup.lower_bound());
        return true;
    }

    /// The path is at least as long as the bound.
    void note_bound(double bound) {
        const bool is_proven = !is_fast() && path_.status == StatusCode::ok;
        path_.lower_bound = is_proven ? path_.length : std::min(path_.length, bound * view_.unit());
    }

    [[nodiscard]] bool is_limited() const {
        return budget_.has_deadline() || budget_.expansions_left() < (std::uint64_t{1} << 62);
    }

    /// Looks for a path shorter than that of the corridor, which is found first.
    void improve_corridor() {
        const StatusCode first = corridor();
        if (first == StatusCode::unreachable) {
            path_.status = first;
            return;
        }
        if (first == StatusCode::ok && is_only_string()) {
            accept_string();
            return;
        }
        path_.status = shortest(first == StatusCode::ok ? length_of_string() : no_limit);
        if (first != StatusCode::ok) return;
        if (path_.status == StatusCode::unreachable) accept_string();
        if (path_.status == StatusCode::out_of_budget) path_.status = StatusCode::partial;
    }

    /// Nearly always there is a shorter path than the corridor's, or none but its own, so whether that is
    /// free is asked only then.
    void look_for_shortest() {
        Budget unlimited = Budget::unlimited();
        path_.status = has_corridor_ ? StatusCode::ok : search_corridor(unlimited);
        if (path_.status == StatusCode::unreachable) return;
        const bool has_string = taut_string(false) == StatusCode::ok;
        if (has_string && is_only_string()) {
            accept_string();
            return;
        }
        path_.status = shortest(has_string ? length_of_string() : no_limit);
        if (path_.status != StatusCode::unreachable || !has_string) return;
        if (string_is_free()) {
            accept_string();
        } else {
            path_.clear();
            path_.status = shortest(no_limit);
        }
    }

    /// What is in the way of the corridor's string is usually gone around by little more.
    void go_around() {
        const double near = string_length_ * 1.01 + 8 * radius_;
        path_.status = shortest(near);
        if (path_.status == StatusCode::unreachable && near < no_limit) path_.status = shortest(no_limit);
    }

    /// No way is shorter than the straight one. A string that is far longer than that is replaced, if there
    /// is a way of less than a third of its length: a search that looks at little, as that leaves a narrow
    /// ellipse.
    void bound_string() {
        const double straight = distance(query_.from, query_.to), length = path_.length;
        path_.lower_bound = std::min(length, straight);
        if (length <= worst_string * straight || length <= view_.unit()) return;
        const double upper = length_of_string() / worst_string;
        const StatusCode found = shortest(upper);
        if (found != StatusCode::ok) path_.lower_bound = std::min(path_.lower_bound, length / worst_string);
        if (found == StatusCode::unreachable) path_.lower_bound = length / worst_string;
        path_.lower_bound = std::max(path_.lower_bound, std::min(length, straight));
    }

    /// Lattice units, and a little more.
    [[nodiscard]] double length_of_string() const { return path_.length / view_.unit() * (1 + 1e-12); }
    void accept_string() {
        path_.status = StatusCode::ok;
        path_.lower_bound = path_.length;
    }

    /// ok, unreachable, out_of_budget, or in_progress when the string does not fit the corridor.
    StatusCode corridor() {
        const StatusCode found = has_corridor_ ? StatusCode::ok : search_corridor(budget_);
        return found == StatusCode::ok ? taut_string() : found;
    }
    StatusCode search_corridor(Budget& budget) {
        CorridorSearch search(view_, scratch_.corridor, radius_, start_, goal_, query_.areas);
        return search.run(start_at_, goal_at_, budget);
    }

    /// ok, or in_progress when the string does not fit the corridor.
    StatusCode taut_string(bool is_checked = true) {
        CorridorScratch& scratch = scratch_.corridor;
        const bool is_taut = pull_string(view_, scratch, radius_, start_, goal_) &&
                             assemble(view_, scratch.turns, radius_, path_);
        string_length_ = is_taut ? path_.length / view_.unit() : no_limit;
        if (is_taut && (!is_checked || string_is_free())) return StatusCode::ok;
        path_.pieces.clear();
        path_.length = path_.cost = 0;
        return StatusCode::in_progress;
    }

    [[nodiscard]] bool is_only_string() {
        return is_only_way(view_, scratch_.corridor.portals, scratch_.flood, radius_, {start_, start_at_},
                           {goal_, goal_at_}, length_of_string()) &&
               string_is_free();
    }
    [[nodiscard]] bool string_is_free() {
        TangentGraph& graph = scratch_.tangents.graphs.at(view_.mesh(), radius_);
        return mesh::is_free(view_, check_, graph.corners(), graph.moves(), scratch_.corridor.turns, radius_,
                             goal_at_.triangle);
    }

    /// The cheaper of the corridor's taut string and the crossings that its search chose.
    void weighted() {
        path_.status = corridor();
        const bool is_taut = path_.status == StatusCode::ok;
        if (is_taut) path_.cost = weigh_path(*query_.areas, path_);
        if (!is_taut && path_.status != StatusCode::in_progress) return;
        Path& other = scratch_.other_path;
        if (join_crossings(view_, check_, scratch_.corridor, radius_, start_, goal_, goal_at_.triangle,
                           *query_.areas, other) &&
            (!is_taut || other.cost < path_.cost)) {
            path_.pieces.swap(other.pieces);
            path_.length = other.length;
            path_.cost = other.cost;
            path_.status = StatusCode::ok;
        }
        if (path_.status != StatusCode::in_progress) return;
        go_around();
        path_.cost = weigh_path(*query_.areas, path_);
        path_.lower_bound = 0;
    }

    /// Leaves the path as it is unless a shorter one than `upper` is found.
    StatusCode shortest(double upper) {
        TangentSearch search(view_, check_, scratch_.tangents, radius_, start_, goal_, upper);
        const StatusCode found = search.run(start_at_, goal_at_, budget_);
        path_.lower_bound = search.lower_bound() * view_.unit();
        if (found != StatusCode::ok) return found;
        scratch_.turns.clear();
        const std::vector<Label>& labels = scratch_.tangents.labels;
        scratch_.turns.push_back({goal_, 0, none});
        for (const Label* label = &search.last_label();; label = &labels[label->parent]) {
            scratch_.turns.push_back({label->center, label->side, label->spoke});
            if (label->parent == none) break;
        }
        std::reverse(scratch_.turns.begin(), scratch_.turns.end());
        assemble(view_, scratch_.turns, radius_, path_);
        path_.lower_bound = path_.length;
        return StatusCode::ok;
    }

    /// Expansions, about as many as it takes to climb the pyramid of the connectivity.
    static constexpr std::uint64_t quick_search = 512;
    static constexpr double fast_weight = 1.02;  ///< of the distance to the goal
    static constexpr double worst_string = 3;    ///< how much longer than the shortest it may be
    static constexpr double no_limit = std::numeric_limits<double>::infinity();

    MeshView view_;
    DiscCheck check_;
    const PathQuery& query_;
    QueryContext::Scratch& scratch_;
    Budget& budget_;
    Path& path_;
    double radius_;
    Vec2 start_, goal_;
    Location start_at_, goal_at_;
    bool has_corridor_ = false;
    double string_length_ = no_limit;  ///< of the corridor, free or not; lattice units
};

}  // namespace

void find_path(const Triangulation& mesh, const PathQuery& query, QueryContext& context, Budget& budget,
               Path& path, const Connectivity* connectivity, const Roadmap* roadmap) {
    path.clear();
    PathFinder finder(mesh, query, context.scratch(), budget, path);
    const bool start_is_free = finder.start_is_free(), goal_is_free = finder.goal_is_free();
    if (start_is_free && goal_is_free) {
        const bool has_roads = roadmap != nullptr && query.areas == nullptr && query.radius > 0 &&
                               roadmap->radius() == query.radius && roadmap->is_about(mesh);
        if (has_roads)
            finder.run_on(*roadmap, connectivity);
        else if (connectivity == nullptr || finder.finds_corridor_soon() || finder.may_connect(*connectivity))
            finder.run();
        return;
    }
    path.status = StatusCode::invalid_input;
    if (!start_is_free) path.nearest_start = nearest_free_point(mesh, query.from, query.radius, context);
    if (!goal_is_free) path.nearest_goal = nearest_free_point(mesh, query.to, query.radius, context);
}

Path find_path(const Triangulation& mesh, const PathQuery& query, QueryContext& context) {
    Path path;
    Budget budget = Budget::unlimited();
    find_path(mesh, query, context, budget, path);
    return path;
}

namespace {

/// The corridor tells where its ends are.
PathQuery query_of(const Triangulation& mesh, std::span<const HalfEdge> corridor, Vec2 from, Vec2 to,
                   double radius) {
    PathQuery query{from, to, radius, PathMode::corridor, nullptr};
    if (corridor.empty()) return query;
    query.from_hint = Triangulation::triangle_of(mesh.twin(corridor.front()));
    query.to_hint = Triangulation::triangle_of(corridor.back());
    return query;
}

}  // namespace

bool follow_corridor(const Triangulation& mesh, std::span<const HalfEdge> corridor, Vec2 from, Vec2 to,
                     double radius, QueryContext& context, Path& path) {
    path.clear();
    Budget budget = Budget::unlimited();
    const PathQuery query = query_of(mesh, corridor, from, to, radius);
    PathFinder finder(mesh, query, context.scratch(), budget, path);
    return finder.start_is_free() && finder.goal_is_free() && finder.follow(corridor);
}

bool follow_between_free(const Triangulation& mesh, std::span<const HalfEdge> corridor, Vec2 from, Vec2 to,
                         double radius, QueryContext& context, Path& path) {
    path.clear();
    Budget budget = Budget::unlimited();
    const PathQuery query = query_of(mesh, corridor, from, to, radius);
    return PathFinder(mesh, query, context.scratch(), budget, path).follow(corridor);
}

bool is_free(const Triangulation& mesh, Vec2 point, double radius, QueryContext& context) {
    const MeshView view(mesh);
    const TriangleIndex free = view.free_triangle(mesh.locate(point));
    if (free == none || radius <= 0) return free != none;
    const DiscCheck check(view, context.scratch().flood);
    return check.has_room(free, view.to_lattice(point), radius / view.unit());
}

double clearance_at(const Triangulation& mesh, Vec2 point, double limit, QueryContext& context) {
    const MeshView view(mesh);
    const TriangleIndex free = view.free_triangle(mesh.locate(point));
    if (free == none) return 0;
    const DiscCheck check(view, context.scratch().flood);
    return check.clearance(free, view.to_lattice(point), limit / view.unit()) * view.unit();
}

}  // namespace wend::mesh
