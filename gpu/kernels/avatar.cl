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
    uint stride; /* 32 bits: a product with a row is then one instruction */
#if LOCAL_COLLIDERS
    __local float* colliders;
#endif
} Me;

/* Where the rows of a batch begin in an arena. */
size_t base_of(__global const int* batch, int arena) {
    return (size_t)(uint)batch[BATCH_BASES + 2 * arena] |
           (size_t)(uint)batch[BATCH_BASES + 2 * arena + 1] << 32;
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

#define ROW_AT(me, row) ((size_t)(uint)(row) * (size_t)(me)->stride)
#define ROW(arena, row) me->arena[ROW_AT(me, row)]

float3 load3(const Me* me, __global const float* from, int row) {
    size_t s = me->stride;
    from += ROW_AT(me, row);
    return (float3)(from[0], from[s], from[2 * s]);
}

void store3(const Me* me, __global float* to, int row, float3 v) {
    size_t s = me->stride;
    to += ROW_AT(me, row);
    to[0] = v.x;
    to[s] = v.y;
    to[2 * s] = v.z;
}

float4 load4(const Me* me, __global const float* from, int row) {
    size_t s = me->stride;
    from += ROW_AT(me, row);
    return (float4)(from[0], from[s], from[2 * s], from[3 * s]);
}

void store4(const Me* me, __global float* to, int row, float4 v) {
    size_t s = me->stride;
    to += ROW_AT(me, row);
    to[0] = v.x;
    to[s] = v.y;
    to[2 * s] = v.z;
    to[3 * s] = v.w;
}

World load_world(const Me* me, __global const float* from, int row) {
    World w = {load4(me, from, row), load3(me, from, row + 4), from[ROW_AT(me, row + 7)]};
    return w;
}

void store_world(const Me* me, __global float* to, int row, World w) {
    store4(me, to, row, w.rotation);
    store3(me, to, row + 4, w.position);
    to[ROW_AT(me, row + 7)] = w.scale;
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
