/* SPDX-License-Identifier: MIT */
/* The trunk and its limbs: two legs that reach the ground, two arms above them, and a head between
 * the arms. */
#include "author/avatar/figure_shape.h"

#include "base/report.h"
#include "motion/record.h"

#include <float.h>

#define CONFIDENCE_OF_SHAPES 0.8f
#define LEAST_OF_LEGS        0.03f /* of the weight of all vertices */

/* Two limbs that hang on one joint. */
typedef struct Pair {
    int32_t above;    /* the joint */
    int32_t sides[2]; /* the first joints of the limbs */
    float fit;
} Pair;

/* ---- Pairs ---- */

enum { BRANCHES = 12 }; /* of a joint that are compared: more are hair and cloth */

static int32_t branches_of(const vrmi_Figure* figure, int32_t node, float least,
                           int32_t out[BRANCHES]) {
    const vrm_Node* from = &figure->gltf->nodes[node];
    int32_t count = 0;
    for (int32_t c = 0; c < from->child_count; c++) {
        int32_t child = from->children[c];
        float length = figure->joints[child].below +
                       vrmi_vec3_distance(figure->joints[child].place, figure->joints[node].place);
        if (!vrmi_figure_is_joint(figure, child) || figure->joints[child].is_leg) continue;
        if (length < least * figure->height) continue;
        if (count == BRANCHES) return 0;
        out[count++] = child;
    }
    return count;
}

static int32_t tip_of(const vrmi_Figure* figure, int32_t node) {
    vrmi_FigureChain chain = vrmi_figure_chain(figure, node);
    return chain.count > 0 ? chain.nodes[chain.count - 1] : node;
}

static float beside(vrm_Vec3 a, vrm_Vec3 b) {
    return vrmi_vec3_length((vrm_Vec3){a.x - b.x, 0.0f, a.z - b.z});
}

/* How well two legs match: the lower they reach the better. Below 0: they are none, as ribbons are,
 * which move little. */
static float fit_legs(const vrmi_Figure* figure, int32_t a, int32_t b) {
    const float h = figure->height;
    float moved = figure->joints[a].moved + figure->joints[b].moved;
    if (figure->has_weights && moved < LEAST_OF_LEGS * figure->all) return -1.0f;
    vrm_Vec3 top[2] = {vrmi_figure_place(figure, a), vrmi_figure_place(figure, b)};
    vrm_Vec3 tip[2] = {vrmi_figure_place(figure, tip_of(figure, a)),
                       vrmi_figure_place(figure, tip_of(figure, b))};
    for (int i = 0; i < 2; i++)
        if (top[i].y - tip[i].y < 0.15f * h || tip[i].y - figure->low > 0.12f * h) return -1.0f;
    float uneven = fabsf(tip[0].y - tip[1].y) + fabsf(top[0].y - top[1].y) +
                   fabsf(figure->joints[a].below - figure->joints[b].below);
    if (uneven > 0.1f * h || beside(tip[0], tip[1]) < 0.02f * h) return -1.0f;
    return 1.0f - uneven / h - (tip[0].y + tip[1].y - 2.0f * figure->low) / h;
}

/* How well two arms match: hands with fingers, then what they move and how far they reach. */
static float fit_arms(const vrmi_Figure* figure, int32_t a, int32_t b) {
    const float h = figure->height;
    int32_t sides[2] = {a, b};
    float reach[2], lengths[2], fit = 0.0f;
    vrm_Vec3 top[2];
    for (int i = 0; i < 2; i++) {
        vrmi_FigureChain chain = vrmi_figure_chain(figure, sides[i]);
        if (chain.count < 3) return -1.0f;
        top[i] = vrmi_figure_place(figure, sides[i]);
        vrm_Vec3 tip = vrmi_figure_place(figure, chain.nodes[chain.count - 1]);
        reach[i] = vrmi_vec3_dot(
            vrmi_vec3_sub(tip, figure->joints[figure->found[VRM_BONE_HIPS]].place), figure->left);
        lengths[i] = figure->joints[sides[i]].below;
        fit += vrmi_figure_hand(figure, &chain) >= 0 ? 5.0f : 0.0f;
    }
    float least = 0.06f * h, uneven = fabsf(reach[0] + reach[1]) + fabsf(lengths[0] - lengths[1]) +
                                      fabsf(top[0].y - top[1].y);
    if (reach[0] * reach[1] >= 0.0f || fabsf(reach[0]) < least || uneven > 0.12f * h) return -1.0f;
    float all = figure->joints[figure->found[VRM_BONE_HIPS]].moved;
    if (all > 0.0f) fit += 4.0f * (figure->joints[a].moved + figure->joints[b].moved) / all;
    return fit + (lengths[0] + lengths[1] - uneven) / h;
}

static void mark_legs(vrmi_Figure* figure, const Pair* legs) {
    for (int32_t i = 0; i < figure->gltf->node_count; i++) { /* parents first */
        int32_t n = figure->gltf->node_order[i], parent = figure->gltf->nodes[n].parent;
        figure->joints[n].is_leg = n == legs->sides[0] || n == legs->sides[1] ||
                                   (parent >= 0 && figure->joints[parent].is_leg);
    }
}

static Pair find_pair(const vrmi_Figure* figure, bool of_legs) {
    Pair best = {.above = -1, .fit = 0.0f};
    int32_t branches[BRANCHES];
    for (int32_t n = 0; n < figure->gltf->node_count; n++) {
        if (!vrmi_figure_is_joint(figure, n)) continue;
        int32_t count = branches_of(figure, n, of_legs ? 0.2f : 0.12f, branches);
        for (int32_t i = 0; i < count; i++)
            for (int32_t k = 0; k < i; k++) {
                float fit = of_legs ? fit_legs(figure, branches[i], branches[k])
                                    : fit_arms(figure, branches[i], branches[k]);
                if (fit > best.fit) best = (Pair){n, {branches[i], branches[k]}, fit};
            }
    }
    return best;
}

/* ---- Trunk ---- */

/* The lowest node above both; -1: none. */
static int32_t meet(vrmi_Figure* figure, int32_t a, int32_t b) {
    const vrm_Gltf* gltf = figure->gltf;
    for (int32_t n = 0; n < gltf->node_count; n++) figure->joints[n].is_above = false;
    for (; b >= 0; b = gltf->nodes[b].parent) figure->joints[b].is_above = true;
    while (a >= 0 && !figure->joints[a].is_above) a = gltf->nodes[a].parent;
    return a;
}

/* As src/motion/capture/joint_bones.c names them: the first is the spine, the last of three or more
 * the upper chest. */
static void set_trunk(vrmi_Figure* figure, int32_t top) {
    int32_t trunk[VRMI_CHAIN_MOST], count = 0, hips = figure->found[VRM_BONE_HIPS];
    for (int32_t at = top; at >= 0 && at != hips && count < VRMI_CHAIN_MOST;
         at = figure->gltf->nodes[at].parent)
        trunk[count++] = at; /* from the top down */
    if (count == 0) return;
    figure->found[VRM_BONE_SPINE] = trunk[count - 1];
    if (count > 1) figure->found[VRM_BONE_CHEST] = trunk[count > 2 ? (count - 1) / 2 : 0];
    if (count > 2) figure->found[VRM_BONE_UPPER_CHEST] = trunk[0];
}

/* The child in the middle of the body that leads up and moves most. */
static int32_t middle_above(const vrmi_Figure* figure, int32_t node, const Pair* arms,
                            vrm_Vec3 hips) {
    const vrm_Node* from = &figure->gltf->nodes[node];
    int32_t best = -1;
    float most = -1.0f;
    for (int32_t c = 0; c < from->child_count; c++) {
        int32_t child = from->children[c];
        vrm_Vec3 at = vrmi_figure_place(figure, child);
        float aside = fabsf(vrmi_vec3_dot(vrmi_vec3_sub(at, hips), figure->left));
        float rise = at.y - vrmi_figure_place(figure, node).y;
        if (!vrmi_figure_is_joint(figure, child) || aside > 0.03f * figure->height) continue;
        if (rise < 0.005f * figure->height) continue;
        if (child == arms->sides[0] || child == arms->sides[1]) continue;
        float value = figure->has_weights ? figure->joints[child].moved : 1.0f + rise;
        if (figure->has_weights && figure->joints[child].moved <= 0.0f) continue;
        if (value <= most) continue;
        most = value;
        best = child;
    }
    return best;
}

/* Whether the vertices of a joint are above it: those of the end of a head are below. */
static bool is_below_its_vertices(const vrmi_Figure* figure, int32_t node) {
    const vrmi_Cloud* cloud = &figure->proposal->cloud;
    float sum = 0.0f, y = vrmi_figure_place(figure, node).y;
    if (cloud->first[node] < 0) return true; /* meshes that hang on it */
    for (int32_t i = cloud->first[node]; i >= 0; i = cloud->points[i].next)
        sum += vrmi_quat_rotate(figure->upright, cloud->points[i].place).y - y;
    return sum > 0.0f;
}

/* The head moves most of what its chain moves, above itself; its end may move a part of that. */
static int32_t head_of(const vrmi_Figure* figure, const int32_t* chain, int32_t count) {
    const float share = 0.3f; /* of the end's weight: necks move less of a head's */
    int32_t head = 0;
    if (!figure->has_weights) return count > 1 ? 1 : 0;
    for (int32_t i = 1; i < count; i++)
        if (vrmi_figure_weight(figure, chain[i]) > vrmi_figure_weight(figure, chain[head]) &&
            is_below_its_vertices(figure, chain[i]))
            head = i;
    float most = vrmi_figure_weight(figure, chain[head]);
    bool is_end = head >= 2 && figure->joints[chain[head]].next < 0;
    return is_end && vrmi_figure_weight(figure, chain[head - 1]) >= share * most ? head - 1 : head;
}

/* Neck and head are the joints in the middle above the arms. */
static void set_head(vrmi_Figure* figure, const Pair* arms) {
    enum { MOST = 4 };
    int32_t chain[MOST], count = 0;
    vrm_Vec3 hips = vrmi_figure_place(figure, figure->found[VRM_BONE_HIPS]);
    int32_t at = middle_above(figure, arms->above, arms, hips);
    for (; at >= 0 && count < MOST; at = middle_above(figure, at, arms, hips)) chain[count++] = at;
    if (count == 0) return;
    int32_t head = head_of(figure, chain, count);
    figure->found[VRM_BONE_HEAD] = chain[head];
    if (head > 0) figure->found[VRM_BONE_NECK] = chain[0];
}

/* ---- Front ---- */

/* How far the vertices of a foot are ahead of its ankle, on average. */
static float foot_ahead(const vrmi_Figure* figure, int32_t foot, vrm_Vec3 front) {
    const vrmi_Cloud* cloud = &figure->proposal->cloud;
    vrm_Vec3 sum = {0.0f, 0.0f, 0.0f};
    int32_t count = 0;
    for (int32_t i = cloud->first[foot]; i >= 0; i = cloud->points[i].next, count++)
        sum = vrmi_vec3_add(sum, vrmi_quat_rotate(figure->upright, cloud->points[i].place));
    if (count == 0) return 0.0f;
    sum = vrmi_vec3_sub(vrmi_vec3_scale(sum, 1.0f / (float)count), vrmi_figure_place(figure, foot));
    return vrmi_vec3_dot(sum, front);
}

/* How far toes and knee are ahead of a leg, towards `front`. */
static float leg_ahead(const vrmi_Figure* figure, vrm_Bone upper, vrm_Vec3 front) {
    vrm_Vec3 hip = vrmi_figure_place(figure, figure->found[upper]);
    vrm_Vec3 knee = vrmi_figure_place(figure, figure->found[upper + 1]);
    int32_t foot = figure->found[upper + 2], toes = figure->found[upper + 3];
    vrm_Vec3 ankle = vrmi_figure_place(figure, foot);
    vrm_Vec3 straight = vrmi_vec3_scale(vrmi_vec3_add(hip, ankle), 0.5f);
    float bend = 0.5f * vrmi_vec3_dot(vrmi_vec3_sub(knee, straight), front);
    if (toes < 0) return bend + foot_ahead(figure, foot, front);
    return bend + vrmi_vec3_dot(vrmi_vec3_sub(vrmi_figure_place(figure, toes), ankle), front);
}

static void swap_sides(vrmi_Figure* figure) {
    for (int b = 0; b < VRM_BONE_COUNT; b++) {
        vrm_Bone other = vrmi_record_mirrored((vrm_Bone)b);
        if (other == VRM_BONE_NONE) continue;
        int32_t swapped = figure->found[b];
        figure->found[b] = figure->found[other];
        figure->found[other] = swapped;
    }
    figure->left = vrmi_vec3_negate(figure->left);
    figure->front = vrmi_vec3_negate(figure->front);
}

static void find_front(vrmi_Figure* figure) {
    const float certain = 0.006f; /* of the height */
    figure->front = vrmi_vec3_cross(figure->left, (vrm_Vec3){0.0f, 1.0f, 0.0f});
    float ahead = leg_ahead(figure, VRM_BONE_LEFT_UPPER_LEG, figure->front) +
                  leg_ahead(figure, VRM_BONE_RIGHT_UPPER_LEG, figure->front);
    figure->is_front_known = fabsf(ahead) > certain * figure->height;
    vrm_Vec3 front = vrmi_quat_rotate(vrmi_quat_conjugate(figure->upright), figure->front);
    bool is_behind = figure->is_front_known ? ahead < 0.0f : front.z < 0.0f;
    if (is_behind) swap_sides(figure);
}

/* ---- The whole ---- */

static bool find_body(vrmi_Figure* figure) {
    const vrm_Bone legs[2] = {VRM_BONE_LEFT_UPPER_LEG, VRM_BONE_RIGHT_UPPER_LEG};
    const vrm_Bone arms[2] = {VRM_BONE_LEFT_UPPER_ARM, VRM_BONE_RIGHT_UPPER_ARM};
    Pair pair = find_pair(figure, true);
    if (pair.above < 0) return false;
    mark_legs(figure, &pair);
    for (int i = 0; i < 2; i++) {
        vrmi_FigureChain chain = vrmi_figure_chain(figure, pair.sides[i]);
        if (!vrmi_figure_set_leg(figure, legs[i], &chain)) return false;
    }
    vrm_Vec3 left = vrmi_vec3_sub(vrmi_figure_place(figure, figure->found[legs[0]]),
                                  vrmi_figure_place(figure, figure->found[legs[1]]));
    left.y = 0.0f;
    figure->left = vrmi_vec3_normalize(left);
    figure->found[VRM_BONE_HIPS] = pair.above;
    Pair upper = find_pair(figure, false);
    if (upper.above < 0 || vrmi_vec3_reach(left) == 0.0f) return false;
    figure->found[VRM_BONE_HIPS] = meet(figure, pair.above, upper.above);
    if (figure->found[VRM_BONE_HIPS] < 0) return false;
    for (int i = 0; i < 2; i++) {
        vrmi_FigureChain chain = vrmi_figure_chain(figure, upper.sides[i]);
        vrm_Vec3 tip = vrmi_figure_place(figure, tip_of(figure, upper.sides[i]));
        tip = vrmi_vec3_sub(tip, vrmi_figure_place(figure, pair.above));
        int side = vrmi_vec3_dot(tip, figure->left) > 0.0f ? 0 : 1;
        if (!vrmi_figure_set_arm(figure, arms[side], &chain)) return false;
    }
    set_trunk(figure, upper.above);
    set_head(figure, &upper);
    return figure->found[VRM_BONE_SPINE] >= 0 && figure->found[VRM_BONE_HEAD] >= 0;
}

static bool try_figure(vrmi_Figure* figure, vrm_Quat upright, bool takes_all) {
    for (int b = 0; b < VRM_BONE_COUNT; b++) figure->found[b] = -1;
    if (!vrmi_figure_read_joints(figure, upright, takes_all) || !find_body(figure)) return false;
    vrmi_figure_set_fingers(figure, VRM_BONE_LEFT_HAND);
    vrmi_figure_set_fingers(figure, VRM_BONE_RIGHT_HAND);
    find_front(figure);
    vrmi_figure_set_eyes(figure);
    return true;
}

static bool find_figure(vrmi_Figure* figure) {
    const vrm_Quat y_up = {0.0f, 0.0f, 0.0f, 1.0f}, z_up = {-0.70710678f, 0.0f, 0.0f, 0.70710678f};
    return try_figure(figure, y_up, false) || try_figure(figure, y_up, true) ||
           try_figure(figure, z_up, false) || try_figure(figure, z_up, true);
}

/* ---- What is taken ---- */

static vrm_Bone bone_at(const vrmi_Figure* figure, int32_t node) {
    for (int b = 0; b < VRM_BONE_COUNT; b++)
        if (figure->found[b] == node) return (vrm_Bone)b;
    return VRM_BONE_NONE;
}

/* Names have their sides settled already (figure_sides.c). Returns false if names and shape see two
 * different figures. */
static bool agrees_with_names(vrmi_Figure* figure) {
    int same = 0, other = 0;
    for (int pass = 0; pass < 2; pass++) {
        same = other = 0;
        for (int b = 0; b < VRM_BONE_COUNT; b++) {
            int32_t node = figure->proposal->bones[b].node;
            vrm_Bone seen = node >= 0 ? bone_at(figure, node) : VRM_BONE_NONE;
            same += seen == (vrm_Bone)b;
            other += seen != (vrm_Bone)b && seen != VRM_BONE_NONE;
        }
        if (same >= other) break;
        swap_sides(figure);
    }
    if (same + other > 0) figure->is_front_known = true;
    return other * 4 <= same;
}

static bool is_used(const vrm_AvatarProposal* proposal, int32_t node) {
    for (int b = 0; b < VRM_BONE_COUNT; b++)
        if (proposal->bones[b].node == node) return true;
    return false;
}

static bool is_finger(int bone) {
    return bone >= VRM_BONE_LEFT_THUMB_METACARPAL;
}

/* Where names gave all that an avatar needs, only fingers are added: an author who named the rest
 * has a reason for what is not there. */
static void take_bones(vrmi_Figure* figure, bool has_all) {
    vrm_AvatarProposal* proposal = figure->proposal;
    for (int b = 0; b < VRM_BONE_COUNT; b++) {
        bool is_denied = (proposal->denied >> b & 1) != 0;
        if (proposal->bones[b].node >= 0 || figure->found[b] < 0 || is_denied) continue;
        if ((has_all && !is_finger(b)) || is_used(proposal, figure->found[b])) continue;
        proposal->bones[b] = (vrm_ProposedBone){.node = figure->found[b],
                                                .finding = VRM_BONE_FOUND_BY_SHAPE,
                                                .confidence = figure->confidence};
    }
}

/* Few names that contradict a whole figure are no bones: "leg_1" of a leg of three joints. Returns
 * false if the names are too many to be chance. */
static bool forget_names(vrm_AvatarProposal* proposal) {
    enum { CHANCE = 7 }; /* of the required bones, less than half */
    int found = 0;
    for (int b = 0; b < VRM_BONE_COUNT; b++)
        found += vrm_bone_is_required((vrm_Bone)b) && proposal->bones[b].node >= 0;
    if (found > CHANCE) return false;
    for (int b = 0; b < VRM_BONE_COUNT; b++)
        if (proposal->bones[b].finding == VRM_BONE_FOUND_BY_NAME)
            proposal->bones[b] = (vrm_ProposedBone){.node = -1};
    return true;
}

vrm_Result vrmi_figure_find_by_shape(vrm_AvatarProposal* proposal) {
    vrmi_Figure figure = {
        .proposal = proposal, .gltf = vrm_model_gltf(proposal->model), .stated = proposal->stated};
    int32_t count = figure.gltf->node_count;
    bool has_all = vrmi_figure_missing(proposal) == 0;
    figure.joints = vrmi_avatar_take(proposal, count, sizeof *figure.joints);
    if (figure.joints == NULL) return VRM_ERR_MEMORY;
    if (!find_figure(&figure)) return VRM_OK;
    if (!agrees_with_names(&figure) && !forget_names(proposal)) return VRM_OK;
    figure.confidence = figure.is_front_known ? CONFIDENCE_OF_SHAPES : 0.5f;
    take_bones(&figure, has_all);
    if (!figure.is_front_known)
        vrmi_report_at(proposal->report, VRMI_RULE_CREATE_FRONT_ASSUMED, VRM_NO_OFFSET, NULL);
    return VRM_OK;
}

vrm_Result vrmi_figure_find_another(vrm_AvatarProposal* proposal, const int8_t* stated,
                                    int32_t out_nodes[VRM_BONE_COUNT]) {
    vrmi_Figure figure = {
        .proposal = proposal, .gltf = vrm_model_gltf(proposal->model), .stated = stated};
    figure.joints = vrmi_avatar_take(proposal, figure.gltf->node_count, sizeof *figure.joints);
    if (figure.joints == NULL) return VRM_ERR_MEMORY;
    bool is_there = find_figure(&figure);
    for (int b = 0; b < VRM_BONE_COUNT; b++) out_nodes[b] = is_there ? figure.found[b] : -1;
    return VRM_OK;
}
