#include <algorithm>
#include <cctype>
#include <fstream>
#include <sstream>
#include <string>

#include "wend/base/limits.hpp"
#include "wend/level/triangles.hpp"

namespace wend::level {

Result<Triangles> load_triangles(const std::filesystem::path& path) {
    const std::string name = path.string();
    std::error_code failure;
    if (!std::filesystem::exists(path, failure)) return Status::io_error(name + ": no such file");
    if (!std::filesystem::is_regular_file(path, failure))
        return Status::io_error(name + ": not a regular file");
    if (const auto size = std::filesystem::file_size(path, failure); !failure && size > limits::file_bytes)
        return Status::invalid_input(name + ": found " + std::to_string(size) + " bytes, expected at most " +
                                     std::to_string(limits::file_bytes));
    std::ifstream in(path, std::ios::binary);
    std::ostringstream content;
    if (in) content << in.rdbuf();
    if (!in || in.bad()) return Status::io_error(name + ": cannot be read");
    const std::string bytes = std::move(content).str();
    if (bytes.empty()) return Status::invalid_input(name + ": the file is empty");

    std::string extension = path.extension().string();
    std::ranges::transform(extension, extension.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (extension == ".obj") return parse_obj(bytes, name);
    if (extension == ".gltf" || extension == ".glb") return parse_gltf(bytes, name, path.parent_path());
    return Status::invalid_input(name + ": found extension '" + extension +
                                 "', expected .obj, .gltf or .glb");
}

}  // namespace wend::level
