#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: live_trouble.py VRM VRM_SCENE PAGE(0|1)

`vrm live` where something is in its way: ports and paths that are taken, files that go away while it runs, closed and full
streams, missing libraries, signals. Each has its sentence and its exit status, and nothing is left behind. PAGE: this build
has pages."""
import contextlib, os, re, signal, socket, subprocess, sys, tempfile, time, unittest
import urllib.error, urllib.request

VRM, SCENE = (os.path.abspath(path) for path in sys.argv[1:3])
HAS_PAGE = sys.argv[3] == "1"


def live(*words, **more):
    return subprocess.run([VRM, "live", "a.vrm", *words], capture_output=True, text=True, timeout=120, **more)


def wait_until_it_sleeps(pid):
    """Ten times in a row, so that it is no page that is loaded."""
    end, count = time.monotonic() + 60, 0
    while count < 10 and time.monotonic() < end:
        with open(f"/proc/{pid}/stat") as file:
            count = count + 1 if file.read().rsplit(")", 1)[1].split()[0] == "S" else 0
        time.sleep(0.02)


def without_input(*words):
    return subprocess.run(["sh", "-c", 'exec "$0" live a.vrm "$@" <&-', VRM, *words], capture_output=True, text=True, timeout=120)


class Trouble(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        os.chdir(self.folder.name)
        subprocess.run([SCENE, "1.0", "a.vrm"], check=True, stdout=subprocess.DEVNULL)
        os.makedirs("page/live")
        for name in ("page/index.html", "page/live/index.html"):
            with open(name, "w") as file:
                file.write("<!doctype html>")
        self.page = ["--page", "--no-open", "--page-folder", "page"]
        self.running = []

    def tearDown(self):
        for process in self.running:
            process.kill()
            process.communicate()
        os.chdir("/")
        self.folder.cleanup()

    def start(self, *words, **more):
        """Returns a `vrm live` whose loop runs, and what it has said."""
        process = subprocess.Popen([VRM, "live", "a.vrm", *words], stderr=subprocess.PIPE, text=True, **more)
        self.running.append(process)
        said = ""
        while "Ctrl-C ends it" not in said:
            line = process.stderr.readline()
            self.assertTrue(line, f"it ended: {said}")
            said += line
        return process, said

    def refused(self, sentence, *words, **more):
        run = live(*words, "--seconds", "1", **more)
        self.assertEqual(run.returncode, 3, run.stderr)
        self.assertRegex(run.stderr, sentence)
        self.assertLessEqual(run.stderr.count("\n"), 2, run.stderr)

    def test_a_udp_port_that_is_taken_is_an_error(self):
        port = re.search(r"UDP port (\d+)", self.start("--from", "vmc:0")[1])[1]
        self.refused(rf"UDP port {port} of 127.0.0.1 cannot be used: another program listens there", "--from", f"vmc:{port}")

    def test_a_page_port_that_is_taken_is_an_error(self):
        if not HAS_PAGE:
            self.skipTest("no pages")
        with socket.create_server(("127.0.0.1", 0)) as other:
            port = str(other.getsockname()[1])
            self.refused(f"port {port} of 127.0.0.1 cannot be used: another program listens", *self.page, "--page-port", port)

    def test_a_control_path_that_is_taken_is_an_error(self):
        self.start("--control", "wire")
        self.refused("^vrm live: --control wire: another program listens there", "--control", "wire")
        self.refused("^vrm live: --control a.vrm: there is a file that is no socket", "--control", "a.vrm")
        self.refused("^vrm live: --control nowhere/wire: No such file", "--control", "nowhere/wire")
        self.assertGreater(os.path.getsize("a.vrm"), 1000)

    def test_a_control_path_of_a_program_that_was_killed_is_used_again(self):
        process, _ = self.start("--control", "wire")
        process.kill()
        process.wait()
        self.start("--control", "wire")

    #
    def test_a_control_path_of_a_program_that_hangs_is_an_error(self):
        with contextlib.ExitStack() as stack:
            hanging = stack.enter_context(socket.socket(socket.AF_UNIX))
            hanging.bind("wire")
            hanging.listen(0)
            with self.assertRaises(BlockingIOError):  # its queue is full
                for _ in range(100):
                    client = stack.enter_context(socket.socket(socket.AF_UNIX))
                    client.setblocking(False)
                    client.connect("wire")
            self.refused("^vrm live: --control wire: another program listens there", "--control", "wire")

    def test_a_key_that_cannot_be_read_is_an_error(self):
        if not HAS_PAGE:
            self.skipTest("no pages")
        os.mkdir("key")
        self.refused("^vrm live: key: ", *self.page, "--page-key", "key")
        self.refused("^vrm live: nowhere/key: No such file", *self.page, "--page-key", "nowhere/key")

    def test_signals_end_it_and_leave_nothing(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            words = ["--control", "wire", "--vmc-out", "9", *(self.page + ["--page-key", "key"] if HAS_PAGE else [])]
            process, _ = self.start(*words, stdout=subprocess.PIPE)
            process.send_signal(number)
            out, said = process.communicate(timeout=60)
            self.assertEqual(process.returncode, 0, said)
            self.assertRegex(said, r"^vrm live: \d+ frames? in [\d.]+ s\n$")
        # The socket stays: the sandbox lets nothing be removed. The next one takes its place.
        self.assertEqual(sorted(os.listdir(".")), sorted(["a.vrm", "page", "wire"] + ["key"] * HAS_PAGE))
        if HAS_PAGE:
            self.assertEqual(os.path.getsize("key"), 33)

    def test_ctrl_c_ends_it_while_a_recording_is_awaited(self):
        #
        os.mkfifo("packets")
        for text in (b'{"format":"vrm-packets","version":1}\n', b'{"format":'):
            process = subprocess.Popen([VRM, "live", "a.vrm", "--replay", "packets"], stderr=subprocess.PIPE, text=True)
            self.running.append(process)
            with open("packets", "wb", buffering=0) as pipe:
                pipe.write(text)
                self.assertEqual(process.stderr.readline(), "vrm live: Ctrl-C ends it\n")
                wait_until_it_sleeps(process.pid)  # it reads the first frame
                process.send_signal(signal.SIGINT)
                _, said = process.communicate(timeout=60)
            self.assertEqual(process.returncode, 0, said)
            self.assertRegex(said, r"^vrm live: \d+ frames? in [\d.]+ s\n$")

    def test_it_plays_on_when_its_avatar_is_deleted_or_replaced(self):
        if not HAS_PAGE:
            self.skipTest("no pages")
        process, _ = self.start("--control", "wire", *self.page, stdout=subprocess.PIPE)
        base = process.stdout.readline().strip().removesuffix("live/")
        whole = urllib.request.urlopen(base + "files/0", timeout=60).read()
        os.remove("a.vrm")
        with self.assertRaises(urllib.error.HTTPError) as missing:
            urllib.request.urlopen(base + "files/0", timeout=60)
        self.assertEqual(missing.exception.code, 404)
        missing.exception.close()
        with open("a.vrm", "wb") as file:
            file.write(whole[:1000])
        self.assertEqual(urllib.request.urlopen(base + "files/0", timeout=60).read(), whole[:1000])
        with socket.socket(socket.AF_UNIX) as client:
            client.settimeout(60)
            client.connect("wire")
            client.sendall(b'{"type":"state","id":1}\n')
            lines = client.makefile("rb")
            self.assertIn(b'"hello"', lines.readline())
            self.assertIn(b'"ok","id":1', lines.readline())
            lines.close()
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(60), 0)

    def test_without_standard_input_it_plays(self):
        for words in ([], ["--pcm", "-"]):
            run = without_input("--seconds", "0.2", *words)
            self.assertEqual(run.returncode, 0, run.stderr)
            self.assertRegex(run.stderr, r"^vrm live: \d+ frames? in")

    def test_agents_that_have_gone_end_it(self):
        run = without_input("--control", "-")
        self.assertEqual((run.returncode, run.stdout.count("\n")), (0, 1), run.stderr)  # hello
        process, _ = self.start("--control", "-", stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        process.stdout.close()
        process.stdin.write('{"type":"state","id":1}\n')
        process.stdin.flush()
        self.assertEqual(process.wait(60), 0)

    @unittest.skipUnless(os.path.exists("/dev/full"), "no /dev/full")
    def test_output_that_cannot_be_written_is_an_error(self):
        pages = [self.page] * HAS_PAGE
        for words in (["--control", "-"], ["--seconds", "0.1", "--json"], *pages):
            with open("/dev/full", "w") as full:
                run = subprocess.run([VRM, "live", "a.vrm", *words], stdin=subprocess.DEVNULL, stdout=full,
                                     stderr=subprocess.PIPE, text=True, timeout=120)
            self.assertEqual(run.returncode, 3, (words, run.stderr))
            self.assertIn("vrm: standard output: writing failed: No space left on device\n", run.stderr)
            self.assertEqual(run.stderr.count("writing failed"), 1, run.stderr)

    def without(self, library):
        """An environment in which a library cannot be loaded."""
        os.mkdir(library)
        open(os.path.join(library, library), "w").close()
        return {**os.environ, "LD_LIBRARY_PATH": library, "DISPLAY": ":0"}

    def test_missing_libraries_are_named_with_their_packages(self):
        self.refused(r"--raw: libEGL.so.1 is missing.*apt-get install libegl1", "--raw", "rgba", "--size", "8",
                     env=self.without("libEGL.so.1"))
        self.refused(r"--window: libglfw.so.3 is missing; install GLFW.*apt-get install libglfw3", "--window",
                     env=self.without("libglfw.so.3"))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
