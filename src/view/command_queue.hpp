#pragma once

// Commands that wait for the world's thread. Nobody can fill the line for the others: each client has its own
// places in it, all are served in turn, and what takes something away or stops it goes before what adds.

#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <vector>

#include "view/live_command.hpp"

namespace wend::view {

struct Request {
    using Reply = std::function<void(bool ok, const std::string& text, const std::string& about)>;
    std::uint64_t client = 0;
    Command command;
    Reply reply;
};

class CommandQueue {
  public:
    static constexpr std::size_t most_of_one = 64, most = 1024;

    /// False when more is already waiting than anybody can mean.
    [[nodiscard]] bool add(Request request);
    /// The next ones, at most so many that change the world.
    [[nodiscard]] std::vector<Request> take(std::size_t most_changes);
    /// What a client that has left asked for and is not done yet.
    void forget(std::uint64_t client);
    [[nodiscard]] bool empty() const noexcept { return lines_.empty(); }

  private:
    struct Line {
        std::uint64_t client = 0;
        std::deque<Request> urgent, others;
    };
    std::deque<Line> lines_;  ///< the front one is served next; none is empty
    std::size_t waiting_ = 0;
};

/// Does it make the world larger or its agents plan anew? Other commands cost next to nothing.
[[nodiscard]] bool is_costly(const Command& command) noexcept;

}  // namespace wend::view
