// A storey has two rows of rooms along a corridor, doors between them, and a stairwell at its end, from which
// a ramp leads to the next storey.

#include "ground.hpp"

namespace wend::bench {

namespace {

constexpr int storeys = 4, rooms = 8;
constexpr double storey_height = 4, room_width = 6, room_depth = 7, corridor = 3, wall = 0.3, door = 1.8;
constexpr double well = 12;  ///< length of the stairwell
constexpr double ramp_length = 8, ramp_width = 2.5;

Ring box(double left, double bottom, double right, double top) {
    return {{left, bottom}, {right, bottom}, {right, top}, {left, top}};
}

void add_floor(level::Triangles& triangles, const Ring& ring, double low, double high) {
    // From `low` at its left end to `high` at its right one.
    const auto first = static_cast<std::uint32_t>(triangles.points.size());
    const double height[] = {low, high, high, low};
    for (std::size_t i = 0; i < 4; ++i) triangles.points.push_back({ring[i].x, ring[i].y, height[i]});
    triangles.corners.push_back({first, first + 1, first + 2});
    triangles.corners.push_back({first, first + 2, first + 3});
}

class Office {
  public:
    explicit Office(Rng rng) : rng_(rng) {}

    level::Triangles build() {
        for (int storey = 0; storey < storeys; ++storey) {
            base_ = storey * storey_height;
            add_slab(storey);
            add_rooms(-corridor / 2 - room_depth, -corridor / 2, -corridor / 2);
            add_rooms(corridor / 2, corridor / 2 + room_depth, corridor / 2);
            add_furniture();
            if (storey + 1 < storeys) add_stairs(storey);
        }
        return std::move(triangles_);
    }

  private:
    static constexpr double length = rooms * room_width;
    static constexpr double depth = corridor / 2 + room_depth;

    void add_wall(const Ring& ring) { add_box(triangles_, ring, base_, base_ + 3); }

    /// The floor, with a hole above the ramp that comes up from below. Ramps lie on alternate sides.
    void add_slab(int storey) {
        add_floor(triangles_, box(0, -depth, length, depth), base_, base_);
        const double begin = length + 2, end = begin + ramp_length, right = length + well;
        add_floor(triangles_, box(length, -depth, begin, depth), base_, base_);
        add_floor(triangles_, box(end, -depth, right, depth), base_, base_);
        const double low = ramp_side(storey - 1), high = low + ramp_width;
        add_floor(triangles_, box(begin, -depth, end, storey > 0 ? low : depth), base_, base_);
        if (storey > 0) add_floor(triangles_, box(begin, high, end, depth), base_, base_);
    }
    void add_stairs(int storey) {
        const double low = ramp_side(storey);
        add_floor(triangles_, box(length + 2, low, length + 2 + ramp_length, low + ramp_width), base_,
                  base_ + storey_height);
    }
    static double ramp_side(int storey) { return storey % 2 == 0 ? -depth + 0.5 : depth - 0.5 - ramp_width; }

    /// One row of rooms between those y, with doors to the corridor and some to the next room.
    void add_rooms(double low, double high, double at_corridor) {
        for (int i = 0; i < rooms; ++i) {
            const double left = i * room_width, right = left + room_width;
            const double gap = left + rng_.uniform(1, room_width - 1 - door);
            add_wall(box(left, at_corridor - wall / 2, gap, at_corridor + wall / 2));
            add_wall(box(gap + door, at_corridor - wall / 2, right, at_corridor + wall / 2));
            const bool is_open = i + 1 < rooms && rng_.below(3) == 0;
            const double opening = is_open ? rng_.uniform(low + 1, high - 1 - door) : high;
            add_wall(box(right - wall, low, right, opening));
            if (is_open) add_wall(box(right - wall, opening + door, right, high));
        }
    }
    void add_furniture() {
        for (int i = 0; i < 3 * rooms; ++i) {
            const double x = rng_.uniform(1, length - 3), y = rng_.uniform(corridor / 2 + 1.5, depth - 2);
            const double side = rng_.below(2) == 0 ? 1 : -1;
            const Vec2 size{rng_.uniform(0.5, 2), rng_.uniform(0.5, 1.2)};
            add_wall(box(x, side * y - size.y / 2, x + size.x, side * y + size.y / 2));
        }
    }

    Rng rng_;
    level::Triangles triangles_;
    double base_ = 0;
};

}  // namespace

level::Triangles make_office(Rng rng) {
    return Office(rng).build();
}

}  // namespace wend::bench
