#include <algorithm>
#include <cmath>
#include <cstdio>

#include "wend/mesh/structures/map_pieces.hpp"

#include "mesh/structures/page.hpp"

namespace wend::mesh {

namespace {

/// Neighbouring numbers get colours far apart.
void colour_of(std::uint32_t generator, std::uint32_t source, int (&rgb)[3]) {
    const double hue = std::fmod(0.13 + 0.618034 * source + 0.07 * std::fmod(0.618034 * generator, 1.0), 1.0);
    const double light = 0.80 + 0.14 * std::fmod(0.7548777 * generator, 1.0);
    for (int i = 0; i < 3; ++i) {
        const double wave = 0.5 + 0.5 * std::cos(6.283185307 * (hue - i / 3.0));
        rgb[i] = static_cast<int>(255 * light * (0.72 + 0.28 * wave));
    }
}

void draw_cells(Page& page, const std::vector<MapPiece>& pieces) {
    for (const MapPiece& piece : pieces) {
        int rgb[3];
        colour_of(piece.generator == none ? 0 : piece.generator + 1, piece.source, rgb);
        page.begin_path();
        page.move_to(piece.corners[0]);
        page.line_to(piece.corners[1]);
        page.line_to(piece.corners[2]);
        page.write("Z\" fill=\"#%02x%02x%02x\" stroke=\"#%02x%02x%02x\" stroke-width=\"0.6\"/>\n", rgb[0],
                   rgb[1], rgb[2], rgb[0], rgb[1], rgb[2]);
    }
}

void draw_isolines(Page& page, const std::vector<MapPiece>& pieces, double step) {
    page.begin_path();
    for (const MapPiece& piece : pieces) {
        const double* d = piece.distances;
        if (!std::isfinite(d[0] + d[1] + d[2])) continue;
        const double low = std::min({d[0], d[1], d[2]}), high = std::max({d[0], d[1], d[2]});
        for (double level = std::ceil(low / step) * step; level < high; level += step) {
            bool is_first = true;
            for (int i = 0; i < 3; ++i) {
                const int k = (i + 1) % 3;
                if ((d[i] < level) == (d[k] < level)) continue;
                const Vec2 at = lerp(piece.corners[i], piece.corners[k], (level - d[i]) / (d[k] - d[i]));
                is_first ? page.move_to(at) : page.line_to(at);
                is_first = false;
            }
        }
    }
    page.end_path("fill=\"none\" stroke=\"#2d3640\" stroke-opacity=\"0.45\" stroke-width=\"0.6\"");
}

void draw_tree(Page& page, const Triangulation& mesh, const ShortestPathMap& map) {
    const std::vector<TreeCorner> tree = map.tree(mesh);
    page.begin_path();
    for (const TreeCorner& corner : tree)
        if (corner.parent != none) {
            page.move_to(corner.at);
            page.line_to(tree[corner.parent].at);
        }
    page.end_path("fill=\"none\" stroke=\"#1d3557\" stroke-opacity=\"0.5\" stroke-width=\"0.5\"");
}

}  // namespace

std::string draw_map_svg(const Triangulation& mesh, const ShortestPathMap& map,
                         const std::vector<const Path*>& paths, const MapDrawing& drawing,
                         QueryContext& context) {
    const Box2& box = mesh.bounds();
    const double size = std::max(box.high.x - box.low.x, box.high.y - box.low.y);
    Page page(box, drawing.width);
    const std::vector<MapPiece> pieces = cut_into_pieces(mesh, map, size / 250, context);
    draw_cells(page, pieces);
    draw_isolines(page, pieces, drawing.isolines > 0 ? drawing.isolines : size / 40);
    draw_tree(page, mesh, map);
    page.walls(mesh);
    for (const MapSource& source : map.sources()) {
        page.begin_path();
        page.move_to(source.from);
        page.line_to(source.to);
        page.end_path("stroke=\"#d1495b\" stroke-width=\"5\" stroke-linecap=\"round\"");
    }
    for (const Path* path : paths) {
        page.begin_path();
        for (const Vec2 corner : polyline(*path)) page.next_point(corner);
        page.end_path("fill=\"none\" stroke=\"#d1495b\" stroke-width=\"2\" stroke-linejoin=\"round\"");
    }
    return std::move(page).finish();
}

}  // namespace wend::mesh
