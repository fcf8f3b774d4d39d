#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: live_load.py VRM VRM_SCENE [MINUTES]

`vrm live` with everything at once: eight trackers of 120 packets a second, clients of --control, pages, VMC and pictures out.
First garbage floods its ports; then clients come that read slowly, not at all, or are gone. With MINUTES it then runs on for
as long, and prints each minute what it uses and how late it is. Nothing may grow, the clocks must agree, and it must end
cleanly. Speed is printed and no claim: other programs share the machine.

VRM_LOAD_SCENE, VRM_LOAD_FPS, VRM_LOAD_SIZE: the avatar, frames per second, pixels of a picture's side: typical, 30, 64."""
import json, os, re, resource, select, signal, socket, statistics, subprocess, sys, tempfile, time
import urllib.parse

sys.dont_write_bytecode = True
import live_ends  # noqa: E402
from live_ends import Client, PageReader, RawReader, Trackers, Usage, VmcReader, open_stream  # noqa: E402

VRM, SCENE = (os.path.abspath(path) for path in sys.argv[1:3])
MINUTES = float(sys.argv[3]) if len(sys.argv) > 3 else 0
FPS = float(os.environ.get("VRM_LOAD_FPS", 30))
SIZE = int(os.environ.get("VRM_LOAD_SIZE", 64))
KIND = os.environ.get("VRM_LOAD_SCENE", "typical")
FLOOD = 50000  # packets
PATIENCE_S = 60  # on a machine that is busy
GROWTH_KB = 4096  # which is what a heap may wander
failed = []


def claim(is_true, text):
    if not is_true:
        failed.append(text)
        print("FAILED", text, flush=True)


def wait_until(is_so, text):
    """Claims that something becomes so."""
    deadline = time.monotonic() + PATIENCE_S
    while not is_so() and time.monotonic() < deadline:
        time.sleep(0.1)
    claim(is_so(), text())


# ---- vrm live and those around it ----


class Stage:
    def __init__(self, folder):
        page = os.path.join(folder, "page", "live")
        os.makedirs(page)
        for name in ("index.html", "../index.html"):
            with open(os.path.join(page, name), "w") as file:
                file.write("<!doctype html>")
        subprocess.run([SCENE, KIND, "a.vrm"], check=True, stdout=subprocess.DEVNULL)
        self.vmc = VmcReader()
        words = [VRM, "live", "a.vrm", "--control", "wire", "--page", "--no-open", "--page-folder", os.path.dirname(page),
                 "--vmc-out", str(self.vmc.port), "--raw", "rgba", "--size", str(SIZE), "--fps", str(FPS)]
        for name in live_ends.SENDERS:
            words += ["--from", f"{name}:0"]
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.ports, self.url = self.read_places()
        self.usage = Usage(self.process.pid)
        self.trackers = Trackers(self.ports)
        self.vmc.trackers = self.trackers
        self.raw = RawReader(self.process.stdout, SIZE * SIZE * 4, FPS)
        self.page = PageReader(self.url, self.trackers)
        self.client = Client("wire")
        for thread in self.threads():
            thread.start()

    def threads(self):
        return [self.vmc, self.raw, self.page, self.client, self.trackers]

    def read_places(self):
        ports, url = {}, None
        while len(ports) < len(live_ends.SENDERS) or url is None:
            line = self.process.stderr.readline().decode()
            if not line:
                sys.exit(f"vrm live has ended: {self.process.wait()}")
            if found := re.search(r"for (\w+) on UDP port (\d+)", line):
                ports[found[1]] = int(found[2])
            elif line.startswith("http"):
                url = line.strip()
            elif "libmicrohttpd" in line or "OpenGL" in line or "without" in line:
                print(f"skipped: {line}")
                sys.exit(77)
        return ports, url

    def settle(self):
        """Waits until every output has had a second of something new."""
        before = [reader.frames for reader in self.readers()]
        wait_until(lambda: all(reader.frames > count + FPS for reader, count in zip(self.readers(), before)),
                   lambda: f"outputs stand still: {[(reader.frames, reader.failure) for reader in self.readers()]}")

    def readers(self):
        return [self.vmc, self.page, self.raw]

    def end(self):
        begin = time.monotonic()
        self.trackers.is_ending = True
        self.process.send_signal(signal.SIGINT)
        said = self.process.stderr.read().decode()
        status = self.process.wait(60)
        claim(status == 0 and said.count("\n") <= 2, f"ended with {status}: {said}")
        print(f"ended in {time.monotonic() - begin:.2f} s: {said.strip().splitlines()[-1:]}")


# ---- Garbage ----


def flood(stage):
    """The good sender moves the avatar through it, nothing is answered, and nothing grows."""
    begin, cpu, memory = time.monotonic(), stage.usage.cpu_s(), stage.usage.resident_kb()
    frames, marks = stage.vmc.frames, len(stage.vmc.delays)
    program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "flood.py")
    # The machine has few cores, and the good sender must get its turn.
    child = subprocess.Popen(["nice", "-n", "10", sys.executable, program, str(FLOOD), *map(str, stage.ports.values())],
                             stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    wait_until(lambda: select.select([child.stdout], [], [], 0)[0], lambda: f"{FLOOD} packets can be sent")
    wait_until(lambda: len(stage.vmc.delays) >= marks + 4, lambda: f"the good sender moves it: {stage.vmc.delays[marks:]}")
    seconds, spent = time.monotonic() - begin, stage.usage.cpu_s() - cpu
    result = json.loads(child.communicate()[0].splitlines()[-1])
    more = stage.usage.resident_kb() - memory
    print(f"flood: {result['sent']} packets in {seconds:.1f} s, {stage.vmc.frames - frames} frames, {spent / seconds:.0%} of a "
          f"CPU, {more} kB more", flush=True)
    claim(result["answers"] == 0, f"{result['answers']} bytes came back")
    claim(more < GROWTH_KB, "memory in a flood")


# ---- Clients that do not read ----


def reset(connection):
    """Closes without goodbye."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
    connection.close()


def deaf_client():
    """Asks until nobody takes more, and reads nothing."""
    out = socket.socket(socket.AF_UNIX)
    out.connect("wire")
    out.setblocking(False)
    asked = 0
    try:
        while asked < 20000:
            asked += out.send(b'{"type":"state","id":1}\n') > 0
    except OSError:
        pass
    return out


def deaf_clients(stage):
    """Pages and clients that do not read, and some that are gone: those that read are served as before, and what waits for
    the others has an end."""
    memory = stage.usage.resident_kb()
    place = urllib.parse.urlsplit(stage.url)
    slow = [open_stream(place, room=4096) for _ in range(3)]
    clients = [deaf_client() for _ in range(7)]
    for _ in range(20):
        reset(open_stream(place))
        reset(deaf_client())
        silent = socket.create_connection((live_ends.HOST, place.port))
        slow.append(silent)
    stage.settle()
    asked = stage.client.ok
    wait_until(lambda: stage.client.ok > asked + 1, lambda: f"the client is answered: {stage.client.failure}")
    claim(stage.page.failure is None, f"the page is served: {stage.page.failure}")
    more = stage.usage.resident_kb() - memory
    print(f"deaf clients: {more} kB more, {stage.usage.descriptors()} descriptors", flush=True)
    claim(more < 32768, f"{more} kB wait for clients that do not read")
    for connection in slow + clients:
        connection.close()


# ---- Hours ----


def part(values, share):
    return sorted(values)[min(len(values) - 1, int(len(values) * share))] * 1000 if values else float("nan")


class Minute:
    """What has passed since the last one."""

    def __init__(self, stage):
        self.stage = stage
        self.begin()

    def begin(self):
        stage = self.stage
        self.at, self.cpu = time.monotonic(), stage.usage.cpu_s()
        self.frames = [reader.frames for reader in stage.readers()]
        self.sent = stage.trackers.sent
        self.delays = [len(reader.delays) for reader in (stage.vmc, stage.page)]
        self.asked = len(stage.client.waits)

    def row(self, number):
        stage, seconds = self.stage, time.monotonic() - self.at
        rates = [(reader.frames - count) / seconds for reader, count in zip(stage.readers(), self.frames)]
        vmc, page = [reader.delays[count:] for reader, count in zip((stage.vmc, stage.page), self.delays)]
        waits = stage.client.waits[self.asked:]
        return [f"{number}", f"{stage.usage.resident_kb()}", f"{stage.usage.descriptors()}",
                f"{100 * (stage.usage.cpu_s() - self.cpu) / seconds:.0f}", f"{(stage.trackers.sent - self.sent) / seconds:.0f}",
                *[f"{rate:.1f}" for rate in rates], f"{part(vmc, 0.5):.0f}", f"{part(vmc, 0.95):.0f}",
                f"{part(page, 0.5):.0f}", f"{part(page, 0.95):.0f}", f"{part(waits, 0.5):.0f}",
                *[f"{1000 * reader.ahead():+.0f}" for reader in stage.readers()],
                f"{os.getloadavg()[0]:.1f}"]


COLUMNS = ["minute", "kB", "files", "CPU %", "packets/s", "vmc/s", "page/s", "raw/s", "vmc ms", "95 %", "page ms", "95 %",
           "control ms", "ahead: vmc", "page", "raw ms", "load"]


def hours(stage):
    """Memory and descriptors after two minutes are those at the end."""
    print("\t".join(COLUMNS))
    settled, sizes = None, []
    minute = Minute(stage)
    for number in range(1, max(1, round(MINUTES)) + 1):
        time.sleep(max(0.0, 60 * min(1, MINUTES) - (time.monotonic() - minute.at)))
        print("\t".join(minute.row(number)), flush=True)
        sizes.append(stage.usage.resident_kb())
        if number == 2:
            settled = (stage.usage.resident_kb(), stage.usage.descriptors(), stage.usage.threads())
        claim(all(reader.frames > count for reader, count in zip(stage.readers(), minute.frames)), "every output goes on")
        if stage.process.poll() is not None:
            break
        minute.begin()
    if settled is not None and len(sizes) > 3:
        last = statistics.median(sizes[-3:])
        claim(last - settled[0] < GROWTH_KB, f"memory grew from {settled[0]} to {last} kB")
        claim((stage.usage.descriptors(), stage.usage.threads()) == settled[1:], "descriptors and threads as before")


def check_clocks(stage):
    """The avatar keeps the time of the machine, to a frame and what other programs take. (A pipe of pictures that waits for
    its reader leaves some out.)"""
    stage.settle()
    for name, reader in (("vmc", stage.vmc), ("page", stage.page)):
        ahead = reader.ahead()
        claim(abs(ahead) < 0.5, f"{name}: the clock of the avatar is {ahead:.3f} s ahead")
        claim(reader.failure is None, f"{name}: {reader.failure}")
    claim(len(stage.page.delays) > 0, "marks are seen on the page")


def main():
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(4096, resource.getrlimit(resource.RLIMIT_NOFILE)[1]),) * 2)
    stage = Stage(os.getcwd())
    try:
        stage.settle()
        for reader in stage.readers():
            reader.ahead()
        flood(stage)
        stage.settle()
        deaf_clients(stage)
        stage.settle()
        if MINUTES > 0:
            hours(stage)
        check_clocks(stage)
        print(f"delays: {part(stage.vmc.delays, 0.5):.0f} ms to VMC, {part(stage.page.delays, 0.5):.0f} ms to the page")
        stage.end()
    finally:
        stage.process.kill()
    return 1 if failed else 0


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as work:
        os.chdir(work)
        status = main()
        os.chdir("/")
    sys.exit(status)
