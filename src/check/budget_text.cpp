#include "wend/check/budget_text.hpp"

#include <array>
#include <charconv>
#include <cmath>

#include "check/words.hpp"

namespace wend::check {
namespace {

struct Unit {
    std::string_view suffix;
    double per_second;
};
constexpr std::array<Unit, 3> units{{{"us", 1e6}, {"ms", 1e3}, {"s", 1}}};

template <class Number>
bool is_whole_number(std::string_view text, Number& value) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && end == text.data() + text.size();
}

bool read_part(std::string_view part, BudgetSpec& budget) {
    if (part.ends_with('x')) {
        std::uint64_t count = 0;
        if (budget.expansions || !is_whole_number(part.substr(0, part.size() - 1), count)) return false;
        budget.expansions = count;
        return true;
    }
    for (const Unit& unit : units) {
        if (!part.ends_with(unit.suffix)) continue;
        double amount = 0;
        if (budget.seconds || !is_whole_number(part.substr(0, part.size() - unit.suffix.size()), amount) ||
            !std::isfinite(amount) || amount < 0)
            return false;
        budget.seconds = amount / unit.per_second;
        return true;
    }
    return false;
}

/// In milliseconds where that says exactly the same.
std::string seconds_text(double seconds) {
    const double milliseconds = seconds * 1e3;
    if (milliseconds / 1e3 == seconds) return number_text(milliseconds) + "ms";
    return number_text(seconds) + "s";
}

}  // namespace

Result<BudgetSpec> parse_budget(std::string_view text) {
    BudgetSpec budget;
    if (text == "none") return budget;
    const std::size_t comma = text.find(',');
    const bool is_good = read_part(text.substr(0, comma), budget) &&
                         (comma == std::string_view::npos || read_part(text.substr(comma + 1), budget));
    if (!is_good)
        return Status::invalid_input(
            "found " + in_quotes(text) +
            ", expected a budget such as \"10ms\", \"2000x\", \"10ms,2000x\" or \"none\"");
    return budget;
}

std::string budget_text(const BudgetSpec& budget) {
    std::string text = budget.seconds ? seconds_text(*budget.seconds) : std::string{};
    if (budget.expansions) {
        if (!text.empty()) text += ',';
        text += std::to_string(*budget.expansions) + "x";
    }
    return text.empty() ? "none" : text;
}

}  // namespace wend::check
