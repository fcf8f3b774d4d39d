#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Validates, describes and pictures a whole library of avatars, in shards that any number of
processes or machines can work on.

  vrm_batch.py plan FOLDER OUT     lists the files and cuts the list into shards
  vrm_batch.py todo OUT            the numbers of the shards that are not done
  vrm_batch.py work OUT SHARD...   does these shards; one that is done already is left alone
  vrm_batch.py merge OUT           all shards as library.jsonl and library.sqlite

A shard's lines appear by one rename, after its pictures. A process that is killed at any moment
leaves a shard that is done or one that is not, and never half of one: to resume is to run again.

VRM=PATH in the environment names the vrm command; without it that of PATH is used, or build/vrm of
the source that this file belongs to.
"""
import argparse
import json
import os
import shlex
import shutil
import socket
import sqlite3
import subprocess
import sys
from pathlib import Path

ENDINGS = (".vrm", ".glb", ".gltf")


def find_vrm():
    """The vrm command. Ends the program with a sentence where there is none."""
    built = Path(__file__).resolve().parents[2] / "build" / "vrm"
    given = os.environ.get("VRM")
    found = shutil.which(given or "vrm") or (shutil.which(built) if given is None else None)
    if found is None:
        sys.exit(f"VRM={given}: there is no such command" if given else
                 "there is no command vrm: install it, build it (make), or set VRM=PATH in the environment")
    return found


def vrm(*words):
    """Runs the command with --json; its lines, in the order of the files."""
    # --jobs 1: each file in a process of its own, so that a crash costs that file alone.
    command = [find_vrm(), *words, "--json", "--jobs", "1"]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    if done.returncode not in (0, 1, 3):
        sys.exit(f"{shlex.join(command)[:200]}: status {done.returncode}")
    return [json.loads(line) for line in done.stdout.splitlines()]


def counted(count, noun):
    return f"{count} {noun}{'' if count == 1 else 's'}"


def write_whole(path, text):
    """Writes a file that is there whole or not at all, even if the machine stops."""
    part = path.with_name(f"{path.name}.{socket.gethostname()}.{os.getpid()}")
    with open(part, "w", encoding="utf-8", errors="surrogateescape") as out:
        out.write(text)
        out.flush()
        os.fsync(out.fileno())
    os.replace(part, path)


class Plan:
    """What is to be done; written once, read by every worker."""

    def __init__(self, out):
        self.out = Path(out)
        if not (self.out / "plan.json").exists():
            sys.exit(f"{out} has no plan: vrm_batch.py plan FOLDER {out} makes it")
        self.options = json.loads((self.out / "plan.json").read_text())
        # As bytes: reading text would make "\n" of a "\r" in a name.
        self.files = [os.fsdecode(name) for name in (self.out / "files.txt").read_bytes().split(b"\0")[:-1]]

    @property
    def shard_count(self):
        size = self.options["shard_size"]
        return (len(self.files) + size - 1) // size

    def files_of(self, shard):
        size = self.options["shard_size"]
        first = (shard - 1) * size
        return list(enumerate(self.files[first : first + size], start=first + 1))

    def lines_of(self, shard):
        return self.out / "lines" / f"{shard:06}.jsonl"

    def todo(self):
        return [s for s in range(1, self.shard_count + 1) if not self.lines_of(s).exists()]


def is_special(path):
    """A pipe, socket or device: a process that opened it could wait forever. A link that leads
    nowhere is none, and has its line."""
    return os.path.exists(path) and not os.path.isfile(path)


def find_files(folder, left_out):
    """Paths of all avatars below a folder; animations go to `left_out`."""
    for root, folders, names in os.walk(os.path.abspath(folder)):
        folders.sort()
        for name in sorted(names):
            path = os.path.join(root, name)
            if name.lower().endswith(ENDINGS) and not is_special(path):
                yield path
            elif name.lower().endswith(".vrma"):
                left_out.append(path)


def plan(args):
    out = Path(args.out)
    if (out / "plan.json").exists():
        planned = Plan(out).options.get("folder")
        if planned not in (None, os.path.abspath(args.folder)):
            sys.exit(f"{out} has the plan of another folder, {planned}: choose another OUT")
        for option in ("shard_size", "render"):
            asked, has = getattr(args, option), Plan(out).options[option]
            if asked not in (None, has):
                name = "--" + option.replace("_", "-")
                sys.exit(f"{out} was planned with another {name}: leave it out to resume, or choose another OUT")
        print(f"{out} has a plan already: resuming it", file=sys.stderr)
        return
    find_vrm()
    left_out = []
    files = list(find_files(args.folder, left_out))
    if not files:
        sys.exit(f"there is no {', '.join(ENDINGS)} in {args.folder}")
    (out / "lines").mkdir(parents=True, exist_ok=True)
    write_whole(out / "files.txt", "".join(path + "\0" for path in files))
    options = {
        "folder": os.path.abspath(args.folder),
        "shard_size": args.shard_size or 64,
        "render": ["--size", "256x256"] if args.render is None else args.render,
    }
    write_whole(out / "plan.json", json.dumps(options))  # last: a plan is whole once it is there
    print(f"{counted(len(files), 'file')} in {counted(Plan(out).shard_count, 'shard')}", file=sys.stderr)
    if left_out:
        print(f"left out: {counted(len(left_out), 'animation')} (.vrma)", file=sys.stderr)


def todo(args):
    print("".join(f"{shard}\n" for shard in Plan(args.out).todo()), end="")


def draw(plan, numbered, scratch):
    """Pictures of the files, each called by its number; an error for each that has none."""
    links, pictures = scratch / "links", scratch / "pictures"
    links.mkdir()
    pictures.mkdir()
    names = []
    for number, path in numbered:
        # A link gives each file a name of its own. Side files are looked for beside it, so that
        # glTF text is drawn under its own name.
        ending = os.path.splitext(path)[1].lower()
        names.append(links / f"{number:08}{ending}")
        if ending != ".gltf":
            os.symlink(path, names[-1])
    words = ["render", *plan.options["render"]]
    linked = [str(name) for name in names if name.suffix != ".gltf"]
    said = vrm(*words, *linked, "-o", f"{pictures}/") if linked else []
    by_name = {line["file"]: line for line in said}
    errors = {}
    for (number, path), name in zip(numbered, names):
        if name.suffix == ".gltf":
            line = (vrm(*words, path, "-o", str(pictures / f"{number:08}.png")) or [None])[0]
        else:
            line = by_name.get(str(name))
        if line is None or "error" in line:
            errors[number] = (line or {}).get("error", "no picture was made")
    return pictures, errors


def lines_for(plan, shard, scratch):
    numbered = plan.files_of(shard)
    paths = [path for _, path in numbered]
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir()
    findings = vrm("validate", *paths)
    facts = vrm("info", *paths)
    if len(findings) != len(paths) or len(facts) != len(paths):
        sys.exit(f"shard {shard}: {len(paths)} files, {len(findings)} and {len(facts)} answers")
    errors = {}
    if plan.options["render"]:
        pictures, errors = draw(plan, numbered, scratch)
        folder = plan.out / "thumbnails" / f"{shard:06}"
        folder.mkdir(parents=True, exist_ok=True)
        for picture in pictures.iterdir():
            os.replace(picture, folder / picture.name)
    lines = []
    for (number, path), checked, fact in zip(numbered, findings, facts):
        picture = f"thumbnails/{shard:06}/{number:08}.png"
        has_picture = bool(plan.options["render"]) and (plan.out / picture).exists()
        line = {
            "number": number,
            "file": path,
            "thumbnail": picture if has_picture else None,
            "renderError": errors.get(number),
            "validate": {k: v for k, v in checked.items() if k != "file"},
            "info": {k: v for k, v in fact.items() if k != "file"},
        }
        lines.append(json.dumps(line, separators=(",", ":")) + "\n")
    return "".join(lines)


def work_on(plan, shard):
    lines_path = plan.lines_of(shard)
    if lines_path.exists():
        return
    scratch = plan.out / f"work.{shard:06}.{socket.gethostname()}.{os.getpid()}"
    try:
        text = lines_for(plan, shard, scratch)
    except (OSError, SystemExit):
        if not lines_path.exists():
            raise
    # Another run may have finished this shard meanwhile, and its merge has then removed `scratch`:
    # what failed for that reason must not replace lines that are whole.
    if not lines_path.exists():
        write_whole(lines_path, text)
    shutil.rmtree(scratch, ignore_errors=True)


def work(args):
    the_plan = Plan(args.out)
    for shard in args.shard:
        if not 1 <= shard <= the_plan.shard_count:
            sys.exit(f"there is no shard {shard}; there are {the_plan.shard_count}")
        work_on(the_plan, shard)


SCHEMA = """
CREATE TABLE files (
    number INTEGER PRIMARY KEY, file TEXT NOT NULL, dialect TEXT, name TEXT, authors TEXT,
    license_url TEXT, errors INTEGER, warnings INTEGER, triangles INTEGER, vertices INTEGER,
    materials INTEGER, textures INTEGER, spring_joints INTEGER, expressions INTEGER, height REAL,
    thumbnail TEXT, failure TEXT, line TEXT NOT NULL);
CREATE TABLE findings (
    number INTEGER NOT NULL REFERENCES files, code TEXT NOT NULL, severity TEXT NOT NULL,
    pointer TEXT NOT NULL, message TEXT NOT NULL);
CREATE INDEX findings_by_code ON findings (code);
CREATE INDEX findings_by_file ON findings (number);
"""


def printable(text):
    """SQLite keeps UTF-8 alone; names of files can be anything."""
    return None if text is None else text.encode("utf-8", "replace").decode("utf-8")


def row_of(line, text):
    info, checked = line["info"], line["validate"]
    counts = info.get("counts", {})
    return (
        line["number"], printable(line["file"]), info.get("dialect"), printable(info.get("name")),
        printable(", ".join(info.get("authors", []))), printable(info.get("licenseUrl")),
        checked.get("errors"), checked.get("warnings"), counts.get("triangles"),
        counts.get("vertices"), counts.get("materials"), counts.get("textures"),
        counts.get("springJoints"), counts.get("expressions"), info.get("height"),
        line["thumbnail"], checked.get("error") or info.get("error"), text,
    )  # fmt: skip


def merge(args):
    the_plan = Plan(args.out)
    missing = the_plan.todo()
    if missing:
        are = "is" if len(missing) == 1 else "are"
        sys.exit(f"{len(missing)} of {counted(the_plan.shard_count, 'shard')} {are} not done: run again")
    part = the_plan.out / f"library.sqlite.{os.getpid()}"
    part.unlink(missing_ok=True)
    database = sqlite3.connect(part)
    database.executescript(SCHEMA)
    whole, expected = [], 1
    for shard in range(1, the_plan.shard_count + 1):
        text = the_plan.lines_of(shard).read_text(encoding="utf-8")
        whole.append(text)
        for raw in text.splitlines():
            line = json.loads(raw)
            if line["number"] != expected or line["file"] != the_plan.files[expected - 1]:
                sys.exit(f"shard {shard}: line {expected} is missing or stands twice")
            expected += 1
            database.execute(f"INSERT INTO files VALUES ({','.join('?' * 18)})", row_of(line, raw))
            database.executemany(
                "INSERT INTO findings VALUES (?,?,?,?,?)",
                [
                    (line["number"], f["code"], f["severity"], printable(f["pointer"]), printable(f["message"]))
                    for f in line["validate"].get("findings", [])
                ],
            )
    if expected != len(the_plan.files) + 1:
        sys.exit(f"{len(the_plan.files)} files, {expected - 1} lines")
    database.commit()
    database.close()
    os.replace(part, the_plan.out / "library.sqlite")
    write_whole(the_plan.out / "library.jsonl", "".join(whole))
    for leftover in the_plan.out.glob("work.*"):
        shutil.rmtree(leftover, ignore_errors=True)
    print(f"{counted(expected - 1, 'file')} in {the_plan.out}/library.jsonl and library.sqlite", file=sys.stderr)


def positive(text):
    value = int(text)
    if value < 1:
        raise ValueError
    return value


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    commands = parser.add_subparsers(required=True, metavar="plan|todo|work|merge")
    command = commands.add_parser("plan")
    command.add_argument("folder")
    command.add_argument("out")
    command.add_argument("--shard-size", type=positive, help="files in a shard (64)")
    command.add_argument(
        "--render", type=shlex.split, help='options of vrm render (--size 256x256); "" for no pictures'
    )
    command.set_defaults(run=plan)
    for name, run in (("todo", todo), ("work", work), ("merge", merge)):
        command = commands.add_parser(name)
        command.add_argument("out")
        if run is work:
            command.add_argument("shard", type=int, nargs="+")
        command.set_defaults(run=run)
    args = parser.parse_args()
    args.run(args)


if __name__ == "__main__":
    main()
