#pragma once

namespace wend::cli {

/// While it lives, the first SIGINT, SIGTERM or SIGHUP is noted instead of ending the program, so that what
/// is being written can be closed; the second one ends it as usual. What was ignored before, as under nohup,
/// stays ignored.
class Interruption {
  public:
    Interruption();
    ~Interruption();
    Interruption(const Interruption&) = delete;
    Interruption& operator=(const Interruption&) = delete;

    /// The signal that came; 0 while there was none.
    [[nodiscard]] int signal() const noexcept;
};

}  // namespace wend::cli
