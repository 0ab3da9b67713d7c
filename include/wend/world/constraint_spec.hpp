#pragma once

// Where agents should rather go, or must not (COURSE 3.2.2): an annotation, which is a region attached to a
// thing, an agent or a place, and what it means to whom.

#include <cstdint>
#include <string>
#include <vector>

#include "wend/geometry/polygon.hpp"

namespace wend {

enum class AnnotationKind : std::uint8_t {
    polygon,  ///< a place
    front,    ///< of an object: a rectangle as wide as it is, `depth` deep, ahead of it as it is turned
    back,
    left,
    right,
    around,   ///< within `depth` metres of an object
    between,  ///< the convex hull of two objects less nothing: in the way between them
    walls,    ///< within `depth` metres of a wall
    sight,    ///< what an object sees: `range` metres, `angle` wide, walls and standing obstacles in the way
};

enum class Preposition : std::uint8_t {
    in,    ///< the whole weight inside, nothing outside
    near,  ///< falls off over |weight| metres outside
};

struct ConstraintSpec {
    std::string name;
    AnnotationKind kind = AnnotationKind::polygon;
    std::uint32_t layer = 0;  ///< of polygons and walls; objects know theirs
    Polygon polygon;
    std::string of;                    ///< name of an obstacle or agent
    std::string other;                 ///< the second one, of `between`
    double depth = 2;                  ///< metres
    double range = 10;                 ///< metres, of sight
    double angle = 6.283185307179586;  ///< radians, of sight
    bool hard = false;                 ///< never enter; it has no weight then
    Preposition preposition = Preposition::in;
    double weight = 1;                ///< attracts; negative: repels. A step of 1 is a tenth of the cost
    std::vector<std::string> agents;  ///< names of agents or groups that it is for; empty: all
    friend bool operator==(const ConstraintSpec&, const ConstraintSpec&) = default;
};

}  // namespace wend
