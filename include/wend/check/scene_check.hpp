#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "wend/world/scene.hpp"

namespace wend::check {

/// Something that no field alone gets wrong: two things that do not go together.
struct SceneProblem {
    std::string path;     ///< JSON path of the part it is about, such as "$.agents[3].position"
    std::string message;  ///< what was found, what was expected
};

/// What to look at. Whoever reads files holds numbers to their ranges while it does.
enum class Checks : unsigned char {
    sizes,       ///< more of something than anybody can mean, or no ground at all
    values,      ///< numbers out of range, outlines that cross themselves, layers that are not there
    names,       ///< used twice
    references,  ///< events about things that do not exist, times beyond the end
    room,        ///< agents inside walls or inside each other, goals that nobody can stand on
};

/// The first thing that makes a scene meaningless.
[[nodiscard]] std::optional<SceneProblem> find_problem(const Scene& scene);
/// The same, of some kinds only, in the order given; later ones rely on values.
[[nodiscard]] std::optional<SceneProblem> find_problem(const Scene& scene,
                                                       std::initializer_list<Checks> kinds);
/// The first of each kind of thing that is wrong, for people who want to know all at once.
[[nodiscard]] std::vector<SceneProblem> find_problems(const Scene& scene,
                                                      std::initializer_list<Checks> kinds);
/// What is wrong with the numbers of an event in that scene.
[[nodiscard]] std::optional<SceneProblem> find_problem(const Scene& scene, const TimedEvent& event);

}  // namespace wend::check
