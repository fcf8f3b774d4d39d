#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Synthesized speech with its truth.

usage: speech.py judge|train FOLDER   writes FOLDER/NAME.f32 (mono samples), FOLDER/NAME.lab
                                      (lines `END_SECONDS CLASS PHONE`) and FOLDER/list.json

flite prints the end of each phone (-psdur). espeak-ng tells where each phoneme begins through its
library (the command only prints times for voices of MBROLA). A phone becomes one or two classes by
the tables below: a vowel of VRM (aa ih ou ee oh), `c` another consonant, `p` lips pressed together,
`q` silence, `-` not counted: schwa and r-coloured vowels, which are near none of the five.
A diphthong is its first vowel for one half, and either of its vowels for the other (`aa/ih`): the
tongue is on the way, and in fluent speech often does not arrive.
"""
import array
import ctypes
import json
import os
import pathlib
import random
import struct
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
TRAINING = HERE.parent.parent / "tools/generate/lip_model"

# Phones of flite (ARPAbet in lower case).
FLITE = {
    "aa": "aa", "ae": "aa", "ah": "aa", "ao": "oh", "eh": "ee", "ih": "ih", "iy": "ih",
    "uh": "ou", "uw": "ou", "ay": "aa aa/ih", "aw": "aa aa/ou", "ey": "ee ee/ih", "ow": "oh oh/ou",
    "oy": "oh oh/ih", "ax": "-", "er": "-", "axr": "-", "pau": "q", "m": "p", "b": "p", "p": "p",
}

# Phonemes of espeak-ng, English and Japanese.
ESPEAK = {
    "a": "aa", "aa": "aa", "A": "aa", "A:": "aa", "a#": "-", "V": "aa", "0": "oh", "0#": "oh",
    "O": "oh", "O:": "oh", "O2": "oh", "o": "oh", "o:": "oh", "E": "ee", "E2": "ee", "e": "ee",
    "e:": "ee", "E#": "-", "I": "ih", "I2": "ih", "I#": "-", "i": "ih", "i:": "ih", "U": "ou",
    "u": "ou", "u:": "ou", "M": "ou", "aI": "aa aa/ih", "aU": "aa aa/ou", "eI": "ee ee/ih", "oU": "oh oh/ou",
    "OI": "oh oh/ih", "A@": "aa -", "e@": "ee -", "i@": "ih -", "i@3": "ih -", "O@": "oh -",
    "o@": "oh -", "U@": "ou -", "aI@": "aa aa/ih -", "aI3": "aa aa/ih -", "aU@": "aa aa/ou -",
    "@": "-", "@2": "-", "@5": "-", "@L": "-", "@-": "-", "3": "-", "3:": "-", "IR": "-", "VR": "-",
    "_": "q", "_:": "q", "_::": "q", "_!": "q", "": "q", "m": "p", "b": "p", "p": "p",
}
# American English says it as in "father".
ESPEAK_US = dict(ESPEAK, **{"0": "aa"})
seen = set()


def lab_lines(ends, table):
    """Phones with their ends, as lines of classes with theirs."""
    lines, begin = [], 0.0
    for end, phone in ends:
        if table is not FLITE and phone not in table: seen.add(phone)
        parts = table.get(phone, "c").split()
        for i, part in enumerate(parts):
            lines.append("%.4f %s %s" % (begin + (end - begin) * (i + 1) / len(parts), part, phone or "_"))
        begin = end
    return lines


def read_wav(path):
    data = path.read_bytes()
    rate = struct.unpack_from("<I", data, 24)[0]
    at = data.index(b"data") + 8
    return rate, array.array("h", data[at:at + (len(data) - at) // 2 * 2])


def flite(text, voice, pitch, stretch, folder):
    """Rate, samples, ends of phones."""
    path = folder / "flite.wav"
    command = ["flite", "-voice", voice, "--setf", "duration_stretch=%g" % stretch]
    if pitch: command += ["--setf", "int_f0_target_mean=%g" % pitch]
    out = subprocess.run(command + ["-psdur", "-t", text, "-o", str(path)], check=True,
                         stdout=subprocess.PIPE, text=True).stdout
    ends = [(float(word.rsplit(":", 1)[1]), word.rsplit(":", 1)[0]) for word in out.split()]
    rate, samples = read_wav(path)
    path.unlink()
    return rate, samples, ends


class EventId(ctypes.Union):
    _fields_ = [("number", ctypes.c_int), ("name", ctypes.c_char_p), ("string", ctypes.c_char * 8)]


class Event(ctypes.Structure):
    _fields_ = [("type", ctypes.c_int), ("unique", ctypes.c_uint), ("text", ctypes.c_int),
                ("length", ctypes.c_int), ("audio_ms", ctypes.c_int), ("sample", ctypes.c_int),
                ("user", ctypes.c_void_p), ("id", EventId)]


class Espeak:
    """The library of espeak-ng 1.51: speak_lib.h has the numbers."""
    CALLBACK = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int,
                                ctypes.POINTER(Event))
    PHONEME, SYNCHRONOUS, PHONEME_EVENTS, UTF8 = 7, 2, 1, 1
    RATE, PITCH, RANGE = 1, 3, 4

    def __init__(self):
        self.library = ctypes.CDLL("libespeak-ng.so.1")
        self.rate = self.library.espeak_Initialize(self.SYNCHRONOUS, 0, None, self.PHONEME_EVENTS)
        self.callback = self.CALLBACK(self.take)
        self.library.espeak_SetSynthCallback(self.callback)

    def take(self, samples, count, events):
        if count > 0: self.samples.frombytes(ctypes.string_at(samples, 2 * count))
        i = 0
        while events[i].type != 0:
            if events[i].type == self.PHONEME:
                self.begins.append((events[i].sample, events[i].id.string.decode()))
            i += 1
        return 0

    def speak(self, text, voice, pitch, words_a_minute):
        self.samples, self.begins = array.array("h"), [(0, "_")]
        if self.library.espeak_SetVoiceByName(voice.encode()) != 0: raise SystemExit("no voice " + voice)
        self.library.espeak_SetParameter(self.RATE, words_a_minute, 0)
        self.library.espeak_SetParameter(self.PITCH, pitch, 0)
        self.library.espeak_SetParameter(self.RANGE, 50, 0)
        data = text.encode()
        self.library.espeak_Synth(data, len(data) + 1, 0, 0, 0, self.UTF8, None, None)
        self.library.espeak_Synchronize()
        following = [begin for begin, _ in self.begins[1:]] + [len(self.samples)]
        ends = [(end / self.rate, phone) for end, (_, phone) in zip(following, self.begins)]
        return self.rate, self.samples, ends


# Voices: synthesizer, language, name, pitch, speed (flite: stretch; espeak-ng: words a minute).
JUDGE_ENGLISH = [
    ("flite", "kal16", 0, 1.0), ("flite", "awb", 0, 1.0), ("flite", "rms", 0, 1.0),
    ("flite", "slt", 0, 1.0), ("flite", "kal", 0, 1.0), ("flite", "slt", 230, 1.2),
    ("flite", "kal16", 140, 0.85), ("flite", "rms", 85, 0.9), ("flite", "awb", 0, 1.2),
    ("espeak", "en-us", 50, 160), ("espeak", "en", 40, 175), ("espeak", "en-us+f2", 60, 150),
    ("espeak", "en+m4", 30, 190), ("espeak", "en-us+f4", 75, 140), ("espeak", "en+f5", 50, 160),
    ("espeak", "en-us+m7", 45, 200),
]
JUDGE_JAPANESE = [
    ("espeak", "ja", 50, 150), ("espeak", "ja+f2", 60, 160), ("espeak", "ja+m4", 35, 130),
    ("espeak", "ja+f4", 75, 180),
]
TRAIN_ENGLISH = [
    ("flite", "kal16", 0, 1.0), ("flite", "rms", 0, 1.0), ("flite", "slt", 0, 1.0),
    ("flite", "awb", 0, 1.0), ("flite", "rms", 0, 1.25), ("flite", "slt", 0, 0.85),
    ("flite", "awb", 0, 1.2), ("flite", "kal", 120, 1.2),
    ("espeak", "en-us", 50, 170), ("espeak", "en", 50, 150), ("espeak", "en-us+f1", 60, 160),
    ("espeak", "en+m3", 35, 140), ("espeak", "en-us+f3", 70, 180), ("espeak", "en-us+m1", 40, 160),
    ("espeak", "en+f3", 60, 150), ("espeak", "en-us+m5", 50, 150),
]
TRAIN_JAPANESE = [
    ("espeak", "ja", 45, 160), ("espeak", "ja+f1", 60, 150), ("espeak", "ja+m3", 35, 140),
    ("espeak", "ja+f3", 70, 170), ("espeak", "ja+m1", 50, 180),
]


def random_kana(count):
    """Words of random syllables: every vowel after every consonant."""
    dice = random.Random(37)
    rows = ["あいうえお", "かきくけこ", "さしすせそ", "たちつてと", "なにぬねの", "はひふへほ", "まみむめも",
            "やいゆえよ", "らりるれろ", "がぎぐげご", "ざじずぜぞ", "だぢづでど", "ばびぶべぼ", "ぱぴぷぺぽ"]
    word = lambda: "".join(dice.choice(dice.choice(rows)) for _ in range(dice.randint(2, 4)))
    return ["、".join(word() for _ in range(5)) + "。" for _ in range(count)]


def lines_of(path):
    return [line for line in path.read_text(encoding="utf-8").split("\n") if line and line[0] != "#"]


def main(kind, folder):
    folder.mkdir(parents=True, exist_ok=True)
    judged = kind == "judge"
    texts = HERE / "speech" if judged else TRAINING
    english, japanese = lines_of(texts / "english.txt"), lines_of(texts / "japanese.txt")
    if not judged: japanese += random_kana(15)
    jobs = []
    # Each sentence of the judge is spoken by six voices of English or by all four of Japanese.
    for language, sentences, voices, each in (
            ("en", english, JUDGE_ENGLISH if judged else TRAIN_ENGLISH, 6 if judged else 8),
            ("ja", japanese, JUDGE_JAPANESE if judged else TRAIN_JAPANESE, 4 if judged else 5)):
        for i, text in enumerate(sentences):
            for k in range(each):
                # Steps through the list so that each sentence has voices of both synthesizers.
                jobs.append((language, i, text, voices[(i + k * len(voices) // each) % len(voices)]))
    # Some sentences of the training for each voice: what calibrates it.
    for language, voices in (("en", JUDGE_ENGLISH), ("ja", JUDGE_JAPANESE)) if judged else ():
        lessons = lines_of(TRAINING / ("english.txt" if language == "en" else "japanese.txt"))
        jobs += [(language, -1, text, voice) for voice in voices for text in lessons[::10]]
    espeak, names = Espeak(), []
    for n, (language, i, text, (synthesizer, voice, pitch, speed)) in enumerate(jobs):
        if synthesizer == "flite":
            rate, samples, ends = flite(text, voice, pitch, speed, folder)
        else:
            rate, samples, ends = espeak.speak(text, voice, pitch, speed)
        name = "%s%04d" % (kind, n)
        array.array("f", [s / 32768 for s in samples]).tofile(open(folder / (name + ".f32"), "wb"))
        table = FLITE if synthesizer == "flite" else ESPEAK_US if "en-us" in voice else ESPEAK
        (folder / (name + ".lab")).write_text("\n".join(lab_lines(ends, table)) + "\n")
        names.append({"name": name, "rate": rate, "language": language, "lesson": i < 0,
                      "synthesizer": synthesizer, "voice": voice, "pitch": pitch, "speed": speed})
    (folder / "list.json").write_text(json.dumps(names, indent=0))
    if os.environ.get("SPEECH_PHONES"): print("consonants:", " ".join(sorted(seen)))


if __name__ == "__main__":
    if len(sys.argv) != 3 or sys.argv[1] not in ("judge", "train"): raise SystemExit(__doc__)
    main(sys.argv[1], pathlib.Path(sys.argv[2]))
