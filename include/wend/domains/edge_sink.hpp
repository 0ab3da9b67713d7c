#pragma once

// Hands edges to a visitor whose type need not be known where moves are worked out: it is told keys, whoever
// makes moves speaks of states. Borrows the visitor.

#include <type_traits>
#include <utility>

#include "wend/search/domain.hpp"

namespace wend::domains {

template <class State>
class EdgeSink {
  public:
    using Key = decltype(std::declval<const State&>().key());

    template <class Visit>
    explicit EdgeSink(Visit& visit) noexcept
        : target_(const_cast<void*>(static_cast<const void*>(&visit))),
          call_([](void* target, Key key, search::Cost cost) {
              (*static_cast<std::remove_reference_t<Visit>*>(target))(key, cost);
          }) {}
    void operator()(const State& state, search::Cost cost) const { call_(target_, state.key(), cost); }

  private:
    void* target_;
    void (*call_)(void*, Key, search::Cost);
};

}  // namespace wend::domains
