// Edits in a recording, with sound blocks around them: the verifier makes of any of them a report.

#include <cstdint>
#include <cstdlib>

#include "wend/io/recording.hpp"
#include "wend/verify/verify.hpp"

#include "io/edit_codec.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace wend;
    Scene scene;
    scene.bounds = {{0, 0}, {10, 10}};
    scene.layers.resize(2);
    scene.agents.resize(1);
    scene.agents[0].name = "a";
    scene.agents[0].position = {5, 5};
    io::Recording recording;
    io::ByteReader in(io::ByteView(data, size));
    for (std::uint32_t index = 0; index < 8 && in.left() > 0 && !in.failed(); ++index) {
        io::Frame frame;
        frame.index = index;
        frame.time = index * scene.time_step;
        io::read_edits(in, frame.edits);
        for (std::uint32_t agent = 0; agent <= index; ++agent)
            frame.agents.push_back({agent, agent % 2, io::AgentMode::walking, {5, 5, 0}, 0});
        recording.frames.push_back(std::move(frame));
    }
    const verify::Report report = verify::verify(scene, scene.agents, recording);
    if (report.frames != recording.frames.size() || verify::to_json(report).empty()) std::abort();
    return 0;
}
