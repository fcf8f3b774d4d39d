/* SPDX-License-Identifier: MIT */
/* Constraints, the nodes that they and the eyes turn, and what both read before the springs run. */
#include "table/table_build.h"

#include <stdlib.h>

/* Where the parent of a node is posed; -1: it is the root. */
static int32_t posed_above(gpu_Build* b, int32_t node) {
    int32_t parent = b->pack->nodes[node].parent;
    if (parent < 0) return -1;
    if (b->posed[parent] < 0) b->code = GPU_BROKEN;
    return b->posed[parent];
}

static void find_posed(gpu_Build* b) {
    for (int32_t i = 0; i < b->pack->constraint_step_count; i++) {
        int32_t step = b->pack->constraint_steps[i];
        if (step >= 0) continue;
        int32_t node = checked(b, ~step, b->pack->node_count);
        if (b->posed[node] < 0) b->posed[node] = b->posed_count++;
    }
}

static void add_constraint_list(gpu_Build* b) {
    const vrm_RigPack* pack = b->pack;
    b->rig.constraints = here(b);
    for (int32_t i = 0; i < pack->constraint_count; i++) {
        const vrm_PackConstraint* c = &pack->constraints[i];
        int32_t source = checked(b, c->source, pack->node_count);
        int32_t node = checked(b, c->node, pack->node_count);
        bool is_aim = c->type == VRM_CONSTRAINT_AIM;
        gpu_Constraint made = {.type = c->type,
                               .weight = c->weight,
                               .source_rotation = gpu_rotation_code(b, source),
                               .target = b->rig.rows.driven + 4 * b->driven[node],
                               .node = node,
                               .source = source,
                               .above = is_aim ? posed_above(b, node) : -1,
                               .source_above = is_aim ? posed_above(b, source) : -1};
        copy_quat(made.rest, c->rest);
        copy_quat(made.before, c->before);
        copy_quat(made.after, c->after);
        copy_vec3(made.axis, c->axis);
        add(b, &made, sizeof made);
    }
}

static void add_steps(gpu_Build* b) {
    const vrm_RigPack* pack = b->pack;
    b->rig.constraint_steps = here(b);
    b->rig.constraint_step_count = pack->constraint_step_count;
    for (int32_t i = 0; i < pack->constraint_step_count; i++) {
        int32_t step = pack->constraint_steps[i];
        gpu_ConstraintStep made = {.above = -1, .posed = -1};
        if (step >= 0) {
            made.constraint = checked(b, step, pack->constraint_count);
        } else {
            made.constraint = -1;
            made.node = checked(b, ~step, pack->node_count);
            made.above = posed_above(b, made.node);
            made.posed = b->posed[made.node];
        }
        add(b, &made, sizeof made);
    }
}

static void add_driven(gpu_Build* b) {
    int32_t* nodes = calloc((size_t)b->driven_count + 1, sizeof *nodes);
    if (nodes == NULL) {
        b->words->has_failed = true;
        return;
    }
    for (int32_t n = 0; n < b->pack->node_count; n++)
        if (b->driven[n] >= 0) nodes[b->driven[n]] = n;
    b->rig.driven = here(b);
    b->rig.driven_count = b->driven_count;
    add(b, nodes, (size_t)b->driven_count * sizeof *nodes);
    free(nodes);
}

/* Pairs that constraints and gaze read: these read what the last frame showed, or the rest pose. */
static void add_early(gpu_Build* b) {
    const vrm_RigPack* pack = b->pack;
    uint8_t* is_early = calloc((size_t)pack->node_count + 1, 1);
    if (is_early == NULL) {
        b->words->has_failed = true;
        return;
    }
    for (int32_t i = 0; i < pack->constraint_count; i++) is_early[pack->constraints[i].source] = 1;
    for (int32_t i = 0; i < pack->constraint_step_count; i++)
        if (pack->constraint_steps[i] < 0) is_early[~pack->constraint_steps[i]] = 1;
    for (int32_t i = 0; i < pack->head_chain_count; i++) is_early[pack->head_chain[i]] = 1;
    b->rig.early = here(b);
    for (int32_t p = 0; p < pack->pair_count; p++) {
        if (!is_early[pack->pairs[p].node]) continue;
        add_index(b, p);
        b->rig.early_count++;
    }
    free(is_early);
}

void gpu_add_constraints(gpu_Build* b) {
    find_posed(b);
    add_constraint_list(b);
    add_steps(b);
    if (!has_stopped(b)) add_driven(b);
    if (!has_stopped(b)) add_early(b);
}
