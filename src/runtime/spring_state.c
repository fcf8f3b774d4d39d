/* SPDX-License-Identifier: MIT */
/* The spring state of a block: how it is initialized, in which lanes it is stored (the table in
 * spring.h), and how it becomes VRM_OUTPUT_SPRINGS. */
#include "runtime/spring.h"

/* ---- Life ---- */

static void carve(vrmi_Carver* carver, const vrmi_SpringLayout* layout, vrmi_Springs* out) {
    size_t pairs = (size_t)layout->pair_count;
    for (int i = 0; i < 2; i++) out->tails[i] = vrmi_carve(carver, pairs, sizeof *out->tails[i]);
    out->anchors = vrmi_carve(carver, (size_t)layout->anchor_count + 1, sizeof *out->anchors);
    size_t centers = (size_t)layout->center_count;
    out->centers = vrmi_carve(carver, centers, sizeof *out->centers);
    out->center_affines = vrmi_carve(carver, centers, VRMI_LANES * sizeof *out->center_affines);
}

size_t vrmi_springs_size(const vrm_Rig* rig) {
    vrmi_Carver carver = {0};
    vrmi_Springs unused;
    vrmi_carve(&carver, 1, sizeof unused);
    carve(&carver, rig->springs, &unused);
    return carver.has_overflowed ? SIZE_MAX : carver.used;
}

void vrmi_springs_init(vrmi_Block* block) {
    if (block->rig->springs == NULL) return;
    vrmi_Carver carver = {.base = block->springs};
    vrmi_Springs* springs = vrmi_carve(&carver, 1, sizeof *springs);
    carve(&carver, block->rig->springs, springs);
    springs->earlier = block->spring_earlier;
    springs->rotations = block->spring_rotations;
    springs->shown = vrmi_f4_splat(1.0f);
    for (int32_t lane = 0; lane < VRMI_LANES; lane++) vrmi_springs_lane_reset(block, lane);
}

void vrmi_springs_lane_reset(vrmi_Block* block, int32_t lane) {
    vrmi_Springs* springs = block->springs;
    const vrmi_SpringLayout* layout = block->rig->springs;
    if (springs == NULL || springs->rotations == NULL) return;
    vrmi_springs_by_avatar(block);
    springs->to_rest[lane] = -1;
    springs->to_retain[lane] = springs->is_paused[lane] = springs->is_half[lane] = 0;
    springs->is_scaled[lane] = springs->is_moved[lane] = springs->is_tracked[lane] = 0;
    springs->detail[lane] = springs->is_host_paused[lane] = 0;
    springs->ahead[lane] = 0.0f;
    springs->shown[lane] = 1.0f;
    vrmi_vec3x4_set(&springs->force, lane, (vrm_Vec3){0.0f, 0.0f, 0.0f});
    for (int32_t p = 0; p < layout->pair_count; p++) {
        vrmi_quatx4_set(&springs->rotations[p], lane, layout->params[p].rest);
        if (springs->earlier != NULL)
            vrmi_quatx4_set(&springs->earlier[p], lane, layout->params[p].rest);
    }
    for (int32_t s = 0; s < layout->spring_count && springs->knobs != NULL; s++) {
        vrmi_vec3x4_set(&springs->knobs[s].force, lane, (vrm_Vec3){0.0f, 0.0f, 0.0f});
        springs->knobs[s].weight[lane] = 1.0f;
    }
    if (springs->own != NULL) vrmi_springs_own_reset(block, lane);
}

/* Records that the host moved or scaled a sway slot. A rotation by the host is ignored: nobody
 * reads it for a node that springs turn. */
void vrmi_springs_note_place(vrmi_Block* block, int32_t slot, int32_t lane) {
    vrmi_Springs* springs = block->springs;
    const vrm_Rig* rig = block->rig;
    if (springs == NULL || slot < rig->body_count || springs->is_moved[lane]) return;
    vrm_Vec3 t = vrmi_vec3x4_get(&block->locals[slot].translation, lane);
    vrm_Vec3 rest = rig->rests[slot].translation;
    bool is_same = t.x == rest.x && t.y == rest.y && t.z == rest.z &&
                   block->locals[slot].scale[lane] == rig->rests[slot].scale.x;
    if (!is_same) springs->is_moved[lane] = -1;
}

/* ---- Home ---- */

static int32_t entry_of(const vrmi_GroupPairs* pairs) {
    return pairs->pairs[0];
}

/* Arrays by pair, with the number of vrmi_f4 of their elements. */
typedef struct Packing {
    float* arrays[4];
    int widths[4];
    int count;
} Packing;

static Packing packing_of(const vrmi_Springs* springs) {
    return (Packing){{(float*)springs->tails[0], (float*)springs->tails[1],
                      (float*)springs->rotations, (float*)springs->earlier},
                     {3, 3, 4, 4},
                     springs->earlier == NULL ? 3 : 4};
}

static void pack_entry(float* array, int width, const vrmi_GroupPairs* pairs, int32_t lane) {
    float packed[4][VRMI_LANES];
    for (int k = 0; k < VRMI_LANES; k++)
        for (int n = 0; n < width; n++)
            packed[n][k] = array[VRMI_LANES * (width * pairs->pairs[k] + n) + lane];
    memcpy(array + VRMI_LANES * width * entry_of(pairs), packed, (size_t)width * sizeof packed[0]);
}

/* Reads the first chain's entry before it is overwritten; its other lanes belong to no avatar. */
static void spread_entry(float* array, int width, const vrmi_GroupPairs* pairs, int32_t lane) {
    float packed[4][VRMI_LANES];
    memcpy(packed, array + VRMI_LANES * width * entry_of(pairs), (size_t)width * sizeof packed[0]);
    for (int k = 0; k < VRMI_LANES; k++)
        for (int n = 0; n < width && pairs->slots[k] >= 0; n++)
            array[VRMI_LANES * (width * pairs->pairs[k] + n) + lane] = packed[n][k];
}

/* Copies rotations from the results to `rotations`, where everything but a step that writes results
 * reads them. */
static void recall(vrmi_Block* block) {
    vrmi_Springs* springs = block->springs;
    const vrmi_SpringLayout* layout = block->rig->springs;
    for (int32_t lane = 0; lane < VRMI_LANES; lane++) {
        const vrm_Quat* from = block->spring_results + (ptrdiff_t)lane * layout->joint_count;
        for (int32_t p = 0; p < layout->pair_count; p++)
            vrmi_quatx4_set(&springs->rotations[p], lane, from[layout->pair_joints[p]]);
    }
}

void vrmi_springs_by_avatar(vrmi_Block* block) {
    vrmi_Springs* springs = block->springs;
    const vrmi_SpringLayout* layout = block->rig->springs;
    if (springs->home == VRMI_SPRINGS_BY_AVATAR) return;
    if (springs->home == VRMI_SPRINGS_IN_RESULTS) recall(block);
    Packing packing = packing_of(springs);
    for (int a = 0; a < packing.count && springs->home == VRMI_SPRINGS_BY_CHAIN; a++)
        for (int32_t i = 0; i < layout->group_params_count; i++)
            spread_entry(packing.arrays[a], packing.widths[a], &layout->group_pairs[i],
                         springs->home_lane);
    springs->home = VRMI_SPRINGS_BY_AVATAR;
}

void vrmi_springs_by_chain(vrmi_Block* block, int32_t lane) {
    vrmi_Springs* springs = block->springs;
    const vrmi_SpringLayout* layout = block->rig->springs;
    if (springs->home == VRMI_SPRINGS_BY_CHAIN && springs->home_lane == lane) return;
    vrmi_springs_by_avatar(block);
    Packing packing = packing_of(springs);
    for (int a = 0; a < packing.count; a++)
        for (int32_t i = 0; i < layout->group_params_count; i++)
            pack_entry(packing.arrays[a], packing.widths[a], &layout->group_pairs[i], lane);
    springs->home = VRMI_SPRINGS_BY_CHAIN;
    springs->home_lane = lane;
}

vrm_Quat vrmi_springs_rotation(const vrmi_Block* block, const vrmi_Quatx4* rotations, int32_t pair,
                               int32_t lane) {
    const vrmi_Springs* springs = block->springs;
    const vrmi_SpringLayout* layout = block->rig->springs;
    int32_t packed = springs->home == VRMI_SPRINGS_BY_CHAIN ? layout->pair_packed[pair] : -1;
    if (springs->home == VRMI_SPRINGS_IN_RESULTS && rotations == springs->rotations)
        return block
            ->spring_results[(ptrdiff_t)lane * layout->joint_count + layout->pair_joints[pair]];
    if (packed < 0) return vrmi_quatx4_get(&rotations[pair], lane);
    return vrmi_quatx4_get(&rotations[packed / VRMI_LANES], packed % VRMI_LANES);
}

vrm_Vec3 vrmi_springs_tail(const vrmi_Block* block, int32_t pair, int32_t lane) {
    const vrmi_Springs* springs = block->springs;
    const vrmi_Vec3x4* tails = springs->tails[springs->newest];
    const vrmi_SpringLayout* layout = block->rig->springs;
    int32_t packed = springs->home == VRMI_SPRINGS_BY_CHAIN ? layout->pair_packed[pair] : -1;
    if (packed < 0) return vrmi_vec3x4_get(&tails[pair], lane);
    return vrmi_vec3x4_get(&tails[packed / VRMI_LANES], packed % VRMI_LANES);
}

/* ---- What shows of a single avatar ---- */

void vrmi_scatter_rotation(vrmi_Scratch* scratch, const vrmi_GroupPairs* pairs, int32_t lane,
                           vrmi_Quatx4 local) {
    for (int k = 0; k < VRMI_LANES; k++)
        if (pairs->slots[k] >= 0)
            vrmi_quatx4_set(&scratch->rotations[pairs->slots[k]], lane, vrmi_quatx4_get(&local, k));
}

/* The n-th rotation of the groups, blended between two steps or as the last step left it. */
static inline vrmi_Quatx4 shown_of(const vrmi_Springs* springs, const vrmi_GroupPairs* pairs,
                                   bool is_between, vrmi_f4 share) {
    vrmi_Quatx4 q = springs->rotations[entry_of(pairs)];
    return is_between ? vrmi_blend_rotations(springs->earlier[entry_of(pairs)], q, share) : q;
}

void vrmi_springs_show_chains(const vrmi_Block* block, vrmi_Scratch* scratch, bool is_between,
                              vrmi_f4 shown) {
    const vrmi_SpringLayout* layout = block->rig->springs;
    const vrmi_Springs* springs = block->springs;
    vrmi_f4 share = vrmi_f4_splat(shown[springs->home_lane]);
    for (int32_t i = 0; i < layout->group_params_count; i++) {
        const vrmi_GroupPairs* pairs = &layout->group_pairs[i];
        vrmi_scatter_rotation(scratch, pairs, springs->home_lane,
                              shown_of(springs, pairs, is_between, share));
    }
}

static void write_chains(const vrmi_Block* block, vrm_Quat* out) {
    const vrmi_SpringLayout* layout = block->rig->springs;
    const vrmi_Springs* springs = block->springs;
    vrmi_f4 share = vrmi_f4_splat(springs->shown[springs->home_lane]);
    bool is_between = share[0] < 1.0f && springs->earlier != NULL;
    const vrmi_GroupPairs *pairs = layout->group_pairs, *end = pairs + layout->group_params_count;
    for (; pairs < end; pairs++) {
        vrmi_Quatx4 q = shown_of(springs, pairs, is_between, share);
        vrmi_f4_transpose(&q.x, &q.y, &q.z, &q.w);
        /* A lane without a joint has the joint of lane 0, which is written last and so overwrites
         * it. */
        vrmi_f4_store(&out[pairs->joints[3]].x, q.w);
        vrmi_f4_store(&out[pairs->joints[2]].x, q.z);
        vrmi_f4_store(&out[pairs->joints[1]].x, q.y);
        vrmi_f4_store(&out[pairs->joints[0]].x, q.x);
    }
}

/* ---- Results ---- */

static void write_lane(const vrmi_Block* block, const vrmi_Scratch* scratch, int32_t lane) {
    const vrmi_SpringLayout* layout = block->rig->springs;
    const vrmi_Springs* springs = block->springs;
    vrm_Quat* out = block->avatars[lane]->springs;
    for (int32_t p = 0; p < layout->pair_count; p++)
        out[layout->pair_joints[p]] =
            vrmi_quatx4_get(springs->shows_states ? &springs->rotations[p]
                                                  : &scratch->rotations[layout->pair_slots[p]],
                            lane);
}

static void write_all(const vrmi_Block* block, const vrmi_Scratch* scratch) {
    const vrmi_SpringLayout* layout = block->rig->springs;
    const vrmi_Springs* springs = block->springs;
    const int32_t *joints = layout->pair_joints, *slots = layout->pair_slots;
    vrm_Quat* const out[VRMI_LANES] = {block->avatars[0]->springs, block->avatars[1]->springs,
                                       block->avatars[2]->springs, block->avatars[3]->springs};
    int32_t count = layout->pair_count;
    if (springs->shows_states)
        for (int32_t p = 0; p < count; p++) vrmi_write_joint(springs->rotations[p], out, joints[p]);
    else
        for (int32_t p = 0; p < count; p++)
            vrmi_write_joint(scratch->rotations[slots[p]], out, joints[p]);
}

void vrmi_springs_write(const vrmi_Block* block, const vrmi_Scratch* scratch) {
    const vrmi_Springs* springs = block->springs;
    if (springs == NULL || springs->home == VRMI_SPRINGS_IN_RESULTS) return;
    if (block->live_count == VRMI_LANES) {
        write_all(block, scratch);
        return;
    }
    for (int32_t lane = 0; lane < VRMI_LANES; lane++) {
        if (block->avatars[lane] == NULL) continue;
        if (springs->home == VRMI_SPRINGS_BY_CHAIN && springs->shows_states)
            write_chains(block, block->avatars[lane]->springs);
        else
            write_lane(block, scratch, lane);
    }
}

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
