#include "field_drawing.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace wend::cli {
namespace {

using fields::Cell;

/// Bands of cost, so that one sees which way it falls.
std::string colour_of(const domains::FieldGround& ground, const fields::GoalField& field, Cell cell,
                      double most) {
    if (ground.grid.is_blocked(cell)) return "#777777";
    if (field.cost(cell) == fields::unreached) return "#d8d8d8";
    const double share = field.cost(cell) / std::max(most, 1.0);
    const bool is_band = static_cast<int>(share * 40) % 2 == 0;
    const double dear = std::min(1.0, (ground.grid.weight(cell) / 16.0 - 1) / 3);
    const double light = (is_band ? 0.92 : 1.0) * (1 - 0.35 * dear);
    const auto channel = [&](double low, double high) {
        return static_cast<int>(255 * light * (low + (high - low) * share));
    };
    return fmt::format("#{:02x}{:02x}{:02x}", channel(0.55, 1.0), channel(0.9, 0.55), channel(0.55, 0.35));
}

/// Cells of one colour beside each other are one rectangle.
void draw_row(std::string& svg, const domains::FieldGround& ground, const fields::GoalField& field,
              std::uint32_t y, double most) {
    const std::uint32_t width = ground.grid.width();
    for (std::uint32_t x = 0; x < width;) {
        const std::string colour = colour_of(ground, field, ground.grid.cell(x, y), most);
        std::uint32_t end = x + 1;
        while (end < width && colour_of(ground, field, ground.grid.cell(end, y), most) == colour) ++end;
        svg += fmt::format("<rect x='{}' y='{}' width='{}' height='1' fill='{}'/>\n", x, y, end - x, colour);
        x = end;
    }
}

}  // namespace

std::string draw_field(const domains::FieldGround& ground, const fields::GoalField& field,
                       const std::vector<Cell>& starts) {
    const std::uint32_t width = ground.grid.width(), height = ground.grid.height();
    const double scale = 900.0 / width;
    double most = 0;
    for (const fields::FieldCost cost : field.costs())
        if (cost != fields::unreached) most = std::max<double>(most, cost);
    std::string svg = fmt::format(
        "<svg xmlns='http://www.w3.org/2000/svg' width='{:.0f}' height='{:.0f}' viewBox='0 0 {} {}'>\n"
        "<title>{}</title>\n<g transform='translate(0,{}) scale(1,-1)' shape-rendering='crispEdges'>\n",
        width * scale, height * scale, width, height,
        fmt::format("goal field, {} cells", ground.grid.cell_count()), height);
    for (std::uint32_t y = 0; y < height; ++y) draw_row(svg, ground, field, y, most);
    for (const Cell start : starts) {
        std::string points;
        for (const Cell cell : fields::corners_to_goal(ground.grid, field, start))
            if (ground.grid.layer_of(cell) == 0)
                points += fmt::format("{},{} ", ground.grid.x_of(cell) + 0.5, ground.grid.y_of(cell) + 0.5);
        svg +=
            fmt::format("<polyline points='{}' fill='none' stroke='#1040c0' stroke-width='0.6'/>\n", points);
    }
    for (const fields::FieldGoal& goal : field.goals())
        if (ground.grid.layer_of(goal.cell) == 0)
            svg += fmt::format("<circle cx='{}' cy='{}' r='1' fill='#c01020'/>\n",
                               ground.grid.x_of(goal.cell) + 0.5, ground.grid.y_of(goal.cell) + 0.5);
    return svg + "</g>\n</svg>\n";
}

}  // namespace wend::cli
