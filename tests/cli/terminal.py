# SPDX-License-Identifier: MIT
"""usage: terminal.py VRM VRM_SCENE

What vrm shows on a terminal while it works: the line of `vrm receive`, the bar of long work. Each
command runs on a pseudo terminal of its own; packets of VMC go over the loopback device.
"""
import fcntl
import os
import pty
import re
import select
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import termios
import time
import unittest

VRM, VRM_SCENE = sys.argv[1:3]
WIPE = "\r\033[K"  # back to the first column, and clear the line


class Terminal:
    """A command whose standard output and error are one terminal; its input may be piped."""

    def __init__(self, *words, stdin=None, columns=0, **options):
        self.main, other = pty.openpty()
        fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        self.process = subprocess.Popen(
            [VRM, *words], stdin=other if stdin is None else stdin, stdout=other,
            stderr=options.pop("stderr", other), start_new_session=True, **options)
        os.close(other)
        self.text = ""

    def read(self, seconds):
        """Reads what comes within `seconds`; False at the end."""
        if not select.select([self.main], [], [], seconds)[0]:
            return True
        try:
            piece = os.read(self.main, 65536)
        except OSError:  # Linux: the other side is closed
            return False
        self.text += piece.decode("utf-8", "replace")
        return piece != b""

    def wait_for(self, pattern, seconds=20.0):
        until = time.monotonic() + seconds
        while not re.search(pattern, self.text):
            left = until - time.monotonic()
            if left <= 0 or not self.read(left):
                raise AssertionError(f"no {pattern!r} in {self.text!r}")
        return re.search(pattern, self.text)

    def end(self):
        while self.read(20.0) and self.process.poll() is None:
            pass
        while self.read(0.0) and select.select([self.main], [], [], 0.0)[0]:
            pass
        status = self.process.wait(20.0)
        os.close(self.main)
        return status

    def screen(self):
        """The lines that are left to see at the end."""
        lines = []
        for line in self.text.replace("\r\n", "\n").split("\n"):
            shown = ""
            for part in re.split(r"(\r|\033\[K)", line):
                if part == "\r":
                    column = 0
                elif part == "\033[K":
                    shown = shown[:column]
                else:
                    column = 0 if shown == "" else column
                    shown = shown[:column] + part + shown[column + len(part):]
                    column += len(part)
            lines.append(shown)
        return lines


def osc(address, types, *values):
    """One OSC message."""
    def padded(text):
        data = text.encode() + b"\0"
        return data + b"\0" * (-len(data) % 4)
    data = padded(address) + padded("," + types)
    for kind, value in zip(types, values):
        data += padded(value) if kind == "s" else struct.pack(">" + kind, value)
    return data


def send_bones(port, frames, names=("Hips", "Head", "Tail2", "\033[31mred")):
    sender = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    for frame in range(frames):
        for name in names:
            sender.sendto(osc("/VMC/Ext/Bone/Pos", "sfffffff", name, 0, 0.9, 0.001 * frame,
                              0, 0, 0, 1), ("127.0.0.1", port))
        sender.sendto(osc("/VMC/Ext/Blend/Val", "sf", "Joy", 0.5), ("127.0.0.1", port))
        sender.sendto(osc("/VMC/Ext/Blend/Apply", ""), ("127.0.0.1", port))
        time.sleep(0.02)
    sender.close()


class Receive(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)

    def start(self, *words, **options):
        terminal = Terminal("receive", "--port", "0", *words, cwd=self.folder, **options)
        port = int(terminal.wait_for(r"listening on 127\.0\.0\.1, port (\d+)").group(1))
        return terminal, port

    def test_waiting_is_shown_and_nothing_that_came_explained(self):
        terminal, port = self.start("--wait", "1.2", "-o", "a.vrma")
        terminal.wait_for(r"\rwaiting for the first packet, 1 s left; Ctrl-C ends it\033\[K")
        self.assertEqual(terminal.end(), 1)
        self.assertEqual(terminal.screen(), [
            f"vrm receive: listening on 127.0.0.1, port {port}",
            f"vrm receive: no motion was received: nothing came to 127.0.0.1, port {port}.",
            "Let the sender send VMC to this address and this port, or listen where it sends: --port N,",
            "and --address 0.0.0.0 when it runs on another machine.", ""])
        self.assertFalse(os.path.exists(os.path.join(self.folder, "a.vrma")))

    def test_frames_and_bones_are_counted_live_and_unknown_bones_named(self):
        terminal, port = self.start("--wait", "20", "--seconds", "1.2", "-o", "a.vrma")
        send_bones(port, 75)
        terminal.wait_for(r"\r1 of 1 s: [1-9]\d* frames, 2 bones, 1 expression; Ctrl-C ends it")
        self.assertEqual(terminal.end(), 0)
        screen = terminal.screen()
        self.assertRegex(screen[1], r"^a\.vrma: \d+ frames; \d+ packets, \d+ messages, 2 bones")
        self.assertEqual(screen[2:], [r"  names that are no bone: Tail2, \u{1b}[31mred", ""])

    def test_control_c_keeps_what_came(self):
        terminal, port = self.start("--wait", "20", "--seconds", "600", "-o", "a.vrma")
        send_bones(port, 30, ["Hips"])
        terminal.wait_for(r"of 600 s: [1-9]\d* frames")
        terminal.process.send_signal(2)
        self.assertEqual(terminal.end(), 0)
        self.assertRegex(terminal.screen()[1], r"^a\.vrma: [1-9]\d* frames")
        self.assertTrue(os.path.exists(os.path.join(self.folder, "a.vrma")))

    def test_packets_of_another_protocol_are_reported(self):
        terminal, port = self.start("--wait", "20", "--seconds", "0.3")
        sender = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        sender.sendto(b"GET / HTTP/1.1\r\n\r\n", ("127.0.0.1", port))
        sender.close()
        self.assertEqual(terminal.end(), 1)
        self.assertIn("1 packet came, none of them OSC.",
                      terminal.text)

    def test_quiet_shows_no_line(self):
        terminal = Terminal("receive", "--port", "0", "--wait", "0.7", "-q")
        self.assertEqual(terminal.end(), 1)
        self.assertNotIn("waiting", terminal.text)
        self.assertNotIn("\033", terminal.text)

    def test_a_pipe_gets_no_line(self):
        words = [VRM, "receive", "--port", "0", "--wait", "0.7"]
        said = subprocess.run(words, capture_output=True, text=True)
        self.assertNotIn("waiting", said.stderr)
        self.assertNotIn("\033", said.stderr)

    def test_a_port_that_another_program_has_is_reported(self):
        other = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        other.bind(("127.0.0.1", 0))
        port = other.getsockname()[1]
        said = subprocess.run([VRM, "receive", "--port", str(port), "--wait", "0"],
                              capture_output=True, text=True)
        other.close()
        self.assertEqual(said.returncode, 3)
        self.assertIn(f"port {port} of 127.0.0.1 cannot be used: another program listens there", said.stderr)


class Progress(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)
        subprocess.run([VRM_SCENE, "1.0", "a.vrm"], cwd=self.folder, check=True,
                       stdout=subprocess.DEVNULL)

    def slow(self, *options, **surroundings):
        """Three files, of which the second, standard input, takes 1.4 s to come."""
        terminal = Terminal("info", *options, "a.vrm", "-", "a.vrm", stdin=subprocess.PIPE,
                            cwd=self.folder, **surroundings)
        with open(os.path.join(self.folder, "a.vrm"), "rb") as file:
            avatar = file.read()
        time.sleep(1.4)
        terminal.process.stdin.write(avatar)
        terminal.process.stdin.close()
        self.assertEqual(terminal.end(), 0)
        return terminal

    def test_a_bar_shows_the_time_left_and_goes(self):
        terminal = self.slow()
        bar = terminal.wait_for(r"\r\[(#+)(\.+)\] 2/3, about (\d+) s left\033\[K\r")
        self.assertEqual((len(bar.group(1)), len(bar.group(2))), (20, 10))
        self.assertIn(int(bar.group(3)), (1, 2))  # half of 1.4 s or a little more, in whole seconds
        self.assertTrue(terminal.text[bar.end():].startswith(WIPE))
        self.assertNotIn("#", "".join(terminal.screen()))

    def test_a_bar_is_never_wider_than_the_terminal(self):
        for columns, pattern in ((80, r"\r\[#{20}\.{10}\] 2/3, about "), (30, r"\r\[#+\.+\] 2/3, about "),
                                 (20, r"\r2/3, about "), (4, r"\r2/3\033")):
            terminal = self.slow(columns=columns)
            terminal.wait_for(pattern)
            bars = re.findall(r"\r([^\r\n]+)\033\[K\r", terminal.text)
            self.assertTrue(bars and all(len(bar) < columns for bar in bars), f"{columns}: {bars}")
        self.assertNotIn("2/3", self.slow(columns=3).text)

    def test_a_terminal_that_cannot_redraw_gets_none(self):
        self.assertNotIn("2/3", self.slow(env=dict(os.environ, TERM="dumb")).text)

    def test_quiet_draws_none(self):
        self.assertNotIn("\033", self.slow("-q").text)

    def test_json_lines_stay_whole(self):
        lines = [line for line in self.slow("--json").screen() if line]
        self.assertEqual(len(lines), 3)
        for line in lines:
            self.assertTrue(line.startswith('{"file":') and line.endswith("}"), line)

    def test_frames_of_one_long_trace_are_counted(self):
        script = '{"format":"vrm-motion","version":1,"frames":%d,"dt":0.016,"tracks":[]}'
        with open(os.path.join(self.folder, "still.json"), "w") as file:
            file.write(script % 500000)
        terminal = Terminal("trace", "a.vrm", "still.json", "--max-frames", "500000",
                            "-o", "/dev/null", cwd=self.folder)
        terminal.wait_for(r"\r\[#*\.+\] \d+/500000, about \d+ (s|min \d\d s) left\033\[K\r")
        terminal.process.kill()
        terminal.end()


unittest.main(argv=sys.argv[:1])
