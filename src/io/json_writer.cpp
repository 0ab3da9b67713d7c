#include "io/json_writer.hpp"

#include <cmath>

namespace wend::io {

void JsonWriter::separate() {
    if (after_key_) {
        after_key_ = false;
        return;
    }
    if (levels_.empty()) return;
    if (!levels_.back().is_empty) text_ += levels_.back().is_broken ? "," : ", ";
    levels_.back().is_empty = false;
    if (levels_.back().is_broken) break_line();
}

void JsonWriter::key(std::string_view name) {
    string(name);
    text_ += ": ";
    after_key_ = true;
}

void JsonWriter::number(double value) {
    raw(std::isfinite(value) ? number_text(value) : "null");
}

void JsonWriter::raw(std::string_view json) {
    separate();
    text_ += json;
}

void JsonWriter::string(std::string_view value) {
    separate();
    text_ += '"';
    for (const char c : value) {
        if (c == '"' || c == '\\') {
            text_ += '\\';
            text_ += c;
        } else if (static_cast<unsigned char>(c) < 0x20) {
            constexpr std::string_view digits = "0123456789abcdef";
            text_ += "\\u00";
            text_ += digits[static_cast<unsigned char>(c) >> 4];
            text_ += digits[static_cast<unsigned char>(c) & 15];
        } else {
            text_ += c;
        }
    }
    text_ += '"';
}

void JsonWriter::open(char bracket, bool is_list) {
    constexpr std::size_t deepest_list = 4;
    separate();
    text_ += bracket;
    const std::size_t depth = levels_.size() + 1;
    levels_.push_back({depth <= broken_depth_ || (is_list && depth <= deepest_list), true});
}

void JsonWriter::close(char bracket) {
    const bool was_broken = levels_.back().is_broken && !levels_.back().is_empty;
    levels_.pop_back();
    if (was_broken) break_line();
    text_ += bracket;
}

}  // namespace wend::io
