#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace wend::level::test {

inline std::string base64(const std::string& bytes) {
    constexpr char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        std::uint32_t group = 0;
        for (std::size_t k = 0; k < 3; ++k)
            group = group << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0u);
        for (std::size_t k = 0; k < 4; ++k)
            text += i + k > bytes.size() ? '=' : letters[group >> (18 - 6 * k) & 63u];
    }
    return text;
}

/// One mesh in one node; any part can be replaced to break it.
struct GltfBuilder {
    std::vector<float> positions{0, 0, 0, 0, 0, 4, 4, 0, 4, 4, 0, 0};
    std::vector<std::uint32_t> indices{0, 1, 2, 0, 2, 3};  ///< none: not indexed
    int component = 5123;
    int mode = 4;
    std::string nodes = R"([{"mesh":0}])";
    std::string roots = "[0]";
    std::string extra;           ///< further members of the top object
    std::string position_extra;  ///< further members of the position accessor
    int claimed_positions = -1;  ///< count that the accessor states; -1: the true one
    std::string attribute = "POSITION";

    [[nodiscard]] std::string binary() const {
        std::string bytes(positions.size() * sizeof(float), '\0');
        std::memcpy(bytes.data(), positions.data(), bytes.size());
        for (const std::uint32_t index : indices)
            for (std::size_t k = 0; k < index_bytes(); ++k) bytes += static_cast<char>(index >> 8 * k & 255u);
        while (bytes.size() % 4 != 0) bytes += '\0';
        return bytes;
    }

    [[nodiscard]] std::string json(bool embedded = true) const {
        const std::string bytes = binary();
        const auto number = [](std::size_t n) { return std::to_string(n); };
        const std::size_t at = positions.size() * sizeof(float);
        std::string text = R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":)" + roots +
                           R"(}],"nodes":)" + nodes + R"(,"meshes":[{"primitives":[{"attributes":{")" +
                           attribute + R"(":0},"mode":)" + std::to_string(mode) +
                           (indices.empty() ? "" : R"(,"indices":1)") + "}]}]";
        text += R"(,"accessors":[{"bufferView":0,"componentType":5126,"type":"VEC3","count":)" +
                (claimed_positions < 0 ? number(positions.size() / 3) : std::to_string(claimed_positions)) +
                position_extra + "}";
        if (!indices.empty())
            text += R"(,{"bufferView":1,"type":"SCALAR","componentType":)" + std::to_string(component) +
                    R"(,"count":)" + number(indices.size()) + "}";
        text += R"(],"bufferViews":[{"buffer":0,"byteOffset":0,"byteLength":)" + number(at) + "}";
        if (!indices.empty())
            text += R"(,{"buffer":0,"byteOffset":)" + number(at) + R"(,"byteLength":)" +
                    number(indices.size() * index_bytes()) + "}";
        text += R"(],"buffers":[{"byteLength":)" + number(bytes.size());
        if (embedded) text += R"(,"uri":"data:application/octet-stream;base64,)" + base64(bytes) + "\"";
        return text + "}]" + extra + "}";
    }

    [[nodiscard]] std::string glb() const {
        std::string text = json(false);
        while (text.size() % 4 != 0) text += ' ';
        const std::string bytes = binary();
        const auto word = [](std::size_t n) {
            std::string w(4, '\0');
            for (std::size_t k = 0; k < 4; ++k) w[k] = static_cast<char>(n >> 8 * k & 255u);
            return w;
        };
        return "glTF" + word(2) + word(28 + text.size() + bytes.size()) + word(text.size()) + "JSON" + text +
               word(bytes.size()) + std::string("BIN\0", 4) + bytes;
    }

  private:
    [[nodiscard]] std::size_t index_bytes() const {
        return component == 5121 ? 1 : component == 5123 ? 2 : 4;
    }
};

}  // namespace wend::level::test
