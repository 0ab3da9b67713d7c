#pragma once

// Who may go through a passage that is too narrow for two to pass each other. All who are in it have come in
// through the same mouth; whoever comes from another one waits outside until it is empty. Those from one side
// follow each other in until somebody on another side has waited for long; then the passage drains and the
// turn is theirs. Where two can pass each other but groups cannot, a few go against each other in lanes.
// Since nobody meets anybody head-on inside, a passage empties as long as there is room beyond it. A crowd
// that waits leaves that room: it parts before the mouth, and keeps off a fan of ground as deep as the crowd
// is large. Who comes out goes before who waits (yielding.hpp).

#include <cstdint>
#include <optional>

#include "sim/coordination/passages.hpp"

namespace wend {

struct Crowd;
struct Walker;

/// Whose turn it is in a passage.
struct PassageTurn {
    std::uint32_t entry = 0;
    double began = 0;           ///< seconds; when the passage was last empty
    bool is_over = false;       ///< nobody is let in until it is empty
    bool is_in_turns = true;    ///< so many want to go through that they do not go against each other
    std::uint32_t holders = 0;  ///< who are in it or may go in
    std::uint32_t waiting = 0;  ///< who want to, from all sides
};

/// Do those who come from different sides go through the passage one after the other?
[[nodiscard]] bool is_in_turns(const Crowd& crowd, PassageIndex passage);

/// Must somebody who waits keep off p, so that a crowd leaves a way for those who come out?
[[nodiscard]] bool is_on_apron(const Crowd& crowd, const Walker& walker, Vec2 p);

/// Looks at who is about to enter a passage and decides who may.
void give_right_of_way(Crowd& crowd);

/// Station at which somebody on that route must stop for now; infinity when it need not.
[[nodiscard]] double stop_before_passage(const Crowd& crowd, const Walker& walker, const Route& route,
                                         double station);

}  // namespace wend
