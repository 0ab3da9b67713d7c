#pragma once

#include <filesystem>

// Where tests and benchmarks find files. Only one source is compiled with these places, so that what a
// compiler's cache holds of all others serves every checkout.

namespace wend::test {

/// Ground-truth files that live beside the project, not in it.
std::filesystem::path data_dir();
/// The project.
std::filesystem::path source_dir();
/// Where it is built.
std::filesystem::path build_dir();

}  // namespace wend::test
