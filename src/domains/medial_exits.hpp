#pragma once

#include "wend/domains/medial_domain.hpp"
#include "wend/search/replan_path.hpp"

namespace wend::domains {

/// Metres to the goal, at least, by edges that were there before an edit, from any vertex at which edges that
/// came with it end; `old` was optimal before it. Infinite where there is no such vertex.
[[nodiscard]] double least_from_exits(const MedialDomain& domain, const mesh::MedialChange& change,
                                      const search::RememberedPath& old);

}  // namespace wend::domains
