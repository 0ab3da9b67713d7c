#!/usr/bin/env bash
# Builds the libFuzzer targets of tests/fuzz and runs each for a while; a crash, a leak, a hang or too much memory
# fails. What made it fail is left in build/fuzz/findings. A short run, ten seconds at most, makes the same inputs each
# time, so that it fails only because of what was changed; with --seconds, or ten minutes in a long test run, it
# explores, and what it learns is kept in build/fuzz/corpus for the next time.
#   scripts/fuzz.sh [--seconds N] [--no-build] [NAME...]     NAME: scene, map, wkt, ...; default: all of them
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=
if [ -n "${WEND_LONG_TESTS:-}" ]; then seconds=600; fi
build=yes
names=()
while [ $# -gt 0 ]; do
  case "$1" in
    --seconds) seconds=${2:?--seconds needs a number}; shift ;;
    --no-build) build=no ;;
    -*) echo "usage: $0 [--seconds N] [--no-build] [NAME...]" >&2; exit 2 ;;
    *) names+=("$1") ;;
  esac
  shift
done
if [ $build = yes ]; then
  { cmake --preset fuzz && cmake --build --preset fuzz --target fuzzers; } >&2
fi
if [ ${#names[@]} -eq 0 ]; then
  for source in tests/fuzz/*_fuzz.cpp; do
    name=$(basename "$source" _fuzz.cpp)
    names+=("$name")
  done
fi

if [ -n "$seconds" ]; then effort=(-max_total_time="$seconds"); else effort=(-seed=1 -runs=20000 -max_total_time=10); fi
ASAN_SYMBOLIZER_PATH=$(command -v llvm-symbolizer-16 || command -v llvm-symbolizer || true)
export ASAN_SYMBOLIZER_PATH
findings=build/fuzz/findings
mkdir -p "$findings"
failed=()
for name in "${names[@]}"; do
  program=build/fuzz/tests/fuzz/${name}_fuzz
  # 77 tells ctest that the test was skipped.
  [ -x "$program" ] || { echo "$program is not built: cmake --preset fuzz, then build the target fuzzers" >&2; exit 77; }
  # What is learnt goes to the first folder; a short run starts without.
  if [ -n "$seconds" ]; then grown=build/fuzz/corpus/$name; else grown=build/fuzz/short/$name; rm -rf "$grown"; fi
  mkdir -p "$grown"
  seeds=("$grown")
  if [ -d "tests/fuzz/corpus/$name" ]; then seeds+=("tests/fuzz/corpus/$name"); fi
  if [ "$name" = scene ]; then seeds+=(scenes tests/io/good tests/io/bad); fi
  options=("${effort[@]}" -timeout=10 -rss_limit_mb=2048 -max_len=16384 -print_final_stats=1
    -artifact_prefix="$findings/$name-")
  if [ -f "tests/fuzz/$name.dict" ]; then options+=(-dict="tests/fuzz/$name.dict"); fi
  log=$findings/$name.log
  if "$program" "${options[@]}" "${seeds[@]}" >"$log" 2>&1; then
    echo "$name: $(sed -n 's/^stat::number_of_executed_units: *//p' "$log") inputs, nothing found"
  else
    grep -n -m 1 -A 40 'ERROR' "$log" >&2 || tail -n 40 "$log" >&2
    failed+=("$name")
  fi
done
if [ ${#failed[@]} -gt 0 ]; then
  echo "failed: ${failed[*]}; inputs and logs are in $findings" >&2
  exit 1
fi
