// Steps and cycles out of clips: nothing depends on names or order, and controllers walk by what was baked.

#include <algorithm>
#include <filesystem>

#include <gtest/gtest.h>

#include "wend/base/rng.hpp"
#include "wend/motion/bvh.hpp"
#include "wend/motion/clip_set.hpp"
#include "wend/motion/controllers.hpp"
#include "wend/motion/shipped_clips.hpp"

#include "support/data.hpp"
#include "support/effort.hpp"

namespace wend::motion {
namespace {

/// A set is used by everybody: what ships is put back.
struct UsedSet {
    explicit UsedSet(ClipSet set) { use(std::move(set)); }
    UsedSet(const UsedSet&) = delete;
    UsedSet& operator=(const UsedSet&) = delete;
    ~UsedSet() { use({0, shipped_steps(), shipped_style(), {}, {}, {}, 0}); }
};

std::vector<Clip> mocap() {
    std::vector<Clip> clips;
    for (const auto& entry : std::filesystem::directory_iterator(test::data_dir() / "mocap"))
        if (entry.path().extension() == ".bvh")
            if (const auto file = read_bvh(entry.path()))
                clips.push_back(to_clip(file.value(), guess_unit(file.value()), entry.path().filename()));
    return clips;
}

const StepClip& step_named(const ClipSet& set, std::string_view name) {
    return *std::find_if(set.steps.begin(), set.steps.end(),
                         [&](const StepClip& step) { return step.name == name; });
}

TEST(Bake, FindsTheStepsThatClipsWereMadeOf) {
    const auto set = bake(shipped_clips());
    ASSERT_TRUE(set) << set.status().message;
    const StepClip& walk = step_named(set.value(), "walk");
    EXPECT_NEAR(walk.length / walk.duration(), 1.35, 0.12);
    EXPECT_EQ(set.value().steps.size(), shipped_steps().size());
    EXPECT_EQ(set.value().steps.front().name, "wait");
}

TEST(Bake, NamesAndOrderMeanNothing) {
    std::vector<Clip> clips = shipped_clips();
    const auto set = bake(clips);
    Rng rng(3);
    for (std::size_t i = clips.size(); i > 1; --i) std::swap(clips[i - 1], clips[rng.below(i)]);
    for (Clip& clip : clips) clip.name = std::to_string(rng.next());
    const auto again = bake(clips);
    ASSERT_TRUE(set && again);
    EXPECT_EQ(to_text(set.value()), to_text(again.value()));
    clips.back().root.front().x += 1e-3;
    EXPECT_NE(content_of(clips), set.value().content);
}

TEST(Bake, IsReadBackAsItWasWritten) {
    const auto set = bake(shipped_clips());
    ASSERT_TRUE(set);
    const std::string text = to_text(set.value());
    const auto read = read_clip_set(text);
    ASSERT_TRUE(read) << read.status().message;
    EXPECT_EQ(read.value().content, set.value().content);
    for (std::size_t i = 0; i < set.value().steps.size(); ++i) {
        EXPECT_EQ(read.value().steps[i].ticks, set.value().steps[i].ticks);
        EXPECT_EQ(read.value().steps[i].length, set.value().steps[i].length);
    }
    EXPECT_EQ(read.value().style.walk.frames.size(), set.value().style.walk.frames.size());
}

TEST(Bake, BrokenTextsAreRefusedWithAPlace) {
    const std::string text = to_text(bake(shipped_clips()).value());
    const auto changed = [&](const std::string& from, const std::string& to) {
        std::string other = text;
        other.replace(other.find(from), from.size(), to);
        return read_clip_set(other);
    };
    EXPECT_NE(changed("\"ticks\":18", "\"ticks\":2").status().message.find("steps[0].ticks: found 2"),
              std::string::npos);
    EXPECT_NE(changed("\"from\":\"stand\"", "\"from\":\"crawl\"").status().message.find("steps[0].from"),
              std::string::npos);
    EXPECT_NE(changed("\"walk\":[[", "\"walk\":[[7,").status().message.find("cycles.walk[0]"),
              std::string::npos);
    EXPECT_FALSE(read_clip_set(""));
    Rng rng(5);
    for (int i = 0; i < test::rounds(40, 2000); ++i) {
        std::string broken = text.substr(0, rng.below(text.size()));
        if (i % 2 == 0) broken = text, broken[rng.below(text.size())] = static_cast<char>(rng.below(128));
        const auto read = read_clip_set(broken);
        EXPECT_TRUE(read || !read.status().message.empty());
    }
    EXPECT_FALSE(bake({}));
}

/// Each half of the captured clips says how the other half walks and runs.
TEST(Bake, HeldOutClipsAreDescribed) {
    WEND_NEEDS_DATA("mocap");
    const auto set = bake(mocap());
    ASSERT_TRUE(set) << set.status().message;
    EXPECT_EQ(set.value().styles.size(), 3u);
    std::size_t steps = 0, covered = 0;
    for (const MeasuredKind& kind : set.value().kinds) {
        if (kind.name.find("turn") != std::string::npos) continue;
        steps += kind.steps;
        covered += static_cast<std::size_t>(kind.covered * static_cast<double>(kind.steps) + 0.5);
        EXPECT_LT(kind.length_error, 0.08) << kind.name;
        EXPECT_LT(kind.duration_error, 0.12) << kind.name;
    }
    EXPECT_GT(steps, 100u);
    EXPECT_GT(covered * 2, steps);
}

TEST(Bake, ControllersArriveByWhatWasBaked) {
    WEND_NEEDS_DATA("mocap");
    const UsedSet used(bake(mocap()).value());
    ReachTable table(Gait::walk, true);
    TableOptions options;
    options.training.tolerance = 0.05;
    ASSERT_TRUE(table.prepare(options).is_ok());
    Rng rng(9);
    int good = 0;
    constexpr int count = 200;
    for (int i = 0; i < count; ++i) {
        Configuration at;
        const Vec2 target = unit_vector(rng.uniform(-3.1, 3.1)) * rng.uniform(2, 12);
        // Greedy on the table's values, step by step.
        for (int step = 0; step < 60; ++step) {
            const Vec2 left = target - at.position.xy();
            if (length(left) < 0.1 && at.gait == Gait::stand) break;
            std::optional<StepTaken> best;
            double best_value = -1e300;
            for (std::uint16_t c = 0; c < step_library().size(); ++c)
                for (const double turn : {-most_warp_turn, 0.0, most_warp_turn})
                    for (const double stretch : {1 - most_stretch, 1.0, 1 + most_stretch}) {
                        const auto taken = take(c, at, 0, turn, stretch);
                        if (!taken || step_library()[c].is_jump || taken->after.gait == Gait::run) continue;
                        const Vec2 rest = target - taken->after.position.xy();
                        const bool is_there = length(rest) < 0.1 && taken->after.gait == Gait::stand;
                        const double value =
                            -taken->duration +
                            (is_there
                                 ? 0
                                 : table.value(taken->after.gait, length(rest),
                                               wrapped(std::atan2(rest.y, rest.x) - taken->after.heading)));
                        if (value > best_value) best = taken, best_value = value;
                    }
            at = best->after;
        }
        good += distance(at.position.xy(), target) < 0.25;
    }
    EXPECT_GE(good, count * 9 / 10);
}

}  // namespace
}  // namespace wend::motion
