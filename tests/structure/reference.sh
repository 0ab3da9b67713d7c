#!/usr/bin/env bash
# Doxygen makes the reference without a warning.
set -euo pipefail
command -v doxygen >/dev/null || exit 77
cd "$1"
WEND_REFERENCE=$(mktemp -d)
export WEND_REFERENCE
trap 'rm -rf "$WEND_REFERENCE"' EXIT
doxygen docs/Doxyfile
test -s "$WEND_REFERENCE/html/index.html"
