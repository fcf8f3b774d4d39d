# SPDX-License-Identifier: MIT
"""Mouth shapes with times of speech engines."""

from __future__ import annotations

import ctypes

from . import _abi as abi
from ._library import documented, lib
from ._memory import data_of, number, number32
from ._types import SpeechFormat
from .face import LipFrames
from .report import Report, ReportOf

__all__ = ["SpeechMarks"]


class SpeechMarks:
    """What a speech engine says about the mouth, as frames for Face.hear() and Actor.speak(): an audio query of VOICEVOX,
    visemes of Azure or SAPI, speech marks of Amazon Polly, mouth cues of Rhubarb, or characters of ElevenLabs with times.

        marks = libvrm.SpeechMarks(open("query.json").read())
        actor.speak(marks.frames)
    """

    #: Which engine wrote them.
    format: SpeechFormat
    #: Until the end of the speech (s).
    seconds: float
    #: Mouth shapes with a time.
    mark_count: int
    #: One every 10 ms.
    frames: LipFrames
    #: What reading found.
    report: Report

    @documented("vrm_speech_marks_read")
    def __init__(self, data: bytes | str, *, offset_s: float = 0.0, opening: float = 0.8) -> None:
        """Reads the text or the bytes of a file. `offset_s` is added to all times; `opening` is the weight of a fully open
        vowel, 0 to 1."""
        data = data.encode("utf-8") if isinstance(data, str) else data_of(data)
        definition, pointer = abi.SpeechMarksDef(), ctypes.c_void_p()
        lib.vrm_speech_marks_def_init(ctypes.byref(definition), ctypes.sizeof(definition))
        definition.offset_s, definition.opening = number(offset_s, "offset_s"), number32(opening, "opening")
        with ReportOf() as report:
            definition.report = report.pointer
            result = lib.vrm_speech_marks_read(data, len(data), ctypes.byref(definition), ctypes.byref(pointer))
            self.report = report.check(result, "reading speech marks")
        try:
            info, count = lib.vrm_speech_marks_info(pointer), ctypes.c_int32()
            frames = lib.vrm_speech_marks_frames(pointer, ctypes.byref(count))
            self.format, self.seconds, self.mark_count = SpeechFormat(info.format), info.seconds, info.mark_count
            self.frames = LipFrames._of((abi.LipFrame * count.value)(*frames[:count.value]), count.value)
        finally:
            lib.vrm_speech_marks_destroy(pointer)

    def __repr__(self) -> str:
        return f"<libvrm.SpeechMarks, {self.format.name}, {self.seconds:.2f} s>"
