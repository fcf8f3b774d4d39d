# SPDX-License-Identifier: MIT
"""The package as users get it: by pip, with and without the libraries inside; its types; its README."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[1]
ROOT = PACKAGE.parents[1]
PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "install", "--no-build-isolation",
       "--no-deps", "--no-index", "--root-user-action=ignore", "--target"]


def need(*modules):
    for module in modules:
        if subprocess.run([sys.executable, "-c", f"import {module}"], capture_output=True).returncode:
            pytest.skip(f"{module} is not installed")


def use(folder, avatar, **environment):
    """Runs a program with the installed package alone."""
    clean = {key: value for key, value in os.environ.items() if key not in ("LIBVRM_PATH", "PYTHONPATH")}
    clean.update(environment, PYTHONPATH=str(folder))
    code = "import sys, libvrm; m = libvrm.load(sys.argv[1]); r = libvrm.Rig(m); s = libvrm.Sim(); " \
        "a = s.add(r); s.step(1 / 60); print(libvrm.__file__, len(a.worlds), libvrm.Renderer(libvrm.RenderBackend.NULL).name)"
    return subprocess.run([sys.executable, "-c", code, str(avatar)], capture_output=True, text=True, env=clean,
                          cwd=str(folder))


def test_pip_installs_it_without_a_compiler(tmp_path, avatar_file):
    need("pip", "setuptools", "wheel")
    source = tmp_path / "source"
    shutil.copytree(PACKAGE, source, ignore=shutil.ignore_patterns("tests", "__pycache__"))
    environment = dict(os.environ, CC="/bin/false", CXX="/bin/false")
    subprocess.run([*PIP, str(tmp_path / "site"), str(source)], check=True, env=environment)
    done = use(tmp_path / "site", avatar_file, LIBVRM_PATH=os.environ["LIBVRM_PATH"])
    assert done.returncode == 0 and str(tmp_path / "site") in done.stdout, done.stderr
    assert "null" in done.stdout
    assert (tmp_path / "site" / "libvrm" / "py.typed").exists()


def test_a_wheel_carries_the_libraries(tmp_path, avatar_file):
    need("pip", "setuptools", "wheel")
    subprocess.run([sys.executable, str(ROOT / "tools" / "package" / "wheel"), os.environ["LIBVRM_PATH"], str(tmp_path / "wheels")],
                   check=True)
    wheel, = (tmp_path / "wheels").glob("libvrm-*-py3-none-linux_*.whl")
    subprocess.run([*PIP, str(tmp_path / "site"), str(wheel)], check=True)
    done = use(tmp_path / "site", avatar_file)
    assert done.returncode == 0 and str(tmp_path / "site") in done.stdout, done.stderr


def test_types_are_complete(tmp_path):
    """Of the package, of what the README shows, and of the examples."""
    need("mypy")
    sources = ["libvrm", *map(str, (PACKAGE / "examples").glob("*.py"))]
    for i, program in enumerate(readme_programs()):
        (tmp_path / f"readme_{i}.py").write_text(program)
        sources.append(str(tmp_path / f"readme_{i}.py"))
    (tmp_path / "mypy.ini").write_text("[mypy]\n[mypy-bpy.*,mathutils.*]\nignore_missing_imports = True\n")  # Blender's have no types
    done = subprocess.run([sys.executable, "-m", "mypy", "--strict", "--config-file", str(tmp_path / "mypy.ini"), "--cache-dir",
                           os.environ.get("VRM_MYPY_CACHE", os.devnull), *sources], cwd=PACKAGE, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def readme_programs():
    """Of the package's README and of the project's."""
    programs = [program for readme in (PACKAGE / "README.md", ROOT / "README.md") if readme.exists()
                for program in re.findall(r"```python\n(.*?)```", readme.read_text(encoding="utf-8"), re.S)]
    assert programs
    return programs


def test_the_readme_runs(tmp_path, avatar_file):
    shutil.copy(avatar_file, tmp_path / "avatar.vrm")
    without = 'import sys; sys.modules["numpy"] = None\n'  # as in a plain virtual environment
    for program in [*readme_programs(), *[without + program for program in readme_programs()]]:
        done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True,
                              env=dict(os.environ, PYTHONPATH=str(PACKAGE)))
        assert done.returncode == 0 and "[" in done.stdout, done.stderr


def test_generated_words_are_all_public():
    import libvrm
    from libvrm import _types
    assert set(_types.__all__) <= set(dir(libvrm))
