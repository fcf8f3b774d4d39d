/* SPDX-License-Identifier: MIT */
/* Kernels between frames: avatars come and go, inputs arrive in bulk, results are gathered. Each
 * works on one batch; `columns` are some of it, below its capacity, as the host has proven. Host
 * values lie avatar after avatar, as the CPU's functions take them. */

/* Fills `rows` rows of columns first .. first + count with one value per row, from `values`, or
 * with 0 where that is longer than value_count. */
__kernel void fill(__global float* arena, ulong base, int rows, ulong first,
                   __global const float* values, int value_count) {
    size_t row = get_global_id(1), column = column_at(base, rows, first + get_global_id(0));
    arena[column + row * TILE] = row < (size_t)value_count ? values[row] : 0.0f;
}

__kernel void copy(__global const float* from, ulong from_base, __global float* to, ulong to_base) {
    size_t i = get_global_id(1) * get_global_size(0) + get_global_id(0);
    to[to_base + i] = from[from_base + i];
}

/* Columns moves[2 i] to moves[2 i + 1]; no column is in the list twice. */
__kernel void move(__global float* arena, ulong base, int rows, __global const int* moves) {
    size_t row = get_global_id(1), i = get_global_id(0);
    size_t from = column_at(base, rows, (size_t)moves[2 * i]);
    size_t to = column_at(base, rows, (size_t)moves[2 * i + 1]);
    arena[to + row * TILE] = arena[from + row * TILE];
}

/* Rows first_row .. of the `columns`, one run of values for each of them. */
__kernel void gather(__global const float* arena, ulong base, int rows, int first_row,
                     __global const int* columns, __global float* values, int width) {
    size_t row = get_global_id(1), i = get_global_id(0);
    values[i * (size_t)width + row] =
        arena[column_at(base, rows, (size_t)columns[i]) + ((size_t)first_row + row) * TILE];
}

/* ---- Inputs ---- */

bool is_rotation(float4 q) {
    return is_finite3(q.xyz) && is_finite(q.w) &&
           (q.x != 0.0f || q.y != 0.0f || q.z != 0.0f || q.w != 0.0f);
}

#define ME_OF_PLACE                                                                                \
    __global const gpu_BatchEntry* batch = batches + batch_index;                                  \
    size_t column = (size_t)columns[get_global_id(0)], i = get_global_id(0);                       \
    Me it;                                                                                         \
    it.rig = (__global const gpu_RigTable*)(rigs + batch->rig);                                    \
    it.input = input + column_of(batch, ARENA_INPUT, column);                                      \
    it.state = state + column_of(batch, ARENA_STATE, column);                                      \
    it.rotation = rotation + column_of(batch, ARENA_ROTATION, column);                             \
    const Me* me = &it;

/* In the order of launch_input() in gpu/gpu_input.c: OpenCL has no struct of buffers. */
#define PLACE_ARGUMENTS                                                                            \
    __global const gpu_BatchEntry *batches, __global const int *rigs, int batch_index,             \
        __global const int *columns, __global float *input, __global float *state,                 \
        __global float *rotation, __global const float *values

/* 10 floats each: translation, rotation, scale. Refused, and nothing changes, unless all are finite
 * and the scale is the same in all directions, from 0 to 1000, so that no matrix is needed. */
__kernel void set_roots(PLACE_ARGUMENTS) {
    ME_OF_PLACE
    __global const float* v = values + 10 * i;
    float3 position = (float3)(v[0], v[1], v[2]), scale = (float3)(v[7], v[8], v[9]);
    float4 q = (float4)(v[3], v[4], v[5], v[6]);
    float room = 1e-6f * scale.x;
    if (!is_finite3(position) || !is_finite3(scale) || !is_rotation(q)) return;
    if (!(fabs(scale.y - scale.x) <= room && fabs(scale.z - scale.x) <= room)) return;
    if (!(scale.x <= 1000.0f)) return;
    q = normalize4(q);
    if (me->rig->facing < 0) q = quat_mul(q, (float4)(0.0f, 1.0f, 0.0f, 0.0f));
    World w = {q, within3(position, 1e6f), scale.x};
    store_world(me, me->input, IN_ROOT, w);
}

/* A vrm_Pose each: VRM_BONE_COUNT rotations, then the offset of the hips. */
__kernel void set_poses(PLACE_ARGUMENTS, int bone_count) {
    ME_OF_PLACE
    __global const float* v = values + (size_t)(4 * bone_count + 3) * i;
    for (int b = 0; b < 4 * bone_count + 3; b++)
        if (!is_finite(v[b])) return;
    for (int b = 0; b < bone_count; b++) {
        __global const gpu_Bone* bone = bone_at(me, b);
        float4 n = normalize4((float4)(v[4 * b], v[4 * b + 1], v[4 * b + 2], v[4 * b + 3]));
        if (bone->pose >= 0) store4(me, me->input, me->rig->rows.pose + 4 * bone->pose, n);
        if (bone->missing_count == 0) turn_node(me, bone, n);
    }
    turn_carriers(me, 0xFFFFFFFFu, 0xFFFFFFFFu);
    float3 offset = (float3)(v[4 * bone_count], v[4 * bone_count + 1], v[4 * bone_count + 2]);
    store3(me, me->input, IN_HIPS + 3, within3(offset, 1e6f));
    locate_hips(me);
    ROW(input, IN_FLAGS) = as_float(load_flags(me) | F_HIPS_MOVED);
}

/* A rotation for each node of the file. */
__kernel void set_rotations(PLACE_ARGUMENTS) {
    ME_OF_PLACE
    int count = me->rig->node_count;
    __global const float* v = values + (size_t)(4 * count) * i;
    for (int n = 0; n < count; n++)
        if (!is_rotation((float4)(v[4 * n], v[4 * n + 1], v[4 * n + 2], v[4 * n + 3]))) return;
    for (int n = 0; n < count; n++) {
        __global const float* q = v + 4 * node_at(me, n)->file_node;
        store4(me, me->input, me->rig->rows.rotations + 4 * n,
               normalize4((float4)(q[0], q[1], q[2], q[3])));
    }
    derive_own_turns(me);
    if (load_flags(me) & F_HIPS_MOVED) locate_hips(me);
}

/* A weight for each expression: NaN leaves that one as it is. */
__kernel void set_expressions(PLACE_ARGUMENTS) {
    ME_OF_PLACE
    int count = me->rig->expression_count;
    __global const float* v = values + (size_t)count * i;
    for (int e = 0; e < count; e++)
        if (v[e] == v[e])
            ROW(input, me->rig->rows.expressions + e) = clamp_to(v[e], 0.0f, 1.0f);
    ROW(input, IN_FLAGS) = as_float(load_flags(me) | F_FACE_CHANGED);
}

__kernel void set_morphs(PLACE_ARGUMENTS) {
    ME_OF_PLACE
    int count = me->rig->morph_count;
    __global const float* v = values + (size_t)count * i;
    for (int m = 0; m < count; m++)
        if (!is_finite(v[m])) return;
    for (int m = 0; m < count; m++) {
        int row = me->rig->rows.morphs + m;
        float weight = within(v[m], 1e6f);
        if (weight != ROW(input, row)) ROW(input, row) = weight; /* 0 stays when -0 is set */
    }
    ROW(input, IN_FLAGS) = as_float(load_flags(me) | F_FACE_CHANGED);
}

/* 4 floats each: 0 off, 1 target, 2 angles; then x y z, or yaw and pitch. */
__kernel void set_gazes(PLACE_ARGUMENTS) {
    ME_OF_PLACE
    __global const float* v = values + 4 * i;
    bool is_off = v[0] == 0.0f, is_target = v[0] == 1.0f, is_angles = v[0] == 2.0f;
    bool are_finite = is_finite(v[1]) && is_finite(v[2]) && (is_angles || is_finite(v[3]));
    if (!me->rig->look_at.is_present || !(is_off || ((is_target || is_angles) && are_finite))) return;
    uint flags = (load_flags(me) & ~(uint)(F_GAZE_TARGET | F_GAZE_ANGLES)) | F_FACE_CHANGED;
    ROW(input, IN_GAZE + 3) = ROW(input, IN_GAZE + 4) = 0.0f;
    if (is_target) {
        flags |= F_GAZE_TARGET;
        store3(me, me->input, IN_GAZE, within3((float3)(v[1], v[2], v[3]), 1e15f));
    } else if (is_angles) {
        flags |= F_GAZE_ANGLES;
        ROW(input, IN_GAZE + 3) = within(v[1], 360.0f);
        ROW(input, IN_GAZE + 4) = within(v[2], 360.0f);
    }
    ROW(input, IN_FLAGS) = as_float(flags);
}

/* Wind: 3 floats each. */
__kernel void set_forces(PLACE_ARGUMENTS) {
    ME_OF_PLACE
    float3 force = (float3)(values[3 * i], values[3 * i + 1], values[3 * i + 2]);
    if (!is_finite3(force)) return;
    force = within3(force, 1e6f);
    bool is_any = force.x != 0.0f || force.y != 0.0f || force.z != 0.0f;
    store3(me, me->input, IN_FORCE, force);
    uint flags = load_flags(me) & ~(uint)F_FORCE;
    ROW(input, IN_FLAGS) = as_float(is_any ? flags | F_FORCE : flags);
}

/* Clears `mask` of the flags and sets `bits`. A pause keeps what is shown: retain() of
 * spring_control.c. */
__kernel void set_flags(PLACE_ARGUMENTS, uint mask, uint bits) {
    ME_OF_PLACE
    uint flags = load_flags(me);
    int pairs = me->rig->pair_count, last = me->rig->rows.last;
    if ((bits & F_PAUSED) && !(flags & F_PAUSED) && pairs > 0) {
        float ahead = ROW(state, ST_AHEAD);
        ROW(state, ST_AHEAD) = 0.0f;
        if (last >= 0 && ahead > 0.0f) {
            float share = 1.0f - ahead / ROW(state, ST_LENGTH);
            for (int p = 0; p < pairs; p++)
                store4(me, me->rotation, me->rig->rows.shown + 4 * p,
                       slerp4(load4(me, me->rotation, me->rig->rows.earlier + 4 * p),
                              load4(me, me->rotation, last + 4 * p), share));
        }
    }
    if ((mask & F_PAUSED) && !(bits & F_PAUSED) && (flags & F_PAUSED)) bits |= F_TO_HOLD;
    ROW(input, IN_FLAGS) = as_float((flags & ~mask) | bits);
}

/* The words of IN_PLAYER each. */
__kernel void set_players(PLACE_ARGUMENTS) {
    ME_OF_PLACE
    __global const float* player = values + PLAYER_WORDS * i;
    for (int k = 0; k < PLAYER_WORDS; k++) ROW(input, IN_PLAYER + k) = player[k];
    uint flags = load_flags(me);
    bool plays = as_uint(player[0]) != 0;
    ROW(input, IN_FLAGS) = as_float(plays ? flags | F_PLAYS : flags & ~(uint)F_PLAYS);
}

/* ---- Results that no row has ---- */

/* Local transforms of all nodes: 10 floats for each node of the file. */
__kernel void read_locals(PLACE_ARGUMENTS, __global float* out) {
    ME_OF_PLACE
    int count = me->rig->node_count;
    __global const gpu_Node* node = node_at(me, (int)get_global_id(1));
    __global const gpu_NodeRest* rest = list_at(me, node->rest);
    __global float* to = out + (i * (size_t)count + (size_t)node->file_node) * 10;
    float3 t = local_translation(me, node), s = vec3_at(rest->scale);
    float4 q = rotation_by(me, node->rotation);
    to[0] = t.x, to[1] = t.y, to[2] = t.z;
    to[3] = q.x, to[4] = q.y, to[5] = q.z, to[6] = q.w;
    to[7] = s.x, to[8] = s.y, to[9] = s.z;
}

/* Rotations of spring joints, one for each joint of the rig. */
__kernel void read_springs(PLACE_ARGUMENTS, __global float* out) {
    ME_OF_PLACE
    int p = (int)get_global_id(1), joints = me->rig->joint_count, pairs = me->rig->pair_count;
    if (p >= pairs) return;
    int joint = pair_at(me, p)->step.joint;
    float4 q = load4(me, me->rotation, me->rig->rows.shown + 4 * p);
    __global float* to = out + (i * (size_t)joints + (size_t)joint) * 4;
    to[0] = q.x, to[1] = q.y, to[2] = q.z, to[3] = q.w;
}
