# SPDX-License-Identifier: MIT
"""Makes an avatar say a WAV file: a VRM animation with the motion of lips, eyes, gaze and body.

    python3 talk.py avatar.vrm speech.wav out.vrma [emotion]

The avatar shows the emotion, "happy" or "relaxed" say, while it talks. Play the animation together with the sound:
both begin at 0 s. 16-bit WAV files of any sample rate are read by Python's own module; other formats are converted
first (ffmpeg -i speech.mp3 -c:a pcm_s16le speech.wav).
"""

from __future__ import annotations

import os
import sys
import wave
from array import array

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import libvrm  # noqa: E402

FPS = 30
REST_S = 0.5  # after the sound: the mouth closes


def read_wav(path: str) -> tuple[array[float], int]:
    """The samples of all channels together, -1 to 1, and how many there are in a second."""
    with wave.open(path, "rb") as sound:
        if sound.getsampwidth() != 2:
            raise ValueError(f"{path}: {8 * sound.getsampwidth()}-bit samples; 16-bit are needed")
        channels, rate = sound.getnchannels(), sound.getframerate()
        data = array("h", sound.readframes(sound.getnframes()))
    if sys.byteorder == "big":
        data.byteswap()
    frames = len(data) // channels
    return array("f", [sum(data[i * channels:(i + 1) * channels]) / (32768 * channels) for i in range(frames)]), rate


def talk(model: libvrm.Model, samples: array[float], rate: int, emotion: str | None) -> tuple[libvrm.Model, libvrm.RecordStats]:
    """The animation, and what it came to."""
    rig, sim, lip = libvrm.Rig(model), libvrm.Sim(), libvrm.Lip(rate)
    avatar, face = sim.add(rig), libvrm.Face(libvrm.FaceMap(model, rig))
    recorder = libvrm.Recorder(rig, name="talk")
    stand = libvrm.pose_idle(0.0)
    if emotion:
        face.emote(emotion, intensity=0.6)
    face.begin_sound()
    fed = 0
    for frame in range(round((len(samples) / rate + REST_S) * FPS)):
        # The sound of the next half second: the mouth begins to move a little before it is heard.
        until = min(len(samples), round((frame / FPS + 0.5) * rate))
        if until > fed:
            face.hear(lip.feed(samples[fed:until]))
            fed = until
            if fed == len(samples):
                face.hear(lip.finish())
        face.step(1 / FPS if frame else 0.0)
        face.apply(avatar)
        avatar.set_pose(face.add_idle(stand))
        sim.step(1 / FPS)
        recorder.add_avatar(frame / FPS, avatar)
    return recorder.finish()


def main(arguments: list[str]) -> int:
    if len(arguments) not in (3, 4):
        print(__doc__, file=sys.stderr)
        return 2
    try:
        samples, rate = read_wav(arguments[1])
        model, stats = talk(libvrm.load(arguments[0]), samples, rate, arguments[3] if len(arguments) > 3 else None)
        model.save(arguments[2])
    except (OSError, EOFError, ValueError, wave.Error, libvrm.VrmError) as error:
        print(f"talk.py: {error}", file=sys.stderr)
        return 1
    print(f"{arguments[2]}: {stats.seconds:.1f} s, {stats.frames} frames")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
