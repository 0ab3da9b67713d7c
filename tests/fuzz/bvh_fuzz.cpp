// Whatever the reader accepts must survive being written and read again, and being made a clip of.

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "wend/motion/bvh.hpp"
#include "wend/motion/clip_survey.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace wend::motion;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto file = parse_bvh(text, "fuzz.bvh");
    if (!file) return file.status().message.empty() ? std::abort(), 0 : 0;
    const auto again = parse_bvh(to_bvh(file.value()), "again.bvh");
    if (!again || !(again.value() == file.value())) std::abort();
    const Clip clip = to_clip(file.value(), guess_unit(file.value()), "fuzz");
    if (clip.frames() > 0) (void)survey(clip);
    (void)retarget(clip);
    return 0;
}
