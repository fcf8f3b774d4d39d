#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: alone.py   tools/check/alone on results made here, with a mock of ctest."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

TOOL = Path(__file__).resolve().parents[2] / "tools" / "check" / "alone"
FAILED = '<failure message="Failed"/>'
failures = 0


def claim(what, cases, again, status, ran):
    """With these failures and skips, the tool ends with `status` after tests that match `ran` ran again, with status `again`."""
    global failures
    rows = "".join(f'<testcase name="{name}" status="run">{said}</testcase>' for name, said in cases)
    with tempfile.TemporaryDirectory() as folder:
        results, mock, asked = (Path(folder) / name for name in ("results.xml", "ctest", "asked"))
        results.write_text(f"<testsuite>{rows}</testsuite>")
        mock.write_text(f'#!/bin/sh\necho "$*" >"{asked}"\nexit {again}\n')
        mock.chmod(0o755)
        done = subprocess.run([sys.executable, TOOL, folder, results], capture_output=True, text=True, check=False,
                              env={**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"})
        told = asked.read_text() if asked.exists() else ""
    if done.returncode != status or (ran not in told if ran else told):
        failures += 1
        print(f"FAILED: {what}: status {done.returncode}, asked for '{told.strip()}'\n{done.stdout}{done.stderr}")


def main():
    passed, page = ("unit.x", ""), ("web.page", FAILED)
    claim("a page that passes alone", [passed, page], 0, 0, "^(web\\.page)$")
    claim("two pages run again", [page, ("web.two", FAILED)], 0, 0, "^(web\\.page|web\\.two)$")
    claim("a page that fails alone, too", [passed, page], 1, 1, "^(web\\.page)$")
    claim("another test that failed", [page, ("unit.y", FAILED)], 0, 1, None)
    claim("a test that could not run", [page, ("asan.y", '<skipped message="Unable to find executable"/>')], 0, 1, None)
    claim("a test that skipped itself", [page, ("far.y", '<skipped message="SKIP_RETURN_CODE=77"/>')], 0, 0, "web")
    claim("too many pages", [(f"web.{i}", FAILED) for i in range(4)], 0, 1, None)
    claim("ctest failed without a failed test", [passed], 0, 1, None)
    print(f"{failures} claims failed")
    return failures != 0


if __name__ == "__main__":
    sys.exit(main())
