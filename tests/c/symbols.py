#!/usr/bin/env python3
"""The shared library exports the functions of wend.h and nothing else, under its SONAME, and needs no more libraries
than every C++ program."""
import re
import subprocess
import sys

from header import parse

header, library, soname = sys.argv[1:]
declared = set(parse(header)[0])
listing = subprocess.run(["nm", "-D", "--defined-only", library], check=True, capture_output=True, text=True).stdout
exported = {line.split()[-1].split("@")[0] for line in listing.splitlines() if line.split()[-2] in "TWVBDR"}
dynamic = subprocess.run(["readelf", "-d", library], check=True, capture_output=True, text=True).stdout
needed = set(re.findall(r"NEEDED.*\[(.*?)\.so", dynamic))
usual = {"libstdc++", "libm", "libgcc_s", "libc", "ld-linux-x86-64", "ld-linux-aarch64", "libasan", "libubsan", "libtsan"}
problems = [f"{name}: declared and not exported" for name in sorted(declared - exported)]
problems += [f"{name}: exported and not declared" for name in sorted(exported - declared)]
problems += [f"needs {name}" for name in sorted(needed - usual)]
if f"[{soname}]" not in dynamic:
    problems.append(f"found no SONAME {soname}")
if len(declared) < 30:
    problems.append(f"found {len(declared)} functions in the header: it was not understood")
print("\n".join(problems) or f"{len(declared)} functions, all exported and nothing else")
sys.exit(bool(problems))
