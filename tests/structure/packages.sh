#!/usr/bin/env bash
# The Debian packages: what is in which, and what the library and the tool need.
set -euo pipefail
command -v dpkg-deb >/dev/null && command -v dpkg-shlibdeps >/dev/null || exit 77
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "$1" >&2; exit 1; }
(cd "$1" && cpack -G DEB -B "$work") >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }

contents() { dpkg-deb --contents "$work/$1"_*.deb; }
has() { grep -q "$2" <<<"$(contents "$1")" || fail "$1: found no $2"; }
has libwend0 'libwend\.so\.0$\|libwend\.so\.0 ->'
has libwend-dev 'include/wend\.h'
has libwend-dev 'wendConfig\.cmake'
has libwend-dev 'libwend\.so ->'
has wend-tools 'bin/wend$'
has wend-tools 'scenes/hello\.json'
grep -q '\.hpp\|\.a$' <<<"$(contents libwend0)" && fail "libwend0: found what programs are built with"
dpkg-deb --field "$work"/libwend0_*.deb Depends | grep -Ei 'sqlite|tbb|recast|fmt' && fail "libwend0: needs more than it should"

# Installed into a root of its own the library runs a program that was built against it; removed, nothing of it is left.
root=$work/root as_root=()
if [ "$(id -u)" -ne 0 ]; then
  command -v fakeroot >/dev/null || { echo "not installed: neither root nor fakeroot"; exit 0; }
  as_root=(fakeroot)
fi
mkdir -p "$root"/var/lib/dpkg/{info,updates,triggers} "$root/var/log"
# There is no shell in that root: the packages' scripts run outside of it, where nothing is to be told to the loader.
mkdir "$work/bin"
ln -s "$(command -v true)" "$work/bin/ldconfig"
touch "$root"/var/lib/dpkg/{status,available}
packages() {
  PATH=$work/bin:$PATH:/usr/sbin:/sbin "${as_root[@]}" dpkg --root="$root" --force-not-root --force-depends \
    --force-script-chrootless "$@" >>"$work/dpkg.log" 2>&1 ||
    { cat "$work/dpkg.log"; fail "dpkg $1"; }
}
left() { find "$root" ! -type d ! -path "$root/var/*"; }
packages --install "$work"/*.deb
lib=$(dirname "$(find "$root" -name libwend.so)")
cc "$(dirname "$0")/../../examples/c/main.c" -o "$work/sample" -I"$root/usr/include" -L"$lib" -lwend
LD_LIBRARY_PATH=$lib "$work/sample" >/dev/null
LD_LIBRARY_PATH=$lib "$root/usr/bin/wend" --version >/dev/null
packages --purge wend-tools libwend-dev libwend0
[ -z "$(left)" ] || fail "removed, and still there: $(left)"
echo "$(ls "$work"/*.deb | wc -l) packages"
