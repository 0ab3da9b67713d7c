#include "interruption.hpp"

#include <array>
#include <csignal>

#include <signal.h>

namespace wend::cli {
namespace {

constexpr std::array ends{SIGINT, SIGTERM, SIGHUP};
volatile std::sig_atomic_t came = 0;

extern "C" void note_signal(int signal) {
    came = signal;
}

}  // namespace

Interruption::Interruption() {
    came = 0;
    for (const int signal : ends) {
        struct sigaction before {};
        if (::sigaction(signal, nullptr, &before) != 0 || before.sa_handler == SIG_IGN) continue;
        struct sigaction noting {};
        noting.sa_handler = note_signal;
        noting.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
        sigemptyset(&noting.sa_mask);
        ::sigaction(signal, &noting, nullptr);
    }
}

Interruption::~Interruption() {
    for (const int signal : ends) {
        struct sigaction now {};
        if (::sigaction(signal, nullptr, &now) == 0 && now.sa_handler == note_signal)
            std::signal(signal, SIG_DFL);
    }
}

int Interruption::signal() const noexcept {
    return came;
}

}  // namespace wend::cli
