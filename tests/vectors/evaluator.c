/* SPDX-License-Identifier: MIT */
/* The numbers in brackets are sections of the format notes. Nothing here is fast or clever on
 * purpose: constraints are found by repetition instead of sorting, everything is recomputed. */
#include "evaluator.h"

#include <math.h>
#include <stdlib.h>

#define PI 3.14159265358979323846

/* ---- Arithmetic [3] ---- */

static Quatd mul(Quatd a, Quatd b) {
    return (Quatd){a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                   a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                   a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
                   a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

static Quatd inverse(Quatd q) {
    return (Quatd){-q.x, -q.y, -q.z, q.w};
}

static Quatd unit(Quatd q) {
    double length = sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
    if (length == 0) return (Quatd){0, 0, 0, 1};
    return (Quatd){q.x / length, q.y / length, q.z / length, q.w / length};
}

/* q * v * inverse(q), as the notes define it. */
static Vec3d rotate(Quatd q, Vec3d v) {
    Quatd r = mul(mul(q, (Quatd){v.x, v.y, v.z, 0}), inverse(q));
    return (Vec3d){r.x, r.y, r.z};
}

static double dot(Vec3d a, Vec3d b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static Vec3d sub(Vec3d a, Vec3d b) {
    return (Vec3d){a.x - b.x, a.y - b.y, a.z - b.z};
}

static Vec3d unit3(Vec3d a) {
    double length = sqrt(dot(a, a));
    return length == 0 ? a : (Vec3d){a.x / length, a.y / length, a.z / length};
}

static Quatd from_to(Vec3d a, Vec3d b) {
    Vec3d c = {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
    double d = dot(a, b);
    if (d > -1 + 1e-12) return unit((Quatd){c.x, c.y, c.z, 1 + d});
    Vec3d axis = fabs(a.x) < 0.9 ? (Vec3d){0, a.z, -a.y} : (Vec3d){-a.z, 0, a.x};
    axis = unit3(axis);
    return (Quatd){axis.x, axis.y, axis.z, 0};
}

static Quatd slerp(Quatd a, Quatd b, double t) {
    double d = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    if (d < 0) {
        b = (Quatd){-b.x, -b.y, -b.z, -b.w};
        d = -d;
    }
    double p = 1 - t, q = t;
    if (d < 1 - 1e-12) {
        double angle = acos(d);
        p = sin((1 - t) * angle) / sin(angle);
        q = sin(t * angle) / sin(angle);
    }
    return unit(
        (Quatd){p * a.x + q * b.x, p * a.y + q * b.y, p * a.z + q * b.z, p * a.w + q * b.w});
}

double evaluator_angle(Quatd a, Quatd b) {
    Quatd q = mul(a, inverse(b));
    return 2 * atan2(sqrt(q.x * q.x + q.y * q.y + q.z * q.z), fabs(q.w));
}

static Affined compose(Vec3d t, Quatd q, Vec3d s) {
    Vec3d x = rotate(q, (Vec3d){s.x, 0, 0}), y = rotate(q, (Vec3d){0, s.y, 0});
    Vec3d z = rotate(q, (Vec3d){0, 0, s.z});
    return (Affined){{{x.x, y.x, z.x, t.x}, {x.y, y.y, z.y, t.y}, {x.z, y.z, z.z, t.z}}};
}

static Affined times(Affined a, Affined b) {
    Affined r;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 4; j++)
            r.m[i][j] = a.m[i][0] * b.m[0][j] + a.m[i][1] * b.m[1][j] + a.m[i][2] * b.m[2][j];
        r.m[i][3] += a.m[i][3];
    }
    return r;
}

static Vec3d point(Affined a, Vec3d p) {
    return (Vec3d){a.m[0][0] * p.x + a.m[0][1] * p.y + a.m[0][2] * p.z + a.m[0][3],
                   a.m[1][0] * p.x + a.m[1][1] * p.y + a.m[1][2] * p.z + a.m[1][3],
                   a.m[2][0] * p.x + a.m[2][1] * p.y + a.m[2][2] * p.z + a.m[2][3]};
}

static Vec3d origin(Affined a) {
    return (Vec3d){a.m[0][3], a.m[1][3], a.m[2][3]};
}

/* Solves a * x = p by Cramer's rule. */
static Vec3d solve(Affined a, Vec3d p) {
    double d[3] = {p.x - a.m[0][3], p.y - a.m[1][3], p.z - a.m[2][3]}, x[3];
    double whole = 0;
    for (int column = -1; column < 3; column++) {
        double m[3][3];
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) m[i][j] = j == column ? d[i] : a.m[i][j];
        double det = m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
                     m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
                     m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
        if (column < 0)
            whole = det;
        else
            x[column] = det / whole;
    }
    return (Vec3d){x[0], x[1], x[2]};
}

static double saturate(double x) {
    return x < 0 ? 0 : x > 1 ? 1 : x;
}

/* ---- Rest ---- */

static Vec3d to_vec3d(vrm_Vec3 v) {
    return (Vec3d){(double)v.x, (double)v.y, (double)v.z};
}

static Quatd to_quatd(vrm_Quat q) {
    return unit((Quatd){(double)q.x, (double)q.y, (double)q.z, (double)q.w});
}

static Quatd rest_local(const Evaluator* eval, int32_t node) {
    return to_quatd(eval->gltf->nodes[node].rest.rotation);
}

/* W(n); the identity for no node, so that P(n) = W(parent of n). */
static Quatd rest_world(const Evaluator* eval, int32_t node) {
    Quatd q = {0, 0, 0, 1};
    for (int32_t n = node; n >= 0; n = eval->gltf->nodes[n].parent) q = mul(rest_local(eval, n), q);
    return q;
}

static Quatd rest_parent(const Evaluator* eval, int32_t node) {
    return rest_world(eval, eval->gltf->nodes[node].parent);
}

static Vec3d rest_position(const Evaluator* eval, int32_t node) {
    Vec3d p = {0, 0, 0};
    for (int32_t n = node; n >= 0; n = eval->gltf->nodes[n].parent) {
        const vrm_Transform* rest = &eval->gltf->nodes[n].rest;
        p = point(
            compose(to_vec3d(rest->translation), to_quatd(rest->rotation), to_vec3d(rest->scale)),
            p);
    }
    return p;
}

static bool faces_back(const Evaluator* eval) {
    return vrm_model_facing(eval->model) < 0;
}

/* Seen through the half turn of a file that faces -Z [8.6]. */
static Quatd turned(const Evaluator* eval, Quatd q) {
    return faces_back(eval) ? (Quatd){-q.x, q.y, -q.z, q.w} : q;
}

/* ---- Pose [8.6, 8.7] ---- */

static void pose_nodes(Evaluator* eval) {
    for (int32_t n = 0; n < eval->node_count; n++) {
        const vrm_Transform* rest = &eval->gltf->nodes[n].rest;
        eval->translations[n] = to_vec3d(rest->translation);
        eval->rotations[n] = to_quatd(rest->rotation);
        eval->scales[n] = to_vec3d(rest->scale);
        if (!eval->has_node[n]) continue;
        eval->translations[n] = eval->node_translations[n];
        eval->rotations[n] = unit(eval->node_rotations[n]);
        eval->scales[n] = eval->node_scales[n];
    }
}

/* Missing bones multiply into their children: N' = N_missing * N_child. */
static void pose_bones(Evaluator* eval) {
    for (int32_t b = 0; b < VRM_BONE_COUNT; b++) {
        int32_t node = vrm_model_bone(eval->model, (vrm_Bone)b);
        if (node < 0) continue;
        bool is_driven = eval->has_bone[b];
        Quatd n = is_driven ? unit(eval->bone_rotations[b]) : (Quatd){0, 0, 0, 1};
        for (vrm_Bone up = vrm_bone_parent((vrm_Bone)b);
             up != VRM_BONE_NONE && vrm_model_bone(eval->model, up) < 0; up = vrm_bone_parent(up)) {
            if (!eval->has_bone[up]) continue;
            n = mul(unit(eval->bone_rotations[up]), n);
            is_driven = true;
        }
        if (!is_driven) continue;
        Quatd p = rest_parent(eval, node), l = rest_local(eval, node);
        eval->rotations[node] = mul(mul(mul(inverse(p), turned(eval, n)), p), l);
    }
}

static void pose_hips(Evaluator* eval) {
    int32_t hips = vrm_model_bone(eval->model, VRM_BONE_HIPS);
    if (hips < 0 || !eval->has_hips) return;
    Vec3d offset = eval->hips_offset;
    if (faces_back(eval)) offset = (Vec3d){-offset.x, offset.y, -offset.z};
    Vec3d rest = rest_position(eval, hips);
    Vec3d goal = {rest.x + offset.x, rest.y + offset.y, rest.z + offset.z};
    Affined above = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
    for (int32_t n = eval->gltf->nodes[hips].parent; n >= 0; n = eval->gltf->nodes[n].parent)
        above = times(compose(eval->translations[n], eval->rotations[n], eval->scales[n]), above);
    eval->translations[hips] = solve(above, goal);
}

static Quatd root_turn(const Evaluator* eval) {
    Quatd root = unit(eval->root_rotation);
    return faces_back(eval) ? mul(root, (Quatd){0, 1, 0, 0}) : root;
}

static Affined root_affine(const Evaluator* eval) {
    return compose(eval->root_translation, root_turn(eval), eval->root_scale);
}

static void make_worlds(Evaluator* eval) {
    Quatd root = root_turn(eval);
    Affined base = root_affine(eval);
    for (int32_t i = 0; i < eval->node_count; i++) {
        int32_t n = eval->gltf->node_order[i], parent = eval->gltf->nodes[n].parent;
        Affined local = compose(eval->translations[n], eval->rotations[n], eval->scales[n]);
        eval->worlds[n] = times(parent < 0 ? base : eval->worlds[parent], local);
        eval->world_rotations[n] =
            mul(parent < 0 ? root : eval->world_rotations[parent], eval->rotations[n]);
    }
}

/* ---- Look-at [10] ---- */

static double hermite(const vrm_CurveKey* keys, int32_t count, double x) {
    if (x <= (double)keys[0].time) return (double)keys[0].value;
    for (int32_t i = 1; i < count; i++) {
        double t0 = (double)keys[i - 1].time, t1 = (double)keys[i].time, dt = t1 - t0;
        if (x > t1) continue;
        double s = (x - t0) / dt;
        return (2 * s * s * s - 3 * s * s + 1) * (double)keys[i - 1].value +
               (s * s * s - 2 * s * s + s) * dt * (double)keys[i - 1].out_tangent +
               (-2 * s * s * s + 3 * s * s) * (double)keys[i].value +
               (s * s * s - s * s) * dt * (double)keys[i].in_tangent;
    }
    return (double)keys[count - 1].value;
}

static double range_map(const vrm_RangeMap* map, double degrees) {
    double in = (double)map->input_max_degrees, a = fabs(degrees);
    double x = in == 0 ? (a == 0 ? 0 : 1) : fmin(a, in) / in;
    if (map->curve != NULL) x = hermite(map->curve, map->curve_count, x);
    return x * (double)map->output_scale;
}

static void measure_gaze(Evaluator* eval, const vrm_LookAt* look, int32_t head) {
    if (eval->gaze != EVAL_GAZE_TARGET) return;
    Vec3d d = sub(solve(eval->worlds[head], eval->gaze_target), to_vec3d(look->offset_from_head));
    Quatd space = inverse(rest_world(eval, head));
    if (faces_back(eval)) space = mul(space, (Quatd){0, 1, 0, 0});
    d = rotate(inverse(space), d);
    eval->gaze_yaw = atan2(d.x, d.z) * 180 / PI;
    eval->gaze_pitch = atan2(-d.y, hypot(d.x, d.z)) * 180 / PI;
}

static void turn_eye(Evaluator* eval, const vrm_LookAt* look, vrm_Bone eye) {
    int32_t node = vrm_model_bone(eval->model, eye);
    if (node < 0) return;
    bool is_left = eye == VRM_BONE_LEFT_EYE;
    double yaw = eval->gaze_yaw, pitch = eval->gaze_pitch;
    const vrm_RangeMap* across =
        (yaw > 0) == is_left ? &look->horizontal_outer : &look->horizontal_inner;
    const vrm_RangeMap* upright = pitch > 0 ? &look->vertical_down : &look->vertical_up;
    double y = copysign(range_map(across, yaw), yaw) * PI / 180;
    double x = copysign(range_map(upright, pitch), pitch) * PI / 180;
    Quatd e = mul((Quatd){0, sin(y / 2), 0, cos(y / 2)}, (Quatd){sin(x / 2), 0, 0, cos(x / 2)});
    Quatd p = rest_parent(eval, node), l = rest_local(eval, node);
    eval->rotations[node] = mul(mul(mul(inverse(p), turned(eval, e)), p), l);
}

static void set_asked(Evaluator* eval, vrm_ExpressionPreset preset, double weight) {
    int32_t e = vrm_model_expression(eval->model, vrm_expression_preset_name(preset));
    if (e >= 0) eval->expression_asked[e] = saturate(weight);
}

static void look_at(Evaluator* eval) {
    const vrm_LookAt* look = vrm_model_look_at(eval->model);
    int32_t head = vrm_model_bone(eval->model, VRM_BONE_HEAD);
    if (look == NULL || head < 0 || eval->gaze == EVAL_GAZE_OFF) return;
    measure_gaze(eval, look, head);
    if (look->type == VRM_LOOK_AT_BONE) {
        turn_eye(eval, look, VRM_BONE_LEFT_EYE);
        turn_eye(eval, look, VRM_BONE_RIGHT_EYE);
        return;
    }
    double yaw = eval->gaze_yaw, pitch = eval->gaze_pitch;
    double across = range_map(&look->horizontal_outer, yaw);
    set_asked(eval, VRM_EXPRESSION_LOOK_LEFT, yaw > 0 ? across : 0);
    set_asked(eval, VRM_EXPRESSION_LOOK_RIGHT, yaw > 0 ? 0 : across);
    double down = range_map(&look->vertical_down, pitch), up = range_map(&look->vertical_up, pitch);
    set_asked(eval, VRM_EXPRESSION_LOOK_DOWN, pitch > 0 ? down : 0);
    set_asked(eval, VRM_EXPRESSION_LOOK_UP, pitch > 0 ? 0 : up);
}

/* ---- Expressions [9] ---- */

enum { NO_CATEGORY, MOUTH, BLINK, LOOK, CATEGORIES };

static int category(vrm_ExpressionPreset preset) {
    switch (preset) {
    case VRM_EXPRESSION_AA:
    case VRM_EXPRESSION_IH:
    case VRM_EXPRESSION_OU:
    case VRM_EXPRESSION_EE:
    case VRM_EXPRESSION_OH: return MOUTH;
    case VRM_EXPRESSION_BLINK:
    case VRM_EXPRESSION_BLINK_LEFT:
    case VRM_EXPRESSION_BLINK_RIGHT: return BLINK;
    case VRM_EXPRESSION_LOOK_UP:
    case VRM_EXPRESSION_LOOK_DOWN:
    case VRM_EXPRESSION_LOOK_LEFT:
    case VRM_EXPRESSION_LOOK_RIGHT: return LOOK;
    default: return NO_CATEGORY;
    }
}

static double output(const vrm_Expression* e, double value) {
    if (e->binary == VRM_BINARY_OVER_HALF) return value > 0.5 ? 1 : 0;
    if (e->binary == VRM_BINARY_NON_ZERO) return value > 0 ? 1 : 0;
    return value;
}

static void weigh_expressions(Evaluator* eval) {
    int32_t count = 0;
    const vrm_Expression* expressions = vrm_model_expressions(eval->model, &count);
    double rates[CATEGORIES] = {0};
    for (int32_t i = 0; i < count; i++) {
        const vrm_Expression* e = &expressions[i];
        double out = output(e, eval->expression_asked[i]);
        vrm_Override overrides[CATEGORIES] = {VRM_OVERRIDE_NONE, e->override_mouth,
                                              e->override_blink, e->override_look_at};
        eval->expression_weights[i] = out;
        for (int c = MOUTH; c < CATEGORIES; c++) {
            if (category(e->preset) == c) continue;
            if (overrides[c] == VRM_OVERRIDE_BLOCK && out > 0) rates[c] += 1;
            if (overrides[c] == VRM_OVERRIDE_BLEND) rates[c] += out;
        }
    }
    for (int32_t i = 0; i < count; i++) {
        int c = category(expressions[i].preset);
        if (c == NO_CATEGORY) continue;
        double rate = saturate(rates[c]);
        if (expressions[i].binary != VRM_BINARY_NOT)
            eval->expression_weights[i] = rate > 0 ? 0 : eval->expression_weights[i];
        else
            eval->expression_weights[i] *= 1 - rate;
    }
}

double evaluator_morph(const Evaluator* eval, int32_t node, int32_t morph) {
    int32_t count = 0;
    const vrm_Expression* expressions = vrm_model_expressions(eval->model, &count);
    double sum = 0;
    bool is_reached = false;
    for (int32_t i = 0; i < count; i++) {
        for (int32_t b = 0; b < expressions[i].morph_bind_count; b++) {
            const vrm_MorphBind* bind = &expressions[i].morph_binds[b];
            if (bind->node != node || bind->index != morph) continue;
            is_reached = true;
            sum += eval->expression_weights[i] * (double)bind->weight;
        }
    }
    if (is_reached) return sum;
    const vrm_Node* n = &eval->gltf->nodes[node];
    const vrm_Mesh* mesh = &eval->gltf->meshes[n->mesh];
    const vrm_MorphWeights* weights = n->weights != NULL ? n->weights : mesh->weights;
    return weights != NULL && morph < weights->count ? (double)weights->values[morph] : 0;
}

Vec4d evaluator_material(const Evaluator* eval, const vrm_MaterialValue* value) {
    int32_t count = 0;
    const vrm_Expression* expressions = vrm_model_expressions(eval->model, &count);
    Vec4d base = {(double)value->base.x, (double)value->base.y, (double)value->base.z,
                  (double)value->base.w};
    Vec4d v = base;
    for (int32_t i = 0; i < count; i++) {
        const vrm_Expression* e = &expressions[i];
        double w = eval->expression_weights[i];
        for (int32_t b = 0; b < e->color_bind_count && value->kind == VRM_VALUE_COLOR; b++) {
            const vrm_ColorBind* bind = &e->color_binds[b];
            if (bind->material != value->material || bind->target != value->color) continue;
            v.x += w * ((double)bind->value.x - base.x);
            v.y += w * ((double)bind->value.y - base.y);
            v.z += w * ((double)bind->value.z - base.z);
            if (value->color == VRM_COLOR_BASE) v.w += w * ((double)bind->value.w - base.w);
        }
        for (int32_t b = 0; b < e->texture_bind_count && value->kind == VRM_VALUE_TEXTURE; b++) {
            const vrm_TextureBind* bind = &e->texture_binds[b];
            if (bind->material != value->material) continue;
            if (bind->binds_x) v.x += w * ((double)bind->offset.x - base.x);
            if (bind->binds_y) v.y += w * ((double)bind->offset.y - base.y);
            if (bind->binds_x) v.z += w * ((double)bind->scale.x - base.z);
            if (bind->binds_y) v.w += w * ((double)bind->scale.y - base.w);
        }
    }
    return v;
}

/* ---- Constraints [12] ---- */

static Vec3d axis_of(vrm_Axis axis) {
    double sign = axis >= VRM_AXIS_NEGATIVE_X ? -1 : 1;
    int i = (int)axis % 3;
    return (Vec3d){i == 0 ? sign : 0, i == 1 ? sign : 0, i == 2 ? sign : 0};
}

static Quatd constrained(const Evaluator* eval, const vrm_Constraint* c) {
    Quatd s0 = rest_local(eval, c->source), d0 = rest_local(eval, c->node);
    Quatd s = eval->rotations[c->source], target;
    if (c->type == VRM_CONSTRAINT_ROTATION) {
        target = mul(d0, mul(inverse(s0), s));
    } else if (c->type == VRM_CONSTRAINT_ROLL) {
        Quatd d = mul(mul(inverse(d0), mul(s, inverse(s0))), d0);
        Vec3d a = axis_of(c->axis);
        Quatd swing = from_to(a, rotate(d, a));
        target = mul(d0, mul(inverse(swing), d));
    } else {
        int32_t parent = eval->gltf->nodes[c->node].parent;
        Affined above = parent < 0 ? root_affine(eval) : eval->worlds[parent];
        Vec3d t = sub(solve(above, origin(eval->worlds[c->source])),
                      solve(above, origin(eval->worlds[c->node])));
        if (dot(t, t) == 0) return d0;
        target = mul(from_to(rotate(d0, axis_of(c->axis)), unit3(t)), d0);
    }
    return slerp(d0, target, saturate((double)c->weight));
}

/* Without circles every constraint is right as soon as those it reads are: one round settles at
 * least one more of them. */
static void constrain(Evaluator* eval) {
    int32_t count = 0;
    const vrm_Constraint* constraints = vrm_model_constraints(eval->model, &count);
    for (int32_t round = 0; round < count; round++) {
        for (int32_t i = 0; i < count; i++)
            eval->rotations[constraints[i].node] = constrained(eval, &constraints[i]);
        make_worlds(eval);
    }
}

/* ---- A frame [16] ---- */

void evaluator_run(Evaluator* eval) {
    int32_t count = 0;
    (void)vrm_model_expressions(eval->model, &count);
    pose_nodes(eval);
    pose_bones(eval);
    pose_hips(eval);
    make_worlds(eval);
    for (int32_t i = 0; i < count; i++)
        eval->expression_asked[i] = saturate(eval->expression_inputs[i]);
    look_at(eval);
    weigh_expressions(eval);
    make_worlds(eval);
    constrain(eval);
    make_worlds(eval);
}

bool evaluator_init(Evaluator* eval, const vrm_Model* model) {
    int32_t expressions = 0;
    *eval = (Evaluator){.model = model, .gltf = vrm_model_gltf(model)};
    (void)vrm_model_expressions(model, &expressions);
    eval->node_count = eval->gltf->node_count;
    eval->root_rotation.w = 1;
    eval->root_scale = (Vec3d){1, 1, 1};
    size_t nodes = (size_t)eval->node_count + 1, weights = (size_t)expressions + 1;
    eval->has_node = calloc(nodes, sizeof *eval->has_node);
    eval->node_translations = calloc(nodes, sizeof *eval->node_translations);
    eval->node_rotations = calloc(nodes, sizeof *eval->node_rotations);
    eval->node_scales = calloc(nodes, sizeof *eval->node_scales);
    eval->translations = calloc(nodes, sizeof *eval->translations);
    eval->rotations = calloc(nodes, sizeof *eval->rotations);
    eval->scales = calloc(nodes, sizeof *eval->scales);
    eval->worlds = calloc(nodes, sizeof *eval->worlds);
    eval->world_rotations = calloc(nodes, sizeof *eval->world_rotations);
    eval->expression_inputs = calloc(weights, sizeof(double));
    eval->expression_asked = calloc(weights, sizeof(double));
    eval->expression_weights = calloc(weights, sizeof(double));
    bool has_all = eval->has_node && eval->node_translations && eval->node_rotations &&
                   eval->node_scales && eval->translations && eval->rotations && eval->scales &&
                   eval->worlds && eval->world_rotations && eval->expression_inputs &&
                   eval->expression_asked && eval->expression_weights;
    if (!has_all) evaluator_free(eval);
    return has_all;
}

void evaluator_free(Evaluator* eval) {
    free(eval->has_node);
    free(eval->node_translations);
    free(eval->node_rotations);
    free(eval->node_scales);
    free(eval->translations);
    free(eval->rotations);
    free(eval->scales);
    free(eval->worlds);
    free(eval->world_rotations);
    free(eval->expression_inputs);
    free(eval->expression_asked);
    free(eval->expression_weights);
    *eval = (Evaluator){0};
}
