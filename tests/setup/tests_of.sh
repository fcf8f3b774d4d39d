#!/bin/sh
# SPDX-License-Identifier: MIT
# tools/check/tests_of names the tests that run a line: on a program of two functions and two tests of one each.
set -u
cd "$(dirname "$0")/../.." || exit 1
command -v gcov >/dev/null && command -v gcc >/dev/null || { echo "skipped: gcc and gcov are not installed"; exit 77; }
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
status=0
mkdir -p "$work/build/src"
cat >"$work/build/src/sums.c" <<'C'
static int plus(int a) {
    return a + 1;
}
static int minus(int a) {
    return a - 1;
}
static int never(void) {
    return 0;
}
int main(int argc, char** argv) {
    (void)argv;
    return argc > 9 ? never() : argc > 1 ? plus(-1) : minus(1);
}
C
(cd "$work/build" && gcc -O0 --coverage -c src/sums.c -o src/sums.c.o && gcc --coverage src/sums.c.o -o sums) || exit 1
strip=$(echo "$work/build" | tr -cd / | wc -c)
run() { # NAME ARGUMENT...
    name=$1
    shift
    GCOV_PREFIX="$work/build/by-test/$name" GCOV_PREFIX_STRIP=$strip "$work/build/sums" "$@" || status=1
}
run unit.minus
run unit.plus x
says() { # PLACE EXPECTED: the names of the tests
    VRM_COVERAGE_BUILD="$work/build" tools/check/tests_of "$1" >"$work/said"
    names=$(sed -n 's/^\(unit[^ ]*\) .*/\1/p' "$work/said" | tr '\n' ' ')
    [ "$names" = "$2" ] || { echo "failed: $1: $(cat "$work/said")"; status=1; }
}
says src/sums.c:2 'unit.plus '
says src/sums.c:5 'unit.minus '
says src/sums.c:12 'unit.minus unit.plus '
says src/sums.c 'unit.minus unit.plus '
says src/sums.c:8 ''
grep -q 'no test runs it' "$work/said" || { echo "failed: $(cat "$work/said")"; status=1; }
says src/sums.c:3000 ''
grep -q 'no code in this line' "$work/said" || { echo "failed: $(cat "$work/said")"; status=1; }
says src/none.c:1 ''
VRM_COVERAGE_BUILD="$work/none" tools/check/tests_of src/sums.c:2 >"$work/said" && status=1
grep -q 'tests_of --build' "$work/said" || { echo "failed: $(cat "$work/said")"; status=1; }
[ $status -eq 0 ] && echo "7 questions answered"
exit $status
