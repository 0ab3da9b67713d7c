#include "wend/mesh/structures/map_pieces.hpp"

#include <algorithm>

namespace wend::mesh {

namespace {

class PieceCutter {
  public:
    PieceCutter(const Triangulation& mesh, const ShortestPathMap& map, double finest, QueryContext& context)
        : mesh_(mesh), map_(map), finest_(finest), context_(context) {}

    void cut(TriangleIndex t) {
        Vec2 corners[3];
        for (std::uint32_t i = 0; i < 3; ++i)
            corners[i] = mesh_.position(mesh_.vertex(Triangulation::half_edge(t, i)));
        hint_ = t;
        cut(corners[0], corners[1], corners[2]);
    }
    [[nodiscard]] std::vector<MapPiece> take() { return std::move(pieces_); }

  private:
    static constexpr double coarsest = 16;  ///< times the finest: smaller cells than that may be overlooked

    /// A little towards the middle, so that corners of the mesh belong to the piece's own triangle.
    [[nodiscard]] MapAnswer answer(Vec2 p, Vec2 middle) const {
        return map_.find(mesh_, lerp(p, middle, 1e-6), context_, hint_);
    }

    void cut(Vec2 a, Vec2 b, Vec2 c) {
        if (squared_length(b - a) < squared_length(c - b) || squared_length(b - a) < squared_length(a - c)) {
            // The longest side first.
            if (squared_length(c - b) >= squared_length(a - c))
                cut_sorted(b, c, a);
            else
                cut_sorted(c, a, b);
            return;
        }
        cut_sorted(a, b, c);
    }
    void cut_sorted(Vec2 a, Vec2 b, Vec2 c) {
        const Vec2 middle = (a + b + c) / 3;
        const MapAnswer inside = map_.find(mesh_, middle, context_, hint_);
        const MapAnswer at[3] = {answer(a, middle), answer(b, middle), answer(c, middle)};
        const double longest = distance(a, b);
        const bool is_one = std::all_of(at, at + 3, [&](const MapAnswer& other) {
            return other.status == inside.status && other.generator == inside.generator &&
                   other.source == inside.source;
        });
        if (longest > finest_ && (!is_one || longest > coarsest * finest_)) {
            const Vec2 half = (a + b) / 2;
            cut(a, half, c);
            cut(half, b, c);
            return;
        }
        if (inside.status == StatusCode::ok)
            pieces_.push_back({{a, b, c},
                               {at[0].distance, at[1].distance, at[2].distance},
                               inside.generator,
                               inside.source});
    }

    const Triangulation& mesh_;
    const ShortestPathMap& map_;
    double finest_;
    QueryContext& context_;
    TriangleIndex hint_ = none;
    std::vector<MapPiece> pieces_;
};

}  // namespace

std::vector<MapPiece> cut_into_pieces(const Triangulation& mesh, const ShortestPathMap& map, double finest,
                                      QueryContext& context) {
    PieceCutter cutter(mesh, map, finest, context);
    for (TriangleIndex t = 0; t < mesh.triangle_bound(); ++t)
        if (mesh.is_triangle(t) && !mesh.is_blocked(t)) cutter.cut(t);
    return cutter.take();
}

std::vector<BorderPlace> find_borders(const Triangulation& mesh, const ShortestPathMap& map, double finest,
                                      QueryContext& context) {
    std::vector<BorderPlace> borders;
    for (const MapPiece& piece : cut_into_pieces(mesh, map, finest, context)) {
        const Vec2 middle = (piece.corners[0] + piece.corners[1] + piece.corners[2]) / 3;
        for (const Vec2 corner : piece.corners) {
            Vec2 low = middle, high = lerp(corner, middle, 1e-6);
            MapAnswer one = map.find(mesh, low, context), two = map.find(mesh, high, context);
            if (one.status != StatusCode::ok || two.status != StatusCode::ok ||
                one.generator == two.generator)
                continue;
            for (int i = 0; i < 60; ++i) {
                const Vec2 half = (low + high) / 2;
                const MapAnswer between = map.find(mesh, half, context);
                if (between.status != StatusCode::ok) break;
                if (between.generator == one.generator) {
                    low = half;
                } else {
                    high = half;
                    two = between;
                }
            }
            borders.push_back({low, one.generator, two.generator});
        }
    }
    return borders;
}

}  // namespace wend::mesh
