// The functions of wend.h, called in any order with any numbers: each answers, a failure has a text, bodies
// stay at finite places, and nothing is read or written that is not there.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <span>
#include <vector>

#include "wend.h"

namespace {

class Bytes {
  public:
    Bytes(const std::uint8_t* data, std::size_t size) : data_(data, size) {}
    [[nodiscard]] bool is_empty() const { return data_.empty(); }
    std::uint8_t byte() { return take<std::uint8_t>(); }
    std::uint64_t word() { return take<std::uint64_t>(); }
    std::int32_t flag() { return byte() % 2; }
    /// Mostly something sensible, now and then any bits at all.
    double number() {
        constexpr std::array odd{0.0,
                                 -1.0,
                                 1e9,
                                 -1e300,
                                 1e-300,
                                 std::numeric_limits<double>::quiet_NaN(),
                                 std::numeric_limits<double>::infinity()};
        const std::uint8_t kind = byte();
        if (kind < 200) return kind / 10.0;
        if (kind < 240) return odd[kind % odd.size()];
        return take<double>();
    }
    wend_place place() { return {number(), number() / 2, byte() % 16u == 0 ? 1u : 0u, 0}; }
    wend_point point() { return {number(), number()}; }
    wend_limits limits() { return {number() / 20, 1.8, number() / 4, 5, 6}; }

  private:
    template <class T>
    T take() {
        T value{};
        const std::size_t size = std::min(sizeof value, data_.size());
        std::memcpy(&value, data_.data(), size);
        data_ = data_.subspan(size);
        return value;
    }
    std::span<const std::uint8_t> data_;
};

void expect(bool holds) {
    if (!holds) std::abort();
}

class Caller {
  public:
    explicit Caller(Bytes bytes) : bytes_(bytes) {
        wend_world_def def = wend_default_world_def();
        def.low = {0, 0};
        def.high = {20, 10};
        def.threads = 1;
        def.budget_expansions = 500;
        expect(wend_world_create(&def, &world_) == WEND_OK);
    }
    Caller(const Caller&) = delete;
    ~Caller() { wend_world_destroy(world_); }

    void run() {
        constexpr int most_calls = 60;
        for (int call = 0; call < most_calls && !bytes_.is_empty(); ++call) one();
        look();
    }

  private:
    std::uint64_t id() { return ids_[bytes_.byte() % ids_.size()]; }
    void told(wend_status status) { expect(status == WEND_OK || wend_last_error()[0] != 0); }
    template <class Id>
    void added(wend_status status, Id made) {
        told(status);
        if (status == WEND_OK) ids_.push_back(made.value);
    }
    std::vector<wend_point> outline() {
        std::vector<wend_point> points(bytes_.byte() % 6);
        for (wend_point& point : points) point = bytes_.point();
        return points;
    }

    void one() {
        switch (bytes_.byte() % 8) {
            case 0:
            case 1:
                return agents();
            case 2:
                return things();
            case 3:
                return ground();
            case 4:
                return ask();
            case 5:
                return keep();
            default:
                return told(wend_world_step(world_));
        }
    }

    void agents() {
        wend_agent_id agent{id()};
        switch (bytes_.byte() % 8) {
            case 0: {
                wend_agent_def def = wend_default_agent_def();
                def.place = bytes_.place();
                def.goal = bytes_.place();
                def.goal_radius = bytes_.number() / 10;
                if (bytes_.flag()) def.limits = bytes_.limits();
                if (bytes_.byte() == 0) def.struct_size = bytes_.word();
                return added(wend_agent_add(world_, &def, &agent), agent);
            }
            case 1:
                return told(wend_agent_remove(world_, agent));
            case 2:
                return told(wend_agent_set_goal(world_, agent, bytes_.place(), bytes_.number()));
            case 3:
                return told(wend_agent_set_paused(world_, agent, bytes_.flag()));
            case 4: {
                const wend_limits limits = bytes_.limits();
                return told(wend_agent_set_limits(world_, agent, &limits));
            }
            case 5:
                return told(
                    wend_agent_set_position(world_, agent, bytes_.place(), bytes_.point(), bytes_.number()));
            case 6:
                (void)wend_agent_plan(world_, agent);
                return;
            default: {
                wend_agent_state state;
                told(wend_agent_get(world_, agent, &state));
            }
        }
    }

    void things() {
        const std::vector<wend_point> points = outline();
        const auto count = static_cast<std::uint32_t>(points.size());
        switch (bytes_.byte() % 6) {
            case 0: {
                wend_obstacle_def def = wend_default_obstacle_def();
                def.x = bytes_.number(), def.y = bytes_.number(), def.angle = bytes_.number();
                def.radius = bytes_.number() / 10;
                def.points = points.data(), def.point_count = count;
                wend_obstacle_id made{};
                return added(wend_obstacle_add(world_, &def, &made), made);
            }
            case 1:
                return told(wend_obstacle_remove(world_, {id()}));
            case 2:
                return told(wend_obstacle_set_pose(world_, {id()}, bytes_.number(), bytes_.number(),
                                                   bytes_.number()));
            case 3:
                return told(wend_obstacle_move_to(world_, {id()}, bytes_.number(), bytes_.number(), 0,
                                                  bytes_.number()));
            case 4: {
                wend_platform_id made{};
                return added(wend_platform_add(world_, bytes_.byte() % 3u, points.data(), count,
                                               bytes_.number(), bytes_.number(), bytes_.number(), &made),
                             made);
            }
            default:
                return told(bytes_.flag() ? wend_platform_remove(world_, {id()})
                                          : wend_platform_move_to(world_, {id()}, bytes_.number(),
                                                                  bytes_.number(), 0, bytes_.number()));
        }
    }

    void ground() {
        const std::vector<wend_point> points = outline();
        const auto count = static_cast<std::uint32_t>(points.size());
        switch (bytes_.byte() % 5) {
            case 0: {
                wend_link_id made{};
                return added(wend_link_add(world_, bytes_.place(), bytes_.place(), bytes_.flag(), &made),
                             made);
            }
            case 1:
                return told(bytes_.flag() ? wend_link_remove(world_, {id()})
                                          : wend_link_set_open(world_, {id()}, bytes_.flag()));
            case 2: {
                wend_area_id made{};
                return added(wend_area_add(world_, bytes_.byte() % 3u, points.data(), count, bytes_.number(),
                                           bytes_.flag(), &made),
                             made);
            }
            case 3:
                return told(wend_area_remove(world_, {id()}));
            default:
                return told(wend_world_prepare(world_, bytes_.number() / 20));
        }
    }

    void ask() {
        wend_query* query = nullptr;
        expect(wend_query_create(world_, &query) == WEND_OK);
        wend_path_def def = wend_default_path_def();
        def.from = bytes_.place(), def.to = bytes_.place();
        def.radius = bytes_.number() / 20, def.snap = bytes_.number() / 10, def.is_fast = bytes_.flag();
        std::array<wend_path_point, 3> points;
        wend_path_info info;
        if (wend_query_path(query, &def, points.data(), 3, &info) == WEND_OK)
            expect(std::isfinite(info.length) && info.length >= 0);
        wend_place found;
        (void)wend_query_nearest_free(query, bytes_.place(), bytes_.number() / 10, &found);
        (void)wend_query_random_place(query, bytes_.number() / 10, bytes_.word(), &found);
        wend_point end;
        (void)wend_query_ray(query, bytes_.place(), bytes_.point(), &end);
        (void)wend_query_in_sight(query, bytes_.place(), bytes_.point(), bytes_.number());
        wend_query_destroy(query);
    }

    /// What comes back from bytes that somebody has spoilt is an error; from good ones, the same world.
    void keep() {
        const std::uint8_t* bytes = nullptr;
        std::uint64_t size = 0;
        expect(wend_world_save(world_, &bytes, &size) == WEND_OK);
        std::vector<std::uint8_t> copy(bytes, bytes + size);
        wend_world* other = nullptr;
        if (bytes_.flag()) {
            const std::uint8_t change = bytes_.byte();
            copy[bytes_.word() % copy.size()] ^= change;
            expect((wend_world_restore(copy.data(), size, nullptr, &other) == WEND_OK) == (change == 0));
        } else {
            expect(wend_world_restore(copy.data(), size, nullptr, &other) == WEND_OK);
            std::swap(world_, other);
        }
        wend_world_destroy(other);
    }

    void look() {
        std::array<wend_agent_state, 4> states;
        const std::uint32_t count = wend_world_agents(world_, states.data(), 4);
        for (std::uint32_t i = 0; i < std::min(count, 4u); ++i)
            expect(std::isfinite(states[i].x + states[i].y + states[i].z + states[i].heading));
        std::array<wend_event, 2> events;
        (void)wend_world_events(world_, events.data(), 2);
    }

    Bytes bytes_;
    wend_world* world_ = nullptr;
    std::vector<std::uint64_t> ids_{0, 77, ~std::uint64_t{0}};
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Caller(Bytes(data, size)).run();
    return 0;
}
