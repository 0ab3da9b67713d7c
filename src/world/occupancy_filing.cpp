#include <algorithm>
#include <cmath>
#include <utility>

#include "wend/world/occupancy.hpp"

#include "world/cell.hpp"
#include "world/stretch.hpp"

// How bodies are cut into stretches and filed. A stretch ends when its box has grown as wide as a cell, or as
// wide as the body itself where that is wider: short pieces are joined, long ones cut.

namespace wend {
namespace {

constexpr double forever = std::numeric_limits<double>::infinity();

/// How wide the box of a stretch may get, given how far the body reaches: just fits a cell, rounding
/// included.
double widest_stretch(double reach) {
    int level = 0;
    while (level < cell_levels && cell_size(level) < 4 * reach) ++level;
    return cell_size(level) * (1 - 1e-6);
}

/// Walks along a path and cuts it.
class Cutter {
  public:
    explicit Cutter(const BodyPath& path) : path_(path), growth_(path.body().growth) {}

    /// Calls emit(span, first piece, box) for every stretch.
    template <class Emit>
    void cut(Emit&& emit) {
        for (std::uint32_t i = 0; i < path_.pieces().size(); ++i) {
            const BodyPath::Piece& piece = path_.pieces()[i];
            if (i == path_.loop_begin() || is_long_wait(piece)) finish(emit);
            for (double t = piece.span.low;;) {
                if (room_left(t) <= 0) finish(emit);
                if (box_.is_empty()) begin(i, t);
                const double until = std::min(piece.span.high, t + room_left(t) / widening(piece));
                extend(piece, until);
                if (until >= piece.span.high) break;
                finish(emit);
                t = until;
            }
            if (is_long_wait(piece)) finish(emit);
        }
        finish(emit);
    }

  private:
    static bool is_long_wait(const BodyPath::Piece& piece) {
        return piece.velocity == Vec2{} &&
               piece.span.length() > slice_length * static_cast<double>(most_slices);
    }
    static Vec2 place(const BodyPath::Piece& piece, double t) {
        return piece.velocity == Vec2{} ? piece.start : piece.start + piece.velocity * (t - piece.span.low);
    }

    void begin(std::uint32_t piece, double t) {
        first_ = piece;
        low_ = high_ = t;
        widest_ = widest_stretch(path_.reach_at(t));
        box_.add(place(path_.pieces()[piece], t));
    }
    /// Metres by which the stretch's box may still widen.
    [[nodiscard]] double room_left(double t) const {
        if (box_.is_empty() || widest_ >= cell_size(cell_levels - 1)) return forever;
        const Vec2 size = box_.high - box_.low;
        return widest_ - std::max(size.x, size.y) - 2 * path_.reach_at(t);
    }
    /// Metres a second by which it does.
    [[nodiscard]] double widening(const BodyPath::Piece& piece) const {
        return std::max(std::abs(piece.velocity.x), std::abs(piece.velocity.y)) + 2 * growth_;
    }
    void extend(const BodyPath::Piece& piece, double t) {
        box_.add(place(piece, t));
        high_ = t;
    }
    template <class Emit>
    void finish(Emit& emit) {
        if (!box_.is_empty()) emit(Interval{low_, high_}, first_, box_.grown(path_.reach_at(high_)));
        box_ = {};
    }

    const BodyPath& path_;
    double growth_;
    std::uint32_t first_ = 0;
    double low_ = 0, high_ = 0, widest_ = 0;
    Box2 box_;  ///< of the body's origin
};

}  // namespace

std::uint32_t Occupancy::slot_of(BodyId who) const noexcept {
    const bool is_agent = !who.agent.is_null();
    const auto& slots = is_agent ? agents_ : obstacles_;
    const std::uint32_t index = is_agent ? who.agent.index : who.obstacle.index;
    if (index >= slots.size() || slots[index] == 0) return no_slot;
    const std::uint32_t slot = slots[index] - 1;
    return paths_[slot].who() == who ? slot : no_slot;
}

const BodyPath* Occupancy::find(BodyId who) const noexcept {
    const std::uint32_t slot = slot_of(who);
    return slot == no_slot ? nullptr : &paths_[slot];
}

std::uint32_t Occupancy::make_slot(BodyId who) {
    const bool is_agent = !who.agent.is_null();
    auto& slots = is_agent ? agents_ : obstacles_;
    const std::uint32_t index = is_agent ? who.agent.index : who.obstacle.index;
    if (index >= slots.size()) slots.resize(index + 1);
    if (slots[index] != 0) return slots[index] - 1;
    if (free_slots_.empty()) {
        free_slots_.push_back(static_cast<std::uint32_t>(paths_.size()));
        paths_.emplace_back();
        filed_.emplace_back();
    }
    const std::uint32_t slot = free_slots_.back();
    free_slots_.pop_back();
    slots[index] = slot + 1;
    ++count_;
    return slot;
}

void Occupancy::set(std::shared_ptr<const Body> body) {
    BodyPath path(std::move(body));
    set(path);
}

void Occupancy::set(BodyPath& path) {
    const std::uint32_t slot = make_slot(path.who());
    note_change(slot);
    unfile(slot);
    std::swap(paths_[slot], path);
    if (filing_ == Filing::stretches) file(slot);
}

void Occupancy::note_change(std::uint32_t slot) {
    are_rooms_sorted_ = false;
    if (filing_ != Filing::rooms) return;
    if (slot >= is_changed_.size()) is_changed_.resize(paths_.size());
    if (!std::exchange(is_changed_[slot], std::uint8_t{1})) changed_.push_back(slot);
}

bool Occupancy::remove(BodyId who) {
    const std::uint32_t slot = slot_of(who);
    if (slot == no_slot) return false;
    note_change(slot);
    unfile(slot);
    paths_[slot] = {};
    const bool is_agent = !who.agent.is_null();
    (is_agent ? agents_[who.agent.index] : obstacles_[who.obstacle.index]) = 0;
    free_slots_.push_back(slot);
    --count_;
    return true;
}

void Occupancy::file(std::uint32_t slot) {
    const BodyPath& path = paths_[slot];
    if (path.period() > 0 && path.body().growth > 0) {
        // It repeats and grows without end: no box holds it.
        file(slot,
             {{path.pieces().front().span.low, forever}, 0, Box2{{-forever, -forever}, {forever, forever}}});
        return;
    }
    Cutter(path).cut([&](Interval span, std::uint32_t piece, const Box2& box) {
        file(slot, Stretch{span, piece, box});
    });
}

void Occupancy::file(std::uint32_t slot, const Stretch& stretch) {
    const std::uint32_t layer = paths_[slot].layer(), other = paths_[slot].other_layer();
    file(slot, stretch, layer);
    if (other != layer) file(slot, stretch, other);
}

void Occupancy::file(std::uint32_t slot, const Stretch& stretch, std::uint32_t layer) {
    const BodyPath& path = paths_[slot];
    const int level = level_of(stretch.box);
    const bool repeats = path.period() > 0 && stretch.piece >= path.loop_begin();
    const auto add = [&](std::int64_t x, std::int64_t y, std::int64_t slice) {
        const std::uint32_t key = drawer_key(layer, level, x, y, slice);
        const std::uint32_t piece = stretch.piece | (repeats ? repeating : 0);
        add_entry({stretch.span.low, stretch.span.high, slot, piece, key, 0});
    };
    if (level == cell_levels) return add(0, 0, any_slice);
    const std::int64_t first = slice_of(stretch.span.low), last = slice_of(stretch.span.high);
    const bool is_timeless = repeats || last - first >= most_slices;
    if (!is_timeless) last_slice_ = std::max(last_slice_, last);
    CellRange(stretch.box, level).for_each([&](std::int64_t x, std::int64_t y) {
        if (is_timeless) return add(x, y, any_slice);
        for (std::int64_t slice = first; slice <= last; ++slice) add(x, y, slice);
    });
}

}  // namespace wend
