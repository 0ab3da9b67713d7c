#include <algorithm>
#include <cmath>
#include <queue>
#include <tuple>
#include <unordered_map>

#include "level/contours.hpp"

namespace wend::level {
namespace {

std::int64_t turn(GridPoint a, GridPoint b, GridPoint c) {
    return std::int64_t{b.x - a.x} * (c.y - a.y) - std::int64_t{b.y - a.y} * (c.x - a.x);
}

bool in_triangle(GridPoint a, GridPoint b, GridPoint c, GridPoint p) {
    const std::int64_t u = turn(a, b, p), v = turn(b, c, p), w = turn(c, a, p);
    if (turn(a, b, c) != 0) return (u >= 0 && v >= 0 && w >= 0) || (u <= 0 && v <= 0 && w <= 0);
    return u == 0 && v == 0 && w == 0 && p >= std::min({a, b, c}) && p <= std::max({a, b, c});
}

Vec2 as_vector(GridPoint p) {
    return {static_cast<double>(p.x), static_cast<double>(p.y)};
}

/// Corners of one layer by place.
class CornerIndex {
  public:
    void add(GridPoint p, std::uint32_t node) { buckets_[key(p.x >> shift, p.y >> shift)].push_back(node); }
    void remove(GridPoint p, std::uint32_t node) {
        std::erase(buckets_[key(p.x >> shift, p.y >> shift)], node);
    }
    /// Whether `test` holds for a corner in the box.
    template <class Test>
    [[nodiscard]] bool any(GridPoint low, GridPoint high, Test&& test) const {
        for (int y = low.y >> shift; y <= high.y >> shift; ++y)
            for (int x = low.x >> shift; x <= high.x >> shift; ++x) {
                const auto bucket = buckets_.find(key(x, y));
                if (bucket != buckets_.end() && std::ranges::any_of(bucket->second, test)) return true;
            }
        return false;
    }

  private:
    static constexpr int shift = 3;
    static std::uint64_t key(int x, int y) {
        return std::uint64_t{static_cast<std::uint32_t>(x)} << 32 | static_cast<std::uint32_t>(y);
    }
    std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> buckets_;
};

class Simplifier {
  public:
    Simplifier(Contours& contours, double wall_tolerance, double seam_tolerance)
        : contours_(contours), wall_tolerance_(wall_tolerance), seam_tolerance_(seam_tolerance) {}

    void run() {
        add_nodes();
        for (std::uint32_t node = 0; node < nodes_.size(); ++node) queue(node);
        while (!open_.empty()) {
            const Entry entry = open_.top();
            open_.pop();
            const Node& node = nodes_[entry.node];
            if (node.gone || node.version != entry.version || !may_drop(entry.node)) continue;
            drop(entry.node);
        }
        for (std::size_t i = 0; i < contours_.chains.size(); ++i) rewrite(i);
    }

  private:
    struct Node {
        GridPoint at;
        std::uint32_t chain;
        std::uint32_t before = no_span;  ///< no_span at the ends, which stay
        std::uint32_t after = no_span;
        std::uint32_t version = 0;
        bool gone = false;
    };
    struct Entry {
        double price;
        std::uint32_t node;
        std::uint32_t version;
        bool operator>(const Entry& o) const { return std::tie(price, node) > std::tie(o.price, o.node); }
    };

    void add_nodes() {
        for (std::uint32_t c = 0; c < contours_.chains.size(); ++c) {
            const std::vector<GridPoint>& points = contours_.chains[c].points;
            const auto first = static_cast<std::uint32_t>(nodes_.size());
            first_.push_back(first);
            const auto last = static_cast<std::uint32_t>(first + points.size() - 1);
            for (std::uint32_t i = first; i <= last; ++i) {
                nodes_.push_back(
                    {points[i - first], c, i == first ? no_span : i - 1, i == last ? no_span : i + 1});
                for_layers(c, [&](CornerIndex& index) { index.add(points[i - first], i); });
            }
        }
    }

    template <class Visit>
    void for_layers(std::uint32_t chain, Visit&& visit) {
        const Chain& c = contours_.chains[chain];
        const std::uint32_t last = c.other == wall ? c.layer : std::max(c.layer, c.other);
        if (index_.size() <= last) index_.resize(last + 1);
        visit(index_[c.layer]);
        if (c.other != wall) visit(index_[c.other]);
    }

    [[nodiscard]] double tolerance(const Node& node) const {
        return contours_.chains[node.chain].other == wall ? wall_tolerance_ : seam_tolerance_;
    }

    /// How far the corners between the node's neighbours would be from the segment that joins these.
    [[nodiscard]] double price(const Node& node) const {
        const std::vector<GridPoint>& points = contours_.chains[node.chain].points;
        const std::uint32_t first = first_[node.chain];
        const Vec2 a = as_vector(nodes_[node.before].at), b = as_vector(nodes_[node.after].at);
        double worst = 0;
        for (std::uint32_t i = node.before + 1; i < node.after; ++i) {
            const Vec2 p = as_vector(points[i - first]);
            worst = std::max(worst, distance(p, nearest_point(a, b, p)));
        }
        return worst;
    }

    void queue(std::uint32_t number) {
        Node& node = nodes_[number];
        if (node.before == no_span || node.after == no_span) return;
        ++node.version;
        const double cost = price(node);
        if (cost <= tolerance(node)) open_.push({cost, number, node.version});
    }

    bool may_drop(std::uint32_t number) {
        const Node& node = nodes_[number];
        const GridPoint a = nodes_[node.before].at, b = node.at, c = nodes_[node.after].at;
        if (a == c) return false;
        const GridPoint low{std::min({a.x, b.x, c.x}), std::min({a.y, b.y, c.y})};
        const GridPoint high{std::max({a.x, b.x, c.x}), std::max({a.y, b.y, c.y})};
        const auto in_the_way = [&](std::uint32_t i) {
            const Node& other = nodes_[i];
            if (i == number || i == node.before || i == node.after) return false;
            if (other.at == a) return has_neighbour(other, c);
            if (other.at == c) return has_neighbour(other, a);
            return in_triangle(a, b, c, other.at);
        };
        bool blocked = false;
        for_layers(node.chain, [&](CornerIndex& index) { blocked |= index.any(low, high, in_the_way); });
        return !blocked;
    }

    [[nodiscard]] bool has_neighbour(const Node& node, GridPoint p) const {
        return (node.before != no_span && nodes_[node.before].at == p) ||
               (node.after != no_span && nodes_[node.after].at == p);
    }

    void drop(std::uint32_t number) {
        Node& node = nodes_[number];
        node.gone = true;
        for_layers(node.chain, [&](CornerIndex& index) { index.remove(node.at, number); });
        nodes_[node.before].after = node.after;
        nodes_[node.after].before = node.before;
        queue(node.before);
        queue(node.after);
    }

    void rewrite(std::size_t chain) {
        std::vector<GridPoint> kept;
        for (std::uint32_t i = first_[chain]; i < nodes_.size() && nodes_[i].chain == chain; ++i)
            if (!nodes_[i].gone) kept.push_back(nodes_[i].at);
        contours_.chains[chain].points = std::move(kept);
    }

    Contours& contours_;
    double wall_tolerance_;
    double seam_tolerance_;
    std::vector<Node> nodes_;
    std::vector<std::uint32_t> first_;  ///< node of each chain
    std::vector<CornerIndex> index_;    ///< by layer
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open_;
};

}  // namespace

void simplify(Contours& contours, double wall_tolerance, double seam_tolerance) {
    Simplifier(contours, wall_tolerance, seam_tolerance).run();
}

}  // namespace wend::level
