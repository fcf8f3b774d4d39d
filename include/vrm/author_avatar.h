/* SPDX-License-Identifier: MIT */
/** Makes an avatar from a figure: a glTF file with a human skeleton, but without VRM.
 *
 *   vrm_avatar_proposal_create() -> vrm_avatar_proposal_bone(), vrm_avatar_proposal_facts();
 *   to correct a bone, create it again with choices -> vrm_avatar_proposal_apply()
 *
 * Bones are found by the joint names of common programs, the same names that vrm_motion_load()
 * recognises, and by position and shape if names do not decide. The figure is put into the T-pose,
 * turned to face +Z and scaled to metres. Expressions and gaze come from the names of morph targets
 * and from eye bones. Materials are kept, or converted to MToon. The result is VRM 1.0;
 * vrm_migrate() converts it to 0.x.
 *
 * docs/guide/create.md shows the steps. */
#ifndef VRM_AUTHOR_AVATAR_H
#define VRM_AUTHOR_AVATAR_H

#include "base.h"
#include "model.h"
#include "report.h"
#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/** How a bone was found. */
typedef enum vrm_BoneFinding {
    VRM_BONE_NOT_FOUND = 0,   /**< Not found: the avatar will not have it. */
    VRM_BONE_FOUND_BY_CHOICE, /**< The caller chose it. */
    VRM_BONE_FOUND_BY_NAME,   /**< By the node's name, or by its position among named nodes. */
    VRM_BONE_FOUND_BY_SHAPE,  /**< By the node's position and shape. */
    VRM_BONE_FINDING_COUNT    /**< Number of values. */
} vrm_BoneFinding;

/** Returns "choice", "name" or "shape", "" for VRM_BONE_NOT_FOUND, NULL if `finding` is out of
 * range. The string is static. */
VRM_API const char* vrm_bone_finding_text(vrm_BoneFinding finding);

/** Assigns a node to a bone, or leaves the bone out. */
typedef struct vrm_BoneChoice {
    vrm_Bone bone; /**< The bone. */
    int32_t node;  /**< Its node; -1: the avatar does not have the bone. */
} vrm_BoneChoice;

/** An additional rotation of a bone and its descendants, to correct the T-pose before it becomes
 * the rest pose. */
typedef struct vrm_BoneTurn {
    vrm_Bone bone; /**< The bone; ignored if it is not found. */
    /** Degrees about the axes of the avatar, +X to its left, +Y up, +Z forward: about Z first, then
     * X, then Y, as in vrm_pose_turn(). If a bone above it is turned too, these axes turn with that
     * bone. */
    vrm_Vec3 degrees;
} vrm_BoneTurn;

/** How to propose. Start from vrm_default_avatar_proposal_def(). */
typedef struct vrm_AvatarProposalDef {
    uint32_t def_size;             /**< Set by the default function; do not touch. */
    const vrm_BoneChoice* choices; /**< Bones that the caller knows, used before others are found;
                                        not kept. Default NULL. */
    int32_t choice_count;          /**< Entries of `choices`. Default 0. */
    bool ignores_names;            /**< Find bones by shape alone. Default false. */
    bool keeps_pose; /**< Use the pose of the file as the T-pose, unchanged. Default false. */
    /** Metres in one unit of the file, up to 1e6. Default 0: automatic, which is 1, or, if the
     * figure would then be smaller than 0.2 m or larger than 5 m, a unit that makes it as tall as a
     * person. */
    float metres;
    /** For the proposal, until it is destroyed. Default: the C library. */
    vrm_Allocator allocator;
    const vrm_BoneTurn* bone_turns; /**< Corrections of the T-pose, or of the pose of the file with
                                         keeps_pose; at most one per bone. Not kept. Default
                                         NULL. */
    int32_t bone_turn_count;        /**< Entries of `bone_turns`. Default 0. */
    /** Convert materials to MToon, with their colours and a darker shade colour. Metalness,
     * roughness and occlusion are lost. Materials that would lose more are kept (finding
     * CREATE_MATERIAL_KEPT). Default false: all materials are kept. */
    bool makes_mtoon;
} vrm_AvatarProposalDef;

/** Sets every field to its default; called by vrm_default_avatar_proposal_def(). */
VRM_API void vrm_avatar_proposal_def_init(vrm_AvatarProposalDef* def, size_t def_size);

/** Returns the defaults; change what you need. */
static inline vrm_AvatarProposalDef vrm_default_avatar_proposal_def(void) {
    vrm_AvatarProposalDef def;
    vrm_avatar_proposal_def_init(&def, sizeof def);
    return def;
}

/** A plan to make an avatar of a figure: bones, T-pose, expressions and gaze. Nothing is written
 * until vrm_avatar_proposal_apply(). */
typedef struct vrm_AvatarProposal vrm_AvatarProposal;

/** Finds bones, pose and face. The model must outlive the proposal. `def` and `report` may be NULL.
 *
 * A figure that cannot become an avatar still gives a proposal: look at
 * vrm_AvatarFacts.is_possible; the report says what is missing (CREATE_BONES_MISSING, ...). Returns
 * VRM_ERR_ARGUMENT if a bone or node of a choice or turn does not exist or is used by two choices
 * or two turns, an angle is not finite, or `metres` is out of range. */
VRM_API vrm_Result vrm_avatar_proposal_create(const vrm_Model* model,
                                              const vrm_AvatarProposalDef* def, vrm_Report* report,
                                              vrm_AvatarProposal** out_proposal);
/** Destroys a proposal. `proposal` may be NULL. */
VRM_API void vrm_avatar_proposal_destroy(vrm_AvatarProposal* proposal);

/** A bone of the proposal. */
typedef struct vrm_ProposedBone {
    int32_t node;            /**< Its node; -1: not found. */
    vrm_BoneFinding finding; /**< How it was found. */
    float confidence;        /**< 0..1: 1 for a choice, less for shapes that fit less well. */
    /** Its rotation in the rest pose before vrm_AvatarProposalDef.bone_turns, in the axes of the
     * avatar. All zero if the figure cannot become an avatar. */
    vrm_Quat rest;
} vrm_ProposedBone;

/** Returns a bone; node -1 if it was not found or does not exist. */
VRM_API vrm_ProposedBone vrm_avatar_proposal_bone(const vrm_AvatarProposal* proposal,
                                                  vrm_Bone bone);

/** Summary of what vrm_avatar_proposal_apply() will do. */
typedef struct vrm_AvatarFacts {
    bool is_possible;         /**< The figure can become an avatar. */
    bool makes_t_pose;        /**< The figure is not in the T-pose and is put into it. */
    bool turns;               /**< The figure is turned or moved. */
    int32_t bone_count;       /**< Bones that were found. */
    int32_t missing_count;    /**< Required bones that were not found. */
    int32_t expression_count; /**< Expressions that the avatar gets. */
    bool has_look_at;         /**< The eyes can follow a target. */
    float arms_off_degrees;   /**< Largest angle between an arm and the T-pose as the figure
                                   stands. */
    float turn_degrees;       /**< Angle by which the figure is turned. */
    float metres;             /**< Metres in one unit of the file. */
    float height;             /**< From the lowest to the highest vertex of the avatar (m), without
                                   single vertices far from all others. */
    int32_t mtoon_count;      /**< Materials that become MToon. */
} vrm_AvatarFacts;

/** Returns what vrm_avatar_proposal_apply() will do. */
VRM_API vrm_AvatarFacts vrm_avatar_proposal_facts(const vrm_AvatarProposal* proposal);

/** A node that gets another transform in the rest pose of the avatar. */
typedef struct vrm_PosedNode {
    int32_t node;        /**< The node. */
    vrm_Transform local; /**< From its parent, in units of the file. */
} vrm_PosedNode;

/** Returns the nodes that move into the rest pose, to show it before it is made. They live as long
 * as the proposal. */
VRM_API const vrm_PosedNode* vrm_avatar_proposal_nodes(const vrm_AvatarProposal* proposal,
                                                       int32_t* out_count);

/** Returns the expressions that the avatar gets, as vrm_model_expressions() does. */
VRM_API const vrm_Expression* vrm_avatar_proposal_expressions(const vrm_AvatarProposal* proposal,
                                                              int32_t* out_count);

/** Returns meta that grants nothing: every permission as strict as VRM 1.0 has it, `name`
 * "untitled" and `authors` "unknown", for you to change. The strings are static. */
VRM_API vrm_Meta vrm_default_meta(void);

/** Makes an avatar of `model`, the model of the proposal: writes bones, rest pose, expressions,
 * gaze and `meta` (NULL: vrm_default_meta()) as VRM 1.0. Skins keep their inverse bind matrices:
 * the joints deform the meshes into the T-pose as in an animation. If a bone is scaled or the unit
 * changes, the scales of all nodes are baked into the meshes. Data in side files is embedded.
 *
 * On VRM_OK everything that the model returned before is invalid, and the proposal can only be
 * destroyed. Returns VRM_ERR_INVALID if the proposal is not possible, as the report of
 * vrm_avatar_proposal_create() says, or data of a side file is missing (CREATE_DATA_MISSING);
 * VRM_ERR_ARGUMENT for another model. After another failure the model may have been changed in
 * part: destroy it. `report` may be NULL. */
VRM_API vrm_Result vrm_avatar_proposal_apply(const vrm_AvatarProposal* proposal, vrm_Model* model,
                                             const vrm_Meta* meta, vrm_Report* report);

#ifdef __cplusplus
}
#endif

#endif
