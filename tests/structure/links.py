#!/usr/bin/env python3
"""What the documents link to or show must be in the project."""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
problems = []
links = 0
for document in sorted([*root.glob("*.md"), *root.glob("docs/*.md"), *root.glob("scenes/*.md")]):
    in_code = False
    for number, line in enumerate(document.read_text().splitlines(), 1):
        in_code ^= line.startswith("```")
        if in_code:
            continue
        for target in re.findall(r"\]\(([^)\s#]+)", line):
            if "://" in target or target.startswith("mailto:"):
                continue
            links += 1
            if not (document.parent / target).exists():
                problems.append(f"{document.relative_to(root)}:{number}: {target} is not there")
if links == 0:
    problems.append("no link found in any document")
print("\n".join(problems) or f"{links} links lead somewhere")
sys.exit(1 if problems else 0)
