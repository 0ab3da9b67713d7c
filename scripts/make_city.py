#!/usr/bin/env python3
"""Writes scenes/city.json: ten thousand agents among city blocks of 40 m, with obstacles that appear and go.

    scripts/make_city.py > scenes/city.json
"""
import json
import random

BLOCK, STREET, BLOCKS, GROUP = 40, 10, 10, 25
PITCH = BLOCK + STREET
SIZE = PITCH * BLOCKS + STREET


def box(x, y, width, height):
    return {"box": [[x, y], [x + width, y + height]]}


def main():
    pick = random.Random(1)
    blocked = [box(PITCH * x + STREET, PITCH * y + STREET, BLOCK, BLOCK) for x in range(BLOCKS) for y in range(BLOCKS)]
    groups = []
    for i in range(10000 // GROUP):
        x, y = pick.randint(0, BLOCKS - 1), pick.randint(0, BLOCKS - 1)
        to = (x, y)
        while to == (x, y):
            to = tuple(min(max(c + pick.randint(-3, 3), 0), BLOCKS) for c in (x, y))
        low = [PITCH * x + 1, PITCH * y + 1]
        high = [low[0] + PITCH - 2, low[1] + STREET - 2] if pick.random() < 0.5 else [low[0] + STREET - 2, low[1] + PITCH - 2]
        groups.append({"name": f"group-{i}", "count": GROUP, "rectangle": [low, high],
                       "goal": {"polygon": box(PITCH * to[0] + 1, PITCH * to[1] + 1, STREET - 2, STREET - 2), "leaves": True}})
    obstacles = []
    for i in range(60):
        x, y = PITCH * pick.randint(0, BLOCKS - 1) + STREET + pick.uniform(5, 35), PITCH * pick.randint(0, BLOCKS) + pick.uniform(2, 8)
        begin = pick.uniform(5, 100)
        obstacles.append({"name": f"crate-{i}", "radius": 1.0, "position": [round(x, 2), round(y, 2)],
                          "present": [round(begin, 1), round(begin + pick.uniform(10, 60), 1)]})
    scene = {"version": 1, "name": "city", "description": "Ten thousand agents among city blocks; obstacles appear and go.",
             "bounds": [[0, 0], [SIZE, SIZE]], "duration": 300, "time_step": 0.1, "prediction": True,
             "layers": [{"name": "ground", "blocked": blocked}], "obstacles": obstacles, "groups": groups, "success": {}}
    lines = []
    for key, value in scene.items():
        if isinstance(value, list) and value and isinstance(value[0], dict) and key != "layers":
            lines.append(f'  "{key}": [\n' + ",\n".join("    " + json.dumps(one) for one in value) + "\n  ]")
        else:
            lines.append(f'  "{key}": {json.dumps(value)}')
    print("{\n" + ",\n".join(lines) + "\n}")


if __name__ == "__main__":
    main()
