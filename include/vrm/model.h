/* SPDX-License-Identifier: MIT */
/** One avatar, whatever its dialect: load it, read its content, save it.
 *
 * Names and units are those of VRM 1.0. Readers convert 0.x, the 2019 draft and 1.0-beta: bind
 * weights are 0..1, colours linear, vectors right-handed, thumbs have their 1.0 names, spring roots
 * become chains. The literal content of the file is reachable through `json` members. Geometry and
 * nodes are as in the file: a 0.x avatar faces -Z (vrm_model_facing()).
 *
 * An invalid part disables only the smallest unit that contains it, with a finding; its index is
 * then -1, its pointer NULL. Everything returned here is owned by the model and lives until the
 * model is destroyed or edited. Many readers or one writer. */
#ifndef VRM_MODEL_H
#define VRM_MODEL_H

#include "base.h"
#include "gltf.h"
#include "json.h"
#include "report.h"
#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A loaded file of any dialect: the document, and what VRM says in it. */
typedef struct vrm_Model vrm_Model;

/** Which specification a file follows. */
typedef enum vrm_Dialect {
    VRM_DIALECT_NONE =
        0,         /**< glTF without VRM, VRM companions without VRMC_vrm, or a VRM animation. */
    VRM_DIALECT_0, /**< VRM 0.x: extension VRM. */
    VRM_DIALECT_DRAFT, /**< VRMC_vrm as the drafts of 2019 to 2021 had it. */
    VRM_DIALECT_BETA,  /**< VRMC_vrm 1.0-beta. */
    VRM_DIALECT_1      /**< VRMC_vrm 1.0. */
} vrm_Dialect;

/** "0.x", "1.0-draft", "1.0-beta", "1.0"; NULL for VRM_DIALECT_NONE. */
VRM_API const char* vrm_dialect_text(vrm_Dialect dialect);

/* ---- Load and save ---- */

/** Reads a file that the document names by a relative URI. `path` is the decoded URI: names with a
 * slash between them, never absolute and never with "..". On VRM_OK `*out_data` was taken from
 * `allocator` with exactly `*out_size` bytes and belongs to the caller. Must refuse files over
 * `max_size` with VRM_ERR_LIMIT. */
typedef vrm_Result vrm_ReadFileFn(void* ctx, const char* path, uint64_t max_size,
                                  const vrm_Allocator* allocator, uint8_t** out_data,
                                  size_t* out_size);

/** How to load. Start from vrm_default_load_def(). */
typedef struct vrm_LoadDef {
    uint32_t def_size; /**< Set by the default function; do not touch. */
    bool is_strict;    /**< Refuse (VRM_ERR_INVALID) a file that would otherwise be loaded with a
                            part disabled. Default false. */
    bool borrow_bytes; /**< vrm_model_load(): the bytes outlive the model: do not copy them.
                            Default false. */
    vrm_ReadFileFn* read_file; /**< NULL: vrm_model_load_file() reads below the file's own folder,
                                    vrm_model_load() refuses side files. */
    void* read_file_ctx;
    vrm_Allocator allocator;
    vrm_Limits limits; /**< Stays the last member: it may grow. */
} vrm_LoadDef;

/** Sets every field to its default; called by vrm_default_load_def(). */
VRM_API void vrm_load_def_init(vrm_LoadDef* def, size_t def_size);

/** The defaults; change what you need. */
static inline vrm_LoadDef vrm_default_load_def(void) {
    vrm_LoadDef def;
    vrm_load_def_init(&def, sizeof def);
    return def;
}

/** Loads GLB or glTF text from memory. `def` and `report` may be NULL. */
VRM_API vrm_Result vrm_model_load(const void* bytes, size_t size, const vrm_LoadDef* def,
                                  vrm_Report* report, vrm_Model** out_model);
/** As vrm_model_load() for a path. VRM_ERR_IO when the file cannot be read. */
VRM_API vrm_Result vrm_model_load_file(const char* path, const vrm_LoadDef* def, vrm_Report* report,
                                       vrm_Model** out_model);
/** NULL is fine. */
VRM_API void vrm_model_destroy(vrm_Model* model);

/** Saves to memory. A model that was not edited gives the loaded bytes, whatever is wrong with
 * them. An edited model is validated; with errors the result is VRM_ERR_INVALID: the functions of
 * vrm/save.h report the errors, and can accept those that the file had before. VRM_ERR_ARGUMENT
 * when `size` is below vrm_model_save_size(). */
VRM_API vrm_Result vrm_model_save_size(const vrm_Model* model, size_t* out_size);
/** Writes the file into `bytes`, of vrm_model_save_size() bytes. */
VRM_API vrm_Result vrm_model_save(const vrm_Model* model, void* bytes, size_t size);

/** Writes a temporary file beside the target, then renames it: the target is complete or unchanged.
 * Side files of a .gltf are not written. */
VRM_API vrm_Result vrm_model_save_file(const vrm_Model* model, const char* path);

/* ---- What the file is ---- */

/** The typed glTF document. Never NULL. */
VRM_API const vrm_Gltf* vrm_model_gltf(const vrm_Model* model);
/** Which VRM the file is. */
VRM_API vrm_Dialect vrm_model_dialect(const vrm_Model* model);

/** The specVersion of the VRM extension as written; "" when absent. */
VRM_API const char* vrm_model_spec_version(const vrm_Model* model);

/** +1: faces +Z (1.0, beta). -1: faces -Z (0.x). For the draft it is derived from the bones. */
VRM_API int32_t vrm_model_facing(const vrm_Model* model);

/** Bytes of the JSON text and of the BIN chunk (0 when there is none). */
VRM_API size_t vrm_model_json_size(const vrm_Model* model);
/** Bytes of the BIN chunk; 0 without one. */
VRM_API size_t vrm_model_bin_size(const vrm_Model* model);

/** Bytes of the file as it would be saved, and of its side files: what the allowances of vrm_Limits
 * grow with. */
VRM_API uint64_t vrm_model_source_bytes(const vrm_Model* model);

/** Whether vrm_model_save() writes a GLB; else glTF text; side files stay where they are. */
VRM_API bool vrm_model_is_glb(const vrm_Model* model);

/* ---- Meta ---- */

/** Who may use the avatar: `avatarPermission` of VRM 1.0 meta. */
typedef enum vrm_AvatarPermission {
    VRM_AVATAR_ONLY_AUTHOR,
    VRM_AVATAR_ONLY_SEPARATELY_LICENSED_PERSON,
    VRM_AVATAR_EVERYONE
} vrm_AvatarPermission;

/** `commercialUsage` of VRM 1.0 meta. */
typedef enum vrm_CommercialUsage {
    VRM_COMMERCIAL_PERSONAL_NON_PROFIT,
    VRM_COMMERCIAL_PERSONAL_PROFIT,
    VRM_COMMERCIAL_CORPORATION
} vrm_CommercialUsage;

/** `creditNotation` of VRM 1.0 meta. */
typedef enum vrm_CreditNotation { VRM_CREDIT_REQUIRED, VRM_CREDIT_UNNECESSARY } vrm_CreditNotation;

/** `modification` of VRM 1.0 meta. */
typedef enum vrm_Modification {
    VRM_MODIFICATION_PROHIBITED,
    VRM_MODIFICATION_ALLOW_MODIFICATION,
    VRM_MODIFICATION_ALLOW_MODIFICATION_REDISTRIBUTION
} vrm_Modification;

/** licenseName of 0.x and license of the draft. */
typedef enum vrm_License0 {
    VRM_LICENSE0_NONE = 0, /**< A 1.0 or beta file. */
    VRM_LICENSE0_REDISTRIBUTION_PROHIBITED,
    VRM_LICENSE0_CC0,
    VRM_LICENSE0_CC_BY,
    VRM_LICENSE0_CC_BY_NC,
    VRM_LICENSE0_CC_BY_SA,
    VRM_LICENSE0_CC_BY_NC_SA,
    VRM_LICENSE0_CC_BY_ND,
    VRM_LICENSE0_CC_BY_NC_ND,
    VRM_LICENSE0_OTHER
} vrm_License0;

/** Who made the avatar and what one may do with it. For 0.x and the draft the 1.0 members hold the
 * strictest reading of what the file says; `license0` and the two URLs have the rest. Strings are
 * "" when absent. */
typedef struct vrm_Meta {
    const char* name;
    const char* version;
    const char* const* authors;
    const char* copyright_information;
    const char* contact_information;
    const char* const* references;
    const char* third_party_licenses;
    const char* license_url;
    const char* other_license_url;
    const char* other_permission_url; /**< 0.x and draft. */
    int32_t author_count, reference_count;
    int32_t thumbnail_image; /**< Index into images, in every dialect. */
    vrm_AvatarPermission avatar_permission;
    vrm_CommercialUsage commercial_usage;
    vrm_CreditNotation credit_notation;
    vrm_Modification modification;
    vrm_License0 license0;
    bool allow_excessively_violent_usage;
    bool allow_excessively_sexual_usage;
    bool allow_political_or_religious_usage;
    bool allow_antisocial_or_hate_usage;
    bool allow_redistribution;
    vrm_JsonRef json;
} vrm_Meta;

/** NULL when the file has no VRM meta. */
VRM_API const vrm_Meta* vrm_model_meta(const vrm_Model* model);

/* ---- Humanoid ---- */

/** Parents come before children. */
typedef enum vrm_Bone {
    VRM_BONE_NONE = -1,
    VRM_BONE_HIPS = 0,
    VRM_BONE_SPINE,
    VRM_BONE_CHEST,
    VRM_BONE_UPPER_CHEST,
    VRM_BONE_NECK,
    VRM_BONE_HEAD,
    VRM_BONE_LEFT_EYE,
    VRM_BONE_RIGHT_EYE,
    VRM_BONE_JAW,
    VRM_BONE_LEFT_UPPER_LEG,
    VRM_BONE_LEFT_LOWER_LEG,
    VRM_BONE_LEFT_FOOT,
    VRM_BONE_LEFT_TOES,
    VRM_BONE_RIGHT_UPPER_LEG,
    VRM_BONE_RIGHT_LOWER_LEG,
    VRM_BONE_RIGHT_FOOT,
    VRM_BONE_RIGHT_TOES,
    VRM_BONE_LEFT_SHOULDER,
    VRM_BONE_LEFT_UPPER_ARM,
    VRM_BONE_LEFT_LOWER_ARM,
    VRM_BONE_LEFT_HAND,
    VRM_BONE_RIGHT_SHOULDER,
    VRM_BONE_RIGHT_UPPER_ARM,
    VRM_BONE_RIGHT_LOWER_ARM,
    VRM_BONE_RIGHT_HAND,
    VRM_BONE_LEFT_THUMB_METACARPAL,
    VRM_BONE_LEFT_THUMB_PROXIMAL,
    VRM_BONE_LEFT_THUMB_DISTAL,
    VRM_BONE_LEFT_INDEX_PROXIMAL,
    VRM_BONE_LEFT_INDEX_INTERMEDIATE,
    VRM_BONE_LEFT_INDEX_DISTAL,
    VRM_BONE_LEFT_MIDDLE_PROXIMAL,
    VRM_BONE_LEFT_MIDDLE_INTERMEDIATE,
    VRM_BONE_LEFT_MIDDLE_DISTAL,
    VRM_BONE_LEFT_RING_PROXIMAL,
    VRM_BONE_LEFT_RING_INTERMEDIATE,
    VRM_BONE_LEFT_RING_DISTAL,
    VRM_BONE_LEFT_LITTLE_PROXIMAL,
    VRM_BONE_LEFT_LITTLE_INTERMEDIATE,
    VRM_BONE_LEFT_LITTLE_DISTAL,
    VRM_BONE_RIGHT_THUMB_METACARPAL,
    VRM_BONE_RIGHT_THUMB_PROXIMAL,
    VRM_BONE_RIGHT_THUMB_DISTAL,
    VRM_BONE_RIGHT_INDEX_PROXIMAL,
    VRM_BONE_RIGHT_INDEX_INTERMEDIATE,
    VRM_BONE_RIGHT_INDEX_DISTAL,
    VRM_BONE_RIGHT_MIDDLE_PROXIMAL,
    VRM_BONE_RIGHT_MIDDLE_INTERMEDIATE,
    VRM_BONE_RIGHT_MIDDLE_DISTAL,
    VRM_BONE_RIGHT_RING_PROXIMAL,
    VRM_BONE_RIGHT_RING_INTERMEDIATE,
    VRM_BONE_RIGHT_RING_DISTAL,
    VRM_BONE_RIGHT_LITTLE_PROXIMAL,
    VRM_BONE_RIGHT_LITTLE_INTERMEDIATE,
    VRM_BONE_RIGHT_LITTLE_DISTAL,
    VRM_BONE_COUNT
} vrm_Bone;

/** "leftThumbMetacarpal"; NULL when `bone` is none. */
VRM_API const char* vrm_bone_name(vrm_Bone bone);
/** By the 1.0 name; VRM_BONE_NONE when there is no such bone. */
VRM_API vrm_Bone vrm_bone_by_name(const char* name);
/** The humanoid parent by the specification; VRM_BONE_NONE for hips. */
VRM_API vrm_Bone vrm_bone_parent(vrm_Bone bone);
/** Required by VRM 1.0. */
VRM_API bool vrm_bone_is_required(vrm_Bone bone);

/** The node of a bone; -1 when the avatar does not have it. */
VRM_API int32_t vrm_model_bone(const vrm_Model* model, vrm_Bone bone);
/** How many bones of the humanoid are mapped. */
VRM_API int32_t vrm_model_bone_count(const vrm_Model* model);

/* ---- Expressions ---- */

/** Expressions that the specification names. */
typedef enum vrm_ExpressionPreset {
    VRM_EXPRESSION_CUSTOM = -1,
    VRM_EXPRESSION_HAPPY = 0,
    VRM_EXPRESSION_ANGRY,
    VRM_EXPRESSION_SAD,
    VRM_EXPRESSION_RELAXED,
    VRM_EXPRESSION_SURPRISED,
    VRM_EXPRESSION_AA,
    VRM_EXPRESSION_IH,
    VRM_EXPRESSION_OU,
    VRM_EXPRESSION_EE,
    VRM_EXPRESSION_OH,
    VRM_EXPRESSION_BLINK,
    VRM_EXPRESSION_BLINK_LEFT,
    VRM_EXPRESSION_BLINK_RIGHT,
    VRM_EXPRESSION_LOOK_UP,
    VRM_EXPRESSION_LOOK_DOWN,
    VRM_EXPRESSION_LOOK_LEFT,
    VRM_EXPRESSION_LOOK_RIGHT,
    VRM_EXPRESSION_NEUTRAL,
    VRM_EXPRESSION_PRESET_COUNT
} vrm_ExpressionPreset;

/** "blinkLeft"; NULL for custom. */
VRM_API const char* vrm_expression_preset_name(vrm_ExpressionPreset preset);
/** By the 1.0 name; VRM_EXPRESSION_CUSTOM when there is no such preset. */
VRM_API vrm_ExpressionPreset vrm_expression_preset_by_name(const char* name);

/** How an expression holds back others. */
typedef enum vrm_Override {
    VRM_OVERRIDE_NONE,
    VRM_OVERRIDE_BLOCK,
    VRM_OVERRIDE_BLEND
} vrm_Override;

/** How a binary expression turns its value into 0 or 1. */
typedef enum vrm_BinaryRule {
    VRM_BINARY_NOT,       /**< Not binary. */
    VRM_BINARY_OVER_HALF, /**< 1 above 0.5 (1.0, beta; 0.x rounds, and 0.5 rounds to 0). */
    VRM_BINARY_NON_ZERO   /**< 1 above 0 (draft). */
} vrm_BinaryRule;

/** Which colour of a material an expression changes. */
typedef enum vrm_ColorTarget {
    VRM_COLOR_BASE,
    VRM_COLOR_EMISSION,
    VRM_COLOR_SHADE,
    VRM_COLOR_MATCAP,
    VRM_COLOR_RIM,
    VRM_COLOR_OUTLINE
} vrm_ColorTarget;

/** A morph target that an expression drives. */
typedef struct vrm_MorphBind {
    int32_t node;  /**< Has a mesh. 0.x binds by mesh: one bind for every node that shows it. */
    int32_t index; /**< Morph target, in range. */
    float weight;  /**< At full expression; nominally 0..1. */
} vrm_MorphBind;

/** A colour of a material that an expression changes. */
typedef struct vrm_ColorBind {
    int32_t material;
    vrm_ColorTarget target;
    vrm_Vec4 value; /**< Linear; alpha is used for VRM_COLOR_BASE only. */
} vrm_ColorBind;

/** A texture transform that an expression changes. */
typedef struct vrm_TextureBind {
    int32_t material;
    vrm_Vec2 scale, offset; /**< At full expression, glTF's V direction. */
    bool binds_x, binds_y;  /**< Both, except for 0.x _MainTex_ST_S and _ST_T. */
} vrm_TextureBind;

/** An expression, or blend shape group, of the file. */
typedef struct vrm_Expression {
    const char* name; /**< The preset's 1.0 name, or the custom one. */
    const vrm_MorphBind* morph_binds;
    const vrm_ColorBind* color_binds;
    const vrm_TextureBind* texture_binds;
    int32_t morph_bind_count, color_bind_count, texture_bind_count;
    vrm_ExpressionPreset preset;
    uint8_t binary;                                           /**< vrm_BinaryRule. */
    uint8_t override_blink, override_look_at, override_mouth; /**< vrm_Override. */
    vrm_JsonRef json;
} vrm_Expression;

/** Presets in the order of vrm_ExpressionPreset, then custom ones in file order. Names are unique.
 */
VRM_API const vrm_Expression* vrm_model_expressions(const vrm_Model* model, int32_t* out_count);
/** -1 when the avatar does not have it. */
VRM_API int32_t vrm_model_expression(const vrm_Model* model, const char* name);

/* ---- Look-at ---- */

/** Whether bones or expressions move the eyes. */
typedef enum vrm_LookAtType { VRM_LOOK_AT_BONE, VRM_LOOK_AT_EXPRESSION } vrm_LookAtType;

/** A key of a 0.x look-at curve, as Unity has it. */
typedef struct vrm_CurveKey {
    float time, value, in_tangent, out_tangent;
} vrm_CurveKey;

/** How far the eyes turn for a direction. */
typedef struct vrm_RangeMap {
    float input_max_degrees;
    float output_scale;        /**< Degrees for bones, weight for expressions. */
    const vrm_CurveKey* curve; /**< 0.x, when it is not the straight line; else NULL. */
    int32_t curve_count;
} vrm_RangeMap;

/** How the avatar looks at things. */
typedef struct vrm_LookAt {
    vrm_LookAtType type;
    vrm_Vec3 offset_from_head; /**< In the head node's axes. */
    vrm_RangeMap horizontal_inner, horizontal_outer, vertical_down, vertical_up;
    vrm_JsonRef json;
} vrm_LookAt;

/** NULL when the avatar has no gaze control. */
VRM_API const vrm_LookAt* vrm_model_look_at(const vrm_Model* model);

/* ---- First person ---- */

/** Which cameras show a mesh. */
typedef enum vrm_FirstPersonType {
    VRM_FIRST_PERSON_AUTO,
    VRM_FIRST_PERSON_BOTH,
    VRM_FIRST_PERSON_THIRD_PERSON_ONLY,
    VRM_FIRST_PERSON_FIRST_PERSON_ONLY
} vrm_FirstPersonType;

/** The type of a node with a mesh: its annotation, or auto. */
VRM_API vrm_FirstPersonType vrm_model_first_person(const vrm_Model* model, int32_t node);
/** The node whose descendants `auto` hides: the head, or 0.x's firstPersonBone. -1 without either.
 */
VRM_API int32_t vrm_model_first_person_node(const vrm_Model* model);

/* ---- Spring bones ---- */

/** Shapes of colliders, those of VRMC_springBone_extended_collider included. */
typedef enum vrm_ColliderShape {
    VRM_COLLIDER_SPHERE,
    VRM_COLLIDER_CAPSULE,
    VRM_COLLIDER_INSIDE_SPHERE,
    VRM_COLLIDER_INSIDE_CAPSULE,
    VRM_COLLIDER_PLANE
} vrm_ColliderShape;

/** A shape that spring joints do not enter, or do not leave. */
typedef struct vrm_Collider {
    int32_t node; /**< -1: the collider is disabled. */
    vrm_ColliderShape shape;
    vrm_Vec3 offset; /**< Node-local, as are tail and normal. */
    vrm_Vec3 tail;   /**< Capsules. */
    vrm_Vec3 normal; /**< Planes; unit length. */
    float radius;
    vrm_JsonRef json;
} vrm_Collider;

/** Colliders that springs name together. */
typedef struct vrm_ColliderGroup {
    const char* name;
    const int32_t* colliders;
    int32_t collider_count;
    vrm_JsonRef json;
} vrm_ColliderGroup;

/** Limits on the angle of a spring joint (VRMC_springBone_limit). */
typedef enum vrm_LimitType {
    VRM_LIMIT_NONE,
    VRM_LIMIT_CONE,
    VRM_LIMIT_HINGE,
    VRM_LIMIT_SPHERICAL
} vrm_LimitType;

/** VRMC_springBone_limit, a draft. Radians. */
typedef struct vrm_SpringLimit {
    vrm_LimitType type;
    float angle;      /**< Cone and hinge: 0..pi. */
    float pitch, yaw; /**< Spherical: 0..pi and 0..pi/2. */
    vrm_Quat rotation;
} vrm_SpringLimit;

/** A joint of a spring. */
typedef struct vrm_SpringJoint {
    int32_t node;        /**< -1: the virtual tail that 0.x and the draft add behind a last bone. */
    vrm_Vec3 end_offset; /**< Where node is -1: that tail, in the previous joint's local space. */
    float hit_radius;
    float stiffness;
    float gravity_power;
    vrm_Vec3 gravity_dir; /**< World space of the file (a 0.x file faces -Z); not normalized. */
    float drag_force;
    vrm_SpringLimit limit;
    vrm_JsonRef json; /**< The joint; for 0.x and the draft its bone group. */
} vrm_SpringJoint;

/** A chain. joints[i] is an ancestor of joints[i + 1]; the last joint is only a tail. A chain with
 * fewer than two joints is inert. No node turns in two chains; in 0.x and the draft the tail of one
 * chain may be the first joint of another. */
typedef struct vrm_Spring {
    const char* name;
    const vrm_SpringJoint* joints;
    int32_t joint_count;
    const int32_t* collider_groups;
    int32_t collider_group_count;
    int32_t center; /**< Node; -1: world. */
    vrm_JsonRef json;
} vrm_Spring;

/** All springs of the file, with their colliders. */
typedef struct vrm_SpringBones {
    const vrm_Collider* colliders; /**< Indices are those of the file for 1.0 and beta. */
    const vrm_ColliderGroup* collider_groups;
    const vrm_Spring* springs;
    int32_t collider_count, collider_group_count, spring_count;
    vrm_JsonRef json;
} vrm_SpringBones;

/** Never NULL; all counts 0 when the file has none. */
VRM_API const vrm_SpringBones* vrm_model_spring_bones(const vrm_Model* model);

/* ---- Node constraints ---- */

/** Kinds of node constraints. */
typedef enum vrm_ConstraintType {
    VRM_CONSTRAINT_ROLL,
    VRM_CONSTRAINT_AIM,
    VRM_CONSTRAINT_ROTATION
} vrm_ConstraintType;

/** `rollAxis` or `aimAxis` of a constraint. */
typedef enum vrm_Axis {
    VRM_AXIS_POSITIVE_X,
    VRM_AXIS_POSITIVE_Y,
    VRM_AXIS_POSITIVE_Z,
    VRM_AXIS_NEGATIVE_X,
    VRM_AXIS_NEGATIVE_Y,
    VRM_AXIS_NEGATIVE_Z
} vrm_Axis;

/** A VRMC_node_constraint. */
typedef struct vrm_Constraint {
    int32_t node; /**< The destination. */
    int32_t source;
    vrm_ConstraintType type;
    vrm_Axis axis;    /**< Roll: a positive one. Rotation: unused. */
    float weight;     /**< 0..1. */
    vrm_JsonRef json; /**< The VRMC_node_constraint object. */
} vrm_Constraint;

/** In node order, valid ones only; cycles are not removed here (vrm_rig_build() reports and drops
 * them). */
VRM_API const vrm_Constraint* vrm_model_constraints(const vrm_Model* model, int32_t* out_count);

/* ---- Materials ---- */

/** How a material is shaded. */
typedef enum vrm_SurfaceKind {
    VRM_SURFACE_PBR,
    VRM_SURFACE_UNLIT,
    VRM_SURFACE_MTOON
} vrm_SurfaceKind;

/** `outlineWidthMode` of MToon. */
typedef enum vrm_OutlineMode {
    VRM_OUTLINE_NONE,
    VRM_OUTLINE_WORLD_COORDINATES,
    VRM_OUTLINE_SCREEN_COORDINATES
} vrm_OutlineMode;

/** MToon 1.0; 0.x values are mapped (docs/migrate.md). Colours are linear, speeds per second,
 * rotation in radians, widths in metres or as a part of the screen's height. */
typedef struct vrm_Mtoon {
    vrm_TextureInfo shade_multiply_texture;
    vrm_TextureInfo shading_shift_texture;
    vrm_TextureInfo matcap_texture;
    vrm_TextureInfo rim_multiply_texture;
    vrm_TextureInfo outline_width_multiply_texture;
    vrm_TextureInfo uv_animation_mask_texture;
    vrm_Vec3 shade_color_factor;
    float shading_shift_factor;
    float shading_shift_scale; /**< shadingShiftTexture.scale. */
    float shading_toony_factor;
    float gi_equalization_factor;
    vrm_Vec3 matcap_factor;
    vrm_Vec3 parametric_rim_color_factor;
    float parametric_rim_fresnel_power_factor;
    float parametric_rim_lift_factor;
    float rim_lighting_mix_factor;
    vrm_OutlineMode outline_width_mode;
    float outline_width_factor;
    vrm_Vec3 outline_color_factor;
    float outline_lighting_mix_factor;
    float uv_animation_scroll_x_speed_factor, uv_animation_scroll_y_speed_factor;
    float uv_animation_rotation_speed_factor;
    int32_t render_queue_offset; /**< Clamped to what the alpha mode allows. */
    vrm_JsonRef json;
    bool transparent_with_z_write;
} vrm_Mtoon;

/** How a material is to be drawn, whatever the dialect: the glTF material as the VRM extensions (or
 * 0.x materialProperties) change it. */
typedef struct vrm_Surface {
    vrm_SurfaceKind kind;
    const vrm_Material* material; /**< The document's own, or a copy with VRM's changes: base
                                       colour, textures, alpha mode, emission with its strength. */
    const vrm_Mtoon* mtoon;       /**< NULL unless kind is VRM_SURFACE_MTOON. */
} vrm_Surface;

/** One for each material of the document. */
VRM_API const vrm_Surface* vrm_model_surfaces(const vrm_Model* model);

/** The textures that a surface may have. */
typedef enum vrm_TextureSlot {
    VRM_TEXTURE_BASE_COLOR,
    VRM_TEXTURE_METALLIC_ROUGHNESS,
    VRM_TEXTURE_NORMAL,
    VRM_TEXTURE_OCCLUSION,
    VRM_TEXTURE_EMISSIVE,
    VRM_TEXTURE_SHADE_MULTIPLY, /**< MToon's own from here on. */
    VRM_TEXTURE_SHADING_SHIFT,
    VRM_TEXTURE_RIM_MULTIPLY,
    VRM_TEXTURE_OUTLINE_WIDTH,
    VRM_TEXTURE_UV_ANIMATION_MASK,
    VRM_TEXTURE_MATCAP, /**< Sampled by the direction of the surface, not by UV. */
    VRM_TEXTURE_SLOT_COUNT
} vrm_TextureSlot;

/** How the texture of a slot is read. */
typedef struct vrm_TextureUse {
    bool is_srgb;    /**< Its colours are sRGB and are sampled to linear; else data as they are. */
    int32_t channel; /**< The one channel that is used, 0 red to 3 alpha; -1: several. */
    vrm_Vec4 unset;  /**< What an absent texture samples as. */
} vrm_TextureUse;

/** How the texture of a slot is sampled, whatever the surface. */
VRM_API vrm_TextureUse vrm_texture_use(vrm_TextureSlot slot);

/** NULL when this kind of surface has no such slot; its `texture` may still be -1. */
VRM_API const vrm_TextureInfo* vrm_surface_texture(const vrm_Surface* surface,
                                                   vrm_TextureSlot slot);

/* ---- Skins ---- */

/** The inverse bind matrices of a skin, one for each of its joints: those of the file, identity
 * where it has none. Where those of a 0.x or draft file contradict its nodes, the matrices are
 * computed from the rest pose instead (finding SKIN_BINDS_CONTRADICT_NODES). VRM_ERR_ARGUMENT when
 * `skin` is out of range or `count` is not the skin's joint_count, VRM_ERR_INVALID when the file's
 * accessor cannot be read. */
VRM_API vrm_Result vrm_model_inverse_binds(const vrm_Model* model, int32_t skin, vrm_Mat4* out,
                                           int32_t count);

/* ---- VRM animation ---- */

/** An expression that a VRM animation drives. */
typedef struct vrm_ClipExpression {
    const char* name;
    vrm_ExpressionPreset preset;
    int32_t node; /**< Its translation's x is the weight. */
} vrm_ClipExpression;

/** The content of VRMC_vrm_animation of a .vrma file; the motion itself is in the glTF animations.
 * Bones and expressions that an animation may not have (eyes, look presets) are left out. */
typedef struct vrm_ClipInfo {
    const char* spec_version;
    bool has_humanoid;
    int32_t bones[VRM_BONE_COUNT]; /**< Nodes; -1 none. */
    const vrm_ClipExpression* expressions;
    int32_t expression_count;
    int32_t look_at_node;
    bool has_look_at_offset;
    vrm_Vec3 look_at_offset;
    vrm_JsonRef json;
} vrm_ClipInfo;

/** NULL when the file is no VRM animation. */
VRM_API const vrm_ClipInfo* vrm_model_clip_info(const vrm_Model* model);

#ifdef __cplusplus
}
#endif

#endif
