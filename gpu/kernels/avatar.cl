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
    __global const gpu_RigTable* rig;
    __global float *input, *state, *rotation, *scratch, *world, *palette, *face;
#if LOCAL_COLLIDERS
    __local float* colliders;
#endif
} Me;

/* The first row of a column, from the beginning of an arena. */
size_t column_at(ulong base, int rows, size_t column) {
    return base + column / TILE * ((size_t)rows * TILE) + column % TILE;
}

size_t column_of(__global const gpu_BatchEntry* batch, int arena, size_t column) {
    return column_at(batch->bases[arena], batch->rows[arena], column);
}

/* Of one frame. */
typedef struct World {
    float4 rotation;
    float3 position;
    float scale;
} World;

/* ---- Tables ---- */

/* A list of the rig. */
__global const void* list_at(const Me* me, int offset) {
    return (__global const int*)me->rig + offset;
}

float3 vec3_at(__global const float* v) { return (float3)(v[0], v[1], v[2]); }
float4 vec4_at(__global const float* v) { return (float4)(v[0], v[1], v[2], v[3]); }

__global const gpu_Node* node_at(const Me* me, int node) {
    __global const gpu_Node* nodes = list_at(me, me->rig->nodes);
    return nodes + node;
}

__global const gpu_Pair* pair_at(const Me* me, int pair) {
    __global const gpu_Pair* pairs = list_at(me, me->rig->pairs);
    return pairs + pair;
}

__global const gpu_Bone* bone_at(const Me* me, int bone) {
    __global const gpu_Bone* bones = list_at(me, me->rig->bones);
    return bones + bone;
}

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

/* A local rotation of this frame, by the code of gpu_Node.rotation. */
float4 rotation_by(const Me* me, int code) {
    return code >= 0 ? load4(me, me->input, code) : load4(me, me->rotation, ~code);
}

float3 local_translation(const Me* me, __global const gpu_Node* node) {
    return node->is_hips ? load3(me, me->input, IN_HIPS) : vec3_at(node->translation);
}

/* src/runtime/lanes/pose_step.c */
World pose_node(const Me* me, World above, __global const gpu_Node* node, float4 rotation) {
    float3 arm = local_translation(me, node) * above.scale;
    World w = {quat_mul(above.rotation, rotation), above.position + rotate3(above.rotation, arm),
               above.scale * node->scale};
    return w;
}

float3 world_point(World w, float3 point) {
    return w.position + rotate3(w.rotation, point * w.scale);
}

/* The way back. */
float3 local_point(World w, float3 point) {
    return rotate3(conjugate(w.rotation), point - w.position) * reciprocal(w.scale);
}
