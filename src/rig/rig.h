/* SPDX-License-Identifier: MIT */
/* The inside of a vrm_Rig: what runtime/ reads.
 *
 * Nodes are renumbered into slots, every parent before its children, in three runs:
 *
 *   0 ............... used_count ...... body_count ................ slot_count
 *   [ body slots                       )[ sway slots               )
 *   [ that stages use )
 *
 * Sway slots are the nodes that a spring turns and everything below them; no body slot hangs below
 * a sway slot. So the body is posed in one sweep, then the springs and what hangs on them. Body
 * slots that look-at, constraints or springs read or write, and those above them, come first: a sim
 * that gives out no transforms touches no others.
 *
 * All arrays are carved from the block that begins with the struct itself. */
#ifndef VRMI_RIG_RIG_H
#define VRMI_RIG_RIG_H

#include "base/carver.h"
#include "base/maths.h"
#include "rig/bounds.h"
#include "vrm/rig.h"

#include <stdatomic.h>
#include <string.h>

/* ---- Humanoid ---- */

typedef struct vrmi_RigBone {
    int32_t slot;                   /* -1: the avatar does not have it */
    int32_t above;                  /* slot of the nearest bone above it in the tree; -1: none */
    vrm_Bone parent;                /* by the specification, there or not */
    vrm_Quat parent_inverse, world; /* local = parent_inverse * N * world */
} vrmi_RigBone;

/* The same for four bones at a time: x of the four, then y, z, w. Past the last bone: identity. */
#define VRMI_BONE_QUADS ((VRM_BONE_COUNT + 3) / 4)

typedef struct vrmi_RigBones4 {
    float parent_inverse[16], world[16];
    bool are_unturned; /* both are no rotation, for each of the four: true of most files */
} vrmi_RigBones4;

/* ---- Expressions ---- */

typedef struct vrmi_RigExpression {
    const char* name;
    int8_t preset, category, binary;      /* vrm_ExpressionPreset, vrm_Category, vrm_BinaryRule */
    int8_t overrides[VRM_CATEGORY_COUNT]; /* vrm_Override by vrm_Category; own category: none */
    bool has_overrides;
    int32_t first_morph, morph_count; /* into morph_binds */
    int32_t first_value, value_count; /* into value_binds */
} vrmi_RigExpression;

typedef struct vrmi_RigMorphBind {
    int32_t reached; /* into reached_morphs */
    float weight;
} vrmi_RigMorphBind;

/* weight * delta is added to a material value. */
typedef struct vrmi_RigValueBind {
    int32_t value; /* into material_values */
    vrm_Vec4 delta;
} vrmi_RigValueBind;

/* ---- Look-at ---- */

typedef struct vrmi_RigLookAt {
    bool is_present;
    vrm_LookAtType type;
    vrm_Vec3 offset;     /* in the head's axes */
    int32_t head;        /* slot; -1: no head, no gaze */
    vrm_Quat to_forward; /* inverse(W(head)), times the half turn of a file that faces -Z: head
                            world rotation * to_forward is the look-at space */
    vrm_RangeMap inner, outer, down, up; /* curves are the rig's own */
    int32_t eyes[2];        /* left, right: vrm_Bone, when the slot is there; else -1 */
    int32_t expressions[4]; /* up, down, left, right; -1 when absent */
    int32_t* head_chain;    /* slots from a root down to the head */
    int32_t head_chain_count;
} vrmi_RigLookAt;

/* ---- Constraints ---- */

typedef struct vrmi_RigConstraint {
    int32_t slot, source; /* slots */
    vrm_ConstraintType type;
    float weight;
    vrm_Quat rest;          /* d0 */
    vrm_Quat before, after; /* rotation: target = before * s; roll: D = before * s * after */
    vrm_Vec3 axis;          /* roll: the axis; aim: d0 . axis, in the parent's space */
} vrmi_RigConstraint;

/* Constraints and the world transforms that aims read, in an order in which each follows what it
 * depends on: a step >= 0 is the constraint of that index, a negative one the slot ~step. */
typedef int32_t vrmi_ConstraintStep;

/* ---- Skins and meshes ---- */

typedef struct vrmi_RigSkin {
    int32_t first, count; /* into palette_nodes and inverse_binds */
} vrmi_RigSkin;

struct vrmi_SpringLayout; /* spring_layout.h */

struct vrm_Rig {
    vrm_Allocator allocator;
    void* block;               /* the struct itself and all that follows */
    size_t size;               /* of the block */
    atomic_size_t* user_count; /* the host, and the sims and bakers that refer to the rig */

    vrm_Dialect dialect;
    int32_t facing;
    bool is_general; /* some scale is not uniform, or out of range for the fast path */
    bool is_large;   /* some scale is out of that range */
    bool is_scaled;  /* some scale is not 1 */
    bool override_damps_eye_bones;

    /* Arrays are written while the rig is built, and only read afterwards. */
    int32_t slot_count, body_count, used_count;
    int32_t* slot_nodes;        /* slot -> node */
    int32_t* node_slots;        /* node -> slot */
    int32_t* parents;           /* slot -> slot; -1: a root */
    vrm_Transform* rests;       /* by slot, local */
    vrm_Transform* rest_models; /* by slot, model space */
    vrm_Affine* rest_affines;   /* by slot, model space */

    vrmi_RigBone bones[VRM_BONE_COUNT];
    vrmi_RigBones4 bone_quads[VRMI_BONE_QUADS];
    uint64_t carriers; /* bones whose parent is missing: they turn for it too */
    uint8_t* carries;  /* by slot: whether it is one of them */
    int32_t hips_chain_count;
    int32_t* hips_chain; /* slots from a root down to the parent of the hips */

    int32_t expression_count;
    vrmi_RigExpression* expressions;
    uint32_t rules_version;                                  /* counts vrm_rig_set_expression() */
    int32_t preset_expressions[VRM_EXPRESSION_PRESET_COUNT]; /* -1: absent */
    int32_t morph_bind_count, value_bind_count;
    vrmi_RigMorphBind* morph_binds;
    vrmi_RigValueBind* value_binds;
    int32_t morph_count, reached_count;
    float* rest_morphs;      /* by place in vrm_avatar_morphs(); 0 where an expression reaches */
    int32_t* reached_morphs; /* place of each morph that an expression reaches */
    int32_t value_count;
    vrm_MaterialValue* material_values;

    vrmi_RigLookAt look_at;

    int32_t constraint_count, constraint_step_count;
    vrmi_RigConstraint* constraints; /* in the order in which they run */
    vrmi_ConstraintStep* constraint_steps;

    int32_t mesh_node_count;
    vrm_MeshNode* mesh_nodes;
    uint8_t* first_person_views; /* by mesh node: vrm_Visibility for the first person */
    uint8_t* third_person_views;
    int32_t* node_mesh_nodes; /* node -> mesh node; -1 */

    int32_t skin_count, palette_count;
    vrmi_RigSkin* skins;
    int32_t* palette_nodes; /* node of each joint; -1: stays where the file bound it */
    vrm_Affine* inverse_binds;
    bool binds_only_move;    /* no inverse bind turns or scales: true of most files */
    int32_t* joints_by_slot; /* indices of joints, in the order of slots; without one: first */
    int32_t slot_joint_count;
    int32_t* slot_joints; /* by slot, and one more: where its joints begin in that list */

    const struct vrmi_SpringLayout* springs; /* NULL: nothing sways */
};

/* A sim with avatars of the rig and a baker of it are users; the rig lives as long as one of them.
 */
void vrmi_rig_use(const vrm_Rig* rig);
void vrmi_rig_leave(const vrm_Rig* rig);

#endif
