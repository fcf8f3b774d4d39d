/* SPDX-License-Identifier: MIT */
/* Gaze, expressions, eyes and constraints: look_at.c, expression.c and constraint.c of
 * src/runtime/lanes. One lane computes them for its avatar: they are short, and each step depends on
 * the one before. */

/* ---- Range maps ---- */

float curve_at(const Me* me, int first, int count, float x) {
    int keys = word(me, T_CURVE_KEYS) + 4 * first;
    if (x <= number(me, keys)) return number(me, keys + 1);
    for (int i = 1; i < count; i++) {
        float4 a = vec4_at(me, keys + 4 * (i - 1)), b = vec4_at(me, keys + 4 * i);
        if (x > b.x) continue;
        float dt = b.x - a.x;
        if (!(dt > 0.0f)) return b.y;
        float s = (x - a.x) / dt, s2 = s * s, s3 = s2 * s;
        return (2.0f * s3 - 3.0f * s2 + 1.0f) * a.y + (s3 - 2.0f * s2 + s) * dt * a.w +
               (3.0f * s2 - 2.0f * s3) * b.y + (s3 - s2) * dt * b.z;
    }
    return number(me, keys + 4 * (count - 1) + 1);
}

enum { MAP_INNER, MAP_OUTER, MAP_DOWN, MAP_UP };

float map_range(const Me* me, int which, float degrees) {
    int map = T_LOOK_MAPS + which * MAP_WORDS;
    float angle = fabs(degrees), range = number(me, map);
    int keys = word(me, map + 3);
    if (angle == 0.0f && keys == 0) return 0.0f;
    float x = angle < range ? angle / range : angle > 0.0f ? 1.0f : 0.0f;
    if (keys > 0) x = within(curve_at(me, word(me, map + 2), keys, x), 1e6f);
    return x * number(me, map + 1);
}

float with_sign(float size, float of) { return of < 0.0f ? -size : size; }

/* ---- Gaze ---- */

bool is_looking(const Me* me, uint flags) {
    return word(me, T_LOOK_PRESENT) && (flags & F_STAGE_LOOK_AT) &&
           (flags & (F_GAZE_TARGET | F_GAZE_ANGLES));
}

/* The head is posed with what the host set; nodes that sway as the last step left them. */
void measure_gaze(const Me* me) {
    World w = root_world(me);
    int chain = word(me, T_HEAD_CHAIN), count = word(me, T_HEAD_CHAIN_COUNT);
    for (int i = 0; i < count; i++) {
        int node = word(me, chain + i), row = word(me, chain + count + i);
        float4 q = row >= 0 ? load4(me, me->rotation, row)
                            : load4(me, me->input, word(me, T_ROW_ROTATIONS) + 4 * node);
        w = pose_node(me, w, node, q);
    }
    float4 space = quat_mul(w.rotation, vec4_at(me, T_LOOK_FORWARD));
    float3 origin = w.position + rotate3(w.rotation, vec3_at(me, T_LOOK_OFFSET) * w.scale);
    float3 d = rotate3(conjugate(space), load3(me, me->input, IN_GAZE) - origin);
    float level = length3((float3)(d.x, 0.0f, d.z));
    ROW(input, IN_GAZE + 3) = atan2_of(d.x, d.z) * TO_DEGREES;
    ROW(input, IN_GAZE + 4) = atan2_of(-d.y, level) * TO_DEGREES;
}

/* ---- Expressions ---- */

/* What is asked for, with the gaze over the host's own look weights. */
float asked_weight(const Me* me, int e, bool looks, const float* look) {
    if (looks)
        for (int i = 0; i < 4; i++)
            if (word(me, T_LOOK_EXPRESSIONS + i) == e) return look[i];
    return ROW(input, word(me, T_ROW_EXPRESSIONS) + e);
}

float binary_value(int rule, float value) {
    if (rule == 1) return value > 0.5f ? 1.0f : 0.0f;
    if (rule == 2) return value > 0.0f ? 1.0f : 0.0f;
    return value;
}

void add_binds(const Me* me, int at, float weight) {
    int binds = word(me, T_MORPH_BINDS) + 2 * word(me, at + EXPRESSION_MORPHS);
    int morphs = word(me, T_ROW_OUT_MORPHS), values = word(me, T_ROW_OUT_VALUES);
    for (int b = 0; b < word(me, at + EXPRESSION_MORPH_COUNT); b++)
        ROW(face, morphs + word(me, binds + 2 * b)) += weight * number(me, binds + 2 * b + 1);
    binds = word(me, T_VALUE_BINDS) + 5 * word(me, at + EXPRESSION_VALUES);
    for (int b = 0; b < word(me, at + EXPRESSION_VALUE_COUNT); b++) {
        int row = values + 4 * word(me, binds + 5 * b);
        for (int i = 0; i < 4; i++) ROW(face, row + i) += weight * number(me, binds + 5 * b + 1 + i);
    }
}

void step_face(const Me* me, bool looks, const float* look, bool writes) {
    int count = word(me, T_EXPRESSION_COUNT), first = word(me, T_EXPRESSIONS);
    float rates[4] = {0.0f, 0.0f, 0.0f, 0.0f};
    for (int e = 0; e < count; e++) {
        int at = first + e * EXPRESSION_WORDS;
        float out = binary_value(word(me, at + EXPRESSION_BINARY), asked_weight(me, e, looks, look));
        for (int c = 1; c < 4; c++) {
            int rule = word(me, at + EXPRESSION_OVERRIDES + c);
            if (rule == 1)
                rates[c] += out > 0.0f ? 1.0f : 0.0f;
            else if (rule == 2)
                rates[c] += out;
        }
    }
    for (int c = 1; c < 4; c++) rates[c] = rates[c] < 1.0f ? rates[c] : 1.0f;
    ROW(state, ST_LOOK_RATE) = rates[3];
    if (!writes) return;
    int reached = word(me, T_REACHED), reached_count = word(me, T_REACHED_COUNT);
    int morphs = word(me, T_ROW_OUT_MORPHS), values = word(me, T_ROW_OUT_VALUES);
    for (int i = 0; i < reached_count; i++) ROW(face, morphs + word(me, reached + i)) = 0.0f;
    for (int i = 0; i < 4 * word(me, T_VALUE_COUNT); i++)
        ROW(face, values + i) = number(me, word(me, T_VALUES) + i);
    for (int e = 0; e < count; e++) {
        int at = first + e * EXPRESSION_WORDS;
        float asked = asked_weight(me, e, looks, look);
        int rule = word(me, at + EXPRESSION_BINARY), category = word(me, at + EXPRESSION_CATEGORY);
        float weight = binary_value(rule, asked);
        if (category != 0) {
            float rate = category == 1 ? rates[1] : category == 2 ? rates[2] : rates[3];
            weight = rule != 0 ? (rate <= 0.0f ? weight : 0.0f) : weight * (1.0f - rate);
        }
        ROW(face, word(me, T_ROW_WEIGHTS) + e) = weight;
        ROW(face, word(me, T_ROW_ASKED) + e) = asked;
        if (weight > 0.0f) add_binds(me, at, weight);
    }
    /* What expressions make of a morph is added to what was set for it. */
    int inputs = word(me, T_ROW_MORPHS);
    for (int i = 0; i < reached_count; i++) {
        int m = word(me, reached + i);
        ROW(face, morphs + m) = ROW(input, inputs + m) + ROW(face, morphs + m);
    }
    /* Those that no expression reaches stand behind the others in the list. */
    int others = word(me, T_MORPH_COUNT) - reached_count;
    for (int i = 0; i < others; i++) {
        int m = word(me, reached + reached_count + i);
        ROW(face, morphs + m) = ROW(input, inputs + m);
    }
}

/* ---- Eyes ---- */

float4 eye_rotation(const Me* me, int eye, int bone, float yaw, float pitch) {
    bool is_outer = (yaw > 0.0f) == (eye == 0);
    float yaw_out = with_sign(map_range(me, is_outer ? MAP_OUTER : MAP_INNER, yaw), yaw);
    float pitch_out = with_sign(map_range(me, pitch > 0.0f ? MAP_DOWN : MAP_UP, pitch), pitch);
    float2 y = sincos_of(yaw_out * (0.5f * TO_RADIANS));
    float2 x = sincos_of(pitch_out * (0.5f * TO_RADIANS));
    float4 e = (float4)(x.x * y.y, x.y * y.x, -(x.x * y.x), x.y * y.y);
    if (word(me, T_FACING) < 0) e = (float4)(-e.x, e.y, -e.z, e.w);
    int at = word(me, T_BONES) + bone * BONE_WORDS;
    return quat_mul(quat_mul(vec4_at(me, at + BONE_BEFORE), e), vec4_at(me, at + BONE_AFTER));
}

void turn_eyes(const Me* me) {
    float keep = word(me, T_DAMPS_EYES) ? 1.0f - ROW(state, ST_LOOK_RATE) : 1.0f;
    float yaw = ROW(input, IN_GAZE + 3) * keep, pitch = ROW(input, IN_GAZE + 4) * keep;
    for (int i = 0; i < 2; i++) {
        int bone = word(me, T_LOOK_EYES + i);
        if (bone < 0) continue;
        int node = word(me, word(me, T_BONES) + bone * BONE_WORDS + BONE_NODE);
        int row = ~word(me, node_at(me, node) + NODE_ROTATION);
        store4(me, me->rotation, row, eye_rotation(me, i, bone, yaw, pitch));
    }
}

/* ---- Constraints ---- */

World posed_world(const Me* me, int place) {
    if (place < 0) return root_world(me);
    return load_world(me, me->scratch, word(me, T_ROW_POSED) + 8 * place);
}

float4 roll_target(const Me* me, int c, float4 source) {
    float4 d = quat_mul(quat_mul(vec4_at(me, c + CONSTRAINT_BEFORE), source),
                        vec4_at(me, c + CONSTRAINT_AFTER));
    float3 axis = vec3_at(me, c + CONSTRAINT_AXIS);
    float along = dot3(d.xyz, axis);
    float square = along * along + d.w * d.w;
    bool has_twist = square > 1e-12f;
    float size = 1.0f / sqrt(has_twist ? square : 1.0f);
    along = has_twist ? along * size : 0.0f;
    float4 twist = (float4)(axis * along, has_twist ? d.w * size : 1.0f);
    return quat_mul(vec4_at(me, c + CONSTRAINT_REST), twist);
}

float3 slot_position(const Me* me, World above, int node) {
    float3 arm = local_translation(me, node) * above.scale;
    return above.position + rotate3(above.rotation, arm);
}

float4 aim_target(const Me* me, int c) {
    World above = posed_world(me, word(me, c + CONSTRAINT_ABOVE));
    World source_above = posed_world(me, word(me, c + CONSTRAINT_SOURCE_ABOVE));
    float3 to_source =
        normalize3(slot_position(me, source_above, word(me, c + CONSTRAINT_SOURCE_NODE)) -
                   slot_position(me, above, word(me, c + CONSTRAINT_NODE)));
    float4 rest = vec4_at(me, c + CONSTRAINT_REST);
    if (dot3(to_source, to_source) == 0.0f) return rest;
    float3 goal = normalize3(rotate3(conjugate(above.rotation), to_source));
    return quat_mul(from_to(vec3_at(me, c + CONSTRAINT_AXIS), goal), rest);
}

void run_constraint(const Me* me, int c) {
    int type = word(me, c + CONSTRAINT_TYPE);
    float weight = number(me, c + CONSTRAINT_WEIGHT);
    float4 turned;
    if (type == 1) {
        turned = aim_target(me, c);
    } else {
        float4 source = rotation_by(me, word(me, c + CONSTRAINT_SOURCE));
        turned = type == 0 ? roll_target(me, c, source)
                           : quat_mul(vec4_at(me, c + CONSTRAINT_BEFORE), source);
    }
    if (weight < 1.0f) turned = slerp4(vec4_at(me, c + CONSTRAINT_REST), turned, weight);
    store4(me, me->rotation, word(me, c + CONSTRAINT_TARGET), turned);
}

void step_constraints(const Me* me) {
    int steps = word(me, T_CONSTRAINT_STEPS), count = word(me, T_CONSTRAINT_STEP_COUNT);
    for (int i = 0; i < count; i++, steps += STEP_WORDS) {
        int constraint = word(me, steps);
        if (constraint >= 0) {
            run_constraint(me, word(me, T_CONSTRAINTS) + constraint * CONSTRAINT_WORDS);
            continue;
        }
        int node = word(me, steps + 1);
        float4 q = rotation_by(me, word(me, node_at(me, node) + NODE_ROTATION));
        World w = pose_node(me, posed_world(me, word(me, steps + 2)), node, q);
        store_world(me, me->scratch, word(me, T_ROW_POSED) + 8 * word(me, steps + 3), w);
    }
}

/* ---- All of it ---- */

/* Joints that are read before the springs run stand as the last frame showed them; those that
 * begin anew stand at rest, those without springs as the host set them. */
void show_early(const Me* me, uint flags) {
    if ((flags & F_STAGE_SPRINGS) && !(flags & F_TO_REST)) return;
    int list = word(me, T_EARLY);
    for (int i = 0; i < word(me, T_EARLY_COUNT); i++) {
        int p = word(me, list + i), pair = pair_at(me, p);
        float4 q = flags & F_STAGE_SPRINGS
                       ? vec4_at(me, pair + PAIR_REST)
                       : load4(me, me->input, word(me, T_ROW_ROTATIONS) +
                                                  4 * word(me, pair + PAIR_NODE));
        store4(me, me->rotation, word(me, T_ROW_SHOWN) + 4 * p, q);
    }
}

/* Returns the flags of the frame. */
uint step_gaze_and_face(const Me* me, const Frame* frame, uint flags) {
    if (ONE_LANE) {
        bool looks = is_looking(me, flags);
        bool is_face = word(me, T_LOOK_TYPE) == 1;
        float look[4];
        show_early(me, flags);
        if (looks && (flags & F_GAZE_TARGET)) measure_gaze(me);
        int driven = word(me, T_DRIVEN), rows = word(me, T_ROW_DRIVEN);
        for (int i = 0; i < word(me, T_DRIVEN_COUNT); i++)
            store4(me, me->rotation, rows + 4 * i,
                   load4(me, me->input, word(me, T_ROW_ROTATIONS) + 4 * word(me, driven + i)));
        if (looks && is_face) {
            float yaw = ROW(input, IN_GAZE + 3), pitch = ROW(input, IN_GAZE + 4);
            bool is_down = pitch > 0.0f, is_left = yaw > 0.0f;
            float across = clamp_to(map_range(me, MAP_OUTER, yaw), 0.0f, 1.0f);
            float upright =
                clamp_to(map_range(me, is_down ? MAP_DOWN : MAP_UP, pitch), 0.0f, 1.0f);
            look[0] = is_down ? 0.0f : upright;
            look[1] = is_down ? upright : 0.0f;
            look[2] = is_left ? across : 0.0f;
            look[3] = is_left ? 0.0f : across;
        }
        bool changes = (flags & F_FACE_CHANGED) || (looks && is_face);
        bool has_face = word(me, T_EXPRESSION_COUNT) > 0 || word(me, T_MORPH_COUNT) > 0;
        if (changes && has_face && (flags & F_STAGE_EXPRESSIONS))
            step_face(me, looks && is_face, look, (frame->outputs & O_FACE) != 0);
        if (looks && !is_face) turn_eyes(me);
        if (flags & F_STAGE_CONSTRAINTS) step_constraints(me);
    }
    return flags & F_STAGE_EXPRESSIONS ? flags & ~(uint)F_FACE_CHANGED : flags;
}
