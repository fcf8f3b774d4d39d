# SPDX-License-Identifier: MIT
"""Speech marks of engines through the binding (R-455, R-458)."""

import json

import pytest

import libvrm

EVENTS = [
    {"audioOffset": 1_000_000, "visemeId": 21},
    {"audioOffset": 2_000_000, "visemeId": 2},
    {"audioOffset": 5_000_000, "visemeId": 0},
]


def test_marks_become_frames():
    text = json.dumps(EVENTS)
    marks = libvrm.SpeechMarks(text)
    assert marks.format == libvrm.SpeechFormat.AZURE and marks.mark_count == 3
    assert marks.seconds == pytest.approx(0.5) and len(marks.frames) == 51
    assert marks.frames[25].vowels[0] == pytest.approx(0.8) and marks.frames[10].closed == 1
    assert libvrm.SpeechMarks(text.encode()).frames == marks.frames
    assert repr(marks) == "<libvrm.SpeechMarks, AZURE, 0.50 s>"


def test_offset_and_opening_are_used():
    marks = libvrm.SpeechMarks(json.dumps(EVENTS), offset_s=0.1, opening=0.4)
    assert marks.frames[35].vowels[0] == pytest.approx(0.4) and marks.seconds == pytest.approx(0.6)
    with pytest.raises(ValueError):
        libvrm.SpeechMarks(json.dumps(EVENTS), opening=2)


def test_a_face_hears_the_frames(model, rig):
    face = libvrm.Face(libvrm.FaceMap(model, rig), blinks=False)
    face.begin_sound()
    face.hear(libvrm.SpeechMarks(json.dumps(EVENTS)).frames)
    face.step(0.3)
    assert face.weights[rig.expression("aa")] > 0.5


def test_other_files_are_refused_with_findings():
    with pytest.raises(libvrm.InvalidError) as caught:
        libvrm.SpeechMarks("{}")
    assert [finding.code for finding in caught.value.report] == ["SPEECH_MARKS_UNKNOWN"]
    with pytest.raises(libvrm.JsonError):
        libvrm.SpeechMarks("[1,")
    damaged = libvrm.SpeechMarks(json.dumps([*EVENTS, {"audioOffset": 0, "visemeId": 2}]))
    assert [finding.code for finding in damaged.report] == ["SPEECH_MARKS_DAMAGED"]
