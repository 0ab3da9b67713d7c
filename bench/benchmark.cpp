#include "benchmark.hpp"

#include <algorithm>

namespace wend::bench {
namespace {

std::vector<Entry>& registry() {
    static std::vector<Entry> entries;
    return entries;
}

}  // namespace

Benchmark::Benchmark(std::string name, std::string summary, Run run) {
    auto& entries = registry();
    const auto after =
        std::find_if(entries.begin(), entries.end(), [&](const Entry& e) { return e.name > name; });
    entries.insert(after, {std::move(name), std::move(summary), std::move(run)});
}

const std::vector<Entry>& registered_benchmarks() {
    return registry();
}

Spread spread_of(std::vector<double> sample) {
    if (sample.empty()) return {};
    std::sort(sample.begin(), sample.end());
    const auto at = [&](double share) {
        return sample[static_cast<std::size_t>(share * static_cast<double>(sample.size() - 1) + 0.5)];
    };
    return {at(0.5), at(0.1), at(0.9)};
}

nlohmann::json to_json(const Spread& spread) {
    return {{"median", spread.median}, {"p10", spread.low}, {"p90", spread.high}};
}

}  // namespace wend::bench
