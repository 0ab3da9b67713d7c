#!/usr/bin/env bash
# Draws the gallery: a picture of the viewer's page for some shipped scenes and one that moves, into docs/figures/gallery,
# and docs/gallery.md around them. Needs Chromium and Node.js; the moving one needs ffmpeg too.
#   gallery.sh [SCENE ...]    only these scenes; docs/gallery.md is written when all are drawn
set -euo pipefail
cd "$(dirname "$0")/.."
command -v chromium >/dev/null || { echo "gallery: found no chromium, which draws the pictures" >&2; exit 2; }
folder=docs/figures/gallery
mkdir -p "$folder"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# scene, seconds, what the address says of the view
list() {
  cat <<'LIST'
hello 9 theme=light
counter-flow-50 18 theme=light&colour=speed
four-way-crossing 14 theme=light
exits-4 20 theme=light&colour=density&overlays=density,gauges
two-storeys 12 theme=light
space-time-goals 13 theme=light
road-crossing 12 theme=dark
moving-obstacles 10 theme=dark
city 8 theme=light
LIST
}

while read -r scene time view; do
  [ $# -eq 0 ] || [[ " $* " == *" $scene "* ]] || continue
  # The picture is what counts here, not whether the run kept its promise.
  build/wend run "$scene" --seconds "$time" --html "$work/$scene.html" >/dev/null || [ $? -eq 1 ]
  node scripts/page_picture.mjs "$work/$scene.html#time=$time&quality=high&$view" "$folder/$scene.png" 960x600
  echo "$folder/$scene.png"
done < <(list)

if command -v ffmpeg >/dev/null && { [ $# -eq 0 ] || [[ " $* " == *" film "* ]]; }; then
  build/wend run four-way-crossing --seconds 10 --html "$work/film.html" >/dev/null || [ $? -eq 1 ]
  node scripts/page_film.mjs "$work/film.html#quality=high&theme=light&overlays=trails,goals" "$work/frames" 3 8 10 720x450
  ffmpeg -v error -y -framerate 10 -i "$work/frames/%04d.png" \
    -filter_complex 'split[a][b];[a]palettegen=max_colors=96[p];[b][p]paletteuse=dither=none' "$folder/film.gif"
  echo "$folder/film.gif"
fi

[ $# -eq 0 ] || exit 0
{
  echo "# Gallery"
  echo
  echo "Pictures of the viewer's page, drawn by \`scripts/gallery.sh\`. Each can be had live: \`wend serve SCENE\`."
  [ -f "$folder/film.gif" ] && printf '\n![Four streams of people cross](figures/gallery/film.gif)\n'
  while read -r scene _; do
    [ -f "$folder/$scene.png" ] || continue
    about=$(build/wend scenes --json | python3 -c "import json,sys; print(next(s['description'] for s in json.load(sys.stdin)['scenes'] if s['name'] == '$scene'))")
    printf '\n## %s\n\n%s\n\n![%s](figures/gallery/%s.png)\n' "$scene" "$about" "$scene" "$scene"
  done < <(list)
} >docs/gallery.md
echo docs/gallery.md
