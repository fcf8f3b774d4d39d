/* SPDX-License-Identifier: MIT */
/** Rigs and clips as plain arrays, for running them elsewhere: on a GPU (vrm/gpu.h does), in a
 * shader, in another language. Nothing here is needed to play avatars with vrm/sim.h.
 *
 * A pack contains the data of a step in the order of computation: parents before children,
 * constraints and spring chains after the nodes that they read. Its numbers are the rig's, already
 * clamped and normalized, so a program that follows docs/guide/gpu.md with the same operations in
 * the same order gets the same bits.
 *
 * Node indices refer to `nodes` of the pack unless a field says `file`. Every index is in range, or
 * -1 where the field says so; no list reaches beyond the end of its array. */
#ifndef VRM_PACK_H
#define VRM_PACK_H

#include "base.h"
#include "clip.h"
#include "rig.h"
#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Version of the layout. It is raised when a field changes its meaning or is removed, but not when
 * fields are added at the end of vrm_RigPack or vrm_ClipPack. */
#define VRM_PACK_VERSION 1

/** A node; parents come first. */
typedef struct vrm_PackNode {
    int32_t file_node;  /**< Index in the document. */
    int32_t parent;     /**< -1: the avatar's root. Always below the node's own index. */
    vrm_Transform rest; /**< Local transform at rest. */
} vrm_PackNode;

/** How a bone of the humanoid maps to a node. */
typedef struct vrm_PackBone {
    int32_t node;                   /**< -1: the avatar does not have it. */
    int32_t parent;                 /**< vrm_Bone by the specification, or VRM_BONE_NONE. */
    vrm_Quat parent_inverse, world; /**< local = parent_inverse * normalized * world */
} vrm_PackBone;

/** An expression: its binds, and what it overrides. */
typedef struct vrm_PackExpression {
    int32_t category;                           /**< vrm_Category */
    int32_t binary;                             /**< vrm_BinaryRule */
    int32_t overrides[VRM_CATEGORY_COUNT];      /**< vrm_Override by vrm_Category */
    int32_t first_morph_bind, morph_bind_count; /**< Into `morph_binds`. */
    int32_t first_value_bind, value_bind_count; /**< Into `value_binds`. */
} vrm_PackExpression;

/** weight * the expression's weight is added to a morph. */
typedef struct vrm_PackMorphBind {
    int32_t reached; /**< Into `reached_morphs`. */
    float weight;    /**< Weight of the morph at full expression. */
} vrm_PackMorphBind;

/** delta * the expression's weight is added to a value of a material. */
typedef struct vrm_PackValueBind {
    int32_t value;  /**< Into `value_bases`. */
    vrm_Vec4 delta; /**< Value at full expression minus value at rest. */
} vrm_PackValueBind;

/** A range map of the gaze. */
typedef struct vrm_PackRangeMap {
    float input_max_degrees, output_scale; /**< As in vrm_RangeMap. */
    int32_t first_key, key_count;          /**< Into `curve_keys`; 0: a straight line. */
} vrm_PackRangeMap;

/** The avatar's gaze. */
typedef struct vrm_PackLookAt {
    int32_t is_present;     /**< 1, or 0: the avatar has no gaze control. */
    int32_t type;           /**< vrm_LookAtType */
    vrm_Vec3 offset;        /**< In the head's axes. */
    int32_t head;           /**< Node; -1: no head. */
    vrm_Quat to_forward;    /**< The head's world rotation * this is the rotation of the look-at
                                 space. */
    vrm_PackRangeMap inner; /**< horizontal_inner of vrm_LookAt. */
    vrm_PackRangeMap outer; /**< horizontal_outer. */
    vrm_PackRangeMap down;  /**< vertical_down. */
    vrm_PackRangeMap up;    /**< vertical_up. */
    int32_t eye_bones[2];   /**< Left, right; vrm_Bone, -1 when absent. */
    int32_t expressions[4]; /**< Up, down, left, right; -1 when absent. */
} vrm_PackLookAt;

/** A node constraint. */
typedef struct vrm_PackConstraint {
    int32_t node;           /**< The node that turns. */
    int32_t source;         /**< The node that it follows. */
    int32_t type;           /**< vrm_ConstraintType */
    float weight;           /**< 0..1. */
    vrm_Quat rest;          /**< Local rotation of `node` at rest. */
    vrm_Quat before, after; /**< Rotation: before * s. Roll: before * s * after. */
    vrm_Vec3 axis;          /**< Roll: the axis. Aim: rest . axis, in the parent's space. */
} vrm_PackConstraint;

/** A joint of a spring that turns, and the point that it points at. */
typedef struct vrm_PackPair {
    int32_t node;  /**< The head, which turns. */
    int32_t tail;  /**< Node; -1: a point without a node. */
    int32_t joint; /**< Index for vrm_rig_spring_joint(). */
    /** 1: the tail is a child of the node, so the bone's length is `length`, and the node of the
     * next pair, if any, is that child. 0: there are nodes between the two, which keep their local
     * transforms. */
    int32_t is_direct;
    vrm_Quat rest; /**< Local rotation of `node` at rest. */
    /** conjugate((direction, 0)) * rest, so that computing the rotation needs one product. */
    vrm_Quat swing;
    vrm_Vec3 direction; /**< Rest direction of the tail in the parent's space. */
    float length;       /**< From node to tail in the node's space. */
    vrm_Vec3 gravity;   /**< gravityPower * gravityDir */
    float stiffness;    /**< Per second, 0 or more. */
    float keep;         /**< 1 - dragForce */
    float radius;       /**< Radius of the tail's sphere (m at scale 1). */
    float scale;        /**< Scale of the node at rest. */
    vrm_Vec3 axis;      /**< Direction of the tail in the node's space. */
    int32_t limit;      /**< vrm_LimitType */
    /** Rotates +Y to the axis of the limit, in the space of the node at rest. */
    vrm_Quat limit_frame;
    float limit_cosine, limit_sine; /**< Of the angle of a cone or hinge. */
    float limit_pitch, limit_yaw;   /**< Of a spherical limit (radians). */
} vrm_PackPair;

/** A spring: pairs from the root to the tip. */
typedef struct vrm_PackChain {
    int32_t first_pair, pair_count;         /**< Into `pairs`, from the root to the tip. */
    int32_t parent;                         /**< Node above the first pair; -1: the root. */
    int32_t center;                         /**< Node; -1: world. */
    int32_t first_collider, collider_count; /**< Into `collider_refs`. */
} vrm_PackChain;

/** Collider shapes for a solver. */
typedef enum vrm_PackColliderKind {
    VRM_PACK_SPHERE = 0, /**< Pushes out. */
    VRM_PACK_CAPSULE,    /**< Pushes out of a line from `offset` to `offset` + `along`. */
    VRM_PACK_HOLLOW,     /**< Inside sphere or inside capsule. */
    VRM_PACK_PLANE       /**< Pushes to the side of the normal. */
} vrm_PackColliderKind;

/** A collider of springs. */
typedef struct vrm_PackCollider {
    int32_t node; /**< The node that it is attached to. */
    int32_t kind; /**< vrm_PackColliderKind */
    /** Centre, start of the capsule or point of the plane, in the node's space. */
    vrm_Vec3 offset;
    vrm_Vec3 along; /**< Capsules: tail - offset. Planes: the normal. */
    float radius;   /**< Radius (m at scale 1); 0 for planes. */
} vrm_PackCollider;

/** Chains that do not depend on each other. Before they run, the world transforms of the wave's
 * nodes are computed with the rotations of earlier waves, and its colliders are transformed to
 * world space. */
typedef struct vrm_PackWave {
    int32_t first_chain, chain_count;       /**< Into `chains`. */
    int32_t first_node, node_count;         /**< Into `wave_nodes`. */
    int32_t first_collider, collider_count; /**< Into `wave_colliders`. */
} vrm_PackWave;

/** A rig as arrays: one block of memory, independent of the rig. */
typedef struct vrm_RigPack {
    int32_t version; /**< VRM_PACK_VERSION */

    /** A program that supports only uniform scales, or no cycles, must refuse rigs with these
     * flags. */
    bool is_general;  /**< A scale is not uniform, mirrors, or is too large. */
    bool has_circles; /**< Springs whose colliders or centers are below the chain that reads them,
                           or chains that depend on each other in a cycle. */
    bool override_damps_eye_bones; /**< As in vrm_RigDef. */
    int32_t facing;                /**< +1 or -1, vrm_rig_facing() */

    /** Nodes that springs turn and their descendants come last, from `body_count` on. */
    int32_t node_count, body_count;
    const vrm_PackNode* nodes; /**< `node_count` entries; parents first. */

    vrm_PackBone bones[VRM_BONE_COUNT]; /**< By vrm_Bone. */
    int32_t hips_chain_count;           /**< Entries of `hips_chain`. */
    const int32_t* hips_chain;          /**< Nodes from a root to the parent of the hips. */
    vrm_Vec3 hips_rest_model;           /**< Rest position of the hips in model space. */

    /** Entries of the three arrays below. */
    int32_t expression_count, morph_bind_count, value_bind_count;
    const vrm_PackExpression* expressions; /**< Numbered as in vrm_rig_expression_info(). */
    const vrm_PackMorphBind* morph_binds;  /**< Binds of all expressions, one after the other. */
    const vrm_PackValueBind* value_binds;  /**< Binds of all expressions, one after the other. */
    int32_t morph_count;                   /**< Entries of `rest_morphs`: vrm_rig_morph_count(). */
    int32_t reached_count;                 /**< Entries of `reached_morphs`. */
    int32_t value_count;                   /**< Entries of `value_bases`. */
    const float* rest_morphs;              /**< By morph. */
    const int32_t* reached_morphs; /**< Index into `rest_morphs` of each morph that an expression
                                        binds. */
    /** The file's values, in the order of vrm_rig_material_values(). */
    const vrm_Vec4* value_bases;

    vrm_PackLookAt look_at;         /**< All zero when the avatar has no gaze control. */
    int32_t curve_key_count;        /**< Entries of `curve_keys`. */
    int32_t head_chain_count;       /**< Entries of `head_chain`. */
    const vrm_CurveKey* curve_keys; /**< Keys of all range maps, one after the other. */
    const int32_t* head_chain;      /**< Nodes from a root to the head. */

    int32_t constraint_count;              /**< Entries of `constraints`. */
    int32_t constraint_step_count;         /**< Entries of `constraint_steps`. */
    const vrm_PackConstraint* constraints; /**< In the order of vrm_rig_constraint(). */
    /** In the order in which they run. step >= 0: run the constraint with that index. step < 0:
     * compute the world transform of node ~step, because an aim reads it. */
    const int32_t* constraint_steps;

    int32_t palette_count;           /**< Joints of all skins: entries of the two arrays below. */
    const int32_t* palette_nodes;    /**< Node of each joint; -1: the root itself. */
    const vrm_Affine* inverse_binds; /**< For each joint: skin matrix = world of its node * this. */

    int32_t pair_count;  /**< Entries of `pairs`. */
    int32_t chain_count; /**< Entries of `chains`. */
    int32_t wave_count;  /**< Entries of `waves`. */
    int32_t joint_count; /**< Joints that vrm_rig_spring_joint() numbers; not all are in a pair. */
    const vrm_PackPair* pairs;         /**< Pairs of all chains, one after the other. */
    const vrm_PackChain* chains;       /**< Chains of all waves, one after the other. */
    const vrm_PackWave* waves;         /**< In the order in which they run. */
    int32_t collider_count;            /**< Entries of `colliders`. */
    int32_t collider_ref_count;        /**< Entries of `collider_refs`. */
    int32_t wave_node_count;           /**< Entries of `wave_nodes`. */
    int32_t wave_collider_count;       /**< Entries of `wave_colliders`. */
    const vrm_PackCollider* colliders; /**< Colliders that a chain refers to. */
    const int32_t* collider_refs;      /**< Into `colliders`. */
    const int32_t* wave_nodes; /**< Into `nodes`: nodes of all waves, one after the other. */
    /** Into `colliders`: colliders of all waves, one after the other. */
    const int32_t* wave_colliders;
    int32_t anchor_count;   /**< Entries of `anchors`. */
    const int32_t* anchors; /**< Body nodes that chains, colliders and centers are attached to. */
} vrm_RigPack;

/** Packs a rig. `allocator` is kept until the pack is destroyed; it may be NULL. */
VRM_API vrm_Result vrm_rig_pack(const vrm_Rig* rig, const vrm_Allocator* allocator,
                                vrm_RigPack** out_pack);
/** Destroys a pack. `pack` may be NULL. */
VRM_API void vrm_rig_pack_destroy(vrm_RigPack* pack);

/* ---- Clips ---- */

/** The target of a track. */
typedef enum vrm_PackTrackTarget {
    VRM_PACK_TRACK_BONE = 0,   /**< Normalized rotation; `index` is the vrm_Bone. */
    VRM_PACK_TRACK_HIPS,       /**< Offset from rest in model space. */
    VRM_PACK_TRACK_GAZE,       /**< Rotation. */
    VRM_PACK_TRACK_EXPRESSION, /**< `index` is the clip's expression. */
} vrm_PackTrackTarget;

/** A track of a clip. */
typedef struct vrm_PackTrack {
    int32_t target;        /**< vrm_PackTrackTarget */
    int32_t index;         /**< Which bone or expression; 0 for hips and gaze. */
    int32_t interpolation; /**< vrm_Interpolation */
    int32_t timeline;      /**< Into `timelines`. */
    int32_t first_key;     /**< Into `keys`; cubic tracks have three for each time. */
} vrm_PackTrack;

/** Times that tracks share. */
typedef struct vrm_PackTimeline {
    int32_t first_time, key_count; /**< Into `times`. */
} vrm_PackTimeline;

/** A VRM animation as arrays. */
typedef struct vrm_ClipPack {
    int32_t version;                   /**< VRM_PACK_VERSION */
    float duration;                    /**< Time of the last key (s). */
    vrm_Vec3 hips_rest;                /**< Rest position of the hips in the clip's own skeleton. */
    int32_t timeline_count;            /**< Entries of `timelines`. */
    int32_t time_count;                /**< Entries of `times`. */
    int32_t track_count;               /**< Entries of `tracks`. */
    int32_t key_count;                 /**< Entries of `keys`. */
    const vrm_PackTimeline* timelines; /**< Times, shared by tracks with keys at the same ones. */
    const float* times;                /**< Seconds, increasing within a timeline. */
    /** One for each bone, hips, gaze or expression that the clip moves. */
    const vrm_PackTrack* tracks;
    const vrm_Vec4* keys; /**< Rotations x y z w; offsets x y z; weights in x. */
} vrm_ClipPack;

/** Packs a clip. `allocator` is kept until the pack is destroyed; it may be NULL. Returns
 * VRM_ERR_UNSUPPORTED for a clip of nodes. */
VRM_API vrm_Result vrm_clip_pack(const vrm_Clip* clip, const vrm_Allocator* allocator,
                                 vrm_ClipPack** out_pack);
/** Destroys a pack. `pack` may be NULL. */
VRM_API void vrm_clip_pack_destroy(vrm_ClipPack* pack);

#ifdef __cplusplus
}
#endif

#endif
