#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
vrm live --pcm: the mouth that it sends as VMC follows sound from a pipe or a file.

    live_pcm.py VRM VRM_SCENE
"""
import contextlib
import os
import random
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import wave

from live_wire import SCENE, VRM, messages_of, values_of


class Sound(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.avatar = os.path.join(self.folder.name, "she.vrm")
        subprocess.run([SCENE, "hero", self.avatar], check=True, stdout=subprocess.DEVNULL)
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 22)
        self.socket.bind(("127.0.0.1", 0))
        self.socket.settimeout(5)
        self.started = None

    def tearDown(self):
        if self.started is not None:
            self.started.kill()
            self.started.communicate()
        self.socket.close()
        self.folder.cleanup()

    def start(self, *words, stdin=None):
        port = str(self.socket.getsockname()[1])
        self.started = subprocess.Popen([VRM, "live", self.avatar, "--vmc-out", port, *words],
                                        stdin=stdin, stderr=subprocess.PIPE)

    def end(self):
        said = self.started.communicate(timeout=60)[1].decode()
        status, self.started = self.started.returncode, None
        return status, said

    def speech(self):
        """A second of silence, five vowels, and a second of silence: samples of 16 bit."""
        path = os.path.join(self.folder.name, "speech.wav")
        subprocess.run([SCENE, "speech", path], check=True, stdout=subprocess.DEVNULL)
        with wave.open(path) as file:
            self.assertEqual((file.getnchannels(), file.getsampwidth(), file.getframerate()), (1, 2, 16000))
            sound = file.readframes(file.getnframes())
        return bytes(32000) + sound + bytes(32000)

    def mouths(self):
        """Times of the avatar, and how far its mouth is open then, until nothing comes any more."""
        mouths, vowels, now = [], {"aa", "ih", "ou", "ee", "oh"}, 0
        self.socket.settimeout(1)
        try:
            while True:
                sums = []
                for address, values in map(values_of, messages_of(self.socket.recv(65536))):
                    if address == "/VMC/Ext/T":
                        now = values[0]
                    if address == "/VMC/Ext/Blend/Val" and values[0] in vowels:
                        sums.append(values[1])
                if sums:
                    mouths.append((now, sum(sums)))
        except socket.timeout:
            return mouths

    def listen(self, sound, *words):
        self.start("--pcm", "-", "--fps", "30", "-q", *words, stdin=subprocess.PIPE)
        feeder = threading.Thread(target=self.feed, args=(self.started.stdin, sound))
        feeder.start()
        mouths = self.mouths()
        self.started.stdin = None
        feeder.join()
        self.assertEqual(self.end(), (0, ""))
        return mouths

    @staticmethod
    def feed(pipe, sound):
        """Pieces of odd sizes, so that samples are cut."""
        try:
            for at in range(0, len(sound), 777):
                pipe.write(sound[at:at + 777])
        except BrokenPipeError:
            pass
        with contextlib.suppress(BrokenPipeError):
            pipe.close()

    def check_in_step(self, mouths, sound):
        """Closed in silence, open in speech, within the 0.3 s that ear and lips take."""
        samples = struct.unpack(f"<{len(sound) // 2}h", sound)
        loud = [i / 16000 for i, sample in enumerate(samples) if abs(sample) > 3000]
        wide = [at for at, mouth in mouths if mouth > 0.2]
        self.assertGreater(len(wide), 20)
        self.assertLess(abs(wide[0] - loud[0]), 0.3)
        self.assertLess(abs(wide[-1] - loud[-1]), 0.3)
        quiet = [mouth for at, mouth in mouths if at < loud[0] - 0.1 or at > loud[-1] + 0.4]
        self.assertGreater(len(quiet), 20)
        self.assertLess(max(quiet), 0.05)

    def test_sound_on_a_pipe_opens_the_mouth_in_step(self):
        sound = self.speech()
        mouths = self.listen(sound, "--seconds", "6")  # the pipe gives all of it at once
        self.check_in_step(mouths, sound)

    def test_sound_of_a_file_and_of_a_pipe_moves_the_mouth_alike(self):
        sound = self.speech()[16000:64000]
        path = os.path.join(self.folder.name, "sound.pcm")
        with open(path, "wb") as file:
            file.write(sound)
        piped = self.listen(sound, "--seconds", "1.5", "--no-wait")
        self.start("--pcm", path, "--fps", "30", "--seconds", "1.5", "--no-wait", "-q")
        self.assertEqual(self.end(), (0, ""))
        filed = self.mouths()
        self.assertGreater(max(mouth for _, mouth in piped), 0.2)
        self.assertEqual(piped, filed)

    def test_writers_of_a_named_pipe_come_and_go(self):
        path = os.path.join(self.folder.name, "microphone")
        os.mkfifo(path)
        sound = self.speech()[32000:-32000]
        self.start("--pcm", path, "--seconds", "20", "-q")  # waits for no writer
        self.socket.recv(65536)
        for _ in range(2):
            writer = subprocess.Popen(["sh", "-c", f"exec cat >'{path}'"], stdin=subprocess.PIPE)
            feeder = threading.Thread(target=self.feed, args=(writer.stdin, sound))
            feeder.start()
            deadline, mouth = time.monotonic() + 10, 0
            while mouth < 0.2:
                self.assertLess(time.monotonic(), deadline, "the mouth stays closed")
                mouth = sum(values[1] for address, values in map(values_of, messages_of(self.socket.recv(65536)))
                            if address == "/VMC/Ext/Blend/Val" and values[0] in ("aa", "ih", "ou", "ee", "oh"))
            writer.kill()
            writer.wait()
            feeder.join()
        self.started.send_signal(signal.SIGINT)
        self.assertEqual(self.end(), (0, ""))

    # its quiet sound would else be read from the second byte on, which is loud.
    def test_a_writer_that_leaves_half_a_sample_does_not_cut_those_of_the_next(self):
        path = os.path.join(self.folder.name, "microphone")
        os.mkfifo(path)
        loud = struct.unpack("<16000h", self.speech()[32000:64000])
        quiet = struct.pack("<16000h", *(sample >> 8 for sample in loud))
        self.start("--pcm", path, "--seconds", "4", "-q")
        with open(path, "wb", buffering=0) as pipe:
            pipe.write(b"\0")
        time.sleep(0.5)  # it is read, and that its writer has left
        with open(path, "wb", buffering=0) as pipe:
            pipe.write(quiet)
            time.sleep(1)
        mouths = self.mouths()
        self.assertGreater(len(mouths), 20)
        self.assertLess(max(mouth for _, mouth in mouths), 0.05)
        self.assertEqual(self.end(), (0, ""))

    def test_noise_and_bytes_of_chance_are_sound_like_any_other(self):
        chance = random.Random(3)
        for sound in (b"", b"\1", chance.randbytes(100001), b"\xff\x7f\x00\x80" * 20000):
            self.listen(sound, "--seconds", "2", "--no-wait", "--pcm-rate", "96000")

    def test_faulty_words_about_sound_are_refused(self):
        for words, why in ((["--pcm-rate", "16000"], "--pcm-rate goes with --pcm"),
                           (["--pcm", "-", "--pcm-rate", "7999"], "from 8000 to 96000"),
                           (["--pcm", "-", "--control", "-"], "both read standard input"),
                           (["--pcm", "missing"], "missing: No such file"),
                           (["--pcm", self.folder.name], "Is a directory")):
            self.start("--seconds", "1", "-q", *words)
            status, said = self.end()
            self.assertIn(status, (2, 3))
            self.assertIn(why, said)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
