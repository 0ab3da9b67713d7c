#!/usr/bin/env python3
"""The include graph, the build's DEPENDS and the table in docs/architecture.md must say the same.

A module may include itself and whatever its row of the table reaches. The verifier reaches no planner. Public headers
include public ones only, and every header can be included twice."""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
problems = []


def table_rows():
    rows, is_modules = {}, False
    for line in (root / "docs/architecture.md").read_text().splitlines():
        if line.startswith("#"):
            is_modules = line == "## Modules"
        match = re.match(r"\| `(\w+)` \|[^|]*\|([^|]*)\|", line)
        if match and is_modules:
            rows[match[1]] = set(re.findall(r"`(\w+)`", match[2]))
    return rows


def build_rows():
    text = (root / "src/CMakeLists.txt").read_text()
    text = re.sub(r"#.*", "", text)
    rows = {}
    for call in re.findall(r"wend_module\(([^)]*)\)", text):
        words = call.split()
        depends = []
        if "DEPENDS" in words:
            for word in words[words.index("DEPENDS") + 1:]:  # up to the next keyword
                if word == "PRIVATE":
                    break
                depends.append(word)
        rows[words[0]] = set(depends)
    return rows


def reach(rows, module, seen=None):
    seen = set() if seen is None else seen
    for other in rows.get(module, ()):
        if other not in seen:
            seen.add(other)
            reach(rows, other, seen)
    return seen


def files_of(module):
    for folder in (root / "include/wend" / module, root / "src" / module):
        yield from sorted(folder.rglob("*.[ch]pp"))


table, build = table_rows(), build_rows()
if not table:
    problems.append("docs/architecture.md: no module table found")
if table != build:
    for module in sorted(table.keys() | build.keys()):
        if table.get(module) != build.get(module):
            problems.append(f"{module}: docs/architecture.md says {sorted(table.get(module, []))}, "
                            f"src/CMakeLists.txt says {sorted(build.get(module, []))}")

for module in build:
    allowed = reach(build, module) | {module}
    if module in allowed - {module}:
        problems.append(f"{module}: depends on itself")
    for path in files_of(module):
        if path.suffix == ".hpp" and "#pragma once" not in path.read_text().splitlines():
            problems.append(f"{path.relative_to(root)}: no #pragma once")
        for number, line in enumerate(path.read_text().splitlines(), 1):
            match = re.match(r'\s*#\s*include\s+"(?:wend/)?(\w+)/', line)
            if match and match[1] in build and match[1] not in allowed:
                problems.append(f"{path.relative_to(root)}:{number}: {module} may not include {match[1]}")
            if root / "include" in path.parents and re.match(r'\s*#\s*include\s+"(?!wend/)', line):
                problems.append(f"{path.relative_to(root)}:{number}: a public header may not include a private one")

planners = {"planning", "domains", "search", "mesh"}
if reach(build, "verify") & planners:
    problems.append(f"verify reaches {sorted(reach(build, 'verify') & planners)}")

print("\n".join(problems) or f"{len(build)} modules, every include in the allowed direction")
sys.exit(bool(problems))
