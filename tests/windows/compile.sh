#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: compile.sh PYTHON
# Every file of preset `windows` outside of src/ (dll.sh compiles that) compiles for Windows without a warning. No object is
# written, so that it takes seconds; files that others include are generated first, all that the build knows.
set -u
cd "$(dirname "$0")/../.." || exit 1
prefix=x86_64-w64-mingw32
command -v $prefix-gcc >/dev/null || { echo "skipped: $prefix-gcc is not installed (tools/deps.sh check)"; exit 77; }
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cmake --preset windows -B "$work" -DCMAKE_EXPORT_COMPILE_COMMANDS=ON >"$work/log" 2>&1 || { tail -20 "$work/log"; exit 1; }
generated=$(ninja -C "$work" -t targets all | sed -n 's/^\([^/].*\.inc\): CUSTOM_COMMAND$/\1/p')
[ -n "$generated" ] || { echo "the build generates nothing; did the form of ninja -t targets change?"; exit 1; }
# shellcheck disable=SC2086
ninja -C "$work" $generated >"$work/log" 2>&1 || { tail -20 "$work/log"; exit 1; }
"$1" - "$work" "$PWD" <<'PYTHON'
import json, os, shlex, subprocess, sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
work, root = Path(sys.argv[1]), Path(sys.argv[2])
def check(entry):
    words = [w for w in shlex.split(entry["command"]) if "ccache" not in w]
    cut = words.index("-o")
    return subprocess.run([*words[:cut], "-fsyntax-only", *words[cut + 2:]], cwd=entry["directory"]).returncode
entries = [e for e in json.loads((work / "compile_commands.json").read_text())
           if Path(e["file"]).resolve().is_relative_to(root) and not Path(e["file"]).resolve().is_relative_to(root / "src")]
with ThreadPoolExecutor(os.cpu_count()) as pool:
    failed = sum(code != 0 for code in pool.map(check, entries))
print(f"{len(entries)} files, {failed} failed")
sys.exit(failed != 0 or not entries)
PYTHON
