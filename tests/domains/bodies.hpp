#pragma once

// Random bodies of every kind: known and looping, promised, standing, on two layers, for a while or for ever.

#include "wend/base/rng.hpp"
#include "wend/mesh/nav_mesh.hpp"
#include "wend/world/body.hpp"

namespace wend::test {

[[nodiscard]] Body random_body(Rng& rng, const mesh::NavMesh& mesh, double size, double now);

}  // namespace wend::test
