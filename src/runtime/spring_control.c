/* SPDX-License-Identifier: MIT */
/* The host's control of an avatar's springs: include/vrm/spring.h; its settings are in
 * spring_settings.c. Everything here happens between steps. */
#include "runtime/spring_ref.h"

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
    vrmi_SpringRef at;
    if (!vrmi_spring_ref(sim, id, &at)) return false;
    vrmi_springs_to_rest(at.avatar->block, at.lane);
    return true;
}

/* Makes the shown rotations the state itself, so that pausing does not jump to the last step. */
static void retain(vrmi_SpringRef* at) {
    vrmi_Springs* springs = at->springs;
    float ahead = springs->ahead[at->lane];
    springs->ahead[at->lane] = 0.0f;
    if (springs->earlier == NULL || !(ahead > 0.0f)) return;
    springs->shown[at->lane] = 1.0f; /* the state, for readers of joints before a step */
    const vrmi_Block* block = at->avatar->block;
    vrm_Quat* before = vrmi_springs_rotations_of(block, springs->earlier, at->lane);
    vrm_Quat* now = vrmi_springs_rotations_of(block, springs->rotations, at->lane);
    float share = 1.0f - ahead / springs->step_length[at->lane];
    for (int32_t p = 0; p < at->layout->pair_count; p++) {
        int32_t j = at->layout->pairs[p].joint;
        before[j] = now[j] = vrmi_quat_slerp(before[j], now[j], share);
    }
}

/* What the host wants, or less where the block is limited. */
static uint8_t detail_of(const vrmi_SpringRef* at) {
    uint8_t wanted = at->springs->detail[at->lane], limit = at->avatar->block->spring_limit;
    return wanted > limit ? wanted : limit;
}

static void update_pause(vrmi_SpringRef* at) {
    vrmi_Springs* springs = at->springs;
    bool is_paused = springs->is_host_paused[at->lane] || detail_of(at) == VRM_SPRINGS_PAUSED;
    if (is_paused && !springs->is_paused[at->lane]) retain(at);
    if (!is_paused && springs->is_paused[at->lane]) springs->to_retain[at->lane] = -1;
    springs->is_paused[at->lane] = is_paused ? -1 : 0;
}

bool vrm_avatar_pause_springs(vrm_Sim* sim, vrm_AvatarId id, bool is_paused) {
    vrmi_SpringRef at;
    if (!vrmi_spring_ref(sim, id, &at)) return false;
    if (at.springs == NULL) return true;
    at.springs->is_host_paused[at.lane] = is_paused;
    update_pause(&at);
    return true;
}

/* Precondition: tails are not folded. */
static float* tail_at(const vrmi_SpringRef* at, int which, int32_t pair) {
    return vrmi_lane_at(at->avatar->block, at->springs->tails[which], VRMI_VEC3_SIZE, pair,
                        at->lane);
}

static void update_detail(vrmi_SpringRef* at) {
    at->springs->wants_half[at->lane] = detail_of(at) == VRM_SPRINGS_HALF ? -1 : 0;
    update_pause(at);
}

bool vrm_avatar_set_spring_detail(vrm_Sim* sim, vrm_AvatarId id, vrm_SpringDetail detail) {
    vrmi_SpringRef at;
    if (!vrmi_spring_ref(sim, id, &at) || detail < VRM_SPRINGS_FULL || detail > VRM_SPRINGS_PAUSED)
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
        vrmi_SpringRef at = {block->avatars[lane], block->springs, block->rig->springs, lane};
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

bool vrmi_springs_can_halve(const vrmi_Block* block) {
    for (int32_t lane = 0; lane < block->lane_count; lane++)
        if (block->avatars[lane] != NULL && block->springs->is_fast[lane]) return false;
    return true;
}

uint8_t vrmi_springs_level(const vrmi_Block* block, int32_t lane) {
    if (block->springs == NULL) return VRM_SPRINGS_FULL;
    uint8_t wanted = wanted_of(block, lane);
    uint8_t level = wanted > block->spring_limit ? wanted : block->spring_limit;
    return level == VRM_SPRINGS_HALF && block->springs->is_fast[lane] ? VRM_SPRINGS_FULL : level;
}

/* Where what springs remember goes. */
typedef struct Move {
    vrm_Affine affine; /* in the world */
    vrm_Quat turn;
    float growth;
    int32_t top; /* slot: only it and what is below it goes; -1: everything, the root too */
} Move;

static bool is_below(const vrm_Rig* rig, int32_t slot, int32_t top) {
    while (slot >= 0 && slot != top) slot = rig->parents[slot];
    return slot == top; /* the root is -1 */
}

/* The body as the last frame had it comes along, so that between two frames only its own motion is
 * seen. */
static void move_anchors(const vrmi_SpringRef* at, const Move* move) {
    vrmi_Springs* springs = at->springs;
    const vrmi_Block* block = at->avatar->block;
    ptrdiff_t lanes = block->lane_count;
    bool is_general = springs->anchors_general[at->lane] || block->general_sway[at->lane];
    for (int32_t a = 0; a <= at->layout->anchor_count; a++) {
        int32_t slot = a < at->layout->anchor_count ? at->layout->anchors[a] : -1;
        float* rotation = vrmi_lane_at(block, springs->anchors, VRMI_WORLD_SIZE, a, at->lane);
        float* position = rotation + VRMI_AT_TRANSLATION * lanes;
        float* scale = rotation + VRMI_AT_SCALE * lanes;
        vrm_Transform kept = {vrmi_lane_vec3(block, position),
                              vrmi_lane_quat(block, rotation),
                              {*scale, *scale, *scale}};
        vrm_Affine* affine = &springs->anchor_affines[a * lanes + at->lane];
        if (is_general && !springs->anchors_general[at->lane])
            *affine = vrmi_affine_from_transform(kept);
        if (!is_below(block->rig, slot, move->top)) continue;
        if (is_general) {
            *affine = vrmi_affine_mul(&move->affine, affine);
            vrmi_affine_bound(affine);
        }
        kept.translation = vrmi_affine_point(&move->affine, kept.translation);
        vrmi_lane_set_quat(block, rotation,
                           vrmi_quat_normalize(vrmi_quat_mul(move->turn, kept.rotation)));
        vrmi_lane_set_vec3(block, position, vrmi_vec3_within(kept.translation, 1e15f));
        *scale = vrmi_within(*scale * move->growth, 1e12f);
    }
    if (is_general) springs->anchors_general[at->lane] = -1;
}

/* A center that goes takes its tails along in the next step. */
static void move_tails(const vrmi_SpringRef* at, const Move* move) {
    const vrmi_Block* block = at->avatar->block;
    for (int32_t c = 0; c < at->layout->chain_count; c++) {
        const vrmi_SpringChain* chain = &at->layout->chains[c];
        if (chain->center >= 0 && is_below(block->rig, chain->center, move->top)) continue;
        if (!is_below(block->rig, chain->anchor, move->top)) continue;
        for (int32_t p = chain->first_pair; p < chain->first_pair + chain->pair_count; p++) {
            for (int i = 0; i < 2; i++) {
                float* tail = tail_at(at, i, p);
                vrm_Vec3 moved = vrmi_affine_point(&move->affine, vrmi_lane_vec3(block, tail));
                vrmi_lane_set_vec3(block, tail, vrmi_vec3_within(moved, 1e15f));
            }
        }
    }
}

static void move_springs(const vrmi_SpringRef* at, Move* move) {
    vrmi_affine_bound(&move->affine);
    vrmi_springs_unfold(at->avatar->block);
    move_tails(at, move);
    if (at->springs->is_tracked[at->lane]) move_anchors(at, move);
}

/* new * inverse(old) */
bool vrm_avatar_teleport(vrm_Sim* sim, vrm_AvatarId id, vrm_Transform root) {
    vrmi_SpringRef at;
    if (!vrmi_spring_ref(sim, id, &at)) return false;
    const vrmi_Block* block = at.avatar->block;
    vrm_Transform before = block->roots[at.lane];
    if (!vrm_avatar_set_root(sim, id, root)) return false;
    if (at.springs == NULL) return true;
    vrm_Transform after = block->roots[at.lane];
    vrm_Affine there = vrmi_affine_from_transform(after);
    vrm_Affine here = vrmi_affine_from_transform(before), back = vrmi_affine_inverse(&here);
    Move move = {.affine = vrmi_affine_mul(&there, &back),
                 .turn = vrmi_quat_mul(after.rotation, vrmi_quat_conjugate(before.rotation)),
                 .growth = after.scale.x * vrmi_reciprocal(before.scale.x),
                 .top = -1};
    if (move.growth == 0.0f) at.springs->is_tracked[at.lane] = 0; /* cannot be compared */
    move_springs(&at, &move);
    return true;
}

void vrmi_springs_follow_hips(vrm_Sim* sim, vrm_AvatarId id, vrm_Transform jump) {
    const vrm_Quat half_turn = {0.0f, 1.0f, 0.0f, 0.0f};
    vrmi_SpringRef at;
    if (!vrmi_spring_ref(sim, id, &at) || at.springs == NULL) return;
    const vrmi_Block* block = at.avatar->block;
    vrm_Transform root = block->roots[at.lane];
    if (block->rig->facing < 0) root.rotation = vrmi_quat_mul(root.rotation, half_turn);
    vrm_Affine here = vrmi_affine_from_transform(root), back = vrmi_affine_inverse(&here);
    vrm_Affine inside = vrmi_affine_from_transform(jump);
    vrm_Quat turn = vrmi_quat_mul(root.rotation, jump.rotation);
    inside = vrmi_affine_mul(&here, &inside);
    Move move = {.affine = vrmi_affine_mul(&inside, &back),
                 .turn = vrmi_quat_mul(turn, vrmi_quat_conjugate(root.rotation)),
                 .growth = 1.0f,
                 .top = block->rig->bones[VRM_BONE_HIPS].slot};
    if (move.top >= 0) move_springs(&at, &move);
}

bool vrm_avatar_set_spring_scaling(vrm_Sim* sim, vrm_AvatarId id, bool is_on) {
    vrmi_SpringRef at;
    if (!vrmi_spring_ref(sim, id, &at)) return false;
    if (at.springs != NULL) at.springs->is_scaled[at.lane] = is_on ? -1 : 0;
    return true;
}

/* ---- What they did ---- */

bool vrm_avatar_spring_tail(const vrm_Sim* sim, vrm_AvatarId id, int32_t joint,
                            vrm_Vec3* out_tail_world, float* out_length) {
    vrmi_SpringRef at;
    if (!vrmi_spring_ref(sim, id, &at) || at.layout == NULL || joint < 0 ||
        joint >= at.layout->joint_count)
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
