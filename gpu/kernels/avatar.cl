/* SPDX-License-Identifier: MIT */
/* An avatar as the kernels see it: its column of every arena, the table of its rig, and the lanes
 * of the work group that step it together.
 *
 *   LANES == 0   a work item steps an avatar by itself; for crowds that fill the device
 *   LANES == 1   GROUP_LANES work items share an avatar: nodes of a level, chains of a wave,
 *                colliders and bones are divided among them; for small crowds
 *
 * A work group has COLUMNS avatars. Both run the same functions. FOR_LANES iterates over items that
 * do not depend on each other, ONE_LANE guards what one item does for all, and LANE_BARRIER makes
 * what a lane wrote visible to the others. */

#if LANES
#define FOR_LANES(i, count) for (int i = (int)get_local_id(1); i < (count); i += GROUP_LANES)
#define ONE_LANE (get_local_id(1) == 0)
#define LANE_BARRIER barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE)
#else
#define FOR_LANES(i, count) for (int i = 0; i < (count); i++)
#define ONE_LANE true
#define LANE_BARRIER
#endif

typedef struct Me {
    __global const int* rig;
    __global float *input, *state, *rotation, *scratch, *world, *palette, *face;
#if LOCAL_COLLIDERS
    __local float* colliders;
#endif
#if LOCAL_PAIRS
    __local const float4* pairs;
#endif
} Me;

/* The first row of a column, from the beginning of an arena. */
size_t column_at(ulong base, int rows, size_t column) {
    return base + column / TILE * ((size_t)rows * TILE) + column % TILE;
}

size_t column_of(__global const int* batch, int arena, size_t column) {
    ulong base = (ulong)(uint)batch[BATCH_BASES + 2 * arena] |
                 (ulong)(uint)batch[BATCH_BASES + 2 * arena + 1] << 32;
    return column_at(base, batch[BATCH_ROWS + arena], column);
}

/* Of one frame. */
typedef struct Frame {
    float dt, step, most; /* step: of fixed springs, 0: raw steps no longer than `most` */
    int step_count;       /* the most that an avatar can need */
    int outputs;
    uint parity;
} Frame;

typedef struct World {
    float4 rotation;
    float3 position;
    float scale;
} World;

/* ---- Tables ---- */

int word(const Me* me, int at) { return me->rig[at]; }
float number(const Me* me, int at) { return as_float(me->rig[at]); }

float3 vec3_at(const Me* me, int at) {
    return (float3)(as_float(me->rig[at]), as_float(me->rig[at + 1]), as_float(me->rig[at + 2]));
}

float4 vec4_at(const Me* me, int at) {
    return (float4)(as_float(me->rig[at]), as_float(me->rig[at + 1]), as_float(me->rig[at + 2]),
                    as_float(me->rig[at + 3]));
}

int node_at(const Me* me, int node) { return word(me, T_NODES) + node * NODE_WORDS; }
int pair_at(const Me* me, int pair) { return word(me, T_PAIRS) + pair * PAIR_WORDS; }

/* ---- Rows ---- */

#define ROW_AT(row) ((uint)(row) * TILE) /* the host refuses rigs with more rows than that holds */
#define ROW(arena, row) me->arena[ROW_AT(row)]

float3 load3(const Me* me, __global const float* from, int row) {
    from += ROW_AT(row);
    return (float3)(from[0], from[TILE], from[2 * TILE]);
}

void store3(const Me* me, __global float* to, int row, float3 v) {
    to += ROW_AT(row);
    to[0] = v.x;
    to[TILE] = v.y;
    to[2 * TILE] = v.z;
}

float4 load4(const Me* me, __global const float* from, int row) {
    from += ROW_AT(row);
    return (float4)(from[0], from[TILE], from[2 * TILE], from[3 * TILE]);
}

/* Memory answers after hundreds of cycles, and stores keep the compiler from moving a load up.
 * Rows that are read soon are fetched first. */
void fetch_rows(__global const float* from, int row, int count) {
#if HAS_PTX
    from += ROW_AT(row);
    for (int i = 0; i < count; i++)
        asm volatile("prefetch.global.L2 [%0];" : : "l"(from + i * TILE));
#endif
}

void store4(const Me* me, __global float* to, int row, float4 v) {
    to += ROW_AT(row);
    to[0] = v.x;
    to[TILE] = v.y;
    to[2 * TILE] = v.z;
    to[3 * TILE] = v.w;
}

/* For what is not read again in this frame: such lines leave the caches first. */
void stream(__global float* to, float v) {
#if HAS_PTX
    asm volatile("st.global.cs.f32 [%0], %1;" : : "l"(to), "f"(v) : "memory");
#else
    *to = v;
#endif
}

void stream3(__global float* to, int row, float3 v) {
    to += ROW_AT(row);
    stream(to, v.x);
    stream(to + TILE, v.y);
    stream(to + 2 * TILE, v.z);
}

void stream4(__global float* to, int row, float4 v) {
    stream3(to, row, v.xyz);
    stream(to + ROW_AT(row + 3), v.w);
}

World load_world(const Me* me, __global const float* from, int row) {
    World w = {load4(me, from, row), load3(me, from, row + 4), from[ROW_AT(row + 7)]};
    return w;
}

void store_world(const Me* me, __global float* to, int row, World w) {
    store4(me, to, row, w.rotation);
    store3(me, to, row + 4, w.position);
    to[ROW_AT(row + 7)] = w.scale;
}

uint load_flags(const Me* me) { return as_uint(ROW(input, IN_FLAGS)); }

/* Every lane computes the same flags; one writes them. */
void store_flags(const Me* me, uint flags) {
    LANE_BARRIER;
    if (ONE_LANE) ROW(input, IN_FLAGS) = as_float(flags);
    LANE_BARRIER;
}

World root_world(const Me* me) { return load_world(me, me->input, IN_ROOT); }

/* A local rotation of this frame, by the code of NODE_ROTATION. */
float4 rotation_by(const Me* me, int code) {
    return code >= 0 ? load4(me, me->input, code) : load4(me, me->rotation, ~code);
}

float3 local_translation(const Me* me, int node) {
    int at = node_at(me, node);
    return word(me, at + NODE_IS_HIPS) ? load3(me, me->input, IN_HIPS)
                                       : vec3_at(me, at + NODE_TRANSLATION);
}

/* src/runtime/lanes/pose.c */
World pose_node(const Me* me, World above, int node, float4 rotation) {
    int at = node_at(me, node);
    float3 translation = word(me, at + NODE_IS_HIPS) ? load3(me, me->input, IN_HIPS)
                                                     : vec3_at(me, at + NODE_TRANSLATION);
    float3 arm = translation * above.scale;
    World w = {quat_mul(above.rotation, rotation),
               above.position + rotate3(above.rotation, arm),
               above.scale * number(me, at + NODE_SCALE)};
    return w;
}

float3 world_point(World w, float3 point) {
    return w.position + rotate3(w.rotation, point * w.scale);
}

/* The way back. */
float3 local_point(World w, float3 point) {
    return rotate3(conjugate(w.rotation), point - w.position) * reciprocal(w.scale);
}
