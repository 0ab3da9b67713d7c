#include "level/links.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>

#include "level/border_distance.hpp"

namespace wend::level {
namespace {

constexpr double stand_back = 0.6;  ///< metres from the edge to where a link begins or ends
constexpr double spacing = 2.0;     ///< metres between links of one kind between the same layers
constexpr int bare_ledge = 2;       ///< cells at an edge that are solid but no floor
constexpr int widest_fall = 2;      ///< cells that a drop may reach out when jumps are off

struct Candidate {
    Link link;
    double length = 0;
};

class LinkFinder {
  public:
    LinkFinder(const Floors& floors, const std::vector<std::uint32_t>& layer, const rcHeightfield& solid,
               const LevelSource& source)
        : floors_(floors),
          layer_(layer),
          solid_(solid),
          step_(static_cast<int>(source.step_height / source.cell_height + 1e-6)),
          head_room_(static_cast<int>(std::ceil(source.head_room / source.cell_height - 1e-6))),
          gap_(static_cast<int>(source.jump_distance / source.cell_size + 1e-6)),
          fall_(static_cast<int>(source.drop_height / source.cell_height + 1e-6)),
          stand_back_(static_cast<int>(std::ceil(stand_back / source.cell_size))),
          distance_(floors, stand_back_ + 1) {}

    std::vector<Link> run() {
        for (std::uint32_t i = 0; i < floors_.spans.size(); ++i)
            for (int d = 0; d < 4; ++d)
                if (floors_.spans[i].next[d] == no_span) leave(i, d);
        return thinned();
    }

  private:
    /// No solid between the two heights in the column.
    [[nodiscard]] bool is_air(int x, int y, int low, int high) const {
        if (!floors_.has_column(x, y)) return false;
        const rcSpan* span = solid_.spans[x + (solid_.height - 1 - y) * solid_.width];
        for (; span; span = span->next)
            if (static_cast<int>(span->smin) < high && static_cast<int>(span->smax) > low) return false;
        return true;
    }

    /// The highest floor of the column at or below `height`.
    [[nodiscard]] std::uint32_t floor_below(int x, int y, int height) const {
        const std::size_t column = floors_.column(x, y);
        std::uint32_t found = no_span;
        for (std::uint32_t i = floors_.first[column]; i < floors_.first[column + 1]; ++i)
            if (floors_.spans[i].floor <= height) found = i;
        return found;
    }

    /// Nothing to stand on in the column within a step of `height`, floor or not.
    [[nodiscard]] bool is_gap(int x, int y, int height) const {
        const rcSpan* span = solid_.spans[x + (solid_.height - 1 - y) * solid_.width];
        for (; span; span = span->next)
            if (std::abs(static_cast<int>(span->smax) - height) <= step_) return false;
        return true;
    }

    void leave(std::uint32_t start, int d) {
        const Span& from = floors_.spans[start];
        const int widest = std::max(gap_, fall_ > 0 ? widest_fall : 0);
        bool dropped = false;
        for (int k = 1, gap = 0; gap <= widest && k <= widest + 2 * bare_ledge + 1; ++k) {
            const int x = from.x + k * step_x[d], y = from.y + k * step_y[d];
            if (!floors_.has_column(x, y)) return;
            const std::uint32_t landing = floor_below(x, y, from.floor + step_);
            const bool level = landing != no_span && floors_.spans[landing].floor >= from.floor - step_;
            if (landing != no_span && (level || !dropped) && is_link(from, floors_.spans[landing], gap) &&
                free_flight(from, k, d, landing)) {
                add(start, landing, d, k);
                dropped = true;
            }
            if (level || !is_air(x, y, from.floor, from.floor + head_room_)) return;
            if (is_gap(x, y, from.floor)) ++gap;
        }
    }

    [[nodiscard]] bool is_link(const Span& from, const Span& to, int gap) const {
        const int down = from.floor - to.floor;
        if (std::abs(down) <= step_) return gap >= 1 && gap <= gap_;
        return down > 0 && down <= fall_ && gap <= std::max(gap_, widest_fall);
    }

    [[nodiscard]] bool free_flight(const Span& from, int length, int d, std::uint32_t landing) const {
        const int low = std::max(from.floor, floors_.spans[landing].floor);
        for (int k = 0; k < length; ++k)
            if (!is_air(from.x + k * step_x[d], from.y + k * step_y[d], low, low + head_room_)) return false;
        const Span& to = floors_.spans[landing];
        return is_air(to.x, to.y, to.floor, low + head_room_);
    }

    /// From the edge away from the gap, to where the floor is widest within reach.
    [[nodiscard]] std::uint32_t stand_at(std::uint32_t edge, int d) {
        std::uint32_t best = edge, at = edge;
        for (int k = 0; k < stand_back_ && floors_.spans[at].next[d] != no_span; ++k) {
            at = floors_.spans[at].next[d];
            if (layer_[at] != layer_[edge]) break;
            if (distance_.of(at) > distance_.of(best)) best = at;
        }
        return best;
    }

    /// Half the width in cells through which the flight stays free to both sides.
    [[nodiscard]] int free_width(const Span& from, int length, int d, int low, int most) const {
        const int side = left_direction(d);
        for (int w = 1; w <= most; ++w)
            for (const int sign : {-1, 1})
                for (int k = 0; k <= length; ++k) {
                    const int x = from.x + k * step_x[d] + sign * w * step_x[side];
                    const int y = from.y + k * step_y[d] + sign * w * step_y[side];
                    if (!is_air(x, y, low, low + head_room_)) return w - 1;
                }
        return most;
    }
    static constexpr int left_direction(int d) { return (d + 1) % 4; }

    void add(std::uint32_t edge, std::uint32_t landing, int d, int length) {
        const std::uint32_t start = stand_at(edge, opposite(d)), end = stand_at(landing, d);
        const double room = std::min(distance_.of(start), distance_.of(end));
        const Span& from = floors_.spans[edge];
        const int low = std::max(from.floor, floors_.spans[landing].floor);
        const int width = free_width(from, length, d, low, static_cast<int>(std::ceil(room)));
        Candidate candidate;
        Link& link = candidate.link;
        const bool level = std::abs(from.floor - floors_.spans[landing].floor) <= step_;
        link.kind = level ? LinkKind::jump : LinkKind::drop;
        link.two_way = level;
        link.from_layer = layer_[start];
        link.to_layer = layer_[end];
        link.from = centre(start);
        link.to = centre(end);
        link.max_radius = std::min(room, width + 0.5) * floors_.cell;
        candidate.length = distance(link.from, link.to);
        candidates_.push_back(std::move(candidate));
    }

    [[nodiscard]] Vec2 centre(std::uint32_t span) const {
        return floors_.origin + Vec2{floors_.spans[span].x + 0.5, floors_.spans[span].y + 0.5} * floors_.cell;
    }

    static bool alike(const Link& a, const Link& b) {
        if (a.kind != b.kind) return false;
        const auto near = [](std::uint32_t l, Vec2 p, std::uint32_t m, Vec2 q) {
            return l == m && distance(p, q) < spacing;
        };
        return (near(a.from_layer, a.from, b.from_layer, b.from) &&
                near(a.to_layer, a.to, b.to_layer, b.to)) ||
               (a.two_way && near(a.from_layer, a.from, b.to_layer, b.to) &&
                near(a.to_layer, a.to, b.from_layer, b.from));
    }

    std::vector<Link> thinned() {
        std::ranges::stable_sort(candidates_, {}, [](const Candidate& c) {
            return std::tuple(c.link.kind, -c.link.max_radius, c.length);
        });
        std::vector<Link> kept;
        for (const Candidate& candidate : candidates_) {
            if (std::ranges::any_of(kept, [&](const Link& link) { return alike(link, candidate.link); }))
                continue;
            kept.push_back(candidate.link);
            kept.back().name =
                (kept.back().kind == LinkKind::jump ? "jump " : "drop ") + std::to_string(kept.size());
        }
        return kept;
    }

    const Floors& floors_;
    const std::vector<std::uint32_t>& layer_;
    const rcHeightfield& solid_;
    int step_, head_room_, gap_, fall_, stand_back_;
    BorderDistance distance_;
    std::vector<Candidate> candidates_;
};

}  // namespace

std::vector<Link> find_links(const Floors& floors, const std::vector<std::uint32_t>& layer,
                             const rcHeightfield& solid, const LevelSource& source) {
    if (source.jump_distance <= 0 && source.drop_height <= 0) return {};
    return LinkFinder(floors, layer, solid, source).run();
}

}  // namespace wend::level
