#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: lines.py VRM VRM_SCENE   Landmarks of MediaPipe as lines on pipes: vrm receive records them, vrm live plays them.
Lines are written by packets.py, what vrm live sends as VMC is read here."""
import json, math, os, resource, socket, struct, subprocess, sys, tempfile, time, unittest
from pathlib import Path

here = Path(__file__).resolve().parent
VRM, SCENE = (os.path.abspath(path) for path in sys.argv[1:3])
sys.dont_write_bytecode = True
sys.path[:0] = [str(here), str(here.parent / "cli")]
import packets  # noqa: E402
import vrma_curves  # noqa: E402
from packets import Person  # noqa: E402

STEADY = Person(yaw=25, pitch=0, roll=0, jaw=0.7)


def lines_of(person, count, begin=0.0):
    out = []
    for i in range(count):
        person.time = begin + i / 30
        out.append(packets.mediapipe(person) + b"\n")
    return out


def messages_of(data):
    """(address, text, numbers) of a packet of VMC."""
    at = 16
    while at < len(data):
        size = struct.unpack_from(">i", data, at)[0]
        words, message, at = [], data[at + 4:at + 4 + size], at + 4 + size
        while len(words) < 2 or (len(words) == 2 and words[1].startswith(",s")):
            text = message[:message.index(b"\0")].decode()
            words.append(text)
            message = message[len(text) // 4 * 4 + 4:]
        yield words[0], words[-1], struct.unpack(f">{len(message) // 4}f", message)


def frames_of(rows):
    """Of each frame the weights of expressions, and the yaw of neck and head together (degrees, to the right)."""
    frames = []
    for row in rows:
        for address, name, numbers in messages_of(row):
            if address == "/VMC/Ext/OK":
                frames.append(({}, {}))
            elif address == "/VMC/Ext/Blend/Val":
                frames[-1][0][name] = numbers[0]
            elif address == "/VMC/Ext/Bone/Pos" and name in ("Neck", "Head"):
                frames[-1][1][name] = math.degrees(2 * math.atan2(numbers[4], numbers[6]))
    return [(weights, sum(turns.values())) for weights, turns in frames]


class Lines(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        os.chdir(self.folder.name)
        subprocess.run([SCENE, "1.0", "one.vrm"], check=True, stdout=subprocess.DEVNULL)
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 22)
        self.socket.bind(("127.0.0.1", 0))
        self.socket.settimeout(0.2)

    def tearDown(self):
        self.socket.close()
        os.chdir("/")
        self.folder.cleanup()

    def live(self, *words, data=None, status=0):
        """What vrm live sends: a row for each frame."""
        port = str(self.socket.getsockname()[1])
        done = subprocess.run([VRM, "live", "one.vrm", "--vmc-out", port, "-q", *words], input=data, capture_output=True)
        self.assertEqual(done.returncode, status, done.stderr)
        rows = []
        try:
            while True:
                rows.append(self.socket.recv(65536))
        except socket.timeout:
            return rows, done.stderr.decode()

    def receive(self, *words, data=None, status=0):
        done = subprocess.run([VRM, "receive", *words], input=data, capture_output=True)
        self.assertEqual(done.returncode, status, done.stderr)
        return done.stdout.decode(), done.stderr.decode()

    def test_a_file_moves_the_avatar_at_its_own_times(self):
        Path("a.jsonl").write_bytes(b"".join(lines_of(STEADY, 60)))
        rows, _ = self.live("--from", "mediapipe@a.jsonl", "--seconds", "4", "--fps", "30", "--no-wait")
        self.assertGreater(len(rows), 100)
        seen = frames_of(rows)
        for weights, yaw in seen[25:58]:
            self.assertAlmostEqual(yaw, -25, delta=0.5)  # to the left, in axes that have left below 0
            self.assertAlmostEqual(weights["aa"], 0.7, delta=0.02)
        self.assertLess(max(abs(yaw) for _, yaw in seen[-10:]), 15)  # the file has ended: idle
        mirrored, _ = self.live("--from", "mediapipe@a.jsonl", "--seconds", "2", "--fps", "30", "--no-wait", "--mirror")
        self.assertAlmostEqual(frames_of(mirrored)[50][1], 25, delta=0.5)
        calibrated, _ = self.live("--from", "mediapipe@a.jsonl", "--seconds", "2", "--fps", "30", "--no-wait", "--calibrate",
                                  "1")
        self.assertAlmostEqual(frames_of(calibrated)[58][1], 0, delta=0.5)

    #
    def test_a_first_line_that_is_refused_does_not_hold_up_the_others(self):
        lines = lines_of(STEADY, 60, 300000.0)  # the clock of a machine that runs for days
        Path("a.jsonl").write_bytes(b"nonsense\n" + b"".join(lines))
        rows, _ = self.live("--from", "mediapipe@a.jsonl", "--seconds", "2", "--fps", "30", "--no-wait")
        for weights, yaw in frames_of(rows)[25:58]:
            self.assertAlmostEqual(yaw, -25, delta=0.5)
            self.assertAlmostEqual(weights["aa"], 0.7, delta=0.02)

    #
    def test_a_byte_order_mark_before_the_lines_is_skipped(self):
        out, _ = self.receive("--from", "mediapipe@-", "--json", data=b"\xef\xbb\xbf" + b"".join(lines_of(STEADY, 30)))
        tracker = json.loads(out)["trackers"][0]
        self.assertEqual((tracker["frames"], tracker["refusedPackets"]), (30, 0), out)

    def test_a_pipe_without_waiting_gives_the_bytes_of_the_file(self):
        data = b"".join(lines_of(Person(yaw=20, pitch=10, jaw=0.3), 40))
        Path("a.jsonl").write_bytes(data)
        words = ("--seconds", "2", "--no-wait")
        file, _ = self.live("--from", "mediapipe@a.jsonl", *words)
        pipe, _ = self.live("--from", "mediapipe@-", *words, data=data)
        self.assertEqual(file, pipe)
        self.assertGreater(len(file), 60)

    def test_writers_of_a_named_pipe_come_and_go_and_clients_hear_it(self):
        os.mkfifo("pipe")
        live = subprocess.Popen([VRM, "live", "one.vrm", "-q", "--from", "mediapipe@pipe", "--control", "-"],
                                stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        events = []
        self.assertEqual(json.loads(live.stdout.readline())["type"], "hello")
        try:
            for begin in (5.0, 0.0):  # the second writer counts anew
                with open("pipe", "wb", buffering=0) as pipe:
                    for line in lines_of(STEADY, 20, begin):
                        pipe.write(line)
                        time.sleep(1 / 30)
                while len(events) == 0 or events[-1]["type"] != "lost":
                    event = json.loads(live.stdout.readline())
                    if event.get("type") in ("lost", "found"):
                        self.assertEqual(event["from"], "mediapipe")
                        events.append(event)
                if begin == 5.0:
                    first, events = events, []
            self.assertEqual([event["type"] for event in first + events], ["found", "lost"] * 2)
        finally:
            live.stdin.close()
            live.stdout.close()
            self.assertEqual(live.wait(timeout=20), 0)

    def test_a_pipe_is_recorded_until_it_ends(self):
        sender = subprocess.Popen([sys.executable, "-c", "import sys, time\n"
                                   "for line in open('a.jsonl', 'rb'):\n"
                                   "    sys.stdout.buffer.write(line); sys.stdout.flush(); time.sleep(1 / 60)"],
                                  stdout=subprocess.PIPE)
        Path("a.jsonl").write_bytes(b"".join(lines_of(STEADY, 60)))
        done = subprocess.run([VRM, "receive", "--from", "mediapipe@-", "--seconds", "60", "-o", "a.vrma", "--record-packets",
                               "a.packets", "--json"], stdin=sender.stdout, capture_output=True)
        sender.stdout.close()
        self.assertEqual((sender.wait(), done.returncode), (0, 0), done.stderr)
        result = json.loads(done.stdout)
        self.assertEqual(result["trackers"][0]["frames"], 60)
        curves = vrma_curves.curves("a.vrma")
        self.assertIn("aa", curves)
        self.assertEqual(json.loads(self.receive("--replay", "a.packets", "--json")[0])["trackers"], result["trackers"])
        rows, _ = self.live("--replay", "a.packets", "--seconds", "0.9", "--no-wait", "--fps", "30")
        self.assertAlmostEqual(frames_of(rows)[-1][1], -25, delta=0.5)

    def test_hostile_lines_are_refused_and_bounded(self):
        bad = [b"\0\xff" * 3000, b"", b"{}", b"[" * 70000, b'{"timestamp_ms": NaN}', b'{"pose":{"worldLandmarks":[[' * 9,
               b'{"face":{"faceBlendshapes":[[{"categoryName":"jawOpen","score":1e999}]]}}', b" " * (5 << 20), b"1" * (3 << 20)]
        data = b"\n".join(bad) + b"\n" + b"".join(lines_of(STEADY, 30)) + b"x" * (2 << 20)
        out, _ = self.receive("--from", "mediapipe@-", "--json", data=data)
        tracker = json.loads(out)["trackers"][0]
        self.assertEqual(tracker["frames"], 30)
        # Blank lines are none.
        self.assertEqual(tracker["refusedPackets"], 8, out)
        self.assertLess(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, 200000)  # KiB
        _, said = self.receive("--from", "mediapipe@-", data=b"nonsense\n" * 9, status=1)
        self.assertIn("another protocol", said)
        _, said = self.receive("--from", "mediapipe@-", data=b"", status=1)
        self.assertIn("nothing came from standard input", said)

    def test_what_cannot_be_is_said(self):
        for words, text in ((["--from", "mediapipe@"], "a file or pipe"), (["--from", "mediapipe@-", "--control", "-"], "standard"),
                            (["--from", "mediapipe@-", "--pcm", "-"], "both read standard input")):
            _, said = self.live(*words, "--seconds", "0.1", status=2)
            self.assertIn(text, said)
        _, said = self.live("--from", "mediapipe@nowhere.jsonl", "--seconds", "0.1", status=3)
        self.assertIn("nowhere.jsonl", said)
        Path("a.jsonl").write_text("{}\n")
        _, said = self.receive("--from", "mediapipe@a.jsonl", status=2)
        self.assertIn("vrm convert-motion", said)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
