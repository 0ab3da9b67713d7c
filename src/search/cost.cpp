#include "wend/search/cost.hpp"

#include <string>

namespace wend::search {

Status CostScale::refuse(double value) const {
    return Status::invalid_input("edge cost " + std::to_string(value) +
                                 ": expected a number from 0 to below " +
                                 std::to_string(max_path_cost * unit_) + ", or infinity for no edge");
}

}  // namespace wend::search
