#pragma once

// Questions about the ground: what a disc of some radius can do there. A Ground is the static world, built
// from the layers, portals, links and areas of a Scene; Paths asks it, or the ground of a World as it is now.
//
// A Ground may be asked from several threads, each with a Paths of its own, while nobody edits it.

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "wend/base/status.hpp"
#include "wend/geometry/polygon.hpp"

namespace wend {
struct Scene;
namespace mesh {
class NavMesh;
}
}  // namespace wend

namespace wend::nav {

struct Place {
    Vec2 at;
    std::uint32_t layer = 0;
    friend bool operator==(const Place&, const Place&) = default;
};

/// z of the ground; without one layers are flat.
using FloorHeight = std::function<double(std::uint32_t layer, Vec2 at)>;

/// Something put on a Ground.
struct PieceId {
    std::uint64_t value = 0;
};

class Ground {
  public:
    /// Agents, events and moving obstacles of the scene are not looked at; those that stand are cut out.
    static Result<Ground> create(const Scene& scene, FloorHeight floor = {});
    Ground(Ground&&) noexcept;
    Ground& operator=(Ground&&) noexcept;
    ~Ground();

    /// Cuts a polygon out. What reaches over the edge of the world is cut off there.
    Result<PieceId> insert(std::uint32_t layer, const Polygon& polygon);
    Status remove(PieceId piece);
    /// Paths of that radius are found beforehand, as far as that goes, and come sooner.
    Status prepare(double radius);

    [[nodiscard]] std::size_t layer_count() const noexcept;
    /// The layer whose floor is nearest in height at that point.
    [[nodiscard]] Place place(Vec3 point) const;
    [[nodiscard]] Vec3 lift(Place place) const;

  private:
    friend class Paths;
    struct State;
    explicit Ground(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

struct PathDef {
    Place from = {};
    Place to = {};
    double radius = 0.25;  ///< metres
    double snap = 1;       ///< metres by which an end inside a wall is moved to where the disc can be; 0: not
    bool shortest = true;  ///< false: the first corridor found, much sooner and a little longer
    double time = 0;       ///< of departure, for links that open and close
    double speed = 1.4;    ///< m/s
    double tolerance = 0.02;  ///< metres by which the points may leave the path's arcs
};

/// What is known of how good a path is.
enum class Proof : std::uint8_t {
    none,      ///< over areas that cost more, or on slopes
    bounded,   ///< no path is shorter than lower_bound
    shortest,  ///< no path is shorter
};

struct Path {
    StatusCode status = StatusCode::unreachable;
    std::vector<Vec3> points;           ///< empty without a path
    std::vector<std::uint32_t> layers;  ///< of each point
    double length = 0;                  ///< metres along the ground, slopes counted
    double lower_bound = 0;             ///< metres
    Proof proof = Proof::none;
    bool start_moved = false, goal_moved = false;  ///< by `snap`

    [[nodiscard]] bool has_way() const noexcept { return !points.empty(); }
};

struct Hit {
    Vec2 point;           ///< where the ray ends: at a wall, or at its target
    double distance = 0;  ///< metres
    bool is_clear = false;
};

/// One of several goals.
struct Reached {
    std::uint32_t goal = 0;  ///< its place in the list
    double distance = 0;     ///< metres
};

/// Asks; keeps the memory that asking needs. One thread at a time. What it asks must outlive it.
class Paths {
  public:
    explicit Paths(const Ground& ground);
    Paths(const mesh::NavMesh& mesh, std::uint32_t filter, FloorHeight floor);
    Paths(Paths&&) noexcept;
    Paths& operator=(Paths&&) noexcept;
    ~Paths();

    /// Fills `path`, whose memory serves again.
    void find(const PathDef& question, Path& path);
    [[nodiscard]] Path find(const PathDef& question);
    /// Metres; infinity when there is no way.
    [[nodiscard]] double distance(const PathDef& question);
    /// To the goals that are nearest by their ways, nearest first, at most `count` of them; `to` is not used.
    [[nodiscard]] std::vector<Reached> nearest_goals(const PathDef& question, std::span<const Place> goals,
                                                     std::size_t count = 1);
    /// Metres from `from` to every goal; infinity where there is no way.
    [[nodiscard]] std::vector<double> distances(const PathDef& question, std::span<const Place> goals);

    [[nodiscard]] bool is_free(Place place, double radius);
    /// The nearest place where the disc can be; none within `limit` metres.
    [[nodiscard]] std::optional<Place> nearest_free(Place place, double radius,
                                                    double limit = std::numeric_limits<double>::infinity());
    /// A place where the disc can be, evenly spread over the ground, that the random seed names; none when
    /// there seems to be none.
    [[nodiscard]] std::optional<Place> random_place(double radius, std::uint64_t seed);
    [[nodiscard]] Hit ray(Place from, Vec2 to);
    [[nodiscard]] bool in_sight(Place from, Vec2 to, double radius = 0);
    /// What a point sees, counter-clockwise; empty when it is in a wall.
    [[nodiscard]] Ring visible_from(Place place);

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace wend::nav
