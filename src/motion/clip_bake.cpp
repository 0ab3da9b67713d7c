// Steps out of clips: cut where feet come down, sorted by the gaits they lead between and by how far they
// turn; of each kind the one in the middle stands for all, turned both ways.

#include <algorithm>
#include <cmath>
#include <map>

#include "wend/base/hash.hpp"
#include "wend/motion/clip_set.hpp"
#include "wend/motion/clip_survey.hpp"

#include "clip_gestures.hpp"

namespace wend::motion {
namespace {

constexpr double to_radians = 3.14159265358979323846 / 180;
constexpr double slowest_walk = 0.45, slowest_run = 2.0;  ///< metres a second
constexpr double faster_than_gait = 1.05;                 ///< as much as bounds of controllers allow
constexpr std::size_t fewest_steps = 3;                   ///< of a kind, to be believed

/// Steps that can stand for each other.
struct StepKind {
    std::string_view name;
    Gait from, to;
    double low_turn, high_turn;  ///< degrees
    bool is_short = false;       ///< the shorter half of those that go straight
};
constexpr StepKind step_kinds[] = {
    {"walk", Gait::walk, Gait::walk, 0, 9},
    {"short walk", Gait::walk, Gait::walk, 0, 9, true},
    {"walking turn", Gait::walk, Gait::walk, 14, 36},
    {"sharp walking turn", Gait::walk, Gait::walk, 36, 75},
    {"run", Gait::run, Gait::run, 0, 9},
    {"short run", Gait::run, Gait::run, 0, 9, true},
    {"running turn", Gait::run, Gait::run, 12, 28},
    {"sharp running turn", Gait::run, Gait::run, 28, 60},
    {"speed up", Gait::walk, Gait::run, 0, 15},
    {"slow down", Gait::run, Gait::walk, 0, 15},
    {"stop", Gait::walk, Gait::stand, 0, 15},
};

struct CutStep {
    std::uint64_t clip = 0;  ///< hash of the clip that it is from
    Gait from = Gait::stand, to = Gait::stand;
    double duration = 0, length = 0, turn = 0;
};

/// A clip as it should be, at its true rate and on the floor, and the same on the standard skeleton. When
/// feet stand is seen in the first: another skeleton's toes are elsewhere.
struct ReadyClip {
    Clip grounded, standard;
};
Result<ReadyClip> prepared(const Clip& clip) {
    Clip grounded = on_floor(clip);
    if (rate_correction(find_flights(clip)) == 0.5) grounded.frame_time *= 2;
    auto standard = retarget(grounded);
    if (!standard) return standard.status();
    return ReadyClip{std::move(grounded), std::move(standard).value()};
}

/// Metres a second of the root around a frame, over half a second: hips sway with every step.
Vec2 velocity_at(const Clip& clip, std::size_t frame) {
    const auto reach = std::max<std::size_t>(1, static_cast<std::size_t>(0.25 / clip.frame_time));
    const std::size_t a = frame > reach ? frame - reach : 0, b = std::min(frame + reach, clip.frames() - 1);
    return b > a ? (clip.root[b].xy() - clip.root[a].xy()) / (static_cast<double>(b - a) * clip.frame_time)
                 : Vec2{};
}

Gait gait_of(double speed) noexcept {
    return speed < slowest_walk ? Gait::stand : speed < slowest_run ? Gait::walk : Gait::run;
}

std::uint64_t hash_of(const Clip& clip) {
    StateHash hash;
    hash.add(clip.frame_time);
    for (const Vec3 root : clip.root) hash.add(root.x), hash.add(root.y), hash.add(root.z);
    for (const Rotation r : clip.rotations)
        for (const float part : {r.x, r.y, r.z, r.w}) hash.add(static_cast<double>(part));
    return hash.value();
}

void cut_steps(const ReadyClip& ready, std::uint64_t id, std::vector<CutStep>& out) {
    const Clip& clip = ready.standard;
    for (const FoundStep& found : find_steps(ready.grounded, label_contacts(ready.grounded))) {
        const Vec2 before = velocity_at(clip, found.first), after = velocity_at(clip, found.last);
        CutStep step{id, gait_of(length(before)), gait_of(length(after)), found.duration, 0, 0};
        if (step.from == Gait::stand) continue;
        // Its way turns, whatever its shoulders do; it is laid along the middle of that turn. Who comes to
        // rest goes nowhere in the end.
        if (step.to != Gait::stand)
            step.turn = wrapped(std::atan2(after.y, after.x) - std::atan2(before.y, before.x));
        const Vec2 way = rotated(clip.root[found.last].xy() - clip.root[found.first].xy(),
                                 -std::atan2(before.y, before.x) - step.turn / 2);
        step.length = way.x;
        const double limit = faster_than_gait * speed_of(std::max(step.from, step.to));
        // Shoulders that look elsewhere are a sidestep's, or a step back's.
        const double aside = std::atan2(found.sideways, found.length);
        const bool is_odd = std::fabs(aside) > 0.6 || step.length < 0.2 ||
                            step.length > limit * step.duration || step.duration > 0.8;
        if (!is_odd) out.push_back(step);
    }
}

template <class Value>
double middle_value(const std::vector<CutStep>& steps, Value&& value) {
    std::vector<double> values;
    for (const CutStep& step : steps) values.push_back(value(step));
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

std::vector<CutStep> of_kind(const StepKind& kind, const std::vector<CutStep>& steps) {
    std::vector<CutStep> found;
    for (const CutStep& step : steps) {
        const double turn = std::fabs(step.turn);
        if (step.from == kind.from && step.to == kind.to && turn >= kind.low_turn * to_radians &&
            turn < kind.high_turn * to_radians)
            found.push_back(step);
    }
    if (kind.low_turn > 0 || kind.from != kind.to || found.size() < 2) return found;
    const double middle = middle_value(found, [](const CutStep& s) { return s.length; });
    std::erase_if(found, [&](const CutStep& s) { return (s.length < middle) != kind.is_short; });
    return found;
}

/// The one nearest to the medians of all.
StepClip typical(const StepKind& kind, const std::vector<CutStep>& steps) {
    const double length = middle_value(steps, [](const CutStep& s) { return s.length; });
    const double duration = middle_value(steps, [](const CutStep& s) { return s.duration; });
    const double turn = middle_value(steps, [](const CutStep& s) { return std::fabs(s.turn); });
    const auto apart = [&](const CutStep& s) {
        return std::fabs(s.length - length) / length + std::fabs(s.duration - duration) / duration +
               std::fabs(std::fabs(s.turn) - turn) / most_warp_turn;
    };
    const CutStep& best = *std::min_element(
        steps.begin(), steps.end(), [&](const CutStep& a, const CutStep& b) { return apart(a) < apart(b); });
    StepClip clip{kind.name, kind.from, kind.to, static_cast<int>(std::lround(best.duration / tick)),
                  best.length};
    if (kind.low_turn > 0) clip.turn = std::fabs(best.turn);
    return clip;
}

/// Shipped steps, those of measured kinds replaced.
std::vector<StepClip> steps_from(const std::vector<CutStep>& cut) {
    std::vector<StepClip> steps = shipped_steps();
    for (const StepKind& kind : step_kinds) {
        const std::vector<CutStep> found = of_kind(kind, cut);
        if (found.size() < fewest_steps) continue;
        const StepClip measured = typical(kind, found);
        for (StepClip& step : steps)
            if (step.name == kind.name) {
                const double side = step.turn < 0 ? -1 : 1;
                step = measured;
                step.turn *= side;
            }
    }
    return steps;
}

/// How near a step comes to another one with all the warp there is.
struct Miss {
    bool is_covered = false;
    double length = 0, duration = 0;
};
Miss miss_of(const CutStep& step, const std::vector<StepClip>& steps) {
    Miss best{false, 1e9, 1e9};
    for (const StepClip& clip : steps) {
        if (clip.from != step.from || clip.to != step.to || clip.is_jump || clip.length <= 0) continue;
        const double turn = std::max(0.0, std::fabs(step.turn - clip.turn) - most_warp_turn);
        const double reached =
            std::clamp(step.length, clip.length * (1 - most_stretch), clip.length * (1 + most_stretch));
        const Miss miss{turn == 0, std::fabs(step.length - reached),
                        std::fabs(step.duration - clip.duration())};
        if (std::pair(!miss.is_covered, miss.length + miss.duration) <
            std::pair(!best.is_covered, best.length + best.duration))
            best = miss;
    }
    best.is_covered = best.is_covered && best.length < 0.05;
    return best;
}

/// What is made of clips of one half says how the other half steps.
MeasuredKind judged(const StepKind& kind, const std::vector<CutStep>& cut, const std::vector<StepClip>& even,
                    const std::vector<StepClip>& odd) {
    MeasuredKind out{std::string(kind.name), 0, 0, 0, 0, 0};
    std::vector<double> lengths, durations;
    for (const CutStep& step : of_kind(kind, cut)) {
        const Miss miss = miss_of(step, step.clip % 2 == 0 ? odd : even);
        ++out.steps;
        out.covered += miss.is_covered ? 1 : 0;
        lengths.push_back(miss.length), durations.push_back(miss.duration);
    }
    out.held_out = out.steps;
    if (out.steps == 0) return out;
    const auto median = [](std::vector<double>& values) {
        std::sort(values.begin(), values.end());
        return values[values.size() / 2];
    };
    out.covered /= static_cast<double>(out.steps);
    out.length_error = median(lengths), out.duration_error = median(durations);
    return out;
}

/// The clip whose strides are most like what a cycle is wanted for; nothing when none is.
struct CycleSource {
    const Clip* clip = nullptr;
    double off = 1e9;
};

void choose_cycles(const std::vector<Clip>& clips, ClipSet& set) {
    CycleSource walk, run, stand;
    for (const Clip& clip : clips) {
        const Survey seen = survey(clip);
        const double turn = std::fabs(seen.turn);
        const bool is_upright = seen.lowest_hips > 0.85;
        const auto offer = [&](CycleSource& source, double off, double most) {
            if (is_upright && off < most && off < source.off) source = {&clip, off};
        };
        if (seen.steps.size() >= 2)
            offer(walk, std::fabs(seen.median_speed - speed_of(Gait::walk)) + turn, 0.6),
                offer(run, std::fabs(seen.median_speed - speed_of(Gait::run)) + turn, 1.0);
        if (seen.steps.size() < 2 && seen.seconds > 1)
            offer(stand, seen.median_speed + turn / seen.seconds, 0.15);
    }
    const auto take = [&](const CycleSource& source, Cycle& cycle, const char* name) {
        if (source.clip == nullptr) return;
        auto made = cycle_of(*source.clip);
        if (!made) return;
        cycle = std::move(made).value();
        set.styles.emplace_back(name);
    };
    take(walk, set.style.walk, "walk");
    take(run, set.style.run, "run");
    if (stand.clip == nullptr) return;
    Pose pose;
    sample(*stand.clip, stand.clip->duration() / 2, pose);
    pose.rotations[0] = about_z(-heading_of(pose.rotations[0])) * pose.rotations[0];
    set.style.stand.frames = {pose.rotations};
    set.styles.emplace_back("stand");
}

}  // namespace

std::uint64_t content_of(std::span<const Clip> clips) {
    std::vector<std::uint64_t> hashes;
    for (const Clip& clip : clips) hashes.push_back(hash_of(clip));
    std::sort(hashes.begin(), hashes.end());
    StateHash all;
    all.add("clips 2");
    for (const std::uint64_t hash : hashes) all.add(hash);
    return all.value();
}

Result<ClipSet> bake(std::span<const Clip> clips) {
    ClipSet set{content_of(clips), {}, shipped_style(), {}, {}, {}, 0};
    // By content, so that the order of files changes nothing.
    std::map<std::uint64_t, ReadyClip> usable;
    for (const Clip& clip : clips)
        if (clip.frames() > 1)
            if (auto ready = prepared(clip)) usable.emplace(hash_of(clip), std::move(ready).value());
    std::vector<CutStep> cut, even, odd;
    std::vector<FoundGesture> gestures;
    std::vector<Clip> ordered;
    for (auto& [id, clip] : usable) {
        cut_steps(clip, id, cut);
        find_clip_gestures(clip.grounded, clip.standard, id, gestures);
        ordered.push_back(std::move(clip.standard));
    }
    if (usable.empty())
        return Status::invalid_input("found no clip of a body with two legs, expected at least one");
    set.clips = usable.size();
    for (const CutStep& step : cut) (step.clip % 2 == 0 ? even : odd).push_back(step);
    set.steps = steps_from(cut);
    const std::vector<StepClip> of_even = steps_from(even), of_odd = steps_from(odd);
    for (const StepKind& kind : step_kinds) {
        MeasuredKind measured = judged(kind, cut, of_even, of_odd);
        if (measured.steps >= fewest_steps) set.kinds.push_back(std::move(measured));
    }
    choose_cycles(ordered, set);
    set.gestures = choose_gestures(gestures, set.style);
    if (set.kinds.empty() && set.styles.empty())
        return Status::invalid_input("found no steps and no standing in " + std::to_string(set.clips) +
                                     " clips, expected some to bake");
    return set;
}

}  // namespace wend::motion
