#include "wend/world/snapshot.hpp"

namespace wend {

bool Snapshot::supports(std::uint32_t layer, Vec2 p, double time) const {
    if (walls_->ground(layer).contains(p)) return true;
    return !platforms_->under(layer, p, time).is_null() && walls_->not_solid(layer).contains(p);
}

}  // namespace wend
