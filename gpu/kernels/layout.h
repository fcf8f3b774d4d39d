/* SPDX-License-Identifier: MIT */
/* The tables that the host writes and the kernels read, and the rows of an avatar. C and OpenCL
 * compile the same structs. Members have 32 bits or lie at multiples of their size, so neither adds
 * padding, and the assertions at the end hold the sizes.
 *
 * A rig is a gpu_RigTable with its lists behind it, in one array of words. A member that names a
 * list is its offset from the beginning of the table, in words; the comment beside it gives the
 * type of the elements. A clip, as one rig plays it, is a gpu_MotionTable with its lists.
 *
 * An avatar is a column of its batch. TILE columns form a tile, and a tile's rows lie one after the
 * other: row r of column c is at base + (c / TILE * rows + r) * TILE + c % TILE. So neighbours in a
 * work group read neighbours in memory, rows that follow each other are a constant apart, and
 * a work group stays within one stretch of memory. Rows lie in seven arenas, each of them one
 * buffer for all batches of the sim. */
#ifndef VRM_GPU_LAYOUT_H
#define VRM_GPU_LAYOUT_H

#ifdef __OPENCL_VERSION__
typedef int int32_t;
typedef ulong uint64_t;
typedef float4 gpu_Float4;
#else
#include <stddef.h>
#include <stdint.h>

/* Kernels load it at once: it lies at a multiple of 16 bytes. */
typedef struct gpu_Float4 {
    float x, y, z, w;
} gpu_Float4;
#endif

/* ---- Nodes ---- */

typedef struct gpu_Node {
    int32_t parent;
    int32_t
        rotation; /* row of the input arena; ~row of the rotation arena where a stage turns it */
    float translation[3];
    float scale;
    int32_t anchor; /* -1: none */
    int32_t is_hips;
    int32_t palettes, palette_count; /* gpu_Palette */
    int32_t file_node;
    int32_t rest; /* gpu_NodeRest */
} gpu_Node;

typedef struct gpu_NodeRest {
    float rotation[4], scale[3];
} gpu_NodeRest;

typedef struct gpu_Palette {
    int32_t joint;
    float inverse_bind[3][4];
} gpu_Palette;

/* A step of forward kinematics. */
#define SOURCE_ROOT     (-1)
#define SOURCE_PREVIOUS (-2) /* the node before in the list */
typedef struct gpu_PoseStep {
    int32_t node;
    int32_t source; /* the parent's world transform: SOURCE_..., or where it is saved */
    int32_t saved;  /* where this node's is saved; -1: nowhere */
} gpu_PoseStep;

/* Two orders of the same steps: depth first for one work item, by levels for several. */
typedef struct gpu_PoseOrder {
    int32_t steps, step_count;   /* gpu_PoseStep, depth first */
    int32_t levels, level_count; /* int: begins of the levels in level_steps, and the end */
    int32_t level_steps;         /* gpu_PoseStep */
} gpu_PoseOrder;

/* ---- Bones ---- */

typedef struct gpu_Bone {
    int32_t node;
    int32_t pose;                   /* its normalized rotation among rows.pose; -1: not kept */
    int32_t missing, missing_count; /* int: missing bones right above it, nearest first */
    float parent_inverse[4], world[4];
} gpu_Bone;

/* ---- Face ---- */

typedef struct gpu_Expression {
    int32_t category, binary, overrides[4];
    int32_t first_morph_bind, morph_bind_count, first_value_bind, value_bind_count;
} gpu_Expression;

typedef struct gpu_MorphBind {
    int32_t morph;
    float weight;
} gpu_MorphBind;

typedef struct gpu_ValueBind {
    int32_t value;
    float delta[4];
} gpu_ValueBind;

#define MAP_INNER 0
#define MAP_OUTER 1
#define MAP_DOWN  2
#define MAP_UP    3
typedef struct gpu_RangeMap {
    float input_max, output_scale;
    int32_t first_key, key_count;
} gpu_RangeMap;

typedef struct gpu_CurveKey {
    float time, value, in_tangent, out_tangent;
} gpu_CurveKey;

typedef struct gpu_LookAt {
    int32_t is_present, type;
    float offset[3], to_forward[4];
    gpu_RangeMap maps[4];                 /* MAP_... */
    int32_t eye_bones[2];                 /* -1: none */
    int32_t expressions[4];               /* -1: none */
    int32_t curve_keys;                   /* gpu_CurveKey */
    int32_t head_chain, head_chain_count; /* int: nodes */
    int32_t head_chain_rows; /* int: rows of the rotation arena of those that sway, else -1 */
} gpu_LookAt;

/* ---- Constraints ---- */

typedef struct gpu_Constraint {
    int32_t type;
    float weight;
    int32_t source_rotation; /* as gpu_Node.rotation */
    int32_t target;          /* the row of the rotation arena that it writes */
    float rest[4], before[4], after[4], axis[3];
    int32_t node, source;        /* of aims: the nodes */
    int32_t above, source_above; /* of aims: where their parents are posed; -1: the root */
} gpu_Constraint;

/* Runs a constraint, or poses a node that aims read. */
typedef struct gpu_ConstraintStep {
    int32_t constraint; /* -1: pose the node */
    int32_t node;
    int32_t above, posed; /* where its parent and itself are posed; -1: the root */
} gpu_ConstraintStep;

/* ---- Springs ---- */

#define KIND_SKIPS    1 /* nodes lie between the pair before and this one */
#define KIND_MEASURES 2 /* nodes lie between the pair and its tail */
#define KIND_LIMITED  4

/* The part of a pair that every step reads. */
typedef struct gpu_PairStep {
    int32_t node, tail, joint, limit;
    gpu_Float4 rest, swing;
    gpu_Float4 aim;  /* direction; w: length */
    gpu_Float4 pull; /* gravity; w: stiffness */
    float keep, radius, scale;
    int32_t kind; /* sum of KIND_... */
} gpu_PairStep;

typedef struct gpu_Pair {
    gpu_PairStep step;
    float axis[3];
    int32_t previous; /* node of the pair before; -1: the first */
    gpu_Float4 limit_frame;
    float limit_cosine, limit_sine, limit_pitch, limit_yaw;
    gpu_Float4 offset; /* rest translation of the node; w: 0 */
} gpu_Pair;

typedef struct gpu_Chain {
    int32_t first_pair, pair_count;
    int32_t parent;                         /* world */
    int32_t anchor;                         /* world of the nearest body node above */
    int32_t center;                         /* world; -1: no node, the space of the world */
    int32_t first_collider, collider_count; /* in collider_refs */
    int32_t center_entry;                   /* among the centers */
    float reach; /* of a regular chain: how far from its first head it gets */
} gpu_Chain;

typedef struct gpu_Wave {
    int32_t first_chain, chain_count;
    int32_t first_node, node_count;
    int32_t first_collider, collider_count;
} gpu_Wave;

typedef struct gpu_WaveNode {
    int32_t node;
    int32_t above, world; /* worlds of its parent and of itself */
} gpu_WaveNode;

/* vrm_PackShape. */
#define SHAPE_SPHERE  0
#define SHAPE_CAPSULE 1
#define SHAPE_HOLLOW  2
#define SHAPE_PLANE   3
typedef struct gpu_Collider {
    int32_t world, shape;
    float offset[3], along[3], radius;
    int32_t at; /* its first word in local memory */
} gpu_Collider;

/* ---- A rig ---- */

/* The first row of each list of rows, by arena. */
typedef struct gpu_RigRows {
    /* input */
    int32_t rotations; /* 4 for each node */
    int32_t expressions, morphs;
    int32_t pose; /* 4 for each bone that needs it */
    /* state */
    int32_t tails;   /* 3 for each pair, twice */
    int32_t anchors; /* 8 for each anchor and the root, twice */
    int32_t centers; /* 8 for each center, in the last step */
    /* rotation */
    int32_t shown;         /* 4 for each pair */
    int32_t last, earlier; /* the same; -1: none, raw steps */
    int32_t driven;        /* 4 for each driven node */
    /* scratch */
    int32_t waves;     /* 8 for each wave node */
    int32_t moved;     /* 8 for each anchor and the root */
    int32_t posed;     /* 8 for each node that aims read */
    int32_t colliders; /* 8 for each collider, where local memory is too small */
    int32_t saved;     /* 8 for each saved world */
    /* face */
    int32_t weights, asked; /* of expressions: what shows; inputs with the gaze */
    int32_t out_morphs, out_values;
} gpu_RigRows;

typedef struct gpu_RigTable {
    int32_t node_count, nodes; /* gpu_Node */
    gpu_PoseOrder body, sway;
    int32_t root_palettes, root_palette_count; /* gpu_Palette: joints that no node carries */

    int32_t facing;
    int32_t hips;                         /* node; -1: none */
    float hips_rest[3];                   /* in model space */
    int32_t hips_chain, hips_chain_count; /* int: nodes */
    int32_t bones;                        /* gpu_Bone, VRM_BONE_COUNT of them */
    int32_t carriers, carrier_count;      /* int: bones that turn for missing ones too */

    int32_t expressions, expression_count; /* gpu_Expression */
    int32_t morph_binds;                   /* gpu_MorphBind */
    int32_t value_binds;                   /* gpu_ValueBind */
    int32_t morphs; /* int: morphs that some expression reaches, then the others */
    int32_t reached_count, morph_count;
    int32_t values, value_count; /* float[4] */
    int32_t damps_eyes;
    gpu_LookAt look_at;
    int32_t driven, driven_count; /* int: nodes that eyes and constraints turn */

    int32_t constraints;                             /* gpu_Constraint */
    int32_t constraint_steps, constraint_step_count; /* gpu_ConstraintStep */

    int32_t pairs, pair_count;     /* gpu_Pair */
    int32_t chains;                /* gpu_Chain */
    int32_t waves, wave_count;     /* gpu_Wave */
    int32_t wave_nodes;            /* gpu_WaveNode */
    int32_t colliders;             /* gpu_Collider */
    int32_t wave_colliders;        /* int: colliders */
    int32_t collider_refs;         /* int: 4 * at + shape of each collider of the chains */
    int32_t centers, center_count; /* int: worlds of the centers of springs */
    int32_t early, early_count;    /* int: pairs that gaze or constraints read before the springs */
    int32_t anchor_count, joint_count;

    gpu_RigRows rows;
} gpu_RigTable;

/* ---- A motion ---- */

typedef struct gpu_Track {
    int32_t bone, interpolation;
    int32_t times, key_count; /* float */
    int32_t keys;             /* float[4] */
    int32_t turns;
} gpu_Track;

typedef struct gpu_MotionExpression {
    int32_t target; /* expression of the rig */
    int32_t track;  /* offset of its gpu_Track */
} gpu_MotionExpression;

typedef struct gpu_MotionTable {
    float duration;
    int32_t tracks, track_count;           /* gpu_Track: bones */
    int32_t hips, gaze;                    /* offset of a gpu_Track; 0: none */
    int32_t expressions, expression_count; /* gpu_MotionExpression */
    int32_t fits;                          /* whether the hips are scaled */
    float ratio, hips_rest[3], rig_rest[3];
    int32_t bones[2]; /* bits of the bones that it turns */
} gpu_MotionTable;

/* ---- Rows of the input arena that every avatar has ---- */

#define IN_FLAGS  0
#define IN_ROOT   1 /* 8: rotation, position, scale */
#define IN_GAZE   9 /* 5: target, yaw, pitch */
#define IN_FORCE  14
#define IN_HIPS   17 /* 3: local translation; then 3: offset */
#define IN_PLAYER 23 /* motion + 1 or 0, time, speed, loops, remainder of the time */
#define IN_ROWS   28

#define PLAYER_WORDS 5

/* ---- Rows of the state arena ---- */

#define ST_AHEAD     0
#define ST_LENGTH    1
#define ST_LOOK_RATE 2
#define ST_AGE       3 /* from the frame of the other anchors to the last one, seconds */
#define ST_ROWS      4

/* ---- Flags ---- */

#define F_STAGES            15
#define F_STAGE_LOOK_AT     1
#define F_STAGE_EXPRESSIONS 2
#define F_STAGE_CONSTRAINTS 4
#define F_STAGE_SPRINGS     8
#define F_GAZE_TARGET       16
#define F_GAZE_ANGLES       32
#define F_HIPS_MOVED        64
#define F_FACE_CHANGED      128
#define F_TO_REST           256
#define F_TO_HOLD           512
#define F_PAUSED            1024
#define F_SCALED            2048
#define F_TRACKED           4096
#define F_PARITY            8192  /* which tails are the newest */
#define F_ANCHORS           16384 /* which anchors are this frame's; the others: of one before */
#define F_FORCE             32768
#define F_PLAYS             65536

/* ---- Outputs: vrm_Outputs ---- */

#define O_LOCALS   1
#define O_WORLDS   2
#define O_PALETTES 4
#define O_FACE     8
#define O_SPRINGS  16

/* ---- Batches and groups ---- */

#define TILE 64

#define ARENA_INPUT    0
#define ARENA_STATE    1
#define ARENA_ROTATION 2
#define ARENA_SCRATCH  3
#define ARENA_WORLD    4
#define ARENA_PALETTE  5
#define ARENA_FACE     6
#define ARENA_COUNT    7

typedef struct gpu_BatchEntry {
    uint64_t bases[ARENA_COUNT]; /* where its tiles begin in each arena */
    int32_t rows[ARENA_COUNT];   /* rows of a tile in each arena */
    int32_t rig;                 /* offset of the gpu_RigTable */
} gpu_BatchEntry;

/* One for each work group. */
typedef struct gpu_GroupEntry {
    int32_t batch, first; /* avatar */
} gpu_GroupEntry;

/* The numbers of a launch of the kernels that step avatars. */
typedef struct gpu_Frame {
    float dt;           /* of one frame, in seconds */
    float step;         /* of fixed springs; 0: raw steps no longer than `most` */
    float most;         /* 0: any length */
    int32_t step_count; /* the most that an avatar can need */
    int32_t outputs;    /* VRM_OUTPUT_* */
    int32_t parity;     /* of the number of frames so far */
} gpu_Frame;

/* ---- Sizes ---- */

#ifndef __OPENCL_VERSION__
#define GPU_WORDS(type, count)                                                                     \
    _Static_assert(sizeof(type) == 4 * (count), "as large in C as in OpenCL: " #type)
GPU_WORDS(gpu_Node, 12);
GPU_WORDS(gpu_NodeRest, 7);
GPU_WORDS(gpu_Palette, 13);
GPU_WORDS(gpu_PoseStep, 3);
GPU_WORDS(gpu_PoseOrder, 5);
GPU_WORDS(gpu_Bone, 12);
GPU_WORDS(gpu_Expression, 10);
GPU_WORDS(gpu_MorphBind, 2);
GPU_WORDS(gpu_ValueBind, 5);
GPU_WORDS(gpu_RangeMap, 4);
GPU_WORDS(gpu_CurveKey, 4);
GPU_WORDS(gpu_LookAt, 35);
GPU_WORDS(gpu_Constraint, 23);
GPU_WORDS(gpu_ConstraintStep, 4);
GPU_WORDS(gpu_PairStep, 24);
GPU_WORDS(gpu_Pair, 40);
GPU_WORDS(gpu_Chain, 9);
GPU_WORDS(gpu_Wave, 6);
GPU_WORDS(gpu_WaveNode, 3);
GPU_WORDS(gpu_Collider, 10);
GPU_WORDS(gpu_RigRows, 20);
GPU_WORDS(gpu_RigTable, 109);
GPU_WORDS(gpu_Track, 6);
GPU_WORDS(gpu_MotionExpression, 2);
GPU_WORDS(gpu_MotionTable, 17);
GPU_WORDS(gpu_BatchEntry, 22);
GPU_WORDS(gpu_GroupEntry, 2);
GPU_WORDS(gpu_Frame, 6);
/* OpenCL aligns a float4 to 16 bytes, C does not. */
_Static_assert(offsetof(gpu_PairStep, rest) % 16 == 0 && offsetof(gpu_PairStep, swing) % 16 == 0 &&
                   offsetof(gpu_PairStep, aim) % 16 == 0 &&
                   offsetof(gpu_PairStep, pull) % 16 == 0 &&
                   offsetof(gpu_Pair, limit_frame) % 16 == 0 &&
                   offsetof(gpu_Pair, offset) % 16 == 0 && sizeof(gpu_Pair) % 16 == 0,
               "vectors of pairs at multiples of 16 bytes");
#endif

#endif
