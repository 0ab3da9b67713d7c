// The scenes of [ST §7.1]: no static snapshot of the train yard has a way across; road nodes of the toll
// booth are obstructed again and again, and its goal can only be reached over what drives by; the highway
// shows what cost functions change.

#include <cmath>

#include "wend/base/rng.hpp"
#include "wend/locomotion/ride_scene.hpp"

namespace wend::locomotion {
namespace {

double whole_ticks(double time) {
    return std::round(time * ticks_per_second) / ticks_per_second;
}

Block box_block(std::string name, double length, double width, double bottom, double top, Vec3 at) {
    return {
        std::move(name),   rectangle({{-length / 2, -width / 2}, {length / 2, width / 2}}), bottom, top, true,
        {{{0, at}}, false}};
}

/// Something that stands at `from` until `start` and then goes straight at a speed until the time is over.
Motion straight_run(Vec3 from, double speed, double start, double horizon) {
    start = whole_ticks(start);
    const double end = horizon + 10;
    Motion motion;
    if (start > 0) motion.keys.push_back({0, from});
    motion.keys.push_back({start, from});
    motion.keys.push_back({end, {from.x + speed * (end - start), from.y, from.z}});
    return motion;
}

/// Goes to and fro between two places, beginning with a share of its round.
Motion shuttle(Vec3 a, Vec3 b, double speed, double share) {
    const double length =
        std::sqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y) + (b.z - a.z) * (b.z - a.z));
    const double time = whole_ticks(length / speed);
    const double rest = 1;
    const double shift = -whole_ticks(share * 2 * (time + rest));
    Motion motion;
    motion.loops = true;
    double at = shift;
    for (const auto& [place, duration] : {std::pair{a, rest}, {a, time}, {b, rest}, {b, time}}) {
        motion.keys.push_back({at, place});
        at += duration;
    }
    motion.keys.push_back({at, a});
    return motion;
}

struct Track {
    double y = 0;
    double speed = 0;
    double first = 0;  ///< x of the first car at time 0
    double start = 0;  ///< when the train sets off
    int cars = 0;
    double length = 11;
    double coupling = 0.9;
};

void add_train(RideScene& scene, int number, const Track& track) {
    for (int i = 0; i < track.cars; ++i) {
        const double back = (track.speed >= 0 ? -1 : 1) * i * (track.length + track.coupling);
        Block car = box_block("train " + std::to_string(number) + " car " + std::to_string(i + 1),
                              track.length, 2.8, 0.2, 1.2, {track.first + back, track.y, 0});
        car.motion = straight_run(car.motion.keys[0].position, track.speed, track.start, scene.horizon);
        scene.blocks.push_back(std::move(car));
    }
}

RideScene yard_frame(double far_y) {
    RideScene scene;
    scene.horizon = 60;
    scene.walks = false;
    scene.blocks.push_back(box_block("near platform", 30, 4, 0, 1.2, {0, 0, 0}));
    scene.blocks.push_back(box_block("far platform", 30, 4, 0, 1.2, {0, far_y, 0}));
    scene.riders.push_back({"rider", {-12, 0, 1.2}, {12, far_y, 1.2}, 0});
    return scene;
}

constexpr double track_gap = 4.2;

}  // namespace

RideScene train_yard(int version) {
    RideScene scene = yard_frame(4.2 + 3 * track_gap);
    scene.name = "train-yard-" + std::to_string(version);
    scene.description = "Across three tracks to the other platform, over cars that pass at different times";
    const bool one = version == 1;
    // Short trains: the first has left the near platform before the third comes to the far one, so that no
    // moment has a way across.
    add_train(scene, 1, {4.2, 3.0, -20.0, 0, 2});
    add_train(scene, 2, {4.2 + track_gap, -2.5, one ? 20.0 : 30.0, one ? 1.0 : 4.0, 2});
    add_train(scene, 3, {4.2 + 2 * track_gap, 3.5, one ? -76.0 : -88.0, one ? 0.0 : 2.0, 2});
    return scene;
}

RideScene step_yard(int version) {
    RideScene scene = yard_frame(4.2 + 2 * 3.9);
    scene.name = "step-yard-" + std::to_string(version);
    scene.description = "Across two slow trains to the other platform, by the steps of a body";
    scene.horizon = 75;
    scene.steps = true;
    scene.skills = stepping_skills(scene.skills.body, scene.skills.reach);
    const bool one = version == 1;
    add_train(scene, 1, {4.1, 1.5, -20.0, 0, 2});
    add_train(scene, 2, {4.1 + 3.9, one ? -1.2 : -0.9, one ? 34.0 : 26.0, one ? 1.0 : 3.0, 2});
    return scene;
}

RideScene random_yard(std::uint64_t seed) {
    Rng rng(seed);
    const int tracks = 2 + static_cast<int>(rng.below(3));
    RideScene scene = yard_frame(4.2 + tracks * track_gap);
    scene.name = "random-yard-" + std::to_string(seed);
    scene.description = "A yard at random";
    scene.landmarks.seed = seed;
    for (int i = 0; i < tracks; ++i) {
        const double speed = rng.uniform(1.5, 4.5) * (i % 2 == 0 ? 1 : -1);
        const double start = rng.uniform(0, 5);
        Track track{4.2 + i * track_gap, speed, 0, start, 3 + static_cast<int>(rng.below(3))};
        track.first = -speed * rng.uniform(4, 14) - (speed > 0 ? 12 : -12);
        track.length = rng.uniform(8, 14);
        add_train(scene, i + 1, track);
    }
    return scene;
}

namespace {

struct Lane {
    double y = 0;
    double speed = 0;
    double first = 0;
    double spacing = 0;
    int count = 0;
    double top = 0.8;
    double length = 6;
};

void add_lane(RideScene& scene, int number, const Lane& lane) {
    for (int i = 0; i < lane.count; ++i) {
        const double back = (lane.speed >= 0 ? -1 : 1) * i * lane.spacing;
        Block car = box_block("lane " + std::to_string(number) + " car " + std::to_string(i + 1), lane.length,
                              2.2, 0.05, lane.top, {lane.first + back, lane.y, 0});
        car.carries = lane.top <= 1.0;
        car.motion = straight_run(car.motion.keys[0].position, lane.speed, 0, scene.horizon);
        scene.blocks.push_back(std::move(car));
    }
}

}  // namespace

RideScene toll_booth(int version) {
    RideScene scene;
    scene.name = "toll-booth-" + std::to_string(version);
    scene.description = "Over a road to the roof of a toll booth that only what drives by is high enough for";
    scene.horizon = 45;
    scene.walks = false;
    const double pace = version == 1 ? 1.0 : 1.35;
    scene.blocks.push_back(box_block("road", 44, 16, -0.5, 0, {0, 6, 0}));
    scene.blocks.push_back(box_block("booth", 6, 2.6, 0, 1.4, {6, 5.6, 0}));
    Block post = box_block("post", 1.2, 1.2, 0, 2.6, {-6, 5.6, 0});
    post.carries = false;
    scene.blocks.push_back(std::move(post));
    add_lane(scene, 1, {2.2, 3.2 * pace, version == 1 ? -16.0 : -56.0, 15, 8, 0.7, 6});
    add_lane(scene, 2, {9.0, -2.8 * pace, 38, 16, 8, 0.7, 6});
    add_lane(scene, 3, {12.2, -4.0 * pace, 26, 17, 9, 1.6, 5});
    scene.riders.push_back({"rider", {-16, 0, 0}, {6.6, 5.6, 1.4}, 0});
    return scene;
}

RideScene highway(std::string_view cost) {
    RideScene scene;
    scene.name = "highway-" + std::string(cost);
    scene.description = "Across a highway with a median, or along it on trucks";
    scene.horizon = 45;
    scene.cost = cost;
    scene.walks = cost == "prefer-walk" || cost == "energy";
    scene.blocks.push_back(box_block("road", 34, 13, -0.5, 0, {0, 8, 0}));
    scene.blocks.push_back(box_block("near side", 34, 3, -0.5, 0.3, {0, 0, 0}));
    scene.blocks.push_back(box_block("far side", 34, 3, -0.5, 0.3, {0, 16, 0}));
    scene.blocks.push_back(box_block("median", 34, 1.6, 0, 0.3, {0, 8, 0}));
    add_lane(scene, 1, {4.6, 5.0, -14, 20, 9, 0.8, 7});
    add_lane(scene, 2, {11.4, -5.0, 16, 21, 9, 0.8, 7});
    scene.regions.push_back({{{-17, 1.5}, {17, 14.5}}, -1, 0.1});
    scene.riders.push_back({"rider", {-12, 0, 0.3}, {12, 16, 0.3}, 0});
    return scene;
}

RideScene platformer(std::uint64_t seed) {
    Rng rng(seed);
    RideScene scene;
    scene.name = "pursuit";
    scene.description = "A chase over platforms, some of which move";
    scene.horizon = 60;
    scene.walks = false;
    scene.landmarks.seed = seed;
    for (int row = 0; row < 3; ++row)
        for (int column = 0; column < 3; ++column) {
            const Vec3 at{column * 11.0, row * 9.0, 0};
            scene.blocks.push_back(box_block("platform " + std::to_string(row * 3 + column + 1), 7, 6, -1,
                                             0.4 * static_cast<double>(rng.below(2)), at));
        }
    for (int row = 0; row < 3; ++row) {
        Block ferry = box_block("ferry " + std::to_string(row + 1), 3.0, 3.0, -0.6, 0.2, {});
        const double y = row * 9.0 + 4.5;
        ferry.motion = shuttle({0, y, 0}, {22, y, 0}, rng.uniform(2, 4), rng.uniform());
        if (row < 2) scene.blocks.push_back(std::move(ferry));
    }
    scene.riders.push_back({"pursuer", {0, 0, scene.blocks[0].top}, {22, 18, scene.blocks[8].top}, 0});
    scene.targets.push_back({seed, 1.2, {22, 18, scene.blocks[8].top}});
    return scene;
}

Controllers controllers_of(const RideScene& scene) {
    return scene.steps ? stepping_controllers(scene.skills, scene.walks)
                       : analytic_controllers(scene.skills, scene.walks);
}

std::vector<RideScene> shipped_rides() {
    return {train_yard(1),    train_yard(2),          step_yard(1),        step_yard(2),
            toll_booth(1),    toll_booth(2),          highway("min-time"), highway("min-motion"),
            highway("avoid"), highway("prefer-walk"), platformer(1)};
}

}  // namespace wend::locomotion
