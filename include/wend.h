#ifndef WEND_H
#define WEND_H

/* wend for C and for whatever can call C: a world of agents that is stepped, and questions about its ground.
 *
 * Ids are one integer in a struct, passed by value; 0 is null. An id of something that has gone, or of
 * another world, is answered with WEND_INVALID_INPUT. Definitions begin with their size, which
 * wend_default_*() fills in: fields can be added at their ends. No function throws. What went wrong is told
 * by its status, and in words by wend_last_error() of the same thread. Metres, seconds, radians; x-y is the
 * ground, z is up.
 *
 * One thread at a time may change or step a world; functions that take a const world may be called from
 * several threads between steps. A query is for one thread. */

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define WEND_API __attribute__((visibility("default")))
#else
#define WEND_API
#endif

/* Rises when anything but the end of a struct or the list of functions changes. */
#define WEND_ABI 0

typedef enum wend_status {
    WEND_OK = 0,
    WEND_PARTIAL = 1,
    WEND_IN_PROGRESS = 2,
    WEND_UNREACHABLE = 3,
    WEND_OUT_OF_BUDGET = 4,
    WEND_OUT_OF_MEMORY = 5,
    WEND_INVALID_INPUT = 6,
    WEND_IO_ERROR = 7,
    WEND_NOT_AVAILABLE = 8
} wend_status;

typedef enum wend_mode {
    WEND_OUTSIDE = 0, /* waits until its place is free */
    WEND_WALKING = 1,
    WEND_STANDING = 2,
    WEND_AIRBORNE = 3,
    WEND_RIDING = 4,
    WEND_ARRIVED = 5,
    WEND_HELD = 6 /* its host moves it */
} wend_mode;

typedef enum wend_event_kind {
    WEND_ENTERED = 0,
    WEND_EVENT_ARRIVED = 1,
    WEND_EVENT_UNREACHABLE = 2,
    WEND_EVENT_BLOCKED = 3,
    WEND_PLAN_CHANGED = 4,
    WEND_REMOVED = 5
} wend_event_kind;

typedef struct wend_world wend_world;
typedef struct wend_query wend_query;

typedef struct wend_agent_id {
    uint64_t value;
} wend_agent_id;
typedef struct wend_obstacle_id {
    uint64_t value;
} wend_obstacle_id;
typedef struct wend_link_id {
    uint64_t value;
} wend_link_id;
typedef struct wend_area_id {
    uint64_t value;
} wend_area_id;
typedef struct wend_platform_id {
    uint64_t value;
} wend_platform_id;

typedef struct wend_point {
    double x, y;
} wend_point;

typedef struct wend_place {
    double x, y;
    uint32_t layer;
    uint32_t reserved;
} wend_place;

/* Outlines in a row: polygon i has counts[i] of the points, which follow each other. */
typedef struct wend_polygons {
    const wend_point* points;
    const uint32_t* counts;
    uint32_t count;
    uint32_t reserved;
} wend_polygons;

typedef void (*wend_task)(void* data, uint32_t index);
/* Calls task(data, i) once for each i below count, on any threads, and returns when all calls have. */
typedef void (*wend_run_tasks)(void* host, uint32_t count, wend_task task, void* data);

typedef struct wend_world_def {
    uint64_t struct_size;
    wend_point low, high;   /* of the ground */
    wend_polygons walkable; /* none: all of it */
    wend_polygons blocked;
    uint64_t seed;
    double time_step;
    double budget_seconds;      /* of the clock, that a step may plan for; 0: as long as it takes */
    uint64_t budget_expansions; /* of searches, the same on every machine; 0: as many as it takes */
    uint32_t threads;           /* 0: as many as the machine has */
    uint32_t workers;           /* of run_tasks, at the same time */
    wend_run_tasks run_tasks;   /* the host's threads instead; null: our own */
    void* host;
} wend_world_def;

typedef struct wend_limits {
    double radius, height, max_speed, max_acceleration, max_turn_rate;
} wend_limits;

typedef struct wend_agent_def {
    uint64_t struct_size;
    wend_place place;
    double heading;
    wend_limits limits;
    wend_place goal;
    double goal_radius; /* 0: it has no goal */
    uint64_t user;
} wend_agent_def;

typedef struct wend_obstacle_def {
    uint64_t struct_size;
    double x, y, angle;
    uint32_t layer;
    uint32_t point_count; /* of the outline, around the obstacle's own origin; 0: a disc */
    const wend_point* points;
    double radius; /* of the disc */
    uint64_t user;
} wend_obstacle_def;

typedef struct wend_path_def {
    uint64_t struct_size;
    wend_place from, to;
    double radius;
    double snap;     /* metres by which an end inside a wall is moved to where the disc can be */
    int32_t is_fast; /* the first corridor found, not the shortest path */
    int32_t reserved;
} wend_path_def;

/* 80 bytes, the same everywhere. */
typedef struct wend_agent_state {
    wend_agent_id id;
    uint64_t user;
    double x, y, z;
    double velocity_x, velocity_y;
    double heading;
    uint32_t layer;
    uint32_t mode; /* wend_mode */
    uint64_t reserved;
} wend_agent_state;

typedef struct wend_event {
    wend_agent_id agent;
    uint64_t user;
    uint32_t kind; /* wend_event_kind */
    uint32_t reserved;
} wend_event;

typedef struct wend_path_point {
    double x, y, z;
    uint32_t layer;
    uint32_t reserved;
} wend_path_point;

typedef struct wend_path_info {
    double length;      /* metres along the ground; 0 without a path */
    double lower_bound; /* no path is shorter; 0: nothing is known */
    uint32_t point_count;
    uint32_t is_proven_shortest;
} wend_path_info;

/* --- the library --- */
WEND_API uint32_t wend_version(void); /* major * 10000 + minor * 100 + patch */
WEND_API uint32_t wend_abi(void);     /* WEND_ABI of the library */
WEND_API const char* wend_last_error(void);
WEND_API const char* wend_status_name(wend_status status);
WEND_API wend_world_def wend_default_world_def(void);
WEND_API wend_agent_def wend_default_agent_def(void);
WEND_API wend_obstacle_def wend_default_obstacle_def(void);
WEND_API wend_path_def wend_default_path_def(void);

/* --- worlds --- */
WEND_API wend_status wend_world_create(const wend_world_def* def, wend_world** world);
/* A scene file; ground, bodies and events come from it, all else from the definition, which may be null. */
WEND_API wend_status wend_world_load(const char* scene_file, const wend_world_def* def, wend_world** world);
/* The world as bytes, which are the world's until it is saved again or destroyed; one that is restored from
 * them goes on like this one, with the same ids. Of the definition, which may be null, only threads and tasks
 * are used. */
WEND_API wend_status wend_world_save(wend_world* world, const uint8_t** bytes, uint64_t* size);
WEND_API wend_status wend_world_restore(const uint8_t* bytes, uint64_t size, const wend_world_def* def,
                                        wend_world** world);
WEND_API void wend_world_destroy(wend_world* world); /* null is fine */
WEND_API wend_status wend_world_step(wend_world* world);
/* As many steps as fit into the seconds, at most `most`. */
WEND_API wend_status wend_world_advance(wend_world* world, double seconds, uint32_t most, uint32_t* steps);
WEND_API double wend_world_time(const wend_world* world);
WEND_API wend_status wend_world_set_budget(wend_world* world, double seconds, uint64_t expansions);
WEND_API wend_status wend_world_prepare(wend_world* world, double radius);

/* --- agents --- */
WEND_API wend_status wend_agent_add(wend_world* world, const wend_agent_def* def, wend_agent_id* id);
WEND_API wend_status wend_agent_remove(wend_world* world, wend_agent_id id);
WEND_API wend_status wend_agent_set_goal(wend_world* world, wend_agent_id id, wend_place goal, double radius);
WEND_API wend_status wend_agent_set_paused(wend_world* world, wend_agent_id id, int32_t is_paused);
WEND_API wend_status wend_agent_set_limits(wend_world* world, wend_agent_id id, const wend_limits* limits);
/* The host has put the body there; see nav/world.hpp. */
WEND_API wend_status wend_agent_set_position(wend_world* world, wend_agent_id id, wend_place place,
                                             wend_point velocity, double heading);
WEND_API wend_status wend_agent_get(const wend_world* world, wend_agent_id id, wend_agent_state* state);
/* Why it has the plan that it has. */
WEND_API wend_status wend_agent_plan(const wend_world* world, wend_agent_id id);

/* --- in bulk, into the caller's memory: at most `capacity`; the result is how many there are --- */
WEND_API uint32_t wend_world_agents(const wend_world* world, wend_agent_state* states, uint32_t capacity);
/* x, y, z of each, in the same order. */
WEND_API uint32_t wend_world_positions(const wend_world* world, double* xyz, uint32_t capacity);
WEND_API uint32_t wend_world_events(const wend_world* world, wend_event* events, uint32_t capacity);

/* --- what else there is --- */
WEND_API wend_status wend_obstacle_add(wend_world* world, const wend_obstacle_def* def, wend_obstacle_id* id);
WEND_API wend_status wend_obstacle_remove(wend_world* world, wend_obstacle_id id);
WEND_API wend_status wend_obstacle_set_pose(wend_world* world, wend_obstacle_id id, double x, double y,
                                            double angle);
/* It goes there straight, and is there after so many seconds; everybody knows. */
WEND_API wend_status wend_obstacle_move_to(wend_world* world, wend_obstacle_id id, double x, double y,
                                           double angle, double seconds);
WEND_API wend_status wend_link_add(wend_world* world, wend_place from, wend_place to, int32_t two_way,
                                   wend_link_id* id);
WEND_API wend_status wend_link_set_open(wend_world* world, wend_link_id id, int32_t is_open);
WEND_API wend_status wend_link_remove(wend_world* world, wend_link_id id);
/* Ground that repels, or that must not be entered. */
WEND_API wend_status wend_area_add(wend_world* world, uint32_t layer, const wend_point* points,
                                   uint32_t count, double weight, int32_t is_forbidden, wend_area_id* id);
WEND_API wend_status wend_area_remove(wend_world* world, wend_area_id id);
/* A surface that carries whoever stands on it: its outline around its own origin. */
WEND_API wend_status wend_platform_add(wend_world* world, uint32_t layer, const wend_point* points,
                                       uint32_t count, double x, double y, double angle,
                                       wend_platform_id* id);
WEND_API wend_status wend_platform_remove(wend_world* world, wend_platform_id id);
/* It goes there straight, and is there after so many seconds. */
WEND_API wend_status wend_platform_move_to(wend_world* world, wend_platform_id id, double x, double y,
                                           double angle, double seconds);

/* --- questions about the ground as it is now --- */
WEND_API wend_status wend_query_create(const wend_world* world, wend_query** query);
WEND_API void wend_query_destroy(wend_query* query); /* before its world; null is fine */
/* WEND_OK with a path, else why there is none. Points beyond `capacity` are left out. */
WEND_API wend_status wend_query_path(wend_query* query, const wend_path_def* def, wend_path_point* points,
                                     uint32_t capacity, wend_path_info* info);
WEND_API wend_status wend_query_nearest_free(wend_query* query, wend_place place, double radius,
                                             wend_place* found);
WEND_API wend_status wend_query_random_place(wend_query* query, double radius, uint64_t seed,
                                             wend_place* found);
/* Where a ray ends; 1: it is clear up to its target. */
WEND_API int32_t wend_query_ray(wend_query* query, wend_place from, wend_point to, wend_point* end);
WEND_API int32_t wend_query_in_sight(wend_query* query, wend_place from, wend_point to, double radius);

#ifdef __cplusplus
}
#endif

#endif
