// The reader of trajectory databases, on whole database files.

#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "wend/io/sqlite_trajectory.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    auto source = wend::io::open_sqlite({reinterpret_cast<const std::byte*>(data), size});
    if (!source) return source.status().message.empty() ? std::abort(), 0 : 0;
    const wend::io::Recording recording = wend::io::read_all(*source.value());
    for (std::size_t i = 1; i < recording.frames.size(); ++i)
        if (recording.frames[i].index <= recording.frames[i - 1].index) std::abort();
    return 0;
}
