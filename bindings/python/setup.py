# SPDX-License-Identifier: MIT
"""Everything is in pyproject.toml but two things. In a checkout the C interface (libvrm/_abi.py, _types.py) is written
first. And a wheel that carries the shared libraries (libvrm/_lib, filled by tools/package/wheel) is for one platform; one
without is for all."""

import subprocess
import sys
from pathlib import Path

from setuptools import setup

here = Path(__file__).resolve().parent
writer = here.parents[1] / "tools" / "generate" / "write_bindings"
if writer.exists():
    subprocess.run([sys.executable, writer], check=True)

commands = {}
if (here / "libvrm" / "_lib").is_dir():
    from wheel.bdist_wheel import bdist_wheel

    class PlatformWheel(bdist_wheel):
        def finalize_options(self):
            super().finalize_options()
            self.root_is_pure = False

        def get_tag(self):
            return ("py3", "none", super().get_tag()[2])

    commands["bdist_wheel"] = PlatformWheel

setup(cmdclass=commands)
