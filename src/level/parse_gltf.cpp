// glTF 2.0 through tinygltf, which parses; every index, offset and stride of the file is checked here before
// it is followed (Khronos glTF 2.0 specification, sections 3.6 and 3.7).

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <limits>
#include <string>

#include <tiny_gltf.h>

#include "wend/base/limits.hpp"
#include "wend/level/triangles.hpp"

#include "level/gltf_nodes.hpp"

namespace wend::level {
namespace {

bool skip_image(tinygltf::Image*, const int, std::string*, std::string*, int, int, const unsigned char*, int,
                void*) {
    return true;
}

bool finite(Vec3 p) {
    const double limit = std::numeric_limits<float>::max();
    return std::abs(p.x) <= limit && std::abs(p.y) <= limit && std::abs(p.z) <= limit;
}

/// Where an accessor's elements lie, once that is known to be inside its buffer.
struct ElementView {
    const unsigned char* bytes = nullptr;
    std::size_t count = 0;
    std::size_t stride = 0;
    int component = 0;

    template <class T>
    [[nodiscard]] T read(std::size_t element, std::size_t member = 0) const {
        T value;
        std::memcpy(&value, bytes + element * stride + member * sizeof(T), sizeof(T));
        return value;
    }
    [[nodiscard]] std::uint32_t index(std::size_t element) const {
        if (component == TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE) return read<std::uint8_t>(element);
        if (component == TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT) return read<std::uint16_t>(element);
        return read<std::uint32_t>(element);
    }
};

class GltfReader {
  public:
    GltfReader(const tinygltf::Model& model, std::string_view name) : model_(model), name_(name) {}

    Result<Triangles> read() {
        for (const std::string& extension : model_.extensionsRequired)
            if (extension == "KHR_draco_mesh_compression" || extension == "EXT_meshopt_compression" ||
                extension == "KHR_mesh_quantization")
                return fail("extensionsRequired", "found '" + extension +
                                                      "', an encoding that is not supported; export "
                                                      "the level with plain float positions");
        auto placed = placed_meshes(model_);
        if (!placed) return Status::invalid_input(std::string(name_) + ": " + placed.status().message);
        for (const PlacedMesh& mesh : placed.value())
            for (std::size_t i = 0; i < model_.meshes[mesh.mesh].primitives.size(); ++i)
                if (Status status = add_primitive(mesh, i); !status.is_ok()) return status;
        if (mesh_.corners.empty()) return fail("meshes", "found no triangles, expected at least one");
        return std::move(mesh_);
    }

  private:
    [[nodiscard]] Status fail(const std::string& place, const std::string& reason) const {
        return Status::invalid_input(std::string(name_) + ": " + place + ": " + reason);
    }

    Result<ElementView> view_of(int accessor_index, std::size_t element_bytes) const {
        const std::string place = "accessors[" + std::to_string(accessor_index) + "]";
        if (accessor_index < 0 || static_cast<std::size_t>(accessor_index) >= model_.accessors.size())
            return fail(place, "no such accessor, " + std::to_string(model_.accessors.size()) + " exist");
        const tinygltf::Accessor& accessor = model_.accessors[static_cast<std::size_t>(accessor_index)];
        if (accessor.sparse.isSparse)
            return fail(place, "found sparse storage, an encoding that is not supported");
        if (accessor.bufferView < 0 ||
            static_cast<std::size_t>(accessor.bufferView) >= model_.bufferViews.size())
            return fail(place, "found bufferView " + std::to_string(accessor.bufferView) +
                                   ", expected one of " + std::to_string(model_.bufferViews.size()));
        const tinygltf::BufferView& view = model_.bufferViews[static_cast<std::size_t>(accessor.bufferView)];
        if (view.buffer < 0 || static_cast<std::size_t>(view.buffer) >= model_.buffers.size())
            return fail("bufferViews[" + std::to_string(accessor.bufferView) + "]",
                        "found buffer " + std::to_string(view.buffer) + ", expected one of " +
                            std::to_string(model_.buffers.size()));
        const auto& data = model_.buffers[static_cast<std::size_t>(view.buffer)].data;
        const std::size_t stride = view.byteStride > 0 ? view.byteStride : element_bytes;
        const std::size_t count = accessor.count;
        if (view.byteOffset > data.size() || view.byteLength > data.size() - view.byteOffset ||
            accessor.byteOffset > view.byteLength || stride < element_bytes || stride > 252 + element_bytes ||
            count > data.size() ||
            (count > 0 && (count - 1) * stride + element_bytes > view.byteLength - accessor.byteOffset))
            return fail(place, "found " + std::to_string(count) +
                                   " elements that do not fit into a buffer of " +
                                   std::to_string(data.size()) + " bytes");
        return ElementView{data.data() + view.byteOffset + accessor.byteOffset, count, stride,
                           accessor.componentType};
    }

    Status add_points(const PlacedMesh& mesh, const std::string& place, int accessor_index) {
        const auto view = view_of(accessor_index, 3 * sizeof(float));
        if (!view) return view.status();
        const auto& accessor = model_.accessors[static_cast<std::size_t>(accessor_index)];
        if (accessor.componentType != TINYGLTF_COMPONENT_TYPE_FLOAT || accessor.type != TINYGLTF_TYPE_VEC3)
            return fail(place, "found POSITION of component type " + std::to_string(accessor.componentType) +
                                   ", expected VEC3 of 5126 (float)");
        if (mesh_.points.size() + view.value().count > std::numeric_limits<std::int32_t>::max())
            return fail(place, "more than 2147483647 vertices");
        for (std::size_t i = 0; i < view.value().count; ++i) {
            const Vec3 local{view.value().read<float>(i, 0), view.value().read<float>(i, 1),
                             view.value().read<float>(i, 2)};
            const Vec3 world = mesh.transform.apply(local);
            if (!finite(world))
                return fail(place,
                            "found vertex " + std::to_string(i) + " with a coordinate that is not finite");
            mesh_.points.push_back(z_up(world));
        }
        return Status::ok();
    }

    Status add_primitive(const PlacedMesh& mesh, std::size_t number) {
        const tinygltf::Primitive& primitive = model_.meshes[mesh.mesh].primitives[number];
        const std::string place =
            "meshes[" + std::to_string(mesh.mesh) + "].primitives[" + std::to_string(number) + "]";
        const int mode = primitive.mode < 0 ? TINYGLTF_MODE_TRIANGLES : primitive.mode;
        if (mode < TINYGLTF_MODE_TRIANGLES) return Status::ok();  // points and lines are no ground
        if (mode > TINYGLTF_MODE_TRIANGLE_FAN)
            return fail(place, "found mode " + std::to_string(mode) + ", expected 0 to 6");
        const auto position = primitive.attributes.find("POSITION");
        if (position == primitive.attributes.end()) return fail(place, "no POSITION attribute");

        const std::size_t base = mesh_.points.size();
        if (Status status = add_points(mesh, place, position->second); !status.is_ok()) return status;
        const std::size_t points = mesh_.points.size() - base;
        std::vector<std::uint32_t> order;
        if (primitive.indices >= 0) {
            if (Status status = read_indices(place, primitive.indices, points, order); !status.is_ok())
                return status;
        } else {
            for (std::uint32_t i = 0; i < points; ++i) order.push_back(i);
        }
        return add_faces(mesh, place, mode, order, static_cast<std::uint32_t>(base));
    }

    Status read_indices(const std::string& place, int accessor_index, std::size_t points,
                        std::vector<std::uint32_t>& order) const {
        const bool known = static_cast<std::size_t>(accessor_index) < model_.accessors.size();
        const int type = known ? model_.accessors[static_cast<std::size_t>(accessor_index)].componentType : 0;
        const std::size_t bytes = type == TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE    ? 1
                                  : type == TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT ? 2
                                                                                   : 4;
        const auto view = view_of(accessor_index, bytes);
        if (!view) return view.status();
        if (bytes == 4 && type != TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT)
            return fail(place, "found indices of component type " + std::to_string(type) +
                                   ", expected 5121, 5123 or 5125");
        order.reserve(view.value().count);
        for (std::size_t i = 0; i < view.value().count; ++i) {
            const std::uint32_t index = view.value().index(i);
            if (index >= points)
                return fail(place, "found index " + std::to_string(index) + " at " + std::to_string(i) +
                                       ", expected less than " + std::to_string(points));
            order.push_back(index);
        }
        return Status::ok();
    }

    Status add_faces(const PlacedMesh& mesh, const std::string& place, int mode,
                     const std::vector<std::uint32_t>& order, std::uint32_t base) {
        if (mode == TINYGLTF_MODE_TRIANGLES && order.size() % 3 != 0)
            return fail(place,
                        "found " + std::to_string(order.size()) + " corners, expected a multiple of 3");
        const bool mirrored = mesh.transform.mirrors();
        const auto add = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
            if (mirrored) std::swap(b, c);
            mesh_.corners.push_back({base + a, base + b, base + c});
        };
        const std::size_t step = mode == TINYGLTF_MODE_TRIANGLES ? 3 : 1;
        for (std::size_t i = 0; i + 2 < order.size(); i += step) {
            if (mode == TINYGLTF_MODE_TRIANGLE_FAN)
                add(order[0], order[i + 1], order[i + 2]);
            else if (mode == TINYGLTF_MODE_TRIANGLE_STRIP && i % 2 == 1)
                add(order[i + 1], order[i], order[i + 2]);
            else
                add(order[i], order[i + 1], order[i + 2]);
        }
        return Status::ok();
    }

    const tinygltf::Model& model_;
    std::string_view name_;
    Triangles mesh_;
};

std::string one_line(std::string text) {
    while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
    for (char& c : text)
        if (c == '\n') c = ' ';
    return text;
}

/// A file names others by their addresses. Only regular files below its own folder are opened, wherever links
/// and dots lead; tinygltf itself would look anywhere, and in the current folder too.
class OwnFolder {
  public:
    explicit OwnFolder(const std::filesystem::path& folder)
        : folder_(std::filesystem::weakly_canonical(folder.empty() ? "." : folder, ignored_)) {}

    [[nodiscard]] tinygltf::FsCallbacks callbacks() {
        tinygltf::FsCallbacks all;
        all.FileExists = [](const std::string& file, void* self) {
            return static_cast<const OwnFolder*>(self)->has(file);
        };
        all.ExpandFilePath = [](const std::string& file, void*) { return file; };
        all.ReadWholeFile = [](std::vector<unsigned char>* out, std::string* error, const std::string& file,
                               void* self) {
            if (static_cast<const OwnFolder*>(self)->has(file))
                return tinygltf::ReadWholeFile(out, error, file, nullptr);
            if (error) *error += "'" + file + "' is no file of the level's own folder";
            return false;
        };
        all.WriteWholeFile = [](std::string*, const std::string&, const std::vector<unsigned char>&, void*) {
            return false;
        };
        all.user_data = this;
        return all;
    }

  private:
    [[nodiscard]] bool has(const std::string& file) const {
        std::error_code failure;
        const auto real = std::filesystem::canonical(file, failure);
        if (failure || !std::filesystem::is_regular_file(real, failure)) return false;
        if (std::filesystem::file_size(real, failure) > limits::file_bytes || failure) return false;
        return std::mismatch(folder_.begin(), folder_.end(), real.begin(), real.end()).first == folder_.end();
    }

    std::error_code ignored_;
    std::filesystem::path folder_;
};

}  // namespace

Result<Triangles> parse_gltf(std::string_view bytes, std::string_view name,
                             const std::filesystem::path& folder) {
    const std::string called(name);
    if (bytes.size() > std::numeric_limits<std::uint32_t>::max())
        return Status::invalid_input(called + ": larger than 4 GiB");
    tinygltf::TinyGLTF reader;
    reader.SetImageLoader(skip_image, nullptr);
    OwnFolder own_folder(folder);
    reader.SetFsCallbacks(own_folder.callbacks());
    tinygltf::Model model;
    std::string error, warning;
    const auto size = static_cast<unsigned int>(bytes.size());
    try {
        const bool binary = bytes.starts_with("glTF");
        const bool done =
            binary
                ? reader.LoadBinaryFromMemory(&model, &error, &warning,
                                              reinterpret_cast<const unsigned char*>(bytes.data()), size,
                                              folder.string())
                : reader.LoadASCIIFromString(&model, &error, &warning, bytes.data(), size, folder.string());
        if (!done) return Status::invalid_input(called + ": not a readable glTF file: " + one_line(error));
    } catch (const std::bad_alloc&) {
        return Status{StatusCode::out_of_memory, called + ": there is not enough memory for it"};
    } catch (const std::exception& failure) {
        return Status::invalid_input(called + ": not a readable glTF file: " + failure.what());
    }
    return GltfReader(model, name).read();
}

}  // namespace wend::level
