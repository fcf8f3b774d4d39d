# SPDX-License-Identifier: MIT
"""Writes packaging/debian/PACKAGE.symbols: since which version each shared library exports each function. dpkg takes the
version that a program needs from them, so a line stays as it is once it was released. Before 1.0 a minor version may change
the interface: its lines then all say that version. `0.2.0~dev` sorts before 0.2.0, which replaces it at the release."""

from __future__ import annotations

from pathlib import Path
from typing import Any

PACKAGES = {"vrm": ("libvrm0", "libvrm-dev"), "vrm_render": ("libvrm-render0", "libvrm-render-dev"),
            "vrm_vmc": ("libvrm-vmc0", "libvrm-vmc-dev"), "vrm_gpu": ("libvrm-gpu0", "libvrm-gpu-dev")}
FOLDER = "packaging/debian"


class SymbolError(Exception):
    pass


def known(path: Path) -> dict[str, str]:
    """The version of each function of an earlier file."""
    versions: dict[str, str] = {}
    if path.exists():
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith(" "):
                symbol, version = line.split()
                versions[symbol.removesuffix("@Base")] = version
    return versions


def stays(since: str, version: str) -> bool:
    """Whether a line of an earlier file is still right in this version."""
    parts = 2 if version.startswith("0.") else 1
    return "~" not in since and since.split(".")[:parts] == version.split(".")[:parts]


def write(api: dict[str, Any], version: str, root: Path) -> dict[str, str]:
    files = {}
    for library, (package, development) in PACKAGES.items():
        name = f"{FOLDER}/{package}.symbols"
        versions = known(root / name)
        kept = {function: since for function, since in versions.items() if stays(since, version)}
        functions = sorted(f["name"] for f in api["functions"] if f["library"] == library and not f["inline"])
        gone = sorted(set(versions) - set(functions))
        if gone:
            raise SymbolError(f"{', '.join(gone)}: gone from the headers, and programs that use it no longer start. If that is meant, take "
                              f"the line out of {name} and say in CHANGELOG.md how to adapt")
        lines = [f"lib{library}.so.{version.split('.')[0]} {package} #MINVER#", f"* Build-Depends-Package: {development}"]
        lines += [f" {function}@Base {kept.get(function, version)}" for function in functions]
        files[name] = "\n".join(lines) + "\n"
    return files
