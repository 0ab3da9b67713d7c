#pragma once

// How plain values appear in a scene file: numbers with a range, names, points, rings, times.

#include <cstdint>
#include <string>
#include <vector>

#include "wend/geometry/box.hpp"
#include "wend/geometry/interval.hpp"
#include "wend/geometry/polygon.hpp"
#include "wend/world/scene.hpp"

#include "io/record.hpp"

namespace wend::io {

/// No length, time, speed or cost is larger; keeps arithmetic on them far from overflow.
inline constexpr double largest_number = 1e9;

enum class Bound : std::uint8_t { inclusive, exclusive };

struct NumberRange {
    double low = -largest_number;
    Bound low_bound = Bound::inclusive;
    double high = largest_number;
    bool infinite_as_null = false;  ///< null stands for no limit
};

namespace as {

[[nodiscard]] Codec<double> number_in(NumberRange range);
[[nodiscard]] Codec<double> positive();
[[nodiscard]] Codec<double> not_negative();
[[nodiscard]] Codec<std::uint32_t> whole_number(std::uint32_t low, std::uint32_t high);
[[nodiscard]] Codec<bool> flag();
[[nodiscard]] Codec<std::string> text();
/// Not empty.
[[nodiscard]] Codec<std::string> name();
/// One of a fixed list of words, in the order of the enumeration's values.
template <class Enum>
[[nodiscard]] Codec<Enum> one_of(const std::vector<std::string>& words);

/// [x, y]
[[nodiscard]] Codec<Vec2> point();
/// [[x, y], [x, y]], two different points.
[[nodiscard]] Codec<Segment> segment();
/// [[x, y], [x, y]], the low corner and the high corner.
[[nodiscard]] Codec<Box2> box();
/// [from, to]; null: no end.
[[nodiscard]] Codec<Interval> interval();
/// Points of a simple ring, the first not repeated.
[[nodiscard]] Codec<Ring> ring();
/// A layer's name.
[[nodiscard]] Codec<std::uint32_t> layer();
[[nodiscard]] Codec<BudgetSpec> budget();

}  // namespace as

namespace detail {
std::string word_schema(const std::vector<std::string>& words);
std::string word_list(const std::vector<std::string>& words);
std::size_t read_word(JsonValue value, const std::vector<std::string>& words);
}  // namespace detail

template <class Enum>
Codec<Enum> as::one_of(const std::vector<std::string>& words) {
    return {
        detail::word_list(words), detail::word_schema(words),
        [=](JsonValue value, SceneContext&) { return static_cast<Enum>(detail::read_word(value, words)); },
        [=](JsonWriter& out, const Enum& value, const SceneContext&) {
            out.string(words[static_cast<std::size_t>(value)]);
        }};
}

}  // namespace wend::io
