#pragma once

// The search's memory of each state it has met, 16 bytes, four to a cache line. Nothing is ever cleared: a
// node whose stamp is older than the generation has not been visited, a node is in CLOSED when its stamp is
// that of the running round, and a node in OPEN keeps its place there instead of a stamp, since it is in
// neither case.
//
//     0 ........ generation ........ round ........ 2^31 ............... 2^32
//       stale    | visited, not      | closed in    | open, at the place
//                | closed now        | this round   | in the low bits

#include <cstddef>
#include <cstdint>
#include <vector>

#include "wend/search/cost.hpp"

namespace wend::search {

/// The names are the papers': g is the cost that the state passes on, rhs what its best neighbour offers
/// (Koenig and Likhachev 2002). `parent` is that neighbour; rhs = edge(state, parent) + g(parent) always
/// holds.
struct Node {
    Cost g = infinite_cost;
    Cost rhs = infinite_cost;
    StateId parent = no_state;
    std::uint32_t stamp = 0;

    [[nodiscard]] bool is_consistent() const noexcept { return g == rhs; }
    [[nodiscard]] bool is_over_consistent() const noexcept { return g > rhs; }
    [[nodiscard]] bool is_under_consistent() const noexcept { return g < rhs; }
};

class NodeStore {
  public:
    /// `first_round` other than 0 only serves tests of the wrap-around; below 2^31.
    explicit NodeStore(std::uint32_t first_round = 0) noexcept
        : generation_(first_round + 1), round_(first_round + 1) {}

    /// Forgets every state. Constant time but for once in two billion rounds. OPEN has to be empty.
    void begin_generation() {
        if (round_ >= last_round - 1) {
            for (Node& node : nodes_) node.stamp = 0;
            round_ = 0;
        }
        generation_ = round_ + 1;
        round_ = generation_ + 1;
        visited_ = 0;
    }
    /// Empties CLOSED.
    void begin_round() {
        if (round_ == last_round) renumber();
        ++round_;
    }

    void ensure(std::size_t state_count) {
        if (state_count > nodes_.size()) ensure_state(static_cast<StateId>(state_count - 1));
    }
    /// For domains that grow during a search.
    void ensure_state(StateId state) {
        if (state >= nodes_.size()) grow_to(state);
    }

    /// The node of a state, reset when this generation has not met it.
    Node& touch(StateId state) noexcept {
        Node& node = nodes_[state];
        if (node.stamp < generation_) {
            node = {infinite_cost, infinite_cost, no_state, generation_};
            ++visited_;
        }
        return node;
    }
    /// The node of a state that was touched.
    [[nodiscard]] Node& operator[](StateId state) noexcept { return nodes_[state]; }
    [[nodiscard]] const Node& operator[](StateId state) const noexcept { return nodes_[state]; }

    [[nodiscard]] bool is_visited(StateId state) const noexcept {
        return state < nodes_.size() && nodes_[state].stamp >= generation_;
    }
    /// The cost that the state passes on, infinite when it was never visited.
    [[nodiscard]] Cost g(StateId state) const noexcept {
        return is_visited(state) ? nodes_[state].g : infinite_cost;
    }

    void close(Node& node) noexcept { node.stamp = round_; }
    void set_place(StateId state, std::size_t place) noexcept {
        nodes_[state].stamp = open_flag | static_cast<std::uint32_t>(place);
    }
    void leave_open(StateId state) noexcept { nodes_[state].stamp = generation_; }
    [[nodiscard]] static bool is_open(const Node& node) noexcept { return node.stamp >= open_flag; }
    [[nodiscard]] static std::size_t place(const Node& node) noexcept { return node.stamp & ~open_flag; }
    [[nodiscard]] bool is_closed(const Node& node) const noexcept { return node.stamp == round_; }

    [[nodiscard]] std::size_t visited() const noexcept { return visited_; }
    [[nodiscard]] std::size_t bytes() const noexcept { return nodes_.capacity() * sizeof(Node); }

  private:
    static constexpr std::uint32_t open_flag = 0x80000000u;
    static constexpr std::uint32_t last_round = open_flag - 1;

    void grow_to(StateId state) {
        if (!nodes_.empty() && state >= nodes_.capacity()) nodes_.reserve(state + std::size_t{8} + state / 5);
        nodes_.resize(state + std::size_t{1});
    }
    void renumber() noexcept {
        for (Node& node : nodes_)
            if (!is_open(node)) node.stamp = node.stamp < generation_ ? 0 : 1;
        generation_ = 1;
        round_ = 1;
    }

    std::vector<Node> nodes_;
    std::uint32_t generation_;
    std::uint32_t round_;
    std::size_t visited_ = 0;
};

}  // namespace wend::search
