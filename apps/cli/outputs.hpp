#pragma once

#include <filesystem>
#include <vector>

#include "wend/base/status.hpp"

#include "commands.hpp"

namespace wend::cli {

/// A file to write and the option that names it. Files that begin with `start` are of its kind.
struct Output {
    const char* option;
    std::string file;
    std::string start;
};

[[nodiscard]] std::vector<Output> outputs_of(const OutputFiles& files);

/// Before anything is computed: no output is an input or another output, and what is there already is of the
/// same kind and may be written. `force` gives up the last two.
[[nodiscard]] Status check_outputs(const std::vector<Output>& outputs,
                                   const std::vector<std::filesystem::path>& inputs, bool force);

}  // namespace wend::cli
