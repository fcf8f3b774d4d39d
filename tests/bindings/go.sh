#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: go.sh BUILD_FOLDER
# The Go program of docs/guide/bindings.md is built by cgo as it stands, prints the avatar's name, and says
# why when a file cannot be loaded. By Go's own compiler, or by gccgo, which is a tenth of its size.
set -eu
build=$1
cd "$(dirname "$0")/../.."
root=$PWD
go=$(command -v go || find /usr/bin -name 'go-[0-9]*' | sort | tail -n 1)
[ -n "$go" ] || { echo "skipped: neither golang-go nor gccgo is installed"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/program" "$work/pkgconfig"
awk '/^```go$/ { open = 1; next } /^```$/ { open = 0 } open' docs/guide/bindings.md >"$work/program/main.go"
printf 'module program\n' >"$work/program/go.mod"
# cgo takes no flags with spaces: links stand for both folders.
ln -s "$build" "$work/build"
ln -s "$root/include" "$work/include"
sed -e "s|^libdir=.*|libdir=$work/build|" -e "s|^includedir=.*|includedir=$work/include|" "$build/vrm.pc" >"$work/pkgconfig/vrm.pc"
export PKG_CONFIG_PATH="$work/pkgconfig" LD_LIBRARY_PATH="$build" GOCACHE="$work/cache" GOPATH="$work/go" GOFLAGS=-mod=mod GO111MODULE=on
(cd "$work/program" && "$go" build -o "$work/run" .) >"$work/said" 2>&1 || { cat "$work/said"; exit 1; }
said=$("$work/run" "$build/examples/avatar.vrm")
[ "$said" = "Sample" ] || { echo "said: $said"; exit 1; }
if "$work/run" /nonexistent.vrm >"$work/said" 2>&1; then echo "a missing file is no error"; exit 1; fi
grep -qi '^/nonexistent.vrm: .*file failed: no such file or directory$' "$work/said" || { cat "$work/said"; exit 1; }
echo "$said"
