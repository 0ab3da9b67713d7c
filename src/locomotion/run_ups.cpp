#include "run_ups.hpp"

#include "wend/motion/steps.hpp"

namespace wend::locomotion {
namespace {

using motion::Gait;

std::uint16_t straight_clip(Gait from, Gait to) {
    const auto library = motion::step_library();
    std::uint16_t best = 0;
    for (std::uint16_t c = 0; c < library.size(); ++c)
        if (library[c].from == from && library[c].to == to && library[c].turn == 0 && !library[c].is_jump &&
            library[c].length > library[best].length)
            best = c;
    return best;
}

std::vector<RunUp> make_run_ups() {
    const auto library = motion::step_library();
    std::vector<RunUp> all;
    for (const Gait gait : {Gait::walk, Gait::run}) {
        const int most = gait == Gait::walk ? 3 : 2;
        for (int count = 0; count <= most; ++count) {
            RunUp before;
            before.gait = gait;
            if (gait == Gait::run) before.clips.push_back(straight_clip(Gait::walk, Gait::run));
            for (int i = 0; i < count; ++i) before.clips.push_back(straight_clip(gait, gait));
            for (const std::uint16_t c : before.clips) {
                before.length += library[c].length;
                before.ticks += library[c].ticks;
            }
            for (std::uint16_t c = 0; c < library.size(); ++c) {
                if (!library[c].is_jump || library[c].from != gait) continue;
                RunUp whole = before;
                whole.clips.push_back(c);
                whole.flight = library[c].length;
                whole.last_ticks = library[c].ticks;
                all.push_back(std::move(whole));
            }
        }
    }
    return all;
}

}  // namespace

const std::vector<RunUp>& run_ups() {
    static const std::vector<RunUp> all = make_run_ups();
    return all;
}

}  // namespace wend::locomotion
