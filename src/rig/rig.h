/* SPDX-License-Identifier: MIT */
/* The inside of a vrm_Rig: what runtime/ reads.
 *
 * Nodes are renumbered into slots, every parent before its children, in three runs:
 *
 *   0 ............... stage_count ..... body_count ................ slot_count
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

#include "base/alloc.h"
#include "base/maths.h"
#include "vrm/rig.h"

#include <stdatomic.h>
#include <string.h>

/* Bounds that keep every later product in the range of float. */
#define VRMI_LENGTH_MAX 1e6f
#define VRMI_SCALE_MAX  1e6f
#define VRMI_VALUE_MAX  1e6f

/* ---- Humanoid ---- */

typedef struct vrmi_RigBone {
    int32_t slot;                   /* -1: the avatar does not have it */
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
    bool is_scaled;  /* some scale is not 1 */
    bool override_damps_eye_bones;

    /* Arrays are written while the rig is built, and only read afterwards. */
    int32_t slot_count, body_count, stage_count;
    int32_t* slot_nodes;        /* slot -> node */
    int32_t* node_slots;        /* node -> slot */
    int32_t* parents;           /* slot -> slot; -1: a root */
    vrm_Transform* rests;       /* by slot, local */
    vrm_Transform* rest_models; /* by slot, model space */
    vrm_Affine* rest_affines;   /* by slot, model space */

    vrmi_RigBone bones[VRM_BONE_COUNT];
    vrmi_RigBones4 bone_quads[VRMI_BONE_QUADS];
    uint64_t carriers; /* bones whose parent is missing: they turn for it too */
    int32_t hips_chain_count;
    int32_t* hips_chain; /* slots from a root down to the parent of the hips */

    int32_t expression_count;
    vrmi_RigExpression* expressions;
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

/* ---- Building, by part; each takes its numbers from `model` and its room from `carve` ---- */

/* Carves pieces out of one block. With `base` NULL it only adds up the sizes: every part runs
 * twice, first to measure, then to fill. */
typedef struct vrmi_Carver {
    char* base;
    size_t used;
    size_t align; /* of pieces: a power of two; 0: 16. `base` must have it too */
    bool has_overflowed;
} vrmi_Carver;

VRMI_SHARED_IN_COLD void* vrmi_carve(vrmi_Carver* carver, size_t count, size_t size);
VRMI_SHARED_IN_COLD bool vrmi_carver_fill(vrmi_Carver* carver, const vrm_Allocator* allocator);
VRMI_SHARED_IN_COLD void* vrmi_carve_copy(vrmi_Carver* carver, const void* from, size_t count,
                                          size_t size);
VRMI_SHARED_IN_COLD void vrmi_bound(float* numbers, size_t count, float limit);
VRMI_SHARED_IN_COLD void vrmi_vec3_bound(vrm_Vec3* a, float limit);
VRMI_SHARED_IN_COLD vrm_Vec3 vrmi_vec3_within(vrm_Vec3 a, float limit);
VRMI_SHARED_IN_COLD void vrmi_transform_bound(vrm_Transform* t);
VRMI_SHARED_IN_COLD void vrmi_affine_bound(vrm_Affine* a);
VRMI_SHARED_IN_COLD bool vrmi_scale_is_uniform(vrm_Vec3 s);

/* NULL while measuring. */
VRMI_SHARED_IN_COLD void* vrmi_carve(vrmi_Carver* carver, size_t count, size_t size) {
    size_t bytes = 0, end = 0, rest = carver->align > 16 ? carver->align - 1 : 15;
    if (!vrmi_mul(count, size, &bytes) || !vrmi_add(bytes, rest, &bytes) ||
        !vrmi_add(carver->used, bytes & ~rest, &end)) {
        carver->has_overflowed = true;
        return NULL;
    }
    void* piece = carver->base == NULL ? NULL : carver->base + carver->used;
    carver->used = end;
    return piece;
}

/* Allocates the block that was measured; the carver then starts at its beginning. Returns false
 * when there is no memory or the size overflowed. */
VRMI_SHARED_IN_COLD bool vrmi_carver_fill(vrmi_Carver* carver, const vrm_Allocator* allocator) {
    char* block = carver->has_overflowed ? NULL : vrmi_alloc(allocator, carver->used);
    *carver = (vrmi_Carver){.base = block};
    return block != NULL;
}

/* A copy in carved memory; NULL while measuring. */
VRMI_SHARED_IN_COLD void* vrmi_carve_copy(vrmi_Carver* carver, const void* from, size_t count,
                                          size_t size) {
    void* to = vrmi_carve(carver, count, size);
    if (to != NULL && count > 0) memcpy(to, from, count * size);
    return to;
}

/* A finite number within -limit..limit; 0 for NaN. */
static inline float vrmi_within(float a, float limit) {
    return a == a ? vrmi_clamp(a, -limit, limit) : 0.0f;
}

VRMI_SHARED_IN_COLD void vrmi_bound(float* numbers, size_t count, float limit) {
    for (size_t i = 0; i < count; i++) numbers[i] = vrmi_within(numbers[i], limit);
}

VRMI_SHARED_IN_COLD void vrmi_vec3_bound(vrm_Vec3* a, float limit) {
    vrmi_bound(&a->x, 3, limit);
}

VRMI_SHARED_IN_COLD vrm_Vec3 vrmi_vec3_within(vrm_Vec3 a, float limit) {
    vrmi_vec3_bound(&a, limit);
    return a;
}

/* A transform of a file or a host, in the range that products of transforms need. */
VRMI_SHARED_IN_COLD void vrmi_transform_bound(vrm_Transform* t) {
    vrmi_vec3_bound(&t->translation, VRMI_LENGTH_MAX);
    t->rotation = vrmi_quat_normalize(t->rotation);
    vrmi_vec3_bound(&t->scale, VRMI_SCALE_MAX);
}

/* Clamps a world matrix so that products of two such matrices are finite: called after each
 * multiplication on the general path. */
VRMI_SHARED_IN_COLD void vrmi_affine_bound(vrm_Affine* a) {
    for (int r = 0; r < 3; r++) {
        vrm_Vec4 row = a->rows[r];
        a->rows[r] = (vrm_Vec4){vrmi_within(row.x, 1e12f), vrmi_within(row.y, 1e12f),
                                vrmi_within(row.z, 1e12f), vrmi_within(row.w, 1e15f)};
    }
}

/* Whether one number can stand for all three scales: they differ by less than the error of
 * decomposing a matrix, and do not mirror. Lengths and radii are multiplied by that number. */
VRMI_SHARED_IN_COLD bool vrmi_scale_is_uniform(vrm_Vec3 s) {
    float room = 1e-6f * s.x;
    return fabsf(s.y - s.x) <= room && fabsf(s.z - s.x) <= room;
}

#endif
