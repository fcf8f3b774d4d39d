# SPDX-License-Identifier: MIT
"""The example that bakes springs inside Blender, and that bones then are where libvrm has them."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[1]


def blender(script, *arguments):
    program = shutil.which("blender")
    if program is None:
        pytest.skip("Blender is not installed")
    done = subprocess.run([program, "--background", "--python-exit-code", "1", "--python", str(script), "--",
                           *map(str, arguments)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("dialect", ["springs", "0.x"])
def test_blender_shows_the_springs_of_libvrm(scene, tmp_path, dialect):
    avatar = scene(dialect)
    said = blender(PACKAGE / "examples" / "blender_springs.py", avatar, tmp_path / "out.blend", 0.5)
    joints = int(re.search(r"baked (\d+) spring joints, 15 frames", said).group(1))
    assert joints > 0
    said = blender(PACKAGE / "tests" / "blender_check.py", avatar, tmp_path / "out.blend", PACKAGE)
    worst, moved = map(float, re.search(r"worst ([\d.]+) moved ([\d.]+)", said).groups())
    assert moved > 0.005, "nothing sways: the test proves nothing"
    assert worst < 0.0005
