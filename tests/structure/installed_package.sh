#!/usr/bin/env bash
# The samples build against the *installed* package, with CMake and with pkg-config, and run; who wants only the core gets
# nothing else; and what is installed says nothing of the machine that it was built on.
set -euo pipefail
source_dir=$1 build_dir=$2 compiler=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "$1" >&2; exit 1; }

cmake --install "$build_dir" --prefix "$work/built" >"$work/install.log"
mv "$work/built" "$work/prefix" # it is relocatable
prefix=$work/prefix
cmake -S "$source_dir/examples" -B "$work/build" -G Ninja -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_CXX_COMPILER="$compiler" \
  -DCMAKE_CXX_FLAGS="-Wall -Wextra -Wconversion -Werror" -DCMAKE_BUILD_TYPE=Release >"$work/configure.log" ||
  { cat "$work/configure.log"; exit 1; }
cmake --build "$work/build" >"$work/build.log" || { cat "$work/build.log"; exit 1; }

cd "$work"
for sample in path crowd obstacles player own-domain own-loop level record-and-verify c; do
  echo "== $sample"
  build/$sample || fail "$sample: exit code $?"
done
build/scene "$prefix/share/wend/scenes/hello.json"
"$prefix/bin/wend" --version

# A program that only asks for paths.
needed=$(readelf -d build/path | sed -n 's/.*NEEDED.*\[\(.*\)\]/\1/p' | grep -Ev '^(libstdc\+\+|libm|libgcc_s|libc|ld-linux.*)\.so' || true)
[ -z "$needed" ] || fail "path: needs $needed"
core=$(find "$prefix" -name 'wend_core*.cmake')
grep -Ei 'sqlite|recast|tinygltf|zlib|fmt|tbb' $core && fail "the core names what other components need"
grep -rn -e "$source_dir" -e "$build_dir" -e '/usr/lib' "$prefix"/lib*/cmake "$prefix"/lib*/pkgconfig 2>/dev/null &&
  fail "what is installed names paths of this machine"

export PKG_CONFIG_PATH
PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name wend.pc)")
cc "$source_dir/examples/c/main.c" -o from_c $(pkg-config --cflags --libs wend)
LD_LIBRARY_PATH=$(dirname "$(find "$prefix" -name libwend.so)") ./from_c >/dev/null
"$compiler" -O1 "$source_dir/examples/path/main.cpp" -o from_cxx $(pkg-config --cflags --libs wend-core)
./from_cxx >/dev/null
