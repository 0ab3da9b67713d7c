#include "wend/domains/medial_domain.hpp"

namespace wend::domains {

MedialDomain::MedialDomain(const mesh::MedialAxis& axis, double radius, Vec2 start, Vec2 goal)
    : axis_(&axis), radius_(radius), places_{start, goal} {
    for (const StateId anchor : {MedialDomain::start(), MedialDomain::goal()}) {
        feet_[anchor] = axis.foot_of(places_[anchor]);
        if (feet_[anchor] && feet_[anchor]->clearance < radius) feet_[anchor].reset();
        if (feet_[anchor]) places_[anchor] = axis.point_on(feet_[anchor]->edge, feet_[anchor]->t);
    }
}

}  // namespace wend::domains
