#include "view/png_file.hpp"

#include <array>
#include <string_view>

#include <zlib.h>

#include "view/packed_text.hpp"

namespace wend::view {
namespace {

void add_number(std::vector<std::uint8_t>& out, std::uint32_t value) {
    for (int shift = 24; shift >= 0; shift -= 8) out.push_back(static_cast<std::uint8_t>(value >> shift));
}

void add_chunk(std::vector<std::uint8_t>& out, std::string_view type, std::span<const std::uint8_t> data) {
    add_number(out, static_cast<std::uint32_t>(data.size()));
    const std::size_t start = out.size();
    out.insert(out.end(), type.begin(), type.end());
    out.insert(out.end(), data.begin(), data.end());
    add_number(out, static_cast<std::uint32_t>(crc32(0, &out[start], static_cast<uInt>(out.size() - start))));
}

}  // namespace

std::vector<std::uint8_t> png_bytes(std::uint32_t width, std::uint32_t height,
                                    std::span<const std::uint8_t> pixels) {
    std::vector<std::uint8_t> out{0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    std::vector<std::uint8_t> header;
    add_number(header, width);
    add_number(header, height);
    constexpr std::array<std::uint8_t, 5> eight_bit_colour{8, 2, 0, 0, 0};
    header.insert(header.end(), eight_bit_colour.begin(), eight_bit_colour.end());
    add_chunk(out, "IHDR", header);

    // Each row as its difference from the one above: flat surfaces become zeros.
    const std::size_t row_size = std::size_t{width} * 3;
    std::vector<std::uint8_t> rows;
    rows.reserve((row_size + 1) * height);
    for (std::size_t y = 0; y < height; ++y) {
        constexpr std::uint8_t up_filter = 2;
        rows.push_back(up_filter);
        for (std::size_t i = 0; i < row_size; ++i) {
            const std::uint8_t above = y > 0 ? pixels[(y - 1) * row_size + i] : std::uint8_t{0};
            rows.push_back(static_cast<std::uint8_t>(pixels[y * row_size + i] - above));
        }
    }
    add_chunk(out, "IDAT", deflated(rows));
    add_chunk(out, "IEND", {});
    return out;
}

}  // namespace wend::view
