#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Speech of festival with its truth, for update_lip_model.

usage: festival.py FOLDER   writes what tests/judges/speech.py writes: sound, classes of phones, a list

Festival's voices were cut from recordings of people, most of them into diphones, and it tells when
each phone ends. What they say are words without meaning, in the spelling of each language, so that
every vowel comes as often as every other, after every consonant; and single syllables, held for a
while, as people say letters.
"""
import array
import json
import pathlib
import random
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tests/judges"))
import speech # noqa: E402

# Phones of each phone set that are no other consonant; vowels that are reduced or between two of the
# five are not counted.
PLAIN = {"#": "q", "pau": "q", "m": "p", "b": "p", "p": "p"}
ITALIAN = dict(PLAIN, **{"a": "aa", "a1": "aa", "e": "ee", "e1": "ee", "E": "ee", "E1": "ee", "i": "ih", "i1": "ih",
                         "o": "oh", "o1": "oh", "O": "oh", "O1": "oh", "u": "ou", "u1": "ou"})
CZECH = dict(PLAIN, **{"a": "aa", "a:": "aa", "e": "ee", "e:": "ee", "i": "ih", "i:": "ih", "o": "oh", "o:": "oh",
                       "u": "ou", "u:": "ou"})
FINNISH = CZECH
INDIAN = dict(PLAIN, **{"aa": "aa", "eh": "ee", "ee": "ee", "iy": "ih", "oh": "oh", "oo": "oh", "uw": "ou", "ax": "-",
                        "a": "-", "ih": "ih", "uh": "ou"})
RUSSIAN = dict(PLAIN, **{"aa": "aa", "a": "-", "ay": "-", "ae": "-", "e": "-", "ee": "ee", "ii": "ih", "i": "-", "yy": "-",
                         "y": "-", "oo": "oh", "uu": "ou", "u": "-", "ur": "-", "mm": "p", "bb": "p", "pp": "p"})
CATALAN = dict(PLAIN, **{"a1": "aa", "a": "aa", "e1": "ee", "E1": "ee", "i1": "ih", "i": "ih", "o1": "oh", "O1": "oh",
                         "u1": "ou", "u": "-", "ax": "-", "e": "-", "E": "-", "o": "-"})

# Voice, table, and the syllables of its language: rows of five, in the order of VRM's vowels.
LATIN = [[c + v for v in "aiueo"] for c in ("p", "b", "m", "t", "d", "n", "l", "r", "s", "v", "f", "")]
FINNS = [[c + v for v in "aiueo"] for c in ("p", "m", "t", "k", "n", "l", "r", "s", "v", "h", "j", "")]
DEVANAGARI = [[c + v for v in "ािूेो"] for c in "पबमतदनलरसवकग"] + [list("आईऊएओ")]
TELUGU = [[c + v for v in "ాీూేో"] for c in "పబమతదనలరసవకగ"] + [list("ఆఈఊఏఓ")]
CYRILLIC = [[c + v for v in "аиуэо"] for c in "пбмтднлрсвкгх"] + [list("аиуэо")]
VOICES = [
    ("voice_lp_diphone", ITALIAN, LATIN), ("voice_pc_diphone", ITALIAN, LATIN),
    ("voice_czech_dita", CZECH, LATIN), ("voice_czech_krb", CZECH, LATIN),
    ("voice_czech_machac", CZECH, LATIN), ("voice_czech_ph", CZECH, LATIN),
    ("voice_hy_fi_mv_diphone", FINNISH, FINNS), ("voice_suo_fi_lj_diphone", FINNISH, FINNS),
    ("voice_hindi_NSK_diphone", INDIAN, DEVANAGARI), ("voice_telugu_NSK_diphone", INDIAN, TELUGU),
    ("voice_msu_ru_nsh_clunits", RUSSIAN, CYRILLIC), ("voice_upc_ca_ona_hts", CATALAN, LATIN),
    ("voice_ked_diphone", speech.FLITE, None),
]
SENTENCES, SYLLABLES = 24, 60

SCHEME = """
(define (say text name stretch)
  (Parameter.set 'Duration_Stretch stretch)
  (let ((said (utt.synth (eval (list 'Utterance 'Text text)))))
    (utt.save.wave said (string-append name ".wav") 'riff)
    (utt.save.segs said (string-append name ".seg"))))
(%s)
"""


def texts_of(syllables, dice):
    """What one voice says, with how slowly."""
    if syllables is None:
        return [(text, 1.0) for text in speech.lines_of(speech.TRAINING / "english.txt")[::2]]
    word = lambda: "".join(dice.choice(dice.choice(syllables)) for _ in range(dice.randint(1, 3)))
    texts = [(", ".join(" ".join(word() for _ in range(3)) for _ in range(2)) + ".", dice.uniform(0.8, 1.3))
             for _ in range(SENTENCES)]
    return texts + [(dice.choice(syllables)[i % 5] + ".", dice.uniform(1.0, 2.5)) for i in range(SYLLABLES)]


def speak(voice, texts, folder):
    """Each text gives a .wav and a .seg. Festival ends at a text that a voice has no diphones for: one text
    less, and on from there."""
    program, begin = folder / "festival.scm", 0
    while begin < len(texts):
        lines = ['(say "%s" "%s" %.3f)' % (text, folder / ("f%04d" % i), stretch)
                 for i, (text, stretch) in list(enumerate(texts))[begin:]]
        program.write_text(SCHEME % voice + "\n".join(lines) + "\n", encoding="utf-8")
        subprocess.run(["festival", "--batch", program], stderr=subprocess.DEVNULL)
        begin = 1 + max([begin] + [int(path.stem[1:]) + 1 for path in folder.glob("f????.seg")])
    program.unlink()


def main(folder):
    folder.mkdir(parents=True, exist_ok=True)
    names = []
    for voice, table, syllables in VOICES:
        texts = texts_of(syllables, random.Random(voice))
        speak(voice, texts, folder)
        for i in range(len(texts)):
            wav, seg = folder / ("f%04d.wav" % i), folder / ("f%04d.seg" % i)
            if not wav.exists() or not seg.exists():
                wav.unlink(missing_ok=True)
                continue
            rate, samples = speech.read_wav(wav)
            ends = [(float(line.split()[0]), line.split()[2]) for line in seg.read_text().split("\n")[1:] if line]
            name = "%s%04d" % (voice, i)
            array.array("f", [s / 32768 for s in samples]).tofile(open(folder / (name + ".f32"), "wb"))
            (folder / (name + ".lab")).write_text("\n".join(speech.lab_lines(ends, table)) + "\n")
            names.append({"name": name, "rate": rate, "synthesizer": "festival", "voice": voice})
            wav.unlink()
            seg.unlink()
    (folder / "list.json").write_text(json.dumps(names, indent=0))


if __name__ == "__main__":
    if len(sys.argv) != 2: raise SystemExit(__doc__)
    main(pathlib.Path(sys.argv[1]))
