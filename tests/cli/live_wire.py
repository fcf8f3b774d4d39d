#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
vrm live over the loopback device: what is sent to it as VMC, or was recorded, is what it sends as VMC,
and what clients of --control are told of it. Packets are written and read here, by a second hand.

    live_wire.py VRM VRM_SCENE
"""
import base64
import json
import math
import os
import random
import re
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.request

VRM, SCENE = (os.path.abspath(path) for path in sys.argv[1:3])
HERE = os.path.dirname(os.path.abspath(__file__))
RECORD_GREETING = os.path.join(HERE, "../../tools/record_greeting")

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(HERE, "../trackers"))
import packets as tracker_packets  # noqa: E402
from osc import bundle, message, messages_of, values_of  # noqa: E402


def head(degrees):
    """The head turned about the vertical, in Unity's axes."""
    half = math.radians(degrees) / 2
    return bundle(
        message("/VMC/Ext/OK", "i", 1),
        message("/VMC/Ext/Bone/Pos", "sfffffff", "Head", 0, 0.1, 0, 0, math.sin(half), 0,
                math.cos(half)),
        message("/VMC/Ext/Blend/Val", "sf", "Joy", 0.5), message("/VMC/Ext/Blend/Apply", ""))


class Live(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.avatar = os.path.join(self.folder.name, "one.vrm")
        subprocess.run([SCENE, "1.0", self.avatar], check=True, stdout=subprocess.DEVNULL)
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

    def start(self, *words):
        port = str(self.socket.getsockname()[1])
        self.started = subprocess.Popen(
            [VRM, "live", self.avatar, "--vmc-out", port, *words], stderr=subprocess.PIPE, text=True)
        return self.started

    def end(self):
        said = self.started.communicate(timeout=60)[1]
        status, self.started = self.started.returncode, None
        return status, said

    def frames(self, until):
        """Turns of the head, in degrees, and weights of happy, frame by frame."""
        turns, faces = [], []
        while not until(turns):
            for data in messages_of(self.socket.recv(65536)):
                address, values = values_of(data)
                if address == "/VMC/Ext/Bone/Pos" and values[0] == "Head":
                    turns.append(math.degrees(2 * math.atan2(values[5], values[7])))
                if address == "/VMC/Ext/Blend/Val" and values[0] == "happy":
                    faces.append(values[1])
        return turns, faces

    def record(self, packets, sender="vmc"):
        return self.record_all([(at, sender, data) for at, data in packets])

    def record_all(self, rows):
        path = os.path.join(self.folder.name, "a.packets")
        with open(path, "w") as file:
            print(json.dumps({"format": "vrm-packets", "version": 1}), file=file)
            for at, sender, data in rows:
                print(json.dumps({"t": at, "from": sender,
                                  "data": base64.b64encode(data).decode()}), file=file)
        return path

    def drain(self):
        turns, faces = [], []
        self.socket.settimeout(0.2)
        try:
            while True:
                more, weights = self.frames(lambda list: len(list) > 0)
                turns += more
                faces += weights
        except socket.timeout:
            return turns, faces

    def test_recorded_packets_move_it_at_their_times(self):
        path = self.record([(i / 60, head(40)) for i in range(30, 90)])
        self.start("--replay", path, "--seconds", "4", "--fps", "30", "--no-wait")
        status, said = self.end()
        self.assertEqual(status, 0, said)
        turns, faces = self.drain()
        self.assertGreater(len(turns), 100, "packets of the loopback device were lost")
        self.assertLess(max(abs(turn) for turn in turns[:15]), 15)  # before the first packet
        self.assertLess(max(abs(turn - 40) for turn in turns[26:58]), 0.01)
        self.assertLess(max(abs(face - 0.5) for face in faces[26:58]), 1e-6)
        self.assertLess(max(abs(turn) for turn in turns[-20:]), 15)  # lost, and back to idle
        self.assertEqual(max(faces[-20:]), 0)

    #
    def test_a_part_follows_the_senders_of_its_priority(self):
        left, right = tracker_packets.Person(yaw=30), tracker_packets.Person(yaw=-30)
        path = self.record_all(
            [row for i in range(60) for row in
             ((i / 30, "openseeface", tracker_packets.openseeface(left)),
              (i / 30, "livelink", tracker_packets.livelink(right)))])

        def turn(*words):
            self.start("--replay", path, "--seconds", "1.5", "--no-wait", "-q", *words)
            self.assertEqual(self.end(), (0, ""))
            return self.drain()[0][-1]
        both = ["--from", "openseeface", "--from", "livelink"]
        first = turn(*both)
        self.assertAlmostEqual(abs(first), 15, delta=0.1)  # neck and head share it
        self.assertAlmostEqual(turn(*both, "--priority", "head=livelink"), -first, delta=0.1)
        self.assertAlmostEqual(turn("--priority", "head=livelink,openseeface"), -first, delta=0.1)
        self.assertAlmostEqual(turn(*both, "--priority", "face=livelink"), first, delta=0.1)
        self.assertAlmostEqual(turn("--from", "livelink"), -first, delta=0.1)
        self.assertLess(abs(turn(*both, "--priority", "head=none")), 5)  # idles

    #
    def test_a_slow_tracker_moves_the_head_in_every_frame(self):
        rows = [(i / 15, tracker_packets.livelink(
            tracker_packets.Person(yaw=40 * math.sin(i / 15 * 3), time=i / 15))) for i in range(60)]
        path = self.record(rows, "livelink")
        self.start("--replay", path, "--seconds", "3", "--no-wait", "-q")
        self.assertEqual(self.end(), (0, ""))
        turns = self.drain()[0][60:]
        steps = sorted(abs(b - a) for a, b in zip(turns, turns[1:]))
        # 20 degrees of amplitude: 1 degree a frame at most; some frames may be lost on the way.
        self.assertLess(steps[int(0.95 * len(steps))], 1.5)
        self.assertGreater(sum(step > 0.02 for step in steps), 0.9 * len(steps))

    def hips(self, *words):
        """Where the hips of the last frame are."""
        self.start("--seconds", "0.5", "--no-wait", "-q", *words)
        self.assertEqual(self.end(), (0, ""))
        found = None
        self.socket.settimeout(0.2)
        try:
            while True:
                for data in messages_of(self.socket.recv(65536)):
                    address, values = values_of(data)
                    if address == "/VMC/Ext/Bone/Pos" and values[0] == "Hips":
                        found = values[1:4]
        except socket.timeout:
            return found

    def test_a_taller_sender_does_not_lift_the_avatar(self):
        moved = bundle(message("/VMC/Ext/OK", "i", 1),
                       message("/VMC/Ext/Bone/Pos", "sfffffff", "Hips", 0.4, 2, 0, 0, 0, 0, 1))
        path = self.record([(i / 60, moved) for i in range(30)])
        # --hips as high as the sender has them now: at rest, so the avatar is, too.
        height = self.hips("--replay", path, "--hips", "2")[1]
        self.assertGreater(height, 0.3)
        self.assertLess(height, 1.5)
        # All that the sender moves is scaled by the heights.
        self.assertAlmostEqual(self.hips("--replay", path, "--hips", "2")[0], 0.4 * height / 2, delta=1e-3)
        self.assertAlmostEqual(self.hips("--replay", path)[1], 2, delta=1e-3)

    def test_the_same_recording_gives_the_same_bytes(self):
        path = self.record([(i / 60, head(40 * math.sin(i / 5))) for i in range(60)])
        films = []
        for _ in range(2):
            self.start("--replay", path, "--seconds", "1", "--no-wait", "-q")
            status, said = self.end()
            self.assertEqual((status, said), (0, ""))
            self.socket.settimeout(0.2)
            film = []
            try:
                while True:
                    film.append(self.socket.recv(65536))
            except socket.timeout:
                films.append(film)
                self.socket.settimeout(5)
        self.assertEqual(films[0], films[1])

    def test_the_greeting_of_the_demo_is_recorded_and_moves_arm_mouth_and_smile(self):
        folder = self.folder.name
        self.avatar = os.path.join(folder, "avatar-1.0.vrm")
        subprocess.run([SCENE, "hero", self.avatar], check=True, stdout=subprocess.DEVNULL)
        subprocess.run([SCENE, "hero-clip", os.path.join(folder, "greeting.vrma")], check=True,
                       stdout=subprocess.DEVNULL)
        subprocess.run([RECORD_GREETING, VRM, folder], check=True, stdout=subprocess.DEVNULL)
        self.start("--replay", os.path.join(folder, "greeting.packets"), "--seconds", "3", "-q")
        arms, weights = [], {}
        self.socket.settimeout(1)
        try:
            while True:
                for data in messages_of(self.socket.recv(65536)):
                    address, values = values_of(data)
                    if address == "/VMC/Ext/Bone/Pos" and values[0] == "RightUpperArm":
                        arms.append(values[4:8])
                    if address == "/VMC/Ext/Blend/Val":
                        weights[values[0]] = max(weights.get(values[0], 0), values[1])
        except socket.timeout:
            pass
        self.assertEqual(self.end(), (0, ""))
        self.assertGreater(len(arms), 60)
        turned = max(2 * math.acos(min(1, abs(sum(a * b for a, b in zip(arms[0], arm)))))
                     for arm in arms)
        self.assertGreater(math.degrees(turned), 45)
        self.assertGreater(max(weights[vowel] for vowel in ("aa", "ih", "ou", "ee", "oh")), 0.3)
        self.assertGreater(weights["happy"], 0.3)

    def test_packets_that_arrive_move_it(self):
        live = self.start("--from", "vmc:0", "--mirror")
        port = int(re.search(r"for vmc on UDP port (\d+)", live.stderr.readline() +
                             live.stderr.readline()).group(1))
        chance = random.Random(1)
        sender = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        sender.settimeout(1)

        def turned(turns):
            good = head(40)
            sender.sendto(good, ("127.0.0.1", port))
            for _ in range(20):  # and garbage: chance, pieces, and single wrong bits
                cut = bytearray(good[:chance.randrange(len(good) + 1)])
                if cut and chance.random() < 0.5:
                    cut[chance.randrange(len(cut))] ^= 1 << chance.randrange(8)
                sender.sendto(cut if chance.random() < 0.7 else chance.randbytes(300),
                              ("127.0.0.1", port))
            self.assertLess(len(turns), 1000, "it never follows")
            return len(turns) > 30
        self.frames(turned)
        for _ in range(100):
            sender.sendto(head(40), ("127.0.0.1", port))
            turns, _ = self.frames(lambda list: len(list) > 0)
        self.assertLess(abs(turns[-1] + 40), 0.01)  # mirrored
        live.send_signal(signal.SIGINT)
        status, said = self.end()
        self.assertEqual(status, 0, said)
        sender.close()

    def listen(self, *words):
        """Starts with vmc on a free port and a client of --control; returns the port."""
        self.started = subprocess.Popen(
            [VRM, "live", self.avatar, "--from", "vmc:0", "--control", "-", *words],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        while True:
            found = re.search(r"for vmc on UDP port (\d+)", self.started.stderr.readline())
            if found:
                return int(found.group(1))

    def ask(self, **message):
        print(json.dumps(message), file=self.started.stdin, flush=True)

    def hear(self, *kinds):
        for line in self.started.stdout:
            event = json.loads(line)
            if event["type"] in kinds:
                return event
        return self.fail(f"no {kinds}")

    def test_clients_are_told_of_a_sender_that_is_lost_and_found(self):
        port = self.listen()
        self.hear("hello")
        sender = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        times = []
        for _ in range(2):
            sender.sendto(head(40), ("127.0.0.1", port))
            for kind in ("found", "lost"):
                event = self.hear("found", "lost")
                times.append(event.pop("time"))
                self.assertEqual(event, {"type": kind, "what": "tracking", "from": "vmc"})
        self.assertEqual(times, sorted(times))
        self.assertGreater(times[1] - times[0], 0.4)  # it is held for half a second
        sender.close()

    def test_recorded_senders_are_told_of_at_their_times(self):
        path = self.record([(i / 60, head(40)) for i in range(30, 90)])
        live = subprocess.run(
            [VRM, "live", self.avatar, "--replay", path, "--control", "-", "--seconds", "4",
             "--no-wait", "-q"],
            input='{"type":"say","id":1,"text":"' + "a" * 40 + '"}\n',
            capture_output=True, text=True, check=True)
        told = [event for event in map(json.loads, live.stdout.splitlines())
                if event["type"] in ("found", "lost")]
        self.assertEqual([event["type"] for event in told], ["found", "lost"])
        self.assertAlmostEqual(told[0]["time"], 0.5, delta=0.02)
        self.assertAlmostEqual(told[1]["time"], 89 / 60 + 0.5, delta=0.04)

    def test_a_client_calibrates_what_is_shown(self):
        port = self.listen("--vmc-out", str(self.socket.getsockname()[1]))
        self.ask(type="calibrate", id=1)
        refused = self.hear("ok", "error")
        self.assertEqual((refused["id"], refused["code"]), (1, "state"))
        self.assertIn("no tracker shows", refused["message"])
        sender = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)

        def followed(target):
            def is_there(turns):
                sender.sendto(head(40), ("127.0.0.1", port))
                self.assertLess(len(turns), 1000, f"the head does not turn to {target}")
                return len(turns) > 0 and abs(turns[-1] - target) < 0.01
            return is_there
        self.frames(followed(40))
        self.ask(type="calibrate", id=2)
        self.assertEqual(self.hear("ok", "error"), {"type": "ok", "id": 2})
        self.frames(followed(0))
        sender.close()

    def test_what_was_lost_is_not_calibrated(self):
        port = self.listen()
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
            sender.sendto(head(40), ("127.0.0.1", port))
            self.hear("lost")  # now the head eases out
            self.ask(type="calibrate", id=1)
            self.assertEqual(self.hear("ok", "error").get("code"), "state")

    def test_a_recording_without_the_sender_that_was_asked_for_is_an_error(self):
        path = self.record([(i / 60, head(40)) for i in range(10)])
        self.start("--replay", path, "--from", "mocopi", "--seconds", "1", "--no-wait", "-q")
        self.assertEqual(self.end(), (1, f"vrm live: {path}: it has no packets of the senders of --from; the first is of vmc\n"))
        self.start("--replay", path, "--from", "mocopi", "--from", "vmc", "--seconds", "1", "--no-wait", "-q")
        self.assertEqual(self.end(), (0, ""))

    def test_it_says_where_it_listens(self):
        for words, address in ((["--from", "vmc:0"], "127.0.0.1"), (["--from", "vmc:0", "--address", "0.0.0.0"], "0.0.0.0")):
            self.start(*words, "--seconds", "0.1")
            self.assertRegex(self.end()[1], rf"listening for vmc on UDP port \d+ of {re.escape(address)}\n")

    def test_without_trackers_there_is_nothing_to_calibrate(self):
        live = subprocess.run(
            [VRM, "live", self.avatar, "--control", "-", "--seconds", "1", "--no-wait", "-q"],
            input='{"type":"calibrate","id":1}\n', capture_output=True, text=True, check=True)
        answer = json.loads(live.stdout.splitlines()[1])
        self.assertEqual((answer["type"], answer["code"]), ("error", "state"))
        self.assertIn("--from", answer["message"])

    def test_the_camera_of_a_client_is_that_of_the_page(self):
        folder = os.path.join(self.folder.name, "page", "live")
        os.makedirs(folder)
        for path in ("index.html", "../index.html"):
            with open(os.path.join(folder, path), "w") as file:
                file.write("<!doctype html>")
        live = self.started = subprocess.Popen(
            [VRM, "live", self.avatar, "--control", "-", "--page", "--no-open", "--page-folder",
             os.path.dirname(folder)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        line = live.stderr.readline()
        if "libmicrohttpd" in line:
            self.skipTest("this build has no page")
        while not line.startswith("http"):
            line = live.stderr.readline()
        url = line.strip()
        with urllib.request.urlopen(url.removesuffix("live/") + "poses", timeout=60) as stream:
            def next_record():
                size, kind = struct.unpack("<II", stream.read(8))
                return kind, stream.read(size - 8)
            self.assertEqual([next_record()[0], next_record()[0]], [1, 2])  # no camera
            self.ask(type="camera", id=1, eye=[1, 1.5, 3], target=[0, 1, 0])
            self.hear("ok")
            kind, data = next_record()
            while kind in (0, 2):
                kind, data = next_record()
            self.assertEqual(kind, 3)
            self.assertEqual(json.loads(data), {"eye": [1, 1.5, 3], "target": [0, 1, 0], "fov": 30})

    def test_a_recording_for_a_page_begins_when_the_page_is_open(self):
        folder = os.path.join(self.folder.name, "page", "live")
        os.makedirs(folder)
        for name in ("index.html", "../index.html"):
            with open(os.path.join(folder, name), "w") as file:
                file.write("<!doctype html>")
        path = self.record([(i / 60, head(40)) for i in range(60)])
        self.started = subprocess.Popen(
            [VRM, "live", self.avatar, "--replay", path, "--seconds", "0.5", "--page", "--no-open", "--page-folder",
             os.path.dirname(folder)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        url = self.started.stdout.readline().strip()
        if not url:
            self.assertIn("libmicrohttpd", self.started.stderr.read())
            self.skipTest("this build has no page")
        time.sleep(1.5)
        self.assertIsNone(self.started.poll())  # nobody has seen the half second yet
        with urllib.request.urlopen(url.removesuffix("live/") + "poses", timeout=60) as stream:
            self.assertGreater(len(stream.read()), 1000)
        self.assertEqual(self.end()[0], 0)

    def test_a_faulty_recording_is_named(self):
        path = self.record([(0, head(40))])
        with open(path, "a") as file:
            file.write('{"t":1,"from":"vmc"}\n')
        self.start("--replay", path, "--seconds", "2", "--no-wait", "-q")
        status, said = self.end()
        self.assertEqual(status, 1)
        self.assertRegex(said, r"^vrm live: .*a\.packets: line 3: ")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
