#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: check.sh FORTIFIED PROGRAM|LIBRARY.so|ARCHIVE.a...
#
# The protections of cmake/harden.cmake, in what was built. FORTIFIED is yes where the build
# optimizes. Whether the kernel enforces BTI or CET is up to the start files of the C library, which
# are linked in: so that is looked for in our own objects, in archives.
set -u
fortified=$1
shift
command -v readelf >/dev/null || { echo "skipped: no readelf"; exit 77; }
bad=0
fail() {
    echo "$1: $2"
    bad=1
}

check_linked() {
    said=$(readelf --wide --file-header --segments --dynamic "$1")
    echo "$said" | grep -q 'Type: *DYN' || fail "$1" "its addresses are known ahead (no PIE)"
    echo "$said" | grep -q 'GNU_RELRO' || fail "$1" "no RELRO"
    echo "$said" | grep -q 'BIND_NOW\|FLAGS_1.*NOW' || fail "$1" "functions are bound late, in memory that stays writable"
    echo "$said" | grep -q 'GNU_STACK.* RWE' && fail "$1" "the stack is executable"
    echo "$said" | grep -q 'TEXTREL' && fail "$1" "code is written when it is loaded"
    echo "$said" | grep -q ' LOAD .* RWE ' && fail "$1" "memory is writable and executable"
    names=$(readelf --wide --dyn-syms "$1")
    echo "$names" | grep -q '__stack_chk_fail' || fail "$1" "no stack protector"
    if [ "$fortified" = yes ]; then
        echo "$names" | grep -q '_chk@' || fail "$1" "no checked function of the C library"
    fi
    return 0
}

check_archive() {
    machine=$(readelf --file-header "$1" 2>/dev/null | sed -n 's/ *Machine: *//p' | head -n 1)
    case $machine in
    AArch64) wanted=BTI ;;
    *X86-64) wanted=IBT ;;
    *) echo "$1: $machine has no protected jumps"; return ;;
    esac
    objects=$(readelf --file-header "$1" 2>/dev/null | grep -c '^File: ')
    protected=$(readelf --notes "$1" 2>/dev/null | grep -c "Properties:.*$wanted")
    [ "$objects" -gt 0 ] && [ "$objects" -eq "$protected" ] ||
        fail "$1" "$protected of $objects objects have $wanted"
    echo "$1: $protected of $objects objects have $wanted"
}

for file in "$@"; do
    case $file in
    *.a) check_archive "$file" ;;
    *) check_linked "$file" ;;
    esac
done
exit $bad
