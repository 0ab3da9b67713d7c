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

# What is installed to be included is what the front doors reach; the inside of the crowd comes with the viewer alone.
headers() { find "$1" -name '*.hpp' | sed "s|^$1/||" | LC_ALL=C sort; }
[ -f "$prefix/include/wend/nav/world.hpp" ] || fail "found no wend/nav/world.hpp"
cmake -DWEND_DOORS="nav/*.hpp;search/search.hpp;io/*.hpp;level/*.hpp;verify/*.hpp" -DWEND_INCLUDE="$source_dir/include" \
  -DWEND_INCLUDE_DESTINATION="$work/doors" -P "$source_dir/cmake/InstallHeaders.cmake" >/dev/null
inside=$(headers "$work/doors" | grep -E '^wend/(sim|planning|domains|fields|locomotion|motion|check)/' || true)
[ -z "$inside" ] || fail "without the viewer nobody needs $inside"
echo "$(headers "$work/doors" | wc -l) headers without the viewer, $(headers "$prefix/include" | wc -l) with it"

# Part of another build it makes the library and nothing else, and fetches nothing.
mkdir "$work/game"
cat >"$work/game/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.25)
project(game LANGUAGES CXX)
set(WEND_COMPONENTS core)
add_subdirectory($source_dir wend)
add_executable(game $source_dir/examples/path/main.cpp)
target_link_libraries(game PRIVATE wend::core)
END
http_proxy=http://0.0.0.0 https_proxy=http://0.0.0.0 cmake -S "$work/game" -B "$work/game/build" -G Ninja -DCMAKE_CXX_COMPILER="$compiler" >"$work/game.log" 2>&1 ||
  { cat "$work/game.log"; fail "as part of another build"; }
more=$(ninja -C "$work/game/build" -t targets all | grep -E 'wend_(cli|io|view|shared)|viewer|npm|_tests:' || true)
[ -z "$more" ] || fail "as part of another build it makes $more"

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
