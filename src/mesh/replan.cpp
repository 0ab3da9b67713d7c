#include "wend/mesh/replan.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "wend/geometry/segment.hpp"

#include "mesh/road_search.hpp"
#include "mesh/scratch.hpp"

namespace wend::mesh {
namespace {

/// Arcs are looked at in chords of this many radians at most.
constexpr double chord_angle = std::numbers::pi / 18;
/// Metres by which a walker may be beside its path and still be on it.
constexpr double beside = 1e-6;

double squared_distance_to(const Ring& ring, Vec2 a, Vec2 b) {
    if (contains(ring, a)) return 0;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < ring.size(); ++i)
        least = std::min(least, squared_distance(a, b, ring[i], ring[i + 1 < ring.size() ? i + 1 : 0]));
    return least;
}

bool piece_is_cut(const PathPiece& piece, const Ring& ring, double radius) {
    const auto comes_within = [&](Vec2 a, Vec2 b, double reach) {
        Box2 box;
        box.add(a);
        box.add(b);
        return box.grown(reach).overlaps(bounds_of(ring)) && squared_distance_to(ring, a, b) < reach * reach;
    };
    if (piece.kind != PieceKind::arc)
        return comes_within(piece.from, piece.to, std::max(0.0, radius - contact_slack));
    // A chord is off its arc by less than this.
    const double off = distance(piece.center, piece.from) * (1 - std::cos(chord_angle / 2));
    const int chords = 1 + static_cast<int>(std::abs(piece.turn) / chord_angle);
    Vec2 from = piece.from;
    for (int i = 1; i <= chords; ++i) {
        const Vec2 to = piece.center + rotated(piece.from - piece.center, piece.turn * i / chords);
        if (comes_within(from, to, radius + off)) return true;
        from = to;
    }
    return false;
}

/// Pieces from this index on are free of what was inserted.
std::size_t free_from(const Path& path, std::span<const ObstacleEvent> events, double radius) {
    std::size_t first = path.pieces.size();
    while (first > 0 && std::none_of(events.begin(), events.end(), [&](const ObstacleEvent& event) {
               return event.inserted && piece_is_cut(path.pieces[first - 1], event.outline, radius);
           }))
        --first;
    return first;
}

ReplanScenario scenario_of(bool inserted, bool deleted, bool is_whole) {
    using enum ReplanScenario;
    if (inserted && deleted) return is_whole ? both_unaffected : both_affected;
    if (deleted) return is_whole ? deletion_unaffected : deletion_affected;
    return is_whole ? insertion_unaffected : insertion_affected;
}

class RoadReplan {
  public:
    RoadReplan(const Triangulation& mesh, const PathQuery& query, const Path& rest,
               std::span<const ObstacleEvent> events, const Roadmap::Roads& roads,
               QueryContext::Scratch& scratch)
        : view_(mesh),
          check_(view_, scratch.flood),
          query_(query),
          rest_(rest),
          events_(events),
          roads_(roads),
          scratch_(scratch),
          start_(view_.to_lattice(query.from)),
          goal_(view_.to_lattice(query.to)),
          start_at_(mesh.locate(query.from, query.from_hint)),
          goal_at_(mesh.locate(query.to, query.to_hint)) {}

    [[nodiscard]] bool ends_are_free() const {
        return is_free(start_at_, start_) && is_free(goal_at_, goal_);
    }
    [[nodiscard]] Vec2 start() const { return start_; }
    [[nodiscard]] Vec2 goal() const { return goal_; }

    RoadMemory memory(std::size_t first_free, bool is_whole, bool is_on_path) const {
        RoadMemory memory;
        for (const ObstacleEvent& event : events_)
            if (!event.inserted) add_gain(bounds_of(event.outline), memory.gains);
        if (is_on_path) memory.old_length = rest_.length / view_.unit();
        if (is_whole) memory.upper = memory.old_length;
        double rest = 0;
        for (std::size_t i = rest_.pieces.size(); i-- > first_free;) {
            const PathPiece& piece = rest_.pieces[i];
            if (piece.kind == PieceKind::arc) memory.turns.push_back(rest_turn(piece, rest));
            rest += piece.length;
        }
        std::reverse(memory.turns.begin(), memory.turns.end());
        return memory;
    }

    /// ok: `path` is a shorter one; unreachable: there is none below the memory's bound.
    StatusCode run(const RoadMemory& memory, Budget& budget, Path& path) {
        RoadSearch search(view_, check_, roads_, scratch_.roads, start_at_, goal_at_, start_, goal_);
        const StatusCode found = search.run(memory, budget);
        if (found != StatusCode::ok) return found;
        search.list_turns(scratch_.turns);
        assemble(view_, scratch_.turns, roads_.radius, path);
        path.lower_bound = path.length;
        return path.status = found;
    }

  private:
    [[nodiscard]] bool is_free(const Location& at, Vec2 point) const {
        const TriangleIndex free = view_.free_triangle(at);
        return free != none && (query_.radius == 0 || check_.has_room(free, point, roads_.radius));
    }
    /// Boxes that come thick and fast are joined, lest asking all of them costs more than it saves.
    void add_gain(const Box2& metres, std::vector<Box2>& gains) const {
        constexpr std::size_t most = 8;
        const Box2 grown = metres.grown(query_.radius + view_.unit());
        gains.push_back({view_.to_lattice(grown.low), view_.to_lattice(grown.high)});
        if (gains.size() <= most) return;
        const auto joined = [&](std::size_t i) {
            Box2 box = gains[i];
            box.add(gains.back());
            const Vec2 size = box.high - box.low;
            return size.x + size.y;
        };
        std::size_t best = 0;
        for (std::size_t i = 1; i + 1 < gains.size(); ++i)
            if (joined(i) < joined(best)) best = i;
        gains[best].add(gains.back());
        gains.pop_back();
    }

    RestTurn rest_turn(const PathPiece& arc, double rest) const {
        RestTurn result;
        const int side = arc.turn > 0 ? 1 : -1;
        result.leaves = view_.to_lattice(arc.to);
        result.turn = {view_.to_lattice(arc.center), side, none};
        // Vertices are at whole numbers.
        result.turn.center = {std::round(result.turn.center.x), std::round(result.turn.center.y)};
        result.arrives = view_.to_lattice(arc.from);
        result.arrival = angle_of(perpendicular(result.arrives - result.turn.center) * side);
        result.departs = angle_of(perpendicular(result.leaves - result.turn.center) * side);
        result.rest = rest / view_.unit();
        result.whole = (rest + arc.length) / view_.unit();
        return result;
    }

    MeshView view_;
    DiscCheck check_;
    const PathQuery& query_;
    const Path& rest_;
    std::span<const ObstacleEvent> events_;
    const Roadmap::Roads& roads_;
    QueryContext::Scratch& scratch_;
    Vec2 start_, goal_;
    Location start_at_, goal_at_;
};

void keep(const Path& rest, Path& path) {
    path = rest;
    path.status = StatusCode::ok;
    path.lower_bound = path.length;
}

}  // namespace

Path rest_of(const Path& old, double walked) {
    Path rest = old;
    rest.pieces.clear();
    rest.length = 0;
    for (PathPiece piece : old.pieces) {
        const double cut = std::clamp(walked, 0.0, piece.length);
        walked -= piece.length;
        if (cut >= piece.length && walked >= 0) continue;
        const double share = piece.length > 0 ? cut / piece.length : 0;
        if (piece.kind == PieceKind::arc) {
            piece.from = piece.center + rotated(piece.from - piece.center, piece.turn * share);
            piece.turn *= 1 - share;
        } else {
            piece.from = lerp(piece.from, piece.to, share);
        }
        piece.length -= cut;
        rest.length += piece.length;
        rest.pieces.push_back(piece);
    }
    rest.cost = rest.length;
    rest.lower_bound = std::min(rest.lower_bound, rest.length);
    return rest;
}

bool is_cut(const Path& path, const Ring& outline, double radius) {
    return std::any_of(path.pieces.begin(), path.pieces.end(),
                       [&](const PathPiece& piece) { return piece_is_cut(piece, outline, radius); });
}

ReplanReport replan_path(const Triangulation& mesh, const PathQuery& query, const Path& rest,
                         std::span<const ObstacleEvent> events, QueryContext& context, Budget& budget,
                         Path& path, const Connectivity* connectivity, const Roadmap* roadmap) {
    ReplanReport report;
    const std::uint64_t before = budget.spent();
    const auto plan_anew = [&] {
        report.fell_back = true;
        find_path(mesh, query, context, budget, path, connectivity, roadmap);
        report.expansions = budget.spent() - before;
        return report;
    };
    if (rest.pieces.empty() || distance(rest.pieces.back().to, query.to) > beside) return plan_anew();
    const auto was = [&](bool inserted) {
        return std::ranges::any_of(events, [&](const ObstacleEvent& e) { return e.inserted == inserted; });
    };
    const bool is_on_path = distance(rest.pieces.front().from, query.from) <= beside;
    // Outlines are rounded to the lattice when they are inserted.
    const std::size_t first_free = free_from(rest, events, query.radius + mesh.settings().lattice.unit);
    const bool is_whole = first_free == 0 && is_on_path;
    report.scenario = scenario_of(was(true), was(false), is_whole);
    path.clear();
    report.kept_old = is_whole && !was(false);
    if (report.kept_old) {
        keep(rest, path);
        return report;
    }
    const bool has_roads = roadmap != nullptr && roadmap->radius() == query.radius && roadmap->is_about(mesh);
    if (!has_roads) return plan_anew();
    RoadReplan replan(mesh, query, rest, events, roadmap->roads(), context.scratch());
    if (!replan.ends_are_free()) return plan_anew();
    const RoadMemory memory = replan.memory(first_free, is_whole, is_on_path);
    if (!is_whole && memory.turns.empty()) return plan_anew();
    if (is_whole && memory.through(replan.start(), replan.goal()) >= memory.upper) {
        report.kept_old = true;
        keep(rest, path);
        return report;
    }
    path.status = replan.run(memory, budget, path);
    report.expansions = budget.spent() - before;
    if (is_whole && path.status == StatusCode::unreachable) {
        report.kept_old = true;
        keep(rest, path);
    }
    return report;
}

}  // namespace wend::mesh
