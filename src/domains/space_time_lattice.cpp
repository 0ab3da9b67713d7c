#include "wend/domains/space_time_lattice.hpp"

#include <algorithm>
#include <cmath>

namespace wend::domains {

SpaceTimeLattice::SpaceTimeLattice(const Terrain& terrain, const MoveTable& moves,
                                   const SpaceTimeStart& start, std::uint32_t carrier)
    : begin_(start.at.time), step_(moves.step()), cell_(moves.cell()), platforms_(&terrain.platforms()) {
    frames_.push_back({start.at.position, cell_ * unit_vector(start.heading), start.heading});
    const std::size_t most = SpaceTimeState::set_carrier - 1;
    for (std::size_t i = 0; i < std::min(platforms_->size(), most); ++i) {
        const Pose pose = platforms_->at(platforms_->id(i)).motion.at(begin_);
        const double angle = start.heading - pose.angle;
        const Vec2 own = rotated(start.at.position - pose.position, -pose.angle);
        frames_.push_back({i + 1 == carrier ? own : Vec2{}, cell_ * unit_vector(angle), angle});
    }
}

Vec2 SpaceTimeLattice::to_world(std::uint32_t carrier, Vec2 own, double time) const {
    if (carrier == 0) return own;
    const Pose pose = platforms_->at(platforms_->id(carrier - 1)).motion.at(time);
    return pose.position + rotated(own, pose.angle);
}

double SpaceTimeLattice::turned_at(std::uint32_t carrier, double time) const {
    return carrier == 0 ? 0 : platforms_->at(platforms_->id(carrier - 1)).motion.at(time).angle;
}

Vec2 SpaceTimeLattice::displacement(std::uint32_t carrier, LatticeVector v, double time) const {
    const Vec2 own = own_point(carrier, v.x, v.y) - frames_[carrier].origin;
    return carrier == 0 ? own : rotated(own, turned_at(carrier, time));
}

LatticeVector SpaceTimeLattice::nearest_cell(std::uint32_t carrier, Vec2 world, double time) const {
    Vec2 own = world;
    if (carrier != 0) {
        const Pose pose = platforms_->at(platforms_->id(carrier - 1)).motion.at(time);
        own = rotated(world - pose.position, -pose.angle);
    }
    const Frame& frame = frames_[carrier];
    const Vec2 off = (own - frame.origin) / (cell_ * cell_);
    const auto whole = [](double value) {
        return static_cast<int>(std::lround(std::clamp(value, -1e9, 1e9)));
    };
    return {whole(dot(off, frame.axis)), whole(cross(frame.axis, off))};
}

int SpaceTimeLattice::nearest_heading(std::uint32_t carrier, double angle, double time) const {
    const double off = angle - frames_[carrier].angle - turned_at(carrier, time);
    return MoveTable::wrap(static_cast<int>(std::lround(off / MoveTable::angle(1))));
}

}  // namespace wend::domains
