#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Recordings of people from Debian's packages, with what they say, for judge_people.mjs.

usage: people.py truth          writes speech/people.json: which recordings, and where their vowels are
       people.py sound FOLDER   writes FOLDER/list.json, and FOLDER/NAME.f32 (mono samples) of each

klettres-data: letters and syllables with one known vowel, said by one person for each of 15 languages.
What is judged is the core of the vowel: periodic, at most 10 dB below the loudest, without the part
that belongs to the consonant.
pocketsphinx-testdata and alsa-utils: English sentences whose words are known. pocketsphinx, with
pocketsphinx-en-us, finds where each phone of them is.
What `truth` needs: tools/deps.sh lip-model.
These recordings judge. Nothing is trained on them.
"""
import ctypes
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import wave

import numpy as np

TRUTH = pathlib.Path(__file__).resolve().parent / "speech/people.json"
KLETTRES = pathlib.Path("/usr/share/klettres")
SPHINX = pathlib.Path("/usr/share/pocketsphinx")
ALSA = pathlib.Path("/usr/share/sounds/alsa")
PAD_S = 0.3 # of silence before and after each recording

# ---- Letters and syllables ----

LETTERS = {
    "A": "aa", "E": "ee", "I": "ih", "O": "oh", "U": "ou", "Á": "aa", "É": "ee", "Í": "ih", "Ó": "oh", "Ú": "ou",
}
# Languages that are written as they are said: a consonant or two, and a vowel.
PLAIN = ["it", "es", "pt_BR", "cs", "tn"]
SYLLABLE = re.compile("(QU|GU|[B-DF-HJ-NP-TV-ZÑŘ]{1,2})([AEIOUÁÉÍÓÚ])")
# The others, by vowel.
NAMED = {
    "fr": {"aa": "A LA DA MA RA PA SA H K", "ih": "I LI DI MI RI PI SI J X", "oh": "O LO DO MO RO PO SO",
           "ee": "B C D G P T V"},
    "de": {"aa": "A H K JA WAS", "ee": "Ä E B C D G P T W REH", "ih": "I DIE FISCH IST KIND SITZ WILL",
           "oh": "O ROT WO", "ou": "U Q BUS FUß GUT HUND ZU"},
    "hu": {"aa": "Á H K KÁD ZSÁK", "ee": "E É B C D G P T V PÉK RÉT VÉN ÉK", "ih": "I Í ITT ÍJ CSÍK GYÍK",
           "oh": "O Ó HÓ JÓ LÓ SÓ ÓL", "ou": "U Ú ÚT UJJ LYUK TYÚK"},
    "nl": {"aa": "AA AAP AAN", "ih": "IE IK IS", "ou": "OE", "oh": "OO OP OOG OOM", "ee": "EE EET"},
    "en": {"ih": "E B C D G P T V FIX KEY ME SIT", "ou": "Q U", "ee": "F L M N S X GEM JET PET", "aa": "R CAR GAS",
           "oh": "AW SAW"},
    "en_GB": {"ih": "E B C D G P T V FIX KEY ME SIT", "ou": "Q U", "ee": "F L M N S X GEM JET PET WELL",
              "aa": "R ARM CAR GAS HUT", "oh": "BALL OR SAW DOG HOT"},
    "ru": {"aa": "А БА ДА КА МА НА ПА СКА ТА ХА ША К Х", "oh": "О БРО ВО ДО ЗЛО ЛО НО РО СО ТО ЧТО", "ou": "У БУ ДУ КУ",
           "ih": "И ЛИ НИ ПИ СИ ТИ", "ee": "Э ЖЕ ШЕ ТЕ НЕ БЕ"},
    "uk": {"aa": "А БА ГА ДЖА", "oh": "О БО ВО ДО КО ЛО ДЖО", "ou": "У БУ ДУ КУ", "ih": "І БІ ЗМІ МІ НІ ПІ",
           "ee": "Е Б В Г Д П Т ЖЕ"},
    "ml": {"aa": "ആ", "ih": "ഈ ഇ", "ou": "ഉ ഊ", "ee": "എ ഏ", "oh": "ഒ ഓ"},
    "lt": {"aa": "A ŠA NA", "ih": "I Y", "oh": "O KO", "ou": "U Ū", "ee": "B D"},
}
MALAYALAM_SIGNS = {"ാ": "aa", "ി": "ih", "ീ": "ih", "ു": "ou", "ൂ": "ou", "െ": "ee", "േ": "ee", "ൊ": "oh", "ോ": "oh"}
VOWEL_SIGNS = "AEIOUÁÉÍÓÚÄАОУИЭІЕŪY"
VOWEL_FIRST = ("F", "L", "M", "N", "S", "X", "R", "ARM", "BALL", "OR") # English: the consonant comes after it


def letters_of(language):
    """(name, file, vowel) of what has one known vowel."""
    text = (KLETTRES / language / "sounds.xml").read_text(encoding="utf-8")
    sounds = re.findall(r'name="([^"]*)"[^>]*file="([^"]*)"', text)
    named = {name: vowel for vowel, names in NAMED.get(language, {}).items() for name in names.split()}
    seen = set()
    for name, file in sounds:
        if language in PLAIN:
            upper = name.upper()
            found = SYLLABLE.fullmatch(upper)
            if language == "tn" and name == "BI": continue # another recording
            if upper in LETTERS: yield upper, file, LETTERS[upper]
            elif found: yield upper, file, LETTERS[found.group(2)]
        elif name in named and name not in seen:
            seen.add(name)
            yield name, file, named[name]
        elif language == "ml" and len(name) == 2 and name[1] in MALAYALAM_SIGNS:
            yield name, file, MALAYALAM_SIGNS[name[1]]


def part_of(language, name):
    """Which part of the periodic sound is the vowel's."""
    if len(name) == 1 and (name in VOWEL_SIGNS or language == "ml"): return 0.1, 0.9
    if language in ("en", "en_GB") and name in VOWEL_FIRST: return 0.1, 0.45
    if language in ("de", "hu", "nl", "en", "en_GB") and len(name) > 1 and name[-1] not in VOWEL_SIGNS + "W":
        return 0.25, 0.65
    return 0.4, 0.9


def core_of(sound, rate, language, name):
    """First frame and end of the vowel's core."""
    size, levels, periodic = int(0.03 * rate), [], []
    for k in range(int(len(sound) / rate / 0.01)):
        centre = int(k * 0.01 * rate)
        some = sound[max(0, centre - size // 2):centre + size // 2]
        if len(some) < size - 2:
            levels.append(1e-9)
            periodic.append(0.0)
            continue
        some = some - some.mean()
        levels.append(np.sqrt((some * some).mean()) + 1e-9)
        spectrum = np.fft.rfft(some, 2 * len(some))
        lags = np.fft.irfft(spectrum * np.conj(spectrum))
        periodic.append(lags[int(rate / 500):min(int(rate / 70), len(some) * 8 // 10)].max() / (lags[0] + 1e-12))
    levels, is_voiced = np.array(levels), np.array(periodic) > 0.35
    if not is_voiced.any(): return None
    first = last = int(np.argmax(np.where(is_voiced, levels, 0)))
    least = levels[first] * 10 ** (-10 / 20)
    while first > 0 and is_voiced[first - 1] and levels[first - 1] > least: first -= 1
    while last + 1 < len(levels) and is_voiced[last + 1] and levels[last + 1] > least: last += 1
    count, (low, high) = last - first + 1, part_of(language, name)
    begin = first + int(count * low)
    return begin, max(begin + 1, first + int(np.ceil(count * high)))


# ---- Sentences ----

class Info(ctypes.Structure):
    _fields_ = [("frames", ctypes.c_int64), ("rate", ctypes.c_int), ("channels", ctypes.c_int), ("format", ctypes.c_int),
                ("sections", ctypes.c_int), ("seekable", ctypes.c_int)]


SNDFILE = ctypes.CDLL("libsndfile.so.1") # a program for each of 900 files would take minutes
SNDFILE.sf_open.restype = ctypes.c_void_p


def decode(path):
    """Rate, and mono samples with silence around them."""
    if path.suffix == ".raw":
        rate, sound = 16000, np.fromfile(path, "<i2").astype(np.float32) / 32768
    else:
        info = Info()
        file = ctypes.c_void_p(SNDFILE.sf_open(str(path).encode(), 0x10, ctypes.byref(info)))
        if not file: raise SystemExit("cannot read %s" % path)
        sound = np.zeros((info.frames, info.channels), np.float32)
        SNDFILE.sf_readf_float(file, sound.ctypes.data_as(ctypes.c_void_p), ctypes.c_int64(info.frames))
        SNDFILE.sf_close(file)
        sound /= max(1.0, np.abs(sound).max(initial=0)) # as the command does: nothing is clipped
        rate, sound = info.rate, sound.mean(1)
    pad = np.zeros(int(PAD_S * rate), np.float32)
    return rate, np.concatenate([pad, sound.astype(np.float32), pad])


def write_16_khz(path, rate, sound):
    """For pocketsphinx: by the spectrum, as 16-bit WAV."""
    seconds = len(sound) // rate + 1
    spectrum = np.fft.rfft(sound, seconds * rate)
    padded = np.zeros(seconds * 8000 + 1, dtype=complex)
    bins = min(len(spectrum), len(padded))
    padded[:bins] = spectrum[:bins]
    resampled = np.fft.irfft(padded, seconds * 16000)[:len(sound) * 16000 // rate] * (16000 / rate)
    with wave.open(str(path), "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(16000)
        out.writeframes(np.rint(np.clip(resampled, -1, 1) * 32767).astype("<i2").tobytes())


def sentences():
    """(group, file, words)."""
    test = SPHINX / "test/data"
    for group, file, folder in (("LibriVox", "librivox/transcription", "librivox"),
                                ("cards", "cards/cards.transcription", "cards")):
        for line in (test / file).read_text().split("\n"):
            found = re.match(r"<s> (.*) </s> \((.*)\)", line)
            if found: yield group, test / folder / (found.group(2) + ".wav"), found.group(1)
    yield "cards", test / "goforward.raw", "go forward ten meters"
    for name in ("Front_Center", "Front_Left", "Front_Right", "Rear_Center", "Rear_Left", "Rear_Right", "Side_Left",
                 "Side_Right"):
        yield "alsa", ALSA / (name + ".wav"), name.replace("_", " ").lower()


class Aligner:
    """pocketsphinx, told which phones come one after the other."""

    def __init__(self, folder):
        self.folder, self.words = folder, {}
        for line in (SPHINX / "model/en-us/cmudict-en-us.dict").read_text().split("\n"):
            if line: self.words.setdefault(line.split()[0], line.split()[1:])
        phones = sorted({phone for word in self.words.values() for phone in word})
        (folder / "phones.dict").write_text("".join("%s %s\n" % (phone, phone) for phone in phones))

    def align(self, rate, samples, text):
        """(phone, begin, end) in seconds of the padded sound."""
        phones = [phone for word in text.split() for phone in self.words[word]]
        grammar, sound = self.folder / "words.gram", self.folder / "words.wav"
        grammar.write_text("#JSGF V1.0;\ngrammar a;\npublic <a> = %s ;\n" % " ".join(phones))
        write_16_khz(sound, rate, samples)
        done = subprocess.run(
            ["pocketsphinx_continuous", "-infile", sound, "-jsgf", grammar, "-dict", self.folder / "phones.dict",
             "-hmm", SPHINX / "model/en-us/en-us", "-backtrace", "yes", "-fsgusefiller", "yes", "-bestpath", "no",
             "-beam", "1e-200", "-wbeam", "1e-150", "-pbeam", "1e-200", "-remove_silence", "no", "-time", "no"],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        found = re.findall(r"^([A-Z<(]\S*)\s+(\d+)\s+(\d+)\s+-?[\d.]+", done.stdout, re.M)
        return [(phone, int(begin) * 0.01, (int(end) + 1) * 0.01) for phone, begin, end in found]


def write_truth():
    found = []
    for language in PLAIN + sorted(NAMED):
        for name, file, vowel in letters_of(language):
            path = KLETTRES / file
            if not path.exists(): continue
            rate, sound = decode(path)
            if len(sound) < rate * (0.1 + 2 * PAD_S): continue
            core = core_of(sound.astype(float), rate, language, name)
            if core: found.append({"group": "klettres", "voice": language, "file": str(path), "vowel": vowel, "core": core})
    with tempfile.TemporaryDirectory() as folder:
        aligner = Aligner(pathlib.Path(folder))
        for group, path, text in sentences():
            phones = [(phone, round(begin, 2), round(end, 2)) for phone, begin, end in aligner.align(*decode(path), text)]
            found.append({"group": group, "voice": group, "file": str(path), "phones": phones})
    TRUTH.write_text("[\n" + ",\n".join(json.dumps(entry) for entry in found) + "\n]\n")


def write_sound(folder):
    folder.mkdir(parents=True, exist_ok=True)
    entries = json.loads(TRUTH.read_text())
    for i, entry in enumerate(entries):
        entry["name"] = "p%04d" % i
        entry["rate"], sound = decode(pathlib.Path(entry["file"]))
        sound.tofile(folder / (entry["name"] + ".f32"))
    (folder / "list.json").write_text(json.dumps(entries))


if __name__ == "__main__":
    if sys.argv[1:] == ["truth"]: write_truth()
    elif len(sys.argv) == 3 and sys.argv[1] == "sound": write_sound(pathlib.Path(sys.argv[2]))
    else: raise SystemExit(__doc__)
