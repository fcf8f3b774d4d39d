/* SPDX-License-Identifier: MIT */
/* Spring bones as the solver wants them: pairs in the order in which they run.
 *
 *   spring of the file -> chain -> pair (a joint that turns, and the point that it points at)
 *
 * Chains are sorted into waves. A chain runs after the chains above it, after those that carry its
 * colliders, and after the one that carries its center; where colliders or centers make a circle,
 * the chain that comes first in the tree takes the pose of the last frame. Within a wave nothing
 * depends on anything, so chains run side by side.
 *
 * A pair is kept twice. Avatars side by side share the scalars of `params`. A single avatar fills
 * the lanes with its chains: `lanes`. */
#ifndef VRMI_RIG_SPRING_LAYOUT_H
#define VRMI_RIG_SPRING_LAYOUT_H

#include "base/cpu.h"
#include "rig/rig_draft.h"
#include "vrm/spring.h"

/* The factors of the solver: floats only, so that lanes can be gathered without knowing the
 * members. */
typedef struct vrmi_SpringParams {
    vrm_Quat rest;      /* q0 */
    vrm_Quat swing;     /* conj(direction) * q0: see runtime/lanes/spring_kernel.h */
    vrm_Vec3 direction; /* q0 . axis: where the tail is at rest, in the parent's space */
    float length;       /* |c|, in the head's space */
    vrm_Vec3 gravity;   /* gravityPower * gravityDir */
    float stiffness;
    float keep; /* 1 - dragForce */
    float radius;
    float scale; /* of the head at rest */
    /* The largest distance from the chain's first head that its pairs up to this one can have, the
     * radius included. In a group, lane 0 has the largest of the lanes. */
    float reach;
} vrmi_SpringParams;

enum { VRMI_SPRING_REACH = 19, VRMI_SPRING_PARAM_COUNT };

typedef struct vrmi_RigLimit {
    vrm_LimitType type;
    vrm_Quat frame; /* A * rotation: takes +Y to the axis */
    float cosine, sine, pitch, yaw;
} vrmi_RigLimit;

/* The rest of a pair. The fast mode reads only the first two members. */
typedef struct vrmi_SpringPair {
    int32_t slot;        /* of the head */
    int32_t joint;       /* into joints */
    int32_t tail;        /* slot; -1: a point that no node marks */
    bool is_direct;      /* the tail is a child of the head, and the next pair's head if any */
    vrm_Vec3 tail_local; /* c */
    vrm_Vec3 axis;
    vrmi_RigLimit limit;
} vrmi_SpringPair;

typedef struct vrmi_SpringChain {
    int32_t enter; /* the place of its first head in a walk down the tree */
    int32_t first_pair, pair_count;
    int32_t parent;                         /* slot above the first head; -1: the root */
    int32_t anchor;                         /* the nearest body slot above it; -1: the root */
    vrm_Vec3 offset;                        /* rest translation of the first head */
    int32_t center;                         /* slot that the chain does not turn; -1: world */
    int32_t first_collider, collider_count; /* into collider_refs */
    int32_t spring;                         /* of the model */
    int32_t center_entry;                   /* where the center was */
    int32_t first_own, own_count;           /* into own_slots */
    int32_t first_own_collider, own_collider_count; /* into own_colliders */
    bool is_regular; /* every pair is direct, none has a limit, nothing of its own is read */
} vrmi_SpringChain;

/* A slot or a collider that is below a joint of the chain that reads it. */
typedef struct vrmi_OwnPart {
    int32_t index; /* of the slot or collider */
    int32_t pair;  /* the nearest that turns it */
} vrmi_OwnPart;

/* A sway slot that constraints or look-at read or write before the springs run. */
typedef struct vrmi_EarlySlot {
    int32_t slot;
    int32_t pair; /* that turns it; -1: none */
} vrmi_EarlySlot;

/* A joint that cannot turn. Its rotation is that of its node, which the host or a constraint may
 * turn. */
typedef struct vrmi_StillJoint {
    int32_t joint, slot;
} vrmi_StillJoint;

typedef enum vrmi_ColliderKind {
    VRMI_COLLIDER_SPHERE,
    VRMI_COLLIDER_CAPSULE,
    VRMI_COLLIDER_HOLLOW, /* inside sphere or capsule */
    VRMI_COLLIDER_PLANE
} vrmi_ColliderKind;

/* Lanes that test together share code: a sphere is a capsule of length 0. */
static inline vrmi_ColliderKind vrmi_lane_kind(vrmi_ColliderKind kind) {
    return kind == VRMI_COLLIDER_SPHERE ? VRMI_COLLIDER_CAPSULE : kind;
}

/* Padding colliders, which touch nothing, are stored behind the last: one for each kind of test. */
#define VRMI_NOTHING_COUNT 3

static inline int32_t vrmi_nothing_like(vrmi_ColliderKind kind) {
    return kind <= VRMI_COLLIDER_CAPSULE ? 0 : (int32_t)kind - 1;
}

typedef struct vrmi_RigCollider {
    int32_t slot;
    vrmi_ColliderKind kind;
    vrm_Vec3 offset;
    vrm_Vec3 along; /* capsules: tail - offset; planes: the normal */
    float radius;
} vrmi_RigCollider;

typedef struct vrmi_ColliderRef {
    int32_t collider; /* into colliders */
    vrmi_ColliderKind kind;
    int32_t first; /* pair that can come to it at rest; INT32_MAX: none */
} vrmi_ColliderRef;

/* Chains that run side by side in the lanes of a single avatar. Shorter chains are padded with
 * their last pair, shorter collider lists with colliders that touch nothing. */
typedef struct vrmi_SpringGroup {
    int32_t first_chain, chain_count, pair_count;
    int32_t first_params;                   /* into factors, pairs */
    int32_t first_collider, collider_count; /* into refs */
    int32_t longest_list;                   /* the chain with that many colliders */
    bool has_center;
} vrmi_SpringGroup;

/* The groups for one number of lanes. In arrays with an entry for each lane, the entries of a group
 * (or of its pairs at one depth, or of a reference) are adjacent. */
typedef struct vrmi_SpringLanes {
    int32_t lane_count, group_count, params_count, ref_count;
    int32_t wave_count, pair_count; /* of the layout */
    vrmi_SpringGroup* groups;
    int32_t* wave_ends; /* by wave: the group behind its last */
    int32_t* parents;   /* by group and lane: the slot above the first head; -1: the root */
    float* offsets;     /* by group, axis and lane: rest translation of the first head */
    float* factors;     /* by depth, member of vrmi_SpringParams, and lane */
    /* By depth, three times by lane. Pairs: of a chain that has ended its last one, of no chain
     * that of lane 0. Slots of the heads; -1: of a chain that has ended, or of none. Joints, in
     * bytes of an array of rotations; in their place that of lane 0. */
    int32_t* pairs;
    /* Colliders that the lanes of a group test at once: kind, the least `first` of the lanes, then
     * a collider by lane, in bytes of an array of VRMI_COLLIDER1_SIZE each. If one lane has a
     * capsule, all lanes test capsules, and a sphere is one of length 0. Lanes without a collider
     * have a padding collider. */
    int32_t* refs;
    /* By pair: lane_count * pair + lane, where the tail of a single avatar is stored; -1: at its
     * own pair, in the avatar's lane. */
    int32_t* folded;
    /* Colliders that are brought to world side by side, in the place of a wave's wave_colliders, if
     * every chain of the layout is regular; else there are none. Slots by lane, then colliders by
     * lane; behind the last collider of a wave its lanes repeat the first one. Spheres come first.
     */
    int32_t place_count;
    int32_t* locate_ends;  /* by wave: the place behind its last; NULL: there are none */
    int32_t* places;       /* by place, twice by lane */
    float* locate_factors; /* by place, member (see below), and lane */
} vrmi_SpringLanes;

/* Members of a place's factors: vrmi_RigCollider's, all as floats. */
enum {
    VRMI_LOCATE_OFFSET,
    VRMI_LOCATE_RADIUS = 3,
    VRMI_LOCATE_ALONG,
    VRMI_LOCATE_KIND = 7,
    VRMI_LOCATE_FACTOR_COUNT
};

/* Of a collider of a single avatar in world space: runtime/lanes/spring_solver.h. */
#define VRMI_COLLIDER1_SIZE 32

/* Where entry `n` of `pairs` begins, of `refs` and of `places`; in a reference, the parts. */
#define VRMI_PAIRS_AT(n, lanes)  ((ptrdiff_t)(n) * (3 * (lanes)))
#define VRMI_REF_AT(n, lanes)    ((ptrdiff_t)(n) * (2 + (lanes)))
#define VRMI_LOCATE_AT(n, lanes) ((ptrdiff_t)(n) * (2 * (lanes)))
enum { VRMI_REF_KIND, VRMI_REF_FIRST, VRMI_REF_COLLIDERS };

/* 4, 8 and 16 lanes. */
#define VRMI_LANE_COUNTS 3

static inline int32_t vrmi_lanes_index(int32_t lane_count) {
    return lane_count == 4 ? 0 : lane_count == 8 ? 1 : 2;
}

typedef struct vrmi_SpringWave {
    int32_t first_chain, chain_count;
    int32_t regular_count;                  /* of the chains; these come first */
    int32_t first_slot, slot_count;         /* into wave_slots: to be posed before */
    int32_t first_collider, collider_count; /* into wave_colliders: to be brought to world */
} vrmi_SpringWave;

/* A joint that may turn according to the file: all but the last of each spring, in the order of the
 * file. */
typedef struct vrmi_RigJoint {
    int32_t spring, joint, node, tail, center;
    int32_t pair; /* -1: it cannot turn */
    int32_t collider_count;
    vrm_Vec3 tail_local;
    vrm_SpringSettings settings; /* of the avatar that faces +Z */
} vrmi_RigJoint;

/* Arrays are written while the rig is built, and only read afterwards. */
typedef struct vrmi_SpringLayout {
    int32_t pair_count, chain_count, wave_count, spring_count;
    vrmi_SpringParams* params;
    vrmi_SpringPair* pairs;
    int32_t unturned_count, early_slot_count;
    int32_t* unturned_slots; /* sway slots that no spring turns */
    vrmi_EarlySlot* early_slots;
    vrmi_SpringChain* chains;
    vrmi_SpringWave* waves;
    /* The groups for each number of lanes that a sim can choose on this CPU; else NULL. */
    const vrmi_SpringLanes* lanes[VRMI_LANE_COUNTS];

    int32_t collider_count, collider_ref_count, model_collider_count;
    int32_t most_refs; /* of a chain */
    vrmi_RigCollider* colliders;
    int32_t* collider_indices; /* by collider of the model: ours; -1: disabled */
    vrmi_ColliderRef* collider_refs;

    int32_t wave_slot_count, wave_collider_count;
    int32_t* wave_slots;
    int32_t* wave_colliders;

    int32_t last_pair_count, center_count;
    int32_t* last_pairs;   /* pairs whose slot a wave poses before they turn */
    int32_t* center_slots; /* by center entry: a body slot; -1: it sways */

    int32_t own_slot_count, own_collider_count;
    vrmi_OwnPart *own_slots, *own_colliders; /* by chain; in each, slots parents first */

    /* Anchors: body slots that chains, colliders and centers are attached to. body_slots: the
     * anchors and their ancestors. */
    int32_t anchor_count, body_slot_count;
    int32_t *anchors, *body_slots;

    /* Whether the solver reads rotations of joints by slot: between waves, or where chains skip
     * nodes. */
    bool reads_rotations;

    /* Slots on which springs depend: heads, skipped nodes, and what carries them, their colliders
     * and centers. Only these decide whether springs need matrices. */
    int32_t slot_count;
    uint8_t* is_read; /* by slot */
    bool is_uneven;   /* at rest one of them has a scale that is not uniform */

    int32_t joint_count, still_count;
    vrmi_RigJoint* joints;
    vrmi_StillJoint* still_joints;
} vrmi_SpringLayout;

/* The chain in a lane of a group; the first for an empty lane. */
static inline const vrmi_SpringChain*
vrmi_group_chain(const vrmi_SpringLayout* layout, const vrmi_SpringGroup* group, int32_t lane) {
    return &layout->chains[group->first_chain + (lane < group->chain_count ? lane : 0)];
}

/* ---- Building: spring_layout.c gathers, in the order of the file; spring_order.c puts in order;
 * spring_lanes.c lays side by side ---- */

/* Puts chains and pairs in the order in which they run, and lists what each wave reads. False: no
 * memory. */
bool vrmi_spring_order(vrmi_RigBuild* build, vrmi_SpringLayout* layout);

/* Gives the lanes the shape of a collider that has changed. */
void vrmi_spring_lanes_change(const vrmi_SpringLanes* lanes, const vrmi_SpringLayout* layout,
                              int32_t collider);

/* How far chains reach, and which colliders at rest. */
void vrmi_spring_reaches(const vrm_Rig* rig, vrmi_SpringLayout* layout);

/* Makes the groups of the ordered chains. False: no memory. */
bool vrmi_spring_lanes(vrmi_RigBuild* build, vrmi_SpringLayout* layout);

/* Clamps settings and stores them in `params`. */
void vrmi_spring_params_set(vrmi_SpringParams* params, const vrm_SpringSettings* settings);

/* From the world of an avatar that faces -Z to that of one that faces +Z, or back. */
static inline void vrmi_spring_settings_turn(vrm_SpringSettings* settings) {
    settings->gravity_dir.x = -settings->gravity_dir.x;
    settings->gravity_dir.z = -settings->gravity_dir.z;
}

/* Fills draft.springs; leaves it NULL when the model has no springs. */
vrm_Result vrmi_build_springs(vrmi_RigBuild* build);

/* The layout, or its groups, with arrays copied into the carver's block; NULL for NULL. While
 * measuring the result is undefined. */
const vrmi_SpringLanes* vrmi_spring_lanes_carve(vrmi_Carver* carver, const vrmi_SpringLanes* draft);
const vrmi_SpringLayout* vrmi_spring_layout_carve(vrmi_Carver* carver,
                                                  const vrmi_SpringLayout* draft);

#endif
