#!/usr/bin/env python3
"""Rooms of a module: folders of files that are read together. docs/architecture.md has a table for each module
that has them, lowest first; every include between rooms must be an arrow of the table, which only point to rooms
above in the table. A room holds no more than a dozen ideas (files of one name), and every file has a room."""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
most_ideas = 12
everything = "src/sim/crowd.hpp"  # what stages still take as a whole; it is to go
problems = []


def tables():
    """By module: rooms in the table's order, and what each may include."""
    found, module = {}, None
    for line in (root / "docs/architecture.md").read_text().splitlines():
        if heading := re.match(r"#+ Rooms of `(\w+)`", line):
            module = heading[1]
            found[module] = {}
        elif line.startswith("#"):
            module = None
        elif module and (row := re.match(r"\| `(\w+)` \|[^|]*\|([^|]*)\|", line)):
            found[module][row[1]] = re.findall(r"`(\w+)`", row[2])
    return found


def check_order(module, rooms):
    above = set()
    for room, includes in rooms.items():
        for other in includes:
            if other not in above:
                problems.append(f"docs/architecture.md: {module}/{room} includes {other}, which is not above it")
        above.add(room)


def check_room(module, room, includes):
    folder = root / "src" / module / room
    files = sorted(folder.glob("*.[ch]pp"))
    ideas = {path.stem for path in files}
    if not 0 < len(ideas) <= most_ideas:
        problems.append(f"src/{module}/{room}: found {len(ideas)} ideas, expected 1 to {most_ideas}")
    for path in files:
        for number, line in enumerate(path.read_text().splitlines(), 1):
            match = re.match(rf'\s*#\s*include\s+"{module}/(\w+)/', line)
            if match and match[1] != room and match[1] not in includes:
                problems.append(f"{path.relative_to(root)}:{number}: {room} may not include {match[1]}")
            whole = re.match(rf'\s*#\s*include\s+"({module}/\w+\.[ch]pp)"', line)
            if whole and f"src/{whole[1]}" != everything:
                problems.append(f"{path.relative_to(root)}:{number}: includes a file without a room")


found = tables()
if not found:
    problems.append("docs/architecture.md: no table of rooms found")
for module, rooms in found.items():
    check_order(module, rooms)
    for room, includes in rooms.items():
        check_room(module, room, includes)
    for path in sorted((root / "src" / module).rglob("*.[ch]pp")):
        if path == root / everything:
            continue
        if path.parent.name not in rooms or path.parent.parent.name != module:
            problems.append(f"{path.relative_to(root)}: stands in no room of docs/architecture.md")

print("\n".join(problems) or f"rooms of {', '.join(found)}: every include in the allowed direction")
sys.exit(bool(problems))
