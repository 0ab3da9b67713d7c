#!/usr/bin/env python3
"""The declarations for C# say what wend.h says: every function with its parameters, every struct with its fields in
order, every constant."""
import re
import sys

from header import parse

TYPES = {"uint32_t": "uint", "int32_t": "int", "uint64_t": "ulong", "double": "double", "void": "void",
         "const char*": "IntPtr", "wend_status": "Status"}


def name_of(kind):
    """wend_agent_id as AgentId."""
    return "".join(part.capitalize() for part in kind.removeprefix("wend_").split("_"))


def managed(kind):
    bare = kind.removeprefix("const ")
    if kind in TYPES:
        return TYPES[kind]
    if bare.endswith("*") or bare in ("wend_task", "wend_run_tasks"):
        return "IntPtr"
    return TYPES.get(bare) or name_of(bare)


functions, structs, constants = parse(sys.argv[1])
source = re.sub(r"//.*", "", open(sys.argv[2]).read())
problems = []

for name, (result, parameters) in functions.items():
    match = re.search(rf"static extern ([\w]+) {name}\(([^)]*)\);", source)
    if not match:
        problems.append(f"{name}: not declared")
        continue
    found = [match[1]] + [re.sub(r"^(out|ref|in) (\w+)$", "IntPtr", " ".join(p.split()[:-1]).replace("[]", " []"))
                          for p in match[2].split(",") if p.strip()]
    found = ["IntPtr" if "[]" in kind or kind == "string" else kind for kind in found]
    wanted = [managed(result)] + [managed(kind) for kind, _ in parameters]
    if found != wanted:
        problems.append(f"{name}: found {found}, expected {wanted}")
for name, fields in structs.items():
    match = re.search(rf"struct {name_of(name)}\s*\{{(.*?)\}}", source, re.S)
    if not match:
        problems.append(f"struct {name}: not declared")
        continue
    found = [kind for kinds, names in re.findall(r"public (\w+) ([\w, ]+);", match[1])
             for kind in [kinds] * len(names.split(","))]
    wanted = [managed(kind) for kind, _ in fields]
    if found != wanted:
        problems.append(f"struct {name}: found {found}, expected {wanted}")
for name, value in constants.items():
    short = "".join(part.capitalize() for part in name.removeprefix("WEND_").split("_"))
    if not re.search(rf"\b{short} = {value}\b", source):
        problems.append(f"{name}: found no {short} = {value}")
print("\n".join(problems) or f"{len(functions)} functions, {len(structs)} structs, {len(constants)} constants agree")
sys.exit(bool(problems))
