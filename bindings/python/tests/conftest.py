# SPDX-License-Identifier: MIT
"""Avatars for the tests, made by the scenes program. LIBVRM_PATH names the folder of the libraries,
VRM_SCENE that program, VRM_COMMAND the vrm command."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import libvrm  # noqa: E402


@pytest.fixture(scope="session")
def scene(tmp_path_factory):
    """scene("1.0", "--rotated") is the path of a file."""
    program = os.environ.get("VRM_SCENE")
    if not program:
        pytest.skip("VRM_SCENE names no program")
    folder = tmp_path_factory.mktemp("scenes")
    made = {}

    def make(*arguments):
        if arguments not in made:
            path = folder / f"{len(made)}.vrm"
            subprocess.run([program, arguments[0], str(path), *arguments[1:]], check=True)
            made[arguments] = path
        return made[arguments]

    return make


@pytest.fixture
def avatar_file(scene):
    return scene("1.0")


@pytest.fixture
def model(avatar_file):
    return libvrm.load(avatar_file)


@pytest.fixture
def rig(model):
    return libvrm.Rig(model)


@pytest.fixture
def springs(scene):
    """An avatar whose hair sways."""
    return libvrm.load(scene("springs"))
