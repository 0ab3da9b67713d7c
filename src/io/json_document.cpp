#include "io/json_document.hpp"

#include <charconv>
#include <cmath>

#include <nlohmann/json.hpp>

namespace wend::io {
namespace {

/// Walks the text and lets the handler see how far the lexer has come, which the library does not tell it.
class WatchedIterator {
  public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    WatchedIterator(const char* at, const char** furthest) : at_(at), furthest_(furthest) {}
    reference operator*() const { return *at_; }
    WatchedIterator& operator++() {
        *furthest_ = ++at_;
        return *this;
    }
    WatchedIterator operator++(int) {
        WatchedIterator before = *this;
        ++*this;
        return before;
    }
    bool operator==(const WatchedIterator& other) const { return at_ == other.at_; }
    bool operator!=(const WatchedIterator& other) const { return at_ != other.at_; }

  private:
    const char* at_;
    const char** furthest_;
};

std::size_t most_nodes(std::string_view text) {
    std::size_t count = 1;
    for (const char c : text) count += (c == ',' || c == ':' || c == '[' || c == '{');
    return count;
}

/// The library's message without its own prefix and position, cut to a length that a terminal can bear.
std::string reason_of(std::string_view what) {
    const std::size_t column = what.find("column ");
    std::size_t start = what.find(": ", column == std::string_view::npos ? what.find(']') : column);
    if (start != std::string_view::npos)
        start += 2;
    else
        start = std::min(what.find("] "), what.size() - 2) + 2;
    constexpr std::size_t longest = 200;
    std::string reason(what.substr(start, longest));
    if (what.size() - start > longest) reason += "...";
    for (char& c : reason)
        if (static_cast<unsigned char>(c) >= 0x80) c = '?';
    return reason;
}

}  // namespace

/// The library's event handler; appends nodes.
class JsonBuilder {
  public:
    JsonBuilder(JsonDocument& document, const char*& furthest) : document_(document), furthest_(furthest) {}

    bool null() { return scalar(JsonKind::null, 0); }
    bool boolean(bool value) { return scalar(JsonKind::boolean, value ? 1 : 0); }
    bool number_integer(std::int64_t value) { return scalar(JsonKind::number, static_cast<double>(value)); }
    bool number_unsigned(std::uint64_t value) { return scalar(JsonKind::number, static_cast<double>(value)); }
    bool number_float(double value, const std::string&) { return scalar(JsonKind::number, value); }
    bool string(std::string& value) {
        count_element();
        return text(value);
    }
    bool key(std::string& value) {
        ++document_.nodes_[open_.back()].range.second;
        return text(value);
    }
    bool binary(std::vector<std::uint8_t>&) { return false; }
    bool start_object(std::size_t) { return start(JsonKind::object); }
    bool start_array(std::size_t) { return start(JsonKind::array); }
    bool end_object() { return end(); }
    bool end_array() { return end(); }

    bool parse_error(std::size_t position, const std::string& token,
                     const nlohmann::detail::exception& problem) {
        if (dynamic_cast<const nlohmann::detail::out_of_range*>(&problem) != nullptr)
            fail(token_start(), "found " + token + ", expected a number that a double can hold");
        const std::size_t at = position > 0 ? position - 1 : 0;
        if (const std::size_t comma = trailing_comma_before(at); comma != std::string_view::npos)
            fail(comma, "found a comma after the last element, expected none there");
        fail(at, "not JSON from here on: " + reason_of(problem.what()));
    }

  private:
    using Node = JsonDocument::Node;

    /// Where the comma is that a closing bracket must not follow; npos when something else is wrong.
    [[nodiscard]] std::size_t trailing_comma_before(std::size_t at) const {
        const std::string_view text = document_.source_.text;
        if (at >= text.size() || (text[at] != ']' && text[at] != '}')) return std::string_view::npos;
        const std::size_t before = text.find_last_not_of(" \t\r\n", at - 1);
        const bool is_comma = at > 0 && before != std::string_view::npos && text[before] == ',';
        return is_comma ? before : std::string_view::npos;
    }

    /// Between two tokens there is only white space and punctuation. The lexer may have looked one character
    /// past a number, which is always one of these.
    std::uint32_t token_start() {
        constexpr std::string_view between = " \t\r\n,:]}\xEF\xBB\xBF";
        const std::size_t start = document_.source_.text.find_first_not_of(between, token_end_);
        token_end_ = static_cast<std::size_t>(furthest_ - document_.source_.text.data());
        return static_cast<std::uint32_t>(start);
    }
    void count_element() {
        if (open_.empty()) return;
        Node& parent = document_.nodes_[open_.back()];
        if (parent.kind == JsonKind::array) ++parent.range.second;
    }
    bool scalar(JsonKind kind, double number) {
        count_element();
        Node node{token_start(), kind, {}};
        node.number = number;
        document_.nodes_.push_back(node);
        return true;
    }
    bool text(const std::string& value) {
        Node node{token_start(), JsonKind::string, {}};
        node.range = {static_cast<std::uint32_t>(document_.strings_.size()),
                      static_cast<std::uint32_t>(value.size())};
        document_.strings_ += value;
        document_.nodes_.push_back(node);
        return true;
    }
    bool start(JsonKind kind) {
        count_element();
        Node node{token_start(), kind, {}};
        node.range = {0, 0};
        if (open_.size() == JsonDocument::deepest)
            fail(node.offset, "found nesting deeper than " + std::to_string(open_.size()) +
                                  " levels, expected a flatter file");
        open_.push_back(static_cast<std::uint32_t>(document_.nodes_.size()));
        document_.nodes_.push_back(node);
        return true;
    }
    bool end() {
        document_.nodes_[open_.back()].range.first = static_cast<std::uint32_t>(document_.nodes_.size());
        open_.pop_back();
        token_end_ = static_cast<std::size_t>(furthest_ - document_.source_.text.data());
        return true;
    }

    /// With the path of the last value that could be read.
    [[noreturn]] void fail(std::size_t offset, const std::string& message) {
        while (!open_.empty()) end();
        const auto count = static_cast<std::uint32_t>(document_.nodes_.size());
        document_.source_.fail(offset, document_.path_to(count > 0 ? count - 1 : 0) + ": " + message);
    }

    JsonDocument& document_;
    const char*& furthest_;
    std::vector<std::uint32_t> open_;
    std::size_t token_end_ = 0;
};

JsonDocument::JsonDocument(SourceText source) : source_(source) {
    if (source.text.size() > largest_file)
        throw ReadFailure{std::string(source.name) + ": found " + std::to_string(source.text.size()) +
                          " bytes, expected at most " + std::to_string(largest_file)};
    nodes_.reserve(most_nodes(source.text));
    const char* begin = source.text.data();
    const char* furthest = begin;
    JsonBuilder builder(*this, furthest);
    nlohmann::json::sax_parse(WatchedIterator(begin, &furthest),
                              WatchedIterator(begin + source.text.size(), &furthest), &builder);
}

std::uint32_t JsonDocument::after(std::uint32_t index) const noexcept {
    const Node& node = nodes_[index];
    return node.kind == JsonKind::array || node.kind == JsonKind::object ? node.range.first : index + 1;
}

std::string JsonDocument::path_to(std::uint32_t index) const {
    std::string path = "$";
    for (std::uint32_t at = 0; at != index;) {
        const bool in_object = nodes_[at].kind == JsonKind::object;
        std::uint32_t child = at + 1, position = 0;
        for (; child != index && after(in_object ? child + 1 : child) <= index; ++position)
            child = in_object ? after(child + 1) : after(child);
        if (in_object) {
            path += '.';
            path += JsonValue(this, child).string();
            if (child == index) return path;
            ++child;
        } else {
            path += '[' + std::to_string(position) + ']';
        }
        at = child;
    }
    return path;
}

JsonValue JsonDocument::nearest(std::string_view path) const {
    JsonValue at = root();
    path.remove_prefix(1);
    while (!path.empty()) {
        const bool is_key = path.front() == '.';
        const std::size_t end = std::min(path.find_first_of(is_key ? ".[" : "]", 1), path.size());
        const std::string_view step = path.substr(1, end - 1);
        path.remove_prefix(is_key ? end : end + 1);
        JsonValue found = at;
        if (is_key && at.is(JsonKind::object)) {
            at.for_each_member([&](JsonValue key, JsonValue value) {
                if (key.string() == step) found = value;
            });
        } else if (!is_key && at.is(JsonKind::array)) {
            std::uint32_t wanted = 0;
            std::from_chars(step.data(), step.data() + step.size(), wanted);
            std::uint32_t position = 0;
            at.for_each_element([&](JsonValue element) {
                if (position++ == wanted) found = element;
            });
        }
        if (found.index_ == at.index_) break;
        at = found;
    }
    return at;
}

JsonKind JsonValue::kind() const noexcept {
    return document_->nodes_[index_].kind;
}
bool JsonValue::boolean() const noexcept {
    return document_->nodes_[index_].number != 0;
}
double JsonValue::number() const noexcept {
    return document_->nodes_[index_].number;
}
std::string_view JsonValue::string() const noexcept {
    const auto range = document_->nodes_[index_].range;
    return std::string_view(document_->strings_).substr(range.first, range.second);
}
std::uint32_t JsonValue::size() const noexcept {
    return document_->nodes_[index_].range.second;
}
JsonValue JsonValue::next() const noexcept {
    return {document_, document_->after(index_)};
}

std::string JsonValue::describe() const {
    switch (kind()) {
        case JsonKind::null:
            return "null";
        case JsonKind::boolean:
            return boolean() ? "true" : "false";
        case JsonKind::string:
            return in_quotes(string());
        case JsonKind::array:
            return size() == 0 ? "an empty array" : "an array of " + std::to_string(size());
        case JsonKind::object:
            return "an object";
        case JsonKind::number:
            break;
    }
    const std::string_view rest = document_->source_.text.substr(document_->nodes_[index_].offset);
    return std::string(rest.substr(0, std::min(rest.find_first_not_of("+-.0123456789eE"), rest.size())));
}

void JsonValue::fail_expected(std::string_view expected) const {
    fail("found " + describe() + ", expected " + std::string(expected));
}

void JsonValue::fail(std::string_view message) const {
    fail_about(document_->path_to(index_), message);
}

void JsonValue::fail_about(std::string_view path, std::string_view message) const {
    document_->source_.fail(document_->nodes_[index_].offset,
                            std::string(path) + ": " + std::string(message));
}

}  // namespace wend::io
