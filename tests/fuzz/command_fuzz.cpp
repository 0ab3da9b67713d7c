// What pages send: any text is a command or a failure with a message, and a line of commands gives back each
// once, of whomever it came.

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "view/command_queue.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace wend::view;
    std::string_view rest(reinterpret_cast<const char*>(data), size);
    CommandQueue queue;
    std::size_t waiting = 0;
    while (!rest.empty()) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(rest.size(), line.size() + 1));
        auto command = parse_command(line);
        if (!command && command.status().message.empty()) std::abort();
        if (command && queue.add({line.size() % 7, std::move(command).value(), {}})) ++waiting;
        if (line.size() % 3 == 0) waiting -= queue.take(line.size() % 5).size();
    }
    while (!queue.empty()) {
        const std::size_t taken = queue.take(16).size();
        if (taken == 0 || taken > waiting) std::abort();
        waiting -= taken;
    }
    return waiting == 0 ? 0 : (std::abort(), 0);
}
