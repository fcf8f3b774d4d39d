# SPDX-License-Identifier: MIT
"""Makes an avatar smaller without changing how it looks or moves.

    python3 shrink.py avatar.vrm small.vrm
"""

from __future__ import annotations

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import libvrm  # noqa: E402


def main(path: str, out_path: str) -> None:
    model = libvrm.load(path)
    model.optimize(drops_unbound_morphs=True)
    model.save(out_path)
    print(f"{os.path.getsize(path)} bytes, now {os.path.getsize(out_path)}")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    try:
        main(*sys.argv[1:])
    except (OSError, libvrm.VrmError) as error:
        sys.exit(f"shrink.py: {error}")
