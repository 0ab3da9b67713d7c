#!/usr/bin/env bash
# Installs what wend needs from Debian's packages; says nothing and needs no network when all of it is there.
#   dependencies.sh build    what `./run` needs: library and command line
#   dependencies.sh test     all that `./test` needs: also the peers, the fuzzers and the checkers
set -euo pipefail

build=(g++ cmake ninja-build ccache pkg-config
  libboost-dev libcli11-dev libfmt-dev librecast-dev libsqlite3-dev libtinygltf-dev
  nlohmann-json3-dev zlib1g-dev)
# The viewer's page is bundled with Node.js, Debian's or whatever is already there.
command -v node >/dev/null || build+=(nodejs)
command -v npm >/dev/null || build+=(npm)
test=("${build[@]}" clang-16 libclang-rt-16-dev clang-format-14 git libassimp-dev libbenchmark-dev libcgal-dev libgtest-dev
  librapidcheck-dev python3 chromium ocl-icd-libopencl1 pocl-opencl-icd)

# Tests of the reference and of the packages are skipped where these cannot be had.
welcome=()

case "${1:-}" in
  build) wanted=("${build[@]}") ;;
  test) wanted=("${test[@]}") welcome=(doxygen dpkg-dev) ;;
  *) echo "usage: $0 build|test" >&2; exit 2 ;;
esac

is_there() { [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null || true)" = installed ]; }
missing=() missed=()
for package in "${wanted[@]}"; do is_there "$package" || missing+=("$package"); done
for package in "${welcome[@]}"; do is_there "$package" || missed+=("$package"); done
[ $((${#missing[@]} + ${#missed[@]})) -eq 0 ] && exit 0

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  as_root=(sudo)
  command -v sudo >/dev/null || as_root=(false)
fi
install() {
  "${as_root[@]}" apt-get update -q >&2 &&
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "$@" >&2
}
if [ ${#missing[@]} -gt 0 ]; then
  echo "installing ${missing[*]}" >&2
  install "${missing[@]}" || { echo "wend needs these packages, and sudo or root to install them: ${missing[*]}" >&2; exit 1; }
fi
if [ ${#missed[@]} -gt 0 ]; then install "${missed[@]}" 2>/dev/null || echo "going on without ${missed[*]}" >&2; fi
