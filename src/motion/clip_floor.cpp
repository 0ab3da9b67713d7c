#include <algorithm>
#include <cmath>

#include "wend/motion/clip_survey.hpp"

#include "motion/foot_tracks.hpp"

namespace wend::motion {

FootTracks::FootTracks(const Clip& clip) {
    const auto parts = find_parts(clip.skeleton);
    Placed placed;
    for (std::size_t f = 0; f < clip.frames(); ++f) {
        place(clip.skeleton, clip.root[f], clip.at(f), placed);
        for (std::size_t side = 0; side < 2; ++side) {
            const Part foot = side == 0 ? Part::left_foot : Part::right_foot;
            const auto ankle_joint = parts[index_of(foot)];
            const auto toe_joint = parts[index_of(foot) + 1] ? parts[index_of(foot) + 1] : ankle_joint;
            ankle[side].push_back(ankle_joint ? placed.positions[*ankle_joint] : clip.root[f]);
            toe[side].push_back(toe_joint ? placed.positions[*toe_joint] : clip.root[f]);
        }
        // Trunk and head, thighs and shanks, by their shares of a body's mass.
        Vec3 sum;
        double mass = 0;
        const auto add = [&](Part part, double share) {
            if (const auto joint = parts[index_of(part)]) {
                sum = plus(sum, times(placed.positions[*joint], share));
                mass += share;
            }
        };
        add(Part::hips, 0.22), add(Part::chest, 0.27), add(Part::head, 0.08);
        for (const Part side : {Part::left_thigh, Part::right_thigh}) {
            const auto thigh = index_of(side);
            add(static_cast<Part>(thigh), 0.055), add(static_cast<Part>(thigh + 1), 0.08);
            add(static_cast<Part>(thigh + 2), 0.035);
        }
        for (const Part arm : {Part::left_arm, Part::right_arm})
            add(arm, 0.015), add(static_cast<Part>(index_of(arm) + 1), 0.025),
                add(static_cast<Part>(index_of(arm) + 2), 0.01);
        centre.push_back(mass > 0 ? times(sum, 1 / mass) : clip.root[f]);
    }
}

double FootTracks::speed(const std::vector<Vec3>& track, std::size_t frame, double frame_time) {
    // Over about 40 ms, so that noise of a millimetre is not a speed.
    const auto reach = std::max<std::size_t>(1, static_cast<std::size_t>(0.02 / frame_time));
    const std::size_t a = frame > reach ? frame - reach : 0, b = std::min(frame + reach, track.size() - 1);
    return b > a ? length(minus(track[b], track[a])) / (static_cast<double>(b - a) * frame_time) : 0;
}

double floor_height(const Clip& clip) {
    const FootTracks feet(clip);
    std::vector<double> heights;
    for (const auto& toe : feet.toe)
        for (std::size_t f = 0; f < toe.size(); ++f)
            if (FootTracks::speed(toe, f, clip.frame_time) < 0.4) heights.push_back(toe[f].z);
    if (heights.empty())
        for (const auto& toe : feet.toe)
            for (const Vec3 at : toe) heights.push_back(at.z);
    if (heights.empty()) return 0;
    std::sort(heights.begin(), heights.end());
    // The fullest window of 3 cm; the lowest of equals.
    std::size_t best = 0, best_count = 0;
    for (std::size_t i = 0, j = 0; i < heights.size(); ++i) {
        while (j < heights.size() && heights[j] <= heights[i] + 0.03) ++j;
        if (j - i > best_count) best = i, best_count = j - i;
    }
    return heights[best + best_count / 2] - 0.02;
}

Clip on_floor(const Clip& clip) {
    Clip out = clip;
    const double floor = floor_height(clip);
    for (Vec3& root : out.root) root.z -= floor;
    return out;
}

}  // namespace wend::motion
