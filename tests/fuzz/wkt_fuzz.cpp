// Whatever the reader accepts must survive being written and read again.

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "wend/io/wkt.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto polygons = wend::io::parse_wkt(text, "fuzz.wkt");
    if (!polygons) return polygons.status().message.empty() ? std::abort(), 0 : 0;
    for (const std::string& written :
         {wend::io::to_wkt(polygons.value()), wend::io::to_wkt_collection(polygons.value())}) {
        const auto again = wend::io::parse_wkt(written, "again.wkt");
        if (!again || again.value() != polygons.value()) std::abort();
    }
    return 0;
}
