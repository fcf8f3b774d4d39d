#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: symbols.sh LIBRARY...
# packaging/debian/PACKAGE.symbols is what each shared library exports, in the eyes of dpkg-gensymbols, which refuses a
# function that is gone and one that is not in the list.
set -u
root=$(cd "$(dirname "$0")/../.." && pwd) || exit 1
command -v dpkg-gensymbols >/dev/null || { echo "skipped: no dpkg-gensymbols (Debian: dpkg-dev)"; exit 77; }
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/debian"
cp "$root/packaging/debian/control" "$root/packaging/debian/changelog" "$work/debian/"
cd "$work" || exit 1
status=0

accepts() { # PACKAGE LIBRARY
    mkdir -p "debian/$1/DEBIAN"
    rm -f out # which would be read as well
    dpkg-gensymbols -c4 "-p$1" "-Pdebian/$1" "-e$2" "-I$symbols" -Oout >said 2>&1
}

for library; do
    name=$(basename "$library" | sed 's/^lib//; s/\.so.*//')
    package=lib$(echo "$name" | tr _ -)0 symbols=debian/lib$(echo "$name" | tr _ -)0.symbols
    cp "$root/packaging/$symbols" "$symbols"
    accepts "$package" "$library" || { cat said; echo "failed: $symbols: run tools/generate/update_api"; status=1; }
    echo " ${name}_that_is_gone@Base 0.2.0~dev" >>"$symbols"
    if accepts "$package" "$library"; then echo "failed: $package: a function that is gone is not seen"; status=1; fi
    sed 3d "$root/packaging/$symbols" >"$symbols"
    if accepts "$package" "$library"; then echo "failed: $package: a function without a line is not seen"; status=1; fi
    echo "$package: $(grep -c '^ ' "$root/packaging/$symbols") functions"
done
exit $status
