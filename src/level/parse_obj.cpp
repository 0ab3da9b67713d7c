// Wavefront OBJ, the part of it that a level needs. The format has no formal grammar, so the reader takes
// what exporters write: any white space, CRLF, `\` continuation, comments, `v/vt/vn` corners, negative
// indices.

#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <string>

#include "wend/level/triangles.hpp"

namespace wend::level {
namespace {

constexpr std::string_view blanks = " \t\r\v\f";

/// Takes the next word off the front of `line`; empty at its end.
std::string_view take_word(std::string_view& line) {
    const std::size_t start = line.find_first_not_of(blanks);
    if (start == std::string_view::npos) return line = {};
    const std::size_t end = std::min(line.find_first_of(blanks, start), line.size());
    const std::string_view word = line.substr(start, end - start);
    line.remove_prefix(end);
    return word;
}

template <class Number>
std::optional<Number> number_in(std::string_view word) {
    if (!word.empty() && word.front() == '+') word.remove_prefix(1);
    Number value{};
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc{} || end != word.data() + word.size()) return std::nullopt;
    return value;
}

class ObjReader {
  public:
    ObjReader(std::string_view text, std::string_view name) : rest_(text), name_(name) {}

    Result<Triangles> read() {
        while (next_line()) {
            std::string_view line = line_;
            const std::string_view keyword = take_word(line);
            Status status = Status::ok();
            if (keyword == "v")
                status = read_vertex(line);
            else if (keyword == "f")
                status = read_face(line);
            if (!status.is_ok()) return status;
        }
        if (mesh_.points.empty())
            return fail("found no vertices ('v' lines), expected a triangle mesh", false);
        if (mesh_.corners.empty()) return fail("found no faces ('f' lines), expected a triangle mesh", false);
        return std::move(mesh_);
    }

  private:
    Status fail(const std::string& reason, bool at_line = true) const {
        std::string message(name_);
        if (at_line) message.append(":").append(std::to_string(line_number_));
        return Status::invalid_input(message.append(": ").append(reason));
    }

    /// The next logical line, comment and continuation removed.
    bool next_line() {
        if (rest_.empty()) return false;
        joined_.clear();
        for (bool goes_on = true; goes_on && !rest_.empty();) {
            const std::size_t end = std::min(rest_.find('\n'), rest_.size());
            line_ = rest_.substr(0, end);
            rest_.remove_prefix(std::min(end + 1, rest_.size()));
            ++line_number_;
            while (!line_.empty() && line_.back() == '\r') line_.remove_suffix(1);
            goes_on = !line_.empty() && line_.back() == '\\';
            if (goes_on) line_.remove_suffix(1);
            if (goes_on || !joined_.empty()) (joined_ += line_) += ' ';
        }
        if (!joined_.empty()) line_ = joined_;
        line_ = line_.substr(0, line_.find('#'));
        return true;
    }

    Status read_vertex(std::string_view line) {
        double at[3];
        for (double& coordinate : at) {
            const std::string_view word = take_word(line);
            const auto value = number_in<double>(word);
            if (!value) return fail("found '" + std::string(word) + "', expected three numbers after 'v'");
            if (!std::isfinite(*value) || std::abs(*value) > std::numeric_limits<float>::max())
                return fail("found coordinate '" + std::string(word) + "', expected a finite number");
            coordinate = *value;
        }
        if (mesh_.points.size() >= std::numeric_limits<std::int32_t>::max())
            return fail("more than 2147483647 vertices");
        mesh_.points.push_back(z_up({at[0], at[1], at[2]}));
        return Status::ok();
    }

    Status read_face(std::string_view line) {
        std::uint32_t count = 0, first = 0, previous = 0;
        for (std::string_view word; !(word = take_word(line)).empty(); ++count) {
            const auto index = number_in<std::int64_t>(word.substr(0, word.find('/')));
            const auto known = static_cast<std::int64_t>(mesh_.points.size());
            if (!index) return fail("found face corner '" + std::string(word) + "', expected an index");
            const std::int64_t resolved = *index < 0 ? known + *index : *index - 1;
            if (resolved < 0 || resolved >= known)
                return fail("found vertex index " + std::to_string(*index) + ", expected 1 to " +
                            std::to_string(known) + " or -1 to -" + std::to_string(known));
            const auto corner = static_cast<std::uint32_t>(resolved);
            if (count == 0) first = corner;
            if (count >= 2) mesh_.corners.push_back({first, previous, corner});
            previous = corner;
        }
        if (count < 3)
            return fail("found a face of " + std::to_string(count) + " corners, expected at least 3");
        return Status::ok();
    }

    std::string_view rest_;
    std::string_view name_;
    std::string_view line_;
    std::string joined_;
    std::size_t line_number_ = 0;
    Triangles mesh_;
};

}  // namespace

Result<Triangles> parse_obj(std::string_view text, std::string_view name) {
    return ObjReader(text, name).read();
}

}  // namespace wend::level
