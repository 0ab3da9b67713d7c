#!/usr/bin/env python3
"""The verifier, and all of our own headers that it reaches, include nothing that plans, and of `world` only data."""

import re
import sys
from pathlib import Path

root = Path(sys.argv[1])
FORBIDDEN_MODULES = {"planning", "domains", "search", "mesh", "motion", "sim", "story", "level"}
WORLD_DATA = {"wend/world/scene.hpp", "wend/world/constraint_spec.hpp", "wend/world/planner_spec.hpp",
              "wend/world/trajectory.hpp", "wend/world/frame.hpp"}
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)


def resolve(name: str) -> Path | None:
    for folder in (root / "include", root / "src"):
        if (folder / name).is_file():
            return folder / name
    return None


def complaints(name: str, trail: list[str]) -> list[str]:
    parts = Path(name).parts
    module = parts[1] if parts[0] == "wend" else parts[0]
    way = " -> ".join(trail)
    if module in FORBIDDEN_MODULES:
        return [f"{way}: module '{module}' is not for the verifier"]
    if module == "world" and name not in WORLD_DATA:
        return [f"{way}: of 'world' only plain data is for the verifier"]
    return []


def main() -> int:
    starts = sorted((root / "src/verify").rglob("*.[ch]pp")) + sorted((root / "include/wend/verify").rglob("*.hpp"))
    if len(starts) < 10:
        print(f"found only {len(starts)} files of the verifier: looked in the wrong place?")
        return 1
    wrong: list[str] = []
    seen: set[Path] = set()
    todo = [(path, [str(path.relative_to(root))]) for path in starts]
    while todo:
        path, trail = todo.pop()
        if path in seen:
            continue
        seen.add(path)
        for name in INCLUDE.findall(path.read_text()):
            wrong += complaints(name, trail + [name])
            if (found := resolve(name)) is not None:
                todo.append((found, trail + [name]))
            else:
                wrong.append(f"{' -> '.join(trail)}: '{name}' is not one of our headers")
    print("\n".join(wrong) or f"{len(seen)} files reached, none of them plans")
    return 1 if wrong else 0


sys.exit(main())
