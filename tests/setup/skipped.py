#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: skipped.py   tools/check/skipped on results and lists made here, and the list of the tree."""

import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TOOL = ROOT / "tools" / "check" / "skipped"
RESULTS = """<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="(empty)" tests="5" failures="1" disabled="0" skipped="3" hostname="" time="0">
  <testcase name="unit.whole" classname="unit.whole" time="1" status="run"><system-out>fine</system-out></testcase>
  <testcase name="unit.part" classname="unit.part" time="1" status="run"><system-out>[==========] Running 2 test(s).
[  SKIPPED ] of_cmocka
ok 3 - of Node # SKIP no browser
SKIPPED [1] tests/test_x.py:5: of pytest
</system-out></testcase>
  <testcase name="far.one" classname="far.one" time="0" status="notrun">
    <skipped message="SKIP_RETURN_CODE=77"/><system-out>skipped: no such CPU</system-out></testcase>
  <testcase name="far.two" classname="far.two" time="0" status="notrun">
    <skipped message="SKIP_RETURN_CODE=77"/><system-out>skipped: no such CPU</system-out></testcase>
  <testcase name="asan.gone" classname="asan.gone" time="0" status="notrun">
    <skipped message="Unable to find executable"/><system-out>Unable to find executable: gone</system-out></testcase>
</testsuite>
"""
failures = 0


def claim(what, lines, status, *said, results=RESULTS):
    """The tool ends with `status` and says all of `said`, or, of what begins with '!', not that."""
    global failures
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "list.txt").write_text("# comment\n\n" + "\n".join(lines) + "\n")
        (Path(folder) / "results.xml").write_text(results)
        done = subprocess.run([sys.executable, TOOL, f"{folder}/results.xml", f"{folder}/list.txt"],
                              capture_output=True, text=True, check=False)
    text = done.stdout + done.stderr
    wrong = [word for word in said if (word[1:] in text if word.startswith("!") else word not in text)]
    if done.returncode != status or wrong:
        failures += 1
        print(f"FAILED: {what}: status {done.returncode}, not {status}; {wrong}\n{text}")


def main():
    everything = ["far.* | no such CPU | whoever has it"]
    claim("skipped tests are shown with who runs them", everything, 0, "  whoever has it:\n    far.one\n    far.two\n")
    claim("a test that cannot run is no skipped one", everything, 0, "!asan.gone")
    claim("parts are shown and never fail", everything, 0, "unit.part: of_cmocka\n", "unit.part: of Node (no browser)\n",
          "unit.part: tests/test_x.py:5 (of pytest)\n")
    claim("a line explains a part", [*everything, "*.part: of_* | | the other build"], 0, "  the other build:\n    unit.part: of_cmocka\n")
    claim("a skipped test without a line fails", ["far.one | no such CPU | whoever has it"], 1,
          "far.two: skipped: no such CPU\n  was skipped, and list.txt does not say who runs it")
    claim("a test that skips for another reason fails", ["far.* | no such GPU | whoever has it"], 1, "far.one", "far.two")
    claim("a line without a test fails", [*everything, "near.* | | nobody"], 1, "list.txt names near.*, but no test has that name")
    claim("a line for a part of no test fails", [*everything, "near.x: part | | nobody"], 1, "list.txt names near.x: part")
    claim("a line whose tests all ran is fine", [*everything, "unit.whole | | somebody"], 0, "!somebody")
    claim("nothing skipped, nothing said", [], 0, "!S",
          results='<testsuite><testcase name="a" status="run"><system-out>b</system-out></testcase></testsuite>')
    print(f"{failures} claims failed")
    return failures != 0


if __name__ == "__main__":
    sys.exit(main())
