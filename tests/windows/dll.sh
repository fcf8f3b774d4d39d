#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: dll.sh PYTHON [BUILD_FOLDER]
# libvrm.dll for 64-bit Windows, from the amalgamation or from the build of preset `windows`, compiles without a warning, needs
# no library that Windows lacks, and exports what libvrm exports.
set -u
cd "$(dirname "$0")/../.." || exit 1
prefix=x86_64-w64-mingw32
command -v $prefix-gcc >/dev/null || { echo "skipped: $prefix-gcc is not installed (tools/deps.sh check)"; exit 77; }
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
status=0
"$1" tools/package/windows_package "$work" ${2:+"$2"} || exit 1
$prefix-objdump -p "$work/libvrm/bin/libvrm.dll" >"$work/facts"
awk '/\[Ordinal\/Name Pointer\]/ { open = 1 } open && /vrm_/ { print $NF }' "$work/facts" | LC_ALL=C sort >"$work/exports"
diff tests/api/symbols.txt "$work/exports" || { echo "libvrm.dll exports something else"; status=1; }
needed=$(sed -n 's/.*DLL Name: //p' "$work/facts" | sort | tr '\n' ' ')
[ "$needed" = "KERNEL32.dll msvcrt.dll " ] || { echo "libvrm.dll needs: $needed"; status=1; }
# A program links against it.
echo '#include <vrm/vrm.h>
int main(void) { return vrm_version() == 0; }' |
    $prefix-gcc -I"$work/libvrm/include" -x c - -x none "$work/libvrm/lib/libvrm.dll.a" -o "$work/program.exe" || status=1
[ $status -eq 0 ] && echo "$(wc -l <"$work/exports") functions"
exit $status
