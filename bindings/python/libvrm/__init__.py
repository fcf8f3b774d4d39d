# SPDX-License-Identifier: MIT
"""VRM avatars in Python: load, validate, migrate, edit, pose, animate and draw them.

    import libvrm

    model = libvrm.load("avatar.vrm")
    rig = libvrm.Rig(model)
    sim = libvrm.Sim()
    avatar = sim.add(rig)
    avatar.set_expression("happy", 1.0)
    for frame in range(60):
        sim.step(1 / 60)
    print(avatar.worlds[rig.bone("head")])

Everything stands on the C library of the same name and version; docstrings quote its headers. Objects end
with close(), at the end of a `with`, or with the last reference. Arrays are views without copies: of
numpy where it is installed, else `libvrm.Array`, which can be indexed in the same way.
"""

from __future__ import annotations

from . import _types, errors, gpu, vmc
from ._array import Array
from ._abi import VERSION as __version__
from ._types import *  # noqa: F403
from .actor import Actor
from .authoring import AvatarProposal, SpringProposal, create_avatar, default_meta, propose_avatar, propose_springs
from .clip import Baker, Capture, Clip, Player, Recorder
from .difference import Diff, diff
from .errors import (ArgumentError, ContainerError, FileError, InvalidError, JsonError, LibraryError, LimitError,
                     MissingError, OutOfMemoryError, StaleError, UnsupportedError, VrmError)
from .expressions import ExpressionList, presets_of
from .face import Face, FaceMap, Lip, LipFrames
from .live import Live
from .model import Edit, Gltf, Model, load, validate
from .motion import Motion, motion_part, motion_parts
from .points import Points
from .render import (Drawable, Framing, Renderer, decode_image, encode_image, encode_png, peek_image, render)
from .report import Optimization, Report
from .rig import Rig, pose, pose_a, pose_idle, pose_rest
from .sim import Avatar, Sim
from .speech_marks import SpeechMarks
from .tracker import Tracker
from .validation import Rule, rules

__all__ = [
    "Actor", "ArgumentError", "Array", "Avatar", "AvatarProposal", "Baker", "Capture", "Clip", "ContainerError", "Diff", "Drawable", "Edit", "ExpressionList", "Face",
    "FaceMap", "FileError", "Framing", "Gltf", "InvalidError", "JsonError", "LibraryError", "LimitError", "Lip", "LipFrames", "Live", "MissingError", "Model", "Motion",
    "Optimization", "OutOfMemoryError", "Player", "Points", "Recorder", "Renderer", "Report", "Rig", "Sim", "SpeechMarks", "SpringProposal", "StaleError", "Tracker",
    "UnsupportedError", "VrmError", "__version__", "create_avatar", "decode_image", "default_meta", "diff", "encode_image", "encode_png", "errors", "gpu", "load",
    "motion_part", "motion_parts", "peek_image", "pose", "pose_a", "pose_idle", "pose_rest", "presets_of", "propose_avatar", "propose_springs", "render", "rules",
    "validate", "vmc",
]
__all__ += _types.__all__
