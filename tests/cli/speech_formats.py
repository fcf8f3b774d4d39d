#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""One sentence as the speech marks of each engine, written from the engines' descriptions.

  speech_formats.py FOLDER    writes a file for each format

SPEECH has the sounds with their lengths, in units of 0.032 s: three frames of VOICEVOX, whole milliseconds for Polly.
"""
import json, os, sys

UNIT = 0.032
SPEECH = [("sil", 6), ("p", 3), ("a", 9), ("m", 3), ("o", 9), ("b", 3), ("u", 9), ("s", 3), ("e", 9), ("t", 3), ("i", 9),
          ("sil", 9)]
VOWELS = {"a": "aa", "i": "ih", "u": "ou", "e": "ee", "o": "oh"}  # of VRM


def sounds():
    """(sound, begin, end) in units."""
    at = 0
    for sound, length in SPEECH:
        yield sound, at, at + length
        at += length


def seconds():
    return sum(length for _, length in SPEECH) * UNIT


# https://learn.microsoft.com/azure/ai-services/speech-service/how-to-speech-synthesis-viseme; SAPI has the same numbers.
AZURE = {"sil": 0, "a": 2, "o": 3, "e": 4, "i": 6, "u": 7, "s": 15, "t": 19, "p": 21, "m": 21, "b": 21}


def azure_events():
    return [{"audioOffset": round(begin * UNIT * 1e7), "visemeId": AZURE[sound], "animation": ""}
            for sound, begin, _ in sounds()]


def azure():
    return json.dumps(azure_events())


def azure_lines():
    return "".join(json.dumps(event) + "\n" for event in azure_events())


# The order of the 55 numbers is that of the same page.
JAW_OPEN, FUNNEL, PUCKER = 17, 19, 20
STRETCH, LIPS_APART = (29, 30), (37, 38, 39, 40)
SHAPES = {"a": {JAW_OPEN: 0.8}, "o": {FUNNEL: 0.8}, "u": {PUCKER: 0.8}, "i": dict.fromkeys(STRETCH, 0.8),
          "e": dict.fromkeys(LIPS_APART, 0.8), "s": dict.fromkeys(STRETCH, 0.24), "t": dict.fromkeys(STRETCH, 0.24)}


def azure_shapes():
    """Chunks of at most 20 frames, 60 a second, as text in the events."""
    frames = []
    for number in range(int(seconds() * 60) + 1):
        sound = next((s for s, begin, end in sounds() if begin * UNIT <= number / 60 < end * UNIT), "sil")
        frames.append([SHAPES.get(sound, {}).get(shape, 0) for shape in range(55)])
    chunks = [{"FrameIndex": first, "BlendShapes": frames[first:first + 20]} for first in range(0, len(frames), 20)]
    events = azure_events()
    for event, chunk in zip(events, chunks):
        event["animation"] = json.dumps(chunk)
    assert len(chunks) <= len(events)
    return json.dumps(events)


# System.Speech.Synthesis.VisemeReachedEventArgs; a TimeSpan is written as by System.Text.Json.
def time_span(units):
    ticks = round(units * UNIT * 1e7)
    return "00:00:%02d.%07d" % divmod(ticks, 10_000_000)


def sapi():
    return json.dumps([{"AudioPosition": time_span(begin), "Duration": time_span(end - begin), "Emphasis": 0,
                        "NextViseme": 0, "Viseme": AZURE[sound]} for sound, begin, end in sounds()])


# https://docs.aws.amazon.com/polly/latest/dg/output.html
def polly():
    lines = [{"time": 192, "type": "sentence", "start": 0, "end": 10, "value": "pamobuseti"},
             {"time": 192, "type": "word", "start": 0, "end": 10, "value": "pamobuseti"}]
    names = {"m": "p", "b": "p"}
    visemes = [{"time": round(begin * UNIT * 1000), "type": "viseme", "value": names.get(sound, sound)}
               for sound, begin, _ in sounds()]
    return "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in visemes[:1] + lines + visemes[1:])


# https://voicevox.github.io/voicevox_engine/api/, AudioQuery
def voicevox():
    moras, rest = [], [entry for entry in SPEECH if entry[0] != "sil"]
    for (consonant, first), (vowel, second) in zip(rest[0::2], rest[1::2]):
        moras.append({"text": "?", "consonant": consonant, "consonant_length": first * UNIT, "vowel": vowel,
                      "vowel_length": second * UNIT, "pitch": 5.5})
    phrases = [{"moras": part, "accent": 1, "pause_mora": None, "is_interrogative": False} for part in (moras[:2], moras[2:])]
    return json.dumps({"accent_phrases": phrases, "speedScale": 1.0, "pitchScale": 0.0, "intonationScale": 1.0,
                       "volumeScale": 1.0, "prePhonemeLength": SPEECH[0][1] * UNIT,
                       "postPhonemeLength": SPEECH[-1][1] * UNIT, "pauseLength": None, "pauseLengthScale": 1.0,
                       "outputSamplingRate": 24000, "outputStereo": False, "kana": "?"})


def voicevox_fast():
    """Twice as long sounds at twice the speed."""
    query = json.loads(voicevox())
    query.update(speedScale=2.0, prePhonemeLength=query["prePhonemeLength"] * 2,
                 postPhonemeLength=query["postPhonemeLength"] * 2)
    for phrase in query["accent_phrases"]:
        for mora in phrase["moras"]:
            mora.update(consonant_length=mora["consonant_length"] * 2, vowel_length=mora["vowel_length"] * 2)
    return json.dumps(query)


# https://github.com/DanielSWolf/rhubarb-lip-sync, "Mouth shapes" and "JSON format"
RHUBARB = {"sil": "X", "p": "A", "m": "A", "b": "A", "a": "D", "e": "C", "o": "E", "u": "F", "s": "B", "t": "B", "i": "B"}


def rhubarb():
    cues = [{"start": round(begin * UNIT, 3), "end": round(end * UNIT, 3), "value": RHUBARB[sound]}
            for sound, begin, end in sounds()]
    return json.dumps({"metadata": {"soundFile": "/tmp/speech.wav", "duration": round(seconds(), 3)}, "mouthCues": cues}, indent=2)


# https://elevenlabs.io/docs/api-reference/text-to-speech/convert-with-timestamps
def elevenlabs():
    letters = [(" " if sound == "sil" else sound, begin * UNIT, end * UNIT) for sound, begin, end in sounds()]
    alignment = {"characters": [letter for letter, _, _ in letters],
                 "character_start_times_seconds": [begin for _, begin, _ in letters],
                 "character_end_times_seconds": [end for _, _, end in letters]}
    return json.dumps({"audio_base64": "", "alignment": alignment, "normalized_alignment": None})


FORMATS = {make.__name__: make for make in (azure, azure_lines, azure_shapes, sapi, polly, voicevox, voicevox_fast, rhubarb,
                                            elevenlabs)}


if __name__ == "__main__":
    for name, make in FORMATS.items():
        with open(os.path.join(sys.argv[1], name + ".json"), "w", encoding="utf-8") as out:
            out.write(make())
