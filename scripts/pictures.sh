#!/usr/bin/env bash
# Draws the pictures of the README: a frame of some shipped scenes, what an agent plans, one path, and the viewer's page,
# into docs/figures. Only the last needs a browser; without Chromium it stays as it is.
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
build/wend run space-time-goals --seconds 9 --png docs/figures/planning.png --agent cat >/dev/null || [ $? -eq 1 ]
if command -v chromium >/dev/null && command -v node >/dev/null; then
  page=$(mktemp --suffix .html)
  trap 'rm -f "$page"' EXIT
  build/wend run space-time-goals --seconds 30 --html "$page" >/dev/null || [ $? -eq 1 ]
  view='time=13&agent=ann&theme=light&overlays=domain_plans,tunnels,expanded,plan,other_plans,trails,goals'
  node scripts/page_picture.mjs "$page#$view" docs/figures/page.png
fi
