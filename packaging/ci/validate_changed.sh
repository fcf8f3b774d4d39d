#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: validate_changed.sh BASE [vrm validate options...]
# Validates the avatars and clips (.vrm, .vrma, .glb) that differ from the commit BASE, and says what is wrong as
# annotations of a GitHub workflow: they show at the file in a pull request. Status 1 when one has an error, 2 when the
# question itself is wrong. VRM names the command; without it, vrm.
set -u
base=${1:?usage: validate_changed.sh BASE [options...]}
shift
vrm=${VRM:-vrm}
command -v "$vrm" >/dev/null || { echo "::error::$vrm is not installed: see packaging/ci/README.md of libvrm"; exit 2; }
git rev-parse --verify --quiet "$base^{commit}" >/dev/null ||
    { echo "::error::$base is no commit here: check out with fetch-depth: 0"; exit 2; }
cd "$(git rev-parse --show-toplevel)" || exit 2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
# Added, copied, modified and renamed files, and those that became a link or a file. Names may hold anything, so they
# are separated by zero bytes, and stand behind the end of the options.
git diff -z --name-only --diff-filter=ACMRT "$base...HEAD" -- '*.vrm' '*.vrma' '*.glb' >"$work/list"
[ -s "$work/list" ] || { echo "no avatar was changed"; exit 0; }
xargs -0 "$vrm" validate --json "$@" -- <"$work/list" >"$work/report"
status=$?
# One JSON object for each file. Values of a workflow command are escaped as GitHub asks.
python3 - "$work/report" <<'PROGRAM'
import json
import sys


def value(text, more=""):
    text = str(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    for sign in more:
        text = text.replace(sign, {":": "%3A", ",": "%2C"}[sign])
    return text


words = {"error": "error", "warning": "warning", "info": "notice", "hint": "notice"}
for line in open(sys.argv[1], encoding="utf-8"):
    report = json.loads(line)
    for finding in report.get("findings", []):
        place = f" at {finding['pointer']}" if finding["pointer"] else ""
        print(f"::{words[finding['severity']]} file={value(report['file'], ':,')},title={value(finding['code'], ':,')}"
              f"::{value(finding['message'] + place)}")
    if "error" in report:
        print(f"::error file={value(report['file'], ':,')}::{value(report.get('message') or report['error'])}")
    else:
        print(f"{value(report['file'])}: {report['errors']} errors, {report['warnings']} warnings")
PROGRAM
[ $status -eq 0 ] || exit 1
