# SPDX-License-Identifier: MIT
"""Everything is in pyproject.toml but one thing: a wheel that carries the shared libraries (libvrm/_lib, filled by
tools/wheel) is for one platform, and one without is for all."""

from pathlib import Path

from setuptools import setup

commands = {}
if (Path(__file__).parent / "libvrm" / "_lib").is_dir():
    from wheel.bdist_wheel import bdist_wheel

    class PlatformWheel(bdist_wheel):
        def finalize_options(self):
            super().finalize_options()
            self.root_is_pure = False

        def get_tag(self):
            return ("py3", "none", super().get_tag()[2])

    commands["bdist_wheel"] = PlatformWheel

setup(cmdclass=commands)
