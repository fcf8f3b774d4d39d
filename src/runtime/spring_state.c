/* SPDX-License-Identifier: MIT */
/* The spring state of a block: how it is initialized, and in which lanes it is stored (the table in
 * spring.h). */
#include "runtime/spring.h"

#include <string.h>

/* ---- Life ---- */

static void carve(vrmi_Carver* carver, const vrmi_SpringLayout* layout, int32_t lane_count,
                  vrmi_Springs* out) {
    size_t pairs = (size_t)layout->pair_count, centers = (size_t)layout->center_count;
    size_t lanes = (size_t)lane_count, vector = lanes * sizeof(float);
    int32_t** masks[] = {&out->to_rest,   &out->to_retain, &out->is_paused,  &out->is_half,
                         &out->is_scaled, &out->is_moved,  &out->is_tracked, &out->were_general};
    for (size_t i = 0; i < sizeof masks / sizeof *masks; i++)
        *masks[i] = vrmi_carve(carver, 1, vector);
    out->detail = vrmi_carve(carver, lanes, 1);
    out->is_host_paused = vrmi_carve(carver, lanes, 1);
    out->ahead = vrmi_carve(carver, 1, vector);
    out->step_length = vrmi_carve(carver, 1, vector);
    out->shown = vrmi_carve(carver, 1, vector);
    out->force = vrmi_carve(carver, VRMI_VEC3_SIZE, vector);
    for (int i = 0; i < 2; i++) out->tails[i] = vrmi_carve(carver, pairs, VRMI_VEC3_SIZE * vector);
    out->anchors = vrmi_carve(carver, (size_t)layout->anchor_count + 1, VRMI_WORLD_SIZE * vector);
    out->centers = vrmi_carve(carver, centers, VRMI_WORLD_SIZE * vector);
    out->center_affines = vrmi_carve(carver, centers, lanes * sizeof *out->center_affines);
}

size_t vrmi_springs_size(const vrm_Rig* rig, int32_t lane_count) {
    vrmi_Carver carver = {.align = (size_t)lane_count * sizeof(float)};
    vrmi_Springs unused;
    vrmi_carve(&carver, 1, sizeof unused);
    carve(&carver, rig->springs, lane_count, &unused);
    return carver.has_overflowed ? SIZE_MAX : carver.used;
}

void vrmi_springs_init(vrmi_Block* block) {
    if (block->rig->springs == NULL) return;
    int32_t lanes = block->lane_count;
    vrmi_Carver carver = {.base = (char*)block->springs, .align = (size_t)lanes * sizeof(float)};
    vrmi_Springs* springs = vrmi_carve(&carver, 1, sizeof *springs);
    carve(&carver, block->rig->springs, lanes, springs);
    springs->lanes = block->rig->springs->lanes[vrmi_lanes_index(lanes)];
    springs->earlier = block->spring_earlier;
    springs->rotations = block->spring_rotations;
    for (int32_t lane = 0; lane < lanes; lane++) vrmi_springs_lane_reset(block, lane);
}

static void set_rotation(const vrmi_Block* block, vrmi_Quatx* rotations, int32_t pair, int32_t lane,
                         vrm_Quat q) {
    vrmi_lane_set_quat(block, vrmi_lane_at(block, rotations, VRMI_QUAT_SIZE, pair, lane), q);
}

void vrmi_springs_lane_reset(vrmi_Block* block, int32_t lane) {
    vrmi_Springs* springs = block->springs;
    const vrmi_SpringLayout* layout = block->rig->springs;
    const vrm_Vec3 none = {0.0f, 0.0f, 0.0f};
    if (springs == NULL || springs->rotations == NULL) return;
    vrmi_springs_by_avatar(block);
    springs->to_rest[lane] = -1;
    springs->to_retain[lane] = springs->is_paused[lane] = springs->is_half[lane] = 0;
    springs->is_scaled[lane] = springs->is_moved[lane] = springs->is_tracked[lane] = 0;
    springs->detail[lane] = springs->is_host_paused[lane] = 0;
    springs->ahead[lane] = 0.0f;
    springs->shown[lane] = 1.0f;
    vrmi_lane_set_vec3(block, vrmi_lane_at(block, springs->force, VRMI_VEC3_SIZE, 0, lane), none);
    for (int32_t p = 0; p < layout->pair_count; p++) {
        set_rotation(block, springs->rotations, p, lane, layout->params[p].rest);
        if (springs->earlier != NULL)
            set_rotation(block, springs->earlier, p, lane, layout->params[p].rest);
    }
    vrmi_springs_settings_reset(block, lane);
}

/* Records that the host moved or scaled a sway slot. A rotation by the host is ignored: nobody
 * reads it for a node that springs turn. */
void vrmi_springs_note_place(vrmi_Block* block, int32_t slot, int32_t lane) {
    vrmi_Springs* springs = block->springs;
    const vrm_Rig* rig = block->rig;
    if (springs == NULL || slot < rig->body_count || springs->is_moved[lane]) return;
    vrm_Vec3 t = vrmi_lane_vec3(block, vrmi_local_at(block, slot, VRMI_AT_TRANSLATION, lane));
    vrm_Vec3 rest = rig->rests[slot].translation;
    bool is_same = t.x == rest.x && t.y == rest.y && t.z == rest.z &&
                   *vrmi_local_at(block, slot, VRMI_AT_SCALE, lane) == rig->rests[slot].scale.x;
    if (!is_same) springs->is_moved[lane] = -1;
}

/* ---- Home ---- */

/* Collects the chains of a group from the avatar's lane (packs), or spreads them there again. The
 * entry of the first chain is copied before it is overwritten; when spreading, its other lanes
 * belong to no avatar. */
static void move_entry(const vrmi_Block* block, float* array, int width, int32_t n, int32_t lane,
                       bool packs) {
    float packed[4][VRMI_LANES_MOST];
    int32_t lanes = block->lane_count;
    const int32_t* pairs = block->springs->lanes->pairs + VRMI_PAIRS_AT(n, lanes);
    const int32_t* slots = pairs + lanes;
    float* entry = array + (ptrdiff_t)lanes * width * pairs[0];
    for (int32_t k = 0; k < lanes; k++)
        for (int i = 0; i < width; i++)
            packed[i][k] = packs ? array[(ptrdiff_t)lanes * (width * pairs[k] + i) + lane]
                                 : entry[i * lanes + k];
    for (int32_t k = 0; k < lanes; k++)
        for (int i = 0; i < width; i++) {
            if (packs)
                entry[i * lanes + k] = packed[i][k];
            else if (slots[k] >= 0)
                array[(ptrdiff_t)lanes * (width * pairs[k] + i) + lane] = packed[i][k];
        }
}

static void move_states(vrmi_Block* block, int32_t lane, bool packs) {
    const vrmi_Springs* springs = block->springs;
    for (int32_t n = 0; n < springs->lanes->params_count; n++) {
        for (int i = 0; i < 2; i++)
            move_entry(block, (float*)springs->tails[i], VRMI_VEC3_SIZE, n, lane, packs);
        move_entry(block, (float*)springs->rotations, VRMI_QUAT_SIZE, n, lane, packs);
        if (springs->earlier != NULL)
            move_entry(block, (float*)springs->earlier, VRMI_QUAT_SIZE, n, lane, packs);
    }
}

/* Copies rotations from the results to `rotations`, where everything but a step that writes results
 * reads them. */
static void recall(vrmi_Block* block) {
    const vrmi_SpringLayout* layout = block->rig->springs;
    for (int32_t lane = 0; lane < block->lane_count; lane++) {
        const vrm_Quat* from = block->spring_results + (ptrdiff_t)lane * layout->joint_count;
        for (int32_t p = 0; p < layout->pair_count; p++)
            set_rotation(block, block->springs->rotations, p, lane, from[layout->pair_joints[p]]);
    }
}

void vrmi_springs_by_avatar(vrmi_Block* block) {
    vrmi_Springs* springs = block->springs;
    if (springs->home == VRMI_SPRINGS_IN_RESULTS) recall(block);
    if (springs->home == VRMI_SPRINGS_BY_CHAIN) move_states(block, springs->home_lane, false);
    springs->home = VRMI_SPRINGS_BY_AVATAR;
}

void vrmi_springs_by_chain(vrmi_Block* block, int32_t lane) {
    vrmi_Springs* springs = block->springs;
    if (springs->home == VRMI_SPRINGS_BY_CHAIN && springs->home_lane == lane) return;
    vrmi_springs_by_avatar(block);
    move_states(block, lane, true);
    springs->home = VRMI_SPRINGS_BY_CHAIN;
    springs->home_lane = lane;
}

/* Where the state of a pair is: finds its first component. */
static const float* state_at(const vrmi_Block* block, void* states, int32_t size, int32_t pair,
                             int32_t lane) {
    const vrmi_Springs* springs = block->springs;
    int32_t packed = springs->home == VRMI_SPRINGS_BY_CHAIN ? springs->lanes->packed[pair] : -1;
    if (packed < 0) return vrmi_lane_at(block, states, size, pair, lane);
    return vrmi_lane_at(block, states, size, packed / block->lane_count,
                        packed % block->lane_count);
}

vrm_Quat vrmi_springs_rotation(const vrmi_Block* block, vrmi_Quatx* rotations, int32_t pair,
                               int32_t lane) {
    const vrmi_Springs* springs = block->springs;
    const vrmi_SpringLayout* layout = block->rig->springs;
    if (springs->home == VRMI_SPRINGS_IN_RESULTS && rotations == springs->rotations)
        return block
            ->spring_results[(ptrdiff_t)lane * layout->joint_count + layout->pair_joints[pair]];
    return vrmi_lane_quat(block, state_at(block, rotations, VRMI_QUAT_SIZE, pair, lane));
}

vrm_Vec3 vrmi_springs_tail(const vrmi_Block* block, int32_t pair, int32_t lane) {
    vrmi_Vec3x* tails = block->springs->tails[block->springs->newest];
    return vrmi_lane_vec3(block, state_at(block, tails, VRMI_VEC3_SIZE, pair, lane));
}

/* ---- Results ---- */

void vrmi_springs_write_rest(vrmi_Avatar* avatar) {
    const vrm_Rig* rig = avatar->block->rig;
    if (rig->springs == NULL) return;
    for (int32_t j = 0; j < rig->springs->joint_count; j++) {
        int32_t node = rig->springs->joints[j].node;
        avatar->springs[j] = node >= 0 && node < rig->slot_count
                                 ? rig->rests[rig->node_slots[node]].rotation
                                 : vrmi_quat_identity();
    }
}

const vrm_Quat* vrm_avatar_spring_rotations(const vrm_Sim* sim, vrm_AvatarId id) {
    const vrmi_Avatar* avatar = vrmi_avatar(sim, id);
    return avatar == NULL ? NULL : avatar->springs;
}
