#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: ci.sh BUILD_FOLDER
# packaging/ci/validate_changed.sh in a repository with good, broken, deleted and strangely named avatars.
set -eu
build=$1
script=$(cd "$(dirname "$0")/../../packaging/ci" && pwd)/validate_changed.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export VRM="$build/vrm" GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
export GIT_AUTHOR_NAME=t GIT_AUTHOR_EMAIL=t@t GIT_COMMITTER_NAME=t GIT_COMMITTER_EMAIL=t@t
fail() { echo "failed: $1"; cat "$work/said"; exit 1; }
cd "$work"
git init -q -b main repo
cd repo
"$build/vrm_scene" 1.0 old.vrm
echo text >notes.txt
git add . && git commit -qm one

echo more >>notes.txt
git commit -qam two
"$script" HEAD~1 >"$work/said" || fail "nothing changed"
grep -q 'no avatar was changed' "$work/said" || fail "nothing changed is said"

git rm -q old.vrm
"$build/vrm_scene" 1.0 'a good, one.vrm'
git add . && git commit -qm three
"$script" HEAD~1 >"$work/said" || fail "a good file"
grep -q 'a good, one.vrm: 0 errors' "$work/said" || fail "a good file is named"

head -c 3000 'a good, one.vrm' >'b,ad:
name.glb'
git add . && git commit -qm four
if "$script" HEAD~1 >"$work/said"; then fail "a broken file"; fi
grep -q '^::error file=b%2Cad%3A%0Aname.glb,title=GLB_' "$work/said" || fail "an annotation"
# A name is data: it starts no workflow command of its own, and is no option.
"$build/vrm_scene" 1.0 'x
::stop-commands::token
.vrm'
"$build/vrm_scene" 1.0 ./--help.vrm
git add . && git commit -qm five
"$script" HEAD~1 >"$work/said" || fail "strange names"
if grep -q '^::' "$work/said"; then fail "a name made a workflow command"; fi
grep -q '^x%0A::stop-commands::token%0A.vrm: 0 errors' "$work/said" || fail "a name with line ends"
grep -q '^--help.vrm: 0 errors' "$work/said" || fail "a name like an option"
# A file that becomes a link is a change, too.
head -c 3000 'a good, one.vrm' >broken.bin
ln -sf broken.bin ./--help.vrm
git add . && git commit -qm six
if "$script" HEAD~1 >"$work/said"; then fail "a link to a broken file"; fi
if "$script" HEAD~1 --ignore nonsense-option --nonsense >"$work/said" 2>&1; then fail "wrong options"; fi
if "$script" no-such-commit >"$work/said"; then fail "no commit"; fi
grep -q '^::error::no-such-commit is no commit' "$work/said" || fail "no commit is said"
echo "annotations as they should be"
