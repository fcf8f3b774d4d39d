/* SPDX-License-Identifier: MIT */
/* Which joints of a chain are the three of a limb. Between them there may be joints that twist, and
 * before them one that carries the limb. */
#include "author/avatar/figure_shape.h"

#include <float.h>

/* Three joints of a chain, by index. */
typedef struct Limb {
    int32_t upper, middle, end;
    float fit;
} Limb;

static float between(const vrmi_Figure* figure, const vrmi_FigureChain* chain, int32_t a,
                     int32_t b) {
    return vrmi_vec3_distance(vrmi_figure_place(figure, chain->nodes[a]),
                              vrmi_figure_place(figure, chain->nodes[b]));
}

/* How unequal two lengths are: 0 for equal ones, 1 for twice as long. */
static float inequality(float a, float b) {
    float longer = fmaxf(a, b), shorter = fminf(a, b);
    return shorter > 0.0f ? longer / shorter - 1.0f : FLT_MAX;
}

/* Upper and lower limbs of people are about as long as each other. */
static bool is_limb(const vrmi_Figure* figure, float upper, float lower) {
    const float least = 0.03f, most = 0.9f; /* of the height of the figure; inequality */
    return upper > least * figure->height && lower > least * figure->height &&
           inequality(upper, lower) < most;
}

/* The best upper and middle joint before the end of a limb, with the upper one from `first` on. */
static Limb fit_limb(const vrmi_Figure* figure, const vrmi_FigureChain* chain, int32_t first,
                     int32_t end) {
    const float unequal = 0.25f; /* price of inequality, in heights of the figure */
    Limb best = {-1, -1, -1, -FLT_MAX};
    for (int32_t m = first + 1; m < end; m++)
        for (int32_t u = first; u < m; u++) {
            float upper = between(figure, chain, u, m), lower = between(figure, chain, m, end);
            if (!is_limb(figure, upper, lower)) continue;
            float fit = upper + lower - unequal * figure->height * inequality(upper, lower);
            if (fit > best.fit) best = (Limb){u, m, end, fit};
        }
    return best;
}

/* ---- Legs ---- */

/* The ankle: the first joint near the ground from which the chain goes ahead, or its last. */
static int32_t ankle_of(const vrmi_Figure* figure, const vrmi_FigureChain* chain) {
    const float most = 0.2f; /* of the height */
    for (int32_t i = 2; i < chain->count; i++) {
        vrm_Vec3 at = vrmi_figure_place(figure, chain->nodes[i]);
        if (at.y - figure->low > most * figure->height) continue;
        if (i + 1 == chain->count) return i;
        vrm_Vec3 step = vrmi_vec3_sub(vrmi_figure_place(figure, chain->nodes[i + 1]), at);
        float aside = vrmi_vec3_length((vrm_Vec3){step.x, 0.0f, step.z});
        if (aside > 0.5f * fabsf(step.y)) return i;
    }
    return -1;
}

bool vrmi_figure_set_leg(vrmi_Figure* figure, vrm_Bone upper, const vrmi_FigureChain* chain) {
    int32_t ankle = ankle_of(figure, chain);
    Limb leg = fit_limb(figure, chain, 0, ankle);
    if (ankle < 0 || leg.upper < 0) return false;
    figure->found[upper] = chain->nodes[leg.upper];
    figure->found[upper + 1] = chain->nodes[leg.middle];
    figure->found[upper + 2] = chain->nodes[ankle];
    if (ankle + 1 < chain->count) figure->found[upper + 3] = chain->nodes[ankle + 1];
    return true;
}

/* ---- Arms ---- */

/* Joints below a hand that are long enough for fingers. */
static int32_t count_fingers(const vrmi_Figure* figure, int32_t node) {
    const vrm_Node* from = &figure->gltf->nodes[node];
    enum { MOST = 32 }; /* more branches are no hand */
    int32_t count = 0;
    for (int32_t c = 0; c < from->child_count && from->child_count <= MOST; c++) {
        if (!vrmi_figure_is_joint(figure, from->children[c])) continue;
        vrmi_FigureChain chain = vrmi_figure_chain(figure, from->children[c]);
        count += chain.count >= 2;
    }
    return count;
}

int32_t vrmi_figure_hand(const vrmi_Figure* figure, const vrmi_FigureChain* chain) {
    for (int32_t i = 2; i < chain->count; i++)
        if (count_fingers(figure, chain->nodes[i]) >= 3) return i;
    return -1;
}

/* The first joint of an arm is a shoulder if an arm remains without it, and it is a short step
 * from the middle of the body. */
static bool is_shoulder(const vrmi_Figure* figure, const vrmi_FigureChain* chain,
                        const Limb* without) {
    if (without->upper < 0) return false;
    float upper = between(figure, chain, without->upper, without->middle);
    float lower = between(figure, chain, without->middle, without->end);
    float step = between(figure, chain, 0, without->upper);
    return step > 0.0f && step < 0.65f * upper && inequality(upper, lower) < 0.6f;
}

static Limb fit_arm(const vrmi_Figure* figure, const vrmi_FigureChain* chain, int32_t end) {
    Limb without = fit_limb(figure, chain, 1, end);
    return is_shoulder(figure, chain, &without) ? without : fit_limb(figure, chain, 0, end);
}

/* Without fingers the end of the longest fit: what is behind a hand is short. */
static Limb fit_any_arm(const vrmi_Figure* figure, const vrmi_FigureChain* chain) {
    Limb best = {-1, -1, -1, -FLT_MAX};
    for (int32_t end = 2; end < chain->count; end++) {
        Limb arm = fit_arm(figure, chain, end);
        if (arm.upper >= 0 && arm.fit > best.fit) best = arm;
    }
    return best;
}

bool vrmi_figure_set_arm(vrmi_Figure* figure, vrm_Bone upper, const vrmi_FigureChain* chain) {
    int32_t hand = vrmi_figure_hand(figure, chain);
    Limb arm = hand >= 0 ? fit_arm(figure, chain, hand) : fit_any_arm(figure, chain);
    vrmi_FigureChain whole = vrmi_figure_whole_chain(figure, chain->nodes[0]);
    if (arm.upper < 0) { /* the hand may move nothing where gloves hang on the forearm */
        arm = fit_any_arm(figure, &whole);
        chain = &whole;
    }
    if (arm.upper < 0) return false;
    figure->found[upper] = chain->nodes[arm.upper];
    figure->found[upper + 1] = chain->nodes[arm.middle];
    figure->found[upper + 2] = chain->nodes[arm.end];
    if (arm.upper > 0) figure->found[upper - 1] = chain->nodes[0];
    return true;
}
