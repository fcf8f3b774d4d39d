// SPDX-License-Identifier: MIT
// Written by tools/update_api from include/vrm/*.h; do not edit.
//! The C interface of libvrm as Rust declares it. The crate `libvrm` has safe handles.
//!
//! Enumerations are integers with constants: a newer library may have values that this crate does not
//! know. The functions of libvrm_render, libvrm_vmc and libvrm_gpu need the features `render`, `vmc`, `gpu`.
#![allow(non_camel_case_types, non_upper_case_globals, clippy::missing_safety_doc)]

use std::os::raw::{c_char, c_void};

/// Version of these headers; from 1.0 also the SONAME.
pub const VRM_VERSION_MAJOR: i32 = 0;
/// See VRM_VERSION_MAJOR.
pub const VRM_VERSION_MINOR: i32 = 1;
/// See VRM_VERSION_MAJOR.
pub const VRM_VERSION_PATCH: i32 = 0;
/// "MAJOR.MINOR.PATCH".
pub const VRM_VERSION_TEXT: &str = "0.1.0";
/// Bytes of a digest.
pub const VRM_DIGEST_SIZE: i32 = 65;
/// The reference to no value.
pub const VRM_JSON_MISSING: u32 = 4294967295;
/// Raised when a field of a pack changes its meaning or is removed; fields may be added at the ends of
/// vrm_RigPack and vrm_ClipPack without it.
pub const VRM_PACK_VERSION: i32 = 1;
/// Seconds after which the idle begins again.
pub const VRM_IDLE_PERIOD_S: f32 = 8.0;
/// How many severities there are.
pub const VRM_SEVERITY_COUNT: i32 = 4;
/// The byte offset of a finding that has none.
pub const VRM_NO_OFFSET: u64 = 18446744073709551615;
/// Longest result of vrm_text_for_file_name() in bytes; leaves room for a suffix in the 255 that file
/// systems allow.
pub const VRM_FILE_NAME_MAX: i32 = 200;
/// The default port of senders.
pub const VRM_VMC_PORT: i32 = 39539;
/// Where vrm_vmc_unknown_bone_count() ends.
pub const VRM_VMC_UNKNOWN_MAX: i32 = 256;
/// Room for the name of an expression, its NUL included.
pub const VRM_VMC_NAME: i32 = 64;

/// A value of a document: valid until the value is removed or replaced, or the document is destroyed.
pub type vrm_JsonRef = u32;

/// The result of a call. On any result but VRM_OK, out-pointers are NULL and the caller's objects are
/// unchanged. The findings of a vrm_Report say what is wrong with a file.
pub type vrm_Result = i32;
/// Done.
pub const VRM_OK: vrm_Result = 0;
/// A definition was not made by its default function.
pub const VRM_ERR_DEF: vrm_Result = 1;
/// An allocation failed.
pub const VRM_ERR_MEMORY: vrm_Result = 2;
/// Reading, writing or renaming a file failed.
pub const VRM_ERR_IO: vrm_Result = 3;
/// Not GLB, not glTF, or cut short.
pub const VRM_ERR_CONTAINER: vrm_Result = 4;
/// The JSON text breaks RFC 8259.
pub const VRM_ERR_JSON: vrm_Result = 5;
/// Readable, but too broken to use: see the report.
pub const VRM_ERR_INVALID: vrm_Result = 6;
/// Needs something that this build does not have: see the report.
pub const VRM_ERR_UNSUPPORTED: vrm_Result = 7;
/// A limit of vrm_Limits was exceeded: the report names it.
pub const VRM_ERR_LIMIT: vrm_Result = 8;
/// An index or a buffer size that does not fit the object.
pub const VRM_ERR_ARGUMENT: vrm_Result = 9;

/// How the file's rest pose (all rotations 0) is interpreted.
pub type vrm_BvhRest = i32;
/// Limbs more than 15 degrees off the T-pose are corrected. Where the rest pose is not a human figure
/// (every bone along an axis of its own), the frame nearest to a standing figure replaces it.
pub const VRM_BVH_REST_GUESS: vrm_BvhRest = 0;
/// The rest pose is the T-pose.
pub const VRM_BVH_REST_T_POSE: vrm_BvhRest = 1;
/// All arms and legs are brought to the T-pose.
pub const VRM_BVH_REST_CORRECTED: vrm_BvhRest = 2;
/// The first frame is the T-pose, whatever the rest pose; limbs more than 15 degrees off are corrected.
pub const VRM_BVH_REST_FIRST_FRAME: vrm_BvhRest = 3;

/// What a clip drives.
pub type vrm_ClipKind = i32;
/// A VRM animation: fits every avatar.
pub const VRM_CLIP_HUMANOID: vrm_ClipKind = 0;
/// A glTF animation: fits avatars of its own file.
pub const VRM_CLIP_NODES: vrm_ClipKind = 1;

/// The part of an avatar that a difference is in.
pub type vrm_DiffPart = i32;
/// Name, authors, licence, thumbnail.
pub const VRM_DIFF_META: vrm_DiffPart = 0;
/// Which node is which bone, and where it rests.
pub const VRM_DIFF_HUMANOID: vrm_DiffPart = 1;
/// Expressions with their binds and overrides.
pub const VRM_DIFF_EXPRESSIONS: vrm_DiffPart = 2;
/// Kind, offset and range maps of the gaze.
pub const VRM_DIFF_LOOK_AT: vrm_DiffPart = 3;
/// Which cameras show which mesh.
pub const VRM_DIFF_FIRST_PERSON: vrm_DiffPart = 4;
/// Chains and the settings of their joints.
pub const VRM_DIFF_SPRINGS: vrm_DiffPart = 5;
/// Colliders of springs.
pub const VRM_DIFF_COLLIDERS: vrm_DiffPart = 6;
/// Node constraints.
pub const VRM_DIFF_CONSTRAINTS: vrm_DiffPart = 7;
/// Surfaces and their textures.
pub const VRM_DIFF_MATERIALS: vrm_DiffPart = 8;
/// Vertices, triangles, morph targets, skins.
pub const VRM_DIFF_MESHES: vrm_DiffPart = 9;
/// Other nodes of the hierarchy.
pub const VRM_DIFF_NODES: vrm_DiffPart = 10;
/// Animations of the file.
pub const VRM_DIFF_ANIMATIONS: vrm_DiffPart = 11;
/// How many parts there are; no part itself.
pub const VRM_DIFF_PART_COUNT: vrm_DiffPart = 12;

/// How a value differs.
pub type vrm_DiffKind = i32;
/// Both models have it, with different values.
pub const VRM_DIFF_CHANGED: vrm_DiffKind = 0;
/// Only the second model has it.
pub const VRM_DIFF_ADDED: vrm_DiffKind = 1;
/// Only the first model has it.
pub const VRM_DIFF_REMOVED: vrm_DiffKind = 2;

/// `componentType` of an accessor, with the numbers of glTF.
pub type vrm_ComponentType = i32;
/// The file names no type, or one that glTF does not have: not readable.
pub const VRM_COMPONENT_NONE: vrm_ComponentType = 0;
/// 8 bits, signed.
pub const VRM_COMPONENT_BYTE: vrm_ComponentType = 5120;
/// 8 bits.
pub const VRM_COMPONENT_UNSIGNED_BYTE: vrm_ComponentType = 5121;
/// 16 bits, signed.
pub const VRM_COMPONENT_SHORT: vrm_ComponentType = 5122;
/// 16 bits.
pub const VRM_COMPONENT_UNSIGNED_SHORT: vrm_ComponentType = 5123;
/// 32 bits: indices only.
pub const VRM_COMPONENT_UNSIGNED_INT: vrm_ComponentType = 5125;
/// 32 bits, IEEE 754.
pub const VRM_COMPONENT_FLOAT: vrm_ComponentType = 5126;

/// Shape of an accessor's elements, as glTF names it.
pub type vrm_AccessorType = i32;
/// The file names no type, or one that glTF does not have: not readable.
pub const VRM_ACCESSOR_NONE: vrm_AccessorType = 0;
/// One number: indices, times, weights of morph targets.
pub const VRM_ACCESSOR_SCALAR: vrm_AccessorType = 1;
/// Two numbers: texture coordinates.
pub const VRM_ACCESSOR_VEC2: vrm_AccessorType = 2;
/// Three numbers: positions, normals, translations.
pub const VRM_ACCESSOR_VEC3: vrm_AccessorType = 3;
/// Four numbers: rotations, tangents, joints, weights of joints.
pub const VRM_ACCESSOR_VEC4: vrm_AccessorType = 4;
/// 2x2, column after column; columns begin at multiples of four bytes.
pub const VRM_ACCESSOR_MAT2: vrm_AccessorType = 5;
/// 3x3, column after column; columns begin at multiples of four bytes.
pub const VRM_ACCESSOR_MAT3: vrm_AccessorType = 6;
/// 4x4, column after column: inverse bind matrices.
pub const VRM_ACCESSOR_MAT4: vrm_AccessorType = 7;

/// `alphaMode` of a material.
pub type vrm_AlphaMode = i32;
/// Alpha is ignored.
pub const VRM_ALPHA_OPAQUE: vrm_AlphaMode = 0;
/// A pixel is drawn fully or not at all: see alpha_cutoff.
pub const VRM_ALPHA_MASK: vrm_AlphaMode = 1;
/// Drawn over what is behind it, in proportion to alpha.
pub const VRM_ALPHA_BLEND: vrm_AlphaMode = 2;

/// The meaning of a vertex attribute.
pub type vrm_Semantic = i32;
/// See the attribute's key.
pub const VRM_SEMANTIC_OTHER: vrm_Semantic = 0;
/// Metres in the space of the mesh: VEC3.
pub const VRM_SEMANTIC_POSITION: vrm_Semantic = 1;
/// Of unit length: VEC3.
pub const VRM_SEMANTIC_NORMAL: vrm_Semantic = 2;
/// Of unit length, w is the sign of the bitangent: VEC4; VEC3 in morph targets.
pub const VRM_SEMANTIC_TANGENT: vrm_Semantic = 3;
/// Texture coordinates, V downwards: VEC2.
pub const VRM_SEMANTIC_TEXCOORD: vrm_Semantic = 4;
/// Linear, multiplies the base colour: VEC3 or VEC4.
pub const VRM_SEMANTIC_COLOR: vrm_Semantic = 5;
/// Four indices into the joints of the skin.
pub const VRM_SEMANTIC_JOINTS: vrm_Semantic = 6;
/// The weights of those four.
pub const VRM_SEMANTIC_WEIGHTS: vrm_Semantic = 7;

/// `target.path` of an animation channel.
pub type vrm_AnimationPath = i32;
/// KHR_animation_pointer and unknown paths.
pub const VRM_PATH_OTHER: vrm_AnimationPath = 0;
/// Of the node: three numbers for each key, metres.
pub const VRM_PATH_TRANSLATION: vrm_AnimationPath = 1;
/// Of the node: four numbers for each key, x y z w.
pub const VRM_PATH_ROTATION: vrm_AnimationPath = 2;
/// Of the node: three numbers for each key.
pub const VRM_PATH_SCALE: vrm_AnimationPath = 3;
/// Of all morph targets of the node's mesh: one number for each, for each key.
pub const VRM_PATH_WEIGHTS: vrm_AnimationPath = 4;

/// `interpolation` of an animation sampler.
pub type vrm_Interpolation = i32;
/// On a straight line between keys; rotations along the great circle.
pub const VRM_INTERPOLATION_LINEAR: vrm_Interpolation = 0;
/// A key's value until the next key.
pub const VRM_INTERPOLATION_STEP: vrm_Interpolation = 1;
/// Hermite: each key has an in-tangent, a value and an out-tangent.
pub const VRM_INTERPOLATION_CUBICSPLINE: vrm_Interpolation = 2;

/// How avatars are divided among work items.
pub type vrm_GpuSplit = i32;
/// By the size of the crowd.
pub const VRM_GPU_SPLIT_AUTO: vrm_GpuSplit = 0;
/// A work item steps an avatar: large crowds.
pub const VRM_GPU_SPLIT_AVATARS: vrm_GpuSplit = 1;
/// Work items share an avatar's nodes and chains: small crowds.
pub const VRM_GPU_SPLIT_CHAINS: vrm_GpuSplit = 2;

/// Arrays that a host writes for each avatar.
pub type vrm_GpuInput = i32;
/// A vrm_Transform each. The scale must be the same along all axes, 0 to 1000.
pub const VRM_GPU_ROOTS: vrm_GpuInput = 0;
/// A vrm_Pose each, as vrm_avatar_set_pose().
pub const VRM_GPU_POSES: vrm_GpuInput = 1;
/// A vrm_Quat for each node of the file, as vrm_avatar_set_rotation().
pub const VRM_GPU_ROTATIONS: vrm_GpuInput = 2;
/// A weight for each expression of the rig; NaN leaves one unchanged.
pub const VRM_GPU_EXPRESSIONS: vrm_GpuInput = 3;
/// A weight for each morph, as vrm_avatar_set_morphs().
pub const VRM_GPU_MORPHS: vrm_GpuInput = 4;
/// Four floats: 0 and three unused (vrm_avatar_look_off()), 1 and a point in the world
/// (vrm_avatar_look_at()), or 2, yaw, pitch and one unused (vrm_avatar_look_along()). Only rigs with a
/// gaze have it.
pub const VRM_GPU_GAZES: vrm_GpuInput = 5;
/// A vrm_Vec3 each, as vrm_avatar_set_force().
pub const VRM_GPU_FORCES: vrm_GpuInput = 6;
/// How many inputs there are; no input itself.
pub const VRM_GPU_INPUT_COUNT: vrm_GpuInput = 7;

/// Arrays that a device computes for each avatar.
pub type vrm_GpuOutput = i32;
/// A vrm_Transform for each node of the file; by vrm_gpu_sim_read() only, there is no buffer.
pub const VRM_GPU_LOCALS: vrm_GpuOutput = 0;
/// A vrm_Affine for each node.
pub const VRM_GPU_WORLDS: vrm_GpuOutput = 1;
/// A vrm_Affine for each joint of the skins.
pub const VRM_GPU_PALETTES: vrm_GpuOutput = 2;
/// A float for each morph.
pub const VRM_GPU_OUT_MORPHS: vrm_GpuOutput = 3;
/// A vrm_Vec4 for each material value.
pub const VRM_GPU_VALUES: vrm_GpuOutput = 4;
/// A float for each expression.
pub const VRM_GPU_WEIGHTS: vrm_GpuOutput = 5;
/// As vrm_avatar_expression_inputs().
pub const VRM_GPU_ASKED: vrm_GpuOutput = 6;
/// A vrm_Quat for each spring joint; in the buffer only for joints that move.
pub const VRM_GPU_SPRINGS: vrm_GpuOutput = 7;
/// Yaw and pitch, degrees.
pub const VRM_GPU_GAZE_ANGLES: vrm_GpuOutput = 8;
/// How many results there are; no result itself.
pub const VRM_GPU_OUTPUT_COUNT: vrm_GpuOutput = 9;

/// Formats of pictures that are read or written.
pub type vrm_ImageFormat = i32;
/// None of the others.
pub const VRM_IMAGE_UNKNOWN: vrm_ImageFormat = 0;
/// Read and written.
pub const VRM_IMAGE_PNG: vrm_ImageFormat = 1;
/// Read only.
pub const VRM_IMAGE_JPEG: vrm_ImageFormat = 2;
/// Read, when it is a single picture, and written.
pub const VRM_IMAGE_WEBP: vrm_ImageFormat = 3;
/// Written only; when read, it is a PNG of its first picture.
pub const VRM_IMAGE_APNG: vrm_ImageFormat = 4;
/// Written only.
pub const VRM_IMAGE_GIF: vrm_ImageFormat = 5;

/// Types of JSON values.
pub type vrm_JsonType = i32;
/// VRM_JSON_MISSING.
pub const VRM_JSON_NONE: vrm_JsonType = 0;
/// The word null.
pub const VRM_JSON_NULL: vrm_JsonType = 1;
/// true or false.
pub const VRM_JSON_BOOL: vrm_JsonType = 2;
/// Any number; kept as text until it is read.
pub const VRM_JSON_NUMBER: vrm_JsonType = 3;
/// Text; escapes are resolved when it is read.
pub const VRM_JSON_STRING: vrm_JsonType = 4;
/// Values in order.
pub const VRM_JSON_ARRAY: vrm_JsonType = 5;
/// Keys with values, in the order of the text.
pub const VRM_JSON_OBJECT: vrm_JsonType = 6;

/// Which specification a file follows.
pub type vrm_Dialect = i32;
/// glTF without VRM, VRM companions without VRMC_vrm, or a VRM animation.
pub const VRM_DIALECT_NONE: vrm_Dialect = 0;
/// VRM 0.x: extension VRM.
pub const VRM_DIALECT_0: vrm_Dialect = 1;
/// VRMC_vrm as the drafts of 2019 to 2021 had it.
pub const VRM_DIALECT_DRAFT: vrm_Dialect = 2;
/// VRMC_vrm 1.0-beta.
pub const VRM_DIALECT_BETA: vrm_Dialect = 3;
/// VRMC_vrm 1.0.
pub const VRM_DIALECT_1: vrm_Dialect = 4;

/// Who may use the avatar: `avatarPermission` of VRM 1.0 meta.
pub type vrm_AvatarPermission = i32;
/// Only the authors.
pub const VRM_AVATAR_ONLY_AUTHOR: vrm_AvatarPermission = 0;
/// Those to whom the authors gave a licence.
pub const VRM_AVATAR_ONLY_SEPARATELY_LICENSED_PERSON: vrm_AvatarPermission = 1;
/// Everybody.
pub const VRM_AVATAR_EVERYONE: vrm_AvatarPermission = 2;

/// `commercialUsage` of VRM 1.0 meta.
pub type vrm_CommercialUsage = i32;
/// Persons, without profit.
pub const VRM_COMMERCIAL_PERSONAL_NON_PROFIT: vrm_CommercialUsage = 0;
/// Persons, for profit too.
pub const VRM_COMMERCIAL_PERSONAL_PROFIT: vrm_CommercialUsage = 1;
/// Persons and corporations, for profit too.
pub const VRM_COMMERCIAL_CORPORATION: vrm_CommercialUsage = 2;

/// `creditNotation` of VRM 1.0 meta.
pub type vrm_CreditNotation = i32;
/// The authors must be named.
pub const VRM_CREDIT_REQUIRED: vrm_CreditNotation = 0;
/// They need not be named.
pub const VRM_CREDIT_UNNECESSARY: vrm_CreditNotation = 1;

/// `modification` of VRM 1.0 meta.
pub type vrm_Modification = i32;
/// The avatar must not be changed.
pub const VRM_MODIFICATION_PROHIBITED: vrm_Modification = 0;
/// It may be changed for one's own use.
pub const VRM_MODIFICATION_ALLOW_MODIFICATION: vrm_Modification = 1;
/// Changed avatars may be passed on.
pub const VRM_MODIFICATION_ALLOW_MODIFICATION_REDISTRIBUTION: vrm_Modification = 2;

/// licenseName of 0.x and license of the draft.
pub type vrm_License0 = i32;
/// A 1.0 or beta file.
pub const VRM_LICENSE0_NONE: vrm_License0 = 0;
/// Must not be passed on. Names that 0.x does not have read as this.
pub const VRM_LICENSE0_REDISTRIBUTION_PROHIBITED: vrm_License0 = 1;
/// Public domain.
pub const VRM_LICENSE0_CC0: vrm_License0 = 2;
/// Creative Commons Attribution.
pub const VRM_LICENSE0_CC_BY: vrm_License0 = 3;
/// Attribution, non-commercial.
pub const VRM_LICENSE0_CC_BY_NC: vrm_License0 = 4;
/// Attribution, share alike.
pub const VRM_LICENSE0_CC_BY_SA: vrm_License0 = 5;
/// Attribution, non-commercial, share alike.
pub const VRM_LICENSE0_CC_BY_NC_SA: vrm_License0 = 6;
/// Attribution, no derivatives.
pub const VRM_LICENSE0_CC_BY_ND: vrm_License0 = 7;
/// Attribution, non-commercial, no derivatives.
pub const VRM_LICENSE0_CC_BY_NC_ND: vrm_License0 = 8;
/// Another one, at other_license_url.
pub const VRM_LICENSE0_OTHER: vrm_License0 = 9;

/// Parents come before children.
pub type vrm_Bone = i32;
/// No bone.
pub const VRM_BONE_NONE: vrm_Bone = -1;
/// The root of all others, which also moves. Required.
pub const VRM_BONE_HIPS: vrm_Bone = 0;
/// Above the hips. Required.
pub const VRM_BONE_SPINE: vrm_Bone = 1;
/// Above the spine.
pub const VRM_BONE_CHEST: vrm_Bone = 2;
/// Above the chest, which an avatar with this bone has.
pub const VRM_BONE_UPPER_CHEST: vrm_Bone = 3;
/// Between torso and head.
pub const VRM_BONE_NECK: vrm_Bone = 4;
/// Required.
pub const VRM_BONE_HEAD: vrm_Bone = 5;
/// Turned by the gaze.
pub const VRM_BONE_LEFT_EYE: vrm_Bone = 6;
/// Turned by the gaze.
pub const VRM_BONE_RIGHT_EYE: vrm_Bone = 7;
/// Opens the mouth; most avatars use expressions instead.
pub const VRM_BONE_JAW: vrm_Bone = 8;
/// Hip to knee. Required.
pub const VRM_BONE_LEFT_UPPER_LEG: vrm_Bone = 9;
/// Knee to ankle. Required.
pub const VRM_BONE_LEFT_LOWER_LEG: vrm_Bone = 10;
/// From the ankle. Required.
pub const VRM_BONE_LEFT_FOOT: vrm_Bone = 11;
/// All toes together.
pub const VRM_BONE_LEFT_TOES: vrm_Bone = 12;
/// Hip to knee. Required.
pub const VRM_BONE_RIGHT_UPPER_LEG: vrm_Bone = 13;
/// Knee to ankle. Required.
pub const VRM_BONE_RIGHT_LOWER_LEG: vrm_Bone = 14;
/// From the ankle. Required.
pub const VRM_BONE_RIGHT_FOOT: vrm_Bone = 15;
/// All toes together.
pub const VRM_BONE_RIGHT_TOES: vrm_Bone = 16;
/// The collar bone.
pub const VRM_BONE_LEFT_SHOULDER: vrm_Bone = 17;
/// Shoulder to elbow. Required.
pub const VRM_BONE_LEFT_UPPER_ARM: vrm_Bone = 18;
/// Elbow to wrist. Required.
pub const VRM_BONE_LEFT_LOWER_ARM: vrm_Bone = 19;
/// From the wrist. Required.
pub const VRM_BONE_LEFT_HAND: vrm_Bone = 20;
/// The collar bone.
pub const VRM_BONE_RIGHT_SHOULDER: vrm_Bone = 21;
/// Shoulder to elbow. Required.
pub const VRM_BONE_RIGHT_UPPER_ARM: vrm_Bone = 22;
/// Elbow to wrist. Required.
pub const VRM_BONE_RIGHT_LOWER_ARM: vrm_Bone = 23;
/// From the wrist. Required.
pub const VRM_BONE_RIGHT_HAND: vrm_Bone = 24;
/// In the palm; `leftThumbProximal` of 0.x.
pub const VRM_BONE_LEFT_THUMB_METACARPAL: vrm_Bone = 25;
/// Middle of the thumb; `leftThumbIntermediate` of 0.x.
pub const VRM_BONE_LEFT_THUMB_PROXIMAL: vrm_Bone = 26;
/// Tip of the thumb.
pub const VRM_BONE_LEFT_THUMB_DISTAL: vrm_Bone = 27;
/// From the knuckle of the forefinger.
pub const VRM_BONE_LEFT_INDEX_PROXIMAL: vrm_Bone = 28;
/// Middle of the forefinger.
pub const VRM_BONE_LEFT_INDEX_INTERMEDIATE: vrm_Bone = 29;
/// Tip of the forefinger.
pub const VRM_BONE_LEFT_INDEX_DISTAL: vrm_Bone = 30;
/// From the knuckle of the middle finger.
pub const VRM_BONE_LEFT_MIDDLE_PROXIMAL: vrm_Bone = 31;
/// Middle of the middle finger.
pub const VRM_BONE_LEFT_MIDDLE_INTERMEDIATE: vrm_Bone = 32;
/// Tip of the middle finger.
pub const VRM_BONE_LEFT_MIDDLE_DISTAL: vrm_Bone = 33;
/// From the knuckle of the ring finger.
pub const VRM_BONE_LEFT_RING_PROXIMAL: vrm_Bone = 34;
/// Middle of the ring finger.
pub const VRM_BONE_LEFT_RING_INTERMEDIATE: vrm_Bone = 35;
/// Tip of the ring finger.
pub const VRM_BONE_LEFT_RING_DISTAL: vrm_Bone = 36;
/// From the knuckle of the little finger.
pub const VRM_BONE_LEFT_LITTLE_PROXIMAL: vrm_Bone = 37;
/// Middle of the little finger.
pub const VRM_BONE_LEFT_LITTLE_INTERMEDIATE: vrm_Bone = 38;
/// Tip of the little finger.
pub const VRM_BONE_LEFT_LITTLE_DISTAL: vrm_Bone = 39;
/// In the palm; `rightThumbProximal` of 0.x.
pub const VRM_BONE_RIGHT_THUMB_METACARPAL: vrm_Bone = 40;
/// Middle of the thumb; `rightThumbIntermediate` of 0.x.
pub const VRM_BONE_RIGHT_THUMB_PROXIMAL: vrm_Bone = 41;
/// Tip of the thumb.
pub const VRM_BONE_RIGHT_THUMB_DISTAL: vrm_Bone = 42;
/// From the knuckle of the forefinger.
pub const VRM_BONE_RIGHT_INDEX_PROXIMAL: vrm_Bone = 43;
/// Middle of the forefinger.
pub const VRM_BONE_RIGHT_INDEX_INTERMEDIATE: vrm_Bone = 44;
/// Tip of the forefinger.
pub const VRM_BONE_RIGHT_INDEX_DISTAL: vrm_Bone = 45;
/// From the knuckle of the middle finger.
pub const VRM_BONE_RIGHT_MIDDLE_PROXIMAL: vrm_Bone = 46;
/// Middle of the middle finger.
pub const VRM_BONE_RIGHT_MIDDLE_INTERMEDIATE: vrm_Bone = 47;
/// Tip of the middle finger.
pub const VRM_BONE_RIGHT_MIDDLE_DISTAL: vrm_Bone = 48;
/// From the knuckle of the ring finger.
pub const VRM_BONE_RIGHT_RING_PROXIMAL: vrm_Bone = 49;
/// Middle of the ring finger.
pub const VRM_BONE_RIGHT_RING_INTERMEDIATE: vrm_Bone = 50;
/// Tip of the ring finger.
pub const VRM_BONE_RIGHT_RING_DISTAL: vrm_Bone = 51;
/// From the knuckle of the little finger.
pub const VRM_BONE_RIGHT_LITTLE_PROXIMAL: vrm_Bone = 52;
/// Middle of the little finger.
pub const VRM_BONE_RIGHT_LITTLE_INTERMEDIATE: vrm_Bone = 53;
/// Tip of the little finger.
pub const VRM_BONE_RIGHT_LITTLE_DISTAL: vrm_Bone = 54;
/// How many bones there are; no bone itself.
pub const VRM_BONE_COUNT: vrm_Bone = 55;

/// Expressions that the specification names.
pub type vrm_ExpressionPreset = i32;
/// One of the avatar's own.
pub const VRM_EXPRESSION_CUSTOM: vrm_ExpressionPreset = -1;
/// Emotion; `joy` of 0.x.
pub const VRM_EXPRESSION_HAPPY: vrm_ExpressionPreset = 0;
/// Emotion.
pub const VRM_EXPRESSION_ANGRY: vrm_ExpressionPreset = 1;
/// Emotion; `sorrow` of 0.x.
pub const VRM_EXPRESSION_SAD: vrm_ExpressionPreset = 2;
/// Emotion; `fun` of 0.x.
pub const VRM_EXPRESSION_RELAXED: vrm_ExpressionPreset = 3;
/// Emotion; custom in 0.x.
pub const VRM_EXPRESSION_SURPRISED: vrm_ExpressionPreset = 4;
/// The mouth says a.
pub const VRM_EXPRESSION_AA: vrm_ExpressionPreset = 5;
/// The mouth says i.
pub const VRM_EXPRESSION_IH: vrm_ExpressionPreset = 6;
/// The mouth says u.
pub const VRM_EXPRESSION_OU: vrm_ExpressionPreset = 7;
/// The mouth says e.
pub const VRM_EXPRESSION_EE: vrm_ExpressionPreset = 8;
/// The mouth says o.
pub const VRM_EXPRESSION_OH: vrm_ExpressionPreset = 9;
/// Closes both eyes.
pub const VRM_EXPRESSION_BLINK: vrm_ExpressionPreset = 10;
/// Closes the avatar's left eye.
pub const VRM_EXPRESSION_BLINK_LEFT: vrm_ExpressionPreset = 11;
/// Closes the avatar's right eye.
pub const VRM_EXPRESSION_BLINK_RIGHT: vrm_ExpressionPreset = 12;
/// The gaze, where expressions move the eyes.
pub const VRM_EXPRESSION_LOOK_UP: vrm_ExpressionPreset = 13;
/// The gaze, as above.
pub const VRM_EXPRESSION_LOOK_DOWN: vrm_ExpressionPreset = 14;
/// The gaze to the avatar's left.
pub const VRM_EXPRESSION_LOOK_LEFT: vrm_ExpressionPreset = 15;
/// The gaze to the avatar's right.
pub const VRM_EXPRESSION_LOOK_RIGHT: vrm_ExpressionPreset = 16;
/// The face at rest; for compatibility with 0.x.
pub const VRM_EXPRESSION_NEUTRAL: vrm_ExpressionPreset = 17;
/// How many presets there are; no preset itself.
pub const VRM_EXPRESSION_PRESET_COUNT: vrm_ExpressionPreset = 18;

/// How an expression holds back others.
pub type vrm_Override = i32;
/// The others are not changed.
pub const VRM_OVERRIDE_NONE: vrm_Override = 0;
/// The others are 0 while this one is above 0.
pub const VRM_OVERRIDE_BLOCK: vrm_Override = 1;
/// The others are multiplied by 1 - the weight of this one.
pub const VRM_OVERRIDE_BLEND: vrm_Override = 2;

/// How a binary expression turns its value into 0 or 1.
pub type vrm_BinaryRule = i32;
/// Not binary.
pub const VRM_BINARY_NOT: vrm_BinaryRule = 0;
/// 1 above 0.5 (1.0, beta; 0.x rounds, and 0.5 rounds to 0).
pub const VRM_BINARY_OVER_HALF: vrm_BinaryRule = 1;
/// 1 above 0 (draft).
pub const VRM_BINARY_NON_ZERO: vrm_BinaryRule = 2;

/// Which colour of a material an expression changes.
pub type vrm_ColorTarget = i32;
/// Base colour and alpha.
pub const VRM_COLOR_BASE: vrm_ColorTarget = 0;
/// Emissive factor.
pub const VRM_COLOR_EMISSION: vrm_ColorTarget = 1;
/// MToon's shade colour.
pub const VRM_COLOR_SHADE: vrm_ColorTarget = 2;
/// MToon's matcap factor.
pub const VRM_COLOR_MATCAP: vrm_ColorTarget = 3;
/// MToon's parametric rim colour.
pub const VRM_COLOR_RIM: vrm_ColorTarget = 4;
/// MToon's outline colour.
pub const VRM_COLOR_OUTLINE: vrm_ColorTarget = 5;

/// Whether bones or expressions move the eyes.
pub type vrm_LookAtType = i32;
/// The eye bones turn.
pub const VRM_LOOK_AT_BONE: vrm_LookAtType = 0;
/// lookUp, lookDown, lookLeft and lookRight are set.
pub const VRM_LOOK_AT_EXPRESSION: vrm_LookAtType = 1;

/// Which cameras show a mesh.
pub type vrm_FirstPersonType = i32;
/// The first-person camera hides what the head's bones move, and shows the rest.
pub const VRM_FIRST_PERSON_AUTO: vrm_FirstPersonType = 0;
/// All cameras show it.
pub const VRM_FIRST_PERSON_BOTH: vrm_FirstPersonType = 1;
/// The avatar's own eyes do not see it: hair, hats.
pub const VRM_FIRST_PERSON_THIRD_PERSON_ONLY: vrm_FirstPersonType = 2;
/// Only the avatar's own eyes see it.
pub const VRM_FIRST_PERSON_FIRST_PERSON_ONLY: vrm_FirstPersonType = 3;

/// Shapes of colliders, those of VRMC_springBone_extended_collider included.
pub type vrm_ColliderShape = i32;
/// Joints stay outside a sphere at `offset`.
pub const VRM_COLLIDER_SPHERE: vrm_ColliderShape = 0;
/// Joints stay outside a capsule from `offset` to `tail`.
pub const VRM_COLLIDER_CAPSULE: vrm_ColliderShape = 1;
/// Joints stay inside the sphere.
pub const VRM_COLLIDER_INSIDE_SPHERE: vrm_ColliderShape = 2;
/// Joints stay inside the capsule.
pub const VRM_COLLIDER_INSIDE_CAPSULE: vrm_ColliderShape = 3;
/// Joints stay on the side to which `normal` points.
pub const VRM_COLLIDER_PLANE: vrm_ColliderShape = 4;

/// Limits on the angle of a spring joint (VRMC_springBone_limit).
pub type vrm_LimitType = i32;
/// The joint turns freely.
pub const VRM_LIMIT_NONE: vrm_LimitType = 0;
/// At most `angle` away from the axis.
pub const VRM_LIMIT_CONE: vrm_LimitType = 1;
/// In one plane, at most `angle` to either side.
pub const VRM_LIMIT_HINGE: vrm_LimitType = 2;
/// At most `pitch` and `yaw` in two directions.
pub const VRM_LIMIT_SPHERICAL: vrm_LimitType = 3;

/// Kinds of node constraints.
pub type vrm_ConstraintType = i32;
/// Takes over the source's rotation about one axis: twist bones.
pub const VRM_CONSTRAINT_ROLL: vrm_ConstraintType = 0;
/// Points one axis at the source.
pub const VRM_CONSTRAINT_AIM: vrm_ConstraintType = 1;
/// Takes over the source's whole rotation.
pub const VRM_CONSTRAINT_ROTATION: vrm_ConstraintType = 2;

/// `rollAxis` or `aimAxis` of a constraint.
pub type vrm_Axis = i32;
/// +X of the node; of a roll: X.
pub const VRM_AXIS_POSITIVE_X: vrm_Axis = 0;
/// +Y; of a roll: Y.
pub const VRM_AXIS_POSITIVE_Y: vrm_Axis = 1;
/// +Z; of a roll: Z.
pub const VRM_AXIS_POSITIVE_Z: vrm_Axis = 2;
/// -X; aims only.
pub const VRM_AXIS_NEGATIVE_X: vrm_Axis = 3;
/// -Y; aims only.
pub const VRM_AXIS_NEGATIVE_Y: vrm_Axis = 4;
/// -Z; aims only.
pub const VRM_AXIS_NEGATIVE_Z: vrm_Axis = 5;

/// How a material is shaded.
pub type vrm_SurfaceKind = i32;
/// Metallic-roughness, as glTF defines it.
pub const VRM_SURFACE_PBR: vrm_SurfaceKind = 0;
/// The base colour alone (KHR_materials_unlit, and 0.x's unlit shaders).
pub const VRM_SURFACE_UNLIT: vrm_SurfaceKind = 1;
/// Toon shading (VRMC_materials_mtoon, and 0.x's VRM/MToon).
pub const VRM_SURFACE_MTOON: vrm_SurfaceKind = 2;

/// `outlineWidthMode` of MToon.
pub type vrm_OutlineMode = i32;
/// No outline.
pub const VRM_OUTLINE_NONE: vrm_OutlineMode = 0;
/// Width in metres.
pub const VRM_OUTLINE_WORLD_COORDINATES: vrm_OutlineMode = 1;
/// Width as a part of the screen's height.
pub const VRM_OUTLINE_SCREEN_COORDINATES: vrm_OutlineMode = 2;

/// The textures that a surface may have.
pub type vrm_TextureSlot = i32;
/// Base colour and alpha.
pub const VRM_TEXTURE_BASE_COLOR: vrm_TextureSlot = 0;
/// Green roughness, blue metalness.
pub const VRM_TEXTURE_METALLIC_ROUGHNESS: vrm_TextureSlot = 1;
/// Normals in tangent space.
pub const VRM_TEXTURE_NORMAL: vrm_TextureSlot = 2;
/// Ambient light, in red.
pub const VRM_TEXTURE_OCCLUSION: vrm_TextureSlot = 3;
/// Light that the surface sends out.
pub const VRM_TEXTURE_EMISSIVE: vrm_TextureSlot = 4;
/// MToon's own from here on.
pub const VRM_TEXTURE_SHADE_MULTIPLY: vrm_TextureSlot = 5;
/// Border of the shade, in red.
pub const VRM_TEXTURE_SHADING_SHIFT: vrm_TextureSlot = 6;
/// Where matcap and rim light appear.
pub const VRM_TEXTURE_RIM_MULTIPLY: vrm_TextureSlot = 7;
/// Width of the outline, in green.
pub const VRM_TEXTURE_OUTLINE_WIDTH: vrm_TextureSlot = 8;
/// How far UVs are animated, in blue.
pub const VRM_TEXTURE_UV_ANIMATION_MASK: vrm_TextureSlot = 9;
/// Sampled by the direction of the surface, not by UV.
pub const VRM_TEXTURE_MATCAP: vrm_TextureSlot = 10;
/// How many slots there are; no slot itself.
pub const VRM_TEXTURE_SLOT_COUNT: vrm_TextureSlot = 11;

/// Shapes that a solver distinguishes.
pub type vrm_PackColliderKind = i32;
/// Pushes out.
pub const VRM_PACK_SPHERE: vrm_PackColliderKind = 0;
/// Pushes out of a line from `offset` to `offset` + `along`.
pub const VRM_PACK_CAPSULE: vrm_PackColliderKind = 1;
/// Inside sphere or inside capsule.
pub const VRM_PACK_HOLLOW: vrm_PackColliderKind = 2;
/// Pushes to the side of the normal.
pub const VRM_PACK_PLANE: vrm_PackColliderKind = 3;

/// What a track of a clip drives.
pub type vrm_PackTrackTarget = i32;
/// Normalized rotation; `index` is the vrm_Bone.
pub const VRM_PACK_TRACK_BONE: vrm_PackTrackTarget = 0;
/// Offset from rest in model space.
pub const VRM_PACK_TRACK_HIPS: vrm_PackTrackTarget = 1;
/// Rotation.
pub const VRM_PACK_TRACK_GAZE: vrm_PackTrackTarget = 2;
/// `index` is the clip's expression.
pub const VRM_PACK_TRACK_EXPRESSION: vrm_PackTrackTarget = 3;

/// What draws.
pub type vrm_RenderBackend = i32;
/// A context of its own without window or screen: libEGL.so.1 is opened when the renderer is created,
/// not when the program starts.
pub const VRM_BACKEND_EGL: vrm_RenderBackend = 0;
/// The host's OpenGL ES 3.0 or WebGL 2 context, current at every call; GL state is changed and not
/// restored.
pub const VRM_BACKEND_HOST: vrm_RenderBackend = 1;
/// No GL at all: all steps except drawing, with all range checks. Pictures are transparent. For tests.
pub const VRM_BACKEND_NULL: vrm_RenderBackend = 2;

/// What is drawn over an avatar for those who debug it; bits.
pub type vrm_Overlay = i32;
/// Humanoid bones white, other joints grey, with axes.
pub const VRM_OVERLAY_BONES: vrm_Overlay = 1;
/// Spring chains and the hit radius of their joints.
pub const VRM_OVERLAY_SPRINGS: vrm_Overlay = 2;
/// Spheres, capsules, planes.
pub const VRM_OVERLAY_COLLIDERS: vrm_Overlay = 4;
/// A needle on each vertex, in the pose; without morph targets.
pub const VRM_OVERLAY_NORMALS: vrm_Overlay = 8;
/// Edges: green always drawn, red hidden from the first-person camera, blue seen by it alone.
pub const VRM_OVERLAY_FIRST_PERSON: vrm_Overlay = 16;

/// How bad a finding is.
pub type vrm_Severity = i32;
/// The specification says must, and the file cannot be used as intended.
pub const VRM_ERROR: vrm_Severity = 0;
/// A rule is broken, but programs can continue without harm.
pub const VRM_WARNING: vrm_Severity = 1;
/// Unusual.
pub const VRM_INFO: vrm_Severity = 2;
/// Could be better.
pub const VRM_HINT: vrm_Severity = 3;

/// The group in which another expression can override an expression.
pub type vrm_Category = i32;
/// No expression overrides it.
pub const VRM_CATEGORY_NONE: vrm_Category = 0;
/// aa, ih, ou, ee, oh.
pub const VRM_CATEGORY_MOUTH: vrm_Category = 1;
/// blink, blinkLeft, blinkRight.
pub const VRM_CATEGORY_BLINK: vrm_Category = 2;
/// lookUp, lookDown, lookLeft, lookRight.
pub const VRM_CATEGORY_LOOK_AT: vrm_Category = 3;
/// How many categories there are, none included; no category itself.
pub const VRM_CATEGORY_COUNT: vrm_Category = 4;

/// What a material value is.
pub type vrm_MaterialValueKind = i32;
/// rgb and alpha; see `color`.
pub const VRM_VALUE_COLOR: vrm_MaterialValueKind = 0;
/// Offset x y, scale x y of one texture; see `texture`.
pub const VRM_VALUE_TEXTURE: vrm_MaterialValueKind = 1;

/// How much of a mesh a camera draws.
pub type vrm_Visibility = i32;
/// Do not draw it.
pub const VRM_HIDDEN: vrm_Visibility = 0;
/// Draw all of it.
pub const VRM_VISIBLE: vrm_Visibility = 1;
/// Draw vrm_first_person_indices() of each primitive.
pub const VRM_VISIBLE_WITHOUT_HEAD: vrm_Visibility = 2;

/// What a step writes out. Results that are not asked for cost no time and no memory.
pub type vrm_Outputs = i32;
/// vrm_avatar_locals()
pub const VRM_OUTPUT_LOCALS: vrm_Outputs = 1;
/// vrm_avatar_worlds()
pub const VRM_OUTPUT_WORLDS: vrm_Outputs = 2;
/// vrm_avatar_palettes()
pub const VRM_OUTPUT_PALETTES: vrm_Outputs = 4;
/// vrm_avatar_morphs(), _material_values(), _expression_weights()
pub const VRM_OUTPUT_FACE: vrm_Outputs = 8;
/// The four above.
pub const VRM_OUTPUT_ALL: vrm_Outputs = 15;
/// vrm_avatar_spring_rotations(): for hosts that need only these; VRM_OUTPUT_LOCALS includes them.
pub const VRM_OUTPUT_SPRINGS: vrm_Outputs = 16;

/// The parts of a step that can be switched off for an avatar.
pub type vrm_Stages = i32;
/// The gaze turns eye bones or sets look expressions.
pub const VRM_STAGE_LOOK_AT: vrm_Stages = 1;
/// Expressions set morph weights and material values.
pub const VRM_STAGE_EXPRESSIONS: vrm_Stages = 2;
/// Node constraints turn their nodes.
pub const VRM_STAGE_CONSTRAINTS: vrm_Stages = 4;
/// Spring bones sway.
pub const VRM_STAGE_SPRINGS: vrm_Stages = 8;
/// The four above; the default.
pub const VRM_STAGE_ALL: vrm_Stages = 15;

/// How many avatars a step works on at once, and with which instructions of the CPU. All give the same
/// bits; they differ in speed.
pub type vrm_Kernel = i32;
/// The fastest that this CPU can run.
pub const VRM_KERNEL_AUTO: vrm_Kernel = 0;
/// Four lanes: SSE2, NEON, wasm SIMD or plain C. Everywhere.
pub const VRM_KERNEL_LANES_4: vrm_Kernel = 1;
/// Four lanes on an x86_64 CPU with AVX2.
pub const VRM_KERNEL_LANES_4_AVX2: vrm_Kernel = 2;
/// Eight lanes: x86_64 with AVX2.
pub const VRM_KERNEL_LANES_8: vrm_Kernel = 3;
/// Sixteen lanes: x86_64 with AVX-512 (F, VL, BW, DQ).
pub const VRM_KERNEL_LANES_16: vrm_Kernel = 4;

/// A camera.
pub type vrm_View = i32;
/// Default: mirrors, other players, photographs.
pub const VRM_VIEW_THIRD_PERSON: vrm_View = 0;
/// A camera in the avatar's own head.
pub const VRM_VIEW_FIRST_PERSON: vrm_View = 1;

/// How much an avatar's springs may cost.
pub type vrm_SpringDetail = i32;
/// Default.
pub const VRM_SPRINGS_FULL: vrm_SpringDetail = 0;
/// Every second step, with settings that keep the motion alike.
pub const VRM_SPRINGS_HALF: vrm_SpringDetail = 1;
/// As while paused.
pub const VRM_SPRINGS_PAUSED: vrm_SpringDetail = 2;

/// Where a camera is placed by the avatar's size.
pub type vrm_Shot = i32;
/// All of it, from any side.
pub const VRM_SHOT_FULL: vrm_Shot = 0;
/// Head and shoulders.
pub const VRM_SHOT_BUST: vrm_Shot = 1;
/// Chin to hair.
pub const VRM_SHOT_FACE: vrm_Shot = 2;

/// Collects frames and writes them as a glTF animation.
#[repr(C)]
pub struct vrm_Baker {
    _private: [u8; 0],
}

/// Motion capture that was read from a BVH file.
#[repr(C)]
pub struct vrm_Bvh {
    _private: [u8; 0],
}

/// An animation, compiled for playing: immutable.
#[repr(C)]
pub struct vrm_Clip {
    _private: [u8; 0],
}

/// The differences of two models. Immutable; needs neither of the models.
#[repr(C)]
pub struct vrm_Diff {
    _private: [u8; 0],
}

/// A transaction over a model.
#[repr(C)]
pub struct vrm_Edit {
    _private: [u8; 0],
}

/// A running crowd on a device.
#[repr(C)]
pub struct vrm_GpuSim {
    _private: [u8; 0],
}

/// A picture or animation in the making: create, add frames, finish, use the bytes, destroy. One thread
/// at a time.
#[repr(C)]
pub struct vrm_ImageWriter {
    _private: [u8; 0],
}

/// A JSON document. Many readers or one writer.
#[repr(C)]
pub struct vrm_Json {
    _private: [u8; 0],
}

/// Collects JSON text: objects and arrays are opened and closed, commas and escapes are added
/// automatically. A failed allocation is remembered and returned by vrm_json_builder_text().
#[repr(C)]
pub struct vrm_JsonBuilder {
    _private: [u8; 0],
}

/// A loaded file of any dialect: the document, and what VRM says in it.
#[repr(C)]
pub struct vrm_Model {
    _private: [u8; 0],
}

/// Collects poses and makes a VRM animation of them.
#[repr(C)]
pub struct vrm_Recorder {
    _private: [u8; 0],
}

/// Draws.
#[repr(C)]
pub struct vrm_Renderer {
    _private: [u8; 0],
}

/// A model in the memory of the graphics card, ready to be drawn any number of times.
#[repr(C)]
pub struct vrm_Drawable {
    _private: [u8; 0],
}

/// A list of findings.
#[repr(C)]
pub struct vrm_Report {
    _private: [u8; 0],
}

/// A model compiled for running: immutable, shared by any number of avatars.
#[repr(C)]
pub struct vrm_Rig {
    _private: [u8; 0],
}

/// A running crowd of avatars.
#[repr(C)]
pub struct vrm_Sim {
    _private: [u8; 0],
}

/// An avatar prepared for drawing, with its camera and lights.
#[repr(C)]
pub struct vrm_Stage {
    _private: [u8; 0],
}

/// A receiver and the state that it has received. One thread at a time.
#[repr(C)]
pub struct vrm_Vmc {
    _private: [u8; 0],
}

/// A UDP socket that receives packets of the VMC protocol.
#[repr(C)]
pub struct vrm_VmcSocket {
    _private: [u8; 0],
}

/// Makes a PNG whose red, green and blue all hold what one channel of a picture holds (0 red, 1 green,
/// 2 blue, 3 alpha): vrm_image_spread_channel() of vrm/image.h, or something like it. On VRM_OK
/// `*out_png` was taken from `allocator` with exactly its size and belongs to the caller; or it is
/// empty when all three channels have these values already, as in a grey picture.
pub type vrm_SpreadChannelFn = unsafe extern "C" fn(ctx: *mut c_void, picture: vrm_Span, channel: i32, allocator: *const vrm_Allocator, out_png: *mut vrm_Span) -> vrm_Result;

/// Reads a file that the document names by a relative URI. `path` is the decoded URI: names with a
/// slash between them, never absolute and never with "..". On VRM_OK `*out_data` was taken from
/// `allocator` with exactly `*out_size` bytes and belongs to the caller. Must refuse files over
/// `max_size` with VRM_ERR_LIMIT.
pub type vrm_ReadFileFn = unsafe extern "C" fn(ctx: *mut c_void, path: *const c_char, max_size: u64, allocator: *const vrm_Allocator, out_data: *mut *mut u8, out_size: *mut usize) -> vrm_Result;

/// A function of OpenGL, to be cast to its own type.
pub type vrm_GlProc = unsafe extern "C" fn();

/// Decodes an image of the document: vrm_image_decode() or a function with the same contract. May be
/// called from the workers of vrm_DrawableDef.tasks. Anything but VRM_OK makes a finding and a
/// substitute.
pub type vrm_DecodeImageFn = unsafe extern "C" fn(ctx: *mut c_void, bytes: vrm_Span, limits: *const vrm_ImageLimits, allocator: *const vrm_Allocator, out: *mut vrm_Picture) -> vrm_Result;

/// Work on the items begin \<= i \< end; `worker` is below vrm_Tasks.worker_count and no two calls that
/// run at the same time share it.
pub type vrm_TaskFn = unsafe extern "C" fn(task: *mut c_void, begin: i32, end: i32, worker: i32);

/// Sets the inputs of one avatar. May call every vrm_avatar_ function that takes a vrm_Sim and does not
/// allocate, for this avatar only, and nothing else of the sim.
pub type vrm_InputFn = unsafe extern "C" fn(ctx: *mut c_void, sim: *mut vrm_Sim, avatar: vrm_AvatarId, user_data: *mut c_void);

/// How to bake. Start from vrm_default_baker_def().
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_BakerDef {
    /// Set by the default function; do not touch.
    pub def_size: u32,
    /// Of the animation; copied. Default NULL: "bake".
    pub name: *const c_char,
    /// Of each node's rotation. 0 or more; default 0.1.
    pub tolerance_degrees: f32,
    /// Of each node's translation; the same number for scales. Default 0.0005.
    pub tolerance_metres: f32,
    /// Of each morph weight, colour and texture transform. Default 0.002.
    pub tolerance_weight: f32,
    /// Colours and texture transforms that expressions change are animated through
    /// KHR_animation_pointer, which few programs read. Default false.
    pub has_materials: bool,
    /// Leave the VRM extensions in. By default they are removed, because a VRM program would run
    /// springs, constraints and look-at a second time; the licence is kept as asset.extras.vrmMeta.
    /// MToon materials are kept in any case. Default false.
    pub keeps_vrm: bool,
    /// Memory for frames; beyond it VRM_ERR_LIMIT. Default 1 GiB.
    pub max_bytes: u64,
    /// For the baker, until it is destroyed. Default: the C library.
    pub allocator: vrm_Allocator,
}

/// Counts, sizes and loop error of a bake.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_BakeStats {
    /// Frames that were added.
    pub frames: i32,
    /// Channels of the written animation; what never leaves its rest value has none.
    pub channels: i32,
    /// From the first frame to the last.
    pub seconds: f32,
    /// Of all channels together.
    pub source_keys: u64,
    /// Of all channels together.
    pub kept_keys: u64,
    /// The same in bytes of key data.
    pub source_bytes: u64,
    /// The same in bytes of key data.
    pub kept_bytes: u64,
    /// Largest difference of any node, first to last frame: the jump when the animation loops.
    pub gap_degrees: f32,
    /// Largest difference of any node, first to last frame: the jump when the animation loops.
    pub gap_metres: f32,
}

/// Where an object takes its memory from. A zeroed allocator means the C library. `alloc` returns NULL
/// on failure; `align` is a power of two. `release` gets the size that was passed to `alloc`. Both must
/// be thread-safe when the object is used from several threads.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_Allocator {
    /// At least `size` bytes at a multiple of `align`. NULL: the C library's; then `release` is NULL
    /// too.
    pub alloc: Option<unsafe extern "C" fn(ctx: *mut c_void, size: usize, align: usize) -> *mut c_void>,
    /// Takes back what `alloc` gave; never called with NULL.
    pub release: Option<unsafe extern "C" fn(ctx: *mut c_void, ptr: *mut c_void, size: usize)>,
    /// Passed to both functions; not used otherwise.
    pub ctx: *mut c_void,
}

/// An amount that grows with the file: `base`, and `per_byte` for each byte of the file and of the side
/// files that it names.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_Allowance {
    /// What a file of any size may use.
    pub base: u64,
    /// What each byte adds; the sum stops at UINT64_MAX.
    pub per_byte: u64,
}

/// Limits on what one file may use. Exceeding one gives VRM_ERR_LIMIT and a finding that names the
/// limit and the value. The default function of the enclosing definition sets them; a struct of limits
/// alone comes from vrm_default_limits(). docs/trust.md lists what each one stops.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_Limits {
    /// Set by the default function; do not touch.
    pub limits_size: u32,
    /// Nesting of arrays and objects. Default 128.
    pub json_depth: u32,
    /// Values in the JSON text, keys included. Default 67108864.
    pub json_values: u32,
    /// Entries of any one array of the document. Default 4194304.
    pub elements: u32,
    /// Size of the file and of each side file. Default 1 GiB.
    pub file_bytes: u64,
    /// Bytes that base64, mesh decompression and the like may produce for one file in total. Default 1
    /// GiB.
    pub decoded_bytes: u64,
    /// Bytes that may be allocated at one time: for loading, with the file itself; and again for each
    /// work on the loaded model, besides the model and besides what the work writes. Default 1 MiB + 16
    /// for each byte.
    pub memory: vrm_Allowance,
    /// Bytes of vertices, keys and pictures that normalizing, migrating and baking may write anew.
    /// Default 8 MiB + 16 for each byte.
    pub written: vrm_Allowance,
    /// Units of work where a file can refer to one thing many times: vertices, triangles, keys, and
    /// tests of one joint against one collider in one step. Default 262144 + 4 for each byte.
    pub work: vrm_Allowance,
}

/// Maps a joint to a bone.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_BvhName {
    /// As the file spells it.
    pub joint: *const c_char,
    /// VRM_BONE_NONE: the joint is no bone, whatever its name.
    pub bone: vrm_Bone,
}

/// How to read. Start from vrm_default_bvh_def().
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_BvhDef {
    /// Set by the default function; do not touch.
    pub def_size: u32,
    /// Metres in one unit of the file. Default 0: guessed from the hips' height.
    pub metres: f32,
    /// Default VRM_BVH_REST_GUESS.
    pub rest: vrm_BvhRest,
    /// Keep the position where the motion begins; else it begins above the origin. Default false.
    pub keeps_start: bool,
    /// Used before names are guessed; not kept. Default NULL.
    pub names: *const vrm_BvhName,
    /// Entries of `names`. Default 0.
    pub name_count: i32,
    /// Memory for the motion; beyond it VRM_ERR_LIMIT. Default 512 MiB.
    pub max_bytes: u64,
    /// Gets the findings. Default NULL.
    pub report: *mut vrm_Report,
    /// For the motion, until it is destroyed. Default: the C library.
    pub allocator: vrm_Allocator,
}

/// How to build a clip. Start from vrm_default_clip_def().
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_ClipDef {
    /// Set by the default function; do not touch.
    pub def_size: u32,
    /// Which glTF animation of the file. Default 0, the first.
    pub animation: i32,
    /// Memory for the clip; beyond it VRM_ERR_LIMIT. Default 0: 8 MiB and 32 for each byte of the file,
    /// at most 256 MiB.
    pub max_bytes: u64,
    /// Gets the findings. Default NULL.
    pub report: *mut vrm_Report,
    /// For the clip, until it is destroyed. Default: the C library.
    pub allocator: vrm_Allocator,
}

/// The values of a VRM animation at one time, for any avatar.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_ClipSample {
    /// Bones that the clip does not move have the identity. hips_offset is in metres of the clip's own
    /// skeleton: vrm_clip_fit_hips() converts it to the avatar's.
    pub pose: vrm_Pose,
    /// Bit b: the clip turns bone b.
    pub bones: u64,
    /// The clip animates pose.hips_offset.
    pub moves_hips: bool,
    /// The clip animates the gaze; else `gaze_degrees` is (0, 0).
    pub has_gaze: bool,
    /// x yaw, y pitch, as vrm_avatar_look_along() takes them.
    pub gaze_degrees: vrm_Vec2,
}

/// The playback state of a clip: a plain value that the caller may copy and change. To seek, set
/// time_s.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_Player {
    /// NULL plays nothing.
    pub clip: *const vrm_Clip,
    /// Place in the clip, seconds from its beginning.
    pub time_s: f32,
    /// 1 as recorded, 2 twice as fast, negative backwards.
    pub speed: f32,
    /// 0..1; see vrm_avatar_play().
    pub weight: f32,
    /// Starts again after the end; else stays at the end.
    pub loops: bool,
    /// Adds the clip's difference from its first key.
    pub is_additive: bool,
}

/// One difference. Strings are UTF-8 out of the files and live as long as the diff; "" where there is
/// none.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_Difference {
    /// Where in the avatar.
    pub part: vrm_DiffPart,
    /// Whether both models have it.
    pub kind: vrm_DiffKind,
    /// What differs: the name of a bone, expression, node, material. "" for meta and look-at.
    pub subject: *const c_char,
    /// In what: "overrideBlink", "stiffness". "" when the subject as a whole was added or removed.
    pub member: *const c_char,
    /// The value in the first model as text.
    pub before: *const c_char,
    /// The value in the second model.
    pub after: *const c_char,
}

/// How to compare. Start from vrm_default_diff_def().
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_DiffDef {
    /// Set by the default function; do not touch.
    pub def_size: u32,
    /// Metres by which places may differ. 0 or more; default 1e-4.
    pub distance: f32,
    /// Degrees by which directions may differ. Default 0.1.
    pub angle: f32,
    /// By which other numbers (weights, colours, factors) may differ; relative for those above 1.
    /// Default 1e-4.
    pub value: f32,
    /// Differences kept; the total stays exact. Default 10000.
    pub max_differences: i32,
    /// Numbers and bytes of vertices, keys and images that may be looked at, and twice the bytes of
    /// memory that this may take; VRM_ERR_LIMIT beyond. Default 0: 2^26, and 16 for each byte of both
    /// files (vrm_model_source_bytes()).
    pub work: u64,
    /// For the diff, until it is destroyed. Default: the C library.
    pub allocator: vrm_Allocator,
}

/// An entry of `buffers`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_Buffer {
    /// "" for the BIN chunk; the beginning of a long data: URI.
    pub uri: *const c_char,
    /// NULL when not available.
    pub data: *const u8,
    /// Bytes at `data` that may be read: at most byteLength.
    pub size: u64,
    /// Its object in the document.
    pub json: vrm_JsonRef,
}

/// An entry of `bufferViews`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_BufferView {
    /// byte_length bytes inside those of the buffer, decompressed where EXT_meshopt_compression is
    /// used; NULL when out of bounds or missing.
    pub data: *const u8,
    /// Cut to what the buffer holds.
    pub byte_length: u64,
    /// The buffer that it is a part of; that of the uncompressed form where `is_compressed`.
    pub buffer: i32,
    /// 0: tightly packed.
    pub byte_stride: u32,
    /// Its object in the document.
    pub json: vrm_JsonRef,
    /// 34962 vertex data, 34963 indices, 0 not stated.
    pub target: u16,
    /// Came from EXT_meshopt_compression.
    pub is_compressed: bool,
}

/// Bounds and the sparse part have functions of their own: vrm_accessor_bounds(),
/// vrm_accessor_sparse().
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_Accessor {
    /// In the buffer view.
    pub byte_offset: u64,
    /// Elements.
    pub count: u64,
    /// -1: zeros.
    pub buffer_view: i32,
    /// Its object in the document.
    pub json: vrm_JsonRef,
    /// vrm_ComponentType.
    pub component_type: u16,
    /// vrm_AccessorType.
    pub r#type: u8,
    /// Integers stand for 0..1, signed ones for -1..1.
    pub is_normalized: bool,
    /// Some elements are replaced: vrm_accessor_sparse() has them.
    pub is_sparse: bool,
    /// Every byte that reading uses was proven to be inside its buffer. The sparse indices themselves
    /// are checked when they are read.
    pub is_readable: bool,
}

/// The elements that a sparse accessor replaces.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_Sparse {
    /// 0: none, or none that can be read.
    pub count: u64,
    /// Bytes from the start of `indices_view` to the first index.
    pub indices_offset: u64,
    /// Bytes from the start of `values_view` to the first value.
    pub values_offset: u64,
    /// Buffer views; -1: none.
    pub indices_view: i32,
    /// Buffer views; -1: none.
    pub values_view: i32,
    /// An unsigned one; VRM_COMPONENT_NONE when `count` is 0.
    pub indices_type: vrm_ComponentType,
    /// The accessor that it belongs to.
    pub accessor: i32,
}

/// An entry of `images`, encoded.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_Image {
    /// As stated; "" when absent.
    pub name: *const c_char,
    /// "" when it is in a buffer view; the beginning of a data: URI.
    pub uri: *const c_char,
    /// As stated; "" when absent.
    pub mime_type: *const c_char,
    /// The encoded bytes; NULL when not available.
    pub data: *const u8,
    /// Bytes at `data`.
    pub size: u64,
    /// Where the bytes are; -1: in a file or a data: URI.
    pub buffer_view: i32,
    /// Its object in the document.
    pub json: vrm_JsonRef,
}

/// An entry of `samplers`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_Sampler {
    /// GL constants; 0 not stated.
    pub mag_filter: u32,
    /// GL constants; 0 not stated.
    pub min_filter: u32,
    /// GL constants; default 10497, REPEAT.
    pub wrap_s: u32,
    /// GL constants; default 10497, REPEAT.
    pub wrap_t: u32,
    /// Its object in the document.
    pub json: vrm_JsonRef,
}

/// An entry of `textures`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_Texture {
    /// As stated; "" when absent.
    pub name: *const c_char,
    /// -1: linear filters and repeat.
    pub sampler: i32,
    /// The image; an EXT_texture_webp source where the core one is absent.
    pub source: i32,
    /// Its object in the document.
    pub json: vrm_JsonRef,
}

/// KHR_texture_transform: uv' = translate(offset) * rotate * scale * uv, V downwards.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_TextureTransform {
    /// Added last, in widths and heights of the texture. Default (0, 0).
    pub offset: vrm_Vec2,
    /// Of the coordinates, applied first. Default (1, 1).
    pub scale: vrm_Vec2,
    /// Radians, counter-clockwise as the texture is seen. Default 0.
    pub rotation: f32,
}

/// A material's reference to a texture.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_TextureInfo {
    /// -1: no texture.
    pub texture: i32,
    /// The transform's own texCoord where it has one.
    pub tex_coord: i32,
    /// NULL: none. See vrm_texture_transform().
    pub transform: *const vrm_TextureTransform,
}

/// An entry of `materials`, without its VRM part.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_Material {
    /// As stated; "" when absent.
    pub name: *const c_char,
    /// Colour in sRGB, with alpha; multiplied by base_color_factor.
    pub base_color_texture: vrm_TextureInfo,
    /// Green is roughness, blue is metalness; both linear.
    pub metallic_roughness_texture: vrm_TextureInfo,
    /// Normals in tangent space, linear.
    pub normal_texture: vrm_TextureInfo,
    /// Red is how much ambient light arrives; linear.
    pub occlusion_texture: vrm_TextureInfo,
    /// Light that the surface sends out, in sRGB.
    pub emissive_texture: vrm_TextureInfo,
    /// Linear colour and alpha, 0..1. Default white, opaque.
    pub base_color_factor: vrm_Vec4,
    /// 0 (dielectric) to 1 (metal), the default.
    pub metallic_factor: f32,
    /// 0 (mirror) to 1 (matt), the default.
    pub roughness_factor: f32,
    /// normalTexture.scale.
    pub normal_scale: f32,
    /// occlusionTexture.strength: 0 ignores the texture, 1 is the default.
    pub occlusion_strength: f32,
    /// Linear, 0..1, times emissive_strength. Default black.
    pub emissive_factor: vrm_Vec3,
    /// KHR_materials_emissive_strength; else 1.
    pub emissive_strength: f32,
    /// VRM_ALPHA_MASK draws where alpha is at least this. Default 0.5.
    pub alpha_cutoff: f32,
    /// What alpha means. Default VRM_ALPHA_OPAQUE.
    pub alpha_mode: vrm_AlphaMode,
    /// Its object in the document.
    pub json: vrm_JsonRef,
    /// Back faces are drawn too, with their normals turned. Default false.
    pub is_double_sided: bool,
    /// KHR_materials_unlit.
    pub is_unlit: bool,
}

/// An attribute of a primitive: its semantic and accessor.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_Attribute {
    /// Where its values are; -1: the file's index was no accessor.
    pub accessor: i32,
    /// The name in the JSON, "TEXCOORD_1".
    pub key: vrm_JsonRef,
    /// The 1 of TEXCOORD_1; 0 for names without a number.
    pub set: u16,
    /// vrm_Semantic.
    pub semantic: u8,
}

/// A morph target of a primitive.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_MorphTarget {
    /// Differences from the primitive's attributes of the same names.
    pub attributes: *const vrm_Attribute,
    /// Entries of `attributes`.
    pub attribute_count: i32,
}

/// A primitive of a mesh.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_Primitive {
    /// In the order of the file.
    pub attributes: *const vrm_Attribute,
    /// Morph targets, in the order of vrm_Mesh.weights.
    pub targets: *const vrm_MorphTarget,
    /// Entries of `attributes`.
    pub attribute_count: i32,
    /// Entries of `targets`.
    pub target_count: i32,
    /// Accessor; -1: drawn in order.
    pub indices: i32,
    /// -1: glTF's default material.
    pub material: i32,
    /// Its object in the document.
    pub json: vrm_JsonRef,
    /// GL constant; 4 triangles.
    pub mode: u8,
}

/// Morph weights at rest, one for each target.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_MorphWeights {
    /// `count` numbers, nominally 0..1.
    pub values: *const f32,
    /// As in the file: not always the number of targets.
    pub count: i32,
}

/// An entry of `meshes`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_Mesh {
    /// As stated; "" when absent.
    pub name: *const c_char,
    /// Parts with one material each, in the order of the file.
    pub primitives: *const vrm_Primitive,
    /// NULL: zeros.
    pub weights: *const vrm_MorphWeights,
    /// From mesh extras, else from the first primitive's.
    pub target_names: *mut *const c_char,
    /// Entries of `primitives`.
    pub primitive_count: i32,
    /// Morph targets: the most that any primitive has.
    pub target_count: i32,
    /// Entries of `target_names`: not always target_count.
    pub target_name_count: i32,
    /// Its object in the document.
    pub json: vrm_JsonRef,
}

/// An entry of `skins`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_Skin {
    /// As stated; "" when absent.
    pub name: *const c_char,
    /// Accessor; -1: identity.
    pub inverse_bind_matrices: i32,
    /// A node above all joints, as stated; -1: none. It does not change the pose.
    pub skeleton: i32,
    /// Nodes; -1 where the file's index was no node.
    pub joints: *const i32,
    /// Entries of `joints`.
    pub joint_count: i32,
    /// Its object in the document.
    pub json: vrm_JsonRef,
}

/// An entry of `nodes`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_Node {
    /// As stated; "" when absent.
    pub name: *const c_char,
    /// Only nodes whose `parent` is this one; no cycles.
    pub children: *const i32,
    /// Entries of `children`.
    pub child_count: i32,
    /// -1: a root. Of several parents the first in the file counts.
    pub parent: i32,
    /// The mesh that is drawn at this node; -1: none.
    pub mesh: i32,
    /// The skin that deforms the mesh; -1: the mesh is rigid.
    pub skin: i32,
    /// A camera that looks along the node's -Z; -1: none.
    pub camera: i32,
    /// Its object in the document.
    pub json: vrm_JsonRef,
    /// Local; decomposed where the file has a matrix.
    pub rest: vrm_Transform,
    /// As stored; NULL when the node has none.
    pub matrix: *const vrm_Mat4,
    /// NULL: those of the mesh.
    pub weights: *const vrm_MorphWeights,
}

/// An entry of `scenes`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_Scene {
    /// As stated; "" when absent.
    pub name: *const c_char,
    /// The roots of what the scene shows.
    pub nodes: *const i32,
    /// Entries of `nodes`.
    pub node_count: i32,
    /// Its object in the document.
    pub json: vrm_JsonRef,
}

/// A sampler of an animation: times, values, interpolation.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_AnimationSampler {
    /// Accessors.
    pub input: i32,
    /// Accessors.
    pub output: i32,
    /// What is between two keys. Default VRM_INTERPOLATION_LINEAR.
    pub interpolation: vrm_Interpolation,
}

/// A channel of an animation: which sampler drives what.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_AnimationChannel {
    /// Into `samplers` of the animation.
    pub sampler: i32,
    /// What is moved; -1: none stated, or a path of another kind.
    pub node: i32,
    /// Which property of the node.
    pub path: vrm_AnimationPath,
    /// Its object in the document.
    pub json: vrm_JsonRef,
}

/// An entry of `animations`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_Animation {
    /// As stated; "" when absent.
    pub name: *const c_char,
    /// What is animated.
    pub channels: *const vrm_AnimationChannel,
    /// Entries of `channels`.
    pub channel_count: i32,
    /// The keys, which channels may share.
    pub samplers: *const vrm_AnimationSampler,
    /// Entries of `samplers`.
    pub sampler_count: i32,
    /// Its object in the document.
    pub json: vrm_JsonRef,
}

/// An entry of `cameras`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_Camera {
    /// As stated; "" when absent.
    pub name: *const c_char,
    /// Else perspective, with aspect_ratio and y_fov.
    pub is_orthographic: bool,
    /// Width / height of the picture; 0: not stated.
    pub aspect_ratio: f32,
    /// Angle from bottom to top, radians; 0: not stated.
    pub y_fov: f32,
    /// Half the width and height of an orthographic view, metres.
    pub x_mag: f32,
    /// Half the width and height of an orthographic view, metres.
    pub y_mag: f32,
    /// Distances between which things are drawn, metres; a z_far of 0: no end.
    pub z_near: f32,
    /// Distances between which things are drawn, metres; a z_far of 0: no end.
    pub z_far: f32,
    /// Its object in the document.
    pub json: vrm_JsonRef,
}

/// `asset`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_Asset {
    /// Of glTF, "2.0".
    pub version: *const c_char,
    /// The oldest glTF that a reader must support; "" when absent.
    pub min_version: *const c_char,
    /// The program that wrote the file; "" when absent.
    pub generator: *const c_char,
    /// For people; "" when absent. An avatar's licence is in vrm_Meta.
    pub copyright: *const c_char,
    /// Its object in the document.
    pub json: vrm_JsonRef,
}

/// The whole document.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_Gltf {
    /// The JSON text as values. Never NULL.
    pub json: *const vrm_Json,
    /// Version and origin of the file.
    pub asset: vrm_Asset,
    /// The default scene; -1: none stated.
    pub scene: i32,
    /// `scene_count` entries, as all arrays here have their count below; NULL for 0.
    pub scenes: *const vrm_Scene,
    /// The hierarchy: bones, meshes, helpers.
    pub nodes: *const vrm_Node,
    /// Geometry.
    pub meshes: *const vrm_Mesh,
    /// Which nodes deform meshes.
    pub skins: *const vrm_Skin,
    /// Without VRM's part, which vrm_model_surfaces() has.
    pub materials: *const vrm_Material,
    /// Pairs of an image and a sampler.
    pub textures: *const vrm_Texture,
    /// Filters and repetition.
    pub samplers: *const vrm_Sampler,
    /// Encoded pictures: vrm/image.h decodes them.
    pub images: *const vrm_Image,
    /// How numbers lie in buffer views.
    pub accessors: *const vrm_Accessor,
    /// Parts of buffers.
    pub buffer_views: *const vrm_BufferView,
    /// Bytes: the BIN chunk, data: URIs, side files.
    pub buffers: *const vrm_Buffer,
    /// Motion of nodes; a .vrma has that of its humanoid here.
    pub animations: *const vrm_Animation,
    /// Cameras that nodes name.
    pub cameras: *const vrm_Camera,
    /// Names of extensions that occur in the file.
    pub extensions_used: *mut *const c_char,
    /// Names of extensions without which the file cannot be shown.
    pub extensions_required: *mut *const c_char,
    /// In the order of their accessors.
    pub sparse_accessors: *const vrm_Sparse,
    /// Entries of the array of that name.
    pub scene_count: i32,
    /// Entries of the array of that name.
    pub node_count: i32,
    /// Entries of the array of that name.
    pub mesh_count: i32,
    /// Entries of the array of that name.
    pub skin_count: i32,
    /// Entries of the array of that name.
    pub material_count: i32,
    /// Entries of the array of that name.
    pub texture_count: i32,
    /// Entries of the array of that name.
    pub sampler_count: i32,
    /// Entries of the array of that name.
    pub image_count: i32,
    /// Entries of the array of that name.
    pub accessor_count: i32,
    /// Entries of the array of that name.
    pub buffer_view_count: i32,
    /// Entries of the array of that name.
    pub buffer_count: i32,
    /// Entries of the array of that name.
    pub animation_count: i32,
    /// Entries of the array of that name.
    pub camera_count: i32,
    /// Entries of the array of that name.
    pub extension_used_count: i32,
    /// Entries of the array of that name.
    pub extension_required_count: i32,
    /// Entries of the array of that name.
    pub sparse_accessor_count: i32,
    /// All nodes, every parent before its children; node_count entries.
    pub node_order: *const i32,
}

/// What OpenCL says of a device.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_GpuDevice {
    /// The OpenCL platform, "NVIDIA CUDA", cut to fit.
    pub platform: [c_char; 64],
    /// The device's own name, cut to fit.
    pub name: [c_char; 128],
    /// Version of the driver, cut to fit.
    pub driver: [c_char; 64],
    /// Else a CPU or an accelerator of another kind.
    pub is_gpu: bool,
    /// As the driver counts them.
    pub compute_units: i32,
    /// Global memory of the device.
    pub memory_bytes: u64,
}

/// How to create a sim. Start from vrm_default_gpu_sim_def().
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_GpuSimDef {
    /// Set by the default function; do not touch.
    pub def_size: u32,
    /// Part of a device's or platform's name, ignoring case, or its number in vrm_gpu_devices(). NULL:
    /// the environment's VRM_GPU_DEVICE; without it the first graphics card, else the first device.
    pub device: *const c_char,
    /// Accept a device whose arithmetic failed the test at creation. Results then equal those of the
    /// CPU only approximately. Default false.
    pub allows_inexact: bool,
    /// As in vrm_SimDef. Default 60.
    pub spring_rate_hz: f32,
    /// As in vrm_SimDef. Default 1/30.
    pub max_step_s: f32,
    /// Sum of vrm_Outputs. Default VRM_OUTPUT_ALL.
    pub outputs: u32,
    /// Default VRM_GPU_SPLIT_AUTO.
    pub split: vrm_GpuSplit,
    /// Folder for compiled kernels, which must exist. NULL: the environment's VRM_GPU_CACHE; without it
    /// none are stored (drivers have caches of their own).
    pub cache_folder: *const c_char,
    /// The host's cl_context and cl_command_queue of it (in order), for sharing buffers. Both or
    /// neither; they must outlive the sim. Default NULL.
    pub context: *mut c_void,
    /// The host's cl_context and cl_command_queue of it (in order), for sharing buffers. Both or
    /// neither; they must outlive the sim. Default NULL.
    pub queue: *mut c_void,
    /// Gets the findings of creation and of vrm_gpu_sim_add(); must outlive the sim. Default NULL.
    pub report: *mut vrm_Report,
}

/// Where a result lies on the device. `stride` avatars form a tile: float i of the avatar in column c
/// is at first + c / stride * tile + i * stride + c % stride. Spring joints come in the order of their
/// chains there. Valid until avatars are added or removed.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_GpuBuffer {
    /// cl_mem
    pub buffer: *mut c_void,
    /// Index of the first float in `buffer`.
    pub first: u64,
    /// Floats from one tile to the next.
    pub tile: u64,
    /// Avatars of a tile; floats from one value of an avatar to its next.
    pub stride: u64,
    /// Floats of each avatar, vrm_gpu_output_width().
    pub width: i32,
    /// Avatars of the rig; their columns are 0 to this - 1.
    pub column_count: i32,
}

/// Limits on one picture. A zero member means its default.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_ImageLimits {
    /// sizeof(vrm_ImageLimits), so that more members can follow; 0 means the members up to is_color.
    pub limits_size: u32,
    /// Of the picture in the file. Default 8192 each.
    pub width: u32,
    /// Of the picture in the file. Default 8192 each.
    pub height: u32,
    /// Its pixels, four bytes each, before any reduction. Default 256 MiB. For a budget over many
    /// pictures, pass what is left of it.
    pub decoded_bytes: u64,
    /// A longer edge of this many pixels is enough: a larger picture is halved, by averages of 2x2,
    /// while the result is still no smaller than this. Default: never.
    pub enough: u32,
    /// Averages are taken in linear light: colours are decoded from sRGB and encoded again, which keeps
    /// fine patterns as bright as they were. Default: bytes are averaged, as normals and masks need,
    /// and as JPEG can do it while decoding.
    pub is_color: bool,
}

/// What the header says.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_ImageInfo {
    /// Detected from the first bytes.
    pub format: vrm_ImageFormat,
    /// In pixels, 1 or more.
    pub width: u32,
    /// In pixels, 1 or more.
    pub height: u32,
}

/// Pixels: red, green, blue, alpha, one byte each, alpha not multiplied in, the top row first, rows
/// without gaps. Colours are as stored (sRGB for colour pictures); profiles are not applied.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_Picture {
    /// In pixels; 0 for a zeroed picture.
    pub width: u32,
    /// In pixels; 0 for a zeroed picture.
    pub height: u32,
    /// width * height * 4 bytes.
    pub pixels: *mut u8,
    /// From which `pixels` were taken; vrm_image_release() returns them to it.
    pub allocator: vrm_Allocator,
}

/// How to write a picture or an animation. Start from vrm_default_image_writer_def().
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_ImageWriterDef {
    /// Set by the default function; do not touch.
    pub def_size: u32,
    /// PNG (one frame), WEBP (one or more), APNG or GIF. Default PNG.
    pub format: vrm_ImageFormat,
    /// Of every frame: 1 to 16383. Must be set.
    pub width: u32,
    /// Of every frame: 1 to 16383. Must be set.
    pub height: u32,
    /// Above 0, at most 1000; default 30. GIF counts in hundredths of a second and WebP in thousandths:
    /// frames lie on the nearest one, so that the whole keeps its length. Players slow down GIF frames
    /// shorter than two hundredths: for GIF the limit is 50.
    pub frames_per_second: f32,
    /// How often an animation is shown; 0 for ever, the default.
    pub loop_count: i32,
    /// From 0, fast, to 9, small. Default 4.
    pub effort: i32,
    /// WebP: 0 to 100; above 100 it is lossless. Default 90.
    pub quality: f32,
    /// For the writer and what it writes. Default: the C library.
    pub allocator: vrm_Allocator,
}

/// A range of bytes without ownership; not terminated.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_Span {
    /// The first byte; may be NULL when `size` is 0.
    pub data: *const c_char,
    /// Bytes at `data`.
    pub size: usize,
}

/// How to parse. Start from vrm_default_json_def().
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_JsonDef {
    /// Set by the default function; do not touch.
    pub def_size: u32,
    /// The text outlives the document: do not copy it. Default false.
    pub borrow_text: bool,
    /// For the document, until it is destroyed. Default: the C library.
    pub allocator: vrm_Allocator,
    /// Stays the last member: it may grow.
    pub limits: vrm_Limits,
}

/// Walks the children of an array or object:
///   vrm_JsonIter it = vrm_json_iter(json, ref);
///   while (vrm_json_next(&it)) use(it.key, it.value, it.index); The document must not be edited meanwhile.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_JsonIter {
    /// The document that is walked.
    pub json: *const vrm_Json,
    /// The key as a string value; VRM_JSON_MISSING in an array.
    pub key: vrm_JsonRef,
    /// The current child.
    pub value: vrm_JsonRef,
    /// 0 for the first child.
    pub index: u32,
    /// State of the walk: do not use.
    pub private_next: u32,
    /// State of the walk: do not use.
    pub private_end: u32,
}

/// How to make triangles. Start from vrm_default_triangles_def().
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_TrianglesDef {
    /// Set by the default function; do not touch.
    pub def_size: u32,
    /// For a normal map. Default false.
    pub wants_tangents: bool,
    /// The UV set of the normal map, 0 or 1, by which missing tangents are made. Default 0.
    pub tex_coord: i32,
    /// Memory in total; beyond it VRM_ERR_LIMIT. Default 1 GiB.
    pub max_bytes: u64,
    /// For the triangles, until they are destroyed. Default: the C library.
    pub allocator: vrm_Allocator,
}

/// A primitive as a list of triangles. Arrays have one element for each vertex; an absent array is
/// NULL. All numbers are finite.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_Triangles {
    /// Elements of each array below: the file's vertices, then added ones.
    pub vertex_count: u32,
    /// Three for each triangle.
    pub index_count: u32,
    /// Triangles with an index outside the vertices: left out.
    pub dropped_count: u32,
    /// Vertices of the file, from 0 on, which come first.
    pub source_count: u32,
    /// Each below vertex_count; counter-clockwise from the front.
    pub indices: *const u32,
    /// The file's vertex of each vertex: the index into the arrays of morph targets.
    pub sources: *const u32,
    /// Within a million metres of the origin.
    pub positions: *const vrm_Vec3,
    /// Of unit length.
    pub normals: *const vrm_Vec3,
    /// Of unit length, at right angles to the normal where they were made; w is 1 or -1: bitangent =
    /// cross(normal, tangent) * w. NULL unless asked for, and where there are no UVs to make them from.
    pub tangents: *const vrm_Vec4,
    /// TEXCOORD_0 and TEXCOORD_1.
    pub uvs: [*const vrm_Vec2; 2],
    /// COLOR_0; alpha 1 where the file has none.
    pub colors: *const vrm_Vec4,
    /// Joints of each vertex: 4 for each JOINTS_n of the file; 0: none.
    pub influence_count: i32,
    /// influence_count for each vertex: into the joints of the skin.
    pub joints: *const u32,
    /// As many; 0 or more, with a sum of 1.
    pub weights: *const f32,
    /// The largest of `joints` with a weight: compare it with vrm_Skin.joint_count of the skin that you
    /// draw with.
    pub max_joint: u32,
    /// Normals were made: the file has none, or some without a direction.
    pub has_made_normals: bool,
    /// Tangents were made: the file has none, or some that are unusable.
    pub has_made_tangents: bool,
}

/// Vertices and triangles without tangents.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_TangentInput {
    /// Three numbers for each vertex.
    pub positions: *const f32,
    /// Three, of unit length.
    pub normals: *const f32,
    /// Two.
    pub uvs: *const f32,
    /// Vertices in each array.
    pub vertex_count: u32,
    /// Three for each triangle. Rewritten: a corner may get a new vertex.
    pub indices: *mut u32,
    /// Entries of `indices`: a multiple of three.
    pub index_count: usize,
}

/// The result; release it with vrm_tangents_release().
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_Tangents {
    /// Four for each vertex, as vrm_Triangles has them.
    pub tangents: *mut f32,
    /// The input vertex of each vertex; those of the input come first.
    pub sources: *mut u32,
    /// As many as before, and new ones where a vertex was split.
    pub vertex_count: u32,
    /// From which both arrays were taken; vrm_tangents_release() returns them to it.
    pub allocator: vrm_Allocator,
}

/// How to migrate. Start from vrm_default_migrate_def().
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_MigrateDef {
    /// Set by the default function; do not touch.
    pub def_size: u32,
    /// For an avatar that has none, which 1.0 does not allow. NULL: "untitled".
    pub name: *const c_char,
    /// For an avatar without authors. NULL: "unknown".
    pub author: *const c_char,
    /// VRM_DIALECT_1, or VRM_DIALECT_0 for older applications. Default VRM_DIALECT_1.
    pub to: vrm_Dialect,
    /// To 1.0: masks that MToon 0.x reads from red and 1.0 from green or blue get a picture of their
    /// own; each picture is asked for once. VRM_ERR_MEMORY ends the migration; after any other failure,
    /// and where the function is NULL (the default), the mask is not changed, with a finding.
    pub spread_channel: Option<vrm_SpreadChannelFn>,
    /// Passed to spread_channel; for vrm_image_spread_channel() NULL or a vrm_ImageLimits. Default
    /// NULL.
    pub spread_channel_ctx: *mut c_void,
}

/// How to load. Start from vrm_default_load_def().
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_LoadDef {
    /// Set by the default function; do not touch.
    pub def_size: u32,
    /// Refuse (VRM_ERR_INVALID) a file that would otherwise be loaded with a part disabled. Default
    /// false.
    pub is_strict: bool,
    /// vrm_model_load(): the bytes outlive the model: do not copy them. Default false.
    pub borrow_bytes: bool,
    /// NULL: vrm_model_load_file() reads below the file's own folder, vrm_model_load() refuses side
    /// files.
    pub read_file: Option<vrm_ReadFileFn>,
    /// Passed to read_file. Default NULL.
    pub read_file_ctx: *mut c_void,
    /// For the model, until it is destroyed. Default: the C library.
    pub allocator: vrm_Allocator,
    /// Stays the last member: it may grow.
    pub limits: vrm_Limits,
}

/// Who made the avatar and what one may do with it. For 0.x and the draft the 1.0 members hold the
/// strictest reading of what the file says; `license0` and the two URLs have the rest. Strings are ""
/// when absent.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_Meta {
    /// Of the avatar; `title` of 0.x.
    pub name: *const c_char,
    /// Of the avatar, in its authors' own way of counting.
    pub version: *const c_char,
    /// In the order of the file; 0.x has one.
    pub authors: *mut *const c_char,
    /// Whose rights there are, as free text.
    pub copyright_information: *const c_char,
    /// How to reach the authors.
    pub contact_information: *const c_char,
    /// Works that the avatar is based on, as free text or URLs.
    pub references: *mut *const c_char,
    /// Licences of parts that others made, as free text.
    pub third_party_licenses: *const c_char,
    /// The licence document; "https://vrm.dev/licenses/1.0/" for most 1.0 avatars.
    pub license_url: *const c_char,
    /// A licence in addition to, or instead of, the one above.
    pub other_license_url: *const c_char,
    /// 0.x and draft.
    pub other_permission_url: *const c_char,
    /// Entries of `authors`.
    pub author_count: i32,
    /// Entries of `references`.
    pub reference_count: i32,
    /// Index into images, in every dialect.
    pub thumbnail_image: i32,
    /// Who may perform as the avatar.
    pub avatar_permission: vrm_AvatarPermission,
    /// Whether use for profit is allowed.
    pub commercial_usage: vrm_CommercialUsage,
    /// Whether the authors must be named.
    pub credit_notation: vrm_CreditNotation,
    /// Whether the avatar may be changed.
    pub modification: vrm_Modification,
    /// The licence that a 0.x or draft file names.
    pub license0: vrm_License0,
    /// In works that show excessive violence.
    pub allow_excessively_violent_usage: bool,
    /// In works with excessive sexual content.
    pub allow_excessively_sexual_usage: bool,
    /// For political or religious purposes.
    pub allow_political_or_religious_usage: bool,
    /// For antisocial purposes or expressions of hate.
    pub allow_antisocial_or_hate_usage: bool,
    /// The unchanged file may be passed on.
    pub allow_redistribution: bool,
    /// The object `meta` of the file.
    pub json: vrm_JsonRef,
}

/// A morph target that an expression drives.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_MorphBind {
    /// Has a mesh. 0.x binds by mesh: one bind for every node that shows it.
    pub node: i32,
    /// Morph target, in range.
    pub index: i32,
    /// At full expression; nominally 0..1.
    pub weight: f32,
}

/// A colour of a material that an expression changes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_ColorBind {
    /// Of the document, in range.
    pub material: i32,
    /// Which of its colours.
    pub target: vrm_ColorTarget,
    /// Linear; alpha is used for VRM_COLOR_BASE only.
    pub value: vrm_Vec4,
}

/// A texture transform that an expression changes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_TextureBind {
    /// Of the document, in range; all its textures but the matcap are transformed.
    pub material: i32,
    /// At full expression, glTF's V direction.
    pub scale: vrm_Vec2,
    /// At full expression, glTF's V direction.
    pub offset: vrm_Vec2,
    /// Both, except for 0.x _MainTex_ST_S and _ST_T.
    pub binds_x: bool,
    /// Both, except for 0.x _MainTex_ST_S and _ST_T.
    pub binds_y: bool,
}

/// An expression, or blend shape group, of the file.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_Expression {
    /// The preset's 1.0 name, or the custom one.
    pub name: *const c_char,
    /// Morph targets that it drives.
    pub morph_binds: *const vrm_MorphBind,
    /// Colours that it changes.
    pub color_binds: *const vrm_ColorBind,
    /// Texture transforms that it changes.
    pub texture_binds: *const vrm_TextureBind,
    /// Entries of `morph_binds`.
    pub morph_bind_count: i32,
    /// Entries of `color_binds`.
    pub color_bind_count: i32,
    /// Entries of `texture_binds`.
    pub texture_bind_count: i32,
    /// VRM_EXPRESSION_CUSTOM for one of the avatar's own.
    pub preset: vrm_ExpressionPreset,
    /// vrm_BinaryRule.
    pub binary: u8,
    /// vrm_Override.
    pub override_blink: u8,
    /// vrm_Override.
    pub override_look_at: u8,
    /// vrm_Override.
    pub override_mouth: u8,
    /// Its object in the document.
    pub json: vrm_JsonRef,
}

/// A key of a 0.x look-at curve, as Unity has it.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_CurveKey {
    /// The input, 0..1 for 0 to input_max_degrees.
    pub time: f32,
    /// The output, 0..1 for 0 to output_scale.
    pub value: f32,
    /// Slope just before the key, value per time.
    pub in_tangent: f32,
    /// Slope just after the key.
    pub out_tangent: f32,
}

/// How far the eyes turn for a direction.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_RangeMap {
    /// A direction this far to the side gives the whole output; beyond it nothing is added.
    pub input_max_degrees: f32,
    /// Degrees for bones, weight for expressions.
    pub output_scale: f32,
    /// 0.x, when it is not the straight line; else NULL.
    pub curve: *const vrm_CurveKey,
    /// Entries of `curve`; 0: a straight line.
    pub curve_count: i32,
}

/// How the avatar looks at things.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_LookAt {
    /// What moves the eyes.
    pub r#type: vrm_LookAtType,
    /// In the head node's axes.
    pub offset_from_head: vrm_Vec3,
    /// An eye towards the nose. Bones only.
    pub horizontal_inner: vrm_RangeMap,
    /// An eye away from the nose; expressions: left and right.
    pub horizontal_outer: vrm_RangeMap,
    /// Both eyes down.
    pub vertical_down: vrm_RangeMap,
    /// Both eyes up.
    pub vertical_up: vrm_RangeMap,
    /// The object `lookAt` of the file; for 0.x `firstPerson`.
    pub json: vrm_JsonRef,
}

/// A shape that spring joints do not enter, or do not leave.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_Collider {
    /// -1: the collider is disabled.
    pub node: i32,
    /// What it is, and which of the members below are used.
    pub shape: vrm_ColliderShape,
    /// Node-local, as are tail and normal.
    pub offset: vrm_Vec3,
    /// Capsules.
    pub tail: vrm_Vec3,
    /// Planes; unit length.
    pub normal: vrm_Vec3,
    /// Of sphere and capsule, metres at scale 1; 0 for planes.
    pub radius: f32,
    /// Its object in the document.
    pub json: vrm_JsonRef,
}

/// Colliders that springs name together.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_ColliderGroup {
    /// As stated; "" when absent.
    pub name: *const c_char,
    /// Indices into vrm_SpringBones.colliders.
    pub colliders: *const i32,
    /// Entries of `colliders`.
    pub collider_count: i32,
    /// Its object in the document.
    pub json: vrm_JsonRef,
}

/// VRMC_springBone_limit, a draft. Radians.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_SpringLimit {
    /// Which limit, and which of the members below are used.
    pub r#type: vrm_LimitType,
    /// Cone and hinge: 0..pi.
    pub angle: f32,
    /// Spherical: 0..pi and 0..pi/2.
    pub pitch: f32,
    /// Spherical: 0..pi and 0..pi/2.
    pub yaw: f32,
    /// Turns the limit's axes away from the joint's rest direction.
    pub rotation: vrm_Quat,
}

/// A joint of a spring.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_SpringJoint {
    /// -1: the virtual tail that 0.x and the draft add behind a last bone.
    pub node: i32,
    /// Where node is -1: that tail, in the previous joint's local space.
    pub end_offset: vrm_Vec3,
    /// Of the joint's sphere that colliders push, metres at scale 1; 0 or more.
    pub hit_radius: f32,
    /// Force that turns the joint back to its rest direction; 0: none.
    pub stiffness: f32,
    /// Force along gravity_dir, 0: none.
    pub gravity_power: f32,
    /// World space of the file (a 0.x file faces -Z); not normalized.
    pub gravity_dir: vrm_Vec3,
    /// Part of the motion that is lost in a step, 0 (none) to 1 (all).
    pub drag_force: f32,
    /// How far the joint may turn.
    pub limit: vrm_SpringLimit,
    /// The joint; for 0.x and the draft its bone group.
    pub json: vrm_JsonRef,
}

/// A chain. joints\[i\] is an ancestor of joints\[i + 1\]; the last joint is only a tail. A chain with
/// fewer than two joints is inert. No node turns in two chains; in 0.x and the draft the tail of one
/// chain may be the first joint of another.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_Spring {
    /// As stated; "" when absent.
    pub name: *const c_char,
    /// From the root of the chain to its tip.
    pub joints: *const vrm_SpringJoint,
    /// Entries of `joints`.
    pub joint_count: i32,
    /// Indices into vrm_SpringBones.collider_groups.
    pub collider_groups: *const i32,
    /// Entries of `collider_groups`.
    pub collider_group_count: i32,
    /// Node; -1: world.
    pub center: i32,
    /// Its object in the document; for 0.x and the draft its bone group.
    pub json: vrm_JsonRef,
}

/// All springs of the file, with their colliders.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_SpringBones {
    /// Indices are those of the file for 1.0 and beta.
    pub colliders: *const vrm_Collider,
    /// Sets of colliders that springs name.
    pub collider_groups: *const vrm_ColliderGroup,
    /// Chains of joints.
    pub springs: *const vrm_Spring,
    /// Entries of `colliders`.
    pub collider_count: i32,
    /// Entries of `collider_groups`.
    pub collider_group_count: i32,
    /// Entries of `springs`.
    pub spring_count: i32,
    /// The object of the extension; for 0.x `secondaryAnimation`.
    pub json: vrm_JsonRef,
}

/// A VRMC_node_constraint.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_Constraint {
    /// The destination.
    pub node: i32,
    /// The node that it follows.
    pub source: i32,
    /// How it follows.
    pub r#type: vrm_ConstraintType,
    /// Roll: a positive one. Rotation: unused.
    pub axis: vrm_Axis,
    /// 0..1.
    pub weight: f32,
    /// The VRMC_node_constraint object.
    pub json: vrm_JsonRef,
}

/// MToon 1.0; 0.x values are mapped (docs/migrate.md). Colours are linear, speeds per second, rotation
/// in radians, widths in metres or as a part of the screen's height.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_Mtoon {
    /// Colour of the shade in sRGB, times shade_color_factor.
    pub shade_multiply_texture: vrm_TextureInfo,
    /// Red moves the border of the shade, times shading_shift_scale; linear.
    pub shading_shift_texture: vrm_TextureInfo,
    /// Picture of a sphere, in sRGB, that the surface mirrors.
    pub matcap_texture: vrm_TextureInfo,
    /// Where matcap and rim light appear, in sRGB.
    pub rim_multiply_texture: vrm_TextureInfo,
    /// Green multiplies the width of the outline; linear.
    pub outline_width_multiply_texture: vrm_TextureInfo,
    /// Blue is how far UVs are animated; linear.
    pub uv_animation_mask_texture: vrm_TextureInfo,
    /// Colour of the side away from the light. Default black.
    pub shade_color_factor: vrm_Vec3,
    /// Moves the border of the shade, -1 (all shaded) to 1 (all lit). Default 0.
    pub shading_shift_factor: f32,
    /// shadingShiftTexture.scale.
    pub shading_shift_scale: f32,
    /// 0 (soft border) to 1 (sharp border). Default 0.9.
    pub shading_toony_factor: f32,
    /// 0 (ambient light by direction) to 1 (the same from all sides). Default 0.9.
    pub gi_equalization_factor: f32,
    /// Multiplies the matcap. Default white.
    pub matcap_factor: vrm_Vec3,
    /// Light at the edges. Default black: none.
    pub parametric_rim_color_factor: vrm_Vec3,
    /// How narrow the rim is; 0 or more. Default 5.
    pub parametric_rim_fresnel_power_factor: f32,
    /// Added before the power: widens the rim. Default 0.
    pub parametric_rim_lift_factor: f32,
    /// 0 (rim of its own colour) to 1 (lit as the surface is). Default 1.
    pub rim_lighting_mix_factor: f32,
    /// Unit of the outline's width. Default VRM_OUTLINE_NONE.
    pub outline_width_mode: vrm_OutlineMode,
    /// Width of the outline, 0 or more. Default 0.
    pub outline_width_factor: f32,
    /// Colour of the outline. Default black.
    pub outline_color_factor: vrm_Vec3,
    /// 0 (outline of its own colour) to 1 (times the lit surface). Default 1.
    pub outline_lighting_mix_factor: f32,
    /// U for each second. Default 0.
    pub uv_animation_scroll_x_speed_factor: f32,
    /// V for each second. Default 0.
    pub uv_animation_scroll_y_speed_factor: f32,
    /// Radians for each second about the middle of the texture. Default 0.
    pub uv_animation_rotation_speed_factor: f32,
    /// Clamped to what the alpha mode allows.
    pub render_queue_offset: i32,
    /// The extension's object; for 0.x the entry of `materialProperties`.
    pub json: vrm_JsonRef,
    /// VRM_ALPHA_BLEND writes depth too. Default false.
    pub transparent_with_z_write: bool,
}

/// How a material is to be drawn, whatever the dialect: the glTF material as the VRM extensions (or 0.x
/// materialProperties) change it.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_Surface {
    /// How to shade it.
    pub kind: vrm_SurfaceKind,
    /// The document's own, or a copy with VRM's changes: base colour, textures, alpha mode, emission
    /// with its strength.
    pub material: *const vrm_Material,
    /// NULL unless kind is VRM_SURFACE_MTOON.
    pub mtoon: *const vrm_Mtoon,
}

/// How the texture of a slot is read.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_TextureUse {
    /// Its colours are sRGB and are sampled to linear; else data as they are.
    pub is_srgb: bool,
    /// The one channel that is used, 0 red to 3 alpha; -1: several.
    pub channel: i32,
    /// What an absent texture samples as.
    pub unset: vrm_Vec4,
}

/// An expression that a VRM animation drives.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_ClipExpression {
    /// The preset's name, or the custom one.
    pub name: *const c_char,
    /// VRM_EXPRESSION_CUSTOM for a custom one.
    pub preset: vrm_ExpressionPreset,
    /// Its translation's x is the weight.
    pub node: i32,
}

/// The content of VRMC_vrm_animation of a .vrma file; the motion itself is in the glTF animations.
/// Bones and expressions that an animation may not have (eyes, look presets) are left out.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_ClipInfo {
    /// As stated; "" when absent.
    pub spec_version: *const c_char,
    /// The file has `humanoid`, though perhaps no bone of it can be used.
    pub has_humanoid: bool,
    /// Nodes; -1 none.
    pub bones: [i32; 55],
    /// Presets, then custom ones, in the order of the file.
    pub expressions: *const vrm_ClipExpression,
    /// Entries of `expressions`.
    pub expression_count: i32,
    /// The node whose rotation is the gaze; -1: none.
    pub look_at_node: i32,
    /// look_at_offset is stated.
    pub has_look_at_offset: bool,
    /// offsetFromHeadBone: from the head to the eyes, metres.
    pub look_at_offset: vrm_Vec3,
    /// The extension's object.
    pub json: vrm_JsonRef,
}

/// How to normalize. Start from vrm_default_normalize_def().
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_NormalizeDef {
    /// Set by the default function; do not touch.
    pub def_size: u32,
    /// Bones, spring joints and nodes of constraints keep their own axes, which 1.0 allows: their
    /// scales are baked, and the rotations of all other nodes. Default false.
    pub keep_axes: bool,
    /// Bake scales and nothing else: no node changes its axes. Default false.
    pub scale_only: bool,
}

/// A node; parents come first.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_PackNode {
    /// Index in the document.
    pub file_node: i32,
    /// -1: the avatar's root. Always below the node's own index.
    pub parent: i32,
    /// Local transform at rest.
    pub rest: vrm_Transform,
}

/// How a bone of the humanoid maps to a node.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_PackBone {
    /// -1: the avatar does not have it.
    pub node: i32,
    /// vrm_Bone by the specification, or VRM_BONE_NONE.
    pub parent: i32,
    /// local = parent_inverse * normalized * world
    pub parent_inverse: vrm_Quat,
    /// local = parent_inverse * normalized * world
    pub world: vrm_Quat,
}

/// An expression: its binds, and what it holds back.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_PackExpression {
    /// vrm_Category
    pub category: i32,
    /// vrm_BinaryRule
    pub binary: i32,
    /// vrm_Override by vrm_Category
    pub overrides: [i32; 4],
    /// Into `morph_binds`.
    pub first_morph_bind: i32,
    /// Into `morph_binds`.
    pub morph_bind_count: i32,
    /// Into `value_binds`.
    pub first_value_bind: i32,
    /// Into `value_binds`.
    pub value_bind_count: i32,
}

/// weight * the expression's weight is added to a morph.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_PackMorphBind {
    /// Into `reached_morphs`.
    pub reached: i32,
    /// Of the morph at full expression.
    pub weight: f32,
}

/// delta * the expression's weight is added to a value of a material.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_PackValueBind {
    /// Into `value_bases`.
    pub value: i32,
    /// The value at full expression, less the value at rest.
    pub delta: vrm_Vec4,
}

/// A range map of the gaze.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_PackRangeMap {
    /// As vrm_RangeMap has them.
    pub input_max_degrees: f32,
    /// As vrm_RangeMap has them.
    pub output_scale: f32,
    /// Into `curve_keys`; 0: a straight line.
    pub first_key: i32,
    /// Into `curve_keys`; 0: a straight line.
    pub key_count: i32,
}

/// The avatar's gaze.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_PackLookAt {
    /// 1, or 0: the avatar has no gaze control.
    pub is_present: i32,
    /// vrm_LookAtType
    pub r#type: i32,
    /// In the head's axes.
    pub offset: vrm_Vec3,
    /// Node; -1: no head.
    pub head: i32,
    /// Head's world rotation * this is the look-at space.
    pub to_forward: vrm_Quat,
    /// horizontal_inner of vrm_LookAt.
    pub inner: vrm_PackRangeMap,
    /// horizontal_outer.
    pub outer: vrm_PackRangeMap,
    /// vertical_down.
    pub down: vrm_PackRangeMap,
    /// vertical_up.
    pub up: vrm_PackRangeMap,
    /// Left, right; vrm_Bone, -1 when absent.
    pub eye_bones: [i32; 2],
    /// Up, down, left, right; -1 when absent.
    pub expressions: [i32; 4],
}

/// A node constraint.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_PackConstraint {
    /// The node that turns.
    pub node: i32,
    /// The node that it follows.
    pub source: i32,
    /// vrm_ConstraintType
    pub r#type: i32,
    /// 0..1.
    pub weight: f32,
    /// Local rotation of `node` at rest.
    pub rest: vrm_Quat,
    /// Rotation: before * s. Roll: before * s * after.
    pub before: vrm_Quat,
    /// Rotation: before * s. Roll: before * s * after.
    pub after: vrm_Quat,
    /// Roll: the axis. Aim: rest . axis, in the parent's space.
    pub axis: vrm_Vec3,
}

/// A joint of a spring that turns, and the point that it points at.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_PackPair {
    /// The head, which turns.
    pub node: i32,
    /// Node; -1: a point that no node marks.
    pub tail: i32,
    /// Of vrm_rig_spring_joint().
    pub joint: i32,
    /// The tail is a child of the node, so the bone's length is `length`; and the next pair of the
    /// chain, if any, is that child. Otherwise there are nodes between the two, which keep their local
    /// transforms.
    pub is_direct: i32,
    /// Local rotation of `node` at rest.
    pub rest: vrm_Quat,
    /// conjugate of (direction, 0), times rest: with it the turn needs one product.
    pub swing: vrm_Quat,
    /// Rest direction of the tail in the parent's space.
    pub direction: vrm_Vec3,
    /// From node to tail in the node's space.
    pub length: f32,
    /// gravityPower * gravityDir
    pub gravity: vrm_Vec3,
    /// For each second, 0 or more.
    pub stiffness: f32,
    /// 1 - dragForce
    pub keep: f32,
    /// Of the tail's sphere, metres at scale 1.
    pub radius: f32,
    /// Of the node at rest.
    pub scale: f32,
    /// Direction of the tail in the node's space.
    pub axis: vrm_Vec3,
    /// vrm_LimitType
    pub limit: i32,
    /// Takes +Y to the axis of the limit, in the space of the node at rest.
    pub limit_frame: vrm_Quat,
    /// Of the angle of a cone or hinge.
    pub limit_cosine: f32,
    /// Of the angle of a cone or hinge.
    pub limit_sine: f32,
    /// Of a spherical limit, radians.
    pub limit_pitch: f32,
    /// Of a spherical limit, radians.
    pub limit_yaw: f32,
}

/// A spring: pairs from the root to the tip.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_PackChain {
    /// Into `pairs`, from the root to the tip.
    pub first_pair: i32,
    /// Into `pairs`, from the root to the tip.
    pub pair_count: i32,
    /// Node above the first pair; -1: the root.
    pub parent: i32,
    /// Node; -1: world.
    pub center: i32,
    /// Into `collider_refs`.
    pub first_collider: i32,
    /// Into `collider_refs`.
    pub collider_count: i32,
}

/// A collider of springs.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_PackCollider {
    /// The node that carries it.
    pub node: i32,
    /// vrm_PackColliderKind
    pub kind: i32,
    /// Centre, start of the capsule or point of the plane, in the node's space.
    pub offset: vrm_Vec3,
    /// Capsules: tail - offset. Planes: the normal.
    pub along: vrm_Vec3,
    /// Metres at scale 1; 0 for planes.
    pub radius: f32,
}

/// Chains that do not depend on each other. Before they run, the world transforms of the wave's nodes
/// are computed with the rotations of earlier waves, and its colliders are transformed to world space.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_PackWave {
    /// Into `chains`.
    pub first_chain: i32,
    /// Into `chains`.
    pub chain_count: i32,
    /// Into `wave_nodes`.
    pub first_node: i32,
    /// Into `wave_nodes`.
    pub node_count: i32,
    /// Into `wave_colliders`.
    pub first_collider: i32,
    /// Into `wave_colliders`.
    pub collider_count: i32,
}

/// A rig as arrays: one block of memory, independent of the rig.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_RigPack {
    /// VRM_PACK_VERSION
    pub version: i32,
    /// A scale is not uniform, mirrors, or is too large.
    pub is_general: bool,
    /// Springs whose colliders or centers are below the chain that reads them, or chains that depend on
    /// each other in a circle.
    pub has_circles: bool,
    /// As vrm_RigDef has it.
    pub override_damps_eye_bones: bool,
    /// +1 or -1, vrm_rig_facing()
    pub facing: i32,
    /// Nodes that springs turn and all below them come last, from `body_count` on.
    pub node_count: i32,
    /// Nodes that springs turn and all below them come last, from `body_count` on.
    pub body_count: i32,
    /// `node_count` of them; parents first.
    pub nodes: *const vrm_PackNode,
    /// By vrm_Bone.
    pub bones: [vrm_PackBone; 55],
    /// Entries of `hips_chain`.
    pub hips_chain_count: i32,
    /// Nodes from a root to the parent of the hips.
    pub hips_chain: *const i32,
    /// Rest position of the hips in model space.
    pub hips_rest_model: vrm_Vec3,
    /// Entries of the three arrays below.
    pub expression_count: i32,
    /// Entries of the three arrays below.
    pub morph_bind_count: i32,
    /// Entries of the three arrays below.
    pub value_bind_count: i32,
    /// Numbered as vrm_rig_expression_info() has them.
    pub expressions: *const vrm_PackExpression,
    /// Those of all expressions, one after the other.
    pub morph_binds: *const vrm_PackMorphBind,
    /// Those of all expressions, one after the other.
    pub value_binds: *const vrm_PackValueBind,
    /// Entries of `rest_morphs`: vrm_rig_morph_count().
    pub morph_count: i32,
    /// Entries of `reached_morphs`.
    pub reached_count: i32,
    /// Entries of `value_bases`.
    pub value_count: i32,
    /// By morph.
    pub rest_morphs: *const f32,
    /// Index into `rest_morphs` of each morph that an expression binds.
    pub reached_morphs: *const i32,
    /// The file's values, in the order of vrm_rig_material_values().
    pub value_bases: *const vrm_Vec4,
    /// All zero when the avatar has no gaze control.
    pub look_at: vrm_PackLookAt,
    /// Entries of `curve_keys`.
    pub curve_key_count: i32,
    /// Entries of `head_chain`.
    pub head_chain_count: i32,
    /// Those of all range maps, one after the other.
    pub curve_keys: *const vrm_CurveKey,
    /// Nodes from a root to the head.
    pub head_chain: *const i32,
    /// Entries of `constraints`.
    pub constraint_count: i32,
    /// Entries of `constraint_steps`.
    pub constraint_step_count: i32,
    /// In the order of vrm_rig_constraint().
    pub constraints: *const vrm_PackConstraint,
    /// In the order in which they run: \>= 0 the constraint of that index; negative: the node ~step is
    /// posed, because an aim reads it.
    pub constraint_steps: *const i32,
    /// Joints of all skins: entries of the two arrays below.
    pub palette_count: i32,
    /// Node of each joint; -1: the root itself.
    pub palette_nodes: *const i32,
    /// For each joint: skin matrix = world of its node * this.
    pub inverse_binds: *const vrm_Affine,
    /// Entries of `pairs`.
    pub pair_count: i32,
    /// Entries of `chains`.
    pub chain_count: i32,
    /// Entries of `waves`.
    pub wave_count: i32,
    /// Joints that vrm_rig_spring_joint() numbers; not all are in a pair.
    pub joint_count: i32,
    /// Those of all chains, one after the other.
    pub pairs: *const vrm_PackPair,
    /// Those of all waves, one after the other.
    pub chains: *const vrm_PackChain,
    /// In the order in which they run.
    pub waves: *const vrm_PackWave,
    /// Entries of `colliders`.
    pub collider_count: i32,
    /// Entries of `collider_refs`.
    pub collider_ref_count: i32,
    /// Entries of `wave_nodes`.
    pub wave_node_count: i32,
    /// Entries of `wave_colliders`.
    pub wave_collider_count: i32,
    /// Those that a chain names.
    pub colliders: *const vrm_PackCollider,
    /// Into `colliders`.
    pub collider_refs: *const i32,
    /// Into `nodes`: those of all waves, one after the other.
    pub wave_nodes: *const i32,
    /// Into `colliders`: those of all waves, one after the other.
    pub wave_colliders: *const i32,
    /// Entries of `anchors`.
    pub anchor_count: i32,
    /// Body nodes that chains, colliders and centers are attached to.
    pub anchors: *const i32,
}

/// A track of a clip.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_PackTrack {
    /// vrm_PackTrackTarget
    pub target: i32,
    /// Which bone or expression; 0 for hips and gaze.
    pub index: i32,
    /// vrm_Interpolation
    pub interpolation: i32,
    /// Into `timelines`.
    pub timeline: i32,
    /// Into `keys`; cubic tracks have three for each time.
    pub first_key: i32,
}

/// Times that tracks share.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_PackTimeline {
    /// Into `times`.
    pub first_time: i32,
    /// Into `times`.
    pub key_count: i32,
}

/// A VRM animation as arrays.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_ClipPack {
    /// VRM_PACK_VERSION
    pub version: i32,
    /// Seconds.
    pub duration: f32,
    /// Rest position of the hips in the clip's own skeleton.
    pub hips_rest: vrm_Vec3,
    /// Entries of `timelines`.
    pub timeline_count: i32,
    /// Entries of `times`.
    pub time_count: i32,
    /// Entries of `tracks`.
    pub track_count: i32,
    /// Entries of `keys`.
    pub key_count: i32,
    /// Times, shared by tracks with keys at the same ones.
    pub timelines: *const vrm_PackTimeline,
    /// Seconds, increasing within a timeline.
    pub times: *const f32,
    /// One for each bone, hips, gaze or expression that the clip moves.
    pub tracks: *const vrm_PackTrack,
    /// Rotations x y z w; offsets x y z; weights in x.
    pub keys: *const vrm_Vec4,
}

/// How to record. Start from vrm_default_recorder_def().
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_RecorderDef {
    /// Set by the default function; do not touch.
    pub def_size: u32,
    /// Of the animation; copied. Default NULL: none.
    pub name: *const c_char,
    /// The animation's own skeleton gets the proportions of this rig, which matter only for the scale
    /// of the hips' motion. Not kept. Default NULL: a person of 1.6 m.
    pub rig: *const vrm_Rig,
    /// Without a rig: height of the performer's hips at rest, metres, by which players scale
    /// hips_offset. Default 0: that of the person of 1.6 m, 0.94.
    pub hips_height: f32,
    /// Of each bone and the gaze. 0 or more; default 0.1.
    pub tolerance_degrees: f32,
    /// Of the hips' position. Default 0.0005.
    pub tolerance_metres: f32,
    /// Of each expression. Default 0.002.
    pub tolerance_weight: f32,
    /// Bit b: bone b gets a key even when it never leaves the T-pose, so that players set it. Other
    /// bones that do not move are not in the animation. Default 0.
    pub bones: u64,
    /// Memory for frames; beyond it VRM_ERR_LIMIT. Default 1 GiB, which is five hours of 60 frames a
    /// second.
    pub max_bytes: u64,
    /// For the recorder and the models that it makes. Default: the C library.
    pub allocator: vrm_Allocator,
}

/// Counts and sizes of a recording.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_RecordStats {
    /// Frames that were added.
    pub frames: i32,
    /// Channels of the written animation: bones, hips, expressions, gaze.
    pub channels: i32,
    /// From the first frame to the last.
    pub seconds: f32,
    /// Of all channels together.
    pub source_keys: u64,
    /// Of all channels together.
    pub kept_keys: u64,
    /// The same in bytes of key data.
    pub source_bytes: u64,
    /// The same in bytes of key data.
    pub kept_bytes: u64,
}

/// How to create a renderer. Start from vrm_default_renderer_def().
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_RendererDef {
    /// Set by the default function; do not touch.
    pub def_size: u32,
    /// Default VRM_BACKEND_EGL.
    pub backend: vrm_RenderBackend,
    /// VRM_BACKEND_HOST: finds "glDrawElementsInstanced" and the like: eglGetProcAddress,
    /// glfwGetProcAddress, or a table of imports in wasm.
    pub get_proc: Option<unsafe extern "C" fn(ctx: *mut c_void, name: *const c_char) -> Option<vrm_GlProc>>,
    /// Passed to get_proc. Default NULL.
    pub get_proc_ctx: *mut c_void,
    /// Gets a finding when a renderer is not available, with the package to install. Default NULL.
    pub report: *mut vrm_Report,
    /// For the renderer, until it is destroyed. Default: the C library.
    pub allocator: vrm_Allocator,
}

/// Counted since the renderer was created, except those of the last frame.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_RenderStats {
    /// Of the last frame; instances count each.
    pub draw_calls: u64,
    /// Of the last frame; instances count each.
    pub triangles: u64,
    /// Of the last frame: palettes, weights, lines.
    pub uploaded_bytes: u64,
    /// Buffers and textures that exist now, mip maps included.
    pub gpu_bytes: i64,
    /// Shader programs compiled so far.
    pub programs: i32,
    /// That exist now.
    pub textures: i32,
    /// That exist now.
    pub buffers: i32,
    /// Of the last frame, for the draw calls.
    pub texture_bindings: u64,
    /// Of the last frame: programs, vertex arrays, blending, depth, faces.
    pub state_changes: u64,
}

/// How to make a drawable. Start from vrm_default_drawable_def().
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_DrawableDef {
    /// Set by the default function; do not touch.
    pub def_size: u32,
    /// Memory of the graphics card for one model; what exceeds it is left out with a finding. Default 1
    /// GiB.
    pub max_gpu_bytes: u64,
    /// NULL: PNG, JPEG and WebP as vrm/image.h has them, or no images in a library that was built
    /// without.
    pub decode: Option<vrm_DecodeImageFn>,
    /// Passed to `decode`. Default NULL.
    pub decode_ctx: *mut c_void,
    /// Decodes images on several threads; the allocator must then be thread-safe.
    pub tasks: vrm_Tasks,
    /// Gets the findings. Default NULL.
    pub report: *mut vrm_Report,
    /// For the drawable, until it is destroyed. Default: the C library.
    pub allocator: vrm_Allocator,
    /// Of all its images together. Default 16777216 + 1024 for each byte, which is about what the best
    /// compression reaches.
    pub pixels: vrm_Allowance,
    /// Bytes of vertices, indices and morph targets, as far as they are within max_gpu_bytes. Default 8
    /// MiB + 16 for each byte.
    pub geometry: vrm_Allowance,
    /// Drawn in one picture; each primitive of a node counts as 16 more. Default 1048576 + 4 for each
    /// byte.
    pub triangles: vrm_Allowance,
    /// For each image; its `enough` makes thumbnails faster. Stays the last member: it may grow.
    pub image_limits: vrm_ImageLimits,
}

/// Size, camera and light of a picture. Start from vrm_default_frame_def().
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_FrameDef {
    /// Set by the default function; do not touch.
    pub def_size: u32,
    /// Pixels, 1 to 16384 and what GL takes. Default 512.
    pub width: i32,
    /// Pixels, 1 to 16384 and what GL takes. Default 512.
    pub height: i32,
    /// For smooth edges: 1, 2, 4, 8; at most what GL supports. Default 4.
    pub samples: i32,
    /// sRGB as CSS has it, alpha not multiplied in. Default transparent.
    pub background: vrm_Vec4,
    /// World to camera, which looks along -Z. Default from (0, 1, 3) along -Z.
    pub view: vrm_Mat4,
    /// Camera to clip space, z -1..1, as glTF has it. Default 30 degrees.
    pub projection: vrm_Mat4,
    /// Where it comes from, world space, any length. Default 1 1 1.
    pub light_from: vrm_Vec3,
    /// Default 0.9 each.
    pub light_color: vrm_Vec3,
    /// Global illumination from above and from below; between, by the height of the normal. In three.js
    /// an ambient light of pi times this. Default 0.1 each: light and this together are 1.
    pub sky_color: vrm_Vec3,
    /// Global illumination from above and from below; between, by the height of the normal. In three.js
    /// an ambient light of pi times this. Default 0.1 each: light and this together are 1.
    pub ground_color: vrm_Vec3,
    /// For UV animation: seconds since the model appeared. Default 0.
    pub time_s: f32,
    /// Outlines that are narrower than so many pixels where the avatar stands are left out: a crowd far
    /// away then has half the triangles. Default 0: all are drawn.
    pub min_outline_px: f32,
}

/// A line in world space; colour sRGB, alpha not multiplied in.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_Line {
    /// Both ends, world space, metres.
    pub from: vrm_Vec3,
    /// Both ends, world space, metres.
    pub to: vrm_Vec3,
    /// sRGB, 0..1; the line has this colour at both ends.
    pub color: vrm_Vec4,
}

/// One finding. Strings live as long as the report.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_Finding {
    /// "SPRING_CENTER_NOT_ANCESTOR": stable, documented, greppable.
    pub code: *const c_char,
    /// "/extensions/VRMC_springBone/springs/3/center"; "" is the root.
    pub pointer: *const c_char,
    /// One sentence for a person.
    pub message: *const c_char,
    /// Into the file for container findings, else into the JSON text; VRM_NO_OFFSET when the finding
    /// has no position.
    pub byte_offset: u64,
    /// That of the rule behind `code`.
    pub severity: vrm_Severity,
}

/// How to create a report. Start from vrm_default_report_def().
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_ReportDef {
    /// Set by the default function; do not touch.
    pub def_size: u32,
    /// Findings kept; the totals stay exact. Default 10000.
    pub max_findings: i32,
    /// Findings kept of one code. Default 1000.
    pub max_per_code: i32,
    /// For the report, until it is destroyed. Default: the C library.
    pub allocator: vrm_Allocator,
}

/// Adds a custom expression to a category.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_CategoryMember {
    /// Its name; names that the avatar does not have are ignored.
    pub expression: *const c_char,
    /// What it joins: VRM_CATEGORY_MOUTH, _BLINK or _LOOK_AT.
    pub category: vrm_Category,
}

/// How to build a rig. Start from vrm_default_rig_def().
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_RigDef {
    /// Set by the default function; do not touch.
    pub def_size: u32,
    /// overrideLookAt also damps eyes that are turned by bones, as UniVRM does; the specification
    /// speaks of expression weights only. Default false.
    pub override_damps_eye_bones: bool,
    /// Default NULL: presets only.
    pub members: *const vrm_CategoryMember,
    /// Entries of `members`. Default 0.
    pub member_count: i32,
    /// Gets the findings: constraints that depend on each other in a circle. Default NULL.
    pub report: *mut vrm_Report,
    /// For the rig, until it is destroyed. Default: the C library.
    pub allocator: vrm_Allocator,
}

/// A pose that fits every avatar: each rotation is the turn of the bone away from the avatar's rest
/// pose, relative to its parent bone, in the axes of an avatar that faces +Z with its left towards +X
/// (VRM 1.0). The rest pose is the one that the file has; VRM asks for a T-pose there, and for other
/// rest poses the result differs by the same angles (vrm_rig_t_pose_error()).
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_Pose {
    /// By vrm_Bone; the identity leaves a bone at rest.
    pub rotations: [vrm_Quat; 55],
    /// From the hips' rest position, metres of this avatar, same axes.
    pub hips_offset: vrm_Vec3,
}

/// The frame in which a bone bends, in model space at rest: `along` points to the bone's tail, `hinge`
/// is the fixed axis of the 2019 draft's table made orthogonal to it, `across` = `along` x `hinge`. The
/// table is read for an avatar that faces +Z (docs/spec-notes.md); a file that faces -Z gets its frame
/// turned with it. False for eyes and jaw, for absent bones, and where along and hinge would be
/// parallel.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_BoneAxes {
    /// Of unit length, at right angles to each other.
    pub along: vrm_Vec3,
    /// Of unit length, at right angles to each other.
    pub hinge: vrm_Vec3,
    /// Of unit length, at right angles to each other.
    pub across: vrm_Vec3,
}

/// What a rig knows of an expression.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_ExpressionInfo {
    /// The preset's 1.0 name, or the custom one; lives as long as the rig.
    pub name: *const c_char,
    /// VRM_EXPRESSION_CUSTOM for one of the avatar's own.
    pub preset: vrm_ExpressionPreset,
    /// The group in which others override it.
    pub category: vrm_Category,
    /// Whether and how its weight becomes 0 or 1.
    pub binary: vrm_BinaryRule,
}

/// A value of a material that some expression changes. The texture transform of the matcap is never
/// changed.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_MaterialValue {
    /// Of the document.
    pub material: i32,
    /// What the four numbers are.
    pub kind: vrm_MaterialValueKind,
    /// For VRM_VALUE_COLOR.
    pub color: vrm_ColorTarget,
    /// For VRM_VALUE_TEXTURE; the base colour's slot is always there.
    pub texture: vrm_TextureSlot,
    /// The file's value, valid while all expressions are 0. Colours linear, alpha 1 where the target
    /// has none; emission without its strength, which multiplies afterwards.
    pub base: vrm_Vec4,
}

/// A node constraint as the rig runs it.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_RigConstraint {
    /// The node that turns.
    pub node: i32,
    /// The node that it follows.
    pub source: i32,
    /// How it follows.
    pub r#type: vrm_ConstraintType,
    /// 0 (not at all) to 1 (fully).
    pub weight: f32,
}

/// A node with a mesh.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_MeshNode {
    /// skin -1: rigid.
    pub node: i32,
    /// skin -1: rigid.
    pub mesh: i32,
    /// skin -1: rigid.
    pub skin: i32,
    /// Targets of the mesh.
    pub morph_count: i32,
    /// Place of its weights in vrm_avatar_morphs().
    pub first_morph: i32,
    /// `auto` with a skin that reaches the head: the first-person camera draws
    /// vrm_first_person_indices().
    pub is_split_in_first_person: bool,
    /// What the file says about cameras; VRM_FIRST_PERSON_AUTO when it says nothing.
    pub first_person: vrm_FirstPersonType,
}

/// A skin's part of the joint matrices.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_RigSkin {
    /// Entries of `joints` and `inverse_binds`.
    pub joint_count: i32,
    /// Place of its matrices in vrm_avatar_palettes().
    pub first_joint: i32,
    /// Nodes; -1 where the file's index was no node.
    pub joints: *const i32,
    /// One for each joint.
    pub inverse_binds: *const vrm_Affine,
}

/// How to save. Start from vrm_default_save_def().
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_SaveDef {
    /// Set by the default function; do not touch.
    pub def_size: u32,
    /// Write an edited avatar without validating it. Default false.
    pub allow_errors: bool,
    /// Errors that are not new: the report of vrm_model_validate() before the edit. An error of the
    /// same code at the same pointer does not stop saving. Default NULL: every error does.
    pub known: *const vrm_Report,
    /// Compare errors with `known` by code only, wherever they are: for edits that move things, as
    /// migrating does. Default false.
    pub known_by_code: bool,
}

/// An avatar in a sim. Treat as opaque; all zero is the null id.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_AvatarId {
    /// Place in the sim, from 1 on; 0 in the null id.
    pub index1: u32,
    /// Differs for each avatar that has had the place, so that a stale id is noticed.
    pub generation: u32,
}

/// The host's threads, for use by a step.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_Tasks {
    /// 0 or 1: everything runs on the calling thread.
    pub worker_count: i32,
    /// Calls `fn(task, ...)` over ranges that cover 0..count once, each of `grain` items or more (the
    /// last may be shorter), on any threads; returns when all are done.
    pub parallel_for: Option<unsafe extern "C" fn(ctx: *mut c_void, count: i32, grain: i32, r#fn: Option<vrm_TaskFn>, task: *mut c_void)>,
    /// Passed to parallel_for.
    pub ctx: *mut c_void,
}

/// How to create a sim. Start from vrm_default_sim_def().
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_SimDef {
    /// Set by the default function; do not touch.
    pub def_size: u32,
    /// Avatars to reserve for; grows if exceeded. Default 1.
    pub avatar_capacity: i32,
    /// Springs run this many steps per second, independent of the frame rate, so that they sway alike
    /// at every frame rate; outputs are interpolated between two steps. Frames of exactly this rate
    /// give the bits of the specification's own step. 0: one step for each frame, as in the
    /// specification; the sway then depends on the frame rate. 10..1000; default 60.
    pub spring_rate_hz: f32,
    /// Without a spring rate: longer frames are split, up to 16 times, seconds. Default 1/30.
    pub max_step_s: f32,
    /// Sum of vrm_Outputs. Default VRM_OUTPUT_ALL.
    pub outputs: u32,
    /// Leave 0.x avatars facing -Z. By default they are turned by 180 degrees about Y beneath their
    /// root, so that every avatar faces +Z. Default false.
    pub keeps_vrm0_facing: bool,
    /// For the sim, until it is destroyed. Default: the C library.
    pub allocator: vrm_Allocator,
    /// Threads that share a step. Default: only the thread that calls.
    pub tasks: vrm_Tasks,
    /// Forces a kernel, for tests and measurements. One that vrm_kernel_is_supported() denies is
    /// refused with VRM_ERR_UNSUPPORTED. Default VRM_KERNEL_AUTO.
    pub kernel: vrm_Kernel,
}

/// What a step may cost. Start from vrm_default_budget_def().
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_BudgetDef {
    /// Set by the default function; do not touch.
    pub def_size: u32,
    /// For the step, on the sim's workers. Default 2. Negative or NaN: 0, nothing is allowed. INFINITY:
    /// no limit.
    pub milliseconds: f32,
    /// Nanoseconds of one unit of work on this machine. 0 (default), negative or not finite: a cautious
    /// figure. A host measures it: the time of steps times the workers, divided by vrm_BudgetUse.work.
    pub unit_ns: f32,
}

/// What the last vrm_sim_step_within() decided.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_BudgetUse {
    /// Units that a step costs at these levels, over all workers.
    pub work: f64,
    /// The same with all springs as the host wants them.
    pub work_wanted: f64,
    /// Units that the budget pays for: milliseconds times workers, divided by unit_ns.
    pub work_allowed: f64,
    /// Avatars at each level of their springs.
    pub full_count: i32,
    /// Avatars at each level of their springs.
    pub half_count: i32,
    /// Avatars at each level of their springs.
    pub paused_count: i32,
}

/// How a joint sways. Clamped where it is used: numbers that are not finite count as 0, stiffness and
/// radius are at least 0, drag is 0..1, all are at most 1e6.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_SpringSettings {
    /// Force towards the rest direction.
    pub stiffness: f32,
    /// Times gravity_dir: force in world space.
    pub gravity_power: f32,
    /// World space; not normalized, so its length counts too.
    pub gravity_dir: vrm_Vec3,
    /// Fraction of the motion that is lost in a step, 0..1.
    pub drag_force: f32,
    /// Metres, at scale 1.
    pub hit_radius: f32,
}

/// A joint that may turn: every joint of a spring but its last.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_SpringJointInfo {
    /// Numbers in vrm_SpringBones.
    pub spring: i32,
    /// Numbers in vrm_SpringBones.
    pub joint: i32,
    /// The head: the node that turns.
    pub node: i32,
    /// The node that it points at; -1: a point without a node.
    pub tail: i32,
    /// Node in whose space inertia is measured; -1: world.
    pub center: i32,
    /// Colliders that it is tested against.
    pub collider_count: i32,
    /// False: too short to have a direction, or disabled because of an invalid joint.
    pub moves: bool,
    /// The tail at rest, in the head's space.
    pub tail_local: vrm_Vec3,
    /// As in the file, before an avatar changes them.
    pub settings: vrm_SpringSettings,
}

/// How to frame an avatar. Start from vrm_default_shot_def().
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_ShotDef {
    /// Set by the default function; do not touch.
    pub def_size: u32,
    /// Default VRM_SHOT_FULL.
    pub shot: vrm_Shot,
    /// Width / height of the picture, above 0. Default 1.
    pub aspect: f32,
    /// From bottom to top of the picture, 1 to 150. Default 30.
    pub fov_degrees: f32,
    /// Angle of the camera around the avatar: 0 is in front of it, 90 at its left, any number of turns.
    /// Default 0.
    pub yaw_degrees: f32,
    /// Elevation of the camera, -89 to 89. Default 0.
    pub pitch_degrees: f32,
    /// Free space at each edge, as a part of the picture, 0 to 0.4. Default 0.04.
    pub margin: f32,
}

/// A camera: `view` maps world to camera space, in which the camera looks along -Z; `projection` maps
/// camera to clip space as in glTF.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_Viewpoint {
    /// World.
    pub eye: vrm_Vec3,
    /// World.
    pub target: vrm_Vec3,
    /// World.
    pub up: vrm_Vec3,
    /// Metres.
    pub z_near: f32,
    /// Metres.
    pub z_far: f32,
    /// World to camera.
    pub view: vrm_Mat4,
    /// Camera to clip space, depth -1..1.
    pub projection: vrm_Mat4,
}

/// Two floats.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_Vec2 {
    /// Components in the order of the file.
    pub x: f32,
    /// Components in the order of the file.
    pub y: f32,
}

/// Three floats.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_Vec3 {
    /// To the left of an avatar that faces +Z; red of a colour.
    pub x: f32,
    /// Up; green of a colour.
    pub y: f32,
    /// Forward for such an avatar; blue of a colour.
    pub z: f32,
}

/// Four floats.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_Vec4 {
    /// As in vrm_Vec3.
    pub x: f32,
    /// As in vrm_Vec3.
    pub y: f32,
    /// As in vrm_Vec3.
    pub z: f32,
    /// The fourth number: alpha of a colour, the sign of a tangent.
    pub w: f32,
}

/// A rotation, x y z w as glTF stores it; a * b applies b first.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_Quat {
    /// The axis times the sine of half the angle.
    pub x: f32,
    /// The axis times the sine of half the angle.
    pub y: f32,
    /// The axis times the sine of half the angle.
    pub z: f32,
    /// The cosine of half the angle; 1 when nothing turns.
    pub w: f32,
}

/// translation * rotation * scale.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_Transform {
    /// Metres.
    pub translation: vrm_Vec3,
    /// Of unit length.
    pub rotation: vrm_Quat,
    /// A factor for each axis; (1, 1, 1) changes nothing.
    pub scale: vrm_Vec3,
}

/// An affine map as three rows of a 4x4 matrix whose last row is 0 0 0 1: row r gives component r of
/// the result. Twelve floats, the form in which shaders take skin palettes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_Affine {
    /// x, y, z are the factors of the input's coordinates, w is the translation.
    pub rows: [vrm_Vec4; 3],
}

/// A full 4x4 matrix, column after column, as glTF stores it.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_Mat4 {
    /// Row r of column c is m\[4 * c + r\]; the translation is m\[12\], m\[13\], m\[14\].
    pub m: [f32; 16],
}

/// How to validate. Start from vrm_default_validate_def().
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_ValidateDef {
    /// Set by the default function; do not touch.
    pub def_size: u32,
    /// Do not check vertex, index, animation and image bytes. Default false.
    pub skip_data: bool,
    /// For the side files of a .gltf; NULL: they are not checked.
    pub read_file: Option<vrm_ReadFileFn>,
    /// Passed to read_file. Default NULL.
    pub read_file_ctx: *mut c_void,
    /// For the time of the call only. Default: the C library.
    pub allocator: vrm_Allocator,
    /// Stays the last member: it may grow.
    pub limits: vrm_Limits,
}

/// A rule of the table behind all findings.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_Rule {
    /// The `code` of its findings.
    pub code: *const c_char,
    /// That of its findings.
    pub severity: vrm_Severity,
    /// Where the specification says so.
    pub place: *const c_char,
    /// What it means and what to do.
    pub text: *const c_char,
}

/// How to receive. Start from vrm_default_vmc_def().
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_VmcDef {
    /// Set by the default function; do not touch.
    pub def_size: u32,
    /// Names that are kept; further ones are counted and ignored. 1..4096; default 256.
    pub expression_count: i32,
    /// Height of the hips at rest of the sender's avatar, metres: VMC sends their position, a pose
    /// needs their offset from rest. Default 0: the height of the receiving avatar's hips.
    pub hips_height: f32,
    /// For the receiver, until it is destroyed. Default: the C library.
    pub allocator: vrm_Allocator,
}

/// Since the receiver was made.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_VmcStats {
    /// Packets that came in, refused ones included.
    pub packets: u64,
    /// Well-formed OSC messages, whatever they say.
    pub messages: u64,
    /// Bones and roots among the messages that were accepted.
    pub poses: u64,
    /// Values that were accepted.
    pub expressions: u64,
    /// Messages that are not used here: cameras, devices, buttons.
    pub others: u64,
    /// Packets with a part that is not OSC: truncated, oversized, malformed.
    pub refused_packets: u64,
    /// Known addresses with wrong arguments, or numbers that are not finite or beyond a million.
    pub refused_messages: u64,
    /// Names that are no bone.
    pub unknown_bones: u64,
    /// No room for the name.
    pub dropped_expressions: u64,
}

/// The current state of the sender's avatar.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vrm_VmcState {
    /// The sender said that its avatar is loaded (/VMC/Ext/OK), or moved it.
    pub is_available: bool,
    /// root_translation and root_rotation were sent.
    pub has_root: bool,
    /// `hips` was sent.
    pub has_hips: bool,
    /// time_s was sent.
    pub has_time: bool,
    /// The sender's clock (/VMC/Ext/T).
    pub time_s: f32,
    /// Of the avatar in the sender's world, metres, glTF's axes.
    pub root_translation: vrm_Vec3,
    /// Of the avatar in the sender's world; the identity before it is sent.
    pub root_rotation: vrm_Quat,
    /// Normalized, as vrm_Pose has them.
    pub rotations: [vrm_Quat; 55],
    /// Bit b: bone b was sent.
    pub bones: u64,
    /// Position, metres from the sender's root; (0, 0, 0), which senders of rotations only send, is
    /// ignored.
    pub hips: vrm_Vec3,
    /// The sender directs the eyes: gaze_yaw and gaze_pitch are valid.
    pub has_gaze: bool,
    /// Degrees, as vrm_avatar_look_along() takes them.
    pub gaze_yaw: f32,
    /// Degrees, as vrm_avatar_look_along() takes them.
    pub gaze_pitch: f32,
    /// How often expressions were applied (/VMC/Ext/Blend/Apply).
    pub applied: u64,
}

extern "C" {
    /// Sets every field to its default; called by vrm_default_baker_def().
    pub fn vrm_baker_def_init(def: *mut vrm_BakerDef, def_size: usize);
    /// For avatars of one rig, which must outlive the baker. `def` may be NULL: the defaults.
    /// VRM_ERR_ARGUMENT when a tolerance is not finite or below 0.
    pub fn vrm_baker_create(def: *const vrm_BakerDef, rig: *const vrm_Rig, out_baker: *mut *mut vrm_Baker) -> vrm_Result;
    /// NULL is fine.
    pub fn vrm_baker_destroy(baker: *mut vrm_Baker);
    /// Adds the avatar's state after the sim's last step. The first frame starts the animation,
    /// whatever its time; the time must increase with each further frame. The sim needs
    /// VRM_OUTPUT_LOCALS and VRM_OUTPUT_FACE. VRM_ERR_ARGUMENT, and nothing is added, when the avatar
    /// is of another rig, an output is missing or the time does not increase.
    pub fn vrm_baker_add_frame(baker: *mut vrm_Baker, time_s: f64, sim: *const vrm_Sim, avatar: vrm_AvatarId) -> vrm_Result;
    /// Frames added so far.
    pub fn vrm_baker_frame_count(baker: *const vrm_Baker) -> i32;
    /// Writes the animation into the model whose rig was baked, before its existing animations. On
    /// failure the model is unchanged. A root that was moved or turned, and the half turn of a 0.x
    /// avatar, become a new node above the others. Data in side files and URIs, and the images of a
    /// glTF text document, are embedded, and the file becomes a GLB. Findings list what glTF cannot
    /// show. `report` and `out_stats` may be NULL. VRM_ERR_ARGUMENT when there is no frame or the model
    /// is not that of the rig: dialect, nodes, meshes, morph targets or materials differ, as after an
    /// edit of them. VRM_ERR_UNSUPPORTED when the bytes of a buffer are not available.
    pub fn vrm_baker_finish(baker: *const vrm_Baker, model: *mut vrm_Model, report: *mut vrm_Report, out_stats: *mut vrm_BakeStats) -> vrm_Result;
    /// One sentence for a person. Never NULL, valid for ever.
    pub fn vrm_result_text(result: vrm_Result) -> *const c_char;
    /// The version of the library that runs, as MAJOR * 1000000 + MINOR * 1000 + PATCH.
    pub fn vrm_version() -> u32;
    /// Fills limits with their defaults, as many as `limits_size` bytes hold.
    pub fn vrm_limits_init(limits: *mut vrm_Limits, limits_size: usize);
    /// Sets every field to its default; called by vrm_default_bvh_def().
    pub fn vrm_bvh_def_init(def: *mut vrm_BvhDef, def_size: usize);
    /// Reads the text of a file. `def` may be NULL: the defaults. VRM_ERR_INVALID when the text is not
    /// BVH or none of its joints is a bone; the report says where. Truncated frames are left out; a
    /// value that is no number keeps that of the frame before. Both make a finding.
    pub fn vrm_bvh_read(text: *const c_char, size: usize, def: *const vrm_BvhDef, out_bvh: *mut *mut vrm_Bvh) -> vrm_Result;
    /// NULL is fine.
    pub fn vrm_bvh_destroy(bvh: *mut vrm_Bvh);
    /// Frames of the motion that could be read.
    pub fn vrm_bvh_frame_count(bvh: *const vrm_Bvh) -> i32;
    /// Seconds from one frame to the next; above 0.
    pub fn vrm_bvh_frame_time(bvh: *const vrm_Bvh) -> f64;
    /// Height of the hips above the lowest point of the skeleton at rest, metres.
    pub fn vrm_bvh_hips_height(bvh: *const vrm_Bvh) -> f32;
    /// Metres in one unit of the file.
    pub fn vrm_bvh_metres(bvh: *const vrm_Bvh) -> f32;
    /// Bit b: a joint is bone b.
    pub fn vrm_bvh_bones(bvh: *const vrm_Bvh) -> u64;
    /// Joints of the file, whether they are bones or not.
    pub fn vrm_bvh_joint_count(bvh: *const vrm_Bvh) -> i32;
    /// "" when there is no such joint. Lives as long as the BVH.
    pub fn vrm_bvh_joint_name(bvh: *const vrm_Bvh, joint: i32) -> *const c_char;
    /// The bone that a joint was taken for; VRM_BONE_NONE for none.
    pub fn vrm_bvh_joint_bone(bvh: *const vrm_Bvh, joint: i32) -> vrm_Bone;
    /// The pose of a frame; `frame` is clamped to the first and the last. hips_offset is in metres of
    /// the file's own skeleton, whose hips rest at vrm_bvh_hips_height(). Allocates nothing.
    pub fn vrm_bvh_pose(bvh: *const vrm_Bvh, frame: i32, out_pose: *mut vrm_Pose);
    /// Sets every field to its default; called by vrm_default_clip_def().
    pub fn vrm_clip_def_init(def: *mut vrm_ClipDef, def_size: usize);
    /// Compiles one animation of a model. `def` may be NULL: the defaults. Does not keep `model` or
    /// `def`. VRM_ERR_INVALID when the file has no animation at all, VRM_ERR_ARGUMENT when
    /// vrm_ClipDef.animation is out of range.
    pub fn vrm_clip_build(model: *const vrm_Model, def: *const vrm_ClipDef, out_clip: *mut *mut vrm_Clip) -> vrm_Result;
    /// NULL is fine.
    pub fn vrm_clip_destroy(clip: *mut vrm_Clip);
    /// What the clip can be played on.
    pub fn vrm_clip_kind(clip: *const vrm_Clip) -> vrm_ClipKind;
    /// The name of the glTF animation; "" without one.
    pub fn vrm_clip_name(clip: *const vrm_Clip) -> *const c_char;
    /// Time of the last key, seconds; the first key need not be at 0.
    pub fn vrm_clip_duration(clip: *const vrm_Clip) -> f32;
    /// The number of equal steps that fill `seconds` at `fps` frames a second, for sampling a motion
    /// from beginning to end: frame k of n is at seconds * k / n. Rounded up, so that there are at
    /// least `fps` frames a second; a remainder of 0.001 frames or 0.01 % of all is ignored: times in
    /// files are rounded (60 frames of 1/30 s may end at 2.0000002), and one more step would shift
    /// every frame off the file's own. 0 where either number is not above 0; INT32_MAX where there are
    /// more.
    pub fn vrm_clip_steps(seconds: f64, fps: f64) -> i32;
    /// Height of the hips at rest in the clip's own skeleton, metres; 0 without hips.
    pub fn vrm_clip_hips_height(clip: *const vrm_Clip) -> f32;
    /// Expressions that the clip sets.
    pub fn vrm_clip_expression_count(clip: *const vrm_Clip) -> i32;
    /// The name of a clip's expression.
    pub fn vrm_clip_expression_name(clip: *const vrm_Clip, expression: i32) -> *const c_char;
    /// VRM_EXPRESSION_CUSTOM for custom ones and when there is no such expression.
    pub fn vrm_clip_expression_preset(clip: *const vrm_Clip, expression: i32) -> vrm_ExpressionPreset;
    /// A clip of nodes gives a sample that moves nothing.
    pub fn vrm_clip_sample(clip: *const vrm_Clip, time_s: f32, out_sample: *mut vrm_ClipSample);
    /// Weight of an expression, 0..1; 0 when there is no such expression.
    pub fn vrm_clip_sample_expression(clip: *const vrm_Clip, expression: i32, time_s: f32) -> f32;
    /// Overwrites those of `locals`, one for each node of the file, that a clip of nodes moves; the
    /// others are unchanged. False, and nothing is written, when the clip is a VRM animation or `count`
    /// is not its file's number of nodes.
    pub fn vrm_clip_sample_nodes(clip: *const vrm_Clip, time_s: f32, locals: *mut vrm_Transform, count: i32) -> bool;
    /// The same for morph weights, laid out as vrm_avatar_morphs() of the file's rig.
    pub fn vrm_clip_sample_morphs(clip: *const vrm_Clip, rig: *const vrm_Rig, time_s: f32, morphs: *mut f32, count: i32) -> bool;
    /// A hips offset of the clip for an avatar: the position of the hips is scaled by the ratio of the
    /// two rest heights. Where either height is below 1 cm the offset is not scaled.
    pub fn vrm_clip_fit_hips(clip: *const vrm_Clip, rig: *const vrm_Rig, offset: vrm_Vec3) -> vrm_Vec3;
    /// Moves a player on by `dt` seconds times its speed. A result that is not finite counts as 0.
    pub fn vrm_player_advance(player: *mut vrm_Player, dt: f32);
    /// True when a player that does not loop has come to its end (backwards: its beginning).
    pub fn vrm_player_has_ended(player: *const vrm_Player) -> bool;
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
    pub fn vrm_avatar_play(sim: *mut vrm_Sim, avatar: vrm_AvatarId, players: *const vrm_Player, count: i32) -> bool;
    /// "meta", "humanoid", "expressions", "lookAt", "firstPerson", "springs", "colliders",
    /// "constraints", "materials", "meshes", "nodes", "animations"; NULL when it is none.
    pub fn vrm_diff_part_name(part: vrm_DiffPart) -> *const c_char;
    /// "changed", "added", "removed"; NULL when it is none.
    pub fn vrm_diff_kind_name(kind: vrm_DiffKind) -> *const c_char;
    /// Sets every field to its default; called by vrm_default_diff_def().
    pub fn vrm_diff_def_init(def: *mut vrm_DiffDef, def_size: usize);
    /// Compares. `def` may be NULL. VRM_ERR_ARGUMENT when a tolerance is negative or not a number.
    pub fn vrm_diff_create(before: *const vrm_Model, after: *const vrm_Model, def: *const vrm_DiffDef, out_diff: *mut *mut vrm_Diff) -> vrm_Result;
    /// Differences kept, grouped by part in the order of vrm_DiffPart.
    pub fn vrm_diff_count(diff: *const vrm_Diff) -> i32;
    /// All differences, kept or not; 0: the models mean the same.
    pub fn vrm_diff_total(diff: *const vrm_Diff) -> u64;
    /// All strings "" when there is no such difference.
    pub fn vrm_diff_get(diff: *const vrm_Diff, index: i32) -> vrm_Difference;
    /// NULL is fine.
    pub fn vrm_diff_destroy(diff: *mut vrm_Diff);
    /// The SHA-256 (FIPS 180-4) of `size` bytes as 64 lower-case hexadecimal digits, terminated. `data`
    /// may be NULL when `size` is 0.
    pub fn vrm_digest_sha256(data: *const c_void, size: usize, out_text: *mut c_char);
    /// A model with nothing in it but asset.version and asset.generator: a GLB to be filled by edits.
    /// `def` may be NULL.
    pub fn vrm_model_create(def: *const vrm_LoadDef, out_model: *mut *mut vrm_Model) -> vrm_Result;
    /// Begins an edit of `model`, which must outlive it.
    pub fn vrm_edit_begin(model: *mut vrm_Model, out_edit: *mut *mut vrm_Edit) -> vrm_Result;
    /// Reads the model again from what was edited. On VRM_OK the edit has been destroyed. Otherwise
    /// (the result cannot be read, a strict model would have findings, no memory) the model is
    /// unchanged and the edit can be corrected or abandoned. Extensions that the edit added are entered
    /// in extensionsUsed, those that it removed are taken out; asset.generator is written where the
    /// file has none. `report` may be NULL.
    pub fn vrm_edit_commit(edit: *mut vrm_Edit, report: *mut vrm_Report) -> vrm_Result;
    /// Discards the edit; the model is unchanged. NULL is fine.
    pub fn vrm_edit_abandon(edit: *mut vrm_Edit);
    /// The JSON as it is now. A `json` that the model handed out names the same value here, as long as
    /// that value was not replaced or removed.
    pub fn vrm_edit_json(edit: *const vrm_Edit) -> *const vrm_Json;
    /// Sets the value at an RFC 6901 pointer to JSON text; "-" as the last part appends to an array.
    /// Missing objects on the path are created, and an array where "-" follows. VRM_ERR_ARGUMENT when
    /// the pointer leads through a value that is neither object nor array, or an array has no such
    /// index, VRM_ERR_JSON when the text is not JSON.
    pub fn vrm_edit_set(edit: *mut vrm_Edit, pointer: *const c_char, text: *const c_char, size: usize) -> vrm_Result;
    /// Inserts before the element that the pointer names. References elsewhere in the document are not
    /// adjusted.
    pub fn vrm_edit_insert(edit: *mut vrm_Edit, pointer: *const c_char, text: *const c_char, size: usize) -> vrm_Result;
    /// Removes a member or element; no-op when there is none.
    pub fn vrm_edit_remove(edit: *mut vrm_Edit, pointer: *const c_char) -> vrm_Result;
    /// Appends to an array of the document ("nodes", "meshes", "materials", ...), which is created when
    /// missing. `out_index` may be NULL.
    pub fn vrm_edit_add(edit: *mut vrm_Edit, array: *const c_char, text: *const c_char, size: usize, out_index: *mut i32) -> vrm_Result;
    /// Adds a buffer view. `target` is 34962 for vertices, 34963 for indices, 0 for anything else;
    /// `stride` 0 is tightly packed. Aligned to 4 bytes.
    pub fn vrm_edit_add_view(edit: *mut vrm_Edit, bytes: *const c_void, size: usize, target: u32, stride: u32, out_view: *mut i32) -> vrm_Result;
    /// Adds a tightly packed accessor of floats: `count` elements. With `has_bounds` min and max are
    /// written, as POSITION and animation inputs need.
    pub fn vrm_edit_add_floats(edit: *mut vrm_Edit, r#type: vrm_AccessorType, values: *const f32, count: usize, target: u32, has_bounds: bool, out_accessor: *mut i32) -> vrm_Result;
    /// Adds a tightly packed accessor of indices or joints, in the smallest component type that holds
    /// the largest value (at least 16 bits).
    pub fn vrm_edit_add_integers(edit: *mut vrm_Edit, r#type: vrm_AccessorType, values: *const u32, count: usize, target: u32, out_accessor: *mut i32) -> vrm_Result;
    /// Accessors without a buffer view (zeros) and sparse ones become plain data, for the many readers
    /// that support neither. At most `max_bytes` are added; an accessor that does not fit, or cannot be
    /// read, is left unchanged and counted in *out_kept (may be NULL). Bytes that no buffer view covers
    /// are removed. Call it as the only change of an edit.
    pub fn vrm_edit_expand_accessors(edit: *mut vrm_Edit, max_bytes: u64, out_kept: *mut i32) -> vrm_Result;
    /// Adds an image. The format is detected from the first bytes: PNG, JPEG or WebP; anything else is
    /// VRM_ERR_ARGUMENT. `name` may be NULL.
    pub fn vrm_edit_add_image(edit: *mut vrm_Edit, bytes: *const c_void, size: usize, name: *const c_char, out_image: *mut i32) -> vrm_Result;
    /// Who made the avatar and what one may do with it.
    pub fn vrm_edit_set_meta(edit: *mut vrm_Edit, meta: *const vrm_Meta) -> vrm_Result;
    /// The picture of the avatar, in any dialect: PNG or JPEG, square. Replaces the old one where
    /// nothing else uses that: the old bytes are then overwritten, and cut off where they end the
    /// chunk. An old picture that a material uses too, or whose bytes another buffer view covers, is
    /// kept.
    pub fn vrm_edit_set_thumbnail(edit: *mut vrm_Edit, bytes: *const c_void, size: usize) -> vrm_Result;
    /// The node of each bone; -1: the avatar does not have it.
    pub fn vrm_edit_set_bones(edit: *mut vrm_Edit, bones: *const i32) -> vrm_Result;
    /// All expressions, presets and custom ones; those that are not in the list are removed.
    pub fn vrm_edit_set_expressions(edit: *mut vrm_Edit, expressions: *const vrm_Expression, count: i32) -> vrm_Result;
    /// NULL removes it. Curves of 0.x are not written.
    pub fn vrm_edit_set_look_at(edit: *mut vrm_Edit, look_at: *const vrm_LookAt) -> vrm_Result;
    /// The type of each node, in node order; `auto` is the default and is not written.
    pub fn vrm_edit_set_first_person(edit: *mut vrm_Edit, types: *const vrm_FirstPersonType, count: i32) -> vrm_Result;
    /// All springs, colliders and groups; without any the extension is removed. Inside colliders and
    /// planes get the fallback shape that the specification recommends. Disabled colliders and empty
    /// groups are left out, and indices are adjusted. A joint with node -1 becomes a new node at its
    /// end_offset, a child of the joint before.
    pub fn vrm_edit_set_spring_bones(edit: *mut vrm_Edit, springs: *const vrm_SpringBones) -> vrm_Result;
    /// The constraint of constraint-\>node; a constraint that the node had, of any type, is replaced.
    pub fn vrm_edit_set_constraint(edit: *mut vrm_Edit, constraint: *const vrm_Constraint) -> vrm_Result;
    /// Removes the constraint of a node.
    pub fn vrm_edit_remove_constraint(edit: *mut vrm_Edit, node: i32) -> vrm_Result;
    /// How a material is drawn: what vrm_Surface holds of the glTF material, and MToon or unlit. MToon
    /// has unlit beside it for programs without MToon. Everything else that the material, its textures
    /// and its MToon have in the file is kept: extras, unknown extensions and members. An emissive
    /// factor above 1 is moved into the strength; expressions that bind this emission are divided by
    /// the same number, so set expressions before surfaces.
    pub fn vrm_edit_set_surface(edit: *mut vrm_Edit, material: i32, surface: *const vrm_Surface) -> vrm_Result;
    /// Numbers per element: 3 for VEC3, 16 for MAT4.
    pub fn vrm_accessor_components(r#type: vrm_AccessorType) -> i32;
    /// The `min` and `max` of the file, vrm_accessor_components() values each. False when it does not
    /// have both; they may be wrong.
    pub fn vrm_accessor_bounds(gltf: *const vrm_Gltf, accessor: i32, min: *mut f32, max: *mut f32) -> bool;
    /// The sparse part of an accessor; a count of 0 and no views when it is not sparse.
    pub fn vrm_accessor_sparse(gltf: *const vrm_Gltf, accessor: i32) -> vrm_Sparse;
    /// Decodes a whole accessor, whatever its layout: component type, normalization, stride, sparse
    /// values, no buffer view (zeros). Integers that are not normalized become floats of their value;
    /// numbers that are not finite become 0. `out` has room for `out_count` floats and needs count *
    /// components. VRM_ERR_INVALID when the accessor is not readable or its sparse indices do not
    /// increase below count, VRM_ERR_ARGUMENT when `accessor` is out of range or `out_count` is too
    /// small. Allocates nothing.
    pub fn vrm_accessor_read_floats(gltf: *const vrm_Gltf, accessor: i32, out: *mut f32, out_count: usize) -> vrm_Result;
    /// As above for unsigned integers: indices and joints. Floats and negative values are refused with
    /// VRM_ERR_INVALID.
    pub fn vrm_accessor_read_u32(gltf: *const vrm_Gltf, accessor: i32, out: *mut u32, out_count: usize) -> vrm_Result;
    /// The transform of a texture's coordinates; the identity when it has none.
    pub fn vrm_texture_transform(info: *const vrm_TextureInfo) -> vrm_TextureTransform;
    /// The accessor of an attribute; -1 when the primitive or the target does not have it.
    pub fn vrm_primitive_attribute(primitive: *const vrm_Primitive, semantic: vrm_Semantic, set: i32) -> i32;
    /// The accessor of an attribute of a morph target; -1 when it has none.
    pub fn vrm_morph_target_attribute(target: *const vrm_MorphTarget, semantic: vrm_Semantic) -> i32;
    /// A member of an element's "extensions", or VRM_JSON_MISSING.
    pub fn vrm_gltf_extension(gltf: *const vrm_Gltf, element: vrm_JsonRef, name: *const c_char) -> vrm_JsonRef;
    /// Sets every field to its default; called by vrm_default_json_def().
    pub fn vrm_json_def_init(def: *mut vrm_JsonDef, def_size: usize);
    /// Parses UTF-8 text. A syntax error is VRM_ERR_JSON and a finding with its byte offset; a
    /// duplicate key is a finding and the last one counts; half a surrogate pair in an escape is a
    /// finding and is read as U+FFFD. `def` and `report` may be NULL.
    pub fn vrm_json_parse(text: *const c_char, size: usize, def: *const vrm_JsonDef, report: *mut vrm_Report, out_json: *mut *mut vrm_Json) -> vrm_Result;
    /// For people: the instructions that vrm_json_parse() reads long texts with on this CPU, "AVX2".
    pub fn vrm_json_reader_name() -> *const c_char;
    /// NULL is fine.
    pub fn vrm_json_destroy(json: *mut vrm_Json);
    /// The root value.
    pub fn vrm_json_root(json: *const vrm_Json) -> vrm_JsonRef;
    /// What a value is; VRM_JSON_NONE for VRM_JSON_MISSING.
    pub fn vrm_json_type(json: *const vrm_Json, value: vrm_JsonRef) -> vrm_JsonType;
    /// Members of an object or elements of an array.
    pub fn vrm_json_count(json: *const vrm_Json, container: vrm_JsonRef) -> u32;
    /// The member with that key (UTF-8, terminated), compared after decoding escapes; the last one
    /// where an object has the key more than once.
    pub fn vrm_json_member(json: *const vrm_Json, object: vrm_JsonRef, key: *const c_char) -> vrm_JsonRef;
    /// The element at `index`, in at most a few dozen steps however long the array. To visit all
    /// elements use an iterator, one step each.
    pub fn vrm_json_element(json: *const vrm_Json, array: vrm_JsonRef, index: u32) -> vrm_JsonRef;
    /// A value by RFC 6901 pointer ("" is the root).
    pub fn vrm_json_at(json: *const vrm_Json, pointer: *const c_char) -> vrm_JsonRef;
    /// Before the first child; nothing to visit when `container` is neither array nor object.
    pub fn vrm_json_iter(json: *const vrm_Json, container: vrm_JsonRef) -> vrm_JsonIter;
    /// Goes to the next child. False when there is none.
    pub fn vrm_json_next(it: *mut vrm_JsonIter) -> bool;
    /// `fallback` when the value is neither true nor false.
    pub fn vrm_json_bool(json: *const vrm_Json, value: vrm_JsonRef, fallback: bool) -> bool;
    /// The number correctly rounded to double; `fallback` when it is not a number or overflows.
    pub fn vrm_json_number(json: *const vrm_Json, value: vrm_JsonRef, fallback: f64) -> f64;
    /// True and the value when the number is mathematically an integer (1, 1.0, 10e-1) that fits.
    pub fn vrm_json_integer(json: *const vrm_Json, value: vrm_JsonRef, out: *mut i64) -> bool;
    /// Compares a string value, decoded, with terminated UTF-8.
    pub fn vrm_json_equals(json: *const vrm_Json, string: vrm_JsonRef, text: *const c_char) -> bool;
    /// Decodes a string into `buffer` (terminated; cut at a character boundary when it does not fit)
    /// and returns the length that the whole needs, without terminator. `buffer` may be NULL if `size`
    /// is 0.
    pub fn vrm_json_string(json: *const vrm_Json, string: vrm_JsonRef, buffer: *mut c_char, size: usize) -> usize;
    /// The bytes of a value as the document would write them now, for a value in which nothing was
    /// edited; an empty span otherwise. A string includes its quotes. Valid until the document is
    /// edited.
    pub fn vrm_json_text(json: *const vrm_Json, value: vrm_JsonRef) -> vrm_Span;
    /// Where the value begins in the parsed text; VRM_NO_OFFSET for a value that was set later.
    pub fn vrm_json_offset(json: *const vrm_Json, value: vrm_JsonRef) -> u64;
    /// Writes the RFC 6901 pointer of a value as vrm_json_string() does.
    pub fn vrm_json_pointer(json: *const vrm_Json, value: vrm_JsonRef, buffer: *mut c_char, size: usize) -> usize;
    /// Replaces the member, or appends it. If several members have that key, one is left.
    pub fn vrm_json_set(json: *mut vrm_Json, object: vrm_JsonRef, key: *const c_char, text: *const c_char, size: usize, out_value: *mut vrm_JsonRef) -> vrm_Result;
    /// Removes every member with that key; no-op when there is none.
    pub fn vrm_json_remove(json: *mut vrm_Json, object: vrm_JsonRef, key: *const c_char) -> vrm_Result;
    /// Inserts before `index`; index == count appends.
    pub fn vrm_json_insert(json: *mut vrm_Json, array: vrm_JsonRef, index: u32, text: *const c_char, size: usize, out_value: *mut vrm_JsonRef) -> vrm_Result;
    /// Removes an element of an array.
    pub fn vrm_json_remove_at(json: *mut vrm_Json, array: vrm_JsonRef, index: u32) -> vrm_Result;
    /// Replaces a value, which may be the root.
    pub fn vrm_json_replace(json: *mut vrm_Json, value: vrm_JsonRef, text: *const c_char, size: usize, out_value: *mut vrm_JsonRef) -> vrm_Result;
    /// True once a value was set, inserted, replaced or removed.
    pub fn vrm_json_is_edited(json: *const vrm_Json) -> bool;
    /// Size of the document as text; the text is the parsed bytes where nothing was edited.
    pub fn vrm_json_written_size(json: *const vrm_Json) -> usize;
    /// Writes vrm_json_written_size() bytes, no terminator. VRM_ERR_ARGUMENT if `size` is too small.
    pub fn vrm_json_write(json: *const vrm_Json, buffer: *mut c_char, size: usize) -> vrm_Result;
    /// `allocator` may be NULL: the C library.
    pub fn vrm_json_builder_create(allocator: *const vrm_Allocator, out_builder: *mut *mut vrm_JsonBuilder) -> vrm_Result;
    /// NULL is fine.
    pub fn vrm_json_builder_destroy(builder: *mut vrm_JsonBuilder);
    /// Removes all text; the memory is kept for reuse.
    pub fn vrm_json_builder_clear(builder: *mut vrm_JsonBuilder);
    /// The key of the next value; required before each value in an open object.
    pub fn vrm_json_put_key(builder: *mut vrm_JsonBuilder, key: *const c_char);
    /// Opens an object; end it with vrm_json_end_object().
    pub fn vrm_json_begin_object(builder: *mut vrm_JsonBuilder);
    /// Closes the innermost object.
    pub fn vrm_json_end_object(builder: *mut vrm_JsonBuilder);
    /// Opens an array; end it with vrm_json_end_array().
    pub fn vrm_json_begin_array(builder: *mut vrm_JsonBuilder);
    /// Closes the innermost array.
    pub fn vrm_json_end_array(builder: *mut vrm_JsonBuilder);
    /// Appends null.
    pub fn vrm_json_put_null(builder: *mut vrm_JsonBuilder);
    /// Appends true or false.
    pub fn vrm_json_put_bool(builder: *mut vrm_JsonBuilder, value: bool);
    /// Appends a whole number.
    pub fn vrm_json_put_integer(builder: *mut vrm_JsonBuilder, value: i64);
    /// The shortest text that reads back as the same float (or double); null when it is not finite.
    pub fn vrm_json_put_float(builder: *mut vrm_JsonBuilder, value: f32);
    /// Appends a number, in the shortest text that reads back as the same double.
    pub fn vrm_json_put_double(builder: *mut vrm_JsonBuilder, value: f64);
    /// Terminated UTF-8; bytes that are not UTF-8 become U+FFFD. NULL is written as null.
    pub fn vrm_json_put_string(builder: *mut vrm_JsonBuilder, text: *const c_char);
    /// Any value as text; it is not checked.
    pub fn vrm_json_put_raw(builder: *mut vrm_JsonBuilder, text: *const c_char, size: usize);
    /// The text so far; valid until the next call that changes the builder. VRM_ERR_MEMORY if any call
    /// since the last clear failed to allocate.
    pub fn vrm_json_builder_text(builder: *const vrm_JsonBuilder, out_text: *mut vrm_Span) -> vrm_Result;
    /// Sets every field to its default; called by vrm_default_triangles_def().
    pub fn vrm_triangles_def_init(def: *mut vrm_TrianglesDef, def_size: usize);
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
    pub fn vrm_primitive_triangles(gltf: *const vrm_Gltf, primitive: *const vrm_Primitive, def: *const vrm_TrianglesDef, out_triangles: *mut *mut vrm_Triangles) -> vrm_Result;
    /// NULL is fine.
    pub fn vrm_triangles_destroy(triangles: *mut vrm_Triangles);
    /// The indices alone, as a list of triangles: each is below the count of the positions, triangles
    /// with one that is not are left out. `out_indices` NULL: only *out_count and *out_dropped are set,
    /// to what a second call with that capacity sets them to; it fails where that one would.
    /// `out_dropped` gets the number of triangles left out; `out_dropped` may be NULL. Fails as
    /// vrm_primitive_triangles(), and with VRM_ERR_ARGUMENT when `capacity` is too small.
    pub fn vrm_primitive_indices(gltf: *const vrm_Gltf, primitive: *const vrm_Primitive, allocator: *const vrm_Allocator, out_indices: *mut u32, capacity: usize, out_count: *mut usize, out_dropped: *mut usize) -> vrm_Result;
    /// Tangents as MikkTSpace defines them. VRM_ERR_ARGUMENT when an index is not below vertex_count or
    /// index_count is not a multiple of three. `allocator` may be NULL.
    pub fn vrm_tangents_make(input: *const vrm_TangentInput, allocator: *const vrm_Allocator, out: *mut vrm_Tangents) -> vrm_Result;
    /// Makes tangents that a file has usable, in place: four numbers for each vertex of `input`, as
    /// vrm_Triangles has them. Each gets unit length and a w of 1 or -1. One that is unusable (no
    /// length, not finite, along the normal, or w 0) becomes the mean of the tangents of the triangles
    /// around its vertex, at right angles to the normal; without triangles or UVs (`input-\>uvs` may be
    /// NULL) any direction at right angles to it. No vertex is split and `input-\>indices` stay as they
    /// are. *out_made_count is the number of tangents so made. VRM_ERR_ARGUMENT as above.
    pub fn vrm_tangents_complete(input: *const vrm_TangentInput, allocator: *const vrm_Allocator, tangents: *mut f32, out_made_count: *mut u32) -> vrm_Result;
    /// Frees what vrm_tangents_make() made.
    pub fn vrm_tangents_release(tangents: *mut vrm_Tangents);
    /// Sets every field to its default; called by vrm_default_migrate_def().
    pub fn vrm_migrate_def_init(def: *mut vrm_MigrateDef, def_size: usize);
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
    pub fn vrm_migrate(model: *mut vrm_Model, def: *const vrm_MigrateDef, report: *mut vrm_Report) -> vrm_Result;
    /// "0.x", "1.0-draft", "1.0-beta", "1.0"; NULL for VRM_DIALECT_NONE.
    pub fn vrm_dialect_text(dialect: vrm_Dialect) -> *const c_char;
    /// Sets every field to its default; called by vrm_default_load_def().
    pub fn vrm_load_def_init(def: *mut vrm_LoadDef, def_size: usize);
    /// Loads GLB or glTF text from memory. `def` and `report` may be NULL.
    pub fn vrm_model_load(bytes: *const c_void, size: usize, def: *const vrm_LoadDef, report: *mut vrm_Report, out_model: *mut *mut vrm_Model) -> vrm_Result;
    /// As vrm_model_load() for a path. VRM_ERR_IO when the file cannot be read.
    pub fn vrm_model_load_file(path: *const c_char, def: *const vrm_LoadDef, report: *mut vrm_Report, out_model: *mut *mut vrm_Model) -> vrm_Result;
    /// NULL is fine.
    pub fn vrm_model_destroy(model: *mut vrm_Model);
    /// Saves to memory. A model that was not edited gives the loaded bytes, whatever is wrong with
    /// them. An edited model is validated; with errors the result is VRM_ERR_INVALID: the functions of
    /// vrm/save.h report the errors, and can accept those that the file had before. VRM_ERR_ARGUMENT
    /// when `size` is below vrm_model_save_size().
    pub fn vrm_model_save_size(model: *const vrm_Model, out_size: *mut usize) -> vrm_Result;
    /// Writes the file into `bytes`, of vrm_model_save_size() bytes.
    pub fn vrm_model_save(model: *const vrm_Model, bytes: *mut c_void, size: usize) -> vrm_Result;
    /// Writes a temporary file beside the target, then renames it: the target is complete or unchanged.
    /// Side files of a .gltf are not written.
    pub fn vrm_model_save_file(model: *const vrm_Model, path: *const c_char) -> vrm_Result;
    /// The typed glTF document. Never NULL.
    pub fn vrm_model_gltf(model: *const vrm_Model) -> *const vrm_Gltf;
    /// Which VRM the file is.
    pub fn vrm_model_dialect(model: *const vrm_Model) -> vrm_Dialect;
    /// The specVersion of the VRM extension as written; "" when absent.
    pub fn vrm_model_spec_version(model: *const vrm_Model) -> *const c_char;
    /// +1: faces +Z (1.0, beta). -1: faces -Z (0.x). For the draft it is derived from the bones.
    pub fn vrm_model_facing(model: *const vrm_Model) -> i32;
    /// Bytes of the JSON text and of the BIN chunk (0 when there is none).
    pub fn vrm_model_json_size(model: *const vrm_Model) -> usize;
    /// Bytes of the BIN chunk; 0 without one.
    pub fn vrm_model_bin_size(model: *const vrm_Model) -> usize;
    /// Bytes of the file as it would be saved, and of its side files: what the allowances of vrm_Limits
    /// grow with.
    pub fn vrm_model_source_bytes(model: *const vrm_Model) -> u64;
    /// Whether vrm_model_save() writes a GLB; else glTF text; side files stay where they are.
    pub fn vrm_model_is_glb(model: *const vrm_Model) -> bool;
    /// NULL when the file has no VRM meta.
    pub fn vrm_model_meta(model: *const vrm_Model) -> *const vrm_Meta;
    /// "leftThumbMetacarpal"; NULL when `bone` is none.
    pub fn vrm_bone_name(bone: vrm_Bone) -> *const c_char;
    /// By the 1.0 name; VRM_BONE_NONE when there is no such bone.
    pub fn vrm_bone_by_name(name: *const c_char) -> vrm_Bone;
    /// The humanoid parent by the specification; VRM_BONE_NONE for hips.
    pub fn vrm_bone_parent(bone: vrm_Bone) -> vrm_Bone;
    /// Required by VRM 1.0.
    pub fn vrm_bone_is_required(bone: vrm_Bone) -> bool;
    /// The node of a bone; -1 when the avatar does not have it.
    pub fn vrm_model_bone(model: *const vrm_Model, bone: vrm_Bone) -> i32;
    /// How many bones of the humanoid are mapped.
    pub fn vrm_model_bone_count(model: *const vrm_Model) -> i32;
    /// "blinkLeft"; NULL for custom.
    pub fn vrm_expression_preset_name(preset: vrm_ExpressionPreset) -> *const c_char;
    /// By the 1.0 name; VRM_EXPRESSION_CUSTOM when there is no such preset.
    pub fn vrm_expression_preset_by_name(name: *const c_char) -> vrm_ExpressionPreset;
    /// Presets in the order of vrm_ExpressionPreset, then custom ones in file order. Names are unique.
    pub fn vrm_model_expressions(model: *const vrm_Model, out_count: *mut i32) -> *const vrm_Expression;
    /// -1 when the avatar does not have it.
    pub fn vrm_model_expression(model: *const vrm_Model, name: *const c_char) -> i32;
    /// NULL when the avatar has no gaze control.
    pub fn vrm_model_look_at(model: *const vrm_Model) -> *const vrm_LookAt;
    /// The type of a node with a mesh: its annotation, or auto.
    pub fn vrm_model_first_person(model: *const vrm_Model, node: i32) -> vrm_FirstPersonType;
    /// The node whose descendants `auto` hides: the head, or 0.x's firstPersonBone. -1 without either.
    pub fn vrm_model_first_person_node(model: *const vrm_Model) -> i32;
    /// Never NULL; all counts 0 when the file has none.
    pub fn vrm_model_spring_bones(model: *const vrm_Model) -> *const vrm_SpringBones;
    /// In node order, valid ones only; cycles are not removed here (vrm_rig_build() reports and drops
    /// them).
    pub fn vrm_model_constraints(model: *const vrm_Model, out_count: *mut i32) -> *const vrm_Constraint;
    /// One for each material of the document.
    pub fn vrm_model_surfaces(model: *const vrm_Model) -> *const vrm_Surface;
    /// How the texture of a slot is sampled, whatever the surface.
    pub fn vrm_texture_use(slot: vrm_TextureSlot) -> vrm_TextureUse;
    /// NULL when this kind of surface has no such slot; its `texture` may still be -1.
    pub fn vrm_surface_texture(surface: *const vrm_Surface, slot: vrm_TextureSlot) -> *const vrm_TextureInfo;
    /// The inverse bind matrices of a skin, one for each of its joints: those of the file, identity
    /// where it has none. Where those of a 0.x or draft file contradict its nodes, the matrices are
    /// computed from the rest pose instead (finding SKIN_BINDS_CONTRADICT_NODES). VRM_ERR_ARGUMENT when
    /// `skin` is out of range or `count` is not the skin's joint_count, VRM_ERR_INVALID when the file's
    /// accessor cannot be read.
    pub fn vrm_model_inverse_binds(model: *const vrm_Model, skin: i32, out: *mut vrm_Mat4, count: i32) -> vrm_Result;
    /// NULL when the file is no VRM animation.
    pub fn vrm_model_clip_info(model: *const vrm_Model) -> *const vrm_ClipInfo;
    /// Sets every field to its default; called by vrm_default_normalize_def().
    pub fn vrm_normalize_def_init(def: *mut vrm_NormalizeDef, def_size: usize);
    /// Removes rotation and scale from every node of a 0.x, beta or 1.0 avatar; rest pose and motion
    /// look the same. An avatar that is normalized already keeps every byte (finding
    /// NORMALIZE_ALREADY). On failure the model is unchanged; on VRM_OK everything that it handed out
    /// before is invalid.
    ///
    /// The report (may be NULL) gets a NORMALIZE_ finding for every node that had to keep a rotation
    /// and for everything that cannot stay exactly as it was. VRM_ERR_INVALID when the file is no
    /// avatar, VRM_ERR_UNSUPPORTED when it cannot be normalized: the report says why. `def` may be
    /// NULL.
    pub fn vrm_normalize(model: *mut vrm_Model, def: *const vrm_NormalizeDef, report: *mut vrm_Report) -> vrm_Result;
    /// `allocator` NULL: the C library; kept until the pack is destroyed.
    pub fn vrm_rig_pack(rig: *const vrm_Rig, allocator: *const vrm_Allocator, out_pack: *mut *mut vrm_RigPack) -> vrm_Result;
    /// NULL is fine.
    pub fn vrm_rig_pack_destroy(pack: *mut vrm_RigPack);
    /// VRM_ERR_UNSUPPORTED for a clip of nodes.
    pub fn vrm_clip_pack(clip: *const vrm_Clip, allocator: *const vrm_Allocator, out_pack: *mut *mut vrm_ClipPack) -> vrm_Result;
    /// NULL is fine.
    pub fn vrm_clip_pack_destroy(pack: *mut vrm_ClipPack);
    /// The A-pose, in which models are often shown: arms 45 degrees below the rest pose, nothing else.
    /// For avatars that rest in the T-pose, as VRM requires.
    pub fn vrm_pose_a() -> vrm_Pose;
    /// Standing at ease with the arms down: two breaths and one slow shift of weight in a period. A
    /// whole number of periods gives the same bits as 0. The same bits on every CPU; a time that is not
    /// finite counts as 0.
    pub fn vrm_pose_idle(time_s: f32) -> vrm_Pose;
    /// Sets every field to its default; called by vrm_default_recorder_def().
    pub fn vrm_recorder_def_init(def: *mut vrm_RecorderDef, def_size: usize);
    /// `def` may be NULL: the defaults. VRM_ERR_ARGUMENT when one of its numbers is not finite or below
    /// 0.
    pub fn vrm_recorder_create(def: *const vrm_RecorderDef, out_recorder: *mut *mut vrm_Recorder) -> vrm_Result;
    /// NULL is fine.
    pub fn vrm_recorder_destroy(recorder: *mut vrm_Recorder);
    /// Adds a frame. The first frame starts the animation, whatever its time; the time must increase
    /// with each further frame. hips_offset is in metres of the performer. Eye bones are ignored: a VRM
    /// animation has a gaze instead. Expressions and gaze keep the values of the frame before until
    /// they are set. VRM_ERR_ARGUMENT, and nothing is added, when a number is not finite or the time
    /// does not increase.
    pub fn vrm_recorder_add_frame(recorder: *mut vrm_Recorder, time_s: f64, pose: *const vrm_Pose) -> vrm_Result;
    /// Removes the newest frame, and the expressions and the gaze that were first set in it. False when
    /// there is none.
    pub fn vrm_recorder_drop_frame(recorder: *mut vrm_Recorder) -> bool;
    /// Adds a frame with the state of an avatar after the sim's last step: bones (constraints and
    /// look-at included), expressions as asked for, and its gaze while it looks. The root transform is
    /// added to the hips: to record in place, put the avatar at the origin. The recorder should have
    /// the avatar's rig. Needs VRM_OUTPUT_LOCALS and VRM_OUTPUT_FACE. On failure nothing is added.
    pub fn vrm_recorder_add_avatar(recorder: *mut vrm_Recorder, time_s: f64, sim: *const vrm_Sim, avatar: vrm_AvatarId) -> vrm_Result;
    /// Sets an expression of the newest frame by its name, preset or custom; clamped to 0..1. In frames
    /// before it was first set it is 0. VRM_ERR_ARGUMENT before the first frame, for a weight that is
    /// NaN, an empty name, and lookUp, lookDown, lookLeft and lookRight, which a VRM animation may not
    /// have.
    pub fn vrm_recorder_set_expression(recorder: *mut vrm_Recorder, name: *const c_char, weight: f32) -> vrm_Result;
    /// Sets the gaze of the newest frame, as vrm_avatar_look_along() takes it. In frames before it was
    /// first set the gaze is straight ahead.
    pub fn vrm_recorder_set_gaze(recorder: *mut vrm_Recorder, yaw_degrees: f32, pitch_degrees: f32) -> vrm_Result;
    /// Frames added so far.
    pub fn vrm_recorder_frame_count(recorder: *const vrm_Recorder) -> i32;
    /// The animation so far, as a new model that the caller owns; recording may continue. `out_stats`
    /// may be NULL. VRM_ERR_ARGUMENT when there is no frame.
    pub fn vrm_recorder_finish(recorder: *const vrm_Recorder, out_stats: *mut vrm_RecordStats, out_model: *mut *mut vrm_Model) -> vrm_Result;
    /// Sets every field to its default; called by vrm_default_report_def().
    pub fn vrm_report_def_init(def: *mut vrm_ReportDef, def_size: usize);
    /// `def` may be NULL: the defaults. One thread at a time may fill a report; several may read it
    /// while none fills it.
    pub fn vrm_report_create(def: *const vrm_ReportDef, out_report: *mut *mut vrm_Report) -> vrm_Result;
    /// Findings kept, in the order in which they were made.
    pub fn vrm_report_count(report: *const vrm_Report) -> i32;
    /// All strings "" and VRM_NO_OFFSET when there is no such finding.
    pub fn vrm_report_get(report: *const vrm_Report, index: i32) -> vrm_Finding;
    /// How many findings of a severity there were, kept or not; 0 when `severity` is none of them.
    pub fn vrm_report_total(report: *const vrm_Report, severity: vrm_Severity) -> u64;
    /// True when findings were dropped: a limit of the definition or 8 MiB of strings was reached, or
    /// an allocation failed.
    pub fn vrm_report_is_truncated(report: *const vrm_Report) -> bool;
    /// True when a finding was dropped because an allocation failed. Loading and validating return
    /// VRM_ERR_MEMORY then, and so does vrm_json_parse() of a text that it refuses; other functions
    /// that add to a report do their work nevertheless, so ask where a lost finding matters.
    /// vrm_report_clear() resets it.
    pub fn vrm_report_ran_out_of_memory(report: *const vrm_Report) -> bool;
    /// Adds a finding for code above the library, such as a renderer. `code` must be listed in
    /// docs/rules.md, which also gives the severity; false when it is not. `pointer` "" is the root;
    /// `message` NULL: the rule's own sentence. Both are copied. A NULL report is fine.
    pub fn vrm_report_add(report: *mut vrm_Report, code: *const c_char, pointer: *const c_char, message: *const c_char) -> bool;
    /// Removes all findings and invalidates their strings; the memory is kept for reuse.
    pub fn vrm_report_clear(report: *mut vrm_Report);
    /// NULL is fine.
    pub fn vrm_report_destroy(report: *mut vrm_Report);
    /// Sets every field to its default; called by vrm_default_rig_def().
    pub fn vrm_rig_def_init(def: *mut vrm_RigDef, def_size: usize);
    /// Compiles a model. `def` may be NULL: the defaults. Any model is accepted: one without VRM parts
    /// becomes a hierarchy with skins. Does not keep `model` or `def`.
    pub fn vrm_rig_build(model: *const vrm_Model, def: *const vrm_RigDef, out_rig: *mut *mut vrm_Rig) -> vrm_Result;
    /// NULL is fine. Every avatar of the rig must have been removed from its sim before, and its bakers
    /// destroyed. An assertion finds what was forgotten; in builds without assertions the rig stays
    /// until the last of them is gone, and so must its allocator. May be called on any thread.
    pub fn vrm_rig_destroy(rig: *mut vrm_Rig);
    /// The dialect of the file.
    pub fn vrm_rig_dialect(rig: *const vrm_Rig) -> vrm_Dialect;
    /// +1: faces +Z as the file has it; -1: faces -Z (0.x).
    pub fn vrm_rig_facing(rig: *const vrm_Rig) -> i32;
    /// Nodes of the document; all node numbers here are those of the file.
    pub fn vrm_rig_node_count(rig: *const vrm_Rig) -> i32;
    /// -1: a root, or no such node.
    pub fn vrm_rig_parent(rig: *const vrm_Rig, node: i32) -> i32;
    /// The rest transform relative to the parent; the identity when there is no such node.
    pub fn vrm_rig_rest(rig: *const vrm_Rig, node: i32) -> vrm_Transform;
    /// The rest transform in model space (before any root transform, facing as in the file).
    pub fn vrm_rig_rest_model(rig: *const vrm_Rig, node: i32) -> vrm_Transform;
    /// Node of a bone; -1 when the avatar does not have it.
    pub fn vrm_rig_bone(rig: *const vrm_Rig, bone: vrm_Bone) -> i32;
    /// The rest pose: identities and no offset.
    pub fn vrm_pose_rest() -> vrm_Pose;
    /// Normalized rotation to the node's local rotation, inverse(P) N W with P and W the rest rotations
    /// of the parent node and of the node in model space; turned half around for an avatar that faces
    /// -Z. The identity when the avatar does not have the bone.
    pub fn vrm_rig_bone_local(rig: *const vrm_Rig, bone: vrm_Bone, normalized: vrm_Quat) -> vrm_Quat;
    /// The inverse of vrm_rig_bone_local(): P R inverse(W).
    pub fn vrm_rig_bone_normalized(rig: *const vrm_Rig, bone: vrm_Bone, local: vrm_Quat) -> vrm_Quat;
    /// Computes a pose from local transforms, one for each node. Bones that the avatar lacks get the
    /// identity.
    pub fn vrm_rig_read_pose(rig: *const vrm_Rig, locals: *const vrm_Transform) -> vrm_Pose;
    /// Height of the hips at rest above the model's origin, metres; 0 without hips.
    pub fn vrm_rig_hips_height(rig: *const vrm_Rig) -> f32;
    /// A hips offset of another avatar, whose hips rest at `source_height` metres, for this one: scaled
    /// by the ratio of the two heights. Unscaled where either height is not above 0.
    pub fn vrm_rig_scale_hips(rig: *const vrm_Rig, source_height: f32, offset: vrm_Vec3) -> vrm_Vec3;
    /// The frame of one bone.
    pub fn vrm_rig_bone_axes(rig: *const vrm_Rig, bone: vrm_Bone, out_axes: *mut vrm_BoneAxes) -> bool;
    /// How far the rest pose is from the T-pose: for each limb bone the angle in radians between its
    /// direction to the next bone and that direction in the T-pose. `out_worst` may be NULL; gets the
    /// bone with the largest angle, or VRM_BONE_NONE. Returns that angle.
    pub fn vrm_rig_t_pose_error(rig: *const vrm_Rig, out_worst: *mut vrm_Bone) -> f32;
    /// The T-pose: upper and lower arms, hands and legs are rotated into it by the smallest angle at
    /// each joint. For an avatar that rests in the T-pose this is the rest pose.
    pub fn vrm_rig_t_pose(rig: *const vrm_Rig) -> vrm_Pose;
    /// Numbered as vrm_model_expressions(): presets, then custom ones.
    pub fn vrm_rig_expression_count(rig: *const vrm_Rig) -> i32;
    /// All zero and VRM_EXPRESSION_CUSTOM when there is no such expression.
    pub fn vrm_rig_expression_info(rig: *const vrm_Rig, expression: i32) -> vrm_ExpressionInfo;
    /// -1 when the avatar does not have it.
    pub fn vrm_rig_expression(rig: *const vrm_Rig, name: *const c_char) -> i32;
    /// The index of a preset expression; -1 when the avatar does not have it.
    pub fn vrm_rig_expression_preset(rig: *const vrm_Rig, preset: vrm_ExpressionPreset) -> i32;
    /// Sorted by material, then kind, then target or slot.
    pub fn vrm_rig_material_values(rig: *const vrm_Rig, out_count: *mut i32) -> *const vrm_MaterialValue;
    /// False when the avatar has no gaze control. `out_type` may be NULL.
    pub fn vrm_rig_look_at(rig: *const vrm_Rig, out_type: *mut vrm_LookAtType) -> bool;
    /// In the order in which they run.
    pub fn vrm_rig_constraint_count(rig: *const vrm_Rig) -> i32;
    /// The constraint of an index, 0 to vrm_rig_constraint_count() - 1.
    pub fn vrm_rig_constraint(rig: *const vrm_Rig, index: i32) -> vrm_RigConstraint;
    /// Nodes with a mesh in the default scene, in node order; in the first scene where no default is
    /// named; of all nodes where there is no scene.
    pub fn vrm_rig_mesh_nodes(rig: *const vrm_Rig, out_count: *mut i32) -> *const vrm_MeshNode;
    /// Morph weights of all mesh nodes together.
    pub fn vrm_rig_morph_count(rig: *const vrm_Rig) -> i32;
    /// Skins of the document.
    pub fn vrm_rig_skin_count(rig: *const vrm_Rig) -> i32;
    /// All zero and NULL when there is no such skin.
    pub fn vrm_rig_skin(rig: *const vrm_Rig, skin: i32) -> vrm_RigSkin;
    /// Joint matrices of all skins together.
    pub fn vrm_rig_palette_count(rig: *const vrm_Rig) -> i32;
    /// What the first-person camera draws of a primitive whose node is split: the elements without a
    /// vertex that has a weight on the first-person bone or its descendants. Indices into the untouched
    /// vertex data, as a plain list: triangles (strips and fans are expanded), lines or points as the
    /// primitive's mode says.
    ///
    /// `out_indices` may be NULL to ask for the count; else it has room for `capacity` indices, of
    /// which 3 * (elements of the primitive) always suffice. VRM_ERR_ARGUMENT: no such node or
    /// primitive, or too little room. VRM_ERR_INVALID: the vertex data cannot be read. Scratch memory
    /// is taken from `allocator` (NULL: the C library) and released.
    pub fn vrm_first_person_indices(model: *const vrm_Model, node: i32, primitive: i32, allocator: *const vrm_Allocator, out_indices: *mut u32, capacity: usize, out_count: *mut usize) -> vrm_Result;
    /// Sets every field to its default; called by vrm_default_save_def().
    pub fn vrm_save_def_init(def: *mut vrm_SaveDef, def_size: usize);
    /// As vrm_model_save(). A model that was not edited gives the bytes of its file, whatever they are.
    /// An edited model is validated: with an error that is not known the result is VRM_ERR_INVALID, the
    /// report (may be NULL) gets these errors, and the content of `bytes` is undefined. `def` may be
    /// NULL.
    pub fn vrm_model_save_checked(model: *const vrm_Model, def: *const vrm_SaveDef, report: *mut vrm_Report, bytes: *mut c_void, size: usize) -> vrm_Result;
    /// As vrm_model_save_file(), checked in the same way: on VRM_ERR_INVALID nothing is written.
    pub fn vrm_model_save_file_checked(model: *const vrm_Model, def: *const vrm_SaveDef, report: *mut vrm_Report, path: *const c_char) -> vrm_Result;
    /// Validates a model as it would be saved now. `def` may be NULL; its allocator and side files are
    /// not used: those of the model are.
    pub fn vrm_model_validate(model: *const vrm_Model, def: *const vrm_ValidateDef, report: *mut vrm_Report) -> vrm_Result;
    /// Sets every field to its default; called by vrm_default_sim_def().
    pub fn vrm_sim_def_init(def: *mut vrm_SimDef, def_size: usize);
    /// Whether this build has the kernel and this CPU can run it.
    pub fn vrm_kernel_is_supported(kernel: vrm_Kernel) -> bool;
    /// For people: "8 lanes, AVX2". "unknown" for a number that is no kernel.
    pub fn vrm_kernel_name(kernel: vrm_Kernel) -> *const c_char;
    /// The kernel that VRM_KERNEL_AUTO takes on this CPU for crowds: many avatars that share a rig.
    pub fn vrm_kernel_for_crowds() -> vrm_Kernel;
    /// The kernel that it takes for the first avatars of a rig.
    pub fn vrm_kernel_for_singles() -> vrm_Kernel;
    /// `def` may be NULL: the defaults.
    pub fn vrm_sim_create(def: *const vrm_SimDef, out_sim: *mut *mut vrm_Sim) -> vrm_Result;
    /// Removes all avatars. NULL is fine.
    pub fn vrm_sim_destroy(sim: *mut vrm_Sim);
    /// Adds an avatar in its rest pose at the origin. The rig must outlive it. The cost does not depend
    /// on the other avatars. Returns the null id when an allocation fails.
    pub fn vrm_sim_add(sim: *mut vrm_Sim, rig: *const vrm_Rig) -> vrm_AvatarId;
    /// False when the id is stale. Other ids stay valid.
    pub fn vrm_sim_remove(sim: *mut vrm_Sim, avatar: vrm_AvatarId) -> bool;
    /// Avatars that are in the sim now.
    pub fn vrm_sim_avatar_count(sim: *const vrm_Sim) -> i32;
    /// False when the id is stale or null.
    pub fn vrm_avatar_is_valid(sim: *const vrm_Sim, avatar: vrm_AvatarId) -> bool;
    /// NULL when the id is stale.
    pub fn vrm_avatar_rig(sim: *const vrm_Sim, avatar: vrm_AvatarId) -> *const vrm_Rig;
    /// A pointer that the host stores with the avatar; the library never dereferences it. NULL until it
    /// is set, and when the id is stale.
    pub fn vrm_avatar_set_user_data(sim: *mut vrm_Sim, avatar: vrm_AvatarId, data: *mut c_void) -> bool;
    /// What vrm_avatar_set_user_data() stored.
    pub fn vrm_avatar_user_data(sim: *const vrm_Sim, avatar: vrm_AvatarId) -> *mut c_void;
    /// Places the avatar in the world. The rotation is normalized; a zero one is refused.
    pub fn vrm_avatar_set_root(sim: *mut vrm_Sim, avatar: vrm_AvatarId, root: vrm_Transform) -> bool;
    /// The parent transform of the avatar's root nodes: the root as it was set, times the half turn of
    /// a 0.x avatar unless vrm_SimDef.keeps_vrm0_facing. The identity when the id is stale.
    pub fn vrm_avatar_root(sim: *const vrm_Sim, avatar: vrm_AvatarId) -> vrm_Transform;
    /// Sets the local transform of a node, without conversion (0.x: in the file's axes). The rotation
    /// is normalized; a zero one is refused. Look-at, constraints and springs overwrite the rotations
    /// that they drive in each step while their stage is on.
    pub fn vrm_avatar_set_node(sim: *mut vrm_Sim, avatar: vrm_AvatarId, node: i32, local: vrm_Transform) -> bool;
    /// The rotation alone, as vrm_avatar_set_node().
    pub fn vrm_avatar_set_rotation(sim: *mut vrm_Sim, avatar: vrm_AvatarId, node: i32, local: vrm_Quat) -> bool;
    /// The translation alone, as vrm_avatar_set_node().
    pub fn vrm_avatar_set_translation(sim: *mut vrm_Sim, avatar: vrm_AvatarId, node: i32, local: vrm_Vec3) -> bool;
    /// All nodes at once: `count` must be the rig's node count. Refused as a whole.
    pub fn vrm_avatar_set_nodes(sim: *mut vrm_Sim, avatar: vrm_AvatarId, locals: *const vrm_Transform, count: i32) -> bool;
    /// Turns one bone, as vrm_Pose has it. The rotation of a bone that the avatar lacks is carried by
    /// its children: rotating a missing upperChest turns neck and shoulders.
    pub fn vrm_avatar_set_bone(sim: *mut vrm_Sim, avatar: vrm_AvatarId, bone: vrm_Bone, normalized: vrm_Quat) -> bool;
    /// Moves the hips away from their rest position, metres, axes of vrm_Pose.
    pub fn vrm_avatar_set_hips(sim: *mut vrm_Sim, avatar: vrm_AvatarId, offset: vrm_Vec3) -> bool;
    /// All bones and the hips at once. Refused as a whole when a number is not finite; a rotation of
    /// zero length counts as the identity.
    pub fn vrm_avatar_set_pose(sim: *mut vrm_Sim, avatar: vrm_AvatarId, pose: *const vrm_Pose) -> bool;
    /// All nodes back to rest. Root, expressions, morph weights and gaze stay.
    pub fn vrm_avatar_reset_pose(sim: *mut vrm_Sim, avatar: vrm_AvatarId) -> bool;
    /// Weights are clamped to 0..1; NaN is refused.
    pub fn vrm_avatar_set_expression(sim: *mut vrm_Sim, avatar: vrm_AvatarId, preset: vrm_ExpressionPreset, weight: f32) -> bool;
    /// By the name that the file gives it, or a preset's; false when the avatar does not have it.
    pub fn vrm_avatar_set_expression_named(sim: *mut vrm_Sim, avatar: vrm_AvatarId, name: *const c_char, weight: f32) -> bool;
    /// By its index in the rig.
    pub fn vrm_avatar_set_expression_at(sim: *mut vrm_Sim, avatar: vrm_AvatarId, expression: i32, weight: f32) -> bool;
    /// Sets the weight of one morph target, numbered as vrm_avatar_morphs(): vrm_MeshNode.first_morph
    /// plus the target. It takes the place of the file's own weight, and expressions add to it. Beyond
    /// 1e6 it counts as 1e6.
    pub fn vrm_avatar_set_morph(sim: *mut vrm_Sim, avatar: vrm_AvatarId, morph: i32, weight: f32) -> bool;
    /// All at once: `count` must be the rig's morph count. Refused as a whole.
    pub fn vrm_avatar_set_morphs(sim: *mut vrm_Sim, avatar: vrm_AvatarId, weights: *const f32, count: i32) -> bool;
    /// All morph weights back to the file's. Expressions stay.
    pub fn vrm_avatar_reset_morphs(sim: *mut vrm_Sim, avatar: vrm_AvatarId) -> bool;
    /// Looks at a point in world space; the angles are recomputed in each step.
    pub fn vrm_avatar_look_at(sim: *mut vrm_Sim, avatar: vrm_AvatarId, target_world: vrm_Vec3) -> bool;
    /// Looks in a direction relative to the head, degrees: left and down are positive. Clamped to
    /// -360..360.
    pub fn vrm_avatar_look_along(sim: *mut vrm_Sim, avatar: vrm_AvatarId, yaw_degrees: f32, pitch_degrees: f32) -> bool;
    /// Leaves eyes and look expressions to the host. This is the initial state.
    pub fn vrm_avatar_look_off(sim: *mut vrm_Sim, avatar: vrm_AvatarId) -> bool;
    /// Acts at once: vrm_avatar_visibility() needs no step.
    pub fn vrm_avatar_set_view(sim: *mut vrm_Sim, avatar: vrm_AvatarId, view: vrm_View) -> bool;
    /// Sum of vrm_Stages. Default VRM_STAGE_ALL. A host with its own scene graph runs one stage alone
    /// by setting all node transforms, stepping, and reading vrm_avatar_locals(): the same code. Values
    /// that a stage would write keep their input value while it is off; the weights and material values
    /// of the expression stage keep the last one.
    pub fn vrm_avatar_set_stages(sim: *mut vrm_Sim, avatar: vrm_AvatarId, stages: u32) -> bool;
    /// Advances all avatars by `dt` seconds. With 0, a negative value or one that is not finite,
    /// springs do not advance and the rest of the frame is computed.
    pub fn vrm_sim_step(sim: *mut vrm_Sim, dt: f32);
    /// The same, and `fn` is called once for each avatar shortly before it is stepped, on the thread
    /// that steps it: all workers share the work of setting inputs, while the avatar's data is in their
    /// cache. The order is not defined; calls for different avatars run at the same time where there
    /// are workers. Results are bit-identical to setting the inputs before the step. `fn` may be NULL.
    pub fn vrm_sim_step_with(sim: *mut vrm_Sim, dt: f32, r#fn: Option<vrm_InputFn>, ctx: *mut c_void);
    /// How important an avatar is to vrm_sim_step_within(): larger is more, for example 1 / distance to
    /// the camera, or 0 outside its view. Default 1. Refused when negative or not finite.
    pub fn vrm_avatar_set_importance(sim: *mut vrm_Sim, avatar: vrm_AvatarId, importance: f32) -> bool;
    /// Sets every field to its default; called by vrm_default_budget_def().
    pub fn vrm_budget_def_init(budget: *mut vrm_BudgetDef, def_size: usize);
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
    pub fn vrm_sim_step_within(sim: *mut vrm_Sim, dt: f32, budget: *const vrm_BudgetDef, r#fn: Option<vrm_InputFn>, ctx: *mut c_void);
    /// What the last vrm_sim_step_within() did.
    pub fn vrm_sim_budget_use(sim: *const vrm_Sim) -> vrm_BudgetUse;
    /// Local transforms, one for each node of the document.
    pub fn vrm_avatar_locals(sim: *const vrm_Sim, avatar: vrm_AvatarId) -> *const vrm_Transform;
    /// World matrices, one for each node of the document.
    pub fn vrm_avatar_worlds(sim: *const vrm_Sim, avatar: vrm_AvatarId) -> *const vrm_Affine;
    /// Joint matrices (world * inverse bind) of all skins: vrm_rig_skin() says where each begins. They
    /// transform mesh vertices to world space, whatever node has the mesh.
    pub fn vrm_avatar_palettes(sim: *const vrm_Sim, avatar: vrm_AvatarId) -> *const vrm_Affine;
    /// Weights as applied, after binary rounding and overrides; one for each expression.
    pub fn vrm_avatar_expression_weights(sim: *const vrm_Sim, avatar: vrm_AvatarId) -> *const f32;
    /// Weights as asked for: by the host, or by an expression-type gaze.
    pub fn vrm_avatar_expression_inputs(sim: *const vrm_Sim, avatar: vrm_AvatarId) -> *const f32;
    /// Morph weights of all mesh nodes: vrm_rig_mesh_nodes() says where each begins. Each is what was
    /// set for it (by the host or a clip) plus the sum of the expressions, not clamped. A weight that
    /// was not set is 0 where some expression binds it, else the file's default.
    pub fn vrm_avatar_morphs(sim: *const vrm_Sim, avatar: vrm_AvatarId) -> *const f32;
    /// One for each entry of vrm_rig_material_values().
    pub fn vrm_avatar_material_values(sim: *const vrm_Sim, avatar: vrm_AvatarId) -> *const vrm_Vec4;
    /// Where the avatar looks, degrees: x is yaw, y is pitch; zero while looking is off.
    pub fn vrm_avatar_gaze(sim: *const vrm_Sim, avatar: vrm_AvatarId) -> vrm_Vec2;
    /// How a node with a mesh is to be drawn in the avatar's view; VRM_HIDDEN for other nodes.
    pub fn vrm_avatar_visibility(sim: *const vrm_Sim, avatar: vrm_AvatarId, node: i32) -> vrm_Visibility;
    /// Springs of the model, those that cannot move included.
    pub fn vrm_rig_spring_count(rig: *const vrm_Rig) -> i32;
    /// Joints in the order of the file: springs, then joints without the last of each.
    pub fn vrm_rig_spring_joint_count(rig: *const vrm_Rig) -> i32;
    /// Node -1 and all else zero when there is no such joint.
    pub fn vrm_rig_spring_joint(rig: *const vrm_Rig, joint: i32) -> vrm_SpringJointInfo;
    /// Resets all joints to rest under the pose of the next step, without motion: the initial state.
    pub fn vrm_avatar_reset_springs(sim: *mut vrm_Sim, avatar: vrm_AvatarId) -> bool;
    /// Like vrm_avatar_set_root(), but hair and clothes keep their shape and motion. With
    /// vrm_avatar_set_root() the way to the new position counts as motion.
    pub fn vrm_avatar_teleport(sim: *mut vrm_Sim, avatar: vrm_AvatarId, root: vrm_Transform) -> bool;
    /// While paused, joints keep their local rotations. Afterwards they continue from there, without
    /// velocity. Default false.
    pub fn vrm_avatar_pause_springs(sim: *mut vrm_Sim, avatar: vrm_AvatarId, is_paused: bool) -> bool;
    /// For avatars that are far away. A step saves time only for a block (docs/runtime.md) none of
    /// whose avatars runs its springs: set it for groups of avatars.
    pub fn vrm_avatar_set_spring_detail(sim: *mut vrm_Sim, avatar: vrm_AvatarId, detail: vrm_SpringDetail) -> bool;
    /// Stiffness, gravity and forces are multiplied by the avatar's scale, as lengths and radii always
    /// are: an avatar that is scaled at run time then sways in the same shape. Default false, as the
    /// specification has it.
    pub fn vrm_avatar_set_spring_scaling(sim: *mut vrm_Sim, avatar: vrm_AvatarId, is_on: bool) -> bool;
    /// Wind: added to the gravity of all joints, in world space, in units of gravity_power. Default
    /// zero. Clamped to 1e6.
    pub fn vrm_avatar_set_force(sim: *mut vrm_Sim, avatar: vrm_AvatarId, force_world: vrm_Vec3) -> bool;
    /// The same for one spring, in addition to the avatar's force. The first call for any of the
    /// avatars of a block allocates; false when there is no memory.
    pub fn vrm_avatar_set_spring_force(sim: *mut vrm_Sim, avatar: vrm_AvatarId, spring: i32, force_world: vrm_Vec3) -> bool;
    /// How much of the sway is applied to the output, 0..1: 0 is the rotation that the host set. The
    /// simulation itself continues. Default 1. Allocates like vrm_avatar_set_spring_force().
    pub fn vrm_avatar_set_spring_weight(sim: *mut vrm_Sim, avatar: vrm_AvatarId, spring: i32, weight: f32) -> bool;
    /// Changes how one joint sways, for this avatar alone. The first call for any of the avatars of a
    /// block allocates; false when there is no memory.
    pub fn vrm_avatar_set_joint_settings(sim: *mut vrm_Sim, avatar: vrm_AvatarId, joint: i32, settings: *const vrm_SpringSettings) -> bool;
    /// Local rotations, one for each joint, when vrm_SimDef.outputs has VRM_OUTPUT_SPRINGS: sufficient
    /// for a host with its own node tree. Otherwise NULL.
    pub fn vrm_avatar_spring_rotations(sim: *const vrm_Sim, avatar: vrm_AvatarId) -> *const vrm_Quat;
    /// The simulated tail in world space and the length of the bone, metres, after the last step (with
    /// a spring rate: of the newest spring step, which outputs may not have reached yet). Before the
    /// avatar's first step: the tail of the rest pose, the avatar's root being the origin. Needs
    /// VRM_OUTPUT_WORLDS. False also for joints that cannot move.
    pub fn vrm_avatar_spring_tail(sim: *const vrm_Sim, avatar: vrm_AvatarId, joint: i32, out_tail_world: *mut vrm_Vec3, out_length: *mut f32) -> bool;
    /// One line for a terminal or a log. Escaped are: control characters, line ends, marks that turn
    /// the direction of writing or are invisible, and the backslash: as `\\`, `\n`, `\r`, `\t` or
    /// `\u{202e}`; bytes that are no UTF-8 as `\xff`. All other characters stay.
    pub fn vrm_text_for_terminal(text: *const c_char, size: usize, buffer: *mut c_char, buffer_size: usize) -> usize;
    /// One name for a file or folder, valid on Linux, macOS and Windows. \ / : * ? " \< \> |, control
    /// and invisible characters and bytes that are no UTF-8 become _, as does a leading - (which
    /// commands take for an option); spaces and dots at both ends are dropped, so no name is hidden or
    /// climbs a folder; Windows device names (CON, NUL.txt, COM1) get a _ in front; what is longer than
    /// VRM_FILE_NAME_MAX is cut; nothing left gives "_". Different texts can give the same name.
    pub fn vrm_text_for_file_name(text: *const c_char, size: usize, buffer: *mut c_char, buffer_size: usize) -> usize;
    /// Sets every field to its default; called by vrm_default_validate_def().
    pub fn vrm_validate_def_init(def: *mut vrm_ValidateDef, def_size: usize);
    /// Validates a file. VRM_OK means that validation completed: what is wrong is in the report. A file
    /// that cannot be read as glTF at all is still VRM_OK, with error findings; other results mean that
    /// validation itself failed (memory). `def`, `report` and `out_dialect` may be NULL.
    pub fn vrm_validate(bytes: *const c_void, size: usize, def: *const vrm_ValidateDef, report: *mut vrm_Report, out_dialect: *mut vrm_Dialect) -> vrm_Result;
    /// As vrm_validate() for a path; side files are read below the file's own folder. VRM_ERR_IO when
    /// the file itself cannot be read.
    pub fn vrm_validate_file(path: *const c_char, def: *const vrm_ValidateDef, report: *mut vrm_Report, out_dialect: *mut vrm_Dialect) -> vrm_Result;
    /// Rules that a finding can name.
    pub fn vrm_rule_count() -> i32;
    /// All strings "" when there is no such rule; else they are valid for ever.
    pub fn vrm_rule_get(index: i32) -> vrm_Rule;
}

#[cfg(feature = "gpu")]
extern "C" {
    /// Lists what OpenCL offers, in its order. `out_devices` has room for `capacity` (may be NULL with
    /// 0); `out_count` gets how many there are, which may be more; 64 at most. VRM_ERR_UNSUPPORTED: no
    /// OpenCL on this machine.
    pub fn vrm_gpu_devices(out_devices: *mut vrm_GpuDevice, capacity: i32, out_count: *mut i32) -> vrm_Result;
    /// Sets every field to its default; called by vrm_default_gpu_sim_def().
    pub fn vrm_gpu_sim_def_init(def: *mut vrm_GpuSimDef, def_size: usize);
    /// Opens a device, compiles the kernels and tests its arithmetic. `def` may be NULL: the defaults.
    ///
    /// VRM_ERR_UNSUPPORTED with a finding: GPU_NO_OPENCL, GPU_NO_DEVICE, GPU_COMPILE_FAILED,
    /// GPU_INEXACT. VRM_ERR_ARGUMENT: `context` and `queue` do not belong together. VRM_ERR_MEMORY: no
    /// memory, of the host or the device.
    pub fn vrm_gpu_sim_create(def: *const vrm_GpuSimDef, out_sim: *mut *mut vrm_GpuSim) -> vrm_Result;
    /// NULL is fine. Waits for what is queued.
    pub fn vrm_gpu_sim_destroy(sim: *mut vrm_GpuSim);
    /// The device that the sim runs on.
    pub fn vrm_gpu_sim_device(sim: *const vrm_GpuSim) -> vrm_GpuDevice;
    /// False when the device failed the test and vrm_GpuSimDef.allows_inexact accepted it.
    pub fn vrm_gpu_sim_is_exact(sim: *const vrm_GpuSim) -> bool;
    /// Bytes of device memory that avatars use.
    pub fn vrm_gpu_sim_bytes(sim: *const vrm_GpuSim) -> u64;
    /// Why the last failed call failed, in words for a person; "" when none did. Valid until the next
    /// call.
    pub fn vrm_gpu_sim_message(sim: *const vrm_GpuSim) -> *const c_char;
    /// Adds `count` avatars at rest. `out_ids` gets their ids. The rig must live until its last avatar
    /// is removed. VRM_ERR_UNSUPPORTED: the device cannot run this rig, and a finding says why
    /// (GPU_RIG_*). VRM_ERR_MEMORY: too little memory; nothing changed.
    pub fn vrm_gpu_sim_add(sim: *mut vrm_GpuSim, rig: *const vrm_Rig, count: i32, out_ids: *mut vrm_AvatarId) -> vrm_Result;
    /// Reserves memory for `count` avatars of a rig in total; adding up to that number moves none.
    /// Lasts until the last avatar of the rig is removed; 0 gives up what no avatar has used. The rig
    /// may be destroyed before avatars are added: a rig that then has its address and other data gets
    /// memory of its own.
    pub fn vrm_gpu_sim_reserve(sim: *mut vrm_GpuSim, rig: *const vrm_Rig, count: i32) -> vrm_Result;
    /// Removes avatars. Stale ids and repeated ones are ignored.
    pub fn vrm_gpu_sim_remove(sim: *mut vrm_GpuSim, ids: *const vrm_AvatarId, count: i32) -> vrm_Result;
    /// Avatars of all rigs.
    pub fn vrm_gpu_sim_avatar_count(sim: *const vrm_GpuSim) -> i32;
    /// False for stale ids and the null id.
    pub fn vrm_gpu_avatar_is_valid(sim: *const vrm_GpuSim, avatar: vrm_AvatarId) -> bool;
    /// Floats that an avatar of the rig takes; 0 when there is no such input.
    pub fn vrm_gpu_input_width(rig: *const vrm_Rig, input: vrm_GpuInput) -> i32;
    /// Sets an input of avatars of one rig; an avatar may be named once. VRM_ERR_ARGUMENT, and nothing
    /// changes: an id is stale or of another rig, or a value is one that the CPU's function refuses.
    pub fn vrm_gpu_sim_set(sim: *mut vrm_GpuSim, input: vrm_GpuInput, ids: *const vrm_AvatarId, count: i32, values: *const f32) -> vrm_Result;
    /// The same from `buffer`, a cl_mem of the sim's context, starting at its float `first`. Values
    /// that the CPU's function refuses leave their avatar unchanged. VRM_ERR_ARGUMENT: the buffer is
    /// too small, of another context, or cannot be read.
    pub fn vrm_gpu_sim_set_from(sim: *mut vrm_GpuSim, input: vrm_GpuInput, ids: *const vrm_AvatarId, count: i32, buffer: *mut c_void, first: u64) -> vrm_Result;
    /// Lets avatars of one rig play a VRM animation on the device: before each frame the players
    /// advance by its length, then set bones, hips, expressions and gaze as vrm_avatar_play() does. One
    /// player for each avatar; their weight must be 1 and they may not be additive; a NULL clip stops
    /// playing. The clips must live as long as the sim. VRM_ERR_UNSUPPORTED: a player that the device
    /// cannot play.
    pub fn vrm_gpu_sim_play(sim: *mut vrm_GpuSim, ids: *const vrm_AvatarId, count: i32, players: *const vrm_Player) -> vrm_Result;
    /// Sum of vrm_Stages, as vrm_avatar_set_stages().
    pub fn vrm_gpu_sim_set_stages(sim: *mut vrm_GpuSim, ids: *const vrm_AvatarId, count: i32, stages: u32) -> vrm_Result;
    /// As vrm_avatar_reset_springs().
    pub fn vrm_gpu_sim_reset_springs(sim: *mut vrm_GpuSim, ids: *const vrm_AvatarId, count: i32) -> vrm_Result;
    /// As vrm_avatar_pause_springs().
    pub fn vrm_gpu_sim_pause_springs(sim: *mut vrm_GpuSim, ids: *const vrm_AvatarId, count: i32, is_paused: bool) -> vrm_Result;
    /// As vrm_avatar_set_spring_scaling().
    pub fn vrm_gpu_sim_set_spring_scaling(sim: *mut vrm_GpuSim, ids: *const vrm_AvatarId, count: i32, is_on: bool) -> vrm_Result;
    /// `frames` frames of `dt` seconds each, with the current inputs. After every 1024 of them it
    /// waits, so that a long run does not fill the driver's queue. VRM_ERR_IO: the device failed; the
    /// sim can only be destroyed.
    pub fn vrm_gpu_sim_step(sim: *mut vrm_GpuSim, dt: f32, frames: i32) -> vrm_Result;
    /// Waits until all queued work is done.
    pub fn vrm_gpu_sim_finish(sim: *mut vrm_GpuSim) -> vrm_Result;
    /// Floats that an avatar of the rig gives.
    pub fn vrm_gpu_output_width(rig: *const vrm_Rig, output: vrm_GpuOutput) -> i32;
    /// Reads a result of avatars of one rig into `out_values`, one run of floats after the other, laid
    /// out as the CPU's functions give it. Waits. VRM_ERR_ARGUMENT: a stale id, another rig, or a
    /// result that vrm_GpuSimDef.outputs does not include.
    pub fn vrm_gpu_sim_read(sim: *mut vrm_GpuSim, output: vrm_GpuOutput, ids: *const vrm_AvatarId, count: i32, out_values: *mut f32) -> vrm_Result;
    /// Where a result of the avatars of a rig lies. VRM_ERR_ARGUMENT: the rig has no avatars, or the
    /// result has no buffer.
    pub fn vrm_gpu_sim_buffer(sim: *mut vrm_GpuSim, rig: *const vrm_Rig, output: vrm_GpuOutput, out_buffer: *mut vrm_GpuBuffer) -> vrm_Result;
    /// The column of an avatar in its batch; -1 for a stale id. Removing avatars changes columns.
    pub fn vrm_gpu_avatar_column(sim: *const vrm_GpuSim, avatar: vrm_AvatarId) -> i32;
    /// The cl_context that the sim uses.
    pub fn vrm_gpu_sim_context(sim: *const vrm_GpuSim) -> *mut c_void;
    /// The cl_command_queue that the sim uses.
    pub fn vrm_gpu_sim_queue(sim: *const vrm_GpuSim) -> *mut c_void;
}

#[cfg(feature = "render")]
extern "C" {
    /// "png", "jpeg", "webp", "apng", "gif", or "unknown".
    pub fn vrm_image_format_text(format: vrm_ImageFormat) -> *const c_char;
    /// Reads the header alone. The format is detected from the bytes; a mime type is not used.
    /// VRM_ERR_UNSUPPORTED: none of PNG, JPEG, WebP. VRM_ERR_INVALID: a header cut short or broken.
    pub fn vrm_image_peek(bytes: vrm_Span, out: *mut vrm_ImageInfo) -> vrm_Result;
    /// Decodes a PNG, JPEG or WebP, whatever its depth and kind: 1 to 16 bits, palette, grey,
    /// interlaced, progressive, CMYK. `limits` and `allocator` may be NULL. VRM_ERR_UNSUPPORTED:
    /// another format, or an animated WebP. VRM_ERR_LIMIT: larger than the limits. VRM_ERR_INVALID:
    /// broken or cut short. On failure *out is zeroed.
    pub fn vrm_image_decode(bytes: vrm_Span, limits: *const vrm_ImageLimits, allocator: *const vrm_Allocator, out: *mut vrm_Picture) -> vrm_Result;
    /// Releases the pixels and zeroes the picture; fine for a zeroed one.
    pub fn vrm_image_release(image: *mut vrm_Picture);
    /// A PNG whose red, green and blue all hold what one channel of a picture holds (0 red, 1 green, 2
    /// blue, 3 alpha), and which is opaque: what vrm_MigrateDef.spread_channel asks for. Values are
    /// copied as they are stored. `limits` is NULL or a vrm_ImageLimits; where its decoded_bytes is not
    /// 0, it is a budget, and each picture subtracts its own bytes. On VRM_OK `*out_png` was taken from
    /// `allocator` with exactly its size and belongs to the caller; or it is empty, because the three
    /// channels hold that already. `allocator` may be NULL. Fails as vrm_image_decode() does, and with
    /// VRM_ERR_ARGUMENT when there is no such channel.
    pub fn vrm_image_spread_channel(limits: *mut c_void, picture: vrm_Span, channel: i32, allocator: *const vrm_Allocator, out_png: *mut vrm_Span) -> vrm_Result;
    /// Sets every field to its default; called by vrm_default_image_writer_def().
    pub fn vrm_image_writer_def_init(def: *mut vrm_ImageWriterDef, def_size: usize);
    /// VRM_ERR_DEF: not from the default function. VRM_ERR_ARGUMENT: a member out of its range.
    /// VRM_ERR_UNSUPPORTED: JPEG is read, not written.
    pub fn vrm_image_writer_create(def: *const vrm_ImageWriterDef, out_writer: *mut *mut vrm_ImageWriter) -> vrm_Result;
    /// Adds a frame: width * height pixels as in vrm_Picture, read during the call. GIF has no partial
    /// transparency: alpha below one half becomes clear, the rest opaque. VRM_ERR_ARGUMENT: a second
    /// frame for PNG, or a frame after finishing. After a failure the writer can only be destroyed.
    pub fn vrm_image_writer_add(writer: *mut vrm_ImageWriter, pixels: *const u8) -> vrm_Result;
    /// Completes the file. The bytes belong to the writer. VRM_ERR_ARGUMENT: there is no frame.
    pub fn vrm_image_writer_finish(writer: *mut vrm_ImageWriter, out_bytes: *mut vrm_Span) -> vrm_Result;
    /// NULL is fine.
    pub fn vrm_image_writer_destroy(writer: *mut vrm_ImageWriter);
    /// Sets every field to its default; called by vrm_default_renderer_def().
    pub fn vrm_renderer_def_init(def: *mut vrm_RendererDef, def_size: usize);
    /// `def` may be NULL: the defaults. VRM_ERR_UNSUPPORTED when there is no EGL, no driver or no ES
    /// 3.0 context: finding RENDER_UNAVAILABLE.
    pub fn vrm_renderer_create(def: *const vrm_RendererDef, out_renderer: *mut *mut vrm_Renderer) -> vrm_Result;
    /// NULL is fine. Its drawables must be destroyed before.
    pub fn vrm_renderer_destroy(renderer: *mut vrm_Renderer);
    /// Name of the driver: GL_RENDERER and GL_VERSION, as "llvmpipe (...), OpenGL ES 3.2 Mesa"; "null"
    /// for the null backend. Lives as long as the renderer.
    pub fn vrm_renderer_name(renderer: *const vrm_Renderer) -> *const c_char;
    /// The current counters.
    pub fn vrm_renderer_stats(renderer: *const vrm_Renderer) -> vrm_RenderStats;
    /// Sets every field to its default; called by vrm_default_drawable_def().
    pub fn vrm_drawable_def_init(def: *mut vrm_DrawableDef, def_size: usize);
    /// Uploads what is drawn of a model. `rig` was built from `model` and must outlive the drawable;
    /// the model is not kept. `def` may be NULL. Any model that loads can be drawn; broken parts get a
    /// finding.
    pub fn vrm_drawable_create(renderer: *mut vrm_Renderer, model: *const vrm_Model, rig: *const vrm_Rig, def: *const vrm_DrawableDef, out_drawable: *mut *mut vrm_Drawable) -> vrm_Result;
    /// NULL is fine. Not between vrm_render_draw() and vrm_render_end().
    pub fn vrm_drawable_destroy(drawable: *mut vrm_Drawable);
    /// Sets every field to its default; called by vrm_default_frame_def().
    pub fn vrm_frame_def_init(def: *mut vrm_FrameDef, def_size: usize);
    /// A view matrix; `eye` and `target` must differ, `up` must not be parallel to their difference;
    /// otherwise the nearest valid camera is returned.
    pub fn vrm_camera_look_at(eye: vrm_Vec3, target: vrm_Vec3, up: vrm_Vec3) -> vrm_Mat4;
    /// A projection matrix. `y_fov` radians from bottom to top, `aspect` width / height.
    pub fn vrm_camera_perspective(y_fov: f32, aspect: f32, z_near: f32, z_far: f32) -> vrm_Mat4;
    /// `height` metres from bottom to top of the picture.
    pub fn vrm_camera_orthographic(height: f32, aspect: f32, z_near: f32, z_far: f32) -> vrm_Mat4;
    /// Begins a picture. VRM_ERR_ARGUMENT when the size or a matrix is out of range or not finite. A
    /// frame that was begun but not ended is discarded.
    pub fn vrm_render_begin(renderer: *mut vrm_Renderer, frame: *const vrm_FrameDef) -> vrm_Result;
    /// Adds avatars to the picture; each must have the drawable's rig. Poses, weights and views are
    /// copied, so the sim may continue; the drawable must live until vrm_render_end(). Each avatar's
    /// view (vrm_avatar_set_view()) selects the meshes that are drawn. Needs the sim's outputs
    /// PALETTES, WORLDS and FACE. Stale ids are ignored. VRM_ERR_LIMIT: more avatars than one frame can
    /// hold (with 200 joints each some 6000).
    pub fn vrm_render_draw(renderer: *mut vrm_Renderer, drawable: *const vrm_Drawable, sim: *const vrm_Sim, avatars: *const vrm_AvatarId, count: i32) -> vrm_Result;
    /// Adds lines one pixel wide, after everything else; `in_front`: nothing hides them.
    pub fn vrm_render_lines(renderer: *mut vrm_Renderer, lines: *const vrm_Line, count: i32, in_front: bool) -> vrm_Result;
    /// Draws all that was added to the frame. VRM_ERR_UNSUPPORTED: the driver refuses a shader.
    pub fn vrm_render_end(renderer: *mut vrm_Renderer) -> vrm_Result;
    /// RGBA, a byte each, sRGB, alpha not multiplied in, the top row first. `size` must be four times
    /// width times height of the frame.
    pub fn vrm_render_read(renderer: *mut vrm_Renderer, out_rgba: *mut u8, size: usize) -> vrm_Result;
    /// Draws the picture into a framebuffer of the host (0: the window, the canvas), colours encoded as
    /// sRGB and premultiplied, scaled to the rectangle.
    pub fn vrm_render_present(renderer: *mut vrm_Renderer, framebuffer: u32, x: i32, y: i32, width: i32, height: i32) -> vrm_Result;
    /// Makes the lines of an avatar's overlays, `which` a sum of vrm_Overlay, to be given to
    /// vrm_render_lines(). `out_lines` came from `allocator` (NULL: the C library) and is released with
    /// vrm_lines_release(); NULL where there are none. Needs the sim's outputs WORLDS and PALETTES.
    pub fn vrm_overlay_lines(model: *const vrm_Model, sim: *const vrm_Sim, avatar: vrm_AvatarId, which: u32, allocator: *const vrm_Allocator, out_lines: *mut *mut vrm_Line, out_count: *mut i32) -> vrm_Result;
    /// Frees what vrm_overlay_lines() made, with the same allocator.
    pub fn vrm_lines_release(allocator: *const vrm_Allocator, lines: *mut vrm_Line, count: i32);
    /// Sets every field to its default; called by vrm_default_shot_def().
    pub fn vrm_shot_def_init(def: *mut vrm_ShotDef, def_size: usize);
    /// Measures a model. `rig` was built from it and must outlive the stage; the model is not kept.
    /// `allocator` may be NULL. Meshes that cannot be read are ignored: an avatar without any is framed
    /// by its bones.
    pub fn vrm_stage_create(model: *const vrm_Model, rig: *const vrm_Rig, allocator: *const vrm_Allocator, out_stage: *mut *mut vrm_Stage) -> vrm_Result;
    /// NULL is fine.
    pub fn vrm_stage_destroy(stage: *mut vrm_Stage);
    /// Removes all poses that were added.
    pub fn vrm_stage_clear(stage: *mut vrm_Stage);
    /// Adds the pose that the sim has computed for an avatar of the stage's rig: the meshes that are
    /// visible in the avatar's view. Needs the sim's output WORLDS. False when the id is stale.
    pub fn vrm_stage_see(stage: *mut vrm_Stage, sim: *const vrm_Sim, avatar: vrm_AvatarId) -> bool;
    /// A box around all added poses, world space. Without any, a box of two metres at the origin.
    pub fn vrm_stage_bounds(stage: *const vrm_Stage, out_min: *mut vrm_Vec3, out_max: *mut vrm_Vec3);
    /// A camera that shows all added poses. `def` may be NULL; values are clamped to their range. The
    /// result is finite for every avatar.
    pub fn vrm_stage_viewpoint(stage: *const vrm_Stage, def: *const vrm_ShotDef) -> vrm_Viewpoint;
    /// The avatar's own eyes: at the head bone with the file's look-at offset, turned by the head and
    /// then by the definition's yaw (to the left) and pitch (up). The shot and the margin are not used;
    /// without a head bone the position of the eyes is estimated. Use it with VRM_VIEW_FIRST_PERSON.
    pub fn vrm_stage_first_person(stage: *const vrm_Stage, def: *const vrm_ShotDef, sim: *const vrm_Sim, avatar: vrm_AvatarId) -> vrm_Viewpoint;
}

#[cfg(feature = "vmc")]
extern "C" {
    /// Sets every field to its default; called by vrm_default_vmc_def().
    pub fn vrm_vmc_def_init(def: *mut vrm_VmcDef, def_size: usize);
    /// `def` may be NULL: the defaults.
    pub fn vrm_vmc_create(def: *const vrm_VmcDef, out_vmc: *mut *mut vrm_Vmc) -> vrm_Result;
    /// NULL is fine.
    pub fn vrm_vmc_destroy(vmc: *mut vrm_Vmc);
    /// Reads one packet: a message or a bundle. VRM_ERR_INVALID when a part of it was refused; the rest
    /// was accepted. vrm_vmc_stats() says more.
    pub fn vrm_vmc_receive(vmc: *mut vrm_Vmc, data: *const c_void, size: usize) -> vrm_Result;
    /// The current counters.
    pub fn vrm_vmc_stats(vmc: *const vrm_Vmc) -> vrm_VmcStats;
    /// Names in bone messages that are no bone, each once: the first 16, cut to 63 bytes. Untrusted
    /// text: use vrm_text_for_terminal() before printing. NULL when `index` is out of range.
    pub fn vrm_vmc_unknown_bone(vmc: *const vrm_Vmc, index: i32) -> *const c_char;
    /// How many different names there are, those included that vrm_vmc_unknown_bone() does not list;
    /// counted up to VRM_VMC_UNKNOWN_MAX.
    pub fn vrm_vmc_unknown_bone_count(vmc: *const vrm_Vmc) -> i32;
    /// Valid until the receiver's end; changes with each packet.
    pub fn vrm_vmc_state(vmc: *const vrm_Vmc) -> *const vrm_VmcState;
    /// Expressions whose values were applied at least once, in the order in which they came, by the
    /// sender's own names. Values are applied by /VMC/Ext/Blend/Apply, or when a name comes again
    /// without one.
    pub fn vrm_vmc_expression_count(vmc: *const vrm_Vmc) -> i32;
    /// The name lives as long as the receiver. "" and 0 when there is no such expression.
    pub fn vrm_vmc_expression_name(vmc: *const vrm_Vmc, index: i32) -> *const c_char;
    /// Its weight as it was sent.
    pub fn vrm_vmc_expression_weight(vmc: *const vrm_Vmc, index: i32) -> f32;
    /// The bones as a pose; `hips_height` is that of the receiving avatar, used when
    /// vrm_VmcDef.hips_height is 0. Bones that were not sent are at rest.
    pub fn vrm_vmc_pose(vmc: *const vrm_Vmc, hips_height: f32) -> vrm_Pose;
    /// Gives an avatar the root, the pose, the applied expressions and the gaze. Expressions are found
    /// by preset, else by name, ignoring case. Before anything was received the avatar is not changed.
    /// False when the id is stale.
    pub fn vrm_vmc_apply(vmc: *const vrm_Vmc, sim: *mut vrm_Sim, avatar: vrm_AvatarId) -> bool;
    /// Adds a frame to a recorder: pose, expressions by their 1.0 names, gaze. `hips_height` as in
    /// vrm_vmc_pose(). On failure nothing is added.
    pub fn vrm_vmc_record(vmc: *const vrm_Vmc, recorder: *mut vrm_Recorder, time_s: f64, hips_height: f32) -> vrm_Result;
    /// The bone of a name of Unity's HumanBodyBones ("LeftThumbProximal" is leftThumbMetacarpal),
    /// ignoring case. VRM_BONE_NONE when there is none.
    pub fn vrm_vmc_bone(name: *const c_char) -> vrm_Bone;
    /// The preset of a name of 0.x ("Joy", "A", "Blink_L") or 1.0 ("happy", "aa", "blinkLeft"),
    /// ignoring case. VRM_EXPRESSION_CUSTOM when there is none.
    pub fn vrm_vmc_preset(name: *const c_char) -> vrm_ExpressionPreset;
    /// Opens a non-blocking UDP socket. `address` is an IPv4 address in numbers; NULL is 127.0.0.1, so
    /// that nobody else on the network can move the avatar. `port` 0 takes any that is free.
    /// VRM_ERR_ARGUMENT for an invalid address, VRM_ERR_IO when it cannot be bound (in use, not
    /// allowed).
    pub fn vrm_vmc_socket_open(address: *const c_char, port: u16, out_socket: *mut *mut vrm_VmcSocket) -> vrm_Result;
    /// NULL is fine.
    pub fn vrm_vmc_socket_close(socket: *mut vrm_VmcSocket);
    /// The port on which it listens, also when it was opened with 0.
    pub fn vrm_vmc_socket_port(socket: *const vrm_VmcSocket) -> u16;
    /// Waits for a packet, at most `milliseconds`. False when none came.
    pub fn vrm_vmc_socket_wait(socket: *mut vrm_VmcSocket, milliseconds: i32) -> bool;
    /// Passes waiting packets to the receiver, 1024 at most, so that a flood does not block the caller.
    /// Returns their number.
    pub fn vrm_vmc_socket_receive(socket: *mut vrm_VmcSocket, vmc: *mut vrm_Vmc) -> i32;
}

#[cfg(all(test, target_pointer_width = "64"))]
mod layout {
    use super::*;
    use std::mem::{align_of, size_of, MaybeUninit};
    use std::ptr::addr_of;

    macro_rules! check {
        ($type:ident, $size:expr, $align:expr, $($field:ident $offset:expr),*) => {{
            assert_eq!((size_of::<$type>(), align_of::<$type>()), ($size, $align), stringify!($type));
            let value = MaybeUninit::<$type>::uninit();
            let base = value.as_ptr();
            $(assert_eq!(unsafe { addr_of!((*base).$field) } as usize - base as usize, $offset, concat!(stringify!($type), ".", stringify!($field)));)*
        }};
    }

    #[test]
    fn structs_have_the_shape_of_c() {
        check!(vrm_BakerDef, 64, 8, def_size 0, name 8, tolerance_degrees 16, tolerance_metres 20, tolerance_weight 24, has_materials 28, keeps_vrm 29, max_bytes 32, allocator 40);
        check!(vrm_BakeStats, 56, 8, frames 0, channels 4, seconds 8, source_keys 16, kept_keys 24, source_bytes 32, kept_bytes 40, gap_degrees 48, gap_metres 52);
        check!(vrm_Allocator, 24, 8, alloc 0, release 8, ctx 16);
        check!(vrm_Allowance, 16, 8, base 0, per_byte 8);
        check!(vrm_Limits, 80, 8, limits_size 0, json_depth 4, json_values 8, elements 12, file_bytes 16, decoded_bytes 24, memory 32, written 48, work 64);
        check!(vrm_BvhName, 16, 8, joint 0, bone 8);
        check!(vrm_BvhDef, 72, 8, def_size 0, metres 4, rest 8, keeps_start 12, names 16, name_count 24, max_bytes 32, report 40, allocator 48);
        check!(vrm_ClipDef, 48, 8, def_size 0, animation 4, max_bytes 8, report 16, allocator 24);
        check!(vrm_ClipSample, 920, 8, pose 0, bones 896, moves_hips 904, has_gaze 905, gaze_degrees 908);
        check!(vrm_Player, 24, 8, clip 0, time_s 8, speed 12, weight 16, loops 20, is_additive 21);
        check!(vrm_Difference, 40, 8, part 0, kind 4, subject 8, member 16, before 24, after 32);
        check!(vrm_DiffDef, 56, 8, def_size 0, distance 4, angle 8, value 12, max_differences 16, work 24, allocator 32);
        check!(vrm_Buffer, 32, 8, uri 0, data 8, size 16, json 24);
        check!(vrm_BufferView, 32, 8, data 0, byte_length 8, buffer 16, byte_stride 20, json 24, target 28, is_compressed 30);
        check!(vrm_Accessor, 32, 8, byte_offset 0, count 8, buffer_view 16, json 20, component_type 24, r#type 26, is_normalized 27, is_sparse 28, is_readable 29);
        check!(vrm_Sparse, 40, 8, count 0, indices_offset 8, values_offset 16, indices_view 24, values_view 28, indices_type 32, accessor 36);
        check!(vrm_Image, 48, 8, name 0, uri 8, mime_type 16, data 24, size 32, buffer_view 40, json 44);
        check!(vrm_Sampler, 20, 4, mag_filter 0, min_filter 4, wrap_s 8, wrap_t 12, json 16);
        check!(vrm_Texture, 24, 8, name 0, sampler 8, source 12, json 16);
        check!(vrm_TextureTransform, 20, 4, offset 0, scale 8, rotation 16);
        check!(vrm_TextureInfo, 16, 8, texture 0, tex_coord 4, transform 8);
        check!(vrm_Material, 152, 8, name 0, base_color_texture 8, metallic_roughness_texture 24, normal_texture 40, occlusion_texture 56, emissive_texture 72, base_color_factor 88, metallic_factor 104, roughness_factor 108, normal_scale 112, occlusion_strength 116, emissive_factor 120, emissive_strength 132, alpha_cutoff 136, alpha_mode 140, json 144, is_double_sided 148, is_unlit 149);
        check!(vrm_Attribute, 12, 4, accessor 0, key 4, set 8, semantic 10);
        check!(vrm_MorphTarget, 16, 8, attributes 0, attribute_count 8);
        check!(vrm_Primitive, 40, 8, attributes 0, targets 8, attribute_count 16, target_count 20, indices 24, material 28, json 32, mode 36);
        check!(vrm_MorphWeights, 16, 8, values 0, count 8);
        check!(vrm_Mesh, 48, 8, name 0, primitives 8, weights 16, target_names 24, primitive_count 32, target_count 36, target_name_count 40, json 44);
        check!(vrm_Skin, 32, 8, name 0, inverse_bind_matrices 8, skeleton 12, joints 16, joint_count 24, json 28);
        check!(vrm_Node, 96, 8, name 0, children 8, child_count 16, parent 20, mesh 24, skin 28, camera 32, json 36, rest 40, matrix 80, weights 88);
        check!(vrm_Scene, 24, 8, name 0, nodes 8, node_count 16, json 20);
        check!(vrm_AnimationSampler, 12, 4, input 0, output 4, interpolation 8);
        check!(vrm_AnimationChannel, 16, 4, sampler 0, node 4, path 8, json 12);
        check!(vrm_Animation, 40, 8, name 0, channels 8, channel_count 16, samplers 24, sampler_count 32, json 36);
        check!(vrm_Camera, 40, 8, name 0, is_orthographic 8, aspect_ratio 12, y_fov 16, x_mag 20, y_mag 24, z_near 28, z_far 32, json 36);
        check!(vrm_Asset, 40, 8, version 0, min_version 8, generator 16, copyright 24, json 32);
        check!(vrm_Gltf, 256, 8, json 0, asset 8, scene 48, scenes 56, nodes 64, meshes 72, skins 80, materials 88, textures 96, samplers 104, images 112, accessors 120, buffer_views 128, buffers 136, animations 144, cameras 152, extensions_used 160, extensions_required 168, sparse_accessors 176, scene_count 184, node_count 188, mesh_count 192, skin_count 196, material_count 200, texture_count 204, sampler_count 208, image_count 212, accessor_count 216, buffer_view_count 220, buffer_count 224, animation_count 228, camera_count 232, extension_used_count 236, extension_required_count 240, sparse_accessor_count 244, node_order 248);
        check!(vrm_GpuDevice, 272, 8, platform 0, name 64, driver 192, is_gpu 256, compute_units 260, memory_bytes 264);
        check!(vrm_GpuSimDef, 72, 8, def_size 0, device 8, allows_inexact 16, spring_rate_hz 20, max_step_s 24, outputs 28, split 32, cache_folder 40, context 48, queue 56, report 64);
        check!(vrm_GpuBuffer, 40, 8, buffer 0, first 8, tile 16, stride 24, width 32, column_count 36);
        check!(vrm_ImageLimits, 32, 8, limits_size 0, width 4, height 8, decoded_bytes 16, enough 24, is_color 28);
        check!(vrm_ImageInfo, 12, 4, format 0, width 4, height 8);
        check!(vrm_Picture, 40, 8, width 0, height 4, pixels 8, allocator 16);
        check!(vrm_ImageWriterDef, 56, 8, def_size 0, format 4, width 8, height 12, frames_per_second 16, loop_count 20, effort 24, quality 28, allocator 32);
        check!(vrm_Span, 16, 8, data 0, size 8);
        check!(vrm_JsonDef, 112, 8, def_size 0, borrow_text 4, allocator 8, limits 32);
        check!(vrm_JsonIter, 32, 8, json 0, key 8, value 12, index 16, private_next 20, private_end 24);
        check!(vrm_TrianglesDef, 48, 8, def_size 0, wants_tangents 4, tex_coord 8, max_bytes 16, allocator 24);
        check!(vrm_Triangles, 112, 8, vertex_count 0, index_count 4, dropped_count 8, source_count 12, indices 16, sources 24, positions 32, normals 40, tangents 48, uvs 56, colors 72, influence_count 80, joints 88, weights 96, max_joint 104, has_made_normals 108, has_made_tangents 109);
        check!(vrm_TangentInput, 48, 8, positions 0, normals 8, uvs 16, vertex_count 24, indices 32, index_count 40);
        check!(vrm_Tangents, 48, 8, tangents 0, sources 8, vertex_count 16, allocator 24);
        check!(vrm_MigrateDef, 48, 8, def_size 0, name 8, author 16, to 24, spread_channel 32, spread_channel_ctx 40);
        check!(vrm_LoadDef, 128, 8, def_size 0, is_strict 4, borrow_bytes 5, read_file 8, read_file_ctx 16, allocator 24, limits 48);
        check!(vrm_Meta, 128, 8, name 0, version 8, authors 16, copyright_information 24, contact_information 32, references 40, third_party_licenses 48, license_url 56, other_license_url 64, other_permission_url 72, author_count 80, reference_count 84, thumbnail_image 88, avatar_permission 92, commercial_usage 96, credit_notation 100, modification 104, license0 108, allow_excessively_violent_usage 112, allow_excessively_sexual_usage 113, allow_political_or_religious_usage 114, allow_antisocial_or_hate_usage 115, allow_redistribution 116, json 120);
        check!(vrm_MorphBind, 12, 4, node 0, index 4, weight 8);
        check!(vrm_ColorBind, 24, 4, material 0, target 4, value 8);
        check!(vrm_TextureBind, 24, 4, material 0, scale 4, offset 12, binds_x 20, binds_y 21);
        check!(vrm_Expression, 56, 8, name 0, morph_binds 8, color_binds 16, texture_binds 24, morph_bind_count 32, color_bind_count 36, texture_bind_count 40, preset 44, binary 48, override_blink 49, override_look_at 50, override_mouth 51, json 52);
        check!(vrm_CurveKey, 16, 4, time 0, value 4, in_tangent 8, out_tangent 12);
        check!(vrm_RangeMap, 24, 8, input_max_degrees 0, output_scale 4, curve 8, curve_count 16);
        check!(vrm_LookAt, 120, 8, r#type 0, offset_from_head 4, horizontal_inner 16, horizontal_outer 40, vertical_down 64, vertical_up 88, json 112);
        check!(vrm_Collider, 52, 4, node 0, shape 4, offset 8, tail 20, normal 32, radius 44, json 48);
        check!(vrm_ColliderGroup, 24, 8, name 0, colliders 8, collider_count 16, json 20);
        check!(vrm_SpringLimit, 32, 4, r#type 0, angle 4, pitch 8, yaw 12, rotation 16);
        check!(vrm_SpringJoint, 80, 4, node 0, end_offset 4, hit_radius 16, stiffness 20, gravity_power 24, gravity_dir 28, drag_force 40, limit 44, json 76);
        check!(vrm_Spring, 48, 8, name 0, joints 8, joint_count 16, collider_groups 24, collider_group_count 32, center 36, json 40);
        check!(vrm_SpringBones, 40, 8, colliders 0, collider_groups 8, springs 16, collider_count 24, collider_group_count 28, spring_count 32, json 36);
        check!(vrm_Constraint, 24, 4, node 0, source 4, r#type 8, axis 12, weight 16, json 20);
        check!(vrm_Mtoon, 208, 8, shade_multiply_texture 0, shading_shift_texture 16, matcap_texture 32, rim_multiply_texture 48, outline_width_multiply_texture 64, uv_animation_mask_texture 80, shade_color_factor 96, shading_shift_factor 108, shading_shift_scale 112, shading_toony_factor 116, gi_equalization_factor 120, matcap_factor 124, parametric_rim_color_factor 136, parametric_rim_fresnel_power_factor 148, parametric_rim_lift_factor 152, rim_lighting_mix_factor 156, outline_width_mode 160, outline_width_factor 164, outline_color_factor 168, outline_lighting_mix_factor 180, uv_animation_scroll_x_speed_factor 184, uv_animation_scroll_y_speed_factor 188, uv_animation_rotation_speed_factor 192, render_queue_offset 196, json 200, transparent_with_z_write 204);
        check!(vrm_Surface, 24, 8, kind 0, material 8, mtoon 16);
        check!(vrm_TextureUse, 24, 4, is_srgb 0, channel 4, unset 8);
        check!(vrm_ClipExpression, 16, 8, name 0, preset 8, node 12);
        check!(vrm_ClipInfo, 272, 8, spec_version 0, has_humanoid 8, bones 12, expressions 232, expression_count 240, look_at_node 244, has_look_at_offset 248, look_at_offset 252, json 264);
        check!(vrm_NormalizeDef, 8, 4, def_size 0, keep_axes 4, scale_only 5);
        check!(vrm_PackNode, 48, 4, file_node 0, parent 4, rest 8);
        check!(vrm_PackBone, 40, 4, node 0, parent 4, parent_inverse 8, world 24);
        check!(vrm_PackExpression, 40, 4, category 0, binary 4, overrides 8, first_morph_bind 24, morph_bind_count 28, first_value_bind 32, value_bind_count 36);
        check!(vrm_PackMorphBind, 8, 4, reached 0, weight 4);
        check!(vrm_PackValueBind, 20, 4, value 0, delta 4);
        check!(vrm_PackRangeMap, 16, 4, input_max_degrees 0, output_scale 4, first_key 8, key_count 12);
        check!(vrm_PackLookAt, 128, 4, is_present 0, r#type 4, offset 8, head 20, to_forward 24, inner 40, outer 56, down 72, up 88, eye_bones 104, expressions 112);
        check!(vrm_PackConstraint, 76, 4, node 0, source 4, r#type 8, weight 12, rest 16, before 32, after 48, axis 64);
        check!(vrm_PackPair, 140, 4, node 0, tail 4, joint 8, is_direct 12, rest 16, swing 32, direction 48, length 60, gravity 64, stiffness 76, keep 80, radius 84, scale 88, axis 92, limit 104, limit_frame 108, limit_cosine 124, limit_sine 128, limit_pitch 132, limit_yaw 136);
        check!(vrm_PackChain, 24, 4, first_pair 0, pair_count 4, parent 8, center 12, first_collider 16, collider_count 20);
        check!(vrm_PackCollider, 36, 4, node 0, kind 4, offset 8, along 20, radius 32);
        check!(vrm_PackWave, 24, 4, first_chain 0, chain_count 4, first_node 8, node_count 12, first_collider 16, collider_count 20);
        check!(vrm_RigPack, 2640, 8, version 0, is_general 4, has_circles 5, override_damps_eye_bones 6, facing 8, node_count 12, body_count 16, nodes 24, bones 32, hips_chain_count 2232, hips_chain 2240, hips_rest_model 2248, expression_count 2260, morph_bind_count 2264, value_bind_count 2268, expressions 2272, morph_binds 2280, value_binds 2288, morph_count 2296, reached_count 2300, value_count 2304, rest_morphs 2312, reached_morphs 2320, value_bases 2328, look_at 2336, curve_key_count 2464, head_chain_count 2468, curve_keys 2472, head_chain 2480, constraint_count 2488, constraint_step_count 2492, constraints 2496, constraint_steps 2504, palette_count 2512, palette_nodes 2520, inverse_binds 2528, pair_count 2536, chain_count 2540, wave_count 2544, joint_count 2548, pairs 2552, chains 2560, waves 2568, collider_count 2576, collider_ref_count 2580, wave_node_count 2584, wave_collider_count 2588, colliders 2592, collider_refs 2600, wave_nodes 2608, wave_colliders 2616, anchor_count 2624, anchors 2632);
        check!(vrm_PackTrack, 20, 4, target 0, index 4, interpolation 8, timeline 12, first_key 16);
        check!(vrm_PackTimeline, 8, 4, first_time 0, key_count 4);
        check!(vrm_ClipPack, 72, 8, version 0, duration 4, hips_rest 8, timeline_count 20, time_count 24, track_count 28, key_count 32, timelines 40, times 48, tracks 56, keys 64);
        check!(vrm_RecorderDef, 80, 8, def_size 0, name 8, rig 16, hips_height 24, tolerance_degrees 28, tolerance_metres 32, tolerance_weight 36, bones 40, max_bytes 48, allocator 56);
        check!(vrm_RecordStats, 48, 8, frames 0, channels 4, seconds 8, source_keys 16, kept_keys 24, source_bytes 32, kept_bytes 40);
        check!(vrm_RendererDef, 56, 8, def_size 0, backend 4, get_proc 8, get_proc_ctx 16, report 24, allocator 32);
        check!(vrm_RenderStats, 64, 8, draw_calls 0, triangles 8, uploaded_bytes 16, gpu_bytes 24, programs 32, textures 36, buffers 40, texture_bindings 48, state_changes 56);
        check!(vrm_DrawableDef, 168, 8, def_size 0, max_gpu_bytes 8, decode 16, decode_ctx 24, tasks 32, report 56, allocator 64, pixels 88, geometry 104, triangles 120, image_limits 136);
        check!(vrm_FrameDef, 216, 4, def_size 0, width 4, height 8, samples 12, background 16, view 32, projection 96, light_from 160, light_color 172, sky_color 184, ground_color 196, time_s 208, min_outline_px 212);
        check!(vrm_Line, 40, 4, from 0, to 12, color 24);
        check!(vrm_Finding, 40, 8, code 0, pointer 8, message 16, byte_offset 24, severity 32);
        check!(vrm_ReportDef, 40, 8, def_size 0, max_findings 4, max_per_code 8, allocator 16);
        check!(vrm_CategoryMember, 16, 8, expression 0, category 8);
        check!(vrm_RigDef, 56, 8, def_size 0, override_damps_eye_bones 4, members 8, member_count 16, report 24, allocator 32);
        check!(vrm_Pose, 892, 4, rotations 0, hips_offset 880);
        check!(vrm_BoneAxes, 36, 4, along 0, hinge 12, across 24);
        check!(vrm_ExpressionInfo, 24, 8, name 0, preset 8, category 12, binary 16);
        check!(vrm_MaterialValue, 32, 4, material 0, kind 4, color 8, texture 12, base 16);
        check!(vrm_RigConstraint, 16, 4, node 0, source 4, r#type 8, weight 12);
        check!(vrm_MeshNode, 28, 4, node 0, mesh 4, skin 8, morph_count 12, first_morph 16, is_split_in_first_person 20, first_person 24);
        check!(vrm_RigSkin, 24, 8, joint_count 0, first_joint 4, joints 8, inverse_binds 16);
        check!(vrm_SaveDef, 24, 8, def_size 0, allow_errors 4, known 8, known_by_code 16);
        check!(vrm_AvatarId, 8, 4, index1 0, generation 4);
        check!(vrm_Tasks, 24, 8, worker_count 0, parallel_for 8, ctx 16);
        check!(vrm_SimDef, 80, 8, def_size 0, avatar_capacity 4, spring_rate_hz 8, max_step_s 12, outputs 16, keeps_vrm0_facing 20, allocator 24, tasks 48, kernel 72);
        check!(vrm_BudgetDef, 12, 4, def_size 0, milliseconds 4, unit_ns 8);
        check!(vrm_BudgetUse, 40, 8, work 0, work_wanted 8, work_allowed 16, full_count 24, half_count 28, paused_count 32);
        check!(vrm_SpringSettings, 28, 4, stiffness 0, gravity_power 4, gravity_dir 8, drag_force 20, hit_radius 24);
        check!(vrm_SpringJointInfo, 68, 4, spring 0, joint 4, node 8, tail 12, center 16, collider_count 20, moves 24, tail_local 28, settings 40);
        check!(vrm_ShotDef, 28, 4, def_size 0, shot 4, aspect 8, fov_degrees 12, yaw_degrees 16, pitch_degrees 20, margin 24);
        check!(vrm_Viewpoint, 172, 4, eye 0, target 12, up 24, z_near 36, z_far 40, view 44, projection 108);
        check!(vrm_Vec2, 8, 4, x 0, y 4);
        check!(vrm_Vec3, 12, 4, x 0, y 4, z 8);
        check!(vrm_Vec4, 16, 4, x 0, y 4, z 8, w 12);
        check!(vrm_Quat, 16, 4, x 0, y 4, z 8, w 12);
        check!(vrm_Transform, 40, 4, translation 0, rotation 12, scale 28);
        check!(vrm_Affine, 48, 4, rows 0);
        check!(vrm_Mat4, 64, 4, m 0);
        check!(vrm_ValidateDef, 128, 8, def_size 0, skip_data 4, read_file 8, read_file_ctx 16, allocator 24, limits 48);
        check!(vrm_Rule, 32, 8, code 0, severity 8, place 16, text 24);
        check!(vrm_VmcDef, 40, 8, def_size 0, expression_count 4, hips_height 8, allocator 16);
        check!(vrm_VmcStats, 72, 8, packets 0, messages 8, poses 16, expressions 24, others 32, refused_packets 40, refused_messages 48, unknown_bones 56, dropped_expressions 64);
        check!(vrm_VmcState, 960, 8, is_available 0, has_root 1, has_hips 2, has_time 3, time_s 4, root_translation 8, root_rotation 20, rotations 36, bones 920, hips 928, has_gaze 940, gaze_yaw 944, gaze_pitch 948, applied 952);
    }
}
