#include "wend/io/wkt.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>

#include "io/json_writer.hpp"
#include "io/source_text.hpp"

namespace wend::io {
namespace {

class WktReader {
  public:
    explicit WktReader(SourceText source) : source_(source) {}

    std::vector<Polygon> read() {
        read_geometry(0);
        skip_space();
        if (at_ != source_.text.size()) fail("the end after one geometry");
        return std::move(polygons_);
    }

  private:
    static constexpr int deepest = 16;

    void read_geometry(int depth) {
        skip_space();
        const std::size_t start = at_;
        const std::string tag = word();
        if (tag == "POLYGON") {
            list_or_empty([&] { read_rings(); }, false);
        } else if (tag == "MULTIPOLYGON") {
            list_or_empty(
                [&] {
                    expect('(');
                    read_rings();
                    expect(')');
                },
                true);
        } else if (tag == "GEOMETRYCOLLECTION" && depth < deepest) {
            list_or_empty([&] { read_geometry(depth + 1); }, true);
        } else {
            at_ = start;
            fail(depth < deepest ? "POLYGON, MULTIPOLYGON or GEOMETRYCOLLECTION"
                                 : "collections nested less deeply");
        }
    }

    /// "EMPTY" or what stands in parentheses: one item, or several with commas.
    template <class ReadItem>
    void list_or_empty(ReadItem&& read_item, bool is_list) {
        skip_space();
        const std::size_t start = at_;
        if (const std::string tag = word(); tag == "EMPTY") return;
        at_ = start;
        expect('(');
        do read_item();
        while (is_list && accept(','));
        expect(')');
    }

    void read_rings() {
        Polygon polygon{read_ring(), {}};
        while (accept(',')) polygon.holes.push_back(read_ring());
        polygons_.push_back(std::move(polygon));
    }

    Ring read_ring() {
        expect('(');
        const std::size_t start = at_;
        Ring ring;
        do {
            const double x = number();
            ring.push_back({x, number()});
        } while (accept(','));
        expect(')');
        if (ring.size() < 4)
            source_.fail(start, "found a ring of " + std::to_string(ring.size()) +
                                    " points, expected at least 4, the last one repeating the first");
        if (ring.front() != ring.back())
            source_.fail(start,
                         "found a ring that is not closed, expected its last point to repeat its first");
        ring.pop_back();
        return ring;
    }

    double number() {
        skip_space();
        double value = 0;
        const char* begin = source_.text.data() + at_;
        const char* end = source_.text.data() + source_.text.size();
        const auto [stop, error] = std::from_chars(begin, end, value);
        if (error != std::errc{} || !std::isfinite(value)) fail("a finite number");
        at_ += static_cast<std::size_t>(stop - begin);
        return value;
    }

    std::string word() {
        std::string upper;
        for (; at_ < source_.text.size() && std::isalpha(static_cast<unsigned char>(source_.text[at_]));
             ++at_)
            upper += static_cast<char>(std::toupper(static_cast<unsigned char>(source_.text[at_])));
        return upper;
    }

    void skip_space() { at_ = std::min(source_.text.find_first_not_of(" \t\r\n", at_), source_.text.size()); }
    bool accept(char c) {
        skip_space();
        if (at_ == source_.text.size() || source_.text[at_] != c) return false;
        ++at_;
        return true;
    }
    void expect(char c) {
        if (!accept(c)) fail(std::string("'") + c + "'");
    }
    [[noreturn]] void fail(std::string_view expected) const {
        const std::string_view rest = source_.text.substr(at_);
        const std::string found =
            rest.empty() ? "the end" : in_quotes(rest.substr(0, rest.find_first_of(" \t\r\n,()", 1)));
        source_.fail(at_, "found " + found + ", expected " + std::string(expected));
    }

    SourceText source_;
    std::size_t at_ = 0;
    std::vector<Polygon> polygons_;
};

void append_ring(std::string& text, const Ring& ring) {
    const auto append_point = [&](Vec2 p) { text += number_text(p.x) + ' ' + number_text(p.y); };
    text += '(';
    for (const Vec2 p : ring) {
        append_point(p);
        text += ", ";
    }
    append_point(ring.front());
    text += ')';
}

void append_rings(std::string& text, const Polygon& polygon) {
    text += '(';
    append_ring(text, polygon.outline);
    for (const Ring& hole : polygon.holes) {
        text += ", ";
        append_ring(text, hole);
    }
    text += ')';
}

template <class AppendItem>
std::string list_text(std::string_view tag, const std::vector<Polygon>& polygons, AppendItem&& append_item) {
    std::string text(tag);
    if (polygons.empty()) return text + " EMPTY";
    text += " (";
    for (std::size_t i = 0; i < polygons.size(); ++i) {
        if (i > 0) text += ", ";
        append_item(text, polygons[i]);
    }
    return text + ')';
}

}  // namespace

Result<std::vector<Polygon>> parse_wkt(std::string_view text, std::string_view name) {
    return guarded([&] { return WktReader({name, text}).read(); });
}

Result<std::vector<Polygon>> load_wkt(const std::filesystem::path& path) {
    const Result<std::string> text = read_file(path);
    if (!text) return text.status();
    return parse_wkt(text.value(), path.string());
}

std::string to_wkt(const Polygon& polygon) {
    if (polygon.outline.empty()) return "POLYGON EMPTY";
    std::string text = "POLYGON ";
    append_rings(text, polygon);
    return text;
}

std::string to_wkt(const std::vector<Polygon>& polygons) {
    return list_text("MULTIPOLYGON", polygons, append_rings);
}

std::string to_wkt_collection(const std::vector<Polygon>& polygons) {
    return list_text("GEOMETRYCOLLECTION", polygons,
                     [](std::string& text, const Polygon& polygon) { text += to_wkt(polygon); });
}

}  // namespace wend::io
