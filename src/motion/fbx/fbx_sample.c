/* SPDX-License-Identifier: MIT */
/* Computes local transforms at a time: layers of curves to translation, angles and scale; these to
 * matrices by the formula of vrmi_FbxModel; matrices to rotations and positions. */
#include "motion/fbx/fbx.h"

#include <math.h>
#include <string.h>

/* ---- 3x3, row after row ---- */

static const double identity[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};

static void mul(const double a[9], const double b[9], double out[9]) {
    double result[9];
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            result[3 * r + c] = a[3 * r] * b[c] + a[3 * r + 1] * b[3 + c] + a[3 * r + 2] * b[6 + c];
    memcpy(out, result, sizeof result);
}

static void apply(const double m[9], const double v[3], double out[3]) {
    double x = v[0], y = v[1], z = v[2];
    for (int r = 0; r < 3; r++) out[r] = m[3 * r] * x + m[3 * r + 1] * y + m[3 * r + 2] * z;
}

static void scale_columns(double m[9], const double s[3]) {
    for (int i = 0; i < 9; i++) m[i] *= s[i % 3];
}

static void transpose(const double m[9], double out[9]) {
    for (int i = 0; i < 9; i++) out[i] = m[3 * (i % 3) + i / 3];
}

/* ---- Angles ---- */

static const uint8_t axes[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 2, 0},
                                   {1, 0, 2}, {2, 0, 1}, {2, 1, 0}};

/* The first axis turns first: it is the last factor. Angles beyond all sense do not turn. */
void vrmi_fbx_rotation(int order, const double degrees[3], double out[9]) {
    memcpy(out, identity, sizeof identity);
    for (int step = 0; step < 3; step++) {
        int axis = axes[order][step], b = (axis + 1) % 3, c = (axis + 2) % 3;
        if (degrees[axis] == 0.0 || !(fabs(degrees[axis]) <= 1e12)) continue;
        double rest = degrees[axis] - 360.0 * floor(degrees[axis] / 360.0 + 0.5);
        vrmi_SinCos both = vrmi_sincos((float)(rest * (3.14159265358979323846 / 180.0)));
        double sine = (double)both.sin, cosine = (double)both.cos;
        for (int column = 0; column < 3; column++) {
            double y = out[3 * b + column], z = out[3 * c + column];
            out[3 * b + column] = cosine * y - sine * z;
            out[3 * c + column] = sine * y + cosine * z;
        }
    }
}

static double degrees_of(double y, double x) {
    return (double)vrmi_atan2((float)y, (float)x) * (180.0 / 3.14159265358979323846);
}

/* In the order XYZ. */
static void angles_of(const double m[9], double out[3]) {
    double sine = -m[6], cosine = sqrt(m[0] * m[0] + m[3] * m[3]);
    out[1] = degrees_of(sine, cosine);
    if (cosine > 1e-6) {
        out[0] = degrees_of(m[7], m[8]);
        out[2] = degrees_of(m[3], m[0]);
    } else { /* the first and the last turn are one */
        out[0] = degrees_of(-m[5], m[4]);
        out[2] = 0.0;
    }
}

/* ---- Rotations ---- */

static vrm_Quat to_quat(const double m[9]) {
    return vrmi_quat_normalize(
        vrmi_quat_from_basis((vrm_Vec3){(float)m[0], (float)m[3], (float)m[6]},
                             (vrm_Vec3){(float)m[1], (float)m[4], (float)m[7]},
                             (vrm_Vec3){(float)m[2], (float)m[5], (float)m[8]}));
}

/* The rotation in a linear map: its columns made orthogonal, X mirrored where the map mirrors.
 * False when a column has vanished. */
static bool orthogonal(const double m[9], double out[9]) {
    double x[3] = {m[0], m[3], m[6]}, y[3] = {m[1], m[4], m[7]}, z[3];
    double along = sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
    if (!(along > 1e-9 && along < 1e12)) return false;
    for (int i = 0; i < 3; i++) x[i] /= along;
    double part = x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
    for (int i = 0; i < 3; i++) y[i] -= part * x[i];
    along = sqrt(y[0] * y[0] + y[1] * y[1] + y[2] * y[2]);
    if (!(along > 1e-9 && along < 1e12)) return false;
    for (int i = 0; i < 3; i++) y[i] /= along;
    for (int i = 0; i < 3; i++)
        z[i] = x[(i + 1) % 3] * y[(i + 2) % 3] - x[(i + 2) % 3] * y[(i + 1) % 3];
    part = z[0] * m[2] + z[1] * m[5] + z[2] * m[8];
    if (!(fabs(part) > 1e-9)) return false;
    double side = part < 0.0 ? -1.0 : 1.0;
    for (int i = 0; i < 3; i++) {
        out[3 * i] = side * x[i];
        out[3 * i + 1] = y[i];
        out[3 * i + 2] = side * z[i];
    }
    return true;
}

/* Interpolates between rotations a and b. */
static void blend_turns(const double a[9], const double b[9], double part, double out[9]) {
    vrm_Quat q = vrmi_quat_slerp(to_quat(a), to_quat(b), (float)part);
    double x = (double)q.x, y = (double)q.y, z = (double)q.z, w = (double)q.w;
    const double result[9] = {
        1 - 2 * (y * y + z * z), 2 * (x * y - z * w),     2 * (x * z + y * w),
        2 * (x * y + z * w),     1 - 2 * (x * x + z * z), 2 * (y * z - x * w),
        2 * (x * z - y * w),     2 * (y * z + x * w),     1 - 2 * (x * x + y * y)};
    memcpy(out, result, sizeof result);
}

/* ---- Layers ---- */

/* For exponents from 0 to 1, bit by bit: every square root halves what is left. Keeps the sign. */
static double power(double base, double exponent) {
    double result = 1.0, root = fabs(base);
    if (exponent >= 1.0) return base;
    for (int i = 0; i < 40 && exponent > 0.0; i++) {
        root = sqrt(root);
        exponent *= 2.0;
        if (exponent < 1.0) continue;
        result *= root;
        exponent -= 1.0;
    }
    return base < 0.0 ? -result : result;
}

/* Layers treat all angles as XYZ, and the order of the model is applied afterwards, as Maya does.
 */
static void add_turn(const vrmi_FbxLayer* layer, double weight, const double with[3],
                     double value[3]) {
    double a[9], b[9], both[9];
    vrmi_fbx_rotation(0, value, a);
    vrmi_fbx_rotation(0, with, b);
    if (layer->is_additive) {
        blend_turns(identity, b, weight, b);
        mul(a, b, both);
    } else {
        blend_turns(a, b, weight, both);
    }
    angles_of(both, value);
}

static void add_layer(const vrmi_FbxLayer* layer, double weight, int property, const double with[3],
                      double value[3]) {
    if (property == VRMI_FBX_TURN && !layer->adds_angles) {
        add_turn(layer, weight, with, value);
        return;
    }
    bool is_product = property == VRMI_FBX_SCALE && !layer->adds_scales;
    for (int i = 0; i < 3; i++) {
        if (is_product && layer->is_additive)
            value[i] *= power(with[i], weight);
        else if (is_product)
            value[i] = power(value[i], 1.0 - weight) * power(with[i], weight);
        else if (layer->is_additive)
            value[i] += with[i] * weight;
        else
            value[i] += (with[i] - value[i]) * weight;
    }
}

void vrmi_fbx_evaluate(const vrmi_Fbx* fbx, int32_t first, int property, int64_t time,
                       vrmi_FbxFound* found, double value[3]) {
    for (int32_t c = first; c >= 0; c = fbx->channels[c].next) {
        const vrmi_FbxChannel* channel = &fbx->channels[c];
        const vrmi_FbxLayer* layer = &fbx->layers[channel->layer];
        double with[3];
        if (layer->is_off) continue;
        for (int i = 0; i < 3; i++)
            with[i] = channel->curves[i] == NULL
                          ? channel->values[i]
                          : vrmi_fbx_curve_at(channel->curves[i], time, found);
        if (channel->layer == 0) {
            memcpy(value, with, sizeof with);
            continue;
        }
        double weight = layer->weight;
        if (layer->weight_curve != NULL)
            weight = 0.01 * vrmi_fbx_curve_at(layer->weight_curve, time, found);
        weight = weight > 1.0 ? 1.0 : weight > 0.0 ? weight : 0.0;
        if (weight > 0.0) add_layer(layer, weight, property, with, value);
    }
}

/* ---- Joints ---- */

static double bounded(double value) {
    return value > 1e12 ? 1e12 : value > -1e12 ? value : -1e12;
}

/* The world of a joint from its parent's (NULL: a root) and its own local matrix. */
static void join(const vrmi_FbxModel* model, const vrmi_FbxWorld* parent, const double turn[9],
                 const double place[3], vrmi_FbxWorld* world) {
    if (parent == NULL) {
        memcpy(world->turn, turn, sizeof world->turn);
        memcpy(world->linear, turn, sizeof world->linear);
        memcpy(world->place, place, sizeof world->place);
    } else {
        mul(parent->turn, turn, world->turn);
        if (parent->is_even && model->inherit <= 1) { /* one factor for all axes */
            double factor = parent->even_scale;
            for (int i = 0; i < 9; i++) world->linear[i] = factor * world->turn[i];
        } else if (model->inherit == 1) {
            mul(parent->linear, turn, world->linear);
        } else {
            double back[9], above[9];
            transpose(parent->turn, back);
            mul(back, parent->linear, above); /* the scales above, without their turn */
            if (model->inherit == 2) {
                double inverse[3];
                for (int i = 0; i < 3; i++)
                    inverse[i] = fabs(parent->scale[i]) > 1e-9 ? 1.0 / parent->scale[i] : 1.0;
                scale_columns(above, inverse);
            }
            mul(world->turn, above, world->linear);
        }
        apply(parent->linear, place, world->place);
        for (int i = 0; i < 3; i++) world->place[i] += parent->place[i];
    }
    scale_columns(world->linear, world->scale);
    for (int i = 0; i < 9; i++) world->linear[i] = bounded(world->linear[i]);
    for (int i = 0; i < 3; i++) world->place[i] = bounded(world->place[i]);
}

/* Rpre * R * Rpost^-1. */
static void turn_of(const vrmi_FbxModel* model, const double degrees[3], double out[9]) {
    double angles[3];
    for (int i = 0; i < 3; i++) angles[i] = bounded(degrees[i]);
    vrmi_fbx_rotation(model->order, angles, out);
    if (model->has_pre) mul(model->pre, out, out);
    if (model->has_post) mul(out, model->post, out);
}

static bool is_even(const double scale[3]) {
    double most = 1e-6 * scale[0];
    return scale[0] > 0.0 && fabs(scale[1] - scale[0]) <= most && fabs(scale[2] - scale[0]) <= most;
}

static void sample_joint(vrmi_Fbx* fbx, int32_t joint, int64_t time, bool is_rest,
                         vrmi_FbxFound* found) {
    const vrmi_FbxModel* model = &fbx->models[joint];
    vrmi_FbxWorld* world = &fbx->worlds[joint];
    int32_t parent = fbx->joints[joint].parent;
    double values[VRMI_FBX_PROPERTIES][3], turn[9], place[3] = {0}, plain[9];
    memcpy(values, is_rest ? model->values : model->still, sizeof values);
    for (int p = 0; p < VRMI_FBX_PROPERTIES && !is_rest; p++)
        vrmi_fbx_evaluate(fbx, model->channels[p], p, time, found, values[p]);
    for (int i = 0; i < 3; i++) world->scale[i] = bounded(values[VRMI_FBX_SCALE][i]);
    if (is_rest || model->channels[VRMI_FBX_TURN] >= 0)
        turn_of(model, values[VRMI_FBX_TURN], turn);
    else
        memcpy(turn, model->still_turn, sizeof turn);
    for (int i = 0; i < 3; i++) place[i] = model->arm[i] - world->scale[i] * model->scale_pivot[i];
    apply(turn, place, place);
    for (int i = 0; i < 3; i++) place[i] += bounded(values[VRMI_FBX_MOVE][i]) + model->place[i];
    join(model, parent < 0 ? NULL : &fbx->worlds[parent], turn, place, world);
    bool is_rrs = model->inherit == 2; /* takes back a scale, so only its own counts */
    world->is_even =
        is_even(world->scale) && (parent < 0 || (fbx->worlds[parent].is_even && !is_rrs));
    world->even_scale = world->scale[0] * (parent < 0 ? 1.0 : fbx->worlds[parent].even_scale);
    bool has_turn = !world->is_even && orthogonal(world->linear, plain);
    world->rotation = to_quat(has_turn ? plain : world->turn);
}

/* The base alone, with at most one key for each axis. */
static bool is_still(const vrmi_Fbx* fbx, int32_t c) {
    const vrmi_FbxChannel* channel = &fbx->channels[c];
    if (channel->layer != 0 || channel->next >= 0) return false;
    for (int i = 0; i < 3; i++)
        if (channel->curves[i] != NULL && channel->curves[i]->count > 1) return false;
    return true;
}

void vrmi_fbx_settle(vrmi_Fbx* fbx) {
    for (int32_t j = 0; j < fbx->joint_count; j++) {
        vrmi_FbxModel* model = &fbx->models[j];
        memcpy(model->still, model->values, sizeof model->still);
        for (int p = 0; p < VRMI_FBX_PROPERTIES; p++) {
            if (model->channels[p] < 0 || !is_still(fbx, model->channels[p])) continue;
            vrmi_FbxFound found = {0};
            vrmi_fbx_evaluate(fbx, model->channels[p], p, 0, &found, model->still[p]);
            model->channels[p] = -1;
        }
        turn_of(model, model->still[VRMI_FBX_TURN], model->still_turn);
    }
}

/* ---- Files ---- */

static vrm_Transform mirrored(const vrmi_Fbx* fbx, vrm_Transform t) {
    float* place = &t.translation.x;
    vrm_Quat q = t.rotation;
    if (fbx->mirrored < 0) return t;
    place[fbx->mirrored] = -place[fbx->mirrored];
    t.rotation = (vrm_Quat){fbx->mirrored == 0 ? q.x : -q.x, fbx->mirrored == 1 ? q.y : -q.y,
                            fbx->mirrored == 2 ? q.z : -q.z, q.w};
    return t;
}

static vrm_Transform without_scale(vrm_Quat rotation, const double place[3]) {
    return (vrm_Transform){
        {(float)place[0], (float)place[1], (float)place[2]}, rotation, {1.0f, 1.0f, 1.0f}};
}

void vrmi_fbx_sample_at(vrmi_Fbx* fbx, int64_t time, bool is_rest, vrm_Transform* out_locals) {
    vrmi_FbxFound found = {0};
    for (int32_t j = 0; j < fbx->joint_count; j++) {
        if (fbx->is_needed != NULL && !fbx->is_needed[j]) continue;
        sample_joint(fbx, j, time, is_rest, &found);
        const vrmi_FbxWorld* world = &fbx->worlds[j];
        int32_t parent = fbx->joints[j].parent;
        vrm_Transform local = without_scale(world->rotation, world->place);
        if (parent >= 0) {
            const vrmi_FbxWorld* above = &fbx->worlds[parent];
            vrm_Quat back = vrmi_quat_conjugate(above->rotation);
            double offset[3];
            for (int i = 0; i < 3; i++) offset[i] = world->place[i] - above->place[i];
            local =
                without_scale(vrmi_quat_normalize(vrmi_quat_mul(back, world->rotation)), offset);
            local.translation = vrmi_quat_rotate(back, local.translation);
        }
        out_locals[j] = mirrored(fbx, local);
    }
}

int64_t vrmi_fbx_ticks_at(const vrmi_Fbx* fbx, double frame) {
    double time = (double)fbx->start + frame * fbx->frame_ticks;
    double most = (double)VRMI_FBX_TICKS_MAX;
    time = time > most ? most : time > -most ? time : -most;
    return (int64_t)floor(time + 0.5);
}

void vrmi_fbx_sample(const void* reader, double frame, vrm_Transform* out_locals) {
    vrmi_Fbx* fbx = (vrmi_Fbx*)reader; /* its worlds are written: one thread at a time */
    vrmi_fbx_sample_at(fbx, vrmi_fbx_ticks_at(fbx, frame), false, out_locals);
}

vrm_Transform vrmi_fbx_world_transform(const vrmi_Fbx* fbx, const double matrix[16]) {
    double linear[9], turn[9], place[3];
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) linear[3 * r + c] = bounded(matrix[4 * c + r]);
        place[r] = bounded(matrix[12 + r]);
    }
    bool has_turn = orthogonal(linear, turn);
    return mirrored(fbx, without_scale(to_quat(has_turn ? turn : identity), place));
}
