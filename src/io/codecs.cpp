#include "io/codecs.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "wend/check/budget_text.hpp"

#include "check/ring_check.hpp"

namespace wend::io {
namespace {

std::string range_text(const NumberRange& range) {
    std::string text = "a number";
    const bool has_low = range.low > -largest_number, has_high = range.high < largest_number;
    if (has_low && has_high && range.low_bound == Bound::inclusive)
        text += " from " + number_text(range.low) + " to " + number_text(range.high);
    else if (has_low)
        text += (range.low_bound == Bound::inclusive ? " >= " : " > ") + number_text(range.low) +
                (has_high ? " and <= " + number_text(range.high) : "");
    else if (has_high)
        text += " <= " + number_text(range.high);
    return text + (range.infinite_as_null ? ", or null for no limit" : "");
}

std::string range_schema(const NumberRange& range) {
    std::string schema = range.infinite_as_null ? R"({"type": ["number", "null"])" : R"({"type": "number")";
    if (range.low > -largest_number)
        schema += (range.low_bound == Bound::inclusive ? ", \"minimum\": " : ", \"exclusiveMinimum\": ") +
                  number_text(range.low);
    if (range.high < largest_number) schema += ", \"maximum\": " + number_text(range.high);
    return schema + "}";
}

const std::string point_pair_schema =
    R"({"type": "array", "items": {"$ref": "#/$defs/point"}, "minItems": 2, "maxItems": 2})";

double read_coordinate(JsonValue value) {
    if (!value.is(JsonKind::number) || !(std::abs(value.number()) <= check::largest_coordinate))
        value.fail_expected("a coordinate in metres within +-67000");
    return value.number();
}

/// Two numbers or null, whichever `read` takes, in an array of two.
template <class Item, class Read>
std::array<Item, 2> read_pair(JsonValue value, std::string_view expected, Read&& read) {
    if (!value.is(JsonKind::array) || value.size() != 2) value.fail_expected(expected);
    std::array<Item, 2> pair;
    std::size_t i = 0;
    value.for_each_element([&](JsonValue element) { pair[i++] = read(element); });
    return pair;
}

Vec2 read_point(JsonValue value) {
    const auto [x, y] = read_pair<double>(value, "a point [x, y]", read_coordinate);
    return {x, y};
}

void write_point(JsonWriter& out, Vec2 p) {
    out.begin_array();
    out.number(p.x);
    out.number(p.y);
    out.end_array();
}

void write_points(JsonWriter& out, Vec2 a, Vec2 b) {
    out.begin_array();
    write_point(out, a);
    write_point(out, b);
    out.end_array();
}

Ring read_ring(JsonValue value, SceneContext&) {
    if (!value.is(JsonKind::array)) value.fail_expected("a ring of points [[x, y], ...]");
    Ring made;
    made.reserve(value.size());
    value.for_each_element([&](JsonValue element) { made.push_back(read_point(element)); });
    if (const auto problem = check::ring_problem(made)) value.fail(*problem);
    return made;
}

}  // namespace

namespace as {

Codec<double> number_in(NumberRange range) {
    const std::string expected = range_text(range);
    return {expected, range_schema(range),
            [=](JsonValue value, SceneContext&) {
                if (range.infinite_as_null && value.is(JsonKind::null))
                    return std::numeric_limits<double>::infinity();
                if (!value.is(JsonKind::number)) value.fail_expected(expected);
                const double number = value.number();
                if (std::abs(number) > largest_number)
                    value.fail_expected("a number within +-" + number_text(largest_number));
                const bool is_high_enough =
                    range.low_bound == Bound::inclusive ? number >= range.low : number > range.low;
                if (!is_high_enough || number > range.high) value.fail_expected(expected);
                return number;
            },
            [](JsonWriter& out, const double& value, const SceneContext&) { out.number(value); }};
}

Codec<double> positive() {
    return number_in({0, Bound::exclusive, largest_number, false});
}

Codec<double> not_negative() {
    return number_in({0, Bound::inclusive, largest_number, false});
}

Codec<std::uint32_t> whole_number(std::uint32_t low, std::uint32_t high) {
    const std::string expected = "a whole number from " + std::to_string(low) + " to " + std::to_string(high);
    return {expected,
            R"({"type": "integer", "minimum": )" + std::to_string(low) +
                ", \"maximum\": " + std::to_string(high) + "}",
            [=](JsonValue value, SceneContext&) {
                const double number = value.is(JsonKind::number) ? value.number() : -1;
                if (!(number >= low && number <= high && number == std::floor(number)))
                    value.fail_expected(expected);
                return static_cast<std::uint32_t>(number);
            },
            [](JsonWriter& out, const std::uint32_t& value, const SceneContext&) { out.number(value); }};
}

Codec<bool> flag() {
    return {"true or false", R"({"type": "boolean"})",
            [](JsonValue value, SceneContext&) {
                if (!value.is(JsonKind::boolean)) value.fail_expected("true or false");
                return value.boolean();
            },
            [](JsonWriter& out, const bool& value, const SceneContext&) { out.boolean(value); }};
}

Codec<std::string> text() {
    return {"text", R"({"type": "string"})",
            [](JsonValue value, SceneContext&) {
                if (!value.is(JsonKind::string)) value.fail_expected("text");
                return std::string(value.string());
            },
            [](JsonWriter& out, const std::string& value, const SceneContext&) { out.string(value); }};
}

Codec<std::string> name() {
    Codec<std::string> codec = text();
    codec.expected = "a name";
    codec.schema = R"({"type": "string", "minLength": 1})";
    codec.read = [](JsonValue value, SceneContext&) {
        if (!value.is(JsonKind::string) || value.string().empty()) value.fail_expected("a name");
        return std::string(value.string());
    };
    return codec;
}

Codec<Vec2> point() {
    return {"a point [x, y]", R"({"$ref": "#/$defs/point"})",
            [](JsonValue value, SceneContext&) { return read_point(value); },
            [](JsonWriter& out, const Vec2& value, const SceneContext&) { write_point(out, value); }};
}

Codec<Segment> segment() {
    const std::string expected = "two points [[x, y], [x, y]] that differ";
    return {expected, point_pair_schema,
            [=](JsonValue value, SceneContext&) {
                const auto [from, to] = read_pair<Vec2>(value, expected, read_point);
                if (from == to) value.fail("found the same point twice, expected " + expected);
                return Segment{from, to};
            },
            [](JsonWriter& out, const Segment& value, const SceneContext&) {
                write_points(out, value.from, value.to);
            }};
}

Codec<Box2> box() {
    const std::string expected = "two corners [[x, y], [x, y]], the first lower in x and in y";
    return {expected, point_pair_schema,
            [=](JsonValue value, SceneContext&) {
                const auto [low, high] = read_pair<Vec2>(value, expected, read_point);
                if (!(low.x < high.x && low.y < high.y))
                    value.fail("found corners that are not low and high, expected " + expected);
                return Box2{low, high};
            },
            [](JsonWriter& out, const Box2& value, const SceneContext&) {
                write_points(out, value.low, value.high);
            }};
}

Codec<Interval> interval() {
    const std::string expected = "times [from, to] with 0 <= from <= to, to null for no end";
    return {
        expected,
        R"({"type": "array", "prefixItems": [{"type": "number", "minimum": 0}, {"type": ["number", "null"]}], )"
        R"("minItems": 2, "maxItems": 2})",
        [=](JsonValue value, SceneContext&) {
            constexpr double endless = std::numeric_limits<double>::infinity();
            const auto [low, high] = read_pair<double>(value, expected, [&](JsonValue time) {
                if (!time.is(JsonKind::number) && !time.is(JsonKind::null)) time.fail_expected("a time");
                return time.is(JsonKind::null) ? endless : time.number();
            });
            if (!(low >= 0 && low <= high && low < endless))
                value.fail("found [" + number_text(low) + ", " + number_text(high) + "], expected " +
                           expected);
            return Interval{low, high};
        },
        [](JsonWriter& out, const Interval& value, const SceneContext&) {
            out.begin_array();
            out.number(value.low);
            out.number(value.high);
            out.end_array();
        }};
}

Codec<Ring> ring() {
    return {"a ring of points [[x, y], ...] that does not meet itself", R"({"$ref": "#/$defs/ring"})",
            read_ring, [](JsonWriter& out, const Ring& value, const SceneContext&) {
                out.begin_array();
                for (const Vec2 p : value) write_point(out, p);
                out.end_array();
            }};
}

Codec<std::uint32_t> layer() {
    return {"a layer's name", R"({"type": "string", "minLength": 1})",
            [](JsonValue value, SceneContext& context) {
                if (!value.is(JsonKind::string)) value.fail_expected("a layer's name");
                const auto& names = context.layer_names;
                const auto found = std::find(names.begin(), names.end(), value.string());
                if (found == names.end())
                    value.fail("found " + value.describe() + ", expected " + detail::word_list(names) +
                               suggestion(value.string(), names));
                return static_cast<std::uint32_t>(found - names.begin());
            },
            [](JsonWriter& out, const std::uint32_t& value, const SceneContext& context) {
                out.string(context.layer_names.at(value));
            }};
}

Codec<BudgetSpec> budget() {
    return {"a budget such as \"10ms\", \"2000x\", \"10ms,2000x\" or \"none\"",
            R"({"type": "string", "pattern": "^(none|[0-9.e-]+(us|ms|s)|[0-9]+x|[0-9.e-]+(us|ms|s),[0-9]+x|)"
            R"([0-9]+x,[0-9.e-]+(us|ms|s))$"})",
            [](JsonValue value, SceneContext&) {
                if (!value.is(JsonKind::string))
                    value.fail_expected("a budget such as \"10ms\" or \"2000x\"");
                const Result<BudgetSpec> made = check::parse_budget(value.string());
                if (!made) value.fail(made.status().message);
                return made.value();
            },
            [](JsonWriter& out, const BudgetSpec& value, const SceneContext&) {
                out.string(check::budget_text(value));
            }};
}

}  // namespace as

namespace detail {

std::string word_list(const std::vector<std::string>& words) {
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (i > 0) text += i + 1 == words.size() ? " or " : ", ";
        text += in_quotes(words[i]);
        if (i == 9 && words.size() > 12) return text + " or another of " + std::to_string(words.size());
    }
    return text;
}

std::string word_schema(const std::vector<std::string>& words) {
    std::string schema = R"({"enum": [)";
    for (std::size_t i = 0; i < words.size(); ++i) schema += (i > 0 ? ", \"" : "\"") + words[i] + '"';
    return schema + "]}";
}

std::size_t read_word(JsonValue value, const std::vector<std::string>& words) {
    const auto found =
        value.is(JsonKind::string) ? std::find(words.begin(), words.end(), value.string()) : words.end();
    if (found == words.end()) value.fail_expected(word_list(words));
    return static_cast<std::size_t>(found - words.begin());
}

}  // namespace detail
}  // namespace wend::io
