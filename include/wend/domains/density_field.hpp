#pragma once

// The density field of MD 4.1: how crowded each polygon of the mesh is now, and will be, from the ways that
// bodies are known or have promised to take. Time is cut into slots; a body counts in a polygon and slot with
// the share of the slot that its centre spends there.
//
// Every body's part is kept as whole numbers beside the sums, so that taking a way out leaves exactly what
// was there before it came, and replacing one touches only what differs. Work is proportional to the way; a
// question is one look into a hash table. The field covers a window of slots from the present on and knows
// nothing outside it: density 0.

#include <cstdint>
#include <deque>
#include <map>
#include <span>
#include <unordered_map>
#include <vector>

#include "wend/domains/density_polygons.hpp"
#include "wend/world/body.hpp"

namespace wend::domains {

enum class DensityMeasure : std::uint8_t {
    persons,  ///< every body counts as one
    area,     ///< every body counts as the area it covers, square metres
};

struct DensityOptions {
    double slot = 2;                                 ///< seconds
    std::uint32_t slots = 64;                        ///< of the window; at least 1
    double cell = DensityPolygons::whole_triangles;  ///< metres; finer polygons than triangles
    DensityMeasure measure = DensityMeasure::persons;
    mesh::FilterIndex filter = 0;  ///< whose triangles: the domains' that ask
    std::size_t log_capacity = 1u << 16;
};

/// One number of the field changed.
struct DensityChange {
    std::uint64_t stamp = 0;
    BodyId who;
    DensityPolygon polygon;
    std::int64_t slot = 0;
};

class DensityField {
  public:
    /// Borrows the mesh. The window begins with the slot of `now`.
    explicit DensityField(const mesh::NavMesh& mesh, const DensityOptions& options = {}, double now = 0);

    [[nodiscard]] const DensityOptions& options() const noexcept { return options_; }
    [[nodiscard]] const DensityPolygons& polygons() const noexcept { return polygons_; }
    [[nodiscard]] std::size_t body_count() const noexcept { return bodies_.size(); }

    /// Adds a body, or replaces the way of the one with the same id.
    void set(const Body& body);
    bool remove(BodyId who);
    /// Moves the window to the slot of `now`; never back.
    void advance(double now);
    /// To be told after every single edit of a layer.
    void note_edit(std::uint32_t layer) {
        note_edit(layer, polygons_.floor(layer).affected().triangles_gone);
    }
    /// Or after several: all triangles that are gone.
    void note_edit(std::uint32_t layer, std::span<const mesh::TriangleIndex> gone);
    /// Is anybody known to come through the triangle?
    [[nodiscard]] bool is_visited(std::uint32_t layer, mesh::TriangleIndex triangle) const {
        return visitors_.contains({layer, triangle});
    }

    [[nodiscard]] std::int64_t slot_of(double time) const noexcept {
        return static_cast<std::int64_t>(std::floor(time / options_.slot));
    }
    [[nodiscard]] std::int64_t first_slot() const noexcept { return first_slot_; }
    [[nodiscard]] std::int64_t end_slot() const noexcept { return first_slot_ + options_.slots; }

    /// Persons, or square metres, a square metre; without the part of `except`.
    [[nodiscard]] double density(const DensityPolygon& polygon, std::int64_t slot, BodyId except = {}) const;
    [[nodiscard]] double density_at(std::uint32_t layer, Vec2 point, double time, BodyId except = {}) const;

    /// Counts changes; rises with every number that changes.
    [[nodiscard]] std::uint64_t stamp() const noexcept { return stamp_; }
    /// Calls visit(change) for every change after `stamp`, oldest first. False, and no call, when the log no
    /// longer reaches back that far.
    template <class Visit>
    bool visit_changes(std::uint64_t stamp, Visit&& visit) const {
        if (stamp_ - stamp > log_.size()) return false;
        for (auto at = log_.end() - static_cast<std::ptrdiff_t>(stamp_ - stamp); at != log_.end(); ++at)
            visit(*at);
        return true;
    }

    /// One body's part in a polygon and slot.
    struct Share {
        std::int64_t slot = 0;
        DensityPolygon polygon;
        std::int64_t amount = 0;  ///< in units of 1 / amount_scale
        friend auto operator<=>(const Share&, const Share&) = default;
    };
    static constexpr double amount_scale = 1u << 24;
    /// All shares of a body's way during the slots [from, until), sorted, each polygon and slot once.
    [[nodiscard]] std::vector<Share> shares_of(const Body& body, std::int64_t from, std::int64_t until) const;

  private:
    struct PolygonHash {
        std::size_t operator()(const DensityPolygon& polygon) const noexcept;
    };
    struct Record {
        double area = 0;
        std::uint32_t uses = 0;             ///< shares in it
        std::vector<std::int64_t> amounts;  ///< by slot modulo the window's length
    };
    struct Way {
        Body body;
        std::vector<Share> shares;  ///< sorted
    };
    using Triangle = std::pair<std::uint32_t, mesh::TriangleIndex>;

    void replace(BodyId who, std::vector<Share>& old_shares, std::vector<Share> new_shares);
    [[nodiscard]] std::size_t place_of(std::int64_t slot) const noexcept {
        const std::int64_t length = options_.slots, rest = slot % length;
        return static_cast<std::size_t>(rest < 0 ? rest + length : rest);
    }
    void count(BodyId who, const Share& share, int sign);
    [[nodiscard]] const Share* find(BodyId who, const DensityPolygon& polygon, std::int64_t slot) const;

    const mesh::NavMesh* mesh_;
    DensityOptions options_;
    DensityPolygons polygons_;
    std::int64_t first_slot_;
    std::map<BodyId, Way> bodies_;
    std::unordered_map<DensityPolygon, Record, PolygonHash> records_;
    /// Who has a share in a triangle, with the number of its shares.
    std::map<Triangle, std::map<BodyId, std::uint32_t>> visitors_;
    std::deque<DensityChange> log_;
    std::uint64_t stamp_ = 0;
};

}  // namespace wend::domains
