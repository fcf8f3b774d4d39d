/* SPDX-License-Identifier: MIT */
/* The spring state of a block: how it is initialized, and in which lanes it is stored (the table in
 * spring_stage.h). */
#include "runtime/spring_stage.h"

#include <string.h>

/* ---- Life ---- */

static void carve(vrmi_Carver* carver, const vrmi_SpringLayout* layout, int32_t lane_count,
                  vrmi_Springs* out) {
    size_t pairs = (size_t)layout->pair_count, centers = (size_t)layout->center_count;
    size_t lanes = (size_t)lane_count, vector = lanes * sizeof(float);
    int32_t** masks[] = {&out->to_rest,    &out->to_retain,    &out->is_paused,
                         &out->wants_half, &out->is_fast,      &out->was_fast,
                         &out->is_half,    &out->is_scaled,    &out->is_moved,
                         &out->is_tracked, &out->were_general, &out->anchors_general};
    for (size_t i = 0; i < sizeof masks / sizeof *masks; i++)
        *masks[i] = vrmi_carve(carver, 1, vector);
    out->detail = vrmi_carve(carver, lanes, 1);
    out->is_host_paused = vrmi_carve(carver, lanes, 1);
    out->ahead = vrmi_carve(carver, 1, vector);
    out->step_length = vrmi_carve(carver, 1, vector);
    out->age = vrmi_carve(carver, 1, vector);
    out->shown = vrmi_carve(carver, 1, vector);
    out->force = vrmi_carve(carver, VRMI_VEC3_SIZE, vector);
    for (int i = 0; i < 2; i++) out->tails[i] = vrmi_carve(carver, pairs, VRMI_VEC3_SIZE * vector);
    out->anchors = vrmi_carve(carver, (size_t)layout->anchor_count + 1, VRMI_WORLD_SIZE * vector);
    out->centers = vrmi_carve(carver, centers, VRMI_WORLD_SIZE * vector);
    out->center_affines = vrmi_carve(carver, centers, lanes * sizeof *out->center_affines);
    out->anchor_affines =
        vrmi_carve(carver, (size_t)layout->anchor_count + 1, lanes * sizeof *out->anchor_affines);
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
    springs->rotations = block->spring_states;
    springs->folded_lane = -1;
    for (int32_t lane = 0; lane < lanes; lane++) vrmi_springs_lane_reset(block, lane);
}

static void write_rest(const vrm_Rig* rig, vrm_Quat* rotations) {
    for (int32_t j = 0; j < rig->springs->joint_count; j++) {
        int32_t node = rig->springs->joints[j].node;
        rotations[j] = node >= 0 && node < rig->slot_count
                           ? rig->rests[rig->node_slots[node]].rotation
                           : vrmi_quat_identity();
    }
}

static void write_rest_tails(const vrmi_Avatar* avatar) {
    const vrmi_Block* block = avatar->block;
    const vrmi_SpringLayout* layout = block->rig->springs;
    vrm_Affine root = vrmi_affine_from_transform(block->roots[avatar->lane]);
    for (int32_t p = 0; p < layout->pair_count; p++) {
        const vrmi_SpringPair* pair = &layout->pairs[p];
        vrm_Affine head = vrmi_affine_mul(&root, &block->rig->rest_affines[pair->slot]);
        vrm_Vec3 tail = vrmi_affine_point(&head, pair->tail_local);
        for (int i = 0; i < 2; i++) {
            float* to =
                vrmi_lane_at(block, block->springs->tails[i], VRMI_VEC3_SIZE, p, avatar->lane);
            vrmi_lane_set_vec3(block, to, tail);
        }
    }
}

/* The first step settles the avatar; until then the host may read it. In its lane may be what
 * another avatar left, or folded tails of the avatar that was single until now. */
void vrmi_springs_enter(vrmi_Avatar* avatar) {
    if (avatar->block->rig->springs == NULL) return;
    vrmi_springs_unfold(avatar->block);
    write_rest_tails(avatar);
    if (avatar->springs != NULL) write_rest(avatar->block->rig, avatar->springs);
}

void vrmi_springs_lane_reset(vrmi_Block* block, int32_t lane) {
    vrmi_Springs* springs = block->springs;
    if (springs == NULL || springs->rotations == NULL) return;
    vrmi_springs_unfold(block);
    springs->to_rest[lane] = -1;
    springs->to_retain[lane] = springs->is_paused[lane] = 0;
    springs->wants_half[lane] = springs->is_half[lane] = 0;
    springs->is_fast[lane] = springs->was_fast[lane] = 0;
    springs->is_scaled[lane] = springs->is_moved[lane] = springs->is_tracked[lane] = 0;
    springs->detail[lane] = springs->is_host_paused[lane] = 0;
    springs->ahead[lane] = springs->age[lane] = 0.0f;
    springs->shown[lane] = 1.0f;
    write_rest(block->rig, vrmi_springs_rotations_of(block, springs->rotations, lane));
    if (springs->earlier != NULL)
        write_rest(block->rig, vrmi_springs_rotations_of(block, springs->earlier, lane));
    vrmi_springs_settings_reset(block, lane);
}

/* Records that the host moved or scaled a sway slot. A rotation by the host is ignored: nobody
 * reads it for a node that springs turn. */
void vrmi_springs_note_transform(vrmi_Block* block, int32_t slot, int32_t lane) {
    vrmi_Springs* springs = block->springs;
    const vrm_Rig* rig = block->rig;
    if (springs == NULL || slot < rig->body_count || springs->is_moved[lane]) return;
    vrm_Vec3 t = vrmi_lane_vec3(block, vrmi_local_at(block, slot, VRMI_AT_TRANSLATION, lane));
    vrm_Vec3 rest = rig->rests[slot].translation;
    bool is_same = t.x == rest.x && t.y == rest.y && t.z == rest.z &&
                   *vrmi_local_at(block, slot, VRMI_AT_SCALE, lane) == rig->rests[slot].scale.x;
    if (!is_same) springs->is_moved[lane] = -1;
}

void vrmi_springs_leave_results(vrmi_Block* block) {
    vrmi_Springs* springs = block->springs;
    size_t length = vrmi_springs_rotations_stride(block->rig, block->lane_count);
    if (springs->rotations == block->spring_states) return;
    memcpy(block->spring_states, springs->rotations,
           length * (size_t)block->lane_count * sizeof *springs->rotations);
    springs->rotations = block->spring_states;
}

/* ---- Packed tails ---- */

/* Collects the chains of a group from the avatar's lane (folds), or spreads them there again. The
 * entry of the first chain is copied before it is overwritten; when spreading, its other lanes
 * belong to no avatar. */
static void move_entry(const vrmi_Block* block, float* tails, int32_t n, bool folds) {
    float folded[VRMI_VEC3_SIZE][VRMI_LANES_MOST];
    int32_t lanes = block->lane_count, lane = block->springs->folded_lane;
    const int32_t* pairs = block->springs->lanes->pairs + VRMI_PAIRS_AT(n, lanes);
    const int32_t* slots = pairs + lanes;
    float* entry = tails + (ptrdiff_t)lanes * VRMI_VEC3_SIZE * pairs[0];
    for (int32_t k = 0; k < lanes; k++)
        for (int i = 0; i < VRMI_VEC3_SIZE; i++)
            folded[i][k] = folds ? tails[(ptrdiff_t)lanes * (VRMI_VEC3_SIZE * pairs[k] + i) + lane]
                                 : entry[i * lanes + k];
    for (int32_t k = 0; k < lanes; k++)
        for (int i = 0; i < VRMI_VEC3_SIZE; i++) {
            if (folds)
                entry[i * lanes + k] = folded[i][k];
            else if (slots[k] >= 0)
                tails[(ptrdiff_t)lanes * (VRMI_VEC3_SIZE * pairs[k] + i) + lane] = folded[i][k];
        }
}

static void move_tails(vrmi_Block* block, bool folds) {
    for (int32_t n = 0; n < block->springs->lanes->params_count; n++)
        for (int i = 0; i < 2; i++) move_entry(block, (float*)block->springs->tails[i], n, folds);
}

void vrmi_springs_unfold(vrmi_Block* block) {
    if (block->springs->folded_lane >= 0) move_tails(block, false);
    block->springs->folded_lane = -1;
}

void vrmi_springs_fold(vrmi_Block* block, int32_t lane) {
    if (block->springs->folded_lane == lane) return;
    vrmi_springs_unfold(block);
    block->springs->folded_lane = lane;
    move_tails(block, true);
}

void vrmi_springs_to_rest(vrmi_Block* block, int32_t lane) {
    if (block->springs != NULL) block->springs->to_rest[lane] = -1;
}

vrm_Vec3 vrmi_springs_tail(const vrmi_Block* block, int32_t pair, int32_t lane) {
    const vrmi_Springs* springs = block->springs;
    int32_t folded = springs->folded_lane < 0 ? -1 : springs->lanes->folded[pair];
    if (folded >= 0) {
        pair = folded / block->lane_count;
        lane = folded % block->lane_count;
    }
    return vrmi_lane_vec3(
        block, vrmi_lane_at(block, springs->tails[springs->newest], VRMI_VEC3_SIZE, pair, lane));
}

/* ---- Results ---- */

const vrm_Quat* vrm_avatar_spring_rotations(const vrm_Sim* sim, vrm_AvatarId id) {
    const vrmi_Avatar* avatar = vrmi_avatar(sim, id);
    return avatar == NULL ? NULL : avatar->springs;
}
