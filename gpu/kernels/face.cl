/* SPDX-License-Identifier: MIT */
/* Gaze, expressions, eyes and constraints: look_at_step.c, expression_step.c and
 * constraint_step.c of src/runtime/lanes. One lane computes them for its avatar: they are short, and
 * each step depends on the one before. */

/* ---- Range maps ---- */

float curve_at(__global const gpu_CurveKey* keys, int count, float x) {
    if (x <= keys[0].time) return keys[0].value;
    for (int i = 1; i < count; i++) {
        gpu_CurveKey a = keys[i - 1], b = keys[i];
        if (x > b.time) continue;
        float dt = b.time - a.time;
        if (!(dt > 0.0f)) return b.value;
        float s = (x - a.time) / dt, s2 = s * s, s3 = s2 * s;
        return (2.0f * s3 - 3.0f * s2 + 1.0f) * a.value + (s3 - 2.0f * s2 + s) * dt * a.out_tangent +
               (3.0f * s2 - 2.0f * s3) * b.value + (s3 - s2) * dt * b.in_tangent;
    }
    return keys[count - 1].value;
}

/* `which`: MAP_... */
float map_range(const Me* me, int which, float degrees) {
    __global const gpu_RangeMap* map = &me->rig->look_at.maps[which];
    __global const gpu_CurveKey* keys = list_at(me, me->rig->look_at.curve_keys);
    float angle = fabs(degrees), range = map->input_max;
    if (angle == 0.0f && map->key_count == 0) return 0.0f;
    float x = angle < range ? angle / range : angle > 0.0f ? 1.0f : 0.0f;
    if (map->key_count > 0) x = within(curve_at(keys + map->first_key, map->key_count, x), 1e6f);
    return x * map->output_scale;
}

float with_sign(float size, float of) { return of < 0.0f ? -size : size; }

/* ---- Gaze ---- */

bool is_looking(const Me* me, uint flags) {
    return me->rig->look_at.is_present && (flags & F_STAGE_LOOK_AT) &&
           (flags & (F_GAZE_TARGET | F_GAZE_ANGLES));
}

/* The head is posed with what the host set; nodes that sway as the last step left them. */
void measure_gaze(const Me* me) {
    World w = root_world(me);
    __global const gpu_LookAt* look = &me->rig->look_at;
    __global const int* chain = list_at(me, look->head_chain);
    __global const int* rows = list_at(me, look->head_chain_rows);
    for (int i = 0; i < look->head_chain_count; i++) {
        int node = chain[i], row = rows[i];
        float4 q = row >= 0 ? load4(me, me->rotation, row)
                            : load4(me, me->input, me->rig->rows.rotations + 4 * node);
        w = pose_node(me, w, node_at(me, node), q);
    }
    float4 space = quat_mul(w.rotation, vec4_at(look->to_forward));
    float3 origin = w.position + rotate3(w.rotation, vec3_at(look->offset) * w.scale);
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
            if (me->rig->look_at.expressions[i] == e) return look[i];
    return ROW(input, me->rig->rows.expressions + e);
}

float binary_value(int rule, float value) {
    if (rule == 1) return value > 0.5f ? 1.0f : 0.0f;
    if (rule == 2) return value > 0.0f ? 1.0f : 0.0f;
    return value;
}

void add_binds(const Me* me, __global const gpu_Expression* e, float weight) {
    __global const gpu_MorphBind* morphs = list_at(me, me->rig->morph_binds);
    __global const gpu_ValueBind* values = list_at(me, me->rig->value_binds);
    morphs += e->first_morph_bind;
    values += e->first_value_bind;
    for (int b = 0; b < e->morph_bind_count; b++)
        ROW(face, me->rig->rows.out_morphs + morphs[b].morph) += weight * morphs[b].weight;
    for (int b = 0; b < e->value_bind_count; b++) {
        int row = me->rig->rows.out_values + 4 * values[b].value;
        for (int i = 0; i < 4; i++) ROW(face, row + i) += weight * values[b].delta[i];
    }
}

/* How much of each category the expressions override. */
void find_rates(const Me* me, bool looks, const float* look, float* rates) {
    __global const gpu_Expression* e = list_at(me, me->rig->expressions);
    for (int c = 0; c < 4; c++) rates[c] = 0.0f;
    for (int i = 0; i < me->rig->expression_count; i++, e++) {
        float out = binary_value(e->binary, asked_weight(me, i, looks, look));
        for (int c = 1; c < 4; c++) {
            if (e->overrides[c] == 1)
                rates[c] += out > 0.0f ? 1.0f : 0.0f;
            else if (e->overrides[c] == 2)
                rates[c] += out;
        }
    }
    for (int c = 1; c < 4; c++) rates[c] = rates[c] < 1.0f ? rates[c] : 1.0f;
}

/* The weights of expressions, and their sums for morphs and values. */
void sum_expressions(const Me* me, bool looks, const float* look, const float* rates) {
    __global const gpu_Expression* e = list_at(me, me->rig->expressions);
    for (int i = 0; i < me->rig->expression_count; i++, e++) {
        float asked = asked_weight(me, i, looks, look);
        float weight = binary_value(e->binary, asked);
        if (e->category != 0) {
            float rate = e->category == 1 ? rates[1] : e->category == 2 ? rates[2] : rates[3];
            weight = e->binary != 0 ? (rate <= 0.0f ? weight : 0.0f) : weight * (1.0f - rate);
        }
        ROW(face, me->rig->rows.weights + i) = weight;
        ROW(face, me->rig->rows.asked + i) = asked;
        if (weight > 0.0f) add_binds(me, e, weight);
    }
}

void step_face(const Me* me, bool looks, const float* look, bool writes) {
    float rates[4];
    find_rates(me, looks, look, rates);
    ROW(state, ST_LOOK_RATE) = rates[3];
    if (!writes) return;
    __global const int* list = list_at(me, me->rig->morphs);
    __global const float* bases = list_at(me, me->rig->values);
    int reached = me->rig->reached_count, morphs = me->rig->rows.out_morphs;
    for (int i = 0; i < reached; i++) ROW(face, morphs + list[i]) = 0.0f;
    for (int i = 0; i < 4 * me->rig->value_count; i++)
        ROW(face, me->rig->rows.out_values + i) = bases[i];
    sum_expressions(me, looks, look, rates);
    /* What expressions make of a morph is added to what was set for it. */
    int inputs = me->rig->rows.morphs;
    for (int i = 0; i < me->rig->morph_count; i++) {
        float set = ROW(input, inputs + list[i]);
        int row = morphs + list[i];
        ROW(face, row) = i < reached ? set + ROW(face, row) : set;
    }
}

/* ---- Eyes ---- */

float4 eye_rotation(const Me* me, int eye, __global const gpu_Bone* bone, float yaw, float pitch) {
    bool is_outer = (yaw > 0.0f) == (eye == 0);
    float yaw_out = with_sign(map_range(me, is_outer ? MAP_OUTER : MAP_INNER, yaw), yaw);
    float pitch_out = with_sign(map_range(me, pitch > 0.0f ? MAP_DOWN : MAP_UP, pitch), pitch);
    float2 y = sincos_of(yaw_out * (0.5f * TO_RADIANS));
    float2 x = sincos_of(pitch_out * (0.5f * TO_RADIANS));
    float4 e = (float4)(x.x * y.y, x.y * y.x, -(x.x * y.x), x.y * y.y);
    if (me->rig->facing < 0) e = (float4)(-e.x, e.y, -e.z, e.w);
    return quat_mul(quat_mul(vec4_at(bone->parent_inverse), e), vec4_at(bone->world));
}

void turn_eyes(const Me* me) {
    float keep = me->rig->damps_eyes ? 1.0f - ROW(state, ST_LOOK_RATE) : 1.0f;
    float yaw = ROW(input, IN_GAZE + 3) * keep, pitch = ROW(input, IN_GAZE + 4) * keep;
    for (int i = 0; i < 2; i++) {
        if (me->rig->look_at.eye_bones[i] < 0) continue;
        __global const gpu_Bone* bone = bone_at(me, me->rig->look_at.eye_bones[i]);
        int row = ~node_at(me, bone->node)->rotation;
        store4(me, me->rotation, row, eye_rotation(me, i, bone, yaw, pitch));
    }
}

/* ---- Constraints ---- */

World posed_world(const Me* me, int world) {
    if (world < 0) return root_world(me);
    return load_world(me, me->scratch, me->rig->rows.posed + 8 * world);
}

float4 roll_target(__global const gpu_Constraint* c, float4 source) {
    float4 d = quat_mul(quat_mul(vec4_at(c->before), source), vec4_at(c->after));
    float3 axis = vec3_at(c->axis);
    float along = dot3(d.xyz, axis);
    float square = along * along + d.w * d.w;
    bool has_twist = square > 1e-12f;
    float size = 1.0f / sqrt(has_twist ? square : 1.0f);
    along = has_twist ? along * size : 0.0f;
    float4 twist = (float4)(axis * along, has_twist ? d.w * size : 1.0f);
    return quat_mul(vec4_at(c->rest), twist);
}

float3 slot_position(const Me* me, World above, int node) {
    float3 arm = local_translation(me, node_at(me, node)) * above.scale;
    return above.position + rotate3(above.rotation, arm);
}

float4 aim_target(const Me* me, __global const gpu_Constraint* c) {
    World above = posed_world(me, c->above);
    World source_above = posed_world(me, c->source_above);
    float3 to_source = normalize3(slot_position(me, source_above, c->source) -
                                  slot_position(me, above, c->node));
    float4 rest = vec4_at(c->rest);
    if (dot3(to_source, to_source) == 0.0f) return rest;
    float3 goal = normalize3(rotate3(conjugate(above.rotation), to_source));
    return quat_mul(from_to(vec3_at(c->axis), goal), rest);
}

void run_constraint(const Me* me, __global const gpu_Constraint* c) {
    float4 turned;
    if (c->type == 1) {
        turned = aim_target(me, c);
    } else {
        float4 source = rotation_by(me, c->source_rotation);
        turned = c->type == 0 ? roll_target(c, source) : quat_mul(vec4_at(c->before), source);
    }
    if (c->weight < 1.0f) turned = slerp4(vec4_at(c->rest), turned, c->weight);
    store4(me, me->rotation, c->target, turned);
}

void step_constraints(const Me* me) {
    __global const gpu_Constraint* constraints = list_at(me, me->rig->constraints);
    __global const gpu_ConstraintStep* step = list_at(me, me->rig->constraint_steps);
    int count = me->rig->constraint_step_count;
    for (int i = 0; i < count; i++, step++) {
        if (step->constraint >= 0) {
            run_constraint(me, constraints + step->constraint);
            continue;
        }
        __global const gpu_Node* node = node_at(me, step->node);
        World w = pose_node(me, posed_world(me, step->above), node, rotation_by(me, node->rotation));
        store_world(me, me->scratch, me->rig->rows.posed + 8 * step->posed, w);
    }
}

/* ---- All of it ---- */

/* Joints that are read before the springs run stand as the last frame showed them; those that
 * begin anew stand at rest, those without springs as the host set them. */
void show_early(const Me* me, uint flags) {
    if ((flags & F_STAGE_SPRINGS) && !(flags & F_TO_REST)) return;
    __global const int* list = list_at(me, me->rig->early);
    for (int i = 0; i < me->rig->early_count; i++) {
        __global const gpu_PairStep* pair = &pair_at(me, list[i])->step;
        float4 q = flags & F_STAGE_SPRINGS
                       ? pair->rest
                       : load4(me, me->input, me->rig->rows.rotations + 4 * pair->node);
        store4(me, me->rotation, me->rig->rows.shown + 4 * list[i], q);
    }
}

/* Nodes that eyes and constraints turn begin as the host set them. */
void set_driven(const Me* me) {
    __global const int* nodes = list_at(me, me->rig->driven);
    for (int i = 0; i < me->rig->driven_count; i++)
        store4(me, me->rotation, me->rig->rows.driven + 4 * i,
               load4(me, me->input, me->rig->rows.rotations + 4 * nodes[i]));
}

/* The weights of lookUp, lookDown, lookLeft and lookRight. */
void weigh_looks(const Me* me, float* look) {
    float yaw = ROW(input, IN_GAZE + 3), pitch = ROW(input, IN_GAZE + 4);
    bool is_down = pitch > 0.0f, is_left = yaw > 0.0f;
    float across = clamp_to(map_range(me, MAP_OUTER, yaw), 0.0f, 1.0f);
    float upright = clamp_to(map_range(me, is_down ? MAP_DOWN : MAP_UP, pitch), 0.0f, 1.0f);
    look[0] = is_down ? 0.0f : upright;
    look[1] = is_down ? upright : 0.0f;
    look[2] = is_left ? across : 0.0f;
    look[3] = is_left ? 0.0f : across;
}

/* Returns the flags of the frame. */
uint step_gaze_and_face(const Me* me, const gpu_Frame* frame, uint flags) {
    if (ONE_LANE) {
        bool looks = is_looking(me, flags);
        bool is_face = me->rig->look_at.type == 1;
        float look[4];
        show_early(me, flags);
        if (looks && (flags & F_GAZE_TARGET)) measure_gaze(me);
        set_driven(me);
        if (looks && is_face) weigh_looks(me, look);
        bool changes = (flags & F_FACE_CHANGED) || (looks && is_face);
        bool has_face = me->rig->expression_count > 0 || me->rig->morph_count > 0;
        if (changes && has_face && (flags & F_STAGE_EXPRESSIONS))
            step_face(me, looks && is_face, look, (frame->outputs & O_FACE) != 0);
        if (looks && !is_face) turn_eyes(me);
        if (flags & F_STAGE_CONSTRAINTS) step_constraints(me);
    }
    return flags & F_STAGE_EXPRESSIONS ? flags & ~(uint)F_FACE_CHANGED : flags;
}
