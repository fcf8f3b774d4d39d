/* SPDX-License-Identifier: MIT */
/* What the host writes and the kernels read: the tables of rigs and clips, and the rows of an
 * avatar. Included by both, so it is preprocessor only.
 *
 * A table is an array of 32-bit words, integers or floats. A rig's begins with T_WORDS words of
 * counts and of offsets from its own beginning.
 *
 * An avatar is a column of its batch. TILE columns form a tile, and a tile's rows lie one after the
 * other: row r of column c is at base + (c / TILE * rows + r) * TILE + c % TILE. So neighbours in a
 * work group read neighbours in memory, rows that follow each other are a constant apart, and
 * a work group stays within one stretch of memory. Rows lie in seven arenas, each of them one
 * buffer for all batches of the sim. */
#ifndef VRM_GPU_LAYOUT_H
#define VRM_GPU_LAYOUT_H

/* ---- Rig table ---- */

#define T_NODE_COUNT         0
#define T_BODY_COUNT         1
#define T_NODES              2 /* NODE_WORDS each */
#define T_BODY_OPS           3 /* OP_WORDS each: forward kinematics, depth first */
#define T_BODY_OP_COUNT      4
#define T_SWAY_OPS           5
#define T_SWAY_OP_COUNT      6
#define T_BODY_LEVELS        7 /* begins of the levels into T_BODY_LEVEL_OPS, and the end */
#define T_BODY_LEVEL_COUNT   8
#define T_BODY_LEVEL_OPS     9
#define T_SWAY_LEVELS        10
#define T_SWAY_LEVEL_COUNT   11
#define T_SWAY_LEVEL_OPS     12
#define T_PALETTES           13 /* PALETTE_WORDS each, by node */
#define T_ROOT_PALETTES      14 /* joints that no node carries */
#define T_ROOT_PALETTE_COUNT 15

#define T_FACING           16
#define T_HIPS             17 /* node; -1: none */
#define T_HIPS_REST        18 /* 3 words: in model space */
#define T_HIPS_CHAIN       21
#define T_HIPS_CHAIN_COUNT 22
#define T_BONES            23 /* BONE_WORDS each, VRM_BONE_COUNT of them */
#define T_CARRIERS         24 /* bones that turn for missing ones too */
#define T_CARRIER_COUNT    25

#define T_EXPRESSIONS      26 /* EXPRESSION_WORDS each */
#define T_EXPRESSION_COUNT 27
#define T_MORPH_BINDS      28 /* morph row, weight */
#define T_VALUE_BINDS      29 /* value, 4 words */
#define T_REACHED          30 /* morphs that some expression reaches */
#define T_REACHED_COUNT    31
#define T_VALUES           32 /* 4 words each */
#define T_VALUE_COUNT      33
#define T_MORPH_COUNT      34
#define T_DAMPS_EYES       35

#define T_LOOK_PRESENT     36
#define T_LOOK_TYPE        37
#define T_LOOK_OFFSET      38 /* 3 */
#define T_LOOK_HEAD        41
#define T_LOOK_FORWARD     42 /* 4 */
#define T_LOOK_MAPS        46 /* inner, outer, down, up: MAP_WORDS each */
#define T_LOOK_EYES        62 /* 2: bones */
#define T_LOOK_EXPRESSIONS 64 /* 4 */
#define T_CURVE_KEYS       68 /* 4 words each */
#define T_HEAD_CHAIN       69 /* nodes and, behind them, the ROT rows of those that sway or -1 */
#define T_HEAD_CHAIN_COUNT 70
#define T_DRIVEN           71 /* nodes that eyes and constraints turn */
#define T_DRIVEN_COUNT     72

#define T_CONSTRAINTS           73 /* CONSTRAINT_WORDS each */
#define T_CONSTRAINT_STEPS      74 /* STEP_WORDS each */
#define T_CONSTRAINT_STEP_COUNT 75

#define T_PAIRS          76 /* PAIR_WORDS each */
#define T_PAIR_COUNT     77
#define T_CHAINS         78 /* CHAIN_WORDS each */
#define T_WAVES          79 /* WAVE_WORDS each */
#define T_WAVE_COUNT     80
#define T_COLLIDERS      81 /* COLLIDER_WORDS each */
#define T_COLLIDER_REFS  82 /* 4 * COLLIDER_AT + COLLIDER_KIND of each */
#define T_WAVE_NODES     83 /* node, place of its parent, its own place */
#define T_WAVE_COLLIDERS 84
#define T_ANCHOR_COUNT   85
#define T_JOINT_COUNT    86
#define T_JOINT_RESTS    87 /* 4 words each: of joints that cannot turn */
#define T_PALETTE_COUNT  88

/* Rows, by arena. */
#define T_ROW_ROTATIONS   89  /* input: 4 for each node */
#define T_ROW_EXPRESSIONS 90  /* input */
#define T_ROW_MORPHS      91  /* input */
#define T_ROW_POSE        92  /* input: 4 for each bone that needs it */
#define T_ROW_TAILS       93  /* state: 3 for each pair, twice */
#define T_ROW_ANCHORS     94  /* state: 8 for each anchor and the root, twice */
#define T_ROW_SHOWN       95  /* rotations: 4 for each pair */
#define T_ROW_LAST        96  /* rotations; -1: none, raw steps */
#define T_ROW_EARLIER     97  /* rotations */
#define T_ROW_DRIVEN      98  /* rotations: 4 for each driven node */
#define T_ROW_WAVES       99  /* scratch: 8 for each wave node */
#define T_ROW_MOVED       100 /* scratch: 8 for each anchor and the root */
#define T_ROW_SAVED       101 /* scratch: 8 for each saved world */
#define T_ROW_POSED       102 /* scratch: 8 for each node that aims read */
#define T_ROW_COLLIDERS   103 /* scratch: 8 for each collider, where local memory is too small */
#define T_ROW_WEIGHTS     104 /* face: expression weights */
#define T_ROW_ASKED       105 /* face: expression inputs with the gaze */
#define T_ROW_OUT_MORPHS  106 /* face */
#define T_ROW_OUT_VALUES  107 /* face: 4 each */
#define T_EARLY           109 /* pairs that gaze or constraints read before the springs run */
#define T_EARLY_COUNT     110
#define T_CENTERS         111 /* places of the centers of springs */
#define T_CENTER_COUNT    112
#define T_ROW_CENTERS     113 /* state: 8 for each center, in the last step */
#define T_OUTPUTS         108
#define T_WORDS           116

#define NODE_WORDS  12
#define NODE_PARENT 0
#define NODE_ROTATION                                                                              \
    1 /* row of the input arena; ~row of the rotation arena where a stage turns it */
#define NODE_TRANSLATION   2 /* 3 */
#define NODE_SCALE         5
#define NODE_ANCHOR        6 /* -1: none */
#define NODE_IS_HIPS       7
#define NODE_FIRST_PALETTE 8
#define NODE_PALETTE_COUNT 9
#define NODE_FILE          10
#define NODE_REST          11 /* offset of the rest rotation and the three scales: 7 words */

/* source: -2 the node before in the list, -1 the root, else a saved world; saved: -1 or where. */
#define OP_WORDS  3
#define OP_NODE   0
#define OP_SOURCE 1
#define OP_SAVED  2

#define PALETTE_WORDS 13 /* joint, inverse bind */

#define BONE_WORDS         12
#define BONE_NODE          0
#define BONE_POSE          1 /* row of its normalized rotation, from T_ROW_POSE; -1: not kept */
#define BONE_MISSING       2 /* offset of the missing bones right above it, nearest first */
#define BONE_MISSING_COUNT 3
#define BONE_BEFORE        4 /* 4: parent_inverse */
#define BONE_AFTER         8 /* 4: world */

#define EXPRESSION_WORDS       10
#define EXPRESSION_CATEGORY    0
#define EXPRESSION_BINARY      1
#define EXPRESSION_OVERRIDES   2 /* 4 */
#define EXPRESSION_MORPHS      6 /* first bind */
#define EXPRESSION_MORPH_COUNT 7
#define EXPRESSION_VALUES      8
#define EXPRESSION_VALUE_COUNT 9

#define MAP_WORDS 4 /* input max, output scale, first key, key count */

#define CONSTRAINT_WORDS        24
#define CONSTRAINT_TYPE         0
#define CONSTRAINT_WEIGHT       1
#define CONSTRAINT_SOURCE       2  /* rotation code, as NODE_ROTATION */
#define CONSTRAINT_TARGET       3  /* ROT row that it writes */
#define CONSTRAINT_REST         4  /* 4 */
#define CONSTRAINT_BEFORE       8  /* 4 */
#define CONSTRAINT_AFTER        12 /* 4 */
#define CONSTRAINT_AXIS         16 /* 3 */
#define CONSTRAINT_NODE         19 /* aims: the nodes, and where their parents are posed */
#define CONSTRAINT_SOURCE_NODE  20
#define CONSTRAINT_ABOVE        21 /* -1: the root */
#define CONSTRAINT_SOURCE_ABOVE 22

/* constraint or -1; node to pose, place of its parent or -1, its own place */
#define STEP_WORDS 4

#define PAIR_WORDS     44 /* a multiple of 4: the first PAIR_NUMBERS are loaded four at a time */
#define PAIR_NUMBERS   24
#define PAIR_NODE      0
#define PAIR_TAIL      1
#define PAIR_JOINT     2
#define PAIR_IS_DIRECT 3
#define PAIR_REST      4  /* 4 */
#define PAIR_SWING     8  /* 4 */
#define PAIR_DIRECTION 12 /* 3, then the length */
#define PAIR_GRAVITY   16 /* 3, then the stiffness */
#define PAIR_KEEP      20 /* then radius, scale */
#define PAIR_KIND      23 /* sum of KIND_... */
#define PAIR_AXIS      24 /* 3 */
#define PAIR_LIMIT     27
#define PAIR_FRAME     28 /* 4 */
#define PAIR_COSINE    32
#define PAIR_SINE      33
#define PAIR_PITCH     34
#define PAIR_YAW       35
#define PAIR_PREVIOUS  36 /* node of the pair before */
#define PAIR_OFFSET    37 /* 3: rest translation of the node */

#define KIND_SKIPS    1 /* nodes lie between the pair before and this one */
#define KIND_MEASURES 2 /* nodes lie between the pair and its tail */
#define KIND_LIMITED  4

#define CHAIN_WORDS          8
#define CHAIN_FIRST          0
#define CHAIN_COUNT          1
#define CHAIN_PARENT         2 /* place */
#define CHAIN_CENTER         3 /* place; -1: world */
#define CHAIN_COLLIDERS      4
#define CHAIN_COLLIDER_COUNT 5
#define CHAIN_CENTER_ENTRY   6 /* into T_CENTERS */
#define CHAIN_REACH          7 /* of a regular chain: how far from its first head it gets */

#define WAVE_WORDS          6
#define WAVE_CHAINS         0
#define WAVE_CHAIN_COUNT    1
#define WAVE_NODES          2
#define WAVE_NODE_COUNT     3
#define WAVE_COLLIDERS      4
#define WAVE_COLLIDER_COUNT 5

#define COLLIDER_WORDS  12
#define COLLIDER_PLACE  0
#define COLLIDER_KIND   1
#define COLLIDER_OFFSET 2 /* 3 */
#define COLLIDER_ALONG  5 /* 3 */
#define COLLIDER_RADIUS 8
#define COLLIDER_AT     9 /* first word of its place in local memory */

/* ---- Motion table: a clip as one rig plays it ---- */

#define M_DURATION         0
#define M_TRACKS           1 /* TRACK_WORDS each: bones */
#define M_TRACK_COUNT      2
#define M_HIPS             3 /* track, or 0 */
#define M_GAZE             4
#define M_EXPRESSIONS      5 /* target, track offset */
#define M_EXPRESSION_COUNT 6
#define M_HIPS_REST        7  /* 3 */
#define M_FITS             10 /* whether the hips are scaled */
#define M_RATIO            11
#define M_RIG_REST         12 /* 3 */
#define M_BONES            15 /* 2: bits of the bones that it turns */
#define M_WORDS            20

#define TRACK_WORDS         6
#define TRACK_BONE          0
#define TRACK_INTERPOLATION 1
#define TRACK_TIMES         2
#define TRACK_COUNT         3
#define TRACK_KEYS          4
#define TRACK_TURNS         5

/* ---- Rows of the input arena that every avatar has ---- */

#define IN_FLAGS  0
#define IN_ROOT   1 /* 8: rotation, position, scale */
#define IN_GAZE   9 /* 5: target, yaw, pitch */
#define IN_FORCE  14
#define IN_HIPS   17 /* 3: local translation; then 3: offset */
#define IN_PLAYER 23 /* motion + 1 or 0, time, speed, loops */
#define IN_ROWS   27

/* ---- Rows of the state arena ---- */

#define ST_AHEAD     0
#define ST_LENGTH    1
#define ST_LOOK_RATE 2
#define ST_ROWS      3

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
#define F_ANCHORS           16384 /* which anchors are this frame's */
#define F_FORCE             32768
#define F_PLAYS             65536

/* ---- Outputs: vrm_Outputs ---- */

#define O_LOCALS   1
#define O_WORLDS   2
#define O_PALETTES 4
#define O_FACE     8
#define O_SPRINGS  16

/* ---- Group table: one entry for each work group ---- */

#define GROUP_WORDS 4 /* batch, first avatar, unused, unused */

/* ---- Batch table ---- */

#define BATCH_RIG   0 /* offset of the rig's table */
#define BATCH_COUNT 1
#define BATCH_BASES 2  /* 7 pairs of words, low first: where its tiles begin in each arena */
#define BATCH_ROWS  16 /* 7 words: rows of a tile in each arena */
#define BATCH_WORDS 24

#define TILE 64

#define ARENA_INPUT    0
#define ARENA_STATE    1
#define ARENA_ROTATION 2
#define ARENA_SCRATCH  3
#define ARENA_WORLD    4
#define ARENA_PALETTE  5
#define ARENA_FACE     6
#define ARENA_COUNT    7

#endif
