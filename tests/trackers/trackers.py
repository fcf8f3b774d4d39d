#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: trackers.py VRM   vrm receive with packets of trackers that packets.py wrote: replayed, over the loopback device,
and from a phone that is asked. The recorded animation must have the person's pose, gaze and expressions."""
import base64, json, math, os, re, resource, select, signal, socket, struct, subprocess, sys, tempfile, time
from pathlib import Path

here = Path(__file__).resolve().parent
sys.dont_write_bytecode = True
sys.path[:0] = [str(here), str(here.parent / "cli")]
import packets  # noqa: E402
import vrma_curves  # noqa: E402
from packets import Person  # noqa: E402

vrm = str(Path(sys.argv[1]).resolve())
work = tempfile.TemporaryDirectory()
os.chdir(work.name)
failed = []


def claim(is_true, text):
    if not is_true:
        failed.append(text)
        print("FAILED", text)


def run(*words, status=0):
    done = subprocess.run([vrm, "receive", *words], capture_output=True, text=True)
    claim(done.returncode == status, f"{words}: status {done.returncode}, not {status}\n{done.stdout}{done.stderr}")
    return done


def write_packets(name, rows):
    """rows: (seconds, sender, bytes)"""
    lines = ['{"format":"vrm-packets","version":1}']
    lines += [json.dumps({"t": t, "from": sender, "data": base64.b64encode(data).decode()}) for t, sender, data in rows]
    Path(name).write_text("\n".join(lines) + "\n")


# ---- What a VRM animation says ----


def matrix(q):
    x, y, z, w = q
    return [[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)]]


def angle_between(a, b):
    trace = sum(a[i][k] * b[i][k] for i in range(3) for k in range(3))
    return math.degrees(math.acos(max(-1, min(1, (trace - 1) / 2))))


class Animation:
    """Bones of a VRM animation at a time; its skeleton has no rest rotations."""

    def __init__(self, path):
        data = Path(path).read_bytes()
        size = int.from_bytes(data[12:16], "little")
        self.gltf, self.binary = json.loads(data[20:20 + size]), data[28 + size:]
        bones = self.gltf["extensions"]["VRMC_vrm_animation"]["humanoid"]["humanBones"]
        self.nodes = {name: bone["node"] for name, bone in bones.items()}
        self.tracks = {}
        animation = self.gltf["animations"][0]
        for channel in animation["channels"]:
            sampler = animation["samplers"][channel["sampler"]]
            target = channel["target"]
            width = 4 if target["path"] == "rotation" else 3
            keys = zip([t[0] for t in self.floats(sampler["input"], 1)], self.floats(sampler["output"], width))
            self.tracks[target["node"], target["path"]] = list(keys)
        self.faces = vrma_curves.curves(path)

    def floats(self, index, width):
        accessor = self.gltf["accessors"][index]
        view = self.gltf["bufferViews"][accessor["bufferView"]]
        at = view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
        values = struct.unpack_from(f"<{accessor['count'] * width}f", self.binary, at)
        return [values[i:i + width] for i in range(0, len(values), width)]

    def value(self, node, path, when, rest):
        keys = self.tracks.get((node, path))
        if not keys:
            return rest
        before = keys[0]
        for key in keys:
            if key[0] >= when:
                span = key[0] - before[0]
                share = (when - before[0]) / span if span > 0 else 0
                sign = -1 if sum(a * b for a, b in zip(before[1], key[1])) < 0 and len(rest) == 4 else 1
                mixed = [a + (sign * b - a) * share for a, b in zip(before[1], key[1])]
                length = math.sqrt(sum(v * v for v in mixed)) if len(rest) == 4 else 1
                return [v / length for v in mixed]
            before = key
        return before[1]

    def turn(self, bone, when):
        node = self.nodes.get(bone)
        return matrix(self.value(node, "rotation", when, (0, 0, 0, 1)) if node is not None else (0, 0, 0, 1))

    def hips(self, when):
        node = self.nodes["hips"]
        return self.value(node, "translation", when, self.gltf["nodes"][node]["translation"])

    def expression(self, name, when):
        return vrma_curves.at(self.faces[name], when) if name in self.faces else 0

    def gaze(self, when):
        """Where +Z goes: yaw to the left, pitch down."""
        m = matrix([vrma_curves.at([(t, q[i]) for t, q in self.faces["gaze"]], when) for i in range(4)])
        x, y, z = m[0][2], m[1][2], m[2][2]
        return math.degrees(math.atan2(x, z)), -math.degrees(math.asin(max(-1, min(1, y))))


# ---- Faces ----

FRAMES = 60


def person_at(frame):
    s = frame / FRAMES
    return Person(yaw=30 * math.sin(6 * s), pitch=15 * math.sin(4 * s), roll=10 * math.sin(5 * s),
                  gaze_yaw=12 * math.sin(3 * s), gaze_pitch=8 * math.cos(3 * s) - 4, jaw=0.5 + 0.4 * math.sin(7 * s),
                  blink_left=0.4 - 0.3 * math.cos(5 * s), time=frame / 60)


writers = {
    "openseeface": packets.openseeface,
    "ifacialmocap": packets.ifacialmocap,
    "ifacialmocap v2": lambda person: packets.ifacialmocap(person, True),
    "vtubestudio": packets.vtubestudio,
    "livelink": packets.livelink,
    "mediapipe": packets.mediapipe,
}

for title, write in writers.items():
    name = title.split()[0]
    write_packets("face.packets", [(3 + i / 60, name, write(person_at(i))) for i in range(FRAMES)])
    done = run("--replay", "face.packets", "-o", "face.vrma", "--json")
    result = json.loads(done.stdout)
    claim(result["trackers"][0]["frames"] == FRAMES and result["refusedPackets"] == 0, f"{title}: {done.stdout}")
    claim(subprocess.run([vrm, "validate", "-q", "--severity", "warning", "face.vrma"]).returncode == 0, f"{title}: valid")
    animation = Animation("face.vrma")
    worst = {"head": 0, "yaw": 0, "pitch": 0, "aa": 0, "blinkLeft": 0}
    # What a camera finds is eased in for a quarter of a second.
    for i in range(20 if name == "mediapipe" else 1, FRAMES):
        person, when = person_at(i), (i - 1) / 60
        head = packets.multiply(animation.turn("neck", when), animation.turn("head", when))
        yaw, pitch = animation.gaze(when)
        for key, error in (("head", angle_between(head, person.head())), ("yaw", abs(yaw - person.gaze_yaw)),
                           ("pitch", abs(pitch - person.gaze_pitch)),
                           ("aa", abs(animation.expression("aa", when) - person.jaw)),
                           ("blinkLeft", abs(animation.expression("blinkLeft", when) - person.blink_left))):
            worst[key] = max(worst[key], error)
    # The recorder leaves out keys within 0.1 degrees of each bone and of the gaze; weights are percent in some.
    claim(worst["head"] < 0.35 and worst["yaw"] < 0.4 and worst["pitch"] < 0.4, f"{title}: pose {worst}")
    claim(worst["aa"] < 0.01 and worst["blinkLeft"] < 0.01, f"{title}: expressions {worst}")
    print(title, {key: round(value, 3) for key, value in worst.items()})
    first = Path("face.vrma").read_bytes()
    run("--replay", "face.packets", "-o", "again.vrma", "-q")
    claim(Path("again.vrma").read_bytes() == first, f"{title}: a replay gives the same file")

run("--replay", "face.packets", "-o", "shapes.vrma", "--shapes", "-q")
shapes = vrma_curves.curves("shapes.vrma")
claim("jawOpen" in shapes and "eyeBlinkLeft" in shapes and "aa" not in shapes, f"--shapes: {sorted(shapes)}")

# ---- A body, and a face with it ----


def body_at(i):
    s = i / FRAMES
    turns = {0: (20 * s, "y"), 1: (10 * s, "x"), 2: (10 * s, "x"), 5: (6 * s, "z"), 12: (-60 * s, "z"), 20: (30 * s, "x")}
    return turns, (0.2 * s, 0.9 - 0.1 * s, 0.1)


rows = [(0, "mocopi", packets.mocopi_skeleton())]
rows += [(i / 60, "mocopi", packets.mocopi(*body_at(i), 1700000000 + i / 60, i)) for i in range(FRAMES)]
write_packets("body.packets", rows)
run("--replay", "body.packets", "-o", "body.vrma", "-q", "--hips", "1.8")
animation = Animation("body.vrma")
for i in (1, 20, FRAMES - 1):
    turns, hips = body_at(i)
    when = (i - 1) / 60

    def local(bone):
        return packets.turn(turns[bone][1], turns[bone][0]) if bone in turns else packets.turn("x", 0)

    expected = {"hips": local(0), "spine": local(1), "chest": local(2), "upperChest": local(5), "leftUpperArm": local(12),
                "leftLowerLeg": local(20), "rightHand": local(18)}
    for bone, rotation in expected.items():
        error = angle_between(animation.turn(bone, when), rotation)
        claim(error < 0.2, f"mocopi: {bone} at frame {i} is {error:.2f} degrees away")
    at = animation.hips(when)
    wanted = (2 * hips[0], 1.8 + 2 * (hips[1] - 0.9), 2 * hips[2])
    claim(all(abs(a - b) < 0.003 for a, b in zip(at, wanted)), f"mocopi: hips at {at}, not {wanted}")

both = sorted(rows + [(i / 60, "livelink", packets.livelink(person_at(i))) for i in range(FRAMES)], key=lambda row: row[0])
write_packets("both.packets", both)
done = run("--replay", "both.packets", "--from", "mocopi", "--from", "livelink", "-o", "both.vrma", "--json")
animation = Animation("both.vrma")
head = packets.multiply(animation.turn("neck", 0.5), animation.turn("head", 0.5))
claim(angle_between(head, person_at(31).head()) < 0.35, "the face of the later --from turns the head")
claim(angle_between(animation.turn("leftUpperArm", 0.5), packets.turn("z", -31)) < 0.2, "the body moves with it")
done = run("--replay", "both.packets", "--from", "mocopi")
claim("packets of other senders, such as livelink, left out" in done.stderr, done.stderr)
claim("22 bones, 0 shapes" in done.stdout, done.stdout)

# ---- Over the loopback device ----


def listen(*words):
    process = subprocess.Popen([vrm, "receive", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    return process, int(re.search(r"port (\d+)$", process.stderr.readline().rstrip())[1])


# A phone that is asked, at an address of this process alone. R-685: it is asked again when it has stopped; the others
# send meanwhile.
phone_address = f"127.77.{os.getpid() >> 8 & 255}.{os.getpid() & 255 or 1}"
mocap = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
mocap.settimeout(20)
mocap.bind((phone_address, 49983))
mocap_process, mocap_port = listen("--from", f"ifacialmocap:0@{phone_address}", "--seconds", "60")
request, receiver = mocap.recvfrom(1000)
claim(request.startswith(b"iFacialMocap_"), f"request: {request}")
for i in range(15):  # longer than from one request to the next
    mocap.sendto(packets.ifacialmocap(person_at(i)), ("127.0.0.1", mocap_port))
    time.sleep(0.1)
mocap.setblocking(False)
try:
    while True:
        mocap.recv(1000)  # asked before it sent
except BlockingIOError:
    mocap.settimeout(20)

process, port = listen("--from", "livelink:0", "--seconds", "1", "-o", "live.vrma", "--record-packets", "live.packets",
                       "--json")
sender = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
for i in range(FRAMES):
    sender.sendto(packets.livelink(person_at(i)), ("127.0.0.1", port))
    sender.sendto(b"nonsense", ("127.0.0.1", port))
    time.sleep(1 / 120)
out, err = process.communicate()
result = json.loads(out)
claim(process.returncode == 0 and result["frames"] > 5, f"live: {out}{err}")
tracker = result["trackers"][0]
claim(tracker["frames"] >= 20 and tracker["refusedPackets"] >= 20, f"live: {out}")
lines = Path("live.packets").read_text().splitlines()
claim(len(lines) == result["packets"] + 1, f"{len(lines)} lines of {result['packets']} packets")
claim(all(json.loads(line)["from"] == "livelink" for line in lines[1:]), "live.packets names its sender")
done = json.loads(run("--replay", "live.packets", "--json").stdout)
claim(done["trackers"] == result["trackers"], f"replayed: {done}, not {result}")

# a disk that is full from the beginning, and a file that may not grow further in the middle of a take.
if os.path.exists("/dev/full"):
    process = subprocess.Popen([vrm, "receive", "--from", "livelink:0", "--seconds", "0.5", "-o", "full.vrma",
                                "--record-packets", "/dev/full"], stderr=subprocess.PIPE, text=True)
    said = process.stderr.readline()
    claim(said.startswith("vrm receive: warning: /dev/full: No space left on device; "), f"a full disk: {said}")
    port = int(re.search(r"port (\d+)$", process.stderr.readline().rstrip())[1])
    for i in range(30):
        sender.sendto(packets.livelink(person_at(i)), ("127.0.0.1", port))
        time.sleep(1 / 120)
    err = process.communicate()[1]
    claim("vrm receive: /dev/full: No space left on device\n" in err, f"a full disk, at the end: {err}")
    claim(process.returncode == 3 and Path("full.vrma").exists(), f"a full disk: {process.returncode} {err}")

process = subprocess.Popen([vrm, "receive", "--from", "livelink:0", "--seconds", "20", "-o", "short.vrma",
                            "--record-packets", "short.packets"], stderr=subprocess.PIPE, text=True, restore_signals=False,
                           preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (256 << 10, 256 << 10)))
port = int(re.search(r"port (\d+)$", process.stderr.readline().rstrip())[1])
end = time.monotonic() + 15
while not select.select([process.stderr], [], [], 0.01)[0] and time.monotonic() < end:
    sender.sendto(packets.livelink(person_at(0)), ("127.0.0.1", port))
    sender.sendto(b"nonsense" * 1000, ("127.0.0.1", port))
is_running = process.poll() is None and time.monotonic() < end
process.send_signal(signal.SIGINT)
err = process.communicate()[1]
claim(is_running and err.startswith("vrm receive: warning: short.packets: File too large; "), f"in the middle: {err}")
claim("vrm receive: short.packets: File too large\n" in err, f"at the end: {err}")
claim(process.returncode == 3 and Path("short.vrma").exists() and not Path("short.packets").exists(),
      f"in the middle: {process.returncode} {err}")

phone = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
phone.settimeout(20)
phone.bind((phone_address, 21412))
process, port = listen("--from", f"vtubestudio:0@{phone_address}", "--seconds", "1.5")
request, receiver = phone.recvfrom(1000)
request = json.loads(request)
claim(request["messageType"] == "iOSTrackingDataRequest" and request["ports"] == [port], f"request: {request}")
for i in range(20):
    phone.sendto(packets.vtubestudio(person_at(i)), ("127.0.0.1", port))
    time.sleep(0.01)
phone.recvfrom(1000)  # asked again after a second
out, err = process.communicate()
claim(process.returncode == 0 and "52 shapes of the face" in out, f"phone: {out}{err}")

try:
    claim(mocap.recv(1000).startswith(b"iFacialMocap_"), "asked again")
except socket.timeout:
    claim(False, "a phone that has stopped is not asked again")
mocap_process.send_signal(signal.SIGINT)
out, err = mocap_process.communicate()
claim(mocap_process.returncode == 0, f"ifacialmocap: {out}{err}")

# ---- What is refused ----

for words, text in ((["--from", "openseefac"], "no such sender"), (["--from", "vmc:x"], "a port must be a number"),
                    (["--from", "mocopi:65536"], "a port must be a number"), (["--from", "mocopi@127.0.0.1"], "send by themselves"),
                    (["--from", "vtubestudio@"], "an IPv4 address"), (["--from", "vtubestudio@phone", "--address", "127.0.0.1"],
                                                                     "an IPv4 address"),
                    (["--from", "vtubestudio@192.168.1.2"], "--address 0.0.0.0"),
                    (["--from", "vmc", "--from", "mocopi"], "stands alone"), (["--from", "vmc", "--from", "vmc"], "named before"),
                    (["--from", "mocopi", "--from", "Mocopi"], "named before"),
                    (["--from", "mediapipe@"], "a file or pipe comes after @"),
                    (["--from", f"mediapipe@{__file__}"], "vrm convert-motion"),
                    (["--from", "mocopi", "--from", "livelink", "--port", "0"], "--from NAME:PORT"),
                    (["--vmc", "--from", "mocopi"], "give one of them"),
                    (["--replay", "x", "--port", "1"], "--replay reads a file"),
                    (["--replay", "x", "--from", "vmc:0"], "takes a NAME alone"),
                    (["--replay", "x", "--record-packets", "y"], "no --record-packets")):
    done = run(*words, "--seconds", "0.1", status=2)
    claim(text in done.stderr, f"{words}: {done.stderr}")
claim("None" not in run("--replay", "nowhere.packets", status=3).stderr, "a file that is not there")
Path("bad.packets").write_text('{"format":"vrm-packets","version":1}\n{"t":0,"from":"vmc","data":"?"}\n')
claim("bad.packets: line 2: \"data\" must be base64" in run("--replay", "bad.packets", status=1).stderr, "a broken line")
write_packets("cut.packets", [(i / 60, "livelink", packets.livelink(person_at(i))) for i in range(10)])
with open("cut.packets", "a") as file:
    file.write('{"t":1,"from":"livel')
done = run("--replay", "cut.packets", "-o", "cut.vrma", status=1)
claim("line 12" in done.stderr and Path("cut.vrma").exists(), f"what came before a broken line is saved: {done.stderr}")
write_packets("lost.packets", [(i / 60, "livelink", packets.livelink(person_at(i), False)) for i in range(5)])
claim("nobody was seen" in run("--replay", "lost.packets", status=1).stderr, "nobody was seen")
write_packets("wrong.packets", [(0, "livelink", b"/VMC/Ext/OK")])
claim("Is it another protocol" in run("--replay", "wrong.packets", status=1).stderr, "another protocol")
write_packets("strange.packets", [(0, "kinect", b"1")])
claim("such as kinect" in run("--replay", "strange.packets", status=1).stderr, "an unknown sender")
claim("nothing came to 127.0.0.1, port" in run("--from", "mocopi:0", "--wait", "0", "-q", status=1).stderr, "nothing came")

sys.exit(1 if failed else 0)
