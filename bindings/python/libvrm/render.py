# SPDX-License-Identifier: MIT
"""Pictures of avatars, in and out of files. Needs libvrm_render and, for arrays, numpy."""

from __future__ import annotations

import ctypes
from typing import Any, Sequence

from . import _abi as abi
from ._handle import Handle, expect
from ._library import documented, lib
from ._memory import Native, _enum, _text, data_of, no_export, numbers, numpy
from ._types import ImageFormat, ImageInfo, Overlay, RenderBackend, RenderStats, Result, Shot, Vec3, Viewpoint
from ._words import word
from .errors import ArgumentError, UnsupportedError, check
from .model import Model
from .report import Report, ReportOf
from .rig import Rig
from .sim import Avatar, Sim, ids

__all__ = ["Drawable", "Framing", "Renderer", "decode_image", "encode_image", "encode_png", "peek_image", "render"]


def _need_numpy() -> None:
    if numpy is None:
        raise RuntimeError("pictures need numpy (Debian: python3-numpy)")


class Renderer(Handle):
    """Draws. A renderer and what belongs to it is for the thread that made it."""

    @documented("vrm_renderer_create")
    def __init__(self, backend: RenderBackend | str = RenderBackend.EGL) -> None:
        backend = word(RenderBackend, backend)
        if backend == RenderBackend.HOST:
            raise ValueError("a host's own context needs C")
        definition = abi.RendererDef()
        lib.vrm_renderer_def_init(ctypes.byref(definition), ctypes.sizeof(definition))
        definition.backend = RenderBackend(backend)
        pointer = ctypes.c_void_p()
        with ReportOf() as report:
            definition.report = report.pointer
            report.check(lib.vrm_renderer_create(ctypes.byref(definition), ctypes.byref(pointer)), "making a renderer")
        self._native = Native("Renderer", pointer.value or 0, lib.vrm_renderer_destroy, one_thread=True, one_process=True)

    def _facts(self) -> str:
        return repr(self.name)

    @property
    def name(self) -> str:
        """What draws."""
        return _text(lib.vrm_renderer_name(self._c))

    @property
    def stats(self) -> RenderStats:
        """What the last picture took."""
        return RenderStats._from_c(lib.vrm_renderer_stats(self._c), no_export)

    def draw(self, avatars: Sequence[tuple[Drawable, Sequence[Avatar]]] | tuple[Drawable, Avatar], *,
             viewpoint: Viewpoint | None = None, width: int = 512, height: int = 512, samples: int = 4,
             background: Sequence[float] = (0.0, 0.0, 0.0, 0.0), time_s: float = 0.0,
             overlays: Overlay | str = Overlay(0), model: Model | None = None) -> Any:
        """A picture as a (height, width, 4) array of bytes: sRGB, alpha not multiplied in.

        `avatars` is (drawable, avatar), or a list of (drawable, [avatar, ...]). Overlays need the model."""
        _need_numpy()
        overlays = word(Overlay, overlays)
        groups = _groups(avatars)
        frame = abi.FrameDef()
        lib.vrm_frame_def_init(ctypes.byref(frame), ctypes.sizeof(frame))
        frame.width, frame.height, frame.samples, frame.time_s = width, height, samples, time_s
        frame.background = abi.Vec4(*numbers(background, 4))
        if viewpoint is not None:
            expect(viewpoint, Viewpoint, "viewpoint")
            frame.view.m[:] = viewpoint.view
            frame.projection.m[:] = viewpoint.projection
        check(lib.vrm_render_begin(self._c, ctypes.byref(frame)), "beginning a picture")
        for drawable, members in groups:
            expect(drawable, Drawable, "drawable")
            if drawable._renderer is not self._owner:
                raise ArgumentError("the drawable belongs to another renderer", Result.ERR_ARGUMENT)
            for sim, group in _by_sim(members):
                array = ids(group)
                check(lib.vrm_render_draw(self._c, drawable._c, sim._c, array, len(group)), "drawing")
                if overlays:
                    self._draw_overlays(model, sim, group, overlays)
        check(lib.vrm_render_end(self._c), "drawing")
        pixels = numpy.empty((height, width, 4), dtype=numpy.uint8)
        check(lib.vrm_render_read(self._c, pixels.ctypes.data_as(ctypes.POINTER(ctypes.c_uint8)), pixels.nbytes),
              "reading the picture")
        return pixels

    def _draw_overlays(self, model: Model | None, sim: Sim, avatars: Sequence[Avatar], overlays: Overlay) -> None:
        if model is None:
            raise ValueError("overlays need the model")
        expect(model, Model, "model")
        for avatar in avatars:
            lines, count = ctypes.POINTER(abi.Line)(), ctypes.c_int32()
            check(lib.vrm_overlay_lines(model._c, sim._c, avatar._id, int(overlays), None, ctypes.byref(lines),
                                        ctypes.byref(count)), "overlays")
            try:
                check(lib.vrm_render_lines(self._c, lines, count.value, True), "overlays")
            finally:
                lib.vrm_lines_release(None, lines, count.value)


def _groups(avatars: Any) -> list[tuple[Drawable, Sequence[Avatar]]]:
    if isinstance(avatars, tuple) and len(avatars) == 2 and isinstance(avatars[1], Avatar):
        return [(avatars[0], [avatars[1]])]
    return [(drawable, list(members)) for drawable, members in avatars]


def _by_sim(avatars: Sequence[Avatar]) -> list[tuple[Sim, list[Avatar]]]:
    groups: dict[int, tuple[Sim, list[Avatar]]] = {}
    for avatar in avatars:
        expect(avatar, Avatar, "avatar")
        groups.setdefault(id(avatar.sim), (avatar.sim, []))[1].append(avatar)
    return list(groups.values())


class Drawable(Handle):
    """A model in the memory of the graphics card."""

    #: What was wrong with images and materials.
    report: Report

    @documented("vrm_drawable_create")
    def __init__(self, renderer: Renderer, model: Model, rig: Rig) -> None:
        expect(renderer, Renderer, "renderer")
        expect(model, Model, "model")
        expect(rig, Rig, "rig")
        definition = abi.DrawableDef()
        lib.vrm_drawable_def_init(ctypes.byref(definition), ctypes.sizeof(definition))
        pointer = ctypes.c_void_p()
        with ReportOf() as report:
            definition.report = report.pointer
            result = lib.vrm_drawable_create(renderer._c, model._c, rig._c, ctypes.byref(definition),
                                             ctypes.byref(pointer))
            self.report = report.check(result, "making a drawable")
        self._renderer = renderer._owner
        self._native = Native("Drawable", pointer.value or 0, lib.vrm_drawable_destroy, (self._renderer, rig._owner), one_thread=True, one_process=True)


class Framing(Handle):
    """Measures an avatar and its poses, and places the camera."""

    @documented("vrm_framing_create")
    def __init__(self, model: Model, rig: Rig) -> None:
        expect(model, Model, "model")
        expect(rig, Rig, "rig")
        pointer = ctypes.c_void_p()
        check(lib.vrm_framing_create(model._c, rig._c, None, ctypes.byref(pointer)), "making a framing")
        self._native = Native("Framing", pointer.value or 0, lib.vrm_framing_destroy, (rig._owner,))

    @documented("vrm_framing_add_pose")
    def add_pose(self, avatar: Avatar) -> None:
        """Adds the current pose of an avatar; bounds and viewpoints then include it."""
        expect(avatar, Avatar, "avatar")
        if not lib.vrm_framing_add_pose(self._c, avatar._check(), avatar._id):
            raise ArgumentError("the avatar is not of the framing's rig, or its sim has no world matrices",
                                Result.ERR_ARGUMENT)

    def clear(self) -> None:
        """Removes all poses that were added."""
        lib.vrm_framing_clear(self._c)

    @property
    def bounds(self) -> tuple[Vec3, Vec3]:
        """A box around all added poses."""
        low, high = abi.Vec3(), abi.Vec3()
        lib.vrm_framing_bounds(self._c, ctypes.byref(low), ctypes.byref(high))
        return Vec3._from_c(low, no_export), Vec3._from_c(high, no_export)

    @documented("vrm_framing_viewpoint")
    def viewpoint(self, shot: Shot | str = Shot.FULL, *, aspect: float = 1.0, yaw_degrees: float = 0.0,
                  pitch_degrees: float = 0.0, fov_degrees: float = 30.0, margin: float = 0.04) -> Viewpoint:
        """A camera that holds all that was seen."""
        definition = abi.ShotDef()
        lib.vrm_shot_def_init(ctypes.byref(definition), ctypes.sizeof(definition))
        definition.shot, definition.aspect, definition.fov_degrees = Shot(word(Shot, shot)), aspect, fov_degrees
        definition.yaw_degrees, definition.pitch_degrees, definition.margin = yaw_degrees, pitch_degrees, margin
        return Viewpoint._from_c(lib.vrm_framing_viewpoint(self._c, ctypes.byref(definition)), no_export)


def render(model: Model, *, width: int = 512, height: int = 512, shot: Shot | str = Shot.FULL, yaw_degrees: float = 0.0,
           background: Sequence[float] = (0.0, 0.0, 0.0, 0.0)) -> Any:
    """A picture of an avatar at rest: everything in one call, for thumbnails."""
    if width < 1 or height < 1:
        raise ArgumentError(f"a picture of {width} x {height} has no pixels", Result.ERR_ARGUMENT)
    with Rig(model) as rig, Sim() as sim, Renderer() as renderer, Drawable(renderer, model, rig) as drawable, \
            Framing(model, rig) as framing:
        avatar = sim.add(rig)
        sim.step(0.0)
        framing.add_pose(avatar)
        viewpoint = framing.viewpoint(shot, aspect=width / height, yaw_degrees=yaw_degrees)
        return renderer.draw((drawable, avatar), viewpoint=viewpoint, width=width, height=height, background=background)


# ---- Pictures in files ----

def _span(data: bytes) -> abi.Span:
    return abi.Span(ctypes.cast(ctypes.c_char_p(data), ctypes.c_void_p), len(data))


def _check_image(result: int, data: bytes) -> None:
    if result == Result.ERR_UNSUPPORTED and data[:4] != b"RIFF":  # else WebP that moves
        raise UnsupportedError(f"image: neither PNG, JPEG nor WebP; it begins with {data[:8]!r}", Result.ERR_UNSUPPORTED)
    check(result, "image, an animated WebP" if result == Result.ERR_UNSUPPORTED else "image")


@documented("vrm_image_peek")
def peek_image(data: bytes) -> ImageInfo:
    """Format and size, from the header alone."""
    info = abi.ImageInfo()
    data = data_of(data)
    _check_image(lib.vrm_image_peek(_span(data), ctypes.byref(info)), data)
    return ImageInfo._from_c(info, no_export)


@documented("vrm_image_decode")
def decode_image(data: bytes, *, max_width: int = 0, max_height: int = 0, enough: int = 0) -> Any:
    """A PNG, JPEG or WebP as a (height, width, 4) array of bytes."""
    _need_numpy()
    limits = abi.ImageLimits()
    limits.width, limits.height, limits.enough = max_width, max_height, enough
    picture = abi.Picture()
    data = data_of(data)
    _check_image(lib.vrm_image_decode(_span(data), ctypes.byref(limits), None, ctypes.byref(picture)), data)
    try:
        size = picture.width * picture.height * 4
        pixels = ctypes.string_at(picture.pixels, size)
        return numpy.frombuffer(pixels, dtype=numpy.uint8).reshape(picture.height, picture.width, 4)
    finally:
        lib.vrm_image_release(ctypes.byref(picture))


@documented("vrm_image_writer_create", "vrm_image_writer_add", "vrm_image_writer_finish")
def encode_image(frames: Sequence[Any], format: ImageFormat | str = ImageFormat.PNG, *, frames_per_second: float = 30.0,
                 loop_count: int = 0, effort: int = 4, quality: float = 90.0) -> bytes:
    """Pictures, (height, width, 4) arrays of bytes, as a file: PNG, WebP, APNG or GIF."""
    _need_numpy()
    arrays = [numpy.ascontiguousarray(frame) for frame in frames]
    for array in arrays:
        if array.dtype != numpy.uint8 or array.ndim != 3 or array.shape[2] != 4 or array.shape != arrays[0].shape:
            raise ArgumentError(f"expected (height, width, 4) bytes of one size, got {array.dtype} {array.shape}",
                                Result.ERR_ARGUMENT)
    if not arrays:
        raise ArgumentError("there is no frame", Result.ERR_ARGUMENT)
    definition = abi.ImageWriterDef()
    lib.vrm_image_writer_def_init(ctypes.byref(definition), ctypes.sizeof(definition))
    definition.format = word(ImageFormat, format)
    definition.height, definition.width = arrays[0].shape[:2]
    definition.frames_per_second, definition.loop_count = frames_per_second, loop_count
    definition.effort, definition.quality = effort, quality
    writer, span = ctypes.c_void_p(), abi.Span()
    check(lib.vrm_image_writer_create(ctypes.byref(definition), ctypes.byref(writer)), "image")
    try:
        for array in arrays:
            check(lib.vrm_image_writer_add(writer, array.ctypes.data_as(ctypes.POINTER(ctypes.c_uint8))), "image")
        check(lib.vrm_image_writer_finish(writer, ctypes.byref(span)), "image")
        return ctypes.string_at(span.data, span.size)
    finally:
        lib.vrm_image_writer_destroy(writer)


def encode_png(pixels: Any) -> bytes:
    """One picture as a PNG file."""
    return encode_image([pixels])
