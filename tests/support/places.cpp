#include "support/places.hpp"

namespace wend::test {

std::filesystem::path data_dir() {
    return WEND_DATA_DIR;
}

std::filesystem::path source_dir() {
    return WEND_SOURCE_DIR;
}

std::filesystem::path build_dir() {
    return WEND_BINARY_DIR;
}

}  // namespace wend::test
