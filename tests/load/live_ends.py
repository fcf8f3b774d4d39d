# SPDX-License-Identifier: MIT
"""What stands around a `vrm live` under load: trackers that send, and readers of all its outputs. Readers are threads that
note what came and when; times are time.monotonic()."""
import json, math, os, socket, struct, sys, threading, time
import urllib.parse

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../trackers"))
import osc  # noqa: E402
import packets  # noqa: E402

HOST = "127.0.0.1"
SENDERS = ("vmc", "openseeface", "ifacialmocap", "vtubestudio", "livelink", "mocopi")
RATE = 120  # packets of a tracker in a second


# ---- Trackers ----


def person_at(s):
    return packets.Person(yaw=20 * math.sin(s), pitch=8 * math.sin(0.7 * s), gaze_yaw=10 * math.sin(2 * s),
                          jaw=0.4 + 0.3 * math.sin(5 * s), time=s)


def mocopi_at(s, number):
    return packets.mocopi({0: (15 * math.sin(s), "y"), 12: (-50, "z"), 20: (20 * math.sin(s), "x")},
                          (0, 0.9 - 0.03 * math.sin(s), 0), 1700000000 + s, number)


def mark(weight):
    """A packet of VMC that nobody smooths: its expression is the mark by which a delay is measured."""
    return osc.bundle(osc.message("/VMC/Ext/OK", "i", 1), osc.message("/VMC/Ext/Blend/Val", "sf", "Joy", weight),
                      osc.message("/VMC/Ext/Blend/Apply", ""))


class Trackers(threading.Thread):
    """Eight trackers: one of each kind, a second face for OpenSeeFace and a second phone for Live Link Face. VMC's expression
    changes between 0 and 1 every second; `marked` is when it did, and to what."""

    def __init__(self, ports):
        super().__init__(daemon=True)
        self.ports = ports
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.is_ending = False
        self.marked = (0.0, 0)
        self.sent = 0

    def send(self, name, data):
        self.sent += 1
        try:
            self.socket.sendto(data, (HOST, self.ports[name]))
        except OSError:
            pass  # it has ended

    def send_all(self, s, number):
        person = person_at(s)
        weight = int(s) % 2
        if weight != self.marked[1]:
            self.marked = (time.monotonic(), weight)
        self.send("vmc", mark(weight))
        self.send("openseeface", packets.openseeface(person))
        self.send("openseeface", packets.openseeface(person_at(s + 1), face=1))
        self.send("ifacialmocap", packets.ifacialmocap(person, number % 2 == 1))
        self.send("vtubestudio", packets.vtubestudio(person))
        self.send("livelink", packets.livelink(person))
        self.send("livelink", packets.livelink(person_at(s + 1)))
        if number % RATE == 0:
            self.send("mocopi", packets.mocopi_skeleton())
        self.send("mocopi", mocopi_at(s, number))

    def run(self):
        begin, number = time.monotonic(), 0
        while not self.is_ending:
            s = time.monotonic() - begin
            self.send_all(s, number)
            number = max(number + 1, int((time.monotonic() - begin) * RATE))  # what is late is left out
            time.sleep(max(0.0, begin + number / RATE - time.monotonic()))


# ---- Readers ----


class Reader(threading.Thread):
    """`frames` came so far. `delays` are the seconds from each mark of the trackers to the first frame that shows it."""

    def __init__(self, trackers=None):
        super().__init__(daemon=True)
        self.trackers = trackers
        self.frames = 0
        self.offset = math.inf  # of our clock from the avatar's, by the frame that came with the least delay
        self.first_offset = None
        self.delays = []
        self.shown = 0
        self.failure = None

    def take(self, avatar_s, weight=None):
        now = time.monotonic()
        self.frames += 1
        self.offset = min(self.offset, now - avatar_s)
        if weight is None or self.trackers is None or round(weight) == self.shown:
            return
        self.shown = round(weight)
        at, value = self.trackers.marked
        if value == self.shown:
            self.delays.append(now - at)

    def ahead(self):
        """Seconds that the avatar's clock has gained since the first call, by frames that came since the last one."""
        offset, self.offset = self.offset, math.inf
        if self.first_offset is None:
            self.first_offset = offset
        return self.first_offset - offset

    def run(self):
        try:
            self.read()
        except (OSError, ValueError, EOFError, struct.error) as error:
            self.failure = error


class VmcReader(Reader):
    def __init__(self, trackers=None):
        super().__init__(trackers)
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 22)
        self.socket.bind((HOST, 0))
        self.port = self.socket.getsockname()[1]

    def read(self):
        weight = avatar_s = None
        while True:
            for data in osc.messages_of(self.socket.recv(65536)):
                if data.startswith(b"/VMC/Ext/T\0"):
                    avatar_s = osc.values_of(data)[1][0]
                elif data.startswith(b"/VMC/Ext/Blend/Val\0\0,sf\0happy\0"):
                    weight = osc.values_of(data)[1][1]
                elif data.startswith(b"/VMC/Ext/Blend/Apply\0"):  # the last of a frame
                    self.take(avatar_s, weight)


class RawReader(Reader):
    """Pictures of --raw rgba: one for each frame of the clock."""

    def __init__(self, pipe, size, fps):
        super().__init__()
        self.pipe, self.size, self.fps = pipe, size, fps

    def read(self):
        while self.pipe.read(self.size):
            self.take(self.frames / self.fps)


class PageReader(Reader):
    """States of the page."""

    def __init__(self, url, trackers=None):
        super().__init__(trackers)
        place = urllib.parse.urlsplit(url)
        self.socket = open_stream(place)
        self.weight = None  # which is the mark

    def records(self):
        body = Chunks(self.socket)
        while True:
            size, kind = struct.unpack("<II", body.read(8))
            yield kind, body.read(size - 8)

    def read(self):
        for kind, data in self.records():
            if kind == 1:
                self.weight = json.loads(data)["expressions"].index("happy")
            if kind == 2:
                self.take(struct.unpack_from("<d", data)[0], struct.unpack_from("<f", data, 64 + 4 * self.weight)[0])


def open_stream(place, room=None):
    """A connection that has asked for the poses; `room` is for what it does not read, in bytes."""
    out = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    if room is not None:
        out.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
    out.settimeout(60)
    out.connect((HOST, place.port))
    path = place.path.removesuffix("live/") + "poses"
    out.sendall(f"GET {path} HTTP/1.1\r\nHost: {place.netloc}\r\n\r\n".encode())
    return out


class Chunks:
    """The body of a response in chunks."""

    def __init__(self, connection):
        self.file = connection.makefile("rb")
        status = self.file.readline()
        if b" 200 " not in status:
            raise ValueError(status)
        while self.file.readline() not in (b"\r\n", b""):
            pass
        self.bytes = b""

    def read(self, size):
        while len(self.bytes) < size:
            length = int(self.file.readline() or b"0", 16)
            if length == 0:
                raise EOFError
            self.bytes += self.file.read(length + 2)[:length]
        out, self.bytes = self.bytes[:size], self.bytes[size:]
        return out


class Client(threading.Thread):
    """A client of --control that sends a message every few seconds and reads the answers."""
    messages = (
        {"type": "say", "text": "[happy:0.3] I have been here for a while, and I am staying."},
        {"type": "emote", "emotion": {"relaxed": 0.6}, "hold": 1},
        {"type": "look", "along": [10, 5]},
        {"type": "look", "at": "camera"},
        {"type": "state"},
        {"type": "camera", "shot": "bust"},
        {"type": "say", "text": "wrong", "pace": -1},
    )

    def __init__(self, path, every=1.0):
        super().__init__(daemon=True)
        self.every = every
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(60)
        self.socket.connect(path)
        self.file = self.socket.makefile("rb")
        self.asked = self.ok = self.errors = 0
        self.waits = []
        self.failure = None

    def answer(self, number):
        for line in self.file:
            event = json.loads(line)
            if event.get("id") == number:
                return event["type"]
        raise EOFError

    def ask(self, message):
        begin = time.monotonic()
        self.asked += 1
        self.socket.sendall(json.dumps({"id": self.asked, **message}).encode() + b"\n")
        kind = self.answer(self.asked)
        self.waits.append(time.monotonic() - begin)
        if kind == "error":
            self.errors += 1
        else:
            self.ok += 1

    def run(self):
        try:
            while True:
                self.ask(self.messages[self.asked % len(self.messages)])
                time.sleep(self.every)
        except (OSError, ValueError, EOFError) as error:
            self.failure = error


# ---- The process ----


class Usage:
    """What a process uses, from /proc."""

    def __init__(self, pid):
        self.folder = f"/proc/{pid}"

    def _status(self, key):
        with open(f"{self.folder}/status") as file:
            for line in file:
                if line.startswith(key):
                    return int(line.split()[1])
        return 0

    def resident_kb(self):
        return self._status("VmRSS:")

    def threads(self):
        return self._status("Threads:")

    def descriptors(self):
        return len(os.listdir(f"{self.folder}/fd"))

    def cpu_s(self):
        with open(f"{self.folder}/stat") as file:
            words = file.read().rsplit(")", 1)[1].split()
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")
