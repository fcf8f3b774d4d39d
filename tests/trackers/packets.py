# SPDX-License-Identifier: MIT
"""Packets of trackers, written from the public descriptions of their protocols and not from the readers in vmc/trackers/:
what a sender computes before it sends. A person is a Person; each tracker has a function that returns its packet."""
import json, math, struct
from dataclasses import dataclass

# ---- Matrices: lists of rows ----


def multiply(a, b):
    return [[sum(a[i][k] * b[k][j] for k in range(3)) for j in range(3)] for i in range(3)]


def transpose(m):
    return [list(row) for row in zip(*m)]


def turn(axis, degrees):
    """The matrix of a right-handed turn about x, y or z."""
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    i, j = {"x": (1, 2), "y": (2, 0), "z": (0, 1)}[axis]
    m = [[float(a == b) for b in range(3)] for a in range(3)]
    m[i][i], m[i][j], m[j][i], m[j][j] = c, -s, s, c
    return m


@dataclass
class Person:
    """Right-handed, Y up, the person faces +Z and their left hand points to +X; degrees, weights 0 to 1."""
    yaw: float = 0      # of the head: to the left
    pitch: float = 0    # down
    roll: float = 0     # the top of the head to the right
    gaze_yaw: float = 0
    gaze_pitch: float = 0
    jaw: float = 0
    blink_left: float = 0
    time: float = 0

    def head(self):
        return multiply(multiply(turn("y", self.yaw), turn("x", self.pitch)), turn("z", self.roll))

    def looks(self):
        """ARKit's shapes of the eyes, of which 1 is 35 degrees aside and 25 up or down."""
        side, down = self.gaze_yaw / 35, self.gaze_pitch / 25
        return {"eyeLookOutLeft": max(side, 0), "eyeLookInRight": max(side, 0), "eyeLookInLeft": max(-side, 0),
                "eyeLookOutRight": max(-side, 0), "eyeLookDownLeft": max(down, 0), "eyeLookDownRight": max(down, 0),
                "eyeLookUpLeft": max(-down, 0), "eyeLookUpRight": max(-down, 0)}

    def shapes(self):
        return {"jawOpen": self.jaw, "eyeBlinkLeft": self.blink_left, **self.looks()}


# The 52 shapes in the order of Unreal's enumeration.
SHAPES = """eyeBlinkLeft eyeLookDownLeft eyeLookInLeft eyeLookOutLeft eyeLookUpLeft eyeSquintLeft eyeWideLeft
eyeBlinkRight eyeLookDownRight eyeLookInRight eyeLookOutRight eyeLookUpRight eyeSquintRight eyeWideRight
jawForward jawLeft jawRight jawOpen mouthClose mouthFunnel mouthPucker mouthLeft mouthRight mouthSmileLeft mouthSmileRight
mouthFrownLeft mouthFrownRight mouthDimpleLeft mouthDimpleRight mouthStretchLeft mouthStretchRight mouthRollLower
mouthRollUpper mouthShrugLower mouthShrugUpper mouthPressLeft mouthPressRight mouthLowerDownLeft mouthLowerDownRight
mouthUpperUpLeft mouthUpperUpRight browDownLeft browDownRight browInnerUp browOuterUpLeft browOuterUpRight cheekPuff
cheekSquintLeft cheekSquintRight noseSneerLeft noseSneerRight tongueOut""".split()

# ---- OpenSeeFace ----


def opencv_quaternion(m):
    """facetracker's quaternion of a rotation matrix: x, y, z, w, of the inverse."""
    if m[2][2] < 0:
        if m[0][0] > m[1][1]:
            t = 1 + m[0][0] - m[1][1] - m[2][2]
            q = [t, m[0][1] + m[1][0], m[2][0] + m[0][2], m[1][2] - m[2][1]]
        else:
            t = 1 - m[0][0] + m[1][1] - m[2][2]
            q = [m[0][1] + m[1][0], t, m[1][2] + m[2][1], m[2][0] - m[0][2]]
    elif m[0][0] < -m[1][1]:
        t = 1 - m[0][0] - m[1][1] + m[2][2]
        q = [m[2][0] + m[0][2], m[1][2] + m[2][1], t, m[0][1] - m[1][0]]
    else:
        t = 1 + m[0][0] + m[1][1] + m[2][2]
        q = [m[1][2] - m[2][1], m[2][0] - m[0][2], m[0][1] - m[1][0], t]
    return [value * 0.5 / math.sqrt(t) for value in q]


def openseeface(person, face=0, fitted=1):
    # The model of the face has its right in x, up in y, the nose in z; solvePnP gets points of the picture as (row,
    # column), so the camera has down in x, right in y, away in z. The person sees the camera: their left is its right.
    model_to_person = [[-1, 0, 0], [0, 1, 0], [0, 0, 1]]
    person_to_camera = [[0, -1, 0], [1, 0, 0], [0, 0, -1]]
    rotation = multiply(multiply(person_to_camera, person.head()), model_to_person)
    yaw, pitch = math.radians(person.gaze_yaw), math.radians(person.gaze_pitch)
    ahead = (-math.sin(yaw) * math.cos(pitch), -math.sin(pitch), math.cos(yaw) * math.cos(pitch))  # right, up, forward
    points = [(0.0, 0.0, 0.0)] * 66
    for ball in ((0.25, 0.28, -0.3), (-0.25, 0.28, -0.3)):
        points.append(tuple(b + 0.1 * a for a, b in zip(ahead, ball)))
    points += [(0.25, 0.28, -0.3), (-0.25, 0.28, -0.3)]
    features = [0.0] * 14
    features[12] = person.jaw
    data = struct.pack("<diff", person.time, face, 640, 480) + struct.pack("<2f", 1, 1 - person.blink_left)
    data += struct.pack("<Bf", fitted, 2.5) + struct.pack("<4f", *opencv_quaternion(rotation))
    data += struct.pack("<3f", 180, 0, 90) + struct.pack("<3f", 0.2, -0.1, 6)
    data += struct.pack("<68f", *[0.9] * 68) + struct.pack("<136f", *[240.0] * 136)
    for x, y, z in points:
        data += struct.pack("<3f", x, -y, -z)
    data += struct.pack("<14f", *features)
    assert len(data) == 1785
    return data


# ---- iFacialMocap: ARKit's angles, in degrees ----


def ifacialmocap(person, second_form=False):
    def spelled(name):
        return name.replace("Left", "_L").replace("Right", "_R") if name not in (
            "jawLeft", "jawRight", "mouthLeft", "mouthRight") else name
    weights = person.shapes()
    mark = "&" if second_form else "-"
    parts = [f"{spelled(name)}{mark}{round(weights.get(name, 0) * 100)}" for name in SHAPES]
    eye = f"{person.gaze_pitch:.6f},{person.gaze_yaw:.6f},0"
    parts += [f"=head#{person.pitch:.6f},{person.yaw:.6f},{person.roll:.6f},0.01,-0.05,-0.5",
              f"rightEye#{eye}", f"leftEye#{eye}", ""]
    return "|".join(parts).encode()


# ---- VTube Studio: its yaw to the right, its roll to the left ----


def vtubestudio(person, found=True):
    weights = person.shapes()
    eye = {"x": person.gaze_pitch, "y": person.gaze_yaw, "z": 0}
    return json.dumps({
        "Timestamp": int(person.time * 1000) + 1700000000000, "Hotkey": -1, "FaceFound": found,
        "Rotation": {"x": -person.yaw, "y": person.pitch, "z": -person.roll}, "Position": {"x": 1.5, "y": -4.0, "z": 40.0},
        "EyeLeft": eye, "EyeRight": eye, "VNyanPos": {"x": 0, "y": 0, "z": 0},
        "BlendShapes": [{"k": name[0].upper() + name[1:], "v": weights.get(name, 0)} for name in SHAPES]}).encode()


# ---- Live Link Face: radians, yaw to the right, roll to the left ----


def livelink(person, face=True):
    name = "iPhone of a person".encode()
    data = struct.pack("<I", 6) + b"$6B5A0D43-0000-4000-8000-000000000000"  # PyLiveLinkFace's reading of the head
    data += struct.pack("!i", len(name)) + name
    if not face:
        return data
    frame = round(person.time * 60)
    weights = person.shapes()
    values = [weights.get(shape, 0) for shape in SHAPES]
    eye = [-math.radians(person.gaze_yaw), math.radians(person.gaze_pitch), 0]
    values += [-math.radians(person.yaw), math.radians(person.pitch), -math.radians(person.roll)] + eye + eye
    return data + struct.pack("!if2i", frame, 0, 60, 1) + struct.pack("!B61f", 61, *values)


# ---- mocopi ----

PARENTS = [-1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 7, 11, 12, 13, 7, 15, 16, 17, 0, 19, 20, 21, 0, 23, 24, 25]


def box(tag, content):
    return struct.pack("<I", len(content)) + tag.encode() + content


def mocopi_place(degrees, axis, position):
    half = math.radians(degrees) / 2
    q = [math.sin(half) * (axis == name) for name in "xyz"] + [math.cos(half)]
    return box("tran", struct.pack("<7f", *q, *position))


def mocopi_head():
    return box("head", box("ftyp", b"sony motion format") + box("vrsn", b"\1")) + box(
        "sndf", box("ipad", bytes(8)) + box("rcvp", struct.pack("<H", 12351)))


def mocopi_skeleton(height=0.9):
    bones = b"".join(box("bndt", box("bnid", struct.pack("<h", i)) + box("pbid", struct.pack("<h", parent)) +
                         mocopi_place(0, "x", (0, height if i == 0 else 0.1, 0))) for i, parent in enumerate(PARENTS))
    return mocopi_head() + box("skdf", box("bons", bones))


def mocopi(turns, hips, time, number=1):
    """turns: bone -> (degrees, axis)."""
    bones = b"".join(box("btdt", box("bnid", struct.pack("<h", i)) +
                         mocopi_place(*turns.get(i, (0, "x")), hips if i == 0 else (0, 0.1, 0)))
                     for i in range(27))
    return mocopi_head() + box("fram", box("fnum", struct.pack("<i", number)) + box("time", bytes(4)) +
                               box("uttm", struct.pack("<d", time)) + box("btrs", bones))


# ---- MediaPipe: results of its tasks as a line of JSON, in the spelling of Python ----


def mediapipe(person):
    # The matrix maps the face's own axes (its left x, up y, forward z) to the camera's world.
    matrix = [[*row, at] for row, at in zip(person.head(), (1.0, -2.0, -40.0))] + [[0.0, 0.0, 0.0, 1.0]]
    weights = person.shapes()
    shapes = [{"index": i, "score": weights.get(name, 0.0), "display_name": None, "category_name": name}
              for i, name in enumerate(["_neutral", *SHAPES])]
    return json.dumps({"timestamp_ms": round(person.time * 1000), "face": {
        "face_landmarks": [], "face_blendshapes": [shapes], "facial_transformation_matrixes": [matrix]}}).encode()


def mediapipe_body(points, time, visibility=0.99):
    """points: of 33, each (left, up, forward) from the middle of the hips in metres."""
    rows = [{"x": x, "y": -y, "z": -z, "visibility": visibility, "presence": 0.99} for x, y, z in points]
    return json.dumps({"timestamp_ms": round(time * 1000), "pose": {"pose_landmarks": [], "pose_world_landmarks": [rows],
                                                                 "segmentation_masks": None}}).encode()
