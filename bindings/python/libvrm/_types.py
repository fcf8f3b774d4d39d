# SPDX-License-Identifier: MIT
# Written by tools/update_api from include/vrm/*.h; do not edit.
"""The words of libvrm as Python has them: enumerations, vectors, and what a file says."""

from __future__ import annotations

from ctypes import c_float, c_int32
from dataclasses import dataclass
from enum import IntEnum, IntFlag
from typing import Any, Callable, NamedTuple

from . import _abi as abi
from ._memory import Keep, _enum, _text, exactly, numbers

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
    'GpuDevice',
    'GpuInput',
    'GpuOutput',
    'GpuSplit',
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

    # Done.
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

    # Limbs more than 15 degrees off the T-pose are corrected. Where the rest pose is not a human
    # figure (every bone along an axis of its own), the frame nearest to a standing figure replaces
    # it.
    GUESS = 0
    # The rest pose is the T-pose.
    T_POSE = 1
    # All arms and legs are brought to the T-pose.
    CORRECTED = 2
    # The first frame is the T-pose, whatever the rest pose; limbs more than 15 degrees off are
    # corrected.
    FIRST_FRAME = 3


class ClipKind(IntEnum):
    """What a clip drives."""

    # A VRM animation: fits every avatar.
    HUMANOID = 0
    # A glTF animation: fits avatars of its own file.
    NODES = 1


class DiffPart(IntEnum):
    """The part of an avatar that a difference is in."""

    # Name, authors, licence, thumbnail.
    META = 0
    # Which node is which bone, and where it rests.
    HUMANOID = 1
    # Expressions with their binds and overrides.
    EXPRESSIONS = 2
    # Kind, offset and range maps of the gaze.
    LOOK_AT = 3
    # Which cameras show which mesh.
    FIRST_PERSON = 4
    # Chains and the settings of their joints.
    SPRINGS = 5
    # Colliders of springs.
    COLLIDERS = 6
    # Node constraints.
    CONSTRAINTS = 7
    # Surfaces and their textures.
    MATERIALS = 8
    # Vertices, triangles, morph targets, skins.
    MESHES = 9
    # Other nodes of the hierarchy.
    NODES = 10
    # Animations of the file.
    ANIMATIONS = 11


class DiffKind(IntEnum):
    """How a value differs."""

    # Both models have it, with different values.
    CHANGED = 0
    # Only the second model has it.
    ADDED = 1
    # Only the first model has it.
    REMOVED = 2


class ComponentType(IntEnum):
    """`componentType` of an accessor, with the numbers of glTF."""

    # The file names no type, or one that glTF does not have: not readable.
    NONE = 0
    # 8 bits, signed.
    BYTE = 5120
    # 8 bits.
    UNSIGNED_BYTE = 5121
    # 16 bits, signed.
    SHORT = 5122
    # 16 bits.
    UNSIGNED_SHORT = 5123
    # 32 bits: indices only.
    UNSIGNED_INT = 5125
    # 32 bits, IEEE 754.
    FLOAT = 5126


class AccessorType(IntEnum):
    """Shape of an accessor's elements, as glTF names it."""

    # The file names no type, or one that glTF does not have: not readable.
    NONE = 0
    # One number: indices, times, weights of morph targets.
    SCALAR = 1
    # Two numbers: texture coordinates.
    VEC2 = 2
    # Three numbers: positions, normals, translations.
    VEC3 = 3
    # Four numbers: rotations, tangents, joints, weights of joints.
    VEC4 = 4
    # 2x2, column after column; columns begin at multiples of four bytes.
    MAT2 = 5
    # 3x3, column after column; columns begin at multiples of four bytes.
    MAT3 = 6
    # 4x4, column after column: inverse bind matrices.
    MAT4 = 7


class AlphaMode(IntEnum):
    """`alphaMode` of a material."""

    # Alpha is ignored.
    OPAQUE = 0
    # A pixel is drawn fully or not at all: see alpha_cutoff.
    MASK = 1
    # Drawn over what is behind it, in proportion to alpha.
    BLEND = 2


class Semantic(IntEnum):
    """The meaning of a vertex attribute."""

    # See the attribute's key.
    OTHER = 0
    # Metres in the space of the mesh: VEC3.
    POSITION = 1
    # Of unit length: VEC3.
    NORMAL = 2
    # Of unit length, w is the sign of the bitangent: VEC4; VEC3 in morph targets.
    TANGENT = 3
    # Texture coordinates, V downwards: VEC2.
    TEXCOORD = 4
    # Linear, multiplies the base colour: VEC3 or VEC4.
    COLOR = 5
    # Four indices into the joints of the skin.
    JOINTS = 6
    # The weights of those four.
    WEIGHTS = 7


class AnimationPath(IntEnum):
    """`target.path` of an animation channel."""

    # KHR_animation_pointer and unknown paths.
    OTHER = 0
    # Of the node: three numbers for each key, metres.
    TRANSLATION = 1
    # Of the node: four numbers for each key, x y z w.
    ROTATION = 2
    # Of the node: three numbers for each key.
    SCALE = 3
    # Of all morph targets of the node's mesh: one number for each, for each key.
    WEIGHTS = 4


class Interpolation(IntEnum):
    """`interpolation` of an animation sampler."""

    # On a straight line between keys; rotations along the great circle.
    LINEAR = 0
    # A key's value until the next key.
    STEP = 1
    # Hermite: each key has an in-tangent, a value and an out-tangent.
    CUBICSPLINE = 2


class GpuSplit(IntEnum):
    """How avatars are divided among work items."""

    # By the size of the crowd.
    AUTO = 0
    # A work item steps an avatar: large crowds.
    AVATARS = 1
    # Work items share an avatar's nodes and chains: small crowds.
    CHAINS = 2


class GpuInput(IntEnum):
    """Arrays that a host writes for each avatar."""

    # A vrm_Transform each. The scale must be the same along all axes, 0 to 1000.
    ROOTS = 0
    # A vrm_Pose each, as vrm_avatar_set_pose().
    POSES = 1
    # A vrm_Quat for each node of the file, as vrm_avatar_set_rotation().
    ROTATIONS = 2
    # A weight for each expression of the rig; NaN leaves one unchanged.
    EXPRESSIONS = 3
    # A weight for each morph, as vrm_avatar_set_morphs().
    MORPHS = 4
    # Four floats: 0 and three unused (vrm_avatar_look_off()), 1 and a point in the world
    # (vrm_avatar_look_at()), or 2, yaw, pitch and one unused (vrm_avatar_look_along()). Only rigs
    # with a gaze have it.
    GAZES = 5
    # A vrm_Vec3 each, as vrm_avatar_set_force().
    FORCES = 6


class GpuOutput(IntEnum):
    """Arrays that a device computes for each avatar."""

    # A vrm_Transform for each node of the file; by vrm_gpu_sim_read() only, there is no buffer.
    LOCALS = 0
    # A vrm_Affine for each node.
    WORLDS = 1
    # A vrm_Affine for each joint of the skins.
    PALETTES = 2
    # A float for each morph.
    OUT_MORPHS = 3
    # A vrm_Vec4 for each material value.
    VALUES = 4
    # A float for each expression.
    WEIGHTS = 5
    # As vrm_avatar_expression_inputs().
    ASKED = 6
    # A vrm_Quat for each spring joint; in the buffer only for joints that move.
    SPRINGS = 7
    # Yaw and pitch, degrees.
    GAZE_ANGLES = 8


class ImageFormat(IntEnum):
    """Formats of pictures that are read or written."""

    # None of the others.
    UNKNOWN = 0
    # Read and written.
    PNG = 1
    # Read only.
    JPEG = 2
    # Read, when it is a single picture, and written.
    WEBP = 3
    # Written only; when read, it is a PNG of its first picture.
    APNG = 4
    # Written only.
    GIF = 5


class JsonType(IntEnum):
    """Types of JSON values."""

    # VRM_JSON_MISSING.
    NONE = 0
    # The word null.
    NULL = 1
    # true or false.
    BOOL = 2
    # Any number; kept as text until it is read.
    NUMBER = 3
    # Text; escapes are resolved when it is read.
    STRING = 4
    # Values in order.
    ARRAY = 5
    # Keys with values, in the order of the text.
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

    # Only the authors.
    ONLY_AUTHOR = 0
    # Those to whom the authors gave a licence.
    ONLY_SEPARATELY_LICENSED_PERSON = 1
    # Everybody.
    EVERYONE = 2


class CommercialUsage(IntEnum):
    """`commercialUsage` of VRM 1.0 meta."""

    # Persons, without profit.
    PERSONAL_NON_PROFIT = 0
    # Persons, for profit too.
    PERSONAL_PROFIT = 1
    # Persons and corporations, for profit too.
    CORPORATION = 2


class CreditNotation(IntEnum):
    """`creditNotation` of VRM 1.0 meta."""

    # The authors must be named.
    REQUIRED = 0
    # They need not be named.
    UNNECESSARY = 1


class Modification(IntEnum):
    """`modification` of VRM 1.0 meta."""

    # The avatar must not be changed.
    PROHIBITED = 0
    # It may be changed for one's own use.
    ALLOW_MODIFICATION = 1
    # Changed avatars may be passed on.
    ALLOW_MODIFICATION_REDISTRIBUTION = 2


class License0(IntEnum):
    """licenseName of 0.x and license of the draft."""

    # A 1.0 or beta file.
    NONE = 0
    # Must not be passed on. Names that 0.x does not have read as this.
    REDISTRIBUTION_PROHIBITED = 1
    # Public domain.
    CC0 = 2
    # Creative Commons Attribution.
    CC_BY = 3
    # Attribution, non-commercial.
    CC_BY_NC = 4
    # Attribution, share alike.
    CC_BY_SA = 5
    # Attribution, non-commercial, share alike.
    CC_BY_NC_SA = 6
    # Attribution, no derivatives.
    CC_BY_ND = 7
    # Attribution, non-commercial, no derivatives.
    CC_BY_NC_ND = 8
    # Another one, at other_license_url.
    OTHER = 9


class Bone(IntEnum):
    """Parents come before children."""

    # No bone.
    NONE = -1
    # The root of all others, which also moves. Required.
    HIPS = 0
    # Above the hips. Required.
    SPINE = 1
    # Above the spine.
    CHEST = 2
    # Above the chest, which an avatar with this bone has.
    UPPER_CHEST = 3
    # Between torso and head.
    NECK = 4
    # Required.
    HEAD = 5
    # Turned by the gaze.
    LEFT_EYE = 6
    # Turned by the gaze.
    RIGHT_EYE = 7
    # Opens the mouth; most avatars use expressions instead.
    JAW = 8
    # Hip to knee. Required.
    LEFT_UPPER_LEG = 9
    # Knee to ankle. Required.
    LEFT_LOWER_LEG = 10
    # From the ankle. Required.
    LEFT_FOOT = 11
    # All toes together.
    LEFT_TOES = 12
    # Hip to knee. Required.
    RIGHT_UPPER_LEG = 13
    # Knee to ankle. Required.
    RIGHT_LOWER_LEG = 14
    # From the ankle. Required.
    RIGHT_FOOT = 15
    # All toes together.
    RIGHT_TOES = 16
    # The collar bone.
    LEFT_SHOULDER = 17
    # Shoulder to elbow. Required.
    LEFT_UPPER_ARM = 18
    # Elbow to wrist. Required.
    LEFT_LOWER_ARM = 19
    # From the wrist. Required.
    LEFT_HAND = 20
    # The collar bone.
    RIGHT_SHOULDER = 21
    # Shoulder to elbow. Required.
    RIGHT_UPPER_ARM = 22
    # Elbow to wrist. Required.
    RIGHT_LOWER_ARM = 23
    # From the wrist. Required.
    RIGHT_HAND = 24
    # In the palm; `leftThumbProximal` of 0.x.
    LEFT_THUMB_METACARPAL = 25
    # Middle of the thumb; `leftThumbIntermediate` of 0.x.
    LEFT_THUMB_PROXIMAL = 26
    # Tip of the thumb.
    LEFT_THUMB_DISTAL = 27
    # From the knuckle of the forefinger.
    LEFT_INDEX_PROXIMAL = 28
    # Middle of the forefinger.
    LEFT_INDEX_INTERMEDIATE = 29
    # Tip of the forefinger.
    LEFT_INDEX_DISTAL = 30
    # From the knuckle of the middle finger.
    LEFT_MIDDLE_PROXIMAL = 31
    # Middle of the middle finger.
    LEFT_MIDDLE_INTERMEDIATE = 32
    # Tip of the middle finger.
    LEFT_MIDDLE_DISTAL = 33
    # From the knuckle of the ring finger.
    LEFT_RING_PROXIMAL = 34
    # Middle of the ring finger.
    LEFT_RING_INTERMEDIATE = 35
    # Tip of the ring finger.
    LEFT_RING_DISTAL = 36
    # From the knuckle of the little finger.
    LEFT_LITTLE_PROXIMAL = 37
    # Middle of the little finger.
    LEFT_LITTLE_INTERMEDIATE = 38
    # Tip of the little finger.
    LEFT_LITTLE_DISTAL = 39
    # In the palm; `rightThumbProximal` of 0.x.
    RIGHT_THUMB_METACARPAL = 40
    # Middle of the thumb; `rightThumbIntermediate` of 0.x.
    RIGHT_THUMB_PROXIMAL = 41
    # Tip of the thumb.
    RIGHT_THUMB_DISTAL = 42
    # From the knuckle of the forefinger.
    RIGHT_INDEX_PROXIMAL = 43
    # Middle of the forefinger.
    RIGHT_INDEX_INTERMEDIATE = 44
    # Tip of the forefinger.
    RIGHT_INDEX_DISTAL = 45
    # From the knuckle of the middle finger.
    RIGHT_MIDDLE_PROXIMAL = 46
    # Middle of the middle finger.
    RIGHT_MIDDLE_INTERMEDIATE = 47
    # Tip of the middle finger.
    RIGHT_MIDDLE_DISTAL = 48
    # From the knuckle of the ring finger.
    RIGHT_RING_PROXIMAL = 49
    # Middle of the ring finger.
    RIGHT_RING_INTERMEDIATE = 50
    # Tip of the ring finger.
    RIGHT_RING_DISTAL = 51
    # From the knuckle of the little finger.
    RIGHT_LITTLE_PROXIMAL = 52
    # Middle of the little finger.
    RIGHT_LITTLE_INTERMEDIATE = 53
    # Tip of the little finger.
    RIGHT_LITTLE_DISTAL = 54


class ExpressionPreset(IntEnum):
    """Expressions that the specification names."""

    # One of the avatar's own.
    CUSTOM = -1
    # Emotion; `joy` of 0.x.
    HAPPY = 0
    # Emotion.
    ANGRY = 1
    # Emotion; `sorrow` of 0.x.
    SAD = 2
    # Emotion; `fun` of 0.x.
    RELAXED = 3
    # Emotion; custom in 0.x.
    SURPRISED = 4
    # The mouth says a.
    AA = 5
    # The mouth says i.
    IH = 6
    # The mouth says u.
    OU = 7
    # The mouth says e.
    EE = 8
    # The mouth says o.
    OH = 9
    # Closes both eyes.
    BLINK = 10
    # Closes the avatar's left eye.
    BLINK_LEFT = 11
    # Closes the avatar's right eye.
    BLINK_RIGHT = 12
    # The gaze, where expressions move the eyes.
    LOOK_UP = 13
    # The gaze, as above.
    LOOK_DOWN = 14
    # The gaze to the avatar's left.
    LOOK_LEFT = 15
    # The gaze to the avatar's right.
    LOOK_RIGHT = 16
    # The face at rest; for compatibility with 0.x.
    NEUTRAL = 17


class Override(IntEnum):
    """How an expression holds back others."""

    # The others are not changed.
    NONE = 0
    # The others are 0 while this one is above 0.
    BLOCK = 1
    # The others are multiplied by 1 - the weight of this one.
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

    # Base colour and alpha.
    BASE = 0
    # Emissive factor.
    EMISSION = 1
    # MToon's shade colour.
    SHADE = 2
    # MToon's matcap factor.
    MATCAP = 3
    # MToon's parametric rim colour.
    RIM = 4
    # MToon's outline colour.
    OUTLINE = 5


class LookAtType(IntEnum):
    """Whether bones or expressions move the eyes."""

    # The eye bones turn.
    BONE = 0
    # lookUp, lookDown, lookLeft and lookRight are set.
    EXPRESSION = 1


class FirstPersonType(IntEnum):
    """Which cameras show a mesh."""

    # The first-person camera hides what the head's bones move, and shows the rest.
    AUTO = 0
    # All cameras show it.
    BOTH = 1
    # The avatar's own eyes do not see it: hair, hats.
    THIRD_PERSON_ONLY = 2
    # Only the avatar's own eyes see it.
    FIRST_PERSON_ONLY = 3


class ColliderShape(IntEnum):
    """Shapes of colliders, those of VRMC_springBone_extended_collider included."""

    # Joints stay outside a sphere at `offset`.
    SPHERE = 0
    # Joints stay outside a capsule from `offset` to `tail`.
    CAPSULE = 1
    # Joints stay inside the sphere.
    INSIDE_SPHERE = 2
    # Joints stay inside the capsule.
    INSIDE_CAPSULE = 3
    # Joints stay on the side to which `normal` points.
    PLANE = 4


class LimitType(IntEnum):
    """Limits on the angle of a spring joint (VRMC_springBone_limit)."""

    # The joint turns freely.
    NONE = 0
    # At most `angle` away from the axis.
    CONE = 1
    # In one plane, at most `angle` to either side.
    HINGE = 2
    # At most `pitch` and `yaw` in two directions.
    SPHERICAL = 3


class ConstraintType(IntEnum):
    """Kinds of node constraints."""

    # Takes over the source's rotation about one axis: twist bones.
    ROLL = 0
    # Points one axis at the source.
    AIM = 1
    # Takes over the source's whole rotation.
    ROTATION = 2


class Axis(IntEnum):
    """`rollAxis` or `aimAxis` of a constraint."""

    # +X of the node; of a roll: X.
    POSITIVE_X = 0
    # +Y; of a roll: Y.
    POSITIVE_Y = 1
    # +Z; of a roll: Z.
    POSITIVE_Z = 2
    # -X; aims only.
    NEGATIVE_X = 3
    # -Y; aims only.
    NEGATIVE_Y = 4
    # -Z; aims only.
    NEGATIVE_Z = 5


class SurfaceKind(IntEnum):
    """How a material is shaded."""

    # Metallic-roughness, as glTF defines it.
    PBR = 0
    # The base colour alone (KHR_materials_unlit, and 0.x's unlit shaders).
    UNLIT = 1
    # Toon shading (VRMC_materials_mtoon, and 0.x's VRM/MToon).
    MTOON = 2


class OutlineMode(IntEnum):
    """`outlineWidthMode` of MToon."""

    # No outline.
    NONE = 0
    # Width in metres.
    WORLD_COORDINATES = 1
    # Width as a part of the screen's height.
    SCREEN_COORDINATES = 2


class TextureSlot(IntEnum):
    """The textures that a surface may have."""

    # Base colour and alpha.
    BASE_COLOR = 0
    # Green roughness, blue metalness.
    METALLIC_ROUGHNESS = 1
    # Normals in tangent space.
    NORMAL = 2
    # Ambient light, in red.
    OCCLUSION = 3
    # Light that the surface sends out.
    EMISSIVE = 4
    # MToon's own from here on.
    SHADE_MULTIPLY = 5
    # Border of the shade, in red.
    SHADING_SHIFT = 6
    # Where matcap and rim light appear.
    RIM_MULTIPLY = 7
    # Width of the outline, in green.
    OUTLINE_WIDTH = 8
    # How far UVs are animated, in blue.
    UV_ANIMATION_MASK = 9
    # Sampled by the direction of the surface, not by UV.
    MATCAP = 10


class PackColliderKind(IntEnum):
    """Shapes that a solver distinguishes."""

    # Pushes out.
    SPHERE = 0
    # Pushes out of a line from `offset` to `offset` + `along`.
    CAPSULE = 1
    # Inside sphere or inside capsule.
    HOLLOW = 2
    # Pushes to the side of the normal.
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

    # A context of its own without window or screen: libEGL.so.1 is opened when the renderer is
    # created, not when the program starts.
    EGL = 0
    # The host's OpenGL ES 3.0 or WebGL 2 context, current at every call; GL state is changed and
    # not restored.
    HOST = 1
    # No GL at all: all steps except drawing, with all range checks. Pictures are transparent. For
    # tests.
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
    # Edges: green always drawn, red hidden from the first-person camera, blue seen by it alone.
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

    # No expression overrides it.
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

    # Do not draw it.
    HIDDEN = 0
    # Draw all of it.
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
    # vrm_avatar_spring_rotations(): for hosts that need only these; VRM_OUTPUT_LOCALS includes
    # them.
    SPRINGS = 16


class Stages(IntFlag):
    """The parts of a step that can be switched off for an avatar."""

    # The gaze turns eye bones or sets look expressions.
    LOOK_AT = 1
    # Expressions set morph weights and material values.
    EXPRESSIONS = 2
    # Node constraints turn their nodes.
    CONSTRAINTS = 4
    # Spring bones sway.
    SPRINGS = 8
    # The four above; the default.
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
    PAUSED = 2


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

    # Frames that were added.
    frames: int
    # Channels of the written animation; what never leaves its rest value has none.
    channels: int
    # From the first frame to the last.
    seconds: float
    # Of all channels together.
    source_keys: int
    # Of all channels together.
    kept_keys: int
    # The same in bytes of key data.
    source_bytes: int
    # The same in bytes of key data.
    kept_bytes: int
    # Largest difference of any node, first to last frame: the jump when the animation loops.
    gap_degrees: float
    # Largest difference of any node, first to last frame: the jump when the animation loops.
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

    # What a file of any size may use.
    base: int
    # What each byte adds; the sum stops at UINT64_MAX.
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


class Vec3(NamedTuple):
    """Three floats."""

    x: float
    y: float
    z: float

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> Vec3:
        return cls(c.x, c.y, c.z)


@dataclass(frozen=True, kw_only=True)
class Pose:
    """A pose that fits every avatar: each rotation is the turn of the bone away from the avatar's rest
    pose, relative to its parent bone, in the axes of an avatar that faces +Z with its left towards
    +X (VRM 1.0). The rest pose is the one that the file has; VRM asks for a T-pose there, and for
    other rest poses the result differs by the same angles (vrm_rig_t_pose_error()).
    """

    # By vrm_Bone; the identity leaves a bone at rest.
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
        for i, x in enumerate(exactly(self.rotations, len(c.rotations))):
            c.rotations[i] = abi.Quat(*numbers(x, 4))
        c.hips_offset = abi.Vec3(*numbers(self.hips_offset, 3))
        return c


class Vec2(NamedTuple):
    """Two floats."""

    x: float
    y: float

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> Vec2:
        return cls(c.x, c.y)


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
    # The clip animates the gaze; else `gaze_degrees` is (0, 0).
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

    # Where in the avatar.
    part: DiffPart
    # Whether both models have it.
    kind: DiffKind
    # What differs: the name of a bone, expression, node, material. "" for meta and look-at.
    subject: str = ""
    # In what: "overrideBlink", "stiffness". "" when the subject as a whole was added or removed.
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
    # Its object in the document.
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

    # byte_length bytes inside those of the buffer, decompressed where EXT_meshopt_compression is
    # used; NULL when out of bounds or missing.
    data: memoryview | None = None
    # Cut to what the buffer holds.
    byte_length: int
    # The buffer that it is a part of; that of the uncompressed form where `is_compressed`.
    buffer: int
    # 0: tightly packed.
    byte_stride: int
    # Its object in the document.
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
    # Its object in the document.
    json: int = 0
    # vrm_ComponentType.
    component_type: ComponentType
    # vrm_AccessorType.
    type: AccessorType
    # Integers stand for 0..1, signed ones for -1..1.
    is_normalized: bool
    # Some elements are replaced: vrm_accessor_sparse() has them.
    is_sparse: bool
    # Every byte that reading uses was proven to be inside its buffer. The sparse indices themselves
    # are checked when they are read.
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
    # Bytes from the start of `indices_view` to the first index.
    indices_offset: int
    # Bytes from the start of `values_view` to the first value.
    values_offset: int
    # Buffer views; -1: none.
    indices_view: int
    # Buffer views; -1: none.
    values_view: int
    # An unsigned one; VRM_COMPONENT_NONE when `count` is 0.
    indices_type: ComponentType
    # The accessor that it belongs to.
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

    # As stated; "" when absent.
    name: str = ""
    # "" when it is in a buffer view; the beginning of a data: URI.
    uri: str = ""
    # As stated; "" when absent.
    mime_type: str = ""
    # The encoded bytes; NULL when not available.
    data: memoryview | None = None
    # Bytes at `data`.
    size: int
    # Where the bytes are; -1: in a file or a data: URI.
    buffer_view: int
    # Its object in the document.
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
    # Its object in the document.
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

    # As stated; "" when absent.
    name: str = ""
    # -1: linear filters and repeat.
    sampler: int
    # The image; an EXT_texture_webp source where the core one is absent.
    source: int
    # Its object in the document.
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

    # Added last, in widths and heights of the texture. Default (0, 0).
    offset: Vec2
    # Of the coordinates, applied first. Default (1, 1).
    scale: Vec2
    # Radians, counter-clockwise as the texture is seen. Default 0.
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
        c.offset = abi.Vec2(*numbers(self.offset, 2))
        c.scale = abi.Vec2(*numbers(self.scale, 2))
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
            c.transform, _ = keep.array(abi.TextureTransform, [keep.struct(TextureTransform, self.transform)])
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


@dataclass(frozen=True, kw_only=True)
class Material:
    """An entry of `materials`, without its VRM part."""

    # As stated; "" when absent.
    name: str = ""
    # Colour in sRGB, with alpha; multiplied by base_color_factor.
    base_color_texture: TextureInfo
    # Green is roughness, blue is metalness; both linear.
    metallic_roughness_texture: TextureInfo
    # Normals in tangent space, linear.
    normal_texture: TextureInfo
    # Red is how much ambient light arrives; linear.
    occlusion_texture: TextureInfo
    # Light that the surface sends out, in sRGB.
    emissive_texture: TextureInfo
    # Linear colour and alpha, 0..1. Default white, opaque.
    base_color_factor: Vec4
    # 0 (dielectric) to 1 (metal), the default.
    metallic_factor: float
    # 0 (mirror) to 1 (matt), the default.
    roughness_factor: float
    # normalTexture.scale.
    normal_scale: float
    # occlusionTexture.strength: 0 ignores the texture, 1 is the default.
    occlusion_strength: float
    # Linear, 0..1, times emissive_strength. Default black.
    emissive_factor: Vec3
    # KHR_materials_emissive_strength; else 1.
    emissive_strength: float
    # VRM_ALPHA_MASK draws where alpha is at least this. Default 0.5.
    alpha_cutoff: float
    # What alpha means. Default VRM_ALPHA_OPAQUE.
    alpha_mode: AlphaMode
    # Its object in the document.
    json: int = 0
    # Back faces are drawn too, with their normals turned. Default false.
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
        c.base_color_texture = keep.struct(TextureInfo, self.base_color_texture)
        c.metallic_roughness_texture = keep.struct(TextureInfo, self.metallic_roughness_texture)
        c.normal_texture = keep.struct(TextureInfo, self.normal_texture)
        c.occlusion_texture = keep.struct(TextureInfo, self.occlusion_texture)
        c.emissive_texture = keep.struct(TextureInfo, self.emissive_texture)
        c.base_color_factor = abi.Vec4(*numbers(self.base_color_factor, 4))
        c.metallic_factor = self.metallic_factor
        c.roughness_factor = self.roughness_factor
        c.normal_scale = self.normal_scale
        c.occlusion_strength = self.occlusion_strength
        c.emissive_factor = abi.Vec3(*numbers(self.emissive_factor, 3))
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

    # Where its values are; -1: the file's index was no accessor.
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

    # Differences from the primitive's attributes of the same names.
    attributes: tuple[Attribute, ...] = ()

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> MorphTarget:
        return cls(
            attributes=tuple(Attribute._from_c(c.attributes[i], export) for i in range(c.attribute_count)),
        )

    def _to_c(self, keep: Keep) -> abi.MorphTarget:
        c = abi.MorphTarget()
        c.attributes, c.attribute_count = keep.array(abi.Attribute, [keep.struct(Attribute, x) for x in self.attributes])
        return c


@dataclass(frozen=True, kw_only=True)
class Primitive:
    """A primitive of a mesh."""

    # In the order of the file.
    attributes: tuple[Attribute, ...] = ()
    # Morph targets, in the order of vrm_Mesh.weights.
    targets: tuple[MorphTarget, ...] = ()
    # Accessor; -1: drawn in order.
    indices: int
    # -1: glTF's default material.
    material: int
    # Its object in the document.
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
        c.attributes, c.attribute_count = keep.array(abi.Attribute, [keep.struct(Attribute, x) for x in self.attributes])
        c.targets, c.target_count = keep.array(abi.MorphTarget, [keep.struct(MorphTarget, x) for x in self.targets])
        c.indices = self.indices
        c.material = self.material
        c.json = self.json
        c.mode = self.mode
        return c


@dataclass(frozen=True, kw_only=True)
class MorphWeights:
    """Morph weights at rest, one for each target."""

    # `count` numbers, nominally 0..1.
    values: tuple[float, ...] = ()

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> MorphWeights:
        return cls(
            values=tuple(c.values[i] for i in range(c.count)),
        )

    def _to_c(self, keep: Keep) -> abi.MorphWeights:
        c = abi.MorphWeights()
        c.values, c.count = keep.array(c_float, [x for x in self.values])
        return c


@dataclass(frozen=True, kw_only=True)
class Mesh:
    """An entry of `meshes`."""

    # As stated; "" when absent.
    name: str = ""
    # Parts with one material each, in the order of the file.
    primitives: tuple[Primitive, ...] = ()
    # NULL: zeros.
    weights: MorphWeights | None = None
    # From mesh extras, else from the first primitive's.
    target_names: tuple[str, ...] = ()
    # Morph targets: the most that any primitive has.
    target_count: int
    # Its object in the document.
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
        c.primitives, c.primitive_count = keep.array(abi.Primitive, [keep.struct(Primitive, x) for x in self.primitives])
        if self.weights is not None:
            c.weights, _ = keep.array(abi.MorphWeights, [keep.struct(MorphWeights, self.weights)])
        c.target_names, c.target_name_count = keep.texts(self.target_names)
        c.target_count = self.target_count
        c.json = self.json
        return c


@dataclass(frozen=True, kw_only=True)
class Skin:
    """An entry of `skins`."""

    # As stated; "" when absent.
    name: str = ""
    # Accessor; -1: identity.
    inverse_bind_matrices: int
    # A node above all joints, as stated; -1: none. It does not change the pose.
    skeleton: int
    # Nodes; -1 where the file's index was no node.
    joints: tuple[int, ...] = ()
    # Its object in the document.
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
        c.joints, c.joint_count = keep.array(c_int32, [x for x in self.joints])
        c.json = self.json
        return c


@dataclass(frozen=True, kw_only=True)
class Transform:
    """translation * rotation * scale."""

    # Metres.
    translation: Vec3
    # Of unit length.
    rotation: Quat
    # A factor for each axis; (1, 1, 1) changes nothing.
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
        c.translation = abi.Vec3(*numbers(self.translation, 3))
        c.rotation = abi.Quat(*numbers(self.rotation, 4))
        c.scale = abi.Vec3(*numbers(self.scale, 3))
        return c


@dataclass(frozen=True, kw_only=True)
class Node:
    """An entry of `nodes`."""

    # As stated; "" when absent.
    name: str = ""
    # Only nodes whose `parent` is this one; no cycles.
    children: tuple[int, ...] = ()
    # -1: a root. Of several parents the first in the file counts.
    parent: int
    # The mesh that is drawn at this node; -1: none.
    mesh: int
    # The skin that deforms the mesh; -1: the mesh is rigid.
    skin: int
    # A camera that looks along the node's -Z; -1: none.
    camera: int
    # Its object in the document.
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
        c.children, c.child_count = keep.array(c_int32, [x for x in self.children])
        c.parent = self.parent
        c.mesh = self.mesh
        c.skin = self.skin
        c.camera = self.camera
        c.json = self.json
        c.rest = keep.struct(Transform, self.rest)
        if self.matrix is not None:
            c.matrix, _ = keep.array(abi.Mat4, [abi.Mat4((c_float * 16)(*numbers(self.matrix, 16)))])
        if self.weights is not None:
            c.weights, _ = keep.array(abi.MorphWeights, [keep.struct(MorphWeights, self.weights)])
        return c


@dataclass(frozen=True, kw_only=True)
class Scene:
    """An entry of `scenes`."""

    # As stated; "" when absent.
    name: str = ""
    # The roots of what the scene shows.
    nodes: tuple[int, ...] = ()
    # Its object in the document.
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
        c.nodes, c.node_count = keep.array(c_int32, [x for x in self.nodes])
        c.json = self.json
        return c


@dataclass(frozen=True, kw_only=True)
class AnimationSampler:
    """A sampler of an animation: times, values, interpolation."""

    # Accessors.
    input: int
    # Accessors.
    output: int
    # What is between two keys. Default VRM_INTERPOLATION_LINEAR.
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

    # Into `samplers` of the animation.
    sampler: int
    # What is moved; -1: none stated, or a path of another kind.
    node: int
    # Which property of the node.
    path: AnimationPath
    # Its object in the document.
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

    # As stated; "" when absent.
    name: str = ""
    # What is animated.
    channels: tuple[AnimationChannel, ...] = ()
    # The keys, which channels may share.
    samplers: tuple[AnimationSampler, ...] = ()
    # Its object in the document.
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
        c.channels, c.channel_count = keep.array(abi.AnimationChannel, [keep.struct(AnimationChannel, x) for x in self.channels])
        c.samplers, c.sampler_count = keep.array(abi.AnimationSampler, [keep.struct(AnimationSampler, x) for x in self.samplers])
        c.json = self.json
        return c


@dataclass(frozen=True, kw_only=True)
class Camera:
    """An entry of `cameras`."""

    # As stated; "" when absent.
    name: str = ""
    # Else perspective, with aspect_ratio and y_fov.
    is_orthographic: bool
    # Width / height of the picture; 0: not stated.
    aspect_ratio: float
    # Angle from bottom to top, radians; 0: not stated.
    y_fov: float
    # Half the width and height of an orthographic view, metres.
    x_mag: float
    # Half the width and height of an orthographic view, metres.
    y_mag: float
    # Distances between which things are drawn, metres; a z_far of 0: no end.
    z_near: float
    # Distances between which things are drawn, metres; a z_far of 0: no end.
    z_far: float
    # Its object in the document.
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

    # Of glTF, "2.0".
    version: str = ""
    # The oldest glTF that a reader must support; "" when absent.
    min_version: str = ""
    # The program that wrote the file; "" when absent.
    generator: str = ""
    # For people; "" when absent. An avatar's licence is in vrm_Meta.
    copyright: str = ""
    # Its object in the document.
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
class GpuDevice:
    """What OpenCL says of a device."""

    # The OpenCL platform, "NVIDIA CUDA", cut to fit.
    platform: str = ""
    # The device's own name, cut to fit.
    name: str = ""
    # Version of the driver, cut to fit.
    driver: str = ""
    # Else a CPU or an accelerator of another kind.
    is_gpu: bool
    # As the driver counts them.
    compute_units: int
    # Global memory of the device.
    memory_bytes: int

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> GpuDevice:
        return cls(
            platform=_text(c.platform),
            name=_text(c.name),
            driver=_text(c.driver),
            is_gpu=c.is_gpu,
            compute_units=c.compute_units,
            memory_bytes=c.memory_bytes,
        )


@dataclass(frozen=True, kw_only=True)
class ImageInfo:
    """What the header says."""

    # Detected from the first bytes.
    format: ImageFormat
    # In pixels, 1 or more.
    width: int
    # In pixels, 1 or more.
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

    # Of the avatar; `title` of 0.x.
    name: str = ""
    # Of the avatar, in its authors' own way of counting.
    version: str = ""
    # In the order of the file; 0.x has one.
    authors: tuple[str, ...] = ()
    # Whose rights there are, as free text.
    copyright_information: str = ""
    # How to reach the authors.
    contact_information: str = ""
    # Works that the avatar is based on, as free text or URLs.
    references: tuple[str, ...] = ()
    # Licences of parts that others made, as free text.
    third_party_licenses: str = ""
    # The licence document; "https://vrm.dev/licenses/1.0/" for most 1.0 avatars.
    license_url: str = ""
    # A licence in addition to, or instead of, the one above.
    other_license_url: str = ""
    # 0.x and draft.
    other_permission_url: str = ""
    # Index into images, in every dialect.
    thumbnail_image: int
    # Who may perform as the avatar.
    avatar_permission: AvatarPermission
    # Whether use for profit is allowed.
    commercial_usage: CommercialUsage
    # Whether the authors must be named.
    credit_notation: CreditNotation
    # Whether the avatar may be changed.
    modification: Modification
    # The licence that a 0.x or draft file names.
    license0: License0
    # In works that show excessive violence.
    allow_excessively_violent_usage: bool
    # In works with excessive sexual content.
    allow_excessively_sexual_usage: bool
    # For political or religious purposes.
    allow_political_or_religious_usage: bool
    # For antisocial purposes or expressions of hate.
    allow_antisocial_or_hate_usage: bool
    # The unchanged file may be passed on.
    allow_redistribution: bool
    # The object `meta` of the file.
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
        c.authors, c.author_count = keep.texts(self.authors)
        c.copyright_information = keep.text(self.copyright_information)
        c.contact_information = keep.text(self.contact_information)
        c.references, c.reference_count = keep.texts(self.references)
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

    # Of the document, in range.
    material: int
    # Which of its colours.
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
        c.value = abi.Vec4(*numbers(self.value, 4))
        return c


@dataclass(frozen=True, kw_only=True)
class TextureBind:
    """A texture transform that an expression changes."""

    # Of the document, in range; all its textures but the matcap are transformed.
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
        c.scale = abi.Vec2(*numbers(self.scale, 2))
        c.offset = abi.Vec2(*numbers(self.offset, 2))
        c.binds_x = self.binds_x
        c.binds_y = self.binds_y
        return c


@dataclass(frozen=True, kw_only=True)
class Expression:
    """An expression, or blend shape group, of the file."""

    # The preset's 1.0 name, or the custom one.
    name: str = ""
    # Morph targets that it drives.
    morph_binds: tuple[MorphBind, ...] = ()
    # Colours that it changes.
    color_binds: tuple[ColorBind, ...] = ()
    # Texture transforms that it changes.
    texture_binds: tuple[TextureBind, ...] = ()
    # VRM_EXPRESSION_CUSTOM for one of the avatar's own.
    preset: ExpressionPreset
    # vrm_BinaryRule.
    binary: BinaryRule
    # vrm_Override.
    override_blink: Override
    # vrm_Override.
    override_look_at: Override
    # vrm_Override.
    override_mouth: Override
    # Its object in the document.
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
        c.morph_binds, c.morph_bind_count = keep.array(abi.MorphBind, [keep.struct(MorphBind, x) for x in self.morph_binds])
        c.color_binds, c.color_bind_count = keep.array(abi.ColorBind, [keep.struct(ColorBind, x) for x in self.color_binds])
        c.texture_binds, c.texture_bind_count = keep.array(abi.TextureBind, [keep.struct(TextureBind, x) for x in self.texture_binds])
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

    # The input, 0..1 for 0 to input_max_degrees.
    time: float
    # The output, 0..1 for 0 to output_scale.
    value: float
    # Slope just before the key, value per time.
    in_tangent: float
    # Slope just after the key.
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

    # A direction this far to the side gives the whole output; beyond it nothing is added.
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
        c.curve, c.curve_count = keep.array(abi.CurveKey, [keep.struct(CurveKey, x) for x in self.curve])
        return c


@dataclass(frozen=True, kw_only=True)
class LookAt:
    """How the avatar looks at things."""

    # What moves the eyes.
    type: LookAtType
    # In the head node's axes.
    offset_from_head: Vec3
    # An eye towards the nose. Bones only.
    horizontal_inner: RangeMap
    # An eye away from the nose; expressions: left and right.
    horizontal_outer: RangeMap
    # Both eyes down.
    vertical_down: RangeMap
    # Both eyes up.
    vertical_up: RangeMap
    # The object `lookAt` of the file; for 0.x `firstPerson`.
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
        c.offset_from_head = abi.Vec3(*numbers(self.offset_from_head, 3))
        c.horizontal_inner = keep.struct(RangeMap, self.horizontal_inner)
        c.horizontal_outer = keep.struct(RangeMap, self.horizontal_outer)
        c.vertical_down = keep.struct(RangeMap, self.vertical_down)
        c.vertical_up = keep.struct(RangeMap, self.vertical_up)
        c.json = self.json
        return c


@dataclass(frozen=True, kw_only=True)
class Collider:
    """A shape that spring joints do not enter, or do not leave."""

    # -1: the collider is disabled.
    node: int
    # What it is, and which of the members below are used.
    shape: ColliderShape
    # Node-local, as are tail and normal.
    offset: Vec3
    # Capsules.
    tail: Vec3
    # Planes; unit length.
    normal: Vec3
    # Of sphere and capsule, metres at scale 1; 0 for planes.
    radius: float
    # Its object in the document.
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
        c.offset = abi.Vec3(*numbers(self.offset, 3))
        c.tail = abi.Vec3(*numbers(self.tail, 3))
        c.normal = abi.Vec3(*numbers(self.normal, 3))
        c.radius = self.radius
        c.json = self.json
        return c


@dataclass(frozen=True, kw_only=True)
class ColliderGroup:
    """Colliders that springs name together."""

    # As stated; "" when absent.
    name: str = ""
    # Indices into vrm_SpringBones.colliders.
    colliders: tuple[int, ...] = ()
    # Its object in the document.
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
        c.colliders, c.collider_count = keep.array(c_int32, [x for x in self.colliders])
        c.json = self.json
        return c


@dataclass(frozen=True, kw_only=True)
class SpringLimit:
    """VRMC_springBone_limit, a draft. Radians."""

    # Which limit, and which of the members below are used.
    type: LimitType
    # Cone and hinge: 0..pi.
    angle: float
    # Spherical: 0..pi and 0..pi/2.
    pitch: float
    # Spherical: 0..pi and 0..pi/2.
    yaw: float
    # Turns the limit's axes away from the joint's rest direction.
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
        c.rotation = abi.Quat(*numbers(self.rotation, 4))
        return c


@dataclass(frozen=True, kw_only=True)
class SpringJoint:
    """A joint of a spring."""

    # -1: the virtual tail that 0.x and the draft add behind a last bone.
    node: int
    # Where node is -1: that tail, in the previous joint's local space.
    end_offset: Vec3
    # Of the joint's sphere that colliders push, metres at scale 1; 0 or more.
    hit_radius: float
    # Force that turns the joint back to its rest direction; 0: none.
    stiffness: float
    # Force along gravity_dir, 0: none.
    gravity_power: float
    # World space of the file (a 0.x file faces -Z); not normalized.
    gravity_dir: Vec3
    # Part of the motion that is lost in a step, 0 (none) to 1 (all).
    drag_force: float
    # How far the joint may turn.
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
        c.end_offset = abi.Vec3(*numbers(self.end_offset, 3))
        c.hit_radius = self.hit_radius
        c.stiffness = self.stiffness
        c.gravity_power = self.gravity_power
        c.gravity_dir = abi.Vec3(*numbers(self.gravity_dir, 3))
        c.drag_force = self.drag_force
        c.limit = keep.struct(SpringLimit, self.limit)
        c.json = self.json
        return c


@dataclass(frozen=True, kw_only=True)
class Spring:
    """A chain. joints[i] is an ancestor of joints[i + 1]; the last joint is only a tail. A chain with
    fewer than two joints is inert. No node turns in two chains; in 0.x and the draft the tail of
    one chain may be the first joint of another.
    """

    # As stated; "" when absent.
    name: str = ""
    # From the root of the chain to its tip.
    joints: tuple[SpringJoint, ...] = ()
    # Indices into vrm_SpringBones.collider_groups.
    collider_groups: tuple[int, ...] = ()
    # Node; -1: world.
    center: int
    # Its object in the document; for 0.x and the draft its bone group.
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
        c.joints, c.joint_count = keep.array(abi.SpringJoint, [keep.struct(SpringJoint, x) for x in self.joints])
        c.collider_groups, c.collider_group_count = keep.array(c_int32, [x for x in self.collider_groups])
        c.center = self.center
        c.json = self.json
        return c


@dataclass(frozen=True, kw_only=True)
class SpringBones:
    """All springs of the file, with their colliders."""

    # Indices are those of the file for 1.0 and beta.
    colliders: tuple[Collider, ...] = ()
    # Sets of colliders that springs name.
    collider_groups: tuple[ColliderGroup, ...] = ()
    # Chains of joints.
    springs: tuple[Spring, ...] = ()
    # The object of the extension; for 0.x `secondaryAnimation`.
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
        c.colliders, c.collider_count = keep.array(abi.Collider, [keep.struct(Collider, x) for x in self.colliders])
        c.collider_groups, c.collider_group_count = keep.array(abi.ColliderGroup, [keep.struct(ColliderGroup, x) for x in self.collider_groups])
        c.springs, c.spring_count = keep.array(abi.Spring, [keep.struct(Spring, x) for x in self.springs])
        c.json = self.json
        return c


@dataclass(frozen=True, kw_only=True)
class Constraint:
    """A VRMC_node_constraint."""

    # The destination.
    node: int
    # The node that it follows.
    source: int
    # How it follows.
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

    # Colour of the shade in sRGB, times shade_color_factor.
    shade_multiply_texture: TextureInfo
    # Red moves the border of the shade, times shading_shift_scale; linear.
    shading_shift_texture: TextureInfo
    # Picture of a sphere, in sRGB, that the surface mirrors.
    matcap_texture: TextureInfo
    # Where matcap and rim light appear, in sRGB.
    rim_multiply_texture: TextureInfo
    # Green multiplies the width of the outline; linear.
    outline_width_multiply_texture: TextureInfo
    # Blue is how far UVs are animated; linear.
    uv_animation_mask_texture: TextureInfo
    # Colour of the side away from the light. Default black.
    shade_color_factor: Vec3
    # Moves the border of the shade, -1 (all shaded) to 1 (all lit). Default 0.
    shading_shift_factor: float
    # shadingShiftTexture.scale.
    shading_shift_scale: float
    # 0 (soft border) to 1 (sharp border). Default 0.9.
    shading_toony_factor: float
    # 0 (ambient light by direction) to 1 (the same from all sides). Default 0.9.
    gi_equalization_factor: float
    # Multiplies the matcap. Default white.
    matcap_factor: Vec3
    # Light at the edges. Default black: none.
    parametric_rim_color_factor: Vec3
    # How narrow the rim is; 0 or more. Default 5.
    parametric_rim_fresnel_power_factor: float
    # Added before the power: widens the rim. Default 0.
    parametric_rim_lift_factor: float
    # 0 (rim of its own colour) to 1 (lit as the surface is). Default 1.
    rim_lighting_mix_factor: float
    # Unit of the outline's width. Default VRM_OUTLINE_NONE.
    outline_width_mode: OutlineMode
    # Width of the outline, 0 or more. Default 0.
    outline_width_factor: float
    # Colour of the outline. Default black.
    outline_color_factor: Vec3
    # 0 (outline of its own colour) to 1 (times the lit surface). Default 1.
    outline_lighting_mix_factor: float
    # U for each second. Default 0.
    uv_animation_scroll_x_speed_factor: float
    # V for each second. Default 0.
    uv_animation_scroll_y_speed_factor: float
    # Radians for each second about the middle of the texture. Default 0.
    uv_animation_rotation_speed_factor: float
    # Clamped to what the alpha mode allows.
    render_queue_offset: int
    # The extension's object; for 0.x the entry of `materialProperties`.
    json: int = 0
    # VRM_ALPHA_BLEND writes depth too. Default false.
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
        c.shade_multiply_texture = keep.struct(TextureInfo, self.shade_multiply_texture)
        c.shading_shift_texture = keep.struct(TextureInfo, self.shading_shift_texture)
        c.matcap_texture = keep.struct(TextureInfo, self.matcap_texture)
        c.rim_multiply_texture = keep.struct(TextureInfo, self.rim_multiply_texture)
        c.outline_width_multiply_texture = keep.struct(TextureInfo, self.outline_width_multiply_texture)
        c.uv_animation_mask_texture = keep.struct(TextureInfo, self.uv_animation_mask_texture)
        c.shade_color_factor = abi.Vec3(*numbers(self.shade_color_factor, 3))
        c.shading_shift_factor = self.shading_shift_factor
        c.shading_shift_scale = self.shading_shift_scale
        c.shading_toony_factor = self.shading_toony_factor
        c.gi_equalization_factor = self.gi_equalization_factor
        c.matcap_factor = abi.Vec3(*numbers(self.matcap_factor, 3))
        c.parametric_rim_color_factor = abi.Vec3(*numbers(self.parametric_rim_color_factor, 3))
        c.parametric_rim_fresnel_power_factor = self.parametric_rim_fresnel_power_factor
        c.parametric_rim_lift_factor = self.parametric_rim_lift_factor
        c.rim_lighting_mix_factor = self.rim_lighting_mix_factor
        c.outline_width_mode = self.outline_width_mode
        c.outline_width_factor = self.outline_width_factor
        c.outline_color_factor = abi.Vec3(*numbers(self.outline_color_factor, 3))
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

    # How to shade it.
    kind: SurfaceKind
    # The document's own, or a copy with VRM's changes: base colour, textures, alpha mode, emission
    # with its strength.
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
            c.material, _ = keep.array(abi.Material, [keep.struct(Material, self.material)])
        if self.mtoon is not None:
            c.mtoon, _ = keep.array(abi.Mtoon, [keep.struct(Mtoon, self.mtoon)])
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

    # The preset's name, or the custom one.
    name: str = ""
    # VRM_EXPRESSION_CUSTOM for a custom one.
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

    # As stated; "" when absent.
    spec_version: str = ""
    # The file has `humanoid`, though perhaps no bone of it can be used.
    has_humanoid: bool
    # Nodes; -1 none.
    bones: tuple[int, ...]
    # Presets, then custom ones, in the order of the file.
    expressions: tuple[ClipExpression, ...] = ()
    # The node whose rotation is the gaze; -1: none.
    look_at_node: int
    # look_at_offset is stated.
    has_look_at_offset: bool
    # offsetFromHeadBone: from the head to the eyes, metres.
    look_at_offset: Vec3
    # The extension's object.
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
    # Local transform at rest.
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
    # Into `morph_binds`.
    first_morph_bind: int
    # Into `morph_binds`.
    morph_bind_count: int
    # Into `value_binds`.
    first_value_bind: int
    # Into `value_binds`.
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
    # Of the morph at full expression.
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
    # The value at full expression, less the value at rest.
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

    # As vrm_RangeMap has them.
    input_max_degrees: float
    # As vrm_RangeMap has them.
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

    # 1, or 0: the avatar has no gaze control.
    is_present: int
    # vrm_LookAtType
    type: int
    # In the head's axes.
    offset: Vec3
    # Node; -1: no head.
    head: int
    # Head's world rotation * this is the look-at space.
    to_forward: Quat
    # horizontal_inner of vrm_LookAt.
    inner: PackRangeMap
    # horizontal_outer.
    outer: PackRangeMap
    # vertical_down.
    down: PackRangeMap
    # vertical_up.
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

    # The node that turns.
    node: int
    # The node that it follows.
    source: int
    # vrm_ConstraintType
    type: int
    # 0..1.
    weight: float
    # Local rotation of `node` at rest.
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

    # The head, which turns.
    node: int
    # Node; -1: a point that no node marks.
    tail: int
    # Of vrm_rig_spring_joint().
    joint: int
    # The tail is a child of the node, so the bone's length is `length`; and the next pair of the
    # chain, if any, is that child. Otherwise there are nodes between the two, which keep their
    # local transforms.
    is_direct: int
    # Local rotation of `node` at rest.
    rest: Quat
    # conjugate of (direction, 0), times rest: with it the turn needs one product.
    swing: Quat
    # Rest direction of the tail in the parent's space.
    direction: Vec3
    # From node to tail in the node's space.
    length: float
    # gravityPower * gravityDir
    gravity: Vec3
    # For each second, 0 or more.
    stiffness: float
    # 1 - dragForce
    keep: float
    # Of the tail's sphere, metres at scale 1.
    radius: float
    # Of the node at rest.
    scale: float
    # Direction of the tail in the node's space.
    axis: Vec3
    # vrm_LimitType
    limit: int
    # Takes +Y to the axis of the limit, in the space of the node at rest.
    limit_frame: Quat
    # Of the angle of a cone or hinge.
    limit_cosine: float
    # Of the angle of a cone or hinge.
    limit_sine: float
    # Of a spherical limit, radians.
    limit_pitch: float
    # Of a spherical limit, radians.
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

    # Into `pairs`, from the root to the tip.
    first_pair: int
    # Into `pairs`, from the root to the tip.
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

    # The node that carries it.
    node: int
    # vrm_PackColliderKind
    kind: int
    # Centre, start of the capsule or point of the plane, in the node's space.
    offset: Vec3
    # Capsules: tail - offset. Planes: the normal.
    along: Vec3
    # Metres at scale 1; 0 for planes.
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

    # Into `chains`.
    first_chain: int
    # Into `chains`.
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
    # A scale is not uniform, mirrors, or is too large.
    is_general: bool
    # Springs whose colliders or centers are below the chain that reads them, or chains that depend
    # on each other in a circle.
    has_circles: bool
    # As vrm_RigDef has it.
    override_damps_eye_bones: bool
    # +1 or -1, vrm_rig_facing()
    facing: int
    # Nodes that springs turn and all below them come last, from `body_count` on.
    body_count: int
    # `node_count` of them; parents first.
    nodes: tuple[PackNode, ...] = ()
    # By vrm_Bone.
    bones: tuple[PackBone, ...]
    # Nodes from a root to the parent of the hips.
    hips_chain: tuple[int, ...] = ()
    # Rest position of the hips in model space.
    hips_rest_model: Vec3
    # Numbered as vrm_rig_expression_info() has them.
    expressions: tuple[PackExpression, ...] = ()
    # Those of all expressions, one after the other.
    morph_binds: tuple[PackMorphBind, ...] = ()
    # Those of all expressions, one after the other.
    value_binds: tuple[PackValueBind, ...] = ()
    # Entries of `rest_morphs`: vrm_rig_morph_count().
    morph_count: int
    # Entries of `reached_morphs`.
    reached_count: int
    # Entries of `value_bases`.
    value_count: int
    # By morph.
    rest_morphs: float | None = None
    # Index into `rest_morphs` of each morph that an expression binds.
    reached_morphs: int | None = None
    # The file's values, in the order of vrm_rig_material_values().
    value_bases: Vec4 | None = None
    # All zero when the avatar has no gaze control.
    look_at: PackLookAt
    # Those of all range maps, one after the other.
    curve_keys: tuple[CurveKey, ...] = ()
    # Nodes from a root to the head.
    head_chain: tuple[int, ...] = ()
    # In the order of vrm_rig_constraint().
    constraints: tuple[PackConstraint, ...] = ()
    # In the order in which they run: >= 0 the constraint of that index; negative: the node ~step is
    # posed, because an aim reads it.
    constraint_steps: tuple[int, ...] = ()
    # Joints of all skins: entries of the two arrays below.
    palette_count: int
    # Node of each joint; -1: the root itself.
    palette_nodes: int | None = None
    # For each joint: skin matrix = world of its node * this.
    inverse_binds: tuple[float, ...] | None = None
    # Joints that vrm_rig_spring_joint() numbers; not all are in a pair.
    joint_count: int
    # Those of all chains, one after the other.
    pairs: tuple[PackPair, ...] = ()
    # Those of all waves, one after the other.
    chains: tuple[PackChain, ...] = ()
    # In the order in which they run.
    waves: tuple[PackWave, ...] = ()
    # Those that a chain names.
    colliders: tuple[PackCollider, ...] = ()
    # Into `colliders`.
    collider_refs: tuple[int, ...] = ()
    # Into `nodes`: those of all waves, one after the other.
    wave_nodes: tuple[int, ...] = ()
    # Into `colliders`: those of all waves, one after the other.
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

    # vrm_PackTrackTarget
    target: int
    # Which bone or expression; 0 for hips and gaze.
    index: int
    # vrm_Interpolation
    interpolation: int
    # Into `timelines`.
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

    # VRM_PACK_VERSION
    version: int
    # Seconds.
    duration: float
    # Rest position of the hips in the clip's own skeleton.
    hips_rest: Vec3
    # Times, shared by tracks with keys at the same ones.
    timelines: tuple[PackTimeline, ...] = ()
    # Seconds, increasing within a timeline.
    times: tuple[float, ...] = ()
    # One for each bone, hips, gaze or expression that the clip moves.
    tracks: tuple[PackTrack, ...] = ()
    # Rotations x y z w; offsets x y z; weights in x.
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

    # Frames that were added.
    frames: int
    # Channels of the written animation: bones, hips, expressions, gaze.
    channels: int
    # From the first frame to the last.
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
    # Of the last frame, for the draw calls.
    texture_bindings: int
    # Of the last frame: programs, vertex arrays, blending, depth, faces.
    state_changes: int

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
            texture_bindings=c.texture_bindings,
            state_changes=c.state_changes,
        )


@dataclass(frozen=True, kw_only=True)
class Line:
    """A line in world space; colour sRGB, alpha not multiplied in."""

    # Both ends, world space, metres.
    from_: Vec3
    # Both ends, world space, metres.
    to: Vec3
    # sRGB, 0..1; the line has this colour at both ends.
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
        c.from_ = abi.Vec3(*numbers(self.from_, 3))
        c.to = abi.Vec3(*numbers(self.to, 3))
        c.color = abi.Vec4(*numbers(self.color, 4))
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
    # Into the file for container findings, else into the JSON text; VRM_NO_OFFSET when the finding
    # has no position.
    byte_offset: int
    # That of the rule behind `code`.
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

    # Of unit length, at right angles to each other.
    along: Vec3
    # Of unit length, at right angles to each other.
    hinge: Vec3
    # Of unit length, at right angles to each other.
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

    # The preset's 1.0 name, or the custom one; lives as long as the rig.
    name: str = ""
    # VRM_EXPRESSION_CUSTOM for one of the avatar's own.
    preset: ExpressionPreset
    # The group in which others override it.
    category: Category
    # Whether and how its weight becomes 0 or 1.
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

    # Of the document.
    material: int
    # What the four numbers are.
    kind: MaterialValueKind
    # For VRM_VALUE_COLOR.
    color: ColorTarget
    # For VRM_VALUE_TEXTURE; the base colour's slot is always there.
    texture: TextureSlot
    # The file's value, valid while all expressions are 0. Colours linear, alpha 1 where the target
    # has none; emission without its strength, which multiplies afterwards.
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

    # The node that turns.
    node: int
    # The node that it follows.
    source: int
    # How it follows.
    type: ConstraintType
    # 0 (not at all) to 1 (fully).
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
    # `auto` with a skin that reaches the head: the first-person camera draws
    # vrm_first_person_indices().
    is_split_in_first_person: bool
    # What the file says about cameras; VRM_FIRST_PERSON_AUTO when it says nothing.
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
    # The same with all springs as the host wants them.
    work_wanted: float
    # Units that the budget pays for: milliseconds times workers, divided by unit_ns.
    work_allowed: float
    # Avatars at each level of their springs.
    full_count: int
    # Avatars at each level of their springs.
    half_count: int
    # Avatars at each level of their springs.
    paused_count: int

    @classmethod
    def _from_c(cls, c: Any, export: Export) -> BudgetUse:
        return cls(
            work=c.work,
            work_wanted=c.work_wanted,
            work_allowed=c.work_allowed,
            full_count=c.full_count,
            half_count=c.half_count,
            paused_count=c.paused_count,
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
    # World space; not normalized, so its length counts too.
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
        c.gravity_dir = abi.Vec3(*numbers(self.gravity_dir, 3))
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
    # False: too short to have a direction, or disabled because of an invalid joint.
    moves: bool
    # The tail at rest, in the head's space.
    tail_local: Vec3
    # As in the file, before an avatar changes them.
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
    # World to camera.
    view: tuple[float, ...]
    # Camera to clip space, depth -1..1.
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

    # The `code` of its findings.
    code: str = ""
    # That of its findings.
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

    # Packets that came in, refused ones included.
    packets: int
    # Well-formed OSC messages, whatever they say.
    messages: int
    # Bones and roots among the messages that were accepted.
    poses: int
    # Values that were accepted.
    expressions: int
    # Messages that are not used here: cameras, devices, buttons.
    others: int
    # Packets with a part that is not OSC: truncated, oversized, malformed.
    refused_packets: int
    # Known addresses with wrong arguments, or numbers that are not finite or beyond a million.
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
    # root_translation and root_rotation were sent.
    has_root: bool
    # `hips` was sent.
    has_hips: bool
    # time_s was sent.
    has_time: bool
    # The sender's clock (/VMC/Ext/T).
    time_s: float
    # Of the avatar in the sender's world, metres, glTF's axes.
    root_translation: Vec3
    # Of the avatar in the sender's world; the identity before it is sent.
    root_rotation: Quat
    # Normalized, as vrm_Pose has them.
    rotations: tuple[Quat, ...]
    # Bit b: bone b was sent.
    bones: int
    # Position, metres from the sender's root; (0, 0, 0), which senders of rotations only send, is
    # ignored.
    hips: Vec3
    # The sender directs the eyes: gaze_yaw and gaze_pitch are valid.
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
