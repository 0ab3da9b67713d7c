#pragma once

// Who takes up room where and when, answered from an index over space and time. Bodies are cut into short
// stretches of their way; a stretch is filed under the cells its swept box touches and the slices of time it
// lasts for (bodies that stand, or go round and round, under their cells alone). A question opens the few
// drawers it touches and puts exact continuous-time tests to what lies in them (geometry/motion.hpp), so its
// answer is the one a loop over everybody would give.
//
// Setting or removing a body costs in proportion to that body's way. Reading is safe from many threads while
// nobody writes.

#include <cstdint>
#include <optional>
#include <vector>

#include "wend/world/body_path.hpp"

namespace wend {

struct Neighbour {
    BodyId who;
    double distance = 0;  ///< from the point to the nearest point of the body, 0 inside
    friend bool operator==(const Neighbour&, const Neighbour&) = default;
};

struct Conflict {
    double time = 0;  ///< when overlap begins
    BodyId who;
    friend bool operator==(const Conflict&, const Conflict&) = default;
};

class RoomGrid;

/// How bodies are found. Answers are the same.
enum class Filing : std::uint8_t {
    stretches,  ///< by place and time, as told above
    rooms,      ///< by the whole room that each takes: changing one costs next to nothing, for a sorting once
                ///< a frame. For crowds, where most bodies change every few frames and none goes far.
};

class Occupancy {
  public:
    explicit Occupancy(Filing filing = Filing::stretches) : filing_(filing) {}

    /// Adds a body, or replaces the one with the same id.
    void set(std::shared_ptr<const Body> body);
    /// The same for one who has worked out the path, and who gets the one that it replaces.
    void set(BodyPath& path);
    void set(const Body& body) { set(std::make_shared<Body>(body)); }
    bool remove(BodyId who);
    [[nodiscard]] std::size_t size() const noexcept { return count_; }
    /// The body's path, null when it takes up no room. Valid until the next change.
    [[nodiscard]] const BodyPath* find(BodyId who) const noexcept;

    /// Bodies no farther than `distance` from p at `time`, nearest first, then by id.
    [[nodiscard]] std::vector<Neighbour> within(std::uint32_t layer, Vec2 p, double distance, double time,
                                                BodyId except = {}) const;

    /// The first overlap of a disc that moves uniformly during its span, which must be finite; nothing when
    /// it is free all the way. Of several at the same time the lowest id.
    [[nodiscard]] std::optional<Conflict> first_conflict(std::uint32_t layer, const MovingDisc& disc,
                                                         BodyId except = {}) const;
    [[nodiscard]] bool is_free(std::uint32_t layer, const MovingDisc& disc, BodyId except = {}) const {
        return !first_conflict(layer, disc, except);
    }

    /// Appends the paths of all bodies that may touch the box during the window, each once, in no order of
    /// meaning: none that does is missing. Valid until the next change.
    void collect(std::uint32_t layer, const Box2& box, Interval window, BodyId except,
                 std::vector<const BodyPath*>& found) const;

    /// Makes collect cheaper until the next change, at a cost that follows the number of bodies.
    void sort_rooms();

    /// When a disc may stand at p, within a finite window: rising, disjoint, longer than a moment.
    [[nodiscard]] std::vector<Interval> safe_intervals(std::uint32_t layer, Vec2 p, double radius,
                                                       Interval window, BodyId except = {}) const;

    /// Bytes held, capacities counted.
    [[nodiscard]] std::size_t memory() const noexcept;
    /// Every body's path, for those who want to look at all.
    [[nodiscard]] const std::vector<BodyPath>& paths() const noexcept { return paths_; }

  private:
    /// One stretch of a body's way, in one drawer.
    struct Entry {
        double low = 0, high = 0;  ///< its times, on the body's own clock
        std::uint32_t body = 0;    ///< index into paths_
        std::uint32_t piece = 0;   ///< the body's first piece that reaches into it, and a mark
        std::uint32_t key = 0;
        std::uint32_t next = 0;
    };
    struct Stretch;
    struct Question;

    [[nodiscard]] std::uint32_t slot_of(BodyId who) const noexcept;
    std::uint32_t make_slot(BodyId who);
    void file(std::uint32_t slot);
    void file(std::uint32_t slot, const Stretch& stretch);
    void file(std::uint32_t slot, const Stretch& stretch, std::uint32_t layer);
    void unfile(std::uint32_t slot);
    void add_entry(Entry entry);
    void remove_entry(std::uint32_t at);
    void grow();
    [[nodiscard]] bool is_candidate(const Entry& entry, const Question& question) const noexcept;
    template <class Visit>
    void visit_drawer(std::uint32_t key, const Question& question, Visit& visit) const;
    template <class Visit>
    void visit_candidates(const Question& question, Visit&& visit) const;
    template <class Visit>
    void visit_rooms(const Question& question, Visit&& visit) const;
    void note_change(std::uint32_t slot);

    std::vector<BodyPath> paths_;                    ///< by slot; empty ones are free
    std::vector<std::vector<std::uint32_t>> filed_;  ///< by slot: its entries
    std::vector<std::uint32_t> agents_, obstacles_;  ///< slot + 1 by the id's index
    std::vector<std::uint32_t> free_slots_;
    std::size_t count_ = 0;

    std::vector<Entry> entries_;
    std::vector<std::uint32_t> free_entries_;
    std::vector<std::uint32_t> drawers_;  ///< first entry + 1 of every chain; a power of two of them
    std::vector<std::size_t> on_level_;   ///< entries per level of the grid, all layers
    std::int64_t last_slice_ = 0;         ///< nothing is filed under a later one

    std::shared_ptr<RoomGrid> rooms_;  ///< where everybody was when they were last sorted
    bool are_rooms_sorted_ = false;    ///< and still is
    Filing filing_;
    std::vector<std::uint32_t> changed_;    ///< slots that were set or emptied since, when filed by rooms
    std::vector<std::uint8_t> is_changed_;  ///< by slot
};

}  // namespace wend
