#include <filesystem>
#include <fstream>

#include <assimp/Importer.hpp>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <gtest/gtest.h>

#include "wend/base/rng.hpp"
#include "wend/motion/bvh.hpp"
#include "wend/motion/clip_survey.hpp"
#include "wend/motion/shipped_clips.hpp"

#include "support/data.hpp"
#include "support/effort.hpp"

namespace wend::motion {
namespace {

constexpr const char* small_file =
    "HIERARCHY\nROOT Hips\n{\n OFFSET 0 0 0\n CHANNELS 6 Xposition Yposition Zposition Zrotation Yrotation "
    "Xrotation\n"
    " JOINT Knee\n {\n  OFFSET 0 -1 0\n  CHANNELS 3 Zrotation Yrotation Xrotation\n  End Site\n  {\n   "
    "OFFSET 0 -1 0\n"
    "  }\n }\n}\nMOTION\nFrames: 2\nFrame Time: 0.01\n1 2 3 10 20 30 0 0 5\n1 2 3 11 21 31 0 0 6\n";

std::vector<std::filesystem::path> captured_files() {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(test::data_dir() / "mocap"))
        if (entry.path().extension() == ".bvh") files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    return files;
}

/// Their rotation in our axes.
Rotation to_ours(const aiQuaternion& q) {
    return {static_cast<float>(q.z), static_cast<float>(q.x), static_cast<float>(q.y),
            static_cast<float>(q.w)};
}

void expect_like_assimp(const std::string& text, const Clip& clip, std::size_t dropped) {
    Assimp::Importer importer;
    const aiScene* scene = importer.ReadFileFromMemory(text.data(), text.size(), 0, "bvh");
    ASSERT_NE(scene, nullptr) << importer.GetErrorString();
    ASSERT_EQ(scene->mNumAnimations, 1u);
    const aiAnimation& animation = *scene->mAnimations[0];
    for (unsigned c = 0; c < animation.mNumChannels; ++c) {
        const aiNodeAnim& channel = *animation.mChannels[c];
        std::size_t joint = 0;
        while (joint < clip.skeleton.joints.size() &&
               clip.skeleton.joints[joint].name != channel.mNodeName.C_Str())
            ++joint;
        ASSERT_LT(joint, clip.skeleton.joints.size()) << channel.mNodeName.C_Str();
        for (std::size_t f = 0; f < clip.frames(); f += 7) {
            const auto key = std::min<std::size_t>(f + dropped, channel.mNumRotationKeys - 1);
            const Rotation theirs = to_ours(channel.mRotationKeys[key].mValue);
            EXPECT_LT(angle_of(clip.at(f)[joint] * inverse(theirs)), 2e-3)
                << clip.name << " " << channel.mNodeName.C_Str();
        }
    }
}

TEST(Bvh, ReadsLikeAssimp) {
    WEND_NEEDS_DATA("mocap");
    int count = 0;
    for (const auto& path : captured_files()) {
        if (++count > test::rounds(12, 1000)) break;
        const std::string text = test::read_text(path);
        const auto file = parse_bvh(text, path.filename().string());
        ASSERT_TRUE(file) << file.status().message;
        const Clip clip = to_clip(file.value(), cmu_unit, path.filename().string());
        expect_like_assimp(text, clip, file.value().frame_count - clip.frames());
    }
}

TEST(Bvh, WhatWeWriteAssimpReads) {
    for (const Clip& clip : shipped_clips()) {
        const std::string text = to_bvh(from_clip(clip));
        expect_like_assimp(text, clip, 0);
        const auto again = parse_bvh(text, "again");
        ASSERT_TRUE(again) << again.status().message;
        EXPECT_EQ(again.value(), from_clip(clip).frame_count == 0
                                     ? BvhFile{}
                                     : parse_bvh(to_bvh(again.value()), "x").value());
        const Clip back = to_clip(again.value(), 1, clip.name);
        ASSERT_EQ(back.frames(), clip.frames());
        for (std::size_t i = 0; i < clip.rotations.size(); ++i)
            ASSERT_LT(angle_of(back.rotations[i] * inverse(clip.rotations[i])), 1e-3);
    }
}

TEST(Bvh, SaysWhatIsWrong) {
    const std::string good = small_file;
    ASSERT_TRUE(parse_bvh(good, "a.bvh"));
    const auto message = [&](const std::string& from, const std::string& to) {
        std::string text = good;
        text.replace(text.find(from), from.size(), to);
        const auto file = parse_bvh(text, "a.bvh");
        EXPECT_FALSE(file) << to;
        return file.status().message;
    };
    EXPECT_EQ(message("HIERARCHY", "HIERACHY"), "a.bvh:1: found 'HIERACHY', expected HIERARCHY");
    EXPECT_NE(message("Frame Time: 0.01\n", "Frame Time: 0.01\n1e30 ").find("found '1e30', expected"),
              std::string::npos);
    EXPECT_NE(message("Frames: 2", "Frames: 3").find("expected a number of the motion"), std::string::npos);
    EXPECT_NE(message("Frames: 2", "Frames: 1").find("expected the end of the file"), std::string::npos);
    EXPECT_NE(message("Frames: 2", "Frames: 99999999").find("bytes of motion, expected 99999999 frames"),
              std::string::npos);
    EXPECT_NE(message("Frames: 2", "Frames: 0").find("at least 1"), std::string::npos);
    EXPECT_NE(message("Time: 0.01", "Time: -1").find("seconds a frame"), std::string::npos);
    EXPECT_NE(message("11 21", "11 nan").find("'nan'"), std::string::npos);
    EXPECT_NE(message("CHANNELS 3", "CHANNELS 7").find("0 to 6"), std::string::npos);
    EXPECT_NE(message("Zrotation", "Wrotation").find("'Wrotation'"), std::string::npos);
    EXPECT_FALSE(parse_bvh("", "empty.bvh"));
    for (std::size_t cut = 0; cut < good.size() - 3; ++cut) {
        const auto file = parse_bvh(std::string_view(good).substr(0, cut), "cut.bvh");
        ASSERT_FALSE(file) << cut;
        ASSERT_FALSE(file.status().message.empty());
    }
    EXPECT_EQ(read_bvh("/nowhere/at/all.bvh").status().code, StatusCode::io_error);
    EXPECT_FALSE(retarget(to_clip(parse_bvh(good, "a").value(), 1, "a")));
}

TEST(Survey, FindsFrameRatesThatAreTwiceTooHigh) {
    WEND_NEEDS_DATA("mocap");
    std::size_t flown = 0;
    for (const auto& path : captured_files()) {
        const auto file = read_bvh(path);
        ASSERT_TRUE(file) << file.status().message;
        Clip clip = to_clip(file.value(), guess_unit(file.value()), path.filename().string());
        const auto flights = find_flights(clip);
        if (flights.empty()) continue;
        ++flown;
        EXPECT_EQ(rate_correction(flights), 1) << path;
        clip.frame_time /= 2;
        if (const auto fast = find_flights(clip); !fast.empty()) {
            EXPECT_EQ(rate_correction(fast), 0.5) << path;
        }
    }
    EXPECT_GT(flown, 20u);
}

TEST(Survey, NoNameIsNeeded) {
    for (const Clip& clip : shipped_clips()) {
        Clip unnamed = clip;
        unnamed.name.clear();
        const Survey a = survey(clip), b = survey(unnamed);
        EXPECT_EQ(a.uses, b.uses);
        EXPECT_LT(a.slide, 0.005);
    }
}

TEST(Clip, MirroredTwiceIsTheSame) {
    for (const Clip& clip : shipped_clips()) {
        const Clip twice = mirror(mirror(clip));
        EXPECT_EQ(twice.rotations, clip.rotations);
        EXPECT_EQ(twice.skeleton, clip.skeleton);
        // Left and right have changed places.
        Placed a, b;
        place(clip.skeleton, clip.root[0], clip.at(0), a);
        const Clip once = mirror(clip);
        place(once.skeleton, once.root[0], once.at(0), b);
        const Vec3 left = a.positions[index_of(Part::left_foot)],
                   right = b.positions[index_of(Part::right_foot)];
        EXPECT_LT(length(minus({left.x, -left.y, left.z}, right)), 1e-5);
    }
}

TEST(Clip, RetargetingKeepsWhatTheStandardSkeletonDoes) {
    for (const Clip& clip : shipped_clips()) {
        const auto same = retarget(clip);
        ASSERT_TRUE(same) << same.status().message;
        for (std::size_t i = 0; i < clip.rotations.size(); ++i)
            ASSERT_LT(angle_of(same.value().rotations[i] * inverse(clip.rotations[i])), 2e-3);
    }
}

TEST(Clip, RetargetedCapturesKeepTheirFeetNearTheGround) {
    WEND_NEEDS_DATA("mocap");
    std::size_t walks = 0;
    for (const auto& path : captured_files()) {
        const auto file = read_bvh(path);
        ASSERT_TRUE(file);
        const auto moved = retarget(on_floor(to_clip(file.value(), guess_unit(file.value()), "")));
        ASSERT_TRUE(moved) << moved.status().message;
        const Clip grounded = on_floor(moved.value());
        const Contacts contacts = label_contacts(grounded);
        const auto steps = find_steps(grounded, contacts);
        if (steps.size() >= 4) ++walks;
        Placed placed;
        for (std::size_t f = 0; f < grounded.frames(); f += 10) {
            place(grounded.skeleton, grounded.root[f], grounded.at(f), placed);
            for (const Vec3 at : placed.positions) ASSERT_TRUE(std::isfinite(at.x + at.y + at.z));
        }
    }
    EXPECT_GT(walks, 40u);
}

TEST(Contacts, HandsMayOverrule) {
    const Clip walk = shipped_clips()[1];
    const Contacts found = label_contacts(walk);
    const Contacts told =
        label_contacts(walk, {}, {{Foot::left, 10, 20, false}, {Foot::right, 10, 20, true}});
    for (std::size_t f = 10; f <= 20; ++f) {
        EXPECT_EQ(told[0][f], 0);
        EXPECT_EQ(told[1][f], 1);
    }
    EXPECT_EQ(told[0][30], found[0][30]);
}

}  // namespace
}  // namespace wend::motion
