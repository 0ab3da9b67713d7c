#pragma once

#include <memory>

#include "wend/mesh/triangulation.hpp"

namespace wend::mesh {

/// The scratch memory of path queries: one per thread, owned by the caller, reused from query to query. It
/// remembers nothing between queries that could change an answer; after the first few queries on a mesh it
/// does not allocate.
class QueryContext {
  public:
    QueryContext();
    /// Sized for this mesh up front.
    explicit QueryContext(const Triangulation& mesh);
    QueryContext(QueryContext&&) noexcept;
    QueryContext& operator=(QueryContext&&) noexcept;
    ~QueryContext();

    struct Scratch;
    [[nodiscard]] Scratch& scratch() noexcept { return *scratch_; }

  private:
    std::unique_ptr<Scratch> scratch_;
};

}  // namespace wend::mesh
