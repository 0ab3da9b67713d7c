#pragma once

// A benchmark of wend-bench is a function that fills one JSON object; it registers itself where it is
// written:
//
//     static const Benchmark registered{"occupancy", "space-time index against the brute-force loop", run};

#include <functional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "clock.hpp"

namespace wend::bench {

struct Options {
    bool quick = false;        ///< a smaller run, for the tests: same fields, rougher figures
    std::uint32_t worlds = 0;  ///< how many random worlds, where there are some; 0: as many as the table has
    std::uint32_t first = 0;   ///< the seed of the first of them; others are for tuning, 0 for the table
    std::uint64_t seed = 1;    ///< of whatever is drawn, where --seed is taken
    std::string only;          ///< the one part to measure, where a benchmark has some; empty: all
    bool progress = false;     ///< show progress on standard error
    std::string svg;           ///< where to draw the figure, if the benchmark has one
    std::string data_dir;      ///< ground-truth maps and meshes
};

using Run = std::function<nlohmann::json(const Options&)>;

struct Benchmark {
    Benchmark(std::string name, std::string summary, Run run);
};

struct Entry {
    std::string name;
    std::string summary;
    Run run;
};
[[nodiscard]] const std::vector<Entry>& registered_benchmarks();

/// Median and spread (10th and 90th percentile) of a sample.
struct Spread {
    double median = 0;
    double low = 0;
    double high = 0;
};
[[nodiscard]] Spread spread_of(std::vector<double> sample);
[[nodiscard]] nlohmann::json to_json(const Spread& spread);

}  // namespace wend::bench
