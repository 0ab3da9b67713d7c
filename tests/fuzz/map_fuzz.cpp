// Reads the input as a map and as a problem set. The polygons traced from a map must cover as much as its
// blocked cells do.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "wend/io/movingai.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto problems = wend::io::parse_problems(text, "fuzz.scen");
    if (!problems && problems.status().message.empty()) std::abort();
    const auto map = wend::io::parse_map(text, "fuzz.map");
    if (!map) return map.status().message.empty() ? std::abort(), 0 : 0;
    double area = 0;
    for (const wend::Polygon& polygon : wend::io::trace_blocked(map.value(), 1)) {
        area += wend::signed_area(polygon.outline);
        for (const wend::Ring& hole : polygon.holes) area += wend::signed_area(hole);
    }
    const auto& cells = map.value().blocked;
    if (area != static_cast<double>(std::count(cells.begin(), cells.end(), true))) std::abort();
    return 0;
}
