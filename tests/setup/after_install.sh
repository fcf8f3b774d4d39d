#!/bin/sh
# SPDX-License-Identifier: MIT
# What tools/package/after_install does and says, with a mock of ldconfig and of the user.
set -eu
. "$(dirname "$0")/mock.sh"

mkdir -p "$work/searched/lib" "$work/other/lib/multiarch" "$work/empty/lib"
touch "$work/searched/lib/libvrm.so.0" "$work/other/lib/multiarch/libvrm.so.0"
touch "$work/empty/lib/libvrm.a"
ln -s searched "$work/link"

mock id <<'M'
echo "$user"
M
mock ldconfig <<'M'
echo "ldconfig $*" >>"$calls"
case " $* " in
*" -N "*) echo "$searched: (from /etc/ld.so.conf.d/libc.conf:2)" ;;
*) exit "$ldconfig_status" ;;
esac
M
searched=$work/searched/lib ldconfig_status=0 user=0
export searched ldconfig_status user
PATH=$work/bin:$PATH

run() { "$root/tools/package/after_install" "$1" >"$work/said" 2>&1; }

claim "root: ldconfig is run, so that programs find the library"
run "$work/searched"
called '^ldconfig $' 1
says "ldconfig has been run; programs find libvrm in $work/searched/lib"

claim "a prefix that is a link is a folder that programs search"
run "$work/link"
called '^ldconfig $' 1

claim "an unprivileged user is told to run it, and nothing is tried"
user=1000
run "$work/searched"
called '^ldconfig $' 0
says "run ldconfig as root once, so that programs find libvrm in $work/searched/lib"

claim "root in a container where ldconfig fails is told the same"
user=0 ldconfig_status=1
run "$work/searched"
says 'run ldconfig as root once'
says_not 'has been run'
ldconfig_status=0

claim "a folder that nothing searches: the variables that help, with the library's folder"
run "$work/other"
called '^ldconfig $' 0
says "export LD_LIBRARY_PATH=$work/other/lib/multiarch PKG_CONFIG_PATH=$work/other/lib/multiarch/pkgconfig"

claim "DESTDIR: a package is made, and this machine stays as it is"
DESTDIR=$work/stage run "$work/searched"
called . 0
[ ! -s "$work/said" ] || fail "$claim"

claim "without a shared library there is nothing to find"
run "$work/empty"
called . 0
[ ! -s "$work/said" ] || fail "$claim"

# make install says it, and hands DESTDIR on however it is given.
mkdir "$work/tree"
cp -r "$root/Makefile" "$root/tools" "$work/tree"
for tool in deps.sh build_preset; do printf '#!/bin/sh\n' >"$work/tree/tools/$tool"; done
mock cmake <<'M'
echo "cmake $* DESTDIR=${DESTDIR:-}" >>"$calls"
M
claim "make install ends with it"
make -s -C "$work/tree" install PREFIX="$work/searched" >"$work/said" 2>&1
called "^cmake --install build --prefix $work/searched DESTDIR=\$" 1
says 'ldconfig has been run'
claim "make install DESTDIR= stays quiet"
make -s -C "$work/tree" install PREFIX="$work/searched" DESTDIR="$work/stage" >"$work/said" 2>&1
called "DESTDIR=$work/stage\$" 1
called '^ldconfig' 0
echo "all claims hold"
