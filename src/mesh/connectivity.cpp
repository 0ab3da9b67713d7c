#include "wend/mesh/connectivity.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "mesh/connectivity_scratch.hpp"

namespace wend::mesh {

namespace {

/// A way between two edges. Edges are named by the smaller of their half-edges.
struct Way {
    std::uint32_t a;
    std::uint32_t b;
    float clearance;
};

bool wider(const Way& v, const Way& w) {
    if (v.clearance != w.clearance) return v.clearance > w.clearance;
    return v.a != w.a ? v.a < w.a : v.b < w.b;
}

struct Cell {
    std::vector<Way> ways;  ///< between rim edges, widest first
    bool is_stale = true;
};

struct Leaf {
    std::vector<TriangleIndex> triangles;
};

constexpr double triangles_per_leaf = 24;
constexpr double most_growth = 4;  // times

}  // namespace

struct Connectivity::Pyramid {
    std::uint32_t levels = 1;  ///< level k has 2^(levels - 1 - k) cells to a side
    std::vector<std::vector<Cell>> cells;
    std::vector<Leaf> leaves;
    std::vector<std::uint32_t> leaf_of;  ///< by triangle; none for blocked ones and free slots
    std::vector<std::uint32_t> slot_of;  ///< its place in the leaf's list
    std::vector<std::uint32_t> stale;    ///< leaves to be made anew
    EdgeSets sets;
    std::vector<Way> ways;
    std::vector<std::uint32_t> rim;
    Vec2 low, step;

    [[nodiscard]] std::uint32_t side(std::uint32_t level) const { return 1u << (levels - 1 - level); }
    [[nodiscard]] std::uint32_t above(std::uint32_t leaf, std::uint32_t level) const {
        const std::uint32_t x = leaf % side(0) >> level, y = leaf / side(0) >> level;
        return y * side(level) + x;
    }
    [[nodiscard]] std::uint32_t cell_of(TriangleIndex t, std::uint32_t level) const {
        return leaf_of[t] == none ? none : above(leaf_of[t], level);
    }

    /// So many more triangles have come since it was made that its leaves are too full.
    [[nodiscard]] bool is_outgrown(const Triangulation& mesh) const {
        return mesh.triangle_count() / triangles_per_leaf > most_growth * static_cast<double>(leaves.size());
    }

    explicit Pyramid(const Triangulation& mesh) {
        const double leaf_count = std::max(1.0, mesh.triangle_count() / triangles_per_leaf);
        levels = 1 + static_cast<std::uint32_t>(std::ceil(std::log2(leaf_count) / 2));
        for (std::uint32_t level = 0; level < levels; ++level)
            cells.emplace_back(std::size_t{side(level)} * side(level));
        leaves.resize(std::size_t{side(0)} * side(0));
        low = mesh.bounds().low;
        step = (mesh.bounds().high - mesh.bounds().low) / side(0);
        for (std::uint32_t leaf = 0; leaf < leaves.size(); ++leaf) stale.push_back(leaf);
        grow(mesh);
        for (TriangleIndex t = 0; t < mesh.triangle_bound(); ++t)
            if (mesh.is_triangle(t)) add(mesh, t);
    }

    void grow(const Triangulation& mesh) {
        leaf_of.resize(mesh.triangle_bound(), none);
        slot_of.resize(mesh.triangle_bound(), 0);
        sets.resize(mesh.half_edge_bound());
    }

    void mark(std::uint32_t leaf) {
        if (leaf == none || cells[0][leaf].is_stale) return;
        cells[0][leaf].is_stale = true;
        stale.push_back(leaf);
    }
    void drop(TriangleIndex t) {
        const std::uint32_t leaf = leaf_of[t];
        if (leaf == none) return;
        std::vector<TriangleIndex>& list = leaves[leaf].triangles;
        list[slot_of[t]] = list.back();
        slot_of[list.back()] = slot_of[t];
        list.pop_back();
        leaf_of[t] = none;
        mark(leaf);
    }
    void add(const Triangulation& mesh, TriangleIndex t) {
        if (mesh.is_blocked(t)) return;
        Vec2 sum;
        for (std::uint32_t i = 0; i < 3; ++i)
            sum += mesh.position(mesh.vertex(Triangulation::half_edge(t, i)));
        const auto column = [this](double at, double from, double width) {
            const auto whole = static_cast<std::int64_t>((at / 3 - from) / width);
            return static_cast<std::uint32_t>(std::clamp<std::int64_t>(whole, 0, side(0) - 1));
        };
        const std::uint32_t leaf = column(sum.y, low.y, step.y) * side(0) + column(sum.x, low.x, step.x);
        leaf_of[t] = leaf;
        slot_of[t] = static_cast<std::uint32_t>(leaves[leaf].triangles.size());
        leaves[leaf].triangles.push_back(t);
        mark(leaf);
    }

    static std::uint32_t edge_name(const Triangulation& mesh, HalfEdge h) {
        return std::min(h, mesh.twin(h));
    }

    /// On the rim of its cells at this level.
    [[nodiscard]] bool is_rim(const Triangulation& mesh, std::uint32_t edge, std::uint32_t level) const {
        return cell_of(Triangulation::triangle_of(edge), level) !=
               cell_of(Triangulation::triangle_of(mesh.twin(edge)), level);
    }

    template <class Visit>
    void for_each_way_in_leaf(const Triangulation& mesh, std::uint32_t leaf, Visit&& visit) const {
        for (const TriangleIndex t : leaves[leaf].triangles)
            for (std::uint32_t i = 0; i < 3; ++i) {
                const HalfEdge h = Triangulation::half_edge(t, i), before = Triangulation::previous(h);
                if (mesh.is_wall(h) || mesh.is_wall(before)) continue;
                visit(Way{edge_name(mesh, h), edge_name(mesh, before), mesh.corner_clearance(h)});
            }
    }
    /// The ways of the four parts of a cell, each part's widest first.
    template <class Visit>
    void for_each_part(std::uint32_t cell, std::uint32_t level, Visit&& visit) const {
        const std::uint32_t x = 2 * (cell % side(level)), y = 2 * (cell / side(level));
        for (const std::uint32_t row : {y, y + 1})
            for (const std::uint32_t column : {x, x + 1})
                visit(cells[level - 1][row * side(level - 1) + column].ways);
    }

    void rebuild(const Triangulation& mesh, std::uint32_t cell, std::uint32_t level) {
        ways.clear();
        if (level == 0)
            for_each_way_in_leaf(mesh, cell, [this](const Way& way) { ways.push_back(way); });
        else
            for_each_part(cell, level, [this](const std::vector<Way>& part) {
                ways.insert(ways.end(), part.begin(), part.end());
            });
        std::sort(ways.begin(), ways.end(), wider);
        keep_rim(mesh, level, cells[level][cell].ways);
        cells[level][cell].is_stale = false;
    }

    /// Kruskal's algorithm; only joins of two groups that both reach the rim are kept, between one rim edge
    /// of each.
    void keep_rim(const Triangulation& mesh, std::uint32_t level, std::vector<Way>& kept) {
        kept.clear();
        sets.clear();
        for (const Way& way : ways) {
            const std::uint32_t a = group(mesh, way.a, level), b = group(mesh, way.b, level);
            if (a == b) continue;
            const std::uint32_t rim_a = rim[a], rim_b = rim[b];
            sets.unite(a, b);
            rim[sets.find(a)] = rim_a != none ? rim_a : rim_b;
            if (rim_a != none && rim_b != none) kept.push_back({rim_a, rim_b, way.clearance});
        }
    }
    std::uint32_t group(const Triangulation& mesh, std::uint32_t edge, std::uint32_t level) {
        if (!sets.knows(edge)) {
            if (rim.size() <= edge) rim.resize(mesh.half_edge_bound(), none);
            rim[edge] = is_rim(mesh, edge, level) ? edge : none;
        }
        return sets.find(edge);
    }
};

Connectivity::Connectivity(const Triangulation& mesh) : pyramid_(std::make_unique<Pyramid>(mesh)) {
    update(mesh);
}
Connectivity::Connectivity(const Connectivity& other)
    : pyramid_(std::make_unique<Pyramid>(*other.pyramid_)) {}
Connectivity::Connectivity(Connectivity&&) noexcept = default;
Connectivity& Connectivity::operator=(Connectivity other) noexcept {
    pyramid_.swap(other.pyramid_);
    return *this;
}
Connectivity::~Connectivity() = default;

void Connectivity::note_edit(const Triangulation& mesh) {
    pyramid_->grow(mesh);
    for (const TriangleIndex t : mesh.affected().triangles_gone) pyramid_->drop(t);
    for (const TriangleIndex t : mesh.affected().triangles_new) {
        pyramid_->drop(t);
        pyramid_->add(mesh, t);
        for (std::uint32_t i = 0; i < 3; ++i) {
            const HalfEdge other = mesh.twin(Triangulation::half_edge(t, i));
            if (other != none) pyramid_->mark(pyramid_->leaf_of[Triangulation::triangle_of(other)]);
        }
    }
}

void Connectivity::update(const Triangulation& mesh) {
    if (pyramid_->is_outgrown(mesh)) pyramid_ = std::make_unique<Pyramid>(mesh);
    Pyramid& pyramid = *pyramid_;
    std::sort(pyramid.stale.begin(), pyramid.stale.end());
    for (const std::uint32_t leaf : pyramid.stale) pyramid.rebuild(mesh, leaf, 0);
    for (std::uint32_t level = 1; level < pyramid.levels; ++level) {
        for (const std::uint32_t leaf : pyramid.stale)
            pyramid.cells[level][pyramid.above(leaf, level)].is_stale = true;
        for (const std::uint32_t leaf : pyramid.stale) {
            const std::uint32_t cell = pyramid.above(leaf, level);
            if (pyramid.cells[level][cell].is_stale) pyramid.rebuild(mesh, cell, level);
        }
    }
    pyramid.stale.clear();
}

bool Connectivity::is_up_to_date() const noexcept {
    return pyramid_->stale.empty();
}

/// Climbs with the edges that start and goal reach inside their cells, level by level.
class Connectivity::Climb {
  public:
    Climb(const Pyramid& pyramid, const Triangulation& mesh, double radius, Scratch& scratch)
        : pyramid_(pyramid),
          mesh_(mesh),
          scratch_(scratch),
          // Clearance is exact to one lattice unit; a way that narrow counts as open, so that "no" is
          // certain.
          least_(radius - mesh.settings().lattice.unit) {
        scratch.sets.resize(mesh.half_edge_bound());
        scratch.listed.resize(mesh.half_edge_bound());
    }

    bool run(TriangleIndex from, TriangleIndex to) {
        leave(from, scratch_.from);
        leave(to, scratch_.to);
        if (scratch_.memo.is_ready(mesh_, least_)) return shares_part();
        for (std::uint32_t level = 0; level < pyramid_.levels; ++level) {
            if (scratch_.from.empty() || scratch_.to.empty()) return false;
            cells_[0] = pyramid_.cell_of(from, level);
            cells_[1] = pyramid_.cell_of(to, level);
            if (join(level)) return true;
            climb(level);
        }
        return false;
    }

  private:
    [[nodiscard]] bool shares_part() const {
        for (const std::uint32_t a : scratch_.from)
            for (const std::uint32_t b : scratch_.to)
                if (scratch_.memo.part_of(a) == scratch_.memo.part_of(b)) return true;
        return false;
    }

    void leave(TriangleIndex t, std::vector<std::uint32_t>& edges) const {
        edges.clear();
        for (std::uint32_t i = 0; i < 3; ++i) {
            const HalfEdge h = Triangulation::half_edge(t, i);
            if (mesh_.is_wall(h)) continue;
            const Vec2 a = mesh_.position(mesh_.vertex(h));
            const Vec2 b = mesh_.position(mesh_.vertex(Triangulation::next(h)));
            if (distance(a, b) >= 2 * least_) edges.push_back(Pyramid::edge_name(mesh_, h));
        }
    }

    template <class Visit>
    void for_each_way(std::uint32_t level, Visit&& visit) const {
        for (int i = 0; i < (cells_[0] == cells_[1] ? 1 : 2); ++i) {
            if (level == 0)
                pyramid_.for_each_way_in_leaf(mesh_, cells_[i], [&](const Way& way) {
                    if (way.clearance >= least_) visit(way);
                });
            else
                pyramid_.for_each_part(cells_[i], level, [&](const std::vector<Way>& part) {
                    for (const Way& way : part) {
                        if (way.clearance < least_) break;
                        visit(way);
                    }
                });
        }
    }

    /// True when start and goal meet inside the cells of this level.
    bool join(std::uint32_t level) {
        EdgeSets& sets = scratch_.sets;
        sets.clear();
        for (const auto* ends : {&scratch_.from, &scratch_.to})
            for (const std::uint32_t edge : *ends) sets.unite(ends->front(), edge);
        for_each_way(level, [&](const Way& way) { sets.unite(way.a, way.b); });
        source_ = sets.find(scratch_.from.front());
        sink_ = sets.find(scratch_.to.front());
        return source_ == sink_;
    }

    /// Leaves in from and to the rim edges that they reach.
    void climb(std::uint32_t level) {
        scratch_.listed.clear();
        scratch_.next_from.clear();
        scratch_.next_to.clear();
        const auto offer = [&](std::uint32_t edge) {
            if (!pyramid_.is_rim(mesh_, edge, level) || !scratch_.listed.insert(edge)) return;
            const std::uint32_t group = scratch_.sets.find(edge);
            if (group == source_) scratch_.next_from.push_back(edge);
            if (group == sink_) scratch_.next_to.push_back(edge);
        };
        for (const auto* ends : {&scratch_.from, &scratch_.to})
            for (const std::uint32_t edge : *ends) offer(edge);
        for_each_way(level, [&](const Way& way) {
            offer(way.a);
            offer(way.b);
        });
        scratch_.from.swap(scratch_.next_from);
        scratch_.to.swap(scratch_.next_to);
    }

    const Pyramid& pyramid_;
    const Triangulation& mesh_;
    Scratch& scratch_;
    double least_;
    std::uint32_t cells_[2] = {};
    std::uint32_t source_ = none, sink_ = none;
};

bool Connectivity::may_connect(const Triangulation& mesh, TriangleIndex from, TriangleIndex to, double radius,
                               Scratch& scratch) const {
    if (from == to) return true;
    return Climb(*pyramid_, mesh, radius, scratch).run(from, to);
}

std::size_t Connectivity::memory() const noexcept {
    std::size_t bytes = (pyramid_->leaf_of.capacity() + pyramid_->slot_of.capacity()) * sizeof(std::uint32_t);
    for (const auto& level : pyramid_->cells)
        for (const Cell& cell : level) bytes += sizeof(Cell) + cell.ways.capacity() * sizeof(Way);
    for (const Leaf& leaf : pyramid_->leaves)
        bytes += sizeof(Leaf) + leaf.triangles.capacity() * sizeof(TriangleIndex);
    return bytes;
}

}  // namespace wend::mesh
