# SPDX-License-Identifier: MIT
"""Hostile files of motion programs: FBX, VMD, VPD and PMX, written from scratch. Each function makes one of a size, as bytes.
MOTIONS and MODELS list them with the smallest size that growth.py tries; takes.py uses the writer of FBX as well."""

import io
import struct
import zipfile
import zlib

TICKS = 46186158000  # of FBX, in a second

# ---- FBX ----

NAMES = ["Hips", "Spine", "Neck", "Head", "LeftUpLeg", "LeftLeg", "LeftFoot", "RightUpLeg", "RightLeg", "RightFoot", "LeftArm",
         "LeftForeArm", "LeftHand", "RightArm", "RightForeArm", "RightHand"]
PARENTS = [-1, 0, 1, 2, 0, 4, 5, 0, 7, 8, 1, 10, 11, 1, 13, 14]
PLACES = [(0, 100, 0), (0, 20, 0), (0, 30, 0), (0, 10, 0), (10, 0, 0), (0, -45, 0), (0, -45, 0), (-10, 0, 0), (0, -45, 0),
          (0, -45, 0), (20, 20, 0), (25, 0, 0), (25, 0, 0), (-20, 20, 0), (-25, 0, 0), (-25, 0, 0)]
PROPERTIES = ["Lcl Translation", "Lcl Rotation", "Lcl Scaling"]


def text(value):
    data = value if isinstance(value, bytes) else value.encode()
    return b"S" + struct.pack("<I", len(data)) + data


def whole(value):
    return b"L" + struct.pack("<q", value)


def real(value):
    return b"D" + struct.pack("<d", value)


def deflated(kind, count, data):
    packed = zlib.compress(data, 9)
    return kind + struct.pack("<III", count, 1, len(packed)) + packed


def node(name, values=(), children=()):
    """A node without its place in the file, which serialize() adds."""
    return name.encode(), b"".join(values), len(values), list(children)


def serialize(item, at):
    name, values, count, children = item
    body, place = bytearray(), at + 13 + len(name) + len(values)
    for child in children:
        body += serialize(child, place + len(body))
    if children:
        body += bytes(13)
    return struct.pack("<IIIB", place + len(body), count, len(values), len(name)) + name + values + bytes(body)


def link(kind, child, parent, *more):
    return node("C", [text(kind), whole(child), whole(parent), *map(text, more)])


def model(number, name, place=(0, 0, 0)):
    values = node("P", [text("Lcl Translation"), text(""), text(""), text(""), *map(real, place)])
    return node("Model", [whole(number), text(name + "\0\1Model"), text("LimbNode")], [node("Properties70", [], [values])])


def curve(number, times, values):
    """Keys of deflated arrays; either list may be (count, bytes) instead."""
    def array(kind, code, given):
        if isinstance(given, tuple):
            return deflated(kind, *given)
        return deflated(kind, len(given), struct.pack("<%d%s" % (len(given), code), *given))
    return node("AnimationCurve", [whole(number), text("\0\1AnimCurve"), text("")],
                [node("KeyTime", [array(b"l", "q", times)]), node("KeyValueFloat", [array(b"f", "f", values)])])


class Fbx:
    """A person; takes, layers and curves are added."""

    def __init__(self, above=0):
        """`above`: joints in a chain above the hips."""
        self.objects, self.links, self.definitions = [], [], []
        self.joints = list(range(1000, 1000 + len(NAMES)))
        for i, name in enumerate(NAMES):
            top = 500000 + above - 1 if above else 0
            self.objects.append(model(self.joints[i], name, PLACES[i]))
            self.links.append(link("OO", self.joints[i], self.joints[PARENTS[i]] if PARENTS[i] >= 0 else top))
        for i in range(above):
            self.objects.append(model(500000 + i, "x%d" % i))
            self.links.append(link("OO", 500000 + i, 500000 + i - 1 if i else 0))

    def add_take(self, number, name, layers=1):
        """A take, and its layers, which are number + 1 and following."""
        self.objects.append(node("AnimationStack", [whole(number), text(name + "\0\1AnimStack"), text("")]))
        for i in range(1, layers + 1):
            self.objects.append(node("AnimationLayer", [whole(number + i), text("L\0\1AnimLayer"), text("")]))
            self.links.append(link("OO", number + i, number))

    def move(self, number, layer, joint, which, *curves):
        """A curve node that moves property `which` of a joint by curves for X, Y and Z."""
        self.objects.append(node("AnimationCurveNode", [whole(number)]))
        self.links += [link("OO", number, layer), link("OP", number, self.joints[joint], PROPERTIES[which])]
        self.links += [link("OP", one, number, "d|" + axis) for one, axis in zip(curves, "XYZ")]

    def bytes(self):
        axes = [("UpAxis", 1), ("UpAxisSign", 1), ("FrontAxis", 2), ("FrontAxisSign", 1), ("CoordAxis", 0), ("CoordAxisSign", 1),
                ("TimeMode", 6)]
        settings = [node("P", [text(name), text(""), text(""), text(""), whole(value)]) for name, value in axes]
        out = bytearray(b"Kaydara FBX Binary  \0\x1a\0" + struct.pack("<I", 7400))
        for item in (node("GlobalSettings", [], [node("Properties70", [], settings)]),
                     node("Definitions", [], self.definitions), node("Objects", [], self.objects),
                     node("Connections", [], self.links)):
            out += serialize(item, len(out))
        return bytes(out + bytes(13))


def spread(fbx, count, number=2000000):
    """`count` curve nodes over all layers, joints and properties, all with curve 9."""
    layers = min(250, count // 48 + 1)
    fbx.add_take(1, "Take", layers)
    for i in range(count):
        fbx.move(number + i, 2 + i // 48, i // 3 % 16, i % 3, 9, 9, 9)


def fbx_recount(n):
    """A list of n * 300 single values that is no curve, named by n curve nodes for each axis."""
    fbx = Fbx()
    fbx.objects.append(node("AnimationCurve", [whole(9)], [(b"KeyTime", b"C\0" * (n * 300), n * 300, [])]))
    spread(fbx, n)
    return fbx.bytes()


def fbx_layers(n):
    """n curve nodes in n / 48 layers on one curve of hours."""
    fbx = Fbx()
    fbx.objects.append(curve(9, [0, TICKS * 20000], [0, 10]))
    spread(fbx, n)
    return fbx.bytes()


def fbx_chain(n):
    """n joints above the hips, and hours between two keys."""
    fbx = Fbx(min(n, 4000))
    fbx.add_take(1, "Take")
    fbx.objects.append(curve(9, [0, TICKS * 20000], [0, 10]))
    fbx.move(3, 2, 1, 1, 9)
    return fbx.bytes()


def fbx_inflate(n):
    """n * 10000 keys in arrays of zeros, which deflate to a thousandth."""
    fbx = Fbx()
    count = n * 10000
    fbx.add_take(1, "Take")
    fbx.objects.append(curve(9, (count, bytes(8 * count)), (count, bytes(4 * count))))
    fbx.move(3, 2, 1, 1, 9)
    return fbx.bytes()


def fbx_inflate_many(n):
    """n curves of 20000 keys each, which deflate to a thousandth."""
    fbx = Fbx()
    count = 20000
    fbx.add_take(1, "Take", 1 + n // 144)
    for i in range(n):
        fbx.objects.append(curve(100000 + i, (count, bytes(8 * count)), (count, bytes(4 * count))))
    for i in range(n // 3):
        fbx.move(2000000 + i, 2 + i // 48, i // 3 % 16, i % 3, 100000 + 3 * i, 100001 + 3 * i, 100002 + 3 * i)
    return fbx.bytes()


def fbx_templates(n):
    """A template of layers with n * 100 properties, and layers that say nothing."""
    fbx = Fbx()
    fbx.objects.append(curve(9, [0, TICKS], [0, 10]))
    spread(fbx, 48 * min(n, 200))
    usual = node("Properties70", [], [node("P", [text("x"), text(""), text(""), text(""), whole(1)])] * (n * 100))
    fbx.definitions.append(node("ObjectType", [text("AnimationLayer")], [node("PropertyTemplate", [text("x")], [usual])]))
    return fbx.bytes()


def fbx_takes(n):
    """n takes of one curve."""
    fbx = Fbx()
    fbx.objects.append(curve(9, [0, TICKS], [0, 10]))
    for i in range(n):
        fbx.add_take(10000 + 10 * i, "Take")
        fbx.move(10000 + 10 * i + 5, 10001 + 10 * i, i % 16, 1, 9)
    return fbx.bytes()


def text_fbx(n):
    """A model whose name has n * 1000 letters, with n * 20 meshes on it, as text."""
    long_name = "x" * (n * 1000)
    lines = ["; FBX 5.0.0 project file", "FBXHeaderExtension:  {", " FBXVersion: 5000", "}",
             'Model: "Model::%s", "Null" {' % long_name,
             " Children: " + ",".join('"Model::m%d"' % i for i in range(n * 20)), "}", 'Model: "Model::Hips", "LimbNode" {', "}"]
    return "\n".join(lines + ['Model: "Model::m%d", "Mesh" {\n}' % i for i in range(n * 20)] + [""]).encode()


# ---- VMD and PMX ----

MMD = [("センター", -1, (0, 8, 0)), ("下半身", 0, (0, 10, 0)), ("上半身", 0, (0, 10, 0)), ("首", 2, (0, 15, 0)), ("頭", 3, (0, 16, 0)),
       ("左足", 1, (1, 9, 0)), ("左ひざ", 5, (1, 5, 0)), ("左足首", 6, (1, 1, 0)), ("右足", 1, (-1, 9, 0)), ("右ひざ", 8, (-1, 5, 0)),
       ("右足首", 9, (-1, 1, 0)), ("左腕", 2, (2, 14, 0)), ("左ひじ", 11, (4, 14, 0)), ("左手首", 12, (6, 14, 0)),
       ("右腕", 2, (-2, 14, 0)), ("右ひじ", 14, (-4, 14, 0)), ("右手首", 15, (-6, 14, 0))]


def vmd(keys, morphs, last):
    """`keys` keys of each of three bones and of `morphs` morphs, up to the frame `last`."""
    def name(value):
        return value.encode("cp932").ljust(15, b"\0")[:15]
    bones = b"".join(name(bone) + struct.pack("<I7f", last * i // max(keys - 1, 1), 0.5 * i % 3, 0, 0, 0.1 * (i % 5), 0, 0, 1)
                     + bytes([20] * 64) for bone in ("センター", "右ひざ", "頭") for i in range(keys))
    faces = b"".join(name("m%d" % i) + struct.pack("<If", last, 0.5) for i in range(morphs))
    return (b"Vocaloid Motion Data 0002".ljust(30, b"\0") + bytes(20) + struct.pack("<I", 3 * keys) + bones
            + struct.pack("<I", morphs) + faces + struct.pack("<I", 0) * 4)


def vmd_keys(n):
    """n * 10 keys over hours."""
    return vmd(n * 10, 2, 1000000)


def vmd_morphs(n):
    """n * 10 morphs over hours."""
    return vmd(2, n * 10, 1000000)


def vpd_bones(n):
    """A pose of n * 400 bones, every other of one name."""
    block = "Bone%d{%s\r\n  0,0,0;\r\n  0,0,0,1;\r\n}\r\n"
    text = "".join(block % (i, "頭" if i % 2 else "b%d" % i) for i in range(n * 400))
    return ("Vocaloid Pose Data file\r\n" + text).encode("cp932")


def vpd_open(n):
    """Blocks without an end, and one line of numbers."""
    return b"Vocaloid Pose Data file\n" + b"Bone0{a\n1,2" * 3000 * n + b"\n" + b"1," * 5000 * n


def vmd_plain():
    return vmd(2, 0, 8000)


def pmx(chain, links, iterations, goals, is_added=False):
    """A figure whose right leg has `chain` bones more, which `goals` chains of IK move."""
    def words(value):
        data = value.encode("utf-16-le")
        return struct.pack("<I", len(data)) + data

    def bone(name, parent, place, flags=7, more=b""):
        return (words(name) + words("") + struct.pack("<3fiiHi", *place, parent, 0, flags, -1) + more)
    first = len(MMD)
    bones = [bone(name, first + chain - 1 if name == "右足首" else parent, place) for name, parent, place in MMD]
    for i in range(chain):
        added = struct.pack("<if", 4, 0.1) if is_added else b""
        bones.append(bone("c%d" % i, 9 if i == 0 else first + i - 1, (-1 + 0.01 * (i % 7), 5 - 4 * i / chain, 0.01 * (i % 5)),
                          7 | (0x100 if is_added else 0), added))
    for k in range(goals):
        ik = struct.pack("<iifI", 10, iterations, 0.5, links)
        ik += b"".join(struct.pack("<iB", first + chain - 1 - j % chain, 0) for j in range(links))
        bones.append(bone("IK%d" % k, 0, (-1, 3, 5 * k - 3), 7 | 0x20, ik))
    return (b"PMX " + struct.pack("<f", 2.0) + bytes([8, 0, 0, 4, 4, 4, 4, 4, 4]) + words("") * 4 + struct.pack("<I", 0) * 4
            + struct.pack("<I", len(bones)) + b"".join(bones) + struct.pack("<I", 0) * 4)


def pmx_goals(n):
    """n chains of IK that cannot reach their goals."""
    return pmx(40, 40, 200, n)


def pmx_links(n):
    """One chain of 10 * n bones with 10 * n links."""
    return pmx(10 * n, 10 * n, 255, 2)


def pmx_added(n):
    """Chains of IK over bones with motion that is added."""
    return pmx(30, 30, 100, n, True)


# ---- Arrays of NumPy ----


def npy(shape, data=None):
    """An array of zeros, unless there is data."""
    count = 1
    for size in shape:
        count *= size
    header = ("{'descr': '<f4', 'fortran_order': False, 'shape': %s, }\n" % (tuple(shape),)).encode()
    return b"\x93NUMPY\1\0" + struct.pack("<H", len(header)) + header + (bytes(4 * count) if data is None else data)


def npz(members):
    """A ZIP file of deflated arrays."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members:
            archive.writestr(name + ".npy", data)
    return file.getvalue()


def npz_inflate(n):
    """n * 100 frames of zeros, which deflate to a thousandth."""
    return npz([("poses", npy((n * 100, 156))), ("trans", npy((n * 100, 3)))])


def npz_members(n):
    """n * 20 arrays that nobody asks for."""
    return npz([("poses", npy((2, 72)))] + [("x%d" % i, npy((1,))) for i in range(n * 20)])


def npy_frames(n):
    """n * 100 frames of 22 points in one place."""
    return npy((n * 100, 22, 3))


# ---- Landmarks of MediaPipe ----


def landmark_lines(n):
    """n * 20 lines of a person who does not move, and as many that show nobody."""
    points = ",".join('{"x":%g,"y":%g,"z":0}' % (0.1 if i % 2 else -0.1, i / 33) for i in range(33))
    return "".join('{"timestamp_ms":%d,"poseWorldLandmarks":[[%s]]}\n{"timestamp_ms":%d}\n' % (20 * i, points, 20 * i + 10)
                   for i in range(n * 20)).encode()  # fmt: skip


def landmark_empty(n):
    """n * 2000 lines of two bytes, behind one that is recognised."""
    return b'{"timestamp_ms":0}\n' + b"{}\n" * (n * 2000)


def landmark_faces(n):
    """n * 200 of the shortest lines that show something."""
    line = '{"timestamp_ms":%d,"faceBlendshapes":[{"categories":[{"categoryName":"jawOpen","score":1}]}]}\n'
    return "".join(line % i for i in range(n * 200)).encode()


def landmark_members(n):
    """One line with n * 1000 members that nobody asks for."""
    return ('{"timestamp_ms":0,' + ",".join('"x%d":[1]' % i for i in range(n * 1000)) + "}\n").encode()


MOTIONS = [(fbx_recount, 100, "fbx"), (fbx_layers, 300, "fbx"), (fbx_chain, 300, "fbx"), (fbx_inflate, 30, "fbx"),
           (fbx_inflate_many, 60, "fbx"), (fbx_templates, 20, "fbx"), (fbx_takes, 100, "fbx"), (text_fbx, 30, "fbx"),
           (vmd_keys, 30, "vmd"), (vmd_morphs, 60, "vmd"), (vpd_bones, 10, "vpd"), (vpd_open, 10, "vpd"),
           (npz_inflate, 10, "npz"), (npz_members, 30, "npz"), (npy_frames, 10, "npy"),
           (landmark_lines, 10, "jsonl"), (landmark_empty, 10, "jsonl"), (landmark_faces, 10, "jsonl"),
           (landmark_members, 10, "jsonl")]
MODELS = [(pmx_goals, 6, "pmx"), (pmx_links, 6, "pmx"), (pmx_added, 4, "pmx")]
