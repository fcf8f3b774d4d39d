/* SPDX-License-Identifier: MIT */
/** A model compiled for running: nodes with parents first, rest pose, humanoid map, update order of
 * constraints, expression tables, skins. A rig is built once, in one block of memory. It is
 * immutable and independent of the model, so any number of sims and threads may share it without
 * locks.
 *
 * Extreme values are clamped here, so that no later result can leave the range of a float: rest
 * translations to 1e6 m, bind weights and colours to 1e6, rest rotations to unit length. */
#ifndef VRM_RIG_H
#define VRM_RIG_H

#include "base.h"
#include "model.h"
#include "report.h"
#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A model compiled for running: immutable, shared by any number of avatars. */
typedef struct vrm_Rig vrm_Rig;

/** Group of expressions that other expressions can override. */
typedef enum vrm_Category {
    VRM_CATEGORY_NONE = 0, /**< No expression overrides it. */
    VRM_CATEGORY_MOUTH,    /**< aa, ih, ou, ee, oh. */
    VRM_CATEGORY_BLINK,    /**< blink, blinkLeft, blinkRight. */
    VRM_CATEGORY_LOOK_AT,  /**< lookUp, lookDown, lookLeft, lookRight. */
    VRM_CATEGORY_COUNT     /**< Number of categories, VRM_CATEGORY_NONE included; not a category. */
} vrm_Category;

/** Adds a custom expression to a category. */
typedef struct vrm_CategoryMember {
    const char* expression; /**< Its name. Names that the avatar does not have are ignored. */
    vrm_Category category;  /**< Category to add it to: VRM_CATEGORY_MOUTH, _BLINK or _LOOK_AT. */
} vrm_CategoryMember;

/** How to build a rig. Start from vrm_default_rig_def(). */
typedef struct vrm_RigDef {
    uint32_t def_size; /**< Set by the default function; do not touch. */

    /** overrideLookAt also damps eyes that are turned by bones, as in UniVRM; in the specification
     * it applies to expression weights only. Default false. */
    bool override_damps_eye_bones;

    const vrm_CategoryMember* members; /**< Custom expressions in categories. Default NULL: presets
                                            only. */
    int32_t member_count;              /**< Entries of `members`. Default 0. */

    vrm_Report* report;      /**< Receives the findings: cyclic constraints. Default NULL. */
    vrm_Allocator allocator; /**< For the rig, until it is destroyed. Default: the C library. */
} vrm_RigDef;

/** Sets every field to its default; called by vrm_default_rig_def(). */
VRM_API void vrm_rig_def_init(vrm_RigDef* def, size_t def_size);

/** Returns the defaults; change what you need. */
static inline vrm_RigDef vrm_default_rig_def(void) {
    vrm_RigDef def;
    vrm_rig_def_init(&def, sizeof def);
    return def;
}

/* ---- Make ---- */

/** Compiles a model into a rig. `def` may be NULL. Any model is accepted: one without VRM parts
 * becomes a hierarchy with skins. Does not keep `model` or `def`. */
VRM_API vrm_Result vrm_rig_build(const vrm_Model* model, const vrm_RigDef* def, vrm_Rig** out_rig);

/** Destroys a rig. `rig` may be NULL. First remove every avatar of the rig from its sim and destroy
 * its bakers. Otherwise an assertion fails; in builds without assertions the rig, and thus its
 * allocator, is used until the last of them is gone. May be called on any thread. */
VRM_API void vrm_rig_destroy(vrm_Rig* rig);

/* ---- Inspect: pointers and strings live as long as the rig ---- */

/** Returns the dialect of the file. */
VRM_API vrm_Dialect vrm_rig_dialect(const vrm_Rig* rig);

/** Returns the direction that the avatar faces in the file: +1 is +Z, -1 is -Z (0.x). */
VRM_API int32_t vrm_rig_facing(const vrm_Rig* rig);

/** Returns the number of nodes in the document. All node numbers here are the file's. */
VRM_API int32_t vrm_rig_node_count(const vrm_Rig* rig);

/** Returns the parent of a node; -1 if it is a root or there is no such node. */
VRM_API int32_t vrm_rig_parent(const vrm_Rig* rig, int32_t node);

/** Returns the rest transform relative to the parent; the identity if there is no such node. */
VRM_API vrm_Transform vrm_rig_rest(const vrm_Rig* rig, int32_t node);

/** Returns the rest transform in model space (before any root transform, facing as in the file);
 * the identity if there is no such node. */
VRM_API vrm_Transform vrm_rig_rest_model(const vrm_Rig* rig, int32_t node);

/** Returns the node of a bone; -1 if the avatar does not have it. */
VRM_API int32_t vrm_rig_bone(const vrm_Rig* rig, vrm_Bone bone);

/* ---- Humanoid ---- */

/** A pose for any avatar: each rotation turns the bone away from the avatar's rest pose, relative
 * to its parent bone, in the axes of an avatar that faces +Z with its left towards +X (VRM 1.0).
 * The rest pose is the file's. VRM requires a T-pose; with another rest pose the result differs by
 * the same angles (vrm_rig_t_pose_error()). */
typedef struct vrm_Pose {
    vrm_Quat rotations[VRM_BONE_COUNT]; /**< By vrm_Bone; the identity leaves a bone at rest. */
    vrm_Vec3 hips_offset; /**< Offset from the hips' rest position, in the same axes (m of this
                               avatar). */
} vrm_Pose;

/** Returns the rest pose: identities and no offset. */
VRM_API vrm_Pose vrm_pose_rest(void);

/** Converts a normalized rotation N to the node's local rotation: inverse(P) N W, where P and W are
 * the rest rotations of the parent node and of the node in model space; turned by 180 degrees for
 * an avatar that faces -Z. Returns the identity if the avatar does not have the bone. */
VRM_API vrm_Quat vrm_rig_bone_local(const vrm_Rig* rig, vrm_Bone bone, vrm_Quat normalized);

/** Converts a local rotation R to a normalized one, the inverse of vrm_rig_bone_local(): P R
 * inverse(W). */
VRM_API vrm_Quat vrm_rig_bone_normalized(const vrm_Rig* rig, vrm_Bone bone, vrm_Quat local);

/** Computes a pose from local transforms, one for each node: the rotation of each bone and the
 * position of the hips, including nodes that are not bones (above the hips, between bones). Set on
 * an avatar whose other nodes are at rest, it turns the bones and places the hips as `locals` do.
 * Bones that the avatar lacks get the identity. */
VRM_API vrm_Pose vrm_rig_read_pose(const vrm_Rig* rig, const vrm_Transform* locals);

/** Returns the height of the hips at rest above the model's origin (m); 0 without hips. */
VRM_API float vrm_rig_hips_height(const vrm_Rig* rig);

/** Scales a hips offset of another avatar, whose hips rest at `source_height` metres, by the ratio
 * of the two heights, for this one. Returns it unscaled if either height is not above 0. */
VRM_API vrm_Vec3 vrm_rig_scale_hips(const vrm_Rig* rig, float source_height, vrm_Vec3 offset);

/** The frame in which a bone bends, in model space at rest: `along` points to the bone's tail,
 * `hinge` is the fixed axis of the 2019 draft's table made orthogonal to it, `across` = `along` x
 * `hinge`. The table applies to an avatar that faces +Z (docs/reference/spec-notes.md); for a file
 * that faces -Z the frame is turned with the avatar. */
typedef struct vrm_BoneAxes {
    vrm_Vec3 along, hinge, across; /**< Of unit length, at right angles to each other. */
} vrm_BoneAxes;

/** Computes the frame of a bone. Returns false for eyes and jaw, for absent bones, and if `along`
 * and `hinge` would be parallel. */
VRM_API bool vrm_rig_bone_axes(const vrm_Rig* rig, vrm_Bone bone, vrm_BoneAxes* out_axes);

/** Returns the largest angle (radians) by which a limb bone at rest differs from the T-pose:
 * between its direction to the next bone and the same direction in the T-pose. `out_worst` may be
 * NULL; it receives the bone with this angle, or VRM_BONE_NONE. */
VRM_API float vrm_rig_t_pose_error(const vrm_Rig* rig, vrm_Bone* out_worst);

/** Returns the T-pose: upper and lower arms, hands and legs are rotated into it by the smallest
 * angle at each joint. For an avatar that rests in the T-pose this is the rest pose. */
VRM_API vrm_Pose vrm_rig_t_pose(const vrm_Rig* rig);

/* ---- Expressions ---- */

/** Facts about an expression. */
typedef struct vrm_ExpressionInfo {
    const char* name; /**< The preset's 1.0 name, or the custom one; lives as long as the rig. */
    vrm_ExpressionPreset preset; /**< VRM_EXPRESSION_CUSTOM for a custom expression. */
    vrm_Category category;       /**< The group in which others override it. */
    vrm_BinaryRule binary;       /**< Whether and how its weight becomes 0 or 1. */
} vrm_ExpressionInfo;

/** Returns the number of expressions, numbered as in vrm_model_expressions(): presets, then custom
 * ones. */
VRM_API int32_t vrm_rig_expression_count(const vrm_Rig* rig);
/** Returns facts about an expression; all zero and VRM_EXPRESSION_CUSTOM if there is no such
 * expression. */
VRM_API vrm_ExpressionInfo vrm_rig_expression_info(const vrm_Rig* rig, int32_t expression);
/** Returns the index of an expression by its name; -1 if the avatar does not have it or `name` is
 * NULL. */
VRM_API int32_t vrm_rig_expression(const vrm_Rig* rig, const char* name);
/** Returns the index of a preset expression; -1 if the avatar does not have it. */
VRM_API int32_t vrm_rig_expression_preset(const vrm_Rig* rig, vrm_ExpressionPreset preset);

/** How an expression and others affect each other. */
typedef struct vrm_ExpressionRules {
    vrm_Category category; /**< The group in which others override it. */
    vrm_BinaryRule binary; /**< Whether and how its weight becomes 0 or 1. */
    /** What happens to the expressions of each category; no effect on its own category. */
    vrm_Override override_mouth, override_blink, override_look_at;
} vrm_ExpressionRules;

/** Sets the rules of an expression from the next step on, for all avatars of the rig. As with
 * vrm_rig_set_collider(), no sim may be stepping with the rig, and packs (vrm/pack.h) keep the old
 * rules. Returns false and changes nothing if there is no such expression or a value of `rules` is
 * not in its enumeration. */
VRM_API bool vrm_rig_set_expression(vrm_Rig* rig, int32_t expression,
                                    const vrm_ExpressionRules* rules);

/** Kind of a material value. */
typedef enum vrm_MaterialValueKind {
    VRM_VALUE_COLOR = 0, /**< rgb and alpha; see `color`. */
    VRM_VALUE_TEXTURE    /**< Offset x, y and scale x, y of one texture; see `texture`. */
} vrm_MaterialValueKind;

/** A value of a material that an expression changes. The texture transform of the matcap is never
 * changed. */
typedef struct vrm_MaterialValue {
    int32_t material;           /**< Index in the document. */
    vrm_MaterialValueKind kind; /**< What the four numbers are. */
    vrm_ColorTarget color;      /**< For VRM_VALUE_COLOR. */
    vrm_TextureSlot texture;    /**< For VRM_VALUE_TEXTURE. An expression that moves textures always
                                     has an entry for the base colour. */
    vrm_Vec4 base;              /**< The file's value, used while all expressions are 0. Colours are
                                     linear, with alpha 1 if the target has none; emission is
                                     without its strength. */
} vrm_MaterialValue;

/** Returns the material values that expressions change, sorted by material, then kind, then target
 * or slot. */
VRM_API const vrm_MaterialValue* vrm_rig_material_values(const vrm_Rig* rig, int32_t* out_count);

/* ---- Look-at, constraints ---- */

/** Reads the type of the gaze control. Returns false if the avatar has none. `out_type` may be
 * NULL. */
VRM_API bool vrm_rig_look_at(const vrm_Rig* rig, vrm_LookAtType* out_type);

/** A node constraint as the rig runs it. */
typedef struct vrm_RigConstraint {
    int32_t node;            /**< The node that turns. */
    int32_t source;          /**< The node that it follows. */
    vrm_ConstraintType type; /**< How it follows. */
    float weight;            /**< 0 (not at all) to 1 (fully). */
} vrm_RigConstraint;

/** Returns the number of constraints, numbered in the order in which they run. */
VRM_API int32_t vrm_rig_constraint_count(const vrm_Rig* rig);
/** Returns a constraint; nodes -1 and all else zero if `index` is out of range. */
VRM_API vrm_RigConstraint vrm_rig_constraint(const vrm_Rig* rig, int32_t index);

/* ---- Meshes and skins ---- */

/** How much of a mesh a camera draws. */
typedef enum vrm_Visibility {
    VRM_HIDDEN = 0,          /**< Do not draw it. */
    VRM_VISIBLE,             /**< Draw all of it. */
    VRM_VISIBLE_WITHOUT_HEAD /**< Draw vrm_first_person_indices() of each primitive. */
} vrm_Visibility;

/** A node with a mesh. */
typedef struct vrm_MeshNode {
    int32_t node, mesh, skin;      /**< skin -1: rigid. */
    int32_t morph_count;           /**< Morph targets of the mesh. */
    int32_t first_morph;           /**< Index of its first weight in vrm_avatar_morphs(). */
    bool is_split_in_first_person; /**< VRM_FIRST_PERSON_AUTO with a skin that the head moves: the
                                        first-person camera draws vrm_first_person_indices(). */
    vrm_FirstPersonType first_person; /**< What the file says about cameras; VRM_FIRST_PERSON_AUTO
                                           if it says nothing. */
} vrm_MeshNode;

/** Returns the nodes with a mesh in the default scene, in node order; in the first scene if there
 * is no default; of all nodes if there is no scene. */
VRM_API const vrm_MeshNode* vrm_rig_mesh_nodes(const vrm_Rig* rig, int32_t* out_count);

/** Returns the number of morph weights of all mesh nodes together. */
VRM_API int32_t vrm_rig_morph_count(const vrm_Rig* rig);

/** A skin's part of the joint matrices. */
typedef struct vrm_RigSkin {
    int32_t joint_count;             /**< Entries of `joints` and `inverse_binds`. */
    int32_t first_joint;             /**< Index of its first matrix in vrm_avatar_palettes(). */
    const int32_t* joints;           /**< Nodes; -1 where the file's index is not a node. */
    const vrm_Affine* inverse_binds; /**< One for each joint. */
} vrm_RigSkin;

/** Returns the number of skins in the document. */
VRM_API int32_t vrm_rig_skin_count(const vrm_Rig* rig);
/** Returns a skin; all zero and NULL if there is no such skin. */
VRM_API vrm_RigSkin vrm_rig_skin(const vrm_Rig* rig, int32_t skin);
/** Returns the number of joint matrices of all skins together. */
VRM_API int32_t vrm_rig_palette_count(const vrm_Rig* rig);

/* ---- First person ---- */

/** Computes the part of a primitive that the first-person camera draws if its node is split: the
 * elements without a vertex that has a weight on the first-person bone or its descendants. The
 * result is indices into the unchanged vertex data, as a plain list: triangles (strips and fans are
 * expanded), lines or points as the primitive's mode says.
 *
 * `out_indices` may be NULL to query the count; otherwise it has room for `capacity` indices; 3 for
 * each element of the primitive are always enough. Returns VRM_ERR_ARGUMENT if there is no such
 * node or primitive, or `capacity` is too small, VRM_ERR_INVALID if the vertex data cannot be read.
 * `allocator` is used during the call and may be NULL. */
VRM_API vrm_Result vrm_first_person_indices(const vrm_Model* model, int32_t node, int32_t primitive,
                                            const vrm_Allocator* allocator, uint32_t* out_indices,
                                            size_t capacity, size_t* out_count);

#ifdef __cplusplus
}
#endif

#endif
