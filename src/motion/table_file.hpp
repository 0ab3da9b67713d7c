#pragma once

#include <functional>

#include "wend/motion/value_table.hpp"

namespace wend::motion {

/// Reads a table from the cache, or trains it and keeps it there.
Status prepare_table(ValueTable& table, std::uint64_t key, const TableOptions& options,
                     const std::function<void()>& train);

}  // namespace wend::motion
