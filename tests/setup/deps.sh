#!/bin/sh
# SPDX-License-Identifier: MIT
# What somebody without any of the packages meets at `make demo`: tools/deps.sh in a PATH that has
# only a few basic programs and mocks of apt-get, sudo and id.
set -eu
. "$(dirname "$0")/mock.sh"

# A copy of the parts of the tree that set it up; what comes after is replaced.
mkdir -p "$work/tree/tests/judges" "$work/tree/build/web/libvrm/wasm"
cp -r "$root/Makefile" "$root/tools" "$work/tree"
cp "$root"/tests/judges/package*.json "$work/tree/tests/judges"
for tool in build_preset demo.sh package/web_folder; do
    printf '#!/bin/sh\necho "%s $*" >>"$calls"\n' "$tool" >"$work/tree/tools/$tool"
done
for program in sh make cat dirname env find grep ls mktemp nproc rm sed sleep tail tee uname; do
    ln -s "$(command -v "$program")" "$work/bin/$program"
done

mock id <<'M'
echo "$user"
M
mock sudo.away <<'M'
echo "sudo $*" >>"$calls"
[ "$password" = right ] || { echo "sudo: 3 incorrect password attempts" >&2; exit 1; }
exec "$@"
M
# As apt-get: says what it fetches and sets up, and here waits until somebody has seen it.
mock apt-get <<'M'
echo "apt-get $*" >>"$calls"
shown() {
    for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        if grep -q "$1" "$said"; then return 0; fi
        sleep 0.2
    done
    echo "not shown while it ran: $1" >>"$calls"
}
# In other languages, as where LC_ALL and LANG say so.
if [ "${LC_ALL:-${LANG:-C}}" != C ]; then
    echo "Holen:1 http://deb.example.org/debian stable InRelease [151 kB]"
    echo "cmake (3.25.1-1) wird eingerichtet ..."
    echo "not in English" >>"$calls"
    exit 0
fi
if [ "$1" = update ]; then
    echo "Hit:1 http://deb.example.org/debian-security stable-security InRelease"
    shown 'list is up to date: .*stable-security'
    echo "Get:2 http://deb.example.org/debian stable InRelease [151 kB]"
    shown 'fetching list .*stable InRelease .151 kB.'
    echo "Get:3 http://deb.example.org/debian stable/main amd64 Packages [8,788 kB]"
    shown 'fetching list .*stable/main amd64 Packages .8,788 kB.'
    exit 0
fi
[ "$network" = up ] || { echo "E: Unable to fetch some archives"; exit 100; }
echo "Reading package lists..."
echo "Get:1 http://deb.example.org/debian stable/main amd64 cmake amd64 3.25.1-1 [8,692 kB]"
shown 'fetching .*8,692 kB'
echo "Setting up cmake (3.25.1-1) ..."
shown 'setting up cmake'
M
said=$work/said user=1000 password=right network=up
export said user password network
make=$(command -v make)
usual=$PATH

demo() { # the status is in $status
    status=0
    env PATH="$work/bin" "$@" "$make" -s -C "$work/tree" demo >"$work/said" 2>&1 || status=$?
}

claim "nobody is root and there is no sudo: every package is named, and DEPS=no"
demo
[ $status -ne 0 ] || fail "$claim: status 0"
says 'deps: neither root nor sudo; please run as root: apt-get install cmake ninja-build gcc '
says 'libspng-dev'
says 'DEPS=no'
called . 0

claim "an unprivileged user is asked once, for everything, and told what it costs"
mv "$work/bin/sudo.away" "$work/bin/sudo"
demo
[ $status -eq 0 ] || fail "$claim: status $status"
called '^sudo' 1
called '^apt-get install' 1
says 'this may take minutes and asks for your password; DEPS=no in the environment skips it'
says 'deps: cmake is missing (the build)'
for package in cmake ninja-build gcc libspng-dev libwebp-dev clang-19 binaryen esbuild; do
    called "^apt-get install .* $package\\b" 1
done
called 'build_preset web$' 1
called 'build_preset release$' 1
called 'demo.sh' 1
# The page is there when the command that carries it is built.
sed -n '/web_folder/,$p' "$calls" | grep -q 'build_preset release$' || fail "$claim"

claim "it shows what is fetched and set up while that happens"
demo
called 'not shown' 0
says 'deps:   fetching cmake (8,692 kB)'
says 'deps:   setting up cmake'
says_not 'Reading package lists'
says_not 'fetching Packages\|fetching InRelease\|fetching stable'

claim "it shows so in every language, also where sudo keeps the one of the user"
demo LC_ALL=de_DE.UTF-8 LANG=de_DE.UTF-8
[ $status -eq 0 ] || fail "$claim: status $status"
called 'not in English' 0
called 'not shown' 0
says 'deps:   setting up cmake'

claim "root is asked for no password"
user=0
demo
called '^sudo' 0
called '^apt-get install' 1
says_not password
user=1000

claim "make alone installs nothing: it names the packages and the command that installs them"
status=0
env PATH="$work/bin" "$make" -s -C "$work/tree" >"$work/said" 2>&1 || status=$?
[ $status -ne 0 ] || fail "$claim: status 0"
says 'deps: libspng-dev is missing'
says 'to install what is missing: tools/deps.sh build$'
called '^sudo\|^apt-get' 0
called 'build_preset' 0
status=0
env PATH="$work/bin" DEPS=no "$make" -s -C "$work/tree" >"$work/said" 2>&1 || status=$?
[ $status -eq 0 ] || fail "$claim: status $status with DEPS=no"
called 'build_preset' 1

claim "DEPS=no asks for nothing"
demo DEPS=no
called '^sudo\|^apt-get' 0
called 'demo.sh' 1
[ $status -eq 0 ] || fail "$claim: status $status"

claim "a wrong password ends it before the build, with the way around"
password=wrong
demo
[ $status -ne 0 ] || fail "$claim: status 0"
says 'incorrect password'
says 'installing failed; DEPS=no skips it'
called 'build_preset' 0
password=right

claim "what apt-get said is shown when it fails"
network=down
demo
[ $status -ne 0 ] || fail "$claim: status 0"
says 'Unable to fetch some archives'
called 'build_preset' 0
network=up

claim "where there is no apt-get the packages are named, and DEPS=no"
rm "$work/bin/apt-get"
demo
[ $status -ne 0 ] || fail "$claim: status 0"
says 'no apt-get here; please install: cmake'
says 'DEPS=no'

claim "the demo's list has what the build wants, so that nobody is asked twice"
list() { PATH=$work/bin "$work/tree/tools/deps.sh" "$1" --list | PATH=$usual sed -n 's/^deps: \([^ ]*\) is missing.*/\1/p'; }
list demo >"$work/demo"
list build,web >"$work/build"
[ -s "$work/build" ] || fail "$claim: nothing is missing"
while read -r package; do
    grep -qx "$package" "$work/demo" || fail "$claim: $package"
done <"$work/build"

claim "make quick and make springs ask for their own packages, not for all of make check"
for target in quick springs; do
    list $target >"$work/few"
    [ -s "$work/few" ] || fail "$claim: nothing is missing"
    [ "$(wc -l <"$work/few")" -lt 30 ] || fail "$claim: $target wants $(wc -l <"$work/few") packages"
    list check >"$work/all"
    while read -r package; do
        grep -qx "$package" "$work/all" || fail "$claim: $package of $target is none of make check"
    done <"$work/few"
    for package in chromium mono-mcs cargo clang-19 mkdocs valgrind; do
        if grep -qx "$package" "$work/few"; then fail "$claim: $target wants $package"; fi
    done
    status=0
    env PATH="$work/bin" "$make" -s -C "$work/tree" $target >"$work/said" 2>&1 || status=$?
    says "to install what is missing: tools/deps.sh $target\$"
done

claim "several lists are asked for at once, each package once"
list build,web,deb >"$work/all"
for package in cmake clang-19 debhelper; do
    [ "$(grep -cx "$package" "$work/all")" -eq 1 ] || fail "$claim: $package"
done
list check | sort | uniq -d | grep . && fail "$claim: twice"
echo "all claims hold"
