#include "level/layering.hpp"

#include <algorithm>
#include <queue>

#include "level/seam.hpp"

namespace wend::level {
namespace {

/// Cuts connected pieces until none conflicts with itself. Works on a copy of the floors, whose steps end at
/// seams.
class PieceCutter {
  public:
    explicit PieceCutter(const Floors& floors)
        : floors_(floors),
          piece_(floors.spans.size(), no_span),
          side_(floors.spans.size(), Side::free),
          flooded_(floors.spans.size(), false),
          owner_(floors.spans.size(), 0),
          stamp_(floors.spans.size(), 0) {}

    /// The piece of each span and, by reference, how many there are.
    std::vector<std::uint32_t> run(std::uint32_t& count) {
        std::vector<std::vector<std::uint32_t>> todo;
        std::vector<std::uint32_t> all(floors_.spans.size());
        for (std::uint32_t i = 0; i < all.size(); ++i) all[i] = i;
        collect(all, todo);
        while (!todo.empty()) {
            const std::vector<std::uint32_t> members = std::move(todo.back());
            todo.pop_back();
            ++owner_count_;
            for (const std::uint32_t span : members) owner_[span] = owner_count_;
            if (std::ranges::any_of(members, [&](std::uint32_t span) { return conflicts(span, anyone); })) {
                cut(members);
                collect(members, todo);
            } else {
                for (const std::uint32_t span : members) piece_[span] = count_;
                ++count_;
            }
        }
        count = count_;
        return std::move(piece_);
    }

  private:
    static bool anyone(std::uint32_t) { return true; }

    /// Whether some span that `counts` cannot share a layer with this one: of the same piece, over or under
    /// it, or beside it without a step between them.
    template <class Counts>
    [[nodiscard]] bool conflicts(std::uint32_t span, Counts&& counts) const {
        const Span& at = floors_.spans[span];
        const auto in_column = [&](int x, int y, std::uint32_t friendly) {
            if (!floors_.has_column(x, y)) return false;
            const std::size_t column = floors_.column(x, y);
            for (std::uint32_t i = floors_.first[column]; i < floors_.first[column + 1]; ++i)
                if (i != friendly && owner_[i] == owner_[span] && counts(i)) return true;
            return false;
        };
        if (in_column(at.x, at.y, span)) return true;
        for (int d = 0; d < 4; ++d)
            if (in_column(at.x + step_x[d], at.y + step_y[d], at.next[d])) return true;
        return false;
    }

    /// Lowest first, whatever may share a layer with what was taken before.
    void flood(const std::vector<std::uint32_t>& members) {
        using Entry = std::pair<int, std::uint32_t>;
        std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
        const auto reach = [&](std::uint32_t span) {
            if (span == no_span || stamp_[span] == generation_) return;
            stamp_[span] = generation_;
            open.push({floors_.spans[span].floor, span});
        };
        ++generation_;
        reach(*std::ranges::min_element(members, {}, [&](std::uint32_t span) {
            return Entry{floors_.spans[span].floor, span};
        }));
        while (!open.empty()) {
            const std::uint32_t at = open.top().second;
            open.pop();
            if (conflicts(at, [&](std::uint32_t i) { return flooded_[i]; })) continue;
            flooded_[at] = true;
            for (const std::uint32_t next : floors_.spans[at].next) reach(next);
        }
    }

    /// Parts what the flood took from what conflicts with it.
    void cut(const std::vector<std::uint32_t>& members) {
        flood(members);
        for (const std::uint32_t span : members)
            if (conflicts(span, anyone)) side_[span] = flooded_[span] ? Side::low : Side::high;
        part_by_shortest_seam(floors_, members, side_);
        for (const std::uint32_t span : members)
            for (std::uint32_t& next : floors_.spans[span].next)
                if (next != no_span && side_[next] != side_[span]) next = no_span;
        for (const std::uint32_t span : members) {
            side_[span] = Side::free;
            flooded_[span] = false;
        }
    }

    /// Appends the connected pieces of the members, the one with the first span last.
    void collect(const std::vector<std::uint32_t>& members, std::vector<std::vector<std::uint32_t>>& todo) {
        ++generation_;
        const auto first = static_cast<std::ptrdiff_t>(todo.size());
        for (const std::uint32_t seed : members) {
            if (stamp_[seed] == generation_) continue;
            std::vector<std::uint32_t> found{seed};
            stamp_[seed] = generation_;
            for (std::size_t head = 0; head < found.size(); ++head)
                for (const std::uint32_t next : floors_.spans[found[head]].next) {
                    if (next == no_span || stamp_[next] == generation_) continue;
                    stamp_[next] = generation_;
                    found.push_back(next);
                }
            std::ranges::sort(found);
            todo.push_back(std::move(found));
        }
        std::reverse(todo.begin() + first, todo.end());
    }

    Floors floors_;
    std::vector<std::uint32_t> piece_;
    std::vector<Side> side_;
    std::vector<bool> flooded_;
    std::vector<std::uint32_t> owner_;  ///< which piece in turn a span belongs to
    std::uint32_t owner_count_ = 0;
    std::vector<std::uint32_t> stamp_;
    std::uint32_t generation_ = 0;
    std::uint32_t count_ = 0;
};

/// Puts pieces into layers, the largest first.
class LayerPacker {
  public:
    LayerPacker(const Floors& floors, const std::vector<std::uint32_t>& piece, std::uint32_t count)
        : floors_(floors), members_(count), layer_(floors.spans.size(), no_span) {
        for (std::uint32_t i = 0; i < piece.size(); ++i) members_[piece[i]].push_back(i);
        std::ranges::stable_sort(members_, std::greater<>{}, [](const auto& spans) { return spans.size(); });
    }

    std::vector<std::uint32_t> run(std::uint32_t& count) {
        for (const std::vector<std::uint32_t>& members : members_) {
            const std::uint32_t layer = best_layer(members);
            if (layer == layers_.size()) layers_.emplace_back(floors_.first.size() - 1, no_span);
            for (const std::uint32_t span : members) {
                layer_[span] = layer;
                layers_[layer][column_of(span)] = span;
            }
        }
        count = static_cast<std::uint32_t>(layers_.size());
        return std::move(layer_);
    }

  private:
    [[nodiscard]] std::size_t column_of(std::uint32_t span) const {
        return floors_.column(floors_.spans[span].x, floors_.spans[span].y);
    }

    [[nodiscard]] std::uint32_t best_layer(const std::vector<std::uint32_t>& members) const {
        auto best = static_cast<std::uint32_t>(layers_.size());
        int longest = -1;
        for (std::uint32_t layer = 0; layer < layers_.size(); ++layer) {
            const int seam = common_seam(members, layers_[layer]);
            if (seam > longest) {
                longest = seam;
                best = layer;
            }
        }
        return best;
    }

    /// Steps between the piece and the layer; -1 when they overlap or touch where no step leads.
    [[nodiscard]] int common_seam(const std::vector<std::uint32_t>& members,
                                  const std::vector<std::uint32_t>& at_column) const {
        int seam = 0;
        for (const std::uint32_t i : members) {
            const Span& span = floors_.spans[i];
            if (at_column[column_of(i)] != no_span) return -1;
            for (int d = 0; d < 4; ++d) {
                const int x = span.x + step_x[d], y = span.y + step_y[d];
                const std::uint32_t beside =
                    floors_.has_column(x, y) ? at_column[floors_.column(x, y)] : no_span;
                if (beside == no_span) continue;
                if (span.next[d] != beside) return -1;
                ++seam;
            }
        }
        return seam;
    }

    const Floors& floors_;
    std::vector<std::vector<std::uint32_t>> members_;
    std::vector<std::uint32_t> layer_;
    std::vector<std::vector<std::uint32_t>> layers_;  ///< span of each column
};

/// Layers from the lowest to the highest floor, by mean height.
void sort_by_height(const Floors& floors, Layering& layering) {
    std::vector<double> sum(layering.count, 0), size(layering.count, 0);
    for (std::size_t i = 0; i < floors.spans.size(); ++i) {
        sum[layering.layer[i]] += floors.spans[i].floor;
        ++size[layering.layer[i]];
    }
    std::vector<std::uint32_t> order(layering.count), rank(layering.count);
    for (std::uint32_t i = 0; i < layering.count; ++i) order[i] = i;
    std::ranges::stable_sort(order, {}, [&](std::uint32_t i) { return sum[i] / size[i]; });
    for (std::uint32_t i = 0; i < layering.count; ++i) rank[order[i]] = i;
    for (std::uint32_t& layer : layering.layer) layer = rank[layer];
}

}  // namespace

Layering find_layers(const Floors& floors) {
    Layering layering;
    std::uint32_t pieces = 0;
    const std::vector<std::uint32_t> piece = PieceCutter(floors).run(pieces);
    layering.layer = LayerPacker(floors, piece, pieces).run(layering.count);
    sort_by_height(floors, layering);
    return layering;
}

}  // namespace wend::level
