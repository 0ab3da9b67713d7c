#!/usr/bin/env bash
# Every C++ file of the project is as .clang-format wants it.
set -euo pipefail
cd "$1"
git ls-files -z '*.cpp' '*.hpp' | xargs -0 clang-format-14 --dry-run --Werror
