#include "level/gltf_nodes.hpp"

#include <string>

#include <tiny_gltf.h>

namespace wend::level {
namespace {

Affine from_matrix(const std::vector<double>& columns) {
    Affine result;
    for (std::size_t row = 0; row < 3; ++row)
        for (std::size_t column = 0; column < 4; ++column)
            result.rows[row][column] = columns[column * 4 + row];
    return result;
}

Affine from_parts(const tinygltf::Node& node) {
    const std::vector<double>& q = node.rotation;
    const double x = q.size() == 4 ? q[0] : 0, y = q.size() == 4 ? q[1] : 0, z = q.size() == 4 ? q[2] : 0;
    const double w = q.size() == 4 ? q[3] : 1;
    Affine result;
    result.rows = {{{1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w), 0},
                    {2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w), 0},
                    {2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y), 0}}};
    for (auto& row : result.rows)
        for (std::size_t column = 0; column < 3; ++column)
            row[column] *= node.scale.size() == 3 ? node.scale[column] : 1;
    if (node.translation.size() == 3)
        for (std::size_t row = 0; row < 3; ++row) result.rows[row][3] = node.translation[row];
    return result;
}

struct Walk {
    const tinygltf::Model& model;
    std::vector<bool> seen;
    std::vector<PlacedMesh> placed;
};

Status visit(Walk& walk, int index, const Affine& parent, int depth) {
    const tinygltf::Model& model = walk.model;
    const std::string place = "nodes[" + std::to_string(index) + "]";
    if (index < 0 || static_cast<std::size_t>(index) >= model.nodes.size())
        return Status::invalid_input(place + ": no such node, " + std::to_string(model.nodes.size()) +
                                     " exist");
    if (walk.seen[static_cast<std::size_t>(index)])
        return Status::invalid_input(place + ": the node has two parents or is its own ancestor");
    constexpr int deepest = 512;  // keeps a hostile file from exhausting the stack
    if (depth > deepest) return Status::invalid_input(place + ": nodes are nested deeper than 512");
    walk.seen[static_cast<std::size_t>(index)] = true;
    const tinygltf::Node& node = model.nodes[static_cast<std::size_t>(index)];
    const Affine own = node.matrix.size() == 16 ? from_matrix(node.matrix) : from_parts(node);
    const Affine world = parent.after(own);
    if (node.mesh >= 0) {
        if (static_cast<std::size_t>(node.mesh) >= model.meshes.size())
            return Status::invalid_input(place + ": found mesh " + std::to_string(node.mesh) +
                                         ", expected one of " + std::to_string(model.meshes.size()));
        walk.placed.push_back({static_cast<std::size_t>(node.mesh), world});
    }
    for (const int child : node.children)
        if (Status status = visit(walk, child, world, depth + 1); !status.is_ok()) return status;
    return Status::ok();
}

}  // namespace

Vec3 Affine::apply(Vec3 p) const noexcept {
    const auto row = [&](const std::array<double, 4>& r) {
        return r[0] * p.x + r[1] * p.y + r[2] * p.z + r[3];
    };
    return {row(rows[0]), row(rows[1]), row(rows[2])};
}

Affine Affine::after(const Affine& inner) const noexcept {
    Affine result;
    for (std::size_t row = 0; row < 3; ++row)
        for (std::size_t column = 0; column < 4; ++column) {
            double sum = column == 3 ? rows[row][3] : 0;
            for (std::size_t k = 0; k < 3; ++k) sum += rows[row][k] * inner.rows[k][column];
            result.rows[row][column] = sum;
        }
    return result;
}

bool Affine::mirrors() const noexcept {
    const auto& m = rows;
    return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
               m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
               m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]) <
           0;
}

Result<std::vector<PlacedMesh>> placed_meshes(const tinygltf::Model& model) {
    std::vector<int> roots;
    if (model.scenes.empty()) {
        std::vector<bool> is_child(model.nodes.size(), false);
        for (const auto& node : model.nodes)
            for (const int child : node.children)
                if (child >= 0 && static_cast<std::size_t>(child) < is_child.size())
                    is_child[static_cast<std::size_t>(child)] = true;
        for (std::size_t i = 0; i < is_child.size(); ++i)
            if (!is_child[i]) roots.push_back(static_cast<int>(i));
    } else {
        const int scene = std::max(model.defaultScene, 0);
        if (static_cast<std::size_t>(scene) >= model.scenes.size())
            return Status::invalid_input("scene: found " + std::to_string(scene) + ", expected one of " +
                                         std::to_string(model.scenes.size()));
        roots = model.scenes[static_cast<std::size_t>(scene)].nodes;
    }
    Walk walk{model, std::vector<bool>(model.nodes.size(), false), {}};
    for (const int root : roots)
        if (Status status = visit(walk, root, Affine{}, 1); !status.is_ok()) return status;
    return std::move(walk.placed);
}

}  // namespace wend::level
