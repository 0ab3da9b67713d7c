#pragma once

#include <algorithm>
#include <vector>

#include "wend/geometry/interval.hpp"

namespace wend {

/// Sorts a list of intervals and joins those that overlap or touch.
inline void join(std::vector<Interval>& list) {
    std::sort(list.begin(), list.end(),
              [](Interval a, Interval b) { return a.low != b.low ? a.low < b.low : a.high < b.high; });
    std::size_t kept = 0;
    for (const Interval next : list) {
        if (kept > 0 && next.low <= list[kept - 1].high)
            list[kept - 1].high = std::max(list[kept - 1].high, next.high);
        else
            list[kept++] = next;
    }
    list.resize(kept);
}

/// Turns a joined list into what it leaves free of `window`; moments without length are left out, unless
/// the window itself is one.
inline void complement(std::vector<Interval>& list, Interval window) {
    std::vector<Interval> rest;
    double from = window.low;
    for (const Interval taken : list) {
        if (taken.high < window.low || taken.low > window.high) continue;
        if (taken.low > from) rest.push_back({from, taken.low});
        from = std::max(from, taken.high);
    }
    if (from < window.high || (list.empty() && from == window.high)) rest.push_back({from, window.high});
    list.swap(rest);
}

}  // namespace wend
