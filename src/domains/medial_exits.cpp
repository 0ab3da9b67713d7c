#include "domains/medial_exits.hpp"

#include <algorithm>
#include <limits>
#include <queue>

namespace wend::domains {
namespace {

using search::Cost;

/// What vertices of R were from the goal, at least, before the edit: the greatest of [PG] - [PX], found by a
/// search from all P of the old path over edges that are gone. Vertices are known by their place in
/// `change.vertices`.
class BeforeTheEdit {
  public:
    BeforeTheEdit(const MedialDomain& domain, const mesh::MedialChange& change,
                  const search::RememberedPath& old)
        : vertices_(change.vertices), least_(vertices_.size(), 0) {
        add_edges(domain, change);
        search_from(old);
    }
    /// 0 where nothing is known.
    [[nodiscard]] Cost operator[](std::size_t index) const noexcept { return least_[index]; }

  private:
    struct Edge {
        std::size_t from, to;
        Cost cost;
    };
    [[nodiscard]] std::size_t index_of(std::uint32_t vertex) const {
        return static_cast<std::size_t>(std::ranges::lower_bound(vertices_, vertex) - vertices_.begin());
    }
    void add_edges(const MedialDomain& domain, const mesh::MedialChange& change) {
        for (const mesh::MedialChange::Gone& edge : change.gone) {
            if (edge.min_clearance < domain.radius()) continue;
            const std::size_t from = index_of(edge.from), to = index_of(edge.to);
            const Cost cost = MedialDomain::cost(edge.length);
            edges_.push_back({from, to, cost});
            edges_.push_back({to, from, cost});
        }
        std::ranges::sort(edges_, {}, &Edge::from);
    }
    void search_from(const search::RememberedPath& old) {
        for (std::size_t i = 0; i < old.states.size(); ++i) {
            if (old.states[i] < MedialDomain::state_of(0)) continue;
            const std::uint32_t vertex = old.states[i] - MedialDomain::state_of(0);
            const std::size_t index = index_of(vertex);
            if (index < vertices_.size() && vertices_[index] == vertex) raise(index, old.to_goal[i]);
        }
        while (!open_.empty()) {
            const auto [least, index] = open_.top();
            open_.pop();
            if (least < least_[index]) continue;
            for (const Edge& edge : std::ranges::equal_range(edges_, index, {}, &Edge::from))
                if (edge.cost < least) raise(edge.to, least - edge.cost);
        }
    }
    void raise(std::size_t index, Cost least) {
        if (least <= least_[index]) return;
        least_[index] = least;
        open_.push({least, index});
    }

    const std::vector<std::uint32_t>& vertices_;
    std::vector<Cost> least_;
    std::vector<Edge> edges_;
    std::priority_queue<std::pair<Cost, std::size_t>> open_;
};

/// Edges that came meet edges that stayed there, and both can be used.
bool is_exit(const MedialDomain& domain, const mesh::MedialChange& change, std::uint32_t vertex) {
    bool has_come = false, has_stayed = false;
    for (const std::uint32_t edge : domain.axis().edges_at(vertex))
        if (domain.is_usable(edge))
            (std::ranges::binary_search(change.come, edge) ? has_come : has_stayed) = true;
    return has_come && has_stayed;
}

}  // namespace

double least_from_exits(const MedialDomain& domain, const mesh::MedialChange& change,
                        const search::RememberedPath& old) {
    const BeforeTheEdit before(domain, change, old);
    Cost least = search::infinite_cost;
    for (std::size_t i = 0; i < change.vertices.size(); ++i) {
        const std::uint32_t vertex = change.vertices[i];
        if (!domain.axis().is_vertex(vertex) || !is_exit(domain, change, vertex)) continue;
        const Cost straight = domain.lower_bound(MedialDomain::state_of(vertex), MedialDomain::goal());
        least = std::min(least, std::max(straight, before[i]));
    }
    return least == search::infinite_cost ? std::numeric_limits<double>::infinity()
                                          : static_cast<double>(least) * MedialDomain::unit;
}

}  // namespace wend::domains
