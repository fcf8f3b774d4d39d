#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: run.sh [--update] VRM FILE.t
#
# Runs the commands of a .t file with the given vrm command and compares what they say. A .t file
# reads like a terminal:
#
#   # A claim: what the next commands show. R-nnn numbers stand here too.
#   $ vrm info --json bot.vrm
#   {"file":"bot.vrm", ...}          a line of standard output, exactly
#   ~ *bytes in all*                 a line of standard output, as a shell pattern
#   ! vrm: cannot open x.vrm         a line of standard error (`!~ ` for a pattern)
#   ? 1                              the exit status, when it is not 0
#
# Commands run in sh, one after another in one empty folder; `> ` continues a command on the next
# line. A line of output that begins with one of these signs is written with `| ` before it, an
# empty one as `|`. Commands find vrm (the one under test), vrm_scene (writes avatars made in code),
# $DATA (tests/data), $POLICIES (examples/policies), $PLATFORMS (policies) and $VRM_CORPUS. A file with
# the line `@corpus` is skipped (status 77) without a corpus, one with the line `@gl` where nothing can
# be drawn.
#
# The runner writes the file again with what the commands really said and compares the two; --update
# keeps the new text, so that a new test needs only its claims and commands. Read it before you
# commit it.
set -u
update=no
if [ "$1" = --update ]; then update=yes; shift; fi
command=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
test=$(cd "$(dirname "$2")" && pwd)/$(basename "$2")
DATA=$(cd "$(dirname "$2")/.." && pwd)/data
POLICIES=$(cd "$(dirname "$2")/../../examples/policies" && pwd)
PLATFORMS=$(cd "$(dirname "$2")/../../policies" && pwd)
export DATA POLICIES PLATFORMS

if grep -q '^@corpus' "$test" && [ -z "${VRM_CORPUS:-}" ]; then
    echo "VRM_CORPUS is not set: skipped"
    exit 77
fi

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
mkdir "$work/folder" "$work/bin"
ln -s "$command" "$work/bin/vrm"
scene=$(dirname "$command")/vrm_scene
if [ -x "$scene" ]; then ln -s "$scene" "$work/bin/vrm_scene"; fi
PATH=$work/bin:$PATH
export PATH LC_ALL=C.UTF-8
# A build that has no sandbox at all (sanitizers, other systems) would say so for each server.
case $(vrm version --verbose) in *"not in this build"*) export VRM_SANDBOX=off ;; esac
if grep -q '^@gl' "$test"; then
    vrm_scene 1.0 "$work/try.vrm" >/dev/null || exit 1
    vrm render -q --size 8 "$work/try.vrm" -o "$work/try.png" 2>"$work/why"
    if [ $? -eq 3 ]; then echo "skipped: $(cat "$work/why")"; exit 77; fi
fi
actual=$work/actual
: >"$actual"

# Prints the lines of a stream as the .t file spells them. A pattern of the expected lines that
# matches stays; every other line is what was really said.
spell() { # stream expected mark
    exec 3<"$2"
    while IFS= read -r said || [ -n "$said" ]; do
        pattern=
        IFS= read -r wanted <&3 || wanted=
        case $wanted in "~ "*) pattern=${wanted#"~ "} ;; esac
        # shellcheck disable=SC2254
        if [ -n "$pattern" ]; then
            case $said in
            $pattern)
                printf '%s%s\n' "${3%" "}" "$wanted"
                continue
                ;;
            esac
        fi
        if [ -n "$3" ]; then printf '%s%s\n' "$3" "$said"; continue; fi
        case $said in
        "") echo "|" ;;
        "# "* | "#" | "\$ "* | "> "* | "~ "* | "! "* | "!~ "* | "? "* | "|"* | "@"*) printf '| %s\n' "$said" ;;
        *) printf '%s\n' "$said" ;;
        esac
    done <"$1"
    exec 3<&-
}

run_pending() {
    [ -s "$work/script" ] || return 0
    (cd "$work/folder" && sh "$work/script" >"$work/out" 2>"$work/err" </dev/null)
    status=$?
    spell "$work/out" "$work/want_out" "" >>"$actual"
    spell "$work/err" "$work/want_err" "! " >>"$actual"
    [ $status -eq 0 ] || echo "? $status" >>"$actual"
    : >"$work/script"
}

: >"$work/script"
: >"$work/want_out"
: >"$work/want_err"
while IFS= read -r line || [ -n "$line" ]; do
    case $line in
    "\$ "*)
        run_pending
        printf '%s\n' "$line" >>"$actual"
        printf '%s\n' "${line#"$ "}" >"$work/script"
        : >"$work/want_out"
        : >"$work/want_err"
        ;;
    "> "*)
        printf '%s\n' "$line" >>"$actual"
        printf '%s\n' "${line#"> "}" >>"$work/script"
        ;;
    "#"* | "" | "@"*)
        run_pending
        printf '%s\n' "$line" >>"$actual"
        ;;
    "! "*) printf '%s\n' "${line#"! "}" >>"$work/want_err" ;;
    "!~ "*) printf '%s\n' "${line#!}" >>"$work/want_err" ;;
    "? "*) ;;
    *) printf '%s\n' "$line" >>"$work/want_out" ;;
    esac
done <"$test"
run_pending

if [ $update = yes ]; then
    cp "$actual" "$test"
elif ! diff -u "$test" "$actual" >"$work/diff"; then
    sed "1s|.*|--- expected: $test|; 2s|.*|+++ said|" "$work/diff"
    exit 1
fi
echo "$(grep -c '^\$ ' "$test") commands"
