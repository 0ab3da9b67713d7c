#include "io/record.hpp"

#include <algorithm>
#include <numeric>

namespace wend::io {
namespace {

/// Edit distance in which swapping two neighbours is one step: most slips of the hand are at distance one.
std::size_t slips_between(std::string_view a, std::string_view b) {
    std::vector<std::size_t> before_last, last(b.size() + 1), now(b.size() + 1);
    std::iota(last.begin(), last.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        now[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            now[j] = std::min({last[j] + 1, now[j - 1] + 1, last[j - 1] + (a[i - 1] != b[j - 1])});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                now[j] = std::min(now[j], before_last[j - 2] + 1);
        }
        before_last = std::exchange(last, now);
    }
    return last[b.size()];
}

std::string joined(const std::vector<std::string>& names, std::string_view between) {
    std::string text;
    for (const std::string& name : names) {
        if (!text.empty()) text += between;
        text += '\'' + name + '\'';
    }
    return text;
}

}  // namespace

std::string suggestion(std::string_view wrong, const std::vector<std::string>& right) {
    if (wrong.size() > 64) return {};
    const std::string* best = nullptr;
    std::size_t fewest = 1 + std::max<std::size_t>(1, wrong.size() / 3);
    for (const std::string& candidate : right)
        if (const std::size_t slips = slips_between(wrong, candidate); slips < fewest) {
            fewest = slips;
            best = &candidate;
        }
    return best ? ", did you mean '" + *best + "'?" : std::string{};
}

bool RecordInfo::is_choice(std::string_view field) const {
    return std::any_of(choices.begin(), choices.end(), [&](const auto& choice) {
        return std::find(choice.begin(), choice.end(), field) != choice.end();
    });
}

std::vector<std::optional<JsonValue>> RecordInfo::match(JsonValue object) const {
    if (!object.is(JsonKind::object)) object.fail_expected("an object describing " + about);
    std::vector<std::optional<JsonValue>> given(fields.size());
    const auto row_of = [&](std::string_view field) {
        return std::find_if(fields.begin(), fields.end(), [&](const auto& f) { return f.name == field; }) -
               fields.begin();
    };
    const auto is_given = [&](std::string_view field) {
        return given[static_cast<std::size_t>(row_of(field))].has_value();
    };

    object.for_each_member([&](JsonValue key, JsonValue value) {
        const auto row = static_cast<std::size_t>(row_of(key.string()));
        if (row == fields.size()) {
            std::vector<std::string> names;
            for (const FieldInfo& field : fields) names.push_back(field.name);
            std::string hint = suggestion(key.string(), names);
            if (hint.empty()) hint = ", expected one of " + joined(names, ", ");
            key.fail("unknown field " + in_quotes(key.string()) + hint);
        }
        if (given[row]) key.fail("found the field a second time, expected it once");
        given[row] = value;
    });
    for (std::size_t i = 0; i < fields.size(); ++i) {
        if (fields[i].is_required && !given[i])
            object.fail("found no field '" + fields[i].name + "', expected " + fields[i].expected);
        if (given[i] && !fields[i].needs.empty() && !is_given(fields[i].needs))
            given[i]->fail("found it without '" + fields[i].needs + "', expected both or neither");
    }
    for (const auto& choice : choices) {
        const auto count = std::count_if(choice.begin(), choice.end(), is_given);
        if (count == 1) continue;
        std::vector<std::string> found;
        std::copy_if(choice.begin(), choice.end(), std::back_inserter(found), is_given);
        object.fail("found " + (count == 0 ? "none" : joined(found, " and ")) + ", expected exactly one of " +
                    joined(choice, ", "));
    }
    return given;
}

}  // namespace wend::io
