#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: check_docs.py links | check_docs.py blocks VRM

links: every link between documents leads to a file, and to a heading of it where it names one. Every file of the
  project that a document names in `code` exists, and so does every ctest of C (unit.NAME, cli.NAME, golden.NAME).
  So does every page that a source file names. Lines have at most 100 columns, except rows of tables; README.md has at most 160 lines.
blocks: every code block is compiled, parsed or looked up:
  c        programs compile as they stand; fragments inside a function that declares the usual names
  json, jsonl, python, js     parsed
  sh, console   of `vrm` and `make` lines: the command, its options and the target exist; run_blocks.py runs sh
  text     no program: a diagram, a list, messages
Blocks of other languages are run by the tests of those languages (OTHERS).
"""
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

root = Path(__file__).resolve().parent.parent.parent
OTHERS = {
    "cmake": "tests/api/install",
    "cpp": "tests/bindings/cpp.sh",
    "csharp": "tests/bindings/csharp.sh",
    "lua": "tests/bindings/luajit.sh",
    "go": "tests/bindings/go.sh",
    "rust": "tests/bindings/rust.sh",
    "toml": "no test: a dependency line",
    "zig": "no test: Debian has no Zig, as docs/guide/bindings.md says",
    "html": "tests/web",
    "ts": "tests/web/test_package.mjs",
    "yaml": "tests/bindings/ci.sh",
}


def documents():
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "*.md"], cwd=root,
                            capture_output=True, text=True)
    names = listed.stdout.split() if listed.returncode == 0 else []
    paths = [root / name for name in names] or sorted(root.glob("docs/**/*.md")) + [root / "README.md"]
    return [path for path in paths if path.exists()]


def without_blocks(text):
    return re.sub(r"^```.*?^```$", "", text, flags=re.S | re.M)


def anchors_of(path):
    """As GitHub makes them of headings."""
    seen, anchors = {}, set()
    for line in without_blocks(path.read_text()).splitlines():
        heading = re.match(r"#{1,6} +(.*)", line)
        if not heading:
            continue
        text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading[1]).strip().lower()
        slug = re.sub(r"[^\w\- ]", "", text).replace(" ", "-")
        seen[slug] = seen.get(slug, -1) + 1
        anchors.add(slug if seen[slug] == 0 else f"{slug}-{seen[slug]}")
    return anchors


def check_links():
    problems, count = [], 0
    for path in documents():
        text = re.sub(r"`[^`\n]*`", "", without_blocks(path.read_text()))
        targets = re.findall(r"\]\(([^)\s]+)(?: \"[^\"]*\")?\)", text) + re.findall(r"<img src=\"([^\"]+)\"", text)
        for target in targets:
            if re.match(r"[a-z]+:", target):
                continue
            count += 1
            name, _, anchor = target.partition("#")
            file = (path.parent / name).resolve() if name else path
            if not file.exists():
                problems.append(f"{path.relative_to(root)}: {target} leads nowhere")
            elif anchor and file.suffix == ".md" and anchor not in anchors_of(file):
                problems.append(f"{path.relative_to(root)}: {target}: there is no such heading")
    return problems, f"{count} links"


# Histories name files that have gone.
HISTORIES = ["CHANGELOG.md", "docs/decisions/"]
# Files that documents name and the build writes.
WRITTEN = ["bindings/api.json"]
TESTS = {"unit": "tests/unit/test_{}.c", "cli": "tests/cli/{}.t", "golden": "tests/golden/golden_{}.c"}


def tracked_files():
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=root, capture_output=True, text=True)
    return [name for name in listed.stdout.split("\n") if name and (root / name).exists()]


def check_names():
    """Names of files and tests in `code`. With a * they are patterns; words in capitals stand for something."""
    files, problems, count = tracked_files(), [], 0
    if not files:
        return [], "no list of files: not a git checkout"
    files += WRITTEN
    folders = {name.split("/")[0] for name in files if "/" in name}
    cmake = "\n".join((root / name).read_text() for name in files if name.endswith("CMakeLists.txt"))
    for path in documents():
        where = str(path.relative_to(root))
        if where.startswith(tuple(HISTORIES)):
            continue
        for span in re.findall(r"`([^`\n]+)`", without_blocks(path.read_text())):
            test = re.fullmatch(r"(unit|cli|golden)\.([a-z0-9_]+)", span)
            is_path = re.fullmatch(r"[\w.*-]+(/[\w.*-]*)+", span) and span.split("/")[0] in folders
            is_source = re.fullmatch(r"[\w*-]+(/[\w*-]+)*\.(c|h|def|mjs|t|cl|glsl|cmake)", span)
            if re.search(r"\b(noun|NAME|FOLDER|GROUP|LANGUAGE|NN|KIND)\b|NN_|_NAME|NAME_", span):
                continue
            if test:
                count += 1
                if not (root / TESTS[test[1]].format(test[2])).exists() and not re.search(rf"\b{re.escape(span)}\b", cmake):
                    problems.append(f"{where}: there is no test {span}")
            elif is_path or (is_source and where in ("docs/reference/architecture.md", "CONTRIBUTING.md")):
                count += 1
                pattern = re.escape(span.rstrip("/")).replace(r"\*", "[^/]*")
                start = f"^({re.escape(where.rpartition('/')[0])}/)?" if is_path else "(^|/)"
                if not any(re.search(f"{start}{pattern}($|/)", name) for name in files):
                    problems.append(f"{where}: there is no file {span}")
    return problems, f"{count} names of files and tests"


def check_mentions():
    """Pages that help texts, comments, scripts and rules name."""
    problems, count = [], 0
    for name in tracked_files():
        if not re.search(r"(\.(c|h|def|cl|js|mjs|ts|py|sh|t|txt|cmake|json)|/[a-z_]+|Makefile)$", name) or name.startswith("fuzz/"):
            continue
        try:
            text = (root / name).read_text()
        except UnicodeDecodeError:
            continue
        for page in re.findall(r"(?<![\w/])docs/[\w/-]+\.md", text):
            count += 1
            if not (root / page).exists():
                problems.append(f"{name}: there is no page {page}")
    return problems, f"{count} names of pages in sources"


def check_lines():
    problems, count = [], 0
    for path in documents():
        lines = path.read_text().splitlines()
        count += len(lines)
        problems += [f"{path.relative_to(root)}:{number}: {len(line)} columns, more than 100"
                     for number, line in enumerate(lines, 1) if len(line) > 100 and not line.lstrip().startswith("|")]
    if len((root / "README.md").read_text().splitlines()) > 160:
        problems.append("README.md: more than 160 lines")
    return problems, f"{count} lines"


# What fragments take for granted.
PRELUDE = """
#include <vrm/vrm.h>
#include <vrm/gpu.h>
#include <vrm/optimize_pictures.h>
#include <vrm/render.h>
#include <vrm/tracker.h>
#include <vrm/vmc.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef struct Character { vrm_Pose pose; } Character;
"""
NAMES = {
    "model": "vrm_Model* model = NULL;", "rig": "vrm_Rig* rig = NULL;", "sim": "vrm_Sim* sim = NULL;",
    "hero": "vrm_AvatarId hero = {0};", "avatar": "vrm_AvatarId avatar = {0};", "id": "vrm_AvatarId id = {0};",
    "result": "vrm_Result result = VRM_OK;", "report": "vrm_Report* report = NULL;",
    "walk": "vrm_Clip* walk = NULL;", "wave": "vrm_Clip* wave = NULL;", "run": "vrm_Clip* run = NULL;",
    "nod": "vrm_Clip* nod = NULL;", "clip": "vrm_Clip* clip = NULL;", "turn": "vrm_Quat turn = {0};",
    "path": "const char* path = NULL;", "dt": "float dt = 0;", "speed": "float speed = 0;",
    "device": "vrm_GpuDevice* device = NULL;", "height": "float height = 0;", "pose": "vrm_Pose pose = {0};",
    "time": "float time = 0;", "t": "float t = 0;", "weight": "float weight = 0;", "edit": "vrm_Edit* edit = NULL;",
    "roots": "vrm_Transform roots[10000];", "players": "vrm_Player players[10000];", "matrices": "float matrices[16];",
    "hurry": "float hurry = 0;", "my_locals": "const vrm_Transform* my_locals = NULL;", "node_count": "int32_t node_count = 0;",
    "my_game": "void* my_game = NULL;", "actor": "vrm_Actor* actor = NULL;",
}  # fmt: skip
FLAGS = ["-std=c11", "-fsyntax-only", f"-I{root}/include"]


def compile_c(source, strict):
    words = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"] if strict else ["-Werror=implicit-function-declaration"]
    done = subprocess.run(["gcc", *FLAGS, *words, "-x", "c", "-"], input=source, capture_output=True, text=True)
    return done.returncode == 0, done.stderr


def fragment_source(fragments):
    """The fragments of a document as one function; a name that is declared there is not declared twice."""
    text = "\n".join(fragments)
    outer = re.findall(r"^static .*?^}\n", text, flags=re.S | re.M)
    for function in outer:
        text = text.replace(function, "")
    declared = [line for name, line in NAMES.items()
                if not re.search(rf"[\w*] +\**{name}( = |;|\[|,)", text) and re.search(rf"\b{name}\b", text)]
    return PRELUDE + "".join(outer) + "int fragment(void);\nint fragment(void) {\n" + "\n".join(declared) + "\n" + text + "\nreturn 0;\n}\n"


def check_c(path, blocks, problems):
    fragments = []
    for line, text in blocks:
        if "#include <vrm/" in text:
            good, said = compile_c(text, True)
            if not good:
                problems.append(f"{path}:{line}: does not compile\n{said}")
        else:
            fragments.append(text.replace("...", "0"))
    if fragments:
        good, said = compile_c(fragment_source(fragments), False)
        if not good:  # a host's own names: numbers or pointers of its own, but never names of ours
            unknown = sorted(set(re.findall(r"‘(\w+)’ undeclared", said)) - {n for n in re.findall(r"‘(vrm\w*|VRM\w*)’ undeclared", said)})
            good, said = compile_c(fragment_source([*(f"int {name} = 0;" for name in unknown), *fragments]), False)
        if not good:
            problems.append(f"{path}: its C fragments do not compile\n{said}")


def help_of(vrm, command, cache):
    if command not in cache:
        done = subprocess.run([vrm, "help", command], capture_output=True, text=True)
        cache[command] = done.stdout if done.returncode == 0 else None
    return cache[command]


def check_shell(vrm, where, text, cache, problems):
    makefile = (root / "Makefile").read_text()
    for raw in text.replace("\\\n", " ").splitlines():
        line = re.split(r"\s#|\s{3,}|→", raw.strip().removeprefix("$ "))[0]
        for part in re.split(r"&&|\||;", line):
            words = part.replace("[", " ").replace("]", " ").split()
            if words[:1] == ["make"]:
                for target in words[1:]:
                    if re.fullmatch(r"[a-z-]+", target) and not re.search(rf"^{target}(:|%)", makefile, re.M):
                        problems.append(f"{where}: make {target}: there is no such target")
            if words[:1] != ["vrm"] or len(words) < 2 or words[1] in ("help", "version"):
                continue
            text_of_help = help_of(vrm, words[1], cache)
            if text_of_help is None:
                problems.append(f"{where}: vrm {words[1]}: there is no such command")
                continue
            for word in words[2:]:
                option = word.split("=")[0]
                if re.fullmatch(r"--[a-z][a-z0-9-]*|-[a-z]", option) and not re.search(rf"(?<![\w-]){option}\b", text_of_help):
                    problems.append(f"{where}: vrm {words[1]} has no option {option}")


def check_blocks(vrm):
    problems, count, cache = [], 0, {}
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "block.mjs"
        for document in documents():
            path = document.relative_to(root)
            text = document.read_text()
            c_blocks = []
            for match in re.finditer(r"^```(\w*)\n(.*?)^```$", text, flags=re.S | re.M):
                count += 1
                language, block = match[1], match[2]
                line = text[: match.start()].count("\n") + 2
                where = f"{path}:{line}"
                if language == "c":
                    c_blocks.append((line, block))
                elif language in ("json", "jsonl"):
                    try:
                        for text_of_value in block.splitlines() if language == "jsonl" else [block]:
                            json.loads(text_of_value)
                    except ValueError as error:
                        problems.append(f"{where}: {error}")
                elif language == "python":
                    try:
                        compile(block, where, "exec")
                    except SyntaxError as error:
                        problems.append(f"{where}: {error}")
                elif language == "js":
                    script.write_text(block)
                    done = subprocess.run(["node", "--check", script], capture_output=True, text=True)
                    if done.returncode != 0:
                        problems.append(f"{where}: {done.stderr}")
                elif language in ("sh", "console"):
                    check_shell(vrm, where, block, cache, problems)
                elif language == "text":
                    continue
                elif language == "":
                    problems.append(f"{where}: the block names no language: sh, console, text, ...")
                elif language not in OTHERS:
                    problems.append(f"{where}: nothing checks blocks of {language}: say in {Path(__file__).name} what does")
            check_c(path, c_blocks, problems)
    return problems, f"{count} blocks"


checks = [check_links(), check_names(), check_mentions(), check_lines()] if sys.argv[1] == "links" else [check_blocks(sys.argv[2])]
problems = [problem for found, _ in checks for problem in found]
print("\n".join(problems) or ", ".join(said for _, said in checks))
sys.exit(1 if problems else 0)
