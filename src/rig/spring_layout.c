/* SPDX-License-Identifier: MIT */
/* Springs of the model -> pairs, chains, colliders. The model has already cut chains that break the
 * rules; the checks are repeated here, so that the solver's preconditions do not depend on the
 * model. */
#include "rig/spring_layout.h"
#include "model/spring.h"

#include <string.h>

/* Shorter bones have no direction: their joint is not solved and moves with its parent. */
#define LENGTH_MIN 1e-9f

typedef struct Gather {
    vrmi_RigBuild* build;
    const vrm_Rig* rig; /* the draft */
    const vrm_SpringBones* bones;
    vrmi_SpringLayout* layout;
    int32_t *enter, *below; /* by slot: its place in a walk down the tree; slots from it down */
    uint8_t* is_claimed;    /* by slot: a chain turns or skips it */
    uint64_t tests, visits; /* joints times colliders; colliders of groups of springs */
} Gather;

/* ---- The tree ---- */

/* Numbers the slots (`enter`) so that the descendants of a slot follow it without a gap. */
static bool number_tree(Gather* springs) {
    vrmi_RigBuild* build = springs->build;
    const vrm_Rig* rig = springs->rig;
    size_t count = (size_t)rig->slot_count;
    springs->enter = vrmi_build_alloc(build, count, sizeof *springs->enter);
    springs->below = vrmi_build_alloc(build, count, sizeof *springs->below);
    int32_t* next = vrmi_build_alloc(build, count, sizeof *next);
    if (build->is_out_of_memory) return false;
    for (int32_t s = rig->slot_count - 1; s >= 0; s--) {
        springs->below[s]++;
        if (rig->parents[s] >= 0) springs->below[rig->parents[s]] += springs->below[s];
    }
    int32_t next_root = 0;
    for (int32_t s = 0; s < rig->slot_count; s++) {
        int32_t* from = rig->parents[s] < 0 ? &next_root : &next[rig->parents[s]];
        springs->enter[s] = *from;
        *from += springs->below[s];
        next[s] = springs->enter[s] + 1;
    }
    return true;
}

static bool is_below(const Gather* springs, int32_t slot, int32_t above) {
    int32_t distance = springs->enter[slot] - springs->enter[above];
    return distance > 0 && distance < springs->below[above];
}

static int32_t slot_of(const vrm_Rig* rig, int32_t node) {
    return node >= 0 && node < rig->slot_count ? rig->node_slots[node] : -1;
}

/* ---- Pairs ---- */

/* The tail in the head's space, computed through the nodes between them. */
static vrm_Vec3 find_tail_local(const vrm_Rig* rig, int32_t head, int32_t tail) {
    vrm_Vec3 point = rig->rests[tail].translation;
    for (int32_t s = rig->parents[tail]; s != head; s = rig->parents[s])
        point = vrmi_transform_point(rig->rests[s], point);
    return point;
}

/* Claims the nodes between head and tail for this chain. False when another chain has claimed
 * one. */
static bool claim_between(Gather* springs, int32_t head, int32_t tail) {
    const int32_t* parents = springs->rig->parents;
    for (int32_t s = parents[tail]; s != head; s = parents[s])
        if (springs->is_claimed[s]) return false;
    for (int32_t s = parents[tail]; s != head; s = parents[s]) springs->is_claimed[s] = true;
    return true;
}

static void fill_limit(const vrm_SpringLimit* limit, vrm_Vec3 axis, vrmi_RigLimit* out) {
    out->type = limit->type;
    out->frame = vrmi_quat_identity();
    if (limit->type == VRM_LIMIT_NONE) return;
    /* VRMC_springBone_limit: for an axis of exactly -Y half a turn about X. */
    vrm_Quat to_axis = axis.y + 1.0f < 1e-8f
                           ? (vrm_Quat){1.0f, 0.0f, 0.0f, 0.0f}
                           : vrmi_quat_from_to((vrm_Vec3){0.0f, 1.0f, 0.0f}, axis);
    out->frame = vrmi_quat_normalize(vrmi_quat_mul(to_axis, vrmi_quat_normalize(limit->rotation)));
    vrmi_SinCos angle = vrmi_sincos(vrmi_clamp(limit->angle, 0.0f, VRMI_PI));
    out->cosine = angle.cos;
    out->sine = vrmi_clamp(angle.sin, 0.0f, 1.0f);
    out->pitch = vrmi_clamp(limit->pitch, 0.0f, VRMI_PI);
    out->yaw = vrmi_clamp(limit->yaw, 0.0f, 0.5f * VRMI_PI);
}

void vrmi_spring_params_set(vrmi_SpringParams* params, const vrm_SpringSettings* settings) {
    vrm_Vec3 gravity = vrmi_vec3_scale(vrmi_vec3_within(settings->gravity_dir, VRMI_VALUE_MAX),
                                       vrmi_within(settings->gravity_power, VRMI_VALUE_MAX));
    params->gravity = vrmi_vec3_within(gravity, VRMI_VALUE_MAX);
    params->stiffness = vrmi_clamp(settings->stiffness, 0.0f, VRMI_VALUE_MAX);
    params->keep = 1.0f - vrmi_clamp(settings->drag_force, 0.0f, 1.0f);
    params->radius = vrmi_clamp(settings->hit_radius, 0.0f, VRMI_LENGTH_MAX);
}

static void add_pair(Gather* springs, const vrm_SpringJoint* joint, int32_t head, int32_t tail,
                     vrmi_RigJoint* record) {
    const vrm_Rig* rig = springs->rig;
    vrmi_SpringLayout* layout = springs->layout;
    record->pair = layout->pair_count++;
    vrmi_SpringPair* pair = &layout->pairs[record->pair];
    pair->slot = head;
    pair->tail = tail;
    pair->is_direct = tail < 0 || rig->parents[tail] == head;
    pair->tail_local = record->tail_local;
    pair->axis = vrmi_vec3_normalize(pair->tail_local);
    pair->joint = (int32_t)(record - layout->joints);
    fill_limit(&joint->limit, pair->axis, &pair->limit);
    vrmi_SpringParams* params = &layout->params[record->pair];
    params->rest = rig->rests[head].rotation;
    vrm_Vec3 d = params->direction = vrmi_quat_rotate(params->rest, pair->axis);
    params->swing = vrmi_quat_mul((vrm_Quat){-d.x, -d.y, -d.z, 0.0f}, params->rest);
    params->length = vrmi_vec3_length(pair->tail_local);
    params->scale = rig->rests[head].scale.x;
    vrmi_spring_params_set(params, &record->settings);
}

/* ---- Chains ---- */

/* In the order of the file, as often as the groups of the spring name them: after a push the length
 * is restored, so that a second test of the same collider may push again. */
static void list_colliders(Gather* springs, const vrm_Spring* spring, vrmi_SpringChain* chain) {
    const vrm_SpringBones* bones = springs->bones;
    vrmi_SpringLayout* layout = springs->layout;
    chain->first_collider = layout->collider_ref_count;
    for (int32_t g = 0; g < spring->collider_group_count; g++) {
        int32_t group = spring->collider_groups[g];
        if (group < 0 || group >= bones->collider_group_count) continue;
        springs->visits += (uint64_t)bones->collider_groups[group].collider_count;
        for (int32_t c = 0; c < bones->collider_groups[group].collider_count; c++) {
            int32_t collider = bones->collider_groups[group].colliders[c];
            if (collider < 0 || collider >= bones->collider_count) continue;
            int32_t packed = layout->collider_indices[collider];
            if (packed < 0) continue;
            if (layout->collider_ref_count == VRMI_COLLIDER_REFS_MAX) return;
            if (layout->collider_refs != NULL)
                layout->collider_refs[layout->collider_ref_count] =
                    (vrmi_ColliderRef){packed, layout->colliders[packed].kind, 0};
            layout->collider_ref_count++;
            chain->collider_count++;
        }
    }
}

/* A center that the chain turns itself, its first joint or a node below, moves with the tails that
 * are measured in its space: part of each motion would be added a second time, and below a drag of
 * 0.5 the chain would never rest. DEVIATION: such a center counts with the chain's own turns left
 * out. It then moves as the node above the chain, which takes its place; where there is none, the
 * world does. */
static int32_t center_of(const Gather* springs, const vrmi_SpringChain* chain) {
    int32_t first = springs->layout->pairs[chain->first_pair].slot, center = chain->center;
    bool is_own = center >= 0 && (center == first || is_below(springs, center, first));
    return is_own ? chain->parent : center;
}

/* Adds one spring. All its joints are recorded, valid or not; pairs stop where a rule is broken. */
static void add_chain(Gather* springs, int32_t index) {
    const vrm_Rig* rig = springs->rig;
    vrmi_SpringLayout* layout = springs->layout;
    const vrm_Spring* spring = &springs->bones->springs[index];
    vrmi_SpringChain chain = {.first_pair = layout->pair_count,
                              .spring = index,
                              .center = slot_of(rig, spring->center),
                              .is_regular = true};
    bool is_cut = false;
    int32_t tail_before = -1;
    for (int32_t j = 0; j + 1 < spring->joint_count; j++) {
        const vrm_SpringJoint *joint = &spring->joints[j], *next = &spring->joints[j + 1];
        vrmi_RigJoint* record = &layout->joints[layout->joint_count++];
        *record =
            (vrmi_RigJoint){.spring = index,
                            .joint = j,
                            .node = joint->node,
                            .tail = next->node,
                            .center = spring->center,
                            .pair = -1,
                            .settings = {joint->stiffness, joint->gravity_power, joint->gravity_dir,
                                         joint->drag_force, joint->hit_radius}};
        if (rig->facing < 0) vrmi_spring_settings_turn(&record->settings);
        int32_t head = slot_of(rig, joint->node), tail = slot_of(rig, next->node);
        is_cut = is_cut || head < rig->body_count || springs->is_claimed[head] ||
                 (next->node >= 0 && (tail < 0 || !is_below(springs, tail, head)));
        if (is_cut || (tail >= 0 && !claim_between(springs, head, tail))) {
            is_cut = true;
            continue;
        }
        springs->is_claimed[head] = true;
        record->tail_local = tail < 0 ? next->end_offset : find_tail_local(rig, head, tail);
        vrmi_vec3_bound(&record->tail_local, VRMI_LENGTH_MAX);
        if (vrmi_vec3_length(record->tail_local) < LENGTH_MIN) continue;
        bool is_first = layout->pair_count == chain.first_pair;
        if (is_first) {
            chain.enter = springs->enter[head];
            chain.parent = rig->parents[head];
            chain.offset = rig->rests[head].translation;
        }
        add_pair(springs, joint, head, tail, record);
        const vrmi_SpringPair* pair = &layout->pairs[record->pair];
        if (!pair->is_direct || pair->limit.type != VRM_LIMIT_NONE ||
            (!is_first && tail_before != head))
            chain.is_regular = false;
        tail_before = pair->is_direct ? tail : -1;
    }
    chain.pair_count = layout->pair_count - chain.first_pair;
    if (chain.pair_count == 0) return;
    chain.center = center_of(springs, &chain);
    list_colliders(springs, spring, &chain);
    springs->tests += (uint64_t)chain.collider_count * (uint64_t)chain.pair_count;
    for (int32_t p = chain.first_pair; p < layout->pair_count; p++)
        layout->joints[layout->pairs[p].joint].collider_count = chain.collider_count;
    layout->chains[layout->chain_count++] = chain;
}

/* ---- Colliders ---- */

static const vrmi_ColliderKind kinds[] = {
    [VRM_COLLIDER_SPHERE] = VRMI_COLLIDER_SPHERE,
    [VRM_COLLIDER_CAPSULE] = VRMI_COLLIDER_CAPSULE,
    [VRM_COLLIDER_INSIDE_SPHERE] = VRMI_COLLIDER_HOLLOW,
    [VRM_COLLIDER_INSIDE_CAPSULE] = VRMI_COLLIDER_HOLLOW,
    [VRM_COLLIDER_PLANE] = VRMI_COLLIDER_PLANE,
};

static void fill_collider(const vrm_Collider* from, int32_t slot, vrmi_RigCollider* out) {
    *out = (vrmi_RigCollider){.slot = slot, .kind = kinds[from->shape], .offset = from->offset};
    vrmi_vec3_bound(&out->offset, VRMI_LENGTH_MAX);
    out->radius = vrmi_clamp(from->radius, 0.0f, VRMI_LENGTH_MAX);
    if (from->shape == VRM_COLLIDER_CAPSULE || from->shape == VRM_COLLIDER_INSIDE_CAPSULE) {
        out->along = from->tail;
        vrmi_vec3_bound(&out->along, VRMI_LENGTH_MAX);
        out->along = vrmi_vec3_sub(out->along, out->offset);
    }
    if (from->shape == VRM_COLLIDER_PLANE)
        out->along = vrmi_vec3_normalize_or(from->normal, (vrm_Vec3){0.0f, 0.0f, 1.0f});
}

/* Whether a chain tests a collider early (vrmi_ColliderRef.first) was decided by its old shape:
 * that is how much is tested, not what comes of it. */
bool vrm_rig_set_collider(vrm_Rig* rig, int32_t collider, const vrm_Collider* shape) {
    const vrmi_SpringLayout* layout = rig->springs;
    if (layout == NULL || collider < 0 || collider >= layout->model_collider_count) return false;
    int32_t place = layout->collider_indices[collider];
    if (place < 0 || (unsigned)shape->shape > VRM_COLLIDER_PLANE) return false;
    vrmi_RigCollider* out = &layout->colliders[place];
    if (kinds[shape->shape] != out->kind || !vrmi_vec3_is_finite(shape->offset) ||
        !vrmi_vec3_is_finite(shape->tail) || !vrmi_vec3_is_finite(shape->normal) ||
        !vrmi_is_finite(shape->radius))
        return false;
    fill_collider(shape, out->slot, out);
    for (int i = 0; i < VRMI_LANE_COUNTS; i++)
        if (layout->lanes[i] != NULL) vrmi_spring_lanes_change(layout->lanes[i], layout, place);
    return true;
}

static bool add_colliders(Gather* springs) {
    const vrm_SpringBones* bones = springs->bones;
    vrmi_RigBuild* build = springs->build;
    vrmi_SpringLayout* layout = springs->layout;
    size_t count = (size_t)bones->collider_count;
    layout->colliders = vrmi_build_alloc(build, count, sizeof *layout->colliders);
    layout->collider_indices = vrmi_build_alloc(build, count, sizeof *layout->collider_indices);
    layout->model_collider_count = bones->collider_count;
    if (build->is_out_of_memory) return false;
    for (int32_t c = 0; c < bones->collider_count; c++) {
        int32_t slot = slot_of(springs->rig, bones->colliders[c].node);
        layout->collider_indices[c] = slot < 0 ? -1 : layout->collider_count;
        if (slot >= 0)
            fill_collider(&bones->colliders[c], slot, &layout->colliders[layout->collider_count++]);
    }
    return true;
}

/* ---- All of it ---- */

/* Runs twice: the first time only to count the collider references. Stops where the limit `work` is
 * exceeded; the tests are those of one step. */
static vrm_Result add_chains(Gather* springs) {
    vrmi_Budget* budget = &springs->build->budget;
    vrmi_SpringLayout* layout = springs->layout;
    layout->pair_count = layout->chain_count = layout->joint_count = layout->collider_ref_count = 0;
    springs->tests = springs->visits = budget->work = 0;
    memset(springs->is_claimed, 0, (size_t)springs->rig->slot_count + 1);
    for (int32_t s = 0; s < springs->bones->spring_count; s++) {
        uint64_t tests = springs->tests, visits = springs->visits;
        add_chain(springs, s);
        if (!vrmi_budget_work(budget, "tests of a spring joint against a collider in each step",
                              springs->tests - tests) ||
            !vrmi_budget_work(budget, "colliders in the groups of springs",
                              springs->visits - visits))
            return VRM_ERR_LIMIT;
    }
    return VRM_OK;
}

vrm_Result vrmi_build_springs(vrmi_RigBuild* build) {
    const vrm_SpringBones* bones = vrm_model_spring_bones(build->model);
    size_t joint_count = 0, spring_count = (size_t)bones->spring_count;
    for (int32_t s = 0; s < bones->spring_count; s++)
        if (bones->springs[s].joint_count > 1)
            joint_count += (size_t)bones->springs[s].joint_count - 1;
    if (joint_count == 0) return VRM_OK;
    if (joint_count > INT32_MAX / 2) return VRM_ERR_LIMIT;

    vrmi_SpringLayout* layout = vrmi_build_alloc(build, 1, sizeof *layout);
    if (layout == NULL) return VRM_ERR_MEMORY;
    Gather springs = {.build = build, .rig = &build->draft, .bones = bones, .layout = layout};
    layout->spring_count = bones->spring_count;
    layout->joints = vrmi_build_alloc(build, joint_count, sizeof *layout->joints);
    layout->pairs = vrmi_build_alloc(build, joint_count, sizeof *layout->pairs);
    layout->params = vrmi_build_alloc(build, joint_count, sizeof *layout->params);
    layout->chains = vrmi_build_alloc(build, spring_count, sizeof *layout->chains);
    springs.is_claimed = vrmi_build_alloc(build, (size_t)build->draft.slot_count + 1, 1);
    if (build->is_out_of_memory || !number_tree(&springs) || !add_colliders(&springs))
        return VRM_ERR_MEMORY;
    vrm_Result result = add_chains(&springs);
    if (result != VRM_OK) return result;
    layout->collider_refs =
        vrmi_build_alloc(build, (size_t)layout->collider_ref_count, sizeof *layout->collider_refs);
    if (layout->collider_refs == NULL) return VRM_ERR_MEMORY;
    result = add_chains(&springs);
    if (result != VRM_OK) return result;
    build->draft.springs = layout;
    vrmi_spring_reaches(&build->draft, layout);
    bool is_made = vrmi_spring_order(build, layout) && vrmi_spring_lanes(build, layout);
    return is_made ? VRM_OK : VRM_ERR_MEMORY;
}

/* ---- Packing ---- */

#define ARRAY(member, count) VRMI_ARRAY(vrmi_SpringLayout, member, count)

static const vrmi_ArrayRow arrays[] = {
    ARRAY(params, pair_count),
    ARRAY(pairs, pair_count),
    ARRAY(unturned_slots, unturned_count),
    ARRAY(early_slots, early_slot_count),
    ARRAY(chains, chain_count),
    ARRAY(waves, wave_count),
    ARRAY(colliders, collider_count),
    ARRAY(collider_indices, model_collider_count),
    ARRAY(collider_refs, collider_ref_count),
    ARRAY(wave_slots, wave_slot_count),
    ARRAY(wave_colliders, wave_collider_count),
    ARRAY(last_pairs, last_pair_count),
    ARRAY(own_slots, own_slot_count),
    ARRAY(own_colliders, own_collider_count),
    ARRAY(center_slots, center_count),
    ARRAY(anchors, anchor_count),
    ARRAY(body_slots, body_slot_count),
    ARRAY(is_read, slot_count),
    ARRAY(joints, joint_count),
    ARRAY(still_joints, still_count),
};

const vrmi_SpringLayout* vrmi_spring_layout_carve(vrmi_Carver* carver,
                                                  const vrmi_SpringLayout* draft) {
    if (draft == NULL) return NULL;
    vrmi_SpringLayout layout = *draft;
    vrmi_SpringLayout* place = vrmi_carve(carver, 1, sizeof layout);
    vrmi_arrays_carve(carver, &layout, arrays, sizeof arrays / sizeof *arrays, 0);
    for (int i = 0; i < VRMI_LANE_COUNTS; i++)
        layout.lanes[i] = vrmi_spring_lanes_carve(carver, layout.lanes[i]);
    if (place != NULL) *place = layout;
    return place;
}
