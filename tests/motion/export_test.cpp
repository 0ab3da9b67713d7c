#include <assimp/Importer.hpp>
#include <assimp/scene.h>
#include <gtest/gtest.h>

#include "wend/motion/gltf_export.hpp"
#include "wend/motion/pose_stream.hpp"
#include "wend/motion/shipped_clips.hpp"

#include "motion/random_tracks.hpp"

namespace wend::motion {
namespace {

TEST(GltfExport, AssimpReadsTheSameMotion) {
    const Track track = test::random_track(3, 4);
    const Body body(track);
    const ExportedBody exported{"walker", &body};
    const auto file = std::filesystem::temp_directory_path() / "wend-motion-export-test.glb";
    ASSERT_TRUE(write_glb(file, {&exported, 1}, 30).is_ok());
    Assimp::Importer importer;
    const aiScene* scene = importer.ReadFile(file.string(), 0);
    ASSERT_NE(scene, nullptr) << importer.GetErrorString();
    ASSERT_EQ(scene->mNumAnimations, 1u);
    ASSERT_GE(scene->mNumMeshes, 1u);
    EXPECT_EQ(scene->mMeshes[0]->mNumBones, part_count);
    const Clip clip = record_clip(body, shipped_style(), "walker", 0, 4, 30);
    std::size_t compared = 0;
    for (unsigned c = 0; c < scene->mAnimations[0]->mNumChannels; ++c) {
        const aiNodeAnim& channel = *scene->mAnimations[0]->mChannels[c];
        for (std::size_t joint = 0; joint < part_count; ++joint) {
            if ("walker " + clip.skeleton.joints[joint].name != channel.mNodeName.C_Str()) continue;
            ASSERT_EQ(channel.mNumRotationKeys, clip.frames());
            for (std::size_t f = 0; f < clip.frames(); ++f) {
                const aiQuaternion q = channel.mRotationKeys[f].mValue;
                const Rotation theirs{static_cast<float>(q.z), static_cast<float>(q.x),
                                      static_cast<float>(q.y), static_cast<float>(q.w)};
                ASSERT_LT(angle_of(clip.at(f)[joint] * inverse(theirs)), 2e-3);
                ++compared;
            }
            if (joint == 0) {
                const aiVector3D at = channel.mPositionKeys[10].mValue;
                EXPECT_LT(length(minus({at.z, at.x, at.y}, clip.root[10])), 1e-4);
            }
        }
    }
    EXPECT_EQ(compared, part_count * clip.frames());
    std::filesystem::remove(file);
    EXPECT_EQ(write_glb("/nowhere/at/all.glb", {&exported, 1}).code, StatusCode::io_error);
}

TEST(PoseStream, KeepsPosesInNinetyTwoBytes) {
    EXPECT_LE(packed_pose_bytes, 130u);
    const Track track = test::random_track(9, 5);
    const Body body(track);
    std::vector<std::uint8_t> bytes;
    std::vector<Pose> poses(50);
    for (std::size_t i = 0; i < 50; ++i) {
        body.pose_at(static_cast<double>(i) / 10, shipped_style(), Detail::full, poses[i]);
        append_pose(static_cast<std::uint32_t>(i), poses[i], bytes);
    }
    EXPECT_EQ(bytes.size(), 50 * packed_pose_bytes);
    const auto read = read_poses(bytes);
    ASSERT_TRUE(read);
    for (std::size_t i = 0; i < 50; ++i) {
        const AgentPose& back = read.value()[i];
        EXPECT_EQ(back.agent, i);
        EXPECT_LT(length(minus(back.pose.hips, poses[i].hips)), 1e-4);
        for (std::size_t j = 0; j < part_count; ++j)
            EXPECT_LT(angle_of(back.pose.rotations[j] * inverse(poses[i].rotations[j])), 0.006);
    }
    bytes.pop_back();
    EXPECT_EQ(read_poses(bytes).status().code, StatusCode::invalid_input);
}

}  // namespace
}  // namespace wend::motion
