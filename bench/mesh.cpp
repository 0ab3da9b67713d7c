// Path queries on meshes that nobody tuned for, against Detour on the same ground.

#include <algorithm>

#include <fmt/format.h>

#include "mesh_match.hpp"

namespace wend::bench {
namespace {

double median(std::vector<double> sample) {
    return spread_of(std::move(sample)).median;
}

/// What holds of all meshes and radii together.
class Musts {
  public:
    void note(const nlohmann::json& match) {
        for (const char* who : {"fast", "shortest", "prepared_fast", "prepared_shortest"})
            for (const char* kind : {"once", "again", "cold"})
                ratios_[fmt::format("{}.{}", who, kind)].push_back(match[who][kind]["ratio"]);
        if (match["unreachable"].contains("fast"))
            for (const char* who : {"fast", "prepared_fast"})
                ratios_[fmt::format("unreachable.{}", who)].push_back(
                    match["unreachable"][who]["again"]["ratio"]);
        const nlohmann::json& check = match["check"];
        error_ = std::max(error_, check["worst_relative_error"].get<double>());
        fast_longest_ = std::max(fast_longest_, check["fast_longest"].get<double>());
        fast_bound_ = std::max(fast_bound_, check["fast_bound_over_optimum"].get<double>());
        longest_ = std::max(longest_, match["fast"]["length"]["worst"].get<double>());
    }

    void report(nlohmann::json& out) const {
        for (const auto& [name, sample] : ratios_)
            out["all"][name] = {{"median", median(sample)},
                                {"worst", *std::min_element(sample.begin(), sample.end())}};
        out["all"]["fast_length_worst"] = longest_;
        const auto add = [&](const std::string& name, double measured, double limit, bool holds) {
            out["musts"].push_back(
                {{"name", name}, {"measured", measured}, {"limit", limit}, {"holds", holds}});
        };
        const auto least = [&](const std::string& name, const char* ratio, const char* which, double limit) {
            const double measured = out["all"][ratio][which];
            add(name, measured, limit, measured >= limit);
        };
        least("fast, asked again, by Detour, median", "fast.again", "median", 1.2);
        least("fast, asked once, by Detour, median", "fast.once", "median", 0.8);
        least("fast, cold, by Detour, median", "fast.cold", "median", 0.8);
        least("fast, asked again, by Detour, worst mesh", "fast.again", "worst", 0.5);
        least("prepared shortest, by Detour, median", "prepared_shortest.again", "median", 0.8);
        least("unreachable, by Detour, worst mesh", "unreachable.fast", "worst", 1);
        add("shortest against brute force, relative", error_, 1e-6, error_ <= 1e-6);
        add("fast on one layer by brute force, worst", fast_longest_, 3, fast_longest_ <= 3);
        add("its bound by brute force, worst", fast_bound_, 1 + 1e-6, fast_bound_ <= 1 + 1e-6);
    }

  private:
    std::map<std::string, std::vector<double>> ratios_;
    double error_ = 0, longest_ = 0, fast_longest_ = 1, fast_bound_ = 0;
};

nlohmann::json run(const Options& options) {
    std::vector<std::string> missing;
    nlohmann::json out = nlohmann::json::object();
    Musts musts;
    for (const NamedGround& named : all_grounds(options, missing)) {
        if (!options.only.empty() && options.only != named.name) continue;
        const Ground ground = named.make();
        for (const double radius : {0.3, 0.6}) {
            if (options.progress) fmt::print(stderr, "{} {}\n", named.name, radius);
            const nlohmann::json match = MeshMatch(ground, radius, options).run();
            musts.note(match);
            out["meshes"][fmt::format("{} {}", named.name, radius)] = match;
        }
    }
    musts.report(out);
    out["seed"] = options.seed;
    out["missing"] = missing;
    return out;
}

const Benchmark registered{"mesh", "path queries on many meshes against Detour", run};

}  // namespace
}  // namespace wend::bench
