#pragma once

// An SVG page on which structures draw themselves; y points up as in the world.

#include <cstdio>
#include <string>
#include <string_view>

#include "wend/mesh/triangulation.hpp"

namespace wend::mesh {

class Page {
  public:
    Page(const Box2& box, double width) : box_(box), scale_(width / (box.high.x - box.low.x)) {
        const double height = (box.high.y - box.low.y) * scale_;
        write(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.2f "
            "%.2f\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"#fbfaf7\"/>\n",
            width, height, width, height);
    }

    template <class... Values>
    void write(const char* format, Values... values) {
        char line[512];
        const int size = std::snprintf(line, sizeof line, format, values...);
        text_.append(line, static_cast<std::size_t>(size));
    }
    void begin_path() {
        text_ += "<path d=\"";
        is_first_ = true;
    }
    void end_path(const char* style) { write("\" %s/>\n", style); }
    void move_to(Vec2 p) { point('M', p); }
    void line_to(Vec2 p) { point('L', p); }
    /// Joined to the one before it in this path.
    void next_point(Vec2 p) {
        point(is_first_ ? 'M' : 'L', p);
        is_first_ = false;
    }
    void dot(Vec2 p, double pixels, const char* style) {
        write("<circle cx=\"%.2f\" cy=\"%.2f\" r=\"%.2f\" %s/>\n", (p.x - box_.low.x) * scale_,
              (box_.high.y - p.y) * scale_, pixels, style);
    }
    void walls(const Triangulation& mesh) {
        const auto at = [&](HalfEdge h) { return mesh.position(mesh.vertex(h)); };
        for (const bool is_floor : {false, true}) {
            begin_path();
            for (TriangleIndex t = 0; t < mesh.triangle_bound(); ++t) {
                if (!mesh.is_triangle(t) || mesh.is_blocked(t) == is_floor) continue;
                for (std::uint32_t i = 0; i < 3; ++i) {
                    const HalfEdge h = Triangulation::half_edge(t, i);
                    if (is_floor && !mesh.is_wall(h)) continue;
                    if (is_floor || i == 0) move_to(at(h));
                    line_to(at(Triangulation::next(h)));
                }
            }
            end_path(is_floor ? "fill=\"none\" stroke=\"#2d3640\" stroke-width=\"1.2\"" : "fill=\"#8d99a6\"");
        }
    }
    std::string finish() && {
        text_ += "</svg>\n";
        return std::move(text_);
    }

  private:
    void point(char command, Vec2 p) {
        write("%c%.2f %.2f", command, (p.x - box_.low.x) * scale_, (box_.high.y - p.y) * scale_);
    }

    Box2 box_;
    double scale_;
    bool is_first_ = true;
    std::string text_;
};

}  // namespace wend::mesh
