#!/usr/bin/env bash
# What was built without threads asks for none, and does the same as what was built with them.
#   serial.sh SOURCE BUILD PROGRAM COMPILER     PROGRAM: crowd_run, built with threads
set -euo pipefail
source_dir=$1 serial=$2/serial program=$3 compiler=$4
[ -f "$serial/src/libwend_nav.a" ] || exit 77
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "$1" >&2; exit 1; }

cmake --install "$serial" --prefix "$work/prefix" >"$work/install.log"
for library in "$work"/prefix/lib*/*.a "$work"/prefix/lib/*/*.a; do
  [ -f "$library" ] || continue
  asked=$(nm -uC "$library" 2>/dev/null | grep -E 'pthread_|std::thread|condition_variable' | sort -u || true)
  [ -z "$asked" ] || fail "$(basename "$library") asks for threads:$asked"
done
grep -rn 'Threads::Threads' "$work/prefix" && fail "what is installed asks for a thread library"

export PKG_CONFIG_PATH
PKG_CONFIG_PATH=$(dirname "$(find "$work/prefix" -name wend-core.pc)")
"$compiler" -O1 "$source_dir/tests/builds/crowd_run.cpp" -o "$work/crowd_run" $(pkg-config --cflags --libs wend-core)
with=$("$program") without=$("$work/crowd_run")
[ "$with" = "$without" ] || fail "with threads $with, without $without"
echo "$without"
