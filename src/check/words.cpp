#include "check/words.hpp"

#include <array>
#include <charconv>

namespace wend::check {
namespace {

constexpr std::size_t longest_quote = 40;

bool starts_character(char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
}

}  // namespace

std::string number_text(double value) {
    std::array<char, 32> buffer;
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
    return {buffer.data(), end};
}

std::string point_text(Vec2 p) {
    std::string shown = "[";
    shown.append(number_text(p.x)).append(", ").append(number_text(p.y)).append("]");
    return shown;
}

std::string in_quotes(std::string_view text) {
    std::string shown = "\"";
    for (const char c : text.substr(0, longest_quote)) {
        if (c == '\n' || c == '\r' || c == '\t')
            shown += ' ';
        else
            shown += c;
    }
    while (text.size() > longest_quote && shown.size() > 1 && !starts_character(text[shown.size() - 1]))
        shown.pop_back();
    return shown + (text.size() > longest_quote ? "...\"" : "\"");
}

}  // namespace wend::check
