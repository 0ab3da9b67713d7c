#!/usr/bin/env bash
# Draws the pictures of the README: one frame of each shipped scene and one path, into docs/figures. Needs no browser.
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p docs/figures
while read -r scene time; do
  # The picture is what counts here, not whether the run kept its promise.
  build/wend run "$scene" --seconds "$time" --png "docs/figures/$scene.png" >/dev/null || [ $? -eq 1 ]
  echo "docs/figures/$scene.png"
done <<'LIST'
counter-flow-50 40
space-time-goals 20
four-way-crossing 14
road-crossing 12
two-storeys 12
LIST
build/wend plan hello --from 2,5 --to 38,18 --svg docs/figures/path.svg >/dev/null
