#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string_view>

#include <fmt/format.h>
#include <unistd.h>

#include "benchmark.hpp"
#include "support/places.hpp"

namespace {

using namespace wend::bench;

int usage(std::FILE* out) {
    fmt::print(
        out,
        "usage: wend-bench NAME [--json] [--quick] [--worlds N] [--first SEED] [--seed N] [--only PART] "
        "[--svg FILE]\n\n");
    for (const Entry& entry : registered_benchmarks())
        fmt::print(out, "  {:<12} {}\n", entry.name, entry.summary);
    return out == stdout ? 0 : 2;
}

void print_table(const nlohmann::json& value, const std::string& path) {
    if (!value.is_structured()) {
        fmt::print("{:<56} {}\n", path, value.dump());
        return;
    }
    for (const auto& [key, child] : value.items()) print_table(child, path.empty() ? key : path + "." + key);
}

}  // namespace

int main(int argc, char** argv) {
    Options options;
    options.data_dir = wend::test::data_dir().string();
    options.progress = isatty(STDERR_FILENO) != 0;
    std::string name;
    bool as_json = false;
    for (int i = 1; i < argc; ++i) {
        const std::string_view word = argv[i];
        if (word == "--json")
            as_json = true;
        else if (word == "--quick")
            options.quick = true;
        else if (word == "--worlds" && i + 1 < argc)
            options.worlds = static_cast<std::uint32_t>(std::strtoul(argv[++i], nullptr, 10));
        else if (word == "--first" && i + 1 < argc)
            options.first = static_cast<std::uint32_t>(std::strtoul(argv[++i], nullptr, 10));
        else if (word == "--seed" && i + 1 < argc)
            options.seed = std::strtoull(argv[++i], nullptr, 10);
        else if (word == "--only" && i + 1 < argc)
            options.only = argv[++i];
        else if (word == "--svg" && i + 1 < argc)
            options.svg = argv[++i];
        else if (word == "--help" || word == "-h")
            return usage(stdout);
        else if (name.empty() && !word.starts_with("-"))
            name = word;
        else
            return usage(stderr);
    }
    for (const Entry& entry : registered_benchmarks()) {
        if (entry.name != name) continue;
        try {
            const nlohmann::json result = entry.run(options);
            if (as_json)
                fmt::print("{}\n", result.dump(2));
            else
                print_table(result, "");
            return 0;
        } catch (const std::exception& failure) {
            fmt::print(stderr, "wend-bench {}: {}\n", name, failure.what());
            return 1;
        }
    }
    return usage(stderr);
}
