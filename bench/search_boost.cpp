#include <utility>

#include <boost/graph/astar_search.hpp>
#include <boost/graph/compressed_sparse_row_graph.hpp>

#include "search_peers.hpp"

namespace wend::bench {
namespace {

struct Weighted {
    float weight = 1;
};
using CsrGraph = boost::compressed_sparse_row_graph<boost::directedS, boost::no_property, Weighted,
                                                    boost::no_property, std::uint32_t, std::uint32_t>;
using Vertex = boost::graph_traits<CsrGraph>::vertex_descriptor;

struct Found {};

class OctileBound : public boost::astar_heuristic<CsrGraph, float> {
  public:
    OctileBound(const search::Grid& grid, Vertex goal) : grid_(&grid), goal_(goal) {}
    float operator()(Vertex v) const {
        return static_cast<float>(grid_->lower_bound(v, goal_)) / static_cast<float>(grid_->costs().straight);
    }

  private:
    const search::Grid* grid_;
    Vertex goal_;
};

class StopAt : public boost::default_astar_visitor {
  public:
    StopAt(Vertex goal, std::uint64_t& expansions) : goal_(goal), expansions_(&expansions) {}
    template <class G>
    void examine_vertex(Vertex v, const G&) {
        ++*expansions_;
        if (v == goal_) throw Found{};
    }

  private:
    Vertex goal_;
    std::uint64_t* expansions_;
};

}  // namespace

struct BoostAStar::Body {
    const search::Grid* grid = nullptr;
    CsrGraph graph;
    std::vector<Vertex> parent;
    std::vector<float> distance, rank;
    std::vector<boost::default_color_type> color;
    std::uint64_t expansions = 0;
};

BoostAStar::BoostAStar(const search::Grid& grid) : body_(std::make_unique<Body>()) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> ends;
    std::vector<Weighted> weights;
    for (std::uint32_t v = 0; v < grid.state_count(); ++v) {
        grid.successors(v, [&](search::StateId next, search::Cost cost) {
            ends.emplace_back(v, next);
            weights.push_back({static_cast<float>(cost) / static_cast<float>(grid.costs().straight)});
        });
    }
    body_->grid = &grid;
    body_->graph = CsrGraph(boost::edges_are_sorted, ends.begin(), ends.end(), weights.begin(),
                            static_cast<std::uint32_t>(grid.state_count()));
    prepare();
}

BoostAStar::~BoostAStar() = default;

void BoostAStar::prepare() {
    const std::size_t count = body_->grid->state_count();
    body_->parent.assign(count, 0);
    body_->distance.assign(count, std::numeric_limits<float>::infinity());
    body_->rank.assign(count, std::numeric_limits<float>::infinity());
    body_->color.assign(count, boost::white_color);
}

double BoostAStar::solve(search::StateId start, search::StateId goal) {
    Body& b = *body_;
    const auto index = get(boost::vertex_index, b.graph);
    const OctileBound bound(*b.grid, goal);
    b.distance[start] = 0;
    b.rank[start] = bound(start);
    try {
        boost::astar_search_no_init(
            b.graph, Vertex{start}, bound,
            boost::visitor(StopAt(goal, b.expansions))
                .predecessor_map(boost::make_iterator_property_map(b.parent.begin(), index))
                .distance_map(boost::make_iterator_property_map(b.distance.begin(), index))
                .rank_map(boost::make_iterator_property_map(b.rank.begin(), index))
                .color_map(boost::make_iterator_property_map(b.color.begin(), index))
                .vertex_index_map(index)
                .weight_map(get(&Weighted::weight, b.graph)));
    } catch (const Found&) {
        return b.distance[goal];
    }
    return -1;
}

std::uint64_t BoostAStar::expansions() const {
    return body_->expansions;
}

}  // namespace wend::bench
