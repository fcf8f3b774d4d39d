#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: packages.py

Every target of the Makefile names the packages of the programs that it runs: a program that tools/deps.sh knows, in the
recipe, in the scripts that the recipe runs, in the presets that it builds or in the CMake files of its benchmarks, has a row for
one of the lists that the target asks for. What is compiled for wasm32 is compiled by clang-19, whose linker and run-time library
have rows. No package that is installed counts as missing: each run would ask for it again.
"""
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

root = Path(__file__).resolve().parents[2]
# Targets that run nothing but the shell.
LEFT_OUT = {"clean", "help"}
# Where a program stands that is run: at the beginning of a command, in a list of Python's, as a compiler of CMake's.
RUN = (r"(?:^\s*@?|[|&;(`]\s*|\bCOMMAND\s+|\b(?:exec|then|do|else|nice)\s+|!\s+|\[\"|\b(?:execFileSync|spawnSync|spawn)\('|CMAKE_C_COMPILER\"?[: ]+\"?)"
       r"(?:\w+=\S*\s+)*")
# A program under a name that is also a word of something else.
NOT_PROGRAMS = {"git", "parallel"}


def rows():
    """Program -> lists of targets that have it."""
    found = {}
    for line in (root / "tools/deps.sh").read_text().splitlines():
        parts = [part.strip() for part in line.removeprefix('    wine_packages="').split("|")]
        if len(parts) == 4 and parts[2]:
            probe = parts[2].split()
            name = "node" if probe[0] == "node" else probe[1] if probe[0] == "command" else None
            if name and "$" not in name:
                found.setdefault(name, set()).update(parts[0].split(","))
    return found


def recipes():
    """Target -> (what it needs first, text of its recipe)."""
    found, target = {}, None
    for line in (root / "Makefile").read_text().splitlines():
        head = re.match(r"([a-z][a-z-]*(?:-%)?):(?!=)\s*(.*)", line)
        if head:
            target = head[1]
            found[target] = [head[2].split(), ""]
        elif line.startswith("\t") and target:
            found[target][1] += line + "\n"
    return found


def presets():
    known = {preset["name"]: preset for preset in json.loads((root / "CMakePresets.json").read_text())["configurePresets"]}

    def text(name):
        preset = known.get(name, {})
        parents = preset.get("inherits", [])
        parents = [parents] if isinstance(parents, str) else parents
        chain = preset.get("toolchainFile", "") + json.dumps(preset.get("cacheVariables", {}))
        chain_file = re.search(r"cmake/(\w+\.cmake)", chain)
        more = (root / "cmake" / chain_file[1]).read_text() if chain_file else ""
        return "".join(text(parent) for parent in parents) + chain + more

    return {name: text(name) for name in known}


def script_text(words, seen):
    """The text of scripts that a text names, and of those that they name."""
    text = ""
    for path in re.findall(r"\b(?:tools|tests|web/build)/[\w/.-]+", words):
        file = root / path.rstrip(".")
        if path in seen or path == "tools/deps.sh" or not file.is_file() or file.suffix in (".md", ".c", ".h"):
            continue
        seen.add(path)
        source = file.read_text(errors="replace")
        if re.match(r"#!.*\bpython3", source):
            text += "\npython3 " + path + "\n"
        inner = re.sub(r'^\s*#[^\n]*$|""".*?"""', "", source, flags=re.M | re.S)
        text += inner + script_text(inner, seen)
    return text


def missing_though_installed(targets):
    """Packages that dpkg has and tools/deps.sh does not see."""
    if not shutil.which("dpkg-query"):
        return []
    environment = {name: value for name, value in os.environ.items() if name != "DEPS"}
    said = subprocess.run([root / "tools/deps.sh", ",".join(sorted(targets)), "--list"], env=environment, capture_output=True, text=True)
    missing = re.findall(r"^deps: (\S+) is missing", said.stdout + said.stderr, re.M)
    status = subprocess.run(["dpkg-query", "-W", "-f", "${Package} ${Status}\n", *missing], capture_output=True, text=True).stdout if missing else ""
    return [line.split()[0] for line in status.splitlines() if line.endswith(" install ok installed")]


def main():
    known, made, built, problems, count = rows(), recipes(), presets(), [], 0

    def everything(target):
        """Lists of packages, and text, of a target and of what it needs."""
        first, recipe = made[target]
        lists = {name for names in re.findall(r"tools/deps\.sh (\S+)", recipe) for name in names.split(",")}
        text = recipe.replace("$(PYTHON)", "python3") + script_text(recipe, set())
        for name in re.findall(r"build_preset (\w[\w-]*)", text):
            text += "\ncmake ninja " + built.get(name, "")
        if "tools/measure/bench" in recipe:
            text += "".join(path.read_text() for path in root.glob("bench/**/CMakeLists.txt"))
        for other in first + re.findall(r"\$\(MAKE\).* ([a-z-]+)$", recipe, re.M):
            more_lists, more = everything(other)
            lists, text = lists | more_lists, text + more
        return lists, text

    for target in made:
        if target in LEFT_OUT:
            continue
        lists, text = everything(target)
        for program, targets in known.items():
            if program in NOT_PROGRAMS or not re.search(RUN + re.escape(program) + r"(?![\w./+-])", text, re.M):
                continue
            count += 1
            if not lists & targets:
                problems.append(f"make {target} runs {program}, which has a row for {', '.join(sorted(targets))} alone")
    for package in missing_though_installed({target for targets in known.values() for target in targets}):
        problems.append(f"{package} is installed, and tools/deps.sh says that it is missing")
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=root, capture_output=True, text=True).stdout.split()
    for name in listed:
        if name.endswith(("CMakeLists.txt", ".cmake", ".sh", ".mjs")) and (root / name).is_file():
            for line in (root / name).read_text().splitlines():
                if re.search(r"\bclang(\+\+|-1[0-8])?\s.*--target=wasm32", line) and "-fsyntax-only" not in line:
                    problems.append(f"{name}: compiles for wasm32 by another compiler than clang-19: {line.strip()[:80]}")
    print("\n".join(problems) or f"{len(made) - len(LEFT_OUT)} targets, {count} programs: each has its package")
    return 1 if problems else 0


sys.exit(main())
