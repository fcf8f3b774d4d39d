# SPDX-License-Identifier: MIT
# Written by tools/update_api from include/vrm/*.h; do not edit.
"""The words of libvrm as Python has them: enumerations, vectors, and what a file says."""

from __future__ import annotations

from ctypes import c_float, c_int32
from dataclasses import dataclass
from enum import IntEnum, IntFlag
from typing import Any, Callable, NamedTuple

from . import _abi as abi
from ._memory import Keep, _enum, _text

Export = Callable[[Any, int], "memoryview | None"]

__all__ = [
    'Accessor',
    'AccessorType',
    'Allowance',
    'AlphaMode',
    'Animation',
    'AnimationChannel',
    'AnimationPath',
    'AnimationSampler',
    'Asset',
    'Attribute',
    'AvatarPermission',
    'Axis',
    'BakeStats',
    'BinaryRule',
    'Bone',
    'BoneAxes',
    'BudgetUse',
    'Buffer',
    'BufferView',
    'BvhRest',
    'Camera',
    'Category',
    'ClipExpression',
    'ClipInfo',
    'ClipKind',
    'ClipPack',
    'ClipSample',
    'Collider',
    'ColliderGroup',
    'ColliderShape',
    'ColorBind',
    'ColorTarget',
    'CommercialUsage',
    'ComponentType',
    'Constraint',
    'ConstraintType',
    'CreditNotation',
    'CurveKey',
    'Dialect',
    'DiffKind',
    'DiffPart',
    'Difference',
    'Expression',
    'ExpressionInfo',
    'ExpressionPreset',
    'Finding',
    'FirstPersonType',
    'Image',
    'ImageFormat',
    'ImageInfo',
    'Interpolation',
    'JsonType',
    'Kernel',
    'License0',
    'LimitType',
    'Line',
    'LookAt',
    'LookAtType',
    'Material',
    'MaterialValue',
    'MaterialValueKind',
    'Mesh',
    'MeshNode',
    'Meta',
    'Modification',
    'MorphBind',
    'MorphTarget',
    'MorphWeights',
    'Mtoon',
    'Node',
    'OutlineMode',
    'Outputs',
    'Overlay',
    'Override',
    'PackBone',
    'PackChain',
    'PackCollider',
    'PackColliderKind',
    'PackConstraint',
    'PackExpression',
    'PackLookAt',
    'PackMorphBind',
    'PackNode',
    'PackPair',
    'PackRangeMap',
    'PackTimeline',
    'PackTrack',
    'PackTrackTarget',
    'PackValueBind',
    'PackWave',
    'Pose',
    'Primitive',
    'Quat',
    'RangeMap',
    'RecordStats',
    'RenderBackend',
    'RenderStats',
    'Result',
    'RigConstraint',
    'RigPack',
    'RigSkin',
    'Rule',
    'Sampler',
    'Scene',
    'Semantic',
    'Severity',
    'Shot',
    'Skin',
    'Sparse',
    'Spring',
    'SpringBones',
    'SpringDetail',
    'SpringJoint',
    'SpringJointInfo',
    'SpringLimit',
    'SpringSettings',
    'Stages',
    'Surface',
    'SurfaceKind',
    'Texture',
    'TextureBind',
    'TextureInfo',
    'TextureSlot',
    'TextureTransform',
    'TextureUse',
    'Transform',
    'Vec2',
    'Vec3',
    'Vec4',
    'View',
    'Viewpoint',
    'Visibility',
    'VmcState',
    'VmcStats',
]


class Result(IntEnum):
    """The result of a call. On any result but VRM_OK, out-pointers are NULL and the caller's objects
    are unchanged. The findings of a vrm_Report say what is wrong with a file.
    """

    OK = 0
    # A definition was not made by its default function.
    ERR_DEF = 1
    # An allocation failed.
    ERR_MEMORY = 2
    # Reading, writing or renaming a file failed.
    ERR_IO = 3
    # Not GLB, not glTF, or cut short.
    ERR_CONTAINER = 4
    # The JSON text breaks RFC 8259.
    ERR_JSON = 5
    # Readable, but too broken to use: see the report.
    ERR_INVALID = 6
    # Needs something that this build does not have: see the report.
    ERR_UNSUPPORTED = 7
    # A limit of vrm_Limits was exceeded: the report names it.
    ERR_LIMIT = 8
    # An index or a buffer size that does not fit the object.
    ERR_ARGUMENT = 9


class BvhRest(IntEnum):
    """How the file's rest pose (all rotations 0) is interpreted."""

    # Limbs more than 15 degrees off the T-pose are corrected. Where the
    #                                   rest pose is not a human figure (every bone along an axis of its
    #                                   own), the frame nearest to a standing figure replaces it.
    GUESS = 0
    # The rest pose is the T-pose.
    T_POSE = 1
    # All arms and legs are brought to the T-pose.
    CORRECTED = 2
    # The first frame is the T-pose, whatever the rest pose; limbs more
    #                                   than 15 degrees off are corrected.
    FIRST_FRAME = 3


class ClipKind(IntEnum):
    """What a clip drives."""

    # A VRM animation: fits every avatar.
    HUMANOID = 0
    # A glTF animation: fits avatars of its own file.
    NODES = 1


class DiffPart(IntEnum):
    """The part of an avatar that a difference is in."""

    META = 0
    HUMANOID = 1
    EXPRESSIONS = 2
    LOOK_AT = 3
    FIRST_PERSON = 4
    SPRINGS = 5
    COLLIDERS = 6
    CONSTRAINTS = 7
    MATERIALS = 8
    MESHES = 9
    NODES = 10
    ANIMATIONS = 11


class DiffKind(IntEnum):
    """How a value differs."""

    CHANGED = 0
    # Only the second model has it.
    ADDED = 1
    # Only the first model has it.
    REMOVED = 2


class ComponentType(IntEnum):
    """`componentType` of an accessor, with the numbers of glTF."""

    NONE = 0
    BYTE = 5120
    UNSIGNED_BYTE = 5121
    SHORT = 5122
    UNSIGNED_SHORT = 5123
    UNSIGNED_INT = 5125
    FLOAT = 5126


class AccessorType(IntEnum):
    """Shape of an accessor's elements, as glTF names it."""

    NONE = 0
    SCALAR = 1
    VEC2 = 2
    VEC3 = 3
    VEC4 = 4
    MAT2 = 5
    MAT3 = 6
    MAT4 = 7


class AlphaMode(IntEnum):
    """`alphaMode` of a material."""

    OPAQUE = 0
    MASK = 1
    BLEND = 2


class Semantic(IntEnum):
    """The meaning of a vertex attribute."""

    # See the attribute's key.
    OTHER = 0
    POSITION = 1
    NORMAL = 2
    TANGENT = 3
    TEXCOORD = 4
    COLOR = 5
    JOINTS = 6
    WEIGHTS = 7


class AnimationPath(IntEnum):
    """`target.path` of an animation channel."""

    # KHR_animation_pointer and unknown paths.
    OTHER = 0
    TRANSLATION = 1
    ROTATION = 2
    SCALE = 3
    WEIGHTS = 4


class Interpolation(IntEnum):
    """`interpolation` of an animation sampler."""

    LINEAR = 0
    STEP = 1
    CUBICSPLINE = 2


class ImageFormat(IntEnum):
    """Formats of pictures that are read or written."""

    UNKNOWN = 0
    PNG = 1
    JPEG = 2
    WEBP = 3
    # Written only; when read, it is a PNG of its first picture.
    APNG = 4
    # Written only.
    GIF = 5


class JsonType(IntEnum):
    """Types of JSON values."""

    # VRM_JSON_MISSING.
    NONE = 0
    NULL = 1
    BOOL = 2
    NUMBER = 3
    STRING = 4
    ARRAY = 5
    OBJECT = 6


class Dialect(IntEnum):
    """Which specification a file follows."""

    # glTF without VRM, VRM companions without VRMC_vrm, or a VRM animation.
    NONE = 0
    # VRM 0.x: extension VRM.
    V0 = 1
    # VRMC_vrm as the drafts of 2019 to 2021 had it.
    DRAFT = 2
    # VRMC_vrm 1.0-beta.
    BETA = 3
    # VRMC_vrm 1.0.
    V1 = 4


class AvatarPermission(IntEnum):
    """Who may use the avatar: `avatarPermission` of VRM 1.0 meta."""

    ONLY_AUTHOR = 0
    ONLY_SEPARATELY_LICENSED_PERSON = 1
    EVERYONE = 2


class CommercialUsage(IntEnum):
    """`commercialUsage` of VRM 1.0 meta."""

    PERSONAL_NON_PROFIT = 0
    PERSONAL_PROFIT = 1
    CORPORATION = 2


class CreditNotation(IntEnum):
    """`creditNotation` of VRM 1.0 meta."""

    REQUIRED = 0
    UNNECESSARY = 1


class Modification(IntEnum):
    """`modification` of VRM 1.0 meta."""

    PROHIBITED = 0
    ALLOW_MODIFICATION = 1
    ALLOW_MODIFICATION_REDISTRIBUTION = 2


class License0(IntEnum):
    """licenseName of 0.x and license of the draft."""

    # A 1.0 or beta file.
    NONE = 0
    REDISTRIBUTION_PROHIBITED = 1
    CC0 = 2
    CC_BY = 3
    CC_BY_NC = 4
    CC_BY_SA = 5
    CC_BY_NC_SA = 6
    CC_BY_ND = 7
    CC_BY_NC_ND = 8
    OTHER = 9


class Bone(IntEnum):
    """Parents come before children."""

    NONE = -1
    HIPS = 0
    SPINE = 1
    CHEST = 2
    UPPER_CHEST = 3
    NECK = 4
    HEAD = 5
    LEFT_EYE = 6
    RIGHT_EYE = 7
    JAW = 8
    LEFT_UPPER_LEG = 9
    LEFT_LOWER_LEG = 10
    LEFT_FOOT = 11
    LEFT_TOES = 12
    RIGHT_UPPER_LEG = 13
    RIGHT_LOWER_LEG = 14
    RIGHT_FOOT = 15
    RIGHT_TOES = 16
    LEFT_SHOULDER = 17
    LEFT_UPPER_ARM = 18
    LEFT_LOWER_ARM = 19
    LEFT_HAND = 20
    RIGHT_SHOULDER = 21
    RIGHT_UPPER_ARM = 22
    RIGHT_LOWER_ARM = 23
    RIGHT_HAND = 24
    LEFT_THUMB_METACARPAL = 25
    LEFT_THUMB_PROXIMAL = 26
    LEFT_THUMB_DISTAL = 27
    LEFT_INDEX_PROXIMAL = 28
    LEFT_INDEX_INTERMEDIATE = 29
    LEFT_INDEX_DISTAL = 30
    LEFT_MIDDLE_PROXIMAL = 31
    LEFT_MIDDLE_INTERMEDIATE = 32
    LEFT_MIDDLE_DISTAL = 33
    LEFT_RING_PROXIMAL = 34
    LEFT_RING_INTERMEDIATE = 35
    LEFT_RING_DISTAL = 36
    LEFT_LITTLE_PROXIMAL = 37
    LEFT_LITTLE_INTERMEDIATE = 38
    LEFT_LITTLE_DISTAL = 39
    RIGHT_THUMB_METACARPAL = 40
    RIGHT_THUMB_PROXIMAL = 41
    RIGHT_THUMB_DISTAL = 42
    RIGHT_INDEX_PROXIMAL = 43
    RIGHT_INDEX_INTERMEDIATE = 44
    RIGHT_INDEX_DISTAL = 45
    RIGHT_MIDDLE_PROXIMAL = 46
    RIGHT_MIDDLE_INTERMEDIATE = 47
    RIGHT_MIDDLE_DISTAL = 48
    RIGHT_RING_PROXIMAL = 49
    RIGHT_RING_INTERMEDIATE = 50
    RIGHT_RING_DISTAL = 51
    RIGHT_LITTLE_PROXIMAL = 52
    RIGHT_LITTLE_INTERMEDIATE = 53
    RIGHT_LITTLE_DISTAL = 54


class ExpressionPreset(IntEnum):
    """Expressions that the specification names."""

    CUSTOM = -1
    HAPPY = 0
    ANGRY = 1
    SAD = 2
    RELAXED = 3
    SURPRISED = 4
    AA = 5
    IH = 6
    OU = 7
    EE = 8
    OH = 9
    BLINK = 10
    BLINK_LEFT = 11
    BLINK_RIGHT = 12
    LOOK_UP = 13
    LOOK_DOWN = 14
    LOOK_LEFT = 15
    LOOK_RIGHT = 16
    NEUTRAL = 17


class Override(IntEnum):
    """How an expression holds back others."""

    NONE = 0
    BLOCK = 1
    BLEND = 2


class BinaryRule(IntEnum):
    """How a binary expression turns its value into 0 or 1."""

    # Not binary.
    NOT = 0
    # 1 above 0.5 (1.0, beta; 0.x rounds, and 0.5 rounds to 0).
    OVER_HALF = 1
    # 1 above 0 (draft).
    NON_ZERO = 2


class ColorTarget(IntEnum):
    """Which colour of a material an expression changes."""

    BASE = 0
    EMISSION = 1
    SHADE = 2
    MATCAP = 3
    RIM = 4
    OUTLINE = 5


class LookAtType(IntEnum):
    """Whether bones or expressions move the eyes."""

    BONE = 0
    EXPRESSION = 1


class FirstPersonType(IntEnum):
    """Which cameras show a mesh."""

    AUTO = 0
    BOTH = 1
    THIRD_PERSON_ONLY = 2
    FIRST_PERSON_ONLY = 3


class ColliderShape(IntEnum):
    """Shapes of colliders, those of VRMC_springBone_extended_collider included."""

    SPHERE = 0
    CAPSULE = 1
    INSIDE_SPHERE = 2
    INSIDE_CAPSULE = 3
    PLANE = 4


class LimitType(IntEnum):
    """Limits on the angle of a spring joint (VRMC_springBone_limit)."""

    NONE = 0
    CONE = 1
    HINGE = 2
    SPHERICAL = 3


class ConstraintType(IntEnum):
    """Kinds of node constraints."""

    ROLL = 0
    AIM = 1
    ROTATION = 2


class Axis(IntEnum):
    """`rollAxis` or `aimAxis` of a constraint."""

    POSITIVE_X = 0
    POSITIVE_Y = 1
    POSITIVE_Z = 2
    NEGATIVE_X = 3
    NEGATIVE_Y = 4
    NEGATIVE_Z = 5


class SurfaceKind(IntEnum):
    """How a material is shaded."""

    PBR = 0
    UNLIT = 1
    MTOON = 2


class OutlineMode(IntEnum):
    """`outlineWidthMode` of MToon."""

    NONE = 0
    WORLD_COORDINATES = 1
    SCREEN_COORDINATES = 2


class TextureSlot(IntEnum):
    """The textures that a surface may have."""

    BASE_COLOR = 0
    METALLIC_ROUGHNESS = 1
    NORMAL = 2
    OCCLUSION = 3
    EMISSIVE = 4
    # MToon's own from here on.
    SHADE_MULTIPLY = 5
    SHADING_SHIFT = 6
    RIM_MULTIPLY = 7
    OUTLINE_WIDTH = 8
    UV_ANIMATION_MASK = 9
    # Sampled by the direction of the surface, not by UV.
    MATCAP = 10


class PackColliderKind(IntEnum):
    """Shapes that a solver distinguishes."""

    SPHERE = 0
    CAPSULE = 1
    # Inside sphere or inside capsule.
    HOLLOW = 2
    PLANE = 3


class PackTrackTarget(IntEnum):
    """What a track of a clip drives."""

    # Normalized rotation; `index` is the vrm_Bone.
    BONE = 0
    # Offset from rest in model space.
    HIPS = 1
    # Rotation.
    GAZE = 2
    # `index` is the clip's expression.
    EXPRESSION = 3


class RenderBackend(IntEnum):
    """What draws."""

    # A context of its own without window or screen: libEGL.so.1 is opened
    #                               when the renderer is created, not when the program starts.
    EGL = 0
    # The host's OpenGL ES 3.0 or WebGL 2 context, current at every call; GL
    #                               state is changed and not restored.
    HOST = 1
    # No GL at all: all steps except drawing, with all range checks. Pictures
    #                           are transparent. For tests.
    NULL = 2


class Overlay(IntFlag):
    """What is drawn over an avatar for those who debug it; bits."""

    # Humanoid bones white, other joints grey, with axes.
    BONES = 1
    # Spring chains and the hit radius of their joints.
    SPRINGS = 2
    # Spheres, capsules, planes.
    COLLIDERS = 4
    # A needle on each vertex, in the pose; without morph targets.
    NORMALS = 8
    # Edges: green always drawn, red hidden from the first-person
    #                                        camera, blue seen by it alone.
    FIRST_PERSON = 16


class Severity(IntEnum):
    """How bad a finding is."""

    # The specification says must, and the file cannot be used as intended.
    ERROR = 0
    # A rule is broken, but programs can continue without harm.
    WARNING = 1
    # Unusual.
    INFO = 2
    # Could be better.
    HINT = 3


class Category(IntEnum):
    """The group in which another expression can override an expression."""

    NONE = 0
    # aa, ih, ou, ee, oh.
    MOUTH = 1
    # blink, blinkLeft, blinkRight.
    BLINK = 2
    # lookUp, lookDown, lookLeft, lookRight.
    LOOK_AT = 3


class MaterialValueKind(IntEnum):
    """What a material value is."""

    # rgb and alpha; see `color`.
    COLOR = 0
    # Offset x y, scale x y of one texture; see `texture`.
    TEXTURE = 1


class Visibility(IntEnum):
    """How much of a mesh a camera draws."""

    HIDDEN = 0
    VISIBLE = 1
    # Draw vrm_first_person_indices() of each primitive.
    VISIBLE_WITHOUT_HEAD = 2


class Outputs(IntFlag):
    """What a step writes out. Results that are not asked for cost no time and no memory."""

    # vrm_avatar_locals()
    LOCALS = 1
    # vrm_avatar_worlds()
    WORLDS = 2
    # vrm_avatar_palettes()
    PALETTES = 4
    # vrm_avatar_morphs(), _material_values(), _expression_weights()
    FACE = 8
    # The four above.
    ALL = 15
    # vrm_avatar_spring_rotations(): for hosts that need only these;
    #                                   VRM_OUTPUT_LOCALS includes them.
    SPRINGS = 16


class Stages(IntFlag):
    """The parts of a step that can be switched off for an avatar."""

    LOOK_AT = 1
    EXPRESSIONS = 2
    CONSTRAINTS = 4
    SPRINGS = 8
    ALL = 15


class Kernel(IntEnum):
    """How many avatars a step works on at once, and with which instructions of the CPU. All give the
    same bits; they differ in speed.
    """

    # The fastest that this CPU can run.
    AUTO = 0
    # Four lanes: SSE2, NEON, wasm SIMD or plain C. Everywhere.
    LANES_4 = 1
    # Four lanes on an x86_64 CPU with AVX2.
    LANES_4_AVX2 = 2
    # Eight lanes: x86_64 with AVX2.
    LANES_8 = 3
    # Sixteen lanes: x86_64 with AVX-512 (F, VL, BW, DQ).
    LANES_16 = 4


class View(IntEnum):
    """A camera."""

    # Default: mirrors, other players, photographs.
    THIRD_PERSON = 0
    # A camera in the avatar's own head.
    FIRST_PERSON = 1


class SpringDetail(IntEnum):
    """How much an avatar's springs may cost."""

    # Default.
    FULL = 0
    # Every second step, with settings that keep the motion alike.
    HALF = 1
    # As while paused.
    HELD = 2


class Shot(IntEnum):
    """Where a camera is placed by the avatar's size."""

    # All of it, from any side.
    FULL = 0
    # Head and shoulders.
    BUST = 1
    # Chin to hair.
    FACE = 2


@dataclass(frozen=True, kw_only=True)
class BakeStats:
    """Counts, sizes and loop error of a bake."""

    frames: int
    channels: int
    seconds: float
    # Of all channels together.
    source_keys: int
    # Of all channels together.
    kept_keys: int
    # The same in bytes of key data.
    source_bytes: int
    # The same in bytes of key data.
    kept_bytes: int
    # Largest difference of any node, first to last frame: the
    #                                             jump when the animation loops.
    gap_degrees: float
    # Largest difference of any node, first to last frame: the
    #                                             jump when the animation loops.
    gap_metres: float

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> BakeStats:
        return cls(
            frames=c.frames,
            channels=c.channels,
            seconds=c.seconds,
            source_keys=c.source_keys,
            kept_keys=c.kept_keys,
            source_bytes=c.source_bytes,
            kept_bytes=c.kept_bytes,
            gap_degrees=c.gap_degrees,
            gap_metres=c.gap_metres,
        )


@dataclass(frozen=True, kw_only=True)
class Allowance:
    """An amount that grows with the file: `base`, and `per_byte` for each byte of the file and of the
    side files that it names.
    """

    base: int
    per_byte: int

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> Allowance:
        return cls(
            base=c.base,
            per_byte=c.per_byte,
        )

    def _to_c(self, keep: Keep) -> abi.Allowance:
        c = abi.Allowance()
        c.base = self.base
        c.per_byte = self.per_byte
        return c


class Quat(NamedTuple):
    """A rotation, x y z w as glTF stores it; a * b applies b first."""

    x: float
    y: float
    z: float
    w: float

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> Quat:
        return cls(c.x, c.y, c.z, c.w)

    def _to_c(self, keep: Keep) -> abi.Quat:
        return abi.Quat(*self)


class Vec3(NamedTuple):
    """Three floats."""

    x: float
    y: float
    z: float

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> Vec3:
        return cls(c.x, c.y, c.z)

    def _to_c(self, keep: Keep) -> abi.Vec3:
        return abi.Vec3(*self)


@dataclass(frozen=True, kw_only=True)
class Pose:
    """A pose that fits every avatar: each rotation is the turn of the bone away from the avatar's rest
    pose, relative to its parent bone, in the axes of an avatar that faces +Z with its left towards
    +X (VRM 1.0). The rest pose is the one that the file has; VRM asks for a T-pose there, and for
    other rest poses the result differs by the same angles (vrm_rig_t_pose_error()).
    """

    rotations: tuple[Quat, ...]
    # From the hips' rest position, metres of this avatar, same axes.
    hips_offset: Vec3

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> Pose:
        return cls(
            rotations=tuple(Quat._from_c(x, export) for x in c.rotations),
            hips_offset=Vec3._from_c(c.hips_offset, export),
        )

    def _to_c(self, keep: Keep) -> abi.Pose:
        c = abi.Pose()
        for i, x in enumerate(self.rotations):
            c.rotations[i] = x._to_c(keep)
        c.hips_offset = self.hips_offset._to_c(keep)
        return c


class Vec2(NamedTuple):
    """Two floats."""

    x: float
    y: float

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> Vec2:
        return cls(c.x, c.y)

    def _to_c(self, keep: Keep) -> abi.Vec2:
        return abi.Vec2(*self)


@dataclass(frozen=True, kw_only=True)
class ClipSample:
    """The values of a VRM animation at one time, for any avatar."""

    # Bones that the clip does not move have the identity. hips_offset is in metres of the clip's
    # own skeleton: vrm_clip_fit_hips() converts it to the avatar's.
    pose: Pose
    # Bit b: the clip turns bone b.
    bones: int
    # The clip animates pose.hips_offset.
    moves_hips: bool
    has_gaze: bool
    # x yaw, y pitch, as vrm_avatar_look_along() takes them.
    gaze_degrees: Vec2

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> ClipSample:
        return cls(
            pose=Pose._from_c(c.pose, export),
            bones=c.bones,
            moves_hips=c.moves_hips,
            has_gaze=c.has_gaze,
            gaze_degrees=Vec2._from_c(c.gaze_degrees, export),
        )


@dataclass(frozen=True, kw_only=True)
class Difference:
    """One difference. Strings are UTF-8 out of the files and live as long as the diff; "" where there
    is none.
    """

    part: DiffPart
    kind: DiffKind
    # What differs: the name of a bone, expression, node, material. "" for
    #                               meta and look-at.
    subject: str = ""
    # In what: "overrideBlink", "stiffness". "" when the subject as a whole
    #                               was added or removed.
    member: str = ""
    # The value in the first model as text.
    before: str = ""
    # The value in the second model.
    after: str = ""

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> Difference:
        return cls(
            part=_enum(DiffPart, c.part),
            kind=_enum(DiffKind, c.kind),
            subject=_text(c.subject),
            member=_text(c.member),
            before=_text(c.before),
            after=_text(c.after),
        )


@dataclass(frozen=True, kw_only=True)
class Buffer:
    """An entry of `buffers`."""

    # "" for the BIN chunk; the beginning of a long data: URI.
    uri: str = ""
    # NULL when not available.
    data: memoryview | None = None
    # Bytes at `data` that may be read: at most byteLength.
    size: int
    json: int = 0

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> Buffer:
        return cls(
            uri=_text(c.uri),
            data=export(c.data, c.size),
            size=c.size,
            json=c.json,
        )


@dataclass(frozen=True, kw_only=True)
class BufferView:
    """An entry of `bufferViews`."""

    # byte_length bytes inside those of the buffer, decompressed where
    #                                EXT_meshopt_compression is used; NULL when out of bounds or
    #                                missing.
    data: memoryview | None = None
    # Cut to what the buffer holds.
    byte_length: int
    buffer: int
    # 0: tightly packed.
    byte_stride: int
    json: int = 0
    # 34962 vertex data, 34963 indices, 0 not stated.
    target: int
    # Came from EXT_meshopt_compression.
    is_compressed: bool

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> BufferView:
        return cls(
            data=export(c.data, c.byte_length),
            byte_length=c.byte_length,
            buffer=c.buffer,
            byte_stride=c.byte_stride,
            json=c.json,
            target=c.target,
            is_compressed=c.is_compressed,
        )


@dataclass(frozen=True, kw_only=True)
class Accessor:
    """Bounds and the sparse part have functions of their own: vrm_accessor_bounds(),
    vrm_accessor_sparse().
    """

    # In the buffer view.
    byte_offset: int
    # Elements.
    count: int
    # -1: zeros.
    buffer_view: int
    json: int = 0
    # vrm_ComponentType.
    component_type: ComponentType
    # vrm_AccessorType.
    type: AccessorType
    is_normalized: bool
    is_sparse: bool
    # Every byte that reading uses was proven to be inside its buffer. The
    #                            sparse indices themselves are checked when they are read.
    is_readable: bool

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> Accessor:
        return cls(
            byte_offset=c.byte_offset,
            count=c.count,
            buffer_view=c.buffer_view,
            json=c.json,
            component_type=_enum(ComponentType, c.component_type),
            type=_enum(AccessorType, c.type),
            is_normalized=c.is_normalized,
            is_sparse=c.is_sparse,
            is_readable=c.is_readable,
        )

    def _to_c(self, keep: Keep) -> abi.Accessor:
        c = abi.Accessor()
        c.byte_offset = self.byte_offset
        c.count = self.count
        c.buffer_view = self.buffer_view
        c.json = self.json
        c.component_type = self.component_type
        c.type = self.type
        c.is_normalized = self.is_normalized
        c.is_sparse = self.is_sparse
        c.is_readable = self.is_readable
        return c


@dataclass(frozen=True, kw_only=True)
class Sparse:
    """The elements that a sparse accessor replaces."""

    # 0: none, or none that can be read.
    count: int
    indices_offset: int
    values_offset: int
    # Buffer views; -1: none.
    indices_view: int
    # Buffer views; -1: none.
    values_view: int
    indices_type: ComponentType
    accessor: int

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> Sparse:
        return cls(
            count=c.count,
            indices_offset=c.indices_offset,
            values_offset=c.values_offset,
            indices_view=c.indices_view,
            values_view=c.values_view,
            indices_type=_enum(ComponentType, c.indices_type),
            accessor=c.accessor,
        )

    def _to_c(self, keep: Keep) -> abi.Sparse:
        c = abi.Sparse()
        c.count = self.count
        c.indices_offset = self.indices_offset
        c.values_offset = self.values_offset
        c.indices_view = self.indices_view
        c.values_view = self.values_view
        c.indices_type = self.indices_type
        c.accessor = self.accessor
        return c


@dataclass(frozen=True, kw_only=True)
class Image:
    """An entry of `images`, encoded."""

    name: str = ""
    # "" when it is in a buffer view; the beginning of a data: URI.
    uri: str = ""
    # As stated; "" when absent.
    mime_type: str = ""
    # The encoded bytes; NULL when not available.
    data: memoryview | None = None
    size: int
    buffer_view: int
    json: int = 0

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> Image:
        return cls(
            name=_text(c.name),
            uri=_text(c.uri),
            mime_type=_text(c.mime_type),
            data=export(c.data, c.size),
            size=c.size,
            buffer_view=c.buffer_view,
            json=c.json,
        )


@dataclass(frozen=True, kw_only=True)
class Sampler:
    """An entry of `samplers`."""

    # GL constants; 0 not stated.
    mag_filter: int
    # GL constants; 0 not stated.
    min_filter: int
    # GL constants; default 10497, REPEAT.
    wrap_s: int
    # GL constants; default 10497, REPEAT.
    wrap_t: int
    json: int = 0

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> Sampler:
        return cls(
            mag_filter=c.mag_filter,
            min_filter=c.min_filter,
            wrap_s=c.wrap_s,
            wrap_t=c.wrap_t,
            json=c.json,
        )

    def _to_c(self, keep: Keep) -> abi.Sampler:
        c = abi.Sampler()
        c.mag_filter = self.mag_filter
        c.min_filter = self.min_filter
        c.wrap_s = self.wrap_s
        c.wrap_t = self.wrap_t
        c.json = self.json
        return c


@dataclass(frozen=True, kw_only=True)
class Texture:
    """An entry of `textures`."""

    name: str = ""
    sampler: int
    # The image; an EXT_texture_webp source where the core one is absent.
    source: int
    json: int = 0

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> Texture:
        return cls(
            name=_text(c.name),
            sampler=c.sampler,
            source=c.source,
            json=c.json,
        )

    def _to_c(self, keep: Keep) -> abi.Texture:
        c = abi.Texture()
        c.name = keep.text(self.name)
        c.sampler = self.sampler
        c.source = self.source
        c.json = self.json
        return c


@dataclass(frozen=True, kw_only=True)
class TextureTransform:
    """KHR_texture_transform: uv' = translate(offset) * rotate * scale * uv, V downwards."""

    offset: Vec2
    scale: Vec2
    rotation: float

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> TextureTransform:
        return cls(
            offset=Vec2._from_c(c.offset, export),
            scale=Vec2._from_c(c.scale, export),
            rotation=c.rotation,
        )

    def _to_c(self, keep: Keep) -> abi.TextureTransform:
        c = abi.TextureTransform()
        c.offset = self.offset._to_c(keep)
        c.scale = self.scale._to_c(keep)
        c.rotation = self.rotation
        return c


@dataclass(frozen=True, kw_only=True)
class TextureInfo:
    """A material's reference to a texture."""

    # -1: no texture.
    texture: int
    # The transform's own texCoord where it has one.
    tex_coord: int
    # NULL: none. See vrm_texture_transform().
    transform: TextureTransform | None = None

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> TextureInfo:
        return cls(
            texture=c.texture,
            tex_coord=c.tex_coord,
            transform=TextureTransform._from_c(c.transform[0], export) if c.transform else None,
        )

    def _to_c(self, keep: Keep) -> abi.TextureInfo:
        c = abi.TextureInfo()
        c.texture = self.texture
        c.tex_coord = self.tex_coord
        if self.transform is not None:
            c.transform = keep.array(abi.TextureTransform, [self.transform._to_c(keep)])
        return c


class Vec4(NamedTuple):
    """Four floats."""

    x: float
    y: float
    z: float
    w: float

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> Vec4:
        return cls(c.x, c.y, c.z, c.w)

    def _to_c(self, keep: Keep) -> abi.Vec4:
        return abi.Vec4(*self)


@dataclass(frozen=True, kw_only=True)
class Material:
    """An entry of `materials`, without its VRM part."""

    name: str = ""
    base_color_texture: TextureInfo
    metallic_roughness_texture: TextureInfo
    normal_texture: TextureInfo
    occlusion_texture: TextureInfo
    emissive_texture: TextureInfo
    base_color_factor: Vec4
    metallic_factor: float
    roughness_factor: float
    # normalTexture.scale.
    normal_scale: float
    occlusion_strength: float
    emissive_factor: Vec3
    # KHR_materials_emissive_strength; else 1.
    emissive_strength: float
    alpha_cutoff: float
    alpha_mode: AlphaMode
    json: int = 0
    is_double_sided: bool
    # KHR_materials_unlit.
    is_unlit: bool

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> Material:
        return cls(
            name=_text(c.name),
            base_color_texture=TextureInfo._from_c(c.base_color_texture, export),
            metallic_roughness_texture=TextureInfo._from_c(c.metallic_roughness_texture, export),
            normal_texture=TextureInfo._from_c(c.normal_texture, export),
            occlusion_texture=TextureInfo._from_c(c.occlusion_texture, export),
            emissive_texture=TextureInfo._from_c(c.emissive_texture, export),
            base_color_factor=Vec4._from_c(c.base_color_factor, export),
            metallic_factor=c.metallic_factor,
            roughness_factor=c.roughness_factor,
            normal_scale=c.normal_scale,
            occlusion_strength=c.occlusion_strength,
            emissive_factor=Vec3._from_c(c.emissive_factor, export),
            emissive_strength=c.emissive_strength,
            alpha_cutoff=c.alpha_cutoff,
            alpha_mode=_enum(AlphaMode, c.alpha_mode),
            json=c.json,
            is_double_sided=c.is_double_sided,
            is_unlit=c.is_unlit,
        )

    def _to_c(self, keep: Keep) -> abi.Material:
        c = abi.Material()
        c.name = keep.text(self.name)
        c.base_color_texture = self.base_color_texture._to_c(keep)
        c.metallic_roughness_texture = self.metallic_roughness_texture._to_c(keep)
        c.normal_texture = self.normal_texture._to_c(keep)
        c.occlusion_texture = self.occlusion_texture._to_c(keep)
        c.emissive_texture = self.emissive_texture._to_c(keep)
        c.base_color_factor = self.base_color_factor._to_c(keep)
        c.metallic_factor = self.metallic_factor
        c.roughness_factor = self.roughness_factor
        c.normal_scale = self.normal_scale
        c.occlusion_strength = self.occlusion_strength
        c.emissive_factor = self.emissive_factor._to_c(keep)
        c.emissive_strength = self.emissive_strength
        c.alpha_cutoff = self.alpha_cutoff
        c.alpha_mode = self.alpha_mode
        c.json = self.json
        c.is_double_sided = self.is_double_sided
        c.is_unlit = self.is_unlit
        return c


@dataclass(frozen=True, kw_only=True)
class Attribute:
    """An attribute of a primitive: its semantic and accessor."""

    accessor: int
    # The name in the JSON, "TEXCOORD_1".
    key: int
    # The 1 of TEXCOORD_1; 0 for names without a number.
    set: int
    # vrm_Semantic.
    semantic: Semantic

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> Attribute:
        return cls(
            accessor=c.accessor,
            key=c.key,
            set=c.set,
            semantic=_enum(Semantic, c.semantic),
        )

    def _to_c(self, keep: Keep) -> abi.Attribute:
        c = abi.Attribute()
        c.accessor = self.accessor
        c.key = self.key
        c.set = self.set
        c.semantic = self.semantic
        return c


@dataclass(frozen=True, kw_only=True)
class MorphTarget:
    """A morph target of a primitive."""

    attributes: tuple[Attribute, ...] = ()

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> MorphTarget:
        return cls(
            attributes=tuple(Attribute._from_c(c.attributes[i], export) for i in range(c.attribute_count)),
        )

    def _to_c(self, keep: Keep) -> abi.MorphTarget:
        c = abi.MorphTarget()
        c.attributes = keep.array(abi.Attribute, [x._to_c(keep) for x in self.attributes])
        c.attribute_count = len(self.attributes)
        return c


@dataclass(frozen=True, kw_only=True)
class Primitive:
    """A primitive of a mesh."""

    attributes: tuple[Attribute, ...] = ()
    targets: tuple[MorphTarget, ...] = ()
    # Accessor; -1: drawn in order.
    indices: int
    material: int
    json: int = 0
    # GL constant; 4 triangles.
    mode: int

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> Primitive:
        return cls(
            attributes=tuple(Attribute._from_c(c.attributes[i], export) for i in range(c.attribute_count)),
            targets=tuple(MorphTarget._from_c(c.targets[i], export) for i in range(c.target_count)),
            indices=c.indices,
            material=c.material,
            json=c.json,
            mode=c.mode,
        )

    def _to_c(self, keep: Keep) -> abi.Primitive:
        c = abi.Primitive()
        c.attributes = keep.array(abi.Attribute, [x._to_c(keep) for x in self.attributes])
        c.attribute_count = len(self.attributes)
        c.targets = keep.array(abi.MorphTarget, [x._to_c(keep) for x in self.targets])
        c.target_count = len(self.targets)
        c.indices = self.indices
        c.material = self.material
        c.json = self.json
        c.mode = self.mode
        return c


@dataclass(frozen=True, kw_only=True)
class MorphWeights:
    """Morph weights at rest, one for each target."""

    values: tuple[float, ...] = ()

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> MorphWeights:
        return cls(
            values=tuple(c.values[i] for i in range(c.count)),
        )

    def _to_c(self, keep: Keep) -> abi.MorphWeights:
        c = abi.MorphWeights()
        c.values = keep.array(c_float, [x for x in self.values])
        c.count = len(self.values)
        return c


@dataclass(frozen=True, kw_only=True)
class Mesh:
    """An entry of `meshes`."""

    name: str = ""
    primitives: tuple[Primitive, ...] = ()
    # NULL: zeros.
    weights: MorphWeights | None = None
    # From mesh extras, else from the first primitive's.
    target_names: tuple[str, ...] = ()
    # Morph targets: the most that any primitive has.
    target_count: int
    json: int = 0

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> Mesh:
        return cls(
            name=_text(c.name),
            primitives=tuple(Primitive._from_c(c.primitives[i], export) for i in range(c.primitive_count)),
            weights=MorphWeights._from_c(c.weights[0], export) if c.weights else None,
            target_names=tuple(_text(c.target_names[i]) for i in range(c.target_name_count)),
            target_count=c.target_count,
            json=c.json,
        )

    def _to_c(self, keep: Keep) -> abi.Mesh:
        c = abi.Mesh()
        c.name = keep.text(self.name)
        c.primitives = keep.array(abi.Primitive, [x._to_c(keep) for x in self.primitives])
        c.primitive_count = len(self.primitives)
        if self.weights is not None:
            c.weights = keep.array(abi.MorphWeights, [self.weights._to_c(keep)])
        c.target_names = keep.texts(self.target_names)
        c.target_name_count = len(self.target_names)
        c.target_count = self.target_count
        c.json = self.json
        return c


@dataclass(frozen=True, kw_only=True)
class Skin:
    """An entry of `skins`."""

    name: str = ""
    # Accessor; -1: identity.
    inverse_bind_matrices: int
    skeleton: int
    # Nodes; -1 where the file's index was no node.
    joints: tuple[int, ...] = ()
    json: int = 0

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> Skin:
        return cls(
            name=_text(c.name),
            inverse_bind_matrices=c.inverse_bind_matrices,
            skeleton=c.skeleton,
            joints=tuple(c.joints[i] for i in range(c.joint_count)),
            json=c.json,
        )

    def _to_c(self, keep: Keep) -> abi.Skin:
        c = abi.Skin()
        c.name = keep.text(self.name)
        c.inverse_bind_matrices = self.inverse_bind_matrices
        c.skeleton = self.skeleton
        c.joints = keep.array(c_int32, [x for x in self.joints])
        c.joint_count = len(self.joints)
        c.json = self.json
        return c


@dataclass(frozen=True, kw_only=True)
class Transform:
    """translation * rotation * scale."""

    translation: Vec3
    rotation: Quat
    scale: Vec3

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> Transform:
        return cls(
            translation=Vec3._from_c(c.translation, export),
            rotation=Quat._from_c(c.rotation, export),
            scale=Vec3._from_c(c.scale, export),
        )

    def _to_c(self, keep: Keep) -> abi.Transform:
        c = abi.Transform()
        c.translation = self.translation._to_c(keep)
        c.rotation = self.rotation._to_c(keep)
        c.scale = self.scale._to_c(keep)
        return c


@dataclass(frozen=True, kw_only=True)
class Node:
    """An entry of `nodes`."""

    name: str = ""
    # Only nodes whose `parent` is this one; no cycles.
    children: tuple[int, ...] = ()
    # -1: a root. Of several parents the first in the file counts.
    parent: int
    mesh: int
    skin: int
    camera: int
    json: int = 0
    # Local; decomposed where the file has a matrix.
    rest: Transform
    # As stored; NULL when the node has none.
    matrix: tuple[float, ...] | None = None
    # NULL: those of the mesh.
    weights: MorphWeights | None = None

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> Node:
        return cls(
            name=_text(c.name),
            children=tuple(c.children[i] for i in range(c.child_count)),
            parent=c.parent,
            mesh=c.mesh,
            skin=c.skin,
            camera=c.camera,
            json=c.json,
            rest=Transform._from_c(c.rest, export),
            matrix=tuple(c.matrix[0].m) if c.matrix else None,
            weights=MorphWeights._from_c(c.weights[0], export) if c.weights else None,
        )

    def _to_c(self, keep: Keep) -> abi.Node:
        c = abi.Node()
        c.name = keep.text(self.name)
        c.children = keep.array(c_int32, [x for x in self.children])
        c.child_count = len(self.children)
        c.parent = self.parent
        c.mesh = self.mesh
        c.skin = self.skin
        c.camera = self.camera
        c.json = self.json
        c.rest = self.rest._to_c(keep)
        if self.matrix is not None:
            c.matrix = keep.array(abi.Mat4, [abi.Mat4((c_float * 16)(*self.matrix))])
        if self.weights is not None:
            c.weights = keep.array(abi.MorphWeights, [self.weights._to_c(keep)])
        return c


@dataclass(frozen=True, kw_only=True)
class Scene:
    """An entry of `scenes`."""

    name: str = ""
    nodes: tuple[int, ...] = ()
    json: int = 0

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> Scene:
        return cls(
            name=_text(c.name),
            nodes=tuple(c.nodes[i] for i in range(c.node_count)),
            json=c.json,
        )

    def _to_c(self, keep: Keep) -> abi.Scene:
        c = abi.Scene()
        c.name = keep.text(self.name)
        c.nodes = keep.array(c_int32, [x for x in self.nodes])
        c.node_count = len(self.nodes)
        c.json = self.json
        return c


@dataclass(frozen=True, kw_only=True)
class AnimationSampler:
    """A sampler of an animation: times, values, interpolation."""

    # Accessors.
    input: int
    # Accessors.
    output: int
    interpolation: Interpolation

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> AnimationSampler:
        return cls(
            input=c.input,
            output=c.output,
            interpolation=_enum(Interpolation, c.interpolation),
        )

    def _to_c(self, keep: Keep) -> abi.AnimationSampler:
        c = abi.AnimationSampler()
        c.input = self.input
        c.output = self.output
        c.interpolation = self.interpolation
        return c


@dataclass(frozen=True, kw_only=True)
class AnimationChannel:
    """A channel of an animation: which sampler drives what."""

    sampler: int
    node: int
    path: AnimationPath
    json: int = 0

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> AnimationChannel:
        return cls(
            sampler=c.sampler,
            node=c.node,
            path=_enum(AnimationPath, c.path),
            json=c.json,
        )

    def _to_c(self, keep: Keep) -> abi.AnimationChannel:
        c = abi.AnimationChannel()
        c.sampler = self.sampler
        c.node = self.node
        c.path = self.path
        c.json = self.json
        return c


@dataclass(frozen=True, kw_only=True)
class Animation:
    """An entry of `animations`."""

    name: str = ""
    channels: tuple[AnimationChannel, ...] = ()
    samplers: tuple[AnimationSampler, ...] = ()
    json: int = 0

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> Animation:
        return cls(
            name=_text(c.name),
            channels=tuple(AnimationChannel._from_c(c.channels[i], export) for i in range(c.channel_count)),
            samplers=tuple(AnimationSampler._from_c(c.samplers[i], export) for i in range(c.sampler_count)),
            json=c.json,
        )

    def _to_c(self, keep: Keep) -> abi.Animation:
        c = abi.Animation()
        c.name = keep.text(self.name)
        c.channels = keep.array(abi.AnimationChannel, [x._to_c(keep) for x in self.channels])
        c.channel_count = len(self.channels)
        c.samplers = keep.array(abi.AnimationSampler, [x._to_c(keep) for x in self.samplers])
        c.sampler_count = len(self.samplers)
        c.json = self.json
        return c


@dataclass(frozen=True, kw_only=True)
class Camera:
    """An entry of `cameras`."""

    name: str = ""
    is_orthographic: bool
    # 0: not stated.
    aspect_ratio: float
    # 0: not stated.
    y_fov: float
    # 0: not stated.
    x_mag: float
    # 0: not stated.
    y_mag: float
    # 0: not stated.
    z_near: float
    # 0: not stated.
    z_far: float
    json: int = 0

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> Camera:
        return cls(
            name=_text(c.name),
            is_orthographic=c.is_orthographic,
            aspect_ratio=c.aspect_ratio,
            y_fov=c.y_fov,
            x_mag=c.x_mag,
            y_mag=c.y_mag,
            z_near=c.z_near,
            z_far=c.z_far,
            json=c.json,
        )

    def _to_c(self, keep: Keep) -> abi.Camera:
        c = abi.Camera()
        c.name = keep.text(self.name)
        c.is_orthographic = self.is_orthographic
        c.aspect_ratio = self.aspect_ratio
        c.y_fov = self.y_fov
        c.x_mag = self.x_mag
        c.y_mag = self.y_mag
        c.z_near = self.z_near
        c.z_far = self.z_far
        c.json = self.json
        return c


@dataclass(frozen=True, kw_only=True)
class Asset:
    """`asset`."""

    version: str = ""
    min_version: str = ""
    generator: str = ""
    copyright: str = ""
    json: int = 0

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> Asset:
        return cls(
            version=_text(c.version),
            min_version=_text(c.min_version),
            generator=_text(c.generator),
            copyright=_text(c.copyright),
            json=c.json,
        )

    def _to_c(self, keep: Keep) -> abi.Asset:
        c = abi.Asset()
        c.version = keep.text(self.version)
        c.min_version = keep.text(self.min_version)
        c.generator = keep.text(self.generator)
        c.copyright = keep.text(self.copyright)
        c.json = self.json
        return c


@dataclass(frozen=True, kw_only=True)
class ImageInfo:
    """What the header says."""

    format: ImageFormat
    width: int
    height: int

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> ImageInfo:
        return cls(
            format=_enum(ImageFormat, c.format),
            width=c.width,
            height=c.height,
        )


@dataclass(frozen=True, kw_only=True)
class Meta:
    """Who made the avatar and what one may do with it. For 0.x and the draft the 1.0 members hold the
    strictest reading of what the file says; `license0` and the two URLs have the rest. Strings are
    "" when absent.
    """

    name: str = ""
    version: str = ""
    authors: tuple[str, ...] = ()
    copyright_information: str = ""
    contact_information: str = ""
    references: tuple[str, ...] = ()
    third_party_licenses: str = ""
    license_url: str = ""
    other_license_url: str = ""
    # 0.x and draft.
    other_permission_url: str = ""
    # Index into images, in every dialect.
    thumbnail_image: int
    avatar_permission: AvatarPermission
    commercial_usage: CommercialUsage
    credit_notation: CreditNotation
    modification: Modification
    license0: License0
    allow_excessively_violent_usage: bool
    allow_excessively_sexual_usage: bool
    allow_political_or_religious_usage: bool
    allow_antisocial_or_hate_usage: bool
    allow_redistribution: bool
    json: int = 0

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> Meta:
        return cls(
            name=_text(c.name),
            version=_text(c.version),
            authors=tuple(_text(c.authors[i]) for i in range(c.author_count)),
            copyright_information=_text(c.copyright_information),
            contact_information=_text(c.contact_information),
            references=tuple(_text(c.references[i]) for i in range(c.reference_count)),
            third_party_licenses=_text(c.third_party_licenses),
            license_url=_text(c.license_url),
            other_license_url=_text(c.other_license_url),
            other_permission_url=_text(c.other_permission_url),
            thumbnail_image=c.thumbnail_image,
            avatar_permission=_enum(AvatarPermission, c.avatar_permission),
            commercial_usage=_enum(CommercialUsage, c.commercial_usage),
            credit_notation=_enum(CreditNotation, c.credit_notation),
            modification=_enum(Modification, c.modification),
            license0=_enum(License0, c.license0),
            allow_excessively_violent_usage=c.allow_excessively_violent_usage,
            allow_excessively_sexual_usage=c.allow_excessively_sexual_usage,
            allow_political_or_religious_usage=c.allow_political_or_religious_usage,
            allow_antisocial_or_hate_usage=c.allow_antisocial_or_hate_usage,
            allow_redistribution=c.allow_redistribution,
            json=c.json,
        )

    def _to_c(self, keep: Keep) -> abi.Meta:
        c = abi.Meta()
        c.name = keep.text(self.name)
        c.version = keep.text(self.version)
        c.authors = keep.texts(self.authors)
        c.author_count = len(self.authors)
        c.copyright_information = keep.text(self.copyright_information)
        c.contact_information = keep.text(self.contact_information)
        c.references = keep.texts(self.references)
        c.reference_count = len(self.references)
        c.third_party_licenses = keep.text(self.third_party_licenses)
        c.license_url = keep.text(self.license_url)
        c.other_license_url = keep.text(self.other_license_url)
        c.other_permission_url = keep.text(self.other_permission_url)
        c.thumbnail_image = self.thumbnail_image
        c.avatar_permission = self.avatar_permission
        c.commercial_usage = self.commercial_usage
        c.credit_notation = self.credit_notation
        c.modification = self.modification
        c.license0 = self.license0
        c.allow_excessively_violent_usage = self.allow_excessively_violent_usage
        c.allow_excessively_sexual_usage = self.allow_excessively_sexual_usage
        c.allow_political_or_religious_usage = self.allow_political_or_religious_usage
        c.allow_antisocial_or_hate_usage = self.allow_antisocial_or_hate_usage
        c.allow_redistribution = self.allow_redistribution
        c.json = self.json
        return c


@dataclass(frozen=True, kw_only=True)
class MorphBind:
    """A morph target that an expression drives."""

    # Has a mesh. 0.x binds by mesh: one bind for every node that shows it.
    node: int
    # Morph target, in range.
    index: int
    # At full expression; nominally 0..1.
    weight: float

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> MorphBind:
        return cls(
            node=c.node,
            index=c.index,
            weight=c.weight,
        )

    def _to_c(self, keep: Keep) -> abi.MorphBind:
        c = abi.MorphBind()
        c.node = self.node
        c.index = self.index
        c.weight = self.weight
        return c


@dataclass(frozen=True, kw_only=True)
class ColorBind:
    """A colour of a material that an expression changes."""

    material: int
    target: ColorTarget
    # Linear; alpha is used for VRM_COLOR_BASE only.
    value: Vec4

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> ColorBind:
        return cls(
            material=c.material,
            target=_enum(ColorTarget, c.target),
            value=Vec4._from_c(c.value, export),
        )

    def _to_c(self, keep: Keep) -> abi.ColorBind:
        c = abi.ColorBind()
        c.material = self.material
        c.target = self.target
        c.value = self.value._to_c(keep)
        return c


@dataclass(frozen=True, kw_only=True)
class TextureBind:
    """A texture transform that an expression changes."""

    material: int
    # At full expression, glTF's V direction.
    scale: Vec2
    # At full expression, glTF's V direction.
    offset: Vec2
    # Both, except for 0.x _MainTex_ST_S and _ST_T.
    binds_x: bool
    # Both, except for 0.x _MainTex_ST_S and _ST_T.
    binds_y: bool

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> TextureBind:
        return cls(
            material=c.material,
            scale=Vec2._from_c(c.scale, export),
            offset=Vec2._from_c(c.offset, export),
            binds_x=c.binds_x,
            binds_y=c.binds_y,
        )

    def _to_c(self, keep: Keep) -> abi.TextureBind:
        c = abi.TextureBind()
        c.material = self.material
        c.scale = self.scale._to_c(keep)
        c.offset = self.offset._to_c(keep)
        c.binds_x = self.binds_x
        c.binds_y = self.binds_y
        return c


@dataclass(frozen=True, kw_only=True)
class Expression:
    """An expression, or blend shape group, of the file."""

    # The preset's 1.0 name, or the custom one.
    name: str = ""
    morph_binds: tuple[MorphBind, ...] = ()
    color_binds: tuple[ColorBind, ...] = ()
    texture_binds: tuple[TextureBind, ...] = ()
    preset: ExpressionPreset
    # vrm_BinaryRule.
    binary: BinaryRule
    # vrm_Override.
    override_blink: Override
    # vrm_Override.
    override_look_at: Override
    # vrm_Override.
    override_mouth: Override
    json: int = 0

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> Expression:
        return cls(
            name=_text(c.name),
            morph_binds=tuple(MorphBind._from_c(c.morph_binds[i], export) for i in range(c.morph_bind_count)),
            color_binds=tuple(ColorBind._from_c(c.color_binds[i], export) for i in range(c.color_bind_count)),
            texture_binds=tuple(TextureBind._from_c(c.texture_binds[i], export) for i in range(c.texture_bind_count)),
            preset=_enum(ExpressionPreset, c.preset),
            binary=_enum(BinaryRule, c.binary),
            override_blink=_enum(Override, c.override_blink),
            override_look_at=_enum(Override, c.override_look_at),
            override_mouth=_enum(Override, c.override_mouth),
            json=c.json,
        )

    def _to_c(self, keep: Keep) -> abi.Expression:
        c = abi.Expression()
        c.name = keep.text(self.name)
        c.morph_binds = keep.array(abi.MorphBind, [x._to_c(keep) for x in self.morph_binds])
        c.morph_bind_count = len(self.morph_binds)
        c.color_binds = keep.array(abi.ColorBind, [x._to_c(keep) for x in self.color_binds])
        c.color_bind_count = len(self.color_binds)
        c.texture_binds = keep.array(abi.TextureBind, [x._to_c(keep) for x in self.texture_binds])
        c.texture_bind_count = len(self.texture_binds)
        c.preset = self.preset
        c.binary = self.binary
        c.override_blink = self.override_blink
        c.override_look_at = self.override_look_at
        c.override_mouth = self.override_mouth
        c.json = self.json
        return c


@dataclass(frozen=True, kw_only=True)
class CurveKey:
    """A key of a 0.x look-at curve, as Unity has it."""

    time: float
    value: float
    in_tangent: float
    out_tangent: float

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> CurveKey:
        return cls(
            time=c.time,
            value=c.value,
            in_tangent=c.in_tangent,
            out_tangent=c.out_tangent,
        )

    def _to_c(self, keep: Keep) -> abi.CurveKey:
        c = abi.CurveKey()
        c.time = self.time
        c.value = self.value
        c.in_tangent = self.in_tangent
        c.out_tangent = self.out_tangent
        return c


@dataclass(frozen=True, kw_only=True)
class RangeMap:
    """How far the eyes turn for a direction."""

    input_max_degrees: float
    # Degrees for bones, weight for expressions.
    output_scale: float
    # 0.x, when it is not the straight line; else NULL.
    curve: tuple[CurveKey, ...] = ()

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> RangeMap:
        return cls(
            input_max_degrees=c.input_max_degrees,
            output_scale=c.output_scale,
            curve=tuple(CurveKey._from_c(c.curve[i], export) for i in range(c.curve_count)),
        )

    def _to_c(self, keep: Keep) -> abi.RangeMap:
        c = abi.RangeMap()
        c.input_max_degrees = self.input_max_degrees
        c.output_scale = self.output_scale
        c.curve = keep.array(abi.CurveKey, [x._to_c(keep) for x in self.curve])
        c.curve_count = len(self.curve)
        return c


@dataclass(frozen=True, kw_only=True)
class LookAt:
    """How the avatar looks at things."""

    type: LookAtType
    # In the head node's axes.
    offset_from_head: Vec3
    horizontal_inner: RangeMap
    horizontal_outer: RangeMap
    vertical_down: RangeMap
    vertical_up: RangeMap
    json: int = 0

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> LookAt:
        return cls(
            type=_enum(LookAtType, c.type),
            offset_from_head=Vec3._from_c(c.offset_from_head, export),
            horizontal_inner=RangeMap._from_c(c.horizontal_inner, export),
            horizontal_outer=RangeMap._from_c(c.horizontal_outer, export),
            vertical_down=RangeMap._from_c(c.vertical_down, export),
            vertical_up=RangeMap._from_c(c.vertical_up, export),
            json=c.json,
        )

    def _to_c(self, keep: Keep) -> abi.LookAt:
        c = abi.LookAt()
        c.type = self.type
        c.offset_from_head = self.offset_from_head._to_c(keep)
        c.horizontal_inner = self.horizontal_inner._to_c(keep)
        c.horizontal_outer = self.horizontal_outer._to_c(keep)
        c.vertical_down = self.vertical_down._to_c(keep)
        c.vertical_up = self.vertical_up._to_c(keep)
        c.json = self.json
        return c


@dataclass(frozen=True, kw_only=True)
class Collider:
    """A shape that spring joints do not enter, or do not leave."""

    # -1: the collider is disabled.
    node: int
    shape: ColliderShape
    # Node-local, as are tail and normal.
    offset: Vec3
    # Capsules.
    tail: Vec3
    # Planes; unit length.
    normal: Vec3
    radius: float
    json: int = 0

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> Collider:
        return cls(
            node=c.node,
            shape=_enum(ColliderShape, c.shape),
            offset=Vec3._from_c(c.offset, export),
            tail=Vec3._from_c(c.tail, export),
            normal=Vec3._from_c(c.normal, export),
            radius=c.radius,
            json=c.json,
        )

    def _to_c(self, keep: Keep) -> abi.Collider:
        c = abi.Collider()
        c.node = self.node
        c.shape = self.shape
        c.offset = self.offset._to_c(keep)
        c.tail = self.tail._to_c(keep)
        c.normal = self.normal._to_c(keep)
        c.radius = self.radius
        c.json = self.json
        return c


@dataclass(frozen=True, kw_only=True)
class ColliderGroup:
    """Colliders that springs name together."""

    name: str = ""
    colliders: tuple[int, ...] = ()
    json: int = 0

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> ColliderGroup:
        return cls(
            name=_text(c.name),
            colliders=tuple(c.colliders[i] for i in range(c.collider_count)),
            json=c.json,
        )

    def _to_c(self, keep: Keep) -> abi.ColliderGroup:
        c = abi.ColliderGroup()
        c.name = keep.text(self.name)
        c.colliders = keep.array(c_int32, [x for x in self.colliders])
        c.collider_count = len(self.colliders)
        c.json = self.json
        return c


@dataclass(frozen=True, kw_only=True)
class SpringLimit:
    """VRMC_springBone_limit, a draft. Radians."""

    type: LimitType
    # Cone and hinge: 0..pi.
    angle: float
    # Spherical: 0..pi and 0..pi/2.
    pitch: float
    # Spherical: 0..pi and 0..pi/2.
    yaw: float
    rotation: Quat

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> SpringLimit:
        return cls(
            type=_enum(LimitType, c.type),
            angle=c.angle,
            pitch=c.pitch,
            yaw=c.yaw,
            rotation=Quat._from_c(c.rotation, export),
        )

    def _to_c(self, keep: Keep) -> abi.SpringLimit:
        c = abi.SpringLimit()
        c.type = self.type
        c.angle = self.angle
        c.pitch = self.pitch
        c.yaw = self.yaw
        c.rotation = self.rotation._to_c(keep)
        return c


@dataclass(frozen=True, kw_only=True)
class SpringJoint:
    """A joint of a spring."""

    # -1: the virtual tail that 0.x and the draft add behind a last bone.
    node: int
    # Where node is -1: that tail, in the previous joint's local space.
    end_offset: Vec3
    hit_radius: float
    stiffness: float
    gravity_power: float
    # World space of the file (a 0.x file faces -Z); not normalized.
    gravity_dir: Vec3
    drag_force: float
    limit: SpringLimit
    # The joint; for 0.x and the draft its bone group.
    json: int = 0

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> SpringJoint:
        return cls(
            node=c.node,
            end_offset=Vec3._from_c(c.end_offset, export),
            hit_radius=c.hit_radius,
            stiffness=c.stiffness,
            gravity_power=c.gravity_power,
            gravity_dir=Vec3._from_c(c.gravity_dir, export),
            drag_force=c.drag_force,
            limit=SpringLimit._from_c(c.limit, export),
            json=c.json,
        )

    def _to_c(self, keep: Keep) -> abi.SpringJoint:
        c = abi.SpringJoint()
        c.node = self.node
        c.end_offset = self.end_offset._to_c(keep)
        c.hit_radius = self.hit_radius
        c.stiffness = self.stiffness
        c.gravity_power = self.gravity_power
        c.gravity_dir = self.gravity_dir._to_c(keep)
        c.drag_force = self.drag_force
        c.limit = self.limit._to_c(keep)
        c.json = self.json
        return c


@dataclass(frozen=True, kw_only=True)
class Spring:
    """A chain. joints[i] is an ancestor of joints[i + 1]; the last joint is only a tail. A chain with
    fewer than two joints is inert. No node turns in two chains; in 0.x and the draft the tail of
    one chain may be the first joint of another.
    """

    name: str = ""
    joints: tuple[SpringJoint, ...] = ()
    collider_groups: tuple[int, ...] = ()
    # Node; -1: world.
    center: int
    json: int = 0

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> Spring:
        return cls(
            name=_text(c.name),
            joints=tuple(SpringJoint._from_c(c.joints[i], export) for i in range(c.joint_count)),
            collider_groups=tuple(c.collider_groups[i] for i in range(c.collider_group_count)),
            center=c.center,
            json=c.json,
        )

    def _to_c(self, keep: Keep) -> abi.Spring:
        c = abi.Spring()
        c.name = keep.text(self.name)
        c.joints = keep.array(abi.SpringJoint, [x._to_c(keep) for x in self.joints])
        c.joint_count = len(self.joints)
        c.collider_groups = keep.array(c_int32, [x for x in self.collider_groups])
        c.collider_group_count = len(self.collider_groups)
        c.center = self.center
        c.json = self.json
        return c


@dataclass(frozen=True, kw_only=True)
class SpringBones:
    """All springs of the file, with their colliders."""

    # Indices are those of the file for 1.0 and beta.
    colliders: tuple[Collider, ...] = ()
    collider_groups: tuple[ColliderGroup, ...] = ()
    springs: tuple[Spring, ...] = ()
    json: int = 0

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> SpringBones:
        return cls(
            colliders=tuple(Collider._from_c(c.colliders[i], export) for i in range(c.collider_count)),
            collider_groups=tuple(ColliderGroup._from_c(c.collider_groups[i], export) for i in range(c.collider_group_count)),
            springs=tuple(Spring._from_c(c.springs[i], export) for i in range(c.spring_count)),
            json=c.json,
        )

    def _to_c(self, keep: Keep) -> abi.SpringBones:
        c = abi.SpringBones()
        c.colliders = keep.array(abi.Collider, [x._to_c(keep) for x in self.colliders])
        c.collider_count = len(self.colliders)
        c.collider_groups = keep.array(abi.ColliderGroup, [x._to_c(keep) for x in self.collider_groups])
        c.collider_group_count = len(self.collider_groups)
        c.springs = keep.array(abi.Spring, [x._to_c(keep) for x in self.springs])
        c.spring_count = len(self.springs)
        c.json = self.json
        return c


@dataclass(frozen=True, kw_only=True)
class Constraint:
    """A VRMC_node_constraint."""

    # The destination.
    node: int
    source: int
    type: ConstraintType
    # Roll: a positive one. Rotation: unused.
    axis: Axis
    # 0..1.
    weight: float
    # The VRMC_node_constraint object.
    json: int = 0

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> Constraint:
        return cls(
            node=c.node,
            source=c.source,
            type=_enum(ConstraintType, c.type),
            axis=_enum(Axis, c.axis),
            weight=c.weight,
            json=c.json,
        )

    def _to_c(self, keep: Keep) -> abi.Constraint:
        c = abi.Constraint()
        c.node = self.node
        c.source = self.source
        c.type = self.type
        c.axis = self.axis
        c.weight = self.weight
        c.json = self.json
        return c


@dataclass(frozen=True, kw_only=True)
class Mtoon:
    """MToon 1.0; 0.x values are mapped (docs/migrate.md). Colours are linear, speeds per second,
    rotation in radians, widths in metres or as a part of the screen's height.
    """

    shade_multiply_texture: TextureInfo
    shading_shift_texture: TextureInfo
    matcap_texture: TextureInfo
    rim_multiply_texture: TextureInfo
    outline_width_multiply_texture: TextureInfo
    uv_animation_mask_texture: TextureInfo
    shade_color_factor: Vec3
    shading_shift_factor: float
    # shadingShiftTexture.scale.
    shading_shift_scale: float
    shading_toony_factor: float
    gi_equalization_factor: float
    matcap_factor: Vec3
    parametric_rim_color_factor: Vec3
    parametric_rim_fresnel_power_factor: float
    parametric_rim_lift_factor: float
    rim_lighting_mix_factor: float
    outline_width_mode: OutlineMode
    outline_width_factor: float
    outline_color_factor: Vec3
    outline_lighting_mix_factor: float
    uv_animation_scroll_x_speed_factor: float
    uv_animation_scroll_y_speed_factor: float
    uv_animation_rotation_speed_factor: float
    # Clamped to what the alpha mode allows.
    render_queue_offset: int
    json: int = 0
    transparent_with_z_write: bool

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> Mtoon:
        return cls(
            shade_multiply_texture=TextureInfo._from_c(c.shade_multiply_texture, export),
            shading_shift_texture=TextureInfo._from_c(c.shading_shift_texture, export),
            matcap_texture=TextureInfo._from_c(c.matcap_texture, export),
            rim_multiply_texture=TextureInfo._from_c(c.rim_multiply_texture, export),
            outline_width_multiply_texture=TextureInfo._from_c(c.outline_width_multiply_texture, export),
            uv_animation_mask_texture=TextureInfo._from_c(c.uv_animation_mask_texture, export),
            shade_color_factor=Vec3._from_c(c.shade_color_factor, export),
            shading_shift_factor=c.shading_shift_factor,
            shading_shift_scale=c.shading_shift_scale,
            shading_toony_factor=c.shading_toony_factor,
            gi_equalization_factor=c.gi_equalization_factor,
            matcap_factor=Vec3._from_c(c.matcap_factor, export),
            parametric_rim_color_factor=Vec3._from_c(c.parametric_rim_color_factor, export),
            parametric_rim_fresnel_power_factor=c.parametric_rim_fresnel_power_factor,
            parametric_rim_lift_factor=c.parametric_rim_lift_factor,
            rim_lighting_mix_factor=c.rim_lighting_mix_factor,
            outline_width_mode=_enum(OutlineMode, c.outline_width_mode),
            outline_width_factor=c.outline_width_factor,
            outline_color_factor=Vec3._from_c(c.outline_color_factor, export),
            outline_lighting_mix_factor=c.outline_lighting_mix_factor,
            uv_animation_scroll_x_speed_factor=c.uv_animation_scroll_x_speed_factor,
            uv_animation_scroll_y_speed_factor=c.uv_animation_scroll_y_speed_factor,
            uv_animation_rotation_speed_factor=c.uv_animation_rotation_speed_factor,
            render_queue_offset=c.render_queue_offset,
            json=c.json,
            transparent_with_z_write=c.transparent_with_z_write,
        )

    def _to_c(self, keep: Keep) -> abi.Mtoon:
        c = abi.Mtoon()
        c.shade_multiply_texture = self.shade_multiply_texture._to_c(keep)
        c.shading_shift_texture = self.shading_shift_texture._to_c(keep)
        c.matcap_texture = self.matcap_texture._to_c(keep)
        c.rim_multiply_texture = self.rim_multiply_texture._to_c(keep)
        c.outline_width_multiply_texture = self.outline_width_multiply_texture._to_c(keep)
        c.uv_animation_mask_texture = self.uv_animation_mask_texture._to_c(keep)
        c.shade_color_factor = self.shade_color_factor._to_c(keep)
        c.shading_shift_factor = self.shading_shift_factor
        c.shading_shift_scale = self.shading_shift_scale
        c.shading_toony_factor = self.shading_toony_factor
        c.gi_equalization_factor = self.gi_equalization_factor
        c.matcap_factor = self.matcap_factor._to_c(keep)
        c.parametric_rim_color_factor = self.parametric_rim_color_factor._to_c(keep)
        c.parametric_rim_fresnel_power_factor = self.parametric_rim_fresnel_power_factor
        c.parametric_rim_lift_factor = self.parametric_rim_lift_factor
        c.rim_lighting_mix_factor = self.rim_lighting_mix_factor
        c.outline_width_mode = self.outline_width_mode
        c.outline_width_factor = self.outline_width_factor
        c.outline_color_factor = self.outline_color_factor._to_c(keep)
        c.outline_lighting_mix_factor = self.outline_lighting_mix_factor
        c.uv_animation_scroll_x_speed_factor = self.uv_animation_scroll_x_speed_factor
        c.uv_animation_scroll_y_speed_factor = self.uv_animation_scroll_y_speed_factor
        c.uv_animation_rotation_speed_factor = self.uv_animation_rotation_speed_factor
        c.render_queue_offset = self.render_queue_offset
        c.json = self.json
        c.transparent_with_z_write = self.transparent_with_z_write
        return c


@dataclass(frozen=True, kw_only=True)
class Surface:
    """How a material is to be drawn, whatever the dialect: the glTF material as the VRM extensions (or
    0.x materialProperties) change it.
    """

    kind: SurfaceKind
    # The document's own, or a copy with VRM's changes: base
    #                                        colour, textures, alpha mode, emission with its strength.
    material: Material | None = None
    # NULL unless kind is VRM_SURFACE_MTOON.
    mtoon: Mtoon | None = None

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> Surface:
        return cls(
            kind=_enum(SurfaceKind, c.kind),
            material=Material._from_c(c.material[0], export) if c.material else None,
            mtoon=Mtoon._from_c(c.mtoon[0], export) if c.mtoon else None,
        )

    def _to_c(self, keep: Keep) -> abi.Surface:
        c = abi.Surface()
        c.kind = self.kind
        if self.material is not None:
            c.material = keep.array(abi.Material, [self.material._to_c(keep)])
        if self.mtoon is not None:
            c.mtoon = keep.array(abi.Mtoon, [self.mtoon._to_c(keep)])
        return c


@dataclass(frozen=True, kw_only=True)
class TextureUse:
    """How the texture of a slot is read."""

    # Its colours are sRGB and are sampled to linear; else data as they are.
    is_srgb: bool
    # The one channel that is used, 0 red to 3 alpha; -1: several.
    channel: int
    # What an absent texture samples as.
    unset: Vec4

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> TextureUse:
        return cls(
            is_srgb=c.is_srgb,
            channel=c.channel,
            unset=Vec4._from_c(c.unset, export),
        )


@dataclass(frozen=True, kw_only=True)
class ClipExpression:
    """An expression that a VRM animation drives."""

    name: str = ""
    preset: ExpressionPreset
    # Its translation's x is the weight.
    node: int

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> ClipExpression:
        return cls(
            name=_text(c.name),
            preset=_enum(ExpressionPreset, c.preset),
            node=c.node,
        )


@dataclass(frozen=True, kw_only=True)
class ClipInfo:
    """The content of VRMC_vrm_animation of a .vrma file; the motion itself is in the glTF animations.
    Bones and expressions that an animation may not have (eyes, look presets) are left out.
    """

    spec_version: str = ""
    has_humanoid: bool
    # Nodes; -1 none.
    bones: tuple[int, ...]
    expressions: tuple[ClipExpression, ...] = ()
    look_at_node: int
    has_look_at_offset: bool
    look_at_offset: Vec3
    json: int = 0

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> ClipInfo:
        return cls(
            spec_version=_text(c.spec_version),
            has_humanoid=c.has_humanoid,
            bones=tuple(x for x in c.bones),
            expressions=tuple(ClipExpression._from_c(c.expressions[i], export) for i in range(c.expression_count)),
            look_at_node=c.look_at_node,
            has_look_at_offset=c.has_look_at_offset,
            look_at_offset=Vec3._from_c(c.look_at_offset, export),
            json=c.json,
        )


@dataclass(frozen=True, kw_only=True)
class PackNode:
    """A node; parents come first."""

    # Index in the document.
    file_node: int
    # -1: the avatar's root. Always below the node's own index.
    parent: int
    rest: Transform

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> PackNode:
        return cls(
            file_node=c.file_node,
            parent=c.parent,
            rest=Transform._from_c(c.rest, export),
        )


@dataclass(frozen=True, kw_only=True)
class PackBone:
    """How a bone of the humanoid maps to a node."""

    # -1: the avatar does not have it.
    node: int
    # vrm_Bone by the specification, or VRM_BONE_NONE.
    parent: int
    # local = parent_inverse * normalized * world
    parent_inverse: Quat
    # local = parent_inverse * normalized * world
    world: Quat

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> PackBone:
        return cls(
            node=c.node,
            parent=c.parent,
            parent_inverse=Quat._from_c(c.parent_inverse, export),
            world=Quat._from_c(c.world, export),
        )


@dataclass(frozen=True, kw_only=True)
class PackExpression:
    """An expression: its binds, and what it holds back."""

    # vrm_Category
    category: int
    # vrm_BinaryRule
    binary: int
    # vrm_Override by vrm_Category
    overrides: tuple[int, ...]
    first_morph_bind: int
    morph_bind_count: int
    first_value_bind: int
    value_bind_count: int

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> PackExpression:
        return cls(
            category=c.category,
            binary=c.binary,
            overrides=tuple(x for x in c.overrides),
            first_morph_bind=c.first_morph_bind,
            morph_bind_count=c.morph_bind_count,
            first_value_bind=c.first_value_bind,
            value_bind_count=c.value_bind_count,
        )


@dataclass(frozen=True, kw_only=True)
class PackMorphBind:
    """weight * the expression's weight is added to a morph."""

    # Into `reached_morphs`.
    reached: int
    weight: float

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> PackMorphBind:
        return cls(
            reached=c.reached,
            weight=c.weight,
        )


@dataclass(frozen=True, kw_only=True)
class PackValueBind:
    """delta * the expression's weight is added to a value of a material."""

    # Into `value_bases`.
    value: int
    delta: Vec4

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> PackValueBind:
        return cls(
            value=c.value,
            delta=Vec4._from_c(c.delta, export),
        )


@dataclass(frozen=True, kw_only=True)
class PackRangeMap:
    """A range map of the gaze."""

    input_max_degrees: float
    output_scale: float
    # Into `curve_keys`; 0: a straight line.
    first_key: int
    # Into `curve_keys`; 0: a straight line.
    key_count: int

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> PackRangeMap:
        return cls(
            input_max_degrees=c.input_max_degrees,
            output_scale=c.output_scale,
            first_key=c.first_key,
            key_count=c.key_count,
        )


@dataclass(frozen=True, kw_only=True)
class PackLookAt:
    """The avatar's gaze."""

    # vrm_LookAtType
    is_present: int
    # vrm_LookAtType
    type: int
    # In the head's axes.
    offset: Vec3
    # Node; -1: no head.
    head: int
    # Head's world rotation * this is the look-at space.
    to_forward: Quat
    inner: PackRangeMap
    outer: PackRangeMap
    down: PackRangeMap
    up: PackRangeMap
    # Left, right; vrm_Bone, -1 when absent.
    eye_bones: tuple[int, ...]
    # Up, down, left, right; -1 when absent.
    expressions: tuple[int, ...]

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> PackLookAt:
        return cls(
            is_present=c.is_present,
            type=c.type,
            offset=Vec3._from_c(c.offset, export),
            head=c.head,
            to_forward=Quat._from_c(c.to_forward, export),
            inner=PackRangeMap._from_c(c.inner, export),
            outer=PackRangeMap._from_c(c.outer, export),
            down=PackRangeMap._from_c(c.down, export),
            up=PackRangeMap._from_c(c.up, export),
            eye_bones=tuple(x for x in c.eye_bones),
            expressions=tuple(x for x in c.expressions),
        )


@dataclass(frozen=True, kw_only=True)
class PackConstraint:
    """A node constraint."""

    node: int
    source: int
    # vrm_ConstraintType
    type: int
    weight: float
    rest: Quat
    # Rotation: before * s. Roll: before * s * after.
    before: Quat
    # Rotation: before * s. Roll: before * s * after.
    after: Quat
    # Roll: the axis. Aim: rest . axis, in the parent's space.
    axis: Vec3

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> PackConstraint:
        return cls(
            node=c.node,
            source=c.source,
            type=c.type,
            weight=c.weight,
            rest=Quat._from_c(c.rest, export),
            before=Quat._from_c(c.before, export),
            after=Quat._from_c(c.after, export),
            axis=Vec3._from_c(c.axis, export),
        )


@dataclass(frozen=True, kw_only=True)
class PackPair:
    """A joint of a spring that turns, and the point that it points at."""

    node: int
    # Node; -1: a point that no node marks.
    tail: int
    # Of vrm_rig_spring_joint().
    joint: int
    # The tail is a child of the node, so the bone's length is `length`; and the next pair of the
    # chain, if any, is that child. Otherwise there are nodes between the two, which keep their
    # local transforms.
    is_direct: int
    rest: Quat
    swing: Quat
    # Rest direction of the tail in the parent's space.
    direction: Vec3
    # From node to tail in the node's space.
    length: float
    # gravityPower * gravityDir
    gravity: Vec3
    stiffness: float
    # 1 - dragForce
    keep: float
    radius: float
    # Of the node at rest.
    scale: float
    # Direction of the tail in the node's space.
    axis: Vec3
    # vrm_LimitType
    limit: int
    limit_frame: Quat
    limit_cosine: float
    limit_sine: float
    limit_pitch: float
    limit_yaw: float

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> PackPair:
        return cls(
            node=c.node,
            tail=c.tail,
            joint=c.joint,
            is_direct=c.is_direct,
            rest=Quat._from_c(c.rest, export),
            swing=Quat._from_c(c.swing, export),
            direction=Vec3._from_c(c.direction, export),
            length=c.length,
            gravity=Vec3._from_c(c.gravity, export),
            stiffness=c.stiffness,
            keep=c.keep,
            radius=c.radius,
            scale=c.scale,
            axis=Vec3._from_c(c.axis, export),
            limit=c.limit,
            limit_frame=Quat._from_c(c.limit_frame, export),
            limit_cosine=c.limit_cosine,
            limit_sine=c.limit_sine,
            limit_pitch=c.limit_pitch,
            limit_yaw=c.limit_yaw,
        )


@dataclass(frozen=True, kw_only=True)
class PackChain:
    """A spring: pairs from the root to the tip."""

    first_pair: int
    pair_count: int
    # Node above the first pair; -1: the root.
    parent: int
    # Node; -1: world.
    center: int
    # Into `collider_refs`.
    first_collider: int
    # Into `collider_refs`.
    collider_count: int

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> PackChain:
        return cls(
            first_pair=c.first_pair,
            pair_count=c.pair_count,
            parent=c.parent,
            center=c.center,
            first_collider=c.first_collider,
            collider_count=c.collider_count,
        )


@dataclass(frozen=True, kw_only=True)
class PackCollider:
    """A collider of springs."""

    node: int
    # vrm_PackColliderKind
    kind: int
    offset: Vec3
    # Capsules: tail - offset. Planes: the normal.
    along: Vec3
    radius: float

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> PackCollider:
        return cls(
            node=c.node,
            kind=c.kind,
            offset=Vec3._from_c(c.offset, export),
            along=Vec3._from_c(c.along, export),
            radius=c.radius,
        )


@dataclass(frozen=True, kw_only=True)
class PackWave:
    """Chains that do not depend on each other. Before they run, the world transforms of the wave's
    nodes are computed with the rotations of earlier waves, and its colliders are transformed to
    world space.
    """

    first_chain: int
    chain_count: int
    # Into `wave_nodes`.
    first_node: int
    # Into `wave_nodes`.
    node_count: int
    # Into `wave_colliders`.
    first_collider: int
    # Into `wave_colliders`.
    collider_count: int

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> PackWave:
        return cls(
            first_chain=c.first_chain,
            chain_count=c.chain_count,
            first_node=c.first_node,
            node_count=c.node_count,
            first_collider=c.first_collider,
            collider_count=c.collider_count,
        )


@dataclass(frozen=True, kw_only=True)
class RigPack:
    """A rig as arrays: one block of memory, independent of the rig."""

    # VRM_PACK_VERSION
    version: int
    # A scale is not uniform, or too large to be multiplied safely.
    is_general: bool
    # Springs whose colliders or centers are below the chain that reads them,
    #                            or chains that depend on each other in a circle.
    has_circles: bool
    override_damps_eye_bones: bool
    # +1 or -1, vrm_rig_facing()
    facing: int
    # Nodes that springs turn and all below them come last, from `body_count` on.
    body_count: int
    nodes: tuple[PackNode, ...] = ()
    bones: tuple[PackBone, ...]
    # Nodes from a root to the parent of the hips.
    hips_chain: tuple[int, ...] = ()
    # Rest position of the hips in model space.
    hips_rest_model: Vec3
    expressions: tuple[PackExpression, ...] = ()
    morph_binds: tuple[PackMorphBind, ...] = ()
    value_binds: tuple[PackValueBind, ...] = ()
    morph_count: int
    reached_count: int
    value_count: int
    # By morph.
    rest_morphs: float | None = None
    # Index into `rest_morphs` of each morph that an expression
    #                                         binds.
    reached_morphs: int | None = None
    value_bases: Vec4 | None = None
    look_at: PackLookAt
    curve_keys: tuple[CurveKey, ...] = ()
    # Nodes from a root to the head.
    head_chain: tuple[int, ...] = ()
    constraints: tuple[PackConstraint, ...] = ()
    # In the order in which they run: >= 0 the constraint of that index; negative: the node ~step is
    # posed, because an aim reads it.
    constraint_steps: tuple[int, ...] = ()
    palette_count: int
    # Node of each joint; -1: the root itself.
    palette_nodes: int | None = None
    inverse_binds: tuple[float, ...] | None = None
    joint_count: int
    pairs: tuple[PackPair, ...] = ()
    chains: tuple[PackChain, ...] = ()
    waves: tuple[PackWave, ...] = ()
    colliders: tuple[PackCollider, ...] = ()
    # Into `colliders`.
    collider_refs: tuple[int, ...] = ()
    wave_nodes: tuple[int, ...] = ()
    wave_colliders: tuple[int, ...] = ()
    # Body nodes that chains, colliders and centers are attached to.
    anchors: tuple[int, ...] = ()

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> RigPack:
        return cls(
            version=c.version,
            is_general=c.is_general,
            has_circles=c.has_circles,
            override_damps_eye_bones=c.override_damps_eye_bones,
            facing=c.facing,
            body_count=c.body_count,
            nodes=tuple(PackNode._from_c(c.nodes[i], export) for i in range(c.node_count)),
            bones=tuple(PackBone._from_c(x, export) for x in c.bones),
            hips_chain=tuple(c.hips_chain[i] for i in range(c.hips_chain_count)),
            hips_rest_model=Vec3._from_c(c.hips_rest_model, export),
            expressions=tuple(PackExpression._from_c(c.expressions[i], export) for i in range(c.expression_count)),
            morph_binds=tuple(PackMorphBind._from_c(c.morph_binds[i], export) for i in range(c.morph_bind_count)),
            value_binds=tuple(PackValueBind._from_c(c.value_binds[i], export) for i in range(c.value_bind_count)),
            morph_count=c.morph_count,
            reached_count=c.reached_count,
            value_count=c.value_count,
            rest_morphs=c.rest_morphs[0] if c.rest_morphs else None,
            reached_morphs=c.reached_morphs[0] if c.reached_morphs else None,
            value_bases=Vec4._from_c(c.value_bases[0], export) if c.value_bases else None,
            look_at=PackLookAt._from_c(c.look_at, export),
            curve_keys=tuple(CurveKey._from_c(c.curve_keys[i], export) for i in range(c.curve_key_count)),
            head_chain=tuple(c.head_chain[i] for i in range(c.head_chain_count)),
            constraints=tuple(PackConstraint._from_c(c.constraints[i], export) for i in range(c.constraint_count)),
            constraint_steps=tuple(c.constraint_steps[i] for i in range(c.constraint_step_count)),
            palette_count=c.palette_count,
            palette_nodes=c.palette_nodes[0] if c.palette_nodes else None,
            inverse_binds=tuple([x for row in c.inverse_binds[0].rows for x in (row.x, row.y, row.z, row.w)]) if c.inverse_binds else None,
            joint_count=c.joint_count,
            pairs=tuple(PackPair._from_c(c.pairs[i], export) for i in range(c.pair_count)),
            chains=tuple(PackChain._from_c(c.chains[i], export) for i in range(c.chain_count)),
            waves=tuple(PackWave._from_c(c.waves[i], export) for i in range(c.wave_count)),
            colliders=tuple(PackCollider._from_c(c.colliders[i], export) for i in range(c.collider_count)),
            collider_refs=tuple(c.collider_refs[i] for i in range(c.collider_ref_count)),
            wave_nodes=tuple(c.wave_nodes[i] for i in range(c.wave_node_count)),
            wave_colliders=tuple(c.wave_colliders[i] for i in range(c.wave_collider_count)),
            anchors=tuple(c.anchors[i] for i in range(c.anchor_count)),
        )


@dataclass(frozen=True, kw_only=True)
class PackTrack:
    """A track of a clip."""

    target: int
    index: int
    # vrm_Interpolation
    interpolation: int
    timeline: int
    # Into `keys`; cubic tracks have three for each time.
    first_key: int

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> PackTrack:
        return cls(
            target=c.target,
            index=c.index,
            interpolation=c.interpolation,
            timeline=c.timeline,
            first_key=c.first_key,
        )


@dataclass(frozen=True, kw_only=True)
class PackTimeline:
    """Times that tracks share."""

    # Into `times`.
    first_time: int
    # Into `times`.
    key_count: int

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> PackTimeline:
        return cls(
            first_time=c.first_time,
            key_count=c.key_count,
        )


@dataclass(frozen=True, kw_only=True)
class ClipPack:
    """A VRM animation as arrays."""

    version: int
    duration: float
    # Rest position of the hips in the clip's own skeleton.
    hips_rest: Vec3
    timelines: tuple[PackTimeline, ...] = ()
    times: tuple[float, ...] = ()
    tracks: tuple[PackTrack, ...] = ()
    keys: tuple[Vec4, ...] = ()

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> ClipPack:
        return cls(
            version=c.version,
            duration=c.duration,
            hips_rest=Vec3._from_c(c.hips_rest, export),
            timelines=tuple(PackTimeline._from_c(c.timelines[i], export) for i in range(c.timeline_count)),
            times=tuple(c.times[i] for i in range(c.time_count)),
            tracks=tuple(PackTrack._from_c(c.tracks[i], export) for i in range(c.track_count)),
            keys=tuple(Vec4._from_c(c.keys[i], export) for i in range(c.key_count)),
        )


@dataclass(frozen=True, kw_only=True)
class RecordStats:
    """Counts and sizes of a recording."""

    frames: int
    channels: int
    seconds: float
    # Of all channels together.
    source_keys: int
    # Of all channels together.
    kept_keys: int
    # The same in bytes of key data.
    source_bytes: int
    # The same in bytes of key data.
    kept_bytes: int

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> RecordStats:
        return cls(
            frames=c.frames,
            channels=c.channels,
            seconds=c.seconds,
            source_keys=c.source_keys,
            kept_keys=c.kept_keys,
            source_bytes=c.source_bytes,
            kept_bytes=c.kept_bytes,
        )


@dataclass(frozen=True, kw_only=True)
class RenderStats:
    """Counted since the renderer was created, except those of the last frame."""

    # Of the last frame; instances count each.
    draw_calls: int
    # Of the last frame; instances count each.
    triangles: int
    # Of the last frame: palettes, weights, lines.
    uploaded_bytes: int
    # Buffers and textures that exist now, mip maps included.
    gpu_bytes: int
    # Shader programs compiled so far.
    programs: int
    # That exist now.
    textures: int
    # That exist now.
    buffers: int

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> RenderStats:
        return cls(
            draw_calls=c.draw_calls,
            triangles=c.triangles,
            uploaded_bytes=c.uploaded_bytes,
            gpu_bytes=c.gpu_bytes,
            programs=c.programs,
            textures=c.textures,
            buffers=c.buffers,
        )


@dataclass(frozen=True, kw_only=True)
class Line:
    """A line in world space; colour sRGB, alpha not multiplied in."""

    from_: Vec3
    to: Vec3
    color: Vec4

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> Line:
        return cls(
            from_=Vec3._from_c(c.from_, export),
            to=Vec3._from_c(c.to, export),
            color=Vec4._from_c(c.color, export),
        )

    def _to_c(self, keep: Keep) -> abi.Line:
        c = abi.Line()
        c.from_ = self.from_._to_c(keep)
        c.to = self.to._to_c(keep)
        c.color = self.color._to_c(keep)
        return c


@dataclass(frozen=True, kw_only=True)
class Finding:
    """One finding. Strings live as long as the report."""

    # "SPRING_CENTER_NOT_ANCESTOR": stable, documented, greppable.
    code: str = ""
    # "/extensions/VRMC_springBone/springs/3/center"; "" is the root.
    pointer: str = ""
    # One sentence for a person.
    message: str = ""
    # Into the file for container findings, else into the JSON text;
    #                                VRM_NO_OFFSET when the finding has no position.
    byte_offset: int
    severity: Severity

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> Finding:
        return cls(
            code=_text(c.code),
            pointer=_text(c.pointer),
            message=_text(c.message),
            byte_offset=c.byte_offset,
            severity=_enum(Severity, c.severity),
        )


@dataclass(frozen=True, kw_only=True)
class BoneAxes:
    """The frame in which a bone bends, in model space at rest: `along` points to the bone's tail,
    `hinge` is the fixed axis of the 2019 draft's table made orthogonal to it, `across` = `along` x
    `hinge`. The table is read for an avatar that faces +Z (docs/spec-notes.md); a file that faces
    -Z gets its frame turned with it. False for eyes and jaw, for absent bones, and where along and
    hinge would be parallel.
    """

    along: Vec3
    hinge: Vec3
    across: Vec3

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> BoneAxes:
        return cls(
            along=Vec3._from_c(c.along, export),
            hinge=Vec3._from_c(c.hinge, export),
            across=Vec3._from_c(c.across, export),
        )


@dataclass(frozen=True, kw_only=True)
class ExpressionInfo:
    """What a rig knows of an expression."""

    name: str = ""
    preset: ExpressionPreset
    category: Category
    binary: BinaryRule

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> ExpressionInfo:
        return cls(
            name=_text(c.name),
            preset=_enum(ExpressionPreset, c.preset),
            category=_enum(Category, c.category),
            binary=_enum(BinaryRule, c.binary),
        )


@dataclass(frozen=True, kw_only=True)
class MaterialValue:
    """A value of a material that some expression changes. The texture transform of the matcap is never
    changed.
    """

    material: int
    kind: MaterialValueKind
    # For VRM_VALUE_COLOR.
    color: ColorTarget
    # For VRM_VALUE_TEXTURE; the base colour's slot is always there.
    texture: TextureSlot
    # The file's value, valid while all expressions are 0. Colours
    #                                   linear, alpha 1 where the target has none; emission without its
    #                                   strength, which multiplies afterwards.
    base: Vec4

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> MaterialValue:
        return cls(
            material=c.material,
            kind=_enum(MaterialValueKind, c.kind),
            color=_enum(ColorTarget, c.color),
            texture=_enum(TextureSlot, c.texture),
            base=Vec4._from_c(c.base, export),
        )


@dataclass(frozen=True, kw_only=True)
class RigConstraint:
    """A node constraint as the rig runs it."""

    node: int
    source: int
    type: ConstraintType
    weight: float

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> RigConstraint:
        return cls(
            node=c.node,
            source=c.source,
            type=_enum(ConstraintType, c.type),
            weight=c.weight,
        )


@dataclass(frozen=True, kw_only=True)
class MeshNode:
    """A node with a mesh."""

    # skin -1: rigid.
    node: int
    # skin -1: rigid.
    mesh: int
    # skin -1: rigid.
    skin: int
    # Targets of the mesh.
    morph_count: int
    # Place of its weights in vrm_avatar_morphs().
    first_morph: int
    # `auto` with a skin that reaches the head: the first-person
    #                                         camera draws vrm_first_person_indices().
    is_split_in_first_person: bool
    first_person: FirstPersonType

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> MeshNode:
        return cls(
            node=c.node,
            mesh=c.mesh,
            skin=c.skin,
            morph_count=c.morph_count,
            first_morph=c.first_morph,
            is_split_in_first_person=c.is_split_in_first_person,
            first_person=_enum(FirstPersonType, c.first_person),
        )


@dataclass(frozen=True, kw_only=True)
class RigSkin:
    """A skin's part of the joint matrices."""

    # Place of its matrices in vrm_avatar_palettes().
    first_joint: int
    # Nodes; -1 where the file's index was no node.
    joints: tuple[int, ...] = ()
    # One for each joint.
    inverse_binds: tuple[tuple[float, ...], ...] = ()

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> RigSkin:
        return cls(
            first_joint=c.first_joint,
            joints=tuple(c.joints[i] for i in range(c.joint_count)),
            inverse_binds=tuple(tuple([x for row in c.inverse_binds[i].rows for x in (row.x, row.y, row.z, row.w)]) for i in range(c.joint_count)),
        )


@dataclass(frozen=True, kw_only=True)
class BudgetUse:
    """What the last vrm_sim_step_within() decided."""

    # Units that a step costs at these levels, over all workers.
    work: float
    # The same with full springs for all.
    work_wanted: float
    work_allowed: float
    # Avatars at each level of their springs.
    full_count: int
    # Avatars at each level of their springs.
    half_count: int
    # Avatars at each level of their springs.
    held_count: int

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> BudgetUse:
        return cls(
            work=c.work,
            work_wanted=c.work_wanted,
            work_allowed=c.work_allowed,
            full_count=c.full_count,
            half_count=c.half_count,
            held_count=c.held_count,
        )


@dataclass(frozen=True, kw_only=True)
class SpringSettings:
    """How a joint sways. Clamped where it is used: numbers that are not finite count as 0, stiffness
    and radius are at least 0, drag is 0..1, all are at most 1e6.
    """

    # Force towards the rest direction.
    stiffness: float
    # Times gravity_dir: force in world space.
    gravity_power: float
    gravity_dir: Vec3
    # Fraction of the motion that is lost in a step, 0..1.
    drag_force: float
    # Metres, at scale 1.
    hit_radius: float

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> SpringSettings:
        return cls(
            stiffness=c.stiffness,
            gravity_power=c.gravity_power,
            gravity_dir=Vec3._from_c(c.gravity_dir, export),
            drag_force=c.drag_force,
            hit_radius=c.hit_radius,
        )

    def _to_c(self, keep: Keep) -> abi.SpringSettings:
        c = abi.SpringSettings()
        c.stiffness = self.stiffness
        c.gravity_power = self.gravity_power
        c.gravity_dir = self.gravity_dir._to_c(keep)
        c.drag_force = self.drag_force
        c.hit_radius = self.hit_radius
        return c


@dataclass(frozen=True, kw_only=True)
class SpringJointInfo:
    """A joint that may turn: every joint of a spring but its last."""

    # Numbers in vrm_SpringBones.
    spring: int
    # Numbers in vrm_SpringBones.
    joint: int
    # The head: the node that turns.
    node: int
    # The node that it points at; -1: a point without a node.
    tail: int
    # Node in whose space inertia is measured; -1: world.
    center: int
    # Colliders that it is tested against.
    collider_count: int
    # False: too short to have a direction, or disabled because of an
    #                                  invalid joint.
    moves: bool
    # The tail at rest, in the head's space.
    tail_local: Vec3
    settings: SpringSettings

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> SpringJointInfo:
        return cls(
            spring=c.spring,
            joint=c.joint,
            node=c.node,
            tail=c.tail,
            center=c.center,
            collider_count=c.collider_count,
            moves=c.moves,
            tail_local=Vec3._from_c(c.tail_local, export),
            settings=SpringSettings._from_c(c.settings, export),
        )


@dataclass(frozen=True, kw_only=True)
class Viewpoint:
    """A camera: `view` maps world to camera space, in which the camera looks along -Z; `projection`
    maps camera to clip space as in glTF.
    """

    # World.
    eye: Vec3
    # World.
    target: Vec3
    # World.
    up: Vec3
    # Metres.
    z_near: float
    # Metres.
    z_far: float
    view: tuple[float, ...]
    projection: tuple[float, ...]

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> Viewpoint:
        return cls(
            eye=Vec3._from_c(c.eye, export),
            target=Vec3._from_c(c.target, export),
            up=Vec3._from_c(c.up, export),
            z_near=c.z_near,
            z_far=c.z_far,
            view=tuple(c.view.m),
            projection=tuple(c.projection.m),
        )


@dataclass(frozen=True, kw_only=True)
class Rule:
    """A rule of the table behind all findings."""

    code: str = ""
    severity: Severity
    # Where the specification says so.
    place: str = ""
    # What it means and what to do.
    text: str = ""

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> Rule:
        return cls(
            code=_text(c.code),
            severity=_enum(Severity, c.severity),
            place=_text(c.place),
            text=_text(c.text),
        )


@dataclass(frozen=True, kw_only=True)
class VmcStats:
    """Since the receiver was made."""

    packets: int
    # Well-formed OSC messages, whatever they say.
    messages: int
    # Bones and roots among the messages that were accepted.
    poses: int
    # Values that were accepted.
    expressions: int
    # Messages that are not used here: cameras, devices, buttons.
    others: int
    # Packets with a part that is not OSC: truncated, oversized,
    #                                     malformed.
    refused_packets: int
    # Known addresses with wrong arguments, or numbers that are not
    #                                     finite or beyond a million.
    refused_messages: int
    # Names that are no bone.
    unknown_bones: int
    # No room for the name.
    dropped_expressions: int

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> VmcStats:
        return cls(
            packets=c.packets,
            messages=c.messages,
            poses=c.poses,
            expressions=c.expressions,
            others=c.others,
            refused_packets=c.refused_packets,
            refused_messages=c.refused_messages,
            unknown_bones=c.unknown_bones,
            dropped_expressions=c.dropped_expressions,
        )


@dataclass(frozen=True, kw_only=True)
class VmcState:
    """The current state of the sender's avatar."""

    # The sender said that its avatar is loaded (/VMC/Ext/OK), or moved it.
    is_available: bool
    has_root: bool
    has_hips: bool
    has_time: bool
    # The sender's clock (/VMC/Ext/T).
    time_s: float
    root_translation: Vec3
    root_rotation: Quat
    # Normalized, as vrm_Pose has them.
    rotations: tuple[Quat, ...]
    # Bit b: bone b was sent.
    bones: int
    # Position, metres from the sender's root; (0, 0, 0), which senders of
    #                         rotations only send, is ignored.
    hips: Vec3
    has_gaze: bool
    # Degrees, as vrm_avatar_look_along() takes them.
    gaze_yaw: float
    # Degrees, as vrm_avatar_look_along() takes them.
    gaze_pitch: float
    # How often expressions were applied (/VMC/Ext/Blend/Apply).
    applied: int

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> VmcState:
        return cls(
            is_available=c.is_available,
            has_root=c.has_root,
            has_hips=c.has_hips,
            has_time=c.has_time,
            time_s=c.time_s,
            root_translation=Vec3._from_c(c.root_translation, export),
            root_rotation=Quat._from_c(c.root_rotation, export),
            rotations=tuple(Quat._from_c(x, export) for x in c.rotations),
            bones=c.bones,
            hips=Vec3._from_c(c.hips, export),
            has_gaze=c.has_gaze,
            gaze_yaw=c.gaze_yaw,
            gaze_pitch=c.gaze_pitch,
            applied=c.applied,
        )
