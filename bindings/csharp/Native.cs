// SPDX-License-Identifier: MIT
// Written by tools/update_api from include/vrm/*.h; do not edit.
using System;
using System.Runtime.InteropServices;

namespace Vrm.Native
{
    /// <summary>A bool of C's: one byte.</summary>
    public struct Bool
    {
        private byte value;
        public static implicit operator bool(Bool b) { return b.value != 0; }
        public static implicit operator Bool(bool b) { return new Bool { value = (byte)(b ? 1 : 0) }; }
    }

    public static class Constants
    {
        /// <summary>
        /// Version of these headers; from 1.0 also the SONAME.
        /// </summary>
        public const int VERSION_MAJOR = 0;
        /// <summary>
        /// See VRM_VERSION_MAJOR.
        /// </summary>
        public const int VERSION_MINOR = 1;
        /// <summary>
        /// See VRM_VERSION_MAJOR.
        /// </summary>
        public const int VERSION_PATCH = 0;
        /// <summary>
        /// "MAJOR.MINOR.PATCH".
        /// </summary>
        public const string VERSION_TEXT = "0.1.0";
        /// <summary>
        /// Bytes of a digest.
        /// </summary>
        public const int DIGEST_SIZE = 65;
        /// <summary>
        /// The reference to no value.
        /// </summary>
        public const uint JSON_MISSING = 4294967295;
        /// <summary>
        /// Raised when a field of a pack changes its meaning or is removed; fields may be added at the ends
        /// of vrm_RigPack and vrm_ClipPack without it.
        /// </summary>
        public const int PACK_VERSION = 1;
        /// <summary>
        /// Seconds after which the idle begins again.
        /// </summary>
        public const float IDLE_PERIOD_S = 8.0f;
        /// <summary>
        /// How many severities there are.
        /// </summary>
        public const int SEVERITY_COUNT = 4;
        /// <summary>
        /// The byte offset of a finding that has none.
        /// </summary>
        public const ulong NO_OFFSET = 18446744073709551615;
        /// <summary>
        /// Longest result of vrm_text_for_file_name() in bytes; leaves room for a suffix in the 255 that
        /// file systems allow.
        /// </summary>
        public const int FILE_NAME_MAX = 200;
        /// <summary>
        /// The default port of senders.
        /// </summary>
        public const int VMC_PORT = 39539;
        /// <summary>
        /// Where vrm_vmc_unknown_bone_count() ends.
        /// </summary>
        public const int VMC_UNKNOWN_MAX = 256;
        /// <summary>
        /// Room for the name of an expression, its NUL included.
        /// </summary>
        public const int VMC_NAME = 64;
    }

    /// <summary>
    /// The result of a call. On any result but VRM_OK, out-pointers are NULL and the caller's objects are
    /// unchanged. The findings of a vrm_Report say what is wrong with a file.
    /// </summary>
    public enum Result
    {
        /// <summary>
        /// Done.
        /// </summary>
        OK = 0,
        /// <summary>
        /// A definition was not made by its default function.
        /// </summary>
        ERR_DEF = 1,
        /// <summary>
        /// An allocation failed.
        /// </summary>
        ERR_MEMORY = 2,
        /// <summary>
        /// Reading, writing or renaming a file failed.
        /// </summary>
        ERR_IO = 3,
        /// <summary>
        /// Not GLB, not glTF, or cut short.
        /// </summary>
        ERR_CONTAINER = 4,
        /// <summary>
        /// The JSON text breaks RFC 8259.
        /// </summary>
        ERR_JSON = 5,
        /// <summary>
        /// Readable, but too broken to use: see the report.
        /// </summary>
        ERR_INVALID = 6,
        /// <summary>
        /// Needs something that this build does not have: see the report.
        /// </summary>
        ERR_UNSUPPORTED = 7,
        /// <summary>
        /// A limit of vrm_Limits was exceeded: the report names it.
        /// </summary>
        ERR_LIMIT = 8,
        /// <summary>
        /// An index or a buffer size that does not fit the object.
        /// </summary>
        ERR_ARGUMENT = 9,
    }

    /// <summary>
    /// How the file's rest pose (all rotations 0) is interpreted.
    /// </summary>
    public enum BvhRest
    {
        /// <summary>
        /// Limbs more than 15 degrees off the T-pose are corrected. Where the rest pose is not a human
        /// figure (every bone along an axis of its own), the frame nearest to a standing figure replaces
        /// it.
        /// </summary>
        GUESS = 0,
        /// <summary>
        /// The rest pose is the T-pose.
        /// </summary>
        T_POSE = 1,
        /// <summary>
        /// All arms and legs are brought to the T-pose.
        /// </summary>
        CORRECTED = 2,
        /// <summary>
        /// The first frame is the T-pose, whatever the rest pose; limbs more than 15 degrees off are
        /// corrected.
        /// </summary>
        FIRST_FRAME = 3,
    }

    /// <summary>
    /// What a clip drives.
    /// </summary>
    public enum ClipKind
    {
        /// <summary>
        /// A VRM animation: fits every avatar.
        /// </summary>
        HUMANOID = 0,
        /// <summary>
        /// A glTF animation: fits avatars of its own file.
        /// </summary>
        NODES = 1,
    }

    /// <summary>
    /// The part of an avatar that a difference is in.
    /// </summary>
    public enum DiffPart
    {
        /// <summary>
        /// Name, authors, licence, thumbnail.
        /// </summary>
        META = 0,
        /// <summary>
        /// Which node is which bone, and where it rests.
        /// </summary>
        HUMANOID = 1,
        /// <summary>
        /// Expressions with their binds and overrides.
        /// </summary>
        EXPRESSIONS = 2,
        /// <summary>
        /// Kind, offset and range maps of the gaze.
        /// </summary>
        LOOK_AT = 3,
        /// <summary>
        /// Which cameras show which mesh.
        /// </summary>
        FIRST_PERSON = 4,
        /// <summary>
        /// Chains and the settings of their joints.
        /// </summary>
        SPRINGS = 5,
        /// <summary>
        /// Colliders of springs.
        /// </summary>
        COLLIDERS = 6,
        /// <summary>
        /// Node constraints.
        /// </summary>
        CONSTRAINTS = 7,
        /// <summary>
        /// Surfaces and their textures.
        /// </summary>
        MATERIALS = 8,
        /// <summary>
        /// Vertices, triangles, morph targets, skins.
        /// </summary>
        MESHES = 9,
        /// <summary>
        /// Other nodes of the hierarchy.
        /// </summary>
        NODES = 10,
        /// <summary>
        /// Animations of the file.
        /// </summary>
        ANIMATIONS = 11,
    }

    /// <summary>
    /// How a value differs.
    /// </summary>
    public enum DiffKind
    {
        /// <summary>
        /// Both models have it, with different values.
        /// </summary>
        CHANGED = 0,
        /// <summary>
        /// Only the second model has it.
        /// </summary>
        ADDED = 1,
        /// <summary>
        /// Only the first model has it.
        /// </summary>
        REMOVED = 2,
    }

    /// <summary>
    /// `componentType` of an accessor, with the numbers of glTF.
    /// </summary>
    public enum ComponentType
    {
        /// <summary>
        /// The file names no type, or one that glTF does not have: not readable.
        /// </summary>
        NONE = 0,
        /// <summary>
        /// 8 bits, signed.
        /// </summary>
        BYTE = 5120,
        /// <summary>
        /// 8 bits.
        /// </summary>
        UNSIGNED_BYTE = 5121,
        /// <summary>
        /// 16 bits, signed.
        /// </summary>
        SHORT = 5122,
        /// <summary>
        /// 16 bits.
        /// </summary>
        UNSIGNED_SHORT = 5123,
        /// <summary>
        /// 32 bits: indices only.
        /// </summary>
        UNSIGNED_INT = 5125,
        /// <summary>
        /// 32 bits, IEEE 754.
        /// </summary>
        FLOAT = 5126,
    }

    /// <summary>
    /// Shape of an accessor's elements, as glTF names it.
    /// </summary>
    public enum AccessorType
    {
        /// <summary>
        /// The file names no type, or one that glTF does not have: not readable.
        /// </summary>
        NONE = 0,
        /// <summary>
        /// One number: indices, times, weights of morph targets.
        /// </summary>
        SCALAR = 1,
        /// <summary>
        /// Two numbers: texture coordinates.
        /// </summary>
        VEC2 = 2,
        /// <summary>
        /// Three numbers: positions, normals, translations.
        /// </summary>
        VEC3 = 3,
        /// <summary>
        /// Four numbers: rotations, tangents, joints, weights of joints.
        /// </summary>
        VEC4 = 4,
        /// <summary>
        /// 2x2, column after column; columns begin at multiples of four bytes.
        /// </summary>
        MAT2 = 5,
        /// <summary>
        /// 3x3, column after column; columns begin at multiples of four bytes.
        /// </summary>
        MAT3 = 6,
        /// <summary>
        /// 4x4, column after column: inverse bind matrices.
        /// </summary>
        MAT4 = 7,
    }

    /// <summary>
    /// `alphaMode` of a material.
    /// </summary>
    public enum AlphaMode
    {
        /// <summary>
        /// Alpha is ignored.
        /// </summary>
        OPAQUE = 0,
        /// <summary>
        /// A pixel is drawn fully or not at all: see alpha_cutoff.
        /// </summary>
        MASK = 1,
        /// <summary>
        /// Drawn over what is behind it, in proportion to alpha.
        /// </summary>
        BLEND = 2,
    }

    /// <summary>
    /// The meaning of a vertex attribute.
    /// </summary>
    public enum Semantic
    {
        /// <summary>
        /// See the attribute's key.
        /// </summary>
        OTHER = 0,
        /// <summary>
        /// Metres in the space of the mesh: VEC3.
        /// </summary>
        POSITION = 1,
        /// <summary>
        /// Of unit length: VEC3.
        /// </summary>
        NORMAL = 2,
        /// <summary>
        /// Of unit length, w is the sign of the bitangent: VEC4; VEC3 in morph targets.
        /// </summary>
        TANGENT = 3,
        /// <summary>
        /// Texture coordinates, V downwards: VEC2.
        /// </summary>
        TEXCOORD = 4,
        /// <summary>
        /// Linear, multiplies the base colour: VEC3 or VEC4.
        /// </summary>
        COLOR = 5,
        /// <summary>
        /// Four indices into the joints of the skin.
        /// </summary>
        JOINTS = 6,
        /// <summary>
        /// The weights of those four.
        /// </summary>
        WEIGHTS = 7,
    }

    /// <summary>
    /// `target.path` of an animation channel.
    /// </summary>
    public enum AnimationPath
    {
        /// <summary>
        /// KHR_animation_pointer and unknown paths.
        /// </summary>
        OTHER = 0,
        /// <summary>
        /// Of the node: three numbers for each key, metres.
        /// </summary>
        TRANSLATION = 1,
        /// <summary>
        /// Of the node: four numbers for each key, x y z w.
        /// </summary>
        ROTATION = 2,
        /// <summary>
        /// Of the node: three numbers for each key.
        /// </summary>
        SCALE = 3,
        /// <summary>
        /// Of all morph targets of the node's mesh: one number for each, for each key.
        /// </summary>
        WEIGHTS = 4,
    }

    /// <summary>
    /// `interpolation` of an animation sampler.
    /// </summary>
    public enum Interpolation
    {
        /// <summary>
        /// On a straight line between keys; rotations along the great circle.
        /// </summary>
        LINEAR = 0,
        /// <summary>
        /// A key's value until the next key.
        /// </summary>
        STEP = 1,
        /// <summary>
        /// Hermite: each key has an in-tangent, a value and an out-tangent.
        /// </summary>
        CUBICSPLINE = 2,
    }

    /// <summary>
    /// How avatars are divided among work items.
    /// </summary>
    public enum GpuSplit
    {
        /// <summary>
        /// By the size of the crowd.
        /// </summary>
        AUTO = 0,
        /// <summary>
        /// A work item steps an avatar: large crowds.
        /// </summary>
        AVATARS = 1,
        /// <summary>
        /// Work items share an avatar's nodes and chains: small crowds.
        /// </summary>
        CHAINS = 2,
    }

    /// <summary>
    /// Arrays that a host writes for each avatar.
    /// </summary>
    public enum GpuInput
    {
        /// <summary>
        /// A vrm_Transform each. The scale must be the same along all axes, 0 to 1000.
        /// </summary>
        ROOTS = 0,
        /// <summary>
        /// A vrm_Pose each, as vrm_avatar_set_pose().
        /// </summary>
        POSES = 1,
        /// <summary>
        /// A vrm_Quat for each node of the file, as vrm_avatar_set_rotation().
        /// </summary>
        ROTATIONS = 2,
        /// <summary>
        /// A weight for each expression of the rig; NaN leaves one unchanged.
        /// </summary>
        EXPRESSIONS = 3,
        /// <summary>
        /// A weight for each morph, as vrm_avatar_set_morphs().
        /// </summary>
        MORPHS = 4,
        /// <summary>
        /// Four floats: 0 and three unused (vrm_avatar_look_off()), 1 and a point in the world
        /// (vrm_avatar_look_at()), or 2, yaw, pitch and one unused (vrm_avatar_look_along()). Only rigs
        /// with a gaze have it.
        /// </summary>
        GAZES = 5,
        /// <summary>
        /// A vrm_Vec3 each, as vrm_avatar_set_force().
        /// </summary>
        FORCES = 6,
    }

    /// <summary>
    /// Arrays that a device computes for each avatar.
    /// </summary>
    public enum GpuOutput
    {
        /// <summary>
        /// A vrm_Transform for each node of the file; by vrm_gpu_sim_read() only, there is no buffer.
        /// </summary>
        LOCALS = 0,
        /// <summary>
        /// A vrm_Affine for each node.
        /// </summary>
        WORLDS = 1,
        /// <summary>
        /// A vrm_Affine for each joint of the skins.
        /// </summary>
        PALETTES = 2,
        /// <summary>
        /// A float for each morph.
        /// </summary>
        OUT_MORPHS = 3,
        /// <summary>
        /// A vrm_Vec4 for each material value.
        /// </summary>
        VALUES = 4,
        /// <summary>
        /// A float for each expression.
        /// </summary>
        WEIGHTS = 5,
        /// <summary>
        /// As vrm_avatar_expression_inputs().
        /// </summary>
        ASKED = 6,
        /// <summary>
        /// A vrm_Quat for each spring joint; in the buffer only for joints that move.
        /// </summary>
        SPRINGS = 7,
        /// <summary>
        /// Yaw and pitch, degrees.
        /// </summary>
        GAZE_ANGLES = 8,
    }

    /// <summary>
    /// Formats of pictures that are read or written.
    /// </summary>
    public enum ImageFormat
    {
        /// <summary>
        /// None of the others.
        /// </summary>
        UNKNOWN = 0,
        /// <summary>
        /// Read and written.
        /// </summary>
        PNG = 1,
        /// <summary>
        /// Read only.
        /// </summary>
        JPEG = 2,
        /// <summary>
        /// Read, when it is a single picture, and written.
        /// </summary>
        WEBP = 3,
        /// <summary>
        /// Written only; when read, it is a PNG of its first picture.
        /// </summary>
        APNG = 4,
        /// <summary>
        /// Written only.
        /// </summary>
        GIF = 5,
    }

    /// <summary>
    /// Types of JSON values.
    /// </summary>
    public enum JsonType
    {
        /// <summary>
        /// VRM_JSON_MISSING.
        /// </summary>
        NONE = 0,
        /// <summary>
        /// The word null.
        /// </summary>
        NULL = 1,
        /// <summary>
        /// true or false.
        /// </summary>
        BOOL = 2,
        /// <summary>
        /// Any number; kept as text until it is read.
        /// </summary>
        NUMBER = 3,
        /// <summary>
        /// Text; escapes are resolved when it is read.
        /// </summary>
        STRING = 4,
        /// <summary>
        /// Values in order.
        /// </summary>
        ARRAY = 5,
        /// <summary>
        /// Keys with values, in the order of the text.
        /// </summary>
        OBJECT = 6,
    }

    /// <summary>
    /// Which specification a file follows.
    /// </summary>
    public enum Dialect
    {
        /// <summary>
        /// glTF without VRM, VRM companions without VRMC_vrm, or a VRM animation.
        /// </summary>
        NONE = 0,
        /// <summary>
        /// VRM 0.x: extension VRM.
        /// </summary>
        V0 = 1,
        /// <summary>
        /// VRMC_vrm as the drafts of 2019 to 2021 had it.
        /// </summary>
        DRAFT = 2,
        /// <summary>
        /// VRMC_vrm 1.0-beta.
        /// </summary>
        BETA = 3,
        /// <summary>
        /// VRMC_vrm 1.0.
        /// </summary>
        V1 = 4,
    }

    /// <summary>
    /// Who may use the avatar: `avatarPermission` of VRM 1.0 meta.
    /// </summary>
    public enum AvatarPermission
    {
        /// <summary>
        /// Only the authors.
        /// </summary>
        ONLY_AUTHOR = 0,
        /// <summary>
        /// Those to whom the authors gave a licence.
        /// </summary>
        ONLY_SEPARATELY_LICENSED_PERSON = 1,
        /// <summary>
        /// Everybody.
        /// </summary>
        EVERYONE = 2,
    }

    /// <summary>
    /// `commercialUsage` of VRM 1.0 meta.
    /// </summary>
    public enum CommercialUsage
    {
        /// <summary>
        /// Persons, without profit.
        /// </summary>
        PERSONAL_NON_PROFIT = 0,
        /// <summary>
        /// Persons, for profit too.
        /// </summary>
        PERSONAL_PROFIT = 1,
        /// <summary>
        /// Persons and corporations, for profit too.
        /// </summary>
        CORPORATION = 2,
    }

    /// <summary>
    /// `creditNotation` of VRM 1.0 meta.
    /// </summary>
    public enum CreditNotation
    {
        /// <summary>
        /// The authors must be named.
        /// </summary>
        REQUIRED = 0,
        /// <summary>
        /// They need not be named.
        /// </summary>
        UNNECESSARY = 1,
    }

    /// <summary>
    /// `modification` of VRM 1.0 meta.
    /// </summary>
    public enum Modification
    {
        /// <summary>
        /// The avatar must not be changed.
        /// </summary>
        PROHIBITED = 0,
        /// <summary>
        /// It may be changed for one's own use.
        /// </summary>
        ALLOW_MODIFICATION = 1,
        /// <summary>
        /// Changed avatars may be passed on.
        /// </summary>
        ALLOW_MODIFICATION_REDISTRIBUTION = 2,
    }

    /// <summary>
    /// licenseName of 0.x and license of the draft.
    /// </summary>
    public enum License0
    {
        /// <summary>
        /// A 1.0 or beta file.
        /// </summary>
        NONE = 0,
        /// <summary>
        /// Must not be passed on. Names that 0.x does not have read as this.
        /// </summary>
        REDISTRIBUTION_PROHIBITED = 1,
        /// <summary>
        /// Public domain.
        /// </summary>
        CC0 = 2,
        /// <summary>
        /// Creative Commons Attribution.
        /// </summary>
        CC_BY = 3,
        /// <summary>
        /// Attribution, non-commercial.
        /// </summary>
        CC_BY_NC = 4,
        /// <summary>
        /// Attribution, share alike.
        /// </summary>
        CC_BY_SA = 5,
        /// <summary>
        /// Attribution, non-commercial, share alike.
        /// </summary>
        CC_BY_NC_SA = 6,
        /// <summary>
        /// Attribution, no derivatives.
        /// </summary>
        CC_BY_ND = 7,
        /// <summary>
        /// Attribution, non-commercial, no derivatives.
        /// </summary>
        CC_BY_NC_ND = 8,
        /// <summary>
        /// Another one, at other_license_url.
        /// </summary>
        OTHER = 9,
    }

    /// <summary>
    /// Parents come before children.
    /// </summary>
    public enum Bone
    {
        /// <summary>
        /// No bone.
        /// </summary>
        NONE = -1,
        /// <summary>
        /// The root of all others, which also moves. Required.
        /// </summary>
        HIPS = 0,
        /// <summary>
        /// Above the hips. Required.
        /// </summary>
        SPINE = 1,
        /// <summary>
        /// Above the spine.
        /// </summary>
        CHEST = 2,
        /// <summary>
        /// Above the chest, which an avatar with this bone has.
        /// </summary>
        UPPER_CHEST = 3,
        /// <summary>
        /// Between torso and head.
        /// </summary>
        NECK = 4,
        /// <summary>
        /// Required.
        /// </summary>
        HEAD = 5,
        /// <summary>
        /// Turned by the gaze.
        /// </summary>
        LEFT_EYE = 6,
        /// <summary>
        /// Turned by the gaze.
        /// </summary>
        RIGHT_EYE = 7,
        /// <summary>
        /// Opens the mouth; most avatars use expressions instead.
        /// </summary>
        JAW = 8,
        /// <summary>
        /// Hip to knee. Required.
        /// </summary>
        LEFT_UPPER_LEG = 9,
        /// <summary>
        /// Knee to ankle. Required.
        /// </summary>
        LEFT_LOWER_LEG = 10,
        /// <summary>
        /// From the ankle. Required.
        /// </summary>
        LEFT_FOOT = 11,
        /// <summary>
        /// All toes together.
        /// </summary>
        LEFT_TOES = 12,
        /// <summary>
        /// Hip to knee. Required.
        /// </summary>
        RIGHT_UPPER_LEG = 13,
        /// <summary>
        /// Knee to ankle. Required.
        /// </summary>
        RIGHT_LOWER_LEG = 14,
        /// <summary>
        /// From the ankle. Required.
        /// </summary>
        RIGHT_FOOT = 15,
        /// <summary>
        /// All toes together.
        /// </summary>
        RIGHT_TOES = 16,
        /// <summary>
        /// The collar bone.
        /// </summary>
        LEFT_SHOULDER = 17,
        /// <summary>
        /// Shoulder to elbow. Required.
        /// </summary>
        LEFT_UPPER_ARM = 18,
        /// <summary>
        /// Elbow to wrist. Required.
        /// </summary>
        LEFT_LOWER_ARM = 19,
        /// <summary>
        /// From the wrist. Required.
        /// </summary>
        LEFT_HAND = 20,
        /// <summary>
        /// The collar bone.
        /// </summary>
        RIGHT_SHOULDER = 21,
        /// <summary>
        /// Shoulder to elbow. Required.
        /// </summary>
        RIGHT_UPPER_ARM = 22,
        /// <summary>
        /// Elbow to wrist. Required.
        /// </summary>
        RIGHT_LOWER_ARM = 23,
        /// <summary>
        /// From the wrist. Required.
        /// </summary>
        RIGHT_HAND = 24,
        /// <summary>
        /// In the palm; `leftThumbProximal` of 0.x.
        /// </summary>
        LEFT_THUMB_METACARPAL = 25,
        /// <summary>
        /// Middle of the thumb; `leftThumbIntermediate` of 0.x.
        /// </summary>
        LEFT_THUMB_PROXIMAL = 26,
        /// <summary>
        /// Tip of the thumb.
        /// </summary>
        LEFT_THUMB_DISTAL = 27,
        /// <summary>
        /// From the knuckle of the forefinger.
        /// </summary>
        LEFT_INDEX_PROXIMAL = 28,
        /// <summary>
        /// Middle of the forefinger.
        /// </summary>
        LEFT_INDEX_INTERMEDIATE = 29,
        /// <summary>
        /// Tip of the forefinger.
        /// </summary>
        LEFT_INDEX_DISTAL = 30,
        /// <summary>
        /// From the knuckle of the middle finger.
        /// </summary>
        LEFT_MIDDLE_PROXIMAL = 31,
        /// <summary>
        /// Middle of the middle finger.
        /// </summary>
        LEFT_MIDDLE_INTERMEDIATE = 32,
        /// <summary>
        /// Tip of the middle finger.
        /// </summary>
        LEFT_MIDDLE_DISTAL = 33,
        /// <summary>
        /// From the knuckle of the ring finger.
        /// </summary>
        LEFT_RING_PROXIMAL = 34,
        /// <summary>
        /// Middle of the ring finger.
        /// </summary>
        LEFT_RING_INTERMEDIATE = 35,
        /// <summary>
        /// Tip of the ring finger.
        /// </summary>
        LEFT_RING_DISTAL = 36,
        /// <summary>
        /// From the knuckle of the little finger.
        /// </summary>
        LEFT_LITTLE_PROXIMAL = 37,
        /// <summary>
        /// Middle of the little finger.
        /// </summary>
        LEFT_LITTLE_INTERMEDIATE = 38,
        /// <summary>
        /// Tip of the little finger.
        /// </summary>
        LEFT_LITTLE_DISTAL = 39,
        /// <summary>
        /// In the palm; `rightThumbProximal` of 0.x.
        /// </summary>
        RIGHT_THUMB_METACARPAL = 40,
        /// <summary>
        /// Middle of the thumb; `rightThumbIntermediate` of 0.x.
        /// </summary>
        RIGHT_THUMB_PROXIMAL = 41,
        /// <summary>
        /// Tip of the thumb.
        /// </summary>
        RIGHT_THUMB_DISTAL = 42,
        /// <summary>
        /// From the knuckle of the forefinger.
        /// </summary>
        RIGHT_INDEX_PROXIMAL = 43,
        /// <summary>
        /// Middle of the forefinger.
        /// </summary>
        RIGHT_INDEX_INTERMEDIATE = 44,
        /// <summary>
        /// Tip of the forefinger.
        /// </summary>
        RIGHT_INDEX_DISTAL = 45,
        /// <summary>
        /// From the knuckle of the middle finger.
        /// </summary>
        RIGHT_MIDDLE_PROXIMAL = 46,
        /// <summary>
        /// Middle of the middle finger.
        /// </summary>
        RIGHT_MIDDLE_INTERMEDIATE = 47,
        /// <summary>
        /// Tip of the middle finger.
        /// </summary>
        RIGHT_MIDDLE_DISTAL = 48,
        /// <summary>
        /// From the knuckle of the ring finger.
        /// </summary>
        RIGHT_RING_PROXIMAL = 49,
        /// <summary>
        /// Middle of the ring finger.
        /// </summary>
        RIGHT_RING_INTERMEDIATE = 50,
        /// <summary>
        /// Tip of the ring finger.
        /// </summary>
        RIGHT_RING_DISTAL = 51,
        /// <summary>
        /// From the knuckle of the little finger.
        /// </summary>
        RIGHT_LITTLE_PROXIMAL = 52,
        /// <summary>
        /// Middle of the little finger.
        /// </summary>
        RIGHT_LITTLE_INTERMEDIATE = 53,
        /// <summary>
        /// Tip of the little finger.
        /// </summary>
        RIGHT_LITTLE_DISTAL = 54,
    }

    /// <summary>
    /// Expressions that the specification names.
    /// </summary>
    public enum ExpressionPreset
    {
        /// <summary>
        /// One of the avatar's own.
        /// </summary>
        CUSTOM = -1,
        /// <summary>
        /// Emotion; `joy` of 0.x.
        /// </summary>
        HAPPY = 0,
        /// <summary>
        /// Emotion.
        /// </summary>
        ANGRY = 1,
        /// <summary>
        /// Emotion; `sorrow` of 0.x.
        /// </summary>
        SAD = 2,
        /// <summary>
        /// Emotion; `fun` of 0.x.
        /// </summary>
        RELAXED = 3,
        /// <summary>
        /// Emotion; custom in 0.x.
        /// </summary>
        SURPRISED = 4,
        /// <summary>
        /// The mouth says a.
        /// </summary>
        AA = 5,
        /// <summary>
        /// The mouth says i.
        /// </summary>
        IH = 6,
        /// <summary>
        /// The mouth says u.
        /// </summary>
        OU = 7,
        /// <summary>
        /// The mouth says e.
        /// </summary>
        EE = 8,
        /// <summary>
        /// The mouth says o.
        /// </summary>
        OH = 9,
        /// <summary>
        /// Closes both eyes.
        /// </summary>
        BLINK = 10,
        /// <summary>
        /// Closes the avatar's left eye.
        /// </summary>
        BLINK_LEFT = 11,
        /// <summary>
        /// Closes the avatar's right eye.
        /// </summary>
        BLINK_RIGHT = 12,
        /// <summary>
        /// The gaze, where expressions move the eyes.
        /// </summary>
        LOOK_UP = 13,
        /// <summary>
        /// The gaze, as above.
        /// </summary>
        LOOK_DOWN = 14,
        /// <summary>
        /// The gaze to the avatar's left.
        /// </summary>
        LOOK_LEFT = 15,
        /// <summary>
        /// The gaze to the avatar's right.
        /// </summary>
        LOOK_RIGHT = 16,
        /// <summary>
        /// The face at rest; for compatibility with 0.x.
        /// </summary>
        NEUTRAL = 17,
    }

    /// <summary>
    /// How an expression holds back others.
    /// </summary>
    public enum Override
    {
        /// <summary>
        /// The others are not changed.
        /// </summary>
        NONE = 0,
        /// <summary>
        /// The others are 0 while this one is above 0.
        /// </summary>
        BLOCK = 1,
        /// <summary>
        /// The others are multiplied by 1 - the weight of this one.
        /// </summary>
        BLEND = 2,
    }

    /// <summary>
    /// How a binary expression turns its value into 0 or 1.
    /// </summary>
    public enum BinaryRule
    {
        /// <summary>
        /// Not binary.
        /// </summary>
        NOT = 0,
        /// <summary>
        /// 1 above 0.5 (1.0, beta; 0.x rounds, and 0.5 rounds to 0).
        /// </summary>
        OVER_HALF = 1,
        /// <summary>
        /// 1 above 0 (draft).
        /// </summary>
        NON_ZERO = 2,
    }

    /// <summary>
    /// Which colour of a material an expression changes.
    /// </summary>
    public enum ColorTarget
    {
        /// <summary>
        /// Base colour and alpha.
        /// </summary>
        BASE = 0,
        /// <summary>
        /// Emissive factor.
        /// </summary>
        EMISSION = 1,
        /// <summary>
        /// MToon's shade colour.
        /// </summary>
        SHADE = 2,
        /// <summary>
        /// MToon's matcap factor.
        /// </summary>
        MATCAP = 3,
        /// <summary>
        /// MToon's parametric rim colour.
        /// </summary>
        RIM = 4,
        /// <summary>
        /// MToon's outline colour.
        /// </summary>
        OUTLINE = 5,
    }

    /// <summary>
    /// Whether bones or expressions move the eyes.
    /// </summary>
    public enum LookAtType
    {
        /// <summary>
        /// The eye bones turn.
        /// </summary>
        BONE = 0,
        /// <summary>
        /// lookUp, lookDown, lookLeft and lookRight are set.
        /// </summary>
        EXPRESSION = 1,
    }

    /// <summary>
    /// Which cameras show a mesh.
    /// </summary>
    public enum FirstPersonType
    {
        /// <summary>
        /// The first-person camera hides what the head's bones move, and shows the rest.
        /// </summary>
        AUTO = 0,
        /// <summary>
        /// All cameras show it.
        /// </summary>
        BOTH = 1,
        /// <summary>
        /// The avatar's own eyes do not see it: hair, hats.
        /// </summary>
        THIRD_PERSON_ONLY = 2,
        /// <summary>
        /// Only the avatar's own eyes see it.
        /// </summary>
        FIRST_PERSON_ONLY = 3,
    }

    /// <summary>
    /// Shapes of colliders, those of VRMC_springBone_extended_collider included.
    /// </summary>
    public enum ColliderShape
    {
        /// <summary>
        /// Joints stay outside a sphere at `offset`.
        /// </summary>
        SPHERE = 0,
        /// <summary>
        /// Joints stay outside a capsule from `offset` to `tail`.
        /// </summary>
        CAPSULE = 1,
        /// <summary>
        /// Joints stay inside the sphere.
        /// </summary>
        INSIDE_SPHERE = 2,
        /// <summary>
        /// Joints stay inside the capsule.
        /// </summary>
        INSIDE_CAPSULE = 3,
        /// <summary>
        /// Joints stay on the side to which `normal` points.
        /// </summary>
        PLANE = 4,
    }

    /// <summary>
    /// Limits on the angle of a spring joint (VRMC_springBone_limit).
    /// </summary>
    public enum LimitType
    {
        /// <summary>
        /// The joint turns freely.
        /// </summary>
        NONE = 0,
        /// <summary>
        /// At most `angle` away from the axis.
        /// </summary>
        CONE = 1,
        /// <summary>
        /// In one plane, at most `angle` to either side.
        /// </summary>
        HINGE = 2,
        /// <summary>
        /// At most `pitch` and `yaw` in two directions.
        /// </summary>
        SPHERICAL = 3,
    }

    /// <summary>
    /// Kinds of node constraints.
    /// </summary>
    public enum ConstraintType
    {
        /// <summary>
        /// Takes over the source's rotation about one axis: twist bones.
        /// </summary>
        ROLL = 0,
        /// <summary>
        /// Points one axis at the source.
        /// </summary>
        AIM = 1,
        /// <summary>
        /// Takes over the source's whole rotation.
        /// </summary>
        ROTATION = 2,
    }

    /// <summary>
    /// `rollAxis` or `aimAxis` of a constraint.
    /// </summary>
    public enum Axis
    {
        /// <summary>
        /// +X of the node; of a roll: X.
        /// </summary>
        POSITIVE_X = 0,
        /// <summary>
        /// +Y; of a roll: Y.
        /// </summary>
        POSITIVE_Y = 1,
        /// <summary>
        /// +Z; of a roll: Z.
        /// </summary>
        POSITIVE_Z = 2,
        /// <summary>
        /// -X; aims only.
        /// </summary>
        NEGATIVE_X = 3,
        /// <summary>
        /// -Y; aims only.
        /// </summary>
        NEGATIVE_Y = 4,
        /// <summary>
        /// -Z; aims only.
        /// </summary>
        NEGATIVE_Z = 5,
    }

    /// <summary>
    /// How a material is shaded.
    /// </summary>
    public enum SurfaceKind
    {
        /// <summary>
        /// Metallic-roughness, as glTF defines it.
        /// </summary>
        PBR = 0,
        /// <summary>
        /// The base colour alone (KHR_materials_unlit, and 0.x's unlit shaders).
        /// </summary>
        UNLIT = 1,
        /// <summary>
        /// Toon shading (VRMC_materials_mtoon, and 0.x's VRM/MToon).
        /// </summary>
        MTOON = 2,
    }

    /// <summary>
    /// `outlineWidthMode` of MToon.
    /// </summary>
    public enum OutlineMode
    {
        /// <summary>
        /// No outline.
        /// </summary>
        NONE = 0,
        /// <summary>
        /// Width in metres.
        /// </summary>
        WORLD_COORDINATES = 1,
        /// <summary>
        /// Width as a part of the screen's height.
        /// </summary>
        SCREEN_COORDINATES = 2,
    }

    /// <summary>
    /// The textures that a surface may have.
    /// </summary>
    public enum TextureSlot
    {
        /// <summary>
        /// Base colour and alpha.
        /// </summary>
        BASE_COLOR = 0,
        /// <summary>
        /// Green roughness, blue metalness.
        /// </summary>
        METALLIC_ROUGHNESS = 1,
        /// <summary>
        /// Normals in tangent space.
        /// </summary>
        NORMAL = 2,
        /// <summary>
        /// Ambient light, in red.
        /// </summary>
        OCCLUSION = 3,
        /// <summary>
        /// Light that the surface sends out.
        /// </summary>
        EMISSIVE = 4,
        /// <summary>
        /// MToon's own from here on.
        /// </summary>
        SHADE_MULTIPLY = 5,
        /// <summary>
        /// Border of the shade, in red.
        /// </summary>
        SHADING_SHIFT = 6,
        /// <summary>
        /// Where matcap and rim light appear.
        /// </summary>
        RIM_MULTIPLY = 7,
        /// <summary>
        /// Width of the outline, in green.
        /// </summary>
        OUTLINE_WIDTH = 8,
        /// <summary>
        /// How far UVs are animated, in blue.
        /// </summary>
        UV_ANIMATION_MASK = 9,
        /// <summary>
        /// Sampled by the direction of the surface, not by UV.
        /// </summary>
        MATCAP = 10,
    }

    /// <summary>
    /// Shapes that a solver distinguishes.
    /// </summary>
    public enum PackColliderKind
    {
        /// <summary>
        /// Pushes out.
        /// </summary>
        SPHERE = 0,
        /// <summary>
        /// Pushes out of a line from `offset` to `offset` + `along`.
        /// </summary>
        CAPSULE = 1,
        /// <summary>
        /// Inside sphere or inside capsule.
        /// </summary>
        HOLLOW = 2,
        /// <summary>
        /// Pushes to the side of the normal.
        /// </summary>
        PLANE = 3,
    }

    /// <summary>
    /// What a track of a clip drives.
    /// </summary>
    public enum PackTrackTarget
    {
        /// <summary>
        /// Normalized rotation; `index` is the vrm_Bone.
        /// </summary>
        BONE = 0,
        /// <summary>
        /// Offset from rest in model space.
        /// </summary>
        HIPS = 1,
        /// <summary>
        /// Rotation.
        /// </summary>
        GAZE = 2,
        /// <summary>
        /// `index` is the clip's expression.
        /// </summary>
        EXPRESSION = 3,
    }

    /// <summary>
    /// What draws.
    /// </summary>
    public enum RenderBackend
    {
        /// <summary>
        /// A context of its own without window or screen: libEGL.so.1 is opened when the renderer is
        /// created, not when the program starts.
        /// </summary>
        EGL = 0,
        /// <summary>
        /// The host's OpenGL ES 3.0 or WebGL 2 context, current at every call; GL state is changed and not
        /// restored.
        /// </summary>
        HOST = 1,
        /// <summary>
        /// No GL at all: all steps except drawing, with all range checks. Pictures are transparent. For
        /// tests.
        /// </summary>
        NULL = 2,
    }

    /// <summary>
    /// What is drawn over an avatar for those who debug it; bits.
    /// </summary>
    [Flags]
    public enum Overlay
    {
        /// <summary>
        /// Humanoid bones white, other joints grey, with axes.
        /// </summary>
        BONES = 1,
        /// <summary>
        /// Spring chains and the hit radius of their joints.
        /// </summary>
        SPRINGS = 2,
        /// <summary>
        /// Spheres, capsules, planes.
        /// </summary>
        COLLIDERS = 4,
        /// <summary>
        /// A needle on each vertex, in the pose; without morph targets.
        /// </summary>
        NORMALS = 8,
        /// <summary>
        /// Edges: green always drawn, red hidden from the first-person camera, blue seen by it alone.
        /// </summary>
        FIRST_PERSON = 16,
    }

    /// <summary>
    /// How bad a finding is.
    /// </summary>
    public enum Severity
    {
        /// <summary>
        /// The specification says must, and the file cannot be used as intended.
        /// </summary>
        ERROR = 0,
        /// <summary>
        /// A rule is broken, but programs can continue without harm.
        /// </summary>
        WARNING = 1,
        /// <summary>
        /// Unusual.
        /// </summary>
        INFO = 2,
        /// <summary>
        /// Could be better.
        /// </summary>
        HINT = 3,
    }

    /// <summary>
    /// The group in which another expression can override an expression.
    /// </summary>
    public enum Category
    {
        /// <summary>
        /// No expression overrides it.
        /// </summary>
        NONE = 0,
        /// <summary>
        /// aa, ih, ou, ee, oh.
        /// </summary>
        MOUTH = 1,
        /// <summary>
        /// blink, blinkLeft, blinkRight.
        /// </summary>
        BLINK = 2,
        /// <summary>
        /// lookUp, lookDown, lookLeft, lookRight.
        /// </summary>
        LOOK_AT = 3,
    }

    /// <summary>
    /// What a material value is.
    /// </summary>
    public enum MaterialValueKind
    {
        /// <summary>
        /// rgb and alpha; see `color`.
        /// </summary>
        COLOR = 0,
        /// <summary>
        /// Offset x y, scale x y of one texture; see `texture`.
        /// </summary>
        TEXTURE = 1,
    }

    /// <summary>
    /// How much of a mesh a camera draws.
    /// </summary>
    public enum Visibility
    {
        /// <summary>
        /// Do not draw it.
        /// </summary>
        HIDDEN = 0,
        /// <summary>
        /// Draw all of it.
        /// </summary>
        VISIBLE = 1,
        /// <summary>
        /// Draw vrm_first_person_indices() of each primitive.
        /// </summary>
        VISIBLE_WITHOUT_HEAD = 2,
    }

    /// <summary>
    /// What a step writes out. Results that are not asked for cost no time and no memory.
    /// </summary>
    [Flags]
    public enum Outputs
    {
        /// <summary>
        /// vrm_avatar_locals()
        /// </summary>
        LOCALS = 1,
        /// <summary>
        /// vrm_avatar_worlds()
        /// </summary>
        WORLDS = 2,
        /// <summary>
        /// vrm_avatar_palettes()
        /// </summary>
        PALETTES = 4,
        /// <summary>
        /// vrm_avatar_morphs(), _material_values(), _expression_weights()
        /// </summary>
        FACE = 8,
        /// <summary>
        /// The four above.
        /// </summary>
        ALL = 15,
        /// <summary>
        /// vrm_avatar_spring_rotations(): for hosts that need only these; VRM_OUTPUT_LOCALS includes them.
        /// </summary>
        SPRINGS = 16,
    }

    /// <summary>
    /// The parts of a step that can be switched off for an avatar.
    /// </summary>
    [Flags]
    public enum Stages
    {
        /// <summary>
        /// The gaze turns eye bones or sets look expressions.
        /// </summary>
        LOOK_AT = 1,
        /// <summary>
        /// Expressions set morph weights and material values.
        /// </summary>
        EXPRESSIONS = 2,
        /// <summary>
        /// Node constraints turn their nodes.
        /// </summary>
        CONSTRAINTS = 4,
        /// <summary>
        /// Spring bones sway.
        /// </summary>
        SPRINGS = 8,
        /// <summary>
        /// The four above; the default.
        /// </summary>
        ALL = 15,
    }

    /// <summary>
    /// How many avatars a step works on at once, and with which instructions of the CPU. All give the same
    /// bits; they differ in speed.
    /// </summary>
    public enum Kernel
    {
        /// <summary>
        /// The fastest that this CPU can run.
        /// </summary>
        AUTO = 0,
        /// <summary>
        /// Four lanes: SSE2, NEON, wasm SIMD or plain C. Everywhere.
        /// </summary>
        LANES_4 = 1,
        /// <summary>
        /// Four lanes on an x86_64 CPU with AVX2.
        /// </summary>
        LANES_4_AVX2 = 2,
        /// <summary>
        /// Eight lanes: x86_64 with AVX2.
        /// </summary>
        LANES_8 = 3,
        /// <summary>
        /// Sixteen lanes: x86_64 with AVX-512 (F, VL, BW, DQ).
        /// </summary>
        LANES_16 = 4,
    }

    /// <summary>
    /// A camera.
    /// </summary>
    public enum View
    {
        /// <summary>
        /// Default: mirrors, other players, photographs.
        /// </summary>
        THIRD_PERSON = 0,
        /// <summary>
        /// A camera in the avatar's own head.
        /// </summary>
        FIRST_PERSON = 1,
    }

    /// <summary>
    /// How much an avatar's springs may cost.
    /// </summary>
    public enum SpringDetail
    {
        /// <summary>
        /// Default.
        /// </summary>
        FULL = 0,
        /// <summary>
        /// Every second step, with settings that keep the motion alike.
        /// </summary>
        HALF = 1,
        /// <summary>
        /// As while paused.
        /// </summary>
        PAUSED = 2,
    }

    /// <summary>
    /// Where a camera is placed by the avatar's size.
    /// </summary>
    public enum Shot
    {
        /// <summary>
        /// All of it, from any side.
        /// </summary>
        FULL = 0,
        /// <summary>
        /// Head and shoulders.
        /// </summary>
        BUST = 1,
        /// <summary>
        /// Chin to hair.
        /// </summary>
        FACE = 2,
    }

    /// <summary>
    /// Collects frames and writes them as a glTF animation.
    /// </summary>
    public struct Baker { }

    /// <summary>
    /// Motion capture that was read from a BVH file.
    /// </summary>
    public struct Bvh { }

    /// <summary>
    /// An animation, compiled for playing: immutable.
    /// </summary>
    public struct Clip { }

    /// <summary>
    /// The differences of two models. Immutable; needs neither of the models.
    /// </summary>
    public struct Diff { }

    /// <summary>
    /// A transaction over a model.
    /// </summary>
    public struct Edit { }

    /// <summary>
    /// A running crowd on a device.
    /// </summary>
    public struct GpuSim { }

    /// <summary>
    /// A picture or animation in the making: create, add frames, finish, use the bytes, destroy. One thread
    /// at a time.
    /// </summary>
    public struct ImageWriter { }

    /// <summary>
    /// A JSON document. Many readers or one writer.
    /// </summary>
    public struct Json { }

    /// <summary>
    /// Collects JSON text: objects and arrays are opened and closed, commas and escapes are added
    /// automatically. A failed allocation is remembered and returned by vrm_json_builder_text().
    /// </summary>
    public struct JsonBuilder { }

    /// <summary>
    /// A loaded file of any dialect: the document, and what VRM says in it.
    /// </summary>
    public struct Model { }

    /// <summary>
    /// Collects poses and makes a VRM animation of them.
    /// </summary>
    public struct Recorder { }

    /// <summary>
    /// Draws.
    /// </summary>
    public struct Renderer { }

    /// <summary>
    /// A model in the memory of the graphics card, ready to be drawn any number of times.
    /// </summary>
    public struct Drawable { }

    /// <summary>
    /// A list of findings.
    /// </summary>
    public struct Report { }

    /// <summary>
    /// A model compiled for running: immutable, shared by any number of avatars.
    /// </summary>
    public struct Rig { }

    /// <summary>
    /// A running crowd of avatars.
    /// </summary>
    public struct Sim { }

    /// <summary>
    /// An avatar prepared for drawing, with its camera and lights.
    /// </summary>
    public struct Stage { }

    /// <summary>
    /// A receiver and the state that it has received. One thread at a time.
    /// </summary>
    public struct Vmc { }

    /// <summary>
    /// A UDP socket that receives packets of the VMC protocol.
    /// </summary>
    public struct VmcSocket { }

    /// <summary>
    /// Makes a PNG whose red, green and blue all hold what one channel of a picture holds (0 red, 1 green,
    /// 2 blue, 3 alpha): vrm_image_spread_channel() of vrm/image.h, or something like it. On VRM_OK
    /// `*out_png` was taken from `allocator` with exactly its size and belongs to the caller; or it is
    /// empty when all three channels have these values already, as in a grey picture.
    /// </summary>
    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public unsafe delegate Result SpreadChannelFn(void* ctx, Span picture, int channel, Allocator* allocator, Span* out_png);

    /// <summary>
    /// Reads a file that the document names by a relative URI. `path` is the decoded URI: names with a
    /// slash between them, never absolute and never with "..". On VRM_OK `*out_data` was taken from
    /// `allocator` with exactly `*out_size` bytes and belongs to the caller. Must refuse files over
    /// `max_size` with VRM_ERR_LIMIT.
    /// </summary>
    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public unsafe delegate Result ReadFileFn(void* ctx, byte* path, ulong max_size, Allocator* allocator, byte** out_data, UIntPtr* out_size);

    /// <summary>
    /// A function of OpenGL, to be cast to its own type.
    /// </summary>
    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public unsafe delegate void GlProc();

    /// <summary>
    /// Decodes an image of the document: vrm_image_decode() or a function with the same contract. May be
    /// called from the workers of vrm_DrawableDef.tasks. Anything but VRM_OK makes a finding and a
    /// substitute.
    /// </summary>
    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public unsafe delegate Result DecodeImageFn(void* ctx, Span bytes, ImageLimits* limits, Allocator* allocator, Picture* @out);

    /// <summary>
    /// Work on the items begin &lt;= i &lt; end; `worker` is below vrm_Tasks.worker_count and no two calls
    /// that run at the same time share it.
    /// </summary>
    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public unsafe delegate void TaskFn(void* task, int begin, int end, int worker);

    /// <summary>
    /// Sets the inputs of one avatar. May call every vrm_avatar_ function that takes a vrm_Sim and does not
    /// allocate, for this avatar only, and nothing else of the sim.
    /// </summary>
    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    public unsafe delegate void InputFn(void* ctx, Sim* sim, AvatarId avatar, void* user_data);

    /// <summary>
    /// How to bake. Start from vrm_default_baker_def().
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct BakerDef
    {
        /// <summary>
        /// Set by the default function; do not touch.
        /// </summary>
        public uint def_size;
        /// <summary>
        /// Of the animation; copied. Default NULL: "bake".
        /// </summary>
        public byte* name;
        /// <summary>
        /// Of each node's rotation. 0 or more; default 0.1.
        /// </summary>
        public float tolerance_degrees;
        /// <summary>
        /// Of each node's translation; the same number for scales. Default 0.0005.
        /// </summary>
        public float tolerance_metres;
        /// <summary>
        /// Of each morph weight, colour and texture transform. Default 0.002.
        /// </summary>
        public float tolerance_weight;
        /// <summary>
        /// Colours and texture transforms that expressions change are animated through
        /// KHR_animation_pointer, which few programs read. Default false.
        /// </summary>
        public Bool has_materials;
        /// <summary>
        /// Leave the VRM extensions in. By default they are removed, because a VRM program would run
        /// springs, constraints and look-at a second time; the licence is kept as asset.extras.vrmMeta.
        /// MToon materials are kept in any case. Default false.
        /// </summary>
        public Bool keeps_vrm;
        /// <summary>
        /// Memory for frames; beyond it VRM_ERR_LIMIT. Default 1 GiB.
        /// </summary>
        public ulong max_bytes;
        /// <summary>
        /// For the baker, until it is destroyed. Default: the C library.
        /// </summary>
        public Allocator allocator;
    }

    /// <summary>
    /// Counts, sizes and loop error of a bake.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct BakeStats
    {
        /// <summary>
        /// Frames that were added.
        /// </summary>
        public int frames;
        /// <summary>
        /// Channels of the written animation; what never leaves its rest value has none.
        /// </summary>
        public int channels;
        /// <summary>
        /// From the first frame to the last.
        /// </summary>
        public float seconds;
        /// <summary>
        /// Of all channels together.
        /// </summary>
        public ulong source_keys;
        /// <summary>
        /// Of all channels together.
        /// </summary>
        public ulong kept_keys;
        /// <summary>
        /// The same in bytes of key data.
        /// </summary>
        public ulong source_bytes;
        /// <summary>
        /// The same in bytes of key data.
        /// </summary>
        public ulong kept_bytes;
        /// <summary>
        /// Largest difference of any node, first to last frame: the jump when the animation loops.
        /// </summary>
        public float gap_degrees;
        /// <summary>
        /// Largest difference of any node, first to last frame: the jump when the animation loops.
        /// </summary>
        public float gap_metres;
    }

    /// <summary>
    /// Where an object takes its memory from. A zeroed allocator means the C library. `alloc` returns NULL
    /// on failure; `align` is a power of two. `release` gets the size that was passed to `alloc`. Both must
    /// be thread-safe when the object is used from several threads.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Allocator
    {
        /// <summary>
        /// At least `size` bytes at a multiple of `align`. NULL: the C library's; then `release` is NULL
        /// too.
        /// </summary>
        public IntPtr alloc;
        /// <summary>
        /// Takes back what `alloc` gave; never called with NULL.
        /// </summary>
        public IntPtr release;
        /// <summary>
        /// Passed to both functions; not used otherwise.
        /// </summary>
        public void* ctx;
    }

    /// <summary>
    /// An amount that grows with the file: `base`, and `per_byte` for each byte of the file and of the side
    /// files that it names.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Allowance
    {
        /// <summary>
        /// What a file of any size may use.
        /// </summary>
        public ulong @base;
        /// <summary>
        /// What each byte adds; the sum stops at UINT64_MAX.
        /// </summary>
        public ulong per_byte;
    }

    /// <summary>
    /// Limits on what one file may use. Exceeding one gives VRM_ERR_LIMIT and a finding that names the
    /// limit and the value. The default function of the enclosing definition sets them; a struct of limits
    /// alone comes from vrm_default_limits(). docs/trust.md lists what each one stops.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Limits
    {
        /// <summary>
        /// Set by the default function; do not touch.
        /// </summary>
        public uint limits_size;
        /// <summary>
        /// Nesting of arrays and objects. Default 128.
        /// </summary>
        public uint json_depth;
        /// <summary>
        /// Values in the JSON text, keys included. Default 67108864.
        /// </summary>
        public uint json_values;
        /// <summary>
        /// Entries of any one array of the document. Default 4194304.
        /// </summary>
        public uint elements;
        /// <summary>
        /// Size of the file and of each side file. Default 1 GiB.
        /// </summary>
        public ulong file_bytes;
        /// <summary>
        /// Bytes that base64, mesh decompression and the like may produce for one file in total. Default 1
        /// GiB.
        /// </summary>
        public ulong decoded_bytes;
        /// <summary>
        /// Bytes that may be allocated at one time: for loading, with the file itself; and again for each
        /// work on the loaded model, besides the model and besides what the work writes. Default 1 MiB + 16
        /// for each byte.
        /// </summary>
        public Allowance memory;
        /// <summary>
        /// Bytes of vertices, keys and pictures that normalizing, migrating and baking may write anew.
        /// Default 8 MiB + 16 for each byte.
        /// </summary>
        public Allowance written;
        /// <summary>
        /// Units of work where a file can refer to one thing many times: vertices, triangles, keys, and
        /// tests of one joint against one collider in one step. Default 262144 + 4 for each byte.
        /// </summary>
        public Allowance work;
    }

    /// <summary>
    /// Maps a joint to a bone.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct BvhName
    {
        /// <summary>
        /// As the file spells it.
        /// </summary>
        public byte* joint;
        /// <summary>
        /// VRM_BONE_NONE: the joint is no bone, whatever its name.
        /// </summary>
        public Bone bone;
    }

    /// <summary>
    /// How to read. Start from vrm_default_bvh_def().
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct BvhDef
    {
        /// <summary>
        /// Set by the default function; do not touch.
        /// </summary>
        public uint def_size;
        /// <summary>
        /// Metres in one unit of the file. Default 0: guessed from the hips' height.
        /// </summary>
        public float metres;
        /// <summary>
        /// Default VRM_BVH_REST_GUESS.
        /// </summary>
        public BvhRest rest;
        /// <summary>
        /// Keep the position where the motion begins; else it begins above the origin. Default false.
        /// </summary>
        public Bool keeps_start;
        /// <summary>
        /// Used before names are guessed; not kept. Default NULL.
        /// </summary>
        public BvhName* names;
        /// <summary>
        /// Entries of `names`. Default 0.
        /// </summary>
        public int name_count;
        /// <summary>
        /// Memory for the motion; beyond it VRM_ERR_LIMIT. Default 512 MiB.
        /// </summary>
        public ulong max_bytes;
        /// <summary>
        /// Gets the findings. Default NULL.
        /// </summary>
        public Report* report;
        /// <summary>
        /// For the motion, until it is destroyed. Default: the C library.
        /// </summary>
        public Allocator allocator;
    }

    /// <summary>
    /// How to build a clip. Start from vrm_default_clip_def().
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct ClipDef
    {
        /// <summary>
        /// Set by the default function; do not touch.
        /// </summary>
        public uint def_size;
        /// <summary>
        /// Which glTF animation of the file. Default 0, the first.
        /// </summary>
        public int animation;
        /// <summary>
        /// Memory for the clip; beyond it VRM_ERR_LIMIT. Default 0: 8 MiB and 32 for each byte of the file,
        /// at most 256 MiB.
        /// </summary>
        public ulong max_bytes;
        /// <summary>
        /// Gets the findings. Default NULL.
        /// </summary>
        public Report* report;
        /// <summary>
        /// For the clip, until it is destroyed. Default: the C library.
        /// </summary>
        public Allocator allocator;
    }

    /// <summary>
    /// The values of a VRM animation at one time, for any avatar.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct ClipSample
    {
        /// <summary>
        /// Bones that the clip does not move have the identity. hips_offset is in metres of the clip's own
        /// skeleton: vrm_clip_fit_hips() converts it to the avatar's.
        /// </summary>
        public Pose pose;
        /// <summary>
        /// Bit b: the clip turns bone b.
        /// </summary>
        public ulong bones;
        /// <summary>
        /// The clip animates pose.hips_offset.
        /// </summary>
        public Bool moves_hips;
        /// <summary>
        /// The clip animates the gaze; else `gaze_degrees` is (0, 0).
        /// </summary>
        public Bool has_gaze;
        /// <summary>
        /// x yaw, y pitch, as vrm_avatar_look_along() takes them.
        /// </summary>
        public Vec2 gaze_degrees;
    }

    /// <summary>
    /// The playback state of a clip: a plain value that the caller may copy and change. To seek, set
    /// time_s.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Player
    {
        /// <summary>
        /// NULL plays nothing.
        /// </summary>
        public Clip* clip;
        /// <summary>
        /// Place in the clip, seconds from its beginning.
        /// </summary>
        public float time_s;
        /// <summary>
        /// 1 as recorded, 2 twice as fast, negative backwards.
        /// </summary>
        public float speed;
        /// <summary>
        /// 0..1; see vrm_avatar_play().
        /// </summary>
        public float weight;
        /// <summary>
        /// Starts again after the end; else stays at the end.
        /// </summary>
        public Bool loops;
        /// <summary>
        /// Adds the clip's difference from its first key.
        /// </summary>
        public Bool is_additive;
    }

    /// <summary>
    /// One difference. Strings are UTF-8 out of the files and live as long as the diff; "" where there is
    /// none.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Difference
    {
        /// <summary>
        /// Where in the avatar.
        /// </summary>
        public DiffPart part;
        /// <summary>
        /// Whether both models have it.
        /// </summary>
        public DiffKind kind;
        /// <summary>
        /// What differs: the name of a bone, expression, node, material. "" for meta and look-at.
        /// </summary>
        public byte* subject;
        /// <summary>
        /// In what: "overrideBlink", "stiffness". "" when the subject as a whole was added or removed.
        /// </summary>
        public byte* member;
        /// <summary>
        /// The value in the first model as text.
        /// </summary>
        public byte* before;
        /// <summary>
        /// The value in the second model.
        /// </summary>
        public byte* after;
    }

    /// <summary>
    /// How to compare. Start from vrm_default_diff_def().
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct DiffDef
    {
        /// <summary>
        /// Set by the default function; do not touch.
        /// </summary>
        public uint def_size;
        /// <summary>
        /// Metres by which places may differ. 0 or more; default 1e-4.
        /// </summary>
        public float distance;
        /// <summary>
        /// Degrees by which directions may differ. Default 0.1.
        /// </summary>
        public float angle;
        /// <summary>
        /// By which other numbers (weights, colours, factors) may differ; relative for those above 1.
        /// Default 1e-4.
        /// </summary>
        public float value;
        /// <summary>
        /// Differences kept; the total stays exact. Default 10000.
        /// </summary>
        public int max_differences;
        /// <summary>
        /// Numbers and bytes of vertices, keys and images that may be looked at, and twice the bytes of
        /// memory that this may take; VRM_ERR_LIMIT beyond. Default 0: 2^26, and 16 for each byte of both
        /// files (vrm_model_source_bytes()).
        /// </summary>
        public ulong work;
        /// <summary>
        /// For the diff, until it is destroyed. Default: the C library.
        /// </summary>
        public Allocator allocator;
    }

    /// <summary>
    /// An entry of `buffers`.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Buffer
    {
        /// <summary>
        /// "" for the BIN chunk; the beginning of a long data: URI.
        /// </summary>
        public byte* uri;
        /// <summary>
        /// NULL when not available.
        /// </summary>
        public byte* data;
        /// <summary>
        /// Bytes at `data` that may be read: at most byteLength.
        /// </summary>
        public ulong size;
        /// <summary>
        /// Its object in the document.
        /// </summary>
        public uint json;
    }

    /// <summary>
    /// An entry of `bufferViews`.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct BufferView
    {
        /// <summary>
        /// byte_length bytes inside those of the buffer, decompressed where EXT_meshopt_compression is
        /// used; NULL when out of bounds or missing.
        /// </summary>
        public byte* data;
        /// <summary>
        /// Cut to what the buffer holds.
        /// </summary>
        public ulong byte_length;
        /// <summary>
        /// The buffer that it is a part of; that of the uncompressed form where `is_compressed`.
        /// </summary>
        public int buffer;
        /// <summary>
        /// 0: tightly packed.
        /// </summary>
        public uint byte_stride;
        /// <summary>
        /// Its object in the document.
        /// </summary>
        public uint json;
        /// <summary>
        /// 34962 vertex data, 34963 indices, 0 not stated.
        /// </summary>
        public ushort target;
        /// <summary>
        /// Came from EXT_meshopt_compression.
        /// </summary>
        public Bool is_compressed;
    }

    /// <summary>
    /// Bounds and the sparse part have functions of their own: vrm_accessor_bounds(),
    /// vrm_accessor_sparse().
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Accessor
    {
        /// <summary>
        /// In the buffer view.
        /// </summary>
        public ulong byte_offset;
        /// <summary>
        /// Elements.
        /// </summary>
        public ulong count;
        /// <summary>
        /// -1: zeros.
        /// </summary>
        public int buffer_view;
        /// <summary>
        /// Its object in the document.
        /// </summary>
        public uint json;
        /// <summary>
        /// vrm_ComponentType.
        /// </summary>
        public ushort component_type;
        /// <summary>
        /// vrm_AccessorType.
        /// </summary>
        public byte type;
        /// <summary>
        /// Integers stand for 0..1, signed ones for -1..1.
        /// </summary>
        public Bool is_normalized;
        /// <summary>
        /// Some elements are replaced: vrm_accessor_sparse() has them.
        /// </summary>
        public Bool is_sparse;
        /// <summary>
        /// Every byte that reading uses was proven to be inside its buffer. The sparse indices themselves
        /// are checked when they are read.
        /// </summary>
        public Bool is_readable;
    }

    /// <summary>
    /// The elements that a sparse accessor replaces.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Sparse
    {
        /// <summary>
        /// 0: none, or none that can be read.
        /// </summary>
        public ulong count;
        /// <summary>
        /// Bytes from the start of `indices_view` to the first index.
        /// </summary>
        public ulong indices_offset;
        /// <summary>
        /// Bytes from the start of `values_view` to the first value.
        /// </summary>
        public ulong values_offset;
        /// <summary>
        /// Buffer views; -1: none.
        /// </summary>
        public int indices_view;
        /// <summary>
        /// Buffer views; -1: none.
        /// </summary>
        public int values_view;
        /// <summary>
        /// An unsigned one; VRM_COMPONENT_NONE when `count` is 0.
        /// </summary>
        public ComponentType indices_type;
        /// <summary>
        /// The accessor that it belongs to.
        /// </summary>
        public int accessor;
    }

    /// <summary>
    /// An entry of `images`, encoded.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Image
    {
        /// <summary>
        /// As stated; "" when absent.
        /// </summary>
        public byte* name;
        /// <summary>
        /// "" when it is in a buffer view; the beginning of a data: URI.
        /// </summary>
        public byte* uri;
        /// <summary>
        /// As stated; "" when absent.
        /// </summary>
        public byte* mime_type;
        /// <summary>
        /// The encoded bytes; NULL when not available.
        /// </summary>
        public byte* data;
        /// <summary>
        /// Bytes at `data`.
        /// </summary>
        public ulong size;
        /// <summary>
        /// Where the bytes are; -1: in a file or a data: URI.
        /// </summary>
        public int buffer_view;
        /// <summary>
        /// Its object in the document.
        /// </summary>
        public uint json;
    }

    /// <summary>
    /// An entry of `samplers`.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Sampler
    {
        /// <summary>
        /// GL constants; 0 not stated.
        /// </summary>
        public uint mag_filter;
        /// <summary>
        /// GL constants; 0 not stated.
        /// </summary>
        public uint min_filter;
        /// <summary>
        /// GL constants; default 10497, REPEAT.
        /// </summary>
        public uint wrap_s;
        /// <summary>
        /// GL constants; default 10497, REPEAT.
        /// </summary>
        public uint wrap_t;
        /// <summary>
        /// Its object in the document.
        /// </summary>
        public uint json;
    }

    /// <summary>
    /// An entry of `textures`.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Texture
    {
        /// <summary>
        /// As stated; "" when absent.
        /// </summary>
        public byte* name;
        /// <summary>
        /// -1: linear filters and repeat.
        /// </summary>
        public int sampler;
        /// <summary>
        /// The image; an EXT_texture_webp source where the core one is absent.
        /// </summary>
        public int source;
        /// <summary>
        /// Its object in the document.
        /// </summary>
        public uint json;
    }

    /// <summary>
    /// KHR_texture_transform: uv' = translate(offset) * rotate * scale * uv, V downwards.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct TextureTransform
    {
        /// <summary>
        /// Added last, in widths and heights of the texture. Default (0, 0).
        /// </summary>
        public Vec2 offset;
        /// <summary>
        /// Of the coordinates, applied first. Default (1, 1).
        /// </summary>
        public Vec2 scale;
        /// <summary>
        /// Radians, counter-clockwise as the texture is seen. Default 0.
        /// </summary>
        public float rotation;
    }

    /// <summary>
    /// A material's reference to a texture.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct TextureInfo
    {
        /// <summary>
        /// -1: no texture.
        /// </summary>
        public int texture;
        /// <summary>
        /// The transform's own texCoord where it has one.
        /// </summary>
        public int tex_coord;
        /// <summary>
        /// NULL: none. See vrm_texture_transform().
        /// </summary>
        public TextureTransform* transform;
    }

    /// <summary>
    /// An entry of `materials`, without its VRM part.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Material
    {
        /// <summary>
        /// As stated; "" when absent.
        /// </summary>
        public byte* name;
        /// <summary>
        /// Colour in sRGB, with alpha; multiplied by base_color_factor.
        /// </summary>
        public TextureInfo base_color_texture;
        /// <summary>
        /// Green is roughness, blue is metalness; both linear.
        /// </summary>
        public TextureInfo metallic_roughness_texture;
        /// <summary>
        /// Normals in tangent space, linear.
        /// </summary>
        public TextureInfo normal_texture;
        /// <summary>
        /// Red is how much ambient light arrives; linear.
        /// </summary>
        public TextureInfo occlusion_texture;
        /// <summary>
        /// Light that the surface sends out, in sRGB.
        /// </summary>
        public TextureInfo emissive_texture;
        /// <summary>
        /// Linear colour and alpha, 0..1. Default white, opaque.
        /// </summary>
        public Vec4 base_color_factor;
        /// <summary>
        /// 0 (dielectric) to 1 (metal), the default.
        /// </summary>
        public float metallic_factor;
        /// <summary>
        /// 0 (mirror) to 1 (matt), the default.
        /// </summary>
        public float roughness_factor;
        /// <summary>
        /// normalTexture.scale.
        /// </summary>
        public float normal_scale;
        /// <summary>
        /// occlusionTexture.strength: 0 ignores the texture, 1 is the default.
        /// </summary>
        public float occlusion_strength;
        /// <summary>
        /// Linear, 0..1, times emissive_strength. Default black.
        /// </summary>
        public Vec3 emissive_factor;
        /// <summary>
        /// KHR_materials_emissive_strength; else 1.
        /// </summary>
        public float emissive_strength;
        /// <summary>
        /// VRM_ALPHA_MASK draws where alpha is at least this. Default 0.5.
        /// </summary>
        public float alpha_cutoff;
        /// <summary>
        /// What alpha means. Default VRM_ALPHA_OPAQUE.
        /// </summary>
        public AlphaMode alpha_mode;
        /// <summary>
        /// Its object in the document.
        /// </summary>
        public uint json;
        /// <summary>
        /// Back faces are drawn too, with their normals turned. Default false.
        /// </summary>
        public Bool is_double_sided;
        /// <summary>
        /// KHR_materials_unlit.
        /// </summary>
        public Bool is_unlit;
    }

    /// <summary>
    /// An attribute of a primitive: its semantic and accessor.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Attribute
    {
        /// <summary>
        /// Where its values are; -1: the file's index was no accessor.
        /// </summary>
        public int accessor;
        /// <summary>
        /// The name in the JSON, "TEXCOORD_1".
        /// </summary>
        public uint key;
        /// <summary>
        /// The 1 of TEXCOORD_1; 0 for names without a number.
        /// </summary>
        public ushort set;
        /// <summary>
        /// vrm_Semantic.
        /// </summary>
        public byte semantic;
    }

    /// <summary>
    /// A morph target of a primitive.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct MorphTarget
    {
        /// <summary>
        /// Differences from the primitive's attributes of the same names.
        /// </summary>
        public Attribute* attributes;
        /// <summary>
        /// Entries of `attributes`.
        /// </summary>
        public int attribute_count;
    }

    /// <summary>
    /// A primitive of a mesh.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Primitive
    {
        /// <summary>
        /// In the order of the file.
        /// </summary>
        public Attribute* attributes;
        /// <summary>
        /// Morph targets, in the order of vrm_Mesh.weights.
        /// </summary>
        public MorphTarget* targets;
        /// <summary>
        /// Entries of `attributes`.
        /// </summary>
        public int attribute_count;
        /// <summary>
        /// Entries of `targets`.
        /// </summary>
        public int target_count;
        /// <summary>
        /// Accessor; -1: drawn in order.
        /// </summary>
        public int indices;
        /// <summary>
        /// -1: glTF's default material.
        /// </summary>
        public int material;
        /// <summary>
        /// Its object in the document.
        /// </summary>
        public uint json;
        /// <summary>
        /// GL constant; 4 triangles.
        /// </summary>
        public byte mode;
    }

    /// <summary>
    /// Morph weights at rest, one for each target.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct MorphWeights
    {
        /// <summary>
        /// `count` numbers, nominally 0..1.
        /// </summary>
        public float* values;
        /// <summary>
        /// As in the file: not always the number of targets.
        /// </summary>
        public int count;
    }

    /// <summary>
    /// An entry of `meshes`.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Mesh
    {
        /// <summary>
        /// As stated; "" when absent.
        /// </summary>
        public byte* name;
        /// <summary>
        /// Parts with one material each, in the order of the file.
        /// </summary>
        public Primitive* primitives;
        /// <summary>
        /// NULL: zeros.
        /// </summary>
        public MorphWeights* weights;
        /// <summary>
        /// From mesh extras, else from the first primitive's.
        /// </summary>
        public byte** target_names;
        /// <summary>
        /// Entries of `primitives`.
        /// </summary>
        public int primitive_count;
        /// <summary>
        /// Morph targets: the most that any primitive has.
        /// </summary>
        public int target_count;
        /// <summary>
        /// Entries of `target_names`: not always target_count.
        /// </summary>
        public int target_name_count;
        /// <summary>
        /// Its object in the document.
        /// </summary>
        public uint json;
    }

    /// <summary>
    /// An entry of `skins`.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Skin
    {
        /// <summary>
        /// As stated; "" when absent.
        /// </summary>
        public byte* name;
        /// <summary>
        /// Accessor; -1: identity.
        /// </summary>
        public int inverse_bind_matrices;
        /// <summary>
        /// A node above all joints, as stated; -1: none. It does not change the pose.
        /// </summary>
        public int skeleton;
        /// <summary>
        /// Nodes; -1 where the file's index was no node.
        /// </summary>
        public int* joints;
        /// <summary>
        /// Entries of `joints`.
        /// </summary>
        public int joint_count;
        /// <summary>
        /// Its object in the document.
        /// </summary>
        public uint json;
    }

    /// <summary>
    /// An entry of `nodes`.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Node
    {
        /// <summary>
        /// As stated; "" when absent.
        /// </summary>
        public byte* name;
        /// <summary>
        /// Only nodes whose `parent` is this one; no cycles.
        /// </summary>
        public int* children;
        /// <summary>
        /// Entries of `children`.
        /// </summary>
        public int child_count;
        /// <summary>
        /// -1: a root. Of several parents the first in the file counts.
        /// </summary>
        public int parent;
        /// <summary>
        /// The mesh that is drawn at this node; -1: none.
        /// </summary>
        public int mesh;
        /// <summary>
        /// The skin that deforms the mesh; -1: the mesh is rigid.
        /// </summary>
        public int skin;
        /// <summary>
        /// A camera that looks along the node's -Z; -1: none.
        /// </summary>
        public int camera;
        /// <summary>
        /// Its object in the document.
        /// </summary>
        public uint json;
        /// <summary>
        /// Local; decomposed where the file has a matrix.
        /// </summary>
        public Transform rest;
        /// <summary>
        /// As stored; NULL when the node has none.
        /// </summary>
        public Mat4* matrix;
        /// <summary>
        /// NULL: those of the mesh.
        /// </summary>
        public MorphWeights* weights;
    }

    /// <summary>
    /// An entry of `scenes`.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Scene
    {
        /// <summary>
        /// As stated; "" when absent.
        /// </summary>
        public byte* name;
        /// <summary>
        /// The roots of what the scene shows.
        /// </summary>
        public int* nodes;
        /// <summary>
        /// Entries of `nodes`.
        /// </summary>
        public int node_count;
        /// <summary>
        /// Its object in the document.
        /// </summary>
        public uint json;
    }

    /// <summary>
    /// A sampler of an animation: times, values, interpolation.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct AnimationSampler
    {
        /// <summary>
        /// Accessors.
        /// </summary>
        public int input;
        /// <summary>
        /// Accessors.
        /// </summary>
        public int output;
        /// <summary>
        /// What is between two keys. Default VRM_INTERPOLATION_LINEAR.
        /// </summary>
        public Interpolation interpolation;
    }

    /// <summary>
    /// A channel of an animation: which sampler drives what.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct AnimationChannel
    {
        /// <summary>
        /// Into `samplers` of the animation.
        /// </summary>
        public int sampler;
        /// <summary>
        /// What is moved; -1: none stated, or a path of another kind.
        /// </summary>
        public int node;
        /// <summary>
        /// Which property of the node.
        /// </summary>
        public AnimationPath path;
        /// <summary>
        /// Its object in the document.
        /// </summary>
        public uint json;
    }

    /// <summary>
    /// An entry of `animations`.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Animation
    {
        /// <summary>
        /// As stated; "" when absent.
        /// </summary>
        public byte* name;
        /// <summary>
        /// What is animated.
        /// </summary>
        public AnimationChannel* channels;
        /// <summary>
        /// Entries of `channels`.
        /// </summary>
        public int channel_count;
        /// <summary>
        /// The keys, which channels may share.
        /// </summary>
        public AnimationSampler* samplers;
        /// <summary>
        /// Entries of `samplers`.
        /// </summary>
        public int sampler_count;
        /// <summary>
        /// Its object in the document.
        /// </summary>
        public uint json;
    }

    /// <summary>
    /// An entry of `cameras`.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Camera
    {
        /// <summary>
        /// As stated; "" when absent.
        /// </summary>
        public byte* name;
        /// <summary>
        /// Else perspective, with aspect_ratio and y_fov.
        /// </summary>
        public Bool is_orthographic;
        /// <summary>
        /// Width / height of the picture; 0: not stated.
        /// </summary>
        public float aspect_ratio;
        /// <summary>
        /// Angle from bottom to top, radians; 0: not stated.
        /// </summary>
        public float y_fov;
        /// <summary>
        /// Half the width and height of an orthographic view, metres.
        /// </summary>
        public float x_mag;
        /// <summary>
        /// Half the width and height of an orthographic view, metres.
        /// </summary>
        public float y_mag;
        /// <summary>
        /// Distances between which things are drawn, metres; a z_far of 0: no end.
        /// </summary>
        public float z_near;
        /// <summary>
        /// Distances between which things are drawn, metres; a z_far of 0: no end.
        /// </summary>
        public float z_far;
        /// <summary>
        /// Its object in the document.
        /// </summary>
        public uint json;
    }

    /// <summary>
    /// `asset`.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Asset
    {
        /// <summary>
        /// Of glTF, "2.0".
        /// </summary>
        public byte* version;
        /// <summary>
        /// The oldest glTF that a reader must support; "" when absent.
        /// </summary>
        public byte* min_version;
        /// <summary>
        /// The program that wrote the file; "" when absent.
        /// </summary>
        public byte* generator;
        /// <summary>
        /// For people; "" when absent. An avatar's licence is in vrm_Meta.
        /// </summary>
        public byte* copyright;
        /// <summary>
        /// Its object in the document.
        /// </summary>
        public uint json;
    }

    /// <summary>
    /// The whole document.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Gltf
    {
        /// <summary>
        /// The JSON text as values. Never NULL.
        /// </summary>
        public Json* json;
        /// <summary>
        /// Version and origin of the file.
        /// </summary>
        public Asset asset;
        /// <summary>
        /// The default scene; -1: none stated.
        /// </summary>
        public int scene;
        /// <summary>
        /// `scene_count` entries, as all arrays here have their count below; NULL for 0.
        /// </summary>
        public Scene* scenes;
        /// <summary>
        /// The hierarchy: bones, meshes, helpers.
        /// </summary>
        public Node* nodes;
        /// <summary>
        /// Geometry.
        /// </summary>
        public Mesh* meshes;
        /// <summary>
        /// Which nodes deform meshes.
        /// </summary>
        public Skin* skins;
        /// <summary>
        /// Without VRM's part, which vrm_model_surfaces() has.
        /// </summary>
        public Material* materials;
        /// <summary>
        /// Pairs of an image and a sampler.
        /// </summary>
        public Texture* textures;
        /// <summary>
        /// Filters and repetition.
        /// </summary>
        public Sampler* samplers;
        /// <summary>
        /// Encoded pictures: vrm/image.h decodes them.
        /// </summary>
        public Image* images;
        /// <summary>
        /// How numbers lie in buffer views.
        /// </summary>
        public Accessor* accessors;
        /// <summary>
        /// Parts of buffers.
        /// </summary>
        public BufferView* buffer_views;
        /// <summary>
        /// Bytes: the BIN chunk, data: URIs, side files.
        /// </summary>
        public Buffer* buffers;
        /// <summary>
        /// Motion of nodes; a .vrma has that of its humanoid here.
        /// </summary>
        public Animation* animations;
        /// <summary>
        /// Cameras that nodes name.
        /// </summary>
        public Camera* cameras;
        /// <summary>
        /// Names of extensions that occur in the file.
        /// </summary>
        public byte** extensions_used;
        /// <summary>
        /// Names of extensions without which the file cannot be shown.
        /// </summary>
        public byte** extensions_required;
        /// <summary>
        /// In the order of their accessors.
        /// </summary>
        public Sparse* sparse_accessors;
        /// <summary>
        /// Entries of the array of that name.
        /// </summary>
        public int scene_count;
        /// <summary>
        /// Entries of the array of that name.
        /// </summary>
        public int node_count;
        /// <summary>
        /// Entries of the array of that name.
        /// </summary>
        public int mesh_count;
        /// <summary>
        /// Entries of the array of that name.
        /// </summary>
        public int skin_count;
        /// <summary>
        /// Entries of the array of that name.
        /// </summary>
        public int material_count;
        /// <summary>
        /// Entries of the array of that name.
        /// </summary>
        public int texture_count;
        /// <summary>
        /// Entries of the array of that name.
        /// </summary>
        public int sampler_count;
        /// <summary>
        /// Entries of the array of that name.
        /// </summary>
        public int image_count;
        /// <summary>
        /// Entries of the array of that name.
        /// </summary>
        public int accessor_count;
        /// <summary>
        /// Entries of the array of that name.
        /// </summary>
        public int buffer_view_count;
        /// <summary>
        /// Entries of the array of that name.
        /// </summary>
        public int buffer_count;
        /// <summary>
        /// Entries of the array of that name.
        /// </summary>
        public int animation_count;
        /// <summary>
        /// Entries of the array of that name.
        /// </summary>
        public int camera_count;
        /// <summary>
        /// Entries of the array of that name.
        /// </summary>
        public int extension_used_count;
        /// <summary>
        /// Entries of the array of that name.
        /// </summary>
        public int extension_required_count;
        /// <summary>
        /// Entries of the array of that name.
        /// </summary>
        public int sparse_accessor_count;
        /// <summary>
        /// All nodes, every parent before its children; node_count entries.
        /// </summary>
        public int* node_order;
    }

    /// <summary>
    /// What OpenCL says of a device.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct GpuDevice
    {
        /// <summary>
        /// The OpenCL platform, "NVIDIA CUDA", cut to fit.
        /// </summary>
        public ByteArray64 platform;
        /// <summary>
        /// The device's own name, cut to fit.
        /// </summary>
        public ByteArray128 name;
        /// <summary>
        /// Version of the driver, cut to fit.
        /// </summary>
        public ByteArray64 driver;
        /// <summary>
        /// Else a CPU or an accelerator of another kind.
        /// </summary>
        public Bool is_gpu;
        /// <summary>
        /// As the driver counts them.
        /// </summary>
        public int compute_units;
        /// <summary>
        /// Global memory of the device.
        /// </summary>
        public ulong memory_bytes;
    }

    /// <summary>
    /// How to create a sim. Start from vrm_default_gpu_sim_def().
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct GpuSimDef
    {
        /// <summary>
        /// Set by the default function; do not touch.
        /// </summary>
        public uint def_size;
        /// <summary>
        /// Part of a device's or platform's name, ignoring case, or its number in vrm_gpu_devices(). NULL:
        /// the environment's VRM_GPU_DEVICE; without it the first graphics card, else the first device.
        /// </summary>
        public byte* device;
        /// <summary>
        /// Accept a device whose arithmetic failed the test at creation. Results then equal those of the
        /// CPU only approximately. Default false.
        /// </summary>
        public Bool allows_inexact;
        /// <summary>
        /// As in vrm_SimDef. Default 60.
        /// </summary>
        public float spring_rate_hz;
        /// <summary>
        /// As in vrm_SimDef. Default 1/30.
        /// </summary>
        public float max_step_s;
        /// <summary>
        /// Sum of vrm_Outputs. Default VRM_OUTPUT_ALL.
        /// </summary>
        public uint outputs;
        /// <summary>
        /// Default VRM_GPU_SPLIT_AUTO.
        /// </summary>
        public GpuSplit split;
        /// <summary>
        /// Folder for compiled kernels, which must exist. NULL: the environment's VRM_GPU_CACHE; without it
        /// none are stored (drivers have caches of their own).
        /// </summary>
        public byte* cache_folder;
        /// <summary>
        /// The host's cl_context and cl_command_queue of it (in order), for sharing buffers. Both or
        /// neither; they must outlive the sim. Default NULL.
        /// </summary>
        public void* context;
        /// <summary>
        /// The host's cl_context and cl_command_queue of it (in order), for sharing buffers. Both or
        /// neither; they must outlive the sim. Default NULL.
        /// </summary>
        public void* queue;
        /// <summary>
        /// Gets the findings of creation and of vrm_gpu_sim_add(); must outlive the sim. Default NULL.
        /// </summary>
        public Report* report;
    }

    /// <summary>
    /// Where a result lies on the device. `stride` avatars form a tile: float i of the avatar in column c
    /// is at first + c / stride * tile + i * stride + c % stride. Spring joints come in the order of their
    /// chains there. Valid until avatars are added or removed.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct GpuBuffer
    {
        /// <summary>
        /// cl_mem
        /// </summary>
        public void* buffer;
        /// <summary>
        /// Index of the first float in `buffer`.
        /// </summary>
        public ulong first;
        /// <summary>
        /// Floats from one tile to the next.
        /// </summary>
        public ulong tile;
        /// <summary>
        /// Avatars of a tile; floats from one value of an avatar to its next.
        /// </summary>
        public ulong stride;
        /// <summary>
        /// Floats of each avatar, vrm_gpu_output_width().
        /// </summary>
        public int width;
        /// <summary>
        /// Avatars of the rig; their columns are 0 to this - 1.
        /// </summary>
        public int column_count;
    }

    /// <summary>
    /// Limits on one picture. A zero member means its default.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct ImageLimits
    {
        /// <summary>
        /// sizeof(vrm_ImageLimits), so that more members can follow; 0 means the members up to is_color.
        /// </summary>
        public uint limits_size;
        /// <summary>
        /// Of the picture in the file. Default 8192 each.
        /// </summary>
        public uint width;
        /// <summary>
        /// Of the picture in the file. Default 8192 each.
        /// </summary>
        public uint height;
        /// <summary>
        /// Its pixels, four bytes each, before any reduction. Default 256 MiB. For a budget over many
        /// pictures, pass what is left of it.
        /// </summary>
        public ulong decoded_bytes;
        /// <summary>
        /// A longer edge of this many pixels is enough: a larger picture is halved, by averages of 2x2,
        /// while the result is still no smaller than this. Default: never.
        /// </summary>
        public uint enough;
        /// <summary>
        /// Averages are taken in linear light: colours are decoded from sRGB and encoded again, which keeps
        /// fine patterns as bright as they were. Default: bytes are averaged, as normals and masks need,
        /// and as JPEG can do it while decoding.
        /// </summary>
        public Bool is_color;
    }

    /// <summary>
    /// What the header says.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct ImageInfo
    {
        /// <summary>
        /// Detected from the first bytes.
        /// </summary>
        public ImageFormat format;
        /// <summary>
        /// In pixels, 1 or more.
        /// </summary>
        public uint width;
        /// <summary>
        /// In pixels, 1 or more.
        /// </summary>
        public uint height;
    }

    /// <summary>
    /// Pixels: red, green, blue, alpha, one byte each, alpha not multiplied in, the top row first, rows
    /// without gaps. Colours are as stored (sRGB for colour pictures); profiles are not applied.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Picture
    {
        /// <summary>
        /// In pixels; 0 for a zeroed picture.
        /// </summary>
        public uint width;
        /// <summary>
        /// In pixels; 0 for a zeroed picture.
        /// </summary>
        public uint height;
        /// <summary>
        /// width * height * 4 bytes.
        /// </summary>
        public byte* pixels;
        /// <summary>
        /// From which `pixels` were taken; vrm_image_release() returns them to it.
        /// </summary>
        public Allocator allocator;
    }

    /// <summary>
    /// How to write a picture or an animation. Start from vrm_default_image_writer_def().
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct ImageWriterDef
    {
        /// <summary>
        /// Set by the default function; do not touch.
        /// </summary>
        public uint def_size;
        /// <summary>
        /// PNG (one frame), WEBP (one or more), APNG or GIF. Default PNG.
        /// </summary>
        public ImageFormat format;
        /// <summary>
        /// Of every frame: 1 to 16383. Must be set.
        /// </summary>
        public uint width;
        /// <summary>
        /// Of every frame: 1 to 16383. Must be set.
        /// </summary>
        public uint height;
        /// <summary>
        /// Above 0, at most 1000; default 30. GIF counts in hundredths of a second and WebP in thousandths:
        /// frames lie on the nearest one, so that the whole keeps its length. Players slow down GIF frames
        /// shorter than two hundredths: for GIF the limit is 50.
        /// </summary>
        public float frames_per_second;
        /// <summary>
        /// How often an animation is shown; 0 for ever, the default.
        /// </summary>
        public int loop_count;
        /// <summary>
        /// From 0, fast, to 9, small. Default 4.
        /// </summary>
        public int effort;
        /// <summary>
        /// WebP: 0 to 100; above 100 it is lossless. Default 90.
        /// </summary>
        public float quality;
        /// <summary>
        /// For the writer and what it writes. Default: the C library.
        /// </summary>
        public Allocator allocator;
    }

    /// <summary>
    /// A range of bytes without ownership; not terminated.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Span
    {
        /// <summary>
        /// The first byte; may be NULL when `size` is 0.
        /// </summary>
        public byte* data;
        /// <summary>
        /// Bytes at `data`.
        /// </summary>
        public UIntPtr size;
    }

    /// <summary>
    /// How to parse. Start from vrm_default_json_def().
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct JsonDef
    {
        /// <summary>
        /// Set by the default function; do not touch.
        /// </summary>
        public uint def_size;
        /// <summary>
        /// The text outlives the document: do not copy it. Default false.
        /// </summary>
        public Bool borrow_text;
        /// <summary>
        /// For the document, until it is destroyed. Default: the C library.
        /// </summary>
        public Allocator allocator;
        /// <summary>
        /// Stays the last member: it may grow.
        /// </summary>
        public Limits limits;
    }

    /// <summary>
    /// Walks the children of an array or object:
    ///   vrm_JsonIter it = vrm_json_iter(json, ref);
    ///   while (vrm_json_next(&amp;it)) use(it.key, it.value, it.index); The document must not be edited meanwhile.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct JsonIter
    {
        /// <summary>
        /// The document that is walked.
        /// </summary>
        public Json* json;
        /// <summary>
        /// The key as a string value; VRM_JSON_MISSING in an array.
        /// </summary>
        public uint key;
        /// <summary>
        /// The current child.
        /// </summary>
        public uint value;
        /// <summary>
        /// 0 for the first child.
        /// </summary>
        public uint index;
        /// <summary>
        /// State of the walk: do not use.
        /// </summary>
        public uint private_next;
        /// <summary>
        /// State of the walk: do not use.
        /// </summary>
        public uint private_end;
    }

    /// <summary>
    /// How to make triangles. Start from vrm_default_triangles_def().
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct TrianglesDef
    {
        /// <summary>
        /// Set by the default function; do not touch.
        /// </summary>
        public uint def_size;
        /// <summary>
        /// For a normal map. Default false.
        /// </summary>
        public Bool wants_tangents;
        /// <summary>
        /// The UV set of the normal map, 0 or 1, by which missing tangents are made. Default 0.
        /// </summary>
        public int tex_coord;
        /// <summary>
        /// Memory in total; beyond it VRM_ERR_LIMIT. Default 1 GiB.
        /// </summary>
        public ulong max_bytes;
        /// <summary>
        /// For the triangles, until they are destroyed. Default: the C library.
        /// </summary>
        public Allocator allocator;
    }

    /// <summary>
    /// A primitive as a list of triangles. Arrays have one element for each vertex; an absent array is
    /// NULL. All numbers are finite.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Triangles
    {
        /// <summary>
        /// Elements of each array below: the file's vertices, then added ones.
        /// </summary>
        public uint vertex_count;
        /// <summary>
        /// Three for each triangle.
        /// </summary>
        public uint index_count;
        /// <summary>
        /// Triangles with an index outside the vertices: left out.
        /// </summary>
        public uint dropped_count;
        /// <summary>
        /// Vertices of the file, from 0 on, which come first.
        /// </summary>
        public uint source_count;
        /// <summary>
        /// Each below vertex_count; counter-clockwise from the front.
        /// </summary>
        public uint* indices;
        /// <summary>
        /// The file's vertex of each vertex: the index into the arrays of morph targets.
        /// </summary>
        public uint* sources;
        /// <summary>
        /// Within a million metres of the origin.
        /// </summary>
        public Vec3* positions;
        /// <summary>
        /// Of unit length.
        /// </summary>
        public Vec3* normals;
        /// <summary>
        /// Of unit length, at right angles to the normal where they were made; w is 1 or -1: bitangent =
        /// cross(normal, tangent) * w. NULL unless asked for, and where there are no UVs to make them from.
        /// </summary>
        public Vec4* tangents;
        /// <summary>
        /// TEXCOORD_0 and TEXCOORD_1.
        /// </summary>
        public Vec2Array2 uvs;
        /// <summary>
        /// COLOR_0; alpha 1 where the file has none.
        /// </summary>
        public Vec4* colors;
        /// <summary>
        /// Joints of each vertex: 4 for each JOINTS_n of the file; 0: none.
        /// </summary>
        public int influence_count;
        /// <summary>
        /// influence_count for each vertex: into the joints of the skin.
        /// </summary>
        public uint* joints;
        /// <summary>
        /// As many; 0 or more, with a sum of 1.
        /// </summary>
        public float* weights;
        /// <summary>
        /// The largest of `joints` with a weight: compare it with vrm_Skin.joint_count of the skin that you
        /// draw with.
        /// </summary>
        public uint max_joint;
        /// <summary>
        /// Normals were made: the file has none, or some without a direction.
        /// </summary>
        public Bool has_made_normals;
        /// <summary>
        /// Tangents were made: the file has none, or some that are unusable.
        /// </summary>
        public Bool has_made_tangents;
    }

    /// <summary>
    /// Vertices and triangles without tangents.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct TangentInput
    {
        /// <summary>
        /// Three numbers for each vertex.
        /// </summary>
        public float* positions;
        /// <summary>
        /// Three, of unit length.
        /// </summary>
        public float* normals;
        /// <summary>
        /// Two.
        /// </summary>
        public float* uvs;
        /// <summary>
        /// Vertices in each array.
        /// </summary>
        public uint vertex_count;
        /// <summary>
        /// Three for each triangle. Rewritten: a corner may get a new vertex.
        /// </summary>
        public uint* indices;
        /// <summary>
        /// Entries of `indices`: a multiple of three.
        /// </summary>
        public UIntPtr index_count;
    }

    /// <summary>
    /// The result; release it with vrm_tangents_release().
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Tangents
    {
        /// <summary>
        /// Four for each vertex, as vrm_Triangles has them.
        /// </summary>
        public float* tangents;
        /// <summary>
        /// The input vertex of each vertex; those of the input come first.
        /// </summary>
        public uint* sources;
        /// <summary>
        /// As many as before, and new ones where a vertex was split.
        /// </summary>
        public uint vertex_count;
        /// <summary>
        /// From which both arrays were taken; vrm_tangents_release() returns them to it.
        /// </summary>
        public Allocator allocator;
    }

    /// <summary>
    /// How to migrate. Start from vrm_default_migrate_def().
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct MigrateDef
    {
        /// <summary>
        /// Set by the default function; do not touch.
        /// </summary>
        public uint def_size;
        /// <summary>
        /// For an avatar that has none, which 1.0 does not allow. NULL: "untitled".
        /// </summary>
        public byte* name;
        /// <summary>
        /// For an avatar without authors. NULL: "unknown".
        /// </summary>
        public byte* author;
        /// <summary>
        /// VRM_DIALECT_1, or VRM_DIALECT_0 for older applications. Default VRM_DIALECT_1.
        /// </summary>
        public Dialect to;
        /// <summary>
        /// To 1.0: masks that MToon 0.x reads from red and 1.0 from green or blue get a picture of their
        /// own; each picture is asked for once. VRM_ERR_MEMORY ends the migration; after any other failure,
        /// and where the function is NULL (the default), the mask is not changed, with a finding.
        /// </summary>
        public IntPtr spread_channel;
        /// <summary>
        /// Passed to spread_channel; for vrm_image_spread_channel() NULL or a vrm_ImageLimits. Default
        /// NULL.
        /// </summary>
        public void* spread_channel_ctx;
    }

    /// <summary>
    /// How to load. Start from vrm_default_load_def().
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct LoadDef
    {
        /// <summary>
        /// Set by the default function; do not touch.
        /// </summary>
        public uint def_size;
        /// <summary>
        /// Refuse (VRM_ERR_INVALID) a file that would otherwise be loaded with a part disabled. Default
        /// false.
        /// </summary>
        public Bool is_strict;
        /// <summary>
        /// vrm_model_load(): the bytes outlive the model: do not copy them. Default false.
        /// </summary>
        public Bool borrow_bytes;
        /// <summary>
        /// NULL: vrm_model_load_file() reads below the file's own folder, vrm_model_load() refuses side
        /// files.
        /// </summary>
        public IntPtr read_file;
        /// <summary>
        /// Passed to read_file. Default NULL.
        /// </summary>
        public void* read_file_ctx;
        /// <summary>
        /// For the model, until it is destroyed. Default: the C library.
        /// </summary>
        public Allocator allocator;
        /// <summary>
        /// Stays the last member: it may grow.
        /// </summary>
        public Limits limits;
    }

    /// <summary>
    /// Who made the avatar and what one may do with it. For 0.x and the draft the 1.0 members hold the
    /// strictest reading of what the file says; `license0` and the two URLs have the rest. Strings are ""
    /// when absent.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Meta
    {
        /// <summary>
        /// Of the avatar; `title` of 0.x.
        /// </summary>
        public byte* name;
        /// <summary>
        /// Of the avatar, in its authors' own way of counting.
        /// </summary>
        public byte* version;
        /// <summary>
        /// In the order of the file; 0.x has one.
        /// </summary>
        public byte** authors;
        /// <summary>
        /// Whose rights there are, as free text.
        /// </summary>
        public byte* copyright_information;
        /// <summary>
        /// How to reach the authors.
        /// </summary>
        public byte* contact_information;
        /// <summary>
        /// Works that the avatar is based on, as free text or URLs.
        /// </summary>
        public byte** references;
        /// <summary>
        /// Licences of parts that others made, as free text.
        /// </summary>
        public byte* third_party_licenses;
        /// <summary>
        /// The licence document; "https://vrm.dev/licenses/1.0/" for most 1.0 avatars.
        /// </summary>
        public byte* license_url;
        /// <summary>
        /// A licence in addition to, or instead of, the one above.
        /// </summary>
        public byte* other_license_url;
        /// <summary>
        /// 0.x and draft.
        /// </summary>
        public byte* other_permission_url;
        /// <summary>
        /// Entries of `authors`.
        /// </summary>
        public int author_count;
        /// <summary>
        /// Entries of `references`.
        /// </summary>
        public int reference_count;
        /// <summary>
        /// Index into images, in every dialect.
        /// </summary>
        public int thumbnail_image;
        /// <summary>
        /// Who may perform as the avatar.
        /// </summary>
        public AvatarPermission avatar_permission;
        /// <summary>
        /// Whether use for profit is allowed.
        /// </summary>
        public CommercialUsage commercial_usage;
        /// <summary>
        /// Whether the authors must be named.
        /// </summary>
        public CreditNotation credit_notation;
        /// <summary>
        /// Whether the avatar may be changed.
        /// </summary>
        public Modification modification;
        /// <summary>
        /// The licence that a 0.x or draft file names.
        /// </summary>
        public License0 license0;
        /// <summary>
        /// In works that show excessive violence.
        /// </summary>
        public Bool allow_excessively_violent_usage;
        /// <summary>
        /// In works with excessive sexual content.
        /// </summary>
        public Bool allow_excessively_sexual_usage;
        /// <summary>
        /// For political or religious purposes.
        /// </summary>
        public Bool allow_political_or_religious_usage;
        /// <summary>
        /// For antisocial purposes or expressions of hate.
        /// </summary>
        public Bool allow_antisocial_or_hate_usage;
        /// <summary>
        /// The unchanged file may be passed on.
        /// </summary>
        public Bool allow_redistribution;
        /// <summary>
        /// The object `meta` of the file.
        /// </summary>
        public uint json;
    }

    /// <summary>
    /// A morph target that an expression drives.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct MorphBind
    {
        /// <summary>
        /// Has a mesh. 0.x binds by mesh: one bind for every node that shows it.
        /// </summary>
        public int node;
        /// <summary>
        /// Morph target, in range.
        /// </summary>
        public int index;
        /// <summary>
        /// At full expression; nominally 0..1.
        /// </summary>
        public float weight;
    }

    /// <summary>
    /// A colour of a material that an expression changes.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct ColorBind
    {
        /// <summary>
        /// Of the document, in range.
        /// </summary>
        public int material;
        /// <summary>
        /// Which of its colours.
        /// </summary>
        public ColorTarget target;
        /// <summary>
        /// Linear; alpha is used for VRM_COLOR_BASE only.
        /// </summary>
        public Vec4 value;
    }

    /// <summary>
    /// A texture transform that an expression changes.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct TextureBind
    {
        /// <summary>
        /// Of the document, in range; all its textures but the matcap are transformed.
        /// </summary>
        public int material;
        /// <summary>
        /// At full expression, glTF's V direction.
        /// </summary>
        public Vec2 scale;
        /// <summary>
        /// At full expression, glTF's V direction.
        /// </summary>
        public Vec2 offset;
        /// <summary>
        /// Both, except for 0.x _MainTex_ST_S and _ST_T.
        /// </summary>
        public Bool binds_x;
        /// <summary>
        /// Both, except for 0.x _MainTex_ST_S and _ST_T.
        /// </summary>
        public Bool binds_y;
    }

    /// <summary>
    /// An expression, or blend shape group, of the file.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Expression
    {
        /// <summary>
        /// The preset's 1.0 name, or the custom one.
        /// </summary>
        public byte* name;
        /// <summary>
        /// Morph targets that it drives.
        /// </summary>
        public MorphBind* morph_binds;
        /// <summary>
        /// Colours that it changes.
        /// </summary>
        public ColorBind* color_binds;
        /// <summary>
        /// Texture transforms that it changes.
        /// </summary>
        public TextureBind* texture_binds;
        /// <summary>
        /// Entries of `morph_binds`.
        /// </summary>
        public int morph_bind_count;
        /// <summary>
        /// Entries of `color_binds`.
        /// </summary>
        public int color_bind_count;
        /// <summary>
        /// Entries of `texture_binds`.
        /// </summary>
        public int texture_bind_count;
        /// <summary>
        /// VRM_EXPRESSION_CUSTOM for one of the avatar's own.
        /// </summary>
        public ExpressionPreset preset;
        /// <summary>
        /// vrm_BinaryRule.
        /// </summary>
        public byte binary;
        /// <summary>
        /// vrm_Override.
        /// </summary>
        public byte override_blink;
        /// <summary>
        /// vrm_Override.
        /// </summary>
        public byte override_look_at;
        /// <summary>
        /// vrm_Override.
        /// </summary>
        public byte override_mouth;
        /// <summary>
        /// Its object in the document.
        /// </summary>
        public uint json;
    }

    /// <summary>
    /// A key of a 0.x look-at curve, as Unity has it.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct CurveKey
    {
        /// <summary>
        /// The input, 0..1 for 0 to input_max_degrees.
        /// </summary>
        public float time;
        /// <summary>
        /// The output, 0..1 for 0 to output_scale.
        /// </summary>
        public float value;
        /// <summary>
        /// Slope just before the key, value per time.
        /// </summary>
        public float in_tangent;
        /// <summary>
        /// Slope just after the key.
        /// </summary>
        public float out_tangent;
    }

    /// <summary>
    /// How far the eyes turn for a direction.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct RangeMap
    {
        /// <summary>
        /// A direction this far to the side gives the whole output; beyond it nothing is added.
        /// </summary>
        public float input_max_degrees;
        /// <summary>
        /// Degrees for bones, weight for expressions.
        /// </summary>
        public float output_scale;
        /// <summary>
        /// 0.x, when it is not the straight line; else NULL.
        /// </summary>
        public CurveKey* curve;
        /// <summary>
        /// Entries of `curve`; 0: a straight line.
        /// </summary>
        public int curve_count;
    }

    /// <summary>
    /// How the avatar looks at things.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct LookAt
    {
        /// <summary>
        /// What moves the eyes.
        /// </summary>
        public LookAtType type;
        /// <summary>
        /// In the head node's axes.
        /// </summary>
        public Vec3 offset_from_head;
        /// <summary>
        /// An eye towards the nose. Bones only.
        /// </summary>
        public RangeMap horizontal_inner;
        /// <summary>
        /// An eye away from the nose; expressions: left and right.
        /// </summary>
        public RangeMap horizontal_outer;
        /// <summary>
        /// Both eyes down.
        /// </summary>
        public RangeMap vertical_down;
        /// <summary>
        /// Both eyes up.
        /// </summary>
        public RangeMap vertical_up;
        /// <summary>
        /// The object `lookAt` of the file; for 0.x `firstPerson`.
        /// </summary>
        public uint json;
    }

    /// <summary>
    /// A shape that spring joints do not enter, or do not leave.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Collider
    {
        /// <summary>
        /// -1: the collider is disabled.
        /// </summary>
        public int node;
        /// <summary>
        /// What it is, and which of the members below are used.
        /// </summary>
        public ColliderShape shape;
        /// <summary>
        /// Node-local, as are tail and normal.
        /// </summary>
        public Vec3 offset;
        /// <summary>
        /// Capsules.
        /// </summary>
        public Vec3 tail;
        /// <summary>
        /// Planes; unit length.
        /// </summary>
        public Vec3 normal;
        /// <summary>
        /// Of sphere and capsule, metres at scale 1; 0 for planes.
        /// </summary>
        public float radius;
        /// <summary>
        /// Its object in the document.
        /// </summary>
        public uint json;
    }

    /// <summary>
    /// Colliders that springs name together.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct ColliderGroup
    {
        /// <summary>
        /// As stated; "" when absent.
        /// </summary>
        public byte* name;
        /// <summary>
        /// Indices into vrm_SpringBones.colliders.
        /// </summary>
        public int* colliders;
        /// <summary>
        /// Entries of `colliders`.
        /// </summary>
        public int collider_count;
        /// <summary>
        /// Its object in the document.
        /// </summary>
        public uint json;
    }

    /// <summary>
    /// VRMC_springBone_limit, a draft. Radians.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct SpringLimit
    {
        /// <summary>
        /// Which limit, and which of the members below are used.
        /// </summary>
        public LimitType type;
        /// <summary>
        /// Cone and hinge: 0..pi.
        /// </summary>
        public float angle;
        /// <summary>
        /// Spherical: 0..pi and 0..pi/2.
        /// </summary>
        public float pitch;
        /// <summary>
        /// Spherical: 0..pi and 0..pi/2.
        /// </summary>
        public float yaw;
        /// <summary>
        /// Turns the limit's axes away from the joint's rest direction.
        /// </summary>
        public Quat rotation;
    }

    /// <summary>
    /// A joint of a spring.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct SpringJoint
    {
        /// <summary>
        /// -1: the virtual tail that 0.x and the draft add behind a last bone.
        /// </summary>
        public int node;
        /// <summary>
        /// Where node is -1: that tail, in the previous joint's local space.
        /// </summary>
        public Vec3 end_offset;
        /// <summary>
        /// Of the joint's sphere that colliders push, metres at scale 1; 0 or more.
        /// </summary>
        public float hit_radius;
        /// <summary>
        /// Force that turns the joint back to its rest direction; 0: none.
        /// </summary>
        public float stiffness;
        /// <summary>
        /// Force along gravity_dir, 0: none.
        /// </summary>
        public float gravity_power;
        /// <summary>
        /// World space of the file (a 0.x file faces -Z); not normalized.
        /// </summary>
        public Vec3 gravity_dir;
        /// <summary>
        /// Part of the motion that is lost in a step, 0 (none) to 1 (all).
        /// </summary>
        public float drag_force;
        /// <summary>
        /// How far the joint may turn.
        /// </summary>
        public SpringLimit limit;
        /// <summary>
        /// The joint; for 0.x and the draft its bone group.
        /// </summary>
        public uint json;
    }

    /// <summary>
    /// A chain. joints[i] is an ancestor of joints[i + 1]; the last joint is only a tail. A chain with
    /// fewer than two joints is inert. No node turns in two chains; in 0.x and the draft the tail of one
    /// chain may be the first joint of another.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Spring
    {
        /// <summary>
        /// As stated; "" when absent.
        /// </summary>
        public byte* name;
        /// <summary>
        /// From the root of the chain to its tip.
        /// </summary>
        public SpringJoint* joints;
        /// <summary>
        /// Entries of `joints`.
        /// </summary>
        public int joint_count;
        /// <summary>
        /// Indices into vrm_SpringBones.collider_groups.
        /// </summary>
        public int* collider_groups;
        /// <summary>
        /// Entries of `collider_groups`.
        /// </summary>
        public int collider_group_count;
        /// <summary>
        /// Node; -1: world.
        /// </summary>
        public int center;
        /// <summary>
        /// Its object in the document; for 0.x and the draft its bone group.
        /// </summary>
        public uint json;
    }

    /// <summary>
    /// All springs of the file, with their colliders.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct SpringBones
    {
        /// <summary>
        /// Indices are those of the file for 1.0 and beta.
        /// </summary>
        public Collider* colliders;
        /// <summary>
        /// Sets of colliders that springs name.
        /// </summary>
        public ColliderGroup* collider_groups;
        /// <summary>
        /// Chains of joints.
        /// </summary>
        public Spring* springs;
        /// <summary>
        /// Entries of `colliders`.
        /// </summary>
        public int collider_count;
        /// <summary>
        /// Entries of `collider_groups`.
        /// </summary>
        public int collider_group_count;
        /// <summary>
        /// Entries of `springs`.
        /// </summary>
        public int spring_count;
        /// <summary>
        /// The object of the extension; for 0.x `secondaryAnimation`.
        /// </summary>
        public uint json;
    }

    /// <summary>
    /// A VRMC_node_constraint.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Constraint
    {
        /// <summary>
        /// The destination.
        /// </summary>
        public int node;
        /// <summary>
        /// The node that it follows.
        /// </summary>
        public int source;
        /// <summary>
        /// How it follows.
        /// </summary>
        public ConstraintType type;
        /// <summary>
        /// Roll: a positive one. Rotation: unused.
        /// </summary>
        public Axis axis;
        /// <summary>
        /// 0..1.
        /// </summary>
        public float weight;
        /// <summary>
        /// The VRMC_node_constraint object.
        /// </summary>
        public uint json;
    }

    /// <summary>
    /// MToon 1.0; 0.x values are mapped (docs/migrate.md). Colours are linear, speeds per second, rotation
    /// in radians, widths in metres or as a part of the screen's height.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Mtoon
    {
        /// <summary>
        /// Colour of the shade in sRGB, times shade_color_factor.
        /// </summary>
        public TextureInfo shade_multiply_texture;
        /// <summary>
        /// Red moves the border of the shade, times shading_shift_scale; linear.
        /// </summary>
        public TextureInfo shading_shift_texture;
        /// <summary>
        /// Picture of a sphere, in sRGB, that the surface mirrors.
        /// </summary>
        public TextureInfo matcap_texture;
        /// <summary>
        /// Where matcap and rim light appear, in sRGB.
        /// </summary>
        public TextureInfo rim_multiply_texture;
        /// <summary>
        /// Green multiplies the width of the outline; linear.
        /// </summary>
        public TextureInfo outline_width_multiply_texture;
        /// <summary>
        /// Blue is how far UVs are animated; linear.
        /// </summary>
        public TextureInfo uv_animation_mask_texture;
        /// <summary>
        /// Colour of the side away from the light. Default black.
        /// </summary>
        public Vec3 shade_color_factor;
        /// <summary>
        /// Moves the border of the shade, -1 (all shaded) to 1 (all lit). Default 0.
        /// </summary>
        public float shading_shift_factor;
        /// <summary>
        /// shadingShiftTexture.scale.
        /// </summary>
        public float shading_shift_scale;
        /// <summary>
        /// 0 (soft border) to 1 (sharp border). Default 0.9.
        /// </summary>
        public float shading_toony_factor;
        /// <summary>
        /// 0 (ambient light by direction) to 1 (the same from all sides). Default 0.9.
        /// </summary>
        public float gi_equalization_factor;
        /// <summary>
        /// Multiplies the matcap. Default white.
        /// </summary>
        public Vec3 matcap_factor;
        /// <summary>
        /// Light at the edges. Default black: none.
        /// </summary>
        public Vec3 parametric_rim_color_factor;
        /// <summary>
        /// How narrow the rim is; 0 or more. Default 5.
        /// </summary>
        public float parametric_rim_fresnel_power_factor;
        /// <summary>
        /// Added before the power: widens the rim. Default 0.
        /// </summary>
        public float parametric_rim_lift_factor;
        /// <summary>
        /// 0 (rim of its own colour) to 1 (lit as the surface is). Default 1.
        /// </summary>
        public float rim_lighting_mix_factor;
        /// <summary>
        /// Unit of the outline's width. Default VRM_OUTLINE_NONE.
        /// </summary>
        public OutlineMode outline_width_mode;
        /// <summary>
        /// Width of the outline, 0 or more. Default 0.
        /// </summary>
        public float outline_width_factor;
        /// <summary>
        /// Colour of the outline. Default black.
        /// </summary>
        public Vec3 outline_color_factor;
        /// <summary>
        /// 0 (outline of its own colour) to 1 (times the lit surface). Default 1.
        /// </summary>
        public float outline_lighting_mix_factor;
        /// <summary>
        /// U for each second. Default 0.
        /// </summary>
        public float uv_animation_scroll_x_speed_factor;
        /// <summary>
        /// V for each second. Default 0.
        /// </summary>
        public float uv_animation_scroll_y_speed_factor;
        /// <summary>
        /// Radians for each second about the middle of the texture. Default 0.
        /// </summary>
        public float uv_animation_rotation_speed_factor;
        /// <summary>
        /// Clamped to what the alpha mode allows.
        /// </summary>
        public int render_queue_offset;
        /// <summary>
        /// The extension's object; for 0.x the entry of `materialProperties`.
        /// </summary>
        public uint json;
        /// <summary>
        /// VRM_ALPHA_BLEND writes depth too. Default false.
        /// </summary>
        public Bool transparent_with_z_write;
    }

    /// <summary>
    /// How a material is to be drawn, whatever the dialect: the glTF material as the VRM extensions (or 0.x
    /// materialProperties) change it.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Surface
    {
        /// <summary>
        /// How to shade it.
        /// </summary>
        public SurfaceKind kind;
        /// <summary>
        /// The document's own, or a copy with VRM's changes: base colour, textures, alpha mode, emission
        /// with its strength.
        /// </summary>
        public Material* material;
        /// <summary>
        /// NULL unless kind is VRM_SURFACE_MTOON.
        /// </summary>
        public Mtoon* mtoon;
    }

    /// <summary>
    /// How the texture of a slot is read.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct TextureUse
    {
        /// <summary>
        /// Its colours are sRGB and are sampled to linear; else data as they are.
        /// </summary>
        public Bool is_srgb;
        /// <summary>
        /// The one channel that is used, 0 red to 3 alpha; -1: several.
        /// </summary>
        public int channel;
        /// <summary>
        /// What an absent texture samples as.
        /// </summary>
        public Vec4 unset;
    }

    /// <summary>
    /// An expression that a VRM animation drives.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct ClipExpression
    {
        /// <summary>
        /// The preset's name, or the custom one.
        /// </summary>
        public byte* name;
        /// <summary>
        /// VRM_EXPRESSION_CUSTOM for a custom one.
        /// </summary>
        public ExpressionPreset preset;
        /// <summary>
        /// Its translation's x is the weight.
        /// </summary>
        public int node;
    }

    /// <summary>
    /// The content of VRMC_vrm_animation of a .vrma file; the motion itself is in the glTF animations.
    /// Bones and expressions that an animation may not have (eyes, look presets) are left out.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct ClipInfo
    {
        /// <summary>
        /// As stated; "" when absent.
        /// </summary>
        public byte* spec_version;
        /// <summary>
        /// The file has `humanoid`, though perhaps no bone of it can be used.
        /// </summary>
        public Bool has_humanoid;
        /// <summary>
        /// Nodes; -1 none.
        /// </summary>
        public IntArray55 bones;
        /// <summary>
        /// Presets, then custom ones, in the order of the file.
        /// </summary>
        public ClipExpression* expressions;
        /// <summary>
        /// Entries of `expressions`.
        /// </summary>
        public int expression_count;
        /// <summary>
        /// The node whose rotation is the gaze; -1: none.
        /// </summary>
        public int look_at_node;
        /// <summary>
        /// look_at_offset is stated.
        /// </summary>
        public Bool has_look_at_offset;
        /// <summary>
        /// offsetFromHeadBone: from the head to the eyes, metres.
        /// </summary>
        public Vec3 look_at_offset;
        /// <summary>
        /// The extension's object.
        /// </summary>
        public uint json;
    }

    /// <summary>
    /// How to normalize. Start from vrm_default_normalize_def().
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct NormalizeDef
    {
        /// <summary>
        /// Set by the default function; do not touch.
        /// </summary>
        public uint def_size;
        /// <summary>
        /// Bones, spring joints and nodes of constraints keep their own axes, which 1.0 allows: their
        /// scales are baked, and the rotations of all other nodes. Default false.
        /// </summary>
        public Bool keep_axes;
        /// <summary>
        /// Bake scales and nothing else: no node changes its axes. Default false.
        /// </summary>
        public Bool scale_only;
    }

    /// <summary>
    /// A node; parents come first.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct PackNode
    {
        /// <summary>
        /// Index in the document.
        /// </summary>
        public int file_node;
        /// <summary>
        /// -1: the avatar's root. Always below the node's own index.
        /// </summary>
        public int parent;
        /// <summary>
        /// Local transform at rest.
        /// </summary>
        public Transform rest;
    }

    /// <summary>
    /// How a bone of the humanoid maps to a node.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct PackBone
    {
        /// <summary>
        /// -1: the avatar does not have it.
        /// </summary>
        public int node;
        /// <summary>
        /// vrm_Bone by the specification, or VRM_BONE_NONE.
        /// </summary>
        public int parent;
        /// <summary>
        /// local = parent_inverse * normalized * world
        /// </summary>
        public Quat parent_inverse;
        /// <summary>
        /// local = parent_inverse * normalized * world
        /// </summary>
        public Quat world;
    }

    /// <summary>
    /// An expression: its binds, and what it holds back.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct PackExpression
    {
        /// <summary>
        /// vrm_Category
        /// </summary>
        public int category;
        /// <summary>
        /// vrm_BinaryRule
        /// </summary>
        public int binary;
        /// <summary>
        /// vrm_Override by vrm_Category
        /// </summary>
        public IntArray4 overrides;
        /// <summary>
        /// Into `morph_binds`.
        /// </summary>
        public int first_morph_bind;
        /// <summary>
        /// Into `morph_binds`.
        /// </summary>
        public int morph_bind_count;
        /// <summary>
        /// Into `value_binds`.
        /// </summary>
        public int first_value_bind;
        /// <summary>
        /// Into `value_binds`.
        /// </summary>
        public int value_bind_count;
    }

    /// <summary>
    /// weight * the expression's weight is added to a morph.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct PackMorphBind
    {
        /// <summary>
        /// Into `reached_morphs`.
        /// </summary>
        public int reached;
        /// <summary>
        /// Of the morph at full expression.
        /// </summary>
        public float weight;
    }

    /// <summary>
    /// delta * the expression's weight is added to a value of a material.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct PackValueBind
    {
        /// <summary>
        /// Into `value_bases`.
        /// </summary>
        public int value;
        /// <summary>
        /// The value at full expression, less the value at rest.
        /// </summary>
        public Vec4 delta;
    }

    /// <summary>
    /// A range map of the gaze.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct PackRangeMap
    {
        /// <summary>
        /// As vrm_RangeMap has them.
        /// </summary>
        public float input_max_degrees;
        /// <summary>
        /// As vrm_RangeMap has them.
        /// </summary>
        public float output_scale;
        /// <summary>
        /// Into `curve_keys`; 0: a straight line.
        /// </summary>
        public int first_key;
        /// <summary>
        /// Into `curve_keys`; 0: a straight line.
        /// </summary>
        public int key_count;
    }

    /// <summary>
    /// The avatar's gaze.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct PackLookAt
    {
        /// <summary>
        /// 1, or 0: the avatar has no gaze control.
        /// </summary>
        public int is_present;
        /// <summary>
        /// vrm_LookAtType
        /// </summary>
        public int type;
        /// <summary>
        /// In the head's axes.
        /// </summary>
        public Vec3 offset;
        /// <summary>
        /// Node; -1: no head.
        /// </summary>
        public int head;
        /// <summary>
        /// Head's world rotation * this is the look-at space.
        /// </summary>
        public Quat to_forward;
        /// <summary>
        /// horizontal_inner of vrm_LookAt.
        /// </summary>
        public PackRangeMap inner;
        /// <summary>
        /// horizontal_outer.
        /// </summary>
        public PackRangeMap outer;
        /// <summary>
        /// vertical_down.
        /// </summary>
        public PackRangeMap down;
        /// <summary>
        /// vertical_up.
        /// </summary>
        public PackRangeMap up;
        /// <summary>
        /// Left, right; vrm_Bone, -1 when absent.
        /// </summary>
        public IntArray2 eye_bones;
        /// <summary>
        /// Up, down, left, right; -1 when absent.
        /// </summary>
        public IntArray4 expressions;
    }

    /// <summary>
    /// A node constraint.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct PackConstraint
    {
        /// <summary>
        /// The node that turns.
        /// </summary>
        public int node;
        /// <summary>
        /// The node that it follows.
        /// </summary>
        public int source;
        /// <summary>
        /// vrm_ConstraintType
        /// </summary>
        public int type;
        /// <summary>
        /// 0..1.
        /// </summary>
        public float weight;
        /// <summary>
        /// Local rotation of `node` at rest.
        /// </summary>
        public Quat rest;
        /// <summary>
        /// Rotation: before * s. Roll: before * s * after.
        /// </summary>
        public Quat before;
        /// <summary>
        /// Rotation: before * s. Roll: before * s * after.
        /// </summary>
        public Quat after;
        /// <summary>
        /// Roll: the axis. Aim: rest . axis, in the parent's space.
        /// </summary>
        public Vec3 axis;
    }

    /// <summary>
    /// A joint of a spring that turns, and the point that it points at.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct PackPair
    {
        /// <summary>
        /// The head, which turns.
        /// </summary>
        public int node;
        /// <summary>
        /// Node; -1: a point that no node marks.
        /// </summary>
        public int tail;
        /// <summary>
        /// Of vrm_rig_spring_joint().
        /// </summary>
        public int joint;
        /// <summary>
        /// The tail is a child of the node, so the bone's length is `length`; and the next pair of the
        /// chain, if any, is that child. Otherwise there are nodes between the two, which keep their local
        /// transforms.
        /// </summary>
        public int is_direct;
        /// <summary>
        /// Local rotation of `node` at rest.
        /// </summary>
        public Quat rest;
        /// <summary>
        /// conjugate of (direction, 0), times rest: with it the turn needs one product.
        /// </summary>
        public Quat swing;
        /// <summary>
        /// Rest direction of the tail in the parent's space.
        /// </summary>
        public Vec3 direction;
        /// <summary>
        /// From node to tail in the node's space.
        /// </summary>
        public float length;
        /// <summary>
        /// gravityPower * gravityDir
        /// </summary>
        public Vec3 gravity;
        /// <summary>
        /// For each second, 0 or more.
        /// </summary>
        public float stiffness;
        /// <summary>
        /// 1 - dragForce
        /// </summary>
        public float keep;
        /// <summary>
        /// Of the tail's sphere, metres at scale 1.
        /// </summary>
        public float radius;
        /// <summary>
        /// Of the node at rest.
        /// </summary>
        public float scale;
        /// <summary>
        /// Direction of the tail in the node's space.
        /// </summary>
        public Vec3 axis;
        /// <summary>
        /// vrm_LimitType
        /// </summary>
        public int limit;
        /// <summary>
        /// Takes +Y to the axis of the limit, in the space of the node at rest.
        /// </summary>
        public Quat limit_frame;
        /// <summary>
        /// Of the angle of a cone or hinge.
        /// </summary>
        public float limit_cosine;
        /// <summary>
        /// Of the angle of a cone or hinge.
        /// </summary>
        public float limit_sine;
        /// <summary>
        /// Of a spherical limit, radians.
        /// </summary>
        public float limit_pitch;
        /// <summary>
        /// Of a spherical limit, radians.
        /// </summary>
        public float limit_yaw;
    }

    /// <summary>
    /// A spring: pairs from the root to the tip.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct PackChain
    {
        /// <summary>
        /// Into `pairs`, from the root to the tip.
        /// </summary>
        public int first_pair;
        /// <summary>
        /// Into `pairs`, from the root to the tip.
        /// </summary>
        public int pair_count;
        /// <summary>
        /// Node above the first pair; -1: the root.
        /// </summary>
        public int parent;
        /// <summary>
        /// Node; -1: world.
        /// </summary>
        public int center;
        /// <summary>
        /// Into `collider_refs`.
        /// </summary>
        public int first_collider;
        /// <summary>
        /// Into `collider_refs`.
        /// </summary>
        public int collider_count;
    }

    /// <summary>
    /// A collider of springs.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct PackCollider
    {
        /// <summary>
        /// The node that carries it.
        /// </summary>
        public int node;
        /// <summary>
        /// vrm_PackColliderKind
        /// </summary>
        public int kind;
        /// <summary>
        /// Centre, start of the capsule or point of the plane, in the node's space.
        /// </summary>
        public Vec3 offset;
        /// <summary>
        /// Capsules: tail - offset. Planes: the normal.
        /// </summary>
        public Vec3 along;
        /// <summary>
        /// Metres at scale 1; 0 for planes.
        /// </summary>
        public float radius;
    }

    /// <summary>
    /// Chains that do not depend on each other. Before they run, the world transforms of the wave's nodes
    /// are computed with the rotations of earlier waves, and its colliders are transformed to world space.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct PackWave
    {
        /// <summary>
        /// Into `chains`.
        /// </summary>
        public int first_chain;
        /// <summary>
        /// Into `chains`.
        /// </summary>
        public int chain_count;
        /// <summary>
        /// Into `wave_nodes`.
        /// </summary>
        public int first_node;
        /// <summary>
        /// Into `wave_nodes`.
        /// </summary>
        public int node_count;
        /// <summary>
        /// Into `wave_colliders`.
        /// </summary>
        public int first_collider;
        /// <summary>
        /// Into `wave_colliders`.
        /// </summary>
        public int collider_count;
    }

    /// <summary>
    /// A rig as arrays: one block of memory, independent of the rig.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct RigPack
    {
        /// <summary>
        /// VRM_PACK_VERSION
        /// </summary>
        public int version;
        /// <summary>
        /// A scale is not uniform, mirrors, or is too large.
        /// </summary>
        public Bool is_general;
        /// <summary>
        /// Springs whose colliders or centers are below the chain that reads them, or chains that depend on
        /// each other in a circle.
        /// </summary>
        public Bool has_circles;
        /// <summary>
        /// As vrm_RigDef has it.
        /// </summary>
        public Bool override_damps_eye_bones;
        /// <summary>
        /// +1 or -1, vrm_rig_facing()
        /// </summary>
        public int facing;
        /// <summary>
        /// Nodes that springs turn and all below them come last, from `body_count` on.
        /// </summary>
        public int node_count;
        /// <summary>
        /// Nodes that springs turn and all below them come last, from `body_count` on.
        /// </summary>
        public int body_count;
        /// <summary>
        /// `node_count` of them; parents first.
        /// </summary>
        public PackNode* nodes;
        /// <summary>
        /// By vrm_Bone.
        /// </summary>
        public PackBoneArray55 bones;
        /// <summary>
        /// Entries of `hips_chain`.
        /// </summary>
        public int hips_chain_count;
        /// <summary>
        /// Nodes from a root to the parent of the hips.
        /// </summary>
        public int* hips_chain;
        /// <summary>
        /// Rest position of the hips in model space.
        /// </summary>
        public Vec3 hips_rest_model;
        /// <summary>
        /// Entries of the three arrays below.
        /// </summary>
        public int expression_count;
        /// <summary>
        /// Entries of the three arrays below.
        /// </summary>
        public int morph_bind_count;
        /// <summary>
        /// Entries of the three arrays below.
        /// </summary>
        public int value_bind_count;
        /// <summary>
        /// Numbered as vrm_rig_expression_info() has them.
        /// </summary>
        public PackExpression* expressions;
        /// <summary>
        /// Those of all expressions, one after the other.
        /// </summary>
        public PackMorphBind* morph_binds;
        /// <summary>
        /// Those of all expressions, one after the other.
        /// </summary>
        public PackValueBind* value_binds;
        /// <summary>
        /// Entries of `rest_morphs`: vrm_rig_morph_count().
        /// </summary>
        public int morph_count;
        /// <summary>
        /// Entries of `reached_morphs`.
        /// </summary>
        public int reached_count;
        /// <summary>
        /// Entries of `value_bases`.
        /// </summary>
        public int value_count;
        /// <summary>
        /// By morph.
        /// </summary>
        public float* rest_morphs;
        /// <summary>
        /// Index into `rest_morphs` of each morph that an expression binds.
        /// </summary>
        public int* reached_morphs;
        /// <summary>
        /// The file's values, in the order of vrm_rig_material_values().
        /// </summary>
        public Vec4* value_bases;
        /// <summary>
        /// All zero when the avatar has no gaze control.
        /// </summary>
        public PackLookAt look_at;
        /// <summary>
        /// Entries of `curve_keys`.
        /// </summary>
        public int curve_key_count;
        /// <summary>
        /// Entries of `head_chain`.
        /// </summary>
        public int head_chain_count;
        /// <summary>
        /// Those of all range maps, one after the other.
        /// </summary>
        public CurveKey* curve_keys;
        /// <summary>
        /// Nodes from a root to the head.
        /// </summary>
        public int* head_chain;
        /// <summary>
        /// Entries of `constraints`.
        /// </summary>
        public int constraint_count;
        /// <summary>
        /// Entries of `constraint_steps`.
        /// </summary>
        public int constraint_step_count;
        /// <summary>
        /// In the order of vrm_rig_constraint().
        /// </summary>
        public PackConstraint* constraints;
        /// <summary>
        /// In the order in which they run: &gt;= 0 the constraint of that index; negative: the node ~step
        /// is posed, because an aim reads it.
        /// </summary>
        public int* constraint_steps;
        /// <summary>
        /// Joints of all skins: entries of the two arrays below.
        /// </summary>
        public int palette_count;
        /// <summary>
        /// Node of each joint; -1: the root itself.
        /// </summary>
        public int* palette_nodes;
        /// <summary>
        /// For each joint: skin matrix = world of its node * this.
        /// </summary>
        public Affine* inverse_binds;
        /// <summary>
        /// Entries of `pairs`.
        /// </summary>
        public int pair_count;
        /// <summary>
        /// Entries of `chains`.
        /// </summary>
        public int chain_count;
        /// <summary>
        /// Entries of `waves`.
        /// </summary>
        public int wave_count;
        /// <summary>
        /// Joints that vrm_rig_spring_joint() numbers; not all are in a pair.
        /// </summary>
        public int joint_count;
        /// <summary>
        /// Those of all chains, one after the other.
        /// </summary>
        public PackPair* pairs;
        /// <summary>
        /// Those of all waves, one after the other.
        /// </summary>
        public PackChain* chains;
        /// <summary>
        /// In the order in which they run.
        /// </summary>
        public PackWave* waves;
        /// <summary>
        /// Entries of `colliders`.
        /// </summary>
        public int collider_count;
        /// <summary>
        /// Entries of `collider_refs`.
        /// </summary>
        public int collider_ref_count;
        /// <summary>
        /// Entries of `wave_nodes`.
        /// </summary>
        public int wave_node_count;
        /// <summary>
        /// Entries of `wave_colliders`.
        /// </summary>
        public int wave_collider_count;
        /// <summary>
        /// Those that a chain names.
        /// </summary>
        public PackCollider* colliders;
        /// <summary>
        /// Into `colliders`.
        /// </summary>
        public int* collider_refs;
        /// <summary>
        /// Into `nodes`: those of all waves, one after the other.
        /// </summary>
        public int* wave_nodes;
        /// <summary>
        /// Into `colliders`: those of all waves, one after the other.
        /// </summary>
        public int* wave_colliders;
        /// <summary>
        /// Entries of `anchors`.
        /// </summary>
        public int anchor_count;
        /// <summary>
        /// Body nodes that chains, colliders and centers are attached to.
        /// </summary>
        public int* anchors;
    }

    /// <summary>
    /// A track of a clip.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct PackTrack
    {
        /// <summary>
        /// vrm_PackTrackTarget
        /// </summary>
        public int target;
        /// <summary>
        /// Which bone or expression; 0 for hips and gaze.
        /// </summary>
        public int index;
        /// <summary>
        /// vrm_Interpolation
        /// </summary>
        public int interpolation;
        /// <summary>
        /// Into `timelines`.
        /// </summary>
        public int timeline;
        /// <summary>
        /// Into `keys`; cubic tracks have three for each time.
        /// </summary>
        public int first_key;
    }

    /// <summary>
    /// Times that tracks share.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct PackTimeline
    {
        /// <summary>
        /// Into `times`.
        /// </summary>
        public int first_time;
        /// <summary>
        /// Into `times`.
        /// </summary>
        public int key_count;
    }

    /// <summary>
    /// A VRM animation as arrays.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct ClipPack
    {
        /// <summary>
        /// VRM_PACK_VERSION
        /// </summary>
        public int version;
        /// <summary>
        /// Seconds.
        /// </summary>
        public float duration;
        /// <summary>
        /// Rest position of the hips in the clip's own skeleton.
        /// </summary>
        public Vec3 hips_rest;
        /// <summary>
        /// Entries of `timelines`.
        /// </summary>
        public int timeline_count;
        /// <summary>
        /// Entries of `times`.
        /// </summary>
        public int time_count;
        /// <summary>
        /// Entries of `tracks`.
        /// </summary>
        public int track_count;
        /// <summary>
        /// Entries of `keys`.
        /// </summary>
        public int key_count;
        /// <summary>
        /// Times, shared by tracks with keys at the same ones.
        /// </summary>
        public PackTimeline* timelines;
        /// <summary>
        /// Seconds, increasing within a timeline.
        /// </summary>
        public float* times;
        /// <summary>
        /// One for each bone, hips, gaze or expression that the clip moves.
        /// </summary>
        public PackTrack* tracks;
        /// <summary>
        /// Rotations x y z w; offsets x y z; weights in x.
        /// </summary>
        public Vec4* keys;
    }

    /// <summary>
    /// How to record. Start from vrm_default_recorder_def().
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct RecorderDef
    {
        /// <summary>
        /// Set by the default function; do not touch.
        /// </summary>
        public uint def_size;
        /// <summary>
        /// Of the animation; copied. Default NULL: none.
        /// </summary>
        public byte* name;
        /// <summary>
        /// The animation's own skeleton gets the proportions of this rig, which matter only for the scale
        /// of the hips' motion. Not kept. Default NULL: a person of 1.6 m.
        /// </summary>
        public Rig* rig;
        /// <summary>
        /// Without a rig: height of the performer's hips at rest, metres, by which players scale
        /// hips_offset. Default 0: that of the person of 1.6 m, 0.94.
        /// </summary>
        public float hips_height;
        /// <summary>
        /// Of each bone and the gaze. 0 or more; default 0.1.
        /// </summary>
        public float tolerance_degrees;
        /// <summary>
        /// Of the hips' position. Default 0.0005.
        /// </summary>
        public float tolerance_metres;
        /// <summary>
        /// Of each expression. Default 0.002.
        /// </summary>
        public float tolerance_weight;
        /// <summary>
        /// Bit b: bone b gets a key even when it never leaves the T-pose, so that players set it. Other
        /// bones that do not move are not in the animation. Default 0.
        /// </summary>
        public ulong bones;
        /// <summary>
        /// Memory for frames; beyond it VRM_ERR_LIMIT. Default 1 GiB, which is five hours of 60 frames a
        /// second.
        /// </summary>
        public ulong max_bytes;
        /// <summary>
        /// For the recorder and the models that it makes. Default: the C library.
        /// </summary>
        public Allocator allocator;
    }

    /// <summary>
    /// Counts and sizes of a recording.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct RecordStats
    {
        /// <summary>
        /// Frames that were added.
        /// </summary>
        public int frames;
        /// <summary>
        /// Channels of the written animation: bones, hips, expressions, gaze.
        /// </summary>
        public int channels;
        /// <summary>
        /// From the first frame to the last.
        /// </summary>
        public float seconds;
        /// <summary>
        /// Of all channels together.
        /// </summary>
        public ulong source_keys;
        /// <summary>
        /// Of all channels together.
        /// </summary>
        public ulong kept_keys;
        /// <summary>
        /// The same in bytes of key data.
        /// </summary>
        public ulong source_bytes;
        /// <summary>
        /// The same in bytes of key data.
        /// </summary>
        public ulong kept_bytes;
    }

    /// <summary>
    /// How to create a renderer. Start from vrm_default_renderer_def().
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct RendererDef
    {
        /// <summary>
        /// Set by the default function; do not touch.
        /// </summary>
        public uint def_size;
        /// <summary>
        /// Default VRM_BACKEND_EGL.
        /// </summary>
        public RenderBackend backend;
        /// <summary>
        /// VRM_BACKEND_HOST: finds "glDrawElementsInstanced" and the like: eglGetProcAddress,
        /// glfwGetProcAddress, or a table of imports in wasm.
        /// </summary>
        public IntPtr get_proc;
        /// <summary>
        /// Passed to get_proc. Default NULL.
        /// </summary>
        public void* get_proc_ctx;
        /// <summary>
        /// Gets a finding when a renderer is not available, with the package to install. Default NULL.
        /// </summary>
        public Report* report;
        /// <summary>
        /// For the renderer, until it is destroyed. Default: the C library.
        /// </summary>
        public Allocator allocator;
    }

    /// <summary>
    /// Counted since the renderer was created, except those of the last frame.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct RenderStats
    {
        /// <summary>
        /// Of the last frame; instances count each.
        /// </summary>
        public ulong draw_calls;
        /// <summary>
        /// Of the last frame; instances count each.
        /// </summary>
        public ulong triangles;
        /// <summary>
        /// Of the last frame: palettes, weights, lines.
        /// </summary>
        public ulong uploaded_bytes;
        /// <summary>
        /// Buffers and textures that exist now, mip maps included.
        /// </summary>
        public long gpu_bytes;
        /// <summary>
        /// Shader programs compiled so far.
        /// </summary>
        public int programs;
        /// <summary>
        /// That exist now.
        /// </summary>
        public int textures;
        /// <summary>
        /// That exist now.
        /// </summary>
        public int buffers;
        /// <summary>
        /// Of the last frame, for the draw calls.
        /// </summary>
        public ulong texture_bindings;
        /// <summary>
        /// Of the last frame: programs, vertex arrays, blending, depth, faces.
        /// </summary>
        public ulong state_changes;
    }

    /// <summary>
    /// How to make a drawable. Start from vrm_default_drawable_def().
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct DrawableDef
    {
        /// <summary>
        /// Set by the default function; do not touch.
        /// </summary>
        public uint def_size;
        /// <summary>
        /// Memory of the graphics card for one model; what exceeds it is left out with a finding. Default 1
        /// GiB.
        /// </summary>
        public ulong max_gpu_bytes;
        /// <summary>
        /// NULL: PNG, JPEG and WebP as vrm/image.h has them, or no images in a library that was built
        /// without.
        /// </summary>
        public IntPtr decode;
        /// <summary>
        /// Passed to `decode`. Default NULL.
        /// </summary>
        public void* decode_ctx;
        /// <summary>
        /// Decodes images on several threads; the allocator must then be thread-safe.
        /// </summary>
        public Tasks tasks;
        /// <summary>
        /// Gets the findings. Default NULL.
        /// </summary>
        public Report* report;
        /// <summary>
        /// For the drawable, until it is destroyed. Default: the C library.
        /// </summary>
        public Allocator allocator;
        /// <summary>
        /// Of all its images together. Default 16777216 + 1024 for each byte, which is about what the best
        /// compression reaches.
        /// </summary>
        public Allowance pixels;
        /// <summary>
        /// Bytes of vertices, indices and morph targets, as far as they are within max_gpu_bytes. Default 8
        /// MiB + 16 for each byte.
        /// </summary>
        public Allowance geometry;
        /// <summary>
        /// Drawn in one picture; each primitive of a node counts as 16 more. Default 1048576 + 4 for each
        /// byte.
        /// </summary>
        public Allowance triangles;
        /// <summary>
        /// For each image; its `enough` makes thumbnails faster. Stays the last member: it may grow.
        /// </summary>
        public ImageLimits image_limits;
    }

    /// <summary>
    /// Size, camera and light of a picture. Start from vrm_default_frame_def().
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct FrameDef
    {
        /// <summary>
        /// Set by the default function; do not touch.
        /// </summary>
        public uint def_size;
        /// <summary>
        /// Pixels, 1 to 16384 and what GL takes. Default 512.
        /// </summary>
        public int width;
        /// <summary>
        /// Pixels, 1 to 16384 and what GL takes. Default 512.
        /// </summary>
        public int height;
        /// <summary>
        /// For smooth edges: 1, 2, 4, 8; at most what GL supports. Default 4.
        /// </summary>
        public int samples;
        /// <summary>
        /// sRGB as CSS has it, alpha not multiplied in. Default transparent.
        /// </summary>
        public Vec4 background;
        /// <summary>
        /// World to camera, which looks along -Z. Default from (0, 1, 3) along -Z.
        /// </summary>
        public Mat4 view;
        /// <summary>
        /// Camera to clip space, z -1..1, as glTF has it. Default 30 degrees.
        /// </summary>
        public Mat4 projection;
        /// <summary>
        /// Where it comes from, world space, any length. Default 1 1 1.
        /// </summary>
        public Vec3 light_from;
        /// <summary>
        /// Default 0.9 each.
        /// </summary>
        public Vec3 light_color;
        /// <summary>
        /// Global illumination from above and from below; between, by the height of the normal. In three.js
        /// an ambient light of pi times this. Default 0.1 each: light and this together are 1.
        /// </summary>
        public Vec3 sky_color;
        /// <summary>
        /// Global illumination from above and from below; between, by the height of the normal. In three.js
        /// an ambient light of pi times this. Default 0.1 each: light and this together are 1.
        /// </summary>
        public Vec3 ground_color;
        /// <summary>
        /// For UV animation: seconds since the model appeared. Default 0.
        /// </summary>
        public float time_s;
        /// <summary>
        /// Outlines that are narrower than so many pixels where the avatar stands are left out: a crowd far
        /// away then has half the triangles. Default 0: all are drawn.
        /// </summary>
        public float min_outline_px;
    }

    /// <summary>
    /// A line in world space; colour sRGB, alpha not multiplied in.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Line
    {
        /// <summary>
        /// Both ends, world space, metres.
        /// </summary>
        public Vec3 from;
        /// <summary>
        /// Both ends, world space, metres.
        /// </summary>
        public Vec3 to;
        /// <summary>
        /// sRGB, 0..1; the line has this colour at both ends.
        /// </summary>
        public Vec4 color;
    }

    /// <summary>
    /// One finding. Strings live as long as the report.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Finding
    {
        /// <summary>
        /// "SPRING_CENTER_NOT_ANCESTOR": stable, documented, greppable.
        /// </summary>
        public byte* code;
        /// <summary>
        /// "/extensions/VRMC_springBone/springs/3/center"; "" is the root.
        /// </summary>
        public byte* pointer;
        /// <summary>
        /// One sentence for a person.
        /// </summary>
        public byte* message;
        /// <summary>
        /// Into the file for container findings, else into the JSON text; VRM_NO_OFFSET when the finding
        /// has no position.
        /// </summary>
        public ulong byte_offset;
        /// <summary>
        /// That of the rule behind `code`.
        /// </summary>
        public Severity severity;
    }

    /// <summary>
    /// How to create a report. Start from vrm_default_report_def().
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct ReportDef
    {
        /// <summary>
        /// Set by the default function; do not touch.
        /// </summary>
        public uint def_size;
        /// <summary>
        /// Findings kept; the totals stay exact. Default 10000.
        /// </summary>
        public int max_findings;
        /// <summary>
        /// Findings kept of one code. Default 1000.
        /// </summary>
        public int max_per_code;
        /// <summary>
        /// For the report, until it is destroyed. Default: the C library.
        /// </summary>
        public Allocator allocator;
    }

    /// <summary>
    /// Adds a custom expression to a category.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct CategoryMember
    {
        /// <summary>
        /// Its name; names that the avatar does not have are ignored.
        /// </summary>
        public byte* expression;
        /// <summary>
        /// What it joins: VRM_CATEGORY_MOUTH, _BLINK or _LOOK_AT.
        /// </summary>
        public Category category;
    }

    /// <summary>
    /// How to build a rig. Start from vrm_default_rig_def().
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct RigDef
    {
        /// <summary>
        /// Set by the default function; do not touch.
        /// </summary>
        public uint def_size;
        /// <summary>
        /// overrideLookAt also damps eyes that are turned by bones, as UniVRM does; the specification
        /// speaks of expression weights only. Default false.
        /// </summary>
        public Bool override_damps_eye_bones;
        /// <summary>
        /// Default NULL: presets only.
        /// </summary>
        public CategoryMember* members;
        /// <summary>
        /// Entries of `members`. Default 0.
        /// </summary>
        public int member_count;
        /// <summary>
        /// Gets the findings: constraints that depend on each other in a circle. Default NULL.
        /// </summary>
        public Report* report;
        /// <summary>
        /// For the rig, until it is destroyed. Default: the C library.
        /// </summary>
        public Allocator allocator;
    }

    /// <summary>
    /// A pose that fits every avatar: each rotation is the turn of the bone away from the avatar's rest
    /// pose, relative to its parent bone, in the axes of an avatar that faces +Z with its left towards +X
    /// (VRM 1.0). The rest pose is the one that the file has; VRM asks for a T-pose there, and for other
    /// rest poses the result differs by the same angles (vrm_rig_t_pose_error()).
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Pose
    {
        /// <summary>
        /// By vrm_Bone; the identity leaves a bone at rest.
        /// </summary>
        public QuatArray55 rotations;
        /// <summary>
        /// From the hips' rest position, metres of this avatar, same axes.
        /// </summary>
        public Vec3 hips_offset;
    }

    /// <summary>
    /// The frame in which a bone bends, in model space at rest: `along` points to the bone's tail, `hinge`
    /// is the fixed axis of the 2019 draft's table made orthogonal to it, `across` = `along` x `hinge`. The
    /// table is read for an avatar that faces +Z (docs/spec-notes.md); a file that faces -Z gets its frame
    /// turned with it. False for eyes and jaw, for absent bones, and where along and hinge would be
    /// parallel.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct BoneAxes
    {
        /// <summary>
        /// Of unit length, at right angles to each other.
        /// </summary>
        public Vec3 along;
        /// <summary>
        /// Of unit length, at right angles to each other.
        /// </summary>
        public Vec3 hinge;
        /// <summary>
        /// Of unit length, at right angles to each other.
        /// </summary>
        public Vec3 across;
    }

    /// <summary>
    /// What a rig knows of an expression.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct ExpressionInfo
    {
        /// <summary>
        /// The preset's 1.0 name, or the custom one; lives as long as the rig.
        /// </summary>
        public byte* name;
        /// <summary>
        /// VRM_EXPRESSION_CUSTOM for one of the avatar's own.
        /// </summary>
        public ExpressionPreset preset;
        /// <summary>
        /// The group in which others override it.
        /// </summary>
        public Category category;
        /// <summary>
        /// Whether and how its weight becomes 0 or 1.
        /// </summary>
        public BinaryRule binary;
    }

    /// <summary>
    /// A value of a material that some expression changes. The texture transform of the matcap is never
    /// changed.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct MaterialValue
    {
        /// <summary>
        /// Of the document.
        /// </summary>
        public int material;
        /// <summary>
        /// What the four numbers are.
        /// </summary>
        public MaterialValueKind kind;
        /// <summary>
        /// For VRM_VALUE_COLOR.
        /// </summary>
        public ColorTarget color;
        /// <summary>
        /// For VRM_VALUE_TEXTURE; the base colour's slot is always there.
        /// </summary>
        public TextureSlot texture;
        /// <summary>
        /// The file's value, valid while all expressions are 0. Colours linear, alpha 1 where the target
        /// has none; emission without its strength, which multiplies afterwards.
        /// </summary>
        public Vec4 @base;
    }

    /// <summary>
    /// A node constraint as the rig runs it.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct RigConstraint
    {
        /// <summary>
        /// The node that turns.
        /// </summary>
        public int node;
        /// <summary>
        /// The node that it follows.
        /// </summary>
        public int source;
        /// <summary>
        /// How it follows.
        /// </summary>
        public ConstraintType type;
        /// <summary>
        /// 0 (not at all) to 1 (fully).
        /// </summary>
        public float weight;
    }

    /// <summary>
    /// A node with a mesh.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct MeshNode
    {
        /// <summary>
        /// skin -1: rigid.
        /// </summary>
        public int node;
        /// <summary>
        /// skin -1: rigid.
        /// </summary>
        public int mesh;
        /// <summary>
        /// skin -1: rigid.
        /// </summary>
        public int skin;
        /// <summary>
        /// Targets of the mesh.
        /// </summary>
        public int morph_count;
        /// <summary>
        /// Place of its weights in vrm_avatar_morphs().
        /// </summary>
        public int first_morph;
        /// <summary>
        /// `auto` with a skin that reaches the head: the first-person camera draws
        /// vrm_first_person_indices().
        /// </summary>
        public Bool is_split_in_first_person;
        /// <summary>
        /// What the file says about cameras; VRM_FIRST_PERSON_AUTO when it says nothing.
        /// </summary>
        public FirstPersonType first_person;
    }

    /// <summary>
    /// A skin's part of the joint matrices.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct RigSkin
    {
        /// <summary>
        /// Entries of `joints` and `inverse_binds`.
        /// </summary>
        public int joint_count;
        /// <summary>
        /// Place of its matrices in vrm_avatar_palettes().
        /// </summary>
        public int first_joint;
        /// <summary>
        /// Nodes; -1 where the file's index was no node.
        /// </summary>
        public int* joints;
        /// <summary>
        /// One for each joint.
        /// </summary>
        public Affine* inverse_binds;
    }

    /// <summary>
    /// How to save. Start from vrm_default_save_def().
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct SaveDef
    {
        /// <summary>
        /// Set by the default function; do not touch.
        /// </summary>
        public uint def_size;
        /// <summary>
        /// Write an edited avatar without validating it. Default false.
        /// </summary>
        public Bool allow_errors;
        /// <summary>
        /// Errors that are not new: the report of vrm_model_validate() before the edit. An error of the
        /// same code at the same pointer does not stop saving. Default NULL: every error does.
        /// </summary>
        public Report* known;
        /// <summary>
        /// Compare errors with `known` by code only, wherever they are: for edits that move things, as
        /// migrating does. Default false.
        /// </summary>
        public Bool known_by_code;
    }

    /// <summary>
    /// An avatar in a sim. Treat as opaque; all zero is the null id.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct AvatarId
    {
        /// <summary>
        /// Place in the sim, from 1 on; 0 in the null id.
        /// </summary>
        public uint index1;
        /// <summary>
        /// Differs for each avatar that has had the place, so that a stale id is noticed.
        /// </summary>
        public uint generation;
    }

    /// <summary>
    /// The host's threads, for use by a step.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Tasks
    {
        /// <summary>
        /// 0 or 1: everything runs on the calling thread.
        /// </summary>
        public int worker_count;
        /// <summary>
        /// Calls `fn(task, ...)` over ranges that cover 0..count once, each of `grain` items or more (the
        /// last may be shorter), on any threads; returns when all are done.
        /// </summary>
        public IntPtr parallel_for;
        /// <summary>
        /// Passed to parallel_for.
        /// </summary>
        public void* ctx;
    }

    /// <summary>
    /// How to create a sim. Start from vrm_default_sim_def().
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct SimDef
    {
        /// <summary>
        /// Set by the default function; do not touch.
        /// </summary>
        public uint def_size;
        /// <summary>
        /// Avatars to reserve for; grows if exceeded. Default 1.
        /// </summary>
        public int avatar_capacity;
        /// <summary>
        /// Springs run this many steps per second, independent of the frame rate, so that they sway alike
        /// at every frame rate; outputs are interpolated between two steps. Frames of exactly this rate
        /// give the bits of the specification's own step. 0: one step for each frame, as in the
        /// specification; the sway then depends on the frame rate. 10..1000; default 60.
        /// </summary>
        public float spring_rate_hz;
        /// <summary>
        /// Without a spring rate: longer frames are split, up to 16 times, seconds. Default 1/30.
        /// </summary>
        public float max_step_s;
        /// <summary>
        /// Sum of vrm_Outputs. Default VRM_OUTPUT_ALL.
        /// </summary>
        public uint outputs;
        /// <summary>
        /// Leave 0.x avatars facing -Z. By default they are turned by 180 degrees about Y beneath their
        /// root, so that every avatar faces +Z. Default false.
        /// </summary>
        public Bool keeps_vrm0_facing;
        /// <summary>
        /// For the sim, until it is destroyed. Default: the C library.
        /// </summary>
        public Allocator allocator;
        /// <summary>
        /// Threads that share a step. Default: only the thread that calls.
        /// </summary>
        public Tasks tasks;
        /// <summary>
        /// Forces a kernel, for tests and measurements. One that vrm_kernel_is_supported() denies is
        /// refused with VRM_ERR_UNSUPPORTED. Default VRM_KERNEL_AUTO.
        /// </summary>
        public Kernel kernel;
    }

    /// <summary>
    /// What a step may cost. Start from vrm_default_budget_def().
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct BudgetDef
    {
        /// <summary>
        /// Set by the default function; do not touch.
        /// </summary>
        public uint def_size;
        /// <summary>
        /// For the step, on the sim's workers. Default 2. Negative or NaN: 0, nothing is allowed. INFINITY:
        /// no limit.
        /// </summary>
        public float milliseconds;
        /// <summary>
        /// Nanoseconds of one unit of work on this machine. 0 (default), negative or not finite: a cautious
        /// figure. A host measures it: the time of steps times the workers, divided by vrm_BudgetUse.work.
        /// </summary>
        public float unit_ns;
    }

    /// <summary>
    /// What the last vrm_sim_step_within() decided.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct BudgetUse
    {
        /// <summary>
        /// Units that a step costs at these levels, over all workers.
        /// </summary>
        public double work;
        /// <summary>
        /// The same with all springs as the host wants them.
        /// </summary>
        public double work_wanted;
        /// <summary>
        /// Units that the budget pays for: milliseconds times workers, divided by unit_ns.
        /// </summary>
        public double work_allowed;
        /// <summary>
        /// Avatars at each level of their springs.
        /// </summary>
        public int full_count;
        /// <summary>
        /// Avatars at each level of their springs.
        /// </summary>
        public int half_count;
        /// <summary>
        /// Avatars at each level of their springs.
        /// </summary>
        public int paused_count;
    }

    /// <summary>
    /// How a joint sways. Clamped where it is used: numbers that are not finite count as 0, stiffness and
    /// radius are at least 0, drag is 0..1, all are at most 1e6.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct SpringSettings
    {
        /// <summary>
        /// Force towards the rest direction.
        /// </summary>
        public float stiffness;
        /// <summary>
        /// Times gravity_dir: force in world space.
        /// </summary>
        public float gravity_power;
        /// <summary>
        /// World space; not normalized, so its length counts too.
        /// </summary>
        public Vec3 gravity_dir;
        /// <summary>
        /// Fraction of the motion that is lost in a step, 0..1.
        /// </summary>
        public float drag_force;
        /// <summary>
        /// Metres, at scale 1.
        /// </summary>
        public float hit_radius;
    }

    /// <summary>
    /// A joint that may turn: every joint of a spring but its last.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct SpringJointInfo
    {
        /// <summary>
        /// Numbers in vrm_SpringBones.
        /// </summary>
        public int spring;
        /// <summary>
        /// Numbers in vrm_SpringBones.
        /// </summary>
        public int joint;
        /// <summary>
        /// The head: the node that turns.
        /// </summary>
        public int node;
        /// <summary>
        /// The node that it points at; -1: a point without a node.
        /// </summary>
        public int tail;
        /// <summary>
        /// Node in whose space inertia is measured; -1: world.
        /// </summary>
        public int center;
        /// <summary>
        /// Colliders that it is tested against.
        /// </summary>
        public int collider_count;
        /// <summary>
        /// False: too short to have a direction, or disabled because of an invalid joint.
        /// </summary>
        public Bool moves;
        /// <summary>
        /// The tail at rest, in the head's space.
        /// </summary>
        public Vec3 tail_local;
        /// <summary>
        /// As in the file, before an avatar changes them.
        /// </summary>
        public SpringSettings settings;
    }

    /// <summary>
    /// How to frame an avatar. Start from vrm_default_shot_def().
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct ShotDef
    {
        /// <summary>
        /// Set by the default function; do not touch.
        /// </summary>
        public uint def_size;
        /// <summary>
        /// Default VRM_SHOT_FULL.
        /// </summary>
        public Shot shot;
        /// <summary>
        /// Width / height of the picture, above 0. Default 1.
        /// </summary>
        public float aspect;
        /// <summary>
        /// From bottom to top of the picture, 1 to 150. Default 30.
        /// </summary>
        public float fov_degrees;
        /// <summary>
        /// Angle of the camera around the avatar: 0 is in front of it, 90 at its left, any number of turns.
        /// Default 0.
        /// </summary>
        public float yaw_degrees;
        /// <summary>
        /// Elevation of the camera, -89 to 89. Default 0.
        /// </summary>
        public float pitch_degrees;
        /// <summary>
        /// Free space at each edge, as a part of the picture, 0 to 0.4. Default 0.04.
        /// </summary>
        public float margin;
    }

    /// <summary>
    /// A camera: `view` maps world to camera space, in which the camera looks along -Z; `projection` maps
    /// camera to clip space as in glTF.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Viewpoint
    {
        /// <summary>
        /// World.
        /// </summary>
        public Vec3 eye;
        /// <summary>
        /// World.
        /// </summary>
        public Vec3 target;
        /// <summary>
        /// World.
        /// </summary>
        public Vec3 up;
        /// <summary>
        /// Metres.
        /// </summary>
        public float z_near;
        /// <summary>
        /// Metres.
        /// </summary>
        public float z_far;
        /// <summary>
        /// World to camera.
        /// </summary>
        public Mat4 view;
        /// <summary>
        /// Camera to clip space, depth -1..1.
        /// </summary>
        public Mat4 projection;
    }

    /// <summary>
    /// Two floats.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Vec2
    {
        /// <summary>
        /// Components in the order of the file.
        /// </summary>
        public float x;
        /// <summary>
        /// Components in the order of the file.
        /// </summary>
        public float y;
    }

    /// <summary>
    /// Three floats.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Vec3
    {
        /// <summary>
        /// To the left of an avatar that faces +Z; red of a colour.
        /// </summary>
        public float x;
        /// <summary>
        /// Up; green of a colour.
        /// </summary>
        public float y;
        /// <summary>
        /// Forward for such an avatar; blue of a colour.
        /// </summary>
        public float z;
    }

    /// <summary>
    /// Four floats.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Vec4
    {
        /// <summary>
        /// As in vrm_Vec3.
        /// </summary>
        public float x;
        /// <summary>
        /// As in vrm_Vec3.
        /// </summary>
        public float y;
        /// <summary>
        /// As in vrm_Vec3.
        /// </summary>
        public float z;
        /// <summary>
        /// The fourth number: alpha of a colour, the sign of a tangent.
        /// </summary>
        public float w;
    }

    /// <summary>
    /// A rotation, x y z w as glTF stores it; a * b applies b first.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Quat
    {
        /// <summary>
        /// The axis times the sine of half the angle.
        /// </summary>
        public float x;
        /// <summary>
        /// The axis times the sine of half the angle.
        /// </summary>
        public float y;
        /// <summary>
        /// The axis times the sine of half the angle.
        /// </summary>
        public float z;
        /// <summary>
        /// The cosine of half the angle; 1 when nothing turns.
        /// </summary>
        public float w;
    }

    /// <summary>
    /// translation * rotation * scale.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Transform
    {
        /// <summary>
        /// Metres.
        /// </summary>
        public Vec3 translation;
        /// <summary>
        /// Of unit length.
        /// </summary>
        public Quat rotation;
        /// <summary>
        /// A factor for each axis; (1, 1, 1) changes nothing.
        /// </summary>
        public Vec3 scale;
    }

    /// <summary>
    /// An affine map as three rows of a 4x4 matrix whose last row is 0 0 0 1: row r gives component r of
    /// the result. Twelve floats, the form in which shaders take skin palettes.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Affine
    {
        /// <summary>
        /// x, y, z are the factors of the input's coordinates, w is the translation.
        /// </summary>
        public Vec4Array3 rows;
    }

    /// <summary>
    /// A full 4x4 matrix, column after column, as glTF stores it.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Mat4
    {
        /// <summary>
        /// Row r of column c is m[4 * c + r]; the translation is m[12], m[13], m[14].
        /// </summary>
        public FloatArray16 m;
    }

    /// <summary>
    /// How to validate. Start from vrm_default_validate_def().
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct ValidateDef
    {
        /// <summary>
        /// Set by the default function; do not touch.
        /// </summary>
        public uint def_size;
        /// <summary>
        /// Do not check vertex, index, animation and image bytes. Default false.
        /// </summary>
        public Bool skip_data;
        /// <summary>
        /// For the side files of a .gltf; NULL: they are not checked.
        /// </summary>
        public IntPtr read_file;
        /// <summary>
        /// Passed to read_file. Default NULL.
        /// </summary>
        public void* read_file_ctx;
        /// <summary>
        /// For the time of the call only. Default: the C library.
        /// </summary>
        public Allocator allocator;
        /// <summary>
        /// Stays the last member: it may grow.
        /// </summary>
        public Limits limits;
    }

    /// <summary>
    /// A rule of the table behind all findings.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Rule
    {
        /// <summary>
        /// The `code` of its findings.
        /// </summary>
        public byte* code;
        /// <summary>
        /// That of its findings.
        /// </summary>
        public Severity severity;
        /// <summary>
        /// Where the specification says so.
        /// </summary>
        public byte* place;
        /// <summary>
        /// What it means and what to do.
        /// </summary>
        public byte* text;
    }

    /// <summary>
    /// How to receive. Start from vrm_default_vmc_def().
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct VmcDef
    {
        /// <summary>
        /// Set by the default function; do not touch.
        /// </summary>
        public uint def_size;
        /// <summary>
        /// Names that are kept; further ones are counted and ignored. 1..4096; default 256.
        /// </summary>
        public int expression_count;
        /// <summary>
        /// Height of the hips at rest of the sender's avatar, metres: VMC sends their position, a pose
        /// needs their offset from rest. Default 0: the height of the receiving avatar's hips.
        /// </summary>
        public float hips_height;
        /// <summary>
        /// For the receiver, until it is destroyed. Default: the C library.
        /// </summary>
        public Allocator allocator;
    }

    /// <summary>
    /// Since the receiver was made.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct VmcStats
    {
        /// <summary>
        /// Packets that came in, refused ones included.
        /// </summary>
        public ulong packets;
        /// <summary>
        /// Well-formed OSC messages, whatever they say.
        /// </summary>
        public ulong messages;
        /// <summary>
        /// Bones and roots among the messages that were accepted.
        /// </summary>
        public ulong poses;
        /// <summary>
        /// Values that were accepted.
        /// </summary>
        public ulong expressions;
        /// <summary>
        /// Messages that are not used here: cameras, devices, buttons.
        /// </summary>
        public ulong others;
        /// <summary>
        /// Packets with a part that is not OSC: truncated, oversized, malformed.
        /// </summary>
        public ulong refused_packets;
        /// <summary>
        /// Known addresses with wrong arguments, or numbers that are not finite or beyond a million.
        /// </summary>
        public ulong refused_messages;
        /// <summary>
        /// Names that are no bone.
        /// </summary>
        public ulong unknown_bones;
        /// <summary>
        /// No room for the name.
        /// </summary>
        public ulong dropped_expressions;
    }

    /// <summary>
    /// The current state of the sender's avatar.
    /// </summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct VmcState
    {
        /// <summary>
        /// The sender said that its avatar is loaded (/VMC/Ext/OK), or moved it.
        /// </summary>
        public Bool is_available;
        /// <summary>
        /// root_translation and root_rotation were sent.
        /// </summary>
        public Bool has_root;
        /// <summary>
        /// `hips` was sent.
        /// </summary>
        public Bool has_hips;
        /// <summary>
        /// time_s was sent.
        /// </summary>
        public Bool has_time;
        /// <summary>
        /// The sender's clock (/VMC/Ext/T).
        /// </summary>
        public float time_s;
        /// <summary>
        /// Of the avatar in the sender's world, metres, glTF's axes.
        /// </summary>
        public Vec3 root_translation;
        /// <summary>
        /// Of the avatar in the sender's world; the identity before it is sent.
        /// </summary>
        public Quat root_rotation;
        /// <summary>
        /// Normalized, as vrm_Pose has them.
        /// </summary>
        public QuatArray55 rotations;
        /// <summary>
        /// Bit b: bone b was sent.
        /// </summary>
        public ulong bones;
        /// <summary>
        /// Position, metres from the sender's root; (0, 0, 0), which senders of rotations only send, is
        /// ignored.
        /// </summary>
        public Vec3 hips;
        /// <summary>
        /// The sender directs the eyes: gaze_yaw and gaze_pitch are valid.
        /// </summary>
        public Bool has_gaze;
        /// <summary>
        /// Degrees, as vrm_avatar_look_along() takes them.
        /// </summary>
        public float gaze_yaw;
        /// <summary>
        /// Degrees, as vrm_avatar_look_along() takes them.
        /// </summary>
        public float gaze_pitch;
        /// <summary>
        /// How often expressions were applied (/VMC/Ext/Blend/Apply).
        /// </summary>
        public ulong applied;
    }

    /// <summary>128 of byte, one after the other.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct ByteArray128
    {
        private byte e0, e1, e2, e3, e4, e5, e6, e7, e8, e9, e10, e11;
        private byte e12, e13, e14, e15, e16, e17, e18, e19, e20, e21, e22, e23;
        private byte e24, e25, e26, e27, e28, e29, e30, e31, e32, e33, e34, e35;
        private byte e36, e37, e38, e39, e40, e41, e42, e43, e44, e45, e46, e47;
        private byte e48, e49, e50, e51, e52, e53, e54, e55, e56, e57, e58, e59;
        private byte e60, e61, e62, e63, e64, e65, e66, e67, e68, e69, e70, e71;
        private byte e72, e73, e74, e75, e76, e77, e78, e79, e80, e81, e82, e83;
        private byte e84, e85, e86, e87, e88, e89, e90, e91, e92, e93, e94, e95;
        private byte e96, e97, e98, e99, e100, e101, e102, e103, e104, e105, e106, e107;
        private byte e108, e109, e110, e111, e112, e113, e114, e115, e116, e117, e118, e119;
        private byte e120, e121, e122, e123, e124, e125, e126, e127;

        public const int Length = 128;
        public byte this[int index]
        {
            get
            {
                if ((uint)index >= Length) throw new IndexOutOfRangeException();
                fixed (byte* first = &e0) return first[index];
            }
            set
            {
                if ((uint)index >= Length) throw new IndexOutOfRangeException();
                fixed (byte* first = &e0) first[index] = value;
            }
        }
    }

    /// <summary>64 of byte, one after the other.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct ByteArray64
    {
        private byte e0, e1, e2, e3, e4, e5, e6, e7, e8, e9, e10, e11;
        private byte e12, e13, e14, e15, e16, e17, e18, e19, e20, e21, e22, e23;
        private byte e24, e25, e26, e27, e28, e29, e30, e31, e32, e33, e34, e35;
        private byte e36, e37, e38, e39, e40, e41, e42, e43, e44, e45, e46, e47;
        private byte e48, e49, e50, e51, e52, e53, e54, e55, e56, e57, e58, e59;
        private byte e60, e61, e62, e63;

        public const int Length = 64;
        public byte this[int index]
        {
            get
            {
                if ((uint)index >= Length) throw new IndexOutOfRangeException();
                fixed (byte* first = &e0) return first[index];
            }
            set
            {
                if ((uint)index >= Length) throw new IndexOutOfRangeException();
                fixed (byte* first = &e0) first[index] = value;
            }
        }
    }

    /// <summary>16 of float, one after the other.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct FloatArray16
    {
        private float e0, e1, e2, e3, e4, e5, e6, e7, e8, e9, e10, e11;
        private float e12, e13, e14, e15;

        public const int Length = 16;
        public float this[int index]
        {
            get
            {
                if ((uint)index >= Length) throw new IndexOutOfRangeException();
                fixed (float* first = &e0) return first[index];
            }
            set
            {
                if ((uint)index >= Length) throw new IndexOutOfRangeException();
                fixed (float* first = &e0) first[index] = value;
            }
        }
    }

    /// <summary>2 of int, one after the other.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct IntArray2
    {
        private int e0, e1;

        public const int Length = 2;
        public int this[int index]
        {
            get
            {
                if ((uint)index >= Length) throw new IndexOutOfRangeException();
                fixed (int* first = &e0) return first[index];
            }
            set
            {
                if ((uint)index >= Length) throw new IndexOutOfRangeException();
                fixed (int* first = &e0) first[index] = value;
            }
        }
    }

    /// <summary>4 of int, one after the other.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct IntArray4
    {
        private int e0, e1, e2, e3;

        public const int Length = 4;
        public int this[int index]
        {
            get
            {
                if ((uint)index >= Length) throw new IndexOutOfRangeException();
                fixed (int* first = &e0) return first[index];
            }
            set
            {
                if ((uint)index >= Length) throw new IndexOutOfRangeException();
                fixed (int* first = &e0) first[index] = value;
            }
        }
    }

    /// <summary>55 of int, one after the other.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct IntArray55
    {
        private int e0, e1, e2, e3, e4, e5, e6, e7, e8, e9, e10, e11;
        private int e12, e13, e14, e15, e16, e17, e18, e19, e20, e21, e22, e23;
        private int e24, e25, e26, e27, e28, e29, e30, e31, e32, e33, e34, e35;
        private int e36, e37, e38, e39, e40, e41, e42, e43, e44, e45, e46, e47;
        private int e48, e49, e50, e51, e52, e53, e54;

        public const int Length = 55;
        public int this[int index]
        {
            get
            {
                if ((uint)index >= Length) throw new IndexOutOfRangeException();
                fixed (int* first = &e0) return first[index];
            }
            set
            {
                if ((uint)index >= Length) throw new IndexOutOfRangeException();
                fixed (int* first = &e0) first[index] = value;
            }
        }
    }

    /// <summary>55 of PackBone, one after the other.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct PackBoneArray55
    {
        private PackBone e0, e1, e2, e3, e4, e5, e6, e7, e8, e9, e10, e11;
        private PackBone e12, e13, e14, e15, e16, e17, e18, e19, e20, e21, e22, e23;
        private PackBone e24, e25, e26, e27, e28, e29, e30, e31, e32, e33, e34, e35;
        private PackBone e36, e37, e38, e39, e40, e41, e42, e43, e44, e45, e46, e47;
        private PackBone e48, e49, e50, e51, e52, e53, e54;

        public const int Length = 55;
        public PackBone this[int index]
        {
            get
            {
                if ((uint)index >= Length) throw new IndexOutOfRangeException();
                fixed (PackBone* first = &e0) return first[index];
            }
            set
            {
                if ((uint)index >= Length) throw new IndexOutOfRangeException();
                fixed (PackBone* first = &e0) first[index] = value;
            }
        }
    }

    /// <summary>55 of Quat, one after the other.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct QuatArray55
    {
        private Quat e0, e1, e2, e3, e4, e5, e6, e7, e8, e9, e10, e11;
        private Quat e12, e13, e14, e15, e16, e17, e18, e19, e20, e21, e22, e23;
        private Quat e24, e25, e26, e27, e28, e29, e30, e31, e32, e33, e34, e35;
        private Quat e36, e37, e38, e39, e40, e41, e42, e43, e44, e45, e46, e47;
        private Quat e48, e49, e50, e51, e52, e53, e54;

        public const int Length = 55;
        public Quat this[int index]
        {
            get
            {
                if ((uint)index >= Length) throw new IndexOutOfRangeException();
                fixed (Quat* first = &e0) return first[index];
            }
            set
            {
                if ((uint)index >= Length) throw new IndexOutOfRangeException();
                fixed (Quat* first = &e0) first[index] = value;
            }
        }
    }

    /// <summary>2 of Vec2, one after the other.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Vec2Array2
    {
        private Vec2 e0, e1;

        public const int Length = 2;
        public Vec2 this[int index]
        {
            get
            {
                if ((uint)index >= Length) throw new IndexOutOfRangeException();
                fixed (Vec2* first = &e0) return first[index];
            }
            set
            {
                if ((uint)index >= Length) throw new IndexOutOfRangeException();
                fixed (Vec2* first = &e0) first[index] = value;
            }
        }
    }

    /// <summary>3 of Vec4, one after the other.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe struct Vec4Array3
    {
        private Vec4 e0, e1, e2;

        public const int Length = 3;
        public Vec4 this[int index]
        {
            get
            {
                if ((uint)index >= Length) throw new IndexOutOfRangeException();
                fixed (Vec4* first = &e0) return first[index];
            }
            set
            {
                if ((uint)index >= Length) throw new IndexOutOfRangeException();
                fixed (Vec4* first = &e0) first[index] = value;
            }
        }
    }

    /// <summary>The functions, as C has them.</summary>
    public static unsafe class Api
    {

        /// <summary>
        /// Sets every field to its default; called by vrm_default_baker_def().
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern void vrm_baker_def_init(BakerDef* def, UIntPtr def_size);

        /// <summary>
        /// For avatars of one rig, which must outlive the baker. `def` may be NULL: the defaults.
        /// VRM_ERR_ARGUMENT when a tolerance is not finite or below 0.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_baker_create(BakerDef* def, Rig* rig, Baker** out_baker);

        /// <summary>
        /// NULL is fine.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern void vrm_baker_destroy(Baker* baker);

        /// <summary>
        /// Adds the avatar's state after the sim's last step. The first frame starts the animation,
        /// whatever its time; the time must increase with each further frame. The sim needs
        /// VRM_OUTPUT_LOCALS and VRM_OUTPUT_FACE. VRM_ERR_ARGUMENT, and nothing is added, when the avatar
        /// is of another rig, an output is missing or the time does not increase.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_baker_add_frame(Baker* baker, double time_s, Sim* sim, AvatarId avatar);

        /// <summary>
        /// Frames added so far.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern int vrm_baker_frame_count(Baker* baker);

        /// <summary>
        /// Writes the animation into the model whose rig was baked, before its existing animations. On
        /// failure the model is unchanged. A root that was moved or turned, and the half turn of a 0.x
        /// avatar, become a new node above the others. Data in side files and URIs, and the images of a
        /// glTF text document, are embedded, and the file becomes a GLB. Findings list what glTF cannot
        /// show. `report` and `out_stats` may be NULL. VRM_ERR_ARGUMENT when there is no frame or the model
        /// is not that of the rig: dialect, nodes, meshes, morph targets or materials differ, as after an
        /// edit of them. VRM_ERR_UNSUPPORTED when the bytes of a buffer are not available.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_baker_finish(Baker* baker, Model* model, Report* report, BakeStats* out_stats);

        /// <summary>
        /// One sentence for a person. Never NULL, valid for ever.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern byte* vrm_result_text(Result result);

        /// <summary>
        /// The version of the library that runs, as MAJOR * 1000000 + MINOR * 1000 + PATCH.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern uint vrm_version();

        /// <summary>
        /// Fills limits with their defaults, as many as `limits_size` bytes hold.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern void vrm_limits_init(Limits* limits, UIntPtr limits_size);

        /// <summary>
        /// Sets every field to its default; called by vrm_default_bvh_def().
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern void vrm_bvh_def_init(BvhDef* def, UIntPtr def_size);

        /// <summary>
        /// Reads the text of a file. `def` may be NULL: the defaults. VRM_ERR_INVALID when the text is not
        /// BVH or none of its joints is a bone; the report says where. Truncated frames are left out; a
        /// value that is no number keeps that of the frame before. Both make a finding.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_bvh_read(byte* text, UIntPtr size, BvhDef* def, Bvh** out_bvh);

        /// <summary>
        /// NULL is fine.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern void vrm_bvh_destroy(Bvh* bvh);

        /// <summary>
        /// Frames of the motion that could be read.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern int vrm_bvh_frame_count(Bvh* bvh);

        /// <summary>
        /// Seconds from one frame to the next; above 0.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern double vrm_bvh_frame_time(Bvh* bvh);

        /// <summary>
        /// Height of the hips above the lowest point of the skeleton at rest, metres.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern float vrm_bvh_hips_height(Bvh* bvh);

        /// <summary>
        /// Metres in one unit of the file.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern float vrm_bvh_metres(Bvh* bvh);

        /// <summary>
        /// Bit b: a joint is bone b.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern ulong vrm_bvh_bones(Bvh* bvh);

        /// <summary>
        /// Joints of the file, whether they are bones or not.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern int vrm_bvh_joint_count(Bvh* bvh);

        /// <summary>
        /// "" when there is no such joint. Lives as long as the BVH.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern byte* vrm_bvh_joint_name(Bvh* bvh, int joint);

        /// <summary>
        /// The bone that a joint was taken for; VRM_BONE_NONE for none.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Bone vrm_bvh_joint_bone(Bvh* bvh, int joint);

        /// <summary>
        /// The pose of a frame; `frame` is clamped to the first and the last. hips_offset is in metres of
        /// the file's own skeleton, whose hips rest at vrm_bvh_hips_height(). Allocates nothing.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern void vrm_bvh_pose(Bvh* bvh, int frame, Pose* out_pose);

        /// <summary>
        /// Sets every field to its default; called by vrm_default_clip_def().
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern void vrm_clip_def_init(ClipDef* def, UIntPtr def_size);

        /// <summary>
        /// Compiles one animation of a model. `def` may be NULL: the defaults. Does not keep `model` or
        /// `def`. VRM_ERR_INVALID when the file has no animation at all, VRM_ERR_ARGUMENT when
        /// vrm_ClipDef.animation is out of range.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_clip_build(Model* model, ClipDef* def, Clip** out_clip);

        /// <summary>
        /// NULL is fine.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern void vrm_clip_destroy(Clip* clip);

        /// <summary>
        /// What the clip can be played on.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern ClipKind vrm_clip_kind(Clip* clip);

        /// <summary>
        /// The name of the glTF animation; "" without one.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern byte* vrm_clip_name(Clip* clip);

        /// <summary>
        /// Time of the last key, seconds; the first key need not be at 0.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern float vrm_clip_duration(Clip* clip);

        /// <summary>
        /// The number of equal steps that fill `seconds` at `fps` frames a second, for sampling a motion
        /// from beginning to end: frame k of n is at seconds * k / n. Rounded up, so that there are at
        /// least `fps` frames a second; a remainder of 0.001 frames or 0.01 % of all is ignored: times in
        /// files are rounded (60 frames of 1/30 s may end at 2.0000002), and one more step would shift
        /// every frame off the file's own. 0 where either number is not above 0; INT32_MAX where there are
        /// more.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern int vrm_clip_steps(double seconds, double fps);

        /// <summary>
        /// Height of the hips at rest in the clip's own skeleton, metres; 0 without hips.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern float vrm_clip_hips_height(Clip* clip);

        /// <summary>
        /// Expressions that the clip sets.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern int vrm_clip_expression_count(Clip* clip);

        /// <summary>
        /// The name of a clip's expression.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern byte* vrm_clip_expression_name(Clip* clip, int expression);

        /// <summary>
        /// VRM_EXPRESSION_CUSTOM for custom ones and when there is no such expression.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern ExpressionPreset vrm_clip_expression_preset(Clip* clip, int expression);

        /// <summary>
        /// A clip of nodes gives a sample that moves nothing.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern void vrm_clip_sample(Clip* clip, float time_s, ClipSample* out_sample);

        /// <summary>
        /// Weight of an expression, 0..1; 0 when there is no such expression.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern float vrm_clip_sample_expression(Clip* clip, int expression, float time_s);

        /// <summary>
        /// Overwrites those of `locals`, one for each node of the file, that a clip of nodes moves; the
        /// others are unchanged. False, and nothing is written, when the clip is a VRM animation or `count`
        /// is not its file's number of nodes.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        [return: MarshalAs(UnmanagedType.I1)]
        public static extern bool vrm_clip_sample_nodes(Clip* clip, float time_s, Transform* locals, int count);

        /// <summary>
        /// The same for morph weights, laid out as vrm_avatar_morphs() of the file's rig.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        [return: MarshalAs(UnmanagedType.I1)]
        public static extern bool vrm_clip_sample_morphs(Clip* clip, Rig* rig, float time_s, float* morphs, int count);

        /// <summary>
        /// A hips offset of the clip for an avatar: the position of the hips is scaled by the ratio of the
        /// two rest heights. Where either height is below 1 cm the offset is not scaled.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Vec3 vrm_clip_fit_hips(Clip* clip, Rig* rig, Vec3 offset);

        /// <summary>
        /// Moves a player on by `dt` seconds times its speed. A result that is not finite counts as 0.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern void vrm_player_advance(Player* player, float dt);

        /// <summary>
        /// True when a player that does not loop has come to its end (backwards: its beginning).
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        [return: MarshalAs(UnmanagedType.I1)]
        public static extern bool vrm_player_has_ended(Player* player);

        /// <summary>
        /// Sets an avatar's inputs to the blend of the players; the next vrm_sim_step() uses them. Each
        /// value that some player of weight above 0 moves starts at rest (expressions at 0, the gaze
        /// straight ahead) and is interpolated towards each player in turn by its weight: two players
        /// {walk, weight 1} and {run, weight w} cross-fade from walk to run. An additive player adds to the
        /// result of those before it, in proportion to its weight. Inputs that no player moves are
        /// unchanged.
        ///
        /// Bones, expressions and a gaze that the avatar lacks are ignored. Clips of nodes are applied
        /// after VRM animations, in their own order, and overwrite them. Look-at, constraints and springs
        /// still overwrite what they drive, as after vrm_avatar_set_node(). Morph weights are set as by
        /// vrm_avatar_set_morph(): expressions add to them.
        ///
        /// False, and nothing changes, when the id is stale, a weight or time is not finite, or a clip of
        /// nodes comes from a file with another number of nodes.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        [return: MarshalAs(UnmanagedType.I1)]
        public static extern bool vrm_avatar_play(Sim* sim, AvatarId avatar, Player* players, int count);

        /// <summary>
        /// "meta", "humanoid", "expressions", "lookAt", "firstPerson", "springs", "colliders",
        /// "constraints", "materials", "meshes", "nodes", "animations"; NULL when it is none.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern byte* vrm_diff_part_name(DiffPart part);

        /// <summary>
        /// "changed", "added", "removed"; NULL when it is none.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern byte* vrm_diff_kind_name(DiffKind kind);

        /// <summary>
        /// Sets every field to its default; called by vrm_default_diff_def().
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern void vrm_diff_def_init(DiffDef* def, UIntPtr def_size);

        /// <summary>
        /// Compares. `def` may be NULL. VRM_ERR_ARGUMENT when a tolerance is negative or not a number.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_diff_create(Model* before, Model* after, DiffDef* def, Diff** out_diff);

        /// <summary>
        /// Differences kept, grouped by part in the order of vrm_DiffPart.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern int vrm_diff_count(Diff* diff);

        /// <summary>
        /// All differences, kept or not; 0: the models mean the same.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern ulong vrm_diff_total(Diff* diff);

        /// <summary>
        /// All strings "" when there is no such difference.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Difference vrm_diff_get(Diff* diff, int index);

        /// <summary>
        /// NULL is fine.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern void vrm_diff_destroy(Diff* diff);

        /// <summary>
        /// The SHA-256 (FIPS 180-4) of `size` bytes as 64 lower-case hexadecimal digits, terminated. `data`
        /// may be NULL when `size` is 0.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern void vrm_digest_sha256(void* data, UIntPtr size, byte* out_text);

        /// <summary>
        /// A model with nothing in it but asset.version and asset.generator: a GLB to be filled by edits.
        /// `def` may be NULL.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_model_create(LoadDef* def, Model** out_model);

        /// <summary>
        /// Begins an edit of `model`, which must outlive it.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_edit_begin(Model* model, Edit** out_edit);

        /// <summary>
        /// Reads the model again from what was edited. On VRM_OK the edit has been destroyed. Otherwise
        /// (the result cannot be read, a strict model would have findings, no memory) the model is
        /// unchanged and the edit can be corrected or abandoned. Extensions that the edit added are entered
        /// in extensionsUsed, those that it removed are taken out; asset.generator is written where the
        /// file has none. `report` may be NULL.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_edit_commit(Edit* edit, Report* report);

        /// <summary>
        /// Discards the edit; the model is unchanged. NULL is fine.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern void vrm_edit_abandon(Edit* edit);

        /// <summary>
        /// The JSON as it is now. A `json` that the model handed out names the same value here, as long as
        /// that value was not replaced or removed.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Json* vrm_edit_json(Edit* edit);

        /// <summary>
        /// Sets the value at an RFC 6901 pointer to JSON text; "-" as the last part appends to an array.
        /// Missing objects on the path are created, and an array where "-" follows. VRM_ERR_ARGUMENT when
        /// the pointer leads through a value that is neither object nor array, or an array has no such
        /// index, VRM_ERR_JSON when the text is not JSON.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_edit_set(Edit* edit, byte* pointer, byte* text, UIntPtr size);

        /// <summary>
        /// Inserts before the element that the pointer names. References elsewhere in the document are not
        /// adjusted.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_edit_insert(Edit* edit, byte* pointer, byte* text, UIntPtr size);

        /// <summary>
        /// Removes a member or element; no-op when there is none.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_edit_remove(Edit* edit, byte* pointer);

        /// <summary>
        /// Appends to an array of the document ("nodes", "meshes", "materials", ...), which is created when
        /// missing. `out_index` may be NULL.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_edit_add(Edit* edit, byte* array, byte* text, UIntPtr size, int* out_index);

        /// <summary>
        /// Adds a buffer view. `target` is 34962 for vertices, 34963 for indices, 0 for anything else;
        /// `stride` 0 is tightly packed. Aligned to 4 bytes.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_edit_add_view(Edit* edit, void* bytes, UIntPtr size, uint target, uint stride, int* out_view);

        /// <summary>
        /// Adds a tightly packed accessor of floats: `count` elements. With `has_bounds` min and max are
        /// written, as POSITION and animation inputs need.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_edit_add_floats(Edit* edit, AccessorType type, float* values, UIntPtr count, uint target, Bool has_bounds, int* out_accessor);

        /// <summary>
        /// Adds a tightly packed accessor of indices or joints, in the smallest component type that holds
        /// the largest value (at least 16 bits).
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_edit_add_integers(Edit* edit, AccessorType type, uint* values, UIntPtr count, uint target, int* out_accessor);

        /// <summary>
        /// Accessors without a buffer view (zeros) and sparse ones become plain data, for the many readers
        /// that support neither. At most `max_bytes` are added; an accessor that does not fit, or cannot be
        /// read, is left unchanged and counted in *out_kept (may be NULL). Bytes that no buffer view covers
        /// are removed. Call it as the only change of an edit.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_edit_expand_accessors(Edit* edit, ulong max_bytes, int* out_kept);

        /// <summary>
        /// Adds an image. The format is detected from the first bytes: PNG, JPEG or WebP; anything else is
        /// VRM_ERR_ARGUMENT. `name` may be NULL.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_edit_add_image(Edit* edit, void* bytes, UIntPtr size, byte* name, int* out_image);

        /// <summary>
        /// Who made the avatar and what one may do with it.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_edit_set_meta(Edit* edit, Meta* meta);

        /// <summary>
        /// The picture of the avatar, in any dialect: PNG or JPEG, square. Replaces the old one where
        /// nothing else uses that: the old bytes are then overwritten, and cut off where they end the
        /// chunk. An old picture that a material uses too, or whose bytes another buffer view covers, is
        /// kept.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_edit_set_thumbnail(Edit* edit, void* bytes, UIntPtr size);

        /// <summary>
        /// The node of each bone; -1: the avatar does not have it.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_edit_set_bones(Edit* edit, int* bones);

        /// <summary>
        /// All expressions, presets and custom ones; those that are not in the list are removed.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_edit_set_expressions(Edit* edit, Expression* expressions, int count);

        /// <summary>
        /// NULL removes it. Curves of 0.x are not written.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_edit_set_look_at(Edit* edit, LookAt* look_at);

        /// <summary>
        /// The type of each node, in node order; `auto` is the default and is not written.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_edit_set_first_person(Edit* edit, FirstPersonType* types, int count);

        /// <summary>
        /// All springs, colliders and groups; without any the extension is removed. Inside colliders and
        /// planes get the fallback shape that the specification recommends. Disabled colliders and empty
        /// groups are left out, and indices are adjusted. A joint with node -1 becomes a new node at its
        /// end_offset, a child of the joint before.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_edit_set_spring_bones(Edit* edit, SpringBones* springs);

        /// <summary>
        /// The constraint of constraint-&gt;node; a constraint that the node had, of any type, is replaced.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_edit_set_constraint(Edit* edit, Constraint* constraint);

        /// <summary>
        /// Removes the constraint of a node.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_edit_remove_constraint(Edit* edit, int node);

        /// <summary>
        /// How a material is drawn: what vrm_Surface holds of the glTF material, and MToon or unlit. MToon
        /// has unlit beside it for programs without MToon. Everything else that the material, its textures
        /// and its MToon have in the file is kept: extras, unknown extensions and members. An emissive
        /// factor above 1 is moved into the strength; expressions that bind this emission are divided by
        /// the same number, so set expressions before surfaces.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_edit_set_surface(Edit* edit, int material, Surface* surface);

        /// <summary>
        /// Numbers per element: 3 for VEC3, 16 for MAT4.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern int vrm_accessor_components(AccessorType type);

        /// <summary>
        /// The `min` and `max` of the file, vrm_accessor_components() values each. False when it does not
        /// have both; they may be wrong.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        [return: MarshalAs(UnmanagedType.I1)]
        public static extern bool vrm_accessor_bounds(Gltf* gltf, int accessor, float* min, float* max);

        /// <summary>
        /// The sparse part of an accessor; a count of 0 and no views when it is not sparse.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Sparse vrm_accessor_sparse(Gltf* gltf, int accessor);

        /// <summary>
        /// Decodes a whole accessor, whatever its layout: component type, normalization, stride, sparse
        /// values, no buffer view (zeros). Integers that are not normalized become floats of their value;
        /// numbers that are not finite become 0. `out` has room for `out_count` floats and needs count *
        /// components. VRM_ERR_INVALID when the accessor is not readable or its sparse indices do not
        /// increase below count, VRM_ERR_ARGUMENT when `accessor` is out of range or `out_count` is too
        /// small. Allocates nothing.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_accessor_read_floats(Gltf* gltf, int accessor, float* @out, UIntPtr out_count);

        /// <summary>
        /// As above for unsigned integers: indices and joints. Floats and negative values are refused with
        /// VRM_ERR_INVALID.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_accessor_read_u32(Gltf* gltf, int accessor, uint* @out, UIntPtr out_count);

        /// <summary>
        /// The transform of a texture's coordinates; the identity when it has none.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern TextureTransform vrm_texture_transform(TextureInfo* info);

        /// <summary>
        /// The accessor of an attribute; -1 when the primitive or the target does not have it.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern int vrm_primitive_attribute(Primitive* primitive, Semantic semantic, int set);

        /// <summary>
        /// The accessor of an attribute of a morph target; -1 when it has none.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern int vrm_morph_target_attribute(MorphTarget* target, Semantic semantic);

        /// <summary>
        /// A member of an element's "extensions", or VRM_JSON_MISSING.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern uint vrm_gltf_extension(Gltf* gltf, uint element, byte* name);

        /// <summary>
        /// Lists what OpenCL offers, in its order. `out_devices` has room for `capacity` (may be NULL with
        /// 0); `out_count` gets how many there are, which may be more; 64 at most. VRM_ERR_UNSUPPORTED: no
        /// OpenCL on this machine.
        /// </summary>
        [DllImport("vrm_gpu", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_gpu_devices(GpuDevice* out_devices, int capacity, int* out_count);

        /// <summary>
        /// Sets every field to its default; called by vrm_default_gpu_sim_def().
        /// </summary>
        [DllImport("vrm_gpu", CallingConvention = CallingConvention.Cdecl)]
        public static extern void vrm_gpu_sim_def_init(GpuSimDef* def, UIntPtr def_size);

        /// <summary>
        /// Opens a device, compiles the kernels and tests its arithmetic. `def` may be NULL: the defaults.
        ///
        /// VRM_ERR_UNSUPPORTED with a finding: GPU_NO_OPENCL, GPU_NO_DEVICE, GPU_COMPILE_FAILED,
        /// GPU_INEXACT. VRM_ERR_ARGUMENT: `context` and `queue` do not belong together. VRM_ERR_MEMORY: no
        /// memory, of the host or the device.
        /// </summary>
        [DllImport("vrm_gpu", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_gpu_sim_create(GpuSimDef* def, GpuSim** out_sim);

        /// <summary>
        /// NULL is fine. Waits for what is queued.
        /// </summary>
        [DllImport("vrm_gpu", CallingConvention = CallingConvention.Cdecl)]
        public static extern void vrm_gpu_sim_destroy(GpuSim* sim);

        /// <summary>
        /// The device that the sim runs on.
        /// </summary>
        [DllImport("vrm_gpu", CallingConvention = CallingConvention.Cdecl)]
        public static extern GpuDevice vrm_gpu_sim_device(GpuSim* sim);

        /// <summary>
        /// False when the device failed the test and vrm_GpuSimDef.allows_inexact accepted it.
        /// </summary>
        [DllImport("vrm_gpu", CallingConvention = CallingConvention.Cdecl)]
        [return: MarshalAs(UnmanagedType.I1)]
        public static extern bool vrm_gpu_sim_is_exact(GpuSim* sim);

        /// <summary>
        /// Bytes of device memory that avatars use.
        /// </summary>
        [DllImport("vrm_gpu", CallingConvention = CallingConvention.Cdecl)]
        public static extern ulong vrm_gpu_sim_bytes(GpuSim* sim);

        /// <summary>
        /// Why the last failed call failed, in words for a person; "" when none did. Valid until the next
        /// call.
        /// </summary>
        [DllImport("vrm_gpu", CallingConvention = CallingConvention.Cdecl)]
        public static extern byte* vrm_gpu_sim_message(GpuSim* sim);

        /// <summary>
        /// Adds `count` avatars at rest. `out_ids` gets their ids. The rig must live until its last avatar
        /// is removed. VRM_ERR_UNSUPPORTED: the device cannot run this rig, and a finding says why
        /// (GPU_RIG_*). VRM_ERR_MEMORY: too little memory; nothing changed.
        /// </summary>
        [DllImport("vrm_gpu", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_gpu_sim_add(GpuSim* sim, Rig* rig, int count, AvatarId* out_ids);

        /// <summary>
        /// Reserves memory for `count` avatars of a rig in total; adding up to that number moves none.
        /// Lasts until the last avatar of the rig is removed; 0 gives up what no avatar has used. The rig
        /// may be destroyed before avatars are added: a rig that then has its address and other data gets
        /// memory of its own.
        /// </summary>
        [DllImport("vrm_gpu", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_gpu_sim_reserve(GpuSim* sim, Rig* rig, int count);

        /// <summary>
        /// Removes avatars. Stale ids and repeated ones are ignored.
        /// </summary>
        [DllImport("vrm_gpu", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_gpu_sim_remove(GpuSim* sim, AvatarId* ids, int count);

        /// <summary>
        /// Avatars of all rigs.
        /// </summary>
        [DllImport("vrm_gpu", CallingConvention = CallingConvention.Cdecl)]
        public static extern int vrm_gpu_sim_avatar_count(GpuSim* sim);

        /// <summary>
        /// False for stale ids and the null id.
        /// </summary>
        [DllImport("vrm_gpu", CallingConvention = CallingConvention.Cdecl)]
        [return: MarshalAs(UnmanagedType.I1)]
        public static extern bool vrm_gpu_avatar_is_valid(GpuSim* sim, AvatarId avatar);

        /// <summary>
        /// Floats that an avatar of the rig takes; 0 when there is no such input.
        /// </summary>
        [DllImport("vrm_gpu", CallingConvention = CallingConvention.Cdecl)]
        public static extern int vrm_gpu_input_width(Rig* rig, GpuInput input);

        /// <summary>
        /// Sets an input of avatars of one rig; an avatar may be named once. VRM_ERR_ARGUMENT, and nothing
        /// changes: an id is stale or of another rig, or a value is one that the CPU's function refuses.
        /// </summary>
        [DllImport("vrm_gpu", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_gpu_sim_set(GpuSim* sim, GpuInput input, AvatarId* ids, int count, float* values);

        /// <summary>
        /// The same from `buffer`, a cl_mem of the sim's context, starting at its float `first`. Values
        /// that the CPU's function refuses leave their avatar unchanged. VRM_ERR_ARGUMENT: the buffer is
        /// too small, of another context, or cannot be read.
        /// </summary>
        [DllImport("vrm_gpu", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_gpu_sim_set_from(GpuSim* sim, GpuInput input, AvatarId* ids, int count, void* buffer, ulong first);

        /// <summary>
        /// Lets avatars of one rig play a VRM animation on the device: before each frame the players
        /// advance by its length, then set bones, hips, expressions and gaze as vrm_avatar_play() does. One
        /// player for each avatar; their weight must be 1 and they may not be additive; a NULL clip stops
        /// playing. The clips must live as long as the sim. VRM_ERR_UNSUPPORTED: a player that the device
        /// cannot play.
        /// </summary>
        [DllImport("vrm_gpu", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_gpu_sim_play(GpuSim* sim, AvatarId* ids, int count, Player* players);

        /// <summary>
        /// Sum of vrm_Stages, as vrm_avatar_set_stages().
        /// </summary>
        [DllImport("vrm_gpu", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_gpu_sim_set_stages(GpuSim* sim, AvatarId* ids, int count, uint stages);

        /// <summary>
        /// As vrm_avatar_reset_springs().
        /// </summary>
        [DllImport("vrm_gpu", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_gpu_sim_reset_springs(GpuSim* sim, AvatarId* ids, int count);

        /// <summary>
        /// As vrm_avatar_pause_springs().
        /// </summary>
        [DllImport("vrm_gpu", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_gpu_sim_pause_springs(GpuSim* sim, AvatarId* ids, int count, Bool is_paused);

        /// <summary>
        /// As vrm_avatar_set_spring_scaling().
        /// </summary>
        [DllImport("vrm_gpu", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_gpu_sim_set_spring_scaling(GpuSim* sim, AvatarId* ids, int count, Bool is_on);

        /// <summary>
        /// `frames` frames of `dt` seconds each, with the current inputs. After every 1024 of them it
        /// waits, so that a long run does not fill the driver's queue. VRM_ERR_IO: the device failed; the
        /// sim can only be destroyed.
        /// </summary>
        [DllImport("vrm_gpu", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_gpu_sim_step(GpuSim* sim, float dt, int frames);

        /// <summary>
        /// Waits until all queued work is done.
        /// </summary>
        [DllImport("vrm_gpu", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_gpu_sim_finish(GpuSim* sim);

        /// <summary>
        /// Floats that an avatar of the rig gives.
        /// </summary>
        [DllImport("vrm_gpu", CallingConvention = CallingConvention.Cdecl)]
        public static extern int vrm_gpu_output_width(Rig* rig, GpuOutput output);

        /// <summary>
        /// Reads a result of avatars of one rig into `out_values`, one run of floats after the other, laid
        /// out as the CPU's functions give it. Waits. VRM_ERR_ARGUMENT: a stale id, another rig, or a
        /// result that vrm_GpuSimDef.outputs does not include.
        /// </summary>
        [DllImport("vrm_gpu", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_gpu_sim_read(GpuSim* sim, GpuOutput output, AvatarId* ids, int count, float* out_values);

        /// <summary>
        /// Where a result of the avatars of a rig lies. VRM_ERR_ARGUMENT: the rig has no avatars, or the
        /// result has no buffer.
        /// </summary>
        [DllImport("vrm_gpu", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_gpu_sim_buffer(GpuSim* sim, Rig* rig, GpuOutput output, GpuBuffer* out_buffer);

        /// <summary>
        /// The column of an avatar in its batch; -1 for a stale id. Removing avatars changes columns.
        /// </summary>
        [DllImport("vrm_gpu", CallingConvention = CallingConvention.Cdecl)]
        public static extern int vrm_gpu_avatar_column(GpuSim* sim, AvatarId avatar);

        /// <summary>
        /// The cl_context that the sim uses.
        /// </summary>
        [DllImport("vrm_gpu", CallingConvention = CallingConvention.Cdecl)]
        public static extern void* vrm_gpu_sim_context(GpuSim* sim);

        /// <summary>
        /// The cl_command_queue that the sim uses.
        /// </summary>
        [DllImport("vrm_gpu", CallingConvention = CallingConvention.Cdecl)]
        public static extern void* vrm_gpu_sim_queue(GpuSim* sim);

        /// <summary>
        /// "png", "jpeg", "webp", "apng", "gif", or "unknown".
        /// </summary>
        [DllImport("vrm_render", CallingConvention = CallingConvention.Cdecl)]
        public static extern byte* vrm_image_format_text(ImageFormat format);

        /// <summary>
        /// Reads the header alone. The format is detected from the bytes; a mime type is not used.
        /// VRM_ERR_UNSUPPORTED: none of PNG, JPEG, WebP. VRM_ERR_INVALID: a header cut short or broken.
        /// </summary>
        [DllImport("vrm_render", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_image_peek(Span bytes, ImageInfo* @out);

        /// <summary>
        /// Decodes a PNG, JPEG or WebP, whatever its depth and kind: 1 to 16 bits, palette, grey,
        /// interlaced, progressive, CMYK. `limits` and `allocator` may be NULL. VRM_ERR_UNSUPPORTED:
        /// another format, or an animated WebP. VRM_ERR_LIMIT: larger than the limits. VRM_ERR_INVALID:
        /// broken or cut short. On failure *out is zeroed.
        /// </summary>
        [DllImport("vrm_render", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_image_decode(Span bytes, ImageLimits* limits, Allocator* allocator, Picture* @out);

        /// <summary>
        /// Releases the pixels and zeroes the picture; fine for a zeroed one.
        /// </summary>
        [DllImport("vrm_render", CallingConvention = CallingConvention.Cdecl)]
        public static extern void vrm_image_release(Picture* image);

        /// <summary>
        /// A PNG whose red, green and blue all hold what one channel of a picture holds (0 red, 1 green, 2
        /// blue, 3 alpha), and which is opaque: what vrm_MigrateDef.spread_channel asks for. Values are
        /// copied as they are stored. `limits` is NULL or a vrm_ImageLimits; where its decoded_bytes is not
        /// 0, it is a budget, and each picture subtracts its own bytes. On VRM_OK `*out_png` was taken from
        /// `allocator` with exactly its size and belongs to the caller; or it is empty, because the three
        /// channels hold that already. `allocator` may be NULL. Fails as vrm_image_decode() does, and with
        /// VRM_ERR_ARGUMENT when there is no such channel.
        /// </summary>
        [DllImport("vrm_render", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_image_spread_channel(void* limits, Span picture, int channel, Allocator* allocator, Span* out_png);

        /// <summary>
        /// Sets every field to its default; called by vrm_default_image_writer_def().
        /// </summary>
        [DllImport("vrm_render", CallingConvention = CallingConvention.Cdecl)]
        public static extern void vrm_image_writer_def_init(ImageWriterDef* def, UIntPtr def_size);

        /// <summary>
        /// VRM_ERR_DEF: not from the default function. VRM_ERR_ARGUMENT: a member out of its range.
        /// VRM_ERR_UNSUPPORTED: JPEG is read, not written.
        /// </summary>
        [DllImport("vrm_render", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_image_writer_create(ImageWriterDef* def, ImageWriter** out_writer);

        /// <summary>
        /// Adds a frame: width * height pixels as in vrm_Picture, read during the call. GIF has no partial
        /// transparency: alpha below one half becomes clear, the rest opaque. VRM_ERR_ARGUMENT: a second
        /// frame for PNG, or a frame after finishing. After a failure the writer can only be destroyed.
        /// </summary>
        [DllImport("vrm_render", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_image_writer_add(ImageWriter* writer, byte* pixels);

        /// <summary>
        /// Completes the file. The bytes belong to the writer. VRM_ERR_ARGUMENT: there is no frame.
        /// </summary>
        [DllImport("vrm_render", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_image_writer_finish(ImageWriter* writer, Span* out_bytes);

        /// <summary>
        /// NULL is fine.
        /// </summary>
        [DllImport("vrm_render", CallingConvention = CallingConvention.Cdecl)]
        public static extern void vrm_image_writer_destroy(ImageWriter* writer);

        /// <summary>
        /// Sets every field to its default; called by vrm_default_json_def().
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern void vrm_json_def_init(JsonDef* def, UIntPtr def_size);

        /// <summary>
        /// Parses UTF-8 text. A syntax error is VRM_ERR_JSON and a finding with its byte offset; a
        /// duplicate key is a finding and the last one counts; half a surrogate pair in an escape is a
        /// finding and is read as U+FFFD. `def` and `report` may be NULL.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_json_parse(byte* text, UIntPtr size, JsonDef* def, Report* report, Json** out_json);

        /// <summary>
        /// For people: the instructions that vrm_json_parse() reads long texts with on this CPU, "AVX2".
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern byte* vrm_json_reader_name();

        /// <summary>
        /// NULL is fine.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern void vrm_json_destroy(Json* json);

        /// <summary>
        /// The root value.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern uint vrm_json_root(Json* json);

        /// <summary>
        /// What a value is; VRM_JSON_NONE for VRM_JSON_MISSING.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern JsonType vrm_json_type(Json* json, uint value);

        /// <summary>
        /// Members of an object or elements of an array.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern uint vrm_json_count(Json* json, uint container);

        /// <summary>
        /// The member with that key (UTF-8, terminated), compared after decoding escapes; the last one
        /// where an object has the key more than once.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern uint vrm_json_member(Json* json, uint @object, byte* key);

        /// <summary>
        /// The element at `index`, in at most a few dozen steps however long the array. To visit all
        /// elements use an iterator, one step each.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern uint vrm_json_element(Json* json, uint array, uint index);

        /// <summary>
        /// A value by RFC 6901 pointer ("" is the root).
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern uint vrm_json_at(Json* json, byte* pointer);

        /// <summary>
        /// Before the first child; nothing to visit when `container` is neither array nor object.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern JsonIter vrm_json_iter(Json* json, uint container);

        /// <summary>
        /// Goes to the next child. False when there is none.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        [return: MarshalAs(UnmanagedType.I1)]
        public static extern bool vrm_json_next(JsonIter* it);

        /// <summary>
        /// `fallback` when the value is neither true nor false.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        [return: MarshalAs(UnmanagedType.I1)]
        public static extern bool vrm_json_bool(Json* json, uint value, Bool fallback);

        /// <summary>
        /// The number correctly rounded to double; `fallback` when it is not a number or overflows.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern double vrm_json_number(Json* json, uint value, double fallback);

        /// <summary>
        /// True and the value when the number is mathematically an integer (1, 1.0, 10e-1) that fits.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        [return: MarshalAs(UnmanagedType.I1)]
        public static extern bool vrm_json_integer(Json* json, uint value, long* @out);

        /// <summary>
        /// Compares a string value, decoded, with terminated UTF-8.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        [return: MarshalAs(UnmanagedType.I1)]
        public static extern bool vrm_json_equals(Json* json, uint @string, byte* text);

        /// <summary>
        /// Decodes a string into `buffer` (terminated; cut at a character boundary when it does not fit)
        /// and returns the length that the whole needs, without terminator. `buffer` may be NULL if `size`
        /// is 0.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern UIntPtr vrm_json_string(Json* json, uint @string, byte* buffer, UIntPtr size);

        /// <summary>
        /// The bytes of a value as the document would write them now, for a value in which nothing was
        /// edited; an empty span otherwise. A string includes its quotes. Valid until the document is
        /// edited.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Span vrm_json_text(Json* json, uint value);

        /// <summary>
        /// Where the value begins in the parsed text; VRM_NO_OFFSET for a value that was set later.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern ulong vrm_json_offset(Json* json, uint value);

        /// <summary>
        /// Writes the RFC 6901 pointer of a value as vrm_json_string() does.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern UIntPtr vrm_json_pointer(Json* json, uint value, byte* buffer, UIntPtr size);

        /// <summary>
        /// Replaces the member, or appends it. If several members have that key, one is left.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_json_set(Json* json, uint @object, byte* key, byte* text, UIntPtr size, uint* out_value);

        /// <summary>
        /// Removes every member with that key; no-op when there is none.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_json_remove(Json* json, uint @object, byte* key);

        /// <summary>
        /// Inserts before `index`; index == count appends.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_json_insert(Json* json, uint array, uint index, byte* text, UIntPtr size, uint* out_value);

        /// <summary>
        /// Removes an element of an array.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_json_remove_at(Json* json, uint array, uint index);

        /// <summary>
        /// Replaces a value, which may be the root.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_json_replace(Json* json, uint value, byte* text, UIntPtr size, uint* out_value);

        /// <summary>
        /// True once a value was set, inserted, replaced or removed.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        [return: MarshalAs(UnmanagedType.I1)]
        public static extern bool vrm_json_is_edited(Json* json);

        /// <summary>
        /// Size of the document as text; the text is the parsed bytes where nothing was edited.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern UIntPtr vrm_json_written_size(Json* json);

        /// <summary>
        /// Writes vrm_json_written_size() bytes, no terminator. VRM_ERR_ARGUMENT if `size` is too small.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_json_write(Json* json, byte* buffer, UIntPtr size);

        /// <summary>
        /// `allocator` may be NULL: the C library.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_json_builder_create(Allocator* allocator, JsonBuilder** out_builder);

        /// <summary>
        /// NULL is fine.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern void vrm_json_builder_destroy(JsonBuilder* builder);

        /// <summary>
        /// Removes all text; the memory is kept for reuse.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern void vrm_json_builder_clear(JsonBuilder* builder);

        /// <summary>
        /// The key of the next value; required before each value in an open object.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern void vrm_json_put_key(JsonBuilder* builder, byte* key);

        /// <summary>
        /// Opens an object; end it with vrm_json_end_object().
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern void vrm_json_begin_object(JsonBuilder* builder);

        /// <summary>
        /// Closes the innermost object.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern void vrm_json_end_object(JsonBuilder* builder);

        /// <summary>
        /// Opens an array; end it with vrm_json_end_array().
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern void vrm_json_begin_array(JsonBuilder* builder);

        /// <summary>
        /// Closes the innermost array.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern void vrm_json_end_array(JsonBuilder* builder);

        /// <summary>
        /// Appends null.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern void vrm_json_put_null(JsonBuilder* builder);

        /// <summary>
        /// Appends true or false.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern void vrm_json_put_bool(JsonBuilder* builder, Bool value);

        /// <summary>
        /// Appends a whole number.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern void vrm_json_put_integer(JsonBuilder* builder, long value);

        /// <summary>
        /// The shortest text that reads back as the same float (or double); null when it is not finite.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern void vrm_json_put_float(JsonBuilder* builder, float value);

        /// <summary>
        /// Appends a number, in the shortest text that reads back as the same double.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern void vrm_json_put_double(JsonBuilder* builder, double value);

        /// <summary>
        /// Terminated UTF-8; bytes that are not UTF-8 become U+FFFD. NULL is written as null.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern void vrm_json_put_string(JsonBuilder* builder, byte* text);

        /// <summary>
        /// Any value as text; it is not checked.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern void vrm_json_put_raw(JsonBuilder* builder, byte* text, UIntPtr size);

        /// <summary>
        /// The text so far; valid until the next call that changes the builder. VRM_ERR_MEMORY if any call
        /// since the last clear failed to allocate.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_json_builder_text(JsonBuilder* builder, Span* out_text);

        /// <summary>
        /// Sets every field to its default; called by vrm_default_triangles_def().
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern void vrm_triangles_def_init(TrianglesDef* def, UIntPtr def_size);

        /// <summary>
        /// Reads a primitive of any mode of triangles (4 list, 5 strip, 6 fan), with indices or without.
        ///
        /// Where the file has no normals they are made flat, as glTF 2.0 asks (3.7.2.1): each triangle then
        /// has vertices of its own. Missing tangents are computed as MikkTSpace defines them; a vertex at
        /// which they differ is split. Both add vertices behind those of the file, and `sources` names the
        /// file's vertex of each. Tangents of the file become usable by vrm_tangents_complete(), which adds
        /// no vertex. An attribute that is broken (other length or type than the positions ask for, not
        /// readable) counts as missing.
        ///
        /// `def` may be NULL: the defaults. VRM_ERR_INVALID when positions or indices cannot be read,
        /// VRM_ERR_UNSUPPORTED for points and lines.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_primitive_triangles(Gltf* gltf, Primitive* primitive, TrianglesDef* def, Triangles** out_triangles);

        /// <summary>
        /// NULL is fine.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern void vrm_triangles_destroy(Triangles* triangles);

        /// <summary>
        /// The indices alone, as a list of triangles: each is below the count of the positions, triangles
        /// with one that is not are left out. `out_indices` NULL: only *out_count and *out_dropped are set,
        /// to what a second call with that capacity sets them to; it fails where that one would.
        /// `out_dropped` gets the number of triangles left out; `out_dropped` may be NULL. Fails as
        /// vrm_primitive_triangles(), and with VRM_ERR_ARGUMENT when `capacity` is too small.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_primitive_indices(Gltf* gltf, Primitive* primitive, Allocator* allocator, uint* out_indices, UIntPtr capacity, UIntPtr* out_count, UIntPtr* out_dropped);

        /// <summary>
        /// Tangents as MikkTSpace defines them. VRM_ERR_ARGUMENT when an index is not below vertex_count or
        /// index_count is not a multiple of three. `allocator` may be NULL.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_tangents_make(TangentInput* input, Allocator* allocator, Tangents* @out);

        /// <summary>
        /// Makes tangents that a file has usable, in place: four numbers for each vertex of `input`, as
        /// vrm_Triangles has them. Each gets unit length and a w of 1 or -1. One that is unusable (no
        /// length, not finite, along the normal, or w 0) becomes the mean of the tangents of the triangles
        /// around its vertex, at right angles to the normal; without triangles or UVs (`input-&gt;uvs` may
        /// be NULL) any direction at right angles to it. No vertex is split and `input-&gt;indices` stay as
        /// they are. *out_made_count is the number of tangents so made. VRM_ERR_ARGUMENT as above.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_tangents_complete(TangentInput* input, Allocator* allocator, float* tangents, uint* out_made_count);

        /// <summary>
        /// Frees what vrm_tangents_make() made.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern void vrm_tangents_release(Tangents* tangents);

        /// <summary>
        /// Sets every field to its default; called by vrm_default_migrate_def().
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern void vrm_migrate_def_init(MigrateDef* def, UIntPtr def_size);

        /// <summary>
        /// Makes a 0.x, draft or beta avatar a 1.0 avatar that moves and looks the same, facing +Z. A 1.0
        /// avatar stays as it is. On failure the model is unchanged; on VRM_OK everything that it handed
        /// out before is invalid.
        ///
        /// To 0.x: a 1.0 or beta avatar is normalized, faces -Z, and loses what 0.x cannot say:
        /// constraints, overrides, inside colliders, angle limits and more, each with a DOWNGRADE_ finding.
        /// A 0.x avatar stays as it is; one of the draft is VRM_ERR_UNSUPPORTED: migrate it to 1.0 first.
        ///
        /// No permission is ever loosened. The report (may be NULL) gets a finding for every decision about
        /// the licence and for everything that 1.0 cannot say. VRM_ERR_INVALID when the file is no avatar,
        /// VRM_ERR_UNSUPPORTED when it cannot be migrated faithfully: the report says why. `def` may be
        /// NULL.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_migrate(Model* model, MigrateDef* def, Report* report);

        /// <summary>
        /// "0.x", "1.0-draft", "1.0-beta", "1.0"; NULL for VRM_DIALECT_NONE.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern byte* vrm_dialect_text(Dialect dialect);

        /// <summary>
        /// Sets every field to its default; called by vrm_default_load_def().
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern void vrm_load_def_init(LoadDef* def, UIntPtr def_size);

        /// <summary>
        /// Loads GLB or glTF text from memory. `def` and `report` may be NULL.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_model_load(void* bytes, UIntPtr size, LoadDef* def, Report* report, Model** out_model);

        /// <summary>
        /// As vrm_model_load() for a path. VRM_ERR_IO when the file cannot be read.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_model_load_file(byte* path, LoadDef* def, Report* report, Model** out_model);

        /// <summary>
        /// NULL is fine.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern void vrm_model_destroy(Model* model);

        /// <summary>
        /// Saves to memory. A model that was not edited gives the loaded bytes, whatever is wrong with
        /// them. An edited model is validated; with errors the result is VRM_ERR_INVALID: the functions of
        /// vrm/save.h report the errors, and can accept those that the file had before. VRM_ERR_ARGUMENT
        /// when `size` is below vrm_model_save_size().
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_model_save_size(Model* model, UIntPtr* out_size);

        /// <summary>
        /// Writes the file into `bytes`, of vrm_model_save_size() bytes.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_model_save(Model* model, void* bytes, UIntPtr size);

        /// <summary>
        /// Writes a temporary file beside the target, then renames it: the target is complete or unchanged.
        /// Side files of a .gltf are not written.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_model_save_file(Model* model, byte* path);

        /// <summary>
        /// The typed glTF document. Never NULL.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Gltf* vrm_model_gltf(Model* model);

        /// <summary>
        /// Which VRM the file is.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Dialect vrm_model_dialect(Model* model);

        /// <summary>
        /// The specVersion of the VRM extension as written; "" when absent.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern byte* vrm_model_spec_version(Model* model);

        /// <summary>
        /// +1: faces +Z (1.0, beta). -1: faces -Z (0.x). For the draft it is derived from the bones.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern int vrm_model_facing(Model* model);

        /// <summary>
        /// Bytes of the JSON text and of the BIN chunk (0 when there is none).
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern UIntPtr vrm_model_json_size(Model* model);

        /// <summary>
        /// Bytes of the BIN chunk; 0 without one.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern UIntPtr vrm_model_bin_size(Model* model);

        /// <summary>
        /// Bytes of the file as it would be saved, and of its side files: what the allowances of vrm_Limits
        /// grow with.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern ulong vrm_model_source_bytes(Model* model);

        /// <summary>
        /// Whether vrm_model_save() writes a GLB; else glTF text; side files stay where they are.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        [return: MarshalAs(UnmanagedType.I1)]
        public static extern bool vrm_model_is_glb(Model* model);

        /// <summary>
        /// NULL when the file has no VRM meta.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Meta* vrm_model_meta(Model* model);

        /// <summary>
        /// "leftThumbMetacarpal"; NULL when `bone` is none.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern byte* vrm_bone_name(Bone bone);

        /// <summary>
        /// By the 1.0 name; VRM_BONE_NONE when there is no such bone.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Bone vrm_bone_by_name(byte* name);

        /// <summary>
        /// The humanoid parent by the specification; VRM_BONE_NONE for hips.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Bone vrm_bone_parent(Bone bone);

        /// <summary>
        /// Required by VRM 1.0.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        [return: MarshalAs(UnmanagedType.I1)]
        public static extern bool vrm_bone_is_required(Bone bone);

        /// <summary>
        /// The node of a bone; -1 when the avatar does not have it.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern int vrm_model_bone(Model* model, Bone bone);

        /// <summary>
        /// How many bones of the humanoid are mapped.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern int vrm_model_bone_count(Model* model);

        /// <summary>
        /// "blinkLeft"; NULL for custom.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern byte* vrm_expression_preset_name(ExpressionPreset preset);

        /// <summary>
        /// By the 1.0 name; VRM_EXPRESSION_CUSTOM when there is no such preset.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern ExpressionPreset vrm_expression_preset_by_name(byte* name);

        /// <summary>
        /// Presets in the order of vrm_ExpressionPreset, then custom ones in file order. Names are unique.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Expression* vrm_model_expressions(Model* model, int* out_count);

        /// <summary>
        /// -1 when the avatar does not have it.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern int vrm_model_expression(Model* model, byte* name);

        /// <summary>
        /// NULL when the avatar has no gaze control.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern LookAt* vrm_model_look_at(Model* model);

        /// <summary>
        /// The type of a node with a mesh: its annotation, or auto.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern FirstPersonType vrm_model_first_person(Model* model, int node);

        /// <summary>
        /// The node whose descendants `auto` hides: the head, or 0.x's firstPersonBone. -1 without either.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern int vrm_model_first_person_node(Model* model);

        /// <summary>
        /// Never NULL; all counts 0 when the file has none.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern SpringBones* vrm_model_spring_bones(Model* model);

        /// <summary>
        /// In node order, valid ones only; cycles are not removed here (vrm_rig_build() reports and drops
        /// them).
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Constraint* vrm_model_constraints(Model* model, int* out_count);

        /// <summary>
        /// One for each material of the document.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Surface* vrm_model_surfaces(Model* model);

        /// <summary>
        /// How the texture of a slot is sampled, whatever the surface.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern TextureUse vrm_texture_use(TextureSlot slot);

        /// <summary>
        /// NULL when this kind of surface has no such slot; its `texture` may still be -1.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern TextureInfo* vrm_surface_texture(Surface* surface, TextureSlot slot);

        /// <summary>
        /// The inverse bind matrices of a skin, one for each of its joints: those of the file, identity
        /// where it has none. Where those of a 0.x or draft file contradict its nodes, the matrices are
        /// computed from the rest pose instead (finding SKIN_BINDS_CONTRADICT_NODES). VRM_ERR_ARGUMENT when
        /// `skin` is out of range or `count` is not the skin's joint_count, VRM_ERR_INVALID when the file's
        /// accessor cannot be read.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_model_inverse_binds(Model* model, int skin, Mat4* @out, int count);

        /// <summary>
        /// NULL when the file is no VRM animation.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern ClipInfo* vrm_model_clip_info(Model* model);

        /// <summary>
        /// Sets every field to its default; called by vrm_default_normalize_def().
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern void vrm_normalize_def_init(NormalizeDef* def, UIntPtr def_size);

        /// <summary>
        /// Removes rotation and scale from every node of a 0.x, beta or 1.0 avatar; rest pose and motion
        /// look the same. An avatar that is normalized already keeps every byte (finding
        /// NORMALIZE_ALREADY). On failure the model is unchanged; on VRM_OK everything that it handed out
        /// before is invalid.
        ///
        /// The report (may be NULL) gets a NORMALIZE_ finding for every node that had to keep a rotation
        /// and for everything that cannot stay exactly as it was. VRM_ERR_INVALID when the file is no
        /// avatar, VRM_ERR_UNSUPPORTED when it cannot be normalized: the report says why. `def` may be
        /// NULL.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_normalize(Model* model, NormalizeDef* def, Report* report);

        /// <summary>
        /// `allocator` NULL: the C library; kept until the pack is destroyed.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_rig_pack(Rig* rig, Allocator* allocator, RigPack** out_pack);

        /// <summary>
        /// NULL is fine.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern void vrm_rig_pack_destroy(RigPack* pack);

        /// <summary>
        /// VRM_ERR_UNSUPPORTED for a clip of nodes.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_clip_pack(Clip* clip, Allocator* allocator, ClipPack** out_pack);

        /// <summary>
        /// NULL is fine.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern void vrm_clip_pack_destroy(ClipPack* pack);

        /// <summary>
        /// The A-pose, in which models are often shown: arms 45 degrees below the rest pose, nothing else.
        /// For avatars that rest in the T-pose, as VRM requires.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Pose vrm_pose_a();

        /// <summary>
        /// Standing at ease with the arms down: two breaths and one slow shift of weight in a period. A
        /// whole number of periods gives the same bits as 0. The same bits on every CPU; a time that is not
        /// finite counts as 0.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Pose vrm_pose_idle(float time_s);

        /// <summary>
        /// Sets every field to its default; called by vrm_default_recorder_def().
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern void vrm_recorder_def_init(RecorderDef* def, UIntPtr def_size);

        /// <summary>
        /// `def` may be NULL: the defaults. VRM_ERR_ARGUMENT when one of its numbers is not finite or below
        /// 0.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_recorder_create(RecorderDef* def, Recorder** out_recorder);

        /// <summary>
        /// NULL is fine.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern void vrm_recorder_destroy(Recorder* recorder);

        /// <summary>
        /// Adds a frame. The first frame starts the animation, whatever its time; the time must increase
        /// with each further frame. hips_offset is in metres of the performer. Eye bones are ignored: a VRM
        /// animation has a gaze instead. Expressions and gaze keep the values of the frame before until
        /// they are set. VRM_ERR_ARGUMENT, and nothing is added, when a number is not finite or the time
        /// does not increase.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_recorder_add_frame(Recorder* recorder, double time_s, Pose* pose);

        /// <summary>
        /// Removes the newest frame, and the expressions and the gaze that were first set in it. False when
        /// there is none.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        [return: MarshalAs(UnmanagedType.I1)]
        public static extern bool vrm_recorder_drop_frame(Recorder* recorder);

        /// <summary>
        /// Adds a frame with the state of an avatar after the sim's last step: bones (constraints and
        /// look-at included), expressions as asked for, and its gaze while it looks. The root transform is
        /// added to the hips: to record in place, put the avatar at the origin. The recorder should have
        /// the avatar's rig. Needs VRM_OUTPUT_LOCALS and VRM_OUTPUT_FACE. On failure nothing is added.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_recorder_add_avatar(Recorder* recorder, double time_s, Sim* sim, AvatarId avatar);

        /// <summary>
        /// Sets an expression of the newest frame by its name, preset or custom; clamped to 0..1. In frames
        /// before it was first set it is 0. VRM_ERR_ARGUMENT before the first frame, for a weight that is
        /// NaN, an empty name, and lookUp, lookDown, lookLeft and lookRight, which a VRM animation may not
        /// have.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_recorder_set_expression(Recorder* recorder, byte* name, float weight);

        /// <summary>
        /// Sets the gaze of the newest frame, as vrm_avatar_look_along() takes it. In frames before it was
        /// first set the gaze is straight ahead.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_recorder_set_gaze(Recorder* recorder, float yaw_degrees, float pitch_degrees);

        /// <summary>
        /// Frames added so far.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern int vrm_recorder_frame_count(Recorder* recorder);

        /// <summary>
        /// The animation so far, as a new model that the caller owns; recording may continue. `out_stats`
        /// may be NULL. VRM_ERR_ARGUMENT when there is no frame.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_recorder_finish(Recorder* recorder, RecordStats* out_stats, Model** out_model);

        /// <summary>
        /// Sets every field to its default; called by vrm_default_renderer_def().
        /// </summary>
        [DllImport("vrm_render", CallingConvention = CallingConvention.Cdecl)]
        public static extern void vrm_renderer_def_init(RendererDef* def, UIntPtr def_size);

        /// <summary>
        /// `def` may be NULL: the defaults. VRM_ERR_UNSUPPORTED when there is no EGL, no driver or no ES
        /// 3.0 context: finding RENDER_UNAVAILABLE.
        /// </summary>
        [DllImport("vrm_render", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_renderer_create(RendererDef* def, Renderer** out_renderer);

        /// <summary>
        /// NULL is fine. Its drawables must be destroyed before.
        /// </summary>
        [DllImport("vrm_render", CallingConvention = CallingConvention.Cdecl)]
        public static extern void vrm_renderer_destroy(Renderer* renderer);

        /// <summary>
        /// Name of the driver: GL_RENDERER and GL_VERSION, as "llvmpipe (...), OpenGL ES 3.2 Mesa"; "null"
        /// for the null backend. Lives as long as the renderer.
        /// </summary>
        [DllImport("vrm_render", CallingConvention = CallingConvention.Cdecl)]
        public static extern byte* vrm_renderer_name(Renderer* renderer);

        /// <summary>
        /// The current counters.
        /// </summary>
        [DllImport("vrm_render", CallingConvention = CallingConvention.Cdecl)]
        public static extern RenderStats vrm_renderer_stats(Renderer* renderer);

        /// <summary>
        /// Sets every field to its default; called by vrm_default_drawable_def().
        /// </summary>
        [DllImport("vrm_render", CallingConvention = CallingConvention.Cdecl)]
        public static extern void vrm_drawable_def_init(DrawableDef* def, UIntPtr def_size);

        /// <summary>
        /// Uploads what is drawn of a model. `rig` was built from `model` and must outlive the drawable;
        /// the model is not kept. `def` may be NULL. Any model that loads can be drawn; broken parts get a
        /// finding.
        /// </summary>
        [DllImport("vrm_render", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_drawable_create(Renderer* renderer, Model* model, Rig* rig, DrawableDef* def, Drawable** out_drawable);

        /// <summary>
        /// NULL is fine. Not between vrm_render_draw() and vrm_render_end().
        /// </summary>
        [DllImport("vrm_render", CallingConvention = CallingConvention.Cdecl)]
        public static extern void vrm_drawable_destroy(Drawable* drawable);

        /// <summary>
        /// Sets every field to its default; called by vrm_default_frame_def().
        /// </summary>
        [DllImport("vrm_render", CallingConvention = CallingConvention.Cdecl)]
        public static extern void vrm_frame_def_init(FrameDef* def, UIntPtr def_size);

        /// <summary>
        /// A view matrix; `eye` and `target` must differ, `up` must not be parallel to their difference;
        /// otherwise the nearest valid camera is returned.
        /// </summary>
        [DllImport("vrm_render", CallingConvention = CallingConvention.Cdecl)]
        public static extern Mat4 vrm_camera_look_at(Vec3 eye, Vec3 target, Vec3 up);

        /// <summary>
        /// A projection matrix. `y_fov` radians from bottom to top, `aspect` width / height.
        /// </summary>
        [DllImport("vrm_render", CallingConvention = CallingConvention.Cdecl)]
        public static extern Mat4 vrm_camera_perspective(float y_fov, float aspect, float z_near, float z_far);

        /// <summary>
        /// `height` metres from bottom to top of the picture.
        /// </summary>
        [DllImport("vrm_render", CallingConvention = CallingConvention.Cdecl)]
        public static extern Mat4 vrm_camera_orthographic(float height, float aspect, float z_near, float z_far);

        /// <summary>
        /// Begins a picture. VRM_ERR_ARGUMENT when the size or a matrix is out of range or not finite. A
        /// frame that was begun but not ended is discarded.
        /// </summary>
        [DllImport("vrm_render", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_render_begin(Renderer* renderer, FrameDef* frame);

        /// <summary>
        /// Adds avatars to the picture; each must have the drawable's rig. Poses, weights and views are
        /// copied, so the sim may continue; the drawable must live until vrm_render_end(). Each avatar's
        /// view (vrm_avatar_set_view()) selects the meshes that are drawn. Needs the sim's outputs
        /// PALETTES, WORLDS and FACE. Stale ids are ignored. VRM_ERR_LIMIT: more avatars than one frame can
        /// hold (with 200 joints each some 6000).
        /// </summary>
        [DllImport("vrm_render", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_render_draw(Renderer* renderer, Drawable* drawable, Sim* sim, AvatarId* avatars, int count);

        /// <summary>
        /// Adds lines one pixel wide, after everything else; `in_front`: nothing hides them.
        /// </summary>
        [DllImport("vrm_render", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_render_lines(Renderer* renderer, Line* lines, int count, Bool in_front);

        /// <summary>
        /// Draws all that was added to the frame. VRM_ERR_UNSUPPORTED: the driver refuses a shader.
        /// </summary>
        [DllImport("vrm_render", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_render_end(Renderer* renderer);

        /// <summary>
        /// RGBA, a byte each, sRGB, alpha not multiplied in, the top row first. `size` must be four times
        /// width times height of the frame.
        /// </summary>
        [DllImport("vrm_render", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_render_read(Renderer* renderer, byte* out_rgba, UIntPtr size);

        /// <summary>
        /// Draws the picture into a framebuffer of the host (0: the window, the canvas), colours encoded as
        /// sRGB and premultiplied, scaled to the rectangle.
        /// </summary>
        [DllImport("vrm_render", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_render_present(Renderer* renderer, uint framebuffer, int x, int y, int width, int height);

        /// <summary>
        /// Makes the lines of an avatar's overlays, `which` a sum of vrm_Overlay, to be given to
        /// vrm_render_lines(). `out_lines` came from `allocator` (NULL: the C library) and is released with
        /// vrm_lines_release(); NULL where there are none. Needs the sim's outputs WORLDS and PALETTES.
        /// </summary>
        [DllImport("vrm_render", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_overlay_lines(Model* model, Sim* sim, AvatarId avatar, uint which, Allocator* allocator, Line** out_lines, int* out_count);

        /// <summary>
        /// Frees what vrm_overlay_lines() made, with the same allocator.
        /// </summary>
        [DllImport("vrm_render", CallingConvention = CallingConvention.Cdecl)]
        public static extern void vrm_lines_release(Allocator* allocator, Line* lines, int count);

        /// <summary>
        /// Sets every field to its default; called by vrm_default_report_def().
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern void vrm_report_def_init(ReportDef* def, UIntPtr def_size);

        /// <summary>
        /// `def` may be NULL: the defaults. One thread at a time may fill a report; several may read it
        /// while none fills it.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_report_create(ReportDef* def, Report** out_report);

        /// <summary>
        /// Findings kept, in the order in which they were made.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern int vrm_report_count(Report* report);

        /// <summary>
        /// All strings "" and VRM_NO_OFFSET when there is no such finding.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Finding vrm_report_get(Report* report, int index);

        /// <summary>
        /// How many findings of a severity there were, kept or not; 0 when `severity` is none of them.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern ulong vrm_report_total(Report* report, Severity severity);

        /// <summary>
        /// True when findings were dropped: a limit of the definition or 8 MiB of strings was reached, or
        /// an allocation failed.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        [return: MarshalAs(UnmanagedType.I1)]
        public static extern bool vrm_report_is_truncated(Report* report);

        /// <summary>
        /// True when a finding was dropped because an allocation failed. Loading and validating return
        /// VRM_ERR_MEMORY then, and so does vrm_json_parse() of a text that it refuses; other functions
        /// that add to a report do their work nevertheless, so ask where a lost finding matters.
        /// vrm_report_clear() resets it.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        [return: MarshalAs(UnmanagedType.I1)]
        public static extern bool vrm_report_ran_out_of_memory(Report* report);

        /// <summary>
        /// Adds a finding for code above the library, such as a renderer. `code` must be listed in
        /// docs/rules.md, which also gives the severity; false when it is not. `pointer` "" is the root;
        /// `message` NULL: the rule's own sentence. Both are copied. A NULL report is fine.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        [return: MarshalAs(UnmanagedType.I1)]
        public static extern bool vrm_report_add(Report* report, byte* code, byte* pointer, byte* message);

        /// <summary>
        /// Removes all findings and invalidates their strings; the memory is kept for reuse.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern void vrm_report_clear(Report* report);

        /// <summary>
        /// NULL is fine.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern void vrm_report_destroy(Report* report);

        /// <summary>
        /// Sets every field to its default; called by vrm_default_rig_def().
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern void vrm_rig_def_init(RigDef* def, UIntPtr def_size);

        /// <summary>
        /// Compiles a model. `def` may be NULL: the defaults. Any model is accepted: one without VRM parts
        /// becomes a hierarchy with skins. Does not keep `model` or `def`.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_rig_build(Model* model, RigDef* def, Rig** out_rig);

        /// <summary>
        /// NULL is fine. Every avatar of the rig must have been removed from its sim before, and its bakers
        /// destroyed. An assertion finds what was forgotten; in builds without assertions the rig stays
        /// until the last of them is gone, and so must its allocator. May be called on any thread.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern void vrm_rig_destroy(Rig* rig);

        /// <summary>
        /// The dialect of the file.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Dialect vrm_rig_dialect(Rig* rig);

        /// <summary>
        /// +1: faces +Z as the file has it; -1: faces -Z (0.x).
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern int vrm_rig_facing(Rig* rig);

        /// <summary>
        /// Nodes of the document; all node numbers here are those of the file.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern int vrm_rig_node_count(Rig* rig);

        /// <summary>
        /// -1: a root, or no such node.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern int vrm_rig_parent(Rig* rig, int node);

        /// <summary>
        /// The rest transform relative to the parent; the identity when there is no such node.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Transform vrm_rig_rest(Rig* rig, int node);

        /// <summary>
        /// The rest transform in model space (before any root transform, facing as in the file).
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Transform vrm_rig_rest_model(Rig* rig, int node);

        /// <summary>
        /// Node of a bone; -1 when the avatar does not have it.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern int vrm_rig_bone(Rig* rig, Bone bone);

        /// <summary>
        /// The rest pose: identities and no offset.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Pose vrm_pose_rest();

        /// <summary>
        /// Normalized rotation to the node's local rotation, inverse(P) N W with P and W the rest rotations
        /// of the parent node and of the node in model space; turned half around for an avatar that faces
        /// -Z. The identity when the avatar does not have the bone.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Quat vrm_rig_bone_local(Rig* rig, Bone bone, Quat normalized);

        /// <summary>
        /// The inverse of vrm_rig_bone_local(): P R inverse(W).
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Quat vrm_rig_bone_normalized(Rig* rig, Bone bone, Quat local);

        /// <summary>
        /// Computes a pose from local transforms, one for each node. Bones that the avatar lacks get the
        /// identity.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Pose vrm_rig_read_pose(Rig* rig, Transform* locals);

        /// <summary>
        /// Height of the hips at rest above the model's origin, metres; 0 without hips.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern float vrm_rig_hips_height(Rig* rig);

        /// <summary>
        /// A hips offset of another avatar, whose hips rest at `source_height` metres, for this one: scaled
        /// by the ratio of the two heights. Unscaled where either height is not above 0.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Vec3 vrm_rig_scale_hips(Rig* rig, float source_height, Vec3 offset);

        /// <summary>
        /// The frame of one bone.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        [return: MarshalAs(UnmanagedType.I1)]
        public static extern bool vrm_rig_bone_axes(Rig* rig, Bone bone, BoneAxes* out_axes);

        /// <summary>
        /// How far the rest pose is from the T-pose: for each limb bone the angle in radians between its
        /// direction to the next bone and that direction in the T-pose. `out_worst` may be NULL; gets the
        /// bone with the largest angle, or VRM_BONE_NONE. Returns that angle.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern float vrm_rig_t_pose_error(Rig* rig, Bone* out_worst);

        /// <summary>
        /// The T-pose: upper and lower arms, hands and legs are rotated into it by the smallest angle at
        /// each joint. For an avatar that rests in the T-pose this is the rest pose.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Pose vrm_rig_t_pose(Rig* rig);

        /// <summary>
        /// Numbered as vrm_model_expressions(): presets, then custom ones.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern int vrm_rig_expression_count(Rig* rig);

        /// <summary>
        /// All zero and VRM_EXPRESSION_CUSTOM when there is no such expression.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern ExpressionInfo vrm_rig_expression_info(Rig* rig, int expression);

        /// <summary>
        /// -1 when the avatar does not have it.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern int vrm_rig_expression(Rig* rig, byte* name);

        /// <summary>
        /// The index of a preset expression; -1 when the avatar does not have it.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern int vrm_rig_expression_preset(Rig* rig, ExpressionPreset preset);

        /// <summary>
        /// Sorted by material, then kind, then target or slot.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern MaterialValue* vrm_rig_material_values(Rig* rig, int* out_count);

        /// <summary>
        /// False when the avatar has no gaze control. `out_type` may be NULL.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        [return: MarshalAs(UnmanagedType.I1)]
        public static extern bool vrm_rig_look_at(Rig* rig, LookAtType* out_type);

        /// <summary>
        /// In the order in which they run.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern int vrm_rig_constraint_count(Rig* rig);

        /// <summary>
        /// The constraint of an index, 0 to vrm_rig_constraint_count() - 1.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern RigConstraint vrm_rig_constraint(Rig* rig, int index);

        /// <summary>
        /// Nodes with a mesh in the default scene, in node order; in the first scene where no default is
        /// named; of all nodes where there is no scene.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern MeshNode* vrm_rig_mesh_nodes(Rig* rig, int* out_count);

        /// <summary>
        /// Morph weights of all mesh nodes together.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern int vrm_rig_morph_count(Rig* rig);

        /// <summary>
        /// Skins of the document.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern int vrm_rig_skin_count(Rig* rig);

        /// <summary>
        /// All zero and NULL when there is no such skin.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern RigSkin vrm_rig_skin(Rig* rig, int skin);

        /// <summary>
        /// Joint matrices of all skins together.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern int vrm_rig_palette_count(Rig* rig);

        /// <summary>
        /// What the first-person camera draws of a primitive whose node is split: the elements without a
        /// vertex that has a weight on the first-person bone or its descendants. Indices into the untouched
        /// vertex data, as a plain list: triangles (strips and fans are expanded), lines or points as the
        /// primitive's mode says.
        ///
        /// `out_indices` may be NULL to ask for the count; else it has room for `capacity` indices, of
        /// which 3 * (elements of the primitive) always suffice. VRM_ERR_ARGUMENT: no such node or
        /// primitive, or too little room. VRM_ERR_INVALID: the vertex data cannot be read. Scratch memory
        /// is taken from `allocator` (NULL: the C library) and released.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_first_person_indices(Model* model, int node, int primitive, Allocator* allocator, uint* out_indices, UIntPtr capacity, UIntPtr* out_count);

        /// <summary>
        /// Sets every field to its default; called by vrm_default_save_def().
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern void vrm_save_def_init(SaveDef* def, UIntPtr def_size);

        /// <summary>
        /// As vrm_model_save(). A model that was not edited gives the bytes of its file, whatever they are.
        /// An edited model is validated: with an error that is not known the result is VRM_ERR_INVALID, the
        /// report (may be NULL) gets these errors, and the content of `bytes` is undefined. `def` may be
        /// NULL.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_model_save_checked(Model* model, SaveDef* def, Report* report, void* bytes, UIntPtr size);

        /// <summary>
        /// As vrm_model_save_file(), checked in the same way: on VRM_ERR_INVALID nothing is written.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_model_save_file_checked(Model* model, SaveDef* def, Report* report, byte* path);

        /// <summary>
        /// Validates a model as it would be saved now. `def` may be NULL; its allocator and side files are
        /// not used: those of the model are.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_model_validate(Model* model, ValidateDef* def, Report* report);

        /// <summary>
        /// Sets every field to its default; called by vrm_default_sim_def().
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern void vrm_sim_def_init(SimDef* def, UIntPtr def_size);

        /// <summary>
        /// Whether this build has the kernel and this CPU can run it.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        [return: MarshalAs(UnmanagedType.I1)]
        public static extern bool vrm_kernel_is_supported(Kernel kernel);

        /// <summary>
        /// For people: "8 lanes, AVX2". "unknown" for a number that is no kernel.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern byte* vrm_kernel_name(Kernel kernel);

        /// <summary>
        /// The kernel that VRM_KERNEL_AUTO takes on this CPU for crowds: many avatars that share a rig.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Kernel vrm_kernel_for_crowds();

        /// <summary>
        /// The kernel that it takes for the first avatars of a rig.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Kernel vrm_kernel_for_singles();

        /// <summary>
        /// `def` may be NULL: the defaults.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_sim_create(SimDef* def, Sim** out_sim);

        /// <summary>
        /// Removes all avatars. NULL is fine.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern void vrm_sim_destroy(Sim* sim);

        /// <summary>
        /// Adds an avatar in its rest pose at the origin. The rig must outlive it. The cost does not depend
        /// on the other avatars. Returns the null id when an allocation fails.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern AvatarId vrm_sim_add(Sim* sim, Rig* rig);

        /// <summary>
        /// False when the id is stale. Other ids stay valid.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        [return: MarshalAs(UnmanagedType.I1)]
        public static extern bool vrm_sim_remove(Sim* sim, AvatarId avatar);

        /// <summary>
        /// Avatars that are in the sim now.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern int vrm_sim_avatar_count(Sim* sim);

        /// <summary>
        /// False when the id is stale or null.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        [return: MarshalAs(UnmanagedType.I1)]
        public static extern bool vrm_avatar_is_valid(Sim* sim, AvatarId avatar);

        /// <summary>
        /// NULL when the id is stale.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Rig* vrm_avatar_rig(Sim* sim, AvatarId avatar);

        /// <summary>
        /// A pointer that the host stores with the avatar; the library never dereferences it. NULL until it
        /// is set, and when the id is stale.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        [return: MarshalAs(UnmanagedType.I1)]
        public static extern bool vrm_avatar_set_user_data(Sim* sim, AvatarId avatar, void* data);

        /// <summary>
        /// What vrm_avatar_set_user_data() stored.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern void* vrm_avatar_user_data(Sim* sim, AvatarId avatar);

        /// <summary>
        /// Places the avatar in the world. The rotation is normalized; a zero one is refused.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        [return: MarshalAs(UnmanagedType.I1)]
        public static extern bool vrm_avatar_set_root(Sim* sim, AvatarId avatar, Transform root);

        /// <summary>
        /// The parent transform of the avatar's root nodes: the root as it was set, times the half turn of
        /// a 0.x avatar unless vrm_SimDef.keeps_vrm0_facing. The identity when the id is stale.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Transform vrm_avatar_root(Sim* sim, AvatarId avatar);

        /// <summary>
        /// Sets the local transform of a node, without conversion (0.x: in the file's axes). The rotation
        /// is normalized; a zero one is refused. Look-at, constraints and springs overwrite the rotations
        /// that they drive in each step while their stage is on.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        [return: MarshalAs(UnmanagedType.I1)]
        public static extern bool vrm_avatar_set_node(Sim* sim, AvatarId avatar, int node, Transform local);

        /// <summary>
        /// The rotation alone, as vrm_avatar_set_node().
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        [return: MarshalAs(UnmanagedType.I1)]
        public static extern bool vrm_avatar_set_rotation(Sim* sim, AvatarId avatar, int node, Quat local);

        /// <summary>
        /// The translation alone, as vrm_avatar_set_node().
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        [return: MarshalAs(UnmanagedType.I1)]
        public static extern bool vrm_avatar_set_translation(Sim* sim, AvatarId avatar, int node, Vec3 local);

        /// <summary>
        /// All nodes at once: `count` must be the rig's node count. Refused as a whole.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        [return: MarshalAs(UnmanagedType.I1)]
        public static extern bool vrm_avatar_set_nodes(Sim* sim, AvatarId avatar, Transform* locals, int count);

        /// <summary>
        /// Turns one bone, as vrm_Pose has it. The rotation of a bone that the avatar lacks is carried by
        /// its children: rotating a missing upperChest turns neck and shoulders.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        [return: MarshalAs(UnmanagedType.I1)]
        public static extern bool vrm_avatar_set_bone(Sim* sim, AvatarId avatar, Bone bone, Quat normalized);

        /// <summary>
        /// Moves the hips away from their rest position, metres, axes of vrm_Pose.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        [return: MarshalAs(UnmanagedType.I1)]
        public static extern bool vrm_avatar_set_hips(Sim* sim, AvatarId avatar, Vec3 offset);

        /// <summary>
        /// All bones and the hips at once. Refused as a whole when a number is not finite; a rotation of
        /// zero length counts as the identity.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        [return: MarshalAs(UnmanagedType.I1)]
        public static extern bool vrm_avatar_set_pose(Sim* sim, AvatarId avatar, Pose* pose);

        /// <summary>
        /// All nodes back to rest. Root, expressions, morph weights and gaze stay.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        [return: MarshalAs(UnmanagedType.I1)]
        public static extern bool vrm_avatar_reset_pose(Sim* sim, AvatarId avatar);

        /// <summary>
        /// Weights are clamped to 0..1; NaN is refused.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        [return: MarshalAs(UnmanagedType.I1)]
        public static extern bool vrm_avatar_set_expression(Sim* sim, AvatarId avatar, ExpressionPreset preset, float weight);

        /// <summary>
        /// By the name that the file gives it, or a preset's; false when the avatar does not have it.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        [return: MarshalAs(UnmanagedType.I1)]
        public static extern bool vrm_avatar_set_expression_named(Sim* sim, AvatarId avatar, byte* name, float weight);

        /// <summary>
        /// By its index in the rig.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        [return: MarshalAs(UnmanagedType.I1)]
        public static extern bool vrm_avatar_set_expression_at(Sim* sim, AvatarId avatar, int expression, float weight);

        /// <summary>
        /// Sets the weight of one morph target, numbered as vrm_avatar_morphs(): vrm_MeshNode.first_morph
        /// plus the target. It takes the place of the file's own weight, and expressions add to it. Beyond
        /// 1e6 it counts as 1e6.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        [return: MarshalAs(UnmanagedType.I1)]
        public static extern bool vrm_avatar_set_morph(Sim* sim, AvatarId avatar, int morph, float weight);

        /// <summary>
        /// All at once: `count` must be the rig's morph count. Refused as a whole.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        [return: MarshalAs(UnmanagedType.I1)]
        public static extern bool vrm_avatar_set_morphs(Sim* sim, AvatarId avatar, float* weights, int count);

        /// <summary>
        /// All morph weights back to the file's. Expressions stay.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        [return: MarshalAs(UnmanagedType.I1)]
        public static extern bool vrm_avatar_reset_morphs(Sim* sim, AvatarId avatar);

        /// <summary>
        /// Looks at a point in world space; the angles are recomputed in each step.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        [return: MarshalAs(UnmanagedType.I1)]
        public static extern bool vrm_avatar_look_at(Sim* sim, AvatarId avatar, Vec3 target_world);

        /// <summary>
        /// Looks in a direction relative to the head, degrees: left and down are positive. Clamped to
        /// -360..360.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        [return: MarshalAs(UnmanagedType.I1)]
        public static extern bool vrm_avatar_look_along(Sim* sim, AvatarId avatar, float yaw_degrees, float pitch_degrees);

        /// <summary>
        /// Leaves eyes and look expressions to the host. This is the initial state.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        [return: MarshalAs(UnmanagedType.I1)]
        public static extern bool vrm_avatar_look_off(Sim* sim, AvatarId avatar);

        /// <summary>
        /// Acts at once: vrm_avatar_visibility() needs no step.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        [return: MarshalAs(UnmanagedType.I1)]
        public static extern bool vrm_avatar_set_view(Sim* sim, AvatarId avatar, View view);

        /// <summary>
        /// Sum of vrm_Stages. Default VRM_STAGE_ALL. A host with its own scene graph runs one stage alone
        /// by setting all node transforms, stepping, and reading vrm_avatar_locals(): the same code. Values
        /// that a stage would write keep their input value while it is off; the weights and material values
        /// of the expression stage keep the last one.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        [return: MarshalAs(UnmanagedType.I1)]
        public static extern bool vrm_avatar_set_stages(Sim* sim, AvatarId avatar, uint stages);

        /// <summary>
        /// Advances all avatars by `dt` seconds. With 0, a negative value or one that is not finite,
        /// springs do not advance and the rest of the frame is computed.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern void vrm_sim_step(Sim* sim, float dt);

        /// <summary>
        /// The same, and `fn` is called once for each avatar shortly before it is stepped, on the thread
        /// that steps it: all workers share the work of setting inputs, while the avatar's data is in their
        /// cache. The order is not defined; calls for different avatars run at the same time where there
        /// are workers. Results are bit-identical to setting the inputs before the step. `fn` may be NULL.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern void vrm_sim_step_with(Sim* sim, float dt, IntPtr fn, void* ctx);

        /// <summary>
        /// How important an avatar is to vrm_sim_step_within(): larger is more, for example 1 / distance to
        /// the camera, or 0 outside its view. Default 1. Refused when negative or not finite.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        [return: MarshalAs(UnmanagedType.I1)]
        public static extern bool vrm_avatar_set_importance(Sim* sim, AvatarId avatar, float importance);

        /// <summary>
        /// Sets every field to its default; called by vrm_default_budget_def().
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern void vrm_budget_def_init(BudgetDef* budget, UIntPtr def_size);

        /// <summary>
        /// As vrm_sim_step_with(), but lowers the springs of the least important avatars where a step would
        /// cost more than the budget: first to every second step, then to none, as
        /// vrm_avatar_set_spring_detail() does, which stays the upper limit. Nothing jumps: springs
        /// continue from where they are. The rest of a frame is computed for all; a budget below its cost
        /// holds all springs.
        ///
        /// Work is counted, not timed: the same calls make the same decisions on every machine, for sims
        /// with the same number of workers (each pays for `milliseconds` of work) and lanes
        /// (vrm_SimDef.kernel). Avatars are lowered in groups that are stepped together (those of a rig
        /// that were added one after the other, as many as there are lanes), by the most important of each.
        /// Levels change slowly, so that noise in importance does not make springs flicker. A NULL `budget`
        /// means the default. The next plain vrm_sim_step() restores full springs.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern void vrm_sim_step_within(Sim* sim, float dt, BudgetDef* budget, IntPtr fn, void* ctx);

        /// <summary>
        /// What the last vrm_sim_step_within() did.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern BudgetUse vrm_sim_budget_use(Sim* sim);

        /// <summary>
        /// Local transforms, one for each node of the document.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Transform* vrm_avatar_locals(Sim* sim, AvatarId avatar);

        /// <summary>
        /// World matrices, one for each node of the document.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Affine* vrm_avatar_worlds(Sim* sim, AvatarId avatar);

        /// <summary>
        /// Joint matrices (world * inverse bind) of all skins: vrm_rig_skin() says where each begins. They
        /// transform mesh vertices to world space, whatever node has the mesh.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Affine* vrm_avatar_palettes(Sim* sim, AvatarId avatar);

        /// <summary>
        /// Weights as applied, after binary rounding and overrides; one for each expression.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern float* vrm_avatar_expression_weights(Sim* sim, AvatarId avatar);

        /// <summary>
        /// Weights as asked for: by the host, or by an expression-type gaze.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern float* vrm_avatar_expression_inputs(Sim* sim, AvatarId avatar);

        /// <summary>
        /// Morph weights of all mesh nodes: vrm_rig_mesh_nodes() says where each begins. Each is what was
        /// set for it (by the host or a clip) plus the sum of the expressions, not clamped. A weight that
        /// was not set is 0 where some expression binds it, else the file's default.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern float* vrm_avatar_morphs(Sim* sim, AvatarId avatar);

        /// <summary>
        /// One for each entry of vrm_rig_material_values().
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Vec4* vrm_avatar_material_values(Sim* sim, AvatarId avatar);

        /// <summary>
        /// Where the avatar looks, degrees: x is yaw, y is pitch; zero while looking is off.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Vec2 vrm_avatar_gaze(Sim* sim, AvatarId avatar);

        /// <summary>
        /// How a node with a mesh is to be drawn in the avatar's view; VRM_HIDDEN for other nodes.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Visibility vrm_avatar_visibility(Sim* sim, AvatarId avatar, int node);

        /// <summary>
        /// Springs of the model, those that cannot move included.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern int vrm_rig_spring_count(Rig* rig);

        /// <summary>
        /// Joints in the order of the file: springs, then joints without the last of each.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern int vrm_rig_spring_joint_count(Rig* rig);

        /// <summary>
        /// Node -1 and all else zero when there is no such joint.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern SpringJointInfo vrm_rig_spring_joint(Rig* rig, int joint);

        /// <summary>
        /// Resets all joints to rest under the pose of the next step, without motion: the initial state.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        [return: MarshalAs(UnmanagedType.I1)]
        public static extern bool vrm_avatar_reset_springs(Sim* sim, AvatarId avatar);

        /// <summary>
        /// Like vrm_avatar_set_root(), but hair and clothes keep their shape and motion. With
        /// vrm_avatar_set_root() the way to the new position counts as motion.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        [return: MarshalAs(UnmanagedType.I1)]
        public static extern bool vrm_avatar_teleport(Sim* sim, AvatarId avatar, Transform root);

        /// <summary>
        /// While paused, joints keep their local rotations. Afterwards they continue from there, without
        /// velocity. Default false.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        [return: MarshalAs(UnmanagedType.I1)]
        public static extern bool vrm_avatar_pause_springs(Sim* sim, AvatarId avatar, Bool is_paused);

        /// <summary>
        /// For avatars that are far away. A step saves time only for a block (docs/runtime.md) none of
        /// whose avatars runs its springs: set it for groups of avatars.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        [return: MarshalAs(UnmanagedType.I1)]
        public static extern bool vrm_avatar_set_spring_detail(Sim* sim, AvatarId avatar, SpringDetail detail);

        /// <summary>
        /// Stiffness, gravity and forces are multiplied by the avatar's scale, as lengths and radii always
        /// are: an avatar that is scaled at run time then sways in the same shape. Default false, as the
        /// specification has it.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        [return: MarshalAs(UnmanagedType.I1)]
        public static extern bool vrm_avatar_set_spring_scaling(Sim* sim, AvatarId avatar, Bool is_on);

        /// <summary>
        /// Wind: added to the gravity of all joints, in world space, in units of gravity_power. Default
        /// zero. Clamped to 1e6.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        [return: MarshalAs(UnmanagedType.I1)]
        public static extern bool vrm_avatar_set_force(Sim* sim, AvatarId avatar, Vec3 force_world);

        /// <summary>
        /// The same for one spring, in addition to the avatar's force. The first call for any of the
        /// avatars of a block allocates; false when there is no memory.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        [return: MarshalAs(UnmanagedType.I1)]
        public static extern bool vrm_avatar_set_spring_force(Sim* sim, AvatarId avatar, int spring, Vec3 force_world);

        /// <summary>
        /// How much of the sway is applied to the output, 0..1: 0 is the rotation that the host set. The
        /// simulation itself continues. Default 1. Allocates like vrm_avatar_set_spring_force().
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        [return: MarshalAs(UnmanagedType.I1)]
        public static extern bool vrm_avatar_set_spring_weight(Sim* sim, AvatarId avatar, int spring, float weight);

        /// <summary>
        /// Changes how one joint sways, for this avatar alone. The first call for any of the avatars of a
        /// block allocates; false when there is no memory.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        [return: MarshalAs(UnmanagedType.I1)]
        public static extern bool vrm_avatar_set_joint_settings(Sim* sim, AvatarId avatar, int joint, SpringSettings* settings);

        /// <summary>
        /// Local rotations, one for each joint, when vrm_SimDef.outputs has VRM_OUTPUT_SPRINGS: sufficient
        /// for a host with its own node tree. Otherwise NULL.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Quat* vrm_avatar_spring_rotations(Sim* sim, AvatarId avatar);

        /// <summary>
        /// The simulated tail in world space and the length of the bone, metres, after the last step (with
        /// a spring rate: of the newest spring step, which outputs may not have reached yet). Before the
        /// avatar's first step: the tail of the rest pose, the avatar's root being the origin. Needs
        /// VRM_OUTPUT_WORLDS. False also for joints that cannot move.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        [return: MarshalAs(UnmanagedType.I1)]
        public static extern bool vrm_avatar_spring_tail(Sim* sim, AvatarId avatar, int joint, Vec3* out_tail_world, float* out_length);

        /// <summary>
        /// Sets every field to its default; called by vrm_default_shot_def().
        /// </summary>
        [DllImport("vrm_render", CallingConvention = CallingConvention.Cdecl)]
        public static extern void vrm_shot_def_init(ShotDef* def, UIntPtr def_size);

        /// <summary>
        /// Measures a model. `rig` was built from it and must outlive the stage; the model is not kept.
        /// `allocator` may be NULL. Meshes that cannot be read are ignored: an avatar without any is framed
        /// by its bones.
        /// </summary>
        [DllImport("vrm_render", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_stage_create(Model* model, Rig* rig, Allocator* allocator, Stage** out_stage);

        /// <summary>
        /// NULL is fine.
        /// </summary>
        [DllImport("vrm_render", CallingConvention = CallingConvention.Cdecl)]
        public static extern void vrm_stage_destroy(Stage* stage);

        /// <summary>
        /// Removes all poses that were added.
        /// </summary>
        [DllImport("vrm_render", CallingConvention = CallingConvention.Cdecl)]
        public static extern void vrm_stage_clear(Stage* stage);

        /// <summary>
        /// Adds the pose that the sim has computed for an avatar of the stage's rig: the meshes that are
        /// visible in the avatar's view. Needs the sim's output WORLDS. False when the id is stale.
        /// </summary>
        [DllImport("vrm_render", CallingConvention = CallingConvention.Cdecl)]
        [return: MarshalAs(UnmanagedType.I1)]
        public static extern bool vrm_stage_see(Stage* stage, Sim* sim, AvatarId avatar);

        /// <summary>
        /// A box around all added poses, world space. Without any, a box of two metres at the origin.
        /// </summary>
        [DllImport("vrm_render", CallingConvention = CallingConvention.Cdecl)]
        public static extern void vrm_stage_bounds(Stage* stage, Vec3* out_min, Vec3* out_max);

        /// <summary>
        /// A camera that shows all added poses. `def` may be NULL; values are clamped to their range. The
        /// result is finite for every avatar.
        /// </summary>
        [DllImport("vrm_render", CallingConvention = CallingConvention.Cdecl)]
        public static extern Viewpoint vrm_stage_viewpoint(Stage* stage, ShotDef* def);

        /// <summary>
        /// The avatar's own eyes: at the head bone with the file's look-at offset, turned by the head and
        /// then by the definition's yaw (to the left) and pitch (up). The shot and the margin are not used;
        /// without a head bone the position of the eyes is estimated. Use it with VRM_VIEW_FIRST_PERSON.
        /// </summary>
        [DllImport("vrm_render", CallingConvention = CallingConvention.Cdecl)]
        public static extern Viewpoint vrm_stage_first_person(Stage* stage, ShotDef* def, Sim* sim, AvatarId avatar);

        /// <summary>
        /// One line for a terminal or a log. Escaped are: control characters, line ends, marks that turn
        /// the direction of writing or are invisible, and the backslash: as `\\`, `\n`, `\r`, `\t` or
        /// `\u{202e}`; bytes that are no UTF-8 as `\xff`. All other characters stay.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern UIntPtr vrm_text_for_terminal(byte* text, UIntPtr size, byte* buffer, UIntPtr buffer_size);

        /// <summary>
        /// One name for a file or folder, valid on Linux, macOS and Windows. \ / : * ? " &lt; &gt; |,
        /// control and invisible characters and bytes that are no UTF-8 become _, as does a leading -
        /// (which commands take for an option); spaces and dots at both ends are dropped, so no name is
        /// hidden or climbs a folder; Windows device names (CON, NUL.txt, COM1) get a _ in front; what is
        /// longer than VRM_FILE_NAME_MAX is cut; nothing left gives "_". Different texts can give the same
        /// name.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern UIntPtr vrm_text_for_file_name(byte* text, UIntPtr size, byte* buffer, UIntPtr buffer_size);

        /// <summary>
        /// Sets every field to its default; called by vrm_default_validate_def().
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern void vrm_validate_def_init(ValidateDef* def, UIntPtr def_size);

        /// <summary>
        /// Validates a file. VRM_OK means that validation completed: what is wrong is in the report. A file
        /// that cannot be read as glTF at all is still VRM_OK, with error findings; other results mean that
        /// validation itself failed (memory). `def`, `report` and `out_dialect` may be NULL.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_validate(void* bytes, UIntPtr size, ValidateDef* def, Report* report, Dialect* out_dialect);

        /// <summary>
        /// As vrm_validate() for a path; side files are read below the file's own folder. VRM_ERR_IO when
        /// the file itself cannot be read.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_validate_file(byte* path, ValidateDef* def, Report* report, Dialect* out_dialect);

        /// <summary>
        /// Rules that a finding can name.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern int vrm_rule_count();

        /// <summary>
        /// All strings "" when there is no such rule; else they are valid for ever.
        /// </summary>
        [DllImport("vrm", CallingConvention = CallingConvention.Cdecl)]
        public static extern Rule vrm_rule_get(int index);

        /// <summary>
        /// Sets every field to its default; called by vrm_default_vmc_def().
        /// </summary>
        [DllImport("vrm_vmc", CallingConvention = CallingConvention.Cdecl)]
        public static extern void vrm_vmc_def_init(VmcDef* def, UIntPtr def_size);

        /// <summary>
        /// `def` may be NULL: the defaults.
        /// </summary>
        [DllImport("vrm_vmc", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_vmc_create(VmcDef* def, Vmc** out_vmc);

        /// <summary>
        /// NULL is fine.
        /// </summary>
        [DllImport("vrm_vmc", CallingConvention = CallingConvention.Cdecl)]
        public static extern void vrm_vmc_destroy(Vmc* vmc);

        /// <summary>
        /// Reads one packet: a message or a bundle. VRM_ERR_INVALID when a part of it was refused; the rest
        /// was accepted. vrm_vmc_stats() says more.
        /// </summary>
        [DllImport("vrm_vmc", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_vmc_receive(Vmc* vmc, void* data, UIntPtr size);

        /// <summary>
        /// The current counters.
        /// </summary>
        [DllImport("vrm_vmc", CallingConvention = CallingConvention.Cdecl)]
        public static extern VmcStats vrm_vmc_stats(Vmc* vmc);

        /// <summary>
        /// Names in bone messages that are no bone, each once: the first 16, cut to 63 bytes. Untrusted
        /// text: use vrm_text_for_terminal() before printing. NULL when `index` is out of range.
        /// </summary>
        [DllImport("vrm_vmc", CallingConvention = CallingConvention.Cdecl)]
        public static extern byte* vrm_vmc_unknown_bone(Vmc* vmc, int index);

        /// <summary>
        /// How many different names there are, those included that vrm_vmc_unknown_bone() does not list;
        /// counted up to VRM_VMC_UNKNOWN_MAX.
        /// </summary>
        [DllImport("vrm_vmc", CallingConvention = CallingConvention.Cdecl)]
        public static extern int vrm_vmc_unknown_bone_count(Vmc* vmc);

        /// <summary>
        /// Valid until the receiver's end; changes with each packet.
        /// </summary>
        [DllImport("vrm_vmc", CallingConvention = CallingConvention.Cdecl)]
        public static extern VmcState* vrm_vmc_state(Vmc* vmc);

        /// <summary>
        /// Expressions whose values were applied at least once, in the order in which they came, by the
        /// sender's own names. Values are applied by /VMC/Ext/Blend/Apply, or when a name comes again
        /// without one.
        /// </summary>
        [DllImport("vrm_vmc", CallingConvention = CallingConvention.Cdecl)]
        public static extern int vrm_vmc_expression_count(Vmc* vmc);

        /// <summary>
        /// The name lives as long as the receiver. "" and 0 when there is no such expression.
        /// </summary>
        [DllImport("vrm_vmc", CallingConvention = CallingConvention.Cdecl)]
        public static extern byte* vrm_vmc_expression_name(Vmc* vmc, int index);

        /// <summary>
        /// Its weight as it was sent.
        /// </summary>
        [DllImport("vrm_vmc", CallingConvention = CallingConvention.Cdecl)]
        public static extern float vrm_vmc_expression_weight(Vmc* vmc, int index);

        /// <summary>
        /// The bones as a pose; `hips_height` is that of the receiving avatar, used when
        /// vrm_VmcDef.hips_height is 0. Bones that were not sent are at rest.
        /// </summary>
        [DllImport("vrm_vmc", CallingConvention = CallingConvention.Cdecl)]
        public static extern Pose vrm_vmc_pose(Vmc* vmc, float hips_height);

        /// <summary>
        /// Gives an avatar the root, the pose, the applied expressions and the gaze. Expressions are found
        /// by preset, else by name, ignoring case. Before anything was received the avatar is not changed.
        /// False when the id is stale.
        /// </summary>
        [DllImport("vrm_vmc", CallingConvention = CallingConvention.Cdecl)]
        [return: MarshalAs(UnmanagedType.I1)]
        public static extern bool vrm_vmc_apply(Vmc* vmc, Sim* sim, AvatarId avatar);

        /// <summary>
        /// Adds a frame to a recorder: pose, expressions by their 1.0 names, gaze. `hips_height` as in
        /// vrm_vmc_pose(). On failure nothing is added.
        /// </summary>
        [DllImport("vrm_vmc", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_vmc_record(Vmc* vmc, Recorder* recorder, double time_s, float hips_height);

        /// <summary>
        /// The bone of a name of Unity's HumanBodyBones ("LeftThumbProximal" is leftThumbMetacarpal),
        /// ignoring case. VRM_BONE_NONE when there is none.
        /// </summary>
        [DllImport("vrm_vmc", CallingConvention = CallingConvention.Cdecl)]
        public static extern Bone vrm_vmc_bone(byte* name);

        /// <summary>
        /// The preset of a name of 0.x ("Joy", "A", "Blink_L") or 1.0 ("happy", "aa", "blinkLeft"),
        /// ignoring case. VRM_EXPRESSION_CUSTOM when there is none.
        /// </summary>
        [DllImport("vrm_vmc", CallingConvention = CallingConvention.Cdecl)]
        public static extern ExpressionPreset vrm_vmc_preset(byte* name);

        /// <summary>
        /// Opens a non-blocking UDP socket. `address` is an IPv4 address in numbers; NULL is 127.0.0.1, so
        /// that nobody else on the network can move the avatar. `port` 0 takes any that is free.
        /// VRM_ERR_ARGUMENT for an invalid address, VRM_ERR_IO when it cannot be bound (in use, not
        /// allowed).
        /// </summary>
        [DllImport("vrm_vmc", CallingConvention = CallingConvention.Cdecl)]
        public static extern Result vrm_vmc_socket_open(byte* address, ushort port, VmcSocket** out_socket);

        /// <summary>
        /// NULL is fine.
        /// </summary>
        [DllImport("vrm_vmc", CallingConvention = CallingConvention.Cdecl)]
        public static extern void vrm_vmc_socket_close(VmcSocket* socket);

        /// <summary>
        /// The port on which it listens, also when it was opened with 0.
        /// </summary>
        [DllImport("vrm_vmc", CallingConvention = CallingConvention.Cdecl)]
        public static extern ushort vrm_vmc_socket_port(VmcSocket* socket);

        /// <summary>
        /// Waits for a packet, at most `milliseconds`. False when none came.
        /// </summary>
        [DllImport("vrm_vmc", CallingConvention = CallingConvention.Cdecl)]
        [return: MarshalAs(UnmanagedType.I1)]
        public static extern bool vrm_vmc_socket_wait(VmcSocket* socket, int milliseconds);

        /// <summary>
        /// Passes waiting packets to the receiver, 1024 at most, so that a flood does not block the caller.
        /// Returns their number.
        /// </summary>
        [DllImport("vrm_vmc", CallingConvention = CallingConvention.Cdecl)]
        public static extern int vrm_vmc_socket_receive(VmcSocket* socket, Vmc* vmc);
    }
}
