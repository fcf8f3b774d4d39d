# SPDX-License-Identifier: MIT
# Sourced by the tests of this folder: an empty folder `work`, mocks in `work/bin`, and claims.
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin"
unset DEPS        # whoever runs the tests may have set it; the claims say when it is
calls=$work/calls # what the mocks were called with, a line each
: >"$calls"
export calls

mock() { # name; the shell script is on standard input
    { echo '#!/bin/sh'; cat; } >"$work/bin/$1"
    chmod +x "$work/bin/$1"
}

fail() {
    echo "FAILED: $1"
    echo "--- said:"; cat "$work/said"
    echo "--- calls:"; cat "$calls"
    exit 1
}

says() { grep -q -e "$1" "$work/said" || fail "$claim: nothing says '$1'"; }
says_not() { if grep -q -e "$1" "$work/said"; then fail "$claim: something says '$1'"; fi; }
called() { # pattern count
    [ "$(grep -c -e "$1" "$calls")" -eq "$2" ] || fail "$claim: '$1' was not called $2 times"
}

claim() {
    claim=$*
    : >"$calls"
}
