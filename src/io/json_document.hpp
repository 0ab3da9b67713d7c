#pragma once

// JSON as a flat array of 16-byte nodes in document order, each knowing where in the text it stood. A scene
// of 50 MB has some ten million numbers: an ordinary tree of maps and vectors would take gigabytes, and would
// have forgotten the lines that error messages need.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "io/source_text.hpp"

namespace wend::io {

enum class JsonKind : std::uint8_t { null, boolean, number, string, array, object };

class JsonDocument;

/// One value of a document that outlives it. Cheap to copy.
class JsonValue {
  public:
    [[nodiscard]] JsonKind kind() const noexcept;
    [[nodiscard]] bool is(JsonKind wanted) const noexcept { return kind() == wanted; }
    [[nodiscard]] bool boolean() const noexcept;
    [[nodiscard]] double number() const noexcept;
    [[nodiscard]] std::string_view string() const noexcept;
    /// Elements of an array, members of an object.
    [[nodiscard]] std::uint32_t size() const noexcept;

    /// Calls `visit(JsonValue)` for every element of an array.
    template <class Visit>
    void for_each_element(Visit&& visit) const {
        JsonValue element = first_inside();
        for (std::uint32_t i = 0; i < size(); ++i, element = element.next()) visit(element);
    }
    /// Calls `visit(JsonValue key, JsonValue value)` for every member of an object, in the order of the text.
    template <class Visit>
    void for_each_member(Visit&& visit) const {
        JsonValue key = first_inside();
        for (std::uint32_t i = 0; i < size(); ++i) {
            const JsonValue value = key.next();
            visit(key, value);
            key = value.next();
        }
    }

    /// What an error message says was found here.
    [[nodiscard]] std::string describe() const;
    /// "found <describe()>, expected <expected>" at this value's place and path.
    [[noreturn]] void fail_expected(std::string_view expected) const;
    [[noreturn]] void fail(std::string_view message) const;
    /// At this value's place, about a path of the caller's.
    [[noreturn]] void fail_about(std::string_view path, std::string_view message) const;

  private:
    friend class JsonDocument;
    JsonValue(const JsonDocument* document, std::uint32_t index) : document_(document), index_(index) {}
    [[nodiscard]] JsonValue first_inside() const noexcept { return {document_, index_ + 1}; }
    [[nodiscard]] JsonValue next() const noexcept;

    const JsonDocument* document_;
    std::uint32_t index_;
};

class JsonDocument {
  public:
    /// Throws ReadFailure for text that is not JSON, is nested deeper than `deepest`, or holds a number that
    /// no double can. Keeps views of `source`, which must outlive the document.
    explicit JsonDocument(SourceText source);
    JsonDocument(const JsonDocument&) = delete;
    JsonDocument& operator=(const JsonDocument&) = delete;

    [[nodiscard]] JsonValue root() const noexcept { return {this, 0}; }
    /// The value at a path such as "$.agents[3].goal"; where a step is missing, the deepest value on the way.
    [[nodiscard]] JsonValue nearest(std::string_view path) const;

    static constexpr std::size_t deepest = 64;

  private:
    friend class JsonValue;
    friend class JsonBuilder;
    struct Range {  // containers: index after the last node inside, size; strings: offset and length in
                    // strings_
        std::uint32_t first;
        std::uint32_t second;
    };
    struct Node {
        std::uint32_t offset;  // of the first character in the text
        JsonKind kind;
        union {
            double number;
            Range range;
        };
    };
    static_assert(sizeof(double) == 8);

    [[nodiscard]] std::string path_to(std::uint32_t index) const;
    [[nodiscard]] std::uint32_t after(std::uint32_t index) const noexcept;

    SourceText source_;
    std::vector<Node> nodes_;
    std::string strings_;
};

}  // namespace wend::io
