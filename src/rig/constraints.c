/* SPDX-License-Identifier: MIT */
/* The order in which constraints run, resolved once (VRMC_node_constraint 1.0).
 *
 * Two kinds of work wait for each other: a constraint sets a node's local rotation; a pose step
 * makes a slot's world transform, which aims read.
 *
 *   roll, rotation    wait for the constraint on their source
 *   aim               waits for the pose of the source's parent and of its own parent
 *   pose of a slot    waits for the pose of its parent and the constraint on the slot
 *
 * One depth-first walk over this graph gives the order; whatever is reached again while it still
 * waits closes a circle. The graph has two edges per item, so the walk is linear in the file's
 * size; how far down the stack a circle reaches is handed down when its items are done, as Tarjan
 * has it.
 *
 * Constraints of a circle are dropped, and poses that waited in it were listed too early: the walk
 * is made again without those constraints, until none is found. */
#include "rig/rig_draft.h"

#include "json/json_report.h"

#include <stdio.h>
#include <string.h>

typedef enum State { UNSEEN, WAITING, DONE } State;

typedef struct Order {
    const vrm_Rig* rig;
    const vrm_Constraint* constraints;
    int32_t count, item_count;
    int32_t* by_slot; /* constraint on a slot; -1 */
    uint8_t* states;  /* by item: constraints first, then slots */
    int32_t* places;  /* by item: where it waits on the stack */
    int32_t* stack;
    int32_t* reaches;        /* by place on the stack: the lowest place of a circle through it */
    int32_t* constraints_at; /* by place: that of the nearest constraint from there down; -1 */
    uint8_t* next_edges;     /* by place: which edge comes next */
    int32_t depth;
    int32_t reported_count; /* circles whose nodes were named */
    bool is_first_walk;     /* which alone reports */
    uint8_t* is_dropped;    /* by constraint */
    int32_t dropped_count;
    vrmi_ConstraintStep* steps;
    int32_t step_count;
} Order;

static const vrmi_ArrayRow item_arrays[] = {
    VRMI_ARRAY(Order, states, item_count),         VRMI_ARRAY(Order, places, item_count),
    VRMI_ARRAY(Order, stack, item_count),          VRMI_ARRAY(Order, reaches, item_count),
    VRMI_ARRAY(Order, constraints_at, item_count), VRMI_ARRAY(Order, next_edges, item_count),
    VRMI_ARRAY(Order, steps, item_count),          VRMI_ARRAY(Order, is_dropped, item_count),
};

static int32_t pose_item(const Order* order, int32_t slot) {
    return slot < 0 ? -1 : order->count + slot;
}

/* What an item waits for, edge 0 or 1; -1: nothing. */
static int32_t dependency(const Order* order, int32_t item, int edge) {
    const vrm_Rig* rig = order->rig;
    if (item >= order->count) {
        int32_t slot = item - order->count;
        return edge == 0 ? pose_item(order, rig->parents[slot]) : order->by_slot[slot];
    }
    const vrm_Constraint* c = &order->constraints[item];
    int32_t source = rig->node_slots[c->source], slot = rig->node_slots[c->node];
    if (c->type == VRM_CONSTRAINT_AIM)
        return pose_item(order, rig->parents[edge == 0 ? source : slot]);
    return edge == 0 ? order->by_slot[source] : -1;
}

/* Naming the nodes of a circle takes time in its size: after this many circles the findings name no
 * nodes. */
#define MOST_NAMED 100

static void name_circle(vrmi_RigBuild* build, const Order* order, int32_t start) {
    char nodes[160];
    size_t used = 0;
    const vrm_Constraint* first = NULL;
    for (int32_t i = start; i < order->depth && used + 24 < sizeof nodes; i++) {
        if (order->stack[i] >= order->count) continue;
        const vrm_Constraint* c = &order->constraints[order->stack[i]];
        if (first == NULL) first = c;
        used += (size_t)snprintf(nodes + used, sizeof nodes - used, "%d -> ", (int)c->node);
        bool is_cut = used + 24 >= sizeof nodes && i + 1 < order->depth &&
                      order->constraints_at[order->depth - 1] > i;
        if (is_cut) snprintf(nodes + used, sizeof nodes - used, "... -> ");
    }
    vrmi_report(build->def.report, VRMI_RULE_CONSTRAINT_CYCLE, build->gltf->json, first->json,
                "The constraints on nodes %s%d wait for each other in a circle; none of them runs. "
                "Break the circle.",
                nodes, (int)first->node);
}

/* Handles the circle from a place of the stack to its top. Every circle contains a constraint. */
static void close_circle(vrmi_RigBuild* build, Order* order, int32_t start) {
    int32_t top = order->depth - 1;
    if (start < order->reaches[top]) order->reaches[top] = start;
    if (!order->is_first_walk) return;
    if (order->reported_count++ < MOST_NAMED) {
        name_circle(build, order, start);
        return;
    }
    const vrm_Constraint* c = &order->constraints[order->stack[order->constraints_at[top]]];
    vrmi_report(build->def.report, VRMI_RULE_CONSTRAINT_CYCLE, build->gltf->json, c->json, NULL);
}

static void push(Order* order, int32_t item) {
    int32_t place = order->depth++;
    bool is_constraint = item < order->count;
    order->states[item] = WAITING;
    order->places[item] = place;
    order->next_edges[place] = 0;
    order->reaches[place] = place + 1; /* in no circle */
    order->constraints_at[place] = is_constraint ? place
                                   : place > 0   ? order->constraints_at[place - 1]
                                                 : -1;
    order->stack[place] = item;
}

static void drop(Order* order, int32_t constraint) {
    order->is_dropped[constraint] = 1;
    order->dropped_count++;
    order->by_slot[order->rig->node_slots[order->constraints[constraint].node]] = -1;
}

/* Removes the top of the stack; a constraint that lies in a circle is dropped. */
static void finish_top(Order* order) {
    int32_t place = --order->depth, item = order->stack[place], reach = order->reaches[place];
    if (reach < place && reach < order->reaches[place - 1]) order->reaches[place - 1] = reach;
    order->states[item] = DONE;
    if (item >= order->count)
        order->steps[order->step_count++] = ~(item - order->count);
    else if (reach > place)
        order->steps[order->step_count++] = item;
    else
        drop(order, item);
}

static void visit(vrmi_RigBuild* build, Order* order, int32_t root) {
    if (order->states[root] != UNSEEN) return;
    push(order, root);
    while (order->depth > 0) {
        int32_t top = order->depth - 1;
        if (order->next_edges[top] == 2) {
            finish_top(order);
            continue;
        }
        int32_t item = dependency(order, order->stack[top], order->next_edges[top]++);
        if (item < 0 || order->states[item] == DONE) continue;
        if (order->states[item] == WAITING)
            close_circle(build, order, order->places[item]);
        else
            push(order, item);
    }
}

/* Each walk finds the circles that remain after the last. One walk is enough for all but hostile
 * files; in a file that needs more than this many, no constraint runs. */
#define WALKS_MAX 8

static void find_order(vrmi_RigBuild* build, Order* order) {
    for (int walk = 0; walk < WALKS_MAX; walk++) {
        order->is_first_walk = walk == 0;
        order->step_count = order->dropped_count = 0;
        memset(order->states, UNSEEN, (size_t)order->item_count);
        for (int32_t i = 0; i < order->count; i++)
            if (!order->is_dropped[i]) visit(build, order, i);
        if (order->dropped_count == 0) return;
    }
    order->step_count = 0;
}

/* ---- What each constraint needs while running ---- */

static vrm_Vec3 axis_vector(vrm_Axis axis) {
    switch (axis) {
    case VRM_AXIS_POSITIVE_X: return (vrm_Vec3){1.0f, 0.0f, 0.0f};
    case VRM_AXIS_POSITIVE_Y: return (vrm_Vec3){0.0f, 1.0f, 0.0f};
    case VRM_AXIS_POSITIVE_Z: return (vrm_Vec3){0.0f, 0.0f, 1.0f};
    case VRM_AXIS_NEGATIVE_X: return (vrm_Vec3){-1.0f, 0.0f, 0.0f};
    case VRM_AXIS_NEGATIVE_Y: return (vrm_Vec3){0.0f, -1.0f, 0.0f};
    case VRM_AXIS_NEGATIVE_Z: return (vrm_Vec3){0.0f, 0.0f, -1.0f};
    }
    return (vrm_Vec3){0.0f, 0.0f, 0.0f};
}

static void compile(const vrm_Rig* rig, const vrm_Constraint* c, vrmi_RigConstraint* out) {
    out->slot = rig->node_slots[c->node];
    out->source = rig->node_slots[c->source];
    out->type = c->type;
    out->weight = vrmi_clamp(c->weight, 0.0f, 1.0f);
    out->rest = rig->rests[out->slot].rotation;
    out->before = out->after = vrmi_quat_identity();
    out->axis = axis_vector(c->axis);
    vrm_Quat s0_inverse = vrmi_quat_conjugate(rig->rests[out->source].rotation);
    switch (c->type) {
    case VRM_CONSTRAINT_ROTATION: out->before = vrmi_quat_mul(out->rest, s0_inverse); break;
    case VRM_CONSTRAINT_ROLL:
        out->before = vrmi_quat_conjugate(out->rest);
        out->after = vrmi_quat_mul(s0_inverse, out->rest);
        break;
    case VRM_CONSTRAINT_AIM:
        out->axis = vrmi_vec3_normalize(vrmi_quat_rotate(out->rest, out->axis));
        break;
    }
}

static bool is_sound(const vrm_Rig* rig, const vrm_Constraint* c) {
    return c->node >= 0 && c->node < rig->slot_count && c->source >= 0 &&
           c->source < rig->slot_count && c->node != c->source;
}

static vrm_Result prepare(vrmi_RigBuild* build, Order* order, int32_t* by_slot,
                          vrm_Constraint* sound) {
    vrm_Rig* rig = &build->draft;
    int32_t given = 0;
    const vrm_Constraint* constraints = vrm_model_constraints(build->model, &given);
    for (int32_t s = 0; s < rig->slot_count; s++) by_slot[s] = -1;
    for (int32_t i = 0; i < given; i++) {
        if (!is_sound(rig, &constraints[i])) continue;
        int32_t slot = rig->node_slots[constraints[i].node];
        if (by_slot[slot] >= 0) continue; /* one constraint per node */
        by_slot[slot] = order->count;
        sound[order->count++] = constraints[i];
    }
    order->rig = rig;
    order->constraints = sound;
    order->by_slot = by_slot;
    order->item_count = order->count + rig->slot_count;
    vrmi_arrays_alloc(build, order, item_arrays, sizeof item_arrays / sizeof *item_arrays, 0);
    return build->is_out_of_memory ? VRM_ERR_MEMORY : VRM_OK;
}

vrm_Result vrmi_build_constraints(vrmi_RigBuild* build) {
    vrm_Rig* rig = &build->draft;
    int32_t given = 0;
    (void)vrm_model_constraints(build->model, &given);
    if (given == 0) return VRM_OK;
    Order order = {0};
    int32_t* by_slot = vrmi_build_alloc(build, (size_t)rig->slot_count, sizeof *by_slot);
    vrm_Constraint* sound = vrmi_build_alloc(build, (size_t)given, sizeof *sound);
    vrmi_RigConstraint* compiled = vrmi_build_alloc(build, (size_t)given, sizeof *compiled);
    if (build->is_out_of_memory) return VRM_ERR_MEMORY;
    vrm_Result result = prepare(build, &order, by_slot, sound);
    if (result != VRM_OK) return result;

    find_order(build, &order);
    for (int32_t i = 0; i < order.step_count; i++) {
        if (order.steps[i] < 0) continue;
        compile(rig, &sound[order.steps[i]], &compiled[rig->constraint_count]);
        order.steps[i] = rig->constraint_count++;
    }
    rig->constraints = compiled;
    rig->constraint_steps = order.steps;
    rig->constraint_step_count = order.step_count;
    return VRM_OK;
}
