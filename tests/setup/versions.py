#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: versions.py   Every part of the tree has the version of include/vrm/base.h, in the form of its system.

Between releases that version ends in -dev: a tree that already differs from a release does not have the release's number.
"""

import json
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def first(name: str, pattern: str) -> str:
    found = re.search(pattern, read(name), re.MULTILINE)
    return found.group(1) if found else "nothing"


def numbers_of_header() -> str:
    return ".".join(first("include/vrm/base.h", rf"VRM_VERSION_{part} (\d+)") for part in ("MAJOR", "MINOR", "PATCH"))


def main() -> int:
    text = first("include/vrm/base.h", r'VRM_VERSION_TEXT "(.*)"')
    number = text.removesuffix("-dev")
    debian = text.replace("-dev", "~dev")
    wrong = []

    def claim(where: str, said: str, wanted: str) -> None:
        if said != wanted:
            wrong.append(f"{where} says {said}, not {wanted}")

    claim("include/vrm/base.h (MAJOR.MINOR.PATCH)", numbers_of_header(), number)
    claim("CMakeLists.txt", first("CMakeLists.txt", r"^project\(libvrm VERSION ([\d.]+)"), number)
    claim("web/npm/package.json", json.loads(read("web/npm/package.json"))["version"], text)
    for cdn in re.findall(r"libvrm@([\w.-]+)", read("web/npm/README.md")):
        claim("web/npm/README.md", cdn, text)
    for crate in ("libvrm-sys", "libvrm"):
        claim(f"bindings/rust/{crate}/Cargo.toml", first(f"bindings/rust/{crate}/Cargo.toml", r'^version = "(.*)"'), text)
    claim("bindings/rust/libvrm/Cargo.toml (libvrm-sys)",
          first("bindings/rust/libvrm/Cargo.toml", r'^libvrm-sys = \{ version = "([^"]*)"'), text)
    claim("packaging/debian/changelog", first("packaging/debian/changelog", r"^libvrm \((.*)-\d+\)"), debian)
    claim("CHANGELOG.md", first("CHANGELOG.md", r"^## ([\d.]+)"), number)
    is_open = "(unreleased)" in first("CHANGELOG.md", r"^## (.*)$")
    if is_open != text.endswith("-dev"):
        wrong.append(f"the first heading of CHANGELOG.md is {'' if is_open else 'not '}unreleased, but this is {text}")
    for path in sorted((ROOT / "packaging/debian").glob("*.symbols")):
        for line in path.read_text(encoding="utf-8").splitlines():
            since = line.split()[-1] if line.startswith(" ") else debian
            if "~" in since or number.startswith("0."):  # before 1.0: nothing that an older minor version had
                claim(f"packaging/debian/{path.name}", since if "~" in since else since.rsplit(".", 1)[0],
                      debian if "~" in since else number.rsplit(".", 1)[0])
    for line in wrong[:20]:
        print(line)
    print(f"{text}: {len(wrong)} places differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
