#include "wend/mesh/draw_svg.hpp"

#include <cmath>
#include <cstdio>
#include <string_view>

namespace wend::mesh {

namespace {

class Canvas {
  public:
    Canvas(const Box2& box, double width) : box_(box), scale_(width / (box.high.x - box.low.x)) {
        const double height = (box.high.y - box.low.y) * scale_;
        write(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.2f "
            "%.2f\">\n",
            width, height, width, height);
        add("<rect width=\"100%\" height=\"100%\" fill=\"#fbfaf7\"/>\n");
    }

    template <class... Values>
    void write(const char* format, Values... values) {
        char line[512];
        const int size = std::snprintf(line, sizeof line, format, values...);
        text_.append(line, static_cast<std::size_t>(size));
    }
    void add(std::string_view text) { text_ += text; }
    [[nodiscard]] Vec2 map(Vec2 p) const {
        return {(p.x - box_.low.x) * scale_, (box_.high.y - p.y) * scale_};
    }
    [[nodiscard]] double scale() const { return scale_; }

    void move_to(Vec2 p) { point("M", p); }
    void line_to(Vec2 p) { point("L", p); }
    void arc_to(double radius, double turn, Vec2 p) {
        const Vec2 at = map(p);
        // y points down on the page, so the sense of turning that SVG calls 1 is to the right in the world.
        write("A%.3f %.3f 0 %d %d %.3f %.3f", radius * scale_, radius * scale_,
              std::abs(turn) > 3.14159265 ? 1 : 0, turn > 0 ? 0 : 1, at.x, at.y);
    }
    void circle(Vec2 p, double radius, const char* style) {
        const Vec2 at = map(p);
        write("<circle cx=\"%.3f\" cy=\"%.3f\" r=\"%.3f\" %s/>\n", at.x, at.y, radius * scale_, style);
    }
    void begin_path() { add("<path d=\""); }
    void end_path(const char* style) { write("\" %s/>\n", style); }
    std::string finish() && {
        add("</svg>\n");
        return std::move(text_);
    }

  private:
    void point(const char* command, Vec2 p) {
        const Vec2 at = map(p);
        write("%s%.3f %.3f", command, at.x, at.y);
    }

    Box2 box_;
    double scale_;
    std::string text_;
};

void draw_floor(Canvas& canvas, const Triangulation& mesh, bool triangles) {
    const auto at = [&](HalfEdge h) { return mesh.position(mesh.vertex(h)); };
    canvas.begin_path();
    for (TriangleIndex t = 0; t < mesh.triangle_bound(); ++t) {
        if (!mesh.is_triangle(t) || !mesh.is_blocked(t)) continue;
        canvas.move_to(at(Triangulation::half_edge(t, 0)));
        canvas.line_to(at(Triangulation::half_edge(t, 1)));
        canvas.line_to(at(Triangulation::half_edge(t, 2)));
        canvas.add("Z");
    }
    canvas.end_path("fill=\"#8d99a6\" stroke=\"#8d99a6\" stroke-width=\"0.3\"");
    for (const bool walls : {false, true}) {
        if (!walls && !triangles) continue;
        canvas.begin_path();
        for (TriangleIndex t = 0; t < mesh.triangle_bound(); ++t) {
            if (!mesh.is_triangle(t)) continue;
            for (std::uint32_t i = 0; i < 3; ++i) {
                const HalfEdge h = Triangulation::half_edge(t, i);
                if (mesh.is_wall(h) != walls || (mesh.twin(h) != none && mesh.twin(h) < h)) continue;
                if (!walls && mesh.is_blocked(t)) continue;
                canvas.move_to(at(h));
                canvas.line_to(at(Triangulation::next(h)));
            }
        }
        canvas.end_path(walls ? "fill=\"none\" stroke=\"#2d3640\" stroke-width=\"1.2\""
                              : "fill=\"none\" stroke=\"#d5d9dd\" stroke-width=\"0.5\"");
    }
}

void draw_path(Canvas& canvas, const Path& path, const SvgOptions& options) {
    canvas.begin_path();
    for (const PathPiece& piece : path.pieces) {
        if (piece.layer != options.layer) continue;
        canvas.move_to(piece.from);
        if (piece.kind == PieceKind::arc)
            canvas.arc_to(distance(piece.from, piece.center), piece.turn, piece.to);
        else
            canvas.line_to(piece.to);
    }
    canvas.end_path("fill=\"none\" stroke=\"#d1495b\" stroke-width=\"2\" stroke-linejoin=\"round\"");
    if (path.pieces.empty()) return;
    const double radius = options.radius > 0 ? options.radius : 3 / canvas.scale();
    canvas.circle(path.pieces.front().from, radius, "fill=\"#3d8361\" fill-opacity=\"0.8\"");
    canvas.circle(path.pieces.back().to, radius, "fill=\"#d1495b\" fill-opacity=\"0.8\"");
}

}  // namespace

std::string draw_svg(const Triangulation& mesh, const std::vector<const Path*>& paths,
                     const SvgOptions& options) {
    Canvas canvas(mesh.bounds(), options.width);
    draw_floor(canvas, mesh, options.triangles);
    for (const Path* path : paths) draw_path(canvas, *path, options);
    return std::move(canvas).finish();
}

}  // namespace wend::mesh
