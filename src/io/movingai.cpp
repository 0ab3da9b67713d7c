#include "wend/io/movingai.hpp"

#include <charconv>
#include <cmath>

#include "io/source_text.hpp"

namespace wend::io {
namespace {

constexpr std::uint32_t largest_side = 1 << 16;

/// Words and lines of a text, with a place for every complaint.
class LineReader {
  public:
    explicit LineReader(SourceText source) : source_(source) {}

    [[nodiscard]] bool at_end() const { return at_ == source_.text.size(); }

    /// Up to the next white space on this line.
    std::string_view word(std::string_view expected) {
        while (at_ < source_.text.size() && is_blank(source_.text[at_])) ++at_;
        word_start_ = at_;
        while (at_ < source_.text.size() && !is_blank(source_.text[at_]) && source_.text[at_] != '\n') ++at_;
        const std::string_view found = source_.text.substr(word_start_, at_ - word_start_);
        if (found.empty()) fail_word(found, expected);
        return found;
    }
    void keyword(std::string_view expected) {
        const std::string_view found = word(expected);
        if (found != expected) fail_word(found, in_quotes(expected));
    }
    template <class Number>
    Number number(std::string_view expected) {
        const std::string_view found = word(expected);
        Number value{};
        const auto [end, error] = std::from_chars(found.data(), found.data() + found.size(), value);
        if (error != std::errc{} || end != found.data() + found.size()) fail_word(found, expected);
        return value;
    }
    /// What is left of this line, without its end.
    std::string_view rest_of_line() {
        const std::size_t end = std::min(source_.text.find('\n', at_), source_.text.size());
        std::string_view line = source_.text.substr(at_, end - at_);
        word_start_ = at_;
        at_ = std::min(end + 1, source_.text.size());
        if (line.ends_with('\r')) line.remove_suffix(1);
        return line;
    }
    void end_of_line() {
        const std::string_view rest = rest_of_line();
        if (rest.find_first_not_of(" \t") != std::string_view::npos) fail_word(rest, "the end of the line");
    }
    /// False at the end.
    bool skip_blank_lines() {
        at_ = std::min(source_.text.find_first_not_of(" \t\r\n", at_), source_.text.size());
        return !at_end();
    }
    /// `column` characters into what was read last.
    [[noreturn]] void fail_at(std::size_t column, std::string_view message) const {
        source_.fail(word_start_ + column, message);
    }
    [[noreturn]] void fail_word(std::string_view found, std::string_view expected) const {
        fail_at(0, "found " + (found.empty() ? std::string("nothing") : in_quotes(found)) + ", expected " +
                       std::string(expected));
    }

  private:
    static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

    SourceText source_;
    std::size_t at_ = 0;
    std::size_t word_start_ = 0;
};

std::uint32_t read_side(LineReader& in) {
    const auto side = in.number<std::uint32_t>("a whole number");
    if (side == 0 || side > largest_side)
        in.fail_word(std::to_string(side), "a number from 1 to " + std::to_string(largest_side));
    in.end_of_line();
    return side;
}

void read_row(LineReader& in, std::uint32_t row, GridMap& map) {
    if (in.at_end()) in.fail_word("", "row " + std::to_string(row + 1) + " of " + std::to_string(map.height));
    const std::string_view cells = in.rest_of_line();
    if (cells.size() != map.width)
        in.fail_at(0, "found a row of " + std::to_string(cells.size()) + " cells, expected " +
                          std::to_string(map.width));
    for (std::size_t column = 0; column < cells.size(); ++column) {
        constexpr std::string_view free = ".GS", wall = "@OTW";
        const bool is_wall = wall.find(cells[column]) != std::string_view::npos;
        if (!is_wall && free.find(cells[column]) == std::string_view::npos)
            in.fail_at(column,
                       "found " + in_quotes(cells.substr(column, 1)) + ", expected one of . G S @ O T W");
        map.blocked.push_back(is_wall);
    }
}

GridMap read_map(SourceText source) {
    LineReader in(source);
    in.keyword("type");
    in.word("a type such as octile");
    in.end_of_line();
    GridMap map;
    in.keyword("height");
    map.height = read_side(in);
    in.keyword("width");
    map.width = read_side(in);
    in.keyword("map");
    in.end_of_line();
    for (std::uint32_t row = 0; row < map.height; ++row) read_row(in, row, map);
    while (!in.at_end()) in.end_of_line();
    return map;
}

GridProblem read_problem(LineReader& in) {
    GridProblem problem;
    problem.bucket = in.number<std::uint32_t>("a bucket number");
    problem.map = in.word("a map's name");
    for (std::uint32_t* value : {&problem.map_width, &problem.map_height, &problem.start_column,
                                 &problem.start_row, &problem.goal_column, &problem.goal_row})
        *value = in.number<std::uint32_t>("a whole number");
    problem.optimal_length = in.number<double>("a length");
    if (!std::isfinite(problem.optimal_length) || problem.optimal_length < 0)
        in.fail_at(0, "found a length that is negative or not finite, expected a number >= 0");
    in.end_of_line();
    return problem;
}

}  // namespace

Result<GridMap> parse_map(std::string_view text, std::string_view name) {
    return guarded([&] { return read_map({name, text}); });
}

Result<GridMap> load_map(const std::filesystem::path& path) {
    const Result<std::string> text = read_file(path);
    if (!text) return text.status();
    return parse_map(text.value(), path.string());
}

Result<std::vector<GridProblem>> parse_problems(std::string_view text, std::string_view name) {
    return guarded([&] {
        LineReader in({name, text});
        in.keyword("version");
        in.word("a version");
        in.end_of_line();
        std::vector<GridProblem> problems;
        while (in.skip_blank_lines()) problems.push_back(read_problem(in));
        return problems;
    });
}

Result<std::vector<GridProblem>> load_problems(const std::filesystem::path& path) {
    const Result<std::string> text = read_file(path);
    if (!text) return text.status();
    return parse_problems(text.value(), path.string());
}

}  // namespace wend::io
