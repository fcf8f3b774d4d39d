/* SPDX-License-Identifier: MIT */
/* Where every node stands, and which axes it keeps.
 *
 * By default a node keeps none: W' is a translation. Some need axes of their own, or others' motion
 * would change. With C the rotation of A (the `change` of a frame), a node's local rotation l
 * becomes C(parent) l C(node)^-1, and putting that into the formulas of VRMC_node_constraint gives
 * when a constraint still says the same (s source, d destination):
 *
 *   rotation    C(s) = C(d)
 *   roll        C(parent of s) = C(parent of d), and C(d) takes the roll axis to an axis
 *   aim         C(d) takes the aim axis to an axis
 *
 * Where that does not hold, destinations (or their parents) keep axes that make it hold. */
#include "normalize/normalize.h"

#include <string.h>

#define FAR 1e12 /* metres, and scales */

/* ---- Where nodes stand ---- */

static bool is_in_range(const vrmi_Daffine* a) {
    double most = vrmi_dvec_reach(a->offset);
    for (int r = 0; r < 3; r++) most = fmax(most, vrmi_dvec_reach(a->linear.rows[r]));
    return most < FAR;
}

static double longest_column(const vrmi_Dmat* a) {
    return fmax(
        vrmi_dvec_length(vrmi_dmat_column(a, 0)),
        fmax(vrmi_dvec_length(vrmi_dmat_column(a, 1)), vrmi_dvec_length(vrmi_dmat_column(a, 2))));
}

static bool place_node(vrmi_Normalization* normalization, int32_t index) {
    const vrm_Node* node = &normalization->gltf->nodes[index];
    vrmi_Frame* frame = &normalization->frames[index];
    frame->world = node->matrix != NULL ? vrmi_daffine_from_mat4(node->matrix)
                                        : vrmi_daffine_from_transform(node->rest);
    frame->turn = vrmi_dquat(node->rest.rotation);
    if (node->parent >= 0) {
        const vrmi_Frame* parent = &normalization->frames[node->parent];
        frame->world = vrmi_daffine_mul(&parent->world, &frame->world);
        frame->turn = vrmi_dquat_normalize(vrmi_dquat_mul(parent->turn, frame->turn));
    }
    frame->scale = longest_column(&frame->world.linear);
    vrmi_Dmat inverse;
    if (!is_in_range(&frame->world)) {
        vrmi_normalize_refuse(normalization, VRMI_RULE_NORMALIZE_OUT_OF_RANGE, node->json);
        return false;
    }
    if (!vrmi_dmat_invert(&frame->world.linear, &inverse)) {
        vrmi_normalize_refuse(normalization, VRMI_RULE_NORMALIZE_ZERO_SCALE, node->json);
        return false;
    }
    return true;
}

/* ---- Who moves, and who means its axes ---- */

static void mark_driven(vrmi_Normalization* normalization) {
    const vrm_Model* model = normalization->model;
    const vrm_Gltf* gltf = normalization->gltf;
    vrmi_Frame* frames = normalization->frames;
    for (int b = 0; b < VRM_BONE_COUNT; b++)
        if (model->avatar->bones[b] >= 0) frames[model->avatar->bones[b]].is_driven = true;
    for (int32_t i = 0; i < model->constraint_count; i++)
        frames[model->constraints[i].node].is_driven = true;
    for (int32_t i = 0; i < model->spring_bones->spring_count; i++) {
        const vrm_Spring* spring = &model->spring_bones->springs[i];
        for (int32_t k = 0; k + 1 < spring->joint_count; k++)
            if (spring->joints[k].node >= 0) frames[spring->joints[k].node].is_driven = true;
    }
    for (int32_t a = 0; a < gltf->animation_count; a++)
        for (int32_t c = 0; c < gltf->animations[a].channel_count; c++) {
            int32_t node = vrmi_channel_target(gltf, &gltf->animations[a].channels[c]).node;
            if (node >= 0) frames[node].is_driven = true;
        }
}

/* Whether the columns are perpendicular and of equal length: the map turns and scales, but does not
 * stretch. */
static bool is_even(const vrmi_Dmat* a) {
    vrmi_Dvec x = vrmi_dmat_column(a, 0), y = vrmi_dmat_column(a, 1), z = vrmi_dmat_column(a, 2);
    double square = vrmi_dvec_dot(x, x), slack = 1e-4 * square;
    return fabs(vrmi_dvec_dot(y, y) - square) <= slack &&
           fabs(vrmi_dvec_dot(z, z) - square) <= slack && fabs(vrmi_dvec_dot(x, y)) <= slack &&
           fabs(vrmi_dvec_dot(y, z)) <= slack && fabs(vrmi_dvec_dot(z, x)) <= slack;
}

static void report_uneven_scales(const vrmi_Normalization* normalization) {
    for (int32_t i = 0; i < normalization->gltf->node_count; i++) {
        const vrm_Node* node = &normalization->gltf->nodes[i];
        if (node->parent < 0 || !normalization->frames[i].is_driven) continue;
        const vrmi_Dmat* above = &normalization->frames[node->parent].world.linear;
        if (vrmi_dmat_determinant(above) < 0.0)
            vrmi_report(normalization->report, VRMI_RULE_NORMALIZE_MIRRORED, normalization->json,
                        node->json, NULL);
        else if (!is_even(above))
            vrmi_report(normalization->report, VRMI_RULE_NORMALIZE_UNEVEN_SCALE,
                        normalization->json, node->json, NULL);
    }
}

/* Whether something uses the axes of a node, so that it must keep them. */
static bool means_its_axes(vrmi_Normalization* normalization, int32_t node) {
    uint32_t has = vrmi_node_axes(normalization->gltf, node);
    if ((has & VRMI_AXES_INSTANCES) != 0)
        vrmi_normalize_refuse(normalization, VRMI_RULE_NORMALIZE_INSTANCING,
                              normalization->gltf->nodes[node].json);
    return has != 0;
}

/* The rotation that takes Y to `y` and Z to `z`, which are perpendicular and of length 1. */
static vrmi_Dquat rotation_to(vrmi_Dvec y, vrmi_Dvec z) {
    vrmi_Dquat to_y = vrmi_dquat_from_y(y);
    vrmi_Dvec before = vrmi_dquat_rotate(to_y, (vrmi_Dvec){0.0, 0.0, 1.0});
    double cosine = vrmi_dvec_dot(before, z), sine = vrmi_dvec_dot(vrmi_dvec_cross(before, z), y);
    vrmi_Dvec half = vrmi_dvec_scale(y, cosine > -0.999 ? sine : 1.0 - cosine);
    double w = cosine > -0.999 ? 1.0 + cosine : sine;
    vrmi_Dquat about_y = vrmi_dquat_normalize((vrmi_Dquat){half.x, half.y, half.z, w});
    return vrmi_dquat_normalize(vrmi_dquat_mul(about_y, to_y));
}

/* What looks along the -Z of a node looks where scales above the node send it: a mirror above turns
 * it round, an uneven scale bends it. The node's own scale does not count (glTF 2.0, Cameras). */
static vrmi_Dquat axes_of_view(const vrmi_Normalization* normalization, int32_t index) {
    const vrm_Node* node = &normalization->gltf->nodes[index];
    vrmi_Dquat turn = normalization->frames[index].turn;
    if (node->parent < 0) return turn;
    const vrmi_Dmat* above = &normalization->frames[node->parent].world.linear;
    vrmi_Dmat local = vrmi_dmat_from_quat(vrmi_dquat(node->rest.rotation));
    vrmi_Dvec z = vrmi_dmat_vector(above, vrmi_dmat_column(&local, 2));
    vrmi_Dvec y = vrmi_dmat_vector(above, vrmi_dmat_column(&local, 1));
    double length = vrmi_dvec_length(z);
    if (!(length > 0.0)) return turn;
    z = vrmi_dvec_scale(z, 1.0 / length);
    y = vrmi_dvec_sub(y, vrmi_dvec_scale(z, vrmi_dvec_dot(y, z)));
    length = vrmi_dvec_length(y);
    if (!(length > 0.0)) return turn;
    if (vrmi_dmat_determinant(above) < 0.0 && node->camera >= 0)
        vrmi_report(normalization->report, VRMI_RULE_NORMALIZE_VIEW_MIRRORED, normalization->json,
                    node->json, NULL);
    vrmi_Dquat axes = rotation_to(vrmi_dvec_scale(y, 1.0 / length), z);
    return vrmi_dquat_apart(axes, turn) <= VRMI_SAME ? turn : axes;
}

static void keep_axes_of(vrmi_Frame* frames, int32_t node) {
    if (node >= 0) frames[node].axes = frames[node].turn;
}

/* Keeps the axes of rigged nodes, which an artist chose. */
static void keep_rigged_axes(vrmi_Normalization* normalization) {
    const vrm_Model* model = normalization->model;
    for (int b = 0; b < VRM_BONE_COUNT; b++)
        keep_axes_of(normalization->frames, model->avatar->bones[b]);
    for (int32_t i = 0; i < model->constraint_count; i++) {
        keep_axes_of(normalization->frames, model->constraints[i].node);
        keep_axes_of(normalization->frames, model->constraints[i].source);
    }
    for (int32_t i = 0; i < model->spring_bones->spring_count; i++) {
        const vrm_Spring* spring = &model->spring_bones->springs[i];
        for (int32_t k = 0; k < spring->joint_count; k++)
            keep_axes_of(normalization->frames, spring->joints[k].node);
    }
}

static void choose_axes(vrmi_Normalization* normalization) {
    const vrm_Gltf* gltf = normalization->gltf;
    for (int32_t i = 0; i < gltf->node_count; i++) {
        vrmi_Frame* frame = &normalization->frames[i];
        bool keeps = means_its_axes(normalization, i);
        frame->axes = normalization->def.scale_only || keeps ? frame->turn : vrmi_dquat_identity();
        if ((vrmi_node_axes(gltf, i) & VRMI_AXES_VIEW) != 0)
            frame->axes = axes_of_view(normalization, i);
    }
    if (normalization->def.keep_axes) keep_rigged_axes(normalization);
}

/* ---- Constraints ---- */

typedef struct Changes {
    vrmi_Normalization* normalization;
    uint8_t* is_fixed; /* of each node: a constraint chose its axes */
    bool has_moved;    /* since the last look */
    bool is_stuck;     /* two constraints want different axes of one node */
} Changes;

static vrmi_Dquat change_of(const Changes* changes, int32_t node) {
    if (node < 0) return vrmi_dquat_identity();
    const vrmi_Frame* frame = &changes->normalization->frames[node];
    return vrmi_dquat_mul(vrmi_dquat_conjugate(frame->axes), frame->turn);
}

static int32_t parent_of(const Changes* changes, int32_t node) {
    return changes->normalization->gltf->nodes[node].parent;
}

/* Sets C(node) to the required rotation. */
static void set_change(Changes* changes, int32_t node, vrmi_Dquat change) {
    if (vrmi_dquat_apart(change_of(changes, node), change) <= VRMI_SAME) return;
    if (node < 0 || changes->is_fixed[node]) {
        changes->is_stuck = true;
        return;
    }
    vrmi_Frame* frame = &changes->normalization->frames[node];
    frame->axes = vrmi_dquat_normalize(vrmi_dquat_mul(frame->turn, vrmi_dquat_conjugate(change)));
    changes->is_fixed[node] = 1;
    changes->has_moved = true;
}

static vrmi_Dvec axis_vector(vrm_Axis axis) {
    double sign = axis >= VRM_AXIS_NEGATIVE_X ? -1.0 : 1.0;
    int direction = (int)axis % 3;
    return (vrmi_Dvec){direction == 0 ? sign : 0.0, direction == 1 ? sign : 0.0,
                       direction == 2 ? sign : 0.0};
}

bool vrmi_normalize_axis(vrmi_Dquat change, vrm_Axis axis, vrm_Axis* out_axis) {
    vrmi_Dvec turned = vrmi_dquat_rotate(change, axis_vector(axis));
    for (int i = VRM_AXIS_POSITIVE_X; i <= VRM_AXIS_NEGATIVE_Z; i++) {
        if (vrmi_dvec_reach(vrmi_dvec_sub(turned, axis_vector((vrm_Axis)i))) > VRMI_SAME) continue;
        *out_axis = (vrm_Axis)i;
        return true;
    }
    return false;
}

static void satisfy(Changes* changes, const vrm_Constraint* constraint) {
    int32_t node = constraint->node, source = constraint->source;
    if (constraint->type == VRM_CONSTRAINT_ROTATION) {
        set_change(changes, node, change_of(changes, source));
        return;
    }
    vrm_Axis axis;
    if (!vrmi_normalize_axis(change_of(changes, node), constraint->axis, &axis))
        set_change(changes, node, vrmi_dquat_identity());
    if (constraint->type == VRM_CONSTRAINT_AIM) return;
    int32_t parent = parent_of(changes, node), source_parent = parent_of(changes, source);
    if (parent < 0)
        set_change(changes, source_parent, vrmi_dquat_identity());
    else
        set_change(changes, parent, change_of(changes, source_parent));
}

/* Keeps the axes of all constrained nodes: unchanged axes satisfy every constraint. */
static void keep_constrained_axes(Changes* changes) {
    const vrm_Model* model = changes->normalization->model;
    vrmi_Frame* frames = changes->normalization->frames;
    for (int32_t i = 0; i < model->constraint_count; i++) {
        const vrm_Constraint* constraint = &model->constraints[i];
        keep_axes_of(frames, constraint->node);
        keep_axes_of(frames, constraint->source);
        keep_axes_of(frames, parent_of(changes, constraint->node));
        keep_axes_of(frames, parent_of(changes, constraint->source));
    }
}

static void satisfy_constraints(vrmi_Normalization* normalization) {
    enum { MOST_LOOKS = 8 }; /* a constraint that waits for another needs one more */
    const vrm_Model* model = normalization->model;
    Changes changes = {.normalization = normalization};
    changes.is_fixed =
        vrmi_normalize_alloc(normalization, (size_t)normalization->gltf->node_count, 1);
    if (changes.is_fixed == NULL) return;
    for (int look = 0; look < MOST_LOOKS; look++) {
        changes.has_moved = false;
        for (int32_t i = 0; i < model->constraint_count; i++)
            satisfy(&changes, &model->constraints[i]);
        if (!changes.has_moved) break;
    }
    if (changes.has_moved || changes.is_stuck) keep_constrained_axes(&changes);
}

/* ---- Frames ---- */

static void finish_frame(vrmi_Frame* frame) {
    vrmi_Dquat none = vrmi_dquat_identity();
    vrmi_Daffine same = vrmi_daffine_identity(), map = same;
    if (vrmi_dquat_apart(frame->axes, none) <= VRMI_SAME) frame->axes = none;
    vrmi_Dmat back = vrmi_dmat_from_quat(vrmi_dquat_conjugate(frame->axes));
    frame->map = vrmi_dmat_mul(&back, &frame->world.linear);
    frame->change =
        vrmi_dquat_normalize(vrmi_dquat_mul(vrmi_dquat_conjugate(frame->axes), frame->turn));
    map.linear = frame->map;
    frame->is_same = vrmi_daffine_apart(&map, &same) <= 1e-9;
    if (frame->is_same) frame->map = same.linear;
}

bool vrmi_normalize_frames(vrmi_Normalization* normalization) {
    const vrm_Gltf* gltf = normalization->gltf;
    normalization->frames = vrmi_normalize_alloc(normalization, (size_t)gltf->node_count,
                                                 sizeof *normalization->frames);
    if (normalization->frames == NULL) return false;
    for (int32_t i = 0; i < gltf->node_count; i++)
        if (!place_node(normalization, gltf->node_order[i])) return false;
    mark_driven(normalization);
    choose_axes(normalization);
    satisfy_constraints(normalization);
    if (normalization->edit->result != VRM_OK) return false;
    for (int32_t i = 0; i < gltf->node_count; i++) finish_frame(&normalization->frames[i]);
    report_uneven_scales(normalization);
    return true;
}
