#!/usr/bin/env bash
# Builds a site that opens from a folder, without any server: the gallery, the documentation, and replays.
#   site.sh [FOLDER]    build/site unless said otherwise
set -euo pipefail
cd "$(dirname "$0")/.."
site=${1:-build/site}
mkdir -p "$site/replays"
while read -r scene seconds; do
  build/wend run "$scene" --seconds "$seconds" --html "$site/replays/$scene.html" >/dev/null || [ $? -eq 1 ]
done <<'LIST'
hello 30
counter-flow-50 40
four-way-crossing 25
exits-4 30
two-storeys 40
space-time-goals 30
road-crossing 25
moving-obstacles 20
LIST
node scripts/site_pages.mjs "$site"
echo "$site/index.html"
