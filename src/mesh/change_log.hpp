#pragma once

// Where a mesh changed, edit by edit, so that what was found out about the rest of it need not be found out
// again. Contents name states of a mesh (Triangulation::content), also across copies of it: a cache that
// knows one state can catch up with every later one whose log still reaches back that far.

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "wend/geometry/box.hpp"
#include "wend/mesh/triangulation.hpp"

namespace wend::mesh {

/// The last edits of one mesh.
class ChangeLog {
  public:
    /// An edit led from one content to the next and changed nothing outside the box.
    void add(std::uint64_t before, const Box2& changed) noexcept {
        entries_[count_++ % kept] = {before, changed};
    }

    [[nodiscard]] bool reaches_back_to(std::uint64_t content) const noexcept {
        for (std::uint64_t i = count_ < kept ? 0 : count_ - kept; i != count_; ++i)
            if (entries_[i % kept].before == content) return true;
        return false;
    }

    /// Appends the boxes of all edits since that content; false when it is not known.
    [[nodiscard]] bool since(std::uint64_t content, std::vector<Box2>& changed) const {
        const std::uint64_t oldest = count_ < kept ? 0 : count_ - kept;
        for (std::uint64_t i = count_; i-- > oldest;) {
            if (entries_[i % kept].before != content) continue;
            for (; i != count_; ++i) changed.push_back(entries_[i % kept].changed);
            return true;
        }
        return false;
    }

  private:
    static constexpr std::uint64_t kept = 64;
    struct Entry {
        std::uint64_t before = 0;
        Box2 changed;
    };
    std::array<Entry, kept> entries_;
    std::uint64_t count_ = 0;
};

/// Follows one mesh from query to query.
class ChangeTracker {
  public:
    /// What is known of the mesh it follows is of use for this one.
    [[nodiscard]] bool follows(const Triangulation& mesh) const noexcept {
        return content_ == mesh.content() || mesh.remembers(content_);
    }
    /// False when all that was known is void: another mesh, or too many edits in between.
    [[nodiscard]] bool catch_up(const Triangulation& mesh) {
        if (content_ == mesh.content()) return true;
        const bool is_known =
            content_ != 0 && changes_.size() < most_changes && mesh.changes_since(content_, changes_);
        content_ = mesh.content();
        if (!is_known) changes_.clear();
        return is_known;
    }

    [[nodiscard]] std::uint32_t now() const noexcept { return static_cast<std::uint32_t>(changes_.size()); }

    /// Since the moment `then` nothing has changed within `reach` metres of the point.
    [[nodiscard]] bool is_untouched(Vec2 point, double reach, std::uint32_t then) const noexcept {
        for (std::size_t i = then; i < changes_.size(); ++i) {
            const Box2& box = changes_[i];
            const Vec2 gap{std::max({box.low.x - point.x, point.x - box.high.x, 0.0}),
                           std::max({box.low.y - point.y, point.y - box.high.y, 0.0})};
            if (squared_length(gap) <= reach * reach) return false;
        }
        return true;
    }

  private:
    static constexpr std::size_t most_changes = 256;
    std::uint64_t content_ = 0;
    std::vector<Box2> changes_;
};

}  // namespace wend::mesh
