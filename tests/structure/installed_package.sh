#!/usr/bin/env bash
# The example builds against the *installed* package and runs.
set -euo pipefail
source_dir=$1 build_dir=$2 compiler=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake --install "$build_dir" --prefix "$work/prefix" >"$work/install.log"
cmake -S "$source_dir/examples/hello" -B "$work/build" -G Ninja -DCMAKE_PREFIX_PATH="$work/prefix" \
  -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_BUILD_TYPE=Release >"$work/configure.log" || { cat "$work/configure.log"; exit 1; }
cmake --build "$work/build"
"$work/build/hello" "$work/prefix/share/wend/scenes/hello.json"
"$work/prefix/bin/wend" --version
