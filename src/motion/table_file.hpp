#pragma once

#include "wend/motion/controllers.hpp"

namespace wend::motion {

/// Reads a table from the cache, or trains it and keeps it there.
Status prepare_table(ValueTable& table, std::uint64_t key, const Backup& backup, const TableOptions& options,
                     Trained& trained);

}  // namespace wend::motion
