#include "suggestion.hpp"

#include <algorithm>
#include <numeric>

namespace wend::cli {
namespace {

/// How many letters must be put in, taken out or changed (Wagner and Fischer 1974).
std::size_t distance_between(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t k = 1; k <= b.size(); ++k) {
            const std::size_t changed = diagonal + (a[i - 1] == b[k - 1] ? 0 : 1);
            diagonal = row[k];
            row[k] = std::min({row[k] + 1, row[k - 1] + 1, changed});
        }
    }
    return row.back();
}

}  // namespace

std::string closest(std::string_view word, const std::vector<std::string>& words) {
    std::string best;
    std::size_t least = 1 + word.size() / 3;
    for (const std::string& other : words) {
        // Half a word is enough when it is the beginning.
        const bool begins = word.size() >= 3 && other.starts_with(word);
        const std::size_t off = begins ? 0 : distance_between(word, other);
        if (off < least || (off == least && best.empty())) least = off, best = other;
    }
    return best;
}

}  // namespace wend::cli
