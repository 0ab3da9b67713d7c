#include "wend/motion/gltf_export.hpp"

#include <cmath>
#include <cstring>

#include <nlohmann/json.hpp>

#include "wend/base/output_file.hpp"
#include "wend/motion/clip_set.hpp"
#include "wend/motion/shipped_clips.hpp"

namespace wend::motion {
namespace {

using Json = nlohmann::ordered_json;
constexpr int float_type = 5126, short_type = 5123;

/// z up, x ahead become y up, z ahead.
std::array<float, 3> gltf_vector(Vec3 v) {
    return {static_cast<float>(v.y), static_cast<float>(v.z), static_cast<float>(v.x)};
}
std::array<float, 4> gltf_rotation(Rotation q) {
    return {q.y, q.z, q.x, q.w};
}

/// The binary part and the JSON that describes it, grown together.
class GlbFile {
  public:
    GlbFile() {
        json_["asset"] = {{"version", "2.0"}, {"generator", "wend"}};
        json_["scene"] = 0;
        json_["scenes"] = {{{"nodes", Json::array()}}};
        for (const char* list : {"nodes", "meshes", "skins", "animations", "accessors", "bufferViews"})
            json_[list] = Json::array();
    }
    [[nodiscard]] Json& json() noexcept { return json_; }

    template <class T>
    std::size_t add(const std::vector<T>& values, const char* type, int component, std::size_t components,
                    bool bounds) {
        while (bytes_.size() % 4 != 0) bytes_.push_back(0);
        const std::size_t offset = bytes_.size(), size = values.size() * sizeof(T);
        bytes_.resize(offset + size);
        std::memcpy(bytes_.data() + offset, values.data(), size);
        json_["bufferViews"].push_back({{"buffer", 0}, {"byteOffset", offset}, {"byteLength", size}});
        Json accessor{{"bufferView", json_["bufferViews"].size() - 1},
                      {"componentType", component},
                      {"count", values.size() / components},
                      {"type", type}};
        if (bounds) add_bounds(accessor, values, components);
        json_["accessors"].push_back(std::move(accessor));
        return json_["accessors"].size() - 1;
    }

    Status write(const std::filesystem::path& file) {
        while (bytes_.size() % 4 != 0) bytes_.push_back(0);
        json_["buffers"] = {{{"byteLength", bytes_.size()}}};
        std::string text = json_.dump();
        text.resize((text.size() + 3) / 4 * 4, ' ');
        std::string out;
        const auto word = [&out](std::size_t value) {
            const auto narrow = static_cast<std::uint32_t>(value);
            out.append(reinterpret_cast<const char*>(&narrow), 4);
        };
        word(0x46546C67), word(2), word(12 + 8 + text.size() + 8 + bytes_.size());
        word(text.size()), word(0x4E4F534A);
        out += text;
        word(bytes_.size()), word(0x004E4942);
        out.append(bytes_.data(), bytes_.size());
        return write_file(file, out);
    }

  private:
    template <class T>
    static void add_bounds(Json& accessor, const std::vector<T>& values, std::size_t components) {
        std::vector<T> low(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(components)),
            high = low;
        for (std::size_t i = 0; i < values.size(); ++i) {
            low[i % components] = std::min(low[i % components], values[i]);
            high[i % components] = std::max(high[i % components], values[i]);
        }
        accessor["min"] = low;
        accessor["max"] = high;
    }
    Json json_;
    std::vector<char> bytes_;
};

/// A box around each bone, held by one joint: plain, but it shows which way everything points.
struct BodyMesh {
    std::vector<float> positions, weights;
    std::vector<std::uint16_t> joints, indices;
};
Vec3 bone_tip(std::size_t joint) {
    const auto& joints = standard_skeleton().joints;
    const Part part = static_cast<Part>(joint);
    if (part == Part::head) return {0, 0, 0.2};
    if (part == Part::left_hand || part == Part::right_hand)
        return {0, part == Part::left_hand ? 0.16 : -0.16, 0};
    if (part == Part::left_toe || part == Part::right_toe) return {0.07, 0, 0};
    return joints[joint + 1].offset;
}
BodyMesh make_mesh() {
    BodyMesh mesh;
    Placed rest;
    const std::vector<Rotation> none(part_count);
    place(standard_skeleton(), {}, none, rest);
    for (std::size_t joint = 0; joint < part_count; ++joint) {
        const Vec3 tip = bone_tip(joint);
        const double thick = joint == 0 || joint == 1 || joint == 2 ? 0.11 : joint == 4 ? 0.08 : 0.045;
        const Rotation along = between({0, 0, 1}, tip);
        const auto first = static_cast<std::uint16_t>(mesh.positions.size() / 3);
        for (int corner = 0; corner < 8; ++corner) {
            const Vec3 across{(corner & 1) != 0 ? thick : -thick, (corner & 2) != 0 ? thick : -thick,
                              (corner & 4) != 0 ? length(tip) : 0};
            const auto at = gltf_vector(plus(rest.positions[joint], turned(along, across)));
            mesh.positions.insert(mesh.positions.end(), at.begin(), at.end());
            mesh.joints.insert(mesh.joints.end(), {static_cast<std::uint16_t>(joint), 0, 0, 0});
            mesh.weights.insert(mesh.weights.end(), {1, 0, 0, 0});
        }
        for (const int corner : {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5})
            mesh.indices.push_back(static_cast<std::uint16_t>(first + corner));
    }
    return mesh;
}

std::size_t add_mesh(GlbFile& file) {
    const BodyMesh mesh = make_mesh();
    const Json attributes{{"POSITION", file.add(mesh.positions, "VEC3", float_type, 3, true)},
                          {"JOINTS_0", file.add(mesh.joints, "VEC4", short_type, 4, false)},
                          {"WEIGHTS_0", file.add(mesh.weights, "VEC4", float_type, 4, false)}};
    const Json primitive{{"attributes", attributes},
                         {"indices", file.add(mesh.indices, "SCALAR", short_type, 1, false)}};
    file.json()["meshes"].push_back({{"name", "body"}, {"primitives", Json::array({primitive})}});
    return 0;
}

std::size_t add_bind_matrices(GlbFile& file) {
    Placed rest;
    const std::vector<Rotation> none(part_count);
    place(standard_skeleton(), {}, none, rest);
    std::vector<float> matrices;
    for (const Vec3 joint : rest.positions) {
        const auto at = gltf_vector(joint);
        for (const float value :
             {1.f, 0.f, 0.f, 0.f, 0.f, 1.f, 0.f, 0.f, 0.f, 0.f, 1.f, 0.f, -at[0], -at[1], -at[2], 1.f})
            matrices.push_back(value);
    }
    return file.add(matrices, "MAT4", float_type, 16, false);
}

/// The joints as nodes; returns the first.
std::size_t add_joints(GlbFile& file, const std::string& name) {
    Json& nodes = file.json()["nodes"];
    const std::size_t first = nodes.size();
    const auto& joints = standard_skeleton().joints;
    for (std::size_t i = 0; i < part_count; ++i) {
        Json node{{"name", name + " " + joints[i].name}, {"translation", gltf_vector(joints[i].offset)}};
        Json children = Json::array();
        for (std::size_t j = i + 1; j < part_count; ++j)
            if (joints[j].parent == static_cast<std::int32_t>(i)) children.push_back(first + j);
        if (!children.empty()) node["children"] = children;
        nodes.push_back(std::move(node));
    }
    return first;
}

void add_animation(GlbFile& file, const ExportedBody& body, std::size_t first, double rate) {
    const Track& track = body.body->track();
    const Clip clip = record_clip(*body.body, style_in_use(), body.name, track.begin(), track.end(), rate);
    std::vector<float> times, places;
    for (std::size_t f = 0; f < clip.frames(); ++f) {
        times.push_back(static_cast<float>(track.begin() + static_cast<double>(f) / rate));
        const auto at = gltf_vector(clip.root[f]);
        places.insert(places.end(), at.begin(), at.end());
    }
    Json samplers = Json::array(), channels = Json::array();
    const std::size_t input = file.add(times, "SCALAR", float_type, 1, true);
    const auto add = [&](std::size_t node, const char* path, std::size_t output) {
        channels.push_back({{"sampler", samplers.size()}, {"target", {{"node", node}, {"path", path}}}});
        samplers.push_back({{"input", input}, {"output", output}, {"interpolation", "LINEAR"}});
    };
    add(first, "translation", file.add(places, "VEC3", float_type, 3, false));
    for (std::size_t joint = 0; joint < part_count; ++joint) {
        std::vector<float> turns;
        for (std::size_t f = 0; f < clip.frames(); ++f) {
            const auto q = gltf_rotation(clip.at(f)[joint]);
            turns.insert(turns.end(), q.begin(), q.end());
        }
        add(first + joint, "rotation", file.add(turns, "VEC4", float_type, 4, false));
    }
    file.json()["animations"].push_back(
        {{"name", body.name}, {"samplers", samplers}, {"channels", channels}});
}

}  // namespace

Status write_glb(const std::filesystem::path& path, std::span<const ExportedBody> bodies, double rate) {
    GlbFile file;
    const std::size_t mesh = add_mesh(file), matrices = add_bind_matrices(file);
    for (const ExportedBody& body : bodies) {
        const std::size_t first = add_joints(file, body.name);
        Json joints = Json::array();
        for (std::size_t i = 0; i < part_count; ++i) joints.push_back(first + i);
        file.json()["skins"].push_back(
            {{"inverseBindMatrices", matrices}, {"joints", joints}, {"skeleton", first}});
        file.json()["nodes"].push_back(
            {{"name", body.name}, {"mesh", mesh}, {"skin", file.json()["skins"].size() - 1}});
        for (const std::size_t node : {first, file.json()["nodes"].size() - 1})
            file.json()["scenes"][0]["nodes"].push_back(node);
        add_animation(file, body, first, rate);
    }
    if (bodies.empty())
        for (const char* list : {"nodes", "skins", "animations"}) file.json().erase(list);
    return file.write(path);
}

}  // namespace wend::motion
