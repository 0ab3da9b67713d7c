// A scene that is accepted can be run: whatever it asks for, steps end and what they leave is finite.

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "wend/io/recording.hpp"
#include "wend/io/scene_file.hpp"
#include "wend/sim/simulation.hpp"
#include "wend/world/scene_size.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace wend;
    const auto scene =
        io::parse_scene({reinterpret_cast<const char*>(data), size}, "fuzz.json", "no-such-folder");
    if (!scene || agent_count(scene.value()) > 20) return 0;
    auto made = Simulation::create(scene.value(), {1, 1, {std::nullopt, 500}});
    if (!made) return made.status().message.empty() ? std::abort(), 0 : 0;
    for (int i = 0; i < 20 && !made.value().is_finished(); ++i) {
        made.value().step();
        for (const io::RecordedAgent& agent : made.value().frame().agents)
            if (!std::isfinite(agent.position.x + agent.position.y + agent.heading)) std::abort();
    }
    return 0;
}
