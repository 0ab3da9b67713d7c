#pragma once

// Worlds whose medial axis has the size that the paper's environments had [DPA, Table I]. With n obstacles in
// a room and k corners that point into walls the axis has, joints of three and dead ends counted, 2 (n - 1) +
// 2 k vertices and 3 (n - 1) + 2 k edges; so both numbers say how many obstacles there are, and how many
// corners have to be made by crosses, T and L shapes among them.
//
// The two large ones are 2 x 2 and 4 x 4 of a smaller one, and their numbers of loops are 4 * 56 + 1 and
// 16 * 56 + 9: as many as the smaller one's, and one for each place where four rooms meet. So from each room
// one door leads to each room beside it.

#include <string>
#include <vector>

#include "wend/base/rng.hpp"
#include "wend/geometry/polygon.hpp"
#include "wend/mesh/medial_axis.hpp"

namespace wend::bench {

struct PaperWorld {
    std::string name;
    double side;          ///< metres
    int vertices, edges;  ///< of the paper's graph
    int obstacles;        ///< that come and go
    int tiles;            ///< along a side: rooms that are copies of one
    double paper[2][3];   ///< improvement in percent: standard, in sight; insertion affected, deletion
                          ///< unaffected, deletion affected
};
[[nodiscard]] const std::vector<PaperWorld>& paper_worlds();

/// Rings of the standing obstacles.
[[nodiscard]] std::vector<Ring> make_paper_world(const PaperWorld& world, std::uint64_t seed);

/// Joints, dead ends and the ways between them: vertices of degree two are not counted.
struct AxisSize {
    int vertices = 0, edges = 0;
};
[[nodiscard]] AxisSize size_of(const mesh::MedialAxis& axis);

}  // namespace wend::bench
