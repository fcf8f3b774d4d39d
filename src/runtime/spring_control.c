/* SPDX-License-Identifier: MIT */
/* The host's control of an avatar's springs: include/vrm/spring.h. Everything here happens between
 * steps. */
#include "runtime/spring.h"

#include <string.h>

typedef struct Place {
    vrmi_Avatar* avatar;
    vrmi_Springs* springs;
    const vrmi_SpringLayout* layout;
    int32_t lane;
} Place;

/* False for a stale id. `springs` is NULL when the avatar has none. */
static bool find(const vrm_Sim* sim, vrm_AvatarId id, Place* out) {
    vrmi_Avatar* avatar = vrmi_avatar(sim, id);
    if (avatar == NULL) return false;
    *out = (Place){avatar, avatar->block->springs, avatar->block->rig->springs, avatar->lane};
    return true;
}

/* ---- What the rig has ---- */

int32_t vrm_rig_spring_count(const vrm_Rig* rig) {
    return rig->springs == NULL ? 0 : rig->springs->spring_count;
}

int32_t vrm_rig_spring_joint_count(const vrm_Rig* rig) {
    return rig->springs == NULL ? 0 : rig->springs->joint_count;
}

vrm_SpringJointInfo vrm_rig_spring_joint(const vrm_Rig* rig, int32_t joint) {
    if (joint < 0 || joint >= vrm_rig_spring_joint_count(rig))
        return (vrm_SpringJointInfo){.node = -1};
    const vrmi_RigJoint* j = &rig->springs->joints[joint];
    return (vrm_SpringJointInfo){.spring = j->spring,
                                 .joint = j->joint,
                                 .node = j->node,
                                 .tail = j->tail,
                                 .center = j->center,
                                 .collider_count = j->collider_count,
                                 .moves = j->pair >= 0,
                                 .tail_local = j->tail_local,
                                 .settings = j->settings};
}

/* ---- Start, stop, move ---- */

bool vrm_avatar_reset_springs(vrm_Sim* sim, vrm_AvatarId id) {
    Place at;
    if (!find(sim, id, &at)) return false;
    if (at.springs != NULL) at.springs->to_rest[at.lane] = -1;
    return true;
}

/* Makes the shown rotations the state itself, so that pausing does not jump to the last step. */
static void retain(Place* at) {
    vrmi_Springs* springs = at->springs;
    float ahead = springs->ahead[at->lane];
    springs->ahead[at->lane] = 0.0f;
    if (springs->earlier == NULL || !(ahead > 0.0f)) return;
    springs->shown[at->lane] = 1.0f; /* the state, for readers of joints before a step */
    const vrmi_Block* block = at->avatar->block;
    vrm_Quat* before = vrmi_springs_row(block, springs->earlier, at->lane);
    vrm_Quat* now = vrmi_springs_row(block, springs->rotations, at->lane);
    float share = 1.0f - ahead / springs->step_length[at->lane];
    for (int32_t p = 0; p < at->layout->pair_count; p++) {
        int32_t j = at->layout->pairs[p].joint;
        before[j] = now[j] = vrmi_quat_slerp(before[j], now[j], share);
    }
}

/* What the host wants, or less where the block is limited. */
static uint8_t detail_of(const Place* at) {
    uint8_t wanted = at->springs->detail[at->lane], limit = at->avatar->block->spring_limit;
    return wanted > limit ? wanted : limit;
}

static void update_pause(Place* at) {
    vrmi_Springs* springs = at->springs;
    bool is_paused = springs->is_host_paused[at->lane] || detail_of(at) == VRM_SPRINGS_PAUSED;
    if (is_paused && !springs->is_paused[at->lane]) retain(at);
    if (!is_paused && springs->is_paused[at->lane]) springs->to_retain[at->lane] = -1;
    springs->is_paused[at->lane] = is_paused ? -1 : 0;
}

bool vrm_avatar_pause_springs(vrm_Sim* sim, vrm_AvatarId id, bool is_paused) {
    Place at;
    if (!find(sim, id, &at)) return false;
    if (at.springs == NULL) return true;
    at.springs->is_host_paused[at.lane] = is_paused;
    update_pause(&at);
    return true;
}

/* Precondition: tails are not packed. */
static float* tail_at(const Place* at, int which, int32_t pair) {
    return vrmi_lane_at(at->avatar->block, at->springs->tails[which], VRMI_VEC3_SIZE, pair,
                        at->lane);
}

/* Scales the motion, which is the difference of a state's two tails, when the length of a step
 * changes. */
static void stretch_motion(Place* at, float factor) {
    vrmi_Block* block = at->avatar->block;
    vrmi_springs_unpack(block);
    for (int32_t p = 0; p < at->layout->pair_count; p++) {
        const float* current = tail_at(at, at->springs->newest, p);
        float* previous = tail_at(at, !at->springs->newest, p);
        vrm_Vec3 now = vrmi_lane_vec3(block, current);
        vrm_Vec3 motion = vrmi_vec3_sub(now, vrmi_lane_vec3(block, previous));
        vrmi_lane_set_vec3(block, previous, vrmi_vec3_sub(now, vrmi_vec3_scale(motion, factor)));
    }
}

static void update_detail(Place* at) {
    vrmi_Springs* springs = at->springs;
    bool was_half = springs->is_half[at->lane] != 0, is_half = detail_of(at) == VRM_SPRINGS_HALF;
    if (was_half != is_half) {
        stretch_motion(at, is_half ? 2.0f : 0.5f);
        springs->is_half[at->lane] = is_half ? -1 : 0;
        if (springs->earlier == NULL) springs->ahead[at->lane] = 0.0f;
    }
    update_pause(at);
}

bool vrm_avatar_set_spring_detail(vrm_Sim* sim, vrm_AvatarId id, vrm_SpringDetail detail) {
    Place at;
    if (!find(sim, id, &at) || detail < VRM_SPRINGS_FULL || detail > VRM_SPRINGS_PAUSED)
        return false;
    if (at.springs == NULL) return true;
    at.springs->detail[at.lane] = (uint8_t)detail;
    update_detail(&at);
    return true;
}

void vrmi_springs_limit(vrmi_Block* block, uint8_t limit) {
    block->spring_limit = limit;
    if (block->springs == NULL) return;
    for (int32_t lane = 0; lane < block->lane_count; lane++) {
        Place at = {block->avatars[lane], block->springs, block->rig->springs, lane};
        if (at.avatar != NULL) update_detail(&at);
    }
}

/* What the host wants of a lane. */
static uint8_t wanted_of(const vrmi_Block* block, int32_t lane) {
    bool is_on = (block->stages[lane] & VRM_STAGE_SPRINGS) != 0;
    return is_on && !block->springs->is_host_paused[lane] ? block->springs->detail[lane]
                                                          : VRM_SPRINGS_PAUSED;
}

uint8_t vrmi_springs_wanted(const vrmi_Block* block) {
    uint8_t most = VRM_SPRINGS_PAUSED;
    for (int32_t lane = 0; lane < block->lane_count && block->springs != NULL; lane++)
        if (block->avatars[lane] != NULL && wanted_of(block, lane) < most)
            most = wanted_of(block, lane);
    return most;
}

uint8_t vrmi_springs_level(const vrmi_Block* block, int32_t lane) {
    if (block->springs == NULL) return VRM_SPRINGS_FULL;
    uint8_t wanted = wanted_of(block, lane);
    return wanted > block->spring_limit ? wanted : block->spring_limit;
}

/* new * inverse(old), for tails in world space. */
bool vrm_avatar_teleport(vrm_Sim* sim, vrm_AvatarId id, vrm_Transform root) {
    Place at;
    if (!find(sim, id, &at)) return false;
    vrmi_Block* block = at.avatar->block;
    vrm_Affine before = vrmi_affine_from_transform(block->roots[at.lane]);
    if (!vrm_avatar_set_root(sim, id, root)) return false;
    if (at.springs == NULL) return true;
    vrm_Affine after = vrmi_affine_from_transform(block->roots[at.lane]);
    vrm_Affine back = vrmi_affine_inverse(&before);
    vrm_Affine move = vrmi_affine_mul(&after, &back);
    vrmi_affine_bound(&move);
    vrmi_springs_unpack(block);
    for (int32_t c = 0; c < at.layout->chain_count; c++) {
        const vrmi_SpringChain* chain = &at.layout->chains[c];
        if (chain->center >= 0) continue;
        for (int32_t p = chain->first_pair; p < chain->first_pair + chain->pair_count; p++) {
            for (int i = 0; i < 2; i++) {
                float* tail = tail_at(&at, i, p);
                vrm_Vec3 moved = vrmi_affine_point(&move, vrmi_lane_vec3(block, tail));
                vrmi_lane_set_vec3(block, tail, vrmi_vec3_within(moved, 1e15f));
            }
        }
    }
    at.springs->is_tracked[at.lane] = 0;
    return true;
}

bool vrm_avatar_set_spring_scaling(vrm_Sim* sim, vrm_AvatarId id, bool is_on) {
    Place at;
    if (!find(sim, id, &at)) return false;
    if (at.springs != NULL) at.springs->is_scaled[at.lane] = is_on ? -1 : 0;
    return true;
}

/* ---- Forces and weights ---- */

static void set_force(const vrmi_Block* block, int32_t lane, vrm_Vec3 force) {
    vrmi_Springs* springs = block->springs;
    const float* forces = vrmi_lane_at(block, springs->force, VRMI_VEC3_SIZE, 0, 0);
    vrmi_lane_set_vec3(block, vrmi_lane_at(block, springs->force, VRMI_VEC3_SIZE, 0, lane), force);
    springs->has_force = false;
    for (int32_t i = 0; i < VRMI_VEC3_SIZE * block->lane_count; i++)
        springs->has_force |= forces[i] != 0.0f;
}

bool vrm_avatar_set_force(vrm_Sim* sim, vrm_AvatarId id, vrm_Vec3 force) {
    Place at;
    if (!find(sim, id, &at) || !vrmi_vec3_is_finite(force)) return false;
    if (at.springs == NULL) return true;
    set_force(at.avatar->block, at.lane, vrmi_vec3_within(force, VRMI_VALUE_MAX));
    return true;
}

/* Of an item of a table in lanes: VRMI_KNOB_SIZE or VRMI_SPRING_PARAM_COUNT numbers. */
static size_t item_bytes(const vrmi_Block* block, int size) {
    return (size_t)size * (size_t)block->lane_count * sizeof(float);
}

static float* knob_at(const Place* at, int32_t spring) {
    return vrmi_lane_at(at->avatar->block, at->springs->knobs, VRMI_KNOB_SIZE, spring, at->lane);
}

static void reset_knobs(const vrmi_Block* block, int32_t lane) {
    for (int32_t s = 0; s < block->rig->springs->spring_count; s++)
        vrmi_lane_set_quat(block,
                           vrmi_lane_at(block, block->springs->knobs, VRMI_KNOB_SIZE, s, lane),
                           (vrm_Quat){0.0f, 0.0f, 0.0f, 1.0f});
}

/* Makes a table of settings, by default those of the rig. False: no memory. */
static bool make_table(const vrm_Sim* sim, vrmi_Block* block, float** table, int32_t count,
                       int size, void (*reset)(const vrmi_Block* block, int32_t lane)) {
    if (*table != NULL) return true;
    *table = vrmi_alloc_zeroed(&sim->def.allocator, (size_t)count, item_bytes(block, size));
    for (int32_t lane = 0; lane < block->lane_count && *table != NULL; lane++) reset(block, lane);
    return *table != NULL;
}

static bool make_knobs(const vrm_Sim* sim, const Place* at) {
    vrmi_Block* block = at->avatar->block;
    return make_table(sim, block, &at->springs->knobs, at->layout->spring_count, VRMI_KNOB_SIZE,
                      reset_knobs);
}

static bool find_spring(vrm_Sim* sim, vrm_AvatarId id, int32_t spring, Place* out) {
    return find(sim, id, out) && out->layout != NULL && spring >= 0 &&
           spring < out->layout->spring_count;
}

bool vrm_avatar_set_spring_force(vrm_Sim* sim, vrm_AvatarId id, int32_t spring, vrm_Vec3 force) {
    Place at;
    if (!find_spring(sim, id, spring, &at) || !vrmi_vec3_is_finite(force) || !make_knobs(sim, &at))
        return false;
    vrmi_lane_set_vec3(at.avatar->block, knob_at(&at, spring),
                       vrmi_vec3_within(force, VRMI_VALUE_MAX));
    return true;
}

bool vrm_avatar_set_spring_weight(vrm_Sim* sim, vrm_AvatarId id, int32_t spring, float weight) {
    Place at;
    if (!find_spring(sim, id, spring, &at) || !vrmi_is_finite(weight) || !make_knobs(sim, &at))
        return false;
    knob_at(&at, spring)[VRMI_KNOB_WEIGHT * at.avatar->block->lane_count] =
        vrmi_clamp(weight, 0.0f, 1.0f);
    return true;
}

/* ---- Settings of one avatar ---- */

static void set_own(const vrmi_Block* block, int32_t pair, int32_t lane,
                    const vrmi_SpringParams* params) {
    float* own = vrmi_lane_at(block, block->springs->own, VRMI_SPRING_PARAM_COUNT, pair, lane);
    float numbers[VRMI_SPRING_PARAM_COUNT];
    memcpy(numbers, params, sizeof numbers);
    for (int n = 0; n < VRMI_SPRING_PARAM_COUNT; n++) own[n * block->lane_count] = numbers[n];
}

static vrmi_SpringParams params_of(const vrmi_Block* block, int32_t pair,
                                   const vrm_SpringSettings* settings) {
    vrmi_SpringParams params = block->rig->springs->params[pair];
    bool is_turned = block->rig->facing < 0 && !block->springs->keeps_facing;
    vrmi_spring_params_set(&params, settings, is_turned);
    return params;
}

static void reset_own(const vrmi_Block* block, int32_t lane) {
    const vrmi_SpringLayout* layout = block->rig->springs;
    for (int32_t p = 0; p < layout->pair_count; p++) {
        const vrm_SpringSettings* settings = &layout->joints[layout->pairs[p].joint].settings;
        vrmi_SpringParams params = params_of(block, p, settings);
        set_own(block, p, lane, &params);
    }
}

void vrmi_springs_settings_reset(vrmi_Block* block, int32_t lane) {
    set_force(block, lane, (vrm_Vec3){0.0f, 0.0f, 0.0f});
    if (block->springs->knobs != NULL) reset_knobs(block, lane);
    if (block->springs->own != NULL) reset_own(block, lane);
}

static bool make_own(const vrm_Sim* sim, vrmi_Block* block) {
    return make_table(sim, block, &block->springs->own, block->rig->springs->pair_count,
                      VRMI_SPRING_PARAM_COUNT, reset_own);
}

bool vrm_avatar_set_joint_settings(vrm_Sim* sim, vrm_AvatarId id, int32_t joint,
                                   const vrm_SpringSettings* settings) {
    Place at;
    if (!find(sim, id, &at) || at.layout == NULL || joint < 0 || joint >= at.layout->joint_count ||
        !vrmi_is_finite(settings->stiffness) || !vrmi_is_finite(settings->gravity_power) ||
        !vrmi_vec3_is_finite(settings->gravity_dir) || !vrmi_is_finite(settings->drag_force) ||
        !vrmi_is_finite(settings->hit_radius))
        return false;
    int32_t pair = at.layout->joints[joint].pair;
    if (pair < 0) return true;
    if (!make_own(sim, at.avatar->block)) return false;
    vrmi_SpringParams params = params_of(at.avatar->block, pair, settings);
    set_own(at.avatar->block, pair, at.lane, &params);
    return true;
}

bool vrmi_springs_prepare(const vrm_Sim* sim, vrmi_Block* block) {
    vrmi_Springs* springs = block->springs;
    if (springs == NULL || block->rig->facing > 0 || !sim->def.keeps_vrm0_facing) return true;
    springs->keeps_facing = true;
    return make_own(sim, block);
}

void vrmi_springs_release(const vrm_Sim* sim, vrmi_Block* block) {
    vrmi_Springs* springs = block->springs;
    const vrmi_SpringLayout* layout = block->rig->springs;
    if (springs == NULL) return;
    vrmi_release(&sim->def.allocator, springs->own,
                 (size_t)layout->pair_count * item_bytes(block, VRMI_SPRING_PARAM_COUNT));
    vrmi_release(&sim->def.allocator, springs->knobs,
                 (size_t)layout->spring_count * item_bytes(block, VRMI_KNOB_SIZE));
}

/* ---- What they did ---- */

bool vrm_avatar_spring_tail(const vrm_Sim* sim, vrm_AvatarId id, int32_t joint,
                            vrm_Vec3* out_tail_world, float* out_length) {
    Place at;
    if (!find(sim, id, &at) || at.layout == NULL || joint < 0 || joint >= at.layout->joint_count)
        return false;
    const vrmi_RigJoint* info = &at.layout->joints[joint];
    const vrm_Affine* worlds = vrm_avatar_worlds(sim, id);
    if (info->pair < 0 || worlds == NULL) return false;
    *out_tail_world = vrmi_springs_tail(at.avatar->block, info->pair, at.lane);
    vrm_Vec3 head = vrmi_affine_column(&worlds[info->node], 3);
    *out_length = info->tail >= 0
                      ? vrmi_vec3_distance(vrmi_affine_column(&worlds[info->tail], 3), head)
                      : vrmi_vec3_length(vrmi_affine_vector(&worlds[info->node], info->tail_local));
    return true;
}
