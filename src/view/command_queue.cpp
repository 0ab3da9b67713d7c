#include "view/command_queue.hpp"

#include <algorithm>
#include <utility>

namespace wend::view {

bool is_costly(const Command& command) noexcept {
    return std::holds_alternative<DropCommand>(command) || std::holds_alternative<MoveCommand>(command) ||
           std::holds_alternative<GoalCommand>(command) || std::holds_alternative<AddAgentCommand>(command) ||
           std::holds_alternative<ConstraintCommand>(command) ||
           std::holds_alternative<OpenCommand>(command) || std::holds_alternative<CheckCommand>(command) ||
           std::holds_alternative<SaveCommand>(command) || std::holds_alternative<ExportCommand>(command);
}

bool CommandQueue::add(Request request) {
    if (waiting_ >= most) return false;
    auto line = std::find_if(lines_.begin(), lines_.end(),
                             [&](const Line& other) { return other.client == request.client; });
    if (line != lines_.end() && line->urgent.size() + line->others.size() >= most_of_one) return false;
    if (line == lines_.end()) line = lines_.insert(lines_.end(), Line{request.client, {}, {}});
    ++waiting_;
    (is_costly(request.command) ? line->others : line->urgent).push_back(std::move(request));
    return true;
}

std::vector<Request> CommandQueue::take(std::size_t most_changes) {
    std::vector<Request> taken;
    for (Line& line : lines_) {
        std::move(line.urgent.begin(), line.urgent.end(), std::back_inserter(taken));
        line.urgent.clear();
    }
    while (most_changes > 0 && !lines_.empty()) {
        Line line = std::move(lines_.front());
        lines_.pop_front();
        if (line.others.empty()) continue;
        taken.push_back(std::move(line.others.front()));
        line.others.pop_front();
        --most_changes;
        if (!line.others.empty()) lines_.push_back(std::move(line));
    }
    std::erase_if(lines_, [](const Line& line) { return line.others.empty(); });
    waiting_ -= taken.size();
    return taken;
}

void CommandQueue::forget(std::uint64_t client) {
    std::erase_if(lines_, [&](const Line& line) {
        if (line.client != client) return false;
        waiting_ -= line.others.size() + line.urgent.size();
        return true;
    });
}

}  // namespace wend::view
