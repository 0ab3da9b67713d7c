#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "wend/geometry/vec.hpp"

#include "check/words.hpp"

namespace wend::io {

/// Writes JSON in one fixed layout: the root's members and the elements of lists on lines of their own, what
/// is deeper on one line. Numbers are the shortest text that reads back as the same double.
class JsonWriter {
  public:
    /// What is nested no deeper than `broken_depth` is broken into lines whatever it is.
    explicit JsonWriter(std::size_t broken_depth = 1) : broken_depth_(broken_depth) {}

    void begin_object() { open('{', false); }
    void end_object() { close('}'); }
    void begin_array() { open('[', false); }
    /// An array of which every element has a line, unless it is deep inside others.
    void begin_list() { open('[', true); }
    void end_array() { close(']'); }
    void key(std::string_view name);
    /// Infinity becomes null.
    void number(double value);
    void string(std::string_view value);
    void boolean(bool value) { raw(value ? "true" : "false"); }
    /// JSON text made elsewhere.
    void raw(std::string_view json);

    [[nodiscard]] const std::string& text() const noexcept { return text_; }
    [[nodiscard]] std::string take() && { return std::move(text_); }

  private:
    struct Level {
        bool is_broken;  ///< into lines
        bool is_empty;
    };
    void open(char bracket, bool is_list);
    void close(char bracket);
    void separate();
    void break_line() { text_.append("\n").append(2 * levels_.size(), ' '); }

    std::size_t broken_depth_;
    std::string text_;
    std::vector<Level> levels_;
    bool after_key_ = false;
};

using check::number_text;
using check::point_text;

}  // namespace wend::io
