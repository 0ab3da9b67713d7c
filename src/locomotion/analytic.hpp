#pragma once

#include "wend/locomotion/controller.hpp"

namespace wend::locomotion {

[[nodiscard]] std::unique_ptr<Controller> make_walk(const Skills& skills, std::string_view name,
                                                    double speed);
[[nodiscard]] std::unique_ptr<Controller> make_jump(const Skills& skills);

}  // namespace wend::locomotion
