#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
vrm live --window on a screen in memory (Xvfb), with a compositor and without: by what the screen shows,
where the window is, and what pointer and keys do. X11 is spoken here.

    live_window.py VRM VRM_SCENE XVFB XCOMPMGR
"""
import base64
import ctypes
import json
import math
import os
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
import unittest

import live_wire

VRM, SCENE, XVFB, XCOMPMGR = (os.path.abspath(path) for path in sys.argv[1:5])
PATIENCE_S = 60  # machines are busy, and draw without a graphics card
KEY_ESCAPE, KEY_C = 9, 54
KEY_PRESS, KEY_RELEASE, BUTTON_PRESS, BUTTON_RELEASE, MOTION = 2, 3, 4, 5, 6
LEFT, WHEEL_UP, WHEEL_DOWN = 1, 4, 5
WM_CLASS = 67


def wait_for(what, ask):
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        answer = ask()
        if answer:
            return answer
        time.sleep(0.05)
    raise AssertionError(f"{what}: not within {PATIENCE_S} s")


class Screen:
    """Xvfb, and a connection to it."""

    def __init__(self, folder):
        self.folder = folder
        read_end, write_end = os.pipe()
        self.server = subprocess.Popen(
            [XVFB, "-displayfd", str(write_end), "-screen", "0", "640x480x24", "-fbdir", folder,
             "-nolisten", "tcp"], pass_fds=[write_end], stderr=subprocess.DEVNULL)
        os.close(write_end)
        with os.fdopen(read_end) as pipe:
            self.number = pipe.readline().strip()
        self.x = socket.socket(socket.AF_UNIX)
        self.x.connect(f"/tmp/.X11-unix/X{self.number}")
        self.x.sendall(struct.pack("<BxHHHHxx", ord("l"), 11, 0, 0, 0))
        begin = self.receive(8)
        assert begin[0] == 1, begin
        rest = self.receive(struct.unpack_from("<H", begin, 6)[0] * 4)
        vendor, formats = struct.unpack_from("<H", rest, 16)[0], rest[21]
        self.root, = struct.unpack_from("<I", rest, 32 + (vendor + 3) // 4 * 4 + 8 * formats)
        self.xtest = self.ask(struct.pack("<BxHHxx5s3x", 98, 4, 5, b"XTEST"))[9]

    def close(self):
        self.x.close()
        self.server.terminate()
        self.server.wait()

    def receive(self, size):
        data = b""
        while len(data) < size:
            part = self.x.recv(size - len(data))
            assert part, "the X server went away"
            data += part
        return data

    def ask(self, request):
        """The answer; None for an error, as about a window that is gone."""
        self.x.sendall(request)
        while True:
            head = self.receive(32)
            if head[0] == 1:
                return head + self.receive(struct.unpack_from("<I", head, 4)[0] * 4)
            if head[0] == 0:
                return None

    def has_compositor(self):
        name = b"_NET_WM_CM_S0"
        atom = self.ask(struct.pack("<BBHHxx13s3x", 16, 0, 6, len(name), name))
        owner = self.ask(struct.pack("<BxH", 23, 2) + atom[8:12])
        return struct.unpack_from("<I", owner, 8)[0] != 0

    def window(self):
        """(x, y, width, height, depth) of the window of vrm; None without one that is seen."""
        tree = self.ask(struct.pack("<BxHI", 15, 2, self.root))
        for window in struct.unpack_from(f"<{struct.unpack_from('<H', tree, 16)[0]}I", tree, 32):
            name = self.ask(struct.pack("<BxHIIIII", 20, 6, window, WM_CLASS, 0, 0, 16))
            state = self.ask(struct.pack("<BxHI", 3, 2, window))
            place = self.ask(struct.pack("<BxHI", 14, 2, window))
            if name and state and place and b"vrm" in name[32:] and state[26] == 2:
                return struct.unpack_from("<hhHH", place, 12) + (place[1],)
        return None

    def fake(self, kind, detail=0, x=0, y=0):
        """Pointer or key by XTEST; the second request, for the focus, has an answer."""
        self.ask(struct.pack("<BBHBBxxIIxxxxxxxxhhxxxxxxxx", self.xtest, 2, 9, kind, detail, 0, 0,
                             x, y) + struct.pack("<BxH", 43, 1))

    def press(self, kind, detail):
        self.fake(kind, detail)
        self.fake(kind + 1, detail)

    def move_pointer(self, x, y):
        self.fake(MOTION, 0, x, y)

    def pixels(self, x, y, width, height):
        """Rows of BGRX."""
        with open(os.path.join(self.folder, "Xvfb_screen0"), "rb") as file:
            data = file.read()
        head = struct.unpack_from(">25I", data)
        begin, stride = head[0] + head[19] * 12, head[12]
        return [data[begin + row * stride + x * 4:begin + row * stride + (x + width) * 4]
                for row in range(y, y + height)]


class Window(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.avatar = os.path.join(self.folder.name, "hero.vrm")
        subprocess.run([SCENE, "hero", self.avatar], check=True, stdout=subprocess.DEVNULL)
        self.screen = Screen(self.folder.name)
        self.running = []

    def tearDown(self):
        for process in self.running:
            process.kill()
            process.communicate()
        self.screen.close()
        self.folder.cleanup()

    def start(self, *words, **streams):
        process = subprocess.Popen(
            words, env=dict(os.environ, DISPLAY=f":{self.screen.number}"), text=True,
            stderr=subprocess.PIPE, **streams)
        self.running.append(process)
        return process

    def live(self, *words, **streams):
        return self.start(VRM, "live", self.avatar, "--window", "--size", "120x180", *words,
                          **streams)

    def compose(self):
        self.start(XCOMPMGR)
        wait_for("a compositor", self.screen.has_compositor)

    def end(self, process):
        said = process.communicate(timeout=PATIENCE_S)[1]
        self.running.remove(process)
        return process.returncode, said

    def shown(self):
        x, y, width, height, _ = wait_for("a window", self.screen.window)
        return self.screen.pixels(x, y, width, height)

    def sees_avatar(self):
        """Where she stands there are other colours than in the corner."""
        rows = self.shown()
        corner, middle = rows[0][:4], rows[len(rows) // 2]
        here = {middle[i:i + 4] for i in range(0, len(middle), 4)}
        return len(here - {corner}) > 20

    def test_avatar_is_seen_on_the_desktop_and_moves(self):
        self.compose()
        process = self.live("--camera", "bust")
        wait_for("an avatar", self.sees_avatar)
        rows, ground = self.shown(), self.screen.pixels(639, 479, 1, 1)[0]
        self.assertNotEqual(ground[:3], bytes(3), "the compositor paints the screen grey")
        self.assertEqual(rows[0][:4], ground, "what is behind the window is seen through it")
        self.assertEqual(self.screen.window()[4], 32, "the window has an alpha channel")
        wait_for("another picture", lambda: self.shown() != rows)
        process.send_signal(signal.SIGINT)
        status, said = self.end(process)
        self.assertEqual(status, 0, said)
        self.assertNotIn("compositor", said)

    def test_wheel_scales_drag_moves_escape_ends(self):
        process = self.live()
        wait_for("an avatar", self.sees_avatar)
        x, y, width, height, _ = self.screen.window()
        self.assertEqual((width, height), (120, 180))
        self.screen.move_pointer(x + 60, y + 90)
        self.screen.press(BUTTON_PRESS, WHEEL_UP)
        wait_for("a larger window", lambda: self.screen.window()[2:4] == (132, 198))
        wait_for("the pointer to stay in the middle",
                 lambda: self.screen.window()[:2] == (x - 6, y - 9))
        wait_for("an avatar of that size", self.sees_avatar)
        self.screen.press(BUTTON_PRESS, WHEEL_DOWN)
        wait_for("the first size", lambda: self.screen.window()[:4] == (x, y, 120, 180))
        self.drag(x, y)
        self.screen.press(KEY_PRESS, KEY_ESCAPE)
        status, said = self.end(process)
        self.assertEqual(status, 0, said)

    def drag(self, x, y):
        self.screen.fake(BUTTON_PRESS, LEFT)
        steps = iter(range(1, 1000000))

        def moved():
            step = min(next(steps), 60)
            self.screen.move_pointer(x + 60 + step * 4, y + 90 + step % 2 + step * 2)
            now = self.screen.window()
            return now[0] > x and now[1] > y

        wait_for("a window that follows the pointer", moved)
        self.screen.fake(BUTTON_RELEASE, LEFT)
        self.assertEqual(self.screen.window()[2:4], (120, 180))

    def test_key_makes_the_present_state_neutral(self):
        """A sender's head is turned by 40 degrees for two minutes."""
        path = os.path.join(self.folder.name, "a.packets")
        data = base64.b64encode(live_wire.head(40)).decode()
        with open(path, "w") as file:
            print(json.dumps({"format": "vrm-packets", "version": 1}), file=file)
            for i in range(2400):
                print(json.dumps({"t": i / 20, "from": "vmc", "data": data}), file=file)
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as wire:
            wire.bind(("127.0.0.1", 0))
            wire.settimeout(PATIENCE_S)
            self.live("-q", "--replay", path, "--vmc-out", str(wire.getsockname()[1]))
            self.wait_for_turn(wire, 40)
            x, y, *_ = wait_for("a window", self.screen.window)
            self.screen.move_pointer(x + 60, y + 90)
            self.screen.press(KEY_PRESS, KEY_C)
            self.wait_for_turn(wire, 0)

    def wait_for_turn(self, wire, degrees):
        """Until the head is turned so far, which is in one packet of each frame."""
        def is_there():
            for data in live_wire.messages_of(wire.recv(65536)):
                address, values = live_wire.values_of(data)
                if address == "/VMC/Ext/Bone/Pos" and values[0] == "Head":
                    turn = math.degrees(2 * math.atan2(values[5], values[7]))
                    return abs(turn - degrees) < 1
            return False
        wait_for(f"a head turned by {degrees}", is_there)

    def test_message_moves_the_camera(self):
        process = self.live("--control", "-", "-q", "--background", "#204060",
                            stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
        wait_for("an avatar", self.sees_avatar)
        self.assertLess(self.filled(), 0.3, "the whole avatar")
        process.stdin.write('{"type":"camera","shot":"face"}\n')
        process.stdin.flush()
        wait_for("a face", lambda: self.filled() > 0.4)
        self.assertEqual(self.end(process), (0, ""))  # when its input ends

    def test_frames_are_written_beside_it(self):
        path = os.path.join(self.folder.name, "frames")
        with open(path, "wb") as file:
            process = self.live("--raw", "rgba", "-q", "--background", "#204060", stdout=file)
        wait_for("an avatar", self.sees_avatar)
        process.send_signal(signal.SIGINT)
        self.assertEqual(self.end(process), (0, ""))
        with open(path, "rb") as file:
            frame = file.read(120 * 180 * 4)
        self.assertEqual(len(frame), 120 * 180 * 4)
        self.assertGreater(len({frame[i:i + 4] for i in range(0, len(frame), 4)}), 100)

    def filled(self):
        rows = self.shown()
        pixels = [row[i:i + 4] for row in rows for i in range(0, len(row), 4)]
        return 1 - pixels.count(pixels[0]) / len(pixels)

    def test_background_is_black_without_compositor(self):
        process = self.live("--seconds", "1")
        status, said = self.end(process)
        self.assertEqual(status, 0, said)
        self.assertIn("the background is black: this desktop has no compositor", said)
        process = self.live("--seconds", "1", "--background", "#204060")
        status, said = self.end(process)
        self.assertEqual(status, 0, said)
        self.assertNotIn("compositor", said)

    def test_background_has_the_colour(self):
        process = self.live("--background", "#204060", "-q")
        wait_for("an avatar", self.sees_avatar)
        self.assertEqual(self.shown()[0][:3], bytes([0x60, 0x40, 0x20]))
        process.send_signal(signal.SIGINT)
        self.assertEqual(self.end(process), (0, ""))


class NoScreen(unittest.TestCase):
    def test_options_say_what_is_wrong(self):
        for words, sentence in (("--size 0x3", "--size 0x3: WIDTHxHEIGHT in pixels, up to 8192x8192"),
                                ("--background red",
                                 "--background red: transparent, #rrggbb or #rrggbbaa"),
                                ("--camera side", "--camera is full, bust or face, not side")):
            result = subprocess.run([VRM, "live", "none.vrm", "--window", *words.split()], text=True,
                                    capture_output=True)
            self.assertEqual(result.returncode, 2)
            self.assertIn(f"vrm live: {sentence}\n", result.stderr)

    def test_missing_screen_is_an_error(self):
        env = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
        result = subprocess.run([VRM, "live", "none.vrm", "--window"], env=env, text=True,
                                capture_output=True)
        self.assertEqual(result.returncode, 3)
        self.assertIn("vrm live: --window: no screen to show it on: ", result.stderr)


if __name__ == "__main__":
    try:
        ctypes.CDLL("libglfw.so.3")
    except OSError:
        print("skipped: there is no GLFW")
        sys.exit(77)
    unittest.main(argv=sys.argv[:1], verbosity=2)
