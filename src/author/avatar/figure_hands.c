/* SPDX-License-Identifier: MIT */
/* Fingers and eyes. */
#include "author/avatar/figure_shape.h"

#include <float.h>

enum { FINGERS = 5, JOINTS = 3 };

typedef struct Finger {
    vrmi_FigureChain chain;
    float across; /* place of its first joint from the little finger's side */
    float along;  /* from the wrist to the fingertips */
} Finger;

/* ---- Fingers ---- */

static int32_t read_fingers(const vrmi_Figure* figure, int32_t hand, Finger out[FINGERS]) {
    const vrm_Node* from = &figure->gltf->nodes[hand];
    int32_t count = 0;
    for (int32_t c = 0; c < from->child_count; c++) {
        if (!vrmi_figure_is_joint(figure, from->children[c])) continue;
        vrmi_FigureChain chain = vrmi_figure_chain(figure, from->children[c]);
        if (chain.count < 2) continue;
        if (count == FINGERS) return 0; /* more than a hand has */
        out[count++].chain = chain;
    }
    return count;
}

static vrm_Vec3 first_place(const vrmi_Figure* figure, const Finger* finger) {
    return vrmi_figure_place(figure, finger->chain.nodes[0]);
}

/* The direction from the little finger to the thumb, at right angles to the hand. */
static vrm_Vec3 across_of(const vrmi_Figure* figure, const Finger* fingers, int32_t count,
                          vrm_Vec3 along) {
    vrm_Vec3 best = {0.0f, 0.0f, 0.0f};
    for (int32_t i = 0; i < count; i++)
        for (int32_t k = 0; k < i; k++) {
            vrm_Vec3 step =
                vrmi_vec3_sub(first_place(figure, &fingers[i]), first_place(figure, &fingers[k]));
            step = vrmi_vec3_sub(step, vrmi_vec3_scale(along, vrmi_vec3_dot(step, along)));
            if (vrmi_vec3_length(step) > vrmi_vec3_length(best)) best = step;
        }
    return vrmi_vec3_normalize(best);
}

/* Puts the thumb first: the finger that begins nearest to the wrist. Returns false if none does. */
static bool take_thumb(Finger* fingers, int32_t count) {
    int32_t thumb = 0;
    float others = 0.0f;
    for (int32_t i = 1; i < count; i++)
        if (fingers[i].along < fingers[thumb].along) thumb = i;
    Finger swapped = fingers[0];
    fingers[0] = fingers[thumb];
    fingers[thumb] = swapped;
    for (int32_t i = 1; i < count; i++) others += fingers[i].along / (float)(count - 1);
    return fingers[0].along < 0.8f * others;
}

/* The other fingers from the side of the thumb on. Returns false if the thumb is in their middle.
 */
static bool sort_fingers(Finger* fingers, int32_t count) {
    float mean = 0.0f;
    for (int32_t i = 1; i < count; i++) mean += fingers[i].across / (float)(count - 1);
    float side = fingers[0].across > mean ? 1.0f : -1.0f;
    for (int32_t i = 2; i < count; i++)
        for (int32_t k = i; k > 1 && fingers[k].across * side > fingers[k - 1].across * side; k--) {
            Finger swapped = fingers[k];
            fingers[k] = fingers[k - 1];
            fingers[k - 1] = swapped;
        }
    float middle = 0.5f * (fingers[1].across + fingers[count - 1].across);
    return (fingers[0].across - middle) * side > 0.25f * fabsf(fingers[1].across - middle);
}

static bool order_fingers(const vrmi_Figure* figure, int32_t hand, Finger* fingers, int32_t count) {
    vrm_Vec3 wrist = vrmi_figure_place(figure, hand), along = {0.0f, 0.0f, 0.0f};
    for (int32_t i = 0; i < count; i++)
        along = vrmi_vec3_add(along, vrmi_vec3_sub(first_place(figure, &fingers[i]), wrist));
    along = vrmi_vec3_normalize(along);
    vrm_Vec3 across = across_of(figure, fingers, count, along);
    if (vrmi_vec3_reach(along) == 0.0f || vrmi_vec3_reach(across) == 0.0f) return false;
    for (int32_t i = 0; i < count; i++) {
        vrm_Vec3 step = vrmi_vec3_sub(first_place(figure, &fingers[i]), wrist);
        fingers[i].across = vrmi_vec3_dot(step, across);
        fingers[i].along = vrmi_vec3_dot(step, along);
    }
    return take_thumb(fingers, count) && sort_fingers(fingers, count);
}

/* Four joints are a finger with its metacarpal if they begin in the palm, and one with its end
 * otherwise. */
static bool begins_in_palm(const vrmi_Figure* figure, int32_t hand, const vrmi_FigureChain* chain) {
    vrm_Vec3 at[3];
    if (chain->count <= JOINTS) return false;
    for (int i = 0; i < 3; i++) at[i] = vrmi_figure_place(figure, chain->nodes[i]);
    float palm = vrmi_vec3_distance(at[0], at[1]);
    return vrmi_vec3_distance(vrmi_figure_place(figure, hand), at[0]) < 0.6f * palm &&
           palm > 1.2f * vrmi_vec3_distance(at[1], at[2]);
}

/* The thumb begins with its metacarpal. */
static void set_finger(vrmi_Figure* figure, int32_t hand, vrm_Bone first,
                       const vrmi_FigureChain* chain, bool is_thumb) {
    bool has_metacarpal = !is_thumb && begins_in_palm(figure, hand, chain);
    int32_t from = has_metacarpal ? 1 : 0, count = chain->count - from;
    if (is_thumb && count < JOINTS) return; /* which of the three is missing is not to be seen */
    for (int32_t i = 0; i < JOINTS && i < count; i++)
        figure->found[(int)first + i] = chain->nodes[from + i];
}

void vrmi_figure_set_fingers(vrmi_Figure* figure, vrm_Bone hand) {
    /* With fewer than five, only those beside the thumb are certain. */
    static const int certain[FINGERS + 1] = {0, 0, 0, 1, 3, FINGERS};
    Finger fingers[FINGERS];
    vrm_Bone thumb = hand == VRM_BONE_LEFT_HAND ? VRM_BONE_LEFT_THUMB_METACARPAL
                                                : VRM_BONE_RIGHT_THUMB_METACARPAL;
    int32_t node = figure->found[hand];
    int32_t count = node >= 0 ? read_fingers(figure, node, fingers) : 0;
    if (count < 3 || !order_fingers(figure, node, fingers, count)) return;
    for (int i = 0; i < certain[count]; i++)
        set_finger(figure, node, (vrm_Bone)((int)thumb + i * JOINTS), &fingers[i].chain, i == 0);
}

/* ---- Eyes ---- */

typedef struct Eye {
    int32_t node;
    vrm_Vec3 from_head;
} Eye;

/* An eye turns a ball around its joint, or an iris ahead of it, and has nothing below. */
static bool is_eye(const vrmi_Figure* figure, int32_t node, vrm_Vec3* out_from_head) {
    const vrmi_Cloud* cloud = &figure->proposal->cloud;
    const float h = figure->height, radius = 0.05f * h;
    vrm_Vec3 at = vrmi_figure_place(figure, node), mean = {0.0f, 0.0f, 0.0f};
    int32_t count = 0;
    if (figure->joints[node].next >= 0 || cloud->first[node] < 0) return false;
    for (int32_t i = cloud->first[node]; i >= 0; i = cloud->points[i].next, count++) {
        vrm_Vec3 off = vrmi_vec3_sub(vrmi_quat_rotate(figure->upright, cloud->points[i].place), at);
        if (vrmi_vec3_length(off) > radius) return false;
        mean = vrmi_vec3_add(mean, off);
    }
    mean = vrmi_vec3_scale(mean, 1.0f / (float)count);
    vrm_Vec3 step = vrmi_vec3_sub(at, vrmi_figure_place(figure, figure->found[VRM_BONE_HEAD]));
    float aside = fabsf(vrmi_vec3_dot(step, figure->left));
    float ahead = vrmi_vec3_dot(step, figure->front);
    *out_from_head = step;
    return aside > 0.005f * h && aside < 0.06f * h && ahead > -0.01f * h && ahead < 0.12f * h &&
           step.y > -0.02f * h && step.y < 0.15f * h &&
           vrmi_vec3_dot(mean, figure->front) > -0.005f * h;
}

static bool are_pair(const vrmi_Figure* figure, const Eye* a, const Eye* b) {
    const float near = 0.006f * figure->height;
    vrm_Vec3 sum = vrmi_vec3_add(a->from_head, b->from_head);
    vrm_Vec3 off = vrmi_vec3_sub(a->from_head, b->from_head);
    return fabsf(vrmi_vec3_dot(sum, figure->left)) < near && fabsf(off.y) < near &&
           fabsf(vrmi_vec3_dot(off, figure->front)) < near;
}

void vrmi_figure_set_eyes(vrmi_Figure* figure) {
    enum { MOST = 16 };
    Eye eyes[MOST], pair[2];
    int32_t head = figure->found[VRM_BONE_HEAD], count = 0, pairs = 0;
    if (head < 0 || !figure->is_front_known) return;
    for (int32_t n = 0; n < figure->gltf->node_count && count < MOST; n++) {
        if (!vrmi_figure_is_joint(figure, n) || n == head) continue;
        if (!is_eye(figure, n, &eyes[count].from_head)) continue;
        if (!vrmi_figure_is_below(figure->gltf, n, head)) continue;
        eyes[count++].node = n;
    }
    for (int32_t i = 0; i < count; i++)
        for (int32_t k = 0; k < i; k++) {
            if (!are_pair(figure, &eyes[i], &eyes[k])) continue;
            pair[0] = eyes[i];
            pair[1] = eyes[k];
            pairs++;
        }
    if (pairs != 1) return; /* lashes, cheeks and earrings come in pairs too */
    int left = vrmi_vec3_dot(pair[0].from_head, figure->left) > 0.0f ? 0 : 1;
    figure->found[VRM_BONE_LEFT_EYE] = pair[left].node;
    figure->found[VRM_BONE_RIGHT_EYE] = pair[1 - left].node;
}
