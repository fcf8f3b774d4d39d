/* SPDX-License-Identifier: MIT */
/** An avatar of any dialect: load it, read its content, save it.
 *
 * Names and units follow VRM 1.0. Loading converts 0.x, the 2019 draft and 1.0-beta: bind weights
 * are 0..1, colours linear, vectors right-handed, thumbs have their 1.0 names, spring roots become
 * chains. The literal content of the file is available through the `json` members. Geometry and
 * nodes stay as in the file: a 0.x avatar faces -Z (vrm_model_facing()).
 *
 * An invalid part of the file disables only the smallest unit that contains it, with a finding:
 * references to this unit are then -1 or NULL. Everything that these functions return is owned by
 * the model and lives until the model is destroyed or edited. A model may have many readers or one
 * writer at a time. */
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

/** A loaded file of any dialect: the glTF document and its VRM content. */
typedef struct vrm_Model vrm_Model;

/** Which specification a file follows. */
typedef enum vrm_Dialect {
    /** No avatar: plain glTF, other VRM extensions without VRMC_vrm, or a VRM animation. */
    VRM_DIALECT_NONE = 0,
    VRM_DIALECT_0,     /**< VRM 0.x: extension VRM. */
    VRM_DIALECT_DRAFT, /**< VRMC_vrm of the drafts of 2019 to 2021. */
    VRM_DIALECT_BETA,  /**< VRMC_vrm 1.0-beta. */
    VRM_DIALECT_1      /**< VRMC_vrm 1.0. */
} vrm_Dialect;

/** Returns "0.x", "1.0-draft", "1.0-beta" or "1.0"; NULL for VRM_DIALECT_NONE. The string is
 * static. */
VRM_API const char* vrm_dialect_text(vrm_Dialect dialect);

/* ---- Load and save ---- */

/** Reads a file that the document names by a relative URI. `path` is the decoded URI: names
 * separated by slashes, never absolute and never with "..". On VRM_OK `*out_data` holds exactly
 * `*out_size` bytes, allocated from `allocator` and owned by the caller. Must return VRM_ERR_LIMIT
 * for files larger than `max_size`. */
typedef vrm_Result vrm_ReadFileFn(void* ctx, const char* path, uint64_t max_size,
                                  const vrm_Allocator* allocator, uint8_t** out_data,
                                  size_t* out_size);

/** How to load. Start from vrm_default_load_def(). */
typedef struct vrm_LoadDef {
    uint32_t def_size; /**< Set by the default function; do not touch. */
    bool is_strict;    /**< Return VRM_ERR_INVALID for a file that would otherwise be loaded with a
                            part disabled. Default false. */
    bool borrow_bytes; /**< vrm_model_load() does not copy the bytes; they must then outlive the
                            model. Default false. */
    /** Load a file that requires an unsupported extension for its meshes or pictures (Draco, KTX2
     * and the like), with the finding REQUIRED_EXTENSION_REFUSED. For tools that show or change the
     * JSON and keep the data unchanged. Default false: VRM_ERR_UNSUPPORTED. */
    bool allows_unread;
    vrm_ReadFileFn* read_file; /**< Reads side files. Default NULL: vrm_model_load_file() reads them
                                    below the file's own folder, vrm_model_load() refuses them. */
    void* read_file_ctx;       /**< Passed to read_file. Default NULL. */
    vrm_Allocator allocator;   /**< For the model, until it is destroyed. Default: the C library. */
    vrm_Limits limits;         /**< Limits on the file. Always the last member, because it may
                                    grow. */
} vrm_LoadDef;

/** Sets every field to its default; called by vrm_default_load_def(). */
VRM_API void vrm_load_def_init(vrm_LoadDef* def, size_t def_size);

/** Returns the defaults; change what you need. */
static inline vrm_LoadDef vrm_default_load_def(void) {
    vrm_LoadDef def;
    vrm_load_def_init(&def, sizeof def);
    return def;
}

/** Loads GLB or glTF text from memory. `def` and `report` may be NULL. The caller destroys the
 * model. */
VRM_API vrm_Result vrm_model_load(const void* bytes, size_t size, const vrm_LoadDef* def,
                                  vrm_Report* report, vrm_Model** out_model);
/** Loads a file, as vrm_model_load() does. Returns VRM_ERR_IO if the file cannot be read. */
VRM_API vrm_Result vrm_model_load_file(const char* path, const vrm_LoadDef* def, vrm_Report* report,
                                       vrm_Model** out_model);
/** Destroys a model. `model` may be NULL. */
VRM_API void vrm_model_destroy(vrm_Model* model);

/** Sets `*out_size` to the size of the saved file in bytes. */
VRM_API vrm_Result vrm_model_save_size(const vrm_Model* model, size_t* out_size);
/** Saves to memory. A model that was not edited gives the loaded bytes, even if they are invalid.
 * An edited model is validated. Returns VRM_ERR_INVALID if it has errors: the functions of
 * vrm/save.h report them, and can accept errors that the file had before. Returns VRM_ERR_ARGUMENT
 * if `size` is below vrm_model_save_size(). */
VRM_API vrm_Result vrm_model_save(const vrm_Model* model, void* bytes, size_t size);

/** Saves to a file. Writes a temporary file beside the target, then renames it: the target is
 * complete or unchanged. Side files of a .gltf are not written. */
VRM_API vrm_Result vrm_model_save_file(const vrm_Model* model, const char* path);

/* ---- What the file is ---- */

/** Returns the typed glTF document. Never NULL. */
VRM_API const vrm_Gltf* vrm_model_gltf(const vrm_Model* model);
/** Returns the dialect of the file. */
VRM_API vrm_Dialect vrm_model_dialect(const vrm_Model* model);

/** Returns the specVersion of the VRM extension as written; "" if absent. */
VRM_API const char* vrm_model_spec_version(const vrm_Model* model);

/** Returns +1 if the avatar faces +Z (1.0, beta), -1 if it faces -Z (0.x). For the draft it is
 * derived from the bones. */
VRM_API int32_t vrm_model_facing(const vrm_Model* model);

/** Returns the size of the JSON text in bytes. */
VRM_API size_t vrm_model_json_size(const vrm_Model* model);
/** Returns the size of the BIN chunk in bytes; 0 without one. */
VRM_API size_t vrm_model_bin_size(const vrm_Model* model);

/** Returns the size in bytes of the file as it would be saved, plus its side files. The allowances
 * of vrm_Limits grow with this size. */
VRM_API uint64_t vrm_model_source_bytes(const vrm_Model* model);

/** Returns true if vrm_model_save() writes a GLB, false if glTF text. Side files stay where they
 * are. */
VRM_API bool vrm_model_is_glb(const vrm_Model* model);

/* ---- Meta ---- */

/** Who may use the avatar: `avatarPermission` of VRM 1.0 meta. */
typedef enum vrm_AvatarPermission {
    VRM_AVATAR_ONLY_AUTHOR,                     /**< Only the authors. */
    VRM_AVATAR_ONLY_SEPARATELY_LICENSED_PERSON, /**< People licensed by the authors. */
    VRM_AVATAR_EVERYONE                         /**< Everyone. */
} vrm_AvatarPermission;

/** `commercialUsage` of VRM 1.0 meta. */
typedef enum vrm_CommercialUsage {
    VRM_COMMERCIAL_PERSONAL_NON_PROFIT, /**< Individuals, non-profit only. */
    VRM_COMMERCIAL_PERSONAL_PROFIT,     /**< Individuals, also for profit. */
    VRM_COMMERCIAL_CORPORATION          /**< Individuals and corporations, also for profit. */
} vrm_CommercialUsage;

/** `creditNotation` of VRM 1.0 meta. */
typedef enum vrm_CreditNotation {
    VRM_CREDIT_REQUIRED,   /**< The authors must be named. */
    VRM_CREDIT_UNNECESSARY /**< They need not be named. */
} vrm_CreditNotation;

/** `modification` of VRM 1.0 meta. */
typedef enum vrm_Modification {
    VRM_MODIFICATION_PROHIBITED,                       /**< The avatar must not be changed. */
    VRM_MODIFICATION_ALLOW_MODIFICATION,               /**< It may be changed for one's own use. */
    VRM_MODIFICATION_ALLOW_MODIFICATION_REDISTRIBUTION /**< Changed avatars may be redistributed. */
} vrm_Modification;

/** `licenseName` of 0.x and `license` of the draft. */
typedef enum vrm_License0 {
    VRM_LICENSE0_NONE = 0,                  /**< A 1.0 or beta file. */
    VRM_LICENSE0_REDISTRIBUTION_PROHIBITED, /**< No redistribution. Also the value for unknown
                                                 names. */
    VRM_LICENSE0_CC0,                       /**< Public domain. */
    VRM_LICENSE0_CC_BY,                     /**< Creative Commons Attribution. */
    VRM_LICENSE0_CC_BY_NC,                  /**< Attribution, non-commercial. */
    VRM_LICENSE0_CC_BY_SA,                  /**< Attribution, share alike. */
    VRM_LICENSE0_CC_BY_NC_SA,               /**< Attribution, non-commercial, share alike. */
    VRM_LICENSE0_CC_BY_ND,                  /**< Attribution, no derivatives. */
    VRM_LICENSE0_CC_BY_NC_ND,               /**< Attribution, non-commercial, no derivatives. */
    VRM_LICENSE0_OTHER                      /**< Another licence, at other_license_url. */
} vrm_License0;

/** Authors and licence of the avatar. For 0.x and the draft, the 1.0 members have the strictest
 * interpretation of the file; `license0`, other_license_url and other_permission_url have the
 * file's own terms. Absent strings are "". */
typedef struct vrm_Meta {
    const char* name;                  /**< Name of the avatar; `title` of 0.x. */
    const char* version;               /**< Version of the avatar, in its authors' own scheme. */
    const char* const* authors;        /**< In the order of the file; 0.x has one. */
    const char* copyright_information; /**< Copyright holders, as free text. */
    const char* contact_information;   /**< How to reach the authors. */
    const char* const* references; /**< Works that the avatar is based on, as free text or URLs. */
    const char* third_party_licenses; /**< Licences of third-party parts, as free text. */
    const char* license_url; /**< URL of the licence document; "https://vrm.dev/licenses/1.0/" for
                                  most 1.0 avatars. */
    const char* other_license_url; /**< A licence in addition to, or instead of, the one above. */
    const char* other_permission_url;        /**< Further terms of 0.x and draft files; "" in other
                                                  dialects. */
    int32_t author_count;                    /**< Entries of `authors`. */
    int32_t reference_count;                 /**< Entries of `references`. */
    int32_t thumbnail_image;                 /**< Index of an image, in every dialect; -1: none. */
    vrm_AvatarPermission avatar_permission;  /**< Who may perform as the avatar. */
    vrm_CommercialUsage commercial_usage;    /**< Whether use for profit is allowed. */
    vrm_CreditNotation credit_notation;      /**< Whether the authors must be named. */
    vrm_Modification modification;           /**< Whether the avatar may be changed. */
    vrm_License0 license0;                   /**< The licence that a 0.x or draft file names. */
    bool allow_excessively_violent_usage;    /**< Use in works that show excessive violence is
                                                  allowed. */
    bool allow_excessively_sexual_usage;     /**< Use in works with excessive sexual content is
                                                  allowed. */
    bool allow_political_or_religious_usage; /**< Use for political or religious purposes is
                                                  allowed. */
    bool allow_antisocial_or_hate_usage;     /**< Use for antisocial purposes or expressions of hate
                                                  is allowed. */
    bool allow_redistribution;               /**< The unchanged file may be redistributed. */
    vrm_JsonRef json;                        /**< The object `meta` of the file. */
} vrm_Meta;

/** Returns the authors and licence; NULL if the file has no VRM meta. */
VRM_API const vrm_Meta* vrm_model_meta(const vrm_Model* model);

/* ---- Humanoid ---- */

/** Bones of the humanoid, parents before children. */
typedef enum vrm_Bone {
    VRM_BONE_NONE = -1,               /**< No bone. */
    VRM_BONE_HIPS = 0,                /**< The root, which also translates. Required. */
    VRM_BONE_SPINE,                   /**< Above the hips. Required. */
    VRM_BONE_CHEST,                   /**< Above the spine. */
    VRM_BONE_UPPER_CHEST,             /**< Above the chest, which it requires. */
    VRM_BONE_NECK,                    /**< Between torso and head. */
    VRM_BONE_HEAD,                    /**< Required. */
    VRM_BONE_LEFT_EYE,                /**< Turned by the gaze. */
    VRM_BONE_RIGHT_EYE,               /**< Turned by the gaze. */
    VRM_BONE_JAW,                     /**< Opens the mouth; most avatars use expressions instead. */
    VRM_BONE_LEFT_UPPER_LEG,          /**< Hip to knee. Required. */
    VRM_BONE_LEFT_LOWER_LEG,          /**< Knee to ankle. Required. */
    VRM_BONE_LEFT_FOOT,               /**< From the ankle. Required. */
    VRM_BONE_LEFT_TOES,               /**< All toes together. */
    VRM_BONE_RIGHT_UPPER_LEG,         /**< Hip to knee. Required. */
    VRM_BONE_RIGHT_LOWER_LEG,         /**< Knee to ankle. Required. */
    VRM_BONE_RIGHT_FOOT,              /**< From the ankle. Required. */
    VRM_BONE_RIGHT_TOES,              /**< All toes together. */
    VRM_BONE_LEFT_SHOULDER,           /**< The collar bone. */
    VRM_BONE_LEFT_UPPER_ARM,          /**< Shoulder to elbow. Required. */
    VRM_BONE_LEFT_LOWER_ARM,          /**< Elbow to wrist. Required. */
    VRM_BONE_LEFT_HAND,               /**< From the wrist. Required. */
    VRM_BONE_RIGHT_SHOULDER,          /**< The collar bone. */
    VRM_BONE_RIGHT_UPPER_ARM,         /**< Shoulder to elbow. Required. */
    VRM_BONE_RIGHT_LOWER_ARM,         /**< Elbow to wrist. Required. */
    VRM_BONE_RIGHT_HAND,              /**< From the wrist. Required. */
    VRM_BONE_LEFT_THUMB_METACARPAL,   /**< In the palm; `leftThumbProximal` of 0.x. */
    VRM_BONE_LEFT_THUMB_PROXIMAL,     /**< Middle of the thumb; `leftThumbIntermediate` of 0.x. */
    VRM_BONE_LEFT_THUMB_DISTAL,       /**< Tip of the thumb. */
    VRM_BONE_LEFT_INDEX_PROXIMAL,     /**< From the knuckle of the forefinger. */
    VRM_BONE_LEFT_INDEX_INTERMEDIATE, /**< Middle of the forefinger. */
    VRM_BONE_LEFT_INDEX_DISTAL,       /**< Tip of the forefinger. */
    VRM_BONE_LEFT_MIDDLE_PROXIMAL,    /**< From the knuckle of the middle finger. */
    VRM_BONE_LEFT_MIDDLE_INTERMEDIATE, /**< Middle of the middle finger. */
    VRM_BONE_LEFT_MIDDLE_DISTAL,       /**< Tip of the middle finger. */
    VRM_BONE_LEFT_RING_PROXIMAL,       /**< From the knuckle of the ring finger. */
    VRM_BONE_LEFT_RING_INTERMEDIATE,   /**< Middle of the ring finger. */
    VRM_BONE_LEFT_RING_DISTAL,         /**< Tip of the ring finger. */
    VRM_BONE_LEFT_LITTLE_PROXIMAL,     /**< From the knuckle of the little finger. */
    VRM_BONE_LEFT_LITTLE_INTERMEDIATE, /**< Middle of the little finger. */
    VRM_BONE_LEFT_LITTLE_DISTAL,       /**< Tip of the little finger. */
    VRM_BONE_RIGHT_THUMB_METACARPAL,   /**< In the palm; `rightThumbProximal` of 0.x. */
    VRM_BONE_RIGHT_THUMB_PROXIMAL,     /**< Middle of the thumb; `rightThumbIntermediate` of 0.x. */
    VRM_BONE_RIGHT_THUMB_DISTAL,       /**< Tip of the thumb. */
    VRM_BONE_RIGHT_INDEX_PROXIMAL,     /**< From the knuckle of the forefinger. */
    VRM_BONE_RIGHT_INDEX_INTERMEDIATE, /**< Middle of the forefinger. */
    VRM_BONE_RIGHT_INDEX_DISTAL,       /**< Tip of the forefinger. */
    VRM_BONE_RIGHT_MIDDLE_PROXIMAL,    /**< From the knuckle of the middle finger. */
    VRM_BONE_RIGHT_MIDDLE_INTERMEDIATE, /**< Middle of the middle finger. */
    VRM_BONE_RIGHT_MIDDLE_DISTAL,       /**< Tip of the middle finger. */
    VRM_BONE_RIGHT_RING_PROXIMAL,       /**< From the knuckle of the ring finger. */
    VRM_BONE_RIGHT_RING_INTERMEDIATE,   /**< Middle of the ring finger. */
    VRM_BONE_RIGHT_RING_DISTAL,         /**< Tip of the ring finger. */
    VRM_BONE_RIGHT_LITTLE_PROXIMAL,     /**< From the knuckle of the little finger. */
    VRM_BONE_RIGHT_LITTLE_INTERMEDIATE, /**< Middle of the little finger. */
    VRM_BONE_RIGHT_LITTLE_DISTAL,       /**< Tip of the little finger. */
    VRM_BONE_COUNT                      /**< Number of bones; not a bone. */
} vrm_Bone;

/** Returns the 1.0 name, such as "leftThumbMetacarpal"; NULL if `bone` is not a bone. */
VRM_API const char* vrm_bone_name(vrm_Bone bone);
/** Returns the bone with a 1.0 name; VRM_BONE_NONE if there is none or `name` is NULL. */
VRM_API vrm_Bone vrm_bone_by_name(const char* name);
/** Returns the parent that the specification gives a bone; VRM_BONE_NONE for the hips. */
VRM_API vrm_Bone vrm_bone_parent(vrm_Bone bone);
/** Returns true if VRM 1.0 requires the bone. */
VRM_API bool vrm_bone_is_required(vrm_Bone bone);

/** Returns the node of a bone; -1 if the avatar does not have it. */
VRM_API int32_t vrm_model_bone(const vrm_Model* model, vrm_Bone bone);
/** Returns the number of bones that are mapped to nodes. */
VRM_API int32_t vrm_model_bone_count(const vrm_Model* model);

/* ---- Expressions ---- */

/** Preset expressions of the specification. */
typedef enum vrm_ExpressionPreset {
    VRM_EXPRESSION_CUSTOM = -1, /**< A custom expression. */
    VRM_EXPRESSION_HAPPY = 0,   /**< Emotion; `joy` of 0.x. */
    VRM_EXPRESSION_ANGRY,       /**< Emotion. */
    VRM_EXPRESSION_SAD,         /**< Emotion; `sorrow` of 0.x. */
    VRM_EXPRESSION_RELAXED,     /**< Emotion; `fun` of 0.x. */
    VRM_EXPRESSION_SURPRISED,   /**< Emotion; custom in 0.x. */
    VRM_EXPRESSION_AA,          /**< The mouth says a. */
    VRM_EXPRESSION_IH,          /**< The mouth says i. */
    VRM_EXPRESSION_OU,          /**< The mouth says u. */
    VRM_EXPRESSION_EE,          /**< The mouth says e. */
    VRM_EXPRESSION_OH,          /**< The mouth says o. */
    VRM_EXPRESSION_BLINK,       /**< Closes both eyes. */
    VRM_EXPRESSION_BLINK_LEFT,  /**< Closes the avatar's left eye. */
    VRM_EXPRESSION_BLINK_RIGHT, /**< Closes the avatar's right eye. */
    VRM_EXPRESSION_LOOK_UP,     /**< Gaze up, if expressions move the eyes. */
    VRM_EXPRESSION_LOOK_DOWN,   /**< Gaze down, as above. */
    VRM_EXPRESSION_LOOK_LEFT,   /**< Gaze to the avatar's left. */
    VRM_EXPRESSION_LOOK_RIGHT,  /**< Gaze to the avatar's right. */
    VRM_EXPRESSION_NEUTRAL,     /**< The face at rest; for compatibility with 0.x. */
    VRM_EXPRESSION_PRESET_COUNT /**< Number of presets; not a preset. */
} vrm_ExpressionPreset;

/** Returns the 1.0 name, such as "blinkLeft"; NULL for VRM_EXPRESSION_CUSTOM. */
VRM_API const char* vrm_expression_preset_name(vrm_ExpressionPreset preset);
/** Returns the preset with a 1.0 name; VRM_EXPRESSION_CUSTOM if there is none or `name` is NULL. */
VRM_API vrm_ExpressionPreset vrm_expression_preset_by_name(const char* name);

/** How an expression suppresses others. */
typedef enum vrm_Override {
    VRM_OVERRIDE_NONE,  /**< The others are not changed. */
    VRM_OVERRIDE_BLOCK, /**< The others are 0 while this one is above 0. */
    VRM_OVERRIDE_BLEND  /**< The others are multiplied by 1 - the weight of this one. */
} vrm_Override;

/** How a binary expression turns its value into 0 or 1. */
typedef enum vrm_BinaryRule {
    VRM_BINARY_NOT,       /**< Not binary. */
    VRM_BINARY_OVER_HALF, /**< 1 above 0.5 (1.0, beta; 0.x rounds, and 0.5 rounds to 0). */
    VRM_BINARY_NON_ZERO   /**< 1 above 0 (draft). */
} vrm_BinaryRule;

/** Which colour of a material an expression changes. */
typedef enum vrm_ColorTarget {
    VRM_COLOR_BASE,     /**< Base colour and alpha. */
    VRM_COLOR_EMISSION, /**< Emissive factor. */
    VRM_COLOR_SHADE,    /**< MToon's shade colour. */
    VRM_COLOR_MATCAP,   /**< MToon's matcap factor. */
    VRM_COLOR_RIM,      /**< MToon's parametric rim colour. */
    VRM_COLOR_OUTLINE   /**< MToon's outline colour. */
} vrm_ColorTarget;

/** A morph target that an expression drives. */
typedef struct vrm_MorphBind {
    int32_t node;  /**< Node with a mesh. 0.x binds a mesh, which becomes one bind for each node
                        that shows it. */
    int32_t index; /**< Morph target, in range. */
    float weight;  /**< Weight at full expression; nominally 0..1. */
} vrm_MorphBind;

/** A colour of a material that an expression changes. */
typedef struct vrm_ColorBind {
    int32_t material;       /**< Index of a material, in range. */
    vrm_ColorTarget target; /**< Which of its colours. */
    vrm_Vec4 value;         /**< Linear; alpha is used for VRM_COLOR_BASE only. */
} vrm_ColorBind;

/** A texture transform that an expression changes. */
typedef struct vrm_TextureBind {
    int32_t material;       /**< Index of a material, in range; all its textures but the matcap are
                                 transformed. */
    vrm_Vec2 scale, offset; /**< At full expression, in glTF's V direction. */
    bool binds_x, binds_y;  /**< Which axes are changed: both, except for _MainTex_ST_S and
                                 _MainTex_ST_T of 0.x. */
} vrm_TextureBind;

/** An expression of the file; a blend shape group in 0.x. */
typedef struct vrm_Expression {
    const char* name;                     /**< The preset's 1.0 name, or the custom one. */
    const vrm_MorphBind* morph_binds;     /**< Morph targets that it drives. */
    const vrm_ColorBind* color_binds;     /**< Colours that it changes. */
    const vrm_TextureBind* texture_binds; /**< Texture transforms that it changes. */
    int32_t morph_bind_count;             /**< Entries of `morph_binds`. */
    int32_t color_bind_count;             /**< Entries of `color_binds`. */
    int32_t texture_bind_count;           /**< Entries of `texture_binds`. */
    vrm_ExpressionPreset preset;          /**< VRM_EXPRESSION_CUSTOM for a custom one. */
    uint8_t binary;                       /**< vrm_BinaryRule. */
    uint8_t override_blink, override_look_at, override_mouth; /**< vrm_Override. */
    vrm_JsonRef json;                                         /**< Its object in the document. */
} vrm_Expression;

/** Returns the presets in the order of vrm_ExpressionPreset, then custom expressions in file order.
 * Names are unique. */
VRM_API const vrm_Expression* vrm_model_expressions(const vrm_Model* model, int32_t* out_count);
/** Returns the index of an expression; -1 if the avatar does not have it or `name` is NULL. */
VRM_API int32_t vrm_model_expression(const vrm_Model* model, const char* name);

/* ---- Look-at ---- */

/** Whether bones or expressions move the eyes. */
typedef enum vrm_LookAtType {
    VRM_LOOK_AT_BONE,      /**< The eye bones turn. */
    VRM_LOOK_AT_EXPRESSION /**< lookUp, lookDown, lookLeft and lookRight are set. */
} vrm_LookAtType;

/** A key of a 0.x look-at curve, as in Unity. */
typedef struct vrm_CurveKey {
    float time;        /**< The input, 0..1 for 0 to input_max_degrees. */
    float value;       /**< The output, 0..1 for 0 to output_scale. */
    float in_tangent;  /**< Slope just before the key, value per time. */
    float out_tangent; /**< Slope just after the key. */
} vrm_CurveKey;

/** How far the eyes turn for a direction. */
typedef struct vrm_RangeMap {
    float input_max_degrees;   /**< Input that gives the full output; larger inputs are clamped to
                                    it. */
    float output_scale;        /**< Degrees for bones, weight for expressions. */
    const vrm_CurveKey* curve; /**< Curve of a 0.x file; NULL if it is a straight line, and in other
                                    dialects. */
    int32_t curve_count;       /**< Entries of `curve`; 0: a straight line. */
} vrm_RangeMap;

/** Gaze control of the avatar. */
typedef struct vrm_LookAt {
    vrm_LookAtType type;           /**< What moves the eyes. */
    vrm_Vec3 offset_from_head;     /**< Origin of the gaze in the head node's axes (m). */
    vrm_RangeMap horizontal_inner; /**< An eye towards the nose. Bones only. */
    vrm_RangeMap horizontal_outer; /**< An eye away from the nose; expressions: left and right. */
    vrm_RangeMap vertical_down;    /**< Both eyes down. */
    vrm_RangeMap vertical_up;      /**< Both eyes up. */
    vrm_JsonRef json;              /**< The object `lookAt` of the file; for 0.x `firstPerson`. */
} vrm_LookAt;

/** Returns the gaze control; NULL if the avatar has none. */
VRM_API const vrm_LookAt* vrm_model_look_at(const vrm_Model* model);

/* ---- First person ---- */

/** Which cameras show a mesh. */
typedef enum vrm_FirstPersonType {
    VRM_FIRST_PERSON_AUTO, /**< The first-person camera hides the parts that the head's bones move,
                                and shows the rest. */
    VRM_FIRST_PERSON_BOTH, /**< All cameras show it. */
    VRM_FIRST_PERSON_THIRD_PERSON_ONLY, /**< The first-person camera hides it: hair, hats. */
    VRM_FIRST_PERSON_FIRST_PERSON_ONLY  /**< Only the first-person camera shows it. */
} vrm_FirstPersonType;

/** Returns the type of a node with a mesh: its annotation, or VRM_FIRST_PERSON_AUTO. */
VRM_API vrm_FirstPersonType vrm_model_first_person(const vrm_Model* model, int32_t node);
/** Returns the node whose descendants VRM_FIRST_PERSON_AUTO hides: the head, or 0.x's
 * firstPersonBone; -1 without either. */
VRM_API int32_t vrm_model_first_person_node(const vrm_Model* model);

/* ---- Spring bones ---- */

/** Shapes of colliders, including VRMC_springBone_extended_collider. */
typedef enum vrm_ColliderShape {
    VRM_COLLIDER_SPHERE,         /**< Joints stay outside a sphere at `offset`. */
    VRM_COLLIDER_CAPSULE,        /**< Joints stay outside a capsule from `offset` to `tail`. */
    VRM_COLLIDER_INSIDE_SPHERE,  /**< Joints stay inside the sphere. */
    VRM_COLLIDER_INSIDE_CAPSULE, /**< Joints stay inside the capsule. */
    VRM_COLLIDER_PLANE           /**< Joints stay on the side to which `normal` points. */
} vrm_ColliderShape;

/** A shape that spring joints do not enter, or do not leave. */
typedef struct vrm_Collider {
    int32_t node;            /**< Node that it moves with; -1: the collider is disabled. */
    vrm_ColliderShape shape; /**< Decides which of the members below are used. */
    vrm_Vec3 offset;         /**< Centre of a sphere, start of a capsule or point of a plane.
                                  `offset`, `tail` and `normal` are in the node's space. */
    vrm_Vec3 tail;           /**< Other end of a capsule. */
    vrm_Vec3 normal;         /**< Normal of a plane, of unit length. */
    float radius;            /**< Radius of a sphere or capsule (m at scale 1); 0 for planes. */
    vrm_JsonRef json;        /**< Its object in the document. */
} vrm_Collider;

/** Colliders that springs refer to as a group. */
typedef struct vrm_ColliderGroup {
    const char* name;         /**< As stated; "" when absent. */
    const int32_t* colliders; /**< Indices into vrm_SpringBones.colliders. */
    int32_t collider_count;   /**< Entries of `colliders`. */
    vrm_JsonRef json;         /**< Its object in the document. */
} vrm_ColliderGroup;

/** Types of angle limits of spring joints. */
typedef enum vrm_LimitType {
    VRM_LIMIT_NONE,     /**< The joint turns freely. */
    VRM_LIMIT_CONE,     /**< At most `angle` away from the axis. */
    VRM_LIMIT_HINGE,    /**< In one plane, at most `angle` to either side. */
    VRM_LIMIT_SPHERICAL /**< At most `pitch` and `yaw` in two directions. */
} vrm_LimitType;

/** An angle limit (VRMC_springBone_limit, a draft); angles in radians. */
typedef struct vrm_SpringLimit {
    vrm_LimitType type; /**< Decides which of the members below are used. */
    float angle;        /**< Cone and hinge: 0..pi. */
    float pitch, yaw;   /**< Spherical: 0..pi and 0..pi/2. */
    vrm_Quat rotation;  /**< Turns the limit's axes away from the joint's rest direction. */
} vrm_SpringLimit;

/** A joint of a spring. */
typedef struct vrm_SpringJoint {
    int32_t node;        /**< Node of the joint; -1: the virtual tail that 0.x and the draft add
                              after the last bone. */
    vrm_Vec3 end_offset; /**< Position of the virtual tail in the previous joint's local space, if
                              node is -1. */
    /** Radius of the joint's collision sphere (m at scale 1); 0 or more. */
    float hit_radius;
    float stiffness;       /**< Force that turns the joint back to its rest direction; 0: none. */
    float gravity_power;   /**< Force along gravity_dir; 0: none. */
    vrm_Vec3 gravity_dir;  /**< World space of the file (a 0.x file faces -Z); not normalized. */
    float drag_force;      /**< Fraction of the motion lost in a step, 0 (none) to 1 (all). */
    vrm_SpringLimit limit; /**< How far the joint may turn. */
    vrm_JsonRef json;      /**< The joint; for 0.x and the draft its bone group. */
} vrm_SpringJoint;

/** A chain of joints. joints[i] is an ancestor of joints[i + 1]; the last joint is only a tail. A
 * chain with fewer than two joints is inert. No two chains rotate the same node; in 0.x and the
 * draft the tail of one chain may be the first joint of another. */
typedef struct vrm_Spring {
    const char* name;               /**< As stated; "" when absent. */
    const vrm_SpringJoint* joints;  /**< From the root of the chain to its tip. */
    int32_t joint_count;            /**< Entries of `joints`. */
    const int32_t* collider_groups; /**< Indices into vrm_SpringBones.collider_groups. */
    int32_t collider_group_count;   /**< Entries of `collider_groups`. */
    int32_t center;                 /**< Center node; -1: world space. */
    vrm_JsonRef json; /**< Its object in the document; for 0.x and the draft its bone group. */
} vrm_Spring;

/** All springs of the file, with their colliders. */
typedef struct vrm_SpringBones {
    const vrm_Collider* colliders;            /**< For 1.0 and beta, indices are as in the file. */
    const vrm_ColliderGroup* collider_groups; /**< Groups that springs refer to. */
    const vrm_Spring* springs;                /**< Chains of joints. */
    int32_t collider_count;                   /**< Entries of `colliders`. */
    int32_t collider_group_count;             /**< Entries of `collider_groups`. */
    int32_t spring_count;                     /**< Entries of `springs`. */
    vrm_JsonRef json; /**< The object of the extension; for 0.x `secondaryAnimation`. */
} vrm_SpringBones;

/** Returns the spring bones. Never NULL; all counts are 0 if the file has none. */
VRM_API const vrm_SpringBones* vrm_model_spring_bones(const vrm_Model* model);

/* ---- Node constraints ---- */

/** Kinds of node constraints. */
typedef enum vrm_ConstraintType {
    VRM_CONSTRAINT_ROLL,    /**< Copies the source's rotation about one axis: twist bones. */
    VRM_CONSTRAINT_AIM,     /**< Points one axis at the source. */
    VRM_CONSTRAINT_ROTATION /**< Copies the source's whole rotation. */
} vrm_ConstraintType;

/** `rollAxis` or `aimAxis` of a constraint. */
typedef enum vrm_Axis {
    VRM_AXIS_POSITIVE_X, /**< +X of the node; X for a roll. */
    VRM_AXIS_POSITIVE_Y, /**< +Y; Y for a roll. */
    VRM_AXIS_POSITIVE_Z, /**< +Z; Z for a roll. */
    VRM_AXIS_NEGATIVE_X, /**< -X; aims only. */
    VRM_AXIS_NEGATIVE_Y, /**< -Y; aims only. */
    VRM_AXIS_NEGATIVE_Z  /**< -Z; aims only. */
} vrm_Axis;

/** A VRMC_node_constraint. */
typedef struct vrm_Constraint {
    int32_t node;            /**< The destination. */
    int32_t source;          /**< The node that it follows. */
    vrm_ConstraintType type; /**< How it follows. */
    vrm_Axis axis;           /**< Positive for a roll; unused for a rotation. */
    float weight;            /**< 0..1. */
    vrm_JsonRef json;        /**< The VRMC_node_constraint object. */
} vrm_Constraint;

/** Returns the valid constraints in node order. Cycles are not removed here: vrm_rig_build()
 * reports and drops them. */
VRM_API const vrm_Constraint* vrm_model_constraints(const vrm_Model* model, int32_t* out_count);

/* ---- Materials ---- */

/** How a material is shaded. */
typedef enum vrm_SurfaceKind {
    VRM_SURFACE_PBR,   /**< Metallic-roughness, as glTF defines it. */
    VRM_SURFACE_UNLIT, /**< Only the base colour (KHR_materials_unlit, and 0.x's unlit shaders). */
    VRM_SURFACE_MTOON  /**< Toon shading (VRMC_materials_mtoon, and 0.x's VRM/MToon). */
} vrm_SurfaceKind;

/** `outlineWidthMode` of MToon. */
typedef enum vrm_OutlineMode {
    VRM_OUTLINE_NONE,              /**< No outline. */
    VRM_OUTLINE_WORLD_COORDINATES, /**< Width in metres. */
    VRM_OUTLINE_SCREEN_COORDINATES /**< Width as a fraction of the screen's height. */
} vrm_OutlineMode;

/** MToon 1.0 parameters; 0.x values are converted (docs/guide/migrate.md). Colours are linear,
 * speeds per second, rotation in radians, widths in metres or as a fraction of the screen's
 * height. */
typedef struct vrm_Mtoon {
    /** Shade colour in sRGB, times shade_color_factor. */
    vrm_TextureInfo shade_multiply_texture;
    vrm_TextureInfo shading_shift_texture; /**< Red moves the border of the shade, times
                                                shading_shift_scale; linear. */
    vrm_TextureInfo matcap_texture;        /**< Matcap: picture of a lit sphere, in sRGB. */
    vrm_TextureInfo rim_multiply_texture;  /**< Multiplies matcap and rim light, in sRGB. */
    /** Green multiplies the width of the outline; linear. */
    vrm_TextureInfo outline_width_multiply_texture;
    vrm_TextureInfo uv_animation_mask_texture; /**< Blue scales the UV animation; linear. */
    vrm_Vec3 shade_color_factor; /**< Colour of the side away from the light. Default black. */
    float shading_shift_factor;  /**< Moves the border of the shade, -1 (all shaded) to 1 (all lit).
                                      Default 0. */
    float shading_shift_scale;   /**< shadingShiftTexture.scale. */
    float shading_toony_factor;  /**< 0 (soft border) to 1 (sharp border). Default 0.9. */
    float gi_equalization_factor; /**< 0 (directional ambient light) to 1 (uniform). Default 0.9. */
    vrm_Vec3 matcap_factor;       /**< Multiplies the matcap. Default white. */
    vrm_Vec3 parametric_rim_color_factor;      /**< Colour of the rim light. Default black: none. */
    float parametric_rim_fresnel_power_factor; /**< How narrow the rim is; 0 or more. Default 5. */
    float parametric_rim_lift_factor; /**< Added before the power: widens the rim. Default 0. */
    float rim_lighting_mix_factor;    /**< 0 (unlit rim) to 1 (lit like the surface). Default 1. */
    /** Unit of the outline's width. Default VRM_OUTLINE_NONE. */
    vrm_OutlineMode outline_width_mode;
    float outline_width_factor;               /**< Width of the outline, 0 or more. Default 0. */
    vrm_Vec3 outline_color_factor;            /**< Colour of the outline. Default black. */
    float outline_lighting_mix_factor;        /**< 0 (unlit outline) to 1 (times the lit surface).
                                                   Default 1. */
    float uv_animation_scroll_x_speed_factor; /**< U per second. Default 0. */
    float uv_animation_scroll_y_speed_factor; /**< V per second. Default 0. */
    float uv_animation_rotation_speed_factor; /**< Rotation about the centre of the texture (radians
                                                   per second). Default 0. */
    int32_t render_queue_offset;              /**< Offset in the order of transparent materials,
                                                   clamped to the range of the alpha mode. */
    vrm_JsonRef json; /**< The extension's object; for 0.x the entry of `materialProperties`. */
    bool transparent_with_z_write; /**< VRM_ALPHA_BLEND writes depth too. Default false. */
} vrm_Mtoon;

/** How to draw a material of any dialect: the glTF material with the changes of the VRM extensions
 * (or 0.x materialProperties). */
typedef struct vrm_Surface {
    vrm_SurfaceKind kind;         /**< How to shade it. */
    const vrm_Material* material; /**< The document's own, or a copy with VRM's changes: base
                                       colour, textures, alpha mode, emission with its strength. */
    const vrm_Mtoon* mtoon;       /**< NULL unless kind is VRM_SURFACE_MTOON. */
    bool ignores_vertex_colors;   /**< True for MToon and the unlit shaders of 0.x. Not written by
                                       vrm_edit_set_surface(). */
} vrm_Surface;

/** Returns an array with one surface for each material of the document. */
VRM_API const vrm_Surface* vrm_model_surfaces(const vrm_Model* model);

/** The textures that a surface may have. */
typedef enum vrm_TextureSlot {
    VRM_TEXTURE_BASE_COLOR,         /**< Base colour and alpha. */
    VRM_TEXTURE_METALLIC_ROUGHNESS, /**< Green roughness, blue metalness. */
    VRM_TEXTURE_NORMAL,             /**< Normals in tangent space. */
    VRM_TEXTURE_OCCLUSION,          /**< Ambient occlusion, in red. */
    VRM_TEXTURE_EMISSIVE,           /**< Emitted light. */
    VRM_TEXTURE_SHADE_MULTIPLY,     /**< Shade colour. This and all below: MToon only. */
    VRM_TEXTURE_SHADING_SHIFT,      /**< Border of the shade, in red. */
    VRM_TEXTURE_RIM_MULTIPLY,       /**< Multiplies matcap and rim light. */
    VRM_TEXTURE_OUTLINE_WIDTH,      /**< Width of the outline, in green. */
    VRM_TEXTURE_UV_ANIMATION_MASK,  /**< Scale of the UV animation, in blue. */
    VRM_TEXTURE_MATCAP,             /**< Sampled by the surface normal, not by UV. */
    VRM_TEXTURE_SLOT_COUNT          /**< Number of slots; not a slot. */
} vrm_TextureSlot;

/** How the texture of a slot is read. */
typedef struct vrm_TextureUse {
    bool is_srgb;    /**< sRGB colours, converted to linear when sampled; otherwise linear data. */
    int32_t channel; /**< The only channel used, 0 (red) to 3 (alpha); -1: several. */
    vrm_Vec4 unset;  /**< Value that an absent texture samples as. */
} vrm_TextureUse;

/** Returns how the texture of a slot is read. */
VRM_API vrm_TextureUse vrm_texture_use(vrm_TextureSlot slot);

/** Returns the texture of a slot, whose `texture` may be -1; NULL if this kind of surface has no
 * such slot. */
VRM_API const vrm_TextureInfo* vrm_surface_texture(const vrm_Surface* surface,
                                                   vrm_TextureSlot slot);

/* ---- Skins ---- */

/** Writes the inverse bind matrices of a skin to `out`, one for each joint; identity if the file
 * has none. If the matrices of a 0.x or draft file contradict its nodes, they are computed from the
 * rest pose instead (finding SKIN_BINDS_CONTRADICT_NODES). Returns VRM_ERR_ARGUMENT if `skin` is
 * out of range or `count` is not the skin's joint_count, VRM_ERR_INVALID if the file's accessor
 * cannot be read. */
VRM_API vrm_Result vrm_model_inverse_binds(const vrm_Model* model, int32_t skin, vrm_Mat4* out,
                                           int32_t count);

/* ---- VRM animation ---- */

/** An expression that a VRM animation drives. */
typedef struct vrm_ClipExpression {
    const char* name;            /**< The preset's name, or the custom one. */
    vrm_ExpressionPreset preset; /**< VRM_EXPRESSION_CUSTOM for a custom one. */
    int32_t node;                /**< Node whose translation along x is the weight. */
} vrm_ClipExpression;

/** Content of VRMC_vrm_animation in a .vrma file; the motion itself is in the glTF animations.
 * Bones and expressions that an animation must not have (eyes, look presets) are left out. */
typedef struct vrm_ClipInfo {
    const char* spec_version;      /**< As stated; "" when absent. */
    bool has_humanoid;             /**< The file has `humanoid`, possibly without a usable bone. */
    int32_t bones[VRM_BONE_COUNT]; /**< Node of each bone; -1: none. */
    /** Presets, then custom ones, in the order of the file. */
    const vrm_ClipExpression* expressions;
    int32_t expression_count; /**< Entries of `expressions`. */
    int32_t look_at_node;     /**< The node whose rotation is the gaze; -1: none. */
    bool has_look_at_offset;  /**< look_at_offset is stated. */
    vrm_Vec3 look_at_offset;  /**< offsetFromHeadBone: from the head to the eyes (m). */
    vrm_JsonRef json;         /**< The extension's object. */
} vrm_ClipInfo;

/** Returns the content of a VRM animation; NULL if the file is not one. */
VRM_API const vrm_ClipInfo* vrm_model_clip_info(const vrm_Model* model);

#ifdef __cplusplus
}
#endif

#endif
