#pragma once

// Reads the MovingAI maps and problem sets that live beside the project. For tests and benchmarks.

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace wend::test {

struct GridMap {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::vector<std::string> rows;

    [[nodiscard]] bool is_blocked(std::uint32_t x, std::uint32_t y) const {
        const char c = rows[y][x];
        return c != '.' && c != 'G' && c != 'S';
    }
};

struct GridProblem {
    std::uint32_t start_x = 0, start_y = 0, goal_x = 0, goal_y = 0;
    double length = 0;  ///< optimal, in cells
};

inline GridMap read_map(const std::filesystem::path& path) {
    std::ifstream in(path);
    std::string word;
    GridMap map;
    in >> word >> word >> word >> map.height >> word >> map.width >> word >> std::ws;
    for (std::string row; std::getline(in, row);) {
        if (!row.empty() && row.back() == '\r') row.pop_back();
        if (!row.empty()) map.rows.push_back(row);
    }
    if (map.rows.size() != map.height) throw std::runtime_error("not a MovingAI map: " + path.string());
    return map;
}

inline std::vector<GridProblem> read_problems(const std::filesystem::path& path) {
    std::ifstream in(path);
    std::string word;
    std::getline(in, word);
    std::vector<GridProblem> problems;
    for (GridProblem p;
         in >> word >> word >> word >> word >> p.start_x >> p.start_y >> p.goal_x >> p.goal_y >> p.length;)
        problems.push_back(p);
    if (problems.empty()) throw std::runtime_error("not a MovingAI problem set: " + path.string());
    return problems;
}

}  // namespace wend::test
