#pragma once

// Who may go through a passage that is too narrow for two to pass each other. All who are in it have come in
// through the same mouth; whoever comes from another one waits outside until it is empty. Those from one side
// follow each other in until somebody on another side has waited for long; then the passage drains and the
// turn is theirs. Where two can pass each other but groups cannot, a few may go against each other. Since
// nobody meets anybody head-on inside, a passage empties as long as there is room beyond it; and who comes
// out goes before who waits (yielding.hpp).

#include <cstdint>
#include <optional>

#include "sim/passages.hpp"

namespace wend {

struct Crowd;
struct Walker;

/// A walker's claim to go through a passage.
struct Claim {
    std::optional<Transit> transit;
    double since = 0;  ///< seconds; when it first asked
    bool is_granted = false;
    bool faces_others = false;  ///< who come out where it wants to go in

    [[nodiscard]] bool allows(PassageIndex passage) const noexcept {
        return transit && is_granted && transit->passage == passage;
    }
    [[nodiscard]] bool is_waiting() const noexcept { return transit && !is_granted; }
};

/// Whose turn it is in a passage.
struct PassageTurn {
    std::uint32_t entry = 0;
    double began = 0;  ///< seconds; when the passage was last empty
};

/// Looks at who is about to enter a passage and decides who may.
void give_right_of_way(Crowd& crowd);

/// Station at which somebody on that route must stop for now; infinity when it need not.
[[nodiscard]] double stop_before_passage(const Crowd& crowd, const Walker& walker, const Route& route,
                                         double station);

}  // namespace wend
