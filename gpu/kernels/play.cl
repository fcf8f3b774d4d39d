/* SPDX-License-Identifier: MIT */
/* A clip on the device: src/runtime/clip.c and the part of play.c for one player at full weight.
 * Bones are divided among the lanes; hips, gaze and expressions are one lane's. */

typedef struct Moment {
    int key;
    bool is_between;
    float part, span;
} Moment;

#define M_NUMBER(at) as_float(motion[at])

Moment find_moment(__global const int* motion, int times, int count, float time) {
    Moment m = {0, false, 0.0f, 0.0f};
    int low = 0, high = count - 1;
    if (!(time > M_NUMBER(times))) return m;
    if (time >= M_NUMBER(times + high)) {
        m.key = high;
        return m;
    }
    while (high - low > 1) {
        int middle = low + (high - low) / 2;
        if (M_NUMBER(times + middle) <= time)
            low = middle;
        else
            high = middle;
    }
    m.key = low;
    m.is_between = true;
    m.span = M_NUMBER(times + high) - M_NUMBER(times + low);
    m.part = (time - M_NUMBER(times + low)) / m.span;
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

float4 key_at(__global const int* motion, int at) {
    return (float4)(M_NUMBER(at), M_NUMBER(at + 1), M_NUMBER(at + 2), M_NUMBER(at + 3));
}

float4 track_at(__global const int* motion, int track, float time) {
    int interpolation = motion[track + TRACK_INTERPOLATION], keys = motion[track + TRACK_KEYS];
    bool turns = motion[track + TRACK_TURNS] != 0;
    Moment m = find_moment(motion, motion[track + TRACK_TIMES], motion[track + TRACK_COUNT], time);
    if (interpolation == 2) {
        int at = keys + 4 * (3 * m.key + 1);
        float4 a = key_at(motion, at);
        if (m.is_between) {
            float4 out = key_at(motion, at + 4), in = key_at(motion, at + 8);
            float4 b = key_at(motion, at + 12);
            a = (float4)(hermite(a.x, out.x, b.x, in.x, m), hermite(a.y, out.y, b.y, in.y, m),
                         hermite(a.z, out.z, b.z, in.z, m), hermite(a.w, out.w, b.w, in.w, m));
        }
        return turns ? normalize4(a) : a;
    }
    float4 a = key_at(motion, keys + 4 * m.key);
    if (!m.is_between || interpolation == 1) return a;
    float4 b = key_at(motion, keys + 4 * (m.key + 1));
    if (turns) return slerp_keys(a, b, m.part);
    return (float4)(a.x + (b.x - a.x) * m.part, a.y + (b.y - a.y) * m.part,
                    a.z + (b.z - a.z) * m.part, a.w + (b.w - a.w) * m.part);
}

/* ---- Bones: src/runtime/input.c ---- */

/* `n`: normalized, with what missing bones above were given. */
void turn_node(const Me* me, int bone, float4 n) {
    int at = word(me, T_BONES) + bone * BONE_WORDS;
    int node = word(me, at + BONE_NODE);
    if (node < 0) return;
    float turn = word(me, T_FACING) < 0 ? -1.0f : 1.0f;
    n.x = n.x * turn;
    n.z = n.z * turn;
    n = quat_mul(vec4_at(me, at + BONE_BEFORE), n);
    n = quat_mul(n, vec4_at(me, at + BONE_AFTER));
    store4(me, me->input, word(me, T_ROW_ROTATIONS) + 4 * node, normalize4(n));
}

/* Those that carry missing bones, of which `low` and `high` turned some: after all others. */
void turn_carriers(const Me* me, uint low, uint high) {
    int list = word(me, T_CARRIERS), rows = word(me, T_ROW_POSE);
    for (int i = 0; i < word(me, T_CARRIER_COUNT); i++) {
        int bone = word(me, list + i), at = word(me, T_BONES) + bone * BONE_WORDS;
        bool is_turned = ((bone < 32 ? low >> bone : high >> (bone - 32)) & 1u) != 0;
        float4 n = load4(me, me->input, rows + 4 * word(me, at + BONE_POSE));
        int missing = word(me, at + BONE_MISSING);
        for (int k = 0; k < word(me, at + BONE_MISSING_COUNT); k++) {
            int b = word(me, missing + k);
            int row = word(me, word(me, T_BONES) + b * BONE_WORDS + BONE_POSE);
            n = quat_mul(load4(me, me->input, rows + 4 * row), n);
            is_turned = is_turned || ((b < 32 ? low >> b : high >> (b - 32)) & 1u) != 0;
        }
        if (is_turned) turn_node(me, bone, n);
    }
}

/* The hips go to rest position + offset in model space, whatever the nodes above them do. */
void place_hips(const Me* me) {
    int hips = word(me, T_HIPS), chain = word(me, T_HIPS_CHAIN);
    if (hips < 0) return;
    Affine above = {{(float4)(1.0f, 0.0f, 0.0f, 0.0f), (float4)(0.0f, 1.0f, 0.0f, 0.0f),
                     (float4)(0.0f, 0.0f, 1.0f, 0.0f)}};
    for (int i = 0; i < word(me, T_HIPS_CHAIN_COUNT); i++) {
        int node = word(me, chain + i), at = node_at(me, node);
        float4 q = load4(me, me->input, word(me, T_ROW_ROTATIONS) + 4 * node);
        int rest = word(me, at + NODE_REST);
        above = affine_bound(affine_mul(
            above, affine_of(vec3_at(me, at + NODE_TRANSLATION), q, vec3_at(me, rest + 4))));
    }
    float3 offset = load3(me, me->input, IN_HIPS + 3);
    if (word(me, T_FACING) < 0) offset = (float3)(-offset.x, offset.y, -offset.z);
    float3 goal = vec3_at(me, T_HIPS_REST) + offset;
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

float advance_player(const Me* me, __global const int* motion, float dt) {
    float time = ROW(input, IN_PLAYER + 1) + dt * ROW(input, IN_PLAYER + 2);
    bool loops = as_uint(ROW(input, IN_PLAYER + 3)) != 0;
    float duration = M_NUMBER(M_DURATION);
    if (!is_finite(time)) time = 0.0f;
    if (!(duration > 0.0f)) {
        time = 0.0f;
    } else if (!loops) {
        time = clamp_to(time, 0.0f, duration);
    } else if (time < 0.0f || time >= duration) {
        time = fmod(time, duration);
        if (time < 0.0f) time += duration;
    }
    return time;
}

/* `motions`: all of them, the first word of each is found in the list at the beginning. */
uint play(const Me* me, const Frame* frame, __global const int* motions, uint flags) {
    uint which = as_uint(ROW(input, IN_PLAYER));
    bool plays = (flags & F_PLAYS) != 0 && which > 0 && which <= (uint)motions[0];
    __global const int* motion = motions + (plays ? motions[which] : 0);
    float time = plays ? advance_player(me, motion, frame->dt) : 0.0f;
    LANE_BARRIER;
    if (plays) {
        if (ONE_LANE) ROW(input, IN_PLAYER + 1) = time;
        FOR_LANES(i, motion[M_TRACK_COUNT]) {
            int track = motion[M_TRACKS] + i * TRACK_WORDS, bone = motion[track + TRACK_BONE];
            int at = word(me, T_BONES) + bone * BONE_WORDS;
            float4 n = track_at(motion, track, time);
            if (word(me, at + BONE_POSE) >= 0)
                store4(me, me->input, word(me, T_ROW_POSE) + 4 * word(me, at + BONE_POSE), n);
            if (word(me, at + BONE_MISSING_COUNT) == 0) turn_node(me, bone, n);
        }
    }
    LANE_BARRIER;
    if (plays && ONE_LANE) {
        turn_carriers(me, (uint)motion[M_BONES], (uint)motion[M_BONES + 1]);
        if (motion[M_HIPS] != 0) {
            float3 offset = track_at(motion, motion[M_HIPS], time).xyz;
            if (motion[M_FITS]) {
                float3 rest = (float3)(M_NUMBER(M_HIPS_REST), M_NUMBER(M_HIPS_REST + 1),
                                       M_NUMBER(M_HIPS_REST + 2));
                float3 own = (float3)(M_NUMBER(M_RIG_REST), M_NUMBER(M_RIG_REST + 1),
                                      M_NUMBER(M_RIG_REST + 2));
                offset = within3((rest + offset) * M_NUMBER(M_RATIO) - own, 1e6f);
            }
            store3(me, me->input, IN_HIPS + 3, within3(offset, 1e6f));
            place_hips(me);
        }
        if (motion[M_GAZE] != 0 && word(me, T_LOOK_PRESENT)) {
            float2 degrees = gaze_degrees(track_at(motion, motion[M_GAZE], time));
            ROW(input, IN_GAZE + 3) = within(degrees.x, 360.0f);
            ROW(input, IN_GAZE + 4) = within(degrees.y, 360.0f);
        }
        int list = motion[M_EXPRESSIONS];
        for (int i = 0; i < motion[M_EXPRESSION_COUNT]; i++) {
            float weight = clamp_to(track_at(motion, motion[list + 2 * i + 1], time).x, 0.0f, 1.0f);
            ROW(input, word(me, T_ROW_EXPRESSIONS) + motion[list + 2 * i]) = weight;
        }
    }
    if (!plays) return flags;
    if (motion[M_HIPS] != 0) flags |= F_HIPS_MOVED;
    if (motion[M_GAZE] != 0 && word(me, T_LOOK_PRESENT))
        flags = (flags & ~(uint)F_GAZE_TARGET) | F_GAZE_ANGLES | F_FACE_CHANGED;
    if (motion[M_EXPRESSION_COUNT] > 0) flags |= F_FACE_CHANGED;
    return flags;
}
