#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: speech_marks.py VRM VRM_SCENE

One sentence as the speech marks of every engine (speech_formats.py): `--visemes` moves the mouth by each of them in the
same way, at the times of the sounds. R-461
"""
import os, subprocess, sys, tempfile

import speech_formats
from speech_formats import FORMATS, UNIT, VOWELS, sounds
from vrma_curves import at, curves

VRM, SCENE = map(os.path.abspath, sys.argv[1:3])

# Weights that differ because the engine has one shape for several sounds.
COARSE = {"rhubarb": {"o": ("oh", 0.56), "i": ("ih", 0.32)}}
FULL = 0.8
LAST_SOUND = list(sounds())[-1][1] * UNIT  # ends here


def run(*words):
    return subprocess.run([VRM, *words], capture_output=True, text=True)


def talk(*words):
    done = run("convert-motion", "-q", "--fps", "100", "--tolerance", "0,0,0", *words, "-o", "talk.vrma")
    assert done.returncode == 0, (words, done.stderr)
    return curves("talk.vrma")


def weights(made, when):
    return {name: at(made[name], when) if name in made else 0.0 for name in VOWELS.values()}


def check_sounds(name, made):
    """Each vowel is what it is from its beginning on, and lips are closed when p, b and m begin."""
    # Blend shapes come in steps of a sixtieth of a second.
    late = 1 / 60 if name == "azure_shapes" else 0.0
    for sound, begin, end in sounds():
        for when in (begin * UNIT + late + 0.01, (begin + end) / 2 * UNIT):
            found = weights(made, when)
            opening = sum(found.values())
            if sound in VOWELS:
                vowel, full = COARSE.get(name, {}).get(sound, (VOWELS[sound], FULL))
                assert abs(found[vowel] - full) < 0.03 and abs(opening - full) < 0.03, (name, sound, when, found)
            elif sound == "sil":
                if end * UNIT - when > 0.08 + late:
                    assert opening < 0.02, (name, sound, when, found)
        if sound in "pmb":
            found = weights(made, begin * UNIT + late)
            assert sum(found.values()) < 0.03, (name, sound, found)


def formats_agree():
    made = {}
    for name, make in FORMATS.items():
        with open(name + ".json", "w", encoding="utf-8") as out:
            out.write(make())
        made[name] = talk("--visemes", name + ".json")
        check_sounds(name, made[name])
        # Azure and Polly do not say how long the silence at the end is.
        end = LAST_SOUND if name in ("azure", "azure_lines", "polly") else speech_formats.seconds()
        length = max(key[0] for curve in made[name].values() if curve for key in curve)
        assert abs(length - end - 0.5) < 0.03, (name, length)
    steps = [i / 100 for i in range(int(speech_formats.seconds() * 100))]
    # Files of another length have their frames at other times, between which the animation is linear.
    for name, bound in (("azure_lines", 1e-6), ("polly", 1e-3), ("sapi", 0.03), ("voicevox", 0.03), ("voicevox_fast", 0.03),
                        ("elevenlabs", 0.03)):
        worst = max(abs(weights(made["azure"], when)[vowel] - weights(made[name], when)[vowel])
                    for when in steps for vowel in VOWELS.values())
        print(f"{name} differs from azure by {worst:.6f} at most")
        assert worst <= bound, (name, worst)


def sound_sets_the_length_and_marks_move_the_mouth():
    version = run("version", "--verbose").stdout
    if "none in this build" in version:
        print("without libsndfile no sound is read")
        return
    subprocess.run([SCENE, "speech", "five.wav"], check=True)
    alone, both = talk("--visemes", "azure.json"), talk("--audio", "five.wav", "--visemes", "azure.json")
    assert abs(max(key[0] for key in both["aa"]) - 4.2) < 0.02
    for when in (0.3, 0.5, 1.0, 1.5, 2.2):
        assert all(abs(a - b) < 0.03 for a, b in zip(weights(alone, when).values(), weights(both, when).values())), when
    assert sum(weights(both, 3.0).values()) < 0.01, "the sound says a vowel here, the marks do not"


def main():
    for claim in (formats_agree, sound_sets_the_length_and_marks_move_the_mouth):
        print(claim.__name__.replace("_", " "), flush=True)
        claim()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        main()
        os.chdir("/")
