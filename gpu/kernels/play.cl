/* SPDX-License-Identifier: MIT */
/* A clip on the device: src/runtime/clip_sample.c and the part of play.c for one player at full weight.
 * Bones are divided among the lanes; hips, gaze and expressions are one lane's. */

typedef struct Moment {
    int key;
    bool is_between;
    float part, span;
} Moment;

__global const void* motion_list(__global const gpu_MotionTable* motion, int offset) {
    return (__global const int*)motion + offset;
}

Moment find_moment(__global const float* times, int count, float time) {
    Moment m = {0, false, 0.0f, 0.0f};
    int low = 0, high = count - 1;
    if (!(time > times[0])) return m;
    if (time >= times[high]) {
        m.key = high;
        return m;
    }
    while (high - low > 1) {
        int middle = low + (high - low) / 2;
        if (times[middle] <= time)
            low = middle;
        else
            high = middle;
    }
    m.key = low;
    m.is_between = true;
    m.span = times[high] - times[low];
    m.part = (time - times[low]) / m.span;
    return m;
}

float sine_ratio(float y) {
    return 1.0f + y * (-1.0f / 6.0f + y * (1.0f / 120.0f + y * (-1.0f / 5040.0f)));
}

float4 slerp_keys(float4 a, float4 b, float t) {
    float cosine = dot4(a, b), from = 1.0f - t, to = t;
    float from_weight, to_weight;
    if (cosine < 0.8825f) {
        float angle = acos_of(cosine);
        float sine = sincos_of(angle).x;
        from_weight = sincos_of(from * angle).x / sine;
        to_weight = sincos_of(to * angle).x / sine;
    } else {
        float d = 1.0f - cosine;
        float tail = 2.0f / 45.0f + d * (1.0f / 70.0f + d * (8.0f / 1575.0f));
        float square = (d + d) * (1.0f + d * (1.0f / 6.0f + d * tail));
        float whole = 1.0f / sine_ratio(square);
        from_weight = from * sine_ratio(from * from * square) * whole;
        to_weight = to * sine_ratio(to * to * square) * whole;
    }
    float4 q = (float4)(a.x * from_weight + b.x * to_weight, a.y * from_weight + b.y * to_weight,
                        a.z * from_weight + b.z * to_weight, a.w * from_weight + b.w * to_weight);
    return q * (1.0f / sqrt(dot4(q, q)));
}

float hermite(float v0, float out0, float v1, float in1, Moment m) {
    float s = m.part, s2 = s * s, s3 = s2 * s;
    float value = (2.0f * s3 - 3.0f * s2 + 1.0f) * v0 + (s3 - 2.0f * s2 + s) * (m.span * out0) +
                  (3.0f * s2 - 2.0f * s3) * v1 + (s3 - s2) * (m.span * in1);
    return within(value, 1e6f);
}

float4 track_at(__global const gpu_MotionTable* motion, __global const gpu_Track* track,
                float time) {
    __global const float* keys = motion_list(motion, track->keys);
    Moment m = find_moment(motion_list(motion, track->times), track->key_count, time);
    if (track->interpolation == 2) {
        keys += 4 * (3 * m.key + 1);
        float4 a = vec4_at(keys);
        if (m.is_between) {
            float4 out = vec4_at(keys + 4), in = vec4_at(keys + 8), b = vec4_at(keys + 12);
            a = (float4)(hermite(a.x, out.x, b.x, in.x, m), hermite(a.y, out.y, b.y, in.y, m),
                         hermite(a.z, out.z, b.z, in.z, m), hermite(a.w, out.w, b.w, in.w, m));
        }
        return track->turns ? normalize4(a) : a;
    }
    keys += 4 * m.key;
    float4 a = vec4_at(keys);
    if (!m.is_between || track->interpolation == 1) return a;
    float4 b = vec4_at(keys + 4);
    if (track->turns) return slerp_keys(a, b, m.part);
    return (float4)(a.x + (b.x - a.x) * m.part, a.y + (b.y - a.y) * m.part,
                    a.z + (b.z - a.z) * m.part, a.w + (b.w - a.w) * m.part);
}

/* ---- Bones: src/runtime/input.c ---- */

/* `n`: normalized, with what missing bones above were given. */
void turn_node(const Me* me, __global const gpu_Bone* bone, float4 n) {
    if (bone->node < 0) return;
    float turn = me->rig->facing < 0 ? -1.0f : 1.0f;
    n.x = n.x * turn;
    n.z = n.z * turn;
    n = quat_mul(vec4_at(bone->parent_inverse), n);
    n = quat_mul(n, vec4_at(bone->world));
    store4(me, me->input, me->rig->rows.rotations + 4 * bone->node, normalize4(n));
}

bool has_bone(uint low, uint high, int bone) {
    return ((bone < 32 ? low >> bone : high >> (bone - 32)) & 1u) != 0;
}

/* Those that carry missing bones, of which `low` and `high` turned some: after all others. */
void turn_carriers(const Me* me, uint low, uint high) {
    __global const int* carriers = list_at(me, me->rig->carriers);
    int rows = me->rig->rows.pose;
    for (int i = 0; i < me->rig->carrier_count; i++) {
        __global const gpu_Bone* bone = bone_at(me, carriers[i]);
        __global const int* missing = list_at(me, bone->missing);
        bool is_turned = has_bone(low, high, carriers[i]);
        float4 n = load4(me, me->input, rows + 4 * bone->pose);
        for (int k = 0; k < bone->missing_count; k++) {
            n = quat_mul(load4(me, me->input, rows + 4 * bone_at(me, missing[k])->pose), n);
            is_turned = is_turned || has_bone(low, high, missing[k]);
        }
        if (is_turned) turn_node(me, bone, n);
    }
}

/* Once the host has turned nodes: the own turns of carriers become those for which the nodes stay as
 * they are, so that a later turn of a missing bone is added to them. */
void derive_own_turns(const Me* me) {
    __global const int* carriers = list_at(me, me->rig->carriers);
    int rows = me->rig->rows.pose;
    float turn = me->rig->facing < 0 ? -1.0f : 1.0f;
    for (int i = 0; i < me->rig->carrier_count; i++) {
        __global const gpu_Bone* bone = bone_at(me, carriers[i]);
        __global const int* missing = list_at(me, bone->missing);
        float4 shown = load4(me, me->input, me->rig->rows.rotations + 4 * bone->node);
        float4 n = quat_mul(conjugate(vec4_at(bone->parent_inverse)), normalize4(shown));
        n = normalize4(quat_mul(n, conjugate(vec4_at(bone->world))));
        n.x = n.x * turn;
        n.z = n.z * turn;
        float4 above = (float4)(0.0f, 0.0f, 0.0f, 1.0f);
        for (int k = 0; k < bone->missing_count; k++)
            above = quat_mul(load4(me, me->input, rows + 4 * bone_at(me, missing[k])->pose), above);
        store4(me, me->input, rows + 4 * bone->pose, normalize4(quat_mul(conjugate(above), n)));
    }
}

/* The hips go to rest position + offset in model space, whatever the nodes above them do. */
void locate_hips(const Me* me) {
    __global const int* chain = list_at(me, me->rig->hips_chain);
    if (me->rig->hips < 0) return;
    Affine above = {{(float4)(1.0f, 0.0f, 0.0f, 0.0f), (float4)(0.0f, 1.0f, 0.0f, 0.0f),
                     (float4)(0.0f, 0.0f, 1.0f, 0.0f)}};
    for (int i = 0; i < me->rig->hips_chain_count; i++) {
        __global const gpu_Node* node = node_at(me, chain[i]);
        __global const gpu_NodeRest* rest = list_at(me, node->rest);
        float4 q = load4(me, me->input, me->rig->rows.rotations + 4 * chain[i]);
        above = affine_bound(
            affine_mul(above, affine_of(vec3_at(node->translation), q, vec3_at(rest->scale))));
    }
    float3 offset = load3(me, me->input, IN_HIPS + 3);
    if (me->rig->facing < 0) offset = (float3)(-offset.x, offset.y, -offset.z);
    float3 goal = vec3_at(me->rig->hips_rest) + offset;
    store3(me, me->input, IN_HIPS, within3(affine_point(affine_inverse(above), goal), 1e6f));
}

/* ---- All of it ---- */

float2 gaze_degrees(float4 q) { /* yaw, pitch: vrmi_quat_to_yxz() */
    float pitch_sine = 2.0f * (q.x * q.w - q.y * q.z), yaw;
    float pitch = asin_of(pitch_sine);
    if (fabs(pitch_sine) < 0.999999f)
        yaw = atan2_of(2.0f * (q.x * q.z + q.y * q.w), 1.0f - 2.0f * (q.x * q.x + q.y * q.y));
    else
        yaw = atan2_of(2.0f * (q.y * q.w - q.x * q.z), 1.0f - 2.0f * (q.y * q.y + q.z * q.z));
    return (float2)(yaw * TO_DEGREES, pitch * TO_DEGREES);
}

/* A time as two floats, rounded and remainder: src/runtime/play.c says why. */
float2 add_seconds(float2 a, float seconds) {
    float sum = a.x + seconds, part = sum - a.x;
    float error = (a.x - (sum - part)) + (seconds - part);
    error = error + a.y;
    float rounded = sum + error;
    return (float2)(rounded, error - (rounded - sum));
}

float2 wrap_time(float2 time, float duration) {
    if (time.x >= 0.0f && time.x < duration) return time;
    time = add_seconds((float2)(fmod(time.x, duration), time.y), 0.0f);
    if (time.x < 0.0f) time = add_seconds(time, duration);
    return time.x < duration ? time : (float2)(0.0f, 0.0f);
}

float2 advance_player(const Me* me, float duration, float dt) {
    float before = ROW(input, IN_PLAYER + 1), remainder = ROW(input, IN_PLAYER + 4);
    bool loops = as_uint(ROW(input, IN_PLAYER + 3)) != 0;
    if (!(fabs(remainder) <= fabs(before) * FLT_EPSILON)) remainder = 0.0f;
    float2 time = add_seconds((float2)(before, remainder), dt * ROW(input, IN_PLAYER + 2));
    if (!(duration > 0.0f) || !is_finite(time.x)) return (float2)(0.0f, 0.0f);
    if (loops) return wrap_time(time, duration);
    if (!(time.x > 0.0f)) return (float2)(0.0f, 0.0f);
    return time.x >= duration ? (float2)(duration, 0.0f) : time;
}

void play_bones(const Me* me, __global const gpu_MotionTable* motion, float time) {
    __global const gpu_Track* tracks = motion_list(motion, motion->tracks);
    FOR_LANES(i, motion->track_count) {
        __global const gpu_Bone* bone = bone_at(me, tracks[i].bone);
        float4 n = track_at(motion, tracks + i, time);
        if (bone->pose >= 0) store4(me, me->input, me->rig->rows.pose + 4 * bone->pose, n);
        if (bone->missing_count == 0) turn_node(me, bone, n);
    }
}

void play_hips(const Me* me, __global const gpu_MotionTable* motion, float time) {
    float3 offset = track_at(motion, motion_list(motion, motion->hips), time).xyz;
    if (motion->fits) {
        float3 rest = vec3_at(motion->hips_rest), own = vec3_at(motion->rig_rest);
        offset = within3((rest + offset) * motion->ratio - own, 1e6f);
    }
    store3(me, me->input, IN_HIPS + 3, within3(offset, 1e6f));
    locate_hips(me);
}

void play_gaze(const Me* me, __global const gpu_MotionTable* motion, float time) {
    float2 degrees = gaze_degrees(track_at(motion, motion_list(motion, motion->gaze), time));
    ROW(input, IN_GAZE + 3) = within(degrees.x, 360.0f);
    ROW(input, IN_GAZE + 4) = within(degrees.y, 360.0f);
}

void play_expressions(const Me* me, __global const gpu_MotionTable* motion, float time) {
    __global const gpu_MotionExpression* e = motion_list(motion, motion->expressions);
    for (int i = 0; i < motion->expression_count; i++, e++) {
        float weight = track_at(motion, motion_list(motion, e->track), time).x;
        ROW(input, me->rig->rows.expressions + e->target) = clamp_to(weight, 0.0f, 1.0f);
    }
}

/* `motions`: all of them, the first word of each is found in the list at the beginning. */
uint play(const Me* me, const gpu_Frame* frame, __global const int* motions, uint flags) {
    uint which = as_uint(ROW(input, IN_PLAYER));
    bool plays = (flags & F_PLAYS) != 0 && which > 0 && which <= (uint)motions[0];
    __global const gpu_MotionTable* motion =
        (__global const gpu_MotionTable*)(motions + (plays ? motions[which] : 0));
    float2 now = (float2)(0.0f, 0.0f);
    if (plays) now = advance_player(me, motion->duration, frame->dt);
    float time = now.x;
    LANE_BARRIER;
    if (plays) {
        if (ONE_LANE) {
            ROW(input, IN_PLAYER + 1) = time;
            ROW(input, IN_PLAYER + 4) = now.y;
        }
        play_bones(me, motion, time);
    }
    LANE_BARRIER;
    if (!plays) return flags;
    bool has_hips = motion->hips != 0;
    bool has_gaze = motion->gaze != 0 && me->rig->look_at.is_present;
    if (ONE_LANE) {
        turn_carriers(me, (uint)motion->bones[0], (uint)motion->bones[1]);
        if (has_hips) play_hips(me, motion, time);
        if (has_gaze) play_gaze(me, motion, time);
        play_expressions(me, motion, time);
    }
    if (has_hips) flags |= F_HIPS_MOVED;
    if (has_gaze) flags = (flags & ~(uint)F_GAZE_TARGET) | F_GAZE_ANGLES | F_FACE_CHANGED;
    if (motion->expression_count > 0) flags |= F_FACE_CHANGED;
    return flags;
}
