/* SPDX-License-Identifier: MIT */
#include "author/avatar/figure_shape.h"

#include <float.h>

enum { LEAST_JOINTS = 12 };

bool vrmi_figure_is_joint(const vrmi_Figure* figure, int32_t node) {
    return figure->joints[node].is_joint;
}

vrm_Vec3 vrmi_figure_place(const vrmi_Figure* figure, int32_t node) {
    return figure->joints[node].place;
}

float vrmi_figure_weight(const vrmi_Figure* figure, int32_t node) {
    return figure->joints[node].own;
}

/* ---- Joints ---- */

/* Joints of skins, or all nodes without a mesh; and what is above them. */
static int32_t mark_joints(vrmi_Figure* figure, bool takes_all) {
    const vrm_Gltf* gltf = figure->gltf;
    const int8_t* stated = figure->stated;
    int32_t count = 0;
    for (int32_t n = 0; n < gltf->node_count; n++)
        figure->joints[n] = (vrmi_FigureJoint){.place = figure->joints[n].place,
                                               .is_joint = takes_all && gltf->nodes[n].mesh < 0 &&
                                                           stated[n] != VRM_BONE_NONE};
    for (int32_t s = 0; s < gltf->skin_count && !takes_all; s++)
        for (int32_t j = 0; j < gltf->skins[s].joint_count; j++) {
            int32_t n = gltf->skins[s].joints[j];
            if (n >= 0 && stated[n] != VRM_BONE_NONE) figure->joints[n].is_joint = true;
        }
    for (int32_t i = gltf->node_count - 1; i >= 0; i--) { /* children first */
        int32_t n = gltf->node_order[i], parent = gltf->nodes[n].parent;
        if (!figure->joints[n].is_joint) continue;
        count++;
        if (parent >= 0) figure->joints[parent].is_joint = true;
    }
    return count;
}

static void add_branch(vrmi_FigureJoint* above, const vrmi_FigureJoint* joint, int32_t node) {
    float length = vrmi_vec3_distance(above->place, joint->place);
    if (above->next >= 0 && joint->below + length <= above->below) return;
    above->next = node;
    above->below = joint->below + length;
}

/* Every joint's longest chain and moved weight. */
static void sum_up(vrmi_Figure* figure) {
    const vrm_Gltf* gltf = figure->gltf;
    for (int32_t n = 0; n < gltf->node_count; n++) {
        figure->joints[n].next = -1;
        figure->joints[n].own = figure->joints[n].moved = figure->proposal->cloud.weights[n];
    }
    for (int32_t i = gltf->node_count - 1; i >= 0; i--) { /* children first */
        int32_t n = gltf->node_order[i], parent = gltf->nodes[n].parent;
        if (parent < 0) continue;
        vrmi_FigureJoint* above = &figure->joints[parent];
        above->moved += figure->joints[n].moved;
        if (figure->joints[n].is_joint)
            add_branch(above, &figure->joints[n], n);
        else
            above->own += figure->joints[n].moved;
    }
}

/* The heights between which joints are that move something. */
static void measure(vrmi_Figure* figure, bool ignores_weights) {
    float low = FLT_MAX, high = -FLT_MAX;
    int32_t moving = 0;
    figure->all = 0.0f;
    for (int32_t n = 0; n < figure->gltf->node_count; n++) {
        if (!figure->joints[n].is_joint) continue;
        moving += vrmi_figure_weight(figure, n) > 0.0f;
        figure->all += vrmi_figure_weight(figure, n);
    }
    figure->has_weights = !ignores_weights && moving >= LEAST_JOINTS;
    for (int32_t n = 0; n < figure->gltf->node_count; n++) {
        bool counts = !figure->has_weights || vrmi_figure_weight(figure, n) > 0.0f;
        if (!figure->joints[n].is_joint || !counts) continue;
        low = fminf(low, figure->joints[n].place.y);
        high = fmaxf(high, figure->joints[n].place.y);
    }
    figure->low = low;
    figure->height = high - low;
}

bool vrmi_figure_read_joints(vrmi_Figure* figure, vrm_Quat upright, bool takes_all) {
    const vrmi_Cloud* cloud = &figure->proposal->cloud;
    figure->upright = upright;
    for (int32_t n = 0; n < figure->gltf->node_count; n++)
        figure->joints[n].place = vrmi_quat_rotate(upright, cloud->rests[n].translation);
    bool is_enough = mark_joints(figure, false) >= LEAST_JOINTS;
    if (takes_all && !is_enough)
        is_enough = mark_joints(figure, true) >= LEAST_JOINTS;
    else if (takes_all)
        return false; /* skins say which nodes are joints */
    if (!is_enough) return false;
    sum_up(figure);
    measure(figure, takes_all);
    return figure->height > 0.0f && vrmi_is_finite(figure->height);
}

/* ---- Chains ---- */

vrmi_FigureChain vrmi_figure_whole_chain(const vrmi_Figure* figure, int32_t node) {
    vrmi_FigureChain chain = {.count = 0};
    for (; node >= 0 && chain.count < VRMI_CHAIN_MOST; node = figure->joints[node].next)
        chain.nodes[chain.count++] = node;
    return chain;
}

vrmi_FigureChain vrmi_figure_chain(const vrmi_Figure* figure, int32_t node) {
    vrmi_FigureChain chain = vrmi_figure_whole_chain(figure, node);
    int32_t moving = figure->has_weights ? chain.count : 0;
    while (moving > 0 && vrmi_figure_weight(figure, chain.nodes[moving - 1]) <= 0.0f) moving--;
    chain.has_weights = moving > 0;
    if (chain.has_weights) chain.count = moving;
    return chain;
}
