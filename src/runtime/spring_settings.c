/* SPDX-License-Identifier: MIT */
/* Settings of springs that the host changes for one avatar: forces, weights, joints. A block has
 * tables of them as soon as one of its avatars needs them. */
#include "runtime/spring_ref.h"

#include <string.h>

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
    vrmi_SpringRef at;
    if (!vrmi_spring_ref(sim, id, &at) || !vrmi_vec3_is_finite(force)) return false;
    if (at.springs == NULL) return true;
    set_force(at.avatar->block, at.lane, vrmi_vec3_within(force, VRMI_VALUE_MAX));
    return true;
}

/* Of an item of a table in lanes: VRMI_CONTROL_SIZE or VRMI_SPRING_PARAM_COUNT numbers. */
static size_t item_bytes(const vrmi_Block* block, int size) {
    return (size_t)size * (size_t)block->lane_count * sizeof(float);
}

static float* control_at(const vrmi_SpringRef* at, int32_t spring) {
    return vrmi_lane_at(at->avatar->block, at->springs->controls, VRMI_CONTROL_SIZE, spring,
                        at->lane);
}

static void reset_controls(const vrmi_Block* block, int32_t lane) {
    for (int32_t s = 0; s < block->rig->springs->spring_count; s++)
        vrmi_lane_set_quat(
            block, vrmi_lane_at(block, block->springs->controls, VRMI_CONTROL_SIZE, s, lane),
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

static bool make_controls(const vrm_Sim* sim, const vrmi_SpringRef* at) {
    vrmi_Block* block = at->avatar->block;
    return make_table(sim, block, &at->springs->controls, at->layout->spring_count,
                      VRMI_CONTROL_SIZE, reset_controls);
}

static bool find_spring(vrm_Sim* sim, vrm_AvatarId id, int32_t spring, vrmi_SpringRef* out) {
    return vrmi_spring_ref(sim, id, out) && out->layout != NULL && spring >= 0 &&
           spring < out->layout->spring_count;
}

bool vrm_avatar_set_spring_force(vrm_Sim* sim, vrm_AvatarId id, int32_t spring, vrm_Vec3 force) {
    vrmi_SpringRef at;
    if (!find_spring(sim, id, spring, &at) || !vrmi_vec3_is_finite(force) ||
        !make_controls(sim, &at))
        return false;
    vrmi_lane_set_vec3(at.avatar->block, control_at(&at, spring),
                       vrmi_vec3_within(force, VRMI_VALUE_MAX));
    return true;
}

bool vrm_avatar_set_spring_weight(vrm_Sim* sim, vrm_AvatarId id, int32_t spring, float weight) {
    vrmi_SpringRef at;
    if (!find_spring(sim, id, spring, &at) || !vrmi_is_finite(weight) || !make_controls(sim, &at))
        return false;
    control_at(&at, spring)[VRMI_CONTROL_WEIGHT * at.avatar->block->lane_count] =
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
    vrmi_spring_params_set(&params, settings);
    return params;
}

static void reset_own(const vrmi_Block* block, int32_t lane) {
    const vrmi_SpringLayout* layout = block->rig->springs;
    for (int32_t p = 0; p < layout->pair_count; p++) {
        vrm_SpringSettings settings = layout->joints[layout->pairs[p].joint].settings;
        if (block->springs->keeps_facing) vrmi_spring_settings_turn(&settings);
        vrmi_SpringParams params = params_of(block, p, &settings);
        set_own(block, p, lane, &params);
    }
}

void vrmi_springs_settings_reset(vrmi_Block* block, int32_t lane) {
    set_force(block, lane, (vrm_Vec3){0.0f, 0.0f, 0.0f});
    if (block->springs->controls != NULL) reset_controls(block, lane);
    if (block->springs->own != NULL) reset_own(block, lane);
}

static bool make_own(const vrm_Sim* sim, vrmi_Block* block) {
    return make_table(sim, block, &block->springs->own, block->rig->springs->pair_count,
                      VRMI_SPRING_PARAM_COUNT, reset_own);
}

bool vrm_avatar_set_joint_settings(vrm_Sim* sim, vrm_AvatarId id, int32_t joint,
                                   const vrm_SpringSettings* settings) {
    vrmi_SpringRef at;
    if (!vrmi_spring_ref(sim, id, &at) || at.layout == NULL || joint < 0 ||
        joint >= at.layout->joint_count || !vrmi_is_finite(settings->stiffness) ||
        !vrmi_is_finite(settings->gravity_power) || !vrmi_vec3_is_finite(settings->gravity_dir) ||
        !vrmi_is_finite(settings->drag_force) || !vrmi_is_finite(settings->hit_radius))
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
    vrmi_release(&sim->def.allocator, springs->controls,
                 (size_t)layout->spring_count * item_bytes(block, VRMI_CONTROL_SIZE));
}
