/* The same library from C. */

#include <stdio.h>

#include "wend.h"

static int fail(const char* what) {
    fprintf(stderr, "%s: %s\n", what, wend_last_error());
    return 2;
}

int main(void) {
    if (wend_abi() != WEND_ABI) return fprintf(stderr, "this is another libwend\n"), 2;
    wend_world_def def = wend_default_world_def();
    def.high.x = 24;
    def.high.y = 12;
    wend_world* world = NULL;
    if (wend_world_create(&def, &world) != WEND_OK) return fail("world");

    for (int i = 0; i < 10; ++i) {
        wend_agent_def agent = wend_default_agent_def();
        agent.place.x = i % 2 ? 22 : 2;
        agent.place.y = agent.goal.y = 1 + i;
        agent.goal.x = i % 2 ? 2 : 22;
        agent.goal_radius = 0.5;
        agent.user = (uint64_t)i;
        wend_agent_id id;
        if (wend_agent_add(world, &agent, &id) != WEND_OK) return fail("agent");
    }

    uint32_t arrived = 0;
    while (arrived < 10 && wend_world_time(world) < 90) {
        if (wend_world_step(world) != WEND_OK) return fail("step");
        wend_event events[64];
        const uint32_t count = wend_world_events(world, events, 64);
        for (uint32_t i = 0; i < count && i < 64; ++i) arrived += events[i].kind == WEND_EVENT_ARRIVED;
    }
    wend_agent_state states[10];
    const uint32_t count = wend_world_agents(world, states, 10);
    for (uint32_t i = 0; i < count; ++i)
        printf("agent %d stands at (%.2f, %.2f)\n", (int)states[i].user, states[i].x, states[i].y);

    wend_query* query = NULL;
    if (wend_query_create(world, &query) != WEND_OK) return fail("query");
    wend_path_def way = wend_default_path_def();
    way.from.x = 1, way.from.y = 1, way.to.x = 23, way.to.y = 11;
    wend_path_info info;
    if (wend_query_path(query, &way, NULL, 0, &info) != WEND_OK) return fail("path");
    printf("from corner to corner it is %.2f m\n", info.length);
    wend_query_destroy(query);
    wend_world_destroy(world);
    return arrived == 10 ? 0 : 1;
}
