#include <fstream>
#include <functional>

#include <gtest/gtest.h>

#include "wend/level/level.hpp"

#include "gltf_builder.hpp"
#include "support/data.hpp"

namespace wend::level {
namespace {

using test::GltfBuilder;

Triangles good(const Result<Triangles>& result) {
    EXPECT_TRUE(result) << result.status().message;
    return result ? result.value() : Triangles{};
}

void expect_failure(const Result<Triangles>& result, const std::string& place, const std::string& reason) {
    ASSERT_FALSE(result) << "no failure, expected: " << reason;
    EXPECT_TRUE(result.status().message.starts_with(place))
        << result.status().message << "\nexpected to start with " << place;
    EXPECT_NE(result.status().message.find(reason), std::string::npos)
        << result.status().message << "\nexpected to contain " << reason;
}

TEST(Obj, reads_what_exporters_write) {
    const Triangles mesh =
        good(parse_obj("# a comment\r\n"
                       "mtllib x.mtl\n"
                       "v 1 2 3 # x y z\n"
                       "v\t+4 5e0 6.0 1.0\r\n"
                       "v 7 8 \\\n 9\n"
                       "vn 0 1 0\nvt 0 0\nusemtl a\ns off\no thing\ng part\n"
                       "v -1 -2 -3\n"
                       "f 1/1/1 2//1 3/2 -1\n"
                       "l 1 2\n\n",
                       "x.obj"));
    ASSERT_EQ(mesh.points.size(), 4u);
    EXPECT_EQ(mesh.points[0], (Vec3{1, -3, 2}));
    EXPECT_EQ(mesh.points[1], (Vec3{4, -6, 5}));
    EXPECT_EQ(mesh.points[2], (Vec3{7, -9, 8}));
    const std::vector<std::array<std::uint32_t, 3>> fan{{0, 1, 2}, {0, 2, 3}};
    EXPECT_EQ(mesh.corners, fan);
}

TEST(Obj, broken_files_say_where_and_why) {
    const struct {
        const char *text, *place, *reason;
    } cases[] = {
        {"", "x.obj: ", "no vertices"},
        {"# nothing\n", "x.obj: ", "no vertices"},
        {"v 0 0 0\nv 1 0 0\nv 0 0 1\n", "x.obj: ", "no faces"},
        {"v 0 0 0\nf 1 2 3\n", "x.obj:2: ", "found vertex index 2"},
        {"v 0 0 0\nf 1 0 1\n", "x.obj:2: ", "found vertex index 0"},
        {"v 0 0 0\nf -2 1 1\n", "x.obj:2: ", "found vertex index -2"},
        {"v 0 0 0\nf 1 1\n", "x.obj:2: ", "a face of 2 corners"},
        {"v 0 0 0\nf 1 1 x\n", "x.obj:2: ", "found face corner 'x'"},
        {"v 0 0 0\nf 1 1 99999999999999999999\n", "x.obj:2: ", "expected an index"},
        {"v 0 0\n", "x.obj:1: ", "three numbers"},
        {"v 0 0 zero\n", "x.obj:1: ", "found 'zero'"},
        {"v nan 0 0\n", "x.obj:1: ", "finite"},
        {"v 0 inf 0\n", "x.obj:1: ", "finite"},
        {"v 0 1e200 0\n", "x.obj:1: ", "finite"},
        {"v 0 0 1e999\n", "x.obj:1: ", "found '1e999'"},
        {"\n\nv 0 0 0 \\\n0\nv 1\n", "x.obj:5: ", "three numbers"},
    };
    for (const auto& c : cases) {
        SCOPED_TRACE(c.text);
        expect_failure(parse_obj(c.text, "x.obj"), c.place, c.reason);
    }
}

TEST(Gltf, indexed_or_not_and_every_index_size_give_the_same) {
    const Triangles plain = good(parse_gltf(GltfBuilder{}.json(), "x.gltf", {}));
    ASSERT_EQ(plain.points.size(), 4u);
    EXPECT_EQ(plain.points[1], (Vec3{0, -4, 0}));
    EXPECT_EQ(plain.corners.size(), 2u);
    for (const int component : {5121, 5123, 5125}) {
        GltfBuilder builder;
        builder.component = component;
        EXPECT_EQ(good(parse_gltf(builder.json(), "x.gltf", {})).corners, plain.corners);
        EXPECT_EQ(good(parse_gltf(builder.glb(), "x.glb", {})).points, plain.points);
    }
    GltfBuilder direct;
    direct.positions = {0, 0, 0, 0, 0, 4, 4, 0, 4, 0, 0, 0, 4, 0, 4, 4, 0, 0};
    direct.indices.clear();
    const Triangles soup = good(parse_gltf(direct.json(), "x.gltf", {}));
    ASSERT_EQ(soup.corners.size(), 2u);
    for (std::size_t i = 0; i < 2; ++i) EXPECT_EQ(soup.at(i), plain.at(i));
}

TEST(Gltf, strips_and_fans_keep_their_winding) {
    const Triangles plain = good(parse_gltf(GltfBuilder{}.json(), "x.gltf", {}));
    GltfBuilder fan;
    fan.mode = 6;
    fan.indices = {0, 1, 2, 3};
    EXPECT_EQ(good(parse_gltf(fan.json(), "x.gltf", {})).corners, plain.corners);
    GltfBuilder strip;
    strip.mode = 5;
    strip.indices = {0, 1, 3, 2};
    const std::vector<std::array<std::uint32_t, 3>> expected{{0, 1, 3}, {3, 1, 2}};
    EXPECT_EQ(good(parse_gltf(strip.json(), "x.gltf", {})).corners, expected);
}

TEST(Gltf, node_transforms_apply_from_leaf_to_root) {
    GltfBuilder builder;
    // Half a turn about y (up), doubled, then moved by the parent.
    builder.nodes =
        R"([{"children":[1],"translation":[10,20,30]},{"mesh":0,"rotation":[0,1,0,0],"scale":[2,2,2]}])";
    const Triangles turned = good(parse_gltf(builder.json(), "x.gltf", {}));
    EXPECT_NEAR(turned.points[2].x, 10 - 8, 1e-9);
    EXPECT_NEAR(turned.points[2].y, -(30 - 8), 1e-9);
    EXPECT_NEAR(turned.points[2].z, 20, 1e-9);

    builder.nodes = R"([{"mesh":0,"matrix":[-1,0,0,0, 0,1,0,0, 0,0,1,0, 5,6,7,1]}])";
    const Triangles mirrored = good(parse_gltf(builder.json(), "x.gltf", {}));
    EXPECT_EQ(mirrored.points[2], (Vec3{1, -11, 6}));
    const std::vector<std::array<std::uint32_t, 3>> flipped{{0, 2, 1}, {0, 3, 2}};
    EXPECT_EQ(mirrored.corners, flipped);
}

TEST(Gltf, broken_files_say_where_and_why) {
    const struct {
        std::function<void(GltfBuilder&)> breaks;
        const char *place, *reason;
    } cases[] = {
        {[](auto& b) { b.indices[4] = 4; }, "x.gltf: meshes[0].primitives[0]", "found index 4 at 4"},
        {[](auto& b) { b.indices.pop_back(); }, "x.gltf: meshes[0].primitives[0]", "multiple of 3"},
        {[](auto& b) { b.positions[5] = std::numeric_limits<float>::quiet_NaN(); },
         "x.gltf: meshes[0].primitives[0]", "vertex 1 with a coordinate that is not finite"},
        {[](auto& b) { b.positions[0] = std::numeric_limits<float>::infinity(); },
         "x.gltf: meshes[0].primitives[0]", "not finite"},
        {[](auto& b) { b.claimed_positions = 400; }, "x.gltf: accessors[0]", "do not fit"},
        {[](auto& b) { b.component = 5126; }, "x.gltf: meshes[0].primitives[0]", "component type 5126"},
        {[](auto& b) { b.mode = 1; }, "x.gltf: meshes", "no triangles"},
        {[](auto& b) { b.mode = 9; }, "x.gltf: meshes[0].primitives[0]", "found mode 9"},
        {[](auto& b) { b.nodes = R"([{"mesh":7}])"; }, "x.gltf: nodes[0]", "found mesh 7"},
        {[](auto& b) { b.nodes = R"([{"mesh":0,"children":[0]}])"; }, "x.gltf: nodes[0]", "its own ancestor"},
        {[](auto& b) { b.nodes = R"([{"mesh":0,"children":[3]}])"; }, "x.gltf: nodes[3]", "no such node"},
        {[](auto& b) { b.roots = "[]"; }, "x.gltf: meshes", "no triangles"},
        {[](auto& b) { b.attribute = "NORMAL"; }, "x.gltf: meshes[0].primitives[0]", "no POSITION"},
        {[](auto& b) { b.extra = R"(,"extensionsRequired":["KHR_draco_mesh_compression"])"; },
         "x.gltf: extensionsRequired", "KHR_draco_mesh_compression"},
        {[](auto& b) { b.extra = ",,"; }, "x.gltf: not a readable glTF file", ""},
        {[](auto& b) { b.position_extra = R"(,"byteOffset":40)"; }, "x.gltf: accessors[0]", "do not fit"},
        {[](auto& b) {
             b.position_extra =
                 R"(,"sparse":{"count":1,"indices":{"bufferView":1,"componentType":5123},"values":{"bufferView":0}})";
         },
         "x.gltf: accessors[0]", "sparse"},
    };
    for (const auto& c : cases) {
        SCOPED_TRACE(c.reason);
        GltfBuilder builder;
        c.breaks(builder);
        expect_failure(parse_gltf(builder.json(), "x.gltf", {}), c.place, c.reason);
    }
    expect_failure(parse_gltf("", "x.gltf", {}), "x.gltf: ", "not a readable glTF file");
    expect_failure(parse_gltf("glTF", "x.glb", {}), "x.glb: ", "not a readable glTF file");
    const std::string whole = GltfBuilder{}.glb();
    for (std::size_t size = 0; size < whole.size(); size += 7)
        EXPECT_FALSE(parse_gltf(whole.substr(0, size), "x.glb", {})) << "cut to " << size;
}

TEST(LoadTriangles, files_that_cannot_be_read_say_so) {
    const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "wend_level_formats";
    std::filesystem::create_directories(folder);
    const auto write = [&](const char* name, const std::string& text) {
        std::ofstream(folder / name, std::ios::binary) << text;
        return folder / name;
    };
    const auto path_of = [&](const char* name) { return (folder / name).string(); };
    expect_failure(load_triangles(folder / "missing.obj"), path_of("missing.obj"), "no such file");
    expect_failure(load_triangles(folder), folder.string(), "not a regular file");
    expect_failure(load_triangles(write("empty.obj", "")), path_of("empty.obj"), "empty");
    expect_failure(load_triangles(write("level.fbx", "x")), path_of("level.fbx"), "'.fbx'");
    GltfBuilder outside;
    std::string json = outside.json(false);
    json.insert(json.find(R"("buffers":[{)") + 12, R"("uri":"missing.bin",)");
    expect_failure(load_triangles(write("outside.gltf", json)), path_of("outside.gltf"), "missing.bin");
    json.replace(json.find("missing"), 7, "present");
    write("present.bin", outside.binary());
    EXPECT_EQ(good(load_triangles(write("outside.gltf", json))).corners.size(), 2u);
    std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace wend::level
