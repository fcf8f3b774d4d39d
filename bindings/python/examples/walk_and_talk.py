# SPDX-License-Identifier: MIT
"""usage: python walk_and_talk.py AVATAR.vrm WALK WAVE SPEECH.wav

An avatar that walks, waves and speaks: two layers of motion and a face. Motions may be of any format. Prints what happens."""

import sys
import wave
from array import array

import libvrm


def lips(path: str) -> list[libvrm.LipFrame]:
    """The frames of a mono WAV of 16 bits."""
    with wave.open(path) as sound:
        samples = array("h", sound.readframes(sound.getnframes()))
        lip = libvrm.Lip(sound.getframerate())
    return [*lip.feed([sample / 32768 for sample in samples]), *lip.finish()]


def main(avatar_path: str, walk_path: str, wave_path: str, speech_path: str) -> None:
    model = libvrm.load(avatar_path)
    rig, sim = libvrm.Rig(model), libvrm.Sim()
    actor = libvrm.Actor(sim.add(rig), face_map=libvrm.FaceMap(model, rig))
    actor.play(libvrm.Motion.load(walk_path).clip(rig))
    actor.play(libvrm.Motion.load(wave_path).clip(rig), part="right-arm", begin_s=1, at_end="stops")
    actor.emote("happy", time_s=0.5)
    actor.speak(lips(speech_path), time_s=1.5)
    for _ in range(6 * 60):
        actor.step(1 / 60)
        sim.step(1 / 60)  # then draw actor.avatar.palettes
        for event in actor.events():
            print(f"{event.time_s:.2f} s: {event.kind.name.lower()}")


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    main(*sys.argv[1:])
